//! `cwsat encode`: writes a puzzle as a formula for other solvers.
//!
//! The formula is held in memory once and streamed to its file, number by number; the file is written whole or not at
//! all. Its size is reported before it is written, as a formula can take gigabytes.

use crate::cli::budget::interruptible;
use crate::cli::contract::encode::Encoded;
use crate::cli::cubes::{self, Parts, PartsError};
use crate::cli::encoding::{EncodingArgs, Format, WcnfVersion};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{self, Output};
use crate::cli::reporter::{self, Reporter};
use cwsat::encodings::cnf::{Comments, Formula, dimacs, map, opb, wcnf};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Write a puzzle as a formula for other solvers
///
/// Every model of the formula stands for a solution of the puzzle; for arrowwords, --stage layout and --stage fill
/// write its two parts, layout and letters. `cwsat decode` turns a solver's output back into a puzzle.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    encoding: EncodingArgs,

    /// Write WCNF in this version: 2022, without a `p` line, or old, with `p wcnf VARIABLES CLAUSES TOP` [default: 2022].
    #[arg(long, value_enum, value_name = "VERSION", hide_possible_values = true)]
    wcnf_version: Option<WcnfVersion>,

    /// Split the formula into about N parts that can be solved in any order, on any machines. Each part is the formula
    /// with a cube, and together the cubes cover all cases. Each is written to a file beside that of -o, or all of them to that
    /// file if its name ends in .icnf.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=i64::from(cubes::MOST)), conflicts_with = "stats")]
    cubes: Option<u16>,

    /// Write the formula to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the map, a line `NUMBER NAME` for each variable, to this file [default: the comments at the top of the
    /// formula].
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Print the sizes of the variable families and clause families instead of the formula.
    #[arg(long, conflicts_with_all = ["output", "map"])]
    stats: bool,

    /// Show neither notes nor summaries on standard error.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Examples:
  cwsat encode test_cases/10x10_L.cwg --stage layout -o layout.cnf
  cwsat encode test_cases/10x10_L.cwg --at-most-words 200 -o joint.cnf --map joint.map
  cwsat encode test_cases/10x10_L.cwg --stage layout --format opb -o layout.opb
  cwsat encode test_cases/10x10_L.cwg --stage layout --format wcnf --wcnf-version old -o layout.wcnf
  cwsat encode test_cases/15x15_1.cwg --stage layout --stats
  cwsat encode --as digram 4x5 --words words.txt -o 4x5.cnf
  cwsat encode test_cases/10x10_L.cwg --stage layout --cubes 16 -o layout.cnf

Exit codes:
  0  the formula was written
  1  no puzzle keeps the wishes: they leave too few words, or a word cannot stand where it has to
  2  the input, a word list, an option or the output cannot be used
  3  stopped before the formula was split";

/// A version of a format that is not written.
#[derive(Debug, thiserror::Error)]
#[error(
    "--wcnf-version is about --format wcnf, but the formula is written as {0}; leave it out, or add --format wcnf"
)]
struct NoWcnf(&'static str);

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        if self.wcnf_version.is_some() && self.encoding.format != Format::Wcnf {
            return Err(NoWcnf(self.encoding.format.name()).into());
        }
        if let Some(output) = &self.output {
            output::keep_apart(output, self.encoding.files_read().chain(self.map.as_deref()))?;
        }
        let parts = self.parts()?;
        if let Some(map) = &self.map {
            output::keep_apart(map, self.encoding.files_read())?;
        }
        if let Some(parts) = &parts {
            parts.keep_apart(self.encoding.files_read().chain(self.map.as_deref()))?;
        }
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let map_output = self.map.as_deref().map(Output::new).transpose()?;
        let reporter = Reporter::new(self.quiet);
        let source = self.encoding.read(reporter)?;
        let encoded = source.encode(reporter)?;
        let name = source.name();
        if self.stats {
            write_stats(&mut anstream::stdout().lock(), &name, &encoded)?;
            return Ok(Exit::Ok);
        }
        let formula = &encoded.formula;
        reporter.tell(&format_args!(
            "{}: {} formula, {} variables, {} clauses, {} literals{}, about {} to write",
            name,
            encoded.name,
            formula.var_count(),
            formula.clause_count(),
            formula.literal_count(),
            match encoded.soft.len() {
                0 => String::new(),
                n => format!(", {n} soft clauses"),
            },
            megabytes(self.size(formula) * parts.as_ref().map_or(1, Parts::copies)),
        ));
        let mut header = source.header(&encoded, &command_line());
        let cubes = match &parts {
            Some(parts) => match parts.split(&encoded, &interruptible(None)) {
                Err(PartsError::Stopped) => {
                    reporter::warn(&PartsError::Stopped);
                    return Ok(Exit::Stopped);
                }
                cubes => cubes?,
            },
            None => Vec::new(),
        };
        if parts.is_some() {
            header.push(format!("{}: {}", cubes::COUNT, cubes.len()));
        }
        let comments = Comments::new(header, map_output.is_none());
        // The map first: a formula without its map is useless, but a map without its formula does no harm.
        if let Some(map_output) = &map_output {
            map_output.write_with(|file| map::write(formula, &comments, file))?;
        }
        if let Some(parts) = parts {
            parts.write(&encoded, &cubes, &comments, reporter)?;
            return Ok(Exit::Ok);
        }
        let start = Instant::now();
        let mut bytes = 0;
        match &output {
            Some(output) => {
                output.write_with(|file| self.write(&encoded, &comments, Counted::new(file, &mut bytes)))?;
            }
            None => self.write(&encoded, &comments, Counted::new(io::stdout().lock(), &mut bytes))?,
        }
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        let speed = bytes as f64 / 1e6 / seconds;
        reporter.tell(&format_args!("{} written in {seconds:.2} s ({speed:.0} MB/s)", megabytes(bytes)));
        Ok(Exit::Ok)
    }

    /// Returns where the parts of the formula go, if it is to be split.
    fn parts(&self) -> Result<Option<Parts<'_>>, PartsError> {
        match self.cubes {
            Some(_) if self.encoding.format != Format::Dimacs => {
                Err(PartsError::Format(self.encoding.format.name()))
            }
            Some(count) => Parts::new(self.output.as_deref(), count.into()).map(Some),
            None => Ok(None),
        }
    }

    fn write(&self, encoded: &Encoded, comments: &Comments, out: impl Write) -> io::Result<()> {
        let Encoded { formula, soft, .. } = encoded;
        match self.encoding.format {
            Format::Dimacs => dimacs::write_with(formula, comments, out),
            Format::Wcnf => match self.wcnf_version.unwrap_or_default() {
                WcnfVersion::New => wcnf::write(formula, soft, comments, out),
                WcnfVersion::Old => wcnf::write_old(formula, soft, comments, out),
            },
            Format::Opb => opb::write(formula, soft, comments, out),
        }
    }

    /// Estimates the size of the written clauses in bytes.
    fn size(&self, formula: &Formula) -> u64 {
        let digits = formula.var_count().max(1).ilog10() as u64 + 1;
        let (a_literal, a_clause) = match self.encoding.format {
            Format::Dimacs => (digits + 1, 2),
            Format::Wcnf if self.wcnf_version == Some(WcnfVersion::Old) => (digits + 1, 12),
            Format::Wcnf => (digits + 1, 4),
            Format::Opb => (digits + 5, 7),
        };
        formula.literal_count() as u64 * a_literal + formula.clause_count() as u64 * a_clause
    }
}

/// A writer that counts the bytes written.
struct Counted<'a, W> {
    inner: W,
    bytes: &'a mut u64,
}

impl<'a, W> Counted<'a, W> {
    fn new(inner: W, bytes: &'a mut u64) -> Self {
        Self { inner, bytes }
    }
}

impl<W: Write> Write for Counted<'_, W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(piece)?;
        *self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn megabytes(bytes: u64) -> String {
    match bytes {
        0..100_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        100_000..10_000_000 => format!("{:.2} MB", bytes as f64 / 1e6),
        _ => format!("{:.0} MB", bytes as f64 / 1e6),
    }
}

/// Returns the command line, quoted so that it can be typed again.
fn command_line() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    let quoted = |arg: String| match !arg.is_empty() && arg.chars().all(plain) {
        true => arg,
        false => format!("'{}'", arg.replace('\'', r"'\''").replace(char::is_control, "?")),
    };
    let args = std::env::args_os().skip(1).map(|arg| quoted(arg.to_string_lossy().into_owned()));
    std::iter::once("cwsat".to_owned()).chain(args).collect::<Vec<_>>().join(" ")
}

/// Writes two tables: the variables by family, and the clauses by family.
fn write_stats(out: &mut impl Write, name: &str, encoded: &Encoded) -> io::Result<()> {
    let formula = &encoded.formula;
    writeln!(out, "{name}: {} formula\n", encoded.name)?;
    writeln!(out, "{:<30}{:>12}", "variables", "count")?;
    for (id, family) in formula.names().families() {
        let count: usize = formula.names().ranges(id).iter().map(|(from, to)| to - from).sum();
        if count > 0 {
            writeln!(out, "{:<30}{count:>12}", family.signature())?;
        }
    }
    writeln!(out, "{:<30}{:>12}\n", "total", formula.var_count())?;
    writeln!(out, "{:<30}{:>12}{:>14}{:>10}", "clauses", "count", "literals", "mean")?;
    let mut row = |name: &str, clauses: usize, literals: usize| {
        let mean = literals as f64 / clauses.max(1) as f64;
        writeln!(out, "{name:<30}{clauses:>12}{literals:>14}{mean:>10.2}")
    };
    for family in formula.clause_families() {
        row(family.name, family.clauses, family.literals)?;
    }
    row("total", formula.clause_count(), formula.literal_count())?;
    if !encoded.soft.is_empty() {
        let weight: u64 = encoded.soft.iter().map(|soft| soft.weight).sum();
        writeln!(out, "\n{} soft clauses of total weight {weight}", encoded.soft.len())?;
    }
    out.flush()
}
