//! Solution words in clauses against plain enumeration: fills of all layouts of a grid, and whole puzzles. How they are written
//! and read back is tested with the other wishes (`tests/each_wish.rs`).

use crate::common::enumeration::{
    Layout, Letters, Wishes, all_fills, all_layouts, all_models, all_puzzles, has_fields, puzzle,
    puzzles_where, shown, with_questions, word_list, words_of,
};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, Theme};
use std::collections::BTreeSet;
use std::sync::Arc;

const RULES: Wishes = Wishes { lengths: &[2, 3], ask_all: false, no_dead: false, no_clusters: false };
const LIST: [&str; 8] = ["AB", "BA", "CA", "AC", "ABA", "BAC", "CAB", "CCB"];

/// Solution words, each with own words that are demanded and none of whose first letters may be used.
const ASKED: [(&str, &[&str]); 7] =
    [("A", &[]), ("CB", &[]), ("AA", &[]), ("ABC", &[]), ("C", &["CAB"]), ("A", &["AB"]), ("BX", &[])];

fn letters(word: &str) -> Vec<Letter> {
    word.chars().map(|c| Letter::from_char(c).unwrap()).collect()
}

fn themes(own: &[&str]) -> Vec<Theme> {
    if own.is_empty() { Vec::new() } else { vec![Theme::all(own.iter().map(|word| letters(word)))] }
}

/// Returns the texts of the fills of a layout that have these own words and spell this word, by enumeration.
fn fills_that_spell(layout: &Layout, spelled: &str, own: &[&str]) -> BTreeSet<String> {
    let (rows, cols) = (layout.0.len(), layout.0[0].len());
    let words = words_of(layout);
    let fields: Vec<char> = layout.0.concat().chars().collect();
    let spelled: Vec<char> = spelled.chars().collect();
    let mut found = BTreeSet::new();
    all_fills(&words, &LIST, &mut Letters::new(), &mut Vec::new(), &mut |letters| {
        let text = |cells: &Vec<(i32, i32)>| cells.iter().map(|cell| letters[cell]).collect::<String>();
        let own_cells: Vec<_> = words.iter().filter(|cells| own.contains(&text(cells).as_str())).collect();
        let taboo: BTreeSet<(i32, i32)> = own_cells.iter().map(|cells| cells[0]).collect();
        if own_cells.len() == own.len() && has_fields(&spelled, letters, &taboo, &mut Vec::new()) {
            let field = |i: usize| letters.get(&((i / cols) as i32, (i % cols) as i32)).copied();
            found.insert((0..rows * cols).map(|i| field(i).unwrap_or(fields[i])).collect());
        }
    });
    found
}

#[test]
fn fills_that_spell_a_word_in_clauses_are_those_of_enumeration() {
    let all_runs = Wishes { ask_all: true, ..RULES };
    let (mut with, mut without) = (0, 0);
    for layout in all_layouts(3, 3, "*********", &all_runs) {
        let laid_out = with_questions(&layout);
        let (problem, positions) = laid_out.slots();
        for (spelled, own) in ASKED {
            let expected = fills_that_spell(&layout, spelled, own);
            for membership in Membership::ALL {
                let list = Arc::new(word_list(&LIST));
                let mut encoding = FillEncoding::with_membership(
                    &problem,
                    Some(&positions),
                    &list,
                    membership,
                    Distinct::Letters,
                );
                encoding.add_themes(&themes(own));
                encoding.spell(&letters(spelled), &positions, &themes(own));
                let visible: Vec<Lit> = (0..problem.cells.len())
                    .flat_map(|cell| encoding.cell(cell).map(|bit| bit.lit()).into_iter().flatten())
                    .collect();
                let fills = all_models(&encoding.formula, &visible, |model| encoding.decode(model));
                let text = |fill: Vec<Option<Letter>>| {
                    let fill: Vec<Letter> = fill.into_iter().flatten().collect();
                    shown(&laid_out.with_letters(&positions, &fill)).0.concat()
                };
                let found: BTreeSet<String> = fills.into_iter().map(text).collect();
                assert_eq!(found, expected, "{layout:?} {spelled} {own:?} {membership}");
            }
            with += expected.len();
            without += usize::from(expected.is_empty());
        }
    }
    assert!(with > 50 && without > 20, "{with} fills, {without} layouts without");
}

#[test]
fn puzzles_that_spell_a_word_in_clauses_are_those_of_enumeration() {
    let options = LayoutOptions {
        lengths: RULES.lengths.iter().copied().collect(),
        ask_all: false,
        no_dead: false,
        no_clusters: false,
    };
    let list = Arc::new(word_list(&LIST));
    let (mut with, mut without) = (0, 0);
    for (rows, cols, given) in [(2, 3, "******"), (3, 3, "*********"), (2, 3, "*A****")] {
        let open = given.replace('A', "*");
        for (spelled, own) in ASKED {
            let expected: BTreeSet<Layout> =
                puzzles_where(rows, cols, &open, &RULES, |layout| fills_that_spell(layout, spelled, own))
                    .into_iter()
                    .filter(|(found, _)| {
                        given
                            .chars()
                            .zip(found.concat().chars())
                            .all(|(given, found)| given != 'A' || found == 'A')
                    })
                    .collect();
            for membership in Membership::ALL {
                let given = puzzle(rows, cols, given);
                let spec = LayoutSpec::new(&given, Extend::All);
                let mut encoding = JointEncoding::with_membership(&spec, &options, &list, membership);
                encoding.add_themes(&themes(own));
                encoding.spell(&letters(spelled), &themes(own));
                let found = all_puzzles(&encoding, &given);
                assert_eq!(found, expected, "{rows}x{cols} {spelled} {own:?} {membership}");
            }
            with += expected.len();
            without += usize::from(expected.is_empty());
        }
    }
    assert!(with > 100 && without > 2, "{with} puzzles, {without} grids without");
}
