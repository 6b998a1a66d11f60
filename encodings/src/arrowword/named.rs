//! From a model back to a puzzle, by the names of the variables alone.
//!
//! A decoder only needs to know what `question(r,c)`, `arrow(r,c,t)` and `letter(r,c,A)` mean; the map tells their
//! numbers. So a model can be decoded without building the formula again: it does not matter which version of the
//! program wrote it, with which options, or whether somebody simplified the formula and renumbered the map. Missing
//! names are noticed field by field, and the rules judge the result.

use super::given::Extend;
use super::instance::Stage;
use super::puzzle::{Arrow, Field, Puzzle, Question};
use crate::cnf::Var;
use crate::grid::{Grid, Pos};
use crate::lexicon::Letter;
use thiserror::Error;

/// The families of the variables that say what a puzzle is.
pub const FAMILIES: &[&str] = &["question", "arrow", "letter"];

/// Why a model, or the names of its variables, do not describe a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages name the fields
pub enum NamedError {
    #[error(
        "the map has no variable {name}, which the field at {pos} needs; it is not complete, or was made for another \
         grid, another stage, or other options (--extend)"
    )]
    Missing { pos: Pos, name: String },

    #[error("the model is not complete: it has no value for {name} (variable {number})")]
    NoValue { name: String, number: usize },

    #[error("the model gives the field at {pos} {found}; is it the model of another formula?")]
    Foreign { pos: Pos, found: &'static str },

    #[error("{name} is not a field of a grid with {rows} rows and {cols} columns")]
    Outside { name: String, rows: usize, cols: usize },

    #[error("{name} should be question(ROW,COLUMN), arrow(ROW,COLUMN,TYPE) or letter(ROW,COLUMN,LETTER)")]
    Indices { name: String },

    #[error("there are two variables {name}")]
    Twice { name: String },
}

/// The variables of a puzzle's fields.
#[derive(Clone, Debug)]
pub struct NamedVars {
    question: Grid<Option<Var>>,
    arrow: Grid<[Option<Var>; 6]>,
    letter: Grid<[Option<Var>; Letter::COUNT]>,
    any_letter: bool,
}

impl NamedVars {
    /// Prepares for a grid of this size; no variable is known yet.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self {
            question: Grid::filled(rows, cols, None),
            arrow: Grid::filled(rows, cols, [None; 6]),
            letter: Grid::filled(rows, cols, [None; Letter::COUNT]),
            any_letter: false,
        }
    }

    /// Remembers a variable if its family is one of the three that matter. Indices that make no sense are an error,
    /// as is a second variable with the same name.
    pub fn add(&mut self, var: Var, name: &str) -> Result<(), NamedError> {
        let Some((family, indices)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
            return Ok(());
        };
        if !FAMILIES.contains(&family) {
            return Ok(());
        }
        let mut parts = indices.split(',').map(str::trim);
        let (row, col, third) = (parts.next(), parts.next(), parts.next());
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<usize>().ok());
        let pos = number(row).zip(number(col)).map(|(row, col)| Pos::new(row, col));
        let pos = pos.filter(|&pos| self.question.contains(pos)).ok_or_else(|| {
            let (rows, cols) = (self.question.rows(), self.question.cols());
            NamedError::Outside { name: name.to_owned(), rows, cols }
        })?;
        let slot = match (family, third) {
            ("question", None) => Some(&mut self.question[pos]),
            ("arrow", third @ Some(_)) => {
                number(third).and_then(Arrow::from_code).map(|arrow| &mut self.arrow[pos][arrow.code()])
            }
            ("letter", Some(third)) => {
                let mut chars = third.chars();
                let letter = chars.next().and_then(Letter::from_char).filter(|_| chars.next().is_none());
                self.any_letter |= letter.is_some();
                letter.map(|letter| &mut self.letter[pos][letter.index()])
            }
            _ => None,
        };
        let slot = slot.filter(|_| parts.next().is_none());
        let slot = slot.ok_or_else(|| NamedError::Indices { name: name.to_owned() })?;
        match slot.replace(var) {
            Some(_) => Err(NamedError::Twice { name: name.to_owned() }),
            None => Ok(()),
        }
    }

    /// Tells whether there is any variable for a letter.
    pub fn has_letters(&self) -> bool {
        self.any_letter
    }

    /// Returns the puzzle that the values describe. `given` is the grid that was encoded, with what could be added to it
    /// taken literally. `value` returns `None` for variables that the model does not mention.
    pub fn decode(
        &self,
        given: &Puzzle,
        extend: Extend,
        stage: Stage,
        value: impl Fn(Var) -> Option<bool>,
    ) -> Result<Puzzle, NamedError> {
        let known = |var: Var, name: &dyn Fn() -> String| {
            value(var).ok_or_else(|| NamedError::NoValue { name: name(), number: var.index() + 1 })
        };
        let mut puzzle = given.clone();
        for pos in given.fields.positions() {
            if given.fields[pos] == Field::Open {
                let question = match self.question[pos] {
                    Some(var) if extend.opens_fields() => {
                        known(var, &|| format!("question({},{})", pos.row, pos.col))?
                    }
                    None if extend.opens_fields() => return Err(missing(pos, "question(r,c)")),
                    _ => false,
                };
                let letter = if stage.has_letters() { self.letter_at(pos, question, &known)? } else { None };
                puzzle.fields[pos] = match letter {
                    _ if question => Field::Question,
                    Some(letter) => Field::Letter(letter),
                    None => Field::Open,
                };
            }
            if puzzle.fields[pos] == Field::Question {
                let has_given = given.questions.iter().any(|q| q.pos == pos);
                match has_given {
                    false => self.arrows_at(pos, &mut puzzle.questions, &known)?,
                    // Arrows that cannot join have no variable.
                    true if extend.lets_join() => self.add_arrows(pos, &mut puzzle.questions, &known)?,
                    true => {}
                }
            }
        }
        puzzle.questions.sort_unstable();
        Ok(puzzle)
    }

    /// Returns the one letter of a letter field, or `None` for a question field.
    fn letter_at(
        &self,
        pos: Pos,
        question: bool,
        known: &impl Fn(Var, &dyn Fn() -> String) -> Result<bool, NamedError>,
    ) -> Result<Option<Letter>, NamedError> {
        let mut found = None;
        if self.letter[pos].iter().all(Option::is_none) {
            return Err(missing(pos, "letter(r,c,A)"));
        }
        for letter in Letter::all() {
            let Some(var) = self.letter[pos][letter.index()] else { continue };
            if known(var, &|| format!("letter({},{},{letter})", pos.row, pos.col))?
                && found.replace(letter).is_some()
            {
                return Err(NamedError::Foreign { pos, found: "two letters" });
            }
        }
        match (question, found) {
            (true, Some(_)) => Err(NamedError::Foreign { pos, found: "a question and a letter" }),
            (false, None) => Err(NamedError::Foreign { pos, found: "no letter" }),
            _ => Ok(found),
        }
    }

    /// Adds the questions of a question field.
    fn arrows_at(
        &self,
        pos: Pos,
        questions: &mut Vec<Question>,
        known: &impl Fn(Var, &dyn Fn() -> String) -> Result<bool, NamedError>,
    ) -> Result<(), NamedError> {
        let before = questions.len();
        if self.arrow[pos].iter().all(Option::is_none) {
            return Err(missing(pos, "arrow(r,c,t)"));
        }
        self.add_arrows(pos, questions, known)?;
        match questions.len() - before {
            0 => Err(NamedError::Foreign { pos, found: "no arrow" }),
            _ => Ok(()),
        }
    }

    /// Adds the questions that a field has according to its variables, if it has any.
    fn add_arrows(
        &self,
        pos: Pos,
        questions: &mut Vec<Question>,
        known: &impl Fn(Var, &dyn Fn() -> String) -> Result<bool, NamedError>,
    ) -> Result<(), NamedError> {
        for arrow in Arrow::ALL {
            let Some(var) = self.arrow[pos][arrow.code()] else { continue };
            if known(var, &|| format!("arrow({},{},{})", pos.row, pos.col, arrow.code()))? {
                questions.push(Question { pos, arrow });
            }
        }
        Ok(())
    }
}

fn missing(pos: Pos, name: &str) -> NamedError {
    NamedError::Missing { pos, name: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::cwg;

    /// Decodes a grid `...` from variables by name; those marked with `+` are true, those with `?` have no value.
    fn decode(names: &[&str], stage: Stage) -> Result<String, NamedError> {
        let given = cwg::read("1\n3\n...\n").unwrap().puzzle;
        let mut vars = NamedVars::new(1, 3);
        for (i, name) in names.iter().enumerate() {
            vars.add(Var::new(i), name.trim_start_matches(['+', '?'])).unwrap();
        }
        let value = |var: Var| {
            let name = names[var.index()];
            (!name.starts_with('?')).then(|| name.starts_with('+'))
        };
        vars.decode(&given, Extend::All, stage, value).map(|puzzle| cwg::write(&puzzle))
    }

    const LAYOUT: [&str; 5] =
        ["+question(0,0)", "question(0,1)", "question(0,2)", "+arrow(0,0,3)", "reach(down,0,0,1)"];

    #[test]
    fn names_make_a_puzzle() {
        assert_eq!(decode(&LAYOUT, Stage::Layout).unwrap(), "1\n3\n?..\n0 0 3\n");
        let letters = ["letter(0,0,A)", "letter(0,1,A)", "+letter(0,1,B)", "+letter(0,2,Z)"];
        let all: Vec<&str> = LAYOUT.into_iter().chain(letters).collect();
        assert_eq!(decode(&all, Stage::Joint).unwrap(), "1\n3\n?BZ\n0 0 3\n");
    }

    #[test]
    fn a_given_layout_is_kept() {
        let given = cwg::read("1\n3\n?..\n0 0 3\n").unwrap().puzzle;
        // No variables for arrows, as these are given; whether there are any for question fields does not matter.
        for names in
            [&["letter(0,1,A)", "letter(0,2,B)"][..], &["letter(0,1,A)", "letter(0,2,B)", "question(0,1)"]]
        {
            let mut vars = NamedVars::new(1, 3);
            for (i, name) in names.iter().enumerate() {
                vars.add(Var::new(i), name).unwrap();
            }
            let filled = vars.decode(&given, Extend::Nothing, Stage::Joint, |_| Some(true)).unwrap();
            assert_eq!(cwg::write(&filled), "1\n3\n?AB\n0 0 3\n");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let without = |i: usize| -> Vec<&str> {
            LAYOUT.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, name)| *name).collect()
        };
        let failed = |names: &[&str], stage| decode(names, stage).unwrap_err().to_string();
        assert!(
            failed(&without(1), Stage::Layout)
                .contains("no variable question(r,c), which the field at row 1, column 2")
        );
        assert!(failed(&without(3), Stage::Layout).contains("no variable arrow(r,c,t)"));
        assert!(failed(&LAYOUT, Stage::Joint).contains("no variable letter(r,c,A)"));
        let unknown = ["?question(0,0)", "question(0,1)", "question(0,2)"];
        assert!(failed(&unknown, Stage::Layout).contains("no value for question(0,0) (variable 1)"));
        let no_arrow = ["+question(0,0)", "question(0,1)", "question(0,2)", "arrow(0,0,3)"];
        assert!(failed(&no_arrow, Stage::Layout).contains("no arrow"));
        let second = ["+question(0,0)", "+question(0,1)", "question(0,2)", "+arrow(0,0,3)", "arrow(0,1,3)"];
        assert!(failed(&second, Stage::Layout).contains("row 1, column 2 no arrow"));
        for (letters, expected) in [
            (["+letter(0,0,A)", "letter(0,1,B)"], "a question and a letter"),
            (["letter(0,0,A)", "letter(0,1,B)"], "no letter"),
        ] {
            let all: Vec<&str> = LAYOUT.into_iter().chain(letters).collect();
            assert!(failed(&all, Stage::Joint).contains(expected));
        }
    }

    #[test]
    fn names_that_make_no_sense_are_refused() {
        let mut vars = NamedVars::new(2, 2);
        for name in [
            "question(2,0)",
            "question(0)",
            "question(0,0,0)",
            "letter(0,0,AB)",
            "letter(0,0)",
            "arrow(0,0,6)",
        ] {
            assert!(vars.add(Var::new(0), name).is_err(), "{name}");
        }
        assert!(vars.add(Var::new(0), "word(0,HELLO)").is_ok() && !vars.has_letters());
        assert!(vars.add(Var::new(0), "letter(1,1,A)").is_ok() && vars.has_letters());
        let twice = NamedError::Twice { name: "letter(1,1,A)".to_owned() };
        assert_eq!(vars.add(Var::new(1), "letter(1,1,A)"), Err(twice));
    }
}
