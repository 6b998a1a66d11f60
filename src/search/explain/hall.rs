//! Too few words for too many slots, by matching.
//!
//! All words differ, so every slot must be matched with a word of its own. By Hall's theorem that fails exactly if
//! some slots have fewer words between them than there are slots. Augmenting paths (Kuhn) find either the matching or
//! such slots. Crossings are ignored: this is a necessary condition, and the one that clauses are worst
//! at, because it is the pigeonhole principle.

use crate::encodings::lexicon::{Letter, SlotProblem, WordList};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A length of which a list has fewer words than there are slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    /// The length, in letters.
    pub len: usize,
    /// How many words of that length the list has.
    pub words: usize,
    /// How many slots of that length there are.
    pub slots: usize,
}

/// Returns the lengths of which the list has too few words, whatever the letters; ascending.
pub(super) fn too_few(problem: &SlotProblem, list: &WordList) -> Vec<TooFew> {
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    problem.slots.iter().for_each(|slot| *slots.entry(slot.len()).or_default() += 1);
    let all = slots.into_iter().map(|(len, slots)| TooFew { len, words: list.count(len), slots });
    all.filter(|few| few.words < few.slots).collect()
}

/// The words that fit each slot of a problem by its given letters.
#[derive(Clone, Debug)]
pub(super) struct Supply {
    /// The length and word numbers of each slot; `None` if it has at least as many words as there are slots.
    words: Vec<Option<(usize, Vec<usize>)>>,
}

impl Supply {
    /// Collects the words that fit each slot.
    pub(super) fn new(problem: &SlotProblem, list: &WordList) -> Self {
        let enough = problem.slots.len();
        let words = problem.slots.iter().map(|slot| {
            let given: Vec<Option<Letter>> = slot.cells.iter().map(|&cell| problem.cells[cell]).collect();
            let fits = |word: &[Letter]| word.iter().zip(&given).all(|(a, b)| b.is_none_or(|b| b == *a));
            let numbers = list.words(slot.len()).enumerate().filter(|(_, word)| fits(word));
            let numbers: Vec<usize> = numbers.map(|(number, _)| number).take(enough).collect();
            (numbers.len() < enough).then_some((slot.len(), numbers))
        });
        Self { words: words.collect() }
    }

    /// Returns some of these slots that have fewer words between them than there are of them, or `None` if there are no
    /// such slots; just one slot if it has no word at all.
    pub(super) fn shortage(&self, slots: &[usize]) -> Option<Vec<usize>> {
        let mut holder = HashMap::new();
        for &slot in slots {
            let mut reached = vec![slot];
            if self.words[slot].is_some() && !self.place(slot, &mut holder, &mut reached) {
                return Some(reached);
            }
        }
        None
    }

    /// Returns the indices of the words that fit any of these slots, which have to be of one length and to have fewer words
    /// than there are slots in all; ascending.
    pub(super) fn words_of(&self, slots: &[usize]) -> Vec<usize> {
        let words = slots.iter().filter_map(|&slot| self.words[slot].as_ref()).flat_map(|(_, words)| words);
        words.copied().collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Finds a word for a slot, moving other slots to other words if necessary. If there is none, `reached` holds slots
    /// that together have fewer words than there are of them.
    fn place(
        &self,
        slot: usize,
        holder: &mut HashMap<(usize, usize), usize>,
        reached: &mut Vec<usize>,
    ) -> bool {
        let Some((len, numbers)) = &self.words[slot] else { return true };
        for &number in numbers {
            let word = (*len, number);
            match holder.get(&word).copied() {
                Some(other) if reached.contains(&other) => continue,
                Some(other) => {
                    reached.push(other);
                    if !self.place(other, holder, reached) {
                        continue;
                    }
                }
                None => {}
            }
            holder.insert(word, slot);
            return true;
        }
        false
    }
}
