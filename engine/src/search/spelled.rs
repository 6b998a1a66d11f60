//! Fills that spell a solution word in fields that are not adjacent.
//!
//! Most fills happen to contain the letters of most words, so a fill is first made as usual. If it lacks letters, the
//! same layout, and so the same rating, is filled again, starting from a few words with the rare letters ([`carriers`]),
//! different ones each time. Whether a small layout has such a fill at all is decided by the formula.

use super::carriers::carriers;
use super::fill::{Demand, FillOptions, FillOutcome, OwnFill, OwnWords, Places, fill, fill_by_clauses};
use super::preference::Preference;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::membership::Membership;
use crate::encodings::lexicon::spelled::fields_apart;
use crate::encodings::lexicon::{Letter, SlotProblem, Theme, WordList};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, seed};
use fastrand::Rng;
use std::collections::HashSet;
use std::sync::Arc;

/// How many fills of a layout are tried, and how many if the formula can decide.
const TRIES: u64 = 16;
const TRIES_BEFORE_FORMULA: u64 = 2;
/// The failures per carrier of a search for places, and per slot of a fill.
const FAILURES_A_WORD: u64 = 20;
const FAILURES_A_SLOT: u64 = 30;

/// The most words, counted for each slot, for which the formula decides.
const MOST_WORDS: usize = 30_000;

impl Preference<'_> {
    /// Returns the cells of a fill that spell the solution word, empty if there is no such word; `None` if it cannot be
    /// spelled.
    pub(super) fn spelled_in(
        &self,
        problem: &SlotProblem,
        positions: &[Pos],
        letters: &[Letter],
    ) -> Option<Vec<usize>> {
        if self.spelled.is_empty() {
            return Some(Vec::new());
        }
        let own = OwnWords::of(self.all_own).places_in(problem, letters);
        let starts: HashSet<usize> =
            own.slots.iter().flatten().map(|&slot| problem.slots[slot].cells[0]).collect();
        let cells: Vec<usize> = (0..letters.len()).filter(|cell| !starts.contains(cell)).collect();
        let fields: Vec<(Pos, Letter)> = cells.iter().map(|&cell| (positions[cell], letters[cell])).collect();
        let chosen = fields_apart(self.spelled, &fields)?;
        Some(chosen.into_iter().map(|field| cells[field]).collect())
    }

    /// Returns a fill of a layout that spells the solution word: this one if it does, else another one with words of this
    /// index in which all own words stay; `None` if none was found.
    pub(super) fn spell(
        &self,
        laid_out: (&SlotProblem, &[Pos]),
        letters: Vec<Letter>,
        index: &Arc<WordIndex>,
        options: &FillOptions,
        budget: &Budget,
    ) -> Option<Vec<Letter>> {
        let (problem, positions) = laid_out;
        let is_spelled = |letters: &[Letter]| self.spelled_in(problem, positions, letters).is_some();
        if is_spelled(&letters) {
            return Some(letters);
        }
        let held = self.own.given(problem, &self.own.places_in(problem, &letters));
        let list = self.preferred.first().unwrap_or(self.list);
        let tries = if self.is_decided_by_formula(problem) { TRIES_BEFORE_FORMULA } else { TRIES };
        for attempt in 1..=tries {
            if budget.exhausted() {
                break;
            }
            let seed = seed::derive(options.seed, attempt);
            let carriers = [Theme::all(carriers(self.spelled, list, self.all_own, seed))];
            let carriers = OwnWords::of(&carriers);
            let failures = FAILURES_A_WORD * carriers.len() as u64;
            let mut rng = Rng::with_seed(seed);
            let places = carriers.place(&held, index, &Places::default(), failures, &mut rng, budget);
            let Ok(places) = places else { continue };
            let given = carriers.given(&held, &places);
            let failures = Some(FAILURES_A_SLOT * problem.slots.len() as u64);
            let options = FillOptions { seed, failures, hint: None, ..options.clone() };
            if let FillOutcome::Filled(letters) = fill(&given, index, &options, budget)
                && is_spelled(&letters)
            {
                return Some(letters);
            }
        }
        None
    }

    /// Returns whether the formula of the whole fill is small.
    fn is_decided_by_formula(&self, problem: &SlotProblem) -> bool {
        problem.slots.iter().map(|slot| self.list.count(slot.len())).sum::<usize>() <= MOST_WORDS
    }

    /// Fills a small layout so that it spells the solution word, or proves that this is impossible; a larger one is left
    /// undecided.
    pub(super) fn spell_by_formula(
        &self,
        problem: &SlotProblem,
        positions: &[Pos],
        options: &FillOptions,
        budget: &Budget,
    ) -> OwnFill {
        let outcome = match self.is_decided_by_formula(problem) {
            true => {
                let (themes, all_own, spelled) = (self.own.themes(), self.all_own, self.spelled);
                let demand = Demand { themes, all_own, spelled, positions };
                fill_by_clauses(problem, self.all(), Membership::Direct, demand, options, budget)
            }
            false => FillOutcome::nothing(problem),
        };
        let is_unspelled = !matches!(outcome, FillOutcome::Filled(_));
        OwnFill { outcome, missing: Vec::new(), is_unspelled }
    }
}

/// Returns whether counting alone shows that no puzzle on these fields spells a solution word: no word of the list has one
/// of its letters, or it has more than there are fields that lie apart. Of two neighbours one at most is taken.
pub fn is_hopeless(spelled: &[Letter], list: &WordList, fields: impl Iterator<Item = Pos>) -> bool {
    let has = |letter: &Letter| list.ids().any(|id| list.word(id).contains(letter));
    let mut alone: HashSet<Pos> = HashSet::new();
    let mut most = 0;
    for pos in fields {
        let neighbours = [pos.offset(-1, 0), pos.offset(0, -1)];
        if !neighbours.into_iter().flatten().any(|other| alone.remove(&other)) {
            alone.insert(pos);
            most += 1;
        }
    }
    spelled.len() > most || !spelled.iter().all(has)
}

/// Returns the sentence for a solution word that was not found.
pub(super) fn unspelled(word: &str) -> String {
    format!(
        "puzzles were found, but none that spells the solution word {word} in fields that are not adjacent; try another \
         --seed, more time if there is a limit, or another word"
    )
}

/// Returns the sentence for a solution word that no puzzle has.
pub(super) fn never_spelled(word: &str) -> String {
    format!(
        "no puzzle with words from this list spells the solution word {word} in fields that are not adjacent; choose another \
         word, a larger list, or a larger grid"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::{Slot, fold};

    /// Three rows of three letters, each with a word.
    fn rows() -> (SlotProblem, Vec<Pos>) {
        let slot = |row: usize| Slot { cells: (3 * row..3 * row + 3).collect() };
        let positions = (0..9).map(|cell| Pos::new(cell / 3, cell % 3)).collect();
        (SlotProblem { cells: vec![None; 9], slots: (0..3).map(slot).collect() }, positions)
    }

    /// Returns the outcomes for a solution word with some seeds: whether there is a fill, and whether the word is to blame.
    fn outcomes(words: &[&str], own: &[&str], spelled: &str) -> Vec<(bool, bool)> {
        let word = |text: &str| fold(text).expect("a word");
        let list = WordList::new(words.iter().map(|text| (word(text), WordList::DEFAULT_SCORE)));
        let (problem, positions) = rows();
        let (spelled, themes) = (word(spelled), [Theme::all(own.iter().map(|text| word(text)))]);
        let preference = Preference::new(&[], &list, &themes, |_| true).spelling(&spelled, &themes);
        let outcome = |seed| {
            let options = FillOptions { seed, ..FillOptions::default() };
            let fill = preference.fill(&problem, &positions, &options, &Budget::unlimited());
            match fill.outcome {
                FillOutcome::Filled(letters) => {
                    assert!(preference.spelled_in(&problem, &positions, &letters).is_some());
                    (true, fill.is_unspelled)
                }
                FillOutcome::Infeasible { .. } => (false, fill.is_unspelled),
                FillOutcome::Stopped { .. } => panic!("undecided"),
            }
        };
        (0..10).map(outcome).collect()
    }

    #[test]
    fn what_has_no_room_is_hopeless() {
        let list = WordList::new([(fold("AB").expect("a word"), WordList::DEFAULT_SCORE)]);
        let is_hopeless = |word: &str, fields: &[(usize, usize)]| {
            let fields = fields.iter().map(|&(row, col)| Pos::new(row, col));
            is_hopeless(&fold(word).expect("a word"), &list, fields)
        };
        let line = [(0, 0), (0, 1), (0, 2)];
        assert!(!is_hopeless("AB", &line) && is_hopeless("ABA", &line) && is_hopeless("C", &line));
        assert!(is_hopeless("AB", &[(0, 0), (1, 0)]) && !is_hopeless("AB", &[(0, 0), (1, 1)]));
    }

    #[test]
    fn small_layouts_are_decided() {
        const WORDS: [&str; 6] = ["ABA", "BAB", "AAB", "ABB", "XAB", "BBX"];
        // Two words of six, in rows that leave the two letters apart.
        assert_eq!(outcomes(&WORDS, &[], "XX"), [(true, false); 10]);
        assert_eq!(outcomes(&WORDS, &[], "XXX"), [(false, true); 10]);
        assert_eq!(
            outcomes(&WORDS, &["XAB"], "X"),
            [(true, false); 10],
            "BBX has one that starts no own word"
        );
        assert_eq!(outcomes(&WORDS, &["XAB"], "XX"), [(false, true); 10]);
        // Without it there is none either.
        assert_eq!(outcomes(&WORDS[..2], &[], "A"), [(false, false); 10]);
    }
}
