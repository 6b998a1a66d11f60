//! The last slots of a very large puzzle: each gets a word at its own place, or the layout around it is changed so that it does.
//!
//! What is left open after the fill lies all over the grid, and each place can be mended by itself. An attempt takes out a few words
//! around an open slot and looks for others, with all letters around these held. It may take words that are used elsewhere: where
//! such a word is taken, another one may fit between the same letters, or be passed on by a third slot that has yet another one. If
//! not, the slot that has lost its word is open instead, in another place. And it may flip one or two fields, so that the slot gets
//! shorter or longer, at some cost to the rating: a complete puzzle is worth more. Nothing happens unless all of that succeeds
//! and no more slots are open afterwards, or few more where many attempts have failed; so what is done stays done. (To change the layout
//! at all places at once, and then to fill it again, undid as much as it solved.)
//!
//! Several threads do so at the same time, in places that are far from each other. Each has a copy of the puzzle, on which it repeats
//! what the others have changed, and finds its change there. The change is made if it still can be.

mod attempt;
mod rearrange;
mod state;

use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::{Grid, Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::search::layout::{Board, Fits, Prices, loss};
use crate::solver::words::{UsedWords, WordIndex};
use crate::solver::{Budget, seed, threads};
use attempt::{Manner, REACH, Task, Tools};
use fastrand::Rng;
use rustc_hash::FxHashMap;
use state::{Change, State, Step};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::yield_now;

/// The attempts at one run before it is left until all others have had as many, and how often all of them are tried again.
const MOST_TRIES: u32 = 120;
const ROUNDS: u32 = 200;

/// The attempts at one run after which one slot more may lose its word than gets one, and how many more than ever before may be open; one
/// more each time that all are tried again: the last two or three can be in places where nothing else helps.
const TRIES_FOR_ONE_MORE: u32 = 16;
const MOST_MORE: usize = 6;

/// The changes after which it is found out anew which words can be replaced.
const CHANGES_A_LOOK: u32 = 64;

/// A very large puzzle with open slots.
pub(super) struct Mender<'a> {
    pub(super) given: &'a Puzzle,
    pub(super) index: &'a Arc<WordIndex>,
    /// How many words of each length a layout may ask for.
    pub(super) supply: &'a [usize],
    pub(super) prices: Prices,
    pub(super) threads: usize,
    pub(super) budget: &'a Budget,
}

/// What the threads share.
struct Shared {
    state: State,
    /// The runs without words.
    open: Vec<Run>,
    /// The fewest that there have been.
    fewest: usize,
    tries: FxHashMap<Run, u32>,
    /// How often all runs have been tried again.
    rounds: u32,
    /// The words that no other one can replace; see [`State::irreplaceable`].
    kept: Arc<UsedWords>,
    /// The changes since these were found.
    changes: u32,
    /// The place at which each thread is.
    places: Vec<Option<Pos>>,
    attempts: u64,
}

/// What a thread is to do next.
enum Next {
    Try(Task),
    Wait,
    Nothing,
}

impl Mender<'_> {
    /// Returns the pattern and the letters with as few open slots as can be, and their number.
    pub(super) fn mend(
        &self,
        layout: &Puzzle,
        letters: &Grid<Option<Letter>>,
        rng: &mut Rng,
    ) -> (Puzzle, Grid<Option<Letter>>, usize) {
        let mut state = State::new(layout, letters, self.index);
        let copy = state.clone();
        state.forget();
        let open = state.open();
        log::debug!("{} open slots to mend", open.len());
        let first = rng.u64(..);
        let shared = Mutex::new(Shared {
            kept: Arc::new(state.irreplaceable()),
            state,
            fewest: open.len(),
            open,
            tries: FxHashMap::default(),
            rounds: 0,
            changes: 0,
            places: vec![None; self.threads],
            attempts: 0,
        });
        let finish = AtomicBool::new(false);
        threads::race(self.threads, &finish, |thread| {
            let mut rng = Rng::with_seed(seed::derive(first, thread as u64));
            self.work(thread, layout, copy.clone(), &shared, &mut rng);
        });
        let Shared { state, open, attempts, .. } =
            shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        log::debug!("{} open slots after {attempts} attempts and {} steps", open.len(), state.log().len());
        let questions = self.given.questions.clone();
        let fields = Grid::from_fn(layout.fields.rows(), layout.fields.cols(), |pos| {
            match (self.given.fields[pos], state.fields[pos]) {
                (Field::Open, field) => field,
                (given, _) => given,
            }
        });
        (Puzzle { fields, questions }, state.letters, open.len())
    }

    /// Makes attempts until no slot is open, or all of them have failed often enough.
    fn work(&self, thread: usize, layout: &Puzzle, mut copy: State, shared: &Mutex<Shared>, rng: &mut Rng) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut board = Board::new(self.given, self.supply, &Fits::default());
        board.take_over(layout);
        let mut seen = 0;
        let tools = Tools { index: self.index, prices: self.prices, budget: self.budget };
        loop {
            let mut now = lock();
            if self.budget.exhausted() {
                return;
            }
            let task = match now.next(thread, rng) {
                Next::Try(task) => task,
                Next::Wait => {
                    drop(now);
                    yield_now();
                    continue;
                }
                Next::Nothing => return,
            };
            for &step in &now.state.log()[seen..] {
                copy.repeat(step);
                if let Step::Flip(pos) = step {
                    board.flip(board.at(pos));
                }
            }
            seen = now.state.log().len();
            copy.forget();
            let kept = Arc::clone(&now.kept);
            drop(now);
            let change = tools.attempt(&mut copy, &mut board, task, &kept, rng);
            let mut now = lock();
            now.places[thread] = None;
            let is_found = change.is_some();
            let flips = change.as_ref().map_or(0, |change| change.flips.len());
            let is_made = change.is_some_and(|change| now.make(&change, thread));
            log::trace!(
                "{} of {}, try {}: {:?}, {flips} flips, {}; {} open, loss {:.4}",
                task.run.start,
                task.run.len,
                task.tries,
                Manner::of(task.tries),
                if is_made {
                    "mended"
                } else if is_found {
                    "refused"
                } else {
                    "failed"
                },
                now.open.len(),
                loss(board.tally(), board.unblocked())
            );
        }
    }
}

impl Shared {
    /// Chooses the run with the fewest attempts that is far from where other threads are.
    fn next(&mut self, thread: usize, rng: &mut Rng) -> Next {
        loop {
            let tries = |run: &Run| self.tries.get(run).copied().unwrap_or(0);
            let left = |run: &&Run| tries(run) < MOST_TRIES;
            let is_clear = |run: &&Run| self.places.iter().flatten().all(|&other| is_apart(run.start, other));
            let next = self.open.iter().filter(left).filter(is_clear);
            let Some(&run) = next.min_by_key(|run| (tries(run), rng.u32(..))) else {
                if self.open.iter().any(|run| left(&run)) {
                    return Next::Wait;
                }
                if self.open.is_empty() || self.rounds == ROUNDS {
                    return Next::Nothing;
                }
                self.rounds += 1;
                self.tries.clear();
                continue;
            };
            let places = &self.places;
            let may_lose = |run: Run| places.iter().flatten().all(|&place| is_apart(run.start, place));
            if self.state.pass_on(run, may_lose) {
                self.open.retain(|&other| other != run);
                continue;
            }
            let tries = tries(&run);
            self.tries.insert(run, tries + 1);
            self.places[thread] = Some(run.start);
            self.attempts += 1;
            let room = (self.fewest + MOST_MORE + self.rounds as usize).saturating_sub(self.open.len());
            let more = room.min((tries / TRIES_FOR_ONE_MORE) as usize);
            return Next::Try(Task { run, tries, more });
        }
    }

    /// Makes a change that a thread has found, if it still can be made.
    fn make(&mut self, change: &Change, thread: usize) -> bool {
        let others: Vec<Pos> = (self.places.iter().enumerate())
            .filter_map(|(other, place)| place.filter(|_| other != thread))
            .collect();
        let may_lose = |run: Run| others.iter().all(|&place| is_apart(run.start, place));
        let Some(robbed) = self.state.make(change, may_lose) else { return false };
        let state = &self.state;
        self.open.retain(|&run| state.has(run) && state.word(run).is_none());
        self.open.extend(robbed);
        self.fewest = self.fewest.min(self.open.len());
        self.changes += 1;
        if self.changes.is_multiple_of(CHANGES_A_LOOK) {
            self.kept = Arc::new(self.state.irreplaceable());
        }
        true
    }
}

/// Returns whether what happens at two places has nothing to do with each other.
fn is_apart(one: Pos, two: Pos) -> bool {
    one.row.abs_diff(two.row) > 2 * REACH + LONGEST || one.col.abs_diff(two.col) > 2 * REACH + LONGEST
}

/// How far the middle of an attempt may be from the start of its run.
const LONGEST: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::grid::Direction;
    use crate::encodings::lexicon::{Apart, WordList};
    use crate::search::fill::{FillOptions, FillOutcome, fill};
    use crate::search::layout::{Schedule, anneal, arrows};
    use crate::search::testing;

    /// Returns a layout that is filled except for some words.
    fn holed(index: &Arc<WordIndex>, supply: &[usize]) -> (Puzzle, Puzzle, Grid<Option<Letter>>) {
        let given = Puzzle { fields: Grid::filled(24, 24, Field::Open), questions: Vec::new() };
        let mut board = Board::new(&given, supply, &Fits::default());
        let mut rng = Rng::with_seed(3);
        let prices = Prices::for_fields(board.unblocked());
        board.scatter(&mut rng);
        let schedule = Schedule::for_board(&board, 800);
        anneal(&mut board, &schedule, &prices, 1.0, &mut rng, &Budget::unlimited());
        let layout = arrows(&board.puzzle(&given)).expect("arrows");
        let (problem, positions) = layout.slots();
        let found = fill(&problem, index, &FillOptions::default(), &Budget::unlimited());
        let FillOutcome::Filled(found) = found else { panic!("{found:?}") };
        let mut letters: Grid<Option<Letter>> = given.fields.map(|_, _| None);
        for (&pos, &letter) in positions.iter().zip(&found) {
            letters[pos] = Some(letter);
        }
        // Letters that make no words with those around them.
        for (pos, letter) in [((5, 5), 'Q'), ((6, 7), 'X'), ((18, 3), 'Y'), ((20, 20), 'Q')] {
            letters[Pos::new(pos.0, pos.1)] = Letter::from_char(letter);
        }
        (given, layout, letters)
    }

    #[test]
    fn open_slots_get_words_and_all_others_stay_valid_with_one_thread_and_with_two() {
        let list = testing::list();
        let index = Arc::new(WordIndex::new(&list));
        let supply: Vec<usize> = (0..=list.longest()).map(|len| list.count(len)).collect();
        let (given, layout, letters) = holed(&index, &supply);
        let before = State::new(&layout, &letters, &index);
        assert!(before.open().len() >= 4, "{:?}", before.open());
        for threads in [1, 2] {
            let prices = Prices::for_fields(576).for_mending(576);
            let budget = &Budget::unlimited();
            let mender = Mender { given: &given, index: &index, supply: &supply, prices, threads, budget };
            let (pattern, letters, open) = mender.mend(&layout, &letters, &mut Rng::with_seed(1));
            assert_eq!(open, 0);
            let (problem, positions) = arrows(&pattern).expect("arrows").slots();
            let word = |cells: &[usize]| -> Vec<Letter> {
                cells.iter().map(|&cell| letters[positions[cell]].expect("a letter")).collect()
            };
            let words: Vec<_> = problem
                .slots
                .iter()
                .map(|slot| index.find(&word(&slot.cells)).map(|w| (slot.len(), w)))
                .collect();
            assert!(words.iter().all(Option::is_some));
            let different: std::collections::HashSet<_> = words.iter().collect();
            assert_eq!(different.len(), words.len());
        }
    }

    #[test]
    fn a_change_whose_word_is_taken_leaves_everything_as_it_was() {
        let list = testing::list();
        let index = Arc::new(WordIndex::new(&list));
        let supply: Vec<usize> = (0..=list.longest()).map(|len| list.count(len)).collect();
        let (_, layout, letters) = holed(&index, &supply);
        let mut state = State::new(&layout, &letters, &index);
        let runs = layout.fields.runs(|field| field.is_solution());
        let across = runs.into_iter().filter(|run| run.len >= 2 && run.direction == Direction::Across);
        let across: Vec<(Run, usize)> = across.filter_map(|run| Some((run, state.word(run)?))).collect();
        let lost = across[0];
        let has_its_length = |other: &&(Run, usize)| other.0.len == lost.0.len && other.0 != lost.0;
        let &(_, taken) = across.iter().find(has_its_length).expect("two of a length");
        let before = (state.letters.clone(), state.open());
        let change = Change { lost: vec![lost], gained: vec![(lost.0, taken)], ..Change::default() };
        assert!(state.make(&change, |_| false).is_none());
        assert_eq!((state.letters.clone(), state.open()), before);
        let back = Change { gained: vec![lost], ..change };
        assert_eq!(state.make(&back, |_| false), Some(Vec::new()));
        assert_eq!((state.letters.clone(), state.open()), before);
        state.undo_to(0);
        assert_eq!(state.open().len(), layout.slots().0.slots.len());
        assert!(state.letters.iter().all(|(_, letter)| letter.is_none()));
    }

    /// Only the word of the second run fits the first one, which has none; the second one can have that of the third, and for that one
    /// there is yet another.
    #[test]
    fn words_are_passed_on_where_letters_are_uncrossed() {
        let letters = |word: &str| word.chars().map(Letter::from_char).collect::<Vec<_>>();
        let words = ["ROSE", "HASE", "HAST", "OX", "EX", "AX"];
        let words = words.map(|word| (letters(word).into_iter().flatten().collect(), 1.0));
        let index = Arc::new(WordIndex::new(&WordList::new(words)));
        let rows = [".O..?ROSE?HASE", "?X??????X??X??"].map(letters);
        let letters = Grid::from_fn(2, 14, |pos| rows[pos.row][pos.col]);
        let is_open = |pos: Pos| letters[pos].is_some() || pos.row == 0 && pos.col < 4;
        let fields = Grid::from_fn(2, 14, |pos| if is_open(pos) { Field::Open } else { Field::Question });
        let mut state = State::new(&Puzzle { fields, questions: Vec::new() }, &letters, &index);
        let open = state.open();
        assert_eq!(open.len(), 1);
        assert!(!state.clone().pass_on(open[0], |_| false));
        assert!(state.pass_on(open[0], |_| true));
        assert_eq!(state.open(), []);
        let row: String =
            (0..14).filter_map(|col| state.letters[Pos::new(0, col)]).map(Letter::char).collect();
        assert_eq!(row, "ROSEHASEHAST");
        state.undo_to(state.log().len() - 5);
        assert_eq!(state.open(), open);
    }

    #[test]
    fn a_word_is_put_in_where_a_relative_of_it_stood_elsewhere_only_if_that_may_go() {
        let letters = |word: &str| word.chars().map(Letter::from_char).collect::<Vec<_>>();
        let words = ["ROSE", "ROSEN", "OX"];
        let words = words.map(|word| (letters(word).into_iter().flatten().collect(), 1.0));
        let list = WordList::new(words);
        let list = list.clone().kept_apart(Arc::new(Apart::new(&list, [[]; 0], 4)));
        let index = Arc::new(WordIndex::new(&list));
        let rows = [".O..?ROSEN", "?X????????"].map(letters);
        let letters = Grid::from_fn(2, 10, |pos| rows[pos.row][pos.col]);
        let is_open = |pos: Pos| letters[pos].is_some() || pos.row == 0 && pos.col < 4;
        let fields = Grid::from_fn(2, 10, |pos| if is_open(pos) { Field::Open } else { Field::Question });
        let mut state = State::new(&Puzzle { fields, questions: Vec::new() }, &letters, &index);
        let open = state.open();
        assert_eq!(open.len(), 1);
        let rose = index.find(&"ROSE".chars().filter_map(Letter::from_char).collect::<Vec<_>>());
        let change = Change { gained: vec![(open[0], rose.expect("ROSE"))], ..Change::default() };
        assert_eq!(state.make(&change, |_| false), None);
        assert_eq!(state.open(), open);
        let robbed = state.make(&change, |_| true).expect("one slot for another");
        assert_eq!(state.open(), robbed);
        assert_eq!(robbed.iter().map(|run| run.len).collect::<Vec<_>>(), [5]);
    }
}
