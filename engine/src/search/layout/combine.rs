//! The last words of a layout: one arrangement for each of several windows, chosen so that together they make up exactly
//! what is missing.
//!
//! Little separates a cold board from the ceiling: a long word or two too many, one of five letters too few. A single
//! window hardly ever has an arrangement with exactly that change. But each window has hundreds of flawless
//! arrangements, which change the counts in many ways, and the changes of windows that do not touch the same words add
//! up. So the flawless arrangements of several such windows are collected first, at temperatures at which a window
//! still moves and without regard to what is missing. That takes a few thousand moves per window. Then one is chosen
//! for each window (file `choose`).
//!
//! Left to chance, arrangements have fewer question fields and more long words, since there are far more of that kind, and no sum
//! meets its target. So changes have prices, which follow the mean of what is found until it is near zero: with a square alone,
//! 40x40 needed twice the rounds, and without any price there was no hit in a hundred.
//!
//! Two windows are independent if no run touches both and if they are more than four fields apart: all else that a flip
//! changes lies within two fields of it. Only at borders, bent arrows may still depend on both. So the choice is tried
//! on the board, which counts everything, and is taken back if that finds it worse.

use super::anneal::propose;
use super::board::Board;
use super::choose::{Arrangement, Choice, descend, meet};
use super::energy::{COUNTS, Prices, Sums, energy, flaws, scale};
use super::pattern::Kind;
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::grid::Pos;
use crate::solver::Budget;
use fastrand::Rng;
use std::collections::HashMap;

/// The rows and columns of windows.
const SHAPES: [(usize, usize); 4] = [(6, 6), (7, 7), (5, 9), (9, 5)];

/// The most windows in a round.
const MOST_WINDOWS: usize = 14;

/// The windows drawn at random to find these.
const DRAWN: usize = 1500;

/// The moves per field of a window while its arrangements are collected.
const MOVES_A_FIELD: u64 = 1500;

/// What the square of a change costs, in temperatures: arrangements that change little are more useful.
const PULL: f64 = 0.3;

/// How fast the tilt follows the changes that are found, and how far it goes.
const ADAPTS: f64 = 0.1;
const STEEPEST: f64 = 2.0;

/// The moves per field from the highest temperature to the lowest, again and again.
const MOVES_A_CYCLE: u64 = 60;

/// The highest and the lowest temperature, in prices of a broken rule.
const HOT: f64 = 0.25;
const COLD: f64 = 0.05;

/// The most arrangements of a window that are kept.
const MOST_ARRANGEMENTS: usize = 250;

/// A rectangle of fields, with its first row and column and those behind its last.
#[derive(Clone, Copy)]
struct Window {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Window {
    fn contains(&self, pos: Pos) -> bool {
        (self.rows.0..self.rows.1).contains(&pos.row) && (self.cols.0..self.cols.1).contains(&pos.col)
    }
}

/// What arrangements should change, in prices of one temperature for each count. Left to chance, there are far more ways to have
/// fewer question fields and more long words, and their sums would all miss the target on the same side.
#[derive(Default)]
pub(super) struct Tilt([f64; COUNTS]);

impl Tilt {
    /// Returns the price of a change.
    fn weight(&self, change: &Sums) -> f64 {
        let changes = change.counts().map(f64::from);
        self.0.iter().zip(changes).map(|(price, change)| (PULL * change + price) * change).sum()
    }

    /// Changes the prices so that the next arrangements change the counts less on average.
    fn adapt(&mut self, found: &[Arrangement]) {
        let mut means = [0.0; COUNTS];
        for arrangement in found {
            for (mean, change) in means.iter_mut().zip(arrangement.change.counts()) {
                *mean += f64::from(change) / found.len() as f64;
            }
        }
        for (price, mean) in self.0.iter_mut().zip(means) {
            *price = (*price + ADAPTS * mean).clamp(-STEEPEST, STEEPEST);
        }
    }
}

/// Rearranges several windows of a valid board at once so that its loss gets as low as possible. Returns whether
/// it is lower than before; otherwise the board is as it was.
pub(super) fn combine(
    board: &mut Board,
    tilt: &mut Tilt,
    given: &Puzzle,
    prices: &Prices,
    target: &Counts,
    rng: &mut Rng,
    budget: &Budget,
) -> bool {
    let mut choices: Vec<Choice> = Vec::new();
    for window in independent(board, rng) {
        board.confine(given, |pos| window.contains(pos));
        let arrangements = collect(board, tilt, prices, rng, budget);
        tilt.adapt(&arrangements);
        if arrangements.len() > 1 {
            choices.push(arrangements);
        }
        if budget.exhausted() {
            break;
        }
    }
    board.confine(given, |_| true);
    let start = Sums::of(board.tally());
    let before = energy(board, prices);
    let met = meet(&start, &choices, target, rng);
    let is_met = met.is_some();
    let chosen = met.unwrap_or_else(|| descend(&start, &choices, board.unblocked(), prices, rng));
    let flips: Vec<usize> = choices
        .iter()
        .zip(&chosen)
        .flat_map(|(choice, &chosen)| choice[chosen].flips.iter().copied())
        .collect();
    flips.iter().for_each(|&at| board.flip(at));
    let after = energy(board, prices);
    let better = after < before - 1e-9;
    log::debug!("{} windows together: energy {before:.4} to {after:.4}, met: {is_met}", choices.len());
    if !better {
        flips.iter().for_each(|&at| board.flip(at));
    }
    better
}

/// Draws windows of the board that do not depend on each other.
fn independent(board: &Board, rng: &mut Rng) -> Vec<Window> {
    let mut taken = vec![false; board.kinds().len()];
    let mut windows = Vec::new();
    for _ in 0..DRAWN {
        if windows.len() >= MOST_WINDOWS {
            break;
        }
        let (height, width) = SHAPES[rng.usize(..SHAPES.len())];
        let (height, width) = (height.min(board.rows()), width.min(board.cols()));
        let row = rng.usize(..=board.rows() - height);
        let col = rng.usize(..=board.cols() - width);
        let window = Window { rows: (row, row + height), cols: (col, col + width) };
        let reach = board.reach(window.rows, window.cols);
        if reach.iter().any(|&at| taken[at]) {
            continue;
        }
        reach.into_iter().for_each(|at| taken[at] = true);
        windows.push(window);
    }
    windows
}

/// Collects flawless arrangements of the fields that the board is confined to, one for each change of the counts. The
/// board is left as it was.
fn collect(
    board: &mut Board,
    tilt: &Tilt,
    prices: &Prices,
    rng: &mut Rng,
    budget: &Budget,
) -> Vec<Arrangement> {
    let fields = board.free().to_vec();
    let was: Vec<_> = fields.iter().map(|&at| board.kind(at)).collect();
    let start = Sums::of(board.tally());
    let mut found: HashMap<Sums, Vec<usize>> = HashMap::new();
    let unit = 2.0 * scale(board.unblocked());
    let first = flaws(board, prices);
    let limit = first + 0.1 * unit;
    let mut current = first;
    let mut weight = 0.0;
    let cycle = (MOVES_A_CYCLE * fields.len() as u64).max(1);
    for step in 0..MOVES_A_FIELD * fields.len() as u64 {
        if step % cycle == 0 && (found.len() >= MOST_ARRANGEMENTS || budget.exhausted()) {
            break;
        }
        let progress = (step % cycle) as f64 / cycle as f64;
        let temperature = unit * (HOT + (COLD - HOT) * progress);
        let Some((one, two)) = propose(board, rng) else { continue };
        board.flip(one);
        if let Some(two) = two {
            board.flip(two);
        }
        let next = flaws(board, prices);
        let next_weight = tilt.weight(&Sums::of(board.tally()).minus(&start));
        let worse = (next - current) / temperature + next_weight - weight;
        if worse <= 0.0 || rng.f64() < (-worse).exp() {
            (current, weight) = (next, next_weight);
            if next <= limit && board.tally().broken() == 0 {
                let change = Sums::of(board.tally()).minus(&start);
                found.entry(change).or_insert_with(|| {
                    let differs = |(&at, was): (&usize, &Kind)| (board.kind(at) != *was).then_some(at);
                    fields.iter().zip(&was).filter_map(differs).collect()
                });
            }
        } else {
            if let Some(two) = two {
                board.flip(two);
            }
            board.flip(one);
        }
    }
    for (&at, was) in fields.iter().zip(&was) {
        if board.kind(at) != *was {
            board.flip(at);
        }
    }
    found.remove(&Sums::default());
    let mut arrangements = vec![Arrangement { flips: Vec::new(), change: Sums::default() }];
    let mut others: Vec<_> = found.into_iter().map(|(change, flips)| Arrangement { flips, change }).collect();
    // The order of a map is a matter of chance, but a seed has to give the same layout again.
    others.sort_unstable_by_key(|other| other.change);
    rng.shuffle(&mut others);
    others.truncate(MOST_ARRANGEMENTS);
    arrangements.extend(others);
    arrangements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::{Blocked, Field};
    use crate::encodings::grid::Grid;
    use crate::search::layout::{Fits, Schedule, anneal};

    /// A cold board of 24x30 fields with a hole, and what it was made from.
    fn cold() -> (Puzzle, Board, Prices) {
        let fields = Grid::from_fn(24, 30, |pos| match (pos.row, pos.col) {
            (10..=13, 12..=16) => Field::Blocked(Blocked::Space),
            _ => Field::Open,
        });
        let given = Puzzle { fields, questions: Vec::new() };
        let mut board = Board::new(&given, &[1000; 25], &Fits::default());
        let prices = Prices::for_fields(board.unblocked());
        let mut rng = Rng::with_seed(4);
        board.scatter(&mut rng);
        let schedule = Schedule::for_board(&board, 600);
        anneal(&mut board, &schedule, &prices, 0.0, &mut rng, &Budget::unlimited());
        (given, board, prices)
    }

    #[test]
    fn the_changes_of_independent_windows_add_up() {
        let (given, mut board, prices) = cold();
        let mut rng = Rng::with_seed(7);
        let mut joined = 0;
        for _ in 0..20 {
            let (start, before) = (Sums::of(board.tally()), board.snapshot());
            let mut sum = start;
            let mut flips = Vec::new();
            let windows = independent(&board, &mut rng);
            for window in &windows {
                board.confine(&given, |pos| window.contains(pos));
                let found = collect(&mut board, &Tilt::default(), &prices, &mut rng, &Budget::unlimited());
                assert_eq!(Sums::of(board.tally()), start, "the board is left as it was");
                let one = &found[rng.usize(..found.len())];
                sum = sum.plus(&one.change);
                flips.extend(&one.flips);
            }
            flips.iter().for_each(|&at| board.flip(at));
            board.recount();
            assert_eq!(Sums::of(board.tally()), sum, "{} windows", windows.len());
            joined += usize::from(windows.len() > 1 && !flips.is_empty());
            board.restore(&before);
        }
        assert!(joined > 10, "{joined}");
    }

    #[test]
    fn the_choice_that_meets_has_the_wanted_counts() {
        let (given, mut board, prices) = cold();
        let mut rng = Rng::with_seed(9);
        let start = Sums::of(board.tally());
        let mut choices: Vec<Choice> = Vec::new();
        for window in independent(&board, &mut rng) {
            board.confine(&given, |pos| window.contains(pos));
            choices.push(collect(&mut board, &Tilt::default(), &prices, &mut rng, &Budget::unlimited()));
        }
        assert!(choices.len() > 1 && choices.iter().all(|choice| choice.len() > 5));
        let sums = |chosen: &[usize]| {
            let chosen = choices.iter().zip(chosen).map(|(choice, &chosen)| &choice[chosen].change);
            chosen.fold(start, |sums, change| sums.plus(change))
        };
        let drawn: Vec<usize> = choices.iter().map(|choice| rng.usize(..choice.len())).collect();
        let wanted = sums(&drawn);
        let [questions, lengths @ ..] = wanted.counts().map(|n| n as usize);
        let letters = (board.unblocked() - questions as i32) as usize;
        let mut target = Counts { questions, letters, lengths, ..Counts::default() };
        target.uncrossed = letters;
        let met = meet(&start, &choices, &target, &mut rng).unwrap();
        assert_eq!(sums(&met).counts(), wanted.counts());
        // No window changes as much as that.
        target.questions += 100;
        assert_eq!(meet(&start, &choices, &target, &mut rng), None);
    }

    #[test]
    fn a_board_is_never_worse_afterwards() {
        let (given, mut board, prices) = cold();
        let mut rng = Rng::with_seed(10);
        let target = Counts { letters: board.unblocked() as usize, ..Counts::default() };
        let mut tilt = Tilt::default();
        for _ in 0..10 {
            let before = energy(&board, &prices);
            let gain =
                combine(&mut board, &mut tilt, &given, &prices, &target, &mut rng, &Budget::unlimited());
            let after = energy(&board, &prices);
            assert!(if gain { after < before } else { (after - before).abs() < 1e-9 }, "{before} {after}");
        }
    }
}
