//! The rules of the arrowword, checked one by one on a puzzle.
//!
//! This checker judges everything the program produces, so it is written from the rules alone: it knows no encoding,
//! follows each arrow field by field, and reports every violation, not just the first.
//!
//! A puzzle may be laid out but not filled yet. An unfilled field breaks no rule here; [`unfilled`] lists such fields.
//! Words with an unfilled field are neither compared nor looked up.

mod violation;

pub use violation::Violation;

use super::given::Extend;
use super::puzzle::{Field, Puzzle, Question};
use crate::grid::{Pos, Run};
use crate::lexicon::{Apart, Letter, WordList};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Finds all violations of the rules. With `words`, every filled word has to be in that list, without words that the list
/// keeps apart from it.
pub fn check(puzzle: &Puzzle, words: Option<&WordList>) -> Vec<Violation> {
    // Without any questions, one violation says everything; there is no need for one per field.
    if puzzle.questions.is_empty() {
        let fields = puzzle.fields.iter().filter(|&(_, &field)| field == Field::Question).count();
        return vec![if fields == 0 { Violation::NoQuestions } else { Violation::NoArrows { fields } }];
    }
    let mut violations = Vec::new();
    check_question_fields(puzzle, &mut violations);
    let runs = check_runs(puzzle, &mut violations);
    check_letters(puzzle, &runs, &mut violations);
    check_words(puzzle, &runs, words, &mut violations);
    if let Some(apart) = words.and_then(WordList::apart) {
        violations.extend(check_relatives(puzzle, apart));
    }
    violations
}

/// Lists the solution fields without a letter, row by row.
pub fn unfilled(puzzle: &Puzzle) -> Vec<Pos> {
    puzzle.fields.iter().filter(|&(_, &field)| field == Field::Open).map(|(pos, _)| pos).collect()
}

/// Lists the questions whose words have a field without a letter.
pub fn open_words(puzzle: &Puzzle) -> Vec<Question> {
    let is_open = |pos: Pos| puzzle.fields[pos] == Field::Open;
    let has_open = |question: &Question| puzzle.run_of(*question).is_some_and(|run| run.cells().any(is_open));
    puzzle.questions.iter().copied().filter(has_open).collect()
}

/// Finds where a puzzle departs from the specification `empty`: in the size, blocked fields, given letters, given
/// question fields or questions, and where it adds more than `extend` allows. That is taken literally: nothing may be
/// added even if `empty` has no question field ([`Extend::of`]). (It makes no difference whether a blocked field is written
/// as a space or as `-`.)
pub fn check_against(puzzle: &Puzzle, empty: &Puzzle, extend: Extend) -> Vec<Violation> {
    let size = |p: &Puzzle| (p.fields.rows(), p.fields.cols());
    if size(puzzle) != size(empty) {
        return vec![Violation::Size { found: size(puzzle), given: size(empty) }];
    }
    let mut violations = Vec::new();
    for (pos, &given) in empty.fields.iter() {
        let found = puzzle.fields[pos];
        let kept = match given {
            Field::Blocked(_) => found.is_blocked(),
            Field::Open => !found.is_blocked(),
            Field::Question | Field::Letter(_) => found == given,
        };
        if !kept {
            violations.push(Violation::NotKept { pos, found, given });
        }
        if extend == Extend::Nothing && given == Field::Open && found == Field::Question {
            violations.push(Violation::FieldAdded { pos });
        }
    }
    let lost = empty.questions.iter().filter(|q| !puzzle.questions.contains(q));
    violations.extend(lost.map(|&question| Violation::QuestionLost { question }));
    if extend != Extend::All {
        let has_given = |pos: Pos| empty.questions.iter().any(|question| question.pos == pos);
        let added = puzzle.questions.iter().filter(|q| !empty.questions.contains(q) && has_given(q.pos));
        violations.extend(added.map(|&question| Violation::QuestionAdded { question }));
    }
    violations
}

/// Checks that each question field holds one question or an allowed pair, and bent arrows only at a border.
fn check_question_fields(puzzle: &Puzzle, violations: &mut Vec<Violation>) {
    let mut asked: BTreeMap<Pos, Vec<Question>> = BTreeMap::new();
    for &question in &puzzle.questions {
        asked.entry(question.pos).or_default().push(question);
    }
    for (pos, questions) in &asked {
        if puzzle.fields.get(*pos) != Some(&Field::Question) {
            violations.push(Violation::NoQuestionField { question: questions[0] });
        }
    }
    for (pos, _) in puzzle.fields.iter().filter(|&(_, &field)| field == Field::Question) {
        match asked.get(&pos).map_or(&[][..], |questions| questions) {
            [] => violations.push(Violation::EmptyQuestionField { pos }),
            [_] => {}
            &[a, b] => {
                if !a.arrow.may_pair(b.arrow) {
                    violations.push(Violation::ForbiddenPair { pos, arrows: [a.arrow, b.arrow] });
                }
            }
            more => violations.push(Violation::TooManyQuestions { pos, count: more.len() }),
        }
    }
    for &question in &puzzle.questions {
        if puzzle.fields.contains(question.pos)
            && question.arrow.is_bent()
            && !puzzle.allows_bent(question.pos)
        {
            violations.push(Violation::ForbiddenBend { question });
        }
    }
}

/// Checks that each question starts a word of two or more letters where a run starts, and that no two start the same
/// word. Returns the runs that are asked for.
fn check_runs(puzzle: &Puzzle, violations: &mut Vec<Violation>) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    let mut firsts: BTreeMap<Run, Question> = BTreeMap::new();
    for &question in &puzzle.questions {
        let Some(run) = puzzle.run_of(question) else {
            violations.push(Violation::NoWord { question });
            continue;
        };
        let (rows, cols) = run.direction.step();
        let before = run.start.offset(-rows, -cols);
        if let Some(before) = before.filter(|&pos| puzzle.fields[pos].is_solution()) {
            violations.push(Violation::StartsInside { question, before });
        }
        if run.len < 2 {
            violations.push(Violation::TooShort { question });
        }
        match firsts.entry(run) {
            Entry::Occupied(first) => {
                violations.push(Violation::AskedTwice { question, first: *first.get() });
            }
            Entry::Vacant(place) => {
                place.insert(question);
            }
        }
        asked.push(Asked { question, run });
    }
    asked
}

/// A question and the run it asks for.
struct Asked {
    question: Question,
    run: Run,
}

/// Checks that every letter belongs to a question.
fn check_letters(puzzle: &Puzzle, asked: &[Asked], violations: &mut Vec<Violation>) {
    let mut reached = puzzle.fields.map(|_, _| false);
    asked.iter().flat_map(|a| a.run.cells()).for_each(|pos| reached[pos] = true);
    for (pos, field) in puzzle.fields.iter() {
        if field.is_solution() && !reached[pos] {
            violations.push(Violation::LetterWithoutQuestion { pos });
        }
    }
}

/// Checks that no word occurs twice, and that each is in the list.
fn check_words(puzzle: &Puzzle, asked: &[Asked], words: Option<&WordList>, violations: &mut Vec<Violation>) {
    let mut seen: BTreeMap<Vec<Letter>, &Asked> = BTreeMap::new();
    for one in asked {
        let letter = |pos| match puzzle.fields[pos] {
            Field::Letter(letter) => Some(letter),
            _ => None,
        };
        let Some(word) = one.run.cells().map(letter).collect::<Option<Vec<_>>>() else { continue };
        let text = || word.iter().map(|letter| letter.char()).collect::<String>();
        if words.is_some_and(|words| words.find(&word).is_none()) {
            violations.push(Violation::UnknownWord { word: text(), question: one.question });
        }
        match seen.get(&word) {
            // A run that is asked for twice is a different violation, reported with the runs.
            Some(first) if first.run == one.run => {}
            Some(first) => violations.push(Violation::WordTwice {
                word: text(),
                question: one.question,
                first: first.question,
            }),
            None => {
                seen.insert(word, one);
            }
        }
    }
}

/// Iterates over the filled words with their questions.
pub fn words(puzzle: &Puzzle) -> impl Iterator<Item = (Vec<Letter>, Question)> {
    let letter = |pos| match puzzle.fields[pos] {
        Field::Letter(letter) => Some(letter),
        _ => None,
    };
    let word = move |&question| -> Option<(Vec<Letter>, Question)> {
        let cells = puzzle.run_of(question)?.cells();
        Some((cells.map(letter).collect::<Option<_>>()?, question))
    };
    puzzle.questions.iter().filter_map(word)
}

/// Finds the pairs of words that are to be kept apart.
pub(crate) fn check_relatives(puzzle: &Puzzle, apart: &Apart) -> Vec<Violation> {
    let words: BTreeMap<Vec<Letter>, Question> = words(puzzle).collect();
    let text = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect();
    let violation = |[(other, &other_question), (word, &question)]: [(&[Letter], &Question); 2]| {
        Violation::Relatives { word: text(word), question, other: text(other), other_question }
    };
    apart.among(&words).map(violation).collect()
}

#[cfg(test)]
mod tests;
