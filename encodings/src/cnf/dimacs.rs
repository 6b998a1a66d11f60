//! DIMACS CNF text: the writer (with the variable families in its comments) and the reader.

use super::text::{Comments, Text};
use super::{Family, Formula, Lit};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a DIMACS text could not be read.
#[derive(Debug, Error)]
pub enum DimacsError {
    /// The input could not be read at all.
    #[error("cannot read the formula: {0}")]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error("the file is empty; a formula begins with the line 'p cnf VARIABLES CLAUSES'")]
    Empty,
    /// The text is not DIMACS CNF.
    #[error("line {line}: {problem}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// Writes a formula. `header` lines come first as comments, then the variable families with their ranges
/// (DIMACS numbers, counted from 1), then the clauses.
pub fn write(formula: &Formula, header: &[String], out: impl Write) -> io::Result<()> {
    write_with(formula, &Comments::new(header.iter().cloned(), false), out)
}

/// Writes a formula, with the map of its variables in the comments if that is wanted.
pub fn write_with(formula: &Formula, comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    write_body(text, formula.var_count(), formula.clause_count(), formula.clauses())
}

/// Writes clauses that belong to no [`Formula`]: `count` of them, over the first `vars` variables.
pub fn write_clauses<'a>(
    vars: usize,
    count: usize,
    clauses: impl Iterator<Item = &'a [Lit]>,
    out: impl Write,
) -> io::Result<()> {
    write_body(Text::new(out), vars, count, clauses)
}

fn write_body<'a>(
    mut text: Text<impl Write>,
    vars: usize,
    count: usize,
    clauses: impl Iterator<Item = &'a [Lit]>,
) -> io::Result<()> {
    text.str("p cnf ");
    text.number(vars);
    text.str(" ");
    text.number(count);
    text.end_line()?;
    for clause in clauses {
        text.clause(clause);
        text.end_line()?;
    }
    text.finish()
}

/// Reads a formula. Its variables have no names but their numbers, as `x(1)`.
pub fn read(input: impl BufRead) -> Result<Formula, DimacsError> {
    let mut formula = Formula::new();
    let family = formula.family(Family::auxiliary("x"));
    let mut header: Option<(usize, usize)> = None;
    let mut clause: Vec<Lit> = Vec::new();
    let mut last = 0;
    for (number, text) in input.lines().enumerate() {
        let (line, text) = (number + 1, text?);
        last = line;
        let fail = |problem: String| DimacsError::Syntax { line, problem };
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with('c') {
            continue;
        }
        if trimmed.starts_with('p') {
            let parts: Vec<&str> = trimmed.split_whitespace().collect();
            let ["p", "cnf", vars, clauses] = parts[..] else {
                return Err(fail(format!("expected 'p cnf VARIABLES CLAUSES', found '{trimmed}'")));
            };
            match (header, vars.parse::<usize>(), clauses.parse::<usize>()) {
                (None, Ok(vars), Ok(clauses)) if vars <= super::Var::LIMIT => {
                    formula.reserve_vars(family, vars);
                    header = Some((vars, clauses));
                }
                (Some(_), ..) => return Err(fail("a second 'p cnf' line".into())),
                (None, Ok(vars), Ok(_)) => {
                    return Err(fail(format!(
                        "{vars} variables, but at most {} are possible",
                        super::Var::LIMIT
                    )));
                }
                _ => return Err(fail(format!("'{vars}' and '{clauses}' should be two counts"))),
            }
            continue;
        }
        let Some((vars, _)) = header else {
            return Err(fail("a clause before the line 'p cnf VARIABLES CLAUSES'".into()));
        };
        for word in trimmed.split_whitespace() {
            match word.parse::<i32>() {
                Ok(0) => {
                    formula.add(clause.drain(..));
                }
                Ok(n) => match Lit::from_dimacs(n).filter(|lit| lit.var().index() < vars) {
                    Some(lit) => clause.push(lit),
                    None => return Err(fail(format!("literal {n}, but there are {vars} variables"))),
                },
                Err(_) => return Err(fail(format!("expected a literal, found '{word}'"))),
            }
        }
    }
    let fail = |problem: String| Err(DimacsError::Syntax { line: last, problem });
    if last == 0 {
        return Err(DimacsError::Empty);
    }
    let Some((_, clauses)) = header else { return fail("there is no line 'p cnf VARIABLES CLAUSES'".into()) };
    if !clause.is_empty() {
        return fail("the last clause has no closing 0".into());
    }
    if formula.clause_count() != clauses {
        return fail(format!("{} clauses, but {clauses} were announced", formula.clause_count()));
    }
    Ok(formula)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Index, Var};
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let (a, b) = (f.auxiliary(x), f.auxiliary(x));
        f.add([a, !b]);
        f.add([]);
        f.add([!a]);
        let mut text = Vec::new();
        write(&f, &["two lines\nof text".into()], &mut text).unwrap();
        let shown = String::from_utf8(text.clone()).unwrap();
        assert_eq!(shown, "c two lines\nc of text\nc family x(n) 1..2\np cnf 2 3\n1 -2 0\n0\n-1 0\n");
        let marked = ["\u{feff}".as_bytes(), &text].concat();
        for text in [text, marked] {
            let back = read(&text[..]).unwrap();
            assert_eq!(back.var_count(), 2);
            assert!(back.clauses().eq(f.clauses()));
        }
        let many = read(&b"p cnf 2000000000 1\n"[..]).unwrap_err().to_string();
        assert!(many.contains("2000000000 variables, but at most"), "{many}");
    }

    proptest! {
        #[test]
        fn any_formula_reads_back(clauses in vec(vec((0usize..300, any::<bool>()), 0..6), 0..60), map: bool) {
            let mut f = Formula::new();
            let x = f.family(Family::auxiliary("x"));
            for _ in 0..300 {
                f.auxiliary(x);
            }
            for clause in &clauses {
                f.add(clause.iter().map(|&(var, sign)| Var::new(var).lit(sign)));
            }
            let mut text = Vec::new();
            write_with(&f, &Comments::new(["a comment".into(), "p cnf 1 1".into()], map), &mut text).unwrap();
            let back = read(&text[..]).unwrap();
            prop_assert_eq!(back.var_count(), 300);
            prop_assert!(back.clauses().eq(f.clauses()));
        }
    }

    #[test]
    fn the_map_is_in_the_comments_if_it_is_wanted() {
        let mut f = Formula::new();
        let x = f.family(Family::indexed("x", "i,j", [Index::Number(2), Index::Number(3)]));
        f.vars(x, 2, 2);
        let mut text = Vec::new();
        write_with(&f, &Comments::new([], true), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "c family x(i,j) 1..2\nc 1 x(0,2)\nc 2 x(1,0)\np cnf 2 0\n");
    }

    #[test]
    fn bad_text_is_named() {
        for (text, expected) in [
            ("", "the file is empty"),
            ("c a comment\n\n", "line 2: there is no line"),
            ("1 0\n", "line 1: a clause before"),
            ("p cnf 1 1\n2 0\n", "line 2: literal 2, but"),
            ("p cnf 1 1\nx 0\n", "line 2: expected a literal"),
            ("p cnf 1 1\n1\n", "line 2: the last clause"),
            ("p cnf 1 2\n1 0\n", "line 2: 1 clauses, but 2"),
            ("p cnf a 2\n", "line 1: 'a' and"),
            ("p dnf\n", "line 1: expected 'p cnf"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
