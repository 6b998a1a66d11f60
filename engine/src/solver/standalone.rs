//! A formula from elsewhere, given to a solver.
//!
//! Such a formula may declare many more variables than its clauses use, and the numbers in use may be far apart.
//! Solvers keep some hundred bytes for each number up to the largest; so if most numbers are unused, the variables are
//! renumbered without gaps. Also, loading a large formula takes time, and that time counts towards the budget.

use super::{BackEnd, Budget, SatAnswer, SatSolver};
use crate::encodings::cnf::{Formula, Lit, Var};

/// A formula loaded into a solver.
pub struct Standalone {
    solver: Box<dyn SatSolver>,
    /// `None` if the solver has the formula's own numbers.
    close: Option<Close>,
    /// Whether all clauses were loaded.
    whole: bool,
}

impl Standalone {
    /// Loads the clauses into a solver, as long as the budget lasts.
    pub fn load(formula: &Formula, back_end: &BackEnd, seed: u64, budget: &Budget) -> Self {
        /// How many clauses are loaded between two looks at the budget.
        const PAUSE: usize = 1 << 12;
        let mut solver = back_end.solver(seed);
        let close = Close::of(formula);
        let mut renumbered: Vec<Lit> = Vec::new();
        let mut whole = true;
        for (number, clause) in formula.clauses().enumerate() {
            if number % PAUSE == PAUSE - 1 && budget.exhausted() {
                whole = false;
                break;
            }
            match &close {
                None => solver.add_clause(clause),
                Some(close) => {
                    renumbered.clear();
                    renumbered.extend(clause.iter().map(|&lit| close.lit(lit)));
                    solver.add_clause(&renumbered);
                }
            }
        }
        Self { solver, close, whole }
    }

    /// Looks for a model.
    pub fn solve(&mut self, budget: &Budget) -> SatAnswer {
        if self.whole { self.solver.solve(budget) } else { SatAnswer::Unknown }
    }

    /// Returns the literal of this variable that is true in the model, after [`SatAnswer::Sat`]. A variable in no
    /// clause is false.
    pub fn literal(&self, var: Var) -> Lit {
        let lit = match &self.close {
            None => Some(var.positive()),
            Some(close) => close.used(var).then(|| close.lit(var.positive())),
        };
        if lit.is_some_and(|lit| self.solver.value(lit)) { var.positive() } else { !var.positive() }
    }
}

/// Numbers without gaps for the variables that occur.
struct Close {
    /// One bit per variable: whether it occurs.
    used: Vec<u64>,
    /// For each 64-bit block of `used`, how many variables occur before it.
    before: Vec<u32>,
}

impl Close {
    /// Renumbers a formula's variables; `None` if most of them occur.
    fn of(formula: &Formula) -> Option<Self> {
        let lits = || formula.clauses().flatten();
        let largest = lits().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let mut used = vec![0_u64; largest.div_ceil(64)];
        lits().for_each(|lit| used[lit.var().index() / 64] |= 1 << (lit.var().index() % 64));
        let mut count = 0;
        let before: Vec<u32> = used
            .iter()
            .map(|word| {
                let before = count;
                count += word.count_ones();
                before
            })
            .collect();
        (2 * (count as usize) < largest).then_some(Self { used, before })
    }

    fn used(&self, var: Var) -> bool {
        self.used.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }

    /// Returns the renumbered literal; the variable has to occur.
    fn lit(&self, lit: Lit) -> Lit {
        let (word, bit) = (lit.var().index() / 64, lit.var().index() % 64);
        let below = self.used[word] & ((1 << bit) - 1);
        Var::new((self.before[word] + below.count_ones()) as usize).lit(lit.is_positive())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::cnf::dimacs;

    fn solved(text: &str, back_end: &BackEnd) -> (Formula, Standalone, SatAnswer) {
        let formula = dimacs::read(text.as_bytes()).unwrap();
        let budget = Budget::unlimited();
        let mut solver = Standalone::load(&formula, back_end, 0, &budget);
        let answer = solver.solve(&budget);
        (formula, solver, answer)
    }

    #[test]
    fn numbers_far_apart_cost_nothing_and_come_back() {
        for back_end in BackEnd::ALL {
            let text = "p cnf 1000000000 4\n999999999 -7 0\n7 0\n-64 999999999 0\n-64 -128 0\n";
            let (formula, solver, answer) = solved(text, back_end);
            assert_eq!(answer, SatAnswer::Sat);
            assert!(solver.close.is_some());
            let holds = |&lit: &Lit| solver.literal(lit.var()) == lit;
            assert!(formula.clauses().all(|clause| clause.iter().any(holds)));
            assert!(!solver.literal(Var::new(999_999_999)).is_positive(), "it occurs nowhere");
            let (_, solver, answer) = solved("p cnf 3 2\n1 2 0\n-1 3 0\n", back_end);
            assert_eq!((answer, solver.close.is_none()), (SatAnswer::Sat, true));
            assert_eq!(
                solved("p cnf 900000000 2\n900000000 0\n-900000000 0\n", back_end).2,
                SatAnswer::Unsat
            );
            assert_eq!(solved("p cnf 0 0\n", back_end).2, SatAnswer::Sat);
            assert_eq!(solved("p cnf 0 1\n0\n", back_end).2, SatAnswer::Unsat);
        }
    }

    #[test]
    fn loading_ends_with_the_budget() {
        let text = format!("p cnf 1 10000\n{}", "1 0\n".repeat(10_000));
        let formula = dimacs::read(text.as_bytes()).unwrap();
        let over = Budget::unlimited().within(std::time::Duration::ZERO);
        let mut solver = Standalone::load(&formula, &BackEnd::Varisat, 0, &over);
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unknown);
    }
}
