//! Puzzles of all kinds, drawn in any style, as SVG, PDF, PNG, text and as a page to play, alone and in a book.
#![no_main]
use cwsat::publish::draw::book::{self, Book, Chapter};
use cwsat::publish::draw::draw;
use cwsat::publish::output::{html, pdf, png, svg, text};
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
        // Few pixels: what matters is which shapes are drawn.
        if let Ok(pictures) = png::write(&drawn.pages, 20.0) {
            assert!(pictures.iter().all(|picture| picture.starts_with(b"\x89PNG")));
        }
    }
    let chapters = vec![Chapter::unnamed(puzzle.clone()); 2];
    let book = Book {
        title: puzzle.title.clone(),
        author: None,
        language: Chapter::language_of(&chapters),
        chapters,
    };
    if let Ok(drawn) = book::draw(&book, &style) {
        assert!(pdf::write(&drawn.pages).expect("a PDF").starts_with(b"%PDF-"));
    }
    if let Ok(page) = html::write(&puzzle, &style) {
        assert!(page.text.ends_with("</html>\n"));
    }
});
