//! A word list as bit masks: for each length, position and letter, the set of words with that letter there.
//!
//! One bit per word in the order of the list, 64 words per block. The masks of a list of 43,000 words take about 1 MB
//! and are built in a few milliseconds; one index serves every slot, thread and window. A trie or a hash by pattern was
//! no match: "these words and this letter here" is one AND over a few blocks, and that is all the propagator ever asks.

use super::domain::Ones;
use crate::encodings::lexicon::{Letter, Slot, WordId, WordList};

/// Bit masks over the words of a list, for all lengths.
#[derive(Clone, Debug, Default)]
pub struct WordIndex {
    by_len: Vec<LengthIndex>,
    scored: bool,
}

/// The words of one length, as letters and as bit masks.
#[derive(Clone, Debug, Default)]
pub struct LengthIndex {
    len: usize,
    count: usize,
    blocks: usize,
    letters: Vec<Letter>,
    scores: Vec<f32>,
    masks: Vec<u64>,
}

impl WordIndex {
    /// Builds the index of a list.
    pub fn new(list: &WordList) -> Self {
        Self::of_lengths(list, 0..=list.longest())
    }

    /// Builds the index of the words of these lengths only, without all others.
    pub fn of_lengths(list: &WordList, lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut wanted = vec![false; list.longest() + 1];
        for len in lengths {
            if let Some(wanted) = wanted.get_mut(len) {
                *wanted = true;
            }
        }
        let index = |(len, wanted)| if wanted { LengthIndex::new(list, len) } else { LengthIndex::default() };
        let by_len: Vec<_> = wanted.into_iter().enumerate().map(index).collect();
        let mut scores = by_len.iter().flat_map(|l| &l.scores);
        let first = scores.next().copied();
        let scored = scores.any(|&s| Some(s) != first);
        Self { by_len, scored }
    }

    /// Returns the words with their scores, as a list.
    pub(crate) fn to_list(&self) -> WordList {
        let words = |index: &LengthIndex| {
            let one = |w: usize| (index.word(w).to_vec(), index.score(w));
            (0..index.count()).map(one).collect::<Vec<_>>()
        };
        WordList::new(self.by_len.iter().flat_map(words))
    }

    /// Returns the words of `len` letters; an empty index if there are none.
    pub(crate) fn of_len(&self, len: usize) -> &LengthIndex {
        static NONE: LengthIndex = LengthIndex {
            len: 0,
            count: 0,
            blocks: 0,
            letters: Vec::new(),
            scores: Vec::new(),
            masks: Vec::new(),
        };
        self.by_len.get(len).unwrap_or(&NONE)
    }

    /// Returns whether the list has no words.
    pub fn is_empty(&self) -> bool {
        self.by_len.iter().all(|l| l.count == 0)
    }

    /// Returns the length of the longest word in letters; 0 for an empty list.
    pub fn longest(&self) -> usize {
        self.by_len.len().saturating_sub(1)
    }

    /// Returns whether words have different scores.
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// Returns the word that these letters spell, if it is in the list.
    pub(crate) fn find(&self, letters: &[Letter]) -> Option<usize> {
        self.of_len(letters.len()).find(letters)
    }

    /// Returns the mean score of the words that a complete fill spells in these slots; 0 without slots.
    pub(crate) fn mean_score(&self, slots: &[Slot], letters: &[Letter]) -> f64 {
        let score = |slot: &Slot| {
            let word: Vec<_> = slot.cells.iter().map(|&c| letters[c]).collect();
            self.find(&word).map_or(0.0, |w| f64::from(self.of_len(slot.len()).score(w)))
        };
        slots.iter().map(score).sum::<f64>() / slots.len().max(1) as f64
    }
}

impl LengthIndex {
    fn new(list: &WordList, len: usize) -> Self {
        let count = if len == 0 { 0 } else { list.count(len) };
        let blocks = count.div_ceil(64);
        let mut letters = Vec::with_capacity(count * len);
        let mut masks = vec![0; len * Letter::COUNT * blocks];
        if count > 0 {
            for (index, word) in list.words(len).enumerate() {
                letters.extend_from_slice(word);
                for (position, letter) in word.iter().enumerate() {
                    masks[(position * Letter::COUNT + letter.index()) * blocks + index / 64] |=
                        1 << (index % 64);
                }
            }
        }
        let scores = (0..count).map(|index| list.score(WordId { len, index })).collect();
        Self { len, count, blocks, letters, scores, masks }
    }

    /// Returns the number of words.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of 64-bit blocks in a set of words.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the letters of a word.
    pub fn word(&self, word: usize) -> &[Letter] {
        &self.letters[word * self.len..][..self.len]
    }

    /// Returns the score of a word.
    pub fn score(&self, word: usize) -> f32 {
        self.scores[word]
    }

    /// Returns the set of words with the letter of this number at this position.
    pub fn mask(&self, position: usize, letter: usize) -> &[u64] {
        &self.masks[(position * Letter::COUNT + letter) * self.blocks..][..self.blocks]
    }

    /// Returns a block of the set of words with one of these letters (26 bits) at this position.
    pub fn union(&self, position: usize, letters: u32, block: usize) -> u64 {
        let start = position * Letter::COUNT * self.blocks + block;
        Ones(u64::from(letters)).fold(0, |bits, letter| bits | self.masks[start + letter * self.blocks])
    }

    /// Returns the number of words that have these letters where there are any.
    pub fn matching(&self, letters: &[Option<Letter>]) -> usize {
        let given = || letters.iter().enumerate().filter_map(|(at, letter)| Some((at, (*letter)?.index())));
        let block =
            |block| given().fold(self.full(block), |bits, (at, letter)| bits & self.mask(at, letter)[block]);
        (0..self.blocks).map(|number| block(number).count_ones() as usize).sum()
    }

    /// Returns the number of the word with these letters.
    pub fn find(&self, letters: &[Letter]) -> Option<usize> {
        if self.count == 0 || letters.len() != self.len {
            return None;
        }
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            if self.word(middle) < letters { low = middle + 1 } else { high = middle }
        }
        (low < self.count && self.word(low) == letters).then_some(low)
    }

    /// Returns a block of the set of all words.
    pub fn full(&self, block: usize) -> u64 {
        let words = self.count - (block * 64).min(self.count);
        if words >= 64 { !0 } else { (1 << words) - 1 }
    }
}

/// A set of words of all lengths: those that are used elsewhere in the puzzle and must not be repeated.
#[derive(Clone, Debug, Default)]
pub struct UsedWords {
    by_len: Vec<Vec<u64>>,
}

impl UsedWords {
    /// Creates the empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether a word is in the set.
    pub fn contains(&self, len: usize, word: usize) -> bool {
        self.by_len.get(len).and_then(|b| b.get(word / 64)).is_some_and(|b| b >> (word % 64) & 1 == 1)
    }

    /// Adds a word; returns whether it is new.
    pub fn insert(&mut self, len: usize, word: usize) -> bool {
        if self.by_len.len() <= len {
            self.by_len.resize(len + 1, Vec::new());
        }
        let blocks = &mut self.by_len[len];
        if blocks.len() <= word / 64 {
            blocks.resize(word / 64 + 1, 0);
        }
        let new = blocks[word / 64] >> (word % 64) & 1 == 0;
        blocks[word / 64] |= 1 << (word % 64);
        new
    }

    /// Removes a word.
    pub fn remove(&mut self, len: usize, word: usize) {
        if let Some(block) = self.by_len.get_mut(len).and_then(|b| b.get_mut(word / 64)) {
            *block &= !(1 << (word % 64));
        }
    }

    /// Returns a block of the set of words of one length.
    pub fn block(&self, len: usize, block: usize) -> u64 {
        self.by_len.get(len).and_then(|b| b.get(block)).copied().unwrap_or(0)
    }
}
