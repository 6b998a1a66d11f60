//! The steps of editing: each command that changes the document, from one draft to the next.

use super::board::{Place, add_arrow, direction};
use super::draft::{self, Draft, Note};
use super::protocol::{Asked, Cell, Command, Make, Towards};
use super::refusal::{Refusal, file_name};
use crate::encodings::arrowword::puzzle::Field;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::{Clue, MAX_SIDE};
use std::sync::Arc;

/// Carries out a command; `None` if the command does not change the document by itself.
pub fn changed(before: &Draft, command: &Command) -> Result<Option<Draft>, Refusal> {
    let mut draft = before.clone();
    match command {
        Command::Make { cells, to } => make(&mut draft, cells, *to)?,
        Command::Write { at, towards, text } => write(&mut draft, *at, *towards, text)?,
        Command::Clear { cells, pinned } => clear(&mut draft, cells, *pinned)?,
        Command::Pin { cells, pinned } => {
            let cells = draft.all(cells)?;
            if *pinned {
                draft.pinned.extend(cells);
            } else {
                unpin(&mut draft, &cells);
            }
        }
        Command::Arrow { question, there } => {
            arrow(&mut draft, question, *there)?;
        }
        Command::Bar { at, towards, there } => {
            let pos = draft.pos(*at)?;
            draft.board.crossword_mut()?.set_bar(pos, direction(*towards), *there)?;
        }
        Command::Shape { shape } => draft.board.crossword_mut()?.set_shape(shape)?,
        Command::Resize { rows, columns } => resize(&mut draft, *rows, *columns)?,
        Command::Clue { question, clues } => {
            let place = draft.word(question)?;
            set(&mut draft, place, |note| note.clues.clone_from(clues))?;
        }
        Command::Spelling { question, spelling } => {
            let place = draft.word(question)?;
            set(&mut draft, place, |note| note.spelling.clone_from(spelling))?;
        }
        Command::About { about } => draft.about = Arc::new(draft::checked_about(about.clone())?),
        Command::Wishes { wishes } => draft.wishes = Arc::new(draft::checked_wishes(wishes.clone())?),
        Command::SolutionWord { cells } => {
            draft.solution_word = draft.all(cells)?;
            if let Some(&pos) = draft.solution_word.iter().find(|&&pos| !draft.board.takes_letter(pos)) {
                return Err(no_letter_field(&draft, pos));
            }
        }
        Command::Picture { at, file } => {
            if draft.board.arrowword().is_none() {
                return Err(Refusal::OnlyFor { what: "pictures", kind: "arrowwords" });
            }
            let pos = draft.pos(*at)?;
            let island = draft.island(pos).ok_or(Refusal::NoIsland(pos))?;
            match file {
                Some(file) => draft.pictures.insert(island, file_name(file)?.to_owned()),
                None => draft.pictures.remove(&island),
            };
        }
        _ => return Ok(None),
    }
    draft.settle(before);
    Ok(Some(draft))
}

/// Returns the draft with these clues where a word has none.
pub fn with_clues(before: &Draft, mut clues: impl FnMut(Place, &[Letter]) -> Vec<Clue>) -> Draft {
    let mut draft = before.clone();
    for (place, word) in before.board.filled() {
        let mut note = before.notes.get(&place).cloned().unwrap_or_default();
        if note.clues.is_empty() {
            note.clues = clues(place, &word);
            draft.set_note(place, note);
        }
    }
    draft
}

fn arrow(draft: &mut Draft, asked: &Asked, there: bool) -> Result<(), Refusal> {
    draft.board.arrowword_mut()?;
    let Place::Question(question) = draft.named(asked)? else { return Ok(()) };
    let puzzle = draft.board.arrowword_mut()?;
    match there {
        true => add_arrow(puzzle, question)?,
        false => puzzle.questions.retain(|other| *other != question),
    }
    Ok(())
}

fn set(draft: &mut Draft, place: Place, change: impl FnOnce(&mut Note)) -> Result<(), Refusal> {
    let mut note = draft.notes.get(&place).cloned().unwrap_or_default();
    change(&mut note);
    draft::check_note(draft, place, &note)?;
    draft.set_note(place, note);
    Ok(())
}

fn make(draft: &mut Draft, cells: &[Cell], to: Make) -> Result<(), Refusal> {
    let cells = draft.all(cells)?;
    draft.board.make(&cells, to)?;
    unpin(draft, &cells);
    Ok(())
}

fn unpin(draft: &mut Draft, cells: &[Pos]) {
    for pos in cells {
        draft.pinned.remove(pos);
    }
}

fn resize(draft: &mut Draft, rows: usize, cols: usize) -> Result<(), Refusal> {
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(Refusal::Size { rows, cols });
    }
    draft.board.resize(rows, cols);
    Ok(())
}

fn write(draft: &mut Draft, at: Cell, towards: Towards, text: &str) -> Result<(), Refusal> {
    let first = draft.pos(at)?;
    if !draft.board.takes_letter(first) && !draft.board.opens(first) {
        return Err(no_letter_field(draft, first));
    }
    if text.chars().count() > MAX_SIDE {
        return Err(Refusal::TooLong);
    }
    let (rows, cols) = direction(towards).step();
    let mut next = Some(first);
    for c in text.chars() {
        let letter = match c {
            ' ' => None,
            '.' => Some(None),
            _ => Some(Some(Letter::from_char(c).ok_or(Refusal::NoLetter(c))?)),
        };
        let is_writable = |pos: &Pos| draft.board.takes_letter(*pos) || draft.board.opens(*pos);
        let Some(pos) = next.filter(is_writable) else { break };
        if let Some(letter) = letter {
            draft.board.set_letter(pos, letter);
            draft.pinned.insert(pos);
        }
        next = pos.offset(rows, cols);
    }
    Ok(())
}

fn clear(draft: &mut Draft, cells: &[Cell], pinned: bool) -> Result<(), Refusal> {
    let cells: Vec<Pos> = match cells.is_empty() {
        true => draft.board.positions(),
        false => draft.all(cells)?,
    };
    let goes = |pos: &Pos| draft.board.letter(*pos).is_some() && (pinned || !draft.pinned.contains(pos));
    // Where writing opens a field, it is a part of the puzzle only as long as it has a letter.
    let (outside, open): (Vec<Pos>, Vec<Pos>) =
        cells.into_iter().filter(goes).partition(|&pos| draft.board.opens(pos));
    open.into_iter().for_each(|pos| draft.board.set_letter(pos, None));
    draft.board.make(&outside, Make::Blocked)
}

fn no_letter_field(draft: &Draft, pos: Pos) -> Refusal {
    let what = match draft.board.field(pos) {
        Some(Field::Question) => "a question field",
        _ => "blocked",
    };
    Refusal::NoLetterField { pos, what }
}
