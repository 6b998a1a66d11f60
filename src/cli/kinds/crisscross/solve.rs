//! `cwsat solve` for criss-crosses.

use super::read::{ListFlags, Size, read_base};
use crate::cli::contract::json::fields;
use crate::cli::contract::solve::{
    Found, Options as Common, Request, Search, Solved, Solves, Task, Text, Unsolved, exit_of, file_name,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, seed_for};
use crate::cli::proof::Claim;
use crate::cli::reporter::{self, Reporter};
use cwsat::encodings::crisscross::base::Base;
use cwsat::encodings::crisscross::format;
use cwsat::encodings::crisscross::puzzle::{Entry, Layout, Puzzle};
use cwsat::encodings::lexicon::{Sign, fold};
use cwsat::encodings::numbering::Numbering;
use cwsat::family;
use cwsat::publish::puzzle::{Clue, Puzzle as Document, convert};
use cwsat::search::crisscross::{self, Answer, Options, Progress, Stage, Taste, solve};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The flags of criss-crosses.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Criss-crosses")]
pub struct Flags {
    #[command(flatten)]
    list: ListFlags,
    /// Go on until it is proven that nothing better exists, or until the time limit; otherwise the solver gives up on
    /// each question after some effort.
    #[arg(long)]
    prove: bool,
    /// Prefer a small box to many crossings: all words close together.
    #[arg(long, conflicts_with = "prove")]
    compact: bool,
}

/// A list that was read and can be laid.
struct List<'a> {
    input: Input,
    common: &'a Common,
    base: Base,
    flags: ListFlags,
    size: Size,
    prove: bool,
    compact: bool,
}

impl Solves for super::Crisscross {
    type Flags = Flags;

    fn missing_input(_: &Flags) -> Option<&'static str> {
        Some("")
    }

    fn tasks<'a>(request: Request<'a>, flags: &Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
        let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
        for input in request.inputs {
            tasks.push(task(input, request.board, flags, request.options, request.reporter)?);
        }
        Ok(tasks)
    }
}

/// Does the same for a single list; `board` is the size of its board.
pub fn task<'a>(
    input: Input,
    board: Option<&str>,
    flags: &Flags,
    common: &'a Common,
    reporter: Reporter,
) -> Result<Box<dyn Task + 'a>, Failure> {
    let size = Size::of(board)?;
    let base = read_base(&input, &flags.list)?;
    if 2 * base.long_phrases > base.entries.len() {
        reporter.note(&input.at(
            "most entries are phrases of several words; if the question follows each word after a space, give \
             --genxword",
        ));
    }
    if common.choice.family.leaves_out() {
        warn_of_blocked(&input, &base);
    }
    let Flags { list: flags, prove, compact } = flags.clone();
    Ok(Box::new(List { input, common, base, flags, size, prove, compact }))
}

/// Warns of words that a family newspaper does not print. They are laid nevertheless, because the list asks for each of
/// them.
fn warn_of_blocked(input: &Input, base: &Base) {
    let is_blocked = |entry: &&Entry| fold(&entry.text()).is_some_and(|word| family::is_blocked(&word));
    let blocked = base.entries.iter().filter(is_blocked);
    let words: Vec<String> = blocked.map(|entry| entry.text()).collect();
    if !words.is_empty() {
        let text = format!("a family newspaper does not print {}", words.join(", "));
        reporter::warn(&input.at(text));
    }
}

impl Task for List<'_> {
    fn name(&self) -> String {
        self.input.name()
    }

    fn file_name(&self) -> Option<PathBuf> {
        file_name(&self.input)
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        let seed = seed_for(search.seed, self.input.path());
        let puzzle = self.flags.puzzle(&self.base, self.size, seed, search.budget);
        let options = Options {
            setup: search.setup(self.common, seed),
            conflicts: if self.prove { None } else { Options::default().conflicts },
            taste: Taste { compact: self.compact, aspect: self.flags.aspect },
        };
        let show = |progress| {
            let (message, stage) = message(&progress);
            search.meter.show_best(message, stage);
        };
        match solve(&puzzle, &options, search.budget, &show) {
            Ok(answer) => Ok(self.solved(&puzzle, answer, seed).found()),
            Err(reason) => {
                let exit = exit_of(&reason, |_| Exit::Broken);
                let failure = self.input.at(reason).into();
                let why = match exit {
                    Exit::Broken => "there is no layout that could be the best",
                    _ => "it is not known whether there is a layout",
                };
                let claim = move || Claim::Nothing(why);
                Err(Unsolved { exit, failure, claim: Box::new(claim) })
            }
        }
    }
}

/// Returns the progress message and the number of the stage: better layouts are found by the hundred, and in a log only
/// the stages are worth a line.
fn message(progress: &Progress) -> (String, Option<f64>) {
    let (what, stage) = match progress.stage {
        Stage::Search => ("searching", 0.0),
        Stage::Words => ("are more words possible?", 1.0),
        Stage::Crossings => ("are more crossings possible?", 2.0),
        Stage::Area => ("is a smaller bounding box possible?", 3.0),
    };
    match &progress.best {
        Some(best) => (format!("{what} {best}"), Some(stage)),
        None => (what.to_owned(), None),
    }
}

impl List<'_> {
    fn solved<'a>(&self, puzzle: &Puzzle, answer: Answer, seed: u64) -> Solved<'a> {
        let cropped = self.size == Size::Auto;
        let layout = if cropped { answer.layout.cropped() } else { answer.layout.clone() };
        let left_out: Vec<String> = answer
            .left_out
            .iter()
            .map(|left| format!("left out: {}: {}", puzzle.entries[left.entry].text(), left.reason))
            .collect();
        let skipped: Vec<String> = self.base.skipped.iter().map(ToString::to_string).collect();
        let text = format::write(&layout, left_out.iter().map(String::as_str));
        let mut document = convert::crisscross(&layout);
        publish(&mut document, puzzle);
        let complete = left_out.is_empty() && skipped.is_empty();
        Solved {
            exit: if complete { Exit::Ok } else { Exit::Stopped },
            json: summary_json(&layout, puzzle, &answer, &text, &skipped),
            text: Text::One(text),
            problem: None,
            summary: summary(puzzle, &answer, skipped.len()),
            missing: skipped.into_iter().chain(left_out).collect(),
            remarks: Vec::new(),
            documents: Box::new(move || vec![document]),
            needs_picture: false,
            claim: Box::new(move || claim(&answer.claim, seed)),
        }
    }
}

/// Returns how the list spells a word, if that says more than its letters.
fn spelling_of<'a>(puzzle: &'a Puzzle, word: &[Sign]) -> Option<&'a str> {
    puzzle.entries.iter().find(|entry| entry.word == word).and_then(Entry::own_spelling)
}

/// Adds to a document what a layout does not contain: how words are spelled, and their other questions.
fn publish(document: &mut Document, puzzle: &Puzzle) {
    for at in 0..document.entries.len() {
        let word = document.pattern(&document.entries[at]);
        let entry = puzzle.entries.iter().find(|entry| entry.text() == word);
        document.entries[at].spelling = entry.and_then(Entry::own_spelling).map(str::to_owned);
        let others = entry.into_iter().flat_map(|entry| entry.questions.iter().skip(1));
        document.entries[at].clues.extend(others.map(Clue::new));
    }
}

/// Returns what can be proven about a layout.
fn claim(claim: &crisscross::Claim, seed: u64) -> Claim {
    if let Some(formula) = claim.formula() {
        return Claim::Refutation { formula: Box::new(formula), text: claim.to_string(), seed };
    }
    Claim::Nothing(match claim.is_made() {
        true => "that nothing is better follows from counting alone",
        false => "it is not known whether anything better exists",
    })
}

fn summary(puzzle: &Puzzle, answer: &Answer, skipped: usize) -> String {
    let dropped = skipped + answer.left_out.len();
    let optimum = match answer.proof {
        // A proof is about the words that are there; beside one that is missing, it would be taken for a promise.
        _ if dropped > 0 => {
            format!("{dropped} of the list's entries {} not laid", if dropped == 1 { "is" } else { "are" })
        }
        proof if proof.words && proof.crossings && proof.area => "proven: nothing better exists".to_owned(),
        proof if proof.words && proof.crossings => {
            "proven: no more words and no more crossings are possible".to_owned()
        }
        proof if proof.words => "proven: no more words are possible; more crossings may be".to_owned(),
        _ => "not proven to be the best".to_owned(),
    };
    format!(
        "{} on a board of {}x{}; {optimum}{}. This layout after {:.2} s, done after {:.2} s",
        answer.value,
        puzzle.rows,
        puzzle.cols,
        if answer.stopped { " (stopped)" } else { "" },
        answer.found_after.as_secs_f64(),
        answer.done_after.as_secs_f64(),
    )
}

fn summary_json(
    layout: &Layout,
    puzzle: &Puzzle,
    answer: &Answer,
    text: &str,
    skipped: &[String],
) -> Map<String, Value> {
    let complete = skipped.is_empty() && answer.left_out.is_empty();
    let numbering = Numbering::of_runs(layout.words.iter().map(|word| word.run()));
    let words: Vec<_> = layout
        .words
        .iter()
        .map(|word| {
            json!({
                "word": word.text(),
                "spelling": spelling_of(puzzle, &word.word),
                "question": word.question,
                "number": numbering.at(word.start),
                "row": word.start.row,
                "column": word.start.col,
                "direction": word.direction.to_string(),
            })
        })
        .collect();
    let left_out: Vec<_> = answer
        .left_out
        .iter()
        .map(|left| {
            json!({
                "word": puzzle.entries[left.entry].text(),
                "reason": left.reason.to_string(),
            })
        })
        .collect();
    fields(json!({
        "rows": layout.rows,
        "columns": layout.cols,
        "words": words,
        "left_out": left_out,
        "unreadable": skipped,
        "crossings": answer.value.crossings,
        "box": { "rows": answer.value.rows, "columns": answer.value.cols },
        // A proof is about the words that are there; beside one that is missing, it would be taken for a promise.
        "proven": {
            "words": answer.proof.words && complete,
            "crossings": answer.proof.crossings && complete,
            "box": answer.proof.area && complete,
        },
        "stopped": answer.stopped,
        "found_after_seconds": answer.found_after.as_secs_f64(),
        "done_after_seconds": answer.done_after.as_secs_f64(),
        "layout": text,
    }))
}
