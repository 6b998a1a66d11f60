//! The custom of barred crosswords, checked on a grid. What every crossword has to keep is checked by
//! [`crossword::rules`](crate::crossword::rules).
//!
//! Written from the custom alone: words have three letters or more; of each word, no more letters are unchecked (in no
//! other word) than [`most_unchecked`] says; no two unchecked letters of a word are neighbours; every field can be
//! reached from every other one without crossing a bar or a block; and the grid is the same after half a turn. None of
//! this concerns letters, so an empty grid can be judged as well.

use super::custom::{SHORTEST, most_unchecked};
use crate::crossword::puzzle::Template;
use crate::crossword::rules::place_of;
use crate::grid::{Direction, Pos, Run};
use std::collections::BTreeSet;
use std::fmt;

/// A custom that is not kept. The sentences count rows and columns from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the sentences below say what the parts are
pub enum Uncustomary {
    /// A word that is too short.
    Short { run: Run },
    /// A word with too many unchecked letters.
    Unchecked { run: Run, unchecked: usize },
    /// A word with two unchecked letters that are neighbours; the first of them.
    Neighbours { run: Run, pos: Pos },
    /// The grid has several parts; a field of a part other than the first.
    Parts { parts: usize, pos: Pos },
    /// The grid is not the same after half a turn; the first field, or the field before the first bar, with no partner.
    Turned { pos: Pos },
}

impl Uncustomary {
    /// Returns a short, stable name, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Short { .. } => "short-word",
            Self::Unchecked { .. } => "unchecked-letters",
            Self::Neighbours { .. } => "unchecked-neighbours",
            Self::Parts { .. } => "several-parts",
            Self::Turned { .. } => "no-symmetry",
        }
    }

    /// Returns the field where the custom is not kept, of a word the first one.
    pub fn place(&self) -> Pos {
        match self {
            Self::Short { run } | Self::Unchecked { run, .. } => run.start,
            Self::Neighbours { pos, .. } | Self::Parts { pos, .. } | Self::Turned { pos } => *pos,
        }
    }
}

impl fmt::Display for Uncustomary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { run } => {
                write!(f, "the word {} has {} letters, fewer than {SHORTEST}", place_of(*run), run.len)
            }
            Self::Unchecked { run, unchecked } => write!(
                f,
                "{unchecked} of the {} letters of the word {} are in no other word; by custom at most {}",
                run.len,
                place_of(*run),
                most_unchecked(run.len)
            ),
            Self::Neighbours { run, pos } => write!(
                f,
                "two neighbouring letters of the word {}, from {pos} on, are in no other word",
                place_of(*run)
            ),
            Self::Parts { parts, pos } => {
                write!(f, "bars and blocks divide the grid into {parts} parts, of which one is at {pos}")
            }
            Self::Turned { pos } => write!(f, "the grid is not the same after half a turn: see {pos}"),
        }
    }
}

/// Returns everything in which a grid does not keep the custom.
pub fn check(puzzle: &Template) -> Vec<Uncustomary> {
    let mut found = Vec::new();
    for direction in Direction::BOTH {
        for run in words(puzzle, direction) {
            if run.len < SHORTEST {
                found.push(Uncustomary::Short { run });
            }
            let unchecked: Vec<bool> =
                run.cells().map(|pos| !is_joined(puzzle, pos, direction.crossing())).collect();
            let number = unchecked.iter().filter(|is_unchecked| **is_unchecked).count();
            if number > most_unchecked(run.len) {
                found.push(Uncustomary::Unchecked { run, unchecked: number });
            }
            if let Some(place) = unchecked.windows(2).position(|pair| pair == [true, true]) {
                found.push(Uncustomary::Neighbours { run, pos: run.cell(place) });
            }
        }
    }
    let parts = parts(puzzle);
    if let Some(pos) = parts.get(1).and_then(BTreeSet::first) {
        found.push(Uncustomary::Parts { parts: parts.len(), pos: *pos });
    }
    found.extend(first_unturned(puzzle).map(|pos| Uncustomary::Turned { pos }));
    found
}

/// Returns the parts of the grid: sets of fields that can reach each other without crossing a bar or a block.
pub fn parts(puzzle: &Template) -> Vec<BTreeSet<Pos>> {
    let mut left: BTreeSet<Pos> =
        puzzle.cells.positions().filter(|&pos| puzzle.cells[pos].is_white()).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut edge = vec![first];
        while let Some(pos) = edge.pop() {
            for next in puzzle.cells.neighbours4(pos).filter(|&next| !puzzle.bars().between(pos, next)) {
                if left.remove(&next) {
                    part.insert(next);
                    edge.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Returns whether a word goes on from a field to the next one in this direction.
fn goes_on(puzzle: &Template, pos: Option<Pos>, direction: Direction) -> bool {
    let (rows, cols) = direction.step();
    let is_white = |pos: Pos| puzzle.cells.get(pos).is_some_and(|cell| cell.is_white());
    pos.is_some_and(|pos| {
        is_white(pos) && pos.offset(rows, cols).is_some_and(is_white) && !puzzle.bars().after(pos, direction)
    })
}

/// Returns whether a field is in a word of this direction.
fn is_joined(puzzle: &Template, pos: Pos, direction: Direction) -> bool {
    let (rows, cols) = direction.step();
    goes_on(puzzle, Some(pos), direction) || goes_on(puzzle, pos.offset(-rows, -cols), direction)
}

/// Returns the words of a direction, followed field by field.
fn words(puzzle: &Template, direction: Direction) -> Vec<Run> {
    let (rows, cols) = direction.step();
    let is_start = |pos: &Pos| {
        goes_on(puzzle, Some(*pos), direction) && !goes_on(puzzle, pos.offset(-rows, -cols), direction)
    };
    let run = |start: Pos| {
        let at = |steps: isize| start.offset(rows * steps, cols * steps);
        let len = 1 + (0..).take_while(|&steps| goes_on(puzzle, at(steps), direction)).count();
        Run { start, direction, len }
    };
    puzzle.cells.positions().filter(is_start).map(run).collect()
}

/// Returns the first field that differs from its partner after half a turn, itself or in the bars after it.
fn first_unturned(puzzle: &Template) -> Option<Pos> {
    let (rows, cols) = (puzzle.cells.rows(), puzzle.cells.cols());
    let turned = |pos: Pos| Pos::new(rows - 1 - pos.row, cols - 1 - pos.col);
    let is_same = |pos: Pos| {
        let partner = turned(pos);
        let bars = Direction::BOTH.iter().all(|&direction| {
            puzzle.bars().after(pos, direction) == puzzle.bars().before(partner, direction)
        });
        bars && puzzle.cells[pos].is_white() == puzzle.cells[partner].is_white()
    };
    puzzle.cells.positions().find(|&pos| !is_same(pos))
}

#[cfg(test)]
mod tests {
    use super::super::format::read;
    use super::*;

    fn found(text: &str) -> Vec<(&'static str, usize, usize)> {
        let puzzle = read(&format!("barred\n{text}")).expect("a crossword");
        check(&puzzle).iter().map(|u| (u.rule(), u.place().row + 1, u.place().col + 1)).collect()
    }

    #[test]
    fn each_custom_is_judged() {
        assert!(found(". . .\n. . .\n. . .\n").is_empty());
        // The corner is in no word down: one letter of three that is unchecked.
        assert_eq!(
            found(". . .\n-\n. . .\n. . .\n"),
            [("unchecked-letters", 1, 1), ("short-word", 2, 1), ("no-symmetry", 1, 1),]
        );
        assert_eq!(
            found(". .\n. .\n"),
            [("short-word", 1, 1), ("short-word", 2, 1), ("short-word", 1, 1), ("short-word", 1, 2)]
        );
        let apart = ". . .|. . .\n. . .|. . .\n. . .|. . .\n";
        assert_eq!(found(apart), [("several-parts", 1, 4)]);
        let block = ". . . #\n. . . .\n. . . .\n. . . .\n";
        assert_eq!(found(block), [("no-symmetry", 1, 4)]);
    }

    #[test]
    fn unchecked_letters_are_counted_and_may_not_be_neighbours() {
        let long =
            ". . . . . . . . .\n- -   - -   - - -\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n";
        let words: Vec<_> = found(long).into_iter().filter(|(_, row, _)| *row == 1).collect();
        assert_eq!(
            words,
            [("unchecked-letters", 1, 1), ("unchecked-neighbours", 1, 1), ("no-symmetry", 1, 1),]
        );
        let puzzle = read(&format!("barred\n{long}")).expect("a crossword");
        assert_eq!(
            check(&puzzle)[0].to_string(),
            "7 of the 9 letters of the word across at row 1, column 1 are in no other word; by custom at most 3"
        );
        let four = ". . . .\n-\n. . . .\n. . . .\n. . . .\n      -\n. . . .\n";
        assert_eq!(found(four), [], "one letter of four may be unchecked");
    }
}
