//! The best complete puzzle so far, shared by all threads of a search.

use super::{Answer, BetterWords, Ending, Layer, Options, Progress, Stopped, Unfinished, full_score};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::arrowword::rules;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, Theme};
use crate::search::fill::{BetterOptions, FillOptions, FillOutcome, OwnFill, better, fill, presentable};
use crate::search::preference::{Outside, Preference};
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed, threads};
use itertools::Itertools;
use std::cmp::Ordering;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Ratings that differ by less are equal, since the counts behind them are integers.
pub(super) const EPSILON: f64 = 1e-9;

/// How many points below the ceiling a puzzle rates that is only one for want of a better one.
const ROUGH: f64 = 10.0;

/// How much the scores count in each search of [`Best::improve_words`]; `None` starts from the fill already there.
const WORD_WEIGHTS: [Option<f32>; 6] = [None, Some(0.02), Some(0.05), Some(0.05), Some(0.1), Some(0.1)];

/// A brief search for better words makes only the first of these searches, this many.
const BRIEF_SEARCHES: usize = 4;

/// The windows per slot that each of them tries.
const BRIEF_WINDOWS: u64 = 20;

/// The failures per slot that a fill guided by scores is worth.
const FAILURES_A_SLOT: u64 = 30;

/// The failures per slot that a fill with more preferred words is worth.
const FAILURES_FOR_PREFERRED: u64 = 400;

/// A collector of complete puzzles that keeps the best.
pub(super) struct Best<'a> {
    /// The words to fill with.
    pub(super) preference: &'a Preference<'a>,
    started: Instant,
    /// The bits of the ceiling, which comes down when more is known.
    ceiling: AtomicU64,
    /// Whether puzzles with fewer own words left out are better than those that rate higher.
    wish_first: bool,
    kept: Mutex<Kept>,
    /// Whether a layout was filled, but never with the solution word.
    unspelled: AtomicBool,
}

#[derive(Default)]
struct Kept {
    first_after: Option<Duration>,
    leader: Option<Leader>,
    /// A complete puzzle with any words, and its layout, while better words are still looked for in it.
    reserve: Option<(Puzzle, Puzzle)>,
    /// The needed own words that found no place in the best attempt that failed.
    missing: Option<Vec<usize>>,
    /// The puzzle with the fewest words missing.
    unfinished: Option<Unfinished>,
    /// Flags to set when the rating of the leader rises.
    waiting: Vec<Arc<AtomicBool>>,
}

#[derive(Clone)]
struct Leader {
    puzzle: Puzzle,
    /// The puzzle without the letters that the search chose, except those of own words and of the solution word.
    layout: Puzzle,
    score: f64,
    /// The own words that are not in it.
    left_out: usize,
    /// The words outside of the preferred lists.
    outside: Outside,
    word_score: f64,
    found_after: Duration,
}

impl Kept {
    fn wants_in_reserve(&self, score: f64) -> bool {
        let is_higher = |(puzzle, _): &(Puzzle, Puzzle)| score > full_score(puzzle) + EPSILON;
        self.leader.is_none() && self.reserve.as_ref().is_none_or(is_higher)
    }
}

impl<'a> Best<'a> {
    pub(super) fn new(
        started: Instant,
        ceiling: f64,
        preference: &'a Preference<'a>,
        wish_first: bool,
    ) -> Self {
        let (kept, unspelled) = (Mutex::default(), AtomicBool::default());
        let ceiling = AtomicU64::new(ceiling.to_bits());
        Self { preference, started, ceiling, wish_first, kept, unspelled }
    }

    /// Locks what is kept. A poisoned lock only means that another thread panicked; what is kept was written whole.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the rating of the best puzzle so far.
    pub(super) fn score(&self) -> Option<f64> {
        self.kept().leader.as_ref().map(|l| l.score)
    }

    /// Returns a flag that is set whenever the best rating rises, for a search whose question is then out of date.
    pub(super) fn rises(&self) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(false));
        self.kept().waiting.push(Arc::clone(&flag));
        flag
    }

    /// Returns the best puzzle so far.
    pub(super) fn puzzle(&self) -> Option<Puzzle> {
        self.kept().leader.as_ref().map(|leader| leader.puzzle.clone())
    }

    /// Returns the layout of the best puzzle so far if it rates higher than this.
    pub(super) fn layout_above(&self, score: f64) -> Option<Puzzle> {
        self.kept().leader.as_ref().filter(|leader| leader.score > score + EPSILON).map(|l| l.layout.clone())
    }

    /// Returns the own words of the best puzzle so far.
    pub(super) fn own_words(&self) -> Option<Vec<usize>> {
        let puzzle = self.kept().leader.as_ref()?.puzzle.clone();
        let (problem, positions) = puzzle.slots();
        let places = self.preference.own.places_in(&problem, &letters_at(&puzzle, &positions)?);
        Some((0..places.slots.len()).filter(|&own| places.slots[own].is_some()).collect())
    }

    /// Returns what has to change for a round to be a gain: the rating, and the number of own words if they come first.
    pub(super) fn mark(&self) -> Option<(f64, usize)> {
        let words = |left_out| if self.wish_first { left_out } else { 0 };
        self.kept().leader.as_ref().map(|leader| (leader.score, words(leader.left_out)))
    }

    /// Returns whether the best puzzle is at the ceiling and has all own words.
    pub(super) fn is_done(&self) -> bool {
        self.is_at_ceiling() && self.kept().leader.as_ref().is_some_and(|leader| leader.left_out == 0)
    }

    /// Returns whether the best puzzle is at the ceiling.
    pub(super) fn is_at_ceiling(&self) -> bool {
        self.score().is_some_and(|score| self.is_ceiling(score))
    }

    /// Returns the rating above which there is no puzzle.
    pub(super) fn ceiling(&self) -> f64 {
        f64::from_bits(self.ceiling.load(Relaxed))
    }

    /// Takes note that no puzzle rates higher than this.
    pub(super) fn lower_ceiling(&self, ceiling: f64) {
        // The bits of positive numbers are in the order of the numbers.
        self.ceiling.fetch_min(ceiling.max(0.0).to_bits(), Relaxed);
    }

    /// Returns whether the best puzzle is only one for want of a better one, or there is none yet.
    pub(super) fn is_rough(&self) -> bool {
        self.score().is_none_or(|score| score < self.ceiling() - ROUGH)
    }

    /// Returns whether no puzzle rates higher than this.
    pub(super) fn is_ceiling(&self, score: f64) -> bool {
        score >= self.ceiling() - EPSILON
    }

    /// Returns whether a puzzle of this rating could be the new best.
    pub(super) fn wants(&self, score: f64) -> bool {
        let could_be_better = |leader: &Leader| match leader.left_out {
            0 => score > leader.score + EPSILON,
            _ if self.wish_first => true,
            _ => score > leader.score - EPSILON,
        };
        self.kept().leader.as_ref().is_none_or(could_be_better)
    }

    /// Takes note of own words that found no place.
    pub(super) fn miss(&self, words: Vec<usize>) {
        let mut kept = self.kept();
        if kept.missing.as_ref().is_none_or(|missing| words.len() < missing.len()) {
            kept.missing = Some(words);
        }
    }

    /// Takes note of whether a fill failed because of the solution word.
    pub(super) fn note(&self, fill: &OwnFill) {
        self.unspelled.fetch_or(fill.is_unspelled, Relaxed);
    }

    /// Returns whether a layout was filled, but not with the solution word.
    pub(super) fn is_unspelled(&self) -> bool {
        self.unspelled.load(Relaxed)
    }

    /// Returns why there is no puzzle yet.
    pub(super) fn stopped(&self) -> Stopped {
        // Where places were found for all, but no letters around them, they are missing together.
        let own = &self.preference.own;
        let missing = match self.kept().missing.clone().filter(|missing| !missing.is_empty()) {
            Some(missing) => missing.into_iter().map(|word| own.spelled(word)).collect(),
            None => Theme::needed_beyond(own.themes(), 0).map(|word| word.iter().join("")).collect(),
        };
        Stopped { missing, unfinished: self.kept().unfinished.clone().map(Box::new) }
    }

    /// Keeps an unfinished puzzle if more of it is done than of the one before: a layout, and a letter for some cells
    /// of its slots.
    pub(super) fn keep_unfinished(&self, layout: &Puzzle, letters: &[Option<Letter>]) {
        let (problem, positions) = layout.slots();
        let letters = presentable(&problem, self.preference.all(), letters);
        let puzzle = layout.with_some_letters(&positions, &letters);
        let open = rules::open_words(&puzzle);
        let mut kept = self.kept();
        if kept.unfinished.as_ref().is_none_or(|before| open.len() < before.open.len()) {
            log::info!("{} of {} words are missing", open.len(), puzzle.questions.len());
            kept.unfinished = Some(Unfinished { puzzle, open });
        }
    }

    /// Keeps a complete puzzle of this layout if it rates higher than the best so far, or equally high with better
    /// words: more own words (if they come first, before the rating), then more of the preferred ones, then higher scores.
    /// One that does not spell the solution word is not kept.
    pub(super) fn offer(&self, puzzle: Puzzle, layout: &Puzzle) {
        let score = full_score(&puzzle);
        let (problem, positions) = puzzle.slots();
        let Some(letters) = letters_at(&puzzle, &positions) else { return };
        let Some(spelled) = self.preference.spelled_in(&problem, &positions, &letters) else { return };
        let word_score = self.preference.all().mean_score(&problem.slots, &letters);
        let outside = self.preference.outside(&problem, &letters);
        let own = &self.preference.own;
        let places = own.places_in(&problem, &letters);
        let left_out = places.slots.iter().filter(|slot| slot.is_none()).count();
        let (free, free_positions) = layout.slots();
        let mut held = own.given(&free, &own.places_in(&free, &letters));
        spelled.into_iter().for_each(|cell| held.cells[cell] = Some(letters[cell]));
        let layout = layout.with_some_letters(&free_positions, &held.cells);
        let mut kept = self.kept();
        kept.first_after.get_or_insert(self.started.elapsed());
        let is_better = |l: &Leader| {
            let words = || match left_out.cmp(&l.left_out).then_with(|| outside.cmp(&l.outside)) {
                Ordering::Equal => word_score > l.word_score + EPSILON,
                fewer => fewer == Ordering::Less,
            };
            match left_out.cmp(&l.left_out) {
                Ordering::Less if self.wish_first => true,
                Ordering::Greater if self.wish_first => false,
                _ => score > l.score + EPSILON || (score > l.score - EPSILON && words()),
            }
        };
        if kept.leader.as_ref().is_none_or(is_better) {
            log::info!("a complete puzzle rates {score:.4}, its words {word_score:.1}, {outside:?}");
            let found_after = match &kept.leader {
                // Better words do not change the time at which the rating was reached.
                Some(l) if (score - l.score).abs() <= EPSILON => l.found_after,
                _ => self.started.elapsed(),
            };
            if kept.leader.as_ref().is_none_or(|leader| score > leader.score + EPSILON) {
                kept.waiting.iter().for_each(|flag| flag.store(true, Relaxed));
            }
            kept.leader = Some(Leader { puzzle, layout, score, left_out, outside, word_score, found_after });
        }
    }

    /// Returns whether a puzzle of this rating should be kept in reserve: there is none with better words, and none in reserve that
    /// rates as high.
    pub(super) fn wants_in_reserve(&self, score: f64) -> bool {
        self.kept().wants_in_reserve(score)
    }

    /// Keeps a complete puzzle of this layout as the answer in case that there is no other one when the search ends. For the search
    /// it does not exist: it goes on to fill the layout with better words.
    pub(super) fn keep_in_reserve(&self, puzzle: Puzzle, layout: &Puzzle) {
        let score = full_score(&puzzle);
        let mut kept = self.kept();
        if !kept.wants_in_reserve(score) {
            return;
        }
        log::info!("a complete puzzle rates {score:.4}, with any words");
        kept.first_after.get_or_insert(self.started.elapsed());
        kept.reserve = Some((puzzle, layout.clone()));
    }

    /// Makes the puzzle in reserve, if there is one, the best unless there is a better one.
    pub(super) fn call_in_reserve(&self) {
        let reserve = self.kept().reserve.take();
        if let Some((puzzle, layout)) = reserve {
            self.offer(puzzle, &layout);
        }
    }

    pub(super) fn progress(&self, layer: Layer, round: usize) -> Progress {
        // The puzzle in reserve is an answer as well, so what is shown never falls.
        let reserve = self.kept().reserve.as_ref().map(|(puzzle, _)| full_score(puzzle));
        let best = self.score().into_iter().chain(reserve).reduce(f64::max);
        Progress { layer, round, best, ceiling: self.ceiling() }
    }

    /// Refills the layout of the best puzzle with more preferred words, as long as they suffice. The search may have
    /// used other words only because it gives up a fill early, since it has other layouts to try.
    fn prefer_words(&self, options: &Options, budget: &Budget, watch: &(dyn Fn(Progress) + Sync)) {
        // Finding better words of the same list takes time as well.
        let budget =
            &budget.remaining().map_or_else(|| budget.clone(), |left| budget.clone().within(left / 2));
        loop {
            let Some(leader) = self.kept().leader.clone() else { return };
            let Some(index) = self.preference.index_before(&leader.outside) else { return };
            watch(self.progress(Layer::Words, 1));
            let (problem, positions) = leader.layout.slots();
            let failures = Some(FAILURES_FOR_PREFERRED * problem.slots.len() as u64);
            let seed = seed::derive(options.setup.seed, 1);
            let options = FillOptions { seed, failures, ..FillOptions::default() };
            let FillOutcome::Filled(letters) = fill(&problem, index, &options, budget) else { return };
            self.offer(leader.layout.with_letters(&positions, &letters), &leader.layout);
            if self.kept().leader.as_ref().is_none_or(|now| now.outside >= leader.outside) {
                return;
            }
        }
    }

    /// Finds better words for the best puzzle: several searches guided by the scores refill its layout, each fill is
    /// improved window by window, and the fill with the highest mean score is kept.
    pub(super) fn improve_words(
        &self,
        options: &Options,
        budget: &Budget,
        watch: &(dyn Fn(Progress) + Sync),
    ) {
        self.prefer_words(options, budget, watch);
        let Some(leader) = self.kept().leader.clone() else { return };
        // Better scores are no reason to use words outside of the lists.
        let index = self.preference.index_of(&leader.outside);
        if !index.is_scored() {
            return;
        }
        watch(self.progress(Layer::Words, 1));
        let (problem, positions) = leader.layout.slots();
        let (searches, windows) = match options.better_words {
            BetterWords::Thoroughly => (WORD_WEIGHTS.len(), None),
            BetterWords::Briefly => (BRIEF_SEARCHES, Some(BRIEF_WINDOWS * problem.slots.len() as u64)),
        };
        let next = AtomicUsize::new(0);
        let (budget, finish) = &budget.racer();
        threads::race(options.setup.threads, finish, |_| {
            loop {
                let start = next.fetch_add(1, Relaxed);
                if start >= searches || budget.exhausted() {
                    break;
                }
                let seed = seed::derive(options.setup.seed, start as u64 + 1);
                let letters = match WORD_WEIGHTS[start] {
                    None => letters_at(&leader.puzzle, &positions),
                    Some(score_weight) => {
                        let failures = Some(FAILURES_A_SLOT * problem.slots.len() as u64);
                        let options = FillOptions { seed, score_weight, failures, ..FillOptions::default() };
                        match fill(&problem, index, &options, budget) {
                            FillOutcome::Filled(letters) => Some(letters),
                            _ => None,
                        }
                    }
                };
                let Some(letters) = letters else { continue };
                let better_options = BetterOptions { seed, windows };
                let letters = better(&problem, index, letters, &better_options, budget);
                self.offer(leader.layout.with_letters(&positions, &letters), &leader.layout);
                watch(self.progress(Layer::Words, 1));
            }
        });
    }

    /// Returns the best puzzle, if there is one.
    pub(super) fn answer(&self, ending: Ending) -> Option<Answer> {
        let kept = self.kept();
        let leader = kept.leader.clone()?;
        Some(Answer {
            has_most_wished: false,
            puzzle: leader.puzzle,
            score: leader.score,
            word_score: leader.word_score,
            first_after: kept.first_after.unwrap_or(leader.found_after),
            found_after: leader.found_after,
            done_after: self.started.elapsed(),
            ending,
            ceiling: self.ceiling(),
        })
    }
}

/// Returns the letters at these positions, if all of them are filled.
fn letters_at(puzzle: &Puzzle, positions: &[Pos]) -> Option<Vec<Letter>> {
    let letter = |&pos: &Pos| match puzzle.fields[pos] {
        Field::Letter(letter) => Some(letter),
        _ => None,
    };
    positions.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::lexicon::{WordList, fold};

    fn list(words: &[&str]) -> WordList {
        WordList::new(words.iter().map(|word| (fold(word).expect("a word"), WordList::DEFAULT_SCORE)))
    }

    #[test]
    fn a_puzzle_in_reserve_is_the_answer_only_if_there_is_no_better_one() {
        let read = |rows: &str| {
            cwg::read(&format!("3\n3\n{rows}0 0 4\n0 2 0\n1 0 3\n2 0 3\n")).expect("a grid").puzzle
        };
        let (layout, rare, usual) =
            (read("?.?\n?..\n?..\n"), read("?U?\n?LR\n?MO\n"), read("?L?\n?EI\n?AD\n"));
        let preferred = [list(&["LEA", "ID", "EI", "AD"])];
        let all = list(&["ULM", "RO", "LR", "MO", "LEA", "ID", "EI", "AD"]);
        let preference = Preference::new(&preferred, &all, &[], |_| true);
        let best = || Best::new(Instant::now(), 100.0, &preference, false);
        let alone = best();
        alone.keep_in_reserve(rare.clone(), &layout);
        assert!(alone.answer(Ending::Stopped).is_none() && alone.score().is_none());
        assert_eq!(alone.progress(Layer::Fill, 1).best, Some(full_score(&rare)));
        assert!(
            !alone.wants_in_reserve(full_score(&rare)) && alone.wants_in_reserve(full_score(&rare) + 1.0)
        );
        alone.call_in_reserve();
        assert_eq!(alone.answer(Ending::Stopped).expect("a puzzle").puzzle, rare);
        let surpassed = best();
        surpassed.keep_in_reserve(rare, &layout);
        surpassed.offer(usual.clone(), &layout);
        assert!(!surpassed.wants_in_reserve(100.0));
        surpassed.call_in_reserve();
        assert_eq!(surpassed.answer(Ending::Stopped).expect("a puzzle").puzzle, usual);
    }

    #[test]
    fn the_best_puzzle_gets_preferred_words_where_they_suffice() {
        let questions = "0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
        let read = |rows: &str| cwg::read(&format!("3\n3\n{rows}{questions}")).expect("a grid").puzzle;
        let (layout, rare) = (read("?.?\n?..\n?..\n"), read("?U?\n?LR\n?MO\n"));
        let all = ["ULM", "RO", "LR", "MO", "LEA", "ID", "EI", "AD"];
        // The first list lacks a word, so only the second one can be used.
        let preferred = [list(&["LEA", "ID", "EI"]), list(&["LEA", "ID", "EI", "AD"])];
        let all = list(&all);
        let preference = Preference::new(&preferred, &all, &[], |_| true);
        let best = Best::new(Instant::now(), 100.0, &preference, false);
        best.offer(rare, &layout);
        best.prefer_words(&Options::default(), &Budget::unlimited(), &|_| {});
        let answer = best.answer(Ending::Stopped).expect("a puzzle");
        assert_eq!(answer.puzzle, read("?L?\n?EI\n?AD\n"));
    }
}
