//! The formula of a Numberlink rectangle, and the way from its models back to answers.

use super::read::{YearArg, parse_rect, read_problem};
use crate::cli::contract::encode::{
    DecodeError, Decoded, Decoder, Encoded, Encodes, Request, check_input, check_rules, digest,
};
use crate::cli::exit::Failure;
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::numberlink::names::FAMILIES;
use cwsat::encodings::numberlink::{
    Encoding, Problem, RedundantClauses, format_a, format_q, from_names, rules,
};

/// The flags of Numberlink.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Encode that blocks and wires fit into this rectangle, width x height, as in `10x6`.
    #[arg(long, value_name = "WxH", value_parser = parse_rect)]
    rect: Option<(usize, usize)>,

    /// Write the decoded answer in the format of this year.
    #[arg(long, value_name = "YEAR", value_enum, default_value_t)]
    year: YearArg,

    /// Set `n` in the first line `A<n>` of the decoded answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    number: usize,
}

/// A formula without a rectangle.
#[derive(Debug, thiserror::Error)]
#[error("a Numberlink formula is for one rectangle; give it with --rect WxH, as in `--rect 10x6`")]
struct NoRect;

/// The keys of the header lines that decoding reads.
const PROBLEM: &str = "problem";
const PROBLEM_DIGEST: &str = "problem digest";

impl Encodes for super::Numberlink {
    type Flags = Flags;

    fn encode(request: &Request, flags: &Flags) -> Result<Encoded, Failure> {
        let problem = read_problem(request.input)?;
        let (cols, rows) = flags.rect.ok_or(NoRect)?;
        let encoding = Encoding::new(&problem, rows, cols, RedundantClauses::default());
        Ok(Encoded {
            model: "a board with all blocks and wires, and perhaps rings beside them that decoding drops",
            name: format!("{cols}x{rows}"),
            facts: vec![
                (PROBLEM, request.input.name()),
                (PROBLEM_DIGEST, digest(&format_q::write(&problem))),
                ("rectangle", format!("{cols}x{rows} (width x height)")),
            ],
            formula: encoding.formula().clone(),
            soft: Vec::new(),
            notes: Vec::new(),
            decoder: decoder(request, flags, problem),
        })
    }

    fn decoder(request: &Request, flags: &Flags) -> Result<Box<dyn Decoder>, Failure> {
        Ok(decoder(request, flags, read_problem(request.input)?))
    }
}

fn decoder(request: &Request, flags: &Flags, problem: Problem) -> Box<dyn Decoder> {
    Box::new(Names { name: request.input.name(), problem, flags: flags.clone(), vars: Vec::new() })
}

/// What the names of a formula's variables say.
struct Names {
    name: String,
    problem: Problem,
    flags: Flags,
    vars: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        FAMILIES.contains(&family)
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError> {
        if name.split_once('(').is_some_and(|(family, _)| self.wants(family)) {
            self.vars.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        let digest = digest(&format_q::write(&self.problem));
        check_input(header, PROBLEM, PROBLEM_DIGEST, &digest, &self.name)
    }

    fn answer(&self) -> &'static str {
        "answer"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError> {
        let names =
            self.vars.iter().filter(|(var, _)| value(*var) == Some(true)).map(|(_, name)| name.as_str());
        let answer =
            from_names(&self.problem, names).map_err(|error| DecodeError::Names(error.to_string()))?;
        check_rules(&rules::check(&self.problem, &answer), PROBLEM)?;
        Ok(Decoded {
            text: format_a::write(&answer, self.flags.number, self.flags.year.into()),
            summary: format!("a valid answer, area {}", answer.area()),
        })
    }
}
