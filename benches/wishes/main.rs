//! How well an editor's wishes come true: own words, lists of them, solution words, no relatives, series without
//! repeats, changes to finished puzzles, welcome words and levels.
//!
//!     cargo bench --bench wishes -- [TABLE…] [SIZE…] [--seeds N] [--lists N] [--puzzles N] [--days N] [--long-series N]
//!                                   [--time-limit S] [--threads N]
//!
//! A TABLE is one of `own-words`, `lists`, `solution-words`, `apart`, `series`, `replace`, `extend`, `wish` and `level`; without any, all of them are made. Arrowwords
//! are made from the embedded list by `cwsat make`, and each answer is checked by `cwsat check` in a process of its own; a broken
//! rule ends the benchmark. `--seeds` counts the puzzles of a row of own words and solution words (10), `--lists` the random
//! lists (50), `--puzzles` those with and without relatives (100), `--days` the puzzles of a week (7), and `--long-series` those
//! of the series of small ones (100). `--time-limit` replaces the time limits of all tables. A SIZE such as `13x13` leaves only the
//! rows of `own-words` with such grids. Each table has its own file.
//!
//! A cell shows the median and, in brackets, the worst. A puzzle that was not found in time counts as worse than all others: `—`.

#[path = "../common/ending.rs"]
mod ending;

mod apart;
mod changes;
mod own_words;
mod program;
mod series;
mod solution_words;
mod statistics;
mod welcome;

use ending::ending;
use std::process::ExitCode;

/// What is measured.
pub struct Settings {
    seeds: u64,
    lists: u64,
    puzzles: u64,
    days: u64,
    long_series: u64,
    /// The grids of the rows of own words; all of them if there are none.
    sizes: Vec<String>,
    /// Replaces the time limits of all tables.
    time_limit: Option<u64>,
    /// Flags that every puzzle is made with.
    passed_on: Vec<String>,
}

/// Prints a table.
type Table = fn(&Settings) -> Result<(), String>;

const TABLES: [(&str, Table); 9] = [
    ("own-words", own_words::own_words),
    ("lists", own_words::lists),
    ("solution-words", solution_words::solution_words),
    ("apart", apart::apart),
    ("series", series::series),
    ("replace", changes::replace),
    ("extend", changes::extend),
    ("wish", welcome::wish),
    ("level", welcome::level),
];

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let mut settings = Settings {
        seeds: 10,
        lists: 50,
        puzzles: 100,
        days: 7,
        long_series: 100,
        sizes: Vec::new(),
        time_limit: None,
        passed_on: Vec::new(),
    };
    let mut tables = Vec::new();
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut number = || {
            let number = args.next().and_then(|n| n.parse().ok()).filter(|&n: &u64| n > 0);
            number.ok_or(format!("{arg} needs a number from 1"))
        };
        match arg.as_str() {
            "--seeds" => settings.seeds = number()?,
            "--lists" => settings.lists = number()?,
            "--puzzles" => settings.puzzles = number()?,
            "--days" => settings.days = number()?,
            "--long-series" => settings.long_series = number()?,
            "--time-limit" => settings.time_limit = Some(number()?),
            "--threads" => settings.passed_on.extend(["--threads".to_owned(), number()?.to_string()]),
            name => match TABLES.iter().find(|(known, _)| *known == name) {
                Some(&(name, table)) => tables.push((name, table)),
                None if own_words::has_row(name) => settings.sizes.push(name.to_owned()),
                None => {
                    let known = TABLES.map(|(known, _)| known).join(", ");
                    return Err(format!("there is no table {name}; choose from {known}"));
                }
            },
        }
    }
    if tables.is_empty() {
        tables.extend(TABLES);
    }
    for (name, table) in tables {
        println!("\n### {name}\n");
        table(&settings)?;
    }
    Ok(())
}
