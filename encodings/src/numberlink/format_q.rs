//! The contest's `Q` file: a problem as text.
//!
//! ```text
//! SIZE 10X10
//! BLOCK_NUM 2
//!
//! BLOCK#1 2X2
//! 1,+
//! 0,…
//! ```
//! The maximum width and height of the board, the number of blocks, and each block with the width and height of its
//! box and its rows. Blank lines between blocks are optional; inside a block they are rejected, because a lost row
//! would otherwise go unnoticed.

use super::lines::{self, Entry, Lines};
use super::problem::{Block, Field, Problem, ProblemError, ShapeError};
use crate::grid::Grid;
use std::fmt::Write;
use thiserror::Error;

pub use super::lines::LineError;

/// The longest side of a block's box.
const LONGEST_SIDE: usize = 4;

/// Why a text is not a problem. Blocks and lines are counted from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum ReadError {
    #[error(transparent)]
    Line(#[from] LineError),

    #[error(
        "line {line}: blank line inside BLOCK#{block}, which should have {rows} rows; remove it, or add the row"
    )]
    Blank { line: usize, block: usize, rows: usize },

    #[error("line {line}: BLOCK#{block} should have {rows} rows, but only {found} follow; add the others")]
    FewRows { line: usize, block: usize, rows: usize, found: usize },

    #[error(
        "line {line}: found `{found}`, but BLOCK#{block} already has its {rows} rows; correct its size, or remove this"
    )]
    ManyRows { line: usize, block: usize, rows: usize, found: String },

    #[error("line {line}: BLOCK#{block} is repeated; give each block a number of its own")]
    Twice { line: usize, block: usize },

    #[error("line {line}: found BLOCK#{block}, but BLOCK_NUM is {count} and blocks are counted from 1")]
    NoSuchBlock { line: usize, block: usize, count: usize },

    #[error("BLOCK#{block} is missing, and BLOCK_NUM is {count}; add it or correct BLOCK_NUM")]
    Missing { block: usize, count: usize },

    #[error("line {line}: BLOCK#{block} {source}")]
    Shape { line: usize, block: usize, source: ShapeError },

    #[error("{0}")]
    Problem(#[from] ProblemError),
}

/// Returns whether a text looks like a problem of this kind: its first line that is not blank starts with `SIZE`.
pub fn recognises(text: &str) -> bool {
    let first = Lines::new(text).next();
    first.is_some_and(|(_, line)| lines::after(line, "SIZE").is_some_and(|size| size.contains(['x', 'X'])))
}

/// Reads a problem.
pub fn read(text: &str) -> Result<Problem, ReadError> {
    let mut lines = Lines::new(text);
    let (line, first) = lines.expect("`SIZE WxH`")?;
    let Some(size) = lines::after(first, "SIZE") else { return Err(other(line, first, "`SIZE WxH`")) };
    let (cols, rows) = lines::board(line, size)?;
    let (line, second) = lines.expect("`BLOCK_NUM n`")?;
    let Some(count) = lines::after(second, "BLOCK_NUM") else {
        return Err(other(line, second, "`BLOCK_NUM n`"));
    };
    let count = lines::number(line, count, "number of blocks")?;
    if count > rows * cols {
        // A wrong number must not cause a large allocation.
        return Err(LineError::Other {
            line,
            found: second.to_owned(),
            what: "a number of blocks that the board could hold",
        }
        .into());
    }
    let mut blocks: Vec<Option<Block>> = vec![None; count];
    let mut last: Option<(usize, usize)> = None;
    while let Some((line, header)) = lines.next() {
        let Some(rest) = lines::after(header, "BLOCK#") else {
            return Err(match last {
                Some((block, rows)) => ReadError::ManyRows { line, block, rows, found: header.to_owned() },
                None => other(line, header, "`BLOCK#1 WxH`"),
            });
        };
        let (number, size) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = lines::number(line, number, "block number")?;
        let slot = number.checked_sub(1).and_then(|index| blocks.get_mut(index));
        let Some(slot) = slot else {
            return Err(ReadError::NoSuchBlock { line, block: number, count });
        };
        if slot.is_some() {
            return Err(ReadError::Twice { line, block: number });
        }
        let block = read_block(&mut lines, line, number, size.trim())?;
        last = Some((number, block.rows()));
        *slot = Some(block);
    }
    let missing = blocks.iter().position(Option::is_none);
    if let Some(index) = missing {
        return Err(ReadError::Missing { block: index + 1, count });
    }
    Ok(Problem::new(rows, cols, blocks.into_iter().flatten().collect())?)
}

fn read_block(lines: &mut Lines<'_>, header: usize, number: usize, size: &str) -> Result<Block, ReadError> {
    let (cols, rows) = lines::size(header, size, "a block", LONGEST_SIDE)?;
    let mut fields = Grid::filled(rows, cols, Field::Open);
    for row in 0..rows {
        let few = |line| ReadError::FewRows { line, block: number, rows, found: row };
        let (line, text) = lines.next_raw().ok_or_else(|| few(lines.end()))?;
        if text.is_empty() {
            // If the block ends here, rows are missing; otherwise the blank line is inside the block.
            let ends = lines.peek().is_none_or(|(_, next)| lines::after(next, "BLOCK#").is_some());
            return Err(if ends { few(line) } else { ReadError::Blank { line, block: number, rows } });
        }
        if lines::after(text, "BLOCK#").is_some() {
            return Err(few(line));
        }
        let entries = lines::row(line, text, cols, || format!("BLOCK#{number}"))?;
        for (col, entry) in entries.into_iter().enumerate() {
            fields[crate::grid::Pos::new(row, col)] = match entry {
                Entry::Zero => Field::Open,
                Entry::Plus => Field::Plain,
                Entry::Number(n) => Field::Number(n),
            };
        }
    }
    Block::new(fields).map_err(|source| ReadError::Shape { line: header, block: number, source })
}

fn other(line: usize, found: &str, what: &'static str) -> ReadError {
    LineError::Other { line, found: found.to_owned(), what }.into()
}

/// Returns the text of a problem, as [`read`] reads it.
pub fn write(problem: &Problem) -> String {
    let mut text =
        format!("SIZE {}X{}\nBLOCK_NUM {}\n", problem.cols(), problem.rows(), problem.blocks().len());
    for (index, block) in problem.blocks().iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "\nBLOCK#{} {}X{}\n", index + 1, block.cols(), block.rows());
        for row in 0..block.rows() {
            let entries = block.fields().row(row).iter().map(|field| match field {
                Field::Open => "0".to_owned(),
                Field::Plain => "+".to_owned(),
                Field::Number(number) => number.to_string(),
            });
            text.push_str(&entries.collect::<Vec<_>>().join(","));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "SIZE 10X9\nBLOCK_NUM 2\n\nBLOCK#1 2X2\n1,+\n2,+\n\nBLOCK#2 3X2\n0, +,2\n1, +,0\n";

    #[test]
    fn a_problem_reads_and_writes() {
        let problem = read(GOOD).unwrap();
        assert_eq!((problem.cols(), problem.rows(), problem.nets()), (10, 9, 2));
        assert_eq!(read(&write(&problem)), Ok(problem.clone()));
        // Case, carriage returns, blanks, the order of blocks and blank lines between them do not matter.
        let loose =
            " size 10 x 9 \r\nblock_num 2\r\nblock#2 3x2\r\n0 ,+, 2\r\n 1,+,0\r\nBlock#1 2X2\r\n1,+\r\n2,+";
        assert_eq!(read(loose), Ok(problem));
        assert!(recognises(GOOD) && recognises(loose) && !recognises("4\n6\n......\n"));
    }

    #[test]
    fn a_file_that_ends_inside_a_block_is_said_to_end_there() {
        let text = "SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 1X2\n+";
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with("line 5: BLOCK#1 should have 2 rows, but only 1 follow"), "{error}");
    }

    #[test]
    fn a_board_may_be_full_of_blocks() {
        let blocks: String = (1..=9).map(|number| format!("BLOCK#{number} 1X1\n+\n")).collect();
        let problem = read(&format!("SIZE 3X3\nBLOCK_NUM 9\n{blocks}")).unwrap();
        assert_eq!(problem.blocks().len(), 9);
        let more = read(&format!("SIZE 3X3\nBLOCK_NUM 10\n{blocks}")).unwrap_err().to_string();
        assert!(more.contains("a number of blocks that the board could hold"), "{more}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let with = |from: &str, to: &str| read(&GOOD.replacen(from, to, 1)).unwrap_err().to_string();
        for (from, to, expected) in [
            ("SIZE 10X9", "", "line 2: found `BLOCK_NUM 2`, but expected `SIZE WxH`"),
            (
                "10X9",
                "0X9",
                "line 1: 0X9 is too large or too small; width and height of the board are 1 to 72",
            ),
            ("10X9", "10X73", "line 1: 10X73 is too large"),
            ("10X9", "99999999999999999999999X9", "is too large"),
            ("10X9", "10", "line 1: `10` is not a size"),
            ("10X9", "tenX9", "line 1: `tenX9` is not a size"),
            ("BLOCK_NUM 2", "BLOCK_NUM two", "line 2: `two` is not a number of blocks"),
            ("BLOCK_NUM 2", "BLOCK_NUM", "line 2: `` is not a number of blocks"),
            ("BLOCK_NUM 2", "BLOCK_NUM 3", "BLOCK#3 is missing, and BLOCK_NUM is 3"),
            ("BLOCK_NUM 2", "BLOCK_NUM 1", "line 8: found BLOCK#2, but BLOCK_NUM is 1"),
            ("BLOCK_NUM 2", "BLOCK_NUM 4000000000", "a number of blocks that the board could hold"),
            ("BLOCK#2", "BLOCK#1", "line 8: BLOCK#1 is repeated"),
            ("BLOCK#1 2X2", "BLOCK#1 2X3", "line 7: BLOCK#1 should have 3 rows, but only 2 follow"),
            ("BLOCK#1 2X2", "BLOCK#1 2X1", "line 4: BLOCK#1 has 2 fields"),
            ("1,+\n2,+", "+\n\n2,+", "line 5: the row has 1 entries, but BLOCK#1 is 2 wide"),
            ("1,+\n2,+", "1,+\n\n2,+", "line 6: blank line inside BLOCK#1"),
            ("2,+\n", "2,+\n3,+\n", "line 7: found `3,+`, but BLOCK#1 already has its 2 rows"),
            ("1,+\n", "+1,+\n", "line 5, entry 1: `+1` is not a field"),
            ("2,+\n", "", "line 6: BLOCK#1 should have 2 rows, but only 1 follow"),
            ("2,+\n", "2,x\n", "line 6, entry 2: `x` is not a field"),
            ("2,+\n", "2,-1\n", "line 6, entry 2: `-1` is not a field"),
            ("2,+\n", "2,\n", "line 6, entry 2: `` is not a field"),
            ("2,+\n", "2,0\n", "line 4: BLOCK#1 has 3 fields; a block has one field"),
            ("2,+\n", "2,2\n", "the number 2 is on 3 fields, in BLOCK#1, BLOCK#2"),
            ("2,+\n", "+,+\n", "the number 2 occurs only once, in BLOCK#2"),
            ("BLOCK#2 3X2\n0, +,2\n", "BLOCK#2 3X2\n0, +,9\n", "the number 2 occurs only once, in BLOCK#1"),
            ("0, +,2\n1, +,0", "0,0,2\n1,+,+", ""),
        ] {
            if expected.is_empty() {
                continue;
            }
            let message = with(from, to);
            assert!(message.contains(expected), "{from:?} -> {to:?}: {message}");
        }
        assert!(read("").unwrap_err().to_string().contains("line 1: the file ends where `SIZE WxH`"));
        let cut = GOOD.trim_end().trim_end_matches("1, +,0");
        assert!(read(cut).unwrap_err().to_string().contains("BLOCK#2 should have 2 rows, but only 1"));
        let gap = GOOD.replace("2,+", "7,+").replace("+,2", "+,7");
        assert!(read(&gap).unwrap_err().to_string().contains("there is no number 2, but a number 7"));
    }
}
