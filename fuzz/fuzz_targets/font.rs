//! Fonts: any font that is accepted can be used for drawing, and its glyphs can be put into a PDF. An input that begins
//! like a font is read as it is; any other is a list of changes to the built-in font, three bytes each: place and
//! value.
#![no_main]
use cwsat::publish::draw::{Style, draw};
use cwsat::publish::output::{pdf, svg};
use cwsat::publish::page::{Font, Fonts};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;
use std::borrow::Cow;

const BUILT_IN: &[u8] = include_bytes!("../../useful/fonts/RobotoCondensed-Regular.ttf");
const MAGIC: [&[u8]; 4] = [b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf"];

fuzz_target!(|bytes: &[u8]| {
    let data = if MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        bytes.to_owned()
    } else {
        let mut data = BUILT_IN.to_owned();
        for edit in bytes.chunks_exact(3) {
            let place = usize::from(edit[0]) << 8 | usize::from(edit[1]);
            data[place % BUILT_IN.len()] = edit[2];
        }
        data
    };
    let Ok(font) = Font::new(Cow::Owned(data)) else { return };
    let _ = (font.postscript_name(), font.lay("AVA fi pq"), font.has('é'));
    let template = cwsat::encodings::template::format::read("AB\nC#\n").expect("a template");
    let puzzle = convert::template(&template, |_| Some("A clue".to_owned()));
    if let Ok(drawn) = draw(&puzzle, &Style::new(Fonts::of(font))) {
        let _ = svg::write(&drawn.pages);
        let _ = pdf::write(&drawn.pages);
    }
});
