//! Words that must not meet in one puzzle: ROSE and ROSEN, RUND and UNRUND, STEIN and STEINBRUCH.
//!
//! A reader who has found one of them has found the other as well. Which words are relatives is a relation between
//! pairs: a word can be in several families (MACHT is a noun, and a form of a verb) without making relatives of all their
//! words, so families are not merged. A long word inside another one is its relative whatever the families say.
//!
//! The relation belongs to the word list ([`WordList::kept_apart`]), so everything that gets a list keeps the words apart:
//! searches, formulas and the rules.

use super::{Letter, WordId, WordList};
use std::collections::BTreeMap;

/// Pairs of words of a list of which a puzzle may have only one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Apart {
    /// The words, numbered in the order of their ids.
    words: WordList,
    /// The number of the first word of each length.
    first: Vec<u32>,
    /// The numbers of the relatives of each word, ascending, one word after another.
    relatives: Vec<u32>,
    /// The end of each word's relatives.
    ends: Vec<u32>,
}

impl Apart {
    /// The number of letters from which on a word is a relative of each word that contains it.
    pub const INSIDE: usize = 5;

    /// Finds the relatives in a list: words of the same family, and words of `inside` letters or more in others.
    pub fn new(
        list: &WordList,
        families: impl IntoIterator<Item = impl AsRef<[WordId]>>,
        inside: usize,
    ) -> Self {
        let (first, count) = numbering(list);
        let number = |id: WordId| first[id.len] + id.index as u32;
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for family in families {
            let family = family.as_ref();
            for (place, &a) in family.iter().enumerate() {
                pairs.extend(family[..place].iter().map(|&b| (number(a), number(b))));
            }
        }
        pairs.extend(contained(list, inside).into_iter().map(|(a, b)| (number(a), number(b))));
        Self::of_pairs(list.clone(), first, count, pairs)
    }

    /// Makes the relation of pairs that are known already, by the numbers of their words: the words are numbered in the
    /// order of their ids, from 0 on. Pairs with other numbers are left out. It takes least time if the larger number of
    /// each pair comes first and the pairs are sorted.
    pub fn of_numbers(list: &WordList, mut pairs: Vec<(u32, u32)>) -> Self {
        let (first, count) = numbering(list);
        pairs.retain(|&(a, b)| (a.max(b) as usize) < count);
        let are_sorted = pairs.is_sorted_by(|a, b| a < b) && pairs.iter().all(|(a, b)| a > b);
        if !are_sorted {
            return Self::of_pairs(list.clone(), first, count, pairs);
        }
        // Each word comes first with its smaller relatives, ascending, and then in the pairs of its larger ones.
        let (relatives, ends) = rows::<true>(count, pairs.into_iter());
        Self { words: list.clone(), first, relatives, ends }
    }

    /// Makes the relation of pairs in any order. A large list has some hundred thousand of them, so they are not sorted
    /// by comparing: listing, for each word in turn, the words that have it as a relative yields them sorted.
    fn of_pairs(words: WordList, first: Vec<u32>, count: usize, pairs: Vec<(u32, u32)>) -> Self {
        let (values, ends) = rows::<true>(count, pairs.into_iter().filter(|(a, b)| a != b));
        let row =
            |a: usize| &values[a.checked_sub(1).map_or(0, |last| ends[last]) as usize..ends[a] as usize];
        let turned = (0..count).flat_map(|a| row(a).iter().map(move |&b| (b, a as u32)));
        let (mut relatives, mut ends) = rows::<false>(count, turned);
        // A pair that was named twice is a pair.
        let (mut start, mut kept) = (0, 0);
        for end in &mut ends {
            let row = std::mem::replace(&mut start, *end as usize)..*end as usize;
            let from = kept;
            for at in row {
                if kept == from || relatives[kept - 1] != relatives[at] {
                    relatives[kept] = relatives[at];
                    kept += 1;
                }
            }
            *end = kept as u32;
        }
        relatives.truncate(kept);
        relatives.shrink_to_fit();
        Self { words, first, relatives, ends }
    }

    /// Lets these words meet: an editor who demands two relatives wants both.
    pub fn except(self, words: &[Vec<Letter>]) -> Self {
        if !self.separates(words) {
            return self;
        }
        let allowed = self.numbers(words);
        let is_allowed = |number: u32| allowed.binary_search(&number).is_ok();
        let numbers = 0..self.ends.len() as u32;
        let pairs = numbers.flat_map(|a| self.of(a).iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| !is_allowed(a) || !is_allowed(b)).collect();
        Self::of_pairs(self.words.clone(), self.first.clone(), self.ends.len(), pairs)
    }

    /// Returns whether some of these words are relatives.
    pub fn separates(&self, words: &[Vec<Letter>]) -> bool {
        let numbers = self.numbers(words);
        numbers.iter().any(|&a| self.of(a).iter().any(|b| numbers.binary_search(b).is_ok()))
    }

    /// Returns the numbers of these words, ascending.
    fn numbers(&self, words: &[Vec<Letter>]) -> Vec<u32> {
        let mut numbers: Vec<u32> = words.iter().filter_map(|word| self.number(word)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> usize {
        self.relatives.len() / 2
    }

    /// Iterates over the relatives of a word.
    pub fn relatives(&self, word: &[Letter]) -> impl Iterator<Item = &[Letter]> {
        let relatives = self.number(word).map_or(&[][..], |number| self.of(number));
        relatives.iter().map(|&number| self.word(number))
    }

    /// Returns whether two words are relatives.
    pub fn are_relatives(&self, a: &[Letter], b: &[Letter]) -> bool {
        let (Some(a), Some(b)) = (self.number(a), self.number(b)) else { return false };
        self.of(a).binary_search(&b).is_ok()
    }

    /// Iterates over the relatives among the words of a puzzle, each with what the map says about it: pairs, the word that
    /// comes first in the alphabet first.
    pub fn among<'a, P>(
        &'a self,
        words: &'a BTreeMap<Vec<Letter>, P>,
    ) -> impl Iterator<Item = [(&'a [Letter], &'a P); 2]> {
        words.iter().flat_map(move |(word, place)| {
            let before = self.relatives(word).filter(move |relative| *relative < &word[..]);
            let pair = move |(relative, its)| [(relative, its), (&word[..], place)];
            before.filter_map(|relative| Some((relative, words.get(relative)?))).map(pair)
        })
    }

    /// Iterates over all pairs, each once.
    pub fn pairs(&self) -> impl Iterator<Item = (&[Letter], &[Letter])> {
        let numbers = 0..self.ends.len() as u32;
        let pairs = numbers.flat_map(|a| self.of(a).iter().map(move |&b| (a, b)));
        pairs.filter(|(a, b)| a < b).map(|(a, b)| (self.word(a), self.word(b)))
    }

    /// Calls `each` with each word of another list that has relatives in that list, in the order of the list, and with
    /// these. Both lists are walked in their common order, because looking up a hundred thousand pairs one by one takes
    /// longer than a small puzzle.
    pub fn for_each_within(&self, list: &WordList, mut each: impl FnMut(WordId, &[WordId])) {
        /// The id of a word that the list does not have.
        const NONE: (u32, u32) = (0, 0);
        let mut ids = vec![NONE; self.ends.len()];
        let longest = list.longest().min(self.words.longest());
        for len in 1..=longest {
            for (index, place) in list.indices_in(&self.words, len).enumerate() {
                if let Some(place) = place {
                    ids[self.first[len] as usize + place] = (len as u32, index as u32);
                }
            }
        }
        let id = |(len, index): (u32, u32)| WordId { len: len as usize, index: index as usize };
        let (mut found, mut start) = (Vec::new(), 0);
        for (&own, &end) in ids.iter().zip(&self.ends) {
            let relatives = &self.relatives[std::mem::replace(&mut start, end as usize)..end as usize];
            if own != NONE && !relatives.is_empty() {
                found.clear();
                found.extend(
                    relatives.iter().map(|&other| ids[other as usize]).filter(|id| *id != NONE).map(id),
                );
                if !found.is_empty() {
                    each(id(own), &found);
                }
            }
        }
    }

    fn number(&self, word: &[Letter]) -> Option<u32> {
        self.words.find(word).map(|id| self.first[id.len] + id.index as u32)
    }

    fn word(&self, number: u32) -> &[Letter] {
        let len = self.first.partition_point(|&first| first <= number) - 1;
        self.words.word(WordId { len, index: (number - self.first[len]) as usize })
    }

    fn of(&self, number: u32) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number as usize - 1] };
        &self.relatives[start as usize..self.ends[number as usize] as usize]
    }
}

/// Returns the number of the first word of each length, and the number of words.
fn numbering(list: &WordList) -> (Vec<u32>, usize) {
    let mut count = 0;
    let mut first = Vec::with_capacity(list.longest() + 1);
    for len in 0..=list.longest() {
        first.push(count as u32);
        count += list.count(len);
    }
    (first, count)
}

/// Returns the second numbers of these pairs by their first ones, which are below `count`: one row after another, and the
/// end of each row. In a row they have the order of the pairs. If `BOTH`, each pair stands for the reversed one as well.
fn rows<const BOTH: bool>(
    count: usize,
    pairs: impl Iterator<Item = (u32, u32)> + Clone,
) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0_u32; count];
    for (a, b) in pairs.clone() {
        ends[a as usize] += 1;
        if BOTH {
            ends[b as usize] += 1;
        }
    }
    let mut all = 0;
    for end in &mut ends {
        // For now, where the row starts; it moves to its end as the row is filled.
        all += std::mem::replace(end, all);
    }
    let mut values = vec![0; all as usize];
    let mut put = |a: u32, b: u32| {
        let end = &mut ends[a as usize];
        values[*end as usize] = b;
        *end += 1;
    };
    for (a, b) in pairs {
        put(a, b);
        if BOTH {
            put(b, a);
        }
    }
    (values, ends)
}

/// Returns the pairs of words of which one has at least `inside` letters and is a part of the other.
fn contained(list: &WordList, inside: usize) -> Vec<(WordId, WordId)> {
    let mut filter = Filter::default();
    for len in inside..=list.longest() {
        list.words(len).for_each(|word| filter.add(word));
    }
    let mut found = Vec::new();
    for whole in list.ids().filter(|id| id.len > inside) {
        let letters = list.word(whole);
        for len in (inside..whole.len).filter(|&len| list.count(len) > 0) {
            let parts = letters.windows(len).filter(|part| filter.may_have(part));
            found.extend(parts.filter_map(|part| list.find(part)).map(|part| (part, whole)));
        }
    }
    found
}

/// A set of words that may also answer yes for others, but takes no time: nearly all parts of words are not words.
struct Filter(Vec<u64>);

impl Default for Filter {
    fn default() -> Self {
        Self(vec![0; 1 << (Self::BITS - 6)])
    }
}

impl Filter {
    /// The logarithm of the number of bits: some for each word of a large list.
    const BITS: u32 = 20;

    fn place(word: &[Letter]) -> (usize, u64) {
        let mix = |hash: u64, letter: &Letter| {
            (hash ^ (letter.index() as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let bit = word.iter().fold(word.len() as u64, mix) >> (64 - Self::BITS);
        (bit as usize / 64, 1 << (bit % 64))
    }

    fn add(&mut self, word: &[Letter]) {
        let (block, bit) = Self::place(word);
        self.0[block] |= bit;
    }

    fn may_have(&self, word: &[Letter]) -> bool {
        let (block, bit) = Self::place(word);
        self.0[block] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::fold;
    use itertools::Itertools;

    fn word(text: &str) -> Vec<Letter> {
        fold(text).expect("a word")
    }

    fn list(words: &str) -> WordList {
        WordList::new(words.split(' ').map(|text| (word(text), 1.0)))
    }

    fn pairs(apart: &Apart) -> Vec<String> {
        let spelled = |word: &[Letter]| word.iter().join("");
        let pair = |(a, b): (&[Letter], &[Letter])| [spelled(a), spelled(b)].into_iter().sorted().join(" ");
        apart.pairs().map(pair).sorted().collect()
    }

    #[test]
    fn families_are_not_merged_and_long_words_are_not_to_be_inside_others() {
        let list = list("MACHT MAECHTE MACHE STEIN STEINE STEINBRUCH TEIN INS");
        let families = [["MACHT", "MAECHTE"], ["MACHT", "MACHE"]];
        let families =
            families.map(|family| family.map(|text| list.find(&word(text)).expect("a word of the list")));
        let apart = Apart::new(&list, families, 5);
        let expected = ["MACHE MACHT", "MACHT MAECHTE", "STEIN STEINBRUCH", "STEIN STEINE"];
        assert_eq!(pairs(&apart), expected);
        assert!(apart.are_relatives(&word("STEINE"), &word("STEIN")));
        assert!(!apart.are_relatives(&word("MACHE"), &word("MAECHTE")));
        assert_eq!(apart.relatives(&word("STEIN")).count(), 2);
        assert_eq!(apart.relatives(&word("KIESEL")).count(), 0);
        let apart = apart.except(&["STEIN", "STEINE", "MACHE"].map(word));
        assert_eq!(pairs(&apart), ["MACHE MACHT", "MACHT MAECHTE", "STEIN STEINBRUCH"]);
        assert_eq!(apart.count(), 3);
    }

    #[test]
    fn relatives_within_another_list() {
        let all = list("STEIN STEINE STEINBRUCH BRUCH EI");
        let apart = Apart::new(&all, [[]; 0], 5);
        let part = list("EI STEIN STEINBRUCH AB ZUBER BRUCH");
        let spelled = |id: WordId| part.word(id).iter().join("");
        let mut found = Vec::new();
        apart.for_each_within(&part, |id, relatives| {
            found.push((spelled(id), relatives.iter().copied().map(spelled).join(" ")));
        });
        let expected = [("BRUCH", "STEINBRUCH"), ("STEIN", "STEINBRUCH"), ("STEINBRUCH", "BRUCH STEIN")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn pairs_by_number_in_any_order() {
        let list = list("EI STEIN STEINE STEINBRUCH");
        // EI has the number 0; there is no number 4.
        let named = [(2, 1), (1, 3), (1, 2), (2, 1), (3, 3), (4, 1), (1, 3)];
        let apart = Apart::of_numbers(&list, named.to_vec());
        assert_eq!(apart, Apart::of_numbers(&list, vec![(2, 1), (3, 1)]));
        assert_eq!(pairs(&apart), ["STEIN STEINBRUCH", "STEIN STEINE"]);
        assert_eq!((apart.count(), apart.relatives(&word("STEIN")).count()), (2, 2));
        assert!(apart.separates(&["STEINE", "STEIN"].map(word)));
        assert!(!apart.separates(&["STEINE", "STEINBRUCH", "EI"].map(word)));
        assert_eq!(Apart::of_numbers(&WordList::default(), vec![(0, 0)]).count(), 0);
        // Not in the order that takes least time: a pair twice, a word with itself, the smaller number first.
        for (named, expected) in [
            (vec![(2, 1), (2, 1)], vec![(2, 1)]),
            (vec![(2, 1), (3, 3)], vec![(2, 1)]),
            (vec![(1, 1)], vec![]),
            (vec![(1, 3), (2, 1)], vec![(2, 1), (3, 1)]),
        ] {
            assert_eq!(
                Apart::of_numbers(&list, named.clone()),
                Apart::of_numbers(&list, expected),
                "{named:?}"
            );
        }
    }

    #[test]
    fn a_word_inside_itself_twice_is_one_relative() {
        let apart = Apart::new(&list("ANANA ANANANAS"), [[]; 0], 5);
        assert_eq!(pairs(&apart), ["ANANA ANANANAS"]);
    }
}
