//! A solver library with the interface IPASIR: the CaDiCaL of the package `libcadical-dev`, which holds the functions in a
//! static library, linked as a shared one.

use super::tools::{Need, find, missing};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// Where Debian and others put the static library.
const PLACES: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/libcadical.a",
    "/usr/lib/aarch64-linux-gnu/libcadical.a",
    "/usr/lib/libcadical.a",
    "/usr/local/lib/libcadical.a",
];

/// Returns the path of the library; what is missing for it is reported, or fails.
pub fn library() -> Option<&'static str> {
    static LIBRARY: OnceLock<Option<String>> = OnceLock::new();
    let library = LIBRARY.get_or_init(make).as_deref();
    if library.is_none() {
        missing(Need::Program, "libcadical.a, or c++");
    }
    library
}

fn make() -> Option<String> {
    let archive = PLACES.into_iter().find(|place| Path::new(place).is_file())?;
    let compiler = find("c++")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    // Under a name of its own until it is whole, as another run of the tests may load it at the same time.
    let (whole, new) = (folder.join("libipasircadical.so"), tempfile::NamedTempFile::new_in(folder).unwrap());
    let mut command = Command::new(compiler);
    command.args(["-shared", "-Wl,-Bsymbolic", "-o"]).arg(new.path());
    command.args(["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"]);
    let linked = command.output().unwrap();
    assert!(linked.status.success(), "{command:?}: {}", String::from_utf8_lossy(&linked.stderr));
    new.persist(&whole).unwrap();
    Some(whole.to_str().unwrap().to_owned())
}
