//! The constructor's session for criss-crosses: words are laid where they cross, what is laid stays, and the board
//! extends beyond what is printed.

use crate::edit::{analysis, asked, does, short_words};
use crate::edit_crosswords::{crossword, empty, grid};
use crate::edit_jobs::{job, run};
use cwsat::edit::board::Board;
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Command, Scope, Towards, Wishes};
use cwsat::edit::refusal::Refusal;
use cwsat::edit::session::{Effect, Session};
use cwsat::encodings::crisscross::puzzle::{Laid, Layout};
use cwsat::encodings::crisscross::rules::check;
use cwsat::encodings::grid::{Direction, Grid, Pos, Run};
use cwsat::encodings::lexicon::{Letter, Sign, fold};
use cwsat::publish::puzzle::{Clue, Entry, Field, Kind, Puzzle, convert};
use cwsat::solver::Budget;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

#[test]
fn the_words_of_a_criss_cross_are_laid_where_they_cross_and_touch_no_other() {
    let mut session = empty(Kind::Crisscross, 9, 9, short_words());
    let wishes = |words: &[&str]| {
        let needed = words.iter().map(|word| (*word).to_owned()).collect();
        Command::Wishes { wishes: Wishes { needed, ..Wishes::default() } }
    };
    does(&mut session, wishes(&["ROSE", "OSTEN", "TULPE"]));
    let lays = |session: &Session| -> Vec<(String, usize)> {
        analysis(session).lays.into_iter().map(|lay| (lay.word, lay.count)).collect()
    };
    // On an empty board, a word lies in the middle, across or down.
    assert_eq!(
        lays(&session),
        [("OSTEN", 2), ("ROSE", 2), ("TULPE", 2)].map(|(word, count)| (word.to_owned(), count))
    );
    does(&mut session, Command::Write { at: [4, 2], towards: Towards::Across, text: "ROSE".to_owned() });
    assert_eq!(grid(&session)[4], "##ROSE###");
    // By hand: OSTEN crosses ROSE in O, S and E, and could not lie along it; TULPE in E alone.
    assert_eq!(lays(&session), [("OSTEN".to_owned(), 3), ("TULPE".to_owned(), 1)]);
    let best = analysis(&session).lays[1].best.clone().expect("a place");
    assert_eq!(best, asked(0, 5, "down"));
    // What is laid stays, and the rest is laid beside it.
    let found = run(&mut session, job(Scope::Open {}, false, 1));
    let [board] = &found.boards[..] else { panic!("{}", found.message) };
    let layout = crossword(board).laid().expect("all laid");
    assert_eq!(layout.words.len(), 3);
    assert!(check(&layout, None).is_empty());
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    assert_eq!(grid(&session)[4].matches("ROSE").count(), 1);
    assert!(analysis(&session).missing.is_empty() && analysis(&session).faults.is_empty());
    // It is printed without its margins, and its clues go with it.
    let word = session.draft().document().words[0].clone();
    does(&mut session, Command::Clue { question: word.question, clues: vec![Clue::new("Blume")] });
    let published = session.draft().published().expect("a puzzle");
    assert!(
        published.rows() * published.cols() < 81
            && published.entries.iter().filter(|entry| !entry.clues.is_empty()).count() == 1
    );
    let again = Draft::of_published(&published).expect("a draft");
    assert_eq!(again.published().expect("a puzzle"), published);
    let saved = Draft::of_document(&session.draft().document()).expect("a draft");
    assert_eq!(&saved, session.draft());
    // A letter that is removed leaves nothing behind.
    does(&mut session, Command::Clear { cells: vec![[4, 2]], pinned: true });
    assert_eq!(grid(&session)[4].chars().nth(2), Some('#'));
    does(&mut session, Command::Clear { cells: Vec::new(), pinned: true });
    // All of them anew, by the search of criss-crosses.
    let found = run(&mut session, job(Scope::All {}, true, 1));
    let [board] = &found.boards[..] else { panic!("{}", found.message) };
    let layout = crossword(board).laid().expect("all laid");
    assert!(layout.words.len() == 3 && check(&layout, None).is_empty());
}

#[test]
fn a_solution_word_is_spelled_by_the_fields_of_the_board() {
    let mut session = empty(Kind::Crisscross, 9, 9, short_words());
    for (at, towards, text) in [([4, 2], Towards::Across, "ROSE"), ([4, 3], Towards::Down, "OSTEN")] {
        does(&mut session, Command::Write { at, towards, text: text.to_owned() });
    }
    let wishes = Wishes { solution_word: Some("Torsen".to_owned()), ..Wishes::default() };
    does(&mut session, Command::Wishes { wishes });
    does(&mut session, Command::SpellSolutionWord {});
    let spelled = |draft: &Draft| -> String {
        let letter = |&pos: &Pos| draft.board.letter(pos).map_or('?', Letter::char);
        draft.solution_word.iter().map(letter).collect()
    };
    assert_eq!(spelled(session.draft()), "TORSEN");
    assert!(analysis(&session).missing.is_empty());
    // The same is true in print, where the margin is cut off.
    let published = session.draft().published().expect("a puzzle");
    assert_eq!(spelled(&Draft::of_published(&published).expect("a draft")), "TORSEN");
}

#[test]
fn a_board_that_is_as_large_as_it_may_be_has_no_margin_and_is_read_again() {
    let word = fold("AB").expect("a word");
    for (cols, margin) in [(9, 2), (496, 2), (498, 1), (500, 0)] {
        let field = |pos: Pos| match (pos.row, pos.col.checked_sub(cols - 2)) {
            (0, Some(at)) => Field::Letter { letter: word[at].into(), given: false },
            _ => Field::Blocked(cwsat::encodings::arrowword::puzzle::Blocked::Space),
        };
        let run = Run { start: Pos::new(0, cols - 2), direction: Direction::Across, len: 2 };
        let entry =
            Entry { run, question: None, spelling: None, clues: vec![Clue::new("two letters")], own: false };
        let puzzle = Puzzle::new(Kind::Crisscross, Grid::from_fn(3, cols, field), vec![entry]);
        let draft = Draft::of_published(&puzzle).expect("a draft");
        assert_eq!(draft.board.size(), (3 + 2 * margin, cols + 2 * margin));
        assert_eq!(draft.notes.len(), 1);
        assert_eq!(draft.board.letter(Pos::new(margin, margin + cols - 1)), Some(word[1]));
        assert_eq!(Draft::of_document(&draft.document()), Ok(draft));
    }
}

/// Returns a board with a word, and others that are wished for.
fn begun(wishes: &[&str]) -> Session {
    let mut session = empty(Kind::Crisscross, 9, 9, short_words());
    does(&mut session, Command::Write { at: [4, 2], towards: Towards::Across, text: "ROSE".to_owned() });
    let needed = wishes.iter().map(|word| (*word).to_owned()).collect();
    does(&mut session, Command::Wishes { wishes: Wishes { needed, ..Wishes::default() } });
    session
}

#[test]
fn whoever_lays_words_is_told_why_none_is_laid() {
    let why = |mut session: Session| {
        let found = run(&mut session, job(Scope::Open {}, false, 1));
        assert_eq!(found.boards.len(), 0);
        found.message
    };
    assert!(why(begun(&[])).starts_with("there is no word to lay: "));
    assert!(why(begun(&["KUH"])).starts_with("no other word can be laid beside those that are there: "));
    let mut alone = begun(&["OSTEN"]);
    does(&mut alone, Command::Write { at: [8, 8], towards: Towards::Across, text: "A".to_owned() });
    assert!(why(alone).starts_with("a field has no letter, or is in no word: "));
    // Stopped before it has begun, it lays nothing, and does not say that nothing could be laid.
    let mut session = begun(&["OSTEN"]);
    let effects = does(&mut session, Command::Start { job: job(Scope::Open {}, false, 1) });
    let [Effect::Run(work)] = &effects[..] else { panic!("{effects:?}") };
    let (budget, stop) = Budget::unlimited().racer();
    let found = work.run(1, &budget, &|found| {
        // It is told what the job does before anything is laid.
        stop.store(found.message == "laying words", Ordering::Relaxed);
    });
    assert_eq!((found.boards.len(), &found.message[..]), (0, "nothing was found in time; give it more time"));
}

#[test]
fn letters_that_are_not_pinned_are_removed_with_their_fields_and_pins_with_them() {
    let mut session = begun(&[]);
    does(&mut session, Command::Pin { cells: vec![[4, 3], [4, 4]], pinned: false });
    does(&mut session, Command::Clear { cells: Vec::new(), pinned: false });
    assert_eq!(grid(&session)[4], "##R##E###");
    assert_eq!(session.draft().pinned, BTreeSet::from([Pos::new(4, 2), Pos::new(4, 5)]));
    does(&mut session, Command::Clear { cells: vec![[4, 2], [4, 5], [4, 5]], pinned: true });
    assert!(grid(&session).iter().all(|row| row == "#########") && session.draft().pinned.is_empty());
    // In other kinds the fields stay, and are open.
    let mut blocks = empty(Kind::Template, 1, 4, short_words());
    does(&mut blocks, Command::Write { at: [0, 0], towards: Towards::Across, text: "ABCA".to_owned() });
    does(&mut blocks, Command::Pin { cells: vec![[0, 1]], pinned: false });
    does(&mut blocks, Command::Clear { cells: Vec::new(), pinned: false });
    assert_eq!(grid(&blocks), ["A.CA"]);
}

#[test]
fn what_cannot_be_edited_is_refused_with_its_reason() {
    let laid = |word: &str| {
        let word = word.chars().map(|c| Sign::from_char(c).expect("a letter")).collect();
        let words = vec![Laid { word, question: None, start: Pos::new(0, 0), direction: Direction::Across }];
        convert::crisscross(&Layout { rows: 3, cols: 7, words })
    };
    assert!(Draft::of_published(&laid("STRASSE")).is_ok());
    assert_eq!(Draft::of_published(&laid("STRAẞE")), Err(Refusal::OtherLetters));
    let mut open = laid("STRASSE");
    open.fields[Pos::new(0, 4)] = Field::Open;
    assert_eq!(Draft::of_published(&open), Err(Refusal::NoLetterYet(Pos::new(0, 4))));
}

proptest! {
    #[test]
    fn a_word_that_is_laid_makes_no_other_word_and_breaks_none(
        words in prop::collection::vec("[AB]{2,4}", 1..6),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 6),
    ) {
        let mut board = Board::empty(Kind::Crisscross, 7, 7).expect("a board");
        let mut laid: BTreeSet<Vec<Letter>> = BTreeSet::new();
        for (word, pick) in words.iter().zip(&picks) {
            let word = fold(word).expect("a word");
            let places = crossword(&board).places_for(&word);
            if places.is_empty() || laid.contains(&word) {
                continue;
            }
            let (run, _) = places[pick.index(places.len())];
            let positions: Vec<Pos> = run.cells().collect();
            board = board.with_letters(&positions, &word);
            laid.insert(word);
            let there: BTreeSet<Vec<Letter>> = board.filled().into_iter().map(|(_, word)| word).collect();
            prop_assert_eq!(&there, &laid);
            let layout = crossword(&board).laid().expect("all are laid");
            prop_assert_eq!(check(&layout, None), []);
        }
    }
}
