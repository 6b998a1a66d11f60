//! The few words that the program itself puts on a page, by the language of the puzzle.

use crate::encodings::grid::Direction;
use crate::publish::puzzle::{Kind, Language};

/// Words on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording {
    /// Heading of the words across.
    pub across: &'static str,
    /// Heading of the words down.
    pub down: &'static str,
    /// Heading of the words in the rows of a digram grid.
    pub rows: &'static str,
    /// Heading of the words in the columns of a digram grid.
    pub columns: &'static str,
    /// Stands over a solution.
    pub solution: &'static str,
    /// Stands before the strip of the solution word.
    pub solution_word: &'static str,
    /// The title of a book without a title.
    pub puzzles: &'static str,
    /// Stands over the contents of a book.
    pub contents: &'static str,
    /// Stands over the solutions of a book.
    pub solutions: &'static str,
    /// Stands over the credits of a book.
    pub sources: &'static str,
    /// What the kinds of puzzles are called, in the order of [`Kind`].
    kinds: [&'static str; 5],
}

const ENGLISH: Wording = Wording {
    across: "Across",
    down: "Down",
    rows: "Rows",
    columns: "Columns",
    solution: "Solution",
    solution_word: "Solution word",
    puzzles: "Puzzles",
    contents: "Contents",
    solutions: "Solutions",
    sources: "Sources",
    kinds: ["Arrowword", "Criss-cross", "Digram grid", "Numberlink", "Crossword"],
};

const GERMAN: Wording = Wording {
    across: "Waagerecht",
    down: "Senkrecht",
    rows: "Zeilen",
    columns: "Spalten",
    solution: "Lösung",
    solution_word: "Lösungswort",
    puzzles: "Rätsel",
    contents: "Inhalt",
    solutions: "Lösungen",
    sources: "Quellen",
    kinds: ["Schwedenrätsel", "Criss-Cross", "Digrammgitter", "Numberlink", "Kreuzworträtsel"],
};

impl Wording {
    /// The words in a language; in English for those that are not known here.
    pub fn of(language: Option<&Language>) -> Self {
        match language.map(Language::primary) {
            Some("de") => GERMAN,
            _ => ENGLISH,
        }
    }

    /// What a kind of puzzle is called.
    pub fn kind(&self, kind: Kind) -> &'static str {
        let [arrowword, crisscross, digram, numberlink, template] = self.kinds;
        match kind {
            Kind::Arrowword => arrowword,
            Kind::Crisscross => crisscross,
            Kind::Digram => digram,
            Kind::Numberlink => numberlink,
            Kind::Template => template,
        }
    }

    /// The heading of a list of clues.
    pub fn heading(&self, kind: Kind, direction: Direction) -> &'static str {
        match (kind, direction) {
            (Kind::Digram, Direction::Across) => self.rows,
            (Kind::Digram, Direction::Down) => self.columns,
            (_, Direction::Across) => self.across,
            (_, Direction::Down) => self.down,
        }
    }
}
