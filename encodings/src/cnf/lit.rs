//! Variables, literals, and bits (a literal or a constant).
//!
//! A literal is one `u32` (twice the variable, plus one if negated), as in most solvers: it takes half the memory of a
//! pair, and negating it flips one bit. DIMACS numbers start at 1, ours at 0.

use std::fmt;
use std::ops::Not;

/// A propositional variable, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest number of variables that a formula can have (DIMACS literals are 32-bit in most solvers).
    pub const LIMIT: usize = (i32::MAX - 1) as usize / 2;

    /// Returns the variable with this index, counted from 0. `index` must be below [`Var::LIMIT`].
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::LIMIT);
        Self(index as u32)
    }

    /// Returns the index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that is true if the variable is.
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// Returns the literal that is true if the variable has this value.
    pub const fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Returns the variable.
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Tells whether the literal is the variable itself, not its negation.
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the DIMACS number: the variable counted from 1, negative for a negation.
    pub const fn dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// Returns the literal of a DIMACS number, or `None` if that is 0 or beyond [`Var::LIMIT`].
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        let magnitude = number.unsigned_abs() as usize;
        if magnitude == 0 || magnitude > Var::LIMIT {
            return None;
        }
        Some(Var::new(magnitude - 1).lit(number > 0))
    }
}

impl Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimacs())
    }
}

/// A truth value in an encoder: a constant or a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bit {
    /// Known to be false.
    False,
    /// Known to be true.
    True,
    /// True if this literal is.
    Lit(Lit),
}

impl Bit {
    /// Returns the value under a model, which gives each literal a value.
    pub fn value(self, model: impl Fn(Lit) -> bool) -> bool {
        match self {
            Self::False => false,
            Self::True => true,
            Self::Lit(lit) => model(lit),
        }
    }

    /// Returns the literal, or `None` for a constant.
    pub const fn lit(self) -> Option<Lit> {
        match self {
            Self::Lit(lit) => Some(lit),
            _ => None,
        }
    }
}

impl Not for Bit {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::True => Self::False,
            Self::Lit(lit) => Self::Lit(!lit),
        }
    }
}

impl From<Lit> for Bit {
    fn from(lit: Lit) -> Self {
        Self::Lit(lit)
    }
}

impl From<bool> for Bit {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_go_there_and_back() {
        for number in [1, -1, 2, -77, 1_000_000] {
            assert_eq!(Lit::from_dimacs(number).map(Lit::dimacs), Some(number));
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        let lit = Var::new(4).positive();
        assert_eq!((!lit).dimacs(), -5);
        assert_eq!(!!lit, lit);
    }
}
