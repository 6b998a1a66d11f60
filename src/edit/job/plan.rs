//! How a job is done: which fields are freed, and what fills them again.

use crate::edit::draft::{Draft, Refusal};
use crate::edit::protocol::{Job, Scope};
use crate::edit::slots::Slots;
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::puzzle::{Field, Puzzle, Question};
use crate::encodings::arrowword::rules;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, fold_phrase};
use std::collections::BTreeSet;

/// How a job is done.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Everything that is open is filled, or laid out and filled.
    Solve { given: Puzzle, extend: Extend },
    /// The slots that these fields are in are filled.
    Part { given: Puzzle, cells: BTreeSet<Pos> },
    /// A word of a filled grid becomes another one.
    Replace { question: Question, by: Option<Vec<Letter>> },
}

impl Plan {
    /// Says how a job is done on a draft.
    pub(super) fn of(draft: &Draft, job: &Job) -> Result<Self, Refusal> {
        let has_questions = draft.puzzle.fields.iter().any(|(_, field)| *field == Field::Question);
        let is_layout = job.layout || !has_questions;
        Ok(match &job.scope {
            Scope::Open {} => solve(freed(draft, |_| false, is_layout), is_layout),
            Scope::All {} => solve(freed(draft, |_| true, is_layout), is_layout),
            Scope::Region { cells } => {
                let cells: BTreeSet<Pos> = draft.all(cells)?.into_iter().collect();
                let given = freed(draft, |pos| cells.contains(&pos), is_layout);
                if is_layout { solve(given, true) } else { Self::Part { given, cells } }
            }
            Scope::Word { question, word } => word_plan(draft, draft.question(question)?, word.as_deref())?,
        })
    }
}

fn solve(given: Puzzle, is_layout: bool) -> Plan {
    let extend = if is_layout { Extend::Fields } else { Extend::Nothing };
    Plan::Solve { extend: extend.of(&given), given }
}

/// Returns the grid without what a job may change: letters in the scope that are not pinned and, if the layout is to
/// change, question fields.
fn freed(draft: &Draft, in_scope: impl Fn(Pos) -> bool, is_layout: bool) -> Puzzle {
    let mut puzzle = draft.puzzle.clone();
    for pos in draft.puzzle.fields.positions().filter(|pos| in_scope(*pos) && !draft.pinned.contains(pos)) {
        match puzzle.fields[pos] {
            Field::Letter(_) => puzzle.fields[pos] = Field::Open,
            Field::Question if is_layout => {
                puzzle.fields[pos] = Field::Open;
                puzzle.questions.retain(|question| question.pos != pos);
            }
            _ => {}
        }
    }
    puzzle
}

/// Returns how a word becomes another one: in a filled grid with as few changes as possible, otherwise by filling it and,
/// if a word is given that does not fit, what crosses it.
fn word_plan(draft: &Draft, question: Question, word: Option<&str>) -> Result<Plan, Refusal> {
    let no_word =
        || Refusal::Other("this question has no word yet; give it an arrow to some fields".to_owned());
    let run = draft.puzzle.run_of(question).ok_or_else(no_word)?;
    let by = match word {
        Some(text) => {
            let shown = || Refusal::NoWord(text.chars().take(40).collect());
            let letters = fold_phrase(text).ok_or_else(shown)?;
            if letters.len() != run.len {
                let (is, has) = (run.len, letters.len());
                return Err(Refusal::Other(format!("this word has {is} letters, and `{text}` has {has}")));
            }
            Some(letters)
        }
        None => None,
    };
    let slots = Slots::of(draft);
    let is_full = rules::unfilled(&draft.puzzle).is_empty() && rules::check(&draft.puzzle, None).is_empty();
    if is_full && slots.questions.contains(&question) {
        return Ok(Plan::Replace { question, by });
    }
    let mut cells: BTreeSet<Pos> = run.cells().collect();
    if by.is_some() {
        let runs = slots.questions.iter().filter_map(|&other| draft.puzzle.run_of(other));
        let crossing =
            runs.filter(|other| *other != run && other.cells().any(|pos| run.cells().any(|own| own == pos)));
        cells.extend(crossing.flat_map(|other| other.cells()));
    }
    let mut given = freed(draft, |pos| cells.contains(&pos), false);
    for (pos, &letter) in run.cells().zip(by.iter().flatten()) {
        if draft.pinned.contains(&pos) && given.fields[pos] != Field::Letter(letter) {
            return Err(Refusal::Other(format!(
                "the letter at {pos} is pinned and is not {letter}; let go of it"
            )));
        }
        given.fields[pos] = Field::Letter(letter);
    }
    Ok(Plan::Part { given, cells })
}
