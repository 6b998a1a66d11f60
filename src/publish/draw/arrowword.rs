//! Arrowwords: clues in tinted question fields, arrows in the fields where words start, islands as outlined areas.

use super::arrow::{arrow, cross};
use super::fit::{Sizes, fit};
use super::lines::{Edge, THIN, field_area, grid_lines};
use super::{Block, Context, Notes, letters};
use crate::encodings::arrowword::puzzle::Arrow;
use crate::encodings::grid::{Grid, Pos};
use crate::publish::page::{Color, Face, Fonts, Item, POINT, Path, Point, Rect, Text};
use crate::publish::puzzle::{Entry, Field, Language, Puzzle};
use std::collections::BTreeMap;

/// The background of question fields: light enough for small black type, dark enough to show on newsprint.
const TINT: Color = Color::grey(226);
/// Their background when there is no text on it.
const SOLUTION_TINT: Color = Color::grey(190);
/// The smallest size of a clue, in points.
const SMALLEST_CLUE: f64 = 4.5;
/// The largest size of a clue, in points per millimetre of the field's side. Most clues of a puzzle have the same size.
const LARGEST_CLUE: f64 = 0.62;

/// Returns the parts of a field for its `count` questions: the whole field, or its halves from top to bottom.
pub fn halves(field: Rect, count: usize) -> Vec<Rect> {
    let height = field.height / count.max(1) as f64;
    let half = |index: usize| Rect::new(field.x, field.y + index as f64 * height, field.width, height);
    (0..count).map(half).collect()
}

/// Draws the grid, with clues and arrows or with the letters of the solution.
pub(super) fn grid(context: &Context<'_>, notes: &mut Notes) -> Block {
    let puzzle = context.puzzle;
    let cell = context.cell;
    let mut items = Vec::new();
    let tint = if context.solution { SOLUTION_TINT } else { TINT };
    let mut ground = Path::default();
    for (pos, field) in puzzle.fields.iter() {
        if *field == Field::Question {
            ground.segments.extend(Path::from(field_area(pos, cell)).segments);
        }
    }
    items.push(Item::filled(ground, tint));
    if !context.solution {
        items.extend(picture(context));
    }
    let is_blocked = |pos: Option<Pos>| pos.is_none_or(|pos| puzzle.fields[pos].is_blocked());
    items.extend(grid_lines(puzzle.rows(), puzzle.cols(), cell, |a, b| {
        match (is_blocked(a), is_blocked(b)) {
            (false, false) => Edge::Thin,
            // The outline of an island is drawn at the edge of the grid as well.
            (true, true) if a.is_none() || b.is_none() => Edge::Thick,
            (true, true) => Edge::None,
            _ => Edge::Thick,
        }
    }));
    if !context.solution {
        for (pos, field) in puzzle.fields.iter() {
            if *field == Field::Question {
                items.extend(questions(context, pos, notes));
            }
        }
        items.extend(arrows(puzzle, cell));
    }
    items.extend(letters::fields(context));
    Block { width: puzzle.cols() as f64 * cell, height: puzzle.rows() as f64 * cell, items }
}

/// Draws the questions of a field, each in its part, and the line between two of them.
fn questions(context: &Context<'_>, pos: Pos, notes: &mut Notes) -> Vec<Item> {
    let cell = context.cell;
    let asked = context.puzzle.asked_at(pos);
    let halves = halves(field_area(pos, cell), asked.len());
    let mut items = Vec::new();
    for half in halves.iter().skip(1) {
        let line = Path::line([Point::new(half.x, half.y), Point::new(half.right(), half.y)]);
        items.push(Item::stroked(line, Color::BLACK, THIN));
    }
    for (entry, half) in asked.into_iter().zip(halves) {
        items.extend(clue(context, entry, half, notes).into_iter().map(Item::Text));
    }
    items
}

/// Sets the first of these texts that fits into its part of a question field whose side is `cell`, both in millimetres.
/// Returns its index and its lines; `None` if none fits. Characters that the font lacks are left out.
pub fn set_clue<'a>(
    fonts: &Fonts,
    texts: impl IntoIterator<Item = &'a str>,
    language: Option<&Language>,
    half: Rect,
    cell: f64,
) -> Option<(usize, Vec<Text>)> {
    let area = half.inset(0.04 * cell, 0.035 * cell);
    let smallest = SMALLEST_CLUE * POINT;
    let sizes = Sizes { largest: (LARGEST_CLUE * cell * POINT).max(smallest), smallest };
    let set = |text: &str| fit(fonts, Face::Regular, text, language, area, sizes);
    texts.into_iter().enumerate().find_map(|(index, text)| Some((index, set(text)?)))
}

/// Draws a clue in its part of the field: the first of its texts that fits or, if none does, the number of a footnote.
fn clue(context: &Context<'_>, entry: &Entry, half: Rect, notes: &mut Notes) -> Vec<Text> {
    let cell = context.cell;
    let language = context.puzzle.language.as_ref();
    let set = |text: &str| set_clue(context.fonts, [text], language, half, cell).map(|(_, lines)| lines);
    let length = || format!("({})", context.puzzle.cells(entry).count());
    let Some(first) = entry.clue() else {
        return set(&length()).unwrap_or_default();
    };
    let shown = |text: &str| context.printable(text, &context.name_of(entry), &mut Notes::default());
    let texts: Vec<String> = entry.clues.iter().map(|clue| shown(&clue.text)).collect();
    // Only the text that is printed gets a warning; the others were not needed.
    let set_first = set_clue(context.fonts, texts.iter().map(String::as_str), language, half, cell);
    if let Some((index, lines)) = set_first {
        context.printable(&entry.clues[index].text, &context.name_of(entry), notes);
        return lines;
    }
    let text = context.printable(&first.text, &context.name_of(entry), notes);
    if text.is_empty() {
        return set(&length()).unwrap_or_default();
    }
    let number = notes.footnote(text);
    notes.warn(format!(
        "the clue of {} does not fit a question field of {cell:.1} mm, so it stands below the grid as number {number}; \
         give a shorter one, or larger fields",
        context.name_of(entry)
    ));
    set(&format!("{number})")).unwrap_or_default()
}

/// Draws all arrows.
fn arrows(puzzle: &Puzzle, cell: f64) -> Vec<Item> {
    let mut at: BTreeMap<Pos, Vec<Arrow>> = BTreeMap::new();
    for entry in &puzzle.entries {
        if let Some(question) = entry.question {
            at.entry(entry.run.start).or_default().push(question.arrow);
        }
    }
    let mut items = Vec::new();
    for (pos, kinds) in at {
        let corner = Point::new(pos.col as f64 * cell, pos.row as f64 * cell);
        for (index, &kind) in kinds.iter().enumerate() {
            let aside = kinds[..index].iter().chain(&kinds[index + 1..]).any(|&other| cross(kind, other));
            items.push(Item::moved(arrow(kind, cell, aside), corner));
        }
    }
    items
}

/// Draws the picture as large as possible in the largest rectangle of blocked fields.
fn picture(context: &Context<'_>) -> Option<Item> {
    let picture = context.picture?;
    let Fields { corner, rows, cols } = largest_rectangle(&context.puzzle.fields)?;
    let cell = context.cell;
    let area =
        Rect::new(corner.col as f64 * cell, corner.row as f64 * cell, cols as f64 * cell, rows as f64 * cell);
    let margin = 0.15 * cell;
    let area = area.inset(margin, margin).fit(f64::from(picture.width()), f64::from(picture.height()));
    Some(Item::Picture { picture: std::sync::Arc::clone(picture), area })
}

/// A rectangle of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fields {
    corner: Pos,
    rows: usize,
    cols: usize,
}

/// Returns the largest rectangle of blocked fields; of equally large ones, that with the longest short side.
fn largest_rectangle(fields: &Grid<Field>) -> Option<Fields> {
    // above[col]: the number of consecutive blocked fields from this row upwards.
    let mut above = vec![0; fields.cols()];
    let mut best: Option<Fields> = None;
    let value = |area: &Fields| (area.rows * area.cols, area.rows.min(area.cols));
    for row in 0..fields.rows() {
        for (col, height) in above.iter_mut().enumerate() {
            *height = if fields[Pos::new(row, col)].is_blocked() { *height + 1 } else { 0 };
        }
        for left in 0..fields.cols() {
            let mut rows = usize::MAX;
            for (right, &height) in above.iter().enumerate().skip(left) {
                rows = rows.min(height);
                if rows == 0 {
                    break;
                }
                let area = Fields { corner: Pos::new(row + 1 - rows, left), rows, cols: right + 1 - left };
                if best.is_none_or(|best| value(&area) > value(&best)) {
                    best = Some(area);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Blocked;

    #[test]
    fn the_largest_rectangle_of_an_island_is_found() {
        let text = ["#....", ".##..", ".###.", ".####", "....."];
        let fields = Grid::from_fn(5, 5, |p| match text[p.row].as_bytes()[p.col] {
            b'#' => Field::Blocked(Blocked::Space),
            _ => Field::Open,
        });
        // 3x2 and 2x3 have six fields each; the one that was found first is kept.
        let Fields { corner, rows, cols } = largest_rectangle(&fields).unwrap();
        assert_eq!((rows * cols, corner.col), (6, 1));
        assert_eq!(largest_rectangle(&Grid::filled(2, 2, Field::Open)), None);
    }
}
