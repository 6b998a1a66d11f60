//! Words that have to stand at certain places of an arrowword, made part of what is given.
//!
//! Such a word fixes its letters, and the fields before and after it hold questions unless they are blocked or outside of
//! the grid. So nearly all of the demand is written into the given grid, which everything that searches or encodes
//! understands. The rest, that a question asks for the word, is demanded of the
//! [layout](super::layout::LayoutSpec::with_words). This file also finds the reasons why a word cannot stand at its place
//! whatever the rest of the grid holds.

use super::given::Extend;
use super::puzzle::{Arrow, Field, Puzzle};
use super::spec::{Spec, SpecError};
use crate::grid::Run;
use crate::lexicon::placed::check_places;
use crate::lexicon::{CannotStand, PlacedWord, Why};
use itertools::Itertools;
use thiserror::Error;

/// Why words cannot stand where they have to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlace {
    /// One of them cannot, because of what is given or another one.
    #[error(transparent)]
    Word(#[from] CannotStand),
    /// They leave the rest of the grid without a solution.
    #[error("with {}, {error}", .words.iter().join(" and "))]
    Rest {
        /// The words.
        words: Vec<PlacedWord>,
        /// Why there is none.
        error: SpecError,
    },
}

/// Returns the grid with these words in it, and the question fields that they need, as far as `extend`, taken literally,
/// allows them. Fields, not layouts, are checked: a grid that comes back need not have a
/// solution.
pub fn with_words(given: &Puzzle, extend: Extend, words: &[PlacedWord]) -> Result<Puzzle, NoPlace> {
    let mut puzzle = given.clone();
    if words.is_empty() {
        return Ok(puzzle);
    }
    check_places(words, given.fields.rows(), given.fields.cols())?;
    for word in words {
        for (pos, letter) in word.fields() {
            match given.fields[pos] {
                Field::Blocked(_) => return Err(word.refused(Why::Blocked { pos }).into()),
                Field::Question => return Err(word.refused(Why::Question { pos }).into()),
                Field::Letter(found) if found != letter => {
                    return Err(word.refused(Why::Letter { pos, found }).into());
                }
                Field::Open | Field::Letter(_) => puzzle.fields[pos] = Field::Letter(letter),
            }
        }
        for pos in word.ends().filter(|&pos| given.fields.contains(pos)) {
            match given.fields[pos] {
                Field::Open if extend.opens_fields() => puzzle.fields[pos] = Field::Question,
                Field::Open | Field::Letter(_) => return Err(word.refused(Why::GoesOn { pos }).into()),
                Field::Blocked(_) | Field::Question => {}
            }
        }
    }
    if let Some(word) = words.iter().find(|word| !can_be_asked(&puzzle, extend, word.run())) {
        return Err(word.refused(Why::NoQuestion).into());
    }
    match Spec::new(puzzle, extend) {
        Ok(spec) => Ok(spec.puzzle),
        Err(error) => Err(NoPlace::Rest { words: words.to_vec(), error }),
    }
}

/// Returns whether some field has the question of a run, or can hold it.
fn can_be_asked(puzzle: &Puzzle, extend: Extend, run: Run) -> bool {
    Arrow::ALL.into_iter().filter(|arrow| arrow.direction() == run.direction).any(|arrow| {
        let Some(pos) = arrow.question(run.start).filter(|&pos| puzzle.fields.contains(pos)) else {
            return false;
        };
        let here = puzzle.questions.iter().filter(|question| question.pos == pos);
        let given: Vec<Arrow> = here.map(|question| question.arrow).collect();
        let holds = match puzzle.fields[pos] {
            Field::Question => match given[..] {
                [] => true,
                [one] if extend.lets_join() => one == arrow || one.may_pair(arrow),
                _ => given.contains(&arrow),
            },
            Field::Open => extend.opens_fields(),
            Field::Blocked(_) | Field::Letter(_) => false,
        };
        holds && (!arrow.is_bent() || puzzle.allows_bent(pos))
    })
}

#[cfg(test)]
mod tests {
    use super::super::cwg;
    use super::*;

    fn place(text: &str, extend: Extend, words: &str) -> Result<String, String> {
        let words: Vec<PlacedWord> = words.split(' ').map(|word| word.parse().unwrap()).collect();
        let given = cwg::read(text).unwrap().puzzle;
        let placed = with_words(&given, extend, &words).map_err(|error| error.to_string())?;
        Ok(cwg::write(&placed).lines().skip(2).take(given.fields.rows()).collect::<Vec<_>>().join("/"))
    }

    const OPEN: &str = "3\n5\n.....\n.....\n.....\n";

    #[test]
    fn letters_and_question_fields_come_into_the_grid() {
        assert_eq!(place(OPEN, Extend::All, "ABC@1,1,across").unwrap(), "ABC?./...../.....");
        assert_eq!(place(OPEN, Extend::All, "ABCD@2,2,across BE@2,3,down").unwrap(), "..?../?ABCD/..E..");
        assert_eq!(place("2\n5\n.-...\n..B..\n", Extend::All, "AB@1,3,down").unwrap(), ".-A../..B..");
    }

    #[test]
    fn a_question_is_one_that_is_given_or_may_join_one() {
        assert_eq!(place("1\n4\n?...\n0 0 3\n", Extend::All, "ABC@1,2,across").unwrap(), "?ABC");
        // The field at the corner has an arrow downwards.
        let corner = "3\n3\n?..\n...\n...\n0 0 0\n";
        assert_eq!(place(corner, Extend::All, "AB@1,2,across").unwrap(), "?AB/.../...");
        let error = place(corner, Extend::Fields, "AB@1,2,across").unwrap_err();
        assert!(error.contains("no field beside its first letter"), "{error}");
        // Questions of other fields do not matter.
        let two = "4\n3\n?..\n?..\n...\n...\n0 0 3\n1 0 0\n";
        assert_eq!(place(two, Extend::Fields, "AB@1,2,across").unwrap(), "?AB/?../.../...");
        // In the middle of a grid there are only straight arrows.
        let middle = "3\n4\n..-.\n.?..\n....\n1 1 3\n";
        assert_eq!(place(middle, Extend::All, "AB@2,3,across").unwrap(), "..-./.?AB/....");
    }

    #[test]
    fn what_rules_a_place_out_is_named() {
        let layout = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
        assert_eq!(place(layout, Extend::Nothing, "EI@2,2,across").unwrap(), "?L?/?EI/?AD");
        assert_eq!(
            place("2\n3\n?..\n?..\n1 0 3\n0 0 3\n", Extend::Nothing, "AB@1,2,across").unwrap(),
            "?AB/?.."
        );
        for (grid, extend, words, said) in [
            (
                OPEN,
                Extend::All,
                "ABC@1,4,across",
                "ABC cannot stand across at row 1, column 4: it would leave the grid",
            ),
            ("2\n5\n..-..\n.....\n", Extend::All, "AB@1,2,across", "the field at row 1, column 3 is blocked"),
            (
                "2\n5\n..?..\n.....\n",
                Extend::All,
                "AB@1,2,across",
                "the field at row 1, column 3 is a question field",
            ),
            (
                "2\n5\n..X..\n.....\n",
                Extend::All,
                "AB@1,2,across",
                "the field at row 1, column 3 has the letter X",
            ),
            (
                "2\n5\n..X..\n.....\n",
                Extend::All,
                "AB@1,1,across",
                "the field at row 1, column 3 takes a letter",
            ),
            (
                "2\n3\n?..\n?..\n1 0 3\n0 0 3\n",
                Extend::Nothing,
                "AB@1,2,down",
                "no field beside its first letter",
            ),
            (
                "2\n4\n?...\n?...\n1 0 3\n0 0 3\n",
                Extend::Nothing,
                "AB@1,2,across",
                "row 1, column 4 takes a letter",
            ),
            // The only field beside its start that could ask for it is a letter of the other word.
            (OPEN, Extend::All, "ABC@1,1,across CA@2,1,across", "no field beside its first letter"),
            // The field after it is in a corner, where no word can start.
            (
                "2\n4\n....\n----\n",
                Extend::All,
                "AB@1,2,across",
                "with AB across at row 1, column 2, the question field at row 1, column 4 has no question",
            ),
        ] {
            let error = place(grid, extend, words).unwrap_err();
            assert!(error.contains(said), "{grid} {words}: {error}");
        }
    }
}
