//! What is claimed of a change, as a formula that others can refute: that no fill without the word has fewer other letters.

use super::Job;
use crate::encodings::cnf::{Directions, Family, Formula, Totalizer};
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::{Letter, SlotProblem, WordList};
use std::sync::Arc;

/// The claim that no change has fewer letters than the one that was found, or that there is none.
#[derive(Clone, Debug)]
pub struct Claim {
    problem: SlotProblem,
    letters: Vec<Letter>,
    list: Arc<WordList>,
    slot: usize,
    by: Option<Vec<Letter>>,
}

impl Claim {
    /// Keeps what a claim about this job is made of. `list` has the words of the job's index.
    pub fn of(job: Job<'_>, list: &WordList) -> Self {
        Self {
            problem: job.problem.clone(),
            letters: job.letters.to_vec(),
            list: Arc::new(list.clone()),
            slot: job.slot,
            by: job.by.map(<[Letter]>::to_vec),
        }
    }

    /// Returns the formula of the changes with fewer letters than this; of all changes with `None`.
    pub fn formula(&self, fewer_than: Option<usize>) -> Formula {
        let mut encoding = FillEncoding::new(&self.problem, None, &self.list, Distinct::Letters);
        if let Some(by) = &self.by {
            encoding.add_word_at(Some(self.slot), by);
        }
        if let Some(number) = fewer_than {
            let other = |(cell, letter): (usize, &Letter)| !encoding.cell(cell)[letter.index()];
            let others: Vec<_> = self.letters.iter().enumerate().map(other).collect();
            let formula = &mut encoding.formula;
            formula.label("letters that are different");
            let family = formula.family(Family::auxiliary("different"));
            let count = Totalizer::new(formula, family, others, number, Directions::Upper);
            count.at_least(number).into_iter().for_each(|bit| formula.add_bits([!bit]));
        }
        encoding.formula
    }
}
