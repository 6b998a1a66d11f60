//! The versions that are kept of a puzzle and of its draft, and how they come back.
//!
//! A puzzle is saved when somebody says so, so each of its last states is a version. A draft is saved after every change:
//! its last states would all be of the last seconds. So it is kept only if nothing was kept for some time before, or if
//! it was left alone for some time, as one that is opened again the next day.

use super::{Folder, FolderError, check_ending, draft_name, failed};
use crate::edit::draft::Draft;
use serde::Serialize;
use std::fs;
use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many versions of a puzzle are kept besides the last one.
pub(super) const PUZZLES: usize = 5;

/// How many versions of a draft are kept besides the last one.
pub(super) const DRAFTS: usize = 10;

/// The least time between two versions of a draft.
const SPACING: Duration = Duration::from_secs(5 * 60);

/// A version that can be opened again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The name of its file.
    pub file: String,
    /// When it was the last one, in seconds since the beginning of 1970 (UTC).
    pub written: u64,
    /// Whether somebody has saved it; otherwise it is a draft.
    pub saved: bool,
}

impl Folder {
    /// Returns the versions of a puzzle and its draft, the newest first.
    pub fn versions(&self, name: &str) -> Vec<Version> {
        let of = |name: &str, most: usize, saved: bool| {
            let version = |number| {
                let file = version(name, number);
                let written = self.modified(&file)?.duration_since(UNIX_EPOCH).ok()?.as_secs();
                Some(Version { file, written, saved })
            };
            (1..=most).filter_map(version).collect::<Vec<_>>()
        };
        let mut all = [of(name, PUZZLES, true), of(&draft_name(name), DRAFTS, false)].concat();
        all.sort_by_key(|version| std::cmp::Reverse(version.written));
        all
    }

    /// Reads a version of this puzzle or its draft.
    pub fn read_version(&self, name: &str, file: &str) -> Result<Draft, FolderError> {
        check_ending(name)?;
        let missing = || FolderError::Missing(file.chars().take(40).collect());
        let known =
            self.versions(name).into_iter().find(|version| version.file == file).ok_or_else(missing)?;
        let text = self.text(file)?.ok_or_else(missing)?;
        match known.saved {
            true => super::puzzle(name, file, &text),
            false => super::draft(file, &text),
        }
    }

    /// Says whether the draft that is on the disk is to be kept when another one takes its place. `since` is when this program
    /// knew the first one.
    pub(super) fn is_worth_keeping(&self, draft: &str, since: SystemTime) -> bool {
        let last = self.modified(&version(draft, 1)).unwrap_or(since);
        self.modified(draft).is_some_and(|written| is_due(last, written, SystemTime::now()))
    }

    /// Renames the versions of a file, and makes this text, which it has had, the first of them.
    pub(super) fn keep_version(&self, name: &str, text: &[u8], most: usize) -> Result<(), FolderError> {
        for number in (1..most).rev() {
            let [from, to] = [number, number + 1].map(|number| self.path().join(version(name, number)));
            match fs::rename(from, to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(name, error)),
                _ => {}
            }
        }
        let first = version(name, 1);
        let path = self.checked(&first)?;
        let written = self.modified(name);
        let keep = || {
            let file = self.temporary(text)?;
            if let Some(written) = written {
                file.as_file().set_modified(written)?;
            }
            file.persist(&path)
        };
        keep().map_err(|error| failed(&first, error))
    }

    /// Returns when a file was written last; `None` if there is none.
    pub(super) fn modified(&self, name: &str) -> Option<SystemTime> {
        fs::symlink_metadata(self.path().join(name)).and_then(|data| data.modified()).ok()
    }
}

/// Says whether a draft that was written at this time becomes a version, when the last one is of that time.
fn is_due(last: SystemTime, written: SystemTime, now: SystemTime) -> bool {
    let is_long =
        |from: SystemTime, to: SystemTime| to.duration_since(from).is_ok_and(|time| time >= SPACING);
    is_long(last, written) || is_long(written, now)
}

/// Returns the name of a version of a file; 1 is the newest.
pub(super) fn version(name: &str, number: usize) -> String {
    format!("{name}.{number}.bak")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::change::changed;
    use crate::edit::protocol::{Command, Towards};
    use crate::publish::puzzle::Kind;

    fn written(text: &str) -> Draft {
        let empty = Draft::empty(Kind::Arrowword, 1, 3).expect("a grid");
        let command = Command::Write { at: [0, 0], towards: Towards::Across, text: text.to_owned() };
        changed(&empty, &command).expect("allowed").expect("a change")
    }

    #[test]
    fn the_last_versions_are_kept() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        for letters in ["A", "B", "C", "D", "E", "F", "G", "G"] {
            folder.save("a.cwg", &written(letters)).expect("saved");
        }
        let first =
            |name: String| fs::read_to_string(place.path().join(name)).map(|text| text.contains("F.."));
        assert!(first("a.cwg.1.bak".to_owned()).expect("a version"));
        let versions: Vec<bool> =
            (1..=PUZZLES + 1).map(|n| first(format!("a.cwg.{n}.bak")).is_ok()).collect();
        assert_eq!(versions, [true, true, true, true, true, false]);
        let left = fs::read_dir(place.path()).expect("a folder").count();
        assert_eq!(left, PUZZLES + 2, "no temporary file stays");
    }

    /// Makes a file older than it is.
    fn age(path: &std::path::Path, minutes: u64) {
        let file = fs::File::options().write(true).open(path).expect("a file");
        let time = file.metadata().expect("its data").modified().expect("a time");
        file.set_modified(time - Duration::from_secs(60 * minutes)).expect("another time");
    }

    #[test]
    fn drafts_are_kept_some_minutes_apart() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        let draft = place.path().join("a.draft.json");
        let save = |text: &str| folder.save_draft("a.json", &written(text).document()).expect("saved");
        let kept = || -> Vec<Draft> {
            let versions = folder.versions("a.json");
            let read = |of: &Version| folder.read_version("a.json", &of.file).expect("readable");
            versions.iter().map(read).collect()
        };
        for text in ["A", "AB", "ABC"] {
            assert_eq!(save(text), None);
        }
        assert_eq!(kept(), []);
        // One that was left alone is kept, with its time, and so is the next one, which is much newer; then none for a while.
        age(&draft, 10);
        let time = folder.modified("a.draft.json");
        for text in ["B", "BA", "BC", "BD"] {
            assert_eq!(save(text), None);
        }
        assert_eq!(kept(), [written("B"), written("ABC")]);
        assert_eq!(folder.modified("a.draft.json.2.bak"), time);
        // There are never more than ten.
        for letter in 'C'..='Z' {
            age(&draft, 10);
            save(&letter.to_string());
        }
        let last: Vec<Draft> = ('P'..='Y').rev().map(|letter| written(&letter.to_string())).collect();
        assert_eq!(kept(), last);
        assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), DRAFTS + 1);
    }

    #[test]
    fn somebody_who_works_without_a_pause_has_versions_too() {
        let [now, minutes] = [1000, 60].map(Duration::from_secs);
        let at = |minute: u32| UNIX_EPOCH + now + minutes * minute;
        for (last, written, now, kept) in
            [(0, 4, 4, false), (0, 5, 5, true), (0, 4, 9, true), (0, 0, 4, false), (9, 0, 4, false)]
        {
            assert_eq!(is_due(at(last), at(written), at(now)), kept, "{last} {written} {now}");
        }
    }

    #[test]
    fn only_versions_of_the_puzzle_itself_are_read() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::open(place.path()).expect("a folder");
        for text in ["A", "B"] {
            folder.save("a.cwg", &written(text)).expect("saved");
        }
        let versions = folder.versions("a.cwg");
        assert_eq!(
            versions.iter().map(|of| (&of.file[..], of.saved)).collect::<Vec<_>>(),
            [("a.cwg.1.bak", true)]
        );
        assert_eq!(
            folder.read_version("a.cwg", "a.cwg.1.bak").expect("readable"),
            Draft { pinned: std::collections::BTreeSet::new(), ..written("A") }
        );
        for name in ["a.cwg", "../a.cwg.1.bak", "a.cwg.2.bak", ""] {
            assert!(folder.read_version("a.cwg", name).is_err(), "{name}");
        }
        assert!(folder.read_version("b.cwg", "a.cwg.1.bak").is_err());
    }
}
