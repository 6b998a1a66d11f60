//! What an optimal answer claims, as one formula without a model.
//!
//! That no area below the optimum is possible is a statement about several rectangles, which are the cases of one
//! formula. Rectangles inside others need no clauses, and neither do those that counting excludes. On small boards
//! nothing is left to counting, and each case consists of the rules alone, so that nobody has to trust more than these.

use crate::encodings::cnf::{Formula, cases::one_of};
use crate::encodings::numberlink::{Encoding, Problem, RedundantClauses, bounds::Counts};
use std::fmt;

/// Up to this number of fields, rectangles are refuted by the rules alone.
pub(super) const SMALL: usize = 20;

/// No clauses but those of the rules.
pub(super) const RULES_ALONE: RedundantClauses = RedundantClauses { taut: false, spare: None, lengths: None };

/// The claim that everything fits into no rectangle below an area, or on no board at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The area that the answer has; `None` if there is no answer.
    area: Option<usize>,
    /// The rectangles (rows, columns) of which none lies in another one.
    shapes: Vec<(usize, usize)>,
    /// Whether other rectangles were excluded by counting, and the clauses are more than those of the rules.
    is_counted: bool,
}

impl Claim {
    /// Returns the claim that no answer has less than this area, or that there is none.
    pub fn new(problem: &Problem, area: Option<usize>) -> Self {
        let most = area.map_or(usize::MAX, |area| area.saturating_sub(1));
        let widest = |rows: usize| (most / rows).min(problem.cols());
        let is_counted = most.min(problem.rows() * problem.cols()) > SMALL;
        let counts = Counts::of(problem);
        let shapes = (1..=problem.rows())
            .map(|rows| (rows, widest(rows)))
            .filter(|&(rows, cols)| cols > 0 && (rows == problem.rows() || widest(rows + 1) < cols))
            .filter(|&(rows, cols)| !is_counted || counts.allow(rows, cols))
            .collect();
        Self { area, shapes, is_counted }
    }

    /// Returns whether there is nothing to refute: counting excludes all rectangles, or none is smaller.
    pub fn is_settled(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Returns the formula that has a model exactly if everything fits into one of the rectangles.
    pub fn formula(&self, problem: &Problem) -> Formula {
        let names: Vec<String> = self.shapes.iter().map(name).collect();
        let redundant = if self.is_counted { RedundantClauses::default() } else { RULES_ALONE };
        one_of(&names, |number| {
            let (rows, cols) = self.shapes[number];
            Encoding::new(problem, rows, cols, redundant).into_formula()
        })
    }
}

/// Returns what a rectangle is called: its width and height, as in the contest.
fn name(&(rows, cols): &(usize, usize)) -> String {
    format!("{cols}x{rows}")
}

impl fmt::Display for Claim {
    /// Writes what it means that the formula has no model. `useful/check_rectangles.py` reads this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = self.shapes.iter().map(name).collect::<Vec<_>>().join(", ");
        match (self.area, self.is_counted) {
            (None, _) => {
                write!(f, "blocks and wires do not fit on the largest board, {list} (width x height)")
            }
            (Some(area), true) => write!(
                f,
                "blocks and wires fit into none of the rectangles {list} (width x height), and counting excludes all \
                 others of an area below {area} that do not lie in one of these"
            ),
            (Some(area), false) => write!(
                f,
                "blocks and wires fit into none of the rectangles {list} (width x height), and every other one of an \
                 area below {area} lies in one of these"
            ),
        }
    }
}
