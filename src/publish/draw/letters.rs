//! What is in fields with letters, for all kinds: the letters of the solution, given letters, and the numbers of the
//! solution word; and the strip for that word below the grid.

use super::lines::{THICK, THIN};
use super::{Block, Context};
use crate::encodings::grid::Pos;
use crate::publish::page::{Color, Face, Item, Path, Point, Rect, Text};
use crate::publish::puzzle::Field;
use std::collections::BTreeSet;

/// The size of letters, in sides of a field.
const LETTER: f64 = 0.68;
/// The size of two letters in one field.
const DIGRAM: f64 = 0.5;
/// The size of the numbers of the solution word, and the radius of the rings around them and the distance of their middle from
/// two sides of the field, all in sides of a field.
const NUMBER: f64 = 0.24;
const RING: f64 = 0.15;
const RING_INSET: f64 = 0.19;
/// How much smaller letters are in a field with such a number, and the middle of the letters there, in sides of a field from
/// the left and from the top: beside the ring, no letter has room in full size.
const BESIDE_NUMBER: f64 = 0.85;
const MIDDLE_BESIDE_NUMBER: (f64, f64) = (0.44, 0.41);

/// The line below letters of own words in a solution: its length, its distance from the top, and its width, in sides of a
/// field.
const UNDERLINE: (f64, f64, f64) = (0.36, 0.89, 0.04);

/// The smallest side of a field that shows its number in a solution, in millimetres.
const LEAST_NUMBERED: f64 = 4.5;

/// Draws the letters and numbers of all fields.
pub(super) fn fields(context: &Context<'_>) -> Vec<Item> {
    let cell = context.cell;
    // In the small fields of a solution, numbers would be mere specks. In the puzzle, they are needed to find the word.
    let is_bare = context.solution && cell < LEAST_NUMBERED;
    let mut items = Vec::new();
    for (pos, field) in context.puzzle.fields.iter() {
        let corner = Point::new(pos.col as f64 * cell, pos.row as f64 * cell);
        let is_numbered = !is_bare && context.puzzle.solution_word.contains(&pos);
        let letter = letter(context, *field, cell, is_numbered);
        items.extend(letter.map(|text| Item::moved(vec![Item::Text(text)], corner)));
    }
    if context.solution {
        let own = context.puzzle.entries.iter().filter(|entry| entry.own);
        let fields: BTreeSet<Pos> = own.flat_map(|entry| context.puzzle.cells(entry)).collect();
        items.extend(fields.into_iter().map(|pos| {
            let is_numbered = !is_bare && context.puzzle.solution_word.contains(&pos);
            let corner = Point::new(pos.col as f64 * cell, pos.row as f64 * cell);
            Item::moved(vec![underline(cell, is_numbered)], corner)
        }));
    }
    let numbered = context.puzzle.solution_word.iter().filter(|_| !is_bare);
    for (index, pos) in numbered.enumerate() {
        let corner = Point::new(pos.col as f64 * cell, pos.row as f64 * cell);
        items.push(Item::moved(number(context, index + 1, cell), corner));
    }
    items
}

/// Returns the line below a letter of an own word; `is_numbered` if the field also has a number of the solution word.
fn underline(cell: f64, is_numbered: bool) -> Item {
    let middle = if is_numbered { MIDDLE_BESIDE_NUMBER.0 } else { 0.5 };
    let ends = [middle - UNDERLINE.0 / 2.0, middle + UNDERLINE.0 / 2.0];
    let ends = ends.map(|x| Point::new(x * cell, UNDERLINE.1 * cell));
    Item::stroked(Path::line(ends), Color::BLACK, UNDERLINE.2 * cell)
}

/// Returns the letters that are visible in a field; `is_numbered` if it also has a number of the solution word.
fn letter(context: &Context<'_>, field: Field, cell: f64, is_numbered: bool) -> Option<Text> {
    let letter = match context.solution {
        true => field.solution()?,
        false => field.given()?.char().to_string(),
    };
    let (scale, middle) = if is_numbered { (BESIDE_NUMBER, MIDDLE_BESIDE_NUMBER) } else { (1.0, (0.5, 0.5)) };
    let size = cell * scale * if letter.chars().count() > 1 { DIGRAM } else { LETTER };
    let face = if field.given().is_some() { Face::Bold } else { Face::Regular };
    let height = context.fonts.get(face).cap_height() * size;
    let text = Text::new(context.fonts, face, size, &letter);
    Some(text.centred_at(middle.0 * cell, middle.1 * cell + height / 2.0))
}

/// Draws the number of a field of the solution word, in a ring in the lower right corner.
fn number(context: &Context<'_>, number: usize, cell: f64) -> Vec<Item> {
    let size = NUMBER * cell;
    let text = Text::new(context.fonts, Face::Bold, size, &number.to_string());
    let centre = Point::new(cell - RING_INSET * cell, cell - RING_INSET * cell);
    let height = context.fonts.get(Face::Bold).cap_height() * size;
    let ring = Item::Path {
        path: Path::circle(centre, RING * cell),
        fill: Some(Color::WHITE),
        stroke: Some(crate::publish::page::Stroke { color: Color::BLACK, width: THIN }),
    };
    vec![ring, Item::Text(text.centred_at(centre.x, centre.y + height / 2.0))]
}

/// Draws the strip for the solution word: a label, and a numbered field for each letter, in several rows if it is wider
/// than `width` millimetres. Returns `None` if there is no solution word.
pub(super) fn strip(context: &Context<'_>, width: f64) -> Option<Block> {
    let fields = &context.puzzle.solution_word;
    if fields.is_empty() {
        return None;
    }
    let cell = context.cell.min(9.0);
    let size = 0.42 * cell;
    let label = format!("{}:", context.wording.solution_word);
    let label = Text::new(context.fonts, Face::Bold, size, &label);
    let in_row = |left: f64| (((width - left) / cell).floor() as usize).clamp(1, fields.len());
    let beside = label.width + 0.4 * cell;
    // If there is not room for all fields beside the label, they go below it.
    let (left, top, base) = match in_row(beside) == fields.len() {
        true => (beside, 0.0, (cell + context.fonts.get(Face::Bold).cap_height() * size) / 2.0),
        false => (0.0, 1.6 * size, size),
    };
    let in_row = in_row(left);
    let rows = fields.len().div_ceil(in_row);
    let block = label.width.max(left + in_row as f64 * cell);
    let mut items = vec![Item::Text(label.at(0.0, base))];
    for (index, &pos) in fields.iter().enumerate() {
        let corner =
            Point::new(left + (index % in_row) as f64 * cell, top + (index / in_row) as f64 * 1.15 * cell);
        items.push(Item::moved(field(context, pos, index + 1, cell), corner));
    }
    let height = top + cell + (rows - 1) as f64 * 1.15 * cell;
    Some(Block { width: block, height, items })
}

fn field(context: &Context<'_>, pos: Pos, index: usize, cell: f64) -> Vec<Item> {
    let mut items = vec![Item::stroked(Rect::new(0.0, 0.0, cell, cell), Color::BLACK, (THIN + THICK) / 2.0)];
    let letter = context.puzzle.fields.get(pos).and_then(|&field| letter(context, field, cell, true));
    items.extend(letter.map(Item::Text));
    items.extend(number(context, index, cell));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::Sign;
    use crate::encodings::template::format;
    use crate::publish::draw::wording::Wording;
    use crate::publish::page::{Fonts, Page};
    use crate::publish::puzzle::convert;

    #[test]
    fn no_letter_touches_the_number_of_its_field() {
        let fonts = Fonts::embedded().unwrap();
        let puzzle = convert::template(&format::read("AB\n").unwrap(), |_| None);
        let wording = Wording::of(None);
        let context =
            Context { puzzle: &puzzle, solution: true, fonts: &fonts, cell: 1.0, picture: None, wording };
        for letter in ('A'..='Z').chain("ÄÖÜẞÅÉÇĘЖЩЦФΩΨ".chars()) {
            let field = Field::Letter { letter: Sign::from_char(letter).expect("a sign"), given: false };
            for ink in super::letter(&context, field, 1.0, true).expect("a letter").ink(&fonts) {
                let centre = 1.0 - RING_INSET;
                let nearest = Point::new(centre.clamp(ink.x, ink.right()), centre.clamp(ink.y, ink.bottom()));
                let distance = (centre - nearest.x).hypot(centre - nearest.y);
                assert!(distance > RING + 0.02, "{letter}: {distance}");
                assert!(ink.x > 0.02 && ink.y > 0.02, "{letter}: {ink:?}");
            }
        }
    }

    #[test]
    fn own_words_are_underlined_in_the_solution_alone() {
        let mut puzzle = convert::template(&format::read("ABC\n###\nDE#\n").unwrap(), |_| None);
        puzzle.entries[0].own = true;
        let fonts = Fonts::embedded().unwrap();
        let lines = |solution| {
            let wording = Wording::of(None);
            let context =
                Context { puzzle: &puzzle, solution, fonts: &fonts, cell: 9.0, picture: None, wording };
            let is_line = |item: &Item| match item {
                Item::Group { items, .. } => items.iter().any(|item| matches!(item, Item::Path { .. })),
                _ => false,
            };
            fields(&context).iter().filter(|item| is_line(item)).count()
        };
        assert_eq!((lines(false), lines(true)), (0, 3));
    }

    #[test]
    fn a_puzzle_always_shows_the_numbers_of_its_solution_word() {
        let mut puzzle = convert::template(&format::read("AB#\n#CD\n").unwrap(), |_| None);
        puzzle.solution_word = vec![Pos::new(0, 1), Pos::new(1, 2)];
        let fonts = Fonts::embedded().unwrap();
        let numbers = |solution: bool, cell: f64| {
            let wording = Wording::of(None);
            let context = Context { puzzle: &puzzle, solution, fonts: &fonts, cell, picture: None, wording };
            let page = Page { width: 0.0, height: 0.0, items: fields(&context) };
            page.texts().iter().filter(|(_, text)| ["1", "2"].contains(&text.content().as_str())).count()
        };
        assert_eq!((numbers(false, 9.0), numbers(true, 9.0)), (2, 2));
        assert_eq!((numbers(false, 4.0), numbers(true, 4.0)), (2, 0));
    }
}
