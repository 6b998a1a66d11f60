//! What an optimal answer claims, as one formula without a model.
//!
//! That no area below the optimum does is a statement about several rectangles. All of them go into one
//! formula: each rectangle's clauses hold only under a literal that chooses it, and one of these literals is
//! true. Rectangles inside others need no clauses, and neither do those that counting excludes.

use crate::encodings::cnf::{Family, Formula, Lit, Var};
use crate::encodings::numberlink::{Encoding, Problem, bounds::Counts, encoding};

/// The shapes (rows, columns) of less than this area (or of any area) that counting allows and that lie in no
/// other of them.
pub fn shapes_below(problem: &Problem, area: Option<usize>) -> Vec<(usize, usize)> {
    let counts = Counts::of(problem);
    let most = area.map_or(usize::MAX, |area| area.saturating_sub(1));
    let widest = |rows: usize| (most / rows).min(problem.cols());
    (1..=problem.rows())
        .map(|rows| (rows, widest(rows)))
        .filter(|&(rows, cols)| cols > 0 && (rows == problem.rows() || widest(rows + 1) < cols))
        .filter(|&(rows, cols)| counts.allow(rows, cols))
        .collect()
}

/// The formula that has a model exactly if everything fits into one of these shapes.
pub fn fits_one_of(problem: &Problem, shapes: &[(usize, usize)]) -> Formula {
    let mut formula = Formula::new();
    let sizes: Vec<String> = shapes.iter().map(|(rows, cols)| format!("{cols}x{rows}")).collect();
    let shape = formula.family(Family::rendered("shape", "WxH", move |key| sizes[key as usize].clone()));
    let first = formula.vars(shape, 0, shapes.len());
    let chosen: Vec<Lit> = (0..shapes.len()).map(|i| Var::new(first.index() + i).positive()).collect();
    formula.label("one of the shapes");
    formula.add(chosen.iter().copied());
    for (&(rows, cols), &chosen) in shapes.iter().zip(&chosen) {
        let one = Encoding::new(problem, rows, cols, encoding::Options::default());
        let one = one.formula();
        let names = one.names().clone();
        let name =
            move |key| format!("{cols}x{rows}: {}", names.name(Var::new(key as usize)).unwrap_or_default());
        let copy = formula.family(Family::rendered("in", "WxH: name", name));
        let shift = formula.vars(copy, 0, one.var_count()).index();
        formula.label("under its shape");
        for clause in one.clauses() {
            let moved = |lit: &Lit| Var::new(lit.var().index() + shift).lit(lit.is_positive());
            formula.add(clause.iter().map(moved).chain([!chosen]));
        }
    }
    formula
}
