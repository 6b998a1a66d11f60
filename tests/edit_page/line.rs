//! Several windows, a line that is cut, and files that are dropped.

use super::{click, field, grid, open};
use crate::common::browser::{Browser, Window};
use crate::common::constructor::{Constructor, Line};
use serde_json::Value;

#[test]
fn two_windows_are_told_of_each_other() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    let first = browser.window();
    open(&browser, &constructor.link, 12);
    assert_eq!(browser.run("return document.querySelector('#windows')"), Value::Null);
    let second = browser.open_window();
    open(&browser, &constructor.link, 12);
    browser.wait("document.querySelector('#windows')?.textContent.includes('2')");
    click(&browser, &field(0, 0));
    browser.press(['q']);
    browser.wait("document.querySelector('#grid .glyph')?.textContent === 'Q'");
    browser.turn_to(&first);
    browser.wait("document.querySelector('#windows')?.textContent.includes('2')");
    browser.wait("document.querySelector('#grid .glyph')?.textContent === 'Q'");
    // What is done in one window can be undone in the other.
    click(&browser, "#undo");
    browser.wait("!document.querySelector('#grid .glyph')");
    browser.turn_to(&second);
    browser.wait("!document.querySelector('#grid .glyph')");
    browser.close_window();
    browser.turn_to(&first);
    browser.wait("!document.querySelector('#windows')");
}

#[test]
fn a_line_that_is_cut_comes_back_by_itself() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    let line = Line::to(constructor.port());
    open(&browser, &line.link(&constructor), 12);
    click(&browser, &field(0, 0));
    browser.press(['a']);
    browser.wait("document.querySelector('#grid .glyph')?.textContent === 'A'");
    line.cut();
    browser.wait("document.querySelector('#line-lost')");
    // What cannot be done is not offered, and what is typed does not look as if it were there.
    browser.wait("document.querySelector('#undo').disabled && document.querySelector('#fill-open').disabled");
    browser.press(['b']);
    assert_eq!(grid(&browser).replace('.', ""), "A");
    line.mend();
    browser.wait("!document.querySelector('#line-lost') && !document.querySelector('#undo').disabled");
    click(&browser, &field(0, 1));
    browser.press(['c']);
    browser.wait("document.querySelector(`[data-cell='0,1'] .glyph`)?.textContent === 'C'");
}

/// Drops a file on the page.
pub fn drop_file(browser: &Browser, name: &str, text: &str) {
    browser.run(&format!(
        "const files = new DataTransfer();\
         files.items.add(new File([{text:?}], {name:?}));\
         document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, bubbles: true, cancelable: true }}))"
    ));
}

#[test]
fn a_file_that_is_dropped_is_opened_or_refused_with_a_reason() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "dropped.cwg", "2\n3\n?AB\n...\n1\n0 0 3\n");
    browser.wait("document.querySelector('#trouble')");
    drop_file(&browser, "dropped.cwg", "2\n3\n?AB\n...\n0 0 3\n");
    browser.wait("document.querySelector('#about').textContent === 'dropped.cwg'");
    browser.wait("document.querySelectorAll('#grid .cell').length === 6");
    assert_eq!(grid(&browser), "?AB...");
    drop_file(&browser, "virus.exe", "MZ");
    browser.wait("document.querySelector('#trouble')");
    assert!(!constructor.folder.path().join("virus.exe").exists());
    click(&browser, "#trouble button");
    browser.wait("!document.querySelector('#trouble')");
}
