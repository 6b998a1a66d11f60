//! The criss-cross formula against plain enumeration: on tiny boards every arrangement of the words is tried,
//! and those that the rules allow must be exactly the models.

use cwsat::encodings::cnf::{Bit, Lit};
use cwsat::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use cwsat::encodings::crisscross::puzzle::{Placement, Puzzle};
use cwsat::encodings::crisscross::{base, names, rules};
use cwsat::encodings::grid::Run;
use cwsat::solver::{BackEnd, Budget, SatAnswer, SatSolver, load};
use std::collections::BTreeSet;

type Set = BTreeSet<Vec<Placement>>;

fn puzzle(rows: usize, cols: usize, words: &str) -> Puzzle {
    let text = words.replace(' ', "\n");
    Puzzle {
        rows,
        cols,
        entries: base::read(&text, base::Style::Marked, &Default::default()).expect("words").entries,
    }
}

/// Returns all layouts, by trying every place of every word, and leaving the word out.
fn enumerate(puzzle: &Puzzle, all_words: bool, connected: bool) -> Set {
    fn go(
        puzzle: &Puzzle,
        entry: usize,
        all: bool,
        connected: bool,
        now: &mut Vec<Placement>,
        found: &mut Set,
    ) {
        if entry == puzzle.entries.len() {
            let broken = rules::check(&puzzle.layout(now.iter().copied()), None);
            let matters = |rule: &str| connected || !matches!(rule, "not-connected" | "no-words");
            if !broken.iter().any(|violation| matters(violation.rule())) {
                found.insert(now.clone());
            }
            return;
        }
        if !all {
            go(puzzle, entry + 1, all, connected, now, found);
        }
        for Run { start, direction, .. } in puzzle.places(entry) {
            now.push(Placement { entry, start, direction });
            go(puzzle, entry + 1, all, connected, now, found);
            now.pop();
        }
    }
    let mut found = Set::new();
    go(puzzle, 0, all_words, connected, &mut Vec::new(), &mut found);
    found
}

fn solver_for(encoding: &CrissCrossEncoding) -> Box<dyn SatSolver> {
    let mut solver = BackEnd::default().solver(1);
    load(&mut *solver, &encoding.formula, 0);
    solver
}

fn add_bit(solver: &mut dyn SatSolver, bit: Bit) {
    match bit {
        Bit::True => {}
        Bit::False => solver.add_clause(&[]),
        Bit::Lit(lit) => solver.add_clause(&[lit]),
    }
}

/// Returns all models by their placements. Each is excluded by all variables of places, so none occurs twice.
fn models(puzzle: &Puzzle, encoding: &CrissCrossEncoding, solver: &mut dyn SatSolver) -> Set {
    let places: Vec<Lit> = (0..puzzle.entries.len())
        .flat_map(|entry| puzzle.places(entry).map(move |run| (entry, run)))
        .filter_map(|(entry, run)| {
            encoding.place(Placement { entry, start: run.start, direction: run.direction })
        })
        .collect();
    let mut found = Set::new();
    while solver.solve(&Budget::unlimited()) == SatAnswer::Sat {
        let placements = encoding.decode(|lit| solver.value(lit));
        let clause: Vec<Lit> = places.iter().map(|&lit| if solver.value(lit) { !lit } else { lit }).collect();
        assert!(found.insert(placements), "a layout occurred twice");
        solver.add_clause(&clause);
    }
    found
}

const CASES: [(usize, usize, &str); 7] = [
    (3, 3, "AB BC CA"),
    (2, 3, "AB BA AA"),
    (3, 4, "ROSE TON OS"),
    (4, 4, "ABA BAB AAB"),
    (3, 3, "AB CD AC BD"),
    (4, 3, "TEN NET END"),
    (2, 2, "ROSE AB BC"),
];

#[test]
fn models_are_the_layouts_of_plain_enumeration() {
    for (rows, cols, words) in CASES {
        let puzzle = puzzle(rows, cols, words);
        for all_words in [false, true] {
            for connected in [false, true] {
                let wishes = Wishes { all_words, connected, ..Wishes::default() };
                let encoding = CrissCrossEncoding::new(&puzzle, wishes);
                let mut solver = solver_for(&encoding);
                if connected {
                    // The rules require a word; the formula leaves that to the bound on the words.
                    add_bit(&mut *solver, encoding.at_least_words(1));
                }
                let expected = enumerate(&puzzle, all_words, connected);
                let found = models(&puzzle, &encoding, &mut *solver);
                assert_eq!(found, expected, "{rows}x{cols} {words}, {wishes:?}");
            }
        }
    }
}

#[test]
fn the_layouts_are_not_all_trivial() {
    // The block of four words, which cannot be reached by laying words one by one in any order.
    let blocks = enumerate(&puzzle(2, 2, "AB CD AC BD"), true, true);
    assert_eq!(blocks.len(), 2);
    assert!(enumerate(&puzzle(3, 4, "ROSE TON OS"), false, true).len() > 20);
}

#[test]
fn counts_are_those_of_the_layouts() {
    for (rows, cols, words) in CASES {
        let puzzle = puzzle(rows, cols, words);
        let all = enumerate(&puzzle, false, true);
        for least_words in 1..=puzzle.entries.len() {
            for crossings in 1..=4 {
                let wishes = Wishes { connected: true, crossings, ..Wishes::default() };
                let encoding = CrissCrossEncoding::new(&puzzle, wishes);
                let mut solver = solver_for(&encoding);
                add_bit(&mut *solver, encoding.at_least_words(least_words));
                add_bit(&mut *solver, encoding.at_least_crossings(crossings).expect("within the wish"));
                let wanted = |placements: &&Vec<Placement>| {
                    let value = puzzle.layout(placements.iter().copied()).value();
                    value.words >= least_words && value.crossings >= crossings
                };
                let expected: Set = all.iter().filter(wanted).cloned().collect();
                let found = models(&puzzle, &encoding, &mut *solver);
                assert_eq!(
                    found, expected,
                    "{rows}x{cols} {words}, {least_words} words, {crossings} crossings"
                );
            }
        }
    }
}

/// The cost of each model is that of its layout, and the better of two layouts costs less.
#[test]
fn costs_are_those_of_the_layouts() {
    for (rows, cols, words) in CASES {
        let puzzle = puzzle(rows, cols, words);
        let wishes = Wishes { connected: true, priced: true, ..Wishes::default() };
        let encoding = CrissCrossEncoding::new(&puzzle, wishes);
        let costs = encoding.costs.clone().expect("they were requested");
        let mut solver = solver_for(&encoding);
        add_bit(&mut *solver, encoding.at_least_words(1));
        let in_corner = |placements: &&Vec<Placement>| {
            let (first, _) = puzzle.layout(placements.iter().copied()).extent().expect("a word");
            (first.row, first.col) == (0, 0)
        };
        let expected: Set = enumerate(&puzzle, false, true).iter().filter(in_corner).cloned().collect();
        let mut found = Vec::new();
        for placements in &expected {
            for (entry, run) in
                (0..puzzle.entries.len()).flat_map(|e| puzzle.places(e).map(move |run| (e, run)))
            {
                let place = Placement { entry, start: run.start, direction: run.direction };
                let lit = encoding.place(place).expect("a variable");
                solver.assume(if placements.contains(&place) { lit } else { !lit });
            }
            assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat, "{placements:?}");
            let paid = costs.soft.iter().filter(|soft| !solver.value(soft.lit)).map(|soft| soft.weight);
            found.push((paid.sum::<u64>() + costs.base, puzzle.layout(placements.iter().copied()).value()));
        }
        assert_eq!(models(&puzzle, &encoding, &mut *solver), expected, "{rows}x{cols} {words}");
        for &(cost, value) in &found {
            let crossless = (rows * cols - value.crossings) as u64;
            let left_out = (puzzle.entries.len() - value.words) as u64;
            assert_eq!(cost, costs.word * left_out + costs.crossing * crossless + value.area() as u64);
            for (other_cost, other) in &found {
                assert_eq!(value.beats(other), cost < *other_cost, "{value}, {other}");
            }
        }
    }
}

/// Of the shifts and mirror images of each layout that are left out, one is kept.
#[test]
fn the_corner_and_the_mirror_lose_no_layout() {
    for ((rows, cols, words), all_words) in CASES.into_iter().flat_map(|case| [(case, true), (case, false)]) {
        let puzzle = puzzle(rows, cols, words);
        let wishes = Wishes { all_words, in_corner: true, no_mirror: true, ..Wishes::default() };
        let encoding = CrissCrossEncoding::new(&puzzle, wishes);
        let found = models(&puzzle, &encoding, &mut *solver_for(&encoding));
        let normal = |placements: &Vec<Placement>| -> Vec<(usize, usize, usize, bool)> {
            let layout = puzzle.layout(placements.iter().copied()).cropped();
            let place = |w: &cwsat::encodings::crisscross::puzzle::Laid| {
                let entry = puzzle.entries.iter().position(|e| e.word == w.word).expect("an entry");
                (entry, w.start.row, w.start.col, w.direction == cwsat::encodings::grid::Direction::Down)
            };
            let mut places: Vec<_> = layout.words.iter().map(place).collect();
            let mut mirrored: Vec<_> = places.iter().map(|&(e, r, c, d)| (e, c, r, !d)).collect();
            places.sort_unstable();
            mirrored.sort_unstable();
            if rows == cols { places.min(mirrored) } else { places }
        };
        let expected: BTreeSet<_> = {
            let all = enumerate(&puzzle, all_words, false);
            all.iter().filter(|placements| !placements.is_empty()).map(normal).collect()
        };
        let found_normal: BTreeSet<_> = found.iter().map(normal).collect();
        assert_eq!(found_normal, expected, "{rows}x{cols} {words}");
        assert_eq!(found.len(), found_normal.len(), "{rows}x{cols} {words}: one of each is enough");
    }
}

#[test]
fn an_island_is_forbidden_and_nothing_else() {
    let puzzle = puzzle(5, 5, "ROSE TON EGO");
    let wishes = Wishes { all_words: true, ..Wishes::default() };
    let mut encoding = CrissCrossEncoding::new(&puzzle, wishes);
    let mut solver = solver_for(&encoding);
    let mut mark = encoding.formula.clause_count();
    let mut found = Set::new();
    let apart = enumerate(&puzzle, true, false).len();
    let connected = enumerate(&puzzle, true, true);
    assert!(connected.len() < apart);
    while solver.solve(&Budget::unlimited()) == SatAnswer::Sat {
        let placements = encoding.decode(|lit| solver.value(lit));
        let violations = rules::check(&puzzle.layout(placements.iter().copied()), None);
        if violations.is_empty() {
            let clause: Vec<Lit> =
                placements.iter().filter_map(|&p| encoding.place(p)).map(|lit| !lit).collect();
            solver.add_clause(&clause);
            found.insert(placements);
        } else {
            // The words that are connected to the first one.
            let islands = cwsat::search::crisscross::islands(&puzzle, &placements);
            assert!(islands.len() > 1);
            encoding.forbid_island(&puzzle, &islands[0], &[]);
            mark = load(&mut *solver, &encoding.formula, mark);
        }
    }
    assert_eq!(found, connected);
}

#[test]
fn names_say_what_decode_says() {
    let puzzle = puzzle(5, 5, "ROSE TON EGO");
    let wishes = Wishes { connected: true, crossings: 2, all_words: true, ..Wishes::default() };
    let encoding = CrissCrossEncoding::new(&puzzle, wishes);
    let mut solver = solver_for(&encoding);
    assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
    let formula = &encoding.formula;
    let true_names: Vec<String> = (0..formula.var_count())
        .map(cwsat::encodings::cnf::Var::new)
        .filter(|var| solver.value(var.positive()))
        .map(|var| formula.name(var))
        .collect();
    let layout = names::from_names(&puzzle, true_names.iter().map(String::as_str)).expect("a layout");
    assert_eq!(layout, puzzle.layout(encoding.decode(|lit| solver.value(lit))));
    assert!(rules::check(&layout, Some(&puzzle.entries)).is_empty());
}
