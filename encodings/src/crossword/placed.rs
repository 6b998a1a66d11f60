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
        let last = run.cell(run.len - 1);
        let goes_on = |&pos: &Pos| {
            template.cells.get(pos).is_some_and(|cell| cell.is_white())
                && !template.bars().after(pos.min(last), run.direction)
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
    use crate::lexicon::fill::Distinct;
    use crate::lexicon::{WordList, fold};
    use crate::template::format::{read, write};
    use std::sync::Arc;

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
            ("XA@2,1,across BCD@2,3,across", "is in its way"),
        ] {
            let error = place(words).unwrap_err();
            assert!(error.contains(said), "{words}: {error}");
        }
    }
    #[test]
    fn words_end_at_bars() {
        let template = crate::barred::format::read("barred\n. .|. .\n    - -\n. . . .\n. . . .\n").unwrap();
        let place = |words: &str| {
            let words: Vec<PlacedWord> = words.split(' ').map(|word| word.parse().unwrap()).collect();
            with_words(&template, &words).map_err(|error| error.to_string())
        };
        let both = place("AB@1,1,across CD@1,3,across").unwrap();
        let first_row: Vec<_> = (0..4).filter_map(|col| both.cells[Pos::new(0, col)].letter()).collect();
        assert_eq!(first_row, fold("ABCD").unwrap());
        assert_eq!(both.bars(), template.bars());
        assert!(place("EF@2,3,down").is_ok());
        for (words, said) in [
            ("ABC@1,1,across", "a bar after the field at row 1, column 2 ends words there"),
            ("ABC@1,3,down", "a bar after the field at row 1, column 3 ends words there"),
            (
                "AB@2,1,across",
                "the field at row 2, column 3 takes a letter, so the word there is a longer one",
            ),
            ("AB@2,3,across", "the field at row 2, column 2 takes a letter"),
            ("AB@2,1,down", "the field at row 1, column 1 takes a letter"),
        ] {
            let error = place(words).unwrap_err();
            assert!(error.contains(said), "{words}: {error}");
        }
    }

    #[test]
    fn formulas_demand_the_letters_of_the_slot() {
        let template = read("...\n...\n").unwrap();
        let (problem, positions) = template.slots();
        let list = ["ABC", "DEF", "AD", "BE", "CF"].map(|word| (fold(word).unwrap(), 1.0));
        let list = Arc::new(WordList::new(list));
        let demanded = |word: &str| {
            let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
            let before = encoding.formula.clause_count();
            add_words_at(&mut encoding, &template, &[word.parse().unwrap()]);
            let formula = &encoding.formula;
            let names = |clause: &[crate::cnf::Lit]| {
                clause.iter().map(|lit| formula.name(lit.var())).collect::<Vec<_>>().join(" or ")
            };
            formula.clauses_from(before).map(names).collect::<Vec<_>>()
        };
        assert_eq!(demanded("DEF@2,1,across"), ["letter(1,0,D)", "letter(1,1,E)", "letter(1,2,F)"]);
        assert_eq!(demanded("BE@1,2,down"), ["letter(0,1,B)", "letter(1,1,E)"]);
        // There is no slot of two letters in the first row: an empty clause.
        assert_eq!(demanded("AB@1,1,across"), [""]);
    }
}
