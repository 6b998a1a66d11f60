//! The formulas of criss-crosses, and the way from their models back to layouts.

use super::read::{ListError, ListFlags, Size, read_base};
use crate::cli::contract::encode::{
    DecodeError, Decoded, Decoder, Encoded, Encodes, Request, check_rules, differs, digest,
};
use crate::cli::exit::Failure;
use crate::cli::input::seed_for;
use crate::cli::reporter;
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::crisscross::instance::{self, Instance, TooManyWords};
use cwsat::encodings::crisscross::puzzle::{MAX_SIDE, Puzzle};
use cwsat::encodings::crisscross::{format, names, rules};
use cwsat::solver::Budget;

/// The flags of criss-crosses.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Criss-crosses")]
pub struct Flags {
    #[command(flatten)]
    list: ListFlags,
    /// Require at least this many words in every model [default: all; 1 with --format wcnf or opb].
    #[arg(long, value_name = "N")]
    least_words: Option<usize>,
    /// Require at least this many crossings in every model.
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_crossings: usize,
}

/// The keys of the header lines that decoding reads.
const LIST_DIGEST: &str = "list digest";
const BOARD: &str = "board";

/// Reads the words to be laid. With [`Size::Auto`], finding the size of the board takes a search.
fn list(request: &Request, flags: &Flags, size: Size) -> Result<Puzzle, Failure> {
    let base = read_base(request.input, &flags.list)?;
    for skipped in &base.skipped {
        reporter::warn(&request.input.at(skipped));
    }
    let seed = seed_for(request.seed, request.input.path());
    Ok(flags.list.puzzle(&base, size, seed, &Budget::unlimited()))
}

/// Returns a digest that identifies a board and its words.
fn digest_of(puzzle: &Puzzle) -> String {
    let words: Vec<String> = puzzle.entries.iter().map(|entry| entry.text()).collect();
    digest(&format!("{} {} {}", puzzle.rows, puzzle.cols, words.join(" ")))
}

/// Returns the size of a board as it is in the header.
fn board(puzzle: &Puzzle) -> String {
    format!("{} rows, {} columns", puzzle.rows, puzzle.cols)
}

/// Reads what [`board`] writes.
fn read_board(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once(" rows, ")?;
    let (rows, cols) = (rows.parse().ok()?, cols.strip_suffix(" columns")?.parse().ok()?);
    [rows, cols].iter().all(|side| (1..=MAX_SIDE).contains(side)).then_some((rows, cols))
}

impl Encodes for super::Crisscross {
    type Flags = Flags;

    fn encode(request: &Request, flags: &Flags) -> Result<Encoded, Failure> {
        let size = Size::of(request.board)?;
        let puzzle = list(request, flags, size)?;
        // If the format has costs, missing words cost something; otherwise they are forbidden.
        let crossings = flags.least_crossings;
        let asked = instance::Request {
            least_words: flags.least_words,
            least_crossings: crossings,
            wishes: request.priced,
        };
        let Instance { formula, soft, notes, least_words } =
            Instance::new(&puzzle, &asked).map_err(|TooManyWords { asked, words }| {
                ListError::LeastWords { path: request.input.path().to_owned(), asked, words }
            })?;
        Ok(Encoded {
            model: "a criss-cross of the words",
            name: "criss-cross".to_owned(),
            facts: vec![
                ("list", format!("{} ({} words)", request.input.name(), puzzle.entries.len())),
                (BOARD, board(&puzzle)),
                (LIST_DIGEST, digest_of(&puzzle)),
                ("at least words", least_words.to_string()),
                ("at least crossings", crossings.to_string()),
            ],
            formula,
            soft,
            notes,
            decoder: Box::new(Names { puzzle, size, places: Vec::new() }),
        })
    }

    fn decoder(request: &Request, flags: &Flags) -> Result<Box<dyn Decoder>, Failure> {
        let size = Size::of(request.board)?;
        let puzzle = list(request, flags, Size::Given(MAX_SIDE, MAX_SIDE))?;
        Ok(Box::new(Names { puzzle, size, places: Vec::new() }))
    }
}

/// What the names of a formula's variables say.
struct Names {
    puzzle: Puzzle,
    /// The board that was asked for.
    size: Size,
    places: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        names::FAMILIES.contains(&family)
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError> {
        if name.starts_with("place(") {
            self.places.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        let board = header.get(BOARD).and_then(read_board);
        (self.puzzle.rows, self.puzzle.cols) = match (self.size, board) {
            (Size::Given(rows, cols), _) => (rows, cols),
            (Size::Auto, Some(board)) => board,
            (Size::Auto, None) => {
                return Err(DecodeError::NoBoard);
            }
        };
        if differs(header, LIST_DIGEST, &digest_of(&self.puzzle)) {
            return Err(DecodeError::OtherLayout {
                list: header.get("list").unwrap_or("unnamed").to_owned(),
                board: header.get(BOARD).unwrap_or("unknown").to_owned(),
            });
        }
        Ok(())
    }

    fn answer(&self) -> &'static str {
        "criss-cross"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError> {
        let mut laid = Vec::new();
        for (var, name) in &self.places {
            match value(*var) {
                Some(true) => laid.push(name.as_str()),
                Some(false) => {}
                None => return Err(DecodeError::NoValue(name.clone())),
            }
        }
        let layout = names::from_names(&self.puzzle, laid.into_iter())
            .map_err(|error| DecodeError::Names(error.to_string()))?;
        check_rules(&rules::check(&layout, Some(&self.puzzle.entries)), "list")?;
        Ok(Decoded {
            text: format::write(&layout, []),
            summary: format!("a valid criss-cross, {}", layout.value()),
        })
    }
}
