//! Reading a puzzle to publish: a document, or a solved puzzle of any kind.

use super::kind::Kind;
use super::numberlink::{YearArg, read_answer, read_problem};
use super::{Failure, files, inputs};
use cwsat::encodings::grid::Run;
use cwsat::encodings::template::solution;
use cwsat::encodings::{crisscross, digram};
use cwsat::publish::puzzle::{Puzzle, convert, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Whether a file is to be read as a document: it is named so, or looks like JSON.
pub fn is_document(path: &Path, text: &str) -> bool {
    let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    named || text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Reads the puzzle in these files: one, or the two of a Numberlink. `told` is the kind if the user said it; a document
/// knows its kind itself.
pub fn read(told: Option<Kind>, inputs: &[PathBuf]) -> Result<Puzzle, Failure> {
    let [path, others @ ..] = inputs else { return Err(Failure::Render("name a puzzle".to_owned())) };
    let text = files::read_text(path)?;
    let kind = if is_document(path, &text) { None } else { Some(Kind::of(told, path)) };
    if let Some(second) = others.first().filter(|_| kind != Some(Kind::Numberlink) || others.len() > 1) {
        return Err(Failure::OnePuzzle { path: second.clone() });
    }
    let at = || path.to_owned();
    match kind {
        None => json::read(&text).map_err(|source| Failure::Document { path: at(), source }),
        Some(Kind::Arrowword) => {
            let puzzle = inputs::read_puzzle(path)?;
            convert::arrowword(&puzzle).map_err(|source| Failure::NotPublished { path: at(), source })
        }
        Some(Kind::Template) => {
            let template = inputs::read_template(path)?;
            let numbering = template.numbering();
            let number: BTreeMap<Run, usize> = numbering.iter().map(|n| (n.run, n.number)).collect();
            let mut clues: BTreeMap<_, String> = solution::read_clues(&text)
                .into_iter()
                .map(|(direction, number, clue)| ((direction, number), clue))
                .collect();
            Ok(convert::template(&template, |run| clues.remove(&(run.direction, *number.get(&run)?))))
        }
        Some(Kind::Crisscross) => {
            let read = crisscross::format::read(&text)
                .map_err(|source| Failure::CrissCross { path: at(), source })?;
            Ok(convert::crisscross(&read.layout))
        }
        Some(Kind::Digram) => {
            let cells = digram::format::read(&text).map_err(|faults| match faults.into_iter().next() {
                Some(fault) => Failure::DigramGrid { path: at(), fault },
                None => Failure::DigramGrid { path: at(), fault: digram::format::Fault::Empty },
            })?;
            Ok(convert::digram(&cells))
        }
        Some(Kind::Numberlink) => match others.first() {
            Some(answer) => numberlink(path, answer),
            None => Err(Failure::NoAnswerToDraw { path: at() }),
        },
    }
}

/// A problem and its answer. How the years write a block's field without a number makes no difference, as those come from
/// the problem.
fn numberlink(problem: &Path, answer: &Path) -> Result<Puzzle, Failure> {
    let problem = read_problem(problem)?;
    let answer = read_answer(answer, &problem, YearArg::Later.into())?;
    Ok(convert::numberlink(&problem, &answer.cropped()))
}
