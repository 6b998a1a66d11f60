//! The dynamic program against plain enumeration by the rules and the rating.

use super::branch::Search;
use super::graph::{Graph, NoGraph, add};
use super::shape::Shape;
use super::step::{COUNTS, Detail, Tally};
use super::{BestLayouts, MOST_FREE, WORK, best_layouts, best_layouts_within, details};
use crate::arrowword::given::Extend;
use crate::arrowword::layout::{LayoutSpec, Lengths};
use crate::arrowword::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use crate::arrowword::rating::Counts;
use crate::arrowword::rules;
use crate::grid::{Grid, Pos};

fn empty(rows: usize, cols: usize) -> Puzzle {
    Puzzle { fields: Grid::filled(rows, cols, Field::Open), questions: Vec::new() }
}

/// Returns a blocked grid of 12x12 fields with an open part from this field on.
fn part(rows: usize, cols: usize, first: Pos) -> Puzzle {
    let is_in = |pos: Pos| {
        (first.row..first.row + rows).contains(&pos.row) && (first.col..first.col + cols).contains(&pos.col)
    };
    let field = |pos| if is_in(pos) { Field::Open } else { Field::Blocked(Blocked::Space) };
    Puzzle { fields: Grid::from_fn(12, 12, field), questions: Vec::new() }
}

/// Lists all layouts of a grid that follow the rules: every pattern with every choice of arrows that lead to words.
fn enumerate(given: &Puzzle, lengths: Lengths) -> Vec<Puzzle> {
    let open: Vec<Pos> =
        given.fields.iter().filter(|(_, field)| **field == Field::Open).map(|(pos, _)| pos).collect();
    let mut found = Vec::new();
    for pattern in 0_u32..1 << open.len() {
        let mut puzzle = given.clone();
        for (at, &pos) in open.iter().enumerate() {
            if pattern >> at & 1 == 1 {
                puzzle.fields[pos] = Field::Question;
            }
        }
        let asking: Vec<Pos> = puzzle
            .fields
            .iter()
            .filter(|(_, field)| **field == Field::Question)
            .map(|(pos, _)| pos)
            .collect();
        choose(&mut puzzle, &asking, lengths, &mut found);
    }
    found
}

/// Gives question fields their arrows, one field after the other.
fn choose(puzzle: &mut Puzzle, asking: &[Pos], lengths: Lengths, found: &mut Vec<Puzzle>) {
    let Some((&pos, others)) = asking.split_first() else {
        let mut puzzle = puzzle.clone();
        puzzle.questions.sort_unstable();
        found.extend(rules::check(&puzzle, None).is_empty().then_some(puzzle));
        return;
    };
    let given = puzzle.questions.len();
    let has_word = |arrow: &Arrow| {
        let run = puzzle.run_of(Question { pos, arrow: *arrow });
        run.is_some_and(|run| run.len >= 2 && lengths.contains(run.len))
    };
    let arrows: Vec<Arrow> = Arrow::ALL.into_iter().filter(has_word).collect();
    for (at, &first) in arrows.iter().enumerate() {
        puzzle.questions.push(Question { pos, arrow: first });
        choose(puzzle, others, lengths, found);
        for &second in &arrows[at + 1..] {
            puzzle.questions.push(Question { pos, arrow: second });
            choose(puzzle, others, lengths, found);
            puzzle.questions.pop();
        }
        puzzle.questions.truncate(given);
    }
}

/// Lists all paths of the graph as layouts, with their counts.
fn paths(given: &Puzzle, detail: &Detail) -> Vec<(Puzzle, Tally)> {
    let spec = LayoutSpec::new(given, Extend::All);
    let shape = Shape::new(&spec).unwrap();
    let graph = match Graph::new(&shape, detail, usize::MAX, &|| false) {
        Err(NoGraph::NoLayout) => return Vec::new(),
        graph => graph.unwrap(),
    };
    let mut partial: Vec<(usize, Vec<u8>, Tally)> = vec![(0, Vec::new(), [0; COUNTS])];
    for block in graph.layers() {
        let mut longer = Vec::new();
        for (state, marks, tally) in partial {
            for edge in block.edges(state) {
                let mut tally = tally;
                add(&mut tally, &graph.tallies[usize::from(edge.tally)]);
                let marks = marks.iter().copied().chain([edge.mark]).collect();
                longer.push((edge.to as usize, marks, tally));
            }
        }
        partial = longer;
    }
    partial.into_iter().map(|(_, marks, tally)| (shape.layout(&spec, &marks), tally)).collect()
}

fn tally_of(counts: &Counts) -> Tally {
    let mut tally = [0; COUNTS];
    let first = [
        counts.questions,
        counts.doubles,
        counts.uncrossed,
        counts.dead,
        counts.clusters,
        counts.cluster_squares,
    ];
    for (to, from) in tally.iter_mut().zip(first.into_iter().chain(counts.lengths)) {
        *to = i16::try_from(from).unwrap();
    }
    tally
}

/// Lists the small grids to try: the open ones, those with one blocked field, letter or question field, and open parts of blocked
/// grids, at a border or not.
fn small_grids() -> Vec<Puzzle> {
    let sizes = [(1, 3), (1, 7), (2, 2), (2, 4), (2, 6), (3, 3), (3, 4), (4, 3), (6, 2)];
    let mut grids = Vec::new();
    for (rows, cols) in sizes {
        let open = empty(rows, cols);
        for pos in open.fields.positions() {
            let letter = crate::lexicon::Letter::from_char('A').unwrap();
            for field in [Field::Blocked(Blocked::Dash), Field::Letter(letter), Field::Question] {
                let mut one = open.clone();
                one.fields[pos] = field;
                grids.push(one);
            }
        }
        grids.push(open);
    }
    grids.extend([part(2, 5, Pos::new(0, 7)), part(4, 3, Pos::new(5, 9)), part(3, 3, Pos::new(2, 1))]);
    grids
}

#[test]
fn the_paths_are_the_layouts_that_follow_the_rules() {
    let mut layouts = 0;
    for given in small_grids() {
        for (shortest, longest) in [(2, 9), (3, 4)] {
            let lengths = Lengths::between(shortest, longest);
            let line = given.fields.rows().max(given.fields.cols());
            let detail = Detail { longest: line as u8, cluster: 9, lengths, line };
            let mut expected: Vec<_> = enumerate(&given, lengths)
                .into_iter()
                .map(|puzzle| (puzzle.questions.clone(), tally_of(&Counts::of(&puzzle))))
                .collect();
            let paths = paths(&given, &detail);
            let mut found: Vec<_> =
                paths.into_iter().map(|(puzzle, tally)| (puzzle.questions, tally)).collect();
            expected.sort();
            found.sort();
            layouts += found.len();
            assert!(found == expected, "{} for {} in {given:?}", found.len(), expected.len());
        }
    }
    assert!(layouts > 7000, "{layouts}");
}

/// Returns the bound and the best layout with this many steps, and checks that the layouts follow the rules.
fn bound_of(given: &Puzzle, lengths: Lengths, work: usize) -> Option<BestLayouts> {
    let spec = LayoutSpec::new(given, Extend::All);
    let best = best_layouts_within(&spec, lengths, work, &|| false)?;
    for (rating, layout) in &best.layouts {
        assert_eq!(rules::check(layout, None), [], "{layout:?}");
        assert_eq!(rules::check_against(layout, given, Extend::All), []);
        assert_eq!(Counts::of(layout).score(), *rating);
        assert!(
            layout.questions.iter().all(|&q| layout.run_of(q).is_some_and(|run| lengths.contains(run.len)))
        );
        assert!(*rating <= best.bound + 1e-9);
    }
    Some(best)
}

#[test]
fn no_layout_of_a_small_grid_rates_above_the_bound_and_exact_ones_reach_it() {
    let mut exact = 0;
    for given in small_grids() {
        for (shortest, longest) in [(2, 9), (3, 4)] {
            let lengths = Lengths::between(shortest, longest);
            let ratings = enumerate(&given, lengths).into_iter().map(|layout| Counts::of(&layout).score());
            let best = ratings.max_by(f64::total_cmp);
            // With next to no steps, the bound is loose, but a bound.
            for work in [WORK, 40_000_000, 30_000_000] {
                let found = bound_of(&given, lengths, work);
                let Some(best) = best else {
                    assert!(found.is_none(), "{given:?}");
                    continue;
                };
                let Some(found) = found else {
                    assert!(work < WORK, "{given:?}");
                    continue;
                };
                assert!(found.bound >= best - 1e-9, "{} for {best} in {given:?}", found.bound);
                if work == WORK {
                    assert!(found.is_exact(), "{} for {best} in {given:?}", found.bound);
                }
                if found.is_exact() {
                    assert!((found.bound - best).abs() < 1e-9, "{} for {best} in {given:?}", found.bound);
                    exact += 1;
                }
            }
        }
    }
    assert!(exact > 300, "{exact}");
}

/// Where less is kept than matters, bounds may be higher, but never lower.
#[test]
fn a_coarser_frontier_gives_a_higher_bound() {
    for (rows, cols) in [(2, 11), (3, 10), (4, 4)] {
        let given = empty(rows, cols);
        let spec = LayoutSpec::new(&given, Extend::All);
        let shape = Shape::new(&spec).unwrap();
        let bound = |longest: u8, cluster| {
            let lengths = Lengths::between(2, 10);
            let detail = Detail { longest, cluster, lengths, line: rows.max(cols).min(10) };
            let graph = Graph::new(&shape, &detail, usize::MAX, &|| false).unwrap();
            Search::new(&spec, &shape, &graph, lengths, WORK, &|| false).run().unwrap()
        };
        let line = rows.max(cols).min(10) as u8;
        let exact = bound(line, 8);
        assert!(bound(line, 3) >= exact - 1e-9);
        assert!(bound(line.min(9), 3) >= exact - 1e-9);
    }
}

/// Ratings that other ways have found as well, or that were known before.
#[test]
fn narrow_grids_have_their_known_best_ratings() {
    for (rows, cols, rating) in [(2, 10, 50.0), (10, 2, 50.0), (3, 10, 66.658)] {
        let best = bound_of(&empty(rows, cols), Lengths::between(2, 15), WORK).unwrap();
        assert!(best.is_exact() && (best.bound - rating).abs() < 1e-3, "{rows}x{cols}: {}", best.bound);
    }
    let best = bound_of(&part(3, 10, Pos::new(4, 2)), Lengths::between(2, 15), WORK).unwrap();
    assert!(best.is_exact() && (best.bound - 66.658).abs() < 1e-3, "{}", best.bound);
}

/// With fewer steps than the exact frontier takes, a coarser one is walked through.
#[test]
fn the_frontier_is_kept_as_exactly_as_the_steps_allow() {
    let spec = LayoutSpec::new(&empty(3, 12), Extend::All);
    let (shape, lengths) = (Shape::new(&spec).unwrap(), Lengths::between(2, 15));
    let graph = |detail: &Detail| Graph::new(&shape, detail, usize::MAX, &|| false).unwrap();
    let steps: Vec<usize> =
        details(&shape, lengths).iter().map(|detail| Search::least_work(&graph(detail))).collect();
    let least = *steps.iter().min().unwrap();
    assert!(steps[0] > least, "{steps:?}");
    let found = |steps| best_layouts_within(&spec, lengths, steps, &|| false);
    assert!(found(least).is_some() && found(least - 1).is_none());
}

/// Returns a grid of which only this column and this row are open.
fn cross(rows: usize, cols: usize, center: Pos) -> Puzzle {
    let field = |pos: Pos| match pos.row == center.row || pos.col == center.col {
        true => Field::Open,
        false => Field::Blocked(Blocked::Space),
    };
    Puzzle { fields: Grid::from_fn(rows, cols, field), questions: Vec::new() }
}

#[test]
fn many_undecided_fields_are_too_many_in_five_columns_only() {
    // Five columns with few such fields, and two with many.
    for given in [cross(5, 5, Pos::new(2, 2)), empty(2, MOST_FREE / 2 + 1)] {
        let spec = LayoutSpec::new(&given, Extend::All);
        assert!(best_layouts_within(&spec, Lengths::between(2, 9), 300_000_000, &|| false).is_some());
    }
}

/// The steps of searches, in thousands: rows, columns, steps.
const STEPS: [(usize, usize, usize); 13] = [
    (2, 4, 23_208),
    (2, 8, 31_307),
    (2, 10, 56_575),
    (3, 4, 26_528),
    (3, 5, 28_390),
    (3, 6, 98_324),
    (3, 7, 46_663),
    (3, 8, 44_674),
    (3, 9, 61_471),
    (3, 10, 60_413),
    (4, 3, 26_528),
    (4, 4, 25_531),
    (4, 5, 59_200),
];

/// What only makes a search slower changes no bound, but its steps show it. They do not depend on the machine: if you have made
/// the search better, put in the new ones.
#[test]
fn bounds_take_their_known_steps() {
    let lengths = Lengths::between(2, 10);
    let steps = |rows: usize, cols: usize| {
        let spec = LayoutSpec::new(&empty(rows, cols), Extend::All);
        let shape = Shape::new(&spec).unwrap();
        let graph = Graph::new(&shape, &details(&shape, lengths)[0], usize::MAX, &|| false).unwrap();
        let mut search = Search::new(&spec, &shape, &graph, lengths, WORK, &|| false);
        search.run().unwrap();
        (WORK - search.left) / 1000
    };
    let found = STEPS.map(|(rows, cols, _)| (rows, cols, steps(rows, cols)));
    assert_eq!(found, STEPS);
}

#[test]
fn frontiers_are_kept_as_exactly_as_lengths_and_columns_need() {
    let of = |rows: usize, longest: usize| -> Vec<(u8, u8)> {
        let shape = Shape::new(&LayoutSpec::new(&empty(rows, 2), Extend::All)).unwrap();
        let details = details(&shape, Lengths::between(2, longest));
        assert!(details.iter().all(|detail| detail.line == rows.min(longest)));
        details.iter().map(|detail| (detail.longest, detail.cluster)).collect()
    };
    assert_eq!(of(8, 30), [(8, 4), (8, 3)]);
    assert_eq!(of(9, 30), [(9, 4), (9, 3)]);
    assert_eq!(of(10, 30), [(10, 4), (9, 4), (9, 3)]);
    assert_eq!(of(30, 5), [(5, 4), (5, 3)], "as long as the longest word");
    assert_eq!(of(63, 70), [(63, 4), (9, 4), (9, 3)]);
    assert_eq!(of(64, 70), [(9, 4), (9, 3)], "more than six bits hold");
}

#[test]
fn what_is_too_wide_or_stopped_has_no_bound() {
    let spec = LayoutSpec::new(&empty(6, 6), Extend::All);
    assert!(best_layouts(&spec, Lengths::between(2, 15), &|| false).is_none());
    let spec = LayoutSpec::new(&empty(5, 9), Extend::All);
    assert!(
        best_layouts(&spec, Lengths::between(2, 15), &|| false).is_none(),
        "45 undecided fields are too many"
    );
    let spec = LayoutSpec::new(&empty(3, 6), Extend::All);
    assert!(best_layouts(&spec, Lengths::between(2, 15), &|| true).is_none());
}
