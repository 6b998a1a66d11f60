//! A formula in conjunctive normal form: clauses stored flat, variables with names, and gates.
//!
//! All literals are in one vector and the ends of the clauses in another, because a formula of many millions of clauses
//! must not take that many allocations. Clauses can be read from a mark on, so a solver that already has the formula is
//! given only what was added since.
//!
//! Clauses belong to *clause families*: an encoder announces with [`Formula::label`] what it is about to add, and all
//! clauses from there on are counted under that name. A label costs two words per change, not per clause.
//!
//! Formulas can be larger than the available memory. To save encoders a check at each clause, a formula that runs out
//! of room drops everything it has, ignores whatever is added, and reports that at the end ([`Formula::check`]); its
//! clauses cannot be read, because they would be only a part of it.

use super::names::Names;
use super::{Bit, Constraints, Family, FamilyId, Lit, Var, room};
use std::collections::HashSet;

/// Clauses over named variables.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    names: Names,
    lits: Vec<Lit>,
    ends: Vec<usize>,
    scratch: Vec<Lit>,
    /// The labels, each with the first clause it holds for.
    labels: Vec<(usize, &'static str)>,
    dropped_wishes: usize,
    constraints: Constraints,
    /// Set as soon as there was no room.
    too_large: Option<TooLarge>,
}

/// The error of a formula for which there was no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula is too large: memory or numbers for variables ran out after {variables} variables and {clauses} \
     clauses with {literals} literals"
)]
pub struct TooLarge {
    /// The number of variables until then.
    pub variables: usize,
    /// The number of clauses until then.
    pub clauses: usize,
    /// The number of literals until then.
    pub literals: usize,
}

/// The name of the clauses before the first label.
pub(super) const UNLABELLED: &str = "other";

/// The clauses that were added under one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseFamily {
    /// The label.
    pub name: &'static str,
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of their literals.
    pub literals: usize,
    /// The first of them and one past the last, counted from 0.
    pub span: (usize, usize),
    /// The number of contiguous pieces they form in that span.
    pub pieces: usize,
}

impl Formula {
    /// Creates a formula without variables and clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how counters and sums are encoded that are added from now on.
    pub fn encode_with(&mut self, constraints: Constraints) {
        self.constraints = constraints;
    }

    /// Returns how counters and sums are encoded.
    pub fn constraints(&self) -> Constraints {
        self.constraints
    }

    /// Returns the numbers of variables, clauses and literals as text.
    pub fn size(&self) -> String {
        let (variables, clauses, literals) = (self.names.vars(), self.ends.len(), self.lits.len());
        format!("{variables} variables, {clauses} clauses, {literals} literals")
    }

    /// Declares a family of variables.
    pub fn family(&mut self, family: Family) -> FamilyId {
        self.names.declare(family)
    }

    /// Returns the families and names of the variables.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Adds a variable to a family and returns its positive literal. `key` comes from [`Family::key`].
    pub fn var(&mut self, family: FamilyId, key: u64) -> Lit {
        self.vars(family, key, 1).positive()
    }

    /// Adds a variable with these index values to a family and returns its positive literal.
    pub fn indexed_var(&mut self, family: FamilyId, indices: &[usize]) -> Lit {
        let key = self.names.family(family).key(indices);
        self.var(family, key)
    }

    /// Adds `count` variables with consecutive keys to a family. Returns the first of them; the others follow it.
    pub fn vars(&mut self, family: FamilyId, first_key: u64, count: usize) -> Var {
        if self.too_large.is_none() {
            match self.names.allocate(family, first_key, count) {
                Some(first) => return first,
                None => self.give_up(),
            }
        }
        // Any variable will do for clauses that are not kept.
        Var::new(0)
    }

    /// Checks that there was room for everything that was added. If there was not, the formula stays empty, and its
    /// clauses cannot be read.
    pub fn check(&self) -> Result<(), TooLarge> {
        self.too_large.map_or(Ok(()), Err)
    }

    /// Drops everything because there is no room for more.
    fn give_up(&mut self) {
        self.too_large.get_or_insert(TooLarge {
            variables: self.names.vars(),
            clauses: self.ends.len(),
            literals: self.lits.len(),
        });
        self.names.clear();
        self.lits = Vec::new();
        self.ends = Vec::new();
        self.labels = Vec::new();
    }

    /// Appends a literal to the clause that is being added.
    fn push(&mut self, lit: Lit) {
        if !room::for_another(&mut self.lits) {
            self.give_up();
        }
        if self.too_large.is_none() {
            self.lits.push(lit);
        }
    }

    /// Ends the clause that is being added.
    fn end(&mut self) {
        if !(room::for_another(&mut self.ends) && room::is_left_after(self.ends.len())) {
            self.give_up();
        }
        if self.too_large.is_none() {
            self.ends.push(self.lits.len());
        }
    }

    /// Adds a variable to a family of auxiliary variables ([`Family::auxiliary`]), which numbers them, and returns its
    /// positive literal.
    pub fn auxiliary(&mut self, family: FamilyId) -> Lit {
        let key = self.names.vars() as u64;
        self.var(family, key)
    }

    /// Labels the clauses that are added from now on, until the next label.
    pub fn label(&mut self, name: &'static str) {
        match self.labels.last_mut() {
            Some((_, last)) if *last == name => {}
            Some((first, last)) if *first == self.ends.len() => *last = name,
            _ => self.labels.push((self.ends.len(), name)),
        }
    }

    /// Counts the clauses by label, in the order in which the labels were first used. Clauses before the first label
    /// count as `other`.
    pub fn clause_families(&self) -> Vec<ClauseFamily> {
        let mut families: Vec<ClauseFamily> = Vec::new();
        let starts = std::iter::once((0, UNLABELLED)).chain(self.labels.iter().copied());
        let ends = self.labels.iter().map(|&(first, _)| first).chain([self.ends.len()]);
        let literals_before = |clause: usize| if clause == 0 { 0 } else { self.ends[clause - 1] };
        for ((first, name), end) in starts.zip(ends) {
            let (clauses, literals) = (end - first, literals_before(end) - literals_before(first));
            match families.iter_mut().find(|family| family.name == name) {
                _ if clauses == 0 => {}
                Some(family) => {
                    family.clauses += clauses;
                    family.literals += literals;
                    family.pieces += usize::from(family.span.1 != first);
                    family.span.1 = end;
                }
                None => {
                    families.push(ClauseFamily { name, clauses, literals, span: (first, end), pieces: 1 })
                }
            }
        }
        families
    }

    /// Lists all clauses in order, each with the label it was added under (`other` before the first label).
    pub fn labelled_clauses(&self) -> impl Iterator<Item = (&[Lit], &'static str)> {
        let mut labels = self.labels.iter().copied().peekable();
        let mut label = "other";
        self.clauses().enumerate().map(move |(number, clause)| {
            while let Some((_, name)) = labels.next_if(|&(first, _)| first <= number) {
                label = name;
            }
            (clause, label)
        })
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        clause.into_iter().for_each(|lit| self.push(lit));
        self.end();
    }

    /// Adds a clause of bits without those that are false; if one of them is true, adds nothing. A clause of only false
    /// bits is the empty clause, with which the formula has no model.
    pub fn add_bits(&mut self, clause: impl IntoIterator<Item = Bit>) {
        let before = self.lits.len();
        for bit in clause {
            match bit {
                Bit::False => {}
                Bit::Lit(lit) => self.push(lit),
                Bit::True => {
                    self.lits.truncate(before);
                    return;
                }
            }
        }
        self.end();
    }

    /// Adds a clause of bits as [`Formula::add_bits`] does, but drops it if all bits are false: a wish that the
    /// constants already break.
    pub(crate) fn add_wish(&mut self, clause: impl IntoIterator<Item = Bit>) {
        let clauses = self.ends.len();
        self.add_bits(clause);
        if self.ends.len() > clauses && self.clause(clauses).is_empty() {
            self.ends.pop();
            self.dropped_wishes += 1;
        }
    }

    /// Returns the number of clauses that [`Formula::add_wish`] dropped.
    pub(crate) fn dropped_wishes(&self) -> usize {
        self.dropped_wishes
    }

    /// Returns the conjunction of bits: a constant or a literal if it reduces to one, otherwise a new variable with
    /// these index values that is equivalent to it.
    pub fn and(&mut self, family: FamilyId, indices: &[usize], bits: &[Bit]) -> Bit {
        let mut lits = std::mem::take(&mut self.scratch);
        let known_false = gather(bits, Bit::False, &mut lits);
        let result = if known_false {
            Bit::False
        } else if lits.is_empty() {
            Bit::True
        } else if lits.len() == 1 {
            Bit::Lit(lits[0])
        } else {
            let all = self.indexed_var(family, indices);
            for &lit in &lits {
                self.add([!all, lit]);
            }
            self.add(lits.iter().map(|&lit| !lit).chain([all]));
            Bit::Lit(all)
        };
        self.scratch = lits;
        result
    }

    /// Returns the disjunction of bits, in the same way as [`Formula::and`] their conjunction.
    pub fn or(&mut self, family: FamilyId, indices: &[usize], bits: &[Bit]) -> Bit {
        let mut lits: Vec<Lit> = Vec::with_capacity(bits.len());
        if gather(bits, Bit::True, &mut lits) {
            return Bit::True;
        }
        match lits[..] {
            [] => Bit::False,
            [lit] => Bit::Lit(lit),
            _ => {
                let any = self.indexed_var(family, indices);
                for &lit in &lits {
                    self.add([any, !lit]);
                }
                self.add(lits.iter().copied().chain([!any]));
                Bit::Lit(any)
            }
        }
    }

    /// Returns the number of variables.
    pub fn var_count(&self) -> usize {
        self.names.vars()
    }

    /// Returns the number of clauses; it is also the mark from which later clauses are new.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of literals in all clauses.
    pub fn literal_count(&self) -> usize {
        self.lits.len()
    }

    /// Returns the clause with this number, counted from 0.
    pub fn clause(&self, number: usize) -> &[Lit] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.lits[start..self.ends[number]]
    }

    /// Lists all clauses.
    ///
    /// # Panics
    /// As [`Formula::clauses_from`].
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses_from(0)
    }

    /// Lists the clauses from a mark on, which is an earlier [`Formula::clause_count`].
    ///
    /// # Panics
    /// If there was no room for the whole formula ([`Formula::check`]): a model of a part of it may be wrong for the
    /// whole.
    pub fn clauses_from(&self, mark: usize) -> impl Iterator<Item = &[Lit]> {
        if let Some(too_large) = self.too_large {
            panic!("{too_large}");
        }
        (mark..self.ends.len()).map(|number| self.clause(number))
    }

    /// Returns the readable name of a variable, or its DIMACS number if it has none.
    pub fn name(&self, var: Var) -> String {
        self.names.name(var).unwrap_or_else(|| format!("{var:?}"))
    }

    /// Ensures that at least `count` variables exist; new ones belong to `family`.
    pub(super) fn reserve_vars(&mut self, family: FamilyId, count: usize) {
        let have = self.names.vars();
        if count > have {
            self.vars(family, have as u64 + 1, count - have);
        }
    }
}

/// The number of literals beyond which they are looked up in a set.
const FEW: usize = 16;

/// Gathers the literals among the bits, each once. Returns whether the bits contain the constant that decides the
/// result, or a literal and its negation.
fn gather(bits: &[Bit], deciding: Bit, lits: &mut Vec<Lit>) -> bool {
    lits.clear();
    let mut seen: HashSet<Lit> = HashSet::new();
    for &bit in bits {
        let Bit::Lit(lit) = bit else {
            if bit == deciding {
                return true;
            }
            continue;
        };
        if lits.len() >= FEW && seen.is_empty() {
            seen.extend(&*lits);
        }
        let has = |lit: &Lit| if seen.is_empty() { lits.contains(lit) } else { seen.contains(lit) };
        if has(&!lit) {
            return true;
        }
        if !has(&lit) {
            lits.push(lit);
            if lits.len() > FEW {
                seen.insert(lit);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_bits_are_gathered_like_few() {
        let lits: Vec<Lit> = (0..40).map(|v| Var::new(v).positive()).collect();
        let bits = |lits: &[Lit]| lits.iter().map(|&lit| lit.into()).collect::<Vec<Bit>>();
        for count in [2, FEW - 1, FEW, FEW + 1, 40] {
            let mut found = Vec::new();
            let twice = [bits(&lits[..count]), vec![Bit::True], bits(&lits[..count])].concat();
            assert!(!gather(&twice, Bit::False, &mut found));
            assert_eq!(found, lits[..count]);
            assert!(gather(&twice, Bit::True, &mut found));
            for which in [0, count - 1] {
                let opposed = [bits(&lits[..count]), vec![Bit::Lit(!lits[which])]].concat();
                assert!(gather(&opposed, Bit::False, &mut found), "{count}, {which}");
            }
        }
    }

    #[test]
    fn clauses_are_counted_by_label() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let a = f.auxiliary(x);
        f.add([a]);
        for name in ["one", "two", "unused", "one"] {
            f.label(name);
            if name != "unused" {
                f.add([a, !a]);
            }
        }
        f.add_wish([Bit::False]);
        let families: Vec<_> = f.clause_families().iter().map(|f| (f.name, f.clauses, f.literals)).collect();
        assert_eq!(families, [("other", 1, 1), ("one", 2, 4), ("two", 1, 2)]);
        let labels: Vec<_> = f.labelled_clauses().map(|(clause, label)| (clause.len(), label)).collect();
        assert_eq!(labels, [(1, "other"), (2, "one"), (2, "two"), (2, "one")]);
        let places: Vec<_> = f.clause_families().iter().map(|f| (f.span, f.pieces)).collect();
        assert_eq!(places, [((0, 1), 1), ((1, 4), 2), ((2, 3), 1)]);
        assert_eq!(f.dropped_wishes(), 1);
    }

    #[test]
    fn a_formula_without_room_says_so_and_stays_empty() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let a = f.auxiliary(x);
        f.label("one");
        f.add([a, !a]);
        assert_eq!(f.check(), Ok(()));
        f.vars(x, 7, Var::LIMIT);
        let told = Err(TooLarge { variables: 1, clauses: 1, literals: 2 });
        assert_eq!(f.check(), told);
        f.label("two");
        let b = f.auxiliary(x);
        f.add_bits([Bit::from(a), b.into()]);
        f.add_wish([Bit::False]);
        f.add([b]);
        assert_eq!((f.check(), f.var_count(), f.clause_count(), f.literal_count()), (told, 0, 0, 0));
        assert!(f.clause_families().is_empty());
        let error = crate::cnf::dimacs::write(&f, &[], Vec::new()).unwrap_err();
        assert!(error.to_string().contains("after 1 variables"), "{error}");
    }

    #[test]
    #[should_panic(expected = "the formula is too large")]
    fn a_part_of_a_formula_is_not_read() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        f.vars(x, 0, Var::LIMIT + 1);
        let _ = f.clauses();
    }

    #[test]
    fn constants_are_folded() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let (a, b) = (f.auxiliary(x), f.auxiliary(x));
        f.add_bits([Bit::from(a), Bit::True]);
        assert_eq!(f.clause_count(), 0);
        f.add_bits([Bit::from(a), Bit::False, Bit::from(!b)]);
        assert_eq!(f.clause(0), [a, !b]);
        f.add_wish([Bit::False]);
        assert_eq!(f.clause_count(), 1);
        f.add_bits([Bit::False]);
        assert_eq!(f.clause(1), []);
        assert_eq!(f.and(x, &[0], &[Bit::True, a.into()]), Bit::from(a));
        assert_eq!(f.and(x, &[0], &[a.into(), (!a).into()]), Bit::False);
        assert_eq!(f.or(x, &[0], &[a.into(), (!a).into()]), Bit::True);
        assert_eq!(f.or(x, &[0], &[Bit::False]), Bit::False);
        assert_eq!(f.var_count(), 2);
    }
}
