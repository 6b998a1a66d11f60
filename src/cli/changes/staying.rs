//! What stays while a word is replaced: words that an editor wants to keep, letters that are shown to the solver, and the
//! solution word.
//!
//! The search for the nearest puzzle takes such letters as given. Those of the solution word stay only if there is such a
//! puzzle, unless the solution word was asked for.

use super::{ChangeError, Finished, Flags, spelled};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, PlacedWord, Theme, fold};
use std::collections::BTreeSet;

/// What has to be in a puzzle in which a word is replaced, besides what the flags for changes keep.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Own words.
    pub themes: &'a [Theme],
    /// Own words with a place.
    pub placed: &'a [PlacedWord],
    /// The letters of the solution word; empty if none is asked for.
    pub solution_word: &'a [Letter],
}

/// Cells that stay as they are, and what these are for a person.
pub(super) struct Staying {
    pub cells: BTreeSet<usize>,
    pub names: Vec<&'static str>,
}

impl Flags {
    /// Returns what stays while the word of a slot is replaced: everything that should, and then only what has to.
    pub(super) fn staying(
        &self,
        puzzle: &Finished<'_>,
        all: &[Vec<Letter>],
        replaced: usize,
        by: Option<&[Letter]>,
        wanted: Wanted<'_>,
    ) -> Result<Vec<Staying>, ChangeError> {
        let slots = &puzzle.problem.slots;
        let find = |word: &[Letter]| all.iter().position(|its| its == word);
        let mut held = BTreeSet::new();
        for word in &self.keep {
            let slot = fold(word).and_then(|word| find(&word));
            held.insert(slot.ok_or_else(|| ChangeError::NotThere(word.clone()))?);
        }
        for word in wanted.placed {
            let run = word.run();
            let start = puzzle.positions.iter().position(|&pos| pos == run.start);
            let is_there = |slot: &usize| {
                let cells = &slots[*slot].cells;
                let second = cells.get(1).map(|&cell| puzzle.positions[cell]);
                cells.first().copied() == start
                    && second == run.cells().nth(1)
                    && all[*slot] == word.letters()
            };
            let slot = (0..slots.len()).find(is_there);
            held.insert(slot.ok_or_else(|| ChangeError::Wanted(word.spelled()))?);
        }
        for theme in wanted.themes {
            let (there, lacking): (Vec<_>, Vec<_>) =
                theme.words().iter().partition(|word| find(word).is_some() || by == Some(&word[..]));
            if let Some(word) = lacking.first().filter(|_| there.len() < theme.at_least()) {
                return Err(ChangeError::Wanted(spelled(word)));
            }
            held.extend(there.into_iter().filter_map(|word| find(word)));
        }
        if held.contains(&replaced) {
            return Err(ChangeError::Stays(spelled(&all[replaced])));
        }
        // What the word is replaced by is asked for, whatever is shown or spelled there.
        let letter = |cell: usize| puzzle.letters[cell];
        let new = |(&cell, &by): (&usize, &Letter)| (letter(cell) != Some(by)).then_some(cell);
        let changes: BTreeSet<usize> =
            slots[replaced].cells.iter().zip(by.unwrap_or_default()).filter_map(new).collect();
        let cells_of = |fields: &dyn Fn(&Pos) -> bool| -> BTreeSet<usize> {
            let cells = puzzle.positions.iter().enumerate().filter(|(_, pos)| fields(pos));
            cells.map(|(cell, _)| cell).filter(|cell| !changes.contains(cell)).collect()
        };
        let mut cells: BTreeSet<usize> =
            held.iter().flat_map(|&slot| slots[slot].cells.iter().copied()).collect();
        let mut names = Vec::new();
        if !held.is_empty() {
            names.push("the words to keep");
        }
        let shown = cells_of(&|pos| puzzle.shown.contains(pos));
        if !shown.is_empty() {
            names.push("the letters shown to the solver");
            cells.extend(shown);
        }
        let solution = cells_of(&|pos| puzzle.solution_word.contains(pos));
        let spells: Vec<Option<Letter>> = puzzle
            .solution_word
            .iter()
            .map(|its| puzzle.positions.iter().position(|pos| pos == its).and_then(letter))
            .collect();
        let asked: Vec<Option<Letter>> = wanted.solution_word.iter().copied().map(Some).collect();
        if !asked.is_empty() && asked != spells {
            return Err(ChangeError::OtherSolutionWord(spelled(wanted.solution_word)));
        }
        let without = Staying { cells: cells.clone(), names: names.clone() };
        if solution.is_empty() {
            return Ok(vec![without]);
        }
        names.push("the letters of the solution word");
        cells.extend(solution);
        let mut staying = vec![Staying { cells, names }];
        if asked.is_empty() {
            staying.push(without);
        }
        Ok(staying)
    }
}
