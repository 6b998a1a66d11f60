//! Text from untrusted sources without the characters that act as commands when it is displayed.
//!
//! Titles and clues may come from anywhere. A terminal obeys control characters. And the characters that change the
//! direction of writing (U+202A to U+202E, U+2066 to U+2069) affect everything after them until they are closed, so a
//! text can make other text look like something else (CVE-2021-42574). The marks that Hebrew and Arabic are actually
//! written with (U+200E, U+200F, U+061C) affect only their neighbours, and are kept.

use std::borrow::Cow;

/// Tells whether a character changes the writing direction of everything after it.
pub fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text with a blank for each control character and each line or paragraph separator, and without the
/// characters that change the direction of writing.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_blank = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(|c| is_blank(c) || turns_direction(c)) {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().filter(|&c| !turns_direction(c));
    Cow::Owned(kept.map(|c| if is_blank(c) { ' ' } else { c }).collect())
}

/// Returns the same for a text of several lines, whose ends are kept.
pub fn harmless_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(harmless).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines() {
        assert_eq!(harmless_lines("a\u{1b}[31m\n\n\u{202E}b\tc\n"), "a [31m\n\nb c\n");
    }

    #[test]
    fn orders_are_left_out_and_texts_stay() {
        assert_eq!(harmless("a\u{1b}[31m\u{7}\nb\u{85}\u{2028}c"), "a [31m  b  c");
        assert_eq!(harmless("\u{202E}olleh\u{202C} \u{2067}x\u{2069}"), "olleh x");
        for text in ["", "Größe „x“", "שלום\u{200F}!", "👩\u{200D}🔬"] {
            assert!(matches!(harmless(text), Cow::Borrowed(same) if same == text));
        }
    }
}
