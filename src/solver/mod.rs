//! SAT back ends behind one small trait, and the word propagator.
//!
//! * [`Budget`]: when to stop;
//! * [`SatSolver`]: what every back end can do;
//! * [`Varisat`]: always built in, pure Rust;
//! * `Cadical`: embedded CaDiCaL (feature `cadical`), the default where it is built in;
//! * [`proof`]: proofs that a formula has no model, for checkers that were not written here.

mod backend;
mod budget;
#[cfg(feature = "cadical")]
mod cadical;
pub mod proof;
mod varisat;
pub mod words;

pub use backend::{Answer, BackEnd, SatSolver, UnknownBackEnd, load, new_solver};
pub use budget::Budget;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use varisat::Varisat;
