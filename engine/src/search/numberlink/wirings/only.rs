//! A board changed so that its wiring is the only one.
//!
//! A block is put where other wirings pass and the wiring itself does not: into empty fields that together lie in the way of
//! all others. They are found as an implicit hitting set (Reiter 1987, "A theory of diagnosis from first principles"): close a
//! smallest choice of fields that hits all wirings found so far, look for one that is left, repeat. Such blocks do not change
//! the wiring, and nothing smaller becomes possible by them. They may lie beside the rectangle that was occupied before, which
//! then grows: wires may take detours there.
//!
//! Some wirings take no empty field: wires that exchange their fields. One that takes fewer fields than ours replaces it,
//! which leaves empty fields. Otherwise a wire that differs is made shorter: its first field becomes a block of its own that
//! bears the number in place of the old end. The free fields become fewer with each block, so that comes to an end.

use super::{Other, Search};
use crate::encodings::grid::{Grid, Pos};
use crate::encodings::numberlink::bounds::Counts;
use crate::encodings::numberlink::{Block, Cell, Field, Problem, Solution};
use crate::search::Setup;
use crate::search::numberlink::Answer;
use crate::solver::Budget;
use std::collections::{BTreeMap, BTreeSet};

/// A board whose wiring is the only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    /// The problem, which may have more blocks than the one it was made from.
    pub problem: Problem,
    /// The board with its wires.
    pub answer: Solution,
    /// How many blocks without numbers were added.
    pub added: usize,
    /// How many wires now end at a single field of their own, instead of at a block.
    pub shortened: usize,
}

/// Why a wiring is not made the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOnly {
    /// The budget ended first.
    #[error("stopped before the wiring was the only one: give it more time")]
    Stopped,
    /// There would be too many clauses.
    #[error(
        "whether the wiring is the only one is not asked on a board of this size, with so many wires in one region"
    )]
    TooLarge,
}

/// Adds blocks to an answer until its wiring is the only one.
pub fn make_only(
    problem: &Problem,
    answer: &Solution,
    setup: &Setup,
    budget: &Budget,
) -> Result<Only, NotOnly> {
    let mut only = Only { problem: problem.clone(), answer: answer.clone(), added: 0, shortened: 0 };
    loop {
        match in_the_way(&only, setup, budget)? {
            Way::Closed(fields) => {
                only.add(&fields);
                return Ok(only);
            }
            Way::Exchanged(other) if taken(&other).len() < taken(&only.answer).len() => only.answer = other,
            Way::Exchanged(other) => only.shorten(&other),
        }
    }
}

/// What stands in the way of other wirings.
enum Way {
    /// Nothing is left if these fields are closed.
    Closed(BTreeSet<Pos>),
    /// This wiring takes no field that is empty in ours.
    Exchanged(Solution),
}

/// Looks for empty fields that all other wirings need.
fn in_the_way(only: &Only, setup: &Setup, budget: &Budget) -> Result<Way, NotOnly> {
    let mut search = Search::new(&only.problem, &only.answer, setup).ok_or(NotOnly::TooLarge)?;
    search.exclude(&only.answer);
    let own = taken(&only.answer);
    let mut others: Vec<BTreeSet<Pos>> = Vec::new();
    loop {
        let closed = hitting(&others);
        let list: Vec<Pos> = closed.iter().copied().collect();
        match search.find(&list, budget) {
            Other::None => return Ok(Way::Closed(closed)),
            Other::Unknown => return Err(NotOnly::Stopped),
            Other::Wiring(other) => {
                let more: BTreeSet<Pos> = taken(&other).difference(&own).copied().collect();
                if more.is_empty() {
                    return Ok(Way::Exchanged(other));
                }
                others.push(more);
            }
        }
    }
}

/// Returns the fields with a number: those of the wires, and their ends.
fn taken(wiring: &Solution) -> BTreeSet<Pos> {
    let has_number = |cell: &Cell| matches!(cell, Cell::Number(_));
    wiring.fields.iter().filter(|(_, cell)| has_number(cell)).map(|(pos, _)| pos).collect()
}

/// Chooses few fields of which each set has one: again and again the one that most of the remaining sets have.
fn hitting(sets: &[BTreeSet<Pos>]) -> BTreeSet<Pos> {
    let mut open: Vec<&BTreeSet<Pos>> = sets.iter().collect();
    let mut chosen = BTreeSet::new();
    while !open.is_empty() {
        let mut counts: BTreeMap<Pos, usize> = BTreeMap::new();
        open.iter().flat_map(|set| set.iter()).for_each(|&pos| *counts.entry(pos).or_default() += 1);
        let Some((&best, _)) = counts.iter().max_by_key(|&(pos, count)| (*count, std::cmp::Reverse(*pos)))
        else {
            break;
        };
        chosen.insert(best);
        open.retain(|set| !set.contains(&best));
    }
    chosen
}

impl Only {
    /// Returns an answer that was found for the problem as it was, with this board in its place and what is known about it now.
    pub fn answer(self, before: Answer) -> (Problem, Answer) {
        let solution = self.answer.cropped();
        let (area, counted) = (solution.area(), Counts::of(&self.problem).area());
        // Further blocks make nothing smaller possible. Wires that end elsewhere may.
        let (bound, refuted) = match self.shortened {
            0 => (before.bound.max(counted), before.refuted),
            _ => (counted, Vec::new()),
        };
        (self.problem, Answer { solution, area, bound, counted, refuted, ..before })
    }

    /// Puts blocks without numbers on these fields: tetrominoes as far as possible, single fields otherwise.
    fn add(&mut self, fields: &BTreeSet<Pos>) {
        let mut rest = fields.clone();
        while let Some(&first) = rest.first() {
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&pos) = group.get(next) {
                for side in self.answer.fields.neighbours4(pos) {
                    if group.len() < TETROMINO && rest.contains(&side) && !group.contains(&side) {
                        group.push(side);
                    }
                }
                next += 1;
            }
            if group.len() < TETROMINO {
                group.truncate(1);
            }
            rest.retain(|pos| !group.contains(pos));
            self.lay(self.problem.blocks().to_vec(), &group, Field::Plain);
            self.added += 1;
        }
    }

    /// Makes a wire shorter that is not the same in another wiring.
    fn shorten(&mut self, other: &Solution) {
        let fields = &self.answer.fields;
        let bears = |pos: Pos, number: usize| fields[pos] == Cell::Number(number);
        let is_elsewhere = |&number: &usize| {
            fields.positions().any(|pos| bears(pos, number) && other.fields[pos] != Cell::Number(number))
        };
        let mut wires = (1..=self.problem.nets()).filter(is_elsewhere);
        // Two wirings differ in a wire, and that has a field besides its ends.
        let found = wires.find_map(|number| {
            let end = self.answer.end(&self.problem, number, 0)?;
            let field = fields.neighbours4(end).find(|&pos| bears(pos, number))?;
            Some((number, end, field))
        });
        let Some((number, end, field)) = found else { return };
        let mut blocks = self.problem.blocks().to_vec();
        let old = self.problem.ends(number)[0];
        let parts = blocks[old.block].fields();
        let parts = parts.map(|pos, &part| if pos == old.offset { Field::Plain } else { part });
        if let Ok(block) = Block::new(parts) {
            blocks[old.block] = block;
            self.answer.fields[end] = Cell::Plain;
            self.lay(blocks, &[field], Field::Number(number));
            self.shortened += 1;
        }
    }

    /// Takes these blocks and one more, on these fields, all of which are of this kind.
    fn lay(&mut self, mut blocks: Vec<Block>, fields: &[Pos], kind: Field) {
        let span = |of: &dyn Fn(&Pos) -> usize| {
            let first = fields.iter().map(of).min().unwrap_or_default();
            (first, fields.iter().map(of).max().unwrap_or_default() - first + 1)
        };
        let ((top, rows), (left, cols)) = (span(&|pos| pos.row), span(&|pos| pos.col));
        let at = Pos::new(top, left);
        let shape =
            Grid::from_fn(
                rows,
                cols,
                |part| {
                    if fields.contains(&part.beyond(at)) { kind } else { Field::Open }
                },
            );
        blocks.extend(Block::new(shape));
        // Connected fields make a block, and no number is lost.
        if let Ok(problem) = Problem::new(self.problem.rows(), self.problem.cols(), blocks) {
            self.problem = problem;
            self.answer.at.push(at);
            if kind == Field::Plain {
                fields.iter().for_each(|&pos| self.answer.fields[pos] = Cell::Plain);
            }
        }
    }
}

/// The number of fields of a block that is no single field.
const TETROMINO: usize = 4;

#[cfg(test)]
mod tests {
    use super::super::count_others;
    use super::*;
    use crate::encodings::numberlink::{format_q, rules};
    use crate::search::numberlink::generate::{Request, generate};

    fn only(problem: &Problem, answer: &Solution) -> Only {
        let (setup, budget) = (Setup::default(), Budget::unlimited());
        let only = make_only(problem, answer, &setup, &budget).unwrap();
        assert_eq!(rules::check(&only.problem, &only.answer), []);
        assert!(count_others(&only.problem, &only.answer, 1, &setup, &budget).are_none());
        assert_eq!(
            only.problem.blocks().len(),
            problem.blocks().len() + only.added + only.shortened,
            "{only:?}"
        );
        only
    }

    #[test]
    fn blocks_make_the_wiring_the_only_one() {
        let mut shortened = 0;
        for seed in 0..20 {
            let request = Request { blocks: 6, nets: 7, rows: 6, cols: 7, seed };
            let (problem, answer) = generate(request, &Budget::unlimited()).unwrap();
            let only = only(&problem, &answer);
            // Blocks may lie beside the rectangle that was occupied before.
            assert!(only.problem.nets() == 7 && only.answer.area() >= answer.area(), "{only:?}");
            shortened += only.shortened;
        }
        assert!(shortened < 5, "{shortened}");
    }

    #[test]
    fn a_wiring_that_is_the_only_one_stays() {
        let text = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\n";
        let problem = format_q::read(text).unwrap();
        let mut answer = Solution::lay(&problem, 1, 3, vec![Pos::new(0, 0), Pos::new(0, 2)]);
        answer.fields[Pos::new(0, 1)] = Cell::Number(1);
        let only = only(&problem, &answer);
        assert_eq!((only.added, only.shortened, only.problem), (0, 0, problem));
    }

    #[test]
    fn a_wire_is_shortened_by_a_block_with_its_number() {
        let request = Request { blocks: 6, nets: 5, rows: 8, cols: 8, seed: 1 };
        let (problem, answer) = generate(request, &Budget::unlimited()).unwrap();
        let mut search = Search::new(&problem, &answer, &Setup::default()).unwrap();
        search.exclude(&answer);
        let Other::Wiring(other) = search.find(&[], &Budget::unlimited()) else {
            panic!("there is room for detours")
        };
        let mut only = Only { problem: problem.clone(), answer: answer.clone(), added: 0, shortened: 0 };
        let before = taken(&only.answer);
        while only.answer.fields != other.fields && only.shortened < 3 {
            only.shorten(&other);
        }
        assert_eq!(rules::check(&only.problem, &only.answer), []);
        assert_eq!((only.problem.blocks().len(), only.problem.nets()), (6 + only.shortened, 5));
        assert!(only.shortened > 0 && taken(&only.answer).len() == before.len() - only.shortened);
    }
}
