//! The formula behind "there is no puzzle": what a proof of that answer proves.
//!
//! The search reaches its answer by ways that leave no proof (word propagation, layout after layout). So the proof is
//! made afterwards, for the complete formula, in one call of a solver. The formula is the one that `cwsat encode`
//! writes for the same question; if you trust the encoding, you need not trust the search.

use super::placed::Laid;
use super::{Answer, Ending, Job, NoAnswer, NoPuzzle, ceiling_of, rules_of_layout};
use crate::encodings::arrowword::joint::JointEncoding;
use crate::encodings::arrowword::layout::{EXACT_FIELDS, LayoutEncoding};
use crate::encodings::arrowword::puzzle::Field;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::cnf::{Formula, Var};
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use std::sync::Arc;

/// A formula that is claimed to have no model, and what that means.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// The formula.
    pub formula: Formula,
    /// What follows if the formula has no model.
    pub text: &'static str,
}

/// Returns the claim behind an answer; `None` if the answer claims nothing, or if its formula would have more
/// variables than solvers can number.
pub fn claim(job: Job<'_>, answer: &NoAnswer) -> Option<Claim> {
    let NoAnswer::None(reason) = answer else { return None };
    // That own words are too long or cannot stand there is said by counting; on a small grid a formula says so as well.
    let is_counted = matches!(reason, NoPuzzle::TooLong { .. } | NoPuzzle::NoPlace(_) | NoPuzzle::NoRoom);
    if is_counted {
        return small(job);
    }
    let laid = Laid::new(job).ok()?;
    let job = laid.job(job);
    let spec = job.layout_spec();
    let rules = rules_of_layout(job.list, false);
    match reason {
        NoPuzzle::TooLong { .. } | NoPuzzle::NoPlace(_) | NoPuzzle::NoRoom => None,
        NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_) => None,
        NoPuzzle::NoLayout => Some(Claim {
            formula: LayoutEncoding::new(&spec, &rules).formula,
            text: "no arrangement of question fields and arrows on this grid follows the rules with words of the \
                   list's lengths",
        }),
        NoPuzzle::NoFill(_) | NoPuzzle::NoFillAnywhere | NoPuzzle::NeverSpelled(_) if is_laid_out(job) => {
            let (problem, positions) = job.given.slots();
            let list = Arc::new(job.list.clone());
            let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
            encoding.add_themes(job.themes);
            let text = match is_spelled(reason) {
                true => {
                    encoding.spell(job.spelled, &positions, job.themes);
                    "no fill of the given layout with different words of the list has the letters of the solution word"
                }
                false => "the given layout cannot be filled with different words of the list",
            };
            Some(Claim { formula: encoding.formula, text })
        }
        NoPuzzle::NoFill(_) | NoPuzzle::NoFillAnywhere | NoPuzzle::NeverSpelled(_) => {
            let words = JointEncoding::word_places(&spec, job.list, usize::MAX);
            let formula = || {
                let mut encoding = JointEncoding::new(&spec, &rules, &Arc::new(job.list.clone()));
                encoding.add_themes(job.themes);
                if is_spelled(reason) {
                    encoding.spell(job.spelled, job.themes);
                }
                encoding.into_formula()
            };
            let text = match is_spelled(reason) {
                true => {
                    "no puzzle on this grid with different words of the list has the letters of the solution word"
                }
                false => {
                    "no arrangement of question fields and arrows on this grid that follows the rules can be filled with \
                     different words of the list"
                }
            };
            (words <= Var::LIMIT as u64 / 4).then(|| Claim { formula: formula(), text })
        }
    }
}

/// Returns the claim that there is no puzzle with all that is asked for, which counting has found out: for words that are too
/// few, too long, or cannot stand where they have to. `None` if the grid is not small; counting then has to be believed.
pub fn small(job: Job<'_>) -> Option<Claim> {
    (fields(job) <= EXACT_FIELDS).then(|| {
        let rules = rules_of_layout(job.list, false);
        let mut encoding = JointEncoding::new(&job.layout_spec(), &rules, &Arc::new(job.list.clone()));
        ask_for_words(&mut encoding, job);
        Claim {
            formula: encoding.into_formula(),
            text: "no puzzle on this grid with different words of the list has all that is asked for",
        }
    })
}

/// Returns the number of fields that are not blocked.
fn fields(job: Job<'_>) -> usize {
    job.given.fields.iter().filter(|(_, field)| !field.is_blocked()).count()
}

/// Adds the own words and the solution word.
fn ask_for_words(encoding: &mut JointEncoding, job: Job<'_>) {
    encoding.add_words_at(job.placed);
    encoding.add_themes(job.themes);
    if !job.spelled.is_empty() {
        encoding.spell(job.spelled, job.themes);
    }
}

/// By how much more a layout would have to rate to count as better: far above what rounding makes of the rating in a
/// formula, far below any real difference.
const BETTER: f64 = 1e-6;

/// Returns a formula for something that rates higher than the best answer, and what it means that it has no model: of the
/// layout alone if no layout rates higher, and with the letters if that is because of the list. `None` if the rating is the
/// ceiling by counting, if the number of wished words counts before the rating, or if the grid is too large for the exact
/// rating.
pub fn nothing_better(job: Job<'_>, answer: &Answer) -> Option<(Formula, String)> {
    // That no more of the wished words are possible would be another formula.
    let wishes_count = job.wish_first && job.themes.iter().any(|theme| theme.spare() > 0);
    if wishes_count || fields(job) > EXACT_FIELDS {
        return None;
    }
    let score = Counts::of(&answer.puzzle).score();
    let (spec, rules) = (job.layout_spec(), rules_of_layout(job.list, false));
    let better = |layout: &mut LayoutEncoding| {
        let losses = layout.add_losses();
        layout.add_at_least(&losses, score + BETTER);
    };
    let than =
        format!("rates {:.6} or more (without the bonus); the answer rates {score:.6}", score + BETTER);
    match answer.ending {
        Ending::Ceiling => {
            let ceiling = ceiling_of(job).ok()?;
            if score + BETTER > ceiling.score {
                return None; // counting says so, and a formula would have to count
            }
            let mut encoding = LayoutEncoding::new(&spec, &rules);
            better(&mut encoding);
            Some((
                encoding.formula,
                format!("no layout of this grid with words of the list's lengths {than}"),
            ))
        }
        Ending::Exhausted
            if JointEncoding::word_places(&spec, job.list, usize::MAX) <= Var::LIMIT as u64 / 4 =>
        {
            let mut encoding = JointEncoding::new(&spec, &rules, &Arc::new(job.list.clone()));
            better(encoding.layout_mut());
            ask_for_words(&mut encoding, job);
            let own = match (job.themes.is_empty() && job.placed.is_empty(), job.spelled.is_empty()) {
                (true, true) => "",
                (false, true) => ", the own words among them,",
                (true, false) => " and the solution word",
                (false, false) => ", the own words among them, and the solution word",
            };
            Some((
                encoding.into_formula(),
                format!("no puzzle on this grid with different words of the list{own} {than}"),
            ))
        }
        _ => None,
    }
}

/// Returns whether there are puzzles, but none with the solution word.
fn is_spelled(reason: &NoPuzzle) -> bool {
    matches!(reason, NoPuzzle::NeverSpelled(_))
}

/// Returns whether the layout is given with all its arrows.
fn is_laid_out(job: Job<'_>) -> bool {
    let asks = |pos| job.given.questions.iter().any(|question| question.pos == pos);
    let mut fields = job.given.fields.iter();
    !job.extend.opens_fields() && fields.all(|(pos, &field)| field != Field::Question || asks(pos))
}
