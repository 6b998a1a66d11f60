//! Crosswords, with blocks or bars, criss-crosses and digram grids: a grid of letters, numbered for the lists of clues beside it.

use super::lines::{Edge, field_area, grid_lines};
use super::{Block, Context, letters};
use crate::encodings::crossword::bars::Bars;
use crate::encodings::grid::Pos;
use crate::publish::page::{Color, Face, Item, Path, Point, Text};
use crate::publish::puzzle::{BlockedLook, Kind};

/// The size of numbers, in sides of a field.
const NUMBER: f64 = 0.28;
/// Room for the numbers of rows and columns of a digram grid, in sides of a field.
const MARGIN: f64 = 0.6;

/// Returns the width and height of the grid with the numbers around it, in sides of a field.
pub(super) fn extent(kind: Kind, rows: usize, cols: usize) -> (f64, f64) {
    let margin = if kind.has_line_words() { MARGIN } else { 0.0 };
    (cols as f64 + margin, rows as f64 + margin)
}

/// Draws the grid.
pub(super) fn grid(context: &Context<'_>) -> Block {
    let puzzle = context.puzzle;
    let (cell, kind) = (context.cell, puzzle.kind);
    let blocked = kind.features().blocked;
    let mut items = Vec::new();
    let color = match blocked {
        BlockedLook::Black => Some(Color::BLACK),
        BlockedLook::Grey => Some(Color::grey(150)),
        BlockedLook::Island | BlockedLook::Outside => None,
    };
    if let Some(color) = color {
        let mut black = Path::default();
        for (pos, _) in puzzle.fields.iter().filter(|(_, field)| field.is_blocked()) {
            let area = field_area(pos, cell);
            black.segments.extend(Path::from(area).segments);
        }
        items.push(Item::filled(black, color));
    }
    let is_empty = |pos: Option<Pos>| pos.is_none_or(|pos| puzzle.fields[pos].is_blocked());
    let bars = Bars::from_iter(puzzle.bars());
    let has_bar = |a: Option<Pos>, b: Option<Pos>| a.zip(b).is_some_and(|(a, b)| bars.between(a, b));
    let edge = |a: Option<Pos>, b: Option<Pos>| match (a.is_none() || b.is_none(), is_empty(a), is_empty(b)) {
        (_, true, true) if blocked == BlockedLook::Outside => Edge::None,
        (_, true, _) | (_, _, true) if blocked == BlockedLook::Outside => Edge::Thick,
        (true, ..) => Edge::Thick,
        _ if has_bar(a, b) => Edge::Bar,
        _ => Edge::Thin,
    };
    items.extend(grid_lines(puzzle.rows(), puzzle.cols(), cell, edge));
    items.extend(numbers(context));
    items.extend(letters::fields(context));
    let (cols, rows) = extent(kind, puzzle.rows(), puzzle.cols());
    let (width, height) = (cols * cell, rows * cell);
    let margin = Point::new(width - puzzle.cols() as f64 * cell, height - puzzle.rows() as f64 * cell);
    Block { width, height, items: vec![Item::moved(items, margin)] }
}

/// Draws the numbers in the fields where words start or, in a digram grid, before its rows and above its columns.
fn numbers(context: &Context<'_>) -> Vec<Item> {
    let (puzzle, cell) = (context.puzzle, context.cell);
    let size = NUMBER * cell;
    let height = context.fonts.get(Face::Regular).cap_height() * size;
    let text = |number: usize| Text::new(context.fonts, Face::Regular, size, &number.to_string());
    if puzzle.kind.has_line_words() {
        let rows = (0..puzzle.rows())
            .map(|row| text(row + 1).ending_at(-0.15 * cell, (row as f64 + 0.5) * cell + height / 2.0));
        let cols =
            (0..puzzle.cols()).map(|col| text(col + 1).centred_at((col as f64 + 0.5) * cell, -0.15 * cell));
        return rows.chain(cols).map(Item::Text).collect();
    }
    let numbering = puzzle.numbering();
    let numbered = puzzle.fields.positions().filter_map(|pos| Some((pos, numbering.at(pos)?)));
    let place = |(pos, number): (Pos, usize)| {
        text(number).at((pos.col as f64 + 0.06) * cell, (pos.row as f64 + 0.07) * cell + height)
    };
    // A solution needs no numbers.
    if context.solution { Vec::new() } else { numbered.map(place).map(Item::Text).collect() }
}
