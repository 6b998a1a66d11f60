//! Reads lists of words: the one form that serves everywhere a list is read, as words to fill with, as clues, and as
//! words to be laid across each other.
//!
//! ```text
//! # a comment
//! Straße
//! Übermut;80                    WORD;SCORE, or with a TAB
//! Enkelin Mia|Tochter von Eva   WORD|clue
//! Rose;Blume                    WORD;clue, or with a TAB
//! Rose;80;Blume; dornig         WORD;SCORE;clue, or with TABs
//! Blume, rot;ROSE               clue;WORD, if most lines of the list have a word in capitals there
//! Rose,"rot, dornig"            WORD,clue, if each line has a comma and none of the other separators
//! ```
//!
//! A list may also be a table whose first line names its columns (see `form.rs`). What is special about a use of the list
//! (no repeated words, only words of a puzzle, …) is left to its reader; what a line *says* is decided here alone.
//!
//! Lists come from anywhere and may have half a million lines, so they are read line by line into the same buffers,
//! and a line of plain A to Z with at most a score takes a short way. A line that cannot be used does not make the
//! others unusable: it is passed on with the reason.

mod fields;
mod form;
#[cfg(test)]
mod tests;

use super::Letter;
use super::fold::fold_phrase_into;
use fields::{field, whole};
use form::{Form, Table, WordSide};
use std::borrow::Cow;
use std::fmt;

/// The maximum length of a word: no grid is wider.
pub const LONGEST_WORD: usize = 200;

/// What separates a word from the rest of its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `;`, `|` or a TAB, or what the list's headings are separated by.
    #[default]
    Marked,
    /// The first space or TAB, as in the lists of genxword: what follows is the clue.
    Spaced,
}

/// A word of a list, with what its line says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The word as it is written.
    pub spelling: Cow<'a, str>,
    /// The word as it stands in a grid: 2 to [`LONGEST_WORD`] letters.
    pub letters: Cow<'a, [Letter]>,
    /// Its score, from 0 to 1,000,000.
    pub score: Option<f32>,
    /// Its clue; not empty.
    pub clue: Option<Cow<'a, str>>,
}

impl Entry<'_> {
    /// Returns whether the spelling says more than the letters do: by an umlaut, a space, a hyphen, an apostrophe, …
    #[inline]
    pub fn has_own_spelling(&self) -> bool {
        says_more(&self.spelling, &self.letters)
    }

    /// Returns the entry with texts of its own.
    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            line: self.line,
            spelling: Cow::Owned(self.spelling.into_owned()),
            letters: Cow::Owned(self.letters.into_owned()),
            score: self.score,
            clue: self.clue.map(|clue| Cow::Owned(clue.into_owned())),
        }
    }
}

/// Returns whether the spelling of a word says more than its letters do: by an umlaut, a space, a hyphen, an apostrophe,
/// … Whether letters are capitals does not count.
#[inline]
pub(crate) fn says_more(spelling: &str, letters: &[Letter]) -> bool {
    spelling.len() != letters.len() || !spelling.is_ascii()
}

/// A line of a list that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable<'a> {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The line without surrounding blanks.
    pub text: &'a str,
    /// What stands there as the word.
    pub word: Cow<'a, str>,
    /// The reason.
    pub reason: SkipReason,
}

impl Unusable<'_> {
    /// Returns the line with texts of its own, of which long ones are cut.
    pub(crate) fn to_skipped(&self) -> SkippedLine {
        SkippedLine { line: self.line, word: self.word.chars().take(40).collect(), reason: self.reason }
    }
}

/// A line of a list that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedLine {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What stands there as the word; long ones are cut.
    pub word: String,
    /// The reason.
    pub reason: SkipReason,
}

impl fmt::Display for SkippedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: `{}` {}", self.line, self.word, self.reason)
    }
}

/// Why a line of a list was skipped.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// There is nothing where the word should be.
    NoWord,
    /// A character that is neither a Latin letter nor one that may stand between the parts of a phrase.
    NotALetter,
    /// A word of a single letter.
    OneLetter,
    /// More than [`LONGEST_WORD`] letters.
    TooLong,
    /// A score that is not a number from 0 to 1,000,000.
    BadScore,
    /// A level that is not a number from 1 to 5.
    BadLevel,
    /// The word of the line before with `'s`, as in many English dictionaries.
    Possessive,
}

impl SkipReason {
    /// All reasons, in the order of their declaration.
    pub const ALL: [Self; 7] = [
        Self::NoWord,
        Self::NotALetter,
        Self::OneLetter,
        Self::TooLong,
        Self::BadScore,
        Self::BadLevel,
        Self::Possessive,
    ];
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWord => "has no word",
            Self::NotALetter => "has a character that is not a Latin letter",
            Self::OneLetter => "has only one letter",
            Self::TooLong => "is longer than any grid",
            Self::BadScore => "has a score that is not a number from 0 to 1000000",
            Self::BadLevel => "has a level that is not 1, 2, 3, 4 or 5",
            Self::Possessive => "is the word of the line before with an 's",
        })
    }
}

/// A list in memory: what can be used, and what was skipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entries {
    /// The entries in the order of the list; a word may have several.
    pub entries: Vec<Entry<'static>>,
    /// The lines that cannot be used.
    pub skipped: Vec<SkippedLine>,
}

/// Reads a list into memory; [`for_each_entry`] reads long ones without that.
///
/// ```
/// use cwsat_encodings::lexicon::{Style, read_entries};
/// let list = read_entries("Enkelin Mia|Tochter von Eva\nRose;80;Blume\nH2O\n", Style::Marked);
/// let [mia, rose] = &list.entries[..] else { panic!() };
/// assert_eq!((mia.letters.len(), &*mia.spelling), (10, "Enkelin Mia"));
/// assert_eq!((rose.score, rose.clue.as_deref()), (Some(80.0), Some("Blume")));
/// assert_eq!(list.skipped[0].to_string(), "line 3: `H2O` has a character that is not a Latin letter");
/// ```
pub fn read_entries(text: &str, style: Style) -> Entries {
    let mut list = Entries::default();
    for_each_entry(text, style, |entry| match entry {
        Ok(entry) => list.entries.push(entry.into_owned()),
        Err(unusable) => list.skipped.push(unusable.to_skipped()),
    });
    list
}

/// Returns whether the first line of a list names its columns.
pub fn has_headings(text: &str) -> bool {
    matches!(Form::of(text, Style::Marked), Form::Table(table) if table.has_headings)
}

/// Returns whether a list is a table: its first line names its columns, or all its lines have commas.
pub fn is_table(text: &str) -> bool {
    matches!(Form::of(text, Style::Marked), Form::Table(_))
}

/// Calls `each` with every entry of a list and every line that cannot be used, in their order. Blank lines and comments
/// are passed over.
pub fn for_each_entry(text: &str, style: Style, each: impl FnMut(Result<Entry<'_>, Unusable<'_>>)) {
    read(text, style, &mut Folding { each, letters: Vec::with_capacity(64) });
}

/// Calls `each` with what every line of a list says, in their order, for lists whose words are not of A to Z.
pub(crate) fn for_each_written(text: &str, style: Style, each: impl FnMut(Written<'_>)) {
    read(text, style, &mut Plainly(each));
}

/// What a line of a list says, before its word becomes letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Written<'a> {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The line without surrounding blanks.
    pub text: &'a str,
    /// What stands there as the word; empty if nothing does.
    pub word: Cow<'a, str>,
    /// The score, or why there is none although something stands in its place.
    pub score: Option<Result<f32, SkipReason>>,
    /// The clue; empty if there is none.
    pub clue: Cow<'a, str>,
    /// Whether it is the word of the line before with `'s`.
    pub is_possessive: bool,
}

/// What receives the lines of a list.
trait Visitor {
    /// Takes a line as it stands, if it is a simple one; otherwise it is taken apart for [`Self::written`].
    fn took(&mut self, _line: usize, _content: &str) -> bool {
        false
    }

    fn written(&mut self, written: Written<'_>);
}

struct Plainly<F>(F);

impl<F: FnMut(Written<'_>)> Visitor for Plainly<F> {
    fn written(&mut self, written: Written<'_>) {
        (self.0)(written);
    }
}

struct Folding<F> {
    each: F,
    letters: Vec<Letter>,
}

impl<F: FnMut(Result<Entry<'_>, Unusable<'_>>)> Visitor for Folding<F> {
    #[inline]
    fn took(&mut self, line: usize, content: &str) -> bool {
        self.letters.clear();
        let Some((spelling, score)) = read_plain(content, &mut self.letters) else { return false };
        let (spelling, letters) = (Cow::Borrowed(spelling), Cow::Borrowed(&self.letters[..]));
        (self.each)(Ok(Entry { line, spelling, letters, score, clue: None }));
        true
    }

    fn written(&mut self, written: Written<'_>) {
        self.letters.clear();
        (self.each)(entry_of(written, &mut self.letters));
    }
}

fn read(text: &str, style: Style, visitor: &mut impl Visitor) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match Form::of(text, style) {
        Form::Lines(side) => read_lines(text, side, visitor),
        Form::Table(table) => table.for_each_record(text, |line, content, fields| {
            visitor.written(read_record(&table, fields).at(line, content, false));
        }),
    }
}

/// What a line says.
#[derive(Debug, Default)]
struct Said<'t> {
    word: Cow<'t, str>,
    score: Option<Result<f32, SkipReason>>,
    clue: Cow<'t, str>,
}

impl<'t> Said<'t> {
    fn at(self, line: usize, text: &'t str, is_possessive: bool) -> Written<'t> {
        let Self { word, score, clue } = self;
        Written { line, text, word, score, clue, is_possessive }
    }
}

fn read_lines(text: &str, side: WordSide, visitor: &mut impl Visitor) {
    let mut before = "";
    let mut line = 0;
    for content in text.lines() {
        line += 1;
        if side == WordSide::First && visitor.took(line, content) {
            before = content;
            continue;
        }
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let said = match side {
            WordSide::First => word_first(content),
            WordSide::Last => word_last(content),
            WordSide::BeforeSpace => before_space(content),
        };
        let is_possessive = ["'s", "’s"].iter().any(|s| content.strip_suffix(s) == Some(before));
        visitor.written(said.at(line, content, is_possessive));
        before = content;
    }
}

/// Reads a line of nothing but A to Z in either case and at most a small score; `None` for all others.
#[inline]
fn read_plain<'t>(content: &'t str, letters: &mut Vec<Letter>) -> Option<(&'t str, Option<f32>)> {
    let plain = content.bytes().take_while(u8::is_ascii_alphabetic).count();
    if !(2..=LONGEST_WORD).contains(&plain) {
        return None;
    }
    let (word, rest) = content.split_at(plain);
    let score = match rest.as_bytes() {
        [] => None,
        [b';' | b'\t', digits @ ..] if (1..=3).contains(&digits.len()) => {
            let digit = |score: f32, b: &u8| b.is_ascii_digit().then(|| 10.0 * score + f32::from(b - b'0'));
            Some(digits.iter().try_fold(0.0, digit)?)
        }
        _ => return None,
    };
    letters.extend(word.bytes().map(Letter::of_ascii_letter));
    Some((word, score))
}

/// Makes the entry of what a line says, with its letters in a buffer that is empty.
fn entry_of<'a>(written: Written<'a>, letters: &'a mut Vec<Letter>) -> Result<Entry<'a>, Unusable<'a>> {
    let Written { line, text, word, score, clue, is_possessive } = written;
    let folded = fold_phrase_into(&word, letters);
    let problem = match (folded, letters.len()) {
        _ if is_possessive => Some(SkipReason::Possessive),
        _ if word.is_empty() => Some(SkipReason::NoWord),
        (Err(_), _) | (_, 0) => Some(SkipReason::NotALetter),
        (_, 1) => Some(SkipReason::OneLetter),
        (_, 2..=LONGEST_WORD) => None,
        _ => Some(SkipReason::TooLong),
    };
    match (problem, score.transpose()) {
        (Some(reason), _) | (None, Err(reason)) => Err(Unusable { line, text, word, reason }),
        (None, Ok(score)) => Ok(Entry {
            line,
            spelling: word,
            letters: Cow::Borrowed(letters),
            score,
            clue: (!clue.is_empty()).then_some(clue),
        }),
    }
}

/// The characters that end a word.
const MARKS: [char; 3] = ['\t', '|', ';'];

/// Takes `WORD`, `WORD|clue`, `WORD;SCORE`, `WORD;clue` or `WORD;SCORE;clue` apart, where `;` may be a TAB.
fn word_first(content: &str) -> Said<'_> {
    let quoted = || {
        let (word, rest) = fields::quoted(content)?;
        let ends = rest.is_empty() || rest.starts_with(MARKS) || rest.starts_with('#');
        ends.then_some((word, rest))
    };
    let (word, rest) = quoted().unwrap_or_else(|| {
        let ends = |b: u8| matches!(b, b'\t' | b'|' | b';' | b'#');
        let end = content.bytes().position(ends).unwrap_or(content.len());
        (Cow::Borrowed(content[..end].trim_end()), &content[end..])
    });
    let mut marks = rest.chars();
    let mark = marks.next();
    let rest = marks.as_str();
    match mark {
        Some('|') => Said { word, clue: whole(rest), ..Said::default() },
        Some(mark @ (';' | '\t')) => {
            let (first, more) = field(rest, mark);
            let uncommented = first.split('#').next().unwrap_or_default();
            let Some(score) = read_score(uncommented.trim()) else {
                // A clue may contain `;`, but whatever follows the column of a clue is another column.
                let clue = if mark == ';' { whole(rest) } else { first };
                return Said { word, clue, ..Said::default() };
            };
            let more = more.filter(|_| uncommented.len() == first.len()).unwrap_or_default();
            let clue = if mark == ';' { whole(more) } else { field(more, mark).0 };
            Said { word, score: Some(score), clue }
        }
        // Nothing or a comment.
        _ => Said { word, ..Said::default() },
    }
}

/// Takes `clue;WORD` apart, where `;` may be a TAB or `|`.
fn word_last(content: &str) -> Said<'_> {
    match content.rfind(MARKS) {
        Some(at) => Said { word: whole(&content[at + 1..]), clue: whole(&content[..at]), score: None },
        None => Said { word: Cow::Borrowed(content), ..Said::default() },
    }
}

/// Takes `WORD clue` apart.
fn before_space(content: &str) -> Said<'_> {
    let (word, clue) = content.split_once([' ', '\t']).unwrap_or((content, ""));
    Said { word: Cow::Borrowed(word), clue: Cow::Borrowed(clue.trim()), score: None }
}

/// Takes a record of a table apart.
fn read_record<'t>(table: &Table, mut fields: Vec<Cow<'t, str>>) -> Said<'t> {
    let mut take = |column: Option<usize>| {
        column.and_then(|column| fields.get_mut(column)).map(std::mem::take).unwrap_or_default()
    };
    let score = take(table.score);
    let level = take(table.level);
    let score = match (&*score, &*level) {
        ("", "") => None,
        ("", level) => Some(read_level(level)),
        (score, _) => Some(read_score(score).unwrap_or(Err(SkipReason::BadScore))),
    };
    Said { word: take(Some(table.word)), score, clue: take(table.clue) }
}

/// Returns the score; `None` if the text is not a number, and so a clue.
fn read_score(text: &str) -> Option<Result<f32, SkipReason>> {
    // Words like `infinity` are numbers to a parser.
    if !text.ends_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    // A decimal comma is not read, because it may just as well separate thousands, but it does not make a clue either.
    let score: f32 = text.replacen(',', ".", 1).parse().ok()?;
    let is_valid = (0.0..=1e6).contains(&score) && !text.contains(',');
    // Adding zero turns -0 into 0.
    Some(if is_valid { Ok(score + 0.0) } else { Err(SkipReason::BadScore) })
}

/// Returns the score of a word of this level, from 1 (everybody knows it) to 5 (only regular solvers do): that of a
/// noun of the level in the embedded German list.
fn read_level(text: &str) -> Result<f32, SkipReason> {
    match text {
        "1" => Ok(96.0),
        "2" => Ok(91.0),
        "3" => Ok(83.0),
        "4" => Ok(74.0),
        "5" => Ok(64.0),
        _ => Err(SkipReason::BadLevel),
    }
}
