//! One step of a board whose own words settle (`settle.rs`): a word moves, and windows around it are annealed, or a window anywhere is.
//!
//! In some steps, a word is only taken to another run of its length, or changes places with another own word: then the pattern stays,
//! and nothing is annealed.

use super::roads::Layouter;
use crate::encodings::grid::{Pos, Run};
use crate::search::layout::{Board, Place, Prices, Schedule, anneal, energy};
use fastrand::Rng;
use std::ops::RangeInclusive;

/// The radii of windows anywhere, and of those around the places of a word that moves.
const RADII: RangeInclusive<usize> = 2..=4;
const RADIUS_OF_MOVE: usize = 2;

/// The moves to try per field of a window, and the start temperature, as a fraction of that of a whole board.
const MOVES_A_FIELD: u64 = 80;
const WARM: f64 = 0.8;

/// The share of the windows that are set at random before they are annealed.
const SCATTERED: f64 = 0.5;

/// The share of the steps in which words only go to other runs of the same length.
const CHANGED: f64 = 0.2;

/// The places that are drawn for a word that moves.
const DRAWN: usize = 300;

/// Of those for a word that moves, the ones with little in their way that are judged by the energy of the board with the word there;
/// the price of a broken rule, as a fraction, since windows around the word mend most of them; and how much chance may outweigh.
const JUDGED: usize = 8;
const RULE_OF_JUDGED: f64 = 0.2;
const CHANCE: f64 = 5.0;

impl Layouter<'_> {
    /// Moves a word or chooses a place, and anneals windows there, or only changes the runs of words; returns whether there was
    /// something to do.
    pub(super) fn step(
        &self,
        board: &mut Board,
        without_word: Option<Run>,
        prices: &Prices,
        rng: &mut Rng,
    ) -> bool {
        if rng.f64() < CHANGED {
            return change_runs(board, rng);
        }
        let heart = without_word.filter(|_| rng.bool()).map(|run| run.cell(rng.usize(..run.len)));
        let (centres, radius) = if rng.bool() {
            let Some(centres) = self.move_word(board, heart, prices, rng) else { return false };
            (centres, RADIUS_OF_MOVE)
        } else {
            let free = board.free();
            let anywhere = board.pos(free[rng.usize(..free.len())]);
            (vec![heart.unwrap_or(anywhere)], rng.usize(RADII))
        };
        let is_near = |a: Pos, b: &Pos| a.row.abs_diff(b.row) <= radius && a.col.abs_diff(b.col) <= radius;
        let whole = Schedule::for_board(board, 0);
        board.confine(self.job.given, |pos| centres.iter().any(|centre| is_near(pos, centre)));
        if rng.f64() < SCATTERED {
            board.scatter(rng);
        }
        let moves = MOVES_A_FIELD * board.free().len() as u64;
        let schedule = Schedule { moves, start: WARM * whole.start, ..whole };
        anneal(board, &schedule, prices, self.goal, rng, self.budget);
        board.confine(self.job.given, |_| true);
        true
    }

    /// Moves an own word, near a place if one is given, to where it costs little; returns the fields where it was and is.
    fn move_word(
        &self,
        board: &mut Board,
        near: Option<Pos>,
        prices: &Prices,
        rng: &mut Rng,
    ) -> Option<Vec<Pos>> {
        /// A word this near to a place may be why there is no word there.
        const NEAR: usize = 2;
        let laid: Vec<(usize, Run)> = board.own_runs().collect();
        let is_near = |run: &Run| {
            let close =
                |at: Pos, pos: Pos| at.row.abs_diff(pos.row) <= NEAR && at.col.abs_diff(pos.col) <= NEAR;
            near.is_none_or(|near| run.cells().any(|pos| close(pos, near)))
        };
        let around: Vec<&(usize, Run)> = laid.iter().filter(|(_, run)| is_near(run)).collect();
        let &(word, from) = match around.is_empty() {
            true => laid.get(rng.usize(..laid.len().max(1)))?,
            false => around[rng.usize(..around.len())],
        };
        board.take_away(word);
        let mut places: Vec<_> = (0..DRAWN).filter_map(|_| board.draw_place(word, rng)).collect();
        places.sort_by_key(|(in_the_way, _)| *in_the_way);
        let back = board.place_of(from);
        let mut judged: Vec<Place> = Vec::new();
        for (_, place) in places {
            if judged.len() < JUDGED && place != back && !judged.contains(&place) {
                judged.push(place);
            }
        }
        let before = board.snapshot();
        let prices = Prices {
            rule: RULE_OF_JUDGED * prices.rule,
            unasked: RULE_OF_JUDGED * prices.unasked,
            ..*prices
        };
        let mut cost = |place: Place| {
            board.lay(word, place);
            let cost = energy(board, &prices) + CHANCE * rng.f64();
            board.restore(&before);
            cost
        };
        let costs: Vec<(f64, Place)> = judged.into_iter().map(|place| (cost(place), place)).collect();
        let (_, place) = costs.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        board.lay(word, place);
        Some(from.cells().chain(board.run_at(place, from.len).cells()).collect())
    }
}

/// Takes an own word to another run of its length; if that is the run of another own word, the two change places. Returns whether
/// there was such a run. The question fields stay where they are.
fn change_runs(board: &mut Board, rng: &mut Rng) -> bool {
    /// How many words are tried.
    const TRIES: usize = 4;
    let laid: Vec<(usize, Run)> = board.own_runs().collect();
    for _ in 0..if laid.is_empty() { 0 } else { TRIES } {
        let (word, from) = laid[rng.usize(..laid.len())];
        let (problem, mut places) = board.problem();
        let mut lengths = problem.slots.iter().map(|slot| slot.len());
        places.retain(|&place| lengths.next() == Some(from.len) && place != board.place_of(from));
        if places.is_empty() {
            continue;
        }
        let place = places[rng.usize(..places.len())];
        let there = board.run_at(place, from.len);
        let before = board.snapshot();
        let other = laid.iter().find(|(_, run)| *run == there);
        board.take_away(word);
        if let Some(&(other, _)) = other {
            board.take_away(other);
        }
        if board.agrees(word, place) {
            board.lay(word, place);
            let back = board.place_of(from);
            match other {
                None => return true,
                Some(&(other, _)) if board.agrees(other, back) => {
                    board.lay(other, back);
                    return true;
                }
                Some(_) => {}
            }
        }
        board.restore(&before);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::{Field, Puzzle};
    use crate::encodings::grid::Grid;
    use crate::encodings::lexicon::Letter;
    use crate::search::layout::Fits;
    use crate::search::testing;
    use crate::solver::words::WordIndex;
    use std::sync::Arc;

    #[test]
    fn words_that_change_runs_leave_the_question_fields_and_all_counts_right() {
        let own = ["LATERNE", "ROSE", "SELTEN", "TRESOR"];
        let own = own.map(|text| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>());
        let words: Vec<&[Letter]> = own.iter().map(|word| &word[..]).collect();
        let list = testing::list().with_own(&own);
        let open = Puzzle { fields: Grid::filled(11, 11, Field::Open), questions: Vec::new() };
        let fits = Fits::new(&Arc::new(WordIndex::new(&list)));
        let mut board = Board::new(&open, &[900; 12], &fits);
        board.welcome(&words);
        board.judge_crossings(true);
        let mut rng = Rng::with_seed(3);
        board.scatter(&mut rng);
        for word in 0..own.len() {
            let place = (0..500).find_map(|_| board.draw_place(word, &mut rng));
            board.lay(word, place.unwrap().1);
        }
        let pattern = |board: &Board| board.puzzle(&open).fields.map(|_, field| *field == Field::Question);
        let (first, mut changed, mut exchanged) = (pattern(&board), 0, 0);
        for _ in 0..300 {
            let before: Vec<(usize, Run)> = board.own_runs().collect();
            let could = change_runs(&mut board, &mut rng);
            let after: Vec<(usize, Run)> = board.own_runs().collect();
            let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            assert_eq!(pattern(&board), first);
            assert_eq!(could, moved > 0);
            assert!(before.len() == after.len() && moved <= 2);
            let tally = board.tally().clone();
            board.restore(&board.snapshot());
            assert_eq!(*board.tally(), tally);
            changed += usize::from(moved == 1);
            exchanged += usize::from(moved == 2);
        }
        assert!(changed > 10 && exchanged > 0, "{changed} {exchanged}");
    }
}
