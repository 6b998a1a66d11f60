//! Solver libraries loaded by the interface IPASIR: one that others built, and ones that break the rules of the interface.
//! The suite of the back ends (tests/backends.rs) runs with the first as well.

use crate::common::desk::Desk;
use crate::common::ipasir;
use crate::common::tools::{Need, find, missing};
use cwsat::solver::Library;
use std::process::Command;

#[test]
fn a_library_of_others_solves_formulas_and_puzzles() {
    let Some(path) = ipasir::library() else { return };
    assert!(Library::load(path).unwrap().signature().starts_with("cadical-"));
    let desk = Desk::new();
    desk.put("f.cnf", "p cnf 3 3\n1 2 0\n-1 0\n-2 3 0\n");
    let solver = format!("ipasir:{path}");
    let run = |args: &[&str]| desk.cwsat_with(&[args, &["--solver", &solver]].concat());
    assert_eq!(run(&["sat", "f.cnf"]).1, "s SATISFIABLE\nv -1 2 3\nv 0\n");
    desk.put("g.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    // This library prints a comment of its own where a clause is false at once.
    assert!(run(&["sat", "g.cnf"]).1.ends_with("s UNSATISFIABLE\n"));
    desk.put("grid.cwg", "4\n4\n....\n....\n....\n....\n");
    assert_eq!(run(&["count", "grid.cwg", "--stage", "layout", "--quiet"]).1, "819\n");
    let (code, out, said) = desk.cwsat_with(&["sat", "f.cnf", "--portfolio", &format!("varisat,{solver}")]);
    assert!(code == 0 && out.starts_with("s SATISFIABLE\n"), "{said}");
    desk.put("words.txt", "AB\nBA\nAA\nABA\nBAB\nAAB\nBB\nBBA\n");
    let (code, _, said) = run(&[
        "solve",
        "grid.cwg",
        "--words",
        "words.txt",
        "--no-apart",
        "-o",
        "solved.cwg",
        "--time-limit",
        "60s",
    ]);
    assert_eq!(code, 0, "{said}");
    let (code, _, said) = desk.cwsat("check solved.cwg --against grid.cwg --words words.txt");
    assert_eq!(code, 0, "{said}");
}

/// A library in which `solve` gives this answer and all variables are false.
const ODD: &str = r#"
const char *ipasir_signature(void) { return "odd"; }
void *ipasir_init(void) { static int solver; return &solver; }
void ipasir_release(void *s) {}
void ipasir_add(void *s, int lit) {}
void ipasir_assume(void *s, int lit) {}
int ipasir_solve(void *s) { return ANSWER; }
int ipasir_val(void *s, int lit) { return -lit; }
int ipasir_failed(void *s, int lit) { return 0; }
void ipasir_set_terminate(void *s, void *state, int (*terminate)(void *)) {}
void ipasir_set_learn(void *s, void *state, int max, void (*learn)(void *, int *)) {}
"#;

#[test]
fn a_library_that_breaks_the_rules_is_named() {
    let desk = Desk::new();
    desk.put("f.cnf", "p cnf 2 2\n-1 0\n2 1 0\n");
    let refused = |library: &str, expected: &str| {
        let solver = format!("ipasir:{library}");
        let (code, _, said) = desk.cwsat_with(&["sat", "f.cnf", "--solver", &solver]);
        assert!(code == 2 && said.contains(expected), "{library}: {code} {said}");
    };
    refused("", "there is no library");
    refused("./missing.so", "the solver library ./missing.so cannot be loaded");
    refused("./f.cnf", "the solver library ./f.cnf cannot be loaded");
    let Some(compiler) = find("cc").or_else(|| find("c++")) else {
        return missing(Need::Program, "cc, or c++");
    };
    let build = |name: &str, source: &str, answer: &str| {
        let file = desk.put("odd.c", source);
        let mut command = Command::new(&compiler);
        command.args(["-w", "-shared", "-fPIC", "-x", "c"]).arg(format!("-DANSWER={answer}"));
        let built = command.arg("-o").arg(desk.path(name)).arg(file).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    };
    build("lacking.so", &ODD.replace("ipasir_failed", "ipasir_other"), "10");
    refused(
        "./lacking.so",
        "the library ./lacking.so is not a SAT solver with the interface IPASIR: it has no function `ipasir_failed`",
    );
    build("wrong.so", ODD, "10");
    refused("./wrong.so", "./wrong.so gave a wrong model: the clause `2 1 0` is false in it");
    build("odd.so", ODD, "7");
    refused("./odd.so", "./odd.so answered 7, which means nothing in IPASIR");
}
