//! Ruin and recreate: packs blocks into a rectangle until none is left over.
//!
//! A round clears a small window (where a leftover block would fit, or anywhere) and places the blocks again one after
//! another, those with wires to blocks on the board first. A block goes where its wires are short and its sides touch
//! something. Rounds are accepted as in simulated annealing, at one temperature.
//!
//! Where there are many wires, a block hardly ever has a place where all of its wires can be laid. So a wire may also be
//! left out, at a cost, like a block: a block that has no place for all its wires goes where the fewest and cheapest of
//! them are missing, if that costs less than leaving it out. Where there are few wires this only takes time, so each packing
//! is either loose or not.
//!
//! The search ends because a block or a wire costs more the longer it is left over. With fixed costs the search settles with one
//! or two blocks outside, even on boards with room to spare: blocks with wires so long that laying them costs
//! more than leaving them out. With rising costs these are placed first and the easy blocks make room (breakout
//! weights; the penalty counters of guided ejection search do the same: Nagata and Bräysy, Operations Research Letters
//! 37, 2009).

use super::board::{Board, FAR, Frame, Here, Net, Piece, Scratch, owners};
use super::plan::Plan;
use crate::encodings::numberlink::{Cell, Solution};
use crate::solver::Budget;
use std::cmp::Ordering::Equal;

/// How many of a block's best positions are actually tried.
const TRIED: usize = 12;
/// How many are compared where each costs a wire.
const COMPARED: usize = 6;
/// Longer wires are not even tried on large boards.
const LONGEST_WIRE: u16 = 40;
/// The initial cost of a leftover block, in fields of wire.
const PRICE: f32 = 8.0;
/// By how much the cost rises after each round in which the block was left over.
const RISE: f32 = 0.02;
/// When a leftover block costs more than this, all prices fall.
const HIGHEST: f32 = 20.0;
/// The share of its rise that a price keeps then.
const KEPT: f32 = 0.2;
/// The initial cost of a wire that is left out between two blocks on the board.
const WIRE_PRICE: f32 = 4.0;
/// By how much the cost of a wire rises after each round in which it was left out.
const WIRE_RISE: f32 = 0.02;
/// The random part of the order of a block's positions, in sixteenths of a touched side.
const CHANCE: i32 = 80;
/// What a field of distance from where a block belongs adds to its score, in touched sides.
const PULL: f32 = 2.0;
/// How much more a missing wire costs for each field between its ends: blocks should move to where it can be laid.
const GAP: f32 = 0.5;

/// A position of a block.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    corner: usize,
    /// The lower, the better: wires, sides that touch something, distance from where the block belongs, chance.
    score: i32,
    /// The prices of the wires that surely have no path.
    missing: f32,
}

/// A packing in progress.
pub struct Packing<'a> {
    pub(super) pieces: &'a [Piece],
    pub board: Board,
    /// The blocks that are not on the board.
    pub(super) left: Vec<usize>,
    pub(super) rng: fastrand::Rng,
    scratch: Scratch,
    candidates: Vec<Candidate>,
    /// Where blocks may be placed now, as corners of boxes: top, left, and one past bottom and right.
    window: Option<Frame>,
    /// For each wire, one of its blocks and the wire as seen from that block.
    pub(super) owners: Vec<(usize, Net)>,
    /// The cost of each block while it is left over.
    prices: Vec<f32>,
    /// The cost of each wire while it is left out.
    wire_prices: Vec<f32>,
    /// Whether a wire between two blocks on the board may be left out.
    loose: bool,
    /// Where the corner of each block's box belongs (row, column), as far as that is known.
    targets: Vec<Option<(f32, f32)>>,
}

impl<'a> Packing<'a> {
    /// Creates an empty board.
    pub fn new(pieces: &'a [Piece], nets: usize, rows: usize, cols: usize, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        // Neither is better for all problems: on boards with as many wires as blocks it pays to be loose, with fewer it does not.
        let loose = rng.bool();
        Self {
            pieces,
            board: Board::new(rows, cols, pieces.len(), nets),
            left: (0..pieces.len()).collect(),
            rng,
            scratch: Scratch::default(),
            candidates: Vec::new(),
            window: None,
            owners: owners(pieces),
            prices: vec![PRICE; pieces.len()],
            wire_prices: vec![WIRE_PRICE; nets],
            loose,
            targets: Vec::new(),
        }
    }

    /// Has the blocks placed close to these corners (row and column; `None` for anywhere), even without all their wires.
    pub fn aim_at(&mut self, targets: Vec<Option<(f32, f32)>>) {
        self.loose = true;
        self.targets = targets;
    }

    /// Lets the parts of a plan drift to where their blocks are, if blocks were placed by one.
    pub fn follow(&mut self, plan: &Plan) {
        if self.targets.is_empty() {
            return;
        }
        let place = |at: &Option<usize>| {
            let (row, col) = self.board.place_of((*at)?);
            Some((row as f32, col as f32))
        };
        let at: Vec<Option<(f32, f32)>> = self.board.at.iter().map(place).collect();
        plan.follow(&at, &mut self.targets);
    }

    /// Creates the packing of an answer that follows the rules.
    pub fn of(pieces: &'a [Piece], nets: usize, answer: &Solution, seed: u64) -> Self {
        let fields = &answer.fields;
        let mut packing = Self::new(pieces, nets, fields.rows(), fields.cols(), seed);
        let board = &mut packing.board;
        for ((block, piece), at) in pieces.iter().enumerate().zip(&answer.at) {
            board.lay(block, piece, board.flat(at.row, at.col));
        }
        let mut ways: Vec<Vec<usize>> = vec![Vec::new(); nets];
        for (pos, cell) in fields.iter() {
            let flat = board.flat(pos.row, pos.col);
            if let (Cell::Number(number), Here::Empty) = (cell, board.cells[flat]) {
                ways[number - 1].push(flat);
            }
        }
        for (number, way) in ways.into_iter().enumerate() {
            board.lay_wire(number as u16, way);
        }
        packing.left.clear();
        packing
    }

    /// Returns the same packing on another board: what is still on it stays, shifted up and left by this many fields.
    pub fn on(&mut self, rows: usize, cols: usize, (up, left): (usize, usize)) {
        let board = Board::new(rows, cols, self.pieces.len(), self.owners.len());
        let old = std::mem::replace(&mut self.board, board);
        for (block, piece) in self.pieces.iter().enumerate() {
            let Some((row, col)) = old.at[block].map(|flat| old.place_of(flat)) else { continue };
            if row >= up && col >= left && row - up + piece.rows <= rows && col - left + piece.cols <= cols {
                let corner = self.board.flat(row - up, col - left);
                self.board.lay(block, piece, corner);
            }
        }
        // Wires that are completely on the new board stay as they are; the others are laid again or dropped.
        let mut broken = Vec::new();
        for (block, piece) in self.pieces.iter().enumerate() {
            for net in piece.nets.iter().filter(|net| net.other >= block) {
                if self.board.ends_of(block, net).is_none() {
                    continue;
                }
                let moved: Option<Vec<usize>> = old
                    .wire(net.number)
                    .iter()
                    .map(|&flat| {
                        let (row, col) = old.place_of(flat);
                        let (row, col) = (row.checked_sub(up)?, col.checked_sub(left)?);
                        (row < rows && col < cols).then(|| self.board.flat(row, col))
                    })
                    .collect();
                match moved {
                    Some(way) if old.is_laid(net.number) => self.board.lay_wire(net.number, way),
                    _ => broken.push((block, *net)),
                }
            }
        }
        for (block, net) in broken {
            if let Some(ends) = self.board.ends_of(block, &net)
                && !self.board.route(net.number, ends, &mut self.rng, &mut self.scratch)
                && !self.loose
            {
                self.board.lift(block, &self.pieces[block]);
            }
        }
        self.left = (0..self.pieces.len()).filter(|&b| self.board.at[b].is_none()).collect();
    }

    /// Returns the wires between blocks on the board that are not laid.
    pub(super) fn missing(&self) -> impl Iterator<Item = u16> + '_ {
        (0u16..).zip(&self.owners).filter_map(|(number, (block, net))| {
            let both = self.board.at[*block].is_some() && self.board.at[net.other].is_some();
            (both && !self.board.is_laid(number)).then_some(number)
        })
    }

    /// Returns whether every block and every wire is on the board.
    fn is_complete(&self) -> bool {
        self.left.is_empty() && self.missing().next().is_none()
    }

    /// Works until nothing is left over (returns `true`), for this many rounds, or until the budget ends. A round that
    /// makes things worse is accepted with a probability that grows with the temperature.
    pub fn run(&mut self, rounds: usize, temperature: f32, budget: &Budget) -> bool {
        self.window = None;
        self.recreate(budget);
        let mut before = self.board.clone();
        let mut before_left = self.left.clone();
        let mut before_energy = self.energy();
        for round in 0..rounds {
            if self.is_complete() || (round % 16 == 0 && budget.exhausted()) {
                break;
            }
            self.ruin();
            self.recreate(budget);
            let energy = self.energy();
            let rise = energy - before_energy;
            if self.is_complete() || rise <= 0.0 || self.rng.f32() < (-rise / temperature).exp() {
                before.clone_from(&self.board);
                before_left.clone_from(&self.left);
                before_energy = energy;
            } else {
                self.board.clone_from(&before);
                self.left.clone_from(&before_left);
            }
            for &block in &self.left {
                self.prices[block] += RISE;
                before_energy += RISE;
            }
            let missing: Vec<u16> = self.missing().collect();
            for number in missing {
                self.wire_prices[usize::from(number)] += WIRE_RISE;
                before_energy += WIRE_RISE;
            }
            if self.left.iter().any(|&block| self.prices[block] > HIGHEST) {
                self.forget();
                before_energy = self.energy();
            }
        }
        self.is_complete()
    }

    /// Returns how many blocks and wires are left over.
    pub fn rest(&self) -> usize {
        self.left.len() + self.missing().count()
    }

    /// Lets all prices fall most of the way back: they should show what is hard now, not what was hard long ago.
    fn forget(&mut self) {
        for price in &mut self.prices {
            *price = PRICE + (*price - PRICE) * KEPT;
        }
        for price in &mut self.wire_prices {
            *price = WIRE_PRICE + (*price - WIRE_PRICE) * KEPT;
        }
    }

    /// Returns what is minimised: leftover blocks and wires, fields that wires take, and the edges of empty regions, since
    /// scattered empty fields are of no use.
    fn energy(&self) -> f32 {
        const EDGE: f32 = 0.25;
        let (wire, edge) = self.board.waste();
        let blocks: f32 = self.left.iter().map(|&block| self.prices[block]).sum();
        let wires: f32 = self.missing().map(|number| self.cost_of(number)).sum();
        blocks + wires + wire as f32 + EDGE * edge as f32
    }

    /// Returns what it costs that this wire between two blocks on the board is missing.
    fn cost_of(&self, number: u16) -> f32 {
        let (block, net) = &self.owners[usize::from(number)];
        let gap = self.board.ends_of(*block, net).map_or(0, |(a, b)| self.board.gap(a, b));
        self.wire_prices[usize::from(number)] + GAP * gap as f32
    }

    /// Clears a window.
    fn ruin(&mut self) {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let height = self.rng.usize(2..=7).min(rows);
        let width = self.rng.usize(2..=7).min(cols);
        // A block that is left over, or one of those that a missing wire should join.
        let missing: Vec<u16> = self.missing().collect();
        let drawn = self.rng.usize(..(self.left.len() + missing.len()).max(1));
        let wanted = self.left.get(drawn).copied().or_else(|| {
            let (block, net) = self.owners[usize::from(*missing.get(drawn - self.left.len())?)];
            Some(if self.rng.bool() { block } else { net.other })
        });
        let focus = wanted.filter(|_| self.rng.f32() < 0.6).and_then(|block| {
            let mut nets = self.pieces[block].nets.clone();
            self.rng.shuffle(&mut nets);
            let mut laid = nets.iter().filter(|net| self.board.at[net.other].is_some());
            let first = laid.next()?;
            let end = self.board.other_end(first)?;
            let others: Vec<usize> = laid.map(|net| net.other).filter(|&b| b != first.other).collect();
            if self.rng.f32() < 0.3 {
                others.into_iter().for_each(|other| self.lift(other));
            }
            Some(self.board.place_of(end))
        });
        let (row, col) = focus.unwrap_or_else(|| (self.rng.usize(..rows), self.rng.usize(..cols)));
        let top = row.saturating_sub(self.rng.usize(..height)).min(rows - height);
        let left = col.saturating_sub(self.rng.usize(..width)).min(cols - width);
        let mut cut = Vec::new();
        for r in top..top + height {
            for c in left..left + width {
                match self.board.cells[self.board.flat(r, c)] {
                    Here::Block(block) => self.lift(usize::from(block)),
                    Here::Wire(number) => {
                        self.board.cut(number);
                        cut.push(number);
                    }
                    Here::Empty | Here::Wall => {}
                }
            }
        }
        self.window =
            Some([top.saturating_sub(4), left.saturating_sub(4), top + height + 1, left + width + 1]);
        // A wire that only passed through may find another path; if not, one of its blocks is removed.
        self.rng.shuffle(&mut cut);
        for number in cut {
            self.mend(number);
        }
    }

    fn lift(&mut self, block: usize) {
        if self.board.at[block].is_some() {
            self.board.lift(block, &self.pieces[block]);
            self.left.push(block);
        }
    }

    /// Lays a wire again between two blocks that are still on the board. If there is no path, the wire stays out, or one
    /// of the blocks goes, whichever is cheaper.
    pub(super) fn mend(&mut self, number: u16) {
        let (block, net) = self.owners[usize::from(number)];
        let Some(ends) = self.board.ends_of(block, &net) else { return };
        if !self.board.is_laid(number) && !self.board.route(number, ends, &mut self.rng, &mut self.scratch) {
            let lifted = if self.rng.bool() { block } else { net.other };
            if !self.loose || self.prices[lifted] < self.cost_of(number) {
                self.lift(lifted);
            }
        }
    }

    /// Places the leftover blocks, as far as possible. On an empty board of thousands of fields that takes a while, so the
    /// budget may end it early.
    fn recreate(&mut self, budget: &Budget) {
        let mut waiting = std::mem::take(&mut self.left);
        let mut refused: Vec<usize> = Vec::new();
        let shaken: Vec<f32> = (0..self.pieces.len()).map(|_| self.rng.f32()).collect();
        while !waiting.is_empty() {
            if waiting.len().is_multiple_of(16) && budget.exhausted() {
                refused.append(&mut waiting);
                break;
            }
            // The block with the most wires to blocks on the board first; blocks without wires last.
            let urgency = |block: usize| {
                let nets = &self.pieces[block].nets;
                let laid = nets.iter().filter(|net| self.board.at[net.other].is_some()).count();
                1.5 * laid as f32 + 0.5 * nets.len().min(4) as f32 + 2.0 * shaken[block]
            };
            let best =
                (0..waiting.len()).max_by(|&a, &b| urgency(waiting[a]).total_cmp(&urgency(waiting[b])));
            let Some(best) = best else { break };
            let block = waiting.swap_remove(best);
            if !self.insert(block) {
                refused.push(block);
            }
        }
        self.left = refused;
        let missing: Vec<u16> = self.missing().collect();
        for number in missing {
            let (block, net) = self.owners[usize::from(number)];
            if let Some(ends) = self.board.ends_of(block, &net) {
                self.board.route(number, ends, &mut self.rng, &mut self.scratch);
            }
        }
    }

    /// Places one block where it fits best; returns `false` if it fits nowhere, or only where it would cost more wires
    /// than it is worth.
    fn insert(&mut self, block: usize) -> bool {
        let pieces = self.pieces;
        let piece = &pieces[block];
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(
            self.board
                .corners(piece, self.window)
                .filter(|&corner| self.board.is_free(piece, corner))
                .map(|corner| Candidate { corner, score: 0, missing: 0.0 }),
        );
        for net in piece.nets.iter().filter(|net| net.other != block) {
            let Some(other) = self.board.other_end(net) else { continue };
            let far = self.board.flood(other, LONGEST_WIRE, &mut self.scratch);
            let price = self.wire_prices[usize::from(net.number)];
            for candidate in &mut candidates {
                let own = self.board.own_end(net, candidate.corner);
                let sides = self.board.neighbours(own);
                match sides.into_iter().map(|side| far[side]).min() {
                    None | Some(FAR) => candidate.missing += price + GAP * self.board.gap(own, other) as f32,
                    Some(least) => candidate.score += 3 * i32::from(least),
                }
            }
        }
        let price = self.prices[block];
        candidates.retain(|candidate| candidate.missing == 0.0 || self.loose && candidate.missing < price);
        for candidate in &mut candidates {
            let (contact, holes) = self.board.contact(piece, candidate.corner);
            candidate.score += 2 * holes - contact;
            if let Some(&Some((row, col))) = self.targets.get(block) {
                let (r, c) = self.board.place_of(candidate.corner);
                let away = ((r as f32 - row).powi(2) + (c as f32 - col).powi(2)).sqrt();
                candidate.score += (PULL * away).round() as i32;
            }
            candidate.score = candidate.score * 16 + self.rng.i32(0..CHANCE);
        }
        // Where all wires seem to have a path first.
        candidates.sort_unstable_by(|a, b| {
            (a.missing, a.score).partial_cmp(&(b.missing, b.score)).unwrap_or(Equal)
        });
        let whole = candidates.iter().take_while(|candidate| candidate.missing == 0.0).take(TRIED);
        let mut whole = whole.map(|candidate| candidate.corner);
        let laid = whole.any(|corner| self.try_at(block, corner))
            || self.loose && self.lay_at_a_cost(block, &candidates);
        self.candidates = candidates;
        laid
    }

    /// Places a block where it costs the least in wires, if that is less than leaving it out.
    fn lay_at_a_cost(&mut self, block: usize, candidates: &[Candidate]) -> bool {
        let tried = candidates.iter().take(COMPARED).map(|candidate| candidate.corner);
        let tried = tried.map(|corner| (self.cost_at(block, corner), corner));
        match tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((cost, corner)) if cost < self.prices[block] => {
                self.lay_loosely(block, corner);
                true
            }
            _ => false,
        }
    }

    /// Places a block here with its wires. Returns `false` and changes nothing if a wire has no path, or if an end that
    /// waits for its wire would be enclosed.
    fn try_at(&mut self, block: usize, corner: usize) -> bool {
        let piece = &self.pieces[block];
        let good = self.lay_loosely(block, corner) == 0 && self.smothered(block) == 0.0;
        if !good {
            self.board.lift(block, piece);
        }
        good
    }

    /// Returns what it would cost in wires to place a block here: those that have no path, and those of ends that would
    /// be enclosed while they wait for their wire; and the fields that its wires take.
    fn cost_at(&mut self, block: usize, corner: usize) -> f32 {
        self.lay_loosely(block, corner);
        let piece = &self.pieces[block];
        let missing = piece
            .nets
            .iter()
            .filter(|net| self.board.ends_of(block, net).is_some() && !self.board.is_laid(net.number));
        let cost: f32 = missing.map(|net| self.cost_of(net.number)).sum();
        let wire: usize = piece.nets.iter().map(|net| self.board.wire(net.number).len()).sum();
        let cost = cost + self.smothered(block) + wire as f32;
        self.board.lift(block, piece);
        cost
    }

    /// Places a block here with the wires that have a path; returns how many have none.
    fn lay_loosely(&mut self, block: usize, corner: usize) -> usize {
        let piece = &self.pieces[block];
        self.board.lay(block, piece, corner);
        let mut missing = 0;
        for net in &piece.nets {
            if let Some(ends) = self.board.ends_of(block, net)
                && !self.board.route(net.number, ends, &mut self.rng, &mut self.scratch)
            {
                missing += 1;
            }
        }
        missing
    }

    /// Returns the prices of the ends around a block and its wires that are enclosed while they wait for their wire.
    fn smothered(&self, block: usize) -> f32 {
        let piece = &self.pieces[block];
        let Some(corner) = self.board.at[block] else { return 0.0 };
        let fields = piece.fields.iter().map(|&(r, c, _)| self.board.own_end_at(corner, (r, c)));
        let wires = piece.nets.iter().flat_map(|net| self.board.wire(net.number).iter().copied());
        let mut ends: Vec<u16> =
            fields.chain(wires).flat_map(|flat| self.board.smothers(flat)).flatten().collect();
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().map(|number| self.wire_prices[usize::from(number)]).sum()
    }
}
