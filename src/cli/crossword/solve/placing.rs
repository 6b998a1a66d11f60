//! Filling a crossword in which words of `--must-at` have several places to choose from.

use super::refusal::exit;
use super::{Crossword, Given, options_of};
use crate::cli::contract::solve::Unsolved;
use crate::cli::exit::Exit;
use crate::cli::input::located;
use crate::cli::places::{self, NoWay, ONE_BY_ONE, Room, Tried, Unplaced, Ways};
use crate::cli::proof::Claim;
use crate::cli::together::Demands;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::crossword::placed::with_words;
use cwsat::encodings::crossword::puzzle::{Cell, Template};
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::{DemandedWord, OneOf, PlacedWord, check_places_between_bars};
use cwsat::search::Setup;
use cwsat::search::crossword::{Answer, NoAnswer, is_possible};
use cwsat::solver::Budget;
use std::path::Path;

/// A search with words at exact places.
type Run<'a> = dyn Fn(&Vocabulary, &Budget) -> Result<Answer, NoAnswer> + 'a;

/// Returns where words can stand in a template.
fn room(template: &Template) -> Room<'_> {
    Room::new(
        |word| word.placements(&template.cells, |cell| *cell == Cell::Block),
        |way| with_words(template, way).map(drop),
    )
}

/// Finds out whether a template can be filled so that it keeps some demands; `None` if that is not found out.
pub fn can_keep(template: &Template, demands: &Demands, setup: &Setup, budget: &Budget) -> Option<bool> {
    let test = |exact: &Demands, budget: &Budget| {
        is_possible(template, &exact.list, &options_of(setup.clone(), exact), budget)
    };
    places::is_possible(demands, &room(template), setup.seed, budget, test)
}

/// Returns the words of demands that have several places, with those at which each can stand, for a formula.
pub fn one_of(
    template: &Template,
    exact: &[PlacedWord],
    demanded: &[DemandedWord],
) -> Result<Vec<OneOf>, NoWay> {
    places::one_of(&room(template), exact, demanded)
}

impl Crossword<'_> {
    /// Searches with one choice of places after the other until there is a crossword. Returns the words with the places that
    /// were chosen, and what came of them. `changed` is the template without what is to be changed, if it is a finished puzzle.
    pub fn placing<'a>(
        &self,
        changed: Option<&Template>,
        words: &Vocabulary,
        seed: u64,
        budget: &Budget,
        run: &Run<'_>,
    ) -> Result<(Result<Answer, NoAnswer>, Vocabulary), Unsolved<'a>> {
        let own = &self.options.own;
        let room = match &self.given {
            Given::Template(given) => room(changed.unwrap_or(given)),
            Given::Make(recipe) => {
                let (rows, cols) = recipe.maker.sides();
                let open = Grid::filled(rows, cols, ());
                Room::new(
                    move |word| word.placements(&open, |()| false),
                    // Whether the fields at a word's ends take letters depends on the style, which refuses the place later.
                    move |way| check_places_between_bars(way, rows, cols),
                )
            }
        };
        let ways = Ways::new(&room, own.placed(), own.demanded(), seed);
        let found = ways.map_err(|error| self.without_way(&error))?.first(
            budget,
            |way, budget| match run(&words.clone().standing_at(way), budget) {
                Ok(answer) => Tried::Found(answer),
                Err(reason) => match exit(&reason) {
                    Exit::Broken => Tried::Refuted(reason),
                    Exit::Stopped => Tried::NotFound(reason),
                    _ => Tried::Failed(reason),
                },
            },
            ToString::to_string,
        );
        match found {
            Ok((answer, way)) => Ok((Ok(answer), words.clone().standing_at(&way))),
            Err(Unplaced::Unknown(reason, way)) => Ok((Err(reason), words.clone().standing_at(&way))),
            Err(Unplaced::Refuted(error)) => Err(self.without_way(&error)),
        }
    }

    fn without_way<'a>(&self, error: &NoWay) -> Unsolved<'a> {
        let exit = error.exit();
        let asked = if exit == Exit::Broken { self.options.restrictions(false) } else { String::new() };
        Unsolved {
            exit,
            failure: located(Path::new(&self.name), format_args!("{error}{asked}")),
            claim: Box::new(move || {
                Claim::Nothing(if exit == Exit::Broken {
                    ONE_BY_ONE
                } else {
                    "it is not known whether there is a crossword"
                })
            }),
        }
    }
}
