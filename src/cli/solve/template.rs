//! `cwsat solve` for template crosswords: from a template, or a size and a style, to grid, clues and answers.

use super::clued::{Clued, OfAnswer};
use super::{Common, Exit, Failure, peak_kib, seed_for, stop_on_interrupt};
use crate::cli::complain;
use crate::cli::files::{self, Output};
use crate::cli::inputs;
use crate::cli::kind::Kind;
use crate::cli::progress::Meter;
use crate::cli::wordlists;
use cwsat::encodings::grid::Direction;
use cwsat::encodings::template::puzzle::Template;
use cwsat::encodings::template::shape::{Style, Symmetry};
use cwsat::encodings::template::solution::{self, Entry};
use cwsat::encodings::template::{format, rules};
use cwsat::publish::clues::give::{LIST, give};
use cwsat::publish::puzzle::convert;
use cwsat::search::template::make::{MakeSpec, NoTemplate};
use cwsat::search::template::{Answer, NoAnswer, Options, Progress, fill_formula, solve, solve_made};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The flags of template crosswords.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Template crosswords")]
#[group(id = "template-flags")]
pub struct Flags {
    /// Make a template of so many rows and columns first, as in `13x13`, instead of reading one.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, conflicts_with_all = ["inputs", "size"])]
    make: Option<Size>,
    /// How blocks lie in a template that is made: double-spaced (words in every second row and column), british
    /// (no 2x2 of letters, no two unchecked letters in a row) or american (every letter checked)
    /// [default: american].
    #[arg(long, value_name = "STYLE")]
    style: Option<Style>,
    /// The share of white fields in a template that is made, as in `62%`, `62` or `0.62` [default: what is usual for
    /// the style].
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    white: Option<f64>,
    /// The symmetry of a template that is made: half-turn, quarter-turn, mirror or none [default: half-turn].
    #[arg(long, value_name = "SYMMETRY")]
    symmetry: Option<Symmetry>,
}

impl Flags {
    /// Whether a template is to be made, so that none has to be named.
    pub fn makes(&self) -> bool {
        self.make.is_some()
    }
}

/// Rows and columns.
#[derive(Clone, Copy, Debug)]
struct Size {
    rows: usize,
    cols: usize,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let size = format::read_size(text).map(|(rows, cols)| Size { rows, cols });
    size.ok_or_else(|| "a size is rows x columns, each from 1 to 200, as in `13x13`".to_owned())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number, true),
        None => (text, false),
    };
    let number = number.trim().parse::<f64>().ok();
    // More than 1 cannot be a share, so it is meant as per cent.
    let share = number.map(|number| if percent || number > 1.0 { number / 100.0 } else { number });
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share is a number from 0 to 1, or per cent, as in `62%`".to_owned())
}

/// The share of white fields up to which american templates are easily filled; the advice below names it.
const EASY_WHITE: f64 = 0.78;

/// What is to be filled.
enum Given {
    Template(Template),
    Make(MakeSpec),
}

/// A crossword to make.
struct Task {
    path: PathBuf,
    given: Given,
    output: Option<Output>,
    seed: u64,
}

impl Task {
    /// What it is called: a template that is made has no file.
    fn title(&self) -> String {
        match &self.given {
            Given::Template(_) => self.path.display().to_string(),
            Given::Make(MakeSpec { rows, cols, style, .. }) => format!("the {style} {rows}x{cols} template"),
        }
    }

    /// The error that there is no crossword for it.
    fn failure(&self, reason: NoAnswer) -> Failure {
        let spec = match &self.given {
            Given::Template(_) => return Failure::NoCrossword { path: self.path.clone(), reason },
            Given::Make(spec) => spec,
        };
        let unfilled = matches!(reason, NoAnswer::GaveUp(_) | NoAnswer::Stopped { .. });
        let advice = match spec.style {
            Style::American if unfilled && spec.white() > EASY_WHITE => {
                "; every letter is in two words of this style, so more blocks (`--white 78%`) or a larger list help"
            }
            _ => "",
        };
        Failure::NoMadeCrossword { name: self.title(), reason, advice }
    }
}

/// Makes crossword after crossword.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    // Not for clap to say: it asks for nothing that excludes what is there.
    if flags.make.is_none() && (flags.style.is_some() || flags.white.is_some() || flags.symmetry.is_some()) {
        return Err(Failure::NothingMade);
    }
    let words = wordlists::resolve(&common.words)?;
    if !common.quiet {
        words.notes().for_each(|note| complain("note", anstyle::AnsiColor::Cyan, &note));
    }
    let clued = Clued::of(common, &words, LIST)?;
    let tasks = tasks(common, flags)?;
    let proof = common.proof.target(tasks.len(), common.solver.back_end())?;
    let stop = stop_on_interrupt();
    let mut exit = Exit::Ok;
    for task in &tasks {
        let options = Options {
            seed: task.seed,
            threads: common.threads.get(),
            back_end: common.solver.back_end().clone(),
            engine: common.encoding,
        };
        let budget = common.budget(&stop);
        let title = task.title();
        let meter = Meter::new(Path::new(&title), common.quiet);
        let watch = |progress| {
            meter.say(match progress {
                Progress::Pattern(turn) => format!("template {turn}"),
                Progress::Letters(1) => "letters".to_owned(),
                Progress::Letters(turn) => format!("letters of template {turn}"),
                Progress::Words => "better words".to_owned(),
            });
        };
        let answer = match &task.given {
            Given::Template(template) => solve(template, &clued.list, &options, &budget, &watch),
            Given::Make(spec) => solve_made(spec, &clued.list, &options, &budget, &watch),
        };
        meter.finish();
        match answer {
            Ok(answer) => {
                common.tell_of_failure(Path::new(&title), &budget);
                deliver(common, task, &answer, &clued)?;
                if let Some(proof) = &proof {
                    proof.nothing("there is a crossword");
                }
            }
            Err(reason) => {
                exit = exit.max(match reason {
                    NoAnswer::Lonely { .. }
                    | NoAnswer::Bug(_)
                    | NoAnswer::NoTemplate(NoTemplate::Size { .. } | NoTemplate::NoSquare { .. }) => {
                        Exit::BadInput
                    }
                    NoAnswer::NoFill(_)
                    | NoAnswer::NoWord(_)
                    | NoAnswer::NoTemplate(NoTemplate::Impossible { .. }) => Exit::Broken,
                    NoAnswer::GaveUp(_)
                    | NoAnswer::Stopped { .. }
                    | NoAnswer::NoTemplate(NoTemplate::Stopped) => Exit::Stopped,
                });
                let proven = matches!(reason, NoAnswer::NoFill(_) | NoAnswer::NoWord(_));
                task.failure(reason).report();
                match (&proof, &task.given) {
                    (Some(proof), Given::Template(template)) if proven => {
                        let made = proof.write(
                            &fill_formula(template, &clued.list),
                            "the template cannot be filled with different words of the list",
                            task.seed,
                            &budget,
                            |message| common.tell(message),
                        )?;
                        exit = exit.max(made);
                    }
                    (Some(proof), _) => proof.nothing("that there is no crossword is not known"),
                    (None, _) => {}
                }
            }
        }
    }
    Ok(exit)
}

/// Everything that can be refused before the search starts.
fn tasks(common: &Common, flags: &Flags) -> Result<Vec<Task>, Failure> {
    let task = |path: &Path, given| Task {
        path: path.to_owned(),
        given,
        output: None,
        seed: seed_for(common.seed, path),
    };
    let mut tasks = Vec::new();
    if let Some(Size { rows, cols }) = flags.make {
        let (style, symmetry) = (flags.style.unwrap_or_default(), flags.symmetry.unwrap_or_default());
        let spec = MakeSpec { rows, cols, style, symmetry, white: flags.white };
        tasks.push(task(Path::new(&format!("{style}_{rows}x{cols}.txt")), Given::Make(spec)));
    }
    for path in &common.inputs {
        tasks.push(task(path, Given::Template(inputs::read_template(path)?)));
    }
    if let Some(size) = &common.size {
        let (rows, cols) =
            format::read_size(size).ok_or_else(|| Failure::TemplateSize { size: size.clone() })?;
        tasks.push(task(Path::new(size), Given::Template(Template::open(rows, cols))));
    }
    // Last, because it makes the folder.
    if let Some(output) = &common.output {
        let paths: Vec<PathBuf> = tasks.iter().map(|task| task.path.clone()).collect();
        for (task, output) in tasks.iter_mut().zip(files::outputs(output, &paths, Kind::Template.unnamed())?)
        {
            task.output = Some(output);
        }
    }
    Ok(tasks)
}

/// Checks an answer by the rules, which know no encoding, and writes it.
fn deliver(common: &Common, task: &Task, answer: &Answer, clued: &Clued) -> Result<(), Failure> {
    let mut broken = rules::check(&answer.puzzle, Some(&clued.list));
    if let Given::Template(template) = &task.given {
        broken.extend(rules::check_against(&answer.puzzle, template));
    }
    if let Some(first) = broken.first() {
        return Err(Failure::Bug { path: task.title().into(), broken: first.to_string() });
    }
    let mut document = convert::template(&answer.puzzle, |_| None);
    if let Some(clues) = &clued.clues {
        give(&mut document, clues, None, task.seed);
    }
    let words = clued.of_answer(&document);
    let entries = solution::entries(&answer.puzzle, |run| {
        let entry = document.entries.iter().find(|entry| entry.run == run)?;
        Some(entry.clue()?.text.clone())
    });
    let given = match &task.given {
        Given::Template(template) => Some(template),
        Given::Make(_) => None,
    };
    let text = solution::write(&answer.puzzle, given, &entries);
    if let Some(output) = &task.output {
        output.write(&text)?;
    }
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{}", summary_json(task, answer, &entries, common.seed, words))?;
    } else if task.output.is_none() {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    common.tell(&summary(task, answer, &entries, words));
    Ok(())
}

fn summary(task: &Task, answer: &Answer, entries: &[Entry], of_words: OfAnswer) -> String {
    let puzzle = &answer.puzzle;
    let fields = puzzle.cells.rows() * puzzle.cells.cols();
    let share = 100.0 * puzzle.white() as f64 / fields as f64;
    let words = if entries.len() == 1 { "word" } else { "words" };
    let asked = match &task.given {
        Given::Make(MakeSpec { white: Some(asked), .. }) if (100.0 * asked - share).abs() >= 1.0 => {
            format!(" ({:.0} % asked for, which the style does not allow in this size)", 100.0 * asked)
        }
        _ => String::new(),
    };
    let made = match (&task.given, answer.tries) {
        (Given::Template(_), _) => String::new(),
        (Given::Make(_), 1) => ", of the first template".to_owned(),
        (Given::Make(_), tries) => format!(", of template {tries}"),
    };
    let output =
        task.output.as_ref().map(|output| format!(" -> {}", output.path().display())).unwrap_or_default();
    format!(
        "{}: filled after {:.2} s{made}: {} {words}{}, {share:.0} % white{asked}, mean word score {:.1}{output}",
        task.title(),
        answer.filled_after.as_secs_f64(),
        entries.len(),
        of_words.share(),
        of_words.word_score,
    )
}

fn summary_json(
    task: &Task,
    answer: &Answer,
    entries: &[Entry],
    seed: u64,
    words: OfAnswer,
) -> serde_json::Value {
    let list = |direction: Direction| -> Vec<serde_json::Value> {
        let entry = |entry: &Entry| {
            serde_json::json!({
                "number": entry.number,
                "row": entry.run.start.row,
                "column": entry.run.start.col,
                "answer": entry.answer,
                "clue": entry.clue,
            })
        };
        entries.iter().filter(|entry| entry.run.direction == direction).map(entry).collect()
    };
    serde_json::json!({
        "template": task.path.display().to_string(),
        "output": task.output.as_ref().map(|output| output.path().display().to_string()),
        "rows": format::write(&answer.puzzle).lines().collect::<Vec<_>>(),
        "across": list(Direction::Across),
        "down": list(Direction::Down),
        "words": entries.len(),
        "white": answer.puzzle.white(),
        "word_score": words.word_score,
        "clued_words": words.clued,
        "templates_tried": answer.tries,
        "filled_after_seconds": answer.filled_after.as_secs_f64(),
        "seed": seed,
        "peak_kib": peak_kib(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_numbers_and_per_cent() {
        assert_eq!(
            (parse_share("62%"), parse_share("0.62"), parse_share("100 %")),
            (Ok(0.62), Ok(0.62), Ok(1.0))
        );
        assert_eq!((parse_share("62"), parse_share("1"), parse_share("1%")), (Ok(0.62), Ok(1.0), Ok(0.01)));
        for text in ["", "%", "-1%", "101%", "101", "NaN", "white"] {
            assert!(parse_share(text).is_err_and(|e| e.contains("62%")), "{text}");
        }
    }
}
