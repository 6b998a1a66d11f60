//! Which runs can expect too few words, judged by the runs that they cross.
//!
//! The letters in a run leave it some words, and these leave letters to each run that it crosses. A run whose crossings leave it
//! no word cannot be filled, though each of them has words by itself; with many own words most layouts have such a run. How many
//! words a run can expect is estimated: those that agree with its letters, times the share of these that have, in each open
//! field, one of the letters that the crossing run can have there. Shares are multiplied as if they were independent. Only a
//! propagator knows for certain, but it takes a thousand times as long.
//!
//! Tried: the words of a run counted one by one where there are at most a hundred, instead of the estimate, alone and with a price
//! that grows as the square of the shortage (four lists, one thread, 8 s): no better. To expect e^4.5 words makes most boards fillable,
//! but they rate lower.
//!
//! A flip changes that for the runs in its lines, and for those that cross them where the possible letters change. These are
//! noted while the runs are counted, and judged again at the end.

use super::super::misfit::ANY_LETTER;
use super::Board;

/// How many words a run should expect, as a logarithm.
const ENOUGH: f32 = 3.0;

/// What an open field without a common letter adds to the shortage of a run, which is none of words alone.
const NO_LETTER: f32 = 5.0;

/// The judgement of all runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Tightness {
    /// How short of words the runs that start at a field are, across and down, in thousandths.
    short: Vec<[i64; 2]>,
    /// The fields whose possible letters were changed for a direction, and what they were before.
    pub(super) touched: Vec<(usize, usize, u32)>,
    /// The runs that have appeared, as first field and direction.
    pub(super) appeared: Vec<(usize, usize)>,
}

impl Tightness {
    /// Forgets all runs of a board with this many fields, margins included.
    pub(super) fn clear(&mut self, fields: usize) {
        self.touched.clear();
        self.appeared.clear();
        self.short.clear();
        self.short.resize(fields, [0; 2]);
    }
}

impl Board {
    /// Judges runs by their crossings from now on, or no longer. The board has to have letters.
    pub(in crate::search) fn judge_crossings(&mut self, judges: bool) {
        self.judges_crossings = judges && self.has_letters;
        self.recount();
    }

    /// Takes note that a run has disappeared.
    pub(super) fn drop_tightness(&mut self, start: usize, direction: usize) {
        if self.judges_crossings {
            self.tally.tight -= std::mem::take(&mut self.tightness.short[start][direction]);
        }
    }

    /// Brings the tally up to date with what has been noted since the last time.
    pub(super) fn count_tight(&mut self) {
        if !self.judges_crossings {
            return;
        }
        let mut touched = std::mem::take(&mut self.tightness.touched);
        for (at, direction, before) in touched.drain(..) {
            if self.possible[at][direction] != before && self.pattern.is_letter(at) {
                let crossing = 1 - direction;
                let step = self.step_of(crossing);
                self.judge(at - self.pattern.reach_back(at, step) * step, crossing);
            }
        }
        self.tightness.touched = touched;
        let mut appeared = std::mem::take(&mut self.tightness.appeared);
        for (start, direction) in appeared.drain(..) {
            self.judge(start, direction);
        }
        self.tightness.appeared = appeared;
    }

    /// Returns what the runs at some fields add to the tally at least, judged by their own letters alone: misfits, and by how much they
    /// are short of words, in thousandths. All of these fields were flipped, but not the letters counted.
    pub(in crate::search::layout) fn least_trouble(&self, flipped: &[usize]) -> (i32, i64) {
        let (mut misfits, mut short) = (0, 0);
        let mut seen = [(0, 0); 8];
        let mut known = 0;
        let mut add = |start: usize, direction: usize, len: usize| {
            if len < 2 || seen[..known].contains(&(start, direction)) {
                return;
            }
            seen[known] = (start, direction);
            known += 1;
            let letters = (start..).step_by(self.step_of(direction)).take(len).map(|at| self.letters[at]);
            let letters = letters.enumerate().filter_map(|(position, letter)| Some((position, letter?)));
            let Some(run) = self.fits.known(len, letters) else { return };
            misfits += run.choice.misfits;
            if self.judges_crossings && run.choice.misfits == 0 && !run.is_whole {
                short += in_thousandths(ENOUGH - run.count.ln());
            }
        };
        for &at in flipped {
            for direction in 0..2 {
                let step = self.step_of(direction);
                let [back, ahead] = [self.pattern.reach_back(at, step), self.pattern.reach_ahead(at, step)];
                if self.pattern.is_letter(at) {
                    add(at - back * step, direction, back + 1 + ahead);
                } else {
                    add(at - back * step, direction, back);
                    add(at + step, direction, ahead);
                }
            }
        }
        (misfits, short)
    }

    fn judge(&mut self, start: usize, direction: usize) {
        let short = self.shortage(start, direction);
        self.tally.tight += short - std::mem::replace(&mut self.tightness.short[start][direction], short);
    }

    /// Returns the difference of indices between the fields of a run in a direction: 0 is across, 1 is down.
    fn step_of(&self, direction: usize) -> usize {
        [1, self.pattern.width][direction]
    }

    /// Returns how short of words a run is.
    fn shortage(&self, start: usize, direction: usize) -> i64 {
        let Some(known) = &self.known[start][direction] else { return 0 };
        if known.is_whole || known.choice.misfits > 0 {
            return 0; // an own word, or a run that is counted already
        }
        let step = self.step_of(direction);
        let (mut expected, mut without) = (known.count, 0.0);
        for (position, shares) in self.fits.shares(known).iter().enumerate() {
            let at = start + position * step;
            let mut left = self.possible[at][1 - direction];
            if left == ANY_LETTER || self.letters[at].is_some() {
                continue;
            }
            let mut share = 0.0;
            while left != 0 {
                share += shares[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            if share > 0.0 { expected *= share } else { without += NO_LETTER }
        }
        in_thousandths(ENOUGH - expected.ln() + without)
    }
}

/// Returns a shortage as a whole number, so that what is added and subtracted again leaves nothing.
fn in_thousandths(short: f32) -> i64 {
    (short.max(0.0) * 1000.0) as i64
}
