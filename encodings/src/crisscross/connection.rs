//! Connectivity of the layout, written out by levels.
//!
//! `meet(v,w)` makes the words v and w cross. The first of the words that are laid is the root.
//! `near(w,n)` says that at most n crossings lead from the root to w: it is the root, or it meets a word that
//! is nearer. Every laid word is near at the last level. This takes n² variables per level, n levels for n words,
//! and a clause for each placement and each other word, so it is meant for formulas that go to other solvers;
//! our own search forbids islands as it finds them instead.

use super::families::Families;
use super::puzzle::Puzzle;
use crate::cnf::{Bit, Formula, Lit};
use crate::grid::Run;

/// What the clauses are about.
pub(super) struct Connection<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) families: &'a Families,
    /// The possible places of each entry.
    pub(super) places: &'a [Vec<(Run, Lit)>],
    pub(super) laid: &'a [Bit],
}

impl Connection<'_> {
    /// Adds the clauses.
    pub(super) fn write(&self, formula: &mut Formula) {
        let count = self.laid.len();
        let meet = self.meet(formula);
        formula.label("the first laid word is the root");
        let roots: Vec<Bit> = (0..count)
            .map(|word| {
                let earlier = self.laid[..word].iter().map(|&bit| !bit);
                let bits: Vec<Bit> = earlier.chain([self.laid[word]]).collect();
                formula.and(self.families.root, &[word], &bits)
            })
            .collect();
        formula.label("every word is reached from the root");
        let mut near = roots.clone();
        for level in 1..count {
            let mut next = Vec::with_capacity(count);
            for w in 0..count {
                if near[w] == Bit::True {
                    next.push(Bit::True);
                    continue;
                }
                let mut reasons = vec![near[w]];
                for v in (0..count).filter(|&v| v != w) {
                    reasons.push(formula.and(
                        self.families.via,
                        &[v, w, level],
                        &[near[v], meet[v.min(w)][v.max(w)]],
                    ));
                }
                next.push(formula.or(self.families.near, &[w, level], &reasons));
            }
            near = next;
        }
        for (&laid, &near) in self.laid.iter().zip(&near) {
            formula.add_bits([!laid, near]);
        }
    }

    /// Returns `meet(v,w)` for v < w: if it is true, the two words cross. (It may be false even if they do.)
    fn meet(&self, formula: &mut Formula) -> Vec<Vec<Bit>> {
        let count = self.places.len();
        let mut meet = vec![vec![Bit::False; count]; count];
        formula.label("words that meet");
        for (v, w) in pairs(count) {
            let letters = &self.puzzle.entries[w].word;
            if !self.puzzle.entries[v].word.iter().any(|letter| letters.contains(letter)) {
                continue;
            }
            let lit = formula.indexed_var(self.families.meet, &[v, w]);
            meet[v][w] = lit.into();
            formula.add_bits([!Bit::from(lit), self.laid[v]]);
            formula.add_bits([!Bit::from(lit), self.laid[w]]);
            // Wherever v lies, w crosses it.
            let index = Starts::new(self.puzzle, &self.places[w]);
            for &(run, place) in &self.places[v] {
                let crossing = index.crossing(self.puzzle, (v, run), w);
                formula.add([!lit, !place].into_iter().chain(crossing));
            }
        }
        meet
    }
}

/// Iterates over all pairs v < w below `count`.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |v| (v + 1..count).map(move |w| (v, w)))
}

/// The placements of a word by direction and start.
struct Starts {
    cols: usize,
    lits: [Vec<Option<Lit>>; 2],
}

impl Starts {
    fn new(puzzle: &Puzzle, places: &[(Run, Lit)]) -> Self {
        let cols = puzzle.cols;
        let mut lits = [(); 2].map(|()| vec![None; puzzle.rows * cols]);
        for &(run, lit) in places {
            lits[run.direction as usize][run.start.row * cols + run.start.col] = Some(lit);
        }
        Self { cols, lits }
    }

    /// Returns the placements of `w` that cross `v`, which lies on `run`, in a common letter.
    fn crossing(&self, puzzle: &Puzzle, (v, run): (usize, Run), w: usize) -> Vec<Lit> {
        let direction = run.direction.crossing();
        let (down, right) = direction.step();
        let mut found = Vec::new();
        for (pos, letter) in run.cells().zip(&puzzle.entries[v].word) {
            for (i, _) in puzzle.entries[w].word.iter().enumerate().filter(|(_, l)| *l == letter) {
                let i = i as isize;
                let start = pos.offset(-i * down, -i * right);
                let place = start.and_then(|p| self.lits[direction as usize][p.row * self.cols + p.col]);
                found.extend(place);
            }
        }
        found
    }
}
