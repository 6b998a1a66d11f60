//! The file of `--register`: the words that the puzzles of a series have used.
//!
//! Several programs may use it at the same time, so it is only ever appended to, by one program at a time: the program
//! locks the file, reads what others have added, appends its lines, and releases the lock. The lock ends with the
//! program that holds it, so no lock file is ever left behind. Lines that cannot be written completely (because the disk
//! is full) are removed again.

use cwsat::limits::Limit;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A register.
#[derive(Clone, Debug)]
pub struct Register {
    path: PathBuf,
}

impl Register {
    /// Names a register, which need not exist.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file. One that does not exist is empty.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            file => file?,
        };
        supported(file.lock_shared())?;
        Limit::WORDS.read(file)
    }

    /// Adds lines, each with its line feed, and returns what was there before. If that fails, nothing is added.
    pub fn add(&self, lines: &str) -> io::Result<Vec<u8>> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.path)?;
        supported(file.lock())?;
        let before = Limit::WORDS.read(&file)?;
        let end = file.seek(SeekFrom::End(0))?;
        // Many editors leave the last line without a line feed; the first new word must not be joined to it.
        let glue = if before.last().is_none_or(|&last| last == b'\n') { "" } else { "\n" };
        let written = file.write_all(format!("{glue}{lines}").as_bytes()).and_then(|()| file.sync_data());
        match written {
            Ok(()) => Ok(before),
            Err(error) => {
                file.set_len(end)?;
                Err(error)
            }
        }
    }
}

/// Accepts files that cannot be locked, such as those on some network drives: there, only one program at a time
/// may use the register.
fn supported(locked: io::Result<()>) -> io::Result<()> {
    locked.or_else(|error| if error.kind() == io::ErrorKind::Unsupported { Ok(()) } else { Err(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_that_several_add_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("used.txt");
        std::fs::write(&path, "EI").unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let register = Register::new(&path);
                scope.spawn(move || {
                    for puzzle in 0..25 {
                        register.add(&format!("A{thread}\nB{puzzle}\n")).unwrap();
                    }
                });
            }
        });
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("EI\nA"), "{text}");
        assert_eq!(Register::new(&path).read().unwrap(), text.as_bytes());
        for name in ["A0", "A1", "A2", "A3"] {
            assert_eq!(text.lines().filter(|line| *line == name).count(), 25, "{text}");
        }
        // The lines of a puzzle stay together.
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines.len(), 200);
        assert!(lines.chunks(2).all(|pair| pair[0].starts_with('A') && pair[1].starts_with('B')), "{text}");
        assert_eq!(Register::new(&folder.path().join("none")).read().unwrap(), b"");
    }
}
