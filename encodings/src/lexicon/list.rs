//! A word list in memory: the words by length, sorted, each with a score.
//!
//! Words of one length lie one after another in a single vector of letters, because everything that reads
//! a list (propagator, encodings, patterns) goes through all words of a length.

use super::Letter;
use std::collections::BTreeMap;

/// A word of a [`WordList`]: its length and its place among the words of that length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId {
    /// How many letters the word has.
    pub len: usize,
    /// Its place in the sorted words of that length.
    pub index: usize,
}

/// Different words of A to Z, by length, each with a score (higher is better).
#[derive(Clone, Debug, Default)]
pub struct WordList {
    by_len: Vec<Bucket>,
}

#[derive(Clone, Debug, Default)]
struct Bucket {
    letters: Vec<Letter>,
    scores: Vec<f32>,
}

impl WordList {
    /// The score of a word for which the list states none.
    pub const DEFAULT_SCORE: f32 = 50.0;

    /// The list of these words with their scores. A word that comes more than once keeps its best score.
    pub fn new(words: impl IntoIterator<Item = (Vec<Letter>, f32)>) -> Self {
        let mut sorted: BTreeMap<Vec<Letter>, f32> = BTreeMap::new();
        for (word, score) in words {
            sorted.entry(word).and_modify(|s| *s = s.max(score)).or_insert(score);
        }
        let longest = sorted.keys().map(Vec::len).max().unwrap_or(0);
        let mut by_len = vec![Bucket::default(); longest + 1];
        for (word, score) in sorted {
            let bucket = &mut by_len[word.len()];
            bucket.letters.extend(word);
            bucket.scores.push(score);
        }
        Self { by_len }
    }

    /// How many words the list has.
    pub fn len(&self) -> usize {
        self.by_len.iter().map(|b| b.scores.len()).sum()
    }

    /// Whether the list has no word at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many words have `len` letters.
    pub fn count(&self, len: usize) -> usize {
        self.by_len.get(len).map_or(0, |b| b.scores.len())
    }

    /// The number of letters of the longest word; 0 for an empty list.
    pub fn longest(&self) -> usize {
        self.by_len.len().saturating_sub(1)
    }

    /// The letters of a word.
    pub fn word(&self, id: WordId) -> &[Letter] {
        &self.by_len[id.len].letters[id.index * id.len..][..id.len]
    }

    /// The score of a word.
    pub fn score(&self, id: WordId) -> f32 {
        self.by_len[id.len].scores[id.index]
    }

    /// All words of `len` letters in alphabetical order.
    pub fn words(&self, len: usize) -> impl ExactSizeIterator<Item = &[Letter]> {
        let bucket = self.by_len.get(len);
        let letters = bucket.map_or(&[][..], |b| &b.letters);
        letters.chunks_exact(len.max(1))
    }

    /// Where this word stands in the list, if it does.
    pub fn find(&self, word: &[Letter]) -> Option<WordId> {
        let len = word.len();
        let count = self.count(len);
        let at = |index| self.word(WordId { len, index });
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if at(middle) < word { low = middle + 1 } else { high = middle }
        }
        (low < count && at(low) == word).then_some(WordId { len, index: low })
    }
}
