//! SAT back ends behind one small trait, and the word propagator.

mod budget;
pub mod words;

pub use budget::Budget;
