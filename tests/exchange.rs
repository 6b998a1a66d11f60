//! `cwsat export`, `cwsat import` and `cwsat submit`, judged by third-party readers.
//!
//! ipuz and .puz files are given to the Python packages `ipuz` and `puzpy`; CWSAT_PYTHON_READERS names the folder where
//! they are installed, if Python does not find them by itself. Without them: see common/tools.rs.

use crate::common::desk::Desk;
use crate::common::patience::unhurried;
use crate::common::tools::python;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::publish::puzzle::{Clue, Puzzle, convert, json};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;

/// All six arrows, an island written in both ways, and two questions in a field.
const GRID: &str = "6\n7\n ?ELAN?\n?IGELER\n?RAB?EI\nOB -REN\n?E  ANI\nGNU?NAT\n0 1 1\n0 1 3\n0 6 0\n0 6 2\n1 0 4\n\
                    2 0 3\n2 4 0\n2 4 3\n4 0 1\n4 0 5\n5 3 3\n";
const CROSSWORD: &str =
    "TOR#\nEIAL\n#.BA\n\nAcross\n1. a gate (3)\n4. … (4)\n6. … (3)\n\nDown\n1. one & only (2)\n";
const CRISSCROSS: &str =
    "criss-cross 3 4\n.T..\nROSE\n.N..\n\nacross\n2 (1,0) ROSE\tIt has <thorns>\ndown\n1 (0,1) TON\tweight\n";

/// Obeys all rules.
const SOLVED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn cwsat() -> Command {
    Command::cargo_bin("cwsat").unwrap()
}

/// Returns the grid above with a clue for each word.
fn arrowword() -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    for (index, entry) in puzzle.entries.iter_mut().enumerate() {
        entry.clues = vec![Clue::new(format!("Frage <script>alert({index})</script> & „mehr“"))];
    }
    puzzle.title = Some("Rätsel <1>".to_owned());
    puzzle.credits = vec!["Fragen: eigene & andere".to_owned()];
    puzzle.language = "de".parse().ok();
    puzzle
}

/// Returns a folder with a puzzle of each kind.
fn puzzles() -> Desk {
    let desk = Desk::new();
    desk.put("grid.cwg", GRID);
    desk.put("arrowword.json", json::write(&arrowword()));
    desk.put("crossword.txt", CROSSWORD);
    desk.put("crisscross.txt", CRISSCROSS);
    desk.put("digram.txt", "abacay......\n......abacus\nac..inetan..\n..ne....ther\n");
    desk
}

fn run(desk: &Desk, arguments: &[&str]) -> assert_cmd::assert::Assert {
    cwsat().current_dir(desk.path("")).args(arguments).assert()
}

fn read(desk: &Desk, name: &str) -> String {
    fs::read_to_string(desk.path(name)).unwrap()
}

#[test]
fn ipuz_is_taken_by_another_reader() {
    let desk = puzzles();
    let program = "file = ipuz.read(open(sys.argv[1], encoding='utf-8').read())\n\
                   print(len(file['clues']['Across']), len(file['clues']['Down']), file['solution'][1][1], *file['kind'])";
    for (name, expected) in [
        ("arrowword.json", "7 4 I http://ipuz.org/crossword#1 http://ipuz.org/crossword/arrowword#1\n"),
        ("crossword.txt", "3 4 I http://ipuz.org/crossword#1\n"),
        ("crisscross.txt", "1 1 O http://ipuz.org/crossword#1\n"),
    ] {
        run(&desk, &["export", name, "--ipuz-strict", "-o", "out.ipuz"]).success().stdout("").stderr("");
        if let Some(found) = python("ipuz", program, &desk.path("out.ipuz")) {
            assert_eq!(found, expected, "{name}");
        }
        run(&desk, &["export", name, "-o", "out.ipuz"]).success();
        let refused = "try:\n    ipuz.read(open(sys.argv[1], encoding='utf-8').read())\nexcept ipuz.IPUZException as e:\n    print(e)";
        if let Some(found) = python("ipuz", refused, &desk.path("out.ipuz")) {
            // The reason for --ipuz-strict; if this reader learns about `cells`, the guide has to be changed.
            assert!(found.contains("Invalid Clue"), "{name}: {found}");
        }
    }
}

#[test]
fn puz_is_taken_by_another_reader_and_so_is_what_that_writes() {
    let desk = puzzles();
    run(&desk, &["export", "crossword.txt", "-o", "out.puz"]).success().stderr("");
    let program = "file = puz.read(sys.argv[1])\nnumbering = file.clue_numbering()\n\
                   print(file.width, file.height, file.solution)\n\
                   for clue in numbering.across + numbering.down: print(clue['num'], clue['dir'], clue['len'], clue['clue'])\n\
                   file.title = 'Ä Größe'\nfile.save(sys.argv[1])";
    let Some(found) = python("puz", program, &desk.path("out.puz")) else { return };
    assert_eq!(
        found,
        "4 3 TOR.EIAL.-BA\n1 across 3 a gate\n4 across 4 \n6 across 3 \n1 down 2 one & only\n2 down 3 \n3 down 3 \n5 down 2 \n"
    );
    run(&desk, &["import", "out.puz"]).success().stderr("").stdout(contains("\"title\": \"Ä Größe\""));
    run(&desk, &["import", "out.puz", "-o", "back.txt"]).success();
    assert!(read(&desk, "back.txt").starts_with("TOR#\nEIAL\n#.BA\n\nAcross\n1. a gate (3)\n4. … (4)\n"));
}

/// Returns the document of an XML text, which has to be well-formed.
fn xml(text: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn jpz_has_clues_in_fields_and_arrows_in_first_letters() {
    let desk = puzzles();
    run(&desk, &["export", "arrowword.json", "-o", "out.jpz"]).success().stderr("");
    let text = read(&desk, "out.jpz");
    assert!(!text.contains("<script>"));
    let document = xml(&text);
    let all = |name: &str| -> Vec<roxmltree::Node> {
        document.descendants().filter(|node| node.has_tag_name(name)).collect()
    };
    let cell = |x: &str, y: &str| {
        let cells = all("cell");
        *cells.iter().find(|cell| cell.attribute("x") == Some(x) && cell.attribute("y") == Some(y)).unwrap()
    };
    assert_eq!(all("cell").len(), 42);
    assert_eq!((all("word").len(), all("clues").len()), (11, 2));
    assert_eq!(cell("1", "1").attribute("type"), Some("void"));
    // Every arrow of the grid: its question field, the first field of its word, the two sides.
    for (question, first, from, to) in [
        (("2", "1"), ("2", "2"), "top", "right"),
        (("2", "1"), ("3", "1"), "left", "right"),
        (("7", "1"), ("7", "2"), "top", "bottom"),
        (("7", "1"), ("6", "1"), "right", "bottom"),
        (("1", "2"), ("2", "2"), "left", "bottom"),
        (("1", "5"), ("1", "4"), "bottom", "right"),
        (("1", "5"), ("1", "6"), "top", "right"),
    ] {
        let (asked, start) = (cell(question.0, question.1), cell(first.0, first.1));
        assert_eq!(asked.attribute("type"), Some("clue"));
        let arrow =
            start.children().find(|a| a.attribute("from") == Some(from) && a.attribute("to") == Some(to));
        assert!(arrow.is_some_and(|arrow| arrow.has_tag_name("arrow")), "{first:?}");
        // Some clue of the field is for a word that starts there and runs in the arrow's direction.
        let span = |word: &roxmltree::Node, name: &str| word.attribute(name).unwrap().split('-').count() == 2;
        let fits = |id: &str| {
            let words = all("word");
            let word = words.iter().find(|word| word.attribute("id") == Some(id)).unwrap();
            let starts = |name: &str, at: &str| word.attribute(name).unwrap().split('-').next() == Some(at);
            starts("x", first.0) && starts("y", first.1) && span(word, if to == "right" { "x" } else { "y" })
        };
        assert!(asked.children().any(|clue| fits(clue.attribute("word").unwrap())), "{question:?}");
    }
    let clue = cell("1", "2").first_element_child().unwrap();
    assert_eq!(clue.text(), Some("Frage <script>alert(4)</script> & „mehr“"));

    run(&desk, &["export", "arrowword.json", "--jpz-plain", "-o", "plain.jpz"]).success();
    let text = read(&desk, "plain.jpz");
    let document = xml(&text);
    assert!(!text.contains("<arrow") && !text.contains("\"clue\""));
    let numbered =
        document.descendants().filter(|n| n.has_tag_name("cell") && n.attribute("number").is_some());
    let numbers: Vec<&str> = numbered.filter_map(|cell| cell.attribute("number")).collect();
    let clues = document.descendants().filter(|n| n.has_tag_name("clue"));
    assert!(clues.filter_map(|clue| clue.attribute("number")).all(|number| numbers.contains(&number)));
}

#[test]
fn jpz_of_other_kinds_is_well_formed() {
    let desk = puzzles();
    for (name, kind) in [("crossword.txt", "block"), ("crisscross.txt", "void")] {
        run(&desk, &["export", name, "-o", "out.jpz"]).success();
        let text = read(&desk, "out.jpz");
        let document = xml(&text);
        let of_kind = document.descendants().filter(|node| node.attribute("type") == Some(kind)).count();
        assert_eq!(of_kind, if kind == "block" { 2 } else { 6 }, "{text}");
        let one =
            document.descendants().find(|n| n.has_tag_name("clue") && n.attribute("number") == Some("1"));
        assert!(one.unwrap().text().is_some(), "{name}");
    }
}

#[test]
fn a_grid_comes_back_without_loss() {
    let desk = puzzles();
    run(&desk, &["export", "grid.cwg", "-o", "a.ipuz"]).success();
    run(&desk, &["import", "a.ipuz", "-o", "back.cwg"]).success().stderr("");
    assert_eq!(read(&desk, "back.cwg"), GRID);
    run(&desk, &["import", "grid.cwg", "-o", "grid.json"]).success().stderr("");
    run(&desk, &["export", "grid.json", "-o", "again.cwg"]).success().stderr("");
    assert_eq!(read(&desk, "again.cwg"), GRID);
    run(&desk, &["export", "arrowword.json", "-o", "b.ipuz"]).success();
    run(&desk, &["import", "b.ipuz", "-o", "back.json"]).success();
    assert_eq!(read(&desk, "back.json"), read(&desk, "arrowword.json"));
    run(&desk, &["import", "back.json", "--empty", "-o", "empty.cwg"]).success();
    let letters = |c: char| if c.is_ascii_uppercase() { '.' } else { c };
    assert_eq!(read(&desk, "empty.cwg"), GRID.chars().map(letters).collect::<String>());
    desk.put("valid.cwg", SOLVED);
    run(&desk, &["export", "valid.cwg", "-o", "valid.ipuz"]).success();
    run(&desk, &["import", "valid.ipuz", "-o", "imported.cwg"]).success();
    run(&desk, &["check", "imported.cwg"]).success();
    // The layout is kept where letters are found again.
    run(&desk, &["import", "valid.ipuz", "--empty", "-o", "open.cwg"]).success();
    let solve = ["solve", "open.cwg", "--seed", "1", "-o", "refilled.cwg", "-t"];
    let refilled = unhurried(|limit| {
        let mut command = cwsat();
        command.current_dir(desk.path("")).args(solve).arg(limit);
        command
    });
    refilled.success();
    run(&desk, &["check", "refilled.cwg", "--against", "open.cwg", "--words", "embedded"]).success();
    run(&desk, &["render", "back.json", "-o", "back.svg"]).success();
}

#[test]
fn other_kinds_come_back_as_their_text() {
    let desk = puzzles();
    run(&desk, &["export", "crisscross.txt", "-o", "c.ipuz"]).success();
    run(&desk, &["import", "c.ipuz", "-o", "c.txt"]).success();
    assert_eq!(read(&desk, "c.txt"), CRISSCROSS);
    run(&desk, &["export", "digram.txt", "--format", "text"]).success().stdout(contains("abacay......\n"));
    run(&desk, &["export", "crossword.txt", "--format", "json"]).success().stdout(contains("\"a gate\""));
    for empty in ["c.ipuz", "digram.txt"] {
        run(&desk, &["import", empty, "--empty", "-o", "d.txt"])
            .code(2)
            .stderr(contains("not all of its letters"));
    }
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_written() {
    let desk = puzzles();
    desk.put("broken.ipuz", "{\"version\": \"http://ipuz.org/v2\", ");
    desk.put("broken.json", "[1, 2");
    desk.put("broken.cwg", "three\n3\n");
    desk.put("broken.puz", b"\0\0ACROSS&DOWN\0\0");
    desk.put("latin.ipuz", b"{\"version\": \"http://ipuz.org/v2\xe4\"");
    let before = desk.names();
    for (arguments, expected) in [
        (
            "export arrowword.json -o out.puz",
            ".puz holds crosswords only, but this is a puzzle of the kind arrowword",
        ),
        ("export digram.txt -o out.ipuz", "kind digram; use the format json"),
        ("export digram.txt -o out.jpz", "JPZ holds arrowwords"),
        ("export crossword.txt -o out.cwg", ".cwg files hold arrowwords only"),
        ("export grid.cwg -o out.txt", "its text is a .cwg file"),
        ("export grid.cwg -o out.xyz", "this name implies no format"),
        ("export grid.cwg", "name a file with -o"),
        ("export grid.cwg --jpz-plain -o out.ipuz", "--jpz-plain is for another format"),
        ("export grid.cwg --ipuz-strict -o out.jpz", "--ipuz-strict is for another format"),
        ("export nothing.cwg -o out.ipuz", "nothing.cwg: "),
        ("export grid.cwg -o no/such/out.ipuz", "there is no folder no/such"),
        ("export grid.cwg -o grid.cwg", "the command already uses this file"),
        ("import nothing.ipuz", "nothing.ipuz: "),
        (
            "check broken.puz",
            "this is an Across Lite file, and cannot be used here; turn it into a grid first with `cwsat import",
        ),
        ("render broken.puz -o out.svg", "this is an Across Lite file"),
        ("check broken.ipuz", "this is an ipuz file, and cannot be used here; turn it"),
        ("import broken.ipuz -o out.json", "this is not an ipuz file: EOF"),
        ("import broken.puz -o out.json", "the file ends in the middle of its header"),
        ("import latin.ipuz -o out.json", "this is not UTF-8 text"),
        ("import broken.json -o out.json", "this is not a puzzle in cwsat's JSON"),
        ("render broken.json -o out.svg", "this is not a puzzle in cwsat's JSON"),
        ("import broken.cwg -o out.json", "broken.cwg: line 1, column 1: found `three`"),
        ("import arrowword.json -o out.xyz", "this name implies no format"),
        ("import arrowword.json -o no/such/out.json", "there is no folder no/such"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        run(&desk, &arguments).code(2).stdout("").stderr(contains(expected));
        assert_eq!(desk.names(), before, "{arguments:?}");
    }
}

#[test]
fn an_entry_holds_all_grids_or_is_not_written() {
    let desk = Desk::new();
    desk.put("empty/a.cwg", "3\n3\n...\n...\n...\n");
    desk.put("empty/b.cwg", "3\n3\n...\n...\n...\n");
    desk.put("solved/a.cwg", SOLVED);
    let submit = ["submit", "solved", "--against", "empty", "-o", "entry.zip"];
    run(&desk, &submit)
        .code(1)
        .stdout(contains("b.cwg            refused: there is no such file").and(contains("1 of 2")));
    desk.put("solved/b.cwg", SOLVED.replace("D", "."));
    run(&desk, &submit)
        .code(1)
        .stdout(contains("b.cwg            refused: the field at row 3, column 3 is not filled"));
    desk.put("solved/b.cwg", "3\n");
    run(&desk, &submit).code(1).stdout(contains("b.cwg            refused: "));
    desk.put("solved/b.cwg", SOLVED);
    desk.put("words.txt", "LEA\nEI\nAD\n");
    run(&desk, &[&submit[..], &["--words", "words.txt"]].concat()).code(1).stdout(contains("ID"));
    assert!(!desk.path("entry.zip").exists());
    run(&desk, &submit).success().stdout(contains("entry.zip: 2 grids, mean score "));
    let first = fs::read(desk.path("entry.zip")).unwrap();
    run(&desk, &submit).success();
    assert_eq!(fs::read(desk.path("entry.zip")).unwrap(), first);
    for read in ["solved/a.cwg", "empty/a.cwg"] {
        let before = fs::read(desk.path(read)).unwrap();
        let over = ["submit", "solved", "--against", "empty", "-o", read];
        run(&desk, &over).code(2).stderr(contains("would overwrite it"));
        assert_eq!(fs::read(desk.path(read)).unwrap(), before, "{read}");
    }
    let program = "import zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(z.testzip(), z.namelist())\n\
                   print(z.read('b.cwg').decode(), end='')";
    if let Some(found) = python("zipfile", program, &desk.path("entry.zip")) {
        assert_eq!(found, format!("None ['a.cwg', 'b.cwg']\n{SOLVED}"));
    }
    // Without --against the contest's eleven grids are required.
    run(&desk, &["submit", "solved", "-o", "other.zip"]).code(1).stdout(contains("11 of 11 grids refused"));
    run(&desk, &["submit", "nowhere", "-o", "other.zip"]).code(2).stderr(contains("nowhere"));
    run(&desk, &["submit", "solved", "--against", "solved/a.cwg", "-o", "other.zip"]).code(2);
}

#[test]
fn a_numberlink_is_the_same_in_the_format_of_every_year() {
    let desk = Desk::new();
    desk.put("Q.txt", "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n");
    let places = "BLOCK#1 @(1,0)\nBLOCK#2 @(0,0)\n";
    desk.put("later.txt", format!("A0\nSIZE 3X2\n1,1,+\n0,+,+\n{places}"));
    // In 2019, the fields of the first block may be 0; what is left is a single row.
    desk.put("2019.txt", format!("SIZE 3X2\n1,1,0\n0,0,0\n{places}"));
    for answer in ["later", "2019"] {
        run(&desk, &["export", "Q.txt", &format!("{answer}.txt"), "-o", &format!("{answer}.json")]).success();
    }
    let document = read(&desk, "later.json");
    assert_eq!(document, read(&desk, "2019.json"));
    assert!(document.contains("\"rows\": 2,\n  \"columns\": 3,"), "{document}");
}

#[test]
fn an_import_looks_at_the_content_before_the_name() {
    let desk = puzzles();
    desk.put("a.pdf", b"%PDF-1.7\n\xff\xfe");
    run(&desk, &["import", "a.pdf"]).code(2).stderr(contains("a.pdf: this is a PDF"));
    // A digram grid has the ending of an Across Lite file.
    fs::rename(desk.path("digram.txt"), desk.path("digram.puz")).unwrap();
    run(&desk, &["import", "digram.puz"]).success().stdout(contains("\"kind\": \"digram\""));
}

/// What changes the direction of writing would make a clue look like another one in the program that opens the file.
#[test]
fn no_exchanged_file_changes_the_direction_of_writing() {
    let desk = puzzles();
    let mut puzzle = arrowword();
    puzzle.title = Some("a\u{202e}b".to_owned());
    for entry in &mut puzzle.entries {
        entry.clues = vec![Clue::new("Frau\u{202e}uarF \u{2067}x")];
    }
    desk.put("turned.json", json::write(&puzzle));
    for plain in [&[][..], &["--jpz-plain"]] {
        run(&desk, &[&["export", "turned.json", "-o", "out.jpz"], plain].concat()).success();
        let text = read(&desk, "out.jpz");
        assert!(text.contains("FrauuarF x"), "{text}");
        assert!(!text.contains(['\u{202e}', '\u{2067}']), "{text}");
    }
}
