//! Puzzles must not look alike, nor alphabetical: different seeds share few words, and initial letters are distributed
//! over the alphabet roughly as in the list.
//!
//! "Roughly": a first letter is also some letter of a crossing word, so letters that are frequent inside words are more
//! frequent as initials than in the list. The bounds leave room for that, but not for puzzles full of AAL, AAR and AAS,
//! as a search in a fixed order makes them.

use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::search::Setup;
use cwsat::search::arrowword::{Job, Options, solve};
use cwsat::solver::Budget;
use std::collections::BTreeSet;
use std::thread;

type Word = Vec<Letter>;

fn words_of(puzzle: &Puzzle) -> BTreeSet<Word> {
    let letter = |pos| match puzzle.fields[pos] {
        Field::Letter(letter) => letter,
        other => panic!("{other:?} in a finished puzzle"),
    };
    let runs = puzzle.questions.iter().map(|&q| puzzle.run_of(q).expect("a word"));
    runs.map(|run| run.cells().map(letter).collect()).collect()
}

/// Returns the share of words that start with each letter.
fn initials<'a>(words: impl Iterator<Item = &'a [Letter]>) -> [f64; Letter::COUNT] {
    let mut shares = [0.0; Letter::COUNT];
    words.for_each(|word| shares[word[0].index()] += 1.0);
    let all: f64 = shares.iter().sum();
    shares.map(|count| count / all)
}

#[test]
fn different_seeds_share_few_words_and_initials_are_spread() {
    let list: WordList = cwsat::wordlist::embedded();
    let empty = Puzzle { fields: Grid::filled(12, 12, Field::Open), questions: Vec::new() };
    let solved = &|seed| {
        let options = Options { setup: Setup::seeded(seed), ..Options::default() };
        let answer = solve(Job::free(&empty, &list), &options, &Budget::unlimited(), &|_| {});
        words_of(&answer.expect("a puzzle").puzzle)
    };
    let puzzles: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = (1..=4).map(|seed| scope.spawn(move || solved(seed))).collect();
        runs.into_iter().map(|run| run.join().expect("a puzzle")).collect()
    });
    for (i, one) in puzzles.iter().enumerate() {
        for other in &puzzles[..i] {
            let shared = one.intersection(other).count();
            assert!(shared * 5 <= one.len(), "{shared} of {} words are shared", one.len());
        }
    }
    let found = initials(puzzles.iter().flatten().map(Vec::as_slice));
    let expected = initials((2..=12).flat_map(|len| list.words(len)));
    let distance = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0;
    // 0 is the list itself, 1 is only letters that start no word of it; words from A to C alone would be 0.8.
    assert!(distance < 0.4, "the initial letters are {distance:.2} away from the list's: {found:?}");
}
