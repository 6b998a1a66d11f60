//! The document between the commands: a puzzle of any kind with its words, their clues, and who made it.
//!
//! Finding a puzzle knows five kinds with a type each. Whoever publishes one asks all of them the same things: which
//! fields are there, which words, where does a word's clue stand. So here is one type for all kinds, with what they
//! share: fields, and entries over them. Words are not stored but read off the fields, numbers follow from where the
//! words start, and the fields of an arrowword's word from its question; so a document cannot contradict itself.
//!
//! * [`convert`]: from a solved puzzle of each kind, and back;
//! * [`json`]: the document as text, `"cwsat": "puzzle/1"`;
//! * [`solution_word`]: fields that spell a word to be found in the end.

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

use crate::encodings::arrowword::puzzle::{Blocked, Question};
use crate::encodings::digram::puzzle::Digram;
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::encodings::numbering::Numbering;
use serde::{Deserialize, Serialize};

/// No puzzle has more rows, or columns.
pub const MAX_SIDE: usize = 200;

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Nothing is written here: an island of an arrowword, a black field of a crossword, the outside of a
    /// criss-cross, a blank of a digram grid. The character matters to `.cwg` files alone.
    Blocked(Blocked),
    /// Holds the questions of an arrowword.
    Question,
    /// To be written into, and what belongs there is not known (an unfinished puzzle); in a Numberlink, a field that
    /// no wire uses.
    Open,
    /// To be written into: the solution's letter.
    Letter {
        /// The letter.
        letter: Letter,
        /// Whether the solver is shown it.
        given: bool,
    },
    /// To be written into: two letters of a digram grid.
    Digram(Digram),
    /// A field of a Numberlink's block.
    Block {
        /// Which block, from 0.
        block: usize,
        /// The number it bears, from 1: an end of the wire of that number.
        number: Option<usize>,
    },
    /// To be drawn by the solver: a part of the wire of that number, from 1.
    Wire(usize),
}

impl Field {
    /// Whether the solver writes a letter, or two, here.
    pub fn is_solution(self) -> bool {
        matches!(self, Self::Open | Self::Letter { .. } | Self::Digram(_))
    }

    /// Whether nothing is written here.
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::Blocked(_))
    }

    /// What the solution has here: a letter or two in upper case; nothing where it has none or is not known.
    pub fn solution(self) -> Option<String> {
        match self {
            Self::Letter { letter, .. } => Some(letter.char().to_string()),
            Self::Digram(digram) => Some(digram.to_string()),
            _ => None,
        }
    }

    /// The letter that the solver is shown.
    pub fn given(self) -> Option<Letter> {
        match self {
            Self::Letter { letter, given: true } => Some(letter),
            _ => None,
        }
    }
}

/// What is asked for a word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clue {
    /// The clue, as it is printed; not empty.
    pub text: String,
    /// Where it comes from, as in `OpenThesaurus`; nothing if its author wrote it for this puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is a makeshift that an author should look at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weak: bool,
}

impl Clue {
    /// A clue that its author wrote.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), source: None, weak: false }
    }
}

/// A word of the puzzle with its clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands. Of a digram grid the whole row or column, blanks included: see [`Puzzle::cells`].
    pub run: Run,
    /// The question field and the arrow; of arrowwords always, of other kinds never.
    pub question: Option<Question>,
    /// The clues, best first. The first one is printed; the others stand in, in their order, where it is too long for
    /// its place. None yet: empty.
    pub clues: Vec<Clue>,
}

impl Entry {
    /// The clue, if there is one.
    pub fn clue(&self) -> Option<&Clue> {
        self.clues.first()
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
    /// What kind of puzzle it is.
    pub kind: Kind,
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The language of words and clues.
    pub language: Option<Language>,
    /// Lines to be printed in small below: whose clues these are, and under which licence.
    pub credits: Vec<String>,
    /// The fields.
    pub fields: Grid<Field>,
    /// The words. Arrowwords: by question field, then arrow. Other kinds: across before down, each by number (digram
    /// grids: row by row, then column by column).
    pub entries: Vec<Entry>,
    /// The fields that spell the solution word, in its order; often empty.
    pub solution_word: Vec<Pos>,
}

impl Puzzle {
    /// A puzzle without title, author and anything else that is no part of the grid.
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

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.fields.rows()
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.fields.cols()
    }

    /// The fields of a word in reading order, the blanks of a digram grid left out.
    pub fn cells(&self, entry: &Entry) -> impl Iterator<Item = Pos> + use<'_> {
        entry.run.cells().filter(|&pos| self.fields.get(pos).is_some_and(|field| field.is_solution()))
    }

    /// The word in upper case, with `.` for a letter that is not known.
    pub fn pattern(&self, entry: &Entry) -> String {
        self.cells(entry).map(|pos| self.fields[pos].solution().unwrap_or_else(|| ".".to_owned())).collect()
    }

    /// The word in upper case, if all its letters are known.
    pub fn word(&self, entry: &Entry) -> Option<String> {
        self.cells(entry).map(|pos| self.fields[pos].solution()).collect()
    }

    /// The entries that are asked for in this question field in the order in which they are printed: what runs off to
    /// the right (or up) above, what runs off below (or to the left) beneath it.
    pub fn asked_at(&self, pos: Pos) -> Vec<&Entry> {
        use crate::encodings::arrowword::puzzle::Arrow;
        let rank = |arrow| match arrow {
            Arrow::UpRight => 0,
            Arrow::Right => 1,
            Arrow::RightDown => 2,
            Arrow::LeftDown => 3,
            Arrow::DownRight => 4,
            Arrow::Down => 5,
        };
        let of = |entry: &&Entry| entry.question.is_some_and(|question| question.pos == pos);
        let mut asked: Vec<&Entry> = self.entries.iter().filter(of).collect();
        asked.sort_by_key(|entry| entry.question.map(|question| rank(question.arrow)));
        asked
    }

    /// The numbers printed in the fields of a crossword or criss-cross; of other kinds there are none.
    pub fn numbering(&self) -> Numbering {
        match self.kind.lists() {
            Some(Numbers::Starts) => Numbering::of_runs(self.entries.iter().map(|e| e.run)),
            Some(Numbers::Lines) | None => Numbering::default(),
        }
    }

    /// The entries of a direction, in their order, each with the number before its clue: that of the numbering, or of
    /// the row or column in a digram grid.
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

    /// The areas of blocked fields that hang together by their edges, each row by row.
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

    /// Whether the whole solution is known.
    pub fn is_filled(&self) -> bool {
        !self.kind.has_words() || self.fields.iter().all(|(_, &field)| field != Field::Open)
    }
}
