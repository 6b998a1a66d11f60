//! Shapes of rectangles to try, and in which order.

use crate::encodings::numberlink::{Problem, bounds::Counts};

/// Returns the shapes (rows, columns) below the area `beats` that counting and the lower bound leave, each as large as
/// its rows allow, with their weights: the larger and the closer to a square, the higher. Long shapes get a chance,
/// too: the same blocks may fit easily into 10 rows x 20 columns and never into 20 x 10.
pub fn below(
    problem: &Problem,
    counts: &Counts,
    beats: usize,
    bound: usize,
) -> impl Iterator<Item = ((usize, usize), f64)> {
    (1..=problem.rows())
        .map(move |rows| (rows, ((beats - 1) / rows).min(problem.cols())))
        .filter(move |&(rows, cols)| rows * cols >= bound && counts.allow(rows, cols))
        .map(move |(rows, cols)| {
            let slant = (rows as f64 / cols as f64).ln();
            let lost = (beats - 1 - rows * cols) as f64 / beats as f64;
            ((rows, cols), (-0.3 * slant * slant - 15.0 * lost).exp())
        })
}

/// Draws one of the shapes at random, by their weights.
pub fn draw(shapes: &[((usize, usize), f64)], rng: &mut fastrand::Rng) -> Option<(usize, usize)> {
    let mut dart = rng.f64() * shapes.iter().map(|(_, weight)| weight).sum::<f64>();
    let hit = shapes.iter().find(|(_, weight)| {
        dart -= weight;
        dart <= 0.0
    });
    hit.or(shapes.last()).map(|&(shape, _)| shape)
}
