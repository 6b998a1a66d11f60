//! The document that the commands exchange: a puzzle of any kind with its words, their clues, and who made it.
//!
//! The search for a puzzle has a type per kind. Publishing has the same questions for all of them: which fields are
//! there, which words, and where is a word's clue. So this is one type for all kinds, with what they share: fields, and
//! entries over them. Words are not stored but read from the fields, numbers follow from where the words start, and
//! the fields of an arrowword's word from its question; so a document cannot contradict itself.
//!
//! * [`convert`]: from a solved puzzle of each kind, and back;
//! * [`Kind`]: what the kinds differ in, in one table;
//! * [`json`]: the document as text, `"cwsat": "puzzle/1"`;
//! * [`solution_word`]: fields that spell a word to be found at the end.

pub mod convert;
pub mod json;
mod kind;
mod language;
pub mod solution_word;
#[cfg(test)]
pub(crate) mod testing;

pub use kind::Kind;
pub(crate) use kind::{BlockedLook, Clues, Content, Ipuz, Numbers, TextForm, Title};
pub use language::{Language, NoLanguage};

use crate::encodings::arrowword::puzzle::{Arrow, Blocked, Question};
use crate::encodings::digram::puzzle::Digram;
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::Sign;
use crate::encodings::numbering::Numbering;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The largest number of rows, and of columns, that a puzzle may have.
pub const MAX_SIDE: usize = 500;

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Nothing is written here: an island of an arrowword, a black field of a crossword, the outside of a
    /// criss-cross, a blank of a digram grid. Only `.cwg` files distinguish the two characters.
    Blocked(Blocked),
    /// A field with questions of an arrowword.
    Question,
    /// A field to be written into whose content is not known (in an unfinished puzzle); in a Numberlink, a field that
    /// no wire uses.
    Open,
    /// A field to be written into, with the letter of the solution.
    Letter {
        /// The letter.
        letter: Sign,
        /// Whether it is shown to the solver.
        given: bool,
    },
    /// A field to be written into, with the two letters of a digram grid.
    Digram(Digram),
    /// A field of a Numberlink's block.
    Block {
        /// The index of the block, from 0.
        block: usize,
        /// The number in it, from 1: the field is an end of the wire of that number.
        number: Option<usize>,
    },
    /// A part of the wire of that number, from 1, which the solver draws.
    Wire(usize),
}

impl Field {
    /// Returns whether the solver writes a letter, or two, here.
    pub fn is_solution(self) -> bool {
        matches!(self, Self::Open | Self::Letter { .. } | Self::Digram(_))
    }

    /// Returns whether the field is blocked.
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::Blocked(_))
    }

    /// Returns the one or two letters of the solution, in upper case; `None` if the field has none or they are not
    /// known.
    pub fn solution(self) -> Option<String> {
        match self {
            Self::Letter { letter, .. } => Some(letter.char().to_string()),
            Self::Digram(digram) => Some(digram.to_string()),
            _ => None,
        }
    }

    /// Returns the letter that is shown to the solver.
    pub fn given(self) -> Option<Sign> {
        match self {
            Self::Letter { letter, given: true } => Some(letter),
            _ => None,
        }
    }
}

/// A clue for a word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clue {
    /// The clue as it is printed; not empty.
    pub text: String,
    /// Where it is from, as in `OpenThesaurus`; `None` if the author wrote it for this puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is a makeshift that an author should look at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weak: bool,
}

impl Clue {
    /// Creates a clue by the author of the puzzle.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), source: None, weak: false }
    }
}

/// A word of the puzzle with its clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its fields. In a digram grid, the whole row or column including its blanks: see [`Puzzle::cells`].
    pub run: Run,
    /// The question field and the arrow; always present in arrowwords, and never in other kinds.
    pub question: Option<Question>,
    /// The word as it is written outside of a puzzle, where that says more than its letters: `Enkelin Mia`, `Öl`. It
    /// has the same letters as its fields, if these are known.
    pub spelling: Option<String>,
    /// The clues, best first. The first one is printed, or the next one that fits if it is too long for its place.
    /// Empty if there are none yet.
    pub clues: Vec<Clue>,
    /// Whether it is one of the author's own words, such as those of a theme, which the solution shows.
    pub own: bool,
}

impl Entry {
    /// Returns the first clue, if there is one.
    pub fn clue(&self) -> Option<&Clue> {
        self.clues.first()
    }
}

/// Returns a number by which the questions of a field are ordered from top to bottom: see [`Puzzle::asked_at`].
pub fn rank(arrow: Arrow) -> usize {
    match arrow {
        Arrow::UpRight => 0,
        Arrow::Right => 1,
        Arrow::RightDown => 2,
        Arrow::LeftDown => 3,
        Arrow::DownRight => 4,
        Arrow::Down => 5,
    }
}

/// Puts entries into the order of [`Puzzle::entries`].
pub(crate) fn sort(entries: &mut [Entry]) {
    // Without questions the second part of the key decides; numbers follow the order of the starts in a direction.
    entries.sort_by_key(|entry| (entry.question, entry.run.direction, entry.run.start));
}

/// A puzzle with its words and clues, as it is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The kind of puzzle.
    pub kind: Kind,
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The language of words and clues.
    pub language: Option<Language>,
    /// Lines to be printed in small type below the puzzle: whose clues these are, and under which licence.
    pub credits: Vec<String>,
    /// The fields.
    pub fields: Grid<Field>,
    /// The words. In arrowwords, they are ordered by question field, then arrow; in other kinds, across before down and
    /// each by number (digram grids: row by row, then column by column).
    pub entries: Vec<Entry>,
    /// The fields that spell the solution word, in the order of its letters; often empty.
    pub solution_word: Vec<Pos>,
}

impl Puzzle {
    /// Creates a puzzle without title, author and anything else that is not part of the grid.
    pub fn new(kind: Kind, fields: Grid<Field>, entries: Vec<Entry>) -> Self {
        Self {
            kind,
            title: None,
            author: None,
            language: None,
            credits: Vec::new(),
            fields,
            entries,
            solution_word: Vec::new(),
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.fields.rows()
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.fields.cols()
    }

    /// Returns the fields of a word in reading order, without the blanks of a digram grid.
    pub fn cells(&self, entry: &Entry) -> impl Iterator<Item = Pos> + use<'_> {
        entry.run.cells().filter(|&pos| self.fields.get(pos).is_some_and(|field| field.is_solution()))
    }

    /// Returns the word in upper case, with `.` for a letter that is not known.
    pub fn pattern(&self, entry: &Entry) -> String {
        self.cells(entry).map(|pos| self.fields[pos].solution().unwrap_or_else(|| ".".to_owned())).collect()
    }

    /// Returns the word in upper case, if all its letters are known.
    pub fn word(&self, entry: &Entry) -> Option<String> {
        self.cells(entry).map(|pos| self.fields[pos].solution()).collect()
    }

    /// Returns the entries of this question field in the order in which their clues are printed: those whose arrows
    /// leave it to the right (or upwards) above those whose arrows leave it downwards (or to the left).
    pub fn asked_at(&self, pos: Pos) -> Vec<&Entry> {
        let of = |entry: &&Entry| entry.question.is_some_and(|question| question.pos == pos);
        let mut asked: Vec<&Entry> = self.entries.iter().filter(of).collect();
        asked.sort_by_key(|entry| entry.question.map(|question| rank(question.arrow)));
        asked
    }

    /// Returns the numbers printed in the fields where words start; empty for kinds without such numbers.
    pub fn numbering(&self) -> Numbering {
        match self.kind.lists() {
            Some(Numbers::Starts) => Numbering::of_runs(self.entries.iter().map(|e| e.run)),
            Some(Numbers::Lines) | None => Numbering::default(),
        }
    }

    /// Returns the entries of a direction, in order, each with the number before its clue: that of the numbering or, in
    /// a digram grid, of the row or column. Empty for kinds without lists of clues.
    pub fn numbered(&self, direction: Direction) -> Vec<(usize, &Entry)> {
        let numbering = self.numbering();
        let number = |entry: &Entry| match (self.kind.lists()?, direction) {
            (Numbers::Lines, Direction::Across) => Some(entry.run.start.row + 1),
            (Numbers::Lines, Direction::Down) => Some(entry.run.start.col + 1),
            (Numbers::Starts, _) => numbering.at(entry.run.start),
        };
        let of = self.entries.iter().filter(|entry| entry.run.direction == direction);
        of.filter_map(|entry| Some((number(entry)?, entry))).collect()
    }

    /// Returns the bars, each with the field before it and the direction in which it ends words: between neighbouring fields
    /// that no word joins, in a kind that has bars.
    pub fn bars(&self) -> Vec<(Pos, Direction)> {
        if !self.kind.features().has_bars {
            return Vec::new();
        }
        let joined: BTreeSet<(Pos, Direction)> = self
            .entries
            .iter()
            .flat_map(|entry| {
                entry.run.cells().take(entry.run.len.saturating_sub(1)).map(|pos| (pos, entry.run.direction))
            })
            .collect();
        let is_written = |pos: Pos| self.fields.get(pos).is_some_and(|field| field.is_solution());
        let is_bar = |&(pos, direction): &(Pos, Direction)| {
            let (rows, cols) = direction.step();
            is_written(pos)
                && pos.offset(rows, cols).is_some_and(is_written)
                && !joined.contains(&(pos, direction))
        };
        let places =
            self.fields.positions().flat_map(|pos| Direction::BOTH.map(|direction| (pos, direction)));
        places.filter(is_bar).collect()
    }

    /// Returns the connected areas of blocked fields, where fields are neighbours if they share an edge; each area is
    /// listed row by row.
    pub fn islands(&self) -> Vec<Vec<Pos>> {
        let mut seen = self.fields.map(|_, _| false);
        let mut islands = Vec::new();
        for (pos, field) in self.fields.iter() {
            if !field.is_blocked() || seen[pos] {
                continue;
            }
            seen[pos] = true;
            let mut island = vec![pos];
            let mut next = 0;
            while next < island.len() {
                for neighbour in self.fields.neighbours4(island[next]) {
                    if self.fields[neighbour].is_blocked() && !seen[neighbour] {
                        seen[neighbour] = true;
                        island.push(neighbour);
                    }
                }
                next += 1;
            }
            island.sort_unstable();
            islands.push(island);
        }
        islands
    }

    /// Returns whether the whole solution is known.
    pub fn is_filled(&self) -> bool {
        !self.kind.has_words() || self.fields.iter().all(|(_, &field)| field != Field::Open)
    }
}
