//! The constructor's session, without a browser: what is undone is as it was, an analysis depends on the document alone,
//! what fits is compared with trying everything out, and no answer of a job breaks a rule or changes what is pinned.

use cwsat::edit::analysis::Memory;
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{
    About, Analysis, Asked, Command, Document, Event, Make, Reply, Request, Towards, Wishes,
};
use cwsat::edit::refusal::{MAX_TEXTS, file_name};
use cwsat::edit::session::{Effect, Session};
use cwsat::edit::words::{Vocabulary, Words};
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, WordList, fold};
use cwsat::publish::puzzle::Clue;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A grid of 3 rows and 4 columns with a question field in each corner that can ask for something.
pub const SMALL: &str = "3\n4\n?..?\n....\n?...\n0 0 0\n0 0 3\n";

pub fn list(words: &[&str]) -> WordList {
    WordList::new(words.iter().enumerate().map(|(at, word)| (fold(word).expect("a word"), at as f32)))
}

pub fn vocabulary(list: WordList) -> Vocabulary {
    let words = Words::new(list, Vec::new(), &[], None).expect("words");
    Vocabulary::new(Arc::new(words), Arc::default())
}

pub fn short_words() -> WordList {
    list(&["AB", "BA", "CA", "AC", "ABC", "BAC", "CAB", "CCA", "ABCA", "BACB", "CABA", "BBCA"])
}

pub fn session(text: &str, list: WordList) -> Session {
    let draft = Draft::of_puzzle(cwg::read(text).expect("a grid").puzzle);
    Session::new(draft, vocabulary(list), 7)
}

pub fn does(session: &mut Session, command: Command) -> Vec<Effect> {
    let outcome = session.apply(&Request { revision: None, command });
    assert!(matches!(outcome.reply, Reply::Done { .. }), "{:?}", outcome.reply);
    outcome.effects
}

pub fn analysis(session: &Session) -> Analysis {
    analysis_with(session, &mut Memory::default())
}

/// Returns the analysis that continues from those before.
pub fn analysis_with(session: &Session, memory: &mut Memory) -> Analysis {
    match session.analyst().analyse(memory, &|| false) {
        Some(Event::Analysis { analysis, .. }) => analysis,
        other => panic!("{other:?}"),
    }
}

fn document(session: &Session) -> Document {
    session.draft().document()
}

pub fn arrowword(draft: &Draft) -> &Puzzle {
    draft.board.arrowword().expect("an arrowword")
}

pub fn asked(row: usize, column: usize, arrow: &str) -> Asked {
    Asked { at: [row, column], arrow: arrow.to_owned() }
}

/// Any command that changes the document, on a grid of about 3x4: many are refused.
pub fn change() -> impl Strategy<Value = Command> {
    let cell = || (0_usize..4, 0_usize..5).prop_map(|(row, column)| [row, column]);
    let cells = || prop::collection::vec(cell(), 0..4);
    let make = prop_oneof![Just(Make::Blocked), Just(Make::Question), Just(Make::Open)];
    let question = || {
        (cell(), prop::sample::select(Arrow::ALL.to_vec()))
            .prop_map(|(at, arrow)| Asked { at, arrow: arrow.to_string() })
    };
    let towards = prop_oneof![Just(Towards::Across), Just(Towards::Down)];
    let text = |most: usize| prop::collection::vec(prop::sample::select(b"ABC. ".to_vec()), 0..most);
    let texts = || text(3).prop_map(|bytes| String::from_utf8(bytes).expect("ASCII"));
    prop_oneof![
        4 => (cells(), make).prop_map(|(cells, to)| Command::Make { cells, to }),
        4 => (cell(), towards, texts()).prop_map(|(at, towards, text)| Command::Write { at, towards, text }),
        1 => (cells(), any::<bool>()).prop_map(|(cells, pinned)| Command::Clear { cells, pinned }),
        1 => (cells(), any::<bool>()).prop_map(|(cells, pinned)| Command::Pin { cells, pinned }),
        6 => (question(), prop::bool::weighted(0.8))
            .prop_map(|(question, there)| Command::Arrow { question, there }),
        1 => (1_usize..5, 1_usize..5).prop_map(|(rows, columns)| Command::Resize { rows, columns }),
        2 => (question(), texts())
            .prop_map(|(question, text)| Command::Clue { question, clues: vec![Clue::new(text)] }),
        1 => texts().prop_map(|text| Command::About { about: About { title: Some(text), ..About::default() } }),
        1 => texts().prop_map(|text| Command::Wishes { wishes: Wishes { wanted: vec![text], ..Wishes::default() } }),
        1 => cells().prop_map(|cells| Command::SolutionWord { cells }),
        1 => cell().prop_map(|at| Command::Picture { at, file: Some("a.png".to_owned()) }),
        1 => Just(Command::GiveClues {}),
        2 => Just(Command::Undo {}),
        1 => Just(Command::Redo {}),
    ]
}

proptest! {
    #[test]
    fn everything_can_be_undone_and_done_again(changes in prop::collection::vec(change(), 0..40)) {
        let mut session = session(SMALL, short_words());
        let start = document(&session);
        for command in changes {
            let before = (document(&session), session.revision());
            let reply = session.apply(&Request { revision: Some(before.1), command }).reply;
            if let Reply::Refused { .. } = reply {
                prop_assert_eq!((document(&session), session.revision()), before);
            }
        }
        let end = document(&session);
        let undone = |session: &mut Session, command: Command| {
            let request = Request { revision: None, command };
            std::iter::repeat_with(|| session.apply(&request).reply)
                .take_while(|reply| matches!(reply, Reply::Done { .. }))
                .count()
        };
        while session.apply(&Request { revision: None, command: Command::Redo {} }).reply
            != (Reply::Refused { why: "there is nothing to redo".to_owned() })
        {}
        let last = document(&session);
        let steps = undone(&mut session, Command::Undo {});
        prop_assert_eq!(document(&session), start);
        prop_assert_eq!(undone(&mut session, Command::Redo {}), steps);
        prop_assert_eq!(document(&session), last.clone());
        prop_assert!(steps > 0 || end == last);
    }
}

proptest! {
    // Each case compares up to 25 analyses, and tests/edit_live.rs thousands more.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_analysis_is_that_of_the_saved_document(changes in prop::collection::vec(change(), 0..25)) {
        let mut session = session(SMALL, short_words());
        let mut memory = Memory::default();
        for command in changes {
            session.apply(&Request { revision: None, command });
            let analysis = analysis_with(&session, &mut memory);
            let text = serde_json::to_string(&document(&session)).expect("JSON");
            let saved: Document = serde_json::from_str(&text).expect("a document");
            let draft = Draft::of_document(&saved).expect("a draft");
            prop_assert_eq!(&draft, session.draft());
            let fresh = Session::new(draft, vocabulary(short_words()), 0);
            prop_assert_eq!(&analysis, &self::analysis(&fresh));
        }
    }
}

proptest! {
    #[test]
    fn no_letter_of_a_fill_is_said_not_to_fit(changes in prop::collection::vec(change(), 0..25)) {
        let mut session = session(SMALL, short_words());
        for command in changes {
            session.apply(&Request { revision: None, command });
        }
        let puzzle = arrowword(session.draft());
        // Only where every question can be read as the rules say.
        if !rules::check(puzzle, None).is_empty() || !session.draft().wishes.wanted.is_empty() {
            return Ok(());
        }
        let said = analysis(&session);
        let fits: BTreeMap<[usize; 2], &str> =
            said.fields.iter().map(|field| (field.at, field.letters.as_str())).collect();
        for fill in fills(puzzle, &short_words()) {
            for (pos, letter) in fill {
                prop_assert!(fits[&[pos.row, pos.col]].contains(letter.char()), "{pos} {letter}");
            }
        }
    }
}

/// Finds all fills of a small grid by trying every word in every slot: the letters of the open fields.
pub fn fills(puzzle: &Puzzle, list: &WordList) -> Vec<BTreeMap<Pos, Letter>> {
    let mut found = Vec::new();
    let runs: Vec<_> = puzzle.questions.iter().filter_map(|&question| puzzle.run_of(question)).collect();
    let mut open = vec![(0, puzzle.clone())];
    while let Some((at, filled)) = open.pop() {
        let Some(run) = runs.get(at) else {
            if rules::check(&filled, Some(list)).is_empty() {
                let letters = filled.fields.iter().filter_map(|(pos, field)| match field {
                    Field::Letter(letter) if puzzle.fields[pos] == Field::Open => Some((pos, *letter)),
                    _ => None,
                });
                found.push(letters.collect());
            }
            continue;
        };
        for word in list.words(run.len) {
            let mut next = filled.clone();
            let fits = run.cells().zip(word).all(|(pos, &letter)| {
                let old = std::mem::replace(&mut next.fields[pos], Field::Letter(letter));
                old == Field::Open || old == Field::Letter(letter)
            });
            if fits {
                open.push((at + 1, next));
            }
        }
    }
    found
}

#[test]
fn a_slot_says_how_many_words_fit_and_which_are_best() {
    let mut session = session("1\n4\n?...\n0 0 3\n", short_words());
    does(&mut session, Command::Look { question: Some(asked(0, 0, "right")) });
    let said = analysis(&session);
    assert_eq!(said.slots[0].count, 4);
    let best: Vec<String> = said.look.expect("words").words.into_iter().map(|word| word.word).collect();
    assert_eq!(best, ["CCA", "CAB", "BAC", "ABC"]);
    let letters = |said: &Analysis| said.fields.iter().map(|f| f.letters.clone()).collect::<Vec<_>>();
    assert_eq!(letters(&analysis(&session)), ["ABC", "ABC", "ABC"]);
    does(&mut session, Command::Write { at: [0, 1], towards: Towards::Across, text: "C".to_owned() });
    assert_eq!(letters(&analysis(&session)), ["AC", "AB"]);
    does(&mut session, Command::Write { at: [0, 2], towards: Towards::Across, text: "B".to_owned() });
    let said = analysis(&session);
    assert_eq!((said.slots[0].count, letters(&said)), (0, vec![String::new()]));
    does(&mut session, Command::Write { at: [0, 1], towards: Towards::Across, text: "CAB".to_owned() });
    let said = analysis(&session);
    assert_eq!((said.rating.expect("a rating").bonus, said.faults.len(), said.slots[0].count), (10.0, 0, 1));
}

#[test]
fn only_arrows_that_break_no_rule_are_offered_and_taken() {
    let mut session = session("3\n4\n?...\n....\n....\n", short_words());
    let offered: BTreeSet<String> = analysis(&session).arrows[0].arrows.iter().cloned().collect();
    for arrow in Arrow::ALL {
        let mut other = session.clone();
        let command = Command::Arrow { question: asked(0, 0, &arrow.to_string()), there: true };
        let outcome = other.apply(&Request { revision: None, command });
        let is_taken = matches!(outcome.reply, Reply::Done { .. });
        assert_eq!(is_taken, offered.contains(&arrow.to_string()), "{arrow}");
        // Judged by the rules themselves.
        let mut puzzle = arrowword(session.draft()).clone();
        puzzle.questions.push(cwsat::encodings::arrowword::puzzle::Question { pos: Pos::new(0, 0), arrow });
        let broken = rules::check(&puzzle, None);
        let breaks = broken.iter().any(|violation| violation.rule() != "letter-without-question");
        assert_eq!(is_taken, !breaks, "{arrow}: {broken:?}");
    }
    does(&mut session, Command::Arrow { question: asked(0, 0, "right"), there: true });
    let offered = &analysis(&session).arrows[0].arrows;
    assert!(!offered.contains(&"right".to_owned()) && offered.contains(&"down".to_owned()), "{offered:?}");
}

#[test]
fn a_change_for_another_revision_is_refused() {
    let mut session = session(SMALL, short_words());
    let command = Command::Make { cells: vec![[1, 1]], to: Make::Blocked };
    let request = Request { revision: Some(session.revision() + 1), command };
    let before = document(&session);
    assert_eq!(session.apply(&request).reply, Reply::Outdated { revision: session.revision() });
    assert_eq!(document(&session), before);
}

#[test]
fn whatever_makes_a_step_texts_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clues.txt");
    std::fs::write(&file, format!("CAB|{}\n", "Droschke ".repeat(20))).expect("written");
    let sources = [cwsat::publish::clues::source::Source::open(&file).expect("a source")];
    let words = Words::new(short_words(), Vec::new(), &sources, None).expect("words");
    let draft = Draft::of_puzzle(cwg::read("1\n4\n?CAB\n0 0 3\n").expect("a grid").puzzle);
    let mut session = Session::new(draft, Vocabulary::new(Arc::new(words), Arc::default()), 7);
    let about = |last: usize, title: Option<&str>| {
        let mut credits = vec!["x".repeat(2000); MAX_TEXTS / 2000 - 1];
        credits.push("x".repeat(last));
        let title = title.map(str::to_owned);
        Command::About { about: About { credits, title, ..About::default() } }
    };
    does(&mut session, about(2000, None));
    let more = Request { revision: None, command: about(2000, Some("x")) };
    assert!(matches!(session.apply(&more).reply, Reply::Refused { .. }));
    let refused = session.apply(&Request { revision: None, command: Command::GiveClues {} }).reply;
    assert!(matches!(&refused, Reply::Refused { why } if why.contains("together")), "{refused:?}");
    assert!(document(&session).words[0].clues.is_empty());
    does(&mut session, about(1000, None));
    does(&mut session, Command::GiveClues {});
    assert!(!document(&session).words[0].clues.is_empty());
}

#[test]
fn a_puzzle_that_came_with_more_texts_can_be_changed_but_they_do_not_grow() {
    let draft = Draft::of_puzzle(cwg::read("2\n4\n?CAB\n....\n0 0 3\n").expect("a grid").puzzle);
    let mut saved = draft.document();
    saved.words[0].clues = vec![Clue::new("x".repeat(MAX_TEXTS + 10))];
    let mut session =
        Session::new(Draft::of_document(&saved).expect("a draft"), vocabulary(short_words()), 7);
    does(&mut session, Command::Make { cells: vec![[1, 1]], to: Make::Blocked });
    let about = About { title: Some("x".to_owned()), ..About::default() };
    let titled = Command::About { about };
    let refused = session.apply(&Request { revision: None, command: titled.clone() }).reply;
    assert!(matches!(&refused, Reply::Refused { why } if why.contains("together")), "{refused:?}");
    let shorter = Command::Clue { question: asked(0, 0, "right"), clues: vec![Clue::new("Droschke")] };
    does(&mut session, shorter);
    does(&mut session, titled);
}

#[test]
fn clues_stay_with_their_word_and_names_with_their_folder() {
    let mut session = session("1\n4\n?CAB\n0 0 3\n", short_words());
    let question = asked(0, 0, "right");
    does(&mut session, Command::Clue { question: question.clone(), clues: vec![Clue::new("Droschke")] });
    does(&mut session, Command::Spelling { question: question.clone(), spelling: Some("Cab".to_owned()) });
    let bad = Command::Spelling { question, spelling: Some("Taxi".to_owned()) };
    assert!(matches!(session.apply(&Request { revision: None, command: bad }).reply, Reply::Refused { .. }));
    let published = session.draft().published().expect("a puzzle");
    assert_eq!(published.entries[0].clue().map(|clue| clue.text.as_str()), Some("Droschke"));
    assert_eq!(&Draft::of_published(&published).expect("a draft"), session.draft());
    does(&mut session, Command::Write { at: [0, 1], towards: Towards::Across, text: "B".to_owned() });
    assert!(document(&session).words[0].clues.is_empty());
    does(&mut session, Command::Undo {});
    assert_eq!(document(&session).words[0].clues.len(), 1);
    for name in
        ["", ".", "..", "../a.json", "a/b", "a\\b", "C:a", "/etc/passwd", ".hidden", "a\0b", "-rf", "a\n"]
    {
        assert!(file_name(name).is_err(), "{name:?}");
    }
    assert_eq!(file_name("für mia.json"), Ok("für mia.json"));
}
