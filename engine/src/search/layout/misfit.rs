//! Which runs have no word because of the letters in them.
//!
//! Annealing knows lengths, not letters. Where letters are held (an editor's own words, a grid that is partly filled),
//! a run through two or three of them often has no word at all, and a layout with such a run can never be filled. The
//! same letters occur at the same distances again and again, so each pattern is looked up once and remembered: how many
//! words it has, and which letters these have in the open fields, because two runs that cross need one in common.

use crate::encodings::lexicon::Letter;
use crate::solver::words::WordIndex;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Patterns of letters, and what words fit them. Copies share what they have learnt.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Fits {
    words: Arc<WordIndex>,
    known: Rc<RefCell<Patterns>>,
}

/// The shares of the letters among some words at one position.
pub(super) type Shares = [f32; Letter::COUNT];

/// What is known of patterns, by their keys.
type Patterns = FxHashMap<u128, Rc<Known>>;

/// What is known of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What words it has to choose from.
    pub(super) choice: Choice,
    /// The letters that these have at each position, a bit for each; `None` for any letters.
    pub(super) sets: Option<Box<[u32]>>,
    /// The number of words.
    pub(super) count: f32,
    /// Whether it has no open field.
    pub(super) is_whole: bool,
    /// The letters of the pattern.
    letters: Box<[Option<Letter>]>,
    /// The shares of the letters among these words at each position, once somebody has asked for them.
    shares: OnceCell<Box<[Shares]>>,
}

/// The set of all letters, a bit for each.
pub(super) const ANY_LETTER: u32 = (1 << Letter::COUNT) - 1;

/// The bits that a letter takes in the key of a pattern; 0 is an open field.
const BITS: usize = 5;
/// The longest run that is judged: its key has 128 bits, with the length in the last ones.
const LONGEST: usize = (128 - 8) / BITS;

/// Returns the key of a run without letters.
fn open(len: usize) -> u128 {
    (len as u128) << (LONGEST * BITS)
}

/// Returns the key of a run with these letters at these positions.
fn key(len: usize, letters: impl Iterator<Item = (usize, Letter)>) -> u128 {
    let add =
        |key, (position, letter): (usize, Letter)| key | (letter.index() as u128 + 1) << (position * BITS);
    letters.fold(open(len), add)
}

/// The number of words from which on a run has enough to choose from.
const PLENTY: usize = 64;

/// What words a run has to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// 1 if no word fits.
    pub(super) misfits: i32,
    /// 0 for [`PLENTY`] of words or more, and 2 more each time the number of words halves.
    pub(super) scarcity: i32,
}

impl Fits {
    /// Creates the judge of patterns for these words.
    pub(in crate::search) fn new(words: &Arc<WordIndex>) -> Self {
        Self { words: Arc::clone(words), known: Rc::default() }
    }

    /// Returns what is known of a run with these letters at these positions; `None` if it is longer than any word.
    pub(super) fn known(
        &self,
        len: usize,
        letters: impl Iterator<Item = (usize, Letter)>,
    ) -> Option<Rc<Known>> {
        if len > LONGEST || self.words.of_len(len).count() == 0 {
            return None;
        }
        let key = key(len, letters);
        Some(Rc::clone(self.known.borrow_mut().entry(key).or_insert_with(|| Rc::new(self.look_up(len, key)))))
    }

    fn look_up(&self, len: usize, key: u128) -> Known {
        /// With this many words there is hardly a letter that none of them has.
        const MANY: usize = 500;
        let letter = |position| {
            Letter::from_index(((key >> (position * BITS)) as usize & ((1 << BITS) - 1)).wrapping_sub(1))
        };
        let letters: Vec<Option<Letter>> = (0..len).map(letter).collect();
        let words = self.words.of_len(len);
        let count = words.matching(&letters);
        let is_open = letters.iter().all(Option::is_none);
        let is_whole = !letters.contains(&None);
        let choice = match count {
            _ if is_open => Choice::default(),
            0 => Choice { misfits: 1, scarcity: 16 },
            // An own word has all its letters, and needs no choice.
            _ if is_whole => Choice::default(),
            _ => Choice { misfits: 0, scarcity: (2 * (PLENTY.ilog2() as i32 - count.ilog2() as i32)).max(0) },
        };
        let sets = ((1..MANY).contains(&count) && !is_open).then(|| {
            let mut sets = vec![0; len];
            for word in words.fitting(&letters) {
                sets.iter_mut().zip(words.word(word)).for_each(|(set, letter)| *set |= 1 << letter.index());
            }
            sets.into()
        });
        let (letters, shares) = (letters.into(), OnceCell::new());
        Known { choice, sets, count: count as f32, is_whole, letters, shares }
    }

    /// Returns the shares of the letters at each position among the words of a pattern.
    pub(super) fn shares<'a>(&self, known: &'a Known) -> &'a [Shares] {
        known.shares.get_or_init(|| {
            let words = self.words.of_len(known.letters.len());
            let mut shares = vec![[0.0; Letter::COUNT]; known.letters.len()];
            let a_word = 1.0 / known.count.max(1.0);
            for word in words.fitting(&known.letters) {
                let letters = shares.iter_mut().zip(words.word(word));
                letters.for_each(|(shares, letter)| shares[letter.index()] += a_word);
            }
            shares.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::WordList;

    #[test]
    fn a_pattern_fits_as_many_words_as_there_are() {
        let word = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
        let words = ["ROSE", "ROST", "RIST", "AST"].map(|text| (word(text), 1.0));
        let fits = Fits::new(&Arc::new(WordIndex::new(&WordList::new(words))));
        let known = |pattern: &str| {
            let letters = pattern.chars().map(Letter::from_char).enumerate();
            fits.known(pattern.len(), letters.filter_map(|(i, letter)| Some((i, letter?))))
        };
        let choice = |pattern: &str| known(pattern).map(|known| known.choice).unwrap_or_default();
        let few = |words: usize| 2 * (PLENTY.ilog2() - words.ilog2()) as i32;
        for (pattern, words) in [("R...", 3), (".O..", 2), ("R..E", 1), ("..T", 1)] {
            assert_eq!(choice(pattern), Choice { misfits: 0, scarcity: few(words) }, "{pattern}");
        }
        assert_eq!((choice("X...").misfits, choice("A.E").misfits), (1, 1));
        let letters = |pattern: &str| known(pattern).unwrap().sets.clone();
        let set = |text: &str| word(text).iter().fold(0, |set, letter| set | 1_u32 << letter.index());
        assert_eq!(letters("R..T").unwrap()[..], ["R", "OI", "S", "T"].map(set));
        assert!(letters("....").is_none() && letters("X...").is_none());
        let (all, some) = (known("....").unwrap(), known("R...").unwrap());
        assert_eq!((all.count, some.count), (3.0, 3.0));
        let share = |position: usize, letter: &str| fits.shares(&some)[position][word(letter)[0].index()];
        for (position, letter, of_three) in
            [(0, "R", 3.0), (1, "O", 2.0), (1, "I", 1.0), (3, "T", 2.0), (3, "S", 0.0)]
        {
            assert!((share(position, letter) - of_three / 3.0).abs() < 1e-6, "{letter} at {position}");
        }
        // A whole word needs no choice, an open run has it all, and a length without words is judged elsewhere.
        for pattern in ["ROSE", "....", "R....", ".."] {
            assert_eq!(choice(pattern), Choice::default(), "{pattern}");
        }
    }
}
