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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::{barred, crisscross, template};
    use crate::publish::puzzle::{Clue, convert};

    const GRID: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

    fn arrowword() -> Puzzle {
        let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
        puzzle.entries[0].clues = vec![Clue::new("<b>Frau")];
        puzzle.fields[Pos::new(1, 1)] = match puzzle.fields[Pos::new(1, 1)] {
            Field::Letter { letter, .. } => Field::Letter { letter, given: true },
            other => other,
        };
        puzzle
    }

    /// Returns the lines of a file that begin in this way.
    fn lines<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
        text.lines().filter(|line| line.starts_with(beginning)).collect()
    }

    #[test]
    fn an_arrowword_has_clues_in_its_fields() {
        let mut puzzle = arrowword();
        puzzle.title = Some("A & B".to_owned());
        puzzle.credits = vec!["one".to_owned(), "two".to_owned()];
        let text = write(&puzzle, false).unwrap();
        assert_eq!(
            lines(&text, "<cell"),
            [
                "<cell x=\"1\" y=\"1\" type=\"clue\"><clue word=\"3\">&lt;b&gt;Frau</clue></cell>",
                "<cell x=\"2\" y=\"1\" solution=\"L\"><arrow from=\"left\" to=\"bottom\"/></cell>",
                "<cell x=\"3\" y=\"1\" type=\"clue\"><clue word=\"4\"></clue></cell>",
                "<cell x=\"1\" y=\"2\" type=\"clue\"><clue word=\"1\"></clue></cell>",
                "<cell x=\"2\" y=\"2\" solution=\"E\" solve-state=\"E\" hint=\"true\"><arrow from=\"left\" to=\"right\"/></cell>",
                "<cell x=\"3\" y=\"2\" solution=\"I\"><arrow from=\"top\" to=\"bottom\"/></cell>",
                "<cell x=\"1\" y=\"3\" type=\"clue\"><clue word=\"2\"></clue></cell>",
                "<cell x=\"2\" y=\"3\" solution=\"A\"><arrow from=\"left\" to=\"right\"/></cell>",
                "<cell x=\"3\" y=\"3\" solution=\"D\"/>",
            ]
        );
        assert_eq!(
            lines(&text, "<word"),
            [
                "<word id=\"1\" x=\"2-3\" y=\"2\"/>",
                "<word id=\"2\" x=\"2-3\" y=\"3\"/>",
                "<word id=\"3\" x=\"2\" y=\"1-3\"/>",
                "<word id=\"4\" x=\"3\" y=\"2-3\"/>",
            ]
        );
        assert_eq!(
            lines(&text, "<clue"),
            [
                "<clues ordering=\"normal\"><title><b>Across</b></title>",
                "<clue word=\"1\" number=\"3\" format=\"2\"></clue>",
                "<clue word=\"2\" number=\"4\" format=\"2\"></clue>",
                "<clues ordering=\"normal\"><title><b>Down</b></title>",
                "<clue word=\"3\" number=\"1\" format=\"3\">&lt;b&gt;Frau</clue>",
                "<clue word=\"4\" number=\"2\" format=\"2\"></clue>",
            ]
        );
        assert!(
            text.contains("<title>A &amp; B</title><creator></creator><copyright>one; two</copyright>"),
            "{text}"
        );
        assert!(text.contains("<grid width=\"3\" height=\"3\">"), "{text}");
    }

    #[test]
    fn a_plain_arrowword_is_a_crossword_with_numbers() {
        let text = write(&arrowword(), true).unwrap();
        assert_eq!(
            lines(&text, "<cell"),
            [
                "<cell x=\"1\" y=\"1\" type=\"block\"/>",
                "<cell x=\"2\" y=\"1\" solution=\"L\" number=\"1\"/>",
                "<cell x=\"3\" y=\"1\" type=\"block\"/>",
                "<cell x=\"1\" y=\"2\" type=\"block\"/>",
                "<cell x=\"2\" y=\"2\" solution=\"E\" solve-state=\"E\" hint=\"true\" number=\"2\"/>",
                "<cell x=\"3\" y=\"2\" solution=\"I\" number=\"3\"/>",
                "<cell x=\"1\" y=\"3\" type=\"block\"/>",
                "<cell x=\"2\" y=\"3\" solution=\"A\" number=\"4\"/>",
                "<cell x=\"3\" y=\"3\" solution=\"D\"/>",
            ]
        );
        assert_eq!(
            lines(&text, "<clue "),
            [
                "<clue word=\"1\" number=\"2\" format=\"2\"></clue>",
                "<clue word=\"2\" number=\"4\" format=\"2\"></clue>",
                "<clue word=\"3\" number=\"1\" format=\"3\">&lt;b&gt;Frau</clue>",
                "<clue word=\"4\" number=\"3\" format=\"2\"></clue>",
            ]
        );
    }

    #[test]
    fn words_are_in_the_order_of_their_clues_or_of_their_numbers() {
        let grid = "3\n3\n?A?\nBCD\nEFG\n0 0 0\n0 2 2\n";
        let puzzle = convert::arrowword(&cwg::read(grid).unwrap().puzzle).unwrap();
        let first = "<word id=\"1\" x=\"1\" y=\"2-3\"/>";
        let second = "<word id=\"2\" x=\"2\" y=\"1-3\"/>";
        assert_eq!(lines(&write(&puzzle, false).unwrap(), "<word"), [first, second]);
        assert_eq!(lines(&write(&puzzle, true).unwrap(), "<word"), [second, first]);
    }

    #[test]
    fn each_arrow_enters_on_the_side_of_its_question_field() {
        for (code, at, from, to) in [
            (0, (3, 4), "top", "bottom"),
            (1, (3, 4), "top", "right"),
            (2, (2, 3), "right", "bottom"),
            (3, (4, 3), "left", "right"),
            (4, (4, 3), "left", "bottom"),
            (5, (3, 2), "bottom", "right"),
        ] {
            let grid = format!("5\n5\nABCDE\nFGHIJ\nKL?MN\nOPQRS\nTUVWX\n2 2 {code}\n");
            let puzzle = convert::arrowword(&cwg::read(&grid).unwrap().puzzle).unwrap();
            let text = write(&puzzle, false).unwrap();
            let with_arrow: Vec<&str> = text.lines().filter(|line| line.contains("<arrow")).collect();
            let cell = format!("<cell x=\"{}\" y=\"{}\"", at.0, at.1);
            let arrow = format!("><arrow from=\"{from}\" to=\"{to}\"/></cell>");
            assert!(
                with_arrow.len() == 1 && with_arrow[0].starts_with(&cell) && with_arrow[0].ends_with(&arrow),
                "{code}: {with_arrow:?}"
            );
        }
    }

    #[test]
    fn bars_and_blocks_are_those_of_the_kind() {
        let crossword = barred::format::read("barred\nT O R|E\n-\nE G A L\n").unwrap();
        let text = write(&convert::barred(&crossword, |_| None), false).unwrap();
        assert_eq!(
            lines(&text, "<cell"),
            [
                "<cell x=\"1\" y=\"1\" solution=\"T\" number=\"1\"/>",
                "<cell x=\"2\" y=\"1\" solution=\"O\" number=\"2\"/>",
                "<cell x=\"3\" y=\"1\" solution=\"R\" number=\"3\"/>",
                "<cell x=\"4\" y=\"1\" solution=\"E\" number=\"4\" left-bar=\"true\"/>",
                "<cell x=\"1\" y=\"2\" solution=\"E\" number=\"5\" top-bar=\"true\"/>",
                "<cell x=\"2\" y=\"2\" solution=\"G\"/>",
                "<cell x=\"3\" y=\"2\" solution=\"A\"/>",
                "<cell x=\"4\" y=\"2\" solution=\"L\"/>",
            ]
        );
        let crossword = template::format::read("AB\n.#\n").unwrap();
        let puzzle = convert::template(&crossword, |_| None);
        // A crossword has numbers and no clues in its fields, plain or not.
        for plain in [false, true] {
            let text = write(&puzzle, plain).unwrap();
            let cells = [
                "<cell x=\"1\" y=\"1\" solution=\"A\" number=\"1\"/>",
                "<cell x=\"2\" y=\"1\" solution=\"B\"/>",
                "<cell x=\"1\" y=\"2\"/>",
                "<cell x=\"2\" y=\"2\" type=\"block\"/>",
            ];
            assert_eq!(lines(&text, "<cell"), cells);
        }
        let layout = "criss-cross 2 2\nAB\nC.\n\nacross\n1 (0,0) AB\ndown\n1 (0,0) AC\n";
        let layout = crisscross::format::read(layout).unwrap().layout;
        let text = write(&convert::crisscross(&layout), false).unwrap();
        assert_eq!(lines(&text, "<cell").last(), Some(&"<cell x=\"2\" y=\"2\" type=\"void\"/>"));
    }

    #[test]
    fn a_file_is_recognised_by_its_root_and_holds_what_it_can() {
        assert!(is_jpz(&write(&arrowword(), false).unwrap()));
        assert!(is_jpz("\u{feff} \n<crossword-compiler-applet>"));
        assert!(!is_jpz("crossword-compiler"));
        assert!(!is_jpz("<html>"));
        for kind in Kind::ALL {
            assert_eq!(holds(kind).is_err(), [Kind::Digram, Kind::Numberlink].contains(&kind), "{kind}");
        }
        let mut puzzle = arrowword();
        puzzle.kind = Kind::Digram;
        assert!(matches!(write(&puzzle, false), Err(NoExport::Kind { format: "JPZ", .. })));
    }
}
