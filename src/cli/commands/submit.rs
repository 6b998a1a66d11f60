//! `cwsat submit`: packs the solved grids of a contest into the file to hand in.

use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, InputError, located};
use crate::cli::kinds::read_grid;
use crate::cli::output;
use crate::cli::reporter::{self, Reporter};
use crate::cli::wordlists;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::plain::harmless;
use cwsat::publish::submit::{self, Task};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check the solved grids of a contest and pack them into a ZIP
///
/// The contest is the one whose grids are in test_cases: eleven .cwg files, from 15x15_1.cwg to island_2.cwg. Each must
/// be in the folder under its name, filled, valid, and a solution of the grid that was set; otherwise nothing is
/// written. The same grids always give the same bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The folder with the solved grids.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write the ZIP to this file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Require all words to be in this list; `embedded` is the embedded German list; may be repeated.
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// Check against the empty .cwg grids in this folder instead of the contest's; each must be solved under its name.
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat solve test_cases/*.cwg -o solved/
  cwsat submit solved/ -o entry.zip

Exit codes:
  0  the ZIP was written
  1  a grid is missing, not filled, or breaks a rule; nothing was written
  2  a file or the command line cannot be used";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let output = output::Output::new(&self.output)?;
        let tasks = match &self.against {
            Some(folder) => tasks_in(folder)?,
            None => submit::contest().map_err(|error| located(Path::new("the contest's grids"), error))?,
        };
        let set = self.against.as_deref().into_iter();
        let grids = std::iter::once(self.folder.as_path())
            .chain(set)
            .flat_map(|folder| tasks.iter().map(move |task| folder.join(&task.name)));
        let read: Vec<PathBuf> = grids.chain(self.words.iter().cloned()).collect();
        output::keep_apart(&self.output, read.iter().map(PathBuf::as_path))?;
        let words = wordlists::named(&self.words, Reporter::new(false))?.map(|words| words.list);
        if let Err(source) = std::fs::read_dir(&self.folder) {
            return Err(InputError::Unreadable { path: self.folder, source }.into());
        }
        let mut passed = Vec::new();
        let mut refused = 0;
        let mut out = anstream::stdout().lock();
        for task in &tasks {
            let path = self.folder.join(&task.name);
            let judged = match path.exists() {
                false => Err("there is no such file".to_owned()),
                true => match cwg::read(Input::read(&path)?.text()?) {
                    Ok(read) => {
                        for warning in &read.warnings {
                            reporter::warn(&format_args!("{}: {warning}", path.display()));
                        }
                        submit::judge(task, &read.puzzle, words.as_ref()).map_err(|reason| reason.to_string())
                    }
                    Err(error) => Err(error.to_string()),
                },
            };
            match judged {
                Ok(grid) => {
                    writeln!(out, "{:<16}{:>8.2}", task.name, grid.score)?;
                    passed.push(grid);
                }
                Err(reason) => {
                    writeln!(out, "{:<16} refused: {reason}", harmless(&task.name))?;
                    refused += 1;
                }
            }
        }
        if refused > 0 {
            writeln!(out, "{refused} of {} grids refused; nothing was written", tasks.len())?;
            return Ok(Exit::Broken);
        }
        let bytes = submit::entry(&passed).map_err(|error| located(&self.output, error))?;
        output.write_with(|file| file.write_all(&bytes))?;
        let mean = passed.iter().map(|grid| grid.score).sum::<f64>() / passed.len() as f64;
        let grids = if passed.len() == 1 { "grid" } else { "grids" };
        writeln!(out, "{}: {} {grids}, mean score {mean:.2}", self.output.display(), passed.len())?;
        Ok(Exit::Ok)
    }
}

/// Reads the empty grids in a folder, sorted by name.
fn tasks_in(folder: &Path) -> Result<Vec<Task>, Failure> {
    let unreadable = |source| InputError::Unreadable { path: folder.to_owned(), source };
    let mut tasks = Vec::new();
    for file in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = file.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        if let Some(name) = name.filter(|name| name.ends_with(".cwg")) {
            tasks.push(Task { name, empty: read_grid(&Input::read(&path)?)? });
        }
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    if tasks.is_empty() {
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no .cwg file in it");
        return Err(unreadable(source).into());
    }
    Ok(tasks)
}
