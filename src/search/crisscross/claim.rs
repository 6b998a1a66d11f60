//! What a proven answer claims, as one formula without a model.
//!
//! The prover asks question after question, and each that has no answer is a part of the claim that nothing is
//! better: no layout with one word more, none with one crossing more, none in a smaller box. They are the cases
//! of one formula. What counting says needs no clauses, and neither do boxes inside others.
//!
//! A case is the formula as the prover had it in the end: with the clauses against what its models got wrong.
//! Every layout keeps these clauses, so a case without a model excludes all layouts.

use super::{Proof, Stage};
use crate::encodings::cnf::{Formula, Lit, cases::one_of};
use crate::encodings::crisscross::puzzle::Puzzle;
use crate::encodings::crisscross::relative::RelativeEncoding;
use std::fmt;

/// Is there a layout like this? Counted without shifts and mirror images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The layer that it is about.
    pub stage: Stage,
    /// The rows of the board.
    pub rows: usize,
    /// The columns of the board.
    pub cols: usize,
    /// It has so many words at least.
    pub words: usize,
    /// It has so many crossings at least.
    pub crossings: usize,
}

impl Question {
    /// The puzzle on the board that the question is about.
    pub(super) fn puzzle(&self, whole: &Puzzle) -> Puzzle {
        Puzzle { rows: self.rows, cols: self.cols, entries: whole.entries.clone() }
    }

    /// The formula of the question, before any model of it was seen.
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

/// A question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    pub(super) question: Question,
    /// The clauses against what models got wrong that it took to say so.
    pub(super) lemmas: Vec<Vec<Lit>>,
}

/// That nothing is better, in the layers that are proven.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(super) proof: Proof,
    /// The words that counting leaves, on the board.
    pub(super) puzzle: Puzzle,
    /// In the order in which they were asked.
    pub(super) refuted: Vec<Refuted>,
}

impl Claim {
    /// The questions without an answer that the claim rests on. None: it rests on counting alone, or there is no
    /// claim.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.refuted.iter().map(|refuted| &refuted.question)
    }

    /// Whether anything is proven.
    pub fn is_made(&self) -> bool {
        self.proof.words
    }

    /// The formula that has a model exactly if one of the questions has an answer.
    pub fn formula(&self) -> Formula {
        let names: Vec<String> = self.questions().map(Question::to_string).collect();
        one_of(&names, |number| {
            let Refuted { question, lemmas } = &self.refuted[number];
            let mut encoding = question.encoding(&question.puzzle(&self.puzzle));
            encoding.add_lemmas(lemmas);
            encoding.formula
        })
    }

    /// The questions on a layer, in words that go with "there is no layout with".
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
    /// What the formula says, and what counting adds.
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
        write!(
            f,
            "of these {words} words there is no layout that hangs together with {}",
            asked.join(", nor with ")
        )?;
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
