//! The page waits for the program: what it says is done is done, and what a kind of puzzle does not have is not
//! offered.

use super::crossword::begin;
use super::line::drop_file;
use super::{assert_quiet, click, field, open};
use crate::common::browser::{Browser, Window};
use crate::common::constructor::Constructor;

/// From now on, every command seems to be refused by the program.
const REFUSE: &str = "
  window.through = window.through ?? window.fetch;
  window.fetch = (to, how) => String(to).startsWith('/api/command')
    ? Promise.resolve(new Response(JSON.stringify({ reply: 'refused', why: 'not done, on purpose' })))
    : window.through(to, how)";

/// Waits until the page says that something was refused, and closes the notice.
fn refused(browser: &Browser, why: &str) {
    browser.wait(&format!("document.querySelector('#trouble')?.textContent.includes('{why}')"));
    click(browser, "#trouble button");
    browser.wait("!document.querySelector('#trouble')");
}

/// Returns what was last announced to screen readers.
fn said(browser: &Browser) -> String {
    browser.text("return document.querySelector('#live').textContent")
}

#[test]
fn nothing_is_said_to_be_done_that_is_refused() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    open(&browser, &constructor.link, 9);
    begin(&browser, "barred", 5, 5);
    click(&browser, &field(0, 4));
    browser.press(['|']);
    refused(&browser, "no bar to the right of row 1, column 5");
    assert!(!said(&browser).contains("bar"), "{}", said(&browser));
    click(&browser, &field(0, 0));
    for text in ["bar added", "bar removed"] {
        browser.press(['|']);
        browser.wait(&format!("document.querySelector('#live').textContent.trim() === '{text}'"));
    }
    browser.run(REFUSE);
    for key in ['#', '|'] {
        click(&browser, &field(1, 1));
        browser.press([key]);
        refused(&browser, "on purpose");
        assert_eq!(said(&browser).trim(), "bar removed", "{key}");
    }
    assert_quiet(&browser);
}

#[test]
fn a_word_that_cannot_be_laid_moves_nothing() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    open(&browser, &constructor.link, 9);
    begin(&browser, "crisscross", 9, 9);
    click(&browser, "#wish-needed");
    browser.press("ROSE".chars());
    browser.wait("document.querySelector(`#lays [data-key='lay-ROSE']`)");
    browser.run(REFUSE);
    let at = "return document.querySelector(\"#grid .cell[tabindex='0']\").dataset.cell";
    let before = browser.text(at);
    assert_eq!(before, "0,0");
    click(&browser, "#lays [data-key='lay-ROSE']");
    refused(&browser, "on purpose");
    assert_eq!(browser.text(at), before);
    browser.run("window.fetch = window.through");
    click(&browser, "#lays [data-key='lay-ROSE']");
    browser.wait("document.querySelectorAll('#grid .glyph').length === 4");
    browser.wait("document.querySelector(\"#grid .cell[tabindex='0']\").dataset.cell !== '0,0'");
    // A solution word is spelled by letters, not by the fields around them that a letter would open.
    click(&browser, "#choose-solution");
    browser.wait("document.querySelector('#chosen')");
    let chosen = |letters: &str| {
        browser
            .wait(&format!("document.querySelector('.region-tools span').textContent.includes('{letters}')"));
    };
    chosen("–");
    let outside = browser.text("return document.querySelector('#grid .cell.blocked').dataset.cell");
    click(&browser, &format!("#grid [data-cell='{outside}']"));
    chosen("–");
    let letter = browser.text("return document.querySelectorAll('#grid .cell.letter')[1].dataset.cell");
    click(&browser, &format!("#grid [data-cell='{letter}']"));
    chosen(": O");
    assert_quiet(&browser);
}

#[test]
fn what_another_kind_has_is_let_go_of_and_what_is_bare_is_said() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    click(&browser, "#tab-clues");
    let filter = "document.querySelector('#clue-filter')";
    browser.run(&format!("{filter}.value = 'long'; {filter}.dispatchEvent(new Event('change'))"));
    assert_eq!(browser.text(&format!("return {filter}.value")), "long");
    begin(&browser, "template", 7, 7);
    browser.wait(&format!("{filter}.value === 'all' && {filter}.querySelector('[value=long]').hidden"));
    // A grid without blocks is to be laid out first; one that has some, or is small, is filled as it is.
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#unlaid')");
    click(&browser, &field(0, 0));
    browser.press(['#']);
    browser.wait("!document.querySelector('#unlaid')");
    click(&browser, "#undo");
    browser.wait("document.querySelector('#unlaid')");
    begin(&browser, "template", 6, 6);
    browser.wait("!document.querySelector('#unlaid')");
    assert_quiet(&browser);
}

#[test]
fn a_puzzle_that_is_not_whole_is_saved_as_a_draft_and_the_reason_is_said() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    // What is not laid out has no rating.
    browser.wait("document.querySelector('#score')?.textContent === '–'");
    click(&browser, "#save");
    browser.wait("document.querySelector('#draft')?.textContent.includes('has no questions yet')");
    click(&browser, "#language");
    browser.wait("document.querySelector('#draft')?.textContent.includes('Es gibt noch keine Fragen')");
    click(&browser, &field(0, 0));
    browser.press(['?']);
    browser.wait("Number(document.querySelector('#score')?.textContent.replace(',', '.')) > 0");
    assert_quiet(&browser);
}

#[test]
fn a_preview_that_comes_late_is_the_one_that_was_asked_for() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "dropped.cwg", "1\n3\n?AB\n0 0 3\n");
    browser.wait("document.querySelectorAll('#grid .cell').length === 3");
    browser.run(
        "const through = window.fetch; window.fetch = (to, how) => String(to).startsWith('/api/preview')\
         ? new Promise((come) => (window.come = () => come(through(to, how)))) : through(to, how)",
    );
    click(&browser, "#tab-print");
    browser.wait("window.come");
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#tab-grid').getAttribute('aria-selected') === 'true'");
    browser.run("window.come()");
    browser.wait("document.querySelector('.sheet').firstChild");
    click(&browser, "#tab-print");
    browser
        .wait("document.querySelector('#printed')?.naturalWidth > 100 && !document.querySelector('#played')");
    assert_quiet(&browser);
}

#[test]
fn a_file_that_is_too_large_is_not_even_sent() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    let drop = |bytes: u64| {
        browser.run(&format!(
            "const files = new DataTransfer(); files.items.add(new File([new Uint8Array({bytes})], 'photo.png'));\
             document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, bubbles: true, cancelable: true }}))"
        ));
    };
    let sent = || browser.requests().iter().filter(|request| request.url.contains("/api/file?")).count();
    sent();
    drop(64_000_001);
    refused(&browser, "64");
    assert_eq!(sent(), 0);
    // One of a permitted size is sent, and refused for its content.
    drop(100);
    refused(&browser, "not a picture");
    assert_eq!((sent(), constructor.folder.path().join("photo.png").exists()), (1, false));
    let console = browser.console();
    assert!(console.iter().all(|line| line.contains("409")), "{console:?}");
}
