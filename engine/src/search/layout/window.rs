//! Which window of a layout to free next: one where there is too much of something.
//!
//! Every field has a heat: that of the words through it (a word is as hot as its length class has excess
//! words), of question fields if there are too many of them, and likewise of double questions. The hottest of some
//! random windows is taken. A window that was tried without success counts for less until the layout near it has
//! changed. Choosing windows at random stalls, as most of them yield nothing.

use crate::encodings::arrowword::layout::TargetCounts;
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::grid::{Grid, Pos};
use fastrand::Rng;

/// A rectangle of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The upper left field.
    pub(super) first: Pos,
    /// The number of rows.
    pub(super) rows: usize,
    /// The number of columns.
    pub(super) cols: usize,
}

impl Window {
    /// Returns whether the field lies in the window.
    pub(super) fn contains(&self, pos: Pos) -> bool {
        (self.first.row..self.first.row + self.rows).contains(&pos.row)
            && (self.first.col..self.first.col + self.cols).contains(&pos.col)
    }

    fn overlap(&self, other: &Self) -> usize {
        let side = |a: usize, n: usize, b: usize, m: usize| (a + n).min(b + m).saturating_sub(a.max(b));
        side(self.first.row, self.rows, other.first.row, other.rows)
            * side(self.first.col, self.cols, other.first.col, other.cols)
    }
}

/// The record of windows tried without success.
#[derive(Default)]
pub(super) struct Heat {
    failed: Vec<Window>,
}

impl Heat {
    /// The number of candidates to compare.
    const CANDIDATES: usize = 24;
    /// The number of failures to remember.
    const MEMORY: usize = 40;

    /// Records whether a window was a success.
    pub(super) fn tried(&mut self, window: &Window, success: bool) {
        if success {
            self.failed.retain(|old| old.overlap(window) == 0);
        } else {
            if self.failed.len() >= Self::MEMORY {
                self.failed.remove(0);
            }
            self.failed.push(*window);
        }
    }

    /// Chooses the next window.
    pub(super) fn choose(
        &self,
        target: &TargetCounts,
        side: usize,
        layout: &Puzzle,
        counts: &Counts,
        random: &mut Rng,
    ) -> Window {
        let heat = field_heat(target, layout, counts);
        let (rows, cols) = (layout.fields.rows(), layout.fields.cols());
        let mut best: Option<(usize, Window)> = None;
        for _ in 0..Self::CANDIDATES {
            let window = random_window(rows, cols, side, random);
            let sum: usize = heat.iter().filter(|(pos, _)| window.contains(*pos)).map(|(_, h)| h).sum();
            let area = window.rows * window.cols;
            let stale = self.failed.iter().map(|old| old.overlap(&window)).max().unwrap_or(0);
            // A window that failed as a whole counts for a quarter; chance decides among windows that are nearly equal.
            let fresh = 4 * area - 3 * stale.min(area);
            let worth = (sum + 1) * fresh * (50 + random.usize(..100));
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, window));
            }
        }
        best.map_or(Window { first: Pos::new(0, 0), rows, cols }, |(_, window)| window)
    }
}

/// Draws a window of about side x side fields inside the grid, sometimes a long or flat one.
fn random_window(rows: usize, cols: usize, side: usize, random: &mut Rng) -> Window {
    let (mut h, mut w) = (side, side);
    match random.usize(..4) {
        0 => (h, w) = (side + 3, side.saturating_sub(2)),
        1 => (h, w) = (side.saturating_sub(2), side + 3),
        _ => {}
    }
    let (h, w) = (h.clamp(1, rows), w.clamp(1, cols));
    let first = Pos::new(random.usize(..rows - h + 1), random.usize(..cols - w + 1));
    Window { first, rows: h, cols: w }
}

fn field_heat(target: &TargetCounts, layout: &Puzzle, counts: &Counts) -> Grid<usize> {
    let surplus = target.surplus(counts);
    let too_many = |have: usize, want: usize| have.saturating_sub(want).min(8);
    let questions = too_many(counts.questions, target.questions);
    let doubles = too_many(counts.doubles, target.doubles);
    let mut arrows = layout.fields.map(|_, _| 0usize);
    let mut heat = layout.fields.map(|_, field| if *field == Field::Question { questions } else { 0 });
    for &question in &layout.questions {
        arrows[question.pos] += 1;
        if arrows[question.pos] == 2 {
            heat[question.pos] += 2 * doubles;
        }
        let Some(run) = layout.run_of(question) else { continue };
        let Some(bucket) = Counts::bucket(run.len) else { continue };
        let hot = surplus[bucket].clamp(0, 8) as usize;
        run.cells().for_each(|cell| heat[cell] += hot);
    }
    heat
}
