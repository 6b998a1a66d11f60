//! Proofs of the parts of a formula as one proof of the whole.
//!
//! A formula was split into cubes that cover everything, and for each cube there is a proof, in DRAT, that the formula has no
//! model under it. What such a proof derives holds under its cube; so each of its clauses gets the negated literals of the
//! cube added, and is then derived from the formula alone, by the same propagation. A clause with a literal of the cube says
//! nothing and is left out. The last clause of each proof, the empty one, becomes the negated cube. At the end a proof that the
//! cubes cover everything derives the empty clause from these.
//!
//! * Clauses of the formula are not deleted, as later parts need them; what a part derived is deleted after it.
//! * New variables that a solver defined get new numbers in each part, because another part may use the same for something
//!   else.
//! * A clause that does not follow but only keeps a model (RAT) stays correct if its pivot is such a new variable. Otherwise it
//!   may not; the checker of the merged proof decides. CaDiCaL and our own proofs have no such clauses.

use super::{NoProof, ProofFormat, prover, refute};
use crate::encodings::cnf::{Lit, Var, icnf};
use crate::solver::{BackEnd, Budget};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

/// The most memory that the clauses may take which a part has derived and not deleted, in bytes: 4 per literal and 64 per
/// clause.
pub const MOST_BYTES: u64 = 1_000_000_000;

/// The length from which on a line of a proof is rejected, in bytes.
const LONGEST_LINE: u64 = 64_000_000;

/// Why a line is not a step of a DRAT proof as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepProblem {
    /// The line is longer than any that is read.
    #[error("the line does not end")]
    Endless,
    /// It is not text.
    #[error(
        "this is not text; the binary form of DRAT is not read, so tell the solver to write text (cadical: --no-binary)"
    )]
    Binary,
    /// A word is no literal.
    #[error("expected a literal of a DRAT proof as text, found `{0}`")]
    NoLiteral(String),
    /// There is something behind the 0.
    #[error("`{0}` after the end of the clause")]
    AfterEnd(String),
    /// There is no 0.
    #[error("the clause does not end with 0")]
    NoEnd,
    /// The variable of a literal would get a number that no literal can have.
    #[error("the variable {0} has no number left")]
    NoNumber(i32),
}

/// Why a proof of a part cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not a step of a DRAT proof as text.
    #[error("line {line}: {problem}")]
    Step {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: StepProblem,
    },
    /// It keeps too many clauses.
    #[error(
        "line {line}: the clauses that the proof has not deleted take more than {megabytes} MB, the most that they may"
    )]
    TooMuch {
        /// The line, counted from 1.
        line: usize,
        /// The limit, in millions of bytes.
        megabytes: u64,
    },
    /// A cube is one of another formula.
    #[error(
        "the cube of this part has the variable {variable}, but the formula has {vars} variables; give the cubes of this formula"
    )]
    OtherFormula {
        /// The variable, counted from 1.
        variable: usize,
        /// The number of variables of the formula.
        vars: u32,
    },
    /// It does not derive the empty clause.
    #[error(
        "the proof does not end with the empty clause, a line `0`; is it cut off, or of a part that has a model?"
    )]
    Incomplete,
    /// There are assignments in no cube.
    #[error("the cubes do not cover everything, so there is no proof of the whole")]
    NotCovered,
    /// The cover could not be proven.
    #[error("that the cubes cover everything could not be proven: {0}")]
    Cover(NoProof),
}

/// Writes the proofs of parts as one proof.
pub struct Merger<W> {
    out: W,
    /// The variables of the formula.
    vars: u32,
    /// The next number for a variable that a part defines.
    next: u32,
    /// The cubes so far.
    cubes: Vec<Vec<Lit>>,
    line: String,
    bytes: u64,
    /// The limits on what is read.
    most: u64,
    longest: u64,
}

impl<W: Write> Merger<W> {
    /// Creates a merger for parts of a formula with this many variables.
    pub fn new(vars: usize, out: W) -> Self {
        let vars = u32::try_from(vars).unwrap_or(u32::MAX);
        let (most, longest) = (MOST_BYTES, LONGEST_LINE);
        let next = vars.saturating_add(1);
        Self { out, vars, next, cubes: Vec::new(), line: String::new(), bytes: 0, most, longest }
    }

    /// Adds the proof that the formula has no model under this cube.
    pub fn add(&mut self, cube: &[Lit], mut proof: impl BufRead) -> Result<(), MergeError> {
        if let Some(lit) = cube.iter().find(|lit| lit.var().index() >= self.vars as usize) {
            return Err(MergeError::OtherFormula { variable: lit.var().index() + 1, vars: self.vars });
        }
        let mut part = Part::new(self.vars, self.next, cube);
        // What this part has derived so far, each clause with its literals sorted, and how often.
        let mut derived: HashMap<Vec<i32>, u32> = HashMap::new();
        let (mut is_complete, mut kept, mut bytes) = (false, 0, Vec::new());
        for line in 1.. {
            bytes.clear();
            let read = Read::take(&mut proof, self.longest).read_until(b'\n', &mut bytes)?;
            let fail = |problem| MergeError::Step { line, problem };
            match read as u64 {
                0 => break,
                read if read == self.longest => return Err(fail(StepProblem::Endless)),
                _ => {}
            }
            let text = std::str::from_utf8(&bytes).map_err(|_| fail(StepProblem::Binary))?.trim();
            let (is_deletion, lits) = match text.split_once(' ') {
                _ if text.is_empty() || text == "c" || text.starts_with("c ") => continue,
                Some(("d", lits)) => (true, lits),
                _ => (false, text),
            };
            let clause = part.read(lits).map_err(fail)?;
            is_complete = clause.is_empty() && !is_deletion;
            if is_complete {
                break;
            }
            let Some(clause) = part.extended(clause) else { continue };
            let mut key = clause.clone();
            key.sort_unstable();
            let size = 64 + 4 * key.len() as u64;
            if !is_deletion {
                self.step("", &clause)?;
                kept += size;
                if kept > self.most {
                    return Err(MergeError::TooMuch { line, megabytes: self.most / 1_000_000 });
                }
                *derived.entry(key).or_default() += 1;
            } else if let Some(times) = derived.get_mut(&key) {
                *times -= 1;
                if *times == 0 {
                    derived.remove(&key);
                }
                kept -= size;
                self.step("d ", &clause)?;
            }
        }
        if !is_complete {
            return Err(MergeError::Incomplete);
        }
        let negated = std::mem::take(&mut part.negated);
        self.step("", &negated)?;
        let mut rest: Vec<(Vec<i32>, u32)> = derived.into_iter().collect();
        rest.sort_unstable();
        for (clause, times) in rest {
            for _ in 0..times {
                self.step("d ", &clause)?;
            }
        }
        self.next = part.last + 1;
        self.cubes.push(cube.to_vec());
        Ok(())
    }

    /// Adds the proof that the cubes cover everything. Returns the length of the whole proof in bytes.
    pub fn finish(mut self, seed: u64, budget: &Budget) -> Result<u64, MergeError> {
        // A solver takes memory for every number up to the largest, so the variables of the cubes are counted anew.
        let mut vars: Vec<Var> = self.cubes.iter().flatten().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        vars.dedup();
        let counted =
            |lit: &Lit| Var::new(vars.partition_point(|&var| var < lit.var())).lit(lit.is_positive());
        let cubes: Vec<Vec<Lit>> = self.cubes.iter().map(|cube| cube.iter().map(counted).collect()).collect();
        let solver = prover(&BackEnd::default(), ProofFormat::Drat);
        let cover = Shared::default();
        match refute(&icnf::complement(&cubes), &solver, seed, ProofFormat::Drat, cover.clone(), budget) {
            Ok(_) => {}
            Err(NoProof::Model) => return Err(MergeError::NotCovered),
            Err(error) => return Err(MergeError::Cover(error)),
        }
        let cover = cover.0.take();
        // Its cubes have no more variables than the formula.
        let mut part = Part::new(vars.len() as u32, self.next, &[]);
        let lines = (1..).zip(cover.split(|&byte| byte == b'\n'));
        for (line, bytes) in lines.filter(|(_, bytes)| !bytes.is_empty()) {
            let fail = |problem| MergeError::Step { line, problem };
            let text = std::str::from_utf8(bytes).map_err(|_| fail(StepProblem::Binary))?;
            let (mark, lits) = text.strip_prefix("d ").map_or(("", text), |lits| ("d ", lits));
            let mut clause = part.read(lits).map_err(fail)?;
            for lit in &mut clause {
                if let Some(var) = vars.get(lit.unsigned_abs() as usize - 1) {
                    *lit = var.lit(lit.is_positive()).dimacs();
                }
            }
            self.step(mark, &clause)?;
        }
        self.out.flush()?;
        Ok(self.bytes)
    }

    /// Writes one line.
    fn step(&mut self, mark: &str, clause: &[i32]) -> io::Result<()> {
        self.line.clear();
        self.line.push_str(mark);
        for lit in clause {
            let _ = write!(self.line, "{lit} ");
        }
        self.line.push_str("0\n");
        self.bytes += self.line.len() as u64;
        self.out.write_all(self.line.as_bytes())
    }
}

/// What a part's clauses become.
struct Part {
    vars: u32,
    /// The number that the first new variable of this part gets, and the last one that was given so far.
    first: u32,
    last: u32,
    /// The literals of the cube, and their negations in order.
    within: HashSet<i32>,
    negated: Vec<i32>,
}

impl Part {
    /// Creates a part under a cube of a formula with this many variables, whose first new variable gets the number `first`.
    fn new(vars: u32, first: u32, cube: &[Lit]) -> Self {
        let within = cube.iter().map(|lit| lit.dimacs()).collect();
        let negated = cube.iter().map(|lit| -lit.dimacs()).collect();
        Self { vars, first, last: first - 1, within, negated }
    }

    /// Reads the literals of a step, up to the 0; new variables get their numbers.
    fn read(&mut self, text: &str) -> Result<Vec<i32>, StepProblem> {
        let mut clause = Vec::new();
        let mut words = text.split_ascii_whitespace();
        for word in words.by_ref() {
            let lit: i32 = match word.parse() {
                Ok(0) => {
                    return match words.next() {
                        Some(word) => Err(StepProblem::AfterEnd(word.to_owned())),
                        None => Ok(clause),
                    };
                }
                Ok(lit) if lit != i32::MIN => lit,
                _ => return Err(StepProblem::NoLiteral(word.to_owned())),
            };
            clause.push(self.renumbered(lit).ok_or(StepProblem::NoNumber(lit))?);
        }
        Err(StepProblem::NoEnd)
    }

    fn renumbered(&mut self, lit: i32) -> Option<i32> {
        let Some(beyond) = lit.unsigned_abs().checked_sub(self.vars + 1) else { return Some(lit) };
        let number = self.first.checked_add(beyond)?;
        self.last = self.last.max(number);
        Some(i32::try_from(number).ok()? * lit.signum())
    }

    /// Adds "or not in this cube"; `None` if the clause then says nothing. The first literal stays the first, because it is
    /// the pivot.
    fn extended(&self, mut clause: Vec<i32>) -> Option<Vec<i32>> {
        if clause.iter().any(|lit| self.within.contains(lit)) {
            return None;
        }
        let new: Vec<i32> = self.negated.iter().copied().filter(|lit| !clause.contains(lit)).collect();
        clause.extend(new);
        Some(clause)
    }
}

/// Bytes that are read again.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::from_dimacs(n).unwrap()).collect()
    }

    fn merged(vars: usize, parts: &[(&[i32], &str)]) -> Result<String, MergeError> {
        let mut out = Vec::new();
        let mut merger = Merger { most: 200, longest: 60, ..Merger::new(vars, &mut out) };
        for (cube, proof) in parts {
            merger.add(&lits(cube), proof.as_bytes())?;
        }
        let bytes = merger.finish(0, &Budget::unlimited())?;
        assert_eq!(bytes, out.len() as u64);
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn clauses_hold_under_their_cube_and_new_variables_are_kept_apart() {
        let first = "c a comment\nc\n\n5 2 0\n3 -1 0\n1 2 0\nd 5 2 0\nd 1 2 3 0\nd 1 2 0\n0\n";
        let second = "-5 6 0\n1 0\n0\nd 3 0\n";
        let text = merged(4, &[(&[1], first), (&[-1], second)]).unwrap();
        let expected =
            "5 2 -1 0\n3 -1 0\nd 5 2 -1 0\n-1 0\nd -1 3 0\n-6 7 1 0\n1 0\n1 0\nd -6 1 7 0\nd 1 0\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with("\n0\n"), "{text}");
    }

    #[test]
    fn a_clause_that_was_derived_twice_is_deleted_twice() {
        let text = merged(3, &[(&[1], "2 0\n2 0\nd 2 0\n0\n"), (&[-1], "0\n")]).unwrap();
        assert!(text.starts_with("2 -1 0\n2 -1 0\nd 2 -1 0\n-1 0\nd -1 2 0\n1 0\n"), "{text}");
    }

    #[test]
    fn a_part_without_new_variables_leaves_no_gap_in_their_numbers() {
        let parts: [(&[i32], &str); 3] = [(&[1], "0\n"), (&[-1, 2], "5 4 0\n0\n"), (&[-1, -2], "5 0\n0\n")];
        let text = merged(4, &parts).unwrap();
        let expected = "-1 0\n5 4 1 -2 0\n1 -2 0\nd -2 1 4 5 0\n6 1 2 0\n1 2 0\nd 1 2 6 0\n";
        assert!(text.starts_with(expected), "{text}");
    }

    /// Returns the cubes of a tree that splits by another variable on each branch.
    fn leaves(cube: Vec<i32>, depth: usize) -> Vec<Vec<i32>> {
        if depth == 0 {
            return vec![cube];
        }
        let free: Vec<i32> =
            [2, 3, 5, 7, 9].into_iter().filter(|var| !cube.contains(var) && !cube.contains(&-var)).collect();
        let var = free[cube.iter().sum::<i32>().rem_euclid(free.len() as i32) as usize];
        [var, -var].into_iter().flat_map(|lit| leaves([&cube[..], &[lit]].concat(), depth - 1)).collect()
    }

    /// Returns whether unit propagation derives a clause.
    fn follows(clause: &[i32], clauses: &[Vec<i32>]) -> bool {
        let mut holds: HashSet<i32> = clause.iter().map(|lit| -lit).collect();
        loop {
            let mut is_new = false;
            for clause in clauses {
                let open: Vec<i32> = clause.iter().copied().filter(|lit| !holds.contains(&-lit)).collect();
                match open[..] {
                    [] => return true,
                    [unit] => is_new |= holds.insert(unit),
                    _ => {}
                }
            }
            if !is_new {
                return false;
            }
        }
    }

    #[test]
    fn each_clause_of_the_whole_follows_from_those_before() {
        let cubes = leaves(Vec::new(), 4);
        let parts: Vec<(&[i32], &str)> = cubes.iter().map(|cube| (&cube[..], "0\n")).collect();
        let text = merged(9, &parts).unwrap();
        // The formula has a clause against each cube.
        let mut clauses: Vec<Vec<i32>> =
            cubes.iter().map(|cube| cube.iter().map(|lit| -lit).collect()).collect();
        for line in text.lines().filter(|line| !line.starts_with("d ")) {
            let numbers = line.split(' ').map(|number| number.parse().unwrap());
            let clause: Vec<i32> = numbers.filter(|&number| number != 0).collect();
            assert!(follows(&clause, &clauses), "{line} in {text}");
            clauses.push(clause);
        }
        // The cover takes more than propagation.
        assert!(clauses.len() > 2 * cubes.len() + 1 && clauses.last().is_some_and(Vec::is_empty), "{text}");
    }

    #[test]
    fn what_is_no_proof_of_all_parts_is_refused() {
        let message = |parts: &[(&[i32], &str)]| merged(4, parts).unwrap_err().to_string();
        assert!(message(&[(&[1], "0\n")]).contains("do not cover"));
        assert!(message(&[(&[1], "2 0\n")]).contains("does not end with the empty clause"));
        assert!(message(&[(&[1], "")]).contains("does not end with the empty clause"));
        assert!(message(&[(&[1], "2 3\n0\n")]).contains("line 1: the clause does not end with 0"));
        assert!(message(&[(&[1], "2 0\nx 0\n")]).contains("line 2: expected a literal"));
        assert!(message(&[(&[1], "-2147483648 0\n")]).contains("found `-2147483648`"));
        assert!(message(&[(&[1], "2 0 3\n")]).contains("`3` after the end"));
        assert!(message(&[(&[1], "1 2 0\nd \u{0}\n")]).contains("expected a literal"));
        assert!(message(&[(&[5], "0\n")]).contains("has the variable 5, but the formula has 4 variables"));
        assert!(
            message(&[(&[1], &format!("2 0\n{} 0\n", "2 ".repeat(40)))])
                .contains("line 2: the line does not end")
        );
    }

    #[test]
    fn the_clauses_that_a_part_keeps_have_a_limit_and_deleted_ones_do_not_count() {
        // With its cube, each of these takes 76 bytes.
        let error = merged(4, &[(&[1], "2 3 0\n2 4 0\n3 4 0\n0\n"), (&[-1], "0\n")]).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 3: the clauses that the proof has not deleted take more than 0 MB, the most that they may"
        );
        assert!(merged(4, &[(&[1], "2 3 0\n2 4 0\nd 2 3 0\n3 4 0\n0\n"), (&[-1], "0\n")]).is_ok());
        let again = "2 3 0\n2 4 0\nd 2 3 0\n3 4 0\n2 3 0\n0\n";
        let error = merged(4, &[(&[1], again), (&[-1], "0\n")]).unwrap_err().to_string();
        assert!(error.starts_with("line 5: "), "{error}");
        // With its cube, a clause of 8 literals takes 100 bytes, half of the limit, and one of 9 takes more.
        let of = |first: &str, second: &str| {
            merged(12, &[(&[1], &format!("{first} 0\n{second} 0\n0\n")), (&[-1], "0\n")])
        };
        assert!(of("2 3 4 5 6 7 8 9", "3 4 5 6 7 8 9 10").is_ok());
        assert!(of("2 3 4 5 6 7 8 9", "3 4 5 6 7 8 9 10 11").is_err());
    }

    #[test]
    fn the_cover_is_proven_in_the_numbers_of_the_formula_and_takes_no_memory_for_others() {
        let (low, high) = (7, 1_000_000_000);
        let parts: Vec<Vec<i32>> =
            [[low, high], [low, -high], [-low, high], [-low, -high]].map(Vec::from).into();
        let parts: Vec<(&[i32], &str)> = parts.iter().map(|cube| (&cube[..], "0\n")).collect();
        let text = merged(high as usize, &parts).unwrap();
        let cover: Vec<&str> = text.lines().skip(4).collect();
        assert_eq!(cover.last(), Some(&"0"), "{text}");
        let numbers =
            cover.iter().flat_map(|line| line.split_whitespace()).filter_map(|word| word.parse::<i32>().ok());
        let numbers: HashSet<i32> = numbers.map(i32::abs).collect();
        assert!(numbers.contains(&low) || numbers.contains(&high), "{text}");
        assert!(numbers.iter().all(|number| [0, low, high].contains(number)), "{text}");
    }
}
