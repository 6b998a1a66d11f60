//! The jobs of the constructor: no answer breaks a rule or changes what is to stay, another one is really another one, and
//! what is stopped or out of date changes nothing.

use crate::common::patience::PATIENCE;
use crate::edit::{
    SMALL, analysis, arrowword, asked, change, does, fills, list, session, short_words, vocabulary,
};
use cwsat::edit::draft::Draft;
use cwsat::edit::job::{Found, Work};
use cwsat::edit::protocol::{Alternative, Command, Event, Job, Make, Reply, Request, Scope};
use cwsat::edit::session::{Effect, Session};
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::grid::{Pos, Run};
use cwsat::encodings::lexicon::{Letter, WordList, fold};
use cwsat::publish::puzzle::Kind;
use cwsat::solver::Budget;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How often a job reports before [`ended`] stops it.
const TELLS: usize = 100;

/// Runs work until it ends by itself or has reported many times, as a search for better answers may go on for long; no
/// clock decides how far it gets.
pub fn ended(work: &Work) -> Found {
    let (budget, stop) = Budget::unlimited().racer();
    let told = AtomicUsize::new(0);
    work.run(1, &budget, &|_| stop.store(told.fetch_add(1, Ordering::Relaxed) >= TELLS, Ordering::Relaxed))
}

/// Runs the work of a job to its end, and tells the session.
pub fn run(session: &mut Session, job: Job) -> Found {
    followed(session, job).1
}

/// Does the same, and also returns what the job reported meanwhile.
fn followed(session: &mut Session, job: Job) -> (Vec<Found>, Found) {
    let work = begun(session, job);
    let told = Mutex::new(Vec::new());
    let budget = Budget::unlimited().within(Duration::from_secs_f64(work.seconds));
    let found = work.run(1, &budget, &|found| told.lock().expect("no panic").push(found));
    session.found(work.number, found.clone(), false);
    (told.into_inner().expect("no panic"), found)
}

/// Runs the work of a job until it has any answer: a search for better ones may go on for long.
fn first(session: &mut Session, job: Job) -> Found {
    let work = begun(session, job);
    let (budget, stop) = Budget::unlimited().racer();
    let found = work.run(1, &budget.within(PATIENCE), &|found| {
        stop.store(found.best.is_some(), Ordering::Relaxed);
    });
    session.found(work.number, found.clone(), false);
    found
}

fn begun(session: &mut Session, job: Job) -> Box<Work> {
    let effects = does(session, Command::Start { job });
    match <[Effect; 1]>::try_from(effects) {
        Ok([Effect::Run(work)]) => work,
        other => panic!("{other:?}"),
    }
}

/// Returns what pages see of the answers of the last job.
fn offered(session: &Session) -> Vec<Alternative> {
    let of_job = |event| match event {
        Event::Job { alternatives, .. } => Some(alternatives),
        _ => None,
    };
    session.state().into_iter().find_map(of_job).expect("a job")
}

/// Begins an empty arrowword with the embedded list.
fn german(rows: usize, cols: usize) -> Session {
    let draft = Draft::empty(Kind::Arrowword, rows, cols).expect("a grid");
    Session::new(draft, vocabulary(cwsat::wordlist::embedded()), 7)
}

/// Returns what a job has found for an arrowword.
fn puzzles(found: &Found) -> Vec<&Puzzle> {
    found.boards.iter().map(|board| board.arrowword().expect("an arrowword")).collect()
}

pub fn job(scope: Scope, layout: bool, alternatives: usize) -> Job {
    Job { scope, layout, better: false, alternatives, seconds: 20.0, seed: Some(1) }
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
fn a_job_tells_how_far_it_is_and_never_more_than_can_be() {
    const EPSILON: f64 = 1e-9;
    let mut session = german(7, 11);
    let shown = analysis(&session).rating.and_then(|rating| rating.ceiling).expect("a ceiling");
    let (told, found) = followed(&mut session, job(Scope::All {}, false, 1));
    let doing: BTreeSet<&str> = told.iter().map(|found| found.message.as_str()).collect();
    let known = BTreeSet::from(["laying out", "filling", "looking for better words"]);
    assert!(doing.contains("laying out") && doing.is_subset(&known), "{doing:?}");
    let bests: Vec<f64> = told.iter().filter_map(|found| found.best).collect();
    assert!(!bests.is_empty() && bests.is_sorted(), "{bests:?}");
    for one in &told {
        let ceiling = one.ceiling.expect("a ceiling");
        assert!(
            ceiling <= shown + EPSILON && one.best.is_none_or(|best| best <= ceiling + EPSILON),
            "{one:?}"
        );
    }
    let [answer] = &offered(&session)[..] else { panic!("{}", found.message) };
    assert!(found.best.is_some_and(|best| (best - answer.score).abs() < EPSILON), "{found:?}");
}

#[test]
fn a_region_is_laid_out_again_around_what_is_pinned() {
    let list = cwsat::wordlist::embedded();
    let mut session = german(8, 9);
    let found = first(&mut session, job(Scope::All {}, true, 1));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    let full = arrowword(session.draft()).clone();
    let region: Vec<[usize; 2]> = (0..7).flat_map(|row| (0..7).map(move |column| [row, column])).collect();
    let inside = |wanted: &dyn Fn(Field) -> bool| {
        // Far from the fields around the region, which would leave no choice.
        let cells =
            region.iter().copied().filter(|&[row, column]| wanted(full.fields[Pos::new(row, column)]));
        cells.min_by_key(|[row, column]| row.abs_diff(3) + column.abs_diff(3)).expect("such a field")
    };
    let pins =
        [inside(&|field| field == Field::Question), inside(&|field| matches!(field, Field::Letter(_)))];
    does(&mut session, Command::Pin { cells: pins.to_vec(), pinned: true });
    let may_change = |pos: Pos| region.contains(&[pos.row, pos.col]) && !pins.contains(&[pos.row, pos.col]);
    let pin = Pos::new(pins[0][0], pins[0][1]);
    // A search may find the same layout again, but not with every seed.
    let is_laid_otherwise = (1..=5).any(|seed| {
        let scope = Scope::Region { cells: region.clone() };
        let found = first(&mut session, Job { seed: Some(seed), ..job(scope, true, 1) });
        let [puzzle] = puzzles(&found)[..] else { panic!("{}", found.message) };
        assert!(rules::check(puzzle, Some(&list)).is_empty());
        for (pos, field) in full.fields.iter().filter(|(pos, _)| !may_change(*pos)) {
            assert_eq!(puzzle.fields[pos], *field, "{pos}");
            let asked = full.asked_at(pos).iter();
            assert!(asked.into_iter().all(|question| puzzle.questions.contains(question)), "{pos}");
        }
        assert_eq!(puzzle.asked_at(pin), full.asked_at(pin));
        region.iter().map(|&[row, column]| Pos::new(row, column)).any(|pos| {
            (puzzle.fields[pos] == Field::Question) != (full.fields[pos] == Field::Question)
                || puzzle.asked_at(pos) != full.asked_at(pos)
        })
    });
    assert!(is_laid_otherwise);
}

#[test]
fn a_region_that_has_no_better_layout_is_known_to_have_none() {
    let mut session = german(6, 6);
    let found = first(&mut session, job(Scope::All {}, true, 1));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    let before = analysis(&session).rating.expect("a rating").score;
    let region =
        || Scope::Region { cells: (7..22).map(|at| [at / 6, at % 6]).filter(|at| at[1] % 4 > 0).collect() };
    if !run(&mut session, job(region(), true, 1)).boards.is_empty() {
        does(&mut session, Command::Take { job: 2, alternative: 0 });
    }
    assert!(analysis(&session).rating.expect("a rating").score >= before);
    // All its layouts are tried in less than a second, and the best of them is there now.
    let found = run(&mut session, job(region(), true, 1));
    assert_eq!(found.boards, []);
    assert_eq!(found.message, "no other layout of these fields rates higher and can be filled");
    // If there is no time to find even this one, that is not to say that there is none.
    let work = begun(&mut session, job(Scope::All {}, true, 1));
    let (budget, stop) = Budget::unlimited().racer();
    let found = work.run(1, &budget, &|_| stop.store(true, Ordering::Relaxed));
    assert_eq!(found.boards, []);
    assert!(found.message.starts_with("nothing that rates higher was found; "), "{}", found.message);
}

#[test]
fn a_better_layout_is_looked_for_from_the_one_that_is_there() {
    let better = |scope| Job { better: true, ..job(scope, true, 1) };
    let mut session = german(6, 6);
    let found = first(&mut session, job(Scope::All {}, true, 1));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    let region = || Scope::Region { cells: (7..22).map(|at| [at / 6, at % 6]).collect() };
    let score = |session: &Session| analysis(session).rating.expect("a rating").score;
    // Each answer rates higher than what was there, until it is known that nothing does.
    let (mut before, mut number) = (score(&session), 1);
    let found = loop {
        let (told, found) = followed(&mut session, better(region()));
        number += 1;
        assert!(told.iter().all(|told| told.best.is_some_and(|best| best > before - 1e-9)), "{told:?}");
        if found.boards.is_empty() {
            break found;
        }
        does(&mut session, Command::Take { job: number, alternative: 0 });
        assert!(score(&session) > before + 1e-9, "{} after {before}", score(&session));
        before = score(&session);
    };
    assert_eq!(found.message, "no other layout of these fields rates higher and can be filled");
    // Without any time, nothing is known, and nothing worse is offered.
    let work = begun(&mut session, better(Scope::All {}));
    let (budget, stop) = Budget::unlimited().racer();
    let found = work.run(1, &budget, &|_| stop.store(true, Ordering::Relaxed));
    assert_eq!(found.boards, []);
    assert!(found.message.starts_with("nothing that rates higher was found; "), "{}", found.message);
    // A puzzle that is not finished is no bound.
    does(&mut session, Command::Clear { cells: (0..36).map(|at| [at / 6, at % 6]).collect(), pinned: true });
    let found = first(&mut session, better(Scope::All {}));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
}

/// Three words across and three down, which cross everywhere.
const SQUARE: &str = "4\n4\n-???\n?...\n?...\n?...\n0 1 0\n0 2 0\n0 3 0\n1 0 3\n2 0 3\n3 0 3\n";

#[test]
fn a_word_is_replaced_with_as_few_changes_as_any_fill_has() {
    type Fill = BTreeMap<Pos, Letter>;
    let list = list(&[
        "AAB", "ABA", "ABC", "ACB", "ACC", "BAA", "BAC", "BBC", "BCA", "BCB", "CAB", "CAC", "CBA", "CCA",
    ]);
    let empty = session(SQUARE, list.clone());
    let empty = arrowword(empty.draft());
    let all = fills(empty, &list);
    let word = |fill: &Fill, run: Run| run.cells().map(|pos| fill[&pos]).collect::<Vec<Letter>>();
    let mut seen = BTreeSet::new();
    for fill in all.iter().step_by(all.len().div_ceil(8)) {
        let (positions, letters): (Vec<Pos>, Vec<Letter>) =
            fill.iter().map(|(pos, letter)| (*pos, *letter)).unzip();
        let puzzle = empty.with_letters(&positions, &letters);
        let runs: Vec<Run> =
            puzzle.questions.iter().filter_map(|question| puzzle.run_of(*question)).collect();
        let mut session = Session::new(Draft::of_puzzle(puzzle.clone()), vocabulary(list.clone()), 7);
        for (question, place) in puzzle.questions.iter().zip(&runs) {
            let old = word(fill, *place);
            let other = word(&all[all.len() / 2], *place);
            for by in [None, Some(other).filter(|other| *other != old)] {
                let is_wanted = |new: &&Fill| {
                    runs.iter().all(|run| word(new, *run) != old)
                        && by.as_ref().is_none_or(|by| word(new, *place) == *by)
                };
                let changed = |new: &Fill| fill.iter().filter(|(pos, letter)| new[*pos] != **letter).count();
                let fewest = all.iter().filter(is_wanted).map(changed).min();
                let question = asked(question.pos.row, question.pos.col, &question.arrow.to_string());
                let text = by.as_ref().map(|by| by.iter().map(|letter| letter.char()).collect::<String>());
                let scope = Scope::Word { question, word: text.clone() };
                let found = run(&mut session, job(scope, false, 1));
                let offered = offered(&session).first().map(|answer| answer.changed.len());
                assert_eq!(offered, fewest, "{fill:?}, {place:?} by {text:?}: {}", found.message);
                seen.insert(fewest);
            }
        }
    }
    // Some take few changes, others many.
    assert!(seen.len() > 3, "{seen:?}");
}

#[test]
fn a_job_that_is_stopped_or_out_of_date_changes_nothing() {
    let mut session = session(SMALL, short_words());
    let effects = does(&mut session, Command::Start { job: job(Scope::All {}, true, 1) });
    let [Effect::Run(work)] = &effects[..] else { panic!("{effects:?}") };
    let (budget, stop) = Budget::unlimited().racer();
    stop.store(true, Ordering::Relaxed);
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

#[test]
fn an_answer_is_rated_as_it_is_once_it_is_taken_and_keeps_its_number() {
    let mut session = session("2\n4\n?...\n?...\n0 0 3\n1 0 3\n", short_words());
    let region = || Scope::Region { cells: (0..8).map(|at| [at / 4, at % 4]).collect() };
    let found = run(&mut session, job(region(), false, 3));
    let told = |session: &mut Session, boards: usize, is_running| {
        let part = Found { boards: found.boards[..boards].to_vec(), ..found.clone() };
        match session.found(1, part, is_running) {
            Some(Event::Job { alternatives, running, .. }) if running == is_running => alternatives,
            other => panic!("{other:?}"),
        }
    };
    let all = told(&mut session, 3, false);
    assert_eq!(all.len(), 3, "{}", found.message);
    for (number, alternative) in all.iter().enumerate() {
        let mut taken = session.clone();
        does(&mut taken, Command::Take { job: 1, alternative: number });
        assert_eq!(taken.draft().document().grid, alternative.grid);
        let rating = analysis(&taken).rating.expect("a rating");
        assert_eq!((alternative.score, rating.bonus), (rating.score, 10.0));
        let [old, new] = [&session, &taken].map(|session| arrowword(session.draft()).fields.clone());
        let differing = old.iter().filter(|(pos, field)| new[*pos] != **field);
        let differing: Vec<_> = differing.map(|(pos, _)| [pos.row, pos.col]).collect();
        assert_eq!(alternative.changed, differing);
    }
    // Answers come one after another: those that were there are as they were.
    let mut other = self::session("2\n4\n?...\n?...\n0 0 3\n1 0 3\n", short_words());
    does(&mut other, Command::Start { job: job(region(), false, 3) });
    for count in 0..=3 {
        assert_eq!(told(&mut other, count, true), all[..count]);
    }
}

#[test]
fn a_field_that_cannot_be_part_of_any_puzzle_is_named_before_anything_is_searched() {
    let said = |grid: &str, layout| {
        let mut session = session(grid, short_words());
        let found = run(&mut session, job(Scope::Open {}, layout, 1));
        assert!(found.boards.is_empty());
        found.message
    };
    let alone = said("3\n5\n.-...\n--...\n.....\n", true);
    assert!(
        alone.starts_with("the field at row 1, column 1 lies in an island of 1 unblocked fields"),
        "{alone}"
    );
    let unasked = said("2\n4\n?...\n....\n0 0 3\n", false);
    assert!(unasked.starts_with("the solution field at row 2, column 1 cannot be reached"), "{unasked}");
    let wordless = said("2\n4\n?C.C\n----\n0 0 3\n", false);
    assert!(wordless.starts_with("no word of the list fits the given letters C?C"), "{wordless}");
    let twice = said("3\n4\n?CAB\n?CAB\n?...\n0 0 3\n1 0 3\n2 0 3\n", false);
    assert!(twice.ends_with("which the question at row 1, column 1, 3 (right) already has"), "{twice}");
}

#[test]
fn a_question_without_a_proper_word_is_named_before_its_field_is_filled() {
    let mut session = session(SMALL, short_words());
    // The word of the first one ends above another question field.
    let [short, crossing] = [asked(0, 0, "down"), asked(2, 0, "up-then-right")];
    does(&mut session, Command::Arrow { question: crossing.clone(), there: true });
    for question in [short, crossing] {
        let found = run(&mut session, job(Scope::Word { question, word: None }, false, 1));
        let why = "the question at row 1, column 1 asks for a word that is too short";
        assert!(found.boards.is_empty() && found.message.starts_with(why), "{}", found.message);
    }
}

/// What a job says about an answer that it cannot offer, which only a bug in its search can produce.
pub const DROPPED: &str = "broke a rule";

#[test]
fn no_answer_breaks_a_rule_or_changes_what_is_to_stay() {
    let answered = Cell::new(0);
    proptest!(ProptestConfig::with_cases(64), |(
        changes in prop::collection::vec(change(), 0..25),
        scope in 0_usize..4,
        layout in any::<bool>(),
        alternatives in 1_usize..3,
    )| {
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
        let job = job(scope.clone(), layout, alternatives);
        let outcome = session.apply(&Request { revision: None, command: Command::Start { job } });
        let [Effect::Run(work)] = &outcome.effects[..] else {
            let is_refused = matches!(outcome.reply, Reply::Refused { .. });
            prop_assert!(is_refused, "{:?}", outcome.reply);
            return Ok(());
        };
        let found = ended(work);
        prop_assert!(!found.message.is_empty() && !found.message.contains(DROPPED), "{}", found.message);
        answered.set(answered.get() + usize::from(!found.boards.is_empty()));
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
    });
    assert!(answered.get() > 0, "no job has found anything");
}
