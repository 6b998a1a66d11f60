//! The puzzle that is being made, in any state: half of the layout, a few letters, a clue here and there.
//!
//! A [`Puzzle`](crate::publish::puzzle::Puzzle) cannot hold that, since each of its questions has a word. So a draft is
//! the grid with its questions, and beside it what a person has said: which fields are pinned, and the clue of each
//! question. Clues stay with their question as long as its word stays the same.

mod document;
mod refusal;

pub(in crate::edit) use document::rows;
pub(crate) use refusal::plain_name;
pub use refusal::{MAX_LISTED, MAX_TEXT, Refusal, file_name};
pub(in crate::edit) use refusal::{check_note, checked_about, checked_wishes};

use super::protocol::{About, Asked, Cell, Wishes};
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use crate::encodings::grid::{Grid, Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::publish::clues::give::{FIELD, HALF_FIELD};
use crate::publish::puzzle::{self as published, Clue, Language, MAX_SIDE, convert};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a person has said about a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// How its word is written outside of the puzzle.
    pub spelling: Option<String>,
    /// Its clues, best first.
    pub clues: Vec<Clue>,
}

impl Note {
    fn is_empty(&self) -> bool {
        self.spelling.is_none() && self.clues.is_empty()
    }
}

/// A puzzle in any state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Fields and questions.
    pub puzzle: Puzzle,
    /// The fields that no job changes: letters and question fields.
    pub pinned: BTreeSet<Pos>,
    /// What is said about each question; shared with the steps before, since most steps do not change it.
    pub notes: Arc<BTreeMap<Question, Note>>,
    /// Title, author, and so on.
    pub about: Arc<About>,
    /// What is wished for.
    pub wishes: Arc<Wishes>,
    /// The fields of the solution word.
    pub solution_word: Vec<Pos>,
    /// The files of the pictures of islands, by the first field of each.
    pub pictures: BTreeMap<Pos, String>,
}

impl Draft {
    /// Returns an empty grid.
    pub fn empty(rows: usize, cols: usize) -> Result<Self, Refusal> {
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return Err(Refusal::Size { rows, cols });
        }
        let fields = Grid::filled(rows, cols, Field::Open);
        Ok(Self::of_puzzle(Puzzle { fields, questions: Vec::new() }))
    }

    /// Returns a grid without anything else. Nothing is pinned.
    pub fn of_puzzle(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            pinned: BTreeSet::new(),
            notes: Arc::default(),
            about: Arc::default(),
            wishes: Arc::default(),
            solution_word: Vec::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Returns the draft of a published puzzle. Nothing is pinned.
    pub fn of_published(puzzle: &published::Puzzle) -> Result<Self, Refusal> {
        let grid = convert::to_arrowword(puzzle).ok_or_else(|| Refusal::Kind(puzzle.kind.to_string()))?;
        let note = |entry: &published::Entry| {
            let note = Note { spelling: entry.spelling.clone(), clues: entry.clues.clone() };
            entry.question.filter(|_| !note.is_empty()).map(|question| (question, note))
        };
        let about = About {
            title: puzzle.title.clone(),
            author: puzzle.author.clone(),
            language: puzzle.language.as_ref().map(ToString::to_string),
            credits: puzzle.credits.clone(),
        };
        Ok(Self {
            notes: Arc::new(puzzle.entries.iter().filter_map(note).collect()),
            about: Arc::new(about),
            solution_word: puzzle.solution_word.clone(),
            ..Self::of_puzzle(grid)
        })
    }

    /// Returns the puzzle as it is published; an error if a question has no word, or if there is none.
    pub fn published(&self) -> Result<published::Puzzle, convert::NoDocument> {
        let mut puzzle = convert::arrowword(&self.puzzle)?;
        for entry in &mut puzzle.entries {
            if let Some(note) = entry.question.and_then(|question| self.notes.get(&question)) {
                entry.spelling.clone_from(&note.spelling);
                entry.clues.clone_from(&note.clues);
            }
        }
        puzzle.title.clone_from(&self.about.title);
        puzzle.author.clone_from(&self.about.author);
        puzzle.language = self.about.language.as_ref().and_then(|tag| tag.parse::<Language>().ok());
        puzzle.credits.clone_from(&self.about.credits);
        puzzle.solution_word.clone_from(&self.solution_word);
        Ok(puzzle)
    }

    /// Returns the number of rows and of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.puzzle.fields.rows(), self.puzzle.fields.cols())
    }

    /// Returns the position of a field of a message.
    pub fn pos(&self, cell: Cell) -> Result<Pos, Refusal> {
        let (rows, cols) = self.size();
        let pos = Pos::new(cell[0], cell[1]);
        if self.puzzle.fields.contains(pos) { Ok(pos) } else { Err(Refusal::Outside { cell, rows, cols }) }
    }

    /// Returns the question of a message; it need not be in the grid.
    pub fn named(&self, asked: &Asked) -> Result<Question, Refusal> {
        let arrow = asked.arrow.parse::<Arrow>().map_err(|error| Refusal::NoArrow(format!("{error}")))?;
        Ok(Question { pos: self.pos(asked.at)?, arrow })
    }

    /// Returns the question of a message, which has to be in the grid.
    pub fn question(&self, asked: &Asked) -> Result<Question, Refusal> {
        let question = self.named(asked)?;
        match self.puzzle.questions.contains(&question) {
            true => Ok(question),
            false => Err(Refusal::NoQuestion { pos: question.pos, arrow: question.arrow.to_string() }),
        }
    }

    /// Returns the letters of a run; `None` for those that are not known.
    pub fn letters(&self, run: Run) -> Vec<Option<Letter>> {
        run.cells().map(|pos| letter_of(self.puzzle.fields[pos])).collect()
    }

    /// Returns the word of a question, if it has one and it is filled.
    pub fn word(&self, question: Question) -> Option<Vec<Letter>> {
        self.letters(self.puzzle.run_of(question)?).into_iter().collect()
    }

    /// Returns the number of characters that a clue of this question may have in print.
    pub fn room(&self, question: Question) -> usize {
        let others = self.puzzle.questions.iter().filter(|other| other.pos == question.pos);
        if others.count() > 1 { HALF_FIELD } else { FIELD }
    }

    /// Returns the first field of the island that has this field.
    pub fn island(&self, pos: Pos) -> Option<Pos> {
        self.island_fields(pos).first().copied()
    }

    /// Returns all fields of the island that has this field; none if it is not blocked.
    pub fn island_fields(&self, pos: Pos) -> BTreeSet<Pos> {
        if !self.puzzle.fields.get(pos).is_some_and(|field| field.is_blocked()) {
            return BTreeSet::new();
        }
        let mut island = BTreeSet::from([pos]);
        let mut open = vec![pos];
        while let Some(at) = open.pop() {
            for next in self.puzzle.fields.neighbours4(at) {
                if self.puzzle.fields[next].is_blocked() && island.insert(next) {
                    open.push(next);
                }
            }
        }
        island
    }

    /// Sets what is said about a question.
    pub fn set_note(&mut self, question: Question, note: Note) {
        let notes = Arc::make_mut(&mut self.notes);
        match note.is_empty() {
            true => notes.remove(&question),
            false => notes.insert(question, note),
        };
    }

    /// Brings the rest in line with fields and questions that have changed since `before`: notes go with their question or
    /// its word, pins with what was pinned, pictures with their island.
    pub fn settle(&mut self, before: &Self) {
        let stays = |question: &Question| {
            self.puzzle.questions.binary_search(question).is_ok()
                && self.puzzle.run_of(*question) == before.puzzle.run_of(*question)
                && before.word(*question).is_none_or(|word| self.word(*question) == Some(word))
        };
        let gone: Vec<Question> = self.notes.keys().filter(|question| !stays(question)).copied().collect();
        if !gone.is_empty() {
            let notes = Arc::make_mut(&mut self.notes);
            gone.iter().for_each(|question| drop(notes.remove(question)));
        }
        let fields = &self.puzzle.fields;
        let is_pinnable = |pos: &Pos| matches!(fields.get(*pos), Some(Field::Letter(_) | Field::Question));
        self.pinned.retain(is_pinnable);
        if !self.solution_word.iter().all(|&pos| fields.get(pos).is_some_and(|field| field.is_solution())) {
            self.solution_word.clear();
        }
        let pictures = std::mem::take(&mut self.pictures);
        self.pictures =
            pictures.into_iter().filter_map(|(pos, file)| Some((self.island(pos)?, file))).collect();
    }

    /// Returns the positions of some fields of a message.
    pub fn all(&self, cells: &[Cell]) -> Result<Vec<Pos>, Refusal> {
        cells.iter().map(|&cell| self.pos(cell)).collect()
    }
}

/// Returns the letter of a field that has one.
pub(in crate::edit) fn letter_of(field: Field) -> Option<Letter> {
    match field {
        Field::Letter(letter) => Some(letter),
        Field::Blocked(_) | Field::Question | Field::Open => None,
    }
}

/// Returns a position as messages have it.
pub(in crate::edit) fn cell(pos: Pos) -> Cell {
    [pos.row, pos.col]
}

/// Returns a question as messages have it.
pub(in crate::edit) fn asked(question: Question) -> Asked {
    Asked { at: cell(question.pos), arrow: question.arrow.to_string() }
}
