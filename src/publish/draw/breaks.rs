//! Where a text may be broken into lines (at blanks, after hyphens and slashes, and between syllables by the rules of
//! its language), and the best way to break it into lines of a given width.

use crate::publish::page::{Font, NO_BREAK};
use crate::publish::puzzle::Language;
use hypher::Lang;

/// What is between a piece and the next one if they are on one line, and what if the line ends between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// A blank; nothing at the end of a line.
    Blank,
    /// Nothing; a hyphen at the end of a line.
    Syllable,
    /// Nothing in either case, as the piece ends in a hyphen or a slash.
    Nothing,
}

#[derive(Clone, Debug)]
struct Piece {
    text: String,
    after: After,
    /// The width in em.
    width: f64,
}

/// A text split into pieces and measured in a font.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pieces: Vec<Piece>,
    blank: f64,
    hyphen: f64,
}

/// The length of the shortest word that is broken between syllables.
const SHORTEST_BROKEN: usize = 5;

impl Paragraph {
    /// Splits a text that [is printable](crate::publish::page::printable) in the font. If `syllables`, words may be
    /// hyphenated if the language is known.
    pub(super) fn new(font: &Font, text: &str, language: Option<&Language>, syllables: bool) -> Self {
        let lang = match language.map(Language::primary) {
            Some("de") => Some(Lang::German),
            Some("en") => Some(Lang::English),
            _ => None,
        };
        let mut pieces = Vec::new();
        let mut push = |text: &str, after| {
            pieces.push(Piece { text: text.to_owned(), after, width: font.width(text) });
        };
        for word in words(text) {
            let mut parts = explicit(&word).into_iter().peekable();
            while let Some(part) = parts.next() {
                let behind = if parts.peek().is_some() { After::Nothing } else { After::Blank };
                let syllables = lang.filter(|_| syllables).map(|lang| syllables_of(part, lang));
                let mut rest = syllables.unwrap_or_else(|| vec![part]).into_iter().peekable();
                while let Some(syllable) = rest.next() {
                    push(syllable, if rest.peek().is_some() { After::Syllable } else { behind });
                }
            }
        }
        Self { pieces, blank: font.width(" "), hyphen: font.width("-") }
    }

    /// Returns the lines that look best, being full and even with few words broken; they are at most `most` in number
    /// and `width` em wide. Returns `None` if that is impossible.
    pub(super) fn lines(&self, width: f64, most: usize) -> Option<Vec<String>> {
        let count = self.pieces.len();
        let total: f64 = self.pieces.iter().map(|piece| piece.width).sum();
        if count == 0 || most == 0 || total > width * most as f64 {
            return None;
        }
        // best[k][i]: the cost of setting the first i pieces in k lines, and where the last of these lines starts.
        let most = most.min(count);
        let mut best = vec![vec![None::<(f64, usize)>; count + 1]; most + 1];
        best[0][0] = Some((0.0, 0));
        for lines in 1..=most {
            for start in 0..count {
                let Some((before, _)) = best[lines - 1][start] else { continue };
                let mut length = 0.0;
                for (end, piece) in (start + 1..).zip(&self.pieces[start..]) {
                    length += piece.width;
                    if length > width {
                        break;
                    }
                    let is_broken = end < count && piece.after == After::Syllable;
                    let whole = length + if is_broken { self.hyphen } else { 0.0 };
                    if whole <= width {
                        let cost = before + self.cost(start, end, whole / width);
                        if best[lines][end].is_none_or(|(other, _)| cost < other) {
                            best[lines][end] = Some((cost, start));
                        }
                    }
                    length += if piece.after == After::Blank { self.blank } else { 0.0 };
                }
            }
        }
        let cost = |lines: &usize| best[*lines][count].map(|(cost, _)| cost);
        let fitting = (1..=most).filter(|lines| cost(lines).is_some());
        let chosen =
            fitting.min_by(|a, b| cost(a).partial_cmp(&cost(b)).unwrap_or(std::cmp::Ordering::Equal))?;
        let mut lines = Vec::new();
        let mut end = count;
        for number in (1..=chosen).rev() {
            let (_, start) = best[number][end]?;
            lines.push(self.line(start, end));
            end = start;
        }
        lines.reverse();
        Some(lines)
    }

    /// Returns the lines, at most `width` em wide and each as full as possible, for left-aligned text. A word is
    /// hyphenated only if the line would be rather empty without its beginning; a piece that fits in no line is broken
    /// anywhere.
    pub(super) fn full_lines(&self, font: &Font, width: f64) -> Vec<String> {
        const RATHER_EMPTY: f64 = 0.7;
        let mut lines = Vec::new();
        let mut start = 0;
        while start < self.pieces.len() {
            let (mut length, mut whole, mut broken) = (0.0, start, start);
            for (index, piece) in self.pieces.iter().enumerate().skip(start) {
                length += piece.width;
                if length > width {
                    break;
                }
                match piece.after {
                    After::Syllable if length + self.hyphen <= width => broken = index + 1,
                    After::Syllable => {}
                    After::Nothing => whole = index + 1,
                    After::Blank => {
                        whole = index + 1;
                        length += self.blank;
                    }
                }
            }
            let filled: f64 = self.pieces[start..whole].iter().map(|piece| piece.width).sum();
            let end = if broken > whole && filled < RATHER_EMPTY * width { broken } else { whole };
            if end == start {
                let line = self.line(start, start + 1);
                lines.extend(chopped(font, &line, width));
                start += 1;
            } else {
                lines.push(self.line(start, end));
                start = end;
            }
        }
        lines
    }

    /// Returns how bad a line is if the fraction `full` of it is filled.
    fn cost(&self, start: usize, end: usize, full: f64) -> f64 {
        const LINE: f64 = 0.15;
        const BROKEN: f64 = 0.5;
        const SHORT_SYLLABLE: f64 = 0.35;
        const COMPOUND: f64 = 0.25;
        let loose = 1.0 - full;
        let last = &self.pieces[end - 1];
        let is_broken = end < self.pieces.len() && last.after == After::Syllable;
        let is_short = |piece: &Piece| piece.text.chars().count() < 3;
        let mut cost = LINE + loose * loose;
        if end < self.pieces.len() && last.after == After::Nothing {
            cost += COMPOUND;
        }
        if is_broken {
            cost += BROKEN;
            let starts_word = end == start + 1 || self.pieces[end - 2].after != After::Syllable;
            if starts_word && is_short(last) {
                cost += SHORT_SYLLABLE;
            }
            let next = &self.pieces[end];
            if next.after != After::Syllable && is_short(next) {
                cost += SHORT_SYLLABLE;
            }
        }
        cost
    }

    fn line(&self, start: usize, end: usize) -> String {
        let mut line = String::new();
        for (index, piece) in self.pieces[start..end].iter().enumerate() {
            line.push_str(&piece.text);
            let is_last = start + index + 1 == end;
            match piece.after {
                After::Blank if !is_last => line.push(' '),
                After::Syllable if is_last => line.push('-'),
                _ => {}
            }
        }
        line
    }
}

/// Splits a text at blanks. An ellipsis or a dash is never a line of its own: it stays beside the word before it, or
/// the one after it at the start.
fn words(text: &str) -> Vec<String> {
    let ends_word = |c: char| c.is_whitespace() && c != NO_BREAK;
    let is_mark = |word: &str| !word.contains(|c| !matches!(c, '…' | '.' | '–' | '—' | '-'));
    let mut words: Vec<String> = Vec::new();
    for word in text.split(ends_word).filter(|word| !word.is_empty()) {
        match words.last_mut() {
            Some(last) if is_mark(word) || is_mark(last) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Returns a word in parts of at most `width`, each of at least one character.
fn chopped(font: &Font, word: &str, width: f64) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut start = 0.0;
    for (c, glyph, x) in font.lay(word).0 {
        let whole = x + font.advance(glyph) - start > width;
        match parts.last_mut() {
            Some(part) if part.is_empty() || !whole => part.push(c),
            _ => {
                parts.push(c.to_string());
                start = x;
            }
        }
    }
    parts
}

/// Splits a word after its hyphens and slashes, where a line may end; those at its ends do not count.
fn explicit(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in word.char_indices() {
        let end = at + c.len_utf8();
        let is_inside = start < at && word[end..].starts_with(char::is_alphanumeric);
        if matches!(c, '-' | '/' | '–' | '—') && is_inside {
            parts.push(&word[start..end]);
            start = end;
        }
    }
    parts.push(&word[start..]);
    parts
}

/// Returns the syllables of a word, with what precedes and follows its letters. Short words, abbreviations and words
/// with digits stay whole.
fn syllables_of(part: &str, lang: Lang) -> Vec<&str> {
    let first = part.find(char::is_alphabetic).unwrap_or(0);
    let last = part
        .rfind(char::is_alphabetic)
        .map_or(0, |at| at + part[at..].chars().next().map_or(0, char::len_utf8));
    let letters = part.get(first..last).unwrap_or_default();
    let is_word = letters.chars().count() >= SHORTEST_BROKEN
        && letters.chars().all(char::is_alphabetic)
        && letters.chars().any(char::is_lowercase);
    if !is_word {
        return vec![part];
    }
    let mut syllables = Vec::new();
    let mut at = first;
    let mut start = 0;
    let ends: Vec<usize> = hypher::hyphenate(letters, lang)
        .map(|syllable| {
            at += syllable.len();
            at
        })
        .collect();
    for &end in ends.iter().take(ends.len().saturating_sub(1)) {
        syllables.push(&part[start..end]);
        start = end;
    }
    syllables.push(&part[start..]);
    syllables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::{Face, Fonts};

    #[test]
    fn words_break_where_they_may() {
        assert_eq!(explicit("Haus-Tür/Tor-"), ["Haus-", "Tür/", "Tor-"]);
        assert_eq!(explicit("-arm"), ["-arm"]);
        assert_eq!(syllables_of("(Hauptstadt)", Lang::German), ["(Haupt", "stadt)"]);
        assert_eq!(syllables_of("USA", Lang::German), ["USA"]);
        assert_eq!(syllables_of("puzzles", Lang::English), ["puz", "zles"]);
        assert_eq!(syllables_of("Übermut", Lang::German).concat(), "Übermut");
    }

    #[test]
    fn lines_are_even_and_words_whole_if_possible() {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Regular);
        let lines = |text: &str, width: f64, most: usize| {
            let german = Language::german();
            Paragraph::new(font, text, Some(&german), true).lines(width, most)
        };
        let texts = |lines: &[&str]| Some(lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>());
        assert_eq!(lines("Stadt in Italien", 4.0, 3), texts(&["Stadt in", "Italien"]));
        assert_eq!(lines("Hauptstadt", 3.0, 2), texts(&["Haupt-", "stadt"]));
        assert_eq!(lines("Kfz-Z. Köln", 3.2, 3), texts(&["Kfz-Z.", "Köln"]));
        assert_eq!(lines("am Ort Rom", 4.0, 2), texts(&["am Ort", "Rom"]));
        assert_eq!(lines("am Ort\u{a0}Rom", 4.0, 2), texts(&["am", "Ort\u{a0}Rom"]));
        assert_eq!(lines("Hauptstadt", 3.0, 1), None);
        assert_eq!(lines("Wer wagt …", 3.0, 3), texts(&["Wer", "wagt …"]));
        assert_eq!(lines("… und Kegel", 3.0, 3), texts(&["… und", "Kegel"]));
        assert_eq!(lines("", 3.0, 1), None);
        assert_eq!(lines("Unbreakableword", 1.0, 3), None);
    }

    #[test]
    fn full_lines_hold_everything() {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Regular);
        let text = "Eine Hauptstadt und XXXXXXXXXXXXXXXXXXXXXXXX, ganz lang/länger";
        let lines = Paragraph::new(font, text, Some(&Language::german()), true).full_lines(font, 5.0);
        let bare = |text: &str| text.replace([' ', '-'], "");
        assert_eq!(bare(&lines.concat()), bare(text));
        assert!(lines.iter().all(|line| font.width(line) <= 5.0), "{lines:?}");
    }
}
