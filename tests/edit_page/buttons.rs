//! Buttons that no way from an empty grid to a page leads past: each is pressed, and what it does is looked for.

use super::crossword::begin;
use super::line::drop_file;
use super::{assert_quiet, click, does, field, grid, open, open_dialog};
use crate::common::browser::{Browser, PATIENCE, Window, key};
use crate::common::constructor::Constructor;
use std::fs;
use std::time::Instant;

/// Waits until the grid is this.
fn grid_is(browser: &Browser, expected: &str) {
    let start = Instant::now();
    while grid(browser) != expected {
        assert!(start.elapsed() < PATIENCE, "it is {} and not {expected}", grid(browser));
    }
}

/// Waits until this many fields are pinned.
fn pinned(browser: &Browser, count: usize) {
    browser.wait(&format!("document.querySelectorAll('#grid .is-pinned').length === {count}"));
}

/// Marks the three fields of the word in a row of four.
fn mark_word(browser: &Browser) {
    let (from, to) = (field(0, 1), field(0, 3));
    browser.drag(&[from.as_str(), &to]);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 3");
}

/// Starts what finds several answers, and takes the second one in the dialog that shows them.
fn take_second(browser: &Browser, start: &str) {
    let before = grid(browser);
    click(browser, start);
    browser.wait("document.querySelectorAll('#dialog-compare .answer').length > 1");
    assert_eq!(grid(browser), before, "{start}: nothing is taken over before it is chosen");
    click(browser, "#dialog-compare [data-answer='1']");
    browser.wait("!document.querySelector('dialog')");
    let start = Instant::now();
    while grid(browser) == before {
        assert!(start.elapsed() < PATIENCE, "the answer is never taken over");
    }
}

#[test]
fn the_buttons_of_tools_regions_and_files_do_what_they_say() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "dropped.cwg", "1\n4\n?CAB\n0 0 3\n");
    browser.wait("document.querySelectorAll('#grid .cell').length === 4");
    // The tool that pins, on one field and on several.
    click(&browser, "#tool-pin");
    for count in [1, 0] {
        click(&browser, &field(0, 2));
        pinned(&browser, count);
    }
    let (from, to) = (field(0, 1), field(0, 3));
    browser.drag(&[from.as_str(), &to]);
    pinned(&browser, 3);
    // The buttons of a region.
    click(&browser, "#tool-letters");
    mark_word(&browser);
    for (name, count) in [("unpin", 0), ("pin", 3)] {
        click(&browser, &format!(".region-tools [data-key='{name}']"));
        pinned(&browser, count);
    }
    click(&browser, ".region-tools [data-key='clear']");
    grid_is(&browser, "?...");
    click(&browser, "#undo");
    grid_is(&browser, "?CAB");
    click(&browser, ".region-tools [data-key='unmark']");
    browser.wait("!document.querySelector('#grid .is-marked')");
    // The letters of the solution word, chosen by hand; only then are they taken over.
    click(&browser, "#choose-solution");
    for (column, letters) in [(3, "B"), (2, "BA")] {
        click(&browser, &field(0, column));
        browser.wait(&format!(
            "document.querySelector('.region-tools span').textContent.endsWith(': {letters}')"
        ));
    }
    assert_eq!(browser.run("return document.querySelector('#spelled')"), serde_json::Value::Null);
    click(&browser, "#chosen");
    browser.wait("document.querySelector('#spelled')?.textContent.endsWith('BA.')");
    // How the word is written; then another name, under which that is saved.
    click(&browser, "#tab-clues");
    click(&browser, "#clue-list .spelling");
    browser.press(format!("Cäb{}", key::ENTER).chars());
    browser.wait("document.querySelector('#trouble')?.textContent.includes('CAB')");
    browser.press_with(key::CONTROL, 'a');
    browser.press(format!("C-ab{}", key::ENTER).chars());
    browser.wait("!document.querySelector('#trouble')");
    open_dialog(&browser, "#save-as");
    browser.press_with(key::CONTROL, 'a');
    browser.press(format!("other{}", key::ENTER).chars());
    browser.wait("document.querySelector('#about').textContent === 'other.json'");
    let saved = || fs::read_to_string(constructor.folder.path().join("other.json")).expect("a puzzle");
    assert!(saved().contains("C-ab"), "{}", saved());
    // Another size, with what is there.
    click(&browser, "#tab-grid");
    let size = |rows: usize, columns: usize| {
        open_dialog(&browser, "#new");
        click(&browser, "#keep");
        browser.run(&format!(
            "document.querySelector('#size-rows').value = {rows}; document.querySelector('#size-columns').value = {columns}"
        ));
        click(&browser, "#dialog-new_grid button.main");
        browser.wait(&format!("document.querySelectorAll('#grid .cell').length === {}", rows * columns));
    };
    size(2, 5);
    grid_is(&browser, "?CAB......");
    click(&browser, "#save");
    size(1, 3);
    grid_is(&browser, "?CA");
    assert_eq!(browser.text("return document.querySelector('#about').textContent"), "other.json");
    assert_eq!(browser.run("return document.querySelectorAll('#grid .spelled').length"), 0);
    click(&browser, "#save");
    // What was saved before comes back, and goes again.
    browser.wait("document.querySelector('#saved').textContent === 'saved'");
    open_dialog(&browser, "#open");
    click(&browser, "#versions [data-version='other.json.1.bak']");
    grid_is(&browser, "?CAB......");
    browser.wait("!document.querySelector('dialog')");
    click(&browser, "#undo");
    grid_is(&browser, "?CA");
    assert_quiet(&browser);
}

#[test]
fn the_buttons_of_words_and_fillings_do_what_they_say() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "dropped.cwg", "1\n4\n?CAB\n0 0 3\n");
    browser.wait("document.querySelectorAll('#grid .cell').length === 4");
    click(&browser, &field(0, 1));
    browser.wait("document.querySelector('#put')");
    // A word of the user's choice, another one, and one of three.
    click(&browser, "#put");
    browser.press("opa".chars());
    click(&browser, "[data-key='put-it']");
    grid_is(&browser, "?OPA");
    assert!(does(&browser, || click(&browser, "[data-key='another']")), "there is no other word");
    assert!(!grid(&browser).contains("OPA"));
    take_second(&browser, "[data-key='three']");
    mark_word(&browser);
    take_second(&browser, "#region-three");
    // A whole grid: filled otherwise, and another layout in a part of it.
    begin(&browser, "arrowword", 6, 6);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    let layout = |text: &str| text.replace(|c| c != '?', ".");
    let first = grid(&browser);
    assert!(does(&browser, || click(&browser, "#fill-another")), "there is no other filling");
    let second = grid(&browser);
    assert_eq!(layout(&first), layout(&second));
    let mark = || {
        let (from, to) = (field(2, 2), field(5, 5));
        browser.drag(&[from.as_str(), &to]);
        browser.wait("document.querySelectorAll('#grid .is-marked').length === 16");
    };
    mark();
    click(&browser, ".region-tools [data-key='make-open']");
    browser.wait("document.querySelectorAll('#grid .glyph, #grid .question').length === 20");
    mark();
    let is_laid = does(&browser, || click(&browser, "#layout-region"));
    assert!(is_laid, "{second}: {}", browser.text("return document.querySelector('#progress').textContent"));
    let third = grid(&browser);
    assert!(!third.contains('.'), "{third}");
    let changed = second.chars().zip(third.chars()).enumerate().filter(|(_, (old, new))| old != new);
    assert!(
        changed.map(|(at, _)| (at / 6, at % 6)).all(|(row, column)| row > 1 && column > 1),
        "{second} {third}"
    );
    assert_quiet(&browser);
}

/// A grid of which no layout reaches the ceiling, since half of the letters cannot be crossed: a search goes on until it is
/// stopped, or until its hour is over.
#[test]
fn a_search_is_stopped_by_its_button_and_by_escape() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    let rows: Vec<String> = (0..15)
        .map(|row| (0..15).map(|column| if row % 2 * (column % 2) == 1 { '-' } else { '.' }).collect())
        .collect();
    drop_file(&browser, "dropped.cwg", &format!("15\n15\n{}\n", rows.join("\n")));
    browser.wait("document.querySelectorAll('#grid .cell').length === 225");
    let start = |button: &str| {
        browser.run("const time = document.querySelector('#time'); time.append(new Option('an hour', 3600)); time.value = '3600'");
        click(&browser, button);
        // It has found something, which shows how far it is.
        browser.wait(
            "document.querySelector('#progress').dataset.running === 'true' && \
             Number(document.querySelector('#progress [role=progressbar]')?.getAttribute('aria-valuenow')) > 0",
        );
        assert_eq!(browser.run("return document.querySelector('#stop').hidden"), false);
    };
    let ended = || browser.wait("document.querySelector('#progress').dataset.running === 'false'");
    // However low the window is, nobody has to look for how far it is.
    browser.resize(1280, 600);
    start("#fill-open");
    let edges = browser.run("const box = document.querySelector('#stop').getBoundingClientRect(); return [box.top >= 0, box.bottom <= innerHeight]");
    assert_eq!(edges, serde_json::json!([true, true]));
    click(&browser, "#stop");
    ended();
    // What it had by then is taken over.
    browser.wait("document.querySelectorAll('#grid .glyph').length > 50");
    start("#layout-all");
    browser.press([key::ESCAPE]);
    ended();
    assert_quiet(&browser);
}
