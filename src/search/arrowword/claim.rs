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
    // A word that cannot stand where it has to needs no formula.
    let laid = Laid::new(job).ok()?;
    let job = laid.job(job);
    let spec = job.layout_spec();
    let rules = rules_of_layout(job.list, false);
    match reason {
        // That own words are too long is said by counting, without a formula.
        NoPuzzle::GaveUp(_) | NoPuzzle::TooLong { .. } | NoPuzzle::NoPlace(_) | NoPuzzle::NoRoom => None,
        // Nor is the solution word in the formula.
        NoPuzzle::Unspelled(_) | NoPuzzle::NeverSpelled(_) => None,
        NoPuzzle::NoLayout => Some(Claim {
            formula: LayoutEncoding::new(&spec, &rules).formula,
            text: "no arrangement of question fields and arrows on this grid follows the rules with words of the \
                   list's lengths",
        }),
        NoPuzzle::NoFill(_) | NoPuzzle::NoFillAnywhere if is_laid_out(job) => {
            let (problem, positions) = job.given.slots();
            let list = Arc::new(job.list.clone());
            let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
            encoding.add_themes(job.themes);
            Some(Claim {
                formula: encoding.formula,
                text: "the given layout cannot be filled with different words of the list",
            })
        }
        NoPuzzle::NoFill(_) | NoPuzzle::NoFillAnywhere => {
            let words = JointEncoding::word_places(&spec, job.list, usize::MAX);
            let formula = || {
                let mut encoding = JointEncoding::new(&spec, &rules, &Arc::new(job.list.clone()));
                encoding.add_themes(job.themes);
                encoding.into_formula()
            };
            (words <= Var::LIMIT as u64 / 4).then(|| Claim {
                formula: formula(),
                text: "no arrangement of question fields and arrows on this grid that follows the rules can be \
                       filled with different words of the list",
            })
        }
    }
}

/// By how much more a layout would have to rate to count as better: far above what rounding makes of the rating in a
/// formula, far below any real difference.
const BETTER: f64 = 1e-6;

/// Returns a formula for something that rates higher than the best answer, and what it means that it has no model: of the
/// layout alone if no layout rates higher, and with the letters if that is because of the list. `None` if the rating is the
/// ceiling by counting, if own words or a solution word are asked for, or if the grid is too large for the exact rating.
pub fn nothing_better(job: Job<'_>, answer: &Answer) -> Option<(Formula, String)> {
    let asks_for_words = !(job.themes.is_empty() && job.placed.is_empty() && job.spelled.is_empty());
    let fields = job.given.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
    if asks_for_words || fields > EXACT_FIELDS {
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
            Some((
                encoding.into_formula(),
                format!("no puzzle on this grid with different words of the list {than}"),
            ))
        }
        _ => None,
    }
}

/// Returns whether the layout is given with all its arrows.
fn is_laid_out(job: Job<'_>) -> bool {
    let asks = |pos| job.given.questions.iter().any(|question| question.pos == pos);
    let mut fields = job.given.fields.iter();
    !job.extend.opens_fields() && fields.all(|(pos, &field)| field != Field::Question || asks(pos))
}
