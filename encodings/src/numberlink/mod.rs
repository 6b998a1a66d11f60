//! Numberlink with block placement (Algorithm Design Contest 2019).
//!
//! Blocks are laid on a board by translation only, and the two cells that bear the same number are joined by a
//! wire. The smaller the rectangle around blocks and wires, the better. The way of the data:
//!
//! * [`problem`]: the blocks and their numbers; [`format_q`] reads and writes them;
//! * [`answer`]: a board with blocks and wires; [`format_a`] reads and writes it;
//! * [`rules`]: is an answer right? Written from the rules, knows no encoding;
//! * [`bounds`]: what counting alone says about the area;
//! * [`encoding`]: a rectangle of given size as a formula, and a model back to an answer;
//! * [`short`]: the same question for short wires only, in a formula that solves faster;
//! * [`lattice`]: regular arrangements, which that formula can be held to;
//! * [`names`]: the same from the names of a foreign solver's true variables.

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
