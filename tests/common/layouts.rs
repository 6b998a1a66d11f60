//! All layouts of grids of up to 20 fields, one after the other: what `enumeration.rs` does with sets of text, faster. The
//! fields that are letters, and those of a word, are bits of a number.

use super::enumeration::{Board, Layout, choices, with_questions};
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::rules;

/// Calls `found` with all layouts of a grid, written as in [`all_layouts`](super::enumeration::all_layouts).
pub fn each_layout(rows: usize, cols: usize, given: &str, mut found: impl FnMut(&Layout)) {
    let given: Vec<char> = given.chars().collect();
    let free: Vec<usize> = (0..given.len()).filter(|&i| given[i] == '*').collect();
    let near: Vec<u32> = (0..given.len())
        .map(|i| {
            let beside = |j: usize| (i / cols).abs_diff(j / cols) + (i % cols).abs_diff(j % cols) == 1;
            (0..given.len()).filter(|&j| beside(j)).fold(0, |set, j| set | 1 << j)
        })
        .collect();
    let fixed = (0..given.len()).filter(|&i| given[i] == '.').fold(0u32, |set, i| set | 1 << i);
    for bits in 0u32..1 << free.len() {
        let letters = free
            .iter()
            .enumerate()
            .fold(fixed, |set, (n, &i)| if bits >> n & 1 == 1 { set } else { set | 1 << i });
        // A word has two letters or more.
        if (0..given.len()).any(|i| letters >> i & 1 == 1 && letters & near[i] == 0) {
            continue;
        }
        let cell = |i: usize| match given[i] {
            '*' if letters >> i & 1 == 0 => '?',
            '*' => '.',
            given => given,
        };
        let board =
            Board { rows: rows as i32, cols: cols as i32, cells: (0..given.len()).map(cell).collect() };
        let mut fields = Vec::new();
        for (r, c) in board.places().filter(|&(r, c)| board.at(r, c) == Some('?')) {
            let sets = choices(&board, r, c);
            if sets.is_empty() {
                break;
            }
            let ask = |set: Vec<usize>| {
                let words: Vec<(u32, bool)> = set
                    .iter()
                    .map(|&t| {
                        let cells = board.word(r, c, t).unwrap();
                        let mask =
                            cells.iter().fold(0u32, |m, &(r, c)| m | 1 << (r as usize * cols + c as usize));
                        (mask, cells[0].0 == cells[1].0)
                    })
                    .collect();
                (set, words)
            };
            fields.push(((r as usize, c as usize), sets.into_iter().map(ask).collect::<Vec<_>>()));
        }
        if fields.len() == board.cells.iter().filter(|&&cell| cell == '?').count() {
            let text = board.cells.chunks(cols).map(|row| row.iter().collect()).collect();
            ask(&fields, letters, &mut Vec::new(), &mut (text, Vec::new()), &mut found);
        }
    }
}

/// A word by its cells, and whether it runs across.
type Word = (u32, bool);

/// A question field with the sets of arrows it can have and the words that these ask for.
type Field = ((usize, usize), Vec<(Vec<usize>, Vec<Word>)>);

/// Chooses the arrows of these fields, if all letters are still to be covered and no word is asked for twice.
fn ask(
    fields: &[Field],
    letters: u32,
    words: &mut Vec<Word>,
    layout: &mut Layout,
    found: &mut impl FnMut(&Layout),
) {
    let Some((((r, c), sets), later)) = fields.split_first() else {
        if words.iter().fold(0, |all, word| all | word.0) == letters {
            found(layout);
        }
        return;
    };
    for (set, asked) in sets {
        if asked.iter().any(|word| words.contains(word)) {
            continue;
        }
        words.extend(asked);
        layout.1.extend(set.iter().map(|&t| (*r, *c, t)));
        ask(later, letters, words, layout, found);
        layout.1.truncate(layout.1.len() - set.len());
        words.truncate(words.len() - asked.len());
    }
}

/// Returns the best rating of all layouts, by enumeration.
pub fn best(rows: usize, cols: usize, given: &str) -> Option<f64> {
    let mut best: Option<(f64, Layout)> = None;
    each_layout(rows, cols, given, |layout| {
        let score = Counts::of(&with_questions(layout)).score();
        if best.as_ref().is_none_or(|(best, _)| score > *best) {
            best = Some((score, layout.clone()));
        }
    });
    let (score, layout) = best?;
    assert_eq!(rules::check(&with_questions(&layout), None), [], "{layout:?}");
    Some(score)
}
