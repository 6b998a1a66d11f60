//! The rules of a crossword with numbered words, checked on a filled template.
//!
//! Written from the rules alone: every field has a letter, every run of two or more letters that no block and no bar
//! interrupts is a word (of the list, if one is given), no word occurs twice, and no letter is outside all words. Compared
//! with the template it was made from: same size, same blocks, same bars, given letters kept. Every violation is reported.

use super::puzzle::{Cell, Template};
use crate::grid::{Direction, Pos, Run};
use crate::lexicon::{Apart, Letter, WordList};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A broken rule. The sentences count rows and columns from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the sentences below say what the parts are
pub enum Violation {
    /// A field without a letter.
    Unfilled { pos: Pos },
    /// A field that is in no run of two or more.
    NoWord { pos: Pos },
    /// A run that does not spell a word of the list.
    UnknownWord { word: String, run: Run },
    /// A word that occurs twice.
    WordTwice { word: String, run: Run, first: Run },
    /// Two words that the list keeps apart.
    Relatives { word: String, run: Run, other: String, at: Run },
    /// The number of rows or columns differs from the template's.
    Size { found: (usize, usize), given: (usize, usize) },
    /// A field of the template that was not kept.
    NotKept { pos: Pos, found: Cell, given: Cell },
    /// A bar after a field that is only in the template, or only in the puzzle.
    OtherBar { pos: Pos, direction: Direction, is_given: bool },
}

impl Violation {
    /// Returns a short, stable name of the broken rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Unfilled { .. } => "unfilled",
            Self::NoWord { .. } => "letter-without-word",
            Self::UnknownWord { .. } => "unknown-word",
            Self::WordTwice { .. } => "word-twice",
            Self::Relatives { .. } => "relatives",
            Self::Size { .. } => "other-size",
            Self::NotKept { .. } => "field-not-kept",
            Self::OtherBar { .. } => "bar-not-kept",
        }
    }

    /// Returns the field where the rule is broken, of a word the first one; `None` if it is about the whole puzzle.
    pub fn place(&self) -> Option<Pos> {
        match self {
            Self::Size { .. } => None,
            Self::Unfilled { pos }
            | Self::NoWord { pos }
            | Self::NotKept { pos, .. }
            | Self::OtherBar { pos, .. } => Some(*pos),
            Self::UnknownWord { run, .. } | Self::WordTwice { run, .. } | Self::Relatives { run, .. } => {
                Some(run.start)
            }
        }
    }
}

/// Returns the place of a word for a person: `across at row 1, column 3`.
pub fn place_of(run: Run) -> String {
    format!("{} at row {}, column {}", run.direction, run.start.row + 1, run.start.col + 1)
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |pos: &Pos| format!("row {}, column {}", pos.row + 1, pos.col + 1);
        let cell = |cell: &Cell| match cell {
            Cell::Block => "a block".to_owned(),
            Cell::Open => "an open field".to_owned(),
            Cell::Letter(letter) => format!("the letter {letter}"),
        };
        match self {
            Self::Unfilled { pos } => write!(f, "{}: no letter", at(pos)),
            Self::NoWord { pos } => write!(f, "{}: this field is in no word of two or more letters", at(pos)),
            Self::UnknownWord { word, run } => write!(f, "{word} {} is not in the word list", place_of(*run)),
            Self::WordTwice { word, run, first } => {
                write!(f, "{word} {} is repeated, it is already {}", place_of(*run), place_of(*first))
            }
            Self::Relatives { word, run, other, at } => {
                write!(f, "{word} {} is a relative of {other}, which is {}", place_of(*run), place_of(*at))
            }
            Self::Size { found, given } => {
                write!(
                    f,
                    "{} rows and {} columns, but the template has {} and {}",
                    found.0, found.1, given.0, given.1
                )
            }
            Self::NotKept { pos, found, given } => {
                write!(f, "{}: {} where the template has {}", at(pos), cell(found), cell(given))
            }
            Self::OtherBar { pos, direction, is_given } => {
                let side = match direction {
                    Direction::Across => "to the right of",
                    Direction::Down => "below",
                };
                let what = if *is_given {
                    "the template has a bar"
                } else {
                    "a bar that the template does not have"
                };
                write!(f, "{}: {what} {side} this field", at(pos))
            }
        }
    }
}

/// Returns all violations of the rules. With `words`, every word has to come from that list, without words that the list
/// keeps apart from it.
pub fn check(puzzle: &Template, words: Option<&WordList>) -> Vec<Violation> {
    let mut violations = Vec::new();
    for pos in puzzle.cells.positions() {
        match puzzle.cells[pos] {
            Cell::Block => continue,
            Cell::Open => violations.push(Violation::Unfilled { pos }),
            Cell::Letter(_) => {}
        }
        let is_apart = |next| puzzle.cells[next] == Cell::Block || puzzle.bars().between(pos, next);
        if puzzle.cells.neighbours4(pos).all(is_apart) {
            violations.push(Violation::NoWord { pos });
        }
    }
    let mut seen: HashMap<Vec<Letter>, Run> = HashMap::new();
    for run in Direction::BOTH.into_iter().flat_map(|direction| words_of(puzzle, direction)) {
        let letters: Option<Vec<Letter>> = run.cells().map(|pos| puzzle.cells[pos].letter()).collect();
        let Some(letters) = letters else { continue };
        let word: String = letters.iter().map(|letter| letter.char()).collect();
        if words.is_some_and(|words| words.find(&letters).is_none()) {
            violations.push(Violation::UnknownWord { word: word.clone(), run });
        }
        match seen.get(&letters) {
            Some(&first) => violations.push(Violation::WordTwice { word, run, first }),
            None => {
                seen.insert(letters, run);
            }
        }
    }
    if let Some(apart) = words.and_then(WordList::apart) {
        violations.extend(check_relatives(puzzle, apart));
    }
    violations
}

/// Iterates over the filled words with their places.
pub fn words(puzzle: &Template) -> impl Iterator<Item = (Vec<Letter>, Run)> {
    let word = |run: Run| -> Option<(Vec<Letter>, Run)> {
        Some((run.cells().map(|pos| puzzle.cells[pos].letter()).collect::<Option<_>>()?, run))
    };
    let runs = Direction::BOTH.into_iter().flat_map(|direction| words_of(puzzle, direction));
    runs.filter_map(word)
}

/// Finds the pairs of words that are to be kept apart.
pub(crate) fn check_relatives(puzzle: &Template, apart: &Apart) -> Vec<Violation> {
    let words: BTreeMap<Vec<Letter>, Run> = words(puzzle).collect();
    let text = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect();
    let violation = |[(other, &at), (word, &run)]: [(&[Letter], &Run); 2]| Violation::Relatives {
        word: text(word),
        run,
        other: text(other),
        at,
    };
    apart.among(&words).map(violation).collect()
}

/// Returns the words of one direction, followed field by field.
fn words_of(puzzle: &Template, direction: Direction) -> Vec<Run> {
    let (rows, cols) = direction.step();
    let white =
        |pos: Option<Pos>| pos.and_then(|pos| puzzle.cells.get(pos)).is_some_and(|cell| cell.is_white());
    // Whether a word goes on from one field to the next.
    let joined = |from: Option<Pos>, to: Option<Pos>| {
        white(from) && white(to) && from.is_some_and(|from| !puzzle.bars().after(from, direction))
    };
    let starts = puzzle
        .cells
        .positions()
        .filter(|&pos| white(Some(pos)) && !joined(pos.offset(-rows, -cols), Some(pos)));
    let length = |start: Pos| {
        let at = |steps: usize| start.offset(rows * steps as isize, cols * steps as isize);
        1 + (0..).take_while(|&steps| joined(at(steps), at(steps + 1))).count()
    };
    starts.map(|start| Run { start, direction, len: length(start) }).filter(|run| run.len >= 2).collect()
}

/// Returns where the puzzle differs from the template `given`: the size, the blocks, the bars, the given letters.
pub fn check_against(puzzle: &Template, given: &Template) -> Vec<Violation> {
    let size = |t: &Template| (t.cells.rows(), t.cells.cols());
    if size(puzzle) != size(given) {
        return vec![Violation::Size { found: size(puzzle), given: size(given) }];
    }
    let mut violations = Vec::new();
    for (pos, &wanted) in given.cells.iter() {
        let found = puzzle.cells[pos];
        let kept = match wanted {
            Cell::Block => found == Cell::Block,
            Cell::Open => found != Cell::Block,
            Cell::Letter(_) => found == wanted,
        };
        if !kept {
            violations.push(Violation::NotKept { pos, found, given: wanted });
        }
    }
    // Where a block differs, so do the bars beside it: that is said once.
    let is_white =
        |pos: Pos| [puzzle, given].iter().all(|t| t.cells.get(pos).is_some_and(|cell| cell.is_white()));
    for (pos, direction) in puzzle.cells.positions().flat_map(|pos| Direction::BOTH.map(|d| (pos, d))) {
        let [found, is_given] = [puzzle, given].map(|t| t.bars().after(pos, direction));
        let (rows, cols) = direction.step();
        if found != is_given && is_white(pos) && pos.offset(rows, cols).is_some_and(is_white) {
            violations.push(Violation::OtherBar { pos, direction, is_given });
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::read_list;
    use crate::template::format::read;

    fn broken(text: &str, words: Option<&str>) -> Vec<String> {
        let list = words.map(|words| read_list(words.as_bytes(), "list").expect("a list").list);
        check(&read(text).expect("a template"), list.as_ref()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_valid_puzzle_breaks_no_rule() {
        assert!(broken("ABC\nD#E\nFGH\n", Some("ABC\nFGH\nADF\nCEH\n")).is_empty());
    }

    #[test]
    fn each_rule_has_its_sentence() {
        assert_eq!(broken("AB\n.D\n", None), ["row 2, column 1: no letter"]);
        assert_eq!(
            broken("AB#C\nCD##\n", None),
            ["row 1, column 4: this field is in no word of two or more letters"]
        );
        assert_eq!(
            broken("AB\nCD", Some("AB\nCD\nAC\n")),
            ["BD down at row 1, column 2 is not in the word list"]
        );
        assert_eq!(
            broken("AB\nBA", None),
            [
                "AB down at row 1, column 1 is repeated, it is already across at row 1, column 1",
                "BA down at row 1, column 2 is repeated, it is already across at row 2, column 1",
            ]
        );
    }

    #[test]
    fn a_violation_has_its_name_and_its_field() {
        let list = read_list("AB\nCD\nAC\n".as_bytes(), "list").expect("a list").list;
        let found = |text: &str| -> Vec<(&'static str, Option<(usize, usize)>)> {
            let violations = check(&read(text).expect("a template"), Some(&list));
            violations.iter().map(|v| (v.rule(), v.place().map(|pos| (pos.row, pos.col)))).collect()
        };
        assert_eq!(found("AB\nCD"), [("unknown-word", Some((0, 1)))]);
        assert_eq!(
            found("AB#.\n####\nAB##\n"),
            [("unfilled", Some((0, 3))), ("letter-without-word", Some((0, 3))), ("word-twice", Some((2, 0))),]
        );
        let size = Violation::Size { found: (1, 2), given: (3, 4) };
        assert_eq!((size.rule(), size.place()), ("other-size", None));
        assert_eq!(size.to_string(), "1 rows and 2 columns, but the template has 3 and 4");
    }

    #[test]
    fn words_that_the_list_keeps_apart_do_not_meet() {
        let list = read_list("RUND\nUNRUND\nTOR\n".as_bytes(), "list").expect("a list").list;
        let family: Vec<_> = list.ids().filter(|id| id.len != 3).collect();
        let list = list.clone().kept_apart(Apart::new(&list, [family], Apart::INSIDE).into());
        let found = |text: &str| check(&read(text).expect("a template"), Some(&list));
        let broken = found("UNRUND\n######\nRUND##\n######\nTOR###\n");
        let expected =
            "UNRUND across at row 1, column 1 is a relative of RUND, which is across at row 3, column 1";
        assert_eq!(broken.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
        assert_eq!((broken[0].rule(), broken[0].place()), ("relatives", Some(Pos::new(0, 0))));
        assert!(found("UNRUND\n######\nTOR###\n").is_empty());
    }

    #[test]
    fn what_was_given_must_be_kept() {
        let given = read("A.\n.#\n").expect("a template");
        let against = |text: &str| -> Vec<&str> {
            check_against(&read(text).expect("a template"), &given).iter().map(Violation::rule).collect()
        };
        assert!(against("AB\nC#\n").is_empty());
        assert_eq!(against("BB\nCD\n"), ["field-not-kept", "field-not-kept"]);
        assert_eq!(against("A#\nC#\n"), ["field-not-kept"]);
        assert_eq!(against("ABC\nC##\n"), ["other-size"]);
    }
}
