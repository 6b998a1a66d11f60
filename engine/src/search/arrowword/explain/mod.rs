//! Why an arrowword cannot be finished: a few of the givens, and the rules they conflict with.
//!
//! There are four questions, from cheap to expensive, and the first one answered with "no" is explained. Is there any
//! arrangement of question fields and arrows, whatever the words (`givens`)? Does any of them have room for all own words,
//! whatever the other words (`own`)? If the layout is given: can its words be found in the list (`words`)? If it is free:
//! does one formula have an arrangement and a fill, or, where that formula would be too large, does the search find a puzzle?
//!
//! The causes are: each given question field, its given arrows, each given letter, each solution field of
//! a given layout, each blocked field; each own word; each word of a given layout; each rule. The puzzle's own causes are dropped
//! before rules are, so the rules that are named are those without which the givens could hold.

mod givens;
mod own;
mod words;

use super::claim::is_small;
use super::{Job, NoAnswer, NoPuzzle, solve};
use crate::encodings::arrowword::bound::longest_line;
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::{Letter, PlacedWord, Theme};
use crate::search::Setup;
use crate::search::explain::{Claim, ExplainOptions, NoClaim, TooFew, Verdict, Watch};
use crate::solver::Budget;
use std::sync::atomic::Ordering;

/// One part of a conflict: a given, a word or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// This run spells a word of the list.
    Word {
        /// Its fields.
        run: Run,
        /// The question that asks for it, if it is given.
        question: Option<Question>,
        /// The given letters that matter, one entry per field.
        pattern: Vec<Option<Letter>>,
    },
    /// This letter is given in this field.
    Letter {
        /// The field.
        pos: Pos,
        /// Its letter.
        letter: Letter,
    },
    /// This field is given as a question field.
    Question {
        /// The field.
        pos: Pos,
    },
    /// This question field has these arrows.
    Arrows {
        /// The field.
        pos: Pos,
        /// Its arrows.
        arrows: Vec<Arrow>,
        /// Whether it has no others.
        alone: bool,
    },
    /// This field is given as a solution field.
    Solution {
        /// The field.
        pos: Pos,
    },
    /// This field is blocked.
    Blocked {
        /// The field.
        pos: Pos,
    },
    /// This own word is in the puzzle.
    Own {
        /// The word.
        word: Vec<Letter>,
    },
    /// This own word stands at its place.
    OwnAt {
        /// The word and its place.
        word: PlacedWord,
    },
    /// A rule holds.
    Rule(Rule),
}

/// A rule that can be part of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A puzzle has at least one question.
    SomeQuestion,
    /// A question field has only certain arrows, which point only to certain fields.
    Arrows,
    /// No run is asked twice.
    AskedRuns,
    /// Every letter lies in a word that is asked.
    EveryLetterAsked,
    /// A run that is asked spells a word of the list.
    WordsOfTheList,
    /// No word occurs twice.
    NoWordTwice,
}

impl Rule {
    /// Returns the rule as a clause of a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::SomeQuestion => "a puzzle has at least one question",
            Self::Arrows => {
                "a question field has one arrow or an allowed pair, and each points to a run of two letters or more"
            }
            Self::AskedRuns => "no run is asked twice",
            Self::EveryLetterAsked => "every solution field lies in a word that is asked",
            Self::WordsOfTheList => "a run that is asked spells a word of the list",
            Self::NoWordTwice => "no word occurs twice",
        }
    }
}

/// The question, of the four, that has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// There is no arrangement of question fields and arrows, whatever the words.
    Layout,
    /// There is no arrangement with room for all own words, whatever the other words.
    Own,
    /// The given layout cannot be filled with words.
    Words,
    /// There is no arrangement that could be filled.
    Both,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The question that has no solution.
    pub level: Level,
    /// The causes that cannot hold together; rules come last.
    pub causes: Vec<Cause>,
    /// Whether it is known that dropping any one cause lets the others hold.
    pub minimal: bool,
}

impl Explanation {
    /// Returns whether own words are among the causes.
    pub(super) fn has_own(&self) -> bool {
        self.causes.iter().any(|cause| matches!(cause, Cause::Own { .. } | Cause::OwnAt { .. }))
    }
}

/// The outcome of [`explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The puzzle can be finished; contains a finished one if the search made one on the way.
    Solvable(Option<Puzzle>),
    /// The puzzle cannot be finished.
    Conflict(Explanation),
    /// The given layout cannot be filled: the list has too few words of these lengths.
    TooFew(Vec<TooFew>),
    /// The budget ended, or the search gave up, before either was known.
    Undecided,
}

/// Explains why a puzzle has no solution, if it has none.
pub fn explain(job: Job<'_>, options: &ExplainOptions, budget: &Budget, watch: Watch<'_>) -> Finding {
    if job.given.fields.iter().all(|(_, field)| field.is_blocked()) {
        let causes = vec![Cause::Rule(Rule::SomeQuestion)];
        return Finding::Conflict(Explanation { level: Level::Layout, causes, minimal: true });
    }
    match givens::explain(job, Level::Layout, options, budget, watch) {
        Finding::Solvable(_) => {}
        finding => return finding,
    }
    let own = own::own(job);
    if !own.is_empty()
        && let conflict @ Finding::Conflict(_) =
            givens::explain(job, Level::Own, options, &own::part_of(budget), watch)
    {
        return conflict;
    }
    if !job.extend.opens_fields() {
        match words::explain(job, options, budget, watch) {
            // It can be filled, but perhaps not with the own words.
            Finding::Solvable(_) if !own.is_empty() => {}
            finding => return finding,
        }
    }
    if givens::words_of_both(job) <= QUICK {
        return givens::explain(job, Level::Both, options, budget, watch);
    }
    match any_puzzle(job, options, budget) {
        Ok(puzzle) => Finding::Solvable(Some(puzzle)),
        Err(reason) => without_puzzle(job, reason, options, budget, watch),
    }
}

/// Explains why a grid has no room for all own words, whatever the other words, as the second question of [`explain`] does;
/// `None` if it has, or if that is not found out.
pub fn explain_own(job: Job<'_>, options: &ExplainOptions, budget: &Budget) -> Option<Explanation> {
    match givens::explain(job, Level::Own, options, budget, &|_| {}) {
        Finding::Conflict(explanation) => Some(explanation),
        Finding::Solvable(_) | Finding::TooFew(_) | Finding::Undecided => None,
    }
}

/// What own words need that a grid does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// A line that is long enough for a word.
    Line {
        /// The word.
        word: Vec<Letter>,
        /// The most letters that a word can have.
        longest: usize,
    },
    /// Room for all of their letters, and for their questions.
    Fields {
        /// The number of letters.
        letters: usize,
        /// The number of words.
        words: usize,
        /// The number of fields that are not blocked.
        fields: usize,
    },
}

impl Need {
    /// Returns what the own words among the causes need; `None` if there are none.
    pub fn of(given: &Puzzle, causes: &[Cause]) -> Option<Self> {
        let words: Vec<&[Letter]> = causes
            .iter()
            .filter_map(|cause| match cause {
                Cause::Own { word } => Some(&word[..]),
                Cause::OwnAt { word } => Some(word.letters()),
                _ => None,
            })
            .collect();
        let longest = longest_line(given);
        if let Some(&word) = words.iter().find(|word| word.len() > longest) {
            return Some(Self::Line { word: word.to_vec(), longest });
        }
        let letters = words.iter().map(|word| word.len()).sum();
        let fields = given.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
        (!words.is_empty()).then_some(Self::Fields { letters, words: words.len(), fields })
    }
}

/// Returns the claim that the causes of an explanation exclude each other, in their order.
pub fn claim(job: Job<'_>, explanation: &Explanation) -> Result<Claim, NoClaim> {
    let Explanation { level, causes, .. } = explanation;
    let has_own = explanation.has_own();
    match level {
        Level::Layout if causes.contains(&Cause::Rule(Rule::SomeQuestion)) => Err(NoClaim::NothingToRefute),
        Level::Words => words::claim(job, explanation),
        Level::Both if givens::words_of_both(job) > MOST => Err(NoClaim::TooLarge),
        _ if has_own && !is_small(job) && own::is_counted(job.given, causes) => Err(NoClaim::Counted),
        Level::Layout | Level::Own | Level::Both => Ok(givens::claim(job, explanation)),
    }
}

/// Returns the claim that the list has too few words of a length for a given layout. Its causes are those of
/// [`claim_of_few`](crate::search::explain::claim_of_few).
pub fn claim_too_few(job: Job<'_>, few: &TooFew) -> Result<Claim, NoClaim> {
    words::claim_too_few(job, few)
}

/// Explains what the search for a puzzle with a free layout found out.
fn without_puzzle(
    job: Job<'_>,
    reason: NoAnswer,
    options: &ExplainOptions,
    budget: &Budget,
    watch: Watch<'_>,
) -> Finding {
    match reason {
        // There are layouts, but either none with words of the list's lengths, or none that the words fill.
        NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere | NoPuzzle::NoFill(_))
            if givens::words_of_both(job) <= MOST =>
        {
            givens::explain(job, Level::Both, options, budget, watch)
        }
        // The search for a puzzle with own words proves nothing, and gives up before its time is over.
        NoAnswer::None(NoPuzzle::GaveUp(_)) | NoAnswer::Stopped(_)
            if !own::own(job).is_empty() && !budget.exhausted() && givens::words_of_both(job) <= MOST =>
        {
            givens::explain(job, Level::Both, options, budget, watch)
        }
        NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere | NoPuzzle::NoFill(_)) => {
            let mut causes = givens::given(job);
            causes.extend(own::own(job));
            causes.extend([Rule::WordsOfTheList, Rule::NoWordTwice].map(Cause::Rule));
            Finding::Conflict(Explanation { level: Level::Both, causes, minimal: false })
        }
        _ => Finding::Undecided,
    }
}

/// Finds out whether there is a puzzle: by the formula of layout and letters, where it is small and says everything that is
/// asked, otherwise by the search, which may not know. `None` if that is not found out.
pub fn is_possible(job: Job<'_>, options: &ExplainOptions, budget: &Budget) -> Option<bool> {
    let says_all = job.spelled.is_empty() && job.themes.iter().all(is_plain);
    let by_formula = |most: u64| {
        let verdict =
            (says_all && givens::words_of_both(job) <= most).then(|| givens::holds(job, options, budget));
        match verdict {
            Some(Verdict::Feasible) => Some(true),
            Some(Verdict::Infeasible(_)) => Some(false),
            Some(Verdict::Unknown) | None => None,
        }
    };
    by_formula(QUICK).or_else(|| match any_puzzle(job, options, budget) {
        Ok(_) => Some(true),
        Err(NoAnswer::None(NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_))) => by_formula(MOST),
        Err(NoAnswer::None(_)) => Some(false),
        Err(_) => None,
    })
}

/// Returns whether a puzzle needs all words of a theme, or none.
fn is_plain(theme: &Theme) -> bool {
    theme.spare() == 0 || theme.at_least() == 0
}

/// The most words in places of a formula over layout and letters that is solved before the search is tried.
const QUICK: u64 = 300_000;
/// The most words in places of such a formula that is solved after the search.
const MOST: u64 = 4_000_000;

/// Returns the first puzzle that the search finds.
fn any_puzzle(job: Job<'_>, options: &ExplainOptions, budget: &Budget) -> Result<Puzzle, NoAnswer> {
    let (race, found) = budget.racer();
    let setup = Setup { seed: options.seed, back_end: options.back_end.clone(), ..Setup::default() };
    let search = super::Options { setup, ..super::Options::default() };
    let answer = solve(job, &search, &race, &|progress| {
        if progress.best.is_some() {
            found.store(true, Ordering::Relaxed);
        }
    });
    answer.map(|answer| answer.puzzle)
}

/// Returns the given letter of a field.
fn letter_at(puzzle: &Puzzle, pos: Pos) -> Option<Letter> {
    match puzzle.fields[pos] {
        Field::Letter(letter) => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::lexicon::read_list;

    #[test]
    fn a_proof_that_there_is_no_layout_for_the_words_is_explained() {
        let given = cwg::read("3\n3\n...\n...\n...\n").expect("a grid").puzzle;
        let list = read_list("SIEBENE\n".as_bytes(), "list").expect("a list").list;
        let job = Job::free(&given, &list);
        let (options, budget) = (ExplainOptions::default(), Budget::unlimited());
        let found = without_puzzle(job, NoPuzzle::NoLayout.into(), &options, &budget, &|_| {});
        let Finding::Conflict(Explanation { level, causes, .. }) = found else { panic!("{found:?}") };
        assert_eq!((level, causes.contains(&Cause::Rule(Rule::WordsOfTheList))), (Level::Both, true));
    }
}
