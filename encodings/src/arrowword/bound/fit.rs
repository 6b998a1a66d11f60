//! How to distribute a number of words over the word lengths for the best rating.
//!
//! With the numbers of words and letters fixed, two costs are left, both parabolas: the word lengths compared with
//! the ideal shares, and the share of uncrossed letters beyond 20 %. The sum of the lengths has limits: at least one
//! per letter (each letter short of two is an uncrossed one), at most two per letter; words of nine letters or more
//! may have any length up to the longest.
//!
//! That is a small integer least-squares problem. It is solved like a closest-vector search: the number of words is
//! chosen for one length after another; a lower bound on what the remaining lengths cost is known in closed form (the
//! minimum over real numbers, including negative ones); this bound is convex in the number chosen next, so the search
//! starts at its minimum, goes outward on both sides, and turns back where the bound exceeds the best answer. A few
//! dozen steps suffice.

use super::super::rating::IDEAL;

/// The problem for one number of words and one number of letters.
pub(super) struct Fit {
    /// The lengths in use, shortest first; at most eight.
    buckets: Vec<Bucket>,
    words: usize,
    letters: usize,
    /// The greatest word length.
    longest: usize,
    /// The factor of a squared deviation in words.
    weight: f64,
    /// The cost of the lengths that cannot occur: their whole ideal share.
    missing: f64,
    /// The smallest sum of lengths without uncrossed letters beyond 20 %; if these cost nothing, the smallest possible.
    need: f64,
    /// The factor of a squared excess of uncrossed letters; infinite where `need` is a hard limit.
    uncrossed_weight: f64,
}

/// Returns lengths that leave as few letters uncrossed as possible, however far they are from the ideal: all words
/// are of equal length, as far as possible.
pub(super) fn any_lengths(words: usize, letters: usize, longest: usize) -> [usize; 8] {
    let total = (2 * letters).clamp(2 * words, longest * words);
    let (each, longer) = (total / words, total % words);
    let mut lengths = [0; 8];
    lengths[each.min(9) - 2] += words - longer;
    lengths[(each + 1).min(9) - 2] += longer;
    lengths
}

/// The words of one length (or of nine or more letters).
#[derive(Clone, Copy)]
struct Bucket {
    /// The fewest and the most letters of its words.
    least: usize,
    most: usize,
    ideal: f64,
    /// The fewest words.
    needed: usize,
}

/// The best answer so far.
struct Best {
    cost: f64,
    lengths: Option<[usize; 8]>,
}

/// The choices made so far.
#[derive(Clone, Copy)]
struct State {
    /// The next bucket to choose.
    at: usize,
    /// The number of words not yet distributed.
    words: usize,
    /// The smallest and the largest number of letters in the words distributed.
    least: usize,
    most: usize,
    cost: f64,
    lengths: [usize; 8],
}

impl Fit {
    pub(super) fn new(
        words: usize,
        letters: usize,
        longest: usize,
        needed: [usize; 8],
        uncrossed: bool,
    ) -> Self {
        let per_word = 100.0 / words as f64;
        let weight = per_word * per_word / 8.0;
        let bucket = |((ideal, least), needed): ((f64, usize), usize)| Bucket {
            least,
            most: if least == 9 { longest } else { least },
            ideal: ideal / per_word,
            needed,
        };
        let all = || IDEAL.into_iter().zip(2..).zip(needed).map(bucket);
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

    /// Returns the cheapest numbers of words of each length, or `None` if they cost `limit` or more.
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
        let needed = self.buckets[state.at].needed;
        if state.words < needed {
            return;
        }
        if state.at + 1 == self.buckets.len() {
            self.finish(self.choose(state, state.words), best);
            return;
        }
        let (_, centre) = self.bound(&state);
        let first = (centre.max(0.0) as usize).clamp(needed, state.words);
        for count in first + 1..=state.words {
            if !self.descend(state, count, best) {
                break;
            }
        }
        for count in (needed..=first).rev() {
            if !self.descend(state, count, best) {
                break;
            }
        }
    }

    /// Searches below one choice; returns false if it cannot lead to a better answer than the best.
    fn descend(&self, state: State, count: usize, best: &mut Best) -> bool {
        super::step();
        let next = self.choose(state, count);
        if self.bound(&next).0 >= best.cost {
            return false;
        }
        // If even the longest words do not reach every letter, or the shortest use some letter more than twice, there
        // is nothing below this choice, but other numbers may still work.
        let shortest = self.buckets[next.at].least;
        if next.most + next.words * self.longest >= self.letters
            && next.least + next.words * shortest <= 2 * self.letters
        {
            self.search(next, best);
        }
        true
    }

    /// Returns the state after choosing `count` words of the next bucket.
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

    /// Records a complete choice if it is the best so far.
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

    /// Returns the minimum cost below a state over real numbers, and the number of words of its next bucket there.
    ///
    /// First the remaining words are spread evenly around the ideal. If the lengths then add up to too few letters, it is
    /// cheapest to move in the direction that changes the sum fastest; where uncrossed letters can make up for a part of it,
    /// the two share the load like two springs in series. Lengths that add up to too many letters hardly ever occur, and are
    /// left to [`Self::finish`].
    fn bound(&self, state: &State) -> (f64, f64) {
        let open = &self.buckets[state.at..];
        let count = open.len() as f64;
        let ideal: f64 = open.iter().map(|b| b.ideal).sum();
        let spread = (state.words as f64 - ideal) / count;
        let cost = state.cost + self.weight * count * spread * spread;
        let centre = open[0].ideal + spread;

        let most = |bucket: &Bucket| bucket.most as f64;
        let sum: f64 = open.iter().map(|b| most(b) * (b.ideal + spread)).sum();
        let mean = open.iter().map(most).sum::<f64>() / count;
        let variance: f64 = open.iter().map(|b| (most(b) - mean).powi(2)).sum();
        let missing = self.need - state.most as f64 - sum;
        if missing > 1e-7 {
            let springs = variance / self.weight + 1.0 / self.uncrossed_weight;
            let force = missing / springs;
            return (cost + missing * force, centre + force / self.weight * (most(&open[0]) - mean));
        }
        (cost, centre)
    }
}
