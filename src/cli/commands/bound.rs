//! `cwsat bound`: the ceiling of a grid's rating, and how it is derived.

use crate::cli::contract::Kind;
use crate::cli::contract::json as output;
use crate::cli::equations::EquationsProof;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{self, Input};
use crate::cli::kinds::{Arrowword, CeilingJson, read_grid};
use crate::cli::reporter::Reporter;
use crate::cli::wordlists;
use cwsat::encodings::arrowword::bound::{Ceiling, Supply, ceiling_of, ceiling_of_list, longest_line};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{LayoutSpec, Lengths};
use cwsat::encodings::arrowword::narrow::{BestLayouts, best_layouts};
use cwsat::encodings::arrowword::rating::{BONUS, Counts, FACTORS, IDEAL};
use cwsat::encodings::plain::harmless;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Show the ceiling of a grid's rating and the counts that reach it
///
/// The ceiling follows from counting alone: no layout of the grid can rate higher. In a grid of at most five rows or
/// columns it is the rating of the best layout, if that can be found in a few seconds. For a large grid, the list may also have
/// too few words of some lengths; then the ceiling of a filled puzzle is lower, and both are shown.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The grids: .cwg files, or `-` for standard input.
    #[arg(required = true, value_name = "GRID")]
    grids: Vec<PathBuf>,

    /// Take the lengths of words, and the number of words of each length, from this list; may be repeated [default: the embedded
    /// German list].
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// Print one line of JSON per grid.
    #[arg(long)]
    json: bool,

    /// Write to this file a proof for VeriPB that the counts of every layout satisfy the two equations of the ceiling,
    /// and its formula to FILE.opb; only for a single grid.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Example:
  cwsat bound test_cases/15x15_1.cwg
  cwsat bound test_cases/15x15_1.cwg --proof counts.pbp && veripb counts.pbp.opb counts.pbp

Exit codes:
  0  every ceiling was found
  2  a grid or a word list cannot be read, or no puzzle fits into a grid";

/// A grid without room for a puzzle.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: no puzzle fits into {fields} unblocked fields: it takes a question field and a word of two letters in a line; \
     give a larger grid (or a list with longer words)",
    path.display()
)]
struct NoPuzzle {
    path: PathBuf,
    fields: usize,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        input::once(self.grids.iter().map(PathBuf::as_path))?;
        let words = wordlists::resolve(&self.words, None, Reporter::new(false))?;
        let lengths: Lengths = (2..=words.list.longest()).filter(|&len| words.list.count(len) > 0).collect();
        let proof = self
            .proof
            .as_deref()
            .map(|path| EquationsProof::new(path, &self.grids, &self.words))
            .transpose()?;
        let mut out = anstream::stdout().lock();
        let mut exit = Exit::Ok;
        for path in &self.grids {
            let read = || -> Result<_, Failure> {
                let input = Input::read(path)?;
                let puzzle = read_grid(&input)?;
                let ceiling = ceiling_of(&puzzle, Some(words.list.longest())).ok_or_else(|| {
                    let fields = puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
                    NoPuzzle { path: path.clone(), fields }
                })?;
                let supply = Supply::of(&words.list, longest_line(&puzzle));
                Ok((puzzle, ceiling, supply))
            };
            let (puzzle, ceiling, supply) = match read() {
                Ok(read) => read,
                Err(failure) => {
                    exit = exit.max(failure.report());
                    continue;
                }
            };
            if let Some(proof) = &proof {
                proof.write(&puzzle, words.list.longest(), &ceiling)?;
            }
            let narrow = best_layouts(&LayoutSpec::new(&puzzle, Extend::All), lengths, &|| false);
            let highest = narrow.as_ref().map_or(ceiling.score, |narrow| narrow.bound.min(ceiling.score));
            // Where nothing is scarce, the list changes nothing.
            let filled = ceiling_of_list(&puzzle, &supply, &[]);
            let of_list = filled.as_ref().map_or(0.0, |filled| filled.score.min(highest));
            if self.json {
                let mut own = output::fields(serde_json::to_value(CeilingJson::from(&ceiling))?);
                own.insert("score".into(), highest.into());
                own.insert("with_bonus".into(), (highest + BONUS).into());
                own.insert("by_counting".into(), ceiling.score.into());
                own.insert("with_list".into(), with_list_json(&supply, of_list, filled.as_ref()));
                own.insert("best_layout".into(), narrow.as_ref().map_or(Value::Null, best_layout_json));
                let kind = Arrowword::NAME;
                output::write(&mut out, &output::object("bound", kind, &path.display().to_string(), own))?;
            } else {
                let line = longest_line(&puzzle);
                let file = harmless(&path.display().to_string()).to_string();
                writeln!(out, "{file}: no layout can rate higher than {highest:.3}")?;
                writeln!(out, "({:.3} with the bonus for a complete, valid fill)\n", highest + BONUS)?;
                if let Some(narrow) = &narrow {
                    write_best_layout(&mut out, narrow, &ceiling)?;
                }
                write_table(&mut out, &ceiling, line)?;
                if of_list < highest - LOWER {
                    write_with_list(&mut out, &supply, &words.name, of_list, filled.as_ref())?;
                }
            }
        }
        out.flush()?;
        Ok(exit)
    }
}

/// Ceilings that differ by less than this are the same, up to rounding.
const LOWER: f64 = 1e-9;

/// Returns the JSON of the ceiling of puzzles that are filled from a list; its counts are `null` if there is no puzzle.
fn with_list_json(supply: &Supply, score: f64, filled: Option<&Ceiling>) -> Value {
    json!({
        "score": filled.map(|_| score),
        "with_bonus": filled.map(|_| score + BONUS),
        "supply": supply.words,
        "longest": supply.longest,
        "counts": filled.map(CeilingJson::from),
    })
}

/// Writes the ceiling of puzzles that are filled from a list, where that is lower, and which words are scarce.
fn write_with_list(
    out: &mut impl Write,
    supply: &Supply,
    list: &str,
    score: f64,
    filled: Option<&Ceiling>,
) -> std::io::Result<()> {
    let Some(filled) = filled else {
        return writeln!(out, "No puzzle of this grid can be filled from {list}: it has too few words.\n");
    };
    writeln!(
        out,
        "As all words are different, no puzzle that is filled from {list} rates higher than {score:.3}"
    )?;
    writeln!(out, "({:.3} with the bonus):\n", score + BONUS)?;
    let c = &filled.counts;
    writeln!(out, "                        count    list   share   ideal")?;
    write_row(out, "question fields", c.questions, "")?;
    write_row(out, "  with two questions", c.doubles, "")?;
    write_row(out, "words", c.words, "")?;
    write_lengths(out, c, Some(supply))?;
    writeln!(out)
}

/// Writes a row of a table: a count, and what else is said about it.
fn write_row(out: &mut impl Write, name: &str, count: usize, more: &str) -> std::io::Result<()> {
    writeln!(out, "{}", format!("{name:<22}{count:>7}{more}").trim_end())
}

/// Returns two columns of a row: the share of a count in the whole, in percent, and the ideal share.
fn share(part: usize, whole: usize, ideal: &str) -> String {
    let percent = format!("{:.2} %", part as f64 * 100.0 / whole as f64);
    format!(" {percent:>9} {ideal:>6}")
}

/// Writes the rows of the words of each length, with a column for those that the list has, if there is one.
fn write_lengths(out: &mut impl Write, counts: &Counts, list: Option<&Supply>) -> std::io::Result<()> {
    for (place, (&count, ideal)) in counts.lengths.iter().zip(IDEAL).enumerate() {
        let name = format!("  of {}{} letters", place + 2, if place == 7 { "+" } else { "" });
        let list = list.map_or(String::new(), |list| format!(" {:>7}", list.words[place]));
        write_row(out, &name, count, &(list + &share(count, counts.words, &format!("{ideal} %"))))?;
    }
    Ok(())
}

/// Returns the JSON of the best layout.
fn best_layout_json(narrow: &BestLayouts) -> Value {
    let rating = narrow.layouts.first().map(|(rating, _)| rating);
    json!({ "bound": narrow.bound, "rating": rating, "is_exact": narrow.is_exact() })
}

/// Writes what is known of the best layout.
fn write_best_layout(out: &mut impl Write, narrow: &BestLayouts, ceiling: &Ceiling) -> std::io::Result<()> {
    let rating = narrow.layouts.first().map_or(0.0, |(rating, _)| *rating);
    match narrow.is_exact() {
        true => writeln!(out, "The grid is narrow, and its best layout rates exactly {rating:.3}.")?,
        false => writeln!(
            out,
            "The grid is narrow: looking at its layouts shows that none rates higher than {:.3}, and the best one \
             found rates {rating:.3}.",
            narrow.bound
        )?,
    }
    writeln!(out, "By counting alone, none rates higher than {:.3}, with these counts:\n", ceiling.score)
}

/// Writes how the ceiling follows from counting, as tables.
fn write_table(out: &mut impl Write, ceiling: &Ceiling, line: usize) -> std::io::Result<()> {
    let c = &ceiling.counts;
    writeln!(out, "                        count   share   ideal")?;
    write_row(out, "unblocked fields", c.unblocked, "")?;
    write_row(out, "question fields", c.questions, &share(c.questions, c.unblocked, "22 %"))?;
    write_row(out, "  with two questions", c.doubles, &share(c.doubles, c.questions, "22 %"))?;
    write_row(out, "letters", c.letters, "")?;
    write_row(out, "  uncrossed", c.uncrossed, &share(c.uncrossed, c.letters, "<= 20 %"))?;
    write_row(out, "  dead", c.dead, &share(c.dead, c.letters, "0 %"))?;
    write_row(out, "words", c.words, "")?;
    write_lengths(out, c, None)?;
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
