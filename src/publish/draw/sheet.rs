//! Grid, lists, title, solution and credits, put together on sheets of paper, or as pictures that are just as large as
//! what is on them.
//!
//! The side of a field is chosen first, as everything else follows from it: as asked for; otherwise the usual one, made
//! smaller (never below what clues need) where the paper is too small for it, with the paper upright or lying.

use super::breaks::Paragraph;
use super::list::{self, Column, Line};
use super::wording::Wording;
use super::{Block, Context, Drawn, Notes, arrowword, letters, numbered, numberlink};
use crate::publish::page::{
    Color, Face, Fonts, Item, POINT, Page, Pages, Picture, Point, Text, Transform, printable,
};
use crate::publish::puzzle::{Kind, Puzzle};
use std::sync::Arc;
use thiserror::Error;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What the solver gets.
    Puzzle,
    /// The solution.
    Solution,
    /// The puzzle, then the solution.
    Both,
}

/// A size of paper, upright.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// What it is called.
    pub name: &'static str,
    /// In millimetres.
    pub width: f64,
    /// In millimetres.
    pub height: f64,
}

impl Paper {
    /// ISO 216.
    pub const A4: Self = Self { name: "a4", width: 210.0, height: 297.0 };
    /// ISO 216, twice A4.
    pub const A3: Self = Self { name: "a3", width: 297.0, height: 420.0 };
    /// ISO 216, four times A4.
    pub const A2: Self = Self { name: "a2", width: 420.0, height: 594.0 };
    /// North American letter, 8.5 x 11 inches.
    pub const LETTER: Self = Self { name: "letter", width: 215.9, height: 279.4 };
    /// North American tabloid, 11 x 17 inches.
    pub const TABLOID: Self = Self { name: "tabloid", width: 279.4, height: 431.8 };
    /// All that are known by name.
    pub const ALL: [Self; 5] = [Self::A4, Self::LETTER, Self::A3, Self::TABLOID, Self::A2];
}

/// What it is drawn on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// Paper of this size.
    Paper(Paper),
    /// A4, or the next larger one on which there is room.
    AnyPaper,
    /// As large as the drawing.
    Picture,
}

/// How a puzzle is drawn.
#[derive(Clone, Debug)]
pub struct Style {
    /// What is drawn.
    pub view: View,
    /// What it is drawn on.
    pub layout: Layout,
    /// The side of a field in millimetres; the usual one if nothing is said.
    pub cell: Option<f64>,
    /// Larger fields and type, for readers with weak eyes.
    pub large: bool,
    /// The solution small and upside down at the foot of the puzzle, instead of on a page of its own.
    pub upside_down: bool,
    /// Put into the largest island of an arrowword.
    pub picture: Option<Arc<Picture>>,
    /// The fonts.
    pub fonts: Fonts,
}

impl Style {
    /// The puzzle as a picture in these fonts.
    pub fn new(fonts: Fonts) -> Self {
        let (view, layout) = (View::Puzzle, Layout::Picture);
        Self { view, layout, cell: None, large: false, upside_down: false, picture: None, fonts }
    }
}

/// Why a puzzle cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum DrawError {
    #[error(
        "{cols} x {rows} fields of {cell:.1} mm have no room on {paper} paper, where they may have {most:.1} mm; take \
         larger paper{smaller}"
    )]
    NoRoom { rows: usize, cols: usize, cell: f64, paper: &'static str, most: f64, smaller: &'static str },

    #[error(
        "the puzzle is not solved, so it has no solution to draw; solve it first, or draw the puzzle alone"
    )]
    Unsolved,
}

/// The smallest and largest side of a field that can be asked for, in millimetres.
pub const CELLS: std::ops::RangeInclusive<f64> = 3.0..=40.0;

const PAPER_MARGIN: f64 = 12.0;
const PICTURE_MARGIN: f64 = 3.0;
/// Between parts of a page, in millimetres.
const GAP: f64 = 5.0;
/// The side of a field in a solution that is upside down.
const SMALL_CELL: f64 = 3.2;

/// Measures that go with the size of type.
#[derive(Clone, Copy)]
struct Type {
    title: f64,
    list: f64,
    small: f64,
}

impl Type {
    fn of(style: &Style) -> Self {
        let points = if style.large { (24.0, 14.0, 9.0) } else { (17.0, 9.0, 6.0) };
        Self { title: points.0 * POINT, list: points.1 * POINT, small: points.2 * POINT }
    }
}

/// Draws a puzzle.
pub fn draw(puzzle: &Puzzle, style: &Style) -> Result<Drawn, DrawError> {
    if style.view != View::Puzzle && !puzzle.is_filled() {
        return Err(DrawError::Unsolved);
    }
    let mut notes = Notes::default();
    let composer =
        Composer { puzzle, style, kind: Type::of(style), wording: Wording::of(puzzle.language.as_ref()) };
    let sheet = composer.sheet()?;
    let mut pages = Vec::new();
    if style.view != View::Solution {
        pages.extend(composer.puzzle(sheet, &mut notes));
    }
    let on_its_own = style.view == View::Solution || style.view == View::Both && !style.upside_down;
    if on_its_own {
        pages.push(composer.solution(sheet, &mut notes));
    }
    let title = puzzle
        .title
        .clone()
        .unwrap_or_else(|| format!("{} {}x{}", puzzle.kind, puzzle.rows(), puzzle.cols()));
    let pages = Pages {
        pages,
        fonts: style.fonts.clone(),
        title,
        author: puzzle.author.clone(),
        language: puzzle.language.as_ref().map(ToString::to_string),
    };
    Ok(Drawn { pages, warnings: notes.warnings })
}

/// The page on which everything is put, and the side of a field.
#[derive(Clone, Copy)]
struct Sheet {
    /// Width, and height if that is limited.
    size: Option<(f64, f64)>,
    margin: f64,
    cell: f64,
}

struct Composer<'a> {
    puzzle: &'a Puzzle,
    style: &'a Style,
    kind: Type,
    wording: Wording,
}

/// A page that grows downward.
struct Growing {
    width: f64,
    y: f64,
    items: Vec<Item>,
}

impl Growing {
    /// Puts a block below what is there, in the middle.
    fn centre(&mut self, block: Block) {
        let x = (self.width - block.width) / 2.0;
        self.items.push(Item::moved(block.items, Point::new(x, self.y)));
        self.y += block.height;
    }
}

impl Composer<'_> {
    fn context(&self, solution: bool, cell: f64) -> Context<'_> {
        Context {
            puzzle: self.puzzle,
            solution,
            fonts: &self.style.fonts,
            cell,
            picture: self.style.picture.as_ref(),
            wording: self.wording,
        }
    }

    fn grid(&self, context: &Context<'_>, notes: &mut Notes) -> Block {
        match self.puzzle.kind {
            Kind::Arrowword => arrowword::grid(context, notes),
            Kind::Crisscross | Kind::Digram | Kind::Template => numbered::grid(context),
            Kind::Numberlink => numberlink::grid(context),
        }
    }

    /// Whether the clues stand in lists beside the grid.
    fn has_lists(&self) -> bool {
        matches!(self.puzzle.kind, Kind::Crisscross | Kind::Digram | Kind::Template)
    }

    /// The paper and the side of a field.
    fn sheet(&self) -> Result<Sheet, DrawError> {
        let (usual, least) = match (self.puzzle.kind, self.style.large) {
            (Kind::Arrowword, false) => (9.0, 8.0),
            (Kind::Arrowword, true) => (12.0, 11.0),
            (_, false) => (7.5, 4.0),
            (_, true) => (11.0, 8.0),
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
            let cell_on = |size: (f64, f64)| self.largest_cell(size).min(wanted);
            // Lying only where that makes fields larger.
            let size = if cell_on(lying) > cell_on(upright) + 0.01 { lying } else { upright };
            let cell = cell_on(size);
            if cell > least - 1e-9 {
                return Ok(Sheet { size: Some(size), margin: PAPER_MARGIN, cell });
            }
            (most, last) = (cell.max(0.0), paper);
        }
        let smaller = match self.style.cell {
            Some(_) => ", or a smaller --cell",
            None if self.style.large => ", leave out --large, or give a smaller --cell",
            None => ", or give a smaller --cell (with it clues may stand below the grid)",
        };
        let (rows, cols) = (self.puzzle.rows(), self.puzzle.cols());
        Err(DrawError::NoRoom { rows, cols, cell: least, paper: last.name, most, smaller })
    }

    /// The largest side of a field with which the grid, and what has to stand with it, has room on paper.
    fn largest_cell(&self, (width, height): (f64, f64)) -> f64 {
        let (cols, rows) = numbered::extent(self.puzzle.kind, self.puzzle.rows(), self.puzzle.cols());
        let inner = (width - 2.0 * PAPER_MARGIN, height - 2.0 * PAPER_MARGIN);
        let strip = if self.puzzle.solution_word.is_empty() { 0.0 } else { 9.0 + GAP };
        let turned = match self.turned_solution() {
            true if !self.has_lists() => self.puzzle.rows() as f64 * SMALL_CELL + GAP,
            _ => 0.0,
        };
        let header = self.header(inner.0, self.puzzle.title.as_deref(), &mut Notes::default()).height;
        let footer = self.footer(inner.0, &mut Notes::default()).height;
        (inner.0 / cols).min((inner.1 - header - footer - strip - turned) / rows)
    }

    fn turned_solution(&self) -> bool {
        self.style.upside_down && self.style.view == View::Both
    }

    /// Title and author.
    fn header(&self, width: f64, title: Option<&str>, notes: &mut Notes) -> Block {
        let mut block = Block { width, ..Block::default() };
        if let Some(title) = title {
            self.set(&mut block, Face::Bold, self.kind.title, Color::BLACK, title, "the title", notes);
        }
        if let Some(author) = &self.puzzle.author {
            let size = self.kind.list;
            self.set(&mut block, Face::Regular, size, Color::grey(60), author, "the author", notes);
        }
        if block.height > 0.0 {
            block.height += 0.6 * GAP;
        }
        block
    }

    /// The credits.
    fn footer(&self, width: f64, notes: &mut Notes) -> Block {
        let mut block = Block { width, ..Block::default() };
        for credit in &self.puzzle.credits {
            self.set(
                &mut block,
                Face::Regular,
                self.kind.small,
                Color::grey(60),
                credit,
                "the credits",
                notes,
            );
        }
        if block.height > 0.0 {
            block.items = vec![Item::moved(block.items, Point::new(0.0, 0.4 * GAP))];
            block.height += 0.4 * GAP;
        }
        block
    }

    /// Sets lines below what is in the block, at the left.
    #[allow(clippy::too_many_arguments)] // a line of type has so many properties
    fn set(
        &self,
        block: &mut Block,
        face: Face,
        size: f64,
        color: Color,
        text: &str,
        whose: &str,
        notes: &mut Notes,
    ) {
        let font = self.style.fonts.get(face);
        let (text, missing) = printable(font, text);
        if !missing.is_empty() {
            let signs: String = missing.iter().take(8).collect();
            notes.warn(format!("the font cannot show `{signs}` in {whose}, so it was left out"));
        }
        let paragraph = Paragraph::new(font, &text, self.puzzle.language.as_ref(), false);
        for line in paragraph.full_lines(font, block.width / size) {
            let text = Text::new(&self.style.fonts, face, size, &line).in_color(color);
            block.height += 1.18 * size;
            block.items.push(Item::Text(text.at(0.0, block.height - 0.26 * size)));
        }
    }

    /// Texts for which there was no room in the grid.
    fn footnotes(&self, width: f64, footnotes: &[String]) -> Vec<Block> {
        let number = |(index, text): (usize, &String)| {
            let mut block = Block { width, ..Block::default() };
            let text = format!("{}) {text}", index + 1);
            let size = self.kind.list * 0.85;
            self.set(&mut block, Face::Regular, size, Color::BLACK, &text, "a clue", &mut Notes::default());
            block
        };
        footnotes.iter().enumerate().map(number).collect()
    }

    /// The pages of the puzzle.
    fn puzzle(&self, sheet: Sheet, notes: &mut Notes) -> Vec<Page> {
        let context = self.context(false, sheet.cell);
        let grid = self.grid(&context, notes);
        let least = if self.has_lists() { 110.0 } else { 0.0 };
        let inner = sheet.size.map_or(grid.width.max(least), |(width, _)| width - 2.0 * sheet.margin);
        let header = self.header(inner, self.puzzle.title.as_deref(), notes);
        let mut pages = Paged::new(sheet, inner, self.footer(inner, notes));
        pages.put(header, false);
        pages.put(grid, true);
        if let Some(strip) = letters::strip(&context, inner) {
            pages.gap(GAP);
            pages.put(strip, true);
        }
        for (index, note) in self.footnotes(inner, &notes.footnotes).into_iter().enumerate() {
            pages.gap(if index == 0 { 0.6 * GAP } else { 0.0 });
            pages.put(note, false);
        }
        if self.has_lists() {
            pages.gap(GAP);
            let least_column = if self.style.large { 80.0 } else { 48.0 };
            let columns = ((inner + GAP) / (least_column + GAP)).floor().max(1.0);
            let width = (inner - (columns - 1.0) * GAP) / columns;
            let lines = list::lines(&context, width, self.kind.list, notes);
            pages.flow(&lines, columns as usize, width);
        }
        if self.turned_solution() {
            pages.gap(GAP);
            let context = self.context(true, SMALL_CELL.min(sheet.cell));
            let block = self.grid(&context, notes);
            let transform = Transform::upside_down(block.width, block.height);
            let items = vec![Item::Group { transform, items: block.items }];
            pages.put(Block { items, ..block }, true);
        }
        pages.finish()
    }

    /// The page of the solution.
    fn solution(&self, sheet: Sheet, notes: &mut Notes) -> Page {
        // Beside a puzzle the solution may be smaller, and it needs no more than one page.
        let wanted = if self.style.view == View::Both { (sheet.cell * 0.7).max(5.0) } else { sheet.cell };
        let cell = wanted.min(sheet.cell);
        let context = self.context(true, cell);
        let grid = self.grid(&context, notes);
        let inner = sheet.size.map_or(grid.width, |(width, _)| width - 2.0 * sheet.margin);
        let solution = self.wording.solution;
        let title = match &self.puzzle.title {
            Some(title) => format!("{title} – {solution}"),
            None => solution.to_owned(),
        };
        let header = self.header(inner, Some(&title), notes);
        let mut pages = Paged::new(sheet, inner, Block::default());
        pages.put(header, false);
        pages.put(grid, true);
        if let Some(strip) = letters::strip(&context, inner) {
            pages.gap(GAP);
            pages.put(strip, true);
        }
        // A page of the same sheet has room for a grid whose fields are not larger.
        let mut pages = pages.finish();
        pages.swap_remove(0)
    }
}

/// Pages that are filled from above; a new one starts where there is no room left.
struct Paged {
    sheet: Sheet,
    inner: f64,
    footer: Block,
    done: Vec<Page>,
    page: Growing,
}

impl Paged {
    fn new(sheet: Sheet, inner: f64, footer: Block) -> Self {
        let page = Growing { width: inner, y: 0.0, items: Vec::new() };
        Self { sheet, inner, footer, done: Vec::new(), page }
    }

    /// The height that the content of a page may have; nothing if it is not limited.
    fn limit(&self) -> Option<f64> {
        self.sheet.size.map(|(_, height)| height - 2.0 * self.sheet.margin - self.footer.height)
    }

    /// Room between what is above and below; none at the top of a page.
    fn gap(&mut self, gap: f64) {
        if self.page.y > 0.0 {
            self.page.y += gap;
        }
    }

    /// Puts a block below what is there, in the middle or at the left.
    fn put(&mut self, block: Block, centred: bool) {
        if self.limit().is_some_and(|limit| self.page.y + block.height > limit + 1e-6) && self.page.y > 0.0 {
            self.next();
        }
        if centred {
            self.page.centre(block);
        } else {
            self.page.items.push(Item::moved(block.items, Point::new(0.0, self.page.y)));
            self.page.y += block.height;
        }
    }

    /// Lets lines flow through columns; on the last page these are equally long.
    fn flow(&mut self, lines: &[Line], columns: usize, width: f64) {
        let mut rest = lines;
        while !rest.is_empty() {
            let y = self.page.y;
            let room = self.limit().map_or(f64::MAX, |limit| limit - y);
            let height = list::balanced_height(rest, columns, room).unwrap_or(room);
            let column = |index: usize| Column { x: index as f64 * (width + GAP), y, height };
            let all: Vec<Column> = (0..columns).map(column).collect();
            let (items, after) = list::flow(rest, &all);
            // On an empty page at least a line is set, so this comes to an end.
            let stuck = after.len() == rest.len();
            self.page.items.extend(items);
            rest = after;
            if rest.is_empty() {
                self.page.y += height;
            } else if stuck && y == 0.0 {
                return;
            } else {
                self.next();
            }
        }
    }

    fn next(&mut self) {
        let fresh = Growing { width: self.inner, y: 0.0, items: Vec::new() };
        let page = std::mem::replace(&mut self.page, fresh);
        let page = self.bound(page);
        self.done.push(page);
    }

    /// The page with its margins and the footer.
    fn bound(&self, page: Growing) -> Page {
        let margin = self.sheet.margin;
        let (width, height) = self
            .sheet
            .size
            .unwrap_or((self.inner + 2.0 * margin, page.y + self.footer.height + 2.0 * margin));
        let mut items = vec![Item::moved(page.items, Point::new(margin, margin))];
        let foot = Point::new(margin, height - margin - self.footer.height);
        items.push(Item::moved(self.footer.items.clone(), foot));
        Page { width, height, items }
    }

    fn finish(mut self) -> Vec<Page> {
        self.next();
        self.done
    }
}
