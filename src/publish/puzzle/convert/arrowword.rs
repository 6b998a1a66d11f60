//! Arrowwords: every field and every question is in the document, so converting it back loses nothing.

use super::hidden;
use crate::encodings::arrowword::puzzle::{self as source, Question};
use crate::encodings::grid::Pos;
use crate::publish::puzzle::{Entry, Field, Kind, Puzzle};
use thiserror::Error;

/// Why a puzzle cannot be published.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NoDocument {
    #[error("it has no questions yet, so there is nothing to publish; solve it first")]
    NoQuestions,

    #[error("it has no words yet, so there is nothing to publish: open some fields beside each other")]
    NoWords,

    #[error("the field at {pos} has no letter yet, or is in no word")]
    NoLetter { pos: Pos },

    #[error(
        "the question at {} with the arrow {} has no word; `cwsat check` reports what else is wrong with the grid",
        question.pos, question.arrow
    )]
    NoWord { question: Question },
}

/// Returns the document of an arrowword, without clues. Its questions must have words; all other rules are left to
/// [`rules`](crate::encodings::arrowword::rules).
pub fn arrowword(puzzle: &source::Puzzle) -> Result<Puzzle, NoDocument> {
    if puzzle.questions.is_empty() {
        return Err(NoDocument::NoQuestions);
    }
    let entry = |&question: &Question| match puzzle.run_of(question) {
        Some(run) => {
            Ok(Entry { run, question: Some(question), spelling: None, clues: Vec::new(), own: false })
        }
        None => Err(NoDocument::NoWord { question }),
    };
    let entries = puzzle.questions.iter().map(entry).collect::<Result<_, _>>()?;
    let fields = puzzle.fields.map(|_, field| match *field {
        source::Field::Blocked(blocked) => Field::Blocked(blocked),
        source::Field::Question => Field::Question,
        source::Field::Open => Field::Open,
        source::Field::Letter(letter) => hidden(letter),
    });
    Ok(Puzzle::new(Kind::Arrowword, fields, entries))
}

/// Returns the arrowword of a document; `None` if it is of another kind.
pub fn to_arrowword(puzzle: &Puzzle) -> Option<source::Puzzle> {
    let field = |field: &Field| match *field {
        Field::Blocked(blocked) => Some(source::Field::Blocked(blocked)),
        Field::Question => Some(source::Field::Question),
        Field::Open => Some(source::Field::Open),
        Field::Letter { letter, .. } => letter.latin().map(source::Field::Letter),
        Field::Digram(_) | Field::Block { .. } | Field::Wire(_) => None,
    };
    if puzzle.kind != Kind::Arrowword || puzzle.fields.iter().any(|(_, other)| field(other).is_none()) {
        return None;
    }
    let fields = puzzle.fields.map(|_, other| field(other).unwrap_or(source::Field::Open));
    let mut questions: Vec<Question> = puzzle.entries.iter().filter_map(|entry| entry.question).collect();
    questions.sort_unstable();
    Some(source::Puzzle { fields, questions })
}
