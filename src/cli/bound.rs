//! `cwsat bound`: how high a grid can be rated at all, and how that comes about.

use super::{Exit, Failure, inputs, wordlists};
use cwsat::encodings::arrowword::bound::{Ceiling, ceiling_of, longest_line};
use cwsat::encodings::arrowword::rating::{BONUS, FACTORS, IDEAL};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Show the ceiling of a grid's rating and the counts that reach it
///
/// The ceiling follows from counting alone: no layout of the grid can rate higher.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Grids as .cwg files; `-` reads standard input
    #[arg(required = true, value_name = "GRID")]
    grids: Vec<PathBuf>,

    /// Word list whose longest word limits the lengths; may be given several times. Without it, the embedded
    /// German list
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// Write one JSON object a grid, each in a line of its own
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  cwsat bound test_cases/15x15_1.cwg

Exit codes:
  0  the ceiling was found
  2  the grid cannot be read, or no puzzle fits into it";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let words = wordlists::resolve(&self.words)?;
        let mut out = anstream::stdout().lock();
        let mut exit = Exit::Ok;
        for path in &self.grids {
            let puzzle = match inputs::read_puzzle(path) {
                Ok(puzzle) => puzzle,
                Err(failure) => {
                    exit = exit.max(failure.report());
                    continue;
                }
            };
            let Some(ceiling) = ceiling_of(&puzzle, Some(words.list.longest())) else {
                let fields = puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
                exit = exit.max(Failure::NoPuzzle { path: path.clone(), fields }.report());
                continue;
            };
            if self.json {
                let json = Report { file: path.display().to_string(), ceiling: CeilingJson::from(&ceiling) };
                serde_json::to_writer(&mut out, &json).map_err(std::io::Error::from)?;
                writeln!(out)?;
            } else {
                let line = longest_line(&puzzle);
                write_table(&mut out, &path.display().to_string(), &ceiling, line)?;
            }
        }
        out.flush()?;
        Ok(exit)
    }
}

/// How the ceiling comes about, for a reader.
fn write_table(out: &mut impl Write, file: &str, ceiling: &Ceiling, line: usize) -> std::io::Result<()> {
    let c = &ceiling.counts;
    let share = |part: usize, whole: usize| part as f64 * 100.0 / whole as f64;
    writeln!(out, "{file}: no layout can rate higher than {:.3}", ceiling.score)?;
    writeln!(out, "({:.3} with the bonus for a complete, valid fill)\n", ceiling.score + BONUS)?;
    writeln!(out, "                        count   share   ideal")?;
    let mut row = |name: &str, count: usize, share: Option<f64>, ideal: &str| {
        let share = share.map_or(String::new(), |share| format!("{share:.2} %"));
        writeln!(out, "{}", format!("{name:<22}{count:>7} {share:>9} {ideal:>6}").trim_end())
    };
    row("unblocked fields", c.unblocked, None, "")?;
    row("question fields", c.questions, Some(share(c.questions, c.unblocked)), "22 %")?;
    row("  with two questions", c.doubles, Some(share(c.doubles, c.questions)), "22 %")?;
    row("letters", c.letters, None, "")?;
    row("  uncrossed", c.uncrossed, Some(share(c.uncrossed, c.letters)), "<= 20 %")?;
    row("  dead", c.dead, Some(0.0), "0 %")?;
    row("words", c.words, None, "")?;
    for ((count, ideal), length) in c.lengths.iter().zip(IDEAL).zip(2..) {
        let name = format!("  of {length}{} letters", if length == 9 { "+" } else { "" });
        row(&name, *count, Some(share(*count, c.words)), &format!("{ideal} %"))?;
    }
    let sum = 2 * c.letters - c.uncrossed;
    writeln!(
        out,
        "\nThe word lengths add up to 2 x {} letters - {} uncrossed = {sum}.",
        c.letters, c.uncrossed
    )?;
    if c.lengths[7] > 0 {
        writeln!(
            out,
            "The words of 9+ letters ({} of them) have {} letters, {:.1} on average (at most {}; the longest \
             line of the grid takes {line}).",
            c.lengths[7],
            ceiling.long_letters,
            ceiling.long_letters as f64 / c.lengths[7] as f64,
            ceiling.longest,
        )?;
    }
    writeln!(out)?;
    for (name, factor) in FACTORS.iter().zip(ceiling.factors) {
        writeln!(out, "{name:<20}{factor:>9.3}")?;
    }
    writeln!(out, "{:<20}{:>9.3}\n", "mean", ceiling.score)
}

#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(flatten)]
    ceiling: CeilingJson,
}

/// A ceiling as it is written in JSON; `cwsat check` writes the same.
#[derive(Serialize)]
pub struct CeilingJson {
    score: f64,
    with_bonus: f64,
    unblocked: usize,
    questions: usize,
    doubles: usize,
    letters: usize,
    uncrossed: usize,
    words: usize,
    /// Words of 2, 3, …, 8, and 9 or more letters.
    lengths: [usize; 8],
    long_letters: usize,
    longest: usize,
    factors: [f64; 6],
}

impl CeilingJson {
    /// The mean of the factors, without the bonus.
    pub fn score(&self) -> f64 {
        self.score
    }
}

impl From<&Ceiling> for CeilingJson {
    fn from(ceiling: &Ceiling) -> Self {
        let c = &ceiling.counts;
        Self {
            score: ceiling.score,
            with_bonus: ceiling.score + BONUS,
            unblocked: c.unblocked,
            questions: c.questions,
            doubles: c.doubles,
            letters: c.letters,
            uncrossed: c.uncrossed,
            words: c.words,
            lengths: c.lengths,
            long_letters: ceiling.long_letters,
            longest: ceiling.longest,
            factors: ceiling.factors,
        }
    }
}
