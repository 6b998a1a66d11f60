//! Temporary folders that a program left behind because it was killed.
//!
//! Each folder holds a file that its owner keeps locked. The system releases the lock however the owner ends, so a folder
//! with a free lock belongs to nobody; the next program that needs such a folder removes it.

#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io;
use std::path::Path;

/// The prefix of the folders' names.
pub(super) const PREFIX: &str = "cwsat-";

/// The file in a folder that its owner keeps locked.
#[cfg(unix)]
const LOCK: &str = ".lock";

/// Locks a new folder until the file is closed.
#[cfg(unix)]
pub(super) fn lock(folder: &Path) -> io::Result<File> {
    use rustix::fs::{FlockOperation, flock};
    let file = File::create_new(folder.join(LOCK))?;
    flock(&file, FlockOperation::LockExclusive)?;
    Ok(file)
}

/// Removes this user's folders in `place` that no longer belong to anyone. What cannot be removed stays.
#[cfg(unix)]
pub(super) fn clear(place: &Path) {
    use std::os::unix::fs::MetadataExt;
    use std::time::{Duration, SystemTime};
    /// A folder is created first and then locked; one this young may not be locked yet.
    const YOUNG: Duration = Duration::from_secs(60);

    let user = rustix::process::geteuid().as_raw();
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if !is_ours || !entry.metadata().is_ok_and(|data| data.is_dir() && data.uid() == user) {
            continue;
        }
        // Without the file it is not one of our folders, whatever its name.
        let Ok(file) = File::open(entry.path().join(LOCK)) else { continue };
        let age = file.metadata().and_then(|data| data.modified()).ok();
        let age = age.and_then(|made| SystemTime::now().duration_since(made).ok());
        let free = rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok();
        if free && age.is_some_and(|age| age > YOUNG) {
            log::info!("{} was left behind by a program that was killed: removed", entry.path().display());
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(not(unix))]
pub(super) fn lock(folder: &Path) -> io::Result<File> {
    File::create_new(folder.join(".lock"))
}

#[cfg(not(unix))]
pub(super) fn clear(_place: &Path) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn only_old_folders_that_nobody_holds_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str, old: bool| {
            let path = place.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("formula.cnf"), "p cnf 0 0\n").unwrap();
            let file = lock(&path).unwrap();
            if old {
                file.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
            }
            file
        };
        drop((folder("cwsat-left", true), folder("cwsat-young", false), folder("other", true)));
        let held = folder("cwsat-held", true);
        fs::create_dir(place.path().join("cwsat-of-a-person")).unwrap();
        clear(place.path());
        let mut names: Vec<_> =
            fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["cwsat-held", "cwsat-of-a-person", "cwsat-young", "other"]);
        drop(held);
    }
}
