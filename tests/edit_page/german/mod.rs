//! Everything that the program says to a person who uses the page has a German translation.
//!
//! Errors are taken with all their variants, as their source lists them; the sentences of searches and of the server, which are
//! texts in the source, are read there. So a new one that nobody has translated is found.

mod files;
mod puzzles;
mod searches;
mod written;

use super::open;
use crate::common::browser::{Browser, Window};
use crate::common::constructor::Constructor;
use cwsat::encodings::arrowword::puzzle::{Arrow, Question};
use cwsat::encodings::grid::{Direction, Pos, Run};
use files::{of_the_folder, unadmitted, unexported};
use puzzles::{faults, refusals};
use searches::unsolved;
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Display;
use std::mem;
use std::path::Path;
use written::written;

const POS: Pos = Pos::new(2, 3);
const RUN: Run = Run { start: POS, direction: Direction::Down, len: 4 };

fn question() -> Question {
    Question { pos: POS, arrow: Arrow::Down }
}

/// Returns a file of the sources; `None` if it is not there, as those of the other crates in the package of the program.
fn source(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// Returns what values of an enum say. All its variants have to be among them.
fn each<E: Display>(path: &str, name: &str, values: Vec<E>) -> Vec<String> {
    each_but(path, name, &[], values)
}

/// Returns what values of an enum say: those of all its variants but these, which a page never shows.
fn each_but<E: Display>(path: &str, name: &str, untold: &[&str], values: Vec<E>) -> Vec<String> {
    let Some(text) = source(path) else {
        // The package of the program does not contain the other crates.
        assert!(["encodings/", "engine/"].iter().any(|of| path.starts_with(of)), "{path} is not there");
        return Vec::new();
    };
    let start = format!("pub enum {name} {{\n");
    let (_, body) = text.split_once(&start).unwrap_or_else(|| panic!("{path} has no {name}"));
    let (body, _) = body.split_once("\n}").expect("the end of the enum");
    // A variant is in a line of its own, and nothing but variants is indented so far and begins with a capital letter.
    let variant = |line: &'_ str| {
        let line =
            line.strip_prefix("    ").filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))?;
        line.split(|c: char| !c.is_alphanumeric()).next().map(str::to_owned)
    };
    let there: Vec<String> = body.lines().filter_map(variant).collect();
    assert!(untold.iter().all(|name| there.iter().any(|there| there == name)), "{path}: {untold:?}");
    let kinds: HashSet<_> = values.iter().map(mem::discriminant).collect();
    let told = there.len() - untold.len();
    assert_eq!(kinds.len(), told, "{path}: translate all of these, and try them here: {there:?}");
    values.iter().map(ToString::to_string).collect()
}

/// Words that are English and not German.
const ENGLISH: &[&str] = &[
    "a",
    "and",
    "are",
    "at",
    "be",
    "board",
    "by",
    "can",
    "cannot",
    "change",
    "choose",
    "clue",
    "column",
    "columns",
    "do",
    "does",
    "each",
    "end",
    "ends",
    "field",
    "fields",
    "file",
    "fill",
    "for",
    "found",
    "from",
    "give",
    "grid",
    "has",
    "have",
    "here",
    "if",
    "is",
    "it",
    "its",
    "leave",
    "length",
    "letter",
    "letters",
    "line",
    "no",
    "not",
    "of",
    "one",
    "or",
    "other",
    "please",
    "question",
    "questions",
    "read",
    "row",
    "rows",
    "take",
    "than",
    "that",
    "the",
    "there",
    "this",
    "to",
    "too",
    "use",
    "which",
    "with",
    "word",
    "words",
    "write",
    "yet",
];

#[test]
fn what_the_program_says_is_known_in_german() {
    let parts = [faults(), refusals(), unsolved(), of_the_folder(), unexported(), unadmitted(), written()];
    let sentences = parts.concat();
    assert!(sentences.len() > 250, "{}", sentences.len());
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x3");
    open(&browser, &constructor.link, 3);
    browser.run("import('/text/sentences.js').then((module) => { window.said = module; })");
    browser.wait("window.said");
    let said = |of: &str| {
        let said = browser.run(&format!("return {}.map((text) => said.{of}(text))", json!(sentences)));
        serde_json::from_value::<Vec<String>>(said).expect("sentences")
    };
    let mut wrong = Vec::new();
    for (text, german) in sentences.iter().zip(said("german")) {
        // What is quoted is from a file, from the system, or what a person wrote.
        let own: String = german
            .split('„')
            .enumerate()
            .map(|(at, part)| match at {
                0 => part,
                _ => part.split_once('“').map_or(part, |(_, rest)| rest),
            })
            .collect();
        let is_english = own
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word != "A" && ENGLISH.contains(&word.to_lowercase().as_str()));
        // What it is about is not lost.
        let numbers = |text: &str| text.matches(|c: char| c.is_ascii_digit()).count() > 0;
        if is_english
            || own.contains('$')
            || own.contains("undefined")
            || !numbers(&german) && text.contains("row 3")
        {
            wrong.push(format!("{text}\n    {german}"));
        }
    }
    assert!(wrong.is_empty(), "{} sentences have no German:\n{}", wrong.len(), wrong.join("\n"));
    // No message advises a flag: people who use the page cannot give any.
    let flags: Vec<String> =
        said("english").into_iter().filter(|text| text.contains("--") || text.contains("`cwsat ")).collect();
    assert_eq!(flags, Vec::<String>::new());
}
