//! Values of options with a small language of their own.
#![no_main]
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::template::shape::{Style, Symmetry};
use cwsat::publish::puzzle::Language;
use cwsat::search::fill::Engine;
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
});
