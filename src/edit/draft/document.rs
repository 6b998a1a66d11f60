//! A draft as a document, which is shown and saved, and back.

use super::check::{check_spelling, checked_wishes, read_about};
use super::{Draft, Note};
use crate::edit::board::{Board, Place, cell, direction};
use crate::edit::protocol::{About, Bar, Document, Picture, Towards, Wishes, Word};
use crate::edit::refusal::{Refusal, file_name};
use crate::encodings::arrowword::puzzle::{Blocked, Field};
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::lexicon::Letter;
use std::sync::Arc;

impl Draft {
    /// Returns the document in the form used in messages.
    pub fn document(&self) -> Document {
        let numbering = self.board.numbering();
        let word = |(place, run): (Place, Option<Run>)| {
            let note = self.notes.get(&place).cloned().unwrap_or_default();
            Word {
                question: place.asked(),
                cells: run.into_iter().flat_map(Run::cells).map(cell).collect(),
                number: numbering.at(place.pos()),
                spelling: note.spelling,
                clues: note.clues,
                room: self.board.room(place),
            }
        };
        let cells = |fields: &mut dyn Iterator<Item = Pos>| fields.map(cell).collect();
        let crossword = self.board.crossword();
        Document {
            kind: self.board.kind().to_string(),
            grid: rows(&self.board),
            bars: bars(&self.board),
            shape: crossword.and_then(|of| of.shape()),
            pinned: cells(&mut self.pinned.iter().copied()),
            given: cells(&mut self.given.iter().copied()),
            words: self.board.words().into_iter().map(word).collect(),
            about: About::clone(&self.about),
            wishes: Wishes::clone(&self.wishes),
            solution_word: cells(&mut self.solution_word.iter().copied()),
            pictures: self
                .pictures
                .iter()
                .map(|(&pos, file)| Picture { at: cell(pos), file: file.clone() })
                .collect(),
        }
    }

    /// Returns the draft of a document, as it was saved. A draft may hold whatever a puzzle's file may: texts of any
    /// length, and a spelling of a word that is not filled yet.
    pub fn of_document(document: &Document) -> Result<Self, Refusal> {
        let cols = document.grid.first().map_or(0, |row| row.chars().count());
        let mut draft = Self::empty(Board::kind_named(&document.kind)?, document.grid.len(), cols)?;
        for (row, text) in document.grid.iter().enumerate() {
            let found = text.chars().count();
            if found != cols {
                return Err(Refusal::Width { row: row + 1, found, cols });
            }
            for (col, c) in text.chars().enumerate() {
                let field = field_of(c).ok_or(Refusal::Character { row: row + 1, found: c })?;
                draft.board.set_field(Pos::new(row, col), field)?;
            }
        }
        draft.read_layout(document)?;
        for word in &document.words {
            let place = draft.word(&word.question)?;
            let note = Note { spelling: word.spelling.clone(), clues: word.clues.clone() };
            check_spelling(&draft, place, &note)?;
            draft.set_note(place, note);
        }
        draft.pinned = draft.all(&document.pinned)?.into_iter().collect();
        draft.given = draft.all(&document.given)?.into_iter().collect();
        draft.about = Arc::new(read_about(document.about.clone())?);
        draft.wishes = Arc::new(checked_wishes(document.wishes.clone())?);
        draft.solution_word = draft.all(&document.solution_word)?;
        if draft.board.arrowword().is_none() && !document.pictures.is_empty() {
            return Err(Refusal::OnlyFor { what: "pictures", kind: "arrowwords" });
        }
        for picture in &document.pictures {
            let pos = draft.pos(picture.at)?;
            let island = draft.island(pos).ok_or(Refusal::NoIsland(pos))?;
            draft.pictures.insert(island, file_name(&picture.file)?.to_owned());
        }
        let before = draft.clone();
        draft.settle(&before);
        Ok(draft)
    }

    /// Reads what makes words of fields: questions, or bars.
    fn read_layout(&mut self, document: &Document) -> Result<(), Refusal> {
        match &mut self.board {
            Board::Arrowword(_) => {
                let named = |word: &Word| self.named(&word.question);
                let places = document.words.iter().map(named).collect::<Result<Vec<Place>, _>>()?;
                let puzzle = self.board.arrowword_mut()?;
                for place in places {
                    let Place::Question(question) = place else { continue };
                    if puzzle.fields[question.pos] != Field::Question {
                        return Err(Refusal::NoQuestionField(question.pos));
                    }
                    puzzle.questions.push(question);
                }
                puzzle.questions.sort_unstable();
                puzzle.questions.dedup();
                match document.bars.is_empty() {
                    true => Ok(()),
                    false => Err(Refusal::OnlyFor { what: "bars", kind: "barred crosswords" }),
                }
            }
            Board::Crossword(_) => {
                let bar = |bar: &Bar| Ok((self.pos(bar.at)?, direction(bar.towards)));
                let bars = document.bars.iter().map(bar).collect::<Result<Vec<_>, Refusal>>()?;
                let crossword = self.board.crossword_mut()?;
                crossword.set_bars(bars)?;
                match &document.shape {
                    Some(shape) => crossword.set_shape(shape),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Returns the bars in the form used in messages.
pub(in crate::edit) fn bars(board: &Board) -> Vec<Bar> {
    let bar = |(pos, direction): (Pos, Direction)| {
        let towards = match direction {
            Direction::Across => Towards::Across,
            Direction::Down => Towards::Down,
        };
        Bar { at: cell(pos), towards }
    };
    board.crossword().into_iter().flat_map(|crossword| crossword.template.bars().iter()).map(bar).collect()
}

/// Returns the rows of a grid in the form used in messages.
pub(in crate::edit) fn rows(board: &Board) -> Vec<String> {
    let (rows, cols) = board.size();
    let char_at = |pos| board.field(pos).map_or('#', char_of);
    (0..rows).map(|row| (0..cols).map(|col| char_at(Pos::new(row, col))).collect()).collect()
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
    use crate::publish::puzzle::{Clue, Kind, json};

    #[test]
    fn whatever_a_puzzle_holds_its_draft_comes_back() {
        let mut draft = Draft::of_puzzle(cwg::read("2\n4\n?.A.\n----\n0 0 3\n").expect("a grid").puzzle);
        let question = draft.board.words()[0].0;
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

    #[test]
    fn a_puzzle_has_its_solution_word_once_all_letters_of_it_are_known() {
        let mut draft = Draft::empty(Kind::Template, 2, 3).expect("a grid");
        draft.solution_word = vec![Pos::new(0, 1), Pos::new(1, 2)];
        let spelled = |draft: &Draft| {
            let text = json::write(&draft.published().expect("a puzzle"));
            json::read(&text).expect("what is saved is read").solution_word
        };
        assert_eq!(spelled(&draft), []);
        let letter = Field::Letter(Letter::from_char('A').expect("a letter"));
        for &pos in &draft.solution_word {
            draft.board.set_field(pos, letter).expect("a field");
        }
        assert_eq!(spelled(&draft), draft.solution_word);
    }

    #[test]
    fn a_document_with_what_its_kind_does_not_have_is_refused() {
        let only = |what, kind| Err(Refusal::OnlyFor { what, kind });
        let bar = Bar { at: [0, 0], towards: Towards::Across };
        let picture = Picture { at: [0, 1], file: "lake.png".to_owned() };
        for kind in [Kind::Template, Kind::Barred, Kind::Crisscross] {
            let draft = Draft::empty(kind, 2, 3).expect("a grid");
            let mut document = draft.document();
            document.words.clear();
            document.grid[0] = "A#.".to_owned();
            assert!(Draft::of_document(&document).is_ok(), "{kind}");
            document.pictures = vec![picture.clone()];
            assert_eq!(Draft::of_document(&document), only("pictures", "arrowwords"), "{kind}");
        }
        for kind in [Kind::Arrowword, Kind::Template, Kind::Crisscross] {
            let mut document = Draft::empty(kind, 2, 3).expect("a grid").document();
            document.bars = vec![bar];
            assert_eq!(Draft::of_document(&document), only("bars", "barred crosswords"), "{kind}");
        }
        let mut document = Draft::empty(Kind::Template, 1, 3).expect("a grid").document();
        document.grid[0] = "?..".to_owned();
        assert_eq!(Draft::of_document(&document), only("question fields", "arrowwords"));
    }
}
