//! Clues as print sets them into their question fields: where each line is, at which size, and where words are broken.
//!
//! The page shows nothing else, so what looks right there is right on paper. Setting a clue takes about a tenth of a
//! millisecond, so those that have not changed are remembered.

use super::board::{Board, Place};
use super::draft::Draft;
use super::protocol::{Line, SetClue};
use crate::publish::draw::arrowword::{halves, set_clue};
use crate::publish::page::{Fonts, Rect, Text};
use crate::publish::puzzle::{Language, rank};
use std::collections::HashMap;

/// The side of a field in millimetres, as in a picture of the puzzle. On paper there may be more room.
const CELL: f64 = 9.0;

/// What a clue is set by: its texts, its part of the field and the number of parts, and the language.
type Key = (Vec<String>, usize, usize, Option<String>);

/// The clues that have been set, and the type for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    fonts: Option<Fonts>,
    set: HashMap<Key, Vec<Line>>,
}

impl Settings {
    /// Sets all clues of an arrowword; one that does not fit has no lines.
    pub(super) fn of(&mut self, draft: &Draft) -> Vec<SetClue> {
        let Board::Arrowword(puzzle) = &draft.board else { return Vec::new() };
        if self.fonts.is_none() {
            self.fonts = Fonts::embedded().ok();
        }
        let Some(fonts) = &self.fonts else { return Vec::new() };
        let language = draft.about.language.as_ref().and_then(|tag| tag.parse::<Language>().ok());
        let mut old = std::mem::take(&mut self.set);
        let mut clues = Vec::new();
        for question in &puzzle.questions {
            let place = Place::Question(*question);
            let Some(note) = draft.notes.get(&place).filter(|note| !note.clues.is_empty()) else { continue };
            let here = puzzle.asked_at(question.pos);
            let count = here.len();
            let part = here.iter().filter(|other| rank(other.arrow) < rank(question.arrow)).count();
            let texts = note.clues.iter().map(|clue| clue.text.clone()).collect();
            let key: Key = (texts, part, count, draft.about.language.clone());
            let lines = old.remove(&key).or_else(|| self.set.get(&key).cloned()).unwrap_or_else(|| {
                let half = halves(Rect::new(0.0, 0.0, CELL, CELL), count)[part];
                let set = set_clue(fonts, key.0.iter().map(String::as_str), language.as_ref(), half, CELL);
                set.map(|(_, lines)| lines.iter().map(line).collect()).unwrap_or_default()
            });
            clues.push(SetClue { question: place.asked(), lines: lines.clone() });
            self.set.insert(key, lines);
        }
        clues
    }
}

/// Returns a line in shares of the side of a field.
fn line(text: &Text) -> Line {
    Line {
        text: text.glyphs.iter().map(|glyph| glyph.char).collect(),
        x: text.start.x / CELL,
        y: text.start.y / CELL,
        size: text.size / CELL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::draft::Note;
    use crate::edit::protocol::About;
    use crate::encodings::arrowword::cwg;
    use crate::publish::puzzle::Clue;
    use std::sync::Arc;

    fn draft(clue: &str) -> Draft {
        let mut draft = Draft::of_puzzle(cwg::read("2\n4\n?CAB\n----\n0 0 3\n").expect("a grid").puzzle);
        let place = draft.board.words()[0].0;
        draft.set_note(place, Note { spelling: None, clues: vec![Clue::new(clue)] });
        draft.about = Arc::new(About { language: Some("de".to_owned()), ..About::default() });
        draft
    }

    #[test]
    fn words_are_broken_where_their_language_allows_it() {
        let mut settings = Settings::default();
        let draft = draft("Dreschwerkzeug der Bauern");
        let set = settings.of(&draft);
        let lines: Vec<&str> = set[0].lines.iter().map(|line| line.text.trim()).collect();
        assert!(
            lines.len() > 1 && !lines.contains(&"ug") && !lines.iter().any(|l| l.starts_with("ug ")),
            "{lines:?}"
        );
        let joined: String = lines.iter().map(|line| line.strip_suffix('-').unwrap_or(line)).collect();
        assert_eq!(joined.replace(' ', ""), "DreschwerkzeugderBauern");
        assert!(set[0].lines.iter().all(|line| line.x > 0.0 && line.y < 1.0 && line.size > 0.1));
        // What is remembered is what would be set anew.
        assert_eq!((settings.of(&draft), settings.set.len()), (set, 1));
    }

    #[test]
    fn a_clue_that_does_not_fit_has_no_lines() {
        let long = "eine Frage, die in keinem Feld dieser Welt jemals ganz zu lesen wäre, so lang und breit ist sie geraten";
        assert!(Settings::default().of(&draft(long))[0].lines.is_empty());
    }
}
