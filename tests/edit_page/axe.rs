//! What axe-core, the judge of accessibility that most others are built on, finds on the constructor's page.
//!
//! `reach.rs` looks at what is particular to this page; axe knows the rest of the rules. It is under the MPL and half a
//! megabyte long, so it is not in the repository: `.ci/axe` fetches it.

use super::crossword::begin;
use super::{click, clue_all, does, field, open, open_dialog};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use crate::common::tools::axe;
use serde_json::Value;

/// Returns what axe calls serious or critical, a line for each rule and element, after a check that it has looked at all. While a
/// dialog is open, the rest of the page cannot be reached, and was judged before.
fn judged(browser: &Browser) -> Vec<String> {
    // Frames are pages of their own: the preview is judged by the tests of what it shows.
    let found = browser.run(
        "return axe.run(document.querySelector('dialog[open]') ?? document, { iframes: false }).then((r) => ({ passed: r.passes.length, found: r.violations.flatMap(\
         (v) => v.nodes.map((n) => [v.impact, v.id, n.target.join(' '), n.failureSummary ?? ''])) }))",
    );
    assert!(found["passed"].as_u64() > Some(10), "axe has looked at nearly nothing: {found}");
    let lines = found["found"].as_array().expect("a list").iter();
    let is_serious = |line: &&Value| line[0] == "serious" || line[0] == "critical";
    lines.filter(is_serious).map(ToString::to_string).collect()
}

/// Shows the page in this language and in light or dark colours.
fn turn(browser: &Browser, language: &str, theme: &str) {
    while browser.text("return document.documentElement.lang") != language {
        browser.run("document.querySelector('#language').click()");
    }
    while browser.text("return document.documentElement.dataset.theme ?? ''") != theme {
        browser.run("document.querySelector('#theme').click()");
    }
}

#[test]
fn axe_finds_nothing_serious_on_crosswords_and_criss_crosses() {
    let Some(source) = axe() else { return };
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x3");
    open(&browser, &constructor.link, 9);
    browser.run(&source);
    let mut all = Vec::new();
    // Each kind is judged in one of the looks: what the panels of a kind have in common is judged in all of them below.
    let kinds = [
        ("template", "#fill-open", "de", "dark"),
        ("barred", "#fill-open", "en", "light"),
        ("crisscross", "#lay-open", "de", "light"),
    ];
    for (kind, fill, language, theme) in kinds {
        let mut judge = |what: &str| {
            all.extend(judged(&browser).into_iter().map(|line| format!("{kind} {what}: {line}")))
        };
        turn(&browser, "en", "light");
        begin(&browser, kind, 9, 9);
        if kind == "crisscross" {
            click(&browser, "#wish-needed");
            browser.press("ROSE, OSTEN, TULPE".chars());
            browser.wait("document.querySelectorAll('#lays button').length === 3");
        }
        judge("empty");
        assert!(does(&browser, || click(&browser, fill)), "{kind}: nothing was found");
        clue_all(&browser, |selector| click(&browser, selector));
        turn(&browser, language, theme);
        for tab in ["#tab-clues", "#tab-grid"] {
            click(&browser, tab);
            browser
                .wait(&format!("document.querySelector({tab:?}).getAttribute('aria-selected') === 'true'"));
            judge(&format!("{language} {theme} {tab}"));
        }
        let letter = browser.text("return document.querySelector('#grid .cell.letter').dataset.cell");
        click(&browser, &format!("#grid [data-cell='{letter}']"));
        browser.press_with(key::SHIFT, key::RIGHT);
        browser.wait("document.querySelectorAll('#grid .is-marked').length === 2");
        judge(&format!("{language} {theme} a region"));
        for dialog in ["#new", "#export", "#help-button"] {
            open_dialog(&browser, dialog);
            judge(&format!("{language} {theme} {dialog}"));
            browser.press([key::ESCAPE]);
            browser.wait("!document.querySelector('dialog')");
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn axe_finds_nothing_serious_light_or_dark_in_both_languages() {
    let Some(source) = axe() else { return };
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x7");
    open(&browser, &constructor.link, 28);
    browser.run(&source);
    // It does find what is wrong.
    browser.run("document.body.append(Object.assign(document.createElement('button'), { id: 'nameless' }))");
    let found = judged(&browser);
    assert!(found.len() == 1 && found[0].contains("button-name"), "{found:#?}");
    browser.run("document.querySelector('#nameless').remove()");

    let mut all = Vec::new();
    let mut judge =
        |what: String| all.extend(judged(&browser).into_iter().map(|line| format!("{what}: {line}")));
    judge("empty".to_owned());
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    clue_all(&browser, |selector| click(&browser, selector));
    // What a label says does not depend on the colours, nor the colours on the language.
    for (language, theme) in [("de", "light"), ("en", "dark")] {
        turn(&browser, language, theme);
        for tab in ["#tab-clues", "#tab-grid"] {
            click(&browser, tab);
            browser
                .wait(&format!("document.querySelector({tab:?}).getAttribute('aria-selected') === 'true'"));
            judge(format!("{language} {theme} {tab}"));
        }
        click(&browser, &field(3, 3));
        judge(format!("{language} {theme} a field"));
        for dialog in ["#new", "#open", "#save-as", "#export", "#help-button", "#about"] {
            open_dialog(&browser, dialog);
            judge(format!("{language} {theme} {dialog}"));
            browser.press([key::ESCAPE]);
            browser.wait("!document.querySelector('dialog')");
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}
