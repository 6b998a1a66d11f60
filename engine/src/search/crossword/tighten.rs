//! From a [`Maker`] to the best of its crosswords: one is found, then one from a maker with a tighter bound, and so on.

use super::make::{TRIES, make_and_fill};
use super::wished::in_other_templates;
use super::{Answer, Maker, NoAnswer, NoCrossword, Options, Progress, small};
use crate::encodings::lexicon::WordList;
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed};
use std::time::Duration;

/// The share of the time that proving a bound may take, as a divisor.
const SHARE_OF_BOUND: u32 = 8;
/// How many templates are tried for one more wished word.
const TRIES_FOR_MORE: usize = 12;
/// The seeds of these templates begin here, beyond those of the templates before.
const SEEDS_OF_MORE: u64 = 1 << 32;
/// The time that proving a bound may take if there is no limit.
const TIME_OF_BOUND: Duration = Duration::from_secs(60);

/// Makes templates until one can be filled, and fills it; then goes on as long as the maker knows better ones and the
/// budget lasts. Where all templates are equally good, other ones are tried for more of the words that are only welcome.
/// `watch` is called with progress.
pub fn solve_made(
    maker: &dyn Maker,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    if let Some(answer) = small::fewest(maker, list, options, budget, watch) {
        return answer;
    }
    let mut best = match make_and_fill(maker, list, options, TRIES, budget, watch) {
        // That none was found is not an answer yet where a formula can decide.
        Err(NoAnswer::None(reason @ (NoCrossword::GaveUp { .. } | NoCrossword::Unspelled(_)))) => {
            small::decided(maker, list, options, budget, watch).unwrap_or(Err(reason.into()))
        }
        made => made,
    }
    .map_err(|reason| reason.or_broken(budget))?;
    let Some(mut next) = maker.tighter(&best.puzzle) else {
        return Ok(in_other_templates(best, &options.themes, budget, &|themes, turn, budget| {
            let seed = seed::derive(options.setup.seed, SEEDS_OF_MORE + turn);
            let options = Options { themes: themes.into(), ..options.with_seed(seed) };
            make_and_fill(maker, list, &options, TRIES_FOR_MORE, budget, watch)
        }));
    };
    let time = budget.remaining().map_or(TIME_OF_BOUND, |left| left / SHARE_OF_BOUND);
    let least = maker.least_blocks(list, &options.setup, &budget.clone().within(time));
    loop {
        let blocks = best.puzzle.cells.iter().filter(|(_, cell)| !cell.is_white()).count();
        log::info!("{blocks} blocks after {:.1} s", started.elapsed().as_secs_f64());
        if blocks <= least || budget.exhausted() {
            break;
        }
        let watch = |progress| {
            watch(match progress {
                Progress::Pattern(turn) | Progress::Letters(turn) => Progress::Fewer { blocks, turn },
                other => other,
            });
        };
        match make_and_fill(&*next, list, options, TRIES, budget, &watch) {
            Ok(answer) => {
                let tries = best.tries + answer.tries;
                best = Answer { filled_after: started.elapsed(), tries, ..answer };
            }
            Err(bug @ NoAnswer::Bug(_)) => return Err(bug),
            // The best one so far remains.
            Err(_) => break,
        }
        let Some(tighter) = next.tighter(&best.puzzle) else { break };
        next = tighter;
    }
    Ok(Answer { least_blocks: Some(least), ..best })
}
