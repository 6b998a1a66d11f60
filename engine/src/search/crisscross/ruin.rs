//! Ruin and recreate: the local search for good layouts.
//!
//! A step removes a few connected words (or a few at random), places all the words that are off the board again, each
//! where it crosses most, and accepts the result by the rule of simulated annealing. What makes it work is that the
//! words are placed in a different order each time, and now and then skip a spot: plain greedy placement, repeated from
//! scratch, stays two or three crossings behind on twenty words and twenty on fifty. A step costs 20 to 100 µs for 12
//! to 50 words.
//!
//! Words are placed one by one, and every layout on the way follows the rules for neighbours. Layouts in which four
//! words enclose a block of 2x2 letters cannot be reached like that; the formula finds them if there are any.

use super::board::{Board, Spot};
use super::taste::Taste;
use crate::encodings::crisscross::puzzle::Value;
use crate::solver::Budget;
use fastrand::Rng;
use std::cmp::Reverse;
use std::time::Duration;

/// The parameters of a round of steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// The number of steps.
    pub(super) steps: usize,
    /// The temperature at the start and at the end, in crossings.
    pub(super) heat: [f64; 2],
    /// The cost of a field of the bounding box, in crossings.
    pub(super) field: f64,
    /// Which box counts as how many fields.
    pub(super) taste: Taste,
    /// With this many words on the board, the round is over.
    pub(super) enough: usize,
}

impl Round {
    /// A round that looks for crossings from scratch.
    pub(super) fn fresh(steps: usize, taste: Taste) -> Self {
        Self { steps, heat: [0.7, 0.1], field: 0.001, taste, enough: usize::MAX }
    }

    /// A round that makes a good layout more compact.
    pub(super) fn shrink(steps: usize, taste: Taste) -> Self {
        Self { steps, heat: [0.3, 0.05], field: 0.02, taste, enough: usize::MAX }
    }

    /// A round that looks for places for this many words within a given box.
    pub(super) fn squeeze(steps: usize, taste: Taste, enough: usize) -> Self {
        Self { steps, heat: [0.4, 0.1], field: 0.0, taste, enough }
    }
}

/// The value of a word, in crossings, on top of the crossing that each placed word brings.
const WORD: f64 = 2.0;
/// The probability that a word skips a spot in which it fits.
const BLINK: f64 = 0.05;
/// The maximum number of words that a step removes on purpose.
const MOST_TAKEN: usize = 8;
/// The maximum number of words without a place that a step tries to place, besides those that it removed: on a board that
/// cannot hold all words, nearly all of the time would go into them.
const MOST_TRIED: usize = 40;
/// The number of steps between two looks at the clock.
const STEPS_A_LOOK: usize = 32;
/// The number of words placed, or found to have no place, between two looks within a step.
const WORDS_A_LOOK: usize = 64;

/// Makes the steps of a round on a board that is not empty; `better` is called with every layout that was accepted.
pub(super) fn run(
    board: &mut Board,
    round: Round,
    rng: &mut Rng,
    budget: &Budget,
    mut better: impl FnMut(&Board, Value),
) {
    let time = budget.remaining();
    let mut price = cost(board, round);
    better(board, board.value());
    let mut done = 0.0;
    for step in 0..round.steps {
        if step % STEPS_A_LOOK == 0 {
            if budget.exhausted() {
                return;
            }
            done = progress(step, round.steps, time, budget.remaining());
        }
        let heat = round.heat[0] * (round.heat[1] / round.heat[0]).powf(done);
        if board.is_off_centre() {
            board.centre();
        }
        board.mark();
        let around = ruin(board, rng);
        // Half of the time, words that came loose may stay, in case a new word connects them.
        if rng.bool() {
            take_strays(board, &around);
        }
        recreate(board, MOST_TRIED, round, rng, budget);
        if take_strays(board, &around) {
            recreate(board, MOST_TRIED, round, rng, budget);
        }
        let new = cost(board, round);
        if new <= price || rng.f64() < ((price - new) / heat).exp() {
            price = new;
            better(board, board.value());
            if board.laid() >= round.enough {
                return;
            }
        } else {
            board.undo();
        }
    }
}

/// Looks for a layout of the words that are on the board within a box of at most this size, and puts back the board's own
/// limits, `whole`, at the end.
pub(super) fn squeeze(
    board: &mut Board,
    round: Round,
    (rows, cols): (usize, usize),
    whole: (usize, usize),
    rng: &mut Rng,
    budget: &Budget,
    better: impl FnMut(&Board, Value),
) {
    let around = board.limit(rows, cols, rng);
    take_strays(board, &around);
    recreate(board, usize::MAX, round, rng, budget);
    if board.laid() > 0 {
        run(board, round, rng, budget, better);
    }
    board.limit(whole.0, whole.1, rng);
}

/// Returns how much of the round is over, from 0 to 1: by its steps, or by the time that was left at its start, so that
/// a round that the time limit cuts short still cools down.
fn progress(step: usize, steps: usize, time: Option<Duration>, left: Option<Duration>) -> f64 {
    let by_steps = step as f64 / steps as f64;
    let by_time = match (time, left) {
        (Some(time), Some(left)) if !time.is_zero() => 1.0 - left.as_secs_f64() / time.as_secs_f64(),
        _ => 0.0,
    };
    by_steps.max(by_time).min(1.0)
}

fn cost(board: &Board, round: Round) -> f64 {
    let (rows, cols) = board.size();
    round.field * round.taste.area(rows, cols) - WORD * board.laid() as f64 - board.crossings() as f64
}

/// Removes the words that are not connected to the largest group; `around` are those whose neighbours were removed. Returns
/// whether there were any.
fn take_strays(board: &mut Board, around: &[usize]) -> bool {
    let strays = board.strays_around(around.iter().copied());
    for &word in &strays {
        board.take(word);
    }
    !strays.is_empty()
}

/// Removes a few words, but never the last one; returns those that crossed them.
fn ruin(board: &mut Board, rng: &mut Rng) -> Vec<usize> {
    let mut around = Vec::new();
    let most = MOST_TAKEN.min(board.laid().saturating_sub(1));
    if most == 0 {
        return around;
    }
    let any = |board: &Board, rng: &mut Rng| loop {
        let word = rng.usize(..board.count());
        if board.spot(word).is_some() {
            return word;
        }
    };
    let count = rng.usize(1..=most);
    if rng.usize(..4) == 0 {
        for _ in 0..count {
            let word = any(board, rng);
            around.extend(board.neighbours(word));
            board.take(word);
        }
        return around;
    }
    // A word and words around it.
    let mut seen = vec![any(board, rng)];
    let mut open = seen.clone();
    for _ in 0..count {
        if open.is_empty() {
            break;
        }
        let word = open.swap_remove(rng.usize(..open.len()));
        for other in board.neighbours(word) {
            around.push(other);
            if !seen.contains(&other) {
                seen.push(other);
                open.push(other);
            }
        }
        board.take(word);
    }
    around
}

/// Places the words that are off the board, each where it crosses most, until no more of them fit or the budget ends;
/// of those that this step did not remove, at most `most` are tried.
fn recreate(board: &mut Board, most: usize, round: Round, rng: &mut Rng, budget: &Budget) {
    let off = board.off();
    let recent = off.len().saturating_sub(MOST_TAKEN);
    let mut words: Vec<usize> = off[recent..].to_vec();
    match recent > most {
        true => words.extend((0..most).map(|_| off[rng.usize(..recent)])),
        false => words.extend(&off[..recent]),
    }
    rng.shuffle(&mut words);
    if rng.bool() {
        words.sort_by_key(|&word| Reverse(board.len_of(word)));
    }
    // With a long list, one pass takes seconds.
    let (mut tried, mut stopped) = (0, false);
    loop {
        let before = words.len();
        words.retain(|&word| {
            tried += 1;
            stopped = stopped || tried % WORDS_A_LOOK == 0 && budget.exhausted();
            if stopped || board.spot(word).is_some() {
                return stopped;
            }
            let mut best: Option<(f64, Spot)> = None;
            board.for_each_fit(word, |spot, crossings, (rows, cols)| {
                let worth = crossings as f64 + 0.5 * rng.f64() - round.field * round.taste.area(rows, cols);
                if best.is_none_or(|(other, _)| worth > other) && rng.f64() >= BLINK {
                    best = Some((worth, spot));
                }
            });
            if let Some((_, spot)) = best {
                board.lay(word, spot);
            }
            best.is_none()
        });
        if stopped || words.is_empty() || words.len() == before {
            return;
        }
    }
}

/// Makes a layout from scratch: one word, and the others placed around it for as long as the budget lasts. Returns `false`
/// if the word fits in neither direction.
pub(super) fn start(board: &mut Board, round: Round, rng: &mut Rng, budget: &Budget) -> bool {
    let first = rng.usize(..board.count());
    let down = rng.usize(..2);
    if !board.lay_first(first, down) && !board.lay_first(first, 1 - down) {
        return false;
    }
    recreate(board, usize::MAX, round, rng, budget);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::crisscross::{base, puzzle::Puzzle, rules};

    /// Every layout on the way follows the rules, and the board agrees with the layout about its value.
    #[test]
    fn every_kept_layout_keeps_the_rules() {
        let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\naster\n";
        let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
        for (rows, cols) in [(8, 8), (6, 12), (20, 20), (3, 6)] {
            let puzzle = Puzzle { rows, cols, entries: entries.clone() };
            let mut rng = Rng::with_seed(7);
            let round = Round::fresh(400, Taste::default());
            let mut board = Board::new(&puzzle);
            assert!(start(&mut board, round, &mut rng, &Budget::unlimited()));
            let mut seen = 0;
            run(&mut board, round, &mut rng, &Budget::unlimited(), |board, value| {
                let layout = puzzle.layout(board.placements());
                assert_eq!(rules::check(&layout, Some(&puzzle.entries)), []);
                assert_eq!(layout.value(), value);
                seen += 1;
            });
            assert!(seen > 10, "{rows}x{cols}: {seen} layouts");
        }
    }

    #[test]
    fn a_layout_can_be_taken_over() {
        let entries = base::read("rose\ntulip\nlily\niris\n", base::Style::Marked, &Default::default())
            .expect("words")
            .entries;
        let puzzle = Puzzle { rows: 9, cols: 9, entries };
        let mut rng = Rng::with_seed(1);
        let mut board = Board::new(&puzzle);
        assert!(start(&mut board, Round::fresh(1, Taste::default()), &mut rng, &Budget::unlimited()));
        let placements = board.placements();
        let mut other = Board::new(&puzzle);
        other.adopt(&placements);
        assert_eq!(other.placements(), placements);
        other.centre();
        assert_eq!(other.placements(), placements);
        assert_eq!(other.value(), board.value());
    }

    #[test]
    fn a_long_list_is_laid_only_while_the_budget_lasts() {
        let words = base::read("rose\ntulip\nlily\niris\n", base::Style::Marked, &Default::default())
            .expect("words")
            .entries;
        let entries = words.into_iter().cycle().take(1000).collect();
        let mut board = Board::new(&Puzzle { rows: 99, cols: 99, entries });
        let ended = Budget::unlimited();
        ended.fail("it is over".into());
        assert!(start(&mut board, Round::fresh(1, Taste::default()), &mut Rng::with_seed(1), &ended));
        assert!(board.laid() <= WORDS_A_LOOK, "{} words", board.laid());
    }
}
