//! A formula that is to be written for other solvers: which part of the puzzle, and with what goal.
//!
//! [`Instance::new`] is the one place that decides which encoding a grid gets and what is added to it, so that
//! writing a formula and finding its names again (when a model comes back without a map) cannot differ.

use super::bound::{Ceiling, ceiling_of};
use super::joint::{JointEncoding, pick_words_with};
use super::layout::costs::Costs;
use super::layout::{Bounds, LayoutEncoding, LayoutOptions, LayoutSpec, Lengths};
use super::rating::Counts;
use super::spec::{Mode, Spec};
use crate::cnf::{Formula, Soft, Var};
use crate::grid::Pos;
use crate::lexicon::WordList;
use crate::lexicon::fill::{Distinct, FillEncoding};
use crate::lexicon::membership::Membership;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// Which part of a puzzle a formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Layout and letters in one: any model is a finished puzzle.
    Joint,
    /// Question fields and arrows only.
    Layout,
    /// The letters of a given layout.
    Fill,
}

impl Stage {
    /// Whether a model says which letters there are.
    pub fn has_letters(self) -> bool {
        self != Self::Layout
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Joint => "joint",
            Self::Layout => "layout",
            Self::Fill => "fill",
        })
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Joint, Self::Layout, Self::Fill]
            .into_iter()
            .find(|stage| stage.to_string() == text)
            .ok_or_else(|| format!("`{text}` is no stage; there are joint, layout and fill"))
    }
}

/// What is asked of the formula.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The part of the puzzle; without it, fill for a layout that is given in full, else joint.
    pub stage: Option<Stage>,
    /// At most so many words of each length.
    pub at_most_words: Option<usize>,
    /// Which of equally scored words are taken, where their number is limited.
    pub seed: u64,
    /// How slots are tied to the words; without it, what is best measured ([`Membership::default`] in a fill,
    /// direct in a joint formula).
    pub membership: Option<Membership>,
    /// The lowest rating a model may have, as clauses.
    pub at_least: Option<f64>,
    /// Whether what the rating loses (in a fill: the word scores) is added as wishes.
    pub wishes: bool,
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum InstanceError {
    #[error(
        "--stage fill needs a layout that is given in full, but the grid has no question fields, or --extend \
         lets the tool add some; use --stage joint, or make a layout first (--stage layout)"
    )]
    NoLayout,

    #[error(
        "--stage fill needs a layout that is given in full, but the question field at {pos} has no question; use \
         --stage joint, which finds one, or state its arrows"
    )]
    NoQuestion { pos: Pos },

    #[error("the layout is given in full, so --stage layout has nothing to find; use --stage fill")]
    NothingOpen,

    #[error(
        "no layout of this grid rates {score}: by counting alone none is above {ceiling:.3} (see `cwsat bound`)"
    )]
    TooHigh { score: f64, ceiling: f64 },

    #[error("the layout is given and rates {rates:.3}, so no fill of it rates {score}")]
    RatesLower { score: f64, rates: f64 },

    #[error(
        "what is given makes dead letters or clusters of question fields already, so no rating can be promised; \
         leave --at-least away"
    )]
    Spoilt,

    #[error("no puzzle fits into this grid, so there is nothing to rate")]
    NoRating,

    #[error("--stage layout has no words, so --encoding {membership} says nothing about it; leave it away")]
    NoWords { membership: Membership },

    #[error(
        "the scores of the words are to be the cost of a fill, and --encoding mdd has no variables for words; \
         use --encoding direct, or --format dimacs, which has no costs"
    )]
    NoWordVariables,

    #[error(
        "the joint formula would have up to {words} variables for words alone, which is more than solvers can \
         number; --at-most-words {advice} makes it writable"
    )]
    TooLarge { words: u64, advice: u64 },
}

/// A formula for other solvers.
#[derive(Clone, Debug)]
pub struct Instance {
    /// What it is about.
    pub stage: Stage,
    /// The clauses and the names.
    pub formula: Formula,
    /// What is wished; empty unless that was requested.
    pub soft: Vec<Soft>,
    /// Sentences and lines `key: value` for the top of the file on what the clauses and wishes promise.
    pub notes: Vec<String>,
}

impl Instance {
    /// The formula of a grid and a list of words.
    pub fn new(spec: &Spec, list: &WordList, request: &Request) -> Result<Self, InstanceError> {
        let unasked = spec.asking.iter().find(|a| !spec.puzzle.questions.iter().any(|q| q.pos == a.pos));
        let given_in_full = spec.mode == Mode::Given && unasked.is_none();
        let stage = request.stage.unwrap_or(if given_in_full { Stage::Fill } else { Stage::Joint });
        match (stage, unasked) {
            (Stage::Layout, _) if given_in_full => return Err(InstanceError::NothingOpen),
            (Stage::Fill, _) if spec.mode != Mode::Given => return Err(InstanceError::NoLayout),
            (Stage::Fill, Some(asking)) => return Err(InstanceError::NoQuestion { pos: asking.pos }),
            _ => {}
        }
        if let (Stage::Layout, Some(membership)) = (stage, request.membership) {
            return Err(InstanceError::NoWords { membership });
        }
        let picked = request.at_most_words.map(|n| pick_words_with(list, n, request.seed));
        let list = picked.as_ref().unwrap_or(list);
        match stage {
            Stage::Fill => fill(spec, list, request),
            Stage::Layout | Stage::Joint => layout_or_joint(stage, spec, list, request),
        }
    }
}

fn fill(spec: &Spec, list: &WordList, request: &Request) -> Result<Instance, InstanceError> {
    let puzzle = &spec.puzzle;
    let rates = Counts::of(puzzle).score();
    if let Some(score) = request.at_least.filter(|&score| rates < score) {
        return Err(InstanceError::RatesLower { score, rates });
    }
    let (problem, positions) = puzzle.slots();
    let list = Arc::new(list.clone());
    // Wishes about words are about the variables of words.
    let wishes = request.wishes && list.is_scored();
    let membership = match request.membership {
        Some(membership) if wishes && !membership.has_word_variables() => {
            return Err(InstanceError::NoWordVariables);
        }
        Some(membership) => membership,
        None if wishes => Membership::Direct,
        None => Membership::default(),
    };
    let encoding =
        FillEncoding::with_membership(&problem, Some(&positions), &list, membership, Distinct::Letters);
    let mut notes = vec![format!("encoding: {membership}")];
    let mut soft = Vec::new();
    if request.wishes {
        soft = encoding.score_wishes();
        notes.push("a model costs what the scores of its words lack to the best score, summed".to_owned());
    }
    Ok(Instance { stage: Stage::Fill, formula: encoding.formula, soft, notes })
}

fn layout_or_joint(
    stage: Stage,
    spec: &Spec,
    list: &WordList,
    request: &Request,
) -> Result<Instance, InstanceError> {
    let layout_spec = LayoutSpec::new(&spec.puzzle, spec.mode != Mode::Given);
    let line = spec.puzzle.fields.rows().max(spec.puzzle.fields.cols());
    let lengths: Lengths = (2..=line.min(list.longest())).filter(|&len| list.count(len) > 0).collect();
    let high = request.at_least.is_some();
    let options = LayoutOptions { lengths, ask_all: high, no_dead: high, no_clusters: high };
    let goal = match request.at_least.is_some() || request.wishes {
        true => Some(ceiling_of(&spec.puzzle, Some(list.longest())).ok_or(InstanceError::NoRating)?),
        false => None,
    };
    let bounds = match (request.at_least, &goal) {
        (Some(score), Some(ceiling)) => Some(bounds(score, ceiling)?),
        _ => None,
    };
    let mut notes = Vec::new();
    let mut add_goal = |layout: &mut LayoutEncoding| -> Vec<Soft> {
        if let (Some(bounds), Some(score)) = (&bounds, request.at_least) {
            layout.add_bounds(bounds);
            notes.push(format!("at least: {score}"));
            notes.extend(bounds.lines());
        }
        let Some(ceiling) = goal.filter(|_| request.wishes) else { return Vec::new() };
        let Costs { soft, base } = layout.add_costs(&ceiling);
        notes.push(format!("cost of every model: {base}"));
        notes.push(
            "600 of the cost are one point of the rating; it is about 100 - (all costs) / 600".to_owned(),
        );
        soft
    };
    let (formula, soft) = if stage == Stage::Joint {
        // Words come once at most, which is short to say only where they have variables.
        let membership = request.membership.unwrap_or(Membership::Direct);
        let words = JointEncoding::word_places(&layout_spec, list, usize::MAX);
        if membership == Membership::Direct && words > Var::LIMIT as u64 / 4 {
            let most = (2..=list.longest()).map(|len| list.count(len)).max().unwrap_or(0) as u64;
            let advice = (most as u128 * (Var::LIMIT as u128 / 16) / u128::from(words)).max(1) as u64;
            return Err(InstanceError::TooLarge { words, advice });
        }
        let list = Arc::new(list.clone());
        let mut joint = JointEncoding::with_membership(&layout_spec, &options, &list, membership);
        let soft = add_goal(joint.layout_mut());
        (joint.into_formula(), soft)
    } else {
        let mut layout = LayoutEncoding::new(&layout_spec, &options);
        let soft = add_goal(&mut layout);
        (layout.formula, soft)
    };
    if high && formula.dropped_wishes() > 0 {
        return Err(InstanceError::Spoilt);
    }
    Ok(Instance { stage, formula, soft, notes })
}

fn bounds(score: f64, ceiling: &Ceiling) -> Result<Bounds, InstanceError> {
    Bounds::at_least(score, ceiling).ok_or(InstanceError::TooHigh { score, ceiling: ceiling.score })
}
