//! Why not all words of a list can be laid: words for which counting is enough, or a few words that the
//! formula says cannot lie on the board together, though they could without any one of them.
//!
//! The formula has the rules for neighbours and no crossing count, and leaves out that the layout hangs
//! together, so its word sets are impossible for lack of room or of letters alone. What only the connection
//! forbids is not found here; the search reports such words as left out.

use super::Options;
use crate::encodings::cnf::{Bit, Lit};
use crate::encodings::crisscross::bound::{self, Hopeless};
use crate::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use crate::encodings::crisscross::puzzle::Puzzle;
use crate::solver::{Answer, Budget, load};

/// Why not all words can be laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// These entries cannot be laid beside the others, by counting alone.
    Hopeless(Vec<(usize, Hopeless)>),
    /// These entries cannot lie on the board together. If `minimal`, they can without any one of them.
    NoRoom {
        /// The entries.
        entries: Vec<usize>,
        /// Whether every one of them is needed.
        minimal: bool,
    },
    /// There is no such reason.
    None,
    /// The budget ended first.
    Unknown,
}

/// Looks for a reason.
pub fn explain(puzzle: &Puzzle, options: &Options, budget: &Budget) -> Explanation {
    let found = bound::bound(puzzle).hopeless.into_iter().enumerate();
    let hopeless: Vec<(usize, Hopeless)> = found.filter_map(|(entry, why)| Some((entry, why?))).collect();
    if !hopeless.is_empty() {
        return Explanation::Hopeless(hopeless);
    }
    let encoding = CrissCrossEncoding::new(puzzle, Wishes::default());
    let laid: Vec<(usize, Lit)> = (0..puzzle.entries.len())
        .filter_map(|entry| match encoding.laid(entry) {
            Bit::Lit(lit) => Some((entry, lit)),
            _ => None,
        })
        .collect();
    let mut solver = options.back_end.solver(options.seed);
    load(&mut *solver, &encoding.formula, 0);
    let mut ask = |entries: &[(usize, Lit)]| {
        entries.iter().for_each(|&(_, lit)| solver.assume(lit));
        let answer = solver.solve(budget);
        let core: Vec<(usize, Lit)> =
            entries.iter().filter(|(_, lit)| solver.core().contains(lit)).copied().collect();
        (answer, core)
    };
    let mut core = match ask(&laid) {
        (Answer::Sat, _) => return Explanation::None,
        (Answer::Unknown, _) => return Explanation::Unknown,
        (Answer::Unsat, core) => core,
    };
    // Each word is left out once; where the others can be laid then, it is needed.
    let (mut needed, mut minimal) = (0, true);
    while needed < core.len() {
        let mut fewer = core.clone();
        fewer.remove(needed);
        match ask(&fewer) {
            (Answer::Unsat, smaller) => core = smaller,
            (answer, _) => {
                minimal &= answer == Answer::Sat;
                needed += 1;
            }
        }
    }
    Explanation::NoRoom { entries: core.into_iter().map(|(entry, _)| entry).collect(), minimal }
}
