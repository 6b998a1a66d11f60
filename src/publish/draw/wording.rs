//! The few words that the program itself puts on a page, in the language of the puzzle.

use crate::encodings::grid::Direction;
use crate::publish::puzzle::{Kind, Language, Numbers, Puzzle, Title};

/// Words on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wording {
    /// The heading of the words across.
    pub across: &'static str,
    /// The heading of the words down.
    pub down: &'static str,
    /// The heading of the words in the rows of a digram grid.
    pub rows: &'static str,
    /// The heading of the words in the columns of a digram grid.
    pub columns: &'static str,
    /// The heading of a solution.
    pub solution: &'static str,
    /// The label of the line for a name.
    pub name: &'static str,
    /// The label of the line for a date.
    pub date: &'static str,
    /// The heading of the words that are to be found.
    pub words: &'static str,
    /// The label of the strip for the solution word.
    pub solution_word: &'static str,
    /// The title of a book without a title.
    pub puzzles: &'static str,
    /// The heading of the contents of a book.
    pub contents: &'static str,
    /// The heading of the solutions of a book.
    pub solutions: &'static str,
    /// The heading of the credits of a book.
    pub sources: &'static str,
    /// The language that all of these are in.
    tongue: Tongue,
}

/// A language that pages are worded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tongue {
    English,
    German,
}

const ENGLISH: Wording = Wording {
    across: "Across",
    down: "Down",
    rows: "Rows",
    columns: "Columns",
    solution: "Solution",
    name: "Name",
    date: "Date",
    words: "Words",
    solution_word: "Solution word",
    puzzles: "Puzzles",
    contents: "Contents",
    solutions: "Solutions",
    sources: "Sources",
    tongue: Tongue::English,
};

const GERMAN: Wording = Wording {
    across: "Waagerecht",
    down: "Senkrecht",
    rows: "Zeilen",
    columns: "Spalten",
    solution: "Lösung",
    name: "Name",
    date: "Datum",
    words: "Wörter",
    solution_word: "Lösungswort",
    puzzles: "Rätsel",
    contents: "Inhalt",
    solutions: "Lösungen",
    sources: "Quellen",
    tongue: Tongue::German,
};

impl Wording {
    /// Returns the words in a language; in English if it is `None` or not known here.
    pub(crate) fn of(language: Option<&Language>) -> Self {
        match language.map(Language::primary) {
            Some("de") => GERMAN,
            _ => ENGLISH,
        }
    }

    /// Returns the name of a kind of puzzle.
    pub(crate) fn kind(&self, kind: Kind) -> &'static str {
        let Title { english, german } = kind.features().title;
        match self.tongue {
            Tongue::English => english,
            Tongue::German => german,
        }
    }

    /// Returns the solution word of a puzzle with its label; `None` if there is none, or not all of its letters are known.
    pub(crate) fn spelled(&self, puzzle: &Puzzle) -> Option<String> {
        let letters = puzzle.solution_word.iter().map(|&pos| puzzle.fields.get(pos)?.solution());
        let word: String = letters.collect::<Option<_>>()?;
        (!word.is_empty()).then(|| format!("{}: {word}", self.solution_word))
    }

    /// Returns the heading of a list of clues with these numbers; `None` if the numbers are not printed in the puzzle.
    pub(crate) fn heading(&self, numbers: Option<Numbers>, direction: Direction) -> &'static str {
        match (numbers, direction) {
            (Some(Numbers::Lines), Direction::Across) => self.rows,
            (Some(Numbers::Lines), Direction::Down) => self.columns,
            (_, Direction::Across) => self.across,
            (_, Direction::Down) => self.down,
        }
    }
}
