//! Checks a solution against every rule, and reports where a rule is broken.
//!
//! Written from the contest's rules, field by field, and independent of any encoding. It is stricter than the
//! contest's own checker, which accepts detached rings, isolated numbers, stray `+` and boards that fit by area only.

use super::problem::{Field, Problem};
use super::solution::{Cell, Solution};
use crate::grid::{Grid, Pos};
use std::fmt;

/// A broken rule. Positions are on the board; blocks are counted from 1. The sentences count rows and columns from 1,
/// the files from 0.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the sentences below say what the parts are
pub enum Violation {
    /// The board is wider or higher than allowed, even if its area is not too large.
    Board { cols: usize, rows: usize, max_cols: usize, max_rows: usize },
    /// The number of block positions is not the number of blocks.
    Blocks { found: usize, count: usize },
    /// A block that leaves the board.
    Outside { block: usize, at: Pos },
    /// A field that two blocks cover.
    Overlap { pos: Pos, blocks: [usize; 2] },
    /// A field that does not show what the block on it has there.
    BlockField { pos: Pos, block: usize, found: Cell, expected: Cell },
    /// A `+` where there is no block.
    StrayPlain { pos: Pos },
    /// A number that the problem does not have.
    NoSuchNumber { pos: Pos, number: usize },
    /// An end that does not have exactly one neighbour with its number.
    End { pos: Pos, number: usize, neighbours: usize },
    /// A wire field that does not have exactly two neighbours with its number.
    Wire { pos: Pos, number: usize, neighbours: usize },
    /// Connected wire fields that are not connected to an end; `pos` is one of them.
    Detached { pos: Pos, number: usize, fields: usize },
    /// Two ends that are not joined by a wire.
    Unjoined { number: usize, ends: [Pos; 2] },
}

impl Violation {
    /// Returns a short, stable name of the broken rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Board { .. } => "board-too-large",
            Self::Blocks { .. } => "number-of-blocks",
            Self::Outside { .. } => "block-outside",
            Self::Overlap { .. } => "blocks-overlap",
            Self::BlockField { .. } => "block-field",
            Self::StrayPlain { .. } => "stray-plus",
            Self::NoSuchNumber { .. } => "no-such-number",
            Self::End { .. } => "end-neighbours",
            Self::Wire { .. } => "wire-neighbours",
            Self::Detached { .. } => "detached-wire",
            Self::Unjoined { .. } => "ends-not-joined",
        }
    }

    /// Returns the field where the rule is broken; `None` if it is about the whole board.
    pub fn pos(&self) -> Option<Pos> {
        match *self {
            Self::Board { .. } | Self::Blocks { .. } => None,
            Self::Outside { at: pos, .. }
            | Self::Unjoined { ends: [pos, _], .. }
            | Self::Overlap { pos, .. }
            | Self::BlockField { pos, .. }
            | Self::StrayPlain { pos }
            | Self::NoSuchNumber { pos, .. }
            | Self::End { pos, .. }
            | Self::Wire { pos, .. }
            | Self::Detached { pos, .. } => Some(pos),
        }
    }
}

/// A field as the files write it.
struct Written(Cell);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Cell::Empty => f.write_str("`0`"),
            Cell::Plain => f.write_str("`+`"),
            Cell::Number(number) => write!(f, "`{number}`"),
        }
    }
}

/// A number of things, in the singular or the plural.
struct Count(usize, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Board { cols, rows, max_cols, max_rows } => {
                write!(f, "the board is {cols}X{rows}, but at most {max_cols}X{max_rows} is allowed")
            }
            Self::Blocks { found, count } => {
                write!(f, "found positions of {}, but the problem has {count}", Count(found, "block"))
            }
            Self::Outside { block, at } => write!(f, "BLOCK#{block} at {at} leaves the board"),
            Self::Overlap { pos, blocks: [a, b] } => {
                write!(f, "BLOCK#{a} and BLOCK#{b} overlap at {pos}")
            }
            Self::BlockField { pos, block, found, expected } => {
                let (found, expected) = (Written(found), Written(expected));
                write!(f, "the field at {pos} is {found}, but BLOCK#{block} has {expected} there")
            }
            Self::StrayPlain { pos } => write!(f, "the field at {pos} is `+`, but there is no block"),
            Self::NoSuchNumber { pos, number } => {
                write!(f, "the field at {pos} is `{number}`, but the problem has no such number")
            }
            Self::End { pos, number, neighbours } => write!(
                f,
                "the end of wire {number} at {pos} has {} with its number, not exactly one",
                Count(neighbours, "neighbour")
            ),
            Self::Wire { pos, number, neighbours } => write!(
                f,
                "the field of wire {number} at {pos} has {} with its number, not exactly two",
                Count(neighbours, "neighbour")
            ),
            Self::Detached { pos, number, fields } => write!(
                f,
                "wire {number} has {} detached from its ends, at {pos}{}",
                Count(fields, "field"),
                if fields == 1 { "" } else { " and beside it" }
            ),
            Self::Unjoined { number, ends: [a, b] } => {
                write!(f, "the ends of wire {number} at {a} and at {b} are not joined")
            }
        }
    }
}

/// Returns all violations of the rules; none if the solution is right.
pub fn check(problem: &Problem, solution: &Solution) -> Vec<Violation> {
    let mut broken = Vec::new();
    let fields = &solution.fields;
    if fields.cols() > problem.cols() || fields.rows() > problem.rows() {
        broken.push(Violation::Board {
            cols: fields.cols(),
            rows: fields.rows(),
            max_cols: problem.cols(),
            max_rows: problem.rows(),
        });
    }
    if solution.at.len() != problem.blocks().len() {
        broken.push(Violation::Blocks { found: solution.at.len(), count: problem.blocks().len() });
    }
    let (owner, ends) = check_blocks(problem, solution, &mut broken);
    check_fields(problem, solution, &owner, &ends, &mut broken);
    check_wires(problem, solution, &ends, &mut broken);
    broken
}

/// Checks the blocks' positions; returns for each field which block (from 1) covers it, and which number ends there.
fn check_blocks(
    problem: &Problem,
    solution: &Solution,
    broken: &mut Vec<Violation>,
) -> (Grid<Option<usize>>, Grid<Option<usize>>) {
    let fields = &solution.fields;
    let mut owner: Grid<Option<usize>> = Grid::filled(fields.rows(), fields.cols(), None);
    let mut ends = owner.clone();
    for ((block, &at), number) in problem.blocks().iter().zip(&solution.at).zip(1..) {
        let place = |offset: Pos| {
            let (row, col) = (at.row.checked_add(offset.row)?, at.col.checked_add(offset.col)?);
            Some(Pos::new(row, col)).filter(|&pos| fields.contains(pos))
        };
        if block.cells().any(|(offset, _)| place(offset).is_none()) {
            broken.push(Violation::Outside { block: number, at });
        }
        for (pos, field) in block.cells().filter_map(|(offset, field)| Some((place(offset)?, field))) {
            if let Some(other) = owner[pos] {
                broken.push(Violation::Overlap { pos, blocks: [other, number] });
                continue;
            }
            owner[pos] = Some(number);
            let expected = match field {
                Field::Number(end) => {
                    ends[pos] = Some(end);
                    Cell::Number(end)
                }
                Field::Plain | Field::Open => Cell::Plain,
            };
            if fields[pos] != expected {
                broken.push(Violation::BlockField { pos, block: number, found: fields[pos], expected });
            }
        }
    }
    (owner, ends)
}

/// Checks the content of each field, and how many neighbours a number has.
fn check_fields(
    problem: &Problem,
    solution: &Solution,
    owner: &Grid<Option<usize>>,
    ends: &Grid<Option<usize>>,
    broken: &mut Vec<Violation>,
) {
    for (pos, &cell) in solution.fields.iter() {
        match cell {
            Cell::Empty => {}
            Cell::Plain if owner[pos].is_none() => broken.push(Violation::StrayPlain { pos }),
            Cell::Plain => {}
            Cell::Number(number) if !(1..=problem.nets()).contains(&number) => {
                broken.push(Violation::NoSuchNumber { pos, number });
            }
            Cell::Number(number) => {
                let same = solution.fields.neighbours4(pos).filter(|&p| solution.fields[p] == cell);
                let neighbours = same.count();
                if ends[pos] == Some(number) {
                    if neighbours != 1 {
                        broken.push(Violation::End { pos, number, neighbours });
                    }
                } else if neighbours != 2 && owner[pos].is_none() {
                    broken.push(Violation::Wire { pos, number, neighbours });
                }
            }
        }
    }
}

/// Checks that the ends are joined, and that all fields with their number are connected to them.
fn check_wires(
    problem: &Problem,
    solution: &Solution,
    ends: &Grid<Option<usize>>,
    broken: &mut Vec<Violation>,
) {
    let fields = &solution.fields;
    let mut attached = Grid::filled(fields.rows(), fields.cols(), false);
    for number in 1..=problem.nets() {
        let mut places = ends.iter().filter(|(_, end)| **end == Some(number)).map(|(pos, _)| pos);
        let (a, b) = (places.next(), places.next());
        for start in [a, b].into_iter().flatten() {
            solution.wire_from(start, number).into_iter().for_each(|pos| attached[pos] = true);
        }
        if let (Some(a), Some(b)) = (a, b)
            && !solution.wire_from(a, number).contains(&b)
        {
            broken.push(Violation::Unjoined { number, ends: [a, b] });
        }
    }
    for (pos, &cell) in fields.iter() {
        if let Cell::Number(number) = cell
            && (1..=problem.nets()).contains(&number)
            && !attached[pos]
        {
            let piece = solution.wire_from(pos, number);
            piece.iter().for_each(|&pos| attached[pos] = true);
            broken.push(Violation::Detached { pos, number, fields: piece.len() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{format_a, format_q};
    use super::*;

    const PROBLEM: &str = "SIZE 6X5\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,2\nBLOCK#2 3X2\n1,0,0\n+,+,2\n";
    const GOOD: [&str; 4] = ["1,1,1,1,0,0", "1,+,0,1,0,0", "+,2,0,+,+,2", "0,2,2,2,2,2"];

    fn rules_of(text: &str) -> Vec<&'static str> {
        let problem = format_q::read(PROBLEM).unwrap();
        let answer = format_a::read(text, &problem, format_a::Year::Later).unwrap();
        check(&problem, &answer).iter().map(Violation::rule).collect()
    }

    fn answer(rows: &[&str], places: [(usize, usize); 2]) -> String {
        let cols = rows[0].split(',').count();
        let [(x, y), (u, v)] = places;
        format!("SIZE {cols}X{}\n{}\nBLOCK#1 @({x},{y})\nBLOCK#2 @({u},{v})\n", rows.len(), rows.join("\n"))
    }

    #[test]
    fn a_right_answer_breaks_nothing() {
        assert_eq!(rules_of(&answer(&GOOD, [(0, 1), (3, 1)])), Vec::<&str>::new());
    }

    #[test]
    fn every_broken_rule_is_found() {
        let good = GOOD;
        let at = [(0, 1), (3, 1)];
        let change = |row: usize, text: &str| {
            let mut rows = good;
            rows[row] = text;
            rules_of(&answer(&rows, at))
        };
        assert_eq!(change(3, "0,2,0,2,2,2"), ["wire-neighbours", "wire-neighbours", "ends-not-joined"]);
        assert_eq!(change(0, "1,1,1,1,0,3"), ["no-such-number"]);
        assert_eq!(change(0, "1,1,1,1,0,+"), ["stray-plus"]);
        assert_eq!(change(0, "1,1,1,1,0,2"), ["wire-neighbours", "detached-wire"]);
        assert_eq!(change(1, "1,0,0,1,0,0"), ["block-field"]);
        assert_eq!(change(1, "1,+,1,1,0,0")[..2], ["wire-neighbours", "end-neighbours"]);
        assert!(rules_of(&answer(&good, [(0, 1), (4, 1)])).contains(&"block-outside"));
        assert!(rules_of(&answer(&good, [(0, 1), (0, 1)])).contains(&"blocks-overlap"));
        assert!(rules_of(&answer(&good, [(0, 1), (60000, 1)])).contains(&"block-outside"));
        // A ring of a number that is joined already.
        let ring = ["1,1,1,1,0,0", "1,+,0,1,0,0", "+,2,0,+,+,2", "0,2,2,2,2,2", "1,1,0,0,0,0"];
        assert_eq!(rules_of(&answer(&ring, at)), ["wire-neighbours", "wire-neighbours", "detached-wire"]);
        // Fits by area only: 7 x 4, where at most 6 x 5 is allowed.
        let wide = ["1,1,1,1,0,0,0", "1,+,0,1,0,0,0", "+,2,0,+,+,2,0", "0,2,2,2,2,2,0"];
        assert_eq!(rules_of(&answer(&wide, at)), ["board-too-large"]);
    }

    #[test]
    fn a_violation_has_its_name_its_field_and_its_sentence() {
        let pos = Pos::new(2, 5);
        let found = [
            Violation::Board { cols: 7, rows: 4, max_cols: 6, max_rows: 5 },
            Violation::Blocks { found: 1, count: 2 },
            Violation::Outside { block: 2, at: pos },
            Violation::Overlap { pos, blocks: [1, 3] },
            Violation::BlockField { pos, block: 2, found: Cell::Empty, expected: Cell::Plain },
            Violation::BlockField { pos, block: 2, found: Cell::Plain, expected: Cell::Number(4) },
            Violation::StrayPlain { pos },
            Violation::NoSuchNumber { pos, number: 9 },
            Violation::End { pos, number: 4, neighbours: 0 },
            Violation::Wire { pos, number: 4, neighbours: 1 },
            Violation::Detached { pos, number: 4, fields: 1 },
            Violation::Unjoined { number: 4, ends: [pos, Pos::new(0, 1)] },
        ]
        .map(|violation| (violation.rule(), violation.pos(), violation.to_string()));
        let at = Some(pos);
        let expected = [
            ("board-too-large", None, "the board is 7X4, but at most 6X5 is allowed"),
            ("number-of-blocks", None, "found positions of 1 block, but the problem has 2"),
            ("block-outside", at, "BLOCK#2 at row 3, column 6 leaves the board"),
            ("blocks-overlap", at, "BLOCK#1 and BLOCK#3 overlap at row 3, column 6"),
            ("block-field", at, "the field at row 3, column 6 is `0`, but BLOCK#2 has `+` there"),
            ("block-field", at, "the field at row 3, column 6 is `+`, but BLOCK#2 has `4` there"),
            ("stray-plus", at, "the field at row 3, column 6 is `+`, but there is no block"),
            ("no-such-number", at, "the field at row 3, column 6 is `9`, but the problem has no such number"),
            (
                "end-neighbours",
                at,
                "the end of wire 4 at row 3, column 6 has 0 neighbours with its number, not exactly one",
            ),
            (
                "wire-neighbours",
                at,
                "the field of wire 4 at row 3, column 6 has 1 neighbour with its number, not exactly two",
            ),
            ("detached-wire", at, "wire 4 has 1 field detached from its ends, at row 3, column 6"),
            (
                "ends-not-joined",
                at,
                "the ends of wire 4 at row 3, column 6 and at row 1, column 2 are not joined",
            ),
        ];
        assert_eq!(found, expected.map(|(rule, pos, sentence)| (rule, pos, sentence.to_owned())));
    }

    #[test]
    fn a_board_with_too_many_rows_is_found() {
        let high = [GOOD.as_slice(), &["0,0,0,0,0,0"; 2]].concat();
        assert_eq!(rules_of(&answer(&high[..5], [(0, 1), (3, 1)])), Vec::<&str>::new());
        assert_eq!(rules_of(&answer(&high, [(0, 1), (3, 1)])), ["board-too-large"]);
    }

    #[test]
    fn blocks_that_are_not_placed_are_counted() {
        let problem = format_q::read(PROBLEM).unwrap();
        let text = answer(&GOOD, [(0, 1), (3, 1)]);
        let mut answer = format_a::read(&text, &problem, format_a::Year::Later).unwrap();
        answer.at.push(Pos::new(0, 0));
        assert_eq!(check(&problem, &answer), [Violation::Blocks { found: 3, count: 2 }]);
        answer.at.truncate(1);
        assert_eq!(check(&problem, &answer)[0], Violation::Blocks { found: 1, count: 2 });
    }

    #[test]
    fn ends_without_a_wire_are_found() {
        let rows = ["1,1,1,1,0,0", "1,+,0,1,0,0", "+,2,0,+,+,2"];
        let ends = [Pos::new(2, 1), Pos::new(2, 5)];
        let end = |pos| Violation::End { pos, number: 2, neighbours: 0 };
        let problem = format_q::read(PROBLEM).unwrap();
        let text = answer(&rows, [(0, 1), (3, 1)]);
        let answer = format_a::read(&text, &problem, format_a::Year::Later).unwrap();
        let expected = [end(ends[0]), end(ends[1]), Violation::Unjoined { number: 2, ends }];
        assert_eq!(check(&problem, &answer), expected);
    }

    /// A number on a plain field of a block is wrong in itself, whatever is around it.
    #[test]
    fn a_number_inside_a_block_is_no_wire() {
        let mut rows = GOOD;
        rows[2] = "+,2,0,+,1,2";
        assert_eq!(rules_of(&answer(&rows, [(0, 1), (3, 1)])), ["block-field", "detached-wire"]);
    }

    #[test]
    fn a_detached_ring_is_found_even_where_all_neighbours_count_right() {
        let problem = format_q::read("SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\n").unwrap();
        let text = "SIZE 3X4\n1,1,0\n0,0,0\n1,1,0\n1,1,0\nBLOCK#1 @(0,0)\nBLOCK#2 @(1,0)\n";
        let answer = format_a::read(text, &problem, format_a::Year::Later).unwrap();
        let found = check(&problem, &answer);
        assert_eq!(found, [Violation::Detached { pos: Pos::new(2, 0), number: 1, fields: 4 }]);
        let sentence = "wire 1 has 4 fields detached from its ends, at row 3, column 1 and beside it";
        assert_eq!(found[0].to_string(), sentence);
        let mut mended = answer;
        mended.drop_detached(&problem);
        assert_eq!((check(&problem, &mended), mended.area()), (vec![], 2));
    }
}
