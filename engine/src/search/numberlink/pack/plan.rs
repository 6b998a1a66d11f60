//! Where blocks belong, from the wires alone.
//!
//! Where there are about as many wires as blocks, most ends lie beside each other in any tight answer, so each wire says
//! how its two blocks lie: in one of at most four positions, depending on the sides from which it leaves the ends. A block
//! with three or four wires is thus fixed by its neighbours, like a piece of a jigsaw. Placing block after block does not
//! see that: what is laid in one corner does not meet what is laid in another, and no local change puts that right.
//!
//! So all blocks are laid out at once, at positions that need not be whole numbers and may overlap: those with the
//! least squares of the differences from what the wires say. A wire first asks for the mean of its possible positions,
//! and then more and more for the one that is closest to the layout so far; wires far from what they ask for (they
//! cannot be short in this answer) lose their weight (`springs`). Blocks that no wires connect are separate
//! *parts*: they are put side by side as bodies. Where no board may be larger, `spread` lays out all blocks together instead.

use super::board::Piece;
use super::spread::spread;
use super::springs::{Hold, Join, Spot, covered, joins, settle};
use crate::solver::Budget;
use std::collections::{BTreeMap, BTreeSet};

/// How often the wires choose anew what they ask for.
const ROUNDS: usize = 60;
/// A possible position of a wire that is this many fields farther away than the nearest one is asked for e times less, in the
/// first round. All of them count at first, as the layout says little yet,
const BLUR: f64 = 3.0;
/// and the distance is a half after this many rounds, a third after twice as many, and so on: in the last round a fifth of a
/// field, so that in effect each wire asks for one position.
const ROUNDS_TO_HALF: f64 = 4.0;
/// Parts of fewer blocks go anywhere.
const SMALLEST_PART: usize = 4;
/// In this many ways parts are put side by side before the best of them is chosen.
const WAYS: usize = 16;
/// Where the next part is put, each field that it shares with others counts like this many fields of a larger board,
const OVERLAP: f64 = 2.0;
/// and chance decides between places that differ by less than about this many.
const CHANCE: f64 = 4.0;

/// A layout of the blocks; see the module documentation.
#[derive(Clone, Debug)]
pub struct Plan {
    at: Vec<Spot>,
    /// The wires, each with the mean of its possible positions.
    joins: Vec<Join>,
    /// The parts of at least [`SMALLEST_PART`] blocks, the largest first.
    parts: Vec<Vec<usize>>,
}

impl Plan {
    /// Lays out the blocks. Returns `None` if the wires connect too few of them to tell anything, or if the budget ends.
    pub fn new(pieces: &[Piece], budget: &Budget) -> Option<Self> {
        let wires = joins(pieces);
        let mut joins = wires.clone();
        let parts = parts(pieces.len(), &joins);
        // Most blocks have to be in large parts.
        if 2 * parts.iter().map(Vec::len).sum::<usize>() < pieces.len() {
            return None;
        }
        let mut at = vec![(0.0, 0.0); pieces.len()];
        // Keeps the equations regular: a part as a whole could lie anywhere.
        let free = Hold { at: at.clone(), weight: 1e-6 };
        for round in 0..ROUNDS {
            if budget.exhausted() {
                return None;
            }
            settle(&joins, &free, &mut at);
            let blur = BLUR / (1.0 + round as f64 / ROUNDS_TO_HALF);
            for join in &mut joins {
                join.choose_from(&at, blur);
            }
        }
        Some(Self { at, joins: wires, parts })
    }

    /// Returns where the blocks belong on a board of this size; `None` for blocks that may go anywhere. The parts are put
    /// side by side in several random ways, of which the one that covers most of the board is returned.
    pub fn targets(
        &self,
        pieces: &[Piece],
        (rows, cols): (usize, usize),
        rng: &mut fastrand::Rng,
    ) -> Vec<Option<(f32, f32)>> {
        let ways = if self.parts.len() > 1 { WAYS } else { 1 };
        let drawn = (0..ways).map(|_| self.draw(pieces, (rows, cols), rng));
        drawn.max_by_key(|targets| covered(targets, pieces, (rows, cols))).unwrap_or_default()
    }

    fn draw(
        &self,
        pieces: &[Piece],
        (rows, cols): (usize, usize),
        rng: &mut fastrand::Rng,
    ) -> Vec<Option<(f32, f32)>> {
        let mut laid = Laid::default();
        let mut spots: Vec<Option<Spot>> = vec![None; pieces.len()];
        for part in &self.parts {
            let shift = laid.shift(part, &self.at, pieces, (rows, cols), rng);
            for &block in part {
                spots[block] = Some((self.at[block].0 + shift.0, self.at[block].1 + shift.1));
            }
            laid.add(part, &spots, pieces);
        }
        // What was laid out is drawn apart or together until it fills the board.
        let spans = |of: &dyn Fn(Spot) -> f64, size: &dyn Fn(&Piece) -> usize, side: usize| {
            let ends = spots.iter().zip(pieces).filter_map(|(spot, piece)| {
                let spot = of((*spot)?);
                Some((spot, spot + size(piece) as f64))
            });
            let (low, high) =
                ends.fold((f64::MAX, f64::MIN), |(low, high), (a, b)| (low.min(a), high.max(b)));
            (low, side as f64 / (high - low).max(1.0))
        };
        let (top, down) = spans(&|spot| spot.0, &|piece| piece.rows, rows);
        let (left, across) = spans(&|spot| spot.1, &|piece| piece.cols, cols);
        let on_board = |spot: Spot| (((spot.0 - top) * down) as f32, ((spot.1 - left) * across) as f32);
        spots.into_iter().map(|spot| spot.map(on_board)).collect()
    }

    /// Like [`targets`](Self::targets), but for a board that is just large enough: blocks repel each other (`spread`).
    pub fn spread_targets(
        &self,
        pieces: &[Piece],
        shape: (usize, usize),
        rng: &mut fastrand::Rng,
        budget: &Budget,
    ) -> Vec<Option<(f32, f32)>> {
        let at = spread(&self.joins, pieces, shape, rng, budget);
        let mut targets = vec![None; at.len()];
        for &block in self.parts.iter().flatten() {
            targets[block] = Some((at[block].0 as f32, at[block].1 as f32));
        }
        targets
    }

    /// Moves the targets of each part as one body to where its blocks are: by the median of their distances.
    pub fn follow(&self, at: &[Option<(f32, f32)>], targets: &mut [Option<(f32, f32)>]) {
        for part in &self.parts {
            let shift = |of: &dyn Fn((f32, f32)) -> f32| {
                let apart = |&block: &usize| Some(of(at[block]?) - of(targets[block]?));
                let mut apart: Vec<f32> = part.iter().filter_map(apart).collect();
                apart.sort_by(f32::total_cmp);
                apart.get(apart.len() / 2).copied()
            };
            let Some((down, right)) = shift(&|at| at.0).zip(shift(&|at| at.1)) else { continue };
            for &block in part {
                if let Some((row, col)) = &mut targets[block] {
                    (*row, *col) = (*row + down, *col + right);
                }
            }
        }
    }
}

/// Returns the blocks of each large part, the largest first.
fn parts(blocks: usize, joins: &[Join]) -> Vec<Vec<usize>> {
    let mut first: Vec<usize> = (0..blocks).collect();
    fn root(first: &mut [usize], mut block: usize) -> usize {
        while first[block] != block {
            first[block] = first[first[block]];
            block = first[block];
        }
        block
    }
    for join in joins {
        let [a, b] = join.blocks.map(|block| root(&mut first, block));
        first[a.max(b)] = a.min(b);
    }
    let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for block in 0..blocks {
        parts.entry(root(&mut first, block)).or_default().push(block);
    }
    let mut parts: Vec<_> = parts.into_values().filter(|part| part.len() >= SMALLEST_PART).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

/// Parts that are put side by side.
#[derive(Default)]
struct Laid {
    covered: BTreeSet<(i32, i32)>,
    /// The first and the last row and column of the fields that are covered.
    extent: Option<[i32; 4]>,
}

impl Laid {
    /// Returns the fields of a part.
    fn fields<'p>(
        part: &'p [usize],
        at: impl Fn(usize) -> Spot + 'p,
        pieces: &'p [Piece],
    ) -> impl Iterator<Item = (i32, i32)> + 'p {
        part.iter().flat_map(move |&block| {
            let (row, col) = at(block);
            let (row, col) = (row.round() as i32, col.round() as i32);
            pieces[block].fields.iter().map(move |&(r, c, _)| (row + r as i32, col + c as i32))
        })
    }

    /// Returns how far to shift a part so that it overlaps little with what is laid, and all together needs a small board
    /// of the given proportions.
    fn shift(
        &self,
        part: &[usize],
        at: &[Spot],
        pieces: &[Piece],
        (rows, cols): (usize, usize),
        rng: &mut fastrand::Rng,
    ) -> Spot {
        let mut own: Vec<(i32, i32)> = Self::fields(part, |block| at[block], pieces).collect();
        own.sort_unstable();
        own.dedup();
        let Some([top, left, bottom, right]) = self.extent else { return (0.0, 0.0) };
        let span = |of: &dyn Fn(&(i32, i32)) -> i32| {
            let low = own.iter().map(of).min().unwrap_or(0);
            (low, own.iter().map(of).max().unwrap_or(0))
        };
        let (up, down) = span(&|field| field.0);
        let (first, last) = span(&|field| field.1);
        let mut best = (f64::MAX, (0.0, 0.0));
        for row in top - (down - up) - 1..=bottom + 1 {
            for col in left - (last - first) - 1..=right + 1 {
                let (dr, dc) = (row - up, col - first);
                let height = bottom.max(down + dr) - top.min(row) + 1;
                let width = right.max(last + dc) - left.min(col) + 1;
                // The smallest board of these proportions.
                let scale = (f64::from(height) / rows as f64).max(f64::from(width) / cols as f64);
                let area = scale * scale * (rows * cols) as f64 + CHANCE * rng.f64();
                if area >= best.0 {
                    continue;
                }
                let shared = own.iter().filter(|(r, c)| self.covered.contains(&(r + dr, c + dc))).count();
                let cost = area + OVERLAP * shared as f64;
                if cost < best.0 {
                    best = (cost, (f64::from(dr), f64::from(dc)));
                }
            }
        }
        best.1
    }

    fn add(&mut self, part: &[usize], spots: &[Option<Spot>], pieces: &[Piece]) {
        for (row, col) in Self::fields(part, |block| spots[block].unwrap_or_default(), pieces) {
            self.covered.insert((row, col));
            let [top, left, bottom, right] = self.extent.unwrap_or([row, col, row, col]);
            self.extent = Some([top.min(row), left.min(col), bottom.max(row), right.max(col)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::pieces;
    use super::*;
    use crate::search::numberlink::generate::{Request, generate};

    fn median(mut numbers: Vec<f64>) -> f64 {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    }

    #[test]
    fn the_wires_tell_where_the_blocks_were() {
        for seed in 0..4 {
            let request = Request { blocks: 160, nets: 240, rows: 20, cols: 40, seed };
            let (problem, known) = generate(request, &Budget::unlimited()).unwrap();
            let pieces = pieces(&problem);
            let plan = Plan::new(&pieces, &Budget::unlimited()).unwrap();
            let mut rng = fastrand::Rng::with_seed(1);
            let targets = plan.targets(&pieces, (20, 40), &mut rng);
            let apart = targets.iter().zip(&known.at).filter_map(|(target, at)| {
                let (row, col) = (*target)?;
                Some((f64::from(row) - at.row as f64).hypot(f64::from(col) - at.col as f64))
            });
            let apart: Vec<f64> = apart.collect();
            assert!(apart.len() > 140, "seed {seed}: {} blocks are laid out", apart.len());
            // Two blocks drawn at random are about 15 fields apart.
            assert!(median(apart.clone()) < 2.5, "seed {seed}: {:.1}", median(apart));
        }
    }

    #[test]
    fn parts_lie_side_by_side_on_the_board() {
        let request = Request { blocks: 80, nets: 100, rows: 20, cols: 20, seed: 1 };
        let (problem, _) = generate(request, &Budget::unlimited()).unwrap();
        let pieces = pieces(&problem);
        let plan = Plan::new(&pieces, &Budget::unlimited()).unwrap();
        assert!(plan.parts.len() > 1);
        for seed in 0..4 {
            let targets = plan.targets(&pieces, (20, 20), &mut fastrand::Rng::with_seed(seed));
            let on_board = |&(row, col): &(f32, f32)| {
                let inside = |place: f32| (-0.01..20.0).contains(&place);
                inside(row) && inside(col)
            };
            assert!(targets.iter().flatten().all(on_board), "{targets:?}");
            // Laid over each other, the parts would cover less than 150 fields.
            let fields = |(target, piece): (&Option<(f32, f32)>, &Piece)| {
                let (row, col) = target.unwrap_or_default();
                let place = |r: usize, c: usize| ((row.round() as usize) + r, (col.round() as usize) + c);
                piece.fields.iter().map(|&(r, c, _)| place(r, c)).collect::<Vec<_>>()
            };
            let covered: BTreeSet<_> = targets.iter().zip(&pieces).flat_map(fields).collect();
            assert!(covered.len() > 180, "{} fields are covered", covered.len());
        }
    }

    #[test]
    fn few_wires_tell_nothing() {
        let request = Request { blocks: 40, nets: 10, rows: 30, cols: 30, seed: 1 };
        let (problem, _) = generate(request, &Budget::unlimited()).unwrap();
        assert!(Plan::new(&pieces(&problem), &Budget::unlimited()).is_none());
    }

    #[test]
    fn a_layout_does_not_fold_onto_itself() {
        // By the wires alone, 94 of the fields of the largest part lie on others, and few blocks come near their places.
        let request = Request { blocks: 80, nets: 100, rows: 20, cols: 20, seed: 4 };
        let (problem, known) = generate(request, &Budget::unlimited()).unwrap();
        let pieces = pieces(&problem);
        let plan = Plan::new(&pieces, &Budget::unlimited()).unwrap();
        let mut rng = fastrand::Rng::with_seed(1);
        let near = |targets: Vec<Option<(f32, f32)>>| {
            let all = targets.iter().zip(&known.at).filter_map(|(target, at)| {
                let (row, col) = (*target)?;
                Some((row - at.row as f32).hypot(col - at.col as f32))
            });
            all.filter(|&apart| apart < 3.0).count()
        };
        let alone = near(plan.targets(&pieces, (20, 20), &mut rng));
        let spread = near(plan.spread_targets(&pieces, (20, 20), &mut rng, &Budget::unlimited()));
        assert!(spread > 50 && spread > alone, "{spread} blocks, and {alone} by the wires alone");
    }

    #[test]
    fn what_is_laid_out_has_a_place_for_every_block_even_without_time() {
        let request = Request { blocks: 80, nets: 100, rows: 20, cols: 20, seed: 1 };
        let (problem, _) = generate(request, &Budget::unlimited()).unwrap();
        let pieces = pieces(&problem);
        let plan = Plan::new(&pieces, &Budget::unlimited()).unwrap();
        let ended = Budget::unlimited();
        ended.fail("it is over".into());
        let targets = plan.spread_targets(&pieces, (20, 20), &mut fastrand::Rng::with_seed(1), &ended);
        assert_eq!(targets.len(), 80);
        assert!(targets.iter().flatten().all(|(row, col)| row.is_finite() && col.is_finite()));
    }
}
