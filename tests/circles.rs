//! No files use each other in a circle: who reads the sources from one file to those that it uses never comes back to where they
//! were.

use crate::layers::{code, paths, starts, texts};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The files of a source folder, and which of them each one uses: a file `mod.rs` is called by the name of its folder.
struct Uses {
    files: Vec<Vec<String>>,
    of: Vec<BTreeSet<usize>>,
}

impl Uses {
    fn new(texts: &[(String, String)]) -> Self {
        let files: Vec<Vec<String>> = texts.iter().map(|(file, _)| module_of(file)).collect();
        let number: BTreeMap<&[String], usize> =
            files.iter().enumerate().map(|(number, file)| (file.as_slice(), number)).collect();
        // A path leads to a file, and from there to what is in it.
        let file_of =
            |path: &[String]| (1..=path.len()).rev().find_map(|len| number.get(&path[..len]).copied());
        let of = texts.iter().zip(&files).enumerate().map(|(own, ((_, text), file))| {
            let code = code(text);
            let children = code.lines().filter_map(|line| {
                line.split_once("mod ").filter(|(before, _)| !before.contains("//"))?.1.strip_suffix(';')
            });
            let starts = children.map(|child| format!("{child}::"));
            let starts: Vec<String> = ["crate::", "cwsat::", "super::", "self::"]
                .map(str::to_owned)
                .into_iter()
                .chain(starts)
                .collect();
            let mut used = BTreeSet::new();
            for start in &starts {
                let from = match start.as_str() {
                    "crate::" | "cwsat::" => 0,
                    _ => file.len(),
                };
                for (ups, names) in paths(&code, start) {
                    let above = &file[..from.saturating_sub(ups)];
                    let names = names.into_iter().filter(|name| name != "self");
                    used.extend(file_of(&above.iter().cloned().chain(names).collect::<Vec<_>>()));
                }
            }
            used.remove(&own);
            used
        });
        Self { of: of.collect(), files }
    }

    /// Returns the circles among these files, each as lines `file uses file`. A folder's `mod.rs` and the files below it may
    /// use each other, as they are one room; what is in a circle without it is one.
    fn circles(&self, among: &BTreeSet<usize>) -> Vec<String> {
        let reached: BTreeMap<usize, BTreeSet<usize>> =
            among.iter().map(|&file| (file, self.reached_from(file, among))).collect();
        let mut found = Vec::new();
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for &file in among {
            if seen.contains(&file) || !reached[&file].contains(&file) {
                continue;
            }
            let is_mutual = |other: &&usize| reached[*other].contains(&file);
            let mut group: BTreeSet<usize> = reached[&file].iter().filter(is_mutual).copied().collect();
            seen.extend(&group);
            let top = *group.iter().min_by_key(|&&file| self.files[file].len()).expect("the file itself");
            if group.iter().all(|&file| starts(&self.files[file], &names_of(&self.files[top]))) {
                group.remove(&top);
                found.extend(self.circles(&group));
            } else {
                found.extend(group.iter().flat_map(|&from| {
                    let used = self.of[from].intersection(&group);
                    used.map(move |&to| {
                        format!("{} uses {}", self.files[from].join("/"), self.files[to].join("/"))
                    })
                }));
            }
        }
        found
    }

    /// Returns the files that are used by a file, by those that it uses, and so on.
    fn reached_from(&self, file: usize, among: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut next = vec![file];
        while let Some(file) = next.pop() {
            next.extend(self.of[file].intersection(among).filter(|&&used| reached.insert(used)));
        }
        reached
    }
}

fn names_of(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

/// Returns the path of a file's module, without the name of the crate.
fn module_of(file: &str) -> Vec<String> {
    let mut names: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    names
}

fn circles(texts: &[(String, String)]) -> Vec<String> {
    Uses::new(texts).circles(&(0..texts.len()).collect())
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package of the program does not contain the other crates.
    let sources = ["src", "engine/src", "encodings/src"].map(|source| root.join(source));
    for source in sources.iter().filter(|path| path.is_dir()) {
        let mut texts = texts(source);
        texts.retain(|(file, _)| !matches!(file.as_str(), "lib.rs" | "main.rs"));
        assert!(texts.len() > 100, "the sources are read: {}", texts.len());
        let circles = circles(&texts);
        assert!(circles.is_empty(), "a reader climbs back to where he was:\n{}", circles.join("\n"));
    }
}

#[test]
fn circles_of_files_are_seen() {
    let among = |files: &[(&str, &str)]| {
        circles(
            &files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect::<Vec<_>>(),
        )
    };
    assert_eq!(among(&[("a.rs", "use super::b::{B, C};"), ("b.rs", "// use super::a::A;\n")]), [""; 0]);
    assert_eq!(
        among(&[("a.rs", "use super::b::{B, C};"), ("b.rs", "fn f() -> crate::a::A {}")]),
        ["a uses b", "b uses a"]
    );
    // By way of what a folder offers from its files.
    let kinds = ("kinds/mod.rs", "mod square;\npub use square::Square;");
    let by_way = among(&[
        ("contract.rs", "use super::list::Known;"),
        ("list.rs", "use super::kinds::Square;"),
        kinds,
        ("kinds/square.rs", "use crate::contract::Kind;"),
    ]);
    assert_eq!(by_way.len(), 4, "{by_way:?}");
    // A folder and its own files are one room, unless the files alone are in a circle.
    let room = ("room/mod.rs", "mod one;\nmod two;\nuse one::One;\nuse two::Two;\npub struct Whole;");
    assert_eq!(
        among(&[room, ("room/one.rs", "use super::Whole;"), ("room/two.rs", "use super::Whole;")]),
        [""; 0]
    );
    let inside =
        among(&[room, ("room/one.rs", "use super::two::Two;"), ("room/two.rs", "use super::one::One;")]);
    assert_eq!(inside, ["room/one uses room/two", "room/two uses room/one"]);
}
