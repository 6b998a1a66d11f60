//! Any puzzle, drawn in any style, as SVG, PDF, text and as a page to play.
#![no_main]
use cwsat::publish::draw::draw;
use cwsat::publish::output::{html, pdf, svg, text};
use cwsat_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let style = cwsat_fuzz::style(&mut bytes);
    let Some(puzzle) = cwsat_fuzz::puzzle(&mut bytes) else { return };
    let _ = (text::puzzle(&puzzle), text::solution(&puzzle));
    if let Ok(drawn) = draw(&puzzle, &style) {
        for page in svg::write(&drawn.pages) {
            roxmltree::Document::parse(&page).expect("our own SVG is well-formed");
        }
        assert!(pdf::write(&drawn.pages).expect("a PDF").starts_with(b"%PDF-"));
    }
    if let Ok(page) = html::write(&puzzle, &style) {
        assert!(page.text.ends_with("</html>\n"));
    }
});
