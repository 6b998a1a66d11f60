//! Splits a formula into cubes that cover it, to be solved in any order, by any number of machines.
//!
//! The cubes are the leaves of a tree: each inner node splits at a variable, which is true in one branch and false in
//! the other, so together they cover everything, whatever the formula says. The next leaf to be split is the one that
//! leaves the most variables open, and the variable is the one for which looking ahead, by unit propagation, settles
//! the most in both branches (the largest product, as in other look-ahead solvers). A branch that propagation alone
//! refutes is no branch: its negation is taken for granted, and no literal of a cube is spent on it.
//!
//! Variables to split at are taken from those that the caller names (what a solution is made of), the ones in the most and the
//! shortest clauses first.

mod propagate;

use crate::encodings::cnf::{Formula, Lit, Var, icnf};
use crate::solver::{Budget, SatAnswer, load, new_solver};
use propagate::{Conflict, Propagator};

/// How many variables are looked ahead on at a leaf.
const LOOKED_AT: usize = 60;

/// A leaf of the tree.
#[derive(Clone, Debug)]
struct Leaf {
    /// The literals of the cube.
    decisions: Vec<Lit>,
    /// What was found to follow from the formula and the decisions, beyond propagation.
    implied: Vec<Lit>,
    /// How many variables are open under the cube.
    open: usize,
    /// Whether it cannot be split: nothing is open, or no variable to split at.
    is_final: bool,
}

/// Splits a formula into up to `count` cubes: fewer only if there is nothing more to split, or if the budget ends. The union
/// of the cubes is everything; a formula that propagation refutes has one empty cube.
pub fn split(formula: &Formula, candidates: &[Var], count: usize, budget: &Budget) -> Vec<Vec<Lit>> {
    let root = Leaf { decisions: Vec::new(), implied: Vec::new(), open: usize::MAX, is_final: false };
    let mut leaves = vec![root];
    let Ok(mut propagator) = Propagator::new(formula) else { return vec![Vec::new()] };
    let candidates = by_weight(formula, candidates);
    while leaves.len() < count && !budget.exhausted() {
        let open = (0..leaves.len()).filter(|&at| !leaves[at].is_final);
        let Some(at) = open.max_by_key(|&at| leaves[at].open) else { break };
        let leaf = leaves.swap_remove(at);
        match branch(&mut propagator, leaf, &candidates) {
            Ok(new) => leaves.extend(new),
            // The sibling of what was refuted now stands for both.
            Err(refuted) => give_to_sibling(&mut leaves, &refuted),
        }
        if leaves.is_empty() {
            return vec![Vec::new()];
        }
    }
    log::debug!("{} cubes of {}", leaves.len(), formula.size());
    let mut cubes: Vec<Vec<Lit>> = leaves.into_iter().map(|leaf| leaf.decisions).collect();
    // The order of the tree, which puts cubes with much in common side by side.
    cubes.sort();
    cubes
}

/// Returns the variables, those that decide the most clauses first: a clause counts the more the shorter it is.
fn by_weight(formula: &Formula, candidates: &[Var]) -> Vec<Var> {
    let mut weights = vec![[0.0f64; 2]; formula.var_count()];
    for clause in formula.clauses() {
        let weight = 5.0f64.powi(-(clause.len().min(100) as i32));
        for lit in clause {
            weights[lit.var().index()][usize::from(lit.is_positive())] += weight;
        }
    }
    let weight = |var: &Var| weights[var.index()].iter().product::<f64>();
    let mut sorted = candidates.to_vec();
    sorted.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.index().cmp(&b.index())));
    sorted
}

/// Splits a leaf in two, or returns it as final. If it turns out to be refuted, its decisions are the error.
fn branch(propagator: &mut Propagator, mut leaf: Leaf, candidates: &[Var]) -> Result<Vec<Leaf>, Vec<Lit>> {
    let start = propagator.assigned();
    let taken = leaf.decisions.iter().chain(&leaf.implied).try_for_each(|&lit| propagator.assign(lit));
    let best = taken.and_then(|()| choose(propagator, &mut leaf.implied, candidates));
    propagator.back_to(start);
    match best {
        Err(Conflict) => Err(leaf.decisions),
        Ok(None) => Ok(vec![Leaf { is_final: true, ..leaf }]),
        Ok(Some((lit, open))) => {
            let with = |lit: Lit, open: usize| {
                let decisions = leaf.decisions.iter().copied().chain([lit]).collect();
                Leaf { decisions, implied: leaf.implied.clone(), open, is_final: false }
            };
            Ok(vec![with(lit, open[0]), with(!lit, open[1])])
        }
    }
}

/// Looks ahead with both values of the variables. Returns the best to split at, and how much each branch leaves open; none if
/// there is nothing to split at.
fn choose(
    propagator: &mut Propagator,
    implied: &mut Vec<Lit>,
    candidates: &[Var],
) -> Result<Option<(Lit, [usize; 2])>, Conflict> {
    let vars = propagator.vars();
    'anew: loop {
        let mut best: Option<(u64, Lit, [usize; 2])> = None;
        let mut looked_at = 0;
        for &var in candidates {
            let lit = var.positive();
            if propagator.value(lit).is_some() {
                continue;
            }
            if looked_at == LOOKED_AT {
                break;
            }
            looked_at += 1;
            let before = propagator.assigned();
            let mut settled = [0; 2];
            for (lit, settled) in [lit, !lit].into_iter().zip(&mut settled) {
                let ahead = propagator.assign(lit);
                *settled = propagator.assigned() - before;
                propagator.back_to(before);
                if ahead.is_err() {
                    propagator.assign(!lit)?;
                    implied.push(!lit);
                    continue 'anew;
                }
            }
            let [a, b] = settled.map(|n| n as u64);
            let worth = a * b * 1024 + a + b;
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, lit, settled.map(|n| vars - before - n)));
            }
        }
        return Ok(best.map(|(_, lit, open)| (lit, open)));
    }
}

/// Removes the last decision of a refuted leaf from its tree: the branches beside it take its place, and know that it is
/// refuted.
fn give_to_sibling(leaves: &mut Vec<Leaf>, refuted: &[Lit]) {
    let Some((&last, before)) = refuted.split_last() else {
        leaves.clear(); // the whole formula is refuted
        return;
    };
    let depth = before.len();
    for leaf in leaves {
        if leaf.decisions.starts_with(before) && leaf.decisions.get(depth) == Some(&!last) {
            leaf.decisions.remove(depth);
            leaf.implied.push(!last);
        }
    }
}

/// Returns whether the cubes cover everything, whatever is not in one of them: `None` if the budget ended first.
pub fn cover_all(cubes: &[Vec<Lit>], budget: &Budget) -> Option<bool> {
    let mut solver = new_solver(0);
    load(&mut *solver, &icnf::complement(cubes), 0);
    match solver.solve(budget) {
        SatAnswer::Unsat => Some(true),
        SatAnswer::Sat => Some(false),
        SatAnswer::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::cnf::Family;
    use crate::solver::SatSolver;
    use crate::solver::Varisat;

    fn formula(vars: usize, clauses: &[Vec<i32>]) -> Formula {
        let mut formula = Formula::new();
        let x = formula.family(Family::auxiliary("x"));
        formula.vars(x, 1, vars);
        clauses.iter().for_each(|c| formula.add(c.iter().map(|&n| Lit::from_dimacs(n).unwrap())));
        formula
    }

    fn all_vars(formula: &Formula) -> Vec<Var> {
        (0..formula.var_count()).map(Var::new).collect()
    }

    fn random_3sat(vars: usize, clauses: usize, random: &mut fastrand::Rng) -> Formula {
        let mut literal = || random.i32(1..=vars as i32) * if random.bool() { 1 } else { -1 };
        let clauses: Vec<_> = (0..clauses).map(|_| (0..3).map(|_| literal()).collect()).collect();
        formula(vars, &clauses)
    }

    fn has_model(formula: &Formula, cube: &[Lit]) -> bool {
        let mut solver = Varisat::new();
        load(&mut solver, formula, 0);
        cube.iter().for_each(|&lit| solver.add_clause(&[lit]));
        solver.solve(&Budget::unlimited()) == SatAnswer::Sat
    }

    #[test]
    fn cubes_cover_everything_and_do_not_overlap() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut sizes = Vec::new();
        for round in 0..40 {
            let formula = random_3sat(30 + round, 4 * (30 + round), &mut random);
            let cubes = split(&formula, &all_vars(&formula), 12, &Budget::unlimited());
            assert!(cubes.len() <= 12);
            assert_eq!(cover_all(&cubes, &Budget::unlimited()), Some(true), "{cubes:?}");
            for (number, a) in cubes.iter().enumerate() {
                let apart = |b: &Vec<Lit>| a.iter().any(|&lit| b.contains(&!lit));
                assert!(cubes[..number].iter().all(apart), "{cubes:?}");
            }
            let of_parts = cubes.iter().any(|cube| has_model(&formula, cube));
            assert_eq!(of_parts, has_model(&formula, &[]));
            let without_one = &cubes[1..];
            assert_eq!(cover_all(without_one, &Budget::unlimited()), Some(false));
            sizes.push(cubes.len());
        }
        assert!(sizes.iter().filter(|&&size| size == 12).count() > 20, "{sizes:?}");
    }

    #[test]
    fn what_propagation_decides_is_not_split() {
        let budget = Budget::unlimited();
        let refuted = formula(2, &[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]]);
        assert_eq!(split(&refuted, &all_vars(&refuted), 8, &budget), [vec![]]);
        let at_once = formula(1, &[vec![1], vec![-1]]);
        assert_eq!(split(&at_once, &all_vars(&at_once), 8, &budget), [vec![]]);
        // One variable is all there is to split at, and the other one is decided.
        let small = formula(2, &[vec![1]]);
        let cubes = split(&small, &all_vars(&small), 8, &budget);
        assert_eq!(cubes.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(split(&small, &[], 8, &budget), [vec![]]);
    }
}
