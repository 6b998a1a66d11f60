//! Crosswords of a few fields that are still to be made, decided by one formula of templates and letters.
//!
//! On larger grids templates are made and filled one after another, and that none could be filled proves nothing. Where the
//! grid is small enough, the [joint formula](crate::encodings::crossword::joint) has all templates of the style and all their
//! fills, so it says whether there is a crossword with all that is asked for; if it has no model, that is what a proof is about.

use super::letters::{Filling, Words, fill_template, improve_words};
use super::make::refuse_by_counting;
use super::own::needed;
use super::wished::with_more_wished;
use super::{Answer, Maker, NoAnswer, NoCrossword, Options, Outcome, Progress, Template, Whole, sound};
use crate::encodings::cnf::Formula;
use crate::encodings::crossword::joint::JointEncoding;
use crate::encodings::crossword::placed::with_words;
use crate::encodings::crossword::shape::{Ground, Shapes};
use crate::encodings::lexicon::{Letter, Theme, WordList};
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed};
use fastrand::Rng;
use std::sync::Arc;
use std::time::Duration;

/// The most fields of a grid that is decided by its formula.
pub const MOST_FIELDS: usize = 20;

/// Returns whether a grid of this size is decided by its formula.
pub const fn is_small(rows: usize, cols: usize) -> bool {
    rows * cols <= MOST_FIELDS
}

/// A function that is called with progress.
type Watch<'a> = &'a (dyn Fn(Progress) + Sync);

/// What the formula says.
#[derive(Clone, Debug)]
pub enum Decision {
    /// There is this crossword.
    Crossword(Box<Template>),
    /// There is none: this formula has no model.
    None(Box<Formula>),
    /// The budget ended first, or the grid is too large.
    Unknown,
}

/// Looks for a crossword on this ground, whose templates have only words of lengths that the list has, with the own words and
/// the solution word of the options.
pub fn decide<G: Ground>(ground: G, list: &WordList, options: &Options, budget: &Budget) -> Decision {
    let setup = &options.setup;
    let mut joint = JointEncoding::new(ground, &Arc::new(list.clone()));
    joint.add_words_at(&options.placed);
    joint.add_themes(&options.themes);
    if !options.spelled.is_empty() {
        joint.spell(&options.spelled, &options.themes);
    }
    log::info!("a formula of {} clauses decides", joint.formula().clause_count());
    let mut rng = Rng::with_seed(seed::derive(setup.seed, SEED_OF_LETTERS));
    let letters: Vec<_> = joint.ground().fields().flat_map(|pos| *joint.cell(pos)).collect();
    let mut whole = Whole::new(joint, setup);
    // Without this many solvers would begin each word with an A.
    for lit in letters.into_iter().filter_map(|bit| bit.lit()) {
        whole.prefer(if rng.f64() < SHARE_OF_LETTERS { lit } else { !lit });
    }
    match whole.find(&[], None, budget) {
        Outcome::Made(template) => Decision::Crossword(Box::new(template)),
        Outcome::None => Decision::None(Box::new(whole.shapes.into_formula())),
        Outcome::Unknown => Decision::Unknown,
    }
}

/// The share of letters that are tried first.
const SHARE_OF_LETTERS: f64 = 0.1;
/// The number of the seed of these choices.
const SEED_OF_LETTERS: u64 = 7;

/// Returns what small grids say for which no crossword was found: a crossword, or that there is none. `None` if it is not known.
pub(super) fn decided(
    maker: &dyn Maker,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: Watch<'_>,
) -> Option<Result<Answer, NoAnswer>> {
    match maker.decide(list, options, budget) {
        Decision::Crossword(filled) => Some(answer(&filled, list, options, budget, watch)),
        Decision::None(_) => Some(Err(nowhere(maker, options))),
        Decision::Unknown => None,
    }
}

/// Finds a crossword with the fewest blocks on a small grid, if this maker bounds them; `None` if that takes too long.
pub(super) fn fewest(
    maker: &dyn Maker,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: Watch<'_>,
) -> Option<Result<Answer, NoAnswer>> {
    let (rows, cols) = maker.sides();
    // Other makers of templates for the fewest blocks have no place for such words either.
    if !is_small(rows, cols) || !options.placed.is_empty() {
        return None;
    }
    if let Err(reason) = refuse_by_counting((rows, cols), list, options) {
        return Some(Err(reason.into()));
    }
    let at_most = |most: usize| Some(maker.with_blocks(most)?.decide(list, options, budget));
    watch(Progress::Pattern(1));
    let mut best = match at_most(rows * cols)? {
        Decision::Crossword(filled) => filled,
        Decision::None(_) => return Some(Err(nowhere(maker, options))),
        Decision::Unknown => return None,
    };
    let blocks = |template: &Template| rows * cols - template.white();
    let mut least = 0;
    while least < blocks(&best) {
        watch(Progress::Fewer { blocks: blocks(&best), turn: least + 1 });
        match at_most(least)? {
            Decision::Crossword(filled) => best = filled,
            Decision::None(_) => least += 1,
            Decision::Unknown => break,
        }
    }
    let answer = answer(&best, list, options, budget, watch);
    Some(answer.map(|answer| Answer { least_blocks: Some(least), ..answer }))
}

fn nowhere(maker: &dyn Maker, options: &Options) -> NoAnswer {
    let (rows, cols) = maker.sides();
    NoCrossword::Nowhere { rows, cols, needed: needed(&options.themes) }.into()
}

/// The failure limit for filling a template of which one fill is known.
const FAILURES: u64 = 20_000;

/// Returns the crossword of this template with words as they are preferred; the given fill, if no other one is found.
fn answer(
    filled: &Template,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: Watch<'_>,
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let template = with_words(&filled.emptied(), &options.placed).map_err(NoCrossword::from)?;
    let themes = options.other_themes();
    let has_len = |len| len <= template.cells.rows().max(template.cells.cols());
    let fill = |themes: &[Theme], budget: &Budget| {
        let preference = options.preference(list, themes, has_len);
        let filling =
            Filling { preference: &preference, words: Words::All, failures: Some(FAILURES), turn: 1 };
        fill_template(&template, filling, options, budget, watch)
    };
    let preference = options.preference(list, &themes, has_len);
    let known = || {
        let (problem, positions) = template.slots();
        let letters: Vec<Letter> = positions.iter().filter_map(|&pos| filled.cells[pos].letter()).collect();
        Answer {
            puzzle: filled.clone(),
            word_score: preference.all().mean_score(&problem.slots, &letters),
            filled_after: Duration::ZERO,
            tries: 1,
            least_blocks: None,
            has_most_wished: false,
        }
    };
    let mut answer = match fill(&themes, budget) {
        Err(bug @ NoAnswer::Bug(_)) => return Err(bug),
        found => found.unwrap_or_else(|_| known()),
    };
    answer.filled_after = started.elapsed();
    answer = with_more_wished(answer, &themes, budget, &fill);
    improve_words(&mut answer, &template, &preference, options, budget, watch);
    sound(answer, &template, list)
}
