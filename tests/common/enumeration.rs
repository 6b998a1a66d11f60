//! Plain enumeration, written from the text of the rules: the reference for the encodings on tiny grids. It shares no
//! code with them: fields are characters, arrows are numbers, and everything is tried.

use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use cwsat::encodings::cnf::{Formula, Lit};
use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use std::collections::{BTreeMap, BTreeSet};

/// A layout: rows of `?`, `.` and blanks, and the questions as (row, column, type).
pub type Layout = (Vec<String>, Vec<(usize, usize, usize)>);

/// The start of each arrow type's word, and whether it runs down.
const TYPES: [(i32, i32, bool); 6] =
    [(1, 0, true), (1, 0, false), (0, -1, true), (0, 1, false), (0, 1, true), (-1, 0, false)];

/// What is allowed and what is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    pub lengths: &'static [usize],
    pub ask_all: bool,
    pub no_dead: bool,
    pub no_clusters: bool,
}

/// A grid of characters with its size.
#[derive(Clone)]
pub struct Board {
    pub rows: i32,
    pub cols: i32,
    pub cells: Vec<char>,
}

impl Board {
    pub fn at(&self, r: i32, c: i32) -> Option<char> {
        (r >= 0 && c >= 0 && r < self.rows && c < self.cols).then(|| self.cells[(r * self.cols + c) as usize])
    }

    fn letter(&self, r: i32, c: i32) -> bool {
        self.at(r, c) == Some('.')
    }

    fn bent_allowed(&self, r: i32, c: i32) -> bool {
        r == 0 || c == 0 || self.at(r, c - 1) == Some(' ') || self.at(r - 1, c) == Some(' ')
    }

    /// Returns the cells of the word that a question asks; `None` if it is not a word: it has to start where its run
    /// starts and have two or more cells.
    pub fn word(&self, r: i32, c: i32, t: usize) -> Option<Vec<(i32, i32)>> {
        let (dr, dc, down) = TYPES[t];
        if [1, 2, 4, 5].contains(&t) && !self.bent_allowed(r, c) {
            return None;
        }
        let (sr, sc) = (r + dr, c + dc);
        let (vr, vc) = if down { (1, 0) } else { (0, 1) };
        if self.letter(sr - vr, sc - vc) {
            return None;
        }
        let cells: Vec<(i32, i32)> =
            (0..).map(|i| (sr + i * vr, sc + i * vc)).take_while(|&(a, b)| self.letter(a, b)).collect();
        (cells.len() >= 2).then_some(cells)
    }

    fn runs(&self) -> Vec<Vec<(i32, i32)>> {
        let mut runs = Vec::new();
        for r in 0..self.rows {
            for c in 0..self.cols {
                for (vr, vc) in [(0, 1), (1, 0)] {
                    if self.letter(r, c) && !self.letter(r - vr, c - vc) {
                        let cells = (0..).map(|i| (r + i * vr, c + i * vc));
                        runs.push(cells.take_while(|&(a, b)| self.letter(a, b)).collect());
                    }
                }
            }
        }
        runs
    }

    fn clusters_below_three(&self) -> bool {
        let questions: Vec<(i32, i32)> = self.places().filter(|&(r, c)| self.at(r, c) == Some('?')).collect();
        let mut left: BTreeSet<(i32, i32)> = questions.into_iter().collect();
        while let Some(first) = left.pop_first() {
            let mut cluster = vec![first];
            let mut next = 0;
            while next < cluster.len() {
                let (r, c) = cluster[next];
                for dr in -1..=1 {
                    for dc in -1..=1 {
                        if left.remove(&(r + dr, c + dc)) {
                            cluster.push((r + dr, c + dc));
                        }
                    }
                }
                next += 1;
            }
            if cluster.len() >= 3 {
                return false;
            }
        }
        true
    }

    pub fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |r| (0..cols).map(move |c| (r, c)))
    }

    fn rows_of_text(&self) -> Vec<String> {
        self.cells.chunks(self.cols as usize).map(|row| row.iter().collect()).collect()
    }

    /// Returns whether a layout that was not enumerated here obeys the rules and the wishes.
    pub fn holds(&self, questions: &[(usize, usize, usize)], wishes: &Wishes) -> bool {
        let asked: Vec<(i32, i32, usize)> =
            questions.iter().map(|&(r, c, t)| (r as i32, c as i32, t)).collect();
        let arrows_fit = self.places().all(|(r, c)| {
            let mut here: Vec<usize> = asked.iter().filter(|q| (q.0, q.1) == (r, c)).map(|q| q.2).collect();
            here.sort_unstable();
            if self.at(r, c) == Some('?') { choices(self, r, c).contains(&here) } else { here.is_empty() }
        });
        arrows_fit && self.is_valid(&asked, wishes)
    }

    fn is_valid(&self, questions: &[(i32, i32, usize)], wishes: &Wishes) -> bool {
        let words: Vec<Vec<(i32, i32)>> =
            questions.iter().map(|&(r, c, t)| self.word(r, c, t).expect("only words are offered")).collect();
        if words.iter().any(|word| !wishes.lengths.contains(&word.len())) {
            return false;
        }
        // No run twice: the same word would be in the puzzle twice.
        if words.iter().collect::<BTreeSet<_>>().len() < words.len() {
            return false;
        }
        let times = |r: i32, c: i32| words.iter().filter(|w| w.contains(&(r, c))).count();
        let letters: Vec<(i32, i32)> = self.places().filter(|&(r, c)| self.letter(r, c)).collect();
        if letters.iter().any(|&(r, c)| times(r, c) == 0) {
            return false;
        }
        if wishes.ask_all && self.runs().iter().any(|run| run.len() >= 2 && !words.contains(run)) {
            return false;
        }
        let uncrossed = |r: i32, c: i32| self.letter(r, c) && times(r, c) == 1;
        let dead = |r: i32, c: i32| {
            uncrossed(r, c)
                && [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(|&(dr, dc)| uncrossed(r + dr, c + dc))
        };
        !(wishes.no_dead && letters.iter().any(|&(r, c)| dead(r, c))
            || wishes.no_clusters && !self.clusters_below_three())
    }
}

/// Returns all layouts of a grid of blanks (blocked fields), `?`, `.`, and `*` (free fields).
pub fn all_layouts(rows: usize, cols: usize, given: &str, wishes: &Wishes) -> BTreeSet<Layout> {
    let given: Vec<char> = given.chars().collect();
    let free: Vec<usize> = (0..given.len()).filter(|&i| given[i] == '*').collect();
    let mut found = BTreeSet::new();
    for bits in 0u32..1 << free.len() {
        let mut board = Board { rows: rows as i32, cols: cols as i32, cells: given.clone() };
        for (i, &cell) in free.iter().enumerate() {
            board.cells[cell] = if bits >> i & 1 == 1 { '?' } else { '.' };
        }
        let places: Vec<(i32, i32)> = board.places().filter(|&(r, c)| board.at(r, c) == Some('?')).collect();
        let choices: Vec<Vec<Vec<usize>>> = places.iter().map(|&(r, c)| choices(&board, r, c)).collect();
        collect(&board, &places, &choices, &mut Vec::new(), wishes, &mut found);
    }
    found
}

/// Returns the sets of one or two arrows that a question field can have, each asking a word.
pub fn choices(board: &Board, r: i32, c: i32) -> Vec<Vec<usize>> {
    let single: Vec<usize> = (0..6).filter(|&t| board.word(r, c, t).is_some()).collect();
    let mut sets: Vec<Vec<usize>> = single.iter().map(|&t| vec![t]).collect();
    for (a, b) in [(0, 3), (0, 2), (0, 4), (1, 3), (3, 5)] {
        if single.contains(&a) && single.contains(&b) {
            sets.push(vec![a, b]);
        }
    }
    sets
}

fn collect(
    board: &Board,
    places: &[(i32, i32)],
    choices: &[Vec<Vec<usize>>],
    questions: &mut Vec<(i32, i32, usize)>,
    wishes: &Wishes,
    found: &mut BTreeSet<Layout>,
) {
    let Some((&(r, c), later)) = places.split_first() else {
        if board.is_valid(questions, wishes) {
            let questions = questions.iter().map(|&(r, c, t)| (r as usize, c as usize, t)).collect();
            found.insert((board.rows_of_text(), questions));
        }
        return;
    };
    for set in &choices[0] {
        questions.extend(set.iter().map(|&t| (r, c, t)));
        collect(board, later, &choices[1..], questions, wishes, found);
        questions.truncate(questions.len() - set.len());
    }
}

/// Returns the words of a layout as lists of (row, column), in the order of its questions.
pub fn words_of(layout: &Layout) -> Vec<Vec<(i32, i32)>> {
    let (rows, questions) = layout;
    let cells: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let board = Board { rows: rows.len() as i32, cols: (cells.len() / rows.len()) as i32, cells };
    questions.iter().filter_map(|&(r, c, t)| board.word(r as i32, c as i32, t)).collect()
}

/// The letters of the cells, by (row, column).
pub type Letters = BTreeMap<(i32, i32), char>;

/// Returns whether there are fields that spell the rest of a solution word, none beside another and none of the taboo ones.
pub fn has_fields(
    spelled: &[char],
    letters: &Letters,
    taboo: &BTreeSet<(i32, i32)>,
    taken: &mut Vec<(i32, i32)>,
) -> bool {
    let Some((first, rest)) = spelled.split_first() else { return true };
    letters.iter().any(|(&field, letter)| {
        let is_near = |other: &(i32, i32)| (other.0 - field.0).abs() + (other.1 - field.1).abs() < 2;
        if letter != first || taboo.contains(&field) || taken.iter().any(is_near) {
            return false;
        }
        taken.push(field);
        let has = has_fields(rest, letters, taboo, taken);
        taken.pop();
        has
    })
}

/// Returns all ways to write different words of the list into these cells, as letters by cell.
pub fn all_fills(
    words: &[Vec<(i32, i32)>],
    list: &[&str],
    letters: &mut Letters,
    used: &mut Vec<String>,
    found: &mut dyn FnMut(&Letters),
) {
    let Some((cells, later)) = words.split_first() else {
        found(letters);
        return;
    };
    for word in list.iter().filter(|word| word.len() == cells.len()) {
        let fits = cells.iter().zip(word.chars()).all(|(cell, l)| letters.get(cell).is_none_or(|&x| x == l));
        if !fits || used.iter().any(|u| u == word) {
            continue;
        }
        let before = letters.clone();
        letters.extend(cells.iter().copied().zip(word.chars()));
        used.push((*word).into());
        all_fills(later, list, letters, used, found);
        used.pop();
        *letters = before;
    }
}

/// Returns the word list of these words.
pub fn word_list(words: &[&str]) -> WordList {
    let letters = |word: &str| word.chars().map(|c| Letter::from_char(c).unwrap()).collect();
    WordList::new(words.iter().map(|word| (letters(word), WordList::DEFAULT_SCORE)))
}

/// Returns the puzzle of a grid written as in [`all_layouts`]; letters may be given too.
pub fn puzzle(rows: usize, cols: usize, given: &str) -> Puzzle {
    let given: Vec<char> = given.chars().collect();
    let fields = Grid::from_fn(rows, cols, |p: Pos| match given[p.row * cols + p.col] {
        ' ' => Field::Blocked(Blocked::Space),
        '?' => Field::Question,
        '*' | '.' => Field::Open,
        c => Field::Letter(Letter::from_char(c).unwrap()),
    });
    Puzzle { fields, questions: vec![] }
}

/// Returns a puzzle written as a layout; letters are shown.
pub fn shown(puzzle: &Puzzle) -> Layout {
    let text = |r: usize| -> String {
        let row = puzzle.fields.row(r).iter().map(|field| match field {
            Field::Blocked(_) => ' ',
            Field::Question => '?',
            Field::Open => '.',
            Field::Letter(letter) => letter.char(),
        });
        row.collect()
    };
    let questions = puzzle.questions.iter().map(|q| (q.pos.row, q.pos.col, q.arrow.code())).collect();
    ((0..puzzle.fields.rows()).map(text).collect(), questions)
}

/// Returns all models of a formula as `read` decodes them; each is blocked, once found, by the literals that `block`
/// returns.
pub fn all_models<T: Ord>(
    formula: &Formula,
    visible: &[Lit],
    mut read: impl FnMut(&dyn Fn(Lit) -> bool) -> T,
) -> BTreeSet<T> {
    let mut solver = new_solver(1);
    load(&mut *solver, formula, 0);
    let mut models = BTreeSet::new();
    while solver.solve(&Budget::unlimited()) == SatAnswer::Sat {
        let fresh = models.insert(read(&|lit| solver.value(lit)));
        assert!(fresh, "two models of the visible variables decode to the same");
        let block: Vec<Lit> = visible.iter().map(|&l| if solver.value(l) { !l } else { l }).collect();
        solver.add_clause(&block);
    }
    models
}

/// Returns a layout as a puzzle with its questions.
pub fn with_questions((rows, questions): &Layout) -> Puzzle {
    let mut puzzle = puzzle(rows.len(), rows[0].chars().count(), &rows.concat());
    let question = |&(r, c, code): &(usize, usize, usize)| Question {
        pos: Pos::new(r, c),
        arrow: Arrow::from_code(code).unwrap(),
    };
    puzzle.questions = questions.iter().map(question).collect();
    puzzle
}

/// Returns the texts of the fills of a layout whose words are accepted.
pub fn fills_where(
    layout: &Layout,
    list: &[&str],
    accepts: impl Fn(&BTreeSet<String>) -> bool,
) -> BTreeSet<String> {
    let (rows, cols) = (layout.0.len(), layout.0[0].len());
    let words = words_of(layout);
    let mut found = BTreeSet::new();
    all_fills(&words, list, &mut BTreeMap::new(), &mut Vec::new(), &mut |letters| {
        let spelled: BTreeSet<String> =
            words.iter().map(|cells| cells.iter().map(|cell| letters[cell]).collect()).collect();
        if accepts(&spelled) {
            let field = |i: usize| letters.get(&((i / cols) as i32, (i % cols) as i32)).copied();
            let layout: Vec<char> = layout.0.concat().chars().collect();
            found.insert((0..rows * cols).map(|i| field(i).unwrap_or(layout[i])).collect());
        }
    });
    found
}

/// Returns all puzzles that a joint formula allows, each as its rows and its questions.
pub fn all_puzzles(encoding: &JointEncoding, given: &Puzzle) -> BTreeSet<Layout> {
    let mut visible: Vec<Lit> = Vec::new();
    for pos in given.fields.positions() {
        visible.extend(encoding.cell(pos).iter().filter_map(|bit| bit.lit()));
        visible.extend(Arrow::ALL.iter().filter_map(|&arrow| encoding.layout().arrow(pos, arrow).lit()));
    }
    all_models(encoding.formula(), &visible, |model| shown(&encoding.decode(model)))
}

/// Returns the same by enumeration: all layouts with a question, each with the texts of its fills.
pub fn puzzles_where(
    rows: usize,
    cols: usize,
    given: &str,
    wishes: &Wishes,
    fills: impl Fn(&Layout) -> BTreeSet<String>,
) -> BTreeSet<Layout> {
    let layouts = all_layouts(rows, cols, given, wishes).into_iter().filter(|layout| !layout.1.is_empty());
    let of = |layout: Layout| {
        let filled = |text: String| {
            let text: Vec<char> = text.chars().collect();
            (text.chunks(cols).map(String::from_iter).collect(), layout.1.clone())
        };
        fills(&layout).into_iter().map(filled).collect::<Vec<_>>()
    };
    layouts.flat_map(of).collect()
}
