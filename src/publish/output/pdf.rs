//! PDF: one file with all pages, as vector drawings and text that can be selected and searched.
//!
//! Only the glyphs of a font that occur are embedded, as a CID font whose character codes are the glyphs of the subset.
//! The same pages give the same bytes: no date is written.

use crate::encodings::fnv;
use crate::encodings::plain::harmless;
use crate::publish::page::{
    Color, Face, Font, Fonts, Item, POINT, Page, Pages, Path, Picture, Segment, Text,
};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, PageMode, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::sync::Arc;
use subsetter::GlyphRemapper;
use thiserror::Error;

/// Why a PDF cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum PdfError {
    #[error("the font {name} cannot be embedded in a PDF ({problem}); use another font")]
    Font { name: String, problem: String },
}

const LEVEL: u8 = 6;
const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The glyphs of a face that occur, and their characters.
#[derive(Default)]
struct Used {
    remapper: GlyphRemapper,
    chars: BTreeMap<u16, char>,
}

/// What the pages have in common.
struct Writer {
    pdf: Pdf,
    next: i32,
    fonts: BTreeMap<Face, (Ref, Used)>,
    pictures: Vec<(Arc<Picture>, Ref)>,
}

impl Writer {
    fn id(&mut self) -> Ref {
        self.next += 1;
        Ref::new(self.next)
    }
}

/// Returns the bytes of the file.
pub fn write(pages: &Pages) -> Result<Vec<u8>, PdfError> {
    let mut writer = Writer { pdf: Pdf::new(), next: 0, fonts: BTreeMap::new(), pictures: Vec::new() };
    let (catalog, tree) = (writer.id(), writer.id());
    let written: Vec<Ref> =
        pages.pages.iter().map(|page| write_page(&mut writer, &pages.fonts, page, tree)).collect();
    let outline = write_outline(&mut writer, pages, &written);
    let mut root = writer.pdf.catalog(catalog);
    root.pages(tree);
    if let Some(outline) = outline {
        root.outlines(outline).page_mode(PageMode::UseOutlines);
    }
    if let Some(language) = &pages.language {
        root.lang(TextStr(language));
    }
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    writer.pdf.pages(tree).kids(written.iter().copied()).count(written.len().try_into().unwrap_or(i32::MAX));
    for (face, (id, used)) in std::mem::take(&mut writer.fonts) {
        write_font(&mut writer, pages.fonts.get(face), id, &used)?;
    }
    for (picture, id) in std::mem::take(&mut writer.pictures) {
        let data = compress_to_vec_zlib(picture.rgb(), LEVEL);
        let mut image = writer.pdf.image_xobject(id, &data);
        image.filter(Filter::FlateDecode);
        // Pictures have at most 2000 pixels on a side.
        image.width(picture.width() as i32).height(picture.height() as i32);
        image.color_space().device_rgb();
        image.bits_per_component(8);
    }
    let info = writer.id();
    let mut info = writer.pdf.document_info(info);
    info.title(TextStr(&harmless(&pages.title))).producer(TextStr("cwsat"));
    if let Some(author) = &pages.author {
        info.author(TextStr(&harmless(author)));
    }
    info.finish();
    Ok(writer.pdf.finish())
}

/// Writes the bookmarks, all on one level; returns `None` if there are none.
fn write_outline(writer: &mut Writer, pages: &Pages, written: &[Ref]) -> Option<Ref> {
    let known = pages.bookmarks.iter().filter_map(|mark| Some((mark, *written.get(mark.page)?)));
    let marks: Vec<_> = known.map(|(mark, page)| (writer.id(), &mark.title, page)).collect();
    let ((first, ..), (last, ..)) = (marks.first()?, marks.last()?);
    let outline = writer.id();
    let count = marks.len().try_into().unwrap_or(i32::MAX);
    writer.pdf.outline(outline).first(*first).last(*last).count(count);
    for (index, (id, title, page)) in marks.iter().enumerate() {
        let mut item = writer.pdf.outline_item(*id);
        item.title(TextStr(&harmless(title))).parent(outline);
        if let Some((before, ..)) = index.checked_sub(1).and_then(|index| marks.get(index)) {
            item.prev(*before);
        }
        if let Some((next, ..)) = marks.get(index + 1) {
            item.next(*next);
        }
        item.dest().page(*page).fit();
    }
    Some(outline)
}

fn write_page(writer: &mut Writer, fonts: &Fonts, page: &Page, tree: Ref) -> Ref {
    let mut content = Content::new();
    let height = page.height / POINT;
    // Millimetres, with y downwards.
    content.transform(matrix([1.0 / POINT, 0.0, 0.0, -1.0 / POINT, 0.0, height]));
    content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
    page.items.iter().for_each(|item| draw(writer, &mut content, fonts, item));
    let (page_id, content_id) = (writer.id(), writer.id());
    let data = compress_to_vec_zlib(content.finish().as_slice(), LEVEL);
    writer.pdf.stream(content_id, &data).filter(Filter::FlateDecode);
    let mut written = writer.pdf.page(page_id);
    written.media_box(Rect::new(0.0, 0.0, (page.width / POINT) as f32, height as f32));
    written.parent(tree).contents(content_id);
    let mut resources = written.resources();
    let mut named = resources.fonts();
    for (face, (id, _)) in &writer.fonts {
        named.pair(Name(font_name(*face)), *id);
    }
    named.finish();
    let mut pictures = resources.x_objects();
    for (index, (_, id)) in writer.pictures.iter().enumerate() {
        pictures.pair(Name(picture_name(index).as_bytes()), *id);
    }
    pictures.finish();
    resources.finish();
    written.finish();
    page_id
}

fn font_name(face: Face) -> &'static [u8] {
    match face {
        Face::Regular => b"Regular",
        Face::Bold => b"Bold",
    }
}

fn picture_name(index: usize) -> String {
    format!("Picture{index}")
}

fn matrix(matrix: [f64; 6]) -> [f32; 6] {
    matrix.map(|value| value as f32)
}

fn draw(writer: &mut Writer, content: &mut Content, fonts: &Fonts, item: &Item) {
    match item {
        Item::Path { path, fill, stroke } => {
            if let Some(fill) = fill {
                set_fill(content, *fill);
            }
            if let Some(stroke) = stroke {
                match stroke.color.rgb.map(level) {
                    [grey, ..] if stroke.color.is_grey() => content.set_stroke_gray(grey),
                    [r, g, b] => content.set_stroke_rgb(r, g, b),
                };
                content.set_line_width(stroke.width as f32);
            }
            draw_path(content, path);
            match (fill, stroke) {
                (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                (Some(_), None) => content.fill_nonzero(),
                (None, Some(_)) => content.stroke(),
                (None, None) => content.end_path(),
            };
        }
        Item::Text(text) => draw_text(writer, content, fonts.get(text.face), text),
        Item::Picture { picture, area } => {
            let same = |(other, _): &(Arc<Picture>, Ref)| Arc::ptr_eq(other, picture);
            let index = writer.pictures.iter().position(same).unwrap_or_else(|| {
                let id = writer.id();
                writer.pictures.push((Arc::clone(picture), id));
                writer.pictures.len() - 1
            });
            content.save_state();
            // A picture is drawn into the unit square with its first row at y = 1.
            content.transform(matrix([area.width, 0.0, 0.0, -area.height, area.x, area.bottom()]));
            content.x_object(Name(picture_name(index).as_bytes()));
            content.restore_state();
        }
        Item::Group { transform, items } => {
            content.save_state();
            content.transform(matrix(transform.matrix));
            items.iter().for_each(|item| draw(writer, content, fonts, item));
            content.restore_state();
        }
    }
}

fn level(value: u8) -> f32 {
    f32::from(value) / 255.0
}

fn set_fill(content: &mut Content, color: Color) {
    match color.rgb.map(level) {
        [grey, ..] if color.is_grey() => content.set_fill_gray(grey),
        [r, g, b] => content.set_fill_rgb(r, g, b),
    };
}

fn draw_path(content: &mut Content, path: &Path) {
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => content.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => content.line_to(p.x as f32, p.y as f32),
            Segment::Curve(p, q, r) => {
                content.cubic_to(p.x as f32, p.y as f32, q.x as f32, q.y as f32, r.x as f32, r.y as f32)
            }
            Segment::Close => content.close_path(),
        };
    }
}

fn draw_text(writer: &mut Writer, content: &mut Content, font: &Font, text: &Text) {
    if text.glyphs.is_empty() {
        return;
    }
    if !writer.fonts.contains_key(&text.face) {
        let id = writer.id();
        writer.fonts.insert(text.face, (id, Used::default()));
    }
    let Some((_, used)) = writer.fonts.get_mut(&text.face) else { return };
    set_fill(content, text.color);
    content.begin_text();
    content.set_font(Name(font_name(text.face)), text.size as f32);
    // Letters are upright in a space where y runs downwards.
    content.set_text_matrix(matrix([1.0, 0.0, 0.0, -1.0, text.start.x, text.start.y]));
    // Each glyph advances by its own width; if kerning moves the next one, that is adjusted.
    let mut shown = content.show_positioned();
    let mut items = shown.items();
    let mut run: Vec<u8> = Vec::new();
    for (index, glyph) in text.glyphs.iter().enumerate() {
        let code = used.remapper.remap(glyph.id);
        used.chars.insert(glyph.id, glyph.char);
        run.extend(code.to_be_bytes());
        let next = text.glyphs.get(index + 1).map_or(text.width, |next| next.x);
        let moved = (next - glyph.x) / text.size - font.advance(glyph.id);
        // Less than a thousandth is a rounding error.
        if moved.abs() > 0.001 {
            items.show(Str(&run));
            run.clear();
            items.adjust((-1000.0 * moved) as f32);
        }
    }
    if !run.is_empty() {
        items.show(Str(&run));
    }
    items.finish();
    shown.finish();
    content.end_text();
}

/// Writes a font with the glyphs that are used.
fn write_font(writer: &mut Writer, font: &Font, id: Ref, used: &Used) -> Result<(), PdfError> {
    let name = font.postscript_name();
    let failed = |problem: String| PdfError::Font { name: name.clone(), problem };
    let subset =
        subsetter::subset(font.data(), 0, &used.remapper).map_err(|error| failed(error.to_string()))?;
    let face = ttf_parser::RawFace::parse(&subset, 0).map_err(|error| failed(error.to_string()))?;
    let cff = face.table(ttf_parser::Tag::from_bytes(b"CFF "));
    // Six letters distinguish a subset from the whole font and from other subsets.
    let base = format!("{}+{name}", tag(used));
    let (cid, descriptor, map, data) = (writer.id(), writer.id(), writer.id(), writer.id());

    let mut top = writer.pdf.type0_font(id);
    top.base_font(Name(base.as_bytes())).encoding_predefined(Name(b"Identity-H"));
    top.descendant_font(cid).to_unicode(map);
    top.finish();

    let mut below = writer.pdf.cid_font(cid);
    below.subtype(if cff.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
    below
        .base_font(Name(base.as_bytes()))
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .default_width(0.0);
    if cff.is_none() {
        below.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    let widths = used.remapper.remapped_gids().map(|glyph| (1000.0 * font.advance(glyph)) as f32);
    below.widths().consecutive(0, widths);
    below.finish();

    let mut described = writer.pdf.font_descriptor(descriptor);
    described.name(Name(base.as_bytes())).flags(FontFlags::SYMBOLIC);
    let all = used.remapper.remapped_gids().filter_map(|glyph| font.ink(glyph));
    let (mut left, mut top, mut right, mut bottom) = (0.0f64, 0.0f64, 1.0f64, 0.0f64);
    for ink in all {
        left = left.min(ink.x);
        top = top.min(ink.y);
        right = right.max(ink.right());
        bottom = bottom.max(ink.bottom());
    }
    let thousandths = |em: f64| (1000.0 * em) as f32;
    described.bbox(Rect::new(thousandths(left), thousandths(-bottom), thousandths(right), thousandths(-top)));
    described.italic_angle(0.0).ascent(thousandths(-top)).descent(thousandths(-bottom));
    described.cap_height(thousandths(font.cap_height())).stem_v(80.0);
    match cff {
        Some(_) => described.font_file3(data),
        None => described.font_file2(data),
    };
    described.finish();

    let mut unicode: UnicodeCmap = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    for (&glyph, &char) in &used.chars {
        if let Some(code) = used.remapper.get(glyph) {
            unicode.pair(code, char);
        }
    }
    writer.pdf.cmap(map, unicode.finish().as_slice());

    let bytes = cff.unwrap_or(&subset);
    let compressed = compress_to_vec_zlib(bytes, LEVEL);
    let mut stream = writer.pdf.stream(data, &compressed);
    stream.filter(Filter::FlateDecode);
    if cff.is_some() {
        stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    } else {
        stream.pair(Name(b"Length1"), bytes.len().try_into().unwrap_or(i32::MAX));
    }
    stream.finish();
    Ok(())
}

/// Returns six letters that depend only on the glyphs that are used.
fn tag(used: &Used) -> String {
    let digest = fnv::extend(fnv::START, used.chars.keys().flat_map(|glyph| glyph.to_le_bytes()));
    (0..6).map(|place| char::from(b'A' + (digest >> (8 * place) & 0xFF) as u8 % 26)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::{Bookmark, Point, Transform};

    #[test]
    fn the_same_pages_give_the_same_bytes() {
        let fonts = Fonts::embedded().unwrap();
        let text = Text::new(&fonts, Face::Regular, 5.0, "AVÄ VAß").at(10.0, 20.0);
        let turned = Item::Group {
            transform: Transform::translate(Point::new(1.0, 1.0)),
            items: vec![Item::Text(text.clone())],
        };
        let page = Page { width: 100.0, height: 50.0, items: vec![Item::Text(text), turned] };
        let title = "Titel ☃".to_owned();
        let bookmarks = vec![Bookmark { title: "Ort".to_owned(), page: 1 }];
        let pages = Pages { title, bookmarks, ..Pages::new(vec![page.clone(), page], fonts) };
        let bytes = write(&pages).unwrap();
        assert!(bytes.starts_with(b"%PDF-1.7") && bytes.len() < 20_000, "{}", bytes.len());
        assert_eq!(write(&pages).unwrap(), bytes);
    }
}
