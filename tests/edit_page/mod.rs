//! The page of the constructor, in a headless Chromium: a puzzle from an empty grid to a PDF by mouse and by keyboard,
//! what happens if the connection breaks or several windows are open, and whether everybody can read and reach
//! everything.
//!
//! Without chromium and chromedriver: see common/tools.rs. With CWSAT_BLESS=1 the pictures of docs/constructor.md are
//! made again; browsers draw them a little differently on each machine, so they are not compared.

mod axe;
mod buttons;
mod crossword;
mod german;
mod latency;
mod line;
mod looks;
mod make;
mod panels;
mod reach;
mod shown;
mod tablet;
mod told;
mod waits;
mod walk;
mod wishes;

use crate::common::browser::{Browser, PATIENCE, key};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the grid as the page shows it, row after row.
fn grid(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('#grid .cell')].map((cell) => cell.classList.contains('question') ? '?'\
         : cell.classList.contains('blocked') ? '#' : cell.querySelector('.glyph')?.textContent ?? '.').join('')",
    )
}

fn field(row: usize, column: usize) -> String {
    format!("#grid [data-cell='{row},{column}']")
}

/// Clicks on an element as soon as it can be seen and is enabled: the page draws once per frame, which may come late on a
/// busy machine, and most buttons are disabled while the page has lost the program.
fn click(browser: &Browser, selector: &str) {
    let ready = format!("{selector}:not(:disabled)");
    browser.wait(&format!("document.querySelector({ready:?})?.getClientRects().length > 0"));
    browser.run(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'nearest' }})"));
    browser.click(selector, false, (0.5, 0.5));
}

/// Opens a dialog by its button, which may be hidden at this size.
fn open_dialog(browser: &Browser, button: &str) {
    let ready = format!("{button}:not(:disabled)");
    browser.wait(&format!("(it => it && (it.click(), true))(document.querySelector({ready:?}))"));
    browser.wait("document.querySelector('dialog[open]')");
}

/// Opens a page on an empty grid, in English.
fn open(browser: &Browser, link: &str, fields: usize) {
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
fn does(browser: &Browser, start: impl Fn()) -> bool {
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
fn clue_all(browser: &Browser, act: impl Fn(&str)) {
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

/// Waits for a file whose name ends so, and returns what is in it. If none comes, what the page says about it is the reason.
fn downloaded(browser: &Browser, folder: &Path, ending: &str) -> Vec<u8> {
    let start = Instant::now();
    loop {
        let names = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        let names: Vec<PathBuf> = names.collect();
        let mut files = names.iter().filter(|path| path.to_string_lossy().ends_with(ending));
        if let Some(bytes) = files.find_map(|path| fs::read(path).ok().filter(|bytes| !bytes.is_empty())) {
            return bytes;
        }
        if start.elapsed() >= PATIENCE {
            let said = "[...document.querySelectorAll('#alarm, [role=status], dialog[open]')].map((it) => it.textContent)";
            let said = browser.run(&format!("return {said}"));
            let clicked = browser.run("return window.clicked ?? null");
            let console = browser.console();
            panic!(
                "no file {ending} came, only {names:?}; the page says {said}; last clicked: {clicked}; {console:?}"
            );
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn download_to(browser: &Browser, folder: &Path) {
    let params = json!({ "behavior": "allow", "downloadPath": folder });
    browser.devtools("Browser.setDownloadBehavior", &params);
}

fn blesses() -> bool {
    std::env::var_os("CWSAT_BLESS").is_some()
}

/// Makes a picture of docs/constructor.md anew, with CWSAT_BLESS=1.
fn picture(browser: &Browser, name: &str) {
    if blesses() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
        fs::write(folder.join(name), browser.picture()).expect("a picture");
    }
}

fn assert_quiet(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
}
