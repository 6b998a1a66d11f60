//! A book of puzzles: a title page with the contents, each puzzle on pages of its own, all solutions at the end, and
//! below them the credits of all puzzles, each once.
//!
//! The pages of a puzzle are the same as without a book, except for the page numbers. How many pages the contents take
//! does not depend on the numbers in them, so they are set twice: first to count their pages, then with the numbers of
//! the pages that follow. Solutions are in rows, as many per row as there is room for, each with the number of its
//! puzzle.

use super::breaks::Paragraph;
use super::paged::{GAP, Paged, Sheet};
use super::setting::{Measures, Setting};
use super::sheet::{Composer, PAPER_MARGIN, SMALL_CELL};
use super::wording::Wording;
use super::{Block, DrawError, Layout, Notes, Paper, Style, View};
use crate::publish::page::{Bookmark, Color, Face, Item, POINT, Page, Pages, Path, Point, Text};
use crate::publish::puzzle::{Language, Puzzle};
use thiserror::Error;

/// The distance between two solutions in a row, in millimetres.
const BETWEEN: f64 = 7.0;
/// The least width of the name of a solution, in millimetres, where the grid is narrower.
const LEAST_SOLUTION: f64 = 30.0;
/// The distance from the lower edge of the paper to the page number, in millimetres.
const FOLIO: f64 = 6.0;
const QUIET: Color = Color::grey(60);

/// The contents of a book.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its title; if `None`, the word "Puzzles" in its language is used.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The language of its headings.
    pub language: Option<Language>,
    /// The puzzles, in order.
    pub chapters: Vec<Chapter>,
}

/// A puzzle of a book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its name if it has no title: the name of its file, without the extension.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Chapter {
    /// Returns a chapter whose name is that of the puzzle's kind, in the language of the puzzle.
    pub fn unnamed(puzzle: Puzzle) -> Self {
        let name = Wording::of(puzzle.language.as_ref()).kind(puzzle.kind).to_owned();
        Self { name, puzzle }
    }

    /// Returns the common language of all puzzles that state one; `None` if they differ or none does.
    pub fn language_of(chapters: &[Self]) -> Option<Language> {
        let mut languages = chapters.iter().filter_map(|chapter| chapter.puzzle.language.as_ref());
        let first = languages.next()?;
        languages.all(|other| other.primary() == first.primary()).then(|| first.clone())
    }

    fn title(&self) -> &str {
        self.puzzle.title.as_deref().unwrap_or(&self.name)
    }
}

/// The pages of a book, and what its readers will miss on them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DrawnBook {
    /// The pages.
    pub pages: Pages,
    /// Sentences for the person who publishes it, each with the index of the puzzle that it is about, if any.
    pub warnings: Vec<(Option<usize>, String)>,
}

/// Why a book cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("puzzle {} of the book: {source}", index + 1)]
#[non_exhaustive]
pub struct BookError {
    /// The index of the puzzle that cannot be drawn.
    pub index: usize,
    /// Why it cannot be drawn.
    pub source: DrawError,
}

/// Draws a book. The view says whether it has the puzzles, their solutions, or both; solutions are never upside down.
/// If the style names no paper, a puzzle that does not fit on A4 has larger pages, and all other pages are A4.
pub fn draw(book: &Book, style: &Style) -> Result<DrawnBook, BookError> {
    let style = &Style { upside_down: false, ..style.clone() };
    let binder =
        Binder { book, style, measures: Measures::of(style), wording: Wording::of(book.language.as_ref()) };
    let numbered: Vec<Puzzle> =
        book.chapters.iter().enumerate().map(|(index, chapter)| binder.numbered(index, chapter)).collect();
    let mut notes = vec![Notes::default(); numbered.len()];
    let mut puzzles = Vec::new();
    let mut sheets = Vec::new();
    for (index, puzzle) in numbered.iter().enumerate() {
        let failed = |source| BookError { index, source };
        if style.view != View::Puzzle && !puzzle.is_filled() {
            return Err(failed(DrawError::Unsolved));
        }
        let composer = Composer::new(puzzle, style);
        let sheet = composer.sheet().map_err(failed)?;
        let is_shown = style.view != View::Solution;
        puzzles.push(if is_shown { composer.puzzle(sheet, &mut notes[index]) } else { Vec::new() });
        sheets.push(sheet);
    }
    let mut own = Notes::default();
    let back = binder.back(&numbered, &sheets, &mut own);
    let mut starts = vec![0; numbered.len()];
    let mut pages = binder.front(&starts, 0, &mut Notes::default());
    let mut next = pages.len();
    for (start, pages) in starts.iter_mut().zip(&puzzles) {
        *start = next;
        next += pages.len();
    }
    if style.view == View::Solution {
        starts = back.solutions.iter().map(|page| next + page).collect();
    }
    pages = binder.front(&starts, next, &mut own);
    pages.extend(puzzles.into_iter().flatten());
    pages.extend(back.pages);
    pages.iter_mut().enumerate().skip(1).for_each(|(index, page)| binder.folio(index + 1, page));

    let mark = |title: &str, page: usize| Bookmark { title: title.to_owned(), page };
    let titles = numbered.iter().map(|puzzle| puzzle.title.as_deref().unwrap_or_default());
    let mut bookmarks = vec![mark(binder.wording.contents, 0)];
    bookmarks.extend(titles.zip(&starts).map(|(title, &page)| mark(title, page)));
    if style.view == View::Both {
        bookmarks.push(mark(binder.wording.solutions, next));
    }
    let told = notes.into_iter().enumerate();
    let told =
        told.flat_map(|(index, notes)| notes.warnings.into_iter().map(move |text| (Some(index), text)));
    let warnings = own.warnings.into_iter().map(|text| (None, text)).chain(told).collect();
    let pages = Pages {
        pages,
        fonts: style.fonts.clone(),
        title: binder.title().to_owned(),
        author: book.author.clone(),
        language: book.language.as_ref().map(ToString::to_string),
        bookmarks,
    };
    Ok(DrawnBook { pages, warnings })
}

/// What follows the puzzles.
#[derive(Default)]
struct Back {
    pages: Vec<Page>,
    /// For each puzzle, the index of the page with its solution, from 0.
    solutions: Vec<usize>,
}

/// A solution and the name above it.
struct Solution {
    name: Block,
    grid: Block,
}

impl Solution {
    fn width(&self) -> f64 {
        self.name.width.max(self.grid.width)
    }
}

struct Binder<'a> {
    book: &'a Book,
    style: &'a Style,
    measures: Measures,
    wording: Wording,
}

impl Binder<'_> {
    fn title(&self) -> &str {
        self.book.title.as_deref().unwrap_or(self.wording.puzzles)
    }

    /// Returns the puzzle of a chapter as it is in the book: with its number, and without what the book says only once.
    fn numbered(&self, index: usize, chapter: &Chapter) -> Puzzle {
        let author = chapter.puzzle.author.clone().filter(|author| Some(author) != self.book.author.as_ref());
        let title = Some(format!("{}. {}", index + 1, chapter.title()));
        Puzzle { title, author, credits: Vec::new(), ..chapter.puzzle.clone() }
    }

    /// Returns the paper of contents and solutions, in portrait format.
    fn sheet(&self) -> Sheet {
        let paper = if let Layout::Paper(paper) = self.style.layout { paper } else { Paper::A4 };
        Sheet { size: Some((paper.width, paper.height)), margin: PAPER_MARGIN, cell: self.solution_cell() }
    }

    /// Returns the usual side of a field in a solution, with which three grids of 15 columns fit side by side on A4.
    fn solution_cell(&self) -> f64 {
        if self.style.large { 5.6 } else { 3.8 }
    }

    /// Returns width and height of these sheets within their margins, in millimetres.
    fn inner(&self) -> (f64, f64) {
        let paper = self.sheet().size.unwrap_or_default();
        (paper.0 - 2.0 * PAPER_MARGIN, paper.1 - 2.0 * PAPER_MARGIN)
    }

    fn paged(&self) -> Paged {
        Paged::new(self.sheet(), self.inner().0, Block::default())
    }

    fn set(&self, block: &mut Block, setting: Setting<'_>, notes: &mut Notes) {
        setting.set(block, &self.style.fonts, self.book.language.as_ref(), notes);
    }

    /// Returns a block for lines as wide as the page, with `above` millimetres of room at its top.
    fn block(&self, above: f64) -> Block {
        Block { width: self.inner().0, height: above, items: Vec::new() }
    }

    /// Puts the number on a page.
    fn folio(&self, number: usize, page: &mut Page) {
        let text = Text::new(&self.style.fonts, Face::Regular, self.measures.list, &number.to_string());
        page.items.push(Item::Text(text.centred_at(page.width / 2.0, page.height - FOLIO)));
    }

    /// Returns the title page with the contents, which may take further pages. `starts` are the page indices of the
    /// puzzles and `solutions` is that of the solutions, from 0.
    fn front(&self, starts: &[usize], solutions: usize, notes: &mut Notes) -> Vec<Page> {
        let Measures { title, list, .. } = self.measures;
        let mut pages = self.paged();
        let mut head = self.block(22.0);
        let setting = Setting::new(Face::Bold, 1.9 * title, self.title());
        self.set(&mut head, Setting { centred: true, whose: "the title", ..setting }, notes);
        if let Some(author) = &self.book.author {
            head.height += 0.5 * list;
            let setting = Setting::new(Face::Regular, 1.5 * list, author);
            self.set(
                &mut head,
                Setting { centred: true, color: QUIET, whose: "the author", ..setting },
                notes,
            );
        }
        head.height += 18.0;
        self.set(&mut head, Setting::new(Face::Bold, 1.5 * list, self.wording.contents), notes);
        head.height += 0.6 * list;
        let rule = Path::line([Point::new(0.0, head.height), Point::new(head.width, head.height)]);
        head.items.push(Item::stroked(rule, Color::BLACK, 0.3));
        head.height += 0.8 * list;
        pages.put(head, false);
        for (index, (chapter, start)) in self.book.chapters.iter().zip(starts).enumerate() {
            let puzzle = &chapter.puzzle;
            let about = format!("{}, {} × {}", self.wording.kind(puzzle.kind), puzzle.rows(), puzzle.cols());
            pages
                .put(self.line(&format!("{}.", index + 1), chapter.title(), &about, start + 1, notes), false);
        }
        if self.style.view == View::Both {
            pages.gap(0.8 * list);
            pages.put(self.line("", self.wording.solutions, "", solutions + 1, notes), false);
        }
        pages.finish()
    }

    /// Returns a line of the contents, or several if the title is long: number, title, what it is, dots, and the page.
    fn line(&self, number: &str, title: &str, about: &str, page: usize, notes: &mut Notes) -> Block {
        const INDENT: f64 = 2.2;
        /// Room for a few dots and the page.
        const RIGHT: f64 = 5.0;
        let size = 1.2 * self.measures.list;
        let fonts = &self.style.fonts;
        let mut block = self.block(0.0);
        let setting = Setting { whose: "a title", ..Setting::new(Face::Regular, size, title) };
        let shown = setting.printable(fonts, notes);
        let about = Text::new(fonts, Face::Regular, 0.85 * size, about).in_color(QUIET);
        let room = (block.width - about.width) / size - INDENT - RIGHT;
        let font = fonts.get(Face::Regular);
        let mut lines =
            Paragraph::new(font, &shown, self.book.language.as_ref(), false).full_lines(font, room);
        if lines.is_empty() {
            lines.push(String::new());
        }
        let mut end = 0.0;
        let mut base = 0.0;
        for (index, line) in lines.iter().enumerate() {
            block.height += if index == 0 { 1.65 } else { 1.2 } * size;
            base = block.height - 0.4 * size;
            let text = Text::new(fonts, Face::Regular, size, line).at(INDENT * size, base);
            if index == 0 {
                let number = Text::new(fonts, Face::Bold, size, number);
                block.items.push(Item::Text(number.ending_at((INDENT - 0.5) * size, base)));
            }
            end = text.start.x + text.width;
            block.items.push(Item::Text(text));
        }
        if about.width > 0.0 {
            let about = about.at(end + 0.7 * size, base);
            end = about.start.x + about.width;
            block.items.push(Item::Text(about));
        }
        let page = Text::new(fonts, Face::Regular, size, &page.to_string()).ending_at(block.width, base);
        block.items.push(dots(end + 0.5 * size, block.width - 2.2 * size, base, size));
        block.items.push(Item::Text(page));
        block
    }

    /// Returns the solutions and the credits.
    fn back(&self, puzzles: &[Puzzle], sheets: &[Sheet], notes: &mut Notes) -> Back {
        let mut pages = self.paged();
        let mut solutions = Vec::new();
        if self.style.view != View::Puzzle {
            let mut head = self.block(0.0);
            let heading = Setting::new(Face::Bold, self.measures.title, self.wording.solutions);
            self.set(&mut head, Setting { centred: true, ..heading }, notes);
            head.height += GAP;
            pages.put(head, false);
            let mut row: Vec<Solution> = Vec::new();
            for (puzzle, sheet) in puzzles.iter().zip(sheets) {
                let Some(solution) = self.solution(puzzle, notes) else {
                    self.put(&mut pages, &mut row, &mut solutions);
                    solutions.push(pages.insert(Composer::new(puzzle, self.style).solution(*sheet, notes)));
                    continue;
                };
                let taken: f64 = row.iter().map(|other| other.width() + BETWEEN).sum();
                if taken + solution.width() > self.inner().0 + 1e-6 {
                    self.put(&mut pages, &mut row, &mut solutions);
                }
                row.push(solution);
            }
            self.put(&mut pages, &mut row, &mut solutions);
        }
        let credits = self.credits(notes);
        if solutions.is_empty() && credits.is_empty() {
            return Back::default();
        }
        pages.gap(GAP);
        credits.into_iter().for_each(|credit| pages.put(credit, false));
        Back { pages: pages.finish(), solutions }
    }

    /// Returns a solution with its name; `None` if its letters would be too small to be legible on this paper.
    fn solution(&self, puzzle: &Puzzle, notes: &mut Notes) -> Option<Solution> {
        let composer = Composer::new(puzzle, self.style);
        // Only the size of this drawing is used, in sides of a field.
        let unit = composer.grid(&composer.context(true, 1.0), &mut Notes::default());
        let (width, height) = self.inner();
        // Names, and the heading on the first page, need room.
        let height = height - 3.0 * self.measures.title - 2.0 * GAP;
        let cell = self.solution_cell().min(width / unit.width).min(height / unit.height);
        if cell < SMALL_CELL {
            return None;
        }
        let grid = composer.grid(&composer.context(true, cell), notes);
        let mut name = Block { width: grid.width.max(LEAST_SOLUTION), ..Block::default() };
        let title = puzzle.title.as_deref().unwrap_or_default();
        let setting = Setting::new(Face::Bold, self.measures.list, title);
        self.set(&mut name, Setting { whose: "a title", ..setting }, &mut Notes::default());
        if let Some(text) = self.wording.spelled(puzzle) {
            let setting = Setting::new(Face::Regular, 0.9 * self.measures.list, &text);
            self.set(&mut name, setting, notes);
        }
        Some(Solution { name, grid })
    }

    /// Puts a row of solutions on the page, with their grids aligned at the top, and records the page they are on.
    fn put(&self, pages: &mut Paged, row: &mut Vec<Solution>, places: &mut Vec<usize>) {
        if row.is_empty() {
            return;
        }
        let count = row.len();
        let mut block = self.block(0.0);
        let head = row.iter().map(|solution| solution.name.height).fold(0.0, f64::max) + 0.25 * GAP;
        let mut x = 0.0;
        for solution in row.drain(..) {
            let width = solution.width();
            // Names are directly above their grids, however many lines their neighbours have.
            let above = Point::new(x, head - 0.25 * GAP - solution.name.height);
            block.height = block.height.max(head + solution.grid.height);
            block.items.push(Item::moved(solution.name.items, above));
            block.items.push(Item::moved(solution.grid.items, Point::new(x, head)));
            x += width + BETWEEN;
        }
        block.height += 1.2 * GAP;
        pages.put(block, false);
        places.extend(std::iter::repeat_n(pages.last(), count));
    }

    /// Returns the credits of all puzzles, each once, with a heading above the first.
    fn credits(&self, notes: &mut Notes) -> Vec<Block> {
        let mut credits: Vec<&str> = Vec::new();
        for credit in self.book.chapters.iter().flat_map(|chapter| &chapter.puzzle.credits) {
            if !credits.contains(&credit.as_str()) {
                credits.push(credit);
            }
        }
        let mut blocks = Vec::new();
        for (index, credit) in credits.into_iter().enumerate() {
            let mut block = self.block(0.0);
            if index == 0 {
                let heading = Setting::new(Face::Bold, self.measures.list, self.wording.sources);
                self.set(&mut block, heading, notes);
            }
            let setting = Setting::new(Face::Regular, self.measures.small.max(7.0 * POINT), credit);
            self.set(&mut block, Setting { color: QUIET, whose: "the credits", ..setting }, notes);
            blocks.push(block);
        }
        blocks
    }
}

/// Draws dots from `left` to `right`, at the same positions in all lines. They are drawn, not written, so that they are
/// not in the text that is copied or read aloud.
fn dots(left: f64, right: f64, base: f64, size: f64) -> Item {
    let step = 0.5 * size;
    let mut path = Path::default();
    let mut index = (left / step).ceil();
    while index * step <= right {
        path = path.and(Path::circle(Point::new(index * step, base - 0.05 * size), 0.045 * size));
        index += 1.0;
    }
    Item::filled(path, QUIET)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format::read;
    use crate::publish::puzzle::convert;

    fn chapter(language: Option<&str>) -> Chapter {
        let mut puzzle = convert::template(&read("TOR#\nEIAL\n").unwrap(), |_| None);
        puzzle.language = language.map(|tag| tag.parse().unwrap());
        Chapter::unnamed(puzzle)
    }

    #[test]
    fn the_language_is_that_of_all() {
        let of = |tags: &[Option<&str>]| {
            let chapters: Vec<Chapter> = tags.iter().map(|tag| chapter(*tag)).collect();
            Chapter::language_of(&chapters).map(|found| found.to_string())
        };
        assert_eq!(of(&[None, Some("de"), Some("de-AT")]).as_deref(), Some("de"));
        assert_eq!(of(&[Some("de"), Some("en")]), None);
        assert_eq!(of(&[None]), None);
    }

    #[test]
    fn a_puzzle_without_a_name_is_called_by_its_kind() {
        assert_eq!([None, Some("de")].map(|tag| chapter(tag).name), ["Crossword", "Kreuzworträtsel"]);
    }
}
