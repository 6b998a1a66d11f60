//! The fields as rows of text: one character per field, two in a digram grid; in a Numberlink, what the contest's
//! answers have, separated by commas.

use super::Cell;
use crate::encodings::arrowword::puzzle::Blocked;
use crate::encodings::digram::puzzle::Digram;
use crate::encodings::grid::{Grid, Pos};
use crate::encodings::lexicon::{Letter, Sign};
use crate::publish::puzzle::{Content, Field, Kind, Puzzle};

/// Returns the rows of a puzzle.
pub(super) fn write(puzzle: &Puzzle) -> Vec<String> {
    let (fields, content) = (&puzzle.fields, puzzle.kind.features().content);
    let row = |row: usize| {
        let texts = fields.row(row).iter().map(|&field| text(content, field));
        match content {
            Content::Wire => texts.collect::<Vec<_>>().join(","),
            Content::Letter | Content::Digram => texts.collect(),
        }
    };
    (0..fields.rows()).map(row).collect()
}

fn text(content: Content, field: Field) -> String {
    let text = match field {
        Field::Blocked(Blocked::Space) => "#",
        Field::Blocked(Blocked::Dash) => "-",
        Field::Question => "?",
        Field::Open if content == Content::Wire => "0",
        Field::Open => ".",
        Field::Block { number: None, .. } => "+",
        Field::Block { number: Some(number), .. } | Field::Wire(number) => return number.to_string(),
        Field::Letter { .. } | Field::Digram(_) => return field.solution().unwrap_or_default(),
    };
    if content == Content::Digram { text.repeat(2) } else { text.to_owned() }
}

/// Returns the fields of each block of a Numberlink.
pub(super) fn blocks(puzzle: &Puzzle) -> Vec<Vec<Cell>> {
    let mut blocks: Vec<Vec<Cell>> = Vec::new();
    for (pos, field) in puzzle.fields.iter() {
        if let Field::Block { block, .. } = *field {
            blocks.resize_with(blocks.len().max(block + 1), Vec::new);
            blocks[block].push([pos.row, pos.col]);
        }
    }
    blocks
}

/// What is wrong with a row.
pub(super) enum Fault {
    /// The row has this many fields instead of the expected number.
    Width(usize),
    /// The text at this column, from 0, is not a field.
    Field(usize, String),
}

/// Reads a row.
pub(super) fn read_row(kind: Kind, text: &str, cols: usize) -> Result<Vec<Field>, Fault> {
    let parts: Vec<String> = match kind.features().content {
        Content::Wire => text.split(',').map(|part| part.trim().to_owned()).collect(),
        Content::Digram => {
            text.chars().collect::<Vec<_>>().chunks(2).map(|pair| pair.iter().collect()).collect()
        }
        Content::Letter => text.chars().map(String::from).collect(),
    };
    if parts.len() != cols {
        return Err(Fault::Width(parts.len()));
    }
    let field = |(col, part): (usize, &String)| {
        read_field(kind, part).ok_or_else(|| Fault::Field(col, part.chars().take(20).collect()))
    };
    parts.iter().enumerate().map(field).collect()
}

/// Returns a letter that the puzzles of this kind can have.
fn sign_of(kind: Kind, letter: char) -> Option<Sign> {
    Sign::from_char(letter).filter(|sign| kind.features().any_script || sign.latin().is_some())
}

fn read_field(kind: Kind, text: &str) -> Option<Field> {
    let mut chars = text.chars();
    match (kind.features().content, chars.next()?, chars.next()) {
        (Content::Wire, '0', None) => Some(Field::Open),
        (Content::Wire, '+', None) => Some(Field::Block { block: 0, number: None }),
        (Content::Wire, '1'..='9', _) => {
            text.parse().ok().filter(|number| *number <= 10_000).map(Field::Wire)
        }
        (Content::Wire, ..) => None,
        (Content::Digram, '#', Some('#')) => Some(Field::Blocked(Blocked::Space)),
        (Content::Digram, '.', Some('.')) => Some(Field::Open),
        (Content::Digram, a, Some(b)) => {
            Some(Field::Digram(Digram(Letter::from_char(a)?, Letter::from_char(b)?)))
        }
        (_, '-', None) if kind.has_question_fields() => Some(Field::Blocked(Blocked::Dash)),
        (_, '?', None) if kind.has_question_fields() => Some(Field::Question),
        (_, '#', None) => Some(Field::Blocked(Blocked::Space)),
        (_, '.', None) => Some(Field::Open),
        (_, letter, None) => sign_of(kind, letter).map(|letter| Field::Letter { letter, given: false }),
        _ => None,
    }
}

/// Assigns the fields of the blocks to them. The error is a field that is in two blocks or in none, is outside the
/// grid, or is not written as part of a block.
pub(super) fn lay_blocks(fields: &mut Grid<Field>, blocks: &[Vec<Cell>]) -> Result<(), Cell> {
    let mut owner = fields.map(|_, _| false);
    for (block, cells) in blocks.iter().enumerate() {
        for &[row, col] in cells {
            let pos = Pos::new(row, col);
            let number = match fields.get(pos) {
                Some(Field::Block { number, .. }) if !owner[pos] => *number,
                Some(Field::Wire(number)) => Some(*number),
                _ => return Err([row, col]),
            };
            fields[pos] = Field::Block { block, number };
            owner[pos] = true;
        }
    }
    let ownerless = fields.iter().find(|(pos, field)| matches!(field, Field::Block { .. }) && !owner[*pos]);
    ownerless.map_or(Ok(()), |(pos, _)| Err([pos.row, pos.col]))
}
