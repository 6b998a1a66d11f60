//! Letters, word lists, slots, and the encodings of "these cells spell a word of the list".

mod fold;
mod letter;
mod list;
pub mod membership;
mod pattern;
mod read;
pub mod selectable;
mod slots;

pub use fold::fold;
pub use letter::Letter;
pub use list::{WordId, WordList, WordListBuilder};
pub use pattern::{Pattern, PatternError};
pub use read::{LONGEST_WORD, ListError, ReadList, SkipReason, Skipped, read_list};
pub use slots::{Slot, SlotProblem};
