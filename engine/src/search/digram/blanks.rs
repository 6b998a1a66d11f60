//! Placing the blanks: random patterns with as many blanks as the rules and the list allow.
//!
//! Blanks help: every cell that is not blank ties a word across to a word down, and the lengths with the most words
//! that fit are often the short ones. So lines get as many blanks as possible, and now and then a few fewer. First the
//! numbers of blanks of the rows and of the columns are chosen, as equal as possible; then the blanks are dealt out row
//! by row to the columns that still need most (which, by Gale and Ryser, never fails if it can be done at all), and
//! shuffled by swaps that preserve all these numbers.

use crate::encodings::digram::pattern::Pattern;
use crate::encodings::digram::puzzle::Size;
use crate::encodings::digram::words::usable_lens;
use crate::encodings::grid::{Direction, Grid, Pos};
use crate::encodings::lexicon::WordList;
use fastrand::Rng;

/// The possible numbers of blanks in a line.
#[derive(Clone, Debug)]
pub struct Blanks {
    size: Size,
    /// For rows and for columns, ascending; neither is empty.
    numbers: [Vec<usize>; 2],
}

impl Blanks {
    /// Counts the blanks that words of this list leave; `None` if no word fits the rows, or none fits the columns.
    pub fn new(size: Size, list: &WordList) -> Option<Self> {
        let numbers = Direction::BOTH.map(|direction| -> Vec<usize> {
            let lens = usable_lens(size, list, direction);
            lens.into_iter().rev().map(|digrams| size.line_len(direction) - digrams).collect()
        });
        numbers.iter().all(|numbers| !numbers.is_empty()).then_some(Self { size, numbers })
    }

    /// Draws a random pattern; `None` if this draw fails.
    pub fn draw(&self, rng: &mut Rng) -> Option<Pattern> {
        let lines = [self.size.rows(), self.size.cols()];
        let most = |side: usize| lines[side] * self.numbers[side].last().copied().unwrap_or(0);
        let mut total = most(0).min(most(1));
        while total > 0 && rng.u8(..3) == 0 {
            total -= 1;
        }
        let rows = self.deal(0, lines[0], total, rng)?;
        let cols = self.deal(1, lines[1], total, rng)?;
        let mut pattern = place(&rows, cols, rng)?;
        shuffle(&mut pattern, rng);
        Some(pattern)
    }

    /// Returns whether words of the list fit each line of this pattern.
    pub fn allow(&self, pattern: &Pattern) -> bool {
        let (rows, cols) = (pattern.rows(), pattern.cols());
        let of_row = |row| pattern.row(row).iter().filter(|&&blank| blank).count();
        let of_col = |col| (0..rows).filter(|&row| pattern[Pos::new(row, col)]).count();
        (0..rows).all(|row| self.numbers[0].contains(&of_row(row)))
            && (0..cols).all(|col| self.numbers[1].contains(&of_col(col)))
    }

    /// Draws numbers of blanks for `lines` lines that add up to `total`.
    fn deal(&self, side: usize, lines: usize, total: usize, rng: &mut Rng) -> Option<Vec<usize>> {
        let numbers = &self.numbers[side];
        // For each line, the index of its number in `numbers`.
        let mut places = vec![numbers.len() - 1; lines];
        let mut sum = lines * numbers[numbers.len() - 1];
        while sum > total {
            let highest = places.iter().copied().max().filter(|&place| place > 0)?;
            let highest: Vec<usize> = (0..lines).filter(|&line| places[line] == highest).collect();
            let line = highest[rng.usize(..highest.len())];
            sum -= numbers[places[line]] - numbers[places[line] - 1];
            places[line] -= 1;
        }
        (sum == total).then(|| places.into_iter().map(|place| numbers[place]).collect())
    }
}

/// Makes a pattern with these numbers of blanks; `None` if there is none.
fn place(rows: &[usize], mut cols: Vec<usize>, rng: &mut Rng) -> Option<Pattern> {
    let mut pattern = Grid::filled(rows.len(), cols.len(), false);
    let mut order: Vec<usize> = (0..cols.len()).collect();
    for (row, &blanks) in rows.iter().enumerate() {
        rng.shuffle(&mut order);
        order.sort_by_key(|&col| std::cmp::Reverse(cols[col]));
        for &col in &order[..blanks] {
            cols[col] = cols[col].checked_sub(1)?;
            pattern[Pos::new(row, col)] = true;
        }
    }
    cols.iter().all(|&left| left == 0).then_some(pattern)
}

/// Swaps corners of random rectangles where that preserves the number of blanks in every row and column.
fn shuffle(pattern: &mut Pattern, rng: &mut Rng) {
    let (rows, cols) = (pattern.rows(), pattern.cols());
    for _ in 0..8 * rows * cols {
        let (r, s) = (rng.usize(..rows), rng.usize(..rows));
        let (c, d) = (rng.usize(..cols), rng.usize(..cols));
        let corners = [Pos::new(r, c), Pos::new(r, d), Pos::new(s, c), Pos::new(s, d)];
        let [a, b, e, f] = corners.map(|pos| pattern[pos]);
        if a == f && b == e && a != b {
            for pos in corners {
                pattern[pos] = !pattern[pos];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::digram::words;

    /// A list with one word for each of these numbers of digrams.
    fn list(lens: &[usize]) -> WordList {
        let text: String = lens.iter().map(|&digrams| "ab".repeat(digrams) + "\n").collect();
        words::read(text.as_bytes(), "list").unwrap().list
    }

    #[test]
    fn patterns_keep_the_rules_and_have_many_blanks() {
        let mut rng = Rng::with_seed(1);
        for (rows, cols) in [(3, 3), (3, 4), (4, 5), (5, 4), (5, 5), (6, 6), (2, 8), (9, 4), (3, 11)] {
            let size = Size::new(rows, cols).unwrap();
            let all: Vec<usize> = (1..=11).collect();
            let blanks = Blanks::new(size, &list(&all)).unwrap();
            let most = (rows * (cols / 2)).min(cols * (rows / 2));
            let mut seen = std::collections::HashSet::new();
            for _ in 0..200 {
                let Some(pattern) = blanks.draw(&mut rng) else { continue };
                let of_row = |row| pattern.row(row).iter().filter(|&&blank| blank).count();
                let of_col = |col| (0..rows).filter(|&row| pattern[Pos::new(row, col)]).count();
                assert!((0..rows).all(|row| (1..=cols / 2).contains(&of_row(row))), "{rows}x{cols}");
                assert!((0..cols).all(|col| (1..=rows / 2).contains(&of_col(col))), "{rows}x{cols}");
                seen.insert((0..rows).map(of_row).sum::<usize>());
            }
            assert!(seen.contains(&most) && seen.iter().all(|&n| n <= most), "{rows}x{cols}: {seen:?}");
        }
    }

    #[test]
    fn only_lengths_of_the_list_are_used() {
        let size = Size::new(6, 6).unwrap();
        let blanks = Blanks::new(size, &list(&[3, 5])).unwrap();
        let mut rng = Rng::with_seed(2);
        let patterns: Vec<Pattern> = (0..100).filter_map(|_| blanks.draw(&mut rng)).collect();
        assert!(!patterns.is_empty());
        for pattern in patterns {
            let of_row = |row| pattern.row(row).iter().filter(|&&blank| blank).count();
            assert!((0..6).all(|row| matches!(of_row(row), 1 | 3)));
        }
        assert!(Blanks::new(size, &list(&[2, 6])).is_none());
    }
}
