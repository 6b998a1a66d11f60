//! `cwsat solve` for arrowwords.

use super::clued::{Clued, OfAnswer};
use super::{Common, Exit, Failure, peak_kib, seed_for, stop_on_interrupt};
use crate::cli::files::{self, Output};
use crate::cli::inputs;
use crate::cli::kind::Kind;
use crate::cli::progress::Meter;
use crate::cli::{complain, wordlists};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::spec::{Mode, Spec};
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::lexicon::WordList;
use cwsat::publish::clues::give::FIELD;
use cwsat::publish::output::text;
use cwsat::publish::puzzle::convert;
use cwsat::search::arrowword::claim::claim;
use cwsat::search::arrowword::{Answer, Ending, Job, NoAnswer, Options, Road, solve};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// The flags of arrowwords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    /// How layouts are made: by annealing, by windows of the formula, or both ways in a race.
    #[arg(long, value_name = "ROAD", value_enum, default_value = "both")]
    layout: Roads,
    /// A grid without any `?` is free: the program decides which fields hold questions. A grid with `?` is
    /// taken as the whole layout, unless this flag lets the program add more.
    #[arg(long)]
    extend: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self { layout: Roads::Both, extend: false }
    }
}

/// The choices of `--layout`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Roads {
    /// Both, if there are two threads.
    Both,
    /// Simulated annealing of the pattern of question fields.
    Annealing,
    /// The layout's formula and windows of it.
    Formula,
}

/// A grid that was read and can be solved.
struct Task {
    path: PathBuf,
    given: Puzzle,
    mode: Mode,
    output: Option<Output>,
    seed: u64,
}

/// Solves grid after grid.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    let words = wordlists::resolve(&common.words)?;
    if !common.quiet {
        words.notes().for_each(|note| complain("note", anstyle::AnsiColor::Cyan, &note));
    }
    let clued = Clued::of(common, &words, FIELD)?;
    let tasks = tasks(common, flags, &clued.list)?;
    let proof = common.proof.target(tasks.len(), common.solver.back_end())?;
    let stop = stop_on_interrupt();
    let mut exit = Exit::Ok;
    for task in &tasks {
        let job = Job { given: &task.given, free_layout: task.mode != Mode::Given, list: &clued.list };
        let options = Options {
            seed: task.seed,
            threads: common.threads.get(),
            back_end: common.solver.back_end().clone(),
            engine: common.encoding,
            road: match flags.layout {
                Roads::Both => None,
                Roads::Annealing => Some(Road::Annealing),
                Roads::Formula => Some(Road::Formula),
            },
        };
        let meter = Meter::new(&task.path, common.quiet);
        let budget = common.budget(&stop);
        let answer = solve(job, &options, &budget, &|progress| meter.show(progress));
        meter.finish();
        match answer {
            Ok(answer) => {
                common.tell_of_failure(&task.path, &budget);
                deliver(common, task, &answer, &clued)?;
                if let Some(proof) = &proof {
                    proof.nothing(why_nothing(answer.ending));
                }
            }
            Err(reason) => {
                let ended = match reason {
                    NoAnswer::Stopped | NoAnswer::GaveUp(_) => Exit::Stopped,
                    NoAnswer::Broken(_) | NoAnswer::Bug(_) => Exit::BadInput,
                    NoAnswer::NoLayout | NoAnswer::NoFill(_) | NoAnswer::NoFillAnywhere => Exit::Broken,
                };
                exit = exit.max(ended);
                let claim = proof.as_ref().map(|proof| (proof, claim(job, &reason)));
                Failure::Unsolved { path: task.path.clone(), reason }.report();
                match claim {
                    Some((proof, Some(claim))) => {
                        let tell = |message: &str| common.tell(message);
                        let made = proof.write(&claim.formula, claim.text, task.seed, &budget, tell)?;
                        exit = exit.max(made);
                    }
                    Some((proof, None)) => proof.nothing(UNPROVEN),
                    None => {}
                }
            }
        }
    }
    Ok(exit)
}

/// Why there is no proof where nothing is claimed, or its formula would be too large.
const UNPROVEN: &str = "that there is no puzzle is not known, or its formula has too many variables";

/// Why there is nothing to prove about an answer.
fn why_nothing(ending: Ending) -> &'static str {
    match ending {
        Ending::Ceiling => {
            "that no layout of this grid rates higher follows from counting alone; `cwsat bound` shows the counts"
        }
        Ending::Filled => "the layout was given, so its rating is fixed",
        Ending::Exhausted => {
            "that nothing rates higher was seen by trying every arrangement, which no single formula says"
        }
        Ending::Settled | Ending::Stopped => {
            "nothing better was found, but that is no claim that there is nothing"
        }
    }
}

/// Everything that can be refused before the search starts.
fn tasks(common: &Common, flags: &Flags, list: &WordList) -> Result<Vec<Task>, Failure> {
    let mut tasks = Vec::new();
    for path in &common.inputs {
        let given = inputs::read_puzzle(path)?;
        let failed = |source| Failure::Spec { path: path.clone(), source };
        let spec = Spec::new(given.clone(), flags.extend).map_err(failed)?;
        spec.check_words(list).map_err(failed)?;
        tasks.push(Task {
            path: path.clone(),
            given,
            mode: spec.mode,
            output: None,
            seed: seed_for(common.seed, path),
        });
    }
    // Last, because it makes the folder.
    if let Some(output) = &common.output {
        for (task, output) in
            tasks.iter_mut().zip(files::outputs(output, &common.inputs, Kind::Arrowword.unnamed())?)
        {
            task.output = Some(output);
        }
    }
    Ok(tasks)
}

/// Checks an answer by the rules, which know no encoding, and writes it.
fn deliver(common: &Common, task: &Task, answer: &Answer, clued: &Clued) -> Result<(), Failure> {
    let mut broken = rules::check(&answer.puzzle, Some(&clued.list));
    broken.extend(rules::check_against(&answer.puzzle, &task.given));
    let broken = broken.iter().map(ToString::to_string);
    let unfilled = rules::unfilled(&answer.puzzle).into_iter().map(|pos| format!("{pos} is not filled"));
    if let Some(broken) = broken.chain(unfilled).next() {
        return Err(Failure::Bug { path: task.path.clone(), broken });
    }
    let text = cwg::write(&answer.puzzle);
    let document = convert::arrowword(&answer.puzzle)
        .map_err(|problem| Failure::Bug { path: task.path.clone(), broken: problem.to_string() })?;
    let words = clued.of_answer(&document);
    if let Some(output) = &task.output {
        output.write(&text)?;
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", summary_json(task, answer, &text, common.seed, words))?;
    } else if task.output.is_none() {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    if !common.quiet && std::io::stderr().is_terminal() {
        // A picture for the eye only: nothing depends on it.
        let _ = write!(anstream::stderr().lock(), "{}", text::solution(&document));
    }
    common.tell(&summary(task, answer, words));
    Ok(())
}

fn summary(task: &Task, answer: &Answer, words: OfAnswer) -> String {
    let layout = match task.mode {
        Mode::Free => "free layout",
        Mode::Given => "given layout",
        Mode::Extend => "extended layout",
    };
    let ending = match answer.ending {
        Ending::Ceiling => "no layout of this grid can rate higher".to_owned(),
        Ending::Filled => "the layout was given, its rating is fixed".to_owned(),
        Ending::Exhausted => "every arrangement was tried, and none rates higher with these words".to_owned(),
        Ending::Settled => format!("nothing better was found; the ceiling is {:.3}", answer.ceiling),
        Ending::Stopped => format!("stopped; the ceiling is {:.3}", answer.ceiling),
    };
    let output =
        task.output.as_ref().map(|output| format!(" -> {}", output.path().display())).unwrap_or_default();
    format!(
        "{}: {layout}, rating {:.3}: {ending}. {} {} of mean score {:.1}{}. First complete puzzle after {:.1} s, this rating after {:.1} s, done after {:.1} s{output}",
        task.path.display(),
        answer.score,
        answer.puzzle.questions.len(),
        if answer.puzzle.questions.len() == 1 { "word" } else { "words" },
        words.word_score,
        words.share(),
        answer.first_after.as_secs_f64(),
        answer.found_after.as_secs_f64(),
        answer.done_after.as_secs_f64(),
    )
}

fn summary_json(task: &Task, answer: &Answer, text: &str, seed: u64, words: OfAnswer) -> serde_json::Value {
    let ending = match answer.ending {
        Ending::Ceiling => "ceiling",
        Ending::Filled => "filled",
        Ending::Exhausted => "exhausted",
        Ending::Settled => "settled",
        Ending::Stopped => "stopped",
    };
    serde_json::json!({
        "grid": task.path.display().to_string(),
        "output": task.output.as_ref().map(|o| o.path().display().to_string()),
        "score": answer.score,
        "ceiling": answer.ceiling,
        "ending": ending,
        "words": answer.puzzle.questions.len(),
        "word_score": words.word_score,
        "clued_words": words.clued,
        "first_after_seconds": answer.first_after.as_secs_f64(),
        "found_after_seconds": answer.found_after.as_secs_f64(),
        "done_after_seconds": answer.done_after.as_secs_f64(),
        "seed": seed,
        "peak_kib": peak_kib(),
        "cwg": text,
    })
}
