//! What counting alone says on how good a layout of some words can get.
//!
//! These bounds cost nothing and hold for any board. They prove the optimum where there is little to lay (a
//! chain of words that share one letter each, say); elsewhere they only keep the search from asking for what
//! cannot be, and the formula has to prove the rest.

use super::puzzle::{Entry, Puzzle};
use crate::lexicon::Letter;

/// No layout on the board is better than this in any of the three layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most words that can hang together.
    pub words: usize,
    /// The most crossings there can be with so many words.
    pub crossings: usize,
    /// For each word why it can be in no layout of so many words, if that is so.
    pub hopeless: Vec<Option<Hopeless>>,
}

/// Why a word cannot be laid beside all the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hopeless {
    /// It is longer than the board.
    TooLong,
    /// No other word that fits on the board has a letter in common with it.
    NoCommonLetter,
    /// Its letters and those of the words it could cross lead to too few other words.
    OtherLetters,
}

/// The letters of a word, a bit each.
fn letters(entry: &Entry) -> u32 {
    entry.word.iter().fold(0, |mask, letter: &Letter| mask | 1 << letter.index())
}

/// The bound for a puzzle.
pub fn bound(puzzle: &Puzzle) -> Bound {
    let masks: Vec<u32> = puzzle.entries.iter().map(letters).collect();
    let fits: Vec<bool> = puzzle.entries.iter().map(|entry| entry.word.len() <= puzzle.longest()).collect();
    let partners = |word: usize| {
        (0..masks.len()).filter(|&v| v != word && fits[v] && masks[v] & masks[word] != 0).count()
    };
    // Words hang together by common letters: sets of words that have none in common stay apart.
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for word in (0..masks.len()).filter(|&word| fits[word]) {
        let mut joined = (masks[word], vec![word]);
        groups.retain_mut(|(mask, words)| {
            let apart = *mask & joined.0 == 0;
            if !apart {
                joined.0 |= *mask;
                joined.1.append(words);
            }
            apart
        });
        groups.push(joined);
    }
    let words = groups.iter().map(|(_, group)| group.len()).max().unwrap_or(0);
    let largest: Vec<&Vec<usize>> = groups.iter().map(|(_, g)| g).filter(|g| g.len() == words).collect();
    let crossings = largest.iter().map(|group| crossings(puzzle, &masks, group)).max().unwrap_or(0);
    let hopeless = (0..masks.len()).map(|word| match () {
        () if !fits[word] => Some(Hopeless::TooLong),
        () if largest.iter().any(|group| group.contains(&word)) => None,
        () if partners(word) == 0 => Some(Hopeless::NoCommonLetter),
        () => Some(Hopeless::OtherLetters),
    });
    Bound { words, crossings, hopeless: hopeless.collect() }
}

/// The most crossings of a group of words. Two words cross at most once, only if one is read across and the
/// other down, and only in a common letter; and a word is crossed at most once in each of its letters.
fn crossings(puzzle: &Puzzle, masks: &[u32], group: &[usize]) -> usize {
    let (mut pairs, mut ends) = (0, 0);
    for &word in group {
        let partners = group.iter().filter(|&&v| v != word && masks[v] & masks[word] != 0).count();
        pairs += partners;
        let others = group.iter().filter(|&&v| v != word).fold(0, |mask, &v| mask | masks[v]);
        let crossable = puzzle.entries[word].word.iter().filter(|l| others >> l.index() & 1 == 1).count();
        ends += partners.min(crossable);
    }
    (pairs / 2).min(ends / 2).min(group.len().pow(2) / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crisscross::base;

    fn of(rows: usize, cols: usize, text: &str) -> Bound {
        bound(&Puzzle { rows, cols, entries: base::read(text, base::Style::Marked).unwrap().entries })
    }

    #[test]
    fn words_without_common_letters_are_told() {
        let found = of(5, 5, "ROSE\nOAK\nLIMB\nELEPHANT\nXY\nZY\n");
        assert_eq!(found.words, 2);
        assert_eq!(found.hopeless[2], Some(Hopeless::NoCommonLetter));
        assert_eq!(found.hopeless[3], Some(Hopeless::TooLong));
        assert_eq!(found.hopeless[0], None);
        assert_eq!(found.hopeless[4], None);
        let found = of(9, 9, "ROSE\nOAK\nEAST\nXY\nZY\n");
        assert_eq!((found.words, found.crossings), (3, 2));
        assert_eq!(found.hopeless[3], Some(Hopeless::OtherLetters));
    }

    #[test]
    fn one_word_crosses_nothing() {
        let found = of(4, 4, "ROSE\n");
        assert_eq!((found.words, found.crossings, &found.hopeless[..]), (1, 0, &[None][..]));
        assert_eq!(of(3, 3, "ROSE\n").words, 0);
    }
}
