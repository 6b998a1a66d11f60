//! The layout by SAT: structure first, then windows with a tightening bound.
//!
//! One model with all counts is solved for a 15x15 grid and hopeless for a large one, but the rules alone are
//! easy at any size. So [`structure`] asks for any layout that grants the wishes; [`Improve`] then frees a
//! window of it at a time, keeps the rest, and asks for a lower price until there is none; windows are chosen
//! where the layout has what it has too much of. A window's formula holds nothing of the rest but constants,
//! so each call is small. Where a window is as good as it gets, another of its equally good layouts is taken:
//! that is what keeps the search from standing still.

use super::window::Heat;
pub use super::window::Window;
use crate::encodings::arrowword::layout::{
    Counts, LayoutEncoding, LayoutOptions, LayoutSpec, Objective, Prices, Target,
};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::solver::{BackEnd, Budget, SatAnswer, SatSolver, load};
use fastrand::Rng;

/// What a search for a layout came to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A layout.
    Found(Puzzle),
    /// It is proven that there is none.
    Impossible,
    /// The budget ended first.
    Unknown,
}

impl Outcome {
    /// The layout, if there is one.
    pub fn found(self) -> Option<Puzzle> {
        match self {
            Self::Found(puzzle) => Some(puzzle),
            _ => None,
        }
    }
}

/// Any layout that fits the specification and grants the options, a different one for each seed.
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
    match solver.solve(budget) {
        SatAnswer::Sat => Outcome::Found(encoding.decode(|lit| solver.value(lit))),
        SatAnswer::Unsat => Outcome::Impossible,
        SatAnswer::Unknown => Outcome::Unknown,
    }
}

/// Lets the solver start from random question fields, about as many as a good layout has.
pub fn prefer_random_fields(solver: &mut dyn SatSolver, encoding: &LayoutEncoding, random: &mut Rng) {
    let density = 22;
    let questions = encoding.spec().base().map(|_, _| random.usize(..100) < density);
    for lit in encoding.phases(|pos| questions[pos]) {
        solver.prefer(lit);
    }
}

/// What [`Improve::run`] works towards, and how.
#[derive(Clone, Debug)]
pub struct Improve<'a> {
    /// What is given of the grid.
    pub spec: &'a LayoutSpec,
    /// The wishes; the layout that is improved must grant them.
    pub options: &'a LayoutOptions,
    /// The numbers to reach.
    pub target: &'a Target,
    /// What it costs to miss them.
    pub prices: Prices,
    /// The longer side of a window.
    pub side: usize,
    /// How far a number may move in one call.
    pub slack: usize,
    /// The conflicts one call of the solver may take (not time: the same seed gives the same layout).
    pub conflicts: u32,
    /// The most windows that are tried.
    pub windows: usize,
    /// Who solves.
    pub back_end: BackEnd,
    /// The next bound lies this fraction of the price below it (and at least 1).
    pub stride: u64,
}

impl<'a> Improve<'a> {
    /// After so many windows without success they grow by one field a side, up to this many.
    const PATIENCE: usize = 25;
    const MOST_GROWTH: usize = 3;
    /// After so many windows on end without success nothing more is to be expected.
    const GIVE_UP: usize = 3 * Self::PATIENCE;

    /// The usual windows and prices.
    pub fn new(spec: &'a LayoutSpec, options: &'a LayoutOptions, target: &'a Target) -> Self {
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

    /// The price of a layout; 0 means that every number is met.
    pub fn price(&self, layout: &Puzzle) -> u64 {
        self.target.price(&Counts::of(layout), &self.prices)
    }

    /// Lowers the price of a layout until it is 0, all windows are used up, or the budget ends. `progress` sees each better layout with
    /// its price and says whether to go on.
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
        let mut in_vain = 0;
        for _ in 0..self.windows {
            if price == 0 || in_vain >= Self::GIVE_UP || budget.exhausted() {
                break;
            }
            // Where small windows have nothing left to give, larger ones (with more time) may.
            let growth = (in_vain / Self::PATIENCE).min(Self::MOST_GROWTH);
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
            in_vain = if price < before { 0 } else { in_vain + if whole { Self::PATIENCE } else { 1 } };
            log::debug!("window {window:?}: price {before} to {price}");
            heat.tried(&window, price < before);
            if price < before && !progress(&layout, price) {
                break;
            }
        }
        layout
    }

    /// The formula of a window with its objective up to `limit`, and a solver that has it.
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

    /// The cheapest layout of one window, or another one of the same price.
    fn improve_window(
        &self,
        layout: &mut Puzzle,
        price: &mut u64,
        window: &Window,
        random: &mut Rng,
        budget: &Budget,
    ) {
        let (encoding, objective, mut solver) = self.window_problem(layout, window, *price, random);
        // The same price first, if only to have moved; then lower and lower.
        let mut bound = *price;
        while let Some(lits) = objective.at_most(bound) {
            for lit in lits {
                solver.add_clause(&[lit]);
            }
            solver.limit_conflicts(self.conflicts);
            if solver.solve(budget) != SatAnswer::Sat {
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
            // Far from the target in long steps, near it in single ones.
            let Some(lower) = cost.checked_sub(1 + cost / self.stride) else { break };
            bound = lower;
        }
    }
}
