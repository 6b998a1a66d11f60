//! An editor's own words, as Python passes them: `must` and `wish`.

use crate::error::input;
use crate::words::{WordList, text};
use cwsat::encodings::lexicon::{self, Letter, Theme, fold};
use pyo3::prelude::*;

/// Words that a puzzle has to have, or should have, and the list to fill it with, to which they are added.
pub struct OwnWords {
    /// The words that are needed, and those that are welcome.
    pub themes: Vec<Theme>,
    /// The list with all of them.
    pub list: lexicon::WordList,
}

impl OwnWords {
    /// Reads own words. A word that the alphabet cannot spell, or with fewer than two letters, is refused.
    pub fn new(words: &WordList, must: Option<Vec<String>>, wish: Option<Vec<String>>) -> PyResult<Self> {
        let (must, wish) = (spell(must)?, spell(wish)?);
        let own: Vec<Vec<Letter>> = must.iter().chain(&wish).cloned().collect();
        let themes = [Theme::all(must), Theme::wishes(wish)];
        let themes = themes.into_iter().filter(|theme| !theme.words().is_empty()).collect();
        Ok(Self { themes, list: words.list.with_own(&own) })
    }

    /// Refuses the words of a puzzle that lack a word that it has to have.
    pub fn judge(&self, words: &[Vec<Letter>]) -> PyResult<()> {
        let is_there = |own: &[Letter]| words.iter().any(|word| word == own);
        let missing = self.themes.iter().find_map(|theme| theme.missing(is_there).next());
        missing.map_or(Ok(()), |word| {
            Err(input(format_args!(
                "this is not a model of the formula: the puzzle has to have {}, and does not",
                text(word)
            )))
        })
    }
}

fn spell(words: Option<Vec<String>>) -> PyResult<Vec<Vec<Letter>>> {
    let spell = |word: String| {
        let letters = fold(word.trim()).filter(|letters| letters.len() >= 2);
        letters.ok_or_else(|| {
            input(format_args!("`{word}` is not a word of two or more letters, as a puzzle has them"))
        })
    };
    words.unwrap_or_default().into_iter().map(spell).collect()
}
