//! Changes to a finished puzzle: `--free`, `--keep` and `--replace` of `cwsat solve`.
//!
//! The puzzle is taken with its letters; a change removes some of them, and the ordinary search fills these fields
//! again, so everything else about solving stays the same. Words that stay need not be in any list: an author may have
//! put them there. To replace a word, the nearest puzzle without it is searched for first ([`cwsat::search::change`]);
//! all of its letters are then given.

mod staying;

pub use staying::Wanted;

use super::exit::Exit;
use super::proof::{Claim, LazyClaim};
use super::reporter::Meter;
use super::vocabulary::Vocabulary;
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, Slot, SlotProblem, Theme, fold};
use cwsat::search::change::{self, Change, Job, NoChange, Progress};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;
use staying::Staying;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The flags.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Changing a finished puzzle (arrowwords, crosswords)")]
#[group(id = "change-flags")]
pub struct Flags {
    /// Empty this part of a finished puzzle, a grid or a document (.json), and fill it again with other words:
    /// ROW,COLUMN-ROW,COLUMN, counted from 1, as in `3,4-7,9`, a single field, or a word of the puzzle. Everything else
    /// stays. May be repeated.
    #[arg(long, value_name = "REGION")]
    free: Vec<Region>,
    /// Keep these words of the puzzle, separated by commas, even where a region is emptied; without --free, empty everything
    /// else.
    #[arg(long, value_name = "WORD,…", value_delimiter = ',', value_parser = word)]
    keep: Vec<String>,
    /// Replace this word by any other, or, with `WORD=OTHER`, by that one, and change as few other letters as possible.
    /// Letters that are shown to the solver stay, and so do the words of --keep, --must, --must-at and --theme, and the
    /// solution word if possible. The time limit or Ctrl-C ends the search with the best change so far.
    #[arg(long, value_name = "WORD", conflicts_with_all = ["free", "wish"])]
    replace: Option<Replacement>,
}

/// A part of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Region {
    /// A rectangle, from its first to its last field.
    Fields(Pos, Pos),
    /// The fields of a word.
    Word(String),
}

/// A word to be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Replacement {
    word: String,
    by: Option<String>,
}

/// Why a text names no part of a puzzle.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NoPart {
    #[error("`{0}` is not a word of two letters or more")]
    Word(String),

    #[error("`{0}` is neither a word nor a region; write 3,4-7,9 for rows 3 to 7 and columns 4 to 9")]
    Region(String),
}

/// Reads a word as it stands in a grid.
fn word(text: &str) -> Result<String, NoPart> {
    match fold(text.trim()) {
        Some(letters) if letters.len() > 1 => Ok(spelled(&letters)),
        _ => Err(NoPart::Word(text.to_owned())),
    }
}

fn spelled(letters: &[Letter]) -> String {
    letters.iter().map(|letter| letter.char()).collect()
}

impl FromStr for Region {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        let place = |text: &str| -> Option<Pos> {
            let (row, col) = text.split_once(',')?;
            let read = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
            Some(Pos::new(read(row)?, read(col)?))
        };
        let fields = match text.split_once('-') {
            Some((first, last)) => place(first).zip(place(last)),
            None => place(text).map(|pos| (pos, pos)),
        };
        match fields {
            Some((first, last)) if first.row <= last.row && first.col <= last.col => {
                Ok(Self::Fields(first, last))
            }
            _ => word(text).map(Self::Word).map_err(|_| NoPart::Region(text.to_owned())),
        }
    }
}

impl FromStr for Replacement {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Self, NoPart> {
        match text.split_once('=') {
            Some((old, new)) => Ok(Self { word: word(old)?, by: Some(word(new)?) }),
            None => Ok(Self { word: word(text)?, by: None }),
        }
    }
}

/// Why a puzzle cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// It is not filled.
    #[error("the field at {0} has no letter; --free, --keep and --replace change a finished puzzle")]
    Unfinished(Pos),
    /// It has no layout.
    #[error("there is no word in it yet; --free, --keep and --replace change a finished puzzle")]
    NoWords,
    /// It does not have a word.
    #[error("{0} is not in the puzzle; name one of its words")]
    NotThere(String),
    /// A region is outside of it.
    #[error("the puzzle has no field at {0}; a region is inside the puzzle, as in 3,4-7,9")]
    Outside(Pos),
    /// Nothing is to be filled.
    #[error("there is no letter to change: the region has none, or --keep keeps all of it; name another one")]
    Nothing,
    /// A word is to be replaced, and to stay.
    #[error("{0} is to be replaced, and to stay as well; leave it out of one of the two")]
    Stays(String),
    /// A word that the puzzle has to have is not in it where it has to be.
    #[error(
        "{0} is not in the puzzle, so it cannot stay in it while another word is replaced; --replace WORD={0} puts it in \
         the place of a word"
    )]
    Wanted(String),
    /// The solution word is not the one of the puzzle.
    #[error(
        "the solution word of the puzzle is not {0}, and --replace keeps the one there is; leave --solution-word out, or \
         change more of the puzzle with --free"
    )]
    OtherSolutionWord(String),
    /// A word is to be replaced by itself.
    #[error("{0} is to be replaced by itself; name another word")]
    Same(String),
    /// A word cannot be replaced by another one.
    #[error("{word} has {} letters and {by} has {}; a word can only be replaced by one of the same length",
        word.len(), by.len())]
    Length {
        /// The word.
        word: String,
        /// The other one.
        by: String,
    },
    /// There is no such puzzle, or none was found.
    #[error("{word} cannot be replaced: {why}{}", while_staying(.stays))]
    NoChange {
        /// The word.
        word: String,
        /// Why.
        why: NoChange,
        /// What had to stay.
        stays: Vec<&'static str>,
        /// What is claimed if there is none.
        claim: Box<change::Claim>,
    },
}

impl ChangeError {
    /// Returns the claim that there is no change, if that is known.
    pub fn lazy_claim<'a>(&self, seed: u64) -> LazyClaim<'a> {
        match self {
            Self::NoChange { why: NoChange::None, claim, word, stays } => {
                let text = format!("no fill with these words is without {word}{}", while_staying(stays));
                let claim = claim.clone();
                Box::new(move || refutation(&claim, None, text, seed))
            }
            _ => Box::new(|| Claim::Nothing("it is not known whether the puzzle can be changed so")),
        }
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::NoChange { why: NoChange::None, .. } => Exit::Broken,
            Self::NoChange { .. } => Exit::Stopped,
            _ => Exit::BadInput,
        }
    }
}

/// Formats what had to stay for the end of a sentence.
fn while_staying(stays: &[&str]) -> String {
    if stays.is_empty() { String::new() } else { format!("; {} had to stay", stays.join(" and ")) }
}

/// Returns a claim about the changes with fewer letters than a number, or about all.
fn refutation(claim: &change::Claim, fewer_than: Option<usize>, text: String, seed: u64) -> Claim {
    Claim::Refutation { formula: Box::new(claim.formula(fewer_than)), text, seed }
}

/// A finished puzzle, in the form common to all kinds with slots.
pub struct Finished<'a> {
    /// The slots, without the letters that the search found.
    pub problem: &'a SlotProblem,
    /// The fields of the cells.
    pub positions: &'a [Pos],
    /// The letter of each cell; `None` if there is none.
    pub letters: Vec<Option<Letter>>,
    /// The fields whose letters are shown to the solver.
    pub shown: BTreeSet<Pos>,
    /// The fields of the solution word; empty if there is none.
    pub solution_word: Vec<Pos>,
}

/// What remains of a puzzle that is to be changed.
#[derive(Debug)]
pub struct Changed {
    /// The letters that stay; `None` for fields to be filled.
    pub letters: Vec<Option<Letter>>,
    /// How close the puzzle without the replaced word is to the original; all letters are known then. `None` if no word
    /// is replaced.
    pub nearest: Option<Nearest>,
}

/// How close a puzzle without a replaced word is to the original.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The number of letters that are different.
    pub changed: usize,
    /// A lower bound on this number for every puzzle without the word.
    pub at_least: usize,
    /// What is different, for a person: `ROSE → ROBE`.
    pub told: String,
    /// What had to stay: the number is the smallest of all puzzles in which it does.
    pub stays: Vec<&'static str>,
    /// What is claimed about closer ones; `None` where nothing has to be proven.
    pub claim: Option<Box<change::Claim>>,
}

impl Nearest {
    /// Returns the claim that no puzzle is closer, if that is known.
    pub fn claim(&self, seed: u64) -> Claim {
        match &self.claim {
            Some(claim) if self.is_fewest() => refutation(
                claim,
                Some(self.changed),
                format!(
                    "no fill with these words and without the replaced one has fewer than {} other letters{}",
                    self.changed,
                    while_staying(&self.stays)
                ),
                seed,
            ),
            _ => Claim::Nothing("it is not known whether fewer letters would do"),
        }
    }

    /// Returns whether it is proven that no puzzle is closer.
    pub fn is_fewest(&self) -> bool {
        self.changed == self.at_least
    }
}

/// Writes `3 letters changed, no puzzle with these words needs fewer: ROSE → RIESE …`.
impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { changed, at_least, told, stays, claim: _ } = self;
        let staying = match stays.is_empty() {
            true => String::new(),
            false => format!(" in which {} stay", stays.join(" and ")),
        };
        write!(f, "{changed} {} changed, ", if *changed == 1 { "letter" } else { "letters" })?;
        match self.is_fewest() {
            true => write!(f, "no puzzle with these words{staying} needs fewer: {told}"),
            false => write!(f, "at least {at_least} are needed (the search was stopped): {told}"),
        }
    }
}

impl Flags {
    /// Returns the first of these flags that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (!self.free.is_empty(), "--free"),
            (!self.keep.is_empty(), "--keep"),
            (self.replace.is_some(), "--replace"),
        ];
        given.into_iter().find_map(|(given, flag)| given.then_some(flag))
    }

    /// Returns whether a word is replaced.
    pub fn replaces(&self) -> bool {
        self.replace.is_some()
    }

    /// Returns what these flags keep, for the end of a sentence that says that there is no puzzle.
    pub fn restrictions(&self) -> &'static str {
        match self.given() {
            Some("--free" | "--keep") => {
                "; all letters outside of the region were kept, so free a larger one"
            }
            _ => "",
        }
    }

    /// Applies the change to a finished puzzle. The words that stay are added to the words to fill with; those that are
    /// emptied are taken out of them.
    pub fn apply(
        &self,
        puzzle: &Finished<'_>,
        words: &mut Vocabulary,
        wanted: Wanted<'_>,
        budget: &Budget,
        meter: &Meter,
    ) -> Result<Changed, ChangeError> {
        if puzzle.problem.slots.is_empty() {
            return Err(ChangeError::NoWords);
        }
        let letters: Vec<Letter> = puzzle
            .letters
            .iter()
            .zip(puzzle.positions)
            .map(|(letter, &pos)| letter.ok_or(ChangeError::Unfinished(pos)))
            .collect::<Result<_, _>>()?;
        let slots = &puzzle.problem.slots;
        let word = |slot: usize| slots[slot].cells.iter().map(|&cell| letters[cell]).collect::<Vec<_>>();
        let all: Vec<Vec<Letter>> = (0..slots.len()).map(word).collect();
        let find = |text: &str| {
            (0..slots.len())
                .find(|&slot| spelled(&all[slot]) == text)
                .ok_or_else(|| ChangeError::NotThere(text.to_owned()))
        };
        if let Some(Replacement { word, by }) = &self.replace {
            let slot = find(word)?;
            let by = by.as_ref().and_then(|by| fold(by));
            if let Some(by) = by.as_ref().filter(|by| by.len() != all[slot].len()) {
                return Err(ChangeError::Length { word: word.clone(), by: spelled(by) });
            }
            if by.as_ref() == Some(&all[slot]) {
                return Err(ChangeError::Same(word.clone()));
            }
            let others = all.iter().filter(|other| **other != all[slot]).cloned().chain(by.clone());
            *words = words
                .mapped(|list| list.filtered(|id| list.word(id) != all[slot]))
                .with_words_of_puzzle(&others.collect::<Vec<_>>());
            let index = Arc::new(WordIndex::new(&words.list));
            let watch = |progress| meter.show(shown(word, progress));
            let staying = self.staying(puzzle, &all, slot, by.as_deref(), wanted)?;
            let mut last = None;
            for Staying { cells, names } in staying {
                let mut problem = puzzle.problem.clone();
                cells.iter().for_each(|&cell| problem.cells[cell] = Some(letters[cell]));
                let job =
                    Job { problem: &problem, letters: &letters, index: &index, slot, by: by.as_deref() };
                let claim = Box::new(change::Claim::of(job, &words.list));
                match change::change(job, budget, &watch) {
                    // Without what stays only if possible, there may be one.
                    Err(why) => {
                        last =
                            Some(Err(ChangeError::NoChange { word: word.clone(), why, stays: names, claim }));
                        if why != NoChange::None {
                            break;
                        }
                    }
                    Ok(found) => {
                        last = Some(Ok((found, names, claim)));
                        break;
                    }
                }
            }
            let (found, stays, claim) = last.unwrap_or_else(|| Err(ChangeError::Stays(word.clone())))?;
            let told = told(puzzle.problem, &letters, &found);
            let nearest =
                Nearest { changed: found.changed, at_least: found.at_least, told, stays, claim: Some(claim) };
            let now = |slot: &Slot| slot.cells.iter().map(|&cell| found.letters[cell]).collect();
            *words = words.with_words_of_puzzle(&slots.iter().map(now).collect::<Vec<_>>());
            let letters = found.letters.into_iter().map(Some).collect();
            return Ok(Changed { letters, nearest: Some(nearest) });
        }
        let mut freed = vec![self.free.is_empty(); letters.len()];
        for region in &self.free {
            match region {
                Region::Word(word) => slots[find(word)?].cells.iter().for_each(|&cell| freed[cell] = true),
                Region::Fields(first, last) => {
                    let inside = |pos: &Pos| {
                        (first.row..=last.row).contains(&pos.row) && (first.col..=last.col).contains(&pos.col)
                    };
                    let most = puzzle.positions.iter().fold(Pos::new(0, 0), |most, pos| {
                        Pos::new(most.row.max(pos.row), most.col.max(pos.col))
                    });
                    if first.row > most.row || first.col > most.col {
                        return Err(ChangeError::Outside(*first));
                    }
                    puzzle
                        .positions
                        .iter()
                        .enumerate()
                        .filter(|(_, pos)| inside(pos))
                        .for_each(|(cell, _)| freed[cell] = true);
                }
            }
        }
        for word in &self.keep {
            slots[find(word)?].cells.iter().for_each(|&cell| freed[cell] = false);
        }
        let words_where = |is_there: &dyn Fn(&usize) -> bool| {
            let is_it = |slot: &usize| slots[*slot].cells.iter().all(is_there);
            (0..slots.len()).filter(is_it).map(|slot| all[slot].clone()).collect::<Vec<_>>()
        };
        // Where no letter of a word stays, the user wants a different word.
        let gone = words_where(&|&cell| freed[cell]);
        let themes = Arc::clone(&words.themes);
        let own: HashSet<&Vec<Letter>> = themes.iter().flat_map(Theme::words).collect();
        let gone: HashSet<&[Letter]> =
            gone.iter().filter(|word| !own.contains(word)).map(Vec::as_slice).collect();
        if !freed.contains(&true) {
            return Err(ChangeError::Nothing);
        }
        *words = words
            .mapped(|list| list.filtered(|id| !gone.contains(list.word(id))))
            .with_words_of_puzzle(&words_where(&|&cell| !freed[cell]));
        let stay = |(cell, letter): (usize, &Letter)| (!freed[cell]).then_some(*letter);
        Ok(Changed { letters: letters.iter().enumerate().map(stay).collect(), nearest: None })
    }
}

/// Describes how far the search for a puzzle without a word has come.
fn shown(word: &str, Progress { at_least, best }: Progress) -> String {
    let letters = if at_least == 1 { "letter" } else { "letters" };
    let best = best.map_or_else(String::new, |best| format!(", {best} in the best so far"));
    format!("a puzzle without {word}: at least {at_least} {letters} changed{best}")
}

/// Describes which words a change replaces: `ROSE → RIESE, ORT → IST`.
fn told(problem: &SlotProblem, before: &[Letter], change: &Change) -> String {
    let word = |cells: &[usize], letters: &[Letter]| {
        spelled(&cells.iter().map(|&cell| letters[cell]).collect::<Vec<_>>())
    };
    let words =
        problem.slots.iter().map(|slot| (word(&slot.cells, before), word(&slot.cells, &change.letters)));
    let pairs = words.filter(|(old, new)| old != new).map(|(old, new)| format!("{old} → {new}"));
    pairs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_claims_no_more_than_it_knows() {
        let told = "ROSE → ROBE".to_owned();
        let nearest = |changed, at_least| {
            Nearest { changed, at_least, told: told.clone(), stays: Vec::new(), claim: None }.to_string()
        };
        assert_eq!(nearest(1, 1), "1 letter changed, no puzzle with these words needs fewer: ROSE → ROBE");
        let stopped = "7 letters changed, at least 4 are needed (the search was stopped): ROSE → ROBE";
        assert_eq!(nearest(7, 4), stopped);
        let shown = |at_least, best| shown("ROSE", Progress { at_least, best });
        assert_eq!(shown(1, None), "a puzzle without ROSE: at least 1 letter changed");
        assert_eq!(
            shown(4, Some(7)),
            "a puzzle without ROSE: at least 4 letters changed, 7 in the best so far"
        );
    }

    #[test]
    fn regions_and_words_are_read() {
        let region = |text: &str| text.parse::<Region>();
        assert_eq!(region("3,4-7,9"), Ok(Region::Fields(Pos::new(2, 3), Pos::new(6, 8))));
        assert_eq!(region("3,4"), Ok(Region::Fields(Pos::new(2, 3), Pos::new(2, 3))));
        assert_eq!(region("Süd"), Ok(Region::Word("SUED".to_owned())));
        for text in ["", "0,1", "7,9-3,4", "3,", "3;4", "A"] {
            assert!(region(text).is_err_and(|error| error.to_string().contains("3,4-7,9")), "{text}");
        }
        let replace = |text: &str| text.parse::<Replacement>();
        let expected = Replacement { word: "ROSE".to_owned(), by: Some("TULPE".to_owned()) };
        assert_eq!(replace("rose=Tulpe"), Ok(expected));
        assert_eq!(replace("rose").map(|replacement| replacement.by), Ok(None));
        assert!(replace("rose=").is_err() && replace("=x").is_err());
    }
}
