//! Why there is no crossword: what a person is told, the exit code, and what can be proven of it.

use super::{Crossword, Given, Recipe, can_keep, words_of};
use crate::cli::contract::solve::{Search, Task, Unsolved, exit_of};
use crate::cli::exit::Exit;
use crate::cli::proof::{Claim, LazyClaim};
use crate::cli::together::{Conflict, Demands};
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::search::crossword::{NoAnswer, NoCrossword, NoTemplate, fill_formula, is_counted};
use cwsat::solver::Budget;

/// What an answer was looked for with.
pub struct Tried {
    /// The template, if it is not the given one.
    pub template: Option<Template>,
    pub words: Vocabulary,
    pub seed: u64,
}

/// The claim where neither a crossword nor a reason was found.
const UNKNOWN: Claim = Claim::Nothing("it is not known whether there is a crossword");

/// Why there is no crossword, and what may help.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {why}")]
struct Unfilled {
    name: String,
    why: String,
}

/// Returns what a reason means: whether the input is refused, or it is certain that there is no crossword.
pub fn exit(reason: &NoAnswer) -> Exit {
    exit_of(reason, |own| match own {
        NoCrossword::Lonely { .. } | NoCrossword::NoTemplate(NoTemplate::Refused(_)) => Exit::BadInput,
        NoCrossword::NoFill(_)
        | NoCrossword::NoWord(_)
        | NoCrossword::NoPlace(_)
        | NoCrossword::NeverSpelled(_)
        | NoCrossword::TooLong { .. }
        | NoCrossword::TooMany { .. }
        | NoCrossword::Nowhere { .. }
        | NoCrossword::NoTemplate(NoTemplate::Impossible(_) | NoTemplate::NoPlace(_)) => Exit::Broken,
        NoCrossword::GaveUp { .. }
        | NoCrossword::Unspelled(_)
        | NoCrossword::NoTemplate(NoTemplate::Stopped) => Exit::Stopped,
    })
}

impl Crossword<'_> {
    /// Returns the sentence, the exit code and the claim for this reason.
    pub fn unsolved(&self, reason: NoAnswer, tried: Tried, search: &Search) -> Unsolved<'_> {
        let exit = exit(&reason);
        let kept = self.changes.as_ref().map_or("", |(changes, _)| changes.restrictions());
        // Whether a word can stand in a certain place does not depend on the words of the list.
        let is_of_place = matches!(
            reason,
            NoAnswer::None(
                NoCrossword::NoPlace(_)
                    | NoCrossword::TooLong { .. }
                    | NoCrossword::TooMany { .. }
                    | NoCrossword::NoTemplate(NoTemplate::NoPlace(_))
            )
        );
        let is_of_words = exit == Exit::Broken && !is_of_place;
        let mut restrictions = if exit == Exit::Broken { kept.to_owned() } else { String::new() };
        let mut of_claim = restrictions.clone();
        if is_of_words {
            // Whether words may meet matters only where several were tried together.
            let may_meet = match &reason {
                NoAnswer::None(NoCrossword::NoFill(slots)) => slots.len() > 1,
                // Where a template is given, this may have been shown by the search and not just by counting.
                NoAnswer::None(NoCrossword::NeverSpelled(_)) => matches!(self.given, Given::Template(_)),
                NoAnswer::None(NoCrossword::Nowhere { .. }) => true,
                _ => false,
            };
            restrictions += &self.options.restrictions(may_meet && tried.words.has_families());
            of_claim += &self.options.restrictions(tried.words.has_families());
        }
        let mut refusal = None;
        if let (Given::Template(given), true, None) = (&self.given, is_of_words, &self.changes) {
            let conflict = self.conflict(given, tried.seed, search);
            let lengths: Vec<usize> = given.runs().iter().map(|run| run.len).collect();
            // A word that cannot be spelled is named already.
            let is_named = matches!(reason, NoAnswer::None(NoCrossword::NeverSpelled(_)));
            refusal = conflict
                .as_ref()
                .filter(|_| !is_named)
                .and_then(|conflict| conflict.refusal("the template cannot be filled", Some(&lengths)));
            restrictions += &conflict.map_or_else(String::new, |conflict| conflict.phrase());
        }
        let claim = self.claim_behind(&reason, exit, tried, of_claim, search);
        let is_out_of_time =
            matches!(reason, NoAnswer::None(NoCrossword::GaveUp { .. }) | NoAnswer::Stopped(_));
        let advice = match &self.given {
            Given::Make(Recipe { advice: Some(advice), .. }) if is_out_of_time => advice,
            _ => restrictions.as_str(),
        };
        // Where a few wishes are to blame, neither template nor list is.
        let asked = self.options.restrictions(false);
        let why = refusal.map_or_else(|| format!("{reason}{advice}"), |refusal| refusal + &asked);
        let failure = Unfilled { name: self.name(), why }.into();
        Unsolved { exit, failure, claim }
    }

    /// Returns what can be proven if the answer is that there is no crossword.
    fn claim_behind<'a>(
        &'a self,
        reason: &NoAnswer,
        exit: Exit,
        tried: Tried,
        restrictions: String,
        search: &Search,
    ) -> LazyClaim<'a> {
        if let (NoAnswer::None(NoCrossword::NoTemplate(NoTemplate::Impossible(why))), Given::Make(recipe)) =
            (reason, &self.given)
        {
            let (text, budget) = (why.clone(), search.budget.clone());
            let setup = search.setup(self.options, tried.seed);
            return Box::new(move || {
                let Tried { words, seed, .. } = tried;
                let placed = words.placed.as_deref().unwrap_or(self.options.own.placed());
                match recipe.maker.refuted(&words.list, placed, &setup, &budget) {
                    Some(formula) => Claim::Refutation { formula: Box::new(formula), text, seed },
                    None => Claim::Nothing("the formula of the templates was not made in time"),
                }
            });
        }
        if let (Exit::Broken, Given::Make(recipe)) = (exit, &self.given) {
            let budget = search.budget.clone();
            let options = self.options_with(&tried.words, search.setup(self.options, tried.seed));
            return Box::new(move || self.nowhere(recipe, &tried.words, &options, &budget));
        }
        let text = match reason {
            NoAnswer::None(NoCrossword::NoFill(_) | NoCrossword::NoWord(_)) => "",
            NoAnswer::None(NoCrossword::NeverSpelled(_)) => " so that it spells the solution word",
            NoAnswer::None(NoCrossword::NoPlace(_)) => " with the given words at their places",
            _ if exit == Exit::Broken => {
                return Box::new(|| Claim::Nothing("that there is no crossword was found without a formula"));
            }
            _ => return Box::new(|| UNKNOWN),
        };
        let Given::Template(given) = &self.given else { return Box::new(|| UNKNOWN) };
        let options = self.options_with(&tried.words, search.setup(self.options, tried.seed));
        Box::new(move || {
            let Tried { template, words, seed } = tried;
            let template = template.as_ref().unwrap_or(given);
            if is_counted(template, &words.list) {
                return Claim::Nothing(
                    "more than 60 slots have too few words, which only counting shows quickly",
                );
            }
            Claim::Refutation {
                formula: Box::new(fill_formula(template, &words.list, &options, &[])),
                text: format!(
                    "the template cannot be filled with different words of the list{text}{restrictions}"
                ),
                seed,
            }
        })
    }

    /// Returns which wishes exclude each other.
    fn conflict(&self, given: &Template, seed: u64, search: &Search) -> Option<Conflict> {
        let known = words_of(given);
        let setup = search.setup(self.options, seed);
        let test = |demands: &Demands, budget: &Budget| can_keep(given, demands, &setup, budget);
        self.options.conflict(&self.clued.asked, search.series, &known, search.budget, &test)
    }
}
