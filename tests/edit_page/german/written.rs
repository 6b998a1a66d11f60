//! Sentences that are texts in the sources.

use super::{POS, source};
use std::collections::HashSet;

/// Texts that are parts of sentences.
const INSIDE: [&str; 15] = [
    "asked at {pos}, {arrow}",
    "{number} {direction} at {pos}",
    "no word of the list matches",
    "one word of the list matches",
    "{count} words of the list match",
    "arrows and question fields",
    "bars and symmetry",
    "a field has at most two",
    "it may not share a field with the one that is there",
    "bent arrows are only for fields at the upper or left border, or of an island",
    "no field for a letter is there",
    "a word would begin inside another one",
    "a word has at least two letters",
    "another question asks for this word",
    "this is not a valid request: {error}",
];

/// Sentences with these texts in them.
fn combined() -> Vec<String> {
    let parts = |count: usize| -> Vec<&str> { INSIDE[2..].iter().take(count).copied().collect() };
    let why = INSIDE[7..14].iter().map(|why| format!("the arrow right cannot leave {POS}: {why}"));
    let what = INSIDE[5..7].iter().map(|what| format!("only barred crosswords have {what}"));
    let explained = parts(3).into_iter().flat_map(|many| {
        let many = filled(many);
        [
            format!("{many} A.B, asked at {POS}, right. The letter fits."),
            format!(
                "{many} A.B, 7 across at {POS}. {many} .., 8 down at {POS}. Change a letter, or the layout."
            ),
        ]
    });
    let request = ["this is not a valid request: expected value at line 1 column 1".to_owned()];
    why.chain(what).chain(explained).chain(request).collect()
}

/// Returns the sentences that are texts in these sources, with an example for each value in them.
pub(super) fn written() -> Vec<String> {
    let files = [
        "src/edit/explain.rs",
        "src/edit/board/mod.rs",
        "src/edit/board/arrowword.rs",
        "src/edit/board/crossword.rs",
        "src/edit/job/solve.rs",
        "src/serve/answer.rs",
        "src/serve/desk/mod.rs",
        "src/serve/desk/saving.rs",
        "src/serve/http/mod.rs",
        "engine/src/search/barred/make.rs",
    ];
    let (mut found, mut inside) = (Vec::new(), HashSet::new());
    for path in files {
        let text = source(path).expect("a file of the sources");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        // What a person never reads: what the tool says to itself, and headers.
        let lines = lines.filter(|line| {
            ![".expect(", "log::", "format_args!", "HTTP/1.1"].iter().any(|other| line.contains(other))
        });
        let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "'");
        let before = found.len() + inside.len();
        for literal in code.split('"').skip(1).step_by(2) {
            let said = literal.split_whitespace().filter(|word| *word != "\\").collect::<Vec<_>>().join(" ");
            if INSIDE.contains(&&said[..]) {
                inside.insert(said);
            } else if said.split(' ').count() > 2 && !said.contains("default-src") {
                found.push(filled(&said));
            }
        }
        assert!(found.len() + inside.len() > before, "{path} has no sentence any more");
    }
    assert_eq!(inside.len(), INSIDE.len(), "no source has the others any more: {inside:?}");
    found.extend(combined());
    found
}

/// Returns a text of the source with an example for each value in it.
fn filled(text: &str) -> String {
    let mut parts = text.split('{');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (value, rest) = part.split_once('}').unwrap_or((part, ""));
        let value = match value {
            "pos" => "row 3, column 4",
            "letter" => "A",
            "text" => "ENTE",
            "kept" | "" => "mine.json",
            _ => "7",
        };
        said.push_str(value);
        said.push_str(rest);
    }
    said
}
