//! The files of the page, which are part of the program.
//!
//! They are written in the form that the browser reads, so there is no build step: an HTML file, style sheets, and
//! modules in JavaScript. A test checks that each file of the folder is here.

/// Returns the type and the content of a file by its path; the empty path is that of the page itself.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let (_, bytes) = FILES.iter().find(|(name, _)| *name == path)?;
    let kind = match path.rsplit_once('.') {
        Some((_, "ttf")) => "font/ttf",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => "text/html; charset=utf-8",
    };
    Some((kind, bytes))
}

/// The type in which clues are printed, so that they are shown as they will be.
const TYPE: (&str, &[u8]) =
    ("condensed.ttf", include_bytes!("../../useful/fonts/RobotoCondensed-Regular.ttf"));

/// Lists files of the page by their path in its folder.
macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        &[TYPE, ("", include_bytes!("../edit/page/index.html")), $(($path, include_bytes!(concat!("../edit/page/", $path)))),+]
    };
}

/// Each file: its path and its content.
const FILES: &[(&str, &[u8])] = files![
    "arrows.js",
    "base.css",
    "board.js",
    "cell.js",
    "choose.js",
    "clue.js",
    "clues.js",
    "connection.js",
    "dialog.js",
    "dom.js",
    "entry.js",
    "files.js",
    "fillpanel.js",
    "grid.css",
    "grid.js",
    "header.js",
    "help.js",
    "idle.js",
    "jobs.js",
    "keys.js",
    "main.js",
    "panel.js",
    "panels.css",
    "preview.js",
    "rating.js",
    "small.js",
    "state.js",
    "text.js",
    "text/de.js",
    "text/en.js",
    "text/of_files.js",
    "text/of_puzzles.js",
    "text/of_searches.js",
    "text/sentences.js",
    "tools.js",
    "types.js",
    "wishes.js",
    "word.js",
    "wordclue.js",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/edit/page")
    }

    fn text(path: &str) -> &'static str {
        std::str::from_utf8(file(path).expect(path).1).expect("text")
    }

    /// Returns the keys of a module of strings, each with the names of the values in its text.
    fn strings(path: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut strings = BTreeMap::new();
        let mut last = None;
        for line in text(path).lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let is_name =
                |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let (name, rest) = match line.split_once(':') {
                Some((name, rest)) if is_name(name) => (Some(name.to_owned()), rest),
                _ => (None, line),
            };
            if let Some(name) = name {
                assert!(strings.insert(name.clone(), BTreeSet::new()).is_none(), "{path} has {name} twice");
                last = Some(name);
            }
            let values = rest
                .split('{')
                .skip(1)
                .filter_map(|part| part.split_once('}'))
                .map(|(value, _)| value.to_owned());
            if let Some(of) = last.as_ref().and_then(|name| strings.get_mut(name)) {
                of.extend(values);
            }
        }
        strings
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let there: BTreeSet<String> = ["", "text/"]
            .iter()
            .flat_map(|under| {
                fs::read_dir(folder().join(under)).expect("the folder").map(move |entry| (under, entry))
            })
            .filter_map(|(under, entry)| {
                let entry = entry.expect("an entry");
                entry
                    .file_type()
                    .ok()?
                    .is_file()
                    .then(|| format!("{under}{}", entry.file_name().to_string_lossy()))
            })
            .collect();
        let mut served: BTreeSet<String> = FILES.iter().skip(2).map(|(name, _)| (*name).to_owned()).collect();
        served.insert("index.html".to_owned());
        assert_eq!(there, served);
        assert!(file("").expect("the page").1.starts_with(b"<!doctype html>"));
        assert!(file("index.html").is_none() && file("../page.rs").is_none());
    }

    #[test]
    fn both_languages_have_the_same_strings() {
        let (english, german) = (strings("text/en.js"), strings("text/de.js"));
        assert!(english.len() > 200, "{}", english.len());
        assert_eq!(english, german);
    }

    #[test]
    fn every_string_that_is_named_is_there() {
        let english = strings("text/en.js");
        for (path, _) in FILES.iter().filter(|(path, _)| path.ends_with(".js")) {
            let module = text(path);
            for (call, endings) in [(" t('", &[""][..]), ("(t('", &[""]), ("many('", &["_1", "_n"])] {
                for name in module.split(call).skip(1).filter_map(|rest| rest.split('\'').next()) {
                    for ending in endings {
                        assert!(english.contains_key(&format!("{name}{ending}")), "{path}: {name}{ending}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_leads_away_from_this_computer() {
        for (path, _) in FILES.iter().skip(1) {
            let others = text(path).replace("http://www.w3.org/2000/svg", "");
            assert!(!others.contains("http:") && !others.contains("https:"), "{path}");
        }
    }
}
