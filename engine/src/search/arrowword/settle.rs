//! Layouts around many own words: the words move, and the layout is annealed again where they were and where they are.
//!
//! Wherever own words lie, the layout around them can be annealed; but how well it then rates, and whether it can be filled,
//! depends on where they lie. Words side by side or along a border leave no good layout, and nothing shows that before the
//! annealing. So all own words are laid where little is in their way, the whole board is annealed once, and then in steps (`step.rs`):
//! a word is taken to another place, and windows around both places are annealed; or a window anywhere is. A step that makes the
//! board worse is accepted with a probability that falls from step to step, as in annealing: a search among layouts that have been
//! annealed, and no search for a place on a board that has not.
//!
//! A board that breaks no rule still has to have words for all its runs. While it is annealed, runs are judged by their crossings
//! (`board/tight.rs`), an estimate; after each step, a propagator and a brief fill say whether it is so, and which run has none if
//! not: the next steps then happen there. Each board that is filled and rates higher than the best puzzle so far is the new best
//! one at once. A fill takes less time than a step, and without it most boards that rate well are refused at the end.
//!
//! Tried before, with twelve words on 15x15: to leave the words where the formula puts them, and to anneal the whole board, comes
//! to boards that lose 7 to 11 points, of which one in a hundred has words for all runs; windows of one to three fields around
//! each field, accepted if nothing gets worse, lose 9 to 19 points of the rating after ten seconds.

use super::best::EPSILON;
use super::finish::promise;
use super::roads::{Effort, Layouter};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::grid::Run;
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::search::layout::{Board, Prices, Schedule, Snapshot, anneal, energy};
use crate::solver::words::Propagator;
use fastrand::Rng;
use std::cmp::Reverse;

/// The steps per own word in which a fresh board settles. With fewer, or less heat, it freezes where its words came to lie first.
const STEPS_A_WORD: usize = 100;

/// As many more as long as it cannot be filled: after that, another board is more likely to be filled than this one.
const MORE_A_WORD: usize = 30;

/// The steps in which a layout is polished; where words do not settle, windows are annealed instead.
const STEPS: usize = 250;
const WINDOWS: usize = 60;

/// The most fields of a grid on which any own words settle.
const MOST_SETTLED: usize = 700;

/// On larger grids, those settle whose letters are more than one in this many fields. With fewer, layouts annealed around long words
/// rate as high and leave more time for better words (4 words on 40x40, 30 on 60x60, one run each); with more, none of these was filled
/// within 40 seconds (15 and 60 words on 40x40).
const FIELDS_A_LETTER: usize = 15;

/// The share of the fields that the letters of own words have from which on not every run has to be a word. Below, most boards that settle
/// get words for all runs, and ratings are higher if all are asked for.
const DENSE: f64 = 0.45;

/// The layouts after which that holds for fewer letters as well, if there is still no puzzle that rates well.
const SOON: usize = 2;

/// By how much the first step may make a board worse, on average, in points of the summed factors; that falls to nothing.
const HEAT: f64 = 12.0;

/// The same if a layout is polished: with less, hardly a word finds another place.
const HEAT_OF_POLISH: f64 = 4.0;

/// The same while a fresh board that has settled still cannot be filled.
const LITTLE_HEAT: f64 = 1.0;

/// What a board costs that breaks no rule, but has a run without a word.
const NO_WORD: f64 = 10.0;

/// The failures after which a fill counts as refused.
const FAILURES: u64 = 200;

/// The places that are drawn for a word that is laid first.
const DRAWN_FIRST: usize = 600;

/// The moves per field of a fresh board.
const MOVES_OF_FRESH: u64 = 2000;

/// What is known of a board between the steps.
struct State {
    board: Snapshot,
    /// Its energy, and the price of a run without a word.
    energy: f64,
    /// A run that has no word, if the board breaks no rule.
    without_word: Option<Run>,
    /// Whether it breaks no rule and was filled.
    is_good: bool,
}

/// How long and where a board settles.
struct Settling {
    steps: usize,
    /// As many more steps until it can be filled.
    extra: usize,
    heat: f64,
    /// The rating that boards have to exceed.
    above: f64,
    /// Whether a board that can be filled never gives way to one that cannot.
    stays_good: bool,
}

impl Layouter<'_> {
    /// Returns whether the grid is small, or has so many own words, that they settle.
    pub(super) fn settles(&self) -> bool {
        let letters: usize = self.best.preference.own.words().map(<[Letter]>::len).sum();
        let unblocked = self.ceiling.counts.unblocked;
        unblocked <= MOST_SETTLED || FIELDS_A_LETTER * letters > unblocked
    }

    /// Returns whether own words have so many of the fields that hardly a board has words for all runs.
    pub(super) fn is_dense(&self) -> bool {
        let letters: usize = self.best.preference.own.words().map(<[Letter]>::len).sum();
        letters as f64 > DENSE * self.ceiling.counts.unblocked as f64
    }

    /// Returns whether puzzles are wanted in which not every run is a word: until there is any puzzle; and until there is one that rates
    /// well, where own words are dense or several layouts have been begun.
    pub(super) fn wants_unasked(&self) -> bool {
        let is_late = self.begun.get() > SOON;
        self.best.is_rough() && (self.is_dense() || is_late || self.best.score().is_none())
    }

    /// Lays own words on a fresh board and settles it; `None` if that ends without a board that was filled.
    pub(super) fn settle_fresh(
        &self,
        board: &mut Board,
        needed: &[usize],
        effort: Effort,
        rng: &mut Rng,
    ) -> Option<()> {
        self.lay_all(board, needed, rng)?;
        board.judge_crossings(true);
        let schedule = Schedule::for_board(board, effort.moves.max(MOVES_OF_FRESH));
        let prices = self.prices.for_settling(board.unblocked());
        anneal(board, &schedule, &prices, self.goal, rng, self.budget);
        let [steps, extra] = [STEPS_A_WORD, MORE_A_WORD].map(|steps| steps * needed.len());
        self.settle(
            board,
            &Settling { steps, extra, heat: HEAT, above: f64::NEG_INFINITY, stays_good: false },
            rng,
        )
    }

    /// Lays own words on a fresh board, the longest first, where little is in their way; `None` if there is no room.
    fn lay_all(&self, board: &mut Board, needed: &[usize], rng: &mut Rng) -> Option<()> {
        if board.free().is_empty() {
            return None;
        }
        let own = &self.best.preference.own;
        board.scatter(rng);
        let mut needed = needed.to_vec();
        rng.shuffle(&mut needed);
        needed.sort_by_key(|&word| Reverse(own.len_of(word)));
        for &word in &needed {
            let places = (0..DRAWN_FIRST).filter_map(|_| board.draw_place(word, rng));
            let (_, place) = places.min_by_key(|(in_the_way, _)| *in_the_way)?;
            board.lay(word, place);
        }
        Some(())
    }

    /// Settles a layout with own words further; `None` if it does not rate higher afterwards, or was not filled before and is not now.
    pub(super) fn polish_with_own(&self, layout: &Puzzle, stays_good: bool, rng: &mut Rng) -> Option<Puzzle> {
        if !self.settles() {
            return self.polish_in_windows(layout, WINDOWS, rng);
        }
        let mut board = self.board_of(layout, |_| true);
        let settling =
            Settling { steps: STEPS, extra: 0, heat: HEAT_OF_POLISH, above: promise(layout), stays_good };
        self.settle(&mut board, &settling, rng)?;
        self.arrows(&board, rng)
    }

    /// Moves words and anneals windows of a board, and leaves it in the state that rates highest of those that were filled; `None` if
    /// there is none that rates higher than `above`.
    fn settle(&self, board: &mut Board, settling: &Settling, rng: &mut Rng) -> Option<()> {
        if board.free().is_empty() {
            return None;
        }
        board.judge_crossings(true);
        let mut lets_unasked = self.wants_unasked();
        let mut prices = self.prices_for_settling(board, false, lets_unasked);
        let mut now = self.state(board, &prices, f64::INFINITY, rng)?;
        // A layout whose fill refuses need not be exceeded.
        let (mut best, mut most) = (None, if now.is_good { settling.above } else { f64::NEG_INFINITY });
        for step in 0..settling.steps + settling.extra {
            let is_settled = step >= settling.steps;
            if self.budget.exhausted() || self.best.is_done() || (is_settled && best.is_some()) {
                break;
            }
            let did_let = lets_unasked;
            lets_unasked = did_let && self.wants_unasked();
            if step == settling.steps || lets_unasked != did_let {
                prices = self.prices_for_settling(board, is_settled, lets_unasked);
                now = self.state(board, &prices, f64::INFINITY, rng)?;
            }
            let left = 1.0 - step as f64 / settling.steps as f64;
            let heat = if is_settled { LITTLE_HEAT } else { settling.heat * left };
            if !self.step(board, now.without_word, &prices, rng) {
                board.restore(&now.board);
                continue;
            }
            let limit = now.energy - heat * rng.f64().ln();
            let Some(next) = self.state(board, &prices, limit, rng) else {
                board.restore(&now.board);
                continue;
            };
            if settling.stays_good && now.is_good && !next.is_good {
                board.restore(&now.board);
                continue;
            }
            now = next;
            if now.without_word.is_some() && board.may_leave_unasked() && lets_unasked {
                self.offer_with_unasked(board, rng);
            }
            if now.is_good
                && let Some(layout) = self.arrows(board, rng)
                && promise(&layout) > most + EPSILON
            {
                most = promise(&layout);
                best = Some(now.board.clone());
                self.offer(&layout, rng);
            }
        }
        if let Some(best) = &best {
            board.restore(best);
        }
        board.judge_crossings(false);
        let found = if best.is_some() { "" } else { "not " };
        log::debug!("own words {found}settled: {:.3}, then {most:.3}", settling.above);
        best.map(|_| ())
    }

    /// Returns the prices while a board settles, and those for one that has settled but has no words for all runs.
    fn prices_for_settling(&self, board: &Board, is_settled: bool, lets_unasked: bool) -> Prices {
        let mut prices = self.prices.for_settling(board.unblocked());
        if lets_unasked {
            prices = prices.with_unasked();
        }
        if is_settled {
            prices.tight *= 2.0;
        }
        prices
    }

    /// Judges a board; `None` if its energy is not below a limit.
    fn state(&self, board: &Board, prices: &Prices, limit: f64, rng: &mut Rng) -> Option<State> {
        let mut energy = energy(board, prices);
        if energy >= limit {
            return None;
        }
        let breaks_rule = board.tally().broken() > 0;
        let without_word = self.without_word(board, breaks_rule, rng);
        if without_word.is_some() && !breaks_rule {
            energy += NO_WORD;
        }
        let is_good = !breaks_rule && without_word.is_none();
        (energy < limit).then(|| State { board: board.snapshot(), energy, without_word, is_good })
    }

    /// Returns a run that has no word, or the one that most troubles a fill if none is found.
    fn without_word(&self, board: &Board, breaks_rule: bool, rng: &mut Rng) -> Option<Run> {
        let (problem, places) = board.problem();
        let slot = match breaks_rule {
            true => Propagator::new(self.best.preference.all(), &problem).err()?.slot,
            false => self.slot_without_word(&problem, rng)?,
        };
        Some(board.run_at(places[slot], problem.slots[slot].len()))
    }

    /// Returns a slot that has no word, or the one that most troubles a fill if none is found; `None` if there is a fill.
    pub(super) fn slot_without_word(&self, problem: &SlotProblem, rng: &mut Rng) -> Option<usize> {
        let words = self.best.preference.all();
        if let Err(conflict) = Propagator::new(words, problem) {
            return Some(conflict.slot);
        }
        Some(match fill(problem, words, &self.brief_fill(rng), self.budget) {
            FillOutcome::Filled(_) => return None,
            FillOutcome::Infeasible { core } => core.first().copied().unwrap_or_default(),
            FillOutcome::Stopped { trouble, .. } => {
                (0..trouble.len()).max_by(|&a, &b| trouble[a].total_cmp(&trouble[b])).unwrap_or_default()
            }
        })
    }

    /// Returns the options of a fill that hardly takes longer than a step.
    fn brief_fill(&self, rng: &mut Rng) -> FillOptions {
        let (seed, back_end) = (rng.u64(..), self.back_end.clone());
        FillOptions { seed, back_end, failures: Some(FAILURES), ..FillOptions::default() }
    }

    /// Fills a layout, and offers it if it rates higher than the best so far.
    pub(super) fn offer(&self, layout: &Puzzle, rng: &mut Rng) {
        if !self.best.wants(promise(layout)) {
            return;
        }
        let (words, options) = (self.best.preference.all(), self.brief_fill(rng));
        let (problem, positions) = layout.slots();
        let laid_out = (&problem, &positions[..]);
        if let FillOutcome::Filled(letters) = fill(&problem, words, &options, self.budget)
            && let Some(letters) = self.best.preference.spell(laid_out, letters, words, &options, self.budget)
        {
            self.best.offer(layout.with_letters(&positions, &letters), layout);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Field;
    use crate::encodings::arrowword::rules;
    use crate::encodings::grid::Grid;
    use crate::encodings::lexicon::Theme;
    use crate::search::arrowword::best::Best;
    use crate::search::arrowword::{Job, ceiling_of, race};
    use crate::search::preference::Preference;
    use crate::search::testing;
    use crate::solver::clock::Instant;
    use crate::solver::{BackEnd, Budget};

    /// Returns the own words that a layout has between its question fields.
    fn words_of(layout: &Puzzle) -> Vec<String> {
        let (problem, _) = layout.slots();
        let word = |cells: &[usize]| -> Option<String> {
            cells.iter().map(|&cell| problem.cells[cell].map(Letter::char)).collect()
        };
        let mut words: Vec<String> = problem.slots.iter().filter_map(|slot| word(&slot.cells)).collect();
        words.sort();
        words
    }

    #[test]
    fn words_settle_where_the_layout_can_be_filled_and_go_on_to_a_better_one() {
        let own = ["LATERNE", "ROSE", "SELTEN", "TRESOR"];
        let letters = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
        let themes = [Theme::all(own.map(letters))];
        let list = testing::list().with_own(themes[0].words());
        let given = Puzzle { fields: Grid::filled(11, 11, Field::Open), questions: Vec::new() };
        let job = Job { themes: &themes, ..Job::free(&given, &list) };
        let ceiling = ceiling_of(job).unwrap();
        let preference = Preference::new(&[], &list, &themes, |_| true);
        // Nothing ends early because a puzzle is at the ceiling.
        let best = Best::new(Instant::now(), 2.0 * ceiling.score, &preference, false);
        let budget = Budget::unlimited();
        let layouter = Layouter::new(job, &ceiling, &best, BackEnd::default(), &budget);
        let in_all = |layout: &Puzzle| {
            assert_eq!(words_of(layout), own, "{layout:?}");
            assert!(rules::check(layout, Some(&list)).is_empty(), "{layout:?}");
            let (problem, _) = layout.slots();
            assert!(Propagator::new(preference.all(), &problem).is_ok(), "{layout:?}");
        };
        let (mut settled, mut polished) = (0, 0);
        for seed in 0..3 {
            let mut rng = Rng::with_seed(seed);
            let mut board = layouter.board();
            let words: Vec<&[Letter]> = preference.own.words().collect();
            board.welcome(&words);
            if layouter.settle_fresh(&mut board, &[0, 1, 2, 3], race::EFFORTS[0], &mut rng).is_some() {
                settled += 1;
                let layout = layouter.arrows(&board, &mut rng).unwrap();
                in_all(&layout);
                // What was filled on the way has been offered.
                assert!(best.score().unwrap() > promise(&layout) - EPSILON);
            }
            // The first layout that is filled has much to gain.
            let mut board = layouter.board();
            board.welcome(&words);
            layouter.lay_all(&mut board, &[0, 1, 2, 3], &mut rng).unwrap();
            let first =
                Settling { steps: 0, extra: 400, heat: HEAT, above: f64::NEG_INFINITY, stays_good: false };
            if layouter.settle(&mut board, &first, &mut rng).is_none() {
                continue;
            }
            let rough = layouter.arrows(&board, &mut rng).unwrap();
            for stays_good in [false, true] {
                if let Some(better) = layouter.polish_with_own(&rough, stays_good, &mut rng) {
                    polished += 1;
                    in_all(&better);
                    assert!(promise(&better) > promise(&rough));
                }
            }
        }
        assert!(settled >= 2 && polished >= 1, "{settled} {polished}");
    }
}
