//! Whether the wires of a board can go in other ways, and what a person who solves it has to find out.
//!
//! The published puzzle is the board with its blocks and numbers, and its solution the wires. So a wiring is *unique* if with
//! the blocks where they lie there is no other one that follows the rules; detours count as well.

mod deduction;
mod only;

pub use deduction::{Difficulty, Grade, difficulty};
pub use only::{NotOnly, Only, make_only};

use crate::encodings::grid::Pos;
use crate::encodings::numberlink::{Problem, Solution, Wirings};
use crate::search::Setup;
use crate::solver::{Budget, SatAnswer, SatSolver, ask, load};

/// Formulas with more clauses than about this many are not made.
const LARGEST_FORMULA: usize = 3_000_000;

/// The wirings of a board besides its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Others {
    /// How many were found.
    pub found: usize,
    /// Whether there are no more.
    pub is_complete: bool,
}

impl Others {
    /// Returns whether the wiring is the only one.
    pub fn are_none(&self) -> bool {
        self.found == 0 && self.is_complete
    }
}

/// Counts the other wirings of an answer's board, up to `most` of them. Where the formula would be too large, nothing is
/// known.
pub fn count_others(
    problem: &Problem,
    answer: &Solution,
    most: usize,
    setup: &Setup,
    budget: &Budget,
) -> Others {
    let mut search = match Search::new(problem, answer, setup) {
        Some(search) if !budget.exhausted() => search,
        _ => return Others { found: 0, is_complete: false },
    };
    search.exclude(answer);
    let mut found = 0;
    while found < most {
        match search.find(&[], budget) {
            Other::Wiring(other) => search.exclude(&other),
            Other::None => return Others { found, is_complete: true },
            Other::Unknown => break,
        }
        found += 1;
    }
    Others { found, is_complete: false }
}

/// A search for wirings.
struct Search<'a> {
    problem: &'a Problem,
    wirings: Wirings,
    solver: Box<dyn SatSolver>,
}

/// What a search found.
enum Other {
    Wiring(Solution),
    /// There is no other.
    None,
    /// The budget ended first.
    Unknown,
}

impl<'a> Search<'a> {
    /// Prepares a search for wirings of this board; `None` if the formula would be too large.
    fn new(problem: &'a Problem, board: &Solution, setup: &Setup) -> Option<Self> {
        if Wirings::size(problem, board) > LARGEST_FORMULA {
            return None;
        }
        let wirings = Wirings::new(problem, board);
        let mut solver = setup.back_end.solver(setup.seed);
        load(&mut *solver, wirings.formula(), 0);
        Some(Self { problem, wirings, solver })
    }

    /// Has this wiring not found (again).
    fn exclude(&mut self, wiring: &Solution) {
        let clause: Vec<_> = self.wirings.literals(wiring).map(|lit| !lit).collect();
        self.solver.add_clause(&clause);
    }

    /// Looks for a wiring that takes none of these fields.
    fn find(&mut self, closed: &[Pos], budget: &Budget) -> Other {
        for lit in closed.iter().filter_map(|&pos| self.wirings.closed(pos)) {
            self.solver.assume(lit);
        }
        let question = format_args!("is there another wiring");
        match ask(&mut *self.solver, self.wirings.formula(), &question, budget) {
            SatAnswer::Sat => Other::Wiring(self.wirings.decode(self.problem, |lit| self.solver.value(lit))),
            SatAnswer::Unsat => Other::None,
            SatAnswer::Unknown => Other::Unknown,
        }
    }
}
