//! From a pattern of question fields to its arrows.
//!
//! Every run of two or more letters behind a question field is asked by that field with a straight arrow. What is left
//! to choose is who asks the runs that start at an upper or left border: each needs a bent arrow from one of the two
//! fields beside its start, each field can have one, and a field that asks nothing straight has to have one (see
//! [`super::bent`]). That is a matching of words with fields, and each word knows at most two. Words are matched along
//! augmenting paths; then each field that still asks nothing takes a word from a field that can spare it. So apart from
//! short paths the time is linear in the fields of the grid, whereas the formula of the layout, which can do the same,
//! has to be built and solved for the whole grid.

use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Finds arrows so that every run is asked and no question field is left without a question. `None` if questions are
/// given, which this does not handle, or if there are no such arrows among those it considers.
pub(in crate::search) fn arrows(pattern: &Puzzle) -> Option<Puzzle> {
    arrows_without(pattern, &[])
}

/// Does the same where nobody asks for some of the runs. Whether their letters are in other words is not judged here.
pub(in crate::search) fn arrows_without(pattern: &Puzzle, unasked: &[Run]) -> Option<Puzzle> {
    if !pattern.questions.is_empty() {
        return None;
    }
    let fields = &pattern.fields;
    let is_question = |pos: Pos| fields.get(pos) == Some(&Field::Question);
    let mut questions = Vec::new();
    let mut asks: Grid<[bool; 2]> = fields.map(|_, _| [false; 2]);
    let mut border = Vec::new();
    let runs = fields.runs(|field| field.is_solution()).into_iter();
    for run in runs.filter(|run| run.len >= 2 && !unasked.contains(run)) {
        let (row, col) = run.direction.step();
        match run.start.offset(-row, -col).filter(|&before| is_question(before)) {
            Some(before) => {
                asks[before][index(run.direction)] = true;
                let arrow = if run.direction == Direction::Across { Arrow::Right } else { Arrow::Down };
                questions.push(Question { pos: before, arrow });
            }
            None => border.push(run),
        }
    }
    let can_ask = |pos: Pos, direction: Direction| {
        is_question(pos) && pattern.allows_bent(pos) && !asks[pos][index(direction.crossing())]
    };
    let helpers = |run: &Run| -> Vec<Question> {
        let bent =
            Arrow::ALL.into_iter().filter(|arrow| arrow.is_bent() && arrow.direction() == run.direction);
        let question = |arrow: Arrow| Some(Question { pos: arrow.question(run.start)?, arrow });
        bent.filter_map(question).filter(|question| can_ask(question.pos, run.direction)).collect()
    };
    let needy = fields.positions().filter(|&pos| is_question(pos) && asks[pos] == [false; 2]).collect();
    let mut matching = Matching::new(border.iter().map(helpers).collect(), needy);
    if !(matching.serve_all() && matching.employ_all()) {
        return None;
    }
    questions.extend(matching.questions());
    questions.sort_unstable();
    Some(Puzzle { fields: fields.clone(), questions })
}

/// Returns the place of a direction in a pair.
fn index(direction: Direction) -> usize {
    usize::from(direction == Direction::Down)
}

/// Which field asks each border word.
struct Matching {
    /// The bent questions that can ask each word.
    helpers: Vec<Vec<Question>>,
    /// The words that each field can ask.
    words: HashMap<Pos, Vec<usize>>,
    /// The question of each word, as far as there is one.
    asked: Vec<Option<Question>>,
    /// The word that each field asks.
    asks: HashMap<Pos, usize>,
    /// The fields that have nothing else to ask.
    needy: BTreeSet<Pos>,
}

impl Matching {
    fn new(helpers: Vec<Vec<Question>>, needy: BTreeSet<Pos>) -> Self {
        let mut words: HashMap<Pos, Vec<usize>> = HashMap::new();
        for (word, helpers) in helpers.iter().enumerate() {
            helpers.iter().for_each(|question| words.entry(question.pos).or_default().push(word));
        }
        let asked = vec![None; helpers.len()];
        Self { helpers, words, asked, asks: HashMap::new(), needy }
    }

    /// Has every word asked; returns whether that is possible.
    fn serve_all(&mut self) -> bool {
        (0..self.helpers.len()).all(|word| self.serve(word, &mut HashSet::new()))
    }

    /// Has a word asked by a field that asks none, or whose word another field can ask.
    fn serve(&mut self, word: usize, seen: &mut HashSet<Pos>) -> bool {
        for question in self.helpers[word].clone() {
            let is_new = seen.insert(question.pos);
            let other = self.asks.get(&question.pos).copied();
            if is_new && other.is_none_or(|other| self.serve(other, seen)) {
                self.ask(question, word);
                return true;
            }
        }
        false
    }

    /// Has every field ask something; returns whether that is possible without leaving out a word.
    fn employ_all(&mut self) -> bool {
        let needy = self.needy.clone();
        needy.iter().all(|field| self.asks.contains_key(field) || self.employ(*field, &mut HashSet::new()))
    }

    /// Lets a field take a word from one that has something else to ask, or takes another word for it.
    fn employ(&mut self, field: Pos, seen: &mut HashSet<usize>) -> bool {
        for word in self.words.get(&field).cloned().unwrap_or_default() {
            let Some(holder) = self.asked[word].map(|question| question.pos).filter(|_| seen.insert(word))
            else {
                continue;
            };
            let own = self.helpers[word].iter().copied().find(|question| question.pos == field);
            if let Some(own) = own
                && holder != field
                && (!self.needy.contains(&holder) || self.employ(holder, seen))
            {
                if self.asks.get(&holder) == Some(&word) {
                    self.asks.remove(&holder);
                }
                self.ask(own, word);
                return true;
            }
        }
        false
    }

    fn ask(&mut self, question: Question, word: usize) {
        self.asked[word] = Some(question);
        self.asks.insert(question.pos, word);
    }

    fn questions(self) -> impl Iterator<Item = Question> {
        self.asked.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Blocked;
    use crate::encodings::arrowword::rules;
    use crate::search::layout::{Board, Fits};

    /// On random small patterns with blocked fields, wherever the tally of the board finds nothing broken, there are arrows,
    /// they ask every run, and no rule is broken.
    #[test]
    fn what_the_count_lets_pass_gets_arrows_that_follow_the_rules() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut served, mut bent) = (0, 0);
        for turn in 0..12_000 {
            let (rows, cols) = (rng.usize(2..8), rng.usize(2..8));
            let fields = Grid::from_fn(rows, cols, |_| match rng.u8(..12) {
                0 if turn % 2 == 0 => Field::Blocked(Blocked::Space),
                1..=3 => Field::Question,
                _ => Field::Open,
            });
            let pattern = Puzzle { fields, questions: Vec::new() };
            let board = Board::new(&pattern, &[1000; 9], &Fits::default());
            let found = arrows(&pattern);
            if board.tally().broken() > 0 {
                continue;
            }
            let puzzle = found.unwrap_or_else(|| panic!("no arrows for {:?}", pattern.fields));
            assert_eq!(rules::check(&puzzle, None), [], "{puzzle:?}");
            let runs = pattern.fields.runs(|field| field.is_solution());
            assert_eq!(puzzle.questions.len(), runs.iter().filter(|run| run.len >= 2).count());
            assert!(puzzle.questions.is_sorted());
            served += 1;
            bent += puzzle.questions.iter().filter(|question| question.arrow.is_bent()).count();
        }
        assert!(served > 60 && bent > 100, "{served} patterns with {bent} bent arrows");
    }

    /// Of random small patterns: no rule is broken but that letters of the run may be in no other word.
    #[test]
    fn without_some_runs_all_others_are_asked_for() {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut found = 0;
        for _ in 0..12_000 {
            let (rows, cols) = (rng.usize(3..6), rng.usize(3..6));
            let fields =
                Grid::from_fn(rows, cols, |_| if rng.u8(..9) < 2 { Field::Question } else { Field::Open });
            let pattern = Puzzle { fields, questions: Vec::new() };
            let runs = pattern.fields.runs(|field| field.is_solution());
            let runs: Vec<Run> = runs.into_iter().filter(|run| run.len >= 2).collect();
            if runs.is_empty() {
                continue;
            }
            let unasked = runs[rng.usize(..runs.len())];
            if let Some(layout) = arrows_without(&pattern, &[unasked]) {
                let asked: HashSet<Run> = layout.questions.iter().filter_map(|&q| layout.run_of(q)).collect();
                assert_eq!(asked, runs.iter().copied().filter(|run| *run != unasked).collect());
                let crossed = |pos: Pos| asked.iter().any(|run| run.cells().any(|other| other == pos));
                let only_letters = rules::check(&layout, None)
                    .iter()
                    .all(|broken| matches!(broken, rules::Violation::LetterWithoutQuestion { pos } if !crossed(*pos)));
                assert!(only_letters, "{layout:?}");
                found += 1;
            }
        }
        assert!(found > 60, "{found}");
    }

    #[test]
    fn a_field_with_nothing_to_ask_takes_a_word_from_one_that_has_something() {
        // Two words and three fields: those at the ends have nothing else to ask, so each has to take a word from the middle.
        let helpers = |fields: &[(usize, usize)]| -> Vec<Question> {
            fields
                .iter()
                .map(|&(row, col)| Question { pos: Pos::new(row, col), arrow: Arrow::RightDown })
                .collect()
        };
        let words = vec![helpers(&[(0, 2), (0, 0)]), helpers(&[(0, 2), (0, 4)])];
        let needy = BTreeSet::from([Pos::new(0, 0), Pos::new(0, 4)]);
        let mut matching = Matching::new(words, needy);
        assert!(matching.serve_all() && matching.employ_all());
        let fields: Vec<_> = matching.questions().map(|question| question.pos.col).collect();
        assert_eq!(fields, [0, 4]);
        let mut few = Matching::new(vec![helpers(&[(0, 0)]), helpers(&[(0, 0)])], BTreeSet::new());
        assert!(!few.serve_all());
    }
}
