//! Where own words go: each gets a slot, so that all slots keep at least one word.
//!
//! A theme asks for words, not for places, and a fill asks each slot for a word. So the places come first: a word that
//! is wanted is given to a slot of its length, on the same propagator that fills use, and what it leaves its
//! crossings decides between slots. Words with the fewest slots left go first; those that a theme can spare go last and
//! are left out where they do not fit. The letters of the placed words are then given letters of an ordinary fill, so
//! every way to fill serves puzzles with own words as well. If the fill fails, words near the trouble are placed
//! elsewhere (`own`).
//!
//! The search is exhaustive as far as the propagator sees: with all branches closed, it is proven that the words have no
//! places in these slots.

use crate::encodings::lexicon::{Letter, SlotProblem, Theme};
use crate::solver::Budget;
use crate::solver::words::{Propagator, WordIndex};
use fastrand::Rng;
use std::sync::Arc;

/// The slots that are compared for each word.
const CANDIDATES: usize = 6;
/// The failures after which the search for places starts again, times the number of words.
const FAILURES_A_WORD: u64 = 12;
/// How much chance counts when slots are compared, in terms of the logarithm of the number of words they leave.
const NOISE: f64 = 1.0;

/// Words to place, each with the themes that it is in.
pub(in crate::search) struct OwnWords<'a> {
    themes: &'a [Theme],
    words: Vec<Own>,
}

struct Own {
    letters: Vec<Letter>,
    themes: Vec<usize>,
}

/// The places of own words.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Places {
    /// The slot of each own word; `None` if it is left out.
    pub(in crate::search) slots: Vec<Option<usize>>,
}

impl Places {
    /// Returns how many words have a place.
    pub(in crate::search) fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }
}

/// Why own words have no places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) enum NoPlaces {
    /// Even without own words this slot has no word.
    NoFill(usize),
    /// There are none; with these words, at least, the search failed.
    Impossible(Vec<usize>),
    /// None were found; these words were missing in the best attempt.
    Limit(Vec<usize>),
}

impl<'a> OwnWords<'a> {
    /// Collects the words of these themes; a word of several themes has one place.
    pub(in crate::search) fn of(themes: &'a [Theme]) -> Self {
        let mut words: Vec<Own> = Vec::new();
        for (number, theme) in themes.iter().enumerate() {
            for letters in theme.words() {
                match words.iter_mut().find(|own| own.letters == *letters) {
                    Some(own) => own.themes.push(number),
                    None => words.push(Own { letters: letters.clone(), themes: vec![number] }),
                }
            }
        }
        Self { themes, words }
    }

    /// Returns the themes.
    pub(in crate::search) fn themes(&self) -> &'a [Theme] {
        self.themes
    }

    /// Returns whether there are none.
    pub(in crate::search) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the number of words.
    pub(in crate::search) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the words.
    pub(in crate::search) fn words(&self) -> impl Iterator<Item = &[Letter]> {
        self.words.iter().map(|own| &own.letters[..])
    }

    /// Returns the number of letters of a word.
    pub(in crate::search) fn len_of(&self, own: usize) -> usize {
        self.words[own].letters.len()
    }

    /// Draws the words that a puzzle is made for: those that are needed, and of a theme that can spare some, as many as it
    /// needs at least.
    pub(in crate::search) fn draw_needed(&self, rng: &mut Rng) -> Vec<usize> {
        let mut needed = vec![false; self.words.len()];
        for (number, theme) in self.themes.iter().enumerate() {
            let mut members: Vec<usize> =
                (0..self.words.len()).filter(|&own| self.words[own].themes.contains(&number)).collect();
            rng.shuffle(&mut members);
            members.iter().take(theme.at_least()).for_each(|&own| needed[own] = true);
        }
        (0..self.words.len()).filter(|&own| needed[own]).collect()
    }

    /// Returns the words of themes that can spare some.
    pub(in crate::search) fn spare(&self) -> Vec<usize> {
        let can_spare = |own: &Own| own.themes.iter().any(|&theme| self.themes[theme].spare() > 0);
        (0..self.words.len()).filter(|&own| can_spare(&self.words[own])).collect()
    }

    /// Returns a word as text.
    pub(in crate::search) fn spelled(&self, own: usize) -> String {
        self.words[own].letters.iter().map(|letter| letter.char()).collect()
    }

    /// Returns the problem with the letters of the placed words given.
    pub(in crate::search) fn given(&self, problem: &SlotProblem, places: &Places) -> SlotProblem {
        let mut given = problem.clone();
        for (own, slot) in self.words.iter().zip(&places.slots) {
            let Some(slot) = *slot else { continue };
            for (&cell, &letter) in problem.slots[slot].cells.iter().zip(&own.letters) {
                given.cells[cell] = Some(letter);
            }
        }
        given
    }

    /// Returns the places that own words have in a fill.
    pub(in crate::search) fn places_in(&self, problem: &SlotProblem, letters: &[Letter]) -> Places {
        let spells = |slot: usize, own: &Own| {
            let cells = &problem.slots[slot].cells;
            cells.len() == own.letters.len() && cells.iter().zip(&own.letters).all(|(&c, l)| letters[c] == *l)
        };
        let slot = |own: &Own| (0..problem.slots.len()).find(|&slot| spells(slot, own));
        Places { slots: self.words.iter().map(slot).collect() }
    }

    /// Looks for places. `before` has the slot where each word would best stay.
    pub(in crate::search) fn place(
        &self,
        problem: &SlotProblem,
        index: &Arc<WordIndex>,
        before: &Places,
        failures: u64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Places, NoPlaces> {
        let words = Propagator::new(index, problem).map_err(|conflict| NoPlaces::NoFill(conflict.slot))?;
        let mut search = Search::new(self, problem, index, words, before);
        let round = FAILURES_A_WORD * self.words.len() as u64;
        for attempt in 1.. {
            let limit = (search.failures + round * attempt).min(failures);
            match search.dive(limit, rng, budget) {
                Dive::Placed => return Ok(search.places()),
                Dive::Exhausted => return Err(NoPlaces::Impossible(search.missing())),
                Dive::Limit if search.failures < failures && !budget.exhausted() => {}
                Dive::Limit => break,
            }
        }
        Err(NoPlaces::Limit(search.missing()))
    }

    /// Looks for places for as many of the wanted words as possible; words that are in a slot already are always found.
    pub(in crate::search) fn place_some(
        &self,
        problem: &SlotProblem,
        index: &Arc<WordIndex>,
        is_wanted: impl Fn(usize) -> bool,
        failures: u64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Places {
        let Ok(words) = Propagator::new(index, problem) else { return Places::default() };
        let before = Places::default();
        let mut search = Search::new(self, problem, index, words, &before);
        search.all_spare = true;
        for own in (0..self.words.len()).filter(|&own| !is_wanted(own)) {
            search.state[own] = State::Out;
        }
        match search.dive(failures, rng, budget) {
            Dive::Placed => search.places(),
            Dive::Exhausted | Dive::Limit => Places::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    In(usize),
    Out,
}

enum Dive {
    Placed,
    Exhausted,
    Limit,
}

/// A choice: a word is in a slot.
struct Decision {
    own: usize,
    slot: usize,
    /// The length of the trail before the choice.
    trail: usize,
}

/// A choice that can be made.
enum Choice {
    /// Every word is placed or left out.
    Done,
    /// This word has no slot and cannot be left out.
    Failed(usize),
    /// This word can be in these slots.
    Slots(usize, Vec<usize>),
}

struct Search<'a> {
    own: &'a OwnWords<'a>,
    problem: &'a SlotProblem,
    words: Propagator,
    /// The number of each own word in the index; `None` if it has no such word.
    numbers: Vec<Option<usize>>,
    before: &'a Places,
    state: Vec<State>,
    /// The words of each theme that are left out.
    left_out: Vec<usize>,
    /// The words that are no longer open, in this order.
    trail: Vec<usize>,
    decisions: Vec<Decision>,
    /// How often each word failed lately.
    trouble: Vec<f64>,
    failures: u64,
    /// The words that were missing when the fewest were.
    best: Option<Vec<usize>>,
    /// Whether every word may be left out, whatever the themes say.
    all_spare: bool,
}

impl<'a> Search<'a> {
    fn new(
        own: &'a OwnWords<'a>,
        problem: &'a SlotProblem,
        index: &WordIndex,
        words: Propagator,
        before: &'a Places,
    ) -> Self {
        Self {
            own,
            problem,
            words,
            numbers: own.words.iter().map(|own| index.find(&own.letters)).collect(),
            before,
            state: vec![State::Open; own.words.len()],
            left_out: vec![0; own.themes.len()],
            trail: Vec::new(),
            decisions: Vec::new(),
            trouble: vec![1.0; own.words.len()],
            failures: 0,
            best: None,
            all_spare: false,
        }
    }

    fn places(&self) -> Places {
        let slot = |state: &State| match state {
            State::In(slot) => Some(*slot),
            State::Open | State::Out => None,
        };
        Places { slots: self.state.iter().map(slot).collect() }
    }

    fn missing(&self) -> Vec<usize> {
        self.best.clone().unwrap_or_else(|| (0..self.state.len()).collect())
    }

    fn dive(&mut self, limit: u64, rng: &mut Rng, budget: &Budget) -> Dive {
        loop {
            let failed = match self.choose(rng) {
                Choice::Done => return Dive::Placed,
                Choice::Failed(own) => own,
                Choice::Slots(own, slots) => match self.best_of(own, slots, rng) {
                    Ok(Some(slot)) if self.assign(own, slot) => continue,
                    // Some slots are out of question now; what is left is looked at again.
                    Ok(None) => continue,
                    Ok(Some(_)) | Err(()) => own,
                },
            };
            log::trace!(
                "{} has no place, with {} words placed",
                self.own.spelled(failed),
                self.decisions.len()
            );
            self.trouble[failed] += 1.0;
            self.failures += 1;
            self.keep_best();
            // Back to the last choice that can be changed.
            loop {
                let Some(Decision { own, slot, trail }) = self.decisions.pop() else {
                    return Dive::Exhausted;
                };
                self.words.pop();
                self.reopen(trail);
                if let Some(word) = self.numbers[own]
                    && self.words.exclude(slot, word).is_ok()
                {
                    break;
                }
            }
            if self.failures >= limit || budget.exhausted() {
                while let Some(Decision { trail, .. }) = self.decisions.pop() {
                    self.words.pop();
                    self.reopen(trail);
                }
                return Dive::Limit;
            }
        }
    }

    /// Opens the words again that were closed since the trail had this length.
    fn reopen(&mut self, trail: usize) {
        for own in self.trail.drain(trail..) {
            if self.state[own] == State::Out {
                self.own.words[own].themes.iter().for_each(|&theme| self.left_out[theme] -= 1);
            }
            self.state[own] = State::Open;
        }
    }

    fn keep_best(&mut self) {
        let open = |own: &usize| !matches!(self.state[*own], State::In(_));
        let missing: Vec<usize> = (0..self.state.len()).filter(open).collect();
        if self.best.as_ref().is_none_or(|best| missing.len() < best.len()) {
            self.best = Some(missing);
        }
    }

    /// Returns whether a word is in a theme that cannot spare another one.
    fn is_needed(&self, own: usize) -> bool {
        !self.all_spare
            && self.own.words[own]
                .themes
                .iter()
                .any(|&theme| self.left_out[theme] >= self.own.themes[theme].spare())
    }

    /// Chooses the next word: one that is needed before others, the one with the fewest slots relative to its trouble
    /// first.
    fn choose(&mut self, rng: &mut Rng) -> Choice {
        let mut chosen = None;
        let mut least = (true, f64::INFINITY);
        for own in 0..self.state.len() {
            if self.state[own] != State::Open {
                continue;
            }
            let slots = self.slots_for(own);
            if slots.is_empty() {
                if self.is_needed(own) {
                    return Choice::Failed(own);
                }
                self.own.words[own].themes.iter().for_each(|&theme| self.left_out[theme] += 1);
                self.state[own] = State::Out;
                self.trail.push(own);
                continue;
            }
            let few = slots.len() as f64 / self.trouble[own] * (1.0 + 0.5 * rng.f64());
            let rank = (!self.is_needed(own), few);
            if chosen.is_none() || rank < least {
                least = rank;
                chosen = Some((own, slots));
            }
        }
        chosen.map_or(Choice::Done, |(own, slots)| Choice::Slots(own, slots))
    }

    /// Returns the slots that a word can be in.
    fn slots_for(&self, own: usize) -> Vec<usize> {
        let Some(word) = self.numbers[own] else { return Vec::new() };
        let len = self.own.words[own].letters.len();
        let slots = self.problem.slots.iter().enumerate().filter(|(_, slot)| slot.len() == len);
        slots.map(|(slot, _)| slot).filter(|&slot| self.words.domains().contains(slot, word)).collect()
    }

    /// Returns the slot that leaves its crossings the most words, of some drawn at random; `None` if none of these is
    /// possible, which excludes them; the error if that leaves another slot without words.
    fn best_of(&mut self, own: usize, mut slots: Vec<usize>, rng: &mut Rng) -> Result<Option<usize>, ()> {
        let Some(word) = self.numbers[own] else { return Err(()) };
        rng.shuffle(&mut slots);
        if let Some(before) = self.before.slots.get(own).copied().flatten()
            && let Some(place) = slots.iter().position(|&slot| slot == before)
        {
            slots.swap(0, place);
            slots.truncate(1);
        }
        slots.truncate(CANDIDATES);
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for slot in slots {
            let crossed: Vec<usize> = self.words.crossings(slot).map(|(_, other, ..)| other).collect();
            let room = |words: &Propagator| -> f64 {
                crossed.iter().map(|&other| (words.count(other) as f64).ln()).sum()
            };
            let before = room(&self.words);
            self.words.push();
            let possible = self.words.assign(slot, word).is_ok();
            let value = room(&self.words) - before + NOISE * rng.f64();
            self.words.pop();
            if !possible {
                self.words.exclude(slot, word).map_err(|_| ())?;
            } else if value > most {
                most = value;
                best = Some(slot);
            }
        }
        Ok(best)
    }

    /// Puts a word into a slot; returns whether that leaves every slot a word.
    fn assign(&mut self, own: usize, slot: usize) -> bool {
        let Some(word) = self.numbers[own] else { return false };
        self.words.push();
        self.decisions.push(Decision { own, slot, trail: self.trail.len() });
        self.state[own] = State::In(slot);
        self.trail.push(own);
        self.words.assign(slot, word).is_ok()
    }
}
