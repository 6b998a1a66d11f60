//! Distributing a number of words over the word lengths as the rating likes it best.
//!
//! With the numbers of words and letters fixed, two costs are left, both parabolas: the word lengths against
//! the ideal shares, and the share of uncrossed letters beyond 20 %. The lengths must add up: not to fewer
//! letters than leave the uncrossed ones, not to more than two for each letter; words of nine letters or more
//! may take any length up to the longest.
//!
//! That is a small integer least-squares problem. It is solved like a closest-vector search: choose the
//! number of words of one length after another; what the lengths still open can cost at least is known in
//! closed form (the minimum over real numbers, negative ones allowed); this bound is convex in the number
//! chosen next, so the search starts at its minimum, goes outward on both sides, and turns back where the
//! bound exceeds the best answer. A few dozen steps suffice.

use super::super::rating::IDEAL;

/// The problem for one number of words and of letters.
pub(super) struct Fit {
    /// The lengths in use, shortest first; at most eight.
    buckets: Vec<Bucket>,
    words: usize,
    letters: usize,
    /// The longest word.
    longest: usize,
    /// The cost of one word too many, squared.
    weight: f64,
    /// What the lengths that cannot occur cost: their whole ideal share.
    missing: f64,
    /// The sum of lengths that costs nothing, or with uncrossed letters for free, the least possible.
    need: f64,
    /// The cost of one uncrossed letter too many, squared; infinite where `need` is a hard limit.
    uncrossed_weight: f64,
}

/// Lengths that leave as few letters uncrossed as possible, however far they are from the ideal: all words as
/// equally long as can be.
pub(super) fn any_lengths(words: usize, letters: usize, longest: usize) -> [usize; 8] {
    let total = (2 * letters).clamp(2 * words, longest * words);
    let (each, longer) = (total / words, total % words);
    let mut lengths = [0; 8];
    lengths[each.min(9) - 2] += words - longer;
    lengths[(each + 1).min(9) - 2] += longer;
    lengths
}

/// Words of one length (or of nine letters and more).
#[derive(Clone, Copy)]
struct Bucket {
    least: usize,
    most: usize,
    ideal: f64,
}

/// The best answer so far.
struct Best {
    cost: f64,
    lengths: Option<[usize; 8]>,
}

/// The choices made on the way down.
#[derive(Clone, Copy)]
struct State {
    /// The next bucket to choose.
    at: usize,
    /// The words not yet distributed.
    words: usize,
    /// The least and the most letters of the words distributed.
    least: usize,
    most: usize,
    cost: f64,
    lengths: [usize; 8],
}

impl Fit {
    pub(super) fn new(words: usize, letters: usize, longest: usize, uncrossed: bool) -> Self {
        let per_word = 100.0 / words as f64;
        let weight = per_word * per_word / 8.0;
        let bucket = |(ideal, least): (f64, usize)| Bucket {
            least,
            most: if least == 9 { longest } else { least },
            ideal: ideal / per_word,
        };
        let all = || IDEAL.into_iter().zip(2..).map(bucket);
        let missing = all().filter(|b| b.least > longest).map(|b| b.ideal * b.ideal).sum::<f64>() * weight;
        let per_letter = 50.0 / letters as f64;
        let (need, uncrossed_weight) = if uncrossed {
            (1.8 * letters as f64, per_letter * per_letter)
        } else {
            (letters as f64, f64::INFINITY)
        };
        let buckets = all().filter(|b| b.least <= longest).collect();
        Self { buckets, words, letters, longest, weight, missing, need, uncrossed_weight }
    }

    /// The numbers of words of each length that cost least, if that is less than `limit`.
    pub(super) fn best(&self, limit: f64) -> Option<[usize; 8]> {
        let start =
            State { at: 0, words: self.words, least: 0, most: 0, cost: self.missing, lengths: [0; 8] };
        let mut best = Best { cost: limit, lengths: None };
        if self.bound(&start).0 < limit {
            self.search(start, &mut best);
        }
        best.lengths
    }

    fn search(&self, state: State, best: &mut Best) {
        if state.at + 1 == self.buckets.len() {
            self.finish(self.choose(state, state.words), best);
            return;
        }
        let (_, centre) = self.bound(&state);
        let first = (centre.max(0.0) as usize).min(state.words);
        for count in first + 1..=state.words {
            if !self.descend(state, count, best) {
                break;
            }
        }
        for count in (0..=first).rev() {
            if !self.descend(state, count, best) {
                break;
            }
        }
    }

    /// Searches below one choice; false if it cannot be better than the best.
    fn descend(&self, state: State, count: usize, best: &mut Best) -> bool {
        super::step();
        let next = self.choose(state, count);
        if self.bound(&next).0 >= best.cost {
            return false;
        }
        // Even the longest words do not reach every letter, or the shortest already use each letter twice:
        // then other numbers may still do, so go on.
        let shortest = self.buckets[next.at].least;
        if next.most + next.words * self.longest >= self.letters
            && next.least + next.words * shortest <= 2 * self.letters
        {
            self.search(next, best);
        }
        true
    }

    /// The state after `count` words of the next bucket.
    fn choose(&self, mut state: State, count: usize) -> State {
        let bucket = &self.buckets[state.at];
        let off = count as f64 - bucket.ideal;
        state.cost += self.weight * off * off;
        state.words -= count;
        state.least += count * bucket.least;
        state.most += count * bucket.most;
        state.lengths[state.at] = count;
        state.at += 1;
        state
    }

    /// Takes a complete choice as the best if it is.
    fn finish(&self, state: State, best: &mut Best) {
        let uncrossed = (2 * self.letters).saturating_sub(state.most);
        if uncrossed > self.letters || state.least > 2 * self.letters {
            return;
        }
        let too_many = uncrossed as f64 - 0.2 * self.letters as f64;
        let cost = if too_many > 0.0 && self.uncrossed_weight.is_finite() {
            state.cost + self.uncrossed_weight * too_many * too_many
        } else {
            state.cost
        };
        if cost < best.cost {
            *best = Best { cost, lengths: Some(state.lengths) };
        }
    }

    /// The least a state can still cost with real numbers, and the number of words of its next bucket there.
    ///
    /// First the words left are spread evenly around the ideal. If the lengths then add up to too few (or too
    /// many) letters, moving along the direction that changes the sum fastest is cheapest; where uncrossed
    /// letters can make up for a part of it, both are bent like two springs in a row.
    fn bound(&self, state: &State) -> (f64, f64) {
        let open = &self.buckets[state.at..];
        let count = open.len() as f64;
        let ideal: f64 = open.iter().map(|b| b.ideal).sum();
        let spread = (state.words as f64 - ideal) / count;
        let cost = state.cost + self.weight * count * spread * spread;
        let centre = open[0].ideal + spread;

        let reach = |length: fn(&Bucket) -> usize| {
            let sum: f64 = open.iter().map(|b| length(b) as f64 * (b.ideal + spread)).sum();
            let mean = open.iter().map(|b| length(b) as f64).sum::<f64>() / count;
            let variance: f64 = open.iter().map(|b| (length(b) as f64 - mean).powi(2)).sum();
            (sum, length(&open[0]) as f64 - mean, variance)
        };
        let (sum, lever, variance) = reach(|b| b.most);
        let missing = self.need - state.most as f64 - sum;
        if missing > 1e-7 {
            let springs = variance / self.weight + 1.0 / self.uncrossed_weight;
            let force = missing / springs;
            return (cost + missing * force, centre + force / self.weight * lever);
        }
        let (sum, lever, variance) = reach(|b| b.least);
        let excess = state.least as f64 + sum - 2.0 * self.letters as f64;
        if excess > 1e-7 {
            let force = excess / (variance / self.weight);
            return (cost + excess * force, centre - force / self.weight * lever);
        }
        (cost, centre)
    }
}
