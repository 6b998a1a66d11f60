//! iCNF text: a formula with cubes, and cubes alone.
//!
//! A cube is a conjunction of literals under which a part of the problem is solved. An iCNF file has the line `p inccnf`,
//! the clauses, and a line `a LITERALS 0` for each cube; some solvers read it and solve one cube after the other. The lines
//! of the cubes alone are a file as well, from which it is read again which part is which.

use super::text::{Comments, Text};
use super::{Family, Formula, Lit};
use std::io::{self, BufRead, Read, Write};
use thiserror::Error;

/// The most memory that cubes may take, in bytes: 4 per literal and 32 per cube.
pub const MOST_BYTES: u64 = 400_000_000;

/// The length from which on a line is rejected, in bytes. Clauses of an iCNF file may be long, and are skipped.
const LONGEST_LINE: u64 = 64_000_000;

/// Writes a formula followed by cubes.
pub fn write(formula: &Formula, cubes: &[Vec<Lit>], comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    text.str("p inccnf");
    text.end_line()?;
    for clause in formula.clauses() {
        text.clause(clause);
        text.end_line()?;
    }
    lines(&mut text, cubes)?;
    text.finish()
}

/// Writes cubes alone, below lines of comments.
pub fn write_cubes(cubes: &[Vec<Lit>], comments: &[String], out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    for line in comments {
        text.str("c ");
        text.str(line);
        text.end_line()?;
    }
    lines(&mut text, cubes)?;
    text.finish()
}

fn lines<W: Write>(text: &mut Text<W>, cubes: &[Vec<Lit>]) -> io::Result<()> {
    for cube in cubes {
        text.str("a ");
        text.clause(cube);
        text.end_line()?;
    }
    Ok(())
}

/// Returns the formula that says that no cube holds. It has no model if and only if the cubes cover everything.
pub fn complement(cubes: &[Vec<Lit>]) -> Formula {
    let mut formula = Formula::new();
    let vars = cubes.iter().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
    let family = formula.family(Family::auxiliary("x"));
    if vars > 0 {
        formula.vars(family, 1, vars);
    }
    for cube in cubes {
        formula.add(cube.iter().map(|&lit| !lit));
    }
    formula
}

/// Why cubes could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CubesError {
    /// The input could not be read at all.
    #[error("{0}; check the name and whether you may read it")]
    Io(#[from] io::Error),
    /// A line is not a cube.
    #[error("line {line}: {fault}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        fault: CubeFault,
    },
    /// The cubes take too much memory.
    #[error("the cubes take more than {megabytes} MB, the most that they may")]
    TooMuch {
        /// The limit, in millions of bytes.
        megabytes: u64,
    },
    /// There is no cube.
    #[error("it has no cubes (lines `a LITERALS 0`); give the file FORMULA.cubes or the iCNF file")]
    None,
}

/// What is wrong with the line of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeFault {
    /// The line is longer than any cube.
    #[error("the line does not end, so these are no cubes")]
    Endless,
    /// The line ends within the cube.
    #[error("the cube does not end with 0")]
    Unclosed,
    /// A word that is no literal.
    #[error("expected a literal, found `{0}`")]
    Literal(String),
    /// A word after the closing 0.
    #[error("`{0}` after the end of the cube")]
    Rest(String),
}

/// Reads the cubes of a file of either kind; clauses and comments are skipped. They may take [`MOST_BYTES`].
pub fn read_cubes(input: impl BufRead) -> Result<Vec<Vec<Lit>>, CubesError> {
    read_within(input, MOST_BYTES, LONGEST_LINE)
}

fn read_within(mut input: impl BufRead, most: u64, longest: u64) -> Result<Vec<Vec<Lit>>, CubesError> {
    let (mut cubes, mut taken, mut line, mut bytes) = (Vec::new(), 0, 0, Vec::new());
    loop {
        bytes.clear();
        if Read::take(&mut input, longest).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        line += 1;
        if bytes.len() as u64 == longest {
            return Err(CubesError::Syntax { line, fault: CubeFault::Endless });
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut words = text.split_whitespace();
        if words.next() != Some("a") {
            continue;
        }
        let fail = |fault| CubesError::Syntax { line, fault };
        let mut cube = Vec::new();
        loop {
            let word = words.next().ok_or_else(|| fail(CubeFault::Unclosed))?;
            match word.parse() {
                Ok(0) => break,
                number => match number.ok().and_then(Lit::from_dimacs) {
                    Some(lit) => cube.push(lit),
                    None => return Err(fail(CubeFault::Literal(word.to_owned()))),
                },
            }
        }
        if let Some(word) = words.next() {
            return Err(fail(CubeFault::Rest(word.to_owned())));
        }
        taken += 4 * cube.len() as u64 + 32;
        if taken > most {
            return Err(CubesError::TooMuch { megabytes: most / 1_000_000 });
        }
        cube.shrink_to_fit();
        cubes.push(cube);
    }
    if cubes.is_empty() { Err(CubesError::None) } else { Ok(cubes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn cubes_are_read_as_they_are_written() {
        let mut formula = Formula::new();
        let x = formula.family(Family::auxiliary("x"));
        formula.vars(x, 1, 3);
        formula.add([lit(1), lit(-3)]);
        let cubes = vec![vec![lit(1), lit(-2)], vec![lit(1), lit(2)], vec![lit(-1)]];
        let (mut whole, mut alone) = (Vec::new(), Vec::new());
        write(&formula, &cubes, &Comments::default(), &mut whole).unwrap();
        write_cubes(&cubes, &["of a test".to_owned()], &mut alone).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        assert!(text.ends_with("p inccnf\n1 -3 0\na 1 -2 0\na 1 2 0\na -1 0\n"), "{text}");
        assert_eq!(read_cubes(&whole[..]).unwrap(), cubes);
        assert_eq!(read_cubes(&alone[..]).unwrap(), cubes);
    }

    #[test]
    fn the_complement_has_a_clause_against_each_cube() {
        let clauses = |cubes: &[Vec<Lit>]| {
            let formula = complement(cubes);
            let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
            (formula.var_count(), clauses)
        };
        assert_eq!(clauses(&[]), (0, vec![]));
        assert_eq!(clauses(&[vec![]]), (0, vec![vec![]]));
        let cubes = [vec![lit(1), lit(-3)], vec![lit(-1)]];
        assert_eq!(clauses(&cubes), (3, vec![vec![lit(-1), lit(3)], vec![lit(1)]]));
    }

    #[test]
    fn more_than_the_limits_is_refused() {
        let read = |text: &str, most, longest| {
            read_within(text.as_bytes(), most, longest).map_err(|error| error.to_string())
        };
        assert!(read("a 1 -2 0\na 1 2 0\n", 80, 10).is_ok());
        let memory = "the cubes take more than 0 MB, the most that they may";
        assert_eq!(read("a 1 -2 0\na 1 2 0\n", 79, 10), Err(memory.to_owned()));
        let line = "line 2: the line does not end, so these are no cubes";
        assert_eq!(read("a 1 0\n1 2 3 4 0\na 2 0\n", 80, 10), Err(line.to_owned()));
    }

    #[test]
    fn what_is_no_cube_is_refused_with_its_line() {
        for (text, expected) in [
            ("c nothing\np cnf 1 1\n1 0\n", "it has no cubes"),
            ("a 1 2\n", "line 1: the cube does not end with 0"),
            ("a 1 0\na x 0\n", "line 2: expected a literal, found `x`"),
            ("a 1 0 2\n", "line 1: `2` after the end"),
        ] {
            let error = read_cubes(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
