//! What it costs to give a slot another word, and which words are worth a try.
//!
//! A letter that changes in a slot changes the word that crosses there, and that word may need further changes. So a
//! word for a slot costs its own letters and, in each crossing slot, the fewest letters with which that slot has a word
//! with the new letter. The crossing slots have no cell in common, so this can be added up, and is never more than what
//! is needed. Both are computed in one pass over the words that fit a slot: for each place and letter, the fewest other
//! letters that change. The results are cached by the letters that the slot has to keep, as all its other letters are
//! those of the finished puzzle.

use super::Job;
use crate::encodings::lexicon::Letter;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of words that the cache holds before it is cleared.
const MOST_WORDS: usize = 1 << 23;

/// The words that can be put into a slot.
#[derive(Debug)]
pub(super) struct Mend {
    /// How many letters change, and the number of the word: the fewest first, and among these the best.
    pub words: Vec<(u32, u32)>,
    /// For each place and letter, the fewest letters that change elsewhere in the slot.
    costs: Vec<[u32; Letter::COUNT]>,
}

impl Mend {
    /// Returns the fewest letters that change; `None` if no word fits.
    pub fn letters(&self) -> Option<u32> {
        self.words.first().map(|&(letters, _)| letters)
    }

    /// Returns the fewest letters that change elsewhere in the slot if this letter is at this place; `u32::MAX` if no word has
    /// it there.
    pub fn cost(&self, place: usize, letter: Letter) -> u32 {
        self.costs[place][letter.index()]
    }
}

/// The words for the slots of a puzzle.
#[derive(Debug)]
pub(super) struct Mends<'a> {
    job: Job<'a>,
    /// The word to be replaced, which must not come back elsewhere.
    replaced: Vec<Letter>,
    /// For each slot, its words by the letters that it has to keep.
    known: Vec<FxHashMap<Vec<Option<Letter>>, Rc<Mend>>>,
    /// The number of words in there.
    size: usize,
}

impl<'a> Mends<'a> {
    pub fn new(job: Job<'a>, replaced: Vec<Letter>) -> Self {
        let known = vec![FxHashMap::default(); job.problem.slots.len()];
        Self { job, replaced, known, size: 0 }
    }

    /// Returns the word to be replaced.
    pub fn replaced(&self) -> &[Letter] {
        &self.replaced
    }

    /// Returns the words that can be put into a slot with these letters, of which the fixed ones have to stay; all others are
    /// those of the finished puzzle.
    pub fn of(&mut self, slot: usize, fixed: &[Option<Letter>], letters: &[Letter]) -> Rc<Mend> {
        if let Some(mend) = self.known[slot].get(fixed) {
            return Rc::clone(mend);
        }
        if self.size > MOST_WORDS {
            self.known.iter_mut().for_each(FxHashMap::clear);
            self.size = 0;
        }
        let mend = Rc::new(self.find(slot, fixed, letters));
        self.size += mend.words.len() + letters.len();
        self.known[slot].insert(fixed.to_vec(), Rc::clone(&mend));
        mend
    }

    fn find(&self, slot: usize, fixed: &[Option<Letter>], letters: &[Letter]) -> Mend {
        let words = self.job.index.of_len(letters.len());
        let by = self.job.by.filter(|_| slot == self.job.slot);
        let mut mend = Mend { words: Vec::new(), costs: vec![[u32::MAX; Letter::COUNT]; letters.len()] };
        for number in words.fitting(fixed) {
            let word = words.word(number);
            if word == letters || word == self.replaced || by.is_some_and(|by| word != by) {
                continue;
            }
            let changes = word.iter().zip(letters).filter(|(a, b)| a != b).count() as u32;
            mend.words.push((changes, number as u32));
            for ((costs, letter), before) in mend.costs.iter_mut().zip(word).zip(letters) {
                let cost = &mut costs[letter.index()];
                *cost = (*cost).min(changes - u32::from(letter != before));
            }
        }
        mend.words.sort_unstable_by(|a, b| {
            let score = |word: u32| words.score(word as usize);
            a.0.cmp(&b.0).then_with(|| score(b.1).total_cmp(&score(a.1))).then(a.1.cmp(&b.1))
        });
        mend
    }
}
