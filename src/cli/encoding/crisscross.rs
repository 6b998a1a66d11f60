//! The formulas of criss-crosses, and from their models back to layouts.

use super::{Decoded, Decoder, Encoded, EncodingArgs, Format};
use crate::cli::Failure;
use crate::cli::crisscross::{self as shared, ListFlags, Size};
use crate::cli::solve::seed_for;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::cnf::{Bit, Var};
use cwsat::encodings::crisscross::costs::Costs;
use cwsat::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use cwsat::encodings::crisscross::puzzle::Puzzle;
use cwsat::encodings::crisscross::{format, names, rules};
use cwsat::solver::Budget;
use std::path::Path;

/// The flags of criss-crosses.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Criss-crosses")]
// The group says whether any flag was given; it has what is listed and nothing by itself.
#[group(id = "crisscross", args = ["place", "genxword", "least_words", "least_crossings"])]
pub struct Flags {
    #[command(flatten)]
    list: ListFlags,
    /// Every model has so many words; without it, all of them, or with --format wcnf or opb at least one.
    #[arg(long, value_name = "N")]
    least_words: Option<usize>,
    /// Every model has so many crossings.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_crossings: usize,
}

const LIST_DIGEST: &str = "list digest";

fn puzzle(common: &EncodingArgs, flags: &Flags, path: &Path) -> Result<Puzzle, Failure> {
    let size = Size::of(common.size.as_deref().map(|size| size.to_string_lossy()).as_deref())?;
    let base = shared::read_base(path, &flags.list)?;
    Ok(flags.list.puzzle(&base, size, seed_for(common.seed, path), &Budget::unlimited()))
}

/// What tells a board and its words from others.
fn digest(puzzle: &Puzzle) -> String {
    let words: Vec<String> = puzzle.entries.iter().map(|entry| entry.text()).collect();
    super::digest(&format!("{} {} {}", puzzle.rows, puzzle.cols, words.join(" ")))
}

/// The formula of a list on its board.
pub fn encode(common: &EncodingArgs, flags: &Flags, path: &Path) -> Result<Encoded, Failure> {
    let puzzle = puzzle(common, flags, path)?;
    // What is missing costs something where there are costs, and is forbidden otherwise.
    let priced = common.format != Format::Dimacs;
    let words = flags.least_words.unwrap_or(if priced { 1 } else { puzzle.entries.len() });
    if words > puzzle.entries.len() {
        return Err(Failure::LeastWords { path: path.to_owned(), asked: words, words: puzzle.entries.len() });
    }
    let crossings = flags.least_crossings;
    let all_words = words == puzzle.entries.len();
    let wishes = Wishes { all_words, connected: true, crossings, priced, ..Wishes::default() };
    let mut encoding = CrissCrossEncoding::new(&puzzle, wishes);
    let bounds =
        [encoding.at_least_words(words), encoding.at_least_crossings(crossings).unwrap_or(Bit::True)];
    encoding.formula.label("bounds");
    bounds.into_iter().for_each(|bit| encoding.formula.add_bits([bit]));
    let costs = encoding.costs.unwrap_or_default();
    let mut notes = Vec::new();
    if priced {
        let Costs { word, crossing, base, .. } = costs;
        notes.push(format!(
            "a model costs {word} for each word that is left out, {crossing} for each field where no two words cross, \
             and 1 for each field of the bounding box"
        ));
        notes.push(format!("cost of every model: {base}"));
        notes.push("every model touches the first row and the first column".to_owned());
    }
    Ok(Encoded {
        model: "a criss-cross of the words",
        name: "criss-cross".to_owned(),
        facts: vec![
            ("list", format!("{} ({} words)", path.display(), puzzle.entries.len())),
            ("board", format!("{} rows, {} columns", puzzle.rows, puzzle.cols)),
            (LIST_DIGEST, digest(&puzzle)),
            ("at least words", words.to_string()),
            ("at least crossings", crossings.to_string()),
        ],
        formula: encoding.formula,
        soft: costs.soft,
        notes,
    })
}

/// The decoder of a list's models.
pub fn decoder(common: &EncodingArgs, flags: &Flags, path: &Path) -> Result<Box<dyn Decoder>, Failure> {
    Ok(Box::new(Names { puzzle: puzzle(common, flags, path)?, places: Vec::new() }))
}

/// What the names of a formula's variables say.
struct Names {
    puzzle: Puzzle,
    places: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        family == "place"
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), String> {
        if name.starts_with("place(") {
            self.places.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), String> {
        if super::differs(header, LIST_DIGEST, &digest(&self.puzzle)) {
            return Err(format!(
                "this map was made for another list or board ({}, {}); give the same list, --size, --place and --seed",
                header.get("list").unwrap_or("unnamed"),
                header.get("board").unwrap_or("unknown"),
            ));
        }
        Ok(())
    }

    fn answer(&self) -> &'static str {
        "criss-cross"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, String> {
        let mut laid = Vec::new();
        for (var, name) in &self.places {
            match value(*var) {
                Some(true) => laid.push(name.as_str()),
                Some(false) => {}
                None => return Err(format!("the model is not complete: it has no value for {name}")),
            }
        }
        let layout = names::from_names(&self.puzzle, laid.into_iter()).map_err(|error| error.to_string())?;
        let broken = rules::check(&layout, Some(&self.puzzle.entries));
        match broken.first() {
            Some(first) => Err(format!("the model is none of this formula: {first}")),
            None => Ok(Decoded {
                text: format::write(&layout, []),
                summary: format!("a valid criss-cross, {}", layout.value()),
            }),
        }
    }
}
