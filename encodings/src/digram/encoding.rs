//! The CNF of a digram grid: the positions of the blanks and the contents of the cells, in one formula.
//!
//! The difficulty of digram grids is that the third digram of a word is in the third, fourth or a later cell of its
//! line, depending on the blanks before it. So the words of a line are not tied to cells but to *parts*, the line's
//! digrams counted without blanks, and a counter along the line ties parts to cells: if `i` cells before cell `j` are
//! filled, then `j` is blank or holds part `i`. So a word needs one variable per line, not one for each way to place
//! the blanks (20 times as many for words of three in lines of six).
//!
//! `docs/encodings/digram.md` lists variables and clauses. The models are exactly the grids: the counters, parts and
//! words follow from the cells.

use super::puzzle::{Cells, Digram, Line, Size};
use super::words::{spell, usable_lens};
use crate::cnf::{Bit, Family, FamilyId, Formula, Index, Lit, at_most_one, exactly_one};
use crate::grid::{Direction, Grid, Pos};
use crate::lexicon::{WordId, WordList};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The formula for a size and a word list, and the variables of its cells.
#[derive(Clone, Debug)]
pub struct DigramEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    cells: Grid<CellVars>,
    /// For each line that can be exempted, the number in the list and the variable of each word that it can have.
    words: Vec<Vec<(usize, Lit)>>,
}

/// The variables of a cell, exactly one of which is true.
#[derive(Clone, Debug)]
struct CellVars {
    blank: Lit,
    /// The variables of the possible digrams, by [`Digram::index`].
    digrams: Vec<Bit>,
}

/// The words that lines can have.
#[derive(Clone)]
struct Words {
    list: Arc<WordList>,
    /// All words of the list, numbered.
    ids: Arc<[WordId]>,
    /// The numbers of digrams that rows and columns can have, ascending.
    lens: [Vec<usize>; 2],
    /// Whether lines can be exempted, so that cells may hold what either of their lines can have there.
    relaxed: bool,
}

impl Words {
    fn new(size: Size, list: &Arc<WordList>) -> Self {
        let lens = Direction::BOTH.map(|direction| usable_lens(size, list, direction));
        Self { list: Arc::clone(list), ids: list.ids().collect(), lens, relaxed: false }
    }

    fn lens(&self, direction: Direction) -> &[usize] {
        &self.lens[usize::from(direction == Direction::Down)]
    }

    /// Returns the words of this many digrams, each with its number in the list.
    fn of(&self, digrams: usize) -> impl Iterator<Item = (usize, impl ExactSizeIterator<Item = Digram>)> {
        let first = self.ids.partition_point(|id| id.len < 2 * digrams);
        self.list.words(2 * digrams).enumerate().map(move |(i, word)| (first + i, Digram::of(word)))
    }
}

/// The variables of a line that other clauses need.
struct LineVars {
    /// The numbers of digrams it can have, ascending, each with the bit "it has this many".
    lens: Vec<(usize, Bit)>,
    /// For each part, by [`Digram::index`], the bit "the part is that digram".
    parts: Vec<Vec<Bit>>,
    /// The number in the list and the variable of each word that it can have, ascending; empty if no line can be exempted.
    words: Vec<(usize, Lit)>,
}

struct Families {
    digram: FamilyId,
    blank: FamilyId,
    filled: FamilyId,
    part: FamilyId,
    word: FamilyId,
    differ: FamilyId,
    spells: FamilyId,
    one: FamilyId,
}

impl DigramEncoding {
    /// Writes the formula whose models are exactly the grids of this size with these words. A list without words for
    /// the rows or columns gives a formula without a model.
    pub fn new(size: Size, list: &Arc<WordList>) -> Self {
        Self::with_words(size, Words::new(size, list), |_, _| Bit::True)
    }

    /// Writes a formula in which lines can be exempted: the literals, in the order of [`Size::lines`], say that the
    /// line spells a word of the list. An exempted line may hold any digrams that occur in the list; its blanks have to
    /// obey the rules all the same.
    pub fn relaxable(size: Size, list: &Arc<WordList>) -> (Self, Vec<Lit>) {
        let lens = Direction::BOTH.map(|direction| size.word_lens(direction).collect());
        let mut spells = Vec::new();
        let words = Words { lens, relaxed: true, ..Words::new(size, list) };
        let encoding = Self::with_words(size, words, |formula, families| {
            let lit = formula.auxiliary(families.spells);
            spells.push(lit);
            lit.into()
        });
        (encoding, spells)
    }

    /// Writes the formula in which a line spells a word under its condition.
    fn with_words(
        size: Size,
        words: Words,
        mut condition: impl FnMut(&mut Formula, &Families) -> Bit,
    ) -> Self {
        let mut formula = Formula::new();
        let families = families(&mut formula, size, &words);
        let cells = cells(&mut formula, &families, size, &words);
        let mut lines: Vec<LineVars> = size
            .lines()
            .map(|line| {
                let condition = condition(&mut formula, &families);
                add_line(&mut formula, &families, &words, &cells, line, condition)
            })
            .collect();
        formula.label("no word twice");
        for (number, a) in lines.iter().enumerate() {
            for b in &lines[number + 1..] {
                add_difference(&mut formula, families.differ, a, b);
            }
        }
        let words = lines.iter_mut().map(|line| std::mem::take(&mut line.words)).collect();
        Self { formula, cells, words }
    }

    /// Returns for some lines of a [relaxable](Self::relaxable) formula, given by their places in [`Size::lines`], and for
    /// each word that any of them can have, the bit that says that the line has this word.
    pub fn words_of(&self, lines: &[usize]) -> Vec<Vec<Bit>> {
        let words: BTreeSet<usize> =
            lines.iter().flat_map(|&line| &self.words[line]).map(|&(word, _)| word).collect();
        let has = |line: &usize, word: &usize| {
            let made = &self.words[*line];
            let found = made.binary_search_by_key(word, |&(number, _)| number);
            found.map_or(Bit::False, |at| Bit::from(made[at].1))
        };
        lines.iter().map(|line| words.iter().map(|word| has(line, word)).collect()).collect()
    }

    /// Returns the grid of a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Cells {
        self.cells.map(|_, vars| {
            let found = vars.digrams.iter().position(|bit| bit.value(&model));
            found.filter(|_| !model(vars.blank)).and_then(Digram::from_index)
        })
    }

    /// Adds a clause that forbids exactly this grid, which must be of the formula's size.
    pub fn forbid(&mut self, grid: &Cells) {
        self.formula.label("found already");
        let clause: Vec<Bit> = self
            .cells
            .iter()
            .map(|(pos, vars)| match grid[pos] {
                Some(digram) => !vars.digrams[digram.index()],
                None => Bit::from(!vars.blank),
            })
            .collect();
        self.formula.add_bits(clause);
    }

    /// Returns the literal "this cell is blank".
    pub fn blank(&self, pos: Pos) -> Lit {
        self.cells[pos].blank
    }
}

fn families(formula: &mut Formula, size: Size, words: &Words) -> Families {
    let (rows, cols) = (size.rows(), size.cols());
    let most = rows.max(cols);
    let direction_of = move |line: usize| Direction::BOTH[line / most % 2];
    let name_of = |digram| Digram::from_index(digram).map_or_else(String::new, |digram| digram.to_string());
    let digram = Family::rendered("digram", "r,c,AB", move |key| {
        let (cell, digram) = (key as usize / Digram::COUNT, key as usize % Digram::COUNT);
        format!("{},{},{}", cell / cols, cell % cols, name_of(digram))
    });
    let part = Family::rendered("part", "d,l,i,AB", move |key| {
        let (part, digram) = (key as usize / Digram::COUNT, key as usize % Digram::COUNT);
        let line = part / most;
        format!("{},{},{},{}", direction_of(line), line % most, part % most, name_of(digram))
    });
    let Words { list, ids, .. } = words.clone();
    let word = Family::rendered("word", "d,l,WORD", move |key| {
        let (line, number) = (key as usize / ids.len().max(1), key as usize % ids.len().max(1));
        let word = ids.get(number).map_or_else(String::new, |&id| spell(list.word(id)).to_ascii_uppercase());
        format!("{},{},{word}", direction_of(line), line % most)
    });
    let filled = Family::indexed(
        "filled",
        "d,l,j,n",
        [Index::Direction, Index::Number(most), Index::Number(most + 1), Index::Number(most + 1)],
    );
    Families {
        blank: formula.family(Family::indexed("blank", "r,c", [Index::Number(rows), Index::Number(cols)])),
        digram: formula.family(digram),
        filled: formula.family(filled),
        part: formula.family(part),
        word: formula.family(word),
        differ: formula.family(Family::auxiliary("differ")),
        spells: formula.family(Family::auxiliary("spells")),
        one: formula.family(Family::auxiliary("one")),
    }
}

/// Makes the cells: blank, or one of the digrams that its row and its column can have there.
fn cells(formula: &mut Formula, families: &Families, size: Size, words: &Words) -> Grid<CellVars> {
    let possible = Direction::BOTH.map(|direction| possible_at(size.line_len(direction), words, direction));
    formula.label("one thing a cell");
    Grid::from_fn(size.rows(), size.cols(), |pos| {
        let key = pos.row * size.cols() + pos.col;
        let blank = formula.indexed_var(families.blank, &[pos.row, pos.col]);
        let mut lits = vec![blank];
        let mut digrams = vec![Bit::False; Digram::COUNT];
        let (across, down) = (&possible[0][pos.col], &possible[1][pos.row]);
        let mut both = if words.relaxed { across | down } else { across & down };
        if words.relaxed && both.is_empty() {
            // Even where both lines are exempted the cell can hold something.
            both.extend(Digram::from_index(0));
        }
        for digram in both {
            let lit = formula.var(families.digram, (key * Digram::COUNT + digram.index()) as u64);
            digrams[digram.index()] = lit.into();
            lits.push(lit);
        }
        exactly_one(formula, families.one, &lits);
        CellVars { blank, digrams }
    })
}

/// Returns for each cell of a line the digrams that it can hold, considering the words and how many blanks fit before
/// and after.
fn possible_at(len: usize, words: &Words, direction: Direction) -> Vec<BTreeSet<Digram>> {
    let mut possible = vec![BTreeSet::new(); len];
    for &digrams in words.lens(direction) {
        let blanks = len - digrams;
        for (_, word) in words.of(digrams) {
            for (i, digram) in word.enumerate() {
                for set in &mut possible[i..=i + blanks] {
                    set.insert(digram);
                }
            }
        }
    }
    possible
}

/// Adds a line: the counter along its cells, its parts, and its words, one of which it spells if `condition` holds.
fn add_line(
    formula: &mut Formula,
    families: &Families,
    words: &Words,
    cells: &Grid<CellVars>,
    line: Line,
    condition: Bit,
) -> LineVars {
    let most = cells.rows().max(cells.cols());
    let run = line.run(cells.rows(), cells.cols());
    let (direction, number) = (usize::from(line.direction == Direction::Down), line.number);
    let lens = words.lens(line.direction);
    let longest = lens.last().copied().unwrap_or(0);

    // filled[j][n]: of the first j cells, n are not blank.
    let blanks = run.len - lens.first().copied().unwrap_or(run.len);
    let filled: Vec<Vec<Bit>> = (0..=run.len)
        .map(|j| {
            (0..=j)
                .map(|n| match j {
                    0 => Bit::True,
                    _ if n > longest || n + blanks < j => Bit::False,
                    _ if j == run.len && !lens.contains(&n) => Bit::False,
                    _ => formula.indexed_var(families.filled, &[direction, number, j, n]).into(),
                })
                .collect()
        })
        .collect();
    formula.label("blanks of a line");
    for (j, counts) in filled.iter().enumerate() {
        let lits: Vec<Lit> = counts.iter().filter_map(|bit| bit.lit()).collect();
        at_most_one(formula, families.one, &lits);
        if j == run.len {
            break;
        }
        let blank = cells[run.cell(j)].blank;
        for (n, &count) in counts.iter().enumerate().filter(|&(_, &count)| count != Bit::False) {
            formula.add_bits([!count, (!blank).into(), filled[j + 1][n]]);
            formula.add_bits([!count, blank.into(), filled[j + 1][n + 1]]);
        }
    }

    let mut parts = vec![vec![Bit::False; Digram::COUNT]; longest];
    let mut having: Vec<Vec<Vec<Lit>>> = vec![vec![Vec::new(); Digram::COUNT]; longest];
    let mut numbered = Vec::new();
    let first_key = (direction * most + number) * words.ids.len();
    for &len in lens {
        let of_len = filled[run.len][len];
        let mut all: Vec<Bit> = vec![!of_len, !condition];
        for (ordinal, word) in words.of(len) {
            formula.label("word -> its parts");
            let lit = formula.var(families.word, (first_key + ordinal) as u64);
            formula.add_bits([(!lit).into(), of_len]);
            if words.relaxed {
                numbered.push((ordinal, lit));
            }
            for (i, digram) in word.enumerate() {
                let part = &mut parts[i][digram.index()];
                if *part == Bit::False {
                    let key = ((direction * most + number) * most + i) * Digram::COUNT + digram.index();
                    *part = formula.var(families.part, key as u64).into();
                }
                formula.add_bits([(!lit).into(), *part]);
                having[i][digram.index()].push(lit);
            }
            all.push(lit.into());
        }
        formula.label("line -> some word");
        formula.add_bits(all);
    }
    for (part, having) in parts.iter().zip(&having) {
        formula.label("part -> some word with it");
        for (&bit, words) in part.iter().zip(having).filter(|&(&bit, _)| bit != Bit::False) {
            formula.add_bits(words.iter().map(|&word| Bit::from(word)).chain([!bit]));
        }
        formula.label("one digram a part");
        let lits: Vec<Lit> = part.iter().filter_map(|bit| bit.lit()).collect();
        at_most_one(formula, families.one, &lits);
    }

    formula.label("part <-> cell");
    for (j, counts) in filled[..run.len].iter().enumerate() {
        let cell = &cells[run.cell(j)];
        for (i, &count) in counts.iter().enumerate().filter(|&(i, &count)| count != Bit::False && i < longest)
        {
            for (&part, &digram) in parts[i].iter().zip(&cell.digrams) {
                if digram != Bit::False {
                    formula.add_bits([!count, !digram, part, !condition]);
                }
                if part != Bit::False {
                    formula.add_bits([!count, !part, cell.blank.into(), digram, !condition]);
                }
            }
        }
    }
    let lens = lens.iter().map(|&len| (len, filled[run.len][len])).collect();
    LineVars { lens, parts, words: numbered }
}

/// Adds clauses by which two lines have different words.
fn add_difference(formula: &mut Formula, family: FamilyId, a: &LineVars, b: &LineVars) {
    let mut differ: Vec<Bit> = Vec::new();
    for &(len, a_has) in &a.lens {
        let Some(&(_, b_has)) = b.lens.iter().find(|&&(other, _)| other == len) else { continue };
        while differ.len() < len {
            let (x, y) = (&a.parts[differ.len()], &b.parts[differ.len()]);
            let lit = Bit::from(formula.auxiliary(family));
            for (&x, &y) in x.iter().zip(y).filter(|&(&x, &y)| x != Bit::False && y != Bit::False) {
                formula.add_bits([!lit, !x, !y]);
            }
            differ.push(lit);
        }
        formula.add_bits(differ[..len].iter().copied().chain([!a_has, !b_has]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digram::words;

    #[test]
    fn variables_have_names_that_say_what_they_are() {
        let list = Arc::new(words::read(b"hung\nreis\naile\nhure\nngai\nisle\n", "list").unwrap().list);
        let encoding = DigramEncoding::new(Size::new(3, 3).unwrap(), &list);
        let names = encoding.formula.names();
        let names: Vec<String> = names.variables().map(|(_, family, key)| family.render(key)).collect();
        for name in
            ["blank(2,1)", "digram(0,2,NG)", "filled(down,1,2,1)", "part(across,2,1,IS)", "word(down,0,HURE)"]
        {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
        let total: usize = encoding.formula.clause_families().iter().map(|family| family.clauses).sum();
        assert_eq!(total, encoding.formula.clause_count());
        assert!(encoding.formula.clause_families().iter().all(|family| family.name != "other"));
    }
}
