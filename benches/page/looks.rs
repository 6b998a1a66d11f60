//! Pictures of the constructor's page at the sizes that people have, for somebody to look at.
//!
//!     cargo bench --bench page -- looks FOLDER
//!
//! No rule finds what is ugly, cut off or too small, so this judges nothing.

use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use crate::common::page::{click, clue_all, does, field, open, open_dialog};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The sizes in pixels of CSS, and how many pixels each of these has: a tablet held upright, a laptop, a large screen, and
/// the laptop at 200 %.
const SIZES: [(&str, u32, u32, u32); 4] =
    [("tablet", 800, 1100, 1), ("laptop", 1366, 768, 1), ("large", 1920, 1200, 1), ("zoomed", 683, 384, 2)];

struct Album<'a> {
    folder: &'a Path,
    browser: &'a Browser,
}

impl Album<'_> {
    /// Takes a picture of what is seen, at each size.
    fn take(&self, what: &str) {
        for (size, width, height, scale) in SIZES {
            let metrics =
                json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
            self.browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
            self.browser.run("scrollTo(0, 0)");
            thread::sleep(Duration::from_millis(500)); // for what moves to rest
            let file = self.folder.join(format!("{what}_{size}.png"));
            fs::write(&file, self.browser.picture()).expect("a picture");
        }
    }

    fn turn(&self, theme: &str, language: &str) {
        for (button, now) in [
            ("#theme", format!("document.documentElement.dataset.theme === '{theme}'")),
            ("#language", format!("document.documentElement.lang === '{language}'")),
        ] {
            while self.browser.run(&format!("return {now}")) != true {
                self.browser.run(&format!("document.querySelector({button:?}).click()"));
            }
        }
    }
}

/// Takes all pictures, each into a file of this folder.
pub fn take(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let album = Album { folder, browser: &browser };
    let constructor = Constructor::start("15x15");
    open(&browser, &constructor.link, 225);
    album.turn("light", "en");
    album.take("empty");
    browser.resize(1366, 768);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    clue_all(&browser, |selector| click(&browser, selector));
    for (theme, language) in [("light", "en"), ("dark", "de")] {
        album.turn(theme, language);
        browser.run("document.querySelector('#tab-clues').click()");
        album.take(&format!("{theme}_{language}_clues"));
        browser.run("document.querySelector('#tab-grid').click()");
        browser.resize(1366, 768);
        click(&browser, &field(7, 7));
        album.take(&format!("{theme}_{language}_grid"));
        for dialog in ["#new", "#open", "#export", "#help-button"] {
            open_dialog(&browser, dialog);
            album.take(&format!("{theme}_{language}_{}", &dialog[1..]));
            browser.press([key::ESCAPE]);
            browser.wait("!document.querySelector('dialog')");
        }
    }
    let large = Constructor::start("40x40");
    open(&browser, &large.link, 1600);
    for theme in ["light", "dark"] {
        album.turn(theme, "en");
        album.take(&format!("{theme}_40x40"));
    }
}
