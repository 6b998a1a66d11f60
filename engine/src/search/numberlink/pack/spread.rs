//! A layout of all blocks on one board, for which they are spread until they hardly overlap.
//!
//! The wires alone (`plan`) do not tell everything: a group of blocks that hangs on the rest by few wires may as well be folded
//! onto it, since nothing in the equations says that two blocks do not lie in the same place. So here blocks repel each other
//! like charges, and the board attracts them with the opposite charge, evenly spread: where more blocks lie than fit, they
//! are pushed apart, also over long distances, while the wires choose what they ask for. This is how analytic
//! placers of circuits spread their cells (Spindler, Schlichtmann and Johannes, "Kraftwerk2", IEEE Transactions on Computer-Aided
//! Design 27, 2008): the force becomes a *hold*, a weak spring from each block to a point in the direction of the force.
//!
//! Where a layout ends depends on where it begins, so several begin at random places, and the one that fits best is taken.

use super::board::Piece;
use super::springs::{Hold, Join, Spot, covered, settle};
use crate::solver::Budget;

/// How often forces are computed and the wires choose anew what they ask for.
const ROUNDS: usize = 120;
/// As in `plan`: in the first round a wire asks for its possible positions with a blur of so many fields,
const BLUR: f64 = 3.0;
/// with a half of that after this many rounds, and so on.
const ROUNDS_TO_HALF: f64 = 10.0;
/// How strong the spring of a hold is, compared with that of a wire.
const HOLD: f64 = 0.1;
/// The same in the beginning, when all blocks are held at random places.
const FIRST_HOLD: f64 = 0.02;
/// How many fields a hold is away from its block for each unit of force: a charge of one field at a distance of one field gives
/// a force of a half.
const STEP: f64 = 0.3;
/// A hold is never farther away than this.
const FARTHEST: f64 = 4.0;
/// Blocks may lie beside the board by this many fields, and are pushed back.
const MARGIN: usize = 4;
/// How many layouts are compared,
const LAYOUTS: usize = 16;
/// unless computing the forces between blocks and fields takes more than this many steps; one is always made.
const STEPS: usize = 400_000_000;
/// A wire that is farther than this from what it could ask for does not make a layout worse.
const LOST: f64 = 4.0;

/// Lays all blocks out on a board (rows, columns) in several random ways, and returns the one in which blocks overlap least and
/// wires are close to one of their possible positions. If the budget ends, it is the best so far.
pub fn spread(
    joins: &[Join],
    pieces: &[Piece],
    (rows, cols): (usize, usize),
    rng: &mut fastrand::Rng,
    budget: &Budget,
) -> Vec<Spot> {
    let steps = ROUNDS * pieces.len() * (rows + 2 * MARGIN) * (cols + 2 * MARGIN);
    let layouts = (STEPS / steps.max(1)).clamp(1, LAYOUTS);
    let mut best = (f64::MAX, Vec::new());
    for _ in 0..layouts {
        let at = layout(joins.to_vec(), pieces, (rows, cols), rng, budget);
        let cost = cost(joins, &at, pieces, (rows, cols));
        if cost < best.0 || best.1.is_empty() {
            best = (cost, at);
        }
        if budget.exhausted() {
            break;
        }
    }
    best.1
}

/// Lays all blocks out once.
fn layout(
    mut joins: Vec<Join>,
    pieces: &[Piece],
    (rows, cols): (usize, usize),
    rng: &mut fastrand::Rng,
    budget: &Budget,
) -> Vec<Spot> {
    for join in &mut joins {
        join.ask_at_random(rng);
    }
    let mut at: Vec<Spot> =
        pieces.iter().map(|_| (rows as f64 * rng.f64(), cols as f64 * rng.f64())).collect();
    settle(&joins, &Hold { at: at.clone(), weight: FIRST_HOLD }, &mut at);
    for round in 0..ROUNDS {
        if budget.exhausted() {
            break;
        }
        let charges = charges(&at, pieces, (rows, cols));
        let held = |(&(row, col), piece): (&Spot, &Piece)| {
            let middle = (row + (piece.rows as f64 - 1.0) / 2.0, col + (piece.cols as f64 - 1.0) / 2.0);
            let force = force(middle, &charges);
            let far = (STEP * force.0.hypot(force.1) / FARTHEST).max(1.0);
            let inside = |to: f64, side: usize, size: usize| to.clamp(0.0, side.saturating_sub(size) as f64);
            (
                inside(row + STEP * force.0 / far, rows, piece.rows),
                inside(col + STEP * force.1 / far, cols, piece.cols),
            )
        };
        let hold = Hold { at: at.iter().zip(pieces).map(held).collect(), weight: HOLD };
        settle(&joins, &hold, &mut at);
        let blur = BLUR / (1.0 + round as f64 / ROUNDS_TO_HALF);
        for join in &mut joins {
            join.choose_from(&at, blur);
        }
    }
    at
}

/// Returns the charges of all fields of the board and its margin that have one, with their places: 1 for each block that
/// covers the field, less the mean on the board.
fn charges(at: &[Spot], pieces: &[Piece], (rows, cols): (usize, usize)) -> Vec<(Spot, f64)> {
    let (height, width) = (rows + 2 * MARGIN, cols + 2 * MARGIN);
    let fields: usize = pieces.iter().map(|piece| piece.fields.len()).sum();
    let mean = fields as f64 / (rows * cols) as f64;
    let mut sums = vec![0.0; height * width];
    for row in MARGIN..MARGIN + rows {
        sums[row * width + MARGIN..][..cols].fill(-mean);
    }
    for (&(row, col), piece) in at.iter().zip(pieces) {
        // A block between the fields covers a part of each.
        let (down, right) = (row - row.floor(), col - col.floor());
        let parts = [
            (0.0, 0.0, (1.0 - down) * (1.0 - right)),
            (0.0, 1.0, (1.0 - down) * right),
            (1.0, 0.0, down * (1.0 - right)),
            (1.0, 1.0, down * right),
        ];
        for &(r, c, _) in &piece.fields {
            for (dr, dc, part) in parts {
                let place = |from: f64, offset: usize, next: f64, side: usize| {
                    let place = from.floor() + offset as f64 + next + MARGIN as f64;
                    place.clamp(0.0, (side - 1) as f64) as usize
                };
                sums[place(row, r, dr, height) * width + place(col, c, dc, width)] += part;
            }
        }
    }
    let place = |flat: usize| ((flat / width) as f64 - MARGIN as f64, (flat % width) as f64 - MARGIN as f64);
    sums.into_iter()
        .enumerate()
        .filter(|(_, sum)| *sum != 0.0)
        .map(|(flat, sum)| (place(flat), sum))
        .collect()
}

/// Returns the force at a place, by Coulomb's law of the plane, which falls with the distance, not its square.
fn force((row, col): Spot, charges: &[(Spot, f64)]) -> Spot {
    charges.iter().fold((0.0, 0.0), |force, &((r, c), charge)| {
        let (down, right) = (row - r, col - c);
        let share = charge / (down * down + right * right + 1.0);
        (force.0 + down * share, force.1 + right * share)
    })
}

/// Returns how bad a layout is: the distances of wires from what they could ask for, and the fields of blocks that lie on others or
/// beside the board.
fn cost(joins: &[Join], at: &[Spot], pieces: &[Piece], shape: (usize, usize)) -> f64 {
    let apart: f64 = joins.iter().map(|join| join.apart(at).min(LOST)).sum();
    let fields: usize = pieces.iter().map(|piece| piece.fields.len()).sum();
    let targets: Vec<_> = at.iter().map(|&(row, col)| Some((row as f32, col as f32))).collect();
    apart + (fields - covered(&targets, pieces, shape)) as f64
}

#[cfg(test)]
mod tests {
    use super::super::board::pieces;
    use super::*;
    use crate::search::numberlink::generate::{Request, generate};

    #[test]
    fn blocks_push_each_other_apart() {
        let request = Request { blocks: 2, nets: 0, rows: 9, cols: 9, seed: 1 };
        let (problem, _) = generate(request, &Budget::unlimited()).unwrap();
        let pieces = pieces(&problem);
        let at = [(4.0, 3.0), (4.0, 3.5)];
        let charges = charges(&at, &pieces, (9, 9));
        let total: f64 = charges.iter().map(|(_, charge)| charge).sum();
        assert!(total.abs() < 1e-9, "blocks and board are balanced: {total}");
        let left = force((4.0, 1.0), &charges);
        let right = force((4.0, 7.0), &charges);
        assert!(left.1 < 0.0 && right.1 > 0.0, "{left:?} {right:?}");
    }
}
