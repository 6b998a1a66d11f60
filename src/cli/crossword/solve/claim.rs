//! What `--proof` can prove about a crossword: that none has more of the wished words, none fewer blocks, or that there is none.

use super::{Crossword, Given, Recipe};
use crate::cli::proof::Claim;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::cnf::{Formula, cases};
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::search::crossword::small::{Decision, MOST_FIELDS, is_small};
use cwsat::search::crossword::{Answer, Maker, MostWished, Options};
use cwsat::solver::Budget;

/// The claim about a crossword of which nothing is said that a formula could show.
pub(super) const UNCLAIMED: Claim = Claim::Nothing("there is a crossword");

/// A part of a claim: the name of its case, its formula, and what it means that it has no model.
type Part = (String, Formula, String);

impl Crossword<'_> {
    /// Returns what can be proven about an answer: that no other one has more of the wished words or fewer blocks.
    pub(super) fn nothing_better(
        &self,
        answer: &Answer,
        template: &Template,
        words: &Vocabulary,
        options: &Options,
        budget: &Budget,
    ) -> Claim {
        let mut parts: Vec<Part> = self.most_wished(answer, template, words, options).into_iter().collect();
        if let (Given::Make(recipe), Some(least)) = (&self.given, answer.least_blocks.filter(|&n| n > 0)) {
            match self.fewer_blocks(recipe, least, words, options, budget) {
                Ok(part) => parts.push(part),
                Err(why) if parts.is_empty() => return Claim::Nothing(why),
                Err(_) => {}
            }
        }
        let seed = options.setup.seed;
        let text = parts.iter().map(|(.., text)| &text[..]).collect::<Vec<_>>().join("; and ");
        if parts.len() > 1 {
            let names: Vec<String> = parts.iter().map(|(name, ..)| name.clone()).collect();
            let formula = cases::one_of(&names, |case| std::mem::take(&mut parts[case].1));
            return Claim::Refutation { formula: Box::new(formula), text, seed };
        }
        match parts.pop() {
            Some((_, formula, text)) => Claim::Refutation { formula: Box::new(formula), text, seed },
            None => UNCLAIMED,
        }
    }

    /// Returns that no other crossword of the template has more of the wished words, if that is known.
    fn most_wished(
        &self,
        answer: &Answer,
        template: &Template,
        words: &Vocabulary,
        options: &Options,
    ) -> Option<Part> {
        let MostWished { formula, there, all } = MostWished::of(answer, template, &words.list, options)?;
        let kept = self.changes.as_ref().map_or("", |(changes, _)| changes.restrictions());
        let restrictions = self.options.restrictions(words.has_families()) + &words.chosen_places();
        let text = format!(
            "no crossword from the template with different words of the list has more than {there} of the {all} wished \
             words{kept}{restrictions}"
        );
        Some(("more of the wished words".to_owned(), formula, text))
    }

    /// Returns that no other crossword of the size has fewer blocks, or why that has no proof.
    fn fewer_blocks(
        &self,
        recipe: &Recipe,
        least: usize,
        words: &Vocabulary,
        options: &Options,
        budget: &Budget,
    ) -> Result<Part, &'static str> {
        let bounded = recipe.maker.with_blocks(least - 1).ok_or("there is a crossword")?;
        let formula = refuted(&*bounded, words, options, budget)?;
        let restrictions = self.options.restrictions(words.has_families()) + &words.chosen_places();
        let text = format!(
            "no {} with different words of the list has fewer than {least} blocks{restrictions}",
            recipe.kind
        );
        Ok(("fewer blocks".to_owned(), formula, text))
    }

    /// Returns that no crossword of a size and style has all that is asked for.
    pub(super) fn nowhere(
        &self,
        recipe: &Recipe,
        words: &Vocabulary,
        options: &Options,
        budget: &Budget,
    ) -> Claim {
        let restrictions = self.options.restrictions(words.has_families()) + &words.chosen_places();
        match refuted(&*recipe.maker, words, options, budget) {
            Ok(formula) => Claim::Refutation {
                formula: Box::new(formula),
                text: format!(
                    "no {} with different words of the list has all that is asked for{restrictions}",
                    recipe.kind
                ),
                seed: options.setup.seed,
            },
            Err(why) => Claim::Nothing(why),
        }
    }
}

/// Returns the formula of the crosswords of a maker if it has no model, or why there is none.
fn refuted(
    maker: &dyn Maker,
    words: &Vocabulary,
    options: &Options,
    budget: &Budget,
) -> Result<Formula, &'static str> {
    const { assert!(MOST_FIELDS == 20, "the sentence below says how many") };
    let (rows, cols) = maker.sides();
    if !is_small(rows, cols) {
        return Err(
            "of crosswords that are still to be made, only those of up to 20 fields have one formula",
        );
    }
    match maker.decide(&words.list, options, budget) {
        Decision::None(formula) => Ok(*formula),
        Decision::Crossword(_) => Err("its formula has a model, which is a bug; please report it"),
        Decision::Unknown => Err("the formula of the crosswords was not made in time"),
    }
}
