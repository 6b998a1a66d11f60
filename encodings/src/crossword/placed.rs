//! Words that have to stand at certain places of a template: their letters become given ones.

use super::puzzle::{Cell, Template};
use crate::grid::Pos;
use crate::lexicon::fill::FillEncoding;
use crate::lexicon::placed::{check_places, check_places_between_bars};
use crate::lexicon::{CannotStand, PlacedWord, Why};

/// Returns the template with these words in it; the error says which one cannot be where it has to.
pub fn with_words(template: &Template, words: &[PlacedWord]) -> Result<Template, CannotStand> {
    let mut filled = template.clone();
    let check = if template.bars().is_empty() { check_places } else { check_places_between_bars };
    check(words, template.cells.rows(), template.cells.cols())?;
    for word in words {
        for (pos, letter) in word.fields() {
            match template.cells[pos] {
                Cell::Block => return Err(word.refused(Why::Blocked { pos })),
                Cell::Letter(found) if found != letter => {
                    return Err(word.refused(Why::Letter { pos, found }));
                }
                Cell::Open | Cell::Letter(_) => filled.cells[pos] = Cell::Letter(letter),
            }
        }
        let run = word.run();
        if let Some(bar) =
            run.cells().take(run.len - 1).find(|&pos| template.bars().after(pos, run.direction))
        {
            return Err(word.refused(Why::Barred { pos: bar }));
        }
        // The field before the word, and the one after it, if the word would go on there.
        let goes_on = |&pos: &Pos| {
            let inside = if pos < run.start { run.start } else { run.cell(run.len - 1) };
            template.cells.get(pos).is_some_and(|cell| cell.is_white())
                && !template.bars().between(inside, pos)
        };
        if let Some(pos) = word.ends().find(goes_on) {
            return Err(word.refused(Why::GoesOn { pos }));
        }
    }
    Ok(filled)
}

/// Adds clauses to the formula of a template's fill by which it has these words at their places.
pub fn add_words_at(encoding: &mut FillEncoding, template: &Template, words: &[PlacedWord]) {
    let runs = template.runs();
    for word in words {
        encoding.add_word_at(runs.iter().position(|&run| run == word.run()), word.letters());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::format::{read, write};

    #[test]
    fn letters_come_into_slots_that_the_words_fill() {
        let template = read("..#..\n.A...\n##...\n").unwrap();
        let place = |words: &str| {
            let words: Vec<PlacedWord> = words.split(' ').map(|word| word.parse().unwrap()).collect();
            with_words(&template, &words).map(|found| write(&found)).map_err(|error| error.to_string())
        };
        assert_eq!(place("XA@1,2,down YX@1,1,across").unwrap(), "YX#..\n.A...\n##...\n");
        for (words, said) in [
            ("ABCDEF@2,1,across", "it would leave the grid, which has 3 rows and 5 columns"),
            ("AB@1,2,across", "the field at row 1, column 3 is blocked"),
            (
                "XB@1,2,down",
                "XB cannot stand down at row 1, column 2: the field at row 2, column 2 has the letter A",
            ),
            ("AB@1,4,down", "the field at row 3, column 4 takes a letter, so the word there is a longer one"),
            ("BCD@2,3,across", "the field at row 2, column 2 takes a letter"),
        ] {
            let error = place(words).unwrap_err();
            assert!(error.contains(said), "{words}: {error}");
        }
    }
}
