//! Clues as print sets them into their question fields: where each line is, at which size, and where words are broken.
//!
//! The page shows nothing else, so what looks right there is right on paper. Fields are as large as in the export where they
//! are smallest, so that what fits here fits everywhere. Setting a clue takes about a tenth of a millisecond, so those that
//! have not changed are remembered.

use super::board::{Board, Place};
use super::draft::Draft;
use super::protocol::{About, Fit, Line, SetClue};
use crate::encodings::arrowword::puzzle::{Puzzle, Question};
use crate::encodings::grid::Grid;
use crate::publish::draw::arrowword::{halves, set_clue};
use crate::publish::draw::{Layout, Style, side};
use crate::publish::page::{Fonts, POINT, Rect, Text};
use crate::publish::puzzle::{self as published, Field, Language, rank};
use std::collections::HashMap;
use std::sync::Arc;

/// The side of a field in a picture of the puzzle, in millimetres. On paper it may be more, and in wide grids less.
const PICTURE: f64 = 9.0;

/// The most typed or suggested clues that are remembered.
const REMEMBERED: usize = 500;

/// What a clue is set by: its texts, its part of the field and the number of parts, and the language.
type Key = (Vec<String>, usize, usize, Option<String>);

/// A clue in its field.
#[derive(Clone, Debug, PartialEq)]
struct Set {
    /// Which of the texts it is.
    text: usize,
    lines: Vec<Line>,
    /// The size of its type.
    points: f64,
}

/// What the side of a field depends on: rows, columns, the length of the solution word, and the texts around the grid.
type Around = (usize, usize, usize, Arc<About>);

/// The clues that have been set, and the type for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    fonts: Option<Fonts>,
    side: Option<(Around, f64)>,
    /// `None` for what does not fit.
    set: HashMap<Key, Option<Set>>,
}

impl Settings {
    /// Sets all clues of an arrowword; one that does not fit has no lines.
    pub(super) fn of(&mut self, draft: &Draft) -> Vec<SetClue> {
        let Board::Arrowword(puzzle) = &draft.board else { return Vec::new() };
        let Some((fonts, side)) = self.begin(draft) else { return Vec::new() };
        let mut old = std::mem::take(&mut self.set);
        let mut clues = Vec::new();
        for question in &puzzle.questions {
            let place = Place::Question(*question);
            let Some(note) = draft.notes.get(&place).filter(|note| !note.clues.is_empty()) else { continue };
            let texts = note.clues.iter().map(|clue| clue.text.clone()).collect();
            let key = key(draft, puzzle, *question, texts);
            let known = old.remove(&key).or_else(|| self.set.get(&key).cloned());
            let set = known.unwrap_or_else(|| set(&fonts, side, &key));
            clues.push(SetClue {
                question: place.asked(),
                lines: set.as_ref().map(|set| set.lines.clone()).unwrap_or_default(),
                clue: set.as_ref().map_or(0, |set| set.text),
                points: set.as_ref().map(|set| set.points),
            });
            self.set.insert(key, set);
        }
        clues
    }

    /// Says whether a clue fits into its place, and at which size.
    pub(super) fn fit(&mut self, draft: &Draft, place: Place, text: &str) -> Fit {
        let in_list = Fit { fits: true, points: None };
        let (Board::Arrowword(puzzle), Place::Question(question)) = (&draft.board, place) else {
            return in_list;
        };
        let Some((fonts, side)) = self.begin(draft) else { return in_list };
        if self.set.len() > REMEMBERED {
            self.set.clear();
        }
        let key = key(draft, puzzle, question, vec![text.to_owned()]);
        let set = self.set.entry(key).or_insert_with_key(|key| set(&fonts, side, key));
        let points = set.as_ref().map(|set| set.points);
        Fit { fits: points.is_some(), points }
    }

    /// Returns the fonts and the side of a field in millimetres; forgets what was set for another one.
    fn begin(&mut self, draft: &Draft) -> Option<(Fonts, f64)> {
        if self.fonts.is_none() {
            self.fonts = Fonts::embedded().ok();
        }
        let fonts = self.fonts.clone()?;
        let (rows, cols) = draft.board.size();
        let around = (rows, cols, draft.solution_word.len(), Arc::clone(&draft.about));
        let known = self.side.as_ref().filter(|(of, _)| *of == around).map(|(_, side)| *side);
        let side = known.unwrap_or_else(|| smallest_side(draft, &fonts));
        if self.side.as_ref().is_some_and(|(_, old)| *old != side) {
            self.set.clear();
        }
        self.side = Some((around, side));
        Some((fonts, side))
    }
}

fn key(draft: &Draft, puzzle: &Puzzle, question: Question, texts: Vec<String>) -> Key {
    let here = puzzle.asked_at(question.pos);
    let part = here.iter().filter(|other| rank(other.arrow) < rank(question.arrow)).count();
    (texts, part, here.len(), draft.about.language.clone())
}

fn set(fonts: &Fonts, side: f64, (texts, part, count, language): &Key) -> Option<Set> {
    let language = language.as_ref().and_then(|tag| tag.parse::<Language>().ok());
    let half = halves(Rect::new(0.0, 0.0, side, side), *count)[*part];
    let (text, set) = set_clue(fonts, texts.iter().map(String::as_str), language.as_ref(), half, side)?;
    let points = set.first().map_or(0.0, |line| line.size / POINT);
    Some(Set { text, lines: set.iter().map(|text| line(text, side)).collect(), points })
}

/// Returns the side of a field, in millimetres, in the export where it is smallest: a picture or a printed page.
fn smallest_side(draft: &Draft, fonts: &Fonts) -> f64 {
    let (rows, cols) = draft.board.size();
    let About { title, author, credits, .. } = &*draft.about;
    let puzzle = published::Puzzle {
        title: title.clone(),
        author: author.clone(),
        credits: credits.clone(),
        solution_word: draft.solution_word.clone(),
        ..published::Puzzle::new(draft.board.kind(), Grid::filled(rows, cols, Field::Open), Vec::new())
    };
    let style = Style { layout: Layout::AnyPaper, ..Style::new(fonts.clone()) };
    // What no paper has room for is exported as a picture only.
    side(&puzzle, &style).map_or(PICTURE, |side| side.min(PICTURE))
}

/// Returns a line in shares of the side of a field.
fn line(text: &Text, side: f64) -> Line {
    Line {
        text: text.glyphs.iter().map(|glyph| glyph.char).collect(),
        x: text.start.x / side,
        y: text.start.y / side,
        size: text.size / side,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::draft::Note;
    use crate::edit::protocol::About;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::arrowword::puzzle::Arrow;
    use crate::encodings::grid::Pos;
    use crate::publish::puzzle::Clue;
    use crate::publish::puzzle::Kind;
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
        let mut settings = Settings::default();
        let set = settings.of(&draft(long));
        assert!(set[0].lines.is_empty() && set[0].points.is_none());
        let place = draft(long).board.words()[0].0;
        assert_eq!(settings.fit(&draft(long), place, long), Fit { fits: false, points: None });
    }

    fn is_near(fit: Fit, points: f64) -> bool {
        fit.fits && fit.points.is_some_and(|is| (is - points).abs() < 1e-9)
    }

    #[test]
    fn the_size_is_that_in_print_and_what_counts_is_the_ink() {
        let mut settings = Settings::default();
        let short = draft("Fluss");
        let place = short.board.words()[0].0;
        let mut fit = |text: &str| settings.fit(&short, place, text);
        // The largest type in a field of 9 mm has 5.58 points, the smallest that is printed 4.5.
        assert!(is_near(fit("Fluss"), 0.62 * 9.0));
        let small = fit("Fluss durch Frankfurt, Hessen, zum Rhein");
        assert!(small.points.is_some_and(|points| (4.5..5.5).contains(&points)), "{small:?}");
        // Of two texts with as many characters, the narrow one fits and the wide one does not.
        let [narrow, wide] = ["il til ", "mw WMm "].map(|text| fit(text.repeat(8).trim()));
        assert!(narrow.fits && !wide.fits, "{narrow:?} {wide:?}");
        // Where two words are asked for in a field, each clue has half of it.
        let mut two = draft("Fluss");
        let puzzle = two.board.arrowword_mut().expect("an arrowword");
        puzzle.questions.push(Question { arrow: Arrow::Down, ..puzzle.questions[0] });
        let long = "Fluss durch Frankfurt, Hessen";
        assert!(fit(long).fits && !Settings::default().fit(&two, place, long).fits);
        // The first clue that fits is printed, and it is said which one that is.
        let clues = vec![Clue::new("mw WMm ".repeat(8).trim()), Clue::new("Fluss")];
        let mut two_clues = draft("Fluss");
        two_clues.set_note(place, Note { spelling: None, clues });
        let set = settings.of(&two_clues);
        assert_eq!((set[0].clue, set[0].points), (1, settings.fit(&short, place, "Fluss").points));
        // In a list there is room for anything.
        let crossword = Draft::empty(Kind::Template, 3, 3).expect("a grid");
        let place = crossword.board.words()[0].0;
        assert_eq!(settings.fit(&crossword, place, &long.repeat(9)), Fit { fits: true, points: None });
    }

    #[test]
    fn where_paper_has_less_room_than_a_picture_that_is_what_counts() {
        let fit = |cols: usize| {
            let mut draft = Draft::empty(Kind::Arrowword, 20, cols).expect("a grid");
            let question = Question { pos: Pos::new(0, 0), arrow: Arrow::Right };
            let puzzle = draft.board.arrowword_mut().expect("an arrowword");
            puzzle.fields[question.pos] = crate::encodings::arrowword::puzzle::Field::Question;
            puzzle.questions.push(question);
            Settings::default().fit(&draft, Place::Question(question), "Fluss")
        };
        assert!(is_near(fit(15), 0.62 * 9.0));
        // A4 is 297 mm wide: less the margins, 32 fields have less than 9 mm each, and more than 8.
        let points = fit(32).points.expect("it fits");
        assert!((0.62 * 8.0..0.62 * 9.0).contains(&points), "{points}");
    }
}
