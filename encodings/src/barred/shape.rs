//! The CNF whose models are barred grids that keep the custom.
//!
//! Variables: `bar(d,r,c)`, one for each bar of the direction d after the field (r,c) and the one that half a turn makes
//! equal to it, named after the first of the two; `single(d,r,c)`: the field is in no word of direction d, as there are bars
//! (or the edge) on both of its sides. Clauses, for every line of fields in both directions:
//! * no stretch between two bars of exactly two fields, nor of a length that the word list lacks;
//! * no field is single in both directions, so each is in a word;
//! * of two neighbours in a word, at most one is single in the crossing direction;
//! * of the fields of a word, not more are single in the crossing direction than the custom allows: of each larger set of
//!   them without neighbours, one is not, or the stretch is not exactly a word;
//! * totalizers count the unchecked fields and, by `start(d,r,c)`, the words; their outputs bound these numbers.
//!
//! That the grid is in one part is not written in advance: [`ShapeEncoding::connect`] adds, for each part of a model, the
//! clause that not all bars around it are there. It holds for every grid in one part.

use super::custom::{SHORTEST, most_unchecked};
use crate::cnf::{Bit, Directions, Family, Formula, Index, Lit, Totalizer};
use crate::crossword::bars::Bars;
use crate::crossword::puzzle::{Cell, Template};
use crate::crossword::shape::{Ground, Shapes};
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::placed::check_places_between_bars;
use crate::lexicon::{CannotStand, PlacedWord};
use std::collections::{BTreeMap, BTreeSet};

/// The specification of a grid without blocks that is the same after half a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeSpec {
    /// Number of rows, at least 1.
    pub rows: usize,
    /// Number of columns, at least 1.
    pub cols: usize,
    /// For each length of three or more, whether words may have it; lengths beyond the end are forbidden.
    pub lengths: Vec<bool>,
}

/// The formula of the grids, and the meaning of its bits.
#[derive(Clone, Debug)]
pub struct ShapeEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    size: Grid<()>,
    bars: BTreeMap<(Pos, Direction), Lit>,
    single: BTreeMap<(Pos, Direction), Bit>,
    unchecked: Totalizer,
    words: Totalizer,
}

impl ShapeEncoding {
    /// Writes the formula whose models are the grids of this specification, in one part or not.
    pub fn new(spec: &ShapeSpec) -> Self {
        let size = Grid::filled(spec.rows, spec.cols, ());
        let mut formula = Formula::new();
        let place = [Index::Direction, Index::Number(spec.rows), Index::Number(spec.cols)];
        let bar = formula.family(Family::indexed("bar", "d,r,c", place));
        let single = formula.family(Family::indexed("single", "d,r,c", place));
        let start = formula.family(Family::indexed("start", "d,r,c", place));
        let auxiliary = formula.family(Family::auxiliary("count"));
        let mut bars = BTreeMap::new();
        for (pos, direction) in places(&size) {
            let Some(next) = step(pos, direction, 1).filter(|&next| size.contains(next)) else { continue };
            // The bar after a field becomes the one before its partner, that is, after the partner of the next field.
            let partner = Pos::new(spec.rows - 1 - next.row, spec.cols - 1 - next.col);
            let lit = match bars.get(&(partner, direction)) {
                Some(&lit) => lit,
                None => formula.indexed_var(bar, &[direction as usize, pos.row, pos.col]),
            };
            bars.insert((pos, direction), lit);
        }
        let [unchecked, words] =
            [(); 2].map(|()| Totalizer::new(&mut formula, auxiliary, [], 0, Directions::Both));
        let mut this = Self { formula, size, bars, single: BTreeMap::new(), unchecked, words };
        this.formula.label("fields in no word of a direction");
        for (pos, direction) in places(&this.size) {
            let sides = [this.before(pos, direction), this.after(pos, direction)];
            let lit = this.formula.indexed_var(single, &[direction as usize, pos.row, pos.col]);
            sides.iter().for_each(|&side| this.formula.add_bits([Bit::from(!lit), side]));
            this.formula.add_bits([Bit::from(lit), !sides[0], !sides[1]]);
            this.single.insert((pos, direction), lit.into());
        }
        this.lengths(spec);
        this.checks(spec);
        let unchecked = places(&this.size).map(|place| this.single[&place]).collect::<Vec<_>>();
        this.formula.label("count of unchecked fields");
        let fields = spec.rows * spec.cols;
        this.unchecked = Totalizer::new(&mut this.formula, auxiliary, unchecked, fields, Directions::Both);
        this.formula.label("count of words");
        let mut starts = Vec::new();
        for (pos, direction) in places(&this.size) {
            let [before, after] = [this.before(pos, direction), this.after(pos, direction)];
            if after != Bit::True {
                let lit = this.formula.indexed_var(start, &[direction as usize, pos.row, pos.col]);
                this.formula.add_bits([!before, after, lit.into()]);
                starts.push(Bit::from(lit));
            }
        }
        this.words = Totalizer::new(&mut this.formula, auxiliary, starts, fields, Directions::Upper);
        this
    }

    /// Returns the bit "there is a bar after this field, or the edge".
    fn after(&self, pos: Pos, direction: Direction) -> Bit {
        self.bars.get(&(pos, direction)).map_or(Bit::True, |&lit| lit.into())
    }

    /// Returns the bit "there is a bar before this field, or the edge".
    fn before(&self, pos: Pos, direction: Direction) -> Bit {
        step(pos, direction, -1).map_or(Bit::True, |before| self.after(before, direction))
    }

    /// Lists all stretches of fields in a line.
    fn stretches(&self) -> Vec<Run> {
        let longest = |start: Pos, direction| match direction {
            Direction::Across => self.size.cols() - start.col,
            Direction::Down => self.size.rows() - start.row,
        };
        let from = |(start, direction)| {
            (2..=longest(start, direction)).map(move |len| Run { start, direction, len })
        };
        places(&self.size).flat_map(from).collect()
    }

    /// Words have allowed lengths.
    fn lengths(&mut self, spec: &ShapeSpec) {
        self.formula.label("lengths of words");
        let allowed = |len: usize| len >= SHORTEST && spec.lengths.get(len).copied().unwrap_or(false);
        for run in self.stretches().into_iter().filter(|run| !allowed(run.len)) {
            let clause = self.not_a_word(run);
            self.formula.add_bits(clause);
        }
    }

    /// Enough letters of each word are in another one.
    fn checks(&mut self, spec: &ShapeSpec) {
        self.formula.label("every field in a word");
        for pos in self.size.positions() {
            let both = Direction::BOTH.map(|direction| !self.single[&(pos, direction)]);
            self.formula.add_bits(both);
        }
        self.formula.label("no unchecked neighbours");
        for (&(pos, direction), &bar) in &self.bars {
            let Some(next) = step(pos, direction, 1) else { continue };
            let crossing = direction.crossing();
            self.formula.add_bits([
                bar.into(),
                !self.single[&(pos, crossing)],
                !self.single[&(next, crossing)],
            ]);
        }
        self.formula.label("unchecked letters");
        let is_allowed = |len: usize| spec.lengths.get(len).copied().unwrap_or(false);
        for run in self.stretches().into_iter().filter(|run| is_allowed(run.len)) {
            let word = self.not_a_word(run);
            for places in apart(run.len, most_unchecked(run.len) + 1) {
                let single =
                    places.iter().map(|&place| !self.single[&(run.cell(place), run.direction.crossing())]);
                let clause: Vec<Bit> = word.iter().copied().chain(single).collect();
                self.formula.add_bits(clause);
            }
        }
    }

    /// Adds the clauses by which every grid has room for these words; the error says which one has none in a grid of this
    /// size.
    pub fn make_room(&mut self, words: &[PlacedWord]) -> Result<(), CannotStand> {
        check_places_between_bars(words, self.size.rows(), self.size.cols())?;
        self.formula.label("words at their places");
        for word in words {
            // None of the bits is true that would make it something other than a word.
            for bit in self.not_a_word(word.run()) {
                self.formula.add_bits([!bit]);
            }
        }
        Ok(())
    }

    /// Returns the literals, to be assumed or added, that bound the number of unchecked fields by `least` and `most`.
    /// `None` if no such number is possible.
    pub fn unchecked_between(&self, least: usize, most: usize) -> Option<Vec<Lit>> {
        let at_least = |number| self.unchecked.at_least(number).unwrap_or(Bit::False);
        let bits = [at_least(least), !at_least(most + 1)];
        if bits.contains(&Bit::False) { None } else { Some(bits.into_iter().filter_map(Bit::lit).collect()) }
    }

    /// Returns the literal, to be assumed or added, that bounds the number of words; `None` if that bounds nothing.
    pub fn words_at_most(&self, most: usize) -> Option<Lit> {
        self.words.at_least(most + 1).and_then(Bit::lit).map(|lit| !lit)
    }

    /// Lists the variables of the bars, for hints; bars that have to be equal share one.
    pub fn bars(&self) -> BTreeSet<Lit> {
        self.bars.values().copied().collect()
    }

    /// Returns the grid of a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Template {
        let bars: Bars = self.bars.iter().filter(|(_, lit)| model(**lit)).map(|(&bar, _)| bar).collect();
        Template::with_bars(self.size.map(|_, ()| Cell::Open), &bars)
    }

    /// If this grid, which is a model, has several parts, adds the clauses that forbid the bars around each. Returns the
    /// number of its parts.
    pub fn connect(&mut self, template: &Template) -> usize {
        let parts = parts(template);
        if parts.len() > 1 {
            self.formula.label("one part");
            for part in &parts {
                let is_around = |&(&(pos, direction), _): &(&(Pos, Direction), &Lit)| {
                    let next = step(pos, direction, 1);
                    part.contains(&pos) != next.is_some_and(|next| part.contains(&next))
                };
                let around: BTreeSet<Lit> =
                    self.bars.iter().filter(is_around).map(|(_, &lit)| !lit).collect();
                self.formula.add(around);
            }
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
    const SHORTEST: usize = SHORTEST;

    fn formula_mut(&mut self) -> &mut Formula {
        &mut self.formula
    }

    fn sides(&self) -> (usize, usize) {
        (self.size.rows(), self.size.cols())
    }

    fn takes_letter(&self, _: Pos) -> Bit {
        Bit::True
    }

    fn not_a_word(&self, run: Run) -> Vec<Bit> {
        let inside = (0..run.len - 1).map(|place| self.after(run.cell(place), run.direction));
        let ends = [self.before(run.start, run.direction), self.after(run.cell(run.len - 1), run.direction)];
        inside.chain(ends.map(|end| !end)).collect()
    }
}

fn step(pos: Pos, direction: Direction, steps: isize) -> Option<Pos> {
    let (rows, cols) = direction.step();
    pos.offset(rows * steps, cols * steps)
}

fn places(size: &Grid<()>) -> impl Iterator<Item = (Pos, Direction)> + use<> {
    size.positions().flat_map(|pos| Direction::BOTH.map(|direction| (pos, direction)))
}

/// Lists the sets of `count` of the numbers below `len` of which no two follow each other.
fn apart(len: usize, count: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..count {
        let longer = |set: &Vec<usize>| {
            let first = set.last().map_or(0, |last| last + 2);
            (first..len).map(|next| [&set[..], &[next]].concat()).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

/// Returns the parts of a grid between which there are only bars.
fn parts(template: &Template) -> Vec<BTreeSet<Pos>> {
    let cells = &template.cells;
    let mut part = cells.map(|pos, _| cells.index_of(pos));
    // Every field takes the least number of its part; a line of fields at a time, until nothing changes.
    loop {
        let before = part.clone();
        for run in template.runs() {
            let least = run.cells().map(|pos| part[pos]).min().unwrap_or_default();
            run.cells().for_each(|pos| part[pos] = least);
        }
        if part == before {
            break;
        }
    }
    let mut parts: BTreeMap<usize, BTreeSet<Pos>> = BTreeMap::new();
    for (pos, &number) in part.iter() {
        parts.entry(number).or_default().insert(pos);
    }
    parts.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_without_neighbours_are_listed() {
        assert_eq!(apart(4, 2), [[0, 2], [0, 3], [1, 3]]);
        assert_eq!((apart(3, 1).len(), apart(3, 3).len(), apart(12, 5).len()), (3, 0, 56));
    }
}
