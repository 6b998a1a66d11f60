//! Running text (titles, notes, credits) set in lines, and the type sizes of pages.

use super::breaks::Paragraph;
use super::{Block, Notes, Style, as_printable};
use crate::publish::page::{Color, Face, Fonts, Item, POINT, Text};
use crate::publish::puzzle::Language;

/// The type sizes of a page, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// An em of a title.
    pub title: f64,
    /// An em of running text, such as lists of clues.
    pub list: f64,
    /// An em of the credits.
    pub small: f64,
}

impl Measures {
    /// Returns the sizes for a style.
    pub(super) fn of(style: &Style) -> Self {
        let points = if style.large { (24.0, 14.0, 9.0) } else { (17.0, 9.0, 6.0) };
        Self { title: points.0 * POINT, list: points.1 * POINT, small: points.2 * POINT }
    }
}

/// Text to be set in lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    /// The font.
    pub face: Face,
    /// An em in millimetres.
    pub size: f64,
    /// The colour.
    pub color: Color,
    /// Whether lines are centred rather than left-aligned.
    pub centred: bool,
    /// The text.
    pub text: &'a str,
    /// Its name in warnings.
    pub whose: &'a str,
}

impl<'a> Setting<'a> {
    /// Creates black, left-aligned text; `size` is an em in millimetres.
    pub(super) fn new(face: Face, size: f64, text: &'a str) -> Self {
        Self { face, size, color: Color::BLACK, centred: false, text, whose: "a clue" }
    }

    /// Returns the text as it can be printed, with a warning for what had to be left out.
    pub(super) fn printable(&self, fonts: &Fonts, notes: &mut Notes) -> String {
        as_printable(fonts.get(self.face), self.text, self.whose, notes)
    }

    /// Sets the lines below the existing content of the block and within its width.
    pub(super) fn set(
        self,
        block: &mut Block,
        fonts: &Fonts,
        language: Option<&Language>,
        notes: &mut Notes,
    ) {
        let Self { face, size, color, centred, .. } = self;
        let font = fonts.get(face);
        let paragraph = Paragraph::new(font, &self.printable(fonts, notes), language, false);
        for line in paragraph.full_lines(font, block.width / size) {
            let text = Text::new(fonts, face, size, &line).in_color(color);
            block.height += 1.18 * size;
            let base = block.height - 0.26 * size;
            let middle = block.width / 2.0;
            block.items.push(Item::Text(if centred {
                text.centred_at(middle, base)
            } else {
                text.at(0.0, base)
            }));
        }
    }
}
