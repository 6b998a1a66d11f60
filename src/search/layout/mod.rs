//! From an empty grid to a layout: which fields hold questions, and their arrows.

mod anneal;
mod bent;
mod board;
mod energy;

pub use anneal::{Schedule, anneal};
pub use board::{Board, Kind, Tally};
pub use energy::{Prices, energy, loss};
