//! A session: a document with its history, the job that runs for it, and its answer to each request.
//!
//! A session has no thread, clock or file. Whatever needs one is requested as an [`Effect`]: the owner of the session
//! runs a piece of work, on any thread, and passes the result back ([`Session::found`]).

use super::analysis::{Memory, analyse, mean_score};
use super::board::{Board, Place, cell};
use super::change::{changed, with_clues};
use super::draft::{Draft, bars, rows};
use super::history::History;
use super::job::{Found, Work};
use super::protocol::{About, Alternative, Command, Event, Job, Reply, Request, Suggestion};
use super::refusal::{MAX_TEXT, MAX_TEXTS, Refusal};
use super::setting::Settings;
use super::words::Vocabulary;
use crate::encodings::arrowword::rating::{BONUS, Counts};
use crate::encodings::arrowword::rules;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::Letter;
use crate::publish::clues::give::LIST;
use crate::publish::puzzle::{Clue, Kind, solution_word};
use std::collections::HashSet;
use std::sync::Arc;

/// The most clues that are suggested for a word.
const SUGGESTED: usize = 12;

/// What the owner of a session has to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Analyse the document, and tell.
    Analyse,
    /// Run this work instead of the one that runs.
    Run(Box<Work>),
    /// Stop the work that runs.
    Stop,
    /// Save the document; under this name if there is one.
    Save(Option<String>),
    /// Read this version of the document, and have the session take it over ([`Session::restore`]).
    Restore(String),
    /// Save the document and open this file.
    Open(String),
    /// Save the document and begin an empty one of this kind, with this many rows and columns.
    New(Kind, usize, usize),
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For the page that sent the command.
    pub reply: Reply,
    /// For everybody.
    pub events: Vec<Event>,
    /// For the owner.
    pub effects: Vec<Effect>,
}

/// The job of a session.
#[derive(Clone, Debug)]
struct Running {
    number: u64,
    revision: u64,
    is_running: bool,
    found: Found,
    /// What pages see of its answers, made once for each.
    alternatives: Vec<Alternative>,
}

/// A document that is being edited.
#[derive(Clone, Debug)]
pub struct Session {
    history: History,
    vocabulary: Vocabulary,
    look: Option<Place>,
    revision: u64,
    job: Option<Running>,
    jobs: u64,
    seed: u64,
    /// How clues that are suggested or typed would be printed.
    settings: Settings,
}

/// All that an analysis needs, to be made on another thread.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// The revision of the document.
    pub revision: u64,
    draft: Draft,
    vocabulary: Vocabulary,
    look: Option<Place>,
}

impl Analyst {
    /// Makes the analysis; `None` if it is out of date before that.
    pub fn analyse(&self, memory: &mut Memory, is_outdated: &dyn Fn() -> bool) -> Option<Event> {
        let analysis = analyse(&self.draft, &self.vocabulary, self.look, memory, is_outdated)?;
        Some(Event::Analysis { revision: self.revision, analysis })
    }
}

impl Session {
    /// Begins with a draft. The seed determines what jobs find.
    pub fn new(draft: Draft, vocabulary: Vocabulary, seed: u64) -> Self {
        let vocabulary = vocabulary.wishing(&draft.wishes);
        let history = History::new(draft);
        let settings = Settings::default();
        Self { history, vocabulary, look: None, revision: 1, job: None, jobs: 0, seed, settings }
    }

    /// Returns the session as one that follows another: its revisions and the numbers of its jobs are new, so that nothing
    /// that is still on its way can be taken for its own.
    #[must_use]
    pub fn following(self, other: &Self) -> Self {
        Self { revision: other.revision + 1, jobs: other.jobs, ..self }
    }

    /// Returns the document as it is now.
    pub fn draft(&self) -> &Draft {
        self.history.now()
    }

    /// Returns the revision of the document.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the document and the job, for a page that knows nothing yet.
    pub fn state(&self) -> Vec<Event> {
        std::iter::once(self.document()).chain(self.job_event()).collect()
    }

    /// Returns what an analysis of the document needs.
    pub fn analyst(&self) -> Analyst {
        Analyst {
            revision: self.revision,
            draft: self.draft().clone(),
            vocabulary: self.vocabulary.clone(),
            look: self.look,
        }
    }

    /// Does what a request says.
    pub fn apply(&mut self, request: &Request) -> Outcome {
        if request.revision.is_some_and(|revision| revision != self.revision) {
            let reply = Reply::Outdated { revision: self.revision };
            return Outcome { reply, events: vec![self.document()], effects: Vec::new() };
        }
        match self.carry_out(&request.command) {
            Ok((events, effects)) => {
                Outcome { reply: Reply::Done { revision: self.revision }, events, effects }
            }
            Err(why) => Outcome {
                reply: Reply::Refused { why: why.to_string() },
                events: Vec::new(),
                effects: Vec::new(),
            },
        }
    }

    fn carry_out(&mut self, command: &Command) -> Result<(Vec<Event>, Vec<Effect>), Refusal> {
        let nothing = Vec::new;
        match command {
            Command::Undo {} => match self.history.undo() {
                true => Ok(self.is_changed()),
                false => Err(Refusal::NothingToUndo),
            },
            Command::Redo {} => match self.history.redo() {
                true => Ok(self.is_changed()),
                false => Err(Refusal::NothingToRedo),
            },
            Command::Take { job, alternative } => self.take(*job, *alternative),
            Command::GiveClues {} => {
                let draft = self.with_clues();
                self.step(draft)
            }
            Command::SpellSolutionWord {} => {
                let mut draft = self.draft().clone();
                draft.solution_word = self.spelled(&draft)?;
                self.step(draft)
            }
            Command::Look { question } => {
                self.look = question.as_ref().map(|question| self.draft().named(question)).transpose()?;
                Ok((nothing(), vec![Effect::Analyse]))
            }
            Command::Explain { at } => {
                let pos = self.draft().pos(*at)?;
                let (text, questions) = super::explain::explain(&self.draft().board, &self.vocabulary, pos);
                let questions = questions.into_iter().map(Place::asked).collect();
                Ok((vec![Event::Explained { at: *at, text, questions }], Vec::new()))
            }
            Command::Suggest { question } => {
                let place = self.draft().word(question)?;
                let word = self.draft().board.word(place).ok_or(Refusal::Unfilled)?;
                let room = self.draft().board.room(place);
                let clues = self.vocabulary.words.suggestions(&word, room.unwrap_or(LIST));
                // Only what is shown is set.
                let fit = |clue: Clue| {
                    let fit = self.settings.fit(self.history.now(), place, &clue.text);
                    Suggestion { clue, fit }
                };
                let clues = clues.into_iter().take(SUGGESTED).map(fit).collect();
                Ok((vec![Event::Suggestions { question: place.asked(), clues }], Vec::new()))
            }
            Command::Measure { question, text } => {
                let place = self.draft().word(question)?;
                if text.chars().count() > MAX_TEXT {
                    return Err(Refusal::TooLong);
                }
                let fit = self.settings.fit(self.history.now(), place, text);
                let question = place.asked();
                Ok((vec![Event::Measured { question, text: text.clone(), fit }], Vec::new()))
            }
            Command::Start { job } => self.start(job),
            Command::Stop {} => Ok((nothing(), vec![Effect::Stop])),
            Command::Save {} => Ok((nothing(), vec![Effect::Save(None)])),
            Command::SaveAs { file } => Ok((nothing(), vec![Effect::Save(Some(file.clone()))])),
            Command::Restore { file } => Ok((nothing(), vec![Effect::Restore(file.clone())])),
            Command::Open { file } => Ok((nothing(), vec![Effect::Open(file.clone())])),
            Command::New { kind, rows, columns } => {
                let kind = Board::kind_named(kind)?;
                Draft::empty(kind, *rows, *columns)?;
                Ok((nothing(), vec![Effect::New(kind, *rows, *columns)]))
            }
            change => match changed(self.draft(), change)? {
                Some(draft) => self.step(draft),
                None => Err(Refusal::UnknownCommand),
            },
        }
    }

    /// Takes over another state of the document, as one step that can be undone; returns what to tell and what to do.
    pub fn restore(&mut self, draft: Draft) -> Result<(Vec<Event>, Vec<Effect>), Refusal> {
        self.step(draft)
    }

    /// Adds a step to the history, whatever has made it. A puzzle that came with more texts than a draft may have can still
    /// be changed, but they may not grow.
    fn step(&mut self, draft: Draft) -> Result<(Vec<Event>, Vec<Effect>), Refusal> {
        let texts = draft.texts();
        if texts > MAX_TEXTS && texts > self.draft().texts() {
            return Err(Refusal::TooMuch);
        }
        Ok(if self.history.push(draft) { self.is_changed() } else { (Vec::new(), Vec::new()) })
    }

    /// Reacts to a change: stops what is out of date, and informs all pages.
    fn is_changed(&mut self) -> (Vec<Event>, Vec<Effect>) {
        self.revision += 1;
        self.vocabulary = self.vocabulary.wishing(&self.history.now().wishes);
        let mut effects = vec![Effect::Analyse];
        if self.job.as_ref().is_some_and(|job| job.is_running) {
            effects.push(Effect::Stop);
        }
        (vec![self.document()], effects)
    }

    fn start(&mut self, job: &Job) -> Result<(Vec<Event>, Vec<Effect>), Refusal> {
        let number = self.jobs + 1;
        let seed = self.seed.wrapping_add(number);
        let work = Work::new(number, self.draft(), &self.vocabulary, job, seed)?;
        self.jobs = number;
        let found = Found { message: "started".to_owned(), ..Found::default() };
        let (revision, alternatives) = (self.revision, Vec::new());
        self.job = Some(Running { number, revision, is_running: true, found, alternatives });
        Ok((self.job_event().into_iter().collect(), vec![Effect::Run(Box::new(work))]))
    }

    /// Takes note of what a job has found; returns what to tell. A job that another one has replaced is ignored.
    pub fn found(&mut self, number: u64, found: Found, is_running: bool) -> Option<Event> {
        let known = self.job.as_ref().filter(|job| job.number == number)?.alternatives.len();
        // Answers come one after another, and none of them changes later.
        let new: Vec<Alternative> =
            found.boards.iter().skip(known).map(|board| self.alternative(board)).collect();
        let job = self.job.as_mut()?;
        job.alternatives.extend(new);
        job.found = found;
        job.is_running = is_running;
        self.job_event()
    }

    fn take(&mut self, number: u64, alternative: usize) -> Result<(Vec<Event>, Vec<Effect>), Refusal> {
        let gone = || Refusal::NoAlternative;
        let job = self.job.as_ref().filter(|job| job.number == number).ok_or_else(gone)?;
        let board = job.found.boards.get(alternative).ok_or_else(gone)?.clone();
        if job.revision != self.revision {
            return Err(gone());
        }
        let mut draft = self.draft().clone();
        draft.board = board;
        draft.settle(self.draft());
        if draft.wishes.solution_word.is_some()
            && let Ok(fields) = self.spelled(&draft)
        {
            draft.solution_word = fields;
        }
        let draft = with_clues(&draft, |_, word| draft.own_clue(word));
        self.step(draft)
    }

    /// Chooses the fields that spell the solution word.
    fn spelled(&self, draft: &Draft) -> Result<Vec<Pos>, Refusal> {
        let word = draft.wishes.solution_word.as_deref().ok_or(Refusal::NoSolutionWord)?;
        let fields = solution_word::choose(&draft.published()?, word, &HashSet::new(), self.seed)?;
        let origin = draft.board.origin();
        Ok(fields.into_iter().map(|pos| pos.beyond(origin)).collect())
    }

    fn with_clues(&self) -> Draft {
        let before = self.draft();
        let words = &self.vocabulary.words;
        let room = |place| before.board.room(place).unwrap_or(LIST);
        let clues = |place, word: &[Letter]| match before.own_clue(word) {
            own if own.is_empty() => words.choose(word, room(place), self.seed),
            own => own,
        };
        let mut draft = with_clues(before, clues);
        let sources = draft.notes.values().filter_map(|note| note.clues.first()?.source.clone());
        let mut about = About::clone(&draft.about);
        let label =
            if about.language.as_ref().is_none_or(|tag| tag.starts_with("de")) { "Fragen" } else { "Clues" };
        for credit in sources.filter_map(|source| words.credit(&source)) {
            let line = format!("{label}: {credit}");
            if !about.credits.contains(&line) {
                about.credits.push(line);
            }
        }
        if about != *draft.about {
            draft.about = Arc::new(about);
        }
        draft
    }

    fn document(&self) -> Event {
        let (undo, redo) = self.history.reach();
        let (revision, draft) = (self.revision, self.draft());
        Event::Document { revision, undo, redo, bare: draft.board.is_bare(), document: draft.document() }
    }

    fn job_event(&self) -> Option<Event> {
        let Running { number, revision, is_running, found, alternatives } = self.job.as_ref()?;
        Some(Event::Job {
            job: *number,
            running: *is_running,
            message: found.message.clone(),
            best: found.best,
            ceiling: found.ceiling,
            alternatives: alternatives.clone(),
            revision: *revision,
        })
    }

    fn alternative(&self, board: &Board) -> Alternative {
        let list = &self.vocabulary.list;
        let score = match board {
            Board::Arrowword(puzzle) => {
                let is_complete = rules::unfilled(puzzle).is_empty() && board.faults(Some(list)).is_empty();
                Counts::of(puzzle).score() + if is_complete { BONUS } else { 0.0 }
            }
            Board::Crossword(of) if board.lays_words() => {
                of.laid().map_or(0.0, |layout| layout.value().crossings as f64)
            }
            Board::Crossword(_) => mean_score(&board.filled(), list).unwrap_or_default(),
        };
        let old = &self.draft().board;
        let differs = board.positions().into_iter().filter(|&pos| old.field(pos) != board.field(pos));
        Alternative {
            grid: rows(board),
            questions: board.words().into_iter().map(|(place, _)| place.asked()).collect(),
            bars: bars(board),
            score,
            changed: differs.map(cell).collect(),
        }
    }
}
