//! `cwsat make`: a puzzle of every kind from nothing to its files, what is the same as in other commands, and everything
//! that is refused before the search.

use crate::common::desk::Desk;
use crate::common::patience::{PATIENCE, unhurried, until};
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::process::Output;

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG").env("NO_COLOR", "1");
    command.timeout(PATIENCE);
    command
}

/// Makes puzzles in this folder, however long it takes. The first arguments are words separated by blanks.
fn make(desk: &Desk, args: &str) -> Assert {
    unhurried(|limit| command(desk, args, limit))
}

/// Does the same until nothing is warned of: the first puzzle may have words without a clue.
fn make_clued(desk: &Desk, args: &str) -> Assert {
    let is_clued = |output: &Output| !String::from_utf8_lossy(&output.stderr).contains("warning");
    until(|output| output.status.success() && is_clued(output), |limit| command(desk, args, limit))
}

fn command(desk: &Desk, args: &str, limit: &str) -> Command {
    let mut command = cwsat();
    command.current_dir(desk.path("")).arg("make").args(args.split(' ')).args(["--time-limit", limit]);
    command
}

fn printed(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn told(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

fn document(desk: &Desk, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(desk.path(name)).unwrap()).unwrap()
}

/// Checks a puzzle by the rules of its kind.
fn valid(args: &[&str], text: &str) {
    let check = cwsat().arg("check").args(args).arg("-").write_stdin(text).assert();
    check.success().stdout(contains("valid"));
}

/// A picture of one red dot.
fn dot() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[255, 0, 0]).unwrap();
    bytes
}

#[test]
fn an_arrowword_from_nothing_is_in_every_file_that_was_named() {
    let desk = Desk::new();
    let files = ["p.pdf", "p.html", "p.svg", "p.png", "p.ipuz", "p.jpz", "p.json", "p.cwg"];
    let named = files.map(|file| format!("-o {file}")).join(" ");
    let run = make(&desk, &format!("arrowword 9x11 --title Rätsel --author Ich {named}")).success();
    assert_eq!(printed(&run), "");
    let told = told(&run);
    assert!(told.contains("arrowword 9x11: free layout, rating "), "{told}");
    let wrote: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("wrote ")).collect();
    assert_eq!(wrote, files);
    let mut sorted = files;
    sorted.sort_unstable();
    assert_eq!(desk.names(), sorted);
    let grid = fs::read_to_string(desk.path("p.cwg")).unwrap();
    valid(&["--as", "arrowword", "--words", "embedded"], &grid);
    assert!(grid.starts_with("9\n11\n"));
    let puzzle = document(&desk, "p.json");
    assert_eq!(
        (&puzzle["kind"], &puzzle["title"], &puzzle["author"]),
        (&"arrowword".into(), &"Rätsel".into(), &"Ich".into())
    );
    assert_eq!(puzzle["language"], "de");
    let entries = puzzle["entries"].as_array().unwrap();
    assert!(
        entries.iter().all(|entry| !entry["clues"][0]["text"].as_str().unwrap().is_empty()),
        "{entries:?}"
    );
    // Each file is what the command for it makes of the document.
    for (command, file) in
        [("render", "p.svg"), ("render", "p.html"), ("export", "p.ipuz"), ("export", "p.cwg")]
    {
        let again = desk.path(&format!("again_{file}"));
        cwsat().arg(command).arg(desk.path("p.json")).arg("-o").arg(&again).assert().success();
        assert!(fs::read(again).unwrap() == fs::read(desk.path(file)).unwrap(), "{file}");
    }
    assert!(fs::read(desk.path("p.pdf")).unwrap().starts_with(b"%PDF-"));
}

#[test]
fn an_island_holds_the_picture() {
    let desk = Desk::new();
    desk.put("dot.png", dot());
    let files = "--picture dot.png -o p.cwg -o p.svg -o p.html";
    let run = make_clued(&desk, &format!("arrowword 15x15 --island 3x2@4,5 {files}")).success();
    let grid = fs::read_to_string(desk.path("p.cwg")).unwrap();
    for (index, row) in grid.lines().skip(2).take(15).enumerate() {
        let blocked: Vec<usize> = row.match_indices('-').map(|(col, _)| col).collect();
        assert_eq!(blocked, if (3..6).contains(&index) { vec![4, 5] } else { vec![] }, "{grid}");
    }
    for file in ["p.svg", "p.html"] {
        assert!(fs::read_to_string(desk.path(file)).unwrap().contains("data:image/"), "{file}");
    }
    assert!(!told(&run).contains("warning"), "{}", told(&run));
}

#[test]
fn without_o_the_text_is_printed_that_solve_prints() {
    let desk = Desk::new();
    let grid = printed(&make(&desk, "arrowword 4x5 --quiet").success().stderr(""));
    valid(&["--as", "arrowword", "--words", "embedded"], &grid);
    let crossword = printed(&make(&desk, "crossword 5x5 --style double-spaced --quiet").success());
    valid(&["--as", "template", "--words", "embedded"], &crossword);
    assert!(crossword.contains("\nAcross\n") && crossword.contains("\nGrid to solve on\n"), "{crossword}");
    assert!(!crossword.contains(". … ("), "every word has a clue: {crossword}");
    let words = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/crisscross/flowers.txt");
    let run = make(&desk, &format!("crisscross {words} --quiet"));
    valid(&["--as", "crisscross"], &printed(&run));
    let grid = printed(&make(&desk, "digram 3x4 --words embedded --quiet").success());
    valid(&["--as", "digram"], &grid);
    let problem = printed(&make(&desk, "numberlink 6x5 --blocks 3 --nets 2").success().stderr(""));
    assert!(problem.starts_with("SIZE 6X5\nBLOCK_NUM 3\n"), "{problem}");
}

#[test]
fn every_kind_becomes_a_page() {
    let desk = Desk::new();
    let words = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/crisscross/flowers.txt");
    for (kind, what) in [
        ("template", "template 5x5 --style double-spaced".to_owned()),
        ("crisscross", format!("crisscross {words} --size 12x12")),
        ("digram", "digram 3x4 --words embedded".to_owned()),
        ("numberlink", "numberlink --size 5x5 --blocks 3 --nets 2".to_owned()),
    ] {
        let run = make(&desk, &format!("{what} -o {kind}.pdf -o {kind}.json"));
        assert!(matches!(run.get_output().status.code(), Some(0 | 3)), "{kind}: {}", told(&run));
        assert!(fs::read(desk.path(&format!("{kind}.pdf"))).unwrap().starts_with(b"%PDF-"));
        assert_eq!(document(&desk, &format!("{kind}.json"))["kind"], kind);
    }
    assert_eq!(document(&desk, "digram.json")["language"], "en");
}

#[test]
fn a_random_problem_is_the_same_with_and_without_its_answer() {
    let desk = Desk::new();
    let text = |seed: &str| printed(&make(&desk, &format!("numberlink --seed {seed}")).success());
    assert!(text("1") == text("1") && text("1") != text("2"));
    assert!(text("1").starts_with("SIZE 10X10\nBLOCK_NUM 8\n"));
    make(&desk, "numberlink 5x5 --blocks 3 --nets 2 -o Q.txt -o q.svg").success();
    assert_eq!(
        fs::read_to_string(desk.path("Q.txt")).unwrap(),
        printed(&make(&desk, "numberlink 5x5 --blocks 3 --nets 2").success())
    );
    make(&desk, "numberlink 2x2").code(2).stderr(contains("there is no board of 2X2 with 8 blocks"));
}

#[test]
fn several_puzzles_have_numbers_and_the_seeds_that_follow() {
    let desk = Desk::new();
    let args = "crossword 5x5 --style double-spaced --white 60%";
    make(&desk, &format!("{args} --seed 5 --threads 2 --count 2 -o p.json -o no-{{}}.txt --title No.{{}}"))
        .success();
    assert_eq!(desk.names(), ["no-1.txt", "no-2.txt", "p_1.json", "p_2.json"]);
    let text = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(document(&desk, "p_2.json")["title"], "No.2");
    assert_eq!(text("no-2.txt"), printed(&make(&desk, &format!("{args} --seed 6 --threads 1")).success()));
    assert_ne!(text("no-1.txt"), text("no-2.txt"));
    // Digram grids are found in one search, so they are all different.
    make(&desk, "digram 3x4 --words embedded --count 3 -o d.txt").success();
    let grids: std::collections::BTreeSet<String> = (1..=3).map(|n| text(&format!("d_{n}.txt"))).collect();
    assert_eq!(grids.len(), 3);
}

#[test]
fn a_book_holds_them_all() {
    let desk = Desk::new();
    let args = "crossword 5x5 --style double-spaced --count 2 --book --title Zwei";
    make(&desk, &format!("{args} -o book.pdf -o p.html")).success().stderr(contains("wrote book.pdf"));
    assert_eq!(desk.names(), ["book.pdf", "p_1.html", "p_2.html"]);
    // Title page, two puzzles, and their solutions.
    let pdf = String::from_utf8_lossy(&fs::read(desk.path("book.pdf")).unwrap()).into_owned();
    assert!(pdf.contains("/Count 4"), "four pages");
}

#[test]
fn a_seed_without_a_problem_costs_no_other_puzzle() {
    let desk = Desk::new();
    // So tight that only some of the seeds have a board; this is known without a search.
    let run = make(&desk, "numberlink 4x4 --blocks 4 --nets 7 --seed 6 --count 3 -o Q.txt").code(2);
    assert!(told(&run).contains("numberlink 4x4, number 2: no board of 4X4 with 4 blocks"), "{}", told(&run));
    assert_eq!(desk.names(), ["Q_1.txt", "Q_3.txt"]);
}

#[cfg(unix)]
#[test]
fn puzzles_that_go_to_files_need_no_reader_of_the_json() {
    let desk = Desk::new();
    desk.put("list.txt", "ROSE\nTOR\nOST\n");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
    let args = "make crisscross list.txt --count 2 --json --book -o book.pdf -o p.json";
    let run = command.current_dir(desk.path("")).args(args.split(' ')).stdout(writer).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(desk.names(), ["book.pdf", "list.txt", "p_1.json", "p_2.json"]);
}

#[test]
fn the_json_says_what_was_made() {
    let desk = Desk::new();
    let run = make(&desk, "arrowword 4x5 --json --quiet --seed 3 -o p.cwg").success().stderr("");
    let json: Value = serde_json::from_str(&printed(&run)).unwrap();
    assert_eq!(
        (&json["version"], &json["command"], &json["kind"]),
        (&1.into(), &"make".into(), &"arrowword".into())
    );
    assert_eq!((&json["input"], &json["seed"]), (&"arrowword 4x5".into(), &3.into()));
    assert_eq!(json["output"], serde_json::json!(["p.cwg"]));
    assert_eq!(json["cwg"].as_str().unwrap(), fs::read_to_string(desk.path("p.cwg")).unwrap());
    assert!(json["without_clue"].as_array().unwrap().is_empty());
}

#[test]
fn own_words_and_clues_are_used() {
    let desk = Desk::new();
    desk.put("list.txt", "ROSE\nTOR\nOST\n");
    desk.put("list_clues.txt", "ROSE|Blume im Garten\n");
    make(&desk, "crisscross list.txt --clues list_clues.txt -o p.json").success();
    let text = fs::read_to_string(desk.path("p.json")).unwrap();
    assert!(text.contains("Blume im Garten"), "{text}");
    make(&desk, "crisscross list.txt --clues none.txt -o q.json").code(2).stderr(contains("none.txt"));
    assert!(!desk.path("q.json").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_source_of_clues_may_be_a_pipe() {
    let desk = Desk::new();
    let words = ["ROSE", "TOR", "OST", "ABC", "DEF", "GHI", "ADG", "BEH", "CFI"];
    // A word that is repeated gets another clue, so each needs two.
    let clues = words.map(|word| format!("{word}|mine: {0}\n{word}|also mine: {0}\n", word.len())).concat();
    desk.put("list.txt", words[..3].join("\n"));
    desk.put("square.txt", words[3..].join("\n"));
    for what in ["crisscross list.txt", "crossword 3x3 --white 100% --words square.txt"] {
        let args = format!("make {what} --clues /dev/stdin --count 2 -o p.json");
        let run = cwsat().current_dir(desk.path("")).args(args.split(' ')).write_stdin(&*clues).assert();
        assert_eq!(run.get_output().status.code(), Some(0), "{what}: {}", told(&run));
        for file in ["p_1.json", "p_2.json"] {
            let text = fs::read_to_string(desk.path(file)).unwrap();
            assert!(text.contains("mine: "), "{what}: {text}");
        }
    }
}

#[test]
fn templates_are_made_in_every_style() {
    for (style, size) in [("double-spaced", "9x9"), ("british", "9x11"), ("american", "8x9")] {
        let args = ["make", "crossword", size, "--style", style, "--quiet", "--json", "--seed", "2"];
        let run = cwsat().args(args).assert().success();
        let json: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        let rows: Vec<&str> = json["rows"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
        let white: Vec<bool> = rows.concat().chars().map(|c| c != '#').collect();
        assert!(white.iter().eq(white.iter().rev()), "{style} is the same after half a turn");
        assert_eq!(format!("{}x{}", rows.len(), rows[0].len()), size);
    }
}

#[test]
fn a_template_that_is_made_is_called_by_its_style_and_size() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "ABC\nBCA\nCAB\nABCDE\nBCDEA\n");
    // On a small grid it is decided whether there is a crossword.
    for (size, code, said, advice) in [
        ("3x3", 1, "no crossword of this style with 3 rows and 3 columns", "proven: use a larger list"),
        ("5x5", 3, "200 templates", "(`--white 78%`)"),
    ] {
        cwsat()
            .args(["make", "template", size, "--white", "100%", "--quiet", "--words"])
            .arg(&words)
            .assert()
            .code(code)
            .stderr(contains(format!("the american {size} template: {said}")).and(contains(advice)));
    }
    let told = |white: &str, said: &str| {
        let args = ["make", "template", "9x9", "--style", "double-spaced", "--white", white];
        let run = cwsat().args(args).assert().success();
        run.stderr(contains("the double-spaced 9x9 template: filled").and(contains(said)));
    };
    told("10", " % white (10 % asked for, which the style does not allow in this size), mean");
    told("55", "56 % white, mean");
}

/// Runs a command that must be refused at once, and leave nothing behind.
fn refused(desk: &Desk, args: &str, said: &str) {
    let before = desk.names();
    let mut command = cwsat();
    command.current_dir(desk.path("")).arg("make").args(args.split(' ').filter(|arg| !arg.is_empty()));
    let run = command.timeout(std::time::Duration::from_secs(30)).assert().code(2);
    assert!(told(&run).contains(said), "{args}: {}", told(&run));
    assert_eq!((desk.names(), printed(&run)), (before, String::new()), "{args}");
}

#[test]
fn a_missing_or_wrong_kind_or_size_gets_a_sentence() {
    let desk = Desk::new();
    for (args, said) in [
        ("", "make what? Name a kind and its size"),
        ("sudoku 9x9", "arrowword"),
        ("15x15", "arrowword"),
        ("arrowword", "no size: give one, as in `cwsat make arrowword 15x15`"),
        ("arrowword 15", "`15` is not a size; a size is rows x columns, each from 1 to 500"),
        ("arrowword 15x501", "not a size"),
        ("arrowword 5x5 --size 5x5", "given twice"),
        ("crossword", "`cwsat make crossword 13x13`"),
        ("crossword 2x9", "each side can have 3 to"),
        // Small sides, but a formula for which there is no memory.
        ("crossword 200x200", "at most 2500 in all"),
        ("crossword ninexnine", "rows x columns"),
        ("crossword 9x9 --style french", "double-spaced, british and american"),
        ("crossword 9x9 --white 162%", "a share is a number"),
        ("crossword 9x10 --symmetry quarter-turn", "use a square"),
        ("digram", "`cwsat make digram 5x5`"),
        ("digram 2x2", "no 2x2 grid"),
        ("crisscross", "made of a list of words, with lines such as"),
        ("crisscross 9x9", "there is no file `9x9`"),
        ("crisscross none.txt", "none.txt"),
        ("numberlink 99x3", "1 to 72 each"),
        ("arrowword 5x5 --count 0", "from 1 to 10000"),
        ("arrowword 5x5 --style british", "is for the kind template"),
        (
            "crossword 9x9 --island 2x2",
            "--island is for the kind arrowword, and this is of the kind template; omit it, or name that kind",
        ),
        ("numberlink --words words.txt", "--words is not for the kind numberlink"),
        ("numberlink --clues clues.txt", "not for the kind numberlink"),
        ("digram 4x5 --only-clued", "--only-clued is for puzzles that are filled with words of a list"),
        ("numberlink --prefer-clued", "--prefer-clued is for puzzles that are filled"),
        ("digram 4x5 --encoding auto", "--encoding is for puzzles that are filled"),
    ] {
        refused(&desk, args, said);
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    let desk = Desk::new();
    desk.put("dot.png", dot());
    desk.put("words.txt", include_str!("../test_cases/digram/words.txt"));
    for (args, said) in [
        ("arrowword 30x30 -o p.xyz", "implies no format; end it in .pdf"),
        ("arrowword 30x30 -o p", "implies no format"),
        ("arrowword 30x30 -o p.pdf -o p.puz", "p.puz: .puz holds crosswords only"),
        (
            "arrowword 30x30 -o p.txt",
            "p.txt: this is a puzzle of the kind arrowword; its text is a .cwg file",
        ),
        ("digram 5x5 -o p.ipuz", "p.ipuz: ipuz holds"),
        ("crossword 30x30 -o p.cwg", "use .txt"),
        ("arrowword 30x30 -o no/p.pdf", "there is no folder"),
        ("arrowword 30x30 -o p.pdf -o ./p.pdf", "would overwrite it"),
        ("digram 5x5 --words words.txt -o words.txt", "would overwrite it"),
        ("arrowword 30x30 --island 31x2", "an island of 31x2 does not fit"),
        ("arrowword 30x30 --island 2", "an island is rows x columns"),
        ("arrowword 30x30 --picture dot.png -o p.pdf", "with an island"),
        ("arrowword 30x30 --island 3x3 --picture dot.png -o p.json", "drawn on a page"),
        ("arrowword 30x30 --island 3x3 --picture none.png -o p.pdf", "none.png"),
        ("crossword 9x9 --picture dot.png -o p.pdf", "with an island"),
        ("arrowword 30x30 --book -o p.html", "--book makes one PDF"),
        ("arrowword 30x30 --book", "--book makes one PDF"),
        ("arrowword 30x30 --paper a4 -o p.pdf -o p.cwg", "p.pdf: 30 x 30 fields of 8.0 mm do not fit on a4"),
        ("arrowword 30x30 -o p.svg --dpi 100", "--dpi is the resolution of a PNG, and none is drawn"),
        ("arrowword 60x60 -o p.pdf", "p.pdf: 60 x 60 fields"),
        ("arrowword 60x60 --count 10 --book -o p.pdf", "p.pdf: 60 x 60 fields"),
        ("crossword 45x45 --cell 15 --paper a4 -o p.svg", "p.svg: 45 x 45 fields"),
        ("digram 30x30 --cell 40 --paper a4 -o p.svg", "p.svg: 30 x 30 fields"),
        ("arrowword 40x40 -o p.cwg -o p.png --dpi 2400", "p.png: the picture would have"),
    ] {
        refused(&desk, args, said);
    }
}

#[test]
fn a_page_that_turns_out_too_small_costs_no_puzzle() {
    let desk = Desk::new();
    // The longest side is known only when the words are laid.
    desk.put("list.txt", "DONAUDAMPFSCHIFF\nDONAU\n");
    let args = "crisscross list.txt --paper a4 --cell 20";
    let run = make(&desk, &format!("{args} -o p.pdf -o p.json")).code(2);
    assert!(told(&run).contains("fields of 20.0 mm do not fit on a4"), "{}", told(&run));
    assert!(told(&run).contains("wrote p.json"), "{}", told(&run));
    assert_eq!(
        (desk.names(), printed(&run)),
        (vec!["list.txt".to_owned(), "p.json".to_owned()], String::new())
    );
    // If there is no file for it, it is printed.
    for book in ["", " --book"] {
        let run = make(&desk, &format!("{args} -o p.pdf{book}")).code(2);
        valid(&["--as", "crisscross"], &printed(&run));
        assert!(!desk.path("p.pdf").exists());
    }
}

#[test]
fn a_search_without_an_answer_writes_nothing() {
    let desk = Desk::new();
    let run = cwsat()
        .current_dir(desk.path(""))
        .args(["make", "arrowword", "60x60", "--time-limit", "10ms", "-o", "p.html"])
        .assert()
        .code(3);
    assert!(told(&run).contains("arrowword 60x60"), "{}", told(&run));
    assert_eq!(desk.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_best_and_begins_no_other() {
    use std::process::Stdio;
    let desk = Desk::new();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
    child.current_dir(desk.path("")).stderr(Stdio::piped());
    // A size whose ceiling is out of reach, so that the search goes on.
    let mut child = child
        .args(["make", "arrowword", "10x12", "--threads", "1", "--count", "3", "-o", "p.cwg"])
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("arrowword 10x12, number 1"), "{first}");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{rest:?}");
    assert_eq!(desk.names(), ["p_1.cwg"]);
}
