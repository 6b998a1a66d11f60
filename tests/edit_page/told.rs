//! What the page tells: why nothing fits, in both languages, and the list of clues.

use super::line::drop_file;
use super::{assert_quiet, click, does, download_to, downloaded, field, open, open_dialog};
use crate::common::browser::{Browser, PATIENCE, Window, key};
use crate::common::constructor::Constructor;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Where the first clue is typed, and where the spelling of its word is.
const CLUE: &str = "#clue-list > li:nth-child(1) .entry input:not(.spelling)";
const SPELLING: &str = "#clue-list > li:nth-child(1) .spelling";

#[test]
fn a_field_that_cannot_be_filled_says_why() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x6");
    open(&browser, &constructor.link, 6);
    click(&browser, &field(0, 0));
    browser.press(['?']);
    click(&browser, "#arrows [data-arrow='right']");
    browser.wait("document.querySelectorAll('#candidates li').length === 20");
    // Only words that fit the letters there are offered.
    click(&browser, &field(0, 1));
    browser.press("xq".chars());
    browser.wait("document.querySelectorAll('#grid .is-dead').length === 3");
    assert_eq!(browser.run("return document.querySelectorAll('#candidates li').length"), 0);
    click(&browser, &field(0, 4));
    browser.wait("document.querySelector('#reason')?.textContent.includes('XQ...')");
    let label = browser.text("return document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, "row 1, column 5, open, no letter fits");
    // In German, too.
    click(&browser, "#language");
    browser.wait(
        "document.querySelector('#reason')?.textContent.startsWith('Kein Wort der Liste passt zu XQ...')",
    );
    let said = browser.text("return document.querySelector('#desk').innerText");
    let english = ["the ", " letter", " word", "row ", "column"];
    assert!(english.iter().all(|part| !said.contains(part)), "{said}");
    assert_quiet(&browser);
}

#[test]
fn the_list_of_clues_is_searched_and_taken_from_a_file() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x7");
    open(&browser, &constructor.link, 28);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    click(&browser, "#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length > 2");
    let word = browser.text("return document.querySelector('#clue-list .answer-word').textContent");
    let rows = "[...document.querySelectorAll('#clue-list > li')].filter((row) => !row.hidden)";
    click(&browser, "#clue-search");
    browser.press(word.to_lowercase().chars());
    browser.wait(&format!(
        "{rows}.every((row) => row.querySelector('.answer-word').textContent.includes('{word}'))"
    ));
    browser.wait(&format!("{rows}.length > 0"));
    browser.run(&format!(
        "const files = new DataTransfer(), input = document.querySelector('#import-clues');\
         files.items.add(new File(['{word}\\tfrom the file, and so long that no field of any puzzle in the world has room for it\\nNOTHERE\\tx\\n'], 'a.tsv'));\
         input.files = files.files;\
         input.dispatchEvent(new Event('change'))"
    ));
    browser.wait(&format!("{rows}[0].querySelector('.entry input').value.startsWith('from the file')"));
    // It does not fit in print: the page says so, and such clues can be listed.
    browser.wait(&format!("{rows}[0].querySelector('.room').matches('.bad')"));
    browser.run(
        "const filter = document.querySelector('#clue-filter'), search = document.querySelector('#clue-search');\
         search.value = ''; filter.value = 'long'; filter.dispatchEvent(new Event('change'))",
    );
    browser.wait(&format!("{rows}.length === 1"));
    // Suggestions are asked for and taken with a click; the clue that was there is kept behind it.
    browser.run("document.querySelector('#clue-filter').value = 'all'; document.querySelector('#clue-filter').dispatchEvent(new Event('change'))");
    let offered = (1..=6).find(|row| {
        click(&browser, &format!("#clue-list > li:nth-child({row}) .entry button"));
        browser.wait(&format!("document.querySelector('#clue-list > li:nth-child({row}) .offered li')"));
        browser.run(&format!(
            "return !!document.querySelector('#clue-list > li:nth-child({row}) .offered button')"
        )) == true
    });
    let row = offered.expect("a word that has a clue");
    let text = browser.text(&format!(
        "return document.querySelector('#clue-list > li:nth-child({row}) .offered button').firstChild.textContent"
    ));
    click(&browser, &format!("#clue-list > li:nth-child({row}) .offered button"));
    browser.wait(&format!(
        "document.querySelector('#clue-list > li:nth-child({row}) .entry input').value === {:?}",
        text.trim()
    ));
}

#[test]
fn what_is_typed_in_a_filtered_list_stays_where_it_is() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x7");
    open(&browser, &constructor.link, 28);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    click(&browser, "#tab-clues");
    let filter = |value: &str| {
        browser.run(&format!(
            "const filter = document.querySelector('#clue-filter');\
             filter.value = '{value}'; filter.dispatchEvent(new Event('change'))"
        ));
    };
    filter("without");
    let rows = "[...document.querySelectorAll('#clue-list > li')].filter((row) => !row.hidden)";
    browser.wait(&format!("{rows}.length > 4"));
    let before = browser.run(&format!("return {rows}.length"));
    let nth = |row: usize| format!("#clue-list > li:nth-child({row}) .entry input");
    // A click into the next row, right after typing, hits that row; Enter leads to the one after it.
    click(&browser, &nth(1));
    browser.press("eins".chars());
    click(&browser, &nth(2));
    browser.press("zwei".chars());
    browser.press([key::ENTER]);
    browser.press("drei".chars());
    browser.press([key::ENTER]);
    for (row, text) in [(1, "eins"), (2, "zwei"), (3, "drei")] {
        browser.wait(&format!("document.querySelector('{}').value === '{text}'", nth(row)));
    }
    browser.wait(&format!("document.activeElement === document.querySelector('{}')", nth(4)));
    assert_eq!(browser.run(&format!("return {rows}.length")), before);
    // When the list is filtered again, they are not among those without a clue.
    filter("without");
    browser.wait(&format!("{rows}.length === {before} - 3"));
}

#[test]
fn a_list_of_clues_that_was_exported_brings_them_back() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x7");
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    open(&browser, &constructor.link, 28);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    // Exported files are named after the title, without the characters that names may not have.
    open_dialog(&browser, "#about");
    click(&browser, "#about-title");
    browser.press(format!("Mia: 9/10?{}", key::ENTER).chars());
    browser.wait("document.title.startsWith('Mia')");
    click(&browser, "#tab-clues");
    click(&browser, "#give-clues");
    let clues = "[...document.querySelectorAll('#clue-list .entry input:not(.spelling)')].map((input) => input.value)";
    browser.wait(&format!("{clues}.filter(Boolean).length > 3"));
    // One with what a table could stumble over.
    let first = "#clue-list > li:nth-child(1) .entry input";
    click(&browser, first);
    browser.press_with(key::CONTROL, 'a');
    browser.press(format!("\"Für\" Mia, 5; = #1{}", key::ENTER).chars());
    browser.wait(&format!("document.querySelector('{first}').value.endsWith('= #1')"));
    let before = browser.run(&format!("return {clues}"));
    click(&browser, "#export-clues");
    let table =
        String::from_utf8(downloaded(&browser, downloads.path(), "Mia 9 10.clues.tsv")).expect("text");
    browser.wait("document.querySelector('#saved').textContent.includes('Mia 9 10.clues.tsv exported')");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), before.as_array().expect("a list").len(), "{table}");
    assert!(rows.iter().all(|row| row.split('\t').count() == 2), "{table}");
    // Without any clue, the list brings all of them back.
    browser.run("document.activeElement.blur()");
    while browser.run(&format!("return {clues}.some(Boolean)")) == true {
        let had = browser.run(&format!("return JSON.stringify({clues})"));
        browser.press_with(key::CONTROL, 'z');
        browser.wait(&format!("JSON.stringify({clues}) !== {had}"));
    }
    browser.run(&format!(
        "const files = new DataTransfer(), input = document.querySelector('#import-clues');\
         files.items.add(new File([{table:?}], 'a.tsv'));\
         input.files = files.files;\
         input.dispatchEvent(new Event('change'))"
    ));
    browser.wait(&format!("JSON.stringify({clues}) === JSON.stringify({before})"));
    assert_quiet(&browser);
}

/// Opens a row of letters with a question, and the list of its one word.
fn one_clue(browser: &Browser, constructor: &Constructor) {
    open(browser, &constructor.link, 12);
    drop_file(browser, "dropped.cwg", "1\n3\n?AB\n0 0 3\n");
    browser.wait("document.querySelectorAll('#grid .cell').length === 3");
    click(browser, "#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length === 1");
}

#[test]
fn a_clue_is_saved_while_it_is_typed() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    one_clue(&browser, &constructor);
    click(&browser, CLUE);
    browser.press("half a cl".chars());
    // No Enter, and the field is never left.
    let draft = constructor.folder.path().join("dropped.cwg.draft.json");
    let start = Instant::now();
    while !fs::read_to_string(&draft).is_ok_and(|text| text.contains("half a cl")) {
        assert!(start.elapsed() < PATIENCE, "it is never saved");
        thread::sleep(Duration::from_millis(20));
    }
    browser.press("ue".chars());
    browser.wait(&format!("document.querySelector('{CLUE}').value === 'half a clue'"));
    assert_quiet(&browser);
}

#[test]
fn what_is_being_typed_when_the_page_is_closed_is_not_lost() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    one_clue(&browser, &constructor);
    for (input, text) in [(CLUE, "a clue"), (SPELLING, "a-b"), ("#wish-needed", "ROSE")] {
        if input == "#wish-needed" {
            click(&browser, "#tab-grid");
        }
        // Nothing is saved during a pause in typing.
        browser.run("window.setTimeout = () => 0");
        click(&browser, input);
        browser.press(text.chars());
        browser.wait(&format!("document.querySelector('{input}').value === '{text}'"));
        browser.reload();
        browser.wait("document.querySelectorAll('#grid .cell').length === 3");
        if input != "#wish-needed" {
            click(&browser, "#tab-clues");
        }
        browser.wait(&format!(
            "document.querySelector('{input}')?.value.toLowerCase() === '{}'",
            text.to_lowercase()
        ));
    }
    assert_quiet(&browser);
}
