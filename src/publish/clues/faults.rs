//! What keeps a puzzle's clues from being printed: words without a clue, weak clues, one clue for two words, clues that hold
//! their answer, and words that a family newspaper does not print.

use super::family;
use super::gives_away::{Strictness, gives_away};
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::lexicon::fold;
use crate::publish::puzzle::{Entry, Puzzle};
use std::collections::HashMap;
use std::fmt;

/// A word, and where it is in the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its letters; open fields are dots.
    pub word: String,
    /// Its first field.
    pub start: Pos,
    /// Its direction.
    pub direction: Direction,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {})", self.word, self.start, self.direction)
    }
}

/// What is wrong with the clue of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no clue.
    Missing,
    /// The clue is true of many words, as `Fluss`.
    Weak(String),
    /// Another word, named here, has the same clue.
    Doubled(String, Place),
    /// The clue contains the answer.
    GivesAway(String),
    /// The clue or the answer contains this word, which a family newspaper does not print.
    Blocked(String),
}

/// A fault and the word that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueFault {
    /// The word.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for ClueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.place;
        match &self.fault {
            Fault::Missing => write!(f, "{place} has no clue"),
            Fault::Weak(clue) => write!(f, "{place} has a weak clue, {clue:?}"),
            Fault::Doubled(clue, other) => write!(f, "{place} has the clue of {other}, {clue:?}"),
            Fault::GivesAway(clue) => write!(f, "the clue of {place} holds its answer: {clue:?}"),
            Fault::Blocked(word) => write!(f, "{place}: {word:?} is nothing for a family newspaper"),
        }
    }
}

/// Returns the faults of the clues that are printed, in the order of the entries.
pub fn faults(puzzle: &Puzzle) -> Vec<ClueFault> {
    let place = |entry: &Entry| Place {
        word: puzzle.pattern(entry),
        start: entry.run.start,
        direction: entry.run.direction,
    };
    let mut seen: HashMap<&str, Place> = HashMap::new();
    let mut faults = Vec::new();
    for entry in &puzzle.entries {
        let mut found = |fault| faults.push(ClueFault { place: place(entry), fault });
        let answer = puzzle.word(entry).and_then(|word| fold(&word));
        if let Some(word) = answer.as_ref().filter(|word| family::is_blocked(word)) {
            found(Fault::Blocked(word.iter().map(|letter| letter.char()).collect()));
        }
        let Some(clue) = entry.clue() else {
            found(Fault::Missing);
            continue;
        };
        if clue.weak {
            found(Fault::Weak(clue.text.clone()));
        }
        if let Some(word) = family::blocked_in(&clue.text) {
            found(Fault::Blocked(word.to_owned()));
        }
        if answer.is_some_and(|answer| gives_away(&clue.text, &answer, Strictness::Answer)) {
            found(Fault::GivesAway(clue.text.clone()));
        }
        match seen.get(clue.text.as_str()) {
            Some(first) => found(Fault::Doubled(clue.text.clone(), first.clone())),
            None => _ = seen.insert(&clue.text, place(entry)),
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format;
    use crate::publish::puzzle::{Clue, convert};

    #[test]
    fn each_fault_is_named_with_its_place() {
        let mut puzzle =
            convert::template(&format::read("ROT\nO#V\nSEE\nE#R\n").expect("a template"), |_| None);
        let clue = |word: &str, clue: Clue, puzzle: &mut Puzzle| {
            let at = puzzle.entries.iter().position(|entry| puzzle.pattern(entry) == word).expect("an entry");
            puzzle.entries[at].clues = vec![clue];
        };
        clue("ROT", Clue::new("Farbe der Liebe"), &mut puzzle);
        clue("ROSE", Clue::new("Farbe der Liebe"), &mut puzzle);
        clue("TVER", Clue { weak: true, ..Clue::new("Stadt") }, &mut puzzle);
        let told = |puzzle: &Puzzle| faults(puzzle).iter().map(ToString::to_string).collect::<Vec<_>>();
        let rose = "ROSE (row 1, column 1, down)";
        let mut found = told(&puzzle);
        found.sort();
        let doubled =
            "ROSE (row 1, column 1, down) has the clue of ROT (row 1, column 1, across), \"Farbe der Liebe\"";
        assert_eq!(
            found,
            [
                doubled,
                "SEE (row 3, column 1, across) has no clue",
                "TVER (row 1, column 3, down) has a weak clue, \"Stadt\""
            ]
        );
        clue("ROSE", Clue::new("rote Rose mit Kotze"), &mut puzzle);
        let found = told(&puzzle);
        assert!(
            found.contains(&format!("the clue of {rose} holds its answer: \"rote Rose mit Kotze\"")),
            "{found:?}"
        );
        assert!(found.contains(&format!("{rose}: \"Kotze\" is nothing for a family newspaper")), "{found:?}");
    }
}
