//! The arrows of docs/architecture.md: which room may use which, as the paths in the source text show it.
//!
//! The compiler knows only the borders between the crates. Everything below that is a convention, and a single `use` in the
//! wrong direction ties two rooms together for good. So all sources are read here: every path that starts with `crate::`,
//! `cwsat::` or `super::`, outside of tests, is an arrow from the module it is in to the module it names.

use cwsat::publish::puzzle::Kind;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A use of one module by another, both as paths of names.
struct Arrow {
    file: String,
    from: Vec<String>,
    to: Vec<String>,
}

impl Arrow {
    /// Returns whether both ends are where these prefixes say.
    fn is(&self, from: &[&str], to: &[&str]) -> bool {
        starts(&self.from, from) && starts(&self.to, to)
    }
}

pub fn starts(path: &[String], with: &[&str]) -> bool {
    path.len() >= with.len() && path.iter().zip(with).all(|(a, b)| a == b)
}

/// Returns the code of a file before its unit tests, without comments.
pub fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// Returns the paths in some code that start with this word, each as far as it consists of names, and how many of these are
/// `super`. A path that ends in braces stands for one with each of the names in them.
pub fn paths(code: &str, start: &str) -> Vec<(usize, Vec<String>)> {
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut found = Vec::new();
    for (at, _) in code.match_indices(start) {
        if code[..at].ends_with(|sign| is_name(sign) || sign == ':') {
            continue;
        }
        let mut rest = &code[at..];
        let (mut ups, mut names) = (0, Vec::new());
        loop {
            let end = rest.find(|sign| !is_name(sign)).unwrap_or(rest.len());
            match &rest[..end] {
                "super" => ups += 1,
                "" | "crate" | "cwsat" => {}
                name => names.push(name.to_owned()),
            }
            match rest[end..].strip_prefix("::") {
                Some(after) => rest = after,
                None => break,
            }
        }
        match rest.strip_prefix('{').and_then(|group| group.split_once('}')) {
            Some((group, _)) => found.extend(group.split(',').map(|item| {
                let name = item.trim().split(|sign| !is_name(sign)).next().unwrap_or_default();
                (ups, names.iter().cloned().chain([name.to_owned()]).collect())
            })),
            None => found.push((ups, names)),
        }
    }
    found
}

/// Returns the files of source text in a folder, named from there, but not those that hold only tests.
pub fn texts(source: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("a file").path();
            let is_source = path.extension().is_some_and(|ending| ending == "rs");
            let is_test = path.file_stem().is_some_and(|name| name == "tests" || name == "testing");
            if path.is_dir() {
                folders.push(path);
            } else if is_source && !is_test {
                let name: Vec<_> = path
                    .strip_prefix(source)
                    .expect("inside")
                    .iter()
                    .filter_map(|part| part.to_str())
                    .collect();
                found.push((name.join("/"), fs::read_to_string(&path).expect("source text")));
            }
        }
    }
    found
}

/// Returns all arrows in the sources of a folder.
fn arrows(source: &Path) -> Vec<Arrow> {
    let mut found = Vec::new();
    for (file, text) in texts(source) {
        let mut from: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        match from.last().map(String::as_str) {
            Some("mod") => drop(from.pop()),
            Some("lib" | "main") if from.len() == 1 => continue,
            _ => {}
        }
        let code = code(&text);
        for (ups, names) in
            ["crate::", "cwsat::", "super::"].into_iter().flat_map(|start| paths(&code, start))
        {
            let above = if ups > 0 { from.len().saturating_sub(ups) } else { 0 };
            let to = from[..above].iter().cloned().chain(names).collect();
            found.push(Arrow { file: file.clone(), from: from.clone(), to });
        }
    }
    found
}

/// Returns all arrows in the sources of the program: those of the package `cwsat`, and those of the engine, whose rooms have the
/// same names there. The package of the program does not contain the other crate.
fn arrows_of_program() -> Vec<Arrow> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = ["src", "engine/src"].map(|source| root.join(source));
    sources.iter().filter(|source| source.is_dir()).flat_map(|source| arrows(source)).collect()
}

fn assert_none<'a>(rule: &str, broken: impl Iterator<Item = &'a Arrow>) {
    let lines: BTreeSet<String> =
        broken.map(|arrow| format!("{} uses {}", arrow.file, arrow.to.join("::"))).collect();
    assert!(lines.is_empty(), "{rule}:\n{}", lines.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Demands that each of these rooms uses only itself and what the table says, and that the table has no cycle.
fn assert_below<'a>(arrows: impl Iterator<Item = &'a Arrow> + Clone, rooms: &[(&str, &[&str])]) {
    for (at, (room, below)) in rooms.iter().enumerate() {
        let broken = arrows.clone().filter(|arrow| {
            let to = arrow.to.first().map_or("", String::as_str);
            let is_known = rooms.iter().any(|(known, _)| *known == to);
            starts(&arrow.from, &[room]) && is_known && to != *room && !below.contains(&to)
        });
        assert_none(&format!("`{room}` may use {below:?}"), broken);
        // Each room is above all that it may use.
        for other in *below {
            let there = rooms.iter().position(|(name, _)| name == other).expect("a room");
            assert!(there > at, "`{other}` has to come after `{room}`, which uses it");
        }
    }
}

/// The rooms of the program and its library, and what each may use besides itself and the crate of the encodings.
const ROOMS: [(&str, &[&str]); 13] = [
    ("manual", &["cli"]),
    (
        "cli",
        &[
            "cleanup",
            "edit",
            "family",
            "limits",
            "publish",
            "relatives",
            "search",
            "serve",
            "solver",
            "wordlist",
        ],
    ),
    ("serve", &["cleanup", "edit", "limits", "publish", "solver"]),
    ("edit", &["publish", "search", "solver"]),
    ("relatives", &["publish", "wordlist"]),
    ("publish", &["family", "limits", "wordlist"]),
    ("search", &["solver"]),
    ("solver", &["cleanup"]),
    ("family", &[]),
    ("wordlist", &[]),
    ("limits", &[]),
    ("cleanup", &[]),
    ("start", &[]),
];

/// What the puzzles in `encodings` share, and what each of these rooms may use besides itself.
const SHARED: [(&str, &[&str]); 9] = [
    ("crossword", &["cnf", "grid", "lexicon", "numbering", "plain"]),
    ("lexicon", &["cnf", "fnv", "grid", "letter", "unknown"]),
    ("cnf", &["grid", "letter", "unknown"]),
    ("numbering", &["grid"]),
    ("grid", &[]),
    ("letter", &[]),
    ("fnv", &[]),
    ("plain", &[]),
    ("unknown", &[]),
];

/// The rooms of the puzzles in `encodings` and in `search`.
const PUZZLES: [&str; 6] = ["arrowword", "barred", "crisscross", "digram", "numberlink", "template"];

#[test]
fn rooms_use_only_what_is_below_them() {
    let arrows = arrows_of_program();
    assert!(arrows.len() > 1000, "the sources are read: {}", arrows.len());
    // `made` computes the tables of the embedded lists, which only tests do.
    assert_below(arrows.iter().filter(|arrow| !starts(&arrow.from, &["wordlist", "made"])), &ROOMS);
    let known = ROOMS.iter().map(|(room, _)| *room).collect();
    let rooms: BTreeSet<&str> =
        arrows.iter().filter_map(|arrow| arrow.from.first()).map(String::as_str).collect();
    let unknown: Vec<_> = rooms.difference(&known).collect();
    assert!(unknown.is_empty(), "say in ROOMS what these may use: {unknown:?}");
}

#[test]
fn what_puzzles_share_uses_only_what_is_below_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("encodings/src");
    if !source.is_dir() {
        // The package of the program does not contain the other crate.
        return;
    }
    let arrows = arrows(&source);
    assert!(arrows.len() > 500, "the sources are read: {}", arrows.len());
    assert_below(arrows.iter(), &SHARED);
    let rooms: BTreeSet<&str> = SHARED.iter().map(|(room, _)| *room).chain(PUZZLES).collect();
    let unknown: BTreeSet<&str> =
        arrows.iter().filter_map(|arrow| arrow.from.first()).map(String::as_str).collect();
    let unknown: Vec<_> = unknown.difference(&rooms).collect();
    assert!(unknown.is_empty(), "say in SHARED what these may use: {unknown:?}");
}

#[test]
fn kinds_know_no_command_and_no_other_kind_and_commands_know_no_kind() {
    let arrows = arrows_of_program();
    let kinds: BTreeSet<&str> = arrows
        .iter()
        .filter(|arrow| starts(&arrow.from, &["cli", "kinds"]))
        .filter_map(|arrow| arrow.from.get(2))
        .map(String::as_str)
        .collect();
    assert_eq!(kinds, BTreeSet::from(PUZZLES));
    assert_none(
        "a kind knows no command",
        arrows.iter().filter(|arrow| arrow.is(&["cli", "kinds"], &["cli", "commands"])),
    );
    assert_none(
        "a kind knows no other kind",
        arrows.iter().filter(|arrow| {
            arrow.is(&["cli", "kinds"], &["cli", "kinds"])
                && arrow.from.get(2).is_some()
                && arrow
                    .to
                    .get(2)
                    .is_some_and(|to| kinds.contains(to.as_str()) && arrow.from.get(2) != Some(to))
        }),
    );
    // These two are about arrowwords alone.
    let is_about_arrowwords = |arrow: &Arrow| {
        starts(&arrow.from, &["cli", "commands", "bound"])
            || starts(&arrow.from, &["cli", "commands", "submit"])
    };
    assert_none(
        "no command but `bound` and `submit` knows a kind",
        arrows
            .iter()
            .filter(|arrow| arrow.is(&["cli", "commands"], &["cli", "kinds"]) && !is_about_arrowwords(arrow)),
    );
    assert_none(
        "the contract, and what all kinds share, knows neither kinds nor commands",
        arrows.iter().filter(|arrow| {
            let is_above =
                ["commands", "kinds", "registry"].iter().any(|room| starts(&arrow.from, &["cli", room]));
            starts(&arrow.from, &["cli"])
                && arrow.from.len() > 1
                && !is_above
                && (starts(&arrow.to, &["cli", "kinds"]) || starts(&arrow.to, &["cli", "commands"]))
        }),
    );
}

#[test]
fn no_puzzle_uses_another_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let encodings = root.join("encodings/src");
    // The package of the program does not contain the other crates.
    let crates: Vec<(Vec<&str>, Vec<Arrow>)> =
        [(vec!["search"], root.join("engine/src")), (vec![], encodings)]
            .into_iter()
            .filter(|(_, source)| source.is_dir())
            .map(|(prefix, source)| (prefix, arrows(&source)))
            .collect();
    for (prefix, arrows) in &crates {
        let room = |name| -> Vec<&str> { prefix.iter().copied().chain([name]).collect() };
        for puzzle in PUZZLES {
            let others = PUZZLES.iter().filter(|other| **other != puzzle);
            let others: Vec<Vec<&str>> = others.map(|other| room(other)).collect();
            assert_none(
                &format!("`{puzzle}` uses no other puzzle"),
                arrows.iter().filter(|arrow| others.iter().any(|other| arrow.is(&room(puzzle), other))),
            );
        }
        // What they share is below all of them.
        assert_none(
            "what puzzles share uses none of them",
            arrows.iter().filter(|arrow| {
                let is_there = starts(&arrow.from, prefix) && arrow.from.len() > prefix.len();
                let is_puzzle = |path: &[String]| PUZZLES.iter().any(|puzzle| starts(path, &room(puzzle)));
                is_there && !is_puzzle(&arrow.from) && is_puzzle(&arrow.to)
            }),
        );
    }
}

#[test]
fn checkers_know_no_encoding() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("encodings/src");
    if !source.is_dir() {
        // The package of the program does not contain the other crate.
        return;
    }
    let encodings: [&[&str]; 11] = [
        &["cnf"],
        &["arrowword", "instance"],
        &["arrowword", "joint"],
        &["arrowword", "layout"],
        &["barred", "shape"],
        &["crisscross", "encoding"],
        &["crisscross", "relative"],
        &["digram", "encoding"],
        &["lexicon", "fill"],
        &["lexicon", "membership"],
        &["numberlink", "encoding"],
    ];
    let arrows = arrows(&source);
    let is_checker = |arrow: &&Arrow| arrow.from.iter().any(|name| name == "rules");
    assert!(arrows.iter().filter(is_checker).count() > 20, "there are checkers");
    assert_none(
        "a checker knows no encoding",
        arrows.iter().filter(is_checker).filter(|arrow| encodings.iter().any(|room| starts(&arrow.to, room))),
    );
}

#[test]
fn a_kind_is_named_only_where_it_belongs() {
    let there = [
        "cli/kinds/",
        "publish/puzzle/kind.rs",
        "publish/puzzle/convert/",
        // Its fields in the constructor, and what `cwsat edit` and its pages begin with.
        "edit/board/",
        "edit/protocol/request.rs",
        "cli/commands/edit.rs",
        // What a file of these formats is if it does not say what it is.
        "publish/exchange/ipuz/",
        "publish/exchange/puz/read.rs",
        // A line at the top of formulas, which both kinds of crosswords name alike.
        "cli/crossword/encode.rs",
    ];
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut named = BTreeSet::new();
    for (file, text) in texts(&source) {
        let code = code(&text);
        let is_named = |kind: &Kind| {
            let (variant, name) = (format!("{kind:?}"), kind.name());
            let constant = name.to_uppercase();
            let ways = [
                format!("Kind::{variant}"),
                format!("Known::{constant}"),
                format!("\"{name}\""),
                format!(".is_{name}("),
                format!("fn is_{name}("),
            ];
            ways.iter().any(|way| code.contains(way))
        };
        if Kind::ALL.iter().any(is_named) {
            named.insert(file);
        }
    }
    let elsewhere: Vec<_> =
        named.iter().filter(|file| !there.iter().any(|place| file.starts_with(place))).collect();
    assert!(
        elsewhere.is_empty(),
        "another kind would have to be added here, too; ask its features instead: {elsewhere:?}"
    );
    for place in there {
        assert!(named.iter().any(|file| file.starts_with(place)), "{place} names no kind any more");
    }
}

/// Demands that none of these files names a thread, a file, a clock or the like, or anything of `foreign`.
fn assert_alone(room: &str, files: &[(String, String)], foreign: &[&str]) {
    let others = ["thread", "fs", "time", "net", "env", "process", "io", "path", "os"];
    let named = others.map(|of| format!("std::{of}"));
    let always = ["std::{", "Instant", "SystemTime"];
    for (file, text) in files {
        for name in named.iter().map(String::as_str).chain(always).chain(foreign.iter().copied()) {
            assert!(!text.contains(name), "{room}/{file}: {name}");
        }
    }
}

/// The session of the constructor, and the propagator that its analyses compute with, could run where there are no threads,
/// files or clocks, as in a browser.
#[test]
fn the_session_needs_no_thread_file_or_clock() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join("engine").is_dir() {
        // The package of the program does not contain the other crate.
        return;
    }
    let (session, propagator) = (texts(&root.join("src/edit")), texts(&root.join("engine/src/solver/words")));
    assert!(session.len() > 20, "the sources are read: {}", session.len());
    assert!(propagator.len() > 3, "the sources are read: {}", propagator.len());
    assert_alone("edit", &session, &["crate::serve", "crate::cli", "getrandom"]);
    assert_alone("solver/words", &propagator, &["Budget"]);
    // Only jobs search, and only they have a budget, which has a clock.
    let searching: BTreeSet<&str> = session
        .iter()
        .filter(|(_, text)| text.contains("Budget") || text.contains("threads::"))
        .filter_map(|(file, _)| file.split('/').next())
        .collect();
    assert_eq!(searching, BTreeSet::from(["job"]));
}

/// What searches need from the system is in few places: these are what a port to a platform without a system replaces.
#[test]
fn searches_use_threads_files_and_a_clock_in_few_places() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src");
    if !source.is_dir() {
        // The package of the program does not contain the other crate.
        return;
    }
    let rooms = ["search", "solver"];
    let files: Vec<(String, String)> = rooms
        .iter()
        .flat_map(|room| {
            let named = move |(file, text): (String, String)| (format!("{room}/{file}"), code(&text));
            texts(&source.join(room)).into_iter().map(named)
        })
        .collect();
    let having = |names: &[&str]| -> BTreeSet<&str> {
        let has = |text: &str| names.iter().any(|name| text.contains(name));
        files.iter().filter(|(_, text)| has(text)).map(|(file, _)| &file[..]).collect()
    };
    // The first two only let other threads run, and the fourth waits for another process. The other two start threads;
    // `threads` does without them if there are none.
    let threads = [
        "search/arrowword/mend/mod.rs",
        "search/fill/repair/mod.rs",
        "solver/portfolio.rs",
        "solver/process/run.rs",
        "solver/threads.rs",
    ];
    assert_eq!(having(&["std::thread", "thread::spawn"]), BTreeSet::from(threads));
    // All of them read one clock.
    let clocks = having(&["std::time::Instant", "time::{Duration, Instant}", "SystemTime"]);
    assert_eq!(clocks, BTreeSet::from(["solver/clock.rs"]));
    let outside = having(&["std::fs", "std::process", "std::net", "std::env", "libloading"]);
    let elsewhere: Vec<_> = outside
        .iter()
        .filter(|file| !file.starts_with("solver/process/") && **file != "solver/ipasir.rs")
        .collect();
    assert!(elsewhere.is_empty() && outside.len() > 3, "{outside:?}");
}
