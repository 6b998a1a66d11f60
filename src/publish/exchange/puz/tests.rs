//! .puz files written and read back, those of other programs, and damaged ones.

use super::*;
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Sign, windows_1252};
use crate::encodings::template::format;
use crate::publish::exchange::{NoExport, Read};
use crate::publish::puzzle::testing::any_puzzle;
use crate::publish::puzzle::{Clue, Field, Kind, Puzzle, convert};
use proptest::prelude::*;

fn crossword() -> Puzzle {
    let template = format::read("TOR#\nEIAL\n#.BA\n").unwrap();
    let mut puzzle = convert::template(&template, |run| Some(format!("{} {}", run.direction, run.len)));
    puzzle.title = Some("Größe".to_owned());
    puzzle
}

#[test]
fn clues_come_by_number_across_before_down() {
    let (bytes, warnings) = write(&crossword()).unwrap();
    assert!(warnings.is_empty());
    let text = |text: &str| bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
    // 1 across and down, 2 and 3 down, 4 across, 5 down, 6 across.
    let found = text("across 3\0down 2\0down 3\0down 3\0across 4\0down 2\0across 3\0");
    assert!(found > HEADER + 24);
    assert_eq!(&bytes[HEADER..HEADER + 24], b"TOR.EIAL.-BA---.----.---");
    assert_eq!(read(&bytes).unwrap(), Read { puzzle: crossword(), warnings: vec![] });
}

/// The expected values are from the description of the format, as other programs compute them.
#[test]
fn the_checksum_is_that_of_the_format() {
    assert_eq!(checksum(&[], 5), 5);
    assert_eq!(checksum(&[1, 1], 0), 0x8001);
    assert_eq!(checksum(&[255], 0xffff), 0xfe);
}

/// The same as puzpy, a library of others, computes for these texts.
#[test]
fn the_checksums_of_files_are_those_of_other_programs() {
    let mut puzzle = crossword();
    let sums = |puzzle: &Puzzle| {
        let (bytes, _) = write(puzzle).unwrap();
        [&bytes[..2], &bytes[0x0e..0x18]].concat()
    };
    assert_eq!(sums(&puzzle), b"\xf2\x06\x00\x6c\x49\xf8\xf2\xf7\x2d\xbf\x5e\x37");
    puzzle.author = Some("me".to_owned());
    puzzle.credits = vec!["you".to_owned()];
    assert_eq!(sums(&puzzle), b"\x62\x3b\x00\x6c\x49\xf8\xf2\x7e\x2d\xbf\x5e\x38");
    // The notes of version 1.3 count as well, those of version 1.2 do not.
    let with_notes = |version: &[u8], global: &[u8], masked: &[u8]| {
        let (mut bytes, _) = write(&crossword()).unwrap();
        bytes[0x18..0x1b].copy_from_slice(version);
        bytes[..2].copy_from_slice(global);
        bytes[0x10..0x18].copy_from_slice(masked);
        let end = bytes.len() - 1;
        bytes.splice(end..end, *b"hello");
        read(&bytes).unwrap()
    };
    let newer = with_notes(b"1.3", b"\x85\x58", b"\x49\xf8\xf2\x7d\x2d\xbf\x5e\x1e");
    assert_eq!(newer, Read { puzzle: crossword(), warnings: vec![] });
    let older = with_notes(b"1.2", b"\xf2\x06", b"\x49\xf8\xf2\xf7\x2d\xbf\x5e\x37");
    assert_eq!(older, Read { puzzle: crossword(), warnings: vec![] });
}

#[test]
fn a_letter_is_given_if_it_was_revealed_and_is_shown() {
    let mut puzzle = crossword();
    for at in [0, 1] {
        let Field::Letter { given, .. } = &mut puzzle.fields[Pos::new(0, at)] else { panic!("a letter") };
        *given = true;
    }
    let (mut bytes, _) = write(&puzzle).unwrap();
    // The second is no longer shown, the third was typed by the solver, and another was marked as wrong.
    bytes[HEADER + 13] = BLANK;
    bytes[HEADER + 14] = b'R';
    bytes[HEADER + 16] = b'E';
    let marks = bytes.windows(4).position(|window| window == b"GEXT").unwrap() + 8;
    bytes[marks + 4] = 0x10;
    let puzzle = read(&bytes).unwrap().puzzle;
    let given: Vec<Pos> = puzzle.fields.iter().filter(|(_, f)| f.given().is_some()).map(|f| f.0).collect();
    assert_eq!(given, [Pos::new(0, 0)]);
}

#[test]
fn a_field_with_several_letters_is_left_open() {
    let (mut bytes, _) = write(&crossword()).unwrap();
    let end = bytes.len();
    let keys = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.splice(end..end, [&b"LTIM\x01\0\0\x005\0GRBS\x0c\0\0\0"[..], &keys[..], &[0]].concat());
    let Read { puzzle, warnings } = read(&bytes).unwrap();
    assert_eq!(puzzle.fields[Pos::new(0, 2)], Field::Open);
    assert_eq!(puzzle.fields[Pos::new(0, 1)], crossword().fields[Pos::new(0, 1)]);
    let told: Vec<&str> = warnings.iter().map(|warning| warning.0.as_str()).collect();
    assert_eq!(told, ["row 1, column 3: the field holds several letters, and is left open"]);
}

#[test]
fn texts_are_in_utf_8_from_version_2_on() {
    let title = |version: &[u8], text: &[u8]| {
        let (mut bytes, _) = write(&crossword()).unwrap();
        bytes[0x18..0x1b].copy_from_slice(version);
        let at = HEADER + 24;
        bytes.splice(at..at + 5, text.iter().copied());
        read(&bytes).unwrap().puzzle.title
    };
    assert_eq!(title(b"2.0", "Größe".as_bytes()).as_deref(), Some("Größe"));
    assert_eq!(title(b"1.4", "Größe".as_bytes()).as_deref(), Some("GrÃ¶ÃŸe"));
    assert_eq!(title(b"2.0", b"Gr\xf6\xdfe").as_deref(), Some("Größe"));
    assert_eq!(title(b"1.3", b" "), None);
}

#[test]
fn a_side_has_255_fields_at_most() {
    let row = |cols: usize| write(&convert::template(&Template::open(1, cols), |_| None));
    let (bytes, _) = row(255).unwrap();
    assert_eq!(read(&bytes).unwrap().puzzle.cols(), 255);
    assert!(matches!(
        row(256),
        Err(NoExport::TooMany { what: "rows and columns", most: 255, found: 256, .. })
    ));
}

#[test]
fn a_file_may_begin_with_other_data() {
    let (bytes, _) = write(&crossword()).unwrap();
    let later = [b"MACBINARY", &bytes[..]].concat();
    assert!(is_puz(&bytes) && is_puz(&later) && !is_puz(&bytes[2..]) && !is_puz(b"ACROSS"));
    assert_eq!(read(&later).unwrap(), Read { puzzle: crossword(), warnings: vec![] });
}

#[test]
fn damage_and_scrambling_are_told() {
    let (bytes, _) = write(&crossword()).unwrap();
    let told = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        let Read { puzzle, warnings } = read(&bytes).unwrap();
        (puzzle, warnings.into_iter().map(|warning| warning.0).collect::<Vec<_>>().join("\n"))
    };
    for at in [0, 0x0e, 0x10, 0x17, HEADER] {
        let (_, told) = told(at, bytes[at] ^ 1);
        assert!(told.starts_with("its checksums are wrong"), "{at}: {told}");
    }
    let (puzzle, told_scrambled) = told(0x32, 4);
    assert!(told_scrambled.contains("the solution is scrambled"), "{told_scrambled}");
    assert!(puzzle.fields.iter().all(|(_, field)| field.solution().is_none()));
    assert_eq!(puzzle.entries, crossword().entries);
    let (puzzle, told_missing) = told(0x32, 2);
    assert!(told_missing.contains("the file has no solution; its fields are left open"), "{told_missing}");
    assert!(puzzle.fields.iter().all(|(_, field)| field.solution().is_none()));
    assert_eq!(told(HEADER + 3, b':').0, crossword(), "another sign for a black field");
    assert!(told(HEADER, b'7').1.contains("row 1, column 1: `7` is not a letter A to Z"));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let (bytes, _) = write(&crossword()).unwrap();
    assert_eq!(read(b"abacay......\n"), Err(PuzError::Magic));
    assert_eq!(read(&bytes[..40]), Err(PuzError::Short { part: "its header" }));
    assert_eq!(read(&bytes[..HEADER + 20]), Err(PuzError::Short { part: "the fields" }));
    assert_eq!(read(&bytes[..bytes.len() - 10]), Err(PuzError::Short { part: "the clues" }));
    let mut other = bytes.clone();
    other[HEADER] = BLACK;
    assert_eq!(read(&other), Err(PuzError::Clues { found: 7, words: 6 }));
    other[0x2c] = 0;
    assert_eq!(read(&other), Err(PuzError::Size { rows: 3, cols: 0 }));
    other[0x2c..0x2e].copy_from_slice(&[4, 0]);
    assert_eq!(read(&other), Err(PuzError::Size { rows: 0, cols: 4 }));
}

#[test]
fn what_cannot_be_written_is_refused_or_told() {
    let mut puzzle = crossword();
    puzzle.entries[1].clues = vec![Clue::new("Łódź ☺")];
    let (_, warnings) = write(&puzzle).unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].0, "the clue of EIAL: `☺` is not in Latin-1, and was replaced by `?`");
    puzzle.entries.retain(|entry| entry.run.start != Pos::new(1, 0));
    let message = write(&puzzle).unwrap_err().to_string();
    assert!(message.contains("the word across from row 2, column 1 is not an entry"), "{message}");
    puzzle.entries = crossword().entries;
    let mut part = puzzle.entries[0].clone();
    part.run.len = 2;
    puzzle.entries.push(part);
    let message = write(&puzzle).unwrap_err().to_string();
    assert!(message.contains("starts or ends next to another letter"), "{message}");
    let mut other = crossword();
    for (at, c) in [(0, 'Ä'), (1, 'ẞ'), (2, 'Ä')] {
        other.fields[Pos::new(0, at)] = Field::Letter { letter: Sign::from_char(c).unwrap(), given: false };
    }
    let message = write(&other).unwrap_err().to_string();
    assert!(message.starts_with(".puz holds the letters A to Z, and the puzzle has Ä, ẞ;"), "{message}");
    puzzle.kind = Kind::Arrowword;
    assert!(matches!(write(&puzzle), Err(NoExport::Kind { .. })));
}

proptest! {
    #[test]
    fn what_the_format_holds_comes_back(mut puzzle in any_puzzle()) {
        prop_assume!(puzzle.kind.features().puz);
        let (bytes, _) = write(&puzzle).unwrap();
        let back = read(&bytes).unwrap();
        prop_assert_eq!(&back.warnings, &vec![]);
        // The format does not hold kind, language, solution word and sources of clues, and has texts in Latin-1 only.
        let latin = |text: &str| windows_1252(&latin::encode(text).0);
        puzzle.kind = Kind::Template;
        puzzle.language = None;
        puzzle.solution_word.clear();
        puzzle.title = puzzle.title.map(|text| latin(&text));
        puzzle.author = puzzle.author.map(|text| latin(&text));
        let credits = latin(&puzzle.credits.join("; "));
        puzzle.credits = if credits.is_empty() { vec![] } else { vec![credits] };
        for entry in &mut puzzle.entries {
            entry.clues = entry.clue().map(|clue| Clue::new(latin(&clue.text))).into_iter().collect();
        }
        prop_assert_eq!(&back.puzzle, &puzzle);
        // What is read back is written as the same bytes.
        prop_assert_eq!(write(&back.puzzle).unwrap().0, bytes);
    }

    #[test]
    fn damaged_files_never_panic(puzzle in any_puzzle(), at in any::<prop::sample::Index>(), with in any::<u8>(), len in 0..4usize) {
        prop_assume!(puzzle.kind.features().puz);
        let (mut bytes, _) = write(&puzzle).unwrap();
        let at = at.index(bytes.len());
        bytes.splice(at..(at + len).min(bytes.len()), [with]);
        let _ = (read(&bytes), read(&bytes[..at]));
    }
}
