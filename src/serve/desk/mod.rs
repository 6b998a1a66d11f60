//! One session, the pages that show it, and the threads that work for it.
//!
//! Two threads wait for work: one analyses the newest document (skipping older ones), and one saves it a moment after a
//! change. Each job has a thread of its own, which a change stops. The session is locked while it answers a request, but
//! not during a search, nor while a draft is written, which may take time on a slow disk. Writing has a separate lock,
//! which is taken first: so an older document never replaces a newer one on the disk (see `saving`).

mod saving;

use super::folder::{Folder, FolderError, Names, draft_name};
use super::gate::MAX_FILE;
use super::mailbox::Mailbox;
use crate::edit::analysis::Memory;
use crate::edit::draft::Draft;
use crate::edit::job::{Found, Work};
use crate::edit::protocol::{Command, Event, Reply, Request, VERSION};
use crate::edit::refusal::file_name;
use crate::edit::session::{Analyst, Effect, Session};
use crate::edit::words::Vocabulary;
use crate::solver::Budget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The most pages that get events at a time.
const MAX_PAGES: usize = 32;

/// What is said if an analysis goes wrong. The document, and all that can be done with it, are not affected.
const UNKNOWN: &str = "the program made a mistake, so it does not know what fits here: undo the last change or go on, and please \
     report this";

/// What is said if a job goes wrong.
const CRASHED: &str = "the program made a mistake in this search, and nothing was changed: try it again, and please report this";

/// A session at work.
pub struct Desk {
    /// Held while files are written; taken before the state.
    writing: Mutex<()>,
    state: Mutex<State>,
    /// Told when there is something to analyse or to save, and at the end.
    changed: Condvar,
    folder: Folder,
    vocabulary: Vocabulary,
    threads: usize,
    seed: u64,
    /// The newest revision of the document, for an analysis that may be out of date.
    newest: AtomicU64,
}

struct State {
    session: Session,
    file: String,
    pages: Vec<Arc<Mailbox>>,
    to_analyse: Option<Analyst>,
    /// The first revision of the document; those before are of one that was left.
    since: u64,
    /// The last analysis, for a page that comes later.
    analysis: Option<Event>,
    is_unsaved: bool,
    /// Stops the job that runs.
    stop: Arc<AtomicBool>,
    is_closed: bool,
}

/// A page that gets events, until this is dropped.
pub struct Page {
    /// What it has not been told yet.
    pub mailbox: Arc<Mailbox>,
    desk: Arc<Desk>,
}

impl Drop for Page {
    fn drop(&mut self) {
        let mut state = self.desk.lock();
        state.pages.retain(|page| !Arc::ptr_eq(page, &self.mailbox));
        state.tell_windows();
    }
}

impl State {
    fn tell(&self, event: &Event) {
        self.pages.iter().for_each(|page| page.post(event.clone()));
    }

    fn tell_windows(&self) {
        self.tell(&Event::Windows { windows: self.pages.len() });
    }

    fn hello(&self) -> Event {
        let (file, windows) = (self.file.clone(), self.pages.len());
        Event::Hello { version: VERSION, file, windows, largest: MAX_FILE }
    }

    fn trouble(&self, message: String) {
        self.tell(&Event::Trouble { message });
    }
}

impl Desk {
    /// Opens a file of a folder, which need not exist yet; `otherwise` is the document then. `threads` is how many threads a
    /// job may use.
    pub fn open(
        folder: Folder,
        file: &str,
        otherwise: Draft,
        vocabulary: Vocabulary,
        threads: usize,
        seed: u64,
    ) -> Result<Arc<Self>, FolderError> {
        let desk = Self::at_rest(folder, file, otherwise, vocabulary, threads, seed)?;
        let [one, other] = [(); 2].map(|()| Arc::clone(&desk));
        thread::spawn(move || one.keep_analysing(Analyst::analyse));
        thread::spawn(move || other.keep_saving());
        Ok(desk)
    }

    /// Does the same without the threads that work for it.
    fn at_rest(
        folder: Folder,
        file: &str,
        otherwise: Draft,
        vocabulary: Vocabulary,
        threads: usize,
        seed: u64,
    ) -> Result<Arc<Self>, FolderError> {
        let language = vocabulary.words.language.as_ref();
        let draft = folder.read(file)?.unwrap_or_else(|| otherwise.speaking(language));
        let session = Session::new(draft, vocabulary.clone(), seed);
        let state = State {
            to_analyse: Some(session.analyst()),
            since: session.revision(),
            session,
            file: file.to_owned(),
            pages: Vec::new(),
            analysis: None,
            is_unsaved: false,
            stop: Arc::default(),
            is_closed: false,
        };
        Ok(Arc::new(Self {
            writing: Mutex::new(()),
            state: Mutex::new(state),
            changed: Condvar::new(),
            folder,
            vocabulary,
            threads,
            seed,
            newest: AtomicU64::new(0),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the document as it is now.
    pub fn draft(&self) -> Draft {
        self.lock().session.draft().clone()
    }

    /// Returns the name of the file without its ending.
    pub fn stem(&self) -> String {
        let file = &self.lock().file;
        file.rsplit_once('.').map_or(&file[..], |(stem, _)| stem).to_owned()
    }

    /// Returns what is in the folder, with the versions of the document.
    pub fn names(&self) -> std::io::Result<Names> {
        let file = self.lock().file.clone();
        Ok(Names { versions: self.folder.versions(&file), ..self.folder.names()? })
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Adds a page, which first gets the complete state; `None` if there are too many, or if the desk is closed.
    pub fn page(self: &Arc<Self>) -> Option<Page> {
        let mut state = self.lock();
        if state.pages.len() >= MAX_PAGES || state.is_closed {
            return None;
        }
        let mailbox = Arc::new(Mailbox::default());
        state.pages.push(Arc::clone(&mailbox));
        std::iter::once(state.hello())
            .chain(state.session.state())
            .chain(state.analysis.clone())
            .for_each(|event| mailbox.post(event));
        state.tell_windows();
        Some(Page { mailbox, desk: Arc::clone(self) })
    }

    /// Does what a request says.
    pub fn command(self: &Arc<Self>, request: &Request) -> Reply {
        let writes = matches!(
            request.command,
            Command::Save {} | Command::SaveAs { .. } | Command::Open { .. } | Command::New { .. }
        );
        let _writing = writes.then(|| self.write());
        let mut state = self.lock();
        if state.is_closed {
            // A change that would no longer be saved is not accepted.
            return Reply::Refused { why: "the program is ending; start it again".to_owned() };
        }
        let before = state.session.revision();
        let outcome = state.session.apply(request);
        state.is_unsaved |= state.session.revision() != before;
        outcome.events.iter().for_each(|event| state.tell(event));
        let mut reply = outcome.reply;
        for effect in outcome.effects {
            match self.carry_out(&mut state, effect) {
                Ok(None) => {}
                Ok(Some(work)) => self.start(*work, Arc::clone(&state.stop)),
                Err(error) => reply = Reply::Refused { why: error.to_string() },
            }
        }
        if let Reply::Done { revision } = &mut reply {
            *revision = state.session.revision();
        }
        self.changed.notify_all();
        reply
    }

    fn carry_out(&self, state: &mut State, effect: Effect) -> Result<Option<Box<Work>>, FolderError> {
        match effect {
            Effect::Analyse => self.analyse(state),
            Effect::Stop => state.stop.store(true, Ordering::Relaxed),
            Effect::Run(work) => {
                state.stop.store(true, Ordering::Relaxed);
                state.stop = Arc::default();
                return Ok(Some(work));
            }
            Effect::Save(name) => {
                let name = name.unwrap_or_else(|| state.file.clone());
                if name != state.file {
                    self.folder.forget(&name);
                }
                let saved = self.save(state, &name);
                // If the puzzle is there and its draft is not, the draft is tried again.
                state.is_unsaved |= saved.is_err();
                saved?;
                if name != state.file {
                    state.file = name;
                    state.tell(&state.hello());
                }
            }
            Effect::Restore(version) => {
                let draft = self.folder.read_version(&state.file, &version)?;
                let before = state.session.revision();
                let (events, effects) = state.session.restore(draft)?;
                state.is_unsaved |= state.session.revision() != before;
                events.iter().for_each(|event| state.tell(event));
                for effect in effects {
                    self.carry_out(state, effect)?;
                }
            }
            Effect::Open(name) => {
                file_name(&name)?;
                // First, since it may be the same file.
                self.leave(state)?;
                let draft = self.folder.read(&name)?;
                let draft = draft.ok_or_else(|| FolderError::Missing(name.clone()))?;
                self.change_to(state, name, draft);
            }
            Effect::New(kind, rows, cols) => {
                let language = self.vocabulary.words.language.as_ref();
                let draft = Draft::empty(kind, rows, cols)?.speaking(language);
                self.leave(state)?;
                let free = |number: &usize| {
                    let path = |name: &str| self.folder.path().join(name);
                    let name = untitled(*number);
                    !path(&name).exists() && !path(&draft_name(&name)).exists()
                };
                let number = (1..).find(free).unwrap_or(1);
                self.change_to(state, untitled(number), draft);
            }
        }
        Ok(None)
    }

    /// Has the document analysed as it is now; an analysis of an older one is given up.
    fn analyse(&self, state: &mut State) {
        self.newest.store(state.session.revision(), Ordering::Relaxed);
        state.to_analyse = Some(state.session.analyst());
    }

    /// Shows another document.
    fn change_to(&self, state: &mut State, file: String, draft: Draft) {
        state.stop.store(true, Ordering::Relaxed);
        let session = Session::new(draft, self.vocabulary.clone(), self.seed).following(&state.session);
        state.session = session;
        state.since = state.session.revision();
        state.file = file;
        state.analysis = None;
        self.analyse(state);
        state.tell(&state.hello());
        state.session.state().iter().for_each(|event| state.tell(event));
    }

    /// Runs a job on a thread of its own.
    fn start(self: &Arc<Self>, work: Work, stop: Arc<AtomicBool>) {
        let desk = Arc::clone(self);
        thread::spawn(move || {
            let budget = Budget::unlimited().with_flag(stop).within(Duration::from_secs_f64(work.seconds));
            let report = |found: Found, is_running: bool| {
                let mut state = desk.lock();
                if let Some(event) = state.session.found(work.number, found, is_running) {
                    state.tell(&event);
                }
            };
            let run = || work.run(desk.threads, &budget, &|found| report(found, true));
            // The pages that wait for the job learn that it has ended, however it ends.
            let found = catch_unwind(AssertUnwindSafe(run));
            report(
                found.unwrap_or_else(|_| Found { message: CRASHED.to_owned(), ..Found::default() }),
                false,
            );
        });
    }

    /// Analyses the newest document, again and again. If an analysis fails, all pages are informed, and the next document is
    /// analysed as if nothing had been known before. One that is out of date is given up.
    fn keep_analysing(
        self: &Arc<Self>,
        analyse: impl Fn(&Analyst, &mut Memory, &dyn Fn() -> bool) -> Option<Event>,
    ) {
        let mut memory = Memory::default();
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return;
            }
            let Some(analyst) = state.to_analyse.take() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            let is_outdated = || self.newest.load(Ordering::Relaxed) > analyst.revision;
            let made = catch_unwind(AssertUnwindSafe(|| analyse(&analyst, &mut memory, &is_outdated)));
            state = self.lock();
            // Nothing is said about a document that was left meanwhile.
            let is_current = analyst.revision >= state.since;
            if made.is_err() {
                memory = Memory::default();
            }
            match made {
                Ok(Some(event)) if is_current => {
                    state.tell(&event);
                    state.analysis = Some(event);
                }
                Err(_) if is_current => {
                    state.analysis = None;
                    state.trouble(UNKNOWN.to_owned());
                }
                _ => {}
            }
        }
    }
}

/// Returns the name of a puzzle that has none yet.
fn untitled(number: usize) -> String {
    format!("untitled_{number}.json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::protocol::Towards;
    use crate::edit::words::Words;
    use crate::encodings::lexicon::WordList;
    use crate::publish::puzzle::Kind;
    use crate::serve::mailbox::Received;

    fn at_rest(place: &std::path::Path) -> Arc<Desk> {
        let words = Words::new(WordList::new([]), Vec::new(), &[], None).expect("no clues");
        let vocabulary = Vocabulary::new(Arc::new(words), Arc::default());
        let folder = Folder::open(place).expect("a folder");
        let empty = Draft::empty(Kind::Arrowword, 2, 4).expect("a grid");
        Desk::at_rest(folder, "a.json", empty, vocabulary, 1, 0).expect("a desk")
    }

    fn write_a() -> Request {
        let command = Command::Write { at: [0, 0], towards: Towards::Across, text: "A".to_owned() };
        Request { revision: None, command }
    }

    /// Analyses in a thread of its own, as the program does, with something that happens before each analysis.
    fn analysing(
        desk: &Arc<Desk>,
        before: impl Fn(&Arc<Desk>, &Analyst, &dyn Fn() -> bool) + Send + 'static,
    ) -> thread::JoinHandle<()> {
        let desk = Arc::clone(desk);
        thread::spawn(move || {
            desk.keep_analysing(|analyst, memory, is_outdated| {
                before(&desk, analyst, is_outdated);
                analyst.analyse(memory, is_outdated)
            });
        })
    }

    #[test]
    fn an_analysis_that_is_out_of_date_is_given_up() {
        let place = tempfile::tempdir().expect("a folder");
        let desk = at_rest(place.path());
        let page = desk.page().expect("a page");
        let analysing = analysing(&desk, |desk, analyst, is_outdated| {
            if analyst.revision == 1 {
                assert!(!is_outdated());
                desk.command(&write_a());
                assert!(is_outdated());
            }
        });
        let revision = loop {
            match page.mailbox.receive(Duration::from_secs(20)) {
                Received::Event(event) => match *event {
                    Event::Analysis { revision, .. } => break revision,
                    Event::Trouble { message } => panic!("{message}"),
                    _ => {}
                },
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(revision, 2, "nothing is said of the first document");
        desk.close().expect("saved");
        analysing.join().expect("it ends by itself");
    }

    #[test]
    fn an_analysis_that_goes_wrong_is_told_and_the_next_one_is_made() {
        let place = tempfile::tempdir().expect("a folder");
        let desk = at_rest(place.path());
        let page = desk.page().expect("a page");
        let analysing = analysing(&desk, |_, analyst, _| {
            assert!(analyst.revision > 1, "on purpose: the first analysis goes wrong");
        });
        let next = |is_wanted: &dyn Fn(&Event) -> bool| loop {
            match page.mailbox.receive(Duration::from_secs(20)) {
                Received::Event(event) if is_wanted(&event) => return *event,
                Received::Event(_) => {}
                other => panic!("{other:?}"),
            }
        };
        let trouble = next(&|event| matches!(event, Event::Trouble { .. } | Event::Analysis { .. }));
        assert_eq!(trouble, Event::Trouble { message: UNKNOWN.to_owned() });
        desk.command(&write_a());
        let analysis = next(&|event| matches!(event, Event::Trouble { .. } | Event::Analysis { .. }));
        assert!(matches!(analysis, Event::Analysis { revision: 2, .. }), "{analysis:?}");
        desk.close().expect("saved");
        analysing.join().expect("it ends by itself");
    }
}
