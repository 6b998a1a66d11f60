//! What the threads of one search share: the best answer, and which shapes of rectangles are still open.
//!
//! A shape that is proven too small closes all shapes inside it. The lower bound of the area is the smallest area of a
//! shape that is not closed; an answer of that area is optimal.

use crate::encodings::numberlink::{Problem, Solution, bounds::Counts};
use crate::solver::clock::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The area of the best answer so far.
    pub best: Option<usize>,
    /// The proven lower bound of the area.
    pub bound: usize,
}

/// A shape of a rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its index in the list of shapes.
    pub index: usize,
    pub rows: usize,
    pub cols: usize,
    /// How often it was worked on without a result.
    pub level: u32,
}

impl Shape {
    pub fn area(&self) -> usize {
        self.rows * self.cols
    }
}

/// A shape has one turn less than another of this much less area, or of this much more if the search begins with the largest.
const AREA_A_TURN: usize = 4;

/// Where to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The smallest: it is most likely too small, which raises the bound.
    Smallest,
    /// The largest: it most likely has an answer, which is smaller than the best one.
    Largest,
}

/// What is known about a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing yet; with the thread that works on it, once there is one.
    Open(Option<usize>),
    /// Proven: too small.
    Closed,
}

/// The best answer so far.
#[derive(Clone, Debug)]
pub struct Best {
    pub answer: Arc<Solution>,
    pub area: usize,
    pub after: Duration,
}

struct Known {
    best: Option<Best>,
    first_after: Duration,
    shapes: Vec<(Shape, State)>,
    /// The shapes closed by a formula, not by counting, in this order.
    refuted: Vec<(usize, usize)>,
    bound: Option<usize>,
}

/// The shared state; see the module documentation.
pub struct Race<'a> {
    known: Mutex<Known>,
    over: Arc<AtomicBool>,
    started: Instant,
    watch: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Race<'a> {
    /// Opens all shapes that counting allows. `over` is set when nothing is left to do.
    pub fn new(
        problem: &Problem,
        counts: &Counts,
        over: Arc<AtomicBool>,
        watch: &'a (dyn Fn(Progress) + Sync),
    ) -> Self {
        let mut shapes: Vec<Shape> = (1..=problem.rows())
            .flat_map(|rows| (1..=problem.cols()).map(move |cols| Shape { index: 0, rows, cols, level: 0 }))
            .filter(|shape| counts.allow(shape.rows, shape.cols))
            .collect();
        shapes.sort_by_key(|shape| (shape.area(), shape.rows.abs_diff(shape.cols), shape.rows));
        let shapes = shapes.into_iter().enumerate();
        let shapes = shapes.map(|(index, shape)| (Shape { index, ..shape }, State::Open(None))).collect();
        let known =
            Known { best: None, first_after: Duration::ZERO, shapes, refuted: Vec::new(), bound: None };
        let race = Self { known: Mutex::new(known), over, started: Instant::now(), watch };
        race.settle(&mut race.lock());
        race
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Returns the best answer so far.
    pub fn best(&self) -> Option<Best> {
        self.lock().best.clone()
    }

    /// Returns when the first answer was found.
    pub fn first_after(&self) -> Duration {
        self.lock().first_after
    }

    /// Returns the lower bound of the area; `None` if every shape is closed.
    pub fn bound(&self) -> Option<usize> {
        self.lock().bound
    }

    /// Returns the shapes (rows, columns) that formulas refuted.
    pub fn refuted(&self) -> Vec<(usize, usize)> {
        self.lock().refuted.clone()
    }

    /// Returns whether answers of this area are no longer of use.
    pub fn is_moot(&self, area: usize) -> bool {
        self.lock().best.as_ref().is_some_and(|best| best.area <= area)
    }

    /// Takes an answer that follows the rules; it counts if it is smaller than the best one.
    pub fn offer(&self, answer: Solution) {
        let mut known = self.lock();
        let area = answer.area();
        if known.best.as_ref().is_none_or(|best| area < best.area) {
            let after = self.started.elapsed();
            if known.best.is_none() {
                known.first_after = after;
            }
            known.best = Some(Best { answer: Arc::new(answer), area, after });
            self.settle(&mut known);
        }
    }

    /// Claims a shape for thread `worker` that could give a smaller answer. It begins at one end of these; the further a shape is
    /// from that end, the fewer turns it gets, since neither a bound nor an answer is better than what lies before it.
    pub fn claim(&self, worker: usize, end: End, allowed: impl Fn(&Shape) -> bool) -> Option<Shape> {
        let mut known = self.lock();
        let limit = known.best.as_ref().map_or(usize::MAX, |best| best.area);
        let open = known.shapes.iter_mut().take_while(|(shape, _)| shape.area() < limit);
        let mine = |state: &State| *state == State::Open(None) || *state == State::Open(Some(worker));
        let mut open: Vec<_> = open.filter(|(shape, state)| mine(state) && allowed(shape)).collect();
        let (least, most) = (open.first()?.0.area(), open.last()?.0.area());
        let due = |shape: &Shape| {
            let away = match end {
                End::Smallest => shape.area() - least,
                End::Largest => most - shape.area(),
            };
            shape.level as usize * AREA_A_TURN + away
        };
        let (shape, state) = open.iter_mut().min_by_key(|(shape, _)| due(shape))?;
        *state = State::Open(Some(worker));
        shape.level += 1;
        Some(Shape { level: shape.level - 1, ..*shape })
    }

    /// Closes the shape of these rows and columns, which is proven too small, and all shapes inside.
    pub fn close(&self, rows: usize, cols: usize) {
        let mut known = self.lock();
        for (shape, state) in &mut known.shapes {
            if shape.rows <= rows && shape.cols <= cols {
                *state = State::Closed;
            }
        }
        known.refuted.push((rows, cols));
        self.settle(&mut known);
    }

    /// Updates the bound and the `over` flag, and reports progress.
    fn settle(&self, known: &mut Known) {
        let area = known.best.as_ref().map(|best| best.area);
        let open = known.shapes.iter().find(|(_, state)| *state != State::Closed);
        let open = open.map(|(shape, _)| shape.area());
        known.bound = match (open, area) {
            (Some(open), Some(area)) => Some(open.min(area)),
            (open, area) => open.or(area),
        };
        if known.bound.is_none() || known.bound == area {
            self.over.store(true, Ordering::Relaxed);
        }
        (self.watch)(Progress { best: area, bound: known.bound.unwrap_or(0) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::numberlink::format_q;

    #[test]
    fn turns_begin_at_either_end_and_come_again() {
        let problem = format_q::read("SIZE 3X3\nBLOCK_NUM 1\nBLOCK#1 1X1\n+\n").unwrap();
        let areas = |end, allowed: fn(&Shape) -> bool| -> Vec<usize> {
            let race = Race::new(&problem, &Counts::of(&problem), Arc::default(), &|_| {});
            (0..7).map_while(|_| race.claim(0, end, allowed)).map(|shape| shape.area()).collect()
        };
        // The smallest has its second turn after those with up to four fields, which is four fields' worth.
        assert_eq!(areas(End::Smallest, |_| true), [1, 2, 2, 3, 3, 4, 1]);
        assert_eq!(areas(End::Largest, |_| true), [9, 6, 6, 9, 4, 3, 3]);
        assert_eq!(areas(End::Largest, |shape| shape.area() < 2), [1; 7]);
        assert!(areas(End::Smallest, |_| false).is_empty());
    }

    #[test]
    fn a_thread_keeps_the_shapes_that_it_works_on() {
        let problem = format_q::read("SIZE 2X1\nBLOCK_NUM 1\nBLOCK#1 1X1\n+\n").unwrap();
        let race = Race::new(&problem, &Counts::of(&problem), Arc::default(), &|_| {});
        let claim = |worker| race.claim(worker, End::Smallest, |_| true).map(|shape| shape.area());
        assert_eq!([claim(0), claim(1), claim(1), claim(2)], [Some(1), Some(2), Some(2), None]);
        race.close(1, 1);
        assert_eq!([claim(0), race.bound()], [None, Some(2)]);
    }
}
