//! Clue sources as files: detecting the format of a file, and its encoding.
#![no_main]
use cwsat::publish::clues::source::Source;
use cwsat_fuzz::words;
use libfuzzer_sys::fuzz_target;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The input as a file, in memory if there is such a folder.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("cwsat-fuzz-{}.txt", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    std::fs::write(&*FILE, bytes).expect("a file");
    let source = Source::open(&FILE);
    let _ = std::fs::remove_file(&*FILE);
    match source {
        Ok(source) => match source.read(words()) {
            Ok(contents) => drop((contents.skipped.to_string(), source.about().credit_line())),
            Err(error) => assert!(!error.to_string().is_empty()),
        },
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
