//! `cwsat check` for criss-crosses: every broken rule with its place, and how good the layout is.

use super::read::{list_text, read_layout};
use crate::cli::contract::check::{Bench, Broken, Checks, Request, Verdict};
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::reporter::Reporter;
use crate::cli::wordlists::{self, EmbeddedList, WordListError, files_of};
use cwsat::encodings::crisscross::base::{self, Style};
use cwsat::encodings::crisscross::format::Read;
use cwsat::encodings::crisscross::puzzle::Entry;
use cwsat::encodings::crisscross::rules;
use cwsat::encodings::lexicon::{Alphabet, Sign};
use cwsat::limits::Limit;
use serde_json::json;
use std::path::Path;

impl Checks for super::Crisscross {
    type Flags = NoFlags;

    fn bench<'a>(request: &'a Request<'a>, _: &NoFlags) -> Result<Bench<'a>, Failure> {
        let judge = move |input: &Input| {
            let read = read_layout(input)?;
            // The layout shows which letters it keeps as they are written.
            let alphabet =
                Alphabet::keeping(read.layout.words.iter().flat_map(|word| word.word.iter().copied()));
            let lists = request.words.iter().map(|path| words_of(path, &alphabet, request.reporter));
            let base = lists.collect::<Result<Vec<_>, Failure>>()?.concat();
            Ok(vec![verdict(&read, (!request.words.is_empty()).then_some(&base[..]))])
        };
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

/// Reads the words of a value of `--words`: those of the embedded list, of a folder of lists, or of a list.
fn words_of(path: &Path, alphabet: &Alphabet, reporter: Reporter) -> Result<Vec<Entry>, Failure> {
    if EmbeddedList::named(path, EmbeddedList::default()).is_some() {
        let list = wordlists::resolve(&[path.to_owned()], None, reporter)?.list;
        let entry = |id| {
            let word: Vec<Sign> = list.word(id).iter().map(|&letter| letter.into()).collect();
            Entry { spelling: word.iter().map(|sign| sign.char()).collect(), word, questions: Vec::new() }
        };
        return Ok(list.ids().map(entry).collect());
    }
    let mut words = Vec::new();
    for path in files_of(path)? {
        let text = Limit::WORDS
            .read_file(&path)
            .map_err(|error| WordListError::Unreadable { path: path.clone(), error })?;
        words.extend(words_in(&Input::of_bytes(&path, text), alphabet, reporter)?);
    }
    Ok(words)
}

/// Reads the words of a list in the style that skips fewer lines, and reports these; the questions do not matter here.
fn words_in(input: &Input, alphabet: &Alphabet, reporter: Reporter) -> Result<Vec<Entry>, Failure> {
    let text = list_text(input)?;
    let read = |style| base::read(&text, style, alphabet);
    let best = match (read(Style::Marked), read(Style::Spaced)) {
        (Ok(marked), Ok(spaced)) if spaced.skipped.len() < marked.skipped.len() => Ok(spaced),
        (Err(_), Ok(spaced)) => Ok(spaced),
        (marked, _) => marked,
    };
    let base = best.map_err(|error| input.at(error))?;
    base.skipped.iter().for_each(|skipped| reporter.note(&input.at(skipped)));
    Ok(base.entries)
}
