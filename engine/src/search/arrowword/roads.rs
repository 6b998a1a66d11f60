//! The two ways to make a layout: annealing of the bare pattern, and windows of the formula.

use super::best::{Best, EPSILON};
use super::{Job, rules_of_layout, wished};
use crate::encodings::arrowword::bound::{self, Ceiling, Supply};
use crate::encodings::arrowword::layout::{LayoutOptions, LayoutSpec, Lengths, TargetCounts};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::Letter;
use crate::search::layout::{
    Board, Fits, Prices, Schedule, anneal, arrows, is_vast, is_wide, loss, polish, rework_within, sat,
    touch_up,
};
use crate::solver::words::WordIndex;
use crate::solver::{BackEnd, Budget};
use fastrand::Rng;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// The work that a round puts into its layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The annealing moves per free field.
    pub(super) moves: u64,
    /// The windows to anneal again if the ceiling is not reached.
    pub(super) polished: usize,
    /// The windows solved by the formula, per field of the grid.
    pub(super) windows: f64,
    /// What long words cost on a very large board, as a fraction of the full price: the less, the higher the rating,
    /// and the harder the fill.
    pub(super) stretch: f64,
}

/// What a change of a very large layout at one place may cost, in points of the six factors together: less than two thousandths of
/// a point of the rating.
const LOSS_AT_A_PLACE: f64 = 0.01;

/// The most moves per free field of a wide board.
const MOVES_OF_WIDE: u64 = 800;

/// How many times fewer moves per field a very large board needs: 100x100 annealed with 100 or 250 moves per field rates no worse
/// than with 800, though with 100, 200x200 still breaks rules.
const LESS_FOR_VAST: u64 = 4;

/// The moves per free field of a very large board for which words are scarce: the longer it is annealed, the easier is its fill.
const MOVES_OF_SCARCE: u64 = 750;

/// Patterns of letters that leave a run too few words.
pub(super) type Scarce = BTreeSet<Vec<Option<Letter>>>;

/// A maker of layouts for one grid.
pub(super) struct Layouter<'a> {
    pub(super) job: Job<'a>,
    pub(super) ceiling: &'a Ceiling,
    pub(super) back_end: BackEnd,
    pub(super) budget: &'a Budget,
    /// How many words of each length a layout may ask for.
    pub(super) supply: Vec<usize>,
    /// The best puzzle so far, which knows the words.
    pub(super) best: &'a Best<'a>,
    pub(super) fits: Fits,
    pub(super) prices: Prices,
    /// The best counts with the words that a layout may ask for; those of the ceiling, unless words are scarce.
    pub(super) target: Ceiling,
    /// The loss at these counts.
    pub(super) goal: f64,
    /// The number of the thread: each begins with another way to place own words.
    pub(super) thread: usize,
    /// The layouts with own words that were begun, in whatever way.
    pub(super) begun: Cell<usize>,
    /// What attempts to place own words by the formula leave to the next ones.
    pub(super) scarce: RefCell<Scarce>,
}

impl<'a> Layouter<'a> {
    pub(super) fn new(
        job: Job<'a>,
        ceiling: &'a Ceiling,
        best: &'a Best<'a>,
        back_end: BackEnd,
        budget: &'a Budget,
    ) -> Self {
        let longest = job.list.longest().min(Lengths::MAX);
        let words = best.preference.all();
        let is_vast = is_vast(ceiling.counts.unblocked);
        let aims_at = |most: &dyn Fn(usize) -> usize| {
            let supply: Vec<usize> = (0..=longest).map(most).collect();
            let counted = Supply::counted(supply.iter().copied().take(bound::longest_line(job.given) + 1));
            let reachable = bound::ceiling_of_list(job.given, &counted, job.themes);
            (supply, reachable.filter(|target| target.score < ceiling.score - EPSILON))
        };
        // On smaller boards, so few words are used that relatives hardly ever meet.
        let of_scarce = (is_vast && job.list.apart().is_some())
            .then(|| aims_at(&|len| usable_of_scarce(unrelated(words, len))))
            .filter(|(_, target)| target.is_some());
        let (supply, target) = of_scarce.unwrap_or_else(|| {
            aims_at(&|len| match is_vast {
                true => usable(unrelated(words, len)),
                false => usable(job.list.count(len)),
            })
        });
        // Own words have prices of their own.
        let is_scarce = job.themes.is_empty() && is_vast && target.is_some();
        let target = target.unwrap_or(*ceiling);
        let counts = &target.counts;
        let prices = Prices {
            best: (!is_scarce).then_some((counts.questions, counts.questions + counts.doubles)),
            ..match job.themes.is_empty() {
                true if is_scarce => Prices::for_scarce_words(counts.unblocked as i32),
                true => Prices::for_fields(counts.unblocked as i32),
                false => Prices::for_own_words(counts.unblocked as i32),
            }
        };
        Self {
            job,
            ceiling,
            back_end,
            budget,
            supply,
            best,
            fits: Fits::new(best.preference.all()),
            prices,
            target,
            goal: (100.0 - target.score) * 6.0 + EPSILON,
            thread: 0,
            begun: Cell::default(),
            scarce: RefCell::default(),
        }
    }

    /// Draws the own words that a layout is made for.
    pub(super) fn draw_needed(&self, rng: &mut Rng) -> Vec<usize> {
        let own = &self.best.preference.own;
        let mut needed = own.draw_needed(rng);
        // The first puzzle should come soon, so its layout is made only for words that are needed.
        if self.job.wish_first
            && let Some(there) = self.best.own_words()
        {
            needed.extend(wished::draw(&there, own.spare(), rng));
            needed.sort_unstable();
            needed.dedup();
        }
        needed
    }

    /// Returns the board of the given grid.
    pub(super) fn board(&self) -> Board {
        self.board_supplied(&self.supply)
    }

    fn board_supplied(&self, supply: &[usize]) -> Board {
        let board = Board::new(self.job.given, supply, &self.fits);
        if self.job.extend.lets_join() { board } else { board.without_joining(self.job.given) }
    }

    /// Returns the board of a layout. It may ask for as many words of a length as it does now.
    fn board_taken_from(&self, layout: &Puzzle) -> Board {
        let mut asked = vec![0; self.supply.len()];
        for slot in &layout.slots().0.slots {
            if let Some(count) = asked.get_mut(slot.len()) {
                *count += 1;
            }
        }
        let supply: Vec<usize> = self.supply.iter().zip(asked).map(|(&most, now)| most.max(now)).collect();
        let mut board = self.board_supplied(&supply);
        board.take_over(layout);
        board
    }

    /// Makes a layout by annealing, as near to the ceiling as this effort brings it; with own words, the first one that has
    /// them.
    pub(super) fn anneal(&self, effort: Effort, rng: &mut Rng) -> Option<Puzzle> {
        let mut board = self.board();
        if !self.job.themes.is_empty() {
            board = self.anneal_with_own(board, effort, rng)?;
            return self.arrows(&board, rng);
        }
        board.scatter(rng);
        // On a wide board, the polish does what a slower schedule would do, in less time.
        let moves = match board.free().len() {
            free if is_vast(free) && self.prices.fills > 0.0 => MOVES_OF_SCARCE,
            free if is_vast(free) => effort.moves / LESS_FOR_VAST,
            free if is_wide(free) => effort.moves.min(MOVES_OF_WIDE),
            _ => effort.moves,
        };
        let schedule = Schedule::for_board(&board, moves);
        let prices = Prices { stretch: effort.stretch * self.prices.stretch, ..self.prices };
        anneal(&mut board, &schedule, &prices, self.goal, rng, self.budget);
        log::debug!("annealed: {}", board.described());
        if board.tally().broken() > 0 {
            return None;
        }
        let end = (self.goal, &self.target.counts);
        polish(&mut board, self.job.given, &prices, end, effort.polished, rng, self.budget);
        self.arrows(&board, rng)
    }

    /// Rearranges windows of a layout so that it rates higher; `None` if that does not work.
    pub(super) fn polish_present(&self, layout: &Puzzle, tries: usize, rng: &mut Rng) -> Option<Puzzle> {
        self.rearranged(layout, rng, |board, rng| {
            let end = (self.goal, &self.target.counts);
            polish(board, self.job.given, &self.prices, end, tries, rng, self.budget);
        })
    }

    /// Rearranges windows of a very large layout so that it rates higher; `None` if these do not.
    pub(super) fn touch_up(&self, layout: &Puzzle, windows: usize, rng: &mut Rng) -> Option<Puzzle> {
        self.rearranged(layout, rng, |board, rng| {
            let end = (self.goal, &self.target.counts);
            touch_up(board, self.job.given, &self.prices, end, windows, rng, self.budget);
        })
    }

    /// Changes the board of a layout; `None` if the layout breaks a rule, or does not rate higher afterwards.
    fn rearranged(
        &self,
        layout: &Puzzle,
        rng: &mut Rng,
        change: impl FnOnce(&mut Board, &mut Rng),
    ) -> Option<Puzzle> {
        let mut board = self.board_taken_from(layout);
        if board.tally().broken() > 0 {
            return None;
        }
        let before = loss(board.tally(), board.unblocked());
        change(&mut board, rng);
        let after = loss(board.tally(), board.unblocked());
        log::debug!("a layout is rearranged: loss {before:.4} to {after:.4}");
        if after < before - EPSILON { self.arrows(&board, rng) } else { None }
    }

    /// Makes a layout by the formula: first any that follows the rules and grants as many wishes as the grid allows,
    /// then window by window nearer to the counts of the ceiling. The error means it is proven that there is none.
    pub(super) fn by_formula(&self, effort: Effort, rng: &mut Rng) -> Result<Option<Puzzle>, NoLayoutAtAll> {
        let spec = self.job.layout_spec();
        let lengths = rules_of_layout(self.job.list, false).lengths;
        let mut ladder = LayoutOptions::ladder(self.job.list.longest());
        for rung in &mut ladder {
            rung.lengths = rung.lengths.iter().filter(|&len| lengths.contains(len)).collect();
        }
        for rung in &ladder {
            match sat::structure(&spec, rung, &self.back_end, rng.u64(..), self.budget) {
                sat::Outcome::Found(layout) => {
                    return Ok(Some(self.tighten(&spec, rung, layout, effort, rng)));
                }
                sat::Outcome::Impossible => {}
                sat::Outcome::Unknown => return Ok(None),
            }
        }
        Err(NoLayoutAtAll)
    }

    fn tighten(
        &self,
        spec: &LayoutSpec,
        options: &LayoutOptions,
        layout: Puzzle,
        effort: Effort,
        rng: &mut Rng,
    ) -> Puzzle {
        /// The fraction of the uncrossed letters free of cost that a layout should use: they make room for short
        /// words.
        const LEAST_UNCROSSED: f64 = 0.94;
        let best = &self.ceiling.counts;
        let target = TargetCounts {
            questions: best.questions,
            doubles: best.doubles,
            lengths: best.lengths,
            most_uncrossed: best.uncrossed,
            least_uncrossed: (best.uncrossed as f64 * LEAST_UNCROSSED) as usize,
        };
        let mut improve = sat::Improve::new(spec, options, &target);
        improve.windows = (effort.windows * best.unblocked as f64) as usize;
        improve.back_end = self.back_end.clone();
        // The price considers each count separately, but it is the rating that ends the work.
        let at_ceiling = |layout: &Puzzle| Counts::of(layout).score() >= self.ceiling.score - EPSILON;
        improve.run(layout, rng.u64(..), self.budget, |layout, _| !at_ceiling(layout))
    }

    /// Changes the layout around some places into one that is no worse, if there is one.
    pub(super) fn elsewhere(
        &self,
        layout: &Puzzle,
        places: &[Pos],
        radius: usize,
        rng: &mut Rng,
    ) -> Option<Puzzle> {
        if !self.job.themes.is_empty() {
            return self.elsewhere_with_own(layout, *places.first()?, radius, rng);
        }
        let mut board = self.board_taken_from(layout);
        if board.tally().broken() > 0 {
            return None;
        }
        // On a very large board, a count that is off by one costs next to nothing.
        let slack = if is_vast(board.free().len()) { LOSS_AT_A_PLACE } else { 0.0 };
        for &place in places {
            let goal = loss(board.tally(), board.unblocked()) + EPSILON;
            let prices = &self.prices;
            rework_within(&mut board, self.job.given, place, radius, prices, (goal, slack), rng, self.budget);
        }
        self.arrows(&board, rng)
    }

    /// Finds the arrows of a pattern; if questions are given, by the formula with every field decided.
    pub(super) fn arrows(&self, board: &Board, rng: &mut Rng) -> Option<Puzzle> {
        let pattern = board.puzzle(self.job.given);
        if let Some(layout) = arrows(&pattern) {
            return Some(layout);
        }
        let spec = self.job.arrows_spec(&pattern);
        let options = rules_of_layout(self.job.list, true);
        sat::structure(&spec, &options, &self.back_end, rng.u64(..), self.budget).found()
    }
}

/// Returns how many words of a length a layout may ask for where there are this many: not quite all, as the last ones hardly ever
/// fit.
pub(super) fn usable(count: usize) -> usize {
    count - count / 4
}

/// Returns the same for a layout so large that these words do not suffice for the ceiling, if this many can stand in one puzzle by the
/// estimate of [`unrelated`]. There are fewer in truth, as longer relatives of them are used as well: with three quarters of them,
/// hardly a word of three or four letters was left.
fn usable_of_scarce(count: usize) -> usize {
    count * 3 / 5
}

/// Returns how many words of a length can stand in one puzzle where relatives cannot. A word with r relatives that are no longer than
/// itself counts as 1 / (r + 1) of one: that is how many words stay of a random order if each one goes that has a relative before it
/// (the bound of Caro and Wei on independent sets in a graph).
pub(super) fn unrelated(words: &WordIndex, len: usize) -> usize {
    let of_len = words.of_len(len);
    let relatives = |word| of_len.relatives(word).iter().filter(|&&(other, _)| other as usize <= len).count();
    let count: f64 = (0..of_len.count()).map(|word| 1.0 / (1 + relatives(word)) as f64).sum();
    (count + EPSILON) as usize
}

/// The error that no layout of the grid follows the rules, which is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoLayoutAtAll;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Field;
    use crate::encodings::grid::Grid;
    use crate::encodings::lexicon::{Apart, WordList};
    use crate::search::arrowword::ceiling_of;
    use crate::search::preference::Preference;
    use crate::search::testing;
    use crate::solver::clock::Instant;
    use std::sync::Arc;

    #[test]
    fn a_very_large_layout_leaves_more_words_unused_where_relatives_are_apart_and_words_are_scarce() {
        let supply = |side: usize, list: &WordList| {
            let given = Puzzle { fields: Grid::filled(side, side, Field::Open), questions: Vec::new() };
            let job = Job::free(&given, list);
            let ceiling = ceiling_of(job).unwrap();
            let preference = Preference::new(&[], list, &[], |_| true);
            let best = Best::new(Instant::now(), ceiling.score, &preference, false);
            let budget = Budget::unlimited();
            let layouter = Layouter::new(job, &ceiling, &best, BackEnd::default(), &budget);
            let unrelated =
                (0..=list.longest()).map(|len| unrelated(preference.all(), len)).collect::<Vec<_>>();
            (layouter.supply.clone(), unrelated)
        };
        let list = testing::list();
        let apart = list.clone().kept_apart(Arc::new(Apart::new(&list, [[]; 0], 4)));
        for (list, is_apart) in [(&list, false), (&apart, true)] {
            let (most, unrelated) = supply(100, list);
            let expected = |&count: &usize| if is_apart { count * 3 / 5 } else { count - count / 4 };
            assert_eq!(most, unrelated.iter().map(expected).collect::<Vec<_>>());
            // On a small grid, relatives hardly ever meet.
            let (most, _) = supply(15, list);
            assert_eq!(most[5], usable(list.count(5)));
        }
    }

    #[test]
    fn a_word_with_a_relative_that_is_no_longer_counts_as_half_of_one() {
        let word = |text: &str| (text.chars().filter_map(Letter::from_char).collect::<Vec<_>>(), 1.0);
        let list =
            WordList::new(["ROSE", "HASE", "MAUS", "LAUB", "ROSEN", "HASEN", "MAUSE", "LAUBE"].map(word));
        let words = WordIndex::new(&list);
        assert_eq!([3, 4, 5].map(|len| unrelated(&words, len)), [0, 4, 4]);
        let list = list.clone().kept_apart(Arc::new(Apart::new(&list, [[]; 0], 4)));
        let words = WordIndex::new(&list);
        assert_eq!([3, 4, 5].map(|len| unrelated(&words, len)), [0, 4, 2]);
    }
}
