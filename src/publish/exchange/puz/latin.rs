//! Latin-1, in which the format has its texts.
//!
//! Marks that Latin-1 lacks become similar ones (quotation marks, dashes), accents are dropped where that gives a letter
//! of it, and the rest becomes `?`, which the caller tells.

use unicode_normalization::UnicodeNormalization;

/// A text in Latin-1, and the characters that became `?`, each once.
pub(super) fn encode(text: &str) -> (Vec<u8>, Vec<char>) {
    let mut bytes = Vec::with_capacity(text.len());
    let mut lost = Vec::new();
    for c in text.nfc() {
        match c {
            // A zero byte ends a text, and readers show no other control character.
            _ if c.is_control() => bytes.push(b' '),
            '„' | '“' | '”' | '‟' => bytes.push(b'"'),
            '‚' | '‘' | '’' | '‛' => bytes.push(b'\''),
            '–' | '—' | '‐' | '‑' | '−' => bytes.push(b'-'),
            '…' => bytes.extend(b"..."),
            'œ' => bytes.extend(b"oe"),
            'Œ' => bytes.extend(b"OE"),
            '\u{a0}'..='\u{ff}' | ' '..='~' => bytes.push(c as u32 as u8),
            _ if c.is_whitespace() => bytes.push(b' '),
            _ => match c.to_string().nfd().next().filter(|base| base.is_ascii_alphanumeric()) {
                Some(base) => bytes.push(base as u8),
                None => {
                    bytes.push(b'?');
                    if !lost.contains(&c) {
                        lost.push(c);
                    }
                }
            },
        }
    }
    (bytes, lost)
}

/// Bytes of Latin-1 as a text; those that it leaves free are read as Windows does, whose quotation marks are common.
pub(super) fn decode(bytes: &[u8]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_marks_stand_in_and_what_is_lost_is_named() {
        assert_eq!(encode("Größe „x“ – 1…"), (b"Gr\xf6\xdfe \"x\" - 1...".to_vec(), vec![]));
        assert_eq!(
            encode("Łódź \u{0}č o\u{308} ☺☺"),
            ("? \u{f3}dz c \u{f6} ??".replace("? ", "?").chars().map(|c| c as u8).collect(), vec!['Ł', '☺'])
        );
        assert_eq!(decode(b"\x93Gr\xf6\xdfe\x94"), "“Größe”");
    }
}
