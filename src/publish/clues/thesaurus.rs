//! Thesauri in the MyThes format, which office programs use: OpenThesaurus (`th_de_DE_v2.dat`, Debian's `mythes-de`),
//! its English counterpart (`th_en_US_v2.dat`, `mythes-en-us`), and those of other languages.
//!
//! ```text
//! UTF-8                                        the encoding
//! aal|2                                        a head, and how many lines of meanings follow
//! -|Aal|Süßwasseraal|Fisch (Oberbegriff)       a meaning: its part of speech, and words
//! -|Torpedo|Aal (ugs.)|Waffe (Oberbegriff)
//! ```
//!
//! The words of a meaning are clues for the head. Labels follow a word to say that it is broader (`Oberbegriff`,
//! `generic term`), the opposite (`antonym`), colloquial (`ugs.`), and so on. If the head itself has a label in a
//! meaning, the clue says so: `ugs.: Torpedo`.

use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::{fold_head, tokens};
use super::shorten::without_brackets;
use crate::encodings::lexicon::{Letter, WordList};

/// Reads the wanted heads of a thesaurus. The first line, which names the encoding, is skipped.
pub fn read(text: &str, wanted: &WordList, contents: &mut Contents) {
    let mut lines = text.lines().skip(1);
    while let Some(line) = lines.next() {
        let Some((head, count)) = line.rsplit_once('|') else { continue };
        let Ok(count) = count.trim().parse::<usize>() else { continue };
        let meanings = lines.by_ref().take(count);
        let Some(word) = fold_head(head) else {
            meanings.for_each(drop);
            continue;
        };
        contents.heads += 1;
        let is_wanted = wanted.find(&word).is_some();
        for (sense, meaning) in meanings.enumerate() {
            if is_wanted {
                read_meaning(meaning, &word, sense, contents);
            }
        }
    }
}

fn read_meaning(line: &str, word: &[Letter], sense: usize, contents: &mut Contents) {
    let Some((part, members)) = line.split_once('|') else { return };
    let members: Vec<Member> = members.split('|').map(Member::read).collect();
    let head = members.iter().find(|member| member.is(word));
    // German meanings contain their head; one that does not is about another word, such as `Haus...` in compounds.
    // English meanings omit the head.
    let german = part.trim() == "-";
    if german && head.is_none() {
        return;
    }
    if head.is_some_and(Member::is_coarse) {
        return;
    }
    let prefix = head.and_then(Member::prefix);
    let noun = match head {
        Some(head) => head.text.starts_with(char::is_uppercase),
        None => part.contains("noun"),
    };
    let remote = (3 * sense).min(9) as u8 + if prefix.is_some() { 6 } else { 0 };
    for member in members.iter().filter(|member| !member.is(word) && member.is_usable()) {
        let nature = member.nature();
        let text = match (member.has("antonym"), prefix) {
            (true, _) => format!("opposite of {}", member.text),
            // A broader word is broader in any register.
            (false, Some(prefix)) if nature == Nature::Synonym => format!("{prefix}: {}", member.text),
            (false, _) => member.text.clone(),
        };
        contents
            .push(word, Candidate { remote: remote + member.remote(), noun, ..Candidate::new(text, nature) });
    }
}

/// A word of a meaning.
struct Member<'a> {
    text: String,
    labels: Vec<&'a str>,
    raw: &'a str,
}

/// What dictionaries write in brackets after a word about its use, and how a clue says it before the synonym.
const REGISTERS: [(&str, &str); 16] = [
    ("ugs.", "ugs."),
    ("salopp", "ugs."),
    ("geh.", "gehoben"),
    ("veraltet", "veraltet"),
    ("veraltend", "veraltet"),
    ("österr.", "österr."),
    ("schweiz.", "schweiz."),
    ("süddt.", "süddt."),
    ("norddeutsch", "norddt."),
    ("bair.", "bair."),
    ("engl.", "engl."),
    ("franz.", "franz."),
    ("lat.", "lat."),
    ("ital.", "ital."),
    ("fachspr.", "Fachwort"),
    ("Abkürzung", "Abk."),
];

/// What labels say of words that are not suitable as clues in a puzzle for everybody, alone or among other words, as in
/// `stark abwertend` or `vulg.`: the beginnings of words.
const COARSE: [&str; 7] = ["derb", "vulg", "abwertend", "Schimpfwort", "beleidigend", "sexuell", "rassist"];

impl<'a> Member<'a> {
    fn read(raw: &'a str) -> Self {
        let mut text = raw.trim();
        let mut labels = Vec::new();
        // Labels follow the word, in one pair of brackets or in several.
        while let Some((before, label)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
            labels.extend(label.split(',').map(str::trim));
            text = before.trim_end();
        }
        Self { text: unfolded(text), labels, raw }
    }

    /// Returns whether it is the head, as in `Aal (ugs.)` or `(sich) aalen`.
    fn is(&self, word: &[Letter]) -> bool {
        let spells = |text: &str| fold_head(text).is_some_and(|found| found == word);
        !self.raw.contains("...") && (spells(&self.text) || spells(&without_brackets(self.raw)))
    }

    fn has(&self, label: &str) -> bool {
        self.labels.contains(&label)
    }

    /// Returns whether it can be a clue.
    fn is_usable(&self) -> bool {
        let text = &self.text;
        let is_odd = text.is_empty() || text.contains(['(', ')', '!', '?', '[', '"']) || text.contains("...");
        !is_odd && !self.is_coarse()
    }

    fn is_coarse(&self) -> bool {
        let mut words = self.labels.iter().flat_map(|label| tokens(label));
        words.any(|word| COARSE.iter().any(|coarse| word.starts_with(coarse)))
    }

    fn nature(&self) -> Nature {
        match () {
            () if self.has("Oberbegriff") || self.has("generic term") => Nature::Broader,
            () if self.has("antonym") || self.has("related term") || self.has("similar term") => {
                Nature::Related
            }
            () => Nature::Synonym,
        }
    }

    /// Returns what a clue says about the head before the synonym.
    fn prefix(&self) -> Option<&'static str> {
        let of = |label: &&str| REGISTERS.iter().find(|(name, _)| name == label).map(|(_, prefix)| *prefix);
        self.labels.iter().find_map(of)
    }

    /// Returns the points for a synonym that is itself unusual, and so makes a worse clue.
    fn remote(&self) -> u8 {
        if self.labels.iter().any(|label| REGISTERS.iter().any(|(name, _)| name == label)) { 8 } else { 0 }
    }
}

/// Removes brackets before a word, which mark an optional part of it: `(sich) aalen` becomes `sich aalen`.
fn unfolded(text: &str) -> String {
    let Some((inside, rest)) = text.strip_prefix('(').and_then(|text| text.split_once(") ")) else {
        return text.to_owned();
    };
    if inside.contains(['.', '(', '/']) { text.to_owned() } else { format!("{inside} {rest}") }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::{clues_of, contents_of};
    use super::*;
    use proptest::prelude::*;

    // Written for this test in the format of the real files, which are never copied into this repository.
    const GERMAN: &str = "UTF-8\nring|3\n-|Ring|Reif|Schmuckstück (Oberbegriff)|Fingerzier (veraltet)\n\
        -|Ring...|kreisend\n-|Boxplatz|Ring (ugs.)|Platz (Oberbegriff)|Kloppe (derb)\n\
        baden gehen|1\n-|(sich) baden|schwimmen gehen\nsonnen|1\n-|(sich) sonnen|(sich) bräunen|in der Sonne liegen\n\
        en bloc|1\n-|en bloc|als Ganzes (geh.)|alle(s)\n";
    const ENGLISH: &str = "UTF-8\nring|2\n(noun)|hoop|band|jewelry (generic term)\n(verb)|sound|toll (related term)\n\
        open|1\n(adj)|unfastened|closed (antonym)\n";

    fn read_text(text: &str) -> Contents {
        contents_of(&["RING", "SONNEN", "ENBLOC", "OPEN"], |wanted, contents| read(text, wanted, contents))
    }

    fn natures(contents: &Contents, word: &str) -> Vec<Nature> {
        contents.by_word[&fold_head(word).expect("a head")].iter().map(|c| c.nature).collect()
    }

    #[test]
    fn german_meanings() {
        let contents = read_text(GERMAN);
        assert_eq!(contents.heads, 4);
        assert_eq!(
            clues_of(&contents, "RING"),
            ["Reif", "Schmuckstück", "Fingerzier", "ugs.: Boxplatz", "Platz"]
        );
        assert_eq!(
            natures(&contents, "RING"),
            [Nature::Synonym, Nature::Broader, Nature::Synonym, Nature::Synonym, Nature::Broader]
        );
        assert_eq!(clues_of(&contents, "SONNEN"), ["sich bräunen", "in der Sonne liegen"]);
        assert_eq!(clues_of(&contents, "ENBLOC"), ["als Ganzes"]);
        let ring = &contents.by_word[&fold_head("RING").expect("a head")];
        assert!(ring.iter().all(|c| c.noun));
        // Rarer: later meanings (3 points each), a head with a label (6), a synonym with one (8).
        assert_eq!(ring.iter().map(|c| c.remote).collect::<Vec<_>>(), [0, 0, 8, 12, 12]);
        let old = read_text("UTF-8\nring|1\n-|Ring (veraltet)|Reif\n");
        assert_eq!(clues_of(&old, "RING"), ["veraltet: Reif"]);
        let several = "UTF-8\nring|5\n-|Ring|A\n-|Ring|B\n-|Ring|C\n-|Ring|D\n-|ring|E (ugs.)\n";
        let contents = read_text(several);
        let ring = &contents.by_word[&fold_head("RING").expect("a head")];
        assert_eq!(ring.iter().map(|c| c.remote).collect::<Vec<_>>(), [0, 3, 6, 9, 17]);
        assert_eq!(ring.iter().map(|c| c.noun).collect::<Vec<_>>(), [true, true, true, true, false]);
    }

    #[test]
    fn coarse_words_are_no_clues_however_their_label_says_so() {
        let labels = [
            "derb",
            "stark abwertend",
            "meist abwertend, regional",
            "vulg.",
            "ugs.) (abwertendes Schlagwort",
        ];
        let coarse: String = labels.iter().map(|label| format!("|Reif{} ({label})", label.len())).collect();
        let contents = read_text(&format!("UTF-8\nring|1\n-|Ring|Reif (niederbayr.){coarse}\n"));
        assert_eq!(clues_of(&contents, "RING"), ["Reif"]);
        let contents = read_text("UTF-8\nring|1\n-|Ring (oft abwertend)|Reif\n");
        assert!(!contents.by_word.contains_key(&fold_head("RING").expect("a head")));
    }

    #[test]
    fn english_meanings() {
        let contents = read_text(ENGLISH);
        assert_eq!(clues_of(&contents, "RING"), ["hoop", "band", "jewelry", "sound", "toll"]);
        assert_eq!(clues_of(&contents, "OPEN"), ["unfastened", "opposite of closed"]);
        assert_eq!(natures(&contents, "OPEN"), [Nature::Synonym, Nature::Related]);
        let (same, broader, related) = (Nature::Synonym, Nature::Broader, Nature::Related);
        assert_eq!(natures(&contents, "RING"), [same, same, broader, same, related]);
        let ring = &contents.by_word[&fold_head("RING").expect("a head")];
        assert_eq!(ring.iter().map(|c| c.noun).collect::<Vec<_>>(), [true, true, true, false, false]);
        let contents = read_text("UTF-8\nopen|1\n(adj)|wide (similar term)|...|ajar...|what?\n");
        assert_eq!(clues_of(&contents, "OPEN"), ["wide"]);
        assert_eq!(natures(&contents, "OPEN"), [Nature::Related]);
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,80}|UTF-8\n([a-c]{1,3}\\|[0-3]\n|-?[a-c(). |]{0,20}\n){0,6}") {
            let _ = read_text(&text);
        }
    }
}
