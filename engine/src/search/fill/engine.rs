//! The ways to fill a layout, by the names that `--encoding` takes.

use crate::encodings::lexicon::membership::Membership;
use crate::encodings::unknown::{Unknown, find};
use std::fmt;
use std::str::FromStr;

/// A way to fill a layout: how its slots are tied to the word list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The search of this library: the word propagator without a SAT solver. The quickest as measured
    /// (`docs/encodings/membership.md`).
    #[default]
    Auto,
    /// All clauses of this encoding, for the chosen SAT solver.
    Clauses(Membership),
    /// The word list as CaDiCaL's external propagator.
    #[cfg(feature = "cadical")]
    Propagator,
    /// Several of these in parallel threads; the first answer wins.
    Race(Racers),
}

/// The ways to fill that take part in a race, each at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Racers(u8);

/// Why a text names no way to fill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEngine {
    /// There is no such way.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// It needs a solver that this program does not have.
    #[error(
        "the propagator works inside CaDiCaL, which is not built into this program; choose direct, mdd or auto"
    )]
    NotBuiltIn,
}

impl Engine {
    /// The ways that are not a race.
    const SINGLE: &[Self] = &[
        Self::Auto,
        Self::Clauses(Membership::Direct),
        Self::Clauses(Membership::Mdd),
        #[cfg(feature = "cadical")]
        Self::Propagator,
    ];

    /// Returns the ways to fill that take part: one, unless this is a race.
    pub fn members(self) -> Vec<Self> {
        match self {
            Self::Race(Racers(bits)) => {
                let taken = Self::SINGLE.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                taken.map(|(_, &engine)| engine).collect()
            }
            single => vec![single],
        }
    }

    /// Creates a race of these; the one engine, if all are the same; without any, [`Engine::Auto`].
    fn race(members: &[Self]) -> Self {
        let bit =
            |engine: &Self| Self::SINGLE.iter().position(|single| single == engine).map_or(0, |i| 1 << i);
        let race = Self::Race(Racers(members.iter().fold(0, |bits, engine| bits | bit(engine))));
        match race.members()[..] {
            [] => Self::Auto,
            [single] => single,
            _ => race,
        }
    }

    fn single(text: &str) -> Result<Self, NoEngine> {
        if cfg!(not(feature = "cadical")) && text == "propagator" {
            return Err(NoEngine::NotBuiltIn);
        }
        Ok(find(text, "an encoding of words", Self::SINGLE)?)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Clauses(membership) => membership.fmt(f),
            #[cfg(feature = "cadical")]
            Self::Propagator => f.write_str("propagator"),
            Self::Race(_) => {
                let names: Vec<String> = self.members().iter().map(ToString::to_string).collect();
                f.write_str(&names.join(","))
            }
        }
    }
}

impl FromStr for Engine {
    type Err = NoEngine;

    fn from_str(text: &str) -> Result<Self, NoEngine> {
        let members = text.split(',').map(|name| Self::single(name.trim())).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::race(&members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_a_race_and_names_are_read_as_they_are_written() {
        for text in ["auto", "direct", "mdd", "auto,direct,mdd"] {
            assert_eq!(text.parse::<Engine>().map(|engine| engine.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("mdd, mdd".parse(), Ok(Engine::Clauses(Membership::Mdd)), "no race of one");
        assert!(
            "direct,".parse::<Engine>().is_err_and(|error| error.to_string().contains("not an encoding"))
        );
    }
}
