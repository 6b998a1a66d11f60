//! What a number of words costs at least, with limits on how many of them have each length, if numbers need not be
//! whole.
//!
//! The nearer the number of words of each length is to its ideal, the better; but at least as many words of a length are needed
//! as the grid demands, and at most as many as the list has; all numbers add up to the number of words, and the words are
//! neither too short for the letters of the grid nor too long. That is a quadratic program with a *multiplier* for the number
//! of words and one for the sum of their lengths. Whatever they are, its Lagrangian is a lower bound on the cost (weak
//! duality), and it splits into one parabola per length, whose minimum between a least and a greatest number is known. So the
//! multipliers only have to be good: the one for the number of words is exact, the other is sought by Newton's method.
//!
//! At most one of the two limits of the sum is strained: where the words just reach all letters, they are not too long. So one
//! multiplier serves both, positive where words are too short and negative where they are too long.

use std::cmp::max_by;

/// The words of one length, or of nine or more letters.
#[derive(Clone, Copy)]
pub(super) struct Class {
    /// The fewest and the most letters of its words.
    pub(super) shortest: f64,
    pub(super) longest: f64,
    /// The ideal number of words, the fewest, and the most (infinite without a limit).
    pub(super) ideal: f64,
    pub(super) needed: f64,
    pub(super) supply: f64,
}

impl Class {
    /// Returns the length that is decisive where the words are too short (a positive pull), or too long.
    pub(super) fn length(&self, pull: f64) -> f64 {
        if pull < 0.0 { self.shortest } else { self.longest }
    }
}

/// What the numbers of words have to meet.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    /// The factor of a squared deviation from the ideal.
    pub(super) weight: f64,
    /// The sum of the numbers.
    pub(super) words: f64,
    /// The sum that the lengths have to reach if all words are as long as they can be, …
    pub(super) need: f64,
    /// … and the factor of the square of what they fall short of it; infinite if they must reach it.
    pub(super) rest_weight: f64,
    /// The sum that the lengths must not exceed if all words are as short as they can be.
    pub(super) limit: f64,
}

/// A lower bound on a cost, with the multipliers that prove it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strain {
    /// The bound; infinite if nothing meets the demand.
    pub(super) cost: f64,
    /// By how much the bound grows for each word more, …
    pub(super) shift: f64,
    /// … for each letter more that is needed (if positive), and for each letter fewer that is allowed (if negative).
    pub(super) pull: f64,
}

/// The most steps of Newton's method.
const ROUNDS: usize = 24;

/// Returns a lower bound on the cost of numbers of words that meet a demand; it is the least cost itself, apart from
/// rounding.
pub(super) fn strain(classes: &[Class], demand: &Demand) -> Strain {
    if let Some(hopeless) = hopeless(classes, demand) {
        return hopeless;
    }
    let relaxed = Relaxed::new(classes, demand, 0.0);
    let mut best = relaxed.strain;
    let (side, missed): (f64, fn(&Relaxed, &Demand) -> f64) = if relaxed.short_of(demand) > 0.0 {
        (1.0, Relaxed::short_of)
    } else if relaxed.too_long(demand) > 0.0 {
        (-1.0, Relaxed::too_long)
    } else {
        return best;
    };
    // The pull is between these two, as far as is known.
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let (mut pull, mut last) = (0.0, relaxed);
    for _ in 0..ROUNDS {
        let off = missed(&last, demand);
        if off.abs() < 1e-10 * demand.words {
            break;
        }
        *(if off > 0.0 { &mut low } else { &mut high }) = pull;
        let newton = pull + off / last.stiffness;
        pull = if (low..high).contains(&newton) {
            newton
        } else if high.is_finite() {
            low.midpoint(high)
        } else {
            2.0 * low + demand.weight
        };
        last = Relaxed::new(classes, demand, side * pull);
        best = max_by(best, last.strain, |a, b| a.cost.total_cmp(&b.cost));
    }
    best
}

/// Says that nothing meets a demand, if so, and in which direction it is too much.
fn hopeless(classes: &[Class], demand: &Demand) -> Option<Strain> {
    let slack = 1e-9 * demand.words;
    let spare = demand.words - classes.iter().map(|class| class.needed).sum::<f64>();
    let sum =
        |length: fn(&Class) -> f64| classes.iter().map(|class| class.needed * length(class)).sum::<f64>();
    let lengths = |length: fn(&Class) -> f64| classes.iter().map(length);
    let infinite = |shift, pull| Some(Strain { cost: f64::INFINITY, shift, pull });
    if spare < -slack {
        return infinite(-1.0, 0.0);
    }
    if demand.words > classes.iter().map(|class| class.supply).sum::<f64>() + slack {
        return infinite(1.0, 0.0);
    }
    let longest = lengths(|class| class.longest).fold(0.0, f64::max);
    let most = sum(|class| class.longest) + of_spare(classes.iter().rev(), spare, |class| class.longest);
    if demand.rest_weight.is_infinite() && most < demand.need - slack {
        return infinite(-longest, 1.0);
    }
    let shortest = lengths(|class| class.shortest).fold(f64::INFINITY, f64::min);
    if sum(|class| class.shortest) + of_spare(classes.iter(), spare, |class| class.shortest)
        > demand.limit + slack
    {
        return infinite(shortest, -1.0);
    }
    None
}

/// Returns the letters of the words that are not needed, if as many as there are have the first length, the others the next one,
/// and so on.
fn of_spare<'a>(classes: impl Iterator<Item = &'a Class>, spare: f64, length: impl Fn(&Class) -> f64) -> f64 {
    let (mut spare, mut letters) = (spare, 0.0);
    for class in classes {
        let words = spare.min(class.supply - class.needed).max(0.0);
        letters += words * length(class);
        spare -= words;
    }
    letters
}

/// The numbers of words that cost least for one pull.
struct Relaxed {
    strain: Strain,
    /// The sum of the lengths, with all words as long as they can be, or as short.
    longest: f64,
    shortest: f64,
    /// The part of the sum that is left to uncrossed letters.
    rest: f64,
    /// How fast the sum and the rest change with the pull.
    stiffness: f64,
}

impl Relaxed {
    fn new(classes: &[Class], demand: &Demand, pull: f64) -> Self {
        let length = |class: &Class| class.length(pull);
        let doubled = 2.0 * demand.weight;
        let force = |class: &Class| doubled * class.ideal + pull * length(class);
        let mut limited = [Limit::None; 8];
        let shift = shift(classes, &mut limited, demand.words, doubled, force);
        let rest = pull.max(0.0) / (2.0 * demand.rest_weight);
        let mut cost = shift * demand.words - demand.rest_weight_times(rest * rest);
        cost += if pull < 0.0 { pull * demand.limit } else { pull * demand.need };
        let (mut longest, mut shortest) = (0.0, 0.0);
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (class, limit) in classes.iter().zip(limited) {
            let number = match limit {
                Limit::None => (force(class) + shift) / doubled,
                Limit::Least => class.needed,
                Limit::Most => class.supply,
            };
            let off = number - class.ideal;
            cost += demand.weight * off * off - (shift + pull * length(class)) * number;
            longest += class.longest * number;
            shortest += class.shortest * number;
            if limit == Limit::None {
                n += 1.0;
                sum += length(class);
                squares += length(class) * length(class);
            }
        }
        let variance = if n > 0.0 { squares - sum * sum / n } else { 0.0 };
        let of_rest = if pull < 0.0 { 0.0 } else { 1.0 / (2.0 * demand.rest_weight) };
        Self {
            strain: Strain { cost, shift, pull },
            longest,
            shortest,
            rest,
            stiffness: variance / doubled + of_rest,
        }
    }

    fn short_of(&self, demand: &Demand) -> f64 {
        demand.need - self.longest - self.rest
    }

    fn too_long(&self, demand: &Demand) -> f64 {
        self.shortest - demand.limit
    }
}

/// Which limit the number of words of a class is at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    None,
    Least,
    Most,
}

/// Returns the multiplier with which the numbers add up to all words. Classes that would have fewer words than are needed, or
/// more than there are, have exactly those; the others share what is left. The sum of all numbers grows with the multiplier,
/// and in a straight line between two values at which a class comes to a limit or leaves one; so the two values around the
/// demanded sum are sought first.
fn shift(
    classes: &[Class],
    limited: &mut [Limit; 8],
    words: f64,
    doubled: f64,
    force: impl Fn(&Class) -> f64,
) -> f64 {
    let number =
        |class: &Class, shift: f64| ((force(class) + shift) / doubled).min(class.supply).max(class.needed);
    let sum = |shift: f64| classes.iter().map(|class| number(class, shift)).sum::<f64>();
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for class in classes {
        for bound in [class.needed, class.supply] {
            let shift = doubled * bound - force(class);
            if shift.is_finite() && shift > low && shift < high {
                *(if sum(shift) < words { &mut low } else { &mut high }) = shift;
            }
        }
    }
    // A class is free between these two if it is so at both.
    let (mut n, mut free_force, mut left) = (0.0, 0.0, words);
    for (class, limit) in classes.iter().zip(&mut *limited) {
        let (leaves, comes) = (doubled * class.needed - force(class), doubled * class.supply - force(class));
        *limit = if leaves >= high || class.needed >= class.supply {
            Limit::Least
        } else if comes <= low {
            Limit::Most
        } else {
            Limit::None
        };
        match limit {
            Limit::None => {
                n += 1.0;
                free_force += force(class);
            }
            Limit::Least => left -= class.needed,
            Limit::Most => left -= class.supply,
        }
    }
    match n > 0.0 {
        true => (doubled * left - free_force) / n,
        // All are at a limit, as few as are needed or all there are: any multiplier between the two values will do.
        false => {
            if high.is_finite() {
                high
            } else {
                low
            }
        }
    }
}

impl Demand {
    /// Returns what a squared rest costs; where no rest is allowed there is none, and it costs nothing.
    fn rest_weight_times(&self, squared: f64) -> f64 {
        if self.rest_weight.is_finite() { self.rest_weight * squared } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use proptest::prelude::*;

    /// Returns what numbers of words cost; `None` if they do not meet the demand, by more than the given tolerance.
    fn cost(classes: &[Class], demand: &Demand, numbers: &[f64], tolerance: f64) -> Option<f64> {
        let sum = |value: fn(&Class) -> f64| -> f64 {
            classes.iter().zip(numbers).map(|(class, number)| value(class) * number).sum()
        };
        let rest = (demand.need - sum(|class| class.longest)).max(0.0);
        let is_within =
            |class: &Class, n: f64| n >= class.needed - tolerance && n <= class.supply + tolerance;
        let enough = classes.iter().zip(numbers).all(|(class, n)| is_within(class, *n));
        let all = (numbers.iter().sum::<f64>() - demand.words).abs() <= tolerance;
        let fits = sum(|class| class.shortest) <= demand.limit + tolerance;
        let off = classes.iter().zip(numbers).map(|(class, n)| (n - class.ideal).powi(2)).sum::<f64>();
        let of_rest = match demand.rest_weight.is_finite() {
            true => demand.rest_weight * rest * rest,
            false if rest <= tolerance => 0.0,
            false => return None,
        };
        (enough && all && fits).then_some(demand.weight * off + of_rest)
    }

    /// Compares a bound with the costs of many numbers of words, and with those of the numbers that belong to its multipliers.
    fn judge(classes: &[Class; 3], demand: &Demand) -> Result<(), TestCaseError> {
        let found = strain(classes, demand);
        let steps = || (0..=60).map(|n| f64::from(n) / 60.0 * demand.words);
        let mut possible = false;
        for (a, b) in steps().cartesian_product(steps()).filter(|(a, b)| a + b <= demand.words) {
            if let Some(cost) = cost(classes, demand, &[a, b, demand.words - a - b], 1e-9) {
                possible = true;
                prop_assert!(found.cost <= cost + 1e-6, "{:?}, but {:?} cost {}", found, (a, b), cost);
            }
        }
        if found.cost.is_infinite() {
            return Ok(());
        }
        let number = |class: &Class| {
            let length = if found.pull < 0.0 { class.shortest } else { class.longest };
            let free = class.ideal + (found.shift + found.pull * length) / (2.0 * demand.weight);
            free.min(class.supply).max(class.needed)
        };
        let numbers = classes.iter().map(number).collect_vec();
        let least = cost(classes, demand, &numbers, 1e-5);
        let same = least.is_some_and(|least| (least - found.cost).abs() < 1e-4 * (1.0 + least));
        prop_assert!(same, "{:?}, possible: {}, but {:?} cost {:?}", found, possible, numbers, least);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// A bound is right if nothing costs less, and good if something costs no more.
        #[test]
        fn the_bound_is_the_least_cost(
            ideals in [0.0..50.0_f64, 0.0..50.0, 0.0..50.0],
            needed in [0.0..40.0_f64, 0.0..40.0, 0.0..40.0],
            is_needed in [any::<bool>(), any::<bool>(), any::<bool>()],
            more in [0.0..70.0_f64, 0.0..70.0, 0.0..70.0],
            has_limit in [any::<bool>(), any::<bool>(), any::<bool>()],
            need in 150.0..900.0_f64,
            limit in 200.0..900.0_f64,
            rest_weight in prop_oneof![Just(f64::INFINITY), 0.001..1.0_f64],
        ) {
            let class = |shortest: f64, longest: f64, i: usize| Class {
                shortest,
                longest,
                ideal: ideals[i],
                needed: if is_needed[i] { needed[i] } else { 0.0 },
                supply: if has_limit[i] { needed[i] + more[i] } else { f64::INFINITY },
            };
            let classes = [class(2.0, 2.0, 0), class(5.0, 5.0, 1), class(7.0, 12.0, 2)];
            // What is needed is no more than what is allowed, as in a grid.
            let demand = Demand { weight: 0.125, words: 100.0, need: need.min(0.9 * limit), rest_weight, limit };
            judge(&classes, &demand)?;
        }
    }

    #[test]
    fn what_is_impossible_costs_infinitely_much() {
        let supply = f64::INFINITY;
        let class = |length, needed| Class { shortest: length, longest: length, ideal: 1.0, needed, supply };
        let demand = Demand { weight: 1.0, words: 9.0, need: 0.0, rest_weight: f64::INFINITY, limit: 99.0 };
        let of = |classes: &[Class], demand: Demand| strain(classes, &demand).cost;
        // More needed words than words.
        assert!(of(&[class(2.0, 5.0), class(3.0, 4.0)], demand).is_finite());
        assert!(of(&[class(2.0, 5.0), class(3.0, 5.0)], demand).is_infinite());
        // Words that are too short: 5 of 2 letters, and 4 of 3, are 22 letters.
        assert!(of(&[class(2.0, 5.0), class(3.0, 0.0)], Demand { need: 22.0, ..demand }).is_finite());
        assert!(of(&[class(2.0, 5.0), class(3.0, 0.0)], Demand { need: 23.0, ..demand }).is_infinite());
        // Words that are too long: 5 of 3 letters, and 4 of 2, are 23 letters.
        assert!(of(&[class(2.0, 0.0), class(3.0, 5.0)], Demand { limit: 23.0, ..demand }).is_finite());
        assert!(of(&[class(2.0, 0.0), class(3.0, 5.0)], Demand { limit: 22.0, ..demand }).is_infinite());
    }
}
