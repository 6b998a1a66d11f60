//! The walk that docs/constructor.md describes, which makes its pictures.

use super::{assert_quiet, click, does, download_to, downloaded, field, grid, open, picture};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;

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
    let downloads = tempfile::tempdir().expect("a folder");
    download_to(&browser, downloads.path());
    browser.resize(1280, 800);
    open(&browser, &constructor.link, 225);
    // A photo, in an island of four times four fields, which are marked from corner to corner.
    let (from, to) = (field(4, 5), field(7, 8));
    browser.drag(&[from.as_str(), &to]);
    browser.wait("document.querySelectorAll('#grid .is-marked').length === 16");
    click(&browser, "#picture-here");
    browser.wait("document.querySelectorAll('#grid .blocked').length === 16");
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
    picture(&browser, "constructor_wishes.png");
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
    // The rest is found through the line that says how many words have no clue.
    let unclued =
        "[...document.querySelectorAll('#clue-list .entry input:not(.spelling)')].filter((i) => !i.value)";
    while browser.run(&format!("return {unclued}.length > 0")) == true {
        click(&browser, "#unclued");
        browser.wait(
            "document.activeElement.matches('#clue-list .entry input') && !document.activeElement.value",
        );
        let id = browser.text("return document.activeElement.id");
        browser.press(format!("eigene Frage{}", key::ENTER).chars());
        browser.wait(&format!("document.getElementById({id:?}).value === 'eigene Frage'"));
    }
    if browser.run("return !document.querySelector('#clue-all').hidden") == true {
        click(&browser, "#clue-all");
    }
    browser.wait("document.querySelectorAll('#clue-list > li:not([hidden])').length > 50");
    browser.wait("document.querySelector('#clued').textContent.includes('(100')");
    browser.run("document.querySelector('#view-clues').scrollTop = 0");
    picture(&browser, "constructor_clues.png");
    click(&browser, "#tab-print");
    click(&browser, "#about-print");
    click(&browser, "#about-title");
    browser.press(format!("Sommer am See{}", key::ENTER).chars());
    browser.wait("document.title.startsWith('Sommer am See')");
    click(&browser, "#tab-grid");
    browser.wait("document.querySelector('#complete')");
    browser.run("document.querySelector('#panel-rating').scrollIntoView()");
    click(&browser, &field(0, 3));
    picture(&browser, "constructor_done.png");
    click(&browser, "#tab-print");
    browser.wait("document.querySelector('#printed')?.naturalWidth > 100");
    picture(&browser, "constructor_print.png");
    click(&browser, "#export");
    click(&browser, "#export-pdf");
    assert!(downloaded(&browser, downloads.path(), ".pdf").starts_with(b"%PDF-"));
    assert_quiet(&browser);
}
