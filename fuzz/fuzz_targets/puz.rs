//! Across Lite files.
#![no_main]
use cwsat::publish::exchange::puz;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = puz::is_puz(bytes);
    if let Ok(read) = puz::read(bytes) {
        cwsat_fuzz::holds(&read.puzzle);
    }
});
