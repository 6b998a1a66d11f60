//! Relatives: words of which a puzzle should have only one, because a solver who has found one knows the other.
//!
//! For the embedded German list the sources of the list say which words belong together: the forms of a word, and words
//! derived from it (`useful/german_relatives.txt`). In all lists, words with the same stem (as found by the stemmer of
//! the language) belong together, and so do long words and the words they are inside of ([`Apart::INSIDE`]). For the
//! embedded lists the answer is in a table, because it takes longer to find than a small puzzle. A stemmer sees neither
//! `RUND` in `UNRUND` nor `GING` in `GEHEN`, and takes some words for relatives that are not; that costs a choice, but
//! never a puzzle.

use crate::encodings::lexicon::{Apart, Letter, WordId, WordList};
use crate::publish::puzzle::Language;
use crate::wordlist::table::Table;
use rust_stemmers::{Algorithm, Stemmer};

/// The families of the embedded German list, one per line.
const GERMAN: &str = include_str!("../useful/german_relatives.txt");

/// Finds the relatives in a list of words of this language.
pub fn relatives(list: &WordList, language: &Language) -> Apart {
    let table = match language.primary() {
        "de" => Some(Table::german()),
        "en" => Some(Table::english()),
        _ => None,
    };
    table.and_then(|table| table.relatives(list)).unwrap_or_else(|| relatives_in_sources(list, language))
}

/// Does the same for any list, from the families and stems of its words.
pub(crate) fn relatives_in_sources(list: &WordList, language: &Language) -> Apart {
    let mut families = if language.primary() == "de" { of_embedded(list) } else { Vec::new() };
    if let Some(algorithm) = algorithm(language) {
        families.extend(of_stems(list, &Stemmer::create(algorithm)));
    }
    Apart::new(list, families, Apart::INSIDE)
}

/// Returns the families of the embedded list, reduced to the words that are in this list.
fn of_embedded(list: &WordList) -> Vec<Vec<WordId>> {
    let mut letters = Vec::new();
    let mut find = |text: &str| {
        letters.clear();
        letters.extend(text.chars().filter_map(Letter::from_char));
        list.find(&letters)
    };
    let lines = GERMAN.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').filter_map(&mut find).collect()).collect()
}

/// Returns the words with the same stem, for each stem.
fn of_stems(list: &WordList, stemmer: &Stemmer) -> Vec<Vec<WordId>> {
    let mut text = String::new();
    let mut stems: Vec<(String, WordId)> = Vec::with_capacity(list.len());
    for id in list.ids() {
        text.clear();
        text.extend(list.word(id).iter().map(|letter| letter.char().to_ascii_lowercase()));
        stems.push((stemmer.stem(&text).into_owned(), id));
    }
    stems.sort_unstable();
    let families = stems.chunk_by(|(a, _), (b, _)| a == b).filter(|family| family.len() > 1);
    families.map(|family| family.iter().map(|&(_, id)| id).collect()).collect()
}

/// Returns the stemmer of a language; `None` if there is none.
fn algorithm(language: &Language) -> Option<Algorithm> {
    Some(match language.primary() {
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "nb" | "nn" | "no" => Algorithm::Norwegian,
        "nl" => Algorithm::Dutch,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "sv" => Algorithm::Swedish,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;
    use crate::wordlist;

    fn word(text: &str) -> Vec<Letter> {
        fold(text).expect("a word")
    }

    #[test]
    fn relatives_of_the_embedded_list() {
        let apart = relatives(&wordlist::embedded(), &Language::german());
        for pair in [
            "RISALIT RISALITE",
            "BLASE BLASEN",
            "ENTE ENTEN",
            "ESEL ESELIN",
            "RUND UNRUND",
            "HAUS HAEUSER",
            "EI EIER",
            "STEIN STEINBRUCH",
            "ARZT AERZTIN",
        ] {
            let (a, b) = pair.split_once(' ').expect("two words");
            assert!(apart.are_relatives(&word(a), &word(b)), "{pair}");
        }
        for pair in ["ENTE ENDE", "ROSE DOSE", "HAUS MAUS", "ESEL LESE", "EI REIHE", "RUND GRUND"] {
            let (a, b) = pair.split_once(' ').expect("two words");
            assert!(!apart.are_relatives(&word(a), &word(b)), "{pair}");
        }
    }

    #[test]
    fn stems_of_other_languages() {
        let list = WordList::new(["HOUSE", "HOUSES", "MOUSE", "MOUSSE"].map(|text| (word(text), 1.0)));
        let apart = relatives(&list, &Language::english());
        let pairs: Vec<_> = apart.pairs().collect();
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert!(apart.are_relatives(&word("HOUSE"), &word("HOUSES")));
    }
}
