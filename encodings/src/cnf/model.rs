//! The output of SAT, MaxSAT and pseudo-Boolean solvers, and the model in it.
//!
//! | solver | result | model |
//! |---|---|---|
//! | SAT competition | `s SATISFIABLE` | `v 1 -2 3 0`, over several lines |
//! | MiniSat (result file) | `SAT` | `1 -2 3 0` |
//! | MaxSAT | `o COST`, `s OPTIMUM FOUND` | as above, or from 2022 on `v 101`, one digit per variable |
//! | pseudo-Boolean | `o COST`, `s OPTIMUM FOUND` | `v x1 -x2 x3` |
//!
//! The reader finds out by itself which of these it reads. Solvers that improve an answer print a model each time; the
//! last one counts. A model ends with its 0; if it has none, with the next `o` line or with a comment `c Answer`.

use super::Var;
use std::io::{self, BufRead, Read};
use thiserror::Error;

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A model.
    Sat(Model),
    /// There is no model.
    Unsat,
    /// The solver gave up.
    Unknown,
}

/// Why a solver's output could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The input could not be read at all.
    #[error("{0}; check the name and whether you may read it")]
    Io(#[from] io::Error),
    /// There is neither a result nor a model in it.
    #[error("it holds neither a result nor a model; did the solver crash, or run out of time or memory?")]
    Empty,
    /// The solver says that there is a model, but prints none.
    #[error(
        "the solver says that there is a model, but prints none; ask it to (some need an option for that)"
    )]
    NoModel,
    /// A word that is not a literal.
    #[error("line {line}: expected a literal, as in `-12` or `x12`, found `{found}`")]
    Literal {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        found: String,
    },
    /// A variable that the formula does not have.
    #[error(
        "line {line}: the model has a value for the variable {variable}, but the formula has {limit} variables; \
         is it the model of another formula?"
    )]
    TooMany {
        /// The line, counted from 1.
        line: usize,
        /// The variable, counted from 1.
        variable: usize,
        /// The number of variables.
        limit: usize,
    },
    /// Two values for one variable.
    #[error("line {line}: the variable {variable} is both true and false in one model")]
    Contradiction {
        /// The line of the second value.
        line: usize,
        /// The variable, counted from 1.
        variable: usize,
    },
    /// Two results that differ.
    #[error("line {line}: `{found}` differs from the result before it; is it the output of two runs?")]
    TwoResults {
        /// The line of the second result, counted from 1.
        line: usize,
        /// The second result.
        found: String,
    },
    /// The solver says that there is no model, but prints one.
    #[error("the solver says that there is no model, but prints one; one of the two is wrong")]
    ModelOfUnsat,
    /// A line longer than any model of this formula.
    #[error("line {line}: the line does not end, so this is not the output of a solver")]
    Endless {
        /// The line, counted from 1.
        line: usize,
    },
    /// A line of no known kind.
    #[error("line {line}: `{found}` is not a line of a solver's output")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The beginning of the line.
        found: String,
    },
}

/// Values of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: Vec<Option<bool>>,
}

impl Model {
    /// Returns the value of a variable, or `None` if the model has none for it.
    pub fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).copied().flatten()
    }

    /// Returns the largest number, counted from 1, of a variable that has a value; 0 if none has.
    pub fn largest(&self) -> usize {
        self.values.len()
    }
}

/// Reads what a solver printed on a formula with `limit` variables.
pub fn read(mut input: impl BufRead, limit: usize) -> Result<Verdict, ModelError> {
    let mut reader = Reader { limit: limit.min(Var::LIMIT), ..Reader::default() };
    let (mut line, mut bytes) = (0, Vec::new());
    // A literal takes at most a sign, an x, ten digits and a space; the rest is for comments.
    let longest = reader.limit as u64 * 16 + (1 << 20);
    loop {
        bytes.clear();
        if Read::take(&mut input, longest).read_until(b'\n', &mut bytes)? == 0 {
            return reader.finish(line);
        }
        line += 1;
        if bytes.len() as u64 == longest {
            return Err(ModelError::Endless { line });
        }
        reader.line(line, String::from_utf8_lossy(&bytes).trim())?;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Sat,
    Unsat,
    Unknown,
}

#[derive(Default)]
struct Reader {
    limit: usize,
    said: Option<Said>,
    values: Vec<Option<bool>>,
    /// A literal was read.
    begun: bool,
    /// The model is complete; the next literal begins another one.
    ended: bool,
    /// The only word of all `v` lines so far, if it consists of 0 and 1 only.
    digits: Option<String>,
    words: usize,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), ModelError> {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match first {
            "" => {}
            "c" if rest.trim_start().starts_with("Answer") => self.ended |= self.begun,
            "c" => {}
            "o" => self.ended |= self.begun,
            "s" => {
                let said = status(rest.trim()).ok_or_else(|| unknown_line(line, text))?;
                self.result(line, text, said)?;
            }
            "v" => self.model(line, rest)?,
            "SAT" | "SATISFIABLE" if rest.is_empty() => self.result(line, text, Said::Sat)?,
            "UNSAT" | "UNSATISFIABLE" if rest.is_empty() => self.result(line, text, Said::Unsat)?,
            "INDET" | "UNKNOWN" if rest.is_empty() => self.result(line, text, Said::Unknown)?,
            _ if first.parse::<i64>().is_ok() => self.model(line, text)?,
            _ => return Err(unknown_line(line, text)),
        }
        Ok(())
    }

    fn result(&mut self, line: usize, text: &str, said: Said) -> Result<(), ModelError> {
        match self.said.replace(said) {
            Some(before) if before != said => {
                Err(ModelError::TwoResults { line, found: text.chars().take(40).collect() })
            }
            _ => Ok(()),
        }
    }

    fn model(&mut self, line: usize, text: &str) -> Result<(), ModelError> {
        for word in text.split_whitespace() {
            self.words += 1;
            let binary = word.len() > 1 && word.bytes().all(|b| b == b'0' || b == b'1');
            if self.words == 1 && binary {
                self.digits = Some(word.to_owned());
                continue;
            }
            // Another word follows, so it was the number 10, 11, … after all.
            if let Some(digits) = self.digits.take() {
                if binary && digits.len() == word.len() && word.len() > 8 {
                    self.digits = Some(word.to_owned()); // the next model of a solver that improves
                    continue;
                }
                self.literal(line, &digits)?;
            }
            self.literal(line, word)?;
        }
        Ok(())
    }

    fn literal(&mut self, line: usize, word: &str) -> Result<(), ModelError> {
        let (value, name) = match word.strip_prefix('-') {
            Some(name) => (false, name),
            None => (true, word),
        };
        let number = name.strip_prefix('x').unwrap_or(name);
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let number = number.parse::<usize>().ok().filter(|&n| digits && n <= Var::LIMIT);
        let Some(number) = number else {
            return Err(ModelError::Literal { line, found: word.chars().take(40).collect() });
        };
        if number == 0 {
            self.begun = true; // a formula without variables has the model `0`
            self.ended = true;
            return Ok(());
        }
        if number > self.limit {
            return Err(ModelError::TooMany { line, variable: number, limit: self.limit });
        }
        if std::mem::take(&mut self.ended) {
            self.values.clear();
        }
        self.begun = true;
        if self.values.len() < number {
            self.values.resize(number, None);
        }
        match self.values[number - 1].replace(value) {
            Some(other) if other != value => Err(ModelError::Contradiction { line, variable: number }),
            _ => Ok(()),
        }
    }

    fn finish(mut self, line: usize) -> Result<Verdict, ModelError> {
        if let Some(digits) = self.digits.take() {
            if digits.len() > self.limit {
                return Err(ModelError::TooMany { line, variable: digits.len(), limit: self.limit });
            }
            self.values = digits.bytes().map(|b| Some(b == b'1')).collect();
            self.begun = true;
        }
        match self.said {
            Some(Said::Unsat) if self.begun => Err(ModelError::ModelOfUnsat),
            Some(Said::Unsat) => Ok(Verdict::Unsat),
            Some(Said::Unknown) if !self.begun => Ok(Verdict::Unknown),
            Some(_) if !self.begun => Err(ModelError::NoModel),
            None if !self.begun => Err(ModelError::Empty),
            _ => Ok(Verdict::Sat(Model { values: self.values })),
        }
    }
}

fn status(text: &str) -> Option<Said> {
    match text {
        "SATISFIABLE" | "OPTIMUM FOUND" => Some(Said::Sat),
        "UNSATISFIABLE" => Some(Said::Unsat),
        "UNKNOWN" | "UNSUPPORTED" => Some(Said::Unknown),
        _ => None,
    }
}

fn unknown_line(line: usize, text: &str) -> ModelError {
    ModelError::Line { line, found: text.chars().take(40).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn literals(text: &str) -> Vec<i64> {
        match read(text.as_bytes(), 500) {
            Ok(Verdict::Sat(model)) => {
                let signed = |(i, value): (usize, &Option<bool>)| {
                    value.map(|value| if value { i as i64 + 1 } else { -(i as i64) - 1 })
                };
                model.values.iter().enumerate().filter_map(signed).collect()
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn every_kind_of_output_gives_the_model() {
        for text in [
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 -2 3 0\ns SATISFIABLE\n",
            "SAT\n1 -2 3 0\n",
            "SAT\r\n1 -2 3 0\r\n",
            "1 -2 3 0",
            "o 7\ns OPTIMUM FOUND\nv 101\n",
            "s OPTIMUM FOUND\nv x1 -x2 x3\n",
            "o 9\nc Answer: 1\nv x1 x2 x3\no 3\nc Answer: 2\nv x1 -x2 x3\ns OPTIMUM FOUND\n",
            "c Answer: 1\nv 1 2 -3 0\no 3\nc Answer: 2\nv 1 -2 3 0\no 2\ns OPTIMUM FOUND\n",
            "s UNKNOWN\nv 1 -2 3 0\n",
            // Blank lines and comments between the lines of a model; a literal said twice.
            "s SATISFIABLE\n\nv 1 -2\nc hello\nv 3 1 0\n",
            // A new model begins with a new cost, or with a new answer.
            "o 9\nv x1 x2 x3\no 3\nv x1 -x2 x3\n",
            "c Answer: 1\nv x1 x2 x3\nc Answer: 2\nv x1 -x2 x3\n",
        ] {
            assert_eq!(literals(text), [1, -2, 3], "{text:?}");
        }
        assert_eq!(literals("v 10 11\nv 0\n"), [10, 11]);
        assert_eq!(literals("s OPTIMUM FOUND\nv 0000000001\n").len(), 10);
        assert_eq!(literals("v 000000001\no 1\nv 100000001\n"), [1, -2, -3, -4, -5, -6, -7, -8, 9]);
        assert_eq!(literals("s SATISFIABLE\nv 0\n"), []);
    }

    #[test]
    fn a_model_may_have_all_variables_and_no_more() {
        for text in ["v 1 -3 0\n", "v 101\n"] {
            let Ok(Verdict::Sat(model)) = read(text.as_bytes(), 3) else { panic!("{text:?}") };
            let values: Vec<Option<bool>> = (0..4).map(|number| model.value(Var::new(number))).collect();
            let second = if text.len() > 6 { None } else { Some(false) };
            assert_eq!(values, [Some(true), second, Some(text.len() < 7), None], "{text:?}");
            assert_eq!(model.largest(), 3);
            assert!(read(text.as_bytes(), 2).is_err());
        }
    }

    #[test]
    fn a_line_may_hold_a_whole_model_but_is_not_endless() {
        let text: String = (1..=300_000).map(|number| format!("{number} ")).collect();
        let Ok(Verdict::Sat(model)) = read(text.as_bytes(), 300_000) else { panic!("a model") };
        assert_eq!(model.largest(), 300_000);
        let comment = |length| format!("c {}\nv 1 0\n", "x".repeat(length));
        assert!(matches!(read(comment(1000).as_bytes(), 1), Ok(Verdict::Sat(_))));
        assert!(matches!(read(comment(2 << 20).as_bytes(), 1), Err(ModelError::Endless { line: 1 })));
    }

    #[test]
    fn no_model_is_told_from_no_answer() {
        assert_eq!(literals("s SATISFIABLE\nv 1 0\ns OPTIMUM FOUND\n"), [1]);
        let twice = "s UNSATISFIABLE\ns UNSATISFIABLE\n";
        for text in [twice, "s UNSATISFIABLE\n", "UNSAT\n", "c 1\ns UNSATISFIABLE\nc 2\n", "UNSATISFIABLE\n"]
        {
            assert!(matches!(read(text.as_bytes(), 9), Ok(Verdict::Unsat)), "{text:?}");
        }
        for text in ["s UNKNOWN\n", "INDET\n"] {
            assert!(matches!(read(text.as_bytes(), 9), Ok(Verdict::Unknown)), "{text:?}");
        }
    }

    #[test]
    fn bad_output_is_named() {
        for (text, expected) in [
            ("", "it holds neither"),
            ("c only comments\n", "it holds neither"),
            ("s SATISFIABLE\n", "the solver says"),
            ("SAT\n", "the solver says"),
            ("s SATISFIABLE\nv 1 -1 0\n", "line 2: the variable 1 is both true and false"),
            ("v 1 2\nv -2 0\n", "line 2: the variable 2 is"),
            ("v 1 two 0\n", "line 1: expected a literal"),
            ("v 1 - 0\n", "line 1: expected a literal"),
            ("v 1 +2 0\n", "line 1: expected a literal"),
            ("SAT 1\n", "line 1: `SAT 1` is not a line"),
            ("UNSAT 1\n", "line 1: `UNSAT 1` is not a line"),
            ("INDET 1\n", "line 1: `INDET 1` is not a line"),
            // Two numbers, and not two models of eight digits.
            ("v 00000001\nv 10000001\n", "line 2: the model has a value for the variable 10000001, but"),
            ("v 99999999999999999999 0\n", "line 1: expected a literal"),
            ("v 1 2 3 10 0\n", "line 1: the model has a value for the variable 10, but"),
            ("v 0101010101\n", "line 1: the model has a value for the variable 10, but"),
            ("Segmentation fault\n", "line 1: `Segmentation fault` is not a line"),
            ("v 1 2 0\ns UNSATISFIABLE\n", "the solver says that there is no model, but prints one"),
            ("s UNSATISFIABLE\nv 1 2 0\n", "the solver says that there is no model, but prints one"),
            ("UNSAT\n1 -2 0\n", "the solver says that there is no model, but prints one"),
            ("v 101\ns UNSATISFIABLE\n", "the solver says that there is no model, but prints one"),
            ("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "line 3: `s UNSATISFIABLE` differs from"),
            ("s UNSATISFIABLE\ns SATISFIABLE\nv 1 0\n", "line 2: `s SATISFIABLE` differs from"),
            ("UNSAT\ns UNKNOWN\n", "line 2: `s UNKNOWN` differs from"),
            ("s PERHAPS\n", "line 1: `s PERHAPS` is not a line"),
        ] {
            let error = read(text.as_bytes(), 9).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        assert!(read(&b"\xff\xfe\n"[..], 9).is_err());
        let endless = std::io::BufReader::new(std::io::repeat(b'1'));
        assert!(matches!(read(endless, 9), Err(ModelError::Endless { line: 1 })));
    }

    proptest! {
        #[test]
        fn any_model_reads_back_in_every_form(values in vec(any::<bool>(), 2..200)) {
            let lits = values.iter().zip(1..).map(|(&v, n): (_, i64)| if v { n } else { -n });
            let words = |x: &str| -> Vec<String> {
                lits.clone().map(|n| if n < 0 { format!("-{x}{}", -n) } else { format!("{x}{n}") }).collect()
            };
            let lines: String = words("").chunks(7).map(|c| format!("v {}\n", c.join(" "))).collect();
            let digits: String = values.iter().map(|&v| if v { '1' } else { '0' }).collect();
            for text in [
                format!("s SATISFIABLE\n{lines}v 0\n"),
                format!("SAT\n{} 0\n", words("").join(" ")),
                format!("v {}\n", words("x").join(" ")),
                format!("o 1\nv {digits}\n"),
            ] {
                prop_assert_eq!(literals(&text), lits.clone().collect::<Vec<_>>());
            }
        }
    }
}
