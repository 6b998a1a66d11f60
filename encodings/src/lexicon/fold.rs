//! Folding: how a word as it is written becomes a word of A to Z in a crossword.
//!
//! The German convention: umlauts become two letters, and so do similar letters of neighbouring languages. All other
//! accents are dropped. The word is first decomposed into letters and accents (Unicode's canonical decomposition), so
//! it does not matter in which of the two forms a text has `é` or `ü`.
//!
//! | written | folded |
//! |---|---|
//! | Ä Æ | AE |
//! | Ö Ő Ø Œ | OE |
//! | Ü Ű | UE |
//! | ß ẞ | SS |
//! | Þ | TH |
//! | Å and every other letter with an accent (É Ñ Č Ł Đ …) | the letter without it |
//!
//! `Å` counts as an accented A and not as AA: German crosswords have Ångström, Åland and Århus as ANGSTROEM, ALAND and
//! ARHUS; the spelling Aarhus is another word that a list may contain as well.

use super::Letter;
use unicode_normalization::UnicodeNormalization;

/// Two dots above, which make A, O and U umlauts (and are dropped from Ë and Ï).
const DIAERESIS: char = '\u{308}';
/// The Hungarian long umlaut.
const DOUBLE_ACUTE: char = '\u{30b}';

/// Returns the letters of a word in a crossword; `None` if it has a character that is not a Latin letter.
///
/// ```
/// use cwsat_encodings::lexicon::fold;
/// let word: String = fold("Größe").unwrap().iter().map(|l| l.char()).collect();
/// assert_eq!(word, "GROESSE");
/// assert_eq!(fold("E-Mail"), None);
/// ```
pub fn fold(word: &str) -> Option<Vec<Letter>> {
    let mut letters = Vec::with_capacity(word.len());
    fold_into(word, &mut letters).ok()?;
    Some(letters)
}

/// Returns the letters of an entry as people write it: a word, or several with spaces, hyphens, apostrophes and full
/// stops between them, which a crossword leaves out. `None` if it has any other character that is not a Latin letter.
///
/// ```
/// use cwsat_encodings::lexicon::fold_phrase;
/// let word = |text| fold_phrase(text).unwrap().iter().map(|l| l.char()).collect::<String>();
/// assert_eq!(word("Guten Morgen"), "GUTENMORGEN");
/// assert_eq!(word("T-Shirt"), "TSHIRT");
/// assert_eq!(word("l’été"), "LETE");
/// assert_eq!(fold_phrase("3D-Drucker"), None);
/// ```
pub fn fold_phrase(text: &str) -> Option<Vec<Letter>> {
    let mut letters = Vec::with_capacity(text.len());
    fold_phrase_into(text, &mut letters).ok()?;
    Some(letters)
}

/// Appends the folded letters of a phrase; the error is the first character that cannot stand in one.
pub(super) fn fold_phrase_into(text: &str, letters: &mut Vec<Letter>) -> Result<(), char> {
    if text.is_ascii() {
        // Most entries are, and there may be some hundred thousand of them.
        for c in text.chars().filter(|&c| !is_separator(c)) {
            letters.push(Letter::from_char(c.to_ascii_uppercase()).ok_or(c)?);
        }
        return Ok(());
    }
    text.split(is_separator).filter(|part| !part.is_empty()).try_for_each(|part| fold_into(part, letters))
}

/// Folds the pieces of a text between wildcards, each with the wildcard after it; the error is the first character that is
/// neither a Latin letter nor a wildcard. Pieces are folded as a whole, because an accent may be a character of its own.
pub(super) fn fold_between(
    text: &str,
    wildcards: [char; 2],
) -> impl Iterator<Item = Result<(Vec<Letter>, Option<char>), char>> {
    text.trim().split_inclusive(wildcards).map(move |piece| {
        let word = piece.trim_end_matches(wildcards);
        let mut letters = Vec::with_capacity(word.len());
        fold_into(word, &mut letters)?;
        Ok((letters, piece[word.len()..].chars().next()))
    })
}

/// Returns whether a character can occur between or inside the words of a phrase without being a letter. Dictionaries
/// write `_` for a space.
pub(super) fn is_separator(c: char) -> bool {
    let is_mark = || {
        matches!(
            c,
            '.' | '_' | '\'' | '’' | '‘' | 'ʼ' | '´' | '`' | '-' | '‐' | '‑' | '‒' | '–' | '—' | '\u{ad}'
        )
    };
    !c.is_ascii_alphabetic() && (is_mark() || c.is_whitespace())
}

/// Appends the folded letters of `word`; the error is the first character that is not a Latin letter.
pub(super) fn fold_into(word: &str, letters: &mut Vec<Letter>) -> Result<(), char> {
    // The letter to which the following accents belong, once it has been written.
    let mut base = None;
    for c in word.nfd() {
        if let Some(letter) = Letter::from_char(c.to_ascii_uppercase()) {
            letters.push(letter);
            base = Some(letter.char());
        } else if ('\u{300}'..='\u{36f}').contains(&c) {
            match (c, base) {
                (_, None) => return Err(c),
                (DIAERESIS, Some('A' | 'O' | 'U')) | (DOUBLE_ACUTE, Some('O' | 'U')) => {
                    letters.extend(Letter::from_char('E'));
                    base = Some('E');
                }
                _ => {}
            }
        } else {
            let text = without_stroke(c).ok_or(c)?;
            letters.extend(text.chars().filter_map(Letter::from_char));
            base = text.chars().next_back();
        }
    }
    Ok(())
}

/// Folds Latin letters that Unicode does not decompose.
fn without_stroke(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' | 'ẞ' => "SS",
        'æ' | 'Æ' => "AE",
        'œ' | 'Œ' | 'ø' | 'Ø' => "OE",
        'þ' | 'Þ' => "TH",
        'đ' | 'Đ' | 'ð' | 'Ð' => "D",
        'ħ' | 'Ħ' => "H",
        'ı' => "I",
        'ł' | 'Ł' => "L",
        'ŋ' | 'Ŋ' => "NG",
        'ſ' => "S",
        'ŧ' | 'Ŧ' => "T",
        'ĳ' | 'Ĳ' => "IJ",
        'ə' | 'Ə' => "E",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(word: &str) -> Option<String> {
        Some(fold(word)?.iter().map(|l| l.char()).collect())
    }

    #[test]
    fn umlauts_and_their_kin_become_two_letters() {
        for (word, expected) in [
            ("Ärger", "AERGER"),
            ("öde", "OEDE"),
            ("Übermut", "UEBERMUT"),
            ("Straße", "STRASSE"),
            ("STRAẞE", "STRASSE"),
            ("Æsop", "AESOP"),
            ("Œuvre", "OEUVRE"),
            ("Øre", "OERE"),
            ("Győr", "GYOER"),
            ("A\u{308}rger", "AERGER"),
            ("ǖ", "UE"),
            ("ǣ", "AE"),
        ] {
            assert_eq!(folded(word).as_deref(), Some(expected), "{word}");
        }
    }

    #[test]
    fn other_accents_are_dropped() {
        for (word, expected) in [
            ("Café", "CAFE"),
            ("Cafe\u{301}", "CAFE"),
            ("Ålborg", "ALBORG"),
            ("Łódź", "LODZ"),
            ("Citroën", "CITROEN"),
            ("señor", "SENOR"),
            ("Đakovo", "DAKOVO"),
            ("ệ", "E"),
            ("Ħamrun", "HAMRUN"),
            ("ılıca", "ILICA"),
            ("Ŋuan", "NGUAN"),
            ("Waſſer", "WASSER"),
            ("Ŧorne", "TORNE"),
            ("Ĳssel", "IJSSEL"),
            ("Əli", "ELI"),
            ("Þing", "THING"),
        ] {
            assert_eq!(folded(word).as_deref(), Some(expected), "{word}");
        }
    }

    #[test]
    fn what_is_no_latin_letter_is_named() {
        for (word, culprit) in
            [("E-Mail", '-'), ("A 4", ' '), ("Ωmega", 'Ω'), ("\u{301}A", '\u{301}'), ("№", '№')]
        {
            assert_eq!(fold_into(word, &mut Vec::new()), Err(culprit), "{word}");
            assert_eq!(fold(word), None);
        }
        assert_eq!(folded("").as_deref(), Some(""));
    }
}
