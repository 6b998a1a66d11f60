//! What is known about a document while it is edited: an analysis that continues from those before equals the one that
//! is made from scratch, whatever letters come and go.

use crate::edit::{analysis, analysis_with, asked, does, vocabulary};
use cwsat::edit::analysis::Memory;
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Command, Make, Request, Towards, Wishes};
use cwsat::edit::session::Session;
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::publish::puzzle::Kind;

/// Words of 2 to 5 letters, of which those at hand cross well and often run out.
fn words() -> WordList {
    let mut rng = fastrand::Rng::with_seed(3);
    let letters: Vec<Letter> = Letter::all().take(4).collect();
    let mut word = |len| (0..len).map(|_| letters[rng.usize(..letters.len())]).collect::<Vec<Letter>>();
    WordList::new((0..160).map(|at| (word(2 + at % 4), (at % 7) as f32)).collect::<Vec<_>>())
}

/// An arrowword whose letters are all crossed.
fn arrowword() -> Session {
    let draft = Draft::empty(Kind::Arrowword, 5, 5).expect("a grid");
    let mut session = Session::new(draft, vocabulary(words()), 7);
    let ends: Vec<[usize; 2]> = (1..5).flat_map(|at| [[0, at], [at, 0]]).collect();
    does(&mut session, Command::Make { cells: ends.clone(), to: Make::Question });
    for [row, column] in ends {
        let question = asked(row, column, if row == 0 { "down" } else { "right" });
        does(&mut session, Command::Arrow { question, there: true });
    }
    session
}

fn crossword() -> Session {
    let draft = Draft::of_text("ooooo\nooooo\nooxoo\nooooo\nooooo\n").expect("a grid");
    Session::new(draft, vocabulary(words()), 7)
}

fn barred() -> Session {
    let draft = Draft::empty(Kind::Barred, 5, 5).expect("a grid");
    let mut session = Session::new(draft, vocabulary(words()), 7);
    for (at, towards) in [([0, 2], Towards::Across), ([1, 0], Towards::Down), ([2, 2], Towards::Across)] {
        does(&mut session, Command::Bar { at, towards, there: true });
    }
    session
}

/// A criss-cross whose fields are open, with words that are wished for.
fn crisscross() -> Session {
    let draft = Draft::empty(Kind::Crisscross, 5, 5).expect("a grid");
    let mut session = Session::new(draft, vocabulary(words()), 7);
    let spelled = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect::<String>();
    let needed = words().words(3).take(4).map(spelled).collect();
    does(&mut session, Command::Wishes { wishes: Wishes { needed, ..Wishes::default() } });
    for line in [0, 2, 4] {
        for (at, towards) in [([line, 0], Towards::Across), ([0, line], Towards::Down)] {
            does(&mut session, Command::Write { at, towards, text: ".....".to_owned() });
        }
    }
    session
}

/// A change as people make them one after the other: mostly letters that come and go.
fn change(rng: &mut fastrand::Rng) -> Command {
    let cell = [rng.usize(..5), rng.usize(..5)];
    match rng.u8(..20) {
        0..=9 => {
            let text = char::from(rng.u8(b'A'..=b'D')).to_string();
            Command::Write { at: cell, towards: Towards::Across, text }
        }
        10..=14 => Command::Undo {},
        15 | 16 => Command::Redo {},
        17 => Command::Write { at: cell, towards: Towards::Down, text: "A.B".to_owned() },
        18 => Command::Clear { cells: vec![cell], pinned: true },
        _ => Command::Make { cells: vec![cell], to: if rng.bool() { Make::Blocked } else { Make::Open } },
    }
}

#[test]
fn an_analysis_that_continues_is_the_one_that_is_made_from_nothing() {
    let kinds: [fn() -> Session; 4] = [arrowword, crossword, barred, crisscross];
    for begin in kinds {
        let start = begin();
        let (mut continued, mut dead) = (0, 0);
        for seed in 0..40 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut session = start.clone();
            let mut memory = Memory::default();
            for step in 0..40 {
                session.apply(&Request { revision: None, command: change(&mut rng) });
                let said = analysis_with(&session, &mut memory);
                let grid = session.draft().document().grid;
                assert_eq!(said, analysis(&session), "seed {seed}, step {step}: {grid:?}");
                continued += usize::from(memory.continued() > 1);
                dead += usize::from(said.slots.iter().any(|slot| slot.count == 0));
            }
        }
        // Both cases are frequent: an analysis that continues from the last one, and a slot that has no word.
        let kind = start.draft().board.kind();
        assert!(
            continued > 400 && dead > 200,
            "{kind}: {continued} continued, {dead} with a slot that has no word"
        );
    }
}
