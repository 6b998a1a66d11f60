//! Can all blocks be placed and wired in a rectangle of this size? One formula for each size.
//!
//! Blocks are one-hot by position, numbers one-hot by field. Two neighbours with the same number are always *linked*,
//! because a wire must not touch itself, so the numbers determine the links; ends have one link, other wire fields
//! two. No clause requires connectivity: besides the wires, the links can only form detached rings, which are
//! dropped when a model is decoded.
//!
//! Three measures make proofs short. Identical blocks without numbers are one *group*, so that no
//! permutation of them is tried. Wires are *taut*: of all ways to lay the wires between the same blocks,
//! those of least length, and among them those that lie furthest down, satisfy the clauses of [`taut`]
//! (docs/encodings/numberlink.md has the argument), so nothing is lost by requiring it. Finally, the wires' *lengths* are
//! counted before any wire is laid, as far as the positions of the blocks tell them (`lengths`).
//!
//! The same clauses, with a literal for each requirement, show why nothing fits ([`Encoding::relaxable`]).
//!
//! [`taut`]: RedundantClauses::taut

mod demands;
mod lengths;

use super::names::{NamesError, assemble};
use super::problem::{Field, Problem};
use super::solution::Solution;
use crate::cnf::{Bit, Directions, Family, FamilyId, Formula, Index, Lit, Totalizer, at_most_one};
use crate::grid::{Grid, Pos};
pub use demands::Demands;
pub use lengths::LONGEST_WAY;
use std::collections::{BTreeMap, BTreeSet};

/// The clauses that are added to those of the rules: a rectangle that has a solution still has one with them, but
/// proofs become shorter.
#[derive(Clone, Copy, Debug)]
pub struct RedundantClauses {
    /// Forbid wires that could be shortened or moved down over an empty field. Costs clauses, shortens proofs.
    pub taut: bool,
    /// Count the fields that the blocks leave if there are at most this many; never with `None`. The blocks' positions imply the count,
    /// but unit propagation does not see it.
    pub spare: Option<usize>,
    /// Count the fields that the wires need by the positions of their blocks if the blocks leave at most this many; never
    /// with `None`. It makes proofs much shorter, but the clauses are long: for each wire and each position of its blocks, six
    /// of up to about a hundred literals.
    pub lengths: Option<usize>,
}

impl Default for RedundantClauses {
    fn default() -> Self {
        Self { taut: true, spare: Some(64), lengths: Some(64) }
    }
}

/// The formula of a problem on a rectangle.
#[derive(Clone, Debug)]
pub struct Encoding {
    formula: Formula,
    rows: usize,
    cols: usize,
    placements: Vec<Placement>,
    numbers: Grid<Vec<Lit>>,
}

/// A group's block at a position.
#[derive(Clone, Copy, Debug)]
struct Placement {
    /// The group's first block, counted from 0.
    block: usize,
    at: Pos,
    lit: Lit,
}

/// The variables of one rectangle while its clauses are written.
struct Writer<'a> {
    problem: &'a Problem,
    formula: Formula,
    auxiliary: FamilyId,
    placements: Vec<Placement>,
    numbers: Grid<Vec<Lit>>,
    /// Whether each field is covered by a block's field without a number.
    plain: Grid<Lit>,
    /// Whether each field has a number.
    wire: Grid<Lit>,
    /// Whether each field is covered by a block's field with a number.
    end: Grid<Lit>,
    /// The links of each field to its right and to its lower neighbour.
    links: [Grid<Option<Lit>>; 2],
    /// For each block, whether it has to be placed.
    placed: Vec<Bit>,
    /// For each number, whether its ends are on the board and have to be joined.
    joined: Vec<Bit>,
    /// Whether all blocks have to be placed.
    complete: Bit,
}

impl Encoding {
    /// Writes the formula that has a model exactly if the blocks and their wires fit into `rows` x `cols` fields.
    pub fn new(problem: &Problem, rows: usize, cols: usize, redundant: RedundantClauses) -> Self {
        Writer::new(problem, rows, cols, &[]).write(redundant)
    }

    /// Writes the same formula with blocks (counted from 0) fixed at these corners of their boxes. If all blocks of a group
    /// are fixed, none of them lies anywhere else; otherwise the others may lie anywhere.
    pub fn fixed(
        problem: &Problem,
        rows: usize,
        cols: usize,
        redundant: RedundantClauses,
        fixed: &[(usize, Pos)],
    ) -> Self {
        Writer::new(problem, rows, cols, fixed).write(redundant)
    }

    /// Writes the same formula with each requirement of the problem under a literal. It has a model under some of these
    /// literals exactly if the part of the problem that they require ([`Problem::part`]) fits into the rectangle.
    pub fn relaxable(
        problem: &Problem,
        rows: usize,
        cols: usize,
        redundant: RedundantClauses,
    ) -> (Self, Demands) {
        let mut writer = Writer::new(problem, rows, cols, &[]);
        let demands = writer.relax();
        (writer.write(redundant), demands)
    }

    /// Returns the clauses.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Converts the encoding into its clauses.
    pub fn into_formula(self) -> Formula {
        self.formula
    }

    /// Returns the solution of a model, without detached rings. An error means that it is not a model of this formula,
    /// or that not all blocks were required.
    pub fn decode(&self, problem: &Problem, value: impl Fn(Lit) -> bool) -> Result<Solution, NamesError> {
        let placed = self.placements.iter().filter(|p| value(p.lit)).map(|p| (p.block, p.at));
        let numbers = self.numbers.iter().flat_map(|(pos, lits)| {
            lits.iter().zip(1..).filter(|(lit, _)| value(**lit)).map(move |(_, number)| (pos, number))
        });
        assemble(problem, self.rows, self.cols, placed, numbers)
    }
}

impl<'a> Writer<'a> {
    fn new(problem: &'a Problem, rows: usize, cols: usize, fixed: &[(usize, Pos)]) -> Self {
        let fixed: BTreeMap<usize, Pos> = fixed.iter().copied().collect();
        let mut fixed_lits = Vec::new();
        let mut formula = Formula::new();
        let numbered = |n: usize| Index::Number(n + 1);
        let (r, c) = (Index::Number(rows), Index::Number(cols));
        let block = Family::indexed("block", "i,r,c", [numbered(problem.blocks().len()), r, c]);
        let block = formula.family(block);
        let number = formula.family(Family::indexed("number", "r,c,n", [r, c, numbered(problem.nets())]));
        let [plain, wire, end] =
            ["plain", "wire", "end"].map(|name| formula.family(Family::indexed(name, "r,c", [r, c])));
        let link = formula.family(Family::indexed("link", "d,r,c", [Index::Direction, r, c]));
        let auxiliary = formula.family(Family::auxiliary("aux"));
        let mut placements = Vec::new();
        for group in problem.groups() {
            let shape = &problem.blocks()[group[0]];
            let places: BTreeSet<Pos> = group.iter().filter_map(|block| fixed.get(block).copied()).collect();
            let is_whole = group.iter().all(|block| fixed.contains_key(block));
            for row in 0..(rows + 1).saturating_sub(shape.rows()) {
                for col in 0..(cols + 1).saturating_sub(shape.cols()) {
                    let at = Pos::new(row, col);
                    let is_fixed = places.contains(&at);
                    if is_whole && !is_fixed {
                        continue;
                    }
                    let lit = formula.indexed_var(block, &[group[0] + 1, row, col]);
                    placements.push(Placement { block: group[0], at, lit });
                    fixed_lits.extend(is_fixed.then_some(lit));
                }
            }
        }
        if !fixed_lits.is_empty() {
            formula.label("blocks that are fixed");
            fixed_lits.into_iter().for_each(|lit| formula.add([lit]));
        }
        let numbers = Grid::from_fn(rows, cols, |p| {
            (1..=problem.nets()).map(|n| formula.indexed_var(number, &[p.row, p.col, n])).collect()
        });
        let mut each = |family| Grid::from_fn(rows, cols, |p| formula.indexed_var(family, &[p.row, p.col]));
        let (plain, wire, end) = (each(plain), each(wire), each(end));
        let links = [(0, 1), (1, 0)].map(|(dr, dc)| {
            Grid::from_fn(rows, cols, |p| {
                (p.row + dr < rows && p.col + dc < cols)
                    .then(|| formula.indexed_var(link, &[dr, p.row, p.col]))
            })
        });
        let placed = vec![Bit::True; problem.blocks().len()];
        let joined = vec![Bit::True; problem.nets()];
        let complete = Bit::True;
        Self {
            problem,
            formula,
            auxiliary,
            placements,
            numbers,
            plain,
            wire,
            end,
            links,
            placed,
            joined,
            complete,
        }
    }

    /// Writes all clauses.
    fn write(mut self, redundant: RedundantClauses) -> Encoding {
        self.blocks();
        self.cover();
        self.fields();
        self.links();
        if redundant.taut {
            self.taut();
        }
        let (rows, cols) = (self.plain.rows(), self.plain.cols());
        let spare = (rows * cols).saturating_sub(self.problem.cells());
        if redundant.spare.is_some_and(|most| spare <= most) {
            self.spare(spare);
        }
        // A requirement that is not asked for would have no length.
        if redundant.lengths.is_some_and(|most| spare <= most) && self.complete == Bit::True {
            self.lengths(spare);
        }
        let Self { formula, placements, numbers, .. } = self;
        Encoding { formula, rows, cols, placements, numbers }
    }

    /// Each block has exactly one position; a group has at least as many as it has blocks (surplus ones can be
    /// dropped).
    fn blocks(&mut self) {
        let formula = &mut self.formula;
        formula.label("each block has a position");
        for group in self.problem.groups() {
            let lits: Vec<Lit> =
                self.placements.iter().filter(|p| p.block == group[0]).map(|p| p.lit).collect();
            let bits = lits.iter().map(|&lit| Bit::from(lit));
            let k = group.len();
            if k == 1 {
                formula.add_bits(bits.chain([!self.placed[group[0]]]));
                at_most_one(formula, self.auxiliary, &lits);
                continue;
            }
            let sum = Totalizer::new(formula, self.auxiliary, bits, k, Directions::Lower);
            let asked = group.iter().map(|&block| self.placed[block]);
            let asked = Totalizer::new(formula, self.auxiliary, asked, k, Directions::Upper);
            for n in asked.min().max(1)..=k {
                // No count beyond the cap is used, so both outputs exist.
                let asked = asked.at_least(n).map(|bit| !bit);
                formula.add_bits(sum.at_least(n).into_iter().chain(asked));
            }
        }
    }

    /// A block determines the fields it covers, and blocks do not overlap.
    fn cover(&mut self) {
        let mut covers: Grid<Vec<(Lit, Field)>> = self.plain.map(|_, _| Vec::new());
        for placement in &self.placements {
            for (offset, field) in self.problem.blocks()[placement.block].cells() {
                let pos = Pos::new(placement.at.row + offset.row, placement.at.col + offset.col);
                covers[pos].push((placement.lit, field));
            }
        }
        for (pos, cover) in covers.iter() {
            let formula = &mut self.formula;
            formula.label("blocks do not overlap");
            let all: Vec<Lit> = cover.iter().map(|(lit, _)| *lit).collect();
            at_most_one(formula, self.auxiliary, &all);
            formula.label("blocks bring their fields");
            let (plain, end) = (self.plain[pos], self.end[pos]);
            for &(lit, field) in cover {
                match field {
                    Field::Number(number) => {
                        let joined = self.joined[number - 1];
                        let here = self.numbers[pos][number - 1];
                        formula.add_bits([(!lit).into(), end.into(), !joined]);
                        formula.add_bits([(!lit).into(), here.into(), !joined]);
                        formula.add_bits([(!lit).into(), plain.into(), joined]);
                    }
                    Field::Plain | Field::Open => formula.add([!lit, plain]),
                }
            }
            let of = |wanted: &dyn Fn(Option<Bit>) -> bool| -> Vec<Lit> {
                let joined = |field: &Field| match field {
                    Field::Number(number) => Some(self.joined[number - 1]),
                    Field::Plain | Field::Open => None,
                };
                cover.iter().filter(|(_, field)| wanted(joined(field))).map(|(lit, _)| *lit).collect()
            };
            formula.add([!plain].into_iter().chain(of(&|joined| joined != Some(Bit::True))));
            formula.add([!end].into_iter().chain(of(&|joined| joined.is_some())));
        }
    }

    /// A field is plain, or has one number, or is empty.
    fn fields(&mut self) {
        let formula = &mut self.formula;
        formula.label("a field bears one thing");
        for (pos, numbers) in self.numbers.iter() {
            let (plain, wire) = (self.plain[pos], self.wire[pos]);
            at_most_one(formula, self.auxiliary, numbers);
            formula.add([!plain, !wire]);
            for (&number, &joined) in numbers.iter().zip(&self.joined) {
                formula.add([!number, wire]);
                formula.add_bits([(!number).into(), joined]);
            }
            formula.add([!wire].into_iter().chain(numbers.iter().copied()));
            formula.add([!self.end[pos], wire]);
        }
    }

    /// Neighbours with the same number are linked; an end has one link, any other wire field two.
    fn links(&mut self) {
        for pos in self.plain.positions() {
            for (link, neighbour) in
                self.links_of(pos).into_iter().filter(|(_, p)| (p.row, p.col) > (pos.row, pos.col))
            {
                let formula = &mut self.formula;
                formula.label("linked are neighbours with the same number");
                formula.add([!link, self.wire[pos]]);
                formula.add([!link, self.wire[neighbour]]);
                for (&a, &b) in self.numbers[pos].iter().zip(&self.numbers[neighbour]) {
                    formula.add([!link, !a, b]);
                    formula.add([!link, a, !b]);
                    formula.add([!a, !b, link]);
                }
            }
            let links: Vec<Lit> = self.links_of(pos).into_iter().map(|(link, _)| link).collect();
            let (wire, end) = (self.wire[pos], self.end[pos]);
            let formula = &mut self.formula;
            formula.label("an end has one link, a wire two");
            formula.add([!wire].into_iter().chain(links.iter().copied()));
            for (i, &a) in links.iter().enumerate() {
                // Two or more, unless it is an end: apart from any one link there is another.
                formula.add([!wire, end].into_iter().chain(links.iter().copied().filter(|&l| l != a)));
                for (j, &b) in links.iter().enumerate().skip(i + 1) {
                    formula.add([!end, !a, !b]);
                    for &c in &links[j + 1..] {
                        formula.add([!a, !b, !c]);
                    }
                }
            }
        }
    }

    /// Returns the links of a field and the neighbours they lead to.
    fn links_of(&self, pos: Pos) -> Vec<(Lit, Pos)> {
        let [right, below] = &self.links;
        [
            (pos, (0, 1), right),
            (pos, (1, 0), below),
            (Pos::new(pos.row, pos.col.wrapping_sub(1)), (0, -1), right),
            (Pos::new(pos.row.wrapping_sub(1), pos.col), (-1, 0), below),
        ]
        .into_iter()
        .filter_map(|(from, (dr, dc), links)| Some(((*links.get(from)?)?, pos.offset(dr, dc)?)))
        .collect()
    }

    /// At most `spare` fields are not covered by blocks, if all blocks are placed.
    fn spare(&mut self, spare: usize) {
        let formula = &mut self.formula;
        formula.label("fields that blocks leave");
        let mut bare = Vec::new();
        for (pos, &plain) in self.plain.iter() {
            let end = self.end[pos];
            if spare == 0 {
                formula.add_bits([plain.into(), end.into(), !self.complete]);
            } else {
                let lit = formula.auxiliary(self.auxiliary);
                formula.add([plain, end, lit]);
                bare.push(lit.into());
            }
        }
        let sum = Totalizer::new(formula, self.auxiliary, bare, spare + 1, Directions::Upper);
        if let Some(over) = sum.at_least(spare + 1) {
            formula.add_bits([!over, !self.complete]);
        }
    }

    /// No wire could be shortened or moved down over an empty field, and no wire fields form a square (the smallest
    /// ring).
    fn taut(&mut self) {
        let grid = &self.plain;
        let formula = &mut self.formula;
        formula.label("wires are taut");
        for pos in grid.positions() {
            let at = |dr, dc| pos.offset(dr, dc).filter(|&p| grid.contains(p));
            let filled = [self.wire[pos], self.plain[pos]];
            let (above, below, left, right) = (at(-1, 0), at(1, 0), at(0, -1), at(0, 1));
            // The third one is the field over which a wire may pass instead of this one.
            let pairs = [
                (above, below, None),
                (left, right, None),
                (above, left, None),
                (above, right, None),
                (below, left, at(1, -1)),
                (below, right, at(1, 1)),
            ];
            for (a, b, around) in pairs.into_iter().filter_map(|(a, b, around)| Some((a?, b?, around))) {
                for n in 0..self.problem.nets() {
                    let around = around.map(|p| self.numbers[p][n]);
                    let clause = [!self.numbers[a][n], !self.numbers[b][n]].into_iter().chain(filled);
                    formula.add(clause.chain(around));
                }
            }
            if let (Some(_), Some(right), Some(below)) = (at(1, 1), right, below) {
                let sides =
                    [self.links[0][pos], self.links[1][pos], self.links[1][right], self.links[0][below]];
                formula.add(sides.into_iter().flatten().map(|link| !link));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    #[test]
    fn names_are_those_of_the_file() {
        let problem = format_q::read("SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\n").unwrap();
        let encoding = Encoding::new(&problem, 2, 3, RedundantClauses::default());
        let names: Vec<String> =
            encoding.formula.names().variables().map(|(_, family, key)| family.render(key)).collect();
        for name in ["block(1,0,0)", "block(2,1,2)", "number(1,2,1)", "plain(0,0)", "link(down,0,2)"] {
            assert!(names.iter().any(|n| n == name), "{name}");
        }
        assert!(!names.iter().any(|n| n == "link(across,0,2)" || n == "link(down,1,0)"));
    }

    #[test]
    fn a_block_that_is_fixed_has_one_position_left() {
        let text = "SIZE 9X9\nBLOCK_NUM 3\nBLOCK#1 1X1\n+\nBLOCK#2 1X1\n+\nBLOCK#3 1X1\n+\n";
        let problem = format_q::read(text).unwrap();
        let positions = |fixed: &[(usize, Pos)]| {
            let encoding = Encoding::fixed(&problem, 1, 4, RedundantClauses::default(), fixed);
            let units = encoding.formula().labelled_clauses();
            let units =
                units.filter(|(clause, label)| clause.len() == 1 && *label == "blocks that are fixed");
            (encoding.placements.len(), units.count())
        };
        // The three are alike, so the fields are fixed and not the blocks.
        assert_eq!(positions(&[]), (4, 0));
        assert_eq!(positions(&[(1, Pos::new(0, 2))]), (4, 1));
        assert_eq!(positions(&[(1, Pos::new(0, 2)), (0, Pos::new(0, 1)), (2, Pos::new(0, 0))]), (3, 3));
    }
}
