//! Files that are written whole or not at all: to a temporary file beside the target, which is then renamed over it. So
//! nobody ever finds half of a file, not even after a power cut, and what fails leaves the old one as it was.

use super::TempFile;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes what `content` writes to a file: whole, or not at all. A link stays a link, and a file keeps its permissions; a pipe or
/// a device, where nothing could be replaced, is written to directly.
pub fn write(path: &Path, content: impl FnOnce(&mut fs::File) -> io::Result<()>) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|data| !data.is_file()) {
        return content(&mut fs::OpenOptions::new().write(true).open(path)?);
    }
    let mut file = beside(path)?;
    content(file.as_file_mut())?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target(path))
}

/// Creates a temporary file beside the file at this path, to replace it; it is removed unless it is renamed.
pub fn beside(path: &Path) -> io::Result<TempFile> {
    let target = target(path);
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cwsat-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less the umask, as for any new file
    }
    let folder = folder.unwrap_or(Path::new("."));
    fs::metadata(folder)?; // whose error, unlike that of the temporary file, is the system's own
    TempFile::new(&builder, folder)
}

/// Returns the file to replace: if the path is a link, the file it leads to.
pub fn target(path: &Path) -> PathBuf {
    let target = linked(path);
    fs::canonicalize(&target).unwrap_or(target)
}

/// Follows a path that is a link to its target, which may not exist yet.
pub fn linked(path: &Path) -> PathBuf {
    /// The number of links that the system follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_fails_halfway_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cnf");
        write(&path, |file| file.write_all(b"old")).unwrap();
        let half = |file: &mut fs::File| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        assert_eq!(write(&path, half).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let missing = write(&folder.path().join("no/a.cnf"), |_| Ok(())).unwrap_err();
        assert!(missing.raw_os_error().is_some() && missing.kind() == io::ErrorKind::NotFound, "{missing}");
    }
}
