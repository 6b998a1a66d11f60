//! What is left open in a given grid, and whether it can be solved at all.
//!
//! A grid may be empty, contain some letters and questions, or contain its whole layout. [`Spec::new`] decides which
//! of these it is, collects the arrows that each given question field may still have, and immediately rejects what no
//! search can solve: a field that can be neither a question field nor a letter, a letter that no question reaches, a
//! given question that breaks a rule. [`Spec::check_words`] does the same for a word list. Both check necessary
//! conditions field by field; a grid that passes need not have a solution.

use super::given::Extend;
use super::puzzle::{Arrow, Field, Puzzle, Question};
use super::rules::{self, Violation};
use crate::grid::{Direction, Pos, Run};
use crate::lexicon::{Letter, WordList};
use thiserror::Error;

/// A given question field and what it may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The field.
    pub pos: Pos,
    /// Its possible contents, one or two arrows each; if the file states its questions, these alone or, where another
    /// one may join, also with that one.
    pub choices: Vec<Vec<Arrow>>,
}

/// A grid that can be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The grid as it was given.
    pub puzzle: Puzzle,
    /// What may be added to it.
    pub extend: Extend,
    /// The given question fields, row by row.
    pub asking: Vec<Asking>,
}

/// Why a grid, or a grid with a word list, has no solution. Messages count rows and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages name the fields
pub enum SpecError {
    #[error(
        "the grid has {fields} unblocked fields, but the smallest puzzle takes three: a question field and a \
         word of two letters; give a larger grid"
    )]
    TooSmall { fields: usize },

    #[error(
        "the field at {pos} lies in an island of {size} unblocked fields, which has no room for a question and a \
         word of two letters; block it or connect it"
    )]
    Island { pos: Pos, size: usize },

    #[error(
        "the field at {pos} can be neither a question field nor a letter of a word; block it or connect it \
         with its neighbours"
    )]
    Unusable { pos: Pos },

    #[error(
        "the solution field at {pos} cannot be reached by any question; add a question field before its word, \
         or let the tool add some (--extend)"
    )]
    Unreachable { pos: Pos },

    #[error(
        "the question field at {pos} has no question, and no arrow can start a word there; give it a free run \
         of two fields or more, or make it a solution field"
    )]
    NoArrow { pos: Pos },

    #[error("{0}; correct the grid")]
    Rule(Violation),

    #[error("the word list has no word of two letters or more; give another list")]
    NoWords,

    #[error(
        "the word list has {words} words that are no longer than the grid, for at most {covered} fields with \
         their questions, since no word may occur twice; the grid has {fields} unblocked fields: give a larger list"
    )]
    TooFewWords { words: usize, covered: usize, fields: usize },

    #[error(
        "the word of the question at {} {arrow} has {len} letters, but the longest word of the list has \
         {longest}; break the run with a question field, or give a list with longer words", .question.pos,
         arrow = .question.arrow
    )]
    RunTooLong { question: Question, len: usize, longest: usize },

    #[error(
        "the word of the question at {} {arrow} has {len} letters, but the list has no word of that length; \
         change the run, or give a list with such words", .question.pos, arrow = .question.arrow
    )]
    NoWordsOfLength { question: Question, len: usize },

    #[error(
        "no word of the list fits the given letters {pattern} of the question at {} {arrow}; change them, or \
         give a list with such a word", .question.pos, arrow = .question.arrow
    )]
    NoMatch { question: Question, pattern: String },

    #[error(
        "the question field at {pos} can only ask for words of {lengths:?} letters, and the list has none; \
         change the layout, or give a list with such words"
    )]
    NoWordsForField { pos: Pos, lengths: Vec<usize> },
}

impl Spec {
    /// Finds out what is open in a grid of which somebody says that this may be added to its questions.
    pub fn new(puzzle: Puzzle, extend: Extend) -> Result<Self, SpecError> {
        let extend = extend.of(&puzzle);
        let unblocked = puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
        if unblocked < 3 {
            return Err(SpecError::TooSmall { fields: unblocked });
        }
        let mut spec = Self { puzzle, extend, asking: Vec::new() };
        spec.check_islands()?;
        spec.check_rules(None)?;
        spec.asking = spec.find_choices()?;
        spec.check_fields()?;
        Ok(spec)
    }

    /// Checks whether the words of this list may suffice.
    pub fn check_words(&self, words: &WordList) -> Result<(), SpecError> {
        if words.longest() < 2 {
            return Err(SpecError::NoWords);
        }
        self.check_rules(Some(words))?;
        // Where question fields may be added, they can still shorten every run.
        if !self.extend.opens_fields() {
            self.check_given_runs(words)?;
        }
        self.check_supply(words)
    }

    /// Checks whether the list has words for the runs of a given layout.
    fn check_given_runs(&self, words: &WordList) -> Result<(), SpecError> {
        for &question in &self.puzzle.questions {
            if let Some(run) = self.puzzle.run_of(question) {
                self.check_run(question, run, words)?;
            }
        }
        for Asking { pos, choices } in &self.asking {
            let len =
                |&arrow: &Arrow| self.puzzle.run_of(Question { pos: *pos, arrow }).map_or(0, |run| run.len);
            if !choices.iter().any(|arrows| arrows.iter().all(|arrow| words.count(len(arrow)) > 0)) {
                let mut lengths: Vec<_> =
                    choices.iter().flatten().map(len).filter(|&len| words.count(len) == 0).collect();
                lengths.sort_unstable();
                lengths.dedup();
                return Err(SpecError::NoWordsForField { pos: *pos, lengths });
            }
        }
        Ok(())
    }

    /// Checks whether there are enough words: every letter is in a word, every question field asks for one, and no word
    /// occurs twice, so the words of the list, each with a question field, have to cover the grid.
    fn check_supply(&self, words: &WordList) -> Result<(), SpecError> {
        let fields = self.puzzle.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
        let longest = self.puzzle.fields.rows().max(self.puzzle.fields.cols());
        let fitting = || (2..=longest).map(|len| (len, words.count(len)));
        let covered = fitting().map(|(len, count)| count * (len + 1)).sum();
        if fields > covered {
            let words = fitting().map(|(_, count)| count).sum();
            return Err(SpecError::TooFewWords { words, covered, fields });
        }
        Ok(())
    }

    /// Checks whether the list has a word for a run that is certainly asked for.
    fn check_run(&self, question: Question, run: Run, words: &WordList) -> Result<(), SpecError> {
        let (len, longest) = (run.len, words.longest());
        if len > longest {
            return Err(SpecError::RunTooLong { question, len, longest });
        }
        if words.count(len) == 0 {
            return Err(SpecError::NoWordsOfLength { question, len });
        }
        let letter = |pos| match self.puzzle.fields[pos] {
            Field::Letter(letter) => Some(letter),
            _ => None,
        };
        let pattern: Vec<Option<Letter>> = run.cells().map(letter).collect();
        let fits = |word: &[Letter]| word.iter().zip(&pattern).all(|(a, b)| b.is_none_or(|b| b == *a));
        if words.words(len).any(fits) {
            return Ok(());
        }
        let pattern = pattern.iter().map(|letter| letter.map_or('?', Letter::char)).collect();
        Err(SpecError::NoMatch { question, pattern })
    }

    /// Rejects islands of one or two fields, which cannot hold a question and its word.
    fn check_islands(&self) -> Result<(), SpecError> {
        let fields = &self.puzzle.fields;
        let mut seen = fields.map(|_, field| field.is_blocked());
        for pos in fields.positions() {
            let (mut size, mut to_visit) = (0, vec![pos]);
            while let Some(next) = to_visit.pop() {
                if !std::mem::replace(&mut seen[next], true) {
                    size += 1;
                    to_visit.extend(fields.neighbours4(next));
                }
            }
            if (1..3).contains(&size) {
                return Err(SpecError::Island { pos, size });
            }
        }
        Ok(())
    }

    /// Rejects a given question that breaks a rule whatever is added to the grid.
    fn check_rules(&self, words: Option<&WordList>) -> Result<(), SpecError> {
        let stays = |violation: &Violation| match violation {
            Violation::NoQuestions
            | Violation::NoArrows { .. }
            | Violation::EmptyQuestionField { .. }
            | Violation::LetterWithoutQuestion { .. } => false,
            // An undecided field before the word may become a question field.
            Violation::StartsInside { before, .. } => {
                !self.extend.opens_fields() || self.puzzle.fields[*before] != Field::Open
            }
            _ => true,
        };
        match rules::check(&self.puzzle, words).into_iter().find(stays) {
            Some(violation) => Err(SpecError::Rule(violation)),
            None => Ok(()),
        }
    }

    /// Returns what each given question field may hold.
    fn find_choices(&self) -> Result<Vec<Asking>, SpecError> {
        let mut asking = Vec::new();
        for (pos, _) in self.puzzle.fields.iter().filter(|&(_, &field)| field == Field::Question) {
            let here = self.puzzle.questions.iter().filter(|q| q.pos == pos);
            let given: Vec<Arrow> = here.map(|q| q.arrow).collect();
            let choices = match given[..] {
                [] => self.choices_at(pos),
                [arrow] if self.extend.lets_join() => self.choices_with(pos, arrow),
                _ => vec![given],
            };
            if choices.is_empty() {
                return Err(SpecError::NoArrow { pos });
            }
            asking.push(Asking { pos, choices });
        }
        Ok(asking)
    }

    /// Lists everything that a question field at `pos` could hold: one arrow, or an allowed pair.
    fn choices_at(&self, pos: Pos) -> Vec<Vec<Arrow>> {
        let possible = |arrow: &Arrow| self.can_ask(Question { pos, arrow: *arrow });
        let arrows: Vec<Arrow> = Arrow::ALL.into_iter().filter(possible).collect();
        let singles = arrows.iter().map(|&arrow| vec![arrow]);
        let pairs = Arrow::PAIRS.into_iter().filter(|(a, b)| arrows.contains(a) && arrows.contains(b));
        singles.chain(pairs.map(|(a, b)| vec![a, b])).collect()
    }

    /// Lists what a question field at `pos` with this arrow could hold: that alone, or an allowed pair with it.
    fn choices_with(&self, pos: Pos, given: Arrow) -> Vec<Vec<Arrow>> {
        let joins = |arrow: &Arrow| arrow.may_pair(given) && self.can_ask(Question { pos, arrow: *arrow });
        let pairs = Arrow::ALL.into_iter().filter(joins).map(|arrow| vec![given, arrow]);
        std::iter::once(vec![given]).chain(pairs).collect()
    }

    /// Tells whether this question could start a word: the first two fields can take letters, and the one before them
    /// need not.
    fn can_ask(&self, question: Question) -> bool {
        let Question { pos, arrow } = question;
        if arrow.is_bent() && !self.puzzle.allows_bent(pos) {
            return false;
        }
        arrow.start(pos).is_some_and(|start| self.can_start(start, arrow.direction()))
    }

    /// Tells whether a word of two or more letters can start here.
    fn can_start(&self, start: Pos, direction: Direction) -> bool {
        let fields = &self.puzzle.fields;
        let solution =
            |pos: Option<Pos>| pos.and_then(|pos| fields.get(pos)).is_some_and(|field| field.is_solution());
        let (rows, cols) = direction.step();
        let before = start.offset(-rows, -cols).and_then(|pos| fields.get(pos));
        let runs_on = match before {
            Some(Field::Letter(_)) => true,
            Some(Field::Open) => !self.extend.opens_fields(),
            _ => false,
        };
        !runs_on && solution(Some(start)) && solution(start.offset(rows, cols))
    }

    /// Checks that every field can be what it has to be.
    fn check_fields(&self) -> Result<(), SpecError> {
        for (pos, &field) in self.puzzle.fields.iter() {
            match field {
                Field::Blocked(_) | Field::Question => {}
                _ if self.is_reachable(pos) => {}
                Field::Open if self.extend.opens_fields() => {
                    if self.choices_at(pos).is_empty() {
                        return Err(SpecError::Unusable { pos });
                    }
                }
                _ => return Err(SpecError::Unreachable { pos }),
            }
        }
        Ok(())
    }

    /// Tells whether a word that some question can ask for may run through this field.
    fn is_reachable(&self, pos: Pos) -> bool {
        Direction::BOTH.into_iter().any(|direction| {
            let (rows, cols) = direction.step();
            let back = |pos: &Pos| pos.offset(-rows, -cols);
            let mut starts = std::iter::successors(Some(pos), back)
                .take_while(|&pos| self.puzzle.fields[pos].is_solution());
            starts.any(|start| self.can_start(start, direction) && self.is_asked(start, direction))
        })
    }

    /// Tells whether some field can hold a question for a word that starts here.
    fn is_asked(&self, start: Pos, direction: Direction) -> bool {
        Arrow::ALL.into_iter().filter(|arrow| arrow.direction() == direction).any(|arrow| {
            let Some(pos) = arrow.question(start) else { return false };
            match self.puzzle.fields.get(pos) {
                Some(Field::Question) => self
                    .asking
                    .binary_search_by_key(&pos, |asking| asking.pos)
                    .is_ok_and(|at| self.asking[at].choices.iter().flatten().any(|&a| a == arrow)),
                Some(Field::Open) => {
                    self.extend.opens_fields() && (!arrow.is_bent() || self.puzzle.allows_bent(pos))
                }
                _ => false,
            }
        })
    }
}

#[cfg(test)]
mod tests;
