//! What is in the folder, and what is brought into it: pictures, and puzzles of other programs.

use super::{Folder, FolderError, Names, check_ending, failed, no_puzzle};
use crate::edit::draft::Draft;
use crate::edit::refusal::{file_name, plain_name};
use crate::encodings::arrowword::cwg;
use crate::limits::Limit;
use crate::publish::exchange::{ipuz, puz};
use crate::publish::puzzle::{Puzzle, json};
use std::fs::{self, File};
use std::io;

/// The most names that are listed.
const MAX_NAMES: usize = 1000;

impl Folder {
    /// Returns the names of puzzles and pictures, each in order; a puzzle that has only a draft is listed, too.
    pub fn names(&self) -> io::Result<Names> {
        let mut names = Names::default();
        for entry in fs::read_dir(self.path())? {
            let entry = entry?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let Some(name) = entry.file_name().to_str().filter(|_| is_file).map(str::to_owned) else {
                continue;
            };
            if plain_name(&name).is_err() {
                continue;
            }
            if let Some(stem) = name.strip_suffix(".draft.json") {
                let puzzle = if stem.ends_with(".cwg") { stem.to_owned() } else { format!("{stem}.json") };
                if !self.path().join(&puzzle).exists() {
                    names.puzzles.push(puzzle);
                }
            } else if check_ending(&name).is_ok() {
                names.puzzles.push(name);
            } else if kind(&name).is_some() {
                names.pictures.push(name);
            }
        }
        for list in [&mut names.puzzles, &mut names.pictures] {
            list.sort();
            list.truncate(MAX_NAMES);
        }
        Ok(names)
    }

    /// Reads a picture: its media type and its bytes.
    pub fn picture(&self, name: &str) -> Result<(&'static str, Vec<u8>), FolderError> {
        let kind = kind(name).ok_or_else(|| FolderError::PictureEnding(name.chars().take(40).collect()))?;
        match File::open(self.checked(file_name(name)?)?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(FolderError::Missing(name.to_owned()))
            }
            opened => {
                let file = opened.map_err(|error| failed(name, error))?;
                Ok((kind, Limit::PICTURE.read(file).map_err(|error| failed(name, error))?))
            }
        }
    }

    /// Takes a file into the folder: a picture, or a puzzle, which is written as JSON if it comes from another program.
    /// Returns its name there. No other file is replaced.
    pub fn receive(&self, name: &str, bytes: &[u8]) -> Result<String, FolderError> {
        let name = file_name(name)?;
        if let Some(kind) = kind(name) {
            if picture_kind(bytes) != Some(kind) {
                return Err(no_puzzle(name, "this is not a picture of the type that its name says"));
            }
            return self.add(name.to_owned(), bytes);
        }
        Limit::PUZZLE.read(bytes).map_err(|error| failed(name, error))?;
        let text = || std::str::from_utf8(bytes).map_err(|error| no_puzzle(name, error));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        match ending {
            "cwg" => {
                cwg::read(text()?).map_err(|error| no_puzzle(name, error))?;
                self.add(name.to_owned(), bytes)
            }
            "txt" => {
                let draft = Draft::of_text(text()?).map_err(|error| no_puzzle(name, error))?;
                let puzzle = draft.published().map_err(|error| no_puzzle(name, error))?;
                self.import(stem, &puzzle)
            }
            "json" if check_ending(name).is_ok() => {
                let puzzle = json::read(text()?).map_err(|error| no_puzzle(name, error))?;
                Draft::of_published(&puzzle)?;
                self.add(name.to_owned(), bytes)
            }
            "ipuz" => {
                let read = ipuz::read(text()?).map_err(|error| no_puzzle(name, error))?;
                self.import(stem, &read.puzzle)
            }
            "puz" => {
                let read = puz::read(bytes).map_err(|error| no_puzzle(name, error))?;
                self.import(stem, &read.puzzle)
            }
            _ => Err(FolderError::Unknown(name.chars().take(40).collect())),
        }
    }

    fn import(&self, stem: &str, puzzle: &Puzzle) -> Result<String, FolderError> {
        Draft::of_published(puzzle)?;
        let name = format!("{stem}.json");
        check_ending(&name)?;
        self.add(name, json::write(puzzle).as_bytes())
    }

    /// Writes a file, unless there is another one of this name.
    fn add(&self, name: String, bytes: &[u8]) -> Result<String, FolderError> {
        // Of two that come at the same time, the second one finds the file of the first.
        match self.write_new(&name, bytes) {
            Err(FolderError::Io { error, .. }) if error.kind() == io::ErrorKind::AlreadyExists => {
                let there = fs::read(self.checked(&name)?).map_err(|error| failed(&name, error))?;
                if there == bytes { Ok(name) } else { Err(FolderError::Exists(name)) }
            }
            written => written.map(|()| name),
        }
    }
}

/// Returns the media type of a picture by its name.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        _ => None,
    }
}

/// Returns the media type of a picture by how it begins.
fn picture_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_files_that_come_at_the_same_time_with_one_name_one_is_taken() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        for round in 0..50 {
            let name = format!("{round}.png");
            let bytes = |of: u8| [&b"\x89PNG"[..], &[of; 1000]].concat();
            let start = std::sync::Barrier::new(4);
            let taken: Vec<u8> = std::thread::scope(|scope| {
                let bring = |of: u8| {
                    let (start, folder, name) = (&start, &folder, &name);
                    scope.spawn(move || {
                        start.wait();
                        folder.receive(name, &bytes(of)).is_ok().then_some(of)
                    })
                };
                let all: Vec<_> = (0..4).map(bring).collect();
                all.into_iter().filter_map(|one| one.join().expect("no panic")).collect()
            });
            assert_eq!(taken.len(), 1, "{taken:?} in round {round}");
            assert_eq!(fs::read(place.path().join(&name)).expect("there"), bytes(taken[0]));
        }
    }

    #[test]
    fn what_is_brought_replaces_nothing_and_is_what_it_says() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        let grid = b"2\n4\n?CAB\n----\n0 0 3\n";
        let png = b"\x89PNG and so on";
        assert_eq!(folder.receive("a.cwg", grid).expect("taken"), "a.cwg");
        assert_eq!(folder.receive("a.cwg", grid).expect("the same again"), "a.cwg");
        assert!(matches!(folder.receive("a.cwg", b"1\n1\n.\n"), Err(FolderError::Exists(_))));
        assert_eq!(folder.receive("m.png", png).expect("taken"), "m.png");
        assert_eq!(folder.picture("m.png").expect("a picture"), ("image/png", png.to_vec()));
        let puzzle = Draft::of_puzzle(cwg::read("2\n4\n?CAB\n----\n0 0 3\n").expect("a grid").puzzle);
        let text = ipuz::write(&puzzle.published().expect("a puzzle"), false).expect("ipuz");
        assert_eq!(folder.receive("b.ipuz", text.as_bytes()).expect("taken"), "b.json");
        assert_eq!(folder.read("b.json").expect("readable").expect("there").board, puzzle.board);
        assert_eq!(folder.receive("t.txt", b"oox\nooo\nxoo\n").expect("taken"), "t.json");
        let template = folder.read("t.json").expect("readable").expect("there");
        assert_eq!(template.document().grid, ["..#", "...", "#.."]);
        let names = folder.names().expect("names");
        assert_eq!(
            (names.puzzles, names.pictures),
            (vec!["a.cwg".into(), "b.json".into(), "t.json".into()], vec!["m.png".into()])
        );
        for (name, bytes) in [
            ("x.png", &grid[..]),
            ("x.cwg", png),
            ("x.json", b"{}"),
            ("x.exe", b""),
            ("x.txt", b"no puzzle"),
            ("x.draft.json", b"{}"),
            ("../x.cwg", grid),
            (".x.cwg", grid),
            ("x", grid),
        ] {
            assert!(folder.receive(name, bytes).is_err(), "{name}");
        }
        for name in ["a.cwg", "../m.png", "none.png", ""] {
            assert!(folder.picture(name).is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 4);
    }
}
