#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * [`solver`]: SAT back ends behind one trait, proofs, and the word propagator.
//! * [`search`]: from an encoding to a good answer, or to an explanation of why there is none.
//! * [`cleanup`]: the removal of temporary files and processes, however the program ends.
//! * [`encodings`]: the crate `cwsat-encodings`, puzzles, their rules, their formats and their CNF.

// The one exception is the interface to solver libraries, `solver/ipasir.rs`.
#![deny(unsafe_code)]

pub use cwsat_encodings as encodings;

pub mod cleanup;
pub mod search;
pub mod solver;
