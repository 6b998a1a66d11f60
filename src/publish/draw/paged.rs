//! Pages that are filled from top to bottom, part by part.

use super::Block;
use super::list::{self, Column, Line};
use crate::publish::page::{Item, Page, Point};

/// The distance between parts of a page, in millimetres.
pub(super) const GAP: f64 = 5.0;

/// The page that everything is put on, and the side of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// Width and height in millimetres; `None` for a picture that is as large as its contents.
    pub size: Option<(f64, f64)>,
    /// The margin around everything, in millimetres.
    pub margin: f64,
    /// The side of a field in millimetres.
    pub cell: f64,
}

/// A page that grows downward.
struct Growing {
    width: f64,
    y: f64,
    items: Vec<Item>,
}

impl Growing {
    /// Puts a block, centred, below the existing content.
    fn centre(&mut self, block: Block) {
        let x = (self.width - block.width) / 2.0;
        self.items.push(Item::moved(block.items, Point::new(x, self.y)));
        self.y += block.height;
    }
}

/// Pages that are filled from top to bottom; a new one starts when there is no room left.
pub(super) struct Paged {
    sheet: Sheet,
    inner: f64,
    footer: Block,
    done: Vec<Page>,
    page: Growing,
}

impl Paged {
    /// Starts with an empty page that is `inner` millimetres wide within its margins; each page will have the footer.
    pub(super) fn new(sheet: Sheet, inner: f64, footer: Block) -> Self {
        let page = Growing { width: inner, y: 0.0, items: Vec::new() };
        Self { sheet, inner, footer, done: Vec::new(), page }
    }

    /// Returns the height that the content of a page may have; `None` if it is not limited.
    fn limit(&self) -> Option<f64> {
        self.sheet.size.map(|(_, height)| height - 2.0 * self.sheet.margin - self.footer.height)
    }

    /// Leaves a gap before what follows, except at the top of a page.
    pub(super) fn gap(&mut self, gap: f64) {
        if self.page.y > 0.0 {
            self.page.y += gap;
        }
    }

    /// Puts a block below the existing content, centred or at the left.
    pub(super) fn put(&mut self, block: Block, centred: bool) {
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

    /// Lets lines flow through columns, which are balanced on the last page.
    pub(super) fn flow(&mut self, lines: &[Line], columns: usize, width: f64) {
        let mut rest = lines;
        while !rest.is_empty() {
            let y = self.page.y;
            let room = self.limit().map_or(f64::MAX, |limit| limit - y);
            let height = list::balanced_height(rest, columns, room).unwrap_or(room);
            let column = |index: usize| Column { x: index as f64 * (width + GAP), y, height };
            let all: Vec<Column> = (0..columns).map(column).collect();
            let (items, after) = list::flow(rest, &all);
            // On an empty page at least one line is set, so this terminates.
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

    /// Returns the page with its margins and the footer.
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

    /// Appends pages that were made elsewhere; what follows starts on a new page. Returns the index of the first of
    /// them, from 0.
    pub(super) fn insert(&mut self, pages: Vec<Page>) -> usize {
        if self.page.y > 0.0 {
            self.next();
        }
        let first = self.done.len();
        self.done.extend(pages);
        first
    }

    /// Returns the index of the page with the last block, from 0.
    pub(super) fn last(&self) -> usize {
        if self.page.y > 0.0 { self.done.len() } else { self.done.len().saturating_sub(1) }
    }

    /// Returns the pages, of which there is at least one.
    pub(super) fn finish(mut self) -> Vec<Page> {
        if self.page.y > 0.0 || self.done.is_empty() {
            self.next();
        }
        self.done
    }
}
