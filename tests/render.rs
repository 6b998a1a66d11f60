//! `cwsat render`: from a puzzle to files that other programs open.
//!
//! PDFs are given to Poppler, qpdf and Ghostscript. Without one of them: see common/tools.rs.

use crate::common::tools::is_installed;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::publish::draw::{Style, draw};
use cwsat::publish::page::Fonts;
use cwsat::publish::puzzle::{Clue, Language, Puzzle, convert, json};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use tempfile::TempDir;

fn cwsat() -> Command {
    Command::cargo_bin("cwsat").unwrap()
}

/// All six arrows, an island, two questions in a field, and fields in which two bent arrows meet.
const GRID: &str = "6\n7\n ?ELAN?\n?IGELER\n?RAB?EI\nOB  REN\n?E  ANI\nGNU?NAT\n0 1 1\n0 1 3\n0 6 0\n0 6 2\n1 0 4\n\
                    2 0 3\n2 4 0\n2 4 3\n4 0 1\n4 0 5\n5 3 3\n";

/// Returns the grid above with a clue for each word.
pub fn document(mut clue: impl FnMut(usize) -> String) -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    for (index, entry) in puzzle.entries.iter_mut().enumerate() {
        entry.clues = vec![Clue::new(clue(index))];
    }
    puzzle.title = Some("Rätsel für „Kenner“".to_owned());
    puzzle.author = Some("N. N.".to_owned());
    puzzle.language = Some(Language::german());
    puzzle.credits = vec!["Fragen: eigene".to_owned()];
    puzzle
}

/// Returns a folder with that puzzle in a file.
fn folder(clue: impl FnMut(usize) -> String) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.json");
    fs::write(&path, json::write(&document(clue))).unwrap();
    (folder, path)
}

/// Returns what a program prints; it must succeed without complaints.
fn opened(program: &str, arguments: &[&str], file: &Path) -> Option<String> {
    if !is_installed(program) {
        return None;
    }
    let output = process::Command::new(program).args(arguments).arg(file).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && err.is_empty(), "{program}: {out}{err}");
    assert!(!out.to_lowercase().contains("warning"), "{program}: {out}");
    Some(out.into_owned())
}

fn open_everywhere(pdf: &Path) -> Option<String> {
    opened("qpdf", &["--check"], pdf);
    opened("gs", &["-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage"], pdf);
    if is_installed("pdftotext") {
        let output =
            process::Command::new("pdftotext").args(["-raw", "-enc", "UTF-8"]).arg(pdf).arg("-").output();
        let output = output.unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        return Some(String::from_utf8(output.stdout).unwrap());
    }
    None
}

#[test]
fn a_pdf_opens_everywhere_and_its_text_can_be_read() {
    let (folder, path) = folder(|index| format!("Frage Nr. {index}"));
    let pdf = folder.path().join("puzzle.pdf");
    cwsat().arg("render").arg(&path).arg("-o").arg(&pdf).assert().success().stderr("");
    if let Some(text) = open_everywhere(&pdf) {
        for expected in ["Rätsel für „Kenner“", "Rätsel für „Kenner“ – Lösung", "Nr. 10", "Fragen: eigene"]
        {
            assert!(text.contains(expected), "{expected} in {text}");
        }
    }
    if let Some(fonts) = opened("pdffonts", &[], &pdf) {
        let lines: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(!lines.is_empty() && lines.iter().all(|line| line.contains("yes yes yes")), "{fonts}");
    }
}

#[test]
fn pdfs_of_every_kind_open_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let template = file("t.txt", "TOR#\nEIAL\n\nAcross\n1. a gate (3)\n4. … (4)\n\nDown\n");
    let crisscross = file(
        "c.txt",
        "criss-cross 3 4\n.T..\nROSE\n.N..\n\nacross\n2 (1,0) ROSE\tIt has thorns\ndown\n1 (0,1) TON\n",
    );
    let digram = file("d.txt", "abacay......\n......abacus\nac..inetan..\n..ne....ther\n");
    let problem = file("Q.txt", "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n");
    let answer = file("A.txt", "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n");
    for (inputs, expected) in [
        (vec![&template], "a gate"),
        (vec![&crisscross], "It has thorns (4)"),
        (vec![&digram], "Rows"),
        (vec![&problem, &answer], "Solution"),
    ] {
        let pdf = folder.path().join("out.pdf");
        let told = cwsat().arg("render").args(inputs).arg("-o").arg(&pdf).assert().success();
        let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
        assert!(told.lines().all(|line| line.contains("and lengths are printed instead")), "{told}");
        if let Some(text) = open_everywhere(&pdf) {
            assert!(text.contains(expected), "{expected} in {text}");
        }
    }
    let alone = cwsat().arg("render").arg(&problem).assert().code(2);
    alone.stderr(contains("name its answer after it"));
    cwsat()
        .arg("render")
        .args([&template, &digram])
        .assert()
        .code(2)
        .stderr(contains("one puzzle at a time"));
}

#[test]
fn faults_of_clues_are_counted_or_with_strict_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, page) = (folder.path().join("p.json"), folder.path().join("p.svg"));
    let clues = ["Farbe", "Farbe", "ein Fluss", "so ein Scheiß"];
    let mut puzzle = document(|index| clues.get(index).map_or(format!("Frage {index}"), |c| (*c).to_owned()));
    puzzle.entries[2].clues[0].weak = true;
    puzzle.entries[4].clues.clear();
    puzzle.entries[5].clues = vec![Clue::new(format!("mal {} mal", puzzle.pattern(&puzzle.entries[5])))];
    let write = |puzzle: &Puzzle| fs::write(&path, json::write(puzzle)).unwrap();
    write(&puzzle);
    let render = |arguments: &[&str]| {
        let mut command = cwsat();
        command.arg("render").arg(&path).args(arguments).arg("-o").arg(&page);
        command.assert()
    };
    let told = "p.json: 1 of 11 words has no clue, and lengths are printed instead; 1 clue is weak, 1 clue is \
                repeated, 1 clue contains its answer, 1 word is unsuitable for a family newspaper; --strict lists each with \
                its place\n";
    render(&[]).success().stderr(contains(told).and(predicates::str::starts_with("warning: ")));
    // Only words are printed, no clues; but with `--strict` nothing of this puzzle is printed.
    render(&["--solution"]).success().stderr("");
    fs::remove_file(&page).unwrap();
    for arguments in [&["--strict"][..], &["--strict", "--solution"], &["--strict", "--format", "text"]] {
        let refused = render(arguments).code(1).stdout("");
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert_eq!(told.lines().count(), 5, "{told}");
        for fault in [
            "has no clue",
            "a weak clue",
            "has the clue of",
            "contains its answer",
            "\"Scheiß\" is unsuitable",
        ] {
            assert!(
                told.lines().any(|line| line.contains("row ") && line.contains(fault)),
                "{fault} in {told}"
            );
        }
        assert!(!page.exists());
    }
    let mut export = cwsat();
    export.arg("export").arg(&path).args(["--strict", "-o"]).arg(folder.path().join("p.ipuz"));
    export.assert().code(1).stderr(contains("has no clue"));
    assert!(!folder.path().join("p.ipuz").exists());
    write(&document(|index| format!("Frage {index}")));
    render(&["--strict"]).success().stderr("");
    export.assert().success().stderr("");
    assert!(page.exists() && folder.path().join("p.ipuz").exists());
}

#[test]
fn a_kind_without_clues_has_no_faults() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let problem = write("Q.txt", "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n");
    let answer = write("A.txt", "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n");
    for strict in [&[][..], &["--strict"]] {
        let drawn = cwsat().arg("render").arg(&problem).arg(&answer).args(strict).assert();
        drawn.success().stderr("").stdout(contains("<svg"));
    }
}

#[test]
fn markup_in_a_clue_is_text() {
    let (folder, path) = folder(|_| "</g><script>alert(1)</script> & \"so\"".to_owned());
    let svg = folder.path().join("puzzle.svg");
    cwsat().args(["render", "--cell", "20mm"]).arg(&path).arg("-o").arg(&svg).assert().success();
    let text = fs::read_to_string(&svg).unwrap();
    assert!(!text.contains("<script") && text.contains("&lt;script&gt;"), "{text}");
    let opened = text.matches("<g ").count();
    assert_eq!(opened, text.matches("</g>").count());
}

#[test]
fn signs_that_the_font_lacks_are_left_out_and_told() {
    let (folder, path) = folder(|index| match index {
        0 => "Smile 😀".to_owned(),
        1 => "שלום".to_owned(),
        _ => "Fluss".to_owned(),
    });
    let svg = folder.path().join("puzzle.svg");
    let told = contains("cannot show 😀 (U+1F600)").and(contains("IGELER")).and(contains("ש (U+05E9)"));
    cwsat().arg("render").arg(&path).arg("-o").arg(&svg).assert().success().stderr(told);
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.contains("aria-label=\"Smile\"") && !text.contains('😀'));
}

#[test]
fn a_clue_that_no_field_can_hold_stands_below_the_grid() {
    let long =
        "Ein Satz, der so lang ist, dass ihn kein Fragefeld der Welt fassen kann, in keiner Größe ".repeat(3);
    let (folder, path) = folder(|index| if index == 3 { long.clone() } else { "Fluss".to_owned() });
    let svg = folder.path().join("puzzle.svg");
    let told = contains("stands below the grid as number 1");
    cwsat().arg("render").arg(&path).arg("-o").arg(&svg).assert().success().stderr(told);
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.contains("aria-label=\"1)\"") && text.contains("aria-label=\"1) Ein Satz, der so lang ist"));
}

#[test]
fn a_shorter_clue_stands_in_for_one_that_is_too_long() {
    let mut puzzle = document(|_| "Fluss".to_owned());
    puzzle.entries[4].clues =
        vec![Clue::new("Donaudampfschifffahrtsgesellschaftskapitän ".repeat(4)), Clue::new("Kapitän")];
    let drawn = draw(&puzzle, &Style::new(Fonts::embedded().unwrap())).unwrap();
    assert!(drawn.warnings.is_empty(), "{:?}", drawn.warnings);
    let shown: Vec<String> =
        drawn.pages.pages[0].texts().into_iter().map(|(_, text)| text.content()).collect();
    assert!(shown.iter().any(|text| text == "Kapitän"), "{shown:?}");
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_written() {
    let (folder, path) = folder(|_| "Fluss".to_owned());
    let render = |arguments: &[&str], output: &str| {
        let output = folder.path().join(output);
        cwsat().arg("render").arg(&path).args(arguments).arg("-o").arg(output).assert().code(2)
    };
    render(&[], "no/such/folder/a.pdf").stderr(contains("choose another place"));
    render(&[], "a.doc").stderr(contains("this name implies no format"));
    render(&["--paper", "a9"], "a.pdf").stderr(contains("one of a4, letter, a3"));
    render(&["--cell", "0.1mm"], "a.pdf").stderr(contains("3 to 40 millimetres"));
    render(&["--paper", "a4", "--cell", "40mm"], "a.pdf").stderr(contains("do not fit on a4 paper"));
    render(&["--solution-word", "XYLOPHON"], "a.pdf").stderr(contains("needs the letter X 1 times"));
    render(&["--font", "nowhere.ttf"], "a.pdf").stderr(contains("nowhere.ttf"));
    render(&["--font", path.to_str().unwrap()], "a.pdf").stderr(contains("not a TrueType or OpenType font"));
    render(&["--picture", path.to_str().unwrap()], "a.pdf").stderr(contains("give a PNG or JPEG file"));
    render(&["--format", "svg"], "puzzle.json").stderr(contains("already uses this file"));
    assert!(!folder.path().join("a.pdf").exists());
    cwsat().arg("render").arg("nowhere.json").assert().code(2).stderr(contains("nowhere.json"));
}

#[test]
fn no_file_that_is_read_is_overwritten() {
    let (folder, path) = folder(|_| "Fluss".to_owned());
    let at = |name: &str| folder.path().join(name);
    let font = Path::new(env!("CARGO_MANIFEST_DIR")).join("useful/fonts/RobotoCondensed-Regular.ttf");
    fs::copy(font, at("font.pdf")).unwrap();
    let mut picture = cwsat();
    picture.args(["render", "--dpi", "50"]).arg(&path).arg("-o").arg(at("pic.png")).assert().success();
    fs::copy(&path, at("twice-2.json")).unwrap();
    fs::create_dir(at("half-2.svg")).unwrap();
    let kept = || ["font.pdf", "pic.png", "twice-2.json"].map(|name| fs::read(at(name)).unwrap());
    let before = kept();
    let refused = |input: &str, arguments: &[&str], output: &str, told: &str| {
        let mut render = cwsat();
        render.current_dir(folder.path()).args(["render", input]).args(arguments).args(["-o", output]);
        render.assert().code(2).stderr(contains(told));
    };
    let used = "already uses this file";
    refused("puzzle.json", &["--picture", "pic.png"], "pic.png", used);
    refused("puzzle.json", &["--font", "font.pdf"], "font.pdf", used);
    refused("puzzle.json", &["--font", "./font.pdf", "--format", "html"], "font.pdf", used);
    refused("twice-2.json", &["--both", "--format", "svg"], "twice.json", used);
    assert!(kept() == before && !at("twice-1.json").exists());
    refused("puzzle.json", &["--both"], "half.svg", "half-2.svg");
    assert!(!at("half-1.svg").exists(), "one picture alone was written");
}

#[test]
fn a_picture_that_stands_nowhere_is_told() {
    let (folder, path) = folder(|index| format!("Fluss {index}"));
    let at = |name: &str| folder.path().join(name);
    fs::write(at("full.cwg"), "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n").unwrap();
    fs::write(at("t.txt"), "TOR#\nEIAL\n").unwrap();
    let mut picture = cwsat();
    picture.args(["render", "--dpi", "50"]).arg(&path).arg("-o").arg(at("pic.png")).assert().success();
    let drawn = |input: &str, output: &str, view: &str| {
        let mut render = cwsat();
        render.current_dir(folder.path()).args(["render", input, "--picture", "pic.png", view]);
        render.args(["-o", output]).assert().success()
    };
    for output in ["a.svg", "a.pdf", "a.png", "a.html"] {
        drawn("puzzle.json", output, "--puzzle").stderr("");
        drawn("full.cwg", output, "--puzzle").stderr(contains("left out: the grid has no island for it"));
        drawn("t.txt", output, "--puzzle").stderr(contains("left out: only an arrowword"));
    }
    drawn("puzzle.json", "a.svg", "--both").stderr("");
    drawn("puzzle.json", "a.svg", "--solution").stderr(contains("left out: a solution is drawn without it"));
}

#[test]
fn formats_go_by_the_name_and_several_pictures_are_numbered() {
    let (folder, path) = folder(|index| format!("Fluss {index}"));
    let at = |name: &str| folder.path().join(name);
    let render = |arguments: &[&str], name: &str| {
        cwsat()
            .arg("render")
            .arg(&path)
            .args(arguments)
            .arg("-o")
            .arg(at(name))
            .assert()
            .success()
            .stderr("");
    };
    render(&[], "a.svg");
    assert!(fs::read_to_string(at("a.svg")).unwrap().starts_with("<svg "));
    render(&["--dpi", "100"], "a.png");
    assert!(fs::read(at("a.png")).unwrap().starts_with(b"\x89PNG"));
    render(&["--both"], "b.svg");
    assert!(at("b-1.svg").exists() && at("b-2.svg").exists() && !at("b.svg").exists());
    render(&["--both", "--upside-down"], "c.svg");
    assert!(fs::read_to_string(at("c.svg")).unwrap().contains("matrix(-1 0 0 -1 "));
    cwsat().args(["render", "--both"]).arg(&path).assert().code(2).stderr(contains("name a file with -o"));
    let printed = cwsat().args(["render", "--format", "text"]).arg(&path).assert().success();
    printed.stdout(contains("→↳").and(contains("Fluss 1 (")));
}

#[test]
fn the_view_as_text_says_what_it_cannot_do() {
    let (folder, path) = folder(|index| format!("Fluss {index}"));
    let text = |input: &Path, arguments: &[&str]| {
        cwsat().args(["render", "--format", "text"]).args(arguments).arg(input).assert()
    };
    for arguments in [
        &["--title", "Rätsel"][..],
        &["--author", "N. N."],
        &["--solution-word", "ELAN"],
        &["--upside-down"],
        &["--paper", "a4"],
        &["--cell", "9mm"],
        &["--large"],
        &["--picture", "nowhere.png"],
        &["--font", "nowhere.ttf"],
    ] {
        let told = contains(format!("only the grid and its clues; omit {}", arguments[0]));
        text(&path, arguments).code(2).stdout("").stderr(told);
    }
    text(&path, &["--both", "--language", "de"]).success().stderr("");
    let open = folder.path().join("open.cwg");
    fs::write(&open, "2\n2\n?.\n..\n0 0 3\n").unwrap();
    text(&open, &[]).success();
    for view in ["--solution", "--both"] {
        text(&open, &[view]).code(2).stdout("").stderr(contains("no solution to draw"));
    }
}

#[test]
fn a_resolution_is_for_bitmaps_only() {
    let (folder, path) = folder(|_| "Frage".to_owned());
    for (args, said) in [
        (&["--format", "svg"][..], "--dpi is the resolution of a PNG"),
        (&["--format", "pdf"], "--dpi is the resolution of a PNG"),
        (&["--format", "html"], "--dpi is the resolution of a PNG"),
        (&["--format", "text"], "omit --dpi"),
    ] {
        let run = cwsat().args(["render", "--dpi", "100"]).args(args).arg(&path).assert();
        run.code(2).stdout("").stderr(contains(said));
    }
    let book = cwsat().args(["render", "--dpi", "100", "--book"]).arg(folder.path()).assert();
    book.code(2).stderr(contains("--dpi is the resolution of a PNG"));
}
