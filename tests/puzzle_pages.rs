//! The pages about criss-crosses, digram grids, Numberlink and templates against the program, as in `encoding_pages.rs`
//! for arrowwords: every size formula is evaluated and compared with the formula that is built. The quantities on the
//! pages are counted here from the words and boards, without the encodings.

use crate::common::arithmetic::evaluate;
use crate::common::sizes::{Counts, Sizes, Table, add_tables, page, size_tables};
use cwsat::encodings::crisscross::base;
use cwsat::encodings::crisscross::encoding::{CrissCrossEncoding, Wishes};
use cwsat::encodings::crisscross::puzzle::Puzzle;
use cwsat::encodings::digram::encoding::DigramEncoding;
use cwsat::encodings::digram::puzzle::Size;
use cwsat::encodings::grid::{Direction, Pos, Run};
use cwsat::encodings::lexicon::{Letter, Sign, WordList};
use cwsat::encodings::numberlink::{Encoding, Field, LONGEST_WAY, Problem, RedundantClauses, Ways, format_q};
use cwsat::encodings::template::shape::{ShapeEncoding, ShapeSpec};
use cwsat::encodings::template::style::{Style, Symmetry};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn names<const N: usize>(pairs: [(&str, usize); N]) -> Counts {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value as i64)).collect()
}

/// Checks that the names explained in the tables of a page are those that are counted.
fn explained(tables: &[Table]) -> BTreeSet<String> {
    let tables = tables.iter().filter(|table| table.header[0] == "name");
    tables.flat_map(|table| &table.rows).flat_map(|row| row[0].split(", ").map(str::to_owned)).collect()
}

fn of_page(text: &str, names: &Counts) -> usize {
    evaluate(text, names).unwrap() as usize
}

/// Returns the numbers of clauses and of auxiliary variables of "at most one of `p`", as the pages define them.
fn at_most_one(p: usize) -> (usize, usize) {
    let names = names([("p", p)]);
    (of_page("amo(p)", &names), of_page("aux(p)", &names))
}

// --- criss-crosses ---

fn crisscross(rows: usize, cols: usize, words: &str) -> Puzzle {
    let text = words.replace(' ', "\n");
    Puzzle {
        rows,
        cols,
        entries: base::read(&text, base::Style::Marked, &Default::default()).unwrap().entries,
    }
}

/// Returns the names that the page about criss-crosses uses.
fn crisscross_names(puzzle: &Puzzle) -> Counts {
    let words = puzzle.entries.len();
    let letters = |entry: usize, run: Run| run.cells().zip(puzzle.entries[entry].word.clone());
    let mut fields: BTreeSet<(Pos, Sign)> = BTreeSet::new();
    let (mut places, mut of_places) = (0, 0);
    for (entry, run) in (0..words).flat_map(|entry| puzzle.places(entry).map(move |run| (entry, run))) {
        places += 1;
        of_places += run.len;
        fields.extend(letters(entry, run));
    }
    let (mut met, mut crossing) = (0, 0);
    for [v, w] in (0..words).array_combinations() {
        let cross = |(a, b): &(Run, Run)| {
            a.direction != b.direction && letters(v, *a).any(|at| letters(w, *b).contains(&at))
        };
        met += puzzle.places(v).count();
        crossing += puzzle.places(v).cartesian_product(puzzle.places(w).collect_vec()).filter(cross).count();
    }
    let of_one_field = |[a, b]: &[&(Pos, Sign); 2]| a.0 == b.0;
    names([
        ("P", places),
        ("PN", of_places),
        ("L", fields.len()),
        ("LL", fields.iter().array_combinations().filter(of_one_field).count()),
        ("MP", met),
        ("MX", crossing),
    ])
}

#[test]
fn the_sizes_of_the_criss_cross_are_those_of_its_page() {
    let tables = size_tables(&page("crisscross.md"));
    for (rows, cols, words) in [
        (3, 3, "AB BA"),
        (4, 6, "ROSE TON EGO"),
        (5, 5, "LATE TALE ALTER ETA"),
        (9, 12, "ALTER LATE RATE TEAR EARTH ALERT"),
    ] {
        let puzzle = crisscross(rows, cols, words);
        let counted = crisscross_names(&puzzle);
        assert_eq!(explained(&tables), counted.keys().cloned().collect());
        for (all_words, crossings, priced) in
            [(true, 0, false), (false, 0, false), (true, 5, false), (false, 3, false), (false, 0, true)]
        {
            let column = if all_words { "all words" } else { "some words" };
            let mut names = counted.clone();
            names.extend(self::names([
                ("R", rows),
                ("C", cols),
                ("N", puzzle.entries.len()),
                ("X", crossings),
            ]));
            let mut sizes = Sizes::default();
            add_tables(&mut sizes, &tables, "", column, &mut names);
            if crossings > 0 || priced {
                let about = "with a count of up to X crossings";
                add_tables(&mut sizes, &tables, about, "number", &mut names);
            }
            if priced {
                let about = "with costs (and these crossings, X = 0)";
                add_tables(&mut sizes, &tables, about, "number", &mut names);
            }
            let lengths = puzzle.entries.iter().map(|entry| entry.word.len()).counts();
            for (length, count) in lengths {
                let mut names = names.clone();
                names.extend(self::names([("n", length), ("W", count)]));
                add_tables(&mut sizes, &tables, "for each length n of W words", "number", &mut names);
            }
            let wishes = Wishes { all_words, crossings, priced, connected: true, ..Wishes::default() };
            let built = CrissCrossEncoding::new(&puzzle, wishes);
            assert_eq!(sizes.without_zeros(), Sizes::of(&built.formula), "{rows}x{cols} {words}, {wishes:?}");
        }
    }
}

// --- digram grids ---

type Digram = [Letter; 2];

/// What the words allow in a line of this many cells.
struct Lines {
    cells: usize,
    words: Vec<Vec<Digram>>,
    lens: BTreeSet<usize>,
}

impl Lines {
    fn new(cells: usize, list: &WordList) -> Self {
        let usable = (cells.div_ceil(2)..cells).filter(|&len| list.count(2 * len) > 0);
        let lens: BTreeSet<usize> = usable.collect();
        let digrams = |word: &[Letter]| word.chunks(2).map(|two| [two[0], two[1]]).collect();
        let words = lens.iter().flat_map(|&len| list.words(2 * len)).map(digrams).collect();
        Self { cells, words, lens }
    }

    /// Returns for each part its possible digrams.
    fn parts(&self) -> Vec<BTreeSet<Digram>> {
        let longest = self.lens.last().copied().unwrap_or(0);
        let of = |i: usize| self.words.iter().filter_map(move |word| word.get(i).copied()).collect();
        (0..longest).map(of).collect()
    }

    /// Returns the digrams that cell `j` can hold: part i is there if i of the cells before are filled.
    fn holds(&self, j: usize) -> BTreeSet<Digram> {
        let part =
            |word: &Vec<Digram>, i: usize| (i <= j && j - i <= self.cells - word.len()).then(|| word[i]);
        self.words.iter().flat_map(|word| (0..word.len()).filter_map(move |i| part(word, i))).collect()
    }

    /// Returns whether of the first `j` cells `n` can be filled.
    fn allows(&self, j: usize, n: usize) -> bool {
        let (Some(&shortest), Some(&longest)) = (self.lens.first(), self.lens.last()) else { return false };
        let blanks = self.cells - shortest;
        n <= j && n <= longest && j - n <= blanks && (j < self.cells || self.lens.contains(&n))
    }
}

/// Returns the names that the page about digram grids uses.
fn digram_names(rows: usize, cols: usize, list: &WordList) -> Counts {
    let [across, down] = [cols, rows].map(|cells| Lines::new(cells, list));
    let mut names = names([("R", rows), ("C", cols)]);
    let mut count = |name: &str, more: usize| *names.entry(name.to_owned()).or_default() += more as i64;
    let holds = |row: usize, col: usize| &across.holds(col) & &down.holds(row);
    for (row, col) in (0..rows).cartesian_product(0..cols) {
        let digrams = holds(row, col).len();
        let (clauses, variables) = at_most_one(1 + digrams);
        count("D", digrams);
        count("DM", clauses);
        count("DX", variables);
    }
    for (number, direction) in
        (0..rows).map(|row| (row, Direction::Across)).chain((0..cols).map(|c| (c, Direction::Down)))
    {
        let line = if direction == Direction::Across { &across } else { &down };
        count("W", line.words.len());
        count("WK", line.words.iter().map(Vec::len).sum());
        count("K", line.lens.len());
        let parts = line.parts();
        for part in &parts {
            let (clauses, variables) = at_most_one(part.len());
            count("A", part.len());
            count("AM", clauses);
            count("AX", variables);
        }
        let allowed = |j: usize| (0..=j).filter(move |&n| line.allows(j, n));
        for j in 1..=line.cells {
            let states = allowed(j).count();
            count("F", states);
            count("FF", states * states.saturating_sub(1) / 2);
        }
        for (j, n) in (0..line.cells).flat_map(|j| allowed(j).map(move |n| (j, n))) {
            count("FT", [n, n + 1].into_iter().filter(|&next| line.allows(j + 1, next)).count());
            let Some(part) = parts.get(n) else { continue };
            let cell = if direction == Direction::Across { holds(number, j) } else { holds(j, number) };
            count("G", cell.len());
            count("H", part.len());
            count("GH", cell.intersection(part).count());
            count("G0", if j == 0 { cell.len() + part.len() } else { 0 });
        }
    }
    let lines: Vec<&Lines> =
        std::iter::repeat_n(&across, rows).chain(std::iter::repeat_n(&down, cols)).collect();
    for [a, b] in lines.into_iter().array_combinations() {
        let common: BTreeSet<usize> = &a.lens & &b.lens;
        let both =
            a.parts().into_iter().zip(b.parts()).take(common.last().copied().unwrap_or(0)).collect_vec();
        count("Q", both.len());
        count("QA", both.iter().map(|(x, y)| x.intersection(y).count()).sum());
        count("QK", common.len());
        count("QL", common.iter().sum());
    }
    names
}

#[test]
fn the_sizes_of_the_digram_grid_are_those_of_its_page() {
    let tables = size_tables(&page("digram.md"));
    let letters = |text: &str| -> Vec<Letter> { text.chars().filter_map(Letter::from_char).collect() };
    let few = "HUNG REIS AILE HURE NGAI ISLE HUNGER REISEN AILERO";
    let few = WordList::new(few.split(' ').map(|word| (letters(word), WordList::DEFAULT_SCORE)));
    let all = cwsat::wordlist::embedded();
    for (rows, cols, list) in [(3, 3, &few), (3, 4, &few), (5, 4, &few), (3, 3, &all), (4, 6, &all)] {
        let mut names = digram_names(rows, cols, list);
        let mut known = explained(&tables);
        known.extend(["R".to_owned(), "C".to_owned()]);
        assert_eq!(known, names.keys().cloned().collect());
        let mut sizes = Sizes::default();
        add_tables(&mut sizes, &tables, "", "number", &mut names);
        let built = DigramEncoding::new(Size::new(rows, cols).unwrap(), &Arc::new(list.clone()));
        assert_eq!(sizes.without_zeros(), Sizes::of(&built.formula), "{rows}x{cols}, {} words", list.len());
    }
}

// --- Numberlink ---

/// Returns the names that the page about Numberlink uses; and for each group the numbers of its blocks and of its
/// places.
fn numberlink_names(problem: &Problem, rows: usize, cols: usize) -> (Counts, Vec<(usize, usize)>) {
    let mut covered: BTreeMap<Pos, usize> = BTreeMap::new();
    let (mut plain, mut numbered) = (0, 0);
    let mut sized = Vec::new();
    for group in problem.groups() {
        let block = &problem.blocks()[group[0]];
        let corners = (0..(rows + 1).saturating_sub(block.rows()))
            .cartesian_product(0..(cols + 1).saturating_sub(block.cols()))
            .collect_vec();
        for &(row, col) in &corners {
            for (offset, field) in block.cells() {
                *covered.entry(Pos::new(row + offset.row, col + offset.col)).or_default() += 1;
                *if matches!(field, Field::Number(_)) { &mut numbered } else { &mut plain } += 1;
            }
        }
        sized.push((group.len(), corners.len()));
    }
    let left = (rows * cols).saturating_sub(problem.cells());
    let places = |block: usize| {
        let block = &problem.blocks()[block];
        (0..(rows + 1).saturating_sub(block.rows()))
            .cartesian_product(0..(cols + 1).saturating_sub(block.cols()))
            .map(|(row, col)| Pos::new(row, col))
            .collect_vec()
    };
    let (mut wires, mut wire_places, mut near) = (0, 0, 0);
    for number in (1..=problem.nets()).filter(|_| left <= 64) {
        let ways = Ways::new(problem, number, LONGEST_WAY).expect("all wires are between two blocks");
        let [first, second] = problem.ends(number).map(|end| places(end.block));
        wires += 1;
        wire_places += first.len() + second.len();
        for (&a, &b) in first.iter().cartesian_product(&second) {
            near += LONGEST_WAY - ways.fields(a, b);
        }
    }
    let names = names([
        ("U", plain),
        ("UN", numbered),
        ("VM", covered.values().map(|&v| at_most_one(v).0).sum()),
        ("VX", covered.values().map(|&v| at_most_one(v).1).sum()),
        ("E", left),
        ("counted", usize::from((1..=64).contains(&left))),
        ("tight", usize::from(left == 0)),
        ("W", wires),
        ("WP", wire_places),
        ("WN", near),
        ("EW", left),
        ("long", usize::from(LONGEST_WAY * wires > left)),
    ]);
    (names, sized)
}

#[test]
fn the_sizes_of_numberlink_are_those_of_its_page() {
    let tables = size_tables(&page("numberlink.md"));
    let case = |name: &str| {
        let path = format!("{}/test_cases/numberlink/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let plain = "2X2\n+,+\n+,+\n";
    let equal = format!(
        "SIZE 9X9\nBLOCK_NUM 5\nBLOCK#1 {plain}BLOCK#2 1X1\n1\nBLOCK#3 {plain}BLOCK#4 1X1\n1\nBLOCK#5 {plain}"
    );
    for (text, shapes) in [
        (case("Q_5_4"), &[(5, 6), (7, 7), (12, 9)][..]),
        (case("Q_8_7"), &[(6, 8), (10, 10)]),
        (case("Q_30_15"), &[(15, 14)]),
        (equal, &[(4, 4), (5, 7), (2, 7)]),
    ] {
        let problem = format_q::read(&text).unwrap();
        for &(rows, cols) in shapes {
            let (mut names, groups) = numberlink_names(&problem, rows, cols);
            assert_eq!(explained(&tables), names.keys().cloned().collect());
            names.extend(self::names([("R", rows), ("C", cols), ("n", problem.nets())]));
            let mut sizes = Sizes::default();
            add_tables(&mut sizes, &tables, "", "number", &mut names);
            for (blocks, places) in groups {
                let mut names = names.clone();
                names.extend(self::names([("k", blocks), ("p", places)]));
                let about = if blocks == 1 { "for each single block" } else { "for each group of k" };
                add_tables(&mut sizes, &tables, about, "number", &mut names);
            }
            let built = Encoding::new(&problem, rows, cols, RedundantClauses::default());
            assert_eq!(sizes.without_zeros(), Sizes::of(built.formula()), "{rows}x{cols} of {text}");
        }
    }
}

// --- templates ---

#[test]
fn the_sizes_of_made_templates_are_those_of_their_page() {
    let tables = size_tables(&page("template.md"));
    for ((rows, cols, longest), style) in
        [(3, 3, 3), (4, 7, 5), (9, 9, 9), (13, 11, 8)].into_iter().cartesian_product(Style::ALL)
    {
        let mut names = names([("R", rows), ("C", cols), ("m", longest)]);
        let mut sizes = Sizes::default();
        add_tables(&mut sizes, &tables, "", style.name(), &mut names);
        let lengths = (0..=longest).map(|len| len >= 3).collect();
        let spec = ShapeSpec { rows, cols, style, symmetry: Symmetry::None, lengths };
        let built = ShapeEncoding::new(&spec);
        assert_eq!(sizes.without_zeros(), Sizes::of(&built.formula), "{rows}x{cols} {style}");
    }
}
