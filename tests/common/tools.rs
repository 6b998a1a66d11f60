//! What tests need that is not in the repository: programs, dictionaries, data. docs/testing.md lists all of it.
//!
//! If something is missing, that is reported on standard error, and what needs it is not tested. If a variable says
//! that things of this kind are required, as in `.ci/run`, it is a failure instead.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A kind of thing that tests need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Solvers, a checker of DRAT proofs, readers of files, a browser.
    Program,
    /// Checkers of LRAT and VeriPB proofs.
    Checker,
    /// Sources of clues.
    Dictionary,
    /// Data that the contests published and that is not ours to redistribute.
    Data,
    /// The judge of pages.
    #[cfg(feature = "edit")]
    Axe,
}

impl Need {
    /// Returns the environment variable that makes things of this kind required.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Program => "CWSAT_REQUIRE_SOLVERS",
            Self::Checker => "CWSAT_REQUIRE_CHECKERS",
            Self::Dictionary => "CWSAT_REQUIRE_DICTIONARIES",
            Self::Data => "CWSAT_REQUIRE_DATA",
            #[cfg(feature = "edit")]
            Self::Axe => "CWSAT_REQUIRE_AXE",
        }
    }
}

/// Reports what is missing and therefore not tested, or fails.
pub fn missing(need: Need, what: &str) {
    let (variable, thread) = (need.variable(), std::thread::current());
    assert!(std::env::var_os(variable).is_none(), "{what} is missing, and {variable} is set");
    let test = thread.name().unwrap_or("a test");
    // Not `eprintln!`: the output of a test that passes is not shown.
    let _ = writeln!(
        std::io::stderr(),
        "NOT TESTED: {test}: {what} is missing ({variable}=1 makes that a failure)"
    );
}

/// Returns the file of a program on the PATH, or of one that is named by its path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns whether a program is there; a missing one is reported, or fails.
pub fn is_installed(program: &str) -> bool {
    let found = find(program).is_some();
    if !found {
        missing(Need::Program, program);
    }
    found
}

/// Returns what a Python program that uses this module prints about a file; a module that is not installed is reported,
/// or fails.
pub fn python(module: &str, program: &str, file: &Path) -> Option<String> {
    let mut command = std::process::Command::new("python3");
    if let Some(folder) = std::env::var_os("CWSAT_PYTHON_READERS") {
        command.env("PYTHONPATH", folder);
    }
    // A file that cannot be decoded must not make the module look missing.
    let program = format!(
        "import sys\ntry:\n    import {module}\nexcept ImportError:\n    sys.exit(77)\nsys.stdout.reconfigure(encoding='utf-8')\n{program}"
    );
    let output = command.args(["-W", "ignore", "-c", &program]).arg(file).output();
    match output {
        Ok(output) if output.status.code() != Some(77) => {
            let (out, err) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{module}: {out}{err}");
            Some(out.into_owned())
        }
        _ => {
            missing(Need::Program, &format!("Python's {module}"));
            None
        }
    }
}

/// Returns the dictionary that is installed at this path; a missing one is reported, or fails.
pub fn dictionary(path: &str) -> Option<PathBuf> {
    there(Need::Dictionary, PathBuf::from(path))
}

/// Returns a file or folder of the contests' data, in the folder that CWSAT_SHARED names or else in `shared` beside the
/// checkout; a missing one is reported, or fails.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    there(Need::Data, std::env::var_os("CWSAT_SHARED").map_or_else(beside, PathBuf::from).join(path))
}

/// Returns the script of axe-core, which judges pages: the file that CWSAT_AXE names, or else the one that `.ci/axe` has
/// fetched.
#[cfg(feature = "edit")]
pub fn axe() -> Option<String> {
    let folder =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches =
        folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache"))).unwrap_or_default();
    let file = folder("CWSAT_AXE").unwrap_or_else(|| caches.join("cwsat/axe.min.js"));
    let file = there(Need::Axe, file)?;
    Some(std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

fn there(need: Need, path: PathBuf) -> Option<PathBuf> {
    let found = path.exists();
    if !found {
        missing(need, &path.display().to_string());
    }
    found.then_some(path)
}
