//! Templates and their formulas against plain enumeration: all fills of small templates, all templates of small sizes,
//! and what the search says about both.

use crate::common::enumeration::{all_models, word_list};
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::encodings::template::puzzle::{Cell, Template};
use cwsat::encodings::template::shape::{ShapeEncoding, ShapeSpec, parts};
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::encodings::template::{format, rules};
use cwsat::search::Setup;
use cwsat::search::template::make::{MakeSpec, NoTemplate, make};
use cwsat::search::template::{NoAnswer, NoCrossword, Options, solve, solve_made};
use cwsat::solver::{BackEnd, Budget};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns all fills, by trying every letter in every open field and checking the words only at the end.
pub fn fills_by_trying(rows: &[&str], words: &[&str], alphabet: &str) -> BTreeSet<String> {
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let open: Vec<(usize, usize)> =
        (0..cells.len()).flat_map(|r| (0..cells[r].len()).map(move |c| (r, c))).collect();
    let open: Vec<(usize, usize)> = open.into_iter().filter(|&(r, c)| cells[r][c] == '.').collect();
    let letters: Vec<char> = alphabet.chars().collect();
    let mut found = BTreeSet::new();
    for number in 0..letters.len().pow(open.len() as u32) {
        let mut rest = number;
        for &(r, c) in &open {
            cells[r][c] = letters[rest % letters.len()];
            rest /= letters.len();
        }
        let across = cells.iter().map(|row| row.iter().collect::<String>());
        let down = (0..cells[0].len()).map(|c| cells.iter().map(|row| row[c]).collect::<String>());
        let lines: Vec<String> = across.chain(down).collect();
        let spelled: Vec<&str> =
            lines.iter().flat_map(|line| line.split('#')).filter(|w| w.len() > 1).collect();
        let different: BTreeSet<&&str> = spelled.iter().collect();
        if spelled.iter().all(|word| words.contains(word)) && different.len() == spelled.len() {
            found.insert(cells.iter().map(|row| row.iter().collect::<String>() + "\n").collect());
        }
    }
    found
}

/// Returns all fills, by the formula.
fn fills_by_formula(template: &Template, list: &Arc<WordList>, membership: Membership) -> BTreeSet<String> {
    let (problem, positions) = template.slots();
    let encoding =
        FillEncoding::with_membership(&problem, Some(&positions), list, membership, Distinct::Letters);
    let visible: Vec<Lit> = (0..positions.len())
        .flat_map(|cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<_>>())
        .collect();
    all_models(&encoding.formula, &visible, |model| {
        let letters: Vec<Letter> = encoding.decode(model).into_iter().flatten().collect();
        format::write(&template.with_letters(&positions, &letters))
    })
}

const ALPHABET: &str = "ABC";

/// Templates of at most nine fields, few enough to try all letters.
const SMALL: [&[&str]; 7] = [
    &["...", "...", "..."],
    &["..", ".."],
    &["..#", "...", "#.."],
    &["....", ".#.#"],
    &["...#", "#..."],
    &["A..", "..#", ".C."],
    &[".....", "#.#.#"],
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The models of the formula, both encodings of words, and the search agree with trying everything.
    #[test]
    fn formula_search_and_trying_agree(
        which in 0..SMALL.len(),
        words in prop::collection::btree_set("[ABC]{2,5}", 1..40),
    ) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let rows = SMALL[which];
        let tried = fills_by_trying(rows, &words, ALPHABET);
        let template = format::read(&rows.join("\n")).unwrap();
        let list = Arc::new(word_list(&words));
        for membership in Membership::ALL {
            prop_assert_eq!(&fills_by_formula(&template, &list, membership), &tried);
        }
        match solve(&template, &list, &Options::default(), &Budget::unlimited(), &|_| {}) {
            Ok(answer) => {
                prop_assert!(tried.contains(&format::write(&answer.puzzle)));
                prop_assert!(rules::check(&answer.puzzle, Some(&list)).is_empty());
                prop_assert!(rules::check_against(&answer.puzzle, &template).is_empty());
            }
            Err(NoAnswer::None(NoCrossword::NoFill(runs))) => prop_assert!(tried.is_empty() && !runs.is_empty()),
            Err(NoAnswer::None(NoCrossword::NoWord(slots))) => prop_assert!(tried.is_empty() && !slots.is_empty()),
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

/// Returns the connected and unconnected templates of a formula.
fn shapes(encoding: &ShapeEncoding) -> BTreeSet<String> {
    let visible: BTreeSet<Lit> = encoding.white().iter().map(|(_, &lit)| lit).collect();
    let visible: Vec<Lit> = visible.into_iter().collect();
    all_models(&encoding.formula, &visible, |model| format::write(&encoding.decode(model)))
}

/// Returns whether a pattern (bit r*cols+c: white) obeys a style, from its words alone.
pub fn keeps(white: &[Vec<bool>], style: Style, symmetry: Symmetry, lengths: &[bool]) -> bool {
    let (rows, cols) = (white.len(), white[0].len());
    let at = |r: isize, c: isize| {
        r >= 0 && c >= 0 && (r as usize) < rows && (c as usize) < cols && white[r as usize][c as usize]
    };
    let cells: Vec<(isize, isize)> = (0..rows as isize)
        .flat_map(|r| (0..cols as isize).map(move |c| (r, c)))
        .filter(|&(r, c)| at(r, c))
        .collect();
    let same = |r: isize, c: isize| {
        let (h, w) = (rows as isize - 1, cols as isize - 1);
        match symmetry {
            Symmetry::None => true,
            Symmetry::HalfTurn => at(r, c) == at(h - r, w - c),
            Symmetry::QuarterTurn => at(r, c) == at(c, h - r),
            Symmetry::Mirror => at(r, c) == at(r, w - c),
        }
    };
    let everywhere = |holds: &dyn Fn(isize, isize) -> bool| {
        (0..rows as isize).all(|r| (0..cols as isize).all(|c| holds(r, c)))
    };
    let mut runs: Vec<Vec<(isize, isize)>> = Vec::new();
    for (dr, dc) in [(0, 1), (1, 0)] {
        for &(r, c) in cells.iter().filter(|&&(r, c)| !at(r - dr, c - dc)) {
            runs.push((0..).map(|i| (r + i * dr, c + i * dc)).take_while(|&(r, c)| at(r, c)).collect());
        }
    }
    let in_words =
        |cell: &(isize, isize)| runs.iter().filter(|run| run.len() > 1 && run.contains(cell)).count();
    let most = match style {
        Style::American => 0,
        Style::British => 1,
        Style::DoubleSpaced => 2,
    };
    let no_empty_line =
        (0..rows).all(|r| white[r].contains(&true)) && (0..cols).all(|c| white.iter().any(|row| row[c]));
    no_empty_line
        && everywhere(&same)
        && runs.iter().all(|run| run.len() == 1 || run.len() > 2 && lengths.get(run.len()) == Some(&true))
        && cells.iter().all(|cell| in_words(cell) >= if style == Style::American { 2 } else { 1 })
        && runs
            .iter()
            .filter(|run| run.len() > 1)
            .all(|run| run.windows(most + 1).all(|stretch| stretch.iter().any(|cell| in_words(cell) == 2)))
        && (style != Style::British
            || everywhere(&|r, c| !(at(r, c) && at(r + 1, c) && at(r, c + 1) && at(r + 1, c + 1))))
        && (style != Style::DoubleSpaced
            || (0..4).any(|parity| cells.iter().all(|&(r, c)| r % 2 == parity / 2 || c % 2 == parity % 2)))
}

pub fn shown(white: &[Vec<bool>]) -> String {
    white
        .iter()
        .map(|row| row.iter().map(|&w| if w { '.' } else { '#' }).chain(['\n']).collect::<String>())
        .collect()
}

#[test]
fn templates_of_a_style_are_those_that_trying_all_patterns_finds() {
    let lengths = [false, true, true, true, true, true];
    let no_fours = [false, true, true, true, false, true];
    for (rows, cols) in [(3, 3), (3, 4), (4, 3), (3, 5), (4, 4)] {
        for (style, symmetry, lengths) in [
            (Style::American, Symmetry::None, lengths),
            (Style::American, Symmetry::HalfTurn, no_fours),
            (Style::British, Symmetry::HalfTurn, lengths),
            (Style::British, Symmetry::Mirror, lengths),
            (Style::DoubleSpaced, Symmetry::HalfTurn, lengths),
            (Style::DoubleSpaced, Symmetry::None, no_fours),
            (Style::American, Symmetry::QuarterTurn, lengths),
        ] {
            if symmetry == Symmetry::QuarterTurn && rows != cols {
                continue;
            }
            let mut tried = BTreeSet::new();
            for bits in 1_u32..1 << (rows * cols) {
                let white: Vec<Vec<bool>> =
                    (0..rows).map(|r| (0..cols).map(|c| bits >> (r * cols + c) & 1 == 1).collect()).collect();
                if keeps(&white, style, symmetry, &lengths) {
                    tried.insert(shown(&white));
                }
            }
            let spec = ShapeSpec { rows, cols, style, symmetry, lengths: lengths.to_vec() };
            let encoding = ShapeEncoding::new(&spec);
            assert_eq!(shapes(&encoding), tried, "{rows}x{cols} {style} {symmetry}");
        }
    }
}

#[test]
fn cuts_forbid_what_falls_apart_and_nothing_else() {
    let lengths = vec![false, true, true, true, true, true];
    let spec = ShapeSpec { rows: 5, cols: 5, style: Style::DoubleSpaced, symmetry: Symmetry::None, lengths };
    let mut encoding = ShapeEncoding::new(&spec);
    let (whole, split): (BTreeSet<String>, BTreeSet<String>) =
        shapes(&encoding).into_iter().partition(|text| parts(&format::read(text).unwrap()).len() == 1);
    assert!(split.contains("...##\n.####\n.###.\n####.\n##...\n") && whole.len() > 1);
    for text in &split {
        assert!(encoding.connect(&format::read(text).unwrap()) > 1);
    }
    assert_eq!(shapes(&encoding), whole);
}

#[test]
fn made_templates_keep_to_size_style_and_share() {
    let list = word_list(&["ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH", "ABCDEFGHI"]);
    let lengths: Vec<bool> = (0..10).map(|len| list.count(len) > 0).collect();
    for (style, symmetry, rows, cols) in [
        (Style::American, Symmetry::HalfTurn, 9, 8),
        (Style::British, Symmetry::HalfTurn, 9, 9),
        (Style::British, Symmetry::QuarterTurn, 9, 9),
        (Style::DoubleSpaced, Symmetry::HalfTurn, 9, 9),
        (Style::DoubleSpaced, Symmetry::Mirror, 8, 9),
        (Style::American, Symmetry::None, 10, 10),
    ] {
        let spec = MakeSpec { rows, cols, style, symmetry, white: None };
        for back_end in BackEnd::ALL {
            let mut seen = BTreeSet::new();
            for seed in 0..3 {
                let setup = Setup { back_end: back_end.clone(), ..Setup::seeded(seed) };
                let template = make(&spec, &list, &[], &setup, &Budget::unlimited()).unwrap();
                let white: Vec<Vec<bool>> = (0..rows)
                    .map(|r| (0..cols).map(|c| template.cells[Pos::new(r, c)] == Cell::Open).collect())
                    .collect();
                assert!(keeps(&white, style, symmetry, &lengths), "{style} {symmetry}\n{}", shown(&white));
                assert_eq!(parts(&template).len(), 1);
                let off = template.white() as f64 / (rows * cols) as f64 - spec.white();
                assert!(off.abs() < 0.06, "{style} {symmetry}: {off}\n{}", shown(&white));
                seen.insert(shown(&white));
            }
            assert!(seen.len() > 1, "{style} {symmetry} {back_end}: seeds differ");
        }
    }
}

/// A British grid as an editor would make it: words in every second row and column, most of five to nine letters, none
/// or hardly any of three.
#[test]
fn british_templates_look_like_those_of_newspapers() {
    let list = cwsat::wordlist::embedded();
    for (side, seed) in [(13, 0), (13, 1), (15, 2)] {
        let spec = MakeSpec {
            rows: side,
            cols: side,
            style: Style::British,
            symmetry: Symmetry::HalfTurn,
            white: None,
        };
        let template = make(&spec, &list, &[], &Setup::seeded(seed), &Budget::unlimited()).unwrap();
        let text = format::write(&template);
        let white = || template.cells.iter().filter(|(_, cell)| cell.is_white()).map(|(pos, _)| pos);
        let on_lattice =
            |&parity: &usize| white().all(|p| p.row % 2 == parity / 2 || p.col % 2 == parity % 2);
        assert!((0..4).any(|parity| on_lattice(&parity)), "no lattice\n{text}");
        let lengths: Vec<usize> = template.runs().iter().map(|run| run.len).collect();
        let share = |range: std::ops::RangeInclusive<usize>| {
            lengths.iter().filter(|len| range.contains(len)).count() as f64 / lengths.len() as f64
        };
        assert!(lengths.iter().all(|&len| len <= 10), "{lengths:?}\n{text}");
        assert!(!text.contains("#####"), "a dark patch\n{text}");
        assert!(share(3..=3) < 0.1, "{lengths:?}\n{text}");
        assert!(share(5..=9) > 0.5, "{lengths:?}\n{text}");
    }
}

#[test]
fn what_cannot_be_made_says_why() {
    let list = word_list(&["ABC", "ABCD"]);
    let try_make = |rows, cols, style, symmetry| {
        let spec = MakeSpec { rows, cols, style, symmetry, white: None };
        make(&spec, &list, &[], &Setup::default(), &Budget::unlimited())
    };
    assert_eq!(try_make(2, 9, Style::American, Symmetry::None), Err(NoTemplate::Size { rows: 2, cols: 9 }));
    assert_eq!(
        try_make(5, 9, Style::American, Symmetry::QuarterTurn),
        Err(NoTemplate::NoSquare { rows: 5, cols: 9 })
    );
    // On an even number of rows, half a turn puts odd rows on even ones.
    let even = try_make(8, 8, Style::DoubleSpaced, Symmetry::HalfTurn).unwrap_err();
    assert!(even.to_string().contains("odd number of rows"), "{even}");
    // With words of three and four letters, five fields in a row cannot all be checked.
    let narrow = try_make(3, 5, Style::American, Symmetry::None).unwrap_err();
    assert!(matches!(narrow, NoTemplate::Impossible { .. }), "{narrow}");
}

#[test]
fn a_made_crossword_is_filled_by_the_rules() {
    let list = cwsat::wordlist::embedded();
    let spec =
        MakeSpec { rows: 9, cols: 9, style: Style::British, symmetry: Symmetry::HalfTurn, white: Some(0.6) };
    let options = Options { setup: Setup::seeded(3), ..Options::default() };
    let answer = solve_made(&spec, &list, &options, &Budget::unlimited(), &|_| {}).unwrap();
    assert!(rules::check(&answer.puzzle, Some(&list)).is_empty());
    let again = solve_made(&spec, &list, &options, &Budget::unlimited(), &|_| {}).unwrap();
    assert_eq!(answer.puzzle, again.puzzle, "the same seed");
    let runs = answer.puzzle.runs();
    assert!(runs.iter().all(|run| run.len >= 3) && runs.iter().any(|run| run.direction == Direction::Down));
}

#[test]
fn an_unfillable_word_square_is_proven() {
    let words = ["ABC", "BCA", "CAB", "ACB", "BAC"];
    assert!(fills_by_trying(&["...", "...", "..."], &words, ALPHABET).is_empty());
    let solved =
        solve(&Template::open(3, 3), &word_list(&words), &Options::default(), &Budget::unlimited(), &|_| {});
    assert!(matches!(solved, Err(NoAnswer::None(NoCrossword::NoFill(runs))) if !runs.is_empty()));
}
