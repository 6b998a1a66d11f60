//! The arrows of an arrowword, drawn in the field where the word starts, at the edge that it shares with the question.
//!
//! A straight arrow is a filled triangle with its base in the middle of the edge. A bent one is a thin line with a
//! filled head, which enters near a corner, runs along the edge of the field, and turns into the direction of the word.
//! All six are made from two shapes: the arrows to the right and downwards are mirror images in the diagonal, and an
//! arrow from the left or from above is the mirror image of one from the right or from below.

use crate::encodings::arrowword::puzzle::Arrow;
use crate::publish::page::{Color, Item, Path, Point};

/// The line width of a bent arrow, in sides of a field.
const LINE: f64 = 0.035;

/// Draws the arrow in a field with a side of `cell` millimetres whose upper left corner is the origin. If `aside`, a
/// bent arrow is drawn near the other corner of its edge, which is needed where two of them would cross.
pub(super) fn arrow(arrow: Arrow, cell: f64, aside: bool) -> Vec<Item> {
    // In sides of the field, for the arrow that comes from the left and points to the right or turns downwards.
    let (line, head) = match (arrow.is_bent(), aside) {
        (false, _) => (vec![], [(0.0, 0.4), (0.0, 0.6), (0.16, 0.5)]),
        (true, false) => {
            (vec![(0.0, 0.11), (0.24, 0.11), (0.24, 0.2)], [(0.15, 0.2), (0.33, 0.2), (0.24, 0.36)])
        }
        (true, true) => {
            (vec![(0.0, 0.68), (0.13, 0.68), (0.13, 0.77)], [(0.04, 0.77), (0.22, 0.77), (0.13, 0.93)])
        }
    };
    let place = |(x, y): (f64, f64)| {
        let (x, y) = match arrow {
            Arrow::Right | Arrow::RightDown => (x, y),
            Arrow::LeftDown => (1.0 - x, y),
            Arrow::Down | Arrow::DownRight => (y, x),
            Arrow::UpRight => (y, 1.0 - x),
        };
        Point::new(x * cell, y * cell)
    };
    let mut items = Vec::new();
    if !line.is_empty() {
        items.push(Item::stroked(Path::line(line.into_iter().map(place)), Color::BLACK, LINE * cell));
    }
    items.push(Item::filled(Path::polygon(head.map(place)), Color::BLACK));
    items
}

/// Returns whether these two bent arrows would cross in one field: one from the left and one from above.
pub(super) fn cross(a: Arrow, b: Arrow) -> bool {
    matches!((a, b), (Arrow::RightDown, Arrow::DownRight) | (Arrow::DownRight, Arrow::RightDown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::Segment;

    /// Returns where the line of a bent arrow starts, and the corners of the head.
    fn shape(items: &[Item]) -> (Option<Point>, Vec<Point>) {
        let points = |item: &Item| match item {
            Item::Path { path, .. } => path
                .segments
                .iter()
                .filter_map(|segment| match *segment {
                    Segment::Move(p) | Segment::Line(p) => Some(p),
                    _ => None,
                })
                .collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let line = (items.len() == 2).then(|| points(&items[0])[0]);
        (line, items.last().map(points).unwrap_or_default())
    }

    #[test]
    fn arrows_enter_at_the_shared_edge_and_point_along_the_word() {
        for kind in Arrow::ALL {
            for aside in [false, true] {
                let (line, head) = shape(&arrow(kind, 1.0, aside));
                let enters = line.unwrap_or_else(|| {
                    Point::new((head[0].x + head[1].x) / 2.0, (head[0].y + head[1].y) / 2.0)
                });
                let at = |value: f64, edge: f64| (value - edge).abs() < 1e-9;
                let shared = match kind {
                    Arrow::Right | Arrow::RightDown => at(enters.x, 0.0),
                    Arrow::LeftDown => at(enters.x, 1.0),
                    Arrow::Down | Arrow::DownRight => at(enters.y, 0.0),
                    Arrow::UpRight => at(enters.y, 1.0),
                };
                assert!(shared, "{kind}: {enters:?}");
                assert_eq!(line.is_some(), kind.is_bent());
                // The tip is the farthest point in the direction of the word.
                let [a, b, tip] = head[..] else { panic!("{head:?}") };
                let along = |p: Point| match kind.direction() {
                    crate::encodings::grid::Direction::Across => p.x,
                    crate::encodings::grid::Direction::Down => p.y,
                };
                assert!(along(tip) > along(a) && at(along(a), along(b)), "{kind}: {head:?}");
                assert!(head.iter().all(|p| (0.0..=1.0).contains(&p.x) && (0.0..=1.0).contains(&p.y)));
            }
        }
    }
}
