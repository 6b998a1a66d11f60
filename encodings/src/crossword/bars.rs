//! Bars: lines between two neighbouring fields, at which a word ends although both fields take letters.

use crate::grid::{Direction, Pos, Run};
use std::collections::BTreeSet;

/// The bars of a template; none in one whose words end at blocks alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bars(BTreeSet<(Pos, Direction)>);

impl Bars {
    /// Adds a bar between a field and the next one in this direction: to the right of it (across), or below it (down).
    pub fn add(&mut self, pos: Pos, direction: Direction) {
        self.0.insert((pos, direction));
    }

    /// Returns whether there is a bar between a field and the next one in this direction.
    pub fn after(&self, pos: Pos, direction: Direction) -> bool {
        self.0.contains(&(pos, direction))
    }

    /// Returns whether there is a bar between a field and the one before it in this direction.
    pub fn before(&self, pos: Pos, direction: Direction) -> bool {
        let (rows, cols) = direction.step();
        pos.offset(-rows, -cols).is_some_and(|before| self.after(before, direction))
    }

    /// Returns whether there is a bar between two fields that share an edge.
    pub fn between(&self, a: Pos, b: Pos) -> bool {
        let direction = if a.row == b.row { Direction::Across } else { Direction::Down };
        self.after(a.min(b), direction)
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Lists the bars: each with the field before it, and the direction in which it ends words.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, Direction)> + '_ {
        self.0.iter().copied()
    }

    /// Returns the parts of a run between bars.
    pub(super) fn parts(&self, run: Run) -> Vec<Run> {
        let mut parts = Vec::new();
        let mut first = 0;
        for place in 0..run.len {
            if place + 1 == run.len || self.after(run.cell(place), run.direction) {
                parts.push(Run { start: run.cell(first), len: place + 1 - first, ..run });
                first = place + 1;
            }
        }
        parts
    }
}

impl FromIterator<(Pos, Direction)> for Bars {
    fn from_iter<I: IntoIterator<Item = (Pos, Direction)>>(bars: I) -> Self {
        Self(bars.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_end_runs_of_their_direction_alone() {
        let bars: Bars =
            [(Pos::new(0, 1), Direction::Across), (Pos::new(0, 3), Direction::Down)].into_iter().collect();
        let run = |direction, len| Run { start: Pos::new(0, 0), direction, len };
        let lengths = |run| bars.parts(run).iter().map(|part| (part.start.col, part.len)).collect::<Vec<_>>();
        assert_eq!(lengths(run(Direction::Across, 5)), [(0, 2), (2, 3)]);
        assert_eq!(lengths(run(Direction::Down, 5)), [(0, 5)]);
        assert!(
            bars.between(Pos::new(0, 2), Pos::new(0, 1)) && !bars.between(Pos::new(0, 1), Pos::new(1, 1))
        );
        assert!(
            bars.before(Pos::new(0, 2), Direction::Across) && !bars.before(Pos::new(0, 0), Direction::Across)
        );
        assert!(bars.before(Pos::new(1, 3), Direction::Down) && bars.len() == 2);
    }
}
