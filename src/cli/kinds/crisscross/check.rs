//! `cwsat check` for criss-crosses: every broken rule with its place, and how good the layout is.

use super::read::read_layout;
use crate::cli::contract::check::{Bench, Broken, Checks, Request, Verdict};
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::crisscross::base::{self, Style};
use cwsat::encodings::crisscross::format::Read;
use cwsat::encodings::crisscross::puzzle::Entry;
use cwsat::encodings::crisscross::rules;
use serde_json::json;

impl Checks for super::Crisscross {
    type Flags = NoFlags;

    fn bench<'a>(request: &'a Request<'a>, _: &NoFlags) -> Result<Bench<'a>, Failure> {
        let lists = request.words.iter().map(|path| read_base(&Input::read(path)?));
        let base = lists.collect::<Result<Vec<_>, Failure>>()?.concat();
        let given = !request.words.is_empty();
        let judge = move |input: &Input| Ok(vec![verdict(&read_layout(input)?, given.then_some(&base[..]))]);
        Ok(Bench { skip: 0, judge: Box::new(judge) })
    }
}

fn verdict(read: &Read, base: Option<&[Entry]>) -> Verdict {
    let broken = rules::check(&read.layout, base).into_iter().chain(rules::check_drawing(read));
    let value = read.layout.value();
    Verdict {
        which: String::new(),
        violations: broken
            .map(|broken| Broken::new(broken.rule(), broken.place(), broken.to_string()))
            .collect(),
        remark: String::new(),
        details: format!("  {value}\n"),
        json: fields(json!({
            "words": value.words,
            "crossings": value.crossings,
            "box": { "rows": value.rows, "columns": value.cols },
        })),
    }
}

/// Reads the words of a list in the style that skips fewer lines; the questions do not matter here.
fn read_base(input: &Input) -> Result<Vec<Entry>, Failure> {
    let text = input.text()?;
    let read = |style| base::read(text, style);
    let best = match (read(Style::Marked), read(Style::Spaced)) {
        (Ok(marked), Ok(spaced)) if spaced.skipped.len() < marked.skipped.len() => Ok(spaced),
        (Err(_), Ok(spaced)) => Ok(spaced),
        (marked, _) => marked,
    };
    best.map(|base| base.entries).map_err(|error| input.at(error).into())
}
