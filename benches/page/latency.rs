//! How long it takes from a key press until the letters that still fit are drawn, in the browser: a figure of docs/benchmarks.md.
//!
//!     cargo bench --bench page -- latency
//!
//! It measures, and judges nothing. `CARGO_BIN_EXE_cwsat` names another build of the program to be measured.

use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use crate::common::page::{click, does, field, grid, open};
use std::thread;
use std::time::Duration;

/// How long nothing happens before and after each key: a hand needs longer from the mouse to the keyboard, and what the driver
/// does must not be in the page's way.
const PAUSE: Duration = Duration::from_millis(200);

/// Takes the time from when the system told of a key until the frame is drawn in which the fields show what fits then. Such a
/// frame is the one that runs, or, if the fields change outside of a frame, the next one; a message that is sent in a frame
/// comes after it has been laid out and painted.
const WATCH: &str = "
  window.times = [];
  let pressed = 0;
  let isFrame = false;
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => frame((time) => {
    isFrame = true;
    queueMicrotask(() => queueMicrotask(() => { isFrame = false; }));
    draw(time);
  });
  addEventListener('keydown', (event) => { if (/^[a-z]$/.test(event.key)) pressed = event.timeStamp; }, true);
  new MutationObserver(() => {
    const since = pressed;
    if (!since) return;
    pressed = 0;
    const note = () => {
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => window.times.push(performance.now() - since);
      drawn.port2.postMessage(0);
    };
    if (isFrame) note();
    else frame(note);
  }).observe(document.querySelector('#grid'), { attributes: true, attributeFilter: ['data-fits-of'] });
";

/// How many keys are pressed on each grid.
const KEYS: usize = 200;

/// Measures, and prints a line for each grid.
pub fn measure() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    for (rows, columns) in [(15, 15), (40, 40)] {
        let constructor = Constructor::start(&format!("{rows}x{columns}"));
        open(&browser, &constructor.link, rows * columns);
        assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
        let filled = grid(&browser);
        // Its layout, without a letter.
        click(&browser, &field(0, 0));
        browser.press_with(key::CONTROL, 'a');
        browser.press([key::DELETE, key::ESCAPE]);
        browser.wait("!document.querySelector('#grid .glyph, #grid .is-marked')");
        browser.run(WATCH);
        // The letters that were there come back, from places all over the grid.
        let letters: Vec<(usize, char)> =
            filled.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).collect();
        let count = KEYS.min(letters.len());
        for number in 0..count {
            // 7919 is a prime, so that no letter comes twice.
            let (at, letter) = letters[number * 7919 % letters.len()];
            click(&browser, &field(at / columns, at % columns));
            thread::sleep(PAUSE);
            browser.press([letter.to_ascii_lowercase()]);
            thread::sleep(PAUSE);
            browser.wait(&format!("window.times.length > {number}"));
        }
        let mut times: Vec<f64> =
            serde_json::from_value(browser.run("return window.times")).expect("numbers");
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        println!(
            "{rows}x{columns}: {count} keys, median {:.1} ms, 99 % {:.1} ms, slowest {:.1} ms",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
