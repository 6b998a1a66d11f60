//! Which window of a layout to free next: where there is too much of something.
//!
//! Every field gets a heat: that of the words through it (a word is as hot as its length class has words too
//! many), of question fields if there are too many of those, of doubles likewise. Of some random windows the
//! hottest is taken. A window that was tried without success counts for less, until the layout near it has
//! changed. Random windows alone stall: most of them have nothing to give.

use crate::encodings::arrowword::layout::counts::class;
use crate::encodings::arrowword::layout::{Counts, Target};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::{Grid, Pos};
use fastrand::Rng;

/// A rectangle of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The upper left field.
    pub(super) first: Pos,
    /// How many rows it has.
    pub(super) rows: usize,
    /// How many columns it has.
    pub(super) cols: usize,
}

impl Window {
    /// Whether the field lies in the window.
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

/// What was learnt about windows so far.
#[derive(Default)]
pub(super) struct Heat {
    failed: Vec<Window>,
}

impl Heat {
    /// How many candidates are compared, and how many failures remembered.
    const CANDIDATES: usize = 24;
    const MEMORY: usize = 40;

    /// Remembers how a window went.
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

    /// The next window.
    pub(super) fn choose(
        &self,
        target: &Target,
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
            // A window that failed as a whole counts for a quarter; chance decides among the nearly equal.
            let fresh = 4 * area - 3 * stale.min(area);
            let worth = (sum + 1) * fresh * (50 + random.usize(..100));
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, window));
            }
        }
        best.map_or(Window { first: Pos::new(0, 0), rows, cols }, |(_, window)| window)
    }
}

/// A window of about side x side fields, sometimes long and flat, inside the grid.
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

fn field_heat(target: &Target, layout: &Puzzle, counts: &Counts) -> Grid<usize> {
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
        let hot = surplus[class(run.len)].clamp(0, 8) as usize;
        run.cells().for_each(|cell| heat[cell] += hot);
    }
    heat
}
