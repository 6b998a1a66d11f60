//! With a finger alone: letters from the on-screen keyboard, and files without drag and drop.

use super::{assert_quiet, click, field, grid, open, open_dialog};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use serde_json::json;

/// The page on an upright tablet with a touch screen.
fn tablet(browser: &Browser, constructor: &Constructor, fields: usize) {
    browser.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 1 }));
    browser.resize(768, 1024);
    open(browser, &constructor.link, fields);
}

fn tap(browser: &Browser, selector: &str) {
    browser.click(selector, true, (0.5, 0.5));
}

/// Waits until these are the first fields.
fn begins_with(browser: &Browser, letters: &str) {
    browser.wait(&format!(
        "[...document.querySelectorAll('#grid .cell')].map((cell) => cell.querySelector('.glyph')?.textContent ?? '.')\
         .join('').startsWith('{letters}')"
    ));
}

#[test]
fn letters_are_typed_on_the_keyboard_of_the_screen() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x9");
    tablet(&browser, &constructor, 36);
    let insert = |text: &str| browser.devtools("Input.insertText", &json!({ "text": text }));
    let compose = |text: &str| {
        let end = text.len();
        let params = json!({ "text": text, "selectionStart": end, "selectionEnd": end });
        browser.devtools("Input.imeSetComposition", &params)
    };
    let top = "return [scrollY, document.querySelector('#scroller').scrollTop]";
    let before = browser.run(top);
    tap(&browser, &field(0, 0));
    browser.wait("document.activeElement.matches('#entry') && document.activeElement.inputMode === 'text'");
    // A screen reader announces the field of the grid, not a text field, which is invisible and moves nothing.
    let label = "return document.querySelector('#entry').getAttribute('aria-label')";
    assert!(browser.text(label).starts_with("row 1, column 1, open"), "{}", browser.text(label));
    let ring = "return getComputedStyle(document.querySelector('#grid .is-current .ring')).strokeWidth";
    assert_eq!(browser.text(ring), "5px");
    assert_eq!(browser.run(top), before);
    // Letters, one by one and at once, without key events; and a word that is changed while it is composed.
    insert("H");
    begins_with(&browser, "H.");
    insert("äu");
    begins_with(&browser, "HAEU.");
    for (text, letters) in [("s", "HAEUS."), ("se", "HAEUSE."), ("s", "HAEUS."), ("sl", "HAEUSL.")] {
        compose(text);
        begins_with(&browser, letters);
    }
    insert("sl");
    insert("e");
    begins_with(&browser, "HAEUSLE.");
    browser.wait("document.querySelector('#live').textContent.startsWith('row 1, column 8')");
    // Such a keyboard deletes text, of which there may be none.
    for letters in ["HAEUSL..", "HAEUS...", "HAEU...."] {
        browser.run("document.execCommand('delete')");
        begins_with(&browser, letters);
    }
    // A second tap changes the direction; the following letters run down. A space changes it back.
    tap(&browser, &field(1, 0));
    tap(&browser, &field(1, 0));
    browser.wait("document.querySelector('#live').textContent.startsWith('row 2, column 1')");
    insert("AB");
    begins_with(&browser, "HAEU.....A........B");
    insert(" ");
    insert("C");
    begins_with(&browser, "HAEU.....A........B........C........");
    // A keyboard that is plugged in types as always, including undo and keys that are not letters.
    tap(&browser, &field(0, 4));
    browser.press("x".chars().chain([key::RIGHT, '#', key::BACKSPACE]));
    browser.wait("document.querySelector(`[data-cell='0,6']`).matches('.blocked')");
    assert_eq!(&grid(&browser)[..9], "HAEUX.#..");
    browser.press_with(key::CONTROL, 'z');
    browser.wait("!document.querySelector(`[data-cell='0,6']`).matches('.blocked')");
    assert_eq!(browser.text("return document.activeElement.id"), "entry");
    // A mouse brings the focus back into the grid, and no keyboard comes up where no letter can be.
    click(&browser, &field(3, 3));
    browser.wait("document.activeElement.matches(`[data-cell='3,3']`)");
    browser.press(['?']);
    browser.wait("document.querySelector(`[data-cell='3,3']`).matches('.question')");
    tap(&browser, &field(3, 3));
    browser.wait("document.activeElement.matches(`[data-cell='3,3']`)");
    assert_quiet(&browser);
}

#[test]
fn a_puzzle_of_this_computer_is_opened_by_the_dialog() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    tablet(&browser, &constructor, 12);
    open_dialog(&browser, "#open");
    browser.run(
        "const files = new DataTransfer(), input = document.querySelector('#open-upload');\
         files.items.add(new File(['1\\n3\\n?AB\\n0 0 3\\n'], 'chosen.cwg'));\
         input.files = files.files;\
         input.dispatchEvent(new Event('change'))",
    );
    browser
        .wait("document.querySelectorAll('#grid .cell').length === 3 && !document.querySelector('dialog')");
    assert_eq!(grid(&browser), "?AB");
    assert!(constructor.folder.path().join("chosen.cwg").exists());
    assert_quiet(&browser);
}
