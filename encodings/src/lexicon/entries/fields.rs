//! Fields of a line and their quotes: a field that is in double quotes from its beginning to its end is taken without
//! them, as in RFC 4180, and with doubled quotes inside made single. Quotes around a part of a field belong to it, as in
//! `"Titanic" sank here`.

use std::borrow::Cow;

/// The maximum number of bytes in quotes: beyond, a quote is taken for one that is never closed, so that many of them do
/// not make reading slow.
const LONGEST_QUOTE: usize = 4096;

/// Returns the text in quotes at the beginning of `text`, and what follows the closing quote and blanks; `None` if there
/// is none or it is not closed.
pub(super) fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut from = 0;
    loop {
        let end = from + inside.as_bytes()[from..].iter().take(LONGEST_QUOTE).position(|&b| b == b'"')?;
        let after = &inside[end + 1..];
        if after.starts_with('"') {
            from = end + 2;
            continue;
        }
        let content = inside[..end].trim();
        let content = match from {
            0 => Cow::Borrowed(content),
            _ => Cow::Owned(content.replace("\"\"", "\"")),
        };
        return Some((content, after.trim_start_matches([' ', '\r'])));
    }
}

/// Returns the first field of a line, and what follows the separator, if there is one.
pub(super) fn field(text: &str, separator: char) -> (Cow<'_, str>, Option<&str>) {
    if let Some((content, rest)) = quoted(text.trim_start_matches(' ')) {
        if rest.is_empty() {
            return (content, None);
        }
        if let Some(rest) = rest.strip_prefix(separator) {
            return (content, Some(rest));
        }
    }
    match text.split_once(separator) {
        Some((first, rest)) => (Cow::Borrowed(first.trim()), Some(rest)),
        None => (Cow::Borrowed(text.trim()), None),
    }
}

/// Returns a text that is a single field, whatever is in it.
pub(super) fn whole(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    match quoted(text) {
        Some((content, "")) => content,
        _ => Cow::Borrowed(text),
    }
}

/// Takes a record of this many fields from the beginning of a text: a line, or more of them where line breaks are in
/// quotes. The last field may contain separators. Returns the fields, with blanks in place of line breaks, and the rest
/// of the text.
pub(super) fn record(text: &str, separator: char, count: usize) -> (Vec<Cow<'_, str>>, &str) {
    let mut fields = Vec::with_capacity(count);
    let mut rest = text;
    loop {
        if let Some((content, after)) = quoted(rest.trim_start_matches(' ')) {
            if let Some(after) = after.strip_prefix(separator).filter(|_| fields.len() + 1 < count) {
                fields.push(in_one_line(content));
                rest = after;
                continue;
            }
            if after.is_empty() || after.starts_with('\n') {
                fields.push(in_one_line(content));
                return (fields, after.strip_prefix('\n').unwrap_or(after));
            }
        }
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        match line.find(separator).filter(|_| fields.len() + 1 < count) {
            Some(end) => {
                fields.push(Cow::Borrowed(line[..end].trim()));
                rest = &rest[end + separator.len_utf8()..];
            }
            None => {
                fields.push(Cow::Borrowed(line.trim()));
                return (fields, after);
            }
        }
    }
}

fn in_one_line(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.contains(['\n', '\r']) {
        true => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        false => text,
    }
}
