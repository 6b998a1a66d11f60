//! The layout by SAT: structure first, then windows with a tightening bound.
//!
//! One formula with all counts can be solved for a 15x15 grid but not for a large one, whereas the rules alone are
//! easy at any size. So [`structure`] finds any layout that grants the wishes; [`Improve`] then frees one
//! window of it at a time, keeps the rest, and looks for a lower price until there is none. Windows are chosen
//! where the layout has too much of something. In a window's formula the rest consists of constants only,
//! so each call is small. Where a window is as good as it gets, another of its equally good layouts is taken,
//! which keeps the search from standing still.

use super::window::{Heat, Window};
use crate::encodings::arrowword::layout::{
    LayoutEncoding, LayoutOptions, LayoutSpec, Objective, Prices, TargetCounts,
};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::Counts;
use crate::solver::clock::Instant;
use crate::solver::{BackEnd, Budget, SatAnswer, SatSolver, ask, load};
use fastrand::Rng;

/// The outcome of a search for a layout.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A layout was found.
    Found(Puzzle),
    /// It is proven that there is none.
    Impossible,
    /// The budget ended first.
    Unknown,
}

impl Outcome {
    /// Returns the layout, if one was found.
    pub fn found(self) -> Option<Puzzle> {
        match self {
            Self::Found(puzzle) => Some(puzzle),
            _ => None,
        }
    }
}

/// Finds any layout that fits the specification and grants the options; different seeds give different layouts.
pub fn structure(
    spec: &LayoutSpec,
    options: &LayoutOptions,
    back_end: &BackEnd,
    seed: u64,
    budget: &Budget,
) -> Outcome {
    if budget.exhausted() {
        return Outcome::Unknown; // for a large grid the formula alone takes a second
    }
    let encoding = LayoutEncoding::new(spec, options);
    let mut solver = back_end.solver(seed);
    let mut random = Rng::with_seed(seed);
    load(&mut *solver, &encoding.formula, 0);
    prefer_random_fields(&mut *solver, &encoding, &mut random);
    match ask(&mut *solver, &encoding.formula, &"any layout", budget) {
        SatAnswer::Sat => Outcome::Found(encoding.decode(|lit| solver.value(lit))),
        SatAnswer::Unsat => Outcome::Impossible,
        SatAnswer::Unknown => Outcome::Unknown,
    }
}

/// Makes the solver prefer random question fields, about as many as a good layout has.
pub(in crate::search) fn prefer_random_fields(
    solver: &mut dyn SatSolver,
    encoding: &LayoutEncoding,
    random: &mut Rng,
) {
    let density = 22;
    let questions = encoding.spec().base().map(|_, _| random.usize(..100) < density);
    for lit in encoding.phases(|pos| questions[pos]) {
        solver.prefer(lit);
    }
}

/// The goal and the options of [`Improve::run`].
#[derive(Clone, Debug)]
pub struct Improve<'a> {
    /// The givens of the grid.
    pub spec: &'a LayoutSpec,
    /// The wishes; the layout that is improved must grant them.
    pub options: &'a LayoutOptions,
    /// The counts to reach.
    pub target: &'a TargetCounts,
    /// The price of missing them.
    pub prices: Prices,
    /// The longer side of a window.
    pub side: usize,
    /// How far a count may move in one call.
    pub slack: usize,
    /// The most conflicts in one call of the solver (not a time, so that the same seed gives the same layout).
    pub conflicts: u32,
    /// The most windows to try.
    pub windows: usize,
    /// The solver of the formulas.
    pub back_end: BackEnd,
    /// Each bound is `1 + price / stride` below the price reached.
    pub stride: u64,
}

impl<'a> Improve<'a> {
    /// The windows without success after which windows grow by one field per side.
    const PATIENCE: usize = 25;
    /// The most fields per side by which windows grow.
    const MOST_GROWTH: usize = 3;
    /// The windows in a row without success after which nothing more is to be expected.
    const GIVE_UP: usize = 3 * Self::PATIENCE;

    /// Creates the usual options.
    pub fn new(spec: &'a LayoutSpec, options: &'a LayoutOptions, target: &'a TargetCounts) -> Self {
        Self {
            spec,
            options,
            target,
            prices: Prices::default(),
            side: 7,
            slack: 3,
            conflicts: 1000,
            windows: usize::MAX,
            back_end: BackEnd::default(),
            stride: 32,
        }
    }

    /// Returns the price of a layout; 0 means that it has the counts of the target.
    pub fn price(&self, layout: &Puzzle) -> u64 {
        self.target.price(&Counts::of(layout), &self.prices)
    }

    /// Lowers the price of a layout until it is 0, many windows fail, all windows are used up, or the budget ends.
    /// `progress` is called with each better layout and its price, and returns whether to go on.
    pub fn run(
        &self,
        layout: Puzzle,
        seed: u64,
        budget: &Budget,
        mut progress: impl FnMut(&Puzzle, u64) -> bool,
    ) -> Puzzle {
        let mut random = Rng::with_seed(seed);
        let mut price = self.price(&layout);
        let mut layout = layout;
        let mut heat = Heat::default();
        let mut failed = 0;
        for _ in 0..self.windows {
            if price == 0 || failed >= Self::GIVE_UP || budget.exhausted() {
                break;
            }
            // Where small windows yield nothing more, larger ones (with more conflicts) may.
            let growth = (failed / Self::PATIENCE).min(Self::MOST_GROWTH);
            let larger = Self {
                side: self.side + growth,
                conflicts: self.conflicts * (1 + growth as u32),
                ..self.clone()
            };
            let counts = Counts::of(&layout);
            let window = heat.choose(self.target, larger.side, &layout, &counts, &mut random);
            let before = price;
            larger.improve_window(&mut layout, &mut price, &window, &mut random, budget);
            // A window that is the whole grid can only fail again.
            let whole = (window.rows, window.cols) == (self.spec.rows(), self.spec.cols());
            failed = if price < before { 0 } else { failed + if whole { Self::PATIENCE } else { 1 } };
            log::debug!("window {window:?}: price {before} to {price}");
            heat.tried(&window, price < before);
            if price < before && !progress(&layout, price) {
                break;
            }
        }
        layout
    }

    /// Returns the formula of a window with its objective up to `limit`, and a solver loaded with it.
    fn window_problem(
        &self,
        layout: &Puzzle,
        window: &Window,
        limit: u64,
        random: &mut Rng,
    ) -> (LayoutEncoding, Objective, Box<dyn SatSolver>) {
        let spec = self.spec.window(layout, |pos| window.contains(pos));
        let mut encoding = LayoutEncoding::new(&spec, self.options);
        let around = (&Counts::of(layout), self.slack);
        let objective = encoding.add_objective(self.target, &self.prices, limit, Some(around));
        let mut solver = self.back_end.solver(random.u64(..));
        load(&mut *solver, &encoding.formula, 0);
        prefer_random_fields(&mut *solver, &encoding, random);
        (encoding, objective, solver)
    }

    /// Replaces one window of the layout by its cheapest, or by another one of the same price.
    fn improve_window(
        &self,
        layout: &mut Puzzle,
        price: &mut u64,
        window: &Window,
        random: &mut Rng,
        budget: &Budget,
    ) {
        let start = Instant::now();
        let (encoding, objective, mut solver) = self.window_problem(layout, window, *price, random);
        log::debug!(
            "{window:?} as a formula: {}, bounds up to {price}, built in {:.3} s",
            encoding.formula.size(),
            start.elapsed().as_secs_f64()
        );
        // Starts with the same price, if only to move; then lower and lower.
        let mut bound = *price;
        while let Some(lits) = objective.at_most(bound) {
            for lit in lits {
                solver.add_clause(&[lit]);
            }
            solver.limit_conflicts(self.conflicts);
            let question = format_args!("a price of at most {bound}");
            let answer = ask(&mut *solver, &encoding.formula, &question, budget);
            if answer != SatAnswer::Sat {
                break;
            }
            let found = encoding.decode(|lit| solver.value(lit));
            let cost = self.price(&found);
            debug_assert!(cost <= bound, "the formula allows {bound}, the layout costs {cost}");
            if cost > bound {
                log::error!("a window's layout costs {cost}, but at most {bound} was asked for");
                break;
            }
            *layout = found;
            *price = cost;
            // Steps are long far from the target and single near it.
            let Some(lower) = cost.checked_sub(1 + cost / self.stride) else { break };
            bound = lower;
        }
    }
}
