//! Laying the words of a criss-cross: all of them by the search of criss-crosses, or, if some are there already and stay, the
//! others beside them.
//!
//! The search lays whole lists and cannot keep a word in its place. So the words that stay are what a person began
//! with, and the rest is laid by the simplest rule that works: in a random order, each where it crosses most. That is
//! done in several orders, as long as there is time; the layout with the most words wins, then the one with the most
//! crossings, then the smallest.

use super::solve::{Task, Update};
use super::{NoResult, Work};
use crate::edit::board::{Crossword, Fields};
use crate::encodings::crisscross::puzzle::{Entry, Puzzle, Value};
use crate::encodings::lexicon::{Letter, Sign};
use crate::search::crisscross::{self, Options};
use crate::solver::Budget;
use std::collections::BTreeSet;

/// In how many orders the words are laid before the best layout is taken.
const ROUNDS: usize = 400;

impl Work {
    /// Lays the words that are wished for, and those that were there before.
    pub(super) fn laid(
        &self,
        given: &Crossword,
        task: &Task<'_>,
        update: Update<'_>,
    ) -> Result<Crossword, NoResult> {
        update(&|found| found.message = "laying words".to_owned());
        let there: BTreeSet<Vec<Letter>> = given.filled().into_iter().map(|(_, word)| word).collect();
        let before = self.draft.board.filled().into_iter().map(|(_, word)| word);
        let wished = self.vocabulary.themes.iter().flat_map(|theme| theme.words().to_vec());
        let words: BTreeSet<Vec<Letter>> =
            wished.chain(before).filter(|word| !there.contains(word)).collect();
        if words.is_empty() {
            return Err(NoResult::NoWordToLay);
        }
        let words: Vec<Vec<Letter>> = words.into_iter().collect();
        if there.is_empty() && given.is_bare() {
            return self.laid_anew(given, words, task);
        }
        if given.laid().is_err() {
            return Err(NoResult::NotLaid);
        }
        let mut rng = fastrand::Rng::with_seed(task.seed);
        let mut best: Option<(Value, Crossword)> = None;
        for _ in 0..ROUNDS {
            if task.budget.exhausted() {
                break;
            }
            let (made, count) = beside(given, words.clone(), &mut rng, task.budget);
            // Laying words leaves no field without a letter or a word.
            let Ok(layout) = made.laid() else { continue };
            let value = layout.value();
            if count > 0 && best.as_ref().is_none_or(|(other, _)| value.beats(other)) {
                best = Some((value, made));
            }
        }
        best.map(|(_, made)| made).ok_or_else(|| match task.budget.exhausted() {
            true => NoResult::Stopped,
            false => NoResult::NoRoom,
        })
    }

    fn laid_anew(
        &self,
        given: &Crossword,
        words: Vec<Vec<Letter>>,
        task: &Task<'_>,
    ) -> Result<Crossword, NoResult> {
        let (rows, cols) = given.size();
        let entry = |word: Vec<Letter>| Entry {
            spelling: word.iter().map(|letter| letter.char()).collect(),
            questions: Vec::new(),
            word: word.into_iter().map(Sign::from).collect(),
        };
        let puzzle = Puzzle { rows, cols, entries: words.into_iter().map(entry).collect() };
        let options = Options { setup: task.setup(), ..Options::default() };
        let mut layout = crisscross::solve(&puzzle, &options, task.budget, &|_| {})?.layout;
        // In the middle of the board, so that there is room on all sides.
        if let Some((first, last)) = layout.extent() {
            let aside = |size: usize, first: usize, last: usize| (size - (last + 1 - first)) / 2;
            let (down, right) = (aside(rows, first.row, last.row), aside(cols, first.col, last.col));
            (layout.rows, layout.cols) = (rows, cols);
            for word in &mut layout.words {
                word.start.row = word.start.row - first.row + down;
                word.start.col = word.start.col - first.col + right;
            }
        }
        Ok(Crossword::of_layout(&layout))
    }
}

/// Lays words beside those that are there, each where it crosses most, until the budget is exhausted; returns how many were
/// laid.
fn beside(
    given: &Crossword,
    mut words: Vec<Vec<Letter>>,
    rng: &mut fastrand::Rng,
    budget: &Budget,
) -> (Crossword, usize) {
    let mut made = given.clone();
    rng.shuffle(&mut words);
    let mut laid = 0;
    // A word that finds no place may find one once others are laid.
    loop {
        let before = words.len();
        words.retain(|word| {
            if budget.exhausted() {
                return true;
            }
            let places = made.places_for(word);
            let Some(most) = places.iter().map(|(_, crossings)| *crossings).max() else { return true };
            let best: Vec<_> = places.into_iter().filter(|(_, crossings)| *crossings == most).collect();
            let (run, _) = best[rng.usize(..best.len())];
            run.cells().zip(word).for_each(|(pos, letter)| made.set_letter(pos, Some(*letter)));
            laid += 1;
            false
        });
        if words.len() == before || words.is_empty() {
            return (made, laid);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::board::{Board, Ends};
    use crate::encodings::grid::Pos;
    use crate::encodings::lexicon::fold;
    use crate::publish::puzzle::Kind;
    use std::sync::atomic::Ordering;

    #[test]
    fn laying_words_ends_at_once_when_it_is_stopped() {
        let mut board = Board::empty(Kind::Crisscross, 9, 9).expect("a board");
        let rose = fold("ROSE").expect("a word");
        let cells: Vec<Pos> = (2..6).map(|col| Pos::new(4, col)).collect();
        board = board.with_letters(&cells, &rose);
        let given = board.crossword().expect("a crossword").clone();
        assert_eq!(given.ends, Ends::Outside);
        let words: Vec<_> = ["OSTEN", "TULPE"].iter().filter_map(|word| fold(word)).collect();
        let (budget, stop) = Budget::unlimited().racer();
        let laid = |budget| beside(&given, words.clone(), &mut fastrand::Rng::with_seed(1), budget);
        assert_eq!(laid(&budget).1, 2);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(laid(&budget), (given.clone(), 0));
    }
}
