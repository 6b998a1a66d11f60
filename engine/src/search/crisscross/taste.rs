//! What people want of a layout besides its words: many crossings, or a small box, and a box of a shape that fits a page.

use crate::encodings::crisscross::puzzle::Value;
use std::cmp::Reverse;
use std::str::FromStr;

/// What a layout should look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// A smaller bounding box counts more than more crossings.
    pub compact: bool,
    /// A bounding box counts as large as the smallest rectangle of this shape around it.
    pub aspect: Option<Aspect>,
}

/// The shape of a rectangle: its width to its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aspect {
    width: usize,
    height: usize,
}

/// Why a text is not an [`Aspect`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a shape is WIDTH:HEIGHT, as in 4:3, with numbers from 1 to {MOST} of which none is more than {STEEPEST} times the other"
)]
pub struct NoAspect;

const MOST: usize = 10_000;
const STEEPEST: usize = 20;

impl FromStr for Aspect {
    type Err = NoAspect;

    fn from_str(text: &str) -> Result<Self, NoAspect> {
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
        let (width, height) = text.split_once([':', 'x', '/']).ok_or(NoAspect)?;
        let (width, height) = (side(width).ok_or(NoAspect)?, side(height).ok_or(NoAspect)?);
        let is_flat = width <= STEEPEST * height && height <= STEEPEST * width;
        is_flat.then_some(Self { width, height }).ok_or(NoAspect)
    }
}

impl Aspect {
    /// Returns the rows and columns of the smallest board of this shape with at least this many fields, with sides of
    /// at most `most`.
    pub fn board(self, fields: usize, most: usize) -> (usize, usize) {
        let unit = (fields as f64 / (self.width * self.height) as f64).sqrt();
        let side = |length: usize| ((unit * length as f64).ceil() as usize).clamp(1, most);
        (side(self.height), side(self.width))
    }
}

impl Taste {
    /// Returns whether layouts are compared by words, crossings and the fields of the box, as the proofs do.
    pub(super) fn is_usual(self) -> bool {
        self == Self::default()
    }

    /// Returns the number of fields that a box of this size counts as.
    pub(super) fn area(self, rows: usize, cols: usize) -> f64 {
        match self.aspect {
            None => (rows * cols) as f64,
            Some(Aspect { width, height }) => {
                let scale = (rows * width).max(cols * height) as f64;
                scale * scale / (width * height) as f64
            }
        }
    }

    /// Returns whether the first one is better.
    pub(super) fn prefers(self, a: &Value, b: &Value) -> bool {
        if self.is_usual() {
            return a.beats(b);
        }
        let area = |value: &Value| match self.aspect {
            None => value.area(),
            Some(Aspect { width, height }) => (value.rows * width).max(value.cols * height),
        };
        let key = |value: &Value| match self.compact {
            true => (value.words, Reverse(area(value)), Reverse(value.area()), value.crossings),
            false => (value.words, Reverse(usize::MAX - value.crossings), Reverse(area(value)), 0),
        };
        key(a) > key(b)
    }

    /// Returns the size of a box that is smaller by `lines` lines: one at a time, a row or a column is taken off,
    /// whichever side is too long for the shape wished for or, without a wish, for that of the board (rows, columns).
    pub(super) fn smaller(
        self,
        (rows, cols): (usize, usize),
        board: (usize, usize),
        lines: usize,
    ) -> (usize, usize) {
        let Aspect { width, height } = self.aspect.unwrap_or(Aspect { width: board.1, height: board.0 });
        let (mut rows, mut cols) = (rows, cols);
        for _ in 0..lines {
            if rows * width >= cols * height {
                rows -= usize::from(rows > 1)
            } else {
                cols -= usize::from(cols > 1)
            }
        }
        (rows, cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_compared_as_wished() {
        let value = |words, crossings, rows, cols| Value { words, crossings, rows, cols };
        let usual = Taste::default();
        let compact = Taste { compact: true, aspect: None };
        let wide = Taste { compact: false, aspect: Some("2:1".parse().unwrap()) };
        assert!(usual.prefers(&value(5, 6, 9, 9), &value(5, 5, 5, 5)));
        assert!(compact.prefers(&value(5, 5, 5, 5), &value(5, 6, 5, 6)));
        assert!(compact.prefers(&value(6, 5, 9, 9), &value(5, 9, 5, 5)), "words come first");
        assert!(compact.prefers(&value(5, 6, 5, 5), &value(5, 5, 5, 5)));
        assert!(wide.prefers(&value(5, 5, 5, 10), &value(5, 5, 7, 7)), "a box of 7x14 holds the other");
        assert!(wide.prefers(&value(5, 6, 9, 9), &value(5, 5, 5, 10)), "crossings come first");
        assert_eq!((wide.area(5, 10), wide.area(7, 7), usual.area(7, 7)), (50.0, 98.0, 49.0));
    }

    #[test]
    fn boards_have_the_wished_shape() {
        let aspect: Aspect = "4:3".parse().unwrap();
        assert_eq!(aspect.board(1200, 200), (30, 40));
        assert_eq!(aspect.board(1_000_000, 200), (200, 200));
        let taste = Taste { compact: true, aspect: Some(aspect) };
        assert_eq!(taste.smaller((40, 40), (40, 40), 3), (37, 40));
        assert_eq!(taste.smaller((30, 41), (40, 40), 1), (30, 40));
        assert_eq!(Taste::default().smaller((1, 1), (9, 9), 2), (1, 1));
        for text in ["", "4", "4:0", "0:3", "4:-3", "100:1", "a:b"] {
            assert_eq!(text.parse::<Aspect>(), Err(NoAspect), "{text}");
        }
    }
}
