//! What a person does on the constructor's page, whoever watches: tests (`tests/edit_page`), and tools that measure and take pictures
//! (`benches/page`).

use super::browser::{Browser, PATIENCE, key};
use std::time::Instant;

/// Returns the grid as the page shows it, row after row.
pub fn grid(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('#grid .cell')].map((cell) => cell.classList.contains('question') ? '?'\
         : cell.classList.contains('blocked') ? '#' : cell.querySelector('.glyph')?.textContent ?? '.').join('')",
    )
}

/// Returns the selector of a field.
pub fn field(row: usize, column: usize) -> String {
    format!("#grid [data-cell='{row},{column}']")
}

/// Clicks on an element as soon as it can be seen and is enabled: the page draws once per frame, which may come late on a
/// busy machine, and most buttons are disabled while the page has lost the program.
pub fn click(browser: &Browser, selector: &str) {
    let ready = format!("{selector}:not(:disabled)");
    browser.wait(&format!("document.querySelector({ready:?})?.getClientRects().length > 0"));
    browser.run(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'nearest' }})"));
    browser.click(selector, false, (0.5, 0.5));
}

/// Opens a dialog by its button, which may be hidden at this size.
pub fn open_dialog(browser: &Browser, button: &str) {
    let ready = format!("{button}:not(:disabled)");
    browser.wait(&format!("(it => it && (it.click(), true))(document.querySelector({ready:?}))"));
    browser.wait("document.querySelector('dialog[open]')");
}

/// Opens a page on an empty grid, in English.
pub fn open(browser: &Browser, link: &str, fields: usize) {
    browser.go_to(link);
    browser.wait(&format!("document.querySelectorAll('#grid .cell').length === {fields}"));
    // Where the last click went, if a test waits in vain for what it should do.
    browser.run("addEventListener('click', (event) => { window.clicked = event.target.outerHTML.slice(0, 80) }, true)");
    if browser.text("return document.documentElement.lang") != "en" {
        click(browser, "#language");
        browser.wait("document.documentElement.lang === 'en'");
    }
}

/// Starts a job and waits until it has ended and its answer is taken over; returns whether it found one. If it had too
/// little time, it gets more.
pub fn does(browser: &Browser, start: impl Fn()) -> bool {
    let before = grid(browser);
    // Pictures for the manual show what the page finds in the time that it has if nobody chooses another one. Otherwise any answer
    // will do, and the page offers no time as short as that.
    let first = if blesses() { "15" } else { "2" };
    for seconds in [first, "15", "60"] {
        browser.run(&format!(
            "const time = document.querySelector('#time'); time.append(new Option('{seconds} s', {seconds})); \
             time.value = '{seconds}'"
        ));
        let job = browser.run("return Number(document.querySelector('#progress').dataset.job ?? 0)");
        start();
        browser.wait(&format!(
            "Number(document.querySelector('#progress').dataset.job) > {job} && \
             document.querySelector('#progress').dataset.running === 'false'"
        ));
        if browser.run("return Number(document.querySelector('#progress').dataset.found) > 0") == true {
            let start = Instant::now();
            let mut is_clicked = false;
            while grid(browser) == before {
                assert!(start.elapsed() < PATIENCE, "the answer is never taken over");
                // A layout that is no better is only offered.
                if !is_clicked && browser.run("return !!document.querySelector('#not-better')") == true {
                    click(browser, "#answers [data-answer='0']");
                    is_clicked = true;
                }
            }
            return true;
        }
    }
    false
}

/// Gives clues to all words: those that the program has, and one of its own for each of the others.
pub fn clue_all(browser: &Browser, act: impl Fn(&str)) {
    act("#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length > 0");
    act("#give-clues");
    browser.wait(
        "[...document.querySelectorAll('#clue-list .entry input:not(.spelling)')].some((i) => i.value)",
    );
    let empty =
        "[...document.querySelectorAll('#clue-list .entry input:not(.spelling)')].filter((i) => !i.value)";
    while browser.run(&format!("return {empty}.length > 0")) == true {
        let id = browser.text(&format!("return {empty}[0].id"));
        browser.run(&format!("document.getElementById({id:?}).focus()"));
        browser.press(format!("own clue{}", key::ENTER).chars());
        browser.wait(&format!("document.getElementById({id:?}).value === 'own clue'"));
    }
    browser.wait("document.querySelector('#clued').textContent.includes('(100')");
}

/// Returns whether what the documents show is made again.
pub fn blesses() -> bool {
    std::env::var_os("CWSAT_BLESS").is_some()
}
