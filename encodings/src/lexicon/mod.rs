//! Letters, word lists, slots, and the encodings of "these cells spell a word of the list".

mod diagram;
pub mod fill;
mod fold;
mod letter;
mod list;
pub mod membership;
mod pattern;
mod read;
mod slots;

pub use diagram::{Diagram, Edge};
pub use fold::fold;
pub use letter::Letter;
pub use list::{WordId, WordList, WordListBuilder};
pub use pattern::{Pattern, PatternError};
pub use read::{LONGEST_WORD, ListError, ReadList, SkipReason, Skipped, read_list};
pub use slots::{Slot, SlotProblem};
