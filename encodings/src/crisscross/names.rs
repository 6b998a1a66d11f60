//! From a model back to a layout, by the names of the variables alone.
//!
//! The true variables `place(WORD,d,r,c)` determine the layout. So a model can be decoded without making the formula
//! again, whatever solver or simplifier it comes from; the rules check the result.

use super::puzzle::{Layout, Placement, Puzzle};
use crate::grid::{Direction, Pos};
use std::collections::BTreeMap;
use thiserror::Error;

/// The families of the variables that say what a layout is.
pub const FAMILIES: &[&str] = &["place"];

/// Why the true variables do not determine a layout.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum NamesError {
    #[error("{name} should be place(WORD,across|down,ROW,COLUMN)")]
    Malformed { name: String },

    #[error("{name} is about a word that the list does not have; is it the model of another list?")]
    UnknownWord { name: String },

    #[error("{name} leaves the board of {rows} rows and {cols} columns; is it the model of another board?")]
    Outside { name: String, rows: usize, cols: usize },

    #[error("the model lays a word twice: {first} and {second}; is it the model of another formula?")]
    Twice { first: String, second: String },
}

/// Returns the layout of a model; `names` are those of its true variables, in any order. Variables other than
/// `place(…)` are ignored.
pub fn from_names<'a>(puzzle: &Puzzle, names: impl Iterator<Item = &'a str>) -> Result<Layout, NamesError> {
    let entries: BTreeMap<String, usize> =
        puzzle.entries.iter().enumerate().map(|(number, entry)| (entry.text(), number)).collect();
    let mut placements: BTreeMap<usize, (Placement, &str)> = BTreeMap::new();
    for name in names {
        let Some(indices) = name.strip_prefix("place(").and_then(|rest| rest.strip_suffix(')')) else {
            continue;
        };
        let malformed = || NamesError::Malformed { name: name.to_owned() };
        let parts: Vec<&str> = indices.split(',').map(str::trim).collect();
        let &[word, direction, row, col] = &parts[..] else { return Err(malformed()) };
        let direction =
            Direction::BOTH.into_iter().find(|d| d.to_string() == direction).ok_or_else(malformed)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| malformed());
        let start = Pos::new(number(row)?, number(col)?);
        let &entry = entries.get(word).ok_or_else(|| NamesError::UnknownWord { name: name.to_owned() })?;
        if !puzzle.places(entry).any(|run| (run.start, run.direction) == (start, direction)) {
            let (rows, cols) = (puzzle.rows, puzzle.cols);
            return Err(NamesError::Outside { name: name.to_owned(), rows, cols });
        }
        if let Some((_, first)) = placements.insert(entry, (Placement { entry, start, direction }, name)) {
            return Err(NamesError::Twice { first: first.to_owned(), second: name.to_owned() });
        }
    }
    Ok(puzzle.layout(placements.into_values().map(|(placement, _)| placement)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crisscross::base;

    #[test]
    fn true_places_make_the_layout() {
        let entries = base::read("ROSE\nOAK\n", base::Style::Marked, &Default::default()).unwrap().entries;
        let puzzle = Puzzle { rows: 3, cols: 4, entries };
        let layout = from_names(
            &puzzle,
            ["letter(0,1,O)", "place(ROSE,across,0,0)", "place(OAK,down,0,1)"].into_iter(),
        );
        let value = layout.unwrap().value();
        assert_eq!((value.words, value.crossings, value.rows, value.cols), (2, 1, 3, 4));
        for (names, expected) in [
            (&["place(ROSE,0,0)"][..], "place(ROSE,0,0) should be"),
            (&["place(ROSE,up,0,0)"], "place(ROSE,up,0,0) should be"),
            (&["place(ELM,down,0,0)"], "place(ELM,down,0,0) is about a word"),
            (&["place(ROSE,down,0,0)"], "place(ROSE,down,0,0) leaves the board of 3 rows"),
            (
                &["place(OAK,down,0,0)", "place(OAK,down,0,1)"],
                "the model lays a word twice: place(OAK,down,0,0)",
            ),
        ] {
            let error = from_names(&puzzle, names.iter().copied()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
