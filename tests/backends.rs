//! The suite that every SAT back end passes: the same tests, one module per back end.

use crate::common::ipasir;
use crate::common::tools::is_installed;
use cwsat::encodings::cnf::{Lit, Var};
use cwsat::solver::{BackEnd, Budget, SatAnswer, SatSolver};
use std::sync::atomic::Ordering;
use std::time::Duration;

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

fn add(solver: &mut dyn SatSolver, clauses: &[Vec<i32>]) {
    for clause in clauses {
        let clause: Vec<Lit> = clause.iter().map(|&n| lit(n)).collect();
        solver.add_clause(&clause);
    }
}

fn solve(solver: &mut dyn SatSolver) -> SatAnswer {
    solver.solve(&Budget::unlimited())
}

/// `holes + 1` pigeons in `holes` holes.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for h in 0..holes {
        for p in 0..=holes {
            clauses.extend((0..p).map(|q| vec![-at(p, h), -at(q, h)]));
        }
    }
    clauses
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn random_3sat(vars: i32, clauses: usize, random: &mut Random) -> Vec<Vec<i32>> {
    let mut literal = || {
        let var = random.below(vars as u64) as i32 + 1;
        if random.below(2) == 0 { var } else { -var }
    };
    (0..clauses).map(|_| (0..3).map(|_| literal()).collect()).collect()
}

fn satisfied(clauses: &[Vec<i32>], value: impl Fn(i32) -> bool) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&n| value(n)))
}

fn by_brute_force(vars: i32, clauses: &[Vec<i32>]) -> bool {
    (0u32..1 << vars).any(|bits| satisfied(clauses, |n| (bits >> (n.abs() - 1) & 1 == 1) == (n > 0)))
}

fn known_answers(new: fn() -> Box<dyn SatSolver>) {
    assert_eq!(solve(&mut *new()), SatAnswer::Sat, "no clauses");
    let mut solver = new();
    solver.add_clause(&[]);
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat, "the empty clause");
    let mut solver = new();
    add(&mut *solver, &[vec![1], vec![-1, 2], vec![-2, 3, 4], vec![-4]]);
    assert_eq!(solve(&mut *solver), SatAnswer::Sat);
    for (number, expected) in [(1, true), (2, true), (3, true), (4, false), (-4, true), (-1, false)] {
        assert_eq!(solver.value(lit(number)), expected, "{number}");
    }
    let mut solver = new();
    add(&mut *solver, &pigeons(6));
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat);
    assert_eq!(solver.core(), []);
}

fn random_formulas(new: fn() -> Box<dyn SatSolver>) {
    let mut random = Random(88_172_645_463_325_252);
    let mut answers = [0, 0];
    for round in 0..150 {
        let vars = 5 + round % 8;
        let clauses = random_3sat(vars, (vars as usize * 43) / 10, &mut random);
        let mut solver = new();
        add(&mut *solver, &clauses);
        let expected = by_brute_force(vars, &clauses);
        answers[usize::from(expected)] += 1;
        match solve(&mut *solver) {
            SatAnswer::Sat => {
                assert!(expected);
                assert!(satisfied(&clauses, |n| solver.value(lit(n))), "the model is wrong: {clauses:?}");
            }
            SatAnswer::Unsat => assert!(!expected, "there is a model: {clauses:?}"),
            SatAnswer::Unknown => panic!("no limit, and still no answer"),
        }
    }
    assert!(answers.iter().all(|&n| n > 20), "both answers should occur: {answers:?}");
}

fn assumptions_and_cores(new: fn() -> Box<dyn SatSolver>) {
    let mut solver = new();
    add(&mut *solver, &[vec![-1, -2, 3], vec![-3, 4], vec![-4, -5]]);
    for number in [6, 1, 2, 5, 7] {
        solver.assume(lit(number));
    }
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat);
    let core = solver.core().to_vec();
    for number in [1, 2, 5] {
        assert!(core.contains(&lit(number)), "{core:?}");
    }
    // The core alone is enough, and the assumptions are forgotten after the call.
    assert_eq!(solve(&mut *solver), SatAnswer::Sat);
    for &lit in &core {
        solver.assume(lit);
    }
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat);
    solver.assume(lit(1));
    solver.assume(lit(5));
    assert_eq!(solve(&mut *solver), SatAnswer::Sat);
    assert!(solver.value(lit(1)) && solver.value(lit(5)) && !solver.value(lit(2)));
    assert_eq!(solver.core(), []);
}

fn clauses_between_calls(new: fn() -> Box<dyn SatSolver>) {
    // All models of "at most two of five" by blocking each one found: 1 + 5 + 10.
    let mut solver = new();
    for a in 1..=5 {
        for b in 1..a {
            for c in 1..b {
                add(&mut *solver, &[vec![-a, -b, -c]]);
            }
        }
    }
    let mut models = 0;
    while solve(&mut *solver) == SatAnswer::Sat {
        models += 1;
        assert!(models <= 16);
        let block: Vec<Lit> = (0..5).map(|i| Var::new(i).positive()).collect();
        let block: Vec<Lit> = block.into_iter().map(|l| if solver.value(l) { !l } else { l }).collect();
        solver.add_clause(&block);
    }
    assert_eq!(models, 16);
}

fn hints_change_no_answer(new: fn() -> Box<dyn SatSolver>) {
    let mut random = Random(7);
    for seed in 0..20 {
        let clauses = random_3sat(10, 42, &mut random);
        let mut solver = new();
        solver.set_seed(seed);
        for number in 1..=10 {
            solver.prefer(lit(if random.below(2) == 0 { number } else { -number }));
        }
        add(&mut *solver, &clauses);
        assert_eq!(solve(&mut *solver) == SatAnswer::Sat, by_brute_force(10, &clauses));
    }
}

fn an_exhausted_budget_is_unknown(new: fn() -> Box<dyn SatSolver>) {
    let mut solver = new();
    add(&mut *solver, &pigeons(5));
    assert_eq!(solver.solve(&Budget::unlimited().within(Duration::ZERO)), SatAnswer::Unknown);
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat, "and it can be used afterwards");
}

fn a_budget_ends_a_running_call(new: fn() -> Box<dyn SatSolver>) {
    let mut solver = new();
    add(&mut *solver, &pigeons(12));
    // By itself it would run for hours, and end with another answer.
    let budget = Budget::unlimited().within(Duration::from_millis(200));
    assert_eq!(solver.solve(&budget), SatAnswer::Unknown);
    assert_eq!(budget.failure(), None);

    let (budget, stop) = Budget::unlimited().racer();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&budget), SatAnswer::Unknown);
    });

    // Afterwards it can still be used, with all its clauses and new ones.
    for pigeon in 0..13 {
        solver.assume(lit(-(pigeon * 12 + 1)));
    }
    add(&mut *solver, &[vec![1]]);
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat);
    assert!(solver.core().contains(&lit(-1)), "{:?}", solver.core());
}

/// Only for back ends that count conflicts: the limit ends a call, and applies to that call only.
fn a_conflict_limit_ends_a_call(new: fn() -> Box<dyn SatSolver>) {
    let mut solver = new();
    add(&mut *solver, &pigeons(12));
    solver.limit_conflicts(200);
    assert_eq!(solve(&mut *solver), SatAnswer::Unknown);
    let mut solver = new();
    add(&mut *solver, &pigeons(7));
    solver.limit_conflicts(50);
    assert_eq!(solve(&mut *solver), SatAnswer::Unknown);
    assert_eq!(solve(&mut *solver), SatAnswer::Unsat);
    // Stopped at arbitrary points, again and again.
    let mut random = Random(3);
    let clauses = random_3sat(200, 860, &mut random);
    for limit in 1..60 {
        let mut solver = new();
        add(&mut *solver, &clauses);
        for round in 0..2 {
            solver.limit_conflicts(37 * limit);
            if solve(&mut *solver) == SatAnswer::Sat {
                assert!(satisfied(&clauses, |n| solver.value(lit(n))), "limit {limit}, round {round}");
            }
        }
    }
}

/// Only for back ends that take phases: the model has the preferred values wherever the clauses allow it.
fn phases_are_taken(new: fn() -> Box<dyn SatSolver>) {
    let mut random = Random(99);
    for _ in 0..10 {
        let mut solver = new();
        let wanted: Vec<Lit> = (1..=40).map(|n| lit(if random.below(2) == 0 { n } else { -n })).collect();
        for pair in wanted.chunks(2) {
            solver.add_clause(&[pair[0], !pair[1]]);
        }
        wanted.iter().for_each(|&lit| solver.prefer(lit));
        assert_eq!(solve(&mut *solver), SatAnswer::Sat);
        assert!(wanted.iter().all(|&lit| solver.value(lit)));
    }
}

fn back_end(text: &str) -> Box<dyn SatSolver> {
    text.parse::<BackEnd>().unwrap().solver(1)
}

macro_rules! suite {
    ($name:ident, $solver:expr $(, if $condition:expr)?; $($more:ident),*) => {
        suite!(@ $name, $solver, ($($condition)?), [
            known_answers,
            random_formulas,
            assumptions_and_cores,
            clauses_between_calls,
            hints_change_no_answer,
            an_exhausted_budget_is_unknown,
            a_budget_ends_a_running_call,
            $($more),*
        ]);
    };
    (@ $name:ident, $solver:expr, $condition:tt, [$($test:ident),* $(,)?]) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            fn new() -> Box<dyn SatSolver> {
                $solver
            }
            $(suite!(@@ $test, $condition);)*
        }
    };
    (@@ $test:ident, ()) => {
        #[test]
        fn $test() {
            super::$test(new);
        }
    };
    (@@ $test:ident, ($condition:expr)) => {
        #[test]
        fn $test() {
            if $condition {
                super::$test(new);
            }
        }
    };
}

suite!(varisat, Box::new(cwsat::solver::Varisat::new()); a_conflict_limit_ends_a_call, phases_are_taken);

suite!(varisat_with_a_seed, back_end("varisat"); a_conflict_limit_ends_a_call, phases_are_taken);

#[cfg(feature = "cadical")]
suite!(cadical, Box::new(cwsat::solver::Cadical::new()); a_conflict_limit_ends_a_call, phases_are_taken);

// Our own program takes the place of an external solver: this tests the back end without anything installed.
suite!(
    process,
    back_end(&format!("process:'{}' sat {{cnf}} --solver varisat --seed {{seed}}", env!("CARGO_BIN_EXE_cwsat")));
);
suite!(process_minisat, back_end("process:minisat {cnf} {out}"), if is_installed("minisat"););
suite!(process_cadical, back_end("process:cadical -q"), if is_installed("cadical"););
suite!(
    process_cryptominisat,
    back_end("process:cryptominisat5 --verb 0 {cnf}"), if is_installed("cryptominisat5");
);

// A solver built by others: Debian's CaDiCaL, whose version is not that of the embedded one.
suite!(ipasir_library, back_end(&format!("ipasir:{}", ipasir::library().unwrap())), if ipasir::library().is_some(); a_conflict_limit_ends_a_call);

suite!(
    portfolio,
    BackEnd::portfolio("varisat,varisat,varisat:seed=77").unwrap().solver(1);
    a_conflict_limit_ends_a_call
);

// The process never answers first, so it is stopped each time.
suite!(portfolio_with_a_sleeper, BackEnd::portfolio("process:sleep 1000,varisat").unwrap().solver(1););
