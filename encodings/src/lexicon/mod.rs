//! Letters, word lists, slots, the encodings of "these cells spell a word of the list", and the checker of lemmas that
//! a solver derives from a list.

mod alphabet;
mod apart;
mod certify;
pub(crate) mod demand;
mod demanded;
mod diagram;
pub mod entries;
pub mod fill;
mod fold;
mod glob;
pub(crate) mod key;
mod lemma;
mod list;
pub mod membership;
mod pattern;
pub(crate) mod placed;
pub(crate) mod places;
mod read;
pub(crate) mod relatives;
pub mod selectable;
mod sign;
mod slots;
pub mod spelled;
mod theme;
mod utf8;

pub use crate::letter::Letter;
pub use alphabet::{Alphabet, NoAlphabet};
pub use apart::Apart;
pub use certify::{Refused, certify};
pub(crate) use demand::{above_all, add_own_wishes};
pub use demanded::{DemandedWord, NoDemandedWord, OneOf, Place};
pub use diagram::{Diagram, Edge};
pub(crate) use entries::for_each_written;
pub use entries::{
    Entries, Entry, LONGEST_WORD, SkipReason, SkippedLine, Style, Unusable, Written, for_each_entry,
    read_entries,
};
pub use fold::{fold, fold_phrase};
pub use glob::{Glob, GlobError};
pub use lemma::{Lemma, LetterEncoding, LetterLit};
pub(crate) use list::WordListBuilder;
pub use list::{WordId, WordList};
pub use pattern::{Pattern, PatternError};
pub use placed::{CannotStand, NoPlacedWord, PlacedWord, Why, check_places_between_bars};
pub use read::{ListError, ReadList, Skipped, read_list};
pub use sign::Sign;
pub(crate) use sign::is_right_to_left;
pub use slots::{Slot, SlotProblem};
pub use theme::Theme;
pub use utf8::{Charset, NotUtf8, decode, utf8, windows_1252};
