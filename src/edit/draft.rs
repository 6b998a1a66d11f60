//! The puzzle that is being made, in any state: half of the layout, a few letters, a clue here and there.
//!
//! A [`Puzzle`](crate::publish::puzzle::Puzzle) cannot hold that, since each of its questions has a word. So a draft is
//! the grid with its questions, and beside it what a person has said: which fields are pinned, and the clue of each
//! question. Clues stay with their question as long as its word stays the same.

use super::protocol::{About, Asked, Cell, Document, Picture, Wishes, Word};
use crate::encodings::arrowword::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use crate::encodings::grid::{Grid, Pos, Run};
use crate::encodings::lexicon::{Letter, fold_phrase};
use crate::publish::puzzle::{self as published, Clue, Kind, Language, MAX_SIDE, convert};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most characters that a clue, a title or another text may have.
pub const MAX_TEXT: usize = 2000;

/// The most clues of a word, and the most words of a wish.
pub const MAX_LISTED: usize = 10_000;

/// Why something cannot be done with a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum Refusal {
    #[error("row {}, column {} is not in the grid, which has {rows} rows and {cols} columns", .cell[0] + 1, .cell[1] + 1)]
    Outside { cell: Cell, rows: usize, cols: usize },
    #[error("a grid has 1 to {} rows and columns, and {rows}x{cols} is not that", MAX_SIDE)]
    Size { rows: usize, cols: usize },
    #[error("{0} is no question field, so no arrow can leave it: make it one first")]
    NoQuestionField(Pos),
    #[error("{0}")]
    NoArrow(String),
    #[error("the arrow {arrow} cannot leave {pos}: {why}")]
    ArrowNotAllowed { pos: Pos, arrow: String, why: &'static str },
    #[error("{pos} has no question with the arrow {arrow}; choose one that it has")]
    NoQuestion { pos: Pos, arrow: String },
    #[error("{pos} takes no letter: it is {what}")]
    NoLetterField { pos: Pos, what: &'static str },
    #[error("`{0}` is no letter; a field takes one of A to Z")]
    NoLetter(char),
    #[error("`{0}` cannot stand in a grid: a word consists of letters")]
    NoWord(String),
    #[error("`{spelling}` has other letters than the word, which is {word}")]
    OtherSpelling { spelling: String, word: String },
    #[error("the word is not filled yet, so nothing can be said about how it is written")]
    Unfilled,
    #[error("a clue is empty; remove it, or write something")]
    EmptyClue,
    #[error("that is too long: a text may have {} characters, and a list {} entries", MAX_TEXT, MAX_LISTED)]
    TooLong,
    #[error("{0}")]
    Language(String),
    #[error("{0} is in no island: lay a picture on blocked fields")]
    NoIsland(Pos),
    #[error("`{0}` is no name of a file in this folder: leave out slashes, and do not begin with a dot")]
    FileName(String),
    #[error("the grid has {found} characters in row {row}, and {cols} in the first one")]
    Width { row: usize, found: usize, cols: usize },
    #[error("`{found}` in row {row} is no field; fields are `#`, `-`, `?`, `.` and letters")]
    Character { row: usize, found: char },
    #[error("this is a puzzle of the kind {0}; only arrowwords can be edited so far")]
    Kind(String),
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to do again")]
    NothingToRedo,
    #[error("{0}")]
    Other(String),
}

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

    /// Returns the first field of the island that has this field.
    pub fn island(&self, pos: Pos) -> Option<Pos> {
        if !self.puzzle.fields.get(pos)?.is_blocked() {
            return None;
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
        island.first().copied()
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

    /// Returns the document of the messages.
    pub fn document(&self) -> Document {
        let word = |&question: &Question| {
            let run = self.puzzle.run_of(question);
            let note = self.notes.get(&question).cloned().unwrap_or_default();
            Word {
                question: asked(question),
                cells: run.into_iter().flat_map(Run::cells).map(cell).collect(),
                spelling: note.spelling,
                clues: note.clues,
            }
        };
        Document {
            kind: Kind::Arrowword.to_string(),
            grid: rows(&self.puzzle),
            pinned: self.pinned.iter().copied().map(cell).collect(),
            words: self.puzzle.questions.iter().map(word).collect(),
            about: About::clone(&self.about),
            wishes: Wishes::clone(&self.wishes),
            solution_word: self.solution_word.iter().copied().map(cell).collect(),
            pictures: self
                .pictures
                .iter()
                .map(|(&pos, file)| Picture { at: cell(pos), file: file.clone() })
                .collect(),
        }
    }

    /// Returns the draft of a document, as it was saved.
    pub fn of_document(document: &Document) -> Result<Self, Refusal> {
        if document.kind != Kind::Arrowword.to_string() {
            return Err(Refusal::Kind(document.kind.clone()));
        }
        let cols = document.grid.first().map_or(0, |row| row.chars().count());
        let mut draft = Self::empty(document.grid.len(), cols)?;
        for (row, text) in document.grid.iter().enumerate() {
            let found = text.chars().count();
            if found != cols {
                return Err(Refusal::Width { row: row + 1, found, cols });
            }
            for (col, c) in text.chars().enumerate() {
                let field = field_of(c).ok_or(Refusal::Character { row: row + 1, found: c })?;
                draft.puzzle.fields[Pos::new(row, col)] = field;
            }
        }
        for word in &document.words {
            let question = draft.named(&word.question)?;
            if draft.puzzle.fields[question.pos] != Field::Question {
                return Err(Refusal::NoQuestionField(question.pos));
            }
            draft.puzzle.questions.push(question);
        }
        draft.puzzle.questions.sort_unstable();
        draft.puzzle.questions.dedup();
        for word in &document.words {
            let question = draft.named(&word.question)?;
            let note = Note { spelling: word.spelling.clone(), clues: word.clues.clone() };
            check_note(&draft, question, &note)?;
            draft.set_note(question, note);
        }
        draft.pinned = draft.all(&document.pinned)?.into_iter().collect();
        draft.about = Arc::new(checked_about(document.about.clone())?);
        draft.wishes = Arc::new(checked_wishes(document.wishes.clone())?);
        draft.solution_word = draft.all(&document.solution_word)?;
        for picture in &document.pictures {
            let pos = draft.pos(picture.at)?;
            let island = draft.island(pos).ok_or(Refusal::NoIsland(pos))?;
            draft.pictures.insert(island, file_name(&picture.file)?.to_owned());
        }
        let before = draft.clone();
        draft.settle(&before);
        Ok(draft)
    }

    /// Returns the positions of some fields of a message.
    pub fn all(&self, cells: &[Cell]) -> Result<Vec<Pos>, Refusal> {
        cells.iter().map(|&cell| self.pos(cell)).collect()
    }
}

/// Returns the letter of a field that has one.
pub(super) fn letter_of(field: Field) -> Option<Letter> {
    match field {
        Field::Letter(letter) => Some(letter),
        Field::Blocked(_) | Field::Question | Field::Open => None,
    }
}

/// Returns a position as messages have it.
pub(super) fn cell(pos: Pos) -> Cell {
    [pos.row, pos.col]
}

/// Returns a question as messages have it.
pub(super) fn asked(question: Question) -> Asked {
    Asked { at: cell(question.pos), arrow: question.arrow.to_string() }
}

/// Returns the rows of a grid as messages have them.
pub(super) fn rows(puzzle: &Puzzle) -> Vec<String> {
    let row = |row: usize| puzzle.fields.row(row).iter().map(|&field| char_of(field)).collect();
    (0..puzzle.fields.rows()).map(row).collect()
}

fn char_of(field: Field) -> char {
    match field {
        Field::Blocked(Blocked::Space) => '#',
        Field::Blocked(Blocked::Dash) => '-',
        Field::Question => '?',
        Field::Open => '.',
        Field::Letter(letter) => letter.char(),
    }
}

fn field_of(c: char) -> Option<Field> {
    Some(match c {
        '#' => Field::Blocked(Blocked::Space),
        '-' => Field::Blocked(Blocked::Dash),
        '?' => Field::Question,
        '.' => Field::Open,
        _ => Field::Letter(Letter::from_char(c)?),
    })
}

/// Checks what a person says about a question.
pub(super) fn check_note(draft: &Draft, question: Question, note: &Note) -> Result<(), Refusal> {
    let is_long = |text: &String| text.chars().count() > MAX_TEXT;
    if note.clues.len() > MAX_LISTED
        || note.clues.iter().any(|clue| is_long(&clue.text) || clue.source.as_ref().is_some_and(is_long))
        || note.spelling.as_ref().is_some_and(is_long)
    {
        return Err(Refusal::TooLong);
    }
    if note.clues.iter().any(|clue| clue.text.trim().is_empty()) {
        return Err(Refusal::EmptyClue);
    }
    if let Some(spelling) = &note.spelling {
        let word = draft.word(question).ok_or(Refusal::Unfilled)?;
        if fold_phrase(spelling).as_ref() != Some(&word) {
            let word = word.iter().map(|letter| letter.char()).collect();
            return Err(Refusal::OtherSpelling { spelling: spelling.chars().take(40).collect(), word });
        }
    }
    Ok(())
}

/// Checks title, author, and so on; empty texts are none.
pub(super) fn checked_about(about: About) -> Result<About, Refusal> {
    let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let about = About {
        title: some(about.title),
        author: some(about.author),
        language: some(about.language),
        credits: about.credits.into_iter().filter(|line| !line.trim().is_empty()).collect(),
    };
    let mut texts = about.title.iter().chain(&about.author).chain(&about.credits);
    if about.credits.len() > MAX_LISTED || texts.any(|text| text.chars().count() > MAX_TEXT) {
        return Err(Refusal::TooLong);
    }
    let language = about.language.as_ref().map(|tag| tag.parse::<Language>()).transpose();
    let language = language.map_err(|error| Refusal::Language(error.to_string()))?;
    Ok(About { language: language.map(|language| language.to_string()), ..about })
}

/// Checks the words that are wished for.
pub(super) fn checked_wishes(wishes: Wishes) -> Result<Wishes, Refusal> {
    let all = [&wishes.needed, &wishes.wanted, &wishes.banned];
    if all.iter().any(|words| words.len() > MAX_LISTED) {
        return Err(Refusal::TooLong);
    }
    for word in all.into_iter().flatten().chain(&wishes.solution_word) {
        if fold_phrase(word).is_none_or(|letters| letters.len() < 2 || letters.len() > MAX_SIDE) {
            return Err(Refusal::NoWord(word.chars().take(40).collect()));
        }
    }
    Ok(wishes)
}

/// Checks that a name is that of a file in the folder: no way out, nothing hidden, nothing that a shell or a system takes
/// for something else.
pub fn file_name(name: &str) -> Result<&str, Refusal> {
    let is_plain =
        |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let is_name = !name.is_empty()
        && name.len() <= 200
        && !name.starts_with(['.', '-', ' '])
        && !name.ends_with(['.', ' '])
        && name.chars().all(is_plain);
    if is_name { Ok(name) } else { Err(Refusal::FileName(name.chars().take(40).collect())) }
}
