//! Words that have to stand at a certain place of a puzzle, and why one cannot.
//!
//! What a puzzle allows at a place, each kind says itself; what two such words allow each other is the same everywhere: a
//! field has one letter, the fields before and after a word take none, and no word occurs twice.

use super::{Letter, fold};
use crate::grid::{Direction, Pos, Run};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A word of two letters or more, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedWord {
    letters: Vec<Letter>,
    start: Pos,
    direction: Direction,
}

impl PlacedWord {
    /// Creates a placed word; `None` for fewer than two letters.
    pub fn new(letters: Vec<Letter>, start: Pos, direction: Direction) -> Option<Self> {
        (letters.len() >= 2).then_some(Self { letters, start, direction })
    }

    /// Returns the word.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Returns the fields of the word.
    pub fn run(&self) -> Run {
        Run { start: self.start, direction: self.direction, len: self.letters.len() }
    }

    /// Lists the fields of the word with their letters.
    pub fn fields(&self) -> impl Iterator<Item = (Pos, Letter)> {
        self.run().cells().zip(self.letters.iter().copied())
    }

    /// Lists the fields before and after the word, which take no letter; each may be outside of the grid.
    pub fn ends(&self) -> impl Iterator<Item = Pos> {
        let (rows, cols) = self.direction.step();
        let last = self.run().cell(self.letters.len() - 1);
        [self.start.offset(-rows, -cols), last.offset(rows, cols)].into_iter().flatten()
    }

    /// Returns the word as text.
    pub fn spelled(&self) -> String {
        self.letters.iter().map(|letter| letter.char()).collect()
    }

    /// Returns the error that the word cannot stand there.
    pub fn refused(&self, why: Why) -> CannotStand {
        CannotStand { word: self.clone(), why }
    }

    /// Returns what this word takes from another one at its place, if there is anything.
    fn in_the_way_of(&self, other: &Self, are_ends_free: bool) -> Option<Why> {
        if self.letters == other.letters {
            return Some(Why::Twice { other: self.run() });
        }
        let ends = |word: &Self| word.ends().filter(move |_| !are_ends_free).collect::<Vec<_>>();
        let taken = |(pos, letter): (Pos, Letter)| {
            let differs = self.fields().any(|(at, own)| at == pos && own != letter);
            differs || ends(self).contains(&pos)
        };
        let pos = other.fields().find(|&field| taken(field)).map(|(pos, _)| pos);
        let pos =
            pos.or_else(|| ends(other).into_iter().find(|&end| self.fields().any(|(pos, _)| pos == end)));
        pos.map(|pos| Why::InTheWay { pos, other: Box::new(self.clone()) })
    }
}

/// Writes `ROSE across at row 3, column 4`.
impl fmt::Display for PlacedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spelled(), place(self.run()))
    }
}

fn place(run: Run) -> String {
    format!("{} at {}", run.direction, run.start)
}

/// A text that is not a word with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{found}` is not a word with its place; write ROSE@3,4,across for ROSE with its first letter in row 3, column 4 (from \
     1), or down for the other direction"
)]
pub struct NoPlacedWord {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for PlacedWord {
    type Err = NoPlacedWord;

    /// Reads `WORD@ROW,COLUMN,DIRECTION`; row and column count from 1.
    fn from_str(text: &str) -> Result<Self, NoPlacedWord> {
        let read = || {
            let (word, at) = text.rsplit_once('@')?;
            let mut parts = at.split(',').map(str::trim);
            // No grid is that large, and sums of such numbers stay in bounds.
            let mut number = || usize::from(parts.next()?.parse::<u16>().ok()?).checked_sub(1);
            let start = Pos::new(number()?, number()?);
            let named = |name: &str| Direction::BOTH.into_iter().find(|way| way.to_string() == name);
            let direction = named(parts.next()?)?;
            let word = fold(word.trim()).filter(|_| parts.next().is_none())?;
            Self::new(word, start, direction)
        };
        read().ok_or_else(|| NoPlacedWord { found: text.chars().take(40).collect() })
    }
}

/// The error that a word cannot stand where it has to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} cannot stand {}: {why}; place it elsewhere", .word.spelled(), place(.word.run()))]
pub struct CannotStand {
    /// The word.
    pub word: PlacedWord,
    /// Why.
    pub why: Why,
}

/// Why a word cannot stand somewhere. Messages count rows and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages name the fields
pub enum Why {
    #[error("it would leave the grid, which has {rows} rows and {cols} columns")]
    Outside { rows: usize, cols: usize },
    #[error("the field at {pos} is blocked")]
    Blocked { pos: Pos },
    #[error("the field at {pos} is a question field")]
    Question { pos: Pos },
    #[error("the field at {pos} has the letter {found}")]
    Letter { pos: Pos, found: Letter },
    #[error("the field at {pos} takes a letter, so the word there is a longer one")]
    GoesOn { pos: Pos },
    #[error("a bar after the field at {pos} ends words there")]
    Barred { pos: Pos },
    #[error("no field beside its first letter can hold its question")]
    NoQuestion,
    #[error("{other} is in its way at {pos}")]
    InTheWay { pos: Pos, other: Box<PlacedWord> },
    #[error("it has to stand {} as well, and no word may occur twice", place(*.other))]
    Twice { other: Run },
}

/// Checks that words are inside of a grid of this size, and that none is in another one's way. Words that are given twice
/// with the same place count once.
pub(crate) fn check_places(words: &[PlacedWord], rows: usize, cols: usize) -> Result<(), CannotStand> {
    check(words, rows, cols, false)
}

/// Checks that words are inside of a grid of this size, and that none is in another one's way, in puzzles in which the field beside
/// a word's end may take a letter of another word. Words that are given twice with the same place count once.
pub fn check_places_between_bars(words: &[PlacedWord], rows: usize, cols: usize) -> Result<(), CannotStand> {
    check(words, rows, cols, true)
}

fn check(words: &[PlacedWord], rows: usize, cols: usize, are_ends_free: bool) -> Result<(), CannotStand> {
    for (at, word) in words.iter().enumerate() {
        let last = word.run().cell(word.letters.len() - 1);
        if last.row >= rows || last.col >= cols {
            return Err(word.refused(Why::Outside { rows, cols }));
        }
        let mut others = words[..at].iter().filter(|other| *other != word);
        if let Some(why) = others.find_map(|other| other.in_the_way_of(word, are_ends_free)) {
            return Err(word.refused(why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str) -> PlacedWord {
        text.parse().unwrap()
    }

    #[test]
    fn words_with_places_are_read() {
        let word = placed("Süd@2,3,down");
        assert_eq!(word.to_string(), "SUED down at row 2, column 3");
        let run = Run { start: Pos::new(1, 2), direction: Direction::Down, len: 4 };
        assert_eq!(
            (word.run(), word.ends().collect::<Vec<_>>()),
            (run, vec![Pos::new(0, 2), Pos::new(5, 2)])
        );
        assert_eq!(placed("AB@1,1,across").ends().collect::<Vec<_>>(), [Pos::new(0, 2)]);
        for text in
            ["", "ROSE", "ROSE@", "ROSE@3,4", "ROSE@0,4,down", "A@1,1,down", "ROSE@3,4,up", "ROSE@1,1,down,1"]
        {
            let error = text.parse::<PlacedWord>().unwrap_err().to_string();
            assert!(error.contains("ROSE@3,4,across"), "{text}: {error}");
        }
        assert!("ROSE@99999999999999999999,4,down".parse::<PlacedWord>().is_err());
    }

    #[test]
    fn words_may_be_in_the_way_of_each_other() {
        let check = |words: &str| {
            let words: Vec<PlacedWord> = words.split(' ').map(placed).collect();
            check_places(&words, 5, 6).map_err(|error| error.to_string())
        };
        assert_eq!(check("ROSE@1,2,across ORT@1,3,down ROSE@1,2,across"), Ok(()));
        assert_eq!(check("ROSE@1,2,across TOR@3,2,across TOR@3,2,across EI@5,2,across"), Ok(()));
        for (words, said) in [
            (
                "ROSE@3,4,across",
                "ROSE cannot stand across at row 3, column 4: it would leave the grid, which has 5 rows and 6 columns; place \
                 it elsewhere",
            ),
            ("ROSE@3,1,down", "ROSE cannot stand down at row 3, column 1: it would leave the grid"),
            ("ROSE@1,1,across ROSE@3,1,across", "it has to stand across at row 1, column 1 as well"),
            (
                "ROSE@1,1,across ORT@1,3,down",
                "ROSE across at row 1, column 1 is in its way at row 1, column 3",
            ),
            ("ROSE@1,1,across ROSEN@1,1,across", "is in its way at row 1, column 5"),
            ("ROSEN@1,1,across ROSE@1,1,across", "is in its way at row 1, column 5"),
            ("ROSE@1,1,across EI@1,5,down", "is in its way at row 1, column 5"),
            ("OR@1,5,down ROSE@1,1,across", "OR down at row 1, column 5 is in its way at row 1, column 5"),
        ] {
            let error = check(words).unwrap_err();
            assert!(error.contains(said), "{words}: {error}");
        }
        // Bars end words, too, so letters may follow; the rest is the same.
        let between_bars = |words: &str| {
            let words: Vec<PlacedWord> = words.split(' ').map(placed).collect();
            check_places_between_bars(&words, 5, 6).is_ok()
        };
        assert!(between_bars("ROSE@1,1,across EI@1,5,down"));
        assert!(!between_bars("ROSE@1,1,across ORT@1,3,down") && !between_bars("ROSE@3,1,down"));
    }
}
