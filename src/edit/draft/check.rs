//! The checks of what the user enters.

use super::{Draft, Note};
use crate::edit::board::Place;
use crate::edit::protocol::{About, Wishes};
use crate::edit::refusal::{MAX_LISTED, MAX_TEXT, Refusal};
use crate::encodings::lexicon::{LONGEST_WORD, fold_phrase};
use crate::publish::puzzle::Language;
use std::collections::BTreeMap;

/// Checks what a person says about a word.
pub(in crate::edit) fn check_note(draft: &Draft, place: Place, note: &Note) -> Result<(), Refusal> {
    let is_long = |text: &String| text.chars().count() > MAX_TEXT;
    if note.clues.len() > MAX_LISTED
        || note.clues.iter().any(|clue| is_long(&clue.text) || clue.source.as_ref().is_some_and(is_long))
        || note.spelling.as_ref().is_some_and(is_long)
    {
        return Err(Refusal::TooLong);
    }
    if note.clues.iter().any(|clue| clue.text.trim().is_empty()) {
        return Err(Refusal::EmptyClue);
    }
    if note.spelling.is_some() && draft.board.word(place).is_none() {
        return Err(Refusal::Unfilled);
    }
    check_spelling(draft, place, note)
}

/// Checks that a word is written with its own letters, if it is filled.
pub(in crate::edit) fn check_spelling(draft: &Draft, place: Place, note: &Note) -> Result<(), Refusal> {
    if let (Some(spelling), Some(word)) = (&note.spelling, draft.board.word(place))
        && fold_phrase(spelling).as_ref() != Some(&word)
    {
        let word = word.iter().map(|letter| letter.char()).collect();
        return Err(Refusal::OtherSpelling { spelling: spelling.chars().take(40).collect(), word });
    }
    Ok(())
}

/// Checks title, author, and so on; empty texts are none.
pub(in crate::edit) fn checked_about(about: About) -> Result<About, Refusal> {
    let about = read_about(about)?;
    let mut texts = about.title.iter().chain(&about.author).chain(&about.credits);
    if about.credits.len() > MAX_LISTED || texts.any(|text| text.chars().count() > MAX_TEXT) {
        return Err(Refusal::TooLong);
    }
    Ok(about)
}

/// Does the same with what is read from a file, whatever its length.
pub(in crate::edit) fn read_about(about: About) -> Result<About, Refusal> {
    let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let about = About {
        title: some(about.title),
        author: some(about.author),
        language: some(about.language),
        credits: about.credits.into_iter().filter(|line| !line.trim().is_empty()).collect(),
    };
    let language = about.language.as_ref().map(|tag| tag.parse::<Language>()).transpose()?;
    Ok(About { language: language.map(|language| language.to_string()), ..about })
}

/// Checks the words that are wished for.
pub(in crate::edit) fn checked_wishes(wishes: Wishes) -> Result<Wishes, Refusal> {
    let all = [&wishes.needed, &wishes.wanted, &wishes.banned];
    if all.iter().any(|words| words.len() > MAX_LISTED) {
        return Err(Refusal::TooLong);
    }
    for word in all.into_iter().flatten().chain(&wishes.solution_word) {
        if fold_phrase(word).is_none_or(|letters| letters.len() < 2 || letters.len() > LONGEST_WORD) {
            return Err(Refusal::NoWord(word.chars().take(40).collect()));
        }
    }
    let is_wished = |word: &String| wishes.needed.contains(word) || wishes.wanted.contains(word);
    let clues = wishes.clues.iter().filter(|(word, clue)| is_wished(word) && !clue.trim().is_empty());
    let clues: BTreeMap<String, String> = clues.map(|(word, clue)| (word.clone(), clue.clone())).collect();
    if clues.values().any(|clue| clue.chars().count() > MAX_TEXT) {
        return Err(Refusal::TooLong);
    }
    Ok(Wishes { clues, ..wishes })
}
