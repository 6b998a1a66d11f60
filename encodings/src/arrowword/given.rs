//! What "given" means: what may be added to the questions that a grid gives.
//!
//! Everything that a grid gives is kept: its size, blocked fields, letters, question fields and questions (rule 8 of
//! `docs/rules_and_rating.md`). Whether more may be added cannot be told from the grid, so an [`Extend`] beside it says
//! so. Searches, formulas, explanations and the checker all take the same one and read it as this table says:
//!
//! | | an open field | a question field with questions | a question field without one |
//! |---|---|---|---|
//! | [`Nothing`](Extend::Nothing) | takes a letter | has exactly these | has one or two |
//! | [`Fields`](Extend::Fields) | takes a letter or becomes a question field | has exactly these | has one or two |
//! | [`All`](Extend::All) | takes a letter or becomes a question field | has these, and may have a second one | has one or two |
//!
//! A grid without question fields gives no layout at all, so nothing could be kept by keeping it: it is open, whatever is
//! said ([`Extend::of`]). The checker and the encodings read the table on their own; `tests/given.rs` compares them.

use super::puzzle::{Field, Puzzle};
use std::fmt;
use std::str::FromStr;

/// What may be added to the questions that a grid gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extend {
    /// Nothing: the grid gives its whole layout, and only questions of fields that have none yet are to be found.
    #[default]
    Nothing,
    /// Question fields: open fields may become some, but a given one keeps exactly the questions that it has.
    Fields,
    /// Question fields, and a second question in a given field that has one.
    All,
}

impl Extend {
    /// All values, from the least that may be added to the most.
    pub const EACH: [Self; 3] = [Self::Nothing, Self::Fields, Self::All];

    /// Returns what may be added to this grid if `self` was said of it: everything if it has no question field.
    #[must_use]
    pub fn of(self, given: &Puzzle) -> Self {
        let has_questions = given.fields.iter().any(|(_, &field)| field == Field::Question);
        if has_questions { self } else { Self::All }
    }

    /// Returns whether open fields may become question fields.
    pub fn opens_fields(self) -> bool {
        self != Self::Nothing
    }

    /// Returns whether a second question may join a given one in its field.
    pub fn lets_join(self) -> bool {
        self == Self::All
    }
}

impl fmt::Display for Extend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Fields => "fields",
            Self::All => "all",
        })
    }
}

/// The error of a text that names nothing that could be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{found}` is not a value of --extend; `fields` allows more question fields, and `all` also a second \
     question in a given one"
)]
pub struct NoExtend {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for Extend {
    type Err = NoExtend;

    /// Reads `fields` or `all`. `Nothing` has no text: it is what leaving out the option means.
    fn from_str(text: &str) -> Result<Self, NoExtend> {
        let named = [Self::Fields, Self::All].into_iter().find(|extend| extend.to_string() == text);
        named.ok_or_else(|| NoExtend { found: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::cwg;

    #[test]
    fn a_grid_without_question_fields_is_open() {
        let of = |text: &str| Extend::EACH.map(|extend| extend.of(&cwg::read(text).unwrap().puzzle));
        assert_eq!(of("1\n3\n.A.\n"), [Extend::All; 3]);
        assert_eq!(of("1\n3\n?..\n"), Extend::EACH);
        assert_eq!(of("1\n3\n?..\n0 0 3\n"), Extend::EACH);
    }

    #[test]
    fn what_may_be_added_is_read_as_it_is_written() {
        for extend in [Extend::Fields, Extend::All] {
            assert_eq!(extend.to_string().parse(), Ok(extend));
        }
        for text in ["", "nothing", "yes", "ALL"] {
            let error = text.parse::<Extend>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a value of --extend")), "{error}");
        }
        let more = Extend::EACH.map(|extend| (extend.opens_fields(), extend.lets_join()));
        assert_eq!(more, [(false, false), (true, false), (true, true)]);
    }
}
