//! Shortens a text, so that it fits a question field and is still a clue.
//!
//! A definition has the important part first: `a small dog (of any breed), kept as a pet; "her terrier barked"`. So it
//! is cut from the end and only at punctuation, never inside a phrase: first remarks in brackets are removed, then what
//! follows a semicolon, a dash, a colon or a comma, then relative clauses. A leading article is removed last. What
//! remains has to be a clue, without a bare article or a dangling `of`.

use super::heads::tokens;

/// A shortened text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Short {
    /// The text.
    pub text: String,
    /// Whether part of the meaning was cut off, so that the rest may be true of other words too.
    pub cut: bool,
}

/// Returns all shortened forms of a text that can be clues, longest first. If somebody wrote the text as a clue
/// (`trusted`), the whole of it is one whatever its form, as in `12` or `Alpha und A`.
pub(super) fn variants(text: &str, trusted: bool) -> Vec<Short> {
    let whole = tidy(text);
    let mut variants: Vec<Short> = Vec::new();
    if trusted && tokens(&whole).next().is_some() {
        variants.push(Short { text: whole.clone(), cut: false });
    }
    let mut offer = |text: &str, cut: bool| {
        let text = tidy(text);
        if is_clue(&text) && variants.iter().all(|other| other.text.chars().count() > text.chars().count()) {
            variants.push(Short { text, cut });
        }
    };
    offer(&whole, false);
    let bare = without_brackets(&whole);
    // What a dictionary adds in brackets is more than a clue needs; in a clue they say what would be wrong without them, as
    // `(Abk.)` does.
    let mut cut = trusted && bare != whole;
    offer(&bare, cut);
    let mut rest = bare.as_str();
    // What follows a semicolon is another meaning or an example; the first part is true without it.
    for (marks, loses) in [(&["; "][..], false), (&[" – ", " - "], true), (&[", "], true), (CLAUSES, true)]
    {
        if let Some(end) = marks.iter().filter_map(|mark| rest.find(mark)).min() {
            rest = &rest[..end];
            cut |= loses;
            offer(rest, cut);
        }
    }
    if let Some(text) = ARTICLES.iter().find_map(|article| rest.strip_prefix(article)) {
        offer(text, cut);
    }
    variants
}

/// The beginnings of clauses and additions that say more about what precedes them.
const CLAUSES: &[&str] =
    &[" that ", " which ", " who ", " whose ", " where ", " when ", " such as ", " especially "];

const ARTICLES: &[&str] = &[
    "a ", "an ", "the ", "A ", "An ", "The ", "ein ", "eine ", "der ", "die ", "das ", "Ein ", "Eine ",
    "Der ", "Die ", "Das ",
];

/// Returns the text without remarks in brackets.
pub(super) fn without_brackets(text: &str) -> String {
    tidy(&outside_brackets(text))
}

fn outside_brackets(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare
}

/// Tidies a text: single blanks, none at the ends or before punctuation, and no punctuation at the end that something
/// would have to follow.
fn tidy(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace(" ,", ",").replace(" ;", ";").replace(" .", ".");
    let text = text.trim_end_matches([',', ';', ':', ' ', '-', '–', '=']).trim_start_matches([',', ';', ' ']);
    // A single sentence loses its full stop; an abbreviation keeps it.
    let sentence = text.strip_suffix('.').filter(|rest| {
        let last = rest.rsplit([' ', '.']).next().unwrap_or_default();
        last.chars().count() > 4 && !rest.ends_with('.')
    });
    sentence.unwrap_or(text).to_owned()
}

/// Returns whether a text has the form of a clue: it has a word with a meaning, its brackets and quotes are closed, and
/// its last word does not need another one after it.
fn is_clue(text: &str) -> bool {
    let balanced =
        text.matches('(').count() == text.matches(')').count() && text.matches('"').count().is_multiple_of(2);
    let Some(last) = tokens(text).last() else { return false };
    let leads_on = LEADING.contains(&last);
    let bare = outside_brackets(text);
    let says_something =
        tokens(&bare).any(|token| token.chars().count() >= 2 && !token.chars().all(char::is_numeric));
    balanced && says_something && !leads_on
}

/// Words that no clue ends in.
const LEADING: &[&str] = &[
    "a", "an", "the", "of", "or", "and", "to", "for", "with", "by", "from", "as", "in", "at", "on", "very",
    "usually", "ein", "eine", "der", "die", "das", "des", "dem", "den", "und", "oder", "mit", "von", "vom",
    "zum", "zur", "für", "als", "wie",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<String> {
        variants(text, false).into_iter().map(|short| short.text).collect()
    }

    #[test]
    fn from_the_whole_to_its_heart() {
        assert_eq!(
            texts("a small dog (of any breed), kept as a pet; also a toy"),
            [
                "a small dog (of any breed), kept as a pet; also a toy",
                "a small dog, kept as a pet; also a toy",
                "a small dog, kept as a pet",
                "a small dog",
                "small dog",
            ]
        );
        assert_eq!(
            texts("a plant or animal that is atypically small"),
            ["a plant or animal that is atypically small", "a plant or animal", "plant or animal",]
        );
        assert_eq!(texts("Fisch"), ["Fisch"]);
        assert_eq!(texts("Kfz-Zeichen: Aachen"), ["Kfz-Zeichen: Aachen"]);
        assert_eq!(texts("Nebenfluss der Donau."), ["Nebenfluss der Donau"]);
        assert_eq!(texts("und so weiter (Abk.)"), ["und so weiter (Abk.)", "und so weiter"]);
    }

    #[test]
    fn what_was_cut_is_told() {
        let cuts: Vec<bool> = variants("a hooved animal; a horse, for riding", false)
            .into_iter()
            .map(|short| short.cut)
            .collect();
        assert_eq!(cuts, [false, false, false]);
        assert!(variants("a horse, for riding", false)[1].cut);
    }

    #[test]
    fn what_is_no_clue_is_left_out() {
        for text in ["", "...", "-", "(ugs.)", "a", "the", "12", "says \"no"] {
            assert_eq!(texts(text), [""; 0], "{text:?}");
        }
        assert_eq!(texts("the king of, in chess, the board"), ["the king of, in chess, the board"]);
    }

    #[test]
    fn what_an_author_wrote_is_taken_as_it_is() {
        assert_eq!(variants("12", true)[0].text, "12");
        assert_eq!(variants("Vorsilbe zu der", true)[0].text, "Vorsilbe zu der");
        assert_eq!((variants("12", false), variants("…", true)), (vec![], vec![]));
    }

    proptest! {
        #[test]
        fn variants_get_shorter_and_stay_in_form(text in "[a-zA-Z0-9 ,;:()\"ä-]{0,80}|\\PC{0,60}") {
            let variants = variants(&text, false);
            let lengths: Vec<usize> = variants.iter().map(|short| short.text.chars().count()).collect();
            prop_assert!(lengths.is_sorted_by(|a, b| a > b));
            prop_assert!(variants.iter().all(|short| is_clue(&short.text)));
        }
    }
}
