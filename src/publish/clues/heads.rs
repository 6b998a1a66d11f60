//! Heads: how the words of a source are matched with the words of a grid.
//!
//! A source has `Öl`, `en bloc`, `s'Gravenhage` or `physical_entity`; a grid has OEL, ENBLOC, SGRAVENHAGE and
//! PHYSICALENTITY. So the separators in a head are dropped, and the rest is folded like the words of a word list. The
//! clue keeps the original spelling.

use crate::encodings::lexicon::{LONGEST_WORD, Letter, fold_phrase};

/// Returns the letters of a head as they are written in a grid; `None` if it has characters other than letters and
/// separators, or fewer than two letters.
pub fn fold_head(head: &str) -> Option<Vec<Letter>> {
    fold_phrase(head).filter(|word| (2..=LONGEST_WORD).contains(&word.len()))
}

/// Returns the tokens of a text: its maximal runs of letters and digits.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !('\u{300}'..='\u{36f}').contains(&c))
        .filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_become_words_of_a_grid() {
        let folded =
            |head: &str| fold_head(head).map(|word| word.iter().map(|l| l.char()).collect::<String>());
        for (head, word) in [
            ("Öl", "OEL"),
            ("en bloc", "ENBLOC"),
            ("'s gravenhage", "SGRAVENHAGE"),
            ("physical_entity", "PHYSICALENTITY"),
            ("U-Boot", "UBOOT"),
            ("z. B.", "ZB"),
            ("Straße", "STRASSE"),
        ] {
            assert_eq!(folded(head).as_deref(), Some(word), "{head}");
        }
        for head in ["", "a", ".22 caliber", "Haus/Hof", "aus, vorbei", "日本", "(sich) aalen"] {
            assert_eq!(folded(head), None, "{head}");
        }
    }

    #[test]
    fn tokens_are_words_and_numbers() {
        let all: Vec<&str> = tokens("Öl-Bild (ugs.), um 1900").collect();
        assert_eq!(all, ["Öl", "Bild", "ugs", "um", "1900"]);
    }
}
