//! `cwsat check` for arrowwords: every broken rule with its place, the six factors, the score and the ceiling.

use super::report::{Broken, Report, judge, write_verdict, write_violations_at_fields};
use super::{Common, Exit, Failure};
use crate::cli::bound::CeilingJson;
use crate::cli::{inputs, wordlists};
use cwsat::encodings::arrowword::bound::ceiling_of;
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::rating::{BONUS, Counts, FACTORS};
use cwsat::encodings::arrowword::rules::{self, Violation};
use cwsat::encodings::lexicon::WordList;
use serde::Serialize;
use std::io::Write;

/// Judges and rates puzzle after puzzle.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let words = wordlists::named(&common.words)?.map(|words| words.list);
    let empty = common.against.as_deref().map(inputs::read_puzzle).transpose()?;
    judge(&common.inputs, common.json, |path| {
        let puzzle = inputs::read_puzzle(path)?;
        Ok(vec![Verdict::new(path.display().to_string(), &puzzle, empty.as_ref(), words.as_ref())])
    })
}

/// The verdict on one puzzle, as it is written in JSON.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    /// Solution fields without a letter.
    unfilled: usize,
    violations: Vec<Broken>,
    counts: CountsJson,
    factors: Vec<Factor>,
    /// The mean of the factors.
    score: f64,
    /// What a complete fill with valid words gains; unknown without a word list.
    bonus: Option<f64>,
    ceiling: Option<CeilingJson>,
}

#[derive(Serialize)]
struct Factor {
    name: &'static str,
    value: f64,
}

#[derive(Serialize)]
struct CountsJson {
    unblocked: usize,
    questions: usize,
    doubles: usize,
    letters: usize,
    uncrossed: usize,
    dead: usize,
    words: usize,
    lengths: [usize; 8],
    clusters: usize,
    cluster_squares: usize,
}

impl Verdict {
    fn new(file: String, puzzle: &Puzzle, empty: Option<&Puzzle>, words: Option<&WordList>) -> Self {
        let broken = |v: &Violation| Broken::new(v.rule(), v.place(), v.to_string());
        let mut violations: Vec<_> = rules::check(puzzle, words).iter().map(broken).collect();
        if let Some(empty) = empty {
            violations.extend(rules::check_against(puzzle, empty).iter().map(broken));
        }
        let unfilled = rules::unfilled(puzzle);
        if let (Some(first), Some(_)) = (unfilled.first(), words) {
            let message = match unfilled.len() {
                1 => format!("the field {first} is not filled"),
                n => format!("the field {first} is not filled, nor are {} more", n - 1),
            };
            violations.push(Broken::new("unfilled", Some(*first), message));
        }
        let c = Counts::of(puzzle);
        let factors = FACTORS.into_iter().zip(c.factors());
        Self {
            file,
            valid: violations.is_empty(),
            unfilled: unfilled.len(),
            bonus: words.map(|_| if violations.is_empty() { BONUS } else { 0.0 }),
            violations,
            factors: factors.map(|(name, value)| Factor { name, value }).collect(),
            score: c.score(),
            ceiling: ceiling_of(puzzle, words.map(WordList::longest)).as_ref().map(CeilingJson::from),
            counts: CountsJson {
                unblocked: c.unblocked,
                questions: c.questions,
                doubles: c.doubles,
                letters: c.letters,
                uncrossed: c.uncrossed,
                dead: c.dead,
                words: c.words,
                lengths: c.lengths,
                clusters: c.clusters,
                cluster_squares: c.cluster_squares,
            },
        }
    }
}

impl Report for Verdict {
    fn violations(&self) -> &[Broken] {
        &self.violations
    }

    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        write_verdict(out, &self.file, &self.violations)?;
        match self.unfilled {
            0 => writeln!(out)?,
            n => writeln!(out, ", {n} of {} solution fields not filled", self.counts.letters)?,
        }
        write_violations_at_fields(out, &self.violations)?;
        writeln!(out)?;
        for factor in &self.factors {
            writeln!(out, "  {:<20}{:>8.2}", factor.name, factor.value)?;
        }
        let line = |name: &str, value: f64| format!("  {name:<20}{value:>8.2}");
        writeln!(out, "{}", line("score", self.score))?;
        if let Some(ceiling) = &self.ceiling {
            writeln!(out, "{}  no layout of this grid can score higher", line("ceiling", ceiling.score()))?;
        }
        match self.bonus {
            Some(bonus) => {
                writeln!(out, "{}  the score and the bonus", line("with bonus", self.score + bonus))?
            }
            None => writeln!(out, "  {:<20}   not judged without --words", "bonus")?,
        }
        writeln!(out)
    }
}
