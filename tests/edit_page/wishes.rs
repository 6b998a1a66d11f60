//! Wishes that are typed by hand: own words with their clues, a theme, bans, and only words that have a clue.

use super::{assert_quiet, click, does, open};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use std::collections::HashSet;

/// Returns the words of the puzzle, as the list of clues names them, each with its clue.
fn words(browser: &Browser) -> Vec<(String, String)> {
    click(browser, "#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length > 0");
    let found = browser.run(
        "return [...document.querySelectorAll('#clue-list > li')].map((row) => [row.querySelector('.answer-word').textContent, \
         row.querySelector('.entry input').value])",
    );
    click(browser, "#tab-grid");
    browser.wait("!document.querySelector('#board').hidden");
    serde_json::from_value(found).expect("pairs")
}

/// Types a text into one of the boxes of wishes.
fn wish(browser: &Browser, which: &str, text: &str) {
    click(browser, &format!("#wish-{which}"));
    browser.press_with(key::CONTROL, 'a');
    browser.press(text.chars().chain([key::TAB]));
}

#[test]
fn own_words_bring_their_clues_and_what_is_banned_does_not_come() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    open(&browser, &constructor.link, 72);
    // What is typed moves nothing on the page.
    let top = || browser.run("return document.querySelector('#wish-needed').getBoundingClientRect().top");
    let before = top();
    wish(&browser, "needed", &format!("LILLYX = Unser Hund = der beste{}opa, oma", key::ENTER));
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('0 of 3')");
    assert_eq!(top(), before);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    browser.wait("document.querySelector('#own-words').textContent.startsWith('3 of 3')");
    let first = words(&browser);
    let clue = |of: &str| first.iter().find(|(word, _)| word == of).map(|(_, clue)| clue.clone());
    assert_eq!(clue("LILLYX").as_deref(), Some("Unser Hund = der beste"), "{first:?}");
    assert_eq!(clue("OPA").as_deref(), Some(""), "{first:?}");
    // It is still there after the page is loaded again.
    browser.reload();
    browser.wait(
        "document.querySelector('#wish-needed')?.value === 'LILLYX = Unser Hund = der beste\\nopa\\noma'",
    );
    // None of the other words may be used again, and only words that have a clue may be.
    let banned: Vec<&str> = first
        .iter()
        .map(|(word, _)| &word[..])
        .filter(|word| !["LILLYX", "OPA", "OMA"].contains(word) && word.len() > 3)
        .collect();
    assert!(banned.len() > 3, "{first:?}");
    click(&browser, "#wish-clued");
    wish(&browser, "banned", &banned.join(&key::ENTER.to_string()));
    browser.wait("document.querySelector('#wish-clued').checked");
    assert!(does(&browser, || click(&browser, "#layout-all")), "nothing was found");
    let second: HashSet<String> = words(&browser).into_iter().map(|(word, _)| word).collect();
    assert!(banned.iter().all(|word| !second.contains(*word)), "{banned:?}: {second:?}");
    click(&browser, "#tab-clues");
    click(&browser, "#give-clues");
    let asked = "[...document.querySelectorAll('#clue-list > li')].filter((row) => !row.querySelector('.entry input').value)\
         .map((row) => row.querySelector('.answer-word').textContent)";
    // The embedded list has clues for these two.
    browser.wait(&format!("{asked}.length === 0"));
    assert_quiet(&browser);
}

#[test]
fn a_theme_that_is_typed_is_looked_for() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("8x9");
    open(&browser, &constructor.link, 72);
    let theme = ["ROSE", "TULPE", "NELKE", "LILIE", "ASTER"];
    wish(&browser, "wanted", &theme.join(", "));
    browser.wait("document.querySelector('#panel-wishes').textContent.includes('ASTER')");
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    let found = words(&browser);
    let there = theme.iter().filter(|word| found.iter().any(|(other, _)| other == *word)).count();
    // Each of them alone has room in this grid.
    assert!(there > 0, "{found:?}");
    // What the panel says is true.
    let missing: Vec<&str> =
        theme.iter().copied().filter(|word| !found.iter().any(|(other, _)| other == *word)).collect();
    let line = match missing.is_empty() {
        true => "!document.querySelector('#panel-wishes').textContent.includes('Not there yet')".to_owned(),
        false => format!(
            "document.querySelector('#panel-wishes').textContent.includes('Not there yet: {}')",
            missing.join(", ")
        ),
    };
    browser.wait(&line);
    assert_quiet(&browser);
}
