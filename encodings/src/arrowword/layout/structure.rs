//! The rules: kinds of fields, runs, arrows, which arrow asks for which run, and that every letter is asked for.

use super::{ArrowSet, Domain, LayoutEncoding};
use crate::arrowword::puzzle::Arrow;
use crate::cnf::{Bit, Lit};
use crate::grid::{Direction, Pos, Run};

/// Returns the field before `pos` in this direction, unless it lies above or left of the grid.
fn before(pos: Pos, direction: Direction) -> Option<Pos> {
    let (dr, dc) = direction.step();
    pos.offset(-dr, -dc)
}

/// Returns the field `n` steps further on in this direction.
fn further(pos: Pos, direction: Direction, n: usize) -> Option<Pos> {
    let (dr, dc) = direction.step();
    pos.offset(dr * n as isize, dc * n as isize)
}

impl LayoutEncoding {
    fn positions(&self) -> impl Iterator<Item = Pos> + use<> {
        self.spec.base.positions()
    }

    /// Makes one variable per free field, and constants for the other fields.
    pub(super) fn add_kinds(&mut self) {
        for pos in self.positions() {
            self.question[pos] = match self.spec.domain(pos) {
                Domain::Free => self.formula.indexed_var(self.families.question, &[pos.row, pos.col]).into(),
                Domain::Question(..) => Bit::True,
                Domain::Letter | Domain::Blocked => Bit::False,
            };
        }
    }

    /// Defines the runs: reach(d,p,1) = p is a letter and the field before it is not; reach(d,p,n+1) = reach(d,p,n) and
    /// the n-th field after p is a letter. Goes one step beyond the longest word, so that longer runs can be forbidden,
    /// and at least to 2, because a run of two is a word even where no word may be that long.
    pub(super) fn add_reaches(&mut self) {
        self.formula.label("runs");
        let most = self.options.lengths.longest().max(1) + 1;
        for direction in Direction::BOTH {
            for pos in self.positions() {
                let mut reach = Vec::new();
                let mut sofar = !self.letter(before(pos, direction));
                for n in 1..=most {
                    let next = self.letter(further(pos, direction, n - 1));
                    let indices = [direction as usize, pos.row, pos.col, n];
                    sofar = self.formula.and(self.families.reach, &indices, &[sofar, next]);
                    if sofar == Bit::False {
                        break;
                    }
                    reach.push(sofar);
                }
                self.reach[direction as usize][pos] = reach;
            }
        }
    }

    /// Adds the rules of arrows: arrow → question field, and a run of two or more letters starts where the arrow
    /// points; each question field has one arrow or an allowed pair. (Among any three arrows there are two that may
    /// not be paired, so forbidding pairs is enough to limit them to two.)
    pub(super) fn add_arrows(&mut self) {
        self.formula.label("arrows");
        for pos in self.positions() {
            let question = self.question(pos);
            let (must, may) = match self.spec.domain(pos) {
                Domain::Question(must, may) => (must, may),
                _ => (ArrowSet::EMPTY, ArrowSet::ALL),
            };
            let mut bits = [Bit::False; 6];
            for arrow in Arrow::ALL {
                let run = self.run_asked_by(pos, arrow);
                let possible = question != Bit::False && run != Bit::False && may.contains(arrow);
                let bit = match (possible, must.contains(arrow)) {
                    (true, false) => {
                        let indices = [pos.row, pos.col, arrow.code()];
                        self.formula.indexed_var(self.families.arrow, &indices).into()
                    }
                    (true, true) => Bit::True,
                    (false, false) => Bit::False,
                    // A given arrow that is impossible: there is no layout.
                    (false, true) => {
                        self.formula.add([]);
                        Bit::False
                    }
                };
                self.formula.add_bits([!bit, question]);
                self.formula.add_bits([!bit, run]);
                bits[arrow.code()] = bit;
            }
            self.formula.add_bits(bits.into_iter().chain([!question]));
            for (i, &a) in Arrow::ALL.iter().enumerate() {
                for &b in Arrow::ALL[i + 1..].iter().filter(|&&b| !a.may_pair(b)) {
                    self.formula.add_bits([!bits[a.code()], !bits[b.code()]]);
                }
            }
            self.arrow[pos] = bits;
        }
    }

    /// Returns the bit "where this arrow points, a run of two or more letters starts"; false if the rules forbid the
    /// arrow at this place.
    fn run_asked_by(&self, pos: Pos, arrow: Arrow) -> Bit {
        if arrow.is_bent() && !self.spec.allows_bent(pos) {
            return Bit::False;
        }
        match arrow.start(pos).filter(|&start| self.spec.contains(start)) {
            Some(start) => self.reach(arrow.direction(), start, 2),
            None => Bit::False,
        }
    }

    /// Returns the bits of the arrows that can ask for the run starting at `start`: at most three.
    pub(super) fn askers(&self, direction: Direction, start: Pos) -> Vec<Bit> {
        Arrow::ALL
            .iter()
            .filter(|arrow| arrow.direction() == direction)
            .filter_map(|arrow| Some((arrow, arrow.question(start).filter(|&p| self.spec.contains(p))?)))
            .map(|(&arrow, question)| self.arrow(question, arrow))
            .filter(|&bit| bit != Bit::False)
            .collect()
    }

    /// Adds the rules of asked runs: no run is asked for twice; a run that is asked for has an allowed length; if all
    /// runs must be asked for, every run of two or more letters is. The lengths have a label of their own because they
    /// come from the word list, not from the rules.
    pub(super) fn add_askers(&mut self) {
        for direction in Direction::BOTH {
            for pos in self.positions() {
                self.formula.label("asked runs");
                let askers = self.askers(direction, pos);
                for (i, &a) in askers.iter().enumerate() {
                    for &b in &askers[i + 1..] {
                        self.formula.add_bits([!a, !b]);
                    }
                }
                let two = self.reach(direction, pos, 2);
                let asked = if self.options.asks_all() {
                    // An arrow implies its run, so "asked" and "two or more letters" are equivalent.
                    self.formula.add_bits(askers.into_iter().chain([!two]));
                    two
                } else {
                    let indices = [direction as usize, pos.row, pos.col];
                    self.formula.or(self.families.asked, &indices, &askers)
                };
                self.asked[direction as usize][pos] = asked;
                self.formula.label("allowed lengths");
                let longest = self.options.lengths.longest().max(1);
                for len in (2..=longest).filter(|&len| !self.options.lengths.contains(len)) {
                    let (here, further) =
                        (self.reach(direction, pos, len), self.reach(direction, pos, len + 1));
                    let here = if here == asked { Bit::True } else { here }; // no duplicate literal
                    self.formula.add_bits([!asked, !here, further]);
                }
                let too_long = self.reach(direction, pos, longest + 1);
                self.formula.add_bits([!asked, !too_long]);
            }
        }
    }

    /// Demands that every letter is in a word. `in_word` follows the run: a letter is in a word of a direction if
    /// that word starts at it or the letter before it is in one. If all runs are asked for, one neighbouring letter
    /// is enough.
    pub(super) fn add_cover(&mut self) {
        self.formula.label("every letter asked");
        for direction in Direction::BOTH {
            for pos in self.positions() {
                let letter = self.letter(Some(pos));
                let prev = before(pos, direction);
                let indices = [direction as usize, pos.row, pos.col];
                self.in_word[direction as usize][pos] = if letter == Bit::False {
                    Bit::False
                } else if self.options.asks_all() {
                    let next = self.letter(further(pos, direction, 1));
                    self.with_neighbour(&indices, letter, self.letter(prev), next)
                } else {
                    let asked = self.asked(direction, pos);
                    let carried = prev.map_or(Bit::False, |p| self.in_word[direction as usize][p]);
                    self.carried_on(&indices, letter, asked, carried)
                };
            }
        }
        for pos in self.positions() {
            let letter = self.letter(Some(pos));
            let [across, down] = Direction::BOTH.map(|d| self.in_word[d as usize][pos]);
            self.formula.add_bits([!letter, across, down]);
        }
    }

    /// Demands the words at certain places.
    pub(super) fn add_wanted_words(&mut self) {
        for Run { start, direction, len } in self.spec.words().to_vec() {
            self.formula.label("words at their places");
            let word = match self.spec.contains(start) {
                true => self.word_of_len(direction, start, len),
                false => Bit::False,
            };
            self.formula.add_bits([word]);
        }
    }

    /// Returns the bit "letter and (prev or next)".
    fn with_neighbour(&mut self, indices: &[usize; 3], letter: Bit, prev: Bit, next: Bit) -> Bit {
        if prev == Bit::False && next == Bit::False {
            return Bit::False;
        }
        if prev == Bit::True || next == Bit::True {
            return letter;
        }
        let bit = self.in_word_var(indices);
        self.formula.add_bits([!bit, letter]);
        self.formula.add_bits([!bit, prev, next]);
        self.formula.add_bits([bit, !letter, !prev]);
        self.formula.add_bits([bit, !letter, !next]);
        bit
    }

    /// Returns the bit "letter and (asked or carried)".
    fn carried_on(&mut self, indices: &[usize; 3], letter: Bit, asked: Bit, carried: Bit) -> Bit {
        if asked == Bit::False && carried == Bit::False {
            return Bit::False;
        }
        let bit = self.in_word_var(indices);
        self.formula.add_bits([!bit, letter]);
        self.formula.add_bits([!bit, asked, carried]);
        self.formula.add_bits([bit, !letter, !asked]);
        self.formula.add_bits([bit, !letter, !carried]);
        bit
    }

    fn in_word_var(&mut self, indices: &[usize; 3]) -> Bit {
        let lit: Lit = self.formula.indexed_var(self.families.in_word, indices);
        lit.into()
    }
}
