//! A finished puzzle without one of its words, with as few other letters changed as possible.
//!
//! An editor who dislikes one word likes the others. So the task is not to find another fill but the nearest one: the
//! fewest letters that have to change so that every slot has a word again. It is solved from below, by a complete search
//! that is repeated with more letters until they suffice (iterative deepening, as in IDA*; Korf, "Depth-first
//! iterative-deepening", 1985), so the first number that suffices is the minimum. Changed letters make the words that
//! cross them invalid; one of these is taken at a time, and each word that may lead to few enough letters is tried in
//! it, after which its cells stay as they are. Slots of one direction have no cell in common, so the numbers of changes
//! that the invalid ones of a direction need at least can be added up, even before a word is placed (`mends`). That
//! bound prunes nearly everything: since nearly all letters stay, the search is small enough to do without a formula.
//!
//! A search from below has no change before it has the smallest one, and that may take long. So if the first nodes have
//! not settled it, the search pauses and looks for any change: in the same tree, but from each of the nearest words in
//! turn, with the nearest word in each slot and a few nodes only, and with no limit on letters but the best change so
//! far. If that finds none, a region around the word is filled again (`near`), a larger one each time. Both alternate
//! with the search from below, with twice the nodes each time, until there is a change; then the search from below
//! continues alone. Whenever it is stopped, the best change so far and the proven lower bound on the number of letters
//! are both correct.
//!
//! Of the first changes with the fewest letters, as many as are found soon, the one with the best words is chosen.

mod claim;
mod mends;
mod near;
mod tree;

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
pub use claim::Claim;
use std::sync::Arc;
use tree::{Best, Search};

/// The nodes of the search from below before it looks for any change.
const FIRST_NODES: u64 = 500;

/// A finished puzzle to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Its slots; given letters are never changed.
    pub problem: &'a SlotProblem,
    /// The letter of each cell.
    pub letters: &'a [Letter],
    /// The words that may be used: those of the puzzle and others, without the one to be replaced.
    pub index: &'a Arc<WordIndex>,
    /// The slot of the word to be replaced.
    pub slot: usize,
    /// The word to put there; `None` for any other one.
    pub by: Option<&'a [Letter]>,
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The letter of each cell.
    pub letters: Vec<Letter>,
    /// The number of letters that are different.
    pub changed: usize,
    /// The fewest letters that any change could have: all with fewer were ruled out. Equal to `changed` unless the search
    /// was stopped.
    pub at_least: usize,
}

/// Why there is no change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoChange {
    /// It is proven that there is none.
    #[error("this layout and these words allow no other puzzle without it")]
    None,
    /// The search ended first.
    #[error(
        "no change was found in time; it takes at least {at_least} other letter{}. Give it more time, or free a region (--free)",
        if *at_least == 1 { "" } else { "s" }
    )]
    Stopped {
        /// The fewest letters that have to change.
        at_least: usize,
    },
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The fewest letters that any change could have.
    pub at_least: usize,
    /// The letters of the best change so far.
    pub best: Option<usize>,
}

/// Finds the change with the fewest letters; if the budget ends before, the best one so far. `watch` is called with
/// progress.
pub fn change(job: Job<'_>, budget: &Budget, watch: &dyn Fn(Progress)) -> Result<Change, NoChange> {
    let mut search = Search::new(job, budget, watch);
    let mut slice = FIRST_NODES;
    let mut radius = 0;
    loop {
        search.show();
        let paused = search.level((search.best.is_none()).then_some(slice));
        log::debug!("{} letters: {} changes, {} nodes", search.at_least, search.found, search.nodes);
        if search.found > 0 || search.stopped {
            break;
        }
        if paused {
            search.dive(slice);
            slice *= 2;
            radius += 1;
            if search.best.is_none() {
                search.refill_around(radius);
            }
        } else {
            search.at_least = search.beyond.ok_or(NoChange::None)?;
        }
    }
    let at_least = search.at_least;
    match search.best {
        Some(Best { changed, letters, .. }) => Ok(Change { letters, changed, at_least }),
        None => Err(NoChange::Stopped { at_least }),
    }
}
