//! A folder with files that is removed when the test ends.

use assert_cmd::Command;
use std::fs;
use std::path::PathBuf;

pub struct Desk(tempfile::TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and makes the folders above it.
    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Runs the program in the folder, with these arguments separated by spaces; returns its exit code, standard output and
    /// messages.
    pub fn cwsat(&self, args: &str) -> (i32, String, String) {
        self.cwsat_with(&args.split(' ').collect::<Vec<_>>())
    }

    /// Does the same with arguments that may have spaces.
    pub fn cwsat_with(&self, args: &[&str]) -> (i32, String, String) {
        let mut command = Command::cargo_bin("cwsat").unwrap();
        let output = command.current_dir(self.0.path()).args(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// Returns the names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
