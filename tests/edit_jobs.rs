//! The jobs of the constructor: no answer breaks a rule or changes what is to stay, another one is really another one, and
//! what is stopped or out of date changes nothing.

use crate::edit::{SMALL, analysis, arrowword, asked, change, does, fills, session, short_words};
use cwsat::edit::job::Found;
use cwsat::edit::protocol::{Command, Job, Make, Reply, Request, Scope};
use cwsat::edit::session::{Effect, Session};
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, WordList, fold};
use cwsat::solver::Budget;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

/// Runs the work of a job to its end, and tells the session.
pub fn run(session: &mut Session, job: Job) -> Found {
    let effects = does(session, Command::Start { job });
    let [Effect::Run(work)] = &effects[..] else { panic!("{effects:?}") };
    let told = Mutex::new(Vec::new());
    let budget = Budget::unlimited().within(Duration::from_secs_f64(work.seconds));
    let found = work.run(1, &budget, &|found| told.lock().expect("no panic").push(found));
    session.found(work.number, found.clone(), false);
    found
}

/// Returns what a job has found for an arrowword.
fn puzzles(found: &Found) -> Vec<&Puzzle> {
    found.boards.iter().map(|board| board.arrowword().expect("an arrowword")).collect()
}

pub fn job(scope: Scope, layout: bool, alternatives: usize) -> Job {
    Job { scope, layout, alternatives, seconds: 20.0, seed: Some(1) }
}

#[test]
fn a_region_is_filled_again_and_the_rest_stays() {
    let german = cwsat::wordlist::embedded();
    let mut session = session(
        "9\n9\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        german.clone(),
    );
    let found = run(&mut session, job(Scope::All {}, false, 1));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    let full = arrowword(session.draft()).clone();
    assert!(rules::check(&full, Some(&german)).is_empty());
    assert!(analysis(&session).rating.expect("a rating").bonus > 0.0);
    let region: Vec<[usize; 2]> = (0..9).flat_map(|row| (3..9).map(move |column| [row, column])).collect();
    let pin = region
        .iter()
        .copied()
        .find(|&[row, column]| matches!(full.fields[Pos::new(row, column)], Field::Letter(_)));
    let pin = pin.expect("a letter");
    does(&mut session, Command::Pin { cells: vec![pin], pinned: true });
    let found = run(&mut session, job(Scope::Region { cells: region.clone() }, false, 3));
    assert!(found.boards.len() >= 2, "{}", found.message);
    for puzzle in puzzles(&found) {
        assert!(rules::check(puzzle, Some(&german)).is_empty());
        for (pos, field) in full.fields.iter() {
            let cell = [pos.row, pos.col];
            assert!(puzzle.fields[pos] == *field || region.contains(&cell) && cell != pin, "{pos}");
        }
    }
    // Another word in place of one, with few changes.
    let question = full.questions[3];
    let asked = asked(question.pos.row, question.pos.col, &question.arrow.to_string());
    let found = run(&mut session, job(Scope::Word { question: asked.clone(), word: None }, false, 1));
    let [puzzle] = puzzles(&found)[..] else { panic!("{}", found.message) };
    assert!(rules::check(puzzle, Some(&german)).is_empty());
    let run_of = |puzzle: &Puzzle| {
        let run = puzzle.run_of(question).expect("a word");
        run.cells().map(|pos| puzzle.fields[pos]).collect::<Vec<_>>()
    };
    assert_ne!(run_of(puzzle), run_of(&full));
}

#[test]
fn other_fills_are_found_where_there_are_any() {
    let mut session = session("2\n4\n?...\n?...\n0 0 3\n1 0 3\n", short_words());
    let all: BTreeSet<BTreeMap<Pos, Letter>> =
        fills(arrowword(session.draft()), &short_words()).into_iter().collect();
    assert!(all.len() > 3, "{}", all.len());
    let letters = |puzzle: &Puzzle| -> BTreeMap<Pos, Letter> {
        let fields = puzzle.fields.iter();
        fields
            .filter_map(|(pos, field)| match field {
                Field::Letter(letter) => Some((pos, *letter)),
                _ => None,
            })
            .collect()
    };
    let region: Vec<[usize; 2]> = (0..2).flat_map(|row| (0..4).map(move |column| [row, column])).collect();
    let mut seen = BTreeSet::new();
    // One after the other, as a person asks for another one; the same one never comes twice in a row.
    for number in 1..=5 {
        let found = run(&mut session, job(Scope::Region { cells: region.clone() }, false, 1));
        let [puzzle] = puzzles(&found)[..] else { panic!("{}", found.message) };
        assert!(all.contains(&letters(puzzle)));
        assert_ne!(letters(puzzle), letters(arrowword(session.draft())));
        seen.insert(letters(puzzle));
        does(&mut session, Command::Take { job: number, alternative: 0 });
    }
    assert!(seen.len() > 1);
    // Side by side, all are different.
    let found = run(&mut session, job(Scope::Region { cells: region }, false, 3));
    let different: BTreeSet<_> = puzzles(&found).into_iter().map(letters).collect();
    assert_eq!((found.boards.len(), different.len()), (3, 3), "{}", found.message);
}

#[test]
fn a_job_that_is_stopped_or_out_of_date_changes_nothing() {
    let mut session = session(SMALL, short_words());
    let effects = does(&mut session, Command::Start { job: job(Scope::All {}, true, 1) });
    let [Effect::Run(work)] = &effects[..] else { panic!("{effects:?}") };
    let (budget, stop) = Budget::unlimited().racer();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = work.run(1, &budget, &|_| {});
    assert!(found.boards.is_empty() && !found.message.is_empty());
    // A change stops what is running, and its answers cannot be taken any more.
    let effects = does(&mut session, Command::Make { cells: vec![[1, 1]], to: Make::Blocked });
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Stop)), "{effects:?}");
    let late = Found { boards: vec![session.draft().board.clone()], ..found };
    assert!(session.found(1, late, false).is_some());
    let take = Request { revision: None, command: Command::Take { job: 1, alternative: 0 } };
    assert!(matches!(session.apply(&take).reply, Reply::Refused { .. }));
    assert!(session.found(9, Found::default(), true).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_answer_breaks_a_rule_or_changes_what_is_to_stay(
        changes in prop::collection::vec(change(), 0..25),
        scope in 0_usize..4,
        layout in any::<bool>(),
    ) {
        let list = short_words();
        let mut session = session(SMALL, list.clone());
        for command in changes {
            session.apply(&Request { revision: None, command });
        }
        let draft = session.draft().clone();
        let before = arrowword(&draft);
        let region: Vec<[usize; 2]> = (0..before.fields.rows().min(2)).map(|row| [row, 0]).collect();
        let scope = match (scope, before.questions.first()) {
            (0, _) => Scope::Open {},
            (1, _) => Scope::Region { cells: region.clone() },
            (2, Some(question)) => {
                let question = asked(question.pos.row, question.pos.col, &question.arrow.to_string());
                Scope::Word { question, word: None }
            }
            _ => Scope::All {},
        };
        let job = Job { seconds: 0.5, ..job(scope.clone(), layout, 2) };
        let outcome = session.apply(&Request { revision: None, command: Command::Start { job } });
        let [Effect::Run(work)] = &outcome.effects[..] else {
            let is_refused = matches!(outcome.reply, Reply::Refused { .. });
            prop_assert!(is_refused, "{:?}", outcome.reply);
            return Ok(());
        };
        let found = work.run(1, &Budget::unlimited().within(Duration::from_millis(500)), &|_| {});
        prop_assert!(!found.message.is_empty());
        // Words that a person has written count as known.
        let own: Vec<_> = rules::words(before).map(|(word, _)| (word, 1.0)).collect();
        let list = WordList::merged([&list, &WordList::new(own)]);
        let wanted = session.draft().wishes.wanted.iter().filter_map(|word| fold(word)).map(|word| (word, 1.0));
        let list = WordList::merged([&list, &WordList::new(wanted)]);
        let faults = rules::check(before, Some(&list));
        for after in puzzles(&found) {
            for fault in rules::check(after, Some(&list)) {
                prop_assert!(faults.contains(&fault), "{fault}");
            }
            for (pos, field) in before.fields.iter() {
                let asks = |puzzle: &Puzzle| -> Vec<Arrow> {
                    let own = puzzle.questions.iter().filter(|question| question.pos == pos);
                    own.map(|question| question.arrow).collect()
                };
                let is_free = match &scope {
                    Scope::Open {} => false,
                    Scope::Region { cells } => cells.contains(&[pos.row, pos.col]),
                    _ => true,
                } && !draft.pinned.contains(&pos);
                let is_free = *field == Field::Open || is_free && !field.is_blocked();
                prop_assert!(is_free || after.fields[pos] == *field, "{pos}");
                if draft.pinned.contains(&pos) && !asks(before).is_empty() {
                    prop_assert_eq!(asks(after), asks(before));
                }
            }
        }
    }
}
