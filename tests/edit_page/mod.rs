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
mod line;
mod make;
mod panels;
mod reach;
mod shown;
mod tablet;
mod told;
mod waits;
mod walk;
mod wishes;

use crate::common::browser::{Browser, PATIENCE};
use crate::common::page::{blesses, click, clue_all, does, field, grid, open, open_dialog};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

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
