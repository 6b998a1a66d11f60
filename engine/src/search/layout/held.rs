//! What own words hold on a board: the part of its state that `own` changes.

use crate::encodings::lexicon::Letter;

/// The index of a run's first field, and the difference of indices between its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Place {
    pub(super) start: usize,
    pub(super) step: usize,
}

/// What own words hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    pub(super) runs: Vec<OwnRun>,
    /// How many own words have a letter in each field.
    pub(super) covered: Vec<u8>,
    /// How many own words end at each field.
    pub(super) ends: Vec<u8>,
}

/// An own word.
#[derive(Clone, Debug)]
pub(super) struct OwnRun {
    pub(super) letters: Vec<Letter>,
    /// `None` while the word is not on the board.
    pub(super) place: Option<Place>,
}

impl Held {
    /// Returns whether an own word holds this field.
    pub(super) fn holds(&self, at: usize) -> bool {
        !self.runs.is_empty() && (self.covered[at] > 0 || self.ends[at] > 0)
    }

    /// Returns the places of all words.
    pub(super) fn places(&self) -> Vec<Option<Place>> {
        self.runs.iter().map(|run| run.place).collect()
    }

    /// Puts all words where they were, and tells each letter of a field.
    pub(super) fn put_back(&mut self, places: &[Option<Place>], mut tell: impl FnMut(usize, Letter)) {
        self.covered.fill(0);
        self.ends.fill(0);
        for (run, &place) in self.runs.iter_mut().zip(places) {
            run.place = place;
            let Some(Place { start, step }) = place else { continue };
            for (at, &letter) in (start..).step_by(step).zip(&run.letters) {
                self.covered[at] += 1;
                tell(at, letter);
            }
            self.ends[start - step] += 1;
            self.ends[start + run.letters.len() * step] += 1;
        }
    }
}
