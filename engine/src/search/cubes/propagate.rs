//! Unit propagation, to look ahead: what follows at once if a literal is true.
//!
//! Clauses are watched by two of their literals, so that a literal that becomes false touches few of them. Assignments are
//! kept on a trail and undone back to a mark.

use crate::encodings::cnf::{Formula, Lit};

/// A formula with a partial assignment that is closed under propagation.
pub(super) struct Propagator {
    lits: Vec<Lit>,
    /// The clauses: where their literals begin and end. The first two are watched.
    clauses: Vec<(usize, usize)>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// How much of the trail has been propagated.
    done: usize,
}

/// The answer that an assignment contradicts a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

fn code(lit: Lit) -> usize {
    2 * lit.var().index() + usize::from(!lit.is_positive())
}

impl Propagator {
    /// Loads a formula and propagates its unit clauses.
    pub(super) fn new(formula: &Formula) -> Result<Self, Conflict> {
        let vars = formula.var_count();
        let mut this = Self {
            lits: Vec::with_capacity(formula.literal_count()),
            clauses: Vec::with_capacity(formula.clause_count()),
            watches: vec![Vec::new(); 2 * vars],
            values: vec![None; vars],
            trail: Vec::new(),
            done: 0,
        };
        let mut units = Vec::new();
        for clause in formula.clauses() {
            match *clause {
                [] => return Err(Conflict),
                [unit] => units.push(unit),
                [first, second, ..] => {
                    let number = this.clauses.len() as u32;
                    let start = this.lits.len();
                    this.lits.extend_from_slice(clause);
                    this.clauses.push((start, this.lits.len()));
                    this.watches[code(first)].push(number);
                    this.watches[code(second)].push(number);
                }
            }
        }
        for unit in units {
            this.assign(unit)?;
        }
        Ok(this)
    }

    /// Returns the value of a literal.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.is_positive())
    }

    /// Returns the number of variables.
    pub(super) fn vars(&self) -> usize {
        self.values.len()
    }

    /// Returns the number of assigned variables, which is also the mark to [go back](Self::back_to) to.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// Makes a literal true, and all that follows. After a conflict only going back makes sense.
    pub(super) fn assign(&mut self, lit: Lit) -> Result<(), Conflict> {
        match self.value(lit) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Conflict),
            None => self.set(lit),
        }
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            self.visit(!lit)?;
        }
        Ok(())
    }

    /// Undoes assignments until only `mark` are left.
    pub(super) fn back_to(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit.var().index()] = None;
        }
        self.done = mark;
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.var().index()] = Some(lit.is_positive());
        self.trail.push(lit);
    }

    /// Finds the clauses that watch a literal that has become false another one, or learns that there is none.
    fn visit(&mut self, falsified: Lit) -> Result<(), Conflict> {
        let mut watching = std::mem::take(&mut self.watches[code(falsified)]);
        let mut at = 0;
        let mut result = Ok(());
        while at < watching.len() {
            let number = watching[at];
            let (start, end) = self.clauses[number as usize];
            if self.lits[start] == falsified {
                self.lits.swap(start, start + 1);
            }
            let other = self.lits[start];
            if self.value(other) == Some(true) {
                at += 1;
                continue;
            }
            match (start + 2..end).find(|&place| self.value(self.lits[place]) != Some(false)) {
                Some(place) => {
                    self.lits.swap(start + 1, place);
                    self.watches[code(self.lits[start + 1])].push(number);
                    watching.swap_remove(at);
                }
                None if self.value(other).is_none() => {
                    self.set(other);
                    at += 1;
                }
                None => {
                    result = Err(Conflict);
                    break;
                }
            }
        }
        self.watches[code(falsified)] = watching;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::cnf::Family;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    fn formula(vars: usize, clauses: &[&[i32]]) -> Formula {
        let mut formula = Formula::new();
        let x = formula.family(Family::auxiliary("x"));
        formula.vars(x, 1, vars);
        clauses.iter().for_each(|clause| formula.add(clause.iter().map(|&n| lit(n))));
        formula
    }

    #[test]
    fn what_follows_is_assigned_and_undone() {
        let formula = formula(5, &[&[1], &[-1, -2, 3], &[-3, 4, 5], &[-2, -4]]);
        let mut p = Propagator::new(&formula).unwrap();
        assert_eq!((p.assigned(), p.value(lit(1))), (1, Some(true)));
        for _ in 0..2 {
            assert_eq!(p.assign(lit(2)), Ok(()));
            let values = [3, -4, 5].map(|n| p.value(lit(n)));
            assert_eq!((values, p.assigned()), ([Some(true); 3], 5));
            p.back_to(1);
            assert_eq!((p.value(lit(5)), p.assign(lit(-5))), (None, Ok(())));
            assert_eq!((p.assign(lit(2)), p.value(lit(1))), (Err(Conflict), Some(true)));
            p.back_to(1);
        }
        assert_eq!(p.assign(lit(-1)), Err(Conflict));
    }

    #[test]
    fn a_contradiction_is_seen_at_once() {
        assert!(Propagator::new(&formula(2, &[&[1], &[-1, 2], &[-2]])).is_err());
        assert!(Propagator::new(&formula(2, &[&[]])).is_err());
    }
}
