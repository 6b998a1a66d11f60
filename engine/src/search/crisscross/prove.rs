//! Proving with the formula: is there a better layout?
//!
//! Layer by layer the formula is asked for a layout with one more word, with one more crossing, and in each box with
//! fewer fields. Either a better layout comes back, and the question is asked again, or there is none, and the layer is
//! proven. Connected words have at least one crossing fewer than there are words, so at least that many crossings are
//! always required. What is wrong with a model is excluded by clauses, and the solver continues.

use super::best::Best;
use super::claim::{Question, Refuted};
use super::{Options, Progress, Stage};
use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::crisscross::bound::Bound;
use crate::encodings::crisscross::puzzle::{Placement, Puzzle};
use crate::encodings::crisscross::relative::count_crossings;
use crate::encodings::grid::{Direction, Pos};
use crate::solver::{Budget, SatAnswer, ask, load};

/// Which layers are proven to be the best there can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// No layout has more words.
    pub words: bool,
    /// No layout with this many words has more crossings.
    pub crossings: bool,
    /// No layout with this many words and crossings has a smaller bounding box.
    pub area: bool,
}

/// The formula's answer to a question.
enum Verdict {
    Found(Vec<Placement>),
    /// There is no such layout, by the formula and these clauses, which every layout satisfies.
    None(Vec<Vec<Lit>>),
    Unknown,
}

/// No formula is made for more possible crossings than this: no question of that size was ever answered.
const MOST_CROSSINGS: usize = 20_000;

/// Asks the formula.
pub(super) struct Prover<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) bound: &'a Bound,
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget,
    pub(super) best: &'a Best,
    pub(super) watch: &'a (dyn Fn(Progress) + Sync),
    refuted: Vec<Refuted>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        bound: &'a Bound,
        options: &'a Options,
        budget: &'a Budget,
        best: &'a Best,
        watch: &'a (dyn Fn(Progress) + Sync),
    ) -> Self {
        Self { puzzle, bound, options, budget, best, watch, refuted: Vec::new() }
    }

    /// Improves the best layout until it is proven in all layers, or the solver gives up. Returns what is proven, and
    /// the refuted questions that prove it.
    pub(super) fn run(mut self) -> (Proof, Vec<Refuted>) {
        let proof = self.layers();
        // That some boxes are refuted proves nothing about the others.
        self.refuted.retain(|refuted| proof.area || refuted.question.stage != Stage::Area);
        (proof, self.refuted)
    }

    fn layers(&mut self) -> Proof {
        let mut proof = Proof::default();
        let Puzzle { rows, cols, .. } = *self.puzzle;
        while !proof.words {
            let words = self.best.value().words;
            if words >= self.bound.words {
                proof.words = true;
            } else {
                let question =
                    Question { stage: Stage::Words, rows, cols, words: words + 1, crossings: words };
                let Some(none) = self.step(question) else { return proof };
                proof.words = none;
            }
        }
        if !self.options.taste.is_usual() {
            // The other layers can only be proven in the usual order.
            return proof;
        }
        while !proof.crossings {
            let value = self.best.value();
            let most = if value.words == self.bound.words { self.bound.crossings } else { usize::MAX };
            if value.crossings >= most {
                proof.crossings = true;
            } else {
                let (words, crossings) = (value.words, value.crossings + 1);
                let question = Question { stage: Stage::Crossings, rows, cols, words, crossings };
                let Some(none) = self.step(question) else { return proof };
                proof.crossings = none;
            }
        }
        proof.area = self.area();
        proof
    }

    /// Asks for boxes with fewer fields until there is none; returns whether that is proven.
    fn area(&mut self) -> bool {
        self.shortest_alone();
        let mut refuted: Vec<(usize, usize)> = Vec::new();
        loop {
            let value = self.best.value();
            let boxes = smaller_boxes(self.puzzle, value.area(), self.fewest_fields());
            let covers = |&(rows, cols): &(usize, usize), &(r, c): &(usize, usize)| rows <= r && cols <= c;
            let open = boxes.into_iter().find(|size| !refuted.iter().any(|other| covers(size, other)));
            let Some((rows, cols)) = open else { return true };
            let (words, crossings) = (value.words, value.crossings);
            match self.step(Question { stage: Stage::Area, rows, cols, words, crossings }) {
                Some(true) => {
                    refuted.push((rows, cols));
                    // The mirror image of a layout in the other box would be one in this box.
                    refuted.push((cols, rows));
                }
                Some(false) => {}
                None => return false,
            }
        }
    }

    /// If no two words can be placed together, the shortest one alone has the smallest box.
    fn shortest_alone(&self) {
        let shortest =
            (0..self.puzzle.entries.len()).min_by_key(|&entry| self.puzzle.entries[entry].word.len());
        if let Some(entry) = shortest.filter(|_| self.best.value().words == 1) {
            let fits_across = self.puzzle.entries[entry].word.len() <= self.puzzle.cols;
            let direction = if fits_across { Direction::Across } else { Direction::Down };
            let alone = [Placement { entry, start: Pos::new(0, 0), direction }];
            self.best.offer(self.puzzle.layout(alone).value(), || alone.to_vec());
        }
    }

    /// Returns a lower bound for the fields of a layout as good as the best one: the letters of the shortest words,
    /// less the crossings; and at least the number of crossings, each of which is a field of its own.
    fn fewest_fields(&self) -> usize {
        let value = self.best.value();
        let mut lengths: Vec<usize> = self.puzzle.entries.iter().map(|entry| entry.word.len()).collect();
        lengths.sort_unstable();
        let letters: usize = lengths.iter().take(value.words).sum();
        // The shortest words need not be the placed ones, so they may have fewer letters than there are crossings.
        letters.saturating_sub(value.crossings).max(value.crossings)
    }

    /// Asks one question: `true` if there is no such layout, `false` if one was found and kept, `None` if the solver
    /// gave up.
    fn step(&mut self, question: Question) -> Option<bool> {
        (self.watch)(self.best.progress(question.stage));
        log::info!("asking the formula for {question}");
        match self.ask(question) {
            Verdict::Found(placements) => {
                let value = self.puzzle.layout(placements.iter().copied()).value();
                // Anything else is a mistake in the formula, and asking again would never end.
                self.best.offer(value, || placements).then_some(false)
            }
            Verdict::None(lemmas) => {
                self.refuted.push(Refuted { question, lemmas });
                Some(true)
            }
            Verdict::Unknown => None,
        }
    }

    fn ask(&self, question: Question) -> Verdict {
        let puzzle = &question.puzzle(self.puzzle);
        if count_crossings(puzzle) > MOST_CROSSINGS || self.budget.exhausted() {
            return Verdict::Unknown;
        }
        let mut encoding = question.encoding(puzzle);
        let mut met: Vec<Vec<Lit>> = Vec::new();
        let mut solver = self.options.setup.back_end.solver(self.options.setup.seed);
        let mut mark = 0;
        loop {
            mark = load(&mut *solver, &encoding.formula, mark);
            if has_empty_clause(&encoding.formula) {
                return Verdict::None(met);
            }
            if let Some(conflicts) = self.options.conflicts {
                // A wrong model counts as a conflict, too, although it is found here and not by the solver.
                let found = u32::try_from(met.len()).unwrap_or(u32::MAX);
                match conflicts.checked_sub(found) {
                    Some(left) => solver.limit_conflicts(left),
                    None => return Verdict::Unknown,
                }
            }
            match ask(&mut *solver, &encoding.formula, &question, self.budget) {
                SatAnswer::Unsat => return Verdict::None(met),
                SatAnswer::Unknown => return Verdict::Unknown,
                SatAnswer::Sat => {}
            }
            let model = |lit| solver.value(lit);
            let lemmas = encoding.lemmas(model);
            if lemmas.is_empty() {
                return Verdict::Found(encoding.decode(model));
            }
            encoding.add_lemmas(&lemmas);
            met.extend(lemmas);
        }
    }
}

fn has_empty_clause(formula: &Formula) -> bool {
    formula.clauses().any(<[_]>::is_empty)
}

/// Returns the largest boxes on the board that have fewer than `area` fields and at least `fewest`: every smaller box
/// fits in one of them.
fn smaller_boxes(puzzle: &Puzzle, area: usize, fewest: usize) -> Vec<(usize, usize)> {
    let cols_of = |rows: usize| puzzle.cols.min(area.saturating_sub(1) / rows);
    (1..=puzzle.rows)
        .map(|rows| (rows, cols_of(rows)))
        .filter(|&(rows, cols)| cols > 0 && rows * cols >= fewest)
        .filter(|&(rows, cols)| rows == puzzle.rows || cols_of(rows + 1) < cols)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_smaller_box_lies_in_one_that_is_asked_for() {
        for (rows, cols) in [(1, 9), (5, 5), (7, 4), (12, 12)] {
            let puzzle = Puzzle { rows, cols, entries: Vec::new() };
            for area in 1..=rows * cols {
                let boxes = smaller_boxes(&puzzle, area, 0);
                for (r, c) in (1..=rows).flat_map(|r| (1..=cols).map(move |c| (r, c))) {
                    let covered = boxes.iter().any(|&(rows, cols)| r <= rows && c <= cols);
                    assert_eq!(covered, r * c < area, "{r}x{c} of {rows}x{cols}, below {area}");
                }
            }
        }
    }
}
