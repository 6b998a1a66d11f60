//! A formula to be written for other solvers: the fill of a template, with what is asked of it.
//!
//! [`Instance::new`] is the only place that decides what the formula of a crossword is made of, so that a formula that is
//! built again for its names cannot differ from the one that was written.

use super::placed::{add_words_at, with_words};
use super::puzzle::Template;
use crate::cnf::{Formula, Soft};
use crate::grid::Pos;
use crate::lexicon::fill::{Distinct, FillEncoding};
use crate::lexicon::membership::Membership;
use crate::lexicon::{CannotStand, Letter, OneOf, PlacedWord, Theme, WordList, above_all, add_own_wishes};
use std::sync::Arc;
use thiserror::Error;

/// What the formula should be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// How slots are tied to the words; by default, what measured best, or direct with wishes.
    pub membership: Option<Membership>,
    /// Whether the scores of words are costs.
    pub wishes: bool,
    /// Words that a model has to have, or should have.
    pub themes: Vec<Theme>,
    /// Words that a model has at certain places.
    pub placed: Vec<PlacedWord>,
    /// Words that a model has at one of several places.
    pub one_of: Vec<OneOf>,
    /// The letters of a solution word, which a model has in fields that lie apart; none if there is no such word.
    pub spelled: Vec<Letter>,
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// A field is in no slot, so nothing says which letter it has.
    #[error(
        "the field at {0} is in no word, as there are blocks or bars on all its sides: make it a block, or open one of its \
         neighbours"
    )]
    Lonely(Pos),
    /// Only word variables can have a cost.
    #[error(
        "the scores of the words are to be the cost of a fill, and --encoding mdd has no variables for words; use \
         --encoding direct, or --format dimacs, which has no costs"
    )]
    NoWordVariables,
    /// A word cannot stand where it has to.
    #[error(transparent)]
    NoPlace(#[from] CannotStand),
}

/// A formula for other solvers, and what its models promise.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The clauses and the names.
    pub formula: Formula,
    /// The wishes; empty unless they were requested.
    pub soft: Vec<Soft>,
    /// Sentences and lines `key: value` for the top of the file, about what the clauses and wishes promise.
    pub notes: Vec<String>,
}

impl Instance {
    /// Builds the formula of the fills of a template with words of a list, all different.
    pub fn new(template: &Template, list: &WordList, request: &Request) -> Result<Self, InstanceError> {
        if let Some(&pos) = template.lonely().first() {
            return Err(InstanceError::Lonely(pos));
        }
        with_words(template, &request.placed)?;
        let wishes = request.wishes;
        // Only word variables can have a cost.
        let usual = if wishes { Membership::Direct } else { Membership::default() };
        let membership = request.membership.unwrap_or(usual);
        if wishes && list.is_scored() && !membership.has_word_variables() {
            return Err(InstanceError::NoWordVariables);
        }
        let (problem, positions) = template.slots();
        let list = Arc::new(list.clone());
        let mut encoding =
            FillEncoding::with_membership(&problem, Some(&positions), &list, membership, Distinct::Letters);
        let mut notes = vec![format!("encoding: {membership}")];
        add_words_at(&mut encoding, template, &request.placed);
        let mut soft = if wishes { encoding.score_wishes() } else { Vec::new() };
        let own = encoding.add_themes_at(&request.themes, &request.one_of, &template.runs());
        if !request.spelled.is_empty() {
            encoding.spell(&request.spelled, &positions, &request.themes);
        }
        if !soft.is_empty() {
            notes.push(
                "the cost of a model is the sum, over its words, of how far each score falls short of the best"
                    .to_owned(),
            );
        }
        let weight = wishes.then(|| above_all(&soft));
        notes.extend(add_own_wishes(&mut soft, &request.themes, &own, weight));
        Ok(Self { formula: encoding.formula, soft, notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::read_list;
    use crate::template::format;

    #[test]
    fn a_formula_has_costs_only_if_they_are_asked_for() {
        let template = format::read("..\n.#\n").unwrap();
        let list = read_list(b"AB;50\nAC;90\n", "words.txt").unwrap().list;
        let plain = Instance::new(&template, &list, &Request::default()).unwrap();
        assert!(plain.soft.is_empty() && plain.formula.clause_count() > 0, "{plain:?}");
        let request = Request { wishes: true, ..Request::default() };
        let priced = Instance::new(&template, &list, &request).unwrap();
        assert!(
            !priced.soft.is_empty()
                && priced.notes.iter().any(|note| note.starts_with("the cost of a model"))
        );
    }

    #[test]
    fn costs_that_cannot_be_written_are_an_error() {
        let template = format::read("..\n.#\n").unwrap();
        let request = Request { wishes: true, membership: Some(Membership::Mdd), ..Request::default() };
        let scored = read_list(b"AB;50\nAC;90\n", "words.txt").unwrap().list;
        assert_eq!(Instance::new(&template, &scored, &request).unwrap_err(), InstanceError::NoWordVariables);
        let unscored = read_list(b"AB\nAC\n", "words.txt").unwrap().list;
        assert!(Instance::new(&template, &unscored, &request).unwrap().soft.is_empty());
    }

    #[test]
    fn a_field_without_a_word_is_named() {
        let template = format::read("..#.\n").unwrap();
        let list = read_list(b"AB\n", "words.txt").unwrap().list;
        let error = Instance::new(&template, &list, &Request::default()).unwrap_err();
        assert!(error.to_string().starts_with("the field at row 1, column 4 is in no word"), "{error}");
    }
}
