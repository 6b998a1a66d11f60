//! Barred crosswords, open and filled, with the lists below them.
#![no_main]
use cwsat::encodings::barred::{format, rules as custom, solution};
use cwsat::encodings::crossword::{
    rules,
    solution::{Said, entries},
};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let is_barred = format::is_barred(text);
    let Ok(template) = format::read(text) else { return };
    assert!(is_barred);
    assert_eq!(format::read(&format::write(&template)).as_ref(), Ok(&template));
    let _ = (rules::check(&template, Some(cwsat_fuzz::words())), custom::check(&template));
    assert!(rules::check_against(&template, &template).is_empty());
    let entries = entries(&template, |_| Said::default());
    let written = solution::write(&template, Some(&template), &entries);
    assert_eq!(format::read(&written).as_ref(), Ok(&template), "{written}");
    let document = convert::barred(&template, |_| None);
    cwsat_fuzz::holds(&document);
    assert_eq!(convert::to_barred(&document), Some(template));
});
