//! The formula behind "there is no puzzle": what a proof of that answer proves.
//!
//! The search reaches its answer by ways that leave no proof (word propagation, layout after layout). So the proof is
//! made afterwards, for the complete formula, in one call of a solver. The formula is the one that `cwsat encode`
//! writes for the same question; if you trust the encoding, you need not trust the search.

use super::placed::Laid;
use super::wished::{number_there, with_number};
use super::{Answer, Ending, Job, NoAnswer, NoPuzzle, ceiling_of, rules_of_layout};
use crate::encodings::arrowword::joint::JointEncoding;
use crate::encodings::arrowword::layout::{EXACT_FIELDS, LayoutEncoding};
use crate::encodings::arrowword::puzzle::Field;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::cnf::cases::one_of;
use crate::encodings::cnf::{Formula, Var};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::{Letter, OneOf, Theme};
use crate::search::hall::{count_words, is_too_long};
use crate::search::wished::{requiring, spare_words};
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

/// What would be better than an answer, as a formula that is claimed to have no model.
#[derive(Clone, Debug)]
pub struct Better {
    /// The formula.
    pub formula: Formula,
    /// What follows if the formula has no model.
    pub text: String,
    /// Whether that depends on which words may be used, and not only on the lengths that there are.
    pub is_of_words: bool,
}

/// Returns the claim behind an answer; `None` if the answer claims nothing, or if its formula would have more
/// variables than solvers can number.
pub fn claim(job: Job<'_>, answer: &NoAnswer) -> Option<Claim> {
    let NoAnswer::None(reason) = answer else { return None };
    // That own words are too long or cannot stand there is found by counting; on a small grid a formula says so as
    // well.
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
        NoPuzzle::NoFill(_) if is_laid_out(job) && is_too_long(&job.given.slots().0, job.list) => None,
        NoPuzzle::NoFill(_) | NoPuzzle::NoFillAnywhere | NoPuzzle::NeverSpelled(_) if is_laid_out(job) => {
            let (mut encoding, positions) = fill_of(job, job.themes);
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
            (word_places(job) <= Var::LIMIT as u64 / 4).then(|| Claim { formula: formula(), text })
        }
    }
}

/// Returns the claim that there is no puzzle with all that is asked for, where counting has found that there are too
/// few words, or that some are too long or cannot stand where they have to. `None` if the grid is not small; counting
/// then has to be trusted.
pub fn small(job: Job<'_>) -> Option<Claim> {
    is_small(job).then(|| Claim {
        formula: joint(job, &[], None),
        text: "no puzzle on this grid with different words of the list has all that is asked for",
    })
}

/// Returns whether a grid is so small that its formulas show what was counted.
pub(super) fn is_small(job: Job<'_>) -> bool {
    fields(job) <= EXACT_FIELDS
}

/// Returns the formula of all puzzles with all that is asked for, and each word of `one_of` at one of its places; `None` if it would
/// have more variables than solvers can number.
pub fn puzzles(job: Job<'_>, one_of: &[OneOf]) -> Option<Formula> {
    (word_places(job) <= Var::LIMIT as u64 / 4).then(|| joint(job, one_of, None))
}

/// Returns the number of places for words of the list, each of which is a variable of the joint formula.
fn word_places(job: Job<'_>) -> u64 {
    JointEncoding::word_places(&job.layout_spec(), job.list, usize::MAX)
}

/// Returns the formula of the fills of a layout that is given with all its arrows, and the fields of its cells.
fn fill_of(job: Job<'_>, themes: &[Theme]) -> (FillEncoding, Vec<Pos>) {
    let (problem, positions) = job.given.slots();
    let list = Arc::new(job.list.clone());
    let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
    count_words(&mut encoding, &problem, &list);
    encoding.add_themes(themes);
    (encoding, positions)
}

/// Returns the number of fields that are not blocked.
fn fields(job: Job<'_>) -> usize {
    job.given.fields.iter().filter(|(_, field)| !field.is_blocked()).count()
}

/// Adds the own words, each word of `one_of` at one of its places, and the solution word.
fn ask_for_words(encoding: &mut JointEncoding, job: Job<'_>, one_of: &[OneOf]) {
    encoding.add_words_at(job.placed);
    encoding.add_themes_at(job.themes, one_of);
    if !job.spelled.is_empty() {
        encoding.spell(job.spelled, job.themes);
    }
}

/// By how much more a layout would have to rate to count as better: far above the rounding errors of the rating in a
/// formula, far below any real difference.
const BETTER: f64 = 1e-6;

/// Returns a formula for something better than the best answer, and what it means that it has no model: of the layout alone
/// if no layout rates higher, and with the letters if that is because of the list, or if it is about wished words.
/// `None` if nothing is claimed, if counting alone says so, or if the grid is too large for the exact rating.
pub fn nothing_better(job: Job<'_>, answer: &Answer) -> Option<Better> {
    let wished = spare_words(job.themes);
    let lacks_wished = answer.has_most_wished && number_there(&wished, &answer.puzzle) < wished.len();
    if answer.ending == Ending::Filled {
        return lacks_wished.then(|| no_fill_with_more(job, answer, &wished)).flatten();
    }
    if !is_small(job) || !matches!(answer.ending, Ending::Ceiling | Ending::Exhausted) {
        return None;
    }
    let (_, better) = better_than(answer);
    let is_counted = || ceiling_of(job).is_ok_and(|ceiling| better > ceiling.score);
    let comes_first = job.wish_first && !wished.is_empty();
    // What was found by counting, a formula would have to count.
    let rating = match answer.ending {
        _ if comes_first && number_there(&wished, &answer.puzzle) < wished.len() => {
            return no_more_words(job, answer, &wished);
        }
        Ending::Ceiling if is_counted() => None,
        _ if comes_first => return no_more_words(job, answer, &wished),
        Ending::Ceiling => Some(no_better_layout(job, answer)),
        _ => no_better_puzzle(job, answer),
    };
    match lacks_wished {
        true => no_more_at_rating(job, answer, &wished, rating),
        false => rating,
    }
}

/// Claims that no fill of a given layout has more of the wished words.
fn no_fill_with_more(job: Job<'_>, answer: &Answer, wished: &[Vec<Letter>]) -> Option<Better> {
    let there = number_there(wished, &answer.puzzle);
    let laid = Laid::new(job).ok()?;
    let formula = match laid.job(job) {
        laid if is_laid_out(laid) => {
            let (mut encoding, positions) = fill_of(laid, &requiring(job.themes, there + 1));
            if !job.spelled.is_empty() {
                encoding.spell(job.spelled, &positions, job.themes);
            }
            encoding.formula
        }
        _ => with_number(job, there + 1, |job| puzzles(job, &[]))?,
    };
    let all = wished.len();
    let text = format!(
        "no fill of the given layout with different words of the list{} has more than {there} of the {all} wished words",
        own(job)
    );
    Some(Better { formula, text, is_of_words: true })
}

/// Claims that no puzzle of the answer's rating has more of the wished words, and what is claimed of the rating itself.
fn no_more_at_rating(
    job: Job<'_>,
    answer: &Answer,
    wished: &[Vec<Letter>],
    rating: Option<Better>,
) -> Option<Better> {
    if word_places(job) > Var::LIMIT as u64 / 8 {
        return None;
    }
    let (there, all) = (number_there(wished, &answer.puzzle), wished.len());
    let (score, _) = better_than(answer);
    let more = || with_number(job, there + 1, |job| joint(job, &[], Some(score - BETTER)));
    let said = format!(
        "no puzzle of this rating with different words of the list{} has more than {there} of the {all} wished words",
        own(job)
    );
    let Some(rating) = rating else {
        let text = format!("{said}; the answer rates {score:.6} (without the bonus)");
        return Some(Better { formula: more(), text, is_of_words: true });
    };
    let text = format!("{}, and {said}", rating.text);
    let names = ["a higher rating".to_owned(), format!("{} of the wished words and this rating", there + 1)];
    let mut rated = Some(rating.formula);
    let formula = one_of(&names, |_| rated.take().unwrap_or_else(more));
    Some(Better { formula, text, is_of_words: true })
}

/// Claims that no layout rates higher.
fn no_better_layout(job: Job<'_>, answer: &Answer) -> Better {
    let (score, better) = better_than(answer);
    let mut encoding = LayoutEncoding::new(&job.layout_spec(), &rules_of_layout(job.list, false));
    demand_rating(&mut encoding, better);
    let text = format!("no layout of this grid with words of the list's lengths {}", rates(better, score));
    Better { formula: encoding.formula, text, is_of_words: false }
}

/// Claims that no puzzle with all that is asked for rates higher.
fn no_better_puzzle(job: Job<'_>, answer: &Answer) -> Option<Better> {
    if word_places(job) > Var::LIMIT as u64 / 4 {
        return None;
    }
    let (score, better) = better_than(answer);
    let text = format!(
        "no puzzle on this grid with different words of the list{} {}",
        own(job),
        rates(better, score)
    );
    Some(Better { formula: joint(job, &[], Some(better)), text, is_of_words: true })
}

/// Claims that no puzzle has more of the wished words, and that none with as many rates higher.
fn no_more_words(job: Job<'_>, answer: &Answer, wished: &[Vec<Letter>]) -> Option<Better> {
    if word_places(job) > Var::LIMIT as u64 / 8 {
        return None;
    }
    let there = number_there(wished, &answer.puzzle);
    let (score, better) = better_than(answer);
    let mut cases = vec![(there, Some(better))];
    let all = wished.len();
    let more = match there < all {
        true => {
            cases.push((there + 1, None));
            format!("has more than {there} of the {all} wished words, and none with as many ")
        }
        false => "with all wished words ".to_owned(),
    };
    let rates = rates(better, score);
    let text = format!("no puzzle on this grid with different words of the list{} {more}{rates}", own(job));
    let name = |&(words, better): &(usize, Option<f64>)| match better {
        Some(_) => format!("{words} of the wished words and a higher rating"),
        None => format!("{words} of the wished words"),
    };
    let names: Vec<String> = cases.iter().map(name).collect();
    let formula = one_of(&names, |case| {
        let (words, better) = cases[case];
        let demanded = Theme::new(wished.iter().cloned(), words);
        let themes: Vec<Theme> = job.themes.iter().cloned().chain([demanded]).collect();
        joint(Job { themes: &themes, ..job }, &[], better)
    });
    Some(Better { formula, text, is_of_words: true })
}

/// Returns the rating of an answer without the bonus, and the least that counts as better.
fn better_than(answer: &Answer) -> (f64, f64) {
    let score = Counts::of(&answer.puzzle).score();
    (score, score + BETTER)
}

/// Says what would be better.
fn rates(better: f64, score: f64) -> String {
    format!("rates {better:.6} or more (without the bonus); the answer rates {score:.6}")
}

/// Says what a puzzle has to have besides words of the list.
fn own(job: Job<'_>) -> &'static str {
    let has_own =
        job.themes.iter().any(|theme| theme.spare() < theme.words().len()) || !job.placed.is_empty();
    match (has_own, job.spelled.is_empty()) {
        (false, true) => "",
        (true, true) => ", the own words among them,",
        (false, false) => " and the solution word",
        (true, false) => ", the own words among them, and the solution word",
    }
}

/// Returns the formula of the puzzles with all that is asked for, with a lowest rating if there is one.
fn joint(job: Job<'_>, one_of: &[OneOf], at_least: Option<f64>) -> Formula {
    let rules = rules_of_layout(job.list, false);
    let mut encoding = JointEncoding::new(&job.layout_spec(), &rules, &Arc::new(job.list.clone()));
    if let Some(score) = at_least {
        demand_rating(encoding.layout_mut(), score);
    }
    ask_for_words(&mut encoding, job, one_of);
    encoding.into_formula()
}

/// Adds that the layout has at least this rating.
fn demand_rating(layout: &mut LayoutEncoding, score: f64) {
    let losses = layout.add_losses();
    layout.add_at_least(&losses, score);
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
