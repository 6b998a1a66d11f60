//! `.cwg` grids: what is written is read back unchanged, and nothing that is read makes the checker or the document
//! panic.
#![no_main]
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::{bound, cwg, rules};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(cwg::Read { puzzle, .. }) = cwg::read(text) else { return };
    let written = cwg::write(&puzzle);
    let back = cwg::read(&written).expect("what is written is read");
    assert_eq!((&back.puzzle, back.warnings.len()), (&puzzle, 0), "{written}");
    let _ = rules::check(&puzzle, Some(cwsat_fuzz::words()));
    let _ = rules::unfilled(&puzzle);
    let score = Counts::of(&puzzle).score();
    assert!((0.0..=100.0 + 1e-9).contains(&score), "{score}");
    if puzzle.fields.rows() * puzzle.fields.cols() <= 400 {
        let _ = bound::ceiling_of(&puzzle, Some(9));
    }
    if let Ok(document) = convert::arrowword(&puzzle) {
        cwsat_fuzz::holds(&document);
        assert_eq!(convert::to_arrowword(&document), Some(puzzle));
    }
});
