//! What a proven answer claims, as one formula without a model.
//!
//! The prover asks one question after another, and each question that is answered with no is a part of the claim that
//! nothing is better: no layout with one more word, none with one more crossing, none in a smaller box. These are the
//! cases of one formula. What follows from counting needs no clauses, and neither do boxes inside others.
//!
//! A case is the formula in the form that the prover had in the end: with the clauses that exclude what was wrong with
//! its models. Every layout satisfies these clauses, so a case without a model excludes all layouts.
//!
//! On a small board none of this has to be trusted: there, the cases are the formulas that `cwsat encode` writes: of
//! all words of the list, on the board and on each smaller box, with the rules alone.

use super::{Proof, Stage};
use crate::encodings::cnf::{Formula, Lit, cases::one_of};
use crate::encodings::crisscross::instance::{Instance, Request};
use crate::encodings::crisscross::puzzle::{Puzzle, Value};
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

/// Up to this number of fields of the board, and of words, a claim consists of the rules alone. The formula grows with the cube
/// of the words.
const SMALL_BOARD: usize = 20;
const FEW_WORDS: usize = 40;

/// Returns whether a claim can consist of the rules alone.
pub(super) fn is_small(puzzle: &Puzzle) -> bool {
    puzzle.rows * puzzle.cols <= SMALL_BOARD && puzzle.entries.len() <= FEW_WORDS
}

/// The claim that nothing is better, in the layers that are proven.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(super) proof: Proof,
    pub(super) grounds: Grounds,
}

/// What a claim is made of.
#[derive(Clone, Debug)]
pub(super) enum Grounds {
    /// The formulas of better layouts.
    Better(Vec<Better>),
    /// The questions to which the search got the answer no.
    Refuted {
        /// The words that counting does not exclude, on the board.
        puzzle: Puzzle,
        /// In the order in which they were asked.
        refuted: Vec<Refuted>,
    },
}

/// Layouts of a puzzle's words that would be better than the answer.
#[derive(Clone, Debug)]
pub(super) struct Better {
    /// All words of the list, on the board or in a smaller box.
    puzzle: Puzzle,
    words: usize,
    crossings: usize,
}

impl Better {
    /// Lists what would be better than an answer of this value in the layers that are proven: more words, more crossings,
    /// and for the boxes of smaller area that lie in no other one, as many of both. `None` if the board is not small, or
    /// nothing is proven.
    pub(super) fn than(value: Value, proof: Proof, puzzle: &Puzzle) -> Option<Vec<Self>> {
        let (rows, cols) = (puzzle.rows, puzzle.cols);
        if !proof.words || !is_small(puzzle) {
            return None;
        }
        let on = |rows, cols, words, crossings| {
            let puzzle = Puzzle { rows, cols, entries: puzzle.entries.clone() };
            Self { puzzle, words, crossings }
        };
        let mut all = Vec::new();
        // The list may have no more words.
        if value.words < puzzle.entries.len() {
            all.push(on(rows, cols, value.words + 1, 0));
        }
        if proof.crossings {
            all.push(on(rows, cols, value.words, value.crossings + 1));
        }
        if proof.area {
            let most = value.area() - 1;
            let widest = |rows: usize| (most / rows).min(cols);
            let boxes = (1..=rows).filter(|&high| widest(high) > 0);
            let largest = boxes.filter(|&high| high == rows || widest(high + 1) < widest(high));
            all.extend(largest.map(|high| on(high, widest(high), value.words, value.crossings)));
        }
        Some(all)
    }

    /// Returns the formula of such layouts: the one that `cwsat encode` writes.
    fn formula(&self) -> Formula {
        let &Self { words, crossings, .. } = self;
        let request = Request { least_words: Some(words), least_crossings: crossings, wishes: false };
        // Never more words are asked for than there are.
        Instance::new(&self.puzzle, &request)
            .map_or_else(|_| one_of(&[], |_| Formula::new()), |made| made.formula)
    }
}

impl fmt::Display for Better {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle: Puzzle { rows, cols, .. }, words, crossings } = self;
        write!(f, "{words} words, {crossings} crossings, {rows}x{cols}")
    }
}

impl Claim {
    /// Returns whether anything is proven.
    pub fn is_made(&self) -> bool {
        self.proof.words
    }

    /// Returns the formula that has a model exactly if something is better; `None` if there is no claim, or if it rests
    /// on counting alone.
    pub fn formula(&self) -> Option<Formula> {
        let names = self.names();
        match &self.grounds {
            _ if names.is_empty() => None,
            Grounds::Better(better) => Some(one_of(&names, |number| better[number].formula())),
            Grounds::Refuted { puzzle, refuted } => Some(one_of(&names, |number| {
                let Refuted { question, lemmas } = &refuted[number];
                let mut encoding = question.encoding(&question.puzzle(puzzle));
                encoding.add_lemmas(lemmas);
                encoding.formula
            })),
        }
    }

    /// Names the cases.
    fn names(&self) -> Vec<String> {
        match &self.grounds {
            Grounds::Better(better) => better.iter().map(ToString::to_string).collect(),
            Grounds::Refuted { refuted, .. } => refuted.iter().map(|one| one.question.to_string()).collect(),
        }
    }
}

/// Writes what the questions say, and what counting adds.
struct Asked<'a> {
    proof: Proof,
    puzzle: &'a Puzzle,
    refuted: &'a [Refuted],
}

impl Asked<'_> {
    fn questions(&self) -> impl Iterator<Item = &Question> {
        self.refuted.iter().map(|refuted| &refuted.question)
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.grounds {
            Grounds::Refuted { puzzle, refuted } => Asked { proof: self.proof, puzzle, refuted }.fmt(f),
            Grounds::Better(better) => write!(
                f,
                "the words of the list have no connected layout with at least {} (rows x columns){}",
                self.names().join(", nor with "),
                match (self.proof.area, better.is_empty()) {
                    (true, false) => "; every smaller box lies in one of these",
                    _ => "",
                }
            ),
        }
    }
}

impl fmt::Display for Asked<'_> {
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
