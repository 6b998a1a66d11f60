//! HTML: one page to play the puzzle on, which needs nothing beside it and loads nothing.
//!
//! The picture of the grid is the one of all other outputs, put into the page as SVG; the script lays the fields to
//! write into under it. What the page says stands in `page.html` and is filled in here; style sheets give it its looks,
//! one for the page, one for the board, one for paper. Three scripts make it work: `state.js` knows letters and words
//! and could do without a page, `show.js` shows them, `page.js` hears the player. A Numberlink has no letters: its
//! page, `board.html`, shows the board, and the solution to who asks for it.
//!
//! Whatever was written by others is escaped: text by [`escape`], what the script reads by `Data::json`.

mod data;
mod wording;

use super::svg::{self, escape};
use crate::encodings::grid::Direction;
use crate::publish::draw::wording::Wording as Headings;
use crate::publish::draw::{Board, DrawError, Style, board};
use crate::publish::puzzle::{Entry, Puzzle};
use data::Data;
use std::fmt::Write;
use wording::Wording;

const STYLE: [&str; 3] = [include_str!("page.css"), include_str!("board.css"), include_str!("print.css")];
const SCRIPT: [&str; 3] = [include_str!("state.js"), include_str!("show.js"), include_str!("page.js")];

/// The digest by which the page's policy knows the script; it is the same in every page. A test tells the right one.
const SCRIPT_DIGEST: &str = "sha256-HDtOjzK2dSngWqIlzg1hC0U/FzZi9OPIi4D5llue/FQ=";

/// A page, and what its reader will miss on it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The HTML document.
    pub text: String,
    /// Sentences for the person who publishes it.
    pub warnings: Vec<String>,
}

/// Writes the page. Of the style the side of a field counts (more of a clue has room in a larger one), the picture
/// and the fonts.
pub fn write(puzzle: &Puzzle, style: &Style) -> Result<Written, DrawError> {
    let drawn = board(puzzle, style, false)?;
    let texts = Wording::of(puzzle.language.as_ref());
    let (template, solved) = match puzzle.kind.has_words() {
        true => (include_str!("page.html"), String::new()),
        false => {
            let solved = svg::inline(&board(puzzle, style, true)?.page, &style.fonts, "s");
            (include_str!("board.html"), solved)
        }
    };
    let parts = Parts { puzzle, style, drawn: &drawn, texts, solved };
    Ok(Written { text: fill(template, |name| parts.get(name)), warnings: drawn.warnings.clone() })
}

/// What the places of the templates are filled with.
struct Parts<'a> {
    puzzle: &'a Puzzle,
    style: &'a Style,
    drawn: &'a Board,
    texts: Wording,
    solved: String,
}

impl Parts<'_> {
    fn get(&self, name: &str) -> String {
        let (puzzle, texts) = (self.puzzle, self.texts);
        let headings = Headings::of(puzzle.language.as_ref());
        let text = match name {
            "language" => puzzle.language.as_ref().map_or("en", |language| language.tag()),
            "title" => puzzle.title.as_deref().unwrap_or(headings.kind(puzzle.kind)),
            "kind" => puzzle.kind.features().class,
            "time" => texts.time,
            "tools" => texts.tools,
            "check" => texts.check,
            "reveal" => texts.reveal,
            "letter" => texts.letter,
            "word" => texts.word,
            "all" => texts.all,
            "zoom" => texts.zoom,
            "more" => texts.more,
            "help" => texts.help,
            "print" => texts.print,
            "restart" => texts.restart,
            "previous" => texts.previous,
            "next" => texts.next,
            "close" => texts.close,
            "noscript" => texts.noscript,
            "task" => texts.task,
            "solution" => headings.solution,
            // The rest is no text but HTML, and the parts of it that others wrote are escaped.
            "author" => return lines("p", puzzle.author.as_slice()),
            "credits" => return lines("p", &puzzle.credits),
            "keys" => return texts.keys.to_owned(),
            "style" => return STYLE.concat(),
            "script" => return SCRIPT.concat(),
            "script-digest" => return SCRIPT_DIGEST.to_owned(),
            "data" => return Data::of(puzzle, texts).json(),
            "measures" => return self.measures(),
            "picture" => return svg::inline(&self.drawn.page, &self.style.fonts, "g"),
            "solved" => return self.solved.clone(),
            "strip" => return self.strip(headings),
            "lists" => return self.lists(headings),
            "footnotes" => return self.footnotes(),
            _ => "",
        };
        escape(text)
    }

    fn measures(&self) -> String {
        format!(
            "--rows:{};--columns:{};--margin:{:.3}",
            self.puzzle.rows(),
            self.puzzle.cols(),
            self.drawn.margin
        )
    }

    /// The strip of the solution word; the script writes into it what stands in its fields.
    fn strip(&self, headings: Headings) -> String {
        let fields = &self.puzzle.solution_word;
        if fields.is_empty() {
            return String::new();
        }
        let cells: String =
            (1..=fields.len()).map(|number| format!("<span data-n=\"{number}\"></span>")).collect();
        format!("<p id=\"strip\"><b>{}:</b> {cells}</p>\n", escape(headings.solution_word))
    }

    /// The clues in lists, for all kinds whose grids have no questions in them.
    fn lists(&self, headings: Headings) -> String {
        let puzzle = self.puzzle;
        let numbers = puzzle.kind.lists();
        if numbers.is_none() || puzzle.entries.is_empty() {
            return String::new();
        }
        let mut html = "<div id=\"lists\">\n".to_owned();
        for direction in Direction::BOTH {
            let entries = puzzle.numbered(direction);
            if entries.is_empty() {
                continue;
            }
            // Writing to a String cannot fail.
            let _ = writeln!(html, "<section><h2>{}</h2><ol>", escape(headings.heading(numbers, direction)));
            for (number, entry) in entries {
                let _ = writeln!(html, "{}", self.item(number, entry));
            }
            html += "</ol></section>\n";
        }
        html + "</div>\n"
    }

    /// A clue in a list. The script knows it by the number of its word.
    fn item(&self, number: usize, entry: &Entry) -> String {
        let index =
            self.puzzle.entries.iter().position(|other| std::ptr::eq(other, entry)).unwrap_or_default();
        let length = self.puzzle.pattern(entry).chars().count();
        let clue = entry.clue().map(|clue| escape(&clue.text)).unwrap_or_default();
        format!("<li data-word=\"{index}\"><b>{number}</b><span><bdi>{clue}</bdi> ({length})</span></li>")
    }

    /// Clues that had no room in their fields, by the number that stands there.
    fn footnotes(&self) -> String {
        let notes: Vec<String> =
            self.drawn.footnotes.iter().zip(1..).map(|(text, n)| format!("{n}) {text}")).collect();
        lines("p", &notes)
    }
}

/// An element for each text.
fn lines(element: &str, texts: &[String]) -> String {
    texts.iter().map(|text| format!("<{element} dir=\"auto\">{}</{element}>\n", escape(text))).collect()
}

/// The template with `{{NAME}}` replaced. What is put in is not looked at again.
fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        filled += before;
        filled += &value(name);
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::{digram, template};
    use crate::publish::page::Fonts;
    use crate::publish::puzzle::convert;
    use base64::Engine;
    use sha2::Digest;

    #[test]
    fn places_are_filled_once() {
        let value = |name: &str| format!("<{name} {{{{a}}}}>");
        assert_eq!(fill("x{{a}}y{{b}}z }} {{", value), "x<a {{a}}>y<b {{a}}>z }} {{");
    }

    #[test]
    fn every_place_of_the_page_is_filled() {
        let puzzle = convert::arrowword(&cwg::read("1\n4\n?ELK\n0 0 3\n").unwrap().puzzle).unwrap();
        let style = Style::new(Fonts::embedded().unwrap());
        let drawn = board(&puzzle, &style, false).unwrap();
        let texts = Wording::of(None);
        let parts =
            Parts { puzzle: &puzzle, style: &style, drawn: &drawn, texts, solved: "solved".to_owned() };
        // What this puzzle has not.
        let absent = ["author", "strip", "lists", "footnotes", "credits"];
        for template in [include_str!("page.html"), include_str!("board.html")] {
            fill(template, |name| {
                assert_eq!(parts.get(name).is_empty(), absent.contains(&name), "{name}");
                String::new()
            });
        }
    }

    /// A browser runs the script only if its policy names the digest of exactly what stands in the element.
    #[test]
    fn the_policy_allows_the_script_of_every_page_and_no_other() {
        let style = Style::new(Fonts::embedded().unwrap());
        let arrowword = convert::arrowword(&cwg::read("1\n4\n?ELK\n0 0 3\n").unwrap().puzzle).unwrap();
        let mut hostile = convert::template(&template::format::read("AB\nCD\n").unwrap(), |_| {
            Some("</script><script>alert(1)</script>".to_owned())
        });
        hostile.title = Some("<script>alert(1)</script>{{script}}".to_owned());
        for puzzle in [arrowword, hostile] {
            let page = write(&puzzle, &style).unwrap().text;
            let (_, rest) = page.split_once("script-src '").unwrap();
            let (policy, rest) = rest.split_once('\'').unwrap();
            assert!(rest.starts_with("\">"), "something follows the digest");
            let (_, rest) = rest.split_once("<script>").unwrap();
            let (script, rest) = rest.split_once("</script>").unwrap();
            let digest = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(script));
            assert_eq!(policy, format!("sha256-{digest}"), "the script was changed: put its digest here");
            // Beside it there is the data, which no browser runs; nothing is run by attributes.
            assert!(!rest.contains("<script"));
            assert_eq!(page.matches("<script").count(), 2);
            let tags = page.split('<').filter_map(|rest| rest.split('>').next());
            let attributes = tags.flat_map(|tag| tag.split_whitespace().skip(1));
            assert!(
                attributes
                    .into_iter()
                    .all(|attribute| !attribute.starts_with("on") || !attribute.contains('='))
            );
        }
        // The page of a Numberlink is no game, and needs no script at all.
        let board = include_str!("board.html");
        assert!(board.contains("default-src 'none'") && !board.contains("script"));
    }

    #[test]
    fn the_style_sheet_knows_all_grounds_of_the_pictures() {
        let style = Style::new(Fonts::embedded().unwrap());
        let css = STYLE.concat();
        let arrowword = convert::arrowword(&cwg::read("1\n4\n?ELK\n0 0 3\n").unwrap().puzzle).unwrap();
        let template = convert::template(&template::format::read("AB#\n#CD\n").unwrap(), |_| None);
        let digram = convert::digram(&digram::format::read("ab..\n..cd\n").unwrap());
        for mut puzzle in [arrowword, template, digram] {
            let letter = puzzle.fields.iter().find(|(_, field)| field.is_solution()).unwrap().0;
            puzzle.solution_word = vec![letter];
            let picture = svg::inline(&board(&puzzle, &style, false).unwrap().page, &style.fonts, "g");
            let fills: Vec<&str> = picture.split("<path fill=\"").skip(1).map(|rest| &rest[..7]).collect();
            assert!(fills.len() > 1, "{picture}");
            for fill in fills.into_iter().filter(|fill| !fill.starts_with("none")) {
                assert!(css.contains(&format!("path[fill=\"{fill}\"]")), "{}: {fill}", puzzle.kind);
            }
        }
    }
}
