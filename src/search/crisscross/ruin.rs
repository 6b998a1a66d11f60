//! Ruin and recreate: the local search for good layouts.
//!
//! A step takes a few words away that hang together (or a few at random), lays all the words that are off the
//! board again, each where it crosses most, and keeps the result by the rule of simulated annealing. What
//! makes it work is that the words are laid in another order each time, and now and then pass over a spot: plain
//! greedy laying, repeated from scratch, stays two or three crossings behind on twenty words and twenty on fifty.
//! A step costs 20 to 100 µs for 12 to 50 words.
//!
//! Words are laid one by one and every layout on the way keeps the rules for neighbours. Layouts in which four
//! words enclose a block of 2x2 letters cannot be reached like that; the formula finds them where there are any.

use super::board::{Board, Spot};
use crate::encodings::crisscross::puzzle::Value;
use crate::solver::Budget;
use fastrand::Rng;
use std::cmp::Reverse;
use std::time::Duration;

/// How a round of steps goes about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// How many steps.
    pub(super) steps: usize,
    /// The temperature at the start and at the end, in crossings.
    pub(super) heat: [f64; 2],
    /// What a field of the bounding box costs, in crossings.
    pub(super) field: f64,
}

impl Round {
    /// A round that looks for crossings from scratch.
    pub(super) fn fresh(steps: usize) -> Self {
        Self { steps, heat: [0.7, 0.1], field: 0.001 }
    }

    /// A round that draws a good layout together.
    pub(super) fn shrink(steps: usize) -> Self {
        Self { steps, heat: [0.3, 0.05], field: 0.02 }
    }
}

/// What a word is worth, in crossings; each laid word brings a crossing besides.
const WORD: f64 = 2.0;
/// How often a word passes over a spot where it could lie.
const BLINK: f64 = 0.05;
/// The most words that a step takes away on purpose.
const MOST_TAKEN: usize = 8;
/// How many steps are made between two looks at the clock.
const STEPS_A_LOOK: usize = 32;

/// Makes the steps of a round on a board that is not empty; `better` hears of every layout that was kept.
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
        let before = board.snapshot();
        ruin(board, rng);
        // Half of the time what fell off may stay for a new word to connect it.
        if rng.bool() {
            take_strays(board);
        }
        recreate(board, round, rng);
        if take_strays(board) {
            recreate(board, round, rng);
        }
        let new = cost(board, round);
        if new <= price || rng.f64() < ((price - new) / heat).exp() {
            price = new;
            better(board, board.value());
        } else {
            board.restore(&before);
        }
    }
}

/// How much of the round is over, from 0 to 1: by its steps, or by the time that was left at its beginning,
/// so that a round which the time limit cuts short cools down all the same.
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
    round.field * (rows * cols) as f64 - WORD * board.laid() as f64 - board.crossings() as f64
}

/// Takes the words away that do not hang together with most of the others; whether there were any.
fn take_strays(board: &mut Board) -> bool {
    let strays = board.strays();
    for &word in &strays {
        board.take(word);
    }
    !strays.is_empty()
}

/// Takes a few words away, but not the last one.
fn ruin(board: &mut Board, rng: &mut Rng) {
    let laid: Vec<usize> = (0..board.count()).filter(|&word| board.spot(word).is_some()).collect();
    let most = MOST_TAKEN.min(laid.len().saturating_sub(1));
    if most == 0 {
        return;
    }
    let count = rng.usize(1..=most);
    if rng.usize(..4) == 0 {
        for _ in 0..count {
            board.take(laid[rng.usize(..laid.len())]);
        }
        return;
    }
    // A word and words around it.
    let mut seen = vec![false; board.count()];
    let mut open = vec![laid[rng.usize(..laid.len())]];
    seen[open[0]] = true;
    for _ in 0..count {
        if open.is_empty() {
            break;
        }
        let word = open.swap_remove(rng.usize(..open.len()));
        for other in board.neighbours(word) {
            if !std::mem::replace(&mut seen[other], true) {
                open.push(other);
            }
        }
        board.take(word);
    }
}

/// Lays the words that are off the board, each where it crosses most, until no more of them fits.
pub(super) fn recreate(board: &mut Board, round: Round, rng: &mut Rng) {
    let mut words: Vec<usize> = (0..board.count()).filter(|&word| board.spot(word).is_none()).collect();
    rng.shuffle(&mut words);
    if rng.bool() {
        words.sort_by_key(|&word| Reverse(board.len_of(word)));
    }
    loop {
        let before = words.len();
        words.retain(|&word| {
            let mut best: Option<(f64, Spot)> = None;
            board.for_each_fit(word, |spot, crossings, (rows, cols)| {
                let worth = crossings as f64 + 0.5 * rng.f64() - round.field * (rows * cols) as f64;
                if best.is_none_or(|(other, _)| worth > other) && rng.f64() >= BLINK {
                    best = Some((worth, spot));
                }
            });
            if let Some((_, spot)) = best {
                board.lay(word, spot);
            }
            best.is_none()
        });
        if words.is_empty() || words.len() == before {
            return;
        }
    }
}

/// A layout from nothing: one word, and the others laid around it. False if the word does not fit either way.
pub(super) fn start(board: &mut Board, round: Round, rng: &mut Rng) -> bool {
    let first = rng.usize(..board.count());
    let down = rng.usize(..2);
    if !board.lay_first(first, down) && !board.lay_first(first, 1 - down) {
        return false;
    }
    recreate(board, round, rng);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::crisscross::{base, puzzle::Puzzle, rules};

    /// Every layout on the way keeps the rules, and what the board says of it is what the layout says.
    #[test]
    fn every_kept_layout_keeps_the_rules() {
        let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\naster\n";
        let entries = base::read(words, base::Style::Marked).expect("words").entries;
        for (rows, cols) in [(8, 8), (6, 12), (20, 20), (3, 6)] {
            let puzzle = Puzzle { rows, cols, entries: entries.clone() };
            let mut rng = Rng::with_seed(7);
            let round = Round::fresh(400);
            let mut board = Board::new(&puzzle);
            assert!(start(&mut board, round, &mut rng));
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
        let entries = base::read("rose\ntulip\nlily\niris\n", base::Style::Marked).expect("words").entries;
        let puzzle = Puzzle { rows: 9, cols: 9, entries };
        let mut rng = Rng::with_seed(1);
        let mut board = Board::new(&puzzle);
        assert!(start(&mut board, Round::fresh(1), &mut rng));
        let placements = board.placements();
        let mut other = Board::new(&puzzle);
        other.adopt(&placements);
        assert_eq!(other.placements(), placements);
        other.centre();
        assert_eq!(other.placements(), placements);
        assert_eq!(other.value(), board.value());
    }
}
