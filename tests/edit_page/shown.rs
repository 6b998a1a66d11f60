//! What the page shows of a change, and how often it draws: once for all that came since the last frame; the clue beside the
//! grid; and buttons that can do nothing, which say why.

use super::line::drop_file;
use super::{assert_quiet, click, field, grid, open};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;

/// Opens a word of three letters, asked for in the field before it.
fn open_word(browser: &Browser, constructor: &Constructor, word: &str) {
    open(browser, &constructor.link, 12);
    drop_file(browser, "dropped.cwg", &format!("1\n4\n?{word}\n0 0 3\n"));
    browser.wait("document.querySelectorAll('#grid .cell').length === 4");
}

#[test]
fn many_changes_in_a_row_are_drawn_once() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("15x15");
    open(&browser, &constructor.link, 225);
    click(&browser, &field(0, 0));
    browser.wait("document.activeElement.dataset.cell === '0,0'");
    // Nothing runs between these keys, so the number of frames does not depend on how fast anything is.
    let frames = browser.run(
        "let frames = 0;
         const frame = window.requestAnimationFrame;
         window.requestAnimationFrame = (draw) => { frames += 1; return frame.call(window, draw); };
         for (let step = 0; step < 12; step += 1)
           document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
         window.requestAnimationFrame = frame;
         return frames;",
    );
    assert!(frames.as_u64().is_some_and(|frames| frames <= 1), "{frames}");
    // All of them count, and the focus is where the last one leads.
    browser.wait("document.querySelector('#grid .is-current').dataset.cell === '0,12'");
    assert_eq!(browser.text("return document.activeElement.dataset.cell"), "0,12");
    // What shows nothing of the current field is left alone.
    browser.run(
        "window.touched = [];
         const watched = new MutationObserver((changes) => changes.forEach(({ target }) => window.touched.push(target.id)));
         for (const id of ['bar', 'panel-rating', 'panel-wishes'])
           watched.observe(document.getElementById(id), { childList: true, subtree: true, attributes: true, characterData: true })",
    );
    browser.press([key::DOWN]);
    browser.wait("document.querySelector('#grid .is-current').dataset.cell === '1,12'");
    assert_eq!(browser.run("return window.touched"), serde_json::json!([]));
    assert_quiet(&browser);
}

#[test]
fn a_letter_is_drawn_together_with_what_fits_then_or_soon_without() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("15x15");
    open(&browser, &constructor.link, 225);
    click(&browser, &field(0, 0));
    browser.wait("document.activeElement.dataset.cell === '0,0'");
    // However slow the machine is, only the answer is waited for.
    browser.run(
        "window.later = window.setTimeout;
         window.setTimeout = (act, pause) => (pause === 40 ? 1 : later(act, pause));
         window.drawn = [];
         const grid = document.querySelector('#grid');
         new MutationObserver((changes) => window.drawn.push(changes.map((change) =>
           change.target === grid ? 'fits' : change.target.matches('.is-current') ? 'current' : 'other',
         ))).observe(grid, { attributes: true, subtree: true, attributeFilter: ['class', 'data-fits-of'] })",
    );
    browser.press(['a']);
    browser.wait("document.querySelector('#grid .glyph')");
    let first = browser.run("return window.drawn[0]").to_string();
    assert!(first.contains("fits") && first.contains("current"), "{first}");
    // A program that does not answer holds up nothing.
    browser.run("window.setTimeout = window.later; window.fetch = () => new Promise(() => {})");
    browser.press(['b']);
    browser.wait("document.querySelector('#grid .is-current').dataset.cell === '0,2'");
    assert_quiet(&browser);
}

#[test]
fn a_page_that_is_not_seen_is_up_to_date_when_it_is() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    // A browser gives no frames to a page that is hidden.
    browser.run("window.requestAnimationFrame = () => 0");
    click(&browser, &field(1, 1));
    browser.press(['#']);
    browser.wait("document.querySelector(\"#grid [data-cell='1,1']\").matches('.blocked')");
    assert_quiet(&browser);
}

#[test]
fn a_question_shows_how_many_words_fit_until_it_has_one() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open_word(&browser, &constructor, "...");
    let number = "Number(document.querySelector('#grid .fitting')?.textContent.replace(/\\D/g, ''))";
    browser.wait(&format!("{number} > 100"));
    click(&browser, &field(0, 1));
    let said = "Number(document.querySelector('#panel-word h3')?.textContent.match(/^[\\d,]+/)?.[0].replace(',', ''))";
    browser.wait(&format!("{said} === {number}"));
    browser
        .wait("document.querySelector('#grid .question').getAttribute('aria-label').includes('words fit')");
    // Fewer fit with each letter; none fits these.
    browser.press("xq".chars());
    browser.wait("document.querySelector('#grid .fitting.is-bad')?.textContent === '0'");
    // Who wants no numbers has none.
    click(&browser, "#heat");
    browser.wait("document.querySelector('#grid .no-clue')?.textContent === '–'");
    assert_quiet(&browser);
}

#[test]
fn the_clue_of_a_word_is_written_beside_the_grid() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open_word(&browser, &constructor, "OPA");
    click(&browser, &field(0, 0));
    click(&browser, "#word-clue-text");
    browser.press(format!("Vater der Mutter{}", key::ENTER).chars());
    browser.wait("document.activeElement.matches('#grid .cell')");
    let fits = "/^\\d\\.\\d pt$/.test(document.querySelector('#word-clue-room').textContent)";
    browser.wait(fits);
    browser.wait("document.querySelector('#grid .clue')?.textContent.startsWith('Vater')");
    // The list has the same clue; what is written there is beside the grid, too.
    click(&browser, "#tab-clues");
    let listed = "document.querySelector('#clue-list .entry input')";
    browser.wait(&format!("{listed}?.value === 'Vater der Mutter'"));
    click(&browser, "#clue-list .entry input");
    browser.press_with(key::CONTROL, 'a');
    browser.press(format!("alter Mann{}", key::ENTER).chars());
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#word-clue-text').value === 'alter Mann'");
    // Whoever leaves the field has written it, too; a suggestion is taken with a click.
    click(&browser, "#word-clue-text");
    browser.press_with(key::CONTROL, 'a');
    browser.press("Greis".chars());
    click(&browser, &field(0, 2));
    browser.wait("document.querySelector('#grid .clue')?.textContent.startsWith('Greis')");
    click(&browser, "#word-clue-suggest");
    browser.wait("document.querySelector('#word-clue .offered li')");
    if browser.run("return !!document.querySelector('#word-clue .offered button')") == true {
        let text = browser.text(
            "return document.querySelector('#word-clue .offered button').firstChild.textContent.trim()",
        );
        click(&browser, "#word-clue .offered button");
        browser.wait(&format!("document.querySelector('#word-clue-text').value === {text:?}"));
        browser.wait("document.querySelector('#saved').textContent === 'saved'");
        browser.wait(&format!("document.querySelector('#word-clue-text').value === {text:?}"));
    }
    assert_quiet(&browser);
}

#[test]
fn what_changes_while_a_button_is_pressed_does_not_take_the_click_away() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open_word(&browser, &constructor, "OPA");
    // The bar says each second or so that the puzzle is saved; here, all of it is in another language.
    browser.hold("#tab-clues");
    browser.run("document.querySelector('#language').click()");
    browser.wait("document.documentElement.lang === 'de'");
    assert_eq!(browser.text("return document.querySelector('#tab-clues').textContent"), "Clues");
    browser.release_on("#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list .entry input').length > 0");
    browser.wait("document.querySelector('#tab-clues').textContent === 'Fragen'");
    // Whoever lets go elsewhere has clicked on nothing, and sees what is new all the same.
    browser.hold("#tab-grid");
    browser.run("document.querySelector('#language').click()");
    browser.wait("document.documentElement.lang === 'en'");
    browser.release_on("#view-clues");
    browser.wait("document.querySelector('#tab-clues').textContent === 'Clues'");
    assert_eq!(browser.text("return document.querySelector('#tab-grid').ariaSelected"), "false");
    assert_quiet(&browser);
}

#[test]
fn a_button_that_can_do_nothing_is_disabled_and_says_why() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open_word(&browser, &constructor, "...");
    let is = |button: &str, why: &str| {
        browser.wait(&format!(
            "(it => it.disabled === {} && (it.title || '') === {why:?})(document.querySelector({button:?}))",
            !why.is_empty()
        ));
    };
    is("#fill-open", "");
    is("#fill-another", "There is no letter yet.");
    is("#fill-region", "Mark a region first.");
    is("#layout-region", "Mark a region first.");
    click(&browser, &field(0, 1));
    browser.press("opa".chars());
    browser.wait("document.querySelectorAll('#grid .glyph').length === 3");
    is("#fill-open", "No field is open.");
    // The key that does the same says so, too.
    browser.press_with(key::CONTROL, key::ENTER);
    browser.wait("document.querySelector('#trouble')?.textContent.startsWith('No field is open.')");
    click(&browser, "#trouble button");
    click(&browser, &field(0, 1));
    // What is typed is pinned.
    is("#fill-another", "Everything is pinned.");
    is("#layout-all", "");
    is("[data-key='another']", "This word is pinned: unpin it first.");
    let (from, to) = (field(0, 1), field(0, 3));
    browser.drag(&[from.as_str(), &to]);
    let fixed = "Nothing in the marked region can change: it is pinned or blocked.";
    is("#fill-region", fixed);
    is("#layout-region", fixed);
    is(".region-tools [data-key='pin']", "This would change nothing here.");
    click(&browser, ".region-tools [data-key='unpin']");
    is("#fill-another", "");
    is("#fill-region", "");
    is("[data-key='another']", "");
    is(".region-tools [data-key='unpin']", "This would change nothing here.");
    // Clues: first one word has none, then every one has.
    click(&browser, "#tab-clues");
    is("#give-clues", "");
    click(&browser, "#clue-list .entry input");
    browser.press(format!("alter Mann{}", key::ENTER).chars());
    is("#give-clues", "Every word has a clue.");
    assert_eq!(grid(&browser), "?OPA");
    assert_quiet(&browser);
}
