//! Which way a layout is filled, as `--encoding` names it.

use std::fmt;
use std::str::FromStr;

use cwsat_encodings::lexicon::membership::Membership;

/// How slots are tied to the word list while a layout is being filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The search of this program: the word propagator without a SAT solver. Quickest by measurement
    /// (`docs/encodings/membership.md`).
    #[default]
    Auto,
    /// All clauses of this encoding, for the SAT solver that is chosen.
    Clauses(Membership),
    /// The word list as CaDiCaL's external propagator.
    #[cfg(feature = "cadical")]
    Propagator,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Clauses(membership) => membership.fmt(f),
            #[cfg(feature = "cadical")]
            Self::Propagator => f.write_str("propagator"),
        }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            #[cfg(feature = "cadical")]
            "propagator" => Ok(Self::Propagator),
            #[cfg(not(feature = "cadical"))]
            "propagator" => {
                Err("the propagator works inside CaDiCaL, which is not built into this program; \
                                 choose direct, mdd or auto"
                    .to_owned())
            }
            _ => text.parse().map(Self::Clauses).map_err(|_| {
                format!("`{text}` is no encoding of words; there are direct, mdd, propagator and auto")
            }),
        }
    }
}
