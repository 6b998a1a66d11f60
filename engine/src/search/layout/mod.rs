//! From an empty grid to a layout: which fields hold questions, and their arrows.
//!
//! There are two ways to get there. [`sat`] solves the layout's formula: it is complete (it proves that a grid has no
//! layout), it knows every rule, and it chooses the arrows. `anneal`, `polish` and `combine` work on the bare
//! pattern of question fields and bring its counts to the ceiling of the rating far faster than windows of
//! the formula do. So annealing makes the pattern, and the formula turns it into a layout or finds that there is none.

mod anneal;
mod around;
mod arrows;
mod bent;
mod board;
mod choose;
mod combine;
mod energy;
mod held;
mod misfit;
mod own;
mod pattern;
mod polish;
pub mod sat;
mod tally;
mod window;

pub(super) use anneal::{Schedule, anneal};
pub(super) use arrows::{arrows, arrows_without};
pub(super) use board::{Board, Snapshot};
pub(super) use energy::{Prices, energy, loss};
pub(super) use held::Place;
pub(super) use misfit::Fits;
pub(super) use pattern::{is_vast, is_wide};
pub(super) use polish::{polish, rework, rework_within, touch_up};
