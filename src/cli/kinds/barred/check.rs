//! `cwsat check` for barred crosswords: the rules of all crosswords (see [`crossword::check`]), and the conventions, exceptions
//! to which are reported for every grid and break a rule with `--strict`.

use super::FORM;
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Checks, Request, Verdict};
use crate::cli::contract::json::fields;
use crate::cli::crossword;
use crate::cli::exit::Failure;
use cwsat::encodings::barred::rules::{self, Uncustomary};
use cwsat::encodings::crossword::puzzle::Template;
use serde_json::json;
use std::fmt::Write as _;

/// The flags of barred crosswords.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Barred crosswords")]
pub struct Flags {
    /// Enforce the conventions of barred crosswords: words of three letters or more, enough checked letters in each word and no
    /// two unchecked ones in a row, a connected grid that looks the same after half a turn. Without this flag, exceptions are
    /// only reported.
    #[arg(long)]
    strict: bool,
}

impl Checks for super::Barred {
    type Flags = Flags;

    fn bench<'a>(request: &'a Request<'a>, flags: &Flags) -> Result<Bench<'a>, Failure> {
        let is_strict = flags.strict;
        crossword::check::bench(&FORM, request, move |puzzle, verdict| add_custom(puzzle, is_strict, verdict))
    }
}

/// Adds what is not customary in a grid: as broken rules, or as remarks.
fn add_custom(puzzle: &Template, is_strict: bool, verdict: &mut Verdict) {
    let found = rules::check(puzzle);
    let broken = |u: &Uncustomary| Broken::new(u.rule(), Some(u.place()), u.to_string());
    if is_strict {
        verdict.violations.extend(found.iter().map(broken));
        return;
    }
    for uncustomary in &found {
        // Writing to a String cannot fail.
        let _ = writeln!(verdict.details, "not customary: {uncustomary}");
    }
    let list: Vec<Broken> = found.iter().map(broken).collect();
    verdict.json.extend(fields(json!({ "not_customary": list })));
}
