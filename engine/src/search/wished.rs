//! Own words that are only wished for: which they are, how many a puzzle has, and the question for more of them.

use crate::encodings::lexicon::{Letter, Theme};
use crate::solver::Budget;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::time::Duration;

/// The part of the time that may be spent on more wished words, as a divisor; the rest is for better ones.
const SHARE: u32 = 2;
/// The time if there is no limit.
const TIME: Duration = Duration::from_secs(10);

/// Returns the words that a puzzle may lack.
pub(super) fn spare_words(themes: &[Theme]) -> Vec<Vec<Letter>> {
    let spare = themes.iter().filter(|theme| theme.spare() > 0).flat_map(Theme::words);
    spare.cloned().sorted().dedup().collect()
}

/// Returns how many of these words are among those of a puzzle.
pub(super) fn number_among(wished: &[Vec<Letter>], there: impl Iterator<Item = Vec<Letter>>) -> usize {
    let there: BTreeSet<Vec<Letter>> = there.collect();
    wished.iter().filter(|word| there.contains(*word)).count()
}

/// Returns the themes, and one more that requires this many of the words that a puzzle may lack.
pub(super) fn requiring(themes: &[Theme], number: usize) -> Vec<Theme> {
    themes.iter().cloned().chain([Theme::new(spare_words(themes), number)]).collect()
}

/// Returns the budget for more wished words in a puzzle that there is already.
pub(super) fn budget_for_more(budget: &Budget) -> Budget {
    budget.clone().within(budget.remaining().map_or(TIME, |left| left / SHARE))
}
