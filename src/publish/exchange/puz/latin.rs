//! Latin-1, the encoding of the format's texts.
//!
//! Punctuation that Latin-1 lacks becomes similar punctuation (quotation marks, dashes), other Latin letters are folded
//! as in words, and the rest becomes `?`, which the caller reports.

use crate::encodings::lexicon::fold;
use unicode_normalization::UnicodeNormalization;

/// Returns a text in Latin-1, and the characters that became `?`, each once.
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
            '\u{a0}'..='\u{ff}' | ' '..='~' => bytes.push(c as u32 as u8),
            _ if c.is_whitespace() => bytes.push(b' '),
            _ => match fold(&c.to_string()) {
                Some(letters) if c.is_lowercase() => {
                    bytes.extend(letters.iter().map(|letter| letter.char().to_ascii_lowercase() as u8));
                }
                Some(letters) => bytes.extend(letters.iter().map(|letter| letter.char() as u8)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_marks_stand_in_and_what_is_lost_is_named() {
        assert_eq!(encode("Größe „x“ – 1…"), (b"Gr\xf6\xdfe \"x\" - 1...".to_vec(), vec![]));
        assert_eq!(encode("“”‟ ‚‘’‛ —‐‑−"), (b"\"\"\" '''' ----".to_vec(), vec![]));
        assert_eq!(encode("a\u{2003}b\u{a0}c Œ"), (b"a b\xa0c OE".to_vec(), vec![]));
        assert_eq!(encode("Łódź\u{0}o\u{308} ☺☺ œ"), (b"L\xf3dz \xf6 ?? oe".to_vec(), vec!['☺']));
    }
}
