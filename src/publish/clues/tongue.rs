//! The language of words, where nobody has stated it.

use crate::encodings::lexicon::WordList;
use crate::publish::puzzle::Language;
use crate::wordlist::table::Table;

/// Returns the language of these words: English if they are better words of the embedded English list than of the
/// German one, else German. Most words of short lists for a class are in both lists, if only as brands or titles, but
/// with different scores.
pub(super) fn likely(words: &WordList) -> Language {
    let total = |list: &WordList| -> f64 {
        let known = words.ids().filter_map(|id| list.find(words.word(id)));
        known.map(|id| f64::from(list.score(id))).sum()
    };
    match total(&Table::english().words()) > total(&Table::german().words()) {
        true => Language::english(),
        false => Language::german(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;

    #[test]
    fn words_tell_their_language() {
        let of = |text: &str| {
            let words = text.split(' ').map(|word| (fold(word).expect("a word"), WordList::DEFAULT_SCORE));
            likely(&WordList::new(words)).primary().to_owned()
        };
        for english in ["apple house pearl lemon", "dog cat mouse horse", "sun moon planet", "stomata leaf"] {
            assert_eq!(of(english), "en", "{english}");
        }
        for german in ["Tisch Stuhl Lampe Bett", "Rose Hand Wind Wolf", "Ball Arm Finger Winter", "Xyzzy"] {
            assert_eq!(of(german), "de", "{german}");
        }
    }
}
