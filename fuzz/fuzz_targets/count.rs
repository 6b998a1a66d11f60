//! What model counters print.
#![no_main]
use cwsat::solver::read_count;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(counted) = read_count(bytes).expect("memory can be read") else { return };
    let printed = format!(
        "c s {} {}\n",
        if counted.is_estimate { "approx arb int" } else { "exact arb int" },
        counted.number
    );
    assert_eq!(read_count(printed.as_bytes()).expect("memory can be read"), Some(counted), "{printed}");
});
