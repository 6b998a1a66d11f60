//! Drafts: what the constructor saves, and the texts and documents it opens. Saved and opened again, a draft is the same.
#![no_main]
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::Document;
use cwsat::encodings::arrowword::cwg;
use cwsat::publish::puzzle::json;
use cwsat::serve::export::{self, Format};
use libfuzzer_sys::fuzz_target;

fn holds(draft: &Draft) {
    let document = draft.document();
    let text = serde_json::to_string(&document).expect("JSON");
    let back: Document = serde_json::from_str(&text).expect("our own document is read");
    assert_eq!(back, document, "{text}");
    assert_eq!(Draft::of_document(&back).as_ref(), Ok(draft), "{text}");
    if let Ok(puzzle) = draft.published() {
        cwsat_fuzz::holds(&puzzle);
    }
    // What is drawn is up to the target `pages`.
    for format in Format::ALL.into_iter().filter(|format| !format.is_drawn()) {
        let written = export::write(draft, format, true, None);
        if let (Format::Cwg, Ok(bytes)) = (format, written) {
            let text = String::from_utf8(bytes).expect("text");
            assert_eq!(
                Some(&cwg::read(&text).expect("our own grid is read").puzzle),
                draft.board.arrowword()
            );
        }
    }
}

fuzz_target!(|text: &str| {
    if let Ok(document) = serde_json::from_str::<Document>(text)
        && let Ok(draft) = Draft::of_document(&document)
    {
        holds(&draft);
    }
    if let Ok(draft) = Draft::of_text(text) {
        holds(&draft);
    }
    if let Ok(puzzle) = json::read(text)
        && let Ok(draft) = Draft::of_published(&puzzle)
    {
        holds(&draft);
    }
});
