//! The Numberlink formula against plain enumeration: on every rectangle of small boards the two agree on whether
//! everything fits, for hundreds of random problems.

use crate::common::numberlink::{Only, draw, fits, fits_only};
use cwsat::encodings::cnf::Var;
use cwsat::encodings::numberlink::bounds::Counts;
use cwsat::encodings::numberlink::{
    self as puzzle, Encoding, Lattice, Problem, RedundantClauses, ShortWires, from_names, rules, short,
};
use cwsat::search::Setup;
use cwsat::search::numberlink::claim::Claim;
use cwsat::search::numberlink::{self as search, Impossible, NoAnswer};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};

/// Returns whether the formula has a model; if so, checks the solution that it decodes to, by literals and by names.
fn formula_fits(problem: &Problem, rows: usize, cols: usize, redundant: RedundantClauses) -> bool {
    let encoding = Encoding::new(problem, rows, cols, redundant);
    let mut solver = new_solver(0);
    load(&mut *solver, encoding.formula(), 0);
    match solver.solve(&Budget::unlimited()) {
        SatAnswer::Unsat => false,
        SatAnswer::Unknown => panic!("no limit was set"),
        SatAnswer::Sat => {
            let answer = encoding.decode(problem, |lit| solver.value(lit)).unwrap();
            assert_eq!(rules::check(problem, &answer), [], "{problem:?} in {rows}x{cols}");
            let names = encoding.formula().names();
            let true_names: Vec<String> = (0..names.vars())
                .filter(|&v| solver.value(Var::new(v).positive()))
                .filter_map(|v| names.name(Var::new(v)))
                .collect();
            let named = from_names(problem, true_names.iter().map(String::as_str)).unwrap();
            assert_eq!(named, answer.cropped());
            true
        }
    }
}

#[test]
fn formula_and_enumeration_agree_on_every_rectangle() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut fitting, mut others) = (0, 0);
    for _ in 0..250 {
        let problem = draw(&mut rng, 4);
        let counts = Counts::of(&problem);
        for rows in 1..=4 {
            for cols in 1..=4 {
                let is_possible = fits(&problem, rows, cols);
                assert!(
                    !is_possible || counts.allow(rows, cols),
                    "{problem:?}: counting excludes {rows}x{cols}"
                );
                for (taut, spare, lengths) in [
                    (true, Some(64), Some(64)),
                    (false, Some(0), None),
                    (false, None, Some(64)),
                    (false, None, Some(0)),
                    (false, None, None),
                ] {
                    let redundant = RedundantClauses { taut, spare, lengths };
                    let found = formula_fits(&problem, rows, cols, redundant);
                    assert_eq!(found, is_possible, "{problem:?} in {rows}x{cols}, {redundant:?}");
                }
                if is_possible { fitting += 1 } else { others += 1 }
            }
        }
    }
    assert!(fitting > 300 && others > 300, "{fitting} fit, {others} do not");
}

/// Returns a solution with short wires, if the formula for short wires has a model.
fn with_short_wires(
    problem: &Problem,
    rows: usize,
    cols: usize,
    lattice: Option<&Lattice>,
) -> Option<puzzle::Solution> {
    let short = ShortWires::new(problem, rows, cols, lattice);
    let mut solver = new_solver(0);
    load(&mut *solver, short.formula(), 0);
    let found = solver.solve(&Budget::unlimited()) == SatAnswer::Sat;
    found.then(|| short.decode(problem, |lit| solver.value(lit)).unwrap())
}

/// Returns the number of fields between the ends of the longest wire.
fn longest_wire(problem: &Problem, answer: &puzzle::Solution) -> usize {
    let length = |number| {
        let start = answer.end(problem, number, 0).unwrap();
        answer.wire_from(start, number).len() - 2
    };
    (1..=problem.nets()).map(length).max().unwrap_or(0)
}

#[test]
fn the_formula_of_short_wires_has_answers_exactly_with_short_wires() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut short, mut refused, mut used) = (0, 0, [0; short::LONGEST + 1]);
    for _ in 0..250 {
        let problem = draw(&mut rng, 4);
        for (rows, cols) in [(2, 3), (3, 3), (4, 3), (4, 4)] {
            let only = Only { wires_up_to: short::LONGEST, corners: &|_, _, _| true };
            let found = with_short_wires(&problem, rows, cols, None);
            assert_eq!(
                found.is_some(),
                fits_only(&problem, rows, cols, only),
                "{problem:?} in {rows}x{cols}"
            );
            if let Some(answer) = found {
                assert_eq!(rules::check(&problem, &answer), [], "{problem:?} in {rows}x{cols}");
                let longest = longest_wire(&problem, &answer);
                assert!(longest <= short::LONGEST, "{problem:?} in {rows}x{cols}");
                used[longest] += 1;
                short += 1;
            } else if fits(&problem, rows, cols) {
                refused += 1;
            }
        }
    }
    assert!(short > 200 && refused > 0 && used.iter().all(|&n| n > 10), "{short}, {refused}, {used:?}");
}

#[test]
fn the_formula_of_a_lattice_has_exactly_regular_answers() {
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut regular, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let problem = draw(&mut rng, 5);
        let Some(lattice) = Lattice::of(&problem).filter(|lattice| lattice.blocks > 1) else { continue };
        for (rows, cols) in [(3, 4), (4, 4), (4, 5), (5, 5)] {
            let found = with_short_wires(&problem, rows, cols, Some(&lattice));
            let begins_at = |down: usize, right: usize| {
                let corners = |block: usize, row: usize, col: usize| {
                    !lattice.holds(&problem.blocks()[block])
                        || (row % lattice.rows == down && col % lattice.cols == right)
                };
                let only = Only { wires_up_to: short::LONGEST, corners: &corners };
                fits_only(&problem, rows, cols, only)
            };
            let is_possible =
                (0..lattice.rows).any(|down| (0..lattice.cols).any(|right| begins_at(down, right)));
            assert_eq!(found.is_some(), is_possible, "{problem:?} in {rows}x{cols}");
            assert!(!is_possible || lattice.has_room(rows, cols), "{problem:?} in {rows}x{cols}");
            match found {
                Some(answer) => {
                    assert_eq!(rules::check(&problem, &answer), [], "{problem:?} in {rows}x{cols}");
                    regular += 1;
                }
                None if fits(&problem, rows, cols) => refused += 1,
                None => {}
            }
        }
    }
    assert!(regular > 200 && refused > 50, "{regular}, {refused}");
}

#[test]
fn the_search_finds_the_smallest_rectangle_and_what_it_claims_has_no_model() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut solved, mut impossible) = (0, 0);
    for round in 0..80 {
        let side = 3 + round as usize % 2;
        let problem = draw(&mut rng, side);
        let areas = (1..=side).flat_map(|rows| (1..=side).map(move |cols| (rows, cols)));
        let fitting = areas.filter(|&(rows, cols)| fits(&problem, rows, cols));
        let least = fitting.map(|(rows, cols)| rows * cols).min();
        let setup = Setup { threads: 1 + round as usize / 2 % 2, ..Setup::seeded(round) };
        let found = search::solve(&problem, &setup, &Budget::unlimited(), &|_| {});
        match (&found, least) {
            (Ok(answer), Some(least)) => {
                assert_eq!((answer.area, answer.bound), (least, least), "{problem:?}");
                assert_eq!(rules::check(&problem, &answer.solution), []);
                solved += 1;
            }
            (Err(NoAnswer::None(Impossible)), None) => impossible += 1,
            other => panic!("{problem:?}: {other:?}"),
        }
        let mut solver = new_solver(0);
        load(&mut *solver, &Claim::new(&problem, least).formula(&problem), 0);
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unsat, "{problem:?}");
        if let Some(least) = least {
            let mut solver = new_solver(0);
            load(&mut *solver, &Claim::new(&problem, Some(least + 1)).formula(&problem), 0);
            assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat, "{problem:?}");
        }
    }
    assert!(solved > 20 && impossible > 3, "{solved} solved, {impossible} impossible");
}

#[test]
fn one_thread_and_one_seed_give_one_answer() {
    let mut rng = fastrand::Rng::with_seed(3);
    let problem = draw(&mut rng, 4);
    let solve = || search::solve(&problem, &Setup::default(), &Budget::unlimited(), &|_| {});
    assert_eq!(solve().map(|a| a.solution), solve().map(|a| a.solution));
}
