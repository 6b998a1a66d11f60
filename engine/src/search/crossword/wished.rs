//! As many words as possible of those that are only welcome.
//!
//! A fill takes along what finds a place, so it rarely has the most. From there, one more word than it has is required,
//! again and again, until there is no such crossword: then it is proven that none has more. If templates are made, others
//! may have room for more, so some of them are tried as well.

use super::{Answer, NoAnswer, NoCrossword, Options, fill_formula};
use crate::encodings::cnf::Formula;
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::crossword::rules;
use crate::encodings::lexicon::{Theme, WordList};
use crate::search::wished::{budget_for_more, number_among, requiring, spare_words};
use crate::solver::Budget;

/// Fills the template with the words of these themes.
type Fill<'a> = &'a dyn Fn(&[Theme], &Budget) -> Result<Answer, NoAnswer>;

/// Returns the crossword with the most wished words that is found, beginning with this one.
pub(super) fn with_more_wished(
    mut answer: Answer,
    themes: &[Theme],
    budget: &Budget,
    fill: Fill<'_>,
) -> Answer {
    let (wished, budget) = (spare_words(themes), budget_for_more(budget));
    loop {
        let number = number_among(&wished, rules::words(&answer.puzzle).map(|(word, _)| word));
        if number == wished.len() {
            return Answer { has_most_wished: true, ..answer };
        }
        match fill(&requiring(themes, number + 1), &budget) {
            Ok(more) => answer = Answer { filled_after: answer.filled_after, ..more },
            Err(NoAnswer::None(NoCrossword::NoFill(_) | NoCrossword::NeverSpelled(_))) => {
                return Answer { has_most_wished: true, ..answer };
            }
            Err(_) => return answer,
        }
    }
}

/// Makes a crossword with the words of these themes from other templates than in the turns before.
type Make<'a> = &'a dyn Fn(&[Theme], u64, &Budget) -> Result<Answer, NoAnswer>;

/// Returns the crossword with the most wished words that is found if other templates are tried, too, beginning with this one.
pub(super) fn in_other_templates(
    mut answer: Answer,
    themes: &[Theme],
    budget: &Budget,
    make: Make<'_>,
) -> Answer {
    let (wished, budget) = (spare_words(themes), budget_for_more(budget));
    for turn in 0.. {
        let number = number_among(&wished, rules::words(&answer.puzzle).map(|(word, _)| word));
        if number == wished.len() || budget.exhausted() {
            break;
        }
        match make(&requiring(themes, number + 1), turn, &budget) {
            Ok(more) => {
                let (filled_after, tries) = (answer.filled_after, answer.tries + more.tries);
                answer = Answer { filled_after, tries, ..more };
            }
            Err(_) => break,
        }
    }
    answer
}

/// The claim that no crossword has more of the wished words than an answer.
#[derive(Clone, Debug)]
pub struct MostWished {
    /// The formula of the crosswords that have more, which is claimed to have no model.
    pub formula: Formula,
    /// How many of them the answer has.
    pub there: usize,
    /// How many there are.
    pub all: usize,
}

impl MostWished {
    /// Returns the claim about an answer to these; `None` if none is made, or if the answer has all of them.
    pub fn of(answer: &Answer, template: &Template, list: &WordList, options: &Options) -> Option<Self> {
        let wished = spare_words(&options.themes);
        let there = number_among(&wished, rules::words(&answer.puzzle).map(|(word, _)| word));
        let lacks_some = answer.has_most_wished && there < wished.len();
        lacks_some.then(|| {
            let themes = requiring(&options.themes, there + 1).into();
            let formula = fill_formula(template, list, &Options { themes, ..options.clone() }, &[]);
            Self { formula, there, all: wished.len() }
        })
    }
}
