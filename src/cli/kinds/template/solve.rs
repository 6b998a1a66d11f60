//! `cwsat solve` for template crosswords: from a template, or a size and a style, to a grid with clues and answers.

use super::read::{TemplateError, read_template};
use crate::cli::clued::{Clued, OfAnswer};
use crate::cli::contract::json::fields;
use crate::cli::contract::solve::{Claim, Request, Search, Solved, Task, Text, Unsolved, exit_of, file_name};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, seed_for};
use crate::cli::wordlists;
use cwsat::encodings::grid::Direction;
use cwsat::encodings::template::format;
use cwsat::encodings::template::puzzle::Template;
use cwsat::encodings::template::shape::{Style, Symmetry};
use cwsat::encodings::template::solution::{self, Entry};
use cwsat::publish::clues::give::{LIST, give};
use cwsat::publish::puzzle::convert;
use cwsat::search::template::make::{MakeSpec, NoTemplate};
use cwsat::search::template::{
    Answer, NoAnswer, NoCrossword, Options, Progress, fill_formula, solve, solve_made,
};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// The flags of template crosswords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Template crosswords")]
pub struct Flags {
    /// Make a template of this size, ROWSxCOLUMNS as in `13x13`, instead of reading one, and fill it.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, conflicts_with_all = ["inputs", "size"])]
    make: Option<Size>,
    /// Lay the blocks of --make in this style: double-spaced (words in every second row and column), british (no 2x2 of
    /// letters, no two unchecked letters in a row) or american (every letter checked) [default: american].
    #[arg(long, value_name = "STYLE")]
    style: Option<Style>,
    /// Give the template of --make this share of white fields, as in `62%`, `62` or `0.62` [default: what is usual for
    /// the style].
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    white: Option<f64>,
    /// Lay the blocks of --make with this symmetry: half-turn, quarter-turn, mirror or none [default: half-turn].
    #[arg(long, value_name = "SYMMETRY")]
    symmetry: Option<Symmetry>,
}

impl Flags {
    /// Returns whether a template is to be made, so that none has to be named.
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
    // A number above 1 cannot be a share, so it is meant as a percentage.
    let share = number.map(|number| if percent || number > 1.0 { number / 100.0 } else { number });
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share is a number from 0 to 1, or a percentage, as in `62%`".to_owned())
}

/// The share of white fields up to which american templates are easy to fill; the advice below names it.
const EASY_WHITE: f64 = 0.78;

/// What to fill.
enum Given {
    Template(Template),
    Make(MakeSpec),
}

/// The search for a crossword.
struct Crossword<'a> {
    /// The name in messages: that of the input, or a description of the template to be made.
    name: String,
    file_name: Option<PathBuf>,
    request: &'a Request<'a>,
    given: Given,
    seed: u64,
    clued: Arc<Clued>,
}

/// Why there is no crossword, and what may help.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {reason}{advice}")]
struct NoMadeCrossword {
    name: String,
    reason: NoAnswer,
    advice: &'static str,
}

/// Reads the inputs and reports everything that can be refused before a search starts.
pub fn tasks<'a>(request: &'a Request<'a>, flags: &Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
    // Clap's `requires` would not do: it ignores a required option that conflicts with one that is given.
    if flags.make.is_none() && (flags.style.is_some() || flags.white.is_some() || flags.symmetry.is_some()) {
        return Err(TemplateError::NothingMade.into());
    }
    let words = wordlists::resolve(&request.options.words, request.options.clued.list_language())?;
    words.notes().for_each(|note| request.reporter.note(&note));
    let clued = Arc::new(Clued::of(&request.options.clued, words, LIST, request.reporter)?);
    let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
    if let Some(Size { rows, cols }) = flags.make {
        let (style, symmetry) = (flags.style.unwrap_or_default(), flags.symmetry.unwrap_or_default());
        let spec = MakeSpec { rows, cols, style, symmetry, white: flags.white };
        let file_name = PathBuf::from(format!("{style}_{rows}x{cols}.txt"));
        tasks.push(Box::new(Crossword {
            name: format!("the {style} {rows}x{cols} template"),
            seed: seed_for(request.options.seed, &file_name),
            file_name: Some(file_name),
            request,
            given: Given::Make(spec),
            clued: Arc::clone(&clued),
        }));
    }
    for input in request.inputs {
        tasks.push(Box::new(Crossword::read(request, input, Arc::clone(&clued))?));
    }
    Ok(tasks)
}

impl<'a> Crossword<'a> {
    fn read(request: &'a Request<'a>, input: &Input, clued: Arc<Clued>) -> Result<Self, Failure> {
        let given = Given::Template(read_template(input)?);
        let (name, file_name, seed) = (input.name(), file_name(input), request.seed_of(input));
        Ok(Self { name, file_name, request, given, seed, clued })
    }
}

impl Task for Crossword<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn file_name(&self) -> Option<PathBuf> {
        self.file_name.clone()
    }

    fn solve<'a>(&'a self, search: &Search<'a>) -> Result<Solved<'a>, Unsolved<'a>> {
        let common = self.request.options;
        let preferred = Arc::clone(&self.clued.preferred);
        let options = Options { setup: common.setup(self.seed), engine: common.encoding, preferred };
        let watch = |progress| {
            search.meter.show(match progress {
                Progress::Pattern(turn) => format!("template {turn}"),
                Progress::Letters(1) => "letters".to_owned(),
                Progress::Letters(turn) => format!("letters of template {turn}"),
                Progress::Words => "better words".to_owned(),
            });
        };
        let answer = match &self.given {
            Given::Template(template) => solve(template, &self.clued.list, &options, search.budget, &watch),
            Given::Make(spec) => solve_made(spec, &self.clued.list, &options, search.budget, &watch),
        };
        match answer {
            Ok(answer) => Ok(self.solved(&answer)),
            Err(reason) => Err(self.unsolved(reason)),
        }
    }
}

impl Crossword<'_> {
    /// Gives an answer its clues and describes it.
    fn solved<'a>(&self, answer: &Answer) -> Solved<'a> {
        let mut document = convert::template(&answer.puzzle, |_| None);
        if let Some(clues) = &self.clued.clues {
            give(&mut document, clues, None, self.seed);
        }
        let words = self.clued.of_answer(&document);
        let entries = solution::entries(&answer.puzzle, |run| {
            let entry = document.entries.iter().find(|entry| entry.run == run)?;
            Some(entry.clue()?.text.clone())
        });
        let given = match &self.given {
            Given::Template(template) => Some(template),
            Given::Make(_) => None,
        };
        Solved {
            exit: Exit::Ok,
            text: Text::One(solution::write(&answer.puzzle, given, &entries)),
            json: summary_json(answer, &entries, words),
            remarks: Vec::new(),
            summary: self.summary(answer, &entries, words),
            picture: None,
            claim: Box::new(|| Claim::Nothing("there is a crossword")),
        }
    }

    fn unsolved(&self, reason: NoAnswer) -> Unsolved<'_> {
        let exit = exit_of(&reason, |own| match own {
            NoCrossword::Lonely { .. }
            | NoCrossword::NoTemplate(NoTemplate::Size { .. } | NoTemplate::NoSquare { .. }) => {
                Exit::BadInput
            }
            NoCrossword::NoFill(_)
            | NoCrossword::NoWord(_)
            | NoCrossword::NoTemplate(NoTemplate::Impossible { .. }) => Exit::Broken,
            NoCrossword::GaveUp(_) | NoCrossword::NoTemplate(NoTemplate::Stopped) => Exit::Stopped,
        });
        let proven = matches!(reason, NoAnswer::None(NoCrossword::NoFill(_) | NoCrossword::NoWord(_)));
        let claim = move || match &self.given {
            Given::Template(template) if proven => Claim::Refutation {
                formula: Box::new(fill_formula(template, &self.clued.list)),
                text: "the template cannot be filled with different words of the list".to_owned(),
                seed: self.seed,
            },
            _ => Claim::Nothing("it is not known whether there is a crossword"),
        };
        let advice = match &self.given {
            Given::Make(spec)
                if spec.style == Style::American
                    && spec.white() > EASY_WHITE
                    && matches!(reason, NoAnswer::None(NoCrossword::GaveUp(_)) | NoAnswer::Stopped(_)) =>
            {
                "; every letter is in two words of this style, so more blocks (`--white 78%`) or a larger list help"
            }
            _ => "",
        };
        let failure = NoMadeCrossword { name: self.name(), reason, advice }.into();
        Unsolved { exit, failure, claim: Box::new(claim) }
    }

    fn summary(&self, answer: &Answer, entries: &[Entry], of_words: OfAnswer) -> String {
        let puzzle = &answer.puzzle;
        let fields = puzzle.cells.rows() * puzzle.cells.cols();
        let share = 100.0 * puzzle.white() as f64 / fields as f64;
        let words = if entries.len() == 1 { "word" } else { "words" };
        let asked = match &self.given {
            Given::Make(MakeSpec { white: Some(asked), .. }) if (100.0 * asked - share).abs() >= 1.0 => {
                format!(" ({:.0} % asked for, which the style does not allow in this size)", 100.0 * asked)
            }
            _ => String::new(),
        };
        let made = match (&self.given, answer.tries) {
            (Given::Template(_), _) => String::new(),
            (Given::Make(_), 1) => ", of the first template".to_owned(),
            (Given::Make(_), tries) => format!(", of template {tries}"),
        };
        format!(
            "filled after {:.2} s{made}: {} {words}{}, {share:.0} % white{asked}, {}",
            answer.filled_after.as_secs_f64(),
            entries.len(),
            of_words.share(),
            of_words.score(),
        )
    }
}

fn summary_json(answer: &Answer, entries: &[Entry], words: OfAnswer) -> Map<String, Value> {
    let list = |direction: Direction| -> Vec<Value> {
        let entry = |entry: &Entry| {
            json!({
                "number": entry.number,
                "row": entry.run.start.row,
                "column": entry.run.start.col,
                "answer": entry.answer,
                "clue": entry.clue,
            })
        };
        entries.iter().filter(|entry| entry.run.direction == direction).map(entry).collect()
    };
    fields(json!({
        "rows": format::write(&answer.puzzle).lines().collect::<Vec<_>>(),
        "across": list(Direction::Across),
        "down": list(Direction::Down),
        "words": entries.len(),
        "white": answer.puzzle.white(),
        "word_score": words.word_score,
        "clued_words": words.clued,
        "templates_tried": answer.tries,
        "filled_after_seconds": answer.filled_after.as_secs_f64(),
    }))
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
