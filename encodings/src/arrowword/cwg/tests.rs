//! Reading good, odd and bad texts, and reading back what was written.

use super::*;
use crate::arrowword::testing::shared;
use proptest::prelude::*;

const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn reads_fields_and_questions() {
    let Read { puzzle, warnings } = read("2\n4\n?A.-\n ?.Z\n1 1 3\n0 0 3\n").unwrap();
    assert!(warnings.is_empty());
    let letter = |c| Field::Letter(Letter::from_char(c).unwrap());
    let (space, dash) = (Field::Blocked(Blocked::Space), Field::Blocked(Blocked::Dash));
    assert_eq!(puzzle.fields.row(0), [Field::Question, letter('A'), Field::Open, dash]);
    assert_eq!(puzzle.fields.row(1), [space, Field::Question, Field::Open, letter('Z')]);
    let question = |row, col| Question { pos: Pos::new(row, col), arrow: Arrow::Right };
    assert_eq!(puzzle.questions, [question(0, 0), question(1, 1)]);
}

#[test]
fn line_ends_byte_order_mark_and_blank_lines_make_no_difference() {
    let plain = read(RATED).unwrap();
    for text in [
        RATED.replace('\n', "\r\n"),
        format!("\u{feff}{RATED}"),
        RATED.trim_end().to_owned(),
        RATED.replace('\n', "\r\n").trim_end_matches('\n').to_owned(),
        RATED.replace("AD\n", "AD\n\n \n"),
        format!("{RATED}\n\n"),
    ] {
        assert_eq!(read(&text), Ok(plain.clone()), "{text:?}");
    }
}

#[test]
fn a_row_without_its_trailing_spaces_is_padded_with_a_warning() {
    let Read { puzzle, warnings } = read("3\n3\n. .\n..\n\n").unwrap();
    assert_eq!(
        warnings,
        [
            Warning::Padded { line: 4, column: 3, len: 2, cols: 3 },
            Warning::Padded { line: 5, column: 1, len: 0, cols: 3 }
        ]
    );
    assert_eq!(write(&puzzle), "3\n3\n. .\n.. \n   \n");
    assert!(warnings[0].to_string().contains("line 4, column 3"));
}

#[test]
fn whether_spaces_were_stripped_is_seen_by_the_rows_alone() {
    // Nothing is blocked, or both characters are used: either may have been stripped.
    for text in ["2\n3\n...\n..\n", "2\n3\n. -\n..\n"] {
        assert_eq!(read(text).unwrap().warnings, [Warning::Padded { line: 4, column: 3, len: 2, cols: 3 }]);
    }
    // The space at the end of a question line does not count.
    let text = "3\n7\n. .....\n......\n?......\n2 0 3 \n";
    assert_eq!(read(text).unwrap().warnings, [Warning::Padded { line: 4, column: 7, len: 6, cols: 7 }]);
}

#[test]
fn a_fully_blocked_row_is_a_row_and_no_blank_line() {
    let text = "3\n2\n?.\n  \n..\n0 0 3\n";
    let read = read(text).unwrap();
    assert!(read.warnings.is_empty());
    assert_eq!(write(&read.puzzle), text);
}

#[test]
fn a_short_row_is_an_error_where_spaces_were_not_stripped() {
    for text in ["2\n3\n.. \n..\n", "2\n3\n..-\n..\n", "1\n3\n. "] {
        assert!(matches!(read(text), Err(CwgError::ShortRow { cols: 3, .. })), "{text:?}");
    }
    assert!(error("2\n3\n..-\n..\n").starts_with("line 4, column 3: the row ends after 2 fields"));
}

#[test]
fn a_wrong_header_names_its_line() {
    assert!(error("").contains("before line 1"));
    assert!(error("3\n").contains("before line 2"));
    assert!(error("x\n3\n").starts_with("line 1, column 1: found `x`"));
    assert!(error("\n3\n").starts_with("line 1, column 1: found ``"));
    assert!(error("3\n-3\n").starts_with("line 2, column 1: found `-3`"));
    assert!(error("+3\n3\n").contains("found `+3`"));
    assert!(error("3 3\n...").contains("found `3 3`"));
    assert!(error("0\n0\n").contains("0 rows"));
    assert!(error("3\n0\n").contains("0 columns"));
    assert!(error("501\n3\n").contains("at most 500"));
    assert!(error("99999999999999999999999999\n3\n").contains("at most 500"));
}

#[test]
fn the_largest_grid_is_read() {
    let text = format!("500\n500\n{}", format!("{}\n", ".".repeat(500)).repeat(500));
    let puzzle = read(&text).unwrap().puzzle;
    assert_eq!((puzzle.fields.rows(), puzzle.fields.cols()), (500, 500));
    assert_eq!(write(&puzzle), text);
}

#[test]
fn a_grid_of_one_field_is_read() {
    assert_eq!(read("1\n1\n.").unwrap().puzzle.fields.row(0), [Field::Open]);
}

#[test]
fn a_wrong_grid_names_line_and_column() {
    let short = error("2\n2\n..\n");
    assert!(short.starts_with("line 4: the file ends here") && short.contains("should be row 2 of them"));
    assert!(error("2\n2\n..\n...\n").starts_with("line 4, column 3: found `.` after"));
    for line in ["0 0 3", "0\t0\t3"] {
        let question = error(&format!("2\n2\n..\n{line}\n"));
        assert!(question.contains("looks like a question line"), "{question}");
        assert!(question.starts_with("line 4, ") && question.contains("should be row 2 of them"));
    }
    // A single digit does not make a row look like a question line.
    assert!(error("1\n2\n.9\n").starts_with("line 3, column 2: found '9'"));
    let lower = error("1\n2\n.a\n");
    assert!(lower.starts_with("line 3, column 2: found 'a'") && lower.contains("upper case"));
    assert!(error("1\n2\n.Ä\n").contains("AE"));
    assert!(error("1\n2\n\t.\n").contains("tab"));
}

#[test]
fn a_wrong_question_line_names_line_and_column() {
    let text = |line: &str| format!("1\n3\n?..\n\n{line}\n");
    assert!(error(&text("0 x 3")).starts_with("line 5, column 3: found `x`"));
    assert!(error(&text("...")).contains("if this is a row"));
    assert!(error(&text("0 0")).contains("has 2 numbers"));
    assert!(error(&text("0 0 3 3")).contains("has 4 numbers"));
    assert!(error(&text("1 0 3")).starts_with("line 5, column 1: found row 1, which is outside"));
    assert!(error(&text("0 3 3")).starts_with("line 5, column 3: found column 3"));
    assert!(error(&text("0 -1 3")).contains("found `-1`"));
    assert!(error(&text("0 0 6")).starts_with("line 5, column 5: found arrow type 6"));
    assert!(error(&text("0 1 3")).contains("which has `.` there, not `?`"));
    assert!(error(&text("0 0 3\n0  0 3")).contains("line 5 already states"));
}

#[test]
fn the_contests_files_read_back_the_same() {
    for file in [
        "test_cases/15x15_1",
        "test_cases/20x30_2",
        "test_cases/40x40_3",
        "test_cases/island_1",
        "test_cases/island_2",
        "peer_layouts/15x15_1",
        "peer_layouts/15x15_2_doubles",
        "peer_layouts/20x30_2",
        "peer_layouts/40x40_3",
        "peer_layouts/island_1",
        "peer_layouts/island_2",
        "example_grids/18x14",
    ] {
        let Some(text) = shared(&format!("cw-challenge/{file}.cwg")) else { return };
        let Read { puzzle, warnings } = read(&text).unwrap();
        assert!(warnings.is_empty(), "{file}");
        assert_eq!(read(&write(&puzzle)).unwrap().puzzle, puzzle, "{file}");
    }
}

fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    let field = "[?. A-Z-]".prop_map(|text| read_field(text.chars().next().unwrap()).unwrap());
    let arrows = prop::collection::vec(prop::bits::u8::masked(0b11_1111), 36);
    ((1..=6usize, 1..=6usize), prop::collection::vec(field, 36), arrows).prop_map(
        |((rows, cols), fields, arrows)| {
            let fields = Grid::from_fn(rows, cols, |p| fields[p.row * cols + p.col]);
            let questions = fields
                .iter()
                .filter(|&(_, &field)| field == Field::Question)
                .flat_map(|(pos, _)| Arrow::ALL.map(|arrow| Question { pos, arrow }))
                .filter(|q| arrows[fields.index_of(q.pos)] >> q.arrow.code() & 1 == 1)
                .collect();
            Puzzle { fields, questions }
        },
    )
}

proptest! {
    #[test]
    fn a_written_puzzle_reads_back_the_same(puzzle in any_puzzle()) {
        let read = read(&write(&puzzle)).unwrap();
        prop_assert!(read.warnings.is_empty());
        prop_assert_eq!(read.puzzle, puzzle);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}", body in "[0-9?.A-Z \\r\\n-]{0,80}") {
        let _ = read(&text);
        let _ = read(&format!("3\n4\n{body}"));
        let _ = read(&body);
    }
}
