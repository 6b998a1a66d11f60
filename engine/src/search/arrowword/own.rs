//! Layouts with an editor's own words.
//!
//! Layout and letters cannot be chosen one after the other here: a layout made first has too few long slots, and words
//! placed first leave too little room for a good layout. So the two are interleaved. Long words are placed on the empty
//! board, which is annealed around them; most of the others then find a slot of their length, chosen by the propagator
//! so that every slot keeps a word; each of the rest is put where little is in its way, and a window around it is
//! annealed again. Every step keeps the rules, and a word for every slot as far as the propagator can tell. If the fill
//! nevertheless fails somewhere, the own words there are moved to other places.
//!
//! That gives ratings near the ceiling if there are few own words for the grid, and no layout at all if there are many.
//! So other attempts use the formula to choose all places at once (see `placer`): on small grids that hardly ever fails, and is soon
//! done, but the rating is poor. Words then move while the layout around them is annealed (see `settle`), unless the grid is large and
//! has few of them: there, small windows are annealed around the words where they are.
//!
//! Where the words have so many of the fields that neither finds words for all runs, not every run has to be one (see `unasked`).
//!
//! Words that a theme does not require come last, and only into slots that are already there, so they never lower the
//! rating.
//!
//! Tried and rejected: own words as moves of the annealing itself (moving a word ruins the layout around it, so words
//! freeze long before the layout does, which is why `settle` anneals after each move); all own words on the empty board and
//! left there (rarely a valid layout); only into finished layouts (no slots for long words); learning the runs that no fill
//! can have (too many).
//!
//! Tried and not brought to an end: annealing the layout and all places at once, with a price for each missing word, moves of
//! words that make room for themselves, and flips that take away the words whose fields they change. With twelve words, three
//! lists and 0.5 to 2 million moves, beside other work, a board then lacks, on 13x13: four to six words if one costs 1.5 times
//! as much as a broken rule, three to five at 3 times, one to four at 6 times, none to two at 12 times; on 15x15 at 6 times, none
//! to three. At the lower two prices, the loss is mostly that of the ceiling or less and hardly a rule is broken; at the upper
//! two, one to thirteen are, and on 15x15 the loss is between 4.5 less and 7 more than at the ceiling. Some two dozen windows,
//! annealed likewise around what is missing or wrong while the price rises, bring in the missing words, but break more rules.
//!
//! The same once more, on 15x15 with one thread, beside other work: runs of the words' lengths are wanted as well, and all prices of
//! words rise from three tenths while the board cools from 1.2 to 0.4 in 1.2 million moves, about two seconds. A broken rule costs 6, a
//! missing word 14. With three lists, one or two words are then missing, hardly a rule is broken, and the board loses 0.8 to 7 points
//! of the summed factors more than at the ceiling; with a list of eight words of eight letters or more, two to four are missing. What is
//! missing comes in badly: annealed at twice that price, the board often breaks a rule or two instead, and a word that is laid by force
//! costs most of what was gained while the board settles. As one more way beside the others (ten lists, two threads, 10 s, one run,
//! compared with another build), the best rating rose by 0.1 to 1.0 with five lists, and fell by 0.1 to 2.1 with three and by 11
//! with that of long words, so it is no part of the search. With one thread, two lists came within 0.3 and 0.5 of the ceiling that way.
//!
//! And again, with moves of words that are judged by their pattern before any letter is counted, which makes a million moves take about
//! half a second: 1 to 3 of twelve words are missing with one list, none to two with another, and the board loses 1 to 5 points. Words
//! that may be missing at first while the board settles, at a price of 15 that rises to 60, come in for 5 to 20 points, or one stays
//! out. More or hotter moves of words (30 % instead of 5 %, from 2.5) leave as many out. Even a board that has all words, breaks no rule
//! and loses 2 to 5 points hardly ever has words for all runs: in nearly all such cases the propagator says so before the first word
//! is tried, and in none would more failures have helped. With one thread and 8 s of processor time, three of seven lists had a puzzle
//! (101.6, 105.0, 107.7), where words that only settle on fresh boards had six (103.0 to 107.5, but none for the first of these three).
//!
//! Also tried: layouts at the ceiling that have runs of all the lengths, of which there is one in 0.03 to 2 seconds, and then places in
//! their runs by the complete search on the propagator: it proves at once that there are none, and never placed more than four of twelve.

use super::best::EPSILON;
use super::placer::Way;
use super::roads::{Effort, Layouter};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::search::fill::Places;
use crate::search::layout::{Board, Schedule, anneal, loss, rework};
use crate::solver::words::Propagator;
use fastrand::Rng;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// Words of at least this many letters are laid before there is a layout.
const LONG: usize = 8;

/// How often slots for own words are looked for.
const LOOKS: usize = 10;

/// The failures per word of each of these looks.
const FAILURES_A_WORD: u64 = 4;

/// The share of the own words that may still be without a slot after that; more are not worth squeezing in.
const MOST_SQUEEZED: f64 = 1.0 / 12.0;

/// The loss that one squeezed word may add: a point and a half of the rating. Another layout costs less time than mending
/// more.
const MOST_LOST: f64 = 9.0;

/// The radii of windows that are annealed around own words. In larger ones something nearly always goes wrong: a run through the
/// letters of several words is left without a word.
const RADII: RangeInclusive<usize> = 1..=3;

/// The places that are drawn for a word, and how many of these are tried.
const DRAWN: usize = 600;
const TRIED: usize = 16;

impl Layouter<'_> {
    /// Anneals a fresh board and brings own words into it; `None` if it has no room for those that are needed.
    pub(super) fn anneal_with_own(&self, mut board: Board, effort: Effort, rng: &mut Rng) -> Option<Board> {
        let words: Vec<&[Letter]> = self.best.preference.own.words().collect();
        board.welcome(&words);
        let needed = self.draw_needed(rng);
        match if needed.is_empty() { Way::AroundLong } else { self.next_way() } {
            Way::AroundLong => {}
            Way::Loose => {
                self.place_loosely(&needed, rng);
                return None;
            }
            Way::ByFormula(strictness) => {
                // It is filled as it is, and polished afterwards: a better layout is not always one that can be filled.
                let board = self.place_by_formula(strictness, &needed, rng)?;
                return self.complete(board, &needed, rng);
            }
            Way::Settled => {
                self.settle_fresh(&mut board, &needed, effort, rng)?;
                return self.complete(board, &needed, rng);
            }
        }
        let mut long: Vec<usize> = needed.iter().copied().filter(|&own| words[own].len() >= LONG).collect();
        rng.shuffle(&mut long);
        long.sort_by_key(|&own| Reverse(words[own].len()));
        for own in long {
            let places = (0..DRAWN).filter_map(|_| board.draw_place(own, rng));
            if let Some((_, place)) = places.min_by_key(|(in_the_way, _)| *in_the_way) {
                board.lay(own, place);
            }
        }
        board.scatter(rng);
        let schedule = Schedule::for_board(&board, effort.moves);
        anneal(&mut board, &schedule, &self.prices, self.goal, rng, self.budget);
        if board.tally().broken() > 0 || !self.has_words(&board) {
            log::debug!("annealing around long own words leaves {} rules broken", board.tally().broken());
            return None;
        }
        self.complete(board, &needed, rng)
    }

    /// Brings the own words into a valid layout that it lacks; `None` if that fails for a needed one.
    fn complete(&self, mut board: Board, needed: &[usize], rng: &mut Rng) -> Option<Board> {
        self.lay_into_slots(&mut board, |own| needed.contains(&own), rng);
        let mut missing: Vec<usize> = needed.iter().copied().filter(|&own| board.is_missing(own)).collect();
        if missing.len() > (needed.len() as f64 * MOST_SQUEEZED).ceil() as usize {
            log::debug!("{} of {} own words have no slot", missing.len(), needed.len());
            self.best.miss(missing);
            return None;
        }
        missing.sort_by_key(|&own| Reverse(self.best.preference.own.len_of(own)));
        for own in missing {
            if !self.squeeze_in(&mut board, own, rng) {
                self.best.miss(needed.iter().copied().filter(|&own| board.is_missing(own)).collect());
                return None;
            }
        }
        self.lay_into_slots(&mut board, |_| true, rng);
        log::debug!("own words: loss {:.3} of {:.3}", loss(board.tally(), board.unblocked()), self.goal);
        Some(board)
    }

    /// Lays as many of the wanted words as find slots of their length.
    fn lay_into_slots(&self, board: &mut Board, is_wanted: impl Fn(usize) -> bool, rng: &mut Rng) {
        let (problem, places) = board.problem();
        let failures = FAILURES_A_WORD * self.best.preference.own.len() as u64;
        let mut most = Places::default();
        for _ in 0..LOOKS {
            let found = self.best.preference.own.place_some(
                &problem,
                self.best.preference.all(),
                &is_wanted,
                failures,
                rng,
                self.budget,
            );
            if found.count() > most.count() {
                most = found;
            }
            if most.count() == (0..self.best.preference.own.len()).filter(|&own| is_wanted(own)).count() {
                break;
            }
        }
        for (own, slot) in most.slots.iter().enumerate() {
            if let Some(slot) = slot.filter(|_| board.is_missing(own)) {
                board.lay(own, places[slot]);
            }
        }
    }

    /// Lays a word into a layout and mends the layout around it; returns whether that worked.
    fn squeeze_in(&self, board: &mut Board, own: usize, rng: &mut Rng) -> bool {
        let before = board.snapshot();
        let mut places: Vec<_> = (0..DRAWN).filter_map(|_| board.draw_place(own, rng)).collect();
        places.sort_by_cached_key(|(in_the_way, _)| 4 * in_the_way + rng.usize(..8));
        places.dedup_by_key(|(_, place)| *place);
        let mut best = None;
        let mut least = loss(board.tally(), board.unblocked()) + MOST_LOST;
        for &(_, place) in places.iter().take(TRIED) {
            if self.budget.exhausted() || least <= self.goal {
                break;
            }
            board.lay(own, place);
            let centre = board.pos(board.middle(own, place));
            let radius = (self.best.preference.own.len_of(own) / 2 + 2).min(6);
            rework(board, self.job.given, centre, radius, &self.prices, self.goal, rng, self.budget);
            let loss = loss(board.tally(), board.unblocked());
            if board.tally().broken() == 0 && loss < least && self.has_words(board) {
                least = loss;
                best = Some(board.snapshot());
            }
            board.restore(&before);
        }
        if let Some(best) = &best {
            board.restore(best);
        }
        best.is_some()
    }

    /// Returns whether every run of a board may have a word, as far as the propagator can tell.
    fn has_words(&self, board: &Board) -> bool {
        Propagator::new(self.best.preference.all(), &board.problem().0).is_ok()
    }

    /// Returns the board of a layout with own words at these places.
    pub(super) fn board_with(&self, layout: &Puzzle, places: impl IntoIterator<Item = Option<Run>>) -> Board {
        let words: Vec<&[Letter]> = self.best.preference.own.words().collect();
        let mut board = self.board();
        board.take_over(layout);
        board.welcome(&words);
        for (own, place) in places.into_iter().enumerate() {
            if let Some(run) = place {
                board.lay_run(own, run);
            }
        }
        board
    }

    /// Returns the board of a layout, with those of its own words for which `stays` holds.
    pub(super) fn board_of(&self, layout: &Puzzle, mut stays: impl FnMut(Run) -> bool) -> Board {
        let runs: Vec<Run> =
            layout.questions.iter().filter_map(|&question| layout.run_of(question)).collect();
        let place = |word: &[Letter]| {
            let has = |pos: Pos, letter: Letter| layout.fields[pos] == Field::Letter(letter);
            let spells = |run: &&Run| {
                run.len == word.len() && run.cells().zip(word).all(|(pos, &letter)| has(pos, letter))
            };
            runs.iter().find(spells).copied().filter(|&run| stays(run))
        };
        self.board_with(layout, self.best.preference.own.words().map(place))
    }

    /// Anneals windows of a layout around its own words, and keeps a word for every slot; `None` if nothing is gained.
    pub(super) fn polish_in_windows(&self, layout: &Puzzle, tries: usize, rng: &mut Rng) -> Option<Puzzle> {
        let mut board = self.board_of(layout, |_| true);
        let start = loss(board.tally(), board.unblocked());
        let free = board.free().to_vec();
        let prices = self.prices.for_windows_around_own_words();
        let mut before = board.snapshot();
        let mut least = start;
        for _ in 0..tries {
            if least <= self.goal || self.budget.exhausted() || board.tally().broken() > 0 {
                break;
            }
            let centre = board.pos(free[rng.usize(..free.len())]);
            let radius = rng.usize(RADII);
            rework(&mut board, self.job.given, centre, radius, &prices, self.goal, rng, self.budget);
            let loss = loss(board.tally(), board.unblocked());
            if loss <= least + EPSILON && board.tally().broken() == 0 && self.has_words(&board) {
                before = board.snapshot();
                least = loss;
            } else {
                board.restore(&before);
            }
        }
        log::debug!("own words: loss {start:.3} polished to {least:.3} of {:.3}", self.goal);
        (least < start - EPSILON).then(|| self.arrows(&board, rng)).flatten()
    }

    /// Changes a layout around a place where the fill refuses: half of the own words there go elsewhere.
    pub(super) fn elsewhere_with_own(
        &self,
        layout: &Puzzle,
        place: Pos,
        radius: usize,
        rng: &mut Rng,
    ) -> Option<Puzzle> {
        let is_near =
            |pos: Pos| pos.row.abs_diff(place.row) <= radius && pos.col.abs_diff(place.col) <= radius;
        let mut board = self.board_of(layout, |run| !run.cells().any(is_near) || rng.bool());
        let goal = loss(board.tally(), board.unblocked()) + EPSILON;
        rework(&mut board, self.job.given, place, radius, &self.prices, goal, rng, self.budget);
        if board.tally().broken() > 0 || !self.has_words(&board) {
            return None;
        }
        let own = &self.best.preference.own;
        let needed = match self.job.wish_first {
            false => own.draw_needed(rng),
            // Words that the layout was made for stay in it.
            true => {
                let whole = self.board_of(layout, |_| true);
                (0..own.len()).filter(|&own| !whole.is_missing(own)).collect()
            }
        };
        let board = self.complete(board, &needed, rng)?;
        self.arrows(&board, rng)
    }
}
