//! Why not everything fits on a board: a few blocks and wires that cannot all be on it, though they could without any
//! one of them.
//!
//! Counting comes first, because people understand it at once: a block that is wider than the board, or blocks and
//! wires that need more fields than the board has. Otherwise packing looks for an answer while the formula looks for a
//! proof that there is none; the board's own size is enough, since what fits on a smaller one also fits on it. The
//! proof names some blocks and wires, and `narrow` drops those that are not needed.
//!
//! A block that is dropped leaves neither fields nor ends; a wire that is dropped leaves its ends as fields of their
//! blocks, which are in the way of others but connected to nothing ([`Problem::part`]).

use super::pack::{Packer, Pieces};
use super::{SMALL, claim, formula_size};
use crate::encodings::numberlink::bounds::Counts;
use crate::encodings::numberlink::{Demands, Encoding, Problem, RedundantClauses, Solution, rules};
use crate::search::explain::assumed::Assumed;
use crate::search::explain::{Causes, Claim, Conflict, ExplainOptions, NoClaim, Verdict, Watch, narrow};
use crate::solver::{Budget, seed, threads};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Formulas with more clauses than about this many are not made.
const LARGEST_FORMULA: usize = 4_000_000;

/// Something that a problem requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// This block has to be placed; counted from 0.
    Block(usize),
    /// The two ends of this number have to be connected by a wire; counted from 1.
    Wire(usize),
}

/// What counting alone says against a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A block is wider or higher than the board.
    Side {
        /// The first such block, counted from 0.
        block: usize,
    },
    /// Blocks and wires need more fields than the board has.
    Fields {
        /// The fields of the blocks.
        blocks: usize,
        /// The minimum number of fields of the wires, wherever the blocks are.
        wires: usize,
    },
    /// No field is left over, an odd number of T tetrominoes covers more fields of one chessboard colour than of the
    /// other, and no monomino makes up for it.
    Colours,
}

/// Why not everything fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What counting says, if that is enough.
    pub counted: Option<Counted>,
    /// What cannot all be on the board: blocks, then wires, ascending.
    pub causes: Vec<Cause>,
    /// Whether dropping any one of them is known to let the others fit.
    pub minimal: bool,
}

/// The result of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Everything fits, as in this answer.
    Solvable(Solution),
    /// It does not.
    Conflict(Explanation),
    /// The budget ended before the answer was known, or the formula would be too large.
    Undecided,
}

/// The time limit for finding a few causes where counting is reason enough.
const BESIDES: Duration = Duration::from_secs(10);
/// How many turns of packing come first: most problems have an answer, and then no formula is needed.
const TURNS: usize = 20;
/// In how many orders causes are dropped. Each takes many calls of the solver, often long ones.
const ORDERS: usize = 2;

/// Explains why not everything fits on the problem's board, if it does not.
pub fn explain(problem: &Problem, options: &ExplainOptions, budget: &Budget, watch: Watch<'_>) -> Finding {
    let counts = Counts::of(problem);
    let counted = count(problem, &counts);
    if let Some(Counted::Side { block }) = counted {
        return Finding::Conflict(Explanation { counted, causes: vec![Cause::Block(block)], minimal: true });
    }
    let fits_a_formula = formula_size(problem, problem.rows() * problem.cols()) <= LARGEST_FORMULA;
    let all = causes_of(problem);
    if counted.is_some() {
        let whole = Explanation { counted, causes: all.clone(), minimal: false };
        if !fits_a_formula {
            return Finding::Conflict(whole);
        }
        let mut asked = Asked::new(problem, options);
        let core = (0..all.len()).collect();
        let budget = budget.clone().within(BESIDES);
        let Conflict { causes, minimal } = narrow(&mut asked, core, ORDERS, options.seed, &budget, watch);
        let causes = causes.into_iter().map(|cause| all[cause]).collect();
        return Finding::Conflict(Explanation { causes, minimal, ..whole });
    }
    let turns = if fits_a_formula { Some(TURNS) } else { None };
    if let Some(answer) = pack(problem, &counts, options.seed, turns, budget) {
        return Finding::Solvable(answer);
    }
    if !fits_a_formula || budget.exhausted() {
        return Finding::Undecided;
    }
    let mut asked = Asked::new(problem, options);
    let core = match asked.race(&counts, budget) {
        Known::Fits(answer) => return Finding::Solvable(answer),
        Known::Core(core) => core,
        Known::Nothing => return Finding::Undecided,
    };
    let Conflict { causes, minimal } = narrow(&mut asked, core, ORDERS, options.seed, budget, watch);
    let causes = causes.into_iter().map(|cause| all[cause]).collect();
    Finding::Conflict(Explanation { counted: None, causes, minimal })
}

/// Returns the claim that the causes of an explanation exclude each other, in their order. On a small board it consists of the
/// rules alone; on a larger one, there is none if counting excludes them, unless a block is too long for the board.
pub fn claim(problem: &Problem, explanation: &Explanation) -> Result<Claim, NoClaim> {
    let (rows, cols) = (problem.rows(), problem.cols());
    let is_small = rows * cols <= claim::SMALL;
    let (mut blocks, mut numbers) = (Vec::new(), Vec::new());
    explanation.causes.iter().for_each(|cause| match *cause {
        Cause::Block(block) => blocks.push(block),
        Cause::Wire(number) => numbers.push(number),
    });
    let part = problem.part(&blocks, &numbers).ok_or(NoClaim::NothingToRefute)?;
    let is_counted = count(&part, &Counts::of(&part)).is_some_and(|c| !matches!(c, Counted::Side { .. }));
    if is_counted && !is_small {
        return Err(NoClaim::Counted);
    }
    if formula_size(problem, rows * cols) > LARGEST_FORMULA {
        return Err(NoClaim::TooLarge);
    }
    let redundant = if is_small { claim::RULES_ALONE } else { RedundantClauses::default() };
    let (encoding, Demands { placed, wired }) = Encoding::relaxable(problem, rows, cols, redundant);
    let lit = |cause: &Cause| match *cause {
        Cause::Block(block) => placed[block],
        Cause::Wire(number) => wired[number - 1],
    };
    let causes: Vec<_> = explanation.causes.iter().map(|cause| Some(vec![lit(cause).into()])).collect();
    Ok(Claim::new(encoding.into_formula(), &causes))
}

/// Returns everything that a problem requires, in the order in which it is dropped: a block takes its wires with it.
fn causes_of(problem: &Problem) -> Vec<Cause> {
    let blocks = (0..problem.blocks().len()).map(Cause::Block);
    blocks.chain((1..=problem.nets()).map(Cause::Wire)).collect()
}

/// Returns whether counting is reason enough.
fn count(problem: &Problem, counts: &Counts) -> Option<Counted> {
    let (rows, cols) = (problem.rows(), problem.cols());
    let is_too_large = |&block: &usize| {
        let block = &problem.blocks()[block];
        block.rows() > rows || block.cols() > cols
    };
    if let Some(block) = (0..problem.blocks().len()).find(is_too_large) {
        return Some(Counted::Side { block });
    }
    if counts.cells + counts.wires > rows * cols {
        // Wires count only if the blocks alone would not be reason enough.
        let wires = if counts.cells > rows * cols { 0 } else { counts.wires };
        return Some(Counted::Fields { blocks: counts.cells, wires });
    }
    (!counts.allow(rows, cols)).then_some(Counted::Colours)
}

/// Returns an answer that packing finds within this many turns.
fn pack(
    problem: &Problem,
    counts: &Counts,
    seed: u64,
    turns: Option<usize>,
    budget: &Budget,
) -> Option<Solution> {
    let pieces = Pieces::new(problem, budget);
    let mut packer = Packer::new(problem, counts, &pieces, None, seed);
    let mut turn = 0;
    while turns.is_none_or(|turns| turn < turns) && !budget.exhausted() {
        let answer = packer.work(None, counts.area(), budget);
        if let Some(answer) = answer.filter(|answer| rules::check(problem, answer).is_empty()) {
            return Some(answer);
        }
        turn += 1;
    }
    None
}

/// The result of the race of packing and proving.
enum Known {
    Fits(Solution),
    /// These causes cannot all be met.
    Core(Vec<usize>),
    Nothing,
}

/// The causes of a problem as literals of its formula and as indices.
struct Asked<'a> {
    problem: &'a Problem,
    encoding: Encoding,
    assumed: Assumed,
    seed: u64,
}

impl<'a> Asked<'a> {
    fn new(problem: &'a Problem, options: &ExplainOptions) -> Self {
        let (rows, cols) = (problem.rows(), problem.cols());
        let (encoding, Demands { placed, wired }) =
            Encoding::relaxable(problem, rows, cols, RedundantClauses::default());
        let causes = placed.into_iter().chain(wired).map(|lit| vec![lit.into()]).collect();
        let assumed = Assumed::new(encoding.formula(), causes, &options.back_end, options.seed);
        Self { problem, encoding, assumed, seed: options.seed }
    }

    /// Asks whether all can be satisfied: the formula here, and packing beside it.
    fn race(&mut self, counts: &Counts, budget: &Budget) -> Known {
        let (racing, done) = budget.racer();
        let (problem, seed) = (self.problem, seed::derive(self.seed, 1));
        // With few blocks the formula is the better judge, and in the end it has the processor to itself.
        let turns = (problem.blocks().len() <= SMALL).then_some(10 * TURNS);
        let packing = || {
            let answer = pack(problem, counts, seed, turns, &racing);
            if answer.is_some() {
                done.store(true, Ordering::Relaxed);
            }
            answer
        };
        let asking = || {
            let all: Vec<usize> = (0..self.count()).collect();
            let verdict = self.assumed.test(&all, &racing);
            if verdict != Verdict::Unknown {
                done.store(true, Ordering::Relaxed);
            }
            verdict
        };
        match threads::both(&done, packing, asking) {
            (Some(answer), _) => Known::Fits(answer),
            (None, Verdict::Infeasible(core)) => Known::Core(core),
            (None, Verdict::Feasible) => self.model().map_or(Known::Nothing, Known::Fits),
            (None, Verdict::Unknown) => Known::Nothing,
        }
    }

    /// Returns the answer of the last model, provided that all causes were assumed.
    fn model(&self) -> Option<Solution> {
        match self.encoding.decode(self.problem, |lit| self.assumed.value(lit)) {
            Ok(answer) if rules::check(self.problem, &answer).is_empty() => Some(answer.cropped()),
            wrong => {
                log::error!("a model is not a valid answer, please report this: {wrong:?}");
                None
            }
        }
    }
}

impl Causes for Asked<'_> {
    fn count(&self) -> usize {
        self.assumed.count()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        let count = self.problem.blocks().len();
        let (blocks, nets): (Vec<usize>, Vec<usize>) = subset.iter().partition(|&&cause| cause < count);
        let numbers: Vec<usize> = nets.iter().map(|cause| cause - count + 1).collect();
        let Some(part) = self.problem.part(&blocks, &numbers) else { return Verdict::Feasible };
        let counts = Counts::of(&part);
        if !counts.allow(part.rows(), part.cols()) {
            let by_blocks = counts.cells > part.rows() * part.cols();
            return Verdict::Infeasible(if by_blocks { blocks } else { subset.to_vec() });
        }
        // Without some block there is often room at once, which a solver would find much later.
        if pack(&part, &counts, self.seed, Some(TURNS), budget).is_some() {
            return Verdict::Feasible;
        }
        self.assumed.test(subset, budget)
    }
}
