//! How good an arrowword is: six factors of 0 to 100, their mean, and a bonus for a complete fill.
//!
//! The rating needs only a handful of numbers, gathered in [`Counts`]. [`Counts::of`] counts them in a puzzle; code
//! that keeps them up to date while it changes a layout (millions of times a second) calls [`Counts::factors`], which
//! only calculates and allocates nothing.
//!
//! The rules do not say what a share of nothing is (in a grid without letters, without words, without question fields).
//! Here it is 0: a grid without words gets nothing for its word lengths, and a grid without question fields has no
//! cluster to be marked down for.

use super::puzzle::{Field, Puzzle};
use crate::grid::{Grid, Pos};

/// The ideal share, in percent, of the words of 2, 3, …, 8, and 9 or more letters.
pub const IDEAL: [f64; 8] = [0.0, 18.0, 24.0, 20.0, 18.0, 12.0, 4.0, 4.0];

/// What a puzzle gains when every solution field is filled, no rule is broken, and all words are different and in the
/// list.
pub const BONUS: f64 = 10.0;

/// The short names of the six factors, in order.
pub const FACTORS: [&str; 6] =
    ["question fields", "uncrossed letters", "word lengths", "dead letters", "clusters", "double questions"];

/// The counts that the rating of a puzzle or a layout depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Fields that are not blocked.
    pub unblocked: usize,
    /// Question fields.
    pub questions: usize,
    /// Question fields with two questions (or more, which the rules forbid).
    pub doubles: usize,
    /// Solution fields, filled or not.
    pub letters: usize,
    /// Letters in exactly one word.
    pub uncrossed: usize,
    /// Uncrossed letters with an uncrossed neighbour to the left, right, above or below.
    pub dead: usize,
    /// Words of any length.
    pub words: usize,
    /// Words of 2, 3, …, 8, and 9 or more letters.
    pub lengths: [usize; 8],
    /// Groups of question fields that touch at an edge or a corner; a single field is a group, too.
    pub clusters: usize,
    /// The sum of the squared sizes of the clusters of three or more.
    pub cluster_squares: usize,
}

impl Counts {
    /// Returns the place in [`Counts::lengths`] of words of `len` letters, or `None` for words of fewer than two.
    pub const fn bucket(len: usize) -> Option<usize> {
        match len {
            0 | 1 => None,
            2..=8 => Some(len - 2),
            _ => Some(7),
        }
    }

    /// Returns the smallest number of letters of the words at a place in [`Counts::lengths`].
    pub(super) const fn shortest(bucket: usize) -> usize {
        bucket + 2
    }

    /// Counts a puzzle or a layout. Its words are the runs that its questions ask for.
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut counts = Self::default();
        for (_, field) in puzzle.fields.iter() {
            match field {
                Field::Blocked(_) => continue,
                Field::Question => counts.questions += 1,
                Field::Open | Field::Letter(_) => counts.letters += 1,
            }
            counts.unblocked += 1;
        }

        let mut asked: Grid<usize> = puzzle.fields.map(|_, _| 0);
        let mut words_of: Grid<usize> = puzzle.fields.map(|_, _| 0);
        for &question in &puzzle.questions {
            if puzzle.fields.get(question.pos) == Some(&Field::Question) {
                asked[question.pos] += 1;
            }
            let Some(run) = puzzle.run_of(question) else { continue };
            counts.words += 1;
            if let Some(bucket) = Self::bucket(run.len) {
                counts.lengths[bucket] += 1;
            }
            run.cells().for_each(|pos| words_of[pos] += 1);
        }
        counts.doubles = asked.iter().filter(|&(_, &n)| n >= 2).count();
        for pos in words_of.positions().filter(|&pos| words_of[pos] == 1) {
            counts.uncrossed += 1;
            counts.dead += usize::from(words_of.neighbours4(pos).any(|n| words_of[n] == 1));
        }

        let mut seen: Grid<bool> = puzzle.fields.map(|_, _| false);
        for pos in puzzle.fields.positions() {
            let size = cluster(puzzle, pos, &mut seen);
            counts.clusters += usize::from(size > 0);
            counts.cluster_squares += if size >= 3 { size * size } else { 0 };
        }
        counts
    }

    /// Returns the six factors, each from 0 to 100, in the order of [`FACTORS`].
    pub fn factors(&self) -> [f64; 6] {
        [
            question_factor(self.questions, self.unblocked),
            uncrossed_factor(self.uncrossed, self.letters),
            length_factor(&self.lengths, self.words),
            dead_factor(self.dead, self.letters),
            cluster_factor(self.cluster_squares, self.clusters),
            double_factor(self.doubles, self.questions),
        ]
    }

    /// Returns the mean of the six factors, without the bonus.
    pub fn score(&self) -> f64 {
        self.factors().iter().sum::<f64>() / 6.0
    }
}

/// Counts the question fields that are connected with `pos` and not seen yet, and marks them as seen.
fn cluster(puzzle: &Puzzle, pos: Pos, seen: &mut Grid<bool>) -> usize {
    let fields = &puzzle.fields;
    let mut to_visit = vec![pos];
    let mut size = 0;
    while let Some(pos) = to_visit.pop() {
        if fields[pos] == Field::Question && !std::mem::replace(&mut seen[pos], true) {
            size += 1;
            to_visit.extend(fields.neighbours8(pos));
        }
    }
    size
}

/// Returns the share of `part` in `whole` in percent; a share of nothing is 0.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// Returns factor 1: question fields among the unblocked fields, ideally 22 %.
pub(super) fn question_factor(questions: usize, unblocked: usize) -> f64 {
    let off = (percent(questions, unblocked) - 22.0) * 2.0;
    (100.0 - off * off).max(0.0)
}

/// Returns factor 2: uncrossed letters among the letters, ideally 20 % or fewer.
pub(super) fn uncrossed_factor(uncrossed: usize, letters: usize) -> f64 {
    let off = (percent(uncrossed, letters).max(20.0) - 20.0) / 2.0;
    (100.0 - off * off).max(0.0)
}

/// Returns factor 3: the word lengths compared with [`IDEAL`].
fn length_factor(lengths: &[usize; 8], words: usize) -> f64 {
    let off = lengths.iter().zip(IDEAL).map(|(&n, ideal)| (percent(n, words) - ideal).powi(2));
    (100.0 - off.sum::<f64>() / 8.0).max(0.0)
}

/// Returns factor 4: dead letters among the letters, ideally none.
pub(super) fn dead_factor(dead: usize, letters: usize) -> f64 {
    (100.0 - percent(dead, letters) * 4.0).max(0.0)
}

/// Returns factor 5: clusters of three or more question fields, ideally none.
pub(super) fn cluster_factor(squares: usize, clusters: usize) -> f64 {
    let mean = if clusters == 0 { 0.0 } else { squares as f64 / clusters as f64 };
    (100.0 - mean * 10.0).max(0.0)
}

/// Returns factor 6: double questions among the question fields, ideally 22 %, or none at all.
pub(super) fn double_factor(doubles: usize, questions: usize) -> f64 {
    if doubles == 0 {
        return 100.0;
    }
    let off = percent(doubles, questions) - 22.0;
    (100.0 - off * off).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::cwg;
    use crate::arrowword::puzzle::{Arrow, Question};
    use crate::arrowword::testing::shared;

    fn rounded(value: f64) -> f64 {
        (value * 100.0).round() / 100.0
    }

    #[test]
    fn the_shortest_word_of_a_place_is_counted_there() {
        for place in 0..8 {
            let shortest = Counts::shortest(place);
            assert_eq!((Counts::bucket(shortest), shortest), (Some(place), place + 2));
        }
    }

    #[test]
    fn the_known_3x3_puzzle_rates_59_2() {
        let text = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n"; // test_cases/3x3_rated.cwg
        let counts = Counts::of(&cwg::read(text).unwrap().puzzle);
        assert_eq!(counts.factors(), [0.0, 100.0, 0.0, 100.0, 55.0, 100.0]);
        assert_eq!(rounded(counts.score()), 59.17);
        assert_eq!((counts.clusters, counts.cluster_squares), (2, 9));
    }

    #[test]
    fn known_layouts_of_the_contest_rate_as_published() {
        for (file, score) in [
            ("example_grids/18x14.cwg", 97.58),
            ("peer_layouts/15x15_2_doubles.cwg", 99.80),
            ("peer_layouts/40x40_1.cwg", 68.98),
        ] {
            let Some(text) = shared(&format!("cw-challenge/{file}")) else { return };
            let puzzle = cwg::read(&text).unwrap().puzzle;
            assert_eq!(rounded(Counts::of(&puzzle).score()), score, "{file}");
        }
    }

    #[test]
    fn a_grid_without_anything_gets_a_rating_without_dividing_by_zero() {
        let factors = Counts::default().factors();
        assert_eq!(factors, [0.0, 100.0, 0.0, 100.0, 100.0, 100.0]);
    }

    #[test]
    fn dead_letters_are_uncrossed_neighbours() {
        let text = "1\n4\n?ABC\n0 0 3\n";
        let counts = Counts::of(&cwg::read(text).unwrap().puzzle);
        assert_eq!((counts.uncrossed, counts.dead, counts.words), (3, 3, 1));
        assert_eq!(counts.factors()[3], 0.0);
    }

    /// Makes a puzzle from a grid and questions in any fields: counting does not depend on the rules.
    fn odd(grid: &str, questions: &[(usize, usize, usize)]) -> Puzzle {
        let mut puzzle = cwg::read(grid).unwrap().puzzle;
        let question = |&(row, col, code): &(usize, usize, usize)| Question {
            pos: Pos::new(row, col),
            arrow: Arrow::from_code(code).unwrap(),
        };
        puzzle.questions = questions.iter().map(question).collect();
        puzzle
    }

    /// Counted by hand. Two fields are blocked. The three question fields in the middle touch at corners only. (0,0)
    /// holds two questions and (1,2) three; two more are on the letter F and two outside the grid, and these four ask
    /// for nothing. J is a word of one letter, and F and N are in no word. H has the uncrossed neighbour D; L and P
    /// have none.
    #[test]
    fn everything_is_counted_by_hand() {
        let grid = "4\n6\n?ABCD-\nEF?GH?\nI?JK-L\nMN?OPQ\n";
        let questions = [
            (0, 0, 0), // EIM
            (0, 0, 3), // ABCD
            (1, 1, 0),
            (1, 1, 3),
            (1, 2, 0), // J
            (1, 2, 3), // GH
            (1, 2, 4), // GKO
            (1, 5, 0), // LQ
            (2, 1, 3), // JK
            (3, 2, 3), // OPQ
            (9, 9, 0),
            (9, 9, 5),
        ];
        let counts = Counts::of(&odd(grid, &questions));
        let expected = Counts {
            unblocked: 22,
            questions: 5,
            doubles: 2,
            letters: 17,
            uncrossed: 10, // A B C D, E I M, H, L, P
            dead: 8,       // all of these but L and P
            words: 8,
            lengths: [3, 3, 1, 0, 0, 0, 0, 0],
            clusters: 3,
            cluster_squares: 9,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn clusters_of_three_or_more_count_by_their_squares() {
        // A pair, a chain of four joined at corners, and a single field.
        let counts = Counts::of(&odd("3\n7\n??..?.?\n.....?.\n?.....?\n", &[]));
        assert_eq!((counts.questions, counts.clusters, counts.cluster_squares), (7, 3, 16));
        // A block of four fields, which touch at edges as well, and a row of three.
        let counts = Counts::of(&odd("3\n6\n??....\n??.???\n......\n", &[]));
        assert_eq!((counts.questions, counts.clusters, counts.cluster_squares), (7, 2, 25));
    }

    #[test]
    fn words_are_counted_by_their_length() {
        let buckets = [0, 1, 2, 3, 8, 9, 10, 200].map(Counts::bucket);
        assert_eq!(buckets, [None, None, Some(0), Some(1), Some(6), Some(7), Some(7), Some(7)]);
        let row = |len: usize| format!("?{}{}\n", ".".repeat(len), "-".repeat(12 - len));
        let rows: String = (1..=12).map(row).collect();
        let questions: Vec<_> = (0..12).map(|row| (row, 0, 3)).collect();
        let counts = Counts::of(&odd(&format!("12\n13\n{rows}"), &questions));
        assert_eq!((counts.words, counts.lengths), (12, [1, 1, 1, 1, 1, 1, 1, 4]));
    }

    /// Each factor at its best, off to either side, where it reaches 0, and beyond.
    #[test]
    fn each_factor_follows_its_formula() {
        let question = [0, 16, 17, 19, 22, 25, 27, 28, 100].map(|n| question_factor(n, 100));
        assert_eq!(question, [0.0, 0.0, 0.0, 64.0, 100.0, 64.0, 0.0, 0.0, 0.0]);
        let uncrossed = [0, 19, 20, 26, 40, 42, 100].map(|n| uncrossed_factor(n, 100));
        assert_eq!(uncrossed, [100.0, 100.0, 100.0, 91.0, 0.0, 0.0, 0.0]);
        let lengths = [
            [0, 18, 24, 20, 18, 12, 4, 4],
            [4, 14, 24, 20, 18, 12, 4, 4],
            [0, 18, 24, 20, 18, 12, 0, 8],
            [0, 18, 24, 20, 28, 2, 4, 4],
            [0, 100, 0, 0, 0, 0, 0, 0],
        ];
        // (4² + 4²) / 8 twice, (10² + 10²) / 8, and far too much.
        assert_eq!(lengths.map(|n| length_factor(&n, 100)), [100.0, 96.0, 96.0, 75.0, 0.0]);
        assert_eq!(length_factor(&[0, 9, 12, 10, 9, 6, 2, 2], 50), 100.0);
        assert_eq!([0, 1, 5, 25, 26, 100].map(|n| dead_factor(n, 100)), [100.0, 96.0, 80.0, 0.0, 0.0, 0.0]);
        let clusters = [(0, 0), (0, 7), (9, 3), (9, 1), (10, 1), (16, 1)].map(|(s, n)| cluster_factor(s, n));
        assert_eq!(clusters, [100.0, 100.0, 70.0, 10.0, 0.0, 0.0]);
        let double = [0, 1, 12, 19, 22, 25, 32, 33, 100].map(|n| double_factor(n, 100));
        assert_eq!(double, [100.0, 0.0, 0.0, 91.0, 100.0, 91.0, 0.0, 0.0, 0.0]);
        assert_eq!([(0, 0), (1, 4), (3, 2)].map(|(part, whole)| percent(part, whole)), [0.0, 25.0, 150.0]);
    }

    #[test]
    fn the_score_is_the_mean_of_the_factors() {
        let counts = Counts {
            unblocked: 100,
            questions: 25,
            doubles: 0,
            letters: 100,
            uncrossed: 26,
            dead: 5,
            words: 100,
            lengths: [4, 14, 24, 20, 18, 12, 4, 4],
            clusters: 3,
            cluster_squares: 9,
        };
        assert_eq!(counts.factors(), [64.0, 91.0, 96.0, 80.0, 70.0, 100.0]);
        assert_eq!(counts.score(), 501.0 / 6.0);
    }
}
