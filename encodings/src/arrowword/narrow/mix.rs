//! Which prices to try next: those at the best mixture of the layouts so far.
//!
//! The dynamic program only ever finds layouts that are best at some prices, and a mixture of them has the counts in
//! between. At the mixture with the best tables, the slopes of the tables are the prices at which no known layout
//! promises more, so what the dynamic program finds there is either new or a proof that nothing promises more. The
//! mixture need not be exact: any prices give a true bound.

use super::area::Tables;
use super::step::COUNTS;

/// A mixture of layouts: their numbers and their shares, which add up to 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Mix {
    pub(super) shares: Vec<(usize, f64)>,
    /// What pulls counts to their values where they have one only.
    pub(super) push: [f64; COUNTS],
}

/// The exchanges of shares in a row, and how often the push is adjusted between.
const EXCHANGES: usize = 60;
const ADJUSTMENTS: usize = 4;

/// The latest layouts that shares are given to.
const RECENT: usize = 600;

impl Mix {
    /// Returns the mean counts.
    pub(super) fn counts(&self, layouts: &[[f64; COUNTS]]) -> [f64; COUNTS] {
        let mut counts = [0.0; COUNTS];
        for &(layout, share) in &self.shares {
            counts.iter_mut().zip(&layouts[layout]).for_each(|(sum, count)| *sum += share * count);
        }
        counts
    }

    /// Improves the mixture for these tables, and returns the prices there.
    pub(super) fn improve(&mut self, tables: &Tables, layouts: &[[f64; COUNTS]]) -> [f64; COUNTS] {
        if self.shares.is_empty() {
            self.shares.push((0, 1.0));
        }
        for _ in 0..ADJUSTMENTS {
            for _ in 0..EXCHANGES {
                if !self.exchange(tables, layouts) {
                    break;
                }
            }
            tables.push(&self.counts(layouts), &mut self.push);
        }
        tables.slopes(&self.counts(layouts), &self.push)
    }

    /// Gives a layout of more promise the share of one with less, as far as that helps. Returns whether it did.
    fn exchange(&mut self, tables: &Tables, layouts: &[[f64; COUNTS]]) -> bool {
        let counts = self.counts(layouts);
        let prices = tables.slopes(&counts, &self.push);
        let worth = |layout: usize| dot(&prices, &layouts[layout]);
        let recent = layouts.len().saturating_sub(RECENT)..layouts.len();
        let best = recent.map(|at| (at, worth(at))).max_by(|a, b| a.1.total_cmp(&b.1));
        let shares = self.shares.iter().enumerate();
        let worst = shares.map(|(at, share)| (at, worth(share.0))).min_by(|a, b| a.1.total_cmp(&b.1));
        let (Some((best, high)), Some((worst, low))) = (best, worst) else { return false };
        if high - low < 1e-7 {
            return false;
        }
        let (from, most) = self.shares[worst];
        let way: [f64; COUNTS] = std::array::from_fn(|at| layouts[best][at] - layouts[from][at]);
        let gain = |share: f64| {
            let there = std::array::from_fn(|at| counts[at] + share * way[at]);
            dot(&tables.slopes(&there, &self.push), &way)
        };
        let (mut low, mut high) = (0.0, most);
        if gain(most) >= 0.0 {
            low = most;
        } else {
            for _ in 0..24 {
                let middle = (low + high) / 2.0;
                if gain(middle) > 0.0 { low = middle } else { high = middle }
            }
        }
        if low <= 0.0 {
            return false;
        }
        if low >= most {
            self.shares.swap_remove(worst);
        } else {
            self.shares[worst].1 -= low;
        }
        match self.shares.iter_mut().find(|(layout, _)| *layout == best) {
            Some((_, share)) => *share += low,
            None => self.shares.push((best, low)),
        }
        true
    }
}

fn dot(a: &[f64; COUNTS], b: &[f64; COUNTS]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
