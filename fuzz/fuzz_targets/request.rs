//! What the constructor's page sends: a line chooses the kind of puzzle by its length, and each further line is a request.
//! After each, the document can be saved and opened again, and the last step undone.
#![no_main]
use cwsat::edit::analysis::Memory;
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Command, Reply, Request};
use cwsat::edit::session::{Effect, Session};
use cwsat::edit::words::{Vocabulary, Words};
use cwsat::publish::puzzle::Kind;
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static WORDS: LazyLock<Arc<Words>> = LazyLock::new(|| {
    Arc::new(Words::new(cwsat_fuzz::words().clone(), Vec::new(), &[], None).expect("words"))
});

/// The most fields of a grid that is analysed.
const MOST: usize = 100;

fuzz_target!(|text: &str| {
    let (first, rest) = text.split_once('\n').unwrap_or_default();
    let kind = [Kind::Arrowword, Kind::Template, Kind::Barred, Kind::Crisscross][first.len() % 4];
    let draft = Draft::empty(kind, 4, 5).expect("a grid");
    let mut session = Session::new(draft, Vocabulary::new(Arc::clone(&WORDS), Arc::default()), 1);
    let mut memory = Memory::default();
    for line in rest.lines().take(30) {
        let Ok(request) = serde_json::from_str::<Request>(line) else { continue };
        let written = serde_json::to_string(&request).expect("JSON");
        let read: Request = serde_json::from_str(&written).expect("our own request is read");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), written);
        let before = session.clone();
        let outcome = session.apply(&request);
        match outcome.reply {
            Reply::Done { revision } => assert_eq!(revision, session.revision()),
            Reply::Outdated { .. } | Reply::Refused { .. } => assert_eq!(session.draft(), before.draft()),
        }
        for event in &outcome.events {
            serde_json::to_string(event).expect("JSON");
        }
        let draft = session.draft();
        assert_eq!(Draft::of_document(&draft.document()).as_ref(), Ok(draft), "{written}");
        if let Ok(puzzle) = draft.published() {
            cwsat_fuzz::holds(&puzzle);
        }
        let (rows, cols) = draft.board.size();
        if rows * cols <= MOST && outcome.effects.iter().any(|effect| matches!(effect, Effect::Analyse)) {
            assert!(session.analyst().analyse(&mut memory, &|| false).is_some());
        }
        if session.revision() > before.revision()
            && !matches!(request.command, Command::Undo {} | Command::Redo {})
        {
            let mut undone = session.clone();
            undone.apply(&Request { revision: None, command: Command::Undo {} });
            assert_eq!(undone.draft(), before.draft(), "{written}");
        }
    }
});
