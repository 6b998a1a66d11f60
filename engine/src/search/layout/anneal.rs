//! Simulated annealing of layouts: flip and shift question fields until the counts are right.
//!
//! Metropolis steps under a geometric cooling schedule. There are three moves: shift a question to a neighbouring
//! field (the most useful one, as it keeps the number of questions), move it anywhere, flip one field. The
//! result is the best layout seen, not the last one.

use super::board::{Board, Snapshot};
use super::energy::{Prices, energy, grain, least_energy, loss, prices_at_best, scale};
use super::pattern::Kind;
use crate::solver::Budget;
use fastrand::Rng;

/// The length and the temperatures of an annealing.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Schedule {
    /// The number of moves to try.
    pub(in crate::search) moves: u64,
    /// The temperature at the start, in points of the summed factors.
    pub(in crate::search) start: f64,
    /// The temperature at the end.
    pub(in crate::search) end: f64,
}

/// The fewest moves, however small the board.
const FEWEST_MOVES: u64 = 300_000;

impl Schedule {
    /// Returns the schedule for a board made from scratch, with this many moves per free field.
    pub(in crate::search) fn for_board(board: &Board, moves_a_field: u64) -> Self {
        let grain = grain(board.unblocked());
        Self {
            moves: (moves_a_field * board.free().len() as u64).max(FEWEST_MOVES),
            start: 0.5 * scale(board.unblocked()),
            end: (grain * 0.3).clamp(0.0005, 0.1),
        }
    }
}

/// Anneals the board. Ends early when the loss of a flawless layout is at most `goal`, or when the budget ends. Leaves
/// the board in the best state seen and returns its energy.
pub(in crate::search) fn anneal(
    board: &mut Board,
    schedule: &Schedule,
    prices: &Prices,
    goal: f64,
    rng: &mut Rng,
    budget: &Budget,
) -> f64 {
    const COOLING_STEPS: u64 = 2000;
    /// The energy of a flawless layout exceeds its loss and [`prices_at_best`] by less than this.
    const SLACK: f64 = 1.0;
    let mut current = energy(board, prices);
    let mut best = current;
    let mut reached = false;
    let mut best_layout = BestLayout::new();
    if board.free().is_empty() {
        return best;
    }
    let stage = schedule.moves.div_ceil(COOLING_STEPS);
    for step in 0..COOLING_STEPS {
        if budget.exhausted() || reached {
            break;
        }
        let progress = step as f64 / COOLING_STEPS as f64;
        let temperature = schedule.start * (schedule.end / schedule.start).powf(progress);
        for _ in 0..stage {
            let Some((first, second)) = propose(board, rng) else { continue };
            // Counting what letters leave the runs takes long, and the rest is often enough to refuse a move.
            let most = board.has_letters.then(|| current - temperature * rng.f64().ln());
            if most.is_some_and(|most| least_energy_after(board, first, second, prices, most) > most) {
                continue;
            }
            board.flip(first);
            if let Some(second) = second {
                board.flip(second);
            }
            let next = energy(board, prices);
            let is_accepted = match most {
                Some(most) => next <= most,
                None => next <= current || rng.f64() < ((current - next) / temperature).exp(),
            };
            if is_accepted {
                current = next;
                best_layout.flipped(board, first, second);
                if next < best {
                    best = next;
                    best_layout.is_present();
                    if next <= goal + SLACK + prices_at_best(board, prices)
                        && is_flawless(board)
                        && loss(board.tally(), board.unblocked()) <= goal
                    {
                        reached = true;
                        break;
                    }
                }
            } else {
                if let Some(second) = second {
                    board.flip(second);
                }
                board.flip(first);
            }
        }
    }
    best_layout.restore(board);
    best
}

/// Returns what the energy will be at least after a move, found out without counting letters; it only matters whether that is more
/// than `most`.
fn least_energy_after(
    board: &mut Board,
    first: usize,
    second: Option<usize>,
    prices: &Prices,
    most: f64,
) -> f64 {
    board.flip_pattern(first);
    let least = match second {
        None => least_energy(board, &[first], prices, most),
        Some(second) => {
            board.flip_pattern(second);
            let least = least_energy(board, &[first, second], prices, most);
            board.flip_pattern(second);
            least
        }
    };
    board.flip_pattern(first);
    least
}

/// The best layout of an annealing, as what has been flipped since. To copy a board each time it gets better would take time
/// that grows with the square of the board.
struct BestLayout {
    /// The best layout, unless it is the present one without these flips.
    copy: Option<Snapshot>,
    flips: Vec<usize>,
}

impl BestLayout {
    fn new() -> Self {
        Self { copy: None, flips: Vec::new() }
    }

    /// Takes note of a move that has been made.
    fn flipped(&mut self, board: &mut Board, first: usize, second: Option<usize>) {
        if self.copy.is_some() {
            return;
        }
        self.flips.push(first);
        self.flips.extend(second);
        // From here on, a copy is cheaper.
        if self.flips.len() > board.kinds().len() {
            let now = board.snapshot();
            self.flips.iter().rev().for_each(|&at| board.flip(at));
            self.copy = Some(board.snapshot());
            board.restore(&now);
            self.flips.clear();
        }
    }

    /// Makes the present layout the best one.
    fn is_present(&mut self) {
        self.copy = None;
        self.flips.clear();
    }

    /// Returns to the best layout.
    fn restore(self, board: &mut Board) {
        match self.copy {
            Some(copy) => board.restore(&copy),
            None => self.flips.iter().rev().for_each(|&at| board.flip(at)),
        }
    }
}

/// Returns whether only the counts separate this layout from the ceiling.
fn is_flawless(board: &Board) -> bool {
    let tally = board.tally();
    tally.broken() == 0 && tally.crowded == 0 && tally.dead == 0
}

/// Draws one or two fields to flip; `None` if the move drawn makes no sense here.
pub(super) fn propose(board: &Board, rng: &mut Rng) -> Option<(usize, Option<usize>)> {
    let first = board.free()[rng.usize(..board.free().len())];
    if !board.is_free(first) {
        return None;
    }
    match rng.u8(..8) {
        0..6 => {
            let question = board.kind(first) == Kind::Question;
            // A letter has no reason to move, so most of these draws are discarded.
            if !question && rng.u8(..3) > 0 {
                return None;
            }
            let step = [1, board.width(), board.width() + 1, board.width() - 1][rng.usize(..4)];
            let second = if rng.bool() { first + step } else { first - step };
            (board.is_free(second) && board.kind(second) != board.kind(first))
                .then_some((first, Some(second)))
        }
        6 => {
            let second = board.free()[rng.usize(..board.free().len())];
            (board.is_free(second) && board.kind(second) != board.kind(first))
                .then_some((first, Some(second)))
        }
        _ => Some((first, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::{Field, Puzzle};
    use crate::encodings::grid::Grid;
    use crate::encodings::lexicon::Letter;
    use crate::search::layout::Fits;
    use crate::search::testing;
    use crate::solver::words::WordIndex;
    use std::sync::Arc;

    /// With hot and cold schedules, and with enough moves that the best layout has to be copied.
    #[test]
    fn the_best_layout_seen_is_left_on_the_board() {
        for (side, start, end) in [(6, 40.0, 30.0), (9, 20.0, 0.1), (12, 5.0, 0.01)] {
            let open = Puzzle { fields: Grid::filled(side, side, Field::Open), questions: Vec::new() };
            let mut board = Board::new(&open, &[900; 13], &Fits::default());
            let prices = Prices::for_fields(board.unblocked());
            for seed in 0..4 {
                let mut rng = Rng::with_seed(seed);
                board.scatter(&mut rng);
                let schedule = Schedule { moves: 20_000, start, end };
                let best = anneal(&mut board, &schedule, &prices, 0.0, &mut rng, &Budget::unlimited());
                assert!((energy(&board, &prices) - best).abs() < 1e-9);
                let mut fresh = board.clone();
                fresh.recount();
                assert_eq!(fresh.tally(), board.tally());
            }
        }
    }

    #[test]
    fn what_a_move_costs_at_least_is_no_more_than_it_costs_and_leaves_the_board_as_it_is() {
        let own = ["LATERNE", "ROSE", "SELTEN", "TRESOR"];
        let own = own.map(|word| word.chars().filter_map(Letter::from_char).collect::<Vec<_>>());
        let open = Puzzle { fields: Grid::filled(9, 9, Field::Open), questions: Vec::new() };
        let list = testing::list().with_own(&own);
        let fits = Fits::new(&Arc::new(WordIndex::new(&list)));
        let (mut tried, mut exact, mut by_letters) = (0, 0, 0);
        // Without a word on the board, there is nothing else to find out.
        for (judges, laid) in [(false, 0), (false, 2), (false, 4), (true, 4)] {
            let mut board = Board::new(&open, &[900; 10], &fits);
            board.welcome(&[&own[0], &own[1], &own[2], &own[3]]);
            board.judge_crossings(judges);
            let prices = Prices::for_own_words(board.unblocked());
            let prices = if judges { prices.for_settling(board.unblocked()) } else { prices };
            let mut rng = Rng::with_seed(4);
            board.scatter(&mut rng);
            for word in 0..laid {
                let place = (0..200).find_map(|_| board.draw_place(word, &mut rng));
                board.lay(word, place.unwrap().1);
            }
            for _ in 0..1000 {
                let Some((first, second)) = propose(&board, &mut rng) else { continue };
                let before = board.tally().clone();
                let without = least_energy_after(&mut board, first, second, &prices, f64::NEG_INFINITY);
                let least = least_energy_after(&mut board, first, second, &prices, f64::INFINITY);
                assert_eq!(*board.tally(), before);
                board.flip(first);
                second.into_iter().for_each(|second| board.flip(second));
                let cost = energy(&board, &prices);
                assert!(without <= least && least <= cost + 1e-3, "{without} {least} {cost}");
                assert!(laid > 0 || least > cost - 1e-3, "{least} {cost}");
                tried += 1;
                exact += usize::from(least > cost - 1e-3);
                by_letters += usize::from(least > without + 1e-3);
            }
        }
        assert!(tried > 600 && exact > 100 && by_letters > 50, "{tried} {exact} {by_letters}");
    }
}
