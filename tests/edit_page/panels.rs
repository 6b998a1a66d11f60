//! What the panels and the grid show of an analysis: the rating with all that it consists of, the letters that fit, and clues that
//! are weak.

use super::line::drop_file;
use super::{assert_quiet, click, field, open};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use cwsat::edit::draft::Draft;
use cwsat::encodings::arrowword::cwg;
use cwsat::publish::puzzle::{Clue, json};
use serde_json::json;

/// The words are EI, LEA, ID and AD; the numbers that belong to it are derived in `tests/edit_analysis.rs`.
const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

#[test]
fn the_rating_is_shown_with_its_factors_its_distance_and_its_words() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "rated.cwg", RATED);
    browser.wait("document.querySelector('#about').textContent === 'rated.cwg'");
    browser.wait("document.querySelector('#score')?.textContent === '69.2'");
    let panel = "document.querySelector('#panel-rating')";
    for line in ["of at most 76.7", "7.5 below the ceiling", "Words: 1 for everybody, 2 medium, 1 hard"] {
        browser.wait(&format!("{panel}.textContent.includes('{line}')"));
    }
    let factors = browser.run(&format!(
        "return [...{panel}.querySelectorAll('.bars tr')].map((row) => [row.querySelector('th').textContent, \
         row.querySelector('.value').textContent, row.querySelector('.level').style.width])"
    ));
    assert_eq!(
        factors,
        json!([
            ["Question fields", "0", "0%"],
            ["Crossed letters", "100", "100%"],
            ["Word lengths", "0", "0%"],
            ["No dead letters", "100", "100%"],
            ["No clusters", "55", "55%"],
            ["Single questions", "100", "100%"],
        ])
    );
    let lengths =
        browser.text(&format!("return {panel}.querySelector('.histogram').getAttribute('aria-label')"));
    assert!(lengths.starts_with("2 letters: 3, 3 letters: 1, 4 letters: 0,"), "{lengths}");
    assert_eq!(
        browser.text("return document.querySelector('#clued').textContent"),
        "0 of 4 words have a clue (0\u{a0}%)."
    );
    // Without a letter the bonus is gone, and the letters that fit there are shown.
    click(&browser, &field(2, 2));
    browser.press(['.']);
    browser.wait("document.querySelector('#score')?.textContent === '59.2'");
    browser.wait(&format!("{panel}.textContent.includes('17.5 below the ceiling')"));
    let open = field(2, 2);
    browser.wait(&format!("document.querySelector({open:?}).getAttribute('aria-label').includes('fit')"));
    let shown = browser.run(&format!(
        "const cell = document.querySelector({open:?}); return [cell.getAttribute('aria-label'), \
         [...cell.classList].find((name) => name.startsWith('heat-')), cell.querySelector('.count, .ghost')?.textContent ?? '']"
    ));
    // Letters for A. across and I. down; how many there are is the list's business.
    let label = shown[0].as_str().expect("a sentence");
    let count: usize = label
        .split(", ")
        .find_map(|part| part.strip_suffix(" letters fit").or(part.strip_suffix(" letter fits")))
        .and_then(|count| count.parse().ok())
        .unwrap_or_else(|| panic!("{label}"));
    let heat = match count {
        0..=1 => 5,
        2..=3 => 4,
        4..=6 => 3,
        7..=10 => 2,
        11..=15 => 1,
        _ => 0,
    };
    assert_eq!(shown[1], format!("heat-{heat}"), "{shown}");
    match count {
        1 => assert_eq!(shown[2], "D"),
        2..=6 => assert_eq!(shown[2], count.to_string()),
        _ => assert_eq!(shown[2], ""),
    }
    // The word that is looked at is one of the best that fit, and says how it is asked for.
    browser.wait("[...document.querySelectorAll('#candidates .candidate')].some((word) => /^[AI]D$/.test(word.textContent))");
    browser.wait("[...document.querySelectorAll('#candidates .hint')].some((hint) => hint.textContent)");
    assert_quiet(&browser);
}

#[test]
fn weak_clues_are_marked_counted_and_looked_for_and_the_size_in_print_is_said() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("3x4");
    let mut puzzle =
        Draft::of_puzzle(cwg::read(RATED).expect("a grid").puzzle).published().expect("a puzzle");
    let clue = |text: &str, source: Option<&str>, weak| Clue {
        text: text.to_owned(),
        source: source.map(str::to_owned),
        weak,
    };
    let long = "was niemals in ein Feld passt, wie klein auch immer die Schrift davon gesetzt wird, die man dafür nimmt";
    let given = [
        vec![clue("sagt man so", Some("a source"), true)],
        vec![clue("gut", Some("a source"), false)],
        vec![clue(long, None, false)],
        vec![],
    ];
    puzzle.entries.iter_mut().zip(given).for_each(|(entry, clues)| entry.clues = clues);
    open(&browser, &constructor.link, 12);
    drop_file(&browser, "weak.json", &json::write(&puzzle));
    browser.wait("document.querySelector('#about').textContent === 'weak.json'");
    browser.wait(
        "document.querySelector('#clued')?.textContent === '3 of 4 words have a clue (75\u{a0}%). 1 of them is weak.'",
    );
    click(&browser, "#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length === 4");
    let rows = |name: &str| {
        browser.run(&format!(
            "const filter = document.querySelector('#clue-filter'); filter.value = '{name}'; filter.dispatchEvent(new Event('change'));\
             return [...document.querySelectorAll('#clue-list > li')].flatMap((row, index) => row.hidden ? [] : [index])"
        ))
    };
    let size = |row: usize| {
        format!("document.querySelector('#clue-list > li:nth-child({}) .room').textContent", row + 1)
    };
    // The largest type in fields of 9 mm has 5.58 points.
    for (row, text) in [(0, "5.6 pt"), (1, "5.6 pt"), (2, "does not fit"), (3, "")] {
        browser.wait(&format!("{} === '{text}'", size(row)));
    }
    assert_eq!(rows("weak"), json!([0]));
    assert_eq!(rows("without"), json!([3]));
    assert_eq!(rows("long"), json!([2]));
    assert_eq!(rows("all"), json!([0, 1, 2, 3]));
    let marks = browser.run(
        "return [...document.querySelectorAll('#clue-list .marks')].map((mark) => mark.innerText.replace(/\\s+/g, ' ').trim())",
    );
    assert_eq!(marks, json!(["weak a source", "a source", "", ""]));
    // What is typed is measured before it is saved, which here it never is.
    browser.run(
        "const through = window.fetch; window.fetch = (to, how) => String(how?.body).includes('\"do\":\"clue\"')\
         ? Promise.resolve(new Response(JSON.stringify({ reply: 'refused', why: 'on purpose' }))) : through(to, how)",
    );
    click(&browser, "#clue-list > li:nth-child(4) .entry input");
    browser.press("Fluss".chars());
    browser.wait(&format!("{} === '5.6 pt'", size(3)));
    browser.press(" durch Frankfurt, Hessen, zum Rhein".chars());
    browser.wait(&format!("/^(4.[5-9]|5.[0-5]) pt$/.test({})", size(3)));
    assert_quiet(&browser);
}

/// Takes note in each frame of where the panels begin and end, and of how much there is to scroll.
const WATCH_PLACES: &str = "
  window.places = new Set();
  const look = () => {
    const panels = ['word', 'fill', 'rating', 'wishes', 'todo'].map((name) => document.querySelector(`#panel-${name}`));
    const heights = [document.documentElement, document.querySelector('#left'), document.querySelector('#right')];
    window.places.add(JSON.stringify([panels.map((it) => [it.offsetTop, it.offsetHeight]), heights.map((it) => it.scrollHeight)]));
    window.watching = requestAnimationFrame(look);
  };
  cancelAnimationFrame(window.watching);
  look();
";

#[test]
fn nothing_beside_the_grid_moves_while_somebody_types() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("4x9");
    open(&browser, &constructor.link, 36);
    // A word across and one down, so that each key changes what is said about them.
    for (at, arrow) in [((0, 2), "down"), ((1, 0), "right")] {
        click(&browser, &field(at.0, at.1));
        // The arrows of the field before are drawn until now.
        browser.wait("!document.querySelector('#arrows [data-arrow]')");
        browser.press(['?']);
        click(&browser, &format!("#arrows [data-arrow='{arrow}']"));
        browser.press([key::ESCAPE]);
    }
    browser.wait("document.querySelectorAll('#candidates li').length === 20");
    let todo = "document.querySelectorAll('#todo li').length";
    let lines = browser.run(&format!("return {todo}"));
    // A desk, a small one, and a tablet.
    for width in [1280, 1000, 800] {
        browser.resize(width, 900);
        click(&browser, &field(1, 1));
        browser.run(WATCH_PLACES);
        for letter in "haxusqxk".chars() {
            browser.press([letter]);
            browser.wait(&format!(
                "document.querySelector('#grid').textContent.includes('{}')",
                letter.to_uppercase()
            ));
        }
        browser.wait(&format!("{todo} > {lines}"));
        let places = browser.run("cancelAnimationFrame(window.watching); return [...window.places]");
        assert_eq!(places.as_array().map(Vec::len), Some(1), "{width}: {places:#}");
        browser.press_with(key::CONTROL, 'a');
        browser.press([key::DELETE, key::ESCAPE]);
        browser.wait(&format!(
            "{todo} === {lines} && !document.querySelector('#grid .glyph, #grid .is-marked')"
        ));
    }
    assert_quiet(&browser);
}
