//! Clue sources: lines and tables, a thesaurus, and WordNet's files; what is found becomes clues.
#![no_main]
use cwsat::publish::clues::candidate::Nature;
use cwsat::publish::clues::contents::Contents;
use cwsat::publish::clues::{lines, thesaurus, wordnet};
use cwsat_fuzz::words;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut contents = Contents::default();
    lines::read(text, Nature::Written, words(), &mut contents);
    thesaurus::read(text, words(), &mut contents);
    let (index, rest) = text.split_once("====\n").unwrap_or((text, text));
    let (data, exceptions) = rest.split_once("====\n").unwrap_or((rest, ""));
    for nouns in [false, true] {
        wordnet::read(&wordnet::Part { index, data, exceptions, nouns }, words(), &mut contents);
    }
    for (word, found) in &contents.by_word {
        assert!(words().find(word).is_some());
        assert!(!found.is_empty());
    }
});
