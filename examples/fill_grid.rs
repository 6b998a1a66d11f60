//! Fills a grid with words of a list and says how long it took: for measuring the fill by itself.
//!
//!     cargo run --release --example fill_grid -- GRID WORDS [--seed N] [--time SECONDS] [--quiet]
//!
//! GRID is a `.cwg` file (letters are stripped), a template of `x`/`o` or `#`/`.` rows in which every run of two or
//! more is a slot, or `random:ROWSxCOLUMNS[:SEED]` for a random layout in the manner of an arrowword. WORDS has
//! one word a line; lines with anything but letters are skipped.

use cwsat::encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use cwsat::search::fill::{FillOptions, FillOutcome, fill};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    env_logger::init();
    let start = Instant::now();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).and_then(|v| v.parse().ok())
    };
    let seed = value("--seed").unwrap_or(1.0) as u64;
    let budget = Budget::unlimited().within(Duration::from_secs_f64(value("--time").unwrap_or(60.0)));
    let (rows, runs) = layout(&args[0]);
    let (problem, number) = problem(&rows, &runs);
    let text = std::fs::read_to_string(&args[1]).expect("a readable word list");
    let lower = args.iter().any(|a| a == "--lower");
    let words = text.lines().filter_map(|line| {
        if lower && !line.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        let word: Option<Vec<Letter>> =
            line.chars().map(|c| Letter::from_char(c.to_ascii_uppercase())).collect();
        word.filter(|w| w.len() > 1).map(|w| (w, WordList::DEFAULT_SCORE))
    });
    let list = WordList::new(words);
    let read = start.elapsed();
    let index = Arc::new(WordIndex::new(&list));
    let indexed = start.elapsed();
    if args.iter().any(|a| a == "--slots") {
        for row in &rows {
            println!("{}", row.iter().map(|&f| if f { '.' } else { '#' }).collect::<String>());
        }
        return;
    }
    let options = FillOptions { seed };
    let outcome = fill(&problem, &index, &options, &budget);
    eprintln!(
        "{} cells, {} slots; list {:.3} s, index {:.3} s, fill {:.3} s",
        problem.cells.len(),
        problem.slots.len(),
        read.as_secs_f64(),
        (indexed - read).as_secs_f64(),
        (start.elapsed() - indexed).as_secs_f64()
    );
    match outcome {
        FillOutcome::Filled(letters) => {
            println!("filled");
            if !args.iter().any(|a| a == "--quiet") {
                for (row, numbers) in rows.iter().zip(&number) {
                    let text = row.iter().zip(numbers).map(|(_, n)| n.map_or('#', |n| letters[n].char()));
                    println!("{}", text.collect::<String>());
                }
            }
        }
        FillOutcome::Infeasible => println!("infeasible"),
        FillOutcome::Stopped => println!("stopped"),
    }
}

/// Which fields take a letter, and the runs: row, column, whether across.
fn layout(name: &str) -> (Vec<Vec<bool>>, Vec<(usize, usize, bool)>) {
    let text = std::fs::read_to_string(name).expect("a readable grid");
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut runs = Vec::new();
    let mut rows: Vec<Vec<bool>>;
    if let Ok(count) = first.trim().parse::<usize>() {
        lines.next();
        rows = lines
            .by_ref()
            .take(count)
            .map(|l| l.chars().map(|c| c == '.' || c.is_ascii_uppercase()).collect())
            .collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        rows.iter_mut().for_each(|r| r.resize(width, false));
        for line in lines.filter(|l| !l.trim().is_empty()) {
            let n: Vec<usize> = line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            let (r, c) = (n[0], n[1]);
            let (r, c, across) = match n[2] {
                0 => (r + 1, c, false),
                1 => (r + 1, c, true),
                2 => (r, c - 1, false),
                3 => (r, c + 1, true),
                4 => (r, c + 1, false),
                _ => (r - 1, c, true),
            };
            runs.push((r, c, across));
        }
    } else {
        rows = text.lines().map(|l| l.chars().map(|c| c == 'o' || c == '.').collect()).collect();
        let open =
            |r: usize, c: usize| rows.get(r).and_then(|row: &Vec<bool>| row.get(c)).copied().unwrap_or(false);
        for r in 0..rows.len() {
            for c in 0..rows[r].len() {
                if open(r, c) && (c == 0 || !open(r, c - 1)) && open(r, c + 1) {
                    runs.push((r, c, true));
                }
                if open(r, c) && (r == 0 || !open(r - 1, c)) && open(r + 1, c) {
                    runs.push((r, c, false));
                }
            }
        }
    }
    (rows, runs)
}

fn problem(rows: &[Vec<bool>], runs: &[(usize, usize, bool)]) -> (SlotProblem, Vec<Vec<Option<usize>>>) {
    let mut number: Vec<Vec<Option<usize>>> = rows.iter().map(|r| vec![None; r.len()]).collect();
    let mut problem = SlotProblem::default();
    for &(mut r, mut c, across) in runs {
        let mut cells = Vec::new();
        while rows.get(r).and_then(|row| row.get(c)).copied().unwrap_or(false) {
            let next = problem.cells.len();
            let n = *number[r][c].get_or_insert(next);
            if n == next {
                problem.cells.push(None);
            }
            cells.push(n);
            if across { c += 1 } else { r += 1 }
        }
        problem.slots.push(Slot { cells });
    }
    (problem, number)
}
