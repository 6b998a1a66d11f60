//! The pattern of a layout: what each field is, and what can be seen from a single field.
//!
//! Fields are numbered row by row with a margin of [`Pattern::MARGIN`] fields that are `Off` all around, so that
//! looking around a field never leaves the vector.

use crate::encodings::grid::{Direction, Pos};

/// The kind of a field on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Kind {
    /// Outside the grid, or blocked.
    Off,
    /// A question field.
    Question,
    /// A solution field.
    Letter,
}

/// Returns whether a board with this many free fields has room for several windows that are independent of each other.
pub(in crate::search) fn is_wide(free: usize) -> bool {
    const WIDE: usize = 500;
    free >= WIDE
}

/// Returns whether a board with this many free fields is so large that its fill is several times as large as a window, so that
/// threads can work on it together.
pub(in crate::search) fn is_vast(free: usize) -> bool {
    const VAST: usize = 6000;
    free >= VAST
}

/// The kinds of all fields.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The length of a row with its margins, and so one step down.
    pub(super) width: usize,
    pub(super) kinds: Vec<Kind>,
}

impl Pattern {
    const MARGIN: usize = 4;

    /// Creates a pattern in which every field is off.
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let width = cols + 2 * Self::MARGIN;
        Self { width, kinds: vec![Kind::Off; width * (rows + 2 * Self::MARGIN)] }
    }

    /// Returns the index of a position.
    pub(super) fn at(&self, pos: Pos) -> usize {
        (pos.row + Self::MARGIN) * self.width + pos.col + Self::MARGIN
    }

    /// Returns the position of an index inside the grid.
    pub(super) fn pos(&self, at: usize) -> Pos {
        Pos::new(at / self.width - Self::MARGIN, at % self.width - Self::MARGIN)
    }

    /// Returns whether the field takes a letter.
    pub(super) fn is_letter(&self, at: usize) -> bool {
        self.kinds[at] == Kind::Letter
    }

    /// Returns whether the field holds questions.
    pub(super) fn is_question(&self, at: usize) -> bool {
        self.kinds[at] == Kind::Question
    }

    /// Returns whether the field lies in the grid and is not blocked.
    pub(super) fn is_on(&self, at: usize) -> bool {
        self.kinds[at] != Kind::Off
    }

    /// Returns whether bent arrows are allowed here: nothing is above, or nothing to the left.
    pub(super) fn is_border(&self, at: usize) -> bool {
        self.is_on(at) && !(self.is_on(at - 1) && self.is_on(at - self.width))
    }

    /// Returns whether a word of two or more letters starts directly behind this field in a direction.
    pub(super) fn asks_straight(&self, at: usize, direction: Direction) -> bool {
        let step = self.step(direction);
        self.is_letter(at + step) && self.is_letter(at + 2 * step)
    }

    /// Returns the difference of indices for one step in a direction.
    pub(super) fn step(&self, direction: Direction) -> usize {
        match direction {
            Direction::Across => 1,
            Direction::Down => self.width,
        }
    }

    /// Returns whether this field is a letter that is not in two words.
    pub(super) fn is_uncrossed(&self, at: usize) -> bool {
        self.is_letter(at) && !(self.is_crossed(at, 1) && self.is_crossed(at, self.width))
    }

    pub(super) fn is_crossed(&self, at: usize, step: usize) -> bool {
        self.is_letter(at - step) || self.is_letter(at + step)
    }

    pub(super) fn reach_back(&self, at: usize, step: usize) -> usize {
        (1..).take_while(|i| self.is_letter(at - i * step)).count()
    }

    pub(super) fn reach_ahead(&self, at: usize, step: usize) -> usize {
        (1..).take_while(|i| self.is_letter(at + i * step)).count()
    }

    pub(super) fn is_dead(&self, at: usize) -> bool {
        let w = self.width;
        self.is_uncrossed(at)
            && [at - 1, at + 1, at - w, at + w].into_iter().any(|near| self.is_uncrossed(near))
    }

    /// Returns whether this is a question field in the interior at which no word starts; at a border a bent arrow may
    /// still give it one.
    pub(super) fn is_idle(&self, at: usize) -> bool {
        self.is_question(at)
            && !Direction::BOTH.iter().any(|&d| self.asks_straight(at, d))
            && !self.is_border(at)
    }

    /// Counts the question neighbours of a question field beyond the first. No cluster is larger than two exactly if no
    /// question field has two question neighbours.
    pub(super) fn crowding(&self, at: usize) -> i32 {
        if !self.is_question(at) {
            return 0;
        }
        let w = self.width;
        let neighbours = [at - w - 1, at - w, at - w + 1, at - 1, at + 1, at + w - 1, at + w, at + w + 1]
            .into_iter()
            .filter(|&near| self.is_question(near))
            .count();
        neighbours.saturating_sub(1) as i32
    }
}
