//! As many words as possible of those that are only welcome.
//!
//! A fill takes along what finds a place, so it rarely has the most. From there, one more word than it has is required,
//! again and again, until there is no such crossword: then it is proven that none has more.

use super::{Answer, NoAnswer, NoCrossword};
use crate::encodings::crossword::rules;
use crate::encodings::lexicon::{Letter, Theme};
use crate::solver::Budget;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::time::Duration;

/// The part of the time that may be spent on more words, as a divisor; the rest is for better ones.
const SHARE: u32 = 2;
/// The time if there is no limit.
const TIME: Duration = Duration::from_secs(10);

/// Fills the template with the words of these themes.
type Fill<'a> = &'a dyn Fn(&[Theme], &Budget) -> Result<Answer, NoAnswer>;

/// Returns the crossword with the most wished words that is found, beginning with this one.
pub(super) fn with_more_wished(
    mut answer: Answer,
    themes: &[Theme],
    budget: &Budget,
    fill: Fill<'_>,
) -> Answer {
    let spare = themes.iter().filter(|theme| theme.spare() > 0).flat_map(Theme::words);
    let wished: Vec<Vec<Letter>> = spare.cloned().sorted().dedup().collect();
    let budget = budget.clone().within(budget.remaining().map_or(TIME, |left| left / SHARE));
    loop {
        let there: BTreeSet<Vec<Letter>> = rules::words(&answer.puzzle).map(|(word, _)| word).collect();
        let number = wished.iter().filter(|word| there.contains(*word)).count();
        if number == wished.len() {
            return Answer { has_most_wished: true, ..answer };
        }
        let demanded = Theme::new(wished.iter().cloned(), number + 1);
        let themes: Vec<Theme> = themes.iter().cloned().chain([demanded]).collect();
        match fill(&themes, &budget) {
            Ok(more) => answer = Answer { filled_after: answer.filled_after, ..more },
            Err(NoAnswer::None(NoCrossword::NoFill(_) | NoCrossword::NeverSpelled(_))) => {
                return Answer { has_most_wished: true, ..answer };
            }
            Err(_) => return answer,
        }
    }
}
