//! Why a job has no result.

use crate::encodings::arrowword::rules::Violation;
use crate::encodings::arrowword::spec::SpecError;
use crate::encodings::grid::Pos;
use crate::search::change::NoChange;
use crate::search::{arrowword, crisscross, crossword, template};

/// Why a job has found nothing, or nothing more. Its text is a sentence for a person.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NoResult {
    #[error("there is no word to lay: write some into the wishes")]
    NoWordToLay,
    #[error("a field has no letter, or is in no word: fill it, or remove it")]
    NotLaid,
    #[error("no other word can be laid beside those that are there: give a larger board")]
    NoRoom,
    #[error("nothing was found in time; give it more time")]
    Stopped,
    #[error("nothing else was found in time; give it more time, or let it change more")]
    NothingElse,
    #[error("nothing that rates higher was found; give it more time, or let it change more")]
    NothingHigher,
    #[error("no other layout of these fields rates higher and can be filled")]
    NoHigherLayout,
    #[error("an answer broke a rule and was dropped: please report this")]
    Unsound,
    #[error("this word is not filled")]
    NotFilled,
    #[error("there is nothing to fill: no field without a letter is in a word here")]
    NothingToFill,
    #[error(
        "the question at {0} asks for a word that is too short, or begins inside another one, and would be filled here: fix \
         that first"
    )]
    Unfillable(Pos),
    #[error("nothing else was found here; free more fields, or change the layout")]
    NothingElseHere,
    #[error("no words of the list fit here together; free more fields, or change the layout")]
    NoWordsFit,
    #[error(
        "the pinned letter at {0} cannot be kept in another layout, where only pinned words can: pin its whole word, or \
         unpin it"
    )]
    PinnedLetter(Pos),
    #[error("a criss-cross has no blocks or bars")]
    NothingBetweenWords,
    /// A rule that the draft itself breaks.
    #[error("{0}")]
    Rule(Violation),
    #[error(transparent)]
    Grid(SpecError),
    #[error(transparent)]
    Arrowword(#[from] arrowword::NoAnswer),
    #[error(transparent)]
    Crossword(#[from] crossword::NoAnswer),
    #[error(transparent)]
    Crisscross(#[from] crisscross::NoAnswer),
    #[error(transparent)]
    Blocks(#[from] template::make::NoTemplate),
    #[error(transparent)]
    Bars(#[from] crossword::NoTemplate),
    #[error(transparent)]
    Change(#[from] NoChange),
}

impl From<SpecError> for NoResult {
    /// A person sees which rule their own grid breaks, without what that means for a search.
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::Rule(broken) => Self::Rule(broken),
            other => Self::Grid(other),
        }
    }
}
