//! The solution word: fields of the grid that spell a word or phrase and are numbered in its order.
//!
//! Each letter takes a field of its own. No two of these are side by side, if that is possible, and they are spread out: of
//! the fields with a letter, one that is far from those already taken is chosen. Scarce letters choose first. As a choice
//! can leave the last letters no field, several are tried; of the first few that work, the widest is taken. If none works,
//! a search in which no field is beside another has the last word. Letters that are shown to the solver are taken last.

use super::{Field, Puzzle};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::spelled::fields_apart;
use crate::encodings::lexicon::{Alphabet, Letter, Sign};
use fastrand::Rng;
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
    let signs = read_in(word, &Alphabet::Folded)?;
    let letters: Option<Vec<Letter>> = signs.into_iter().map(Sign::latin).collect();
    letters.ok_or_else(|| no_word(word))
}

fn no_word(word: &str) -> NoSolutionWord {
    NoSolutionWord::NoWord(word.trim().chars().take(LONGEST).collect())
}

/// Reads a solution word in the letters of this alphabet.
fn read_in(word: &str, alphabet: &Alphabet) -> Result<Vec<Sign>, NoSolutionWord> {
    let letters = alphabet.fold(word.trim()).ok().filter(|letters| !letters.is_empty());
    let letters = letters.ok_or_else(|| no_word(word))?;
    if letters.len() > LONGEST { Err(NoSolutionWord::TooLong(letters.len())) } else { Ok(letters) }
}

/// Chooses the fields that spell `word` (folded to A to Z), for [`Puzzle::solution_word`]. Fields in `taboo` are not used.
/// Letters that are shown to the solver are used only if the others do not spell it in fields that lie apart, as there is
/// nothing to be found out in them.
pub fn choose(
    puzzle: &Puzzle,
    word: &str,
    taboo: &HashSet<Pos>,
    seed: u64,
) -> Result<Vec<Pos>, NoSolutionWord> {
    // Letters that the puzzle has as they are written stand for themselves.
    let signs = puzzle.fields.iter().filter_map(|(_, field)| match field {
        Field::Letter { letter, .. } => Some(*letter),
        _ => None,
    });
    let letters = read_in(word, &Alphabet::keeping(signs))?;
    let of = |with_shown: bool| -> Vec<(Pos, Sign)> {
        let usable = puzzle.fields.iter().filter(|(pos, _)| !taboo.contains(pos));
        let letter = |(pos, field): (Pos, &Field)| match *field {
            Field::Letter { letter, given } if with_shown || !given => Some((pos, letter)),
            _ => None,
        };
        usable.filter_map(letter).collect()
    };
    let [hidden, all] = [false, true].map(of);
    for &letter in &letters {
        let found = all.iter().filter(|(_, other)| *other == letter).count();
        let needed = letters.iter().filter(|&&other| other == letter).count();
        if found < needed {
            let word = letters.iter().map(|letter| letter.char()).collect();
            return Err(NoSolutionWord::TooFew { word, letter: letter.char(), needed, found });
        }
    }
    let choice = |fields| Choice { letters: &letters, fields, far: puzzle.rows() + puzzle.cols(), seed };
    let [hidden, all] = [choice(&hidden), choice(&all)];
    let chosen = hidden.apart().or_else(|| all.apart());
    Ok(chosen.or_else(|| hidden.widest(1)).or_else(|| all.widest(1)).unwrap_or_default())
}

/// A word, and the fields that may spell it.
struct Choice<'a> {
    letters: &'a [Sign],
    fields: &'a [(Pos, Sign)],
    /// More than the distance of any two fields.
    far: usize,
    seed: u64,
}

impl Choice<'_> {
    /// Returns a field for each letter, none beside another one; `None` if there are none.
    fn apart(&self) -> Option<Vec<Pos>> {
        // Two fields that are side by side have the distance 1.
        self.widest(2).or_else(|| {
            let fields = fields_apart(self.letters, self.fields)?;
            Some(fields.into_iter().map(|field| self.fields[field].0).collect())
        })
    }

    /// Returns the widest of a few choices of fields that have at least this distance from each other; `None` if none was
    /// found. With a distance of 1 there is always one if the fields have all letters.
    fn widest(&self, least: usize) -> Option<Vec<Pos>> {
        let order = self.order()?;
        let mut random = fastrand::Rng::with_seed(self.seed);
        let tries = (0..TRIES).filter_map(|_| self.try_once(&order, least, &mut random));
        tries.take(COMPARED).max().map(|(_, fields)| fields)
    }

    /// Returns the fields with a letter.
    fn with(&self, letter: Sign) -> Vec<Pos> {
        self.fields.iter().filter(|(_, other)| *other == letter).map(|(pos, _)| *pos).collect()
    }

    /// Returns the places of the letters in the word, scarce ones first; `None` if one has too few fields.
    fn order(&self) -> Option<Vec<usize>> {
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (place, &letter) in self.letters.iter().enumerate() {
            let needed = self.letters.iter().filter(|&&other| other == letter).count();
            order.push((self.with(letter).len().checked_sub(needed)?, place));
        }
        order.sort_unstable();
        Some(order.into_iter().map(|(_, place)| place).collect())
    }

    /// Returns fields that have at least this distance from each other, and how wide they are spread.
    fn try_once(&self, order: &[usize], least: usize, random: &mut Rng) -> Option<(usize, Vec<Pos>)> {
        let mut taken: Vec<(usize, Pos)> = Vec::new();
        let mut width = 0;
        for &place in order {
            let distance = |pos: &Pos| {
                let to =
                    |(_, other): &(usize, Pos)| pos.row.abs_diff(other.row) + pos.col.abs_diff(other.col);
                taken.iter().map(to).min().unwrap_or(self.far)
            };
            let mut free = self.with(self.letters[place]);
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
    }
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
    fn letters_that_are_shown_are_used_only_if_the_others_are_not_enough() {
        let mut puzzle = puzzle();
        // Both of the fields with T.
        for col in [0, 3] {
            let pos = Pos::new(0, col);
            puzzle.fields[pos] = match puzzle.fields[pos] {
                Field::Letter { letter, .. } => Field::Letter { letter, given: col == 0 },
                other => other,
            };
        }
        for seed in 0..20 {
            assert_eq!(super::choose(&puzzle, "TAL", &HashSet::new(), seed).unwrap()[0], Pos::new(0, 3));
            let both = super::choose(&puzzle, "TAT", &HashSet::new(), seed).unwrap();
            assert!(both.contains(&Pos::new(0, 0)) && both.contains(&Pos::new(0, 3)), "{both:?}");
            let shown = HashSet::from([Pos::new(0, 3)]);
            assert_eq!(super::choose(&puzzle, "TAL", &shown, seed).unwrap()[0], Pos::new(0, 0));
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
