//! Barred crosswords and their formulas against plain enumeration: all fills of small grids, all grids of small sizes, and
//! what the search says about both.

use crate::common::enumeration::{all_models, word_list};
use cwsat::encodings::barred::shape::{ShapeEncoding, ShapeSpec};
use cwsat::encodings::barred::{format, rules as custom};
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::crossword::bars::Bars;
use cwsat::encodings::crossword::puzzle::{Cell, Template};
use cwsat::encodings::crossword::rules;
use cwsat::encodings::grid::{Direction, Grid, Pos};
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::search::Setup;
use cwsat::search::barred::make::{MakeSpec, make};
use cwsat::search::crossword::{NoAnswer, NoCrossword, NoTemplate, Options, solve, solve_made};
use cwsat::solver::Budget;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Grids of at most nine fields, few enough to try all letters.
const SMALL: [&str; 6] = [
    ". . .\n-   -\n. . .\n. . .\n",
    ". .|.\n  -\n. . .\n",
    ". . #\n-\n. . .\n#|. .\n",
    ". .|. .\n- -\n. . . .\n",
    "A . .\n-\n. B|.\n",
    ".|. .\n.|. .\n. .|.\n",
];

/// Returns the words of a filled grid, from its text alone: fields are in the odd columns, marks between and below them.
fn words_of(text: &str) -> Vec<String> {
    let (mut rows, mut below): (Vec<Vec<char>>, Vec<Vec<char>>) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        if line.chars().all(|c| "- ".contains(c)) {
            *below.last_mut().unwrap() = line.chars().collect();
        } else {
            rows.push(line.chars().collect());
            below.push(Vec::new());
        }
    }
    let width = rows[0].len().div_ceil(2);
    let mut words = Vec::new();
    for row in &rows {
        let line: String = row.iter().filter(|c| **c != ' ').collect();
        words.extend(line.split(['|', '#']).map(str::to_owned));
    }
    for col in 0..width {
        let mut line = String::new();
        for (row, below) in rows.iter().zip(&below) {
            line.push(row[2 * col]);
            if below.get(2 * col) == Some(&'-') {
                line.push('|');
            }
        }
        words.extend(line.split(['|', '#']).map(str::to_owned));
    }
    words.retain(|word| word.len() > 1);
    words
}

/// Returns all fills, by trying every letter in every open field and checking the words only at the end.
pub fn fills_by_trying(template: &Template, words: &[&str]) -> BTreeSet<String> {
    let open: Vec<Pos> =
        template.cells.positions().filter(|&pos| template.cells[pos] == Cell::Open).collect();
    let mut found = BTreeSet::new();
    for number in 0..3usize.pow(open.len() as u32) {
        let mut rest = number;
        let mut letters = Vec::new();
        for _ in &open {
            letters.push(Letter::from_index(rest % 3).unwrap());
            rest /= 3;
        }
        let text = format::write(&template.with_letters(&open, &letters));
        let spelled = words_of(&text);
        let different: BTreeSet<&String> = spelled.iter().collect();
        if spelled.iter().all(|word| words.contains(&word.as_str())) && different.len() == spelled.len() {
            found.insert(text);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The models of the formula, both encodings of words, and the search agree with trying everything.
    #[test]
    fn formula_search_and_trying_agree(
        which in 0..SMALL.len(),
        words in prop::collection::btree_set("[ABC]{2,4}", 1..50),
    ) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let template = format::read(&format!("barred\n{}", SMALL[which])).unwrap();
        let tried = fills_by_trying(&template, &words);
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

#[test]
fn every_small_grid_has_words_in_each_direction_and_all_letters_are_in_one() {
    for text in SMALL {
        let template = format::read(&format!("barred\n{text}")).unwrap();
        assert!(template.lonely().is_empty(), "{text}");
        assert_eq!(template.runs().len(), words_of(&format::write(&template)).len(), "{text}");
    }
}

/// Lists all grids of a size that are the same after half a turn and obey custom, except that they may be in several
/// parts.
pub fn customary_by_trying(rows: usize, cols: usize, lengths: &[bool]) -> BTreeSet<String> {
    let cells = Grid::filled(rows, cols, Cell::Open);
    let mut places: Vec<Vec<(Pos, Direction)>> = Vec::new();
    for pos in cells.positions() {
        for (direction, next) in [
            (Direction::Across, Pos::new(pos.row, pos.col + 1)),
            (Direction::Down, Pos::new(pos.row + 1, pos.col)),
        ] {
            let partner = (rows.wrapping_sub(1 + next.row), cols.wrapping_sub(1 + next.col));
            let partner = (Pos::new(partner.0, partner.1), direction);
            if cells.contains(next) && (pos, direction) <= partner {
                places.push(vec![(pos, direction), partner]);
            }
        }
    }
    let mut found = BTreeSet::new();
    for number in 0..1usize << places.len() {
        let chosen = places.iter().enumerate().filter(|(place, _)| number >> place & 1 == 1);
        let bars: Bars = chosen.flat_map(|(_, bars)| bars.iter().copied()).collect();
        let template = Template::with_bars(cells.clone(), &bars);
        let of_length = |len: usize| lengths.get(len).copied().unwrap_or(false);
        let is_customary = custom::check(&template).iter().all(|found| found.rule() == "several-parts");
        let lengths_fit = template.runs().iter().all(|run| of_length(run.len));
        if template.lonely().is_empty() && is_customary && lengths_fit {
            found.insert(format::write(&template));
        }
    }
    found
}

fn models(encoding: &ShapeEncoding) -> BTreeSet<String> {
    let visible: Vec<Lit> = encoding.bars().into_iter().collect();
    all_models(&encoding.formula, &visible, |model| format::write(&encoding.decode(model)))
}

#[test]
fn the_formula_of_grids_agrees_with_trying_all_bars() {
    let all = vec![true; 6];
    let some = vec![false, false, false, true, false, true];
    let mut counted = Vec::new();
    for (rows, cols) in [(3, 3), (3, 4), (4, 4), (3, 5), (4, 5), (5, 4)] {
        for lengths in [&all, &some] {
            let tried = customary_by_trying(rows, cols, lengths);
            let mut encoding = ShapeEncoding::new(&ShapeSpec { rows, cols, lengths: lengths.clone() });
            assert_eq!(models(&encoding), tried, "{rows}x{cols} {lengths:?}");
            // With the clauses against all cuts, the grids in one part remain.
            let templates: Vec<Template> = tried.iter().map(|text| format::read(text).unwrap()).collect();
            let whole: BTreeSet<String> =
                templates.iter().filter(|t| custom::parts(t).len() == 1).map(format::write).collect();
            for template in &templates {
                assert_eq!(encoding.connect(template), custom::parts(template).len());
            }
            assert_eq!(models(&encoding), whole, "{rows}x{cols} {lengths:?}");
            counted.push((tried.len(), whole.len()));
        }
    }
    assert!(counted.iter().any(|(all, _)| *all > 10), "{counted:?}");
}

#[test]
fn the_numbers_of_unchecked_fields_and_of_words_are_bounded() {
    let lengths = vec![true; 6];
    let encoding = ShapeEncoding::new(&ShapeSpec { rows: 4, cols: 5, lengths: lengths.clone() });
    let unchecked = |text: &String| {
        let template = format::read(text).unwrap();
        let runs = template.runs();
        let twice = |pos: &Pos| runs.iter().filter(|run| run.cells().any(|cell| cell == *pos)).count() == 2;
        template.cells.positions().filter(|pos| !twice(pos)).count()
    };
    let all = customary_by_trying(4, 5, &lengths);
    for (least, most) in [(0, 0), (2, 4), (4, 20)] {
        let mut bounded = encoding.clone();
        for lit in bounded.unchecked_between(least, most).unwrap() {
            bounded.formula.add([lit]);
        }
        let expected: BTreeSet<String> =
            all.iter().filter(|text| (least..=most).contains(&unchecked(text))).cloned().collect();
        assert_eq!(models(&bounded), expected, "{least} to {most}");
    }
    assert_eq!(encoding.unchecked_between(21, 30), None);
    let words = |text: &String| format::read(text).unwrap().runs().len();
    let fewest = all.iter().map(words).min().unwrap();
    for most in [fewest - 1, fewest, fewest + 2] {
        let mut bounded = encoding.clone();
        bounded.formula.add([encoding.words_at_most(most).unwrap()]);
        let expected: BTreeSet<String> = all.iter().filter(|text| words(text) <= most).cloned().collect();
        assert_eq!(models(&bounded), expected, "at most {most} words");
    }
}

#[test]
fn grids_that_are_made_keep_the_custom_and_can_be_filled() {
    let words: Vec<String> = (3..=8)
        .flat_map(|len| (0..3usize.pow(len.min(6))).map(move |n| (len, n)))
        .map(|(len, n)| (0..len).map(|place| ['A', 'B', 'C'][n / 3usize.pow(place.min(5)) % 3]).collect())
        .collect();
    let list = word_list(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let spec = MakeSpec { rows: 7, cols: 8 };
    let mut seen = BTreeSet::new();
    for seed in 0..4 {
        let setup = Setup { seed, ..Setup::default() };
        let template = make(&spec, &list, &[], &setup, &Budget::unlimited()).unwrap();
        assert_eq!(custom::check(&template), [], "{}", format::write(&template));
        seen.insert(format::write(&template));
        let options = Options { setup, ..Options::default() };
        let answer = solve_made(&spec, &list, &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert_eq!(rules::check(&answer.puzzle, Some(&list)), []);
        assert_eq!(custom::check(&answer.puzzle), []);
    }
    assert!(seen.len() > 1, "another seed makes another grid");
    // A word has its place, and bars at its ends.
    let placed = ["ABCA@3,2,across".parse().unwrap()];
    let template = make(&spec, &list, &placed, &Setup::default(), &Budget::unlimited()).unwrap();
    assert!(template.runs().contains(&placed[0].run()), "{}", format::write(&template));
}

#[test]
fn what_cannot_be_made_is_refused_or_proven() {
    let list = word_list(&["ABCD", "ABCDE"]);
    let made =
        |rows, cols| make(&MakeSpec { rows, cols }, &list, &[], &Setup::default(), &Budget::unlimited());
    assert!(matches!(made(2, 9), Err(NoTemplate::Refused(why)) if why.contains("3 to 200")));
    assert!(matches!(made(31, 30), Err(NoTemplate::Refused(_))));
    // No words of three letters.
    assert!(matches!(made(3, 5), Err(NoTemplate::Impossible(why)) if why.contains("proven")));
}
