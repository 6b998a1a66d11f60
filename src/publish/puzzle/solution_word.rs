//! The solution word: fields of the grid that spell a word and are numbered in its order.
//!
//! Each letter takes a field of its own. Fields are chosen at random from a seed, but spread out: of the fields with
//! the letter, the one farthest from those already taken is chosen, so that the word is not all in one corner of the
//! grid.

use super::{Field, Puzzle};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, fold};
use thiserror::Error;

/// Why a word cannot be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NoSolutionWord {
    #[error("`{0}` is not a word of letters; give the solution word as in `SOMMER`")]
    NoWord(String),

    #[error(
        "the solution word {word} needs the letter {letter} {needed} times, and the puzzle has it {found} times in \
         fields with one letter; choose another word"
    )]
    TooFew { word: String, letter: char, needed: usize, found: usize },
}

/// Chooses the fields that spell `word` (folded to A to Z), for [`Puzzle::solution_word`]. Given letters are not used.
pub fn choose(puzzle: &Puzzle, word: &str, seed: u64) -> Result<Vec<Pos>, NoSolutionWord> {
    let letters = fold(word.trim()).filter(|letters| !letters.is_empty());
    let letters =
        letters.ok_or_else(|| NoSolutionWord::NoWord(word.trim().chars().take(60).collect::<String>()))?;
    let has = |letter: Letter| move |field: &Field| *field == Field::Letter { letter, given: false };
    let mut random = fastrand::Rng::with_seed(seed);
    let mut taken: Vec<Pos> = Vec::new();
    for &letter in &letters {
        let fields = puzzle.fields.iter().filter(|(_, field)| has(letter)(field)).map(|(pos, _)| pos);
        let all: Vec<Pos> = fields.collect();
        let mut free: Vec<Pos> = all.iter().copied().filter(|pos| !taken.contains(pos)).collect();
        random.shuffle(&mut free);
        let apart = |pos: &Pos| {
            let distance = |other: &Pos| pos.row.abs_diff(other.row) + pos.col.abs_diff(other.col);
            taken.iter().map(distance).min().unwrap_or(0)
        };
        let best = free.into_iter().max_by_key(apart).ok_or_else(|| NoSolutionWord::TooFew {
            word: letters.iter().map(|letter| letter.char()).collect(),
            letter: letter.char(),
            needed: letters.iter().filter(|&&other| other == letter).count(),
            found: all.len(),
        })?;
        taken.push(best);
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format;
    use crate::publish::puzzle::convert;

    fn puzzle() -> Puzzle {
        convert::template(&format::read("TOR#\nEIAL\nEIER\n").unwrap(), |_| None)
    }

    #[test]
    fn the_fields_spell_the_word_and_are_all_different() {
        let puzzle = puzzle();
        for seed in 0..20 {
            let fields = choose(&puzzle, "Teer", seed).unwrap();
            let spelled: Option<String> = fields.iter().map(|&pos| puzzle.fields[pos].solution()).collect();
            assert_eq!(spelled.as_deref(), Some("TEER"));
            let mut different = fields.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), fields.len());
        }
        assert_eq!(choose(&puzzle, "TEER", 3), choose(&puzzle, "TEER", 3));
    }

    #[test]
    fn what_cannot_be_spelled_is_told() {
        let error = choose(&puzzle(), "TOTE", 0).unwrap_err().to_string();
        assert!(error.contains("letter T 2 times, and the puzzle has it 1 times"), "{error}");
        assert!(choose(&puzzle(), "4711", 0).is_err() && choose(&puzzle(), "  ", 0).is_err());
    }
}
