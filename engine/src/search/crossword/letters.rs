//! The letters of one template: a fill, and then better words.

use super::{Answer, NoAnswer, NoCrossword, Options, Progress, Stopped};
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::lexicon::{Letter, Slot, SlotProblem, Theme};
use crate::search::fill::{BetterOptions, FillOptions, FillOutcome, better};
use crate::search::preference::Preference;
use crate::solver::Budget;
use std::collections::BTreeSet;
use std::time::Duration;

/// Which words a template is filled with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// The preferred words alone.
    Preferred,
    /// The preferred words if they suffice, otherwise all.
    All,
}

/// How a template is filled.
#[derive(Clone, Copy)]
pub(super) struct Filling<'a> {
    pub(super) preference: &'a Preference<'a>,
    pub(super) words: Words,
    /// The most failures.
    pub(super) failures: Option<u64>,
    /// The number of the template, counted from 1.
    pub(super) turn: usize,
}

/// Fills a template; the time it took is left to the caller.
pub(super) fn fill_template(
    template: &Template,
    filling: Filling<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let Filling { preference, words, failures, turn } = filling;
    watch(Progress::Letters(turn));
    let (problem, positions) = template.slots();
    let fill_options = FillOptions {
        seed: options.setup.seed,
        threads: options.setup.threads,
        engine: options.engine,
        back_end: options.setup.back_end.clone(),
        failures,
        score_weight: if preference.all().is_scored() { SCORE_WEIGHT } else { 0.0 },
        ..FillOptions::default()
    };
    let outcome = match words {
        Words::Preferred => preference.fill_with_preferred(&problem, &positions, &fill_options, budget),
        Words::All => preference.fill(&problem, &positions, &fill_options, budget),
    };
    match outcome.outcome {
        FillOutcome::Filled(letters) => Ok(Answer {
            puzzle: template.with_letters(&positions, &letters),
            word_score: preference.all().mean_score(&problem.slots, &letters),
            filled_after: Duration::ZERO,
            tries: turn,
            least_blocks: None,
            has_most_wished: false,
        }),
        FillOutcome::Infeasible { .. } if outcome.is_unspelled => {
            Err(NoCrossword::NeverSpelled(spelled(&options.spelled)).into())
        }
        FillOutcome::Stopped { .. } if outcome.is_unspelled && budget.failure().is_none() => {
            Err(NoCrossword::Unspelled(spelled(&options.spelled)).into())
        }
        FillOutcome::Infeasible { core } => {
            let runs = template.runs();
            Err(NoCrossword::NoFill(core.into_iter().filter_map(|slot| runs.get(slot).copied()).collect())
                .into())
        }
        FillOutcome::Stopped { letters, .. } => {
            let filled = letters.iter().flatten().count();
            let missing = match outcome.missing.is_empty() {
                false => outcome.missing.iter().map(|&own| preference.own.spelled(own)).collect(),
                true => missing(preference.own.themes(), &problem, &letters),
            };
            Err(NoAnswer::Stopped(Stopped { missing, filled, fields: letters.len() }))
        }
    }
}

/// Returns the words of the themes that have to be in the crossword and that no slot spells.
fn missing(themes: &[Theme], problem: &SlotProblem, letters: &[Option<Letter>]) -> Vec<String> {
    let word = |slot: &Slot| slot.cells.iter().map(|&cell| letters[cell]).collect::<Option<Vec<_>>>();
    let there: BTreeSet<Vec<Letter>> = problem.slots.iter().filter_map(word).collect();
    Theme::needed_beyond(themes, 0).filter(|word| !there.contains(*word)).map(spelled).collect()
}

/// Returns a word as text.
pub(super) fn spelled(word: &[Letter]) -> String {
    word.iter().map(|letter| letter.char()).collect()
}

/// The weight of word scores while letters are being found.
const SCORE_WEIGHT: f32 = 0.02;

/// Replaces words of a filled crossword by better ones, if the list has scores. The letters given by the template stay.
pub(super) fn improve_words(
    answer: &mut Answer,
    template: &Template,
    preference: &Preference<'_>,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) {
    let (problem, positions) = template.slots();
    let letters = positions.iter().map(|&pos| answer.puzzle.cells[pos].letter());
    let Some(letters) = letters.collect::<Option<Vec<_>>>() else { return };
    // Better scores are no reason to use words outside of the preferred lists,
    let index = preference.index_of(&preference.outside(&problem, &letters));
    if !index.is_scored() {
        return;
    }
    watch(Progress::Words);
    let better_options = BetterOptions { seed: options.setup.seed, windows: None };
    // nor to lose one of the editor's own words or a letter of the solution word.
    let own = &preference.own;
    let mut held = own.given(&problem, &own.places_in(&problem, &letters));
    let spelled = preference.spelled_in(&problem, &positions, &letters).unwrap_or_default();
    spelled.into_iter().for_each(|cell| held.cells[cell] = Some(letters[cell]));
    let letters = better(&held, index, letters, &better_options, budget);
    answer.word_score = preference.all().mean_score(&problem.slots, &letters);
    answer.puzzle = template.with_letters(&positions, &letters);
}
