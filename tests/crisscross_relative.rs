//! The formula of crossings alone against plain enumeration: on tiny boards every layout has one model up to shifts and
//! mirror images, and every model without lemmas is a layout.

use cwsat::encodings::cnf::{Lit, Var};
use cwsat::encodings::crisscross::puzzle::{Placement, Puzzle};
use cwsat::encodings::crisscross::relative::{RelativeEncoding, count_crossings};
use cwsat::encodings::crisscross::{base, rules};
use cwsat::encodings::grid::{Direction, Run};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use std::collections::BTreeSet;

/// Entry, row, column, whether it is read down; sorted.
type Normal = Vec<(usize, usize, usize, bool)>;

fn puzzle(rows: usize, cols: usize, words: &str) -> Puzzle {
    let text = words.replace(' ', "\n");
    Puzzle {
        rows,
        cols,
        entries: base::read(&text, base::Style::Marked, &Default::default()).expect("words").entries,
    }
}

/// Returns a representative of all layouts that are equal up to a shift, or on a square board up to reflection in the
/// diagonal.
fn normal(puzzle: &Puzzle, placements: &[Placement]) -> Normal {
    let top = placements.iter().map(|p| p.start.row).min().expect("a word");
    let left = placements.iter().map(|p| p.start.col).min().expect("a word");
    let place =
        |p: &Placement| (p.entry, p.start.row - top, p.start.col - left, p.direction == Direction::Down);
    let mut places: Normal = placements.iter().map(place).collect();
    let mut mirrored: Normal = places.iter().map(|&(entry, r, c, down)| (entry, c, r, !down)).collect();
    places.sort_unstable();
    mirrored.sort_unstable();
    if puzzle.rows == puzzle.cols { places.min(mirrored) } else { places }
}

/// Returns all layouts of two words or more, by trying every place of every word, and leaving the word out.
fn enumerate(puzzle: &Puzzle) -> Vec<Vec<Placement>> {
    let mut partial: Vec<Vec<Placement>> = vec![Vec::new()];
    for entry in 0..puzzle.entries.len() {
        let with = |laid: &Vec<Placement>| -> Vec<Vec<Placement>> {
            let one = |Run { start, direction, .. }| {
                laid.iter().copied().chain([Placement { entry, start, direction }]).collect()
            };
            puzzle.places(entry).map(one).collect()
        };
        let longer: Vec<Vec<Placement>> = partial.iter().flat_map(with).collect();
        partial.extend(longer);
    }
    let is_layout = |laid: &Vec<Placement>| {
        laid.len() > 1 && rules::check(&puzzle.layout(laid.iter().copied()), None).is_empty()
    };
    partial.into_iter().filter(is_layout).collect()
}

/// Returns the layouts of all models; each occurs once.
fn models(puzzle: &Puzzle, least_words: usize, least_crossings: usize) -> BTreeSet<Normal> {
    let mut encoding = RelativeEncoding::new(puzzle, least_words, least_crossings);
    let formula = &encoding.formula;
    // The counts are implied in one direction only and say nothing about the layout.
    let is_count = |lit: &Lit| {
        let name = formula.name(lit.var());
        ["words(", "crossings(", "one_crossing("].iter().any(|family| name.starts_with(family))
    };
    let vars: Vec<Lit> =
        (0..formula.var_count()).map(|var| Var::new(var).positive()).filter(|lit| !is_count(lit)).collect();
    let mut solver = BackEnd::default().solver(1);
    let mut mark = 0;
    let mut found = BTreeSet::new();
    loop {
        mark = load(&mut *solver, &encoding.formula, mark);
        if encoding.formula.clauses().any(<[_]>::is_empty)
            || solver.solve(&Budget::unlimited()) != SatAnswer::Sat
        {
            return found;
        }
        let lemmas = encoding.lemmas(|lit| solver.value(lit));
        for lemma in &lemmas {
            assert!(!lemma.iter().any(|&lit| solver.value(lit)), "a lemma that the model satisfies");
        }
        if lemmas.is_empty() {
            let placements = encoding.decode(|lit| solver.value(lit));
            assert_eq!(rules::check(&puzzle.layout(placements.iter().copied()), Some(&puzzle.entries)), []);
            assert!(found.insert(normal(puzzle, &placements)), "a layout occurred twice: {placements:?}");
            let other: Vec<Lit> =
                vars.iter().map(|&lit| if solver.value(lit) { !lit } else { lit }).collect();
            solver.add_clause(&other);
        } else {
            encoding.add_lemmas(&lemmas);
        }
    }
}

const CASES: [(usize, usize, &str); 15] = [
    (3, 3, "AB BC CA"),
    (2, 3, "AB BA AA"),
    (3, 4, "ROSE TON OS"),
    (4, 4, "ABA BAB AAB"),
    (2, 2, "AB CD AC BD"),
    (3, 3, "AB CD AC BD"),
    (3, 2, "AB CD AC BD"),
    (4, 3, "TEN NET END"),
    (2, 2, "ROSE AB BC"),
    (2, 5, "ABABA AA BB"),
    (3, 3, "ABA BAB AAA BBB"),
    (4, 2, "ABAB AA BB AB"),
    (3, 3, "AA AB BA BB"),
    (3, 3, "XY"),
    (5, 5, "ROSE TON OS"),
];

#[test]
fn models_are_the_layouts_of_plain_enumeration() {
    let mut most = 0;
    for (rows, cols, words) in CASES {
        let puzzle = puzzle(rows, cols, words);
        let all: Vec<(usize, usize, Normal)> = enumerate(&puzzle)
            .iter()
            .map(|laid| {
                let value = puzzle.layout(laid.iter().copied()).value();
                (value.words, value.crossings, normal(&puzzle, laid))
            })
            .collect();
        for least_words in 2..=puzzle.entries.len().max(2) {
            for least_crossings in 1..=4 {
                let wanted = |(words, crossings, _): &&(usize, usize, Normal)| {
                    *words >= least_words && *crossings >= least_crossings
                };
                let expected: BTreeSet<Normal> =
                    all.iter().filter(wanted).map(|(.., layout)| layout.clone()).collect();
                let found = models(&puzzle, least_words, least_crossings);
                assert_eq!(
                    found, expected,
                    "{rows}x{cols} {words}, {least_words} words, {least_crossings} crossings"
                );
                most = most.max(found.len());
            }
        }
    }
    assert!(most > 30, "the cases are trivial: {most} layouts at most");
}

/// Cycles of six and more words, and paths longer than those that are written out in advance.
#[test]
fn longer_cycles_close() {
    // Six words around an L; their only common letters are those at its corners.
    let words = "ABCD DEFG GHIJ JKLM NOPQRSM AXYTUVN";
    let puzzle = puzzle(7, 7, words);
    let found = models(&puzzle, 6, 6);
    let ring = found.iter().next().expect("the ring");
    assert_eq!((found.len(), ring.len()), (1, 6));
    assert!(models(&puzzle, 6, 7).is_empty());
    let narrow = Puzzle { rows: 6, cols: 9, ..puzzle };
    assert!(models(&narrow, 6, 5).is_empty());
}

#[test]
fn possible_crossings_are_counted() {
    for (rows, cols, words) in CASES {
        let puzzle = puzzle(rows, cols, words);
        let formula = RelativeEncoding::new(&puzzle, 2, 1).formula;
        let cross = (0..formula.var_count()).filter(|&var| formula.name(Var::new(var)).starts_with("cross("));
        assert_eq!(count_crossings(&puzzle), cross.count(), "{rows}x{cols} {words}");
    }
}
