//! Writes a layout as text, and reads it back.
//!
//! ```text
//! criss-cross 3 5
//! .T...
//! ROSE.
//! .N...
//!
//! across
//! 2 (1,0) ROSE<TAB>It has thorns
//! down
//! 1 (0,1) TON
//! ```
//!
//! The grid and the numbers are there for the human reader; they follow from the words, and
//! [`check_drawing`](super::rules::check_drawing) reports where they do not. Lines that begin with `#` are comments.

use super::puzzle::{Laid, Layout, MAX_SIDE};
use crate::grid::{Direction, Grid, Pos};
use crate::lexicon::{Alphabet, Sign};
use crate::numbering::Numbering;
use crate::plain::harmless;
use std::fmt::Write;
use thiserror::Error;

/// The first word of a layout's text.
pub const HEADER: &str = "criss-cross";

/// A layout as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The words on the board.
    pub layout: Layout,
    /// The grid as it is drawn.
    pub drawn: Grid<Option<Sign>>,
    /// The number of each word of the layout.
    pub numbers: Vec<usize>,
}

/// Why a text is not a layout. Lines and rows are counted from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum FormatError {
    #[error(
        "line {line}: expected `{HEADER} ROWS COLUMNS` with numbers from 1 to {MAX_SIDE}, found `{found}`; is this a \
         list of words, and not a layout?"
    )]
    Header { line: usize, found: String },

    #[error(
        "line {line}: row {row} of the grid should have {cols} characters, `.`, a capital letter or a digit, found `{found}`"
    )]
    Row { line: usize, row: usize, cols: usize, found: String },

    #[error("line {line}: expected `across`, `down`, or a word as in `1 (0,3) ROSE`, found `{found}`")]
    Word { line: usize, found: String },

    #[error("line {line}: found a word before the first line `across` or `down`, which gives its direction")]
    NoDirection { line: usize },
}

/// Returns whether the text looks like a layout, by its first line.
pub fn is_layout(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.split_whitespace().next() == Some(HEADER))
}

/// Returns the layout as text; `comments` are added as lines at its end. Questions and comments are made [`harmless`], and
/// the blanks around a question are left out.
pub fn write<'a>(layout: &Layout, comments: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let numbering = Numbering::of_runs(layout.words.iter().map(Laid::run));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{HEADER} {} {}", layout.rows, layout.cols);
    let grid = layout.grid();
    for row in 0..layout.rows {
        text.extend(grid.row(row).iter().map(|letter| letter.map_or('.', Sign::char)));
        text.push('\n');
    }
    text.push('\n');
    for direction in Direction::BOTH {
        if !numbering.of(direction).is_empty() {
            let _ = writeln!(text, "{direction}");
        }
        for numbered in numbering.of(direction) {
            let word = layout.words.iter().find(|word| word.run() == numbered.run);
            let Some(word) = word else { continue };
            let _ =
                write!(text, "{} ({},{}) {}", numbered.number, word.start.row, word.start.col, word.text());
            // The reader trims a question, so one that is made of control characters is none.
            let question = word.question.as_deref().map(harmless).unwrap_or_default();
            if !question.trim().is_empty() {
                let _ = write!(text, "\t{}", question.trim());
            }
            text.push('\n');
        }
    }
    for comment in comments {
        let _ = writeln!(text, "# {}", harmless(comment));
    }
    text
}

/// Reads what [`write()`] wrote.
pub fn read(text: &str) -> Result<Read, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let (rows, cols) = lines
        .next()
        .map_or(Err((1, "")), header)
        .map_err(|(line, found)| FormatError::Header { line, found: shortened(found) })?;
    let mut drawn = Grid::filled(rows, cols, None);
    let mut last = 1;
    for row in 0..rows {
        let (line, content) = lines.next().unwrap_or((last + 1, ""));
        last = line;
        let failed = || FormatError::Row { line, row: row + 1, cols, found: shortened(content) };
        let content = content.trim_end();
        if content.chars().count() != cols {
            return Err(failed());
        }
        for (col, c) in content.chars().enumerate() {
            drawn[Pos::new(row, col)] = match c {
                '.' => None,
                c => Some(Sign::from_char(c).ok_or_else(failed)?),
            };
        }
    }
    let mut layout = Layout { rows, cols, words: Vec::new() };
    let mut numbers = Vec::new();
    let mut direction = None;
    for (line, content) in lines {
        let content = content.trim();
        if let Some(found) =
            Direction::BOTH.into_iter().find(|d| content.eq_ignore_ascii_case(&d.to_string()))
        {
            direction = Some(found);
            continue;
        }
        let word = word(content).ok_or_else(|| FormatError::Word { line, found: shortened(content) })?;
        let direction = direction.ok_or(FormatError::NoDirection { line })?;
        let (number, start, word, question) = word;
        numbers.push(number);
        layout.words.push(Laid { word, question, start, direction });
    }
    Ok(Read { layout, drawn, numbers })
}

/// Parses `criss-cross ROWS COLUMNS`.
fn header((line, text): (usize, &str)) -> Result<(usize, usize), (usize, &str)> {
    let mut parts = text.split_whitespace();
    let side = |part: Option<&str>| part?.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let size = match (parts.next(), side(parts.next()), side(parts.next())) {
        (Some(HEADER), Some(rows), Some(cols)) => Some((rows, cols)),
        _ => None,
    };
    size.filter(|_| parts.next().is_none()).ok_or((line, text))
}

type Word = (usize, Pos, Vec<Sign>, Option<String>);

/// Parses `NUMBER (ROW,COLUMN) WORD`, and after a TAB the question.
fn word(text: &str) -> Option<Word> {
    let (place, question) =
        text.split_once('\t').map_or((text, ""), |(place, question)| (place, question.trim()));
    let mut parts = place.split_whitespace();
    let number = parts.next()?.trim_end_matches('.').parse().ok()?;
    let (row, col) = parts.next()?.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    // Positions beyond the largest board need no distinction, and sums must not overflow.
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n <= 2 * MAX_SIDE);
    let start = Pos::new(side(row)?, side(col)?);
    let word = Alphabet::Written.fold(parts.next()?).ok().filter(|word| !word.is_empty())?;
    let question = (!question.is_empty()).then(|| question.to_owned());
    parts.next().is_none().then_some((number, start, word, question))
}

/// Returns the first characters of a line, for a message.
fn shortened(line: &str) -> String {
    line.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str =
        "criss-cross 3 5\n.T...\nROSE.\n.N...\n\nacross\n2 (1,0) ROSE\tIt has thorns\ndown\n1 (0,1) TON\n";

    #[test]
    fn what_is_written_is_read_back() {
        let read = read(TEXT).unwrap();
        assert_eq!(read.layout.words.len(), 2);
        assert_eq!(read.numbers, [2, 1]);
        assert_eq!(read.drawn, read.layout.grid());
        assert_eq!(write(&read.layout, []), TEXT);
        assert!(is_layout(TEXT) && !is_layout("ROSE\tcriss-cross\n"));
        assert!(is_layout(&format!("# a comment\n\n{TEXT}")));
        let one = "criss-cross 1 2\nOK\n\nacross\n1 (0,0) OK\n";
        assert_eq!(write(&super::read(one).unwrap().layout, []), one, "no heading without words");
        let commented = write(&read.layout, ["one more"]);
        assert_eq!(super::read(&commented).unwrap(), read);
    }

    #[test]
    fn control_characters_around_a_question_leave_no_blanks() {
        for (question, written) in [("\u{0}It has\u{1b}thorns\u{0}", "\tIt has thorns"), ("\u{0}\u{7}", "")] {
            let read = read(&TEXT.replace("It has thorns", question)).unwrap();
            assert_eq!(read.layout.words[0].question.as_deref(), Some(question));
            let expected = TEXT.replace("\tIt has thorns", written);
            assert_eq!(write(&read.layout, []), expected, "{question:?}");
            assert_eq!(write(&super::read(&expected).unwrap().layout, []), expected, "{question:?}");
        }
    }

    #[test]
    fn errors_name_line_and_remedy() {
        for (text, expected) in [
            ("", "line 1: expected `criss-cross ROWS COLUMNS`"),
            ("criss-cross 3\n", "line 1: expected `criss-cross ROWS"),
            ("criss-cross 0 3\n", "line 1: expected `criss-cross ROWS"),
            ("ROSE\n", "line 1: expected `criss-cross ROWS"),
            ("criss-cross 2 2\nA.\n", "line 3: row 2 of the grid"),
            ("criss-cross 1 2\nA?\n", "line 2: row 1 of the grid"),
            ("criss-cross 1 2\nOK\n1 (0,0) OK\n", "line 3: found a word before"),
            ("criss-cross 1 2\nOK\nacross\n1 0,0 OK\n", "line 4: expected `across`"),
            ("criss-cross 1 2\nOK\nacross\n1 (0,99999999999999999999) OK\n", "line 4: expected"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        let error = read("criss-cross 1 2\nOKAY\n").unwrap_err().to_string();
        assert!(error.ends_with("found `OKAY`"), "{error}");
        let error = read(&"ROSE ".repeat(20)).unwrap_err().to_string();
        assert!(error.contains(&format!("found `{}`;", "ROSE ".repeat(12))), "{error}");
    }

    #[test]
    fn words_outside_the_board_are_read_so_that_the_rules_can_name_them() {
        let text = |col: usize| format!("criss-cross 1 2\nOK\nacross\n1 (0,{col}) OK\n");
        assert_eq!(read(&text(2 * MAX_SIDE)).unwrap().layout.words[0].start, Pos::new(0, 2 * MAX_SIDE));
        let error = read(&text(2 * MAX_SIDE + 1)).unwrap_err();
        assert_eq!(error, FormatError::Word { line: 4, found: "1 (0,401) OK".to_owned() });
    }

    proptest! {
        #[test]
        fn never_panics(text in "(criss-cross [0-9] [0-9]\n)?[A-C.]{0,6}\n[A-C.]{0,6}\n(across\n)?[0-9(),A-C \t\n]{0,40}") {
            if let Ok(read) = read(&text) {
                let _ = crate::crisscross::rules::check(&read.layout, None);
                let _ = crate::crisscross::rules::check_drawing(&read);
            }
        }
    }
}
