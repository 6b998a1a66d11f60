//! Texts inside HTML and XML: a clue may contain `<`, which must not start a tag.

use crate::encodings::plain::harmless;

/// The named characters that puzzle files use.
const NAMED: [(&str, &str); 19] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("copy", "©"),
    ("eacute", "é"),
    ("Eacute", "É"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
];

/// Returns HTML that shows exactly this text, as far as it is [harmless], line by line. Quotation marks are kept, so
/// the result can be used only between tags.
pub fn html(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(harmless).collect();
    lines.join("\n").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the text as XML in the same way. The other characters that XML does not allow become blanks.
pub(super) fn xml(text: &str) -> String {
    html(&text.replace(['\n', '\u{fffe}', '\u{ffff}'], " "))
}

/// Returns what HTML shows, as plain text: tags are left out, a line break becomes a blank, and characters written by
/// name or number are decoded.
pub fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    // Behind the last `>` no tag can end, and none is looked for.
    let open = html.rfind('>').map_or(html.len(), |last| html.len() - last - 1);
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.starts_with('<') {
            true if rest.len() > open => tag(rest),
            true => None,
            false => character(rest),
        };
        let (shown, len) = taken.unwrap_or_else(|| (rest[..1].to_owned(), 1));
        text.push_str(&shown);
        rest = &rest[len..];
    }
    text + rest
}

/// Reads a tag at the beginning; returns what it shows and its length in bytes.
fn tag(html: &str) -> Option<(String, usize)> {
    let name = html[1..].trim_start_matches('/');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') {
        return None;
    }
    let len = html.find('>')? + 1;
    let is_break = name.get(..2).is_some_and(|name| name.eq_ignore_ascii_case("br"));
    Some((if is_break { " " } else { "" }.to_owned(), len))
}

/// Reads a character that is written by name or number at the beginning, likewise.
fn character(html: &str) -> Option<(String, usize)> {
    /// The longest one that is read has this many bytes before its semicolon.
    const LONGEST: usize = 10;
    let end = html.bytes().take(LONGEST + 1).position(|byte| byte == b';')?;
    let name = &html[1..end];
    let shown = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?.to_string()
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1.to_owned(),
    };
    Some((shown, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn html_is_read_as_it_is_shown() {
        assert_eq!(
            plain("a <b>bold</b> clue<br/>for &quot;X&quot; &#228;&#xE4;&auml;"),
            "a bold clue for \"X\" äää"
        );
        assert_eq!(plain("1 < 2 & 3 &nix; AT&T <"), "1 < 2 & 3 &nix; AT&T <");
        assert_eq!(plain("a<!-- no -->b < c > d</i>"), "ab < c > d");
        assert_eq!(plain("&#x00000e4;&#x000000e4;"), "ä&#x000000e4;");
        assert_eq!(html("<script>&"), "&lt;script&gt;&amp;");
        assert_eq!(xml("a\u{0}\n\u{ffff}<"), "a   &lt;");
        assert_eq!(html("\u{202E}cba\u{1b}[0m"), "cba [0m");
    }

    /// Two million tags or characters that do not end: looking for the end of each would take minutes.
    #[test]
    fn what_does_not_end_is_looked_for_once() {
        for part in ["<a", "&a", "<b>&lt"] {
            let html = part.repeat(2_000_000);
            assert_eq!(plain(&html).len(), html.replace("<b>", "").len(), "{part}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in "[^\\pC\\p{Zl}\\p{Zp}]{0,40}|[<>&;#a-z/ ]{0,40}") {
            prop_assert_eq!(plain(&html(&text)), text);
        }

        #[test]
        fn reading_never_panics(text in "(<|&|#|x|/|br|lt|ä|;|>|!){0,12}") {
            let _ = plain(&text);
        }
    }
}
