//! What is known about a document.

use super::{Asked, Cell};
use crate::publish::puzzle::Clue;
use serde::{Deserialize, Serialize};

/// What is known about a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The letters that still fit into each open field that is in a word, as in `AEIO`; none in a field that cannot be
    /// filled. Words of the list are compared with each other where they cross, but not tried out.
    pub fields: Vec<Fits>,
    /// The number of words that fit at each place that has a word.
    pub slots: Vec<Slot>,
    /// The best words at the question that is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Which arrows may be added to each question field of an arrowword, by the names of arrows.
    pub arrows: Vec<Allowed>,
    /// What breaks a rule, or is against the custom of its kind.
    pub faults: Vec<Fault>,
    /// The rating of an arrowword; other kinds have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// The statistics of a crossword; empty for an arrowword.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// How many words there are of each length: of an arrowword those that the rating knows, 2 to 8, and 9 for longer ones; of a
    /// crossword all from the shortest to the longest.
    pub lengths: Vec<Length>,
    /// What is known about the clues.
    pub clues: Clued,
    /// The clues of an arrowword as print sets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<SetClue>,
    /// Pairs of words of which a puzzle should have only one: equal ones and relatives.
    pub relatives: Vec<[Asked; 2]>,
    /// The number of words on each level of difficulty that occurs, the lowest level first.
    pub levels: Vec<Level>,
    /// The words of [`Wishes`](super::Wishes) that the grid does not have.
    pub missing: Vec<String>,
    /// Where those can be laid in a criss-cross.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lays: Vec<Lay>,
}

/// The letters that fit into a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fits {
    /// The field.
    pub at: Cell,
    /// The letters, in alphabetical order.
    pub letters: String,
}

/// How many words fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The word.
    pub question: Asked,
    /// The number of words; for a filled one, 1 if it is in the list.
    pub count: usize,
}

/// The best words at a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The word.
    pub question: Asked,
    /// Its best words, by score, twenty at most.
    pub words: Vec<Candidate>,
}

/// A word that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The word in upper case.
    pub word: String,
    /// Its score in the list.
    pub score: f32,
    /// A clue for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clue: Option<Clue>,
}

/// The arrows that may be added to a question field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The question field.
    pub at: Cell,
    /// The names of the arrows.
    pub arrows: Vec<String>,
}

/// What breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// What is wrong, in a sentence.
    pub text: String,
    /// The fields where it is; often one.
    pub cells: Vec<Cell>,
}

/// A rating.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The mean of the factors, with the bonus if the puzzle is complete.
    pub score: f64,
    /// The bonus; 0 if the puzzle is not complete.
    pub bonus: f64,
    /// The six factors, each 0 to 100.
    pub factors: Vec<Factor>,
    /// No puzzle on this grid rates higher, bonus included; `None` if no puzzle is possible.
    pub ceiling: Option<f64>,
}

/// Something that is counted of a crossword.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its name: `words`, `letters per word`, `blocks`, `bars` or `crossings`, `crossed` (percent of the letters), `score` (the mean of the
    /// filled words in the list).
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// One of the six factors of a rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factor {
    /// Its short name, as in `dead letters`.
    pub name: String,
    /// Its value, 0 to 100.
    pub value: f64,
}

/// The words of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level, 1 (everybody knows them) to 5 (only regular solvers do); 0 if it is not known.
    pub level: u8,
    /// How many words there are.
    pub count: usize,
}

/// The words of a length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// The length; in an arrowword, 9 for all from 9 on.
    pub length: usize,
    /// How many there are.
    pub count: usize,
    /// The percentage of the words that should have this length, if there is a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ideal: Option<f64>,
}

/// What is known about the clues of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clued {
    /// The number of words, filled or not.
    pub words: usize,
    /// How many have a clue.
    pub clued: usize,
    /// How many of these have only a weak one.
    pub weak: usize,
}

/// Where a word can be laid in a criss-cross, so that it crosses another one and touches none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lay {
    /// The word in upper case.
    pub word: String,
    /// The number of places.
    pub count: usize,
    /// Where it crosses most; `None` if there is no place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Asked>,
}

/// A clue as print sets it into its question field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetClue {
    /// The word.
    pub question: Asked,
    /// Its lines; none if it does not fit.
    pub lines: Vec<Line>,
    /// Which of the word's clues this is, from 0: the first one that fits.
    #[serde(default)]
    pub clue: usize,
    /// The size of its type in points; `None` if no clue of the word fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// A line of a clue. Lengths are shares of the side of the field, from its upper left corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its text, with the hyphen of a word that is broken.
    pub text: String,
    /// Where it begins.
    pub x: f64,
    /// Where its baseline is.
    pub y: f64,
    /// The size of the type.
    pub size: f64,
}

/// A clue that could be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suggestion {
    /// The clue.
    pub clue: Clue,
    /// Whether it fits into its place in print.
    pub fit: Fit,
}

/// Whether a clue fits into its place in print.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Whether it does.
    pub fits: bool,
    /// The size of its type in points; `None` if it does not fit, or is in a list, which has room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}
