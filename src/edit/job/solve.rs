//! Filling all of a grid, and laying it out, by the search of its kind.

use super::{Found, NoResult, Work};
use crate::edit::board::{Board, Crossword, Ends, Fields};
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::spec::Spec;
use crate::encodings::crossword::puzzle::{Cell, Template};
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::{Letter, PlacedWord};
use crate::search::arrowword::{self, BetterWords, Ending, Layer};
use crate::search::crossword::{self, Maker, Progress};
use crate::search::{Setup, barred, template};
use crate::solver::Budget;
use std::collections::BTreeSet;

/// What is to be filled, and how.
pub(super) struct Task<'a> {
    /// The grid, with what is to stay.
    pub given: &'a Board,
    /// Whether the layout may change.
    pub layout: bool,
    /// How many threads may be used.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
    /// When to stop.
    pub budget: &'a Budget,
}

/// Ratings that differ by less are the same.
const SAME_RATING: f64 = 1e-9;

impl Task<'_> {
    pub(super) fn setup(&self) -> Setup {
        Setup { threads: self.threads, ..Setup::seeded(self.seed) }
    }
}

/// A filled grid.
pub(super) struct Solved {
    pub board: Board,
    /// Whether it is known that nothing rates higher; nothing is known of what has no rating.
    pub is_best: bool,
}

impl Solved {
    fn unrated(crossword: Crossword) -> Self {
        Self { board: Board::Crossword(crossword), is_best: false }
    }
}

/// Updates what the pages see of a job.
pub(super) type Update<'a> = &'a (dyn Fn(&dyn Fn(&mut Found)) + Sync);

impl Work {
    /// Fills a grid.
    pub(super) fn solved(&self, task: &Task<'_>, update: Update<'_>) -> Result<Solved, NoResult> {
        match task.given {
            Board::Arrowword(given) => self.arrowword(given, task, update),
            Board::Crossword(given) if task.layout && given.ends == Ends::Outside => {
                self.laid(given, task, update).map(Solved::unrated)
            }
            Board::Crossword(given) => self.crossword(given, task, update).map(Solved::unrated),
        }
    }

    fn arrowword(&self, given: &Puzzle, task: &Task<'_>, update: Update<'_>) -> Result<Solved, NoResult> {
        let vocabulary = &self.vocabulary;
        let extend = if task.layout { Extend::Fields } else { Extend::Nothing };
        // Where nothing can be found, the person is told which field or word is to blame, and does not have to wait.
        Spec::new(given.clone(), extend).and_then(|spec| spec.check_words(&vocabulary.list))?;
        let job = arrowword::Job {
            given,
            extend: extend.of(given),
            list: &vocabulary.list,
            preferred: &vocabulary.preferred,
            themes: &vocabulary.themes,
            placed: &[],
            wish_first: false,
            spelled: &vocabulary.spelled,
            present: self.draft.board.arrowword().filter(|_| self.bound.is_some()),
        };
        let show = |progress: arrowword::Progress| {
            update(&|found: &mut Found| {
                found.message = doing(progress.layer).to_owned();
                found.best = [progress.best, found.best].into_iter().flatten().reduce(f64::max);
                found.ceiling = Some(progress.ceiling);
            });
        };
        // Whoever fills a layout by hand looks at the answer, and asks for another one.
        let better_words = if task.layout { BetterWords::Thoroughly } else { BetterWords::Briefly };
        let options =
            arrowword::Options { setup: task.setup(), better_words, ..arrowword::Options::default() };
        let answer = arrowword::solve(job, &options, task.budget, &show)?;
        let is_best = matches!(answer.ending, Ending::Ceiling | Ending::Exhausted);
        // Other words at the same rating are nothing better.
        let is_better = self.bound.is_none_or(|bound| answer.score > bound + SAME_RATING);
        let board = if is_better { Board::Arrowword(answer.puzzle) } else { self.draft.board.clone() };
        Ok(Solved { board, is_best })
    }

    fn crossword(
        &self,
        given: &Crossword,
        task: &Task<'_>,
        update: Update<'_>,
    ) -> Result<Crossword, NoResult> {
        let vocabulary = &self.vocabulary;
        let options = crossword::Options {
            setup: task.setup(),
            preferred: vocabulary.preferred.clone(),
            themes: vocabulary.themes.clone(),
            placed: if task.layout { self.placed(given)?.into() } else { [].into() },
            spelled: vocabulary.spelled.clone(),
            ..crossword::Options::default()
        };
        let show = |progress: Progress| {
            update(&|found: &mut Found| {
                found.message = match progress {
                    Progress::Pattern(_) | Progress::Fewer { .. } => "laying out",
                    Progress::Letters(_) => "filling",
                    Progress::Words => "looking for better words",
                }
                .to_owned();
            });
        };
        let list = &vocabulary.list;
        let answer = match task.layout {
            true => crossword::solve_made(&*maker(given)?, list, &options, task.budget, &show),
            false => crossword::solve(&given.template, list, &options, task.budget, &show),
        };
        Ok(Crossword { template: answer?.puzzle, ..given.clone() })
    }

    /// Returns the words that stay where they are in another layout. A pinned letter in none of them could not stay.
    fn placed(&self, given: &Crossword) -> Result<Vec<PlacedWord>, NoResult> {
        let pinned = &self.draft.pinned;
        let placed: Vec<PlacedWord> = pinned_words(given, pinned)
            .into_iter()
            .filter_map(|(run, word)| PlacedWord::new(word, run.start, run.direction))
            .collect();
        let is_kept = |pos| placed.iter().any(|word| word.run().cells().any(|own| own == pos));
        match pinned.iter().find(|pos| !is_kept(**pos)) {
            Some(pos) => Err(NoResult::PinnedLetter(*pos)),
            None => Ok(placed),
        }
    }
}

/// Returns the words whose letters are all pinned. As long as nothing ends words, in a grid without blocks and bars, they
/// end where pinned letters do.
pub(super) fn pinned_words(given: &Crossword, pinned: &BTreeSet<Pos>) -> Vec<(Run, Vec<Letter>)> {
    let is_pinned = |pos: Pos| pinned.contains(&pos) && given.letter(pos).is_some();
    let runs: Vec<Run> = match given.is_bare() {
        true => {
            let cells =
                given.template.cells.map(|pos, cell| if is_pinned(pos) { *cell } else { Cell::Block });
            Template::new(cells).runs()
        }
        false => given.template.runs().into_iter().filter(|run| run.cells().all(is_pinned)).collect(),
    };
    runs.into_iter().filter_map(|run| Some((run, given.template.word(run)?))).collect()
}

/// Returns what lays out blocks or bars in a grid of this size.
fn maker(given: &Crossword) -> Result<Box<dyn Maker>, NoResult> {
    let (rows, cols) = (given.template.cells.rows(), given.template.cells.cols());
    Ok(match given.ends {
        Ends::Blocks => {
            let spec = template::make::MakeSpec {
                rows,
                cols,
                style: given.style,
                symmetry: given.symmetry,
                white: None,
            };
            spec.check()?;
            Box::new(spec)
        }
        Ends::Outside => return Err(NoResult::NothingBetweenWords),
        Ends::Bars => {
            let spec = barred::make::MakeSpec { rows, cols };
            spec.check()?;
            Box::new(spec)
        }
    })
}

/// Says what a search is doing.
fn doing(layer: Layer) -> &'static str {
    match layer {
        Layer::Layout => "laying out",
        Layer::Fill => "filling",
        Layer::Words => "looking for better words",
    }
}
