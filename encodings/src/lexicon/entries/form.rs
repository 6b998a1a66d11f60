//! Which form a list has. A first line that names columns makes it a table:
//!
//! ```text
//! Wort,Punkte,Hinweis
//! Enkelin Mia,80,"Tochter von Eva, in Ulm"
//! ```
//!
//! Columns may be in any order, and others may be among them. A list with a comma in every line, and none of the other
//! separators, is such a table without its headings: words and clues, or words and scores. Otherwise each line stands for
//! itself, except that lists of questions and answers have the word on the other side of the separator. That is guessed
//! from the first lines: in most of them, what is there has to look more like a word, above all by its capitals.

use super::fields::{field, record};
use super::{MARKS, Style, read_score};
use crate::lexicon::Alphabet;
use std::borrow::Cow;

/// How many lines are examined to guess the form of a list.
const ASKED: usize = 500;

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Each line stands for itself.
    Lines(WordSide),
    /// The first line names the columns.
    Table(Table),
}

/// Where in a line the word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordSide {
    /// Before the first separator.
    First,
    /// After the last separator.
    Last,
    /// Before the first space or TAB.
    BeforeSpace,
}

/// The columns of a table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    separator: char,
    /// Whether the first line names the columns.
    pub has_headings: bool,
    /// How many columns there are.
    count: usize,
    pub word: usize,
    pub score: Option<usize>,
    pub level: Option<usize>,
    pub clue: Option<usize>,
}

impl Form {
    /// Recognises the form of a text without byte order mark.
    pub fn of(text: &str, style: Style) -> Self {
        if style == Style::Spaced {
            return Self::Lines(WordSide::BeforeSpace);
        }
        let headed = content_lines(text).next().and_then(Table::of_headings);
        match headed.or_else(|| Table::of_commas(text)) {
            Some(table) => Self::Table(table),
            None => Self::Lines(WordSide::of(text)),
        }
    }
}

/// Returns the lines that are neither blank nor comments.
fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl WordSide {
    fn of(text: &str) -> Self {
        let (mut lines, mut last) = (0, 0);
        for line in content_lines(text).take(ASKED) {
            let Some((word, rest)) = line.split_once(MARKS) else { continue };
            let mark = line[word.len()..].chars().next().unwrap_or_default();
            if mark != '|' && read_score(&field(rest, mark).0).is_some() {
                // A score always follows its word.
                return Self::First;
            }
            let end = rest.rsplit(MARKS).next().unwrap_or_default();
            lines += 1;
            last += usize::from(points(end, false) > points(word, true));
        }
        if 2 * last > lines { Self::Last } else { Self::First }
    }
}

/// Returns how much a field looks like a word, or like a phrase where that counts as well: clues look like phrases, so
/// what comes second has to be more than that.
fn points(text: &str, phrases_count: bool) -> usize {
    let text = text.trim().trim_matches('"');
    match Alphabet::Folded.fold(text).ok().filter(|signs| signs.len() > 1) {
        Some(_) if !text.contains(char::is_lowercase) => 3,
        Some(_) if phrases_count || !text.contains(' ') => 1,
        _ => 0,
    }
}

impl Table {
    /// Returns the columns, if this line names that of the word and another one.
    fn of_headings(line: &str) -> Option<Self> {
        const WORD: [&str; 8] =
            ["word", "answer", "solution", "wort", "antwort", "lösung", "loesung", "begriff"];
        const SCORE: [&str; 5] = ["score", "points", "value", "punkte", "wert"];
        const LEVEL: [&str; 2] = ["level", "stufe"];
        const CLUE: [&str; 9] = [
            "clue",
            "hint",
            "question",
            "gloss",
            "definition",
            "frage",
            "hinweis",
            "umschreibung",
            "rätselfrage",
        ];
        ['\t', '|', ';', ','].into_iter().find_map(|separator| {
            let names: Vec<String> = line
                .split(separator)
                .map(|name| name.trim().trim_matches('"').trim().to_lowercase())
                .collect();
            let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
            let table = Self {
                separator,
                has_headings: true,
                count: names.len(),
                word: place(&WORD)?,
                score: place(&SCORE),
                level: place(&LEVEL),
                clue: place(&CLUE),
            };
            [table.score, table.level, table.clue].iter().any(Option::is_some).then_some(table)
        })
    }

    /// Returns the columns of a list of words and clues, or words and scores, with a comma between them in every line.
    fn of_commas(text: &str) -> Option<Self> {
        let (mut lines, mut words, mut scores) = (0, 0, 0);
        for line in content_lines(text).take(ASKED) {
            let (word, rest) = field(line, ',');
            let rest = rest.filter(|_| !line.contains(MARKS))?;
            lines += 1;
            words += usize::from(points(&word, true) > 0);
            scores += usize::from(read_score(&field(rest, ',').0).is_some());
        }
        // Most lines have a word where it should be; a text with a comma in each line would have none in many.
        let is_scored = scores == lines;
        let clue = if is_scored { 2 } else { 1 };
        (lines > 0 && 10 * words >= 9 * lines).then(|| Self {
            separator: ',',
            has_headings: false,
            count: clue + 1,
            word: 0,
            score: is_scored.then_some(1),
            level: None,
            clue: Some(clue),
        })
    }

    /// Calls `each` with the line number, the first line and the fields of every record below the headings.
    pub fn for_each_record<'t>(
        &self,
        text: &'t str,
        mut each: impl FnMut(usize, &'t str, Vec<Cow<'t, str>>),
    ) {
        let (mut rest, mut line, mut is_below) = (text, 1, !self.has_headings);
        while !rest.is_empty() {
            let (first, next) = rest.split_once('\n').unwrap_or((rest, ""));
            let content = first.trim();
            let mut after = next;
            if !content.is_empty() && !content.starts_with('#') {
                if is_below {
                    let (fields, end) = record(rest, self.separator, self.count);
                    after = end;
                    each(line, content, fields);
                }
                is_below = true;
            }
            let read = &rest[..rest.len() - after.len()];
            line += read.bytes().filter(|&b| b == b'\n').count();
            rest = after;
        }
    }
}
