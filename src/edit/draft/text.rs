//! Drafts from the texts that hold a grid: arrowwords, templates, barred crosswords and criss-crosses, with the clues
//! of a solution.

use super::{Draft, Note};
use crate::edit::board::{Board, Crossword, Ends, Place};
use crate::edit::refusal::Refusal;
use crate::encodings::arrowword::cwg;
use crate::encodings::crossword::solution::read_clues;
use crate::encodings::{barred, crisscross, template};
use crate::publish::puzzle::{Clue, convert};

/// Why a text is not taken as a draft. Its text is a sentence for a person.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// It is no arrowword, nor any other kind of puzzle.
    #[error(transparent)]
    Cwg(#[from] cwg::CwgError),
    /// It is no crossword with blocks.
    #[error(transparent)]
    Template(#[from] template::format::TemplateError),
    /// It is no crossword with bars.
    #[error(transparent)]
    Barred(#[from] barred::format::BarredError),
    /// It is no criss-cross.
    #[error(transparent)]
    Crisscross(#[from] crisscross::format::FormatError),
    /// The grid of a criss-cross is not that of its words.
    #[error("{0}")]
    Drawing(crisscross::rules::Violation),
    /// It is a puzzle that cannot be edited.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Draft {
    /// Reads a grid in the text of its kind. Letters that are in it are not pinned.
    pub fn of_text(text: &str) -> Result<Self, TextError> {
        if crisscross::format::is_layout(text) {
            let read = crisscross::format::read(text)?;
            return match crisscross::rules::check_drawing(&read).into_iter().next() {
                Some(broken) => Err(TextError::Drawing(broken)),
                None => Ok(Self::of_published(&convert::crisscross(&read.layout))?),
            };
        }
        let (ends, read) = if barred::format::is_barred(text) {
            (Ends::Bars, barred::format::read(text)?)
        } else if template::format::is_template(text) {
            (Ends::Blocks, template::format::read(text)?)
        } else {
            return Ok(Self::of_puzzle(cwg::read(text)?.puzzle));
        };
        let mut draft = Self::of_board(Board::Crossword(Crossword::of(ends, read)));
        let clues = read_clues(text);
        let numbering = draft.board.numbering();
        for (place, _) in draft.board.words() {
            let Place::Start(pos, direction) = place else { continue };
            let number = numbering.at(pos);
            let is_it = |clue: &&(_, usize, String)| clue.0 == direction && Some(clue.1) == number;
            if let Some((_, _, text)) = clues.iter().find(is_it).filter(|(_, _, text)| !text.is_empty()) {
                draft.set_note(place, Note { spelling: None, clues: vec![Clue::new(text.clone())] });
            }
        }
        Ok(draft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::protocol::Word;
    use crate::publish::puzzle::Kind;

    #[test]
    fn each_text_is_a_draft_of_its_kind() {
        let kind = |text: &str| Draft::of_text(text).map(|draft| draft.board.kind());
        assert_eq!(kind("2\n4\n?CAB\n----\n0 0 3\n"), Ok(Kind::Arrowword));
        assert_eq!(kind("oox\nooo\nxoo\n"), Ok(Kind::Template));
        assert_eq!(kind("barred\n. .|.\n. . .\n"), Ok(Kind::Barred));
        assert!(kind("what is this?").is_err());
    }

    #[test]
    fn the_words_and_questions_of_a_criss_cross_are_taken() {
        let text =
            "criss-cross 3 4\n.T..\nROSE\n.N..\n\nacross\n2 (1,0) ROSE\tIt has thorns\ndown\n1 (0,1) TON\n";
        let draft = Draft::of_text(text).expect("a draft");
        let notes = |word: &Word| (word.cells.len(), word.clues.first().map(|clue| clue.text.clone()));
        let words: Vec<_> = draft.document().words.iter().map(notes).collect();
        assert_eq!(words, [(4, Some("It has thorns".to_owned())), (3, None)]);
        let other = text.replace("ROSE\n.N", "ROTE\n.N");
        assert!(Draft::of_text(&other).is_err(), "the grid is not that of its words");
        assert_eq!(draft.board.kind(), Kind::Crisscross);
    }

    #[test]
    fn the_clues_of_a_solution_are_those_of_its_words() {
        let text = "AB\nCD\n\nAcross\n1. first two (2)\n3. … (2)\n\nDown\n1. both (2)\n";
        let draft = Draft::of_text(text).expect("a draft");
        let clues = |draft: &Draft| -> Vec<Option<String>> {
            draft.document().words.into_iter().map(|word| Some(word.clues.first()?.text.clone())).collect()
        };
        assert_eq!(clues(&draft), [Some("first two".to_owned()), None, Some("both".to_owned()), None]);
    }
}
