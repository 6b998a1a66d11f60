//! What must not outlive the program: temporary files and the processes it started.
//!
//! On an orderly way out each owner clears away its own (`Drop` does it). But a second Ctrl-C, or a first one
//! while a formula is being written, ends the program where it stands, and then no destructor runs. So
//! everything of that kind is entered here as well, and [`end`] clears it away before it ends the program.
//! A thing is made and entered under one lock, which [`end`] never gives back: nothing can come into being
//! behind its back.
//!
//! A program that is killed cannot do even that. Then a shell that watches over it ends its processes (`keeper`), and
//! its folders are removed by the next program that makes one (`stale`).

#[cfg(unix)]
mod keeper;
mod process_tree;
mod stale;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// One thing to clear away.
#[derive(Debug)]
enum Leftover {
    File(PathBuf),
    Folder(PathBuf),
    /// The process of this id, and all that came from it.
    Process(u32),
}

#[derive(Debug)]
struct Register {
    next: u64,
    entries: BTreeMap<u64, Leftover>,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { next: 0, entries: BTreeMap::new() });

/// An entry of the register; it goes when this is dropped.
#[derive(Debug)]
struct Entry(u64);

impl Drop for Entry {
    fn drop(&mut self) {
        REGISTER.lock().unwrap_or_else(PoisonError::into_inner).entries.remove(&self.0);
    }
}

/// Makes something and enters it, in one step.
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

/// A temporary file that vanishes on every way out, unless it was given its final name.
#[derive(Debug)]
pub struct TempFile {
    // Fields are dropped in this order: first the file, then its entry.
    file: tempfile::NamedTempFile,
    _entry: Entry,
}

impl TempFile {
    /// The file that `builder` makes in `folder`.
    pub fn new(builder: &tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<Self> {
        let make = || builder.tempfile_in(folder);
        let (file, _entry) = enter(make, |file| Leftover::File(file.path().to_owned()))?;
        Ok(Self { file, _entry })
    }

    /// The open file.
    pub fn as_file(&self) -> &std::fs::File {
        self.file.as_file()
    }

    /// The open file, to write to.
    pub fn as_file_mut(&mut self) -> &mut std::fs::File {
        self.file.as_file_mut()
    }

    /// Gives the file its final name, in place of what may have had that name.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        self.file.persist(target)?;
        Ok(())
    }
}

/// A temporary folder that vanishes with all that is in it on every way out.
#[derive(Debug)]
pub(crate) struct TempFolder {
    // Fields are dropped in this order: the lock is given up before the folder goes.
    _lock: std::fs::File,
    folder: tempfile::TempDir,
    _entry: Entry,
}

impl TempFolder {
    /// A new folder where the system wants temporary files (`TMPDIR`). The first one of a program also clears away those
    /// of programs that were killed.
    pub fn new() -> io::Result<Self> {
        static CLEARED: Once = Once::new();
        CLEARED.call_once(|| stale::clear(&std::env::temp_dir()));
        let make = || tempfile::Builder::new().prefix(stale::PREFIX).tempdir();
        let (folder, _entry) = enter(make, |folder| Leftover::Folder(folder.path().to_owned()))?;
        Ok(Self { _lock: stale::lock(folder.path())?, folder, _entry })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A child process in a process group of its own; it is stopped, with all that came from it, on every way out.
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
        let (child, _entry) = enter(|| command.spawn(), |child| Leftover::Process(child.id()))?;
        Ok(Self {
            #[cfg(unix)]
            _watched: keeper::Watched::group(child.id()),
            child,
            _entry,
        })
    }

    /// How the process ended, if it did.
    pub fn try_wait(&mut self) -> io::Result<Option<std::process::ExitStatus>> {
        self.child.try_wait()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        process_tree::stop(&mut self.child);
    }
}

/// Clears everything away and ends the program with this exit code.
pub fn end(code: i32) -> ! {
    let register = REGISTER.lock().unwrap_or_else(PoisonError::into_inner);
    for leftover in register.entries.values() {
        if let Leftover::Process(id) = leftover {
            process_tree::kill(*id);
        }
    }
    for leftover in register.entries.values() {
        // What cannot be removed cannot be helped: there is nobody left to tell.
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
