//! Templates and filled crosswords, with the lists below them.
#![no_main]
use cwsat::encodings::template::{format, rules, solution};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = (format::is_template(text), format::read_size(text));
    let clues = solution::read_clues(text);
    let Ok(template) = format::read(text) else { return };
    assert_eq!(format::read(&format::write(&template)).as_ref(), Ok(&template));
    let _ = rules::check(&template, Some(cwsat_fuzz::words()));
    assert!(rules::check_against(&template, &template).is_empty());
    let said = |run| solution::Said {
        clue: clues.first().map(|(_, _, clue)| format!("{clue} {run:?}")),
        own: true,
        ..solution::Said::default()
    };
    let entries = solution::entries(&template, said);
    let written = solution::write(&template, Some(&template), &entries);
    assert_eq!(format::read(&written).as_ref(), Ok(&template), "{written}");
    if let Some((_, _, clue)) = clues.first().filter(|(_, _, clue)| !clue.is_empty()) {
        let back = solution::read_clues(&written);
        assert_eq!(back.len(), entries.len(), "{clue}: {written}");
    }
    let document = convert::template(&template, |_| None);
    cwsat_fuzz::holds(&document);
    assert_eq!(convert::to_template(&document), Some(template));
});
