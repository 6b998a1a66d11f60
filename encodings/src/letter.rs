//! The letters A to Z as a type of their own, so that a field of a solution cannot have anything else.

use std::fmt;

/// One of the 26 letters A to Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The number of letters.
    pub const COUNT: usize = 26;

    /// Returns the letter with this index in the alphabet; `None` unless it is in `0..26`.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index as u8))
    }

    /// Returns the letter of an upper-case ASCII character; `None` for any other character.
    pub fn from_char(c: char) -> Option<Self> {
        c.is_ascii_uppercase().then(|| Self(c as u8 - b'A'))
    }

    /// Returns the letter of an ASCII letter in either case. Lists are read with this at every start of the program, so it
    /// has no branch; any other byte becomes some letter.
    #[inline]
    pub fn of_ascii_letter(byte: u8) -> Self {
        Self((byte & 0x1f).wrapping_sub(1).min(Self::COUNT as u8 - 1))
    }

    /// Returns the index in the alphabet, `0..26`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the upper-case ASCII character.
    pub const fn char(self) -> char {
        (b'A' + self.0) as char
    }

    /// Iterates over all letters, A to Z.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}
