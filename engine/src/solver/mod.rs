//! SAT back ends behind one small trait, and the word propagator.
//!
//! * [`Budget`]: when to stop;
//! * [`SatSolver`]: what every back end can do;
//! * [`BackEnd`]: the choice of one, by name;
//! * [`Varisat`]: always built in, pure Rust;
//! * `Cadical`: embedded CaDiCaL (feature `cadical`), the default if it is built in;
//! * `process`: any other solver, as a process; `ipasir`: one from a shared library;
//! * `portfolio`: several solvers, of which the first answer counts;
//! * [`Standalone`]: a formula from elsewhere;
//! * [`proof`]: proofs that a formula has no model, for independent checkers.

mod backend;
mod budget;
#[cfg(feature = "cadical")]
mod cadical;
mod clauses;
pub(crate) mod clock;
mod ipasir;
mod portfolio;
mod process;
pub mod proof;
pub mod seed;
mod standalone;
pub mod threads;
mod varisat;
pub mod words;

pub use backend::{BackEnd, BackEndError, SatAnswer, SatSolver, ask, load, new_solver};
pub use budget::Budget;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
use ipasir::Ipasir;
pub use ipasir::{Library, LibraryError};
pub use portfolio::Member;
use portfolio::Portfolio;
use process::Process;
pub use process::{CommandLine, CommandLineError, Counted, count_by, read_count};
pub use standalone::Standalone;
pub use varisat::Varisat;
