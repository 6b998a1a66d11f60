//! The CNF of a criss-cross: which word lies where, and that the layout obeys the rules.
//!
//! The rules for neighbours say that the runs of two or more letters are exactly the laid words. So the formula is
//! about runs: whether a field is `filled` decides where runs are, each run's start requires a word that begins
//! there, and a laid word fills its fields and leaves those before and after it empty. Words that overlap or touch
//! need no further clauses. Connectivity is left to the code that drives the formula
//! ([`CrissCrossEncoding::forbid_island`]; layouts with many crossings rarely fall apart), or written out by levels
//! where the formula goes to another solver.
//!
//! The objective is a unary count for each layer, so that a bound on it is one assumption; or a cost for each
//! thing that is missing, for solvers that minimise (`costs`).

use super::connection::Connection;
use super::costs::{Costs, Layers};
use super::families::Families;
use super::puzzle::{Placement, Puzzle};
use crate::cnf::{Bit, Directions, Formula, Lit, Totalizer, at_most_one};
use crate::grid::{Direction, Grid, Pos, Run};
use std::cmp::Reverse;

/// What the formula requires besides the rules for neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// All words are laid; otherwise some may be left out.
    pub all_words: bool,
    /// The layout is connected; otherwise it may fall apart.
    pub connected: bool,
    /// The layout touches the first row and the first column, as every layout does after a shift: fewer models, and no
    /// layout is lost.
    pub in_corner: bool,
    /// On a square board the longest laid word is read across: of each layout and its mirror image only one is left.
    pub no_mirror: bool,
    /// The largest bound for [`CrissCrossEncoding::at_least_crossings`]; 0 if it is not needed.
    pub crossings: usize,
    /// The costs of a layout are in [`CrissCrossEncoding::costs`]; every layout then touches the first row and column.
    pub priced: bool,
}

/// The formula and the meaning of its variables.
#[derive(Clone, Debug)]
pub struct CrissCrossEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    /// The costs of layouts, if [`Wishes::priced`].
    pub costs: Option<Costs>,
    /// The possible places of each entry.
    places: Vec<Vec<(Run, Lit)>>,
    laid: Vec<Bit>,
    words: Totalizer,
    crossings: Totalizer,
}

/// The bits that describe a field.
struct Fields {
    filled: Grid<Bit>,
    /// By direction: whether this field and the next one are filled.
    joined: [Grid<Bit>; 2],
}

impl Fields {
    fn filled(&self, pos: Option<Pos>) -> Bit {
        pos.and_then(|pos| self.filled.get(pos)).copied().unwrap_or(Bit::False)
    }

    fn joined(&self, direction: usize, pos: Option<Pos>) -> Bit {
        pos.and_then(|pos| self.joined[direction].get(pos)).copied().unwrap_or(Bit::False)
    }
}

fn before(pos: Pos, direction: Direction) -> Option<Pos> {
    let (rows, cols) = direction.step();
    pos.offset(-rows, -cols)
}

fn after(run: Run) -> Pos {
    run.cell(run.len)
}

impl CrissCrossEncoding {
    /// Writes the formula whose models are the layouts that obey the rules for neighbours and `wishes`.
    pub fn new(puzzle: &Puzzle, wishes: Wishes) -> Self {
        let mut formula = Formula::new();
        let families = Families::declare(&mut formula, puzzle);
        let places = add_places(&mut formula, &families, puzzle);
        let fields = add_fields(&mut formula, &families, puzzle);
        add_letters(&mut formula, &families, puzzle, &places, &fields);
        add_runs(&mut formula, &families, &places, &fields);
        let laid = add_laid(&mut formula, &families, &places, wishes.all_words);
        if wishes.no_mirror && puzzle.rows == puzzle.cols {
            forbid_mirror(&mut formula, &places, &laid);
        }
        if wishes.in_corner || wishes.priced {
            formula.label("in the corner");
            let filled = &fields.filled;
            formula.add_bits((0..puzzle.cols).map(|col| filled[Pos::new(0, col)]));
            formula.add_bits((0..puzzle.rows).map(|row| filled[Pos::new(row, 0)]));
        }
        formula.label("count of the words");
        let cap = if wishes.all_words { 0 } else { laid.len() };
        let words =
            Totalizer::new(&mut formula, families.count_words, laid.iter().copied(), cap, Directions::Lower);
        let crossing = match wishes.crossings > 0 || wishes.priced {
            true => add_crossings(&mut formula, &families, &fields),
            false => Vec::new(),
        };
        let layers = Layers { laid: &laid, crossings: &crossing, filled: &fields.filled };
        let costs = wishes.priced.then(|| layers.price(&mut formula, &families));
        formula.label("count of the crossings");
        let crossings = Totalizer::new(
            &mut formula,
            families.count_crossings,
            crossing,
            wishes.crossings,
            Directions::Lower,
        );
        if wishes.connected {
            Connection { puzzle, families: &families, places: &places, laid: &laid }.write(&mut formula);
        }
        Self { formula, costs, places, laid, words, crossings }
    }

    /// Returns the bit to assume or to add for a layout of at least `count` words.
    pub fn at_least_words(&self, count: usize) -> Bit {
        self.words.at_least(count).unwrap_or(Bit::from(count <= self.laid.len()))
    }

    /// Returns the bit to assume or to add for a layout of at least `count` crossings; `None` beyond
    /// [`Wishes::crossings`].
    pub fn at_least_crossings(&self, count: usize) -> Option<Bit> {
        self.crossings.at_least(count)
    }

    /// Returns the bit that says whether an entry is laid.
    pub fn laid(&self, entry: usize) -> Bit {
        self.laid[entry]
    }

    /// Returns the literal of a placement; `None` if the entry cannot lie there.
    pub fn place(&self, placement: Placement) -> Option<Lit> {
        let found = self
            .places
            .get(placement.entry)?
            .iter()
            .find(|(run, _)| run.start == placement.start && run.direction == placement.direction);
        found.map(|&(_, lit)| lit)
    }

    /// Returns the layout of a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Placement> {
        let mut placements = Vec::new();
        for (entry, places) in self.places.iter().enumerate() {
            let place = places.iter().filter(|&&(_, lit)| model(lit));
            placements.extend(place.map(|&(run, _)| Placement {
                entry,
                start: run.start,
                direction: run.direction,
            }));
        }
        placements
    }

    /// Forbids an island: words that cross none of the others. Connected layouts satisfy the added clause: one of these
    /// words lies elsewhere or is left out, another word crosses one of them, or there is no other word.
    ///
    /// `others` are bits that together imply a word besides these (for example "at least 7 words").
    pub fn forbid_island(&mut self, puzzle: &Puzzle, island: &[Placement], others: &[Bit]) {
        let mut cells: [Grid<bool>; 2] = [(); 2].map(|()| Grid::filled(puzzle.rows, puzzle.cols, false));
        let mut inside = vec![false; puzzle.entries.len()];
        let mut clause: Vec<Bit> = Vec::new();
        for &placement in island {
            inside[placement.entry] = true;
            clause.extend(self.place(placement).map(|lit| Bit::Lit(!lit)));
            let len = puzzle.entries[placement.entry].word.len();
            let run = Run { start: placement.start, direction: placement.direction, len };
            run.cells().for_each(|pos| cells[placement.direction as usize][pos] = true);
        }
        for (_, places) in self.places.iter().enumerate().filter(|&(entry, _)| !inside[entry]) {
            for &(run, lit) in places {
                if run.cells().any(|pos| cells[run.direction.crossing() as usize][pos]) {
                    clause.push(lit.into());
                }
            }
        }
        clause.extend(others.iter().map(|&bit| !bit));
        self.formula.label("islands that were met");
        self.formula.add_bits(clause);
    }
}

/// `place(WORD,d,r,c)`: at most one for each word.
fn add_places(formula: &mut Formula, families: &Families, puzzle: &Puzzle) -> Vec<Vec<(Run, Lit)>> {
    let mut all = Vec::with_capacity(puzzle.entries.len());
    for entry in 0..puzzle.entries.len() {
        let mut places = Vec::new();
        for run in puzzle.places(entry) {
            let number = (entry * 2 + run.direction as usize) * puzzle.rows * puzzle.cols;
            let key = number + run.start.row * puzzle.cols + run.start.col;
            places.push((run, formula.var(families.place, key as u64)));
        }
        all.push(places);
    }
    formula.label("one place for a word");
    for places in &all {
        let lits: Vec<Lit> = places.iter().map(|&(_, lit)| lit).collect();
        at_most_one(formula, families.one_place, &lits);
    }
    all
}

/// `filled(r,c)` and `joined(d,r,c)`; no letter is alone.
fn add_fields(formula: &mut Formula, families: &Families, puzzle: &Puzzle) -> Fields {
    let (rows, cols) = (puzzle.rows, puzzle.cols);
    let filled =
        Grid::from_fn(rows, cols, |pos| Bit::Lit(formula.indexed_var(families.filled, &[pos.row, pos.col])));
    formula.label("letters side by side");
    let joined = Direction::BOTH.map(|direction| {
        filled.map(|pos, &here| {
            let (down, right) = direction.step();
            let next = pos.offset(down, right).and_then(|next| filled.get(next)).copied();
            let indices = [direction as usize, pos.row, pos.col];
            formula.and(families.joined, &indices, &[here, next.unwrap_or(Bit::False)])
        })
    });
    let fields = Fields { filled, joined };
    formula.label("no letter alone");
    for pos in fields.filled.positions() {
        let mut clause = vec![!fields.filled[pos]];
        for direction in Direction::BOTH {
            clause.push(fields.joined(direction as usize, Some(pos)));
            clause.push(fields.joined(direction as usize, before(pos, direction)));
        }
        formula.add_bits(clause);
    }
    fields
}

/// `letter(r,c,A)`: implied by the words, at most one per field, and only where a word has it.
fn add_letters(
    formula: &mut Formula,
    families: &Families,
    puzzle: &Puzzle,
    places: &[Vec<(Run, Lit)>],
    fields: &Fields,
) {
    let alphabet = puzzle.alphabet();
    // For each field and letter, the placements that have it there.
    let mut sources: Grid<Vec<Vec<Lit>>> =
        Grid::filled(puzzle.rows, puzzle.cols, vec![Vec::new(); alphabet.len()]);
    for (word, places) in puzzle.indices(&alphabet).iter().zip(places) {
        for &(run, lit) in places {
            for (pos, &letter) in run.cells().zip(word) {
                sources[pos][letter].push(lit);
            }
        }
    }
    for (pos, by_letter) in sources.iter() {
        let mut lits = Vec::new();
        for (letter, sources) in by_letter.iter().enumerate().filter(|(_, sources)| !sources.is_empty()) {
            let key = (pos.row * puzzle.cols + pos.col) * alphabet.len() + letter;
            let lit = formula.var(families.letter, key as u64);
            formula.label("word → letters");
            sources.iter().for_each(|&place| formula.add([!place, lit]));
            formula.label("letter → some word");
            formula.add(sources.iter().copied().chain([!lit]));
            formula.label("letter → filled");
            formula.add_bits([Bit::Lit(!lit), fields.filled[pos]]);
            lits.push(lit);
        }
        formula.label("filled → some letter");
        formula.add_bits(lits.iter().map(|&lit| Bit::Lit(lit)).chain([!fields.filled[pos]]));
        formula.label("one letter a field");
        at_most_one(formula, families.one_place, &lits);
    }
}

/// The runs of two or more letters are exactly the laid words.
fn add_runs(formula: &mut Formula, families: &Families, places: &[Vec<(Run, Lit)>], fields: &Fields) {
    let (rows, cols) = (fields.filled.rows(), fields.filled.cols());
    let mut starting = [(); 2].map(|()| Grid::filled(rows, cols, Vec::new()));
    let mut covering = [(); 2].map(|()| Grid::filled(rows, cols, Vec::new()));
    formula.label("empty before and after a word");
    for &(run, lit) in places.iter().flatten() {
        let place = Bit::Lit(lit);
        formula.add_bits([!place, !fields.filled(before(run.start, run.direction))]);
        formula.add_bits([!place, !fields.filled(Some(after(run)))]);
        starting[run.direction as usize][run.start].push(place);
        for pos in run.cells().take(run.len - 1) {
            covering[run.direction as usize][pos].push(place);
        }
    }
    for direction in Direction::BOTH {
        let d = direction as usize;
        for pos in fields.filled.positions() {
            formula.label("a word where a run starts");
            let empty = !fields.filled(before(pos, direction));
            let start = formula.and(families.start, &[d, pos.row, pos.col], &[empty, fields.joined[d][pos]]);
            formula.add_bits(starting[d][pos].iter().copied().chain([!start]));
            formula.label("side by side → some word");
            formula.add_bits(covering[d][pos].iter().copied().chain([!fields.joined[d][pos]]));
        }
    }
}

/// `laid(w)`: the word is on the board.
fn add_laid(formula: &mut Formula, families: &Families, places: &[Vec<(Run, Lit)>], all: bool) -> Vec<Bit> {
    formula.label("words that are laid");
    let laid = |(entry, places): (usize, &Vec<(Run, Lit)>)| {
        let places = places.iter().map(|&(_, lit)| Bit::Lit(lit));
        if all {
            formula.add_bits(places);
            Bit::True
        } else {
            formula.or(families.laid, &[entry], &places.collect::<Vec<_>>())
        }
    };
    places.iter().enumerate().map(laid).collect()
}

/// The first laid word, the longest ones first, is read across.
fn forbid_mirror(formula: &mut Formula, places: &[Vec<(Run, Lit)>], laid: &[Bit]) {
    formula.label("no mirror image");
    let length = |entry: usize| places[entry].first().map_or(0, |(run, _)| run.len);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&entry| Reverse(length(entry)));
    for (rank, &entry) in order.iter().enumerate() {
        let longer = order[..rank].iter().map(|&other| laid[other]);
        for &(_, place) in places[entry].iter().filter(|(run, _)| run.direction == Direction::Down) {
            formula.add_bits(longer.clone().chain([Bit::Lit(!place)]));
        }
    }
}

/// `crossing(r,c)` for each field.
fn add_crossings(formula: &mut Formula, families: &Families, fields: &Fields) -> Vec<Bit> {
    formula.label("crossings");
    let mut crossings = Vec::new();
    for pos in fields.filled.positions() {
        let covered = Direction::BOTH.map(|direction| {
            let d = direction as usize;
            let bits = [fields.joined(d, before(pos, direction)), fields.joined(d, Some(pos))];
            formula.or(families.covered, &[d, pos.row, pos.col], &bits)
        });
        crossings.push(formula.and(families.crossing, &[pos.row, pos.col], &covered));
    }
    crossings
}
