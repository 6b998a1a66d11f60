//! When a desk saves: a moment after a change, when a person says so, before another document is shown, and at the end.

use super::{Desk, State};
use crate::edit::protocol::Event;
use crate::serve::folder::{FolderError, Saved};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long after a change the draft is saved: nothing older than a second is ever lost.
const PAUSE: Duration = Duration::from_millis(400);

/// The longest pause after which it is tried again, when a draft cannot be saved.
const LONG_PAUSE: Duration = Duration::from_secs(10);

impl State {
    /// Takes note that a draft was saved.
    fn is_saved(&mut self, kept: Option<String>) {
        self.is_unsaved = false;
        if let Some(kept) = kept {
            self.trouble(format!(
                "somebody else has changed {}, too: what they made is kept as {kept}; close one of the programs",
                self.file
            ));
        }
    }
}

impl Desk {
    pub(super) fn write(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves what is not saved yet. A document that was only looked at leaves no draft, which would hide a newer puzzle.
    pub(super) fn leave(&self, state: &mut State) -> Result<(), FolderError> {
        if state.is_unsaved {
            let kept = self.folder.save_draft(&state.file, &state.session.draft().document())?;
            state.is_saved(kept);
        }
        Ok(())
    }

    /// Saves the document under a name, and tells the pages.
    pub(super) fn save(&self, state: &mut State, name: &str) -> Result<(), FolderError> {
        let saved = self.folder.save(name, state.session.draft())?;
        state.is_unsaved = false;
        let draft = match saved {
            Saved::Puzzle => None,
            Saved::Draft(why) => Some(why),
        };
        state.tell(&Event::Saved { file: name.to_owned(), revision: state.session.revision(), draft });
        Ok(())
    }

    /// Saves the draft a moment after it has changed, again and again.
    pub(super) fn keep_saving(self: &Arc<Self>) {
        let mut pause = PAUSE;
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return;
            }
            if !state.is_unsaved {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            drop(state);
            thread::sleep(pause);
            pause = match self.save_draft() {
                Ok(()) => PAUSE,
                Err(_) => (pause * 2).min(LONG_PAUSE),
            };
            state = self.lock();
        }
    }

    /// Saves the draft, if there is anything to be saved; if that fails, all pages are informed.
    fn save_draft(&self) -> Result<(), FolderError> {
        let _writing = self.write();
        let (file, revision, document) = {
            let mut state = self.lock();
            if !std::mem::take(&mut state.is_unsaved) {
                return Ok(());
            }
            (state.file.clone(), state.session.revision(), state.session.draft().document())
        };
        let saved = self.folder.save_draft(&file, &document);
        let mut state = self.lock();
        match saved {
            Ok(kept) => {
                // It may have been changed again meanwhile.
                let is_unsaved = state.is_unsaved;
                state.is_saved(kept);
                state.is_unsaved = is_unsaved;
                state.tell(&Event::Saved { file, revision, draft: None });
                Ok(())
            }
            Err(error) => {
                state.is_unsaved = true;
                state.trouble(error.to_string());
                Err(error)
            }
        }
    }

    /// Ends everything: the job is stopped, what is unsaved is saved, and all pages are informed. An error
    /// says that the last changes could not be saved.
    pub fn close(&self) -> Result<(), FolderError> {
        {
            let mut state = self.lock();
            state.is_closed = true;
            state.stop.store(true, Ordering::Relaxed);
            self.changed.notify_all();
        }
        let saved = self.save_draft();
        self.lock().pages.iter().for_each(|page| page.close());
        saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::draft::Draft;
    use crate::edit::protocol::{Command, Reply, Request, Towards};
    use crate::edit::words::{Vocabulary, Words};
    use crate::encodings::lexicon::WordList;
    use crate::publish::puzzle::Kind;
    use crate::serve::folder::Folder;
    use crate::serve::mailbox::Received;
    use std::fs;
    use std::path::Path;

    fn desk(place: &Path, file: &str) -> Arc<Desk> {
        let list = WordList::new([]);
        let words = Words::new(list, Vec::new(), &[], None).expect("no clues");
        let vocabulary = Vocabulary::new(Arc::new(words), Arc::default());
        let folder = Folder::open(place).expect("a folder");
        let empty = Draft::empty(Kind::Arrowword, 2, 4).expect("a grid");
        Desk::open(folder, file, empty, vocabulary, 1, 0).expect("a desk")
    }

    fn does(desk: &Arc<Desk>, command: Command) {
        let reply = desk.command(&Request { revision: None, command });
        assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
    }

    fn write(desk: &Arc<Desk>, text: &str) {
        does(desk, Command::Write { at: [0, 0], towards: Towards::Across, text: text.to_owned() });
    }

    fn open(desk: &Arc<Desk>, file: &str) {
        does(desk, Command::Open { file: file.to_owned() });
    }

    fn first_row(desk: &Desk) -> String {
        desk.draft().document().grid[0].clone()
    }

    #[test]
    fn a_file_that_is_opened_again_at_once_has_its_last_change() {
        let place = tempfile::tempdir().expect("a folder");
        let desk = desk(place.path(), "a.json");
        write(&desk, "A");
        does(&desk, Command::Save {});
        write(&desk, "ABC");
        open(&desk, "a.json");
        assert_eq!(first_row(&desk), "ABC.");
    }

    #[test]
    fn what_was_only_looked_at_leaves_no_draft() {
        let place = tempfile::tempdir().expect("a folder");
        let [a, b] = ["a.cwg", "b.cwg"].map(|name| place.path().join(name));
        fs::write(&a, "1\n2\n..\n").expect("a grid");
        fs::write(&b, "1\n2\nAB\n").expect("a grid");
        let desk = desk(place.path(), "a.cwg");
        open(&desk, "b.cwg");
        // Another program changes it.
        fs::write(&a, "1\n2\nXY\n").expect("a grid");
        open(&desk, "a.cwg");
        assert_eq!(first_row(&desk), "XY");
        desk.close().expect("saved");
        assert_eq!(fs::read_dir(place.path()).expect("the folder").count(), 2);
    }

    #[test]
    fn another_puzzle_whose_name_is_taken_over_is_kept() {
        let place = tempfile::tempdir().expect("a folder");
        let desk = desk(place.path(), "a.json");
        write(&desk, "AAAA");
        does(&desk, Command::New { kind: "arrowword".to_owned(), rows: 1, columns: 2 });
        write(&desk, "B");
        does(&desk, Command::SaveAs { file: "a.json".to_owned() });
        let kept = fs::read_to_string(place.path().join("a.draft.json.1.bak")).expect("a version");
        assert!(kept.contains("AAAA"), "{kept}");
    }

    #[test]
    fn an_earlier_version_comes_back_as_one_step() {
        let place = tempfile::tempdir().expect("a folder");
        let desk = desk(place.path(), "a.json");
        write(&desk, "A");
        desk.save_draft().expect("saved");
        // Some minutes later, it goes on.
        let draft = fs::File::options().write(true).open(place.path().join("a.draft.json")).expect("a draft");
        draft.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).expect("another time");
        write(&desk, "BBBB");
        desk.save_draft().expect("saved");
        let versions = desk.names().expect("names").versions;
        assert_eq!(
            versions.iter().map(|of| (&of.file[..], of.saved)).collect::<Vec<_>>(),
            [("a.draft.json.1.bak", false)]
        );
        let restore =
            |file: &str| Request { revision: None, command: Command::Restore { file: file.to_owned() } };
        let page = desk.page().expect("a page");
        assert!(matches!(desk.command(&restore("a.draft.json.2.bak")), Reply::Refused { .. }));
        assert_eq!(first_row(&desk), "BBBB");
        assert_eq!(desk.command(&restore("a.draft.json.1.bak")), Reply::Done { revision: 4 });
        assert_eq!(first_row(&desk), "A...");
        let is_told = std::iter::from_fn(|| match page.mailbox.receive(Duration::from_secs(20)) {
            Received::Event(event) => Some(*event),
            _ => None,
        })
        .any(|event| matches!(event, Event::Document { revision: 4, document, .. } if document.grid[0] == "A..."));
        assert!(is_told);
        does(&desk, Command::Undo {});
        assert_eq!(first_row(&desk), "BBBB");
        desk.close().expect("saved");
    }

    #[test]
    fn at_the_end_everything_is_saved_or_it_is_said_that_it_is_not() {
        let place = tempfile::tempdir().expect("a folder");
        let inside = place.path().join("inside");
        fs::create_dir(&inside).expect("a folder");
        let first = desk(&inside, "a.json");
        write(&first, "A");
        first.close().expect("saved");
        assert!(inside.join("a.draft.json").exists());
        let late = Request { revision: None, command: Command::Undo {} };
        assert!(matches!(first.command(&late), Reply::Refused { .. }));
        let second = desk(&inside, "a.json");
        assert_eq!(first_row(&second), "A...");
        write(&second, "B");
        fs::remove_dir_all(&inside).expect("removed");
        second.close().expect_err("there is no folder");
    }
}
