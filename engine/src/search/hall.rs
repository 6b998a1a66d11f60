//! Too few words for too many slots, by matching.
//!
//! All words differ, so every slot must be matched with a word of its own. By Hall's theorem that fails exactly if
//! some slots have fewer words between them than there are slots. Augmenting paths (Kuhn) find either the matching or
//! such slots. Crossings are ignored: this is a necessary condition, and the one that clauses are worst
//! at, because it is the pigeonhole principle.

use crate::encodings::lexicon::fill::FillEncoding;
use crate::encodings::lexicon::{Letter, SlotProblem, WordList};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most slots without enough words for which clauses show that two by two; more are [counted]: these are
/// pigeons and holes.
///
/// [counted]: crate::encodings::cnf::all_different
pub(in crate::search) const FEW_PIGEONS: usize = 10;
/// The most slots without enough words that are counted: the counters grow with the third power of this.
pub(in crate::search) const MOST_PIGEONS: usize = 60;

/// Returns slots that have fewer words between them than there are of them, if there are any.
pub(in crate::search) fn shortage(problem: &SlotProblem, list: &WordList) -> Option<Vec<usize>> {
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    Supply::new(problem, list).shortage(&all)
}

/// Adds to the formula of a fill the clauses by which a solver sees that some slots have too few words, if that is so and they
/// are too many to show it two by two.
pub(in crate::search) fn count_words(encoding: &mut FillEncoding, problem: &SlotProblem, list: &WordList) {
    let supply = Supply::new(problem, list);
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    let is_counted = |slots: &Vec<usize>| slots.len() > FEW_PIGEONS;
    if let Some(slots) = supply.shortage(&all).filter(is_counted) {
        // One slot more than there are words is enough.
        let words = supply.words_of(&slots);
        encoding.count_words(&slots[..slots.len().min(words.len() + 1)], &words);
    }
}

/// Returns whether so many slots have too few words that no formula is to count them.
pub(in crate::search) fn is_too_long(problem: &SlotProblem, list: &WordList) -> bool {
    let supply = Supply::new(problem, list);
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    supply.shortage(&all).is_some_and(|slots| supply.words_of(&slots).len() >= MOST_PIGEONS)
}

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
pub(in crate::search) fn too_few(problem: &SlotProblem, list: &WordList) -> Vec<TooFew> {
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    problem.slots.iter().for_each(|slot| *slots.entry(slot.len()).or_default() += 1);
    let all = slots.into_iter().map(|(len, slots)| TooFew { len, words: list.count(len), slots });
    all.filter(|few| few.words < few.slots).collect()
}

/// The words that fit each slot of a problem by its given letters.
#[derive(Clone, Debug)]
pub(in crate::search) struct Supply {
    /// The length and word numbers of each slot; `None` if it has at least as many words as there are slots.
    words: Vec<Option<(usize, Vec<usize>)>>,
}

impl Supply {
    /// Collects the words that fit each slot.
    pub(in crate::search) fn new(problem: &SlotProblem, list: &WordList) -> Self {
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
    pub(in crate::search) fn shortage(&self, slots: &[usize]) -> Option<Vec<usize>> {
        let mut holder = HashMap::new();
        for &slot in slots {
            let mut reached = vec![slot];
            if self.words[slot].is_some() && !self.place(slot, &mut holder, &mut reached, &mut HashSet::new())
            {
                return Some(reached);
            }
        }
        None
    }

    /// Returns the indices of the words that fit any of these slots, which have to be of one length and to have fewer words
    /// than there are slots in all; ascending.
    pub(in crate::search) fn words_of(&self, slots: &[usize]) -> Vec<usize> {
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
        tried: &mut HashSet<(usize, usize)>,
    ) -> bool {
        let Some((len, numbers)) = &self.words[slot] else { return true };
        let words = || numbers.iter().map(|&number| (*len, number));
        if let Some(free) = words().find(|word| !holder.contains_key(word)) {
            holder.insert(free, slot);
            return true;
        }
        for word in words() {
            if !tried.insert(word) {
                continue;
            }
            let Some(other) = holder.get(&word).copied() else { continue };
            if !reached.contains(&other) {
                reached.push(other);
            }
            if self.place(other, holder, reached, tried) {
                holder.insert(word, slot);
                return true;
            }
        }
        false
    }
}
