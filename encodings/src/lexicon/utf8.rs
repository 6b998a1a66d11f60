//! The text of users' files: UTF-8, or an error that says what it probably is instead and what to do.

use thiserror::Error;

/// Bytes that are not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: this is not UTF-8 text (byte 0x{byte:02X}); {hint}")]
pub struct NotUtf8 {
    /// The line, counted from 1.
    pub line: usize,
    /// The first invalid byte.
    pub byte: u8,
    /// What the file may be instead, and what to do.
    pub hint: &'static str,
}

/// Returns the text without its byte order mark.
pub fn utf8(text: &[u8]) -> Result<&str, NotUtf8> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    std::str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        let line = 1 + text[..at].iter().filter(|b| **b == b'\n').count();
        let hint = if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            "it looks like UTF-16: convert it with `iconv -f UTF-16 -t UTF-8`"
        } else if text.contains(&0) {
            "it looks like a binary file, where plain text is expected, one word per line"
        } else {
            "it may be Latin-1: convert it with `iconv -f ISO-8859-1 -t UTF-8`"
        };
        NotUtf8 { line, byte: text[at], hint }
    })
}
