//! Whether everybody can read and reach everything: names, roles, contrast, and sizes.

use super::{click, does, field, open, open_dialog};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use serde_json::json;

/// The sizes at which the page is looked at: a desk, a laptop, a tablet.
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (768, 1024)];

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
    let constructor = Constructor::start("8x9");
    open(&browser, &constructor.link, 72);
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
            open_dialog(&browser, dialog);
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
