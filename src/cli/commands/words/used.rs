//! `cwsat words --used`: how many puzzles each word is in, to show which words come up again and again.
//!
//! Puzzles are read as for `cwsat render`, from files and folders. Those without words, such as Numberlinks, do not
//! count. A word that occurs twice in a puzzle counts once.

use super::coverage::percent;
use super::{counted, pretty};
use crate::cli::document;
use crate::cli::exit::{Exit, Failure};
use crate::cli::folder;
use crate::cli::reporter;
use cwsat::publish::puzzle::Puzzle;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The output; the names of the fields are those in the JSON.
#[derive(Serialize)]
struct Usage {
    puzzles: usize,
    /// The number of words in all puzzles, including repeats.
    words: usize,
    different: usize,
    /// The most used first, equally used ones in alphabetical order.
    used: Vec<Used>,
}

#[derive(Serialize)]
struct Used {
    word: String,
    /// The number of puzzles.
    puzzles: usize,
    /// Their share of all puzzles, in percent.
    percent: f64,
}

/// Counts the words of these puzzles, folders and files. One that cannot be read is reported, and the others are still
/// counted.
pub fn used(paths: &[PathBuf], json: bool) -> Result<(String, Exit), Failure> {
    let mut exit = Exit::Ok;
    let mut puzzles = Vec::new();
    for path in paths {
        let sources = match path.is_dir() {
            true => folder::puzzles(path, None)?.into_iter().map(|found| found.path).collect(),
            false => vec![path.clone()],
        };
        for source in sources {
            match document::with_words(&source) {
                Ok(puzzle) => puzzles.extend(puzzle),
                Err(failure) => exit = exit.max(failure.report()),
            }
        }
    }
    let unfilled =
        |puzzle: &Puzzle| puzzle.entries.iter().filter(|entry| puzzle.word(entry).is_none()).count();
    let unfilled: usize = puzzles.iter().map(unfilled).sum();
    if unfilled > 0 {
        let words = match unfilled {
            1 => "1 word is not filled and does not count".to_owned(),
            n => format!("{n} words are not filled and do not count"),
        };
        reporter::warn(&words);
    }
    if puzzles.is_empty() && exit != Exit::Ok {
        return Ok((String::new(), exit));
    }
    let usage = usage(&puzzles);
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let text = if json { pretty(&names.join(" + "), &usage) } else { table(&usage) };
    Ok((text, exit))
}

fn usage(puzzles: &[Puzzle]) -> Usage {
    let mut by_word: BTreeMap<String, usize> = BTreeMap::new();
    let mut words = 0;
    for puzzle in puzzles {
        let all: Vec<String> = puzzle.entries.iter().filter_map(|entry| puzzle.word(entry)).collect();
        words += all.len();
        for word in all.into_iter().collect::<BTreeSet<_>>() {
            *by_word.entry(word).or_default() += 1;
        }
    }
    let percent = |count: usize| 100.0 * count as f64 / puzzles.len().max(1) as f64;
    let mut used: Vec<Used> = by_word
        .into_iter()
        .map(|(word, puzzles)| Used { word, puzzles, percent: percent(puzzles) })
        .collect();
    // Stable, so that equally used words stay in alphabetical order.
    used.sort_by_key(|used| std::cmp::Reverse(used.puzzles));
    Usage { puzzles: puzzles.len(), words, different: used.len(), used }
}

fn table(usage: &Usage) -> String {
    let puzzles = if usage.puzzles == 1 { "puzzle" } else { "puzzles" };
    let mut text =
        format!("{} {puzzles}, {}, {} different\n", usage.puzzles, counted(usage.words), usage.different);
    let width = usage.used.iter().map(|used| used.word.len()).max().unwrap_or_default().max("word".len());
    if !usage.used.is_empty() {
        text += &format!("\n{:width$}  puzzles     share\n", "word");
    }
    for Used { word, puzzles, .. } in &usage.used {
        text += &format!("{word:width$}{puzzles:9}  {}\n", percent(*puzzles, usage.puzzles));
    }
    text
}
