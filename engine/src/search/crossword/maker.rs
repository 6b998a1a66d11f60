//! What makes templates: a kind has its own formula for them, and the search fills what comes out.

use super::small::Decision;
use super::{Options, Template};
use crate::encodings::cnf::Formula;
use crate::encodings::lexicon::{CannotStand, PlacedWord, WordList};
use crate::search::Setup;
use crate::search::ease::Ease;
use crate::solver::Budget;

/// The words that a template has to suit.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The words to fill it with.
    pub list: &'a WordList,
    /// How well they fit.
    pub ease: &'a Ease,
    /// Words that stand at certain places.
    pub placed: &'a [PlacedWord],
}

/// Makes templates of a size and a style.
pub trait Maker: Sync {
    /// Returns the number of rows and of columns.
    fn sides(&self) -> (usize, usize);

    /// Makes a template with room for the placed words, whose words have lengths that the list has. Another seed makes
    /// another template. `turn` is 1 for the first template, and 1 more after each that could not be filled, so that the next
    /// one can be easier.
    fn template(
        &self,
        turn: usize,
        material: Material<'_>,
        setup: &Setup,
        budget: &Budget,
    ) -> Result<Template, NoTemplate>;

    /// Returns the formula of the templates with room for the placed words, whose words have lengths that the list has, if it is
    /// found to have no model; it forbids cuts between parts as far as that needed them. `None` if there is a template, or if the
    /// budget ends first.
    fn refuted(
        &self,
        _list: &WordList,
        _placed: &[PlacedWord],
        _setup: &Setup,
        _budget: &Budget,
    ) -> Option<Formula> {
        None
    }

    /// Decides by one formula whether there is a crossword from such a template with words of the list and all that the options
    /// ask for; unknown unless the grid is [small](super::small::is_small).
    fn decide(&self, _list: &WordList, _options: &Options, _budget: &Budget) -> Decision {
        Decision::Unknown
    }

    /// Returns the maker of the templates with at most this number of blocks; `None` if they are not made for that.
    fn with_blocks(&self, _most: usize) -> Option<Box<dyn Maker>> {
        None
    }

    /// Returns a maker of better templates than this one, which has been filled; `None` if all are equally good.
    fn tighter(&self, _filled: &Template) -> Option<Box<dyn Maker>> {
        None
    }

    /// Returns a proven lower bound on the number of blocks in a crossword with words of the list.
    fn least_blocks(&self, _list: &WordList, _setup: &Setup, _budget: &Budget) -> usize {
        0
    }
}

/// Why there is no template. The sentences are those of the maker.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum NoTemplate {
    /// Its specification cannot be used.
    #[error("{0}")]
    Refused(String),
    /// Proven: there is none.
    #[error("{0}")]
    Impossible(String),
    /// A word has no room where it has to stand.
    #[error(transparent)]
    NoPlace(#[from] CannotStand),
    /// The budget ended first.
    #[error("stopped before a template was found: give it more time")]
    Stopped,
}
