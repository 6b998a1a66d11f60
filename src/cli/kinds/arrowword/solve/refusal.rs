//! Why there is no arrowword: what a person is told, the exit code, and what can be proven of it.

use super::super::need;
use super::{Grid, can_keep, extend, partial, words_of};
use crate::cli::contract::solve::{Search, Solved, Unsolved, exit_of};
use crate::cli::exit::Exit;
use crate::cli::keyword::Keyword;
use crate::cli::proof::Claim;
use crate::cli::together::{Conflict, Demands};
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::spec::SpecError;
use cwsat::search::arrowword::claim::{claim, small};
use cwsat::search::arrowword::{NoAnswer, NoPuzzle, Stopped};
use cwsat::search::explain::ExplainOptions;
use cwsat::search::is_hopeless;
use cwsat::solver::Budget;

/// Why there is no proof if nothing is claimed or the formula would be too large.
pub const UNPROVEN: &str = "it is not known whether there is a puzzle, or the formula has too many variables";

/// Why there is no proof if counting alone decided.
const COUNTED: &str = "that follows from counting, and the formula of a grid of this size would not show it";

/// What an answer was looked for with.
pub struct Tried {
    /// The grid, which is not the given one if a finished puzzle is to be changed.
    pub given: Puzzle,
    pub words: Vocabulary,
    pub seed: u64,
}

/// Returns what a reason means: whether it is certain that there is no puzzle.
fn exit(reason: &NoAnswer) -> Exit {
    exit_of(reason, |own| match own {
        NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_) => Exit::Stopped,
        NoPuzzle::NoLayout
        | NoPuzzle::NoFill(_)
        | NoPuzzle::NoFillAnywhere
        | NoPuzzle::TooLong { .. }
        | NoPuzzle::NoPlace(_)
        | NoPuzzle::NoRoom
        | NoPuzzle::NeverSpelled(_) => Exit::Broken,
    })
}

/// Returns whether it is certain that there is no puzzle.
pub fn is_certain(reason: &NoAnswer) -> bool {
    exit(reason) == Exit::Broken
}

impl Grid<'_> {
    /// Returns why the wishes leave too few words for the grid.
    pub fn too_few<'a>(&'a self, error: &SpecError, seed: u64, search: &Search) -> Unsolved<'a> {
        let conflict = self.conflict(&self.given, seed, search);
        let conflict = conflict.map_or_else(String::new, |conflict| conflict.phrase());
        let failure = self.input.at(format_args!("{error}{conflict}")).into();
        let words = self.clued.vocabulary(search.series);
        let claim = Box::new(move || match small(self.job(&self.given, &words)) {
            Some(claim) => Claim::Refutation {
                formula: Box::new(claim.formula),
                text: format!("{}{}", claim.text, self.common.restrictions(words.has_families())),
                seed,
            },
            None => Claim::Nothing("that follows from the number of words alone"),
        });
        Unsolved { exit: Exit::Broken, failure, claim }
    }

    /// Returns as much of a puzzle as there is, if that is wanted.
    pub fn unfinished(
        &self,
        reason: NoAnswer,
        tried: Tried,
        search: &Search,
    ) -> Result<Solved<'_>, Unsolved<'_>> {
        match &reason {
            NoAnswer::Stopped(Stopped { unfinished: Some(unfinished), .. }) if self.partial.is_given() => {
                Ok(partial::solved(unfinished))
            }
            _ => Err(self.unsolved(reason, tried, search)),
        }
    }

    fn unsolved(&self, reason: NoAnswer, tried: Tried, search: &Search) -> Unsolved<'_> {
        let Tried { given, words, seed } = tried;
        let exit = exit(&reason);
        let kept = self.changes.as_ref().map_or("", |(changes, _)| changes.restrictions());
        // Whether a word can stand in a certain place does not depend on the words of the list.
        let is_of_words = exit == Exit::Broken && !matches!(reason, NoAnswer::None(NoPuzzle::NoPlace(_)));
        let mut restrictions = if exit == Exit::Broken { kept.to_owned() } else { String::new() };
        let is_of_layouts = match &reason {
            NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere) => true,
            NoAnswer::None(NoPuzzle::NoFill(_)) => !extend::has_all_arrows(&given),
            _ => false,
        };
        if is_of_layouts {
            restrictions += extend::restriction(self.extend, &given);
        }
        let mut of_claim = restrictions.clone();
        if is_of_words {
            // Whether words may meet matters only where several were tried together.
            let may_meet = match &reason {
                NoAnswer::None(NoPuzzle::NoFill(slots)) => slots.len() > 1,
                NoAnswer::None(NoPuzzle::NoFillAnywhere) => true,
                NoAnswer::None(NoPuzzle::NeverSpelled(_)) => {
                    let keyword = self.common.solution_word.as_ref().map_or(&[][..], Keyword::letters);
                    let free = given.fields.iter().filter(|(_, field)| !field.is_blocked());
                    !is_hopeless(keyword, &words.list, free.map(|(pos, _)| pos))
                }
                _ => false,
            };
            restrictions += &self.common.restrictions(may_meet && words.has_families());
            of_claim += &self.common.restrictions(words.has_families());
        }
        let no_room = match reason {
            NoAnswer::None(NoPuzzle::NoRoom) => {
                need::without_room(self.job(&given, &words), &self.explain_options(seed), search.budget)
            }
            _ => None,
        };
        // Words that are too long by themselves are named already.
        let is_together = is_of_words && !matches!(reason, NoAnswer::None(NoPuzzle::TooLong { .. }));
        let conflict = match is_together && self.changes.is_none() && no_room.is_none() {
            true => self.conflict(&given, seed, search),
            false => None,
        };
        let lengths = extend::has_all_arrows(&given).then(|| {
            let (problem, _) = given.slots();
            problem.slots.iter().map(|slot| slot.cells.len()).collect::<Vec<_>>()
        });
        let what = if lengths.is_some() { "the layout cannot be filled" } else { "there is no puzzle" };
        let hint = match &reason {
            NoAnswer::Stopped(Stopped { unfinished: Some(_), .. }) => self.partial.hint(),
            _ => "",
        };
        // Where a few wishes are to blame, neither layout nor list is; a word that cannot be spelled is named already.
        let is_named = matches!(reason, NoAnswer::None(NoPuzzle::NeverSpelled(_)));
        let refusal = conflict.as_ref().filter(|_| !is_named);
        let refusal = refusal.and_then(|conflict| conflict.refusal(what, lengths.as_deref()));
        let refusal = no_room.or(refusal);
        let conflict = conflict.map_or_else(String::new, |conflict| conflict.phrase());
        let asked = self.common.restrictions(false);
        let why =
            refusal.map_or_else(|| format!("{reason}{restrictions}{conflict}"), |refusal| refusal + &asked);
        let failure = self.input.at(format_args!("{why}{hint}")).into();
        let claim = move || match claim(self.job(&given, &words), &reason) {
            Some(claim) => {
                let text = format!("{}{of_claim}", claim.text);
                Claim::Refutation { formula: Box::new(claim.formula), text, seed }
            }
            None if matches!(
                reason,
                NoAnswer::None(NoPuzzle::TooLong { .. } | NoPuzzle::NoPlace(_) | NoPuzzle::NoRoom)
            ) =>
            {
                Claim::Nothing(COUNTED)
            }
            None => Claim::Nothing(UNPROVEN),
        };
        Unsolved { exit, failure, claim: Box::new(claim) }
    }

    fn explain_options(&self, seed: u64) -> ExplainOptions {
        ExplainOptions { seed, back_end: self.common.back_end().clone(), ..ExplainOptions::default() }
    }

    /// Returns which wishes exclude each other.
    fn conflict(&self, given: &Puzzle, seed: u64, search: &Search) -> Option<Conflict> {
        let options = self.explain_options(seed);
        let test =
            |demands: &Demands, budget: &Budget| can_keep(given, self.extend, demands, &options, budget);
        let known = words_of(given);
        self.common.conflict(&self.clued.asked, search.series, &known, search.budget, &test)
    }
}
