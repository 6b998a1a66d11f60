//! `.cwg` grids: what is written is read back unchanged, and nothing that is read makes the checker or the document
//! panic. What can be handed in is in the ZIP as it was.
#![no_main]
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::{bound, cwg, rules};
use cwsat::publish::puzzle::convert;
use cwsat::publish::submit::{self, Task};
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};

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
    let task = Task { name: "grid.cwg".to_owned(), empty: puzzle.clone() };
    if let Ok(passed) = submit::judge(&task, &puzzle, None) {
        let zip = submit::entry(&[passed]).expect("a ZIP");
        let mut zip = zip::ZipArchive::new(Cursor::new(zip)).expect("our own ZIP is read");
        let mut text = String::new();
        zip.by_name("grid.cwg").expect("the grid").read_to_string(&mut text).expect("text");
        assert_eq!(text, written);
    }
    if let Ok(document) = convert::arrowword(&puzzle) {
        cwsat_fuzz::holds(&document);
        assert_eq!(convert::to_arrowword(&document), Some(puzzle));
    }
});
