//! Wished words before the rating: as many as possible, and then the best rating with so many.
//!
//! Where every layout can be tried, this is a question for each number: all of them are demanded first, and then one
//! fewer, until there is a puzzle. So both numbers are proven. Elsewhere puzzles are compared in this order, and layouts
//! are made for as many wished words as the best one has, or a few more ([`draw`]).

use super::{Answer, Job, NoAnswer, Options, Progress, exhaust, improve};
use crate::encodings::lexicon::{Letter, Theme};
use crate::solver::Budget;
use fastrand::Rng;
use itertools::Itertools;

/// Solves a puzzle, and asks for one number of wished words after the other if they come first and the grid is tiny.
pub(super) fn solve(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    if job.wish_first && exhaust::is_tiny(job, options) {
        let wished = spare_words(job.themes);
        for number in (1..=wished.len()).rev() {
            let demanded = Theme::new(wished.iter().cloned(), number);
            let themes: Vec<Theme> = job.themes.iter().cloned().chain([demanded]).collect();
            match improve(Job { themes: &themes, ..job }, options, budget, watch) {
                Err(NoAnswer::None(_)) => {}
                // If the time is up, there is none left for fewer words either.
                ended => return ended,
            }
        }
    }
    improve(job, options, budget, watch)
}

/// Returns the words that a puzzle may lack.
fn spare_words(themes: &[Theme]) -> Vec<Vec<Letter>> {
    let spare = themes.iter().filter(|theme| theme.spare() > 0).flat_map(Theme::words);
    spare.cloned().sorted().dedup().collect()
}

/// Draws the words for the next layout from those that can be spared: as many as the best puzzle has, or with ever smaller
/// chance one more, or two, …; either `there`, those of that puzzle, and others only for more, or any.
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
