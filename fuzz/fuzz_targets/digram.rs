//! Digram grids.
#![no_main]
use cwsat::encodings::digram::{format, rules};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for cells in format::read_all(text).into_iter().flatten() {
        let written = format::write(&cells);
        assert_eq!(format::read(&written).as_ref(), Ok(&cells), "{written}");
        let _ = rules::check(&cells, None);
        if cells.rows().max(cells.cols()) <= 20 {
            let document = convert::digram(&cells);
            cwsat_fuzz::holds(&document);
            assert_eq!(convert::to_digram(&document), Some(cells));
        }
    }
});
