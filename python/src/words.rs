//! Word lists.

use crate::error::{choice, input, unusable};
use cwsat::encodings::lexicon::{self, Letter, Pattern, ReadList, fold, read_list};
use cwsat::limits::Limit;
use cwsat::publish::puzzle::Language;
use cwsat::{family, relatives, wordlist};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Words with scores, in the letters A to Z; the other letters are written with these, as Ä is AE. The words are all
/// different and sorted by length. A list never changes: what chooses from it returns a new one.
///
/// `WordList(words)` takes a sequence of words, or of lines as in the file of a list, such as `"ROSE;80"`.
#[pyclass(frozen, module = "cwsat")]
pub struct WordList {
    /// The words.
    pub list: lexicon::WordList,
    /// What was wrong with the lines that are left out.
    skipped: Vec<String>,
}

impl WordList {
    fn of(read: ReadList) -> Self {
        Self { skipped: read.skipped.iter().map(ToString::to_string).collect(), list: read.list }
    }

    fn derived(list: lexicon::WordList) -> Self {
        Self { list, skipped: Vec::new() }
    }
}

#[pymethods]
impl WordList {
    #[new]
    fn new(words: Vec<String>) -> PyResult<Self> {
        read_list(words.join("\n").as_bytes(), "the list").map(Self::of).map_err(input)
    }

    /// Reads a file: a word on each line, as in `ROSE`, `ROSE;80` or `ROSE|a flower`.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        let bytes = Limit::WORDS.read_file(&path).map_err(|error| unusable(&path, &error))?;
        read_list(&bytes, &path.display().to_string()).map(Self::of).map_err(input)
    }

    /// Returns the embedded list of a language, "de" (German) or "en" (English), without words that a family newspaper does
    /// not print, and with relatives kept apart as by `kept_apart`.
    #[staticmethod]
    #[pyo3(signature = (language = "de"))]
    fn embedded(language: &str) -> PyResult<Self> {
        let list = match language {
            "de" => wordlist::embedded(),
            "en" => wordlist::english(),
            _ => {
                return Err(choice(format_args!(
                    "there is no embedded list for `{language}`, only for de and en"
                )));
            }
        };
        Self::derived(list).kept_apart(language)
    }

    /// Returns this list, of which a puzzle then never has two words of one family (ENTE, ENTEN) nor a word of five letters or
    /// more inside another. The language, as in "de", says what a family is.
    #[pyo3(signature = (language = "de"))]
    fn kept_apart(&self, language: &str) -> PyResult<Self> {
        let language: Language = language.parse().map_err(input)?;
        let apart = relatives::relatives(&self.list, &language);
        Ok(Self::derived(self.list.clone().kept_apart(Arc::new(apart))))
    }

    /// Returns the words that a family newspaper prints.
    fn for_families(&self) -> Self {
        Self::derived(family::without_blocked(&self.list).unwrap_or_else(|| self.list.clone()))
    }

    /// Returns the words of at most this many letters.
    fn up_to(&self, longest: usize) -> Self {
        Self::derived(self.list.up_to(longest))
    }

    /// Returns the words that fit a pattern of letters and dots, as in `"R..E"`, in alphabetical order.
    fn matching(&self, pattern: &str) -> PyResult<Vec<String>> {
        let pattern: Pattern = pattern.parse().map_err(input)?;
        Ok(self.list.matching(&pattern).map(|id| text(self.list.word(id))).collect())
    }

    /// Returns the score of a word, 0 to 100 by custom; `None` if the list does not have it.
    fn score(&self, word: &str) -> Option<f64> {
        self.list.find(&fold(word)?).map(|id| self.list.score(id).into())
    }

    /// What was wrong with lines that were left out when the list was read, a sentence for each reason; mostly empty.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

    /// The number of letters of the longest word.
    #[getter]
    fn longest(&self) -> usize {
        self.list.longest()
    }

    /// The words, shorter ones first, each length in alphabetical order.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.list.ids().map(|id| text(self.list.word(id))).collect()
    }

    fn __contains__(&self, word: &str) -> bool {
        self.score(word).is_some()
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __or__(&self, other: &Self) -> Self {
        Self::derived(lexicon::WordList::merged([&self.list, &other.list]))
    }

    fn __repr__(&self) -> String {
        format!("<WordList of {} words>", self.list.len())
    }
}

/// Returns a word as text.
pub fn text(word: &[Letter]) -> String {
    word.iter().map(|letter| letter.char()).collect()
}
