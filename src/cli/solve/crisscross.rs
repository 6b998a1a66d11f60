//! `cwsat solve` for criss-crosses.

use super::{Common, Exit, Failure, peak_kib, seed_for, stop_on_interrupt};
use crate::cli::complain;
use crate::cli::crisscross::{self as shared, ListFlags, Size};
use crate::cli::files::{self, Output};
use crate::cli::kind::Kind;
use crate::cli::proof::Target;
use cwsat::encodings::crisscross::puzzle::Puzzle;
use cwsat::encodings::crisscross::{format, rules};
use cwsat::encodings::numbering::Numbering;
use cwsat::search::crisscross::{Answer, Claim, NoAnswer, Options, Progress, Stage, solve};
use cwsat::solver::Budget;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;

/// The flags of criss-crosses.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Criss-crosses")]
// The group says whether any flag was given; it has what is listed and nothing by itself.
#[group(id = "crisscross", args = ["place", "genxword", "prove"])]
pub struct Flags {
    #[command(flatten)]
    list: ListFlags,
    /// Go on until it is proven that nothing better exists, or the time limit ends it; without this the solver
    /// gives up on a question after some effort.
    #[arg(long)]
    prove: bool,
}

/// Lays list after list.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    let size = Size::of(common.size.as_deref())?;
    let mut outputs: Vec<Option<Output>> = Vec::new();
    let mut bases = Vec::new();
    for path in &common.inputs {
        bases.push(shared::read_base(path, &flags.list)?);
    }
    match &common.output {
        Some(output) => outputs.extend(
            files::outputs(output, &common.inputs, Kind::Crisscross.unnamed())?.into_iter().map(Some),
        ),
        None => outputs.resize_with(common.inputs.len(), || None),
    }
    let proof = common.proof.target(common.inputs.len(), common.solver.back_end())?;
    let stop = stop_on_interrupt();
    let mut exit = Exit::Ok;
    for ((path, base), output) in common.inputs.iter().zip(bases).zip(outputs) {
        let tell = |message: &str| common.tell(&format!("{}: {message}", path.display()));
        base.skipped.iter().for_each(|skipped| tell(&skipped.to_string()));
        let seed = seed_for(common.seed, path);
        let budget = common.budget(&stop);
        let puzzle = flags.list.puzzle(&base, size, seed, &budget);
        let options = Options {
            seed,
            threads: common.threads.get(),
            back_end: common.solver.back_end().clone(),
            conflicts: if flags.prove { None } else { Options::default().conflicts },
        };
        let teller = Teller { path, quiet: common.quiet, told: Mutex::new(None) };
        match solve(&puzzle, &options, &budget, &|progress| teller.show(progress)) {
            Ok(answer) => {
                common.tell_of_failure(path, &budget);
                if !answer.left_out.is_empty() {
                    exit = exit.max(Exit::Stopped);
                }
                let is_auto = size == Size::Auto;
                deliver(common, path, output.as_ref(), &puzzle, &answer, is_auto)?;
                if let Some(proof) = &proof {
                    exit =
                        exit.max(prove(proof, &answer.claim, seed, &budget, |message| common.tell(message))?);
                }
            }
            Err(reason) => {
                exit = exit.max(match reason {
                    NoAnswer::Stopped => Exit::Stopped,
                    NoAnswer::Bug(_) => Exit::BadInput,
                    NoAnswer::NoWord | NoAnswer::NoWordFits { .. } => Exit::Broken,
                });
                let message = format!("{}: {reason}", path.display());
                complain("error", anstyle::AnsiColor::Red, &message);
                if let Some(proof) = &proof {
                    proof.nothing("there is no layout that could be the best");
                }
            }
        }
    }
    Ok(exit)
}

/// Writes a proof of what is proven. The answer stays as good as it is, however that ends.
fn prove(
    target: &Target,
    claim: &Claim,
    seed: u64,
    budget: &Budget,
    tell: impl Fn(&str),
) -> Result<Exit, Failure> {
    if claim.questions().next().is_some() {
        let made = target.write(&claim.formula(), &claim.to_string(), seed, budget, tell)?;
        // That something is proven impossible is what an optimum needs.
        return Ok(if made == Exit::Broken { Exit::Ok } else { made });
    }
    target.nothing(match claim.is_made() {
        true => "that nothing is better follows from counting alone",
        false => "that nothing is better is not known",
    });
    Ok(Exit::Ok)
}

/// Tells of better layouts while the search runs, a line each where there is no terminal to draw on.
struct Teller<'a> {
    path: &'a Path,
    quiet: bool,
    told: Mutex<Option<Stage>>,
}

impl Teller<'_> {
    fn show(&self, progress: Progress) {
        let Some(best) = progress.best.filter(|_| !self.quiet) else { return };
        let mut told = self.told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let what = match progress.stage {
            Stage::Search => "searching",
            Stage::Words => "are more words possible?",
            Stage::Crossings => "are more crossings possible?",
            Stage::Area => "is a smaller bounding box possible?",
        };
        // Better layouts come by the hundred; on a log only the stages are worth a line.
        let new = told.replace(progress.stage) != Some(progress.stage);
        if new || std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr().lock(), "{}: {what} {best}", self.path.display());
        }
    }
}

/// Checks an answer by the rules, which know no encoding, and writes it.
fn deliver(
    common: &Common,
    path: &Path,
    output: Option<&Output>,
    puzzle: &Puzzle,
    answer: &Answer,
    cropped: bool,
) -> Result<(), Failure> {
    let layout = if cropped { answer.layout.cropped() } else { answer.layout.clone() };
    if let Some(broken) = rules::check(&layout, Some(&puzzle.entries)).first() {
        return Err(Failure::Bug { path: path.to_owned(), broken: broken.to_string() });
    }
    let left_out: Vec<String> = answer
        .left_out
        .iter()
        .map(|left| format!("left out: {}: {}", puzzle.entries[left.entry].text(), left.reason))
        .collect();
    let text = format::write(&layout, left_out.iter().map(String::as_str));
    if let Some(output) = output {
        output.write(&text)?;
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", json(path, &layout, puzzle, answer, &text, common.seed))?;
    } else if output.is_none() {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    left_out.iter().for_each(|line| common.tell(&format!("{}: {line}", path.display())));
    let optimum = match answer.proof {
        proof if proof.words && proof.crossings && proof.area => "proven: nothing better exists",
        proof if proof.words && proof.crossings => "proven: no more words and no more crossings are possible",
        proof if proof.words => "proven: no more words are possible; more crossings may be",
        _ => "not proven to be the best",
    };
    common.tell(&format!(
        "{}: {} on a board of {}x{}; {optimum}{}. This layout after {:.2} s, done after {:.2} s{}",
        path.display(),
        answer.value,
        puzzle.rows,
        puzzle.cols,
        if answer.stopped { " (stopped)" } else { "" },
        answer.found_after.as_secs_f64(),
        answer.done_after.as_secs_f64(),
        output.map(|output| format!(" -> {}", output.path().display())).unwrap_or_default(),
    ));
    Ok(())
}

fn json(
    path: &Path,
    layout: &cwsat::encodings::crisscross::puzzle::Layout,
    puzzle: &Puzzle,
    answer: &Answer,
    text: &str,
    seed: u64,
) -> serde_json::Value {
    let numbering = Numbering::of_runs(layout.words.iter().map(|word| word.run()));
    let words: Vec<_> = layout
        .words
        .iter()
        .map(|word| {
            serde_json::json!({
                "word": word.text(),
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
            serde_json::json!({
                "word": puzzle.entries[left.entry].text(),
                "reason": left.reason.to_string(),
            })
        })
        .collect();
    serde_json::json!({
        "list": path.display().to_string(),
        "rows": layout.rows,
        "columns": layout.cols,
        "words": words,
        "left_out": left_out,
        "crossings": answer.value.crossings,
        "box": { "rows": answer.value.rows, "columns": answer.value.cols },
        "proven": {
            "words": answer.proof.words,
            "crossings": answer.proof.crossings,
            "box": answer.proof.area,
        },
        "stopped": answer.stopped,
        "found_after_seconds": answer.found_after.as_secs_f64(),
        "done_after_seconds": answer.done_after.as_secs_f64(),
        "seed": seed,
        "peak_kib": peak_kib(),
        "layout": text,
    })
}
