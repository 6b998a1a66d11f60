//! The fewest blocks of crosswords that are larger than those that one formula decides, against plain enumeration: all templates
//! of 5x5 with few blocks, and all fills of each.

use crate::common::desk::Desk;
use crate::common::enumeration::word_list;
use crate::template_encoding::{keeps, shown};
use cwsat::encodings::template::format;
use cwsat::encodings::template::shape::parts;
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::search::Setup;
use cwsat::search::crossword::Maker;
use cwsat::search::crossword::small::is_small;
use cwsat::search::template::fewest::Fewest;
use cwsat::solver::Budget;
use fastrand::Rng;
use itertools::Itertools;
use serde_json::Value;
use std::collections::BTreeSet;

const SIDE: usize = 5;

/// The rows that a template of five columns can have: no word has one or two letters, and no row is empty.
const ROWS: [&str; 6] = [".....", "#....", "....#", "##...", "...##", "#...#"];

/// Returns all templates in one part with words of these lengths, those with the fewest blocks first.
fn templates(symmetry: Symmetry, lengths: &[bool]) -> Vec<String> {
    let rows = std::iter::repeat_n(ROWS, SIDE).multi_cartesian_product();
    let white = rows.map(|rows| rows.iter().map(|row| row.chars().map(|c| c == '.').collect()).collect());
    let kept = white.filter(|white: &Vec<Vec<bool>>| keeps(white, Style::American, symmetry, lengths));
    let in_one_part = |text: &String| parts(&format::read(text).unwrap()).len() == 1;
    kept.map(|white| shown(&white)).filter(in_one_part).sorted_by_key(|text| blocks(text)).collect()
}

fn blocks(text: &str) -> usize {
    text.matches('#').count()
}

/// Returns whether a template can be filled with different words: row by row, each word across that is left.
fn has_fill(template: &str, words: &[String]) -> bool {
    let rows: Vec<&str> = template.lines().collect();
    let start = |row: &str| row.find('.').unwrap();
    let slots: Vec<(usize, usize)> = rows.iter().map(|row| (start(row), row.matches('.').count())).collect();
    let down: Vec<(usize, usize)> = (0..SIDE)
        .map(|c| rows.iter().positions(|row| row.as_bytes()[c] == b'.').collect::<Vec<_>>())
        .map(|white| (white[0], white.len()))
        .collect();
    // Each line has one word, because two of three letters would need seven fields.
    fn place(
        across: &mut Vec<String>,
        slots: &[(usize, usize)],
        down: &[(usize, usize)],
        words: &[String],
    ) -> bool {
        let spelled = |c: usize, across: &[String]| -> String {
            let rows = across.iter().zip(slots).skip(down[c].0).take(down[c].1);
            rows.map(|(word, (first, _))| word.as_bytes()[c - first] as char).collect()
        };
        let begins = |c: usize| {
            let letters = spelled(c, across);
            words.iter().any(|word| word.len() == down[c].1 && word.starts_with(&letters))
        };
        if !(0..SIDE).all(begins) {
            return false;
        }
        let Some(&(_, len)) = slots.get(across.len()) else {
            let all: BTreeSet<String> =
                across.iter().cloned().chain((0..SIDE).map(|c| spelled(c, across))).collect();
            return all.len() == 2 * SIDE;
        };
        words.iter().any(|word| {
            let is_possible = word.len() == len && !across.contains(word);
            is_possible && {
                across.push(word.clone());
                let found = place(across, slots, down, words);
                across.pop();
                found
            }
        })
    }
    place(&mut Vec::new(), &slots, &down, words)
}

/// Returns some of the words of A and B: this many of three, four and five letters.
fn some_words(numbers: [usize; 3], rng: &mut Rng) -> Vec<String> {
    let of_len = |len: usize| std::iter::repeat_n(['A', 'B'], len).multi_cartesian_product();
    let mut words = Vec::new();
    for (len, number) in (3..).zip(numbers) {
        let mut all: Vec<String> = of_len(len).map(String::from_iter).collect();
        rng.shuffle(&mut all);
        words.extend(all.into_iter().take(number));
    }
    words
}

/// Returns the fewest blocks of a crossword with these words.
fn fewest(templates: &[String], words: &[String]) -> Option<usize> {
    templates.iter().find(|template| has_fill(template, words)).map(|template| blocks(template))
}

#[test]
fn no_crossword_of_5x5_has_fewer_blocks_than_is_said() {
    assert!(!is_small(SIDE, SIDE));
    let mut rng = Rng::with_seed(55);
    let desk = Desk::new();
    let (mut seen, mut made) = (Vec::new(), 0);
    for round in 0..48 {
        let symmetry = [Symmetry::None, Symmetry::HalfTurn][round % 2];
        let numbers = [rng.usize(0..=8), rng.usize(0..=12), rng.usize(4..=14)];
        let words = some_words(numbers, &mut rng);
        let list = word_list(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let lengths: Vec<bool> = (0..=SIDE).map(|len| list.count(len) > 0).collect();
        let expected = fewest(&templates(symmetry, &lengths), &words);
        for most in [4, 10] {
            let maker = Fewest { most, ..Fewest::new(SIDE, SIDE, symmetry) };
            let setup = Setup { seed: round as u64, ..Setup::default() };
            let least = maker.least_blocks(&list, &setup, &Budget::unlimited());
            // It only looks below the number that a crossword is known to have.
            assert_eq!(least, expected.unwrap_or(most).min(most), "{symmetry}, {words:?}");
        }
        seen.push(expected);
        // What the program says of some that exist.
        if made < 4 && expected.is_some_and(|blocks| (1..5).contains(&blocks)) {
            desk.put("words.txt", words.join("\n"));
            let make =
                "make crossword 5x5 --fewest-blocks --words words.txt --no-apart --json -q -t 4s -o made.txt";
            let (code, out, said) = desk.cwsat(&format!("{make} --symmetry {symmetry}"));
            if code == 3 {
                continue;
            }
            assert_eq!(code, 0, "{words:?}: {out}{said}");
            let told: Value = serde_json::from_str(&out).unwrap();
            let found = (SIDE * SIDE) as u64 - told["white"].as_u64().unwrap();
            let least = told["least_blocks"].as_u64().unwrap();
            let expected = expected.unwrap() as u64;
            assert!(least <= expected && expected <= found, "{expected}: {told}");
            made += usize::from(least == found);
        }
    }
    assert!(made > 0, "no crossword was proven to have the fewest");
    let with = |count: Option<usize>| seen.iter().filter(|&&found| found == count).count();
    assert!(with(Some(0)) > 3 && with(None) > 3, "{seen:?}");
    assert!(seen.iter().flatten().filter(|&&blocks| blocks > 0).count() > 6, "{seen:?}");
}
