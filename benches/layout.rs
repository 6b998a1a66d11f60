//! Times how long one layout takes on empty square grids of 15 to 300 rows, prints one Markdown row per size, and draws the time
//! per field.
//!
//!     cargo bench --bench layout -- [--words LIST] [--seeds N] [--plot FILE] [SIDE…]
//!
//! A layout is what the first round of a search makes: question fields by annealing, and their arrows. One thread; the time is
//! that of the processor where the system tells it (`/proc/thread-self/schedstat`), so other jobs hardly matter. Without
//! `--words`, the embedded list.

#[path = "common/ending.rs"]
mod ending;

use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::{WordList, read_list};
use cwsat::search::Setup;
use cwsat::search::arrowword::{Job, lay_out};
use cwsat::solver::Budget;
use ending::ending;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

const SIDES: [usize; 10] = [15, 20, 25, 30, 40, 60, 100, 150, 200, 300];

struct Settings {
    sides: Vec<usize>,
    list: WordList,
    seeds: u64,
    plot: Option<PathBuf>,
}

fn main() -> ExitCode {
    ending(settings().and_then(|settings| bench(&settings)))
}

fn settings() -> Result<Settings, String> {
    let mut settings =
        Settings { sides: Vec::new(), list: cwsat::wordlist::embedded(), seeds: 3, plot: None };
    let mut args = std::env::args().skip(1).filter(|a| a != "--bench");
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--words" => {
                let path = value()?;
                let text = std::fs::read(&path).map_err(|e| format!("{path}: {e}"))?;
                settings.list = read_list(&text, &path).map_err(|e| e.to_string())?.list;
            }
            "--seeds" => settings.seeds = value()?.parse().map_err(|e| format!("--seeds: {e}"))?,
            "--plot" => settings.plot = Some(value()?.into()),
            side => settings.sides.push(side.parse().map_err(|e| format!("{side}: {e}"))?),
        }
    }
    if settings.sides.is_empty() {
        settings.sides = SIDES.to_vec();
    }
    Ok(settings)
}

fn bench(settings: &Settings) -> Result<(), String> {
    println!("| grid | layout, s | per field, µs | rating of the layout |\n|---|---|---|---|");
    let mut points = Vec::new();
    for &side in &settings.sides {
        let given = Puzzle { fields: Grid::filled(side, side, Field::Open), questions: Vec::new() };
        let mut runs = Vec::new();
        for seed in 1..=settings.seeds {
            let start = Clock::now();
            let job = Job::free(&given, &settings.list);
            let layout = lay_out(job, &Setup::seeded(seed), &Budget::unlimited());
            let seconds = start.seconds();
            let layout =
                layout.map_err(|e| e.to_string())?.ok_or(format!("{side}: no layout with seed {seed}"))?;
            runs.push((seconds, Counts::of(&layout).score()));
        }
        runs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (seconds, _) = runs[runs.len() / 2];
        let worst = runs.iter().map(|run| run.1).fold(f64::INFINITY, f64::min);
        let per_field = seconds * 1e6 / (side * side) as f64;
        println!("| {side}x{side} | {seconds:.3} | {per_field:.1} | {worst:.4} at least |");
        points.push((side, per_field));
    }
    if let Some(path) = &settings.plot {
        std::fs::write(path, plot(&points)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The time that this thread has used.
struct Clock {
    start: Instant,
    used: Option<u64>,
}

impl Clock {
    fn now() -> Self {
        Self { start: Instant::now(), used: Self::used() }
    }

    /// Returns the nanoseconds of processor time, if the system tells them.
    fn used() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.used, Self::used()) {
            (Some(before), Some(now)) => (now - before) as f64 / 1e9,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// The picture, and the area of the diagram in it: left, top, right and bottom.
const SIZE: (f64, f64) = (640.0, 320.0);
const AREA: [f64; 4] = [64.0, 16.0, 624.0, 272.0];

/// Draws the time per field against the number of rows, which is on a logarithmic scale, with the band of a factor of 2 that has the most
/// of the sizes.
fn plot(points: &[(usize, f64)]) -> String {
    let [left, top, right, bottom] = AREA;
    let times = || points.iter().map(|point| point.1);
    let inside = |least: f64| times().filter(|&time| (least..=2.0 * least).contains(&time)).count();
    let least = times().max_by_key(|&time| inside(time)).unwrap_or_default();
    let highest = (2.2 * least).max(1.1 * times().fold(0.0, f64::max));
    let sides = || points.iter().map(|point| (point.0 as f64).ln());
    let (first, last) = (sides().fold(f64::INFINITY, f64::min), sides().fold(0.0, f64::max));
    let x = |side: usize| left + ((side as f64).ln() - first) / (last - first).max(1e-9) * (right - left);
    let y = |time: f64| bottom - time / highest * (bottom - top);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <rect x=\"{left}\" y=\"{2:.1}\" width=\"{3}\" height=\"{4:.1}\" fill=\"#e4eefa\"/>\n",
        SIZE.0,
        SIZE.1,
        y(2.0 * least),
        right - left,
        y(least) - y(2.0 * least),
    );
    // Writing to a String cannot fail.
    let mut line = |x1: f64, y1: f64, x2: f64, y2: f64, color: &str| {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"/>"
        );
    };
    line(left, bottom, right, bottom, "#333");
    line(left, top, left, bottom, "#333");
    for &(side, _) in points {
        line(x(side), bottom, x(side), bottom + 4.0, "#333");
    }
    let mut text = |x: f64, y: f64, anchor: &str, text: &str| {
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    };
    for &(side, _) in points {
        text(x(side), bottom + 18.0, "middle", &side.to_string());
    }
    for time in [0.0, least, 2.0 * least] {
        text(left - 6.0, y(time) + 4.0, "end", &format!("{time:.0}"));
    }
    text(f64::midpoint(left, right), SIZE.1 - 10.0, "middle", "rows and columns of an empty grid");
    text(left + 8.0, top + 12.0, "start", "layout: processor time per field, µs; the band is a factor of 2");
    let path: Vec<String> =
        points.iter().map(|&(side, time)| format!("{:.1},{:.1}", x(side), y(time))).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1b5fa8\" stroke-width=\"2\"/>",
        path.join(" ")
    );
    for &(side, time) in points {
        let _ =
            writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"#1b5fa8\"/>", x(side), y(time));
    }
    svg.push_str("</svg>\n");
    svg
}
