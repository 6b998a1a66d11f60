//! Reads a puzzle to publish: a document, or a solved puzzle of any kind; and judges its clues before it is published.

use super::contract::WordSource;
use super::exchange::{self, Format, Wishes};
use super::exit::Failure;
use super::input::Input;
use super::registry::Known;
use super::reporter;
use cwsat::publish::clues::faults::{Tally, faults};
use cwsat::publish::puzzle::{Puzzle, json};
use std::path::{Path, PathBuf};

/// More files than one puzzle consists of.
#[derive(Debug, thiserror::Error)]
#[error("{}: one puzzle at a time; only a Numberlink takes two files, the problem and its answer", path.display())]
struct OnePuzzle {
    path: PathBuf,
}

/// Half of a puzzle.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: this command takes one file, and a puzzle of the kind {kind} has two, the problem and its answer; `cwsat export \
     Q.txt A.txt -o puzzle.json` makes one of them",
    path.display()
)]
struct OneFile {
    path: PathBuf,
    kind: Known,
}

/// A document where only the text of its kind is accepted.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: this is a document of the kind {kind}, which is checked in the two files that it was made from, the problem and the \
     answer; give these",
    path.display()
)]
struct NoText {
    path: PathBuf,
    kind: Known,
}

/// A document that is not what the user says.
#[derive(Debug, thiserror::Error)]
#[error("{}: this is a document of the kind {is}, not {told}; omit --as", path.display())]
struct OtherKind {
    path: PathBuf,
    is: Known,
    told: Known,
}

/// Returns the puzzle as an input in the text of its kind: the input itself, or if it is a document, the text made from
/// it. So code that judges texts need not know documents.
pub fn in_own_text(told: Option<Known>, input: Input) -> Result<Input, Failure> {
    if !input.is_document() {
        return Ok(input);
    }
    let puzzle = read_document(&input)?;
    let path = input.path().to_owned();
    let is = Known::of_published(puzzle.kind);
    if let Some(told) = told.filter(|told| *told != is) {
        return Err(OtherKind { path, is, told }.into());
    }
    let Some(format) = Format::own(puzzle.kind) else { return Err(NoText { path, kind: is }.into()) };
    let text = exchange::bytes(&puzzle, &path, format, Wishes::default())?;
    Ok(Input::of_bytes(path, text))
}

/// Reads a puzzle from one input, or from two for a kind whose answers do not contain the problem. `inputs` must not be
/// empty. `told` is the kind given by the user, if any; a document states its kind itself.
pub fn read(told: Option<Known>, inputs: &[Input]) -> Result<Puzzle, Failure> {
    let input = &inputs[0];
    // A size is not a finished puzzle, whatever its kind.
    input.bytes()?;
    let kind = if input.is_document() { None } else { Some(Known::of(told, input)?) };
    let most = if kind.is_some_and(|kind| kind.kind().has_answer_file()) { 2 } else { 1 };
    if let Some(one_more) = inputs.get(most) {
        return Err(OnePuzzle { path: one_more.path().to_owned() }.into());
    }
    match kind {
        None => read_document(input),
        Some(kind) => kind.kind().document(inputs),
    }
}

/// Reads the puzzle of a file; `None` if it has no words.
pub fn with_words(path: &Path) -> Result<Option<Puzzle>, Failure> {
    let input = Input::read(path)?;
    let has_words = |known: Known| known.kind().takes().words != WordSource::Nowhere;
    if !input.is_document() && !has_words(Known::of(None, &input)?) {
        return Ok(None);
    }
    let puzzle = read(None, &[input])?;
    Ok((!puzzle.entries.is_empty()).then_some(puzzle))
}

/// Does the same for a command that takes one file only.
pub fn read_one(told: Option<Known>, input: &Input) -> Result<Puzzle, Failure> {
    input.bytes()?;
    if !input.is_document() {
        let kind = Known::of(told, input)?;
        if kind.kind().has_answer_file() {
            return Err(OneFile { path: input.path().to_owned(), kind }.into());
        }
    }
    read(told, std::slice::from_ref(input))
}

/// Reads a document.
pub fn read_document(input: &Input) -> Result<Puzzle, Failure> {
    json::read(input.text()?).map_err(|error| input.at(error).into())
}

/// Reports each fault of the puzzle's clues, for `--strict`. Returns whether there are any.
pub fn refuse_faults(path: &Path, puzzle: &Puzzle) -> bool {
    let faults = faults(puzzle);
    for fault in &faults {
        reporter::error(&format_args!("{}: {fault}", path.display()));
    }
    !faults.is_empty()
}

/// Warns, in one line, of the faults of clues that are printed nevertheless.
pub fn warn_of_faults(path: &Path, tally: Tally) {
    if tally.has_faults() {
        let advice = match tally.has_bad_clues() {
            true => "--strict lists each with its place",
            false => "`cwsat clue` gives clues",
        };
        reporter::warn(&format_args!("{}: {tally}; {advice}", path.display()));
    }
}
