//! What the word lengths lose of the rating, exactly.
//!
//! The loss is a sum over the classes of lengths, each depending on the words of its class and on all words. So for each
//! number of words the classes have tables of their own, and their sum is the loss; but at most 100 points are lost, and a
//! table knows nothing of the others. So a literal says that the factor is *given up*: then it loses 100, and the tables
//! say nothing. A solver that minimises the loss gives it up exactly where the sum would be more than 100. Where that is
//! certain (from the number of words, or of those of one class, whatever the others are), the literal is implied, and the
//! tables are small.

use super::LayoutEncoding;
use super::counts::Number;
use super::losses::{ALL, Counters, Row, from, units, up_to};
use crate::arrowword::rating::IDEAL;
use crate::cnf::{Bit, Directions, Part};

impl LayoutEncoding {
    /// Adds what the word lengths lose; returns the parts of the sum.
    pub(super) fn length_losses(&mut self, counters: &Counters) -> Vec<Part> {
        let most = 2 * counters.questions.max();
        self.formula.label("what is counted");
        let classes: Vec<Vec<Bit>> = (0..IDEAL.len()).map(|n| self.bits_of(Number::Words(n))).collect();
        let possible = |bits: &Vec<Bit>| bits.iter().filter(|&&bit| bit != Bit::False).count();
        let possible: Vec<usize> = classes.iter().map(possible).collect();
        let sums: Vec<Sums> =
            (1..=most).map(|words| Sums::new(words, &possible)).filter(|sums| sums.least() < ALL).collect();
        let Some(never) = sums.first().map(|sums| sums.never) else {
            return vec![vec![(units(ALL), Bit::True)]]; // whatever the layout
        };
        // Each question field asks for a word, and each double one for a second.
        let words = self.full_counter(&[Number::Questions, Number::Doubles], Directions::Both);
        let given_up = Bit::from(self.formula.auxiliary(self.families.lost));
        let mut parts = vec![vec![(units(never), Bit::True), (units(ALL), given_up)]];
        self.formula.label("losses");
        for total in (0..=most).filter(|&total| sums.iter().all(|sums| sums.words != total)) {
            self.formula.add_bits([!from(&words, total), !up_to(&words, total), given_up]);
        }
        for (class, bits) in classes.into_iter().enumerate().filter(|&(class, _)| possible[class] > 0) {
            let count = self.counter(bits, Directions::Both);
            let mut rows: Vec<Row> = Vec::new();
            for sums in &sums {
                for (n, &loss) in sums.losses[class].iter().enumerate() {
                    let mut row = vec![from(&words, sums.words), up_to(&words, sums.words)];
                    row.extend([from(&count, n), up_to(&count, n)]);
                    if sums.least_with(class, n) < ALL {
                        row.push(!given_up);
                        rows.push((row, loss));
                    } else {
                        self.formula.label("losses");
                        self.formula.add_bits(row.into_iter().map(|bit| !bit).chain([given_up]));
                    }
                }
            }
            parts.push(self.table(rows));
        }
        parts
    }
}

/// What the word lengths lose with a given number of words.
struct Sums {
    /// All words.
    words: usize,
    /// Per class: what it loses with 0, 1, … words.
    losses: Vec<Vec<f64>>,
    /// What the classes lose of which there can be no words.
    never: f64,
    /// Per class: the least that the others lose together if they have 0, 1, … words.
    others: Vec<Vec<f64>>,
}

impl Sums {
    fn new(words: usize, possible: &[usize]) -> Self {
        let share = |n: usize| n as f64 * 100.0 / words as f64;
        let classes = || IDEAL.iter().zip(possible);
        let losses: Vec<Vec<f64>> = classes()
            .map(|(ideal, &most)| (0..=most.min(words)).map(|n| (share(n) - ideal).powi(2) / 8.0).collect())
            .collect();
        let never = classes().filter(|(_, most)| **most == 0).map(|(ideal, _)| ideal.powi(2) / 8.0).sum();
        let others = |class: usize| {
            let mut fewest = vec![f64::INFINITY; words + 1];
            fewest[0] = 0.0;
            for (_, losses) in losses.iter().enumerate().filter(|&(other, _)| other != class) {
                let with = |total: usize| {
                    let ways = losses.iter().enumerate().take(total + 1);
                    ways.map(|(n, loss)| fewest[total - n] + loss).fold(f64::INFINITY, f64::min)
                };
                fewest = (0..=words).map(with).collect();
            }
            fewest
        };
        let others = (0..losses.len()).map(others).collect();
        Self { words, losses, never, others }
    }

    /// Returns the least that is lost with `n` words of a class.
    fn least_with(&self, class: usize, n: usize) -> f64 {
        self.losses[class][n] + self.others[class][self.words - n]
    }

    /// Returns the least that is lost.
    fn least(&self) -> f64 {
        (0..self.losses[0].len()).map(|n| self.least_with(0, n)).fold(f64::INFINITY, f64::min)
    }
}
