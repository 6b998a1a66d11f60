//! `cwsat make` for arrowwords: an empty grid of a size, with an island for a picture if one is wanted, solved.

use super::solve::{self, Method};
use super::{extend, partial};
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::grid::sides;
use cwsat::publish::puzzle::MAX_SIDE;
use std::fmt;
use std::str::FromStr;

/// The flags of arrowwords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    /// Leave an island of this size, ROWSxCOLUMNS as in `5x4`, for a picture; `5x4@ROW,COLUMN` says where its upper left
    /// field is, counted from 1 [default: in the middle].
    #[arg(long, value_name = "SIZE[@ROW,COLUMN]")]
    island: Option<Island>,
    #[command(flatten)]
    method: Method,
}

/// A rectangle of blocked fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Island {
    rows: usize,
    cols: usize,
    /// Row and column of its upper left field, from 1; `None` for the middle of the grid.
    at: Option<(usize, usize)>,
}

/// A text that is not an island.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an island is rows x columns, as in `5x4`, and where it begins, as in `5x4@3,7` (row and column from 1)"
)]
struct NoIsland;

impl FromStr for Island {
    type Err = NoIsland;

    fn from_str(text: &str) -> Result<Self, NoIsland> {
        let read = || {
            let (size, at) = match text.split_once('@') {
                Some((size, at)) => (size, Some(at.split_once(',')?)),
                None => (text, None),
            };
            let (rows, cols) = sides(size, MAX_SIDE)?;
            let place = |text: &str| text.trim().parse().ok().filter(|&place: &usize| place > 0);
            let at = match at {
                Some((row, col)) => Some((place(row)?, place(col)?)),
                None => None,
            };
            Some(Self { rows, cols, at })
        };
        read().ok_or(NoIsland)
    }
}

impl fmt::Display for Island {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)?;
        match self.at {
            Some((row, col)) => write!(f, "@{row},{col}"),
            None => Ok(()),
        }
    }
}

/// Why there is no grid to solve.
#[derive(Debug, thiserror::Error)]
enum NoGrid {
    #[error(
        "an island of {island} does not fit into a grid of {rows}x{cols}; make it smaller, or leave its place to the \
         program"
    )]
    Island { island: Island, rows: usize, cols: usize },

    #[error("an island of {island} leaves no field of a grid of {rows}x{cols}; make it smaller")]
    NothingLeft { island: Island, rows: usize, cols: usize },
}

impl Makes for super::Arrowword {
    type Flags = Flags;

    fn make<'a>(request: &Request<'a>, flags: &Flags) -> Result<Making<'a>, Failure> {
        let (rows, cols) = request.sides("arrowword 15x15")?;
        let text = grid(rows, cols, flags.island)?;
        let input = Input::of_text(&format!("arrowword {rows}x{cols}"), text);
        let free = solve::Flags {
            method: flags.method,
            extend: extend::Flag::default(),
            partial: partial::Flag::default(),
        };
        let task = solve::task(input, &free, request.options, request.sources, request.reporter)?;
        Ok(Making { extent: Some((rows, cols)), has_island: flags.island.is_some(), ..Making::of(task) })
    }
}

/// Returns the text of an empty grid.
fn grid(rows: usize, cols: usize, island: Option<Island>) -> Result<String, NoGrid> {
    let mut area = (0..0, 0..0);
    if let Some(island) = island {
        let middle = || (rows.saturating_sub(island.rows) / 2 + 1, cols.saturating_sub(island.cols) / 2 + 1);
        let (row, col) = island.at.unwrap_or_else(middle);
        let ends = (row.saturating_add(island.rows) - 1, col.saturating_add(island.cols) - 1);
        if ends.0 > rows || ends.1 > cols {
            return Err(NoGrid::Island { island, rows, cols });
        }
        if (island.rows, island.cols) == (rows, cols) {
            return Err(NoGrid::NothingLeft { island, rows, cols });
        }
        area = (row - 1..ends.0, col - 1..ends.1);
    }
    let field = |row: usize, col: usize| match area.0.contains(&row) && area.1.contains(&col) {
        true => '-',
        false => '.',
    };
    let row = |row: usize| (0..cols).map(|col| field(row, col)).chain(['\n']).collect::<String>();
    Ok(format!("{rows}\n{cols}\n{}", (0..rows).map(row).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_is_in_the_middle_or_where_it_was_asked_for() {
        let island = |text: &str| Some(text.parse::<Island>().unwrap());
        assert_eq!(grid(2, 3, None).unwrap(), "2\n3\n...\n...\n");
        assert_eq!(grid(4, 5, island("2x1")).unwrap(), "4\n5\n.....\n..-..\n..-..\n.....\n");
        assert_eq!(grid(2, 3, island("1x2@2,2")).unwrap(), "2\n3\n...\n.--\n");
        for (text, said) in
            [("3x1", "does not fit"), ("1x2@1,3", "1x2@1,3 does not fit"), ("2x3", "no field")]
        {
            let error = grid(2, 3, island(text)).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn islands_are_read() {
        assert_eq!("5x4".parse(), Ok(Island { rows: 5, cols: 4, at: None }));
        assert_eq!("5x4@3,7".parse(), Ok(Island { rows: 5, cols: 4, at: Some((3, 7)) }));
        for text in ["", "5", "5x4@", "5x4@3", "5x4@0,1", "0x4", "5x4@a,b"] {
            assert!(
                text.parse::<Island>().is_err_and(|error| error.to_string().contains("5x4@3,7")),
                "{text}"
            );
        }
    }
}
