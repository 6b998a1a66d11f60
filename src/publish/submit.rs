//! The entry for the contest of which the `.cwg` grids come: its solved grids in one ZIP, each judged before.
//!
//! The same grids give the same bytes: files in the order of their names, without the time of day.

use crate::encodings::arrowword::cwg::{self, CwgError};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::arrowword::rules;
use crate::encodings::lexicon::WordList;
use std::io::{self, Cursor, Write};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The grids of the contest as it gives them out, each with the name under which its solution is handed in.
const CONTEST: [(&str, &str); 11] = [
    ("15x15_1.cwg", include_str!("../../test_cases/15x15_1.cwg")),
    ("15x15_2.cwg", include_str!("../../test_cases/15x15_2.cwg")),
    ("15x15_3.cwg", include_str!("../../test_cases/15x15_3.cwg")),
    ("20x30_1.cwg", include_str!("../../test_cases/20x30_1.cwg")),
    ("20x30_2.cwg", include_str!("../../test_cases/20x30_2.cwg")),
    ("20x30_3.cwg", include_str!("../../test_cases/20x30_3.cwg")),
    ("40x40_1.cwg", include_str!("../../test_cases/40x40_1.cwg")),
    ("40x40_2.cwg", include_str!("../../test_cases/40x40_2.cwg")),
    ("40x40_3.cwg", include_str!("../../test_cases/40x40_3.cwg")),
    ("island_1.cwg", include_str!("../../test_cases/island_1.cwg")),
    ("island_2.cwg", include_str!("../../test_cases/island_2.cwg")),
];

/// A grid that is to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name of the file in which its solution is handed in.
    pub name: String,
    /// The empty grid.
    pub empty: Puzzle,
}

/// The eleven tasks of the contest.
pub fn contest() -> Result<Vec<Task>, CwgError> {
    let task =
        |(name, text): (&str, &str)| Ok(Task { name: name.to_owned(), empty: cwg::read(text)?.puzzle });
    CONTEST.into_iter().map(task).collect()
}

/// What keeps a grid from being handed in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum Refused {
    #[error("{first} is not filled{}; solve it to the end", more(*count, "field"))]
    Unfilled { first: String, count: usize },

    #[error("{first}{}; `cwsat check` tells all", more(*count, "broken rule"))]
    Broken { first: String, count: usize },
}

/// How many more there are than the one that is told.
fn more(count: usize, what: &str) -> String {
    match count {
        0 | 1 => String::new(),
        2 => format!(" (and 1 {what} more)"),
        n => format!(" (and {} {what}s more)", n - 1),
    }
}

/// A grid that passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    name: String,
    text: String,
    /// Its rating without the bonus, 0 to 100.
    pub score: f64,
}

/// Judges a solution by the rules, which know no encoding: it has to keep its task and be filled, with words of the
/// list if there is one.
pub fn judge(task: &Task, solution: &Puzzle, words: Option<&WordList>) -> Result<Passed, Refused> {
    let mut broken: Vec<String> =
        rules::check_against(solution, &task.empty).iter().map(ToString::to_string).collect();
    let unfilled = rules::unfilled(solution);
    if let (Some(first), true) = (unfilled.first(), broken.is_empty()) {
        return Err(Refused::Unfilled { first: format!("the field at {first}"), count: unfilled.len() });
    }
    broken.extend(rules::check(solution, words).iter().map(ToString::to_string));
    match broken.first() {
        Some(first) => Err(Refused::Broken { first: first.clone(), count: broken.len() }),
        None => {
            let score = Counts::of(solution).score();
            Ok(Passed { name: task.name.clone(), text: cwg::write(solution), score })
        }
    }
}

/// The bytes of a ZIP with these grids under their own names.
pub fn entry(grids: &[Passed]) -> io::Result<Vec<u8>> {
    let mut grids: Vec<&Passed> = grids.iter().collect();
    grids.sort_by(|a, b| a.name.cmp(&b.name));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for grid in grids {
        zip.start_file(grid.name.as_str(), options)?;
        zip.write_all(grid.text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "3\n3\n...\n...\n...\n";
    const SOLVED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

    fn task() -> Task {
        Task { name: "3x3.cwg".to_owned(), empty: cwg::read(EMPTY).unwrap().puzzle }
    }

    fn refused(text: &str) -> String {
        judge(&task(), &cwg::read(text).unwrap().puzzle, None).unwrap_err().to_string()
    }

    #[test]
    fn the_tasks_of_the_contest_are_all_there() {
        let tasks = contest().unwrap();
        assert_eq!(tasks.len(), 11);
        for Task { name, empty } in &tasks {
            assert!(empty.questions.is_empty() && rules::unfilled(empty).len() >= 200, "{name}");
        }
    }

    #[test]
    fn the_same_grids_give_the_same_bytes_and_come_out_again() {
        let passed = judge(&task(), &cwg::read(SOLVED).unwrap().puzzle, None).unwrap();
        let mut other = passed.clone();
        other.name = "1x1.cwg".to_owned();
        let bytes = entry(&[passed.clone(), other.clone()]).unwrap();
        assert_eq!(entry(&[other, passed]).unwrap(), bytes);
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(
            (0..zip.len()).map(|n| zip.by_index(n).unwrap().name().unwrap().into_owned()).collect::<Vec<_>>(),
            ["1x1.cwg", "3x3.cwg"]
        );
        let text = io::read_to_string(zip.by_name("3x3.cwg").unwrap()).unwrap();
        assert_eq!(text, SOLVED);
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_reason() {
        assert_eq!(
            refused(&SOLVED.replace('E', ".")),
            "the field at row 2, column 2 is not filled; solve it to the end"
        );
        assert!(
            refused(&SOLVED.replace("2 0 3\n", "")).contains("row 3, column 1"),
            "{}",
            refused(&SOLVED.replace("2 0 3\n", ""))
        );
        let small = refused("2\n3\n?EI\n?AD\n0 0 3\n1 0 3\n");
        assert!(small.contains("2") && small.contains("3"), "{small}");
    }
}
