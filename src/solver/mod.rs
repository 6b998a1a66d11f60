//! SAT back ends behind one small trait, and the word propagator.

mod budget;

pub use budget::Budget;
