//! What counting says about own words before a template is made or filled: whether there are lines and slots of their
//! lengths.

use super::NoCrossword;
use super::letters::spelled;
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::lexicon::{Letter, Theme};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the words that a crossword has to have, as text.
pub(super) fn needed(themes: &[Theme]) -> Vec<String> {
    Theme::needed_beyond(themes, 0).map(spelled).collect()
}

/// Refuses own words that every crossword needs and none of this size can have.
pub(super) fn refuse_too_long(themes: &[Theme], most: usize) -> Result<(), NoCrossword> {
    let words: Vec<String> = Theme::needed_beyond(themes, most).map(spelled).collect();
    if words.is_empty() { Ok(()) } else { Err(NoCrossword::TooLong { words, most }) }
}

/// Refuses own words of one length if every crossword of this size lacks lines for all of them.
pub(super) fn refuse_too_many(themes: &[Theme], (rows, cols): (usize, usize)) -> Result<(), NoCrossword> {
    for (len, words) in needed_by_length(themes) {
        // Between words there may be no more than a bar.
        let most = rows * (cols / len) + cols * (rows / len);
        if words.len() > most {
            return Err(NoCrossword::TooMany { words: words.into_iter().map(spelled).collect(), len, most });
        }
    }
    Ok(())
}

/// Returns the words that a crossword has to have, by their lengths.
fn needed_by_length(themes: &[Theme]) -> BTreeMap<usize, BTreeSet<&[Letter]>> {
    let mut words: BTreeMap<usize, BTreeSet<&[Letter]>> = BTreeMap::new();
    for word in Theme::needed_beyond(themes, 0) {
        words.entry(word.len()).or_default().insert(word);
    }
    words
}

/// Returns how many of the words that a crossword has to have are without a slot of their length.
pub(super) fn without_slot(themes: &[Theme], template: &Template) -> usize {
    let runs = template.runs();
    let slots = |len| runs.iter().filter(|run| run.len == len).count();
    needed_by_length(themes).into_iter().map(|(len, words)| words.len().saturating_sub(slots(len))).sum()
}

/// Returns how many of these words have a slot of their length of their own.
pub(super) fn slots_for(words: &[Vec<Letter>], template: &Template) -> usize {
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    template.runs().iter().for_each(|run| *slots.entry(run.len).or_default() += 1);
    let takes = |word: &&Vec<Letter>| match slots.get_mut(&word.len()) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    words.iter().filter(takes).count()
}
