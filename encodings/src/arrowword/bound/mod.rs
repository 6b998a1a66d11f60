//! The counting ceiling: how high can a grid with a given number of fields be rated, whatever its layout?
//!
//! Every letter is in one word or in two, hence *sum of word lengths = 2 x letters - uncrossed*. Question fields,
//! double questions and words are related as well: *words = question fields + doubles*. The rating asks for shares of
//! all these that do not quite fit together, and that whole numbers cannot meet exactly. The ceiling is the best
//! rating over all counts that satisfy the two equations, with no dead letter and no cluster. No layout can rate
//! higher; there may be none that reaches it, but one has been found for every grid of the contest.
//!
//! In a large grid, the list matters as well: all words are different, so there are no more of a length than the list has
//! ([`Supply`]). With these limits no *puzzle* rates higher; a layout may, but it has no fill.
//!
//! The search is exact. It halves the ranges of the numbers of question fields and of doubles again and again (file
//! `area`) and dismisses whatever must cost more than the best answer so far; where both numbers are fixed, file
//! `fit` distributes the words over the lengths. Both rest on what the lengths cost if numbers need not be whole (file
//! `strain`), which heeds the words that are needed. A factor cannot fall below 0, which makes the cost of a bad count
//! flat and the search for whole numbers hard; so each factor is either *kept* (its cost is the plain parabola) or
//! *given up* (its cost is 100 and its count is free), and the best over all such choices is the exact answer.
//! Normally keeping all four is best by far, and the other choices are dismissed at once.

mod area;
mod fit;
mod strain;

use super::puzzle::{Arrow, Puzzle};
use super::rating::Counts;
use crate::grid::{Pos, Run};
use crate::lexicon::{Theme, WordList};
use area::{Area, Costs};
use fit::Fit;

/// How many words of each length a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The words of 2, 3, …, 8, and 9 or more letters; those that are longer than any word of the grid can be are no part of it.
    pub words: [usize; 8],
    /// The length of the longest one.
    pub longest: usize,
}

impl Supply {
    /// Returns what a list has for words of at most this many letters.
    pub fn of(list: &WordList, longest: usize) -> Self {
        Self::counted((0..=list.longest().min(longest)).map(|len| list.count(len)))
    }

    /// Returns what there is of these numbers of words of 0, 1, 2, … letters.
    pub fn counted(words: impl IntoIterator<Item = usize>) -> Self {
        let mut supply = Self { words: [0; 8], longest: 0 };
        for (len, words) in words.into_iter().enumerate().filter(|(_, words)| *words > 0) {
            if let Some(bucket) = Counts::bucket(len) {
                supply.words[bucket] += words;
                supply.longest = len;
            }
        }
        supply
    }
}

/// How many words of a length, or of nine or more letters, are needed, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stock {
    needed: usize,
    /// `usize::MAX` if unlimited.
    supply: usize,
}

/// The best rating by counting alone, and counts that have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceiling {
    /// The mean of the six factors, without the bonus.
    pub score: f64,
    /// The counts. `uncrossed` is the largest number that costs nothing more; there are no dead letters, and every
    /// question field is a cluster of its own.
    pub counts: Counts,
    /// The sum of the lengths of the words of nine letters or more.
    pub long_letters: usize,
    /// The greatest word length that was allowed.
    pub longest: usize,
    /// The six factors.
    pub factors: [f64; 6],
}

/// Finds the best rating of a grid of `unblocked` fields with words of at most `longest` letters. `None` if no puzzle
/// is possible: it takes a question field and a word of two letters.
pub fn ceiling(unblocked: usize, longest: usize) -> Option<Ceiling> {
    ceiling_with(unblocked, longest, [0; 8], None)
}

/// Finds the best rating of a grid in which at least `least` words are of 2, 3, …, 8, and 9 or more letters, and no more than
/// there are.
fn ceiling_with(
    unblocked: usize,
    longest: usize,
    least: [usize; 8],
    supply: Option<&Supply>,
) -> Option<Ceiling> {
    let longest = longest.min(unblocked.saturating_sub(1));
    if longest < 2 || least.iter().enumerate().any(|(bucket, n)| *n > 0 && Counts::shortest(bucket) > longest)
    {
        return None;
    }
    let stock = std::array::from_fn(|bucket| Stock {
        needed: least[bucket],
        supply: supply.map_or(usize::MAX, |supply| supply.words[bucket]),
    });
    let mut search = Search { unblocked, longest, stock, best: f64::INFINITY, found: None };
    // With the fewest factors given up first, most of the other choices are dismissed by their number alone.
    let mut choices: Vec<u32> = (0..16).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    for given_up in choices {
        search.run(given_up);
    }
    search.found
}

/// Finds the ceiling of a puzzle's grid, with words of at most `longest_word` letters if there is such a limit.
pub fn ceiling_of(puzzle: &Puzzle, longest_word: Option<usize>) -> Option<Ceiling> {
    let (unblocked, longest) = size_of(puzzle, longest_word);
    ceiling(unblocked, longest)
}

/// Finds the ceiling of a puzzle's grid that is filled with different words from this supply, including every word that the
/// themes need: no such puzzle rates higher. `None` if there is none, by counting alone.
pub fn ceiling_of_list(puzzle: &Puzzle, supply: &Supply, themes: &[Theme]) -> Option<Ceiling> {
    ceiling_of_both(puzzle, Some(supply.longest), themes, Some(supply))
}

/// Finds the ceiling of a puzzle's grid with every word that the themes need: no puzzle that has these words rates
/// higher. `None` if no puzzle has that many words of these lengths, by counting alone.
pub fn ceiling_of_themes(puzzle: &Puzzle, longest_word: Option<usize>, themes: &[Theme]) -> Option<Ceiling> {
    ceiling_of_both(puzzle, longest_word, themes, None)
}

fn ceiling_of_both(
    puzzle: &Puzzle,
    longest_word: Option<usize>,
    themes: &[Theme],
    supply: Option<&Supply>,
) -> Option<Ceiling> {
    let mut needed: Vec<_> =
        themes.iter().filter(|theme| theme.spare() == 0).flat_map(Theme::words).collect();
    needed.sort();
    needed.dedup();
    let mut least = [0; 8];
    for bucket in needed.iter().filter_map(|word| Counts::bucket(word.len())) {
        least[bucket] += 1;
    }
    let (unblocked, longest) = size_of(puzzle, longest_word);
    match needed.iter().any(|word| word.len() > longest) {
        true => None,
        false => ceiling_with(unblocked, longest, least, supply),
    }
}

/// Returns the number of unblocked fields, and the most letters that a word can have.
fn size_of(puzzle: &Puzzle, longest_word: Option<usize>) -> (usize, usize) {
    let unblocked = puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
    let line = longest_line(puzzle);
    (unblocked, longest_word.map_or(line, |word| word.min(line)))
}

/// Returns the most letters that a word can have in this grid. A word can fill a line from border to border if a bent
/// arrow beside its first field can ask for it; otherwise the line has to hold the question, too.
pub fn longest_line(puzzle: &Puzzle) -> usize {
    let fields = &puzzle.fields;
    let usable = |run: &Run| {
        let bent = Arrow::ALL.into_iter().filter(|a| a.is_bent() && a.direction() == run.direction);
        let beside = |pos: &Pos| fields.get(*pos).is_some_and(|f| !f.is_blocked());
        let asked = bent.filter_map(|a| a.question(run.start)).filter(beside).any(|p| puzzle.allows_bent(p));
        if asked { run.len } else { run.len - 1 }
    };
    fields.runs(|field| !field.is_blocked()).iter().map(usable).max().unwrap_or(0)
}

/// The factors that can be given up, as the bits of a choice.
const QUESTIONS: u32 = 1;
const UNCROSSED: u32 = 2;
const LENGTHS: u32 = 4;
const DOUBLES: u32 = 8;

/// The least gain for which an answer replaces the best one so far: far below any real difference, above the rounding
/// errors.
const GAIN: f64 = 1e-9;

/// Marks a step of the search: an area, or the choice of a number of words for a length. Tests count the steps, so
/// that a bound that dismisses too little is noticed on any machine.
fn step() {
    #[cfg(test)]
    tests::STEPS.set(tests::STEPS.get() + 1);
}

/// The search for the counts that lose the fewest of the 600 points of the six factors.
struct Search {
    unblocked: usize,
    longest: usize,
    /// The fewest words of 2, 3, …, 8, and 9 or more letters, and the most.
    stock: [Stock; 8],
    /// The number of points that the best answer so far loses.
    best: f64,
    found: Option<Ceiling>,
}

impl Search {
    /// Tries all counts with exactly these factors given up.
    fn run(&mut self, given_up: u32) {
        let most = self.unblocked - 2;
        let costs = Costs::new(self.unblocked, self.longest, self.stock, given_up);
        // Having no doubles at all costs nothing, so that is a case of its own.
        for doubles in [(1, most), (0, 0)] {
            let area = Area { questions: (1, most), doubles };
            self.run_area(&costs, area, costs.least(area));
        }
    }

    /// Searches an area that costs at least `least`, the cheaper half first.
    fn run_area(&mut self, costs: &Costs, area: Area, least: f64) {
        step();
        if least + GAIN >= self.best {
            return;
        }
        let Some(halves) = area.halves() else {
            let (questions, doubles) = (area.questions.0, area.doubles.0);
            self.run_words(costs.given_up, questions, doubles, costs.of_numbers(area));
            return;
        };
        let mut halves = halves.map(|half| (costs.least(half), half));
        halves.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (least, half) in halves {
            self.run_area(costs, half, least);
        }
    }

    /// Distributes the words over the lengths. Numbers for which there is none have an infinite cost, and never get here.
    fn run_words(&mut self, given_up: u32, questions: usize, doubles: usize, cost: f64) {
        let letters = self.unblocked - questions;
        let words = questions + doubles;
        let keep = |factor| given_up & factor == 0;
        let lengths = if keep(LENGTHS) {
            Fit::new(words, letters, self.longest, self.stock, keep(UNCROSSED)).best(self.best - cost - GAIN)
        } else {
            fit::any_lengths(words, letters, self.longest, self.stock)
        };
        let Some(lengths) = lengths else { return };
        let ceiling = self.complete(questions, doubles, lengths);
        let lost = 600.0 - ceiling.factors.iter().sum::<f64>();
        if lost < self.best {
            self.best = lost;
            self.found = Some(ceiling);
        }
    }

    /// Returns all counts, which follow from the chosen ones.
    fn complete(&self, questions: usize, doubles: usize, lengths: [usize; 8]) -> Ceiling {
        let letters = self.unblocked - questions;
        let short: usize = lengths[..7].iter().zip(2..).map(|(n, len)| n * len).sum();
        let (least, most) = (short + 9 * lengths[7], short + self.longest.max(9) * lengths[7]);
        // As many uncrossed letters as are free (20 %), within what the lengths allow.
        let uncrossed = (letters / 5).clamp((2 * letters).saturating_sub(most), 2 * letters - least);
        let counts = Counts {
            unblocked: self.unblocked,
            questions,
            doubles,
            letters,
            uncrossed,
            dead: 0,
            words: questions + doubles,
            lengths,
            clusters: questions,
            cluster_squares: 0,
        };
        let factors = counts.factors();
        let score = counts.score();
        Ceiling {
            score,
            counts,
            long_letters: 2 * letters - uncrossed - short,
            longest: self.longest,
            factors,
        }
    }
}

#[cfg(test)]
mod tests;
