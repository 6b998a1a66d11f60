//! The words of a search: all of them, those to prefer, and those that the puzzle should contain.
//!
//! The three belong together: each preferred list is a part of the whole list, and every list contains the wanted
//! words. So whatever changes one of them for a search, such as a series or a change to a finished puzzle, is applied
//! to all of them here.

use super::own::with_own;
use cwsat::encodings::lexicon::{Apart, Letter, PlacedWord, Theme, WordList};
use itertools::Itertools;
use std::sync::Arc;

/// The words to fill with.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// All of them.
    pub list: WordList,
    /// The parts of it that are preferred, the best first, each a part of the next.
    pub preferred: Arc<[WordList]>,
    /// The words that are wanted for themselves; all lists have them.
    pub themes: Arc<[Theme]>,
    /// The places of all words that have one, if some were chosen among several; else those of `--must-at` are the only
    /// ones.
    pub placed: Option<Arc<[PlacedWord]>>,
}

impl Vocabulary {
    /// Returns the words with these places.
    #[must_use]
    pub fn standing_at(self, way: &[PlacedWord]) -> Self {
        Self { placed: Some(way.into()), ..self }
    }

    /// Returns which places were chosen, for the end of a sentence about what is the best: others may allow more. Empty if
    /// there was no choice.
    pub fn chosen_places(&self) -> String {
        let Some(way) = &self.placed else { return String::new() };
        format!("; of the places that --must-at allows, these were chosen: {}", way.iter().join(", "))
    }

    /// Returns whether some of the words may not be in the same puzzle, because they are of one family.
    pub fn has_families(&self) -> bool {
        self.list.apart().is_some_and(|apart| apart.count() > 0)
    }

    /// Returns the words that are preferred to all others, or all if none are preferred.
    pub fn favourites(&self) -> &WordList {
        self.preferred.first().unwrap_or(&self.list)
    }

    /// Returns the words with each list changed.
    #[must_use]
    pub fn mapped(&self, change: impl Fn(&WordList) -> WordList) -> Self {
        Self {
            list: change(&self.list),
            preferred: self.preferred.iter().map(&change).collect(),
            themes: Arc::clone(&self.themes),
            placed: self.placed.clone(),
        }
    }

    /// Returns the words with the words of more themes.
    #[must_use]
    pub fn with_themes(self, more: impl IntoIterator<Item = Theme>) -> Self {
        let more: Vec<Theme> = more.into_iter().collect();
        if more.is_empty() {
            return self;
        }
        let words = self.mapped(|list| with_own(list, &more));
        Self { themes: self.themes.iter().cloned().chain(more).collect(), ..words }
    }

    /// Returns the words with those of a puzzle, which may be in no list; they may be in one puzzle, as they are
    /// already.
    #[must_use]
    pub fn with_words_of_puzzle(&self, words: &[Vec<Letter>]) -> Self {
        let theme = [Theme::wishes(words.iter().cloned())];
        self.mapped(|list| with_own(list, &theme)).letting_meet(words)
    }

    /// Allows relatives that are already in a puzzle to be in one puzzle.
    #[must_use]
    pub fn letting_meet(self, words: &[Vec<Letter>]) -> Self {
        let Some(apart) = self.list.apart().filter(|apart| apart.separates(words)) else { return self };
        let apart = Arc::new(Apart::clone(apart).except(words));
        self.mapped(|list| list.clone().kept_apart(Arc::clone(&apart)))
    }
}
