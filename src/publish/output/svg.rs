//! SVG: one picture per page, in millimetres.
//!
//! Letters are outlines, each defined once and used wherever it occurs. A text element would need its font wherever the
//! file is opened, and most programs ignore fonts embedded in a file, so this is the only way to get the same picture
//! everywhere. The text of a line is its label, for screen readers and for search.

use crate::encodings::plain::turns_direction;
use crate::publish::page::{Color, Face, Fonts, Item, Page, Pages, Path, Segment, Stroke, Text, Transform};
use base64::Engine;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Returns one text per page.
pub fn write(pages: &Pages) -> Vec<String> {
    pages.pages.iter().map(|page| write_page(pages, page)).collect()
}

/// Returns a page as an element of an HTML document, without a background and hidden from screen readers, as the
/// document says what is on it. `prefix` starts the names of its glyphs; the pictures of a document need different
/// ones.
pub(super) fn inline(page: &Page, fonts: &Fonts, prefix: &str) -> String {
    let mut svg = String::new();
    let (width, height) = (number(page.width), number(page.height));
    let _ = writeln!(svg, "<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">");
    Writer { fonts, prefix }.content(&mut svg, page, None);
    svg.push_str("</svg>\n");
    svg
}

fn write_page(pages: &Pages, page: &Page) -> String {
    let mut svg = String::new();
    let (width, height) = (number(page.width), number(page.height));
    let language = pages.language.as_ref().map(|tag| format!(" xml:lang=\"{}\"", escape(tag)));
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} \
         {height}\"{}>\n<title>{}</title>\n",
        language.unwrap_or_default(),
        escape(&pages.title),
    );
    let ground = format!("<path fill=\"#fff\" d=\"M0 0H{width}V{height}H0Z\"/>\n");
    Writer { fonts: &pages.fonts, prefix: "" }.content(&mut svg, page, Some(&ground));
    svg.push_str("</svg>\n");
    svg
}

/// What is needed to write any part of a picture.
struct Writer<'a> {
    fonts: &'a Fonts,
    /// The prefix of the names of glyphs.
    prefix: &'a str,
}

impl Writer<'_> {
    /// Writes the glyphs, the background, and what is on it.
    fn content(&self, svg: &mut String, page: &Page, ground: Option<&str>) {
        let glyphs: BTreeSet<(Face, u16)> = page
            .texts()
            .into_iter()
            .flat_map(|(_, text)| text.glyphs.iter().map(|glyph| (text.face, glyph.id)))
            .collect();
        svg.push_str("<defs>\n");
        for (face, glyph) in glyphs {
            let outline = self.fonts.get(face).outline(glyph);
            if !outline.segments.is_empty() {
                let _ =
                    writeln!(svg, "<path id=\"{}\" d=\"{}\"/>", self.name(face, glyph), data(&outline, 4));
            }
        }
        svg.push_str("</defs>\n");
        svg.push_str(ground.unwrap_or_default());
        page.items.iter().for_each(|item| self.draw(svg, item));
    }

    fn draw(&self, svg: &mut String, item: &Item) {
        match item {
            Item::Path { path, fill, stroke } => {
                let fill = fill.map_or_else(|| "none".to_owned(), hex);
                let _ = write!(svg, "<path fill=\"{fill}\"");
                if let Some(Stroke { color, width }) = stroke {
                    let _ = write!(
                        svg,
                        " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                        hex(*color),
                        number(*width)
                    );
                }
                let _ = writeln!(svg, " d=\"{}\"/>", data(path, 3));
            }
            Item::Text(text) => self.draw_text(svg, text),
            Item::Picture { picture, area } => {
                // Only a picture without pixels could not be written as PNG, and there are none.
                let png = picture.png().unwrap_or_default();
                let _ = writeln!(
                    svg,
                    "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
                     href=\"data:image/png;base64,{}\"/>",
                    number(area.x),
                    number(area.y),
                    number(area.width),
                    number(area.height),
                    base64::engine::general_purpose::STANDARD.encode(png)
                );
            }
            Item::Group { transform, items } => {
                let _ = writeln!(svg, "<g transform=\"{}\">", matrix(*transform));
                items.iter().for_each(|item| self.draw(svg, item));
                svg.push_str("</g>\n");
            }
        }
    }

    fn draw_text(&self, svg: &mut String, text: &Text) {
        let font = self.fonts.get(text.face);
        let _ = write!(
            svg,
            "<g role=\"img\" aria-label=\"{}\" fill=\"{}\" transform=\"translate({} {}) scale({})\">",
            escape(&text.content()),
            hex(text.color),
            number(text.start.x),
            number(text.start.y),
            number(text.size)
        );
        for glyph in text.glyphs.iter().filter(|glyph| font.ink(glyph.id).is_some()) {
            let x = number(glyph.x / text.size);
            let _ = write!(svg, "<use href=\"#{}\" x=\"{x}\"/>", self.name(text.face, glyph.id));
        }
        svg.push_str("</g>\n");
    }

    fn name(&self, face: Face, glyph: u16) -> String {
        let letter = match face {
            Face::Regular => 'r',
            Face::Bold => 'b',
        };
        format!("{}{letter}{glyph}", self.prefix)
    }
}

fn matrix(transform: Transform) -> String {
    match transform.matrix {
        [1.0, 0.0, 0.0, 1.0, x, y] => format!("translate({} {})", number(x), number(y)),
        matrix => format!("matrix({})", matrix.map(number).join(" ")),
    }
}

fn data(path: &Path, digits: usize) -> String {
    let mut data = String::new();
    let mut push = |letter: char, points: &[crate::publish::page::Point]| {
        data.push(letter);
        let numbers: Vec<String> =
            points.iter().flat_map(|point| [rounded(point.x, digits), rounded(point.y, digits)]).collect();
        data.push_str(&numbers.join(" "));
    };
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => push('M', &[p]),
            Segment::Line(p) => push('L', &[p]),
            Segment::Curve(p, q, r) => push('C', &[p, q, r]),
            Segment::Close => push('Z', &[]),
        }
    }
    data
}

fn hex(color: Color) -> String {
    let [r, g, b] = color.rgb;
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns a number, rounded to a tenth of a micrometre.
fn number(value: f64) -> String {
    rounded(value, 4)
}

fn rounded(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the text with XML's markup characters escaped, and without the characters that XML does not allow or that
/// reverse the direction of text.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() || turns_direction(c) => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::page::{Point, Rect};

    #[test]
    fn markup_in_texts_is_written_out() {
        let fonts = Fonts::embedded().unwrap();
        let text = Text::new(&fonts, Face::Bold, 4.0, "<script>alert('&\"')</script>").at(1.0, 5.0);
        let page = Page { width: 50.0, height: 10.0, items: vec![Item::Text(text)] };
        let title = "<script>&".to_owned();
        let language = Some("de".to_owned());
        let pages = Pages { title, language, ..Pages::new(vec![page], fonts) };
        let svg = write(&pages).remove(0);
        assert!(!svg.contains("<script"), "{svg}");
        assert!(svg.contains("<title>&lt;script&gt;&amp;</title>"));
        assert!(svg.contains("aria-label=\"&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;\""));
        assert_eq!(escape("a\u{0}b\u{1b}c\n\u{202E}d\u{2066}"), "abc d");
    }

    #[test]
    fn groups_and_paths_are_drawn_in_millimetres() {
        let fonts = Fonts::embedded().unwrap();
        let area = Item::filled(Rect::new(0.0, 1.0, 2.5, 1.0 / 3.0), Color::grey(128));
        let items = vec![Item::moved(vec![area], Point::new(3.0, -0.00001))];
        let page = Page { width: 10.0, height: 20.0, items };
        let svg = write(&Pages::new(vec![page], fonts)).remove(0);
        assert!(svg.contains("width=\"10mm\" height=\"20mm\" viewBox=\"0 0 10 20\""));
        assert!(svg.contains(
            "<g transform=\"translate(3 0)\">\n<path fill=\"#808080\" d=\"M0 1L2.5 1L2.5 1.333L0 1.333Z\"/>"
        ));
    }
}
