//! Solvers that run as processes, good and bad ones: each bad one leads to its error message, none hangs, and no file
//! and no process is left. Ctrl-C leaves nothing behind, either.
#![cfg(unix)]

use crate::common::patience::PATIENCE;
use crate::common::tools::is_installed;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// A folder for temporary files that has to be empty afterwards, and a formula.
struct Place {
    folder: TempDir,
    formula: PathBuf,
}

impl Place {
    fn new(formula: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        let path = folder.path().join("f.cnf");
        fs::write(&path, formula).unwrap();
        Self { folder, formula: path }
    }

    fn tmp(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn sat(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        // Error messages of other programs are compared in English.
        command.env("TMPDIR", self.tmp()).env("LC_ALL", "C").timeout(PATIENCE);
        command.arg("sat").arg(&self.formula);
        command
    }

    /// Starts the same in the background.
    fn spawn(&self, args: &[&str]) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"))
            .env("TMPDIR", self.tmp())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn assert_nothing_left(&self) {
        let left: Vec<_> = fs::read_dir(self.tmp()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "{left:?}");
    }

    /// Returns a script that writes down the id of a sleeping process, started by the command `sleeper`.
    fn sleeping(&self, before: &str, sleeper: &str) -> (String, PathBuf) {
        let (script, id) = (self.file("solver.sh"), self.file("id"));
        fs::write(&script, format!("{before}\n{sleeper} &\necho $! > '{}'\nwait\nwait\n", id.display()))
            .unwrap();
        (format!("process:sh '{}'", script.display()), id)
    }
}

const SMALL: &str = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n";

/// `holes + 1` pigeons in `holes` holes.
fn pigeons(holes: usize) -> String {
    let at = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> =
        (0..=holes).map(|p| (0..holes).map(|h| format!("{} ", at(p, h))).collect()).collect();
    for h in 0..holes {
        for p in 0..=holes {
            clauses.extend((0..p).map(|q| format!("-{} -{} ", at(p, h), at(q, h))));
        }
    }
    format!("p cnf {} {}\n{}0\n", at(holes, holes - 1), clauses.len(), clauses.join("0\n"))
}

fn id_in(file: &Path) -> String {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Ok(text) = fs::read_to_string(file)
            && text.ends_with('\n')
        {
            return text.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the process did not start");
}

/// Waits for the process to be gone; a zombie counts as gone.
fn assert_gone(id: &str) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match fs::read_to_string(format!("/proc/{id}/stat")) {
            Ok(stat) if !stat.contains(") Z ") => std::thread::sleep(Duration::from_millis(10)),
            _ => return,
        }
    }
    panic!("process {id} is still there");
}

fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").arg(name).arg(child.id().to_string()).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_good_process_answers() {
    let place = Place::new(SMALL);
    place
        .sat()
        .args(["--solver", "process:printf 's SATISFIABLE\\nv -1 2 -3 0\\n'"])
        .assert()
        .success()
        .stdout(contains("s SATISFIABLE\nv -1 2 -3\nv 0\n"));
    place.sat().args(["--solver", "process:sh -c 'echo s UNSATISFIABLE; exit 20'"]).assert().code(1);
    let result_file = "process:sh -c 'echo SAT > $0; echo 1 -2 3 0 >> $0; exit 10' {out}";
    place.sat().args(["--solver", result_file]).assert().success().stdout(contains("v 1 -2 3\n"));
    place.sat().args(["--solver", "process:sh -c 'echo s UNKNOWN'"]).assert().code(3);
    place.assert_nothing_left();
}

#[test]
fn every_bad_process_has_its_sentence() {
    let place = Place::new(SMALL);
    for (command, expected) in [
        ("no-such-solver {cnf}", "cannot be started: "),
        ("/ {cnf}", "cannot be started: "),
        ("sh -c 'kill -SEGV $$'", "crashed (signal: 11"),
        ("false", "ended (exit status: 1) without a result"),
        ("true", "ended (exit status: 0) without a result"),
        (
            "sh -c 'echo out of memory >&2; exit 3'",
            "(exit status: 3) without a result; it said: out of memory",
        ),
        ("echo Segmentation fault", "gave a result that cannot be read: line 1: `Segmentation fault"),
        ("sh -c 'echo s SATISFIABLE'", "says that there is a model, but prints none"),
        (
            "printf 's SATISFIABLE\\nv 1 '",
            "wrong model: the clause `-1 3 0` is false in it (2 variables have no",
        ),
        ("printf 's SATISFIABLE\\nv -1 -2 -3 0\\n'", "wrong model: the clause `1 2 0` is false in it"),
        ("printf 'v 1 2 3 0\\ns UNSATISFIABLE\\n'", "says that there is no model, but prints one"),
        ("printf 's UNSATISFIABLE\\ns SATISFIABLE\\n'", "line 2: `s SATISFIABLE` differs from the result"),
        ("printf 's SATISFIABLE\\nv 1 -1 0\\n'", "line 2: the variable 1 is both true and false"),
        ("printf 's SATISFIABLE\\nv 1 2 3 9 0\\n'", "but the formula has 3 variables"),
        ("sh -c 'cat $0 > /dev/full' {cnf}", "without a result; it said: cat: write error: No space"),
        ("yes c", "it wrote more than 64 MB"),
    ] {
        let assert = place.sat().args(["--solver", &format!("process:{command}")]).assert();
        assert.code(2).stdout("s UNKNOWN\n").stderr(contains(expected).and(contains("the solver `")));
        place.assert_nothing_left();
    }
}

#[test]
fn an_explanation_ends_when_its_solver_breaks() {
    let place = Place::new(SMALL);
    let (grid, words) = (place.file("g.cwg"), place.file("words.txt"));
    fs::write(&grid, "4\n6\n......\n......\n......\n......\n").unwrap();
    fs::write(&words, "ABCD\nEFGH\nIJKL\n").unwrap();
    let explain = |args: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command.env("TMPDIR", place.tmp()).timeout(PATIENCE);
        command.args(["explain", input, "--solver", "process:false", "--words"]).arg(&words).args(args);
        command.assert().code(2).stderr(contains("the solver `false` ended"))
    };
    let grid = grid.to_str().unwrap();
    explain(&[], grid).stdout("");
    let output = explain(&["--json"], grid).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(json["result"], "undecided");
    assert!(json["failure"].as_str().unwrap().contains("the solver `false` ended"), "{json}");
    place.assert_nothing_left();
}

#[test]
fn a_search_ends_when_its_solver_breaks() {
    let place = Place::new(SMALL);
    let grid = place.file("g.cwg");
    fs::write(&grid, "6\n6\n......\n......\n......\n......\n......\n......\n").unwrap();
    let mut solve = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    solve.env("TMPDIR", place.tmp()).arg("solve").arg(&grid);
    // Annealing would need no solver.
    solve.args(["--layout", "formula", "--solver", "process:false"]);
    solve.timeout(PATIENCE).assert().code(2).stdout("").stderr(contains("the solver `false` ended"));
    place.assert_nothing_left();
}

#[test]
fn a_template_that_cannot_be_made_names_the_solver_that_broke() {
    let place = Place::new(SMALL);
    let mut make = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    make.env("TMPDIR", place.tmp()).args(["make", "crossword", "7x7", "--solver", "process:false"]);
    make.timeout(PATIENCE).assert().code(2).stdout("").stderr(contains("the solver `false` ended"));
    // Likewise where the template is given and the formula of its letters is solved.
    let template = place.file("t.txt");
    fs::write(&template, "...\n...\n...\n").unwrap();
    let mut solve = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    solve.env("TMPDIR", place.tmp()).arg("solve").arg(&template).args(["--solver", "process:false"]);
    solve.args(["--encoding", "direct"]).timeout(PATIENCE);
    solve.assert().code(2).stdout("").stderr(contains("the solver `false` ended"));
    place.assert_nothing_left();
}

#[test]
fn unknown_solvers_are_refused() {
    let place = Place::new(SMALL);
    for (args, expected) in [
        (["--solver", "glucose"], "there is no solver `glucose`; this program has"),
        (["--solver", "process:"], "there is no command"),
        (["--solver", "process:a 'b"], "a quote in the command is not closed"),
        (["--portfolio", "varisat,,"], "there is no solver ``"),
        (["--portfolio", "varisat:seed=one"], "`one` is not a seed"),
    ] {
        place.sat().args(args).assert().code(2).stderr(contains(expected));
    }
}

#[test]
fn a_formula_that_cannot_be_written_is_told() {
    let place = Place::new(&pigeons(20));
    let mut limited = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" sat \"$1\" --solver process:true";
    limited
        .env("TMPDIR", place.tmp())
        .arg("-c")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_cwsat"))
        .arg(&place.formula);
    limited.assert().code(2).stderr(contains(
        "the solver `true` was not started: its formula cannot be written to the folder for temporary files",
    ));
    place.assert_nothing_left();
    place
        .sat()
        .env("TMPDIR", place.file("no-folder"))
        .args(["--solver", "process:true"])
        .assert()
        .code(2)
        .stderr(contains("its formula cannot be written"));
}

#[test]
fn a_time_limit_ends_the_process_and_its_children() {
    for (before, sleeper) in [
        ("", "sleep 600"),
        // Launchers give their children process groups or sessions of their own.
        ("", "setsid sleep 600"),
        // Neither of them reacts to SIGTERM.
        ("trap '' TERM", "sleep 600"),
    ] {
        let place = Place::new(SMALL);
        let (solver, id) = place.sleeping(before, sleeper);
        // Enough time for the sleeper to have started.
        let begun = (0..).map(|round| format!("{}s", 1 << round)).any(|limit| {
            place
                .sat()
                .args(["--solver", &solver, "--time-limit", &limit])
                .assert()
                .code(3)
                .stdout("s UNKNOWN\n");
            id.exists()
        });
        assert!(begun);
        assert_gone(&id_in(&id));
        place.assert_nothing_left();
    }
}

#[test]
fn ctrl_c_ends_the_process_too() {
    for name in ["-INT", "-TERM"] {
        let place = Place::new(SMALL);
        let (solver, id) = place.sleeping("", "sleep 600");
        let mut child = place.spawn(&["sat", place.formula.to_str().unwrap(), "--solver", &solver]);
        let sleeper = id_in(&id);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert_gone(&sleeper);
        place.assert_nothing_left();
    }
}

#[test]
fn a_second_ctrl_c_leaves_nothing_either() {
    // A process that does not react is given two seconds, and a signal counts as the second one after 200 ms. If the
    // machine is too busy for a signal in between, the first one ended it (exit code 3), and it is tried again.
    let ended_by_the_second = (0..20).any(|_| {
        let place = Place::new(SMALL);
        let (solver, id) = place.sleeping("trap '' TERM", "sleep 600");
        let mut child = place.spawn(&["sat", place.formula.to_str().unwrap(), "--solver", &solver]);
        let sleeper = id_in(&id);
        let code = loop {
            signal(&child, "-INT");
            std::thread::sleep(Duration::from_millis(300));
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
        };
        assert_gone(&sleeper);
        place.assert_nothing_left();
        assert!(matches!(code, Some(130 | 3)), "{code:?}");
        code == Some(130)
    });
    assert!(ended_by_the_second);
}

/// A killed program cannot clean up; so a shell that outlives it ends the solver, and the next program that needs a
/// folder for temporary files removes the old one.
#[test]
fn what_a_killed_program_leaves_is_cleared_away() {
    for (before, sleeper) in [
        ("", "sleep 600"),
        ("trap '' TERM", "sleep 600"),
        // It leaves its process group, and is found by its mark; so is a solver whose group is not known yet.
        ("", "setsid sleep 600"),
    ] {
        let place = Place::new(SMALL);
        let (solver, id) = place.sleeping(before, sleeper);
        let mut child = place.spawn(&["sat", place.formula.to_str().unwrap(), "--solver", &solver]);
        let sleeper = id_in(&id);
        signal(&child, "-KILL");
        assert_eq!(child.wait().unwrap().code(), None);
        assert_gone(&sleeper);
        let left: Vec<_> = fs::read_dir(place.tmp()).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [folder] = &left[..] else { panic!("{left:?}") };
        // One that is this new could belong to a program that is about to lock it.
        let another = "process:sh -c 'echo s UNSATISFIABLE; exit 20'";
        place.sat().args(["--solver", another]).assert().code(1);
        assert!(folder.join("formula.cnf").exists());
        let lock = fs::File::open(folder.join(".lock")).unwrap();
        lock.set_modified(SystemTime::now() - Duration::from_secs(3600)).unwrap();
        drop(lock);
        place.sat().args(["--solver", another]).assert().code(1);
        place.assert_nothing_left();
    }
}

#[test]
fn ctrl_c_while_a_formula_is_written_leaves_no_half_of_it() {
    let place = Place::new(SMALL);
    let grid = place.file("g.cwg");
    fs::write(&grid, format!("10\n10\n{}", "..........\n".repeat(10))).unwrap();
    let target = place.tmp().join("f.cnf");
    let words = ["--at-most-words", "1500"];
    let args = ["encode", grid.to_str().unwrap(), "-o", target.to_str().unwrap(), words[0], words[1]];
    let half_written = || {
        fs::read_dir(place.tmp()).unwrap().filter_map(Result::ok).any(|entry| {
            // A first, empty one only tests whether the place is writable.
            entry.metadata().is_ok_and(|data| data.len() > 0)
        })
    };
    for name in ["-INT", "-TERM"] {
        // If it was done before the signal arrived, it is tried again.
        let was_ended = (0..20).any(|_| {
            let mut child = place.spawn(&args);
            while !half_written() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_micros(200));
            }
            signal(&child, name);
            let code = child.wait().unwrap().code();
            if code == Some(0) {
                fs::remove_file(&target).unwrap();
            }
            place.assert_nothing_left();
            assert!(matches!(code, Some(130 | 0)), "{name}: {code:?}");
            code == Some(130)
        });
        assert!(was_ended, "{name}");
    }
}

#[test]
fn a_portfolio_goes_on_without_a_member_that_breaks() {
    let place = Place::new(&pigeons(8));
    place
        .sat()
        .args(["--portfolio", "process:false,varisat"])
        .assert()
        .code(1)
        .stdout("s UNSATISFIABLE\n")
        .stderr(contains("warning: `process:false` is left out of the portfolio: the solver `false` ended"));
    let place = Place::new(SMALL);
    place
        .sat()
        .args(["--portfolio", "process:false,process:true"])
        .assert()
        .code(2)
        .stderr(contains("all members of the portfolio broke; the last one: the solver `"));
    place.sat().args(["--portfolio", "varisat,process:sleep 600"]).assert().success();
    place.assert_nothing_left();
}

/// Solving on other machines, as described in `docs/solvers.md`, with an ordinary solver in place of a distributed one.
#[test]
fn a_solver_behind_mpirun() {
    if !is_installed("mpirun") {
        return;
    }
    let mpirun = "mpirun --allow-run-as-root --oversubscribe -np 1";
    let ours = env!("CARGO_BIN_EXE_cwsat");
    let place = Place::new(&pigeons(6));
    let solver = format!("process:{mpirun} '{ours}' sat {{cnf}} --solver varisat");
    place.sat().args(["--solver", &solver]).assert().code(1).stdout("s UNSATISFIABLE\n");
    fs::write(&place.formula, SMALL).unwrap();
    place.sat().args(["--solver", &solver]).assert().success().stdout(contains("s SATISFIABLE\nv "));

    let (script, id) = place.sleeping("", "sleep 600");
    let script = script.strip_prefix("process:").unwrap();
    let solver = format!("process:{mpirun} {script}");
    let mut child = place.spawn(&["sat", place.formula.to_str().unwrap(), "--solver", &solver]);
    let sleeper = id_in(&id);
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_gone(&sleeper);
}

/// The other end of a pipe may write late or never; the time limit is for reading, too.
#[test]
fn a_time_limit_does_not_wait_for_the_other_end_of_a_pipe() {
    for held in ["", "p cnf 2 1\n1 "] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"))
            .args(["sat", "-", "--time-limit", "1s"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut writer = child.stdin.take().unwrap();
        writer.write_all(held.as_bytes()).unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(writer);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{held:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "s UNKNOWN\n", "{held:?}");
    }
}
