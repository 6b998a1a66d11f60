//! `cwsat render -o page.html`: the page to play, played in a headless Chromium.
//!
//! Without chromium and chromedriver: see common/tools.rs.

use crate::common::browser::{Browser, PATIENCE, Window, key};
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::grid::Pos;
use cwsat::publish::puzzle::{Clue, Field, Language, Puzzle, convert, json, solution_word};
use predicates::str::contains;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tempfile::TempDir;

/// All six arrows, an island, and two questions in a field.
const GRID: &str = "6\n7\n ?ELAN?\n?IGELER\n?RAB?EI\nOB  REN\n?E  ANI\nGNU?NAT\n0 1 1\n0 1 3\n0 6 0\n0 6 2\n1 0 4\n\
                    2 0 3\n2 4 0\n2 4 3\n4 0 1\n4 0 5\n5 3 3\n";
const TEMPLATE: &str = "ROT\nO#A\nSEE\nE#L\n\nAcross\n1. Farbe (3)\n\nDown\n";

fn arrowword() -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    for (index, entry) in puzzle.entries.iter_mut().enumerate() {
        entry.clues = vec![Clue::new(format!("Frage Nr. {index}"))];
    }
    puzzle.language = Some(Language::german());
    puzzle
}

/// Writes the puzzle and its page into a new folder.
fn page(puzzle: &Puzzle) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.json");
    fs::write(&path, json::write(puzzle)).unwrap();
    let page = render(&folder, &path);
    (folder, page)
}

/// Returns the page of a file.
fn render(folder: &TempDir, input: &Path) -> PathBuf {
    let page = folder.path().join("page.html");
    Command::cargo_bin("cwsat")
        .unwrap()
        .arg("render")
        .arg(input)
        .arg("-o")
        .arg(&page)
        .assert()
        .success()
        .stderr(predicates::function::function(tells_of_missing_clues_alone));
    page
}

/// Returns whether the only messages are that words have no clue.
fn tells_of_missing_clues_alone(told: &str) -> bool {
    told.lines().all(|line| line.contains("and lengths are printed instead"))
}

/// Returns the letters of the solution in all fields, as [`letters`] reads them from the page.
fn solution(puzzle: &Puzzle) -> String {
    let fields = puzzle.fields.iter().filter(|(_, field)| field.is_solution());
    fields.map(|(_, field)| field.solution().unwrap() + " ").collect()
}

fn letters(browser: &Browser) -> String {
    browser.text("return [...document.querySelectorAll('.open')].map((f) => f.textContent + ' ').join('')")
}

/// Loads the page again, after which it has to show these letters.
///
/// Soon after its start, on a busy machine, a page that is loaded again in Chromium sometimes finds nothing of what it
/// stored, and all of it when it is loaded once more: a page of one line shows that, too. So there is more than one
/// try; nothing is written in between.
fn reload(browser: &Browser, expected: &str) {
    let shows = |_| {
        browser.reload();
        letters(browser) == expected
    };
    assert!((0..5).any(shows), "{expected:?} was not kept: {:?}", letters(browser));
}

fn status(browser: &Browser) -> String {
    browser.text("return document.querySelector('#status').textContent")
}

/// Returns the row and column of the player's current field.
fn current(browser: &Browser, puzzle: &Puzzle) -> Pos {
    let field = browser.run("return Number(document.querySelector('.current').dataset.field)");
    puzzle.fields.pos_of(field.as_u64().unwrap() as usize)
}

/// Returns the requests since the last call: whether the page itself was requested, and the addresses of everything
/// else that is not in its file, in order.
fn loaded(browser: &Browser, page: &Path) -> (bool, Vec<String>) {
    let page = format!("file://{}", page.display());
    let asked = browser.requests().into_iter().filter(|request| !request.is_of_the_browser());
    let (own, others): (Vec<_>, Vec<_>) = asked.map(|request| request.url).partition(|url| *url == page);
    (!own.is_empty(), others.into_iter().filter(|url| !url.starts_with("data:")).collect())
}

/// Fails if the console has any complaint, or anything but the page itself was loaded.
fn assert_quiet(browser: &Browser, page: &Path) {
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(loaded(browser, page), (true, vec![]));
}

#[test]
fn what_a_page_loads_is_seen_and_what_the_browser_loads_is_not_taken_for_it() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    // Nothing listens on port 9 of this machine: the request matters, not the answer.
    let elsewhere = "http://127.0.0.1:9";
    fs::write(
        &page,
        format!(
            "<!doctype html><title>t</title><link rel=stylesheet href={elsewhere}/style>\
             <img src=data:image/gif;base64,R0lGODlhAQABAAAAACw=><img src=beside.png>\
             <iframe src={elsewhere}/frame></iframe><iframe srcdoc='<img src={elsewhere}/inside>'></iframe>\
             <script>fetch('{elsewhere}/fetched').catch(() => 0); navigator.sendBeacon('{elsewhere}/beacon')</script>"
        ),
    )
    .unwrap();
    // A page of the browser, which loads its parts itself.
    browser.go_to("chrome://version");
    assert!(browser.requests().iter().any(|request| request.url.ends_with(".js")));
    browser.go_to("chrome://version");
    browser.open(&page);
    let mut expected =
        ["style", "frame", "inside", "fetched", "beacon"].map(|name| format!("{elsewhere}/{name}")).to_vec();
    expected.push(format!("file://{}", folder.path().join("beside.png").display()));
    expected.sort();
    // Some requests are reported a moment after the page is loaded.
    let (mut own, mut others) = (false, vec![]);
    let patience = Instant::now();
    while others.len() < expected.len() && patience.elapsed() < PATIENCE {
        let (again, more) = loaded(&browser, &page);
        own |= again;
        others.extend(more);
    }
    others.sort();
    assert_eq!((own, others), (true, expected));
    // What cannot be loaded causes a complaint, too.
    assert!(browser.console().iter().any(|line| line.contains("ERR_FILE_NOT_FOUND")));
}

/// Types every word with the keyboard alone; Tab goes from word to word.
fn type_all(browser: &Browser, puzzle: &Puzzle) {
    // From the top of the page the Tab key alone leads into the grid.
    for _ in 0..12 {
        browser.press([key::TAB]);
        if browser.run("return document.activeElement.matches('.open')") == true {
            break;
        }
    }
    assert_eq!(browser.run("return document.activeElement.matches('.open.current')"), true);
    for (index, entry) in puzzle.entries.iter().enumerate() {
        if index > 0 {
            browser.press([key::TAB]);
        }
        // A word that is already complete is left as it is.
        let typed: Vec<String> =
            puzzle.cells(entry).map(|pos| puzzle.fields[pos].solution().unwrap()).collect();
        let word: String = typed.concat().to_lowercase();
        let is_at_start = current(browser, puzzle) == puzzle.cells(entry).next().unwrap();
        browser.press(
            if is_at_start { String::new() } else { key::HOME.to_string() }.chars().chain(word.chars()),
        );
    }
}

/// Plays a puzzle from an empty grid to its end, and checks that the state is kept.
fn play_to_the_end(puzzle: &Puzzle, page: &Path, solved: &str) {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(page);
    assert_eq!(letters(&browser).trim(), "");
    type_all(&browser, puzzle);
    assert_eq!(letters(&browser), solution(puzzle));
    assert!(status(&browser).starts_with(solved), "{}", status(&browser));
    reload(&browser, &solution(puzzle));
    assert_eq!(browser.run("return document.querySelectorAll('#board.solved').length"), 1);
    assert_quiet(&browser, page);
}

#[test]
fn an_arrowword_is_solved_by_keyboard_and_kept() {
    let puzzle = arrowword();
    let (_folder, page) = page(&puzzle);
    play_to_the_end(&puzzle, &page, "Gelöst in 0:");
}

#[test]
fn a_crossword_is_solved_by_keyboard_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.txt");
    fs::write(&path, TEMPLATE).unwrap();
    let template = cwsat::encodings::template::format::read(TEMPLATE).unwrap();
    play_to_the_end(&convert::template(&template, |_| None), &render(&folder, &path), "Solved in 0:");
}

#[test]
fn two_letters_in_a_field_are_typed_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.txt");
    let text = "abacay......\n......abacus\nac..inetan..\n..ne....ther\n";
    fs::write(&path, text).unwrap();
    let puzzle = convert::digram(&cwsat::encodings::digram::format::read(text).unwrap());
    play_to_the_end(&puzzle, &render(&folder, &path), "Solved in 0:");
}

#[test]
fn what_was_kept_is_not_overwritten_where_nothing_was_written() {
    let puzzle = arrowword();
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    // As another window with the same puzzle does.
    browser.run("localStorage.setItem(puzzle.key, JSON.stringify({ letters: { 2: 'X' } }))");
    assert_eq!(letters(&browser).trim(), "");
    reload(&browser, &letters(&browser).replacen(' ', "X ", 1));
    assert_quiet(&browser, &page);
}

#[test]
fn half_a_puzzle_is_kept_and_wrong_letters_are_found_and_revealed() {
    let mut puzzle = arrowword();
    puzzle.entries[0].own = true;
    puzzle.solution_word = solution_word::choose(&puzzle, "REGEN", &HashSet::new(), 1).unwrap();
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    let act = |what: &str, scope: &str| {
        browser.run(&format!("document.querySelector('[data-do={what}][data-scope={scope}]').click()"));
    };
    let count =
        |class: &str| browser.run(&format!("return document.querySelectorAll('.open.{class}').length"));
    // ELAN is asked across from its left neighbour, by the lower question of that field.
    browser.click("[data-field='1']", false, (0.5, 0.75));
    assert_eq!(current(&browser, &puzzle), Pos::new(1, 1));
    browser.click("[data-field='1']", false, (0.5, 0.25));
    assert_eq!(current(&browser, &puzzle), Pos::new(0, 2));
    assert_eq!(browser.text("return document.querySelector('#clue').textContent"), "→ Frage Nr. 1 (4)");
    browser.press("exan".chars());
    act("check", "word");
    assert_eq!((status(&browser).as_str(), count("wrong").as_u64()), ("Falsche Felder: 1.", Some(1)));
    let before = letters(&browser);
    assert_eq!(before.split_whitespace().collect::<String>(), "EXAN");
    reload(&browser, &before);
    assert_eq!(count("wrong").as_u64(), Some(1));
    // Typing over it removes the mark; Ä is two letters.
    browser.click("[data-field='3']", false, (0.5, 0.5));
    browser.press(['ä']);
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "EAEN");
    assert_eq!(count("wrong").as_u64(), Some(0));
    browser.press([key::HOME, key::RIGHT, key::RIGHT, key::BACKSPACE, key::BACKSPACE]);
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "EN");
    act("reveal", "letter");
    act("reveal", "word");
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "ELAN");
    assert_eq!(count("revealed").as_u64(), Some(2));
    // What was revealed cannot be typed over.
    browser.press([key::HOME, 'e', 'x', 'x', 'n']);
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "ELAN");
    assert_eq!(count("own").as_u64(), Some(0), "an own word is marked before it is found");
    act("reveal", "all");
    assert_eq!(letters(&browser), solution(&puzzle));
    assert_eq!(count("own").as_u64(), Some(puzzle.cells(&puzzle.entries[0]).count() as u64));
    assert!(status(&browser).starts_with("Gelöst in 0:") && status(&browser).contains("aufgedeckt"));
    assert_eq!(strip(&browser), "REGEN");
    browser.run("setTimeout(() => document.querySelector('[data-do=restart]').click())");
    browser.accept();
    assert_eq!(letters(&browser).trim(), "");
    assert_quiet(&browser, &page);
}

/// Returns what is written in the strip of the solution word.
fn strip(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('#strip [data-n] input')].map((box) => box.value).join('')",
    )
}

#[test]
fn a_solution_word_is_written_where_it_stands_and_checked() {
    let mut puzzle = arrowword();
    puzzle.solution_word = solution_word::choose(&puzzle, "REGEN", &HashSet::new(), 1).unwrap();
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    let is_right = || {
        let found = browser.run("return document.querySelector('#strip').classList.contains('right')");
        found.as_bool() == Some(true)
    };
    let in_grid = || -> String {
        let letter = |&pos: &Pos| {
            let field = puzzle.fields.index_of(pos);
            browser.text(&format!("return document.querySelector('[data-field=\\'{field}\\']').textContent"))
        };
        puzzle.solution_word.iter().map(letter).collect()
    };
    // What is written here appears in the numbered fields, and nowhere else.
    browser.click("#strip [data-n='1'] input", false, (0.5, 0.5));
    browser.press("regel".chars());
    assert_eq!((strip(&browser).as_str(), in_grid().as_str()), ("REGEL", "REGEL"));
    assert_eq!(letters(&browser).split_whitespace().collect::<String>().len(), 5);
    assert_eq!((status(&browser).as_str(), is_right()), ("Das Lösungswort stimmt noch nicht.", false));
    browser.press([key::BACKSPACE]);
    assert_eq!((strip(&browser).as_str(), is_right()), ("REGE", false));
    // Back over the empty box, and on.
    browser.press([key::BACKSPACE, 'x', 'n']);
    assert_eq!((strip(&browser).as_str(), is_right()), ("REGXN", false));
    browser.press([key::HOME, key::RIGHT, key::RIGHT, key::RIGHT, 'ê']);
    assert_eq!((strip(&browser).as_str(), in_grid().as_str()), ("REGEN", "REGEN"));
    assert_eq!((status(&browser).as_str(), is_right()), ("Das Lösungswort stimmt!", true));
    let before = letters(&browser);
    reload(&browser, &before);
    assert_eq!((strip(&browser).as_str(), is_right()), ("REGEN", true));
    // A letter in the grid is one of the strip.
    let Pos { row, col } = puzzle.solution_word[0];
    browser.click(&format!("[data-field='{}']", row * puzzle.cols() + col), false, (0.5, 0.5));
    browser.press(['s']);
    assert_eq!((strip(&browser).as_str(), is_right()), ("SEGEN", false));
    assert_quiet(&browser, &page);
}

#[test]
fn arrows_and_tab_move_and_escape_leaves_the_grid() {
    let puzzle = arrowword();
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    browser.click("[data-field='2']", false, (0.5, 0.5));
    let at = |row, col| assert_eq!(current(&browser, &puzzle), Pos::new(row, col));
    let clue = || browser.text("return document.querySelector('#clue').textContent");
    at(0, 2);
    browser.press([key::RIGHT, key::RIGHT]);
    at(0, 4);
    // Over the question field at (2, 4), into a word that runs down.
    browser.press([key::DOWN, key::DOWN]);
    at(3, 4);
    assert!(clue().starts_with('↓'), "{}", clue());
    browser.press([key::UP, key::RIGHT, key::DOWN]);
    at(2, 5);
    assert!(clue().starts_with('↓'), "{}", clue());
    // A space switches to the across word.
    browser.press([' ']);
    assert!(clue().starts_with('→'), "{}", clue());
    browser.press([key::END]);
    at(2, 6);
    // Above is a question field at the edge.
    browser.press([key::UP, key::UP, key::UP]);
    at(1, 6);
    let before = clue();
    browser.press([key::TAB]);
    assert_ne!(clue(), before);
    browser.press_with(key::SHIFT, key::TAB);
    assert_eq!(clue(), before);
    browser.press([key::ESCAPE]);
    assert_eq!(browser.run("return document.activeElement.closest('#tools') !== null"), true);
    // The first menu is for checking; its second entry is for the word, and then the grid has the focus again.
    let after = browser.run("return document.querySelector('.current').dataset.field");
    browser.press([key::ENTER, key::TAB, key::TAB, key::ENTER]);
    assert_eq!(status(&browser), "Hier ist nichts falsch.");
    assert_eq!(browser.run("return document.activeElement.dataset.field"), after);
    assert_eq!(browser.run("return document.querySelectorAll('.menu[open]').length"), 0);
    assert_quiet(&browser, &page);
}

#[test]
fn a_phone_types_into_the_input_and_reads_clues_by_tap() {
    let puzzle = arrowword();
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Phone) else { return };
    browser.open(&page);
    browser.click("[data-field='1']", true, (0.5, 0.25));
    assert_eq!(browser.text("return document.activeElement.id"), "typing");
    // As on phones: the text of the input changes without a key event.
    let insert = |text: &str| {
        browser.run(&format!(
            "const input = document.querySelector('#typing'); input.value = {text:?};\
             input.dispatchEvent(new InputEvent('input'))"
        ));
    };
    [" e", " l"].into_iter().for_each(insert);
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "EL");
    let label = browser.text("return document.querySelector('#typing').getAttribute('aria-label')");
    assert_eq!(label.split("; ").next(), Some("leer"));
    assert!(label.contains("Zeile 1, Spalte 5; waagerecht: Frage Nr. 1 (4), Buchstabe 3 von 4"), "{label}");
    // The delete key removes the blank.
    insert("");
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "E");
    assert_eq!(browser.run("return document.documentElement.scrollWidth <= innerWidth"), true);
    assert_quiet(&browser, &page);
}

#[test]
fn clues_cannot_break_the_page() {
    let mut puzzle = arrowword();
    let texts = [
        "</script><script>alert(1)</script>",
        "<!-- <script>",
        "<img src=x onerror=alert(1)>",
        "שלום 😀",
        "a & b",
    ];
    for (entry, text) in puzzle.entries.iter_mut().zip(texts) {
        entry.clues = vec![Clue::new(text)];
    }
    puzzle.title = Some("<b>{{data}}</b></title>".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let (path, page) = (folder.path().join("puzzle.json"), folder.path().join("page.html"));
    fs::write(&path, json::write(&puzzle)).unwrap();
    // The field cannot show the Hebrew clue, which is reported; the page shows it above the grid.
    let told = contains("cannot show");
    Command::cargo_bin("cwsat")
        .unwrap()
        .arg("render")
        .arg(&path)
        .arg("-o")
        .arg(&page)
        .assert()
        .success()
        .stderr(told);
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (2, 2));
    assert!(html.contains("<h1>&lt;b&gt;{{data}}&lt;/b&gt;&lt;/title&gt;</h1>"));
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    for (entry, text) in puzzle.entries.iter().zip(texts) {
        let place = entry.question.unwrap();
        let asked = puzzle.asked_at(place.pos);
        let index = asked.iter().position(|other| std::ptr::eq(*other, entry)).unwrap();
        let field = format!("[data-field='{}']", puzzle.fields.index_of(place.pos));
        browser.click(&field, false, (0.5, (index as f64 + 0.5) / asked.len() as f64));
        assert_eq!(browser.text("return document.querySelector('#clue bdi').textContent"), text);
    }
    assert_quiet(&browser, &page);
}

#[test]
fn the_solution_is_not_read_in_the_source() {
    let (_folder, page) = page(&arrowword());
    let html = fs::read_to_string(page).unwrap();
    for word in ["IGELER", "ELAN", "IRBEN", "NEIN", "GNU"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn a_puzzle_that_is_not_solved_can_be_filled_but_not_checked() {
    let mut puzzle = arrowword();
    puzzle.fields[Pos::new(0, 2)] = Field::Open;
    let (_folder, page) = page(&puzzle);
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    assert_eq!(
        browser.run("return document.querySelectorAll('[data-do=check], [data-do=reveal]').length"),
        0
    );
    browser.click("[data-field='2']", false, (0.5, 0.5));
    browser.press("abcd".chars());
    assert_eq!(letters(&browser).split_whitespace().collect::<String>(), "ABCD");
    assert_quiet(&browser, &page);
}

#[test]
fn a_numberlink_is_a_picture_with_its_solution_behind_a_click() {
    let folder = tempfile::tempdir().unwrap();
    let (problem, answer) = (folder.path().join("Q.txt"), folder.path().join("A.txt"));
    fs::write(&problem, "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n").unwrap();
    fs::write(&answer, "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n").unwrap();
    let page = folder.path().join("page.html");
    let mut command = Command::cargo_bin("cwsat").unwrap();
    command.arg("render").args([&problem, &answer]).arg("-o").arg(&page).assert().success();
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    browser.open(&page);
    let shown = "return [...document.querySelectorAll('svg')].filter((svg) => svg.checkVisibility()).length";
    assert_eq!(browser.run(shown), 1);
    browser.click("summary", false, (0.5, 0.5));
    assert_eq!(browser.run(shown), 2);
    assert_quiet(&browser, &page);
}

#[test]
fn what_makes_no_sense_for_a_page_is_refused() {
    let (folder, page) = page(&arrowword());
    for flag in ["--solution", "--both", "--upside-down"] {
        let mut command = Command::cargo_bin("cwsat").unwrap();
        let refused =
            command.arg("render").arg(folder.path().join("puzzle.json")).arg(flag).arg("-o").arg(&page);
        refused.assert().code(2).stderr(contains("a page to play contains its solution"));
    }
}
