//! `cwsat render DIR --book`: the book of a folder, judged by what Poppler and qpdf find in it; and the pictures of the
//! chapter on publishing, made again.
//!
//! Without one of these tools: see common/tools.rs. With CWSAT_BLESS=1 pictures that differ are written again.

use crate::common::tools::is_installed;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::publish::puzzle::{Clue, Language, Puzzle, convert, json};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use std::process;
use tempfile::TempDir;

const GRID: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn cwsat() -> Command {
    Command::cargo_bin("cwsat").unwrap()
}

/// Returns what a program prints about a PDF; it must succeed without complaints.
fn printed(program: &str, before: &[&str], pdf: &Path, behind: &[&str]) -> Option<String> {
    if !is_installed(program) {
        return None;
    }
    let output = process::Command::new(program).args(before).arg(pdf).args(behind).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{program}: {output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns the text of each page.
fn texts(pdf: &Path) -> Option<Vec<String>> {
    let text = printed("pdftotext", &["-layout", "-enc", "UTF-8"], pdf, &["-"])?;
    Some(text.trim_end_matches('\u{c}').split('\u{c}').map(str::to_owned).collect())
}

fn document(title: Option<&str>, credit: &str) -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    for entry in &mut puzzle.entries {
        entry.clues = vec![Clue::new("Frage")];
    }
    puzzle.title = title.map(str::to_owned);
    puzzle.language = Some(Language::german());
    puzzle.credits = vec![credit.to_owned()];
    puzzle
}

/// Eleven puzzles of three kinds, and files that are not puzzles. Number 3 has a list of clues of several pages.
fn eleven() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for number in [1, 2, 4, 5, 6, 8, 9, 10] {
        let title = format!("Rätsel Nummer {number}");
        write(&format!("p{number}.json"), &json::write(&document(Some(&title), "Fragen: eigene")));
    }
    let side = 12;
    let row = "ABCDEFGHIKLM";
    let grid: String = (0..side).map(|_| format!("{row}\n")).collect();
    let mut template = convert::template(
        &cwsat::encodings::template::format::read(&format!("{grid}\nAcross\n")).unwrap(),
        |_| Some("Eine Frage, die über viele Zeilen geht. ".repeat(60)),
    );
    template.title = Some("Rätsel Nummer 3".to_owned());
    write("p3.json", &json::write(&template));
    write("p7.cwg", GRID);
    write("Q11.txt", "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n");
    write("A11.txt", "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n");
    // The document with the same name is preferred to this one.
    write("p10.cwg", "no grid at all");
    write("notes.md", "Not a puzzle.");
    write("package.json", "{\"name\": \"something else\"}");
    folder
}

#[test]
fn eleven_grids_make_a_book() {
    let folder = eleven();
    let pdf = folder.path().join("book.pdf");
    let passed_over = contains("2 files are not puzzles, skipped: notes.md, package.json");
    let arguments = ["--book", "--title", "Elf Rätsel", "--author", "N. N."];
    for _ in 0..2 {
        // The second time the book itself is in the folder.
        let run = cwsat().arg("render").arg(folder.path()).args(arguments).arg("-o").arg(&pdf).assert();
        run.success().stderr(passed_over.clone());
    }
    printed("qpdf", &["--check"], &pdf, &[]);
    if let Some(outline) = printed("qpdf", &["--json", "--json-key=outlines"], &pdf, &[]) {
        // The contents, eleven puzzles, and the solutions.
        assert_eq!(outline.matches("\"title\"").count(), 13, "{outline}");
    }
    let Some(pages) = texts(&pdf) else { return };
    let contents = &pages[0];
    assert!(contents.contains("Elf Rätsel") && contents.contains("N. N.") && contents.contains("Inhalt"));
    // In natural order: 2 before 10, and q after p without regard to case.
    let titles: Vec<String> = (1..=10)
        .map(|number| if number == 7 { "p7".to_owned() } else { format!("Rätsel Nummer {number}") })
        .chain(["Q11".to_owned()])
        .collect();
    let mut before = 1;
    for (number, title) in (1..).zip(&titles) {
        let name = format!("{number}. {title}");
        let mut lines = contents.lines().filter(|line| line.trim_start().starts_with(&format!("{name} ")));
        let line = lines.next().unwrap_or_else(|| panic!("{name} in {contents}"));
        let told: usize = line.split_whitespace().last().unwrap().parse().unwrap();
        let is_heading = |page: &String| page.lines().any(|line| line.trim() == name);
        let found = pages.iter().skip(1).position(is_heading).map(|index| index + 2);
        assert_eq!(Some(told), found, "{name}");
        assert!(told > before, "{name} is on page {told}, after one on {before}");
        before = told;
    }
    assert!(pages.len() > 14, "the long list takes several pages: {}", pages.len());
    for (number, page) in (1..).zip(&pages).skip(1) {
        let last = page.lines().rfind(|line| !line.trim().is_empty()).unwrap();
        assert_eq!(last.trim(), number.to_string(), "the page number");
    }
    let line = contents.lines().find(|line| line.contains("Lösungen")).unwrap();
    let start: usize = line.split_whitespace().last().unwrap().parse().unwrap();
    let solutions = pages[start - 1..].concat();
    assert!(solutions.contains("Lösungen") && !pages[1..start - 1].concat().contains("Lösungen"));
    for (number, title) in (1..).zip(&titles) {
        assert!(solutions.contains(&format!("{number}. {title}")), "{number}. {title} in {solutions}");
    }
    let all = pages.concat();
    assert_eq!(all.matches("Fragen: eigene").count(), 1, "each credit is there once");
    let words = solutions.lines().filter(|line| line.split_whitespace().any(|word| word == "E")).count();
    assert!(words > 0, "letters in {solutions}");
}

#[test]
fn a_book_has_the_puzzles_or_the_solutions_alone() {
    let folder = eleven();
    let pdf = folder.path().join("book.pdf");
    let made = |arguments: &[&str]| {
        let run = cwsat().arg("render").arg(folder.path()).args(arguments).arg("-o").arg(&pdf).assert();
        run.success();
        texts(&pdf)
    };
    let Some(puzzles) = made(&["--book", "--puzzle"]) else { return };
    assert!(!puzzles.concat().contains("Lösungen") && puzzles.concat().contains("Quellen"));
    let solutions = made(&["--book", "--solution", "--paper", "letter"]).unwrap();
    assert!(solutions.len() < 4 && !solutions.concat().contains("Frage,"), "{solutions:?}");
    // All of them are on the pages that the contents name.
    let line = solutions[0].lines().find(|line| line.contains("5. Rätsel Nummer 5")).unwrap();
    let page: usize = line.split_whitespace().last().unwrap().parse().unwrap();
    assert!(solutions[page - 1].contains("5. Rätsel Nummer 5"), "{solutions:?}");
}

#[test]
fn a_strict_book_has_a_good_clue_for_every_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, clue: &dyn Fn(usize) -> String| {
        let mut puzzle = document(Some(name), "Fragen: eigene");
        for (index, entry) in puzzle.entries.iter_mut().enumerate() {
            entry.clues = vec![Clue::new(clue(index))];
        }
        fs::write(path(name), json::write(&puzzle)).unwrap();
    };
    let good = |index: usize| format!("Frage {index}");
    write("good.json", &good);
    write("same.json", &|_| "Frage".to_owned());
    fs::write(path("bare.cwg"), GRID).unwrap();
    let book = |arguments: &[&str]| {
        let mut render = cwsat();
        render.arg("render").arg(folder.path()).args(["--book"]).args(arguments).arg("-o").arg(path("b.pdf"));
        render.assert()
    };
    let counted = contains(
        ": 4 of 12 words have no clue, and lengths are printed instead; 3 clues are repeated; --strict",
    );
    let warned = book(&[]).success().stderr(counted);
    assert_eq!(String::from_utf8_lossy(&warned.get_output().stderr).lines().count(), 1);
    fs::remove_file(path("b.pdf")).unwrap();
    let refused = book(&["--strict"]).code(1);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert_eq!(told.matches("bare.cwg: ").count(), 4, "{told}");
    assert_eq!((told.matches("same.json: ").count(), told.lines().count()), (3, 7), "{told}");
    assert!(!path("b.pdf").exists());
    write("same.json", &good);
    write("bare.json", &good);
    book(&["--strict"]).success().stderr("");
    assert!(path("b.pdf").exists());
}

#[test]
fn what_makes_no_book_is_refused() {
    let folder = eleven();
    let at = |name: &str| folder.path().join(name);
    let refused = |input: &Path, arguments: &[&str], output: &str, told: &str| {
        let run = cwsat().arg("render").arg(input).args(arguments).arg("-o").arg(at(output)).assert();
        run.code(2).stderr(contains(told));
        assert!(!at(output).exists());
    };
    refused(folder.path(), &[], "b.pdf", "with --book it becomes a book");
    refused(&at("p1.json"), &["--book"], "b.pdf", "omit --book, or name the folder");
    refused(folder.path(), &["--book"], "b.svg", "a book is a PDF");
    refused(folder.path(), &["--book", "--format", "html"], "b.pdf", "a book is a PDF");
    refused(folder.path(), &["--book"], "no/such/b.pdf", "choose another place");
    refused(folder.path(), &["--book", "--upside-down"], "b.pdf", "cannot be used with");
    refused(&at("nowhere"), &["--book"], "b.pdf", "nowhere");
    let empty = tempfile::tempdir().unwrap();
    refused(empty.path(), &["--book"], "b.pdf", "there is no puzzle in this folder;");
    fs::write(empty.path().join("a.md"), "text").unwrap();
    refused(empty.path(), &["--book"], "b.pdf", "no puzzle in this folder, only other files");
    fs::write(empty.path().join("open.cwg"), "2\n2\n?.\n..\n0 0 3\n").unwrap();
    refused(empty.path(), &["--book"], "b.pdf", "not solved");
    fs::write(empty.path().join("open.cwg"), GRID).unwrap();
    fs::write(empty.path().join("Q1.txt"), "SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 1X1\n1\n").unwrap();
    refused(empty.path(), &["--book"], "b.pdf", "put its answer beside it");
    fs::remove_file(empty.path().join("Q1.txt")).unwrap();
    fs::write(empty.path().join("broken.json"), "{\"cwsat\": \"puzzle/1\"").unwrap();
    refused(empty.path(), &["--book"], "b.pdf", "broken.json");
    let run = cwsat().args(["render", "--book"]).arg(at("p1.json")).arg(at("p2.json")).assert().code(2);
    run.stderr(contains("name it alone").and(contains("error")));
}

#[test]
fn a_book_takes_the_place_of_no_puzzle() {
    let folder = eleven();
    let before = fs::read_dir(folder.path()).unwrap().count();
    // A document, a grid, the solution of a Numberlink, and a grid with a document that is preferred.
    for name in ["p1.json", "p7.cwg", "A11.txt", "p10.cwg"] {
        let path = folder.path().join(name);
        let text = fs::read(&path).unwrap();
        let mut render = cwsat();
        render.arg("render").arg(folder.path()).args(["--book", "--format", "pdf", "-o"]).arg(&path);
        render.assert().code(2).stderr(contains("already uses this file"));
        assert!(fs::read(&path).unwrap() == text, "{name} was overwritten");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before);
}

#[test]
fn a_large_file_and_an_answer_of_2019_are_no_puzzles_that_fail() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("Q_1.txt"), "SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 2X2\n1,+\n+,1\n").unwrap();
    fs::write(at("A_1.txt"), "SIZE 3X2\n1,0,1\n0,0,1\nBLOCK#1 @(0,0)\n").unwrap();
    let large = fs::File::create(at("photo.jpg")).unwrap();
    large.set_len(17_000_000).unwrap();
    let run = cwsat().arg("render").arg(folder.path()).args(["--book", "-o"]).arg(at("b.pdf")).assert();
    run.success().stderr(contains("1 file is not a puzzle, skipped: photo.jpg"));
    assert!(fs::read(at("b.pdf")).unwrap().starts_with(b"%PDF-"));
}

/// The pictures of `docs/publish.md`, from the grid and the clues in `test_cases/publish`.
#[test]
fn the_pictures_of_the_chapter_are_what_the_program_makes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = root.join("test_cases/publish");
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("lake.json");
    let mut clue = cwsat();
    clue.arg("clue").arg(cases.join("lake.cwg")).arg("--clues").arg(cases.join("lake_clues.txt"));
    clue.arg("-o")
        .arg(&puzzle)
        .assert()
        .success()
        .stderr(contains("16 of 16 words with a clue (100.0 %): 16 of Am See"));
    for (name, view) in [("lake.svg", "--puzzle"), ("lake_solution.svg", "--solution")] {
        let made = folder.path().join(name);
        let mut render = cwsat();
        render.arg("render").arg(&puzzle).args([view, "--title", "Am See", "--solution-word", "INSEL"]);
        render.arg("-o").arg(&made).assert().success().stderr("");
        let kept = root.join("docs/pictures").join(name);
        let made = fs::read(made).unwrap();
        if std::env::var_os("CWSAT_BLESS").is_some() {
            fs::write(&kept, &made).unwrap();
        }
        let same = fs::read(&kept).is_ok_and(|kept| kept == made);
        assert!(
            same,
            "{} differs; CWSAT_BLESS=1 cargo test --test all book:: writes it again",
            kept.display()
        );
    }
}
