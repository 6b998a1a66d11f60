//! Output files, written whole or not at all.
//!
//! [`whole`] does this. As a search can take minutes, [`Output::new`] finds out beforehand whether writing will work.

use super::exit::Failure;
use super::reporter;
use cwsat::cleanup::whole;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// A place that cannot be written to.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}; choose another place", path.display())]
pub struct WriteError {
    path: PathBuf,
    source: io::Error,
}

/// A format that cannot be shown on a terminal.
#[derive(Debug, thiserror::Error)]
#[error("this format is not for a terminal; name a file with -o")]
struct NotForTerminal;

/// Writes bytes to standard output; refuses bytes that are not text if that is a terminal.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    if io::stdout().is_terminal() && std::str::from_utf8(bytes).is_err() {
        return Err(NotForTerminal.into());
    }
    Ok(reporter::undisturbed(|| {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    })?)
}

/// Ignores that nobody reads standard output any more (`| head`). This is for what is printed about an answer that is
/// in a file: the answers that follow are still wanted.
pub fn unless_unread(printed: io::Result<()>) -> io::Result<()> {
    printed.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Writes bytes to a file, or to standard output if `output` is `None`.
pub fn write_or_print(output: Option<&Output>, bytes: &[u8]) -> Result<(), Failure> {
    match output {
        Some(output) => output.write_with(|file| file.write_all(bytes)),
        None => print(bytes),
    }
}

/// Writes several files, each of them whole; nothing is written unless all of them can be.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let outputs = files.iter().map(|(path, _)| Output::new(path)).collect::<Result<Vec<_>, _>>()?;
    outputs
        .iter()
        .zip(files)
        .try_for_each(|(output, (_, bytes))| output.write_with(|file| file.write_all(bytes)))
}

/// Returns whether answers of these names go to a folder: if there are several, or if `output` is a folder or ends in a
/// slash.
fn into_folder(output: &Path, names: &[PathBuf]) -> bool {
    names.len() > 1 || output.is_dir() || output.to_string_lossy().ends_with('/')
}

/// Returns where answers of these names go: a single one to the file `output`, several to the folder `output`, each
/// under its own name (as does a single one if `output` is a folder or ends in a slash).
pub fn destinations(output: &Path, names: &[PathBuf]) -> Vec<PathBuf> {
    match into_folder(output, names) {
        true => names.iter().map(|name| output.join(name)).collect(),
        false => vec![output.to_owned()],
    }
}

/// Prepares the [`destinations`] as files to write to; creates the folder if necessary.
pub fn outputs(output: &Path, names: &[PathBuf]) -> Result<Vec<Output>, Failure> {
    if into_folder(output, names) {
        make_folder(output)?;
    }
    let mut outputs: Vec<Output> = Vec::new();
    for path in destinations(output, names) {
        if outputs.iter().any(|other| other.path == path) {
            let source = io::Error::new(io::ErrorKind::AlreadyExists, "two of the inputs have this name");
            return Err(WriteError { path, source }.into());
        }
        outputs.push(Output::new(&path)?);
    }
    Ok(outputs)
}

/// Creates a folder and its parents, unless it exists, and makes sure that files can be written to it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    let probe = || whole::beside(&path.join("any")).map(drop).map_err(|error| io::Error::from(error.kind()));
    let made = fs::create_dir_all(path).and_then(|()| probe());
    made.map_err(|source| WriteError { path: path.to_owned(), source }.into())
}

/// Writes files of these names and texts to a folder: each of them whole, but without waiting for the disk after each,
/// which would take minutes for thousands of files.
pub fn write_many(folder: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    for (name, text) in files {
        let output = Output { path: folder.join(name) };
        let written = || {
            let mut file = whole::beside(&output.path)?;
            file.as_file_mut().write_all(text.as_bytes())?;
            file.persist(&whole::target(&output.path))
        };
        written().map_err(|source| output.failed(source))?;
    }
    Ok(())
}

/// Makes sure that `output` is not one of the other files that the command reads or writes.
pub fn keep_apart<'a>(output: &Path, others: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let place = |path: &Path| {
        let path = &whole::linked(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let in_folder = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
        fs::canonicalize(path).ok().or_else(in_folder)
    };
    let here = place(output).filter(|here| here.is_file() || !here.exists()); // devices are no files to lose
    match others.into_iter().find(|other| here.is_some() && place(other) == here) {
        None => Ok(()),
        Some(_) => {
            let source = io::Error::other("the command already uses this file and would overwrite it");
            Err(WriteError { path: output.to_owned(), source }.into())
        }
    }
}

/// A file to write to later.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Makes sure that `path` can be written to; nothing is written or changed yet.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let output = Self { path: path.to_owned() };
        output.probe().map_err(|source| output.failed(source))?;
        Ok(output)
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the text: whole, or not at all.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        self.write_with(|file| file.write_all(text.as_bytes()))
    }

    /// Writes what `content` writes, piece by piece: whole, or not at all.
    pub fn write_with(&self, content: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<(), Failure> {
        whole::write(&self.path, content).map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> Failure {
        WriteError { path: self.path.clone(), source }.into()
    }

    fn probe(&self) -> io::Result<()> {
        if self.path == Path::new("-") {
            return Err(io::Error::other("standard output has no name here; omit the option to write to it"));
        }
        match fs::metadata(&self.path) {
            Ok(data) if data.is_dir() => Err(io::Error::other("this is a directory")),
            Ok(data) if data.permissions().readonly() => {
                Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"))
            }
            Ok(data) if !data.is_file() => Ok(()),
            // For example, a name that is too long: creating the temporary file beside it would not reveal that.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => {
                let folder = whole::target(&self.path).parent().map(Path::to_owned).unwrap_or_default();
                if !folder.as_os_str().is_empty() && !folder.is_dir() {
                    let missing = format!("there is no folder {}", folder.display());
                    return Err(io::Error::new(io::ErrorKind::NotFound, missing));
                }
                whole::beside(&self.path).map(drop).map_err(|error| io::Error::from(error.kind()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cwg");
        let output = Output::new(&path).unwrap();
        assert!(!path.exists());
        output.write("one").unwrap();
        output.write("two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_are_kept_apart_however_they_are_spelled() {
        let folder = tempfile::tempdir().unwrap();
        let (there, new) = (folder.path().join("a.cwg"), folder.path().join("b.cnf"));
        fs::write(&there, "grid").unwrap();
        let spelled = folder.path().join(".").join("a.cwg");
        assert!(keep_apart(&there, [spelled.as_path()]).unwrap_err().to_string().contains("overwrite"));
        assert!(keep_apart(&new, [new.as_path()]).is_err());
        assert!(keep_apart(&new, [there.as_path()]).is_ok());
        assert!(keep_apart(Path::new("/dev/null"), [Path::new("/dev/null")]).is_ok());
    }

    #[test]
    fn what_fails_halfway_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cnf");
        let output = Output::new(&path).unwrap();
        output.write_with(|file| file.write_all(b"old")).unwrap();
        let full = |file: &mut fs::File| {
            file.write_all(b"half")?;
            Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"))
        };
        let error = output.write_with(full).unwrap_err().to_string();
        assert!(error.contains("a.cnf: no space left"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_path_that_cannot_be_written_is_found_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Output::new(&folder.path().join("no/such/a.cwg")).unwrap_err();
        assert!(missing.to_string().contains("choose another place"));
        let directory = Output::new(folder.path()).unwrap_err();
        assert!(directory.to_string().contains("directory"));
        let protected = folder.path().join("p.cwg");
        fs::write(&protected, "old").unwrap();
        let mut permissions = fs::metadata(&protected).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&protected, permissions).unwrap();
        assert!(Output::new(&protected).unwrap_err().to_string().contains("write-protected"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        Output::new(&link).unwrap().write("new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        Output::new(Path::new("/dev/null")).unwrap().write("x").unwrap();

        let (there, first, second) =
            (folder.path().join("there"), folder.path().join("first"), folder.path().join("second"));
        std::os::unix::fs::symlink("there", &first).unwrap();
        std::os::unix::fs::symlink("first", &second).unwrap();
        assert!(keep_apart(&second, [there.as_path()]).is_err());
        Output::new(&second).unwrap().write("through two links").unwrap();
        assert!(fs::symlink_metadata(&second).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&there).unwrap(), "through two links");
        let lost = folder.path().join("lost");
        std::os::unix::fs::symlink("no/such/folder", &lost).unwrap();
        assert!(Output::new(&lost).unwrap_err().to_string().contains("there is no folder"));
    }
}
