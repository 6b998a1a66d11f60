//! The engine for dense grids: a pattern of blanks that has many grids, then rows from the top.
//!
//! A large grid has so few fills from a list that it is of no use to learn where the trouble is; what counts is to look
//! at many beginnings quickly. Each row and each column has a trie of digrams, so a pair of letters is one step. Rows
//! are laid from the top, and of each column only its node is kept: a row that fits is a walk through its trie and the
//! columns' tries at once. Nearly everything depends on the first rows: some leave the columns many words, most leave
//! them hardly any. So the first rows are chosen by that, and below them all rows are tried. This finds grids and
//! proves nothing.

use super::blanks::Blanks;
use super::ease::Patterns;
use super::engine::{GridEngine, Step};
use super::trie::{Node, ROOT, Trie};
use crate::encodings::digram::pattern::Pattern;
use crate::encodings::digram::puzzle::{Cells, Digram, Size};
use crate::encodings::grid::{Grid, Pos};
use crate::encodings::lexicon::WordList;
use crate::solver::Budget;
use fastrand::Rng;
use std::cmp::Ordering;
use std::collections::HashSet;

/// How many first rows are tried in one pattern.
const FIRST: usize = 20;
/// How many rows are tried at the second and at the third place, the best ones.
const TRIED: [usize; 2] = [20, 20];
/// How much chance counts in the value of a row, which is a sum of logarithms, in the first row and in the next two.
const NOISE: [f32; 3] = [3.0, 0.5, 0.5];

/// Rows from the top, in one pattern after the other.
pub struct Rows {
    blanks: Blanks,
    patterns: Patterns,
    /// For each number of digrams, the words of that many.
    tries: Vec<Lexicon>,
    rng: Rng,
}

/// The words of one length.
struct Lexicon {
    trie: Trie,
    /// For each node, the logarithm of the number of words through it.
    value: Vec<f32>,
}

impl Rows {
    /// Creates the engine for a size and a list; another seed draws other patterns.
    pub fn new(size: Size, list: &WordList, blanks: Blanks, seed: u64) -> Self {
        let lexicon = |digrams| {
            let trie = Trie::new(list, digrams..digrams + 1);
            let value = (0..trie.len()).map(|node| (trie.words(node as Node) as f32).ln()).collect();
            Lexicon { trie, value }
        };
        let tries = (0..=size.rows().max(size.cols())).map(lexicon).collect();
        Self { blanks, patterns: Patterns::new(size, list), tries, rng: Rng::with_seed(seed) }
    }
}

impl GridEngine for Rows {
    /// `effort` counts the digrams looked at, and the cells when a pattern is drawn: on a tiny grid that is nearly all.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step {
        let mut looked_at = 0;
        while looked_at < effort && !budget.exhausted() {
            let pattern = self.patterns.draw(&self.blanks, &mut self.rng);
            looked_at += self.patterns.effort;
            let Some(pattern) = pattern else { continue };
            let mut laying = Laying::new(&self.tries, &pattern, found, budget);
            for _ in 0..FIRST {
                laying.lay(0, &mut self.rng);
                if laying.is_enough || looked_at + laying.looked_at >= effort {
                    break;
                }
            }
            if laying.is_enough {
                return Step::Enough;
            }
            looked_at += laying.looked_at;
        }
        Step::Limit
    }
}

/// A row that fits.
struct Row {
    value: f32,
    /// Its node in the trie, which is its word.
    word: Node,
    digrams: Vec<u16>,
}

/// A pattern that is being filled.
struct Laying<'a> {
    /// For each row, its lexicon, its number of digrams, and the columns it has them in.
    rows: Vec<(&'a Lexicon, Vec<usize>)>,
    /// For each column, its lexicon, its number of digrams, and its node.
    columns: Vec<(&'a Lexicon, usize, Node)>,
    cells: Cells,
    /// The number of digrams and the node of each word in the rows so far.
    used: Vec<(usize, Node)>,
    found: &'a mut dyn FnMut(Cells) -> bool,
    is_enough: bool,
    looked_at: u64,
    budget: &'a Budget,
}

impl<'a> Laying<'a> {
    fn new(
        tries: &'a [Lexicon],
        pattern: &Pattern,
        found: &'a mut dyn FnMut(Cells) -> bool,
        budget: &'a Budget,
    ) -> Self {
        let (rows, cols) = (pattern.rows(), pattern.cols());
        let is_filled = |row, col| !pattern[Pos::new(row, col)];
        let of_row = |row| {
            let filled: Vec<usize> = (0..cols).filter(|&col| is_filled(row, col)).collect();
            (&tries[filled.len()], filled)
        };
        let of_col = |col| {
            let digrams = (0..rows).filter(|&row| is_filled(row, col)).count();
            (&tries[digrams], digrams, ROOT)
        };
        Self {
            rows: (0..rows).map(of_row).collect(),
            columns: (0..cols).map(of_col).collect(),
            cells: Grid::filled(rows, cols, None),
            used: Vec::new(),
            found,
            is_enough: false,
            looked_at: 0,
            budget,
        }
    }

    /// Lays this row and those below it: the best ones if it is one of the first, all others otherwise.
    fn lay(&mut self, row: usize, rng: &mut Rng) {
        if row == self.rows.len() {
            let columns = self.columns.iter().map(|&(_, digrams, node)| (digrams, node));
            let words: HashSet<_> = self.used.iter().copied().chain(columns).collect();
            if words.len() == self.rows.len() + self.columns.len() {
                self.is_enough = !(self.found)(self.cells.clone());
            }
            return;
        }
        let mut fitting = Vec::new();
        self.fit(row, ROOT, 0.0, &mut Vec::new(), &mut fitting);
        if let Some(noise) = NOISE.get(row) {
            fitting.iter_mut().for_each(|row| row.value += noise * rng.f32());
            fitting.sort_unstable_by(|a, b| b.value.total_cmp(&a.value));
            fitting.truncate(row.checked_sub(1).map_or(1, |row| TRIED[row]));
        }
        let filled = self.rows[row].1.clone();
        for Row { word, digrams, .. } in fitting {
            if self.is_enough || self.budget.exhausted() {
                return;
            }
            let word = (filled.len(), word);
            if self.used.contains(&word) {
                continue;
            }
            self.used.push(word);
            let above: Vec<Node> = filled.iter().map(|&col| self.columns[col].2).collect();
            for (&col, &digram) in filled.iter().zip(&digrams) {
                let (lexicon, _, node) = &mut self.columns[col];
                // It was there when the row was found to fit.
                *node = lexicon.trie.child(*node, digram).unwrap_or(*node);
                self.cells[Pos::new(row, col)] = Digram::from_index(usize::from(digram));
            }
            self.lay(row + 1, rng);
            filled.iter().zip(above).for_each(|(&col, node)| self.columns[col].2 = node);
            self.used.pop();
        }
    }

    /// Finds all words of a row that begin with these digrams, which lead to `node`, and fit the columns.
    fn fit(&mut self, row: usize, node: Node, value: f32, digrams: &mut Vec<u16>, fitting: &mut Vec<Row>) {
        let (of_row, filled) = &self.rows[row];
        let Some(&col) = filled.get(digrams.len()) else {
            fitting.push(Row { value, word: node, digrams: digrams.clone() });
            return;
        };
        let (of_col, _, above) = self.columns[col];
        let common = common(of_row.trie.children(node), of_col.trie.children(above));
        self.looked_at += common.len() as u64 + 1;
        for (digram, next, below) in common {
            digrams.push(digram);
            self.fit(row, next, value + of_col.value[below as usize], digrams, fitting);
            digrams.pop();
        }
    }
}

/// Returns the digrams that two nodes have in common, with the child of each.
fn common(one: &[(u16, Node)], other: &[(u16, Node)]) -> Vec<(u16, Node, Node)> {
    /// How many times more children one node has than the other if looking them up is quicker than going through both.
    const UNEQUAL: usize = 4;
    let look_up = |fewer: &[(u16, Node)], more: &[(u16, Node)]| -> Vec<(u16, Node, Node)> {
        let find = |&(digram, child): &(u16, Node)| {
            let place = more.binary_search_by_key(&digram, |&(digram, _)| digram).ok()?;
            Some((digram, child, more[place].1))
        };
        fewer.iter().filter_map(find).collect()
    };
    if one.len() * UNEQUAL < other.len() {
        return look_up(one, other);
    }
    if other.len() * UNEQUAL < one.len() {
        return look_up(other, one).into_iter().map(|(digram, b, a)| (digram, a, b)).collect();
    }
    let (mut common, mut i, mut j) = (Vec::new(), 0, 0);
    while let (Some(&(digram, a)), Some(&(there, b))) = (one.get(i), other.get(j)) {
        match digram.cmp(&there) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                common.push((digram, a, b));
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::digram::rules;
    use crate::search::testing;

    #[test]
    fn what_two_nodes_have_in_common_does_not_depend_on_their_order() {
        let few = [(3, 30), (8, 80)];
        let many: Vec<(u16, Node)> =
            (0..20).map(|digram| (digram / 2 * 4, u32::from(digram))).step_by(2).collect();
        assert_eq!(common(&few, &many), [(8, 80, 4)]);
        assert_eq!(common(&many, &few), [(8, 4, 80)]);
        assert_eq!(common(&many, &many).len(), many.len());
    }

    #[test]
    fn grids_keep_the_rules() {
        let list = testing::list();
        let size = Size::new(5, 5).unwrap();
        let blanks = Blanks::new(size, &list).unwrap();
        let mut grids = Vec::new();
        let mut take = |grid: Cells| {
            grids.push(grid);
            grids.len() < 20
        };
        let step = Rows::new(size, &list, blanks, 1).run(u64::MAX, &mut take, &Budget::unlimited());
        assert_eq!(step, Step::Enough);
        for grid in grids {
            assert_eq!(rules::check(&grid, Some(&list)).len(), 0);
        }
    }
}
