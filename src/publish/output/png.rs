//! PNG: one raster picture per page.

use crate::publish::page::{
    Color, Face, Item, Page, Pages, Path, PictureError, Segment, Text, Transform as Map, encode_png,
};
use png::ColorType;
use std::collections::HashMap;
use thiserror::Error;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};

/// The largest number of pixels on a side of a picture.
const MOST_PIXELS: u32 = 20_000;
/// The largest number of pixels in a picture, in millions: A2 at 600 per inch has 139, and takes a gigabyte of memory
/// to draw.
const MOST_MILLIONS: u32 = 150;

/// Why a picture cannot be drawn.
#[derive(Debug, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum PngError {
    #[error(
        "the picture would have {width:.0} x {height:.0} pixels, but at most {MOST_PIXELS} on a side and \
         {MOST_MILLIONS} million in all are possible; give a smaller --dpi"
    )]
    TooLarge { width: f64, height: f64 },

    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Returns an error if the picture of a page would be too large, which takes no drawing to find out.
pub fn check(pages: &Pages, dpi: f64) -> Result<(), PngError> {
    pages.pages.iter().try_for_each(|page| pixels(page, dpi / 25.4).map(drop))
}

/// Returns the bytes of one file per page, with `dpi` pixels per inch.
pub fn write(pages: &Pages, dpi: f64) -> Result<Vec<Vec<u8>>, PngError> {
    pages.pages.iter().map(|page| write_page(pages, page, dpi / 25.4)).collect()
}

/// Returns the width and height of a page in pixels, `scale` to the millimetre.
fn pixels(page: &Page, scale: f64) -> Result<(u32, u32), PngError> {
    let (width, height) = ((page.width * scale).ceil(), (page.height * scale).ceil());
    let fits = |side: f64| side >= 1.0 && side <= f64::from(MOST_PIXELS);
    match fits(width) && fits(height) && width * height <= 1e6 * f64::from(MOST_MILLIONS) {
        true => Ok((width as u32, height as u32)),
        false => Err(PngError::TooLarge { width, height }),
    }
}

fn write_page(pages: &Pages, page: &Page, scale: f64) -> Result<Vec<u8>, PngError> {
    let (width, height) = pixels(page, scale)?;
    let too_large = || PngError::TooLarge { width: width.into(), height: height.into() };
    let mut canvas =
        Canvas { pixels: Pixmap::new(width, height).ok_or_else(too_large)?, pages, outlines: HashMap::new() };
    canvas.pixels.fill(tiny_skia::Color::WHITE);
    let map = Map { matrix: [scale, 0.0, 0.0, scale, 0.0, 0.0] };
    page.items.iter().for_each(|item| canvas.draw(item, map));
    let opaque: Vec<u8> =
        canvas.pixels.data().chunks_exact(4).flat_map(|p| p.first_chunk::<3>().copied()).flatten().collect();
    let grey = opaque.chunks_exact(3).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let (pixels, color) = match grey {
        true => (opaque.iter().copied().step_by(3).collect(), ColorType::Grayscale),
        false => (opaque, ColorType::Rgb),
    };
    Ok(encode_png((width, height), &pixels, color, Some(scale))?)
}

struct Canvas<'a> {
    pixels: Pixmap,
    pages: &'a Pages,
    outlines: HashMap<(Face, u16), Option<tiny_skia::Path>>,
}

impl Canvas<'_> {
    fn draw(&mut self, item: &Item, map: Map) {
        match item {
            Item::Path { path, fill, stroke } => {
                let Some(path) = path_of(path) else { return };
                if let Some(fill) = fill {
                    self.pixels.fill_path(&path, &paint(*fill), FillRule::Winding, transform(map), None);
                }
                if let Some(stroke) = stroke {
                    let line = Stroke {
                        width: stroke.width as f32,
                        line_cap: LineCap::Round,
                        line_join: LineJoin::Round,
                        ..Stroke::default()
                    };
                    self.pixels.stroke_path(&path, &paint(stroke.color), &line, transform(map), None);
                }
            }
            Item::Text(text) => self.draw_text(text, map),
            Item::Picture { picture, area } => {
                let (width, height) = (picture.width(), picture.height());
                let rgba = picture.rgb().chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
                let Some(size) = tiny_skia::IntSize::from_wh(width, height) else { return };
                let Some(pixels) = Pixmap::from_vec(rgba, size) else { return };
                let (x, y) = (area.width / f64::from(width), area.height / f64::from(height));
                let place = map.after(Map { matrix: [x, 0.0, 0.0, y, area.x, area.y] });
                let paint =
                    PixmapPaint { quality: tiny_skia::FilterQuality::Bicubic, ..PixmapPaint::default() };
                self.pixels.draw_pixmap(0, 0, pixels.as_ref(), &paint, transform(place), None);
            }
            Item::Group { transform, items } => {
                let map = map.after(*transform);
                items.iter().for_each(|item| self.draw(item, map));
            }
        }
    }

    fn draw_text(&mut self, text: &Text, map: Map) {
        let font = self.pages.fonts.get(text.face);
        for glyph in &text.glyphs {
            let outline = self.outlines.entry((text.face, glyph.id));
            let Some(outline) = outline.or_insert_with(|| path_of(&font.outline(glyph.id))) else { continue };
            let size = text.size;
            let place =
                map.after(Map { matrix: [size, 0.0, 0.0, size, text.start.x + glyph.x, text.start.y] });
            self.pixels.fill_path(outline, &paint(text.color), FillRule::Winding, transform(place), None);
        }
    }
}

fn transform(map: Map) -> Transform {
    let [a, b, c, d, e, f] = map.matrix.map(|value| value as f32);
    Transform::from_row(a, b, c, d, e, f)
}

fn paint(color: Color) -> Paint<'static> {
    let [r, g, b] = color.rgb;
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint
}

/// Returns the path in the renderer's form; `None` if it is empty.
fn path_of(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Segment::Curve(p, q, r) => {
                builder.cubic_to(p.x as f32, p.y as f32, q.x as f32, q.y as f32, r.x as f32, r.y as f32);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::{Fonts, Picture, Point, Rect};

    fn pages(items: Vec<Item>) -> Pages {
        let page = Page { width: 4.0, height: 2.0, items };
        let fonts = Fonts::embedded().unwrap();
        Pages::new(vec![page], fonts)
    }

    fn pixel(picture: &Picture, x: usize, y: usize) -> &[u8] {
        let at = 3 * (y * picture.width() as usize + x);
        &picture.rgb()[at..at + 3]
    }

    #[test]
    fn areas_are_where_they_should_be() {
        let right = Item::filled(Rect::new(2.0, 0.0, 2.0, 2.0), Color { rgb: [200, 10, 10] });
        let moved = Item::moved(
            vec![Item::filled(Rect::new(0.0, 0.0, 1.0, 1.0), Color::BLACK)],
            Point::new(0.0, 1.0),
        );
        let files = write(&pages(vec![right, moved]), 254.0).unwrap();
        let picture = Picture::read(&files[0]).unwrap();
        assert_eq!((picture.width(), picture.height()), (40, 20));
        assert_eq!(pixel(&picture, 5, 5), [255, 255, 255]);
        assert_eq!(pixel(&picture, 30, 5), [200, 10, 10]);
        assert_eq!(pixel(&picture, 5, 15), [0, 0, 0]);
    }

    #[test]
    fn too_many_pixels_are_refused() {
        // 4 x 2 mm: too many on a side; then fewer than 20 000 on each, but 154 million in all.
        for dpi in [1e9, 111_500.0] {
            let error = write(&pages(Vec::new()), dpi).unwrap_err().to_string();
            assert!(error.contains("150 million in all are possible; give a smaller --dpi"), "{error}");
        }
    }

    #[test]
    fn the_resolution_is_written() {
        for (dpi, to_the_metre) in [(300.0, 11_811), (72.0, 2_835)] {
            let files = write(&pages(Vec::new()), dpi).unwrap();
            let reader = png::Decoder::new(std::io::Cursor::new(&files[0])).read_info().unwrap();
            let dims = reader.info().pixel_dims.unwrap();
            assert_eq!((dims.xppu, dims.yppu, dims.unit), (to_the_metre, to_the_metre, png::Unit::Meter));
        }
    }
}
