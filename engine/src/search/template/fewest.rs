//! American templates with as few blocks as possible.
//!
//! Fewer blocks mean longer words and thus fewer fills, so bounds are tightened from above: a template with at most this many
//! blocks is [laid](super::anneal) for the words of the list and filled; the next one may have at most one block less than the
//! last that could be filled. From below, all templates with 0, 1, 2, … blocks are refuted one by one as long as that
//! succeeds: then every crossword of this size has at least one block more. On [small](crate::search::crossword::small) grids one
//! formula of templates and letters answers all of these questions.

use super::anneal::{Limits, Plan, lay};
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::lexicon::WordList;
use crate::encodings::template::shape::{ShapeEncoding, ShapeSpec};
use crate::encodings::template::style::{Style, Symmetry};
use crate::search::Setup;
use crate::search::crossword::small::{Decision, decide, is_small};
use crate::search::crossword::{Maker, Material, NoTemplate, Options, Outcome, Whole};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, seed};
use std::sync::Arc;

/// Makes templates with at most this number of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Which fields have to be equal.
    pub symmetry: Symmetry,
    /// The most blocks.
    pub most: usize,
}

/// The share of blocks to start with, as a divisor: usual templates have about one in six fields.
const SHARE: usize = 6;
/// The failure limit for refuting one template.
const FAILURES: u64 = 20_000;

impl Fewest {
    /// Returns the maker to start with: its templates have as many blocks as usual ones.
    pub const fn new(rows: usize, cols: usize, symmetry: Symmetry) -> Self {
        Self { rows, cols, symmetry, most: rows * cols / SHARE }
    }
}

impl Maker for Fewest {
    fn sides(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn template(
        &self,
        _: usize,
        material: Material<'_>,
        setup: &Setup,
        budget: &Budget,
    ) -> Result<Template, NoTemplate> {
        let Self { rows, cols, symmetry, most } = *self;
        if !material.placed.is_empty() {
            return Err(NoTemplate::Refused(
                "the fewest blocks cannot be combined with words at given places; leave one of the two out"
                    .to_owned(),
            ));
        }
        let plan = Plan { rows, cols, symmetry, limits: Limits::of_blocks(most), ease: material.ease };
        // Nobody knows whether there is a template with so few blocks, so the budget decides.
        for attempt in 0.. {
            if let Some(template) = lay(&plan, seed::derive(setup.seed, attempt), budget) {
                return Ok(template);
            }
            if budget.exhausted() {
                break;
            }
        }
        Err(NoTemplate::Stopped)
    }

    fn tighter(&self, filled: &Template) -> Option<Box<dyn Maker>> {
        let most = blocks(filled).checked_sub(1)?;
        Some(Box::new(Self { most, ..*self }))
    }

    fn decide(&self, list: &WordList, options: &Options, budget: &Budget) -> Decision {
        let Self { rows, cols, most, .. } = *self;
        if !is_small(rows, cols) {
            return Decision::Unknown;
        }
        let mut shapes = self.encoding(list);
        let fields = rows * cols;
        let bound = shapes.white_between(fields.saturating_sub(most), fields);
        shapes.formula.label("at most this many blocks");
        match bound {
            Some(bound) => bound.into_iter().for_each(|lit| shapes.formula.add([lit])),
            None => shapes.formula.add([]),
        }
        decide(shapes, list, options, budget)
    }

    fn with_blocks(&self, most: usize) -> Option<Box<dyn Maker>> {
        Some(Box::new(Self { most, ..*self }))
    }

    fn least_blocks(&self, list: &WordList, setup: &Setup, budget: &Budget) -> usize {
        let Self { rows, cols, .. } = *self;
        let mut whole = Whole::new(self.encoding(list), setup);
        let index = Arc::new(WordIndex::new(list));
        let fields = rows * cols;
        for number in 0..self.most {
            let white = fields - number;
            let Some(exactly) = whole.shapes.white_between(white, white) else { continue };
            loop {
                match whole.find(&exactly, None, budget) {
                    Outcome::None => break,
                    Outcome::Made(template) if is_refuted(&template, &index, setup, budget) => {
                        whole.shapes.forbid(&template);
                    }
                    Outcome::Made(_) | Outcome::Unknown => return number,
                }
            }
            log::info!("no crossword has {number} blocks");
        }
        self.most
    }
}

impl Fewest {
    /// Returns the formula of the templates with any number of blocks, whose words have lengths that the list has.
    fn encoding(&self, list: &WordList) -> ShapeEncoding {
        let Self { rows, cols, symmetry, .. } = *self;
        let lengths = (0..=rows.max(cols)).map(|len| list.count(len) > 0).collect();
        ShapeEncoding::new(&ShapeSpec { rows, cols, style: Style::American, symmetry, lengths })
    }
}

fn blocks(template: &Template) -> usize {
    template.cells.iter().filter(|(_, cell)| !cell.is_white()).count()
}

/// Returns whether it could be proven that a template has no fill.
fn is_refuted(template: &Template, index: &Arc<WordIndex>, setup: &Setup, budget: &Budget) -> bool {
    let (problem, _) = template.slots();
    let options = FillOptions { seed: setup.seed, failures: Some(FAILURES), ..FillOptions::default() };
    matches!(fill(&problem, index, &options, budget), FillOutcome::Infeasible { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::read_list;
    use crate::search::crossword::solve_made;

    #[test]
    fn the_fewest_blocks_are_found_and_proven() {
        // Words of one crossword with blocks in two corners; there are too few of four letters for fewer blocks.
        let list = "ABC\nDEFG\nHIJK\nLMN\nDHL\nAEIM\nBFJN\nCGK\n";
        let list = read_list(list.as_bytes(), "list").unwrap().list;
        for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
            let maker = Fewest::new(4, 4, symmetry);
            let answer =
                solve_made(&maker, &list, &Options::default(), &Budget::unlimited(), &|_| {}).unwrap();
            assert_eq!((blocks(&answer.puzzle), answer.least_blocks), (2, Some(2)), "{symmetry}");
        }
    }

    #[test]
    fn words_at_given_places_are_refused() {
        let list = read_list("ABC\nDEF\nGHI\nADG\nBEH\nCFI\n".as_bytes(), "list").unwrap().list;
        let placed = ["ABC@1,1,across".parse().unwrap()];
        let options = Options { placed: placed.into(), ..Options::default() };
        let refused =
            solve_made(&Fewest::new(3, 3, Symmetry::None), &list, &options, &Budget::unlimited(), &|_| {});
        assert!(refused.unwrap_err().to_string().contains("words at given places"));
    }

    #[test]
    fn a_bound_holds_for_all_fills() {
        // The words of an open square, which are enough for it.
        let list = "ABC\nDEF\nGHI\nADG\nBEH\nCFI\n";
        let list = read_list(list.as_bytes(), "list").unwrap().list;
        let maker = Fewest { most: 4, ..Fewest::new(3, 3, Symmetry::None) };
        assert_eq!(maker.least_blocks(&list, &Setup::default(), &Budget::unlimited()), 0);
    }
}
