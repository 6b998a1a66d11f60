//! Grid, lists, title, solution and credits, put together on sheets of paper, or as pictures that are just as large as
//! their contents.
//!
//! The side of a field is chosen first, as everything else follows from it: the requested one or, without a request,
//! the usual one, made smaller (but not too small for clues) if the paper, in portrait or landscape, is too small for
//! it.

use super::list;
use super::paged::{GAP, Paged, Sheet};
use super::setting::{Measures, Setting};
use super::style::{CELLS, DrawError, Layout, Paper, Style, View};
use super::wording::Wording;
use super::{Block, Context, Drawn, Notes, arrowword, letters, numbered, numberlink};
use crate::publish::page::{Color, Face, Item, NO_BREAK, Page, Pages, Point, Rect, Text, Transform};
use crate::publish::puzzle::{BlockedLook, Clues, Entry, Field, Puzzle};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// The margin around everything on paper, in millimetres.
pub(super) const PAPER_MARGIN: f64 = 12.0;
const PICTURE_MARGIN: f64 = 3.0;
/// The least width of lines in a picture, in millimetres, so that no title is broken inside its words.
const LEAST_LINE: f64 = 40.0;
/// The side of a field in a solution that is upside down, in millimetres: the smallest with legible letters.
pub(super) const SMALL_CELL: f64 = 3.2;

/// Draws a puzzle.
pub fn draw(puzzle: &Puzzle, style: &Style) -> Result<Drawn, DrawError> {
    if style.view != View::Puzzle && !puzzle.is_filled() {
        return Err(DrawError::Unsolved);
    }
    check_letters(puzzle, style, style.view != View::Puzzle)?;
    let mut notes = Notes::default();
    let composer = Composer::new(puzzle, style);
    notes.warnings.extend(composer.without_picture());
    let sheet = composer.sheet()?;
    let mut pages = Vec::new();
    if style.view != View::Solution {
        pages.extend(composer.puzzle(sheet, &mut notes));
    }
    let on_its_own = style.view == View::Solution || style.view == View::Both && !style.upside_down;
    if on_its_own {
        pages.extend(composer.solution(sheet, &mut notes));
    }
    let title = puzzle
        .title
        .clone()
        .unwrap_or_else(|| format!("{} {}x{}", puzzle.kind, puzzle.rows(), puzzle.cols()));
    let pages = Pages {
        title,
        author: puzzle.author.clone(),
        language: puzzle.language.as_ref().map(ToString::to_string),
        ..Pages::new(pages, style.fonts.clone())
    };
    Ok(Drawn { pages, warnings: notes.warnings })
}

/// Returns an error if the font lacks a letter that is drawn in a field: unlike a text, a grid cannot do without it. Without the
/// solution, these are the given ones.
fn check_letters(puzzle: &Puzzle, style: &Style, solution: bool) -> Result<(), DrawError> {
    let of = |(_, field): (_, &Field)| match solution {
        true => field.solution(),
        false => field.given().map(|letter| letter.to_string()),
    };
    let letters: BTreeSet<char> =
        puzzle.fields.iter().filter_map(of).flat_map(|text| text.chars().collect::<Vec<_>>()).collect();
    let lacks = |c: &char| Face::ALL.iter().any(|&face| !style.fonts.get(face).has(*c));
    let lacking: Vec<String> = letters.into_iter().filter(lacks).map(String::from).collect();
    if lacking.is_empty() { Ok(()) } else { Err(DrawError::NoGlyph { letters: lacking.join(", ") }) }
}

/// The grid alone, for a page that adds everything else itself.
#[derive(Clone, Debug)]
pub struct Board {
    /// A page just as large as the grid with, for a digram grid, the numbers of its rows and columns.
    pub page: Page,
    /// The room above the first row and left of the first column, in sides of a field.
    pub margin: f64,
    /// Clues that did not fit; their fields have numbers instead, from 1.
    pub footnotes: Vec<String>,
    /// Sentences for the person who publishes it.
    pub warnings: Vec<String>,
}

/// Draws the grid of a puzzle, or of its solution. Only the side of a field, the picture and the fonts of the style are
/// used.
pub fn board(puzzle: &Puzzle, style: &Style, solution: bool) -> Result<Board, DrawError> {
    if solution && !puzzle.is_filled() {
        return Err(DrawError::Unsolved);
    }
    check_letters(puzzle, style, solution)?;
    let style = Style { layout: Layout::Picture, ..style.clone() };
    let composer = Composer::new(puzzle, &style);
    let cell = composer.sheet()?.cell;
    let mut notes = Notes::default();
    notes.warnings.extend(composer.without_picture());
    let Block { width, height, items } = composer.grid(&composer.context(solution, cell), &mut notes);
    let margin = width / cell - puzzle.cols() as f64;
    let Notes { warnings, footnotes } = notes;
    Ok(Board { page: Page { width, height, items }, margin, footnotes, warnings })
}

/// Returns the side of a field in millimetres, as the grid is drawn. It depends on the number of rows and columns and on what
/// stands above and below the grid, not on what is in the fields.
pub fn side(puzzle: &Puzzle, style: &Style) -> Result<f64, DrawError> {
    Ok(Composer::new(puzzle, style).sheet()?.cell)
}

/// Puts together all that is drawn for one puzzle.
pub(super) struct Composer<'a> {
    puzzle: &'a Puzzle,
    style: &'a Style,
    measures: Measures,
    wording: Wording,
}

impl<'a> Composer<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, style: &'a Style) -> Self {
        let (measures, wording) = (Measures::of(style), Wording::of(puzzle.language.as_ref()));
        Self { puzzle, style, measures, wording }
    }

    pub(super) fn context(&self, solution: bool, cell: f64) -> Context<'_> {
        Context {
            puzzle: self.puzzle,
            solution,
            fonts: &self.style.fonts,
            cell,
            picture: self.style.picture.as_ref(),
            wording: self.wording,
        }
    }

    pub(super) fn grid(&self, context: &Context<'_>, notes: &mut Notes) -> Block {
        match self.puzzle.kind.features().clues {
            Clues::InFields => arrowword::grid(context, notes),
            Clues::Lists(_) => numbered::grid(context),
            Clues::None => numberlink::grid(context),
        }
    }

    /// Returns a warning if the requested picture is not drawn.
    fn without_picture(&self) -> Option<String> {
        self.style.picture.as_ref()?;
        let puzzle = self.puzzle;
        let reason = if puzzle.kind.features().blocked != BlockedLook::Island {
            "only an arrowword can have an island for it"
        } else if !puzzle.fields.iter().any(|(_, field)| field.is_blocked()) {
            "the grid has no island for it"
        } else if self.style.view == View::Solution {
            "a solution is drawn without it"
        } else {
            return None;
        };
        Some(format!("the picture was left out: {reason}"))
    }

    /// Returns whether the clues are in lists beside the grid.
    fn has_lists(&self) -> bool {
        self.puzzle.kind.lists().is_some()
    }

    /// Returns the paper and the side of a field.
    pub(super) fn sheet(&self) -> Result<Sheet, DrawError> {
        let is_picture = self.style.layout == Layout::Picture;
        // Paper usually has more room than is needed, and large fields are good for writing and for clues.
        let (usual, least) = match (self.puzzle.kind.has_question_fields(), self.style.large) {
            (true, false) => (if is_picture { 9.0 } else { 12.0 }, 8.0),
            (true, true) => (if is_picture { 13.0 } else { 17.0 }, 11.0),
            (false, false) => (7.5, 4.0),
            (false, true) => (11.0, 8.0),
        };
        let wanted = self.style.cell.unwrap_or(usual);
        let least = self.style.cell.unwrap_or(least);
        let papers = match self.style.layout {
            Layout::Picture => return Ok(Sheet { size: None, margin: PICTURE_MARGIN, cell: wanted }),
            Layout::Paper(paper) => vec![paper],
            Layout::AnyPaper => vec![Paper::A4, Paper::A3, Paper::A2],
        };
        let mut most = 0.0f64;
        let mut last = Paper::A4;
        for paper in papers {
            let upright = (paper.width, paper.height);
            let lying = (paper.height, paper.width);
            let is_solution = self.style.view == View::Solution;
            let cell_on = |size: (f64, f64)| self.largest_cell(size, is_solution, wanted);
            // Landscape only if that makes fields larger.
            let size = if cell_on(lying) > cell_on(upright) + 0.01 { lying } else { upright };
            let cell = cell_on(size);
            if cell > least - 1e-9 {
                return Ok(Sheet { size: Some(size), margin: PAPER_MARGIN, cell });
            }
            (most, last) = (cell.max(0.0), paper);
        }
        let (rows, cols) = (self.puzzle.rows(), self.puzzle.cols());
        let (width, height) = (last.width - 2.0 * PAPER_MARGIN, last.height - 2.0 * PAPER_MARGIN);
        let (across, down) = numbered::extent(self.puzzle.kind, rows, cols);
        let alone = (width / across).min(height / down).max((height / across).min(width / down));
        if alone >= least
            && let Some((whose, length)) = self.longest_text()
        {
            return Err(DrawError::NoRoomBeside { whose, length, paper: last.name });
        }
        let advice = self.advice(last, most);
        Err(DrawError::NoRoom { rows, cols, cell: least, paper: last.name, most, advice })
    }

    /// Returns which of the texts around the grid is the longest, and the number of its characters; `None` if each is so short
    /// that it is not to blame for a lack of room.
    fn longest_text(&self) -> Option<(&'static str, usize)> {
        /// A text of some lines.
        const LONG: usize = 400;
        let length = |text: &Option<String>| text.as_ref().map_or(0, |text| text.chars().count());
        let credits = self.puzzle.credits.iter().map(|line| line.chars().count()).sum();
        let texts = [
            ("the title", length(&self.puzzle.title)),
            ("the author", length(&self.puzzle.author)),
            ("the list of credits", credits),
        ];
        texts.into_iter().max_by_key(|&(_, length)| length).filter(|&(_, length)| length > LONG)
    }

    /// Returns what to do if fields can have a side of at most `most` millimetres on this paper.
    fn advice(&self, paper: Paper, most: f64) -> String {
        let mut ways = Vec::new();
        if paper.has_larger() {
            ways.push("use larger paper");
        }
        if most >= *CELLS.start() {
            ways.push(match (self.style.cell, self.style.large) {
                (Some(_), _) => "give a smaller --cell",
                (None, true) => "give a smaller --cell, or try without --large",
                (None, false) => "give a smaller --cell (clues may then be printed below the grid)",
            });
        } else {
            ways.push("draw it as a picture (svg or png) without --paper");
        }
        ways.join(", or ")
    }

    /// Returns the largest side of a field, at most `wanted`, with which the grid fits on one page with everything that
    /// has to be on that page: that of the puzzle or, if `is_solution`, of its solution.
    fn largest_cell(&self, (width, height): (f64, f64), is_solution: bool, wanted: f64) -> f64 {
        let (cols, rows) = numbered::extent(self.puzzle.kind, self.puzzle.rows(), self.puzzle.cols());
        let inner = (width - 2.0 * PAPER_MARGIN, height - 2.0 * PAPER_MARGIN);
        let across = wanted.min(inner.0 / cols);
        // The strip grows with the fields. With these, which may be too large, it is at least as large as it will be.
        let strip = letters::strip(&self.context(is_solution, across), inner.0);
        let strip = strip.map_or(0.0, |strip| strip.height + GAP);
        let notes = &mut Notes::default();
        let others = if is_solution {
            self.solution_header(inner.0, notes).height
        } else {
            let turned = match self.turned_solution() {
                true if !self.has_lists() => {
                    let rows = self.puzzle.rows() as f64;
                    rows * SMALL_CELL + GAP + self.spelled(inner.0).map_or(0.0, |block| block.height)
                }
                _ => 0.0,
            };
            self.puzzle_header(inner.0, notes).height + self.footer(inner.0, notes).height + turned
        };
        across.min((inner.1 - others - strip) / rows)
    }

    fn turned_solution(&self) -> bool {
        self.style.upside_down && self.style.view == View::Both
    }

    /// Returns title and author.
    fn header(&self, width: f64, title: Option<&str>, author: Option<&str>, notes: &mut Notes) -> Block {
        let mut block = Block { width, ..Block::default() };
        let title = title.map(|text| Setting {
            whose: "the title",
            ..Setting::new(Face::Bold, self.measures.title, text)
        });
        let author = author.map(|text| Setting {
            whose: "the author",
            color: Color::grey(60),
            ..Setting::new(Face::Regular, self.measures.list, text)
        });
        for setting in title.into_iter().chain(author) {
            self.set(&mut block, Setting { centred: true, ..setting }, notes);
        }
        if block.height > 0.0 {
            block.height += 0.6 * GAP;
        }
        block
    }

    /// Returns what is above the puzzle.
    fn puzzle_header(&self, width: f64, notes: &mut Notes) -> Block {
        let header = self.header(width, self.puzzle.title.as_deref(), self.puzzle.author.as_deref(), notes);
        if !self.style.name_line {
            return header;
        }
        let mut block = self.name_line(width);
        let below = Item::moved(header.items, Point::new(0.0, block.height));
        block.items.push(below);
        block.height += header.height;
        block
    }

    /// Returns the line for a name and a date.
    fn name_line(&self, width: f64) -> Block {
        let size = 1.2 * self.measures.list;
        let (base, gap) = (1.6 * size, 0.5 * size);
        let mut items = Vec::new();
        // The name has two thirds of the width.
        for (label, left, right) in
            [(self.wording.name, 0.0, 0.64 * width), (self.wording.date, 0.68 * width, width)]
        {
            let label = Text::new(&self.style.fonts, Face::Regular, size, &format!("{label}:"));
            let from = left + label.width + gap;
            items.push(Item::Text(label.at(left, base)));
            let line = Rect::new(from, base + 0.15 * size, (right - from).max(0.0), 0.0);
            items.push(Item::stroked(line, Color::BLACK, 0.2));
        }
        Block { width, height: base + 2.0 * GAP, items }
    }

    /// Returns the words of the solution in alphabetical order, as they are spelled.
    fn word_bank(&self, width: f64, notes: &mut Notes) -> Block {
        let mut block = Block { width, ..Block::default() };
        let puzzle = self.puzzle;
        if !puzzle.is_filled() {
            notes.warn("the words are not listed, as the puzzle is not solved".to_owned());
            return block;
        }
        let spelled = |entry: &Entry| {
            let word = puzzle.pattern(entry);
            // Umlauts stand where their letters without dots do, and other scripts in their own order.
            let plain: String = word.nfd().filter(|c| c.is_alphanumeric()).collect();
            // In capitals `ß` becomes SS, but `ẞ` where the grid has that.
            let spelling = match (&entry.spelling, word.contains('ẞ')) {
                (Some(spelling), true) => spelling.replace('ß', "ẞ").to_uppercase(),
                (Some(spelling), false) => spelling.to_uppercase(),
                (None, _) => word,
            };
            // Words that are broken at the end of a line could be taken for two.
            (plain, spelling.replace(' ', &NO_BREAK.to_string()))
        };
        let words: BTreeSet<(String, String)> = puzzle.entries.iter().map(spelled).collect();
        let words: Vec<String> = words.into_iter().map(|(_, spelling)| spelling).collect();
        let heading = Setting::new(Face::Bold, 1.15 * self.measures.list, self.wording.words);
        self.set(&mut block, heading, notes);
        let text = words.join("  ·  ");
        let setting = Setting::new(Face::Regular, 1.1 * self.measures.list, &text);
        self.set(&mut block, Setting { whose: "the list of words", ..setting }, notes);
        block
    }

    /// Returns what is above the solution on a page of its own.
    fn solution_header(&self, width: f64, notes: &mut Notes) -> Block {
        let solution = self.wording.solution;
        let title = match &self.puzzle.title {
            Some(title) => format!("{title} – {solution}"),
            None => solution.to_owned(),
        };
        self.header(width, Some(&title), None, notes)
    }

    /// Returns the credits.
    fn footer(&self, width: f64, notes: &mut Notes) -> Block {
        let mut block = Block { width, ..Block::default() };
        for credit in &self.puzzle.credits {
            let setting = Setting::new(Face::Regular, self.measures.small, credit);
            self.set(&mut block, Setting { whose: "the credits", color: Color::grey(60), ..setting }, notes);
        }
        if block.height > 0.0 {
            block.items = vec![Item::moved(block.items, Point::new(0.0, 0.4 * GAP))];
            block.height += 0.4 * GAP;
        }
        block
    }

    /// Sets lines below the existing content of the block.
    fn set(&self, block: &mut Block, setting: Setting<'_>, notes: &mut Notes) {
        setting.set(block, &self.style.fonts, self.puzzle.language.as_ref(), notes);
    }

    /// Returns whether there are lines above or below the grid.
    fn has_lines(&self, notes: &Notes) -> bool {
        let puzzle = self.puzzle;
        puzzle.title.is_some()
            || puzzle.author.is_some()
            || !puzzle.credits.is_empty()
            || !puzzle.solution_word.is_empty()
            || self.style.name_line
            || self.style.word_bank
            || !notes.footnotes.is_empty()
    }

    /// Returns the line with the solution word below a small solution, where the numbers of its fields would be specks.
    fn spelled(&self, width: f64) -> Option<Block> {
        let text = self.wording.spelled(self.puzzle)?;
        let mut block = Block { width, height: 0.25 * GAP, ..Block::default() };
        let setting = Setting::new(Face::Regular, 0.9 * self.measures.list, &text);
        self.set(&mut block, setting, &mut Notes::default());
        Some(block)
    }

    /// Returns the texts that had no room in the grid.
    fn footnotes(&self, width: f64, footnotes: &[String]) -> Vec<Block> {
        let number = |(index, text): (usize, &String)| {
            let mut block = Block { width, ..Block::default() };
            let text = format!("{}) {text}", index + 1);
            let setting = Setting::new(Face::Regular, self.measures.list * 0.85, &text);
            self.set(&mut block, setting, &mut Notes::default());
            block
        };
        footnotes.iter().enumerate().map(number).collect()
    }

    /// Returns the pages of the puzzle.
    pub(super) fn puzzle(&self, sheet: Sheet, notes: &mut Notes) -> Vec<Page> {
        let context = self.context(false, sheet.cell);
        let grid = self.grid(&context, notes);
        let least = match self.has_lists() {
            true => 110.0,
            false if self.has_lines(notes) => LEAST_LINE,
            false => 0.0,
        };
        let inner = sheet.size.map_or(grid.width.max(least), |(width, _)| width - 2.0 * sheet.margin);
        let header = self.puzzle_header(inner, notes);
        let wide = grid.width.max(80.0).min(inner);
        let mut pages = Paged::new(sheet, inner, self.footer(inner, notes));
        pages.put(header, false);
        pages.put(grid, true);
        if let Some(strip) = letters::strip(&context, inner) {
            pages.gap(GAP);
            pages.put(strip, true);
        }
        // They are below the grid and as wide as it is.
        for (index, note) in self.footnotes(wide, &notes.footnotes).into_iter().enumerate() {
            pages.gap(if index == 0 { 0.6 * GAP } else { 0.0 });
            pages.put(note, true);
        }
        if self.style.word_bank && self.puzzle.kind.has_words() {
            pages.gap(GAP);
            pages.put(self.word_bank(inner, notes), true);
        }
        if self.has_lists() {
            pages.gap(GAP);
            let least_column = if self.style.large { 80.0 } else { 48.0 };
            let columns = ((inner + GAP) / (least_column + GAP)).floor().max(1.0);
            let width = (inner - (columns - 1.0) * GAP) / columns;
            let lines = list::lines(&context, width, self.measures.list, notes);
            pages.flow(&lines, columns as usize, width);
        }
        if self.turned_solution() {
            pages.gap(GAP);
            let context = self.context(true, SMALL_CELL.min(sheet.cell));
            let mut block = self.grid(&context, notes);
            if let Some(word) = self.spelled(block.width.max(LEAST_LINE).min(inner)) {
                block.items.push(Item::moved(word.items, Point::new(0.0, block.height)));
                block.height += word.height;
                block.width = block.width.max(word.width);
            }
            let transform = Transform::upside_down(block.width, block.height);
            let items = vec![Item::Group { transform, items: block.items }];
            pages.put(Block { items, ..block }, true);
        }
        pages.finish()
    }

    /// Returns the page of the solution, or several if it does not fit on one even with small fields.
    pub(super) fn solution(&self, sheet: Sheet, notes: &mut Notes) -> Vec<Page> {
        // Together with the puzzle, the solution may be smaller.
        let wanted = if self.style.view == View::Both { (sheet.cell * 0.7).max(5.0) } else { sheet.cell };
        let wanted = wanted.min(sheet.cell);
        // The sheet was chosen for the puzzle, which may have fewer lines above it.
        let room = sheet.size.map_or(wanted, |size| self.largest_cell(size, true, wanted));
        let context = self.context(true, room.max(SMALL_CELL.min(wanted)));
        let grid = self.grid(&context, notes);
        let inner = sheet.size.map_or(grid.width.max(LEAST_LINE), |(width, _)| width - 2.0 * sheet.margin);
        let header = self.solution_header(inner, notes);
        let mut pages = Paged::new(sheet, inner, Block::default());
        pages.put(header, false);
        pages.put(grid, true);
        if let Some(strip) = letters::strip(&context, inner) {
            pages.gap(GAP);
            pages.put(strip, true);
        }
        pages.finish()
    }
}
