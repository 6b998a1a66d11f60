//! `cwsat edit`: the constructor, served to the browser of this computer.
//!
//! The command reads the file and the words, opens the port, prints the link and waits for Ctrl-C. All else is in the
//! session (`cwsat::edit`) and the server (`cwsat::serve`).

use crate::cli::choice;
use crate::cli::clued::{self, Clued};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::located;
use crate::cli::interrupt;
use crate::cli::registry::Known;
use crate::cli::reporter::{self, Reporter};
use crate::cli::seed;
use crate::cli::wordlists;
use cwsat::edit::draft::Draft;
use cwsat::edit::words::{Vocabulary, Words};
use cwsat::encodings::grid::sides;
use cwsat::encodings::lexicon::utf8;
use cwsat::limits::Limit;
use cwsat::publish::clues::give::FIELD;
use cwsat::publish::puzzle::{Kind, MAX_SIDE};
use cwsat::serve::desk::Desk;
use cwsat::serve::entry::Entry;
use cwsat::serve::folder::{Folder, draft_name};
use cwsat::serve::gate::Gate;
use cwsat::serve::http::serve;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Make a puzzle by hand, in the browser
///
/// Prints a link to a page that this program serves to this computer alone, and opens it. Changes are saved automatically, as
/// NAME.draft.json beside the file; the file itself is written when you save. Ctrl-C ends the program.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// An arrowword (.cwg, .json), a crossword with blocks or bars, or a criss-cross (.json; a text is taken into a .json file
    /// of the same name). If there is no such file, the page starts with an empty grid [default: untitled_1.json].
    #[arg(value_name = "FILE", default_value = "untitled_1.json", hide_default_value = true)]
    file: PathBuf,
    /// Start a new puzzle of this kind [default: arrowword].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Start a new grid with this size, ROWSxCOLUMNS [default: 15x15].
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    size: Option<(usize, usize)>,
    /// Only print the link.
    #[arg(long)]
    no_browser: bool,
    /// Listen on this address, too, as in `192.168.1.5`: anybody who has the link can then edit the puzzle from another
    /// computer, and anybody who can listen to the network can read the link.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Listen on this port [default: any free one].
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Take words from this list, as in `cwsat solve`; may be repeated [default: the embedded German list].
    #[arg(short, long, value_name = "LIST")]
    words: Vec<PathBuf>,
    #[command(flatten)]
    choice: choice::Flags,
    #[command(flatten)]
    clued: clued::Flags,
    /// Set the seed of what the program finds.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,
    /// Search with this many threads [default: all].
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The rows and columns of a new grid.
const SIZE: (usize, usize) = (15, 15);

const EXAMPLE: &str = "\
Examples:
  cwsat edit
  cwsat edit mine.json
  cwsat edit --as template --size 13x13
  cwsat edit test_cases/15x15_1.cwg --words words.txt --no-browser

Exit codes:
  0  ended by Ctrl-C, with everything saved
  2  the input or the command line cannot be used, or the last changes cannot be saved";

/// Why the constructor cannot be started.
#[derive(Debug, thiserror::Error)]
enum EditError {
    #[error("{}: this is not a file name", .0.display())]
    Name(PathBuf),
    #[error("{}: {error}; name a file in an existing folder", .folder.display())]
    Folder { folder: PathBuf, error: io::Error },
    #[error("{address}: {error}; choose another port with --port, or another address with --listen")]
    Listen { address: SocketAddr, error: io::Error },
    #[error(
        "{0} stands for all addresses of this computer; name one of them with --listen, as in 192.168.1.5"
    )]
    All(IpAddr),
    #[error("the system provides no random numbers: {0}")]
    Random(getrandom::Error),
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let reporter = Reporter::new(false);
        let named = || EditError::Name(self.file.clone());
        let name = self.file.file_name().and_then(|name| name.to_str()).ok_or_else(named)?;
        let parent = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let place = parent.unwrap_or(Path::new("."));
        let missing = |error| EditError::Folder { folder: place.to_owned(), error };
        let folder = Folder::open(place).map_err(missing)?;
        let vocabulary = self.vocabulary(reporter)?;
        let (name, begun) = self.begun(name, reporter)?;
        let threads = self.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let desk = Desk::open(folder, &name, begun, vocabulary, threads, self.seed)?;

        let listeners = self.listeners()?;
        let addresses = listeners.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>()?;
        let (token, code) = (secret().map_err(EditError::Random)?, secret().map_err(EditError::Random)?);
        let first =
            addresses.iter().find(|address| Some(address.ip()) == self.listen).unwrap_or(&addresses[0]);
        let (inside, door) = (format!("/?token={token}"), format!("/enter?code={code}"));
        if self.listen.is_some_and(|address| !address.is_loopback()) {
            reporter::warn(
                &"other computers can reach this; anybody who has the link, or can read the network traffic, can edit",
            );
        }
        let stop = interrupt::stop_on_interrupt_saying("saving what is not saved yet");
        let running =
            serve(listeners, Gate::new(&addresses, token), Entry::new(code, inside.clone()), &desk)?;
        let mut out = io::stdout().lock();
        writeln!(out, "http://{first}{inside}")?;
        out.flush()?;
        if !self.no_browser {
            open(&format!("http://{first}{door}"));
        }
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
        }
        let closed = desk.close();
        running.stop();
        closed?;
        Ok(Exit::Ok)
    }

    /// Returns the name of the document and, if there is no such file yet, what it starts as: an empty grid, or what a
    /// text holds.
    fn begun(&self, name: &str, reporter: Reporter) -> Result<(String, Draft), Failure> {
        let is_there = |name: &str| self.file.with_file_name(name).exists();
        if let Some(stem) = name.strip_suffix(".txt") {
            let bytes = Limit::PUZZLE.read_file(&self.file).map_err(|error| located(&self.file, error))?;
            let text = utf8(&bytes).map_err(|error| located(&self.file, error))?;
            let draft = Draft::of_text(text).map_err(|error| located(&self.file, error))?;
            let name = format!("{stem}.json");
            self.warn_of_flags_for_new_grids(&self.file);
            if is_there(&name) || is_there(&draft_name(&name)) {
                reporter::warn(&format_args!("continuing with {name}, which already exists"));
            } else {
                reporter.note(&format_args!("{} will be saved as {name}", self.file.display()));
            }
            return Ok((name, draft));
        }
        if is_there(name) || is_there(&draft_name(name)) {
            self.warn_of_flags_for_new_grids(&self.file);
        }
        let kind = self.kind.map_or(Kind::Arrowword, |known| known.kind().published());
        let (rows, columns) = self.size.unwrap_or(SIZE);
        Ok((name.to_owned(), Draft::empty(kind, rows, columns)?))
    }

    /// Warns of flags that have no effect because the grid already exists.
    fn warn_of_flags_for_new_grids(&self, file: &Path) {
        let flags = match (self.kind, self.size) {
            (None, None) => return,
            (Some(_), None) => "--as is for a new grid and changes",
            (None, Some(_)) => "--size is for a new grid and changes",
            (Some(_), Some(_)) => "--as and --size are for a new grid and change",
        };
        reporter::warn(&format_args!(
            "{}: {flags} nothing here; name a file that does not exist yet",
            file.display()
        ));
    }

    fn vocabulary(&self, reporter: Reporter) -> Result<Vocabulary, Failure> {
        let mut words = wordlists::resolve(&self.words, self.clued.list_language(&self.words)?, reporter)?;
        let list = self.choice.choose(words.list, &words.name, reporter)?.list;
        let language = choice::language_of(&words.name, self.clued.language()).into_owned();
        words.list = self.choice.keep_apart(list, &words.name, self.clued.language(), &[]);
        let sources = self.clued.sources()?;
        let all = [&words.annotated[..], &sources].concat();
        let clued = Clued::of(&self.clued, &sources, words, FIELD, reporter)?;
        let preferred = clued.words.preferred.to_vec();
        let words = Words::new(clued.words.list, preferred, &all, self.clued.language())?;
        let words = words.speaking(language);
        Ok(Vocabulary::new(Arc::new(words), Arc::default()))
    }

    /// Opens the port on both loopback addresses, if the machine has both, and on the address that was asked
    /// for.
    fn listeners(&self) -> Result<Vec<TcpListener>, Failure> {
        let bind = |ip: IpAddr, port: u16| {
            let address = SocketAddr::new(ip, port);
            TcpListener::bind(address).map_err(|error| EditError::Listen { address, error })
        };
        if let Some(all) = self.listen.filter(IpAddr::is_unspecified) {
            // A browser that connects to one of them names that one, and requests that name an unknown address are
            // refused.
            return Err(EditError::All(all).into());
        }
        let first = bind(Ipv4Addr::LOCALHOST.into(), self.port)?;
        let port = first.local_addr()?.port();
        let mut listeners = vec![first];
        listeners.extend(bind(Ipv6Addr::LOCALHOST.into(), port));
        let is_bound = |address: &IpAddr| {
            listeners.iter().any(|one| one.local_addr().is_ok_and(|own| own.ip() == *address))
        };
        if let Some(address) = self.listen.filter(|address| !is_bound(address)) {
            listeners.push(bind(address, port)?);
        }
        Ok(listeners)
    }
}

/// Returns a text that nobody can guess: 128 random bits.
fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Opens a link in the browser; if that fails, the user still has the printed link.
fn open(link: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Stdio::null;
    let started = Command::new(program).arg(link).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = started {
        log::debug!("{program}: {error}");
    }
}

/// A text that is not the size of a grid.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("write it as 15x15, with 1 to {MAX_SIDE} rows and columns")]
struct NoSize;

fn parse_size(text: &str) -> Result<(usize, usize), NoSize> {
    sides(text, MAX_SIDE).ok_or(NoSize)
}
