//! The text of users' files: UTF-8, or an error that says what it probably is instead and what to do. Lists that people
//! make by hand are also read in the encodings in which office programs save them, and it is said which one was assumed.

use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// An encoding that a text was read in because it is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Windows-1252, of which ISO-8859-1 (Latin-1) is a part.
    Windows1252,
    /// UTF-16 with a byte order mark.
    Utf16,
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Windows1252 => "Latin-1 (Windows-1252)",
            Self::Utf16 => "UTF-16",
        })
    }
}

/// Returns the text without its byte order mark, and its encoding if that is not UTF-8; an error if it is not text in
/// any of the encodings.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<Charset>), NotUtf8> {
    let error = match utf8(bytes) {
        Ok(text) => return Ok((Cow::Borrowed(text), None)),
        Err(error) => error,
    };
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).skip(1).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>().ok()
    };
    let wide = match bytes {
        _ if bytes.len() % 2 == 1 => None,
        [0xff, 0xfe, ..] => utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => utf16(u16::from_be_bytes),
        _ => None,
    };
    // Texts have no other control characters than these; what has is a binary file.
    let is_control = |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    match wide {
        Some(text) => Ok((Cow::Owned(text), Some(Charset::Utf16))),
        // A mark of UTF-16 without its text, or control characters.
        None if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) || bytes.iter().any(is_control) => {
            Err(error)
        }
        None => Ok((Cow::Owned(windows_1252(bytes)), Some(Charset::Windows1252))),
    }
}

/// Returns the text of bytes in Windows-1252: Latin-1, and quotation marks and others where Latin-1 has no characters.
pub fn windows_1252(bytes: &[u8]) -> String {
    const WINDOWS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let decode = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(decode).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_office_programs_are_read_and_named() {
        let read = |bytes: &[u8]| decode(bytes).map(|(text, charset)| (text.into_owned(), charset));
        assert_eq!(read("\u{feff}Öl".as_bytes()), Ok(("Öl".to_owned(), None)));
        assert_eq!(read(b"\xd6l\r\n"), Ok(("Öl\r\n".to_owned(), Some(Charset::Windows1252))));
        assert_eq!(windows_1252(b"\x93Gr\xf6\xdfe\x94"), "“Größe”");
        let wide =
            |unit: fn(u16) -> [u8; 2]| "\u{feff}Öl ж".encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            assert_eq!(read(&bytes), Ok(("Öl ж".to_owned(), Some(Charset::Utf16))));
        }
        for bytes in [&b"\x7fELF\0\0\xfe"[..], b"\xff\xfeA", b"\xd6\x01", b"\xff\xfe\x00\xd8"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }
}
