//! Fonts: the glyph of a character, with its width, the box of its ink, and its outline.
//!
//! Each character has one glyph; ligatures, and scripts in which letters change their shape, are not supported. Pairs
//! of letters are kerned by the font's tables, which condensed type in small sizes needs. Measures are in em:
//! multiplied by the size, they are in millimetres.

use super::geometry::{Path, Point, Rect, Segment};
use std::borrow::Cow;
use std::sync::Arc;
use thiserror::Error;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, OutlineBuilder};

/// One of the fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// For clues and all running text.
    Regular,
    /// For titles, headings and numbers.
    Bold,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 2] = [Self::Regular, Self::Bold];
}

/// The fonts of a publication.
#[derive(Clone, Debug)]
pub struct Fonts {
    regular: Arc<Font>,
    bold: Arc<Font>,
}

impl Fonts {
    /// Returns the built-in fonts: Roboto Condensed.
    pub fn embedded() -> Result<Self, FontError> {
        let regular = include_bytes!("../../../useful/fonts/RobotoCondensed-Regular.ttf");
        let bold = include_bytes!("../../../useful/fonts/RobotoCondensed-Bold.ttf");
        Ok(Self {
            regular: Arc::new(Font::new(Cow::Borrowed(regular))?),
            bold: Arc::new(Font::new(Cow::Borrowed(bold))?),
        })
    }

    /// Uses one font for everything.
    pub fn of(font: Font) -> Self {
        let font = Arc::new(font);
        Self { regular: Arc::clone(&font), bold: font }
    }

    /// Returns the font of a face.
    pub fn get(&self, face: Face) -> &Font {
        match face {
            Face::Regular => &self.regular,
            Face::Bold => &self.bold,
        }
    }
}

/// Why a file cannot be used as a font.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum FontError {
    #[error("this is not a TrueType or OpenType font ({0}); give a .ttf or .otf file")]
    Unreadable(String),

    #[error("the font lacks {0}; give one that has the letters A to Z, and p")]
    NoLetters(String),
}

/// A font.
#[derive(Debug)]
pub struct Font {
    data: Cow<'static, [u8]>,
    units: f64,
    /// The height of capital letters, in em.
    cap_height: f64,
    /// How far letters extend below the baseline, in em.
    descent: f64,
}

impl Font {
    /// Reads the bytes of a font file.
    pub fn new(data: Cow<'static, [u8]>) -> Result<Self, FontError> {
        let face =
            ttf_parser::Face::parse(&data, 0).map_err(|error| FontError::Unreadable(error.to_string()))?;
        let units = f64::from(face.units_per_em());
        let ink = |c: char| face.glyph_bounding_box(face.glyph_index(c)?);
        let lacking: Vec<String> =
            ('A'..='Z').chain(['p']).filter(|&c| ink(c).is_none()).map(String::from).collect();
        let (Some(capital), Some(tail), []) = (ink('H'), ink('p'), &lacking[..]) else {
            return Err(FontError::NoLetters(lacking.join(", ")));
        };
        let (cap_height, descent) = (f64::from(capital.y_max) / units, -f64::from(tail.y_min) / units);
        Ok(Self { units, cap_height, descent, data })
    }

    /// Returns the bytes of the font file.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the font's PostScript name, of letters and digits only.
    pub fn postscript_name(&self) -> String {
        let name = self.with(|face| {
            let is_name =
                |name: &ttf_parser::name::Name<'_>| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME;
            face.names().into_iter().filter(is_name).find_map(|name| name.to_string())
        });
        let name: String = name
            .flatten()
            .unwrap_or_default()
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        if name.is_empty() { "Font".to_owned() } else { name }
    }

    /// Returns the height of capital letters, in em.
    pub(crate) fn cap_height(&self) -> f64 {
        self.cap_height
    }

    /// Returns how far letters extend below the baseline, in em; positive.
    pub(crate) fn descent(&self) -> f64 {
        self.descent
    }

    /// Returns whether the font has the character.
    pub fn has(&self, c: char) -> bool {
        self.glyph(c).is_some()
    }

    /// Returns the glyph of a character.
    pub(crate) fn glyph(&self, c: char) -> Option<u16> {
        self.with(|face| face.glyph_index(c)).flatten().map(|glyph| glyph.0)
    }

    /// Returns how far a glyph advances the line, in em.
    pub fn advance(&self, glyph: u16) -> f64 {
        let advance = self.with(|face| face.glyph_hor_advance(GlyphId(glyph))).flatten();
        f64::from(advance.unwrap_or(0)) / self.units
    }

    /// Returns each character of the text with its glyph and its position on the line in em, and the length of the
    /// line. Characters that the font lacks are left out.
    pub fn lay(&self, text: &str) -> (Vec<(char, u16, f64)>, f64) {
        let laid = self.with(|face| {
            let mut glyphs = Vec::new();
            let mut x = 0.0;
            let mut before = None;
            for c in text.chars() {
                let Some(glyph) = face.glyph_index(c) else { continue };
                if let Some(before) = before {
                    x += f64::from(kerning(face, before, glyph)) / self.units;
                }
                glyphs.push((c, glyph.0, x));
                x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / self.units;
                before = Some(glyph);
            }
            (glyphs, x)
        });
        laid.unwrap_or_default()
    }

    /// Returns the length of the line, in em.
    pub fn width(&self, text: &str) -> f64 {
        self.lay(text).1
    }

    /// Returns the box of a glyph's ink, in em, with y downwards and the baseline at 0; `None` for a blank.
    pub fn ink(&self, glyph: u16) -> Option<Rect> {
        let ink = self.with(|face| face.glyph_bounding_box(GlyphId(glyph))).flatten()?;
        let em = |units: i16| f64::from(units) / self.units;
        let (width, height) = (em(ink.x_max) - em(ink.x_min), em(ink.y_max) - em(ink.y_min));
        Some(Rect::new(em(ink.x_min), -em(ink.y_max), width, height))
    }

    /// Returns the outline of a glyph, in em, with y downwards and the baseline at 0; empty for a blank.
    pub fn outline(&self, glyph: u16) -> Path {
        let mut outline = Outline { path: Path::default(), last: Point::default(), scale: 1.0 / self.units };
        self.with(|face| face.outline_glyph(GlyphId(glyph), &mut outline));
        outline.path
    }

    fn with<T>(&self, see: impl FnOnce(&ttf_parser::Face<'_>) -> T) -> Option<T> {
        // Parsing only looks up the tables. It succeeded when the font was created.
        ttf_parser::Face::parse(&self.data, 0).ok().map(|face| see(&face))
    }
}

/// Returns how far two neighbours are moved together (negative) or apart, in the font's units.
fn kerning(face: &ttf_parser::Face<'_>, left: GlyphId, right: GlyphId) -> i16 {
    let Some(positions) = face.tables().gpos else { return 0 };
    for lookup in positions.lookups {
        for subtable in lookup.subtables.into_iter::<PositioningSubtable<'_>>() {
            let PositioningSubtable::Pair(pairs) = subtable else { continue };
            if !pairs.coverage().contains(left) {
                continue;
            }
            let found = match pairs {
                PairAdjustment::Format1 { coverage, sets } => {
                    let set = coverage.get(left).and_then(|index| sets.get(index));
                    set.and_then(|set| set.get(right)).map(|(first, _)| first)
                }
                PairAdjustment::Format2 { classes, matrix, .. } => {
                    matrix.get((classes.0.get(left), classes.1.get(right))).map(|(first, _)| first)
                }
            };
            if let Some(found) = found {
                return found.x_advance;
            }
        }
    }
    0
}

/// Records an outline as a path.
struct Outline {
    path: Path,
    last: Point,
    scale: f64,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x) * self.scale, -f64::from(y) * self.scale)
    }

    fn push(&mut self, segment: Segment, last: Point) {
        self.path.segments.push(segment);
        self.last = last;
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.push(Segment::Move(to), to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.push(Segment::Line(to), to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // The same curve as a cubic: its control points are two thirds of the way from either end to the control point.
        let (control, to, from) = (self.at(x1, y1), self.at(x, y), self.last);
        let towards = |end: Point| {
            Point::new(end.x + (control.x - end.x) * 2.0 / 3.0, end.y + (control.y - end.y) * 2.0 / 3.0)
        };
        self.push(Segment::Curve(towards(from), towards(to), to), to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = self.at(x, y);
        self.push(Segment::Curve(self.at(x1, y1), self.at(x2, y2), to), to);
    }

    fn close(&mut self) {
        self.path.segments.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_fonts_have_the_letters_that_clues_need() {
        let fonts = Fonts::embedded().unwrap();
        for face in Face::ALL {
            let font = fonts.get(face);
            for c in "AZaz09ÄÖÜäöüßẞéèêàçñøåæœłšžŐű„“”‚‘’«»–—…€°½²³×÷±†Ωπж".chars()
            {
                assert!(font.has(c), "{face:?}: {c}");
            }
            assert!(!font.has('😀') && !font.has('ש') && !font.has('中'));
            assert!(font.postscript_name().starts_with("RobotoCondensed"), "{}", font.postscript_name());
        }
    }

    #[test]
    fn pairs_are_kerned() {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Regular);
        let apart = font.width("A") + font.width("V");
        assert!(font.width("AV") < apart - 0.01, "{} and {apart}", font.width("AV"));
        assert!((font.width("HH") - 2.0 * font.width("H")).abs() < 1e-9);
    }

    #[test]
    fn ink_and_outline_agree() {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Bold);
        let glyph = font.glyph('H').unwrap();
        let (ink, outline) = (font.ink(glyph).unwrap(), font.outline(glyph));
        let ys = outline.segments.iter().filter_map(|segment| match segment {
            Segment::Move(p) | Segment::Line(p) => Some(p.y),
            _ => None,
        });
        assert!((ys.clone().fold(f64::MAX, f64::min) - ink.y).abs() < 1e-9);
        assert!((ys.fold(f64::MIN, f64::max) - ink.bottom()).abs() < 1e-9);
        assert!((-ink.y - font.cap_height()).abs() < 1e-9);
    }

    #[test]
    fn what_is_no_font_is_refused() {
        assert!(matches!(Font::new(Cow::Borrowed(b"no font at all")), Err(FontError::Unreadable(_))));
    }

    /// Returns the built-in font with only the capitals from `first` to Z.
    fn capitals_from(first: char) -> Vec<u8> {
        let fonts = Fonts::embedded().unwrap();
        let font = fonts.get(Face::Regular);
        let letters = first..='Z';
        // A table with one Unicode map of consecutive characters to glyphs (format 6).
        let count = letters.clone().count() as u16;
        let mut words: Vec<u16> =
            vec![0, 1, 0, 3, 0, 12, 6, 10 + 2 * count, 0, u32::from(first) as u16, count];
        words.extend(letters.map(|letter| font.glyph(letter).unwrap()));
        let table: Vec<u8> = words.into_iter().flat_map(u16::to_be_bytes).collect();
        let mut data = font.data().to_vec();
        // The entry of a table in the directory: its name, a checksum, its offset.
        let entry = (12..data.len()).step_by(16).find(|&at| &data[at..at + 4] == b"cmap").unwrap();
        let start = data[entry + 8..entry + 12].iter().fold(0, |start, &byte| start << 8 | usize::from(byte));
        data[start..start + table.len()].copy_from_slice(&table);
        data
    }

    #[test]
    fn a_font_is_told_which_letters_it_lacks() {
        let refused = |first: char| Font::new(Cow::Owned(capitals_from(first))).unwrap_err().to_string();
        assert!(refused('A').starts_with("the font lacks p; "), "{}", refused('A'));
        assert!(refused('D').starts_with("the font lacks A, B, C, p; "), "{}", refused('D'));
    }
}
