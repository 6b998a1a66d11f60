//! Puzzles with own words in which not every run is a word: nobody asks for the others.
//!
//! The rules demand that each letter is in a word, not that each run is one. Where own words fill half of a grid, hardly a layout has
//! words for all its runs, and none may be found in ten seconds (seven of ten lists of twelve words on 13x13). So there are two more
//! ways to a puzzle, until there is one that rates well:
//!
//! - The formula of layout and places without the demand that runs are words. Own words may then lie side by side. It has a puzzle
//!   within a second or two, but one that rates badly.
//! - Boards whose words settle. A run without a word costs little on them if nobody has to ask for it: if all its letters are in other
//!   words, and the question field before it has another one to ask for. Such a board is filled without these runs. Each leaves dead
//!   letters, two of which cost a point of the rating on 13x13. Where the fill fails nevertheless, further runs go: the one there, or
//!   one that crosses it, whichever leaves a word for all others, and of these the one that leaves the highest rating.
//!
//! Tried: a bound on what the rating loses in the formula, lowered from puzzle to puzzle. Models then take 50 to 400 ms, and two or
//! three dozen of them are excluded before one can be filled, so that no rating was above 46 after ten seconds (five lists).

use super::finish::promise;
use super::placer::{MODELS, Strictness};
use super::roads::Layouter;
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::Run;
use crate::encodings::lexicon::PlacedWord;
use crate::search::layout::{Board, arrows_without};
use crate::solver::words::Propagator;
use fastrand::Rng;
use itertools::Itertools;

/// The most runs that nobody asks for.
const MOST: usize = 6;

impl Layouter<'_> {
    /// Makes puzzles by the formula in which not every run is a word, until one is offered or this attempt fails.
    pub(super) fn place_loosely(&self, needed: &[usize], rng: &mut Rng) {
        let mut scarce = self.scarce.borrow_mut();
        let mut placer = self.placer(Strictness::Loose, &scarce, rng);
        let words = self.best.preference.all();
        for turn in 0..MODELS {
            let Some((mut layout, places)) = placer.next_model(self, needed) else {
                log::debug!("own words: no model after {turn} where runs need not be words");
                return;
            };
            for (place, word) in places.iter().zip(self.best.preference.own.words()) {
                let cells = place.iter().flat_map(|(run, _)| run.cells());
                cells.zip(word).for_each(|(pos, &letter)| layout.fields[pos] = Field::Letter(letter));
            }
            let (problem, _) = layout.slots();
            if placer.exclude_scarce(&problem, words, &mut scarce) {
                continue;
            }
            let Some(slot) = self.slot_without_word(&problem, rng) else {
                return self.offer(&layout, rng);
            };
            if let Some(run) = layout.run_of(layout.questions[slot]) {
                placer.exclude_around(run, &places);
            }
        }
    }

    /// Fills a board that breaks no rule if nobody asks for the runs without a word ([`Board::may_leave_unasked`]), without those
    /// that are in the way, and offers the puzzle if it rates higher than the best so far.
    pub(super) fn offer_with_unasked(&self, board: &Board, rng: &mut Rng) {
        let pattern = board.puzzle(self.job.given);
        let placed = self.job.placed.iter().map(PlacedWord::run);
        let kept: Vec<Run> = board.own_runs().map(|(_, run)| run).chain(placed).collect();
        let without = |unasked: &[Run]| {
            let layout = arrows_without(&pattern, unasked).filter(covers_all)?;
            self.best.wants(promise(&layout)).then_some(layout)
        };
        let mut unasked: Vec<Run> = board.wordless_runs().collect();
        let Some(mut layout) = without(&unasked) else { return };
        while !self.budget.exhausted() {
            let Some(slot) = self.slot_without_word(&layout.slots().0, rng) else {
                log::debug!("own words: {} runs are not asked for", unasked.len());
                return self.offer(&layout, rng);
            };
            if unasked.len() >= MOST {
                return;
            }
            let runs = layout.questions.iter().filter_map(|&question| layout.run_of(question)).collect_vec();
            let there = runs[slot];
            let is_near = |run: &Run| *run == there || there.cells().any(|pos| run.cells().contains(&pos));
            let judged =
                runs.into_iter().filter(|run| is_near(run) && !kept.contains(run)).filter_map(|run| {
                    let layout = without(&[&unasked[..], &[run]].concat())?;
                    let has_words = Propagator::new(self.best.preference.all(), &layout.slots().0).is_ok();
                    Some(((has_words, promise(&layout)), run, layout))
                });
            let best =
                judged.max_by(|((ok, one), ..), ((fine, two), ..)| ok.cmp(fine).then(one.total_cmp(two)));
            let Some((_, run, next)) = best else { return };
            unasked.push(run);
            layout = next;
        }
    }
}

/// Returns whether every letter is in a word.
fn covers_all(layout: &Puzzle) -> bool {
    let letters = layout.fields.iter().filter(|(_, field)| field.is_solution()).count();
    layout.slots().1.len() == letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::rules;
    use crate::encodings::grid::{Direction, Grid, Pos};
    use crate::encodings::lexicon::{Letter, Theme, WordList};
    use crate::search::arrowword::best::Best;
    use crate::search::arrowword::placed::Laid;
    use crate::search::arrowword::{Job, ceiling_of};
    use crate::search::preference::Preference;
    use crate::search::testing;
    use crate::solver::clock::Instant;
    use crate::solver::{BackEnd, Budget};

    fn letters(text: &str) -> Vec<Letter> {
        text.chars().filter_map(Letter::from_char).collect()
    }

    /// Runs `search` with a layouter of an open square that has these own words, and returns the puzzle that it offers.
    fn offered(
        side: usize,
        own: &[&str],
        placed: &[PlacedWord],
        list: &WordList,
        search: impl FnOnce(&Layouter<'_>),
    ) -> Option<Puzzle> {
        let themes = [Theme::all(own.iter().map(|text| letters(text)))];
        let placed_words: Vec<_> = placed.iter().map(|word| word.letters().to_vec()).collect();
        let list = list.clone().with_own(themes[0].words()).with_own(&placed_words);
        let given = Puzzle { fields: Grid::filled(side, side, Field::Open), questions: Vec::new() };
        let whole = Job { themes: &themes, placed, ..Job::free(&given, &list) };
        let laid = Laid::new(whole).unwrap();
        let job = laid.job(whole);
        let ceiling = ceiling_of(job).unwrap();
        let preference = Preference::new(&[], &list, &themes, |_| true);
        let best = Best::new(Instant::now(), 2.0 * ceiling.score, &preference, false);
        let budget = Budget::unlimited();
        search(&Layouter::new(job, &ceiling, &best, BackEnd::default(), &budget));
        let puzzle = best.puzzle()?;
        assert_eq!(rules::check(&puzzle, Some(&list)), [], "{puzzle:?}");
        assert_eq!(rules::unfilled(&puzzle), []);
        let words: Vec<Vec<Letter>> = rules::words(&puzzle).map(|(word, _)| word).collect();
        assert!(own.iter().all(|text| words.contains(&letters(text))), "{puzzle:?}");
        let runs: Vec<Run> =
            puzzle.questions.iter().filter_map(|&question| puzzle.run_of(question)).collect();
        assert!(placed.iter().all(|word| runs.contains(&word.run())), "{puzzle:?}");
        Some(puzzle)
    }

    #[test]
    fn words_that_fill_most_of_a_grid_are_placed_where_runs_need_not_be_words() {
        // 49 letters on 81 fields.
        let own = ["LATERNE", "ROSE", "SELTEN", "TRESOR", "NIESEL", "ORION", "STERN", "ASTER", "TULPE"];
        let mut rng = Rng::with_seed(1);
        let needed: Vec<usize> = (0..own.len()).collect();
        let puzzle = offered(9, &own, &[], &testing::list(), |layouter| {
            for _ in 0..10 {
                layouter.place_loosely(&needed, &mut rng);
            }
        });
        assert!(!puzzle.unwrap().unasked_runs().is_empty());
    }

    #[test]
    fn boards_are_filled_without_the_runs_that_have_no_word() {
        // With so few words, hardly a run through two letters has one.
        let own = ["LATERNE", "ROSE", "SELTEN"];
        let all = testing::list();
        let some = (2..=8).flat_map(|len| all.words(len).step_by(5)).map(|word| (word.to_vec(), 1.0));
        let list = WordList::new(some);
        let placed = PlacedWord::new(letters("OX"), Pos::new(2, 2), Direction::Across).unwrap();
        let mut are_unasked = [false; 2];
        for (seed, is_placed) in (0..8).cartesian_product([false, true]) {
            let mut rng = Rng::with_seed(seed);
            let placed = if is_placed { std::slice::from_ref(&placed) } else { &[] };
            let puzzle = offered(9, &own, placed, &list, |layouter| {
                // As if two layouts had been begun without a puzzle that rates well.
                layouter.begun.set(3);
                let mut board = layouter.board();
                let own: Vec<Vec<Letter>> = own.iter().map(|text| letters(text)).collect();
                board.welcome(&own.iter().map(|word| &word[..]).collect::<Vec<_>>());
                layouter.settle_fresh(
                    &mut board,
                    &[0, 1, 2],
                    crate::search::arrowword::race::EFFORTS[0],
                    &mut rng,
                );
            });
            are_unasked[usize::from(is_placed)] |=
                puzzle.is_some_and(|puzzle| !puzzle.unasked_runs().is_empty());
        }
        assert_eq!(are_unasked, [true; 2]);
    }
}
