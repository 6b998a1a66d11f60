//! The ceiling compared with known values and plain enumeration, and the number of steps it takes to find it.

use super::*;
use crate::arrowword::cwg;
use crate::arrowword::rating::IDEAL;
use crate::lexicon::fold;
use itertools::Itertools;
use proptest::prelude::*;
use std::cell::Cell;

/// Finds the best rating of a grid of `unblocked` fields with different words from this supply: no puzzle of such a grid rates
/// higher. `None` if there are too few words for any puzzle, by counting alone.
fn ceiling_with_supply(unblocked: usize, supply: &Supply) -> Option<Ceiling> {
    ceiling_with(unblocked, supply.longest, [0; 8], Some(supply))
}

/// Finds the best score by trying every number of question fields, doubles, words of each length and uncrossed letters.
fn brute_force(unblocked: usize, longest: usize) -> Option<f64> {
    brute_force_with(unblocked, longest, [0; 8], ENDLESS)
}

/// No limit on the words of a length.
const ANY: Stock = Stock { needed: 0, supply: usize::MAX };

/// No limit for any length.
const ENDLESS: [usize; 8] = [usize::MAX; 8];

/// Does the same for grids in which at least these numbers of words of each length are needed, and at most these are available.
fn brute_force_with(unblocked: usize, longest: usize, least: [usize; 8], most: [usize; 8]) -> Option<f64> {
    /// Calls `see` with all ways to distribute `words` words over the lengths from `bucket` to `last`.
    fn each(
        bucket: usize,
        last: usize,
        words: usize,
        lengths: &mut [usize; 8],
        see: &mut impl FnMut(&[usize; 8]),
    ) {
        if bucket == last {
            lengths[last] = words;
            see(lengths);
            return;
        }
        for n in 0..=words {
            lengths[bucket] = n;
            each(bucket + 1, last, words - n, lengths, see);
        }
    }
    let last = Counts::bucket(longest)?;
    let mut best: Option<f64> = None;
    for questions in 1..unblocked {
        let letters = unblocked - questions;
        for doubles in 0..=questions {
            let words = questions + doubles;
            each(0, last, words, &mut [0; 8], &mut |lengths| {
                if lengths.iter().zip(least).zip(most).any(|((&n, least), most)| n < least || n > most) {
                    return;
                }
                let short: usize = (0..7).map(|b| (b + 2) * lengths[b]).sum();
                for uncrossed in 0..=letters {
                    let Some(long) = (2 * letters - uncrossed).checked_sub(short) else { continue };
                    if (9 * lengths[7]..=longest * lengths[7]).contains(&long) {
                        let counts = Counts {
                            unblocked,
                            questions,
                            doubles,
                            letters,
                            uncrossed,
                            words,
                            lengths: *lengths,
                            clusters: questions,
                            ..Counts::default()
                        };
                        best = Some(best.unwrap_or(0.0).max(counts.score()));
                    }
                }
            });
        }
    }
    best
}

#[test]
fn the_ceiling_of_tiny_grids_is_what_plain_enumeration_finds() {
    for unblocked in 0..=11 {
        // No word of a grid with this many fields can be longer.
        for longest in 0..unblocked.max(1) {
            match (ceiling(unblocked, longest).map(|c| c.score), brute_force(unblocked, longest)) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-6, "{unblocked}, {longest}: {a}, not {b}"),
                (a, b) => assert_eq!(a, b, "{unblocked}, {longest}"),
            }
        }
        assert_eq!(ceiling(unblocked, 99), ceiling(unblocked, unblocked.saturating_sub(1)), "{unblocked}");
    }
}

/// Finds the best scores of grids of up to `most` fields (`None` where no puzzle is possible): for each number of words a table
/// holds the cheapest distribution over the lengths for every sum of lengths, with the words that are needed and no more than
/// there are, and all other counts are tried.
fn by_table(most: usize, longest: usize, needed: [usize; 8], supply: [usize; 8]) -> Vec<Option<f64>> {
    type Cheapest = Option<(f64, [usize; 8])>;
    let sums = 2 * most;
    let mut best: Vec<Option<f64>> = vec![None; most + 1];
    for words in 1..most {
        // By how many words are distributed so far, and the sum of their lengths.
        let mut table: Vec<Vec<Cheapest>> = vec![vec![None; sums + 1]; words + 1];
        table[0][0] = Some((0.0, [0; 8]));
        for bucket in 0..=Counts::bucket(longest).unwrap() {
            let (shortest, longest) = (bucket + 2, if bucket == 7 { longest } else { bucket + 2 });
            let mut next: Vec<Vec<Cheapest>> = vec![vec![None; sums + 1]; words + 1];
            for (used, sum) in (0..=words).cartesian_product(0..=sums) {
                let Some((cost, mut lengths)) = table[used][sum] else { continue };
                for n in needed[bucket]..=supply[bucket].min(words - used) {
                    lengths[bucket] = n;
                    let share = 100.0 * n as f64 / words as f64;
                    let cost = cost + (share - IDEAL[bucket]).powi(2);
                    let totals =
                        next[used + n].iter_mut().take(sum + n * longest + 1).skip(sum + n * shortest);
                    for place in totals {
                        if place.is_none_or(|(other, _)| cost < other) {
                            *place = Some((cost, lengths));
                        }
                    }
                }
            }
            table = next;
        }
        for (unblocked, questions) in (2..=most).flat_map(|all| (1..all).map(move |n| (all, n))) {
            let letters = unblocked - questions;
            let Some(doubles) = words.checked_sub(questions).filter(|&doubles| doubles <= questions) else {
                continue;
            };
            for uncrossed in 0..=letters {
                let Some((_, lengths)) = table[words][2 * letters - uncrossed] else { continue };
                let score = Counts {
                    unblocked,
                    questions,
                    doubles,
                    letters,
                    uncrossed,
                    words,
                    lengths,
                    clusters: questions,
                    ..Counts::default()
                }
                .score();
                best[unblocked] = Some(best[unblocked].unwrap_or(0.0).max(score));
            }
        }
    }
    best
}

#[test]
fn the_ceiling_of_small_grids_is_what_a_table_of_sums_finds() {
    for longest in [2, 3, 4, 6, 9, 12] {
        for (unblocked, expected) in
            by_table(34, longest, [0; 8], ENDLESS).into_iter().enumerate().skip(longest + 1)
        {
            match (ceiling(unblocked, longest).map(|c| c.score), expected) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-6, "{unblocked}, {longest}: {a}, not {b}"),
                (a, b) => assert_eq!(a, b, "{unblocked}, {longest}"),
            }
        }
    }
}

#[test]
fn the_ceiling_of_a_puzzle_is_that_of_its_free_fields_and_longest_line() {
    let puzzle = cwg::read("5\n7\n.......\n.-.....\n.......\n.......\n.......\n").unwrap().puzzle;
    assert_eq!(ceiling_of(&puzzle, None), ceiling(34, 7));
    assert_eq!(ceiling_of(&puzzle, Some(4)), ceiling(34, 4));
    assert_eq!(ceiling_of(&puzzle, Some(99)), ceiling(34, 7));
    assert_ne!(ceiling(34, 7), ceiling(34, 4));

    let words = |texts: &[&str]| texts.iter().map(|text| fold(text).unwrap()).collect::<Vec<_>>();
    let of = |themes: &[Theme]| ceiling_of_themes(&puzzle, None, themes);
    assert_eq!(of(&[]), ceiling(34, 7));
    // A word of several themes stands once in a puzzle.
    let needed = [Theme::all(words(&["OR", "AU", "EI", "DU", "EIS"])), Theme::all(words(&["AU"]))];
    assert_eq!(of(&needed), ceiling_with(34, 7, [4, 1, 0, 0, 0, 0, 0, 0], None));
    assert!(of(&needed).unwrap().score < ceiling(34, 7).unwrap().score);
    // A word that a theme can spare is not needed, and which of two words is needed is not known.
    assert_eq!(
        of(&[Theme::wishes(words(&["OR", "AU"])), Theme::new(words(&["EI", "DU"]), 1)]),
        ceiling(34, 7)
    );
    // The longest line is not too short for a word of its length.
    assert!(of(&[Theme::all(words(&["ZWIEBEL"]))]).is_some());
    assert_eq!(of(&[Theme::all(words(&["ZWIEBELN"]))]), None);
}

#[test]
fn the_ceilings_of_the_contest_grids_are_the_known_ones() {
    for (unblocked, longest, score) in [
        (225, 15, 99.923),
        (440, 15, 99.970),
        (428, 15, 99.963),
        (438, 15, 99.987),
        (600, 15, 99.994),
        (1600, 15, 99.997),
    ] {
        let found = ceiling(unblocked, longest).unwrap();
        assert_eq!((found.score * 1000.0).round() / 1000.0, score, "{unblocked}");
    }
}

#[test]
fn the_counts_of_a_ceiling_fit_together() {
    for (unblocked, longest) in [(3, 2), (9, 3), (77, 10), (225, 15), (1600, 15), (1600, 9), (400, 40)] {
        let Ceiling { score, counts, long_letters, factors, .. } = ceiling(unblocked, longest).unwrap();
        let short: usize = (0..7).map(|b| (b + 2) * counts.lengths[b]).sum();
        assert_eq!(short + long_letters, 2 * counts.letters - counts.uncrossed);
        assert_eq!(counts.words, counts.questions + counts.doubles);
        assert_eq!(counts.words, counts.lengths.iter().sum::<usize>());
        assert_eq!(counts.letters + counts.questions, unblocked);
        assert!((9 * counts.lengths[7]..=longest.max(9) * counts.lengths[7]).contains(&long_letters));
        assert_eq!(factors, counts.factors());
        assert_eq!(score, counts.score());
    }
}

#[test]
fn longer_words_never_lower_the_ceiling() {
    for unblocked in [60, 225, 1600] {
        let scores: Vec<_> = (2..=20).map(|n| ceiling(unblocked, n).unwrap().score).collect();
        assert!(scores.is_sorted_by(|a, b| a <= &(b + 1e-9)), "{unblocked}: {scores:?}");
    }
}

thread_local! {
    /// The number of steps of the search in this test.
    pub(super) static STEPS: Cell<u64> = const { Cell::new(0) };
}

#[test]
fn the_ceiling_takes_few_steps() {
    // The limits are a tenth above what was counted.
    for (unblocked, longest, most) in [
        (1600, 15..=15, 190),
        (1600, 9..=9, 330),
        (40_000, 5..=5, 1_680),
        (40_000, 6..=6, 7_600),
        (40_000, 7..=8, 4_930),
        (40_000, 9..=11, 1_970),
        (40_000, 12..=20, 440),
    ] {
        for longest in longest {
            STEPS.set(0);
            ceiling(unblocked, longest);
            let steps = STEPS.get();
            assert!((1..most).contains(&steps), "{unblocked} fields, words of {longest}: {steps} steps");
        }
    }
}

#[test]
fn no_grid_has_needed_words_that_are_too_long_for_it() {
    // A word of five letters, where words have at most five, or four.
    let least = [0, 0, 0, 1, 0, 0, 0, 0];
    assert!(ceiling_with(34, 5, least, None).is_some());
    assert_eq!(ceiling_with(34, 4, least, None), None);
}

#[test]
fn an_area_with_more_doubles_than_question_fields_is_impossible() {
    for given_up in [0, DOUBLES] {
        let costs = Costs::new(100, 10, [ANY; 8], given_up);
        let of = |doubles| costs.least(Area { questions: (15, 20), doubles });
        assert!(of((20, 30)).is_finite());
        assert!(of((21, 30)).is_infinite());
    }
}

/// In a large grid it hardly matters that numbers are whole, so the bound of a single pair of numbers is close to what the best
/// whole numbers cost; and it is never above.
#[test]
fn the_bound_of_a_pair_of_numbers_is_just_below_the_cost_of_the_best_lengths() {
    let unblocked = 4000;
    let mut strained = 0;
    for (longest, given_up) in [4, 6, 9, 15].into_iter().cartesian_product([0, UNCROSSED]) {
        let costs = Costs::new(unblocked, longest, [ANY; 8], given_up);
        for (questions, doubles) in (300..1300).step_by(100).cartesian_product([0, 100, 300]) {
            let area = Area { questions: (questions, questions), doubles: (doubles, doubles) };
            let (bound, letters, words) = (costs.least(area), unblocked - questions, questions + doubles);
            if bound.is_infinite() {
                continue;
            }
            let keeps = given_up == 0;
            let lengths = Fit::new(words, letters, longest, [ANY; 8], keeps).best(f64::INFINITY).unwrap();
            let off = |(n, ideal): (&usize, f64)| (*n as f64 * 100.0 / words as f64 - ideal).powi(2) / 8.0;
            let reached = (0..8).map(|b| lengths[b] * if b == 7 { longest } else { b + 2 }).sum::<usize>();
            let uncrossed = 100.0 * (2.0 - reached as f64 / letters as f64);
            let of_uncrossed = if keeps { ((uncrossed - 20.0).max(0.0) / 2.0).powi(2) } else { 0.0 };
            let cost =
                costs.of_numbers(area) + lengths.iter().zip(IDEAL).map(off).sum::<f64>() + of_uncrossed;
            // That each letter is in a word is no part of the bound, so it is lower where hardly any letter is crossed.
            let least = if keeps && uncrossed > 99.0 { 0.0 } else { 0.999 * cost - 0.2 };
            let near = least..=cost + 1e-6;
            assert!(near.contains(&bound), "{longest} {given_up} {questions} {doubles}: {bound}, not {cost}");
            strained += usize::from(uncrossed > 25.0);
        }
    }
    assert!(strained > 10, "{strained}");
}

#[test]
fn a_word_fills_a_line_only_if_a_bent_arrow_can_ask_for_it() {
    let line = |text: &str| longest_line(&cwg::read(text).unwrap().puzzle);
    assert_eq!(line("1\n4\n....\n"), 3);
    assert_eq!(line("2\n4\n....\n....\n"), 4);
    // No field beside the top of the only full column may hold the bent question.
    assert_eq!(line("4\n2\n. \n. \n. \n..\n"), 3);
    assert_eq!(line("1\n1\n.\n"), 0);
    assert_eq!(line("1\n1\n-\n"), 0);
}

#[test]
fn needed_words_lower_the_ceiling_as_far_as_plain_enumeration_says() {
    let (mut lower, mut none) = (0, 0);
    for unblocked in 3..=11 {
        for longest in 2..unblocked.min(7) {
            for (bucket, n) in [(0, 1), (0, 3), (1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (4, 2)] {
                let mut least = [0; 8];
                least[bucket] = n;
                if Counts::shortest(bucket) > longest {
                    continue;
                }
                let found = ceiling_with(unblocked, longest, least, None).map(|ceiling| ceiling.score);
                let possible = brute_force_with(unblocked, longest, least, ENDLESS);
                assert_same(found, possible, &format!("{unblocked} {longest} {least:?}"));
                none += usize::from(found.is_none());
                let without = ceiling(unblocked, longest).unwrap().score;
                lower += usize::from(found.is_some_and(|found| found < without - 1e-9));
            }
        }
    }
    assert!(lower > 10 && none > 5, "{lower} lower, {none} impossible");
}

fn assert_same(found: Option<f64>, expected: Option<f64>, what: &str) {
    match (found, expected) {
        (Some(a), Some(b)) => assert!((a - b).abs() < 1e-6, "{what}: {a}, not {b}"),
        (a, b) => assert_eq!(a, b, "{what}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn needed_words_lower_the_ceiling_as_far_as_a_table_of_sums_says(
        longest in 2..=14_usize,
        needed in proptest::collection::vec((0..8_usize, 1..=4_usize), 1..4),
        more in 0..=10_usize,
    ) {
        let mut least = [0; 8];
        for (bucket, n) in needed {
            least[bucket.min(Counts::bucket(longest).unwrap())] += n;
        }
        // Of the last length, there are sometimes more than all others together.
        least[Counts::bucket(longest).unwrap()] += more.saturating_sub(5);
        for (unblocked, expected) in by_table(34, longest, least, ENDLESS).into_iter().enumerate().skip(longest + 1) {
            let found = ceiling_with(unblocked, longest, least, None).map(|c| c.score);
            assert_same(found, expected, &format!("{unblocked} {longest} {least:?}"));
        }
    }
}

#[test]
fn long_lists_of_long_words_take_few_steps() {
    // The limits are a tenth above what was counted. The numbers of needed words are those of 2, 3, …, 9 or more letters.
    for (unblocked, longest, least, most) in [
        (600, 30, [0, 0, 2, 4, 5, 5, 4, 40], 360),
        (600, 30, [0, 0, 0, 0, 0, 0, 0, 60], 300),
        (600, 30, [0, 0, 0, 0, 0, 10, 25, 25], 470),
        (600, 30, [0, 60, 0, 0, 0, 0, 0, 0], 940),
        (600, 30, [30, 30, 0, 0, 0, 0, 0, 0], 1_150),
        (600, 30, [60, 0, 0, 0, 0, 0, 0, 60], 230),
        (225, 15, [0, 0, 0, 0, 0, 0, 0, 30], 260),
        (225, 15, [0, 0, 0, 0, 0, 15, 15, 0], 320),
        (225, 15, [0, 0, 0, 0, 10, 10, 10, 0], 190),
        (225, 15, [40, 0, 0, 0, 0, 0, 0, 0], 430),
        (225, 15, [60, 0, 0, 0, 0, 0, 0, 1], 390),
        (225, 15, [0, 0, 0, 0, 0, 0, 0, 48], 390),
        (1600, 40, [0, 0, 0, 0, 0, 0, 0, 120], 630),
        (1600, 40, [0, 0, 10, 10, 10, 10, 10, 100], 770),
        (1600, 9, [0, 0, 10, 10, 10, 10, 10, 100], 770),
        (1600, 8, [0, 0, 10, 10, 10, 10, 100, 0], 760),
        (40_000, 200, [0, 0, 100, 100, 200, 200, 300, 1500], 3_170),
    ] {
        STEPS.set(0);
        ceiling_with(unblocked, longest, least, None);
        let steps = STEPS.get();
        assert!(steps < most, "{unblocked} fields, words of {longest}, {least:?} needed: {steps} steps");
    }
}

#[test]
fn few_words_lower_the_ceiling_as_far_as_plain_enumeration_says() {
    let (mut lower, mut none) = (0, 0);
    let few = |words: &[usize]| -> [usize; 8] { std::array::from_fn(|b| words.get(b).copied().unwrap_or(0)) };
    for unblocked in 3..=11 {
        for words in [
            &[1][..],
            &[2, 1],
            &[0, 3],
            &[1, 1, 1, 1],
            &[9, 0, 0, 1],
            &[0, 2, 0, 2, 0, 1],
            &[3, 2, 1, 1, 1, 1, 1],
            &[5, 1, 0, 0, 0, 0, 0, 2],
        ] {
            let supply = Supply::counted([0, 0].into_iter().chain(few(words)));
            assert_eq!(supply, Supply { words: few(words), longest: words.len() + 1 });
            if supply.longest >= unblocked {
                continue;
            }
            let found = ceiling_with_supply(unblocked, &supply).map(|ceiling| ceiling.score);
            let possible = brute_force_with(unblocked, supply.longest, [0; 8], supply.words);
            assert_same(found, possible, &format!("{unblocked} {words:?}"));
            none += usize::from(found.is_none());
            let without = ceiling(unblocked, supply.longest).unwrap().score;
            lower += usize::from(found.is_some_and(|found| found < without - 1e-9));
        }
    }
    assert!(lower > 10 && none > 5, "{lower} lower, {none} impossible");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn few_words_lower_the_ceiling_as_far_as_a_table_of_sums_says(
        longest in 3..=14_usize,
        words in proptest::array::uniform8(0..7_usize),
        plenty in 0..8_usize,
    ) {
        let last = Counts::bucket(longest).unwrap();
        let words: [usize; 8] = std::array::from_fn(|b| match b {
            b if b > last => 0,
            b if b == plenty => 40,
            b if b == last => words[b].max(1),
            b => words[b],
        });
        let supply = Supply { words, longest };
        for (unblocked, expected) in by_table(34, longest, [0; 8], words).into_iter().enumerate().skip(longest + 1) {
            let found = ceiling_with_supply(unblocked, &supply).map(|c| c.score);
            assert_same(found, expected, &format!("{unblocked} {supply:?}"));
        }
    }
}

#[test]
fn the_ceiling_of_a_list_is_found_in_large_grids() {
    // The numbers of words of 2, 3, …, 9 or more letters of the contest's list and the embedded one.
    let contest = [524, 1229, 2899, 5527, 5930, 5900, 5593, 15815];
    let embedded = [537, 2187, 3604, 7459, 9292, 10204, 9037, 44767];
    for (side, words, is_scarce) in
        [(100, contest, false), (200, contest, true), (300, contest, true), (300, embedded, true)]
    {
        STEPS.set(0);
        let supply = Supply { words, longest: 15 };
        let found = ceiling_with_supply(side * side, &supply);
        assert!(STEPS.get() < 1_000_000, "{side}: {} steps", STEPS.get());
        if let Some(found) = found {
            let are_there = found.counts.lengths.iter().zip(words).all(|(&n, there)| n <= there);
            assert!(are_there, "{side}: {found:?}");
            let without = ceiling(side * side, 15).unwrap().score;
            assert_eq!(found.score < without - 1e-6, is_scarce, "{side}: {found:?}");
        }
    }
}
