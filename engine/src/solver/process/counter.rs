//! Model counters, as processes: they read and print the formats of the model counting competitions.
//!
//! The formula's file has a line `c t mc` or, if only some variables count, `c t pmc` and `c p show … 0` with their
//! numbers. What counters print differs more than the output of solvers does, so every common form is understood:
//!
//! | line | printed by |
//! |---|---|
//! | `c s exact arb int N` | Ganak, SharpSAT-TD, D4, … (competitions from 2021 on) |
//! | `c s approx arb int N`, `c s approx … N` | the same, if the number is an estimate |
//! | `s mc N`, `s pmc N` | ApproxMC, older counters |
//! | `s UNSATISFIABLE` | all, where there is none |

use super::error::ProcessError;
use super::{CommandLine, run};
use crate::encodings::cnf::{Formula, Lit, dimacs};
use crate::solver::Budget;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

/// What a counter printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number: decimal digits, or as the counter writes what has too many of them.
    pub number: String,
    /// Whether the counter says that this is an estimate. Some do not say so.
    pub is_estimate: bool,
}

/// Has a counter count the models of a formula, or the different values of the variables of `on` in them. `None` if the
/// budget ended first, or if the counter broke, which [`Budget::failure`] then says.
pub fn count_by(
    command: &CommandLine,
    formula: &Formula,
    on: Option<&[Lit]>,
    seed: u64,
    budget: &Budget,
) -> Option<Counted> {
    let counted = ask(command, formula, on, seed, budget);
    counted.unwrap_or_else(|error| {
        budget.fail(format!("the counter `{command}` {error}"));
        None
    })
}

fn ask(
    command: &CommandLine,
    formula: &Formula,
    on: Option<&[Lit]>,
    seed: u64,
    budget: &Budget,
) -> Result<Option<Counted>, ProcessError> {
    let header = match on {
        None => vec!["t mc".to_owned()],
        Some(on) => {
            let shown: String = on.iter().map(|lit| format!("{} ", lit.var().index() + 1)).collect();
            vec!["t pmc".to_owned(), format!("p show {shown}0")]
        }
    };
    let write = |file: File| dimacs::write(formula, &header, file);
    let Some(finished) = run::run(command, seed, formula.var_count(), write, budget)? else {
        return Ok(None);
    };
    let file = File::open(finished.result()).map_err(ProcessError::Watch)?;
    let counted = read_count(BufReader::new(file)).map_err(ProcessError::Watch)?;
    let status = finished.status;
    match counted {
        // The number that a killed counter printed last may be one that it was still improving.
        Some(_) if status.code().is_some() => Ok(counted),
        _ if status.code().is_none() => Err(ProcessError::Crashed { status, said: finished.said() }),
        _ => Err(ProcessError::NoCount { status, said: finished.said() }),
    }
}

/// Reads what a counter printed; `None` if there is no count in it. A line takes as much memory as it is long, so this is for
/// output that has a limit.
pub fn read_count(input: impl BufRead) -> io::Result<Option<Counted>> {
    let mut counted = None;
    for line in input.split(b'\n') {
        // The last one counts: some print estimates on the way.
        counted = read_line(&String::from_utf8_lossy(&line?)).or(counted);
    }
    Ok(counted)
}

/// Reads a count from a line, if there is one.
fn read_line(line: &str) -> Option<Counted> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (number, is_estimate) = match words[..] {
        ["s", "UNSATISFIABLE"] => ("0", false),
        ["s", "mc" | "pmc", number] => (number, false),
        // A number that is not whole has a limited precision, so it is an estimate as well.
        ["c", "s", "exact", .., number] => (number, false),
        ["c", "s", "approx", .., number] => (number, true),
        _ => return None,
    };
    let is_number = number.parse::<f64>().is_ok_and(|value| value >= 0.0);
    is_number.then(|| Counted { number: number.to_owned(), is_estimate: is_estimate || !is_whole(number) })
}

fn is_whole(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::encodings::cnf::Family;

    #[test]
    fn counts_are_read_from_what_counters_print() {
        let read = |line: &str| read_line(line).map(|counted| (counted.number, counted.is_estimate));
        for (line, number, is_estimate) in [
            ("c s exact arb int 123456789012345678901234567890", "123456789012345678901234567890", false),
            ("s mc 24", "24", false),
            ("s pmc 7\r", "7", false),
            ("s UNSATISFIABLE", "0", false),
            ("c s approx arb int 4096", "4096", true),
            ("c s exact double prec-sci 1.5e+30", "1.5e+30", true),
        ] {
            assert_eq!(read(line), Some((number.to_owned(), is_estimate)), "{line}");
        }
        for line in [
            "c s exact arb frac 1/2",
            "s mc -1",
            "c s type pmc",
            "s SATISFIABLE",
            "c s log10-estimate 3.5",
            "s mc many",
            "c o 24",
            "",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn the_last_count_is_the_one() {
        let output = "c s approx arb int 3\nc s type mc\ns mc 24\nc done\n";
        let expected = Counted { number: "24".to_owned(), is_estimate: false };
        assert_eq!(read_count(output.as_bytes()).unwrap(), Some(expected));
        assert_eq!(read_count(&b"c no count\n"[..]).unwrap(), None);
    }

    /// A shell stands for the counter.
    #[cfg(unix)]
    #[test]
    fn a_counter_is_told_what_counts_and_a_broken_one_is_not_believed() {
        let mut formula = Formula::new();
        let family = formula.family(Family::auxiliary("x"));
        formula.vars(family, 1, 2);
        let second = Lit::from_dimacs(2).unwrap();
        let asked = |script: &str, on: Option<&[Lit]>| {
            let budget = Budget::unlimited();
            let command = format!("sh -c '{script}' {{cnf}}").parse().unwrap();
            let counted = count_by(&command, &formula, on, 0, &budget).map(|counted| counted.number);
            (counted, budget.failure().unwrap_or_default().to_owned())
        };
        let told =
            "grep -q \"^c t mc$\" \"$0\" && echo s mc 4; grep -q \"^c p show 2 0$\" \"$0\" && echo s pmc 2";
        let found = |number: &str| (Some(number.to_owned()), String::new());
        assert_eq!(asked(&format!("{told}; true"), None), found("4"));
        assert_eq!(asked(&format!("{told}; exit 3"), Some(&[second])), found("2"));
        let (counted, failure) = asked("echo s mc 4; kill -9 $$", None);
        assert!(counted.is_none() && failure.contains("crashed"), "{counted:?} {failure}");
        let (counted, failure) = asked("kill -9 $$", None);
        assert!(counted.is_none() && failure.contains("crashed"), "{counted:?} {failure}");
        let (counted, failure) = asked("echo nothing", None);
        assert!(counted.is_none() && failure.contains("without a count"), "{counted:?} {failure}");
    }
}
