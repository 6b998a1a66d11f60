//! From a list of words to the best criss-cross: local search first, then the formula.
//!
//! The layers are words, crossings and the size of the bounding box, and layouts are compared in that order. All
//! threads run rounds of ruin and recreate (`ruin`), each longer than the one before, and share nothing but the best
//! layout. When several full rounds have found nothing better, the formula is asked layer by layer whether anything can
//! be better (`prove`): it improves what the rounds missed, and where it finds nothing, the optimum is proven. That is
//! feasible for a dozen words on a board that they fill; larger lists get the best layout that was found, and the
//! answer says which layers are proven.

mod best;
mod board;
mod claim;
mod explain;
mod prove;
mod ruin;
mod taste;

pub use claim::{Claim, Question};
pub use explain::{Explanation, claim, explain};
pub use prove::Proof;
pub use taste::{Aspect, NoAspect, Taste};

use crate::encodings::crisscross::bound::{self, Hopeless};
use crate::encodings::crisscross::puzzle::{Entry, Layout, MAX_SIDE, Placement, Puzzle, Value};
use crate::encodings::crisscross::rules;
use crate::encodings::grid::Run;
use crate::search::{self, Bug, OwnReason, Setup};
use crate::solver::{Budget, seed, threads};
use best::Best;
use board::Board;
use claim::{Better, Grounds};
use fastrand::Rng;
use prove::Prover;
use ruin::Round;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Seed, threads and back end.
    pub setup: Setup,
    /// After how many conflicts the solver gives up on a question; with `None` it continues until the budget ends. With
    /// 0 the formula is not used at all.
    pub conflicts: Option<u32>,
    /// What a layout should look like. The formula is asked for the usual order only: words, crossings, area.
    pub taste: Taste,
}

impl Default for Options {
    fn default() -> Self {
        Self { setup: Setup::default(), conflicts: Some(50_000), taste: Taste::default() }
    }
}

/// What the search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The local search.
    Search,
    /// The formula is asked for more words.
    Words,
    /// The formula is asked for more crossings.
    Crossings,
    /// The formula is asked for a smaller bounding box.
    Area,
}

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What the search is doing.
    pub stage: Stage,
    /// The best layout so far, if there is one.
    pub best: Option<Value>,
}

/// A word that is not in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The index of its entry in the puzzle.
    pub entry: usize,
    /// Why.
    pub reason: Reason,
}

/// Why a word is not in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It cannot be placed together with the others, whatever the search does.
    Hopeless(Hopeless),
    /// No layout has more words.
    NoRoom,
    /// No layout with more words was found.
    NotFound,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Hopeless(Hopeless::TooLong) => "it is longer than the board",
            Self::Hopeless(Hopeless::NoCommonLetter) => "it has no letter in common with another word",
            Self::Hopeless(Hopeless::OtherLetters) => {
                "no chain of common letters leads from it to the other words"
            }
            Self::NoRoom => "no layout on this board has more words",
            Self::NotFound => "no place for it was found; a larger board or more time may help",
        })
    }
}

/// A finished layout.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The layout, starting in the upper left corner of the board.
    pub layout: Layout,
    /// Its value.
    pub value: Value,
    /// Which layers are proven to be optimal.
    pub proof: Proof,
    /// The claim that nothing is better, which others can check.
    pub claim: Claim,
    /// The words that are not in it.
    pub left_out: Vec<LeftOut>,
    /// Whether the budget ended before the search did.
    pub stopped: bool,
    /// When the layout was found.
    pub found_after: Duration,
    /// When the search was over.
    pub done_after: Duration,
}

/// Why there is no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLayout {
    /// There is no word to place.
    #[error("there is no word to lay: give at least one")]
    NoWord,
    /// Every word is longer than the board.
    #[error("every word is longer than the board of {rows} rows and {cols} columns: give a larger board")]
    NoWordFits {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
}

impl OwnReason for NoLayout {
    type Stopped = Stopped;
}

/// The budget ended before a layout was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before a layout was found: give it more time")]
pub struct Stopped;

/// Why a search for a layout has no answer.
pub type NoAnswer = search::NoAnswer<NoLayout>;

/// The steps of the first round; the number doubles from round to round until a full round is reached.
const FIRST_ROUND: usize = 500;
/// The steps of a full round, per word.
const FULL_ROUND: usize = 1500;
/// How many full rounds per thread without a better layout end the local search.
const PATIENCE: usize = 4;

/// Places as many words of the puzzle as possible, as well as the budget allows. `watch` is called with progress, from
/// any thread.
pub fn solve(
    puzzle: &Puzzle,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let whole = bound::bound(puzzle);
    if puzzle.entries.is_empty() {
        return Err(NoLayout::NoWord.into());
    }
    if whole.words == 0 {
        return Err(NoLayout::NoWordFits { rows: puzzle.rows, cols: puzzle.cols }.into());
    }
    // From here on, words that cannot be placed together with the others are ignored.
    let kept: Vec<usize> = (0..puzzle.entries.len()).filter(|&i| whole.hopeless[i].is_none()).collect();
    let entries: Vec<Entry> = kept.iter().map(|&entry| puzzle.entries[entry].clone()).collect();
    let part = Puzzle { rows: puzzle.rows, cols: puzzle.cols, entries };
    let bound = bound::bound(&part);
    let best = Best::new(options.taste);
    rounds(&part, options, budget, &best, watch);
    if best.value().words == 0 {
        return Err(NoAnswer::Stopped(Stopped));
    }
    let (proof, refuted) = if options.conflicts == Some(0) {
        Default::default()
    } else {
        Prover::new(&part, &bound, options, budget, &best, watch).run()
    };
    // If the largest group cannot be placed completely, a group that was dropped for being smaller might do as well.
    let dropped = whole.groups.iter().map(Vec::len).filter(|&len| len < whole.words).max().unwrap_or(0);
    let (proof, refuted) = if best.value().words > dropped { (proof, refuted) } else { Default::default() };
    let found = best.kept();
    let laid: Vec<Placement> =
        found.placements.iter().map(|p| Placement { entry: kept[p.entry], ..*p }).collect();
    let no_room = if proof.words { Reason::NoRoom } else { Reason::NotFound };
    // If several groups are the largest, one of them is placed; the words of the others have nothing in common with it.
    let hopeless = |entry| laid.first().and_then(|first| whole.apart(entry, first.entry));
    let mut is_laid = vec![false; puzzle.entries.len()];
    laid.iter().for_each(|p| is_laid[p.entry] = true);
    let left_out = (0..puzzle.entries.len())
        .filter(|&entry| !is_laid[entry])
        .map(|entry| LeftOut { entry, reason: hopeless(entry).map_or(no_room, Reason::Hopeless) });
    let layout = puzzle.layout(laid.iter().copied());
    sound(&layout, found.value, puzzle)?;
    let grounds = match Better::than(found.value, proof, puzzle) {
        Some(better) => Grounds::Better(better),
        None => Grounds::Refuted { puzzle: part, refuted },
    };
    Ok(Answer {
        left_out: left_out.collect(),
        layout,
        value: found.value,
        proof,
        claim: Claim { proof, grounds },
        stopped: budget.exhausted(),
        found_after: found.found_after,
        done_after: best.elapsed(),
    })
}

/// Checks that a layout follows the rules and has the value it is said to have.
fn sound(layout: &Layout, value: Value, puzzle: &Puzzle) -> Result<(), Bug> {
    let is_value = layout.value();
    let worse = (is_value != value).then(|| format!("the layout is one of {is_value}, not of {value}"));
    let broken = rules::check(layout, Some(&puzzle.entries)).into_iter().map(|broken| broken.to_string());
    Bug::if_any(broken.chain(worse))
}

/// Runs rounds of the local search on all threads until many of them have found nothing better.
fn rounds(
    puzzle: &Puzzle,
    options: &Options,
    budget: &Budget,
    best: &Best,
    watch: &(dyn Fn(Progress) + Sync),
) {
    let full = FULL_ROUND * puzzle.entries.len();
    let failed = AtomicUsize::new(0);
    let threads = options.setup.threads.max(1);
    let (budget, finish) = &budget.racer();
    threads::race(threads, finish, |thread| {
        let mut rng = Rng::with_seed(seed::derive(options.setup.seed, thread as u64));
        let mut board = Board::new(puzzle);
        let mut steps = FIRST_ROUND.min(full);
        while failed.load(Ordering::Relaxed) < PATIENCE * threads && !budget.exhausted() {
            let before = best.value();
            let mut offer = |board: &Board, value: Value| {
                if best.offer(value, || board.placements()) {
                    watch(best.progress(Stage::Search));
                }
            };
            board.clear();
            let round = Round::fresh(steps, options.taste);
            if ruin::start(&mut board, round, &mut rng, budget) {
                ruin::run(&mut board, round, &mut rng, budget, &mut offer);
            }
            board.adopt(&best.kept().placements);
            if board.laid() > 0 {
                ruin::run(&mut board, Round::shrink(steps / 4, options.taste), &mut rng, budget, &mut offer);
            }
            if options.taste.compact {
                squeeze(puzzle, options.taste, steps, best, (&mut board, &mut rng, budget), &mut offer);
            }
            if best.value() != before {
                failed.store(0, Ordering::Relaxed);
            } else if steps == full {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            steps = (2 * steps).min(full);
        }
    });
}

/// Makes the box of the best layout smaller, by some rows or columns at a time, for as long as its words find places in it
/// within this many steps.
fn squeeze(
    puzzle: &Puzzle,
    taste: Taste,
    steps: usize,
    best: &Best,
    (board, rng, budget): (&mut Board, &mut Rng, &Budget),
    offer: &mut impl FnMut(&Board, Value),
) {
    let whole = (puzzle.rows, puzzle.cols);
    // The first boxes are smaller by several lines; the last ones by one.
    let mut share = 0.05;
    while !budget.exhausted() {
        let kept = best.kept();
        let size = (kept.value.rows, kept.value.cols);
        let lines = ((share * (size.0 + size.1) as f64) as usize).max(1);
        board.adopt(&kept.placements);
        let round = Round::squeeze(steps, taste, kept.value.words);
        ruin::squeeze(board, round, taste.smaller(size, whole, lines), whole, rng, budget, &mut *offer);
        let is_smaller = best.value() != kept.value;
        if !is_smaller && lines == 1 {
            return;
        }
        if !is_smaller {
            share /= 2.0;
        }
    }
}

/// Groups placed words into connected sets, by the fields they share.
pub fn islands(puzzle: &Puzzle, placements: &[Placement]) -> Vec<Vec<Placement>> {
    let cells = |p: &Placement| {
        let len = puzzle.entries[p.entry].word.len();
        Run { start: p.start, direction: p.direction, len }.cells()
    };
    let mut islands: Vec<Vec<Placement>> = Vec::new();
    for &placement in placements {
        let mut joined = vec![placement];
        let meets = |other: &Placement| cells(other).any(|cell| cells(&placement).any(|own| own == cell));
        islands.retain_mut(|island| {
            let apart = !island.iter().any(meets);
            if !apart {
                joined.append(island);
            }
            apart
        });
        islands.push(joined);
    }
    islands
}

/// Returns this many of the entries, chosen by the seed, in their order; all of them if there are no more.
pub fn sample(entries: &[Entry], count: usize, seed: u64) -> Vec<Entry> {
    let mut chosen: Vec<usize> = (0..entries.len()).collect();
    let mut rng = Rng::with_seed(seed);
    rng.shuffle(&mut chosen);
    chosen.truncate(count);
    chosen.sort_unstable();
    chosen.into_iter().map(|entry| entries[entry].clone()).collect()
}

/// For `--size auto`: the factor by which a board's side exceeds that of a square with twice as many fields as there
/// are letters.
const ROOMY: f64 = 1.25;

/// Returns the rows and columns of a board with room for these words: about three times as many fields as there are
/// letters, and more if a short search does not find a place for every word that can have one. It is a square, or of the
/// given shape.
pub fn roomy_board(entries: &[Entry], aspect: Option<Aspect>, seed: u64, budget: &Budget) -> (usize, usize) {
    let letters: usize = entries.iter().map(|entry| entry.word.len()).sum();
    let longest = entries.iter().map(|entry| entry.word.len()).max().unwrap_or(1);
    let mut side =
        ((ROOMY * (2.0 * letters as f64).sqrt()).ceil() as usize).clamp(longest, MAX_SIDE.max(longest));
    let most = MAX_SIDE.max(longest);
    let board = |side: usize| aspect.map_or((side, side), |aspect| aspect.board(side * side, most));
    while side < MAX_SIDE && !budget.exhausted() {
        let (rows, cols) = board(side);
        let puzzle = Puzzle { rows, cols, entries: entries.to_vec() };
        let wanted = bound::bound(&puzzle).words;
        let mut rng = Rng::with_seed(seed);
        let mut board = Board::new(&puzzle);
        let mut most = 0;
        let round = Round::fresh(FIRST_ROUND, Taste::default());
        if ruin::start(&mut board, round, &mut rng, budget) {
            ruin::run(&mut board, round, &mut rng, budget, |_, value| most = most.max(value.words));
        }
        if most >= wanted {
            break;
        }
        side = (side + side / 4 + 1).min(MAX_SIDE);
    }
    board(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::crisscross::base;

    #[test]
    fn no_layout_that_breaks_a_rule_is_returned() {
        let entries =
            base::read("ROSE\nSEE\nNEST\n", base::Style::Marked, &Default::default()).unwrap().entries;
        let puzzle = Puzzle { rows: 5, cols: 5, entries };
        let options = Options { conflicts: Some(0), ..Options::default() };
        let answer = solve(&puzzle, &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert!(sound(&answer.layout, answer.value, &puzzle).is_ok());
        assert!(sound(&answer.layout, Value::default(), &puzzle).is_err(), "a value that it does not have");
        let mut moved = answer.layout.clone();
        moved.words[0].start.row += 7;
        assert!(sound(&moved, moved.value(), &puzzle).is_err(), "a word outside the board");
    }
}
