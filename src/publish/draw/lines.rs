//! The fields of a grid and the lines between them; collinear adjacent edges are drawn as one line.

use crate::encodings::grid::Pos;
use crate::publish::page::{Color, Item, Path, Point, Rect};

/// The width of thin lines between fields, in millimetres.
pub(super) const THIN: f64 = 0.15;
/// The width of lines around the grid and around islands, in millimetres.
pub(super) const THICK: f64 = 0.4;

/// The width of bars between fields, in millimetres.
pub(super) const BAR: f64 = 0.8;

/// What is drawn between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Nothing.
    None,
    /// A thin line.
    Thin,
    /// A thick line.
    Thick,
    /// A very thick line, at which words end.
    Bar,
}

/// Returns the area of a field of a grid whose fields have a side of `cell` millimetres.
pub fn field_area(pos: Pos, cell: f64) -> Rect {
    Rect::new(pos.col as f64 * cell, pos.row as f64 * cell, cell, cell)
}

/// Draws the lines of a grid whose fields have a side of `cell` millimetres. `edge` returns what is drawn between two
/// neighbouring fields; `None` stands for the outside of the grid.
pub(super) fn grid_lines(
    rows: usize,
    cols: usize,
    cell: f64,
    edge: impl Fn(Option<Pos>, Option<Pos>) -> Edge,
) -> Vec<Item> {
    let field = |row: Option<usize>, col: Option<usize>| {
        let (row, col) = (row?, col?);
        (row < rows && col < cols).then(|| Pos::new(row, col))
    };
    let (mut thin, mut thick, mut bars) = (Path::default(), Path::default(), Path::default());
    let mut draw = |kind: Edge, from: (usize, usize), to: (usize, usize)| {
        let at = |(row, col): (usize, usize)| Point::new(col as f64 * cell, row as f64 * cell);
        let line = Path::line([at(from), at(to)]);
        match kind {
            Edge::None => {}
            Edge::Thin => thin.segments.extend(line.segments),
            Edge::Thick => thick.segments.extend(line.segments),
            Edge::Bar => bars.segments.extend(line.segments),
        }
    };
    for row in 0..=rows {
        let kinds =
            (0..cols).map(|col| edge(field(row.checked_sub(1), Some(col)), field(Some(row), Some(col))));
        stretches(kinds.collect(), |kind, start, end| draw(kind, (row, start), (row, end)));
    }
    for col in 0..=cols {
        let kinds =
            (0..rows).map(|row| edge(field(Some(row), col.checked_sub(1)), field(Some(row), Some(col))));
        stretches(kinds.collect(), |kind, start, end| draw(kind, (start, col), (end, col)));
    }
    let lines = [(thin, THIN), (thick, THICK), (bars, BAR)];
    let drawn = lines.into_iter().filter(|(path, _)| !path.segments.is_empty());
    drawn.map(|(path, width)| Item::stroked(path, Color::BLACK, width)).collect()
}

/// Calls `draw` for each stretch of equal edges.
fn stretches(kinds: Vec<Edge>, mut draw: impl FnMut(Edge, usize, usize)) {
    let mut start = 0;
    for stretch in kinds.chunk_by(|a, b| a == b) {
        draw(stretch[0], start, start + stretch.len());
        start += stretch.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_continue_each_other_are_one_line() {
        let items = grid_lines(2, 3, 1.0, |a, b| match (a, b) {
            (Some(_), Some(_)) => Edge::Thin,
            _ => Edge::Thick,
        });
        let counts: Vec<usize> = items
            .iter()
            .map(|item| match item {
                Item::Path { path, .. } => path.segments.len() / 2,
                _ => 0,
            })
            .collect();
        assert_eq!(counts, [3, 4], "one line across and two down inside, four around");
    }
}
