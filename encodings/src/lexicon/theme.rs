//! Words that a puzzle has to contain, or should contain: an editor's own words, a theme.
//!
//! Editors have three kinds of wishes, and one type serves them all: words that must all be in the puzzle (`at_least`
//! is their number), words of which some must be, and words that are welcome (`at_least` is 0). More of them are always
//! better.

use super::Letter;

/// Different words, and how many of them a puzzle needs at least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    words: Vec<Vec<Letter>>,
    at_least: usize,
}

impl Theme {
    /// Creates a theme of which a puzzle needs at least `at_least` words, or all if there are fewer. A word that is given
    /// twice counts once; a word of fewer than two letters cannot be in a puzzle and is left out.
    pub fn new(words: impl IntoIterator<Item = Vec<Letter>>, at_least: usize) -> Self {
        let mut words: Vec<_> = words.into_iter().filter(|word| word.len() >= 2).collect();
        words.sort();
        words.dedup();
        let at_least = at_least.min(words.len());
        Self { words, at_least }
    }

    /// Creates a theme of which a puzzle needs every word.
    pub fn all(words: impl IntoIterator<Item = Vec<Letter>>) -> Self {
        Self::new(words, usize::MAX)
    }

    /// Creates a theme of which a puzzle needs no word.
    pub fn wishes(words: impl IntoIterator<Item = Vec<Letter>>) -> Self {
        Self::new(words, 0)
    }

    /// Returns the words, sorted.
    pub fn words(&self) -> &[Vec<Letter>] {
        &self.words
    }

    /// Returns how many of the words a puzzle needs.
    pub fn at_least(&self) -> usize {
        self.at_least
    }

    /// Returns how many of the words a puzzle may lack.
    pub fn spare(&self) -> usize {
        self.words.len() - self.at_least
    }

    /// Returns the words that a puzzle needs for certain, since none of their theme may be lacking, and that have more than `most`
    /// letters.
    pub fn needed_beyond(themes: &[Self], most: usize) -> impl Iterator<Item = &[Letter]> {
        let needed = themes.iter().filter(|theme| theme.spare() == 0).flat_map(Self::words);
        needed.map(Vec::as_slice).filter(move |word| word.len() > most)
    }

    /// Returns the theme without these words, which a puzzle has for certain: it needs as many fewer.
    #[must_use]
    pub fn without(&self, there: impl Fn(&[Letter]) -> bool) -> Self {
        let (there, words): (Vec<_>, Vec<_>) = self.words.iter().cloned().partition(|word| there(word));
        Self { words, at_least: self.at_least.saturating_sub(there.len()) }
    }

    /// Returns the words for which `is_there` does not hold, if too many are missing; otherwise none.
    pub fn missing<'a>(
        &'a self,
        is_there: impl Fn(&[Letter]) -> bool + 'a,
    ) -> impl Iterator<Item = &'a [Letter]> {
        let missing: Vec<&[Letter]> =
            self.words.iter().map(Vec::as_slice).filter(|word| !is_there(word)).collect();
        let too_many = missing.len() > self.spare();
        missing.into_iter().filter(move |_| too_many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<Letter> {
        text.chars().filter_map(Letter::from_char).collect()
    }

    #[test]
    fn words_are_missing_only_if_too_many_are() {
        let words = || ["ROSE", "TULPE", "ASTER", "ROSE", "A"].map(word);
        let there = word("ROSE");
        let missing = |theme: &Theme| theme.missing(|word| word == there).count();
        assert_eq!(Theme::all(words()).words().len(), 3, "ROSE counts once, A not at all");
        let found: Vec<usize> = (0..=4).map(|n| missing(&Theme::new(words(), n))).collect();
        assert_eq!(found, [0, 0, 2, 2, 2]);
        assert_eq!((missing(&Theme::wishes(words())), missing(&Theme::all(words()))), (0, 2));
    }

    #[test]
    fn words_that_are_there_for_certain_are_not_needed_any_more() {
        let words = || ["ROSE", "TULPE", "ASTER"].map(word);
        let there = [word("ROSE"), word("NELKE")];
        let needs = |at_least| {
            let rest =
                Theme::new(words(), at_least).without(|word| there.iter().any(|there| there[..] == *word));
            (rest.words().len(), rest.at_least())
        };
        assert_eq!([0, 1, 2, 3].map(needs), [(2, 0), (2, 0), (2, 1), (2, 2)]);
    }
}
