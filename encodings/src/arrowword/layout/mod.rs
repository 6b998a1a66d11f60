//! The CNF of an arrowword's layout: which fields are question fields, and which arrows they have.
//!
//! Variables: `question(r,c)` (a free field is a question field if true and a letter if false), `reach(d,r,c,n)` (a run
//! of letters starts here in direction d and has at least n letters), `run(d,r,c,n)` (… exactly n), `arrow(r,c,t)`. The
//! order encoding `reach` of run lengths takes three clauses per length and place; exact lengths are made only where
//! they are counted or words depend on them.
//!
//! Every bit that is already decided by what is given is a constant and never enters the formula. So a window is
//! nothing special: it is a specification in which most fields are fixed ([`LayoutSpec::window`]).
//!
//! Files: `spec.rs` (what is given and wished for), `structure.rs` (the rules), `wishes.rs` (the wishes),
//! `counts.rs` (counts and their price), `losses.rs` (what the rating loses, exactly), `lengths.rs` and `clusters.rs`
//! (its tables of word lengths and clusters), `bounds.rs` (a rating as bounds on the counts), `costs.rs` (about what
//! the rating loses, for large grids), `equations.rs` (the equations of the counts, derived), `places.rs` (own words).

mod bounds;
mod clusters;
mod costs;
mod counts;
mod equations;
mod lengths;
mod losses;
mod places;
mod spec;
mod structure;
mod wishes;

pub use bounds::Bounds;
pub use costs::Costs;
pub use counts::{Objective, Prices, TargetCounts};
pub use equations::Equations;
pub use losses::{EXACT_FIELDS, LeastRating, Losses};
pub use places::OwnPlaces;
pub use spec::{ArrowSet, Domain, LayoutOptions, LayoutSpec, Lengths};

use super::puzzle::{Arrow, Field, Puzzle, Question};
use crate::cnf::{Bit, Family, FamilyId, Formula, Index, Lit};
use crate::grid::{Direction, Grid, Pos};
use std::collections::HashMap;

/// The formula of a layout, and what its bits mean.
#[derive(Clone, Debug)]
pub struct LayoutEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    spec: LayoutSpec,
    options: LayoutOptions,
    question: Grid<Bit>,
    /// Per direction and cell: the bits "a run starts here and has at least n letters", n from 1.
    reach: [Grid<Vec<Bit>>; 2],
    /// Per cell: the bit of each arrow type.
    arrow: Grid<[Bit; 6]>,
    /// Per direction and cell: "the run that starts here is asked for".
    asked: [Grid<Bit>; 2],
    /// Per direction and cell: "this letter lies in a word of that direction".
    in_word: [Grid<Bit>; 2],
    families: Families,
    /// The bits "a word of exactly n letters starts here" made so far.
    exact: HashMap<(Direction, Pos, usize), Bit>,
    /// The bits made so far for counts, by what they count.
    counted: Vec<(counts::Number, Vec<Bit>)>,
}

#[derive(Clone, Copy, Debug)]
struct Families {
    question: FamilyId,
    reach: FamilyId,
    run: FamilyId,
    arrow: FamilyId,
    asked: FamilyId,
    in_word: FamilyId,
    double: FamilyId,
    crossed: FamilyId,
    uncrossed: FamilyId,
    dead: FamilyId,
    clustered: FamilyId,
    count: FamilyId,
    price: FamilyId,
    cluster: FamilyId,
    lost: FamilyId,
    sum: FamilyId,
}

impl Families {
    fn declare(formula: &mut Formula, rows: usize, cols: usize) -> Self {
        let (r, c) = (Index::Number(rows), Index::Number(cols));
        let n = Index::Number(Lengths::MAX + 2);
        let mut cell = |name| formula.family(Family::indexed(name, "r,c", [r, c]));
        let (question, crossed, uncrossed) = (cell("question"), cell("crossed"), cell("uncrossed"));
        let (dead, clustered) = (cell("dead"), cell("clustered"));
        let mut start = |name| formula.family(Family::indexed(name, "d,r,c", [Index::Direction, r, c]));
        let (asked, in_word) = (start("asked"), start("in_word"));
        let mut length = |name| formula.family(Family::indexed(name, "d,r,c,n", [Index::Direction, r, c, n]));
        let (reach, run) = (length("reach"), length("run"));
        let arrow = formula.family(Family::indexed("arrow", "r,c,t", [r, c, Index::Number(6)]));
        let double = formula.family(Family::indexed("double", "r,c,pair", [r, c, Index::Number(6)]));
        let count = formula.family(Family::auxiliary("count"));
        let price = formula.family(Family::auxiliary("price"));
        let cluster = formula.family(Family::auxiliary("cluster"));
        let lost = formula.family(Family::auxiliary("lost"));
        let sum = formula.family(Family::auxiliary("sum"));
        Self {
            question,
            reach,
            run,
            arrow,
            asked,
            in_word,
            double,
            crossed,
            uncrossed,
            dead,
            clustered,
            count,
            price,
            cluster,
            lost,
            sum,
        }
    }
}

impl LayoutEncoding {
    /// Builds the formula. Its models are exactly the layouts that fit the specification, follow the rules, and grant the
    /// wishes.
    pub fn new(spec: &LayoutSpec, options: &LayoutOptions) -> Self {
        let (rows, cols) = (spec.rows(), spec.cols());
        let mut formula = Formula::new();
        let families = Families::declare(&mut formula, rows, cols);
        let bits = || Grid::filled(rows, cols, Bit::False);
        let mut encoding = Self {
            formula,
            spec: spec.clone(),
            options: options.clone(),
            question: bits(),
            reach: [Grid::filled(rows, cols, vec![]), Grid::filled(rows, cols, vec![])],
            arrow: Grid::filled(rows, cols, [Bit::False; 6]),
            asked: [bits(), bits()],
            in_word: [bits(), bits()],
            families,
            exact: HashMap::new(),
            counted: Vec::new(),
        };
        encoding.add_kinds();
        encoding.add_reaches();
        encoding.add_arrows();
        encoding.add_askers();
        encoding.add_cover();
        encoding.add_wanted_words();
        encoding.add_wishes();
        encoding
    }

    /// Returns the specification that the formula was made from.
    pub fn spec(&self) -> &LayoutSpec {
        &self.spec
    }

    /// Returns the bit "this field is a question field".
    pub fn question(&self, pos: Pos) -> Bit {
        self.question[pos]
    }

    /// Returns the bit "this field takes a letter"; false outside the grid.
    pub fn letter(&self, pos: Option<Pos>) -> Bit {
        let Some(pos) = pos.filter(|&p| self.spec.contains(p)) else { return Bit::False };
        if self.spec.domain(pos) == Domain::Blocked { Bit::False } else { !self.question[pos] }
    }

    /// Returns the bit "the field at `pos` has an arrow of this type".
    pub fn arrow(&self, pos: Pos, arrow: Arrow) -> Bit {
        self.arrow[pos][arrow.code()]
    }

    /// Returns the bit "in this direction a run of letters starts at `pos` and has at least `len >= 1` of them".
    pub fn reach(&self, direction: Direction, pos: Pos, len: usize) -> Bit {
        self.reach[direction as usize][pos].get(len - 1).copied().unwrap_or(Bit::False)
    }

    /// Returns the bit "a run starts at `pos` in this direction, and it is a word".
    pub fn asked(&self, direction: Direction, pos: Pos) -> Bit {
        self.asked[direction as usize][pos]
    }

    /// Returns the bit "a word of exactly `len` letters starts at `pos` in this direction", which is made on the first
    /// call.
    pub fn word_of_len(&mut self, direction: Direction, pos: Pos, len: usize) -> Bit {
        if let Some(&bit) = self.exact.get(&(direction, pos, len)) {
            return bit;
        }
        let here = self.reach(direction, pos, len);
        let further = self.reach(direction, pos, len + 1);
        // Where every run of two or more letters is asked for, a run that reaches two is a word.
        let asked = if self.options.asks_all() && len >= 2 { Bit::True } else { self.asked(direction, pos) };
        let indices = [direction as usize, pos.row, pos.col, len];
        let bit = self.formula.and(self.families.run, &indices, &[here, !further, asked]);
        self.exact.insert((direction, pos, len), bit);
        bit
    }

    /// Returns the literals that are true if exactly these fields are question fields, as far as the fields decide
    /// them: a consistent set of phases for a solver to start from. (With the phases of the fields alone, the first
    /// guess about a run would overrule those of the fields it runs through.)
    pub fn phases(&self, is_question: impl Fn(Pos) -> bool) -> Vec<Lit> {
        let letter = |pos: Pos| match self.letter(Some(pos)) {
            Bit::Lit(_) => !is_question(pos),
            known => known == Bit::True,
        };
        let mut phases = Vec::new();
        let mut prefer = |bit: Bit, value: bool| {
            phases.extend(bit.lit().map(|lit| if value { lit } else { !lit }));
        };
        for pos in self.spec.base.positions() {
            prefer(self.question[pos], !letter(pos));
            for direction in Direction::BOTH {
                let (dr, dc) = direction.step();
                let at =
                    |n: isize| pos.offset(dr * n, dc * n).is_some_and(|p| self.spec.contains(p) && letter(p));
                prefer(self.in_word[direction as usize][pos], letter(pos) && (at(-1) || at(1)));
                let mut sofar = !at(-1);
                for (n, &bit) in self.reach[direction as usize][pos].iter().enumerate() {
                    sofar &= at(n as isize);
                    prefer(bit, sofar);
                }
            }
        }
        phases
    }

    /// Returns the layout that a model describes.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Puzzle {
        let base = &self.spec.base;
        let fields = base.map(|pos, &field| match field {
            Field::Blocked(_) => field,
            _ if self.question[pos].value(&model) => Field::Question,
            Field::Letter(_) => field,
            _ => Field::Open,
        });
        let questions = base
            .positions()
            .flat_map(|pos| Arrow::ALL.map(|arrow| Question { pos, arrow }))
            .filter(|q| self.arrow[q.pos][q.arrow.code()].value(&model))
            .collect();
        Puzzle { fields, questions }
    }
}
