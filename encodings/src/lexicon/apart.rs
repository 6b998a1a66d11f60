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
        let mut first = Vec::new();
        let mut count = 0;
        for len in 0..=list.longest() {
            first.push(count as u32);
            count += list.count(len);
        }
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

    fn of_pairs(words: WordList, first: Vec<u32>, count: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.retain(|(a, b)| a != b);
        let reversed: Vec<_> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        pairs.extend(reversed);
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends = vec![0; count];
        pairs.iter().for_each(|&(a, _)| ends[a as usize] += 1);
        let mut end = 0;
        for place in &mut ends {
            end += *place;
            *place = end;
        }
        Self { words, first, relatives: pairs.into_iter().map(|(_, b)| b).collect(), ends }
    }

    /// Lets these words meet: an editor who demands two relatives wants both.
    pub fn except(self, words: &[Vec<Letter>]) -> Self {
        let mut allowed: Vec<u32> = words.iter().filter_map(|word| self.number(word)).collect();
        allowed.sort_unstable();
        let is_allowed = |number: u32| allowed.binary_search(&number).is_ok();
        if allowed.iter().all(|&a| !self.of(a).iter().any(|&b| is_allowed(b))) {
            return self;
        }
        let numbers = 0..self.ends.len() as u32;
        let pairs = numbers.flat_map(|a| self.of(a).iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| !is_allowed(a) || !is_allowed(b)).collect();
        Self::of_pairs(self.words.clone(), self.first.clone(), self.ends.len(), pairs)
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

    /// Returns, for each word of another list, its relatives in that list. Both are walked in their common order, because
    /// looking up a hundred thousand pairs one by one takes longer than a small puzzle.
    pub fn within(&self, list: &WordList) -> Vec<(WordId, Vec<WordId>)> {
        let mut numbers: Vec<(WordId, u32)> = Vec::new();
        let mut ids: Vec<Option<WordId>> = vec![None; self.ends.len()];
        for len in 0..=list.longest().min(self.words.longest()) {
            let mut known = self.words.words(len).enumerate().peekable();
            for (index, word) in list.words(len).enumerate() {
                while known.next_if(|(_, other)| *other < word).is_some() {}
                if let Some((place, _)) = known.next_if(|(_, other)| *other == word) {
                    let (id, number) = (WordId { len, index }, self.first[len] + place as u32);
                    numbers.push((id, number));
                    ids[number as usize] = Some(id);
                }
            }
        }
        let relatives = |number: u32| self.of(number).iter().filter_map(|&other| ids[other as usize]);
        numbers.into_iter().map(|(id, number)| (id, relatives(number).collect())).collect()
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

/// A set of words that may also answer yes for others, but takes no time: nearly all parts of words are no words.
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
        let found = apart.within(&part);
        let spelled = |id: WordId| part.word(id).iter().join("");
        let found: Vec<_> = found
            .into_iter()
            .map(|(id, relatives)| (spelled(id), relatives.into_iter().map(spelled).join(" ")))
            .collect();
        let expected =
            [("EI", ""), ("BRUCH", "STEINBRUCH"), ("STEIN", "STEINBRUCH"), ("STEINBRUCH", "BRUCH STEIN")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_word_inside_itself_twice_is_one_relative() {
        let apart = Apart::new(&list("ANANA ANANANAS"), [[]; 0], 5);
        assert_eq!(pairs(&apart), ["ANANA ANANANAS"]);
    }
}
