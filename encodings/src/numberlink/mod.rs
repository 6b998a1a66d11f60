//! Numberlink with block placement (Algorithm Design Contest 2019).
//!
//! Blocks are placed on a board by translation only, and the two fields that have the same number are joined by a
//! wire. The smaller the rectangle around blocks and wires, the better. In the order of the data flow:
//!
//! * [`Problem`]: the blocks and their numbers; [`format_q`] reads and writes it;
//! * [`Solution`]: a board with blocks and wires; [`format_a`] reads and writes it;
//! * [`rules`]: checks a solution. Written from the rules, independent of any encoding;
//! * [`bounds`]: lower bounds for the area by counting alone;
//! * [`Ways`]: how many fields a wire needs, by the positions of its two blocks;
//! * [`Encoding`]: the formula for a rectangle of a given size, and the solution of a model;
//! * [`short`]: the same for short wires only, in a formula that is solved faster;
//! * [`Lattice`]: regular arrangements, to which that formula can be restricted;
//! * [`Wirings`]: the formula for the wires alone, where the blocks lie already;
//! * [`names`]: the solution of a model of any solver, from the names of its true variables.

pub mod bounds;
mod encoding;
pub mod format_a;
pub mod format_q;
mod lattice;
mod lines;
pub mod names;
mod problem;
pub mod rules;
pub mod short;
mod solution;
mod ways;
mod wirings;

pub use encoding::{Demands, Encoding, LONGEST_WAY, RedundantClauses};
pub use lattice::Lattice;
pub use names::{NamesError, from_names};
pub use problem::{Block, End, Field, LARGEST, Problem, ProblemError, ShapeError};
pub use short::ShortWires;
pub use solution::{Cell, Extent, Solution};
pub use ways::Ways;
pub use wirings::Wirings;
