//! Clues: from sources that say something about words to a clue for each word of a puzzle.
//!
//! A [`source`] is opened and its form recognised. Its reader ([`lines`], [`thesaurus`], [`wordnet`]) and the program's
//! [`own`] tables, above all its clue `base`, give `candidate`s for the wanted words: the [`contents`]. `plurals` adds
//! clues for the plurals that these do not have. `shorten` makes a candidate fit a space, `gives_away` refuses one that
//! contains the answer, `rank` judges it, and [`collection`] chooses; [`give`] does so for a whole puzzle. The texts of
//! dictionaries are read where a user has installed them, and are never copied into this repository.

mod base;
pub mod built_in;
pub mod candidate;
pub mod collection;
pub mod contents;
pub mod faults;
pub mod give;
mod gives_away;
pub mod heads;
pub mod lines;
pub mod own;
mod plurals;
mod rank;
mod shorten;
pub mod source;
pub mod thesaurus;
mod tongue;
pub mod wordnet;

#[cfg(test)]
pub(crate) use base::levels as levels_in_base;
#[cfg(test)]
pub(crate) use built_in::SPACES;
