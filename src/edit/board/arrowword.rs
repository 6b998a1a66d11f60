//! Arrowwords: fields and questions.

use super::{Fault, Fields, Place};
use crate::edit::protocol::Make;
use crate::edit::refusal::Refusal;
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use crate::encodings::arrowword::rules::{self, Violation};
use crate::encodings::grid::{Grid, Pos, Run};
use crate::encodings::lexicon::{Letter, WordList};
use crate::publish::clues::give::{FIELD, HALF_FIELD};
use crate::publish::puzzle::{self as published, Kind, convert};
use std::collections::BTreeSet;

/// Returns an empty grid.
pub(super) fn empty(rows: usize, cols: usize) -> Puzzle {
    Puzzle { fields: Grid::filled(rows, cols, Field::Open), questions: Vec::new() }
}

impl Fields for Puzzle {
    fn kind(&self) -> Kind {
        Kind::Arrowword
    }

    fn size(&self) -> (usize, usize) {
        (self.fields.rows(), self.fields.cols())
    }

    fn field(&self, pos: Pos) -> Option<Field> {
        self.fields.get(pos).copied()
    }

    fn set_letter(&mut self, pos: Pos, letter: Option<Letter>) {
        self.fields[pos] = letter.map_or(Field::Open, Field::Letter);
    }

    fn set_field(&mut self, pos: Pos, field: Field) -> Result<(), Refusal> {
        self.fields[pos] = field;
        Ok(())
    }

    fn make(&mut self, fields: &[Pos], to: Make) -> Result<(), Refusal> {
        for &pos in fields {
            self.fields[pos] = match to {
                Make::Blocked => Field::Blocked(Blocked::Space),
                Make::Question => Field::Question,
                Make::Open => Field::Open,
            };
        }
        let made: BTreeSet<&Pos> = fields.iter().collect();
        self.questions.retain(|question| !made.contains(&question.pos));
        Ok(())
    }

    fn resize(&mut self, rows: usize, cols: usize) {
        let old = &self.fields;
        let fields = Grid::from_fn(rows, cols, |pos| old.get(pos).copied().unwrap_or(Field::Open));
        self.questions.retain(|question| fields.contains(question.pos));
        self.fields = fields;
    }

    fn place(&self, pos: Pos, arrow: &str) -> Result<Place, Refusal> {
        let arrow = arrow.parse::<Arrow>()?;
        Ok(Place::Question(Question { pos, arrow }))
    }

    fn words(&self) -> Vec<(Place, Option<Run>)> {
        let word = |&question: &Question| (Place::Question(question), self.run_of(question));
        self.questions.iter().map(word).collect()
    }

    fn has(&self, place: Place) -> bool {
        matches!(place, Place::Question(question) if self.questions.binary_search(&question).is_ok())
    }

    fn run_of(&self, place: Place) -> Option<Run> {
        match place {
            Place::Question(question) => self.run_of(question),
            Place::Start(..) => None,
        }
    }

    fn slots(&self) -> Vec<(Place, Run)> {
        let mut seen: BTreeSet<Run> = BTreeSet::new();
        let slot = |&question: &Question| {
            let run = self.run_of(question).filter(|run| run.len >= 2)?;
            let (rows, cols) = run.direction.step();
            let before = run.start.offset(-rows, -cols).and_then(|before| self.fields.get(before));
            let is_inside = before.is_some_and(|field| field.is_solution());
            (!is_inside && seen.insert(run)).then_some((Place::Question(question), run))
        };
        self.questions.iter().filter_map(slot).collect()
    }

    fn room(&self, place: Place) -> Option<usize> {
        Some(if self.asked_at(place.pos()).len() > 1 { HALF_FIELD } else { FIELD })
    }

    fn faults(&self, list: Option<&WordList>) -> Vec<Fault> {
        rules::check(self, list).iter().map(|violation| fault(self, violation)).collect()
    }

    fn customs(&self) -> Vec<Fault> {
        Vec::new()
    }

    fn is_bare(&self) -> bool {
        self.fields.iter().all(|(_, field)| *field != Field::Question)
    }

    fn published(&self) -> Result<published::Puzzle, convert::NoDocument> {
        convert::arrowword(self)
    }
}

/// Returns whether a puzzle has everything that another one gives.
pub(super) fn keeps(puzzle: &Puzzle, given: &Puzzle, layout: bool) -> bool {
    let extend = if layout { Extend::Fields } else { Extend::Nothing };
    rules::check_against(puzzle, given, extend.of(given)).is_empty()
}

fn fault(puzzle: &Puzzle, violation: &Violation) -> Fault {
    let word = |question: Question| puzzle.run_of(question).into_iter().flat_map(|run| run.cells());
    match violation {
        Violation::UnknownWord { question, .. } => {
            Fault { text: violation.to_string(), cells: word(*question).collect(), relatives: None }
        }
        Violation::WordTwice { question, first: other, .. }
        | Violation::Relatives { question, other_question: other, .. } => Fault {
            text: violation.to_string(),
            cells: word(*question).chain(word(*other)).collect(),
            relatives: Some([*other, *question].map(Place::Question)),
        },
        other => Fault::at(violation, other.place()),
    }
}

/// Returns the arrows that can be added to each question field.
pub fn possible_arrows(puzzle: &Puzzle) -> Vec<(Pos, Vec<Arrow>)> {
    let runs = runs_of(puzzle);
    let of = |pos: Pos| {
        let may = |arrow: &Arrow| {
            let question = Question { pos, arrow: *arrow };
            puzzle.questions.binary_search(&question).is_err() && why_not(puzzle, &runs, question).is_none()
        };
        (pos, Arrow::ALL.into_iter().filter(may).collect::<Vec<Arrow>>())
    };
    let fields = puzzle.fields.iter().filter(|(_, field)| **field == Field::Question);
    fields.map(|(pos, _)| of(pos)).collect()
}

/// Adds an arrow to a question field.
pub(in crate::edit) fn add_arrow(puzzle: &mut Puzzle, question: Question) -> Result<(), Refusal> {
    if puzzle.fields[question.pos] != Field::Question {
        return Err(Refusal::NoQuestionField(question.pos));
    }
    let Err(at) = puzzle.questions.binary_search(&question) else { return Ok(()) };
    if let Some(why) = why_not(puzzle, &runs_of(puzzle), question) {
        let arrow = question.arrow.to_string();
        return Err(Refusal::ArrowNotAllowed { pos: question.pos, arrow, why });
    }
    puzzle.questions.insert(at, question);
    Ok(())
}

/// Returns the runs that are asked for.
fn runs_of(puzzle: &Puzzle) -> BTreeSet<Run> {
    puzzle.questions.iter().filter_map(|&question| puzzle.run_of(question)).collect()
}

/// Says which rule an arrow would break if it were added.
fn why_not(puzzle: &Puzzle, runs: &BTreeSet<Run>, question: Question) -> Option<&'static str> {
    let Question { pos, arrow } = question;
    match puzzle.asked_at(pos) {
        [_, _, ..] => return Some("a field has at most two"),
        [other] if !arrow.may_pair(other.arrow) => {
            return Some("it may not share a field with the one that is there");
        }
        _ => {}
    }
    if arrow.is_bent() && !puzzle.allows_bent(pos) {
        return Some("bent arrows are only for fields at the upper or left border, or of an island");
    }
    let Some(run) = puzzle.run_of(question) else { return Some("no field for a letter is there") };
    let (rows, cols) = run.direction.step();
    let before = run.start.offset(-rows, -cols).and_then(|before| puzzle.fields.get(before));
    if before.is_some_and(|field| field.is_solution()) {
        return Some("a word would begin inside another one");
    }
    if run.len < 2 {
        return Some("a word has at least two letters");
    }
    runs.contains(&run).then_some("another question asks for this word")
}
