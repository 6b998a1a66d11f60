//! JPZ, the XML of Crossword Compiler, which many crossword players open.
//!
//! It supports fields that hold clues, with the arrow in the first letter field of the word: the side on which it
//! enters and the side it points to. Not all readers support this, so there is a plain form, in which an arrowword is a
//! crossword with numbers and lists. The file is bare XML (others wrap it in a ZIP), which all readers accept.

use super::{NoExport, clue_text, listed, markup};
use crate::encodings::arrowword::puzzle::Arrow;
use crate::encodings::crossword::bars::Bars;
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::numbering::Numbering;
use crate::publish::draw::wording::Wording;
use crate::publish::puzzle::{BlockedLook, Entry, Field, Kind, Puzzle};
use std::fmt::Write;

/// A word with its identifiers in the file.
struct Word<'a> {
    /// The word's id in the file, from 1.
    id: usize,
    direction: Direction,
    /// The number before its clue.
    number: usize,
    entry: &'a Entry,
}

/// Returns whether a text looks like a JPZ file.
pub fn is_jpz(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let start: String = text.chars().take(400).collect();
    start.starts_with('<') && start.contains("crossword-compiler")
}

/// Returns an error if the format cannot hold this kind.
pub fn holds(kind: Kind) -> Result<(), NoExport> {
    let holds = "arrowwords, crosswords and criss-crosses only";
    if kind.features().jpz { Ok(()) } else { Err(NoExport::Kind { format: "JPZ", holds, kind }) }
}

/// Returns the puzzle as JPZ. If it is `plain`, no field holds a clue.
pub fn write(puzzle: &Puzzle, plain: bool) -> Result<String, NoExport> {
    holds(puzzle.kind)?;
    let numbering = match puzzle.kind.has_question_fields() && plain {
        true => Numbering::of_runs(puzzle.entries.iter().map(|entry| entry.run)),
        false => puzzle.numbering(),
    };
    let words = words(puzzle, &numbering, plain);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_all(&mut text, puzzle, &words, &numbering, plain);
    Ok(text)
}

fn words<'a>(puzzle: &'a Puzzle, numbering: &Numbering, plain: bool) -> Vec<Word<'a>> {
    let mut words: Vec<Word> = listed(puzzle)
        .into_iter()
        .enumerate()
        .map(|(index, (direction, number, entry))| Word { id: index + 1, direction, number, entry })
        .collect();
    if puzzle.kind.has_question_fields() && plain {
        words.sort_by_key(|word| (word.direction, word.entry.run.start));
        for word in &mut words {
            word.number = numbering.at(word.entry.run.start).unwrap_or(word.number);
        }
    }
    words
}

fn write_all(
    text: &mut String,
    puzzle: &Puzzle,
    words: &[Word],
    numbering: &Numbering,
    plain: bool,
) -> std::fmt::Result {
    text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str("<crossword-compiler xmlns=\"http://crossword.info/xml/crossword-compiler\">\n");
    text.push_str(
        "<rectangular-puzzle xmlns=\"http://crossword.info/xml/rectangular-puzzle\" \
         alphabet=\"ABCDEFGHIJKLMNOPQRSTUVWXYZ\">\n",
    );
    writeln!(
        text,
        "<metadata><title>{}</title><creator>{}</creator><copyright>{}</copyright><description></description>\
         </metadata>",
        markup::xml(puzzle.title.as_deref().unwrap_or_default()),
        markup::xml(puzzle.author.as_deref().unwrap_or_default()),
        markup::xml(&puzzle.credits.join("; ")),
    )?;
    let blocked = puzzle.kind.features().blocked;
    let bars = Bars::from_iter(puzzle.bars());
    writeln!(text, "<crossword>\n<grid width=\"{}\" height=\"{}\">", puzzle.cols(), puzzle.rows())?;
    text.push_str("<grid-look numbering-scheme=\"normal\" clue-square-divider-width=\"0.7\"/>\n");
    for (pos, &field) in puzzle.fields.iter() {
        let (x, y) = (pos.col + 1, pos.row + 1);
        write!(text, "<cell x=\"{x}\" y=\"{y}\"")?;
        match field {
            Field::Question if plain => text.push_str(" type=\"block\"/>\n"),
            Field::Question => write_clues_in(text, puzzle, words, pos)?,
            _ if field.is_solution() => {
                let arrows = if plain { Vec::new() } else { arrows_into(puzzle, pos) };
                let bars = Direction::BOTH.map(|direction| bars.before(pos, direction));
                write_letter(text, field, numbering.at(pos), bars, &arrows)?;
            }
            _ if blocked == BlockedLook::Black => text.push_str(" type=\"block\"/>\n"),
            _ => text.push_str(" type=\"void\"/>\n"),
        }
    }
    text.push_str("</grid>\n");
    for word in words {
        let (x, y) = range(word.entry.run);
        writeln!(text, "<word id=\"{}\" x=\"{x}\" y=\"{y}\"/>", word.id)?;
    }
    let wording = Wording::of(puzzle.language.as_ref());
    for direction in Direction::BOTH {
        let heading = wording.heading(puzzle.kind.lists(), direction);
        writeln!(text, "<clues ordering=\"normal\"><title><b>{}</b></title>", markup::xml(heading))?;
        for Word { id, number, entry, .. } in words.iter().filter(|word| word.direction == direction) {
            let (clue, len) = (markup::xml(clue_text(entry)), entry.run.len);
            writeln!(text, "<clue word=\"{id}\" number=\"{number}\" format=\"{len}\">{clue}</clue>")?;
        }
        text.push_str("</clues>\n");
    }
    text.push_str("</crossword>\n</rectangular-puzzle>\n</crossword-compiler>\n");
    Ok(())
}

/// Writes the rest of a field that holds clues, in the order in which they are printed.
fn write_clues_in(text: &mut String, puzzle: &Puzzle, words: &[Word], pos: Pos) -> std::fmt::Result {
    text.push_str(" type=\"clue\">");
    for asked in puzzle.asked_at(pos) {
        let word = words.iter().find(|word| word.entry.question == asked.question);
        if let Some(word) = word {
            write!(text, "<clue word=\"{}\">{}</clue>", word.id, markup::xml(clue_text(asked)))?;
        }
    }
    text.push_str("</cell>\n");
    Ok(())
}

/// Writes the rest of a field with a letter. `bars` says whether there are bars on its left and above it.
fn write_letter(
    text: &mut String,
    field: Field,
    number: Option<usize>,
    bars: [bool; 2],
    arrows: &[(&str, &str)],
) -> std::fmt::Result {
    if let Some(letter) = field.solution() {
        write!(text, " solution=\"{letter}\"")?;
    }
    if let Some(letter) = field.given() {
        write!(text, " solve-state=\"{letter}\" hint=\"true\"")?;
    }
    if let Some(number) = number {
        write!(text, " number=\"{number}\"")?;
    }
    for (side, _) in ["left", "top"].into_iter().zip(bars).filter(|(_, is_there)| *is_there) {
        write!(text, " {side}-bar=\"true\"")?;
    }
    if arrows.is_empty() {
        text.push_str("/>\n");
        return Ok(());
    }
    text.push('>');
    for (from, to) in arrows {
        write!(text, "<arrow from=\"{from}\" to=\"{to}\"/>")?;
    }
    text.push_str("</cell>\n");
    Ok(())
}

/// Returns the arrows of the words that start in a field: the side on which each enters, and the one it points to.
fn arrows_into(puzzle: &Puzzle, pos: Pos) -> Vec<(&'static str, &'static str)> {
    let here = puzzle.entries.iter().filter(|entry| entry.run.start == pos);
    let arrow = |entry: &Entry| {
        Some(match entry.question?.arrow {
            Arrow::Down => ("top", "bottom"),
            Arrow::DownRight => ("top", "right"),
            Arrow::LeftDown => ("right", "bottom"),
            Arrow::Right => ("left", "right"),
            Arrow::RightDown => ("left", "bottom"),
            Arrow::UpRight => ("bottom", "right"),
        })
    };
    here.filter_map(arrow).collect()
}

/// Returns the fields of a word as columns and rows from 1, as in `2-5` and `1`.
fn range(run: Run) -> (String, String) {
    let last = run.cell(run.len.saturating_sub(1));
    let span = |first: usize, last: usize| match first == last {
        true => format!("{}", first + 1),
        false => format!("{}-{}", first + 1, last + 1),
    };
    (span(run.start.col, last.col), span(run.start.row, last.row))
}
