//! `cwsat explain` for digram grids: names rows and columns that cannot all spell words.

use super::read::read_size;
use super::words::{names, resolve};
use crate::cli::contract::explain::{Explains, Found, Request, unclaimed};
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::json::fields;
use crate::cli::exit::{Exit, Failure};
use crate::cli::proof::Claim;
use crate::cli::wordlists::EmbeddedList;
use cwsat::encodings::digram::format;
use cwsat::encodings::digram::puzzle::{Line, Size};
use cwsat::encodings::grid::Direction;
use cwsat::encodings::lexicon::WordList;
use cwsat::search::Setup;
use cwsat::search::digram::explain::{Cause, Finding, TooFew, claim, explain};
use cwsat::search::digram::{Job, Options};
use serde_json::json;

impl Explains for super::Digram {
    type Flags = NoFlags;

    fn explained(request: &Request, _: &NoFlags) -> Result<Found, Failure> {
        let size = read_size(request.input)?;
        let embedded = EmbeddedList::in_language(request.rest.language, request.words)?;
        let lists = resolve(request.words, embedded, request.reporter)?;
        let list = WordList::merged(lists.iter().map(|read| &read.list));
        let list = request.rest.choice.choose(list, &names(&lists), request.reporter)?.list;
        let job = Job::one(size, list);
        let back_end = request.back_end.clone();
        let setup = Setup { seed: request.seed, back_end, ..Setup::default() };
        let options = Options { setup, ..Options::default() };
        let finding = request.watched(|watch| explain(&job, &options, request.budget, watch));
        let exit = match finding {
            Finding::Solvable(_) => Exit::Ok,
            Finding::Conflict { .. } | Finding::TooFew(_) => Exit::Broken,
            Finding::Undecided => Exit::Stopped,
        };
        let text = format!("{size}: {}", as_text(size, &finding));
        let causes = match &finding {
            Finding::Conflict { causes, minimal } => Some((causes.clone(), *minimal)),
            Finding::TooFew(few) => Some((few.causes(&job), false)),
            Finding::Solvable(_) | Finding::Undecided => None,
        };
        let claim = causes.map_or(Claim::Nothing(unclaimed(exit)), |(causes, minimal)| {
            let sentences: Vec<String> = causes.iter().map(|cause| sentence(size, cause)).collect();
            request.claim_of_causes(|| claim(&job, &causes), &sentences, minimal)
        });
        Ok(Found { exit, text, json: fields(as_json(size, &finding)), claim })
    }
}

fn as_text(size: Size, finding: &Finding) -> String {
    match finding {
        Finding::Solvable(grid) => format!("there is a grid, for example\n{}", format::write(grid)),
        Finding::Undecided => {
            "stopped before it was known whether there is a grid; give it more time\n".to_owned()
        }
        Finding::TooFew(few) => format!("there is no grid: {}\n", too_few(few)),
        Finding::Conflict { causes, .. } if causes.is_empty() => {
            "there is no grid: the list has no word for its rows and columns\n".to_owned()
        }
        Finding::Conflict { causes, minimal } => {
            let why = match minimal {
                true if causes.len() == 1 => "because of one cause",
                true => "because these cannot all hold (without any one of them the others could)",
                false => "because these cannot all hold (stopped early: some of them may not be needed)",
            };
            let lines: String = causes
                .iter()
                .enumerate()
                .map(|(i, cause)| format!("{:>3}. {}\n", i + 1, sentence(size, cause)))
                .collect();
            format!("there is no grid, {why}\n{lines}")
        }
    }
}

fn too_few(few: &TooFew) -> String {
    let TooFew { direction, lines, words, letters: (least, most) } = *few;
    let lines = match direction {
        Some(Direction::Across) => format!("{lines} rows"),
        Some(Direction::Down) => format!("{lines} columns"),
        None => format!("{lines} rows and columns"),
    };
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let words = if words == 1 { "1 word".to_owned() } else { format!("{words} words") };
    format!("the list has {words} of {range} letters for {lines}, and no word may occur twice")
}

fn sentence(size: Size, cause: &Cause) -> String {
    match cause {
        Cause::Word(line) => {
            let lens = size.word_lens(line.direction);
            let (least, most) = (2 * lens.start, 2 * (lens.end - 1));
            let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
            format!("{line} spells a word of the list, of {range} letters")
        }
        Cause::Different => "no word occurs twice".to_owned(),
    }
}

fn as_json(size: Size, finding: &Finding) -> serde_json::Value {
    match finding {
        Finding::Solvable(grid) => {
            json!({ "result": "solvable", "grid": format::write(grid).lines().collect::<Vec<_>>() })
        }
        Finding::Undecided => json!({ "result": "undecided" }),
        Finding::TooFew(few) => json!({
            "result": "conflict",
            "minimal": true,
            "causes": [{
                "kind": "too-few-words",
                "text": too_few(few),
                "words": few.words,
                "lines": few.lines,
            }],
        }),
        Finding::Conflict { causes, minimal } => {
            let cause = |cause: &Cause| match cause {
                Cause::Word(Line { direction, number }) => json!({
                    "kind": "word",
                    "direction": direction.to_string(),
                    "line": number,
                    "text": sentence(size, cause),
                }),
                Cause::Different => json!({ "kind": "rule", "text": sentence(size, cause) }),
            };
            let causes: Vec<_> = causes.iter().map(cause).collect();
            json!({ "result": "conflict", "minimal": minimal, "causes": causes })
        }
    }
}
