//! Words that have to stand at a certain place, or at one of several: in a row, in a column, or beside an island.
//!
//! Such a demand is the list of the exact places that keep it, so whatever understands a [`PlacedWord`] can search for it, place
//! by place. What a puzzle allows at each of them, its kind says.

use super::demand::Standing;
use super::{Letter, PlacedWord, fold};
use crate::grid::{Direction, Grid, Pos, Run};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Where a word has to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first letter is in this field.
    Exact(Pos, Direction),
    /// The first letter is in this row; the word reads across (so all of it is in the row) or down.
    Row(usize, Direction),
    /// The first letter is in this column; the word reads down (so all of it is in the column) or across.
    Column(usize, Direction),
    /// At least one letter is beside a blocked field: left, right, above or below.
    Island,
}

impl Place {
    /// Returns whether a word in these fields is at the place; `is_blocked` says which fields are blocked.
    pub fn has(&self, run: Run, is_blocked: impl Fn(Pos) -> bool) -> bool {
        match *self {
            Self::Exact(start, direction) => run.start == start && run.direction == direction,
            Self::Row(row, direction) => run.start.row == row && run.direction == direction,
            Self::Column(col, direction) => run.start.col == col && run.direction == direction,
            Self::Island => run.cells().any(|pos| {
                let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                beside.into_iter().filter_map(|(rows, cols)| pos.offset(rows, cols)).any(&is_blocked)
            }),
        }
    }
}

/// Writes `across at row 3, column 4`, `across in row 1`, `down from row 1`, or `beside an island`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exact(start, direction) => write!(f, "{direction} at {start}"),
            Self::Row(row, direction) => {
                let along = if direction == Direction::Across { "in" } else { "from" };
                write!(f, "{direction} {along} row {}", row + 1)
            }
            Self::Column(col, direction) => {
                let along = if direction == Direction::Down { "in" } else { "from" };
                write!(f, "{direction} {along} column {}", col + 1)
            }
            Self::Island => f.write_str("beside an island"),
        }
    }
}

/// A word of two letters or more, and where it has to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandedWord {
    letters: Vec<Letter>,
    place: Place,
}

impl DemandedWord {
    /// Returns the word.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Returns where it has to stand.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the word as text.
    pub fn spelled(&self) -> String {
        self.letters.iter().map(|letter| letter.char()).collect()
    }

    /// Returns the word at its place if that is a single one.
    pub fn exact(&self) -> Option<PlacedWord> {
        match self.place {
            Place::Exact(start, direction) => PlacedWord::new(self.letters.clone(), start, direction),
            Place::Row(..) | Place::Column(..) | Place::Island => None,
        }
    }

    /// Lists the places in a grid that keep the demand, if the word does not leave the grid there and has no blocked
    /// field. An exact place is listed in any case.
    pub fn placements<T>(&self, fields: &Grid<T>, is_blocked: impl Fn(&T) -> bool) -> Vec<PlacedWord> {
        if let Some(exact) = self.exact() {
            return vec![exact];
        }
        let blocked = |pos: Pos| fields.get(pos).is_some_and(&is_blocked);
        let starts =
            || Direction::BOTH.into_iter().flat_map(|way| fields.positions().map(move |pos| (pos, way)));
        let runs = starts().map(|(start, direction)| Run { start, direction, len: self.letters.len() });
        runs.filter(|&run| {
            run.cells().all(|pos| fields.contains(pos) && !blocked(pos)) && self.place.has(run, blocked)
        })
        .filter_map(|run| PlacedWord::new(self.letters.clone(), run.start, run.direction))
        .collect()
    }
}

/// A word, and the places of which it has to stand in one: what a [`DemandedWord`] is for a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOf {
    /// The word.
    pub letters: Vec<Letter>,
    /// The fields at each of the places, as many as it has letters.
    pub runs: Vec<Run>,
}

impl OneOf {
    /// Returns the word with those of its places that a formula has, by their index.
    pub(crate) fn standing(&self, index: impl Fn(Run) -> Option<usize>) -> Standing<'_> {
        Standing { word: &self.letters, places: self.runs.iter().filter_map(|&run| index(run)).collect() }
    }
}

/// Writes `WORD@…`, which reads back as the same demand.
impl fmt::Display for DemandedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@", self.spelled())?;
        match self.place {
            Place::Exact(start, direction) => write!(f, "{},{},{direction}", start.row + 1, start.col + 1),
            Place::Row(row, direction) => write!(f, "{},*,{direction}", row + 1),
            Place::Column(col, direction) => write!(f, "*,{},{direction}", col + 1),
            Place::Island => f.write_str("island"),
        }
    }
}

/// A text that is not a word with its place, or with several.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{found}` is not a word with its place; write ROSE@3,4,across for ROSE with its first letter in row 3, column 4 (from \
     1), or down for the other direction; ROSE@1,* for any place in row 1, ROSE@*,3 for any in column 3, and ROSE@island \
     for any beside an island"
)]
pub struct NoDemandedWord {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for DemandedWord {
    type Err = NoDemandedWord;

    /// Reads `WORD@ROW,COLUMN,DIRECTION`, `WORD@ROW,*`, `WORD@*,COLUMN`, both with a direction if wanted, or `WORD@island`. Row
    /// and column count from 1.
    fn from_str(text: &str) -> Result<Self, NoDemandedWord> {
        if let Ok(exact) = text.parse::<PlacedWord>() {
            let run = exact.run();
            let (letters, place) = (exact.letters().to_vec(), Place::Exact(run.start, run.direction));
            return Ok(Self { letters, place });
        }
        let read = || {
            let (word, at) = text.rsplit_once('@')?;
            let letters = fold(word.trim()).filter(|letters| letters.len() >= 2)?;
            let parts: Vec<&str> = at.split(',').map(str::trim).collect();
            let number = |text: &str| usize::from(text.parse::<u16>().ok()?).checked_sub(1);
            let named = |name: &str| Direction::BOTH.into_iter().find(|way| way.to_string() == name);
            let place = match parts[..] {
                ["island"] => Place::Island,
                [row, "*"] => Place::Row(number(row)?, Direction::Across),
                ["*", col] => Place::Column(number(col)?, Direction::Down),
                [row, "*", way] => Place::Row(number(row)?, named(way)?),
                ["*", col, way] => Place::Column(number(col)?, named(way)?),
                _ => return None,
            };
            Some(Self { letters, place })
        };
        read().ok_or_else(|| NoDemandedWord { found: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demanded(text: &str) -> DemandedWord {
        text.parse().unwrap()
    }

    #[test]
    fn words_are_read_with_one_place_or_several() {
        for (text, written, said) in [
            ("Süd@2,3,down", "SUED@2,3,down", "down at row 2, column 3"),
            ("ROSE@1,*", "ROSE@1,*,across", "across in row 1"),
            ("ROSE @ 2 , * , down", "ROSE@2,*,down", "down from row 2"),
            ("ROSE@*,3", "ROSE@*,3,down", "down in column 3"),
            ("ROSE@*,1,across", "ROSE@*,1,across", "across from column 1"),
            ("ROSE@island", "ROSE@island", "beside an island"),
        ] {
            let word = demanded(text);
            assert_eq!((word.to_string(), word.place().to_string()), (written.to_owned(), said.to_owned()));
            assert_eq!(demanded(written), word);
            assert_eq!(word.exact(), written.parse().ok());
        }
        for text in [
            "",
            "ROSE",
            "ROSE@",
            "ROSE@*",
            "ROSE@*,*",
            "ROSE@*,*,across",
            "ROSE@0,*",
            "ROSE@*,0",
            "ROSE@3,4",
            "ROSE@1,*,up",
            "ROSE@1,*,down,1",
            "ROSE@3,4,*",
            "ROSE@Island",
            "A@1,*",
            "@1,*",
        ] {
            let error = text.parse::<DemandedWord>().unwrap_err().to_string();
            assert!(error.contains("ROSE@3,4,across") && error.contains("ROSE@island"), "{text}: {error}");
        }
    }

    #[test]
    fn places_of_a_demand_are_in_the_grid_and_free() {
        // ....
        // .#..
        // ....
        let fields = Grid::from_fn(3, 4, |pos| pos == Pos::new(1, 1));
        let places = |text: &str| {
            let places = demanded(text).placements(&fields, |&is_blocked| is_blocked);
            let at = |word: &PlacedWord| {
                let run = word.run();
                format!("{}{}{}", &run.direction.to_string()[..1], run.start.row + 1, run.start.col + 1)
            };
            places.iter().map(at).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(places("ABC@1,*"), "a11 a12");
        assert_eq!(places("ABC@2,*"), "");
        assert_eq!(places("AB@2,*"), "a23");
        assert_eq!(places("ABC@1,*,down"), "d11 d13 d14");
        assert_eq!(places("AB@*,4"), "d14 d24");
        assert_eq!(places("AB@*,3,across"), "a13 a23 a33");
        assert_eq!(places("AB@5,*"), "");
        // Beside the island are the fields above, below, left and right of it.
        assert_eq!(places("AB@island"), "a11 a12 a23 a31 a32 d11 d13 d21 d23");
        assert_eq!(places("ABCD@island"), "a11 a31");
        // Whether an exact place can be is said later, with the reason.
        assert_eq!(places("ABC@3,4,across"), "a34");
    }
}
