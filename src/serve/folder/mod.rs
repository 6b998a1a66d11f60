//! The one folder that is read and written.
//!
//! A puzzle is two files. `NAME.json` (or `NAME.cwg`) is the puzzle in the form that all commands read, written when the
//! user saves; earlier versions are kept as `NAME.json.1.bak` and so on. `NAME.draft.json` is the document with
//! everything that a puzzle cannot hold (pins, wishes, questions without a word); it is written automatically, a moment
//! after each change; that of a grid is `NAME.cwg.draft.json`, since a puzzle of the same name is another document. Both
//! are written to a temporary file and renamed, so that there is a complete one at any time. Some drafts are kept as
//! versions before they are replaced (`versions` says which), and so is any that somebody else has written: another
//! program on the same file, or this one before a puzzle got another name.

mod bring;
mod versions;

use crate::cleanup::TempFile;
use crate::edit::draft::Draft;
use crate::edit::protocol::Document;
use crate::edit::refusal::{Refusal, file_name, plain_name};
use crate::encodings::arrowword::cwg;
use crate::limits::Limit;
use crate::publish::puzzle::json;
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

pub use self::versions::Version;
use self::versions::version;

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum FolderError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("{name}: {error}; choose another name, or see whether you may read and write the folder")]
    Io { name: String, error: io::Error },
    #[error("{0} is a link; only files in the folder itself are read and written")]
    Link(String),
    #[error("{name}: {why}")]
    NoPuzzle { name: String, why: String },
    #[error("there is no file {0} in this folder")]
    Missing(String),
    #[error("`{0}` is not a name for a puzzle; end it in .json or .cwg")]
    Ending(String),
    #[error("`{0}` is not a name for a picture; end it in .png or .jpg")]
    PictureEnding(String),
    #[error(
        "`{0}` cannot be taken: give a picture (.png, .jpg) or a puzzle (.json, .cwg, .txt, .ipuz, .puz)"
    )]
    Unknown(String),
    #[error("{name} would have more than {} MB, the most that is read again; remove clues that you do not need", .limit.megabytes)]
    TooLarge { name: String, limit: Limit },
    #[error("{0}: a .cwg file holds an arrowword, and this is not one; end its name in .json")]
    NoGrid(String),
    #[error("there is another file {0} already; rename one of them")]
    Exists(String),
}

/// What was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The puzzle.
    Puzzle,
    /// Only the draft, because the puzzle is not whole, and why.
    Draft(String),
}

/// The names of what can be used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Names {
    /// The puzzles.
    pub puzzles: Vec<String>,
    /// The pictures.
    pub pictures: Vec<String>,
    /// The versions of one puzzle, if one is asked for.
    pub versions: Vec<Version>,
}

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// The drafts that this program has read or written, by their names.
    known: Arc<Mutex<HashMap<String, Known>>>,
}

/// A draft that this program has read or written.
#[derive(Clone, Debug)]
struct Known {
    /// Its last text.
    text: Vec<u8>,
    /// When it was read or written first.
    since: SystemTime,
}

impl Folder {
    /// Opens a folder, which must exist.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { path: fs::canonicalize(path)?, known: Arc::default() })
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a puzzle: its draft, if there is one that is not older than the puzzle itself. `None` if there is neither.
    pub fn read(&self, name: &str) -> Result<Option<Draft>, FolderError> {
        check_ending(name)?;
        let draft = draft_name(name);
        let written = self.modified(&draft);
        if written.is_some() && written >= self.modified(name) {
            let text = self.text(&draft)?.unwrap_or_default();
            let read = self::draft(&draft, &text)?;
            self.is_known_as(draft, text.into_bytes());
            return Ok(Some(read));
        }
        let Some(text) = self.text(name)? else { return Ok(None) };
        puzzle(name, name, &text).map(Some)
    }

    /// Saves the draft of a puzzle. One that somebody else has written meanwhile is kept: its new name is returned.
    pub fn save_draft(&self, name: &str, document: &Document) -> Result<Option<String>, FolderError> {
        check_ending(name)?;
        let draft = draft_name(name);
        let text = serde_json::to_vec(document).map_err(|error| no_puzzle(&draft, error))?;
        check_size(&draft, &text)?;
        let there = match fs::read(self.checked(&draft)?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read.map_err(|error| failed(&draft, error))?),
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&draft).cloned();
        let mut is_foreign = false;
        if let Some(there) = there.filter(|there| *there != text) {
            let own = known.as_ref().filter(|known| known.text == there);
            is_foreign = own.is_none();
            if own.is_none_or(|own| self.is_worth_keeping(&draft, own.since)) {
                self.keep_version(&draft, &there, versions::DRAFTS)?;
            }
        }
        self.write(&draft, &text)?;
        let is_told = is_foreign && known.is_some();
        let kept = is_told.then(|| version(&draft, 1));
        self.is_known_as(draft, text);
        Ok(kept)
    }

    /// Says that what is to be saved under this name is another document than the one which is there.
    pub fn forget(&self, name: &str) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(&draft_name(name));
    }

    fn is_known_as(&self, draft: String, text: Vec<u8>) {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let since = all.get(&draft).map_or_else(SystemTime::now, |known| known.since);
        all.insert(draft, Known { text, since });
    }

    /// Saves a puzzle and its draft, and keeps the last versions of the puzzle.
    pub fn save(&self, name: &str, draft: &Draft) -> Result<Saved, FolderError> {
        check_ending(name)?;
        let text = match (name.ends_with(".cwg"), draft.board.arrowword()) {
            (true, Some(puzzle)) => Ok(cwg::write(puzzle)),
            (true, None) => return Err(FolderError::NoGrid(name.to_owned())),
            (false, _) => draft.published().map(|puzzle| json::write(&puzzle)),
        };
        let saved = match text {
            Ok(text) => {
                check_size(name, text.as_bytes())?;
                if let Some(old) = self.text(name)?.filter(|old| *old != text) {
                    self.keep_version(name, old.as_bytes(), versions::PUZZLES)?;
                }
                self.write(name, text.as_bytes())?;
                Saved::Puzzle
            }
            Err(why) => Saved::Draft(why.to_string()),
        };
        // The draft last: it is then not older than the puzzle.
        self.save_draft(name, &draft.document())?;
        Ok(saved)
    }

    /// Returns the text of a file; `None` if there is none.
    fn text(&self, name: &str) -> Result<Option<String>, FolderError> {
        let path = self.checked(name)?;
        let file = match fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|error| failed(name, error))?,
        };
        let bytes = Limit::PUZZLE.read(file).map_err(|error| failed(name, error))?;
        String::from_utf8(bytes).map(Some).map_err(|error| no_puzzle(name, error))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.checked(name)?;
        let write = || self.temporary(bytes)?.persist(&path);
        write().map_err(|error| failed(name, error))
    }

    /// Writes a file that is not there yet. If somebody else has been faster, it is an error of the kind `AlreadyExists`.
    fn write_new(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.checked(name)?;
        let write = || self.temporary(bytes)?.persist_new(&path);
        write().map_err(|error| failed(name, error))
    }

    fn temporary(&self, bytes: &[u8]) -> io::Result<TempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cwsat-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666)); // less the umask, as for any new file
        }
        let mut file = TempFile::new(&builder, &self.path)?;
        file.as_file_mut().write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// Returns the path of a file in the folder: no other folder, and no link to one.
    fn checked(&self, name: &str) -> Result<PathBuf, FolderError> {
        let path = self.path.join(plain_name(name)?);
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_symlink() => Err(FolderError::Link(name.to_owned())),
            Ok(data) if !data.is_file() => Err(failed(name, io::Error::other("this is not a file"))),
            _ => Ok(path),
        }
    }
}

/// Returns the name of a puzzle's draft: no other puzzle has the same one.
pub fn draft_name(name: &str) -> String {
    format!("{}.draft.json", name.strip_suffix(".json").unwrap_or(name))
}

/// Reads a draft; the name of its file is for the error.
fn draft(file: &str, text: &str) -> Result<Draft, FolderError> {
    let document: Document = serde_json::from_str(text).map_err(|error| no_puzzle(file, error))?;
    Ok(Draft::of_document(&document)?)
}

/// Reads a puzzle in the form that its name says; the name of its file is for the error.
fn puzzle(name: &str, file: &str, text: &str) -> Result<Draft, FolderError> {
    Ok(if name.ends_with(".cwg") {
        Draft::of_puzzle(cwg::read(text).map_err(|error| no_puzzle(file, error))?.puzzle)
    } else {
        Draft::of_published(&json::read(text).map_err(|error| no_puzzle(file, error))?)?
    })
}

fn check_ending(name: &str) -> Result<(), FolderError> {
    // The draft of `a.cwg.json` would be that of `a.cwg`.
    let is_other = name.ends_with(".draft.json") || name.ends_with(".cwg.json");
    let is_puzzle = (name.ends_with(".json") || name.ends_with(".cwg")) && !is_other;
    match is_puzzle {
        true => file_name(name).map(|_| ()).map_err(FolderError::from),
        false => Err(FolderError::Ending(name.chars().take(40).collect())),
    }
}

/// Checks that what is written can be read again.
fn check_size(name: &str, text: &[u8]) -> Result<(), FolderError> {
    let limit = Limit::PUZZLE;
    match text.len() as u64 > limit.megabytes * 1_000_000 {
        true => Err(FolderError::TooLarge { name: name.to_owned(), limit }),
        false => Ok(()),
    }
}

fn failed(name: &str, error: io::Error) -> FolderError {
    FolderError::Io { name: name.to_owned(), error }
}

fn no_puzzle(name: &str, why: impl std::fmt::Display) -> FolderError {
    FolderError::NoPuzzle { name: name.to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::change::changed;
    use crate::edit::protocol::{Asked, Command, Make, Towards};
    use crate::edit::refusal::{MAX_TEXT, MAX_TEXTS};
    use crate::publish::puzzle::{Clue, Kind};

    fn written(draft: &Draft, text: &str) -> Draft {
        let command = Command::Write { at: [0, 0], towards: Towards::Across, text: text.to_owned() };
        changed(draft, &command).expect("allowed").expect("a change")
    }

    #[test]
    fn a_draft_comes_back_whatever_state_it_is_in() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        assert!(folder.read("a.json").expect("nothing").is_none());
        let empty = Draft::empty(Kind::Arrowword, 2, 3).expect("a grid");
        let draft = written(&empty, "AB");
        let question = Command::Make { cells: vec![[1, 0]], to: Make::Question };
        let draft = changed(&draft, &question).expect("allowed").expect("a change");
        assert!(matches!(folder.save("a.json", &draft).expect("saved"), Saved::Draft(_)));
        assert!(!place.path().join("a.json").exists());
        assert_eq!(folder.read("a.json").expect("readable"), Some(draft.clone()));
        // A grid file holds any layout.
        assert_eq!(folder.save("b.cwg", &draft).expect("saved"), Saved::Puzzle);
        assert_eq!(folder.read("b.cwg").expect("readable"), Some(draft));
    }

    #[test]
    fn a_puzzle_and_a_grid_of_the_same_name_are_two_documents() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        let empty = Draft::empty(Kind::Arrowword, 1, 3).expect("a grid");
        let (puzzle, grid) = (written(&empty, "A"), written(&empty, "B"));
        folder.save("a.cwg", &grid).expect("saved");
        folder.save("a.json", &puzzle).expect("saved");
        assert_eq!(folder.read("a.cwg").expect("readable"), Some(grid));
        assert_eq!(folder.read("a.json").expect("readable"), Some(puzzle.clone()));
        assert!(matches!(folder.save("a.cwg.json", &puzzle), Err(FolderError::Ending(_))));
        fs::remove_file(place.path().join("a.cwg")).expect("removed");
        assert_eq!(folder.names().expect("names").puzzles, ["a.cwg", "a.json"]);
    }

    #[test]
    fn a_draft_of_somebody_else_is_kept() {
        let place = tempfile::tempdir().expect("a folder");
        let [one, other] = [(); 2].map(|()| Folder::open(place.path()).expect("a folder"));
        let empty = Draft::empty(Kind::Arrowword, 1, 3).expect("a grid");
        let [a, b, c] = ["A", "B", "C"].map(|letter| written(&empty, letter));
        let save =
            |folder: &Folder, draft: &Draft| folder.save_draft("a.json", &draft.document()).expect("saved");
        let kept = || {
            let text = fs::read_to_string(place.path().join("a.draft.json.1.bak")).expect("a version");
            Draft::of_document(&serde_json::from_str(&text).expect("a document")).expect("a draft")
        };
        assert_eq!((save(&one, &a), save(&one, &b)), (None, None));
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1);
        // Another program that did not read it is on the same file, and neither loses what it has.
        assert_eq!((save(&other, &c), kept()), (None, b.clone()));
        assert_eq!((save(&one, &b), kept()), (Some("a.draft.json.1.bak".to_owned()), c.clone()));
        assert_eq!(other.read("a.json").expect("readable"), Some(b.clone()));
        assert_eq!((save(&other, &a), kept()), (None, c));
    }

    #[test]
    fn the_longest_name_has_a_draft_and_versions_of_it() {
        let place = tempfile::tempdir().expect("a folder");
        let [one, other] = [(); 2].map(|()| Folder::open(place.path()).expect("a folder"));
        let empty = Draft::empty(Kind::Arrowword, 1, 3).expect("a grid");
        let [a, b] = ["A", "B"].map(|letter| written(&empty, letter));
        for ending in [".json", ".cwg"] {
            let name = "n".repeat(200 - ending.len()) + ending;
            one.save_draft(&name, &a.document()).expect("saved");
            assert_eq!(other.read(&name).expect("readable"), Some(a.clone()));
            one.save_draft(&name, &b.document()).expect("saved");
            other.save_draft(&name, &a.document()).expect("saved, and a version kept");
            assert!(one.names().expect("names").puzzles.contains(&name));
            assert!(matches!(
                one.save(&format!("n{name}"), &a),
                Err(FolderError::Refused(Refusal::LongName(_)))
            ));
        }
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        let empty = Draft::empty(Kind::Template, 2, 2).expect("a grid");
        folder.save("a.json", &empty).expect("saved");
        let clue = |length: usize| {
            let question = Asked { at: [0, 0], arrow: "across".to_owned() };
            let text = "\u{1}".repeat(MAX_TEXT);
            let clues = (0..length / MAX_TEXT).map(|_| Clue::new(text.clone())).collect();
            Command::Clue { question, clues }
        };
        // A session lets no draft have more text; here it is as long in a file as text can be.
        let largest = changed(&empty, &clue(MAX_TEXTS)).expect("allowed").expect("a change");
        folder.save("a.json", &largest).expect("saved");
        assert_eq!(folder.read("a.json").expect("readable"), Some(largest.clone()));
        // A puzzle that came with more is not written over.
        let mut document = largest.document();
        let clues = document.words[0].clues.clone();
        document.words[0].clues.extend(clues);
        let larger = Draft::of_document(&document).expect("a draft");
        assert!(matches!(folder.save("a.json", &larger), Err(FolderError::TooLarge { .. })));
        assert_eq!(folder.read("a.json").expect("readable"), Some(largest));
    }

    #[test]
    fn nothing_outside_of_the_folder_is_touched() {
        let place = tempfile::tempdir().expect("a folder");
        let inside = place.path().join("inside");
        fs::create_dir(&inside).expect("a folder");
        fs::write(place.path().join("out.json"), "secret").expect("a file");
        let folder = Folder::open(&inside).expect("a folder");
        let draft = Draft::empty(Kind::Arrowword, 1, 3).expect("a grid");
        let absolute = place.path().join("out.json");
        let absolute = absolute.to_str().expect("a name");
        for name in
            ["../out.json", absolute, "..", "a/../../out.json", ".out.json", "out.txt", "x.draft.json"]
        {
            assert!(folder.save(name, &draft).is_err(), "{name}");
            assert!(folder.read(name).is_err(), "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(place.path().join("out.json"), inside.join("link.cwg"))
                .expect("a link");
            assert!(matches!(folder.read("link.cwg"), Err(FolderError::Link(_))));
            assert!(matches!(folder.save("link.cwg", &draft), Err(FolderError::Link(_))));
        }
        assert_eq!(fs::read_to_string(place.path().join("out.json")).expect("still there"), "secret");
    }
}
