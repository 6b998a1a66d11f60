//! Which prices to try next: those at the best mixture of the layouts so far.
//!
//! The dynamic program only ever finds layouts that are best at some prices, and a mixture of them has the counts in
//! between. At the mixture with the best rating, the slopes of the rating are the prices at which no known layout
//! promises more, so what the dynamic program finds there is either new or a proof that nothing promises more. The
//! mixture need not be exact: any prices give a true bound.

use super::area::Worth;
use super::step::COUNTS;

/// A mixture of layouts: their numbers and their shares, which add up to 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Mix {
    pub(super) shares: Vec<(usize, f64)>,
    /// What pulls counts to their values where they have one only.
    pub(super) push: [f64; COUNTS],
}

/// The exchanges of shares in a row, and how often the push is adjusted between.
const EXCHANGES: usize = 200;
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

    /// Improves the mixture for these worth, and returns the prices there.
    pub(super) fn improve(&mut self, worth: &Worth, layouts: &[[f64; COUNTS]]) -> [f64; COUNTS] {
        if self.shares.is_empty() {
            self.shares.push((0, 1.0));
        }
        for _ in 0..ADJUSTMENTS {
            for _ in 0..EXCHANGES {
                if !self.exchange(worth, layouts) {
                    break;
                }
            }
            worth.push(&self.counts(layouts), &mut self.push);
        }
        worth.slopes(&self.counts(layouts), &self.push)
    }

    /// Gives a layout of more promise the share of one with less, as far as that helps. Returns whether it did.
    fn exchange(&mut self, worth: &Worth, layouts: &[[f64; COUNTS]]) -> bool {
        let counts = self.counts(layouts);
        let prices = worth.slopes(&counts, &self.push);
        let promise = |layout: usize| dot(&prices, &layouts[layout]);
        let recent = layouts.len().saturating_sub(RECENT)..layouts.len();
        let best = recent.map(|at| (at, promise(at))).max_by(|a, b| a.1.total_cmp(&b.1));
        let shares = self.shares.iter().enumerate();
        let worst = shares.map(|(at, share)| (at, promise(share.0))).min_by(|a, b| a.1.total_cmp(&b.1));
        let (Some((best, high)), Some((worst, low))) = (best, worst) else { return false };
        if high - low < 1e-7 {
            return false;
        }
        let (from, most) = self.shares[worst];
        let way: [f64; COUNTS] = std::array::from_fn(|at| layouts[best][at] - layouts[from][at]);
        let gain = |share: f64| {
            let there = std::array::from_fn(|at| counts[at] + share * way[at]);
            dot(&worth.slopes(&there, &self.push), &way)
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

#[cfg(test)]
mod tests {
    use super::super::area::{Area, Kept};
    use super::super::step::{CLUSTERS, DEAD, QUESTIONS, UNCROSSED};
    use super::super::testing::Small;
    use super::*;

    /// Returns what an area is worth, with 20 unblocked fields, with a free number of question fields, dead and uncrossed letters.
    fn grid() -> Worth {
        let mut ranges = [(0, 0); COUNTS];
        ranges[QUESTIONS] = (1, 9);
        (ranges[UNCROSSED], ranges[DEAD], ranges[CLUSTERS]) = ((0, 9), (0, 9), (1, 1));
        Worth::new(&Area { ranges, kept: Kept::WITHOUT_LENGTHS }, 20).expect("an area with layouts")
    }

    /// Returns the counts of a layout.
    fn layout(questions: f64, uncrossed: f64, dead: f64) -> [f64; COUNTS] {
        let mut counts = [0.0; COUNTS];
        (counts[QUESTIONS], counts[UNCROSSED], counts[DEAD], counts[CLUSTERS]) =
            (questions, uncrossed, dead, 1.0);
        counts
    }

    /// What these counts promise.
    fn promise(worth: &Worth, counts: &[f64; COUNTS]) -> f64 {
        worth.at(counts)
    }

    #[test]
    fn a_mixture_has_the_mean_counts() {
        let layouts = [layout(1.0, 2.0, 0.0), layout(5.0, 0.0, 4.0)];
        let mix = Mix { shares: vec![(0, 0.25), (1, 0.75)], ..Mix::default() };
        assert_eq!(mix.counts(&layouts), layout(4.0, 0.5, 3.0));
        assert_eq!(dot(&layouts[0], &layouts[1]), 6.0);
    }

    #[test]
    fn shares_move_to_what_promises_most() {
        let worth = grid();
        // The best number of question fields is between these two, and the third has nothing for itself.
        let layouts = [layout(1.0, 0.0, 0.0), layout(9.0, 0.0, 0.0), layout(9.0, 9.0, 9.0)];
        let mut mix = Mix { shares: vec![(2, 1.0)], ..Mix::default() };
        let prices = mix.improve(&worth, &layouts);
        let share = |of: usize| -> f64 {
            mix.shares.iter().filter(|(at, _)| *at == of).map(|(_, share)| share).sum()
        };
        assert!((mix.shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{mix:?}");
        assert!(mix.shares.iter().all(|(_, share)| *share > 0.0), "{mix:?}");
        assert!(share(2) < 0.05 && share(0) > 0.1 && share(1) > 0.1, "{mix:?}");
        // At its prices the two layouts that are mixed promise alike, and no other one more.
        let worths = layouts.map(|layout| dot(&prices, &layout));
        assert!((worths[0] - worths[1]).abs() < 0.05 && worths[2] < worths[0], "{worths:?}");
        let mixed = promise(&worth, &mix.counts(&layouts));
        assert!(layouts.iter().all(|layout| promise(&worth, layout) < mixed), "{mix:?}");
        // There is nothing left to be exchanged.
        let before = mix.counts(&layouts);
        assert!(
            !mix.exchange(&worth, &layouts)
                || (promise(&worth, &mix.counts(&layouts)) - promise(&worth, &before)).abs() < 0.01
        );
    }

    #[test]
    fn shares_move_until_little_is_gained() {
        let small = Small::new();
        let worth = Worth::new(&small.area(), small.shape.unblocked).unwrap();
        let layouts: Vec<[f64; COUNTS]> =
            small.layouts().into_keys().map(|tally| tally.map(f64::from)).collect();
        let mut mix = Mix::default();
        mix.improve(&worth, &layouts);
        let before = promise(&worth, &mix.counts(&layouts));
        (0..EXCHANGES).for_each(|_| _ = mix.exchange(&worth, &layouts));
        let after = promise(&worth, &mix.counts(&layouts));
        assert!(after - before < 0.001, "{before} {after}");
        assert!((mix.shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{mix:?}");
    }

    #[test]
    fn shares_of_layouts_that_promise_alike_stay() {
        let worth = grid();
        let layouts = [layout(4.0, 0.0, 0.0), layout(4.0, 0.0, 0.0)];
        for shares in [vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)]] {
            let mut mix = Mix { shares: shares.clone(), ..Mix::default() };
            assert!(!mix.exchange(&worth, &layouts));
            assert_eq!(mix.shares, shares);
        }
    }

    #[test]
    fn only_the_latest_layouts_get_shares() {
        let worth = grid();
        let mut layouts = vec![layout(4.0, 0.0, 0.0)];
        layouts.extend(vec![layout(4.0, 5.0, 5.0); RECENT - 1]);
        let mut mix = Mix { shares: vec![(1, 1.0)], ..Mix::default() };
        assert!(mix.exchange(&worth, &layouts));
        assert_eq!(mix.shares, [(0, 1.0)]);
        // With one more, the best one is too old.
        layouts.push(layout(4.0, 5.0, 5.0));
        let mut mix = Mix { shares: vec![(1, 1.0)], ..Mix::default() };
        assert!(!mix.exchange(&worth, &layouts));
    }

    #[test]
    fn a_mixture_begins_with_the_first_layout_and_takes_over_a_better_one() {
        let worth = grid();
        let layouts = [layout(4.0, 9.0, 9.0), layout(4.0, 0.0, 0.0)];
        let mut mix = Mix::default();
        mix.improve(&worth, &layouts[..1]);
        assert_eq!(mix.shares, [(0, 1.0)]);
        mix.improve(&worth, &layouts);
        assert_eq!(mix.shares, [(1, 1.0)]);
    }
}
