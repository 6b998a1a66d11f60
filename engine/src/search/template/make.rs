//! Making templates: models of a style's formula, connected, with about the share of white fields asked for.
//!
//! The SAT solver is asked for a model with exactly the desired number of white fields; if there is none, the bounds
//! are widened step by step, by assumptions on the same solver. If a model falls apart, clauses that forbid these cuts
//! are added and the solver continues; after a few turns the models stay connected. Randomness comes from the solver's
//! seed, from random phases (white with the desired probability), and from a few fields that are made blocks at random
//! if possible, since not every solver makes much use of seeds and phases.
//!
//! What the style prefers ([`ShapeEncoding::wishes`]) is tried before it is given up, but it is given up before the
//! share of white fields is.
//!
//! American templates of the sizes for which newspapers have limits are not made in this way, but
//! [laid](super::anneal).

use super::anneal::{Limits, Plan, lay};
use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::lexicon::{CannotStand, PlacedWord, WordList};
use crate::encodings::template::puzzle::{LONGEST_SIDE, Template};
use crate::encodings::template::shape::{ShapeEncoding, ShapeSpec};
use crate::encodings::template::style::{Style, Symmetry};
use crate::search::Setup;
use crate::search::crossword::small::{Decision, decide, is_small};
use crate::search::crossword::{self, Maker, Material, Outcome, Whole};
use crate::solver::Budget;
use fastrand::Rng;

/// The specification of a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MakeSpec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// How blocks may be placed.
    pub style: Style,
    /// Which fields have to be equal.
    pub symmetry: Symmetry,
    /// The share of white fields, from 0 to 1; `None` for what is usual for the style.
    pub white: Option<f64>,
}

impl MakeSpec {
    /// Returns the share of white fields to aim for.
    pub fn white(&self) -> f64 {
        self.white.unwrap_or(self.style.usual_white())
    }

    /// Returns an error if no template of this size can be made, or none with this symmetry.
    pub fn check(&self) -> Result<(), NoTemplate> {
        let Self { rows, cols, symmetry, .. } = *self;
        let is_side = |length| (3..=LONGEST_SIDE).contains(&length);
        if !is_side(rows) || !is_side(cols) || rows * cols > MOST_FIELDS {
            return Err(NoTemplate::Size { rows, cols });
        }
        if symmetry == Symmetry::QuarterTurn && rows != cols {
            return Err(NoTemplate::NoSquare { rows, cols });
        }
        Ok(())
    }
}

/// The maximum number of fields of a template. The formula counts the white ones with clauses that grow with the square
/// of their number: 2,500 fields take 0.7 GB.
const MOST_FIELDS: usize = 2_500;

/// Why there is no template.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum NoTemplate {
    /// A side is too short or too long.
    #[error(
        "a template of {rows} rows and {cols} columns cannot be made; each side can have 3 to {LONGEST_SIDE} fields, and \
         the template at most {MOST_FIELDS} in all"
    )]
    Size {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// Only a square can be rotated by a quarter turn.
    #[error(
        "a template of {rows} rows and {cols} columns cannot be the same after a quarter turn; use a square"
    )]
    NoSquare {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// The formula has no model, with any share of white fields.
    #[error(
        "no {style} template of {rows} rows and {cols} columns with symmetry {symmetry} is connected, leaves no row or \
         column empty, and has only words of three or more letters, of lengths that the list has: proven{hint}"
    )]
    Impossible {
        /// The style.
        style: Style,
        /// The symmetry.
        symmetry: Symmetry,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// What may help, preceded by `; `; empty if nothing is known to help.
        hint: &'static str,
    },
    /// A word has no room where it has to stand.
    #[error(transparent)]
    NoPlace(#[from] CannotStand),
    /// The budget ended first.
    #[error("stopped before a template was found: give it more time")]
    Stopped,
}

impl From<NoTemplate> for crossword::NoTemplate {
    fn from(reason: NoTemplate) -> Self {
        match reason {
            NoTemplate::Size { .. } | NoTemplate::NoSquare { .. } => Self::Refused(reason.to_string()),
            NoTemplate::Impossible { .. } => Self::Impossible(reason.to_string()),
            NoTemplate::NoPlace(why) => Self::NoPlace(why),
            NoTemplate::Stopped => Self::Stopped,
        }
    }
}

/// How much the usual share of white fields is reduced after each failed fill, and the smallest share.
const LESS_WHITE: f64 = 0.01;
const LEAST_WHITE: f64 = 0.5;

impl Maker for MakeSpec {
    fn sides(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn template(
        &self,
        turn: usize,
        material: Material<'_>,
        setup: &Setup,
        budget: &Budget,
    ) -> Result<Template, crossword::NoTemplate> {
        if let Some(limits) = self.limits()
            // Only the formula makes room for words at certain places.
            && material.placed.is_empty()
        {
            let Self { rows, cols, symmetry, .. } = *self;
            let plan = Plan { rows, cols, symmetry, limits, ease: material.ease };
            if let Some(template) = lay(&plan, setup.seed, budget) {
                return Ok(template);
            }
            if budget.exhausted() {
                return Err(crossword::NoTemplate::Stopped);
            }
        }
        let spec = Self { white: Some(self.white_in(turn)), ..*self };
        Ok(make(&spec, material.list, material.placed, setup, budget)?)
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

    fn decide(&self, list: &WordList, options: &crossword::Options, budget: &Budget) -> Decision {
        match self.encoding(list, &[]) {
            Ok(shapes) if is_small(self.rows, self.cols) => decide(shapes, list, options, budget),
            _ => Decision::Unknown,
        }
    }
}

impl MakeSpec {
    /// Returns the formula of the templates with room for the placed words, whose words have lengths that the list has.
    fn encoding(&self, list: &WordList, placed: &[PlacedWord]) -> Result<ShapeEncoding, CannotStand> {
        let Self { rows, cols, style, symmetry, .. } = *self;
        let lengths = (0..=rows.max(cols)).map(|len| list.count(len) > 0).collect();
        let mut encoding = ShapeEncoding::new(&ShapeSpec { rows, cols, style, symmetry, lengths });
        encoding.make_room(placed)?;
        Ok(encoding)
    }

    /// Returns what newspapers allow in templates of this size and style, unless a share of white fields is asked for.
    fn limits(&self) -> Option<Limits> {
        let is_usual = self.style == Style::American && self.white.is_none();
        Limits::of_newspapers(self.rows, self.cols).filter(|_| is_usual)
    }

    /// Returns the share of white fields to aim for in this turn, counted from 1. The usual share may be too much for a small
    /// list, so it is reduced from turn to turn; one that was asked for is not.
    fn white_in(&self, turn: usize) -> f64 {
        let usual = || (self.style.usual_white() - LESS_WHITE * (turn - 1) as f64).max(LEAST_WHITE);
        self.white.unwrap_or_else(usual)
    }
}

/// Makes a template with room for the placed words, and with a share of white fields as close to the one asked for as its
/// style allows (to within steps that start at one field and double).
pub fn make(
    spec: &MakeSpec,
    list: &WordList,
    placed: &[PlacedWord],
    setup: &Setup,
    budget: &Budget,
) -> Result<Template, NoTemplate> {
    let MakeSpec { rows, cols, style, symmetry, .. } = *spec;
    spec.check()?;
    let mut whole = Whole::new(spec.encoding(list, placed)?, setup);
    let mut rng = Rng::with_seed(setup.seed);
    let share = spec.white().clamp(0.0, 1.0);
    let all: Vec<Lit> = whole.shapes.white().iter().map(|(_, &lit)| lit).collect();
    for &lit in &all {
        whole.prefer(if rng.f64() < share { lit } else { !lit });
    }
    let fields = rows * cols;
    let wanted = (share * fields as f64).round() as usize;
    let blocks: Vec<Lit> = (0..CHANCE_BLOCKS).map(|_| !all[rng.usize(..all.len())]).collect();
    // With the random blocks first, then without them, and with fewer and fewer wishes.
    let wishes: Vec<Vec<Lit>> = whole
        .shapes
        .wishes()
        .iter()
        .flat_map(|wish| [[&wish[..], &blocks].concat(), wish.clone()])
        .chain([blocks.clone()])
        .collect();
    let mut slack = 0;
    loop {
        let bounds = whole.shapes.white_between(wanted.saturating_sub(slack), (wanted + slack).min(fields));
        let bounds = bounds.unwrap_or_default();
        for wish in &wishes {
            let assumed = [&bounds[..], wish].concat();
            if let Outcome::Made(template) = whole.find(&assumed, Some(WISH_CONFLICTS), budget) {
                return Ok(template);
            }
        }
        match whole.find(&bounds, None, budget) {
            Outcome::Made(template) => return Ok(template),
            Outcome::Unknown => return Err(NoTemplate::Stopped),
            Outcome::None if slack >= fields => {
                let odd = rows % 2 == 1 && cols % 2 == 1;
                let hint = match (style, symmetry) {
                    (Style::DoubleSpaced, Symmetry::HalfTurn | Symmetry::QuarterTurn) if !odd => {
                        "; on every second line a turn needs an odd number of rows and columns"
                    }
                    (Style::DoubleSpaced, Symmetry::Mirror) if cols % 2 == 0 => {
                        "; on every second line a mirror needs an odd number of columns"
                    }
                    _ => "",
                };
                return Err(NoTemplate::Impossible { style, symmetry, rows, cols, hint });
            }
            Outcome::None => slack = (2 * slack).max(1),
        }
    }
}

/// How many random fields are made blocks if possible.
const CHANCE_BLOCKS: usize = 3;
/// The conflict limit for a wish.
const WISH_CONFLICTS: u32 = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_usual_share_of_white_fields_is_reduced() {
        let spec =
            |white| MakeSpec { rows: 9, cols: 9, style: Style::British, symmetry: Symmetry::HalfTurn, white };
        for turn in [1, 2, 200] {
            assert_eq!([0.4, 0.7].map(|share| spec(Some(share)).white_in(turn)), [0.4, 0.7]);
        }
        let usual = Style::British.usual_white();
        let shares = [1, 2, 200].map(|turn| spec(None).white_in(turn));
        assert_eq!(shares, [usual, usual - LESS_WHITE, LEAST_WHITE]);
    }
}
