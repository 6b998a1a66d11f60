//! WordNet's database files (Debian's `wordnet-base`): `index.noun`, `data.noun` and those of the other parts of
//! speech, in one folder.
//!
//! A line of an index is a word with the offsets of its meanings, most common first; an offset is a number of bytes
//! from the beginning of the data file. A line there has a set of synonyms, pointers to other sets and, after a `|`, a
//! definition with examples in quotes. The format is described in WordNet's manual page `wndb(5WN)`.
//!
//! Each meaning yields the definition, the synonyms, and the first word that it is a kind of. Plurals are not in the
//! index; wanted plurals are found by the rules of English spelling and the exceptions in `noun.exc`.

use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::fold_head;
use crate::encodings::lexicon::{Letter, WordList};
use std::collections::HashMap;

/// The parts of speech, as in the extensions of their files.
pub(super) const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];

/// The texts of one part of speech.
pub struct Part<'a> {
    /// `index.noun`
    pub index: &'a str,
    /// `data.noun`
    pub data: &'a str,
    /// For nouns, the irregular plurals in `noun.exc`; otherwise empty.
    pub exceptions: &'a str,
    /// Whether these are the nouns.
    pub nouns: bool,
}

/// Reads the wanted words of a part of speech.
pub fn read(part: &Part, wanted: &WordList, contents: &mut Contents) {
    // The lines of an .exc file are `plural singular`.
    let irregular: HashMap<&str, &str> = part
        .exceptions
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(plural, singular)| (singular.trim(), plural))
        .collect();
    for line in part.index.lines().filter(|line| !line.starts_with(' ')) {
        let lemma = line.split(' ').next().unwrap_or_default();
        let Some(word) = fold_head(lemma) else { continue };
        contents.heads += 1;
        let plural = part.nouns.then(|| plural(lemma, irregular.get(lemma).copied())).flatten();
        let plural = plural.filter(|plural| *plural != word && wanted.find(plural).is_some());
        let is_wanted = wanted.find(&word).is_some();
        if !is_wanted && plural.is_none() {
            continue;
        }
        for (sense, offset) in offsets(line).into_iter().enumerate() {
            let Some(meaning) = part.data.get(offset..).and_then(|rest| Meaning::read(rest.lines().next()?))
            else {
                continue;
            };
            for candidate in meaning.candidates(lemma, sense, part) {
                if let Some(plural) = &plural {
                    let remote = candidate.remote + 8;
                    contents.push(plural, Candidate { mark: " (pl.)", remote, ..candidate.clone() });
                }
                if is_wanted {
                    contents.push(&word, candidate);
                }
            }
        }
    }
}

/// Returns the offsets of a word's meanings: the numbers at the end of its line in the index, one per meaning.
fn offsets(line: &str) -> Vec<usize> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let count: usize = fields.get(2).and_then(|count| count.parse().ok()).unwrap_or(0);
    let offsets = fields.iter().rev().take(count.min(fields.len().saturating_sub(5)));
    let mut offsets: Vec<usize> = offsets.filter_map(|offset| offset.parse().ok()).collect();
    offsets.reverse();
    offsets
}

/// Returns the plural of a noun of one word, as it is written in a grid.
fn plural(lemma: &str, irregular: Option<&str>) -> Option<Vec<Letter>> {
    if lemma.contains('_') {
        return None;
    }
    if let Some(plural) = irregular {
        return fold_head(plural);
    }
    let before_y = lemma.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|ending| lemma.ends_with(ending));
    fold_head(&match before_y {
        Some(stem) => format!("{stem}ies"),
        None if hisses => format!("{lemma}es"),
        None => format!("{lemma}s"),
    })
}

/// A line of a data file.
struct Meaning<'a> {
    words: Vec<&'a str>,
    /// The offset, in the same file, of what it is a kind of.
    broader: Option<usize>,
    gloss: &'a str,
}

impl<'a> Meaning<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (fields, gloss) = line.split_once(" | ")?;
        let mut fields = fields.split(' ');
        let (_offset, _file, kind) = (fields.next()?, fields.next()?, fields.next()?);
        let count = usize::from_str_radix(fields.next()?, 16).ok()?;
        // The stated number may be anything, so each word has to be there.
        let mut words = Vec::new();
        for _ in 0..count {
            // An adjective may have a syntactic marker, as in `galore(ip)`.
            words.push(fields.next()?.split('(').next().unwrap_or_default());
            let _lexical_id = fields.next()?;
        }
        let pointers: usize = fields.next()?.parse().ok()?;
        let mut broader = None;
        for _ in 0..pointers {
            let (symbol, offset, part, _) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
            if matches!(symbol, "@" | "@i") && part == kind && broader.is_none() {
                broader = offset.parse().ok();
            }
        }
        Some(Self { words, broader, gloss: gloss.trim() })
    }

    fn candidates(&self, lemma: &str, sense: usize, part: &Part) -> Vec<Candidate> {
        let remote = (4 * sense).min(16) as u8;
        let new = |text: String, nature| Candidate { remote, ..Candidate::new(text, nature) };
        let mut all = Vec::new();
        // The examples in quotes contain the word itself.
        let definition = self.gloss.split("; \"").next().unwrap_or_default();
        let definition = definition
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(") "))
            .map_or(definition, |(_, rest)| rest);
        all.push(new(definition.to_owned(), Nature::Definition));
        for word in self.words.iter().filter(|word| !word.eq_ignore_ascii_case(lemma)) {
            // Few people know the Latin name of a species.
            let latin = word.contains('_')
                && word.starts_with(char::is_uppercase)
                && lemma.starts_with(char::is_lowercase);
            let synonym = new(word.replace('_', " "), Nature::Synonym);
            all.push(Candidate { remote: remote + if latin { 12 } else { 0 }, ..synonym });
        }
        let broader = self.broader.and_then(|offset| Meaning::read(part.data.get(offset..)?.lines().next()?));
        if let Some(word) = broader.and_then(|meaning| meaning.words.first().copied()) {
            all.push(new(word.replace('_', " "), Nature::Broader));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::{clues_of, contents_of};
    use super::*;
    use proptest::prelude::*;

    /// Returns a small database in WordNet's format, written for this test; the index is made from the data.
    fn database() -> (String, String) {
        let mut data = "  1 a licence would stand here\n".to_owned();
        let animal = data.len();
        data += &format!("{animal:08} 03 n 02 animal 0 living_thing 0 000 | something alive\n");
        let cat = data.len();
        data += &format!(
            "{cat:08} 05 n 03 cat 0 Felis_catus 0 house_cat 1 002 @ {animal:08} n 0000 ~ 00000000 n 0000 | (zoology) a small pet; \"the cat purred\"\n"
        );
        let goose = data.len();
        data += &format!("{goose:08} 05 n 01 goose 0 001 @ {animal:08} n 0000 | web-footed bird\n");
        let index = format!(
            "  1 a licence\ncat n 1 2 @ ~ 1 1 {cat:08}  \ngoose n 1 1 @ 1 0 {goose:08}  \nliving_thing n 1 0 1 0 {animal:08}  \n"
        );
        (index, data)
    }

    #[test]
    fn definitions_synonyms_and_what_is_broader() {
        let (index, data) = database();
        let part = Part { index: &index, data: &data, exceptions: "geese goose\n", nouns: true };
        let contents = contents_of(&["CAT", "CATS", "GEESE", "LIVINGTHING", "DOG"], |wanted, contents| {
            read(&part, wanted, contents)
        });
        assert_eq!(contents.heads, 3);
        assert_eq!(clues_of(&contents, "CAT"), ["a small pet", "Felis catus", "house cat", "animal"]);
        assert_eq!(clues_of(&contents, "CATS")[0], "a small pet");
        assert_eq!(clues_of(&contents, "GEESE"), ["web-footed bird", "animal"]);
        assert!(contents.by_word[&fold_head("geese").expect("a head")].iter().all(|c| c.mark == " (pl.)"));
        assert_eq!(clues_of(&contents, "LIVINGTHING"), ["something alive", "animal"]);
    }

    #[test]
    fn rare_senses_latin_names_and_plurals_are_remote() {
        let mut data = String::new();
        let mut add = |kind: &str, rest: &str| {
            let at = data.len();
            data += &format!("{at:08} 05 {kind} {rest}\n");
            at
        };
        let animal = add("n", "01 animal 0 000 | alive");
        let pet = add("n", "01 pet 0 000 | at home");
        let verb = add("v", "01 run 0 000 | to go");
        // What is broader is the first pointer `@` to the same part of speech.
        let pointers =
            format!("004 ~ {pet:08} n 0000 @ {verb:08} v 0000 @ {animal:08} n 0000 @ {pet:08} n 0000");
        let cat = add("n", &format!("04 cat 0 Felis_catus 0 Felix 0 house_cat 1 {pointers} | a pet"));
        let rare = add("n", &format!("01 cat 0 001 @i {pet:08} n 0000 | a whip"));
        let rome = add("n", "02 Rome 0 Eternal_City 0 000 | a capital");
        let sheep = add("n", "01 sheep 0 000 | woolly");
        let index = format!(
            "cat n 2 1 @ 2 0 {cat:08} {rare:08}  \nRome n 1 0 1 0 {rome:08}  \nsheep n 1 0 1 0 {sheep:08}  \npet n 1 0 1 0 {pet:08}  \n"
        );
        let part = Part { index: &index, data: &data, exceptions: "sheep sheep\n", nouns: true };
        let contents =
            contents_of(&["CAT", "CATS", "ROME", "SHEEP"], |wanted, contents| read(&part, wanted, contents));
        let found = |word: &str| -> Vec<(&str, u8, &str)> {
            let found = &contents.by_word[&fold_head(word).expect("a head")];
            found.iter().map(|c| (c.text.as_str(), c.remote, c.mark)).collect()
        };
        let cat = [
            ("a pet", 0),
            ("Felis catus", 12),
            ("Felix", 0),
            ("house cat", 0),
            ("animal", 0),
            ("a whip", 4),
            ("pet", 4),
        ];
        assert_eq!(found("CAT"), cat.map(|(text, remote)| (text, remote, "")));
        assert_eq!(found("CATS"), cat.map(|(text, remote)| (text, remote + 8, " (pl.)")));
        assert_eq!(found("ROME"), [("a capital", 0, ""), ("Eternal City", 0, "")]);
        assert_eq!(found("SHEEP"), [("woolly", 0, "")]);
        assert_eq!(contents.by_word.len(), 4, "wanted words only");
        let verbs = Part { nouns: false, ..part };
        let contents = contents_of(&["CATS"], |wanted, contents| read(&verbs, wanted, contents));
        assert!(contents.by_word.is_empty(), "plurals are of nouns");
    }

    #[test]
    fn plurals_by_the_rules_of_spelling() {
        let of = |lemma| plural(lemma, None).map(|word| word.iter().map(|l| l.char()).collect::<String>());
        for (lemma, expected) in
            [("cat", "CATS"), ("fly", "FLIES"), ("day", "DAYS"), ("box", "BOXES"), ("church", "CHURCHES")]
        {
            assert_eq!(of(lemma).as_deref(), Some(expected));
        }
        assert_eq!(of("dog_house"), None);
    }

    proptest! {
        #[test]
        fn reading_never_panics(index in "([a-c]{2,3} n [0-9] [0-3] [@~ ]{0,4}[0-9 ]{0,20}\n){0,3}", data in "\\PC{0,60}|[0-9a-c |@]{0,80}") {
            let part = Part { index: &index, data: &data, exceptions: "", nouns: true };
            contents_of(&["AB", "ABS", "CA"], |wanted, contents| read(&part, wanted, contents));
        }
    }
}
