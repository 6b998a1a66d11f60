//! Clauses with named variable families, cardinality constraints, text formats.
//!
//! An encoding declares its variable *families* ([`Family`]), asks a [`Formula`] for variables and adds
//! clauses over [`Lit`]s, or over [`Bit`]s where some inputs may already be known: a `Bit` is a literal or a
//! constant, and constants are folded away before a clause is stored. That folding is what lets the same
//! encoder write a whole grid and a small window of a grid that is fixed everywhere else.
//!
//! * [`formula`]: clauses, stored flat, and gates;
//! * [`names`]: from variable to readable name, without keeping a string a variable;
//! * [`cardinality`]: at-most-one, exactly-one, totalizer;
//! * [`cases`]: several formulas as one;
//! * [`linear`]: a bound on a weighted sum that can be tightened;
//! * [`dimacs`], [`wcnf`], [`opb`]: the text formats;
//! * [`map`]: the names of a formula's variables as text;
//! * [`model`]: what a solver prints.

pub mod cardinality;
pub mod cases;
pub mod dimacs;
pub mod formula;
pub mod linear;
mod lit;
pub mod map;
pub mod model;
pub mod names;
pub mod opb;
mod text;
pub mod wcnf;

pub use cardinality::{Directions, Totalizer, at_most_one, exactly_one};
pub use formula::{ClauseFamily, Formula, TooLarge};
pub use linear::LinearSum;
pub use lit::{Bit, Lit, Var};
pub use names::{Family, FamilyId, Index};
pub use text::{Comments, Soft};
