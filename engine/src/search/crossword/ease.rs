//! How many fills a template can be expected to have.
//!
//! Last letters are often S, E and D, so they are often equal where they meet, whereas vowels never equal the
//! consonants that most words begin with. So where the words of a template cross decides how many fills it has.

use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::Grid;
use crate::encodings::lexicon::{Letter, WordList};
use crate::search::ease::Ease;

/// The least probability that two letters are equal.
const LEAST: f32 = 1e-3;

/// Counts the words and letters of a list.
pub fn of_list(list: &WordList) -> Ease {
    Ease::new(list.longest(), Letter::COUNT, LEAST, |len| {
        list.words(len).map(|word| word.iter().map(|letter| letter.index()))
    })
}

/// Returns the logarithm of the expected number of fills. Letters that are given are not considered.
pub fn of_template(ease: &Ease, template: &Template) -> f64 {
    let mut across = Grid::filled(template.cells.rows(), template.cells.cols(), None);
    let mut fills = 0.0;
    for run in template.runs() {
        // A length that the list lacks does not count, lest a template with one be worse than all others: there may be
        // no template without.
        fills += ease.of_words(run.len).max(0.0);
        for (at, pos) in run.cells().enumerate() {
            let here = ease.position(run.len, at);
            if let Some(other) = across[pos].replace(here) {
                fills += ease.of_crossing(other, here);
            }
        }
    }
    fills
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::read_list;
    use crate::encodings::template::format::read;

    #[test]
    fn words_and_crossings_of_a_template_are_counted() {
        let list = read_list("ABC\nABD\nXBC\n".as_bytes(), "list").unwrap().list;
        // An L of two words that meet in their first letters: A, A, X.
        let template = read("...\n.##\n.##\n").unwrap();
        let expected = 2.0 * 3.0_f64.ln() + (5.0_f64 / 9.0).ln();
        assert!((of_template(&of_list(&list), &template) - expected).abs() < 1e-5);
    }
}
