//! Words that a family newspaper would not print: every command that chooses words leaves out the same ones, and
//! commands that judge leave out none.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use tempfile::TempDir;

const LEFT_OUT: &str = "1 word that a family newspaper does not print was left out; --no-family keeps it";

/// A folder with a template of one word and two lists: one has a word that is not printed, one has no other.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("row.txt", "ooooo\n");
        write("given.txt", "Noooo\n");
        write("list.txt", "Nutte;90\nTanne;10\n");
        write("tame.txt", "Tanne;10\n");
        write("only.txt", "Nutte\n");
        Self(folder)
    }

    fn run(&self, line: &str) -> Assert {
        let mut command = Command::cargo_bin("cwsat").unwrap();
        command.current_dir(self.0.path()).args(line.split_whitespace()).assert()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

#[test]
fn a_list_is_searched_without_them() {
    let desk = Desk::new();
    let tanne = || contains("TANNE").and(contains("NUTTE").not());
    for line in ["solve row.txt --words list.txt", "solve row.txt --words list.txt --no-family --family"] {
        desk.run(line).success().stdout(tanne()).stderr(contains(format!("note: list.txt: {LEFT_OUT}\n")));
    }
    desk.run("solve row.txt --words list.txt --quiet").success().stdout(tanne()).stderr("");
    desk.run("solve row.txt --words tame.txt").success().stderr(contains("family").not());
    desk.run("solve row.txt --words only.txt --no-family").success().stdout(contains("NUTTE"));
    desk.run("solve row.txt --words only.txt")
        .code(2)
        .stdout("")
        .stderr(contains("only.txt: a family newspaper prints none of its words; --no-family keeps them"));
    fs::write(desk.0.path().join("two.txt"), "Nutte\nKotze\nTanne\n").unwrap();
    desk.run("solve row.txt --words two.txt").success().stderr(contains("2 words that a family newspaper"));
}

#[test]
fn every_kind_with_lists_and_make_leave_them_out() {
    let desk = Desk::new();
    fs::write(desk.0.path().join("line.cwg"), "1\n6\n?.....\n0 0 3\n").unwrap();
    desk.run("solve line.cwg --words list.txt")
        .success()
        .stdout(contains("?TANNE"))
        .stderr(contains(LEFT_OUT));
    desk.run("solve line.cwg --words only.txt --no-family").success().stdout(contains("?NUTTE"));
    fs::write(desk.0.path().join("lower.txt"), "nutten\n").unwrap();
    for command in ["solve --as digram 3x4", "make digram 3x4"] {
        desk.run(&format!("{command} --words embedded:en --words lower.txt"))
            .success()
            .stderr(contains(format!("the embedded English list + lower.txt: {LEFT_OUT}")));
    }
}

#[test]
fn formulas_answers_and_explanations_agree() {
    let desk = Desk::new();
    let encode = |options: &str, name: &str| {
        desk.run(&format!("encode row.txt --as template {options} -o {name}")).success()
    };
    encode("--words list.txt", "family.cnf").stderr(contains(LEFT_OUT));
    encode("--words tame.txt", "tame.cnf");
    encode("--words list.txt --no-family", "all.cnf");
    let clauses = |name: &str| {
        let text = desk.read(name);
        text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(clauses("family.cnf"), clauses("tame.cnf"));
    assert_ne!(clauses("family.cnf"), clauses("all.cnf"));
    // With a map, `decode` needs no flag: the map belongs to the list, with or without these words.
    for name in ["family.cnf", "all.cnf"] {
        let model = desk.run(&format!("sat {name}")).success();
        fs::write(desk.0.path().join("model"), &model.get_output().stdout).unwrap();
        desk.run(&format!("decode row.txt --as template --words list.txt --map {name} --model model"))
            .success()
            .stderr("row.txt: a valid crossword\n");
    }
    desk.run("decode row.txt --as template --words only.txt --map all.cnf --model model")
        .code(2)
        .stderr(contains("made with another word list"));
    // Without a map the formula is made again, by default without them.
    let model = desk.run("sat family.cnf").success();
    fs::write(desk.0.path().join("model"), &model.get_output().stdout).unwrap();
    let decode = "decode row.txt --as template --words list.txt --model model";
    desk.run(decode).success().stdout(contains("TANNE"));
    desk.run(&format!("{decode} --no-family")).code(2);

    let explain = "explain given.txt --as template --words list.txt";
    desk.run(explain).code(1).stderr(contains(LEFT_OUT));
    desk.run(&format!("{explain} --no-family")).success().stderr(contains("family").not());
}

#[test]
fn whoever_judges_takes_the_whole_list() {
    let desk = Desk::new();
    fs::write(desk.0.path().join("filled.txt"), "NUTTE\n").unwrap();
    desk.run("check filled.txt --as template --words list.txt").success().stderr("");
    desk.run("words NUTTE --words list.txt").success().stdout("NUTTE;90\n");
}

#[test]
fn a_criss_cross_has_the_words_it_was_asked_for() {
    let desk = Desk::new();
    fs::write(desk.0.path().join("names.txt"), "Nutte|…\nTanne|…\n").unwrap();
    let warning = "warning: names.txt: a family newspaper does not print NUTTE\n";
    for command in ["solve names.txt --as crisscross", "make crisscross names.txt"] {
        desk.run(command).success().stdout(contains("NUTTE")).stderr(contains(warning));
        desk.run(&format!("{command} --no-family"))
            .success()
            .stdout(contains("NUTTE"))
            .stderr(contains(warning).not());
    }
}
