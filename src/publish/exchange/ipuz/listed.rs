//! A clue as given in its list: a pair, or an object that may state its place.

use super::error::{ClueProblem, IpuzError};
use super::{Cell, shorten};
use crate::encodings::grid::{Direction, Pos, Run};
use crate::publish::exchange::markup;
use serde_json::Value;

/// A clue as given in its list.
pub(super) struct Listed {
    pub list: String,
    pub direction: Option<Direction>,
    pub number: String,
    pub text: String,
    pub location: Option<Cell>,
    pub cells: Option<Vec<Cell>>,
}

impl Listed {
    /// Returns the error about it.
    pub fn failed(&self, problem: ClueProblem) -> IpuzError {
        IpuzError::Clue { list: self.list.clone(), number: shorten(&self.number), problem }
    }

    /// Returns its name in our keys.
    pub fn key(&self) -> String {
        format!("{} {}", self.list, self.number)
    }

    /// Reads a clue in any of its forms; `direction` is that of its list.
    pub fn read(list: &str, direction: Option<Direction>, value: &Value) -> Option<Self> {
        let number = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let cell = |value: &Value| serde_json::from_value::<Cell>(value.clone()).ok();
        let (number, text, location, cells) = match value {
            Value::String(text) => (String::new(), text.clone(), None, None),
            Value::Array(parts) => {
                let [first, text, ..] = parts.as_slice() else { return None };
                (number(first)?, text.as_str()?.to_owned(), None, None)
            }
            Value::Object(parts) => {
                let location =
                    parts.get("location").map(|location| cell(location).ok_or(())).transpose().ok()?;
                let cells = match parts.get("cells") {
                    Some(Value::Array(cells)) => Some(cells.iter().map(cell).collect::<Option<Vec<_>>>()?),
                    Some(_) => return None,
                    None => None,
                };
                let text = parts.get("clue").and_then(Value::as_str).unwrap_or_default().to_owned();
                (parts.get("number").and_then(number).unwrap_or_default(), text, location, cells)
            }
            _ => return None,
        };
        Some(Self { list: list.to_owned(), direction, number, text: markup::plain(&text), location, cells })
    }
}

/// Returns the field of a cell whose numbers start from `base`.
pub(super) fn position([col, row]: Cell, base: usize) -> Option<Pos> {
    Some(Pos::new(row.checked_sub(base)?, col.checked_sub(base)?))
}

/// Returns the word over these cells, if they are in a line without gaps; `direction` is needed for a single cell.
pub(super) fn straight(cells: &[Cell], base: usize, direction: Option<Direction>) -> Option<Run> {
    let cells: Vec<Pos> = cells.iter().map(|&cell| position(cell, base)).collect::<Option<_>>()?;
    let start = *cells.first()?;
    let of = |direction| Run { start, direction, len: cells.len() };
    let directions = direction.map_or(Direction::BOTH.to_vec(), |direction| vec![direction]);
    directions.into_iter().map(of).find(|run| run.cells().eq(cells.iter().copied()))
}
