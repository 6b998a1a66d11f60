//! What the annealer minimises: the points the rating loses, and a price for every broken rule.
//!
//! The loss is the sum of the six factors' distances from 100, as `rating` defines them but without the
//! floor at 0, so that even for a bad layout it shows which change is better. Rules of the puzzle and the two things
//! the ceiling excludes (words of two letters, crowded question fields) have a price and are not forbidden:
//! the way from one good layout to a better one leads through broken ones.

use super::board::Board;
use super::tally::Tally;
use crate::encodings::arrowword::rating::IDEAL;

/// Prices of broken rules, in points of the summed factors.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Prices {
    /// A broken hard rule.
    pub(in crate::search) rule: f64,
    /// A run that has half the words of another one to choose from; see [`Tally::scarcity`].
    pub(in crate::search) scarce: f64,
    /// A dead field, on top of the points the rating takes.
    pub(in crate::search) dead: f64,
    /// A word of two letters, on top of the points the rating takes.
    pub(in crate::search) short: f64,
    /// A question field in a cluster of three or more.
    pub(in crate::search) crowded: f64,
    /// A letter beyond the ninth in a word. Long words are hard to fill, but the rating counts them all alike.
    pub(in crate::search) length: f64,
    /// A question field more or fewer than at the best rating; half of it for a word more or fewer. The loss has
    /// shallow valleys at neighbouring numbers, from which a cold board finds no way out.
    pub(in crate::search) astray: f64,
    /// The numbers of question fields and of words at the best rating, if they are known.
    pub(in crate::search) best: Option<(usize, usize)>,
}

impl Prices {
    /// Returns the prices for a board with this many unblocked fields. The smaller it is, the more a single word weighs
    /// in the rating, and the more a broken rule has to cost to be worth mending.
    pub(in crate::search) fn for_fields(unblocked: i32) -> Self {
        let scale = scale(unblocked);
        Self {
            rule: 2.0 * scale,
            scarce: 0.3 * scale,
            dead: scale,
            short: 0.6 * scale,
            crowded: 2.0 * scale,
            length: 0.0001,
            astray: 0.03,
            best: None,
        }
    }

    /// Returns the prices for a board with own words. They make every flaw of the layout around them harder to mend, so
    /// rules weigh more, and so does the length of other words, which have to fit their letters.
    pub(in crate::search) fn for_own_words(unblocked: i32) -> Self {
        let prices = Self::for_fields(unblocked);
        Self { rule: 6.0 * prices.rule, length: 0.2, ..prices }
    }
}

/// Returns the points that a layout loses in the six factors together; 0 is perfect. It leaves out the floor at 0 of
/// each factor, and clusters (their price is `crowded`). It also ignores that no double questions at all are as
/// good as the ideal share: that would be a trap, as the best rating has none only on the smallest grids.
pub(in crate::search) fn loss(tally: &Tally, unblocked: i32) -> f64 {
    let square = |x: f64| x * x;
    let questions = f64::from(tally.questions.max(1));
    let letters = f64::from((unblocked - tally.questions).max(1));
    let words = f64::from(tally.words.max(1));
    let question = square((questions / f64::from(unblocked) * 100.0 - 22.0) * 2.0);
    let uncrossed = square((f64::from(tally.uncrossed) / letters * 100.0 - 20.0).max(0.0) / 2.0);
    let long: i32 = tally.words - tally.lengths[2..9].iter().sum::<i32>();
    let shares = tally.lengths[2..9].iter().chain([&long]).zip(IDEAL);
    let lengths = shares.map(|(&n, ideal)| square(f64::from(n) / words * 100.0 - ideal)).sum::<f64>() / 8.0;
    let dead = f64::from(tally.dead) / letters * 400.0;
    let doubles = square((words - questions) / questions * 100.0 - 22.0);
    question + uncrossed + lengths + dead + doubles
}

/// Returns the energy of a layout: its loss plus the price of what it breaks.
pub(in crate::search) fn energy(board: &Board, prices: &Prices) -> f64 {
    let tally = board.tally();
    let tail: i32 = (10..).zip(&tally.lengths[10..]).map(|(len, &n)| (len - 9) * n).take(24).sum();
    let astray = prices.best.map_or(0.0, |(questions, words)| {
        let off = |found: i32, best: usize| f64::from((found - best as i32).abs());
        off(tally.questions, questions) + 0.5 * off(tally.words, words)
    });
    loss(tally, board.unblocked())
        + prices.astray * astray
        + prices.rule * f64::from(tally.broken())
        + prices.scarce * f64::from(tally.scarcity)
        + prices.dead * f64::from(tally.dead)
        + prices.short * f64::from(tally.lengths[2])
        + prices.crowded * f64::from(tally.crowded)
        + prices.length * f64::from(tail)
}

/// Returns the factor by which prices and temperatures exceed those of a 15x15 grid; 1 on larger grids.
pub(in crate::search) fn scale(unblocked: i32) -> f64 {
    const GRAIN_OF_15X15: f64 = 0.34;
    (grain(unblocked) / GRAIN_OF_15X15).max(1.0)
}

/// Returns what one word more or fewer of a length costs near the ideal: the grain of the loss, and so the scale of
/// the temperatures at which a layout freezes.
pub(in crate::search) fn grain(unblocked: i32) -> f64 {
    let words = f64::from(unblocked) * 0.22 * 1.22;
    100.0 * 100.0 / (words * words) / 8.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::given::Extend;
    use crate::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
    use crate::encodings::arrowword::puzzle::{Field, Puzzle};
    use crate::encodings::arrowword::rating::Counts;
    use crate::encodings::grid::Grid;
    use crate::search::layout::sat::{Outcome, structure};
    use crate::solver::{BackEnd, Budget};

    #[test]
    fn the_loss_is_what_the_rating_takes_from_a_valid_layout() {
        let empty = Puzzle { fields: Grid::filled(9, 11, Field::Open), questions: Vec::new() };
        let spec = LayoutSpec::new(&empty, Extend::All);
        for seed in 0..6 {
            let options = LayoutOptions::top_rated(11);
            let layout = match structure(&spec, &options, &BackEnd::default(), seed, &Budget::unlimited()) {
                Outcome::Found(layout) => layout,
                other => panic!("{other:?}"),
            };
            let mut board = Board::new(&empty, &[1000; 12], &crate::search::layout::Fits::default());
            board.take_over(&layout);
            let counts = Counts::of(&layout);
            let tally = board.tally();
            assert_eq!((tally.broken(), tally.crowded, tally.dead), (0, 0, 0));
            assert_eq!((tally.questions, tally.words), (counts.questions as i32, counts.words as i32));
            assert_eq!(tally.uncrossed, counts.uncrossed as i32);
            // As there are double questions, the floor at 0 of a factor is the only difference.
            let factors = counts.factors();
            assert!(counts.doubles > 0);
            let loss = loss(tally, board.unblocked());
            if factors.iter().all(|&factor| factor > 0.0) {
                assert!((loss - (600.0 - factors.iter().sum::<f64>())).abs() < 1e-9, "{loss} {factors:?}");
            } else {
                assert!(loss >= 600.0 - factors.iter().sum::<f64>() - 1e-9);
            }
        }
    }
}
