//! An editor's own words: `--must`, `--must-at`, `--wish`, `--theme`.
//!
//! `--must-at` takes a word and its place, the others a list or words separated by commas. All become themes for the search,
//! and their words are added to those to fill with, whatever list that is.

use super::exit::Failure;
use super::reporter::Reporter;
use super::wordlists::{self, Words};
use cwsat::encodings::lexicon::{DemandedWord, Letter, Place, PlacedWord, Theme, WordList, fold};
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Own words (arrowwords, crosswords)")]
#[group(id = "own-flags")]
pub struct Flags {
    /// Require every word of this list in the puzzle; words separated by commas work as well.
    #[arg(long, value_name = "LIST")]
    must: Vec<PathBuf>,
    /// Require this word at this place, as in `ROSE@3,4,across`: row and column of its first letter, counted from 1, and
    /// across or down; or anywhere in a row (`ROSE@1,*`), in a column (`ROSE@*,3`), or beside an island (`ROSE@island`,
    /// arrowwords); may be repeated.
    #[arg(long, value_name = "WORD@ROW,COLUMN,DIRECTION")]
    must_at: Vec<DemandedWord>,
    /// Those of them whose place is a single one.
    #[arg(skip)]
    exact: OnceLock<Vec<PlacedWord>>,
    /// Use as many words of this list as possible without lowering the rating of an arrowword (see --wish-first).
    #[arg(long, value_name = "LIST")]
    wish: Vec<PathBuf>,
    /// Use as many of these words as possible even if that lowers the rating (arrowwords; others have no rating).
    #[arg(long, requires = "wish")]
    wish_first: bool,
    /// Use as many words of this list as possible, and at least the number given by --theme-at-least.
    #[arg(long, value_name = "LIST")]
    theme: Vec<PathBuf>,
    /// Require this many words of the theme.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "theme")]
    theme_at_least: usize,
}

/// Why own words cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OwnError {
    /// There are fewer words than the theme needs.
    #[error(
        "--theme-at-least {asked}: the theme has only {words} words; ask for fewer, or give it more words"
    )]
    TooFew {
        /// The number of --theme-at-least.
        asked: usize,
        /// The number of different words.
        words: usize,
    },
    /// What comes first or second matters only where there is a rating.
    #[error(
        "--wish-first: a crossword has no rating that own words could lower; leave this flag out, as --wish alone brings \
         in as many of them as possible"
    )]
    Unrated,
    /// Only the grids of arrowwords have islands.
    #[error(
        "--must-at {word}: a crossword has no island; name a row, as in `{spelled}@1,*`, a column, as in `{spelled}@*,1`, or a \
         place",
        spelled = .word.spelled()
    )]
    NoIsland {
        /// The word.
        word: DemandedWord,
    },
    /// A word has several places to choose from where only one can be used.
    #[error(
        "--must-at {word}: {command} takes exact places only; name one, as in `{spelled}@1,1,across`",
        spelled = .word.spelled()
    )]
    NotExact {
        /// The word.
        word: DemandedWord,
        /// What takes no others.
        command: &'static str,
    },
}

impl Flags {
    /// Refuses what only matters for arrowwords, which are rated and may have islands.
    pub fn of_crossword(&self) -> Result<(), OwnError> {
        if self.wish_first {
            return Err(OwnError::Unrated);
        }
        match self.must_at.iter().find(|word| word.place() == Place::Island) {
            Some(word) => Err(OwnError::NoIsland { word: word.clone() }),
            None => Ok(()),
        }
    }

    /// Refuses words that have several places to choose from; `command` needs a single one for each.
    pub fn refuse_choices(&self, command: &'static str) -> Result<(), OwnError> {
        match self.with_choice().next() {
            Some(word) => Err(OwnError::NotExact { word: word.clone(), command }),
            None => Ok(()),
        }
    }

    /// Reads the themes that the flags ask for, and adds their words, and the clues that their lists give, to the words to fill
    /// with.
    pub fn themes(&self, words: &mut Words, reporter: Reporter) -> Result<Vec<Theme>, Failure> {
        let mut read = |lists: &[PathBuf]| own_words(lists, words, reporter);
        let mut themes = Vec::new();
        if !self.must.is_empty() {
            themes.push(Theme::all(read(&self.must)?));
        }
        if !self.must_at.is_empty() {
            themes.push(Theme::all(self.must_at.iter().map(|word| word.letters().to_vec())));
        }
        if !self.wish.is_empty() {
            themes.push(Theme::wishes(read(&self.wish)?));
        }
        if !self.theme.is_empty() {
            let theme = Theme::new(read(&self.theme)?, self.theme_at_least);
            if theme.at_least() < self.theme_at_least {
                let words = theme.words().len();
                return Err(OwnError::TooFew { asked: self.theme_at_least, words }.into());
            }
            themes.push(theme);
        }
        if !themes.is_empty() {
            words.list = with_own(&words.list, &themes);
        }
        Ok(themes)
    }
}

impl Flags {
    /// Returns the lists, some of which are not files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.must, &self.wish, &self.theme].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Returns the words that have to stand in a single place each. They are also words of a theme.
    pub fn placed(&self) -> &[PlacedWord] {
        self.exact.get_or_init(|| self.must_at.iter().filter_map(DemandedWord::exact).collect())
    }

    /// Lists the words that have to stand in one of several places. They are also words of a theme.
    pub fn with_choice(&self) -> impl Iterator<Item = &DemandedWord> {
        self.must_at.iter().filter(|word| word.exact().is_none())
    }

    /// Returns all words that have to stand somewhere.
    pub fn demanded(&self) -> &[DemandedWord] {
        &self.must_at
    }

    /// Returns whether the number of words that are only welcome ranks above the rating.
    pub fn wish_first(&self) -> bool {
        self.wish_first
    }

    /// Returns whether words are only welcome.
    pub fn is_wishing(&self) -> bool {
        !self.wish.is_empty()
    }

    /// Returns what these flags demand of a puzzle, for the end of a sentence; empty if that is nothing.
    pub fn demands(&self) -> String {
        let demands = [
            (!self.must.is_empty(), "; the words of --must have to be in it"),
            (!self.must_at.is_empty(), "; the words of --must-at have to stand at their places"),
            (!self.theme.is_empty(), "; the words of --theme have to be in it"),
        ];
        demands.into_iter().filter_map(|(given, demand)| given.then_some(demand)).collect()
    }

    /// Returns the first of these flags that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (!self.must.is_empty(), "--must"),
            (!self.must_at.is_empty(), "--must-at"),
            (!self.wish.is_empty(), "--wish"),
            (!self.theme.is_empty(), "--theme"),
        ];
        given.into_iter().find_map(|(given, flag)| given.then_some(flag))
    }
}

/// The own words of an answer. As text: `11 of 12 own words (without ROSE)`.
#[derive(Clone, Debug, Serialize)]
pub struct OwnOfAnswer {
    /// The words in the puzzle.
    placed: Vec<String>,
    /// The words that are not in it.
    missing: Vec<String>,
    /// Whether it is proven that no puzzle has more of them; without `--wish-first`, none that rates as high.
    more_is_impossible: bool,
    /// What is proven, for a person.
    #[serde(skip)]
    proven: Option<&'static str>,
}

impl OwnOfAnswer {
    /// Finds the words of these themes among those of a puzzle.
    pub fn new(themes: &[Theme], words: &WordList) -> Self {
        let own: BTreeSet<&Vec<Letter>> = themes.iter().flat_map(Theme::words).collect();
        let (placed, missing) = own.into_iter().partition(|word| words.find(word).is_some());
        let spell = |words: Vec<&Vec<Letter>>| words.into_iter().map(|word| word.iter().join("")).collect();
        let missing = spell(missing);
        Self { placed: spell(placed), more_is_impossible: missing.is_empty(), missing, proven: None }
    }

    /// Adds, if it is proven that no puzzle has more, the phrase that says so.
    #[must_use]
    pub fn most_wished(self, proven: Option<&'static str>) -> Self {
        Self { more_is_impossible: self.missing.is_empty() || proven.is_some(), proven, ..self }
    }
}

impl fmt::Display for OwnOfAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The missing words that are named.
        const NAMED: usize = 5;
        let Self { placed, missing, proven, .. } = self;
        write!(f, "{} of {} own words", placed.len(), placed.len() + missing.len())?;
        if missing.is_empty() {
            return Ok(());
        }
        let more = if missing.len() > NAMED { ", …" } else { "" };
        let proven = proven.map_or_else(String::new, |proven| format!("; {proven}"));
        write!(f, " (without {}{more}{proven})", missing.iter().take(NAMED).join(", "))
    }
}

/// Returns a list with the words of the themes added.
pub fn with_own(list: &WordList, themes: &[Theme]) -> WordList {
    let own: Vec<Vec<Letter>> = themes.iter().flat_map(Theme::words).cloned().collect();
    list.with_own(&own)
}

fn own_words(lists: &[PathBuf], words: &mut Words, reporter: Reporter) -> Result<Vec<Vec<Letter>>, Failure> {
    let mut own = Vec::new();
    for list in lists {
        match listed(list) {
            Some(listed) => own.extend(listed),
            None => {
                let read = wordlists::resolve(std::slice::from_ref(list), None, reporter)?;
                own.extend(read.list.ids().map(|id| read.list.word(id).to_vec()));
                words.annotated.extend(read.annotated);
                words.clued |= read.clued;
            }
        }
    }
    Ok(own)
}

/// Returns the words that an argument lists itself, as in `ROSE,TULPE`; `None` if it names a file.
fn listed(argument: &Path) -> Option<Vec<Vec<Letter>>> {
    if argument.exists() {
        return None;
    }
    argument.to_str()?.split(',').map(|word| fold(word.trim())).collect()
}
