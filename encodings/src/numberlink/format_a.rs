//! The contest's `A` file: a solution as text.
//!
//! An optional line `A<n>` (older: `GET A<n>`; a record of the contest's server has both), `SIZE WxH`, the rows of the
//! board, and for each block a line `BLOCK#i @(x,y)`, in any order. In 2019 the first line was not written, and block
//! fields without a number could also be `0`; [`Year`] tells the two variants apart.

use super::lines::{self, Entry, LineError, Lines};
use super::problem::{Field, Problem};
use super::solution::{Cell, Solution};
use crate::grid::{Grid, Pos};
use std::fmt::Write;
use thiserror::Error;

/// The variant of the file, by the contest's year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Year {
    /// Block fields without a number are `+`, and the file starts with `A<n>`.
    #[default]
    Later,
    /// Block fields without a number are `+` or `0`; no first line is written.
    Y2019,
}

/// Why a text is not a solution. Blocks and lines are counted from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum ReadError {
    #[error(transparent)]
    Line(#[from] LineError),

    #[error("line {line}: `{found}` is not a position; write BLOCK#1 @(x,y), column and row counted from 0")]
    Place { line: usize, found: String },

    #[error("line {line}: BLOCK#{block} is repeated; state each block once")]
    Twice { line: usize, block: usize },

    #[error("line {line}: found BLOCK#{block}, but the problem has {count} blocks")]
    NoSuchBlock { line: usize, block: usize, count: usize },

    #[error("the position of BLOCK#{block} is missing; add a line BLOCK#{block} @(x,y)")]
    Missing { block: usize },
}

/// Reads a solution of a problem.
pub fn read(text: &str, problem: &Problem, year: Year) -> Result<Solution, ReadError> {
    let mut lines = Lines::new(text);
    let mut first = lines.expect("`SIZE WxH`")?;
    // The request, and the title of the answer to it.
    for _ in 0..2 {
        if is_title(first.1) {
            first = lines.expect("`SIZE WxH`")?;
        }
    }
    let (line, text) = first;
    let Some(size) = lines::after(text, "SIZE") else {
        return Err(LineError::Other { line, found: text.to_owned(), what: "`SIZE WxH`" }.into());
    };
    let (cols, rows) = lines::board(line, size)?;
    let mut fields = Grid::filled(rows, cols, Cell::Empty);
    for row in 0..rows {
        let (line, text) = lines.expect("a row of the board")?;
        if lines::after(text, "BLOCK#").is_some() {
            return Err(LineError::Other { line, found: text.to_owned(), what: "a row of the board" }.into());
        }
        let entries = lines::row(line, text, cols, || "the board".to_owned())?;
        for (col, entry) in entries.into_iter().enumerate() {
            fields[Pos::new(row, col)] = match entry {
                Entry::Zero => Cell::Empty,
                Entry::Plus => Cell::Plain,
                Entry::Number(number) => Cell::Number(number),
            };
        }
    }
    let at = read_places(&mut lines, problem.blocks().len())?;
    let mut solution = Solution { fields, at };
    if year == Year::Y2019 {
        close_block_fields(&mut solution, problem);
    }
    Ok(solution)
}

/// Reads the lines `BLOCK#i @(x,y)`.
fn read_places(lines: &mut Lines<'_>, count: usize) -> Result<Vec<Pos>, ReadError> {
    let mut at: Vec<Option<Pos>> = vec![None; count];
    while let Some((line, text)) = lines.next() {
        let bad = || ReadError::Place { line, found: text.to_owned() };
        let rest = lines::after(text, "BLOCK#").ok_or_else(bad)?;
        let (number, place) = rest.split_once('@').ok_or_else(bad)?;
        let number = lines::number(line, number.trim(), "block number")?;
        let inner = place.trim().strip_prefix('(').and_then(|place| place.strip_suffix(')'));
        let (x, y) = inner.and_then(|inner| inner.split_once(',')).ok_or_else(bad)?;
        // Large enough for any board, and small enough that adding the size of a box cannot overflow.
        let parse = |text: &str| text.trim().parse::<u16>().ok().map(usize::from);
        let (Some(col), Some(row)) = (parse(x), parse(y)) else { return Err(bad()) };
        let slot = number.checked_sub(1).and_then(|index| at.get_mut(index));
        let Some(slot) = slot else { return Err(ReadError::NoSuchBlock { line, block: number, count }) };
        if slot.replace(Pos::new(row, col)).is_some() {
            return Err(ReadError::Twice { line, block: number });
        }
    }
    match at.iter().position(Option::is_none) {
        Some(index) => Err(ReadError::Missing { block: index + 1 }),
        None => Ok(at.into_iter().flatten().collect()),
    }
}

/// Returns whether a line is `A<n>` or `GET A<n>`.
fn is_title(line: &str) -> bool {
    let name = lines::after(line, "GET").unwrap_or(line);
    lines::after(name, "A").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Writes `+` where a block has a field without a number and the file has `0`.
fn close_block_fields(solution: &mut Solution, problem: &Problem) {
    for (block, at) in problem.blocks().iter().zip(&solution.at) {
        for (offset, field) in block.cells() {
            let pos = Pos::new(at.row + offset.row, at.col + offset.col);
            let open = solution.fields.get(pos) == Some(&Cell::Empty);
            if field == Field::Plain && open {
                solution.fields[pos] = Cell::Plain;
            }
        }
    }
}

/// Returns the text of a solution; `number` is the `n` of the first line.
pub fn write(solution: &Solution, number: usize, year: Year) -> String {
    let fields = &solution.fields;
    let mut text = if year == Year::Later { format!("A{number}\n") } else { String::new() };
    // Writing to a String cannot fail.
    let _ = writeln!(text, "SIZE {}X{}", fields.cols(), fields.rows());
    let entry = |cell: &Cell| match cell {
        Cell::Empty => "0".to_owned(),
        Cell::Plain => "+".to_owned(),
        Cell::Number(number) => number.to_string(),
    };
    let width = fields.iter().map(|(_, cell)| entry(cell).len()).max().unwrap_or(1);
    for row in 0..fields.rows() {
        let entries: Vec<String> =
            fields.row(row).iter().map(|cell| format!("{:>width$}", entry(cell))).collect();
        let _ = writeln!(text, "{}", entries.join(","));
    }
    for (at, block) in solution.at.iter().zip(1..) {
        let _ = writeln!(text, "BLOCK#{block} @({},{})", at.col, at.row);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    const PROBLEM: &str = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n";
    const GOOD: &str = "A7\nSIZE 3X2\n1,+,0\n+,+,0\nBLOCK#2 @(2,0)\nBLOCK#1 @(0,1)\n";

    #[test]
    fn an_answer_reads_and_writes() {
        let problem = format_q::read(PROBLEM).unwrap();
        let answer = read(GOOD, &problem, Year::Later).unwrap();
        assert_eq!(answer.at, [Pos::new(1, 0), Pos::new(0, 2)]);
        for (number, year) in [(7, Year::Later), (0, Year::Y2019)] {
            assert_eq!(read(&write(&answer, number, year), &problem, year), Ok(answer.clone()));
        }
        assert!(write(&answer, 7, Year::Later).starts_with("A7\nSIZE 3X2\n"));
        assert!(write(&answer, 7, Year::Y2019).starts_with("SIZE 3X2\n"));
        let loose = GOOD
            .replace("A7", "get a7")
            .replace('\n', "\r\n")
            .replace("SIZE", "size")
            .replace("BLOCK", "block");
        assert_eq!(read(&loose, &problem, Year::Later), Ok(answer));
    }

    #[test]
    fn in_2019_a_block_field_could_be_0() {
        let problem = format_q::read(PROBLEM).unwrap();
        let text = "SIZE 3X2\n1,0,1\n0,0,0\nBLOCK#1 @(0,0)\nBLOCK#2 @(2,0)\n";
        let strict = read(text, &problem, Year::Later).unwrap();
        assert_eq!(strict.fields[Pos::new(0, 1)], Cell::Empty);
        let loose = read(text, &problem, Year::Y2019).unwrap();
        assert_eq!(loose.fields.row(0), [Cell::Number(1), Cell::Plain, Cell::Number(1)]);
        assert_eq!(loose.fields.row(1), [Cell::Plain, Cell::Plain, Cell::Empty]);
        // What is wrong stays wrong: an end without its number, and a number that the block does not have.
        let text = "SIZE 3X2\n0,2,1\n0,0,0\nBLOCK#1 @(0,0)\nBLOCK#2 @(2,0)\n";
        let wrong = read(text, &problem, Year::Y2019).unwrap();
        assert_eq!(wrong.fields.row(0), [Cell::Empty, Cell::Number(2), Cell::Number(1)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let problem = format_q::read(PROBLEM).unwrap();
        for (from, to, expected) in [
            ("SIZE 3X2", "SIZE 3X0", "line 2: 3X0 is too large or too small"),
            ("SIZE 3X2", "SIZE 3X3", "line 5: found `BLOCK#2 @(2,0)`, but expected a row of the board"),
            ("SIZE 3X2", "SIZE 4X2", "line 3: the row has 3 entries, but the board is 4 wide"),
            ("1,+,0", "1,?,0", "line 3, entry 2: `?` is not a field"),
            ("BLOCK#2 @(2,0)\n", "", "the position of BLOCK#2 is missing"),
            ("BLOCK#2", "BLOCK#1", "line 6: BLOCK#1 is repeated"),
            ("BLOCK#2", "BLOCK#3", "line 5: found BLOCK#3, but the problem has 2 blocks"),
            ("@(2,0)", "@(2;0)", "is not a position"),
            ("@(2,0)", "@(-1,0)", "is not a position"),
            ("@(2,0)", "(2,0)", "is not a position"),
            ("A7\nSIZE", "B7\nSIZE", "line 1: found `B7`, but expected `SIZE WxH`"),
        ] {
            let message = read(&GOOD.replacen(from, to, 1), &problem, Year::Later).unwrap_err().to_string();
            assert!(message.contains(expected), "{from:?} -> {to:?}: {message}");
        }
    }
}
