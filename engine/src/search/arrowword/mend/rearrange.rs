//! Other layouts around a run that has no word.
//!
//! One or two fields on the run or beside it are flipped: the run gets shorter or longer or falls into two, or words that cross it
//! do. All these layouts are judged by the board, which takes a microsecond each, and one is drawn: the better it is, the more
//! likely.

use super::state::State;
use crate::encodings::grid::{Pos, Run};
use crate::search::layout::{Board, Prices, energy};
use fastrand::Rng;

/// How far from the run fields are flipped.
const NEAR: isize = 1;

/// Returns fields to flip, so that no more rules are broken than before; none if there are no such fields. The higher the
/// temperature, the worse the layout may get.
pub(super) fn draw_flips(
    state: &State,
    board: &mut Board,
    run: Run,
    prices: &Prices,
    temperature: f64,
    rng: &mut Rng,
) -> Vec<Pos> {
    let fields = near(state, board, run);
    let (before, broken) = (energy(board, prices), board.tally().broken());
    let mut best = (f64::INFINITY, Vec::new());
    for (number, &first) in fields.iter().enumerate() {
        board.flip(first);
        for second in std::iter::once(None).chain(fields[number + 1..].iter().copied().map(Some)) {
            second.into_iter().for_each(|second| board.flip(second));
            if board.tally().broken() <= broken {
                let chance = -(-rng.f64().max(f64::MIN_POSITIVE).ln()).ln();
                let cost = energy(board, prices) - before - temperature * chance;
                if cost < best.0 {
                    best = (cost, [Some(first), second].into_iter().flatten().collect());
                }
            }
            second.into_iter().for_each(|second| board.flip(second));
        }
        board.flip(first);
    }
    best.1.into_iter().map(|at| board.pos(at)).collect()
}

/// Returns the fields of a run, those before and behind it, and those beside all of them, as far as they can be flipped.
fn near(state: &State, board: &Board, run: Run) -> Vec<usize> {
    let (down, right) = run.direction.step();
    let mut fields = Vec::new();
    for along in -NEAR..run.len as isize + NEAR {
        for beside in -NEAR..=NEAR {
            let pos = run.start.offset(along * down + beside * right, along * right + beside * down);
            if let Some(pos) = pos.filter(|&pos| state.fields.contains(pos)) {
                fields.push(board.at(pos));
            }
        }
    }
    fields.retain(|&at| board.is_free(at));
    fields
}
