//! What must not outlive the program: temporary files and the processes it started.
//!
//! On an orderly exit each owner cleans up after itself (in `Drop`). But a second Ctrl-C, or a first one while a
//! formula is being written, ends the program where it is, and then no destructor runs. So all such things are also
//! entered in a register here, and [`end`] removes them before it ends the program. A thing is made and entered under
//! one lock, which [`end`] never releases, so nothing can be created behind its back.
//!
//! A program that is killed cannot do even that. Then a shell that watches over it ends its processes (`keeper`), and
//! its folders are removed by the next program that creates one (`stale`).

#[cfg(unix)]
mod keeper;
mod process_tree;
mod stale;
pub mod whole;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// A thing to remove.
#[derive(Debug)]
enum Leftover {
    File(PathBuf),
    Folder(PathBuf),
    /// The process with this id, and all its descendants.
    Process(u32),
}

#[derive(Debug)]
struct Register {
    next: u64,
    entries: BTreeMap<u64, Leftover>,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { next: 0, entries: BTreeMap::new() });

/// An entry in the register, which is removed when this is dropped.
#[derive(Debug)]
struct Entry(u64);

impl Drop for Entry {
    fn drop(&mut self) {
        REGISTER.lock().unwrap_or_else(PoisonError::into_inner).entries.remove(&self.0);
    }
}

/// Makes something and enters it in the register, in one step.
fn enter<T>(
    make: impl FnOnce() -> io::Result<T>,
    leftover: impl FnOnce(&T) -> Leftover,
) -> io::Result<(T, Entry)> {
    let mut register = REGISTER.lock().unwrap_or_else(PoisonError::into_inner);
    let made = make()?;
    let number = register.next;
    register.next += 1;
    register.entries.insert(number, leftover(&made));
    Ok((made, Entry(number)))
}

/// A temporary file that is removed on every exit, unless it was given its final name.
#[derive(Debug)]
pub struct TempFile {
    // Fields are dropped in this order: first the file, then its entry.
    file: tempfile::NamedTempFile,
    _entry: Entry,
}

impl TempFile {
    /// Creates a file in `folder`, with the settings of `builder`.
    pub fn new(builder: &tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<Self> {
        let make = || builder.tempfile_in(folder);
        let (file, _entry) = enter(make, |file| Leftover::File(file.path().to_owned()))?;
        Ok(Self { file, _entry })
    }

    /// Returns the open file.
    pub fn as_file(&self) -> &std::fs::File {
        self.file.as_file()
    }

    /// Returns the open file, for writing.
    pub fn as_file_mut(&mut self) -> &mut std::fs::File {
        self.file.as_file_mut()
    }

    /// Gives the file its final name; an existing file of that name is replaced.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        self.file.persist(target)?;
        Ok(())
    }

    /// Gives the file its final name, unless there is a file of that name: then it is an error of the kind
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists), and that file stays as it is.
    pub fn persist_new(self, target: &Path) -> io::Result<()> {
        self.file.persist_noclobber(target)?;
        Ok(())
    }
}

/// A temporary folder that is removed with all its contents on every exit.
#[derive(Debug)]
pub(crate) struct TempFolder {
    // Fields are dropped in this order: the lock is released before the folder is removed.
    _lock: std::fs::File,
    folder: tempfile::TempDir,
    _entry: Entry,
}

impl TempFolder {
    /// Creates a folder in the system's place for temporary files (`TMPDIR`). The first call also removes the folders
    /// of programs that were killed.
    pub fn new() -> io::Result<Self> {
        static CLEARED: Once = Once::new();
        CLEARED.call_once(|| stale::clear(&std::env::temp_dir()));
        let make = || tempfile::Builder::new().prefix(stale::PREFIX).tempdir();
        let (folder, _entry) = enter(make, |folder| Leftover::Folder(folder.path().to_owned()))?;
        Ok(Self { _lock: stale::lock(folder.path())?, folder, _entry })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A child process in its own process group, which is stopped with all its descendants on every exit.
#[derive(Debug)]
pub(crate) struct Child {
    child: std::process::Child,
    #[cfg(unix)]
    _watched: keeper::Watched,
    _entry: Entry,
}

impl Child {
    /// Starts a command.
    pub fn spawn(command: &mut std::process::Command) -> io::Result<Self> {
        process_tree::lead_a_group(command);
        #[cfg(unix)]
        keeper::start();
        #[cfg(unix)]
        let mut watched = keeper::Watched::marked(command);
        let (child, _entry) = enter(|| command.spawn(), |child| Leftover::Process(child.id()))?;
        #[cfg(unix)]
        watched.leads_group(child.id());
        Ok(Self {
            #[cfg(unix)]
            _watched: watched,
            child,
            _entry,
        })
    }

    /// Returns how the process ended, if it has.
    pub fn try_wait(&mut self) -> io::Result<Option<std::process::ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        process_tree::stop(&mut self.child);
    }
}

/// Removes everything and ends the program with this exit code.
pub fn end(code: i32) -> ! {
    let register = REGISTER.lock().unwrap_or_else(PoisonError::into_inner);
    for leftover in register.entries.values() {
        if let Leftover::Process(id) = leftover {
            process_tree::kill(*id);
        }
    }
    for leftover in register.entries.values() {
        // There is nobody left to tell about what cannot be removed.
        let _ = match leftover {
            Leftover::File(path) => std::fs::remove_file(path),
            Leftover::Folder(path) => std::fs::remove_dir_all(path),
            Leftover::Process(_) => Ok(()),
        };
    }
    std::process::exit(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(path: &Path) -> bool {
        let register = REGISTER.lock().unwrap();
        register.entries.values().any(|l| matches!(l, Leftover::File(p) | Leftover::Folder(p) if p == path))
    }

    #[test]
    fn an_entry_lasts_as_long_as_the_thing() {
        let folder = TempFolder::new().unwrap();
        let path = folder.path().to_owned();
        let file = TempFile::new(&tempfile::Builder::new(), &path).unwrap();
        let name = file.file.path().to_owned();
        assert!(entered(&path) && entered(&name));
        file.persist(&path.join("final")).unwrap();
        assert!(!entered(&name) && path.join("final").is_file());
        drop(folder);
        assert!(!entered(&path) && !path.exists());
    }
}
