//! A typeset line of text: its glyphs and their positions.
//!
//! Characters that a font cannot show are removed and reported before a line is set ([`printable`]), so that no page
//! has the hollow boxes of missing glyphs.

use super::Color;
use super::font::{Face, Font, Fonts};
use super::geometry::{Point, Rect};
use unicode_normalization::UnicodeNormalization;

/// A glyph of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// The character it shows.
    pub char: char,
    /// Its number in the font.
    pub id: u16,
    /// Its distance from the start of the line, in millimetres.
    pub x: f64,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The font.
    pub face: Face,
    /// The size of the font: an em in millimetres.
    pub size: f64,
    /// Its colour.
    pub color: Color,
    /// The start of the line, on the baseline.
    pub start: Point,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
    /// The length of the line in millimetres.
    pub width: f64,
}

impl Text {
    /// Sets a black line that starts at the origin. `size` is an em in millimetres.
    pub fn new(fonts: &Fonts, face: Face, size: f64, text: &str) -> Self {
        let (glyphs, width) = fonts.get(face).lay(text);
        let glyphs = glyphs.into_iter().map(|(char, id, x)| Glyph { char, id, x: x * size }).collect();
        Self { face, size, color: Color::BLACK, start: Point::default(), glyphs, width: width * size }
    }

    /// Returns the line with its start moved to this point.
    #[must_use]
    pub fn at(mut self, x: f64, y: f64) -> Self {
        self.start = Point::new(x, y);
        self
    }

    /// Returns the line moved so that its middle is at `x`.
    #[must_use]
    pub(crate) fn centred_at(self, x: f64, y: f64) -> Self {
        let width = self.width;
        self.at(x - width / 2.0, y)
    }

    /// Returns the line moved so that it ends at `x`.
    #[must_use]
    pub(crate) fn ending_at(self, x: f64, y: f64) -> Self {
        let width = self.width;
        self.at(x - width, y)
    }

    /// Returns the line in another colour.
    #[must_use]
    pub(crate) fn in_color(mut self, color: Color) -> Self {
        self.color = color;
        self
    }

    /// Returns the characters.
    pub fn content(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.char).collect()
    }

    /// Returns the box of each glyph's ink, in the same coordinates as the start of the line.
    pub fn ink(&self, fonts: &Fonts) -> Vec<Rect> {
        let font = fonts.get(self.face);
        let ink = |glyph: &Glyph| {
            let ink = font.ink(glyph.id)?;
            let (x, y) = (self.start.x + glyph.x + ink.x * self.size, self.start.y + ink.y * self.size);
            Some(Rect::new(x, y, ink.width * self.size, ink.height * self.size))
        };
        self.glyphs.iter().filter_map(ink).collect()
    }
}

/// A blank at which no line ends.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// Returns whether a character can be printed: the font has it, and it is read from left to right.
fn is_printable(font: &Font, c: char) -> bool {
    let is_rtl = matches!(u32::from(c), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x10800..=0x10FFF
        | 0x1E800..=0x1EFFF | 0x200E..=0x200F | 0x202A..=0x202E | 0x2066..=0x2069);
    !is_rtl && !c.is_control() && font.has(c)
}

/// Returns the text as it can be printed in this font, and the characters that had to be left out, each once. Letters
/// and their accents are composed, and blanks of all kinds become a single plain blank, or one at which no line ends.
pub(crate) fn printable(font: &Font, text: &str) -> (String, Vec<char>) {
    let mut missing = Vec::new();
    let mut shown = String::new();
    for c in text.nfc() {
        match c {
            // Invisible characters: joiners, the byte order mark, and variation selectors.
            '\u{00AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}' => {}
            c if c.is_whitespace() => {
                if !shown.ends_with([' ', NO_BREAK]) {
                    shown.push(if c == NO_BREAK && font.has(c) { c } else { ' ' });
                }
            }
            c if is_printable(font, c) => shown.push(c),
            // Fonts often lack these, and there are good replacements.
            '\u{2010}' | '\u{2011}' => shown.push('-'),
            c => {
                if !missing.contains(&c) {
                    missing.push(c);
                }
            }
        }
    }
    // A character that is left out between blanks leaves two of them.
    let words: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
    (words.join(" ").trim().to_owned(), missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_printed_is_left_out_and_told() {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Regular);
        let shown = |text: &str| printable(font, text);
        assert_eq!(shown("Käse\u{0301}"), ("Käsé".to_owned(), vec![]));
        assert_eq!(shown("Smile 😀 and\nlaugh 😀"), ("Smile and laugh".to_owned(), vec!['😀']));
        assert_eq!(shown("שלום"), (String::new(), vec!['ש', 'ל', 'ו', 'ם']));
        assert_eq!(shown(" \u{a0}z.\u{a0}B. \u{a0}Rom\u{a0}"), ("z.\u{a0}B. Rom".to_owned(), vec![]));
        assert_eq!(shown("a\u{202E}b\u{00AD}c\u{0007}"), ("abc".to_owned(), vec!['\u{202E}', '\u{7}']));
    }

    #[test]
    fn the_ink_of_a_line_follows_its_place() {
        let fonts = Fonts::embedded().unwrap();
        let text = Text::new(&fonts, Face::Regular, 10.0, "H H").centred_at(50.0, 20.0);
        let ink = text.ink(&fonts);
        assert_eq!(ink.len(), 2, "a blank has no ink");
        assert!((ink[0].x + ink[1].right() - 100.0).abs() < 0.5);
        assert!((ink[0].bottom() - 20.0).abs() < 1e-9 && ink[0].y < 14.0);
    }
}
