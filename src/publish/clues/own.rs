//! The program's own clues: for short answers that no dictionary holds (codes, symbols, numerals, notes), from facts
//! and a template per kind of fact; for German words, from the clue `base`; and for German names and short words, from
//! the sources of the embedded list, which describe each in a few words.
//!
//! Everything here was written for this project and is in the public domain (CC0), so it needs no credit.

use super::base;
use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::fold_head;
use crate::encodings::lexicon::{Letter, WordList};
use crate::publish::puzzle::Language;

/// The name of the program's own clues where a source is named.
pub const NAME: &str = "cwsat";

/// Kind, answer, and what is put into the clue, by language.
const FACTS: &str = include_str!("../../../useful/short_answers.tsv");

/// `ANSWER;what it is`, two and three letters, German.
const SHORT: &str = include_str!("../../../useful/german/short.txt");

/// `Name;kind`, German.
const NAMES: &str = include_str!("../../../useful/german/names.txt");

/// What a short answer is called if nothing more specific is known about it.
const CATEGORIES: [&str; 8] =
    ["Vorname", "Frauenname", "Männername", "Fluss", "Nebenfluss", "Insel", "Stadt", "Gott"];

/// The clues of each kind of fact, in German and English; `{}` is replaced by the table's text. Empty if there is none.
const TEMPLATES: [(&str, &str, &str); 15] = [
    ("element", "Zeichen für {}", "symbol for {}"),
    ("plate-d", "Kfz-Zeichen {}", "German number plate: {}"),
    ("plate-a", "österr. Kfz-Zeichen {}", "Austrian number plate: {}"),
    ("canton", "Kanton (Abk.): {}", "Swiss canton (abbr.): {}"),
    ("internet", "Internetkürzel {}", "internet code: {}"),
    ("sport", "Sportkürzel {}", "Olympic code: {}"),
    ("vehicle", "Auto-Länderkürzel {}", "car country code: {}"),
    ("state", "US-Staat (Abk.): {}", "US state (abbr.): {}"),
    ("sol-fa", "{} Ton der Tonleiter", "{} note of the scale"),
    ("sharp", "erhöhter Ton {}", ""),
    ("flat", "erniedrigter Ton {}", ""),
    ("compass", "{} (Abk.)", "{} (abbr.)"),
    ("direction", "Gegenrichtung {}", ""),
    ("direction-en", "", "opposite of {}"),
    ("greek", "{} griech. Buchstabe", "{} Greek letter"),
];

/// Returns what the program itself knows about these words; nothing in languages other than German and English.
pub(super) fn read(wanted: &WordList, language: &Language) -> Contents {
    let mut contents = Contents::default();
    let column = match language.primary() {
        "de" => 2,
        "en" => 3,
        _ => return contents,
    };
    for fields in
        FACTS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>())
    {
        let (Some(&kind), Some(&answer), Some(&fact)) = (fields.first(), fields.get(1), fields.get(column))
        else {
            continue;
        };
        let template = TEMPLATES
            .iter()
            .find(|(name, ..)| *name == kind)
            .map_or("", |t| if column == 2 { t.1 } else { t.2 });
        if fact != "-" && !template.is_empty() {
            push(&mut contents, wanted, answer, || {
                Candidate::new(template.replace("{}", fact), Nature::Fact)
            });
        }
    }
    for id in wanted.ids() {
        if let Some(number) = roman(wanted.word(id)) {
            let text = if column == 2 { format!("römisch: {number}") } else { format!("Roman {number}") };
            // Most of these are ordinary words too, and better clued as such.
            contents.push(wanted.word(id), Candidate { remote: 8, ..Candidate::new(text, Nature::Fact) });
        }
    }
    if column == 2 {
        read_german(wanted, &mut contents);
    }
    contents
}

fn read_german(wanted: &WordList, contents: &mut Contents) {
    base::read(wanted, contents);
    let entries = |text: &'static str| {
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(';'))
    };
    for (answer, clue) in entries(SHORT) {
        // A category that hundreds of words belong to says little about one of them.
        let nature = if CATEGORIES.contains(&clue) { Nature::Broader } else { Nature::Fact };
        push(contents, wanted, answer, || Candidate::new(clue, nature));
    }
    for (name, kind) in entries(NAMES) {
        if let Some(clue) = clue_of_kind(kind) {
            push(contents, wanted, name, || Candidate::new(clue, Nature::Broader));
        }
    }
}

fn push(contents: &mut Contents, wanted: &WordList, head: &str, candidate: impl FnOnce() -> Candidate) {
    if let Some(word) = fold_head(head).filter(|word| wanted.find(word).is_some()) {
        contents.push(&word, candidate());
    }
}

/// Returns the clue that the kind of a name makes; `None` if the kind only says which list the name is from.
fn clue_of_kind(kind: &str) -> Option<&str> {
    Some(match kind {
        "Fremdwort" | "Latein" | "Englisch" | "Französisch" | "Spanisch" | "Italienisch" | "Abkürzung"
        | "Werk" | "Römische Zahl" | "Raumfahrt" | "Titel" | "Stil" => return None,
        "Bibel" => "Name aus der Bibel",
        "Päpste und Heilige" => "Name von Päpsten oder Heiligen",
        "Staat USA" => "US-Staat",
        "Chem. Element" => "chemisches Element",
        "Literarische Gestalt" => "literarische Gestalt",
        "Volk" => "Volk oder Stamm",
        kind => kind,
    })
}

/// Returns the value of a Roman numeral in its modern form (XIV, never XIIII), from 1 to 3999.
fn roman(word: &[Letter]) -> Option<u32> {
    const DIGITS: [(&str, u32); 13] = [
        ("M", 1000),
        ("CM", 900),
        ("D", 500),
        ("CD", 400),
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let text: String = word.iter().map(|letter| letter.char()).collect();
    let (mut rest, mut value) = (text.as_str(), 0);
    for (digit, worth) in DIGITS {
        // The digits for powers of ten occur at most three times in a row, the others once.
        let most = if matches!(digit, "M" | "C" | "X" | "I") { 3 } else { 1 };
        for _ in 0..most {
            let Some(after) = rest.strip_prefix(digit) else { break };
            (rest, value) = (after, value + worth);
        }
    }
    // IX followed by V would be read as 14; only what is written in the usual way is a numeral.
    (rest.is_empty() && value > 0 && numeral(value) == text).then_some(value)
}

/// Returns a number in Roman numerals.
fn numeral(mut value: u32) -> String {
    let mut text = String::new();
    for (worth, digit) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while value >= worth {
            text += digit;
            value -= worth;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::gives_away::{Strictness, gives_away};
    use super::super::source::tests::{clues_of, list};
    use super::*;
    use crate::encodings::lexicon::fold;
    use std::collections::BTreeSet;

    fn rows() -> impl Iterator<Item = Vec<&'static str>> {
        FACTS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
    }

    #[test]
    fn the_table_is_in_form_and_has_nothing_twice() {
        let mut seen = BTreeSet::new();
        for row in rows() {
            assert_eq!(row.len(), 4, "{row:?}");
            assert!(row.iter().all(|field| !field.is_empty() && field.trim() == *field), "{row:?}");
            let template = TEMPLATES.iter().find(|(kind, ..)| *kind == row[0]);
            let (_, german, english) = template.unwrap_or_else(|| panic!("{row:?} has no template"));
            assert_eq!(
                (row[2] == "-", row[3] == "-"),
                (german.is_empty() || row[2] == "-", english.is_empty() || row[3] == "-")
            );
            assert!(row[2] != "-" || row[3] != "-", "{row:?} has no clue");
            let word = fold_head(row[1]).unwrap_or_else(|| panic!("{row:?} is no word of a grid"));
            assert!(seen.insert((row[0], word)), "{row:?} is there twice");
        }
        assert!(TEMPLATES.iter().all(|(kind, ..)| rows().any(|row| row[0] == *kind)));
    }

    #[test]
    fn kinds_with_a_known_number_are_complete() {
        let count =
            |kind: &str, column: usize| rows().filter(|row| row[0] == kind && row[column] != "-").count();
        // There are 118 elements, 14 of them with a symbol of one letter.
        assert_eq!(count("element", 2), 118 - 14);
        assert_eq!((count("canton", 2), count("state", 3), count("greek", 3)), (26, 50, 24));
        assert_eq!((count("sol-fa", 2), count("sol-fa", 3)), (7, 8));
    }

    #[test]
    fn no_fact_holds_its_answer() {
        let list = list(&rows().map(|row| row[1]).collect::<Vec<_>>());
        let mut telling = Vec::new();
        for language in [Language::german(), Language::english()] {
            for (word, candidates) in read(&list, &language).by_word {
                let tells = |c: &&Candidate| gives_away(&c.text, &word, Strictness::Answer);
                telling.extend(candidates.iter().filter(tells).map(|candidate| candidate.text.clone()));
            }
        }
        assert_eq!(telling, [""; 0]);
    }

    #[test]
    fn clues_are_made_in_both_languages() {
        let words = list(&["AU", "XXIV", "OMEGA", "CIS", "NNW", "FUE", "EI", "TVER"]);
        let of = |language: &Language, word: &str| clues_of(&read(&words, language), word).join("; ");
        let (german, english) = (Language::german(), Language::english());
        assert!(
            of(&german, "AU").starts_with("Zeichen für Gold; Internetkürzel Australien"),
            "{}",
            of(&german, "AU")
        );
        assert!(of(&english, "AU").starts_with("symbol for gold"));
        assert!(of(&german, "XXIV").contains("römisch: 24"));
        assert_eq!(of(&english, "XXIV"), "Roman 24");
        assert!(of(&german, "OMEGA").starts_with("24. griech. Buchstabe"));
        assert!(of(&german, "CIS").starts_with("erhöhter Ton c") && of(&english, "CIS").is_empty());
        assert_eq!(of(&english, "NNW"), "north-northwest (abbr.)");
        assert!(of(&german, "FUE").contains("Kfz-Zeichen Fürth"));
        assert_eq!(of(&german, "TVER"), "Stadt");
        assert!(read(&words, &"fr".parse().expect("a tag")).by_word.is_empty());
    }

    #[test]
    fn numerals_are_read_as_they_are_written() {
        let value = |text: &str| roman(&fold(text).expect("a word"));
        for number in 1..4000 {
            assert_eq!(value(&numeral(number)), Some(number));
        }
        for text in ["IIII", "VX", "IXV", "LIVIM", "MMMM", "ROSE", "CIVIC", "IC", "VV"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
