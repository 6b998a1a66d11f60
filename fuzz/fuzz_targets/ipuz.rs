//! ipuz files of other programs.
#![no_main]
use cwsat::publish::exchange::{ipuz, markup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = ipuz::is_ipuz(text);
    let _ = markup::plain(text);
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    assert_eq!(
        markup::plain(&markup::html(&plain)).split_whitespace().count(),
        plain.split_whitespace().count()
    );
    if let Ok(read) = ipuz::read(text) {
        cwsat_fuzz::holds(&read.puzzle);
    }
});
