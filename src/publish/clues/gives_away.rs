//! Whether a clue gives its answer away: it contains the answer, or a word with the same stem.
//!
//! Both are compared as they are written in a grid, so Ä and AE are the same. German compounds (HAUSDACH, clue "Dach")
//! and the inflection of both languages (ROSEN, clue "Rose"; BACKEN, clue "Bäcker") make a test for the bare answer
//! useless. Instead there is a rule of thumb that errs on the safe side: endings are cut off and umlauts removed; then
//! neither stem may contain the other, nor may they share a long prefix. Refusing a clue wrongly costs little, as there
//! are others.

use super::heads::tokens;
use crate::encodings::lexicon::{Letter, fold};
use std::collections::HashSet;

/// How strict the test is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// The answer itself is refused, as one word or as several words of the clue in a row: for clues by an author, who
    /// knows what is fair.
    Answer,
    /// Words with the same stem are refused too: for texts from dictionaries.
    Stem,
}

/// The answers of a puzzle, none of which should be in a clue.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    words: HashSet<String>,
    stems: HashSet<String>,
}

impl FromIterator<Vec<Letter>> for Answers {
    /// Collects answers. Those of two letters are in many clues by chance.
    fn from_iter<I: IntoIterator<Item = Vec<Letter>>>(answers: I) -> Self {
        let long = answers.into_iter().filter(|answer| answer.len() >= 3);
        let words: HashSet<String> =
            long.map(|word| word.iter().map(|letter| letter.char()).collect()).collect();
        let stems = words.iter().map(|word| stem(word)).filter(|stem| stem.len() >= TELLING).collect();
        Self { words, stems }
    }
}

impl Answers {
    /// Returns whether a clue names an answer, as it is in the grid or with other endings.
    pub(super) fn are_named_in(&self, clue: &str) -> bool {
        let words = tokens(clue).filter_map(folded).filter(|word| !is_function_word(word));
        let has_ending = |word: &str| {
            let bare = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
            bare.into_iter().any(|bare| bare.len() >= TELLING && self.words.contains(bare))
        };
        words
            .into_iter()
            .any(|word| self.words.contains(&word) || has_ending(&word) || self.stems.contains(&stem(&word)))
    }
}

/// The length of the shortest stem that is searched for inside other words.
const TELLING: usize = 4;

/// Returns whether a clue gives this answer away.
pub(super) fn gives_away(clue: &str, answer: &[Letter], strictness: Strictness) -> bool {
    let answer: String = answer.iter().map(|letter| letter.char()).collect();
    let words: Vec<String> = tokens(clue).filter_map(folded).collect();
    if words.contains(&answer) || spans(&words, &answer) {
        return true;
    }
    if strictness == Strictness::Answer {
        return false;
    }
    let stem_of_answer = stem(&answer);
    words.iter().any(|word| {
        if is_function_word(word) {
            return false;
        }
        let stem = stem(word);
        stem == stem_of_answer
            || contains(word, &answer)
            || is_inflected(word, &answer)
            || contains(word, &stem_of_answer)
            || contains(&plain(word), &stem_of_answer)
            || ends_in(&answer, word, &stem)
            || shared(&stem, &stem_of_answer) > TELLING
    })
}

/// Returns whether several words of the clue in a row spell the answer, as `en bloc` spells ENBLOC.
fn spans(words: &[String], answer: &str) -> bool {
    (0..words.len()).any(|first| {
        let mut rest = answer;
        for word in &words[first..] {
            match rest.strip_prefix(word.as_str()) {
                Some("") => return true,
                Some(left) => rest = left,
                None => return false,
            }
        }
        false
    })
}

/// Returns whether a word of the clue is built with the answer, or its stem. Short ones occur in too many words by chance:
/// those of three letters count only at the beginning or end of a longer word, those of two not at all.
fn contains(word: &str, part: &str) -> bool {
    match part.len() {
        0..=2 => false,
        3 => word.len() >= 6 && (word.starts_with(part) || word.ends_with(part)),
        _ => word.contains(part),
    }
}

/// Returns whether a word of the clue is the answer with an ending: of a short answer no stem is left to compare, as UEB is
/// UB without its umlaut.
fn is_inflected(word: &str, answer: &str) -> bool {
    const OF_VERBS: [&str; 4] = ["T", "ST", "TE", "TEN"];
    let ending = word.strip_prefix(answer).unwrap_or_default();
    ENDINGS.contains(&ending) || OF_VERBS.contains(&ending)
}

/// Returns whether the answer is built with a word of the clue.
fn ends_in(answer: &str, word: &str, stem: &str) -> bool {
    let answer_plain = plain(answer);
    let at_an_end = |part: &str| {
        part.len() >= TELLING
            && [answer, &answer_plain].iter().any(|a| a.starts_with(part) || a.ends_with(part))
    };
    at_an_end(word) || (at_an_end(stem) && stem.len() + 1 >= word.len().min(TELLING + 1))
}

/// Returns the length of the common prefix if it makes up most of the shorter stem.
fn shared(a: &str, b: &str) -> usize {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    if 4 * common >= 3 * a.len().min(b.len()) { common } else { 0 }
}

fn folded(token: &str) -> Option<String> {
    Some(fold(token)?.iter().map(|letter| letter.char()).collect())
}

/// Removes umlauts: plurals and derivations of a German word often have one that the word lacks.
fn plain(word: &str) -> String {
    word.replace("AEU", "AU").replace("AE", "A").replace("OE", "O").replace("UE", "U")
}

/// Endings of German and English inflection and derivation, longest first.
const ENDINGS: [&str; 27] = [
    "INNEN", "UNGEN", "HEIT", "KEIT", "LICH", "ISCH", "NESS", "MENT", "UNG", "ERN", "ING", "IES", "EST",
    "ELN", "END", "IN", "EN", "ER", "ES", "EM", "ED", "LY", "IG", "E", "N", "S", "Y",
];

/// Returns a word without its endings and without umlauts; at least three letters remain.
fn stem(word: &str) -> String {
    let word = plain(word);
    let mut stem = word.as_str();
    // Two endings: that of a derivation and that of a plural, as in BAECKER-EI-EN.
    for _ in 0..2 {
        let ending = ENDINGS.iter().find(|ending| stem.len() >= ending.len() + 3 && stem.ends_with(**ending));
        stem = &stem[..stem.len() - ending.map_or(0, |ending| ending.len())];
    }
    // The consonant is doubled before the ending, as in BIGGER and RUNNING.
    match stem.as_bytes() {
        [.., a, b] if a == b && stem.len() > 3 && stem.len() < word.len() => {
            stem[..stem.len() - 1].to_owned()
        }
        _ => stem.to_owned(),
    }
}

/// Returns whether a word is in a clue only for the grammar's sake.
fn is_function_word(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "ABER",
        "ABOUT",
        "ALLE",
        "ALLER",
        "ALLES",
        "ALSO",
        "AND",
        "ANDERE",
        "ANDEREN",
        "AUCH",
        "AUF",
        "AUS",
        "BEI",
        "BEIM",
        "BUT",
        "DAS",
        "DASS",
        "DEM",
        "DEN",
        "DER",
        "DES",
        "DIE",
        "DIESE",
        "DIESER",
        "DURCH",
        "EIN",
        "EINE",
        "EINEM",
        "EINEN",
        "EINER",
        "EINES",
        "ETWAS",
        "FOR",
        "FROM",
        "FUER",
        "HABEN",
        "HAS",
        "HAVING",
        "INTO",
        "IST",
        "JEMAND",
        "JEMANDEM",
        "JEMANDEN",
        "JEDE",
        "JEDER",
        "KEIN",
        "KEINE",
        "MANCHE",
        "MEHR",
        "MIT",
        "NACH",
        "NICHT",
        "NOT",
        "ODER",
        "OHNE",
        "ONE",
        "OVER",
        "SEIN",
        "SEINE",
        "SEHR",
        "SICH",
        "SIND",
        "SOME",
        "SOMEONE",
        "SOMETHING",
        "THAN",
        "THAT",
        "THE",
        "THEIR",
        "THEM",
        "THEN",
        "THERE",
        "THESE",
        "THEY",
        "THIS",
        "UEBER",
        "UNTER",
        "UND",
        "VERY",
        "VOM",
        "VON",
        "VOR",
        "WAS",
        "WERDEN",
        "WHAT",
        "WHEN",
        "WHERE",
        "WHICH",
        "WHO",
        "WHOSE",
        "WIE",
        "WITH",
        "WITHOUT",
        "WIRD",
        "YOUR",
        "ZUM",
        "ZUR",
    ];
    word.len() < 2 || WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tells(clue: &str, answer: &str) -> bool {
        gives_away(clue, &fold(answer).expect("a word"), Strictness::Stem)
    }

    #[test]
    fn a_clue_that_names_another_answer_is_found() {
        let answers = ["GAS", "PEDAL", "JAHRE", "TIPP", "LEUCHTEN", "IN", "DER", "OSSI"];
        let answers: Answers = answers.into_iter().filter_map(fold).collect();
        for clue in [
            "Pedal",
            "an Jahren voraus",
            "Tipps geben",
            "keine Ossis",
            "Er gibt Gas",
            "jährlich",
            "leuchtende Augen",
        ] {
            assert!(answers.are_named_in(clue), "{clue}");
        }
        for clue in ["in der Nacht", "Gasthof", "Pedalritter", "Tier"] {
            assert!(!answers.are_named_in(clue), "{clue}");
        }
    }

    #[test]
    fn answers_and_their_kin_are_found() {
        for (clue, answer) in [
            ("Rose", "ROSE"),
            ("Blume wie die Rose", "ROSEN"),
            ("mehrere Rosen", "ROSE"),
            ("Öl aus Samen", "OEL"),
            ("OEL", "Öl"),
            ("Bäcker bei der Arbeit", "BACKEN"),
            ("Häuser", "HAUS"),
            ("Dach des Hauses", "HAUSDACH"),
            ("Dachziegel", "DACH"),
            ("Süßwasseraal", "AAL"),
            ("Verbandwatte", "WATTE"),
            ("Erdöl", "OEL"),
            ("Schneiderelle", "ELLE"),
            ("Gluckhenne", "HENNE"),
            ("auflodern", "LODERN"),
            ("Kfz-Kennzeichen von Finnland", "FIN"),
            ("übe!", "UEB"),
            ("sie liest und lest vor", "LES"),
            ("etwas auf dem Dach", "HAUSDACH"),
            ("Leuchtender", "LEUCHTEN"),
            ("gebacken", "BACKEN"),
            ("alle en bloc gekauft", "ENBLOC"),
            ("a running man", "RUN"),
            ("bigger than", "BIG"),
            ("one who bakes", "BAKER"),
            ("houses", "HOUSE"),
            ("a dog's house", "DOGHOUSE"),
            ("happily", "HAPPINESS"),
            ("city in Russia", "RUSSIAN"),
        ] {
            assert!(tells(clue, answer), "{clue:?} for {answer}");
        }
    }

    #[test]
    fn other_words_are_let_through() {
        for (clue, answer) in [
            ("Blume", "ROSE"),
            ("Fisch", "AAL"),
            ("eine Sache", "STEINE"),
            ("Eisen und Holz", "EI"),
            ("Teil der Woche", "TAG"),
            ("Gebäude", "HAUS"),
            ("mit Tinte schreiben", "NOTIEREN"),
            ("a flower", "ROSE"),
            ("the opposite of day", "NIGHT"),
            ("to go fast", "RUN"),
            ("with or without", "ERIE"),
            ("Haupt", "KOPF"),
        ] {
            assert!(!tells(clue, answer), "{clue:?} for {answer}");
        }
    }

    #[test]
    fn authors_are_only_told_of_the_answer_itself() {
        let rose = fold("ROSEN").expect("a word");
        assert!(!gives_away("Rosengewächs", &rose, Strictness::Answer));
        assert!(gives_away("rote Rosen", &rose, Strictness::Answer));
    }

    proptest! {
        #[test]
        fn the_answer_is_never_let_through(before in "[a-zäöüß ]{0,20}", answer in "[a-zäöüß]{2,12}", after in "[ ,.!][a-z ]{0,20}") {
            let clue = format!("{before} {answer}{after}");
            prop_assert!(tells(&clue, &answer));
        }

        #[test]
        fn never_panics(clue in "\\PC{0,60}", answer in "[A-Z]{2,12}") {
            let _ = tells(&clue, &answer);
        }
    }
}
