//! Our own documents.
#![no_main]
use cwsat::publish::puzzle::{convert, json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(puzzle) = json::read(text) else { return };
    let _ = (convert::to_arrowword(&puzzle), convert::to_template(&puzzle));
    let _ = (convert::to_digram(&puzzle), convert::to_crisscross(&puzzle));
    cwsat_fuzz::holds(&puzzle);
});
