//! Laying the blocks of American templates by annealing, so that they keep limits and have as many fills as possible.
//!
//! Limits on words and blocks leave few templates that can be filled, and those that a formula finds first are not
//! among them: its models just keep the limits. So the energy of a template is how far it exceeds the limits, less the
//! logarithm of the number of fills that it can be expected to have ([`Ease`]). Thus the words of the list decide where
//! blocks go.

use crate::encodings::crossword::puzzle::{Cell, Template};
use crate::encodings::grid::{Direction, Grid, Pos};
use crate::encodings::template::shape::parts;
use crate::encodings::template::style::Symmetry;
use crate::search::ease::Ease;
use crate::solver::Budget;
use fastrand::Rng;

/// The most that a template may have of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most words.
    pub words: usize,
    /// The most blocks.
    pub blocks: usize,
    /// The most words of three letters.
    pub threes: usize,
    /// The most consecutive blocks in a row or column.
    pub in_row: usize,
}

impl Limits {
    /// Returns what newspapers accept in weekday and Sunday puzzles; `None` if the template has another size.
    pub(crate) fn of_newspapers(rows: usize, cols: usize) -> Option<Self> {
        match (rows, cols) {
            (15, 15) => Some(Self { words: 78, blocks: 38, threes: 22, in_row: 3 }),
            (21, 21) => Some(Self { words: 140, blocks: 76, threes: 22, in_row: 3 }),
            _ => None,
        }
    }

    /// Limits the number of blocks alone.
    pub(crate) const fn of_blocks(blocks: usize) -> Self {
        Self { words: usize::MAX, blocks, threes: usize::MAX, in_row: usize::MAX }
    }
}

/// The changes that one annealing makes, per field.
const CHANGES: usize = 400;
/// The temperature at the start and at the end.
const HEAT: [f64; 2] = [8.0, 0.5];
/// How many annealings may miss the limits before this is given up.
const ATTEMPTS: usize = 20;
/// The price of each thing that breaks a rule: more than one block can gain elsewhere.
const BROKEN: f64 = 16.0;

/// The size and symmetry of a template, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Which fields have to be equal.
    pub symmetry: Symmetry,
    /// The most that it may have of something.
    pub limits: Limits,
    /// How well the words of the list fit.
    pub ease: &'a Ease,
}

/// Makes a template within the limits, in which each letter is in two words; `None` if none was found or the budget ended.
pub fn lay(plan: &Plan<'_>, seed: u64, budget: &Budget) -> Option<Template> {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..ATTEMPTS {
        let mut board = Board::new(*plan);
        board.anneal(&mut rng, budget)?;
        let cell = |_, is_block: &bool| if *is_block { Cell::Block } else { Cell::Open };
        let template = Template::new(board.blocks.map(cell));
        if board.judge().0 == 0 && parts(&template).len() == 1 {
            return Some(template);
        }
    }
    None
}

/// A template that is being made.
struct Board<'a> {
    plan: Plan<'a>,
    blocks: Grid<bool>,
    /// The position of each letter in its word across, or what it was before.
    across: Grid<usize>,
}

impl<'a> Board<'a> {
    fn new(plan: Plan<'a>) -> Self {
        let blocks = Grid::filled(plan.rows, plan.cols, false);
        Self { plan, blocks, across: Grid::filled(plan.rows, plan.cols, 0) }
    }

    /// Returns how many things break a rule or a limit, and the logarithm of the expected number of fills.
    fn judge(&mut self) -> (usize, f64) {
        let Plan { rows, cols, limits, ease, .. } = self.plan;
        let (mut broken, mut words, mut threes, mut blocks) = (0, 0_usize, 0_usize, 0_usize);
        let mut fills = 0.0;
        for direction in Direction::BOTH {
            let (lines, length) = match direction {
                Direction::Across => (rows, cols),
                Direction::Down => (cols, rows),
            };
            for line in 0..lines {
                let field = |at: usize| match direction {
                    Direction::Across => Pos::new(line, at),
                    Direction::Down => Pos::new(at, line),
                };
                let (mut run, mut in_row, mut has_word) = (0, 0, false);
                for at in 0..=length {
                    if at < length && !self.blocks[field(at)] {
                        (run, in_row) = (run + 1, 0);
                        continue;
                    }
                    if at < length {
                        in_row += 1;
                        broken += usize::from(in_row > limits.in_row);
                        blocks += usize::from(direction == Direction::Across);
                    }
                    match run {
                        0 => {}
                        // Each letter is in two words.
                        1 | 2 => broken += 1,
                        len if ease.of_words(len) == f64::NEG_INFINITY => broken += 1,
                        len => {
                            words += 1;
                            threes += usize::from(len == 3);
                            fills += ease.of_words(len);
                            has_word = true;
                        }
                    }
                    for nth in 0..run {
                        let (pos, here) = (field(at - run + nth), ease.position(run, nth));
                        match direction {
                            Direction::Across => self.across[pos] = here,
                            Direction::Down => fills += ease.of_crossing(self.across[pos], here),
                        }
                    }
                    run = 0;
                }
                broken += usize::from(!has_word);
            }
        }
        broken += words.saturating_sub(limits.words)
            + blocks.saturating_sub(limits.blocks)
            + threes.saturating_sub(limits.threes);
        (broken, fills)
    }

    fn energy(&mut self) -> f64 {
        let (broken, fills) = self.judge();
        BROKEN * broken as f64 - fills
    }

    /// Lays the blocks; `None` if the budget ended.
    fn anneal(&mut self, rng: &mut Rng, budget: &Budget) -> Option<()> {
        let Plan { rows, cols, symmetry, .. } = self.plan;
        let steps = CHANGES * rows * cols;
        let mut energy = self.energy();
        for step in 0..steps {
            if step % 1024 == 0 && budget.exhausted() {
                return None;
            }
            let heat = HEAT[0] * (HEAT[1] / HEAT[0]).powf(step as f64 / steps as f64);
            let changed = self.change(symmetry, rng);
            changed.iter().for_each(|&pos| self.blocks[pos] = !self.blocks[pos]);
            let new = self.energy();
            if new <= energy || rng.f64() < ((energy - new) / heat).exp() {
                energy = new;
            } else {
                changed.iter().for_each(|&pos| self.blocks[pos] = !self.blocks[pos]);
            }
        }
        Some(())
    }

    /// Draws different fields to change: those of one block, or of one that moves to a neighbouring field.
    fn change(&self, symmetry: Symmetry, rng: &mut Rng) -> Vec<Pos> {
        let Plan { rows, cols, .. } = self.plan;
        let pos = Pos::new(rng.usize(..rows), rng.usize(..cols));
        let mut changed = symmetry.alike(rows, cols, pos);
        let near: Vec<Pos> = self.blocks.neighbours4(pos).collect();
        let next = near[rng.usize(..near.len())];
        if rng.bool() && self.blocks[next] != self.blocks[pos] && !changed.contains(&next) {
            changed.extend(symmetry.alike(rows, cols, next));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::{Letter, WordList};
    use crate::search::crossword::ease::{of_list, of_template};

    /// A list with some words of each of these lengths.
    fn list(lens: impl IntoIterator<Item = usize>) -> WordList {
        let letters: Vec<Letter> = Letter::all().collect();
        let word =
            |len: usize, number: usize| (0..len).map(|at| letters[(number >> at) % 2 + at % 8]).collect();
        let words = lens.into_iter().flat_map(|len| (0..8).map(move |number| (word(len, number), 50.0)));
        WordList::new(words.collect::<Vec<(Vec<Letter>, f32)>>())
    }

    #[test]
    fn templates_keep_what_newspapers_ask_for() {
        let ease = of_list(&list(3..=15));
        let limits = Limits::of_newspapers(15, 15).expect("limits");
        let plan = Plan { rows: 15, cols: 15, symmetry: Symmetry::HalfTurn, limits, ease: &ease };
        for seed in 0..2 {
            let template = lay(&plan, seed, &Budget::unlimited()).expect("a template");
            let runs = template.runs();
            assert!(runs.len() <= 78 && 225 - template.white() <= 38, "{} words", runs.len());
            assert!(runs.iter().all(|run| run.len >= 3));
            assert!(runs.iter().filter(|run| run.len == 3).count() <= 22);
            // Each letter is in two words, and the template is the same after half a turn.
            assert_eq!(runs.iter().map(|run| run.len).sum::<usize>(), 2 * template.white());
            for (pos, cell) in template.cells.iter() {
                assert_eq!(cell, &template.cells[Pos::new(14 - pos.row, 14 - pos.col)]);
            }
            let is_block = |row: usize, col: usize| !template.cells[Pos::new(row, col)].is_white();
            for (line, start) in (0..15).flat_map(|line| (0..12).map(move |start| (line, start))) {
                assert!(!(start..start + 4).all(|at| is_block(line, at)), "four blocks in row {line}");
                assert!(!(start..start + 4).all(|at| is_block(at, line)), "four blocks in column {line}");
            }
        }
    }

    #[test]
    fn what_breaks_a_rule_is_counted() {
        let ease = of_list(&list(3..=4));
        let limits = Limits { words: 7, blocks: 2, threes: 3, in_row: 1 };
        let broken = |rows: [&str; 4]| {
            let plan = Plan { rows: 4, cols: 4, symmetry: Symmetry::None, limits, ease: &ease };
            let blocks = Grid::from_fn(4, 4, |pos| rows[pos.row].as_bytes()[pos.col] == b'#');
            Board { blocks, ..Board::new(plan) }.judge().0
        };
        // One word more than wanted.
        assert_eq!(broken(["....", "....", "....", "...."]), 1);
        // Four words of three letters, and one word more than wanted.
        assert_eq!(broken(["#...", "....", "....", "...#"]), 2);
        // Two blocks side by side are one too many in a row, and leave a run of two and a row without a word.
        assert_eq!(broken(["##..", "....", "....", "...."]), 3);
    }

    #[test]
    fn the_estimate_is_that_of_the_template() {
        let ease = of_list(&list(3..=7));
        let limits = Limits::of_blocks(9);
        let plan = Plan { rows: 7, cols: 7, symmetry: Symmetry::HalfTurn, limits, ease: &ease };
        let template = lay(&plan, 1, &Budget::unlimited()).expect("a template");
        let blocks = template.cells.map(|_, cell| !cell.is_white());
        let (broken, fills) = Board { blocks, ..Board::new(plan) }.judge();
        assert_eq!(broken, 0);
        assert!((fills - of_template(&ease, &template)).abs() < 1e-9);
    }
}
