//! The puzzle that is being made, in any state: half of the layout, a few letters, a clue here and there.
//!
//! A [`Puzzle`](crate::publish::puzzle::Puzzle) cannot represent that, since each of its questions has a word. So a
//! draft is a [`Board`], the fields of whatever kind the puzzle is, together with what the user has specified: which
//! fields are pinned, and the clue of each word. Clues stay in their place as long as its word stays the same.

mod check;
mod document;
mod text;

pub(in crate::edit) use check::{check_note, checked_about, checked_wishes};
pub(in crate::edit) use document::{bars, rows};
pub use text::TextError;

use super::board::{Board, Place};
use super::protocol::{About, Asked, Cell, Wishes};
use super::refusal::Refusal;
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, fold_phrase};
use crate::publish::puzzle::{self as published, Clue, Kind, Language, convert};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a person has said about a word.
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
    /// The fields, and where the words are.
    pub board: Board,
    /// The fields that no job changes: letters and question fields.
    pub pinned: BTreeSet<Pos>,
    /// The letters that are shown to the solver, in puzzles that came with some.
    pub given: BTreeSet<Pos>,
    /// What is said about each word; shared with the steps before, since most steps do not change it.
    pub notes: Arc<BTreeMap<Place, Note>>,
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
    /// Returns an empty grid of a kind.
    pub fn empty(kind: Kind, rows: usize, cols: usize) -> Result<Self, Refusal> {
        Ok(Self::of_board(Board::empty(kind, rows, cols)?))
    }

    /// Returns an arrowword without anything else. Nothing is pinned.
    pub fn of_puzzle(puzzle: Puzzle) -> Self {
        Self::of_board(Board::Arrowword(puzzle))
    }

    /// Returns a grid without anything else. Nothing is pinned.
    pub(crate) fn of_board(board: Board) -> Self {
        Self {
            board,
            pinned: BTreeSet::new(),
            given: BTreeSet::new(),
            notes: Arc::default(),
            about: Arc::default(),
            wishes: Arc::default(),
            solution_word: Vec::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Sets the language of a draft that is begun, unless it has one.
    #[must_use]
    pub fn speaking(mut self, language: Option<&Language>) -> Self {
        if self.about.language.is_none()
            && let Some(language) = language
        {
            Arc::make_mut(&mut self.about).language = Some(language.to_string());
        }
        self
    }

    /// Returns the draft of a published puzzle. Nothing is pinned.
    pub fn of_published(puzzle: &published::Puzzle) -> Result<Self, Refusal> {
        let (board, origin) = Board::of_published(puzzle)?;
        let here = |pos: Pos| pos.beyond(origin);
        let note = |entry: &published::Entry| {
            let note = Note { spelling: entry.spelling.clone(), clues: entry.clues.clone() };
            let place = match entry.question {
                Some(question) => Place::Question(question),
                None => Place::Start(here(entry.run.start), entry.run.direction),
            };
            (!note.is_empty()).then_some((place, note))
        };
        let about = About {
            title: puzzle.title.clone(),
            author: puzzle.author.clone(),
            language: puzzle.language.as_ref().map(ToString::to_string),
            credits: puzzle.credits.clone(),
        };
        let given = puzzle.fields.iter().filter(|(_, field)| field.given().is_some());
        Ok(Self {
            notes: Arc::new(puzzle.entries.iter().filter_map(note).collect()),
            about: Arc::new(about),
            given: given.map(|(pos, _)| here(pos)).collect(),
            solution_word: puzzle.solution_word.iter().copied().map(here).collect(),
            ..Self::of_board(board)
        })
    }

    /// Returns the puzzle as it is published; an error if a question has no word, or if there is none.
    pub fn published(&self) -> Result<published::Puzzle, convert::NoDocument> {
        let mut puzzle = self.board.published()?;
        let origin = self.board.origin();
        let there =
            |pos: &Pos| Some(Pos::new(pos.row.checked_sub(origin.row)?, pos.col.checked_sub(origin.col)?));
        for entry in &mut puzzle.entries {
            let place = match entry.question {
                Some(question) => Place::Question(question),
                None => Place::Start(entry.run.start.beyond(origin), entry.run.direction),
            };
            if let Some(note) = self.notes.get(&place) {
                entry.spelling.clone_from(&note.spelling);
                entry.clues.clone_from(&note.clues);
            }
        }
        for pos in self.given.iter().filter_map(there) {
            if let published::Field::Letter { given, .. } = &mut puzzle.fields[pos] {
                *given = true;
            }
        }
        puzzle.title.clone_from(&self.about.title);
        puzzle.author.clone_from(&self.about.author);
        puzzle.language = self.about.language.as_ref().and_then(|tag| tag.parse::<Language>().ok());
        puzzle.credits.clone_from(&self.about.credits);
        // The file of a puzzle cannot name letters that are not known yet; the draft keeps their fields.
        let word: Vec<Pos> = self.solution_word.iter().filter_map(there).collect();
        let is_known = |pos: &Pos| puzzle.fields.get(*pos).is_some_and(|field| field.solution().is_some());
        if word.iter().all(is_known) {
            puzzle.solution_word = word;
        }
        Ok(puzzle)
    }

    /// Returns the position of a field of a message.
    pub fn pos(&self, cell: Cell) -> Result<Pos, Refusal> {
        let (rows, cols) = self.board.size();
        let pos = Pos::new(cell[0], cell[1]);
        if pos.row < rows && pos.col < cols { Ok(pos) } else { Err(Refusal::Outside { cell, rows, cols }) }
    }

    /// Returns the word of a message; it need not be in the grid.
    pub fn named(&self, asked: &Asked) -> Result<Place, Refusal> {
        self.board.place(self.pos(asked.at)?, &asked.arrow)
    }

    /// Returns the word of a message, which has to be in the grid.
    pub fn word(&self, asked: &Asked) -> Result<Place, Refusal> {
        let place = self.named(asked)?;
        match self.board.has(place) {
            true => Ok(place),
            false => Err(Refusal::NoWordThere { pos: place.pos(), arrow: asked.arrow.clone() }),
        }
    }

    /// Returns the first field of the island that contains this field.
    pub fn island(&self, pos: Pos) -> Option<Pos> {
        self.island_fields(pos).first().copied()
    }

    /// Returns all fields of the island that contains this field; empty if the field is not blocked.
    pub fn island_fields(&self, pos: Pos) -> BTreeSet<Pos> {
        let is_blocked = |pos: Pos| self.board.field(pos).is_some_and(Field::is_blocked);
        if !is_blocked(pos) {
            return BTreeSet::new();
        }
        let mut island = BTreeSet::from([pos]);
        let mut open = vec![pos];
        while let Some(at) = open.pop() {
            let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
            for next in steps.into_iter().filter_map(|(rows, cols)| at.offset(rows, cols)) {
                if is_blocked(next) && island.insert(next) {
                    open.push(next);
                }
            }
        }
        island
    }

    /// Sets what is said about a word.
    pub(crate) fn set_note(&mut self, place: Place, note: Note) {
        let notes = Arc::make_mut(&mut self.notes);
        match note.is_empty() {
            true => notes.remove(&place),
            false => notes.insert(place, note),
        };
    }

    /// Brings the rest in line with fields and questions that have changed since `before`: notes go with their place or its
    /// word, pins with what was pinned, pictures with their island.
    pub(crate) fn settle(&mut self, before: &Self) {
        if self.board != before.board {
            let [now, then] = [self, before]
                .map(|draft| -> BTreeMap<Place, _> { draft.board.words().into_iter().collect() });
            let stays = |place: &Place| {
                let (Some(run), Some(old)) = (now.get(place), then.get(place)) else { return false };
                let word = |board: &Board| board.letters((*run)?).into_iter().collect::<Option<Vec<_>>>();
                run == old
                    && word(&before.board).is_none_or(|word_before| word(&self.board) == Some(word_before))
            };
            let gone: Vec<Place> = self.notes.keys().filter(|place| !stays(place)).copied().collect();
            if !gone.is_empty() {
                let notes = Arc::make_mut(&mut self.notes);
                gone.iter().for_each(|place| drop(notes.remove(place)));
            }
        }
        let board = &self.board;
        self.pinned.retain(|pos| matches!(board.field(*pos), Some(Field::Letter(_) | Field::Question)));
        self.given
            .retain(|pos| board.letter(*pos).is_some() && board.letter(*pos) == before.board.letter(*pos));
        if !self.solution_word.iter().all(|&pos| board.takes_letter(pos)) {
            self.solution_word.clear();
        }
        let pictures = std::mem::take(&mut self.pictures);
        self.pictures =
            pictures.into_iter().filter_map(|(pos, file)| Some((self.island(pos)?, file))).collect();
    }

    /// Returns the total size in bytes of the texts that a person has written.
    pub fn texts(&self) -> usize {
        let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let clue = |clue: &Clue| clue.text.len() + optional(&clue.source);
        let note = |note: &Note| optional(&note.spelling) + note.clues.iter().map(clue).sum::<usize>();
        let About { title, author, language, credits } = &*self.about;
        let Wishes { needed, wanted, banned, clued: _, clues, solution_word } = &*self.wishes;
        let listed = [credits, needed, wanted, banned].into_iter().flatten().map(String::len).sum::<usize>();
        let single = [title, author, language, solution_word].into_iter().map(optional).sum::<usize>();
        let asked = clues.iter().map(|(word, clue)| word.len() + clue.len()).sum::<usize>();
        self.notes.values().map(note).sum::<usize>() + listed + single + asked
    }

    /// Returns the clue that its wish gives to a word, if there is one.
    pub fn own_clue(&self, word: &[Letter]) -> Vec<Clue> {
        let is_it = |text: &&String| fold_phrase(text).is_some_and(|letters| letters == word);
        let text = self.wishes.clues.keys().find(is_it).and_then(|text| self.wishes.clues.get(text));
        text.map(|clue| Clue::new(clue.clone())).into_iter().collect()
    }

    /// Returns the positions of some fields of a message.
    pub fn all(&self, cells: &[Cell]) -> Result<Vec<Pos>, Refusal> {
        cells.iter().map(|&cell| self.pos(cell)).collect()
    }
}
