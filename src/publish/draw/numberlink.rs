//! Numberlink: blocks with their numbers, and in the solution the wires between equal numbers.

use super::lines::{Edge, THIN, field_area, grid_lines};
use super::{Block, Context};
use crate::encodings::grid::Pos;
use crate::publish::page::{Color, Face, Item, Path, Point, Text};
use crate::publish::puzzle::Field;

/// The size of the numbers, in sides of a field.
const NUMBER: f64 = 0.5;
/// The width of a wire, in sides of a field.
const WIRE: f64 = 0.16;

/// Draws the board.
pub(super) fn grid(context: &Context<'_>) -> Block {
    let puzzle = context.puzzle;
    let (cell, fields) = (context.cell, &puzzle.fields);
    let block_of = |pos: Option<Pos>| match pos.map(|pos| fields[pos]) {
        Some(Field::Block { block, .. }) => Some(block),
        _ => None,
    };
    let mut ground = Path::default();
    for (pos, _) in fields.iter().filter(|(_, field)| matches!(field, Field::Block { .. })) {
        ground.segments.extend(Path::from(field_area(pos, cell)).segments);
    }
    let mut items = vec![Item::filled(ground, Color::grey(222))];
    let thin = grid_lines(puzzle.rows(), puzzle.cols(), cell, |a, b| match (block_of(a), block_of(b)) {
        (Some(a), Some(b)) if a == b => Edge::None,
        _ => Edge::Thin,
    });
    items.extend(thin);
    if context.solution {
        items.extend(wires(context));
    }
    let thick = grid_lines(puzzle.rows(), puzzle.cols(), cell, |a, b| {
        let edge = a.is_none() || b.is_none() || block_of(a) != block_of(b);
        if edge { Edge::Thick } else { Edge::None }
    });
    items.extend(thick);
    for (pos, field) in fields.iter() {
        if let Field::Block { number: Some(number), .. } = *field {
            let size = NUMBER * cell;
            let height = context.fonts.get(Face::Bold).cap_height() * size;
            let text = Text::new(context.fonts, Face::Bold, size, &number.to_string());
            let (x, y) = ((pos.col as f64 + 0.5) * cell, (pos.row as f64 + 0.5) * cell + height / 2.0);
            items.push(Item::Text(text.centred_at(x, y)));
        }
    }
    Block { width: puzzle.cols() as f64 * cell, height: puzzle.rows() as f64 * cell, items }
}

/// Draws a line from the middle of each field of a wire to the middle of each neighbour that belongs to the same wire;
/// in a block, the line stops at the edge.
fn wires(context: &Context<'_>) -> Option<Item> {
    let (fields, cell) = (&context.puzzle.fields, context.cell);
    let number = |pos: Pos| match fields[pos] {
        Field::Wire(number) | Field::Block { number: Some(number), .. } => Some(number),
        _ => None,
    };
    let middle = |pos: Pos| Point::new((pos.col as f64 + 0.5) * cell, (pos.row as f64 + 0.5) * cell);
    let is_block = |pos: Pos| matches!(fields[pos], Field::Block { .. });
    let mut path = Path::default();
    for (pos, _) in fields.iter() {
        for (rows, cols) in [(0, 1), (1, 0)] {
            let Some(next) = pos.offset(rows, cols).filter(|&next| fields.contains(next)) else { continue };
            // Two adjacent ends are connected without a wire that could be drawn.
            if number(pos).is_none() || number(pos) != number(next) || is_block(pos) && is_block(next) {
                continue;
            }
            let (a, b) = (middle(pos), middle(next));
            let edge = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
            let line = [if is_block(pos) { edge } else { a }, if is_block(next) { edge } else { b }];
            path.segments.extend(Path::line(line).segments);
        }
    }
    let width = (WIRE * cell).max(THIN);
    (!path.segments.is_empty()).then(|| Item::stroked(path, Color::grey(70), width))
}
