//! The names of a formula's variables as text: one line `NUMBER NAME` each.
//!
//! These lines are in a file of their own, or in the comments at the top of a DIMACS, WCNF or OPB file; the reader
//! accepts all of these and stops where the clauses begin. Comments of the form `key: value` (the header) are kept.
//! Names are passed on one by one, because a map can have many millions of lines, and a decoder needs only a few of
//! them.

use super::text::{Comments, Text};
use super::{Formula, Var};
use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};
use thiserror::Error;

/// Why a map could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MapError {
    /// The input could not be read at all.
    #[error("{0}; check the name and whether you may read it")]
    Io(#[from] io::Error),
    /// A line does not belong in a map.
    #[error("line {line}: {fault}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        fault: MapFault,
    },
    /// There is no name in it.
    #[error(
        "there is no line `NUMBER NAME` in it; give the file that --map wrote, or a formula that was written \
         without --map, which has the map in its comments"
    )]
    Empty,
}

/// What is wrong with a line of a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MapFault {
    /// The line is longer than any line of a map.
    #[error("the line does not end, so this is not a map")]
    Endless,
    /// The line is no text.
    #[error("this is not UTF-8 text, so it is not a map")]
    NoText,
    /// What should be the number of a variable is none.
    #[error("{0} is not the number of a variable")]
    Number(String),
    /// A variable has two names; its number.
    #[error("the variable {0} already has a name")]
    Twice(usize),
    /// The line is something else; its beginning.
    #[error("expected `NUMBER NAME`, as in `12 letter(0,3,A)`, found `{0}`")]
    NoEntry(String),
    /// Whoever receives the names refuses this one, with this reason.
    #[error("{0}")]
    Refused(String),
}

/// The length from which on a line of a map or of a formula's comments is rejected, in bytes (an objective may be
/// longer).
const LONGEST_LINE: u64 = 1 << 20;

/// The number of header lines that are kept; ours has a dozen.
const MOST_LINES: usize = 1000;

/// The header of a map: what it says besides the names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapHeader {
    /// The first thousand comments `key: value`, in order.
    pub lines: Vec<(String, String)>,
    /// The number of variables of the formula: as stated, or the largest number with a name, whichever is greater.
    pub variables: usize,
}

impl MapHeader {
    /// Returns the value of the first line with this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

/// Writes the map of a formula: the comments, the families, and a line for each variable.
pub fn write(formula: &Formula, comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    let without_map = Comments { map: false, ..comments.clone() };
    text.comments("c ", formula, &without_map)?;
    text.map("", formula)?;
    text.finish()
}

/// Reads a map and calls `entry` with the variable and the name of each line. If `entry` returns an error, that is an
/// error in that line.
pub fn read<E: Display>(
    mut input: impl BufRead,
    mut entry: impl FnMut(Var, &str) -> Result<(), E>,
) -> Result<MapHeader, MapError> {
    let mut header = MapHeader::default();
    let mut stated = None;
    let (mut largest, mut line, mut text) = (0, 0, String::new());
    let mut seen: Vec<u64> = Vec::new();
    loop {
        text.clear();
        line += 1;
        let fail = |fault| MapError::Syntax { line, fault };
        match Read::take(&mut input, LONGEST_LINE).read_line(&mut text) {
            Ok(0) => break,
            Ok(bytes) if bytes as u64 == LONGEST_LINE && !starts_clauses(&text) => {
                return Err(fail(MapFault::Endless));
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(fail(MapFault::NoText));
            }
            read => read?,
        };
        let trimmed = text.trim();
        let comment =
            trimmed.strip_prefix(['c', '*']).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let content = comment.unwrap_or(trimmed).trim_start();
        if let Some((number, name)) = split_entry(content) {
            let var =
                number.parse().ok().filter(|&n| n > 0 && n <= Var::LIMIT).map(|n: usize| Var::new(n - 1));
            let var = var.ok_or_else(|| fail(MapFault::Number(number.to_owned())))?;
            let (word, bit) = (var.index() / 64, 1 << (var.index() % 64));
            if seen.len() <= word {
                seen.resize((word + 1).next_power_of_two(), 0);
            }
            if seen[word] & bit != 0 {
                return Err(fail(MapFault::Twice(var.index() + 1)));
            }
            seen[word] |= bit;
            largest = largest.max(var.index() + 1);
            entry(var, name).map_err(|reason| fail(MapFault::Refused(reason.to_string())))?;
        } else if comment.is_some() {
            if let Some((key, value)) = content.split_once(": ") {
                if key == "variables" && stated.is_none() {
                    stated = value.parse().ok();
                }
                // A formula from elsewhere may have a million comments.
                if header.lines.len() < MOST_LINES {
                    header.lines.push((key.to_owned(), value.to_owned()));
                }
            }
        } else if starts_clauses(trimmed) {
            break;
        } else if !trimmed.is_empty() {
            return Err(fail(MapFault::NoEntry(trimmed.chars().take(40).collect())));
        }
    }
    // A formula that is already decided has no variables, and its map has no names.
    if largest == 0 && stated != Some(0) {
        return Err(MapError::Empty);
    }
    header.variables = stated.unwrap_or(0).max(largest);
    Ok(header)
}

/// Splits a line `NUMBER NAME(…)`.
fn split_entry(text: &str) -> Option<(&str, &str)> {
    let (number, name) = text.split_once(char::is_whitespace)?;
    let name = name.trim();
    let is_entry = number.bytes().all(|b| b.is_ascii_digit()) && name.contains('(') && name.ends_with(')');
    is_entry.then_some((number, name))
}

/// Tells whether a line is the first of a formula after its comments.
fn starts_clauses(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(first, "p" | "h" | "min:")
        || line.ends_with(';')
        || first.parse::<i64>().is_ok() && line.ends_with(" 0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Family, Index, dimacs, opb, wcnf};

    fn formula() -> Formula {
        let mut f = Formula::new();
        let x = f.family(Family::indexed("x", "i,A", [Index::Number(3), Index::Letter]));
        let first = f.vars(x, 24, 4);
        f.add([first.positive()]);
        f
    }

    fn names(text: &[u8]) -> Result<(MapHeader, Vec<(usize, String)>), MapError> {
        let mut names = Vec::new();
        let header = read(text, |var, name| {
            names.push((var.index(), name.to_owned()));
            Ok::<_, String>(())
        })?;
        Ok((header, names))
    }

    #[test]
    fn a_map_reads_back_from_its_own_file_and_from_every_format() {
        let f = formula();
        let comments = Comments::new(["stage: fill".into(), "1 of many: comments".into()], true);
        let mut texts: [Vec<u8>; 4] = Default::default();
        write(&f, &comments, &mut texts[0]).unwrap();
        dimacs::write_with(&f, &comments, &mut texts[1]).unwrap();
        wcnf::write(&f, &[], &comments, &mut texts[2]).unwrap();
        opb::write(&f, &[], &comments, &mut texts[3]).unwrap();
        for text in texts {
            let (header, names) = names(&text).unwrap();
            let expected = ["x(0,Y)", "x(0,Z)", "x(1,A)", "x(1,B)"].map(str::to_owned);
            assert_eq!(names, expected.into_iter().enumerate().collect::<Vec<_>>());
            assert_eq!((header.get("stage"), header.variables), (Some("fill"), 4));
        }
    }

    #[test]
    fn a_map_from_elsewhere_needs_no_header() {
        let (header, found) = names(b"7 letter(0,0,A)\r\n\n  9   letter(0,0,B)\n").unwrap();
        assert_eq!(header, MapHeader { lines: vec![], variables: 9 });
        assert_eq!(found, [(6, "letter(0,0,A)".to_owned()), (8, "letter(0,0,B)".to_owned())]);
        assert_eq!(names(b"c variables: 12\n7 letter(0,0,A)\n").unwrap().0.variables, 12);
        // A formula that is decided already has no variables, so there is nothing to name.
        assert_eq!(names(b"c variables: 0\np cnf 0 0\n").unwrap().0.variables, 0);
        // The first line counts, unless a larger number has a name.
        let stated = "c rows: 99\nc variables: 12\nc variables: 14\n1 letter(0,0,A)\n";
        let (header, _) = names(stated.as_bytes()).unwrap();
        assert_eq!((header.variables, header.get("rows")), (12, Some("99")));
        let (header, found) = names(format!("{stated}65 letter(0,0,B)\n").as_bytes()).unwrap();
        assert_eq!((header.variables, found.len()), (65, 2));
        let many = format!("{}1 x(0)\n", "c key: value\n".repeat(MOST_LINES + 1));
        assert_eq!(names(many.as_bytes()).unwrap().0.lines.len(), MOST_LINES);
    }

    #[test]
    fn bad_text_is_named() {
        for (text, expected) in [
            ("", "there is no line"),
            ("p cnf 1 1\n1 0\n", "there is no line"),
            ("h 1 0\n", "there is no line"),
            ("1 x(0)\nhello\n", "line 2: expected `NUMBER NAME`"),
            ("1 x(0)\n2 y\n", "line 2: expected `NUMBER NAME`"),
            ("1 x)\n", "line 1: expected `NUMBER NAME`"),
            ("0 x(0)\n", "line 1: 0 is not the number"),
            ("99999999999999999999 x(0)\n", "line 1: 9999"),
            ("4 x(0)\n4 x(1)\n", "line 2: the variable 4 already has a name"),
        ] {
            let error = names(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        let error = read(&b"1 x(0)\n\xff\n"[..], |_, _| Ok::<_, String>(())).unwrap_err().to_string();
        assert!(error.starts_with("line 2: this is not UTF-8"), "{error}");
        /// A file that cannot be read.
        struct Failing;
        impl io::Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::PermissionDenied.into())
            }
        }
        let error = read(io::BufReader::new(Failing), |_, _| Ok::<_, String>(())).unwrap_err().to_string();
        assert!(error.ends_with("check the name and whether you may read it"), "{error}");
        let endless = io::BufReader::new(io::repeat(b'x'));
        assert!(
            read(endless, |_, _| Ok::<_, String>(()))
                .unwrap_err()
                .to_string()
                .starts_with("line 1: the line does not")
        );
        let error = read(&b"1 x(0)\n"[..], |_, name| Err(format!("{name}?"))).unwrap_err();
        assert_eq!(error.to_string(), "line 1: x(0)?");
    }
}
