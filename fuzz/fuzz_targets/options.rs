//! Values of options with a small language of their own.
#![no_main]
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::instance::Stage;
use cwsat::encodings::arrowword::puzzle::Arrow;
use cwsat::encodings::cnf::{Cardinality, PseudoBoolean};
use cwsat::encodings::digram::puzzle::Size;
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Alphabet, DemandedWord, Glob, Pattern, PlacedWord};
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::publish::puzzle::{Language, solution_word};
use cwsat::search::crisscross::Aspect;
use cwsat::search::fill::Engine;
use cwsat::solver::proof::ProofFormat;
use cwsat::solver::{BackEnd, CommandLine};
use libfuzzer_sys::fuzz_target;
use std::fmt::Display;
use std::str::FromStr;

/// What is displayed parses to the same value.
fn comes_back<T: FromStr + Display + PartialEq + std::fmt::Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let shown = value.to_string();
        assert_eq!(shown.parse::<T>().ok().as_ref(), Some(&value), "{shown}");
    }
}

fuzz_target!(|text: &str| {
    comes_back::<Engine>(text);
    comes_back::<Membership>(text);
    comes_back::<Style>(text);
    comes_back::<Symmetry>(text);
    comes_back::<Language>(text);
    comes_back::<BackEnd>(text);
    let _ = BackEnd::portfolio(text);
    comes_back::<CommandLine>(text);
    comes_back::<ProofFormat>(text);
    comes_back::<Extend>(text);
    comes_back::<Stage>(text);
    comes_back::<Arrow>(text);
    comes_back::<Cardinality>(text);
    comes_back::<PseudoBoolean>(text);
    comes_back::<Size>(text);
    comes_back::<Pattern>(text);
    comes_back::<Glob>(text);
    let _ = (text.parse::<Aspect>(), text.parse::<Alphabet>());
    if let Ok(word) = text.parse::<PlacedWord>() {
        let run = word.run();
        let written =
            format!("{}@{},{},{}", word.spelled(), run.start.row + 1, run.start.col + 1, run.direction);
        assert_eq!(written.parse().as_ref(), Ok(&word), "{written}");
    }
    comes_back::<DemandedWord>(text);
    if let Ok(word) = solution_word::read(text) {
        let written: String = word.iter().map(|letter| letter.char()).collect();
        assert_eq!(solution_word::read(&written), Ok(word), "{written}");
    }
});
