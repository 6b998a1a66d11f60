//! The solution word: fields of the grid that spell a word or phrase and are numbered in its order.
//!
//! Each letter takes a field of its own. No two of these are side by side, if that is possible, and they are spread out: of
//! the fields with a letter, one that is far from those already taken is chosen. Scarce letters choose first. As a choice
//! can leave the last letters no field, several are tried; of the first few that work, the widest is taken. If none works,
//! a search in which no field is beside another has the last word.

use super::{Field, Puzzle};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::spelled::fields_apart;
use crate::encodings::lexicon::{Letter, fold_phrase};
use std::collections::HashSet;
use thiserror::Error;

/// The most letters of a solution word.
pub const LONGEST: usize = 60;

/// The choices that are tried, and of how many that work the widest is taken.
const TRIES: usize = 40;
const COMPARED: usize = 3;

/// Why a word cannot be spelled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NoSolutionWord {
    #[error("`{0}` is not a word of letters; give the solution word as in `SOMMER`")]
    NoWord(String),

    #[error("the solution word has {0} letters; a puzzle can have up to {LONGEST}")]
    TooLong(usize),

    #[error(
        "the solution word {word} needs the letter {letter} {needed} times, and the puzzle has it {found} times in \
         fields with one letter; choose another word"
    )]
    TooFew { word: String, letter: char, needed: usize, found: usize },
}

/// Reads a solution word: a word or a phrase, folded to A to Z.
pub fn read(word: &str) -> Result<Vec<Letter>, NoSolutionWord> {
    let no_word = || NoSolutionWord::NoWord(word.trim().chars().take(LONGEST).collect());
    let letters = fold_phrase(word.trim()).filter(|letters| !letters.is_empty()).ok_or_else(no_word)?;
    if letters.len() > LONGEST { Err(NoSolutionWord::TooLong(letters.len())) } else { Ok(letters) }
}

/// Chooses the fields that spell `word` (folded to A to Z), for [`Puzzle::solution_word`]. Given letters are not used, nor
/// are fields in `taboo`.
pub fn choose(
    puzzle: &Puzzle,
    word: &str,
    taboo: &HashSet<Pos>,
    seed: u64,
) -> Result<Vec<Pos>, NoSolutionWord> {
    let letters = read(word)?;
    let text = || letters.iter().map(|letter| letter.char()).collect::<String>();
    let fields = |letter: Letter| -> Vec<Pos> {
        let has = |(_, field): &(Pos, &Field)| **field == Field::Letter { letter, given: false };
        puzzle.fields.iter().filter(has).map(|(pos, _)| pos).filter(|pos| !taboo.contains(pos)).collect()
    };
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (place, &letter) in letters.iter().enumerate() {
        let found = fields(letter).len();
        let needed = letters.iter().filter(|&&other| other == letter).count();
        if found < needed {
            return Err(NoSolutionWord::TooFew { word: text(), letter: letter.char(), needed, found });
        }
        order.push((found - needed, place));
    }
    order.sort_unstable();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut try_once = |least: usize| -> Option<(usize, Vec<Pos>)> {
        let mut taken: Vec<(usize, Pos)> = Vec::new();
        let mut width = 0;
        for &(_, place) in &order {
            let distance = |pos: &Pos| {
                let to =
                    |(_, other): &(usize, Pos)| pos.row.abs_diff(other.row) + pos.col.abs_diff(other.col);
                taken.iter().map(to).min().unwrap_or(puzzle.rows() + puzzle.cols())
            };
            let mut free = fields(letters[place]);
            free.retain(|pos| distance(pos) >= least);
            random.shuffle(&mut free);
            // Not all of them, so that each try chooses others.
            free.truncate(free.len().div_ceil(2).max(3));
            let field = free.into_iter().max_by_key(distance)?;
            width += distance(&field);
            taken.push((place, field));
        }
        taken.sort_unstable();
        Some((width, taken.into_iter().map(|(_, pos)| pos).collect()))
    };
    let apart = || {
        let usable = puzzle.fields.iter().filter(|(pos, _)| !taboo.contains(pos));
        let letter = |(pos, field): (Pos, &Field)| match *field {
            Field::Letter { letter, given: false } => Some((pos, letter)),
            _ => None,
        };
        let usable: Vec<(Pos, Letter)> = usable.filter_map(letter).collect();
        let fields = fields_apart(&letters, &usable)?;
        Some(fields.into_iter().map(|field| usable[field].0).collect())
    };
    // Two fields that are side by side have the distance 1, and then there is always a choice.
    let mut widest = |least: usize| {
        (0..TRIES).filter_map(|_| try_once(least)).take(COMPARED).max().map(|(_, fields)| fields)
    };
    Ok(widest(2).or_else(apart).or_else(|| widest(1)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format;
    use crate::publish::puzzle::convert;

    fn puzzle() -> Puzzle {
        convert::template(&format::read("TORTE\nEIALA\nEIERN\nROSEN\n").unwrap(), |_| None)
    }

    fn choose(word: &str, seed: u64) -> Result<Vec<Pos>, NoSolutionWord> {
        super::choose(&puzzle(), word, &HashSet::new(), seed)
    }

    #[test]
    fn the_fields_spell_the_word_and_lie_apart() {
        let puzzle = puzzle();
        for seed in 0..20 {
            let fields = choose("Rest Ei", seed).unwrap();
            let spelled: Option<String> = fields.iter().map(|&pos| puzzle.fields[pos].solution()).collect();
            assert_eq!(spelled.as_deref(), Some("RESTEI"));
            for (at, a) in fields.iter().enumerate() {
                let apart = |b: &Pos| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) > 1;
                assert!(fields[..at].iter().all(apart), "{fields:?}");
            }
        }
        assert_eq!(choose("REST", 3), choose("REST", 3));
        let other = (4..20).map(|seed| choose("REST", seed)).any(|fields| fields != choose("REST", 3));
        assert!(other, "another seed, other fields");
    }

    #[test]
    fn fields_that_must_not_be_used_are_not() {
        let corner = HashSet::from([Pos::new(0, 0)]);
        for seed in 0..20 {
            assert_eq!(super::choose(&puzzle(), "TAL", &corner, seed).unwrap()[0], Pos::new(0, 3));
        }
    }

    #[test]
    fn what_cannot_be_spelled_is_told() {
        let error = choose("TOTET", 0).unwrap_err().to_string();
        assert!(error.contains("letter T 3 times, and the puzzle has it 2 times"), "{error}");
        assert!(choose("4711", 0).is_err() && choose("  ", 0).is_err());
        assert_eq!(choose(&"A".repeat(61), 0), Err(NoSolutionWord::TooLong(61)));
        // Neighbours are better than nothing.
        let close = convert::template(&format::read("AB\n").unwrap(), |_| None);
        assert_eq!(super::choose(&close, "AB", &HashSet::new(), 0).map(|fields| fields.len()), Ok(2));
    }
}
