//! Numberlink with block placement (Algorithm Design Contest 2019).
//!
//! Blocks are placed on a board by translation only, and the two fields that have the same number are joined by a
//! wire. The smaller the rectangle around blocks and wires, the better. The modules, in the order of the data flow:
//!
//! * [`problem`]: the blocks and their numbers; [`format_q`] reads and writes them;
//! * [`solution`]: a board with blocks and wires; [`format_a`] reads and writes it;
//! * [`rules`]: checks a solution. Written from the rules, independent of any encoding;
//! * [`bounds`]: lower bounds for the area by counting alone;
//! * [`encoding`]: the formula for a rectangle of a given size, and the solution of a model;
//! * [`short`]: the same for short wires only, in a formula that is solved faster;
//! * [`lattice`]: regular arrangements, to which that formula can be restricted;
//! * [`names`]: the solution of a model of any solver, from the names of its true variables.

pub mod bounds;
pub mod encoding;
pub mod format_a;
pub mod format_q;
pub mod lattice;
mod lines;
pub mod names;
pub mod problem;
pub mod rules;
pub mod short;
pub mod solution;

pub use encoding::{Demands, Encoding, RedundantClauses};
pub use lattice::Lattice;
pub use names::{NamesError, from_names};
pub use problem::{Block, Field, Problem, ProblemError};
pub use short::ShortWires;
pub use solution::{Cell, Solution};
