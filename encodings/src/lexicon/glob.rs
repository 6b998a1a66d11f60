//! Words described by a pattern of any length: `*ISMUS`, `A?T`, `*TEST*`.

use super::Letter;
use super::fold::fold_between;
use std::fmt;
use std::str::FromStr;

/// Letters, `?` for any letter, and `*` for any number of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Letter(Letter),
    /// Any letter.
    One,
    /// Any number of letters.
    Any,
}

/// Why a text is not such a pattern.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// It has no letter, so it would match far too much.
    #[error("the pattern {0:?} has no letter: write what the words have in common, as in *ISMUS or A?T")]
    NoLetter(String),
    /// It has a character that is neither a letter nor a wildcard.
    #[error(
        "the pattern {pattern:?} has a '{found}', which is neither a letter, nor ? for one letter, nor * for any number \
         of them"
    )]
    Unknown {
        /// The pattern as typed.
        pattern: String,
        /// The character.
        found: char,
    },
}

impl Glob {
    /// Returns whether a text has wildcards, and so is a pattern and not a word.
    pub fn is_glob(text: &str) -> bool {
        text.contains(['*', '?'])
    }

    /// Returns whether the word matches.
    pub fn matches(&self, word: &[Letter]) -> bool {
        // The last `*` seen, and how much of the word it has taken.
        let (mut piece, mut at) = (0, 0);
        let mut star: Option<(usize, usize)> = None;
        loop {
            match self.pieces.get(piece) {
                Some(Piece::Any) => {
                    star = Some((piece, at));
                    piece += 1;
                    continue;
                }
                Some(Piece::One) if at < word.len() => (piece, at) = (piece + 1, at + 1),
                Some(Piece::Letter(letter)) if word.get(at) == Some(letter) => {
                    (piece, at) = (piece + 1, at + 1);
                }
                None if at == word.len() => return true,
                _ => match &mut star {
                    Some((any, taken)) if *taken < word.len() => {
                        *taken += 1;
                        (piece, at) = (*any + 1, *taken);
                    }
                    _ => return false,
                },
            }
        }
    }
}

impl FromStr for Glob {
    type Err = GlobError;

    fn from_str(text: &str) -> Result<Self, GlobError> {
        let mut pieces = Vec::new();
        for piece in fold_between(text, ['?', '*']) {
            let (known, wildcard) =
                piece.map_err(|found| GlobError::Unknown { pattern: text.to_owned(), found })?;
            pieces.extend(known.into_iter().map(Piece::Letter));
            pieces.extend(wildcard.map(|wildcard| if wildcard == '?' { Piece::One } else { Piece::Any }));
        }
        match pieces.iter().any(|piece| matches!(piece, Piece::Letter(_))) {
            true => Ok(Self { pieces }),
            false => Err(GlobError::NoLetter(text.to_owned())),
        }
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Letter(letter) => write!(f, "{letter}"),
            Piece::One => write!(f, "?"),
            Piece::Any => write!(f, "*"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word(text: &str) -> Vec<Letter> {
        text.chars().filter_map(Letter::from_char).collect()
    }

    fn matches(glob: &str, text: &str) -> bool {
        glob.parse::<Glob>().expect("a pattern").matches(&word(text))
    }

    #[test]
    fn stars_and_question_marks() {
        for (glob, text) in [
            ("*ismus", "TOURISMUS"),
            ("*ISMUS", "ISMUS"),
            ("A?T", "ART"),
            ("*Ü*", "TUER"),
            ("R*E", "ROSE"),
            ("*AB*AB", "ABCABDAB"),
            ("ROSE", "ROSE"),
            ("**A", "BA"),
        ] {
            assert!(matches(glob, text), "{glob} {text}");
        }
        for (glob, text) in [
            ("*ISMUS", "ISMUSE"),
            ("A?T", "AT"),
            ("A?T", "ARST"),
            ("R*E", "ROSEN"),
            ("ROSE", "ROSEN"),
            ("*A?", "BA"),
        ] {
            assert!(!matches(glob, text), "{glob} {text}");
        }
    }

    #[test]
    fn what_is_no_pattern() {
        assert!(Glob::is_glob("R*E") && Glob::is_glob("RO?E") && !Glob::is_glob("ROSE"));
        assert_eq!("*?".parse::<Glob>(), Err(GlobError::NoLetter("*?".to_owned())));
        let error = "A2*".parse::<Glob>().expect_err("a digit");
        assert!(error.to_string().contains("'2'"), "{error}");
        assert_eq!("*ä?".parse::<Glob>().expect("a pattern").to_string(), "*AE?");
    }

    /// Does the same by trying everything.
    fn tried(pieces: &[Piece], word: &[Letter]) -> bool {
        match (pieces, word) {
            ([], rest) => rest.is_empty(),
            ([Piece::Any, more @ ..], rest) => (0..=rest.len()).any(|taken| tried(more, &rest[taken..])),
            ([Piece::One, more @ ..], [_, rest @ ..]) => tried(more, rest),
            ([Piece::Letter(letter), more @ ..], [first, rest @ ..]) => letter == first && tried(more, rest),
            (_, []) => false,
        }
    }

    proptest! {
        #[test]
        fn matching_is_what_trying_everything_finds(glob in "[AB?*]{1,7}", text in "[AB]{0,8}") {
            if let Ok(glob) = glob.parse::<Glob>() {
                prop_assert_eq!(glob.matches(&word(&text)), tried(&glob.pieces, &word(&text)));
            }
        }
    }
}
