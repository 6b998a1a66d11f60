//! Runs the pages of the documentation: links lead somewhere, commands do what the page shows.
//!
//! The `console` blocks of a page are run in order, in an empty folder per page, by a shell that finds the program that
//! was just built. A line `$ COMMAND` is followed by its output, where `…` stands for anything. In `sh` blocks every
//! line is a command and its output is not shown. The HTML comment in the line before a block says what kind of block
//! it is:
//!
//! | comment | the block |
//! |---|---|
//! | `<!-- file NAME -->` | is a file that later commands find |
//! | `<!-- shows NAME -->` | is the current content of that file, where `…` stands for anything |
//! | `<!-- model NAME of FORMULA -->` | is also a file: a solver's model, which must satisfy every clause |
//! | `<!-- true NAME of FORMULA -->` | the names of the variables that are true in that model |
//! | `<!-- clauses FORMULA: 1 4 … -->` | these clauses with the names of their variables |
//! | `<!-- exit N -->` | its commands end with N |
//! | `<!-- varies -->` | has different output each time: only its exit code is checked |
//! | `<!-- not run: REASON -->` | is not run |
//!
//! With `CWSAT_BLESS=1` differences are written into the page instead. Searches with varying output get a time limit of
//! their own: as long as it takes to find an answer. Third-party programs are used if they are installed.
#![cfg(unix)]

use crate::common::pages;
use crate::common::pages::{Block, Page, is_as_shown};
use crate::common::patience::unhurried;
use crate::common::tools::{Need, find, missing};
use assert_cmd::Command;
use cwsat::encodings::cnf::map;
use cwsat::encodings::cnf::model::{self, Verdict};
use cwsat::encodings::cnf::{Formula, Lit, Var, dimacs};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FOREIGN: [&str; 3] = ["cadical", "minisat", "clasp"];

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// A folder in which the commands of a page are run.
struct Shell {
    folder: TempDir,
}

impl Shell {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for shown in ["test_cases", "python/examples"] {
            let to = folder.path().join(shown);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            copy_folder(&pages::root().join(shown), &to);
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns what a command prints to both streams, and its exit code.
    fn run(&self, command: &str, varies: bool) -> (String, i32) {
        let program = Path::new(env!("CARGO_BIN_EXE_cwsat")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&path)));
        let path = path.unwrap();
        let run = unhurried(|limit| {
            let command = if varies { limited(command, limit) } else { command.to_owned() };
            let mut shell = Command::new("sh");
            shell
                .args(["-c", &format!("exec 2>&1\n{command}")])
                .current_dir(self.folder.path())
                .env("PATH", &path);
            shell
        });
        let output = run.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), output.status.code().unwrap_or(-1))
    }
}

/// Returns a search with this time limit, other commands unchanged.
fn limited(command: &str, limit: &str) -> String {
    let search = ["cwsat solve ", "cwsat make "].into_iter().find(|search| command.starts_with(search));
    let Some(search) = search else { return command.to_owned() };
    let words: Vec<&str> = command[search.len()..].split(' ').collect();
    let given = words.iter().position(|word| matches!(*word, "-t" | "--time-limit"));
    let kept = words.iter().enumerate().filter(|(i, _)| given.is_none_or(|at| *i != at && *i != at + 1));
    format!("{search}{} -t {limit}", kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" "))
}

/// Returns the commands of a block, each with the output that is shown.
fn commands(block: &Block) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block.text.lines() {
        match (block.language.as_str(), line.strip_prefix("$ "), commands.last_mut()) {
            ("sh", _, _) => {
                let command = line.split(" #").next().unwrap_or_default().trim();
                commands.extend((!command.is_empty()).then(|| (command.to_owned(), String::new())));
            }
            (_, Some(command), _) => commands.push((command.to_owned(), String::new())),
            (_, None, Some((_, shown))) => shown.extend([line, "\n"]),
            (_, None, None) => panic!("line {}: a console block begins with `$ `", block.line),
        }
    }
    commands
}

/// Runs a block; returns the text that it should show.
fn run(shell: &Shell, page: &str, block: &Block) -> String {
    let (varies, expected) = match (block.marked("exit"), block.mark.as_str()) {
        (Some(code), _) => (false, code.parse().expect("<!-- exit N -->")),
        (None, mark) => (mark == "varies", 0),
    };
    let mut text = String::new();
    for (command, shown) in commands(block) {
        let place = format!("{page}, line {}: `{command}`", block.line);
        if let Some(foreign) = FOREIGN.iter().find(|name| command.starts_with(**name) && find(name).is_none())
        {
            missing(Need::Program, &format!("{foreign}, for {place},"));
            return block.text.clone();
        }
        if command.starts_with("cargo ") {
            text.extend(["$ ", &command, "\n", &shown]);
            continue;
        }
        let (found, code) = shell.run(&command, varies);
        // Solvers report by the exit code that there is a model (10), the best one (30) or none (20).
        let solver_answered =
            FOREIGN.iter().any(|name| command.starts_with(*name)) && matches!(code, 10 | 20 | 30);
        let ended_well = code == expected || solver_answered;
        assert!(ended_well, "{place} ended with {code}\n{found}");
        let keeps = varies || block.language == "sh" || is_as_shown(shown.trim_end(), found.trim_end());
        text.extend(["$ ", &command, "\n", if keeps { &shown } else { &found }]); // with its wildcards
    }
    if block.language == "sh" { block.text.clone() } else { text }
}

/// Returns the names of a formula's variables, from its comments.
fn names(formula: &str) -> Vec<String> {
    let mut names = Vec::new();
    let entry = |var: Var, name: &str| {
        assert_eq!(var.index(), names.len(), "{name}");
        names.push(name.to_owned());
        Ok::<_, String>(())
    };
    map::read(formula.as_bytes(), entry).unwrap();
    names
}

/// Returns the true literals of a model's text, which has to be a model of the formula.
fn model_of(formula: &Formula, text: &str) -> Option<Vec<Lit>> {
    let Ok(Verdict::Sat(model)) = model::read(text.as_bytes(), formula.var_count()) else { return None };
    let lit = |index| model.value(Var::new(index)).map(|value| Var::new(index).lit(value));
    let lits: Vec<Lit> = (0..formula.var_count()).map(lit).collect::<Option<_>>()?;
    formula.clauses().all(|clause| clause.iter().any(|l| lits[l.var().index()] == *l)).then_some(lits)
}

/// Returns a model in the format of MiniSat's result file, found by the back end that is always there.
fn solve(formula: &Formula) -> String {
    let mut solver = BackEnd::Varisat.solver(0);
    load(&mut *solver, formula, 0);
    assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
    let lits = (0..formula.var_count()).map(|index| {
        let lit = Var::new(index).positive();
        if solver.value(lit) { lit } else { !lit }.dimacs().to_string()
    });
    format!("SAT\n{} 0\n", lits.collect::<Vec<_>>().join(" "))
}

/// Returns a line for each family with its true variables.
fn true_names(names: &[String], model: &[Lit]) -> String {
    let mut families: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, lit) in names.iter().zip(model) {
        let family = name.split('(').next().unwrap();
        if families.last().is_none_or(|(last, _)| *last != family) {
            families.push((family, vec![]));
        }
        if lit.is_positive() {
            families.last_mut().unwrap().1.push(format!("{} {name}", lit.dimacs()));
        }
    }
    let line = |(family, names): &(&str, Vec<String>)| match names.is_empty() {
        true => format!("no {family}\n"),
        false => format!("{}\n", names.join("   ")),
    };
    families.iter().map(line).collect()
}

/// Returns a line for each clause: its number, its literals, its formula.
fn clauses_with_names(formula: &Formula, names: &[String], numbers: &str) -> String {
    let clause = |number: &str| {
        let clause = formula.clause(number.parse::<usize>().unwrap() - 1);
        let numbers: Vec<String> = clause.iter().map(|lit| lit.dimacs().to_string()).collect();
        let lits = clause
            .iter()
            .map(|lit| format!("{}{}", if lit.is_positive() { "" } else { "¬" }, names[lit.var().index()]));
        format!("{number:>4}:  {:<18} {}\n", numbers.join(" ") + " 0", lits.collect::<Vec<_>>().join(" ∨ "))
    };
    numbers.split_whitespace().map(clause).collect()
}

/// Returns what a block should show; `None` if this test does not concern it.
fn regenerated(shell: &Shell, page: &str, block: &Block) -> Option<String> {
    let formula = |name: &str| dimacs::read(shell.read(name).as_bytes()).unwrap();
    if let Some(name) = block.marked("file") {
        fs::write(shell.path(name), &block.text).unwrap();
        None
    } else if let Some(name) = block.marked("shows") {
        let text = shell.read(name);
        Some(if is_as_shown(&block.text, &text) { block.text.clone() } else { text })
    } else if let Some((name, of)) = block.marked("model").and_then(|mark| mark.split_once(" of ")) {
        let formula = formula(of);
        let text = model_of(&formula, &block.text).map_or_else(|| solve(&formula), |_| block.text.clone());
        fs::write(shell.path(name), &text).unwrap();
        Some(text)
    } else if let Some((name, of)) = block.marked("true").and_then(|mark| mark.split_once(" of ")) {
        let model = model_of(&formula(of), &shell.read(name)).expect("a model");
        Some(true_names(&names(&shell.read(of)), &model))
    } else if let Some((name, numbers)) = block.marked("clauses").and_then(|mark| mark.split_once(": ")) {
        Some(clauses_with_names(&formula(name), &names(&shell.read(name)), numbers))
    } else if matches!(block.language.as_str(), "console" | "sh") && block.marked("not run:").is_none() {
        Some(run(shell, page, block))
    } else {
        None
    }
}

fn check(name: &str) {
    let mut page = Page::read(name);
    let (shell, bless) = (Shell::new(), std::env::var_os("CWSAT_BLESS").is_some());
    let mut different = Vec::new();
    for number in 0..page.blocks().len() {
        let block = page.blocks()[number].clone();
        let Some(text) = regenerated(&shell, name, &block) else { continue };
        if text != block.text {
            different
                .push(format!("{name}, line {}: the page shows\n{}\nfound\n{text}", block.line, block.text));
            page.replace(&block, &text);
        }
    }
    if bless && !different.is_empty() {
        page.write();
    } else {
        let advice = "CWSAT_BLESS=1 cargo test --test all docs:: writes what was found into the page";
        assert!(different.is_empty(), "{}\n{advice}", different.join("\n"));
    }
}

#[test]
fn the_worked_example_is_what_the_program_makes() {
    check("docs/encodings/worked_3x3.md");
}

#[test]
fn the_commands_of_the_guide_do_what_it_shows() {
    check("docs/guide.md");
}

#[test]
#[cfg_attr(not(feature = "cadical"), ignore = "the pages show what the program does with CaDiCaL")]
fn the_commands_of_the_other_pages_do_what_they_show() {
    for page in pages::all() {
        if !matches!(page.name.as_str(), "docs/guide.md" | "docs/encodings/worked_3x3.md") {
            check(&page.name);
        }
    }
}

/// Commands are in blocks that are run, or that say why they are not.
#[test]
fn no_command_hides_in_a_block_that_is_not_run() {
    for page in pages::all() {
        for block in page.blocks() {
            let runs = matches!(block.language.as_str(), "console" | "sh");
            let hidden = block.text.lines().find(|line| line.starts_with("$ ") || line.starts_with("cwsat "));
            if let (Some(line), false) = (hidden, runs || !block.mark.is_empty()) {
                panic!("{}, line {}: `{line}`: make it a `console` or `sh` block", page.name, block.line);
            }
        }
    }
}

/// Returns the name of a heading as the target of a link.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for page in pages::all() {
        let folder = pages::root().join(&page.name).parent().unwrap().to_owned();
        let prose = page.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let sources = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in targets.chain(sources).filter(|link| !link.contains("://")) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { pages::root().join(&page.name) } else { folder.join(file) };
            // The package has the pages of this crate, but the crate of the encodings is one of its own.
            if file.contains("../encodings/src/") && !pages::root().join("encodings").exists() {
                continue;
            }
            assert!(target.exists(), "{}: there is no {link}", page.name);
            if !place.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let found = text
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .any(|line| anchor(line.trim_start_matches('#').trim()) == place);
                assert!(found, "{}: {file} has no heading for #{place}", page.name);
            }
            links += 1;
        }
    }
    assert!(links > 30, "{links}");
}

/// The page of the crate of the encodings, on crates.io and docs.rs; its examples are run as its doctests.
#[test]
fn the_encodings_are_used_with_other_solvers_in_twenty_lines() {
    let Ok(text) = fs::read_to_string(pages::root().join("encodings/README.md")) else { return };
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    for solver in ["varisat::", "rustsat::"] {
        let shows = |block: &&&str| block.starts_with("rust\n") && block.contains(solver);
        let block = blocks.iter().find(shows).unwrap_or_else(|| panic!("no example uses {solver}"));
        assert!(block.lines().skip(1).count() <= 20, "{block}");
    }
    let source = fs::read_to_string(pages::root().join("encodings/src/lib.rs")).unwrap();
    assert!(source.starts_with("#![doc = include_str!(\"../README.md\")]"), "doctests run them");
}

#[test]
fn shown_text_may_leave_something_out() {
    assert!(is_as_shown("a\n…\nz … s\n", "a\nb\nc\nz 0.1 s\n"));
    assert!(is_as_shown("a\n…\n", "a\n"));
    for found in ["a\nz s\n", "a\nb\nz 0.1 t\n", "a\n", ""] {
        assert!(!is_as_shown("a\n…\nz … s\n", found), "{found:?}");
    }
}
