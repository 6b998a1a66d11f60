//! HTML: one page to play the puzzle on, which needs no other files and loads nothing.
//!
//! The picture of the grid is that of all other outputs, embedded as SVG; the script puts the fields to write into
//! under it. The structure of the page is in `page.html`, and its texts are filled in here. There are three style
//! sheets: for the page, the board, and paper. Three scripts make it work: `state.js` knows letters and words and does
//! not depend on a page, `show.js` shows them, and `page.js` handles the player's input. A Numberlink has no letters:
//! its page, `board.html`, shows the board, and the solution on request.
//!
//! Whatever others wrote is escaped: text by `escape`, and what the script reads by `Data::json`.

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

/// The digest that identifies the script in the page's policy; it is the same in every page. If it is wrong, a test
/// reports the right one.
pub const SCRIPT_DIGEST: &str = "sha256-Kca/He22l7pY7wXhqeMAkj+DEkuED5HIYdqhQgSqClI=";

/// A page, and what its readers will miss on it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The HTML document.
    pub text: String,
    /// Sentences for the person who publishes it.
    pub warnings: Vec<String>,
}

/// Writes the page. Only the side of a field (a larger one has room for longer clues), the picture and the fonts of the
/// style are used.
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

/// What the placeholders of the templates are replaced by.
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
            // The rest is not text but HTML, in which the parts that others wrote are escaped.
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

    /// Returns the strip of the solution word: inputs, in which the letters of its fields are shown and can be written.
    fn strip(&self, headings: Headings) -> String {
        let fields = &self.puzzle.solution_word;
        if fields.is_empty() {
            return String::new();
        }
        let heading = escape(headings.solution_word);
        let of = fields.len().to_string();
        let cell = |number: usize| {
            let nth = self.texts.nth.replace("{n}", &number.to_string()).replace("{of}", &of);
            format!(
                "<span data-n=\"{number}\"><input type=\"text\" autocomplete=\"off\" autocorrect=\"off\" \
                 autocapitalize=\"characters\" spellcheck=\"false\" aria-label=\"{heading}, {}\"></span>",
                escape(&nth)
            )
        };
        let cells: String = (1..=fields.len()).map(cell).collect();
        format!("<p id=\"strip\"><b>{heading}:</b> {cells}</p>\n")
    }

    /// Returns the lists of clues, for all kinds that have them.
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

    /// Returns a clue in a list. The script identifies it by the index of its word.
    fn item(&self, number: usize, entry: &Entry) -> String {
        let index =
            self.puzzle.entries.iter().position(|other| std::ptr::eq(other, entry)).unwrap_or_default();
        let length = self.puzzle.pattern(entry).chars().count();
        let clue = entry.clue().map(|clue| escape(&clue.text)).unwrap_or_default();
        format!("<li data-word=\"{index}\"><b>{number}</b><span><bdi>{clue}</bdi> ({length})</span></li>")
    }

    /// Returns the clues that had no room in their fields, each with the number that is there instead.
    fn footnotes(&self) -> String {
        let notes: Vec<String> =
            self.drawn.footnotes.iter().zip(1..).map(|(text, n)| format!("{n}) {text}")).collect();
        lines("p", &notes)
    }
}

/// Returns an element for each text.
fn lines(element: &str, texts: &[String]) -> String {
    texts.iter().map(|text| format!("<{element} dir=\"auto\">{}</{element}>\n", escape(text))).collect()
}

/// Returns the template with each `{{NAME}}` replaced. The replacements are not searched for further names.
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
        // What this puzzle does not have.
        let absent = ["author", "strip", "lists", "footnotes", "credits"];
        for template in [include_str!("page.html"), include_str!("board.html")] {
            fill(template, |name| {
                assert_eq!(parts.get(name).is_empty(), absent.contains(&name), "{name}");
                String::new()
            });
        }
    }

    /// A browser runs the script only if the policy names the digest of exactly the text in the element.
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
            // There is also the data, which no browser runs; and no attribute runs anything.
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
        // The page of a Numberlink is not interactive, and needs no script.
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
