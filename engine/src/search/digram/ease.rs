//! How many grids a pattern of blanks can be expected to have, and patterns that have many.
//!
//! That number depends on which digrams of their words meet in the cells: the last digrams of English words are often
//! ED, NG, ER or LY, so they are often equal where they meet, whereas first digrams hardly ever are. So patterns differ
//! by orders of magnitude, and annealing finds good ones.

use super::blanks::Blanks;
use crate::encodings::digram::pattern::Pattern;
use crate::encodings::digram::puzzle::{Digram, Size};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::WordList;
use crate::search::ease::Ease;
use fastrand::Rng;

/// What lines and cells of patterns of one size contribute, for one list.
#[derive(Clone, Debug)]
pub struct Patterns {
    ease: Ease,
    /// The cells that one draw looks at.
    pub effort: u64,
}

/// The least probability that two digrams are equal.
const LEAST: f32 = 1e-5;
/// The changes that one annealing tries, per cell.
const CHANGES: usize = 300;
/// The temperature at the start and at the end.
const HEAT: [f64; 2] = [1.5, 0.3];

impl Patterns {
    /// Counts the words and digrams of a list, for the lines of this size.
    pub fn new(size: Size, list: &WordList) -> Self {
        let longest = size.rows().max(size.cols());
        let words =
            |len: usize| list.words(2 * len).map(|word| Digram::of(word).map(|digram| digram.index()));
        let cells = (size.rows() * size.cols()) as u64;
        let effort = CHANGES as u64 * cells * cells;
        Self { ease: Ease::new(longest, Digram::COUNT, LEAST, words), effort }
    }

    /// Returns the logarithm of the expected number of grids; negative infinity if a line has no words.
    pub fn ease_of(&self, pattern: &Pattern) -> f64 {
        let (rows, cols) = (pattern.rows(), pattern.cols());
        let of_row: Vec<usize> =
            (0..rows).map(|row| pattern.row(row).iter().filter(|&&blank| !blank).count()).collect();
        let mut of_col = vec![0; cols];
        pattern.iter().for_each(|(pos, &blank)| of_col[pos.col] += usize::from(!blank));
        let mut grids: f64 = of_row.iter().chain(&of_col).map(|&digrams| self.ease.of_words(digrams)).sum();
        let mut above = vec![0; cols];
        for row in 0..rows {
            let filled = (0..cols).filter(|&col| !pattern[Pos::new(row, col)]);
            for (before, col) in filled.enumerate() {
                let across = self.ease.position(of_row[row], before);
                let down = self.ease.position(of_col[col], above[col]);
                grids += self.ease.of_crossing(across, down);
                above[col] += 1;
            }
        }
        grids
    }

    /// Draws a pattern with a large expected number of grids; `None` if this draw fails.
    pub fn draw(&self, blanks: &Blanks, rng: &mut Rng) -> Option<Pattern> {
        let mut pattern = blanks.draw(rng)?;
        let mut ease = self.ease_of(&pattern);
        let (rows, cols) = (pattern.rows(), pattern.cols());
        let steps = CHANGES * rows * cols;
        for step in 0..steps {
            let heat = HEAT[0] + (HEAT[1] - HEAT[0]) * step as f64 / steps as f64;
            let changed = change(&pattern, rng);
            changed.iter().for_each(|&pos| pattern[pos] = !pattern[pos]);
            let new = if blanks.allow(&pattern) { self.ease_of(&pattern) } else { f64::NEG_INFINITY };
            if new >= ease || rng.f64() < ((new - ease) / heat).exp() {
                ease = new;
            } else {
                changed.iter().for_each(|&pos| pattern[pos] = !pattern[pos]);
            }
        }
        Some(pattern)
    }
}

/// Draws cells to change: the corners of a rectangle, mostly such that the numbers of blanks stay, or one or two cells of a
/// line.
fn change(pattern: &Pattern, rng: &mut Rng) -> Vec<Pos> {
    let (rows, cols) = (pattern.rows(), pattern.cols());
    let (r, c) = (rng.usize(..rows), rng.usize(..cols));
    let (s, d) = ((r + rng.usize(1..rows.max(2))) % rows, (c + rng.usize(1..cols.max(2))) % cols);
    match rng.u8(..8) {
        0 => vec![Pos::new(r, c)],
        1 if c != d => vec![Pos::new(r, c), Pos::new(r, d)],
        2 if r != s => vec![Pos::new(r, c), Pos::new(s, c)],
        _ if r != s && c != d => {
            let corners = [Pos::new(r, c), Pos::new(r, d), Pos::new(s, c), Pos::new(s, d)];
            let [a, b, e, f] = corners.map(|pos| pattern[pos]);
            if a == f && b == e && a != b { corners.to_vec() } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::digram::words;
    use crate::search::testing;

    fn list(text: &str) -> WordList {
        words::read(text.replace(' ', "\n").as_bytes(), "list").unwrap().list
    }

    #[test]
    fn lines_and_cells_are_counted() {
        let patterns = Patterns::new(Size::new(3, 3).unwrap(), &list("abcd efab"));
        let pattern =
            |text: [&str; 3]| Pattern::from_fn(3, 3, |pos| text[pos.row].as_bytes()[pos.col] == b'.');
        // Six lines with two words each; in two cells first digrams meet, in two last ones, and in two both kinds.
        let expected = 6.0 * 2.0_f64.ln() + 4.0 * 0.5_f64.ln() + 2.0 * 0.25_f64.ln();
        assert!((patterns.ease_of(&pattern([".xx", "x.x", "xx."])) - expected).abs() < 1e-5);
        // No word has three digrams.
        assert_eq!(patterns.ease_of(&pattern(["xxx", "x.x", "xx."])), f64::NEG_INFINITY);
    }

    #[test]
    fn drawn_patterns_keep_the_rules_and_are_better_than_random_ones() {
        let list = testing::list();
        let size = Size::new(6, 7).unwrap();
        let (patterns, blanks) = (Patterns::new(size, &list), Blanks::new(size, &list).unwrap());
        let mut rng = Rng::with_seed(1);
        for _ in 0..3 {
            let random = blanks.draw(&mut rng).unwrap();
            let drawn = patterns.draw(&blanks, &mut rng).unwrap();
            assert!(blanks.allow(&drawn) && blanks.allow(&random));
            assert!(
                patterns.ease_of(&drawn) > patterns.ease_of(&random),
                "{} {}",
                patterns.ease_of(&drawn),
                patterns.ease_of(&random)
            );
        }
    }
}
