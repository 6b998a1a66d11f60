//! From a template to a filled crossword, or from a [`Maker`] of templates to both; for all kinds of crosswords.
//!
//! A given template is a slot problem and goes to [`fill`](crate::search::fill) unchanged; others are made and tried in turn
//! ([`solve_made`]). If the words of the list have scores, better words are looked for at the end.

pub(in crate::search) mod ease;
mod letters;
mod make;
mod maker;
mod outcome;
mod own;
pub mod small;
mod tighten;
mod whole;
mod wished;

pub use maker::{Maker, Material, NoTemplate};
pub use outcome::{Answer, NoAnswer, NoCrossword, Stopped, Wordless};
pub use tighten::solve_made;
pub use whole::{Outcome, Whole};
pub use wished::MostWished;

use crate::encodings::cnf::Formula;
use crate::encodings::crossword::placed::{add_words_at, with_words};
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::crossword::rules;
use crate::encodings::grid::Run;
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::{Letter, OneOf, PlacedWord, Theme, WordList};
use crate::search::explain::fewer_to_name;
use crate::search::fill::Engine;
use crate::search::hall::{count_words, is_too_long};
use crate::search::preference::Preference;
use crate::search::spelled::is_hopeless;
use crate::search::{Bug, Setup};
use crate::solver::Budget;
use crate::solver::clock::Instant;
use letters::{Filling, Words, fill_template, improve_words, spelled};
use std::collections::BTreeSet;
use std::sync::Arc;
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

    /// Returns which words of these lengths are to be used first, with the words of these themes.
    fn preference<'a>(
        &'a self,
        list: &'a WordList,
        themes: &'a [Theme],
        has_len: impl Fn(usize) -> bool,
    ) -> Preference<'a> {
        Preference::new(&self.preferred, list, themes, has_len).spelling(&self.spelled, &self.themes)
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
    let has_len = |len| lengths.contains(&len);
    let with = |themes: &[Theme], budget: &Budget| {
        let preference = options.preference(list, themes, has_len);
        let filling = Filling { preference: &preference, words: Words::All, failures: None, turn: 1 };
        fill_template(template, filling, options, budget, watch)
    };
    let mut answer = with(&themes, budget).map_err(|reason| match reason {
        NoAnswer::None(NoCrossword::NoFill(runs)) if wants_more => {
            let all = template.runs();
            let core = (0..all.len()).filter(|&slot| runs.contains(&all[slot])).collect();
            let few = fewer_to_name(core, &template.slots().0, list, &options.setup, budget);
            NoCrossword::NoFill(few.into_iter().map(|slot| all[slot]).collect()).into()
        }
        reason => reason,
    })?;
    answer.filled_after = started.elapsed();
    // Whether there is a crossword does not depend on how many more words it could have.
    if wants_more {
        answer = with_more_wished(answer, &themes, budget, &with);
    }
    improve_words(&mut answer, template, &options.preference(list, &themes, has_len), options, budget, watch);
    sound(answer, template, list)
}

/// Returns the answer if it follows the rules and keeps what the template gives.
fn sound(answer: Answer, template: &Template, list: &WordList) -> Result<Answer, NoAnswer> {
    let broken = rules::check(&answer.puzzle, Some(list));
    Bug::if_any(broken.into_iter().chain(rules::check_against(&answer.puzzle, template)))?;
    Ok(answer)
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

/// Returns whether so many slots of a template have too few words that no proof is to count them.
pub fn is_counted(template: &Template, list: &WordList) -> bool {
    is_too_long(&template.slots().0, list)
}

/// Returns the complete formula of a template's fill, with the own words and the solution word of the options: a proof that
/// there is no fill is a proof about this formula. The search itself needs no formula; it propagates. If many slots have too few
/// words, the formula also counts, which proofs need. Each word of `one_of` is at one of its places.
pub fn fill_formula(template: &Template, list: &WordList, options: &Options, one_of: &[OneOf]) -> Formula {
    let (problem, positions) = template.slots();
    let list = Arc::new(list.clone());
    let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
    count_words(&mut encoding, &problem, &list);
    add_words_at(&mut encoding, template, &options.placed);
    encoding.add_themes_at(&options.themes, one_of, &template.runs());
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
