//! The fill against plain enumeration, and its promises: valid fills, given letters kept, the same fill for the same
//! seed, budgets respected.

use super::*;
use crate::encodings::lexicon::{Slot, WordId, WordList};
use crate::solver::words::{Conflict, UsedWords};
use fastrand::Rng;
use proptest::prelude::*;
use std::sync::OnceLock;
use std::time::Duration;

/// Returns the problem of a picture: `#` is no field, `.` an open cell, a letter a given one; every run of two or more
/// is a slot.
pub(super) fn picture(rows: &[&str]) -> SlotProblem {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut number = std::collections::HashMap::new();
    let mut problem = SlotProblem::default();
    let (height, width) = (rows.len(), rows[0].len());
    let lines = (0..height)
        .map(|r| (0..width).map(|c| (r, c)).collect::<Vec<_>>())
        .chain((0..width).map(|c| (0..height).map(|r| (r, c)).collect()));
    for line in lines {
        for run in line.split(|&(r, c)| rows[r][c] == '#').filter(|run| run.len() > 1) {
            let cells = run.iter().map(|&(r, c)| {
                *number.entry((r, c)).or_insert_with(|| {
                    problem.cells.push(Letter::from_char(rows[r][c]));
                    problem.cells.len() - 1
                })
            });
            problem.slots.push(Slot { cells: cells.collect() });
        }
    }
    problem
}

pub(super) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> WordList {
    let letters = |word: &str| word.chars().filter_map(Letter::from_char).collect();
    WordList::new(words.into_iter().map(|word| (letters(word), WordList::DEFAULT_SCORE)))
}

/// Makes words in which vowels and consonants mostly alternate, so that they cross: a stand-in for a language.
pub(super) fn babble(per_length: usize, longest: usize, seed: u64) -> WordList {
    let mut rng = Rng::with_seed(seed);
    let mut words = Vec::new();
    for len in 2..=longest {
        for _ in 0..per_length {
            let mut vowel = rng.usize(..2) == 0;
            let word: String = (0..len)
                .map(|_| {
                    let letters: &[u8] = if vowel { b"EEEAAIOU" } else { b"NNRRSSTTLLDMBGKPH" };
                    vowel = if rng.usize(..6) == 0 { vowel } else { !vowel };
                    letters[rng.usize(..letters.len())] as char
                })
                .collect();
            words.push(word);
        }
    }
    WordList::new(words.iter().map(|word| {
        let letters: Vec<_> = word.chars().filter_map(Letter::from_char).collect();
        let score = (word.bytes().map(usize::from).sum::<usize>() % 100) as f32;
        (letters, score)
    }))
}

pub(super) fn assert_valid(problem: &SlotProblem, list: &WordList, letters: &[Letter]) {
    assert_eq!(letters.len(), problem.cells.len());
    for (given, letter) in problem.cells.iter().zip(letters) {
        assert!(given.is_none_or(|given| given == *letter), "a given letter was changed");
    }
    let mut seen = std::collections::HashSet::new();
    for slot in &problem.slots {
        let word: Vec<_> = slot.cells.iter().map(|&cell| letters[cell]).collect();
        assert!(list.find(&word).is_some(), "{word:?} is no word of the list");
        assert!(seen.insert(word), "a word occurs twice");
    }
}

/// Returns whether there is a fill, by trying every word in every slot.
pub(super) fn exists(
    problem: &SlotProblem,
    list: &WordList,
    slot: usize,
    cells: &mut [Option<Letter>],
) -> bool {
    fn spelled(problem: &SlotProblem, slot: usize, cells: &[Option<Letter>]) -> Vec<Option<Letter>> {
        problem.slots[slot].cells.iter().map(|&c| cells[c]).collect()
    }
    let Some(place) = problem.slots.get(slot) else { return true };
    (0..list.count(place.len())).any(|index| {
        let word = list.word(WordId { len: place.len(), index });
        let fits = place.cells.iter().zip(word).all(|(&c, &l)| cells[c].is_none_or(|held| held == l));
        let same: Vec<_> = word.iter().copied().map(Some).collect();
        if !fits || (0..slot).any(|other| spelled(problem, other, cells) == same) {
            return false;
        }
        let mut next = cells.to_vec();
        place.cells.iter().zip(word).for_each(|(&c, &l)| next[c] = Some(l));
        exists(problem, list, slot + 1, &mut next)
    })
}

/// Draws tiny grids, words of few letters, and whether there is a fill, by plain enumeration.
pub(super) fn tiny() -> impl Strategy<Value = (SlotProblem, WordList, bool)> {
    let rows = proptest::collection::vec("[.][.#]{2}|[.]{3}|[A.][.B][.#]", 3);
    let words = proptest::collection::vec("[AB]{2}|[ABC]{3}", 1..14);
    (rows, words).prop_map(|(rows, words)| {
        let problem = picture(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let list = list(words.iter().map(String::as_str));
        let has_fill = exists(&problem, &list, 0, &mut problem.cells.clone());
        (problem, list, has_fill)
    })
}

fn options(seed: u64) -> FillOptions {
    FillOptions { seed, ..FillOptions::default() }
}

const MIDDLE: [&str; 9] = [
    ".#.#....#",
    "....#....",
    ".#......#",
    "...#.#...",
    ".......#.",
    "#.#......",
    "....#.#..",
    ".#.......",
    "....#.#..",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// For tiny grids and alphabets, the answer agrees with plain enumeration.
    #[test]
    fn agrees_with_enumeration((problem, list, expected) in tiny(), seed in 0_u64..100) {
        let index = Arc::new(WordIndex::new(&list));
        match fill(&problem, &index, &options(seed), &Budget::unlimited()) {
            FillOutcome::Filled(letters) => {
                prop_assert!(expected);
                assert_valid(&problem, &list, &letters);
            }
            FillOutcome::Infeasible { .. } => prop_assert!(!expected),
            FillOutcome::Stopped { .. } => prop_assert!(false, "there was no limit"),
        }
    }

    /// After going down any branch and back, the propagator equals a new one.
    #[test]
    fn taking_back_restores(steps in proptest::collection::vec((0_usize..100, 0_usize..1000, 0_u8..4), 1..60)) {
        let index = Arc::new(WordIndex::new(&babble(300, 9, 1)));
        let problem = picture(&MIDDLE);
        let fresh = Propagator::new(&index, &problem).expect("consistent at the root");
        let mut words = fresh.clone();
        for (slot, word, kind) in steps {
            let slot = slot % words.len();
            let nth = word % words.count(slot);
            let word = words.domains().words(slot).nth(nth).expect("a word");
            match kind {
                0 => words.pop(),
                kind => {
                    words.push();
                    let result = if kind == 1 { words.exclude(slot, word) } else { words.assign(slot, word) };
                    if result.is_err() {
                        words.pop();
                    }
                }
            }
        }
        while words.level() > 0 {
            words.pop();
        }
        for slot in 0..words.len() {
            let sorted = |words: &Propagator| {
                let mut all: Vec<_> = words.domains().words(slot).collect();
                all.sort_unstable();
                all
            };
            prop_assert_eq!(sorted(&words), sorted(&fresh));
            prop_assert_eq!(words.count(slot), fresh.count(slot));
            prop_assert_eq!(words.is_fixed(slot), fresh.is_fixed(slot));
            prop_assert!(words.crossings(slot).eq(fresh.crossings(slot)));
        }
    }

    /// Every fill is valid, whatever the seed and the given letters.
    #[test]
    fn fills_are_valid(seed in 0_u64..1000, given in proptest::collection::vec((0_usize..60, 0_usize..26), 0..4)) {
        static LIST: OnceLock<(WordList, Arc<WordIndex>)> = OnceLock::new();
        let (list, index) = LIST.get_or_init(|| {
            let list = babble(6000, 9, 7);
            let index = Arc::new(WordIndex::new(&list));
            (list, index)
        });
        let mut problem = picture(&MIDDLE);
        for (cell, letter) in given {
            let cell = cell % problem.cells.len();
            problem.cells[cell] = Letter::from_index(letter);
        }
        let options = FillOptions { failures: Some(3000), ..options(seed) };
        if let FillOutcome::Filled(letters) = fill(&problem, index, &options, &Budget::unlimited()) {
            assert_valid(&problem, list, &letters);
            let score = index.mean_score(&problem.slots, &letters);
            let better_options = BetterOptions { seed, windows: Some(100) };
            let better = better(&problem, index, letters, &better_options, &Budget::unlimited());
            assert_valid(&problem, list, &better);
            prop_assert!(index.mean_score(&problem.slots, &better) >= score);
        }
    }
}

/// Makes a grid large enough for the repair, of copies of the middle one.
pub(super) fn large(copies: usize) -> SlotProblem {
    let rows: Vec<String> =
        (0..copies).flat_map(|_| MIDDLE.map(|row| format!("{row}#").repeat(copies))).collect();
    picture(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn repair_fills_what_restarts_do_not_try() {
    let list = babble(6000, 12, 3);
    let index = Arc::new(WordIndex::new(&list));
    let problem = large(5);
    assert!(problem.slots.len() >= LARGE);
    for seed in 0..3 {
        let FillOutcome::Filled(letters) = fill(&problem, &index, &options(seed), &Budget::unlimited())
        else {
            panic!("seed {seed} was not filled");
        };
        assert_valid(&problem, &list, &letters);
    }
}

#[test]
fn same_seed_same_fill_and_other_seed_other_words() {
    let index = Arc::new(WordIndex::new(&babble(6000, 12, 3)));
    for problem in [picture(&MIDDLE), large(4)] {
        let run = |seed| fill(&problem, &index, &options(seed), &Budget::unlimited());
        assert_eq!(run(5), run(5));
        let (FillOutcome::Filled(a), FillOutcome::Filled(b)) = (run(5), run(6)) else {
            panic!("both are fillable");
        };
        let words = |letters: &[Letter]| -> std::collections::HashSet<Vec<Letter>> {
            let word = |slot: &Slot| slot.cells.iter().map(|&c| letters[c]).collect();
            problem.slots.iter().filter(|slot| slot.len() > 3).map(word).collect()
        };
        let (a, b) = (words(&a), words(&b));
        assert!(a.intersection(&b).count() * 4 < a.len(), "two seeds share too many words");
    }
}

#[test]
fn stopped_fills_are_consistent() {
    // Dense 9x9 blocks that cannot be filled from this list.
    let problem = picture(&["........."; 9]);
    let list = babble(3000, 9, 4);
    let index = Arc::new(WordIndex::new(&list));
    let budget = Budget::unlimited().within(Duration::from_millis(200));
    let outcome = fill(&problem, &index, &options(1), &budget);
    if let FillOutcome::Stopped { letters, trouble } = outcome {
        assert_eq!((letters.len(), trouble.len()), (81, 18));
        assert!(trouble.iter().all(|t| (0.0..=1.0).contains(t)));
    }
    // With a limit of failures the outcome does not depend on the machine.
    let options = FillOptions { failures: Some(2000), ..options(1) };
    let run = || fill(&problem, &index, &options, &Budget::unlimited());
    assert_eq!(run(), run());
}

#[test]
fn hint_is_kept_where_possible() {
    let list = babble(6000, 12, 3);
    let index = Arc::new(WordIndex::new(&list));
    let problem = large(4);
    let FillOutcome::Filled(letters) = fill(&problem, &index, &options(1), &Budget::unlimited()) else {
        panic!("it is fillable");
    };
    let mut hint: Vec<_> = letters.iter().copied().map(Some).collect();
    for cell in &mut hint[..30] {
        *cell = None;
    }
    let options = FillOptions { hint: Some(hint), ..options(2) };
    let FillOutcome::Filled(again) = fill(&problem, &index, &options, &Budget::unlimited()) else {
        panic!("it is fillable");
    };
    assert_valid(&problem, &list, &again);
    let kept = letters.iter().zip(&again).filter(|(a, b)| a == b).count();
    assert!(kept * 10 >= letters.len() * 7, "only {kept} of {} letters were kept", letters.len());
}

#[test]
fn core_has_no_fill_by_itself() {
    // A large grid that fills easily except for one slot, which has given letters that no word has.
    let list = babble(6000, 12, 3);
    let index = Arc::new(WordIndex::new(&list));
    let mut problem = large(5);
    let across = problem.slots.iter().position(|slot| slot.len() == 4).expect("a slot of four");
    problem.cells[problem.slots[across].cells[1]] = Letter::from_char('Q');
    let outcome = fill(&problem, &index, &options(1), &Budget::unlimited());
    let FillOutcome::Infeasible { core } = outcome else { panic!("it has no fill") };
    let none = UsedWords::new();
    let words = Propagator::window(&index, &problem, &core, &problem.cells, &none);
    assert!(matches!(words, Err(Conflict { .. })));
}

#[test]
fn racing_gives_a_valid_fill() {
    let list = babble(6000, 12, 3);
    let index = Arc::new(WordIndex::new(&list));
    let problem = large(3);
    let options = FillOptions { threads: 3, ..options(1) };
    let FillOutcome::Filled(letters) = fill(&problem, &index, &options, &Budget::unlimited()) else {
        panic!("it is fillable");
    };
    assert_valid(&problem, &list, &letters);
}

#[test]
fn nothing_to_fill_is_filled_and_missing_lengths_are_infeasible() {
    let index = Arc::new(WordIndex::new(&list(["AB", "CD"])));
    let run = |problem: &SlotProblem| fill(problem, &index, &options(1), &Budget::unlimited());
    assert_eq!(run(&SlotProblem::default()), FillOutcome::Filled(Vec::new()));
    assert!(matches!(run(&picture(&["..."])), FillOutcome::Infeasible { .. }));
    assert!(matches!(run(&picture(&[".."])), FillOutcome::Filled(_)));
    let three = fill(&picture(&["..", "##", "..", "##", ".."]), &index, &options(1), &Budget::unlimited());
    assert_eq!(three, FillOutcome::Infeasible { core: vec![0, 1, 2] });
    let empty = Arc::new(WordIndex::new(&WordList::default()));
    let outcome = fill(&picture(&[".."]), &empty, &options(1), &Budget::unlimited());
    assert!(matches!(outcome, FillOutcome::Infeasible { .. }));
}

/// Returns the words of all rows and columns of random letters, and others that are no part of them.
fn planted(height: usize, width: usize, seed: u64) -> WordList {
    let mut rng = Rng::with_seed(seed);
    let letters: Vec<Vec<char>> =
        (0..height).map(|_| (0..width).map(|_| char::from(b'A' + rng.u8(..6))).collect()).collect();
    let mut words: Vec<String> = letters.iter().map(|row| row.iter().collect()).collect();
    words.extend((0..width).map(|column| letters.iter().map(|row| row[column]).collect::<String>()));
    for _ in 0..60 {
        let len = if rng.bool() { height } else { width };
        words.push((0..len).map(|_| char::from(b'A' + rng.u8(..6))).collect());
    }
    list(words.iter().map(String::as_str))
}

#[test]
fn an_open_rectangle_is_filled_row_by_row() {
    for (height, width) in [(5, 5), (5, 7), (7, 5), (6, 6)] {
        let rows = vec![".".repeat(width); height];
        let problem = picture(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        for seed in 0..5 {
            let list = planted(height, width, seed);
            let index = WordIndex::new(&list);
            let mut square = Square::new(&problem, &index).expect("an open rectangle");
            let mut rng = Rng::with_seed(seed);
            let letters = square.run(2_000_000, &mut rng, &Budget::unlimited()).expect("the planted one");
            assert_valid(&problem, &list, &letters);
            // With a letter given, too.
            let mut given = problem.clone();
            given.cells[height * width / 2] = Some(letters[height * width / 2]);
            let mut square = Square::new(&given, &index).expect("an open rectangle");
            let letters = square.run(2_000_000, &mut rng, &Budget::unlimited()).expect("the same one");
            assert_valid(&given, &list, &letters);
        }
    }
}

/// Of words that end alike, the last rows are laid first, and of words that begin alike, the first ones.
#[test]
fn a_rectangle_is_filled_from_the_end_where_words_are_alike() {
    let square = ["ABCDE", "BADEC", "CDEAB", "DEBCA", "RSTUV", "ABCDR", "BADES", "CDEBT", "DEACU", "ECBAV"];
    let words =
        square.map(str::to_owned).into_iter().chain(('A'..='Z').map(|letter| format!("{letter}{letter}ZYX")));
    let forwards: Vec<String> = words.collect();
    let backwards: Vec<String> = forwards.iter().map(|word| word.chars().rev().collect()).collect();
    let problem = picture(&["....."; 5]);
    for (words, from_bottom) in [(forwards, true), (backwards, false)] {
        let list = list(words.iter().map(String::as_str));
        let index = WordIndex::new(&list);
        let mut search = Square::new(&problem, &index).expect("an open square");
        assert_eq!(search.is_from_bottom(), from_bottom);
        let letters =
            search.run(1_000_000, &mut Rng::with_seed(1), &Budget::unlimited()).expect("the only one");
        assert_valid(&problem, &list, &letters);
    }
}

#[test]
fn a_word_square_has_no_word_twice() {
    // The only square of these words has the same words down as across.
    let words = list(["HEART", "EMBER", "ABUSE", "RESIN", "TREND"]);
    let problem = picture(&["....."; 5]);
    let index = Arc::new(WordIndex::new(&words));
    let mut square = Square::new(&problem, &index).expect("an open square");
    assert_eq!(square.run(100_000, &mut Rng::with_seed(1), &Budget::unlimited()), None);
    let options = FillOptions::default();
    let outcome = fill(&problem, &index, &options, &Budget::unlimited());
    assert!(matches!(outcome, FillOutcome::Infeasible { .. }), "{outcome:?}");
}

#[test]
fn only_open_rectangles_are_filled_row_by_row() {
    let index = WordIndex::new(&babble(50, 8, 1));
    let taken = |rows: &[&str]| Square::new(&picture(rows), &index).is_some();
    assert!(taken(&["....."; 5]) && taken(&["......."; 6]) && taken(&["......"; 7]));
    assert!(!taken(&["...."; 6]), "small ones are left to the restarts");
    assert!(!taken(&[".....", ".....", "..#..", ".....", "....."]));
    assert!(!taken(&["#....", ".....", ".....", ".....", "....."]));
    assert!(!taken(&[".....", ".....", ".....", ".....", ".....", "#####", "....."]));
    assert!(!taken(&["............", "............", "#####.......", ".....#######", "............"]));
}

/// Makes a list of so few words that a very large grid uses most of the short ones.
fn scarce(problem: &SlotProblem, spare: usize) -> WordList {
    let mut slots = [0_usize; 16];
    problem.slots.iter().for_each(|slot| slots[slot.len()] += 1);
    let all = babble(6000, 12, 3);
    let some = |len: usize| {
        let words = all.words(len).step_by((all.count(len) / (slots[len] * spare).max(1)).max(1));
        words.map(|word| (word.to_vec(), WordList::DEFAULT_SCORE)).collect::<Vec<_>>()
    };
    WordList::new((2..=all.longest()).flat_map(some))
}

#[test]
fn several_threads_fill_a_very_large_grid_and_never_use_a_word_twice() {
    let problem = large(9);
    assert!(problem.slots.len() >= HUGE, "{}", problem.slots.len());
    let list = scarce(&problem, 4);
    let index = Arc::new(WordIndex::new(&list));
    for threads in [1, 3] {
        let options = FillOptions { threads, failures: Some(300_000), ..options(7) };
        match fill(&problem, &index, &options, &Budget::unlimited()) {
            FillOutcome::Filled(letters) => assert_valid(&problem, &list, &letters),
            FillOutcome::Stopped { letters, .. } => assert_presentable(&problem, &list, &letters),
            FillOutcome::Infeasible { core } => panic!("there are enough words, not too few for {core:?}"),
        }
    }
}

#[test]
fn a_word_is_shown_although_nothing_fits_the_slot_that_crosses_it() {
    let problem = picture(&["...", ".##", ".##"]);
    let list = list(["ABC", "XYZ"]);
    let letters: Vec<_> = problem.slots[0].cells.iter().zip("ABC".chars()).collect();
    let mut found = vec![None; problem.cells.len()];
    letters.into_iter().for_each(|(&cell, letter)| found[cell] = Letter::from_char(letter));
    assert_eq!(presentable(&problem, &Arc::new(WordIndex::new(&list)), &found), found);
}

/// Checks that every slot without an open cell has a word of the list, and that no word occurs twice.
pub(super) fn assert_presentable(problem: &SlotProblem, list: &WordList, letters: &[Option<Letter>]) {
    let letters = presentable(problem, &Arc::new(WordIndex::new(list)), letters);
    let mut seen = std::collections::HashSet::new();
    for slot in &problem.slots {
        let word: Option<Vec<_>> = slot.cells.iter().map(|&cell| letters[cell]).collect();
        if let Some(word) = word {
            assert!(list.find(&word).is_some(), "{word:?} is no word of the list");
            assert!(seen.insert(word), "a word occurs twice");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_letters_are_found_what_is_shown_of_them_are_different_words(
        seed in 0_u64..1000,
        kept in 0_usize..100,
        wrong in 0_usize..20,
    ) {
        static FILLED: OnceLock<(SlotProblem, WordList, Vec<Letter>)> = OnceLock::new();
        let (problem, list, letters) = FILLED.get_or_init(|| {
            let (problem, list) = (large(2), babble(6000, 12, 3));
            let index = Arc::new(WordIndex::new(&list));
            let filled = fill(&problem, &index, &options(1), &Budget::unlimited());
            let FillOutcome::Filled(letters) = filled else { panic!("it is fillable") };
            (problem, list, letters)
        });
        let mut rng = Rng::with_seed(seed);
        let some = letters.iter().map(|&letter| match rng.usize(..100) {
            n if n < wrong => Letter::from_index(rng.usize(..Letter::COUNT)),
            _ if rng.usize(..100) < kept => Some(letter),
            _ => None,
        });
        let some: Vec<_> = some.collect();
        assert_presentable(problem, list, &some);
        if wrong == 0 {
            // Right letters that spell whole words are kept.
            let whole = |slot: &&Slot| slot.cells.iter().all(|&cell| some[cell].is_some());
            let shown = presentable(problem, &Arc::new(WordIndex::new(list)), &some);
            for slot in problem.slots.iter().filter(whole) {
                prop_assert!(slot.cells.iter().all(|&cell| shown[cell] == some[cell]));
            }
        }
    }
}
