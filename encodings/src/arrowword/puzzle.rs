//! What an arrowword consists of: fields, arrows, questions, and the words they ask for.

use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::{Letter, Slot, SlotProblem};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// One field of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Not part of the puzzle.
    Blocked(Blocked),
    /// A field with one or two questions.
    Question,
    /// A solution field that has no letter yet; in a grid without questions, an undecided field.
    Open,
    /// A solution field with its letter.
    Letter(Letter),
}

impl Field {
    /// Tells whether the field takes a letter: open or filled.
    pub fn is_solution(self) -> bool {
        matches!(self, Self::Open | Self::Letter(_))
    }

    /// Tells whether the field is blocked.
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::Blocked(_))
    }
}

/// The character that a blocked field was written with, and is written back with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A space, as in the contest's files and its viewer.
    Space,
    /// `-`, as in the contest's rules.
    Dash,
}

/// Where the word of a question starts, as seen from the question field, and which way it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arrow {
    /// 0: starts below, runs down.
    Down,
    /// 1: starts below, runs right.
    DownRight,
    /// 2: starts to the left, runs down.
    LeftDown,
    /// 3: starts to the right, runs right.
    Right,
    /// 4: starts to the right, runs down.
    RightDown,
    /// 5: starts above, runs right.
    UpRight,
}

impl Arrow {
    /// All arrow types in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Down, Self::DownRight, Self::LeftDown, Self::Right, Self::RightDown, Self::UpRight];

    /// The pairs of arrows that may share a question field.
    pub(super) const PAIRS: [(Self, Self); 5] = [
        (Self::Down, Self::Right),
        (Self::Down, Self::LeftDown),
        (Self::Down, Self::RightDown),
        (Self::Right, Self::DownRight),
        (Self::Right, Self::UpRight),
    ];

    /// Returns the number of the type in a `.cwg` file, `0..6`.
    pub const fn code(self) -> usize {
        self as usize
    }

    /// Returns the arrow type with this number, or `None` if `code` is not in `0..6`.
    pub fn from_code(code: usize) -> Option<Self> {
        Self::ALL.get(code).copied()
    }

    /// Returns the direction of its word.
    pub const fn direction(self) -> Direction {
        match self {
            Self::Down | Self::LeftDown | Self::RightDown => Direction::Down,
            Self::Right | Self::DownRight | Self::UpRight => Direction::Across,
        }
    }

    /// Tells whether the arrow turns a corner, which is only allowed at an upper or left border of the unblocked area.
    pub const fn is_bent(self) -> bool {
        !matches!(self, Self::Down | Self::Right)
    }

    /// Returns the first field of the word of a question at `question`, or `None` if it lies above or left of the grid.
    pub fn start(self, question: Pos) -> Option<Pos> {
        match self {
            Self::Down | Self::DownRight => question.offset(1, 0),
            Self::LeftDown => question.offset(0, -1),
            Self::Right | Self::RightDown => question.offset(0, 1),
            Self::UpRight => question.offset(-1, 0),
        }
    }

    /// Returns the question field from which an arrow of this type starts a word at `start`: the inverse of
    /// [`Arrow::start`].
    pub fn question(self, start: Pos) -> Option<Pos> {
        match self {
            Self::Down | Self::DownRight => start.offset(-1, 0),
            Self::LeftDown => start.offset(0, 1),
            Self::Right | Self::RightDown => start.offset(0, -1),
            Self::UpRight => start.offset(1, 0),
        }
    }

    /// Tells whether these two different arrows may share a question field.
    pub fn may_pair(self, other: Self) -> bool {
        Self::PAIRS.contains(&(self, other)) || Self::PAIRS.contains(&(other, self))
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Down => "down",
            Self::DownRight => "down-then-right",
            Self::LeftDown => "left-then-down",
            Self::Right => "right",
            Self::RightDown => "right-then-down",
            Self::UpRight => "up-then-right",
        })
    }
}

/// The error of a text that is not the name of an arrow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an arrow; the arrows are {}", Arrow::ALL.map(|arrow| arrow.to_string()).join(", "))]
pub struct NoArrow {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for Arrow {
    type Err = NoArrow;

    /// Returns the arrow with this name, as [`Display`](fmt::Display) writes it.
    fn from_str(name: &str) -> Result<Self, NoArrow> {
        let named = Self::ALL.into_iter().find(|arrow| arrow.to_string() == name);
        named.ok_or_else(|| NoArrow { found: name.chars().take(40).collect() })
    }
}

/// A question: its field and its arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Question {
    /// The question field.
    pub pos: Pos,
    /// Its arrow.
    pub arrow: Arrow,
}

/// An arrowword in any state: empty, laid out, or filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The fields.
    pub fields: Grid<Field>,
    /// The questions, sorted by row, column and type, without duplicates.
    pub questions: Vec<Question>,
}

impl Puzzle {
    /// Tells whether a question field at `pos` may have bent arrows.
    pub fn allows_bent(&self, pos: Pos) -> bool {
        allows_bent(&self.fields, pos)
    }

    /// Returns the questions of the field at `pos`.
    pub fn asked_at(&self, pos: Pos) -> &[Question] {
        let first = self.questions.partition_point(|question| question.pos < pos);
        let count = self.questions[first..].partition_point(|question| question.pos == pos);
        &self.questions[first..first + count]
    }

    /// Returns the fields of a question's word: from its start, in its direction, up to the next field that is not a
    /// solution field. `None` if there is no solution field at the start.
    pub fn run_of(&self, question: Question) -> Option<Run> {
        let start = question.arrow.start(question.pos)?;
        let direction = question.arrow.direction();
        let (dr, dc) = direction.step();
        let mut len = 0;
        let mut next = Some(start);
        while let Some(pos) = next {
            if !self.fields.get(pos).is_some_and(|f| f.is_solution()) {
                break;
            }
            len += 1;
            next = pos.offset(dr, dc);
        }
        (len > 0).then_some(Run { start, direction, len })
    }

    /// Returns the puzzle with a letter at each of these positions.
    #[must_use]
    pub fn with_letters(&self, positions: &[Pos], letters: &[Letter]) -> Self {
        let letters: Vec<_> = letters.iter().copied().map(Some).collect();
        self.with_some_letters(positions, &letters)
    }

    /// Returns the puzzle with a letter at those of these positions that have one.
    #[must_use]
    pub fn with_some_letters(&self, positions: &[Pos], letters: &[Option<Letter>]) -> Self {
        let mut puzzle = self.clone();
        for (&pos, letter) in positions.iter().zip(letters) {
            if let Some(letter) = *letter {
                puzzle.fields[pos] = Field::Letter(letter);
            }
        }
        puzzle
    }

    /// Lists the runs of two or more letters that no question asks for. The rules allow them as long as each letter is in a word.
    pub fn unasked_runs(&self) -> Vec<Run> {
        let asked: HashSet<Run> =
            self.questions.iter().filter_map(|&question| self.run_of(question)).collect();
        let mut runs = self.fields.runs(|field| field.is_solution());
        runs.retain(|run| run.len >= 2 && !asked.contains(run));
        runs
    }

    /// Returns the slots of a laid-out puzzle, one per question and in the order of the questions, and the position of
    /// each cell that the slots refer to by number. Cells that no question reaches have no number.
    pub fn slots(&self) -> (SlotProblem, Vec<Pos>) {
        let mut number: Grid<Option<usize>> = self.fields.map(|_, _| None);
        let mut problem = SlotProblem::default();
        let mut positions = Vec::new();
        for run in self.questions.iter().filter_map(|&q| self.run_of(q)) {
            let cells = run
                .cells()
                .map(|pos| {
                    *number[pos].get_or_insert_with(|| {
                        positions.push(pos);
                        problem.cells.push(match self.fields[pos] {
                            Field::Letter(letter) => Some(letter),
                            _ => None,
                        });
                        positions.len() - 1
                    })
                })
                .collect();
            problem.slots.push(Slot { cells });
        }
        (problem, positions)
    }
}

/// Tells whether bent arrows are allowed in a question field at `pos`: in row 0, in column 0, directly right of a
/// blocked field, or directly below one.
pub(super) fn allows_bent(fields: &Grid<Field>, pos: Pos) -> bool {
    let border = |p: Option<Pos>| p.is_none_or(|p| fields[p].is_blocked());
    border(pos.offset(-1, 0)) || border(pos.offset(0, -1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::cwg;

    #[test]
    fn runs_that_no_question_asks_for_are_listed() {
        let text = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n"; // test_cases/3x3_rated.cwg
        let mut puzzle = cwg::read(text).unwrap().puzzle;
        assert_eq!(puzzle.unasked_runs(), []);
        let last = puzzle.questions.pop().unwrap();
        assert_eq!(puzzle.unasked_runs(), [puzzle.run_of(last).unwrap()]);
    }

    #[test]
    fn arrows_have_numbers_names_and_ways_there_and_back() {
        for (code, arrow) in Arrow::ALL.into_iter().enumerate() {
            assert_eq!((arrow.code(), Arrow::from_code(code)), (code, Some(arrow)));
            assert_eq!(arrow.to_string().parse(), Ok(arrow));
            let pos = Pos::new(3, 3);
            assert_eq!(arrow.question(arrow.start(pos).unwrap()), Some(pos));
        }
        assert_eq!(Arrow::from_code(6), None);
        assert_eq!(Arrow::ALL.map(Arrow::is_bent), [false, true, true, false, true, true]);
        // Nothing lies above or left of the grid.
        let corner = Pos::new(0, 0);
        assert_eq!((Arrow::LeftDown.start(corner), Arrow::UpRight.start(corner)), (None, None));
        let error = "sideways".parse::<Arrow>().unwrap_err().to_string();
        assert!(
            error.starts_with("`sideways` is not an arrow; the arrows are down, down-then-right, "),
            "{error}"
        );
    }

    #[test]
    fn pairs_may_be_told_in_either_order() {
        assert!(Arrow::Down.may_pair(Arrow::Right) && Arrow::Right.may_pair(Arrow::Down));
        assert!(!Arrow::Down.may_pair(Arrow::UpRight) && !Arrow::UpRight.may_pair(Arrow::Down));
    }

    #[test]
    fn slots_number_the_cells_that_words_reach() {
        // A and the field beside it are the word of the first question; that field and O are the word of the second,
        // which runs down; C is in no word.
        let puzzle = cwg::read("2\n4\n?A.?\nC-O-\n0 0 3\n0 3 2\n").unwrap().puzzle;
        let (problem, positions) = puzzle.slots();
        assert_eq!(positions, [Pos::new(0, 1), Pos::new(0, 2), Pos::new(1, 2)]);
        assert_eq!(problem.cells, [Letter::from_char('A'), None, Letter::from_char('O')]);
        assert_eq!(problem.slots, [Slot { cells: vec![0, 1] }, Slot { cells: vec![1, 2] }]);
        let letters = ['X', 'Y', 'Z'].map(|c| Letter::from_char(c).unwrap());
        assert_eq!(
            cwg::write(&puzzle.with_letters(&positions, &letters)),
            "2\n4\n?XY?\nC-Z-\n0 0 3\n0 3 2\n"
        );
    }
}
