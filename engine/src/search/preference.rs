//! Which words a puzzle is made of: an editor's own words, and for the rest word lists in order of preference.
//!
//! An editor wants every word to have a clue before any word has a high score. Scores alone cannot express that: they
//! are added up, so three excellent words outweigh one without a clue. So a fill is first tried with the preferred words
//! alone, and puzzles are compared by the number of words outside each preferred list before they are compared by
//! scores.

use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, SlotProblem, Theme, WordList};
use crate::search::fill::{FillOptions, FillOutcome, OwnFill, OwnWords};
use crate::search::hall::shortage;
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::sync::{Arc, OnceLock};

/// The words of a search, most preferred first.
pub(super) struct Preference<'a> {
    /// Each is a part of the next.
    pub(super) preferred: &'a [WordList],
    /// All words.
    pub(super) list: &'a WordList,
    /// The lengths of words that are indexed.
    lengths: Vec<usize>,
    /// The index of each preferred list, then that of the whole list: each is made when it is needed, as the first lists
    /// nearly always suffice.
    indices: Vec<OnceLock<Arc<WordIndex>>>,
    /// The words that are wanted for themselves.
    pub(super) own: OwnWords<'a>,
    /// The letters of the solution word; empty if there is none.
    pub(super) spelled: &'a [Letter],
    /// All own words, including those with a demanded place: none of their first fields may spell the solution word.
    pub(super) all_own: &'a [Theme],
}

/// The number of words outside of each preferred list, the largest list first; less is better.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outside(Vec<usize>);

impl<'a> Preference<'a> {
    /// Creates the preference of these lists, the most preferred first, each a part of the next and all of them of `list`.
    /// Words of other lengths than those that `needs` accepts are not indexed. The words of the themes have to be in
    /// `list`; where they are not in a preferred one as well, that one cannot be used alone.
    pub(super) fn new(
        preferred: &'a [WordList],
        list: &'a WordList,
        themes: &'a [Theme],
        needs: impl Fn(usize) -> bool,
    ) -> Self {
        Self {
            preferred,
            list,
            lengths: (0..=list.longest()).filter(|&len| needs(len)).collect(),
            indices: vec![OnceLock::new(); preferred.len() + 1],
            own: OwnWords::of(themes),
            spelled: &[],
            all_own: &[],
        }
    }

    /// Demands that fields which lie apart spell these letters, none of them the first field of one of these own words.
    pub(super) fn spelling(self, spelled: &'a [Letter], all_own: &'a [Theme]) -> Self {
        Self { spelled, all_own, ..self }
    }

    /// Returns the index of a preferred list, or after these that of all words.
    fn index(&self, at: usize) -> &Arc<WordIndex> {
        let list = self.preferred.get(at).unwrap_or(self.list);
        let index = || Arc::new(WordIndex::of_lengths(list, self.lengths.iter().copied()));
        self.indices[at].get_or_init(index)
    }

    /// Returns the index of all words.
    pub(super) fn all(&self) -> &Arc<WordIndex> {
        self.index(self.preferred.len())
    }

    /// Returns the indices, the most preferred first, and whether each is that of all words.
    pub(super) fn indices(&self) -> impl Iterator<Item = (&Arc<WordIndex>, bool)> {
        (0..self.indices.len()).map(|at| (self.index(at), at == self.preferred.len()))
    }

    /// Fills a layout, whose cells have these positions, with own words and those of the first list that suffices, so that
    /// it spells the solution word.
    pub(super) fn fill(
        &self,
        problem: &SlotProblem,
        positions: &[Pos],
        options: &FillOptions,
        budget: &Budget,
    ) -> OwnFill {
        // A search would try nearly all orders of the words to find that there are too few of them.
        if let Some(core) = shortage(problem, self.list) {
            return OwnFill::of(FillOutcome::Infeasible { core });
        }
        match self.fill_with_preferred(problem, positions, options, budget) {
            filled @ OwnFill { outcome: FillOutcome::Filled(_), .. } => filled,
            stopped if budget.exhausted() && !self.preferred.is_empty() => stopped,
            _ => match self.own.fill(problem, self.all(), options, budget) {
                OwnFill { outcome: FillOutcome::Filled(letters), .. } => {
                    match self.spell((problem, positions), letters, self.all(), options, budget) {
                        Some(letters) => OwnFill::of(FillOutcome::Filled(letters)),
                        None => self.spell_by_formula(problem, positions, options, budget),
                    }
                }
                unfilled => unfilled,
            },
        }
    }

    /// Fills a layout with own words and those of the first preferred list that suffices, so that it spells the solution
    /// word. If none does, the outcome is [`FillOutcome::Stopped`] even if that is proven: other words may fill the layout.
    pub(super) fn fill_with_preferred(
        &self,
        problem: &SlotProblem,
        positions: &[Pos],
        options: &FillOptions,
        budget: &Budget,
    ) -> OwnFill {
        /// The failures per slot after which a list is given up.
        const FAILURES_A_SLOT: u64 = 200;
        let most = FAILURES_A_SLOT * problem.slots.len() as u64;
        let failures = Some(options.failures.map_or(most, |failures| failures.min(most)));
        let options = FillOptions { failures, ..options.clone() };
        let mut last = OwnFill::nothing(problem);
        for index in (0..self.preferred.len()).map(|at| self.index(at)) {
            let fill = self.own.fill(problem, index, &options, budget);
            match fill.outcome {
                FillOutcome::Infeasible { .. } => {}
                FillOutcome::Filled(letters) => {
                    match self.spell((problem, positions), letters, index, &options, budget) {
                        Some(letters) => return OwnFill::of(FillOutcome::Filled(letters)),
                        None => last = OwnFill { is_unspelled: true, ..OwnFill::nothing(problem) },
                    }
                }
                FillOutcome::Stopped { .. } => last = fill,
            }
            if budget.exhausted() {
                break;
            }
        }
        last
    }

    /// Counts the words of a fill that are outside of each preferred list.
    pub(super) fn outside(&self, problem: &SlotProblem, letters: &[Letter]) -> Outside {
        let count = |list: &WordList| {
            let words = problem.slots.iter().map(|slot| slot.cells.iter().map(|&cell| letters[cell]));
            words.filter(|word| list.find(&word.clone().collect::<Vec<_>>()).is_none()).count()
        };
        Outside(self.preferred.iter().rev().map(count).collect())
    }

    /// Returns the index of the most preferred list that has all words of a fill.
    pub(super) fn index_of(&self, outside: &Outside) -> &Arc<WordIndex> {
        let lists = outside.0.iter().take_while(|&&words| words == 0).count();
        self.index(self.preferred.len() - lists)
    }

    /// Returns the index of the next more preferred list; `None` if all words of a fill are in the most preferred one.
    pub(super) fn index_before(&self, outside: &Outside) -> Option<&Arc<WordIndex>> {
        let lists = outside.0.iter().take_while(|&&words| words == 0).count();
        Some(self.index((self.preferred.len() - lists).checked_sub(1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::Slot;
    use std::sync::atomic::AtomicBool;

    fn list(words: &[&str]) -> WordList {
        let letters = |word: &&str| word.chars().filter_map(Letter::from_char).collect();
        WordList::new(words.iter().map(|word| (letters(word), WordList::DEFAULT_SCORE)))
    }

    /// Two words of two letters that cross in their first one.
    fn corner() -> SlotProblem {
        SlotProblem {
            cells: vec![None; 3],
            slots: vec![Slot { cells: vec![0, 1] }, Slot { cells: vec![0, 2] }],
        }
    }

    #[test]
    fn what_preferred_words_cannot_fill_is_not_proven_to_be_impossible() {
        let (preferred, all) = ([list(&["AB", "CD"])], list(&["AB", "AD", "CD"]));
        let preference = Preference::new(&preferred, &all, &[], |_| true);
        let options = FillOptions::default();
        let filled = preference.fill(&corner(), &[], &options, &Budget::unlimited()).outcome;
        assert!(matches!(filled, FillOutcome::Filled(_)), "{filled:?}");
        let exhausted = Budget::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
        for outcome in [
            preference.fill(&corner(), &[], &options, &exhausted).outcome,
            preference.fill_with_preferred(&corner(), &[], &options, &Budget::unlimited()).outcome,
        ] {
            assert!(matches!(outcome, FillOutcome::Stopped { .. }), "{outcome:?}");
        }
        let preference = Preference::new(&preferred, &preferred[0], &[], |_| true);
        let proven = preference.fill(&corner(), &[], &options, &Budget::unlimited()).outcome;
        assert!(matches!(proven, FillOutcome::Infeasible { .. }), "{proven:?}");
    }
}
