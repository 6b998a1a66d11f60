//! The wirings of a board: the blocks lie where they lie, and the wires may go anywhere. This is what a person solves who is
//! given the board with its numbers.
//!
//! The formula is much smaller than that of a rectangle ([`Encoding`](super::Encoding)). A wire whose ends are neighbours
//! has no field: a field with its number would be one neighbour too many for an end, or lead nowhere. Any other wire lies
//! in one *region* (free fields connected by their edges) that both of its ends touch, so only the fields of such regions
//! can bear its number. And nothing is said about taut wires, since here every detour is a wiring of its own.
//!
//! As in the formula of a rectangle, no clause requires connectivity: beside the wires there may be detached rings, which
//! are dropped when a model is decoded.

use super::problem::Problem;
use super::solution::{Cell, Solution};
use crate::cnf::{Bit, Family, Formula, Index, Lit, at_most_one};
use crate::grid::{Grid, Pos};
use std::collections::BTreeSet;

/// The formula whose models are the wirings of a board: where all its wires can go while the blocks stay.
#[derive(Clone, Debug)]
pub struct Wirings {
    formula: Formula,
    rows: usize,
    cols: usize,
    at: Vec<Pos>,
    /// Each free field with a number that it can bear, and the literal of that.
    numbers: Vec<(Pos, usize, Lit)>,
    /// For each free field, the literal that no wire may take it.
    closed: Grid<Option<Lit>>,
}

impl Wirings {
    /// Writes the formula of the board on which a solution has its blocks. Every solution with the blocks in these places is
    /// a model, perhaps with rings, and every model decodes to one.
    pub fn new(problem: &Problem, board: &Solution) -> Self {
        let (rows, cols) = (board.fields.rows(), board.fields.cols());
        let mut formula = Formula::new();
        let (r, c, n) = (Index::Number(rows), Index::Number(cols), Index::Number(problem.nets() + 1));
        let number = formula.family(Family::indexed("number", "r,c,n", [r, c, n]));
        let closed = formula.family(Family::indexed("closed", "r,c", [r, c]));
        let auxiliary = formula.family(Family::auxiliary("aux"));
        let candidates = candidates(problem, board);
        let lits = candidates.map(|pos, numbers| -> Vec<(usize, Lit)> {
            let lit = |&n: &usize| (n, formula.indexed_var(number, &[pos.row, pos.col, n]));
            numbers.iter().flatten().map(lit).collect()
        });
        let closed = candidates
            .map(|pos, numbers| numbers.as_ref().map(|_| formula.indexed_var(closed, &[pos.row, pos.col])));
        formula.label("a field bears one thing");
        for (pos, numbers) in lits.iter() {
            let all: Vec<Lit> = numbers.iter().map(|(_, lit)| *lit).collect();
            at_most_one(&mut formula, auxiliary, &all);
            for (closed, lit) in
                closed[pos].iter().flat_map(|closed| all.iter().map(move |lit| (closed, lit)))
            {
                formula.add([!*closed, !*lit]);
            }
        }
        // The number of a field beside another one: a literal, or true at an end.
        let bears = |pos: Pos, number: usize, ends: &[Pos]| {
            let lit = lits[pos].iter().find(|(other, _)| *other == number).map(|(_, lit)| Bit::Lit(*lit));
            if ends.contains(&pos) { Bit::True } else { lit.unwrap_or(Bit::False) }
        };
        // Numbers begin with 1.
        let ends =
            |number| [0, 1].into_iter().filter_map(move |end| board.end(problem, number, end)).collect();
        let ends_of: Vec<Vec<Pos>> =
            std::iter::once(Vec::new()).chain((1..=problem.nets()).map(ends)).collect();
        formula.label("an end has one neighbour with its number");
        for (number, ends) in ends_of.iter().enumerate() {
            for &end in ends.iter().filter(|_| !are_neighbours(ends)) {
                let beside: Vec<Bit> =
                    candidates.neighbours4(end).map(|pos| bears(pos, number, ends)).collect();
                exactly(&mut formula, &beside, 1, None);
            }
        }
        formula.label("a field of a wire has two neighbours with its number");
        for (pos, numbers) in lits.iter() {
            for &(number, lit) in numbers {
                let beside: Vec<Bit> =
                    candidates.neighbours4(pos).map(|side| bears(side, number, &ends_of[number])).collect();
                exactly(&mut formula, &beside, 2, Some(lit));
            }
        }
        let numbers =
            lits.iter().flat_map(|(pos, numbers)| numbers.iter().map(move |&(n, lit)| (pos, n, lit)));
        let numbers = numbers.collect();
        Self { formula, rows, cols, at: board.at.clone(), numbers, closed }
    }

    /// Returns about how many clauses the formula of a board has.
    pub fn size(problem: &Problem, board: &Solution) -> usize {
        // Eight for each number of a field, and one for each two of them.
        let of_field = |numbers: &Option<BTreeSet<usize>>| {
            let numbers = numbers.as_ref().map_or(0, BTreeSet::len);
            numbers * (8 + numbers.min(28) / 2)
        };
        candidates(problem, board).iter().map(|(_, numbers)| of_field(numbers)).sum()
    }

    /// Returns the clauses.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the solution of a model, without rings.
    pub fn decode(&self, problem: &Problem, value: impl Fn(Lit) -> bool) -> Solution {
        let mut solution = Solution::lay(problem, self.rows, self.cols, self.at.clone());
        for &(pos, number, _) in self.numbers.iter().filter(|(_, _, lit)| value(*lit)) {
            solution.fields[pos] = Cell::Number(number);
        }
        solution.drop_detached(problem);
        solution
    }

    /// Returns the literals of the fields of a wiring's wires, of which all are true in the models of this wiring and in no
    /// other: wires that are complete leave nothing but rings.
    pub fn literals<'a>(&'a self, wiring: &'a Solution) -> impl Iterator<Item = Lit> + 'a {
        let is_borne = |&&(pos, number, _): &&(Pos, usize, Lit)| wiring.fields[pos] == Cell::Number(number);
        self.numbers.iter().filter(is_borne).map(|(_, _, lit)| *lit)
    }

    /// Returns the variables of numbers: field, number, and the literal that the field bears it.
    pub fn numbers(&self) -> &[(Pos, usize, Lit)] {
        &self.numbers
    }

    /// Returns the literal that no wire takes a field, to be assumed; `None` if a block covers it.
    pub fn closed(&self, pos: Pos) -> Option<Lit> {
        self.closed.get(pos).copied().flatten()
    }
}

/// Returns for each field that no block covers the numbers that it can bear.
fn candidates(problem: &Problem, board: &Solution) -> Grid<Option<BTreeSet<usize>>> {
    let mut candidates = board.fields.map(|_, _| Some(BTreeSet::new()));
    for (block, at) in problem.blocks().iter().zip(&board.at) {
        for (offset, _) in block.cells() {
            let pos = offset.beyond(*at);
            if candidates.contains(pos) {
                candidates[pos] = None;
            }
        }
    }
    let regions = regions(&candidates);
    for number in 1..=problem.nets() {
        let ends: Vec<Pos> = [0, 1].into_iter().filter_map(|end| board.end(problem, number, end)).collect();
        if are_neighbours(&ends) {
            continue;
        }
        let touched = ends.iter().map(|&end| -> BTreeSet<usize> {
            candidates.neighbours4(end).filter_map(|pos| regions.of[pos]).collect()
        });
        let both = touched.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
        for pos in both.into_iter().flat_map(|region| &regions.fields[region]) {
            candidates[*pos].get_or_insert_default().insert(number);
        }
    }
    candidates
}

fn are_neighbours(ends: &[Pos]) -> bool {
    matches!(ends, [a, b] if a.distance(*b) == 1)
}

/// The regions of free fields.
struct Regions {
    /// The region of each free field.
    of: Grid<Option<usize>>,
    fields: Vec<Vec<Pos>>,
}

fn regions(free: &Grid<Option<BTreeSet<usize>>>) -> Regions {
    let mut of = free.map(|_, _| None);
    let mut fields: Vec<Vec<Pos>> = Vec::new();
    for start in free.positions() {
        if free[start].is_none() || of[start].is_some() {
            continue;
        }
        let region = fields.len();
        let mut reached = vec![start];
        of[start] = Some(region);
        let mut next = 0;
        while let Some(&pos) = reached.get(next) {
            for side in free.neighbours4(pos).filter(|&side| free[side].is_some()).collect::<Vec<_>>() {
                if of[side].is_none() {
                    of[side] = Some(region);
                    reached.push(side);
                }
            }
            next += 1;
        }
        fields.push(reached);
    }
    Regions { of, fields }
}

/// Exactly `count` of the bits are true, if `when` is.
fn exactly(formula: &mut Formula, bits: &[Bit], count: usize, when: Option<Lit>) {
    let premise = when.map(|lit| Bit::Lit(!lit));
    let subsets = |size: usize| {
        (0..1_usize << bits.len()).filter(move |set| set.count_ones() as usize == size).map(move |set| {
            let chosen = bits.iter().enumerate().filter(move |(index, _)| (set >> index) & 1 == 1);
            chosen.map(|(_, bit)| *bit)
        })
    };
    // Of all but count - 1 of them one is true, and of count + 1 one is false.
    let most = (bits.len() + 1).saturating_sub(count);
    subsets(most).for_each(|bits| formula.add_bits(premise.into_iter().chain(bits)));
    subsets(count + 1).for_each(|bits| formula.add_bits(premise.into_iter().chain(bits.map(|bit| !bit))));
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    #[test]
    fn only_wires_with_a_way_to_go_have_variables() {
        // Wire 1 joins neighbours, wire 2 has to go around, and the field behind the bar is out of reach.
        let text = "SIZE 9X9\nBLOCK_NUM 3\nBLOCK#1 4X1\n1,+,+,2\nBLOCK#2 1X1\n1\nBLOCK#3 1X1\n2\n";
        let problem = format_q::read(text).unwrap();
        let at = vec![Pos::new(1, 0), Pos::new(0, 0), Pos::new(0, 1)];
        let board = Solution::lay(&problem, 3, 4, at);
        let wirings = Wirings::new(&problem, &board);
        let fields: Vec<(usize, usize, usize)> =
            wirings.numbers().iter().map(|(pos, number, _)| (pos.row, pos.col, *number)).collect();
        assert_eq!(fields, [(0, 2, 2), (0, 3, 2)]);
        assert!(wirings.closed(Pos::new(2, 0)).is_some() && wirings.closed(Pos::new(1, 1)).is_none());
        assert_eq!(wirings.decode(&problem, |_| true).fields[Pos::new(0, 3)], Cell::Number(2));
    }

    #[test]
    fn a_ring_is_no_wire() {
        let problem = format_q::read("SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\n").unwrap();
        let board = Solution::lay(&problem, 4, 3, vec![Pos::new(0, 0), Pos::new(0, 2)]);
        let wirings = Wirings::new(&problem, &board);
        // The way along the upper edge, and four fields further down in a ring.
        let ring = [(0, 1), (2, 0), (2, 1), (3, 0), (3, 1)].map(|(row, col)| Pos::new(row, col));
        let is_true =
            |lit| wirings.numbers().iter().any(|(pos, _, other)| *other == lit && ring.contains(pos));
        assert!(wirings.formula().clauses().all(|clause| {
            clause.iter().any(|&lit| if lit.is_positive() { is_true(lit) } else { !is_true(!lit) })
        }));
        let wiring = wirings.decode(&problem, is_true);
        assert_eq!(wirings.literals(&wiring).count(), 1);
    }
}
