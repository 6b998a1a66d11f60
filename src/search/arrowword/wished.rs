//! Wished words before the rating: as many as possible, and then the best rating with that number.
//!
//! Where every layout can be tried, the best puzzle is found first; then one more word than it has is required, again
//! and again, until there is no such puzzle. So both numbers are proven, and there is an answer at any time. Elsewhere
//! puzzles are compared in this order, and layouts are made for as many wished words as the best one has, or a few more
//! ([`draw`]).

use super::exhaust::Reach;
use super::placed::Laid;
use super::{Answer, Ending, Job, NoAnswer, NoPuzzle, Options, Progress, improve};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rules;
use crate::encodings::lexicon::{Letter, Theme};
use crate::solver::Budget;
use fastrand::Rng;
use itertools::Itertools;
use std::collections::BTreeSet;

/// Solves a puzzle, and asks for one number of wished words after the other if they come first and the grid is tiny.
pub(super) fn solve(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let best = improve(job, options, budget, watch)?;
    // Where placed words leave few fields open, the grid is tiny as well.
    let is_tiny = || Laid::new(job).is_ok_and(|laid| Reach::of(laid.job(job), options) == Reach::Tiny);
    match job.wish_first && is_tiny() {
        true => demand_more(best, job, options, budget, watch),
        false => Ok(best),
    }
}

/// Improves the best puzzle of a tiny grid until no puzzle has more of the wished words, or rates higher with as many.
fn demand_more(
    mut best: Answer,
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let wished = spare_words(job.themes);
    let with = |number: usize| {
        let demanded = Theme::new(wished.iter().cloned(), number);
        let themes: Vec<Theme> = job.themes.iter().cloned().chain([demanded]).collect();
        improve(Job { themes: &themes, ..job }, options, budget, watch)
    };
    let mut demanded = 0;
    let mut is_proven = true;
    while best.ending != Ending::Stopped {
        let there = number_there(&wished, &best.puzzle);
        if there < wished.len() {
            match with(there + 1) {
                Ok(more) => {
                    (best, demanded) = (more, there + 1);
                    continue;
                }
                Err(NoAnswer::None(why)) => {
                    is_proven = !matches!(why, NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_));
                }
                Err(NoAnswer::Stopped(_)) => {
                    best.ending = Ending::Stopped;
                    break;
                }
                Err(broken) => return Err(broken),
            }
        }
        // Fewer words were required of it than it has, so another one with as many may rate higher.
        if demanded < there {
            match with(there) {
                Ok(same) => best = same,
                Err(NoAnswer::Stopped(_)) => best.ending = Ending::Stopped,
                Err(NoAnswer::None(_)) => is_proven = false,
                Err(broken) => return Err(broken),
            }
        }
        break;
    }
    if !is_proven && matches!(best.ending, Ending::Ceiling | Ending::Exhausted) {
        best.ending = Ending::Settled;
    }
    Ok(best)
}

/// Returns how many of these words a puzzle has.
pub(super) fn number_there(words: &[Vec<Letter>], puzzle: &Puzzle) -> usize {
    let there: BTreeSet<Vec<Letter>> = rules::words(puzzle).map(|(word, _)| word).collect();
    words.iter().filter(|word| there.contains(*word)).count()
}

/// Returns the words that a puzzle may lack.
pub(super) fn spare_words(themes: &[Theme]) -> Vec<Vec<Letter>> {
    let spare = themes.iter().filter(|theme| theme.spare() > 0).flat_map(Theme::words);
    spare.cloned().sorted().dedup().collect()
}

/// Draws the words for the next layout from those that can be spared: as many as the best puzzle has, or with ever
/// smaller chance one more, or two, …; either those of that puzzle (`there`) and others only beyond that number, or
/// any.
pub(super) fn draw(there: &[usize], mut spare: Vec<usize>, rng: &mut Rng) -> Vec<usize> {
    let has = spare.iter().filter(|word| there.contains(word)).count();
    let more = (0..spare.len()).take_while(|_| rng.bool()).count();
    rng.shuffle(&mut spare);
    if rng.bool() {
        spare.sort_by_key(|word| !there.contains(word));
    }
    spare.truncate(has + more);
    spare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_made_for_as_many_words_as_there_are_or_more() {
        let mut rng = Rng::with_seed(1);
        let there = [2, 4, 5];
        let drawn: Vec<Vec<usize>> = (0..400).map(|_| draw(&there, (1..9).collect(), &mut rng)).collect();
        let of_len = |len| drawn.iter().filter(|words| words.len() == len).count();
        assert!(of_len(3) > of_len(4) && of_len(4) > of_len(5) && of_len(5) > 0);
        assert!(drawn.iter().all(|words| words.len() >= 3 && words.iter().all_unique()));
        let keeps = |words: &&Vec<usize>| there.iter().all(|word| words.contains(word));
        let kept = drawn.iter().filter(keeps).count();
        assert!((150..300).contains(&kept), "{kept}");
    }

    #[test]
    fn words_that_can_be_spared_count_once() {
        let word = |text: &str| -> Vec<Letter> { text.chars().filter_map(Letter::from_char).collect() };
        let themes = [
            Theme::all([word("ROSE")]),
            Theme::wishes(["TULPE", "ASTER"].map(word)),
            Theme::new(["ASTER", "NELKE"].map(word), 1),
        ];
        assert_eq!(spare_words(&themes), ["ASTER", "NELKE", "TULPE"].map(word));
    }
}
