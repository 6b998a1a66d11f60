//! From a [`Maker`] to a crossword: templates are made and tried in turn, each with a failure limit that grows from turn to
//! turn, since not every template that a maker has can be filled from a list.

use super::letters::{Filling, Words, fill_template, improve_words, spelled};
use super::own::{needed, refuse_too_long, refuse_too_many, slots_for, without_slot};
use super::wished::with_more_wished;
use super::{
    Answer, Maker, Material, NoAnswer, NoCrossword, NoTemplate, Options, Progress, Stopped, Template, ease,
    sound,
};
use crate::encodings::crossword::placed::with_words;
use crate::encodings::crossword::puzzle::LONGEST_SIDE;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Theme, WordList};
use crate::search::Setup;
use crate::search::spelled::is_hopeless;
use crate::search::wished::spare_words;
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed};
use std::cmp::Reverse;

/// How many patterns are tried before the search gives up.
pub(super) const TRIES: usize = 200;
/// The failure limit of the first pattern's fill; each turn adds as much again.
const FAILURES: u64 = 5000;

/// How many patterns are filled with preferred words alone before other words are used as well.
const TRIES_WITH_PREFERRED: usize = 12;

/// How many patterns are filled without finding the solution word before the search gives up.
const TRIES_FOR_WORD: usize = 40;

/// Makes templates until one can be filled, at most `tries`, and fills it.
pub(super) fn make_and_fill(
    maker: &dyn Maker,
    list: &WordList,
    options: &Options,
    tries: usize,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let (rows, cols) = maker.sides();
    refuse_by_counting((rows, cols), list, options)?;
    let longest = longest((rows, cols));
    let ease = ease::of_list(list);
    let themes = options.other_themes();
    let has_len = |len| len <= longest;
    let preference = options.preference(list, &themes, has_len);
    let mut stopped =
        NoAnswer::Stopped(Stopped { missing: needed(&options.themes), filled: 0, fields: rows * cols });
    let mut without_word = 0;
    for turn in 1..=tries {
        watch(Progress::Pattern(turn));
        let material = Material { list, ease: &ease, placed: &options.placed };
        let template = match easiest(maker, material, options, turn, budget) {
            Err(NoTemplate::Stopped) => return Err(stopped),
            made => made.map_err(NoCrossword::from)?,
        };
        // Counting shows at once that this one cannot be filled.
        if without_slot(&options.themes, &template) > 0 {
            if budget.exhausted() {
                return Err(stopped);
            }
            continue;
        }
        let template = with_words(&template, &options.placed).map_err(NoCrossword::from)?;
        let failures = Some(FAILURES * turn as u64);
        let options = options.with_seed(seed::derive(options.setup.seed, turn as u64 - 1));
        let words = match turn <= TRIES_WITH_PREFERRED && !options.preferred.is_empty() {
            true => Words::Preferred,
            false => Words::All,
        };
        let filling = Filling { preference: &preference, words, failures, turn };
        match fill_template(&template, filling, &options, budget, watch) {
            Ok(mut answer) => {
                answer.filled_after = started.elapsed();
                let with = |themes: &[Theme], budget: &Budget| {
                    let preference = options.preference(list, themes, has_len);
                    let filling = Filling { preference: &preference, words: Words::All, failures, turn };
                    fill_template(&template, filling, &options, budget, watch)
                };
                answer = with_more_wished(answer, &themes, budget, &with);
                improve_words(&mut answer, &template, &preference, &options, budget, watch);
                return sound(answer, &template, list);
            }
            // Another template may be filled.
            Err(NoAnswer::None(NoCrossword::NoFill(_))) => {}
            Err(NoAnswer::None(NoCrossword::Unspelled(word) | NoCrossword::NeverSpelled(word))) => {
                stopped = NoCrossword::Unspelled(word).into();
                without_word += 1;
                if without_word >= TRIES_FOR_WORD {
                    return Err(stopped);
                }
            }
            Err(reason) => stopped = reason,
        }
        if budget.exhausted() {
            return Err(stopped);
        }
    }
    Err(NoCrossword::GaveUp { tries, needed: needed(&options.themes) }.into())
}

/// Returns the length of the longest word that a grid of this size has room for.
fn longest((rows, cols): (usize, usize)) -> usize {
    LONGEST_SIDE.min(rows.max(cols))
}

/// Refuses what counting shows that no crossword of this size can have.
pub(super) fn refuse_by_counting(
    (rows, cols): (usize, usize),
    list: &WordList,
    options: &Options,
) -> Result<(), NoCrossword> {
    let fields = (0..rows).flat_map(|row| (0..cols).map(move |col| Pos::new(row, col)));
    if is_hopeless(&options.spelled, list, fields) {
        return Err(NoCrossword::NeverSpelled(spelled(&options.spelled)));
    }
    refuse_too_long(&options.themes, longest((rows, cols)))?;
    refuse_too_many(&options.themes, (rows, cols))
}

/// How many templates are made to fill the easiest of them: making one costs little compared with a failed fill.
const CANDIDATES: u64 = 6;
/// How many are made at most while none has a slot for each own word.
const CANDIDATES_FOR_WORDS: u64 = 30;

/// Makes some templates, different ones in each turn, and returns the one that should have the most fills; of those with
/// slots for the most own words, if there are any, first of those that it needs and then of those that are only welcome.
fn easiest(
    maker: &dyn Maker,
    material: Material<'_>,
    options: &Options,
    turn: usize,
    budget: &Budget,
) -> Result<Template, NoTemplate> {
    let candidate = |number: u64| {
        // Up to the usual number, the seeds do not depend on own words.
        let seed = match number < CANDIDATES {
            true => seed::derive(options.setup.seed, (turn as u64 - 1) * CANDIDATES + number),
            false => seed::derive(seed::derive(options.setup.seed, turn as u64), number),
        };
        maker.template(turn, material, &Setup { seed, ..options.setup.clone() }, budget)
    };
    let wished = spare_words(&options.themes);
    let rank = |template: &Template| {
        let lacks = without_slot(&options.themes, template);
        (Reverse(lacks), slots_for(&wished, template), ease::of_template(material.ease, template))
    };
    let mut best = candidate(0)?;
    for number in 1..CANDIDATES_FOR_WORDS {
        if number >= CANDIDATES && without_slot(&options.themes, &best) == 0 {
            break;
        }
        match candidate(number) {
            Ok(template) if rank(&template) > rank(&best) => best = template,
            Ok(_) => {}
            // One is enough to continue with.
            Err(_) => break,
        }
    }
    Ok(best)
}
