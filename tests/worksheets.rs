//! Criss-crosses as teachers make them: lists from office programs and in any script, with nothing dropped in silence, in a
//! box that fits the page, and pages that can be handed out.

use crate::common::desk::Desk;
use cwsat::encodings::crisscross::puzzle::{Laid, Layout, Puzzle};
use cwsat::encodings::crisscross::{base, rules};
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::encodings::lexicon::Sign;
use cwsat::publish::draw::{DrawError, Style, View, board, draw};
use cwsat::publish::page::Fonts;
use cwsat::publish::puzzle::{Field, convert};
use cwsat::search::Setup;
use cwsat::search::crisscross::{Options, Taste, roomy_board, solve};
use cwsat::solver::Budget;

const CYRILLIC: &str = "Москва|столица России\nСанкт-Петербург|город на Неве\nВолга|река\nТула\nЁлка\n";

#[test]
fn a_list_in_any_script_goes_all_the_way() {
    let desk = Desk::new();
    desk.put("words.txt", CYRILLIC);
    let (code, text, told) = desk.cwsat("solve --as crisscross words.txt -o laid.txt --json --quiet");
    assert_eq!(code, 0, "{told}");
    assert!(text.contains("САНКТПЕТЕРБУРГ") && text.contains("ЁЛКА"), "{text}");
    for args in [
        "check laid.txt --words words.txt",
        "render laid.txt -o page.svg",
        "render laid.txt -o page.pdf",
        "render laid.txt -o page.html",
        "export laid.txt -o puzzle.json",
        "export laid.txt -o puzzle.ipuz",
        "export laid.txt -o puzzle.jpz",
        "import puzzle.ipuz -o back.txt",
        "check back.txt --words words.txt",
        "render puzzle.json -o again.svg",
    ] {
        let (code, _, told) = desk.cwsat(args);
        assert_eq!(code, 0, "{args}: {told}");
    }
    // ЁЛКА has a letter in common with ТУЛА and ВОЛГА, so no words keep each other away.
    let (code, text, told) = desk.cwsat("explain --as crisscross words.txt --size 20x20");
    assert_eq!((code, text.as_str()), (0, "words.txt: all 5 words can be laid on 20x20\n"), "{told}");
    let laid = std::fs::read_to_string(desk.path("laid.txt")).expect("a layout");
    let back = std::fs::read_to_string(desk.path("back.txt")).expect("a layout");
    assert_eq!(back, laid, "what ipuz holds is all of it");
    let page = std::fs::read_to_string(desk.path("page.html")).expect("a page");
    assert!(page.contains("столица России"));
}

#[test]
fn a_formula_of_another_script_is_decoded() {
    let desk = Desk::new();
    desk.put("words.txt", "Öl\nÄra\nλάδι\nΆλφα\n");
    desk.put("umlauts.txt", "Öl\nLärm\nÄra\n");
    let args = "--size 6x6 --alphabet ÄÖ";
    for command in [
        format!("encode --as crisscross umlauts.txt {args} -o f.cnf --map f.map"),
        "sat f.cnf".to_owned(),
        format!("decode --as crisscross umlauts.txt {args} --map f.map --model f.model -o laid.txt"),
        "check laid.txt --words umlauts.txt".to_owned(),
    ] {
        let (code, text, told) = desk.cwsat(&command);
        assert_eq!(code, 0, "{command}: {told}");
        if command.starts_with("sat") {
            desk.put("f.model", text);
        }
    }
    let laid = std::fs::read_to_string(desk.path("laid.txt")).expect("a layout");
    assert!(laid.contains("LÄRM") && laid.contains("ÖL"), "{laid}");
    let (code, _, told) =
        desk.cwsat("decode --as crisscross umlauts.txt --size 6x6 --map f.map --model f.model");
    assert!(code == 2 && told.contains("--alphabet"), "{told}");
}

#[test]
fn no_entry_is_dropped_in_silence() {
    let desk = Desk::new();
    desk.put("words.txt", "Rose\nTulpe\nH2O\nשלום\nXyyx\n");
    let (code, text, told) = desk.cwsat("solve --as crisscross words.txt --json");
    assert_eq!(code, 3, "{told}");
    for missing in ["H2O", "שלום", "XYYX"] {
        assert!(told.contains(missing), "{missing}: {told}");
    }
    assert!(told.contains("--alphabet written") && told.contains("right to left"), "{told}");
    assert!(!told.contains("proven"), "{told}");
    let json: serde_json::Value = serde_json::from_str(text.lines().next().expect("JSON")).expect("JSON");
    assert_eq!(json["proven"], serde_json::json!({"words": false, "crossings": false, "box": false}));
    // Nothing is proven either if all lines could be read, but a word has no letter in common with the others.
    desk.put("left.txt", "Rose\nOrt\nXyyx\n");
    let (code, text, told) = desk.cwsat("solve --as crisscross left.txt --json");
    let json: serde_json::Value = serde_json::from_str(text.lines().next().expect("JSON")).expect("JSON");
    assert_eq!((code, json["left_out"][0]["word"].as_str()), (3, Some("XYYX")), "{told}");
    assert_eq!(json["proven"], serde_json::json!({"words": false, "crossings": false, "box": false}));
    desk.put("all.txt", "Rose\nOrt\nH2O\n");
    let (code, text, told) = desk.cwsat("solve --as crisscross all.txt --alphabet written");
    assert!(code == 0 && text.contains("H2O") && told.contains("proven"), "{told}");
}

#[test]
fn lists_of_office_programs_are_read() {
    let desk = Desk::new();
    desk.put("old.txt", b"Stra\xdfe|Weg\nS\xfc\xdfe\n");
    let (code, text, told) = desk.cwsat("solve --as crisscross old.txt");
    assert!(code == 0 && text.contains("STRASSE") && text.contains("SUESSE"), "{told}");
    assert!(told.contains("old.txt") && told.contains("Latin-1"), "{told}");
    desk.put("excel.csv", "Rose,\"rot, dornig\"\r\nOrt,Dorf\r\n");
    let (code, text, told) = desk.cwsat("solve --as crisscross excel.csv");
    assert!(code == 0 && text.contains("ROSE\trot, dornig") && text.contains("ORT\tDorf"), "{text}{told}");
}

#[test]
fn a_box_is_compact_and_has_the_wished_shape() {
    let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\naster\norchid\npeony\ndahlia\nlotus\n";
    let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
    let mut area = Vec::new();
    for (compact, aspect) in [(false, None), (true, None), (true, Some("3:1")), (false, Some("1:2"))] {
        let taste = Taste { compact, aspect: aspect.map(|aspect| aspect.parse().expect("a shape")) };
        let (rows, cols) = roomy_board(&entries, taste.aspect, 1, &Budget::unlimited());
        let puzzle = Puzzle { rows, cols, entries: entries.clone() };
        let options = Options { setup: Setup::seeded(1), conflicts: Some(0), taste };
        let answer = solve(&puzzle, &options, &Budget::unlimited(), &|_| {}).expect("a layout");
        assert_eq!(rules::check(&answer.layout, Some(&entries)), []);
        assert_eq!(answer.value.words, entries.len(), "{aspect:?}");
        let value = answer.value;
        match aspect {
            Some("3:1") => assert!(value.cols >= 2 * value.rows, "{value}"),
            Some(_) => assert!(value.rows as f64 >= 1.4 * value.cols as f64, "{value}"),
            None => area.push(value.area()),
        }
    }
    assert!(area[1] < area[0], "{area:?}");
}

#[test]
fn pages_can_be_handed_out() {
    let desk = Desk::new();
    desk.put("words.txt", "Rose|rot\nOrt\nTon\nGuten Tag\n");
    let args = "make crisscross words.txt --versions 3 --title Blumen --name-line --word-bank -o test.pdf -o test.json";
    let (code, _, told) = desk.cwsat(args);
    assert_eq!(code, 0, "{told}");
    let files = ["A", "B", "C"].map(|version| desk.path(&format!("test_{version}.json")));
    for (file, version) in files.iter().zip(["A", "B", "C"]) {
        let text = std::fs::read_to_string(file).expect("a document");
        assert!(text.contains(&format!("Blumen – {version}")), "{text}");
    }
    assert!(desk.path("test_C.pdf").exists());
    let (code, _, told) = desk.cwsat("make crisscross words.txt --versions 3 --book -o book.pdf");
    assert!(code == 2 && told.contains("--versions") && told.contains("--book"), "{told}");
}

#[test]
fn a_page_has_a_line_for_the_name_and_the_words() {
    let entries = base::read("Rose\nOrt\nGuten Tag\n", base::Style::Marked, &Default::default())
        .expect("words")
        .entries;
    let puzzle = Puzzle { rows: 12, cols: 12, entries };
    let layout = solve(&puzzle, &Options::default(), &Budget::unlimited(), &|_| {}).expect("a layout").layout;
    let mut document = convert::crisscross(&layout);
    let phrase = document.entries.iter().position(|entry| entry.run.len == 8).expect("the phrase");
    document.entries[phrase].spelling = Some("Guten Tag".to_owned());
    document.language = "de".parse().ok();
    let texts = |name_line, word_bank| -> Vec<String> {
        let style = Style { name_line, word_bank, ..Style::new(Fonts::embedded().expect("fonts")) };
        let pages = draw(&document, &style).expect("a page").pages.pages;
        pages.iter().flat_map(|page| page.texts().into_iter().map(|(_, text)| text.content())).collect()
    };
    let plain = texts(false, false);
    assert!(!plain.iter().any(|text| text == "Name:" || text == "Wörter"), "{plain:?}");
    let both = texts(true, true);
    for wanted in ["Name:", "Datum:", "Wörter"] {
        assert!(both.iter().any(|text| text == wanted), "{wanted}: {both:?}");
    }
    let words = both.iter().find(|text| text.contains("ROSE")).expect("the words");
    let at = ["GUTEN\u{a0}TAG", "ORT", "ROSE"].map(|word| words.find(word).expect(word));
    assert!(at.is_sorted(), "{words}");
}

#[test]
fn a_list_of_words_is_written_as_the_grid_is() {
    let laid = |word: &str| {
        let word = word.chars().map(|c| Sign::from_char(c).expect("a letter")).collect();
        let words = vec![Laid { word, question: None, start: Pos::new(0, 0), direction: Direction::Across }];
        let mut document = convert::crisscross(&Layout { rows: 1, cols: 7, words });
        document.entries[0].spelling = Some("Straße".to_owned());
        let style = Style { word_bank: true, ..Style::new(Fonts::embedded().expect("fonts")) };
        let pages = draw(&document, &style).expect("a page").pages.pages;
        pages[0].texts().into_iter().map(|(_, text)| text.content()).collect::<Vec<_>>()
    };
    for word in ["STRAẞE", "STRASSE"] {
        assert!(laid(word).iter().any(|text| text == word), "{word}: {:?}", laid(word));
    }
}

#[test]
fn letters_that_the_font_lacks_are_refused() {
    let entries =
        base::read("漢字\n字典\n", base::Style::Marked, &Default::default()).expect("words").entries;
    let puzzle = Puzzle { rows: 4, cols: 4, entries };
    let layout = solve(&puzzle, &Options::default(), &Budget::unlimited(), &|_| {}).expect("a layout").layout;
    assert_eq!(layout.value().crossings, 1);
    let mut puzzle = convert::crisscross(&layout);
    let style = Style::new(Fonts::embedded().expect("fonts"));
    let solution = Style { view: View::Solution, ..style.clone() };
    let refused = |letters: &str| Some(DrawError::NoGlyph { letters: letters.to_owned() });
    assert_eq!(draw(&puzzle, &solution).err(), refused("典, 字, 漢"));
    // What the solver writes is not drawn, what is given is.
    assert!(draw(&puzzle, &style).is_ok() && board(&puzzle, &style, false).is_ok());
    let start = puzzle.entries[0].run.start;
    if let Field::Letter { given, .. } = &mut puzzle.fields[start] {
        *given = true;
    }
    let shown = puzzle.fields[start].solution().expect("a letter");
    assert_eq!(draw(&puzzle, &style).err(), refused(&shown));
}

/// A pipe can be read only once, and what is wrong with a list is said once.
#[cfg(unix)]
#[test]
fn several_layouts_are_compared_with_a_list_from_a_pipe() {
    let desk = Desk::new();
    let layout = "criss-cross 1 4\nROSE\n\nacross\n1 (0,0) ROSE\n";
    let layouts = ["a.txt", "b.txt", "c.txt"].map(|name| desk.put(name, layout));
    let judged = |list: &str| {
        let mut command = assert_cmd::Command::cargo_bin("cwsat").expect("the program");
        command.arg("check").args(&layouts).args(["--words", "/dev/stdin"]).write_stdin(list);
        let output = command.output().expect("an output");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let (code, told) = judged("ROSE\nשלום\n");
    assert_eq!((code, told.matches("right to left").count()), (Some(0), 1), "{told}");
    assert_eq!(judged("TON\n").0, Some(1));
}
