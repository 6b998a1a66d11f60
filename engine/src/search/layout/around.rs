//! What a flip changes: the faults that can be seen within two steps of a field, counted with bits.
//!
//! Annealing flips millions of fields, and most of its time went into looking at the same few neighbours again and again,
//! once for each question that was asked about them. Here the fields at most four steps away are looked at once. They become
//! the bits of one number for letters and one for question fields, and each question about all of them is a few operations,
//! before the flip and after it.

use super::pattern::{Kind, Pattern};

/// From one row of bits to the next: nine fields, and one bit that is never set, so that rows do not run into each other.
const ROW: u32 = 10;
/// The bit of the field in the middle.
const MIDDLE: u32 = 4 * ROW + 4;

/// The fields at most one step away.
const CROSS: u128 = bits(&[(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)]);
/// The fields at most two steps away.
const DIAMOND: u128 = CROSS | bits(&[(0, -2), (0, 2), (-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]);
/// The fields whose questions may ask for a word that the field is in the first or second field of, and the field itself.
const ASKERS: u128 = bits(&[(0, 0), (0, -1), (0, -2), (-1, 0), (-2, 0)]);
/// The eight fields around the one in the middle.
const RING: u128 = bits(&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
/// The same and the one in the middle.
const SQUARE: u128 = RING | 1 << MIDDLE;

/// Returns the bits of fields, as rows and columns from the one in the middle.
const fn bits(fields: &[(i32, i32)]) -> u128 {
    let (mut bits, mut i) = (0, 0);
    while i < fields.len() {
        let (row, col) = fields[i];
        bits |= 1 << (MIDDLE as i32 + row * ROW as i32 + col);
        i += 1;
    }
    bits
}

/// The fields around one, at most four steps away.
#[derive(Clone, Copy)]
pub(super) struct Around {
    letters: u128,
    questions: u128,
}

/// How many faults there are around a field; each is meant as in [`Tally`](super::tally::Tally).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub(super) uncrossed: i32,
    pub(super) dead: i32,
    pub(super) unreached: i32,
    pub(super) idle: i32,
    pub(super) crowded: i32,
}

impl Around {
    /// Looks at the fields around one.
    pub(super) fn new(pattern: &Pattern, at: usize) -> Self {
        let mut around = Self { letters: 0, questions: 0 };
        let down = pattern.width;
        around.read::<1>(0, &pattern.kinds, at - 4 * down);
        around.read::<3>(1, &pattern.kinds, at - 3 * down);
        around.read::<5>(2, &pattern.kinds, at - 2 * down);
        around.read::<7>(3, &pattern.kinds, at - down);
        around.read::<9>(4, &pattern.kinds, at);
        around.read::<7>(5, &pattern.kinds, at + down);
        around.read::<5>(6, &pattern.kinds, at + 2 * down);
        around.read::<3>(7, &pattern.kinds, at + 3 * down);
        around.read::<1>(8, &pattern.kinds, at + 4 * down);
        around
    }

    /// Reads a row of this many fields, of which `middle` is in the middle.
    fn read<const FIELDS: usize>(&mut self, row: u32, kinds: &[Kind], middle: usize) {
        let first = middle - FIELDS / 2;
        let (mut letters, mut questions) = (0_u32, 0_u32);
        for (i, kind) in kinds[first..first + FIELDS].iter().enumerate() {
            letters |= u32::from(*kind == Kind::Letter) << i;
            questions |= u32::from(*kind == Kind::Question) << i;
        }
        let shift = row * ROW + 4 - FIELDS as u32 / 2;
        self.letters |= u128::from(letters) << shift;
        self.questions |= u128::from(questions) << shift;
    }

    /// Returns what it is if the field in the middle, a letter or a question field, becomes the other.
    pub(super) fn flipped(self) -> Self {
        let middle = 1 << MIDDLE;
        Self { letters: self.letters ^ middle, questions: self.questions ^ middle }
    }

    /// Counts the faults that depend on what the field in the middle is.
    pub(super) fn faults(self) -> Local {
        let Self { letters, questions } = self;
        let across = |set: u128| set << 1 | set >> 1;
        let down = |set: u128| set << ROW | set >> ROW;
        let (in_across, in_down) = (letters & across(letters), letters & down(letters));
        let uncrossed = letters & !(in_across & in_down);
        let dead = uncrossed & (across(uncrossed) | down(uncrossed));
        let asks = letters >> 1 & letters >> 2 | letters >> ROW & letters >> (2 * ROW);
        let on = letters | questions;
        let inside = on << 1 & on << ROW;
        let count = |set: u128| set.count_ones() as i32;
        Local {
            uncrossed: count(uncrossed & CROSS),
            dead: count(dead & DIAMOND),
            unreached: count(letters & !(in_across | in_down) & CROSS),
            idle: count(questions & !asks & inside & ASKERS),
            crowded: self.crowding(),
        }
    }

    /// Counts the question neighbours of question fields beyond the first of each.
    fn crowding(self) -> i32 {
        let (mut crowding, mut left) = (0, self.questions & SQUARE);
        while left != 0 {
            let field = left.trailing_zeros();
            let ring = if field < MIDDLE { RING >> (MIDDLE - field) } else { RING << (field - MIDDLE) };
            crowding += (self.questions & ring).count_ones().saturating_sub(1);
            left &= left - 1;
        }
        crowding as i32
    }
}
