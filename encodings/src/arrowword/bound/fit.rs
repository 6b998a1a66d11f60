//! How to distribute a number of words over the word lengths for the best rating.
//!
//! With the numbers of words and letters fixed, two costs are left, both parabolas: the word lengths compared with
//! the ideal shares, and the share of uncrossed letters beyond 20 %. The sum of the lengths has limits: at least one
//! per letter (each letter short of two is an uncrossed one), at most two per letter; words of nine letters or more
//! may have any length up to the longest.
//!
//! That is a small integer least-squares problem. It is solved like a closest-vector search: the number of words is
//! chosen for one length after another; a lower bound on what the remaining lengths cost is the minimum over real
//! numbers (file `strain`). The search starts at the number of words that this minimum has, and goes outward on both
//! sides. With its multipliers fixed, the bound is a parabola in the number chosen next: where it exceeds the best answer
//! and rises, everything farther out does as well, and the search turns back. A few dozen steps suffice.

use super::super::rating::{Counts, IDEAL};
use super::Stock;
use super::strain::{Class, Demand, Strain, strain};

/// The problem for one number of words and one number of letters.
pub(super) struct Fit {
    /// The lengths in use, shortest first, at most eight: for whole numbers of words in `buckets`, for real ones in
    /// `classes`.
    buckets: Vec<Bucket>,
    classes: Vec<Class>,
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

/// Returns lengths that leave as few letters uncrossed as possible, however far they are from the ideal; `None` if this many
/// words of these lengths have more letters, or fewer, than the grid has room for. Beyond `MOST_WORDS` words the limits of the
/// list are ignored: it may then use more words of a length than there are, which leaves the bound valid.
pub(super) fn any_lengths(
    words: usize,
    letters: usize,
    longest: usize,
    stock: [Stock; 8],
) -> Option<[usize; 8]> {
    /// More words than in any grid whose ceiling gives up the ideal lengths, unless the list is very odd.
    const MOST_WORDS: usize = 400;
    let last = Counts::bucket(longest)?;
    if stock.iter().any(|stock| stock.needed > stock.supply) {
        return None;
    }
    // What is needed stays as it is, and the others are chosen.
    let mut lengths = stock.map(|stock| stock.needed);
    let others = words.checked_sub(lengths.iter().sum())?;
    let most = |bucket: usize| if bucket == 7 { longest } else { bucket + 2 };
    let sum = |lengths: &[usize; 8], length: &dyn Fn(usize) -> usize| -> usize {
        lengths.iter().enumerate().map(|(bucket, n)| n * length(bucket)).sum()
    };
    let (shortest, reach) = (sum(&lengths, &|bucket| bucket + 2), sum(&lengths, &most));
    let room = (2 * letters).checked_sub(shortest)?;
    let is_endless = stock[..=last].iter().all(|stock| stock.supply == usize::MAX);
    let chosen = if is_endless || words > MOST_WORDS {
        longest_of_any(others, room, last)
    } else {
        let limits: Vec<usize> =
            stock[..=last].iter().map(|stock| (stock.supply - stock.needed).min(others)).collect();
        longest_of_some(others, room, &limits, |bucket| most(bucket) - (bucket + 2))
    }?;
    for (bucket, more) in chosen.into_iter().enumerate() {
        lengths[bucket] += more;
    }
    let more = sum(&lengths, &most) - reach;
    (reach + more >= letters).then_some(lengths)
}

/// Returns how many words of each length up to a last one, without limits, have the most letters in total for which there is
/// room.
fn longest_of_any(words: usize, room: usize, last: usize) -> Option<Vec<usize>> {
    let mut numbers = vec![0; last + 1];
    let mut room = room.checked_sub(2 * words)?;
    let mut left = words;
    for longer in (1..=last).rev() {
        let moved = left.min(room / longer);
        numbers[longer] = moved;
        left -= moved;
        room -= moved * longer;
    }
    numbers[0] = left;
    Some(numbers)
}

/// Does the same with limits. A word in a bucket has at least `bucket + 2` letters, and may have `more`. All sums that numbers of words
/// can have are found length by length.
fn longest_of_some(
    words: usize,
    room: usize,
    limits: &[usize],
    more: impl Fn(usize) -> usize,
) -> Option<Vec<usize>> {
    // After each length, by the number of words so far: for each sum, whether it can be reached.
    let mut reached = vec![vec![vec![false; room + 1]; words + 1]];
    reached[0][0][0] = true;
    for (bucket, &limit) in limits.iter().enumerate() {
        let before = &reached[bucket];
        let mut after = vec![vec![false; room + 1]; words + 1];
        for (used, sums) in before.iter().enumerate() {
            for sum in (0..=room).filter(|&sum| sums[sum]) {
                for n in 0..=limit.min(words - used) {
                    let Some(place) = after[used + n].get_mut(sum + n * (bucket + 2)) else { break };
                    *place = true;
                }
            }
        }
        reached.push(after);
    }
    // The number of the longest words decides how much longer they may be, so each is tried.
    let last = limits.len() - 1;
    let with = |n: usize| {
        let left = words.checked_sub(n)?;
        let sums = &reached[last][left];
        let sum = (0..=room.checked_sub(n * (last + 2))?).rev().find(|&sum| sums[sum])?;
        Some((sum + n * (last + 2 + more(last)), n, sum))
    };
    let (_, longest, mut sum) = (0..=limits[last]).filter_map(with).max()?;
    let mut numbers = vec![0; limits.len()];
    numbers[last] = longest;
    let mut used = words - longest;
    for bucket in (0..last).rev() {
        let was = |n: usize| {
            let sum = sum.checked_sub(n * (bucket + 2))?;
            reached[bucket][used.checked_sub(n)?][sum].then_some(n)
        };
        let n = (0..=limits[bucket]).find_map(was)?;
        numbers[bucket] = n;
        used -= n;
        sum -= n * (bucket + 2);
    }
    Some(numbers)
}

/// The words of one length (or of nine or more letters).
#[derive(Clone, Copy)]
struct Bucket {
    /// The fewest and the most letters of its words.
    least: usize,
    most: usize,
    ideal: f64,
    /// The fewest words, and the most.
    stock: Stock,
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
        stock: [Stock; 8],
        uncrossed: bool,
    ) -> Self {
        let per_word = 100.0 / words as f64;
        let weight = per_word * per_word / 8.0;
        let bucket = |((ideal, least), stock): ((f64, usize), Stock)| Bucket {
            least,
            most: if least == 9 { longest } else { least },
            ideal: ideal / per_word,
            stock,
        };
        let all = || IDEAL.into_iter().zip(2..).zip(stock).map(bucket);
        let missing = all().filter(|b| b.least > longest).map(|b| b.ideal * b.ideal).sum::<f64>() * weight;
        let per_letter = 50.0 / letters as f64;
        let (need, uncrossed_weight) = if uncrossed {
            (1.8 * letters as f64, per_letter * per_letter)
        } else {
            (letters as f64, f64::INFINITY)
        };
        let buckets: Vec<Bucket> = all().filter(|b| b.least <= longest).collect();
        let classes = buckets.iter().map(Bucket::class).collect();
        Self { buckets, classes, words, letters, longest, weight, missing, need, uncrossed_weight }
    }

    /// Returns the cheapest numbers of words of each length, or `None` if they cost `limit` or more. This many words of the
    /// greatest length have to reach all letters.
    pub(super) fn best(&self, limit: f64) -> Option<[usize; 8]> {
        let start =
            State { at: 0, words: self.words, least: 0, most: 0, cost: self.missing, lengths: [0; 8] };
        let mut best = Best { cost: limit, lengths: None };
        if self.strain(&start).cost < limit {
            self.search(start, &mut best);
        }
        best.lengths
    }

    fn search(&self, state: State, best: &mut Best) {
        let Stock { needed, supply } = self.buckets[state.at].stock;
        let most = state.words.min(supply);
        if most < needed {
            return;
        }
        if state.at + 1 == self.buckets.len() {
            if most == state.words {
                self.finish(self.choose(state, state.words), best);
            }
            return;
        }
        let Strain { shift, pull, .. } = self.strain(&state);
        let bucket = &self.buckets[state.at];
        let centre =
            bucket.ideal + (shift + pull * self.classes[state.at].length(pull)) / (2.0 * self.weight);
        let first = (centre.max(0.0) as usize).clamp(needed, most);
        for count in first + 1..=most {
            if self.descend(state, count, best).is_some_and(|slope| slope >= 0.0) {
                break;
            }
        }
        for count in (needed..=first).rev() {
            if self.descend(state, count, best).is_some_and(|slope| slope <= 0.0) {
                break;
            }
        }
    }

    /// Searches below one choice. If it cannot lead to a better answer than the best, returns by how much the bound that says so
    /// grows for each word more: the bound is convex, so there is no better answer farther on in the direction in which it grows.
    fn descend(&self, state: State, count: usize, best: &mut Best) -> Option<f64> {
        super::step();
        let next = self.choose(state, count);
        let Strain { cost, shift, pull } = self.strain(&next);
        if cost >= best.cost {
            let bucket = &self.buckets[state.at];
            // What is impossible is so whatever it costs.
            let own = if cost.is_finite() { 2.0 * self.weight * (count as f64 - bucket.ideal) } else { 0.0 };
            return Some(own - shift - pull * self.classes[state.at].length(pull));
        }
        // If even the longest words do not reach every letter, there is nothing below this choice, but other numbers may still
        // work. (Words that are too long for the letters have cost infinitely much above.)
        if next.most + next.words * self.longest >= self.letters {
            self.search(next, best);
        }
        None
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

    /// Records a complete choice if it is the best so far. Its words reach all letters and are not too long for them, as this was
    /// so before the last length got all words that were left.
    fn finish(&self, state: State, best: &mut Best) {
        let uncrossed = (2 * self.letters).saturating_sub(state.most);
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

    /// Returns a lower bound on the cost below a state, which is the minimum over real numbers.
    fn strain(&self, state: &State) -> Strain {
        let demand = Demand {
            weight: self.weight,
            words: state.words as f64,
            need: self.need - state.most as f64,
            rest_weight: self.uncrossed_weight,
            limit: 2.0 * self.letters as f64 - state.least as f64,
        };
        let strain = strain(&self.classes[state.at..], &demand);
        Strain { cost: strain.cost + state.cost, ..strain }
    }
}

impl Bucket {
    fn class(&self) -> Class {
        Class {
            shortest: self.least as f64,
            longest: self.most as f64,
            ideal: self.ideal,
            needed: self.stock.needed as f64,
            supply: if self.stock.supply == usize::MAX { f64::INFINITY } else { self.stock.supply as f64 },
        }
    }
}
