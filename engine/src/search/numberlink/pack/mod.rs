//! Answers by packing: blocks and wires are placed by ruin and recreate, and the board shrinks.
//!
//! The first board has room to spare. Whenever everything is placed, the board loses a line (and what was there is
//! placed elsewhere); if that fails for long, another shape of smaller area is tried, from the best answer or from
//! nothing. This proves nothing, but it needs no formula, so it works where formulas are too large.

mod board;
mod plan;
mod repair;
mod spread;
mod springs;
mod window;

use super::shapes;
use crate::encodings::numberlink::{Problem, Solution, bounds::Counts};
use crate::solver::{BackEnd, Budget};
use board::Piece;
use plan::Plan;
use repair::Packing;

/// The number of rounds in one call of [`Packer::work`].
const SLICE: usize = 500;
/// The range of temperatures; each attempt has its own. None is best for all problems: some of the contest's were
/// packed at 1.0 and not at 1.4, others the other way round.
const TEMPERATURES: (f32, f32) = (0.7, 1.6);
/// While at most this many blocks and wires are left over,
const FEW: usize = 6;
/// this many windows are solved after each slice.
const WINDOWS: usize = 4;
/// An attempt lasts this many rounds for each block (and some more), but where blocks are laid out by a plan,
const ROUNDS: usize = 40;
/// this many: a plan is rarely wrong as a whole, so details are worth more rounds than another start.
const ROUNDS_OF_PLAN: usize = 400;
/// Where no board may be larger, so that blocks are spread over it in one of many ways, this many attempts are begun,
const TRIALS: usize = 8;
/// each with this many rounds; then the better half of them is continued, for as long again, until one is left, which goes on
/// for as long as any attempt.
const ROUNDS_OF_TRIAL: usize = 1500;
/// The share of the newest slice in what an attempt leaves over on average.
const NEWEST: f32 = 0.3;
/// How much larger the first board is than the lower bound of its area.
const ROOM: f64 = 1.5;

/// The blocks of a problem as the packer sees them.
pub struct Pieces {
    list: Vec<Piece>,
    plan: Option<Plan>,
}

impl Pieces {
    /// The blocks of a problem. If the budget ends while they are laid out, the layout is left out.
    pub fn new(problem: &Problem, budget: &Budget) -> Self {
        let list = board::pieces(problem);
        let plan = Plan::new(&list, budget);
        Self { list, plan }
    }
}

/// Packs one board after another.
pub struct Packer<'a> {
    problem: &'a Problem,
    counts: &'a Counts,
    pieces: &'a Pieces,
    /// Solves windows around the last leftovers, if there is one.
    back_end: Option<&'a BackEnd>,
    attempt: Option<Attempt<'a>>,
    /// Trials that are to be continued,
    waiting: Vec<Attempt<'a>>,
    /// and those that have had all rounds of this level.
    judged: Vec<Attempt<'a>>,
    /// How many trials this level has.
    wanted: usize,
    /// The number of attempts in a row that failed.
    failed: usize,
    rng: fastrand::Rng,
}

/// A board that is being packed.
struct Attempt<'a> {
    packing: Packing<'a>,
    temperature: f32,
    rounds: usize,
    patience: usize,
    /// The area to beat when it was started.
    beats: usize,
    /// Whether it is one of several that are begun, of which the better half is continued.
    is_trial: bool,
    /// Whether the parts of its plan drift to where their blocks are.
    drifts: bool,
    /// What was left over after the last slices, on average.
    rest: f32,
}

impl<'a> Packer<'a> {
    /// Creates a packer with its own seed.
    pub fn new(
        problem: &'a Problem,
        counts: &'a Counts,
        pieces: &'a Pieces,
        back_end: Option<&'a BackEnd>,
        seed: u64,
    ) -> Self {
        Self {
            problem,
            counts,
            pieces,
            back_end,
            attempt: None,
            waiting: Vec::new(),
            judged: Vec::new(),
            wanted: TRIALS,
            failed: 0,
            rng: fastrand::Rng::with_seed(seed),
        }
    }

    /// Works for a slice of rounds. Returns an answer that is smaller than `best`, if one was found. Shapes below the
    /// area `bound` are not tried.
    pub fn work(&mut self, best: Option<&Solution>, bound: usize, budget: &Budget) -> Option<Solution> {
        let area = best.map_or(usize::MAX, Solution::area);
        let mut attempt = match self.attempt.take().filter(|attempt| attempt.beats == area) {
            Some(attempt) => attempt,
            None => self.next(best, bound, budget)?,
        };
        let packing = &mut attempt.packing;
        if packing.run(SLICE, attempt.temperature, budget) || self.solves_rest(packing, budget) {
            self.failed = 0;
            return attempt.packing.board.answer(self.problem).map(|answer| answer.cropped());
        }
        attempt.rounds += SLICE;
        let rest = packing.rest() as f32;
        attempt.rest += (rest - attempt.rest) * if attempt.rounds == SLICE { 1.0 } else { NEWEST };
        if let Some(plan) = self.pieces.plan.as_ref().filter(|_| attempt.drifts) {
            packing.follow(plan);
        }
        if attempt.rounds < attempt.patience {
            self.attempt = Some(attempt);
        } else if attempt.is_trial {
            self.judged.push(attempt);
        } else {
            self.failed += 1;
            let board = &attempt.packing.board;
            if best.is_none() && self.pieces.plan.is_none() && self.roomy(bound) == (board.rows, board.cols) {
                // There is no larger board, so it is better to continue from here, reheated, than to start from
                // scratch.
                attempt.rounds = attempt.patience / 2;
                attempt.patience += attempt.patience / 2;
                self.attempt = Some(attempt);
            }
        }
        None
    }

    /// Tries to place the last leftovers by formulas; returns whether none is left.
    fn solves_rest(&self, packing: &mut Packing, budget: &Budget) -> bool {
        let Some(back_end) = self.back_end else { return false };
        for _ in 0..WINDOWS {
            let rest = packing.rest();
            if rest == 0 || rest > FEW || budget.exhausted() {
                break;
            }
            packing.solve_window(back_end, budget);
        }
        packing.rest() == 0
    }

    /// Returns the attempt to go on with: a trial that waits, or a new one.
    fn next(&mut self, best: Option<&Solution>, bound: usize, budget: &Budget) -> Option<Attempt<'a>> {
        let area = best.map_or(usize::MAX, Solution::area);
        if self.waiting.iter().chain(&self.judged).any(|attempt| attempt.beats != area) {
            self.waiting.clear();
            self.judged.clear();
            self.wanted = TRIALS;
        }
        if self.judged.len() == self.wanted {
            self.judged.sort_by(|a, b| a.rest.total_cmp(&b.rest));
            self.judged.truncate(self.wanted / 2);
            self.wanted /= 2;
            self.waiting.append(&mut self.judged);
            self.waiting.iter_mut().for_each(|attempt| attempt.patience += attempt.rounds);
            if self.wanted == 1 {
                // The best of all goes on for as long as an attempt does that is begun alone.
                self.wanted = TRIALS;
                let patience = self.patience(true);
                for attempt in &mut self.waiting {
                    attempt.is_trial = false;
                    attempt.patience += patience;
                }
            }
        }
        match self.waiting.pop() {
            Some(attempt) => Some(attempt),
            None => self.start(best, bound, budget),
        }
    }

    /// Starts the next attempt; `None` if there is no smaller shape.
    fn start(&mut self, best: Option<&Solution>, bound: usize, budget: &Budget) -> Option<Attempt<'a>> {
        let beats = best.map_or(usize::MAX, Solution::area);
        let (rows, cols) = match best {
            None => self.roomy(bound),
            Some(best) if self.failed == 0 => {
                self.line_less(best, bound).or_else(|| self.other(beats, bound))?
            }
            Some(_) => self.other(beats, bound)?,
        };
        let nets = self.problem.nets();
        let seed = self.rng.u64(..);
        let pieces = &self.pieces.list;
        let plan = self.pieces.plan.as_ref().filter(|_| match best {
            None => self.failed % 4 != 3,
            Some(_) => self.failed % 3 == 1,
        });
        // Trials are for a board that is just large enough, as far as anybody knows.
        let is_largest = (rows, cols) == (self.problem.rows(), self.problem.cols());
        let is_trial = best.is_none() && is_largest && plan.is_some();
        let packing = match (plan, best) {
            (Some(plan), _) => {
                let mut packing = Packing::new(pieces, nets, rows, cols, seed);
                packing.aim_at(match is_trial {
                    true => plan.spread_targets(pieces, (rows, cols), &mut self.rng, budget),
                    false => plan.targets(pieces, (rows, cols), &mut self.rng),
                });
                packing
            }
            (None, Some(best)) if self.failed % 3 < 2 => {
                let mut packing = Packing::of(pieces, nets, best, seed);
                let up = self.rng.usize(..=best.fields.rows().saturating_sub(rows));
                let left = self.rng.usize(..=best.fields.cols().saturating_sub(cols));
                packing.on(rows, cols, (up, left));
                packing
            }
            _ => Packing::new(pieces, nets, rows, cols, seed),
        };
        let patience = if is_trial { ROUNDS_OF_TRIAL } else { self.patience(plan.is_some()) };
        let (cold, hot) = TEMPERATURES;
        let temperature = cold + (hot - cold) * self.rng.f32();
        Some(Attempt {
            packing,
            temperature,
            rounds: 0,
            patience,
            beats,
            is_trial,
            drifts: is_trial,
            rest: 0.0,
        })
    }

    /// Returns how many rounds the next attempt lasts.
    fn patience(&self, has_plan: bool) -> usize {
        let rounds_a_block = if has_plan { ROUNDS_OF_PLAN } else { ROUNDS };
        (10_000 + rounds_a_block * self.pieces.list.len()) * (3 + self.failed) / 3
    }

    /// Returns the first board: close to a square, with room to spare, and with more room after each failure.
    fn roomy(&self, bound: usize) -> (usize, usize) {
        let area = bound as f64 * ROOM * 1.15f64.powi(self.failed.min(60) as i32);
        let side = |limit: usize, least: usize, other: f64| {
            ((area / other).ceil() as usize).clamp(least, limit.max(least))
        };
        let rows = side(self.problem.rows(), self.counts.rows, area.sqrt());
        let cols = side(self.problem.cols(), self.counts.cols, rows as f64);
        (side(self.problem.rows(), self.counts.rows, cols as f64), cols)
    }

    /// Returns the best shape without a row or a column, whichever has fewer fields.
    fn line_less(&mut self, best: &Solution, bound: usize) -> Option<(usize, usize)> {
        let (rows, cols) = (best.fields.rows(), best.fields.cols());
        let mut shapes = [(rows - 1, cols), (rows, cols - 1)];
        if cols > rows || (cols == rows && self.rng.bool()) {
            shapes.reverse();
        }
        shapes.into_iter().find(|&(rows, cols)| self.fits(rows, cols, bound))
    }

    /// Draws another shape of smaller area.
    fn other(&mut self, beats: usize, bound: usize) -> Option<(usize, usize)> {
        let shapes: Vec<_> = shapes::below(self.problem, self.counts, beats, bound).collect();
        shapes::draw(&shapes, &mut self.rng)
    }

    fn fits(&self, rows: usize, cols: usize, bound: usize) -> bool {
        rows * cols >= bound && self.counts.allow(rows, cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::numberlink::rules;
    use crate::search::numberlink::generate::{Request, generate};

    #[test]
    fn a_board_with_more_wires_than_blocks_is_packed_again() {
        let request = Request { blocks: 40, nets: 60, rows: 10, cols: 20, seed: 1 };
        let (problem, known) = generate(request, &Budget::unlimited()).unwrap();
        let counts = Counts::of(&problem);
        let pieces = Pieces::new(&problem, &Budget::unlimited());
        let back_end = BackEnd::default();
        let mut packer = Packer::new(&problem, &counts, &pieces, Some(&back_end), 1);
        let mut turns = (0..400).map(|_| packer.work(None, counts.area(), &Budget::unlimited()));
        let answer = turns.find_map(|answer| answer).unwrap();
        assert_eq!(rules::check(&problem, &answer), []);
        assert!(answer.area() <= known.area());
    }
}
