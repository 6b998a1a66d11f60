//! Fills a grid with words of a list and prints how long it took, for measuring the fill by itself.
//!
//!     cargo run --release --example fill_grid -- GRID WORDS [--seed N] [--time SECONDS] [--threads N] [--lower]
//!         [--quiet] [--slots]
//!
//! GRID is a `.cwg` file (letters are stripped), a template of `x`/`o` or `#`/`.` rows in which every run of two or
//! more is a slot, or `random:ROWSxCOLUMNS[:SEED[:UNCROSSED]]` for a random layout similar to an arrowword. WORDS has
//! one word per line; lines with anything but letters are skipped, with `--lower` also those with capitals. `--slots`
//! only prints the grid, as `ingrid_core` reads it.

use cwsat::encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use cwsat::search::fill::{FillOptions, FillOutcome, fill};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;
use fastrand::Rng;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Which fields take a letter.
type Rows = Vec<Vec<bool>>;
/// The start of a run: row, column, whether it runs across.
type RunStart = (usize, usize, bool);

fn main() {
    env_logger::init();
    let start = Instant::now();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).and_then(|v| v.parse().ok())
    };
    let seed = value("--seed").unwrap_or(1.0) as u64;
    let budget = Budget::unlimited().within(Duration::from_secs_f64(value("--time").unwrap_or(60.0)));
    let (rows, runs) = match args[0].strip_prefix("random:") {
        Some(name) => {
            let n: Vec<usize> =
                name.split([':', 'x']).map(|n| n.parse().expect("ROWSxCOLUMNS:SEED")).collect();
            let uncrossed = n.get(3).copied().unwrap_or(20) as f64 / 100.0;
            let rows = random_layout(n[0], n[1], n.get(2).copied().unwrap_or(1) as u64, uncrossed);
            let runs = runs_of(&rows);
            (rows, runs)
        }
        None => layout(&args[0]),
    };
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
        let mut counts = [0; 200];
        problem.slots.iter().for_each(|s| counts[s.len()] += 1);
        let total: usize = problem.slots.iter().map(Slot::len).sum();
        let crossed = (total - problem.cells.len()) * 100 / problem.cells.len();
        eprintln!("{} slots of 2.. {:?}, {} % crossed", problem.slots.len(), &counts[2..20], crossed);
        for row in &rows {
            println!("{}", row.iter().map(|&f| if f { '.' } else { '#' }).collect::<String>());
        }
        return;
    }
    let options =
        FillOptions { seed, threads: value("--threads").unwrap_or(1.0) as usize, ..FillOptions::default() };
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
        FillOutcome::Infeasible { core } => println!("infeasible: {} slots by themselves", core.len()),
        FillOutcome::Stopped { letters, .. } => {
            println!("stopped, {} cells empty", letters.iter().filter(|l| l.is_none()).count());
        }
    }
}

/// Returns which fields take a letter, and the runs: row, column, whether it runs across.
fn layout(name: &str) -> (Rows, Vec<RunStart>) {
    let text = std::fs::read_to_string(name).expect("a readable grid");
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut runs = Vec::new();
    let mut rows: Rows;
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
        runs = runs_of(&rows);
    }
    (rows, runs)
}

/// Returns every run of two or more letters.
fn runs_of(rows: &[Vec<bool>]) -> Vec<RunStart> {
    let mut runs = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &open) in row.iter().enumerate() {
            for (across, (dr, dc)) in [(true, (0, 1)), (false, (1, 0))] {
                let before = reach(rows, r, c, (-dr, -dc));
                if open && before == 0 && reach(rows, r, c, (dr, dc)) > 0 {
                    runs.push((r, c, across));
                }
            }
        }
    }
    runs
}

/// Returns the number of letters that follow a field in a direction.
fn reach(rows: &[Vec<bool>], r: usize, c: usize, (dr, dc): (isize, isize)) -> usize {
    let open = |n: &usize| {
        let (r, c) = (r as isize + dr * *n as isize, c as isize + dc * *n as isize);
        r >= 0 && c >= 0 && rows.get(r as usize).and_then(|row| row.get(c as usize)) == Some(&true)
    };
    (1..).take_while(open).count()
}

/// Returns a layout with the statistics of an arrowword (22 % question fields, 20 % uncrossed letters, word lengths
/// near the ideal histogram with a mean of twelve letters for the long ones, no runs of two), by annealing. Arrows are
/// ignored: only the slots matter here.
fn random_layout(rows: usize, columns: usize, seed: u64, share: f64) -> Rows {
    const SHARE: [f64; 10] = [0.0, 0.0, 0.0, 0.18, 0.24, 0.20, 0.18, 0.12, 0.04, 0.04];
    let mut rng = Rng::with_seed(seed);
    let mut open = vec![vec![true; columns]; rows];
    let fields = (rows * columns) as f64;
    let mut counts = vec![0_i64; rows.max(columns) + 1];
    counts[columns] += rows as i64;
    counts[rows] += columns as i64;
    let energy = |counts: &[i64], questions: f64, close: f64| {
        let words = counts[2..].iter().sum::<i64>().max(1) as f64;
        let long: i64 = counts[9..].iter().sum();
        let off = |len: usize| (if len == 9 { long } else { counts[len] }) as f64 / words - SHARE[len];
        let lengths: f64 = (2..10).map(|len| off(len).powi(2)).sum::<f64>() * 2.0 * fields;
        let above: i64 = counts.iter().enumerate().skip(9).map(|(l, n)| n * l as i64).sum();
        let mean = 2.0 * (above as f64 - 12.0 * long as f64).abs();
        let too_long: f64 = (16..counts.len()).map(|l| counts[l] as f64 * (l as f64 - 10.0)).sum();
        let uncrossed = (counts[1] as f64 - share * (fields - questions)).max(0.0);
        let density = (questions - 0.22 * fields).abs();
        lengths + too_long + mean + 8.0 * counts[2] as f64 + close + 0.5 * uncrossed + 0.5 * density
    };
    let mut state = (counts, 0.0, 0.0);
    let flip = |open: &mut Vec<Vec<bool>>,
                (counts, questions, close): &mut (Vec<i64>, f64, f64),
                r: usize,
                c: usize| {
        let sign = if open[r][c] { 1 } else { -1 };
        for (dr, dc) in [(0, 1), (1, 0)] {
            let (a, b) = (reach(open, r, c, (-dr, -dc)), reach(open, r, c, (dr, dc)));
            counts[a] += sign;
            counts[b] += sign;
            counts[a + b + 1] -= sign;
        }
        let near = (r.saturating_sub(1)..(r + 2).min(rows))
            .flat_map(|i| (c.saturating_sub(1)..(c + 2).min(columns)).map(move |j| (i, j)))
            .filter(|&(i, j)| (i, j) != (r, c) && !open[i][j])
            .count();
        *questions += sign as f64;
        *close += sign as f64 * near as f64 * 0.7;
        open[r][c] = !open[r][c];
    };
    let mut now = energy(&state.0, state.1, state.2);
    let steps = rows * columns * 1000;
    for step in 0..steps {
        let heat = 3.0 * (1.0 - step as f64 / steps as f64).powi(2) + 0.02;
        let first = (rng.usize(..rows), rng.usize(..columns));
        let second = (first.0 + rng.usize(..3), first.1 + rng.usize(..3));
        let mut flips = vec![first];
        if second != (first.0 + 1, first.1 + 1) && rng.usize(..2) == 0 {
            flips.push((second.0.wrapping_sub(1), second.1.wrapping_sub(1)));
            flips.retain(|&(r, c)| r < rows && c < columns);
        }
        flips.iter().for_each(|&(r, c)| flip(&mut open, &mut state, r, c));
        let new = energy(&state.0, state.1, state.2);
        if new <= now || f64::from(rng.f32()) < ((now - new) / heat).exp() {
            now = new;
        } else {
            flips.iter().rev().for_each(|&(r, c)| flip(&mut open, &mut state, r, c));
        }
    }
    open
}

fn problem(rows: &[Vec<bool>], runs: &[RunStart]) -> (SlotProblem, Vec<Vec<Option<usize>>>) {
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
