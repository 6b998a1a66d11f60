//! The puzzles of one `cwsat make`, one after the other: searched for, given clues, written and reported.

use super::plan::{Begun, Plan};
use crate::cli::answer::{self, Head, Said, tell_again};
use crate::cli::budget::interruptible;
use crate::cli::clued::up_to_level;
use crate::cli::contract::solve::{Solved, Unsolved};
use crate::cli::exchange::{self, Wishes};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::located;
use crate::cli::interrupt::is_interrupted;
use crate::cli::output::{self, Output};
use crate::cli::proof::{LazyClaim, Target};
use crate::cli::reporter;
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::clues::faults::Tally;
use cwsat::publish::clues::give::{Given, give_fresh, words};
use cwsat::publish::draw::book::{Book, Chapter};
use cwsat::publish::puzzle::Puzzle;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The state of making all puzzles.
pub struct Press<'a> {
    pub plan: Plan<'a>,
    /// Where to write a proof, if one is wanted.
    pub proof: Option<Target>,
    /// The puzzles for the book, by their numbers.
    pub made: BTreeMap<usize, Chapter>,
    /// The number of the puzzle that was made last.
    pub number: usize,
}

impl<'a> Press<'a> {
    /// Makes and writes these puzzles one after the other, each with all threads; returns the worst of their exit codes. The
    /// first Ctrl-C ends the search with its best answer, and no further one is started.
    pub fn make_each(&mut self, runs: impl IntoIterator<Item = usize>) -> Result<Exit, Failure> {
        let mut exit = Exit::Ok;
        let mut runs = runs.into_iter();
        while let Some(run) = runs.next() {
            if run > 0 && is_interrupted() {
                return Ok(exit.max(self.not_begun([run].into_iter().chain(runs))));
            }
            let begun = self.plan.begin(run, interruptible(self.plan.args.options.time_limit));
            let threads = self.plan.args.options.threads();
            let solved = self.plan.is_searched(&begun).then(|| {
                let looking = begun.looking(self.plan.series, threads, self.plan.reporter);
                let task = self.plan.making.task.as_ref();
                answer::search_in_series(task, looking, self.plan.args.options.repeat_short)
            });
            exit = exit.max(self.deliver(begun, solved)?);
        }
        Ok(exit)
    }

    /// Reports which puzzles are missing because they were not begun, if there are any.
    pub fn not_begun(&self, runs: impl IntoIterator<Item = usize>) -> Exit {
        let numbers: Vec<usize> = runs.into_iter().map(|run| run + 1).collect();
        if numbers.is_empty() {
            return Exit::Ok;
        }
        let which = match &numbers[..] {
            [number] => format!("number {number} was"),
            _ => format!("numbers {} were", ranges(&numbers)),
        };
        let name = self.plan.making.task.name();
        reporter::warn(&format_args!("{name}: stopped before {which} begun"));
        Exit::Stopped
    }

    /// Writes and reports a puzzle and what the search for it found, if there was one; returns its exit code.
    pub fn deliver(
        &mut self,
        begun: Begun,
        solved: Option<Result<Solved<'a>, Unsolved<'a>>>,
    ) -> Result<Exit, Failure> {
        let Begun { run, seed, name, budget, problem } = begun;
        self.number = run;
        let problem = match problem {
            Ok(problem) => problem,
            Err(Unsolved { exit, failure, .. }) => {
                located(Path::new(&name), failure).report();
                return Ok(exit);
            }
        };
        let (mut exit, claim, is_solved) = match solved {
            None => {
                self.number += 1;
                let (written, exit) = self.write(&name, None, problem.as_deref())?;
                self.say(&written);
                return Ok(exit);
            }
            Some(Ok(solved)) => {
                let (exit, claim) = self.finish(&name, seed, problem.as_deref(), solved)?;
                (exit, claim, true)
            }
            Some(Err(Unsolved { exit, failure, claim })) => {
                failure.report();
                (exit, claim, false)
            }
        };
        if let Some(target) = &self.proof {
            exit = exit.max(target.prove_of(claim(), is_solved, &budget, self.plan.reporter)?);
        }
        Ok(exit)
    }

    /// Gives an answer its clues, writes it, and reports it; returns its exit code and what can be proven about it.
    fn finish(
        &mut self,
        name: &str,
        seed: u64,
        problem: Option<&str>,
        solved: Solved<'a>,
    ) -> Result<(Exit, LazyClaim<'a>), Failure> {
        let Solved {
            mut exit,
            json: mut own,
            problem: made,
            missing,
            remarks,
            summary,
            documents,
            needs_picture,
            claim,
            ..
        } = solved;
        let problem = made.as_deref().or(problem);
        let mut written = Vec::new();
        let mut unclued = Vec::new();
        let mut again = Vec::new();
        let mut shown = None;
        for mut puzzle in documents() {
            self.number += 1;
            match self.publish(&mut puzzle, seed) {
                Ok(given) => unclued.extend(given.map(|given| given.missing).unwrap_or_default()),
                Err(failure) => exit = exit.max(located(Path::new(name), failure).report()),
            }
            let tally = Tally::of(&puzzle);
            if self.plan.targets.has_page() && tally.has_faults() {
                let only = if self.plan.kind.kind().takes().fill {
                    ", --only-clued uses no other words"
                } else {
                    ""
                };
                reporter::warn(&format_args!("{name}: {tally}; --clues names sources of more{only}"));
            }
            let (files, ended) = self.write(name, Some(&puzzle), problem)?;
            written.extend(files);
            exit = exit.max(ended);
            match self.plan.series.add(&puzzle) {
                Ok(more) => again.extend(more),
                Err(failure) => exit = exit.max(failure.report()),
            }
            if self.plan.targets.has_book() {
                let chapter = Chapter::unnamed(Puzzle { title: None, ..puzzle.clone() });
                self.made.insert(self.number, chapter);
            }
            shown.get_or_insert(puzzle);
        }
        if self.plan.args.json {
            own.insert("without_clue".to_owned(), unclued.into());
            let used_before = || again.iter().map(|again| again.again).sum::<usize>();
            own.insert("used_before".to_owned(), (!again.is_empty()).then(used_before).into());
            own.extend(problem.map(|text| ("problem".to_owned(), text.into())));
            self.print_json(name, seed, &written, own)?;
        }
        let picture = shown.as_ref().filter(|_| needs_picture);
        answer::tell(
            self.plan.reporter,
            name,
            &Said { picture, missing: &missing, remarks: &remarks, summary: &summary },
        );
        again.into_iter().for_each(|again| tell_again(self.plan.reporter, name, Some(again)));
        self.say(&written);
        Ok((exit, claim))
    }

    /// Gives a puzzle its title, author, language and clues; returns what is known about its clues.
    fn publish(&self, puzzle: &mut Puzzle, seed: u64) -> Result<Option<Given>, Failure> {
        let args = self.plan.args;
        let language = args.language(self.plan.making);
        puzzle.title = args.labels().titled(args.title.as_deref(), self.number);
        puzzle.author.clone_from(&args.author);
        let given = words(puzzle).filter(|words| !words.is_empty()).map(|words| {
            // A list of words may have said which language they are in.
            let language = language.or(puzzle.language.as_ref());
            let clues = up_to_level(
                Clues::of(self.plan.sources, &words, language)?,
                args.options.choice.most_level(),
            );
            Ok(give_fresh(puzzle, &clues, None, seed, self.plan.series.clues()))
        });
        puzzle.language = language.cloned().or(puzzle.language.take());
        given.transpose()
    }

    /// Writes the files of a puzzle and returns their names; reports those that cannot be made. Prints the puzzle if no
    /// file is wanted, or none was written.
    fn write(
        &self,
        name: &str,
        puzzle: Option<&Puzzle>,
        problem: Option<&str>,
    ) -> Result<(Vec<PathBuf>, Exit), Failure> {
        let (files, failures) = self.plan.targets.files(self.number, name, puzzle, problem);
        let (written, exit) = write_each(files, failures);
        if written.is_empty() && (self.plan.targets.is_empty() || exit != Exit::Ok) {
            self.print(name, self.number, puzzle, problem)?;
        }
        Ok((written, exit))
    }

    /// Prints the text of a puzzle, unless the JSON holds it.
    fn print(
        &self,
        name: &str,
        number: usize,
        puzzle: Option<&Puzzle>,
        problem: Option<&str>,
    ) -> Result<(), Failure> {
        if self.plan.args.json {
            return Ok(());
        }
        let text = match (problem, puzzle, exchange::Format::own(self.plan.kind.kind().published())) {
            (None, Some(puzzle), Some(format)) => {
                exchange::bytes(puzzle, Path::new(name), format, Wishes::default())?
            }
            (problem, ..) => problem.unwrap_or_default().into(),
        };
        if number > 1 {
            output::print(b"\n")?;
        }
        output::print(&text)
    }

    fn print_json(
        &self,
        name: &str,
        seed: u64,
        written: &[PathBuf],
        own: Map<String, Value>,
    ) -> Result<(), Failure> {
        let output: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        let kind = self.plan.kind.to_string();
        let head = Head { command: "make", kind: &kind, name, output: json!(output), seed };
        let printed = reporter::undisturbed(|| {
            let mut out = std::io::stdout().lock();
            head.write(&mut out, own).and_then(|()| out.flush())
        });
        let is_kept = !written.is_empty() || self.plan.targets.has_book();
        if is_kept {
            output::unless_unread(printed)?
        } else {
            printed?
        }
        Ok(())
    }

    /// Reports the files that were written.
    fn say(&self, written: &[PathBuf]) {
        for path in written {
            self.plan.reporter.tell(&format_args!("wrote {}", path.display()));
        }
    }

    /// Writes the book, if one is wanted and there is a puzzle for it. If that fails and the puzzles are in no other
    /// file, they are printed.
    pub fn bind(mut self) -> Result<Exit, Failure> {
        if self.made.is_empty() {
            return Ok(Exit::Ok);
        }
        let (title, author) = (self.plan.args.title.clone(), self.plan.args.author.clone());
        let chapters: Vec<Chapter> = std::mem::take(&mut self.made).into_values().collect();
        let language = Chapter::language_of(&chapters);
        let book = Book { title, author, language, chapters };
        let (written, exit) = match self.plan.targets.books(&book) {
            Ok((files, warnings)) => {
                warnings.iter().for_each(|warning| reporter::warn(warning));
                write_each(files, Vec::new())
            }
            Err(failure) => (Vec::new(), failure.report()),
        };
        if exit != Exit::Ok && self.plan.targets.are_books() {
            for (index, Chapter { name, puzzle }) in book.chapters.iter().enumerate() {
                self.print(name, index + 1, Some(puzzle), None)?;
            }
        }
        self.say(&written);
        Ok(exit)
    }
}

/// Returns numbers in ascending order as a text, as in `3, 5 to 8`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        _ => run[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Writes files, each whole or not at all, and reports those that cannot be written, after these failures. Returns the
/// names of the others.
fn write_each(files: Vec<(PathBuf, Vec<u8>)>, mut failures: Vec<Failure>) -> (Vec<PathBuf>, Exit) {
    let mut written = Vec::new();
    for (path, bytes) in files {
        let output = Output::new(&path);
        match output.and_then(|output| output.write_with(|file| file.write_all(&bytes))) {
            Ok(()) => written.push(path),
            Err(failure) => failures.push(failure),
        }
    }
    let exit = failures.iter().map(Failure::report).max().unwrap_or(Exit::Ok);
    (written, exit)
}
