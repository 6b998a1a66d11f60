//! The formula of crosswords that are still to be made against plain enumeration: all templates of small sizes with all their
//! fills, and those with everything that can be asked for.

use crate::barred_encoding::{customary_by_trying, fills_by_trying as fills_of_bars};
use crate::common::enumeration::{all_models, word_list};
use crate::common::sizes::{Counts, Sizes, page, read_column, size_tables};
use crate::template_encoding::{fills_by_trying, keeps, shown};
use cwsat::encodings::barred;
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::crossword::joint::JointEncoding;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::shape::{Ground, Shapes};
use cwsat::encodings::lexicon::{Letter, Theme, WordList};
use cwsat::encodings::template::format;
use cwsat::encodings::template::shape::{ShapeEncoding, ShapeSpec, parts};
use cwsat::encodings::template::style::{Style, Symmetry};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the lengths that a list has, as the formulas of templates take them.
fn lengths(list: &WordList) -> Vec<bool> {
    (0..=list.longest()).map(|len| list.count(len) > 0).collect()
}

/// Returns all crosswords of the formula whose templates are in one part.
fn models<G: Ground>(
    joint: &mut JointEncoding<G>,
    ground: &[Lit],
    write: fn(&Template) -> String,
    read: fn(&str) -> Template,
) -> BTreeSet<String> {
    let letters = joint.ground().fields().flat_map(|pos| *joint.cell(pos)).filter_map(|bit| bit.lit());
    let visible: Vec<Lit> = ground.iter().copied().chain(letters).collect();
    let all = all_models(joint.formula(), &visible, |model| write(&joint.decode(model)));
    for text in &all {
        joint.connect(&read(text));
    }
    all_models(joint.formula(), &visible, |model| write(&joint.decode(model)))
}

/// Returns all templates of a style in one part, by trying all patterns.
fn templates(rows: usize, cols: usize, style: Style, symmetry: Symmetry, lengths: &[bool]) -> Vec<String> {
    let mut found = Vec::new();
    for bits in 1_u32..1 << (rows * cols) {
        let white: Vec<Vec<bool>> =
            (0..rows).map(|r| (0..cols).map(|c| bits >> (r * cols + c) & 1 == 1).collect()).collect();
        if keeps(&white, style, symmetry, lengths) {
            let text = shown(&white);
            if parts(&format::read(&text).unwrap()).len() == 1 {
                found.push(text);
            }
        }
    }
    found
}

/// Returns the words of a crossword without bars, with their first fields.
fn words(text: &str) -> Vec<(String, (usize, usize))> {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let at = |r: usize, c: usize| rows.get(r).and_then(|row| row.get(c)).copied().filter(|&c| c != '#');
    let mut found = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for c in 0..row.len() {
            if at(r, c).is_some() && (c == 0 || at(r, c - 1).is_none()) {
                found.push(((c..).map_while(|c| at(r, c)).collect::<String>(), (r, c)));
            }
            if at(r, c).is_some() && (r == 0 || at(r - 1, c).is_none()) {
                found.push(((r..).map_while(|r| at(r, c)).collect::<String>(), (r, c)));
            }
        }
    }
    found.retain(|(word, _)| word.len() > 1);
    found
}

/// Returns whether some fields of a crossword spell a word, none beside another and none of them forbidden.
fn spells(text: &str, word: &[char], taken: &mut Vec<(usize, usize)>, forbidden: &[(usize, usize)]) -> bool {
    let Some(&letter) = word.get(taken.len()) else { return true };
    for (r, line) in text.lines().enumerate() {
        for (c, found) in line.chars().enumerate() {
            let is_near = |&(a, b): &(usize, usize)| a.abs_diff(r) + b.abs_diff(c) < 2;
            if found == letter && !taken.iter().any(is_near) && !forbidden.contains(&(r, c)) {
                taken.push((r, c));
                if spells(text, word, taken, forbidden) {
                    return true;
                }
                taken.pop();
            }
        }
    }
    false
}

fn fold(text: &str) -> Vec<Letter> {
    text.chars().filter_map(Letter::from_char).collect()
}

const WORDS: [&str; 15] = [
    "AAB", "ABA", "ABB", "BAA", "BAB", "BBA", "BBB", "AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAB", "BABB",
    "AAAB",
];

#[test]
fn all_crosswords_of_a_size_and_style_are_those_that_trying_finds() {
    let mut counts = Vec::new();
    for (rows, cols, style, symmetry, words) in [
        (3, 3, Style::American, Symmetry::None, &WORDS[..]),
        (3, 3, Style::British, Symmetry::None, &WORDS),
        (3, 4, Style::American, Symmetry::HalfTurn, &WORDS),
        (4, 3, Style::British, Symmetry::Mirror, &WORDS),
        (3, 4, Style::DoubleSpaced, Symmetry::None, &WORDS),
        (4, 4, Style::American, Symmetry::None, &WORDS[..12]),
        (4, 4, Style::American, Symmetry::QuarterTurn, &WORDS),
        // Without a word of three letters.
        (4, 4, Style::British, Symmetry::HalfTurn, &WORDS[7..]),
    ] {
        let list = Arc::new(word_list(words));
        let spec = ShapeSpec { rows, cols, style, symmetry, lengths: lengths(&list) };
        let mut tried = BTreeSet::new();
        for template in templates(rows, cols, style, symmetry, &spec.lengths) {
            tried.extend(fills_by_trying(&template.lines().collect::<Vec<_>>(), words, "AB"));
        }
        let shape = ShapeEncoding::new(&spec);
        let white: BTreeSet<Lit> = shape.white().iter().map(|(_, &lit)| lit).collect();
        let white: Vec<Lit> = white.into_iter().collect();
        let mut joint = JointEncoding::new(shape, &list);
        let read = |text: &str| format::read(text).unwrap();
        assert_eq!(
            models(&mut joint, &white, format::write, read),
            tried,
            "{rows}x{cols} {style} {symmetry}"
        );
        counts.push(tried.len());
    }
    assert!(counts.iter().filter(|&&count| count > 10).count() > 3, "{counts:?}");
}

#[test]
fn what_is_asked_for_holds_for_the_crosswords_of_the_formula() {
    let (rows, cols, style, symmetry) = (4, 4, Style::American, Symmetry::None);
    let list = Arc::new(word_list(&WORDS));
    let spec = ShapeSpec { rows, cols, style, symmetry, lengths: lengths(&list) };
    let mut all = BTreeSet::new();
    for template in templates(rows, cols, style, symmetry, &spec.lengths) {
        all.extend(fills_by_trying(&template.lines().collect::<Vec<_>>(), &WORDS, "AB"));
    }
    let has = |text: &str, word: &str| words(text).iter().any(|(found, _)| found == word);
    let blocks = |text: &str| text.matches('#').count();
    let own = [Theme::all([fold("ABBA")]), Theme::new(["AAB", "BBB", "ABA"].map(fold), 2)];
    let spelled = ["AAA", "ABAB", "BBBB"];
    let most = 1 + all.iter().map(|text| blocks(text)).min().unwrap();
    type Holds<'a> = Box<dyn Fn(&str) -> bool + 'a>;
    type Asks<'a> = Box<dyn Fn(&mut JointEncoding<ShapeEncoding>) + 'a>;
    let mut cases: Vec<(String, Holds<'_>, Asks<'_>)> = vec![
        (
            "own words".to_owned(),
            Box::new(|text| {
                has(text, "ABBA") && ["AAB", "BBB", "ABA"].iter().filter(|word| has(text, word)).count() >= 2
            }),
            Box::new(|joint| drop(joint.add_themes(&own))),
        ),
        (
            "a word at its place".to_owned(),
            Box::new(|text| text.starts_with("ABB#")),
            Box::new(|joint| joint.add_words_at(&["ABB@1,1,across".parse().unwrap()])),
        ),
        (
            "a word outside".to_owned(),
            Box::new(|_| false),
            Box::new(|joint| joint.add_words_at(&["ABB@4,3,down".parse().unwrap()])),
        ),
    ];
    for word in spelled {
        cases.push((
            format!("the solution word {word}"),
            Box::new(move |text| spells(text, &word.chars().collect::<Vec<_>>(), &mut Vec::new(), &[])),
            Box::new(move |joint| joint.spell(&fold(word), &[])),
        ));
    }
    cases.push((
        "a solution word beside own words".to_owned(),
        Box::new(|text| {
            let starts: Vec<_> =
                words(text).into_iter().filter(|(word, _)| word == "ABBA").map(|(_, start)| start).collect();
            has(text, "ABBA") && spells(text, &['A', 'A', 'A', 'B'], &mut Vec::new(), &starts)
        }),
        Box::new(|joint| {
            joint.add_themes(&own[..1]);
            joint.spell(&fold("AAAB"), &own[..1]);
        }),
    ));
    let mut counts = Vec::new();
    for (name, holds, asks) in cases {
        let shape = ShapeEncoding::new(&spec);
        let white: Vec<Lit> = shape.white().iter().map(|(_, &lit)| lit).collect();
        let mut joint = JointEncoding::new(shape, &list);
        asks(&mut joint);
        let expected: BTreeSet<String> = all.iter().filter(|text| holds(text)).cloned().collect();
        assert_eq!(crosswords(&joint, &white), expected, "{name}");
        counts.push(expected.len());
    }
    for most in most - 2..=most {
        let mut shape = ShapeEncoding::new(&spec);
        let white: Vec<Lit> = shape.white().iter().map(|(_, &lit)| lit).collect();
        let bound = shape.white_between(rows * cols - most, rows * cols).unwrap();
        bound.into_iter().for_each(|lit| shape.formula.add([lit]));
        let joint = JointEncoding::new(shape, &list);
        let expected: BTreeSet<String> = all.iter().filter(|text| blocks(text) <= most).cloned().collect();
        assert_eq!(crosswords(&joint, &white), expected, "at most {most} blocks");
        counts.push(expected.len());
    }
    assert!(counts.contains(&0) && counts.iter().filter(|&&n| n > 0).count() > 4, "{counts:?}");
    assert!(counts.iter().any(|&count| count < all.len() && count > 0), "{counts:?}");
}

/// Returns the crosswords of a formula whose auxiliary variables, those of a solution word among them, may have several values.
fn crosswords(joint: &JointEncoding<ShapeEncoding>, white: &[Lit]) -> BTreeSet<String> {
    let letters = joint.ground().fields().flat_map(|pos| *joint.cell(pos)).filter_map(|bit| bit.lit());
    let visible: Vec<Lit> = white.iter().copied().chain(letters).collect();
    all_models(joint.formula(), &visible, |model| format::write(&joint.decode(model)))
}

/// The sizes of the page come on top of those of the templates.
#[test]
fn the_sizes_of_the_formula_are_those_of_its_page() {
    for (rows, cols, words) in [(3, 3, &WORDS[..3]), (4, 5, &WORDS), (4, 4, &WORDS[6..9]), (3, 6, &WORDS)] {
        let list = Arc::new(word_list(words));
        let (style, symmetry) = (Style::American, Symmetry::None);
        let shape = ShapeEncoding::new(&ShapeSpec { rows, cols, style, symmetry, lengths: lengths(&list) });
        let mut promised = Sizes::of(&shape.formula);
        let names = |n: usize| -> Counts {
            let pairs = [("R", rows), ("C", cols), ("n", n), ("W", list.count(n))];
            pairs.into_iter().map(|(name, value)| (name.to_owned(), value as i64)).collect()
        };
        let mut add = |about: &str, names: &mut Counts| {
            for table in size_tables(&page("crossword.md")) {
                let (head, rest) = table.header[0].split_once(", ").unwrap_or((&table.header[0], ""));
                match head {
                    _ if rest != about => {}
                    "shorthand" => drop(read_column(&table, 1, names)),
                    "variables" => promised.add(&table, Some(1), names, false),
                    _ => {
                        promised.add(&table, Some(1), names, false);
                        promised.add(&table, Some(2), names, true);
                    }
                }
            }
        };
        add("", &mut names(0));
        for n in (3..=list.longest()).filter(|&n| list.count(n) > 0) {
            add("for each length n", &mut names(n));
        }
        let joint = JointEncoding::new(shape, &list);
        assert_eq!(promised.without_zeros(), Sizes::of(joint.formula()), "{rows}x{cols}, {words:?}");
    }
}

#[test]
fn all_barred_crosswords_of_a_size_are_those_that_trying_finds() {
    let words = [
        "ABC", "BCA", "CAB", "ACB", "ABA", "BAC", "CCA", "AAB", "BBC", "CBA", "ACC", "BAB", "CBC", "AAC",
        "ABCA", "BCAB", "CABC", "AABB", "CBAB", "ACBA", "BBCA", "CACB", "BACC", "ABAC",
    ];
    let mut counts = Vec::new();
    for (rows, cols) in [(3, 3), (3, 4)] {
        let list = Arc::new(word_list(&words));
        let lengths = lengths(&list);
        let mut tried = BTreeSet::new();
        for text in customary_by_trying(rows, cols, &lengths) {
            let template = barred::format::read(&text).unwrap();
            if barred::rules::parts(&template).len() == 1 {
                tried.extend(fills_of_bars(&template, &words));
            }
        }
        let shape = barred::shape::ShapeEncoding::new(&barred::shape::ShapeSpec { rows, cols, lengths });
        let bars: Vec<Lit> = shape.bars().into_iter().collect();
        let mut joint = JointEncoding::new(shape, &list);
        let read = |text: &str| barred::format::read(text).unwrap();
        assert_eq!(models(&mut joint, &bars, barred::format::write, read), tried, "{rows}x{cols}");
        counts.push(tried.len());
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}
