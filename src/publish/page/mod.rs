//! Pages in millimetres: what is to be drawn, and nothing about puzzles.
//!
//! Every output (SVG, PDF, PNG) draws these few things, so all of them look the same. Text is a row of glyphs with
//! known positions: no output breaks lines, looks for a font or measures anything, and what was measured when the page
//! was laid out is true on paper. The origin is the upper left corner; x runs to the right and y downwards.

mod font;
mod geometry;
mod picture;
mod text;

pub use font::{Face, Font, FontError, Fonts};
pub use geometry::{Path, Point, Rect, Segment, Transform};
pub(crate) use picture::encode_png;
pub use picture::{Picture, PictureError};
pub use text::{Glyph, Text};
pub(crate) use text::{NO_BREAK, printable};

use std::sync::Arc;

/// A typographic point in millimetres.
pub(crate) const POINT: f64 = 25.4 / 72.0;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// Red, green and blue, from 0 (dark) to 255.
    pub rgb: [u8; 3],
}

impl Color {
    /// Black.
    pub(crate) const BLACK: Self = Self::grey(0);
    /// White.
    pub(crate) const WHITE: Self = Self::grey(255);

    /// Returns a grey, from 0 (black) to 255 (white).
    pub(crate) const fn grey(level: u8) -> Self {
        Self { rgb: [level; 3] }
    }

    /// Returns whether it has no hue.
    pub(crate) fn is_grey(self) -> bool {
        self.rgb[0] == self.rgb[1] && self.rgb[1] == self.rgb[2]
    }
}

/// How the line of a path is drawn: with round joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width in millimetres.
    pub width: f64,
}

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Item {
    /// A path, filled, stroked, or both.
    Path {
        /// The path.
        path: Path,
        /// The colour inside.
        fill: Option<Color>,
        /// The line around it.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
    /// A picture, stretched over an area.
    Picture {
        /// The picture.
        picture: Arc<Picture>,
        /// The area.
        area: Rect,
    },
    /// Items that are moved, scaled or turned together.
    Group {
        /// The map from the coordinates inside to those outside.
        transform: Transform,
        /// The items.
        items: Vec<Item>,
    },
}

impl Item {
    /// Returns a filled area.
    pub fn filled(path: impl Into<Path>, color: Color) -> Self {
        Self::Path { path: path.into(), fill: Some(color), stroke: None }
    }

    /// Returns a line of `width` millimetres.
    pub(crate) fn stroked(path: impl Into<Path>, color: Color, width: f64) -> Self {
        Self::Path { path: path.into(), fill: None, stroke: Some(Stroke { color, width }) }
    }

    /// Returns these items with their origin moved to `to`.
    pub fn moved(items: Vec<Item>, to: Point) -> Self {
        Self::Group { transform: Transform::translate(to), items }
    }
}

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// What is on it; later items cover earlier ones.
    pub items: Vec<Item>,
}

impl Page {
    /// Returns all texts, each with the transform from its coordinates to those of the page.
    pub fn texts(&self) -> Vec<(Transform, &Text)> {
        fn walk<'a>(items: &'a [Item], outer: Transform, texts: &mut Vec<(Transform, &'a Text)>) {
            for item in items {
                match item {
                    Item::Text(text) => texts.push((outer, text)),
                    Item::Group { transform, items } => walk(items, outer.after(*transform), texts),
                    Item::Path { .. } | Item::Picture { .. } => {}
                }
            }
        }
        let mut texts = Vec::new();
        walk(&self.items, Transform::IDENTITY, &mut texts);
        texts
    }
}

/// Pages that belong together.
#[derive(Clone, Debug)]
pub struct Pages {
    /// The pages, in order.
    pub pages: Vec<Page>,
    /// The fonts of their texts.
    pub fonts: Fonts,
    /// Their title.
    pub title: String,
    /// Who made them.
    pub author: Option<String>,
    /// The tag of the language, as in `de`.
    pub language: Option<String>,
    /// The bookmarks of a PDF; often empty.
    pub bookmarks: Vec<Bookmark>,
}

impl Pages {
    /// Creates pages without a title, author or language.
    pub fn new(pages: Vec<Page>, fonts: Fonts) -> Self {
        Self { pages, fonts, title: String::new(), author: None, language: None, bookmarks: Vec::new() }
    }
}

/// A bookmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// Its title.
    pub title: String,
    /// The index of its page, from 0.
    pub page: usize,
}
