//! What the annealer minimises: the points the rating loses, and a price for every broken rule.
//!
//! The loss is the sum of the six factors' distances from 100, as `rating` defines them but without the
//! floor at 0, so that even for a bad layout it shows which change is better. Rules of the puzzle and the two things
//! the ceiling excludes (words of two letters, crowded question fields) have a price and are not forbidden:
//! the way from one good layout to a better one leads through broken ones.

use super::board::Board;
use super::pattern::is_vast;
use super::tally::Tally;
use crate::encodings::arrowword::rating::{Counts, IDEAL};

/// Prices of broken rules, in points of the summed factors.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Prices {
    /// A broken hard rule.
    pub(in crate::search) rule: f64,
    /// A letter of a run that has no word and need not be asked for, where that costs less than a broken rule.
    pub(in crate::search) unasked: f64,
    /// A run that has half the words of another one to choose from; see [`Tally::scarcity`].
    pub(in crate::search) scarce: f64,
    /// A factor of e by which a run has fewer words to expect than it should, judged by the letters of its crossings.
    pub(in crate::search) tight: f64,
    /// A dead field, on top of the points the rating takes.
    pub(in crate::search) dead: f64,
    /// A word of two letters, on top of the points the rating takes.
    pub(in crate::search) short: f64,
    /// A question field in a cluster of three or more.
    pub(in crate::search) crowded: f64,
    /// A letter beyond the ninth in a word. Long words are hard to fill, but the rating counts them all alike.
    pub(in crate::search) length: f64,
    /// The square of the number of these letters of a word; nothing on boards that are not very large.
    pub(in crate::search) stretch: f64,
    /// A letter that is crossed although fewer than the share `uncrossed` are not; nothing on boards that are not very large.
    pub(in crate::search) crossed: f64,
    /// The share of the letters that should be uncrossed.
    pub(in crate::search) uncrossed: f64,
    /// A factor of e by which the layout has fewer fills than it should; nothing on boards for which the list has enough words.
    pub(in crate::search) fills: f64,
    /// What the layout can lack at least; below 0, more fills than it should have are worth something, too.
    pub(in crate::search) least_lacking: f64,
    /// A question field more or fewer than at the best rating; half of it for a word more or fewer. The loss has
    /// shallow valleys at neighbouring numbers, from which a cold board finds no way out.
    pub(in crate::search) astray: f64,
    /// The numbers of question fields and of words at the best rating, if they are known.
    pub(in crate::search) best: Option<(usize, usize)>,
}

/// The price of a square on a board of one field. Without it, a third of the longest words of a very large board are as long as
/// the list allows, and so many of them cross each other that no fill was found: the larger the board, the less a single word
/// counts in the loss, which then allows any mixture of lengths.
const STRETCH: f64 = 5.0;

/// The price of a crossed letter too many, and the share of uncrossed letters that costs no rating. The larger the
/// board, the more a flip has to change to be felt, and left to chance a board has fewer uncrossed letters than it may:
/// 14 % on 200x200 fields. Each one makes the fill easier, and the words shorter.
const CROSSED: f64 = 0.05;
const UNCROSSED: f64 = 0.2;

/// The price of a factor of e in the number of fills where short words are scarce, on a board of one field: as the loss does, it
/// weighs a word less, the more of them there are. With four times as much, a board of 200x200 freezes early, and four times as many
/// slots stayed without a word (docs/benchmarks.md).
const FILLS_OF_SCARCE: f64 = 4000.0;

/// How many fills such a layout should have for each of its words, as a logarithm. Layouts of 100x100, which are filled within a
/// second, have about as many.
const FILLS_A_WORD: f64 = 1.5;

/// The logarithm of the probability that two letters of German words are equal.
const LN_OF_EQUAL: f64 = -2.71;

/// What is left there of the price of a word of two letters, of which the best puzzles have some.
const SHORT_OF_SCARCE: f64 = 0.02;

/// The price of a letter of a run that nobody asks for. As dead letters, those of a run cost about three quarters as much.
const UNASKED: f64 = 4.0;

/// The price of a factor of e in the words that a run can expect, with own words.
const TIGHT: f64 = 1.0;

impl Prices {
    /// Returns the prices for a very large board for which the list has too few short words.
    #[must_use]
    pub(in crate::search) fn for_scarce_words(unblocked: i32) -> Self {
        let prices = Self::for_fields(unblocked);
        Self {
            fills: FILLS_OF_SCARCE / f64::from(unblocked),
            short: SHORT_OF_SCARCE * prices.short,
            ..prices
        }
    }

    /// Returns the prices for a board with this many unblocked fields. The smaller it is, the more a single word weighs
    /// in the rating, and the more a broken rule has to cost to be worth mending.
    pub(in crate::search) fn for_fields(unblocked: i32) -> Self {
        let scale = scale(unblocked);
        let is_vast = is_vast(unblocked.max(0) as usize);
        Self {
            rule: 2.0 * scale,
            unasked: f64::INFINITY,
            scarce: 0.3 * scale,
            tight: 0.0,
            dead: scale,
            short: 0.6 * scale,
            crowded: 2.0 * scale,
            length: 0.0001,
            stretch: if is_vast { STRETCH / f64::from(unblocked) } else { 0.0 },
            crossed: if is_vast { CROSSED } else { 0.0 },
            uncrossed: UNCROSSED,
            fills: 0.0,
            least_lacking: 0.0,
            astray: 0.03,
            best: None,
        }
    }

    /// Returns these prices for windows of a very large board that have to be filled at once: the easier, the better.
    #[must_use]
    pub(in crate::search) fn for_mending(self, unblocked: i32) -> Self {
        Self {
            fills: FILLS_OF_SCARCE / f64::from(unblocked),
            least_lacking: f64::NEG_INFINITY,
            astray: 0.0,
            ..self
        }
    }

    /// Returns the prices for a board with own words. They make every flaw of the layout around them harder to mend, so
    /// rules weigh more, and so does the length of other words, which have to fit their letters.
    pub(in crate::search) fn for_own_words(unblocked: i32) -> Self {
        let prices = Self::for_fields(unblocked);
        Self { rule: 6.0 * prices.rule, length: 0.2, ..prices }
    }

    /// Returns these prices for windows around own words. A window that breaks a rule, or leaves a run without a word, is
    /// discarded, and the longer a run is, the more own words it has to agree with.
    #[must_use]
    pub(in crate::search) fn for_windows_around_own_words(self) -> Self {
        Self { rule: 5.0 * self.rule, scarce: 5.0 * self.scarce, length: 10.0 * self.length, ..self }
    }

    /// Returns these prices for a board whose own words are moved while it is annealed. A board that breaks a rule is of no use, and
    /// runs are judged by their crossings, which tells more than their letters alone.
    #[must_use]
    pub(in crate::search) fn for_settling(self, unblocked: i32) -> Self {
        Self { rule: 5.0 * self.rule, scarce: 0.0, tight: TIGHT * scale(unblocked), ..self }
    }

    /// Returns these prices for a board on which nobody has to ask for runs that have no word.
    #[must_use]
    pub(in crate::search) fn with_unasked(self) -> Self {
        Self { unasked: UNASKED, ..self }
    }
}

/// Returns the points that a layout loses in the six factors together; 0 is perfect. It leaves out the floor at 0 of
/// each factor, and clusters (their price is `crowded`). It also ignores that no double questions at all are as
/// good as the ideal share: that would be a trap, as the best rating has none only on the smallest grids.
pub(in crate::search) fn loss(tally: &Tally, unblocked: i32) -> f64 {
    Sums::of(tally).loss(unblocked)
}

/// How many counts a layout at the ceiling has to meet exactly.
pub(super) const COUNTS: usize = 9;

/// The counts that the loss depends on, and the flaws that have prices: all that adds up over windows which do not touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sums {
    questions: i32,
    uncrossed: i32,
    dead: i32,
    crowded: i32,
    /// Words of two to eight letters, and of nine or more.
    lengths: [i32; 8],
}

impl Sums {
    /// Returns the sums of a layout.
    pub(super) fn of(tally: &Tally) -> Self {
        let mut lengths = [0; 8];
        lengths[..7].copy_from_slice(&tally.lengths[2..9]);
        lengths[7] = tally.words - lengths[..7].iter().sum::<i32>();
        let Tally { questions, uncrossed, dead, crowded, .. } = *tally;
        Self { questions, uncrossed, dead, crowded, lengths }
    }

    /// Returns the sums of a layout with these counts.
    pub(super) fn wanted(counts: &Counts) -> Self {
        let Counts { questions, uncrossed, dead, lengths, .. } = *counts;
        let lengths = lengths.map(|n| n as i32);
        Self {
            questions: questions as i32,
            uncrossed: uncrossed as i32,
            dead: dead as i32,
            crowded: 0,
            lengths,
        }
    }

    /// Returns the number of question fields and of the words of each length, the counts that have to be met.
    pub(super) fn counts(&self) -> [i32; COUNTS] {
        let [two, three, four, five, six, seven, eight, more] = self.lengths;
        [self.questions, two, three, four, five, six, seven, eight, more]
    }

    /// Returns the number of uncrossed letters.
    pub(super) fn uncrossed(&self) -> i32 {
        self.uncrossed
    }

    /// Returns one number for the question fields and the words of each length from three. It differs for different ones as long
    /// as none is 128 or more, and the key of a sum is the sum of the keys.
    pub(super) fn key(&self) -> i64 {
        let counts = [self.questions].into_iter().chain(self.lengths[1..].iter().copied());
        counts.fold(0_i64, |key, count| key.wrapping_mul(256).wrapping_add(i64::from(count)))
    }

    /// Returns these sums with a change.
    pub(super) fn plus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    /// Returns these sums without a change, or what has changed since others.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.with(other, |a, b| a - b)
    }

    fn with(&self, other: &Self, both: impl Fn(i32, i32) -> i32) -> Self {
        Self {
            questions: both(self.questions, other.questions),
            uncrossed: both(self.uncrossed, other.uncrossed),
            dead: both(self.dead, other.dead),
            crowded: both(self.crowded, other.crowded),
            lengths: std::array::from_fn(|i| both(self.lengths[i], other.lengths[i])),
        }
    }

    /// Returns the number of words.
    pub(super) fn words(&self) -> i32 {
        self.lengths.iter().sum()
    }

    /// Returns the points that the six factors lose; see [`loss`].
    pub(super) fn loss(&self, unblocked: i32) -> f64 {
        let square = |x: f64| x * x;
        let questions = f64::from(self.questions.max(1));
        let letters = f64::from((unblocked - self.questions).max(1));
        let words = f64::from(self.words().max(1));
        let question = square((questions / f64::from(unblocked) * 100.0 - 22.0) * 2.0);
        let uncrossed = square((f64::from(self.uncrossed) / letters * 100.0 - 20.0).max(0.0) / 2.0);
        let a_word = 100.0 / words;
        let shares = self.lengths.iter().zip(IDEAL);
        let lengths = shares.map(|(&n, ideal)| square(f64::from(n) * a_word - ideal)).sum::<f64>() / 8.0;
        let dead = f64::from(self.dead) / letters * 400.0;
        let doubles = square((words - questions) / questions * 100.0 - 22.0);
        question + uncrossed + lengths + dead + doubles
    }

    /// Returns the loss and the prices of what is summed.
    pub(super) fn energy(&self, unblocked: i32, prices: &Prices) -> f64 {
        let astray = prices.best.map_or(0.0, |(questions, words)| {
            let off = |found: i32, best: usize| f64::from((found - best as i32).abs());
            off(self.questions, questions) + 0.5 * off(self.words(), words)
        });
        self.loss(unblocked) + prices.astray * astray + self.flaws(unblocked, prices)
    }

    /// Returns the prices of the flaws among what is summed.
    fn flaws(&self, unblocked: i32, prices: &Prices) -> f64 {
        prices.dead * f64::from(self.dead)
            + prices.short * f64::from(self.lengths[0])
            + prices.crowded * f64::from(self.crowded)
            + self.crossed(unblocked, prices)
    }

    /// Returns the price of the letters that are crossed although too few are not.
    fn crossed(&self, unblocked: i32, prices: &Prices) -> f64 {
        let fewest = prices.uncrossed * f64::from(unblocked - self.questions);
        prices.crossed * (fewest - f64::from(self.uncrossed)).max(0.0)
    }
}

/// Returns the energy of a layout: its loss plus the price of what it breaks.
pub(in crate::search) fn energy(board: &Board, prices: &Prices) -> f64 {
    Sums::of(board.tally()).energy(board.unblocked(), prices) + besides_sums(board, prices)
}

/// Returns what the energy is at least if these fields were flipped but the letters not counted, which takes longer: with what the runs
/// at these fields lack by themselves.
pub(super) fn least_energy(board: &Board, flipped: &[usize], prices: &Prices, most: f64) -> f64 {
    let tally = board.tally();
    let of_letters = |misfits: f64, scarcity: i32, tight: i64| {
        misfits + prices.scarce * f64::from(scarcity) + prices.tight * (tight as f64 / 1000.0)
    };
    let wordless = price_of_misfits(board, prices) + prices.rule * f64::from(tally.clashes);
    let before = of_letters(wordless, tally.scarcity, tally.tight);
    let without = energy(board, prices) - before;
    if without > most {
        return without;
    }
    let (misfits, tight) = board.least_trouble(flipped);
    without + of_letters((2.0 * prices.unasked).min(prices.rule) * f64::from(misfits), 0, tight)
}

/// Returns the energy without what the counts lose that add up to the target: windows are searched for arrangements in which
/// this stays low.
pub(super) fn flaws(board: &Board, prices: &Prices) -> f64 {
    Sums::of(board.tally()).flaws(board.unblocked(), prices) + besides_sums(board, prices)
}

/// Returns the prices of what layouts with the best counts have as well: crossed letters, long words, and runs with few words.
pub(super) fn prices_at_best(board: &Board, prices: &Prices) -> f64 {
    Sums::of(board.tally()).crossed(board.unblocked(), prices) + besides_sums(board, prices)
}

/// Returns the price of the runs that have no word.
fn price_of_misfits(board: &Board, prices: &Prices) -> f64 {
    let price = |(len, may_be_unasked): (usize, bool)| match may_be_unasked {
        true => (prices.unasked * len as f64).min(prices.rule),
        false => prices.rule,
    };
    board.misfits().map(price).sum()
}

/// Returns the prices of what is no part of [`Sums`].
fn besides_sums(board: &Board, prices: &Prices) -> f64 {
    let tally = board.tally();
    prices.fills * lacking(board).max(prices.least_lacking)
        + prices.rule * f64::from(tally.broken() - tally.misfits)
        + price_of_misfits(board, prices)
        + prices.scarce * f64::from(tally.scarcity)
        + prices.tight * (tally.tight as f64 / 1000.0)
        + prices.length * f64::from(tally.tail)
        + prices.stretch * f64::from(tally.stretch)
}

/// Returns how many fills a very large layout has less than it should, as a logarithm; below 0 if it has more.
///
/// The number of fills that can be expected is that of the ways to choose different words, times the probability that these have
/// the same letters wherever they cross. Words get scarce here: each one leaves fewer for the others of its length.
fn lacking(board: &Board) -> f64 {
    let tally = board.tally();
    let crossed = f64::from(board.unblocked() - tally.questions - tally.uncrossed);
    let fills = tally.choice as f64 / 1000.0 + LN_OF_EQUAL * crossed;
    FILLS_A_WORD * f64::from(tally.words) - fills
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
    use crate::encodings::grid::{Grid, Pos};
    use crate::search::layout::Fits;
    use crate::search::layout::pattern::Kind;
    use crate::search::layout::sat::{Outcome, structure};
    use crate::solver::{BackEnd, Budget};
    use fastrand::Rng;

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
            let mut board = Board::new(&empty, &[1000; 12], &Fits::default());
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

    #[test]
    fn a_very_large_layout_pays_for_the_fills_that_it_lacks() {
        let empty = Puzzle { fields: Grid::filled(80, 80, Field::Open), questions: Vec::new() };
        let mut rng = Rng::with_seed(2);
        let mut lacks = 0;
        for words in [30, 300, 3000, 30_000] {
            let mut board = Board::new(&empty, &[words; 40], &Fits::default());
            board.scatter(&mut rng);
            let is_letter = |row: usize, col: usize| {
                row < 80 && col < 80 && board.kind(board.at(Pos::new(row, col))) == Kind::Letter
            };
            let is_crossed = |row: usize, col: usize| {
                let (above, left) = (row.wrapping_sub(1), col.wrapping_sub(1));
                is_letter(row, col)
                    && (is_letter(above, col) || is_letter(row + 1, col))
                    && (is_letter(row, left) || is_letter(row, col + 1))
            };
            let fields = (0..80).flat_map(|row| (0..80).map(move |col| (row, col)));
            let crossed = fields.filter(|&(row, col)| is_crossed(row, col)).count() as f64;
            let fills = board.tally().choice as f64 / 1000.0 + LN_OF_EQUAL * crossed;
            let lacking = (FILLS_A_WORD * f64::from(board.tally().words) - fills).max(0.0);
            let free = Prices::for_fields(board.unblocked());
            let paid = energy(&board, &Prices { fills: 0.5, ..free }) - energy(&board, &free);
            assert!((paid - 0.5 * lacking).abs() < 1e-6, "{words}: {paid} {lacking}");
            lacks += usize::from(lacking > 0.0);
        }
        assert!((1..4).contains(&lacks), "{lacks}");
    }

    /// Both the annealing and the choice of windows have to pay for crossed letters on very large boards.
    #[test]
    fn crossed_letters_have_the_same_price_for_sums_as_for_boards() {
        let empty = Puzzle { fields: Grid::filled(30, 20, Field::Open), questions: Vec::new() };
        let mut board = Board::new(&empty, &[1000; 21], &Fits::default());
        let mut rng = Rng::with_seed(1);
        let free = Prices { stretch: 0.5, ..Prices::for_fields(board.unblocked()) };
        let mut paid = 0;
        for uncrossed in [0.0, 0.2, 0.4, 1.0] {
            let prices = Prices { crossed: 0.25, uncrossed, ..free };
            for _ in 0..20 {
                board.scatter(&mut rng);
                let letter = |&&at: &&usize| board.kind(at) == Kind::Letter;
                let letters = board.free().iter().filter(letter).count() as f64;
                let crossed = (uncrossed * letters - f64::from(board.tally().uncrossed)).max(0.0);
                let sums = Sums::of(board.tally());
                let of_sums = |prices| sums.energy(board.unblocked(), prices);
                assert!((of_sums(&prices) - of_sums(&free) - 0.25 * crossed).abs() < 1e-6);
                let besides = |prices| energy(&board, prices) - of_sums(prices);
                assert!((besides(&prices) - besides(&free)).abs() < 1e-6);
                assert!((flaws(&board, &prices) - flaws(&board, &free) - 0.25 * crossed).abs() < 1e-6);
                paid += usize::from(crossed > 0.0);
            }
        }
        assert!((20..70).contains(&paid), "{paid}");
    }
}
