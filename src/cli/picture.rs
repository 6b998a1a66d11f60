//! Draws a part of a grid as text, with the fields concerned in brackets, coloured if the output is a terminal.

use anstyle::AnsiColor;
use cwsat::encodings::grid::{Grid, Pos};
use std::fmt::Write;

/// Draws the smallest rectangle of `grid` around the marked fields, with one more row or column on each side; the rows
/// and columns of the grid are numbered from `first`. Returns an empty text if no field is marked.
pub fn draw(grid: &Grid<char>, first: usize, is_marked: impl Fn(Pos) -> bool) -> String {
    let marked: Vec<Pos> = grid.positions().filter(|&pos| is_marked(pos)).collect();
    let range = |place: fn(&Pos) -> usize, size: usize| {
        let least = marked.iter().map(place).min()?.saturating_sub(1);
        let most = (marked.iter().map(place).max()? + 2).min(size);
        Some(least..most)
    };
    let (Some(rows), Some(cols)) = (range(|p| p.row, grid.rows()), range(|p| p.col, grid.cols())) else {
        return String::new();
    };
    let style = AnsiColor::Red.on_default().bold();
    // Writing to a String cannot fail.
    let mut text = "    ".to_owned();
    for col in cols.clone() {
        let _ = write!(text, "{:>3}", col + first);
    }
    text.push('\n');
    for row in rows {
        let _ = write!(text, "{:>4} ", row + first);
        for pos in cols.clone().map(|col| Pos::new(row, col)) {
            let field = grid[pos];
            let _ = match is_marked(pos) {
                true => write!(text, "{style}[{field}]{style:#}"),
                false => write!(text, " {field} "),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_part_with_marks_is_drawn() {
        let grid = Grid::from_fn(12, 12, |pos| if pos.row == 5 { '?' } else { '.' });
        let text = draw(&grid, 0, |pos| pos == Pos::new(5, 10) || pos == Pos::new(4, 11));
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "      9 10 11\n   3  .  .  .\n   4  .  . [.]\n   5  ? [?] ?\n   6  .  .  .\n");
        assert_eq!(draw(&grid, 1, |_| false), "");
        let text = draw(&grid, 1, |pos| pos == Pos::new(0, 0));
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "      1  2\n   1 [.] .\n   2  .  .\n");
    }
}
