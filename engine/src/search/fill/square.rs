//! Open rectangles: every field is in a word across and in a word down, and nothing is blocked.
//!
//! There the propagator does little for its price: a word square is hard because few exist, not because of trouble
//! somewhere. So rows are laid from the top or from the bottom, and for each column only the trie node that its letters so far lead to
//! is kept. Which letters may come next is then one mask per column. The candidates for a row are an intersection of bit
//! sets in the first rows, where there are many, and a walk through a trie of the rows in the last ones, where a few
//! letters end it. A row costs about a microsecond, much less than a failure of the restarting search.
//!
//! Nearly everything depends on the first three rows. So they are laid where the columns' words are more alike, which is at their
//! ends in most languages: more words end in ERS or ING than begin with any three letters. With 30,000 English words of seven
//! letters, one thread meets a 7x7 about every four seconds from the bottom, and every half a minute from the top. Some rows leave
//! the columns many words and most do not, so they are chosen by that: the first row at random among good ones, then the best few
//! for the second and the third, each valued by the number of words that the columns still have. Under these all rows are tried.
//! That proves nothing, so callers take turns with the restarting search.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::{LengthIndex, Ones, UsedWords, WordIndex};
use fastrand::Rng;

/// The rows that are chosen by their value.
const CHOSEN: usize = 3;

/// How many rows are tried at the second and at the third place.
const TRIED: usize = 10;

/// How much chance counts in the value of a row, which is a sum of logarithms.
const NOISE: f32 = 0.5;

/// The shortest side for which this is worth anything.
const SHORTEST: usize = 5;

/// The letters that are looked at in the time of one failure of the restarting search.
pub(super) const LETTERS_A_FAILURE: u64 = 2000;

/// A search for the words of an open rectangle.
pub(super) struct Square<'a> {
    /// The cells, row by row in the order in which rows are laid; there are no more rows than columns.
    cells: Vec<Vec<usize>>,
    /// The end of the grid from which rows are laid.
    end: End,
    problem: &'a SlotProblem,
    across: &'a LengthIndex,
    down: &'a LengthIndex,
    rows: Trie,
    columns: Trie,
    /// The letters given, or all, for each cell.
    allowed: Vec<Vec<u32>>,
    /// For each row, the node of each column after the rows before it.
    before: Vec<Vec<u32>>,
    letters: Vec<Vec<u8>>,
    /// The words left for the first row, the best last.
    first: Vec<usize>,
    looked_at: u64,
}

/// Where the first row is, and so from where the words of the columns are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Top,
    Bottom,
}

impl End {
    /// Puts rows into the order in which they are laid, or back.
    fn order<T>(self, mut rows: Vec<T>) -> Vec<T> {
        if self == Self::Bottom {
            rows.reverse();
        }
        rows
    }
}

/// The words of one length by their beginnings, or by their endings if they are read from there.
struct Trie {
    /// The letters that may follow, for each node.
    next: Vec<u32>,
    /// The node of the first of these letters.
    child: Vec<u32>,
    /// The logarithm of the number of words below.
    words: Vec<f32>,
}

impl Trie {
    /// Makes the trie of all words, read from an end of a column; [`End::Top`] reads forwards.
    fn new(words: &LengthIndex, len: usize, end: End) -> Self {
        let mut words: Vec<Vec<Letter>> =
            (0..words.count()).map(|word| end.order(words.word(word).to_vec())).collect();
        words.sort_unstable();
        let mut trie = Self { next: vec![0], child: vec![0], words: vec![(words.len() as f32).ln()] };
        let mut level: Vec<&[Vec<Letter>]> = vec![&words];
        for depth in 0..len {
            let first = trie.next.len() - level.len();
            let mut below = Vec::new();
            for (node, words) in level.into_iter().enumerate() {
                trie.child[first + node] = (trie.next.len() + below.len()) as u32;
                for same in words.chunk_by(|a, b| a[depth] == b[depth]) {
                    trie.next[first + node] |= 1 << same[0][depth].index();
                    below.push(same);
                }
            }
            for words in &below {
                trie.next.push(0);
                trie.child.push(0);
                trie.words.push((words.len() as f32).ln());
            }
            level = below;
        }
        trie
    }

    /// Returns how alike words are in their first letters: the logarithm of the number of words that agree with a word, summed over all.
    fn likeness(&self, letters: usize) -> f32 {
        let mut level = vec![0];
        for _ in 0..letters {
            let children = |node: u32| {
                let first = self.child[node as usize];
                first..first + self.next[node as usize].count_ones()
            };
            level = level.into_iter().flat_map(children).collect();
        }
        level.into_iter().map(|node| self.words[node as usize]).map(|words| words.exp() * words).sum()
    }

    /// Returns the node behind a letter that may follow.
    fn step(&self, node: u32, letter: u32) -> u32 {
        let before = self.next[node as usize] & ((1 << letter) - 1);
        self.child[node as usize] + before.count_ones()
    }
}

impl<'a> Square<'a> {
    /// Creates a search; `None` if the slots do not form an open rectangle, or one so small that other searches are
    /// better at it.
    pub(super) fn new(problem: &'a SlotProblem, index: &'a WordIndex) -> Option<Self> {
        let cells = rectangle(problem)?;
        let (height, width) = (cells.len(), cells[0].len());
        if height < SHORTEST {
            return None;
        }
        let (across, down) = (index.of_len(width), index.of_len(height));
        let [top, bottom] = [End::Top, End::Bottom].map(|end| (Trie::new(down, height, end), end));
        let is_better = bottom.0.likeness(CHOSEN) > top.0.likeness(CHOSEN);
        let (columns, end) = if is_better { bottom } else { top };
        let cells = end.order(cells);
        let given = |&cell: &usize| {
            problem.cells[cell].map_or((1 << Letter::COUNT) - 1, |letter| 1 << letter.index())
        };
        Some(Self {
            problem,
            across,
            down,
            rows: Trie::new(across, width, End::Top),
            columns,
            end,
            allowed: cells.iter().map(|row| row.iter().map(given).collect()).collect(),
            before: vec![vec![0; width]; height + 1],
            letters: vec![vec![0; width]; height],
            cells,
            first: Vec::new(),
            looked_at: 0,
        })
    }

    /// Returns whether the last row is laid first.
    #[cfg(test)]
    pub(super) fn is_from_bottom(&self) -> bool {
        self.end == End::Bottom
    }

    /// Returns the number of letters looked at so far.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Looks at about this many letters; returns the letters of the cells if a fill is found.
    pub(super) fn run(&mut self, letters: u64, rng: &mut Rng, budget: &Budget) -> Option<Vec<Letter>> {
        let end = self.looked_at.saturating_add(letters);
        while self.looked_at < end && !budget.exhausted() {
            if self.first.is_empty() {
                self.first = self.valued(0, rng);
                self.first.reverse();
            }
            let word = self.first.pop()?;
            self.put(0, word);
            if let Some(fill) = self.choose(1, rng, budget) {
                return Some(fill);
            }
        }
        None
    }

    /// Chooses the next rows by their value, and tries all below them.
    fn choose(&mut self, row: usize, rng: &mut Rng, budget: &Budget) -> Option<Vec<Letter>> {
        if budget.exhausted() {
            return None;
        }
        if row < CHOSEN {
            let words = self.valued(row, rng);
            return words.into_iter().take(TRIED).find_map(|word| {
                self.put(row, word);
                self.choose(row + 1, rng, budget)
            });
        }
        self.words(row).into_iter().take_while(|_| !budget.exhausted()).find_map(|word| {
            self.put(row, word);
            self.walk(row + 1, 0, 0)
        })
    }

    /// Tries all words of a row from a column on, given the node of its letters so far, and all rows below.
    fn walk(&mut self, row: usize, column: usize, node: u32) -> Option<Vec<Letter>> {
        if row == self.cells.len() {
            return self.fill();
        }
        if column == self.cells[0].len() {
            return self.walk(row + 1, 0, 0);
        }
        let before = self.before[row][column];
        let mut left =
            self.rows.next[node as usize] & self.columns.next[before as usize] & self.allowed[row][column];
        while left != 0 {
            let letter = left.trailing_zeros();
            left &= left - 1;
            self.looked_at += 1;
            self.letters[row][column] = letter as u8;
            self.before[row + 1][column] = self.columns.step(before, letter);
            if let Some(fill) = self.walk(row, column + 1, self.rows.step(node, letter)) {
                return Some(fill);
            }
        }
        None
    }

    /// Puts a word into a row.
    fn put(&mut self, row: usize, word: usize) {
        for (column, letter) in self.across.word(word).iter().enumerate() {
            self.letters[row][column] = letter.index() as u8;
            self.before[row + 1][column] = self.columns.step(self.before[row][column], letter.index() as u32);
        }
    }

    /// Returns the words that a row can take, given the rows above it.
    fn words(&mut self, row: usize) -> Vec<usize> {
        let columns = 0..self.cells[0].len();
        let masks: Vec<u32> = columns
            .map(|column| self.columns.next[self.before[row][column] as usize] & self.allowed[row][column])
            .collect();
        let mut words = vec![u64::MAX; self.across.blocks()];
        let mut fitting = vec![0; self.across.blocks()];
        // Whole masks at a time, so that the processor does several blocks at once.
        for (position, letters) in masks.into_iter().enumerate() {
            fitting.fill(0);
            for letter in Ones(u64::from(letters)) {
                let mask = self.across.mask(position, letter);
                fitting.iter_mut().zip(mask).for_each(|(fitting, mask)| *fitting |= mask);
            }
            words.iter_mut().zip(&fitting).for_each(|(words, fitting)| *words &= fitting);
        }
        self.looked_at += self.across.blocks() as u64;
        let numbers = |(block, &bits): (usize, &u64)| Ones(bits).map(move |bit| block * 64 + bit);
        words.iter().enumerate().flat_map(numbers).collect()
    }

    /// Returns the words that a row can take, beginning with those that leave the columns the most words.
    fn valued(&mut self, row: usize, rng: &mut Rng) -> Vec<usize> {
        let words = self.words(row);
        let value = |&word: &usize| {
            let columns = self.across.word(word).iter().zip(&self.before[row]);
            let left = columns.map(|(letter, &node)| {
                self.columns.words[self.columns.step(node, letter.index() as u32) as usize]
            });
            // Gumbel's distribution: the chance to be first grows with the value exponentially.
            left.sum::<f32>() - NOISE * (-rng.f32().max(f32::MIN_POSITIVE).ln()).ln()
        };
        let mut values: Vec<(f32, usize)> = words.iter().map(value).zip(words.iter().copied()).collect();
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        values.into_iter().map(|(_, word)| word).collect()
    }

    /// Returns the fill if no word is in it twice, and no two of one family.
    fn fill(&self) -> Option<Vec<Letter>> {
        let letter = |row: usize, column: usize| Letter::from_index(self.letters[row][column].into());
        let (height, width) = (self.cells.len(), self.cells[0].len());
        let mut used = UsedWords::new();
        let mut use_word = |words: &LengthIndex, letters: Option<Vec<Letter>>| {
            letters.and_then(|letters| words.find(&letters)).is_some_and(|word| used.insert(words, word))
        };
        for row in 0..height {
            if !use_word(self.across, (0..width).map(|column| letter(row, column)).collect()) {
                return None;
            }
        }
        for column in 0..width {
            let letters = self.end.order((0..height).map(|row| letter(row, column)).collect());
            if !use_word(self.down, letters.into_iter().collect()) {
                return None;
            }
        }
        let mut fill = self.problem.cells.clone();
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                fill[cell] = letter(row, column);
            }
        }
        fill.into_iter().collect()
    }
}

/// Returns the cells of an open rectangle, row by row, with no more rows than columns; `None` if the slots do not form
/// one.
fn rectangle(problem: &SlotProblem) -> Option<Vec<Vec<usize>>> {
    let mut slots_of: Vec<Vec<usize>> = vec![Vec::new(); problem.cells.len()];
    for (number, slot) in problem.slots.iter().enumerate() {
        slot.cells.iter().for_each(|&cell| slots_of[cell].push(number));
    }
    let first = problem.slots.first()?;
    let crossing = |cell: usize, slot: usize| match slots_of[cell][..] {
        [a, b] if a == slot => Some(b),
        [a, b] if b == slot => Some(a),
        _ => None,
    };
    // The slots that cross the first one, and those that cross the first of them.
    let one_way: Vec<usize> = first.cells.iter().map(|&cell| crossing(cell, 0)).collect::<Option<_>>()?;
    let start = one_way[0];
    let other_way: Vec<usize> =
        problem.slots[start].cells.iter().map(|&cell| crossing(cell, start)).collect::<Option<_>>()?;
    if one_way.len() * other_way.len() != problem.cells.len()
        || one_way.len() + other_way.len() != problem.slots.len()
    {
        return None;
    }
    let row = |&slot: &usize| {
        let cells = &problem.slots[slot].cells;
        let fits = |(&cell, &column): (&usize, &usize)| crossing(cell, slot) == Some(column);
        (cells.len() == one_way.len() && cells.iter().zip(&one_way).all(fits)).then(|| cells.clone())
    };
    let rows: Vec<Vec<usize>> = other_way.iter().map(row).collect::<Option<_>>()?;
    // Each column has the cells of its rows, in their order.
    let column = |(at, &slot): (usize, &usize)| {
        problem.slots[slot].cells.iter().copied().eq(rows.iter().map(|row| row[at]))
    };
    if !one_way.iter().enumerate().all(column) {
        return None;
    }
    let turned = || (0..one_way.len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    Some(if rows.len() <= one_way.len() { rows } else { turned() })
}
