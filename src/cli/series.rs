//! Series of puzzles: `--no-repeat`, `--register` and `--part`.
//!
//! Readers notice a word that was in yesterday's puzzle. So a series remembers which words its puzzles have: those of a
//! folder or list, and those of the puzzles made in this run. Words of four letters or more are not repeated. There are
//! too few shorter ones for that; their scores are lowered, so they are repeated rarely, and with another clue.
//!
//! A register is a word list with the clues that were used, so it can be read, edited, and passed to any command.
//! Programs that run at the same time may share one ([`Register`]), and see each other's words after each puzzle;
//! `--part` gives each of them its own share of the words. Which words a puzzle, a folder or a list has used is read in
//! `used.rs`, which knows the kinds of puzzles; here, they are words only, so the kinds can use this.

use super::exit::Failure;
use super::output::Output;
use super::register::Register;
use super::reporter::Reporter;
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::entries::{has_headings, is_table};
use cwsat::encodings::lexicon::{
    Entries, Letter, NotUtf8, Style, Theme, WordId, WordList, fold, read_entries, utf8,
};
use cwsat::publish::puzzle::{Entry, Puzzle};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Words of this many letters or more are not repeated.
const LONG: usize = 4;
/// Returns whether a word is one of those that are not repeated.
pub fn is_long(word: &[Letter]) -> bool {
    word.len() >= LONG
}

/// What the score of a shorter word that was used before is lowered by: to below all others of the embedded lists.
const USED: f32 = 100.0;

/// The flags.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Series (arrowwords, crosswords)")]
#[group(id = "series-flags")]
pub struct Flags {
    /// Use no word of four letters or more that is in this list, this puzzle, a puzzle in this folder, or an earlier puzzle
    /// of this run; repeat shorter ones rarely, and with another clue. The flag may be given several times.
    #[arg(long, value_name = "FILE|DIR")]
    no_repeat: Vec<PathBuf>,
    /// Do the same for the words in this file, and add the words of each finished puzzle to it. The file is created if
    /// necessary. Several programs may use it at the same time.
    #[arg(long, value_name = "FILE")]
    register: Option<PathBuf>,
    /// Use only the Kth of N parts of the words of four letters or more, so that puzzles made on several machines have
    /// none in common.
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
}

/// A part of all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1.
    number: u64,
    /// The number of parts.
    of: u64,
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let part = Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? };
            (1..=part.of).contains(&part.number).then_some(part)
        };
        read().ok_or("a part is a number and the number of parts, as in `3/7`")
    }
}

impl Part {
    /// Returns whether a word may be used in this part: words too short to be shared out may be in every part.
    pub fn allows(self, word: &[Letter]) -> bool {
        word.len() < LONG || self.has(word)
    }

    /// Returns whether a word is in this part. This depends on the word alone, so it is the same on every machine.
    fn has(self, word: &[Letter]) -> bool {
        let hash = fnv::extend(fnv::START, word.iter().map(|letter| letter.index() as u8 + 1));
        // The lowest bits of this hash depend on the last letter most.
        (hash >> 20) % self.of == self.number - 1
    }

    /// Returns the share with this number, from 0, of equal shares of this part.
    fn share(self, number: u64, shares: u64) -> Self {
        Self { number: self.number + number * self.of, of: self.of * shares }
    }
}

/// Returns how many words of a list are not repeated.
pub fn supply(list: &WordList) -> usize {
    list.ids().filter(|id| id.len >= LONG).count()
}

/// A register that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("--register {}: {error}; name a list of words, or a file that does not exist yet", path.display())]
struct Unregistered {
    path: PathBuf,
    error: io::Error,
}

/// A file that is not a register.
#[derive(Debug, thiserror::Error)]
enum NoRegister {
    #[error(transparent)]
    NotUtf8(#[from] NotUtf8),
    #[error("it names its columns, which a register does not; leave out its first line")]
    Headings,
    #[error("its columns are separated by commas; a register has `;`, `|` or a TAB before the clue")]
    Table,
    #[error("it is not a word list: {0}")]
    NoWord(String),
}

/// What the puzzles of a series have used.
#[derive(Debug, Default)]
pub struct Series {
    /// Whether puzzles of this run are remembered.
    is_on: bool,
    part: Option<Part>,
    register: Option<Register>,
    used: Mutex<Used>,
    /// The short words that the next search may not use, because the ones before it have repeated too many.
    resting: Mutex<HashSet<Vec<Letter>>>,
}

/// More shorter words of earlier puzzles than one may have.
#[derive(Debug, thiserror::Error)]
#[error(
    "no puzzle was found with at most {most} of the shorter words of earlier puzzles (--repeat-short), but one with \
     {again}; allow more, or try another --seed"
)]
pub struct OverBudget {
    /// How many one may have.
    most: usize,
    /// How many the best attempt has.
    again: usize,
}

/// The words of a finished puzzle that were used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// How many they are.
    pub again: usize,
    /// How many words the puzzle has.
    words: usize,
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { again: 1, .. } => write!(f, "1 word was used before"),
            Self { again, words } => write!(f, "{again} of {words} words were used before"),
        }
    }
}

/// What some puzzles have used.
#[derive(Debug, Default)]
pub struct Used {
    /// The words, with their clues.
    words: BTreeMap<Vec<Letter>, BTreeSet<String>>,
    /// The clues of the puzzles of this run, whether their words may be repeated or not.
    clues: HashSet<String>,
}

impl Flags {
    /// Returns those of these flags that were given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            (!self.no_repeat.is_empty(), "--no-repeat"),
            (self.register.is_some(), "--register"),
            (self.part.is_some(), "--part"),
        ];
        given.into_iter().filter_map(|(given, flag)| given.then_some(flag))
    }

    /// Returns the files and folders that are read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.no_repeat.iter().chain(&self.register).map(PathBuf::as_path)
    }

    /// Returns the files, folders and lists of `--no-repeat`.
    pub fn no_repeat(&self) -> &[PathBuf] {
        &self.no_repeat
    }

    /// Begins a series that follows the puzzles of `--no-repeat`, which have `used` these words; reads the register.
    pub fn begin(&self, mut used: Used, reporter: Reporter) -> Result<Series, Failure> {
        let register = self.register.as_deref().map(Register::new);
        if let Some(register) = &register {
            let failed = |error| unregistered(register, error);
            used.register(&register.read().map_err(failed)?).map_err(|why| failed(io::Error::other(why)))?;
            Output::new(register.path())?;
        }
        let long = used.long().count();
        if long > 0 {
            let words = if long == 1 {
                "1 word of earlier puzzles is"
            } else {
                &format!("{long} words of earlier puzzles are")
            };
            reporter.note(&format_args!("{words} not used again"));
        }
        let is_on = !self.no_repeat.is_empty() || self.register.is_some();
        Ok(Series { is_on, part: self.part, register, used: Mutex::new(used), ..Series::default() })
    }
}

impl Used {
    /// Treats these words as used; they have no clues.
    pub fn of_list(words: &WordList) -> Self {
        let words = words.ids().map(|id| (words.word(id).to_vec(), BTreeSet::new())).collect();
        Self { words, ..Self::default() }
    }

    /// Adds what another puzzle or list has used.
    pub fn extend(&mut self, other: Self) {
        for (word, clues) in other.words {
            self.words.entry(word).or_default().extend(clues);
        }
    }

    /// Returns all words.
    pub fn all(&self) -> impl Iterator<Item = &Vec<Letter>> {
        self.words.keys()
    }

    /// Returns the words of four letters or more, which are not repeated.
    pub fn long(&self) -> impl Iterator<Item = &Vec<Letter>> {
        self.words.keys().filter(|word| word.len() >= LONG)
    }

    /// Returns what a puzzle has used.
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut used = Self::default();
        used.add(puzzle);
        used
    }

    /// Reads a register, a list of words with clues. Anything else is refused, because the file is going to be written.
    fn register(&mut self, bytes: &[u8]) -> Result<(), NoRegister> {
        let text = utf8(bytes)?;
        if has_headings(text) {
            return Err(NoRegister::Headings);
        }
        if is_table(text) {
            return Err(NoRegister::Table);
        }
        let Entries { entries, skipped } = read_entries(text, Style::Marked);
        if let Some(line) = skipped.first() {
            return Err(NoRegister::NoWord(line.to_string()));
        }
        for entry in entries {
            let clues = self.words.entry(entry.letters.into_owned()).or_default();
            clues.extend(entry.clue.map(|clue| clue.into_owned()));
        }
        Ok(())
    }

    fn add(&mut self, puzzle: &Puzzle) {
        for entry in &puzzle.entries {
            let Some(word) = puzzle.word(entry).and_then(|word| fold(&word)) else { continue };
            self.words.entry(word).or_default().extend(entry.clue().map(|clue| clue.text.clone()));
        }
    }
}

/// Returns why a register cannot be used.
fn unregistered(register: &Register, error: io::Error) -> Unregistered {
    Unregistered { path: register.path().to_owned(), error }
}

/// Returns the line of a register for a word of a puzzle; `None` if the word is not filled.
fn line_of(puzzle: &Puzzle, entry: &Entry) -> Option<String> {
    let word = puzzle.word(entry)?;
    let clue = entry.clue().map_or("", |clue| &clue.text).replace(['|', '\n', '\r'], " ");
    Some(if clue.is_empty() { format!("{word}\n") } else { format!("{word}|{clue}\n") })
}

impl Series {
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resting(&self) -> MutexGuard<'_, HashSet<Vec<Letter>>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether words of this run's earlier puzzles are not repeated.
    pub fn remembers(&self) -> bool {
        self.is_on
    }

    /// Returns the series of puzzles that are made at the same time as others, with this share of the words, from 0: the
    /// shares have no word in common that is not repeated. It knows what was used so far, remembers by itself what its
    /// own puzzles use, and writes nothing.
    pub fn share(&self, number: usize, shares: usize) -> Self {
        let part = self.part.unwrap_or(Part { number: 1, of: 1 }).share(number as u64, shares as u64);
        let used = Used { words: self.used().words.clone(), ..Used::default() };
        Self { is_on: self.is_on, part: Some(part), used: Mutex::new(used), ..Self::default() }
    }

    /// Does not let these words be used again.
    pub fn remember(&self, words: &[Vec<Letter>]) {
        self.used().words.extend(words.iter().map(|word| (word.clone(), BTreeSet::new())));
    }

    /// Learns which words are not to be repeated that other programs have added to the register meanwhile. Which shorter
    /// words the other shares have used is not learnt: that depends on which puzzle is finished first.
    pub fn learn(&self, whole: &Self) {
        let words: Vec<Vec<Letter>> = whole.used().long().cloned().collect();
        self.remember(&words);
    }

    /// Lets all short words be used that were used before.
    pub fn let_all_be_used(&self) {
        self.resting().clear();
    }

    /// Returns an error if some puzzles have more than `most` shorter words that were used before, own words aside; the next
    /// search may use only that many of them again.
    pub fn keep_to_budget(&self, puzzles: &[Puzzle], most: usize) -> Result<(), OverBudget> {
        let used = self.used();
        let entries =
            puzzles.iter().flat_map(|puzzle| puzzle.entries.iter().map(move |entry| (puzzle, entry)));
        let again: BTreeSet<Vec<Letter>> = entries
            .filter(|(_, entry)| !entry.own)
            .filter_map(|(puzzle, entry)| fold(&puzzle.word(entry)?))
            .filter(|word| word.len() < LONG && used.words.contains_key(word))
            .collect();
        if again.len() <= most {
            return Ok(());
        }
        let over = OverBudget { most, again: again.len() };
        self.resting().extend(again.into_iter().skip(most));
        Err(over)
    }

    /// Returns whether all words may be used.
    pub fn is_open(&self) -> bool {
        !self.is_on && self.part.is_none()
    }

    /// Returns the list without the words that may not be used, and with lower scores for those that should not be. Own
    /// words may be used.
    pub fn without_used(&self, list: &WordList, themes: &[Theme]) -> WordList {
        let own: HashSet<&[Letter]> = themes.iter().flat_map(Theme::words).map(Vec::as_slice).collect();
        let used = self.used();
        let resting = self.resting();
        let score = |id: WordId| {
            let (word, score) = (list.word(id), list.score(id));
            let is_used = used.words.contains_key(word);
            let is_other = self.part.is_some_and(|part| !part.allows(word));
            match (own.contains(word), id.len >= LONG && is_used || is_other || resting.contains(word)) {
                (false, true) => None,
                (false, false) if is_used => Some(score - USED),
                _ => Some(score),
            }
        };
        list.rescored(score)
    }

    /// Returns the words that a series leaves out of a list, with a phrase that says why.
    pub fn left_out(&self, list: &WordList) -> Vec<(String, HashSet<Vec<Letter>>)> {
        let used = self.used();
        let without = |out: &dyn Fn(&[Letter]) -> bool| -> HashSet<Vec<Letter>> {
            let words = list.ids().filter(|id| id.len >= LONG).map(|id| list.word(id));
            words.filter(|word| out(word)).map(<[Letter]>::to_vec).collect()
        };
        let again = without(&|word| used.words.contains_key(word));
        let other = without(&|word| self.part.is_some_and(|part| !part.has(word)));
        let phrases = [
            ("no word of four letters or more is repeated (--no-repeat, --register)", again),
            ("all words of four letters or more are of this part (--part)", other),
        ];
        let said = phrases.into_iter().filter(|(_, words)| !words.is_empty());
        said.map(|(phrase, words)| (phrase.to_owned(), words)).collect()
    }

    /// Returns the clues that were used; a repeated word gets another one.
    pub fn clues(&self) -> HashSet<String> {
        let used = self.used();
        used.words.values().flatten().chain(&used.clues).cloned().collect()
    }

    /// Remembers a finished puzzle; returns how many of its words were used before, `None` if that does not matter.
    pub fn add(&self, puzzle: &Puzzle) -> Result<Option<Again>, Failure> {
        let mut used = self.used();
        used.clues.extend(puzzle.entries.iter().filter_map(Entry::clue).map(|clue| clue.text.clone()));
        if !self.is_on {
            return Ok(None);
        }
        let words: BTreeSet<Vec<Letter>> =
            puzzle.entries.iter().filter_map(|entry| fold(&puzzle.word(entry)?)).collect();
        let again = words.iter().filter(|word| used.words.contains_key(*word)).count();
        used.add(puzzle);
        if let Some(register) = &self.register {
            let lines: String = puzzle.entries.iter().filter_map(|entry| line_of(puzzle, entry)).collect();
            let failed = |error| unregistered(register, error);
            // Words that other programs have added meanwhile count as used, too.
            let before = register.add(&lines).map_err(failed)?;
            used.register(&before).map_err(|why| failed(io::Error::other(why)))?;
        }
        Ok(Some(Again { again, words: words.len() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(words: &[&str]) -> WordList {
        WordList::new(words.iter().map(|word| (fold(word).expect("a word"), 50.0)))
    }

    #[test]
    fn parts_are_read_and_have_no_word_in_common() {
        for text in ["", "3", "0/7", "8/7", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
        let words = cwsat::wordlist::embedded();
        let parts: Vec<Part> = (1..=7).map(|number| Part { number, of: 7 }).collect();
        let mut sizes = vec![0_usize; 7];
        for id in words.ids() {
            let of: Vec<usize> = (0..7).filter(|&part| parts[part].has(words.word(id))).collect();
            assert_eq!(of.len(), 1);
            sizes[of[0]] += 1;
        }
        let fair = words.len() / 7;
        assert!(sizes.iter().all(|&size| size.abs_diff(fair) < fair / 10), "{sizes:?}");
    }

    #[test]
    fn long_words_do_not_come_again_and_short_ones_rank_last() {
        let mut used = Used::default();
        used.register(b"ROSE|Blume\nEI").expect("a list");
        for text in ["Wort;Hinweis\nROSE;Blume\n", "{\"cwsat\": 1}\n", "\\xff\n"] {
            assert!(Used::default().register(text.as_bytes()).is_err(), "{text}");
        }
        let series = Series { is_on: true, used: Mutex::new(used), ..Series::default() };
        let rest = series.without_used(&list(&["ROSE", "TULPE", "EI", "AB"]), &[]);
        let words: Vec<(usize, f32)> = rest.ids().map(|id| (id.len, rest.score(id))).collect();
        assert_eq!(words, [(2, 50.0), (2, -50.0), (5, 50.0)]);
        assert_eq!(rest.find(&fold("EI").expect("a word")).map(|id| rest.score(id)), Some(-50.0));
        series.resting().insert(fold("EI").expect("a word"));
        assert_eq!(series.without_used(&list(&["EI", "AB"]), &[]).len(), 1, "there were too many");
        series.let_all_be_used();
        assert_eq!(series.without_used(&list(&["EI", "AB"]), &[]).len(), 2);
        let own = [Theme::all([fold("ROSE").expect("a word")])];
        assert_eq!(series.without_used(&list(&["ROSE"]), &own).len(), 1, "an own word may come again");
        assert_eq!(series.clues(), HashSet::from(["Blume".to_owned()]));
    }
}
