//! The constructor's session for crosswords: symmetry is what it says, everything can be undone, what fits is compared with
//! trying everything out, and no answer of a job breaks a rule or changes what is to stay.

use crate::edit::{analysis, asked, does, list, short_words, vocabulary};
use crate::edit_jobs::{DROPPED, ended, job, run};
use cwsat::edit::board::{Board, Crossword};
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Command, Document, Event, Make, Reply, Request, Scope, Shape, Towards, Wishes};
use cwsat::edit::session::{Effect, Session};
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::rules;
use cwsat::encodings::grid::{Direction, Pos, Run};
use cwsat::encodings::lexicon::{Letter, WordList, fold};
use cwsat::publish::puzzle::{Clue, Kind, json};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

fn session(text: &str, list: WordList) -> Session {
    Session::new(Draft::of_text(text).expect("a grid"), vocabulary(list), 7)
}

pub fn empty(kind: Kind, rows: usize, cols: usize, list: WordList) -> Session {
    Session::new(Draft::empty(kind, rows, cols).expect("a grid"), vocabulary(list), 7)
}

pub fn crossword(board: &Board) -> &Crossword {
    board.crossword().expect("a crossword")
}

fn template(session: &Session) -> &Template {
    &crossword(&session.draft().board).template
}

pub fn grid(session: &Session) -> Vec<String> {
    session.draft().document().grid
}

fn refused(session: &mut Session, command: Command) -> String {
    match session.apply(&Request { revision: None, command }).reply {
        Reply::Refused { why } => why,
        other => panic!("{other:?}"),
    }
}

fn shape(symmetry: &str) -> Command {
    let style = "british".to_owned();
    Command::Shape { shape: Shape { symmetry: symmetry.to_owned(), style } }
}

fn make(cells: &[[usize; 2]], to: Make) -> Command {
    Command::Make { cells: cells.to_vec(), to }
}

fn bar(at: [usize; 2], towards: Towards, there: bool) -> Command {
    Command::Bar { at, towards, there }
}

/// Any command that changes the document, on a grid of about 4x4: many are refused.
fn change() -> impl Strategy<Value = Command> {
    let cell = || (0_usize..5, 0_usize..5).prop_map(|(row, column)| [row, column]);
    let cells = || prop::collection::vec(cell(), 0..3);
    let towards = || prop_oneof![Just(Towards::Across), Just(Towards::Down)];
    let word = (cell(), prop_oneof![Just("across"), Just("down"), Just("right")])
        .prop_map(|([row, column], arrow)| asked(row, column, arrow));
    prop_oneof![
        4 => (cells(), prop_oneof![Just(Make::Blocked), Just(Make::Open), Just(Make::Question)])
            .prop_map(|(cells, to)| Command::Make { cells, to }),
        4 => (cell(), towards(), any::<bool>()).prop_map(|(at, towards, there)| bar(at, towards, there)),
        4 => (cell(), towards(), "[ABC. ]{0,3}")
            .prop_map(|(at, towards, text)| Command::Write { at, towards, text }),
        1 => (cells(), any::<bool>()).prop_map(|(cells, pinned)| Command::Clear { cells, pinned }),
        1 => (cells(), any::<bool>()).prop_map(|(cells, pinned)| Command::Pin { cells, pinned }),
        1 => prop::sample::select(vec!["none", "half-turn", "quarter-turn", "mirror", "no"]).prop_map(shape),
        1 => (1_usize..5, 1_usize..5).prop_map(|(rows, columns)| Command::Resize { rows, columns }),
        2 => (word, "[a-z]{0,3}")
            .prop_map(|(question, text)| Command::Clue { question, clues: vec![Clue::new(text)] }),
        1 => cells().prop_map(|cells| Command::SolutionWord { cells }),
        1 => Just(Command::GiveClues {}),
        2 => Just(Command::Undo {}),
        1 => Just(Command::Redo {}),
    ]
}

/// Finds all fills of a small grid by trying every word in every slot.
fn fills(template: &Template, list: &WordList) -> Vec<Template> {
    let runs = template.runs();
    let mut found = Vec::new();
    let mut open = vec![(0, template.clone())];
    while let Some((at, filled)) = open.pop() {
        let Some(run) = runs.get(at) else {
            found.extend(rules::check(&filled, Some(list)).is_empty().then_some(filled));
            continue;
        };
        let positions: Vec<Pos> = run.cells().collect();
        for word in list.words(run.len) {
            let fits =
                |(&pos, &letter): (&Pos, &Letter)| filled.cells[pos].letter().is_none_or(|old| old == letter);
            if positions.iter().zip(word).all(fits) {
                open.push((at + 1, filled.with_letters(&positions, word)));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_crossword_is_as_it_was_after_undo_and_after_loading(
        changes in prop::collection::vec(change(), 0..30),
        kind in prop_oneof![Just(Kind::Template), Just(Kind::Barred)],
    ) {
        let mut session = empty(kind, 3, 4, short_words());
        let start = session.draft().document();
        let mut steps = 0;
        for command in changes {
            let before = session.draft().document();
            let reply = session.apply(&Request { revision: None, command }).reply;
            if let Reply::Refused { .. } = reply {
                prop_assert_eq!(&session.draft().document(), &before);
            }
            let text = serde_json::to_string(&session.draft().document()).expect("JSON");
            let saved: Document = serde_json::from_str(&text).expect("a document");
            let draft = Draft::of_document(&saved).expect("a draft");
            prop_assert_eq!(&draft, session.draft());
            // The analysis depends on the document alone.
            prop_assert_eq!(analysis(&session), analysis(&Session::new(draft, vocabulary(short_words()), 0)));
            steps += 1;
        }
        while steps > 0 {
            session.apply(&Request { revision: None, command: Command::Undo {} });
            steps -= 1;
        }
        prop_assert_eq!(session.draft().document(), start);
    }

    #[test]
    fn no_letter_of_a_crosswords_fill_is_said_not_to_fit(changes in prop::collection::vec(change(), 0..20)) {
        let mut session = empty(Kind::Barred, 3, 3, short_words());
        for command in changes {
            session.apply(&Request { revision: None, command });
        }
        let said = analysis(&session);
        let fits: BTreeMap<[usize; 2], &str> =
            said.fields.iter().map(|field| (field.at, field.letters.as_str())).collect();
        let given = template(&session);
        for fill in fills(given, &short_words()) {
            for pos in given.cells.positions().filter(|pos| given.cells[*pos].is_white()) {
                let letter = fill.cells[pos].letter().expect("a letter").char();
                let is_open = given.cells[pos].letter().is_none();
                prop_assert!(!is_open || fits[&[pos.row, pos.col]].contains(letter), "{pos} {letter}");
            }
        }
    }
}

#[test]
fn no_job_breaks_a_rule_of_crosswords_or_changes_what_is_to_stay() {
    let answered = Cell::new(0);
    proptest!(ProptestConfig::with_cases(64), |(
        changes in prop::collection::vec(change(), 0..15),
        scope in 0_usize..4,
        layout in prop::bool::weighted(0.2),
        alternatives in 1_usize..3,
    )| {
        let mut session = empty(Kind::Barred, 3, 4, short_words());
        for command in changes {
            session.apply(&Request { revision: None, command });
        }
        let before = session.draft().clone();
        let region = vec![[0, 0], [0, 1]];
        let scope = match (scope, before.board.words().first()) {
            (0, _) => Scope::Open {},
            (1, _) if before.board.takes_letter(Pos::new(0, 1)) => Scope::Region { cells: region.clone() },
            (2, Some((place, _))) => Scope::Word { question: place.asked(), word: None },
            _ => Scope::All {},
        };
        let is_all = matches!(scope, Scope::All {} | Scope::Word { .. });
        let is_region = matches!(scope, Scope::Region { .. });
        let job = job(scope, layout, alternatives);
        let outcome = session.apply(&Request { revision: None, command: Command::Start { job } });
        let [Effect::Run(work)] = &outcome.effects[..] else {
            prop_assert!(matches!(outcome.reply, Reply::Refused { .. }), "{:?}", outcome.reply);
            return Ok(());
        };
        let found = ended(work);
        prop_assert!(!found.message.is_empty() && !found.message.contains(DROPPED), "{}", found.message);
        answered.set(answered.get() + usize::from(!found.boards.is_empty()));
        let own: Vec<_> = before.board.filled().into_iter().map(|(_, word)| (word, 1.0)).collect();
        let list = WordList::merged([&short_words(), &WordList::new(own)]);
        let faults = before.board.faults(Some(&list));
        for after in &found.boards {
            for fault in after.faults(Some(&list)) {
                prop_assert!(faults.contains(&fault), "{fault:?}");
            }
            for pos in before.board.positions() {
                let is_free = is_all || is_region && region.contains(&[pos.row, pos.col]);
                let stays = before.board.letter(pos).is_some() && (before.pinned.contains(&pos) || !is_free);
                prop_assert!(!stays || after.field(pos) == before.board.field(pos), "{pos}");
                let blocks = [&before.board, after].map(|board| board.takes_letter(pos));
                prop_assert!(layout || blocks[0] == blocks[1], "{pos}");
            }
            prop_assert!(layout || crossword(after).template.bars() == crossword(&before.board).template.bars());
        }
    });
    assert!(answered.get() > 0, "no job has found anything");
}

#[test]
fn what_is_filled_by_its_crossings_is_a_word_of_the_list_as_well() {
    let word = || Scope::Word { question: asked(0, 0, "across"), word: None };
    // By hand: below ABC, its crossings allow A or B, A or C, and D; only BAD is a word, and nothing may be below it.
    let words = list(&["ABC", "BAD", "AA", "AB", "BA", "BC", "CD"]);
    let found = run(&mut session("ooo\nooo\n", words), job(word(), false, 1));
    let [board] = &found.boards[..] else { panic!("{}", found.message) };
    let letters: String =
        board.positions().into_iter().filter_map(|pos| board.letter(pos)).map(Letter::char).collect();
    assert_eq!(letters, "ABCBAD");
    // Of these, none lies below another one.
    let found = run(&mut session("ooo\nooo\n", short_words()), job(word(), false, 1));
    assert!(
        found.boards.is_empty() && found.message.starts_with("no words of the list fit"),
        "{}",
        found.message
    );
}

#[test]
fn blocks_and_bars_are_laid_with_their_symmetry() {
    let list = short_words;
    let mut blocks = empty(Kind::Template, 3, 4, list());
    does(&mut blocks, Command::Write { at: [2, 3], towards: Towards::Across, text: "A".to_owned() });
    does(&mut blocks, make(&[[0, 0], [0, 1]], Make::Blocked));
    assert_eq!(grid(&blocks), ["##..", "....", "..##"]);
    does(&mut blocks, make(&[[2, 3]], Make::Open));
    assert_eq!(grid(&blocks), [".#..", "....", "..#."]);
    // A field that is opened again is emptied; its image keeps its letter.
    does(&mut blocks, Command::Write { at: [0, 0], towards: Towards::Across, text: "B".to_owned() });
    does(&mut blocks, make(&[[2, 3]], Make::Open));
    assert_eq!(grid(&blocks)[0], "B#..");
    does(&mut blocks, shape("mirror"));
    does(&mut blocks, make(&[[1, 0]], Make::Blocked));
    assert_eq!(grid(&blocks), ["B#..", "#..#", "..#."]);
    assert!(refused(&mut blocks, shape("quarter-turn")).contains("use a square"));
    assert!(refused(&mut blocks, bar([0, 2], Towards::Across, true)).contains("barred crosswords"));
    assert!(refused(&mut blocks, make(&[[0, 0]], Make::Question)).contains("question fields"));
    assert!(
        refused(&mut blocks, Command::Arrow { question: asked(0, 0, "right"), there: true })
            .contains("arrow")
    );

    let mut bars = empty(Kind::Barred, 4, 4, list());
    let there = |session: &Session| -> BTreeSet<(usize, usize, bool)> {
        let bars = session.draft().document().bars.into_iter();
        bars.map(|bar| (bar.at[0], bar.at[1], bar.towards == Towards::Down)).collect()
    };
    does(&mut bars, bar([0, 0], Towards::Across, true));
    assert_eq!(there(&bars), [(0, 0, false), (3, 2, false)].into());
    does(&mut bars, shape("quarter-turn"));
    does(&mut bars, bar([0, 1], Towards::Down, true));
    let turned = [(0, 1, true), (2, 2, true), (1, 2, false), (2, 0, false)];
    assert_eq!(there(&bars), turned.into_iter().chain([(0, 0, false), (3, 2, false)]).collect());
    does(&mut bars, bar([2, 0], Towards::Across, false));
    assert_eq!(there(&bars), [(0, 0, false), (3, 2, false)].into());
    does(&mut bars, shape("mirror"));
    does(&mut bars, bar([1, 0], Towards::Across, true));
    assert!(there(&bars).is_superset(&[(1, 0, false), (1, 2, false)].into()));
    assert!(
        refused(&mut bars, bar([0, 3], Towards::Across, true)).contains("to the right of row 1, column 4")
    );
    // A bar beside a block has no meaning, and is removed.
    does(&mut bars, shape("none"));
    does(&mut bars, make(&[[0, 0]], Make::Blocked));
    assert!(!there(&bars).contains(&(0, 0, false)));
}

#[test]
fn a_crossword_is_read_and_published_with_all_that_it_has() {
    let mut session = session("AB#\nC.A\n#AB\n", short_words());
    let numbers: Vec<(Option<usize>, String)> = {
        let words = session.draft().document().words;
        words.into_iter().map(|word| (word.number, word.question.arrow)).collect()
    };
    let expected = [(1, "across"), (3, "across"), (5, "across"), (1, "down"), (2, "down"), (4, "down")];
    assert_eq!(numbers, expected.map(|(number, arrow)| (Some(number), arrow.to_owned())));
    let question = asked(0, 0, "across");
    does(&mut session, Command::Clue { question: question.clone(), clues: vec![Clue::new("Anfang")] });
    does(&mut session, Command::Spelling { question, spelling: Some("ab".to_owned()) });
    assert!(refused(&mut session, Command::Suggest { question: asked(0, 0, "right") }).contains("direction"));
    assert!(refused(&mut session, Command::Suggest { question: asked(0, 1, "across") }).contains("no word"));
    let text = json::write(&session.draft().published().expect("a puzzle"));
    let read = json::read(&text).expect("a puzzle");
    assert_eq!(&Draft::of_published(&read).expect("a draft"), session.draft());
    // A word's clue is dropped when its letters change.
    does(&mut session, Command::Write { at: [0, 1], towards: Towards::Across, text: "C".to_owned() });
    assert!(session.draft().document().words[0].clues.is_empty());
}

#[test]
fn letters_that_are_shown_to_the_solver_stay_so_until_they_change() {
    let mut puzzle = Draft::of_text("AB#\nCA#\n").expect("a grid").published().expect("a puzzle");
    use cwsat::publish::puzzle::Field;
    let shown = |puzzle: &cwsat::publish::puzzle::Puzzle| -> Vec<Pos> {
        puzzle.fields.iter().filter(|(_, field)| field.given().is_some()).map(|(pos, _)| pos).collect()
    };
    for pos in [Pos::new(0, 0), Pos::new(1, 1)] {
        if let Field::Letter { given, .. } = &mut puzzle.fields[pos] {
            *given = true;
        }
    }
    let mut session =
        Session::new(Draft::of_published(&puzzle).expect("a draft"), vocabulary(short_words()), 0);
    assert_eq!(shown(&session.draft().published().expect("a puzzle")), [Pos::new(0, 0), Pos::new(1, 1)]);
    let saved = Draft::of_document(&session.draft().document()).expect("a draft");
    assert_eq!(&saved, session.draft());
    does(&mut session, Command::Write { at: [0, 0], towards: Towards::Across, text: "C".to_owned() });
    assert_eq!(shown(&session.draft().published().expect("a puzzle")), [Pos::new(1, 1)]);
}

#[test]
fn an_analysis_of_a_crossword_counts_what_people_ask_of_it() {
    let session = session("AB#\nC.A\n#AB\n", short_words());
    let said = analysis(&session);
    assert!(said.rating.is_none() && said.arrows.is_empty());
    let figure = |name: &str| said.figures.iter().find(|figure| figure.name == name).expect(name).value;
    assert_eq!((figure("words"), figure("crossed")), (6.0, 100.0));
    assert!(
        (figure("blocks") - 200.0 / 9.0).abs() < 1e-9
            && (figure("letters per word") - 14.0 / 6.0).abs() < 1e-9
    );
    let lengths: Vec<(usize, usize)> = said.lengths.iter().map(|of| (of.length, of.count)).collect();
    assert_eq!(lengths, [(2, 4), (3, 2)]);
    // AB is there three times, and words of two letters are against custom.
    let others = [asked(2, 1, "across"), asked(1, 2, "down")];
    assert_eq!(said.relatives, others.map(|other| [asked(0, 0, "across"), other]));
    assert!(said.faults.iter().any(|fault| fault.text.contains("fewer than 3")), "{:?}", said.faults);
    let field =
        |at: [usize; 2]| said.fields.iter().find(|field| field.at == at).map(|field| &field.letters[..]);
    assert_eq!(field([1, 1]), Some(""), "across C.A could be CCA, but down B.A is no word");
}

#[test]
fn a_template_is_laid_out_filled_and_filled_again() {
    let german = cwsat::wordlist::embedded();
    let mut session = empty(Kind::Template, 9, 9, german.clone());
    does(&mut session, shape("half-turn"));
    let wishes = Wishes { needed: vec!["Rose".to_owned()], ..Wishes::default() };
    does(&mut session, Command::Wishes { wishes });
    let found = run(&mut session, job(Scope::Open {}, false, 1));
    assert_eq!(found.boards.len(), 1, "{}", found.message);
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    let full = template(&session).clone();
    assert!(rules::check(&full, Some(&german)).is_empty());
    assert!(rules::words(&full).any(|(word, _)| Some(word) == fold("ROSE")));
    let turned = |pos: Pos| Pos::new(8 - pos.row, 8 - pos.col);
    let is_block = |pos: Pos| !full.cells[pos].is_white();
    assert!(full.cells.positions().all(|pos| is_block(pos) == is_block(turned(pos))) && full.white() < 81);
    // Another word, with as much as possible left as it is.
    let run_of = full.runs()[2];
    let question = asked(run_of.start.row, run_of.start.col, "across");
    let found = run(&mut session, job(Scope::Word { question, word: None }, false, 1));
    let [after] = &found.boards[..] else { panic!("{}", found.message) };
    assert!(rules::check(&crossword(after).template, Some(&german)).is_empty());
    assert_ne!(crossword(after).template.word(run_of), full.word(run_of));
    // A pinned word stays where it is in another layout; a pinned letter alone cannot, which is said.
    does(
        &mut session,
        Command::Pin { cells: run_of.cells().map(|pos| [pos.row, pos.col]).collect(), pinned: true },
    );
    let found = run(&mut session, job(Scope::All {}, true, 1));
    let [after] = &found.boards[..] else { panic!("{}", found.message) };
    let after = &crossword(after).template;
    assert_eq!(after.word(run_of), full.word(run_of));
    assert!(after.runs().contains(&run_of) && rules::check(after, Some(&german)).is_empty());
    let alone = full
        .cells
        .positions()
        .find(|&pos| full.cells[pos].is_white() && !run_of.cells().any(|own| own == pos));
    let alone = alone.expect("another letter");
    does(&mut session, Command::Pin { cells: vec![[alone.row, alone.col]], pinned: true });
    let found = run(&mut session, job(Scope::All {}, true, 1));
    assert!(found.boards.is_empty() && found.message.contains("cannot be kept"), "{}", found.message);
}

#[test]
fn a_barred_grid_is_laid_out_and_filled() {
    let german = cwsat::wordlist::embedded();
    let mut session = empty(Kind::Barred, 9, 9, german.clone());
    let found = run(&mut session, job(Scope::Open {}, false, 1));
    let [board] = &found.boards[..] else { panic!("{}", found.message) };
    let made = crossword(board);
    assert!(rules::check(&made.template, Some(&german)).is_empty() && !made.template.bars().is_empty());
    does(&mut session, Command::Take { job: 1, alternative: 0 });
    assert_eq!(analysis(&session).faults, []);
    let published = session.draft().published().expect("a puzzle");
    assert_eq!(&Draft::of_published(&published).expect("a draft").board, &session.draft().board);
}

#[test]
fn words_that_are_typed_into_a_grid_without_blocks_stay_where_they_are() {
    let german = cwsat::wordlist::embedded();
    for (kind, word) in [(Kind::Template, "ROSE"), (Kind::Template, "ROSEM"), (Kind::Barred, "ROSE")] {
        let mut session = empty(kind, 9, 9, german.clone());
        // In the list or made up, a word that a person types is accepted.
        assert_eq!(german.find(&fold(word).expect("a word")).is_some(), word == "ROSE");
        let write = |at, towards, text: &str| Command::Write { at, towards, text: text.to_owned() };
        does(&mut session, write([2, 1], Towards::Across, word));
        let found = run(&mut session, job(Scope::Open {}, false, 1));
        let [made] = &found.boards[..] else { panic!("{}", found.message) };
        let run_of = Run { start: Pos::new(2, 1), direction: Direction::Across, len: word.len() };
        assert!(crossword(made).template.runs().contains(&run_of));
        assert_eq!(crossword(made).template.word(run_of), fold(word));
        // A single letter is in no word yet.
        does(&mut session, write([6, 6], Towards::Across, "A"));
        let found = run(&mut session, job(Scope::Open {}, false, 1));
        assert!(found.boards.is_empty() && found.message.contains("cannot be kept"), "{}", found.message);
    }
}

#[test]
fn what_only_other_kinds_have_is_refused() {
    let mut session = session("oox\nooo\nxoo\n", short_words());
    let picture = Command::Picture { at: [0, 2], file: Some("mia.png".to_owned()) };
    assert_eq!(refused(&mut session, picture), "only arrowwords have pictures");
    assert_eq!(refused(&mut session, bar([0, 0], Towards::Across, true)), "only barred crosswords have bars");
}

#[test]
fn pages_are_told_whether_anything_is_laid_out() {
    let bare = |session: &Session| match &session.state()[..] {
        [Event::Document { bare, .. }] => *bare,
        other => panic!("{other:?}"),
    };
    let make = |cells: Vec<[usize; 2]>, to| Command::Make { cells, to };
    let mut blocks = empty(Kind::Template, 7, 7, short_words());
    assert!(bare(&blocks));
    does(&mut blocks, Command::Write { at: [1, 1], towards: Towards::Across, text: "CAB".to_owned() });
    assert!(bare(&blocks), "letters alone end no word");
    does(&mut blocks, make(vec![[0, 0]], Make::Blocked));
    assert!(!bare(&blocks));
    does(&mut blocks, Command::Undo {});
    assert!(bare(&blocks));
    let mut bars = empty(Kind::Barred, 7, 7, short_words());
    assert!(bare(&bars));
    does(&mut bars, bar([0, 0], Towards::Across, true));
    assert!(!bare(&bars));
    // A small grid is a word square, and is filled as it is.
    for (side, is_bare) in [(6, false), (7, true)] {
        assert_eq!(bare(&empty(Kind::Template, side, 3, short_words())), is_bare, "{side}");
    }
    let mut crossing = empty(Kind::Crisscross, 7, 7, short_words());
    assert!(bare(&crossing));
    does(&mut crossing, Command::Write { at: [1, 1], towards: Towards::Across, text: "CAB".to_owned() });
    assert!(!bare(&crossing));
    let mut arrows = empty(Kind::Arrowword, 3, 3, short_words());
    assert!(bare(&arrows));
    does(&mut arrows, make(vec![[0, 0]], Make::Question));
    assert!(!bare(&arrows));
}
