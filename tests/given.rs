//! One meaning of "given": for each [`Extend`], the layouts that the formula of a grid admits are those that the rules
//! accept, by enumeration; and explanations and searches agree with them.
//!
//! A grid is marked field by field: blocked, open, a letter, a question field without questions, or one with given ones.
//! On grids of up to three fields every combination of marks is tried. On larger ones up to 3x4, grids are derived from
//! layouts, by hiding parts of what these hold, since a grid that gives what no layout has is one without a layout, of
//! which there are simpler ones among the random marks. The layouts come from plain enumeration by the text of the rules.

use crate::common::enumeration::{
    Layout, Wishes, all_layouts, all_models, all_puzzles, fills_where, shown, with_questions, word_list,
};
use crate::common::patience::PATIENCE;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::instance::Stage;
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::named::NamedVars;
use cwsat::encodings::arrowword::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use cwsat::encodings::arrowword::spec::Spec;
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::cnf::{Lit, Var};
use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::search::arrowword::claim::claim;
use cwsat::search::arrowword::explain::{Cause, Explanation, Finding, Level, explain};
use cwsat::search::arrowword::{Job, Options, solve};
use cwsat::search::explain::ExplainOptions;
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use fastrand::Rng;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4], ask_all: false, no_dead: false, no_clusters: false };

/// Sets of arrows that a question field can be given with: none, each one, each pair that may share a field, and one that
/// may not.
const ARROWS: [&[usize]; 13] =
    [&[], &[0], &[1], &[2], &[3], &[4], &[5], &[0, 3], &[0, 2], &[0, 4], &[1, 3], &[3, 5], &[1, 4]];

/// What a grid says of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Blocked,
    Open,
    Letter,
    Question(&'static [usize]),
}

/// Returns all marks.
fn all_marks() -> Vec<Mark> {
    let questions = ARROWS.into_iter().map(Mark::Question);
    [Mark::Blocked, Mark::Open, Mark::Letter].into_iter().chain(questions).collect()
}

/// Returns the grid with these marks; all given letters are different, so no two words can be the same.
fn grid_of(cols: usize, marks: &[Mark]) -> Puzzle {
    let letters: Vec<Letter> = Letter::all().collect();
    let fields = Grid::from_fn(marks.len() / cols, cols, |Pos { row, col }| match marks[row * cols + col] {
        Mark::Blocked => Field::Blocked(Blocked::Dash),
        Mark::Open => Field::Open,
        Mark::Letter => Field::Letter(letters[row * cols + col]),
        Mark::Question(_) => Field::Question,
    });
    let mut questions = Vec::new();
    for (pos, mark) in fields.positions().zip(marks) {
        if let Mark::Question(codes) = mark {
            let question = |&code: &usize| Question { pos, arrow: Arrow::from_code(code).unwrap() };
            questions.extend(codes.iter().map(question));
        }
    }
    Puzzle { fields, questions }
}

/// Returns all layouts of a grid of which nothing but the blocked fields is given.
fn layouts_of(cols: usize, is_blocked: impl Fn(usize) -> bool, size: usize) -> Vec<Layout> {
    let text: String = (0..size).map(|i| if is_blocked(i) { ' ' } else { '*' }).collect();
    let all = all_layouts(size / cols, cols, &text, &RULES);
    all.into_iter().filter(|layout| !layout.1.is_empty()).collect()
}

/// Returns those of these layouts that the rules accept for a given grid, with its letters.
fn accepted(layouts: &[Layout], given: &Puzzle, extend: Extend) -> BTreeSet<Layout> {
    let with_letters = |layout: &Layout| {
        let mut puzzle = with_questions(layout);
        for (pos, &field) in given.fields.iter() {
            if matches!(field, Field::Letter(_)) && puzzle.fields[pos] == Field::Open {
                puzzle.fields[pos] = field;
            }
        }
        puzzle
    };
    let keeps = |puzzle: &Puzzle| rules::check_against(puzzle, given, extend.of(given)).is_empty();
    let kept = layouts.iter().map(with_letters).filter(keeps);
    kept.filter(|puzzle| rules::check(puzzle, None).is_empty()).map(|puzzle| shown(&puzzle)).collect()
}

/// Returns the formula of the layouts of a given grid.
fn formula_of(given: &Puzzle, extend: Extend) -> LayoutEncoding {
    let longest = given.fields.rows().max(given.fields.cols());
    let spec = LayoutSpec::new(given, extend.of(given));
    LayoutEncoding::new(&spec, &LayoutOptions::rules_only(longest))
}

/// Returns the layouts that the formula admits, decoded by the encoding and by the names of the variables alone.
fn admitted(given: &Puzzle, extend: Extend) -> BTreeSet<Layout> {
    let encoding = formula_of(given, extend);
    let formula = &encoding.formula;
    let mut visible: Vec<Lit> = Vec::new();
    for pos in given.fields.positions() {
        visible.extend(encoding.question(pos).lit());
        visible.extend(Arrow::ALL.iter().filter_map(|&arrow| encoding.arrow(pos, arrow).lit()));
    }
    let mut vars = NamedVars::new(given.fields.rows(), given.fields.cols());
    for var in (0..formula.var_count()).map(Var::new) {
        let name = formula.name(var);
        let is_visible = ["question", "arrow"].iter().any(|family| name.starts_with(family));
        if is_visible {
            vars.add(var, &name).unwrap();
        }
    }
    all_models(formula, &visible, |model| {
        let puzzle = encoding.decode(model);
        let named = vars.decode(given, extend.of(given), Stage::Layout, |var| Some(model(var.positive())));
        assert_eq!(named.as_ref(), Ok(&puzzle), "{} --extend={extend}", cwg::write(given));
        shown(&puzzle)
    })
}

/// Compares formula and rules; returns the number of layouts for each way to extend the grid.
fn compare(layouts: &[Layout], given: &Puzzle) -> [usize; 3] {
    Extend::EACH.map(|extend| {
        let (expected, got) = (accepted(layouts, given, extend), admitted(given, extend));
        let missing: Vec<_> = expected.difference(&got).take(2).collect();
        let wrong: Vec<_> = got.difference(&expected).take(2).collect();
        assert!(
            missing.is_empty() && wrong.is_empty(),
            "--extend={extend}, {} accepted, {} admitted\n{}not admitted: {missing:?}\nnot accepted: {wrong:?}",
            expected.len(),
            got.len(),
            cwg::write(given)
        );
        // What is refused before any search has no layout.
        let refused = Spec::new(given.clone(), extend).err();
        assert!(expected.is_empty() || refused.is_none(), "{refused:?}\n{}", cwg::write(given));
        expected.len()
    })
}

/// How many grids were compared, and for how many of these it matters what may be added.
#[derive(Debug, Default)]
struct Seen {
    grids: usize,
    with_layouts: usize,
    fields_matter: usize,
    joining_matters: usize,
}

impl Seen {
    fn add(&mut self, [nothing, fields, all]: [usize; 3]) {
        assert!(nothing <= fields && fields <= all, "more may be added, and there are fewer layouts");
        self.grids += 1;
        self.with_layouts += usize::from(all > 0);
        self.fields_matter += usize::from(nothing < fields);
        self.joining_matters += usize::from(fields < all);
    }
}

/// Returns all ways to give one of these for each field.
fn products(choices: &[Vec<Mark>]) -> Vec<Vec<Mark>> {
    let start = vec![Vec::new()];
    choices.iter().fold(start, |sofar, marks| {
        let longer = |one: Vec<Mark>| {
            let with = move |&mark: &Mark| one.iter().copied().chain([mark]).collect();
            marks.iter().map(with).collect::<Vec<_>>()
        };
        sofar.into_iter().flat_map(longer).collect()
    })
}

/// Returns for each field of a layout what a grid could say of it so that the layout keeps it, with everything that may be
/// added: nothing, its kind, or also some of its questions.
fn hidden((rows, questions): &Layout) -> Vec<Vec<Mark>> {
    let cols = rows[0].chars().count();
    let of_field = |(i, field): (usize, char)| match field {
        ' ' => vec![Mark::Blocked],
        '?' => {
            let here = questions.iter().filter(|q| (q.0, q.1) == (i / cols, i % cols)).map(|q| q.2);
            let here: Vec<usize> = here.collect();
            let some = ARROWS.into_iter().filter(|codes| codes.iter().all(|code| here.contains(code)));
            some.map(Mark::Question).chain([Mark::Open]).collect()
        }
        _ => vec![Mark::Open, Mark::Letter],
    };
    rows.concat().chars().enumerate().map(of_field).collect()
}

fn is_blocked(marks: &[Mark]) -> impl Fn(usize) -> bool {
    |at| marks[at] == Mark::Blocked
}

#[test]
fn formula_and_rules_agree_on_all_marks_of_up_to_three_fields() {
    let mut seen = Seen::default();
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)] {
        for marks in products(&vec![all_marks(); rows * cols]) {
            if marks.iter().any(|&mark| mark != Mark::Blocked) {
                let layouts = layouts_of(cols, is_blocked(&marks), marks.len());
                seen.add(compare(&layouts, &grid_of(cols, &marks)));
            }
        }
    }
    assert_eq!(seen.grids, 2 * (16 * 16 * 16 - 1) + 2 * (16 * 16 - 1) + 15);
    // Three fields in a line have one layout, a question field and a word of two letters.
    assert!(seen.with_layouts > 20 && seen.fields_matter == 0, "{seen:?}");
}

/// Compares on every grid that hides something of a layout, whatever is blocked.
fn compare_all_hidden(rows: usize, cols: usize, blocked: impl Iterator<Item = u32>) -> Seen {
    let mut seen = Seen::default();
    for bits in blocked {
        let layouts = layouts_of(cols, |i| bits >> i & 1 == 1, rows * cols);
        let grids: BTreeSet<Vec<Mark>> =
            layouts.iter().flat_map(|layout| products(&hidden(layout))).collect();
        grids.iter().for_each(|marks| seen.add(compare(&layouts, &grid_of(cols, marks))));
    }
    seen
}

#[test]
fn formula_and_rules_agree_on_all_that_layouts_of_up_to_six_fields_hide() {
    let mut seen = Seen::default();
    for (rows, cols) in [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let here = compare_all_hidden(rows, cols, 0..(1 << (rows * cols)) - 1);
        seen.grids += here.grids;
        seen.fields_matter += here.fields_matter;
        seen.joining_matters += here.joining_matters;
    }
    assert!(seen.grids > 2000 && seen.fields_matter > 100 && seen.joining_matters > 50, "{seen:?}");
}

#[test]
fn formula_and_rules_agree_on_all_that_layouts_of_2x4_hide() {
    let seen = compare_all_hidden(2, 4, std::iter::once(0));
    assert!(seen.grids > 2000 && seen.fields_matter > 100 && seen.joining_matters > 50, "{seen:?}");
}

/// The marks of different fields are independent in the rules; that no two of them meet in the formula, this shows.
#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn formula_and_rules_agree_on_each_two_marks_in_an_open_grid_at_length() {
    let mut seen = Seen::default();
    for (rows, cols) in [(3, 3), (3, 4), (4, 3)] {
        let mut layouts_with: BTreeMap<Vec<bool>, Vec<Layout>> = BTreeMap::new();
        for [first, second] in (0..rows * cols).array_combinations() {
            for (one, other) in all_marks().into_iter().cartesian_product(all_marks()) {
                let mut marks = vec![Mark::Open; rows * cols];
                (marks[first], marks[second]) = (one, other);
                let blocked: Vec<bool> = marks.iter().map(|&mark| mark == Mark::Blocked).collect();
                let layouts = layouts_with
                    .entry(blocked)
                    .or_insert_with_key(|blocked| layouts_of(cols, |i| blocked[i], rows * cols));
                seen.add(compare(layouts, &grid_of(cols, &marks)));
            }
        }
    }
    assert!(seen.fields_matter > 1000 && seen.joining_matters > 500, "{seen:?}");
}

fn is_one_question(mark: Mark) -> bool {
    matches!(mark, Mark::Question(codes) if codes.len() == 1)
}

/// Returns marks that hide something of a layout; one of them may be changed, so that there may be no layout.
fn draw(layouts: &[Layout], marks: &[Mark], rng: &mut Rng) -> Vec<Mark> {
    let most = rng.u8(1..10);
    let mut drawn: Vec<Mark> = hidden(&layouts[rng.usize(..layouts.len())])
        .into_iter()
        .map(|choices| {
            // The last one of a question field, and the first one of a letter, is an open field.
            let given: Vec<Mark> = choices.into_iter().filter(|&mark| mark != Mark::Open).collect();
            let is_given = given == [Mark::Blocked] || rng.u8(..10) < most;
            // Of two questions, one is given more often than its share.
            let one: Vec<Mark> = given.iter().copied().filter(|mark| is_one_question(*mark)).collect();
            match (is_given, one.len()) {
                (true, 2) if rng.bool() => one[rng.usize(..2)],
                (true, _) => given[rng.usize(..given.len())],
                (false, _) => Mark::Open,
            }
        })
        .collect();
    if rng.u8(..4) == 0 {
        let at = rng.usize(..drawn.len());
        if drawn[at] != Mark::Blocked {
            drawn[at] = marks[rng.usize(1..marks.len())];
        }
    }
    drawn
}

/// Draws grids of this size, with some fields blocked in all but every fourth.
fn drawn_grids(
    (rows, cols): (usize, usize),
    patterns: usize,
    each: usize,
    seed: u64,
) -> impl Iterator<Item = (Vec<Layout>, Vec<Vec<Mark>>)> {
    let (mut rng, marks, size) = (Rng::with_seed(seed), all_marks(), rows * cols);
    (0..patterns).filter_map(move |pattern| {
        let blocked: Vec<bool> = (0..size).map(|_| pattern % 4 > 0 && rng.u8(..6) == 0).collect();
        let layouts = layouts_of(cols, |i| blocked[i], size);
        let drawn = |_| draw(&layouts, &marks, &mut rng);
        let grids = if layouts.is_empty() { Vec::new() } else { (0..each).map(drawn).collect() };
        (!grids.is_empty()).then_some((layouts, grids))
    })
}

#[test]
fn formula_and_rules_agree_on_drawn_grids_up_to_3x4() {
    let mut seen = Seen::default();
    for (seed, (rows, cols)) in [(2, 4), (4, 2), (3, 3), (3, 4), (4, 3)].into_iter().enumerate() {
        for (layouts, grids) in drawn_grids((rows, cols), 40, 60, seed as u64) {
            grids.iter().for_each(|marks| seen.add(compare(&layouts, &grid_of(cols, marks))));
        }
    }
    assert!(seen.grids > 5000 && seen.with_layouts < seen.grids, "{seen:?}");
    assert!(seen.fields_matter > 1000 && seen.joining_matters > 500, "{seen:?}");
}

const WORDS: [&str; 12] = ["LA", "AD", "ID", "EI", "DA", "AN", "IL", "LEA", "EIN", "DIE", "ALE", "NIL"];

/// Returns all finished puzzles with these layouts.
fn puzzles_of(layouts: &[Layout]) -> Vec<Layout> {
    let cols = layouts[0].0[0].chars().count();
    let filled = |layout: &Layout| {
        let rows = |text: String| {
            let text: Vec<char> = text.chars().collect();
            text.chunks(cols).map(String::from_iter).collect::<Vec<_>>()
        };
        let fills = fills_where(layout, &WORDS, |_| true);
        fills.into_iter().map(|text| (rows(text), layout.1.clone())).collect::<Vec<_>>()
    };
    layouts.iter().flat_map(filled).collect()
}

/// Returns a puzzle as a grid with only what the marks say.
fn part_of(puzzle: &Layout, marks: &[Mark]) -> Puzzle {
    let mut part = grid_of(puzzle.0[0].chars().count(), marks);
    for (pos, letter) in part.fields.positions().zip(puzzle.0.concat().chars()) {
        if let (Field::Letter(_), Some(letter)) = (part.fields[pos], Letter::from_char(letter)) {
            part.fields[pos] = Field::Letter(letter);
        }
    }
    part
}

fn accepts(puzzle: &Layout, given: &Puzzle, extend: Extend, list: &WordList) -> bool {
    let puzzle = with_questions(puzzle);
    rules::check(&puzzle, Some(list)).is_empty()
        && rules::check_against(&puzzle, given, extend.of(given)).is_empty()
}

/// The formula over layout and letters, the search, what it claims, and the explanation, against the rules.
fn compare_puzzles(puzzles: &[Layout], given: &Puzzle, extend: Extend, list: &WordList) -> bool {
    let what = || format!("--extend={extend}\n{}", cwg::write(given));
    let expected: BTreeSet<Layout> =
        puzzles.iter().filter(|puzzle| accepts(puzzle, given, extend, list)).cloned().collect();
    let longest = given.fields.rows().max(given.fields.cols());
    let spec = LayoutSpec::new(given, extend.of(given));
    let joint = JointEncoding::new(&spec, &LayoutOptions::rules_only(longest), &Arc::new(list.clone()));
    assert_eq!(all_puzzles(&joint, given), expected, "{}", what());
    let checked = Spec::new(given.clone(), extend).and_then(|spec| spec.check_words(list));
    assert!(expected.is_empty() || checked.is_ok(), "{checked:?} {}", what());

    let job = Job { extend: extend.of(given), ..Job::fill(given, list) };
    let budget = Budget::unlimited().within(PATIENCE);
    let answer = solve(job, &Options::default(), &budget, &|_| {});
    assert_eq!(answer.is_ok(), !expected.is_empty(), "{answer:?} {}", what());
    match answer {
        Ok(answer) => assert!(expected.contains(&shown(&answer.puzzle)), "{answer:?} {}", what()),
        Err(reason) => {
            let claim = claim(job, &reason).expect("a claim");
            let mut solver = new_solver(1);
            load(&mut *solver, &claim.formula, 0);
            assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unsat, "{reason} {}", what());
        }
    }
    match explain(job, &ExplainOptions::default(), &budget, &|_| {}) {
        Finding::Solvable(_) => assert!(!expected.is_empty(), "{}", what()),
        Finding::TooFew(few) => assert!(expected.is_empty(), "{few:?} {}", what()),
        Finding::Conflict(Explanation { causes, .. }) => {
            assert!(expected.is_empty(), "{causes:?} {}", what());
            for cause in causes {
                let is_as_said = match cause {
                    Cause::Arrows { alone, .. } => alone != extend.of(given).lets_join(),
                    Cause::Solution { .. } => !extend.of(given).opens_fields(),
                    _ => true,
                };
                assert!(is_as_said, "{cause:?} {}", what());
            }
        }
        Finding::Undecided => panic!("nothing was found out: {}", what()),
    }
    !expected.is_empty()
}

#[test]
fn puzzles_searches_and_explanations_agree_with_the_rules() {
    puzzles_searches_and_explanations(4, 100);
}

#[test]
#[ignore = "takes a minute; .ci/nightly runs it"]
fn so_do_those_of_many_puzzles_at_length() {
    puzzles_searches_and_explanations(40, 1000);
}

/// Compares this many parts of puzzles of each drawn grid.
fn puzzles_searches_and_explanations(parts: usize, seeds: u64) {
    let list = word_list(&WORDS);
    let (mut solvable, mut differ) = ([0; 3], 0);
    for (seed, (rows, cols)) in [(2, 4), (3, 3), (3, 4)].into_iter().enumerate() {
        let mut rng = Rng::with_seed(seed as u64);
        for (layouts, _) in drawn_grids((rows, cols), 10, 1, seeds + seed as u64) {
            let puzzles = puzzles_of(&layouts);
            for _ in 0..if puzzles.is_empty() { 0 } else { parts } {
                let puzzle = &puzzles[rng.usize(..puzzles.len())];
                let given = part_of(puzzle, &draw(std::slice::from_ref(puzzle), &all_marks(), &mut rng));
                let found = Extend::EACH.map(|extend| compare_puzzles(&puzzles, &given, extend, &list));
                found.iter().zip(&mut solvable).for_each(|(&found, count)| *count += usize::from(found));
                differ += usize::from(found[1] != found[2]);
            }
        }
    }
    assert!(solvable[0] > 10 && solvable[1] > solvable[0] && solvable[2] > solvable[1], "{solvable:?}");
    assert!(differ > 2, "{differ}");
}

/// A conflict among the givens is one exactly if no layout is accepted, and the more may be added, the fewer there are.
#[test]
fn conflicts_of_layouts_are_those_of_the_rules() {
    let list = word_list(&WORDS);
    let mut conflicts = [0; 3];
    for (layouts, grids) in drawn_grids((3, 3), 12, 25, 7) {
        for marks in grids {
            let given = grid_of(3, &marks);
            for (extend, conflicts) in Extend::EACH.into_iter().zip(&mut conflicts) {
                let job = Job { extend: extend.of(&given), ..Job::fill(&given, &list) };
                let found = explain(job, &ExplainOptions::default(), &Budget::unlimited(), &|_| {});
                let is_conflict = matches!(
                    found,
                    Finding::Conflict(Explanation { level: Level::Layout, minimal: true, .. })
                );
                let none = accepted(&layouts, &given, extend).is_empty();
                assert_eq!(is_conflict, none, "--extend={extend} {found:?}\n{}", cwg::write(&given));
                *conflicts += usize::from(none);
            }
        }
    }
    let [nothing, fields, all] = conflicts;
    assert!(nothing > fields && fields > all && all > 5, "{conflicts:?}");
}
