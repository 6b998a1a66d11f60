//! The files of the page, which are part of the program.

/// Returns the type and the content of a file by its path; the empty path is that of the page itself.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    FILES.iter().find(|(name, ..)| *name == path).map(|(_, kind, bytes)| (*kind, *bytes))
}

/// Each file: its path, its type and its content.
const FILES: &[(&str, &str, &[u8])] = &[("", "text/html; charset=utf-8", include_bytes!("page/index.html"))];
