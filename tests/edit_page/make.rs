//! From an empty grid to a PDF, by mouse and by keyboard; a region filled again; answers side by side.

use super::{assert_quiet, click, clue_all, does, download_to, downloaded, field, grid, open};
use crate::common::browser::{Browser, PATIENCE, Window, key};
use crate::common::constructor::Constructor;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_puzzle_is_made_from_nothing_to_pdf_by_mouse() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    open(&browser, &constructor.link, 72);
    click(&browser, "#new");
    click(&browser, "#dialog-new_grid button.main");
    browser.wait("document.querySelector('#about').textContent.startsWith('untitled')");
    // A quick stroke leaves no gaps, although the page learns only where it began and where it ended.
    click(&browser, "#tool-blocked");
    let (from, to) = (field(7, 1), field(4, 7));
    browser.drag(&[from.as_str(), &to]);
    browser.wait("document.querySelectorAll('#grid .blocked').length === 7");
    browser.wait("document.querySelector(`[data-cell='6,4']`).matches('.blocked')");
    click(&browser, "#undo");
    browser.wait("document.querySelectorAll('#grid .blocked').length === 0");
    // An island, painted, and a question with an arrow that is offered.
    click(&browser, "#tool-blocked");
    let island = [field(4, 4), field(4, 5), field(5, 5), field(5, 4)];
    browser.drag(&island.each_ref().map(String::as_str));
    browser.wait("document.querySelectorAll('#grid .blocked').length === 4");
    click(&browser, "#tool-question");
    click(&browser, &field(0, 0));
    click(&browser, "#arrows [data-arrow='right-then-down']");
    browser.wait("document.querySelectorAll('#grid .arrow').length === 1");
    // Undone and done again.
    click(&browser, "#undo");
    browser.wait("document.querySelectorAll('#grid .arrow').length === 0");
    click(&browser, "#redo");
    browser.wait("document.querySelectorAll('#grid .arrow').length === 1");
    click(&browser, "#tool-letters");
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    let made = grid(&browser);
    assert!(!made.contains('.') && made.starts_with('?'), "{made}");
    assert_eq!(made.matches('#').count(), 4);
    clue_all(&browser, |selector| click(&browser, selector));
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#complete')");
    // Nothing is lost by loading the page again.
    browser.reload();
    browser.wait("document.querySelector('#complete')");
    assert_eq!(grid(&browser), made);
    click(&browser, "#export");
    click(&browser, "#export-pdf");
    let pdf = downloaded(&browser, downloads.path(), ".pdf");
    assert!(pdf.starts_with(b"%PDF-"), "{:?}", &pdf[..20]);
    click(&browser, "#dialog-export_as .close-dialog");
    click(&browser, "#tab-print");
    browser.wait("document.querySelector('#printed')?.naturalWidth > 100");
    click(&browser, "#tab-play");
    browser.wait("document.querySelector('#played')");
    assert_quiet(&browser);
}

#[test]
fn a_puzzle_is_made_from_nothing_to_pdf_by_keyboard() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    open(&browser, &constructor.link, 72);
    let to_grid = || {
        (0..5).find(|_| {
            browser.press([key::F6]);
            browser.run("return document.activeElement.matches('.cell')") == true
        })
    };
    assert!(to_grid().is_some(), "F6 never leads to the grid");
    browser.press(['?']);
    browser.wait("document.querySelectorAll('#grid .question').length === 1");
    browser.wait("!document.querySelector('#arrows').hidden && document.querySelector('#arrows button')");
    // The first arrow that is offered; then back to the grid and one to the right, and a word downwards.
    browser.press([key::ENTER, key::ENTER]);
    browser.wait("document.querySelectorAll('#grid .arrow').length === 1");
    browser.press([key::ESCAPE]);
    browser.wait("document.activeElement.matches('.cell')");
    let arrow = browser.text("return document.querySelector('#arrows [aria-pressed=true]').dataset.arrow");
    assert_eq!(arrow, "right-then-down");
    browser.press([key::RIGHT]);
    browser.press("opa".chars());
    let typed = "['0,1', '1,1', '2,1'].map((at) => document.querySelector(`[data-cell='${at}'] .glyph`)?.textContent).join('')";
    browser.wait(&format!("{typed} === 'OPA'"));
    // A mistake is undone, and a marked region opened.
    browser.press(['s']);
    browser.wait("document.querySelector(`[data-cell='3,1'] .glyph`)?.textContent === 'S'");
    browser.press_with(key::CONTROL, 'z');
    browser.wait("!document.querySelector(`[data-cell='3,1'] .glyph`)");
    browser.press([key::HOME]);
    browser.press_with(key::SHIFT, key::RIGHT);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 2");
    browser.press([key::ESCAPE]);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 0");
    let start = || {
        assert!(browser.run("return document.activeElement.matches('.cell')") == true || to_grid().is_some());
        browser.press_with(key::CONTROL, key::ENTER);
    };
    assert!(does(&browser, start), "nothing was found");
    let made = grid(&browser);
    assert!(!made.contains('.') && made.starts_with("?O"), "{made}");
    let enter = |selector: &str| {
        if selector.starts_with("#tab-") {
            browser.tab_to("[role='tab'][tabindex='0']");
            while browser.run(&format!("return document.activeElement.matches({selector:?})")) != true {
                let focused = browser.text("return document.activeElement.id");
                browser.press([key::RIGHT]);
                browser.wait(&format!("document.activeElement.id !== {focused:?}"));
            }
        } else {
            browser.tab_to(selector);
            browser.press([key::ENTER]);
        }
    };
    clue_all(&browser, enter);
    enter("#export");
    browser.wait("document.querySelector('dialog[open]')");
    enter("#export-pdf");
    assert!(downloaded(&browser, downloads.path(), ".pdf").starts_with(b"%PDF-"));
    browser.press([key::ESCAPE]);
    browser.wait("!document.querySelector('dialog[open]')");
    // The focus is where it was before the dialog.
    assert_eq!(browser.text("return document.activeElement.id"), "export");
    browser.press_with(key::CONTROL, 's');
    let start = Instant::now();
    while !constructor.folder.path().join("first.json").exists() {
        assert!(start.elapsed() < PATIENCE, "nothing is saved");
        thread::sleep(Duration::from_millis(20));
    }
    assert_quiet(&browser);
}

#[test]
fn a_region_that_is_filled_anew_leaves_the_rest_as_it_is() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    open(&browser, &constructor.link, 72);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    let before = grid(&browser);
    let (from, to) = (field(2, 2), field(7, 7));
    browser.drag(&[from.as_str(), &field(4, 5), &to]);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 36");
    assert!(does(&browser, || click(&browser, "#fill-region")), "nothing was found");
    let after = grid(&browser);
    let changed: Vec<(usize, usize)> = before
        .chars()
        .zip(after.chars())
        .enumerate()
        .filter(|(_, (old, new))| old != new)
        .map(|(at, _)| (at / 9, at % 9))
        .collect();
    assert!(!changed.is_empty() && !after.contains('.'), "{after}");
    assert!(
        changed.iter().all(|(row, column)| (2..8).contains(row) && (2..8).contains(column)),
        "{changed:?}"
    );
    click(&browser, "#undo");
    let start = Instant::now();
    while grid(&browser) != before {
        assert!(start.elapsed() < PATIENCE, "the step is never undone");
    }
    assert_quiet(&browser);
}

#[test]
fn three_answers_are_shown_side_by_side_and_a_pinned_word_stays() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    open(&browser, &constructor.link, 72);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    let before = grid(&browser);
    let first = browser.run("return [...document.querySelectorAll('#grid .cell.letter')][0].dataset.cell");
    click(&browser, &format!("#grid [data-cell='{}']", first.as_str().expect("a field")));
    click(&browser, "#pin-word");
    browser.wait("document.querySelectorAll('#grid .is-pinned.letter').length > 1");
    let job = || browser.run("return Number(document.querySelector('#progress').dataset.job)");
    let is_several = ["15", "60"].iter().any(|seconds| {
        browser.run(&format!("document.querySelector('#time').value = '{seconds}'"));
        let last = job();
        click(&browser, "#fill-three");
        browser.wait(&format!(
            "Number(document.querySelector('#progress').dataset.job) > {last} && \
             document.querySelector('#progress').dataset.running === 'false'"
        ));
        if browser.run("return Number(document.querySelector('#progress').dataset.found) > 1") == true {
            browser.wait("document.querySelectorAll('#dialog-compare .answer').length > 1");
            return true;
        }
        browser.press([key::ESCAPE]);
        browser.wait("!document.querySelector('dialog')");
        false
    });
    assert!(is_several, "there is only one answer");
    assert_eq!(grid(&browser), before, "nothing is taken over before it is chosen");
    click(&browser, "#dialog-compare [data-answer='1']");
    browser.wait("!document.querySelector('dialog')");
    let start = Instant::now();
    while grid(&browser) == before {
        assert!(start.elapsed() < PATIENCE, "the answer is never taken over");
    }
    let pinned = browser.run(
        "return [...document.querySelectorAll('#grid .cell')].flatMap((c, at) => c.matches('.is-pinned.letter') ? [at] : [])",
    );
    let after = grid(&browser);
    let pinned: Vec<usize> = serde_json::from_value(pinned).expect("numbers");
    assert!(pinned.len() > 1);
    let kept = |text: &str| -> String { pinned.iter().map(|&at| text.as_bytes()[at] as char).collect() };
    assert_eq!(kept(&before), kept(&after));
}

/// Looks for a better layout of the whole grid, and waits until that is over; returns how many answers there are.
fn better(browser: &Browser) -> u64 {
    browser.wait("!document.querySelector('#layout-all').disabled");
    let job = browser.run("return Number(document.querySelector('#progress').dataset.job ?? 0)");
    browser.run("document.querySelector('#time').value = '60'");
    click(browser, "#layout-all");
    browser.wait(&format!(
        "Number(document.querySelector('#progress').dataset.job) > {job} && \
         document.querySelector('#progress').dataset.running === 'false'"
    ));
    browser
        .run("return Number(document.querySelector('#progress').dataset.found)")
        .as_u64()
        .expect("a number")
}

#[test]
fn a_layout_that_is_no_better_is_not_taken() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("5x5");
    open(&browser, &constructor.link, 25);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    // Each answer rates higher than the puzzle, and replaces it, until it is known that there is nothing better.
    loop {
        let before = score(&browser);
        if better(&browser) == 0 {
            break;
        }
        let start = Instant::now();
        while score(&browser) <= before {
            assert!(start.elapsed() < PATIENCE, "what was found is not taken, or no better");
        }
    }
    browser.wait("document.querySelector('#progress .doing').textContent.startsWith('No other layout of these fields rates higher')");
    assert_eq!(browser.run("return document.querySelectorAll('#answers button').length"), 0);
    // With a word that has to be there and is not, the best may rate lower: then it is offered, and not taken.
    let before = grid(&browser);
    click(&browser, "#wish-needed");
    browser.press("QUARK\t".chars().map(|c| if c == '\t' { key::TAB } else { c }));
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('0 of 1')");
    assert!(better(&browser) > 0, "the word has no place");
    browser.wait("document.querySelector('#not-better')");
    // Both ratings are shown, and a click takes the layout all the same.
    let told = browser.text("return document.querySelector('#not-better').textContent");
    let (_, ratings) = told.split_once(": this layout rates ").expect("ratings");
    let (new, now) =
        ratings.split_once(". ").and_then(|(two, _)| two.split_once(", the puzzle ")).expect("two ratings");
    let [new, now] = [new, now].map(|rating| rating.parse::<f64>().expect("a rating"));
    assert!(new <= now, "{told}");
    assert_eq!(score(&browser), now);
    assert_eq!(grid(&browser), before, "it is taken");
    click(&browser, "#answers [data-answer='0']");
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('1 of 1')");
    browser.wait("!document.querySelector('#not-better')");
    assert_quiet(&browser);
}

/// Returns the rating that the page shows.
fn score(browser: &Browser) -> f64 {
    browser.wait("Number(document.querySelector('#score')?.textContent) > 0");
    browser.text("return document.querySelector('#score').textContent").parse().expect("a rating")
}
