//! `cwsat check`: judges answers by the rules, independently of any encoding.

use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Request, Verdict};
use crate::cli::contract::{Verb, WordSource, json};
use crate::cli::document;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{self, Input};
use crate::cli::registry::{KindError, KindFlags, Known, OfVerb};
use crate::cli::reporter::Reporter;
use crate::cli::{used, wishes};
use anstyle::AnsiColor;
use cwsat::encodings::plain::{harmless, harmless_lines};
use serde_json::Map;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Check puzzles against the rules and rate them
///
/// The kind of puzzle is recognised from the input, or set with --as. An input may also be a puzzle in JSON, as `cwsat clue`
/// and `cwsat edit` write it. A layout that is not filled yet can be checked too: without --words, unfilled fields break no
/// rule. With --words, every word has to be filled and in one of the lists; only then is the bonus judged.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzles: files, or `-` for standard input.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,

    /// Require all words to be in this list; `embedded` is the embedded list (German, for digram grids English); may be
    /// repeated.
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// Require that the size, blocked fields, letters and questions of this empty puzzle were kept.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// Print one line of JSON per puzzle.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    wishes: wishes::Flags,
    #[command(flatten)]
    flags: KindFlags<Check>,
}

/// The kinds' own flags for this command.
#[derive(Clone, Debug)]
pub struct Check;

impl OfVerb for Check {
    const VERB: Verb = Verb::Check;
}

const EXAMPLE: &str = "\
Examples:
  cwsat check test_cases/3x3_rated.cwg
  cwsat check my_solved.cwg --words words.txt --against my.cwg
  cwsat check puzzle.json --words embedded
  cwsat check my_solved.cwg --apart --must LINA,EMIL --ban '*ISMUS'

Exit codes:
  0  every puzzle is valid
  1  a rule is broken
  2  a puzzle, the empty puzzle or a word list cannot be used";

impl Args {
    /// Judges all inputs. One that cannot be read is reported, and the others are still judged; the exit code is that
    /// of the worst result.
    pub fn run(self) -> Result<Exit, Failure> {
        input::once(self.inputs.iter().chain(&self.against).map(PathBuf::as_path))?;
        let mut exit = Exit::Ok;
        let mut inputs: Vec<Input> = Vec::new();
        for path in &self.inputs {
            match self.read(path) {
                Ok(input) => inputs.push(input),
                Err(failure) => exit = exit.max(failure.report()),
            }
        }
        if inputs.is_empty() {
            return Ok(exit);
        }
        let kind = Known::of_finished(self.kind, &inputs)?;
        // Only a document has clues that somebody chose.
        let mut hard_clues: BTreeMap<PathBuf, Vec<Broken>> = BTreeMap::new();
        for input in inputs.iter().filter(|input| input.is_document()) {
            let puzzle = document::read_document(input)?;
            hard_clues.insert(input.path().to_owned(), self.wishes.hard_clues(&puzzle)?);
        }
        let inputs = inputs
            .into_iter()
            .map(|input| document::in_own_text(self.kind, input))
            .filter_map(|input| input.map_err(|failure| exit = exit.max(failure.report())).ok())
            .collect::<Vec<_>>();
        if inputs.is_empty() {
            return Ok(exit);
        }
        if kind.kind().has_answer_file() && inputs[0].path() != self.inputs[0] {
            // The problem is unusable, and without it nothing can be said about its answers.
            return Ok(exit);
        }
        let flags = self.flags.of(kind)?;
        if !kind.kind().takes().against && self.against.is_some() {
            return Err(KindError::NothingAgainst { kind }.into());
        }
        kind.refuse_filling(self.wishes.given())?;
        // A criss-cross can be compared with the list it was made from, but a puzzle without words has nothing to
        // compare.
        if kind.kind().takes().words == WordSource::Nowhere {
            kind.refuse_words(&self.words)?;
        }
        let against = self.against.as_deref().map(Input::read).transpose()?;
        let reporter = Reporter::new(false);
        let earlier = used::earlier(self.wishes.no_repeat(), self.wishes.part(), reporter)?;
        let request = Request {
            inputs: &inputs,
            words: &self.words,
            wishes: &self.wishes,
            earlier: &earlier,
            against: against.as_ref(),
            reporter,
        };
        let Bench { skip, judge } = kind.kind().check(&request, flags)?;
        let mut out = anstream::stdout().lock();
        for input in inputs.iter().skip(skip) {
            match judge(input) {
                Ok(verdicts) => {
                    for mut verdict in verdicts {
                        verdict.violations.extend(hard_clues.remove(input.path()).into_iter().flatten());
                        if !verdict.violations.is_empty() {
                            exit = exit.max(Exit::Broken);
                        }
                        match self.json {
                            true => write_json(&mut out, kind, &input.name(), verdict)?,
                            false => write_text(&mut out, &input.name(), &verdict)?,
                        }
                    }
                }
                Err(failure) => exit = exit.max(failure.report()),
            }
        }
        out.flush()?;
        Ok(exit)
    }

    /// Reads an input; a file of another type is an error, unless the user says what it is.
    fn read(&self, path: &Path) -> Result<Input, Failure> {
        let input = Input::read(path)?;
        if self.kind.is_none() {
            input.refuse_foreign_but_documents()?;
        }
        if input.is_document() {
            document::read_document(&input)?;
        }
        Ok(input)
    }
}

fn write_json(out: &mut dyn Write, kind: Known, name: &str, verdict: Verdict) -> Result<(), Failure> {
    let mut own = Map::new();
    own.insert("valid".to_owned(), verdict.violations.is_empty().into());
    own.insert("violations".to_owned(), serde_json::to_value(&verdict.violations)?);
    own.extend(verdict.json);
    let name = format!("{name}{}", verdict.which);
    Ok(json::write(out, &json::object("check", &kind.to_string(), &name, own))?)
}

/// Writes the verdict on the first line, a line for each broken rule, and the details.
fn write_text(out: &mut dyn Write, name: &str, verdict: &Verdict) -> io::Result<()> {
    let (color, valid) = match verdict.violations.len() {
        0 => (AnsiColor::Green, "valid".to_owned()),
        1 => (AnsiColor::Red, "1 rule broken".to_owned()),
        n => (AnsiColor::Red, format!("{n} rules broken")),
    };
    let style = color.on_default().bold();
    writeln!(out, "{}{}: {style}{valid}{style:#}{}", harmless(name), verdict.which, verdict.remark)?;
    for Broken { message, .. } in &verdict.violations {
        writeln!(out, "  {}", harmless_lines(message))?;
    }
    write!(out, "{}", verdict.details)
}
