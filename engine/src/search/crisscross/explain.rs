//! Why not all words of a list can be placed: either counting shows it for single words, or the formula names a few
//! words that cannot be on the board together, though they could without any one of them.
//!
//! Other words of the list may be on the board or not: a word can help others, since adjacent letters have to belong to
//! some word. So what is said of a set of words holds with the whole list available; a list of these words alone may be
//! worse off.
//!
//! The formula has the rules for neighbours but no crossing count, and does not require the layout to be connected, so
//! its sets of words are impossible for lack of room or because of their letters alone. What only the connection
//! forbids is not found here; if nothing else is left, a search for a layout of all words may settle the question.

use super::claim::is_small;
use super::{Options, solve};
use crate::encodings::cnf::{Bit, Lit};
use crate::encodings::crisscross::bound::{self, Hopeless};
use crate::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use crate::encodings::crisscross::instance::{Instance, Request};
use crate::encodings::crisscross::puzzle::Puzzle;
use crate::search::explain::{Claim, NoClaim, Progress, Watch};
use crate::solver::{Budget, SatAnswer, load};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Why not all words can be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// Counting alone shows that these entries cannot be placed together with the others.
    Hopeless(Vec<(usize, Hopeless)>),
    /// These entries cannot be on the board together, whatever other entries are there. If `minimal`, they can without
    /// any one of them, possibly with the help of others.
    NoRoom {
        /// The entries.
        entries: Vec<usize>,
        /// Whether each of them is known to be needed.
        minimal: bool,
    },
    /// All words fit, but they fall into these sets of entries that have no letter in common, the largest sets first. A
    /// layout has words of only one set.
    Apart(Vec<Vec<usize>>),
    /// There is a layout of all words.
    Complete,
    /// All words can be on the board together, but no connected layout was found.
    NotFound,
    /// The budget ended first.
    Unknown,
}

/// The longest search for a layout of all words.
const QUICK: Duration = Duration::from_secs(10);

/// Explains why not all words can be placed.
pub fn explain(puzzle: &Puzzle, options: &Options, budget: &Budget, watch: Watch<'_>) -> Explanation {
    let bound = bound::bound(puzzle);
    let found = bound.hopeless.into_iter().enumerate();
    let hopeless: Vec<(usize, Hopeless)> = found.filter_map(|(entry, why)| Some((entry, why?))).collect();
    if !hopeless.is_empty() {
        return Explanation::Hopeless(hopeless);
    }
    if bound.groups.len() > 1 {
        return Explanation::Apart(bound.groups);
    }
    let encoding = CrissCrossEncoding::new(puzzle, Wishes::default());
    let laid: Vec<(usize, Lit)> = (0..puzzle.entries.len())
        .filter_map(|entry| match encoding.laid(entry) {
            Bit::Lit(lit) => Some((entry, lit)),
            _ => None,
        })
        .collect();
    let mut solver = options.setup.back_end.solver(options.setup.seed);
    load(&mut *solver, &encoding.formula, 0);
    let mut ask = |entries: &[(usize, Lit)]| {
        entries.iter().for_each(|&(_, lit)| solver.assume(lit));
        let answer = solver.solve(budget);
        let core: Vec<(usize, Lit)> =
            entries.iter().filter(|(_, lit)| solver.core().contains(lit)).copied().collect();
        (answer, core)
    };
    let mut core = match ask(&laid) {
        (SatAnswer::Sat, _) => return look_for_layout(puzzle, options, budget),
        (SatAnswer::Unknown, _) => return Explanation::Unknown,
        (SatAnswer::Unsat, core) => core,
    };
    // Each word is left out once; if the others can then be placed, it is needed.
    let (mut needed, mut minimal) = (0, true);
    while needed < core.len() {
        watch(Progress::Narrowing { left: core.len(), needed });
        let mut fewer = core.clone();
        fewer.remove(needed);
        match ask(&fewer) {
            (SatAnswer::Unsat, smaller) => core = smaller,
            (answer, _) => {
                minimal &= answer == SatAnswer::Sat;
                needed += 1;
            }
        }
    }
    Explanation::NoRoom { entries: core.into_iter().map(|(entry, _)| entry).collect(), minimal }
}

/// Returns the claim of an explanation. Where there is no room, the causes are the entries that are named; what was counted is
/// claimed of all entries together, and only on a small board.
pub fn claim(puzzle: &Puzzle, explanation: &Explanation) -> Result<Claim, NoClaim> {
    match explanation {
        Explanation::NoRoom { entries, .. } => {
            let encoding = CrissCrossEncoding::new(puzzle, Wishes::default());
            let causes: Vec<_> = entries.iter().map(|&entry| Some(vec![encoding.laid(entry)])).collect();
            Ok(Claim::new(encoding.formula, &causes))
        }
        Explanation::Hopeless(_) | Explanation::Apart(_) if is_small(puzzle) => {
            let all = Request { least_words: None, least_crossings: 0, wishes: false };
            let made = Instance::new(puzzle, &all).map_err(|_| NoClaim::NothingToRefute)?;
            Ok(Claim::new(made.formula, &[]))
        }
        Explanation::Hopeless(_) | Explanation::Apart(_) => Err(NoClaim::Counted),
        Explanation::Complete | Explanation::NotFound | Explanation::Unknown => Err(NoClaim::NothingToRefute),
    }
}

/// Searches briefly for a layout of all words.
fn look_for_layout(puzzle: &Puzzle, options: &Options, budget: &Budget) -> Explanation {
    let (quick, found) = budget.clone().within(QUICK).racer();
    let options = Options { conflicts: Some(0), ..options.clone() };
    let all = puzzle.entries.len();
    let answer = solve(puzzle, &options, &quick, &|progress| {
        // Any layout of all words will do.
        found.fetch_or(progress.best.is_some_and(|best| best.words == all), Ordering::Relaxed);
    });
    match answer {
        Ok(answer) if answer.left_out.is_empty() => Explanation::Complete,
        _ if budget.exhausted() => Explanation::Unknown,
        _ => Explanation::NotFound,
    }
}
