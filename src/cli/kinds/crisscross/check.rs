//! `cwsat check` for criss-crosses: every broken rule with its place, and how good the layout is.

use super::read::{list_text, read_layout};
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Checks, Request, Verdict};
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
use std::cell::Cell;
use std::path::Path;

impl Checks for super::Crisscross {
    type Flags = NoFlags;

    fn bench<'a>(request: &'a Request<'a>, _: &NoFlags) -> Result<Bench<'a>, Failure> {
        // A list may be a pipe, which can be read only once.
        let lists = request.words.iter().map(|path| lists_of(path, request.reporter));
        let lists = lists.collect::<Result<Vec<_>, Failure>>()?.concat();
        // Remarks about lines of the lists are made once, not for each layout.
        let reporter = Cell::new(request.reporter);
        let judge = move |input: &Input| {
            let read = read_layout(input)?;
            if lists.is_empty() {
                return Ok(vec![verdict(&read, None)]);
            }
            // The layout shows which letters it keeps as they are written.
            let alphabet =
                Alphabet::keeping(read.layout.words.iter().flat_map(|word| word.word.iter().copied()));
            let reporter = reporter.replace(Reporter::new(true));
            let base = lists.iter().map(|list| list.words(&alphabet, reporter));
            Ok(vec![verdict(&read, Some(&base.collect::<Result<Vec<_>, Failure>>()?.concat()))])
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

/// A list that a layout can be compared with.
#[derive(Clone)]
enum List {
    /// The words of an embedded list.
    Embedded(Vec<Entry>),
    /// A file. Which words its lines are depends on the letters that a layout keeps.
    File { input: Input, text: String },
}

/// Reads a value of `--words`: the embedded list, a folder of lists, or a list.
fn lists_of(path: &Path, reporter: Reporter) -> Result<Vec<List>, Failure> {
    if EmbeddedList::named(path, EmbeddedList::default()).is_some() {
        let list = wordlists::resolve(&[path.to_owned()], None, reporter)?.list;
        let entry = |id| {
            let word: Vec<Sign> = list.word(id).iter().map(|&letter| letter.into()).collect();
            Entry { spelling: word.iter().map(|sign| sign.char()).collect(), word, questions: Vec::new() }
        };
        return Ok(vec![List::Embedded(list.ids().map(entry).collect())]);
    }
    let mut lists = Vec::new();
    for path in files_of(path)? {
        let bytes = Limit::WORDS
            .read_file(&path)
            .map_err(|error| WordListError::Unreadable { path: path.clone(), error })?;
        let input = Input::of_bytes(&path, bytes);
        let text = list_text(&input)?.into_owned();
        lists.push(List::File { input, text });
    }
    Ok(lists)
}

impl List {
    /// Returns the words in the style that skips fewer lines, and reports these; the questions do not matter here.
    fn words(&self, alphabet: &Alphabet, reporter: Reporter) -> Result<Vec<Entry>, Failure> {
        let (input, text) = match self {
            Self::Embedded(words) => return Ok(words.clone()),
            Self::File { input, text } => (input, text),
        };
        let read = |style| base::read(text, style, alphabet);
        let best = match (read(Style::Marked), read(Style::Spaced)) {
            (Ok(marked), Ok(spaced)) if spaced.skipped.len() < marked.skipped.len() => Ok(spaced),
            (Err(_), Ok(spaced)) => Ok(spaced),
            (marked, _) => marked,
        };
        let base = best.map_err(|error| input.at(error))?;
        base.skipped.iter().for_each(|skipped| reporter.note(&input.at(skipped)));
        Ok(base.entries)
    }
}
