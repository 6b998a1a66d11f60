//! Why a request cannot be carried out, and which names and lengths are refused.

use super::protocol::Cell;
use crate::encodings::arrowword::puzzle::NoArrow;
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::lexicon::Letter;
use crate::encodings::unknown::Unknown;
use crate::publish::puzzle::convert::NoDocument;
use crate::publish::puzzle::solution_word::NoSolutionWord;
use crate::publish::puzzle::{MAX_SIDE, NoLanguage};

/// The most characters that a clue, a title or another text may have.
pub const MAX_TEXT: usize = 2000;

/// The most clues of a word, and the most words of a wish.
pub const MAX_LISTED: usize = 10_000;

/// The most bytes that all texts of a draft together may have, since each of its states is kept in memory. Its file may still
/// become larger than what is read again, as each clue takes room besides its text: that is checked on saving.
pub const MAX_TEXTS: usize = 2_500_000;

/// The most alternatives of a job.
pub const MAX_ALTERNATIVES: usize = 9;

/// The longest time of a job, in seconds.
pub const MAX_SECONDS: f64 = 3600.0;

/// Why something cannot be done with a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum Refusal {
    #[error("row {}, column {} is not in the grid, which has {rows} rows and {cols} columns", .cell[0] + 1, .cell[1] + 1)]
    Outside { cell: Cell, rows: usize, cols: usize },
    #[error("a grid has 1 to {} rows and columns, not {rows}x{cols}", MAX_SIDE)]
    Size { rows: usize, cols: usize },
    #[error("{0} is not a question field, so no arrow can leave it: make it one first")]
    NoQuestionField(Pos),
    #[error(transparent)]
    NoArrow(#[from] NoArrow),
    #[error("the arrow {arrow} cannot leave {pos}: {why}")]
    ArrowNotAllowed { pos: Pos, arrow: String, why: &'static str },
    #[error("no word is asked for at {pos}, {arrow}; choose one that is there")]
    NoWordThere { pos: Pos, arrow: String },
    #[error("`{0}` is not a direction; use across or down")]
    NoDirection(String),
    #[error("there can be no bar {} {pos}: one stands between two fields that take letters", side(*.direction))]
    NoBar { pos: Pos, direction: Direction },
    #[error("a grid of {rows} rows and {cols} columns cannot be the same after a quarter turn; use a square")]
    NoSquare { rows: usize, cols: usize },
    #[error("only {kind} have {what}")]
    OnlyFor { what: &'static str, kind: &'static str },
    #[error("{pos} takes no letter: it is {what}")]
    NoLetterField { pos: Pos, what: &'static str },
    #[error("`{0}` is not a letter; a field takes one of A to Z")]
    NoLetter(char),
    #[error("`{0}` cannot stand in a grid: a word consists of letters")]
    NoWord(String),
    #[error("`{spelling}` has other letters than the word, which is {word}")]
    OtherSpelling { spelling: String, word: String },
    #[error("the word is not filled yet, so its spelling cannot be given")]
    Unfilled,
    #[error("a clue is empty; remove it, or write something")]
    EmptyClue,
    #[error("that is too long: a text may have {} characters, and a list {} entries", MAX_TEXT, MAX_LISTED)]
    TooLong,
    #[error(
        "all clues and other texts together may have {} bytes, and with this they would have more; remove clues that you do \
         not need",
        MAX_TEXTS
    )]
    TooMuch,
    #[error(transparent)]
    Language(#[from] NoLanguage),
    #[error("{0} is in no island: place a picture on blocked fields")]
    NoIsland(Pos),
    #[error("`{0}` is not a file name in this folder: leave out slashes, and do not begin with a dot")]
    FileName(String),
    #[error("the name `{0}…` is too long; use at most {most} bytes", most = LONGEST_NAME)]
    LongName(String),
    #[error("the grid has {found} characters in row {row}, and {cols} in the first one")]
    Width { row: usize, found: usize, cols: usize },
    #[error("`{found}` in row {row} is not a field; fields are `#`, `-`, `?`, `.` and letters")]
    Character { row: usize, found: char },
    #[error(
        "a puzzle of the kind {0} cannot be edited; there are arrowword, template, barred and crisscross"
    )]
    Kind(String),
    #[error("this criss-cross has letters other than A to Z, which the constructor cannot edit")]
    OtherLetters,
    #[error(
        "the field at {0} has no letter; the constructor can only open a criss-cross whose words have all their letters"
    )]
    NoLetterYet(Pos),
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error("this command is not known here")]
    UnknownCommand,
    #[error("this alternative is not offered any more; start the job again")]
    NoAlternative,
    #[error("a job finds 1 to {} alternatives", MAX_ALTERNATIVES)]
    Alternatives,
    #[error("a job takes more than 0 and at most {} seconds", MAX_SECONDS)]
    Seconds,
    #[error(
        "blocks, bars and words can only be laid out again in the whole grid; change some by hand, or let everything be laid \
         out"
    )]
    LayoutOfPart,
    #[error("this question has no word yet; give it an arrow to some fields")]
    NoWordYet,
    #[error("this word has {len} letters, and `{text}` has {found}")]
    OtherLength { len: usize, text: String, found: usize },
    #[error("the letter at {pos} is pinned and is not {letter}; unpin it first")]
    PinnedOtherwise { pos: Pos, letter: Letter },
    #[error("there is no solution word yet; name one first")]
    NoSolutionWord,
    #[error(transparent)]
    Unspelled(#[from] NoSolutionWord),
    #[error(transparent)]
    Unpublished(#[from] NoDocument),
    /// A symmetry or a style.
    #[error(transparent)]
    Unknown(#[from] Unknown),
}

/// Says where the bar after a field is.
fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Across => "to the right of",
        Direction::Down => "below",
    }
}

/// The most bytes of a name that a person gives. Systems allow 255, and drafts and versions have longer endings.
const LONGEST_NAME: usize = 200;

/// Checks that a name is that of a file in the folder: no way out, nothing hidden, nothing that a shell or a system takes
/// for something else, and so short that its draft and its versions have names, too.
pub fn file_name(name: &str) -> Result<&str, Refusal> {
    match plain_name(name)?.len() {
        0..=LONGEST_NAME => Ok(name),
        _ => Err(Refusal::LongName(name.chars().take(40).collect())),
    }
}

/// Does the same with a name that the program has made of one.
pub(crate) fn plain_name(name: &str) -> Result<&str, Refusal> {
    let is_plain =
        |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let is_name = !name.is_empty()
        && !name.starts_with(['.', '-', ' '])
        && !name.ends_with(['.', ' '])
        && name.chars().all(is_plain);
    if is_name { Ok(name) } else { Err(Refusal::FileName(name.chars().take(40).collect())) }
}
