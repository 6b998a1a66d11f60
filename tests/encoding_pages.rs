//! The pages about the encodings against the program: every size formula in their tables is evaluated for several grids
//! and compared with the formula that is built.
//!
//! The tables of sizes are under the heading "Sizes". The first column names families of variables or of clauses (or
//! shorthands that the other tables use), the other columns have expressions in backticks.

use crate::common::arithmetic::evaluate;
use crate::common::sizes::{Counts, Sizes, page, read_column, size_tables};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::joint::{JointEncoding, pick_words};
use cwsat::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Diagram, Edge, Letter, Slot, SlotProblem, WordList};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rows, columns, longest word.
const GRIDS: [(usize, usize, usize); 8] =
    [(3, 3, 3), (3, 5, 5), (6, 3, 4), (4, 7, 3), (9, 9, 4), (5, 5, 12), (12, 4, 12), (20, 30, 15)];

fn names_of(rows: usize, cols: usize, longest: usize) -> Counts {
    let pairs = [("R", rows), ("C", cols), ("N", longest)];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value as i64)).collect()
}

/// Returns the sizes that the page about the layout states.
fn layout_sizes(rows: usize, cols: usize, longest: usize, options: &str) -> Sizes {
    let (mut names, mut sizes) = (names_of(rows, cols, longest), Sizes::default());
    for table in size_tables(&page("layout.md")) {
        match table.header[0].as_str() {
            "shorthand" => drop(read_column(&table, 1, &mut names)),
            "variables" => sizes.add(&table, table.column(options), &mut names, false),
            "clauses" => {
                sizes.add(&table, table.column(options), &mut names, false);
                sizes.add(&table, table.column(&format!("literals, {options}")), &mut names, true);
            }
            _ => {}
        }
    }
    sizes
}

/// Returns the sizes that the page about the joint encoding states, with `words[n]` words of n letters of this list.
fn joint_sizes(
    (rows, cols): (usize, usize),
    words: &BTreeMap<usize, usize>,
    list: &WordList,
    membership: Membership,
) -> Sizes {
    let longest = *words.last_key_value().unwrap().0;
    let mut sizes = layout_sizes(rows, cols, longest, "rules only");
    let mut add = |names: &mut Counts, each_length: bool| {
        for table in size_tables(&page("joint.md")) {
            if table.header[0].ends_with("for each length n") != each_length {
                continue;
            }
            let (count, literals) = match each_length {
                true => (membership.to_string(), format!("literals, {membership}")),
                false => ("count".to_owned(), "literals".to_owned()),
            };
            match table.header[0].split(',').next().unwrap() {
                "shorthand" => drop(read_column(&table, 1, names)),
                "variables" => sizes.add(&table, table.column(&count), names, false),
                "clauses" => {
                    sizes.add(&table, table.column(&count), names, false);
                    sizes.add(&table, table.column(&literals), names, true);
                }
                _ => {}
            }
        }
    };
    add(&mut names_of(rows, cols, longest), false);
    for (&n, &count) in words {
        let mut names = names_of(rows, cols, longest);
        names.extend([("n".to_owned(), n as i64), ("W".to_owned(), count as i64)]);
        names.extend(diagram_names(&Diagram::new(n, list.words(n))));
        add(&mut names, true);
    }
    sizes
}

/// Returns the names that the page about the joint encoding uses for a diagram.
fn diagram_names(diagram: &Diagram) -> Counts {
    let mut names = Counts::new();
    let mut count = |name: &str, more: usize| *names.entry(name.to_owned()).or_default() += more as i64;
    for layer in 0..diagram.word_len() {
        let edges = diagram.layer(layer);
        let alone = |edge: &Edge| edges.iter().filter(|other| other.from == edge.from).count() == 1;
        let entered = |to: usize| edges.iter().filter(|edge| edge.to == to).count();
        let nodes = if layer + 1 < diagram.word_len() { diagram.nodes(layer + 1) } else { 0 };
        count("E", edges.len());
        count("E1", edges.iter().filter(|edge| alone(edge)).count());
        count("V", nodes);
        count("V1", (0..nodes).filter(|&node| entered(node) == 1).count());
    }
    names
}

fn empty_grid(rows: usize, cols: usize) -> LayoutSpec {
    LayoutSpec::new(&Puzzle { fields: Grid::filled(rows, cols, Field::Open), questions: vec![] }, Extend::All)
}

/// Returns a list with this many words of each length: numbers, written with letters.
fn list(words: &BTreeMap<usize, usize>) -> WordList {
    let word = |len: usize, number: usize| -> Vec<Letter> {
        let digit = |place: u32| Letter::from_index(number / 26usize.pow(place) % 26).unwrap();
        (0..len as u32).map(digit).collect()
    };
    let all = words.iter().flat_map(|(&len, &count)| (0..count).map(move |number| (len, number)));
    WordList::new(all.map(|(len, number)| (word(len, number), WordList::DEFAULT_SCORE)))
}

#[test]
fn the_sizes_of_the_layout_are_those_of_its_page() {
    for (rows, cols, longest) in GRIDS {
        for (column, options) in [
            ("rules only", LayoutOptions::rules_only(longest)),
            ("all wishes", LayoutOptions::top_rated(longest)),
        ] {
            let built = LayoutEncoding::new(&empty_grid(rows, cols), &options);
            let promised = layout_sizes(rows, cols, longest, column).without_zeros();
            assert_eq!(promised, Sizes::of(&built.formula), "{rows}x{cols}, up to {longest}, {column}");
        }
    }
}

#[test]
fn the_sizes_of_the_joint_formula_are_those_of_its_page() {
    for (rows, cols, words) in [
        (3, 3, [(2, 4), (3, 2)].as_slice()),
        (4, 6, &[(2, 30), (3, 1), (4, 100), (5, 9), (6, 40)]),
        (4, 6, &[(2, 30), (3, 7), (4, 100), (5, 9), (6, 40)]),
        (7, 5, &[(2, 3), (3, 28), (4, 27)]),
    ] {
        let words: BTreeMap<usize, usize> = words.iter().copied().collect();
        let (spec, longest) = (empty_grid(rows, cols), *words.last_key_value().unwrap().0);
        let (list, options) = (Arc::new(list(&words)), LayoutOptions::rules_only(longest));
        // The diagram of a length with a single word has no branch; the page leaves that case out.
        let branched = words.values().all(|&count| count > 1);
        for membership in Membership::ALL.into_iter().filter(|&m| m == Membership::Direct || branched) {
            let built = JointEncoding::with_membership(&spec, &options, &list, membership);
            let promised = joint_sizes((rows, cols), &words, &list, membership).without_zeros();
            assert_eq!(promised, Sizes::of(built.formula()), "{rows}x{cols}, {words:?}, {membership}");
        }
    }
}

/// Returns the cells of a picture that are not `#`, and all runs of two or more.
fn slots(picture: &[&str]) -> SlotProblem {
    let mut problem = SlotProblem::default();
    let mut number = |field: char| match field {
        '#' => usize::MAX,
        _ => {
            problem.cells.push(None);
            problem.cells.len() - 1
        }
    };
    let rows: Vec<Vec<usize>> = picture.iter().map(|row| row.chars().map(&mut number).collect()).collect();
    let cols: Vec<Vec<usize>> = (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
    for line in rows.iter().chain(&cols) {
        for run in line.split(|&cell| cell == usize::MAX).filter(|run| run.len() >= 2) {
            problem.slots.push(Slot { cells: run.to_vec() });
        }
    }
    problem
}

/// Returns the names that the page about the fill uses, counted from the layout, the words and their diagrams.
fn fill_names(problem: &SlotProblem, list: &WordList) -> Counts {
    let (slots, pairs) = (&problem.slots, problem.slots.iter().array_combinations());
    let mut cells = vec![BTreeSet::from_iter(Letter::all()); problem.cells.len()];
    for slot in slots {
        for (i, &cell) in slot.cells.iter().enumerate() {
            let there: BTreeSet<Letter> = list.words(slot.len()).map(|word| word[i]).collect();
            cells[cell].retain(|letter| there.contains(letter));
        }
    }
    let mut names = Counts::new();
    let mut count = |name: &str, more: usize| *names.entry(name.to_owned()).or_default() += more as i64;
    for letters in &cells {
        count("L", letters.len());
        count("LL", letters.len() * (letters.len() - 1) / 2);
    }
    for slot in slots {
        count("S", 1);
        count("SL", slot.cells.iter().map(|&cell| cells[cell].len()).sum());
        let fits = |word: &&[Letter]| word.iter().zip(&slot.cells).all(|(l, &cell)| cells[cell].contains(l));
        let words: Vec<&[Letter]> = list.words(slot.len()).filter(fits).collect();
        count("W", words.len());
        count("WN", words.len() * slot.len());
        let diagram = Diagram::new(slot.len(), words);
        for layer in 0..slot.len() {
            let edges = diagram.layer(layer);
            let alone = |edge: &Edge| edges.iter().filter(|other| other.from == edge.from).count() == 1;
            let only = |edge: &Edge| edges.iter().filter(|other| other.letter == edge.letter).count() == 1;
            let entered = |to: usize| edges.iter().filter(|edge| edge.to == to).count();
            count("E", edges.len());
            count("E1", edges.iter().filter(|edge| alone(edge)).count());
            count("EA", edges.iter().filter(|edge| !alone(edge) && only(edge)).count());
            assert!(
                layer > 0 || edges.len() > 1,
                "the page leaves out slots in which all words begin with the same letter"
            );
            count("F", if layer == 0 { edges.len() } else { 0 });
            if layer + 1 == slot.len() {
                count("Z", edges.len());
            } else {
                count("V", diagram.nodes(layer + 1));
                count("V1", (0..diagram.nodes(layer + 1)).filter(|&node| entered(node) == 1).count());
            }
        }
    }
    for [a, b] in pairs.filter(|[a, b]| a.len() == b.len()) {
        let places = || a.cells.iter().zip(&b.cells);
        let common = |a: usize, b: usize| cells[a].intersection(&cells[b]).count();
        count("P", 0);
        if places().all(|(&a, &b)| common(a, b) > 0) {
            count("P", 1);
            for (&a, &b) in places().filter(|(a, b)| a != b) {
                count("PN", 1);
                count("PL", common(a, b));
            }
        }
    }
    names.entry("PN".into()).or_default();
    names.entry("PL".into()).or_default();
    names.entry("P".into()).or_default();
    names
}

#[test]
fn the_sizes_of_the_fill_are_those_of_its_page() {
    let list = Arc::new(cwsat::wordlist::embedded());
    let [few, some] = [300, 5000].map(|count| Arc::new(pick_words(&list, count)));
    for (picture, list) in [
        (&["...."][..], &list),
        (&["...", "...", "..."], &some),
        (&["....", "....", "....", "...."], &few),
        (&["..#...", "......", "...#..", "#.....", ".....#"], &few),
        (&["....#....", ".........", "..#...#..", "........."], &some),
    ] {
        let problem = slots(picture);
        for membership in Membership::ALL {
            let (mut names, mut sizes) = (fill_names(&problem, list), Sizes::default());
            for table in size_tables(&page("fill.md")) {
                let column = table.column(&membership.to_string());
                if table.header[0] == "name" {
                    let explained: BTreeSet<&str> =
                        table.rows.iter().flat_map(|row| row[0].split(", ")).collect();
                    assert_eq!(explained, names.keys().map(String::as_str).collect());
                    continue;
                }
                sizes.add(&table, column, &mut names, false);
                if table.header[0] == "clauses" {
                    let literals = table.column(&format!("literals, {membership}"));
                    sizes.add(&table, literals, &mut names, true);
                }
            }
            let built = FillEncoding::with_membership(&problem, None, list, membership, Distinct::Letters);
            assert_eq!(sizes.without_zeros(), Sizes::of(&built.formula), "{picture:?}, {membership}");
        }
    }
}

#[test]
fn the_examples_of_sizes_are_counted() {
    let tables = size_tables(&page("layout.md"));
    let examples = tables.iter().find(|table| table.header[0] == "grid").expect("a table of examples");
    for row in &examples.rows {
        let size: Vec<usize> = row[0].split('x').map(|n| n.parse().unwrap()).collect();
        let built = LayoutEncoding::new(&empty_grid(size[0], size[1]), &LayoutOptions::top_rated(15));
        let formula = &built.formula;
        let counted = [formula.var_count(), formula.clause_count(), formula.literal_count()];
        let shown: Vec<usize> = row[1..].iter().map(|cell| cell.replace(',', "").parse().unwrap()).collect();
        assert_eq!(shown, counted, "{}", row[0]);
    }
    assert!(examples.rows.len() >= 3);
}

#[test]
fn expressions_are_evaluated_and_nonsense_is_named() {
    let names = names_of(3, 4, 5);
    for (text, expected) in [
        ("2*R*C + R - C", 23),
        ("R - C - 1", -2),
        ("(R+C)*2", 14),
        ("max(0, R-C) + min(R, C)", 3),
        ("T(3, 2)", 5),
        ("R*(C-1)/9", 1),
        ("amo(27) - amo(28) + aux(28)", 351 - 78 + 12),
    ] {
        assert_eq!(evaluate(text, &names), Ok(expected), "{text}");
    }
    for text in ["", "R +", "2R", "Q", "R/2", "max(R)", "(R", "R)", "f(R)", "1 2"] {
        assert!(evaluate(text, &names).is_err(), "{text}");
    }
}
