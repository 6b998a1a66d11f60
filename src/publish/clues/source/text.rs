//! The text of a source: UTF-8, or the encoding that a thesaurus names in its first line.

use super::SourceError;
use crate::encodings::lexicon::utf8;
use std::path::Path;

/// Returns the encoding that the first line of a thesaurus names; `None` if this is not a thesaurus.
pub(super) fn thesaurus_encoding(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.splitn(3, |&b| b == b'\n');
    let encoding = str::from_utf8(lines.next()?).ok()?.trim();
    let is_name = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
    let second = lines.next()?.trim_ascii_end();
    let count = second.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let has_count = count > 0 && second.len() > count && second[second.len() - count - 1] == b'|';
    let is_encoding = (4..=20).contains(&encoding.len()) && encoding.bytes().all(is_name);
    (is_encoding && has_count).then(|| encoding.to_owned())
}

/// Returns the text of a file in UTF-8.
pub(super) fn text_of(bytes: &[u8], path: &Path) -> Result<String, SourceError> {
    let text = utf8(bytes).map_err(|reason| SourceError::NotText { path: path.to_owned(), reason })?;
    Ok(text.to_owned())
}

/// Decodes a text that names its own encoding.
pub(super) fn decode(bytes: Vec<u8>, encoding: &str, path: &Path) -> Result<String, SourceError> {
    let known: String = encoding.chars().filter(char::is_ascii_alphanumeric).collect();
    match known.to_ascii_uppercase().as_str() {
        "UTF8" => text_of(&bytes, path),
        "ISO88591" | "LATIN1" | "USASCII" => Ok(bytes.into_iter().map(char::from).collect()),
        "ISO885915" | "LATIN9" => Ok(bytes.into_iter().map(latin9).collect()),
        _ => Err(SourceError::UnknownEncoding { path: path.to_owned(), encoding: encoding.to_owned() }),
    }
}

/// Decodes ISO 8859-15: Latin-1 with the euro sign and seven letters in place of other characters.
fn latin9(byte: u8) -> char {
    match byte {
        0xA4 => '€',
        0xA6 => 'Š',
        0xA8 => 'š',
        0xB4 => 'Ž',
        0xB8 => 'ž',
        0xBC => 'Œ',
        0xBD => 'œ',
        0xBE => 'Ÿ',
        _ => byte.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thesaurus_names_its_encoding_and_counts_meanings() {
        for (text, expected) in [
            ("UTF-8\nrose|1\n-|x\n", Some("UTF-8")),
            ("\u{feff}UTF-8\r\nrose|12\r\n", Some("UTF-8")),
            ("ISO_8859.15-x\nrose|1", Some("ISO_8859.15-x")),
            ("UTF8\n|1\n", Some("UTF8")),
            ("UTF\nrose|1\n", None),
            ("ABCDEFGHIJKLMNOPQRSTU\nrose|1\n", None),
            ("ABCDEFGHIJKLMNOPQRST\nrose|1\n", Some("ABCDEFGHIJKLMNOPQRST")),
            ("UTF 8\nrose|1\n", None),
            ("UTF-8\nrose|\n", None),
            ("UTF-8\nrose\n", None),
            ("UTF-8\nrose12\n", None),
            ("UTF-8\n12\n", None),
            ("UTF-8\n\n", None),
            ("UTF-8", None),
            ("", None),
        ] {
            assert_eq!(thesaurus_encoding(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn latin_1_and_latin_9_differ_in_eight_characters() {
        let bytes = [0xe9, 0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe];
        let decoded = |encoding: &str| decode(bytes.to_vec(), encoding, Path::new("x")).unwrap();
        assert_eq!(decoded("ISO8859-1"), "é¤¦¨´¸¼½¾");
        assert_eq!(decoded("ISO-8859-15"), "é€ŠšŽžŒœŸ");
        assert_eq!(decode("é".into(), "utf-8", Path::new("x")).unwrap(), "é");
    }
}
