//! Crosswords with numbered words in the page: blocks and bars with their symmetry, by mouse and by keyboard, and a
//! crossword from an empty grid to a PDF, which makes a picture of docs/constructor.md.

use super::{assert_quiet, click, clue_all, does, download_to, downloaded, field, grid, open, picture};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;

/// Begins a puzzle of this kind with the dialog.
pub fn begin(browser: &Browser, kind: &str, rows: usize, columns: usize) {
    click(browser, "#new");
    browser.wait("document.querySelector('#new-kind')");
    browser.run(&format!(
        "const kind = document.querySelector('#new-kind'); kind.value = '{kind}'; kind.dispatchEvent(new Event('change'));\
         document.querySelector('#size-rows').value = {rows}; document.querySelector('#size-columns').value = {columns}"
    ));
    click(browser, "#dialog-new_grid button.main");
    browser.wait(&format!(
        "document.querySelectorAll('#grid .cell').length === {} && document.querySelector('#grid').dataset.kind === '{kind}'",
        rows * columns
    ));
}

/// Chooses another symmetry. The page redraws the choice when the program has answered.
fn symmetry(browser: &Browser, name: &str) {
    browser.run(&format!(
        "const choice = document.querySelector('#symmetry'); choice.dataset.asked = 'yes'; choice.value = '{name}';\
         choice.dispatchEvent(new Event('change'))"
    ));
    browser.wait(&format!(
        "document.querySelector('#symmetry').value === '{name}' && !document.querySelector('#symmetry').dataset.asked"
    ));
}

#[test]
fn a_crossword_is_made_from_nothing_to_pdf() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    browser.resize(1280, 800);
    open(&browser, &constructor.link, 9);
    begin(&browser, "template", 11, 11);
    // There are no question fields in a crossword, and nothing about them is offered.
    assert_eq!(browser.run("return document.querySelector('#tool-question')"), serde_json::Value::Null);
    // Blocks come with their images: by mouse, and by keyboard.
    click(&browser, "#tool-blocked");
    click(&browser, &field(0, 3));
    browser.wait("document.querySelectorAll('#grid .blocked').length === 2");
    assert_eq!(grid(&browser).chars().rev().position(|c| c == '#'), Some(3));
    click(&browser, "#tool-letters");
    symmetry(&browser, "mirror");
    click(&browser, &field(1, 0));
    browser.press(['#']);
    browser.wait("document.querySelectorAll('#grid .blocked').length === 4");
    browser.wait("document.querySelector(`[data-cell='1,10']`).matches('.blocked')");
    click(&browser, "#undo");
    browser.wait("document.querySelectorAll('#grid .blocked').length === 2");
    // A new layout with its words; nothing of an arrowword's rating is shown.
    symmetry(&browser, "half-turn");
    assert!(does(&browser, || click(&browser, "#layout-new")), "nothing was found");
    let made = grid(&browser);
    assert!(!made.contains('.') && made.contains('#'), "{made}");
    assert_eq!(
        made.replace(|c| c != '#', " "),
        made.chars().rev().collect::<String>().replace(|c| c != '#', " ")
    );
    browser.wait("document.querySelector('#figures') && !document.querySelector('#score')");
    browser.wait("document.querySelectorAll('#grid .word-number').length > 5");
    // A region is filled anew, and the rest stays.
    let (from, to) = (field(0, 0), field(10, 4));
    browser.drag(&[from.as_str(), &to]);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 55");
    assert!(does(&browser, || click(&browser, "#fill-region")), "nothing was found");
    let after = grid(&browser);
    let changed = made.chars().zip(after.chars()).enumerate().filter(|(_, (old, new))| old != new);
    assert!(changed.map(|(at, _)| at % 11).all(|column| column < 5), "{made}\n{after}");
    clue_all(&browser, |selector| click(&browser, selector));
    // Clues in a list may be as long as they like.
    assert_eq!(browser.text("return document.querySelector('#clue-list .room').textContent"), "");
    let first = browser.text("return document.querySelector('#clue-list .where').textContent");
    assert!(first.ends_with(" across"), "{first}");
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#complete')");
    click(&browser, &field(0, 0));
    picture(&browser, "constructor_crossword.png");
    click(&browser, "#tab-print");
    browser.wait("document.querySelector('#printed')?.naturalWidth > 100");
    click(&browser, "#tab-play");
    browser.wait("document.querySelector('#played')");
    for ending in ["pdf", "puz"] {
        click(&browser, "#export");
        click(&browser, &format!("#export-{ending}"));
        assert!(!downloaded(&browser, downloads.path(), &format!(".{ending}")).is_empty());
        click(&browser, "#dialog-export_as .close-dialog");
        browser.wait("!document.querySelector('dialog[open]')");
    }
    browser.reload();
    browser.wait("document.querySelector('#complete')");
    assert_eq!(grid(&browser), after);
    assert_quiet(&browser);
}

#[test]
fn bars_are_laid_by_mouse_and_by_keyboard() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    open(&browser, &constructor.link, 9);
    begin(&browser, "barred", 9, 9);
    let bars = |count: usize| {
        browser.wait(&format!(
            "(document.querySelector('#grid .bars').getAttribute('d') ?? '').split('M').length - 1 === {count}"
        ));
    };
    bars(0);
    click(&browser, "#tool-bar");
    // At the right edge of a field.
    browser.click(&field(0, 1), false, (0.93, 0.5));
    bars(2);
    let label =
        browser.text(&format!("return document.querySelector({:?}).getAttribute('aria-label')", field(0, 1)));
    assert!(label.contains("bar to the right"), "{label}");
    // The same edge from its other side takes it away.
    browser.click(&field(0, 2), false, (0.07, 0.5));
    bars(0);
    click(&browser, "#tool-letters");
    click(&browser, &field(1, 1));
    browser.press(['_']);
    bars(2);
    browser.press(['|']);
    bars(4);
    // Letters are typed up to the bar.
    browser.press("ab".chars());
    browser.wait("document.querySelector(`[data-cell='1,1'] .glyph`)?.textContent === 'B'");
    assert_eq!(
        browser.run("return document.querySelector(`[data-cell='1,2'] .glyph`)"),
        serde_json::Value::Null
    );
    browser.press_with(key::CONTROL, 'z');
    browser.press_with(key::CONTROL, 'z');
    browser.press_with(key::CONTROL, 'z');
    bars(2);
    // It fills as any other kind does.
    symmetry(&browser, "none");
    assert!(does(&browser, || click(&browser, "#layout-new")), "nothing was found");
    browser.wait("document.querySelectorAll('#grid .word-number').length > 3");
    assert_quiet(&browser);
}

#[test]
fn the_words_of_a_criss_cross_are_laid_by_hand_and_by_the_program() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    open(&browser, &constructor.link, 9);
    begin(&browser, "crisscross", 11, 11);
    click(&browser, "#wish-needed");
    let words = ["ROSE", "OSTEN", "TULPE", "NELKE"];
    browser.press(words.join(&key::ENTER.to_string()).chars().chain([key::TAB]));
    browser.wait("document.querySelectorAll('#lays button').length === 4");
    // One is typed onto the empty board, and one laid where it crosses most.
    click(&browser, &field(5, 3));
    browser.press("rose".chars());
    browser.wait("document.querySelectorAll('#grid .glyph').length === 4");
    browser.wait("document.querySelectorAll('#lays button').length === 3");
    click(&browser, "#lays [data-key='lay-OSTEN']");
    browser.wait("document.querySelectorAll('#lays button').length === 2");
    assert_eq!(browser.run("return document.querySelectorAll('#grid .glyph').length"), 8);
    // The rest is laid by the program, and what was there stays.
    let before = grid(&browser);
    assert!(does(&browser, || click(&browser, "#lay-open")), "nothing was found");
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('4 of 4')");
    let after = grid(&browser);
    assert!(
        before.chars().zip(after.chars()).all(|(old, new)| old == '#' || old == new),
        "{before}\n{after}"
    );
    // A letter that is taken away leaves nothing behind.
    click(&browser, &field(5, 3));
    browser.press([key::BACKSPACE]);
    browser.wait("document.querySelector(`[data-cell='5,3']`).matches('.blocked')");
    click(&browser, "#undo");
    browser.wait("document.querySelector(`[data-cell='5,3']`).matches('.letter')");
    click(&browser, "#tab-print");
    browser.wait("document.querySelector('#printed')?.naturalWidth > 100");
    assert_quiet(&browser);
}
