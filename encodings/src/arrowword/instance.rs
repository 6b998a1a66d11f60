//! A formula to be written for other solvers: which part of the puzzle it covers, and with what goal.
//!
//! [`Instance::new`] is the only place that decides which encoding a grid gets and what is added to it, so a formula
//! that is built again for its names (when a model comes back without a map) cannot differ from the one that was
//! written.

use super::bound::ceiling_of;
use super::goal::{approximate_goal, exact_goal};
use super::joint::{JointEncoding, pick_words_with};
use super::layout::{Bounds, EXACT_FIELDS, LayoutEncoding, LayoutOptions, LayoutSpec, Lengths};
use super::placed::{NoPlace, with_words};
use super::rating::Counts;
use super::spec::Spec;
use crate::cnf::{Constraints, Formula, Soft, Var};
use crate::grid::{Pos, Run};
use crate::lexicon::fill::{Distinct, FillEncoding};
use crate::lexicon::membership::Membership;
use crate::lexicon::{Letter, OneOf, PlacedWord, Theme, WordList, above_all, add_own_wishes};
use crate::unknown::{Unknown, find};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The part of a puzzle that a formula covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Layout and letters together: any model is a finished puzzle.
    Joint,
    /// Question fields and arrows only.
    Layout,
    /// The letters of a given layout.
    Fill,
}

impl Stage {
    /// Tells whether a model determines the letters.
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
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        find(text, "a stage", &[Self::Joint, Self::Layout, Self::Fill])
    }
}

/// What the formula should be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The part of the puzzle; by default, the fill of a layout that is given in full, and joint otherwise.
    pub stage: Option<Stage>,
    /// The largest number of words of each length.
    pub at_most_words: Option<usize>,
    /// The seed that selects among equally scored words where their number is limited.
    pub seed: u64,
    /// How slots are tied to the words; by default, what measured best ([`Membership::default`] in a fill, direct in a
    /// joint formula).
    pub membership: Option<Membership>,
    /// The lowest rating a model may have, enforced by clauses.
    pub at_least: Option<f64>,
    /// Whether to add wishes: what the rating loses, or in a fill the word scores.
    pub wishes: bool,
    /// Words that a model has to have, or should have.
    pub themes: Vec<Theme>,
    /// Words that a model has at certain places.
    pub placed: Vec<PlacedWord>,
    /// Words that a model has at one of several places.
    pub one_of: Vec<OneOf>,
    /// The letters of a solution word, which a model has in fields that lie apart; none if there is no such word.
    pub spelled: Vec<Letter>,
    /// How the counts and sums behind the rating are encoded.
    pub constraints: Constraints,
    /// Whether each own word that a model may lack costs more than any loss of the rating, instead of less.
    pub wish_first: bool,
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages name the fields
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
        "what is given already makes dead letters or clusters of question fields, so no rating can be guaranteed; \
         leave out --at-least"
    )]
    Spoilt,

    #[error("no puzzle fits into this grid, so there is nothing to rate")]
    NoRating,

    #[error("--stage layout has no words, so --encoding {membership} has no effect on it; leave it out")]
    NoWords { membership: Membership },

    #[error(
        "--stage layout has no words, so it cannot have own words or a solution word; leave out --must, --must-at, \
         --wish, --theme and --solution-word"
    )]
    NoOwnWords,

    #[error(transparent)]
    NoPlace(#[from] NoPlace),

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

/// A formula for other solvers, and what its models promise.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The part of the puzzle that it covers.
    pub stage: Stage,
    /// The clauses and the names.
    pub formula: Formula,
    /// The wishes; empty unless they were requested.
    pub soft: Vec<Soft>,
    /// Sentences and lines `key: value` for the top of the file, about what the clauses and wishes promise.
    pub notes: Vec<String>,
}

impl Instance {
    /// Builds the formula of a grid and a word list.
    pub fn new(spec: &Spec, list: &WordList, request: &Request) -> Result<Self, InstanceError> {
        let unasked = spec.asking.iter().find(|a| !spec.puzzle.questions.iter().any(|q| q.pos == a.pos));
        let given_in_full = !spec.extend.opens_fields() && unasked.is_none();
        let stage = request.stage.unwrap_or(if given_in_full { Stage::Fill } else { Stage::Joint });
        match (stage, unasked) {
            (Stage::Layout, _) if given_in_full => return Err(InstanceError::NothingOpen),
            (Stage::Fill, _) if spec.extend.opens_fields() => return Err(InstanceError::NoLayout),
            (Stage::Fill, Some(asking)) => return Err(InstanceError::NoQuestion { pos: asking.pos }),
            _ => {}
        }
        if let (Stage::Layout, Some(membership)) = (stage, request.membership) {
            return Err(InstanceError::NoWords { membership });
        }
        let asks_for_words =
            !(request.themes.is_empty() && request.placed.is_empty() && request.spelled.is_empty());
        if stage == Stage::Layout && asks_for_words {
            return Err(InstanceError::NoOwnWords);
        }
        with_words(&spec.puzzle, spec.extend, &request.placed)?;
        let own: Vec<&[Letter]> = {
            let of_themes = request.themes.iter().flat_map(Theme::words).map(Vec::as_slice);
            of_themes.chain(request.placed.iter().map(PlacedWord::letters)).collect()
        };
        let is_own = |word: &[Letter]| own.contains(&word);
        let picked = request.at_most_words.map(|n| pick_words_with(list, n, request.seed));
        // Own words are never among those that are left out.
        let picked = picked
            .map(|picked| list.filtered(|id| picked.find(list.word(id)).is_some() || is_own(list.word(id))));
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
    // Wishes about words need variables for words.
    let wishes = request.wishes && list.is_scored();
    let membership = match request.membership {
        Some(membership) if wishes && !membership.has_word_variables() => {
            return Err(InstanceError::NoWordVariables);
        }
        Some(membership) => membership,
        None if wishes => Membership::Direct,
        None => Membership::default(),
    };
    let mut encoding =
        FillEncoding::with_membership(&problem, Some(&positions), &list, membership, Distinct::Letters);
    let mut notes = vec![format!("encoding: {membership}")];
    let mut soft = Vec::new();
    if request.wishes {
        soft = encoding.score_wishes();
        notes.push(
            "the cost of a model is the sum, over its words, of how far each score falls short of the best"
                .to_owned(),
        );
    }
    let runs: Vec<Run> = puzzle.questions.iter().filter_map(|&question| puzzle.run_of(question)).collect();
    for word in &request.placed {
        encoding.add_word_at(runs.iter().position(|&run| run == word.run()), word.letters());
    }
    let own = encoding.add_themes_at(&request.themes, &request.one_of, &runs);
    if !request.spelled.is_empty() {
        encoding.spell(&request.spelled, &positions, &request.themes);
    }
    let weight = request.wishes.then(|| above_all(&soft));
    notes.extend(add_own_wishes(&mut soft, &request.themes, &own, weight));
    Ok(Instance { stage: Stage::Fill, formula: encoding.formula, soft, notes })
}

fn layout_or_joint(
    stage: Stage,
    spec: &Spec,
    list: &WordList,
    request: &Request,
) -> Result<Instance, InstanceError> {
    let layout_spec = LayoutSpec::new(&spec.puzzle, spec.extend);
    let line = spec.puzzle.fields.rows().max(spec.puzzle.fields.cols());
    let lengths: Lengths = (2..=line.min(list.longest())).filter(|&len| list.count(len) > 0).collect();
    let goal = match request.at_least.is_some() || request.wishes {
        true => Some(ceiling_of(&spec.puzzle, Some(list.longest())).ok_or(InstanceError::NoRating)?),
        false => None,
    };
    let is_exact = spec.puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count() <= EXACT_FIELDS;
    let bounds = match (request.at_least, &goal) {
        (Some(score), Some(ceiling)) => {
            let too_high = InstanceError::TooHigh { score, ceiling: ceiling.score };
            if score > ceiling.score + 1e-9 {
                return Err(too_high);
            }
            (!is_exact).then(|| Bounds::at_least(score, ceiling).ok_or(too_high)).transpose()?
        }
        _ => None,
    };
    // Bounds on the counts promise nothing about dead letters and clusters.
    let spotless = bounds.is_some();
    let options = LayoutOptions { lengths, ask_all: spotless, no_dead: spotless, no_clusters: spotless };
    let mut notes = Vec::new();
    let mut add_goal = |layout: &mut LayoutEncoding| -> Vec<Soft> {
        let Some(ceiling) = &goal else { return Vec::new() };
        layout.formula.encode_with(request.constraints);
        let (soft, said) = match is_exact {
            true => exact_goal(layout, request.at_least, request.wishes),
            false => approximate_goal(layout, request.at_least, request.wishes, ceiling, bounds.as_ref()),
        };
        notes.extend(said);
        soft
    };
    let mut own_notes = None;
    let (formula, soft) = if stage == Stage::Joint {
        // That no word occurs twice is cheap to encode only if words have variables.
        let membership = request.membership.unwrap_or(Membership::Direct);
        let words = JointEncoding::word_places(&layout_spec, list, usize::MAX);
        if membership == Membership::Direct && words > Var::LIMIT as u64 / 4 {
            let most = (2..=list.longest()).map(|len| list.count(len)).max().unwrap_or(0) as u64;
            let advice = (most as u128 * (Var::LIMIT as u128 / 16) / u128::from(words)).max(1) as u64;
            return Err(InstanceError::TooLarge { words, advice });
        }
        let list = Arc::new(list.clone());
        let mut joint = JointEncoding::with_membership(&layout_spec, &options, &list, membership);
        let mut soft = add_goal(joint.layout_mut());
        joint.add_words_at(&request.placed);
        let own = joint.add_themes_at(&request.themes, &request.one_of);
        if !request.spelled.is_empty() {
            joint.spell(&request.spelled, &request.themes);
        }
        // Less than anything that the rating may lose, or more than all of it.
        let weight = request.wishes.then(|| if request.wish_first { above_all(&soft) } else { 1 });
        own_notes = add_own_wishes(&mut soft, &request.themes, &own, weight);
        (joint.into_formula(), soft)
    } else {
        let mut layout = LayoutEncoding::new(&layout_spec, &options);
        let soft = add_goal(&mut layout);
        (layout.formula, soft)
    };
    if spotless && formula.dropped_wishes() > 0 {
        return Err(InstanceError::Spoilt);
    }
    notes.extend(own_notes);
    Ok(Instance { stage, formula, soft, notes })
}
