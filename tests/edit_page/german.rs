//! Everything that the program says to a person who uses the page is known in German.
//!
//! Errors are taken with all their variants, as their source lists them; the sentences of searches and of the server, which are
//! texts in the source, are read there. So a new one that nobody has translated is found.

use super::open;
use crate::common::browser::{Browser, Window};
use crate::common::constructor::Constructor;
use cwsat::edit::protocol::About;
use cwsat::edit::refusal::Refusal;
use cwsat::encodings::arrowword::cwg::CwgError;
use cwsat::encodings::arrowword::placed::NoPlace;
use cwsat::encodings::arrowword::puzzle::{Arrow, NoArrow, Question};
use cwsat::encodings::arrowword::rules::Violation;
use cwsat::encodings::arrowword::spec::SpecError;
use cwsat::encodings::barred::format::BarredError;
use cwsat::encodings::barred::rules::Uncustomary;
use cwsat::encodings::crisscross::format::FormatError;
use cwsat::encodings::crisscross::rules::Violation as OfCrisscross;
use cwsat::encodings::crossword::rules::Violation as OfCrossword;
use cwsat::encodings::grid::{Direction, Pos, Run};
use cwsat::encodings::lexicon::{CannotStand, PlacedWord, Sign, Why};
use cwsat::encodings::template::format::TemplateError;
use cwsat::encodings::template::shape::{Style, Symmetry};
use cwsat::limits::Limit;
use cwsat::publish::draw::DrawError;
use cwsat::publish::exchange::NoExport;
use cwsat::publish::exchange::ipuz::{ClueProblem, IpuzError};
use cwsat::publish::exchange::puz::PuzError;
use cwsat::publish::output::pdf::PdfError;
use cwsat::publish::output::png::PngError;
use cwsat::publish::page::PictureError;
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::json::{EntryProblem, JsonError};
use cwsat::publish::puzzle::solution_word::NoSolutionWord;
use cwsat::publish::puzzle::{Kind, Language};
use cwsat::search::Bug;
use cwsat::search::arrowword::{NoPuzzle, Stopped};
use cwsat::search::barred::make::MakeSpec as BarredSpec;
use cwsat::search::change::NoChange;
use cwsat::search::crisscross::NoLayout;
use cwsat::search::crossword::{NoCrossword, NoTemplate, Wordless};
use cwsat::search::template::make::{MakeSpec, NoTemplate as Unmade};
use cwsat::serve::folder::FolderError;
use cwsat::serve::gate::Refused;
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Display;
use std::io;
use std::mem;
use std::path::Path;

const POS: Pos = Pos::new(2, 3);
const RUN: Run = Run { start: POS, direction: Direction::Down, len: 4 };

fn question() -> Question {
    Question { pos: POS, arrow: Arrow::Down }
}

/// Returns a file of the sources; `None` if it is not there, as that of the other crate in the package of the program.
fn source(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// Returns what values of an enum say. All its variants have to be among them.
fn each<E: Display>(path: &str, name: &str, values: Vec<E>) -> Vec<String> {
    each_but(path, name, &[], values)
}

/// Returns what values of an enum say: those of all its variants but these, of which nobody at a page is told.
fn each_but<E: Display>(path: &str, name: &str, untold: &[&str], values: Vec<E>) -> Vec<String> {
    let Some(text) = source(path) else {
        assert!(path.starts_with("encodings/"), "{path} is not there");
        return Vec::new();
    };
    let start = format!("pub enum {name} {{\n");
    let (_, body) = text.split_once(&start).unwrap_or_else(|| panic!("{path} has no {name}"));
    let (body, _) = body.split_once("\n}").expect("the end of the enum");
    // A variant is in a line of its own, and nothing but variants is indented so far and begins with a capital letter.
    let variant = |line: &'_ str| {
        let line =
            line.strip_prefix("    ").filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))?;
        line.split(|c: char| !c.is_alphanumeric()).next().map(str::to_owned)
    };
    let there: Vec<String> = body.lines().filter_map(variant).collect();
    assert!(untold.iter().all(|name| there.iter().any(|there| there == name)), "{path}: {untold:?}");
    let kinds: HashSet<_> = values.iter().map(mem::discriminant).collect();
    let told = there.len() - untold.len();
    assert_eq!(kinds.len(), told, "{path}: translate all of these, and try them here: {there:?}");
    values.iter().map(ToString::to_string).collect()
}

/// Broken rules and departures from custom.
fn faults() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let first = Question { pos: Pos::new(0, 1), arrow: Arrow::LeftDown };
    let (word, other) = ("ENTE".to_owned(), "ENTEN".to_owned());
    let of_arrowwords = vec![
        Violation::NoQuestions,
        Violation::NoArrows { fields: 3 },
        Violation::EmptyQuestionField { pos },
        Violation::TooManyQuestions { pos, count: 3 },
        Violation::ForbiddenPair { pos, arrows: [Arrow::LeftDown, Arrow::Right] },
        Violation::ForbiddenBend { question: first },
        Violation::NoWord { question },
        Violation::StartsInside { question, before: pos },
        Violation::TooShort { question },
        Violation::AskedTwice { question, first },
        Violation::LetterWithoutQuestion { pos },
        Violation::WordTwice { word: word.clone(), question, first },
        Violation::Relatives { word: word.clone(), question, other: other.clone(), other_question: first },
        Violation::UnknownWord { word: word.clone(), question },
    ];
    let first = Run { start: Pos::new(0, 1), direction: Direction::Across, len: 4 };
    let of_crosswords = vec![
        OfCrossword::NoWord { pos },
        OfCrossword::UnknownWord { word: word.clone(), run: RUN },
        OfCrossword::WordTwice { word: word.clone(), run: RUN, first },
        OfCrossword::Relatives { word: word.clone(), run: RUN, other: other.clone(), at: first },
    ];
    let uncustomary = vec![
        Uncustomary::Short { run: RUN },
        Uncustomary::Unchecked { run: RUN, unchecked: 3 },
        Uncustomary::Neighbours { run: RUN, pos },
        Uncustomary::Parts { parts: 2, pos },
        Uncustomary::Turned { pos },
    ];
    let sign = |letter: char| Sign::of(letter).expect("a letter");
    let (start, next) = (Pos::new(0, 1), Pos::new(2, 4));
    let of_crisscrosses = vec![
        OfCrisscross::NoWords,
        OfCrisscross::TooShort { word: word.clone(), start },
        OfCrisscross::Outside { word: word.clone(), start },
        OfCrisscross::UnknownWord { word: word.clone(), start },
        OfCrisscross::Repeated { word: word.clone(), start, first: pos },
        OfCrisscross::Disagree { pos, letters: [sign('A'), sign('B')], words: [word.clone(), other.clone()] },
        OfCrisscross::Overlap { pos, direction: Direction::Across, words: vec![word.clone(), other.clone()] },
        OfCrisscross::NotSetOff { word: word.clone(), start, pos },
        OfCrisscross::SideBySide { pos, next },
        OfCrisscross::NotConnected { words: vec![other.clone()], first: word.clone() },
        OfCrisscross::Drawing { pos, drawn: Some(sign('A')), says: None },
        OfCrisscross::Number { word, number: 3, right: 4 },
    ];
    // Only `cwsat check --against` compares with a given grid; in a draft, questions are in their fields; and fields without a
    // letter are shown as open.
    let compared = ["NoQuestionField", "Size", "NotKept", "QuestionLost", "FieldAdded", "QuestionAdded"];
    let untold = ["Unfilled", "Size", "NotKept", "OtherBar"];
    [
        each_but("encodings/src/arrowword/rules/violation.rs", "Violation", &compared, of_arrowwords),
        each_but("encodings/src/crossword/rules.rs", "Violation", &untold, of_crosswords),
        each("encodings/src/barred/rules.rs", "Uncustomary", uncustomary),
        each("encodings/src/crisscross/rules/violation.rs", "Violation", of_crisscrosses),
    ]
    .concat()
}

/// Why something cannot be done with the puzzle.
fn refusals() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let arrow = || "left-then-down".to_owned();
    let refusals = vec![
        Refusal::Outside { cell: [4, 5], rows: 2, cols: 3 },
        Refusal::Size { rows: 0, cols: 3 },
        Refusal::NoQuestionField(pos),
        Refusal::ArrowNotAllowed { pos, arrow: arrow(), why: "a field has at most two" },
        Refusal::ArrowNotAllowed { pos, arrow: arrow(), why: "a word has at least two letters" },
        Refusal::NoWordThere { pos, arrow: arrow() },
        Refusal::NoDirection("up".to_owned()),
        Refusal::NoBar { pos, direction: Direction::Across },
        Refusal::NoBar { pos, direction: Direction::Down },
        Refusal::NoSquare { rows: 2, cols: 3 },
        Refusal::OnlyFor { what: "bars", kind: "barred crosswords" },
        Refusal::NoLetterField { pos, what: "a question field" },
        Refusal::NoLetterField { pos, what: "blocked" },
        Refusal::NoLetter('7'),
        Refusal::NoWord("7".to_owned()),
        Refusal::OtherSpelling { spelling: "Ähre".to_owned(), word: "ENTE".to_owned() },
        Refusal::Unfilled,
        Refusal::EmptyClue,
        Refusal::TooLong,
        Refusal::TooMuch,
        Refusal::NoIsland(pos),
        Refusal::FileName("../a".to_owned()),
        Refusal::LongName("long".to_owned()),
        Refusal::Width { row: 2, found: 3, cols: 4 },
        Refusal::Character { row: 2, found: '!' },
        Refusal::NoArrow("up".parse::<Arrow>().expect_err("no arrow").to_string()),
        Refusal::Language("1".parse::<Language>().expect_err("no language").to_string()),
        Refusal::Kind("crossword".to_owned()),
        Refusal::OtherLetters,
        Refusal::NoLetterYet(pos),
        Refusal::NothingToUndo,
        Refusal::NothingToRedo,
        Refusal::Other("there is nothing to undo".to_owned()),
    ];
    let unpublished = vec![
        NoDocument::NoQuestions,
        NoDocument::NoWords,
        NoDocument::NoLetter { pos },
        NoDocument::NoWord { question },
    ];
    [
        each("src/edit/refusal.rs", "Refusal", refusals),
        each("src/publish/puzzle/convert/arrowword.rs", "NoDocument", unpublished),
    ]
    .concat()
}

/// Why a search has found nothing.
fn unsolved() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let words = |count: usize| ["ROSE", "TULPE"][..count].iter().map(|word| (*word).to_owned()).collect();
    let of_grids = vec![
        SpecError::TooSmall { fields: 2 },
        SpecError::Island { pos, size: 1 },
        SpecError::Unusable { pos },
        SpecError::Unreachable { pos },
        SpecError::NoArrow { pos },
        SpecError::Rule(Violation::LetterWithoutQuestion { pos }),
        SpecError::NoWords,
        SpecError::TooFewWords { words: 1, covered: 2, fields: 3 },
        SpecError::RunTooLong { question, len: 9, longest: 5 },
        SpecError::NoWordsOfLength { question, len: 9 },
        SpecError::NoMatch { question, pattern: "A?B".to_owned() },
        SpecError::NoWordsForField { pos, lengths: vec![4, 7] },
    ];
    let placed: PlacedWord = "ENTE@3,4,across".parse().expect("a word with its place");
    let why = Why::Blocked { pos };
    let stands = || CannotStand { word: placed.clone(), why: why.clone() };
    let places = vec![
        NoPlace::Word(stands()),
        NoPlace::Rest { words: vec![placed.clone()], error: SpecError::Unusable { pos } },
        NoPlace::Rest {
            words: vec![placed.clone(), "ROSE@1,1,down".parse().expect("another one")],
            error: SpecError::Rule(Violation::LetterWithoutQuestion { pos }),
        },
    ];
    let of_arrowwords = vec![
        NoPuzzle::NoLayout,
        NoPuzzle::TooLong { words: words(1), most: 3 },
        NoPuzzle::TooLong { words: words(2), most: 3 },
        NoPuzzle::NoPlace(NoPlace::Word(stands())),
        NoPuzzle::NoRoom,
        NoPuzzle::NoFill(vec!["row 3, column 4 across with 5 letters".to_owned()]),
        NoPuzzle::NoFillAnywhere,
        NoPuzzle::GaveUp(9),
        NoPuzzle::Unspelled("SOMMER".to_owned()),
        NoPuzzle::NeverSpelled("SOMMER".to_owned()),
    ];
    let of_crosswords = vec![
        NoCrossword::Lonely { row: 3, col: 4 },
        NoCrossword::NoFill(vec![RUN]),
        NoCrossword::NoWord(vec![
            Wordless { run: RUN, pattern: "A...".to_owned() },
            Wordless { run: RUN, pattern: "....".to_owned() },
        ]),
        NoCrossword::NoPlace(stands()),
        NoCrossword::TooLong { words: vec!["DAMPFSCHIFF".to_owned()], most: 7 },
        NoCrossword::NoTemplate(NoTemplate::Stopped),
        NoCrossword::GaveUp(9),
        NoCrossword::Unspelled("SOMMER".to_owned()),
        NoCrossword::NeverSpelled("SOMMER".to_owned()),
    ];
    let spec = |style, symmetry, side| MakeSpec { rows: side, cols: side, style, symmetry, white: None };
    let impossible = |hint| Unmade::Impossible {
        style: Style::American,
        symmetry: Symmetry::None,
        rows: 3,
        cols: 4,
        hint,
    };
    let of_templates = vec![
        Unmade::Size { rows: 2, cols: 2 },
        Unmade::NoSquare { rows: 2, cols: 3 },
        impossible(""),
        impossible("; on every second line there are blocks"),
        Unmade::NoPlace(stands()),
        Unmade::Stopped,
    ];
    let changes = vec![NoChange::None, NoChange::Stopped { at_least: 1 }, NoChange::Stopped { at_least: 2 }];
    let of_crisscrosses = vec![NoLayout::NoWord, NoLayout::NoWordFits { rows: 2, cols: 3 }];
    let words_of_solution = vec![
        NoSolutionWord::NoWord("7".to_owned()),
        NoSolutionWord::TooLong(99),
        NoSolutionWord::TooFew { word: "SOMMER".to_owned(), letter: 'M', needed: 2, found: 1 },
    ];
    let stopped = [words(0), words(2)].map(|missing| Stopped { missing, unfinished: None }.to_string());
    let others = [
        spec(Style::American, Symmetry::None, 2).check().expect_err("too small").to_string(),
        BarredSpec { rows: 2, cols: 2 }.check().expect_err("too small").to_string(),
        "stopped before a layout was found: give it more time".to_owned(),
        Bug { broken: "the letter at row 3, column 4 belongs to no question".to_owned() }.to_string(),
    ];
    [
        each("encodings/src/arrowword/spec/mod.rs", "SpecError", of_grids),
        each("encodings/src/arrowword/placed.rs", "NoPlace", places),
        each("src/search/arrowword/outcome.rs", "NoPuzzle", of_arrowwords),
        each("src/search/crossword/mod.rs", "NoCrossword", of_crosswords),
        each("src/search/template/make.rs", "NoTemplate", of_templates),
        each("src/search/change/mod.rs", "NoChange", changes),
        each("src/search/crisscross/mod.rs", "NoLayout", of_crisscrosses),
        each("src/publish/puzzle/solution_word.rs", "NoSolutionWord", words_of_solution),
        stopped.to_vec(),
        others.to_vec(),
    ]
    .concat()
}

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
        no_text.to_vec(),
    ]
    .concat()
}

/// What can go wrong in the folder.
fn of_the_folder() -> Vec<String> {
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
    // What the system says is told in German if it is common, and quoted if not; other systems have other words.
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
fn unexported() -> Vec<String> {
    let exports = vec![
        NoExport::Kind { format: "Across Lite", holds: "crosswords", kind: Kind::Arrowword },
        NoExport::Numbering { format: "Across Lite", problem: "the word across is no entry".to_owned() },
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
    let small = |text: &str| PictureError::Unreadable(text.to_owned());
    let pictures = vec![
        small("it does not begin like one"),
        small("it has 9000 x 9000 pixels, and at most 50 million can be read"),
    ];
    let bitmaps = vec![
        PngError::TooLarge { width: 30000.0, height: 20000.0 },
        PngError::Picture(small("it does not begin like one")),
    ];
    let pages = vec![PdfError::Font { name: "Roboto".to_owned(), problem: "no glyphs".to_owned() }];
    [
        each("src/publish/exchange/mod.rs", "NoExport", exports),
        each("src/publish/draw/style.rs", "DrawError", drawings),
        each("src/publish/page/picture/mod.rs", "PictureError", pictures),
        each("src/publish/output/png.rs", "PngError", bitmaps),
        each("src/publish/output/pdf.rs", "PdfError", pages),
    ]
    .concat()
}

/// Requests that are not let in.
fn unadmitted() -> Vec<String> {
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

/// Texts that stand inside of sentences.
const INSIDE: [&str; 15] = [
    "asked at {pos}, {arrow}",
    "{number} {direction} at {pos}",
    "no word of the list matches",
    "one word of the list matches",
    "{count} words of the list match",
    "arrows and question fields",
    "bars and symmetry",
    "a field has at most two",
    "it may not share a field with the one that is there",
    "bent arrows are only for fields at the upper or left border, or of an island",
    "no field for a letter is there",
    "a word would begin inside another one",
    "a word has at least two letters",
    "another question asks for this word",
    "this is no request: {error}",
];

/// Sentences with these texts in them.
fn combined() -> Vec<String> {
    let parts = |count: usize| -> Vec<&str> { INSIDE[2..].iter().take(count).copied().collect() };
    let why = INSIDE[7..14].iter().map(|why| format!("the arrow right cannot leave {POS}: {why}"));
    let what = INSIDE[5..7].iter().map(|what| format!("only barred crosswords have {what}"));
    let explained = parts(3).into_iter().flat_map(|many| {
        let many = filled(many);
        [
            format!("{many} A.B, asked at {POS}, right. The letter fits."),
            format!(
                "{many} A.B, 7 across at {POS}. {many} .., 8 down at {POS}. Change a letter, or the layout."
            ),
        ]
    });
    let request = ["this is no request: expected value at line 1 column 1".to_owned()];
    why.chain(what).chain(explained).chain(request).collect()
}

/// Returns the sentences that are texts in these sources, with an example for each value in them.
fn written() -> Vec<String> {
    let files = [
        "src/edit/session.rs",
        "src/edit/explain.rs",
        "src/edit/board/mod.rs",
        "src/edit/board/arrowword.rs",
        "src/edit/board/crossword.rs",
        "src/edit/job/lay.rs",
        "src/edit/job/mod.rs",
        "src/edit/job/part.rs",
        "src/edit/job/plan.rs",
        "src/edit/job/solve.rs",
        "src/serve/answer.rs",
        "src/serve/desk/mod.rs",
        "src/serve/desk/saving.rs",
        "src/serve/export.rs",
        "src/serve/http/mod.rs",
        "src/search/barred/make.rs",
    ];
    let (mut found, mut inside) = (Vec::new(), HashSet::new());
    for path in files {
        let text = source(path).expect("a file of the sources");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        // What a person never reads: what the tool says to itself, and headers.
        let lines = lines.filter(|line| {
            ![".expect(", "log::", "format_args!", "HTTP/1.1"].iter().any(|other| line.contains(other))
        });
        let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "'");
        let before = found.len() + inside.len();
        for literal in code.split('"').skip(1).step_by(2) {
            let said = literal.split_whitespace().filter(|word| *word != "\\").collect::<Vec<_>>().join(" ");
            if INSIDE.contains(&&said[..]) {
                inside.insert(said);
            } else if said.split(' ').count() > 2 && !said.contains("default-src") {
                found.push(filled(&said));
            }
        }
        assert!(found.len() + inside.len() > before, "{path} has no sentence any more");
    }
    assert_eq!(inside.len(), INSIDE.len(), "no source has the others any more: {inside:?}");
    found.extend(combined());
    found
}

/// Returns a text of the source with an example for each value in it.
fn filled(text: &str) -> String {
    let mut parts = text.split('{');
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (value, rest) = part.split_once('}').unwrap_or((part, ""));
        let value = match value {
            "pos" => "row 3, column 4",
            "letter" => "A",
            "text" => "ENTE",
            "kept" | "" => "mine.json",
            _ => "7",
        };
        said.push_str(value);
        said.push_str(rest);
    }
    said
}

/// Words that are English and not German.
const ENGLISH: &[&str] = &[
    "a",
    "and",
    "are",
    "at",
    "be",
    "board",
    "by",
    "can",
    "cannot",
    "change",
    "choose",
    "clue",
    "column",
    "columns",
    "do",
    "does",
    "each",
    "end",
    "ends",
    "field",
    "fields",
    "file",
    "fill",
    "for",
    "found",
    "from",
    "give",
    "grid",
    "has",
    "have",
    "here",
    "if",
    "is",
    "it",
    "its",
    "leave",
    "length",
    "letter",
    "letters",
    "line",
    "no",
    "not",
    "of",
    "one",
    "or",
    "other",
    "please",
    "question",
    "questions",
    "read",
    "row",
    "rows",
    "take",
    "than",
    "that",
    "the",
    "there",
    "this",
    "to",
    "too",
    "use",
    "which",
    "with",
    "word",
    "words",
    "write",
    "yet",
];

#[test]
fn what_the_program_says_is_known_in_german() {
    let parts = [faults(), refusals(), unsolved(), of_the_folder(), unexported(), unadmitted(), written()];
    let sentences = parts.concat();
    assert!(sentences.len() > 250, "{}", sentences.len());
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x3");
    open(&browser, &constructor.link, 3);
    browser.run("import('/text/sentences.js').then((module) => { window.said = module; })");
    browser.wait("window.said");
    let said = |of: &str| {
        let said = browser.run(&format!("return {}.map((text) => said.{of}(text))", json!(sentences)));
        serde_json::from_value::<Vec<String>>(said).expect("sentences")
    };
    let mut wrong = Vec::new();
    for (text, german) in sentences.iter().zip(said("german")) {
        // What is quoted is from a file, from the system, or what a person wrote.
        let own: String = german
            .split('„')
            .enumerate()
            .map(|(at, part)| match at {
                0 => part,
                _ => part.split_once('“').map_or(part, |(_, rest)| rest),
            })
            .collect();
        let is_english = own
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word != "A" && ENGLISH.contains(&word.to_lowercase().as_str()));
        // What it is about is still said.
        let numbers = |text: &str| text.matches(|c: char| c.is_ascii_digit()).count() > 0;
        if is_english
            || own.contains('$')
            || own.contains("undefined")
            || !numbers(&german) && text.contains("row 3")
        {
            wrong.push(format!("{text}\n    {german}"));
        }
    }
    assert!(wrong.is_empty(), "{} sentences have no German:\n{}", wrong.len(), wrong.join("\n"));
    // Whoever is at a page has no flags to give.
    let flags: Vec<String> =
        said("english").into_iter().filter(|text| text.contains("--") || text.contains("`cwsat ")).collect();
    assert_eq!(flags, Vec::<String>::new());
}
