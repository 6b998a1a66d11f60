//! Words with a demanded place, as a part of what is given.
//!
//! They are put into the grid before the search begins, so no step of it has to look after them: their letters and question
//! fields are given ones, and layouts know that their runs have to be asked for. What remains of the themes is what the
//! search still has to find places for.

use super::Job;
use crate::encodings::arrowword::layout::LayoutSpec;
use crate::encodings::arrowword::placed::{NoPlace, with_words};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::lexicon::{PlacedWord, Theme};

/// What is given of a puzzle and asked for, with its placed words in it.
pub(super) struct Laid {
    given: Puzzle,
    themes: Vec<Theme>,
}

impl Laid {
    /// Puts the placed words of a job into its grid; the error says which one cannot be there.
    pub(super) fn new(job: Job<'_>) -> Result<Self, NoPlace> {
        let given = with_words(job.given, job.extend, job.placed)?;
        let is_placed = |word: &[_]| job.placed.iter().any(|placed| placed.letters() == word);
        let themes = job.themes.iter().map(|theme| theme.without(is_placed));
        Ok(Self { given, themes: themes.filter(|theme| !theme.words().is_empty()).collect() })
    }

    /// Returns the job with this grid and these themes.
    pub(super) fn job<'a>(&'a self, job: Job<'a>) -> Job<'a> {
        Job { given: &self.given, themes: &self.themes, ..job }
    }
}

impl Job<'_> {
    /// Returns what a layout of the given grid has to be.
    pub(super) fn layout_spec(&self) -> LayoutSpec {
        LayoutSpec::new(self.given, self.extend).with_words(self.placed.iter().map(PlacedWord::run))
    }

    /// Returns the same if it is decided which fields hold questions, as in `pattern`, and only their arrows are left.
    pub(super) fn arrows_spec(&self, pattern: &Puzzle) -> LayoutSpec {
        Job { given: pattern, ..*self }.layout_spec().closed()
    }
}
