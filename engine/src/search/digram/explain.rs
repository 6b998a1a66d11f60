//! Why there is no grid: a few rows and columns that cannot all spell words.
//!
//! The formula has one literal for each line, which says that it spells a word, and one that says that no word occurs
//! twice; the rules for blanks always hold. `minimise` finds which of these literals cannot hold together. Whether
//! the list has fewer words than there are lines is checked first, by counting.

use super::{Job, NoAnswer, Options, solve};
use crate::encodings::cnf::{Bit, Family, Formula, Lit, all_different};
use crate::encodings::digram::encoding::DigramEncoding;
use crate::encodings::digram::puzzle::{Cells, Line};
use crate::encodings::grid::Direction;
use crate::search::explain::assumed::{Assumed, with_groups};
use crate::search::explain::{Claim, Conflict, NoClaim, Outcome, Watch, minimise};
use crate::search::hall::{FEW_PIGEONS, MOST_PIGEONS};
use crate::solver::Budget;
use std::collections::BTreeSet;

/// In how many orders causes are dropped in search of a small set.
const ORDERS: usize = 4;

/// Something that a grid requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The line spells a word of the list.
    Word(Line),
    /// No two lines spell the same word.
    Different,
}

/// The result of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is a grid: this one.
    Solvable(Cells),
    /// These causes cannot all hold.
    Conflict {
        /// The lines in the order of the grid, then the rule.
        causes: Vec<Cause>,
        /// Whether dropping any one of them is known to let the others hold; if not, the budget ended first.
        minimal: bool,
    },
    /// The list has too few words, whatever they are.
    TooFew(TooFew),
    /// The budget ended before the answer was known.
    Undecided,
}

/// Lines for which a list has some words, but fewer than there are lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    /// The rows or the columns; `None` for all lines.
    pub direction: Option<Direction>,
    /// The number of these lines.
    pub lines: usize,
    /// The number of words in the list with a length that fits any of these lines.
    pub words: usize,
    /// The smallest and the largest of these lengths, in letters.
    pub letters: (usize, usize),
}

/// Compares the numbers of words and of lines, since all words of a grid differ.
fn too_few(job: &Job) -> Option<TooFew> {
    [Some(Direction::Across), Some(Direction::Down), None].into_iter().find_map(|direction| {
        let lines: Vec<Line> =
            job.size.lines().filter(|line| direction.is_none_or(|d| d == line.direction)).collect();
        // The lengths of all lines together may have a gap.
        let lens: BTreeSet<usize> =
            lines.iter().flat_map(|line| job.size.word_lens(line.direction)).map(|len| 2 * len).collect();
        let words = lens.iter().map(|&len| job.list.count(len)).sum();
        let letters = (*lens.first()?, *lens.last()?);
        (0 < words && words < lines.len()).then_some(TooFew { direction, lines: lines.len(), words, letters })
    })
}

/// Explains why there is no grid for a job, if there is none. The number of grids wanted is ignored.
pub fn explain(job: &Job, options: &Options, budget: &Budget, watch: Watch<'_>) -> Finding {
    if let Some(few) = too_few(job) {
        return Finding::TooFew(few);
    }
    match solve(&Job::one_of(job), options, budget, &|_| {}) {
        Ok(answer) => match answer.grids.into_iter().next() {
            Some(grid) => return Finding::Solvable(grid),
            None => return Finding::Undecided,
        },
        Err(NoAnswer::None(_)) => {}
        Err(_) => return Finding::Undecided,
    }
    let setup = &options.setup;
    let Relaxed { formula, kinds, lits, .. } = Relaxed::new(job);
    let causes = lits.into_iter().map(|lit| vec![Bit::from(lit)]).collect();
    let mut causes = Assumed::new(&formula, causes, &setup.back_end, setup.seed);
    match minimise(&mut causes, ORDERS, setup.seed, budget, watch) {
        Outcome::Conflict(Conflict { causes, minimal }) => {
            Finding::Conflict { causes: causes.into_iter().map(|cause| kinds[cause]).collect(), minimal }
        }
        // That there is no grid was proven before, so a solver that finds one has been asked something else.
        Outcome::Feasible | Outcome::Stopped => Finding::Undecided,
    }
}

/// The formula in which every cause has a literal.
struct Relaxed {
    encoding: DigramEncoding,
    formula: Formula,
    kinds: Vec<Cause>,
    lits: Vec<Lit>,
}

impl Relaxed {
    fn new(job: &Job) -> Self {
        let (encoding, spells) = DigramEncoding::relaxable(job.size, &job.list);
        let (formula, different) = with_groups(&encoding.formula, &[&["no word twice"]]);
        let kinds = job.size.lines().map(Cause::Word).chain([Cause::Different]).collect();
        Self { encoding, formula, kinds, lits: spells.into_iter().chain(different).collect() }
    }
}

/// Returns the claim that these causes exclude each other.
pub fn claim(job: &Job, causes: &[Cause]) -> Result<Claim, NoClaim> {
    let pigeons = too_few(job).map_or(0, |few| few.words + 1);
    if pigeons > MOST_PIGEONS {
        return Err(NoClaim::Counted);
    }
    let Relaxed { encoding, mut formula, kinds, lits } = Relaxed::new(job);
    if pigeons > FEW_PIGEONS {
        let lines: Vec<usize> = (0..kinds.len() - 1).filter(|&line| causes.contains(&kinds[line])).collect();
        let family = formula.family(Family::auxiliary("counted"));
        let different = lits[kinds.len() - 1];
        all_different(&mut formula, family, &encoding.words_of(&lines), &[Bit::from(!different)]);
    }
    let lit = |cause: &Cause| kinds.iter().position(|kind| kind == cause).map(|at| vec![lits[at].into()]);
    Ok(Claim::new(formula, &causes.iter().map(lit).collect::<Vec<_>>()))
}

impl TooFew {
    /// Returns one line more than there are words, and that their words differ: these causes exclude each other.
    pub fn causes(&self, job: &Job) -> Vec<Cause> {
        let lines = job.size.lines().filter(|line| self.direction.is_none_or(|d| d == line.direction));
        lines.take(self.words + 1).map(Cause::Word).chain([Cause::Different]).collect()
    }
}
