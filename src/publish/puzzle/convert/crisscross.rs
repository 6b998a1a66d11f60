//! Criss-crosses: the board is cropped to the words, as its empty margins are not printed.

use super::{BLOCKED, entry, hidden, in_one_line};
use crate::encodings::crisscross::format;
use crate::encodings::crisscross::puzzle::{Laid, Layout};
use crate::encodings::grid::Run;
use crate::encodings::lexicon::Sign;
use crate::encodings::numbering::Numbering;
use crate::publish::puzzle::{Kind, Puzzle};
use std::collections::BTreeMap;

/// Returns the document of a criss-cross, with the questions of its words.
pub fn crisscross(layout: &Layout) -> Puzzle {
    let layout = layout.cropped();
    let fields = layout.grid().map(|_, letter| letter.map_or(BLOCKED, hidden));
    // A word that is laid twice in the same place is needed only once.
    let words: BTreeMap<Run, &Laid> = layout.words.iter().map(|word| (word.run(), word)).collect();
    let numbering = Numbering::of_runs(words.keys().copied().filter(|run| run.len > 0));
    let question = |run: Run| words.get(&run).and_then(|word| word.question.clone());
    let entries = numbering.iter().map(|numbered| entry(numbered.run, question(numbered.run))).collect();
    Puzzle::new(Kind::Crisscross, fields, entries)
}

/// Returns the criss-cross of a document, on a board of its size, with the first clue of each word; `None` if it is of
/// another kind or a letter is not known.
pub fn to_crisscross(puzzle: &Puzzle) -> Option<Layout> {
    let words: Option<Vec<Laid>> = puzzle
        .entries
        .iter()
        .map(|entry| {
            let word = puzzle.word(entry)?.chars().map(Sign::from_char).collect::<Option<_>>()?;
            let question = entry.clue().map(|clue| clue.text.clone());
            Some(Laid { word, question, start: entry.run.start, direction: entry.run.direction })
        })
        .collect();
    let layout = Layout { rows: puzzle.rows(), cols: puzzle.cols(), words: words? };
    (puzzle.kind == Kind::Crisscross).then_some(layout)
}

/// Returns the text of a criss-cross with its questions; `None` if a letter is not known.
pub(in crate::publish::puzzle) fn text(puzzle: &Puzzle) -> Option<String> {
    let mut layout = to_crisscross(puzzle)?;
    for question in layout.words.iter_mut().filter_map(|word| word.question.as_mut()) {
        *question = in_one_line(question);
    }
    Some(format::write(&layout, []))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::grid::Pos;

    #[test]
    fn the_board_is_that_of_the_words_and_words_without_letters_are_none() {
        let text =
            "criss-cross 4 6\n......\n..AB..\n..C...\n......\n\nacross\n1 (1,2) AB\ndown\n1 (1,2) AC\n";
        let mut layout = format::read(text).unwrap().layout;
        let empty = Laid { word: Vec::new(), start: Pos::new(2, 3), ..layout.words[0].clone() };
        layout.words.push(empty);
        let puzzle = crisscross(&layout);
        assert_eq!((puzzle.rows(), puzzle.cols()), (2, 2));
        let words: Vec<String> = puzzle.entries.iter().map(|entry| puzzle.pattern(entry)).collect();
        assert_eq!(words, ["AB", "AC"]);
    }
}
