//! Fits a text into a box: as large as possible, broken into lines, centred, and with all of its ink inside.

use super::breaks::Paragraph;
use crate::publish::page::{Face, Fonts, Rect, Text, printable};
use crate::publish::puzzle::Language;

/// The distance between lines, in em.
const LEADING: f64 = 1.05;
/// A text without broken words is preferred if its size is at least this fraction of the size with them.
const WHOLE_WORDS: f64 = 0.88;
/// The step between the sizes that are tried, in millimetres: an eighth of a point.
const STEP: f64 = crate::publish::page::POINT / 8.0;

/// Type sizes: an em in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sizes {
    /// The largest size, however much room there is.
    pub largest: f64,
    /// The smallest size that is acceptable.
    pub smallest: f64,
}

/// Returns the text in the box, line by line. Characters that the font lacks are left out. Returns `None` if the text
/// does not fit even at the smallest size, or if no character remains.
pub(super) fn fit(
    fonts: &Fonts,
    face: Face,
    text: &str,
    language: Option<&Language>,
    area: Rect,
    sizes: Sizes,
) -> Option<Vec<Text>> {
    let font = fonts.get(face);
    let (text, _) = printable(font, text);
    let at_sizes = |syllables: bool, smallest: f64| {
        let paragraph = Paragraph::new(font, &text, language, syllables);
        let mut size = sizes.largest;
        while size > smallest - 1e-9 {
            if let Some(lines) = at_size(fonts, face, &paragraph, area, size) {
                return Some((size, lines));
            }
            // The smallest size itself is always tried.
            size = if size > smallest + 1e-9 { (size - STEP).max(smallest) } else { 0.0 };
        }
        None
    };
    let broken = at_sizes(true, sizes.smallest);
    let needed = broken.as_ref().map_or(sizes.smallest, |(size, _)| (size * WHOLE_WORDS).max(sizes.smallest));
    at_sizes(false, needed).or(broken).map(|(_, lines)| lines)
}

/// Returns the text at a size, if it fits.
fn at_size(fonts: &Fonts, face: Face, paragraph: &Paragraph, area: Rect, size: f64) -> Option<Vec<Text>> {
    let font = fonts.get(face);
    let room = area.height / size;
    let most = ((room - font.cap_height()) / LEADING).floor() + 1.0;
    if most < 1.0 {
        return None;
    }
    // Whether the lines that the paragraph chooses fit is decided by their ink.
    let lines = paragraph.lines(area.width / size, most as usize)?;
    let height = font.cap_height() + (lines.len() - 1) as f64 * LEADING;
    // For optical centring, half of the descent counts.
    let first = area.centre().y - (height + font.descent() / 2.0) * size / 2.0 + font.cap_height() * size;
    let mut set: Vec<Text> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let text = Text::new(fonts, face, size, line);
        let ink = text.ink(fonts);
        let left = ink.iter().map(|ink| ink.x).fold(f64::MAX, f64::min);
        let right = ink.iter().map(|ink| ink.right()).fold(f64::MIN, f64::max);
        let x = if ink.is_empty() { area.x } else { area.centre().x - (left + right) / 2.0 };
        set.push(text.at(x, first + index as f64 * LEADING * size));
    }
    // The block moves as far as accents in the first line or descenders in the last one require.
    let ink: Vec<Rect> = set.iter().flat_map(|text| text.ink(fonts)).collect();
    let top = ink.iter().map(|ink| ink.y).fold(f64::MAX, f64::min);
    let bottom = ink.iter().map(|ink| ink.bottom()).fold(f64::MIN, f64::max);
    let shift = if top < area.y {
        area.y - top
    } else if bottom > area.bottom() {
        area.bottom() - bottom
    } else {
        0.0
    };
    set.iter_mut().for_each(|text| text.start.y += shift);
    let inside = |ink: &Rect| area.contains(Rect::new(ink.x, ink.y + shift, ink.width, ink.height));
    ink.iter().all(inside).then_some(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::POINT;
    use proptest::prelude::*;

    const SIZES: Sizes = Sizes { largest: 6.0 * POINT, smallest: 4.5 * POINT };

    #[test]
    fn what_fits_is_as_large_as_may_be() {
        let fonts = Fonts::embedded().unwrap();
        let german = Language::german();
        let area = Rect::new(10.0, 20.0, 8.2, 8.4);
        let fit = |text: &str, area| fit(&fonts, Face::Regular, text, Some(&german), area, SIZES);
        let short = fit("Fluss", area).unwrap();
        assert_eq!((short.len(), short[0].size), (1, SIZES.largest));
        let long = fit("Hauptstadt der Mongolei am Fluss Tuul", area).unwrap();
        assert!(long.len() > 2 && long[0].size >= SIZES.smallest);
        assert!(fit(&"Donaudampfschifffahrt ".repeat(9), area).is_none());
        assert!(fit("😀", area).is_none() && fit("  ", area).is_none());
        assert!(fit("Fluss", Rect::new(0.0, 0.0, 8.0, 0.5)).is_none());
    }

    proptest! {
        #[test]
        fn no_ink_leaves_the_box(
            text in "[A-Za-zÄÖÜäöüßÅÇçjgpqyẞŐ.,;:!?()/ -]{1,60}|\\PC{1,30}",
            width in 5.0..15.0f64, height in 2.0..12.0f64,
        ) {
            let fonts = Fonts::embedded().unwrap();
            let area = Rect::new(3.0, 4.0, width, height);
            for language in [None, Some(Language::german()), Some(Language::english())] {
                if let Some(lines) = fit(&fonts, Face::Regular, &text, language.as_ref(), area, SIZES) {
                    for ink in lines.iter().flat_map(|line| line.ink(&fonts)) {
                        prop_assert!(area.contains(ink), "{text:?}: {ink:?}");
                    }
                    // Only what cannot be printed is lost; hyphens may be added.
                    let bare = |text: &str| text.chars().filter(|c| *c != '-' && *c != ' ').collect::<String>();
                    let shown: String = lines.iter().map(Text::content).collect();
                    prop_assert_eq!(bare(&shown), bare(&printable(fonts.get(Face::Regular), &text).0));
                }
            }
        }
    }
}
