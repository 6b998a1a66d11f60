//! How a job is done: which fields are freed, and what fills them again.

use crate::edit::board::{Board, Place};
use crate::edit::draft::Draft;
use crate::edit::protocol::{Job, Make, Scope};
use crate::edit::refusal::Refusal;
use crate::edit::slots::Slots;
use crate::encodings::arrowword::puzzle::Field;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, fold_phrase};
use std::collections::BTreeSet;

/// How a job is done.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Everything that is open is filled, or laid out and filled.
    Solve { given: Board, layout: bool },
    /// The slots that these fields are in are filled.
    Part { given: Board, cells: BTreeSet<Pos> },
    /// A word of a filled grid becomes another one.
    Replace { place: Place, by: Option<Vec<Letter>> },
}

impl Plan {
    /// Says how a job is done on a draft.
    pub(super) fn of(draft: &Draft, job: &Job) -> Result<Self, Refusal> {
        let board = &draft.board;
        let has_open = || board.positions().iter().any(|&pos| board.field(pos) == Some(Field::Open));
        // Where a criss-cross has no field without a letter, there is nothing to fill but with more words.
        let is_to_be_laid = board.lays_words() && matches!(job.scope, Scope::Open {}) && !has_open();
        let layout = job.layout || board.is_bare() || is_to_be_laid;
        Ok(match &job.scope {
            Scope::Open {} => Self::Solve { given: freed(draft, |_| false, layout)?, layout },
            Scope::All {} => Self::Solve { given: freed(draft, |_| true, layout)?, layout },
            Scope::Region { cells } => {
                let cells: BTreeSet<Pos> = draft.all(cells)?.into_iter().collect();
                if layout && draft.board.crossword().is_some() {
                    return Err(Refusal::LayoutOfPart);
                }
                let given = freed(draft, |pos| cells.contains(&pos), layout)?;
                if layout { Self::Solve { given, layout } } else { Self::Part { given, cells } }
            }
            Scope::Word { question, word } => word_plan(draft, draft.word(question)?, word.as_deref())?,
        })
    }
}

/// Returns the grid without what a job may change: letters in the scope that are not pinned and, if the layout is to
/// change, question fields.
fn freed(draft: &Draft, in_scope: impl Fn(Pos) -> bool, layout: bool) -> Result<Board, Refusal> {
    let mut board = draft.board.clone();
    let is_free = |pos: &Pos| in_scope(*pos) && !draft.pinned.contains(pos);
    let (mut outside, mut open) = (Vec::new(), Vec::new());
    for pos in board.positions().into_iter().filter(is_free) {
        match board.field(pos) {
            Some(Field::Letter(_)) if layout && board.lays_words() => outside.push(pos),
            Some(Field::Letter(_)) => board.set_letter(pos, None),
            Some(Field::Question) if layout => open.push(pos),
            _ => {}
        }
    }
    board.make(&outside, Make::Blocked)?;
    board.make(&open, Make::Open)?;
    Ok(board)
}

/// Returns how a word becomes another one: in a filled grid with as few changes as possible, otherwise by filling it and,
/// if a word is given that does not fit, what crosses it.
fn word_plan(draft: &Draft, place: Place, word: Option<&str>) -> Result<Plan, Refusal> {
    let board = &draft.board;
    let run = board.run_of(place).ok_or(Refusal::NoWordYet)?;
    let by = match word {
        Some(text) => {
            let shown = || Refusal::NoWord(text.chars().take(40).collect());
            let letters = fold_phrase(text).ok_or_else(shown)?;
            if letters.len() != run.len {
                let (len, found) = (run.len, letters.len());
                return Err(Refusal::OtherLength { len, text: text.to_owned(), found });
            }
            Some(letters)
        }
        None => None,
    };
    let slots = Slots::of(board);
    if board.is_full() && slots.places.contains(&place) {
        return Ok(Plan::Replace { place, by });
    }
    let mut cells: BTreeSet<Pos> = run.cells().collect();
    if by.is_some() {
        let runs = board.slots().into_iter().map(|(_, other)| other);
        let crossing =
            runs.filter(|other| *other != run && other.cells().any(|pos| run.cells().any(|own| own == pos)));
        cells.extend(crossing.flat_map(|other| other.cells()));
    }
    let mut given = freed(draft, |pos| cells.contains(&pos), false)?;
    for (pos, &letter) in run.cells().zip(by.iter().flatten()) {
        if draft.pinned.contains(&pos) && given.letter(pos) != Some(letter) {
            return Err(Refusal::PinnedOtherwise { pos, letter });
        }
        given.set_letter(pos, Some(letter));
    }
    Ok(Plan::Part { given, cells })
}
