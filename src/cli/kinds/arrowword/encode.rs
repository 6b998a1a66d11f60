//! The formulas of arrowwords, and the way from their models back to puzzles.

use super::solve::{can_keep, one_of, words_of};
use super::{extend, read};
use crate::cli::contract::encode::{
    DecodeError, Decoded, Decoder, Encoded, Encodes, Request, WORDS, WORDS_DIGEST, Worded, check_input,
    check_rules, digest, words_digest,
};
use crate::cli::exit::{Failure, Impossible};
use crate::cli::reporter;
use crate::cli::together::Demands;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::instance::{self, Instance, InstanceError, Stage};
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{EXACT_FIELDS, LayoutSpec};
use cwsat::encodings::arrowword::named::{FAMILIES, NamedVars};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::spec::{Spec, SpecError};
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::cnf::{Cardinality, Constraints, PseudoBoolean, Var};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::unknown::Unknown;
use cwsat::search::explain::ExplainOptions;
use cwsat::solver::Budget;

/// The flags of arrowwords.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    /// Encode this part of the problem: layout, fill (the letters), or joint, both in one formula [default: fill for a
    /// layout that is given in full, else joint].
    #[arg(long, value_name = "STAGE")]
    stage: Option<Stage>,

    /// Take at most this many words of each length, those with the best scores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    at_most_words: Option<u32>,

    /// Require every model to rate at least this (0 to 100, without the bonus): exactly in grids of up to 64 fields, by
    /// bounds on the counts in larger ones.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    at_least: Option<f64>,

    /// Count with this encoding, where a rating is asked for: totalizer, sequential or network [default: totalizer].
    #[arg(long, value_name = "NAME")]
    cardinality: Option<Cardinality>,

    /// Bound the rating, in grids of up to 64 fields, with this encoding: both (a binary sum and a unary one of rounded
    /// losses) or adder (the binary sum alone) [default: both].
    #[arg(long, value_name = "NAME")]
    sums: Option<PseudoBoolean>,

    #[command(flatten)]
    extend: extend::Flag,
}

/// A text that is not a rating.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rating is a number from 0 to 100")]
struct NoRating;

fn parse_score(text: &str) -> Result<f64, NoRating> {
    text.parse::<f64>().ok().filter(|score| (0.0..=100.0).contains(score)).ok_or(NoRating)
}

/// A flag on how the rating is encoded, in a formula that does not have it.
#[derive(Debug, thiserror::Error)]
enum NoEffect {
    #[error("--stage fill does not count, so --{flag} has no effect on it; leave it out")]
    OnFill { flag: &'static str },

    #[error(
        "no rating is asked for, so --{flag} has no effect; leave it out, or ask for one with --at-least, --format wcnf or \
         --format opb"
    )]
    NoRating { flag: &'static str },

    #[error(
        "--sums is about the exact rating of --at-least, in grids of up to {EXACT_FIELDS} fields, and has no effect here; leave \
         it out"
    )]
    NoSum,
}

impl Flags {
    /// Refuses flags without effect on the formula of a stage.
    fn refuse_idle(&self, stage: Stage, puzzle: &Puzzle, is_priced: bool) -> Result<(), NoEffect> {
        let counts = self.cardinality.map(|_| "cardinality");
        let Some(flag) = counts.or(self.sums.map(|_| "sums")) else { return Ok(()) };
        let fields = || puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
        match self.at_least {
            _ if stage == Stage::Fill => Err(NoEffect::OnFill { flag }),
            None if !is_priced => Err(NoEffect::NoRating { flag }),
            Some(_) if fields() <= EXACT_FIELDS => Ok(()),
            _ if self.sums.is_some() => Err(NoEffect::NoSum),
            _ => Ok(()),
        }
    }
}

/// From this many word variables, the user is warned before the formula is made.
const MANY_WORDS: u64 = 4_000_000;

/// The memory of a word variable and its clauses, in bytes (measured: 205).
const MEMORY_A_WORD: f64 = 205.0;

/// The keys of the header lines that decoding reads, apart from those of the words.
const STAGE: &str = "stage";
const EXTEND: &str = "extend";
const AT_LEAST: &str = "at least";
const GRID: &str = "grid";
const GRID_DIGEST: &str = "grid digest";

/// A grid and its words.
struct Grid {
    name: String,
    puzzle: Puzzle,
    worded: Worded,
}

impl Grid {
    fn read(request: &Request) -> Result<Self, Failure> {
        let puzzle = read(request.input)?;
        Ok(Self { name: request.input.name(), puzzle, worded: request.words()? })
    }

    /// Returns what the grid asks for.
    fn spec(&self, extend: Extend) -> Result<Spec, SpecError> {
        Spec::new(self.puzzle.clone(), extend)
    }

    /// Warns of a joint formula that may not fit into memory, before it is made.
    fn warn_of_size(&self, spec: &Spec, flags: &Flags, membership: Option<Membership>) {
        let is_joint = spec.extend.opens_fields() && matches!(flags.stage, None | Some(Stage::Joint));
        if !is_joint || membership.is_some_and(|membership| !membership.has_word_variables()) {
            return;
        }
        let layout = LayoutSpec::new(&spec.puzzle, spec.extend);
        let most = flags.at_most_words.map_or(usize::MAX, |n| n as usize);
        let words = JointEncoding::word_places(&layout, &self.worded.list, most);
        if words >= MANY_WORDS {
            reporter::warn(&format_args!(
                "{}: up to {words} variables for words, so the formula may take {:.0} GB of memory; \
                 --at-most-words makes it smaller",
                self.name,
                words as f64 * MEMORY_A_WORD / 1e9,
            ));
        }
    }

    fn decoder(self, flags: &Flags) -> Box<dyn Decoder> {
        let vars = NamedVars::new(self.puzzle.fields.rows(), self.puzzle.fields.cols());
        let (stage, extend, at_least) = (flags.stage, flags.extend.said(), flags.at_least);
        Box::new(Names { grid: self, vars, stage, extend, at_least })
    }

    fn grid_digest(&self) -> String {
        digest(&cwg::write(&self.puzzle))
    }
}

impl Encodes for super::Arrowword {
    type Flags = Flags;

    fn encode(request: &Request, flags: &Flags) -> Result<Encoded, Failure> {
        let grid = Grid::read(request)?;
        let words = &grid.worded;
        let located = |error: &dyn std::fmt::Display| request.input.at(error);
        let spec = grid.spec(flags.extend.said()).map_err(|error| located(&error))?;
        grid.warn_of_size(&spec, flags, request.membership);
        if let Err(error) = spec.check_words(&words.list) {
            // A list that is too small even with all its words cannot be used; if wishes left out too many words, they
            // are named.
            if spec.check_words(words.asked.all()).is_err() {
                return Err(located(&error).into());
            }
            let options = ExplainOptions { seed: request.seed, ..ExplainOptions::default() };
            let test = |demands: &Demands, budget: &Budget| {
                can_keep(&grid.puzzle, spec.extend, demands, &options, budget)
            };
            let conflict = request.conflict(words, &words_of(&grid.puzzle), &test);
            return Err(Impossible(located(&format_args!("{error}{conflict}")).to_string()).into());
        }
        let own = request.rest.own;
        let one_of = one_of(&grid.puzzle, spec.extend, own.placed(), own.demanded())
            .map_err(|error| Impossible(located(&error).to_string()))?;
        let asked = instance::Request {
            stage: flags.stage,
            at_most_words: flags.at_most_words.map(|n| n as usize),
            seed: request.seed,
            at_least: flags.at_least,
            membership: request.membership,
            wishes: request.priced,
            themes: grid.worded.themes.clone(),
            placed: request.rest.own.placed().to_vec(),
            one_of,
            spelled: request.spelled(),
            constraints: Constraints {
                cardinality: flags.cardinality.unwrap_or_default(),
                sums: flags.sums.unwrap_or_default(),
            },
            wish_first: request.rest.own.wish_first(),
        };
        let instance = Instance::new(&spec, &words.list, &asked).map_err(|error| match &error {
            // As `solve` says.
            InstanceError::NoPlace(_) => Impossible(located(&error).to_string()).into(),
            _ => Failure::from(located(&error)),
        })?;
        let idle = flags.refuse_idle(instance.stage, &grid.puzzle, request.priced);
        idle.map_err(|error| located(&error))?;
        let (rows, cols) = (grid.puzzle.fields.rows(), grid.puzzle.fields.cols());
        let model = match instance.stage {
            Stage::Joint => "a finished puzzle",
            Stage::Layout => "a layout: question fields and their arrows",
            Stage::Fill => "the letters of a given layout",
        };
        let mut facts = vec![
            (STAGE, instance.stage.to_string()),
            (GRID, format!("{} ({rows} rows, {cols} columns)", grid.name)),
            (GRID_DIGEST, grid.grid_digest()),
            (WORDS, format!("{} ({} words)", words.name, words.list.len())),
            (WORDS_DIGEST, words_digest(&words.list)),
        ];
        if let Some(extend) = flags.extend.given() {
            facts.push((EXTEND, extend.to_string()));
        }
        if let Some(n) = flags.at_most_words {
            facts.push(("at most words", format!("{n} of each length, seed {}", request.seed)));
        }
        let ways = [
            ("cardinality", flags.cardinality.map(|way| way.to_string())),
            ("sums", flags.sums.map(|way| way.to_string())),
        ];
        facts.extend(ways.into_iter().filter_map(|(key, way)| Some((key, way?))));
        let Instance { stage, formula, soft, notes } = instance;
        let decoder = grid.decoder(flags);
        Ok(Encoded { model, name: stage.to_string(), facts, formula, soft, notes, decoder })
    }

    fn decoder(request: &Request, flags: &Flags) -> Result<Box<dyn Decoder>, Failure> {
        Ok(Grid::read(request)?.decoder(flags))
    }
}

/// What the names of a formula's variables say.
struct Names {
    grid: Grid,
    vars: NamedVars,
    stage: Option<Stage>,
    extend: Extend,
    at_least: Option<f64>,
}

impl Names {
    fn stage(&self) -> Stage {
        match self.stage {
            Some(stage) => stage,
            None if self.vars.has_letters() => Stage::Joint,
            None => Stage::Layout,
        }
    }
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        FAMILIES.contains(&family)
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError> {
        self.vars.add(var, name).map_err(|error| DecodeError::Names(error.to_string()))
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        if let Some(stage) = header.get(STAGE) {
            self.stage =
                Some(stage.parse().map_err(|unknown: Unknown| DecodeError::Names(unknown.to_string()))?);
        }
        if let Some(extend) = header.get(EXTEND) {
            self.extend = extend.parse().map_err(|_| DecodeError::OldExtend(extend.to_owned()))?;
        }
        if let Some(score) = header.get(AT_LEAST).and_then(|score| score.parse().ok()) {
            self.at_least = Some(score);
        }
        check_input(header, GRID, GRID_DIGEST, &self.grid.grid_digest(), &self.grid.name)?;
        match self.stage().has_letters() {
            true => self.grid.worded.check(header),
            false => Ok(()),
        }
    }

    fn answer(&self) -> &'static str {
        if self.stage() == Stage::Layout { "layout" } else { "puzzle" }
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError> {
        let (given, stage) = (&self.grid.puzzle, self.stage());
        let extend = self.extend.of(given);
        let puzzle = self
            .vars
            .decode(given, extend, stage, value)
            .map_err(|error| DecodeError::Names(error.to_string()))?;
        let words = stage.has_letters().then_some(&self.grid.worded.list);
        let mut broken = rules::check(&puzzle, words);
        broken.extend(rules::check_against(&puzzle, given, extend));
        check_rules(&broken, GRID)?;
        let score = Counts::of(&puzzle).score();
        match self.at_least {
            Some(least) if score < least - 1e-9 => Err(DecodeError::TooLow { score, least }),
            _ => Ok(Decoded {
                text: cwg::write(&puzzle),
                summary: format!("a valid {}, score {score:.3} without the bonus", self.answer()),
            }),
        }
    }
}
