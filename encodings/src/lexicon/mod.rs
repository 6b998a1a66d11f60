//! Letters, word lists, slots, and the encodings of "these cells spell a word of the list".

mod letter;
mod list;
pub mod membership;
mod slots;

pub use letter::Letter;
pub use list::{WordId, WordList};
pub use slots::{Slot, SlotProblem};
