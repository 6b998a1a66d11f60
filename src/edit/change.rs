//! The steps of a person: each command that changes the document, from one draft to the next.

use super::draft::{self, Draft, Note, Refusal};
use super::protocol::{Cell, Command, Make, Towards};
use crate::encodings::arrowword::puzzle::{Arrow, Blocked, Field, Question};
use crate::encodings::grid::{Grid, Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::{Clue, MAX_SIDE};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Does what a command says; `None` if it is no command that changes the document by itself.
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
                draft.pinned.retain(|pos| !cells.contains(pos));
            }
        }
        Command::Arrow { question, there } => {
            let question = draft.named(question)?;
            match there {
                true => add_arrow(&mut draft, question)?,
                false => draft.puzzle.questions.retain(|other| *other != question),
            }
        }
        Command::Resize { rows, columns } => resize(&mut draft, *rows, *columns)?,
        Command::Clue { question, clues } => {
            let question = draft.question(question)?;
            set(&mut draft, question, |note| note.clues.clone_from(clues))?;
        }
        Command::Spelling { question, spelling } => {
            let question = draft.question(question)?;
            set(&mut draft, question, |note| note.spelling.clone_from(spelling))?;
        }
        Command::About { about } => draft.about = Arc::new(draft::checked_about(about.clone())?),
        Command::Wishes { wishes } => draft.wishes = Arc::new(draft::checked_wishes(wishes.clone())?),
        Command::SolutionWord { cells } => {
            draft.solution_word = draft.all(cells)?;
            let is_letter = |pos: &Pos| draft.puzzle.fields[*pos].is_solution();
            if let Some(&pos) = draft.solution_word.iter().find(|pos| !is_letter(pos)) {
                return Err(no_letter_field(&draft, pos));
            }
        }
        Command::Picture { at, file } => {
            let pos = draft.pos(*at)?;
            let island = draft.island(pos).ok_or(Refusal::NoIsland(pos))?;
            match file {
                Some(file) => draft.pictures.insert(island, draft::file_name(file)?.to_owned()),
                None => draft.pictures.remove(&island),
            };
        }
        _ => return Ok(None),
    }
    draft.settle(before);
    Ok(Some(draft))
}

/// Returns the draft with these clues where a question has none.
pub fn with_clues(before: &Draft, mut clues: impl FnMut(Question, &[Letter]) -> Vec<Clue>) -> Draft {
    let mut draft = before.clone();
    for &question in &before.puzzle.questions {
        let mut note = before.notes.get(&question).cloned().unwrap_or_default();
        if let (true, Some(word)) = (note.clues.is_empty(), before.word(question)) {
            note.clues = clues(question, &word);
            draft.set_note(question, note);
        }
    }
    draft
}

fn set(draft: &mut Draft, question: Question, change: impl FnOnce(&mut Note)) -> Result<(), Refusal> {
    let mut note = draft.notes.get(&question).cloned().unwrap_or_default();
    change(&mut note);
    draft::check_note(draft, question, &note)?;
    draft.set_note(question, note);
    Ok(())
}

fn make(draft: &mut Draft, cells: &[Cell], to: Make) -> Result<(), Refusal> {
    for pos in draft.all(cells)? {
        draft.puzzle.fields[pos] = match to {
            Make::Blocked => Field::Blocked(Blocked::Space),
            Make::Question => Field::Question,
            Make::Open => Field::Open,
        };
        draft.puzzle.questions.retain(|question| question.pos != pos);
        draft.pinned.remove(&pos);
    }
    Ok(())
}

fn write(draft: &mut Draft, at: Cell, towards: Towards, text: &str) -> Result<(), Refusal> {
    let mut next = Some(draft.pos(at)?);
    if !draft.puzzle.fields[Pos::new(at[0], at[1])].is_solution() {
        return Err(no_letter_field(draft, Pos::new(at[0], at[1])));
    }
    if text.chars().count() > MAX_SIDE {
        return Err(Refusal::TooLong);
    }
    for c in text.chars() {
        let field = match c {
            ' ' => None,
            '.' => Some(Field::Open),
            _ => Some(Field::Letter(Letter::from_char(c).ok_or(Refusal::NoLetter(c))?)),
        };
        let Some(pos) = next.filter(|&pos| draft.puzzle.fields.get(pos).is_some_and(|f| f.is_solution()))
        else {
            break;
        };
        if let Some(field) = field {
            draft.puzzle.fields[pos] = field;
            draft.pinned.insert(pos);
        }
        next = match towards {
            Towards::Across => pos.offset(0, 1),
            Towards::Down => pos.offset(1, 0),
        };
    }
    Ok(())
}

fn clear(draft: &mut Draft, cells: &[Cell], pinned: bool) -> Result<(), Refusal> {
    let cells: Vec<Pos> = match cells.is_empty() {
        true => draft.puzzle.fields.positions().collect(),
        false => draft.all(cells)?,
    };
    for pos in cells {
        if matches!(draft.puzzle.fields[pos], Field::Letter(_)) && (pinned || !draft.pinned.contains(&pos)) {
            draft.puzzle.fields[pos] = Field::Open;
        }
    }
    Ok(())
}

fn resize(draft: &mut Draft, rows: usize, cols: usize) -> Result<(), Refusal> {
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(Refusal::Size { rows, cols });
    }
    let old = &draft.puzzle.fields;
    let fields = Grid::from_fn(rows, cols, |pos| old.get(pos).copied().unwrap_or(Field::Open));
    draft.puzzle.questions.retain(|question| fields.contains(question.pos));
    draft.puzzle.fields = fields;
    Ok(())
}

fn add_arrow(draft: &mut Draft, question: Question) -> Result<(), Refusal> {
    if draft.puzzle.fields[question.pos] != Field::Question {
        return Err(Refusal::NoQuestionField(question.pos));
    }
    let Err(at) = draft.puzzle.questions.binary_search(&question) else { return Ok(()) };
    if let Some(why) = why_not(draft, &runs_of(draft), question) {
        let arrow = question.arrow.to_string();
        return Err(Refusal::ArrowNotAllowed { pos: question.pos, arrow, why });
    }
    draft.puzzle.questions.insert(at, question);
    Ok(())
}

/// Returns the arrows that can be added to each question field.
pub fn possible_arrows(draft: &Draft) -> Vec<(Pos, Vec<Arrow>)> {
    let runs = runs_of(draft);
    let of = |pos: Pos| {
        let may = |arrow: &Arrow| {
            let question = Question { pos, arrow: *arrow };
            draft.puzzle.questions.binary_search(&question).is_err()
                && why_not(draft, &runs, question).is_none()
        };
        (pos, Arrow::ALL.into_iter().filter(may).collect::<Vec<Arrow>>())
    };
    let fields = draft.puzzle.fields.iter().filter(|(_, field)| **field == Field::Question);
    fields.map(|(pos, _)| of(pos)).collect()
}

/// Returns the runs that are asked for.
fn runs_of(draft: &Draft) -> BTreeSet<Run> {
    draft.puzzle.questions.iter().filter_map(|&question| draft.puzzle.run_of(question)).collect()
}

/// Says which rule an arrow that is not there would break.
fn why_not(draft: &Draft, runs: &BTreeSet<Run>, question: Question) -> Option<&'static str> {
    let puzzle = &draft.puzzle;
    let Question { pos, arrow } = question;
    let mut there = puzzle.questions.iter().filter(|other| other.pos == pos);
    match (there.next(), there.next()) {
        (Some(_), Some(_)) => return Some("a field has at most two"),
        (Some(other), None) if !arrow.may_pair(other.arrow) => {
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

fn no_letter_field(draft: &Draft, pos: Pos) -> Refusal {
    let what = match draft.puzzle.fields[pos] {
        Field::Question => "a question field",
        _ => "blocked",
    };
    Refusal::NoLetterField { pos, what }
}
