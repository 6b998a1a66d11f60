//! Puzzles of all kinds, written in all exchange formats and read back.
#![no_main]
use cwsat_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(puzzle) = cwsat_fuzz::puzzle(&mut Bytes(bytes)) {
        cwsat_fuzz::holds(&puzzle);
    }
});
