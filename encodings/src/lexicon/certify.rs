//! The checker of lemmas: it knows slots, words and letters, but no encoding, propagator or solver.
//!
//! A lemma is accepted if no word of its slot can violate it: when all its literals are false, each word of the slot
//! has a letter that is impossible in its cell, or another slot spells it, or a relative of it, letter by letter. A lemma of a single
//! literal is a fact once it is accepted, and later lemmas may build on it; nothing else carries over from one lemma to
//! the next, so the order matters for single literals only.

use super::{Lemma, Letter, LetterLit, SlotProblem, WordList};
use thiserror::Error;

/// Why a lemma was rejected.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// It names a slot or a cell that does not exist.
    #[error("lemma {number} names a slot or a cell that the puzzle does not have")]
    Foreign {
        /// Its position among the lemmas, counted from 1.
        number: usize,
    },
    /// A word contradicts it.
    #[error("lemma {number} does not follow from the words of slot {slot}: {word} could be there")]
    Contradicted {
        /// Its position among the lemmas, counted from 1.
        number: usize,
        /// The slot.
        slot: usize,
        /// The word.
        word: String,
    },
}

/// Checks that all lemmas follow from the given letters, the words, "no word twice" and the relatives of the list.
pub fn certify(problem: &SlotProblem, list: &WordList, lemmas: &[Lemma]) -> Result<(), Refused> {
    let all = (1u32 << Letter::COUNT) - 1;
    let given = problem.cells.iter().map(|given| given.map_or(all, |letter| 1 << letter.index()));
    // The possible letters of each cell, 26 bits.
    let mut known: Vec<u32> = given.collect();
    for (i, lemma) in lemmas.iter().enumerate() {
        let number = i + 1;
        let cells = lemma.clause.iter().map(|lit| lit.cell);
        if lemma.slot >= problem.slots.len() || cells.into_iter().any(|cell| cell >= known.len()) {
            return Err(Refused::Foreign { number });
        }
        // All literals are made false; what the facts say about these cells is restored afterwards.
        let before: Vec<(usize, u32)> = lemma.clause.iter().map(|lit| (lit.cell, known[lit.cell])).collect();
        lemma.clause.iter().for_each(|&lit| restrict(&mut known, LetterLit { here: !lit.here, ..lit }));
        let impossible = before.iter().any(|&(cell, _)| known[cell] == 0);
        let word = if impossible { None } else { possible_word(problem, list, &known, lemma.slot) };
        if let Some(word) = word {
            let word = word.iter().map(|letter| letter.char()).collect();
            return Err(Refused::Contradicted { number, slot: lemma.slot, word });
        }
        before.into_iter().rev().for_each(|(cell, letters)| known[cell] = letters);
        if let [fact] = lemma.clause[..] {
            restrict(&mut known, fact);
        }
    }
    Ok(())
}

fn restrict(letters: &mut [u32], lit: LetterLit) {
    let bit = 1 << lit.letter.index();
    letters[lit.cell] &= if lit.here { bit } else { !bit };
}

/// Returns a word that is possible in a slot and of which no other slot spells a relative or the word itself.
fn possible_word<'a>(
    problem: &SlotProblem,
    list: &'a WordList,
    letters: &[u32],
    slot: usize,
) -> Option<&'a [Letter]> {
    let fits = |slot: usize, word: &[Letter]| {
        word.iter().zip(&problem.slots[slot].cells).all(|(l, &cell)| letters[cell] >> l.index() & 1 == 1)
    };
    let spells = |other: usize, word: &[Letter]| {
        let cells = &problem.slots[other].cells;
        other != slot
            && cells.len() == word.len()
            && cells.iter().all(|&cell| letters[cell].is_power_of_two())
            && fits(other, word)
    };
    let excluded = |word: &[Letter]| {
        let relatives = list.apart().into_iter().flat_map(|apart| apart.relatives(word));
        let mut excluding = relatives.chain([word]);
        excluding.any(|word| (0..problem.slots.len()).any(|other| spells(other, word)))
    };
    let mut words = list.words(problem.slots[slot].len());
    words.find(|word| fits(slot, word) && !excluded(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Slot;

    fn letter(c: char) -> Letter {
        Letter::from_char(c).expect("A to Z")
    }

    fn lit(cell: usize, c: char, here: bool) -> LetterLit {
        LetterLit { cell, letter: letter(c), here }
    }

    /// Two slots of two letters over the cells 0 1 and 2 3.
    fn two_slots() -> SlotProblem {
        let slots = [[0, 1], [2, 3]].map(|cells| Slot { cells: cells.to_vec() });
        SlotProblem { cells: vec![None; 4], slots: slots.to_vec() }
    }

    fn list() -> WordList {
        let words = ["AB", "CD"].map(|word| (word.chars().map(letter).collect(), 1.0));
        WordList::new(words)
    }

    fn check(lemmas: &[(usize, &[LetterLit])]) -> Result<(), Refused> {
        let lemmas: Vec<_> =
            lemmas.iter().map(|&(slot, clause)| Lemma { slot, clause: clause.to_vec() }).collect();
        certify(&two_slots(), &list(), &lemmas)
    }

    #[test]
    fn what_the_words_say_is_accepted() {
        let implied = [lit(0, 'A', false), lit(1, 'B', true)];
        check(&[(0, &implied), (0, &[lit(0, 'Q', false)])]).expect("A is followed by B, and Q is nowhere");
        // Not the same word twice.
        let twice = [(0, 'A'), (1, 'B'), (2, 'A'), (3, 'B')].map(|(cell, c)| lit(cell, c, false));
        check(&[(0, &twice)]).expect("AB only once");
    }

    #[test]
    fn what_they_do_not_say_is_refused() {
        let wrong = [lit(0, 'A', false), lit(1, 'D', true)];
        let refused = check(&[(0, &wrong)]).expect_err("A is not followed by D");
        assert_eq!(refused, Refused::Contradicted { number: 1, slot: 0, word: "AB".to_owned() });
        assert!(refused.to_string().contains("AB could be there"));
        // Right, but not because of that slot.
        assert!(check(&[(1, &[lit(0, 'A', false), lit(1, 'B', true)])]).is_err());
        // One letter short of being the same word.
        assert!(check(&[(0, &[lit(0, 'A', false), lit(1, 'B', false), lit(2, 'A', false)])]).is_err());
        assert!(check(&[(0, &[])]).is_err());
        assert_eq!(check(&[(7, &[])]), Err(Refused::Foreign { number: 1 }));
        assert_eq!(check(&[(0, &[lit(9, 'A', true)])]), Err(Refused::Foreign { number: 1 }));
    }

    #[test]
    fn facts_carry_over_and_nothing_else() {
        let no_a = lit(0, 'A', false);
        let so_c = [lit(0, 'C', true)];
        assert!(check(&[(0, &so_c)]).is_err());
        assert!(check(&[(0, &[no_a]), (0, &so_c)]).is_err(), "A is possible there");
        // The second slot has AB if it does not have CD; the first has the other one.
        let clause = [lit(0, 'A', false), lit(3, 'B', false), lit(2, 'A', false), lit(1, 'B', false)];
        check(&[(0, &clause), (0, &clause)]).expect("twice is no harm");
        let mut problem = two_slots();
        problem.cells[0] = Some(letter('C'));
        let lemmas = [
            Lemma { slot: 0, clause: vec![lit(1, 'D', true)] },
            Lemma { slot: 1, clause: vec![lit(2, 'C', false)] },
        ];
        certify(&problem, &list(), &lemmas).expect("the first slot is CD, so the second is not");
        let [first, second] = lemmas;
        assert!(certify(&problem, &list(), &[second, first]).is_err());
    }
}
