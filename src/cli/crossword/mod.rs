//! What the kinds of crosswords with numbered words share on the command line: they are read, filled, checked, encoded
//! and explained in the same way, and differ in what a [`Form`] says. Only kinds use this module; commands do not.

pub mod check;
pub mod encode;
pub mod explain;
pub mod solve;

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::crossword::puzzle::{Cell, Template};
use cwsat::encodings::crossword::solution::{self, Entry};
use cwsat::encodings::grid::Run;
use cwsat::publish::puzzle::{self, Puzzle, convert};
use cwsat::search::crossword::NoCrossword;
use std::collections::BTreeMap;

/// The differences between the kinds of crosswords.
#[derive(Debug)]
pub struct Form {
    /// What it is called when it is published.
    pub published: puzzle::Kind,
    /// Reads a template, open or filled.
    pub read: fn(&Input) -> Result<Template, Failure>,
    /// Writes a template as a text that loses nothing.
    pub write: fn(&Template) -> String,
    /// Writes a finished crossword with the template that was filled and its words.
    pub solution: fn(&Template, Option<&Template>, &[Entry]) -> String,
    /// What to say if `cwsat solve` gets neither a file nor a size.
    pub missing_input: &'static str,
}

impl Form {
    /// Reads a template in which every white field is in a word.
    pub fn read_connected(&self, input: &Input) -> Result<Template, Failure> {
        let template = (self.read)(input)?;
        match template.lonely().first() {
            Some(pos) => Err(input.at(NoCrossword::Lonely { row: pos.row + 1, col: pos.col + 1 }).into()),
            None => Ok(template),
        }
    }

    /// Reads a filled template and the clues that `cwsat solve` writes below it.
    pub fn document(&self, input: &Input) -> Result<Puzzle, Failure> {
        let template = (self.read)(input)?;
        let numbering = template.numbering();
        let number: BTreeMap<Run, usize> = numbering.iter().map(|n| (n.run, n.number)).collect();
        let mut clues: BTreeMap<_, String> = solution::read_clues(input.text()?)
            .into_iter()
            .map(|(direction, number, clue)| ((direction, number), clue))
            .collect();
        let clue = |run: Run| clues.remove(&(run.direction, *number.get(&run)?));
        Ok(convert::crossword(self.published, &template, clue))
    }
}

/// Returns the rows of a crossword, a character for each field: its letter, `.` for an open field, `#` for a block.
fn rows(template: &Template) -> Vec<String> {
    let char_of = |cell: &Cell| match cell {
        Cell::Block => '#',
        Cell::Open => '.',
        Cell::Letter(letter) => letter.char(),
    };
    (0..template.cells.rows()).map(|row| template.cells.row(row).iter().map(char_of).collect()).collect()
}
