//! Annealing keeps what is given, too. On small grids all layouts are tried instead, so these are larger: from parts of
//! finished puzzles annealing alone makes other puzzles, which the rules compare with what was given.

use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::lexicon::WordList;
use cwsat::search::Setup;
use cwsat::search::arrowword::{BetterWords, Job, Options, Progress, Road, solve};
use cwsat::solver::Budget;
use fastrand::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes a puzzle by annealing; ends with the first one, or without one after some rounds.
fn annealed(given: &Puzzle, extend: Extend, list: &WordList, seed: u64) -> Option<Puzzle> {
    let over = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_flag(Arc::clone(&over));
    let watch = |progress: Progress| {
        if progress.best.is_some() || progress.round > 2 {
            over.store(true, Ordering::Relaxed);
        }
    };
    let options = Options {
        setup: Setup::seeded(seed),
        road: Some(Road::Annealing),
        better_words: BetterWords::Briefly,
        ..Options::default()
    };
    let job = Job { extend, ..Job::free(given, list) };
    solve(job, &options, &budget, &watch).ok().map(|answer| answer.puzzle)
}

/// Returns part of a puzzle: some question fields with their questions, or some of these if more may join, and some letters.
fn part_of(puzzle: &Puzzle, joins: bool, rng: &mut Rng) -> Puzzle {
    let mut part = Puzzle { fields: puzzle.fields.clone(), questions: Vec::new() };
    for pos in puzzle.fields.positions().collect::<Vec<_>>() {
        let kept = match puzzle.fields[pos] {
            Field::Question => rng.u8(..100) < 10,
            Field::Letter(_) => rng.u8(..100) < 2,
            _ => continue,
        };
        if !kept {
            part.fields[pos] = Field::Open;
        } else if puzzle.fields[pos] == Field::Question {
            let asked = puzzle.asked_at(pos);
            let first = if joins && asked.len() == 2 { rng.usize(..2) } else { 0 };
            let few = if joins { first + 1 } else { asked.len() };
            part.questions.extend(&asked[first..few]);
        }
    }
    part
}

#[test]
fn annealing_keeps_what_is_given_and_adds_what_may_be_added() {
    let list = cwsat::wordlist::embedded();
    let open = cwg::read(&format!("10\n10\n{}", "..........\n".repeat(10))).unwrap().puzzle;
    let mut rng = Rng::with_seed(9);
    let (mut found, mut added, mut joined) = (0, 0, 0);
    let puzzle = annealed(&open, Extend::All, &list, 0).expect("an open grid has puzzles");
    for extend in [Extend::Fields, Extend::All].repeat(2) {
        let given = part_of(&puzzle, extend.lets_join(), &mut rng);
        let free = given.fields.iter().filter(|(_, field)| **field == Field::Open).count();
        assert!(free > 64, "all layouts would be tried");
        let Some(answer) = annealed(&given, extend, &list, 100) else { continue };
        let what = format!("--extend={extend}\n{}{}", cwg::write(&given), cwg::write(&answer));
        assert_eq!(rules::check(&answer, Some(&list)), [], "{what}");
        assert_eq!(rules::check_against(&answer, &given, extend), [], "{what}");
        found += 1;
        let asked = |puzzle: &Puzzle, pos| puzzle.asked_at(pos).len();
        let fields = given.fields.iter().filter(|(_, field)| **field == Field::Question);
        joined += fields.filter(|(pos, _)| asked(&answer, *pos) > asked(&given, *pos)).count();
        added += answer.questions.len() - given.questions.len();
    }
    assert!(found > 1 && added > 30 && joined > 0, "{found} {added} {joined}");
}
