//! The layout as the annealer sees it: which fields are questions, and a running tally of everything that counts.
//!
//! Which fields hold questions decides everything else in a layout: the words are the runs of two or more
//! letters between them, each asked by the field before it, and only a run that starts at an upper or left
//! border leaves a choice (a bent arrow, see [`super::bent`]). So a state is one bit per field, a move flips
//! bits, and a flip changes the tally only nearby: the two lines through the field for the word lengths,
//! a diamond of radius two for everything else. So a move costs well under a microsecond on grids
//! of any size, which is what makes annealing worthwhile; the first trial of the same search in CNF with
//! windows needed minutes for what this does in seconds (`docs/benchmarks.md`).

use super::bent::BentMatching;
use super::pattern::{Kind, Pattern};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::{Grid, Pos};

/// The longest word length with a count of its own; all longer runs count as this long.
const MAX_LEN: usize = 255;

/// A bound on the words of one length in a layout (200 x 200 fields hold fewer).
const MAX_SUPPLY: usize = 1 << 20;

/// The counts of a layout that the rating and the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Tally {
    /// Question fields.
    pub(in crate::search) questions: i32,
    /// Runs by length, from 2.
    pub(in crate::search) lengths: Vec<i32>,
    /// All runs of two or more letters.
    pub(in crate::search) words: i32,
    /// Letters in at most one word.
    pub(in crate::search) uncrossed: i32,
    /// Uncrossed letters with an uncrossed neighbour.
    pub(in crate::search) dead: i32,
    /// Letters in no word at all.
    pub(in crate::search) unreached: i32,
    /// Question fields away from the borders at which no word starts.
    pub(in crate::search) idle: i32,
    /// Question neighbours (of 8) beyond the first, summed over the question fields.
    pub(in crate::search) crowded: i32,
    /// Words in excess of those that the list can provide at their length; runs longer than the longest word
    /// also count their excess letters, so that shorter is better.
    pub(in crate::search) overdrawn: i32,
    /// Border runs and border questions that no assignment of bent arrows serves.
    pub(in crate::search) unasked: i32,
    /// Given questions whose word does not start where their arrow points.
    pub(in crate::search) displaced: i32,
}

/// The part of the tally that lies within two fields of a flip.
#[derive(Clone, Copy, Default)]
struct Local {
    uncrossed: i32,
    dead: i32,
    unreached: i32,
    idle: i32,
    crowded: i32,
}

/// The place where the word of a given question has to start.
#[derive(Clone, Copy, Debug)]
struct GivenStart {
    start: usize,
    step: usize,
}

/// A layout that is being changed.
#[derive(Clone, Debug)]
pub(in crate::search) struct Board {
    rows: usize,
    cols: usize,
    pattern: Pattern,
    flippable: Vec<bool>,
    free: Vec<usize>,
    /// Whether a flip of this field can change which words need bent arrows or who can ask them.
    near_border: Vec<bool>,
    bent: BentMatching,
    given: Vec<GivenStart>,
    unblocked: i32,
    /// How many words of each length the list can provide.
    supply: Vec<i32>,
    /// The greatest length of which the list has words.
    longest: usize,
    tally: Tally,
}

impl Board {
    /// Creates the board of a puzzle: its blocked fields, letters and questions are kept, its open fields are free
    /// and start as letters. `supply[len]` is the number of words of that length; lengths beyond
    /// its end have none.
    pub(in crate::search) fn new(puzzle: &Puzzle, supply: &[usize]) -> Self {
        let (rows, cols) = (puzzle.fields.rows(), puzzle.fields.cols());
        let pattern = Pattern::new(rows, cols);
        let (width, size) = (pattern.width, pattern.kinds.len());
        let mut board = Self {
            rows,
            cols,
            pattern,
            flippable: vec![false; size],
            free: Vec::new(),
            near_border: vec![false; size],
            bent: BentMatching::default(),
            given: Vec::new(),
            unblocked: 0,
            supply: vec![0; MAX_LEN + 1],
            longest: (0..supply.len().min(MAX_LEN)).rev().find(|&len| supply[len] > 0).unwrap_or(0),
            tally: Tally::empty(),
        };
        for (len, &words) in supply.iter().enumerate().take(MAX_LEN) {
            board.supply[len] = words.min(MAX_SUPPLY) as i32;
        }
        for (pos, field) in puzzle.fields.iter() {
            let at = board.at(pos);
            board.pattern.kinds[at] = match field {
                Field::Blocked(_) => continue,
                Field::Question => Kind::Question,
                Field::Open | Field::Letter(_) => Kind::Letter,
            };
            board.unblocked += 1;
            if *field == Field::Open {
                board.flippable[at] = true;
                board.free.push(at);
            }
        }
        for question in &puzzle.questions {
            if let Some(start) = question.arrow.start(question.pos).filter(|&p| puzzle.fields.contains(p)) {
                let step = board.pattern.step(question.arrow.direction());
                board.given.push(GivenStart { start: board.at(start), step });
            }
        }
        let border: Vec<usize> = (0..size).filter(|&i| board.pattern.is_border(i)).collect();
        for &at in &border {
            for down in 0..5 {
                for right in 0..5 {
                    board.near_border[at + down * width + right - 2 * width - 2] = true;
                }
            }
        }
        board.bent = BentMatching::new(border, size);
        board.recount();
        board
    }

    /// Returns the index of a position.
    pub(in crate::search) fn at(&self, pos: Pos) -> usize {
        self.pattern.at(pos)
    }

    /// Returns the position of an index inside the grid.
    pub(in crate::search) fn pos(&self, at: usize) -> Pos {
        self.pattern.pos(at)
    }

    /// Returns the difference of indices for one step down; for a step right it is 1.
    pub(super) fn width(&self) -> usize {
        self.pattern.width
    }

    /// Returns the fields that may be flipped.
    pub(in crate::search) fn free(&self) -> &[usize] {
        &self.free
    }

    /// Returns whether this field may be flipped.
    pub(in crate::search) fn is_free(&self, at: usize) -> bool {
        self.flippable[at]
    }

    /// Returns what the field is.
    pub(in crate::search) fn kind(&self, at: usize) -> Kind {
        self.pattern.kinds[at]
    }

    /// Returns the tally of the present layout.
    pub(in crate::search) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns how many fields are not blocked.
    pub(in crate::search) fn unblocked(&self) -> i32 {
        self.unblocked
    }

    /// Returns the kinds of all fields, for [`Board::restore`].
    pub(in crate::search) fn kinds(&self) -> &[Kind] {
        &self.pattern.kinds
    }

    /// Sets the kinds of all fields, from a board of the same shape.
    pub(in crate::search) fn restore(&mut self, kinds: &[Kind]) {
        self.pattern.kinds.copy_from_slice(kinds);
        self.recount();
    }

    /// Sets the free fields to what they are in a layout of the same grid.
    pub(in crate::search) fn take_over(&mut self, layout: &Puzzle) {
        for i in 0..self.free.len() {
            let at = self.free[i];
            if (layout.fields[self.pos(at)] == Field::Question) != self.pattern.is_question(at) {
                self.flip(at);
            }
        }
    }

    /// Lets only those fields flip that are free in `puzzle` and for which `inside` holds.
    pub(in crate::search) fn confine(&mut self, puzzle: &Puzzle, inside: impl Fn(Pos) -> bool) {
        self.free.clear();
        for (pos, field) in puzzle.fields.iter() {
            let at = self.at(pos);
            self.flippable[at] = *field == Field::Open && inside(pos);
            if self.flippable[at] {
                self.free.push(at);
            }
        }
    }

    /// Returns the given puzzle with its open fields decided. Its questions are only the given ones; the others are
    /// left to the assignment of arrows.
    pub(in crate::search) fn puzzle(&self, given: &Puzzle) -> Puzzle {
        let fields = Grid::from_fn(self.rows, self.cols, |pos| {
            match (given.fields[pos], self.pattern.kinds[self.at(pos)]) {
                (Field::Open, Kind::Question) => Field::Question,
                (field, _) => field,
            }
        });
        Puzzle { fields, questions: given.questions.clone() }
    }

    /// Sets the free fields at random, about 22 % of them to questions.
    pub(in crate::search) fn scatter(&mut self, rng: &mut fastrand::Rng) {
        const QUESTIONS: f64 = 0.22;
        for i in 0..self.free.len() {
            let at = self.free[i];
            if (rng.f64() < QUESTIONS) != self.pattern.is_question(at) {
                self.flip(at);
            }
        }
    }

    /// Turns a letter into a question or back, and updates the tally.
    pub(in crate::search) fn flip(&mut self, at: usize) {
        let before = self.local(at);
        let was_letter = self.pattern.kinds[at] == Kind::Letter;
        let sign = if was_letter { 1 } else { -1 };
        for step in [1, self.pattern.width] {
            let (back, ahead) = (self.pattern.reach_back(at, step), self.pattern.reach_ahead(at, step));
            self.count_run(back + 1 + ahead, -sign);
            self.count_run(back, sign);
            self.count_run(ahead, sign);
        }
        self.pattern.kinds[at] = if was_letter { Kind::Question } else { Kind::Letter };
        self.tally.questions += sign;
        let after = self.local(at);
        self.tally.uncrossed += after.uncrossed - before.uncrossed;
        self.tally.dead += after.dead - before.dead;
        self.tally.unreached += after.unreached - before.unreached;
        self.tally.idle += after.idle - before.idle;
        self.tally.crowded += after.crowded - before.crowded;
        if self.near_border[at] {
            self.count_unasked();
        }
        if !self.given.is_empty() {
            self.count_displaced();
        }
    }

    fn count_run(&mut self, len: usize, sign: i32) {
        if len >= 2 {
            let len = len.min(MAX_LEN);
            let count = &mut self.tally.lengths[len];
            let supply = self.supply[len];
            // The word added or removed is one too many if there are more than the supply with it.
            if (*count).max(*count + sign) > supply {
                let excess = if supply == 0 { len.saturating_sub(self.longest) as i32 } else { 0 };
                self.tally.overdrawn += sign * (1 + excess);
            }
            *count += sign;
            self.tally.words += sign;
        }
    }

    fn local(&self, at: usize) -> Local {
        let w = self.pattern.width;
        let mut local = Local::default();
        for near in [at, at - 1, at + 1, at - w, at + w] {
            if self.pattern.is_letter(near) {
                let (across, down) = (self.pattern.is_crossed(near, 1), self.pattern.is_crossed(near, w));
                local.uncrossed += i32::from(!(across && down));
                local.unreached += i32::from(!(across || down));
            }
        }
        let (up, down) = (at - w, at + w);
        for near in [
            at,
            at - 1,
            at + 1,
            up,
            down,
            at - 2,
            at + 2,
            up - w,
            down + w,
            up - 1,
            up + 1,
            down - 1,
            down + 1,
        ] {
            local.dead += i32::from(self.pattern.is_dead(near));
        }
        for near in [at, at - 1, at - 2, up, up - w] {
            local.idle += i32::from(self.pattern.is_idle(near));
        }
        for near in [at, at - 1, at + 1, up, down, up - 1, up + 1, down - 1, down + 1] {
            local.crowded += self.pattern.crowding(near);
        }
        local
    }

    fn count_unasked(&mut self) {
        let mut bent = std::mem::take(&mut self.bent);
        self.tally.unasked = bent.unserved(&self.pattern);
        self.bent = bent;
    }

    fn count_displaced(&mut self) {
        let displaced = |g: &&GivenStart| {
            !(self.pattern.is_letter(g.start) && self.pattern.is_letter(g.start + g.step))
                || self.pattern.is_letter(g.start - g.step)
        };
        self.tally.displaced = self.given.iter().filter(displaced).count() as i32;
    }

    /// Computes the tally from scratch.
    fn recount(&mut self) {
        self.tally = Tally::empty();
        for at in 0..self.pattern.kinds.len() {
            match self.pattern.kinds[at] {
                Kind::Off => {}
                Kind::Question => {
                    self.tally.questions += 1;
                    self.tally.idle += i32::from(self.pattern.is_idle(at));
                    self.tally.crowded += self.pattern.crowding(at);
                }
                Kind::Letter => {
                    let (across, down) =
                        (self.pattern.is_crossed(at, 1), self.pattern.is_crossed(at, self.pattern.width));
                    self.tally.uncrossed += i32::from(!(across && down));
                    self.tally.unreached += i32::from(!(across || down));
                    self.tally.dead += i32::from(self.pattern.is_dead(at));
                    for step in [1, self.pattern.width] {
                        if !self.pattern.is_letter(at - step) {
                            self.count_run(1 + self.pattern.reach_ahead(at, step), 1);
                        }
                    }
                }
            }
        }
        self.count_unasked();
        self.count_displaced();
    }
}

impl Tally {
    fn empty() -> Self {
        Self {
            questions: 0,
            lengths: vec![0; MAX_LEN + 1],
            words: 0,
            uncrossed: 0,
            dead: 0,
            unreached: 0,
            idle: 0,
            crowded: 0,
            overdrawn: 0,
            unasked: 0,
            displaced: 0,
        }
    }

    /// Returns how often the layout breaks a hard rule; 0 if it can be given arrows and filled.
    pub(in crate::search) fn broken(&self) -> i32 {
        self.unreached + self.idle + self.overdrawn + self.unasked + self.displaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Blocked;

    fn open(rows: usize, cols: usize) -> Puzzle {
        let fields = Grid::from_fn(rows, cols, |p| match (p.row, p.col) {
            (4..=5, 3..=5) => Field::Blocked(Blocked::Space),
            _ => Field::Open,
        });
        Puzzle { fields, questions: Vec::new() }
    }

    #[test]
    fn the_running_tally_equals_a_recount_after_any_flips() {
        let puzzle = open(9, 11);
        let mut board = Board::new(&puzzle, &[0, 0, 9, 9, 3, 0, 2]);
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..3000 {
            let at = board.free()[rng.usize(..board.free().len())];
            board.flip(at);
            if round % 7 == 0 {
                let mut fresh = board.clone();
                fresh.recount();
                assert_eq!(fresh.tally, board.tally, "after {round} flips");
            }
        }
    }

    #[test]
    fn a_confined_board_only_offers_the_window() {
        let puzzle = open(9, 11);
        let mut board = Board::new(&puzzle, &[0, 0, 9, 9, 3, 0, 2]);
        board.confine(&puzzle, |p| p.row < 2 && p.col < 3);
        assert_eq!(board.free().len(), 6);
        assert!(!board.is_free(board.at(Pos::new(8, 8))));
    }
}
