//! Pages of the documentation as a list of fenced blocks, and how the text of a block is compared.

use std::fs;
use std::path::PathBuf;

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The text after the opening fence, such as `console`.
    pub language: String,
    /// The HTML comment in the line before the block, without its marks; empty if there is none.
    pub mark: String,
    /// The lines between the fences, each with its end.
    pub text: String,
    /// The line of the opening fence, counted from 1.
    pub line: usize,
}

impl Block {
    /// Returns what follows a word at the beginning of the mark; `None` if the mark does not begin with it.
    pub fn marked(&self, word: &str) -> Option<&str> {
        self.mark.strip_prefix(word)?.strip_prefix(' ').map(str::trim)
    }
}

/// A page, by its path from the top of the repository.
pub struct Page {
    pub name: String,
    pub text: String,
}

/// Returns the folder of the pages. `packaging/check` names that of an unpacked package, to see whether its links lead
/// somewhere without a test program of its own.
pub fn root() -> PathBuf {
    std::env::var_os("CWSAT_PAGES").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from)
}

/// Returns all pages: the README, `useful/README.md`, and everything in `docs`.
pub fn all() -> Vec<Page> {
    let mut names = vec!["README.md".to_owned(), "useful/README.md".to_owned()];
    for folder in ["docs", "docs/encodings"] {
        let files = fs::read_dir(root().join(folder)).unwrap();
        let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.extend(files.filter(|file| file.ends_with(".md")).map(|file| format!("{folder}/{file}")));
    }
    names.sort();
    names.into_iter().map(|name| Page::read(&name)).collect()
}

impl Page {
    pub fn read(name: &str) -> Self {
        let path = root().join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { name: name.to_owned(), text }
    }

    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut open, mut before) = (None::<Block>, "");
        for (number, line) in self.text.lines().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(language)) => {
                    let mark = before.strip_prefix("<!--").and_then(|mark| mark.strip_suffix("-->"));
                    open = Some(Block {
                        language: language.trim().to_owned(),
                        mark: mark.unwrap_or_default().trim().to_owned(),
                        text: String::new(),
                        line: number + 1,
                    });
                }
                (Some(_), Some("")) => blocks.extend(open.take()),
                (Some(block), _) => block.text.extend([line, "\n"]),
                (None, None) => {}
            }
            before = line;
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name);
        blocks
    }

    /// Puts another text into a block.
    pub fn replace(&mut self, block: &Block, text: &str) {
        let mut lines: Vec<&str> = self.text.split_inclusive('\n').collect();
        let old = block.text.lines().count();
        lines.splice(block.line..block.line + old, [text]);
        self.text = lines.concat();
    }

    pub fn write(&self) {
        fs::write(root().join(&self.name), &self.text).unwrap();
    }

    /// Returns the text without its fenced blocks.
    pub fn prose(&self) -> String {
        let mut inside = false;
        let keep = |line: &&str| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !inside && !fence
        };
        self.text.lines().filter(keep).map(|line| format!("{line}\n")).collect()
    }
}

/// Returns whether a text is as a page shows it: line by line, where `…` in a line stands for anything, and a line `…`
/// for any number of lines.
pub fn is_as_shown(shown: &str, found: &str) -> bool {
    let (shown, found): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), found.lines().collect());
    lines_match(&shown, &found)
}

fn lines_match(shown: &[&str], found: &[&str]) -> bool {
    match (shown.split_first(), found.split_first()) {
        (None, _) => found.is_empty(),
        (Some((&"…", rest)), _) => (0..=found.len()).any(|skip| lines_match(rest, &found[skip..])),
        (Some((line, rest)), Some((other, others))) => line_matches(line, other) && lines_match(rest, others),
        (Some(_), None) => false,
    }
}

fn line_matches(shown: &str, found: &str) -> bool {
    match shown.split_once('…') {
        None => shown.trim_end() == found.trim_end(),
        Some((start, rest)) => found.strip_prefix(start).is_some_and(|found| {
            let ends = found.char_indices().map(|(at, _)| at).chain([found.len()]);
            ends.into_iter().any(|at| line_matches(rest, &found[at..]))
        }),
    }
}
