//! Which words of a list may be used: `--family`, `--ban`, `--min-score`, `--level` and `--apart`.
//!
//! Choosing is a separate step between reading a list and searching or encoding, the same for every command that
//! chooses words, so that a formula and a puzzle are made from the same words. Commands that only judge (`check`,
//! `decode`) accept every word of a list.

use super::exit::{Failure, Impossible};
use super::family;
use super::reporter::Reporter;
use super::wordlists::EmbeddedList;
use cwsat::encodings::lexicon::{
    Glob, GlobError, Letter, Style, Theme, WordId, WordList, fold, read_entries, utf8,
};
use cwsat::limits::Limit;
use cwsat::publish::clues::built_in::BuiltIn;
use cwsat::publish::puzzle::Language;
use cwsat::relatives::relatives;
use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The flags.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(id = "choice-flags")]
pub struct Flags {
    #[command(flatten)]
    pub family: family::Flags,
    /// Leave out the words of this list; words and patterns separated by commas work as well, as in
    /// `ADOLF,*ISMUS,A?T`; may be repeated.
    #[arg(long, value_name = "LIST")]
    ban: Vec<PathBuf>,
    /// Leave out words with a lower score.
    #[arg(long, value_name = "N")]
    min_score: Option<f32>,
    /// Use no words above this level of difficulty, from 1 (known to everybody) to 5 (known to people who solve crosswords
    /// every day), or easy (2), medium (3), hard (4), and no built-in clues for senses above it; words of unknown level count
    /// as 5.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Never use two words of one family in a puzzle, such as ENTE and ENTEN or RUND and UNRUND, or a word of five letters
    /// or more that is part of another; the default.
    #[arg(long, overrides_with = "no_apart")]
    apart: bool,
    /// Allow such words in one puzzle.
    #[arg(long)]
    no_apart: bool,
}

/// How well known words have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// The level of words known only to people who solve crosswords every day, and of words whose level is unknown.
    const HARDEST: u8 = 5;

    /// Returns the highest level that is allowed; `None` if all are.
    pub fn limit(self) -> Option<u8> {
        (self.0 < Self::HARDEST).then_some(self.0)
    }
}

/// A text that is not a level.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number from 1 to {}, or easy, medium or hard, is expected", Level::HARDEST)]
pub struct NoLevel;

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        match text {
            "easy" => Ok(Self(2)),
            "medium" => Ok(Self(3)),
            "hard" => Ok(Self(4)),
            _ => (text.parse().ok().filter(|level| (1..=Self::HARDEST).contains(level)).map(Self))
                .ok_or(NoLevel),
        }
    }
}

/// Why no words can be chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// The list of `--ban` cannot be read.
    #[error("--ban {}: {error}; name a list of words, or words and patterns separated by commas", path.display())]
    Unreadable {
        /// The list.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It has a line that is not a pattern.
    #[error("--ban {}: {error}", path.display())]
    Pattern {
        /// The list.
        path: PathBuf,
        /// Why.
        error: GlobError,
    },
    /// It is empty.
    #[error("--ban {}: there is no word in it", .0.display())]
    Empty(PathBuf),
    /// Nothing is left.
    #[error("{list}: {flag} leaves no word; {advice}")]
    NothingLeft {
        /// The name of the list.
        list: String,
        /// The flag that left out the last words.
        flag: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// One of the user's own words is banned.
    #[error(
        "--ban leaves out {word}, which is among the words that are asked for; remove it from one of the lists"
    )]
    Wanted {
        /// The word.
        word: String,
        /// Whether every puzzle has to have it.
        is_needed: bool,
    },
}

impl ChoiceError {
    /// Returns whether the flags can be used, but no puzzle is as they ask.
    fn is_of_puzzles(&self) -> bool {
        matches!(self, Self::NothingLeft { .. } | Self::Wanted { is_needed: true, .. })
    }

    fn failure(self) -> Failure {
        if self.is_of_puzzles() { Impossible(self.to_string()).into() } else { self.into() }
    }
}

/// What `--ban` leaves out.
#[derive(Clone, Debug, Default)]
pub struct Bans {
    words: HashSet<Vec<Letter>>,
    patterns: Vec<Glob>,
}

impl Bans {
    /// Reads lists, and words and patterns separated by commas.
    pub fn read(arguments: &[PathBuf]) -> Result<Self, ChoiceError> {
        let mut bans = Self::default();
        arguments.iter().try_for_each(|argument| bans.add(argument))?;
        Ok(bans)
    }

    /// Returns whether a word is banned.
    pub fn has(&self, word: &[Letter]) -> bool {
        self.words.contains(word) || self.patterns.iter().any(|pattern| pattern.matches(word))
    }

    /// Returns an error if one of the words that these themes ask for is banned.
    pub fn refuse_wanted(&self, themes: &[Theme]) -> Result<(), Failure> {
        for theme in themes {
            let mut banned = theme.words().iter().filter(|word| self.has(word));
            let Some(word) = banned.next() else { continue };
            let word = word.iter().map(|letter| letter.char()).collect();
            let is_needed = 1 + banned.count() > theme.spare();
            return Err(ChoiceError::Wanted { word, is_needed }.failure());
        }
        Ok(())
    }

    fn add(&mut self, argument: &Path) -> Result<(), ChoiceError> {
        let pattern = |error| ChoiceError::Pattern { path: argument.to_owned(), error };
        let mut words = String::new();
        let before = self.words.len() + self.patterns.len();
        let text = match argument.to_str() {
            Some(listed) if !argument.exists() && is_listed(listed) => listed.replace(',', "\n"),
            _ => {
                let failed = |error| ChoiceError::Unreadable { path: argument.to_owned(), error };
                let bytes = Limit::WORDS.read_file(argument).map_err(failed)?;
                let text = utf8(&bytes).map_err(|error| failed(io::Error::other(error)))?;
                text.to_owned()
            }
        };
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            // As in a list of words, whatever follows one of these characters is about the pattern and not part of it.
            let word = line.split([';', '|', '\t']).next().unwrap_or_default().trim();
            match Glob::is_glob(word) {
                true => self.patterns.push(word.parse().map_err(pattern)?),
                false => {
                    words.push_str(line);
                    words.push('\n');
                }
            }
        }
        for entry in read_entries(&words, Style::Marked).entries {
            self.words.insert(entry.letters.into_owned());
        }
        match self.words.len() + self.patterns.len() > before {
            true => Ok(()),
            false => Err(ChoiceError::Empty(argument.to_owned())),
        }
    }
}

/// Returns whether an argument lists words and patterns itself.
fn is_listed(argument: &str) -> bool {
    argument
        .split(',')
        .map(str::trim)
        .all(|word| fold(word).is_some() || Glob::is_glob(word) && word.parse::<Glob>().is_ok())
}

/// The words to choose from.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// All that may be used.
    pub list: WordList,
    /// What is banned.
    pub bans: Bans,
    /// All words except those that a family newspaper would not print, whatever else these flags leave out.
    pub all: WordList,
}

impl Flags {
    /// Creates the flags that limit words by their score and level alone.
    pub fn limits(min_score: Option<f32>, level: Option<Level>) -> Self {
        Self { min_score, level, ..Self::default() }
    }

    /// Returns the words to choose from, and what is banned; reports how many are left out. `name` is the name of the
    /// list.
    pub fn choose(&self, list: WordList, name: &str, reporter: Reporter) -> Result<Chosen, Failure> {
        let mut list = self.family.choose(list, name, reporter)?;
        let all = list.clone();
        let bans = Bans::read(&self.ban)?;
        let keep = |list: WordList, flag, advice, keep: &dyn Fn(WordId) -> bool| {
            let rest = list.filtered(keep);
            let left_out = list.len() - rest.len();
            if rest.is_empty() && left_out > 0 {
                return Err(ChoiceError::NothingLeft { list: name.to_owned(), flag, advice }.failure());
            }
            if left_out > 0 {
                reporter.note(&format_args!("{name}: {flag} leaves out {}", counted(left_out)));
            }
            Ok(rest)
        };
        if !self.ban.is_empty() {
            list = keep(list.clone(), "--ban", "ban fewer", &|id| !bans.has(list.word(id)))?;
        }
        if let Some(least) = self.min_score {
            let advice = "`cwsat words` shows the scores";
            list = keep(list.clone(), "--min-score", advice, &|id| list.score(id) >= least)?;
        }
        if let Some(most) = self.most_level() {
            let known = BuiltIn::about(&list);
            let is_known = |id| known.level(id).is_some_and(|level| level <= most);
            list = keep(list, "--level", "only words with a built-in clue have a level", &is_known)?;
        }
        Ok(Chosen { list, bans, all })
    }

    /// Returns the words that each of these flags leaves out of a list, with a phrase that says why.
    pub fn left_out(&self, list: &WordList, bans: &Bans) -> Vec<(String, HashSet<Vec<Letter>>)> {
        let without = |out: &dyn Fn(WordId) -> bool| -> HashSet<Vec<Letter>> {
            list.ids().filter(|&id| out(id)).map(|id| list.word(id).to_vec()).collect()
        };
        let mut words: Vec<&Vec<Letter>> = bans.words.iter().collect();
        words.sort_unstable();
        let text = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect::<String>();
        let word = |word: &Vec<Letter>| (format!("{} is banned", text(word)), HashSet::from([word.clone()]));
        let pattern = |glob: &Glob| (format!("{glob} is banned"), without(&|id| glob.matches(list.word(id))));
        let mut left_out: Vec<_> =
            words.into_iter().filter(|word| list.find(word).is_some()).map(word).collect();
        left_out.extend(bans.patterns.iter().map(pattern));
        left_out.extend(self.min_score.map(|least| {
            (format!("words score at least {least} (--min-score)"), without(&|id| list.score(id) < least))
        }));
        if let Some(most) = self.most_level() {
            let known = BuiltIn::about(list);
            let is_known = |id| known.level(id).is_some_and(|level| level <= most);
            left_out.push((
                format!("words are of level {most} or easier (--level)"),
                without(&|id| !is_known(id)),
            ));
        }
        left_out
    }

    /// Returns the highest level that words and clues may have, if there is a limit.
    pub fn most_level(&self) -> Option<u8> {
        self.level.and_then(Level::limit)
    }

    /// Returns whether relatives are kept apart.
    pub fn keeps_apart(&self) -> bool {
        !self.no_apart
    }

    /// Returns one of these flags that was given and applies only to puzzles that are filled with words from a list.
    pub fn of_filling(&self) -> Option<&'static str> {
        [(self.apart, "--apart"), (self.no_apart, "--no-apart")]
            .into_iter()
            .find_map(|(given, flag)| given.then_some(flag))
    }

    /// Returns the files that are read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.ban.iter().map(PathBuf::as_path)
    }

    /// Returns the flags that were given and only make sense for words from a list.
    pub fn of_lists(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            (!self.ban.is_empty(), "--ban"),
            (self.min_score.is_some(), "--min-score"),
            (self.level.is_some(), "--level"),
        ];
        given.into_iter().filter_map(|(given, flag)| given.then_some(flag))
    }

    /// Returns the list with relatives kept apart, unless `--no-apart` was given. Own words may always be in one
    /// puzzle.
    pub fn keep_apart(
        &self,
        list: WordList,
        name: &str,
        language: Option<&Language>,
        themes: &[Theme],
    ) -> WordList {
        if self.no_apart {
            return list;
        }
        let own: Vec<Vec<Letter>> = themes.iter().flat_map(Theme::words).cloned().collect();
        let apart = relatives(&list, &language_of(name, language)).except(&own);
        list.kept_apart(Arc::new(apart))
    }
}

/// Returns the language of a list with this name, unless it is given: German for every list but the embedded English one.
pub fn language_of<'a>(list: &str, given: Option<&'a Language>) -> Cow<'a, Language> {
    match given {
        Some(language) => Cow::Borrowed(language),
        None if list == EmbeddedList::English.name() => Cow::Owned(Language::english()),
        None => Cow::Owned(Language::german()),
    }
}

fn counted(words: usize) -> String {
    if words == 1 { "1 word".to_owned() } else { format!("{words} words") }
}
