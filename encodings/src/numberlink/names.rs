//! From the names of a model's true variables to a solution.
//!
//! A decoder needs to know only what `block(i,r,c)` and `number(r,c,n)` mean, so a model of any solver can be
//! decoded without making the formula again. An ambiguous or incomplete model is an error here; whether the solution
//! is right is left to the rules.

use super::problem::{LARGEST, Problem};
use super::solution::{Cell, Solution};
use crate::grid::Pos;
use thiserror::Error;

/// The families of the variables that say what a solution is.
pub const FAMILIES: &[&str] = &["block", "number"];

/// Why a model does not give a solution of the problem.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are; blocks are counted from 1
pub enum NamesError {
    #[error(
        "`{name}` should be {form}, on a board of at most {LARGEST}x{LARGEST}; is this the problem's map?"
    )]
    Name { name: String, form: &'static str },

    #[error(
        "positions of BLOCK#{block} in the model: {found} instead of {wanted}; is it a model of this problem?"
    )]
    Positions { block: usize, found: usize, wanted: usize },

    #[error(
        "the model places BLOCK#{block}, which has no variables of its own; is it a model of this problem?"
    )]
    NoSuchBlock { block: usize },

    #[error(
        "the model gives the field at {pos} the numbers {first} and {second}; is it a model of this problem?"
    )]
    TwoNumbers { pos: Pos, first: usize, second: usize },

    #[error("the model has number {number}, but the problem has {nets}; is it a model of this problem?")]
    NoSuchNumber { number: usize, nets: usize },
}

/// Returns the solution of a model with these names of its true variables, cropped to the smallest board. Families
/// other than `block` and `number` are ignored.
pub fn from_names<'a>(
    problem: &Problem,
    names: impl Iterator<Item = &'a str>,
) -> Result<Solution, NamesError> {
    let mut placed = Vec::new();
    let mut numbers = Vec::new();
    for name in names {
        let inner = |family: &str| name.strip_prefix(family)?.strip_prefix('(')?.strip_suffix(')');
        if let Some(inner) = inner("block") {
            let form = "block(BLOCK,ROW,COLUMN)";
            let bad = || NamesError::Name { name: name.to_owned(), form };
            let [block, row, col] = three(inner).ok_or_else(bad)?;
            if block == 0 || row >= LARGEST || col >= LARGEST {
                return Err(bad());
            }
            placed.push((block - 1, Pos::new(row, col)));
        } else if let Some(inner) = inner("number") {
            let form = "number(ROW,COLUMN,NUMBER)";
            let bad = || NamesError::Name { name: name.to_owned(), form };
            let [row, col, number] = three(inner).ok_or_else(bad)?;
            if row >= LARGEST || col >= LARGEST {
                return Err(bad());
            }
            numbers.push((Pos::new(row, col), number));
        }
    }
    // Large enough for everything that the names mention.
    let mut rows = numbers.iter().map(|(pos, _)| pos.row + 1).max().unwrap_or(1);
    let mut cols = numbers.iter().map(|(pos, _)| pos.col + 1).max().unwrap_or(1);
    for &(block, at) in &placed {
        if let Some(block) = problem.blocks().get(block) {
            rows = rows.max(at.row + block.rows());
            cols = cols.max(at.col + block.cols());
        }
    }
    assemble(problem, rows, cols, placed.into_iter(), numbers.into_iter()).map(|solution| solution.cropped())
}

/// Parses three numbers with commas between them.
fn three(text: &str) -> Option<[usize; 3]> {
    let mut parts = text.split(',').map(|part| part.trim().parse().ok());
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

/// Returns the solution with these positions (of the first block of each group) and these numbers on fields. Surplus
/// positions of a group are left out, and so are detached rings.
pub(super) fn assemble(
    problem: &Problem,
    rows: usize,
    cols: usize,
    placed: impl Iterator<Item = (usize, Pos)>,
    numbers: impl Iterator<Item = (Pos, usize)>,
) -> Result<Solution, NamesError> {
    let groups = problem.groups();
    let mut positions: Vec<Vec<Pos>> = vec![Vec::new(); groups.len()];
    for (block, at) in placed {
        let group = groups.iter().position(|group| group[0] == block);
        let group = group.ok_or(NamesError::NoSuchBlock { block: block + 1 })?;
        positions[group].push(at);
    }
    let mut at = vec![Pos::new(0, 0); problem.blocks().len()];
    for (group, found) in groups.iter().zip(&positions) {
        let fits = if group.len() == 1 { found.len() == 1 } else { found.len() >= group.len() };
        if !fits {
            let (found, wanted) = (found.len(), group.len());
            return Err(NamesError::Positions { block: group[0] + 1, found, wanted });
        }
        group.iter().zip(found).for_each(|(&block, &pos)| at[block] = pos);
    }
    let mut solution = Solution::lay(problem, rows, cols, at);
    for (pos, number) in numbers {
        if !(1..=problem.nets()).contains(&number) {
            return Err(NamesError::NoSuchNumber { number, nets: problem.nets() });
        }
        match solution.fields[pos] {
            Cell::Number(first) if first != number => {
                return Err(NamesError::TwoNumbers { pos, first, second: number });
            }
            // A field under a block belongs to the block; if a wire should go there, the rules notice.
            Cell::Plain => {}
            Cell::Empty | Cell::Number(_) => solution.fields[pos] = Cell::Number(number),
        }
    }
    solution.drop_detached(problem);
    Ok(solution)
}

#[cfg(test)]
mod tests {
    use super::super::{format_q, rules};
    use super::*;

    const PROBLEM: &str =
        "SIZE 9X9\nBLOCK_NUM 4\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\nBLOCK#3 1X1\n+\nBLOCK#4 1X1\n+\n";

    fn decode(names: &[&str]) -> Result<Solution, NamesError> {
        from_names(&format_q::read(PROBLEM).unwrap(), names.iter().copied())
    }

    #[test]
    fn names_make_an_answer() {
        let names = [
            "block(1,3,3)",
            "block(2,3,5)",
            "block(3,4,4)",
            "block(3,4,5)",
            "number(3,3,1)",
            "number(3,4,1)",
            "number(3,5,1)",
            "plain(4,4)",
        ];
        let answer = decode(&names).unwrap();
        assert_eq!(rules::check(&format_q::read(PROBLEM).unwrap(), &answer), []);
        assert_eq!((answer.area(), answer.fields.cols()), (6, 3));
        let failed = |changed: &[&str]| decode(changed).unwrap_err().to_string();
        assert!(failed(&names[1..]).contains("positions of BLOCK#1 in the model: 0 instead of 1"));
        assert!(failed(&[&names[..], &["block(1,0,0)"]].concat()).contains("BLOCK#1 in the model: 2"));
        assert!(
            failed(&[&names[..3], &names[4..]].concat()).contains("BLOCK#3 in the model: 1 instead of 2")
        );
        assert!(failed(&[&names[..], &["block(4,0,0)"]].concat()).contains("places BLOCK#4, which has no"));
        assert!(failed(&[&names[..], &["block(4,0)"]].concat()).contains("`block(4,0)` should be"));
        assert!(failed(&[&names[..], &["number(99,0,1)"]].concat()).contains("`number(99,0,1)` should be"));
        assert!(
            failed(&[&names[..], &["number(0,0,2)"]].concat()).contains("number 2, but the problem has 1")
        );
    }

    #[test]
    fn positions_are_on_the_largest_board() {
        for name in ["block(0,0,0)", "block(1,72,0)", "block(1,0,72)", "number(72,0,1)", "number(0,72,1)"] {
            let error = decode(&[name]).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("at most 72x72"), "{error}");
        }
    }

    #[test]
    fn rings_are_dropped_and_two_numbers_on_a_field_refused() {
        let text = "SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 4X1\n1,1,2,2\n";
        let problem = format_q::read(text).unwrap();
        let names = ["block(1,0,0)", "number(2,0,1)", "number(2,1,1)", "number(3,0,1)", "number(3,1,1)"];
        let answer = from_names(&problem, names.into_iter()).unwrap();
        assert_eq!((rules::check(&problem, &answer), answer.area()), (vec![], 4));
        // A wire may lead beyond all blocks.
        let beyond = from_names(&problem, [names[0], "number(0,4,2)"].into_iter()).unwrap();
        assert_eq!(beyond.area(), 5);
        let two = from_names(&problem, [names[0], "number(2,0,1)", "number(2,0,2)"].into_iter());
        assert!(two.unwrap_err().to_string().contains("at row 3, column 1 the numbers 1 and 2"));
    }
}
