//! Clues that people write: a word and a clue per line, in any of the usual forms of such lists.
//!
//! ```text
//! # name: my clues            comments; some of them describe the list
//! # licence: CC0
//! # language: de
//! ROSE|Blume                  WORD|clue
//! ROSE<TAB>Blume              WORD<TAB>clue
//! Blume;ROSE                  question and answer, in either order
//! rose<TAB>a flower | a colour    a table of glosses, as made from a Wiktionary
//! AAL|                        a word that still needs a clue
//! ```
//!
//! The separator, and the side that the word is on, are the same for a whole file: a line of headings (`Frage;Antwort`,
//! `answer,clue`) states them; otherwise they are guessed from the lines. A TAB takes precedence over `|`, and `|` over
//! `;`; the word is on the side where more lines have one, above all one in capitals. Fields may be quoted as in CSV.

use super::candidate::{Candidate, Nature};
use super::contents::{About, Contents};
use super::heads::fold_head;
use crate::encodings::lexicon::{Letter, WordList};
use std::borrow::Cow;

/// How the lines of a file are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    separator: char,
    word: usize,
    clue: usize,
}

/// How many lines are examined to guess the form of a file.
const ASKED: usize = 500;

/// Reads the wanted words of a file.
pub fn read(text: &str, wanted: &WordList, contents: &mut Contents) {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim_end()));
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    while lines.next_if(|(_, line)| line.starts_with('#')).is_some() {}
    let heading = lines.peek().and_then(|(_, line)| headings(line));
    let columns = match heading {
        Some(columns) => {
            lines.next();
            columns
        }
        None => guess(text),
    };
    let glosses = columns.separator == '\t' && text.lines().take(ASKED).any(|line| line.contains(" | "));
    for (number, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
        match read_line(line, columns) {
            Some((_, clue)) if clue.trim().is_empty() => contents.unwritten += 1,
            Some((word, clue)) => {
                contents.heads += 1;
                if wanted.find(&word).is_none() {
                    continue;
                }
                match glosses {
                    false => contents.push(&word, Candidate::new(clue.trim(), Nature::Written)),
                    true => {
                        for (sense, gloss) in clue.split(" | ").enumerate() {
                            if let Some(candidate) = gloss_of(gloss, sense) {
                                contents.push(&word, candidate);
                            }
                        }
                    }
                }
            }
            None => {
                contents.skipped.count += 1;
                contents
                    .skipped
                    .first
                    .get_or_insert_with(|| (number, line.trim().chars().take(40).collect()));
            }
        }
    }
}

/// Splits a line into word and clue; returns `None` if it has no word.
fn read_line(line: &str, columns: Columns) -> Option<(Vec<Letter>, Cow<'_, str>)> {
    let fields = split(line, columns);
    let word = fold_head(fields.get(columns.word)?.trim())?;
    let clue = fields.into_iter().nth(columns.clue)?;
    // A number is a score, as in a word list.
    let is_number = columns.separator != '|' && !clue.trim().is_empty() && clue.trim().parse::<f64>().is_ok();
    (!is_number).then_some((word, clue))
}

/// Returns the fields of a line. Without quotes, the last one may contain separators, as clues do.
fn split(line: &str, Columns { separator, word, clue }: Columns) -> Vec<Cow<'_, str>> {
    let quoted = line.starts_with('"') || line.contains(&format!("{separator}\""));
    if quoted && let Some(fields) = split_quoted(line, separator) {
        return fields;
    }
    let parts = word.max(clue) + 1;
    match separator {
        '\t' => line.split('\t').map(Cow::Borrowed).collect(),
        // `clue; with more;ANSWER`: the word follows the last separator.
        _ if word > clue && parts == 2 => match line.rsplit_once(separator) {
            Some((clue, word)) => vec![Cow::Borrowed(clue), Cow::Borrowed(word)],
            None => vec![Cow::Borrowed(line)],
        },
        _ => line.splitn(parts, separator).map(Cow::Borrowed).collect(),
    }
}

/// Returns fields some of which are entirely in quotes, with quotes inside doubled; `None` if a quote is not closed or
/// something follows it, as in `"Titanic" sank here`.
fn split_quoted(line: &str, separator: char) -> Option<Vec<Cow<'_, str>>> {
    let (mut fields, mut field, mut inside, mut closed) = (Vec::new(), String::new(), false, false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if inside && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if inside => (inside, closed) = (false, true),
            c if c == separator && !inside => {
                closed = false;
                fields.push(Cow::Owned(std::mem::take(&mut field)));
            }
            c if closed && !c.is_whitespace() => return None,
            '"' if field.trim().is_empty() => {
                field.clear();
                inside = true;
            }
            c => field.push(c),
        }
    }
    fields.push(Cow::Owned(field));
    (!inside).then_some(fields)
}

/// Returns the separator and the columns of word and clue, if this is a line of headings.
fn headings(line: &str) -> Option<Columns> {
    const WORD: [&str; 8] = ["word", "answer", "solution", "wort", "antwort", "lösung", "loesung", "begriff"];
    const CLUE: [&str; 8] =
        ["clue", "question", "gloss", "definition", "frage", "hinweis", "umschreibung", "rätselfrage"];
    ['\t', '|', ';', ','].into_iter().find_map(|separator| {
        let fields: Vec<String> =
            line.split(separator).map(|field| field.trim().trim_matches('"').to_lowercase()).collect();
        let place = |names: &[&str]| fields.iter().position(|field| names.contains(&field.as_str()));
        Some(Columns { separator, word: place(&WORD)?, clue: place(&CLUE)? })
    })
}

/// Guesses the form of a file without headings from its lines.
fn guess(text: &str) -> Columns {
    let sample = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).take(ASKED);
    let all = sample().count();
    let has = |separator: char| sample().filter(|line| line.contains(separator)).count();
    let separator = ['\t', '|', ';'].into_iter().find(|&separator| 2 * has(separator) > all).unwrap_or('|');
    let (first, last) = (Columns { separator, word: 0, clue: 1 }, Columns { separator, word: 1, clue: 0 });
    let points = |columns: Columns| -> usize {
        let word =
            |line| split(line, columns).into_iter().nth(columns.word).unwrap_or_default().trim().to_owned();
        let of = |word: String| match fold_head(&word) {
            Some(_) if !word.contains(char::is_lowercase) => 3,
            Some(_) if !word.contains(' ') => 1,
            _ => 0,
        };
        sample().map(word).map(of).sum()
    };
    if points(last) > points(first) { last } else { first }
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
        contents_of(&["ROSE", "EI", "UEBEL", "ENBLOC"], |wanted, contents| read(text, wanted, contents))
    }

    #[test]
    fn words_and_clues_with_bars_and_tabs() {
        let contents =
            read_text("ROSE|a flower\nrose | it was | risen \n\n# ROSE|no\nÜbel|evil\nTOR|gate\nEI|\n");
        assert_eq!(clues_of(&contents, "ROSE"), ["a flower", "it was | risen"]);
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
    }

    #[test]
    fn what_is_no_clue_is_counted() {
        let contents = read_text("EI|an egg\nROSE a flower\n|x\nA|one\nE=MAIL|post\n");
        assert_eq!((contents.heads, contents.skipped.count), (1, 4));
        assert!(contents.skipped.to_string().contains("as line 2 \"ROSE a flower\""), "{}", contents.skipped);
        let scores = read_text("EI;80\nROSE;20\n");
        assert_eq!((scores.heads, scores.skipped.count), (0, 2));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,80}|[A-Ca-c|;,\t\"#\n ]{0,60}") {
            let _ = read_text(&text);
        }
    }
}
