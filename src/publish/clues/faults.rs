//! What keeps a puzzle's clues from being printed: words without a clue, weak clues, one clue for two words, clues that hold
//! their answer, and words that a family newspaper does not print. Each fault has its place; a [`Tally`] counts them.

use super::gives_away::{Strictness, gives_away};
use super::heads::tokens;
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::lexicon::fold;
use crate::family;
use crate::publish::puzzle::{Clue, Entry, Puzzle};
use std::collections::HashMap;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

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
            Fault::GivesAway(clue) => write!(f, "the clue of {place} contains its answer: {clue:?}"),
            Fault::Blocked(word) => write!(f, "{place}: {word:?} is unsuitable for a family newspaper"),
        }
    }
}

/// Returns the faults of a puzzle's clues, in the order of the entries. A shorter clue that is printed only where the first
/// one does not fit counts like the first, except that another word may have it, too.
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
        if let Some(clue) = entry.clues.iter().find(|clue| clue.weak) {
            found(Fault::Weak(clue.text.clone()));
        }
        if let Some(word) = entry.clues.iter().find_map(|clue| blocked_in(&clue.text)) {
            found(Fault::Blocked(word.to_owned()));
        }
        let holds = |clue: &&Clue| {
            answer.as_ref().is_some_and(|answer| gives_away(&clue.text, answer, Strictness::Answer))
        };
        if let Some(clue) = entry.clues.iter().find(holds) {
            found(Fault::GivesAway(clue.text.clone()));
        }
        match seen.get(clue.text.as_str()) {
            Some(first) => found(Fault::Doubled(clue.text.clone(), first.clone())),
            None => _ = seen.insert(&clue.text, place(entry)),
        }
    }
    faults
}

/// Returns the first word of a text that a family newspaper does not print.
pub(super) fn blocked_in(text: &str) -> Option<&str> {
    tokens(text).find(|token| fold(token).is_some_and(|word| family::is_blocked(&word)))
}

/// How many words of one or more puzzles have each fault. Its text is a phrase that names the faults there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The words.
    pub words: usize,
    /// Those without a clue.
    pub missing: usize,
    /// Those with a weak clue.
    pub weak: usize,
    /// Those with the clue of an earlier word.
    pub doubled: usize,
    /// Those whose clue contains the answer.
    pub giving_away: usize,
    /// Those of which the clue or the answer is unsuitable for a family newspaper; with both, counted twice.
    pub blocked: usize,
}

impl Tally {
    /// Counts the faults of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut tally = Self { words: puzzle.entries.len(), ..Self::default() };
        for ClueFault { fault, .. } in faults(puzzle) {
            *match fault {
                Fault::Missing => &mut tally.missing,
                Fault::Weak(_) => &mut tally.weak,
                Fault::Doubled(..) => &mut tally.doubled,
                Fault::GivesAway(_) => &mut tally.giving_away,
                Fault::Blocked(_) => &mut tally.blocked,
            } += 1;
        }
        tally
    }

    /// Returns whether there are faults other than missing clues.
    pub fn has_bad_clues(self) -> bool {
        self.weak + self.doubled + self.giving_away + self.blocked > 0
    }

    /// Returns whether there are faults.
    pub fn has_faults(self) -> bool {
        self.missing > 0 || self.has_bad_clues()
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            words: self.words + other.words,
            missing: self.missing + other.missing,
            weak: self.weak + other.weak,
            doubled: self.doubled + other.doubled,
            giving_away: self.giving_away + other.giving_away,
            blocked: self.blocked + other.blocked,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, missing, .. } = *self;
        let mut parts = Vec::new();
        if missing > 0 {
            let has = if missing == words {
                format!("none of the {words} words has a clue")
            } else if missing == 1 {
                format!("1 of {words} words has no clue")
            } else {
                format!("{missing} of {words} words have no clue")
            };
            parts.push(format!("{has}, and lengths are printed instead"));
        }
        let others = [
            (self.weak, "clue is weak", "clues are weak"),
            (self.doubled, "clue is repeated", "clues are repeated"),
            (self.giving_away, "clue contains its answer", "clues contain their answers"),
            (
                self.blocked,
                "word is unsuitable for a family newspaper",
                "words are unsuitable for a family newspaper",
            ),
        ];
        let counted = others.into_iter().filter(|(count, ..)| *count > 0);
        let others: Vec<String> = counted
            .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
            .collect();
        if !others.is_empty() {
            parts.push(others.join(", "));
        }
        f.write_str(&parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format;
    use crate::publish::puzzle::convert;

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
        let tally = Tally::of(&puzzle);
        assert_eq!(
            tally.to_string(),
            "1 of 4 words has no clue, and lengths are printed instead; 1 clue is weak, 1 clue is repeated"
        );
        clue("ROSE", Clue::new("rote Rose mit Kotze"), &mut puzzle);
        let found = told(&puzzle);
        assert!(
            found.contains(&format!("the clue of {rose} contains its answer: \"rote Rose mit Kotze\"")),
            "{found:?}"
        );
        assert!(
            found.contains(&format!("{rose}: \"Kotze\" is unsuitable for a family newspaper")),
            "{found:?}"
        );
    }

    #[test]
    fn shorter_clues_that_may_be_printed_are_judged_too() {
        let mut puzzle = convert::template(&format::read("ROSE\n").expect("a template"), |_| None);
        let weak = |text| Clue { weak: true, ..Clue::new(text) };
        puzzle.entries[0].clues = vec![Clue::new("Königin der Blumen"), weak("rote Rose"), weak("Kotze")];
        let found: Vec<Fault> = faults(&puzzle).into_iter().map(|fault| fault.fault).collect();
        assert_eq!(
            found,
            [
                Fault::Weak("rote Rose".into()),
                Fault::Blocked("Kotze".into()),
                Fault::GivesAway("rote Rose".into())
            ]
        );
    }

    #[test]
    fn clues_are_judged_word_by_word() {
        assert_eq!(blocked_in("ein Haufen Kotze, rund"), Some("Kotze"));
        assert_eq!(blocked_in("Blume mit Dornen"), None);
    }

    #[test]
    fn tallies_add_up() {
        let bare = convert::template(&format::read("ROT\nO#V\nSEE\nE#R\n").expect("a template"), |_| None);
        let bare = Tally::of(&bare);
        assert_eq!(bare.to_string(), "none of the 4 words has a clue, and lengths are printed instead");
        assert!(bare.has_faults() && !bare.has_bad_clues());
        let other = Tally { words: 7, weak: 2, giving_away: 2, blocked: 1, ..Tally::default() };
        let both: Tally = [bare, other].into_iter().sum();
        assert!(both.has_bad_clues());
        assert_eq!(
            both.to_string(),
            "4 of 11 words have no clue, and lengths are printed instead; 2 clues are weak, 2 clues contain their answers, \
             1 word is unsuitable for a family newspaper"
        );
        assert_eq!((Tally::default().has_faults(), Tally::default().to_string()), (false, String::new()));
    }
}
