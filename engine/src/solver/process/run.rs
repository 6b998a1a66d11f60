//! One run of a process: start it, watch it, stop it.
//!
//! The formula, the output and the messages are files in a temporary folder. Files cannot block: with pipes, a solver
//! that prints more than a pipe holds would wait for us while we wait for it.

use super::{CommandLine, ProcessError, Said};
use crate::cleanup::{Child, TempFolder};
use crate::solver::Budget;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// A process that ended by itself.
pub(super) struct Finished {
    folder: TempFolder,
    /// How it ended.
    pub(super) status: ExitStatus,
    with_result_file: bool,
}

/// The files of a run.
const FORMULA: &str = "formula.cnf";
const RESULT: &str = "result";
const PRINTED: &str = "printed";
const MESSAGES: &str = "messages";

/// The maximum output of a solver: this many bytes, plus this many per variable.
const MOST_BYTES: u64 = 64_000_000;
const MOST_BYTES_A_VARIABLE: u64 = 32;

/// The pauses between two looks at the process; they double from the first to the last.
const FIRST_PAUSE: Duration = Duration::from_micros(200);
const LAST_PAUSE: Duration = Duration::from_millis(10);

/// Runs the command on the formula that `write` writes; `None` if the budget ended first.
pub(super) fn run(
    command: &CommandLine,
    seed: u64,
    vars: usize,
    write: impl FnOnce(File) -> io::Result<()>,
    budget: &Budget,
) -> Result<Option<Finished>, ProcessError> {
    let folder = TempFolder::new().map_err(ProcessError::Formula)?;
    let place = |name: &str| folder.path().join(name);
    let formula = place(FORMULA);
    File::create_new(&formula).and_then(write).map_err(ProcessError::Formula)?;
    let output = |name: &str| File::create_new(place(name)).map(Stdio::from).map_err(ProcessError::Formula);
    let mut words = command.fill(&formula, &place(RESULT), seed).into_iter();
    let program = words.next().unwrap_or_default();
    let mut child = Child::spawn(
        Command::new(program)
            .args(words)
            .stdin(Stdio::null())
            .stdout(output(PRINTED)?)
            .stderr(output(MESSAGES)?),
    )
    .map_err(ProcessError::Start)?;
    let most = MOST_BYTES + MOST_BYTES_A_VARIABLE * vars as u64;
    let mut pause = FIRST_PAUSE;
    loop {
        if let Some(status) = child.try_wait().map_err(ProcessError::Watch)? {
            drop(child);
            let with_result_file = command.has_result_file();
            return Ok(Some(Finished { folder, status, with_result_file }));
        }
        if budget.exhausted() {
            return Ok(None);
        }
        if [RESULT, PRINTED, MESSAGES].iter().any(|name| size(&place(name)) > most) {
            return Err(ProcessError::TooMuch(most / 1_000_000));
        }
        std::thread::sleep(budget.remaining().map_or(pause, |left| left.min(pause)));
        pause = (pause * 2).min(LAST_PAUSE);
    }
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

impl Finished {
    /// Returns the file with the result: the one that the solver wrote, or what it printed.
    pub(super) fn result(&self) -> PathBuf {
        let written = self.folder.path().join(RESULT);
        if self.with_result_file && written.exists() { written } else { self.folder.path().join(PRINTED) }
    }

    /// Returns the last line that the solver wrote to standard error.
    pub(super) fn said(&self) -> Said {
        const MOST: u64 = 1000;
        const SHOWN: usize = 200;
        let path = self.folder.path().join(MESSAGES);
        let mut end = Vec::new();
        let read = File::open(&path).and_then(|mut file| {
            file.seek(SeekFrom::Start(size(&path).saturating_sub(MOST)))?;
            file.read_to_end(&mut end)
        });
        let text = if read.is_ok() { String::from_utf8_lossy(&end) } else { "".into() };
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        Said(line.chars().filter(|c| !c.is_control()).take(SHOWN).collect())
    }
}
