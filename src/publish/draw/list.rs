//! The clues of a numbered puzzle as lists, which flow from column to column and from page to page.

use super::breaks::Paragraph;
use super::{Context, Notes};
use crate::encodings::grid::Direction;
use crate::publish::page::{Face, Item, Text};

/// The distance between lines, in em.
const LEADING: f64 = 1.18;
/// Room for the numbers, in em.
const INDENT: f64 = 1.75;

/// A line of a list. The origin of its texts is the left edge of the column, on the baseline.
#[derive(Clone, Debug)]
pub(super) struct Line {
    texts: Vec<Text>,
    /// Its height in millimetres.
    height: f64,
    /// The room above it in millimetres, which is dropped at the top of a column.
    above: f64,
    /// Whether no column may end with it, as with a heading, or the first and the last but one line of a clue.
    keep: bool,
}

/// An area for lines on a page, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its height.
    pub height: f64,
}

/// Returns the lines of all clues, for columns of this width and type of this size (an em), both in millimetres.
pub(super) fn lines(context: &Context<'_>, width: f64, size: f64, notes: &mut Notes) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for direction in Direction::BOTH {
        let entries = context.puzzle.numbered(direction);
        if entries.is_empty() {
            continue;
        }
        let heading = context.wording.heading(context.puzzle.kind.lists(), direction);
        let heading = Text::new(context.fonts, Face::Bold, 1.15 * size, heading);
        lines.push(Line {
            texts: vec![heading],
            height: 1.2 * LEADING * size,
            above: 0.8 * size,
            keep: true,
        });
        for (number, entry) in entries {
            let length = context.puzzle.pattern(entry).chars().count();
            let clue = entry.clue().map(|clue| context.printable(&clue.text, &context.name_of(entry), notes));
            let clue = clue.filter(|clue| !clue.is_empty());
            let text = clue.map_or_else(|| format!("({length})"), |clue| format!("{clue}\u{a0}({length})"));
            lines.extend(paragraph(context, number, &text, width, size));
        }
    }
    lines
}

fn paragraph(context: &Context<'_>, number: usize, text: &str, width: f64, size: f64) -> Vec<Line> {
    let font = context.fonts.get(Face::Regular);
    let room = width / size - INDENT;
    let paragraph = Paragraph::new(font, text, context.puzzle.language.as_ref(), true);
    let texts = paragraph.full_lines(font, room);
    let count = texts.len();
    let line = |(index, text): (usize, String)| {
        let mut texts = vec![Text::new(context.fonts, Face::Regular, size, &text).at(INDENT * size, 0.0)];
        if index == 0 {
            let number = Text::new(context.fonts, Face::Bold, size, &number.to_string());
            texts.push(number.ending_at((INDENT - 0.45) * size, 0.0));
        }
        // No column starts or ends with a single line of a clue, unless the clue has only that line.
        let keep = count > 1 && (index == 0 || index + 2 == count);
        Line { texts, height: LEADING * size, above: 0.0, keep }
    };
    texts.into_iter().enumerate().map(line).collect()
}

/// Draws as many lines as fit into these columns, in order; returns them and the lines that are left over.
pub(super) fn flow<'a>(lines: &'a [Line], columns: &[Column]) -> (Vec<Item>, &'a [Line]) {
    let mut items = Vec::new();
    let mut rest = lines;
    for column in columns {
        let taken = fill(rest, column.height);
        let (here, after) = rest.split_at(taken);
        let mut y = column.y;
        for (index, line) in here.iter().enumerate() {
            y += line.height + if index == 0 { 0.0 } else { line.above };
            let place = |text: &Text| {
                let (x, base) = (text.start.x + column.x, text.start.y + y);
                Item::Text(text.clone().at(x, base))
            };
            items.extend(line.texts.iter().map(place));
        }
        rest = after;
    }
    (items, rest)
}

/// Returns how many of the lines go into a column of this height.
fn fill(lines: &[Line], height: f64) -> usize {
    let mut used = 0.0;
    let mut taken = 0;
    for line in lines {
        let above = if taken == 0 { 0.0 } else { line.above };
        // The descent of the last line needs room too.
        if used + above + line.height * 1.2 > height {
            break;
        }
        used += above + line.height;
        taken += 1;
    }
    if taken == lines.len() {
        return taken;
    }
    let kept = (0..=taken).rev().find(|&end| end == 0 || !lines[end - 1].keep);
    // A column that only kept lines fit into is filled anyway: the next one would not be better.
    kept.filter(|&end| end > 0).unwrap_or(taken)
}

/// Returns the least height, at most `most`, with which this many columns hold all the lines; `None` if there is none.
pub(super) fn balanced_height(lines: &[Line], columns: usize, most: f64) -> Option<f64> {
    let fits = |height: f64| {
        let room = vec![Column { x: 0.0, y: 0.0, height }; columns];
        flow(lines, &room).1.is_empty()
    };
    let total: f64 = lines.iter().map(|line| line.height).sum();
    let mut height = total / columns.max(1) as f64;
    let step = lines.iter().map(|line| line.height).fold(f64::MAX, f64::min).min(most) / 4.0;
    while height <= most {
        if fits(height) {
            return Some(height);
        }
        height += step.max(0.1);
    }
    fits(most).then_some(most)
}
