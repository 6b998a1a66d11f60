//! The criss-cross: words with their questions, a board, and a layout of some of the words on it.
//!
//! A layout stores where each word lies and nothing else. The letters in the fields, the crossings and the
//! bounding box follow from that and are computed where they are needed.

use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::Sign;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The maximum number of rows and of columns of a board.
pub const MAX_SIDE: usize = 200;

/// A word to be laid, with its question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The letters, two or more.
    pub word: Vec<Sign>,
    /// The word as it is written in the list.
    pub spelling: String,
    /// Its questions; the first one is asked, and the others are alternatives.
    pub questions: Vec<String>,
}

impl Entry {
    /// Returns the word as text.
    pub fn text(&self) -> String {
        spell(&self.word)
    }

    /// Returns the spelling, if it says more than the letters.
    pub fn own_spelling(&self) -> Option<&str> {
        let says_no_more = self.spelling.chars().map(Sign::of).eq(self.word.iter().copied().map(Some));
        (!says_no_more).then_some(&*self.spelling)
    }
}

/// Returns the letters as text.
pub(crate) fn spell(word: &[Sign]) -> String {
    word.iter().map(|letter| letter.char()).collect()
}

/// The problem: different words, and the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The number of rows of the board, 1 to [`MAX_SIDE`].
    pub rows: usize,
    /// The number of columns of the board, 1 to [`MAX_SIDE`].
    pub cols: usize,
    /// The words, all different.
    pub entries: Vec<Entry>,
}

impl Puzzle {
    /// Returns the letters that occur in the words, in order.
    pub fn alphabet(&self) -> Vec<Sign> {
        let signs: BTreeSet<Sign> =
            self.entries.iter().flat_map(|entry| entry.word.iter().copied()).collect();
        signs.into_iter().collect()
    }

    /// Returns the words as indices into an [alphabet](Self::alphabet) that has all their letters.
    pub fn indices(&self, alphabet: &[Sign]) -> Vec<Vec<usize>> {
        let index = |sign: &Sign| alphabet.binary_search(sign).unwrap_or_else(|next| next);
        self.entries.iter().map(|entry| entry.word.iter().map(index).collect()).collect()
    }

    /// Returns how many letters a word can have on this board.
    pub fn longest(&self) -> usize {
        self.rows.max(self.cols)
    }

    /// Iterates over all places on the board where an entry can lie: across ones first, each direction row by row.
    pub fn places(&self, entry: usize) -> impl Iterator<Item = Run> + use<> {
        let len = self.entries[entry].word.len();
        let (rows, cols) = (self.rows, self.cols);
        Direction::BOTH.into_iter().flat_map(move |direction| {
            let (last_row, last_col) = match direction {
                Direction::Across => (rows, (cols + 1).saturating_sub(len)),
                Direction::Down => ((rows + 1).saturating_sub(len), cols),
            };
            (0..last_row).flat_map(move |row| {
                (0..last_col).map(move |col| Run { start: Pos::new(row, col), direction, len })
            })
        })
    }

    /// Makes the layout of these placements.
    pub fn layout(&self, placements: impl IntoIterator<Item = Placement>) -> Layout {
        let word = |p: Placement| Laid {
            word: self.entries[p.entry].word.clone(),
            question: self.entries[p.entry].questions.first().cloned(),
            start: p.start,
            direction: p.direction,
        };
        Layout { rows: self.rows, cols: self.cols, words: placements.into_iter().map(word).collect() }
    }
}

/// The place of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The index of the entry in the puzzle.
    pub entry: usize,
    /// The field of its first letter.
    pub start: Pos,
    /// The direction in which it is read.
    pub direction: Direction,
}

/// A word on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its letters.
    pub word: Vec<Sign>,
    /// Its question, if there is one.
    pub question: Option<String>,
    /// The field of its first letter.
    pub start: Pos,
    /// The direction in which it is read.
    pub direction: Direction,
}

impl Laid {
    /// Returns the fields it takes.
    pub fn run(&self) -> Run {
        Run { start: self.start, direction: self.direction, len: self.word.len() }
    }

    /// Returns the word as text.
    pub fn text(&self) -> String {
        spell(&self.word)
    }

    /// Iterates over its fields and their letters.
    pub fn letters(&self) -> impl Iterator<Item = (Pos, Sign)> + '_ {
        self.run().cells().zip(self.word.iter().copied())
    }
}

/// Words on a board. [`rules`](super::rules) checks whether they obey the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of rows of the board.
    pub rows: usize,
    /// The number of columns of the board.
    pub cols: usize,
    /// The words, in any order.
    pub words: Vec<Laid>,
}

impl Layout {
    /// Returns the letters on the board; where two words disagree the first one counts, and letters outside are left
    /// out.
    pub fn grid(&self) -> Grid<Option<Sign>> {
        let mut grid = Grid::filled(self.rows, self.cols, None);
        for (pos, letter) in self.words.iter().flat_map(Laid::letters) {
            if grid.contains(pos) {
                grid[pos].get_or_insert(letter);
            }
        }
        grid
    }

    /// Returns how good the layout is.
    pub fn value(&self) -> Value {
        let mut covered: BTreeMap<Pos, usize> = BTreeMap::new();
        self.words
            .iter()
            .flat_map(|word| word.run().cells())
            .for_each(|p| *covered.entry(p).or_default() += 1);
        let crossings = covered.values().filter(|&&words| words > 1).count();
        let (rows, cols) = self
            .extent()
            .map_or((0, 0), |(first, last)| (last.row + 1 - first.row, last.col + 1 - first.col));
        Value { words: self.words.len(), crossings, rows, cols }
    }

    /// Returns the upper left and the lower right corner of the bounding box; `None` without words.
    pub fn extent(&self) -> Option<(Pos, Pos)> {
        let cells = || self.words.iter().flat_map(|word| word.run().cells());
        let first = Pos::new(cells().map(|p| p.row).min()?, cells().map(|p| p.col).min()?);
        let last = Pos::new(cells().map(|p| p.row).max()?, cells().map(|p| p.col).max()?);
        Some((first, last))
    }

    /// Returns the layout on a board that is its bounding box.
    #[must_use]
    pub fn cropped(&self) -> Self {
        let Some((first, last)) = self.extent() else { return self.clone() };
        let mut layout = self.clone();
        layout.rows = last.row + 1 - first.row;
        layout.cols = last.col + 1 - first.col;
        for word in &mut layout.words {
            word.start = Pos::new(word.start.row - first.row, word.start.col - first.col);
        }
        layout
    }
}

/// How good a layout is: more words before more crossings before a smaller bounding box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value {
    /// The number of laid words.
    pub words: usize,
    /// The number of fields where two words cross.
    pub crossings: usize,
    /// The number of rows of the bounding box.
    pub rows: usize,
    /// The number of columns of the bounding box.
    pub cols: usize,
}

impl Value {
    /// Returns the number of fields of the bounding box.
    pub fn area(&self) -> usize {
        self.rows * self.cols
    }

    fn key(&self) -> (usize, usize, Reverse<usize>) {
        (self.words, self.crossings, Reverse(self.area()))
    }

    /// Returns whether this value is better than `other`.
    pub fn beats(&self, other: &Self) -> bool {
        self.key() > other.key()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        write!(
            f,
            "{} word{}, {} crossing{}, bounding box {}x{}",
            self.words,
            plural(self.words),
            self.crossings,
            plural(self.crossings),
            self.rows,
            self.cols
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Alphabet;

    /// ROSE across and TON down in the middle of a board of 9 by 9 fields.
    fn roses() -> Layout {
        let laid = |word: &str, row, col, direction| Laid {
            word: Alphabet::Written.fold(word).unwrap(),
            question: None,
            start: Pos::new(row, col),
            direction,
        };
        let words = vec![laid("ROSE", 4, 2, Direction::Across), laid("TON", 3, 3, Direction::Down)];
        Layout { rows: 9, cols: 9, words }
    }

    #[test]
    fn the_bounding_box_is_where_the_words_are() {
        let layout = roses();
        assert_eq!(layout.extent(), Some((Pos::new(3, 2), Pos::new(5, 5))));
        assert_eq!(layout.value(), Value { words: 2, crossings: 1, rows: 3, cols: 4 });
        let cropped = layout.cropped();
        assert_eq!((cropped.rows, cropped.cols), (3, 4));
        let starts: Vec<Pos> = cropped.words.iter().map(|word| word.start).collect();
        assert_eq!(starts, [Pos::new(1, 0), Pos::new(0, 1)]);
        assert_eq!((cropped.value(), cropped.cropped()), (layout.value(), cropped.clone()));
        let empty = Layout { words: Vec::new(), ..layout };
        assert_eq!((empty.value(), empty.cropped()), (Value::default(), empty.clone()));
    }

    #[test]
    fn words_count_before_crossings_before_the_area() {
        let value = |words, crossings, rows, cols| Value { words, crossings, rows, cols };
        let best_first =
            [value(3, 2, 9, 9), value(2, 2, 9, 9), value(2, 1, 2, 6), value(2, 1, 4, 4), value(2, 0, 1, 1)];
        for (i, a) in best_first.iter().enumerate() {
            for (j, b) in best_first.iter().enumerate() {
                assert_eq!(a.beats(b), i < j, "{a}; {b}");
            }
        }
        // Boxes of one area are equally good.
        assert!(!value(2, 1, 2, 6).beats(&value(2, 1, 3, 4)) && !value(2, 1, 3, 4).beats(&value(2, 1, 2, 6)));
        assert_eq!(value(2, 1, 3, 4).area(), 12);
    }

    #[test]
    fn a_spelling_is_shown_if_it_says_more_than_the_letters() {
        let entry = |spelling: &str| {
            let word = Alphabet::Folded.fold(spelling).unwrap();
            Entry { word, spelling: spelling.to_owned(), questions: Vec::new() }
        };
        assert_eq!(entry("T-Shirt").own_spelling(), Some("T-Shirt"));
        assert_eq!(entry("rose").own_spelling(), None);
        assert_eq!(entry("Öl").own_spelling(), Some("Öl"));
        let kept = Entry { word: Alphabet::Written.fold("Öl").unwrap(), ..entry("Öl") };
        assert_eq!(kept.own_spelling(), None);
    }

    #[test]
    fn a_value_is_told_in_words() {
        assert_eq!(roses().value().to_string(), "2 words, 1 crossing, bounding box 3x4");
        let value = Value { words: 1, crossings: 0, rows: 1, cols: 4 };
        assert_eq!(value.to_string(), "1 word, 0 crossings, bounding box 1x4");
    }
}
