//! Filling a fixed layout: cells and slots in, letters out.

pub mod core;
pub mod partial;
pub mod repair;
pub mod restart;
pub mod rng;
pub mod tree;

use crate::solver::Budget;
use crate::solver::words::{Propagator, WordIndex};
use cwsat_encodings::lexicon::{Letter, SlotProblem};
use partial::Partial;
use repair::{Repair, Repairer};
use rng::Rng;
use std::sync::Arc;
use tree::{Dive, Tree};

/// What a fill is to do.
#[derive(Clone, Debug, Default)]
pub struct FillOptions {
    /// The same seed gives the same fill.
    pub seed: u64,
    /// Letters to start from, one entry a cell, kept where possible: what survived of an earlier fill.
    pub hint: Option<Vec<Option<Letter>>>,
    /// How much the score of a word counts when it is chosen, beside what it leaves its crossings.
    pub score_weight: f32,
}

/// How a fill ended.
#[derive(Clone, Debug, PartialEq)]
pub enum FillOutcome {
    /// The letter of each cell: every slot spells a word, no word twice.
    Filled(Vec<Letter>),
    /// There is no fill; already these slots have none by themselves.
    Infeasible {
        /// The slots of the proof: not necessarily the fewest.
        core: Vec<usize>,
    },
    /// The budget ended first.
    Stopped {
        /// The letters of the best partial fill: without contradictions, all words different.
        letters: Vec<Option<Letter>>,
        /// How much trouble each slot has made, relative to the most troublesome (1).
        trouble: Vec<f32>,
    },
}

/// Problems up to this size are only ever restarted: a window would be the whole of them.
const SMALL: usize = 40;
/// Problems from this size on are only repaired, after one short dive that says where it hurts.
const LARGE: usize = 220;
/// Problems from this size on are repaired from the start.
const HUGE: usize = 4000;

/// Fills a layout with words of a list, all different.
pub fn fill(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    let mut rng = Rng::new(options.seed);
    let slots = problem.slots.len();
    let mut partial = Partial::new(problem, index);
    let mut trouble = vec![0.0; slots];
    if let Some(hint) = &options.hint {
        partial.start_from(hint);
        if let Some(letters) = partial.complete() {
            return FillOutcome::Filled(letters);
        }
    }
    let mut tree = None;
    if slots < HUGE && partial.missing().len() * 2 > slots {
        let words = match Propagator::new(index, problem) {
            Ok(words) => words,
            Err(conflict) => return FillOutcome::Infeasible { core: vec![conflict.slot] },
        };
        let mut all = Tree::new(words, slots);
        all.score_weight = options.score_weight;
        tree = Some(all);
    }
    let mut repairer: Option<Repairer<'_>> = None;
    let mut partial = Some(partial);
    for round in 0.. {
        let failures = 1000 << round.min(20);
        if let Some(tree) = tree.as_mut().filter(|_| slots < LARGE || round == 0) {
            let failures = if slots <= SMALL { u64::MAX } else { failures };
            match restart::restart(tree, failures, &mut rng, budget) {
                Dive::Filled => return FillOutcome::Filled(tree.letters(problem)),
                Dive::Exhausted => return FillOutcome::Infeasible { core: (0..slots).collect() },
                Dive::Limit | Dive::Stopped => {}
            }
        }
        if std::env::var("CORE").is_ok() {
            let tree = tree.as_ref().unwrap();
            let most = tree.activity.iter().copied().fold(0.0, f32::max);
            let trouble: Vec<f32> = tree.activity.iter().map(|a| a / most).collect();
            let mut order: Vec<usize> = (0..slots).collect();
            order.sort_by(|&a, &b| trouble[b].total_cmp(&trouble[a]));
            let n = core::neighbours(problem);
            for &seed in order.iter().take(4) {
                for size in [12, 48, 64, 96, 128, 160, 192, 224, 256, 300, 400] {
                    let t = std::time::Instant::now();
                    let p = core::try_part(problem, index, &n, &trouble, seed, size, 20000, &mut rng, budget);
                    eprintln!("{seed} trouble {} size {size} {:?} {:?}", trouble[seed], p, t.elapsed());
                    if matches!(p, core::Part::Infeasible(_)) {
                        break;
                    }
                }
            }
        }
        if let Some(mut partial) = partial.take() {
            if let Some(tree) = &tree {
                let most = tree.activity.iter().copied().fold(0.0, f32::max);
                trouble = tree.activity.iter().map(|a| a / most).collect();
                for &(slot, word) in tree.best().iter().filter(|_| std::env::var("BEST").is_ok()) {
                    if partial.missing().len() == slots || partial.word(slot as usize).is_none() {
                        partial.put(slot as usize, word as usize);
                    }
                }
            }
            repairer = Some(Repairer::new(partial, std::mem::take(&mut trouble), options.score_weight));
        }
        let Some(repairer) = repairer.as_mut() else { break };
        match repairer.run(failures, &mut rng, budget) {
            Repair::Filled => {
                if let Some(letters) = repairer.fill.complete() {
                    return FillOutcome::Filled(letters);
                }
            }
            Repair::Infeasible(core) => return FillOutcome::Infeasible { core },
            Repair::Limit => {}
            Repair::Stopped => break,
        }
    }
    let (letters, mut trouble) = match repairer {
        Some(repairer) => (repairer.fill.letters, repairer.trouble),
        None => (problem.cells.clone(), vec![0.0; slots]),
    };
    let most = trouble.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    trouble.iter_mut().for_each(|t| *t /= most);
    FillOutcome::Stopped { letters, trouble }
}
