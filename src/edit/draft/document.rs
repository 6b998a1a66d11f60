//! A draft as a document, which is shown and saved, and back.

use super::refusal::{check_spelling, checked_wishes, read_about};
use super::{Draft, Note, Refusal, asked, cell, file_name};
use crate::edit::protocol::{About, Document, Picture, Wishes, Word};
use crate::encodings::arrowword::puzzle::{Blocked, Field, Puzzle, Question};
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::Kind;
use std::sync::Arc;

impl Draft {
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
                room: self.room(question),
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

    /// Returns the draft of a document, as it was saved. What a puzzle's file may hold, its draft may, too: texts of any
    /// length, and a word that is not filled and already spelled.
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
            check_spelling(&draft, question, &note)?;
            draft.set_note(question, note);
        }
        draft.pinned = draft.all(&document.pinned)?.into_iter().collect();
        draft.about = Arc::new(read_about(document.about.clone())?);
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
}

/// Returns the rows of a grid as messages have them.
pub(in crate::edit) fn rows(puzzle: &Puzzle) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::publish::puzzle::{Clue, json};

    #[test]
    fn whatever_a_puzzle_holds_its_draft_comes_back() {
        let mut draft = Draft::of_puzzle(cwg::read("2\n4\n?.A.\n----\n0 0 3\n").expect("a grid").puzzle);
        let question = draft.puzzle.questions[0];
        let clue = Clue { text: "c".repeat(3000), ..Clue::default() };
        draft.set_note(question, Note { spelling: Some("Cab".to_owned()), clues: vec![clue] });
        draft.about = Arc::new(About { title: Some("t".repeat(3000)), ..About::default() });
        let text = json::write(&draft.published().expect("a puzzle"));
        let draft = Draft::of_published(&json::read(&text).expect("a puzzle")).expect("a draft");
        assert!(draft.notes[&question].spelling.is_some());
        assert_eq!(Draft::of_document(&draft.document()), Ok(draft.clone()));
        // Other letters than those of the word are still no spelling of it.
        let mut document = draft.document();
        document.grid[0] = "?BAD".to_owned();
        assert!(matches!(Draft::of_document(&document), Err(Refusal::OtherSpelling { .. })));
    }
}
