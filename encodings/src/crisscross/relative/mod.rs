//! The CNF of a criss-cross that says which words cross in which letters, but not where on the board.
//!
//! Words that are connected by crossings have fixed positions relative to each other, so the true `cross` variables
//! determine the layout, up to a shift. There are few of them (147 for twelve English words), and what is learnt about
//! a few crossing words holds wherever they are on the board: the other formula has to learn it again for each place.
//! That makes the difference for proofs (`docs/encodings/crisscross.md` has the measurements).
//!
//! What crossings imply is geometry along a path of them: the two words at its ends clash, touch, cross as well,
//! or are too far apart for the board. Paths of two and three crossings are written out in advance unless there are
//! too many; clauses for longer ones, for cycles that do not close, and for words that are not connected are added when
//! a model violates them ([`RelativeEncoding::lemmas`]).

mod geometry;
mod lemma;

use super::puzzle::{Placement, Puzzle};
use crate::cnf::{Bit, Directions, Family, FamilyId, Formula, Index, Lit, Totalizer, at_most_one};
use crate::grid::{Direction, Pos};
use crate::lexicon::Sign;
use geometry::Spot;
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// Paths of a length are written out in advance if there are at most this many.
const MOST_PATHS: usize = 1_000_000;

/// Two words that could cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crossing {
    /// The entries, in their order.
    words: [usize; 2],
    /// The letter of each in which they cross.
    at: [usize; 2],
    lit: Lit,
}

/// The formula and the meaning of its variables.
#[derive(Clone, Debug)]
pub struct RelativeEncoding {
    /// The formula.
    pub formula: Formula,
    puzzle: Puzzle,
    crossings: Vec<Crossing>,
    /// The crossings of each entry.
    of_word: Vec<Vec<usize>>,
    /// Two entries that could cross, and whether they do.
    meets: Vec<([usize; 2], Lit)>,
    /// Whether each entry is read down.
    down: Vec<Lit>,
    /// Whether each entry is laid, that is, whether it crosses another one.
    laid: Vec<Lit>,
}

struct Families {
    cross: FamilyId,
    meet: FamilyId,
    down: FamilyId,
    laid: FamilyId,
    one: FamilyId,
    words: FamilyId,
    crossings: FamilyId,
}

impl Families {
    fn declare(formula: &mut Formula, puzzle: &Puzzle) -> Self {
        let word = Index::Number(puzzle.entries.len());
        let longest = puzzle.entries.iter().map(|entry| entry.word.len()).max().unwrap_or(0);
        let letter = Index::Number(longest);
        Self {
            cross: formula.family(Family::indexed("cross", "v,i,w,j", [word, letter, word, letter])),
            meet: formula.family(Family::indexed("meet", "v,w", [word, word])),
            down: formula.family(Family::indexed("down", "w", [word])),
            laid: formula.family(Family::indexed("laid", "w", [word])),
            one: formula.family(Family::auxiliary("one_crossing")),
            words: formula.family(Family::auxiliary("words")),
            crossings: formula.family(Family::auxiliary("crossings")),
        }
    }
}

impl RelativeEncoding {
    /// Writes the formula of the layouts of at least this many words (two or more) and crossings. A model without
    /// [`lemmas`](Self::lemmas) is such a layout, and each layout has one model: shifts count as one layout, and so do
    /// mirror images on a square board.
    pub fn new(puzzle: &Puzzle, least_words: usize, least_crossings: usize) -> Self {
        let mut formula = Formula::new();
        let families = Families::declare(&mut formula, puzzle);
        let count = puzzle.entries.len();
        let mut words =
            |family| -> Vec<Lit> { (0..count).map(|w| formula.indexed_var(family, &[w])).collect() };
        let (laid, down) = (words(families.laid), words(families.down));
        let crossings = find_crossings(&mut formula, &families, puzzle);
        let mut of_word = vec![Vec::new(); count];
        for (number, crossing) in crossings.iter().enumerate() {
            crossing.words.iter().for_each(|&word| of_word[word].push(number));
        }
        let mut encoding =
            Self { formula, puzzle: puzzle.clone(), crossings, of_word, meets: Vec::new(), down, laid };
        encoding.add_meets(&families);
        encoding.add_words(&families);
        encoding.add_directions();
        encoding.add_bounds(&families, least_words, least_crossings);
        encoding.add_short_paths();
        encoding
    }

    /// Two words cross in one letter of each, and one of them is read across, the other one down.
    fn add_meets(&mut self, families: &Families) {
        let formula = &mut self.formula;
        for pair in self.crossings.chunk_by(|a, b| a.words == b.words) {
            let [v, w] = pair[0].words;
            let meet = formula.indexed_var(families.meet, &[v, w]);
            let lits: Vec<Lit> = pair.iter().map(|crossing| crossing.lit).collect();
            formula.label("words that meet");
            lits.iter().for_each(|&lit| formula.add([!lit, meet]));
            formula.add(lits.iter().copied().chain([!meet]));
            formula.label("two words cross once");
            at_most_one(formula, families.one, &lits);
            formula.label("one across, one down");
            formula.add([!meet, self.down[v], self.down[w]]);
            formula.add([!meet, !self.down[v], !self.down[w]]);
            self.meets.push(([v, w], meet));
        }
    }

    /// A word is laid exactly if it crosses another one, and each of its letters is in at most one crossing.
    fn add_words(&mut self, families: &Families) {
        for word in 0..self.laid.len() {
            let formula = &mut self.formula;
            let meets: Vec<Lit> =
                self.meets.iter().filter(|(pair, _)| pair.contains(&word)).map(|&(_, lit)| lit).collect();
            formula.label("laid words cross");
            meets.iter().for_each(|&lit| formula.add([!lit, self.laid[word]]));
            formula.add(meets.iter().copied().chain([!self.laid[word]]));
            formula.label("one crossing a letter");
            for letter in 0..self.puzzle.entries[word].word.len() {
                let here = |crossing: &&Crossing| crossing.letter_of(word) == letter;
                let crossings = self.of_word[word].iter().map(|&number| &self.crossings[number]);
                let lits: Vec<Lit> = crossings.filter(here).map(|crossing| crossing.lit).collect();
                at_most_one(formula, families.one, &lits);
            }
        }
    }

    /// A long word is read in the direction in which it fits on the board; on a square board the longest laid word is
    /// read across.
    fn add_directions(&mut self) {
        let Self { formula, puzzle, down, laid, .. } = self;
        formula.label("long words");
        let mut order: Vec<usize> = (0..laid.len()).collect();
        order.sort_by_key(|&entry| Reverse(puzzle.entries[entry].word.len()));
        for &entry in &order {
            let len = puzzle.entries[entry].word.len();
            if len > puzzle.rows {
                formula.add([!laid[entry], !down[entry]]);
            }
            if len > puzzle.cols {
                formula.add([!laid[entry], down[entry]]);
            }
            formula.add([laid[entry], !down[entry]]);
        }
        if puzzle.rows == puzzle.cols {
            formula.label("no mirror image");
            for (rank, &entry) in order.iter().enumerate() {
                let longer = order[..rank].iter().map(|&other| laid[other]);
                formula.add(longer.chain([!down[entry]]));
            }
        }
    }

    fn add_bounds(&mut self, families: &Families, least_words: usize, least_crossings: usize) {
        let bits = |lits: &[Lit]| -> Vec<Bit> { lits.iter().map(|&lit| lit.into()).collect() };
        let crossings: Vec<Lit> = self.crossings.iter().map(|crossing| crossing.lit).collect();
        let counts = [
            ("count of the words", families.words, bits(&self.laid), least_words),
            ("count of the crossings", families.crossings, bits(&crossings), least_crossings),
        ];
        for (label, family, bits, least) in counts {
            self.formula.label(label);
            let total = Totalizer::new(&mut self.formula, family, bits, least, Directions::Lower);
            self.formula.add_bits([total.at_least(least).unwrap_or(Bit::False)]);
        }
    }

    /// Adds what follows from two and from three crossings in a row.
    fn add_short_paths(&mut self) {
        let degree = |word: usize| self.of_word[word].len();
        let two: usize = (0..self.laid.len()).map(|word| degree(word).pow(2)).sum();
        let three: usize =
            self.crossings.iter().map(|Crossing { words: [v, w], .. }| 2 * degree(*v) * degree(*w)).sum();
        let longest = match () {
            () if three <= MOST_PATHS => 3,
            () if two <= MOST_PATHS => 2,
            () => return,
        };
        let lemmas = lemma::of_short_paths(self, longest);
        self.formula.label("crossings in a row");
        lemmas.into_iter().for_each(|lemma| self.formula.add(lemma));
    }

    /// Returns clauses that every layout satisfies and the model violates; none if the model is a layout.
    pub fn lemmas(&self, model: impl Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        lemma::of_model(self, &model)
    }

    /// Adds such clauses to the formula.
    pub fn add_lemmas(&mut self, lemmas: &[Vec<Lit>]) {
        self.formula.label("crossings of models");
        lemmas.iter().for_each(|lemma| self.formula.add(lemma.iter().copied()));
    }

    /// Returns the layout of a model without lemmas, in the upper left corner of the board.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Placement> {
        let Some(first) = self.laid.iter().position(|&lit| model(lit)) else { return Vec::new() };
        let direction = if model(self.down[first]) { Direction::Down } else { Direction::Across };
        let spots: Vec<(usize, Spot)> = self
            .reached(first, Spot::origin(direction), &model)
            .into_iter()
            .map(|reached| (reached.word, reached.spot))
            .collect();
        let top = spots.iter().map(|(_, spot)| spot.row).min().unwrap_or(0);
        let left = spots.iter().map(|(_, spot)| spot.col).min().unwrap_or(0);
        let placement = |(entry, spot): (usize, Spot)| {
            let start = Pos::new((spot.row - top) as usize, (spot.col - left) as usize);
            Placement { entry, start, direction: spot.direction }
        };
        let mut placements: Vec<Placement> = spots.into_iter().map(placement).collect();
        placements.sort_unstable();
        placements
    }

    /// Returns the words that are connected to `from` by the crossings of a model, the nearest ones first.
    fn reached(&self, from: usize, spot: Spot, model: impl Fn(Lit) -> bool) -> Vec<Reached> {
        let mut reached = vec![Reached { word: from, spot, path: Vec::new() }];
        let mut seen = vec![false; self.laid.len()];
        seen[from] = true;
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            for &crossing in &self.of_word[reached[number].word] {
                if !model(self.crossings[crossing].lit) {
                    continue;
                }
                let here = &reached[number];
                let (word, spot) = self.crossings[crossing].follow(here.word, here.spot);
                if !std::mem::replace(&mut seen[word], true) {
                    let path = here.path.iter().copied().chain([crossing]).collect();
                    open.push_back(reached.len());
                    reached.push(Reached { word, spot, path });
                }
            }
        }
        reached
    }
}

/// A word that is connected to another one.
struct Reached {
    word: usize,
    /// Its place.
    spot: Spot,
    /// A shortest path of crossings that leads to it.
    path: Vec<usize>,
}

impl Crossing {
    /// Returns the index of the crossing's letter in one of its words.
    fn letter_of(&self, word: usize) -> usize {
        self.at[usize::from(self.words[1] == word)]
    }

    /// Returns the other word, and its spot if the word `from` has this spot.
    fn follow(&self, from: usize, spot: Spot) -> (usize, Spot) {
        let own = usize::from(self.words[1] == from);
        (self.words[1 - own], spot.crossed(self.at[own], self.at[1 - own]))
    }
}

/// Returns all crossings that common letters allow, of words that are not longer than the board, pair by pair.
fn find_crossings(formula: &mut Formula, families: &Families, puzzle: &Puzzle) -> Vec<Crossing> {
    let fits = |entry: &usize| puzzle.entries[*entry].word.len() <= puzzle.longest();
    let fitting: Vec<usize> = (0..puzzle.entries.len()).filter(fits).collect();
    let mut crossings = Vec::new();
    for (number, &v) in fitting.iter().enumerate() {
        for &w in &fitting[number + 1..] {
            for (i, a) in puzzle.entries[v].word.iter().enumerate() {
                for (j, b) in puzzle.entries[w].word.iter().enumerate() {
                    if a == b {
                        let lit = formula.indexed_var(families.cross, &[v, i, w, j]);
                        crossings.push(Crossing { words: [v, w], at: [i, j], lit });
                    }
                }
            }
        }
    }
    crossings
}

/// Returns how many crossings of two words the list and the board allow; the size of the formula depends on it.
pub fn count_crossings(puzzle: &Puzzle) -> usize {
    // For each letter, how often it occurs in words that fit, and its pairs within a word.
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let (mut total, mut within) = (BTreeMap::<Sign, usize>::new(), 0);
    for entry in puzzle.entries.iter().filter(|entry| entry.word.len() <= puzzle.longest()) {
        let mut own = BTreeMap::<Sign, usize>::new();
        entry.word.iter().for_each(|&letter| *own.entry(letter).or_default() += 1);
        within += own.values().map(|&n| pairs(n)).sum::<usize>();
        own.into_iter().for_each(|(letter, n)| *total.entry(letter).or_default() += n);
    }
    total.values().map(|&n| pairs(n)).sum::<usize>() - within
}
