//! The entry for the contest that the `.cwg` grids come from: its solved grids in one ZIP, each judged first.
//!
//! The same grids give the same bytes: files are in the order of their names and have no time stamps.

use crate::encodings::arrowword::cwg::{self, CwgError};
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::arrowword::rules;
use crate::encodings::lexicon::WordList;
use std::collections::HashMap;
use std::io::{self, Cursor, Write};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The contest's grids as published, each with the file name under which its solution is handed in.
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

/// A grid to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The name of the file in which its solution is handed in.
    pub name: String,
    /// The empty grid.
    pub empty: Puzzle,
}

/// Returns the eleven tasks of the contest.
pub fn contest() -> Result<Vec<Task>, CwgError> {
    let task =
        |(name, text): (&str, &str)| Ok(Task { name: name.to_owned(), empty: cwg::read(text)?.puzzle });
    CONTEST.into_iter().map(task).collect()
}

/// Why a grid cannot be handed in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum Refused {
    #[error(
        "the name has characters that cause trouble on other systems; use letters, digits, `.`, `-`, `_`, brackets and blanks"
    )]
    Name,

    #[error("{first} is not filled{}; solve it to the end", more(*count, "field"))]
    Unfilled { first: String, count: usize },

    #[error("{first}{}; `cwsat check` reports everything", more(*count, "broken rule"))]
    Broken { first: String, count: usize },
}

/// Returns a phrase that says how many more there are than the one that is reported.
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

/// Returns whether a file may have this name wherever the ZIP is unpacked: no folder, no drive, no hidden file, no
/// command-line option, and no Windows device.
fn is_harmless_name(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let is_usual = |c: char| c.is_alphanumeric() || " ._-()[]".contains(c);
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_digit());
    name.starts_with(char::is_alphanumeric)
        && name.ends_with(".cwg")
        && name.len() <= 200
        && name.chars().all(is_usual)
        && !DEVICES.iter().any(|device| stem.trim_end().eq_ignore_ascii_case(device))
}

/// Judges a solution by the rules, which know no encoding: it has to match its task and be filled, with words from the
/// list if one is given.
pub fn judge(task: &Task, solution: &Puzzle, words: Option<&WordList>) -> Result<Passed, Refused> {
    if !is_harmless_name(&task.name) {
        return Err(Refused::Name);
    }
    let mut broken: Vec<String> =
        rules::check_against(solution, &task.empty, Extend::All).iter().map(ToString::to_string).collect();
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

/// Returns the bytes of a ZIP with these grids under their own names. Two names that differ only in case are an error:
/// on some systems one file would replace the other.
pub fn entry(grids: &[Passed]) -> io::Result<Vec<u8>> {
    let mut grids: Vec<&Passed> = grids.iter().collect();
    grids.sort_by(|a, b| a.name.cmp(&b.name));
    let mut names = HashMap::new();
    for grid in &grids {
        if let Some(other) = names.insert(grid.name.to_lowercase(), &grid.name) {
            return Err(io::Error::other(format!(
                "{} and {other} are the same file on some systems; rename one of them",
                grid.name
            )));
        }
    }
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
        let named = |name: &str| {
            let task = Task { name: name.to_owned(), ..task() };
            judge(&task, &cwg::read(SOLVED).unwrap().puzzle, None).unwrap()
        };
        let error = entry(&[named("a.cwg"), named("A.cwg")]).unwrap_err().to_string();
        assert!(error.contains("a.cwg and A.cwg are the same file"), "{error}");
    }

    #[test]
    fn names_that_do_harm_are_refused() {
        let solved = cwg::read(SOLVED).unwrap().puzzle;
        let judged = |name: &str| judge(&Task { name: name.to_owned(), ..task() }, &solved, None);
        for name in [
            "3x3.cwg",
            "Grid 7 (b)_[ü].cwg",
            "15x15-1.v2.cwg",
            "comet.cwg",
            &format!("{}.cwg", "x".repeat(196)),
        ] {
            assert!(judged(name).is_ok(), "{name}");
        }
        for name in [
            "..\\..\\x.cwg",
            "../x.cwg",
            "/x.cwg",
            "C:x.cwg",
            ".x.cwg",
            "-x.cwg",
            "x\n.cwg",
            "x\u{1b}[31m.cwg",
            "x\u{202E}gwc.cwg",
            "x\0.cwg",
            "CON.cwg",
            "aux .cwg",
            "Lpt1.x.cwg",
            "x.exe",
            "$(x).cwg",
            "x*.cwg",
            &format!("{}.cwg", "x".repeat(197)),
            "",
        ] {
            assert_eq!(judged(name), Err(Refused::Name), "{name:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_reason() {
        assert_eq!(
            refused(&SOLVED.replace('E', ".")),
            "the field at row 2, column 2 is not filled; solve it to the end"
        );
        let with_blanks = |letters: &[char]| refused(&SOLVED.replace(letters, "."));
        assert_eq!(
            with_blanks(&['E', 'I']),
            "the field at row 2, column 2 is not filled (and 1 field more); solve it to the end"
        );
        assert_eq!(
            with_blanks(&['E', 'I', 'D']),
            "the field at row 2, column 2 is not filled (and 2 fields more); solve it to the end"
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
