//! Seeds derived from seeds: for threads, turns and members that should behave differently under one seed.
//!
//! This is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): steps of the
//! golden ratio, and a finalizer that leaves no pattern. Plain sums would not do: the second seed of one turn would be
//! the first of the next.

/// Returns the seed with this number, counted from 0. Number 0 is the seed itself, so that the first of several behaves
/// as one alone would. (So if seeds are derived in two steps, those that are number 0 in one of them repeat others.)
pub fn derive(seed: u64, number: u64) -> u64 {
    if number == 0 {
        return seed;
    }
    let mut mixed = seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn it_is_splitmix64() {
        // The first outputs of the reference implementation (Vigna, `splitmix64.c`) from the states 0 and 1234567.
        assert_eq!([1, 2].map(|number| derive(0, number)), [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        assert_eq!(
            [1, 2].map(|number| derive(1_234_567, number)),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
    }

    #[test]
    fn seeds_of_seeds_are_all_different() {
        let turns = (0..10).flat_map(|seed| (1..10).map(move |turn| derive(seed, turn)));
        let seeds = turns.flat_map(|seed| (0..10).map(move |number| derive(seed, number)));
        assert_eq!(seeds.collect::<HashSet<u64>>().len(), 10 * 9 * 10);
        assert_eq!(derive(7, 0), 7);
    }
}
