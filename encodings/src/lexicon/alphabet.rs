//! Which letters the fields of a criss-cross have, and how a phrase becomes letters of that kind.
//!
//! By default, Latin letters are [folded](super::fold) to A to Z as in other crosswords, and those of other scripts
//! stand as they are written, only without accents where a script's crosswords have none (Greek, and stress marks
//! in Cyrillic). Letters can be kept as they are written, for those who want `Ä` in one field: some of them, or all.

use super::fold::{fold_into, is_separator};
use super::{Letter, Sign};
use std::collections::BTreeSet;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;

/// The word that keeps all letters.
const WRITTEN: &str = "written";

/// The letters that are kept as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// Latin letters become A to Z, and those of other scripts are kept.
    #[default]
    Folded,
    /// These are kept, too.
    Keeping(BTreeSet<Sign>),
    /// All letters and digits are kept, with their accents.
    Written,
}

/// Why a text is not an [`Alphabet`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a letter that can be kept; give letters of scripts read from left to right, as in ÄÖÜß, or `{WRITTEN}` \
     to keep all letters and digits"
)]
pub struct NoAlphabet(String);

impl FromStr for Alphabet {
    type Err = NoAlphabet;

    fn from_str(text: &str) -> Result<Self, NoAlphabet> {
        if text == WRITTEN {
            return Ok(Self::Written);
        }
        let kept: Result<BTreeSet<Sign>, char> =
            text.nfc().filter(|&c| c != ',' && !c.is_whitespace()).map(|c| Sign::of(c).ok_or(c)).collect();
        match kept {
            Ok(kept) if !kept.is_empty() => Ok(Self::Keeping(kept)),
            Ok(_) => Err(NoAlphabet(text.to_owned())),
            Err(c) => Err(NoAlphabet(c.to_string())),
        }
    }
}

impl Alphabet {
    /// Keeps these letters. A to Z need not be named.
    pub fn keeping(signs: impl IntoIterator<Item = Sign>) -> Self {
        Self::Keeping(signs.into_iter().collect())
    }

    /// Returns the signs of an entry as people write it, without the blanks, hyphens, apostrophes and full stops in it;
    /// the error is the first character that cannot stand in a field.
    ///
    /// ```
    /// use cwsat_encodings::lexicon::Alphabet;
    /// let word = |alphabet: &Alphabet, text| {
    ///     alphabet.fold(text).map(|word| word.iter().map(|sign| sign.char()).collect::<String>())
    /// };
    /// assert_eq!(word(&Alphabet::Folded, "Guten Übermut").unwrap(), "GUTENUEBERMUT");
    /// assert_eq!(word(&"ÄÖÜ".parse().unwrap(), "Guten Übermut").unwrap(), "GUTENÜBERMUT");
    /// assert_eq!(word(&Alphabet::Folded, "Санкт-Петербург").unwrap(), "САНКТПЕТЕРБУРГ");
    /// assert_eq!(word(&Alphabet::Folded, "H2O"), Err('2'));
    /// assert_eq!(word(&Alphabet::Written, "H2O").unwrap(), "H2O");
    /// ```
    pub fn fold(&self, text: &str) -> Result<Vec<Sign>, char> {
        let mut signs = Vec::with_capacity(text.len());
        let mut letters: Vec<Letter> = Vec::new();
        let text: String = text.nfc().collect();
        for part in text.split(is_separator) {
            let mut rest = part;
            while let Some(c) = rest.chars().next() {
                // A character, and the accents that do not combine with it into a single one.
                let end = rest
                    .char_indices()
                    .skip(1)
                    .find(|&(_, c)| !is_accent(c))
                    .map_or(rest.len(), |(at, _)| at);
                let (cluster, after) = rest.split_at(end);
                rest = after;
                let accent = cluster.chars().nth(1);
                letters.clear();
                match Sign::of(c) {
                    Some(sign) if self.keeps(sign) => match accent {
                        Some(accent) if *self == Self::Written => return Err(accent),
                        _ => signs.push(sign),
                    },
                    sign => match fold_into(cluster, &mut letters) {
                        Ok(()) => signs.extend(letters.iter().map(|&letter| Sign::from(letter))),
                        Err(_) => signs.push(
                            sign.filter(|_| !c.is_ascii()).and_then(plain).or_else(|| bare(c)).ok_or(c)?,
                        ),
                    },
                }
            }
        }
        Ok(signs)
    }

    fn keeps(&self, sign: Sign) -> bool {
        match self {
            Self::Folded => false,
            Self::Keeping(kept) => kept.contains(&sign),
            Self::Written => true,
        }
    }
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Returns the letter of another script as its crosswords have it: a Greek one without its accents.
fn plain(sign: Sign) -> Option<Sign> {
    bare(sign.char()).or(Some(sign))
}

/// Returns a Greek letter without its accents. Some have no capital form as one character otherwise.
fn bare(c: char) -> Option<Sign> {
    let is_greek = matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}');
    c.nfd().next().filter(|_| is_greek).and_then(Sign::of)
}

#[cfg(test)]
mod tests {
    use super::super::fold_phrase;
    use super::*;
    use proptest::prelude::*;

    fn word(alphabet: &str, text: &str) -> Result<String, char> {
        let alphabet = match alphabet {
            "" => Alphabet::Folded,
            alphabet => alphabet.parse().unwrap(),
        };
        Ok(alphabet.fold(text)?.into_iter().map(Sign::char).collect())
    }

    #[test]
    fn letters_are_kept_as_wished() {
        for (alphabet, text, expected) in [
            ("", "Straße", "STRASSE"),
            ("ÄÖÜ", "Straßenbahn-Übergänge", "STRASSENBAHNÜBERGÄNGE"),
            ("äöüß", "Straße", "STRAẞE"),
            ("Ä, Ö, Ü", "O\u{308}l é", "ÖLE"),
            ("ÅÄÖ", "Ångström é", "ÅNGSTRÖME"),
            ("written", "l'été 2024", "LÉTÉ2024"),
            ("", "Ёлка под ё", "ЁЛКАПОДЁ"),
            ("", "йод", "ЙОД"),
            ("", "за\u{301}мок", "ЗАМОК"),
            ("", "Άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
            ("", "Ελλάδα ΐ", "ΕΛΛΑΔΑΙ"),
            ("written", "Άνθρωπος", "ΆΝΘΡΩΠΟΣ"),
            ("", "м’ята", "МЯТА"),
            // Kept letters lose an accent that does not combine with them.
            ("А", "А\u{301}о", "АО"),
            ("", "Zürich Москва", "ZUERICHМОСКВА"),
        ] {
            assert_eq!(word(alphabet, text).as_deref(), Ok(expected), "{text} with `{alphabet}`");
        }
    }

    #[test]
    fn what_cannot_stand_in_a_field_is_named() {
        for (alphabet, text, culprit) in [
            ("", "3D-Druck", '3'),
            ("", "שלום", 'ש'),
            ("", "a+b", '+'),
            ("", "\u{301}A", '\u{301}'),
            ("written", "a\u{30a}\u{301}q\u{301}", '\u{301}'),
            ("", "हिन्दी", 'ि'),
            ("ÄÖÜ", "50€", '5'),
        ] {
            assert_eq!(word(alphabet, text), Err(culprit), "{text}");
        }
        let keeping = Alphabet::keeping(Sign::of('ä'));
        assert_eq!(keeping.fold("äö").unwrap(), Alphabet::fold(&"ä".parse().unwrap(), "äö").unwrap());
        for text in ["", " ", "Ä-", "ש", "Written!"] {
            assert!(text.parse::<Alphabet>().is_err(), "{text}");
        }
    }

    proptest! {
        /// What other puzzles read as a word is the same word here.
        #[test]
        fn latin_words_are_folded_as_elsewhere(text in "[A-Za-zäÖüßéŁøĳ\u{308}\u{301} '-]{0,12}") {
            if let Some(letters) = fold_phrase(&text) {
                prop_assert_eq!(Alphabet::Folded.fold(&text).unwrap(), letters.into_iter().map(Sign::from).collect::<Vec<_>>());
            }
        }
    }
}
