//! From a given arrowword to the best finished one: layer upon layer, round upon round.
//!
//! The layers are tightened one after another. First the layout: hard rules, then the rating up to the
//! ceiling by counting, or on narrow grids that of the best layout. Then the letters, all words different. Then better words, where the list has scores.
//! A round goes through the layers once. The first round is quick, so that a complete puzzle exists
//! early; each later one takes more time and only counts if its layout promises a higher rating than
//! the best puzzle so far. Layouts that anneal to the ceiling turned out to be easy to fill, so rounds
//! are independent of each other and race on all threads; when a fill does fail, the layout is changed
//! where it failed (see `finish`).

mod beside;
mod best;
pub mod claim;
mod exhaust;
pub mod explain;
mod finish;
mod given;
mod mend;
mod narrow;
mod outcome;
mod own;
mod placed;
mod placer;
mod race;
mod roads;
mod settle;
mod step;
mod touch_up;
mod turns;
mod unasked;
mod wished;

use crate::encodings::arrowword::bound::{self, Ceiling, Supply};
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::layout::{LayoutOptions, Lengths};
use crate::encodings::arrowword::puzzle::{Field, Puzzle, Question};
use crate::encodings::arrowword::rating::{self, Counts};
use crate::encodings::arrowword::rules;
use crate::encodings::lexicon::{Letter, PlacedWord, Theme, WordList};
use crate::search::explain::ExplainOptions;
use crate::search::fill::{Engine, FillOptions};
use crate::search::preference::Preference;
use crate::search::spelled::is_hopeless;
use crate::search::{Bug, Setup};
use crate::solver::Budget;
use crate::solver::clock::Instant;
use best::Best;
use exhaust::Reach;
use fastrand::Rng;
use given::fill_given;
use narrow::Narrow;
pub use outcome::{Answer, Ending, NoAnswer, NoPuzzle, Stopped, Unfinished};
use placed::Laid;
use std::collections::BTreeSet;
use std::time::Duration;

/// A puzzle to solve.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The puzzle as given; its letters, question fields and questions are kept.
    pub given: &'a Puzzle,
    /// What may be added to the given questions, taken literally: with nothing, the layout is given and open fields take
    /// letters.
    pub extend: Extend,
    /// The words to fill it with.
    pub list: &'a WordList,
    /// Parts of `list` that are preferred, the best first, each a part of the next: of puzzles with equal ratings, the one
    /// with the fewest words outside of the last of these is better, then outside of the one before, and only then the one
    /// with the higher scores.
    pub preferred: &'a [WordList],
    /// Words that the puzzle has to have, or should have; `list` has all of them. Of puzzles with equal ratings, the one
    /// with more of these words is better, before words are compared in any other way.
    pub themes: &'a [Theme],
    /// Words that stand at certain places; `list` has all of them. Themes may have them as well.
    pub placed: &'a [PlacedWord],
    /// Whether the number of optional own words in a puzzle ranks above its rating.
    pub wish_first: bool,
    /// The letters of a solution word, which fields that lie apart have to spell, none of them the first one of a theme's
    /// word; empty if there is none.
    pub spelled: &'a [Letter],
    /// A finished puzzle of this grid from which the search starts: it is the answer unless a better one is found. One that breaks
    /// a rule or lacks something that is demanded is ignored.
    pub present: Option<&'a Puzzle>,
}

impl<'a> Job<'a> {
    /// Creates a job for a grid to which any questions may be added, besides those it has.
    pub fn free(given: &'a Puzzle, list: &'a WordList) -> Self {
        Self {
            given,
            extend: Extend::All,
            list,
            preferred: &[],
            themes: &[],
            placed: &[],
            wish_first: false,
            spelled: &[],
            present: None,
        }
    }

    /// Returns whether nothing is given or demanded but blocked and question fields, which may have any questions.
    fn is_bare(&self) -> bool {
        self.themes.is_empty()
            && self.extend.lets_join()
            && self.given.questions.is_empty()
            && self.given.fields.iter().all(|(_, field)| !matches!(field, Field::Letter(_)))
    }

    /// Creates a job for a grid with a given layout: open fields take letters.
    pub fn fill(given: &'a Puzzle, list: &'a WordList) -> Self {
        Self { given, extend: Extend::Nothing, ..Self::free(given, list) }
    }
}

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Seed, threads (each runs rounds) and back end.
    pub setup: Setup,
    /// How letters are found.
    pub engine: Engine,
    /// How layouts are made; by default both ways, on different threads or, with one thread, in turns.
    pub road: Option<Road>,
    /// How long better words are looked for in the puzzle that rates highest.
    pub better_words: BetterWords,
}

/// How long better words are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BetterWords {
    /// As long as it pays.
    #[default]
    Thoroughly,
    /// With few windows, while somebody waits for the answer and may well ask for another one: some hundredths of a second on
    /// usual grids.
    Briefly,
}

impl Options {
    /// Returns the options for filling a layout.
    fn fill(&self, seed: u64) -> FillOptions {
        let back_end = self.setup.back_end.clone();
        FillOptions { seed, engine: self.engine, back_end, ..FillOptions::default() }
    }
}

/// A way to make layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Road {
    /// Annealing of the pattern of question fields; the formula only chooses the arrows.
    Annealing,
    /// The layout's formula: structure first, then windows with a tightening bound.
    Formula,
}

/// A layer of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Question fields and arrows.
    Layout,
    /// Letters.
    Fill,
    /// Better words.
    Words,
}

/// The state of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The layer being worked on.
    pub layer: Layer,
    /// The round, counted from 1.
    pub round: usize,
    /// The rating of the best complete puzzle so far, bonus included.
    pub best: Option<f64>,
    /// The ceiling of the rating, bonus included: no puzzle on this grid rates higher.
    pub ceiling: f64,
}

/// The fraction of a time limit that goes to layout and letters where words have scores.
const SEARCHING: f64 = 0.9;

/// How long it is asked before a search whether a small grid has room for all own words, and how long after one that found nothing.
/// Nearly always the answer takes some hundredths of a second.
const ROOM_BEFORE: Duration = Duration::from_secs(1);
const ROOM_AFTER: Duration = Duration::from_secs(60);

/// Solves a puzzle as well as the budget allows. `watch` is called with progress, from any thread. If a back end
/// breaks, the best puzzle found before that is the answer, and [`Budget::failure`] says why there is no better one.
pub fn solve(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    wished::solve(job, options, budget, watch).map_err(|reason| match reason {
        // Rounds with own words end when they have found nothing for long, which proves nothing.
        NoAnswer::Stopped(_) if lacks_room(job, options, budget, ROOM_AFTER) => NoPuzzle::NoRoom.into(),
        reason => why_stopped(reason, budget),
    })
}

/// Returns whether it is proven that a small grid has no room for all own words, whatever the other words. It is not asked of
/// larger grids, on which there is nearly always room, and where the answer may take long.
fn lacks_room(job: Job<'_>, options: &Options, budget: &Budget, longest: Duration) -> bool {
    let has_own = job.themes.iter().any(|theme| theme.spare() == 0) || !job.placed.is_empty();
    if !has_own || !job.extend.opens_fields() || !claim::is_small(job) || budget.exhausted() {
        return false;
    }
    let budget = budget.clone().within(budget.remaining().map_or(longest, |left| longest.min(left / 4)));
    let Setup { seed, back_end, .. } = options.setup.clone();
    let options = ExplainOptions { seed, back_end, ..ExplainOptions::default() };
    explain::explain_own(job, &options, &budget).is_some_and(|explanation| explanation.has_own())
}

/// Makes a layout of a grid by annealing, without letters, as the first round of a search does; `None` if that finds none. Own
/// words are not placed.
pub fn lay_out(job: Job<'_>, setup: &Setup, budget: &Budget) -> Result<Option<Puzzle>, NoAnswer> {
    let laid = Laid::new(job).map_err(NoPuzzle::from)?;
    let job = Job { themes: &[], ..laid.job(job) };
    let ceiling = ceiling_of(job)?;
    let preference = Preference::new(&[], job.list, &[], |_| true);
    let best = Best::new(Instant::now(), ceiling.score + rating::BONUS, &preference, false);
    let layouter = roads::Layouter::new(job, &ceiling, &best, setup.back_end.clone(), budget);
    Ok(layouter.anneal(race::EFFORTS[0], &mut Rng::with_seed(setup.seed)))
}

/// Runs the search, layer upon layer and round upon round.
fn improve(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let laid = Laid::new(job).map_err(NoPuzzle::from)?;
    // Words that have their places count for the ceiling, too.
    let ceiling = ceiling_of(Job { themes: job.themes, ..laid.job(job) })?;
    let word = || spelled(job.spelled);
    let free = job.given.fields.iter().filter(|(_, field)| !field.is_blocked()).map(|(pos, _)| pos);
    if is_hopeless(job.spelled, job.list, free) {
        return Err(NoPuzzle::NeverSpelled(word()).into());
    }
    if lacks_room(job, options, budget, ROOM_BEFORE) {
        return Err(NoPuzzle::NoRoom.into());
    }
    let all_own = job.themes;
    let job = laid.job(job);
    let preference = Preference::new(job.preferred, job.list, job.themes, |_| true);
    let preference = preference.spelling(job.spelled, all_own);
    let reach = Reach::of(job, options);
    // On tiny grids all layouts are tried anyway, with their letters.
    let narrow = if job.extend.opens_fields() && reach != Reach::Tiny {
        Narrow::new(job, budget)
    } else {
        Narrow::default()
    };
    let highest = narrow.ceiling.map_or(ceiling.score, |narrow| narrow.min(ceiling.score));
    let best = Best::new(started, highest + rating::BONUS, &preference, job.wish_first);
    if let Some(present) = job.present.filter(|present| sound(present, job).is_ok()) {
        best.offer(present.clone(), &layout_of(present, job.given));
    }
    let bound = best.score();
    // A part of a time limit is kept for better words.
    let searching = match budget.remaining() {
        Some(left) if preference.all().is_scored() => budget.clone().within(left.mul_f64(SEARCHING)),
        _ => budget.clone(),
    };
    let exhaust = |budget: &Budget| exhaust::exhaust(job, options, &[], budget, &best, watch);
    let race = race::Race {
        job,
        ceiling: &ceiling,
        start: &narrow.layouts,
        best: &best,
        until_first: budget,
        watch,
    };
    let ending = if best.is_done() {
        Ok(Ending::Ceiling)
    } else if reach.goes_to_the_end() && options.setup.threads > 1 {
        match beside::run(&race, options, &searching) {
            // The time kept for better words is of no use without a puzzle.
            Ok(Ending::Stopped) if best.score().is_none() => beside::run(&race, options, budget),
            ending => ending,
        }
    } else if reach.is_all() {
        let all = |budget: &Budget| exhaust::exhaust(job, options, &narrow.layouts, budget, &best, watch);
        match all(&searching) {
            Ok(Ending::Stopped) if best.score().is_none() => all(budget),
            ending => ending,
        }
    } else if job.extend.opens_fields() {
        match race.run(options, &searching) {
            Ok(Ending::Settled) if reach == Reach::Medium => exhaust(&searching),
            Ok(Ending::Stopped) if best.score().is_none() => race.run(options, budget),
            ending => ending,
        }
    } else {
        fill_given(job, options, budget, &best, watch)
    };
    let ending = match ending {
        Ok(_) if best.score().is_none() && best.is_unspelled() => Err(NoPuzzle::Unspelled(word()).into()),
        // With own words, the layouts are too many to try one by one.
        Ok(Ending::Settled) if best.score().is_none() && job.themes.is_empty() => exhaust(budget),
        // Other arrows may ask for other words.
        Err(NoAnswer::None(NoPuzzle::NoFill(slots))) => exhaust(budget).map_err(|reason| match reason {
            NoAnswer::None(NoPuzzle::NoFillAnywhere) if !best.is_unspelled() => {
                NoPuzzle::NoFill(slots).into()
            }
            reason => reason,
        }),
        ending => ending,
    };
    let ending = ending.map_err(|reason| match reason {
        NoAnswer::None(NoPuzzle::NoFillAnywhere) if best.is_unspelled() => {
            NoPuzzle::NeverSpelled(word()).into()
        }
        NoAnswer::None(NoPuzzle::GaveUp(_)) | NoAnswer::Stopped(_) if best.is_unspelled() => {
            NoPuzzle::Unspelled(word()).into()
        }
        reason => reason,
    })?;
    // If nothing rates higher than what was there, that stays as it is.
    if best.score().zip(bound).is_none_or(|(now, before)| now > before + best::EPSILON) {
        best.improve_words(options, budget, watch);
    }
    let Some(answer) = best.answer(ending) else {
        let stopped = best.stopped();
        if let Some(unfinished) = &stopped.unfinished {
            sound_so_far(&unfinished.puzzle, job)?;
        }
        return Err(NoAnswer::Stopped(stopped));
    };
    sound(&answer.puzzle, job)?;
    Ok(answer)
}

/// Returns a puzzle without the letters that are not given.
fn layout_of(puzzle: &Puzzle, given: &Puzzle) -> Puzzle {
    let fields = puzzle.fields.map(|pos, field| match (field, given.fields[pos]) {
        (Field::Letter(_), Field::Open) => Field::Open,
        _ => *field,
    });
    Puzzle { fields, questions: puzzle.questions.clone() }
}

/// Checks that an unfinished puzzle follows the rules and keeps what was given.
fn sound_so_far(puzzle: &Puzzle, job: Job<'_>) -> Result<(), Bug> {
    let mut broken = rules::check(puzzle, Some(job.list));
    broken.extend(rules::check_against(puzzle, job.given, job.extend));
    Bug::if_any(broken.iter().map(ToString::to_string))
}

/// Checks that a puzzle is filled, follows the rules, and keeps what was given.
fn sound(puzzle: &Puzzle, job: Job<'_>) -> Result<(), Bug> {
    let mut broken = rules::check(puzzle, Some(job.list));
    broken.extend(rules::check_against(puzzle, job.given, job.extend));
    let unfilled = rules::unfilled(puzzle).into_iter().map(|pos| format!("{pos} is not filled"));
    let (problem, _) = puzzle.slots();
    let words = problem.slots.iter().map(|slot| slot.cells.iter().map(|&cell| problem.cells[cell]).collect());
    let words: BTreeSet<Option<Vec<Letter>>> = words.collect();
    let missing =
        job.themes.iter().flat_map(|theme| theme.missing(|word| words.contains(&Some(word.to_vec()))));
    let missing = missing.map(|word| format!("the own word {} is missing", spelled(word)));
    let stands = |word: &PlacedWord| {
        let here = |&question: &Question| puzzle.run_of(question) == Some(word.run());
        puzzle.questions.iter().any(here)
            && word.fields().all(|(pos, letter)| puzzle.fields[pos] == Field::Letter(letter))
    };
    let displaced = job.placed.iter().filter(|word| !stands(word)).map(|word| format!("{word} is missing"));
    Bug::if_any(broken.iter().map(ToString::to_string).chain(unfilled).chain(missing).chain(displaced))
}

/// Replaces the reason where the search only stopped because the back end broke.
fn why_stopped(reason: NoAnswer, budget: &Budget) -> NoAnswer {
    match reason {
        NoAnswer::Stopped(stopped) => NoAnswer::ended_early(budget, stopped),
        NoAnswer::None(NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_)) if budget.failure().is_some() => {
            NoAnswer::ended_early(budget, Stopped::default())
        }
        reason => reason,
    }
}

/// Returns the counting ceiling for the grid and the words of a job, without bonus. The error says that no puzzle is possible
/// by counting alone.
fn ceiling_of(job: Job<'_>) -> Result<Ceiling, NoPuzzle> {
    let longest = Some(job.list.longest());
    let without_themes = bound::ceiling_of(job.given, longest).ok_or(NoPuzzle::NoLayout)?;
    let most = bound::longest_line(job.given);
    let too_long: Vec<_> = Theme::needed_beyond(job.themes, most).map(spelled).collect();
    if !too_long.is_empty() {
        return Err(NoPuzzle::TooLong { words: too_long, most });
    }
    let ceiling = match job.themes {
        [] => without_themes,
        themes => bound::ceiling_of_themes(job.given, longest, themes).ok_or(NoPuzzle::NoRoom)?,
    };
    // Where the list has too few words for any puzzle, the search finds out why.
    Ok(bound::ceiling_of_list(job.given, &Supply::of(job.list, most), job.themes).unwrap_or(ceiling))
}

/// Returns a word as text.
fn spelled(word: &[Letter]) -> String {
    word.iter().map(|letter| letter.char()).collect()
}

/// Returns the options that demand of a layout only what the rules demand, with words of the list's lengths.
fn rules_of_layout(list: &WordList, ask_all: bool) -> LayoutOptions {
    let lengths: Lengths = (2..=list.longest()).filter(|&len| list.count(len) > 0).collect();
    LayoutOptions { lengths, ask_all, no_dead: false, no_clusters: false }
}

/// Returns the rating of a complete puzzle, bonus included.
fn full_score(puzzle: &Puzzle) -> f64 {
    debug_assert!(puzzle.fields.iter().all(|(_, f)| *f != Field::Open));
    Counts::of(puzzle).score() + rating::BONUS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::grid::Pos;

    #[test]
    fn no_puzzle_that_breaks_a_rule_is_returned() {
        let given = cwg::read("3\n3\n...\n...\n...\n").unwrap().puzzle;
        // All words of two and three of these letters.
        let letters: Vec<Letter> = Letter::all().take(6).collect();
        let pairs = || letters.iter().flat_map(|&a| letters.iter().map(move |&b| vec![a, b]));
        let triples = pairs().flat_map(|pair| letters.iter().map(move |&c| [&pair[..], &[c]].concat()));
        let list = WordList::new(pairs().chain(triples).map(|word| (word, 1.0)));
        let job = Job::free(&given, &list);
        let answer = solve(job, &Options::default(), &Budget::unlimited(), &|_| {}).unwrap();
        assert!(sound(&answer.puzzle, job).is_ok());
        let with = |pos: Pos, field: Field| {
            let mut puzzle = answer.puzzle.clone();
            puzzle.fields[pos] = field;
            sound(&puzzle, job)
        };
        let is_letter = |field: &Field| matches!(field, Field::Letter(_));
        let (letter, _) = answer.puzzle.fields.iter().find(|(_, field)| is_letter(field)).unwrap();
        let (question, _) =
            answer.puzzle.fields.iter().find(|(_, field)| **field == Field::Question).unwrap();
        assert!(with(letter, Field::Open).is_err(), "a field without a letter");
        assert!(
            with(question, answer.puzzle.fields[letter]).is_err(),
            "a question that is in no question field"
        );
        assert!(
            sound(&answer.puzzle, Job::fill(&given, &list)).is_err(),
            "another layout than the given one"
        );
    }
}
