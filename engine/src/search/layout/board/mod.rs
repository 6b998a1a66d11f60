//! The layout as the annealer sees it: which fields are questions, and a running tally of everything that counts.
//!
//! Which fields hold questions decides everything else in a layout: the words are the runs of two or more
//! letters between them, each asked by the field before it, and only a run that starts at an upper or left
//! border leaves a choice (a bent arrow, see [`super::bent`]). So a state is one bit per field, a move flips
//! bits, and a flip changes the tally only nearby: the two lines through the field for the word lengths,
//! a diamond of radius two for everything else. So a move costs well under a microsecond on grids
//! of any size, which is what makes annealing worthwhile; the first trial of the same search in CNF with
//! windows needed minutes for what this does in seconds (`docs/benchmarks.md`).

mod count;
mod tight;

use super::bent::BentMatching;
use super::held::{Held, Place};
use super::misfit::{Fits, Known};
use super::pattern::{Kind, Pattern, is_vast};
use super::tally::{MAX_LEN, Tally};
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use crate::encodings::grid::{Direction, Grid, Pos};
use crate::encodings::lexicon::Letter;
use std::rc::Rc;
use tight::Tightness;

/// A bound on the words of one length in a layout (200 x 200 fields hold fewer).
const MAX_SUPPLY: usize = 1 << 20;

/// The place where the word of a given question has to start.
#[derive(Clone, Copy, Debug)]
struct GivenStart {
    start: usize,
    step: usize,
}

/// A layout to return to.
#[derive(Clone, Debug)]
pub(in crate::search) struct Snapshot {
    kinds: Vec<Kind>,
    own: Vec<Option<Place>>,
}

/// A layout that is being changed.
#[derive(Clone, Debug)]
pub(in crate::search) struct Board {
    rows: usize,
    cols: usize,
    pattern: Pattern,
    flippable: Vec<bool>,
    free: Vec<usize>,
    /// Whether a flip of this field can change which words need bent arrows or who can ask them.
    near_border: Vec<bool>,
    bent: BentMatching,
    given: Vec<GivenStart>,
    /// Where no word may start, because the question field before it may not have its question.
    shut: Vec<GivenStart>,
    /// The letters of the given puzzle, then also those of own words.
    letters: Vec<Option<Letter>>,
    /// Whether there can be letters at all.
    pub(super) has_letters: bool,
    /// Whether a letter is one of the given puzzle.
    given_letters: Vec<bool>,
    fits: Fits,
    /// The letters that the words of a field's across run and of its down run can have there, a bit for each; empty without
    /// letters.
    possible: Vec<[u32; 2]>,
    /// What is known of the words of the runs that start at a field, across and down; empty without letters.
    known: Vec<[Option<Rc<Known>>; 2]>,
    /// The runs with letters that have no word: first field, step, length.
    wordless: Vec<(usize, usize, usize)>,
    /// Whether runs are judged by their crossings as well.
    judges_crossings: bool,
    tightness: Tightness,
    /// The own words, which hold fields that could be flipped otherwise.
    pub(super) held: Held,
    unblocked: i32,
    /// Whether it is so large that words get scarce.
    is_vast: bool,
    /// How many words of each length the list can provide.
    supply: Vec<i32>,
    /// The greatest length of which the list has words.
    longest: usize,
    tally: Tally,
}

impl Board {
    /// Creates the board of a puzzle: its blocked fields, letters and questions are kept, its open fields are free
    /// and start as letters. `supply[len]` is the number of words of that length; lengths beyond
    /// its end have none. `fits` judges runs with letters.
    pub(in crate::search) fn new(puzzle: &Puzzle, supply: &[usize], fits: &Fits) -> Self {
        let (rows, cols) = (puzzle.fields.rows(), puzzle.fields.cols());
        let pattern = Pattern::new(rows, cols);
        let (width, size) = (pattern.width, pattern.kinds.len());
        let mut board = Self {
            rows,
            cols,
            pattern,
            flippable: vec![false; size],
            free: Vec::new(),
            near_border: vec![false; size],
            bent: BentMatching::default(),
            given: Vec::new(),
            shut: Vec::new(),
            letters: vec![None; size],
            has_letters: false,
            given_letters: vec![false; size],
            fits: fits.clone(),
            possible: Vec::new(),
            known: Vec::new(),
            wordless: Vec::new(),
            judges_crossings: false,
            tightness: Tightness::default(),
            held: Held::default(),
            unblocked: 0,
            is_vast: is_vast(puzzle.fields.iter().filter(|(_, field)| **field == Field::Open).count()),
            supply: vec![0; MAX_LEN + 1],
            longest: (0..supply.len().min(MAX_LEN)).rev().find(|&len| supply[len] > 0).unwrap_or(0),
            tally: Tally::empty(),
        };
        for (len, &words) in supply.iter().enumerate().take(MAX_LEN) {
            board.supply[len] = words.min(MAX_SUPPLY) as i32;
        }
        for (pos, field) in puzzle.fields.iter() {
            let at = board.at(pos);
            board.pattern.kinds[at] = match field {
                Field::Blocked(_) => continue,
                Field::Question => Kind::Question,
                Field::Open | Field::Letter(_) => Kind::Letter,
            };
            board.unblocked += 1;
            if let Field::Letter(letter) = field {
                board.letters[at] = Some(*letter);
                board.given_letters[at] = true;
                board.has_letters = true;
            }
            if *field == Field::Open {
                board.flippable[at] = true;
                board.free.push(at);
            }
        }
        for question in &puzzle.questions {
            if let Some(start) = question.arrow.start(question.pos).filter(|&p| puzzle.fields.contains(p)) {
                let step = board.pattern.step(question.arrow.direction());
                board.given.push(GivenStart { start: board.at(start), step });
            }
        }
        let border: Vec<usize> = (0..size).filter(|&i| board.pattern.is_border(i)).collect();
        for &at in &border {
            for down in 0..5 {
                for right in 0..5 {
                    board.near_border[at + down * width + right - 2 * width - 2] = true;
                }
            }
        }
        board.bent = BentMatching::new(border, size);
        board.recount();
        board
    }

    /// Demands that no question joins a given one in its field: no word may start straight behind such a field without its
    /// question. (A bent arrow beside a blocked field could ask for it; such layouts are missed, as in [`super::bent`].)
    #[must_use]
    pub(in crate::search) fn without_joining(mut self, given: &Puzzle) -> Self {
        let (across, down) = ((Direction::Across, Arrow::Right), (Direction::Down, Arrow::Down));
        for &Question { pos, .. } in &given.questions {
            for (direction, arrow) in [across, down] {
                if !given.questions.contains(&Question { pos, arrow }) {
                    let step = self.pattern.step(direction);
                    self.shut.push(GivenStart { start: self.at(pos) + step, step });
                }
            }
        }
        self.count_displaced();
        self
    }

    /// Returns the index of a position.
    pub(in crate::search) fn at(&self, pos: Pos) -> usize {
        self.pattern.at(pos)
    }

    /// Returns the position of an index inside the grid.
    pub(in crate::search) fn pos(&self, at: usize) -> Pos {
        self.pattern.pos(at)
    }

    /// Returns the difference of indices for one step down; for a step right it is 1.
    pub(super) fn width(&self) -> usize {
        self.pattern.width
    }

    /// Returns the fields that may be flipped, unless an own word holds them.
    pub(in crate::search) fn free(&self) -> &[usize] {
        &self.free
    }

    /// Returns whether this field may be flipped.
    pub(in crate::search) fn is_free(&self, at: usize) -> bool {
        self.flippable[at] && !self.held.holds(at)
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub(super) fn cols(&self) -> usize {
        self.cols
    }

    /// Returns all fields on which the change of the tally may depend when fields of this rectangle are flipped, as far as
    /// runs and neighbours go: those within two fields, and the runs into it as far as the next question field.
    pub(super) fn reach(&self, rows: (usize, usize), cols: (usize, usize)) -> Vec<usize> {
        const NEAR: usize = 2;
        let width = self.pattern.width;
        let mut reach = Vec::new();
        for row in rows.0.saturating_sub(NEAR)..(rows.1 + NEAR).min(self.rows) {
            for col in cols.0.saturating_sub(NEAR)..(cols.1 + NEAR).min(self.cols) {
                reach.push(self.at(Pos::new(row, col)));
            }
        }
        let lines = (rows.0..rows.1).map(|row| (Pos::new(row, cols.0), Pos::new(row, cols.1 - 1), 1));
        let lines = lines
            .chain((cols.0..cols.1).map(|col| (Pos::new(rows.0, col), Pos::new(rows.1 - 1, col), width)));
        for (first, last, step) in lines {
            let (first, last) = (self.at(first), self.at(last));
            let back = 1..=self.pattern.reach_back(first, step) + 1;
            let ahead = 1..=self.pattern.reach_ahead(last, step) + 1;
            reach.extend(back.map(|i| first - i * step).chain(ahead.map(|i| last + i * step)));
        }
        reach
    }

    /// Returns what the field is.
    pub(in crate::search) fn kind(&self, at: usize) -> Kind {
        self.pattern.kinds[at]
    }

    /// Returns the tally of the present layout.
    pub(in crate::search) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns what makes a layout easy or hard to fill, for people.
    pub(in crate::search) fn described(&self) -> String {
        let tally = &self.tally;
        let lengths: Vec<String> =
            tally.lengths.iter().take(self.longest + 1).skip(2).map(ToString::to_string).collect();
        let letters = f64::from(self.unblocked - tally.questions);
        format!(
            "{} question fields, {} words (by length from two: {}), {:.1} % uncrossed, {} broken rules",
            tally.questions,
            tally.words,
            lengths.join(" "),
            100.0 * f64::from(tally.uncrossed) / letters,
            tally.broken()
        )
    }

    /// Returns how many fields are not blocked.
    pub(in crate::search) fn unblocked(&self) -> i32 {
        self.unblocked
    }

    /// Returns the kinds of all fields.
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.pattern.kinds
    }

    /// Returns what [`Board::restore`] needs to return to the present layout.
    pub(in crate::search) fn snapshot(&self) -> Snapshot {
        Snapshot { kinds: self.pattern.kinds.clone(), own: self.held.places() }
    }

    /// Returns to an earlier layout of this board.
    pub(in crate::search) fn restore(&mut self, snapshot: &Snapshot) {
        self.pattern.kinds.copy_from_slice(&snapshot.kinds);
        for at in 0..self.letters.len() {
            self.letters[at] = self.letters[at].filter(|_| self.given_letters[at]);
        }
        self.held.put_back(&snapshot.own, |at, letter| self.letters[at] = Some(letter));
        self.recount();
    }

    /// Sets the free fields to what they are in a layout of the same grid.
    pub(in crate::search) fn take_over(&mut self, layout: &Puzzle) {
        for i in 0..self.free.len() {
            let at = self.free[i];
            if (layout.fields[self.pos(at)] == Field::Question) != self.pattern.is_question(at) {
                self.flip(at);
            }
        }
    }

    /// Lets only those fields flip that are free in `puzzle` and for which `inside` holds.
    pub(in crate::search) fn confine(&mut self, puzzle: &Puzzle, inside: impl Fn(Pos) -> bool) {
        self.free.clear();
        for (pos, field) in puzzle.fields.iter() {
            let at = self.at(pos);
            self.flippable[at] = *field == Field::Open && inside(pos);
            if self.flippable[at] {
                self.free.push(at);
            }
        }
    }

    /// Returns the given puzzle with its open fields decided, and the letters of own words. Its questions are only the given ones; the others are
    /// left to the assignment of arrows.
    pub(in crate::search) fn puzzle(&self, given: &Puzzle) -> Puzzle {
        let fields = Grid::from_fn(self.rows, self.cols, |pos| {
            match (given.fields[pos], self.pattern.kinds[self.at(pos)]) {
                (Field::Open, Kind::Question) => Field::Question,
                (Field::Open, Kind::Letter) => self.letters[self.at(pos)].map_or(Field::Open, Field::Letter),
                (field, _) => field,
            }
        });
        Puzzle { fields, questions: given.questions.clone() }
    }

    /// Sets the free fields at random, about 22 % of them to questions.
    pub(in crate::search) fn scatter(&mut self, rng: &mut fastrand::Rng) {
        const QUESTIONS: f64 = 0.22;
        for i in 0..self.free.len() {
            let at = self.free[i];
            if self.is_free(at) && (rng.f64() < QUESTIONS) != self.pattern.is_question(at) {
                self.flip(at);
            }
        }
    }

    /// Returns the letter that a field is known to have.
    pub(super) fn letter(&self, at: usize) -> Option<Letter> {
        self.letters[at]
    }

    /// Returns whether a letter is that of the given puzzle.
    pub(super) fn is_given(&self, at: usize) -> bool {
        self.given_letters[at]
    }

    /// Returns the length of the run that starts at a field, if one does.
    pub(super) fn run_from(&self, start: usize, step: usize) -> Option<usize> {
        let starts = self.pattern.is_letter(start) && !self.pattern.is_letter(start - step);
        starts.then(|| 1 + self.pattern.reach_ahead(start, step))
    }

    /// Returns whether a field is a letter or may become one.
    pub(super) fn may_be_letter(&self, at: usize) -> bool {
        self.pattern.is_letter(at) || self.flippable[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Blocked;
    use crate::encodings::grid::Run;
    use crate::encodings::lexicon::WordList;
    use crate::solver::words::WordIndex;
    use std::sync::Arc;

    fn open(rows: usize, cols: usize) -> Puzzle {
        let fields = Grid::from_fn(rows, cols, |p| match (p.row, p.col) {
            (4..=5, 3..=5) => Field::Blocked(Blocked::Space),
            _ => Field::Open,
        });
        Puzzle { fields, questions: Vec::new() }
    }

    #[test]
    fn without_joining_no_word_starts_behind_a_field_that_has_no_question_for_it() {
        use crate::encodings::arrowword::cwg;
        // The question asks for the word to its right; below it, a word could start as well.
        let given = cwg::read("3\n3\n?..\n...\n...\n0 0 3\n").unwrap().puzzle;
        let board = || Board::new(&given, &[9; 4], &Fits::default());
        let (mut joining, mut alone) = (board(), board().without_joining(&given));
        assert_eq!((joining.tally().displaced, alone.tally().displaced), (0, 1));
        for (row, without) in [(1, 0), (2, 0)] {
            let at = joining.at(Pos::new(row, 0));
            joining.flip(at);
            alone.flip(at);
            assert_eq!((joining.tally().displaced, alone.tally().displaced), (0, without), "row {row}");
            joining.flip(at);
            alone.flip(at);
        }
        let mut recounted = alone.clone();
        recounted.recount();
        assert_eq!((recounted.tally(), alone.tally().displaced), (alone.tally(), 1));
    }

    #[test]
    fn the_running_tally_equals_a_recount_after_any_flips() {
        let puzzle = open(9, 11);
        let mut board = Board::new(&puzzle, &[0, 0, 9, 9, 3, 0, 2], &Fits::default());
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..3000 {
            let at = board.free()[rng.usize(..board.free().len())];
            board.flip(at);
            if round % 7 == 0 {
                let mut fresh = board.clone();
                fresh.recount();
                assert_eq!(fresh.tally, board.tally, "after {round} flips");
            }
        }
    }

    /// Of random boards with letters, what the board says of runs without a word is true of their arrows.
    #[test]
    fn where_runs_may_be_unasked_all_others_have_arrows() {
        use crate::encodings::arrowword::rules;
        use crate::search::layout::arrows_without;
        let word = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
        let words = ["AB", "BA", "AA", "ABA", "BAB", "AAB", "BBA", "ABBA", "BABA", "ABABA"];
        let list = WordList::new(words.map(|text| (word(text), 1.0)));
        let fits = Fits::new(&Arc::new(WordIndex::new(&list)));
        let mut rng = fastrand::Rng::with_seed(17);
        let (mut may, mut unasked) = (0, 0);
        for _ in 0..150_000 {
            let fields = Grid::from_fn(rng.usize(3..5), rng.usize(3..6), |_| match rng.u8(..8) {
                0..2 => Field::Question,
                2..5 => Field::Letter(word("AB")[rng.usize(..2)]),
                _ => Field::Open,
            });
            let pattern = Puzzle { fields, questions: Vec::new() };
            let board = Board::new(&pattern, &[0, 0, 9, 9, 9, 9], &fits);
            let runs: Vec<Run> = board.wordless_runs().collect();
            let has_word = |run: &Run| {
                let letters: Vec<_> = run.cells().map(|pos| board.letter(board.at(pos))).collect();
                list.words(run.len)
                    .any(|word| word.iter().zip(&letters).all(|(a, b)| b.is_none_or(|b| b == *a)))
            };
            let all = pattern.fields.runs(|field| field.is_solution()).into_iter();
            let wordless = all.filter(|run| run.len >= 2 && run.len <= 5 && !has_word(run)).count();
            assert_eq!((runs.len(), runs.iter().any(has_word)), (wordless, false));
            if runs.is_empty() || !board.may_leave_unasked() {
                continue;
            }
            may += 1;
            // Two of them may be in each other's way; one alone never is.
            let Some(layout) = arrows_without(&pattern, &runs) else { continue };
            let mut broken = rules::check(&layout, None);
            // The letters are random.
            broken.retain(|broken| !matches!(broken, rules::Violation::WordTwice { .. }));
            let is_of_one =
                |broken: &rules::Violation| matches!(broken, rules::Violation::LetterWithoutQuestion { .. });
            assert!(broken.is_empty() || (runs.len() > 1 && broken.iter().all(is_of_one)), "{broken:?}");
            unasked += usize::from(broken.is_empty());
        }
        assert!(may > 20 && unasked > 10, "{may} {unasked}");
    }

    #[test]
    fn the_choice_of_words_on_a_very_large_board_is_that_of_its_lengths() {
        let puzzle = Puzzle { fields: Grid::filled(80, 80, Field::Open), questions: Vec::new() };
        let supply = [0, 0, 50, 400, 9000, 9000, 9000, 9];
        let mut board = Board::new(&puzzle, &supply, &Fits::default());
        let mut rng = fastrand::Rng::with_seed(3);
        board.scatter(&mut rng);
        for _ in 0..500 {
            let at = board.free()[rng.usize(..board.free().len())];
            board.flip(at);
        }
        let mut fresh = board.clone();
        fresh.recount();
        assert_eq!(fresh.tally, board.tally);
        // As many factors as there are words, each the number of words that are left for it.
        let of_len = |(len, &count): (usize, &i32)| {
            let supply = supply.get(len).map_or(0, |&supply| supply as i32);
            (0..count).map(|before| f64::from((supply - before).max(1)).ln()).sum::<f64>()
        };
        let choice: f64 = board.tally().lengths.iter().enumerate().map(of_len).sum();
        let rounded = 0.0005 * f64::from(board.tally().words);
        assert!(
            choice > 5000.0 && (board.tally().choice as f64 / 1000.0 - choice).abs() <= rounded,
            "{choice}"
        );
    }

    #[test]
    fn the_tally_equals_a_recount_while_own_words_come_and_go() {
        let word = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
        let own = ["ROSE", "TULPE", "ASTER"].map(word);
        let list = WordList::new(own.iter().map(|word| (word.clone(), 1.0)));
        let puzzle = open(9, 11);
        let fits = Fits::new(&Arc::new(WordIndex::new(&list)));
        let mut board = Board::new(&puzzle, &[0, 0, 9, 9, 3, 3], &fits);
        board.welcome(&[&own[0], &own[1], &own[2]]);
        board.judge_crossings(true);
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut laid, mut misfits, mut tight, mut back) = (0, 0, 0, board.snapshot());
        for round in 0..2000 {
            let at = board.free()[rng.usize(..board.free().len())];
            if board.is_free(at) {
                board.flip(at);
            }
            let word = rng.usize(..3);
            match board.is_missing(word) {
                false if round % 5 == 0 => board.take_away(word),
                true => {
                    if let Some((_, place)) = board.draw_place(word, &mut rng) {
                        board.lay(word, place);
                        laid += 1;
                        assert!(board.problem().0.slots.len() <= board.tally().words as usize);
                    }
                }
                false => {}
            }
            match round % 50 {
                10 => back = board.snapshot(),
                30 => board.restore(&back),
                _ => {}
            }
            let mut fresh = board.clone();
            fresh.recount();
            assert_eq!(fresh.tally, board.tally, "after {round} changes");
            misfits += board.tally().misfits;
            tight += board.tally().tight;
        }
        assert!(laid > 100 && misfits > 1000, "{laid} words laid, {misfits} misfits");
        assert!(tight > 1_000_000, "{tight}");
    }

    #[test]
    fn a_confined_board_only_offers_the_window() {
        let puzzle = open(9, 11);
        let mut board = Board::new(&puzzle, &[0, 0, 9, 9, 3, 0, 2], &Fits::default());
        board.confine(&puzzle, |p| p.row < 2 && p.col < 3);
        assert_eq!(board.free().len(), 6);
        assert!(!board.is_free(board.at(Pos::new(8, 8))));
    }
}
