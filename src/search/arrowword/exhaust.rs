//! The last resort: one layout after another, until one can be filled or none is left. On tiny grids it goes on until
//! no layout is left that rates higher than the best puzzle.
//!
//! Annealing and windows make good layouts and assume that a good layout can be filled. Where the list is
//! tiny, or the grid is small or full of given fields, the rules allow few layouts and most of them have no
//! fill, which neither way would ever notice. Here the SAT solver enumerates layouts that follow the rules,
//! and each one without a fill becomes a clause: the words whose places and lengths have no fill by
//! themselves may not occur together again. So every turn excludes at least one layout for good, a proof
//! with a few slots excludes many, and when the solver has none left, it is proven that the grid has no puzzle
//! with words from this list. Layouts that could not be decided are excluded one at a time, and then there is no proof.

use super::best::Best;
use super::{Ending, Job, Layer, NoAnswer, NoPuzzle, Options, Progress, rules_of_layout};
use crate::encodings::arrowword::layout::LayoutEncoding;
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use crate::encodings::arrowword::rating::{BONUS, Counts};
use crate::encodings::cnf::{Bit, Lit};
use crate::encodings::grid::{Direction, Pos};
use crate::search::fill::{FillOptions, FillOutcome};
use crate::search::layout::sat::prefer_random_fields;
use crate::solver::{Budget, SatAnswer, SatSolver, load, seed};
use fastrand::Rng;
use std::collections::HashMap;

/// The layouts to try before giving up without a proof.
const LAYOUTS: usize = 2000;

/// Grids with at most this many free fields are tiny: all their layouts can be tried.
const TINY: usize = 20;
/// The layouts of a tiny grid to try before giving up.
const LAYOUTS_OF_TINY: usize = 100_000;

/// The finished puzzles to compare.
const PUZZLES: usize = 20;

/// The failures of one fill before its layout counts as undecided.
const FAILURES: u64 = 20_000;

/// Returns whether the grid has so few free fields that all layouts are tried, instead of running rounds that make good
/// ones. An open 4x5 has 5,300: too many for back ends that start anew for each.
pub(super) fn is_tiny(job: Job<'_>, options: &Options) -> bool {
    let free = job.given.fields.iter().filter(|(_, field)| **field == Field::Open).count();
    job.extend.opens_fields() && free <= TINY && options.setup.back_end.is_built_in()
}

/// Tries the layouts of the grid until some are filled; the error says whether it is proven that none can be. On a tiny
/// grid, all layouts that rate higher than the best puzzle so far are tried until there are no more.
pub(super) fn exhaust(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    best: &Best<'_>,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Ending, NoAnswer> {
    log::info!("the layouts that the rules allow are tried in turn");
    let tiny = is_tiny(job, options);
    let most = if tiny { LAYOUTS_OF_TINY } else { LAYOUTS };
    let mut layouts = Layouts::new(job, options);
    let (mut undecided, mut puzzles) = (0, 0);
    for turn in 1..=most {
        watch(best.progress(Layer::Layout, turn));
        let layout = match layouts.next(budget) {
            SatAnswer::Sat => layouts.decode(),
            SatAnswer::Unsat if puzzles > 0 && tiny && undecided == 0 => {
                log::info!("none of the other {} layouts rates higher and can be filled", turn - 1);
                return Ok(Ending::Exhausted);
            }
            SatAnswer::Unsat if puzzles > 0 => return Ok(Ending::Settled),
            SatAnswer::Unsat if turn == 1 => return Err(NoPuzzle::NoLayout.into()),
            SatAnswer::Unsat if undecided == 0 => return Err(NoPuzzle::NoFillAnywhere.into()),
            SatAnswer::Unsat => return Err(NoPuzzle::GaveUp(turn - 1).into()),
            SatAnswer::Unknown => return Ok(Ending::Stopped),
        };
        if tiny && !best.wants(Counts::of(&layout).score() + BONUS) {
            layouts.exclude(&layout);
            continue;
        }
        watch(best.progress(Layer::Fill, turn));
        let (problem, positions) = layout.slots();
        let seed = seed::derive(options.setup.seed, turn as u64);
        let fill_options = FillOptions { failures: Some(FAILURES), ..options.fill(seed) };
        let fill = best.preference.fill(&problem, &positions, &fill_options, budget);
        best.note(&fill);
        match fill.outcome {
            FillOutcome::Filled(letters) => {
                best.offer(layout.with_letters(&positions, &letters), &layout);
                puzzles += 1;
                if best.is_done() {
                    return Ok(Ending::Ceiling);
                }
                if puzzles >= PUZZLES && !tiny || !job.extend.opens_fields() {
                    return Ok(Ending::Settled);
                }
                layouts.exclude(&layout);
            }
            // Own words, or a solution word, may fit elsewhere, so what excludes them is the layout as a whole.
            FillOutcome::Infeasible { .. } if !job.themes.is_empty() || fill.is_unspelled => {
                layouts.exclude(&layout);
            }
            FillOutcome::Infeasible { core } => layouts.exclude_words(&layout, &core),
            FillOutcome::Stopped { .. } => {
                best.miss(fill.missing);
                undecided += 1;
                layouts.exclude(&layout);
            }
        }
    }
    if puzzles > 0 { Ok(Ending::Settled) } else { Err(NoPuzzle::GaveUp(most).into()) }
}

/// The layouts of a grid that are not excluded yet.
struct Layouts {
    encoding: LayoutEncoding,
    solver: Box<dyn SatSolver>,
    /// The number of clauses of the formula that the solver already has.
    loaded: usize,
    /// The bits for words at a place, made at their first use.
    words: HashMap<(Direction, Pos, usize), Bit>,
}

impl Layouts {
    fn new(job: Job<'_>, options: &Options) -> Self {
        let spec = job.layout_spec();
        let encoding = LayoutEncoding::new(&spec, &rules_of_layout(job.list, false));
        let mut solver = options.setup.back_end.solver(options.setup.seed);
        let loaded = load(&mut *solver, &encoding.formula, 0);
        prefer_random_fields(&mut *solver, &encoding, &mut Rng::with_seed(options.setup.seed));
        Self { encoding, solver, loaded, words: HashMap::new() }
    }

    fn next(&mut self, budget: &Budget) -> SatAnswer {
        self.solver.solve(budget)
    }

    fn decode(&self) -> Puzzle {
        self.encoding.decode(|lit| self.solver.value(lit))
    }

    /// Excludes this layout with exactly these arrows.
    fn exclude(&mut self, layout: &Puzzle) {
        let mut clause = Vec::new();
        let asked: Vec<_> = layout.questions.iter().map(|q| (q.pos, q.arrow)).collect();
        for pos in layout.fields.positions() {
            for arrow in Arrow::ALL {
                let lit = self.encoding.arrow(pos, arrow).lit();
                let is_there = asked.binary_search(&(pos, arrow)).is_ok();
                clause.extend(lit.map(|lit| if is_there { !lit } else { lit }));
            }
        }
        self.solver.add_clause(&clause);
    }

    /// Excludes all layouts that contain the words of these questions together, whichever question fields ask them.
    fn exclude_words(&mut self, layout: &Puzzle, questions: &[usize]) {
        let mut clause: Vec<Lit> = Vec::new();
        for run in questions.iter().filter_map(|&q| layout.run_of(layout.questions[q])) {
            let key = (run.direction, run.start, run.len);
            let encoding = &mut self.encoding;
            let word = *self.words.entry(key).or_insert_with(|| encoding.word_of_len(key.0, key.1, key.2));
            clause.extend((!word).lit());
        }
        self.loaded = load(&mut *self.solver, &self.encoding.formula, self.loaded);
        self.solver.add_clause(&clause);
    }
}
