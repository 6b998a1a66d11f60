//! `cwsat solve` for Numberlink with block placement.

use super::{Common, Exit, Failure, peak_kib, seed_for, stop_on_interrupt};
use crate::cli::files::{self, Output};
use crate::cli::kind::Kind;
use crate::cli::numberlink::{YearArg, picture, read_problem};
use crate::cli::progress::Meter;
use cwsat::encodings::numberlink::{Problem, format_a, rules};
use cwsat::search::numberlink::claim::{fits_one_of, shapes_below};
use cwsat::search::numberlink::{Answer, NoAnswer, Options, solve};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// The flags of Numberlink.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Numberlink")]
#[group(id = "numberlink")]
pub struct Flags {
    /// The form of the answer's file; `2019` writes no line `A<n>`
    #[arg(long, value_name = "YEAR", value_enum, default_value_t)]
    year: YearArg,
    /// The `n` in the first line `A<n>` of the answer
    #[arg(long, value_name = "N", default_value_t = 0)]
    number: usize,
}

/// A problem that was read and can be solved.
struct Task {
    path: PathBuf,
    problem: Problem,
    output: Option<Output>,
}

/// Solves problem after problem.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    let mut tasks = Vec::new();
    for path in &common.inputs {
        tasks.push(Task { path: path.clone(), problem: read_problem(path)?, output: None });
    }
    // Last, because it makes the folder.
    if let Some(output) = &common.output {
        for (task, output) in
            tasks.iter_mut().zip(files::outputs(output, &common.inputs, Kind::Numberlink.unnamed())?)
        {
            task.output = Some(output);
        }
    }
    let proof = common.proof.target(tasks.len(), common.solver.back_end())?;
    let stop = stop_on_interrupt();
    let mut exit = Exit::Ok;
    for task in &tasks {
        let back_end = common.solver.back_end();
        let seed = seed_for(common.seed, &task.path);
        let options = Options { seed, threads: common.threads.get(), back_end: back_end.clone() };
        let meter = Meter::new(&task.path, common.quiet);
        let budget = common.budget(&stop);
        let answer = solve(&task.problem, &options, &budget, &|progress| {
            let best =
                progress.best.map_or_else(|| "no answer yet".to_owned(), |area| format!("area {area}"));
            let message = format!("{best}, at least {}", progress.bound);
            // The smaller the better, and the meter tells of what grows.
            meter.show_message(message, progress.best.map(|area| -(area as f64)));
        });
        meter.finish();
        let claimed = match &answer {
            Ok(answer) => {
                common.tell_of_failure(&task.path, &budget);
                deliver(common, flags, task, answer)?;
                answer.is_optimal().then_some(Some(answer.area)).ok_or(UNPROVEN)
            }
            Err(reason) => {
                exit = exit.max(match reason {
                    NoAnswer::Stopped => Exit::Stopped,
                    NoAnswer::Broken(_) | NoAnswer::Bug(_) => Exit::BadInput,
                    NoAnswer::Impossible => Exit::Broken,
                });
                let reason = reason.clone();
                let known = reason == NoAnswer::Impossible;
                Failure::NumberlinkUnsolved { path: task.path.clone(), reason }.report();
                known.then_some(None).ok_or(UNPROVEN)
            }
        };
        let Some(proof) = &proof else { continue };
        let shapes = claimed.map(|area| (area, shapes_below(&task.problem, area)));
        match shapes {
            Err(why) => proof.nothing(why),
            Ok((_, shapes)) if shapes.is_empty() => {
                proof.nothing("that no smaller rectangle will do follows from counting alone");
            }
            Ok((area, shapes)) => {
                let formula = fits_one_of(&task.problem, &shapes);
                let claim = claim(area, &shapes);
                let tell = |message: &str| common.tell(message);
                let made = proof.write(&formula, &claim, seed, &budget, tell)?;
                // That something is proven impossible is what an optimum needs.
                exit = exit.max(if area.is_some() && made == Exit::Broken { Exit::Ok } else { made });
            }
        }
    }
    Ok(exit)
}

/// Why there is no proof.
const UNPROVEN: &str = "that there is nothing smaller is not known";

/// What a proof says.
fn claim(area: Option<usize>, shapes: &[(usize, usize)]) -> String {
    let list = shapes.iter().map(|(rows, cols)| format!("{cols}x{rows}")).collect::<Vec<_>>().join(", ");
    match area {
        Some(area) => format!(
            "blocks and wires fit into none of the rectangles {list} (width x height), and counting excludes all \
             others of an area below {area} that do not lie in one of these"
        ),
        None => format!("blocks and wires do not fit on the largest board, {list} (width x height)"),
    }
}

/// Checks an answer by the rules, which know no encoding, and writes it.
fn deliver(common: &Common, flags: &Flags, task: &Task, answer: &Answer) -> Result<(), Failure> {
    if let Some(broken) = rules::check(&task.problem, &answer.answer).first() {
        return Err(Failure::Bug { path: task.path.clone(), broken: broken.to_string() });
    }
    let text = format_a::write(&answer.answer, flags.number, flags.year.into());
    if let Some(output) = &task.output {
        output.write(&text)?;
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", summary_json(task, answer, &text, common.seed))?;
    } else if task.output.is_none() {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    if !common.quiet && std::io::stderr().is_terminal() {
        let _ = write!(anstream::stderr().lock(), "{}", picture(&task.problem, &answer.answer));
    }
    common.tell(&summary(task, answer));
    Ok(())
}

fn summary(task: &Task, answer: &Answer) -> String {
    let fields = &answer.answer.fields;
    let ending = if !answer.is_optimal() {
        format!(
            "stopped; no answer has less than {}, so the gap is {}",
            answer.bound,
            answer.area - answer.bound
        )
    } else if answer.bound == answer.counted {
        "optimal: that follows from counting the fields of blocks and wires".to_owned()
    } else {
        "optimal: nothing smaller exists".to_owned()
    };
    let output =
        task.output.as_ref().map(|output| format!(" -> {}", output.path().display())).unwrap_or_default();
    format!(
        "{}: {} blocks and {} wires on {}x{}, area {}: {ending}. First answer after {:.1} s, this one after {:.1} s, \
         done after {:.1} s{output}",
        task.path.display(),
        task.problem.blocks().len(),
        task.problem.nets(),
        fields.cols(),
        fields.rows(),
        answer.area,
        answer.first_after.as_secs_f64(),
        answer.found_after.as_secs_f64(),
        answer.done_after.as_secs_f64(),
    )
}

fn summary_json(task: &Task, answer: &Answer, text: &str, seed: u64) -> serde_json::Value {
    serde_json::json!({
        "problem": task.path.display().to_string(),
        "output": task.output.as_ref().map(|o| o.path().display().to_string()),
        "blocks": task.problem.blocks().len(),
        "nets": task.problem.nets(),
        "columns": answer.answer.fields.cols(),
        "rows": answer.answer.fields.rows(),
        "area": answer.area,
        "bound": answer.bound,
        "bound_by_counting": answer.counted,
        "optimal": answer.is_optimal(),
        "quality": 1.0 / answer.area as f64,
        "first_after_seconds": answer.first_after.as_secs_f64(),
        "found_after_seconds": answer.found_after.as_secs_f64(),
        "done_after_seconds": answer.done_after.as_secs_f64(),
        "seed": seed,
        "peak_kib": peak_kib(),
        "answer": text,
    })
}
