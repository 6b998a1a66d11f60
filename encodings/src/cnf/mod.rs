//! Clauses with named variable families, cardinality constraints, DIMACS text.
//!
//! An encoding declares its variable *families* ([`Family`]), asks a [`Formula`] for variables and adds
//! clauses over [`Lit`]s, or over [`Bit`]s where some inputs may already be known: a `Bit` is a literal or a
//! constant, and constants are folded away before a clause is stored. That folding is what lets the same
//! encoder write a whole grid and a small window of a grid that is fixed everywhere else.
//!
//! * [`formula`]: clauses, stored flat, and gates;
//! * [`names`]: from variable to readable name, without keeping a string a variable;
//! * [`cardinality`]: at-most-one, exactly-one, totalizer;
//! * [`linear`]: a bound on a weighted sum that can be tightened;
//! * [`dimacs`]: the text format.

pub mod cardinality;
pub mod dimacs;
pub mod formula;
pub mod linear;
mod lit;
pub mod names;

pub use cardinality::{Directions, Totalizer, at_most_one, exactly_one};
pub use formula::Formula;
pub use linear::LinearSum;
pub use lit::{Bit, Lit, Var};
pub use names::{Family, FamilyId, Index};
