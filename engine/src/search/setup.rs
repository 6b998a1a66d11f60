//! The settings that the searches of all kinds share.

use crate::solver::BackEnd;

/// How a search is run, whatever it searches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The seed of all random choices. The same seed gives the same answer, with one thread and no time limit that
    /// interferes.
    pub seed: u64,
    /// How many threads search; 0 is taken as 1.
    pub threads: usize,
    /// The SAT solver for all formulas.
    pub back_end: BackEnd,
}

impl Setup {
    /// The default setup with this seed.
    pub fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}

impl Default for Setup {
    /// Seed 0, one thread, the default back end.
    fn default() -> Self {
        Self { seed: 0, threads: 1, back_end: BackEnd::default() }
    }
}
