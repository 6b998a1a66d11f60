//! The grid as the dynamic program walks through it: row by row, with the short side across.
//!
//! A grid that is wider than high is turned over its diagonal. The rules do not change by that: each arrow becomes the
//! one that is its mirror image, and the fields where bent arrows are allowed stay the same ones. Rows and columns at the
//! borders that are all blocked are left out: a border ends words and allows bent arrows as a blocked field does. Below the
//! last row comes a row of blocked fields, which ends all words.

use crate::arrowword::layout::{ArrowSet, Domain, LayoutSpec};
use crate::arrowword::puzzle::{Arrow, Field, Puzzle, Question, allows_bent};
use crate::grid::Pos;

/// The most columns of a grid that is turned upright.
pub(super) const MOST_COLS: usize = 5;

/// What may happen at a field; fields with equal kinds have equal transitions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    /// The column.
    pub(super) col: usize,
    /// Whether this is the last field of its row.
    pub(super) is_last: bool,
    /// Whether the field is blocked.
    pub(super) is_blocked: bool,
    /// Whether the field may hold a letter.
    pub(super) letter: bool,
    /// The arrows that a question field may have here, as bits; none if it cannot be a question field.
    pub(super) asks: Vec<u8>,
    /// Whether the field to the right may ask for a word that starts here and runs down.
    pub(super) asked_from_right: bool,
    /// Whether the field below may ask for a word that starts here and runs right.
    pub(super) asked_from_below: bool,
}

/// A grid of at most five columns.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The number of rows, without the blocked one at the end.
    pub(super) rows: usize,
    /// The number of columns.
    pub(super) cols: usize,
    /// The fields that are not blocked.
    pub(super) unblocked: usize,
    /// The kinds of all fields, row by row, with those of the blocked row.
    pub(super) kinds: Vec<Kind>,
    /// The first row and the first column of the grid that are not all blocked.
    first: Pos,
    is_turned: bool,
}

/// Returns the bit of an arrow in a set.
const fn bit(arrow: Arrow) -> u8 {
    1 << arrow.code()
}

/// Returns the mirror image of an arrow.
fn mirrored(arrow: Arrow) -> Arrow {
    Arrow::ALL[(arrow.code() + 3) % 6]
}

impl Shape {
    /// Turns a grid upright; `None` if its short side has more than five fields, or if all fields are blocked.
    pub(super) fn new(spec: &LayoutSpec) -> Option<Self> {
        let open = || spec.base().iter().filter(|(_, field)| !field.is_blocked()).map(|(pos, _)| pos);
        let first = Pos::new(open().map(|pos| pos.row).min()?, open().map(|pos| pos.col).min()?);
        let height = open().map(|pos| pos.row).max()? + 1 - first.row;
        let width = open().map(|pos| pos.col).max()? + 1 - first.col;
        let is_turned = height < width;
        let (rows, cols) = if is_turned { (width, height) } else { (height, width) };
        if cols > MOST_COLS {
            return None;
        }
        let unblocked = open().count();
        let mut shape = Self { rows, cols, unblocked, kinds: Vec::new(), first, is_turned };
        let asks = |row, col| shape.asks(spec, row, col);
        let may_ask = |row, col, arrow| asks(row, col).iter().any(|set| set & bit(arrow) != 0);
        let kind = |at: usize| {
            let (row, col) = (at / cols, at % cols);
            let domain = if row < rows { spec.domain(shape.pos(row, col)) } else { Domain::Blocked };
            Kind {
                col,
                is_last: col + 1 == cols,
                is_blocked: domain == Domain::Blocked,
                letter: matches!(domain, Domain::Free | Domain::Letter),
                asks: asks(row, col),
                asked_from_right: may_ask(row, col + 1, Arrow::LeftDown),
                asked_from_below: may_ask(row + 1, col, Arrow::UpRight),
            }
        };
        let kinds = (0..(rows + 1) * cols).map(kind).collect();
        shape.kinds = kinds;
        Some(shape)
    }

    /// Returns the position in the grid as it was given.
    fn pos(&self, row: usize, col: usize) -> Pos {
        let (row, col) = if self.is_turned { (col, row) } else { (row, col) };
        Pos::new(self.first.row + row, self.first.col + col)
    }

    /// Lists the sets of arrows that a question field may have here.
    fn asks(&self, spec: &LayoutSpec, row: usize, col: usize) -> Vec<u8> {
        if row >= self.rows || col >= self.cols {
            return Vec::new();
        }
        let pos = self.pos(row, col);
        let (must, may) = match spec.domain(pos) {
            Domain::Free => (ArrowSet::EMPTY, ArrowSet::ALL),
            Domain::Question(must, may) => (must, may),
            Domain::Letter | Domain::Blocked => return Vec::new(),
        };
        let bent = allows_bent(spec.base(), pos);
        let own = |arrow| if self.is_turned { mirrored(arrow) } else { arrow };
        let allowed = |set: &Vec<Arrow>| {
            set.iter().all(|&arrow| (bent || !arrow.is_bent()) && may.contains(own(arrow)))
                && Arrow::ALL.into_iter().all(|arrow| !must.contains(own(arrow)) || set.contains(&arrow))
        };
        let singles = Arrow::ALL.into_iter().map(|arrow| vec![arrow]);
        let pairs = Arrow::PAIRS.into_iter().map(|(a, b)| vec![a, b]);
        let sets = singles.chain(pairs).filter(allowed);
        sets.map(|set| set.into_iter().map(bit).sum()).collect()
    }

    /// Makes the layout in which each field is what its mark says: a set of arrows, or 0 for a letter.
    pub(super) fn layout(&self, spec: &LayoutSpec, marks: &[u8]) -> Puzzle {
        let mut puzzle = Puzzle { fields: spec.base().clone(), questions: Vec::new() };
        for (at, &mark) in marks.iter().enumerate().take(self.rows * self.cols) {
            let pos = self.pos(at / self.cols, at % self.cols);
            for arrow in Arrow::ALL.into_iter().filter(|&arrow| mark & bit(arrow) != 0) {
                let arrow = if self.is_turned { mirrored(arrow) } else { arrow };
                puzzle.fields[pos] = Field::Question;
                puzzle.questions.push(Question { pos, arrow });
            }
        }
        puzzle.questions.sort_unstable();
        puzzle
    }
}
