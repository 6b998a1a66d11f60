//! The word propagator: the words still possible in every slot and the letters still possible in every crossing, kept
//! consistent with each other under decisions that can be undone.
//!
//! It is compact table (Demeulenaere et al. 2016) specialised to words: the table of a slot is the list of words of its
//! length, shared by all slots of that length, so that a slot needs no more than one bit per word.
//! * `index`: the list as bit masks, built once and shared.
//! * `domain`: the words of each slot as a sparse bitset with a trail.
//! * `propagator`: slots against crossings, and all words different.
//! * `lazy`, `explain`, `external` (feature `cadical`): the same for a SAT solver that asks for reasons.

mod domain;
#[cfg(feature = "cadical")]
mod explain;
#[cfg(feature = "cadical")]
mod external;
mod index;
#[cfg(feature = "cadical")]
mod lazy;
mod propagator;

pub(crate) use domain::Ones;
#[cfg(feature = "cadical")]
pub(crate) use external::ExternalWords;
pub use index::{LengthIndex, UsedWords, WordIndex};
#[cfg(feature = "cadical")]
pub(crate) use lazy::LazyWords;
pub use propagator::{Conflict, Propagator};
