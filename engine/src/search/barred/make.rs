//! Making barred grids: models of the formula of customary grids, in one part, with about the usual share of unchecked
//! fields.
//!
//! The SAT solver is asked for a model with about the desired number of unchecked fields and few words; if none is
//! found within a limit, more words are allowed, and then the bounds are widened step by step, by assumptions on the
//! same solver. If a model falls apart, clauses that forbid these parts are added and the solver continues. Randomness
//! comes from the solver's seed and from random phases.

use crate::encodings::barred::shape::{ShapeEncoding, ShapeSpec};
use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::crossword::puzzle::{LONGEST_SIDE, Template};
use crate::encodings::lexicon::{CannotStand, PlacedWord, WordList};
use crate::search::Setup;
use crate::search::crossword::small::{Decision, decide, is_small};
use crate::search::crossword::{Maker, Material, NoTemplate, Options, Outcome, Whole};
use crate::solver::Budget;
use fastrand::Rng;

/// The specification of a barred grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MakeSpec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

/// The largest number of fields of a grid. The formula counts the unchecked ones with clauses that grow with the square of
/// their number.
const MOST_FIELDS: usize = 900;
/// The share of unchecked fields to aim for.
const UNCHECKED: f64 = 0.38;
/// How far the number of unchecked fields may at first be from that aim, as a share of all fields. An exact number is
/// hard to find.
const SLACK: f64 = 0.04;
/// The number of words to aim for at most, relative to the number of fields: about 37 in a grid of 12x12.
const WORDS: f64 = 0.26;
/// The share of bars among the places for them in the solver's first guess.
const BARS: f64 = 0.3;
/// The conflict limit of a search for a model with bounds that may be too narrow.
const CONFLICTS: u32 = 3_000;

impl MakeSpec {
    /// Returns the formula of the templates with room for the placed words, whose words have lengths that the list has.
    fn encoding(&self, list: &WordList, placed: &[PlacedWord]) -> Result<ShapeEncoding, CannotStand> {
        let Self { rows, cols } = *self;
        let lengths = (0..=rows.max(cols)).map(|len| list.count(len) > 0).collect();
        let mut encoding = ShapeEncoding::new(&ShapeSpec { rows, cols, lengths });
        encoding.make_room(placed)?;
        Ok(encoding)
    }

    /// Returns an error if no grid of this size can be made.
    pub fn check(&self) -> Result<(), NoTemplate> {
        let Self { rows, cols } = *self;
        let is_side = |length| (3..=LONGEST_SIDE).contains(&length);
        if is_side(rows) && is_side(cols) && rows * cols <= MOST_FIELDS {
            return Ok(());
        }
        Err(NoTemplate::Refused(format!(
            "a barred crossword of {rows} rows and {cols} columns cannot be made; each side can have 3 to {LONGEST_SIDE} \
             fields, and the crossword at most {MOST_FIELDS} in all"
        )))
    }
}

impl Maker for MakeSpec {
    fn sides(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn template(
        &self,
        _: usize,
        Material { list, placed, .. }: Material<'_>,
        setup: &Setup,
        budget: &Budget,
    ) -> Result<Template, NoTemplate> {
        make(self, list, placed, setup, budget)
    }

    fn refuted(
        &self,
        list: &WordList,
        placed: &[PlacedWord],
        setup: &Setup,
        budget: &Budget,
    ) -> Option<Formula> {
        Whole::new(self.encoding(list, placed).ok()?, setup).refuted(budget)
    }

    fn decide(&self, list: &WordList, options: &Options, budget: &Budget) -> Decision {
        match self.encoding(list, &[]) {
            Ok(shapes) if is_small(self.rows, self.cols) => decide(shapes, list, options, budget),
            _ => Decision::Unknown,
        }
    }
}

/// Makes a grid with room for the placed words, whose words have lengths that the list has.
pub fn make(
    spec: &MakeSpec,
    list: &WordList,
    placed: &[PlacedWord],
    setup: &Setup,
    budget: &Budget,
) -> Result<Template, NoTemplate> {
    let MakeSpec { rows, cols } = *spec;
    spec.check()?;
    let mut whole = Whole::new(spec.encoding(list, placed)?, setup);
    let mut rng = Rng::with_seed(setup.seed);
    for lit in whole.shapes.bars() {
        whole.prefer(if rng.f64() < BARS { lit } else { !lit });
    }
    let fields = rows * cols;
    let wanted = (UNCHECKED * fields as f64).round() as usize;
    let few = (WORDS * fields as f64).round() as usize;
    let mut slack = (SLACK * fields as f64) as usize;
    loop {
        let is_last = slack >= fields;
        let (least, most) = (wanted.saturating_sub(slack), (wanted + slack).min(fields));
        let bounds = match whole.shapes.unchecked_between(least, most) {
            Some(bounds) if !is_last => bounds,
            _ => Vec::new(),
        };
        // Few words first, then more, then any number.
        let most = [Some(few), Some(few + few / 8), None]
            .map(|most| most.and_then(|n| whole.shapes.words_at_most(n)));
        for (most, is_least) in most.into_iter().zip([false, false, true]) {
            let assumed: Vec<Lit> = bounds.iter().copied().chain(most).collect();
            let limit = (!is_last || !is_least).then_some(CONFLICTS);
            match whole.find(&assumed, limit, budget) {
                Outcome::Made(template) => return Ok(template),
                Outcome::None if is_last && is_least => {
                    return Err(NoTemplate::Impossible(format!(
                        "no barred grid of {rows} rows and {cols} columns is the same after half a turn, in one part, and \
                         has only words of three or more letters, of lengths that the list has, with enough checked \
                         letters: proven"
                    )));
                }
                _ if budget.exhausted() => return Err(NoTemplate::Stopped),
                Outcome::Unknown if is_last && is_least => return Err(NoTemplate::Stopped),
                Outcome::None | Outcome::Unknown => {}
            }
        }
        slack = (2 * slack).max(1);
    }
}
