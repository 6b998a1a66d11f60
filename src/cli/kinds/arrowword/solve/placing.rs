//! Solving an arrowword in which words of `--must-at` have several places to choose from.

use super::refusal::{UNPROVEN, is_certain};
use super::{Grid, job_of};
use crate::cli::contract::solve::Unsolved;
use crate::cli::exit::Exit;
use crate::cli::places::{self, NoWay, ONE_BY_ONE, Room, Tried, Unplaced, Ways};
use crate::cli::proof::Claim;
use crate::cli::together::Demands;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::placed::with_words;
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::lexicon::{DemandedWord, OneOf, PlacedWord};
use cwsat::search::arrowword::explain::is_possible;
use cwsat::search::arrowword::{Answer, Ending, NoAnswer};
use cwsat::search::explain::ExplainOptions;
use cwsat::solver::Budget;
use std::time::Instant;

/// A search with words at exact places, which starts from a puzzle if there is one.
type Run<'a> = dyn Fn(&Vocabulary, Option<&Puzzle>, &Budget) -> Result<Answer, NoAnswer> + 'a;

/// An answer, or why there is none, with the words and their places.
type Outcome = Result<(Answer, Vocabulary), (NoAnswer, Vocabulary)>;

/// Returns where words can stand in a grid.
fn room(given: &Puzzle, extend: Extend) -> Room<'_> {
    Room::new(
        |word| word.placements(&given.fields, |field| field.is_blocked()),
        move |way| with_words(given, extend, way).map(drop),
    )
}

/// Finds out whether a puzzle can keep some demands; `None` if that is not found out.
pub fn can_keep(
    given: &Puzzle,
    extend: Extend,
    demands: &Demands,
    options: &ExplainOptions,
    budget: &Budget,
) -> Option<bool> {
    let test = |exact: &Demands, budget: &Budget| is_possible(job_of(given, extend, exact), options, budget);
    places::is_possible(demands, &room(given, extend), options.seed, budget, test)
}

/// Returns the words of demands that have several places, with those at which each can stand, for a formula.
pub fn one_of(
    given: &Puzzle,
    extend: Extend,
    exact: &[PlacedWord],
    demanded: &[DemandedWord],
) -> Result<Vec<OneOf>, NoWay> {
    places::one_of(&room(given, extend), exact, demanded)
}

impl Grid<'_> {
    /// Searches with one choice of places after the other until there is a puzzle, which is then improved for as long as the time
    /// lasts.
    pub fn placing<'a>(
        &self,
        given: &Puzzle,
        words: &Vocabulary,
        seed: u64,
        budget: &Budget,
        run: &Run<'_>,
    ) -> Result<Outcome, Unsolved<'a>> {
        let own = &self.common.own;
        let ways = Ways::new(&room(given, self.extend), own.placed(), own.demanded(), seed);
        let ways = ways.map_err(|error| self.without_way(&error))?;
        let started = Instant::now();
        let found = ways.first(
            budget,
            |way, budget| {
                let begun = started.elapsed();
                match run(&words.clone().standing_at(way), None, budget) {
                    Ok(answer) => Tried::Found((answer, begun)),
                    Err(reason) if is_certain(&reason) => Tried::Refuted(reason),
                    Err(reason @ (NoAnswer::Broken(_) | NoAnswer::Bug(_))) => Tried::Failed(reason),
                    Err(reason) => Tried::NotFound(reason),
                }
            },
            ToString::to_string,
        );
        let ((mut answer, mut begun), way) = match found {
            Ok(found) => found,
            Err(Unplaced::Unknown(reason, way)) => {
                return Ok(Err((reason, words.clone().standing_at(&way))));
            }
            Err(Unplaced::Refuted(error)) => return Err(self.without_way(&error)),
        };
        let words = words.clone().standing_at(&way);
        let first_after = begun + answer.first_after;
        if answer.ending == Ending::Stopped && !budget.exhausted() {
            let again = started.elapsed();
            if let Ok(better) = run(&words, Some(&answer.puzzle), budget) {
                (answer, begun) = (better, again);
            }
        }
        answer.first_after = first_after;
        answer.found_after += begun;
        answer.done_after += begun;
        Ok(Ok((answer, words)))
    }

    fn without_way<'a>(&self, error: &NoWay) -> Unsolved<'a> {
        let exit = error.exit();
        let asked = if exit == Exit::Broken { self.common.restrictions(false) } else { String::new() };
        Unsolved {
            exit,
            failure: self.input.at(format_args!("{error}{asked}")).into(),
            claim: Box::new(move || Claim::Nothing(if exit == Exit::Broken { ONE_BY_ONE } else { UNPROVEN })),
        }
    }
}
