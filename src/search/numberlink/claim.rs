//! What an optimal answer claims, as one formula without a model.
//!
//! That no area below the optimum is possible is a statement about several rectangles, which are the cases of one
//! formula. Rectangles inside others need no clauses, and neither do those that counting excludes.

use crate::encodings::cnf::{Formula, cases::one_of};
use crate::encodings::numberlink::{Encoding, Problem, RedundantClauses, bounds::Counts};

/// Returns the shapes (rows, columns) with less than this area (or with any area) that counting allows and that do not
/// fit inside another one of them.
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

/// Returns the formula that has a model exactly if everything fits into one of these shapes.
pub fn fits_one_of(problem: &Problem, shapes: &[(usize, usize)]) -> Formula {
    let names: Vec<String> = shapes.iter().map(|(rows, cols)| format!("{cols}x{rows}")).collect();
    one_of(&names, |number| {
        let (rows, cols) = shapes[number];
        Encoding::new(problem, rows, cols, RedundantClauses::default()).into_formula()
    })
}
