//! What can go wrong with files: reading, the folder, exports, and requests that are rejected.

use super::puzzles::faults;
use super::{POS, each};
use cwsat::edit::draft::TextError;
use cwsat::edit::protocol::About;
use cwsat::edit::refusal::Refusal;
use cwsat::encodings::arrowword::cwg::CwgError;
use cwsat::encodings::arrowword::puzzle::NoArrow;
use cwsat::encodings::barred::format::BarredError;
use cwsat::encodings::crisscross::format::FormatError;
use cwsat::encodings::crisscross::rules::Violation;
use cwsat::encodings::template::format::TemplateError;
use cwsat::limits::Limit;
use cwsat::publish::draw::DrawError;
use cwsat::publish::exchange::ipuz::{ClueProblem, IpuzError};
use cwsat::publish::exchange::puz::PuzError;
use cwsat::publish::exchange::{NoExport, OtherWords};
use cwsat::publish::output::pdf::PdfError;
use cwsat::publish::output::png::PngError;
use cwsat::publish::page::{FontError, PictureError};
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::json::{EntryProblem, JsonError};
use cwsat::publish::puzzle::{Kind, Language};
use cwsat::serve::export::NotWritten;
use cwsat::serve::folder::FolderError;
use cwsat::serve::gate::Refused;
use std::io;

/// What is wrong with a file, without its name.
fn misread() -> Vec<String> {
    let (pos, found) = (POS, || "12 3".to_owned());
    let of_grids = vec![
        CwgError::NoSize { line: 1, what: "rows" },
        CwgError::Size { line: 2, what: "columns", found: found() },
        CwgError::Empty { line: 1, what: "rows" },
        CwgError::TooLarge { line: 1, what: "rows", found: "9999".to_owned() },
        CwgError::NoRow { line: 5, row: 3, rows: 4 },
        CwgError::QuestionAsRow { line: 5, found: found(), row: 3, rows: 4 },
        CwgError::LongRow { line: 5, column: 6, found: found(), cols: 5 },
        CwgError::ShortRow { line: 5, column: 6, len: 5, cols: 7 },
        CwgError::Character { line: 5, column: 6, found: 'ä' },
        CwgError::NotANumber { line: 5, column: 6, found: found(), rows: 4 },
        CwgError::QuestionParts { line: 5, found: found(), parts: 2 },
        CwgError::Outside { line: 5, column: 6, what: "row", found: "9".to_owned(), limit: 4 },
        CwgError::NoSuchArrow { line: 5, column: 6, found: "9".to_owned() },
        CwgError::NotOnQuestion { line: 5, pos, found: 'A' },
        CwgError::Duplicate { line: 5, first: 4, found: found() },
    ];
    let broken_json = |text: &str| serde_json::from_str::<About>(text).expect_err("wrong");
    let no_arrow = || NoArrow { found: "up".to_owned() };
    let no_language = || "1".parse::<Language>().expect_err("no language");
    let entry = |problem| JsonError::Entry { number: 3, word: Some("ENTE".to_owned()), problem };
    let mut of_documents = vec![
        JsonError::Version { found: "missing".to_owned() },
        JsonError::Version { found: "9".to_owned() },
        JsonError::Size { rows: 0, cols: 3 },
        JsonError::Rows { found: 2, rows: 3 },
        JsonError::Width { row: 1, found: 2, cols: 3 },
        JsonError::Field { row: 1, col: 2, found: "7".to_owned(), kind: Kind::Arrowword },
        JsonError::Blocks { cell: [1, 2] },
        JsonError::NoLetter { list: "given", cell: [1, 2] },
        JsonError::Language(no_language()),
        JsonError::Entry { number: 3, word: None, problem: EntryProblem::Twice },
    ];
    let wrong = ["{", "", "[1", "7", r#"{"title": 3}"#, r#"{"credits": 3}"#, r#"{"other": 3}"#, "{} {}"];
    of_documents.extend(wrong.iter().map(|text| JsonError::Json(broken_json(text))));
    let problems = || {
        vec![
            EntryProblem::NoQuestion,
            EntryProblem::Question,
            EntryProblem::NoArrow(no_arrow()),
            EntryProblem::NoQuestionField(pos),
            EntryProblem::NoWord,
            EntryProblem::OtherPlace,
            EntryProblem::Missing("row"),
            EntryProblem::NoFields,
            EntryProblem::OtherWord("A".to_owned()),
            EntryProblem::OtherSpelling("A".to_owned()),
            EntryProblem::Twice,
            EntryProblem::EmptyClue,
            EntryProblem::Wordless,
        ]
    };
    let shown: Vec<JsonError> = problems().into_iter().map(entry).collect();
    let of_ipuz = vec![
        IpuzError::Json(broken_json("{")),
        IpuzError::Version { found: "9".to_owned() },
        IpuzError::Kind { found: "sudoku".to_owned() },
        IpuzError::Size { rows: 0, cols: 3 },
        IpuzError::Rows { list: "puzzle", found: 2, rows: 3 },
        IpuzError::Width { list: "puzzle", row: 1, found: 2, cols: 3 },
        IpuzError::Field { list: "puzzle", row: 1, col: 2, found: "7".to_owned() },
        IpuzError::Place { key: "solutionword", cell: [1, 2], what: "letter of the solution" },
        IpuzError::Place { key: "dashes", cell: [1, 2], what: "blocked field" },
        IpuzError::Clue { list: "Across".to_owned(), number: "3".to_owned(), problem: ClueProblem::Twice },
    ];
    let of_clues = vec![
        ClueProblem::Unreadable,
        ClueProblem::NoPlace,
        ClueProblem::NoWord,
        ClueProblem::NoLocation,
        ClueProblem::NoQuestionField,
        ClueProblem::NoArrow(no_arrow()),
        ClueProblem::Unclear,
        ClueProblem::Twice,
    ];
    let of_puz = vec![
        PuzError::Magic,
        PuzError::Short { part: "the solution" },
        PuzError::Size { rows: 0, cols: 3 },
        PuzError::Clues { found: 2, words: 3 },
    ];
    let of_templates = vec![
        TemplateError::Empty,
        TemplateError::NoField { line: 2, column: 3, found: '!' },
        TemplateError::TooWide { line: 2, width: 999 },
        TemplateError::TooHigh { line: 2 },
        TemplateError::SecondBlock { line: 2 },
        TemplateError::AllBlocks,
    ];
    let of_bars = vec![
        BarredError::NoHeader,
        BarredError::Empty,
        BarredError::NoField { line: 2, column: 3, found: '!' },
        BarredError::NoMark { line: 2, column: 3, found: '!' },
        BarredError::Width { line: 2, width: 4, expected: 3 },
        BarredError::TooWide { line: 2 },
        BarredError::TooHigh { line: 2 },
        BarredError::NotBetween { line: 2 },
        BarredError::NoFieldAbove { line: 2, column: 3 },
        BarredError::SecondBlock { line: 2 },
        BarredError::AllBlocks,
    ];
    let of_layouts = vec![
        FormatError::Header { line: 1, found: found() },
        FormatError::Row { line: 2, row: 1, cols: 3, found: found() },
        FormatError::Word { line: 2, found: found() },
        FormatError::NoDirection { line: 2 },
    ];
    let of_texts = vec![
        TextError::Cwg(CwgError::NoSize { line: 1, what: "rows" }),
        TextError::Template(TemplateError::Empty),
        TextError::Barred(BarredError::NoHeader),
        TextError::Crisscross(FormatError::NoDirection { line: 2 }),
        TextError::Drawing(Violation::Drawing { pos, drawn: None, says: None }),
        TextError::Refused(Refusal::OtherLetters),
    ];
    // A text in Latin-1, and one that is cut off.
    let no_text = [&b"f\xfcr"[..], &b"f\xc3"[..]];
    let no_text = no_text.map(|bytes| std::str::from_utf8(bytes).expect_err("no UTF-8").to_string());
    [
        each("encodings/src/arrowword/cwg/error.rs", "CwgError", of_grids),
        // Those of entries are tried one by one.
        each("src/publish/puzzle/json/read.rs", "JsonError", of_documents),
        each("src/publish/puzzle/json/read.rs", "EntryProblem", problems()),
        shown.iter().map(ToString::to_string).collect(),
        each("src/publish/exchange/ipuz/error.rs", "IpuzError", of_ipuz),
        each("src/publish/exchange/ipuz/error.rs", "ClueProblem", of_clues),
        each("src/publish/exchange/puz/read.rs", "PuzError", of_puz),
        each("encodings/src/template/format.rs", "TemplateError", of_templates),
        each("encodings/src/barred/format.rs", "BarredError", of_bars),
        each("encodings/src/crisscross/format.rs", "FormatError", of_layouts),
        each("src/edit/draft/text.rs", "TextError", of_texts),
        no_text.to_vec(),
    ]
    .concat()
}

/// What can go wrong in the folder.
pub(super) fn of_the_folder() -> Vec<String> {
    let name = || "mine.json".to_owned();
    let mut errors = vec![
        FolderError::Refused(Refusal::FileName("../a".to_owned())),
        FolderError::Link(name()),
        FolderError::Missing(name()),
        FolderError::Ending("mine".to_owned()),
        FolderError::PictureEnding("mine".to_owned()),
        FolderError::Unknown("mine.doc".to_owned()),
        FolderError::TooLarge { name: name(), limit: Limit::PUZZLE },
        FolderError::NoGrid("mine.cwg".to_owned()),
        FolderError::Exists(name()),
        FolderError::NoPuzzle {
            name: "mine.png".to_owned(),
            why: "this is not a picture of the type that its name says".to_owned(),
        },
    ];
    let failed = |error: io::Error| FolderError::Io { name: name(), error };
    errors.push(failed(io::Error::other("this is not a file")));
    let endless = |limit: Limit| limit.read(io::repeat(7)).expect_err("too long");
    errors.extend([Limit::PUZZLE, Limit::PICTURE].map(|limit| failed(endless(limit))));
    // A common message of the system is translated, a rare one is quoted; other systems have other messages.
    #[cfg(target_os = "linux")]
    errors.extend(
        [1, 2, 5, 13, 20, 21, 24, 28, 30, 36, 71, 122].map(|of| failed(io::Error::from_raw_os_error(of))),
    );
    let puzzle = |why: String| FolderError::NoPuzzle { name: name(), why };
    let misread: Vec<String> = misread().into_iter().map(|why| puzzle(why).to_string()).collect();
    let undrawn = faults().into_iter().map(|why| puzzle(why).to_string());
    [each("src/serve/folder/mod.rs", "FolderError", errors), misread, undrawn.collect()].concat()
}

/// Why something is not exported.
pub(super) fn unexported() -> Vec<String> {
    let not_there = OtherWords::NoEntry { direction: "across", row: 1, col: 2 };
    let adjacent = OtherWords::Adjacent { direction: "down", row: 1, col: 2 };
    let exports = vec![
        NoExport::Kind { format: "Across Lite", holds: "crosswords", kind: Kind::Arrowword },
        NoExport::Numbering { format: "Across Lite", problem: not_there },
        NoExport::Numbering { format: "Across Lite", problem: adjacent },
        NoExport::Grid { kind: Kind::Arrowword, advice: "its text is a .cwg file" },
        NoExport::TooMany { format: "Across Lite", what: "words", most: 3, found: 4 },
        NoExport::TooMany { format: "Across Lite", what: "rows and columns", most: 3, found: 4 },
        NoExport::Letters { format: "Across Lite", letters: "Ä".to_owned() },
    ];
    let drawings = vec![
        DrawError::NoRoom {
            rows: 99,
            cols: 98,
            cell: 3.0,
            paper: "A3",
            most: 2.5,
            advice: "give a smaller --cell (clues may then be printed below the grid)".to_owned(),
        },
        DrawError::NoRoom {
            rows: 99,
            cols: 98,
            cell: 3.0,
            paper: "A3",
            most: 2.5,
            advice: "use larger paper, or draw it as a picture (svg or png) without --paper".to_owned(),
        },
        DrawError::NoRoomBeside { whose: "the title", length: 1_999, paper: "a4" },
        DrawError::Unsolved,
        DrawError::NoGlyph { letters: "Ω".to_owned() },
    ];
    let pictures = vec![
        PictureError::Unknown,
        PictureError::TooLarge { width: 9000, height: 9000 },
        PictureError::Unreadable("unexpected end of file".to_owned()),
    ];
    let bitmaps = vec![
        PngError::TooLarge { width: 30000.0, height: 20000.0 },
        PngError::Picture(PictureError::Unknown),
    ];
    let no_font = || PdfError::Font { name: "Roboto".to_owned(), problem: "no glyphs".to_owned() };
    let pages = vec![no_font()];
    // What these are made of is tried above.
    let unwritten = vec![
        NotWritten::NoArrowword,
        NotWritten::Nothing,
        NotWritten::Folder(FolderError::Missing("mia.png".to_owned())),
        NotWritten::Picture(PictureError::Unknown),
        NotWritten::Document(NoDocument::NoWords),
        NotWritten::Font(FontError::NoLetters("Q".to_owned())),
        NotWritten::Draw(DrawError::Unsolved),
        NotWritten::Pdf(no_font()),
        NotWritten::Png(PngError::TooLarge { width: 30000.0, height: 20000.0 }),
        NotWritten::Exchange(NoExport::Letters { format: "Across Lite", letters: "Ä".to_owned() }),
    ];
    [
        each("src/publish/exchange/mod.rs", "NoExport", exports),
        each("src/publish/draw/style.rs", "DrawError", drawings),
        each("src/publish/page/picture/mod.rs", "PictureError", pictures),
        each("src/publish/output/png.rs", "PngError", bitmaps),
        each("src/publish/output/pdf.rs", "PdfError", pages),
        each("src/serve/export.rs", "NotWritten", unwritten),
    ]
    .concat()
}

/// Requests that are rejected.
pub(super) fn unadmitted() -> Vec<String> {
    let all = vec![
        Refused::Host,
        Refused::Origin,
        Refused::Used,
        Refused::Token,
        Refused::NotFound,
        Refused::Method,
        Refused::NoLength,
        Refused::TooLarge,
        Refused::Content,
    ];
    each("src/serve/gate.rs", "Refused", all)
}
