//! The CNF whose models are templates of a style: which fields are white, which are blocks.
//!
//! Variables: `white(r,c)`, one for each set of fields that the symmetry makes equal, named after its first field;
//! `checked(d,r,c)` is not a variable, but stands for the field's neighbour bits in the crossing direction. Clauses,
//! for every line of fields in both directions, with the border as a block:
//! * no run of exactly two, so that words have three letters or more, and no run of a length that the word list
//!   lacks;
//! * every white field has a white neighbour, so that it is in a word;
//! * of a number of consecutive letters of a word, depending on the style, at least one is checked; and further rules
//!   of the style;
//! * no row or column is empty;
//! * a totalizer counts the white fields, and its outputs bound their number.
//!
//! What a style prefers but does not require is left to assumptions ([`ShapeEncoding::wishes`]).
//!
//! Connectivity of the white fields is not written in advance: reachability needs a variable for each field
//! and distance, and nearly every model is connected anyway or nearly so. [`ShapeEncoding::connect`] adds, for each
//! part of a model that is cut off, the clause that the fields around it may not all be blocks while there are
//! white fields on both sides.

use crate::cnf::{Bit, Directions, Family, FamilyId, Formula, Index, Lit, Totalizer};
use crate::crossword::puzzle::{Cell, Template};
use crate::crossword::shape::{Ground, Shapes};
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::placed::check_places;
use crate::lexicon::{CannotStand, PlacedWord};
use crate::template::style::{Style, Symmetry};
use std::collections::BTreeSet;

/// The specification of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeSpec {
    /// Number of rows, at least 1.
    pub rows: usize,
    /// Number of columns, at least 1. For a quarter turn equal to the number of rows.
    pub cols: usize,
    /// How blocks may be placed.
    pub style: Style,
    /// Which fields have to be equal.
    pub symmetry: Symmetry,
    /// For each length of 3 or more, whether words may have it; lengths beyond the end are forbidden.
    pub lengths: Vec<bool>,
}

/// The preferred maximum length of a word in a small grid; in a large one it is the side less five fields.
const LONG_WORD: usize = 9;
/// The preferred maximum number of consecutive blocks.
const MOST_BLOCKS: usize = 4;
/// The largest bound on the words of three letters among the wishes.
const MOST_THREES: usize = 6;

/// The formula of the templates, and the meaning of its bits.
#[derive(Clone, Debug)]
pub struct ShapeEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    white: Grid<Lit>,
    count: Totalizer,
    wishes: Vec<Vec<Lit>>,
}

impl ShapeEncoding {
    /// Writes the formula whose models are the templates of this specification, connected or not.
    pub fn new(spec: &ShapeSpec) -> Self {
        let (rows, cols) = (spec.rows, spec.cols);
        let mut formula = Formula::new();
        let family = Family::indexed("white", "r,c", [Index::Number(rows), Index::Number(cols)]);
        let family = formula.family(family);
        let auxiliary = formula.family(Family::auxiliary("count"));
        let mut first = Grid::filled(rows, cols, None);
        let white = Grid::from_fn(rows, cols, |pos| {
            let same = spec.symmetry.first_alike(rows, cols, pos);
            *first[same].get_or_insert_with(|| formula.indexed_var(family, &[same.row, same.col]))
        });
        let bits = white.iter().map(|(_, &lit)| Bit::from(lit)).collect::<Vec<_>>();
        formula.label("count of white fields");
        let count = Totalizer::new(&mut formula, auxiliary, bits, rows * cols, Directions::Both);
        let mut this = Self { formula, white, count, wishes: Vec::new() };
        this.runs(spec);
        this.checks(spec.style);
        this.style(spec.style);
        this
    }

    /// Returns the bit "this field is white"; false outside the grid.
    fn at(&self, pos: Option<Pos>) -> Bit {
        pos.and_then(|pos| self.white.get(pos)).map_or(Bit::False, |&lit| lit.into())
    }

    /// Runs have allowed lengths, and no line is without a white field.
    fn runs(&mut self, spec: &ShapeSpec) {
        let allowed = |len: usize| len == 1 || spec.lengths.get(len).copied().unwrap_or(false) && len >= 3;
        let longest = (1..=spec.rows.max(spec.cols)).rev().find(|&len| allowed(len)).unwrap_or(1);
        for direction in Direction::BOTH {
            let (lines, length) = match direction {
                Direction::Across => (spec.rows, spec.cols),
                Direction::Down => (spec.cols, spec.rows),
            };
            for line in 0..lines {
                let field = |place: usize| match direction {
                    Direction::Across => Pos::new(line, place),
                    Direction::Down => Pos::new(place, line),
                };
                let white: Vec<Bit> = (0..length).map(|place| self.at(Some(field(place)))).collect();
                let bit =
                    |place: Option<usize>| place.and_then(|p| white.get(p)).copied().unwrap_or(Bit::False);
                self.formula.label("no empty line");
                self.formula.add_bits(white.iter().copied());
                self.formula.label("lengths of words");
                for start in 0..length {
                    for len in (2..=longest.min(length - start)).filter(|&len| !allowed(len)) {
                        let run = white[start..start + len].iter().map(|&bit| !bit);
                        let ends = [bit(start.checked_sub(1)), bit(Some(start + len))];
                        self.formula.add_bits(run.chain(ends));
                    }
                    if let Some(beyond) = white.get(start..=start + longest) {
                        self.formula.add_bits(beyond.iter().map(|&bit| !bit));
                    }
                }
            }
        }
    }

    /// Every white field is in a word, and a word does not have too many consecutive unchecked fields.
    fn checks(&mut self, style: Style) {
        let unchecked = style.unchecked();
        for pos in self.white.positions() {
            let here = self.at(Some(pos));
            let around = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(r, c)| self.at(pos.offset(r, c)));
            self.formula.label("every field in a word");
            self.formula.add_bits([!here].into_iter().chain(around));
            self.formula.label("checked letters");
            for direction in Direction::BOTH {
                let (rows, cols) = direction.step();
                let (side_rows, side_cols) = direction.crossing().step();
                let place = |n: usize| pos.offset(rows * n as isize, cols * n as isize);
                if unchecked == 0 {
                    // Every white field, including one that is in no word in this direction.
                    let sides = [1, -1].map(|s| self.at(pos.offset(side_rows * s, side_cols * s)));
                    self.formula.add_bits([!here].into_iter().chain(sides));
                    continue;
                }
                let stretch: Vec<Option<Pos>> = (0..=unchecked).map(place).collect();
                if stretch.iter().any(|&pos| self.at(pos) == Bit::False) {
                    continue;
                }
                let word = stretch.iter().map(|&pos| !self.at(pos));
                let sides = stretch.iter().flatten().flat_map(|pos| {
                    [1, -1].map(|side: isize| self.at(pos.offset(side_rows * side, side_cols * side)))
                });
                let clause: Vec<Bit> = word.chain(sides).collect();
                self.formula.add_bits(clause);
            }
        }
    }

    /// What a style requires besides checks.
    fn style(&mut self, style: Style) {
        match style {
            Style::American => {}
            Style::British => {
                self.formula.label("no square of letters");
                for pos in self.white.positions() {
                    let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| !self.at(pos.offset(r, c)));
                    self.formula.add_bits(square);
                }
                let family = self.formula.family(Family::auxiliary("wish"));
                let lattice = self.formula.auxiliary(family);
                self.every_second_line(Bit::Lit(!lattice));
                let even = self.formula.auxiliary(family);
                self.no_long_stretches(!even);
                let threes = self.count_threes(family);
                for (wished, most) in [
                    (&[lattice, even][..], 0),
                    (&[lattice, even], 2),
                    (&[lattice, even], 4),
                    (&[lattice], 2),
                    (&[lattice], MOST_THREES),
                    (&[even], MOST_THREES),
                    (&[], MOST_THREES),
                ] {
                    let few = threes.at_least(most + 1).and_then(Bit::lit).map(|lit| !lit);
                    self.wishes.push(wished.iter().copied().chain(few).collect());
                }
            }
            Style::DoubleSpaced => self.every_second_line(Bit::False),
        }
    }

    /// Words only in every second row and every second column, unless the bit is true.
    fn every_second_line(&mut self, unless: Bit) {
        self.formula.label("every second line");
        let family = self.formula.family(Family::indexed("odd", "d", [Index::Direction]));
        let odd = [0, 1].map(|direction| self.formula.indexed_var(family, &[direction]));
        let on = |line: usize, odd: Lit| Bit::from(if line % 2 == 1 { odd } else { !odd });
        for (pos, &white) in self.white.iter() {
            self.formula.add_bits([unless, Bit::from(!white), on(pos.row, odd[0]), on(pos.col, odd[1])]);
        }
    }

    /// No very long word and no long row of blocks, unless the literal is true.
    fn no_long_stretches(&mut self, unless: Lit) {
        self.formula.label("no long stretches");
        let longest = LONG_WORD.max(self.white.rows().max(self.white.cols()).saturating_sub(5));
        for direction in Direction::BOTH {
            let (down, right) = direction.step();
            for pos in self.white.positions() {
                let stretch = |len: usize| -> Option<Vec<Lit>> {
                    let field =
                        |n| pos.offset(down * n, right * n).and_then(|pos| self.white.get(pos)).copied();
                    (0..len as isize).map(field).collect()
                };
                if let Some(white) = stretch(longest + 1) {
                    self.formula.add(white.into_iter().map(|lit| !lit).chain([unless]));
                }
                if let Some(black) = stretch(MOST_BLOCKS + 1) {
                    self.formula.add(black.into_iter().chain([unless]));
                }
            }
        }
    }

    /// Counts the words of three letters.
    fn count_threes(&mut self, auxiliary: FamilyId) -> Totalizer {
        self.formula.label("words of three letters");
        let (rows, cols) = (self.white.rows(), self.white.cols());
        let family =
            Family::indexed("three", "d,r,c", [Index::Direction, Index::Number(rows), Index::Number(cols)]);
        let family = self.formula.family(family);
        let mut threes = Vec::new();
        for direction in Direction::BOTH {
            let (down, right) = direction.step();
            for pos in self.white.positions() {
                let field = |n: isize| self.at(pos.offset(down * n, right * n));
                let run = [field(0), field(1), field(2)];
                if run.contains(&Bit::False) {
                    continue;
                }
                let ends = [field(-1), field(3)];
                let three = self.formula.indexed_var(family, &[direction as usize, pos.row, pos.col]);
                self.formula.add_bits(run.map(|bit| !bit).into_iter().chain(ends).chain([Bit::Lit(three)]));
                threes.push(Bit::Lit(three));
            }
        }
        Totalizer::new(&mut self.formula, auxiliary, threes, MOST_THREES + 1, Directions::Upper)
    }

    /// Returns what the style prefers as sets of literals to assume, the best one first; none if it prefers nothing.
    /// British grids nearly always have their words in every second row and column, hardly any words of three letters,
    /// few very long ones, and no large areas of blocks.
    pub fn wishes(&self) -> &[Vec<Lit>] {
        &self.wishes
    }

    /// Returns the literals, to be assumed or added, that bound the number of white fields by `least` and `most`.
    /// `None` if no such number is possible.
    pub fn white_between(&self, least: usize, most: usize) -> Option<Vec<Lit>> {
        // The counter has an output for every possible number; anything else is impossible.
        let at_least = |number| self.count.at_least(number).unwrap_or(Bit::False);
        let bits = [at_least(least), !at_least(most + 1)];
        if bits.contains(&Bit::False) { None } else { Some(bits.into_iter().filter_map(Bit::lit).collect()) }
    }

    /// Returns the variable of each field, for hints; fields that have to be equal share one.
    pub fn white(&self) -> &Grid<Lit> {
        &self.white
    }

    /// Adds the clauses by which every template has room for these words and no letter before or after them; the error
    /// says which one has none in a template of this size.
    pub fn make_room(&mut self, words: &[PlacedWord]) -> Result<(), CannotStand> {
        let white = self.white().clone();
        check_places(words, white.rows(), white.cols())?;
        self.formula.label("words at their places");
        for word in words {
            word.run().cells().for_each(|pos| self.formula.add([white[pos]]));
            word.ends().filter_map(|pos| white.get(pos)).for_each(|&lit| self.formula.add([!lit]));
        }
        Ok(())
    }

    /// Returns the template of a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Template {
        Template::new(self.white.map(|_, &lit| if model(lit) { Cell::Open } else { Cell::Block }))
    }

    /// Adds a clause that forbids exactly this template, which must be of the formula's size.
    pub fn forbid(&mut self, template: &Template) {
        self.formula.label("found already");
        let differs =
            |(pos, cell): (Pos, &Cell)| if cell.is_white() { !self.white[pos] } else { self.white[pos] };
        let mut clause: Vec<Lit> = template.cells.iter().map(differs).collect();
        // Fields that have to be equal share a variable.
        clause.sort_unstable();
        clause.dedup();
        self.formula.add(clause);
    }

    /// If the white fields of this template, which is a model, are not connected, adds the clauses that forbid its
    /// cuts. Returns the number of its parts; 1 means connected.
    pub fn connect(&mut self, template: &Template) -> usize {
        let parts = parts(template);
        let Some(largest) = parts.iter().max_by_key(|part| part.len()) else { return 0 };
        self.formula.label("connected");
        for part in parts.iter().filter(|&part| part != largest) {
            let (Some(inside), Some(outside)) = (part.first(), largest.first()) else { continue };
            let border: BTreeSet<Pos> = part
                .iter()
                .flat_map(|&pos| template.cells.neighbours4(pos))
                .filter(|pos| !part.contains(pos))
                .collect();
            let opened = border.iter().map(|&pos| self.white[pos]);
            let clause: Vec<Lit> =
                [!self.white[*inside], !self.white[*outside]].into_iter().chain(opened).collect();
            self.formula.add(clause);
        }
        parts.len()
    }
}

impl Shapes for ShapeEncoding {
    fn formula(&self) -> &Formula {
        &self.formula
    }

    fn into_formula(self) -> Formula {
        self.formula
    }

    fn decode(&self, model: &dyn Fn(Lit) -> bool) -> Template {
        self.decode(model)
    }

    fn connect(&mut self, template: &Template) -> usize {
        self.connect(template)
    }
}

impl Ground for ShapeEncoding {
    fn formula_mut(&mut self) -> &mut Formula {
        &mut self.formula
    }

    fn sides(&self) -> (usize, usize) {
        (self.white.rows(), self.white.cols())
    }

    fn takes_letter(&self, pos: Pos) -> Bit {
        self.at(Some(pos))
    }

    fn not_a_word(&self, run: Run) -> Vec<Bit> {
        let (down, right) = run.direction.step();
        let ends = [run.start.offset(-down, -right), run.cell(run.len - 1).offset(down, right)];
        run.cells().map(|pos| !self.at(Some(pos))).chain(ends.map(|end| self.at(end))).collect()
    }
}

/// Returns the connected components of the white fields (connected by edges).
pub fn parts(template: &Template) -> Vec<BTreeSet<Pos>> {
    let white = template.cells.iter().filter(|(_, cell)| cell.is_white()).map(|(pos, _)| pos);
    let mut left: BTreeSet<Pos> = white.collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut edge = vec![first];
        while let Some(pos) = edge.pop() {
            for next in template.cells.neighbours4(pos) {
                if left.remove(&next) {
                    part.insert(next);
                    edge.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}
