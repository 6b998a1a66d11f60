//! What a proven answer claims, as one formula without a model.
//!
//! The prover asks question after question, and each that has no answer is a part of the claim that nothing is
//! better: no layout with one word more, none with one crossing more, none in a smaller box. They are the cases
//! of one formula. What counting says needs no clauses, and neither do boxes inside others.
//!
//! That a layout hangs together is in a case as the prover had it: by the least number of crossings, and by
//! clauses against the islands that it met. Every layout that hangs together keeps these clauses, so a case
//! without a model excludes such layouts.

use super::{Proof, Stage};
use crate::encodings::cnf::{Bit, Formula, cases::one_of};
use crate::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use crate::encodings::crisscross::puzzle::{Placement, Puzzle};
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

    /// The formula of the question, without anything on islands.
    pub(super) fn encoding(&self, puzzle: &Puzzle) -> CrissCrossEncoding {
        let wishes = Wishes {
            all_words: self.words == puzzle.entries.len(),
            in_corner: true,
            no_mirror: true,
            crossings: self.crossings,
            ..Wishes::default()
        };
        let mut encoding = CrissCrossEncoding::new(puzzle, wishes);
        let crossings = encoding.at_least_crossings(self.crossings).unwrap_or(Bit::True);
        let least = [encoding.at_least_words(self.words), crossings];
        encoding.formula.label("bounds");
        least.into_iter().for_each(|bit| encoding.formula.add_bits([bit]));
        encoding
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, cols, words, crossings, .. } = self;
        write!(f, "{words} words, {crossings} crossings, {rows}x{cols}")
    }
}

/// Words that lie apart from the others in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Island {
    pub(super) placements: Vec<Placement>,
    /// A word of another island, where the bounds do not say that there must be others.
    pub(super) other: Option<usize>,
}

impl Island {
    /// Adds the clause against it.
    pub(super) fn forbid(&self, encoding: &mut CrissCrossEncoding, puzzle: &Puzzle) {
        let other = self.other.map(|entry| encoding.laid(entry));
        encoding.forbid_island(puzzle, &self.placements, other.as_slice());
    }
}

/// A question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refuted {
    pub(super) question: Question,
    /// What it took to say so.
    pub(super) islands: Vec<Island>,
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
            let Refuted { question, islands } = &self.refuted[number];
            let puzzle = question.puzzle(&self.puzzle);
            let mut encoding = question.encoding(&puzzle);
            islands.iter().for_each(|island| island.forbid(&mut encoding, &puzzle));
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
        let islands: usize = self.refuted.iter().map(|refuted| refuted.islands.len()).sum();
        match islands {
            0 => Ok(()),
            n => write!(
                f,
                "; {n} clauses say of words that lie apart that they cross another one, or lie elsewhere"
            ),
        }
    }
}
