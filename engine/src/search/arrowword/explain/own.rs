//! Own words as causes, and what counting says about them.
//!
//! Words that are too long, or have too many letters for the grid all together, are found by the ceiling's counting,
//! where a solver would try one arrangement after another for ages. Everything else (letters that are given, places,
//! words that are in each other's way) is left to the formula.

use super::super::Job;
use super::Cause;
use crate::encodings::arrowword::bound::{ceiling_of_themes, longest_line};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::lexicon::{Letter, Theme};
use crate::search::explain::{Causes, Verdict};
use crate::solver::Budget;
use std::collections::BTreeSet;
use std::time::Duration;

/// The longest search for a conflict of own words, before other words are considered, if there is no time limit.
const LONGEST: Duration = Duration::from_secs(60);

/// Returns the part of a budget in which own words are explained whatever the other words: on a large grid the formula may say
/// nothing for a long time.
pub(super) fn part_of(budget: &Budget) -> Budget {
    budget.clone().within(budget.remaining().map_or(LONGEST, |left| left / 2))
}

/// Returns the own words that a puzzle must have, the shortest first: long ones say more.
pub(super) fn own(job: Job<'_>) -> Vec<Cause> {
    let is_placed = |word: &&Vec<Letter>| job.placed.iter().any(|placed| placed.letters() == *word);
    let needed = job.themes.iter().filter(|theme| theme.spare() == 0).flat_map(Theme::words);
    let words: BTreeSet<&Vec<Letter>> = needed.filter(|word| !is_placed(word)).collect();
    let mut words: Vec<_> = words.into_iter().cloned().collect();
    words.sort_by_key(Vec::len);
    let placed = job.placed.iter().map(|word| Cause::OwnAt { word: word.clone() });
    words.into_iter().map(|word| Cause::Own { word }).chain(placed).collect()
}

/// Causes that are counted first, and tested in another way only if they are possible by counting.
pub(super) struct Counted<'a, C> {
    pub(super) given: &'a Puzzle,
    pub(super) causes: &'a [Cause],
    pub(super) rest: C,
}

impl<C: Causes> Causes for Counted<'_, C> {
    fn count(&self) -> usize {
        self.rest.count()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        match impossible(self.given, self.causes, subset) {
            Some(core) => Verdict::Infeasible(core),
            None => self.rest.test(subset, budget),
        }
    }
}

/// Returns whether no puzzle of this grid can have the own words among the causes, by counting.
pub(super) fn is_counted(given: &Puzzle, causes: &[Cause]) -> bool {
    let all: Vec<usize> = (0..causes.len()).collect();
    impossible(given, causes, &all).is_some()
}

/// Returns those own words among the causes that no puzzle of this grid can have, by counting.
fn impossible(given: &Puzzle, causes: &[Cause], subset: &[usize]) -> Option<Vec<usize>> {
    let word = |&cause: &usize| match &causes[cause] {
        Cause::Own { word } => Some((cause, word.clone())),
        Cause::OwnAt { word } => Some((cause, word.letters().to_vec())),
        _ => None,
    };
    let own: Vec<(usize, Vec<Letter>)> = subset.iter().filter_map(word).collect();
    if own.is_empty() {
        return None;
    }
    let longest = longest_line(given);
    if let Some((cause, _)) = own.iter().find(|(_, word)| word.len() > longest) {
        return Some(vec![*cause]);
    }
    let (causes, words): (Vec<_>, Vec<_>) = own.into_iter().unzip();
    ceiling_of_themes(given, None, &[Theme::all(words)]).is_none().then_some(causes)
}
