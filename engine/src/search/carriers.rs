//! Words that bring rare letters into a puzzle, so that its fields can spell a solution word.
//!
//! Most letters are in every puzzle, but not a Q or an X. For each of these, words that have it are drawn, and the one
//! with the most of the rare letters is taken; a puzzle that contains these words has the letters. Another seed draws
//! other words, so a search that fails with some can try others.

use crate::encodings::lexicon::{Letter, Theme, WordId, WordList};
use fastrand::Rng;

/// A letter that makes up at least this share of the letters of all words is in every puzzle often enough.
const COMMON: f64 = 0.025;

/// The lengths of the words: such words find room anywhere.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=6;

/// How many words are drawn for a letter; the one with the most rare letters is taken.
const DRAWN: usize = 30;

/// Draws words of `list` that together have the rare ones of these letters, each as often as it is among them, and not
/// at the start of a word, which would give too much away. Words that `themes` demand count; words that the list keeps
/// apart from these or from each other are not drawn. A letter that no word has is skipped.
pub fn carriers(letters: &[Letter], list: &WordList, themes: &[Theme], seed: u64) -> Vec<Vec<Letter>> {
    let mut rng = Rng::with_seed(seed);
    let mut needed = rare(letters, list);
    let demanded = themes.iter().filter(|theme| theme.spare() == 0).flat_map(Theme::words);
    let demanded: Vec<&Vec<Letter>> = demanded.collect();
    demanded.iter().for_each(|word| strike(&mut needed, &word[1..]));
    let mut drawn: Vec<Vec<Letter>> = Vec::new();
    while let Some(&letter) = needed.first() {
        let excludes = |other: &[Letter], word: &[Letter]| {
            other == word || list.apart().is_some_and(|apart| apart.are_relatives(other, word))
        };
        let carries = |id: &WordId| {
            let word = list.word(*id);
            let mut others = demanded.iter().copied().chain(&drawn);
            LENGTHS.contains(&id.len)
                && word[1..].contains(&letter)
                && !others.any(|other| excludes(other, word))
        };
        let candidates: Vec<WordId> = list.ids().filter(carries).collect();
        let covered = |id: &WordId| {
            let mut left = needed.clone();
            strike(&mut left, &list.word(*id)[1..]);
            needed.len() - left.len()
        };
        let some = (0..DRAWN).filter_map(|_| rng.choice(&candidates).copied());
        match some.max_by_key(covered) {
            Some(id) => {
                strike(&mut needed, &list.word(id)[1..]);
                drawn.push(list.word(id).to_vec());
            }
            None => {
                needed.remove(0);
            }
        }
    }
    drawn
}

/// Returns those of the letters that are rare in a list.
fn rare(letters: &[Letter], list: &WordList) -> Vec<Letter> {
    let mut counts = [0_u32; Letter::COUNT];
    list.ids().for_each(|id| list.word(id).iter().for_each(|letter| counts[letter.index()] += 1));
    let all: u32 = counts.iter().sum();
    let is_rare = |letter: &&Letter| f64::from(counts[letter.index()]) < COMMON * f64::from(all);
    letters.iter().filter(is_rare).copied().collect()
}

/// Removes from the letters those that a word has.
fn strike(letters: &mut Vec<Letter>, word: &[Letter]) {
    for letter in word {
        if let Some(at) = letters.iter().position(|other| other == letter) {
            letters.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::{Apart, fold};
    use std::collections::HashSet;
    use std::sync::Arc;

    fn word(text: &str) -> Vec<Letter> {
        fold(text).expect("a word")
    }

    #[test]
    fn drawn_words_have_the_rare_letters_and_no_others_are_drawn() {
        // Words that make the letters rare which few of these have.
        let others =
            Letter::all().filter(|letter| !"QXYZP".contains(letter.char())).map(|letter| [letter; 20]);
        let some = "AQUA EQUIP OPAQUE AXEL EXPORT OXYD LYRIK TYP KAPPE OPER LUPE ZYLON JAZZ KATZE WITZE HEXE";
        let words = some.split(' ').map(word).chain(others.map(Vec::from));
        let list = WordList::new(words.map(|word| (word, 1.0)));
        assert_eq!(carriers(&word("SENATE"), &list, &[], 0), Vec::<Vec<Letter>>::new());
        for seed in 0..20 {
            let drawn = carriers(&word("XYLOPHON"), &list, &[], seed);
            let inside: Vec<Letter> = drawn.iter().flat_map(|word| word[1..].to_vec()).collect();
            for letter in word("XYP") {
                assert!(inside.contains(&letter), "no {letter} in {drawn:?}");
            }
            assert!(drawn.len() <= 4 && drawn.iter().all(|word| list.find(word).is_some()), "{drawn:?}");
        }
        let several: HashSet<_> = (0..20).map(|seed| carriers(&word("QUIZ"), &list, &[], seed)).collect();
        assert!(several.len() > 1, "other seeds draw other words");
    }

    #[test]
    fn demanded_words_count_and_their_relatives_are_not_drawn() {
        // Words that make Q rare.
        let others = Letter::all().filter(|letter| letter.char() != 'Q').map(|letter| vec![letter; 12]);
        let words = ["AQUA", "AQUAS", "EQUIL"].map(word).into_iter().chain(others);
        let list = WordList::new(words.map(|word| (word, 1.0)));
        let list = list.clone().kept_apart(Arc::new(Apart::new(&list, [[]; 0], 4)));
        let drawn = |letters: &str, own: &str| carriers(&word(letters), &list, &[Theme::all([word(own)])], 3);
        assert_eq!(drawn("Q", "AQUAS"), Vec::<Vec<Letter>>::new(), "it has one");
        assert_eq!(drawn("QQ", "AQUAS"), [word("EQUIL")], "AQUA is inside it");
        assert_eq!(drawn("QQQQQ", "AQUAS"), [word("EQUIL")], "there are no more");
    }
}
