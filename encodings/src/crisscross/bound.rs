//! Upper bounds on how good a layout can be, by counting alone.
//!
//! These bounds cost nothing and hold for any board. They prove the optimum where there is little to place (for example
//! a chain of words that share one letter each); elsewhere they only keep the search from asking for the
//! impossible, and the formula has to prove the rest.

use super::puzzle::Puzzle;

/// Upper bounds: no layout on the board has more words, or more crossings with that many words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The largest number of words that can be connected.
    pub words: usize,
    /// The largest number of crossings with that many words.
    pub crossings: usize,
    /// The words that fit on the board, in sets that have no letters in common with each other; the largest sets first,
    /// each in ascending order.
    pub groups: Vec<Vec<usize>>,
    /// For each word the reason why it cannot be in a layout of that many words, if there is one.
    pub hopeless: Vec<Option<Hopeless>>,
}

/// Why a word cannot be placed together with all the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hopeless {
    /// It is longer than the board.
    TooLong,
    /// No other word that fits on the board has a letter in common with it.
    NoCommonLetter,
    /// The words that can be reached from it by common letters are too few.
    OtherLetters,
}

impl Bound {
    /// Returns why a word cannot be in a layout with `other`, which fits on the board; `None` if it can as far as the
    /// letters tell.
    pub fn apart(&self, word: usize, other: usize) -> Option<Hopeless> {
        let has = |group: &Vec<usize>, word: usize| group.binary_search(&word).is_ok();
        let group = self.groups.iter().find(|group| has(group, word));
        let together = group.is_some_and(|group| has(group, other));
        (!together).then(|| why_apart(group))
    }
}

/// Returns why the words of a group, or a word that is in no group, cannot be placed together with those of another
/// group.
fn why_apart(group: Option<&Vec<usize>>) -> Hopeless {
    match group.map(Vec::len) {
        None => Hopeless::TooLong,
        Some(1) => Hopeless::NoCommonLetter,
        Some(_) => Hopeless::OtherLetters,
    }
}

/// A set of letters, as bits of their indices.
#[derive(Clone, Debug)]
struct Letters(Vec<u64>);

impl Letters {
    fn of(word: &[usize], count: usize) -> Self {
        let mut bits = vec![0; count.div_ceil(64)];
        word.iter().for_each(|letter| bits[letter / 64] |= 1 << (letter % 64));
        Self(bits)
    }

    fn has(&self, letter: usize) -> bool {
        self.0[letter / 64] >> (letter % 64) & 1 == 1
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits |= other);
    }
}

/// Returns the bound for a puzzle.
pub fn bound(puzzle: &Puzzle) -> Bound {
    let alphabet = puzzle.alphabet();
    let indices = puzzle.indices(&alphabet);
    let masks: Vec<Letters> = indices.iter().map(|word| Letters::of(word, alphabet.len())).collect();
    let fits: Vec<bool> = puzzle.entries.iter().map(|entry| entry.word.len() <= puzzle.longest()).collect();
    let fitting = || (0..masks.len()).filter(|&word| fits[word]);
    // Words are connected by common letters: sets of words that have none in common stay apart.
    let mut alphabets: Vec<Letters> = Vec::new();
    for word in fitting() {
        let mut joined = masks[word].clone();
        alphabets.retain(|alphabet| {
            let apart = !alphabet.meets(&joined);
            if !apart {
                joined.add(alphabet);
            }
            apart
        });
        alphabets.push(joined);
    }
    let of = |alphabet: Letters| fitting().filter(|&word| masks[word].meets(&alphabet)).collect();
    let mut groups: Vec<Vec<usize>> = alphabets.into_iter().map(of).collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
    let words = groups.first().map_or(0, Vec::len);
    // Which of the largest groups has the best layout is not known here.
    let largest = || groups.iter().take_while(|group| group.len() == words);
    let crossings = largest().map(|group| crossings(&indices, &masks, group)).max().unwrap_or(0);
    let mut hopeless = vec![Some(why_apart(None)); masks.len()];
    for group in &groups {
        let reason = (group.len() < words).then(|| why_apart(Some(group)));
        group.iter().for_each(|&word| hopeless[word] = reason);
    }
    Bound { words, crossings, groups, hopeless }
}

/// Returns an upper bound for the crossings of a group of words. Two words cross at most once, only if one is read
/// across and the other down, and only in a common letter; and a word is crossed at most once in each of its letters.
fn crossings(words: &[Vec<usize>], masks: &[Letters], group: &[usize]) -> usize {
    // In how many words each letter occurs.
    let count = words.iter().flatten().max().map_or(0, |&last| last + 1);
    let mut words_with = vec![0; count];
    for &word in group {
        (0..count).filter(|&letter| masks[word].has(letter)).for_each(|letter| words_with[letter] += 1);
    }
    let mut ends = 0;
    for &word in group {
        let crossable = words[word].iter().filter(|&&letter| words_with[letter] > 1).count();
        // More partners would change nothing; in a long list they would take long to count.
        let partners = group.iter().filter(|&&v| v != word && masks[v].meets(&masks[word]));
        ends += partners.take(crossable).count();
    }
    (ends / 2).min(group.len().pow(2) / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crisscross::base;
    use crate::crisscross::puzzle::Entry;
    use crate::lexicon::Alphabet;

    fn of(rows: usize, cols: usize, text: &str) -> Bound {
        bound(&Puzzle {
            rows,
            cols,
            entries: base::read(text, base::Style::Marked, &Default::default()).unwrap().entries,
        })
    }

    #[test]
    fn words_without_common_letters_are_reported() {
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
    fn groups_of_one_size_are_apart_and_none_is_hopeless() {
        let found = of(9, 9, "AAB\nBCC\nDDE\nEFF\nXYZ\n");
        assert_eq!(found.groups, [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(found.hopeless, [None, None, None, None, Some(Hopeless::NoCommonLetter)]);
        assert_eq!((found.apart(0, 1), found.apart(2, 0)), (None, Some(Hopeless::OtherLetters)));
    }

    #[test]
    fn the_most_crossings_of_words_by_hand() {
        for (words, most) in [
            // A chain: each word shares a letter with the next one, which makes 3 pairs.
            ("AB\nBC\nCD\nDE\n", 3),
            // Each word can only be crossed in its A: 4 ends, or 3.
            ("AB\nAC\nAD\nAE\n", 2),
            ("AB\nAC\nAD\n", 1),
            // Of the three pairs of three words, at most two are of an across and a down word.
            ("ABC\nBCA\nCAB\n", 2),
            // A word crosses each of its partners once, however many letters they share.
            ("AAAA\nAB\nBC\nCD\n", 3),
            // Each letter counts, whether it occurs once or twice.
            ("OTTO\nTIN\n", 1),
            ("ANNA\nANNAN\nNANA\nAN\n", 4),
        ] {
            let found = of(9, 9, words);
            assert_eq!((found.words, found.crossings), (words.lines().count(), most), "{words:?}");
        }
    }

    #[test]
    fn words_are_joined_by_all_letters_of_their_group() {
        assert_eq!(of(9, 9, "AB\nCD\nBC\nDX\nYZ\n").groups, [vec![0, 1, 2, 3], vec![4]]);
        assert_eq!(of(9, 9, "YZ\nAB\nCD\nBC\nAX\n").groups, [vec![1, 2, 3, 4], vec![0]]);
        // A word that is too long is in no group, and apart from every other word.
        let found = of(3, 3, "ROSE\nOR\nRED\n");
        assert_eq!(found.groups, [vec![1, 2]]);
        assert_eq!((found.apart(0, 1), found.apart(1, 2)), (Some(Hopeless::TooLong), None));
    }

    /// Counting each pair of 60,000 words would take minutes.
    #[test]
    fn long_lists_are_judged_quickly() {
        let letters = Alphabet::Folded.fold("ABCD").unwrap();
        let word = |number: usize| (0..7).map(|place| letters[(number >> (2 * place)) % 4]).collect();
        let entries = (0..60_000)
            .map(|number| Entry { word: word(number), spelling: String::new(), questions: Vec::new() })
            .collect();
        let found = bound(&Puzzle { rows: 9, cols: 9, entries });
        assert_eq!((found.words, found.crossings, found.groups.len()), (60_000, 7 * 30_000, 1));
        assert_eq!(found.apart(59_999, 1), None);
    }

    #[test]
    fn more_than_64_letters_are_told_apart() {
        let all: String = ('\u{400}'..='\u{42f}').chain('A'..='Z').collect();
        let pairs: String = all.chars().zip(all.chars().skip(1)).map(|(a, b)| format!("{a}{b}\n")).collect();
        let found = of(9, 9, &pairs);
        assert_eq!((found.words, found.crossings), (73, 72), "a chain");
        assert_eq!(of(9, 9, &format!("{pairs}12\n23\n")).words, 73);
    }

    #[test]
    fn one_word_crosses_nothing() {
        let found = of(4, 4, "ROSE\n");
        assert_eq!((found.words, found.crossings, &found.hopeless[..]), (1, 0, &[None][..]));
        assert_eq!(of(3, 3, "ROSE\n").words, 0);
    }
}
