//! Writes `.puz`, version 1.3.

use super::{BLACK, BLANK, HEADER, MAGIC, Parts, REVEALED, checksum, latin, words};
use crate::encodings::grid::{Direction, Run};
use crate::publish::exchange::{NoExport, OtherWords, Warning, clue_text};
use crate::publish::puzzle::{Entry, Field, Kind, Puzzle};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of rows, and of columns.
const MOST: usize = 255;

/// The name of the format in messages.
const FORMAT: &str = ".puz";

/// Returns an error if the format cannot hold this kind.
pub fn holds(kind: Kind) -> Result<(), NoExport> {
    let holds = "crosswords only";
    if kind.features().puz { Ok(()) } else { Err(NoExport::Kind { format: FORMAT, holds, kind }) }
}

/// Returns the puzzle as the bytes of a file, and what its texts lost. Crosswords can be written, and criss-crosses in
/// which letters are adjacent only within words.
pub fn write(puzzle: &Puzzle) -> Result<(Vec<u8>, Vec<Warning>), NoExport> {
    holds(puzzle.kind)?;
    if let Some(&found) = [puzzle.rows(), puzzle.cols()].iter().find(|&&side| side > MOST) {
        return Err(NoExport::TooMany { format: FORMAT, what: "rows and columns", most: MOST, found });
    }
    let other = |field: &Field| match *field {
        Field::Letter { letter, .. } if letter.latin().is_none() => Some(letter.char()),
        _ => None,
    };
    let letters: BTreeSet<char> = puzzle.fields.iter().filter_map(|(_, field)| other(field)).collect();
    if !letters.is_empty() {
        let letters = letters.into_iter().map(String::from).collect::<Vec<_>>().join(", ");
        return Err(NoExport::Letters { format: FORMAT, letters });
    }
    let runs = words(&puzzle.fields, |field| field.is_solution());
    let most = usize::from(u16::MAX);
    let count = u16::try_from(runs.len());
    let count =
        count.map_err(|_| NoExport::TooMany { format: FORMAT, what: "words", most, found: runs.len() })?;
    let entries =
        entries(puzzle, &runs).map_err(|problem| NoExport::Numbering { format: FORMAT, problem })?;

    let mut warnings = Vec::new();
    let mut text = |name: &str, text: &str| {
        let (bytes, lost) = latin::encode(text);
        if !lost.is_empty() {
            let lost: String = lost.into_iter().collect();
            warnings.push(Warning(format!("{name}: `{lost}` is not in Latin-1, and was replaced by `?`")));
        }
        bytes
    };
    let title = text("the title", puzzle.title.as_deref().unwrap_or_default());
    let author = text("the author", puzzle.author.as_deref().unwrap_or_default());
    let copyright = text("the credits", &puzzle.credits.join("; "));
    let clue = |entry: &&Entry| text(&format!("the clue of {}", puzzle.pattern(entry)), clue_text(entry));
    let clues: Vec<Vec<u8>> = entries.iter().map(clue).collect();

    let solution = fields(puzzle, |field| field.solution());
    let state = fields(puzzle, |field| field.given().map(|letter| letter.to_string()));
    let mut base = vec![puzzle.cols() as u8, puzzle.rows() as u8];
    base.extend(count.to_le_bytes());
    base.extend([1, 0, 0, 0]); // an ordinary puzzle that is not scrambled
    let parts = Parts {
        base: &base,
        solution: &solution,
        state: &state,
        title: &title,
        author: &author,
        copyright: &copyright,
        clues: clues.iter().map(Vec::as_slice).collect(),
        notes: &[],
        with_notes: true,
    };
    let sums = parts.checksums();

    let mut file = sums.global.to_le_bytes().to_vec();
    file.extend(MAGIC);
    file.extend(sums.base.to_le_bytes());
    file.extend(sums.masked);
    file.extend(b"1.3\0");
    file.resize(HEADER - base.len(), 0);
    file.extend(&base);
    file.extend(&solution);
    file.extend(&state);
    for part in [&title, &author, &copyright].into_iter().chain(&clues).chain([&Vec::new()]) {
        file.extend(part);
        file.push(0);
    }
    let is_given = |field: &Field| field.given().is_some();
    if puzzle.fields.iter().any(|(_, field)| is_given(field)) {
        let marks: Vec<u8> =
            puzzle.fields.iter().map(|(_, field)| if is_given(field) { REVEALED } else { 0 }).collect();
        file.extend(b"GEXT");
        // At most 255 x 255 bytes.
        file.extend((marks.len() as u16).to_le_bytes());
        file.extend(checksum(&marks, 0).to_le_bytes());
        file.extend(&marks);
        file.push(0);
    }
    Ok((file, warnings))
}

/// Returns a byte per field: for a white one, the letter that `shown` returns or a blank.
fn fields(puzzle: &Puzzle, shown: impl Fn(Field) -> Option<String>) -> Vec<u8> {
    let byte = |field: Field| match field.is_solution() {
        true => shown(field).and_then(|text| text.bytes().next()).unwrap_or(BLANK),
        false => BLACK,
    };
    puzzle.fields.iter().map(|(_, &field)| byte(field)).collect()
}

/// Returns the entries of these words in this order; the error says where the puzzle has other words.
fn entries<'a>(puzzle: &'a Puzzle, runs: &[Run]) -> Result<Vec<&'a Entry>, OtherWords> {
    let mut by_run: BTreeMap<Run, &Entry> = puzzle.entries.iter().map(|entry| (entry.run, entry)).collect();
    let place = |run: Run| {
        let direction = match run.direction {
            Direction::Across => "across",
            Direction::Down => "down",
        };
        (direction, run.start.row + 1, run.start.col + 1)
    };
    let entry = |&run: &Run| {
        let (direction, row, col) = place(run);
        by_run.remove(&run).ok_or(OtherWords::NoEntry { direction, row, col })
    };
    let entries = runs.iter().map(entry).collect::<Result<_, _>>()?;
    match by_run.keys().next().map(|&run| place(run)) {
        Some((direction, row, col)) => Err(OtherWords::Adjacent { direction, row, col }),
        None => Ok(entries),
    }
}
