//! Derivations: from the clauses of a formula to linear constraints, step by step, as VeriPB reads them.
//!
//! Two kinds of steps are enough. [`Derivation::clause`] claims a clause that follows from all that is known by unit
//! propagation (the rule `rup`). [`Derivation::sum`] adds constraints up and divides the sum, rounding up (the rule
//! `pol`); that is where clauses become counts. Each step is also calculated here, so `Derivation::as_stated` can tell at
//! once whether a step has derived what was meant; but nothing rests on this, as VeriPB calculates for itself.
//!
//! Bits may be constants, and several bits may be the same literal. So a lemma is stated over bits, and `as_stated` adds
//! what is trivial (no literal is below 0 or above 1) where folding the constants has made a constraint stronger.

use super::{Bit, Lit};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A linear constraint over variables of 0 and 1: the sum of coefficients times variables is at least a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtLeast {
    coefficients: BTreeMap<usize, i64>,
    least: i64,
}

impl AtLeast {
    /// Returns the constraint that a sum of bits is at least a number. Constants and opposite literals are folded.
    pub fn new(terms: impl IntoIterator<Item = (i64, Bit)>, least: i64) -> Self {
        let mut sum = Self { coefficients: BTreeMap::new(), least };
        for (times, bit) in terms {
            match bit {
                Bit::False => {}
                Bit::True => sum.least -= times,
                Bit::Lit(lit) => sum.add(times, lit),
            }
        }
        sum
    }

    fn add(&mut self, times: i64, lit: Lit) {
        let variable = lit.var().index();
        let signed = if lit.is_positive() { times } else { -times };
        if !lit.is_positive() {
            self.least -= times;
        }
        let entry = self.coefficients.entry(variable).or_insert(0);
        *entry += signed;
        if *entry == 0 {
            self.coefficients.remove(&variable);
        }
    }

    fn add_times(&mut self, times: i64, other: &Self) {
        for (&variable, &coefficient) in &other.coefficients {
            let entry = self.coefficients.entry(variable).or_insert(0);
            *entry += times * coefficient;
            if *entry == 0 {
                self.coefficients.remove(&variable);
            }
        }
        self.least += times * other.least;
    }

    /// Returns the sum of what is negative: with negated literals in place of negative coefficients, the number on the
    /// right is greater by this.
    fn negative(&self) -> i64 {
        self.coefficients.values().map(|&coefficient| (-coefficient).max(0)).sum()
    }

    /// Divides by a number and rounds up, with negated literals in place of negative coefficients.
    fn divided(&self, by: i64) -> Self {
        let up = |n: i64| n.div_euclid(by) + i64::from(n.rem_euclid(by) > 0);
        let coefficients: BTreeMap<_, _> =
            self.coefficients.iter().map(|(&variable, &c)| (variable, c.signum() * up(c.abs()))).collect();
        let mut result = Self { coefficients, least: up(self.least + self.negative()) };
        result.least -= result.negative();
        result
    }

    /// Returns the opposite: the sum is smaller than the number.
    #[must_use]
    pub fn opposite(&self) -> Self {
        let coefficients = self.coefficients.iter().map(|(&variable, &c)| (variable, -c)).collect();
        Self { coefficients, least: 1 - self.least }
    }

    /// Returns the constraint that this one holds if a literal is true, and the coefficient of the opposite literal in it.
    #[must_use]
    pub(crate) fn unless_not(mut self, selector: Lit) -> (Self, i64) {
        let times = (self.least + self.negative()).max(1);
        self.add(times, !selector);
        (self, times)
    }

    /// Tells whether nothing can break the constraint.
    fn is_trivial(&self) -> bool {
        self.least + self.negative() <= 0
    }

    /// Returns the constraint as text of OPB and VeriPB, without a semicolon.
    pub fn text(&self) -> String {
        let term = |(variable, coefficient): (&usize, &i64)| format!("{coefficient:+} x{} ", variable + 1);
        self.coefficients.iter().map(term).collect::<String>() + &format!(">= {}", self.least)
    }
}

/// Something that was derived: a constraint and its number in the derivation. Without a number it is trivial.
#[derive(Clone, Debug)]
pub struct Fact {
    number: Option<u64>,
    says: AtLeast,
}

impl Fact {
    /// Returns a trivial fact: what the sum of the literals is at least, whatever their values.
    fn trivial(mut says: AtLeast) -> Self {
        says.least = -says.negative();
        Self { number: None, says }
    }
}

/// Why a derivation broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DerivationError {
    /// It could not be written.
    #[error("the derivation cannot be written: {0}")]
    Write(#[from] io::Error),
    /// A step does not derive what was meant.
    #[error("the derivation fails for this formula; the failing step should be: {0}")]
    Fails(String),
}

/// A derivation that is being written.
pub struct Derivation<W> {
    out: W,
    last: u64,
}

impl<W: Write> Derivation<W> {
    /// Begins a derivation from a formula file with this many constraints.
    pub fn new(mut out: W, given: u64) -> io::Result<Self> {
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {given};")?;
        Ok(Self { out, last: given })
    }

    /// Returns a constraint of the formula by its number in the file, from 1.
    pub fn given(number: u64, says: AtLeast) -> Fact {
        Fact { number: Some(number), says }
    }

    /// Writes a line that does nothing, for human readers of the file.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "% {text}")
    }

    fn numbered(&mut self, says: AtLeast) -> Fact {
        self.last += 1;
        Fact { number: Some(self.last), says }
    }

    /// Claims a clause that follows by unit propagation.
    pub fn clause(&mut self, bits: impl IntoIterator<Item = Bit>) -> io::Result<Fact> {
        let mut bits: Vec<Bit> = bits.into_iter().filter(|&bit| bit != Bit::False).collect();
        bits.dedup();
        let says = AtLeast::new(bits.into_iter().map(|bit| (1, bit)), 1);
        if says.is_trivial() {
            return Ok(Fact::trivial(says));
        }
        writeln!(self.out, "rup {} ;", says.text())?;
        Ok(self.numbered(says))
    }

    /// Adds facts, each with its multiplicity, and divides the sum by `by`, rounding up.
    pub fn sum<'a>(&mut self, parts: impl IntoIterator<Item = (i64, &'a Fact)>, by: i64) -> io::Result<Fact> {
        let mut line = String::from("pol");
        let mut says = AtLeast::default();
        let mut count = 0;
        for (times, fact) in parts.into_iter().filter(|(times, _)| *times > 0) {
            says.add_times(times, &fact.says);
            let mut term = |name: String, times: i64| {
                line += &format!(" {name}");
                if times > 1 {
                    line += &format!(" {times} *");
                }
                if count > 0 {
                    line += " +";
                }
                count += 1;
            };
            match fact.number {
                Some(number) => term(number.to_string(), times),
                None => axioms(&fact.says).for_each(|(literal, n)| term(literal, times * n)),
            }
        }
        if by > 1 {
            line += &format!(" {by} d");
            says = says.divided(by);
        }
        if says.is_trivial() {
            return Ok(Fact::trivial(says));
        }
        writeln!(self.out, "{line};")?;
        Ok(self.numbered(says))
    }

    /// Returns a fact in the words in which it is meant, which may be weaker by what is trivial.
    pub(crate) fn as_stated(&mut self, fact: &Fact, says: AtLeast) -> Result<Fact, DerivationError> {
        let mut rest = says.clone();
        rest.add_times(-1, &fact.says);
        if says.is_trivial() {
            return Ok(Fact::trivial(says));
        }
        if !rest.is_trivial() {
            return Err(DerivationError::Fails(says.text()));
        }
        if rest == AtLeast::default() {
            return Ok(fact.clone());
        }
        let mut sum = self.sum([(1, fact), (1, &Fact::trivial(rest))], 1)?;
        if sum.says != says {
            writeln!(self.out, "ia {} : {};", says.text(), self.last)?;
            sum = self.numbered(says);
        }
        Ok(sum)
    }

    /// Adds facts and says what the sum is meant to be; see [`Derivation::sum`] and `Derivation::as_stated`.
    pub fn lemma<'a>(
        &mut self,
        parts: impl IntoIterator<Item = (i64, &'a Fact)>,
        by: i64,
        says: AtLeast,
    ) -> Result<Fact, DerivationError> {
        let sum = self.sum(parts, by)?;
        self.as_stated(&sum, says)
    }

    /// Ends the derivation with the empty clause, which follows from all that is known by unit propagation.
    pub fn refuted(mut self) -> io::Result<()> {
        writeln!(self.out, "rup >= 1 ;\noutput NONE;\nconclusion UNSAT : {};", self.last + 1)?;
        writeln!(self.out, "end pseudo-Boolean proof;")?;
        self.out.flush()
    }
}

/// Lists the literals whose sum is the left side of a trivial constraint, each with its coefficient.
fn axioms(says: &AtLeast) -> impl Iterator<Item = (String, i64)> + '_ {
    says.coefficients.iter().map(|(variable, &coefficient)| {
        let sign = if coefficient < 0 { "~" } else { "" };
        (format!("{sign}x{}", variable + 1), coefficient.abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    fn holds(says: &AtLeast, values: usize) -> bool {
        let value = |variable: usize| (values >> variable & 1) as i64;
        says.coefficients.iter().map(|(&variable, &c)| c * value(variable)).sum::<i64>() >= says.least
    }

    /// Bits of four variables, and constants.
    fn bit(n: usize) -> Bit {
        match n {
            8 => Bit::True,
            9 => Bit::False,
            n => Bit::Lit(Var::new(n / 2).lit(n % 2 == 0)),
        }
    }

    #[test]
    fn sums_hold_wherever_their_parts_hold_and_say_no_less_than_they_could() {
        let mut random = 7_usize;
        let mut below = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % n
        };
        for _ in 0..2000 {
            let mut derivation = Derivation::new(Vec::new(), 0).unwrap();
            let facts: Vec<Fact> =
                (0..3).map(|_| derivation.clause((0..=below(4)).map(|_| bit(below(10)))).unwrap()).collect();
            let times: Vec<i64> = facts.iter().map(|_| below(3) as i64 + 1).collect();
            let by = below(4) as i64 + 1;
            let sum = derivation.sum(times.iter().copied().zip(&facts), by).unwrap();
            for values in 0..16 {
                let all = facts.iter().all(|fact| holds(&fact.says, values));
                assert!(!all || holds(&sum.says, values), "{facts:?} {times:?} / {by}: {sum:?}");
            }
            // A fact can be said to be what it is, but nothing stronger.
            assert_eq!(derivation.as_stated(&sum, sum.says.clone()).unwrap().says, sum.says);
            let mut stronger = sum.says.clone();
            stronger.least += 1;
            assert!(derivation.as_stated(&sum, stronger).is_err(), "{sum:?}");
        }
    }

    #[test]
    fn the_opposite_and_the_selected_constraint_mean_what_they_say() {
        let terms = [(2, bit(0)), (-3, bit(2)), (1, bit(5)), (1, Bit::True)];
        for least in -4..5 {
            let says = AtLeast::new(terms, least);
            let opposite = says.opposite();
            let (selected, _) = says.clone().unless_not(Var::new(3).positive());
            for values in 0..16 {
                assert_ne!(holds(&says, values), holds(&opposite, values), "{least} {values}");
                let wanted = values >> 3 & 1 == 0 || holds(&says, values);
                assert_eq!(holds(&selected, values), wanted, "{least} {values}");
            }
        }
    }

    #[test]
    fn steps_are_written_as_veripb_reads_them() {
        let mut text = Vec::new();
        let mut derivation = Derivation::new(&mut text, 3).unwrap();
        let a = derivation.clause([bit(0), bit(3)]).unwrap();
        let b = derivation.clause([bit(0), bit(2)]).unwrap();
        derivation.sum([(1, &a), (1, &b)], 2).unwrap();
        derivation.refuted().unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1..5],
            ["f 3;", "rup +1 x1 -1 x2 >= 0 ;", "rup +1 x1 +1 x2 >= 1 ;", "pol 4 5 + 2 d;"]
        );
        assert_eq!(lines[5..7], ["rup >= 1 ;", "output NONE;"]);
        assert_eq!(lines[7], "conclusion UNSAT : 7;");
    }
}
