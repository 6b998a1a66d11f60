//! Criss-crosses: the list of words, and the layout.
#![no_main]
use cwsat::encodings::crisscross::{base, format, rules};
use cwsat::encodings::lexicon::Alphabet;
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = (base::is_list(text), format::is_layout(text));
    let forms = [base::Style::Marked, base::Style::Spaced]
        .into_iter()
        .flat_map(|style| [Alphabet::Folded, Alphabet::Written].map(|alphabet| (style, alphabet)));
    for (style, alphabet) in forms {
        if let Ok(base) = base::read(text, style, &alphabet) {
            assert!(base.entries.iter().all(|entry| entry.word.len() >= 2));
            base.skipped.iter().for_each(|skipped| drop(skipped.to_string()));
        }
    }
    let Ok(read) = format::read(text) else { return };
    let _ = rules::check_drawing(&read);
    if !rules::check(&read.layout, None).is_empty() {
        return;
    }
    // The writer sorts the words, by direction and number.
    let written = format::write(&read.layout, ["a comment"]);
    let back = format::read(&written).expect("what is written is read");
    assert!(rules::check_drawing(&back).is_empty(), "{written}");
    assert_eq!(format::write(&back.layout, ["a comment"]), written);
    assert_eq!(back.layout.value(), read.layout.value());
    cwsat_fuzz::holds(&convert::crisscross(&back.layout));
});
