//! Random documents, for the tests of all formats.

use super::{Clue, Field, Kind, Puzzle, convert};
use crate::encodings::arrowword::cwg;
use crate::encodings::barred::format as barred_format;
use crate::encodings::grid::Pos;
use crate::encodings::template::format;
use proptest::prelude::*;

/// Returns random grids with random arrows as the text of a `.cwg` file; most of them break rules.
pub fn any_grid() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec!['?', 'A', 'B', 'Z', '.', ' ', '-']);
    let row = prop::collection::vec(field, 4).prop_map(|row| row.into_iter().collect::<String>());
    (prop::collection::vec(row, 4), prop::collection::btree_set((0..4usize, 0..4usize, 0..6usize), 1..8))
        .prop_map(|(rows, questions)| {
            let is_question = |r: usize, c: usize| rows[r].chars().nth(c) == Some('?');
            let lines = questions.iter().filter(|q| is_question(q.0, q.1));
            let lines: String = lines.map(|(r, c, a)| format!("{r} {c} {a}\n")).collect();
            format!("4\n4\n{}\n{lines}", rows.join("\n"))
        })
}

/// Returns puzzles of a kind whose clues are in numbered lists.
fn numbered(kind: Kind) -> impl Strategy<Value = Puzzle> {
    let field = prop::sample::select(vec!['#', '#', 'A', 'B', 'Z', '.', 'Q']);
    let row = prop::collection::vec(field, 5).prop_map(|row| row.into_iter().collect::<String>());
    prop::collection::vec(row, 4).prop_filter_map("all black", move |rows| {
        let mut puzzle = convert::template(&format::read(&rows.join("\n")).ok()?, |_| None);
        puzzle.kind = kind;
        Some(puzzle)
    })
}

/// Returns barred crosswords.
fn barred() -> impl Strategy<Value = Puzzle> {
    let field = prop::sample::select(vec!['#', 'A', 'B', 'Z', '.', 'Q', 'E']);
    let line = (prop::collection::vec(field, 5), any::<[bool; 5]>(), any::<[bool; 5]>());
    let row = line.prop_map(|(fields, right, below)| {
        let row =
            fields.iter().zip(right).map(|(field, bar)| format!("{field}{}", if bar { '|' } else { ' ' }));
        let bars = below.map(|bar| if bar { "- " } else { "  " }).concat();
        (row.collect::<String>(), bars)
    });
    prop::collection::vec(row, 4).prop_filter_map("all black", |rows| {
        let mut text = "barred\n".to_owned();
        for (number, (row, bars)) in rows.iter().enumerate() {
            text = text + row.trim_end() + "\n";
            if number < 3 && bars.contains('-') {
                text = text + bars + "\n";
            }
        }
        Some(convert::barred(&barred_format::read(&text).ok()?, |_| None))
    })
}

/// Returns texts as people write them, and as they should not.
fn any_text() -> impl Strategy<Value = String> {
    "[a-z„“äßé<>&;/'\" 0-9☺-]{0,12}[a-z<&ß]"
}

/// Returns clues with all that a clue may have.
fn any_clue() -> impl Strategy<Value = Clue> {
    (any_text(), prop::option::of(any_text()), any::<bool>()).prop_map(|(text, source, weak)| Clue {
        text,
        source,
        weak,
    })
}

/// Returns documents of the kinds that ipuz can hold.
pub fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    let arrowword = any_grid().prop_filter_map("a question without a word", |text| {
        convert::arrowword(&cwg::read(&text).ok()?.puzzle).ok()
    });
    let bare = prop_oneof![arrowword, numbered(Kind::Template), numbered(Kind::Crisscross), barred()];
    let texts = (prop::option::of(any_text()), prop::option::of(any_text()));
    let credits = prop::collection::vec(any_text(), 0..3);
    let clues = prop::collection::vec(prop::collection::vec(any_clue(), 0..3), 12);
    let tag = prop::option::of(prop::sample::select(vec!["de", "en-GB", "gsw"]));
    (bare, texts, credits, clues, tag, any::<u32>()).prop_map(
        |(mut puzzle, texts, credits, clues, tag, bits)| {
            (puzzle.title, puzzle.author) = texts;
            puzzle.credits = credits;
            puzzle.language = tag.and_then(|tag| tag.parse().ok());
            puzzle.entries.iter_mut().zip(clues).for_each(|(entry, clues)| entry.clues = clues);
            let letters: Vec<Pos> =
                puzzle.fields.iter().filter(|(_, f)| f.solution().is_some()).map(|f| f.0).collect();
            for (index, &pos) in letters.iter().enumerate().take(16) {
                if let Field::Letter { given, .. } = &mut puzzle.fields[pos] {
                    *given = bits >> index & 1 == 1;
                }
                if bits >> (index + 16) & 1 == 1 {
                    puzzle.solution_word.push(pos);
                }
            }
            puzzle
        },
    )
}
