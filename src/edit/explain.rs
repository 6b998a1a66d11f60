//! Why nothing fits into a field, in words.

use super::board::{Board, Place};
use super::slots::{Fitting, Slots};
use super::words::Vocabulary;
use crate::encodings::arrowword::puzzle::{Field, Question};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::Letter;
use std::fmt::Write as _;

/// Says what is known about a field, and which words that is about.
pub fn explain(board: &Board, vocabulary: &Vocabulary, pos: Pos) -> (String, Vec<Place>) {
    match board.field(pos) {
        None | Some(Field::Blocked(_)) => {
            return ("this field is blocked, so it takes no letter".to_owned(), Vec::new());
        }
        Some(Field::Question) => {
            return ("this is a question field, so it takes no letter".to_owned(), Vec::new());
        }
        Some(Field::Open | Field::Letter(_)) => {}
    }
    let slots = Slots::of(board);
    let Some(cell) = slots.positions.iter().position(|other| *other == pos) else {
        let text = match board {
            Board::Arrowword(_) => {
                "no question asks for a word through this field; give a question field an arrow to one"
            }
            Board::Crossword(_) if board.lays_words() => {
                "no word of two or more letters goes through this field; write a letter beside it, or remove it"
            }
            Board::Crossword(_) => {
                "no word of two or more letters goes through this field; open a field beside it, or block it"
            }
        };
        return (text.to_owned(), Vec::new());
    };
    let through: Vec<usize> =
        (0..slots.places.len()).filter(|&slot| slots.problem.slots[slot].cells.contains(&cell)).collect();
    let mut text = String::new();
    let mut left = (1_u32 << Letter::COUNT) - 1;
    for &slot in &through {
        let letters = slots.letters(slot);
        let lexicon = vocabulary.index.of_len(letters.len());
        let at = slots.problem.slots[slot].cells.iter().position(|&other| other == cell).unwrap_or_default();
        let words: Vec<usize> = lexicon.fitting(&letters).collect();
        left &= words.iter().fold(0, |bits, &word| bits | 1 << lexicon.word(word)[at].index());
        let pattern: String = letters.iter().map(|letter| letter.map_or('.', Letter::char)).collect();
        let place = match slots.places[slot] {
            Place::Question(Question { pos, arrow }) => format!("asked at {pos}, {arrow}"),
            Place::Start(pos, direction) => {
                let number = board.numbering().at(pos).unwrap_or_default();
                format!("{number} {direction} at {pos}")
            }
        };
        let many = match words.len() {
            0 => "no word of the list matches".to_owned(),
            1 => "one word of the list matches".to_owned(),
            count => format!("{count} words of the list match"),
        };
        let _ = write!(text, "{many} {pattern}, {place}. ");
    }
    let mut held = None;
    let is_live = Fitting::following(&slots, vocabulary, &mut held, &|| false).is_some_and(|fitting| {
        through.iter().all(|&slot| fitting.count(slot) > 0) && fitting.letters[cell] != 0
    });
    text.push_str(match (is_live, left, board.letter(pos)) {
        (true, _, None) => "Some letters still fit, as far as crossing words tell.",
        (true, _, Some(_)) => "The letter fits.",
        (false, 0, _) if through.len() > 1 => "No letter suits all words through this field.",
        (false, 0, _) => "Change a letter, or the layout.",
        (false, ..) => {
            "Each has words by itself, but not together with the words that cross them, or that are in the grid already: \
             change a letter nearby, or the layout."
        }
    });
    (text, through.into_iter().map(|slot| slots.places[slot]).collect())
}
