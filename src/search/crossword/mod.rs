//! From a template to a filled crossword, or from a [`Maker`] of templates to both; for all kinds of crosswords.
//!
//! A given template is a slot problem and goes to [`fill`](crate::search::fill) unchanged. Not every template that a maker
//! has can be filled from a list, so templates are made and tried in turn, each with a failure limit that grows from turn
//! to turn. If the words of the list have scores, better words are looked for at the end.

pub(in crate::search) mod ease;
mod letters;
mod maker;
mod own;
mod tighten;
mod wished;

pub use maker::{Maker, Material, NoTemplate};
pub use tighten::solve_made;
pub use wished::MostWished;

use crate::encodings::cnf::Formula;
use crate::encodings::crossword::placed::{add_words_at, with_words};
use crate::encodings::crossword::puzzle::{LONGEST_SIDE, Template};
use crate::encodings::crossword::rules::{self, place_of};
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::{CannotStand, Letter, PlacedWord, Theme, WordList};
use crate::search::fill::Engine;
use crate::search::preference::Preference;
use crate::search::spelled::{is_hopeless, never_spelled, unspelled};
use crate::search::wished::spare_words;
use crate::search::{self, Bug, OwnReason, Setup};
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed};
use letters::{Filling, Words, fill_template, improve_words, spelled};
use own::{needed, refuse_too_long, refuse_too_many, slots_for, without_slot};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use wished::with_more_wished;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Seed, threads and back end. The back end solves the formula of a template that is made, and the formula of the
    /// letters if an engine with clauses is chosen.
    pub setup: Setup,
    /// How letters are found.
    pub engine: Engine,
    /// Parts of the word list that are preferred, the best first, each a part of the next: words outside of them are used
    /// only where they do not suffice.
    pub preferred: Arc<[WordList]>,
    /// Words that the crossword has to have, or should have; the word list has all of them.
    pub themes: Arc<[Theme]>,
    /// Words that stand at certain places; the word list has all of them. Themes may have them as well.
    pub placed: Arc<[PlacedWord]>,
    /// The letters of a solution word, which fields that lie apart have to spell, none of them the first one of a theme's
    /// word; empty if there is none.
    pub spelled: Arc<[Letter]>,
}

impl Options {
    /// Returns these options with another seed.
    fn with_seed(&self, seed: u64) -> Self {
        Self { setup: Setup { seed, ..self.setup.clone() }, ..self.clone() }
    }

    /// Returns the themes without the words that already have a place.
    fn other_themes(&self) -> Vec<Theme> {
        let is_placed = |word: &[Letter]| self.placed.iter().any(|placed| placed.letters() == word);
        let themes = self.themes.iter().map(|theme| theme.without(is_placed));
        themes.filter(|theme| !theme.words().is_empty()).collect()
    }
}

/// What the search is working on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The pattern of this try, counted from 1.
    Pattern(usize),
    /// The letters of this try.
    Letters(usize),
    /// Better words.
    Words,
    /// The pattern of this try, counted from 1 since a crossword with this number of blocks was found.
    Fewer {
        /// The number of blocks.
        blocks: usize,
        /// The try.
        turn: usize,
    },
}

/// A filled crossword.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The crossword: a letter in every field.
    pub puzzle: Template,
    /// The mean score of its words in the list.
    pub word_score: f64,
    /// How long it took until all letters were found.
    pub filled_after: Duration,
    /// The number of patterns tried; 1 for a given template.
    pub tries: usize,
    /// The proven lower bound on the number of blocks, if a crossword with few blocks was looked for.
    pub least_blocks: Option<usize>,
    /// Whether it is proven that no crossword from this template has more of the words that are only welcome.
    pub has_most_wished: bool,
}

/// Why there is no crossword.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum NoCrossword {
    /// A field is in no slot.
    #[error(
        "the field in row {row}, column {col} is in no word, as there are blocks or bars on all its sides: make it a block, \
         or open one of its neighbours"
    )]
    Lonely {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        col: usize,
    },
    /// Proven: these slots alone cannot be filled.
    #[error(
        "the template cannot be filled from this word list, proven: no words fit together in {} of its slots ({}); \
         change the template there, or use a larger list; `cwsat explain` says which of them matter",
        .0.len(), places(.0)
    )]
    NoFill(Vec<Run>),
    /// Proven: no word of the list fits any of these slots, whatever the others hold.
    #[error(
        "the template cannot be filled, proven: the word list has no word for {}; change the template there, or use a \
         larger list",
        patterns(.0)
    )]
    NoWord(Vec<Wordless>),
    /// A word cannot stand where it has to.
    #[error(transparent)]
    NoPlace(#[from] CannotStand),
    /// Own words are longer than any line of the grid that is to be made.
    #[error("no line of {most} fields has room for {}; leave out what is longer, or make a larger grid", .words.join(", "))]
    TooLong {
        /// The words that are too long.
        words: Vec<String>,
        /// The number of fields in the longest line.
        most: usize,
    },
    /// There are more own words of one length than lines for them.
    #[error(
        "{} cannot all be in a grid of this size, which has room for at most {most} words of {len} letters; leave some \
         out, or make a larger grid",
        .words.join(", ")
    )]
    TooMany {
        /// The words of this length.
        words: Vec<String>,
        /// The number of letters.
        len: usize,
        /// The most words of this length that any template has room for.
        most: usize,
    },
    /// There is no template to fill.
    #[error(transparent)]
    NoTemplate(#[from] NoTemplate),
    /// This many templates of the style were made, and none could be filled.
    #[error(
        "{tries} templates of this style were made, and none could be filled from this word list{}: use a larger list, \
         fewer white fields, or another style",
        with_words_in_it(.needed)
    )]
    GaveUp {
        /// The number of templates.
        tries: usize,
        /// The own words that each of them needs.
        needed: Vec<String>,
    },
    /// Crosswords were found, but none with the solution word.
    #[error("{}", unspelled(.0))]
    Unspelled(String),
    /// No crossword has the letters of the solution word in fields that lie apart.
    #[error("{}", never_spelled(.0))]
    NeverSpelled(String),
}

impl OwnReason for NoCrossword {
    type Stopped = Stopped;
}

/// The budget ended before every field had a letter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "stopped before a complete fill was found ({filled} of {fields} fields at best{}): give it more time",
    without_words(.missing)
)]
pub struct Stopped {
    /// The own words that it lacks.
    pub missing: Vec<String>,
    /// The largest number of fields that had letters.
    pub filled: usize,
    /// The number of fields.
    pub fields: usize,
}

/// Why a search for a crossword has no answer.
pub type NoAnswer = search::NoAnswer<NoCrossword>;

/// A slot that no word of the list fits into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wordless {
    /// Its position.
    pub run: Run,
    /// Its letters, with `.` for open fields.
    pub pattern: String,
}

fn places(runs: &[Run]) -> String {
    some_of(runs.iter().map(|run| place_of(*run)))
}

fn patterns(slots: &[Wordless]) -> String {
    let slot = |slot: &Wordless| match slot.pattern.contains(|c| c != '.') {
        true => format!("{} {}", slot.pattern, place_of(slot.run)),
        false => format!("the {} letters {}", slot.run.len, place_of(slot.run)),
    };
    some_of(slots.iter().map(slot))
}

fn without_words(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(", without {}", words.join(", ")) }
}

fn with_words_in_it(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" with {} in it", words.join(", ")) }
}

/// Joins the first few, and marks if there are more.
fn some_of(all: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 4;
    let more = if all.len() > SHOWN { "; …" } else { "" };
    all.take(SHOWN).collect::<Vec<_>>().join("; ") + more
}

/// Finds the slots for which the list has no word at all. If there are any, nothing else needs to be said about the
/// template; the search, which visits slots in its own order, would name more slots than these.
fn wordless(template: &Template, list: &WordList) -> Vec<Wordless> {
    let has_word = |run: Run| {
        let given = |pos| template.cells[pos].letter();
        let fits = |word: &[Letter]| run.cells().zip(word).all(|(pos, &l)| given(pos).is_none_or(|g| g == l));
        list.words(run.len).any(fits)
    };
    let runs = template.runs().into_iter().filter(|&run| !has_word(run));
    runs.map(|run| Wordless { run, pattern: template.pattern(run) }).collect()
}

/// Fills a template with words of a list, all different, and keeps its letters. `watch` is called with progress.
pub fn solve(
    template: &Template,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    fill_given(template, list, options, budget, watch, true).map_err(|reason| reason.or_broken(budget))
}

fn fill_given(
    template: &Template,
    list: &WordList,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
    wants_more: bool,
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    if let Some(pos) = template.lonely().first() {
        return Err(NoCrossword::Lonely { row: pos.row + 1, col: pos.col + 1 }.into());
    }
    let template = &with_words(template, &options.placed).map_err(NoCrossword::from)?;
    let wordless = wordless(template, list);
    if !wordless.is_empty() {
        return Err(NoCrossword::NoWord(wordless).into());
    }
    let white = template.cells.iter().filter(|(_, cell)| cell.is_white()).map(|(pos, _)| pos);
    if is_hopeless(&options.spelled, list, white) {
        return Err(NoCrossword::NeverSpelled(spelled(&options.spelled)).into());
    }
    let lengths: BTreeSet<usize> = template.runs().iter().map(|run| run.len).collect();
    let themes = options.other_themes();
    let preference = Preference::new(&options.preferred, list, &themes, |len| lengths.contains(&len))
        .spelling(&options.spelled, &options.themes);
    let mut answer = {
        let filling = Filling { preference: &preference, words: Words::All, failures: None, turn: 1 };
        fill_template(template, filling, options, budget, watch)?
    };
    answer.filled_after = started.elapsed();
    let with = |themes: &[Theme], budget: &Budget| {
        let preference = Preference::new(&options.preferred, list, themes, |len| lengths.contains(&len))
            .spelling(&options.spelled, &options.themes);
        let filling = Filling { preference: &preference, words: Words::All, failures: None, turn: 1 };
        fill_template(template, filling, options, budget, watch)
    };
    // Whether there is a crossword does not depend on how many more words it could have.
    if wants_more {
        answer = with_more_wished(answer, &themes, budget, &with);
    }
    improve_words(&mut answer, template, &preference, options, budget, watch);
    sound(answer, template, list)
}

/// Returns the answer if it follows the rules and keeps what the template gives.
fn sound(answer: Answer, template: &Template, list: &WordList) -> Result<Answer, NoAnswer> {
    let broken = rules::check(&answer.puzzle, Some(list));
    Bug::if_any(broken.into_iter().chain(rules::check_against(&answer.puzzle, template)))?;
    Ok(answer)
}

/// How many patterns are tried before the search gives up.
const TRIES: usize = 200;
/// The failure limit of the first pattern's fill; each turn adds as much again.
const FAILURES: u64 = 5000;

/// How many patterns are filled with preferred words alone before other words are used as well.
const TRIES_WITH_PREFERRED: usize = 12;

/// How many patterns are filled without finding the solution word before the search gives up.
const TRIES_FOR_WORD: usize = 40;

/// Makes templates until one can be filled, at most `tries`, and fills it.
fn make_and_fill(
    maker: &dyn Maker,
    list: &WordList,
    options: &Options,
    tries: usize,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let (rows, cols) = maker.sides();
    let fields = (0..rows).flat_map(|row| (0..cols).map(move |col| Pos::new(row, col)));
    if is_hopeless(&options.spelled, list, fields) {
        return Err(NoCrossword::NeverSpelled(spelled(&options.spelled)).into());
    }
    let longest = LONGEST_SIDE.min(rows.max(cols));
    refuse_too_long(&options.themes, longest)?;
    refuse_too_many(&options.themes, (rows, cols))?;
    let ease = ease::of_list(list);
    let themes = options.other_themes();
    let preference = Preference::new(&options.preferred, list, &themes, |len| len <= longest)
        .spelling(&options.spelled, &options.themes);
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
                    let preference = Preference::new(&options.preferred, list, themes, |len| len <= longest)
                        .spelling(&options.spelled, &options.themes);
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

/// Finds out whether a template can be filled; `None` if the search does not find it out.
pub fn is_possible(template: &Template, list: &WordList, options: &Options, budget: &Budget) -> Option<bool> {
    match fill_given(template, list, options, budget, &|_| {}, false) {
        Ok(_) => Some(true),
        Err(NoAnswer::None(NoCrossword::Unspelled(_) | NoCrossword::GaveUp { .. })) => None,
        Err(NoAnswer::None(_)) => Some(false),
        Err(_) => None,
    }
}

/// Returns the complete formula of a template's fill, with the own words and the solution word of the options: a proof that
/// there is no fill is a proof about this formula. The search itself needs no formula; it propagates.
pub fn fill_formula(template: &Template, list: &WordList, options: &Options) -> Formula {
    let (problem, positions) = template.slots();
    let list = Arc::new(list.clone());
    let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
    add_words_at(&mut encoding, template, &options.placed);
    encoding.add_themes(&options.themes);
    if !options.spelled.is_empty() {
        encoding.spell(&options.spelled, &positions, &options.themes);
    }
    encoding.formula
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::read_list;
    use crate::encodings::template::format::read;
    use std::sync::atomic::AtomicBool;

    /// Returns whether `sound` accepts this crossword for the template `A.` over `.#`.
    fn passes(puzzle: &str) -> bool {
        let template = read("A.\n.#\n").unwrap();
        let list = read_list("AB\nAC\nBC\n".as_bytes(), "list").unwrap().list;
        let answer = solve(&template, &list, &Options::default(), &Budget::unlimited(), &|_| {}).unwrap();
        match sound(Answer { puzzle: read(puzzle).unwrap(), ..answer }, &template, &list) {
            Ok(_) => true,
            Err(NoAnswer::Bug(_)) => false,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn what_was_not_found_in_time_names_the_missing_words() {
        let template = read("A.\n.#\n").unwrap();
        let list = read_list("AB\nAC\nBC\n".as_bytes(), "list").unwrap().list;
        let word = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
        let themes = [Theme::all([word("AC"), word("AB")]), Theme::wishes([word("BC")])];
        let options = Options { themes: themes.into(), ..Options::default() };
        let over = Budget::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
        let said = solve(&template, &list, &options, &over, &|_| {}).unwrap_err().to_string();
        assert!(said.contains("at best, without AB, AC): give it more time"), "{said}");
        let found = solve(&template, &list, &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert!(found.has_most_wished);
        let gave_up = NoCrossword::GaveUp { tries: 9, needed: vec!["AB".to_owned(), "AC".to_owned()] };
        assert!(gave_up.to_string().contains("from this word list with AB, AC in it: use"), "{gave_up}");
    }

    #[test]
    fn no_answer_that_breaks_a_rule_is_returned() {
        assert!(passes("AB\nC#\n"));
        assert!(!passes("AB\nB#\n"), "a word twice");
        assert!(!passes("AB\nX#\n"), "a word that is not in the list");
        assert!(!passes("BC\nA#\n"), "a letter other than the given one");
        assert!(!passes("AB\n.#\n"), "a field without a letter");
    }
}
