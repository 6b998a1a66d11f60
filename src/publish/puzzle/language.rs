//! The language of a puzzle, which determines hyphenation and the headings of a page, and which screen readers need.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A language by its tag, as in `de`, `en` or `de-AT` (BCP 47: a language of two or three letters, then parts of
/// letters and digits).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Language(String);

/// The error for a text that is not a language tag.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a language; write its short name, as in `de` or `en`")]
pub struct NoLanguage(String);

impl Language {
    /// Returns German.
    pub fn german() -> Self {
        Self("de".to_owned())
    }

    /// Returns English.
    pub fn english() -> Self {
        Self("en".to_owned())
    }

    /// Returns the whole tag.
    pub fn tag(&self) -> &str {
        &self.0
    }

    /// Returns the language alone, without country and script: two or three lower-case letters.
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Language {
    type Err = NoLanguage;

    fn from_str(text: &str) -> Result<Self, NoLanguage> {
        let mut parts = text.split(['-', '_']);
        let primary = parts.next().unwrap_or_default().to_ascii_lowercase();
        let is_primary = matches!(primary.len(), 2 | 3) && primary.bytes().all(|b| b.is_ascii_lowercase());
        let rest: Vec<&str> = parts.collect();
        let is_part =
            |part: &&str| matches!(part.len(), 1..=8) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        if !is_primary || !rest.iter().all(is_part) {
            return Err(NoLanguage(text.chars().take(40).collect()));
        }
        Ok(Self([&[primary.as_str()], &rest[..]].concat().join("-")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_and_others_refused() {
        let read = |text: &str| text.parse::<Language>().map(|language| language.tag().to_owned());
        assert_eq!(read("de").as_deref(), Ok("de"));
        assert_eq!(read("DE_at").as_deref(), Ok("de-at"));
        assert_eq!("en-GB".parse::<Language>().map(|l| l.primary().to_owned()).as_deref(), Ok("en"));
        for text in ["", "d", "german!", "d3", "de-", "de-\"x", "deutsch"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
