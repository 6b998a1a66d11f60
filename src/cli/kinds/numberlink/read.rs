//! Reading for Numberlink: both files, in the formats of all years, and the picture that the commands share.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::grid::sides;
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::{LARGEST, Problem, Solution, format_a, format_q};
use cwsat::publish::output::text;
use cwsat::publish::puzzle::convert;

/// The choices of `--year`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum YearArg {
    /// Block fields without a number may be `0`; no line `A<n>` is written.
    #[value(name = "2019")]
    Y2019,
    /// The format of all later years.
    #[default]
    #[value(name = "later")]
    Later,
}

impl From<YearArg> for Year {
    fn from(year: YearArg) -> Self {
        match year {
            YearArg::Y2019 => Self::Y2019,
            YearArg::Later => Self::Later,
        }
    }
}

/// Reads a `Q` file.
pub fn read_problem(input: &Input) -> Result<Problem, Failure> {
    input.refuse_foreign()?;
    format_q::read(input.text()?).map_err(|error| input.at(error).into())
}

/// Reads an `A` file.
pub fn read_answer(input: &Input, problem: &Problem, year: Year) -> Result<Solution, Failure> {
    input.refuse_foreign()?;
    format_a::read(input.text()?, problem, year).map_err(|error| input.at(error).into())
}

/// A text that is not a rectangle.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rectangle is width x height, 1 to {LARGEST} each, as in `10x6`")]
pub struct NoRectangle;

/// Reads `WxH`: columns and rows.
pub fn parse_rect(text: &str) -> Result<(usize, usize), NoRectangle> {
    sides(text, LARGEST).ok_or(NoRectangle)
}

/// Returns whether a text is a `Q` file. The answers of 2019 begin with the size as well, but not with the number of blocks
/// after it.
pub fn is_problem(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names_blocks = |line: &str| line.to_ascii_uppercase().starts_with("BLOCK_NUM");
    lines.next().is_some_and(format_q::recognises) && lines.next().is_some_and(names_blocks)
}

/// Returns whether a text is a `Q` or an `A` file, which have `SIZE WxH` in the first three lines.
pub fn recognises(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(3);
    lines.any(format_q::recognises)
}

/// Draws the board as lines of text, two characters per field: wires as lines with numbers at their ends, each block in
/// a colour of its own.
pub fn picture(problem: &Problem, answer: &Solution) -> String {
    text::solution(&convert::numberlink(problem, answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n";
    const ANSWER: &str = "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n";

    #[test]
    fn a_board_is_drawn() {
        let problem = format_q::read(PROBLEM).unwrap();
        let answer = format_a::read(ANSWER, &problem, Year::Later).unwrap();
        let drawn = anstream::adapter::strip_str(&picture(&problem, &answer)).to_string();
        assert_eq!(drawn, " ┌───┐\n 1██ │\n ███ 1\n");
    }

    #[test]
    fn both_files_are_recognised() {
        assert!(recognises(PROBLEM) && recognises(ANSWER) && recognises("\n GET A3\r\n size 3x3\r\n"));
        let record = format!("GET A0\n{ANSWER}");
        let problem = format_q::read(PROBLEM).unwrap();
        assert!(recognises(&record) && !is_problem(&record));
        assert_eq!(
            format_a::read(&record, &problem, Year::Later),
            format_a::read(ANSWER, &problem, Year::Later)
        );
        assert!(format_a::read(&format!("A0\n{record}"), &problem, Year::Later).is_err());
        assert!(is_problem(PROBLEM) && is_problem("\n size 3x3\r\n\r\nblock_num 1") && !is_problem(ANSWER));
        // As they were written in 2019.
        assert!(!is_problem(ANSWER.trim_start_matches("A0\n")) && !is_problem("SIZE 3X3"));
        assert!(!recognises("4\n6\n......\n") && !recognises("SIZE matters\n") && !recognises(""));
    }
}
