//! A broken rule as a sentence for a person, with its place.
//!
//! Messages count rows and columns from 1, as people do; the file itself counts from 0.

use crate::arrowword::cwg::field_char;
use crate::arrowword::puzzle::{Arrow, Field, Question};
use crate::grid::Pos;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the sentences below name the fields
pub enum Violation {
    /// Nothing is laid out yet.
    NoQuestions,
    /// There are question fields, but no questions at all.
    NoArrows { fields: usize },
    /// A question is outside the grid or on a field that is not a question field.
    NoQuestionField { question: Question },
    /// A question field without a question.
    EmptyQuestionField { pos: Pos },
    /// Three questions or more in a field.
    TooManyQuestions { pos: Pos, count: usize },
    /// Two arrows that may not share a field.
    ForbiddenPair { pos: Pos, arrows: [Arrow; 2] },
    /// A bent arrow away from the upper and left borders.
    ForbiddenBend { question: Question },
    /// A question with no solution field where its word should start.
    NoWord { question: Question },
    /// A word that starts in the middle of a run.
    StartsInside { question: Question, before: Pos },
    /// A word of one letter.
    TooShort { question: Question },
    /// Two questions for the same letters in the same direction.
    AskedTwice { question: Question, first: Question },
    /// A solution field that is in no word.
    LetterWithoutQuestion { pos: Pos },
    /// A word that occurs twice.
    WordTwice { word: String, question: Question, first: Question },
    /// Two words that the list keeps apart.
    Relatives { word: String, question: Question, other: String, other_question: Question },
    /// A word that is not in the list.
    UnknownWord { word: String, question: Question },
    /// A number of rows or columns that differs from that of the empty grid.
    Size { found: (usize, usize), given: (usize, usize) },
    /// A field of the empty grid that was not kept.
    NotKept { pos: Pos, found: Field, given: Field },
    /// A question of the empty grid that was not kept.
    QuestionLost { question: Question },
    /// A question field that the given layout does not have.
    FieldAdded { pos: Pos },
    /// A question that joined a given one in its field.
    QuestionAdded { question: Question },
}

impl Violation {
    /// Returns a short name of the broken rule that does not change, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NoQuestions => "no-questions",
            Self::NoArrows { .. } => "no-arrows",
            Self::NoQuestionField { .. } => "question-off-field",
            Self::EmptyQuestionField { .. } => "empty-question-field",
            Self::TooManyQuestions { .. } => "too-many-questions",
            Self::ForbiddenPair { .. } => "forbidden-pair",
            Self::ForbiddenBend { .. } => "forbidden-bend",
            Self::NoWord { .. } => "no-word",
            Self::StartsInside { .. } => "starts-inside-run",
            Self::TooShort { .. } => "too-short",
            Self::AskedTwice { .. } => "asked-twice",
            Self::LetterWithoutQuestion { .. } => "letter-without-question",
            Self::WordTwice { .. } => "word-twice",
            Self::Relatives { .. } => "relatives",
            Self::UnknownWord { .. } => "unknown-word",
            Self::Size { .. } => "other-size",
            Self::NotKept { .. } => "field-not-kept",
            Self::QuestionLost { .. } => "question-not-kept",
            Self::FieldAdded { .. } => "field-added",
            Self::QuestionAdded { .. } => "question-added",
        }
    }

    /// Returns the field where the rule is broken (for a word, the field of its question), or `None` if the violation
    /// concerns the whole grid.
    pub fn place(&self) -> Option<Pos> {
        match *self {
            Self::NoQuestions | Self::NoArrows { .. } | Self::Size { .. } => None,
            Self::EmptyQuestionField { pos }
            | Self::TooManyQuestions { pos, .. }
            | Self::ForbiddenPair { pos, .. }
            | Self::LetterWithoutQuestion { pos }
            | Self::NotKept { pos, .. }
            | Self::FieldAdded { pos } => Some(pos),
            Self::NoQuestionField { question }
            | Self::ForbiddenBend { question }
            | Self::NoWord { question }
            | Self::StartsInside { question, .. }
            | Self::TooShort { question }
            | Self::AskedTwice { question, .. }
            | Self::WordTwice { question, .. }
            | Self::Relatives { question, .. }
            | Self::UnknownWord { question, .. }
            | Self::QuestionLost { question }
            | Self::QuestionAdded { question } => Some(question.pos),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoQuestions => {
                write!(f, "the grid has no question field: nothing is laid out yet")
            }
            Self::NoArrows { fields } => write!(
                f,
                "none of the {fields} question fields has a question line: the arrows are still to be chosen"
            ),
            Self::NoQuestionField { question: q } => {
                write!(f, "there is a question at {}, which is not a question field", q.pos)
            }
            Self::EmptyQuestionField { pos } => {
                write!(f, "the question field at {pos} holds no question")
            }
            Self::TooManyQuestions { pos, count } => {
                write!(f, "the question field at {pos} holds {count} questions; at most two are allowed")
            }
            Self::ForbiddenPair { pos, arrows: [a, b] } => write!(
                f,
                "the question field at {pos} holds {} ({a}) and {} ({b}), which may not share a field; allowed \
                 are 0+3, 0+2, 0+4, 3+1 and 3+5",
                a.code(),
                b.code()
            ),
            Self::ForbiddenBend { question: q } => write!(
                f,
                "the question field at {} holds a bent arrow, {} ({}), which is allowed only in row 1, in \
                 column 1, directly right of a blocked field, or directly below one",
                q.pos,
                q.arrow.code(),
                q.arrow
            ),
            Self::NoWord { question } => {
                write!(f, "{} finds no letter where its word should start", Asks(question))
            }
            Self::StartsInside { question, before } => write!(
                f,
                "{} starts its word inside a run: the field at {before} before it takes a letter too",
                Asks(question)
            ),
            Self::TooShort { question } => {
                write!(f, "{} asks for a word of one letter; words have two or more", Asks(question))
            }
            Self::AskedTwice { question, first } => {
                write!(f, "{} asks for the same word as {}", Asks(question), Asks(first))
            }
            Self::LetterWithoutQuestion { pos } => {
                write!(f, "the letter at {pos} belongs to no question")
            }
            Self::WordTwice { word, question, first } => {
                write!(f, "{} has the word {word}, which {} already has", Asks(question), Asks(first))
            }
            Self::Relatives { word, question, other, other_question } => write!(
                f,
                "{} has {word}, a relative of {other}, which {} has",
                Asks(question),
                Asks(other_question)
            ),
            Self::UnknownWord { word, question } => {
                write!(f, "{} has {word}, which is not in the word list", Asks(question))
            }
            Self::Size { found, given } => write!(
                f,
                "the grid has {} rows and {} columns, but the empty grid has {} and {}",
                found.0, found.1, given.0, given.1
            ),
            Self::NotKept { pos, found, given } => {
                write!(f, "the field at {pos} is {}, but was given as {}", Named(*found), Named(*given))
            }
            Self::QuestionLost { question } => {
                write!(f, "{} was given but is missing", Asks(question))
            }
            Self::FieldAdded { pos } => write!(
                f,
                "the field at {pos} is a question field, but the given layout has a letter there (--extend allows \
                 more question fields)"
            ),
            Self::QuestionAdded { question } => write!(
                f,
                "{} was added to a field that was given with its question (--extend=all allows a second one)",
                Asks(question)
            ),
        }
    }
}

/// Displays a question as in "the question at row 3, column 4, 0 (down)".
struct Asks<'a>(&'a Question);

impl fmt::Display for Asks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the question at {}, {} ({})", self.0.pos, self.0.arrow.code(), self.0.arrow)
    }
}

/// Displays a field in words.
struct Named(Field);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Field::Blocked(_) => write!(f, "blocked"),
            Field::Question => write!(f, "a question field"),
            Field::Open => write!(f, "not blocked"),
            Field::Letter(_) => write!(f, "the letter {}", field_char(self.0)),
        }
    }
}
