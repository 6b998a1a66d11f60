//! Formulas in conjunctive normal form with named variables, cardinality and linear constraints, and text formats.
//!
//! An encoding declares its variable *families* ([`Family`]), asks a [`Formula`] for variables, and adds clauses over
//! [`Lit`]s, or over [`Bit`]s where some inputs may already be known: a `Bit` is a literal or a constant, and
//! constants are folded away before a clause is stored. That folding is what lets the same encoder write a whole grid
//! as well as a small window of a grid that is fixed everywhere else.
//!
//! * [`Formula`]: clauses, stored flat, and gates.
//! * [`Names`]: from a variable to its readable name, without storing a string per variable.
//! * [`at_most_one`], [`exactly_one`], [`Totalizer`]: cardinality constraints.
//! * [`all_different`]: no value twice, so that solvers see when there are too few.
//! * [`Constraints`]: which encodings of cardinality constraints and sums a formula uses.
//! * [`LinearSum`]: a bound on a weighted sum that can be tightened; [`BinarySum`]: one with large weights.
//! * [`cases`]: several formulas as one.
//! * [`derivation`]: from clauses to linear constraints, step by step, for a checker of proofs.
//! * [`dimacs`], [`wcnf`], [`opb`], [`icnf`]: the text formats.
//! * [`map`]: the names of a formula's variables as text.
//! * [`model`]: what a solver prints.

mod binary;
mod cardinality;
pub mod cases;
mod counting;
pub mod derivation;
mod different;
pub mod dimacs;
mod formula;
pub mod icnf;
mod linear;
mod lit;
pub mod map;
pub mod model;
mod names;
pub mod opb;
mod room;
mod text;
pub mod wcnf;

pub use binary::BinarySum;
pub use cardinality::{Totalizer, at_most_one, at_most_one_bit, exactly_one};
pub use counting::{Cardinality, Constraints, Directions, PseudoBoolean};
pub use different::all_different;
pub use formula::{ClauseFamily, Formula, TooLarge};
pub use linear::{LinearSum, Part};
pub use lit::{Bit, Lit, Var};
pub use names::{Family, FamilyId, Index, Names};
pub use text::{Comments, Soft};
