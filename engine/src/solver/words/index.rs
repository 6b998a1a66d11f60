//! A word list as bit masks: for each length, position and letter, the set of words with that letter there.
//!
//! One bit per word in the order of the list, 64 words per block. The masks of a list of 43,000 words take about 1 MB
//! and are built in a few milliseconds; one index serves every slot, thread and window. A trie or a hash by pattern was
//! no match: "these words and this letter here" is one AND over a few blocks, and that is all the propagator ever asks.

use super::domain::Ones;
use crate::encodings::lexicon::{Apart, Letter, Slot, WordId, WordList};
use std::sync::Arc;

/// Bit masks over the words of a list, for all lengths.
#[derive(Clone, Debug, Default)]
pub struct WordIndex {
    by_len: Vec<LengthIndex>,
    scored: bool,
    apart: Option<Arc<Apart>>,
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
    /// The relatives of all words, each by its length and number.
    relatives: Vec<(u32, u32)>,
    /// The end of each word's relatives; empty if no word has any.
    ends: Vec<u32>,
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
        let index = |(len, &is_wanted): (usize, &bool)| match is_wanted {
            true => LengthIndex::new(list, len),
            false => LengthIndex::default(),
        };
        let mut by_len: Vec<_> = wanted.iter().enumerate().map(index).collect();
        if let Some(apart) = list.apart() {
            apart.for_each_within(list, |id, relatives| {
                if by_len[id.len].count > 0 {
                    let indexed = relatives.iter().filter(|relative| wanted[relative.len]);
                    by_len[id.len].add_relatives(id.index, indexed);
                }
            });
        }
        let mut scores = by_len.iter().flat_map(|l| &l.scores);
        let first = scores.next().copied();
        let scored = scores.any(|&s| Some(s) != first);
        Self { by_len, scored, apart: list.apart().cloned() }
    }

    /// Returns the words with their scores, as a list.
    pub(crate) fn to_list(&self) -> WordList {
        let words = |index: &LengthIndex| {
            let one = |w: usize| (index.word(w).to_vec(), index.score(w));
            (0..index.count()).map(one).collect::<Vec<_>>()
        };
        let list = WordList::new(self.by_len.iter().flat_map(words));
        match &self.apart {
            Some(apart) => list.kept_apart(Arc::clone(apart)),
            None => list,
        }
    }

    /// Returns the words of `len` letters; an empty index if there are none.
    pub fn of_len(&self, len: usize) -> &LengthIndex {
        static NONE: LengthIndex = LengthIndex {
            len: 0,
            count: 0,
            blocks: 0,
            letters: Vec::new(),
            scores: Vec::new(),
            masks: Vec::new(),
            relatives: Vec::new(),
            ends: Vec::new(),
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
        Self { len, count, blocks, letters, scores, masks, relatives: Vec::new(), ends: Vec::new() }
    }

    /// Adds the relatives of a word. The words come in their order; those without relatives may be left out.
    fn add_relatives<'a>(&mut self, word: usize, relatives: impl Iterator<Item = &'a WordId>) {
        self.ends.resize(word, self.relatives.len() as u32);
        self.relatives.extend(relatives.map(|id| (id.len as u32, id.index as u32)));
        self.ends.push(self.relatives.len() as u32);
    }

    /// Returns the words that may not be in a puzzle with this one, each by its length and number.
    pub fn relatives(&self, word: usize) -> &[(u32, u32)] {
        let Some(&end) = self.ends.get(word) else { return &[] };
        let start = if word == 0 { 0 } else { self.ends[word - 1] };
        &self.relatives[start as usize..end as usize]
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

    /// Returns a block of the set of words that have these letters where there are any.
    fn fitting_block(&self, letters: &[Option<Letter>], block: usize) -> u64 {
        let given = letters.iter().enumerate().filter_map(|(at, letter)| Some((at, (*letter)?.index())));
        given.fold(self.full(block), |bits, (at, letter)| bits & self.mask(at, letter)[block])
    }

    /// Returns the number of words that have these letters where there are any.
    pub fn matching(&self, letters: &[Option<Letter>]) -> usize {
        (0..self.blocks).map(|block| self.fitting_block(letters, block).count_ones() as usize).sum()
    }

    /// Iterates over these words.
    pub fn fitting(&self, letters: &[Option<Letter>]) -> impl Iterator<Item = usize> {
        let ones = |block| Ones(self.fitting_block(letters, block)).map(move |bit| block * 64 + bit);
        (0..self.blocks).flat_map(ones)
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

    /// Makes these blocks the set of all words.
    pub fn fill(&self, blocks: &mut [u64]) {
        blocks.fill(!0);
        if let Some(last) = blocks.last_mut() {
            *last = self.full(self.blocks - 1);
        }
    }

    /// Returns a block of the set of all words.
    pub fn full(&self, block: usize) -> u64 {
        let words = self.count - (block * 64).min(self.count);
        if words >= 64 { !0 } else { (1 << words) - 1 }
    }
}

/// The words that cannot be used any more: those that are used elsewhere in the puzzle, and their relatives.
#[derive(Clone, Debug, Default)]
pub struct UsedWords {
    by_len: Vec<Used>,
}

/// The words of one length that cannot be used.
#[derive(Clone, Debug, Default)]
struct Used {
    blocks: Vec<u64>,
    /// For each word, how many of the words in use exclude it: itself, or relatives.
    counts: Vec<u16>,
}

impl UsedWords {
    /// Creates the empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the same set, which nothing can be taken from any more.
    #[must_use]
    pub fn frozen(&self) -> Self {
        let blocks = |used: &Used| Used { blocks: used.blocks.clone(), counts: Vec::new() };
        Self { by_len: self.by_len.iter().map(blocks).collect() }
    }

    /// Returns whether a word or a relative of it is in use.
    pub fn contains(&self, len: usize, word: usize) -> bool {
        self.block(len, word / 64) >> (word % 64) & 1 == 1
    }

    /// Adds a word of this number of letters and its relatives; returns whether it could have been used.
    pub fn insert(&mut self, words: &LengthIndex, word: usize) -> bool {
        let new = !self.contains(words.len, word);
        self.count(words.len, word, 1);
        for &(len, relative) in words.relatives(word) {
            self.count(len as usize, relative as usize, 1);
        }
        new
    }

    /// Removes a word that was added, and its relatives unless others exclude them.
    pub fn remove(&mut self, words: &LengthIndex, word: usize) {
        self.count(words.len, word, -1);
        for &(len, relative) in words.relatives(word) {
            self.count(len as usize, relative as usize, -1);
        }
    }

    fn count(&mut self, len: usize, word: usize, by: i16) {
        if self.by_len.len() <= len {
            self.by_len.resize(len + 1, Used::default());
        }
        let Used { blocks, counts } = &mut self.by_len[len];
        if counts.len() <= word {
            counts.resize((word / 64 + 1) * 64, 0);
            blocks.resize(word / 64 + 1, 0);
        }
        counts[word] = counts[word].saturating_add_signed(by);
        let bit = 1 << (word % 64);
        if counts[word] > 0 { blocks[word / 64] |= bit } else { blocks[word / 64] &= !bit }
    }

    /// Returns the blocks of the set of words of one length; those that are missing are empty.
    pub fn of_len(&self, len: usize) -> &[u64] {
        self.by_len.get(len).map_or(&[], |used| &used.blocks)
    }

    /// Returns a block of the set of words of one length.
    pub fn block(&self, len: usize, block: usize) -> u64 {
        self.by_len.get(len).and_then(|used| used.blocks.get(block)).copied().unwrap_or(0)
    }
}
