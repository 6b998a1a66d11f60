//! A folder with files that is removed when the test ends.

use crate::common::patience::unhurried;
use assert_cmd::Command;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

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
        told(&self.command(args).output().unwrap())
    }

    /// Does the same with a search that may be stopped as soon as it has an answer: however long that takes, but no longer.
    pub fn cwsat_unhurried(&self, args: &str) -> (i32, String, String) {
        self.cwsat_unhurried_with(&args.split(' ').collect::<Vec<_>>())
    }

    /// Does the same with arguments that may have spaces.
    pub fn cwsat_unhurried_with(&self, args: &[&str]) -> (i32, String, String) {
        let search = |limit: &str| {
            let mut command = self.command(args);
            command.args(["--time-limit", limit]);
            command
        };
        told(unhurried(search).get_output())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("cwsat").unwrap();
        command.current_dir(self.0.path()).args(args);
        command
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

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}
