//! The tally of a board: what a flip changes, what each run adds to it, what follows from the whole pattern, and all of it from
//! scratch, which the flips have to agree with.

use super::super::around::Around;
use super::super::held::Place;
use super::super::misfit::ANY_LETTER;
use super::super::pattern::Kind;
use super::super::tally::{MAX_LEN, Tally};
use super::{Board, GivenStart};
use crate::encodings::grid::{Direction, Run};
use crate::encodings::lexicon::Letter;

/// Returns the logarithm of this number of words in thousandths; that of one word if there is none. As a whole number, so that what
/// is added and subtracted again leaves nothing.
fn thousandths_of_ln(words: i32) -> i64 {
    (f64::from(words.max(1)).ln() * 1000.0).round() as i64
}

impl Board {
    /// Turns a letter into a question or back, and updates the tally.
    pub(in crate::search) fn flip(&mut self, at: usize) {
        self.flip_counting(at, self.has_letters);
        self.count_tight();
    }

    /// Does the same, but leaves what is counted of letters as it is, which saves time. Everything has to be flipped back likewise
    /// before anything else is done.
    pub(in crate::search) fn flip_pattern(&mut self, at: usize) {
        self.flip_counting(at, false);
    }

    fn flip_counting(&mut self, at: usize, counts_letters: bool) {
        let around = Around::new(&self.pattern, at);
        let (before, after) = (around.faults(), around.flipped().faults());
        let was_letter = self.pattern.kinds[at] == Kind::Letter;
        let sign = if was_letter { 1 } else { -1 };
        for step in [1, self.pattern.width] {
            let (back, ahead) = (self.pattern.reach_back(at, step), self.pattern.reach_ahead(at, step));
            let start = at - back * step;
            let whole =
                |board: &mut Self| board.count_run(start, step, back + 1 + ahead, -sign, counts_letters);
            // What disappears is subtracted before what appears is added: they are the same fields.
            if was_letter {
                whole(self);
            }
            self.count_run(start, step, back, sign, counts_letters);
            self.count_run(at + step, step, ahead, sign, counts_letters);
            if !was_letter {
                whole(self);
            }
        }
        self.pattern.kinds[at] = if was_letter { Kind::Question } else { Kind::Letter };
        self.tally.questions += sign;
        self.tally.uncrossed += after.uncrossed - before.uncrossed;
        self.tally.dead += after.dead - before.dead;
        self.tally.unreached += after.unreached - before.unreached;
        self.tally.idle += after.idle - before.idle;
        self.tally.crowded += after.crowded - before.crowded;
        if self.near_border[at] {
            self.count_unasked();
        }
        if !(self.given.is_empty() && self.shut.is_empty()) {
            self.count_displaced();
        }
    }

    fn count_run(&mut self, start: usize, step: usize, len: usize, sign: i32, counts_letters: bool) {
        if len >= 2 {
            if counts_letters {
                self.count_choice(start, step, len, sign);
            }
            let len = len.min(MAX_LEN);
            let count = &mut self.tally.lengths[len];
            let supply = self.supply[len];
            // The word added or removed is one too many if, with it, there are more words than the supply.
            if (*count).max(*count + sign) > supply {
                let excess = if supply == 0 { len.saturating_sub(self.longest) as i32 } else { 0 };
                self.tally.overdrawn += sign * (1 + excess);
            }
            if self.is_vast {
                self.tally.choice +=
                    i64::from(sign) * thousandths_of_ln(supply - (*count).min(*count + sign));
            }
            *count += sign;
            self.tally.words += sign;
            let beyond = len.saturating_sub(9) as i32;
            self.tally.tail += sign * beyond;
            self.tally.stretch += sign * beyond * beyond;
        }
    }

    /// Adds to the tally, or subtracts from it, how many words agree with the letters of a run, and the crossings for
    /// which none of these has a possible letter.
    pub(super) fn count_choice(&mut self, start: usize, step: usize, len: usize, sign: i32) {
        let direction = usize::from(step != 1);
        let known = match sign > 0 {
            true => {
                let letters = (start..).step_by(step).take(len).map(|at| self.letters[at]).enumerate();
                self.fits.known(len, letters.filter_map(|(position, letter)| Some((position, letter?))))
            }
            false => self.known[start][direction].take(),
        };
        let Some(known) = known else { return };
        self.tally.misfits += sign * known.choice.misfits;
        if known.choice.misfits > 0 {
            match sign > 0 {
                true => self.wordless.push((start, step, len)),
                false => self.wordless.retain(|&(at, of, _)| (at, of) != (start, step)),
            }
        }
        self.tally.scarcity += sign * known.choice.scarcity;
        if let Some(sets) = &known.sets {
            for (position, at) in (start..).step_by(step).take(len).enumerate() {
                let [own, crossing] = [direction, 1 - direction].map(|run| self.possible[at][run]);
                self.tally.clashes -= i32::from(own & crossing == 0);
                if self.judges_crossings {
                    self.tightness.touched.push((at, direction, own));
                }
                let own = if sign > 0 { sets[position] } else { ANY_LETTER };
                self.possible[at][direction] = own;
                self.tally.clashes += i32::from(own & crossing == 0);
            }
        }
        if sign > 0 {
            self.known[start][direction] = Some(known);
            if self.judges_crossings {
                self.tightness.appeared.push((start, direction));
            }
        } else {
            self.drop_tightness(start, direction);
        }
    }

    /// Returns the lengths of the runs that have no word, and whether nobody has to ask for them.
    pub(in crate::search::layout) fn misfits(&self) -> impl Iterator<Item = (usize, bool)> {
        self.wordless.iter().map(|&(start, step, len)| (len, self.may_be_unasked(start, step, len)))
    }

    /// Returns whether the board breaks no rule if nobody asks for the runs that have no word.
    pub(in crate::search) fn may_leave_unasked(&self) -> bool {
        self.tally.broken() == self.tally.misfits && self.misfits().all(|(_, may_be_unasked)| may_be_unasked)
    }

    /// Returns the runs that have no word.
    pub(in crate::search) fn wordless_runs(&self) -> impl Iterator<Item = Run> {
        self.wordless.iter().map(|&(start, step, len)| self.run_at(Place { start, step }, len))
    }

    /// Returns whether nobody has to ask for a run: all its letters are in other runs, and the question field before it has another
    /// one to ask for.
    fn may_be_unasked(&self, start: usize, step: usize, len: usize) -> bool {
        let direction = if step == 1 { Direction::Down } else { Direction::Across };
        let crossing = self.pattern.step(direction);
        let before = start - step;
        (!self.pattern.is_question(before) || self.pattern.asks_straight(before, direction))
            && (start..).step_by(step).take(len).all(|at| self.pattern.is_crossed(at, crossing))
    }

    /// Sets or removes the letter of a field that takes one, and updates the tally.
    pub(in crate::search::layout) fn set_letter(&mut self, at: usize, letter: Option<Letter>) {
        let runs = [1, self.pattern.width].map(|step| {
            let back = self.pattern.reach_back(at, step);
            (at - back * step, step, back + 1 + self.pattern.reach_ahead(at, step))
        });
        let runs = runs.into_iter().filter(|(.., len)| *len >= 2);
        runs.clone().for_each(|(start, step, len)| self.count_choice(start, step, len, -1));
        self.letters[at] = letter;
        runs.for_each(|(start, step, len)| self.count_choice(start, step, len, 1));
        self.count_tight();
    }

    pub(super) fn count_unasked(&mut self) {
        let mut bent = std::mem::take(&mut self.bent);
        self.tally.unasked = bent.unserved(&self.pattern);
        self.bent = bent;
    }

    pub(super) fn count_displaced(&mut self) {
        let has_run =
            |g: &GivenStart| self.pattern.is_letter(g.start) && self.pattern.is_letter(g.start + g.step);
        let displaced = |g: &&GivenStart| !has_run(g) || self.pattern.is_letter(g.start - g.step);
        let unasked = self.shut.iter().filter(|g| has_run(g)).count();
        self.tally.displaced = (self.given.iter().filter(displaced).count() + unasked) as i32;
    }

    /// Computes the tally from scratch.
    pub(in crate::search::layout) fn recount(&mut self) {
        self.tally = Tally::empty();
        self.possible.clear();
        self.wordless.clear();
        if self.has_letters {
            self.possible.resize(self.pattern.kinds.len(), [ANY_LETTER; 2]);
            self.known.clear();
            self.known.resize(self.pattern.kinds.len(), [None, None]);
            self.tightness.clear(self.pattern.kinds.len());
        }
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
                            let len = 1 + self.pattern.reach_ahead(at, step);
                            self.count_run(at, step, len, 1, self.has_letters);
                        }
                    }
                }
            }
        }
        self.count_tight();
        self.count_unasked();
        self.count_displaced();
    }
}
