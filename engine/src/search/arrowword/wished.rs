//! Wished words before the rating: as many as possible, and then the best rating with that number.
//!
//! Where every layout can be tried, the best puzzle is found first; then one more word than it has is required, again
//! and again, until there is no such puzzle. So both numbers are proven, and there is an answer at any time. If the rating
//! comes first, the same is asked of puzzles that rate no lower; and of a given layout, whose rating is fixed, as long as
//! the time allows. Elsewhere puzzles are compared in this order, and layouts are made for as many wished words as the
//! best one has, or a few more ([`draw`]).

use super::exhaust::Reach;
use super::placed::Laid;
use super::{Answer, Ending, Job, NoAnswer, NoPuzzle, Options, Progress, improve};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rules;
use crate::encodings::lexicon::Letter;
use crate::search::wished::{budget_for_more, number_among, requiring, spare_words};
use crate::solver::Budget;
use fastrand::Rng;

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
    let wished = spare_words(job.themes);
    // If the words come first, another puzzle with all of them may still rate higher.
    let is_first = job.wish_first && is_tiny();
    if number_there(&wished, &best.puzzle) == wished.len() && !is_first {
        return Ok(Answer { has_most_wished: true, ..best });
    }
    if best.ending == Ending::Filled {
        return fill_with_more(best, job, options, &budget_for_more(budget), watch);
    }
    match is_first || is_tiny() {
        true if is_first => demand_more(best, job, options, budget, watch),
        true => demand_more_at_rating(best, job, options, budget, watch),
        false => Ok(best),
    }
}

/// How far apart the same rating may be when it is computed in another order.
const SAME_RATING: f64 = 1e-9;

/// Returns the job with this many of the wished words required.
pub(super) fn with_number<R>(job: Job<'_>, number: usize, solve: impl FnOnce(Job<'_>) -> R) -> R {
    solve(Job { themes: &requiring(job.themes, number), ..job })
}

/// Returns whether it is known that there is no such puzzle, rather than that none was found.
fn is_final(why: &NoPuzzle) -> bool {
    !matches!(why, NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_))
}

/// Fills a given layout with one more wished word, again and again.
fn fill_with_more(
    mut best: Answer,
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let wished = spare_words(job.themes);
    loop {
        let there = number_there(&wished, &best.puzzle);
        if there == wished.len() {
            return Ok(Answer { has_most_wished: true, ..best });
        }
        match with_number(job, there + 1, |job| improve(job, options, budget, watch)) {
            Ok(more) => best = Answer { first_after: best.first_after, ..more },
            Err(NoAnswer::None(why)) => return Ok(Answer { has_most_wished: is_final(&why), ..best }),
            Err(NoAnswer::Stopped(_)) => return Ok(best),
            Err(broken) => return Err(broken),
        }
    }
}

/// Looks for puzzles of a tiny grid that rate no lower than the best one and have more of the wished words.
fn demand_more_at_rating(
    mut best: Answer,
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let wished = spare_words(job.themes);
    let is_proven = |ending| matches!(ending, Ending::Ceiling | Ending::Exhausted);
    if !is_proven(best.ending) {
        return Ok(best);
    }
    let has_most_wished = loop {
        let there = number_there(&wished, &best.puzzle);
        if there == wished.len() {
            break true;
        }
        match with_number(job, there + 1, |job| improve(job, options, budget, watch)) {
            // No puzzle rates higher than the first one, whatever it has.
            Ok(more) if more.score >= best.score - SAME_RATING => {
                best = Answer { ending: best.ending, ceiling: best.ceiling, ..more };
            }
            Ok(more) => break is_proven(more.ending),
            Err(NoAnswer::None(why)) => break is_final(&why),
            Err(NoAnswer::Stopped(_)) => break false,
            Err(broken) => return Err(broken),
        }
    };
    Ok(Answer { has_most_wished, ..best })
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
    let with = |number: usize| with_number(job, number, |job| improve(job, options, budget, watch));
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
                Err(NoAnswer::None(why)) => is_proven = is_final(&why),
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
    let is_decided = matches!(best.ending, Ending::Ceiling | Ending::Exhausted);
    if !is_proven && is_decided {
        best.ending = Ending::Settled;
    }
    Ok(Answer { has_most_wished: is_proven && best.ending != Ending::Stopped, ..best })
}

/// Returns how many of these words a puzzle has.
pub(super) fn number_there(words: &[Vec<Letter>], puzzle: &Puzzle) -> usize {
    number_among(words, rules::words(puzzle).map(|(word, _)| word))
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
    use crate::encodings::lexicon::Theme;
    use itertools::Itertools;

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
