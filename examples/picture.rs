//! Draws a solved arrowword as SVG, as an example of how to use cwsat as a library.
//!
//!     cargo run --release --example picture -- [GRID] > picture.svg
//!
//! GRID is a `.cwg` file: a solved one is drawn as it is, an empty one is solved first. Without it, a 15x15
//! grid is solved.

use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use cwsat::search::arrowword::{Job, Options, solve};
use std::error::Error;
use std::fmt::Write;

/// The side of a field, in the units of the picture.
const SIDE: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => format!("15\n15\n{}", "...............\n".repeat(15)),
    };
    let mut puzzle = cwg::read(&text)?.puzzle;
    if puzzle.questions.is_empty() {
        let words = cwsat::wordlist::embedded();
        puzzle = solve(Job::free(&puzzle, &words), &Options::default(), &Default::default(), &|_| {})?.puzzle;
    }
    print!("{}", draw(&puzzle)?);
    Ok(())
}

fn draw(puzzle: &Puzzle) -> Result<String, std::fmt::Error> {
    let (width, height) = (puzzle.fields.cols() * SIDE + 2, puzzle.fields.rows() * SIDE + 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"19\" \
         text-anchor=\"middle\">\n<rect x=\"-1\" y=\"-1\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (pos, field) in puzzle.fields.iter() {
        let (x, y) = (pos.col * SIDE, pos.row * SIDE);
        let fill = match field {
            Field::Blocked(_) => continue,
            Field::Question => "#d8e2ec",
            Field::Open | Field::Letter(_) => "#fff",
        };
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#345\"/>"
        )?;
        if let Field::Letter(letter) = field {
            writeln!(svg, "<text x=\"{}\" y=\"{}\">{letter}</text>", x + SIDE / 2, y + SIDE / 2 + 7)?;
        }
    }
    for question in &puzzle.questions {
        writeln!(svg, "{}", arrow(question))?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Returns the arrow of a question, drawn in the first field of its word at the edge it shares with the question.
fn arrow(question: &Question) -> String {
    let (x, y) = ((question.pos.col * SIDE) as i64, (question.pos.row * SIDE) as i64);
    let side = SIDE as i64;
    let (right, below) = (x + side, y + side);
    let head = |x: i64, y: i64, down: bool| {
        let (dx, dy) = if down { (4, 6) } else { (6, 4) };
        match down {
            true => format!("<path d=\"M{} {y}h{}l-{dx} {dy}z\" fill=\"#123\"/>", x - dx, 2 * dx),
            false => format!("<path d=\"M{x} {}v{}l{dx} -{dy}z\" fill=\"#123\"/>", y - dy, 2 * dy),
        }
    };
    let bent = |path: String, tip: String| format!("<path d=\"{path}\" fill=\"none\" stroke=\"#123\"/>{tip}");
    match question.arrow {
        Arrow::Down => head(x + side / 2, below, true),
        Arrow::Right => head(right, y + side / 2, false),
        Arrow::DownRight => bent(format!("M{} {below}v6h4", x + 5), head(x + 9, below + 6, false)),
        Arrow::UpRight => bent(format!("M{} {y}v-6h4", x + 5), head(x + 9, y - 6, false)),
        Arrow::RightDown => bent(format!("M{right} {}h6v4", y + 5), head(right + 6, y + 9, true)),
        Arrow::LeftDown => bent(format!("M{x} {}h-6v4", y + 5), head(x - 6, y + 9, true)),
    }
}
