//! Layouts with places for own words, by a formula of both.
//!
//! The formula knows the rules, roughly the counts, and where own words may be, but not the word list. So each model is
//! examined: a run whose letters leave it too few words becomes clauses, which exclude these letters at these distances
//! everywhere, and the solver continues from there. After a few dozen models all runs have words. The rating, which the
//! formula does not optimise, is then improved by annealing around the words (see `own`).
//!
//! Each attempt builds a new formula, with the words and places in another order: some are solved at once and some
//! hardly ever, so a short attempt with another order is better than a long one. The first attempt requires only the
//! rules, and usually succeeds; later ones require more, succeed less often, and give better ratings.
//!
//! Measured on 13x13 with twelve words of 62 to 82 letters in total: a layout by the rules alone after 4 to 90 models,
//! within a second or two; with the counts of the ceiling as bounds, a single model takes 7 to 33 s. Tried and rejected:
//! a penalty on the counts that is tightened from one model to the next (it stops improving far from the ceiling).

use super::roads::{Layouter, Scarce};
use super::rules_of_layout;
use crate::encodings::arrowword::layout::{Bounds, LayoutEncoding, LayoutOptions, OwnPlaces};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::cnf::Lit;
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::search::layout::Board;
use crate::solver::words::{Propagator, WordIndex};
use crate::solver::{SatAnswer, SatSolver, load};
use fastrand::Rng;

/// What an attempt asks for besides the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Nothing, not even that every run is a word.
    Loose,
    /// That every run is a word.
    Rules,
    /// Few question fields, and few words of two letters.
    Thin,
    /// No dead letters and no clusters, and about as many questions, doubles and uncrossed letters as at the ceiling.
    Counted,
}

/// How a layout with own words is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Annealing around the long ones; the others go into its slots.
    AroundLong,
    /// By the formula of the layout and all places.
    ByFormula(Strictness),
    /// By the formula, and not every run has to be a word: a puzzle for want of a better one.
    Loose,
    /// Annealing around all of them while they move.
    Settled,
}

/// The attempts of the formula one after the other, again and again.
const ATTEMPTS: [Strictness; 4] =
    [Strictness::Rules, Strictness::Thin, Strictness::Counted, Strictness::Thin];

/// How far below the ceiling the counts of [`Strictness::Counted`] may rate.
const SLACK: f64 = 4.0;

/// The most fields of a grid for which the counts are part of the formula: with more, they are what takes the time.
const MOST_COUNTED: usize = 700;

/// The most fields of a grid for which the formula is likely to be the first to have a puzzle. With 30 words on 600 fields, an attempt
/// takes 25 seconds and often ends without a layout; words that settle there are filled after three to fifteen.
const MOST_FIRST_BY_FORMULA: usize = 400;

/// The most places considered for a word; if it has more, this many are drawn.
const MOST_PLACES: usize = 600;

/// The conflicts of one call of the solver.
const CONFLICTS: u32 = 4_000;

/// The models that are looked through in one attempt.
pub(super) const MODELS: usize = 200;

/// How many words are enough for a run with letters to choose from, by its length; the last number is for all longer
/// runs.
const ENOUGH: [usize; 5] = [0, 0, 1, 2, 4];

/// The formula of one attempt, and the solver that has it.
pub(super) struct Placer {
    encoding: LayoutEncoding,
    places: OwnPlaces,
    /// The own words in the order of `places`.
    order: Vec<usize>,
    solver: Box<dyn SatSolver>,
    /// The clauses of the formula that the solver has.
    loaded: usize,
}

/// A place of an own word, and the literal that says so.
pub(super) type Placed = Option<(Run, Lit)>;

impl Layouter<'_> {
    /// Begins the next layout, and returns how to make it. Until there is a puzzle, the formula makes every other layout of a small
    /// grid, unless the solver starts afresh for each model. Threads begin with different ways, since it depends on the words which
    /// one has a puzzle first; where words settle, every other thread stays with the formula. On a larger grid, where it takes
    /// longest, the formula has one turn of four.
    ///
    /// On a small one, its second attempt does not demand that every run is a word.
    pub(super) fn next_way(&self) -> Way {
        /// Once there is a puzzle, one layout of this many is begun around long words; and see above.
        const CYCLE: usize = 4;
        let before = self.begun.replace(self.begun.get() + 1);
        let unblocked = self.ceiling.counts.unblocked;
        let is_enough = |best: Puzzle| self.is_dense() || best.unasked_runs().is_empty();
        let has_puzzle = self.best.puzzle().is_some_and(is_enough);
        if self.settles() && has_puzzle {
            return if before.is_multiple_of(CYCLE) { Way::AroundLong } else { Way::Settled };
        }
        let is_slow = unblocked > MOST_FIRST_BY_FORMULA;
        let (is_odd, stays) = ((before + self.thread) % 2 == 1, self.settles() && self.thread % 2 == 1);
        let (is_due, turn) = match is_slow {
            true => (before % CYCLE == CYCLE - 1, before / CYCLE),
            false => (is_odd || stays, before / 2),
        };
        // The turn after the first one by the formula.
        let is_loose = !is_slow && self.best.score().is_none() && before == 2 - self.thread % 2;
        if is_loose && self.back_end.suits_windows() {
            return Way::Loose;
        }
        match is_due && self.back_end.suits_windows() {
            true => Way::ByFormula(match ATTEMPTS[turn % ATTEMPTS.len()] {
                Strictness::Counted if unblocked > MOST_COUNTED => Strictness::Thin,
                strictness => strictness,
            }),
            false if self.settles() && before > 0 => Way::Settled,
            false => Way::AroundLong,
        }
    }

    /// Makes a valid layout that has these own words; `None` if this attempt fails.
    pub(super) fn place_by_formula(
        &self,
        strictness: Strictness,
        needed: &[usize],
        rng: &mut Rng,
    ) -> Option<Board> {
        let mut scarce = self.scarce.borrow_mut();
        let mut placer = self.placer(strictness, &scarce, rng);
        let words = self.best.preference.all();
        for turn in 0..MODELS {
            let Some((layout, places)) = placer.next_model(self, needed) else {
                log::debug!("own words: {strictness:?} has no model after {turn}");
                return None;
            };
            let board = self.board_with(&layout, places.iter().map(|place| place.map(|(run, _)| run)));
            if self.wants_unasked() && board.may_leave_unasked() {
                self.offer_with_unasked(&board, rng);
            }
            let (problem, slots) = board.problem();
            if placer.exclude_scarce(&problem, words, &mut scarce) {
                continue;
            }
            match Propagator::new(words, &problem) {
                Ok(_) => {
                    log::debug!("own words: {strictness:?} has a layout after {turn} models");
                    return Some(board);
                }
                Err(conflict) => {
                    let run = board.run_at(slots[conflict.slot], problem.slots[conflict.slot].len());
                    placer.exclude_around(run, &places);
                }
            }
        }
        None
    }

    /// Builds the formula of an attempt.
    pub(super) fn placer(&self, strictness: Strictness, scarce: &Scarce, rng: &mut Rng) -> Placer {
        let own = &self.best.preference.own;
        let longest = self.job.list.longest();
        let options = match strictness {
            Strictness::Loose => LayoutOptions::rules_only(longest),
            Strictness::Rules | Strictness::Thin => {
                LayoutOptions { ask_all: true, ..LayoutOptions::rules_only(longest) }
            }
            Strictness::Counted => LayoutOptions::top_rated(longest),
        };
        let options = LayoutOptions { lengths: rules_of_layout(self.job.list, true).lengths, ..options };
        let mut encoding = LayoutEncoding::new(&self.job.layout_spec(), &options);
        let counts = &self.ceiling.counts;
        let open = Bounds::open(counts.unblocked);
        let bounds = match strictness {
            Strictness::Loose | Strictness::Rules => None,
            Strictness::Thin => Some(Bounds {
                questions: (0, counts.questions + counts.questions / 9),
                lengths: std::array::from_fn(
                    |n| if n == 0 { (0, counts.words / 9) } else { open.lengths[n] },
                ),
                ..open
            }),
            Strictness::Counted => Bounds::at_least((self.ceiling.score - SLACK).max(0.0), self.ceiling)
                .map(|bounds| Bounds { lengths: open.lengths, ..bounds }),
        };
        if let Some(bounds) = bounds {
            encoding.add_bounds(&bounds);
        }
        // Solvers decide late variables early, and long words should be decided first.
        let mut order: Vec<usize> = (0..own.len()).collect();
        rng.shuffle(&mut order);
        order.sort_by_key(|&word| own.len_of(word));
        let words: Vec<&[Letter]> = own.words().collect();
        let listed = order.iter().map(|&word| (words[word], self.runs_for(words[word].len(), rng)));
        let places = encoding.add_places(listed);
        let mut solver = self.back_end.solver(rng.u64(..));
        solver.expect_model();
        for pattern in scarce {
            places.exclude(&mut encoding, pattern);
        }
        Placer { encoding, places, order, solver, loaded: 0 }
    }

    /// Lists the runs of a length in the grid, or some drawn at random if there are many.
    fn runs_for(&self, len: usize, rng: &mut Rng) -> Vec<Run> {
        let fields = &self.job.given.fields;
        let mut runs: Vec<Run> = fields
            .positions()
            .flat_map(|start| Direction::BOTH.map(|direction| Run { start, direction, len }))
            .filter(|run| fields.contains(run.cell(len - 1)))
            .collect();
        rng.shuffle(&mut runs);
        runs.truncate(MOST_PLACES);
        // Neighbours in the formula are neighbours in the grid, so that what is learnt about one counts for others.
        runs.sort_unstable_by_key(|run| (run.direction, run.start));
        runs
    }
}

impl Placer {
    /// Finds a layout with these own words, and their places; `None` if there is none or it takes too long to find it.
    pub(super) fn next_model(
        &mut self,
        layouter: &Layouter<'_>,
        needed: &[usize],
    ) -> Option<(Puzzle, Vec<Placed>)> {
        self.loaded = load(&mut *self.solver, &self.encoding.formula, self.loaded);
        for (at, own) in self.order.iter().enumerate() {
            if needed.contains(own) {
                self.solver.assume(self.places.wanted(at));
            }
        }
        self.solver.limit_conflicts(CONFLICTS);
        if self.solver.solve(layouter.budget) != SatAnswer::Sat {
            return None;
        }
        let found = self.places.decode(|lit| self.solver.value(lit));
        let mut places = vec![None; found.len()];
        self.order.iter().zip(found).for_each(|(&own, place)| places[own] = place);
        Some((self.encoding.decode(|lit| self.solver.value(lit)), places))
    }

    /// Excludes the letters that leave slots too few words, and takes note of them; returns whether there are any.
    pub(super) fn exclude_scarce(
        &mut self,
        problem: &SlotProblem,
        words: &WordIndex,
        known: &mut Scarce,
    ) -> bool {
        let scarce = scarce_patterns(problem, words);
        for pattern in &scarce {
            self.places.exclude(&mut self.encoding, pattern);
        }
        let is_any = !scarce.is_empty();
        known.extend(scarce);
        is_any
    }

    /// Excludes that all own words around a run without words stay where they are.
    pub(super) fn exclude_around(&mut self, run: Run, places: &[Placed]) {
        /// Own words this near take part in what leaves the run no word.
        const NEAR: usize = 2;
        let is_near = |own: Run| {
            let beside = |a: Pos, b: Pos| a.row.abs_diff(b.row) <= NEAR && a.col.abs_diff(b.col) <= NEAR;
            own.cells().any(|pos| run.cells().any(|other| beside(pos, other)))
        };
        let mut around: Vec<&(Run, Lit)> = places.iter().flatten().collect();
        if around.iter().any(|(own, _)| is_near(*own)) {
            around.retain(|(own, _)| is_near(*own));
        }
        self.encoding.formula.add(around.into_iter().map(|&(_, here)| !here));
    }
}

/// Returns the letters of slots that leave too few words, without those that do not matter.
fn scarce_patterns(problem: &SlotProblem, words: &WordIndex) -> Vec<Vec<Option<Letter>>> {
    let mut scarce = Vec::new();
    for slot in &problem.slots {
        let mut pattern: Vec<Option<Letter>> = slot.cells.iter().map(|&cell| problem.cells[cell]).collect();
        let of_len = words.of_len(slot.len());
        let enough = ENOUGH[slot.len().min(ENOUGH.len() - 1)];
        let is_scarce = |pattern: &[Option<Letter>]| of_len.matching(pattern) < enough;
        let is_a_word = pattern.iter().all(Option::is_some) && of_len.matching(&pattern) > 0;
        if is_a_word || !is_scarce(&pattern) {
            continue;
        }
        // The fewer letters, the more is excluded.
        for at in 0..pattern.len() {
            let letter = pattern[at].take();
            if !is_scarce(&pattern) {
                pattern[at] = letter;
            }
        }
        scarce.push(pattern);
    }
    scarce
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::given::Extend;
    use crate::encodings::arrowword::layout::LayoutSpec;
    use crate::encodings::arrowword::puzzle::Field;
    use crate::encodings::arrowword::{cwg, rules};
    use crate::encodings::grid::Grid;
    use crate::encodings::lexicon::{Theme, WordList};
    use crate::search::arrowword::best::Best;
    use crate::search::arrowword::{Job, ceiling_of};
    use crate::search::preference::Preference;
    use crate::search::testing;
    use crate::solver::clock::Instant;
    use crate::solver::{BackEnd, Budget};
    use itertools::Itertools;
    use std::collections::BTreeSet;

    fn word(text: &str) -> Vec<Letter> {
        text.chars().filter_map(Letter::from_char).collect()
    }

    /// Returns how a thread begins its first eight layouts of an open square with these own words while there is no puzzle.
    fn ways(side: usize, own: &[&str], thread: usize) -> Vec<Way> {
        let themes = [Theme::all(own.iter().map(|text| word(text)))];
        let list = testing::list().with_own(themes[0].words());
        let given = Puzzle { fields: Grid::filled(side, side, Field::Open), questions: Vec::new() };
        let job = Job { themes: &themes, ..Job::free(&given, &list) };
        let ceiling = ceiling_of(job).unwrap();
        let preference = Preference::new(&[], &list, &themes, |_| true);
        let best = Best::new(Instant::now(), ceiling.score, &preference, false);
        let budget = Budget::unlimited();
        let layouter =
            Layouter { thread, ..Layouter::new(job, &ceiling, &best, BackEnd::default(), &budget) };
        (0..8).map(|_| layouter.next_way()).collect()
    }

    #[test]
    fn on_larger_grids_the_formula_has_one_turn_of_four_and_only_many_words_settle() {
        let by_formula = |way: &Way| matches!(way, Way::ByFormula(_));
        let own = ["LATERNE", "ROSE", "SELTEN", "TRESOR"];
        // On small ones, the second attempt by the formula does not demand that every run is a word.
        let odd = ways(11, &own, 1);
        assert_eq!(odd.iter().positions(|way| *way == Way::Loose).collect::<Vec<_>>(), [1]);
        assert_eq!(odd.iter().filter(|way| by_formula(way)).count(), 7);
        let even = ways(11, &own, 0);
        assert_eq!(even.iter().positions(by_formula).collect::<Vec<_>>(), [1, 3, 5, 7]);
        assert_eq!(even.iter().positions(|way| *way == Way::Loose).collect::<Vec<_>>(), [2]);
        for thread in [0, 1] {
            let of_medium = ways(22, &own, thread);
            assert_eq!(of_medium.iter().positions(by_formula).collect::<Vec<_>>(), [3, 7]);
            assert_eq!(of_medium[1], Way::Settled);
            // 23 letters are few for 784 fields, and 92 are many.
            let few = ways(28, &own, thread);
            assert_eq!(few.iter().positions(by_formula).collect::<Vec<_>>(), [3, 7]);
            assert!(!few.contains(&Way::Settled), "{few:?}");
            let many = ["A", "B", "C", "D"].map(|last| own.map(|word| format!("{word}{last}")));
            let many: Vec<&str> = many.iter().flatten().map(String::as_str).collect();
            assert_eq!(ways(28, &many, thread).iter().filter(|&&way| way == Way::Settled).count(), 5);
        }
    }

    #[test]
    fn models_have_each_word_once_and_no_excluded_letters() {
        let given = cwg::read("7\n7\n.......\n.......\n.......\n...-...\n.......\n.......\n......R\n")
            .unwrap()
            .puzzle;
        let own = ["TULPE", "ROSE", "ASTER", "MOHN"].map(word);
        let runs = |len: usize| -> Vec<Run> {
            let starts = given.fields.positions();
            let all = starts.flat_map(|start| Direction::BOTH.map(|direction| Run { start, direction, len }));
            all.filter(|run| given.fields.contains(run.cell(len - 1))).collect()
        };
        for ask_all in [true, false] {
            let options = LayoutOptions { ask_all, ..LayoutOptions::rules_only(7) };
            let mut encoding = LayoutEncoding::new(&LayoutSpec::new(&given, Extend::All), &options);
            let places = encoding.add_places(own.iter().map(|word| (&word[..], runs(word.len()))));
            let excluded = [None, Some(word("O")[0]), None];
            places.exclude(&mut encoding, &excluded);
            let mut solver = BackEnd::default().solver(1);
            load(&mut *solver, &encoding.formula, 0);
            let mut seen = BTreeSet::new();
            let (mut unasked, mut beside) = (0, 0);
            for _ in 0..40 {
                (0..own.len()).for_each(|at| solver.assume(places.wanted(at)));
                assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
                let layout = encoding.decode(|lit| solver.value(lit));
                let found: Vec<(Run, Lit)> =
                    places.decode(|lit| solver.value(lit)).into_iter().flatten().collect();
                assert_eq!(found.len(), own.len());
                let mut letters = given.fields.map(|_, field| match field {
                    Field::Letter(letter) => Some(*letter),
                    _ => None,
                });
                for ((run, _), word) in found.iter().zip(&own) {
                    let asked = layout.questions.iter().filter_map(|&question| layout.run_of(question));
                    assert_eq!(
                        asked.filter(|asked| asked == run).count(),
                        1,
                        "{run:?} in\n{}",
                        cwg::write(&layout)
                    );
                    for (pos, &letter) in run.cells().zip(word) {
                        assert!(layout.fields[pos].is_solution());
                        assert!(letters[pos].is_none_or(|other| other == letter), "two letters at {pos}");
                        letters[pos] = Some(letter);
                    }
                }
                for question in &layout.questions {
                    let run = layout.run_of(*question).unwrap();
                    let middle = run.cell(1);
                    let crosses = |own: &Run| own.direction != run.direction && own.cells().contains(&middle);
                    let is_own = found.iter().any(|(own, _)| crosses(own));
                    assert!(run.len != 3 || !is_own || letters[middle] != excluded[1], "{run:?}");
                }
                let all =
                    layout.fields.runs(|field| field.is_solution()).into_iter().filter(|run| run.len >= 2);
                unasked += all.count() - layout.questions.len();
                let is_beside = |[(one, _), (two, _)]: [&(Run, Lit); 2]| {
                    let side = one.direction.crossing().step();
                    let next: Vec<_> = one.cells().filter_map(|pos| pos.offset(side.0, side.1)).collect();
                    one.direction == two.direction && two.cells().any(|pos| next.contains(&pos))
                };
                beside += found
                    .iter()
                    .array_combinations()
                    .filter(|[one, two]| is_beside([one, two]) || is_beside([two, one]))
                    .count();
                let broken: Vec<_> = rules::check(&layout, None::<&WordList>);
                assert!(broken.is_empty(), "{broken:?}");
                assert!(seen.insert(found.iter().map(|(run, _)| *run).collect::<Vec<_>>()));
                solver.add_clause(&found.iter().map(|&(_, here)| !here).collect::<Vec<_>>());
            }
            // Where all runs are asked for, own words keep apart.
            assert_eq!((unasked > 0, beside > 0), (!ask_all, !ask_all), "{unasked} {beside}");
        }
    }

    #[test]
    fn patterns_with_too_few_words_lose_the_letters_that_do_not_matter() {
        let list = WordList::new(["ROSE", "RIFF", "RAST", "REST"].map(|text| (word(text), 1.0)));
        let index = WordIndex::new(&list);
        let problem = |pattern: &str| {
            let letter = |c: char| Letter::from_char(c);
            let cells: Vec<Option<Letter>> = pattern.chars().map(letter).collect();
            SlotProblem {
                slots: vec![crate::encodings::lexicon::Slot { cells: (0..cells.len()).collect() }],
                cells,
            }
        };
        let scarce = |pattern: &str| scarce_patterns(&problem(pattern), &index);
        assert!(scarce("R...").is_empty(), "four words are enough");
        assert!(scarce("ROSE").is_empty(), "a word of the list");
        assert_eq!(scarce("R..T"), [vec![None, None, None, word("T").pop()]]);
        assert_eq!(scarce("RO.E").len(), 1);
    }
}
