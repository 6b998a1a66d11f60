//! Clues that people write: lists of [the usual form](crate::encodings::lexicon::entries), whose lines have a clue.
//!
//! ```text
//! # name: my clues            comments; some of them describe the list
//! # licence: CC0
//! # language: de
//! ROSE|Blume
//! rose<TAB>a flower | a colour    a table of glosses, as made from a Wiktionary
//! AAL|                        a word that still needs a clue
//! ```
//!
//! A word may have several lines: all its clues are taken.

use super::candidate::{Candidate, Nature};
use super::contents::{About, Contents};
use crate::encodings::lexicon::{Style, WordList, for_each_entry};

/// How many lines are examined to recognise a table of glosses.
const ASKED: usize = 500;

/// Reads the wanted words of a list; `nature` is that of its clues.
pub fn read(text: &str, nature: Nature, wanted: &WordList, contents: &mut Contents) {
    let is_gloss = |line: &str| line.split_once('\t').is_some_and(|(_, clue)| clue.contains(" | "));
    let glosses = text.lines().take(ASKED).any(is_gloss);
    for_each_entry(text, Style::Marked, |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(unusable) => return contents.skipped.add(unusable.line, unusable.text),
        };
        let word = &entry.letters[..];
        let is_wanted = wanted.find(word).is_some();
        if is_wanted && entry.has_own_spelling() && !contents.spellings.contains_key(word) {
            contents.spellings.insert(word.to_vec(), entry.spelling.to_string());
        }
        match entry.clue {
            // A phrase may be a word and its clue with the wrong separator.
            None if entry.score.is_none() && entry.spelling.contains(' ') => {
                contents.skipped.add(entry.line, &entry.spelling);
            }
            None => contents.unwritten += 1,
            Some(clue) => {
                contents.heads += 1;
                match (is_wanted, glosses) {
                    (false, _) => {}
                    (true, false) => contents.push(word, Candidate::new(clue, nature)),
                    (true, true) => {
                        let candidates = clue.split(" | ").enumerate();
                        for candidate in candidates.filter_map(|(sense, gloss)| gloss_of(gloss, sense)) {
                            contents.push(word, candidate);
                        }
                    }
                }
            }
        }
    });
}

/// Returns a gloss from a table without its number and labels; `None` if it has markup left or only refers to another
/// word.
fn gloss_of(gloss: &str, sense: usize) -> Option<Candidate> {
    let mut text = gloss.trim();
    // `[1] (transitive) to walk`, `(Botanik) eine Blume`
    while let Some((_, close)) =
        [('[', ']'), ('(', ')')].into_iter().find(|(open, _)| text.starts_with(*open))
    {
        let end = text.find(close)?;
        text = text[end + close.len_utf8()..].trim_start_matches([' ', ':', ',']);
    }
    let is_markup = ["{{", "[[", "''", "<", "=="].iter().any(|mark| text.contains(mark));
    (!text.is_empty() && !is_markup)
        .then(|| Candidate { remote: (3 * sense).min(12) as u8, ..Candidate::new(text, Nature::Definition) })
}

/// Reads what the comments in a file's first lines say about it, each in the form `# name: value`.
pub(super) fn about(text: &str, about: &mut About) {
    let file = about.name.clone();
    for line in text.lines().take_while(|line| line.starts_with('#') || line.trim().is_empty()) {
        let value = line.trim_start_matches('#').split_once(':').map(|(key, value)| (key, value.trim()));
        if let Some((key, value)) = value.filter(|(_, value)| !value.is_empty()) {
            tell_of(key, value, about);
        }
    }
    about.silent = about.name == file && about.credit.is_none() && about.licence.is_none();
}

fn tell_of(key: &str, value: &str, about: &mut About) {
    match key.trim().to_lowercase().as_str() {
        "name" | "title" | "titel" => about.name = value.to_owned(),
        "licence" | "license" | "lizenz" => about.licence = Some(value.to_owned()),
        "credit" | "source" | "author" | "quelle" | "autor" => about.credit = Some(value.to_owned()),
        "language" | "sprache" => about.language = value.parse().ok(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::{clues_of, contents_of};
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Contents {
        contents_of(&["ROSE", "EI", "UEBEL", "ENBLOC"], |wanted, contents| {
            read(text, Nature::Written, wanted, contents)
        })
    }

    #[test]
    fn words_and_clues_with_bars_and_tabs() {
        let contents =
            read_text("ROSE|a flower\nrose | it was | risen \n\n# ROSE|no\nÜbel|evil\nTOR|gate\nEI|\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["a flower", "it was | risen"]);
        assert_eq!(contents.spellings.len(), 1, "{:?}", contents.spellings);
        assert_eq!(clues_of(&contents, "UEBEL"), ["evil"]);
        assert_eq!((contents.heads, contents.unwritten, contents.skipped.count), (4, 1, 0));
        let contents = read_text("en bloc\tas a whole\tignored\nEi\twhat hens lay; white\n");
        assert_eq!(clues_of(&contents, "ENBLOC"), ["as a whole"]);
        assert_eq!(clues_of(&contents, "EI"), ["what hens lay; white"]);
    }

    #[test]
    fn quotes_around_a_part_of_a_clue_stay() {
        let contents =
            read_text("ROSE|\"Titanic\" sank here\nEI|\"what hens lay\"\nÜBEL|\"so \"\"evil\"\"\" \n");
        assert_eq!(clues_of(&contents, "ROSE"), ["\"Titanic\" sank here"]);
        assert_eq!(clues_of(&contents, "EI"), ["what hens lay"]);
        assert_eq!(clues_of(&contents, "UEBEL"), ["so \"evil\""]);
    }

    #[test]
    fn questions_and_answers_either_way_round() {
        let contents = read_text("Blume; rot;ROSE\nvom Huhn;EI\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["Blume; rot"]);
        let contents = read_text("ROSE;Blume; rot\nEI;vom Huhn\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["Blume; rot"]);
        // With single words on both sides, capitals decide.
        let contents = read_text("Blume;ROSE\nBöse;ÜBEL\n");
        assert_eq!(
            (clues_of(&contents, "ROSE"), clues_of(&contents, "UEBEL")),
            (vec!["Blume"], vec!["Böse"])
        );
    }

    #[test]
    fn headings_say_which_column_is_which() {
        let contents =
            read_text("date,answer,clue\n2020,ROSE,\"Flower, \"\"red\"\"\"\n2021,EI,Egg in Germany\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["Flower, \"red\""]);
        assert_eq!(clues_of(&contents, "EI"), ["Egg in Germany"]);
        let contents = read_text("Frage;Antwort\nBlume;rose\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["Blume"]);
    }

    #[test]
    fn glosses_of_a_table_are_taken_apart() {
        let contents =
            read_text("rose\t(botany) a flower | [2] a colour | {{x}} no\nei\tinterjection | (label\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["a flower", "a colour"]);
        assert_eq!(clues_of(&contents, "EI"), ["interjection"]);
        assert!(contents.by_word.values().flatten().all(|c| c.nature == Nature::Definition));
        let contents = read_text("rose\ta | b | (label) | c | d | e | f\n");
        let rose = contents.by_word.values().next().expect("clues");
        let found: Vec<(&str, u8)> = rose.iter().map(|clue| (clue.text.as_str(), clue.remote)).collect();
        assert_eq!(
            found,
            [("a", 0), ("b", 3), ("c", 9), ("d", 12), ("e", 12), ("f", 12)],
            "the later the rarer"
        );
    }

    #[test]
    fn the_first_spelling_of_a_wanted_word_is_kept() {
        let contents = read_text("En bloc|as a whole\nen-bloc|all together\nBär|an animal\nEI|egg\n");
        let spellings: Vec<&str> = contents.spellings.values().map(String::as_str).collect();
        assert_eq!(spellings, ["En bloc"]);
    }

    #[test]
    fn comments_say_what_a_list_is() {
        let mut found = About::default();
        about(
            "# name: My list\n# licence: CC0\n\n# Language: de\n# nothing\nROSE|x y\n# name: late\n",
            &mut found,
        );
        assert_eq!(found.name, "My list");
        assert_eq!(found.licence.as_deref(), Some("CC0"));
        assert_eq!(found.language.as_ref().map(|l| l.tag()), Some("de"));
        assert!(!found.silent);
        for (comments, is_silent) in [
            ("# language: de\n# name:\n", true),
            ("# Titel: Mine\n", false),
            ("# Lizenz: CC0\n", false),
            ("# Quelle: me\n", false),
        ] {
            let mut found = About { name: "list.txt".to_owned(), ..About::default() };
            about(comments, &mut found);
            assert_eq!(found.silent, is_silent, "{comments}");
            assert_eq!(found.credit.as_deref() == Some("me"), comments.contains("Quelle"));
        }
    }

    #[test]
    fn what_is_no_clue_is_counted() {
        let contents = read_text("EI|an egg\nROSE a flower\n|x\nA|one\nE=MAIL|post\nAAL\nTOR;7\n");
        assert_eq!((contents.heads, contents.unwritten, contents.skipped.count), (1, 2, 4));
        assert!(contents.skipped.to_string().contains("as line 2 \"ROSE a flower\""), "{}", contents.skipped);
        let scores = read_text("EI;80\nROSE;20\n");
        assert_eq!((scores.heads, scores.unwritten, scores.skipped.count), (0, 2, 0));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,80}|[A-Ca-c|;,\t\"#\n ]{0,60}") {
            let _ = read_text(&text);
        }
    }
}
