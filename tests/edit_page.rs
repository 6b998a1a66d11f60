//! The page of the constructor, in a headless Chromium: a puzzle from nothing to PDF by mouse and by keyboard, what happens
//! to the line and to several windows, and whether it can be read and reached by everybody.
//!
//! Without chromium and chromedriver: see common/tools.rs. With CWSAT_BLESS=1 the pictures of docs/constructor.md are made
//! again; a browser draws each a little differently on each machine, so they are not compared.

use crate::common::browser::{Browser, PATIENCE, Window, key};
use crate::common::constructor::{Constructor, Line};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The sizes at which the page is looked at: a desk, a laptop, a tablet.
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (768, 1024)];

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

fn click(browser: &Browser, selector: &str) {
    browser.wait(&format!("document.querySelector({selector:?})"));
    browser.run(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'nearest' }})"));
    browser.click(selector, false, (0.5, 0.5));
}

/// Opens a page on an empty grid, in English.
fn open(browser: &Browser, link: &str, fields: usize) {
    browser.go_to(link);
    browser.wait(&format!("document.querySelectorAll('#grid .cell').length === {fields}"));
    if browser.text("return document.documentElement.lang") != "en" {
        click(browser, "#language");
        browser.wait("document.documentElement.lang === 'en'");
    }
}

/// Starts a job and waits until it has ended and its answer is taken over; returns whether it found one. It gets more time
/// if it had too little.
fn does(browser: &Browser, start: impl Fn()) -> bool {
    let before = grid(browser);
    for seconds in ["5", "15", "60"] {
        browser.run(&format!("document.querySelector('#time').value = '{seconds}'"));
        let job = browser.run("return Number(document.querySelector('#progress').dataset.job ?? 0)");
        start();
        browser.wait(&format!(
            "Number(document.querySelector('#progress').dataset.job) > {job} && \
             document.querySelector('#progress').dataset.running === 'false'"
        ));
        if browser.run("return Number(document.querySelector('#progress').dataset.found) > 0") == true {
            let start = Instant::now();
            while grid(browser) == before {
                assert!(start.elapsed() < PATIENCE, "the answer is never taken over");
            }
            return true;
        }
    }
    false
}

/// Gives clues to all words: those that the program has, and an own one for the rest.
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

/// Waits for a file whose name ends so, and returns what is in it.
fn downloaded(folder: &Path, ending: &str) -> Vec<u8> {
    let start = Instant::now();
    loop {
        let names = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        let mut files = names.filter(|path| path.to_string_lossy().ends_with(ending));
        if let Some(bytes) = files.find_map(|path| fs::read(path).ok().filter(|bytes| !bytes.is_empty())) {
            return bytes;
        }
        assert!(start.elapsed() < PATIENCE, "no file {ending} came");
        thread::sleep(Duration::from_millis(20));
    }
}

fn download_to(browser: &Browser, folder: &Path) {
    let params = json!({ "behavior": "allow", "downloadPath": folder });
    browser.devtools("Browser.setDownloadBehavior", &params);
}

fn assert_quiet(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
}

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
    let pdf = downloaded(downloads.path(), ".pdf");
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
    let constructor = Constructor::start("7x8");
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    open(&browser, &constructor.link, 56);
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
    assert!(downloaded(downloads.path(), ".pdf").starts_with(b"%PDF-"));
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
    let constructor = Constructor::start("9x9");
    open(&browser, &constructor.link, 81);
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
    // What one window does, the other can undo.
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

#[test]
fn a_field_that_cannot_be_filled_says_why() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x6");
    open(&browser, &constructor.link, 6);
    click(&browser, &field(0, 0));
    browser.press(['?']);
    click(&browser, "#arrows [data-arrow='right']");
    browser.wait("document.querySelectorAll('#candidates li').length === 20");
    // The best words are those that fit what is there.
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

/// Drops a file on the page.
fn drop_file(browser: &Browser, name: &str, text: &str) {
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

#[test]
fn three_answers_are_shown_side_by_side_and_a_pinned_word_stays() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("9x9");
    open(&browser, &constructor.link, 81);
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

/// Finds elements without a name, ids that come twice, pictures without a text, and text that is hard to see.
const AUDIT: &str = r"
  const found = [];
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = (e) => e.getAttribute('aria-label') || e.getAttribute('title') || e.textContent.trim() ||
    (e.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent).join('') ||
    [...(e.labels ?? [])].map((l) => l.textContent).join('');
  for (const e of document.querySelectorAll('button, a, input, select, textarea, [role]')) {
    const needsNone = ['row', 'status', 'alert', 'presentation', 'group'].includes(e.getAttribute('role'));
    if (isSeen(e) && !needsNone && !named(e).trim()) found.push(`no name: ${e.outerHTML.slice(0, 120)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`twice: ${id}`);
  for (const e of document.querySelectorAll('[aria-labelledby], [aria-controls], [aria-describedby]')) {
    for (const name of ['aria-labelledby', 'aria-controls', 'aria-describedby']) {
      for (const id of (e.getAttribute(name) ?? '').split(' ').filter(Boolean)) if (!document.getElementById(id)) found.push(`no ${id}`);
    }
  }
  for (const e of document.querySelectorAll('img')) if (!e.hasAttribute('alt')) found.push('a picture without a text');
  const grid = document.querySelector('#grid');
  const roles = { '#grid > g > g': 'row', '#grid .cell': 'gridcell' };
  for (const [selector, role] of Object.entries(roles)) {
    const wrong = [...document.querySelectorAll(selector)].filter((e) => e.getAttribute('role') !== role && !e.closest('[aria-hidden]'));
    if (wrong.length) found.push(`${selector} is no ${role}`);
  }
  if (document.querySelectorAll('#grid .cell[tabindex=\'0\']').length !== 1) found.push('not one field in the order of the Tab key');
  // Colours as they are, whatever they are written in.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
  const behind = (e) => {
    if (!e) return rgba(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
    const colour = rgba(getComputedStyle(e).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(e.parentElement));
  };
  const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !isSeen(e) || e.closest('svg, .unseen, :disabled, option')) continue;
    const ground = behind(e);
    const ratio = contrast(over(rgba(getComputedStyle(e).color), ground), ground);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
  }
  for (const e of document.querySelectorAll('#grid .cell text')) {
    if (e.matches('.ghost')) continue; // it is also said in words
    const back = rgba(getComputedStyle(e.closest('.cell').querySelector('.back')).fill);
    const ground = over(back, behind(grid));
    const ratio = contrast(rgba(getComputedStyle(e).fill).slice(0, 3), ground);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)} in the grid: ${e.getAttribute('class')} ${e.textContent}`);
  }
  return [...new Set(found)];
";

#[test]
fn everybody_can_read_and_reach_everything_at_all_sizes() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("9x9");
    open(&browser, &constructor.link, 81);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    click(&browser, &field(4, 4));
    let audit = |what: &str| assert_eq!(browser.run(AUDIT), json!([]), "{what}");
    for theme in ["light", "dark"] {
        while browser.text("return document.documentElement.dataset.theme ?? ''") != theme {
            browser.run("document.querySelector('#theme').click()");
        }
        for tab in ["#tab-clues", "#tab-grid"] {
            click(&browser, tab);
            browser
                .wait(&format!("document.querySelector({tab:?}).getAttribute('aria-selected') === 'true'"));
            audit(&format!("{theme} {tab}"));
        }
        for dialog in ["#new", "#open", "#save-as", "#export", "#help-button", "#about"] {
            browser.run(&format!("document.querySelector({dialog:?}).click()"));
            browser.wait("document.querySelector('dialog[open]')");
            audit(&format!("{theme} {dialog}"));
            browser.press([key::ESCAPE]);
            browser.wait("!document.querySelector('dialog')");
        }
    }
    // No size makes anybody scroll sideways; the last is that of a laptop at 200 %.
    for (width, height) in SIZES.into_iter().chain([(640, 400), (390, 844)]) {
        browser.resize(width, height);
        for language in ["de", "en"] {
            while browser.text("return document.documentElement.lang") != language {
                browser.run("document.querySelector('#language').click()");
            }
            for tab in ["#tab-clues", "#tab-grid"] {
                browser.run(&format!("document.querySelector({tab:?}).click()"));
                browser.wait(&format!(
                    "document.querySelector({tab:?}).getAttribute('aria-selected') === 'true'"
                ));
                let wide = browser.run("return document.documentElement.scrollWidth - innerWidth");
                assert!(wide.as_i64() <= Some(0), "{width}x{height} {language} {tab}: {wide} too wide");
            }
        }
        let side = browser.run(
            "const grid = document.querySelector('#grid').getBoundingClientRect(); return Math.min(grid.width, grid.height)",
        );
        assert!(
            side.as_f64() >= Some(300.0_f64.min(f64::from(height) * 0.6)),
            "{width}x{height}: the grid has {side}"
        );
        let folded = "document.querySelectorAll('details.panel:not([open])').length";
        assert_eq!(browser.run(&format!("return {folded}")), 0);
    }
}

/// The own words of the walk, each with the clue that is typed for it.
const OWN: [(&str, &str); 6] = [
    ("MIA", "unsere Jüngste"),
    ("PAUL", "ihr Bruder"),
    ("KANU", "damit kentern wir"),
    ("ZELT", "Haus im Garten"),
    ("SEEBAD", "dort trafen wir uns"),
    ("LAGERFEUER", "Wärme am Abend"),
];

/// Draws a picture as a person's camera might have taken it, and chooses it in the dialog as that person would.
const CHOOSE_PHOTO: &str = "
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
  const pen = canvas.getContext('2d');
  for (const [colour, top, height] of [['#9cd', 0, 220], ['#368', 220, 90], ['#dc8', 310, 90]]) {
    pen.fillStyle = colour;
    pen.fillRect(0, top, 400, height);
  }
  pen.fillStyle = '#fe8';
  pen.beginPath();
  pen.arc(290, 90, 45, 0, 7);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.beginPath();
  pen.moveTo(150, 90); pen.lineTo(150, 250); pen.lineTo(70, 250); pen.fill();
  canvas.toBlob((blob) => {
    const files = new DataTransfer();
    files.items.add(new File([blob], 'lake.jpg', { type: 'image/jpeg' }));
    const input = document.querySelector('#picture-file');
    input.files = files.files;
    input.dispatchEvent(new Event('change'));
  }, 'image/jpeg');
";

/// The walk that docs/constructor.md describes: a 15x15 with a photo, six own words, a solution word and no missing clue,
/// with the page alone.
#[test]
fn the_walk_of_the_manual_leads_to_a_printed_page() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("15x15");
    let picture = |name: &str| {
        if std::env::var_os("CWSAT_BLESS").is_some() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
            fs::write(folder.join(name), browser.picture()).expect("a picture");
        }
    };
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    browser.resize(1280, 800);
    open(&browser, &constructor.link, 225);
    // A photo, on an island of four times four fields.
    click(&browser, "#tool-blocked");
    let island: Vec<String> = (4..8)
        .flat_map(|row| (0..4).map(move |at| field(row, 5 + if row % 2 == 0 { at } else { 3 - at })))
        .collect();
    browser.drag(&island.iter().map(String::as_str).collect::<Vec<_>>());
    browser.wait("document.querySelectorAll('#grid .blocked').length === 16");
    click(&browser, "#tool-letters");
    click(&browser, &field(4, 5));
    click(&browser, "#lay-picture");
    browser.wait("document.querySelector('#picture-file')");
    browser.run(CHOOSE_PHOTO);
    browser.wait("document.querySelector('#picture-name').value === 'lake.jpg'");
    click(&browser, "#dialog-picture button.main");
    browser.wait("document.querySelector('#grid image')");
    // Own words and the solution word.
    click(&browser, "#wish-needed");
    let words: Vec<&str> = OWN.iter().map(|(word, _)| *word).collect();
    browser.press(words.join(&key::ENTER.to_string()).chars());
    click(&browser, "#wish-solution");
    browser.press("SOMMER".chars().chain([key::TAB]));
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('0 of 6')");
    picture("constructor_wishes.png");
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    browser.wait("document.querySelector('#own-words')?.textContent.startsWith('6 of 6')");
    assert!(!grid(&browser).contains('.'));
    browser.wait("document.querySelector('#spelled')?.textContent.includes('SOMMER')");
    // A clue for each word: the program's own, and what only this family knows.
    click(&browser, "#tab-clues");
    click(&browser, "#give-clues");
    browser.wait(
        "[...document.querySelectorAll('#clue-list .entry input:not(.spelling)')].some((i) => i.value)",
    );
    for (word, clue) in OWN {
        let id = browser.text(&format!(
            "return [...document.querySelectorAll('#clue-list > li')]\
             .find((row) => row.querySelector('.answer-word').textContent === '{word}').querySelector('.entry input').id"
        ));
        let input = format!("#{id}");
        click(&browser, &input);
        browser.press_with(key::CONTROL, 'a');
        browser.press(clue.chars().chain([key::ENTER]));
        browser.wait(&format!("document.querySelector({input:?}).value === '{clue}'"));
    }
    clue_all(&browser, |selector| click(&browser, selector));
    browser.run("document.querySelector('#view-clues').scrollTop = 0");
    picture("constructor_clues.png");
    click(&browser, "#tab-grid");
    click(&browser, "#about");
    click(&browser, "#about-title");
    browser.press(format!("Sommer am See{}", key::ENTER).chars());
    browser.wait("document.title.startsWith('Sommer am See')");
    browser.wait("document.querySelector('#complete')");
    browser.run("document.querySelector('#panel-rating').scrollIntoView()");
    click(&browser, &field(0, 3));
    picture("constructor_done.png");
    click(&browser, "#tab-print");
    browser.wait("document.querySelector('#printed')?.naturalWidth > 100");
    picture("constructor_print.png");
    click(&browser, "#export");
    click(&browser, "#export-pdf");
    assert!(downloaded(downloads.path(), ".pdf").starts_with(b"%PDF-"));
    assert_quiet(&browser);
}
