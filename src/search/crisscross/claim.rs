//! What a proven answer claims, as one formula without a model.
//!
//! The prover asks one question after another, and each question that is answered with no is a part of the claim that
//! nothing is better: no layout with one more word, none with one more crossing, none in a smaller box. These are the
//! cases of one formula. What follows from counting needs no clauses, and neither do boxes inside others.
//!
//! A case is the formula in the form that the prover had in the end: with the clauses that exclude what was wrong with
//! its models. Every layout satisfies these clauses, so a case without a model excludes all layouts.

use super::{Proof, Stage};
use crate::encodings::cnf::{Formula, Lit, cases::one_of};
use crate::encodings::crisscross::puzzle::Puzzle;
use crate::encodings::crisscross::relative::RelativeEncoding;
use std::fmt;

/// A question: is there a layout like this? Shifts and mirror images count as the same layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The layer that it is about.
    pub stage: Stage,
    /// The number of rows of the board.
    pub rows: usize,
    /// The number of columns of the board.
    pub cols: usize,
    /// The minimum number of words.
    pub words: usize,
    /// The minimum number of crossings.
    pub crossings: usize,
}

impl Question {
    /// Returns the puzzle on the board that the question is about.
    pub(super) fn puzzle(&self, whole: &Puzzle) -> Puzzle {
        Puzzle { rows: self.rows, cols: self.cols, entries: whole.entries.clone() }
    }

    /// Returns the formula of the question, before any model of it was seen.
    pub(super) fn encoding(&self, puzzle: &Puzzle) -> RelativeEncoding {
        RelativeEncoding::new(puzzle, self.words, self.crossings)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, cols, words, crossings, .. } = self;
        write!(f, "{words} words, {crossings} crossings, {rows}x{cols}")
    }
}

/// A question that is answered with no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    pub(super) question: Question,
    /// The clauses that were needed to exclude what was wrong with models.
    pub(super) lemmas: Vec<Vec<Lit>>,
}

/// The claim that nothing is better, in the layers that are proven.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(super) proof: Proof,
    /// The words that counting does not exclude, on the board.
    pub(super) puzzle: Puzzle,
    /// In the order in which they were asked.
    pub(super) refuted: Vec<Refuted>,
}

impl Claim {
    /// Returns the refuted questions that the claim rests on. If there are none, it rests on counting alone, or
    /// there is no claim.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.refuted.iter().map(|refuted| &refuted.question)
    }

    /// Returns whether anything is proven.
    pub fn is_made(&self) -> bool {
        self.proof.words
    }

    /// Returns the formula that has a model exactly if one of the questions can be answered with yes.
    pub fn formula(&self) -> Formula {
        let names: Vec<String> = self.questions().map(Question::to_string).collect();
        one_of(&names, |number| {
            let Refuted { question, lemmas } = &self.refuted[number];
            let mut encoding = question.encoding(&question.puzzle(&self.puzzle));
            encoding.add_lemmas(lemmas);
            encoding.formula
        })
    }

    /// Describes the questions of a layer, in words that follow "there is no layout with".
    fn of_layer(&self, stage: Stage) -> Option<String> {
        let questions: Vec<&Question> = self.questions().filter(|question| question.stage == stage).collect();
        let &&Question { rows, cols, words, crossings, .. } = questions.first()?;
        Some(match stage {
            Stage::Area => {
                let boxes: Vec<String> = questions.iter().map(|q| format!("{}x{}", q.rows, q.cols)).collect();
                format!("{words} words and {crossings} crossings in a box of {}", boxes.join(" or "))
            }
            Stage::Crossings => format!("{words} words and {crossings} crossings on {rows}x{cols}"),
            Stage::Search | Stage::Words => format!("{words} words on {rows}x{cols}"),
        })
    }
}

impl fmt::Display for Claim {
    /// Writes what the formula says, and what counting adds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers = [
            (self.proof.words, Stage::Words, "more words"),
            (self.proof.crossings, Stage::Crossings, "more crossings"),
            (self.proof.area, Stage::Area, "smaller boxes"),
        ];
        let (mut asked, mut counted) = (Vec::new(), Vec::new());
        for (_, stage, what) in layers.into_iter().filter(|(proven, ..)| *proven) {
            match self.of_layer(stage) {
                Some(text) => asked.push(text),
                None => counted.push(what),
            }
        }
        let words = self.puzzle.entries.len();
        write!(f, "these {words} words have no connected layout with {}", asked.join(", nor with "))?;
        write!(f, " (rows x columns; shifts and mirror images apart)")?;
        if !counted.is_empty() {
            write!(f, "; that there are no {} follows from counting", counted.join(" and no "))?;
        }
        if self.questions().any(|question| question.stage == Stage::Area) {
            write!(
                f,
                "; every other smaller box lies in one of these or its mirror image, or has too few fields"
            )?;
        }
        let lemmas: usize = self.refuted.iter().map(|refuted| refuted.lemmas.len()).sum();
        match lemmas {
            0 => Ok(()),
            n => write!(f, "; {n} clauses say what follows from crossings that models had"),
        }
    }
}
