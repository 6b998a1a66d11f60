//! Which words to use early where words get scarce.
//!
//! A slot prefers the word that leaves its crossings the most words, so words of common letters are used first. On a very large
//! grid that needs most words of a length, the others are then all that is left for the last slots, where hardly any of them
//! fits. So where the layout asks for a large part of the words of a length, those with rare letters are preferred as far as
//! their letters count against them: what is left is then like the list.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::words::WordIndex;

/// The share of the words of a length that has to be used for its words to be scarce at all, and the share from which
/// on they are fully scarce.
const SCARCE: (f32, f32) = (0.2, 0.8);

/// Returns how much the rarity of its letters speaks for each word, by length and number, as a logarithm of numbers of words;
/// empty for lengths of which there are plenty.
pub(super) fn rarity(problem: &SlotProblem, index: &WordIndex) -> Vec<Vec<f32>> {
    let mut slots = vec![0_usize; index.longest() + 1];
    for slot in &problem.slots {
        if let Some(slots) = slots.get_mut(slot.len()) {
            *slots += 1;
        }
    }
    let of_len = |(len, &slots): (usize, &usize)| {
        let words = index.of_len(len);
        let share = slots as f32 / words.count().max(1) as f32;
        let scarcity = ((share - SCARCE.0) / (SCARCE.1 - SCARCE.0)).clamp(0.0, 1.0);
        if scarcity == 0.0 {
            return Vec::new();
        }
        let mut numbers = vec![[0_usize; Letter::COUNT]; len];
        for word in 0..words.count() {
            numbers
                .iter_mut()
                .zip(words.word(word))
                .for_each(|(numbers, letter)| numbers[letter.index()] += 1);
        }
        let rarity = |word: usize| -> f32 {
            let letters = numbers.iter().zip(words.word(word));
            letters
                .map(|(numbers, letter)| (words.count() as f32 / numbers[letter.index()] as f32).ln())
                .sum()
        };
        (0..words.count()).map(|word| scarcity * rarity(word)).collect()
    };
    slots.iter().enumerate().map(of_len).collect()
}
