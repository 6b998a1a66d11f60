//! Clues: from sources that say something about words to one clue for each word of a puzzle.
//!
//! The way is one: a [`source`] is opened and its form seen; its reader ([`lines`], [`thesaurus`], [`wordnet`]) and the
//! program's [`own`] tables, above all its clue [`base`], give [`candidate`]s for the words that are asked for, its [`contents`]; [`plurals`] adds what they do not hold.
//! [`shorten`] makes a candidate fit a space, [`gives_away`] refuses what tells the answer, [`rank`] judges, and
//! [`collection`] chooses; [`give`] does so for a whole puzzle. The texts of dictionaries are read where a user has installed them, and never kept here.

pub mod base;
pub mod candidate;
pub mod collection;
pub mod contents;
pub mod give;
pub mod gives_away;
pub mod heads;
pub mod lines;
pub mod own;
pub mod plurals;
pub mod rank;
pub mod shorten;
pub mod source;
pub mod thesaurus;
pub mod wordnet;
