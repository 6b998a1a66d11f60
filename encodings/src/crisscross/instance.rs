//! A formula to be written for other solvers: the criss-crosses of a list of words, with what is asked of them.
//!
//! [`Instance::new`] is the only place that decides what the formula of a criss-cross is made of, so that a formula that is
//! built again for its names cannot differ from the one that was written.

use super::costs::Costs;
use super::encoding::{CrissCrossEncoding, Wishes};
use super::puzzle::Puzzle;
use crate::cnf::{Bit, Formula, Soft};
use thiserror::Error;

/// What the formula should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The fewest words of a model; by default all, or one with wishes.
    pub least_words: Option<usize>,
    /// The fewest crossings of a model.
    pub least_crossings: usize,
    /// Whether missing words, missing crossings and the size of the bounding box are costs.
    pub wishes: bool,
}

/// Why there is no formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the list has only {words} words, so at least {asked} of them is impossible; ask for fewer")]
pub struct TooManyWords {
    /// The fewest words that were asked for.
    pub asked: usize,
    /// The number of words.
    pub words: usize,
}

/// A formula for other solvers, and what its models promise.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The clauses and the names.
    pub formula: Formula,
    /// The wishes; empty unless they were requested.
    pub soft: Vec<Soft>,
    /// Sentences and lines `key: value` for the top of the file, about what the clauses and wishes promise.
    pub notes: Vec<String>,
    /// The fewest words of a model.
    pub least_words: usize,
}

impl Instance {
    /// Builds the formula of the connected layouts of a puzzle's words on its board.
    pub fn new(puzzle: &Puzzle, request: &Request) -> Result<Self, TooManyWords> {
        let Request { least_words, least_crossings: crossings, wishes: priced } = *request;
        let words = puzzle.entries.len();
        let asked = least_words.unwrap_or(if priced { 1 } else { words });
        if asked > words {
            return Err(TooManyWords { asked, words });
        }
        let wishes =
            Wishes { all_words: asked == words, connected: true, crossings, priced, ..Wishes::default() };
        let mut encoding = CrissCrossEncoding::new(puzzle, wishes);
        let bounds =
            [encoding.at_least_words(asked), encoding.at_least_crossings(crossings).unwrap_or(Bit::True)];
        encoding.formula.label("bounds");
        bounds.into_iter().for_each(|bit| encoding.formula.add_bits([bit]));
        let mut notes = Vec::new();
        let Costs { word, crossing, base, soft } = encoding.costs.unwrap_or_default();
        if priced {
            notes.push(format!(
                "a model costs {word} for each word that is left out, {crossing} for each field where no two words cross, \
                 and 1 for each field of the bounding box"
            ));
            notes.push(format!("cost of every model: {base}"));
            notes.push("every model touches the first row and the first column".to_owned());
        }
        Ok(Self { formula: encoding.formula, soft, notes, least_words: asked })
    }
}

#[cfg(test)]
mod tests {
    use super::super::base::{Style, read};
    use super::*;

    #[test]
    fn words_may_be_left_out_at_a_price() {
        let entries = read("ROSE\nROST\n", Style::Marked, &Default::default()).unwrap().entries;
        let puzzle = Puzzle { rows: 4, cols: 4, entries };
        let instance = |request: Request| Instance::new(&puzzle, &request);
        let plain = instance(Request::default()).unwrap();
        assert!(plain.soft.is_empty() && plain.least_words == 2, "{}", plain.least_words);
        let priced = instance(Request { wishes: true, ..Request::default() }).unwrap();
        assert!(!priced.soft.is_empty() && priced.least_words == 1 && priced.notes.len() == 3);
        let error = instance(Request { least_words: Some(3), ..Request::default() }).unwrap_err();
        assert_eq!(error, TooManyWords { asked: 3, words: 2 });
    }
}
