//! Explanations against plain enumeration: the causes cannot hold, and could if any one were dropped.

use super::assumed::{Assumed, with_groups};
use super::fewer::PartFill;
use super::slots::{ExplainOptions, SlotConflict, SlotOutcome, at_once, explain_slots};
use super::smallest::{Smallest, smallest};
use super::{Causes, Conflict, Outcome, Progress, Verdict, fewer_to_name, minimise};
use crate::encodings::cnf::{Family, Formula};
use crate::encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use crate::search::Setup;
use crate::search::hall::{Supply, too_few};
use crate::solver::{BackEnd, Budget};
use itertools::Itertools;
use proptest::prelude::*;
use std::time::Duration;

/// Causes that conflict if all members of one of these sets are present; counts the tests.
struct Sets {
    count: usize,
    conflicts: Vec<Vec<usize>>,
    tests: usize,
    with_core: bool,
}

impl Causes for Sets {
    fn count(&self) -> usize {
        self.count
    }

    fn test(&mut self, subset: &[usize], _: &Budget) -> Verdict {
        self.tests += 1;
        match self.conflicts.iter().find(|set| set.iter().all(|cause| subset.contains(cause))) {
            Some(set) if self.with_core => Verdict::Infeasible(set.clone()),
            Some(_) => Verdict::Infeasible(subset.to_vec()),
            None => Verdict::Feasible,
        }
    }
}

#[test]
fn a_conflict_among_many_causes_is_found_in_few_tests() {
    let conflicts = vec![vec![3, 500, 900]];
    let mut causes = Sets { count: 1000, conflicts, tests: 0, with_core: false };
    let found = minimise(&mut causes, 1, 0, &Budget::unlimited(), &|_| {});
    assert_eq!(found, Outcome::Conflict(Conflict { causes: vec![3, 500, 900], minimal: true }));
    assert!(causes.tests < 100, "{}", causes.tests);
}

#[test]
fn of_several_conflicts_a_small_one_is_kept() {
    let conflicts = vec![vec![0, 1, 2, 3, 4], vec![5, 6], vec![2, 7, 8]];
    let mut causes = Sets { count: 9, conflicts, tests: 0, with_core: true };
    let Outcome::Conflict(conflict) = minimise(&mut causes, 20, 1, &Budget::unlimited(), &|_| {}) else {
        panic!()
    };
    assert_eq!(conflict, Conflict { causes: vec![5, 6], minimal: true });
    let mut none = Sets { count: 9, conflicts: vec![], tests: 0, with_core: true };
    assert_eq!(minimise(&mut none, 1, 1, &Budget::unlimited(), &|_| {}), Outcome::Feasible);
    let mut empty = Sets { count: 9, conflicts: vec![vec![]], tests: 0, with_core: false };
    let nothing = Conflict { causes: vec![], minimal: true };
    assert_eq!(minimise(&mut empty, 3, 1, &Budget::unlimited(), &|_| {}), Outcome::Conflict(nothing));
}

#[test]
fn an_early_end_is_told() {
    let mut causes = Sets { count: 50, conflicts: vec![vec![7]], tests: 0, with_core: false };
    let over = Budget::unlimited().within(Duration::ZERO);
    let Outcome::Conflict(conflict) = minimise(&mut causes, 5, 1, &over, &|_| {}) else { panic!() };
    assert!(!conflict.minimal && conflict.causes.contains(&7), "{conflict:?}");
    let mut undecided = Assumed::new(&Formula::new(), vec![vec![]], &BackEnd::default(), 0);
    assert_eq!(minimise(&mut undecided, 1, 0, &over, &|_| {}), Outcome::Stopped);
}

/// Compares a conflict of fewest causes with all conflicts of random sets.
#[test]
fn no_conflict_has_fewer_causes_than_a_smallest_one() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut smaller = 0;
    for round in 0..300 {
        let count = rng.usize(1..12);
        let conflicts: Vec<Vec<usize>> = (0..rng.usize(1..12))
            .map(|_| (0..count).filter(|_| rng.u8(..3) == 0).collect::<Vec<usize>>())
            .filter(|set| !set.is_empty())
            .collect();
        let least = conflicts.iter().map(Vec::len).min();
        let mut causes = Sets { count, conflicts, tests: 0, with_core: round % 2 == 0 };
        let unlimited = Budget::unlimited();
        let Outcome::Conflict(known) = minimise(&mut causes, 1, round, &unlimited, &|_| {}) else {
            assert_eq!(least, None);
            continue;
        };
        let found = smallest(&mut causes, known.causes.clone(), round, &unlimited, &|progress| {
            let Progress::Fewest { at_least, at_most } = progress else { panic!("{progress:?}") };
            assert!(Some(at_least) <= least && least <= Some(at_most), "{progress:?}");
        });
        assert!(found.proven && causes.conflicts.contains(&found.causes), "{found:?}");
        assert_eq!(Some(found.causes.len()), least);
        // That any fewer can hold is seen from the sets that were found to.
        assert!(
            found.feasible.iter().all(|set| causes.test(set, &unlimited) == Verdict::Feasible),
            "{found:?}"
        );
        let is_shown =
            |few: &Vec<usize>| found.feasible.iter().any(|set| few.iter().all(|cause| set.contains(cause)));
        let mut fewer = (0..count).combinations(found.causes.len() - 1);
        assert!(found.causes.len() == 1 || fewer.all(|few| is_shown(&few)), "{found:?}");
        smaller += usize::from(found.causes.len() < known.causes.len());
        let over = Budget::unlimited().within(Duration::ZERO);
        let stopped = smallest(&mut causes, known.causes.clone(), round, &over, &|_| {});
        assert_eq!(stopped, Smallest { causes: known.causes, proven: false, feasible: Vec::new() });
    }
    assert!(smaller > 20, "{smaller} times the minimal set was not a smallest one");
}

/// There are two conflicts: four slots that cross, and two slots elsewhere. Whichever is found first, the two slots are
/// named.
#[test]
fn a_smallest_set_of_slots_may_lie_elsewhere() {
    // A 2x2 square in which any three slots have words, and a cross at a letter that no two words share.
    let cells = |cells: &[usize]| Slot { cells: cells.to_vec() };
    let slots = [&[0, 1][..], &[2, 3], &[0, 2], &[1, 3], &[4, 5, 6], &[7, 5, 8, 9]].map(cells).to_vec();
    let problem = SlotProblem { cells: vec![None; 10], slots };
    let list = list(&["AA", "AB", "AC", "BA", "GHI", "JKLM"]);
    for seed in 0..10 {
        let options = ExplainOptions { seed, smallest: Some(Duration::MAX), ..ExplainOptions::default() };
        let SlotOutcome::Conflict(found) =
            explain_slots(&problem, &list, &options, &Budget::unlimited(), &|_| {})
        else {
            panic!()
        };
        assert_eq!((&found.slots[..], found.smallest, found.minimal), (&[4, 5][..], true, true));
    }
}

#[test]
fn groups_of_clauses_are_switched_by_their_labels() {
    for back_end in BackEnd::ALL {
        let mut formula = Formula::new();
        let x = formula.family(Family::auxiliary("x"));
        let (a, b) = (formula.auxiliary(x), formula.auxiliary(x));
        for (label, clause) in [("p", vec![a]), ("q", vec![!a, b]), ("r", vec![a, b]), ("s", vec![!b])] {
            formula.label(label);
            formula.add(clause);
        }
        let (grouped, switches) = with_groups(&formula, &[&["p", "r"], &["q"], &["s"], &["no such"]]);
        let causes = switches.iter().map(|&lit| vec![lit.into()]).collect();
        let mut assumed = Assumed::new(&grouped, causes, back_end, 0);
        assert_eq!(assumed.test(&[0, 1, 3], &Budget::unlimited()), Verdict::Feasible);
        let found = minimise(&mut assumed, 3, 0, &Budget::unlimited(), &|_| {});
        assert_eq!(found, Outcome::Conflict(Conflict { causes: vec![0, 1, 2], minimal: true }));
    }
}

/// Returns a full grid of letters: every row and every column is a slot, rows first.
fn problem(rows: usize, cols: usize, given: &[(usize, char)]) -> SlotProblem {
    let mut cells = vec![None; rows * cols];
    for &(cell, letter) in given {
        cells[cell % (rows * cols)] = Letter::from_char(letter);
    }
    let across = (0..rows).map(|r| (0..cols).map(|c| r * cols + c).collect());
    let down = (0..cols).map(|c| (0..rows).map(|r| r * cols + c).collect());
    SlotProblem { cells, slots: across.chain(down).map(|cells| Slot { cells }).collect() }
}

fn list(words: &[&str]) -> WordList {
    let letters = |word: &str| word.chars().filter_map(Letter::from_char).collect();
    WordList::new(words.iter().map(|word| (letters(word), WordList::DEFAULT_SCORE)))
}

/// Returns whether these slots can spell words with the letters of these cells, by trying everything.
fn can_fill(problem: &SlotProblem, list: &WordList, conflict: &SlotConflict) -> bool {
    fn fill(
        slots: &[&Slot],
        list: &WordList,
        distinct: bool,
        cells: &mut Vec<Option<Letter>>,
        used: &mut Vec<Vec<Letter>>,
    ) -> bool {
        let Some((slot, others)) = slots.split_first() else { return true };
        list.words(slot.len()).any(|word| {
            let fits = slot.cells.iter().zip(word).all(|(&cell, &l)| cells[cell].is_none_or(|x| x == l));
            if !fits || (distinct && used.iter().any(|other| other == word)) {
                return false;
            }
            let before = cells.clone();
            slot.cells.iter().zip(word).for_each(|(&cell, &letter)| cells[cell] = Some(letter));
            used.push(word.to_vec());
            let found = fill(others, list, distinct, cells, used);
            used.pop();
            *cells = before;
            found
        })
    }
    let slots: Vec<&Slot> = conflict.slots.iter().map(|&slot| &problem.slots[slot]).collect();
    let kept = |(cell, letter): (usize, &Option<Letter>)| letter.filter(|_| conflict.letters.contains(&cell));
    let mut cells = problem.cells.iter().enumerate().map(kept).collect();
    fill(&slots, list, conflict.distinct, &mut cells, &mut Vec::new())
}

/// Returns all conflicts with one cause less.
fn one_less(conflict: &SlotConflict) -> Vec<SlotConflict> {
    let mut less = Vec::new();
    for at in 0..conflict.slots.len() {
        let mut one = conflict.clone();
        one.slots.remove(at);
        less.push(one);
    }
    for at in 0..conflict.letters.len() {
        let mut one = conflict.clone();
        one.letters.remove(at);
        less.push(one);
    }
    if conflict.distinct {
        less.push(SlotConflict { distinct: false, ..conflict.clone() });
    }
    less
}

/// Returns the conflict of everything.
fn everything(problem: &SlotProblem) -> SlotConflict {
    let letters = (0..problem.cells.len()).filter(|&cell| problem.cells[cell].is_some()).collect();
    let slots = (0..problem.slots.len()).collect();
    SlotConflict { slots, letters, distinct: true, minimal: false, smallest: false, fillable: Vec::new() }
}

/// Returns whether any `count` slots can be filled by themselves, with all letters.
fn any_can_fill(problem: &SlotProblem, list: &WordList, count: usize) -> bool {
    let all = everything(problem);
    (0..1_u32 << all.slots.len()).filter(|set| set.count_ones() as usize == count).all(|set| {
        let slots = all.slots.iter().copied().filter(|slot| set >> slot & 1 == 1).collect();
        can_fill(problem, list, &SlotConflict { slots, ..all.clone() })
    })
}

/// Explains and compares with enumeration; returns the size of the conflict, 0 if there is none.
fn judge(problem: &SlotProblem, list: &WordList, options: &ExplainOptions) -> usize {
    let fillable = can_fill(problem, list, &everything(problem));
    match explain_slots(problem, list, options, &Budget::unlimited(), &|_| {}) {
        SlotOutcome::Fillable(_) => {
            assert!(fillable, "{problem:?}");
            0
        }
        SlotOutcome::Stopped => panic!("no budget, and still stopped"),
        SlotOutcome::TooFew(few) => {
            assert!(!fillable && few.iter().any(|few| few.words > 0));
            for few in &few {
                let slots = problem.slots.iter().filter(|slot| slot.len() == few.len).count();
                assert!((few.words, few.slots) == (list.count(few.len), slots) && few.words < slots);
            }
            few.len()
        }
        SlotOutcome::Conflict(conflict) => {
            assert!(!fillable && too_few(problem, list).iter().all(|few| few.words == 0), "{conflict:?}");
            if options.smallest.is_some() {
                let fewer = conflict.slots.len() - 1;
                // Any fewer slots are within one of the fills that are shown.
                let shown = |few: &Vec<usize>| {
                    let of_all = |fill: &PartFill| few.iter().all(|slot| fill.slots.contains(slot));
                    conflict.fillable.iter().any(of_all)
                };
                let mut few = (0..problem.slots.len()).combinations(fewer);
                assert!(fewer == 0 || few.all(|few| shown(&few)), "{problem:?} {conflict:?}");
                assert!(conflict.smallest, "{problem:?} {conflict:?}");
                assert!(any_can_fill(problem, list, fewer), "{fewer} would do: {problem:?} {conflict:?}");
            }
            assert!(!fillable, "there is a fill: {problem:?} {conflict:?}");
            assert!(conflict.minimal);
            assert!(!can_fill(problem, list, &conflict), "this can be filled: {problem:?} {conflict:?}");
            for less in one_less(&conflict) {
                assert!(can_fill(problem, list, &less), "{less:?} is enough: {problem:?} {conflict:?}");
            }
            let plain = at_once(problem, list, options, &Budget::unlimited());
            assert!(plain.is_some_and(|plain| plain.minimal));
            one_less(&conflict).len()
        }
    }
}

#[test]
fn one_slot_without_a_word_is_one_cause_with_the_letters_that_matter() {
    let problem = problem(2, 3, &[(0, 'Q'), (1, 'A'), (5, 'Z')]);
    let list = list(&["ABA", "AB", "QB", "BZ", "BAB", "BBB", "AZ"]);
    let SlotOutcome::Conflict(found) =
        explain_slots(&problem, &list, &ExplainOptions::default(), &Budget::unlimited(), &|_| {})
    else {
        panic!()
    };
    // No word of three letters has Q first, and none has Z last.
    assert_eq!((found.slots.len(), found.letters.len(), found.distinct), (1, 1, false), "{found:?}");
}

// The solver has to find that one slot less has a fill, which takes varisat minutes.
#[cfg(feature = "cadical")]
#[test]
fn too_few_words_are_counted_not_searched() {
    // 14 slots for 12 words that begin with A. By clauses this is the pigeonhole principle.
    let letter = |n: u32, i: u32| match i {
        0 if n < 12 => 'A',
        0 => 'B',
        i => char::from(b'A' + ((n * 7 + i * n) % 26) as u8),
    };
    let words: Vec<String> = (0..15).map(|n| (0..12).map(|i| letter(n, i)).collect()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut problem = SlotProblem {
        cells: vec![None; 14 * 12],
        slots: (0..14).map(|slot| Slot { cells: (slot * 12..slot * 12 + 12).collect() }).collect(),
    };
    for slot in 0..14 {
        problem.cells[slot * 12] = Letter::from_char('A');
    }
    let all = list(&words);
    let found = explain_slots(&problem, &all, &ExplainOptions::default(), &Budget::unlimited(), &|_| {});
    let SlotOutcome::Conflict(found) = found else { panic!() };
    let size = (found.slots.len(), found.letters.len());
    assert_eq!((size, found.distinct, found.minimal), ((13, 13), true, true));
    // If there are fewer words than slots, no letter matters, and no slot is named.
    let few = list(&words[..12]);
    let found = explain_slots(&problem, &few, &ExplainOptions::default(), &Budget::unlimited(), &|_| {});
    assert_eq!(found, SlotOutcome::TooFew(vec![super::TooFew { len: 12, words: 12, slots: 14 }]));
}

#[test]
fn a_shortage_is_found_where_there_is_one() {
    let list = list(&["AB", "AC", "BC"]);
    let lone = |given: &[(usize, char)]| SlotProblem {
        slots: (0..3).map(|slot| Slot { cells: vec![2 * slot, 2 * slot + 1] }).collect(),
        ..problem(3, 2, given)
    };
    let none = Supply::new(&lone(&[]), &list);
    assert_eq!(none.shortage(&[0, 1, 2]), None);
    let three_with_a = Supply::new(&lone(&[(0, 'A'), (2, 'A'), (4, 'A')]), &list);
    assert_eq!(three_with_a.shortage(&[0, 1]), None);
    let mut few = three_with_a.shortage(&[0, 1, 2]).unwrap();
    few.sort_unstable();
    assert_eq!(few, [0, 1, 2]);
    assert_eq!(Supply::new(&lone(&[(3, 'Q')]), &list).shortage(&[0, 1, 2]), Some(vec![1]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn explanations_of_small_grids_are_minimal(
        (rows, cols) in (2..4_usize, 2..4_usize),
        given in proptest::collection::vec((0..9_usize, proptest::char::range('A', 'C')), 0..4),
        words in proptest::collection::vec("[ABC]{2,3}", 4..20),
        seed in 0..100_u64,
    ) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for back_end in BackEnd::ALL {
            let smallest = (seed % 2 == 0).then_some(Duration::MAX);
            let options = ExplainOptions { seed, back_end: back_end.clone(), orders: 3, smallest };
            judge(&problem(rows, cols, &given), &list(&words), &options);
        }
    }
}

/// A sentence names the two slots that cannot both have words, and not the one that has nothing to do with it.
#[test]
fn only_slots_that_matter_are_named() {
    let slot = |cells: &[usize]| Slot { cells: cells.to_vec() };
    let problem =
        SlotProblem { cells: vec![None; 6], slots: vec![slot(&[3, 4, 5]), slot(&[0, 1]), slot(&[0, 2])] };
    let words =
        ["AB", "CD", "EFG"].map(|word| word.chars().filter_map(Letter::from_char).collect::<Vec<_>>());
    let list = WordList::new(words.into_iter().map(|word| (word, WordList::DEFAULT_SCORE)));
    let named = |core| fewer_to_name(core, &problem, &list, &Setup::default(), &Budget::unlimited());
    assert_eq!(named(vec![0, 1, 2]), [1, 2]);
    assert_eq!(named(vec![2, 1]), [2, 1]);
}
