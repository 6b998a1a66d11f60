//! The optimum of a layout's formula by MaxSAT and pseudo-Boolean solvers of others is the best rating that plain
//! enumeration finds: clasp (both formats), RC2 of python-sat (WCNF), Exact (OPB). Without one: see common/tools.rs.

use crate::common::desk::Desk;
use crate::common::enumeration::{Wishes, fills_where, puzzle, puzzles_where, with_questions};
use crate::common::layouts::best;
use crate::common::tools::{is_installed, python};
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::rating::Counts;
use std::fs;
use std::path::Path;
use std::process::Command;

const RC2: &str = "
from pysat.formula import WCNF
with pysat.examples.rc2.RC2(WCNF(from_file=sys.argv[1]), adapt=True, exhaust=True) as solver:
    print(solver.cost if solver.compute() else 'none')
";

const EXACT: &str = "
solver = exact.Exact()
lines = open(sys.argv[1]).read().splitlines()
terms = lambda words: [(int(a), b) for a, b in zip(words[::2], words[1::2])]
for n in range(int(lines[0].split()[2])):
    solver.addVariable('x%d' % (n + 1))
for line in lines:
    words = line.split()
    if words[0] == 'min:':
        solver.setObjective(terms(words[1:-1]), True)
    elif words[0] != '*':
        solver.addConstraint(terms(words[:-3]), True, int(words[-2]))
state, value = solver.toOptimum()
print(value if state == 'SAT' else 'none')
";

const GRIDS: [(usize, usize, &str); 17] = [
    (2, 3, "******"),
    (3, 2, "******"),
    (2, 4, "********"),
    (4, 2, "********"),
    (2, 5, "**********"),
    (5, 2, "**********"),
    (3, 3, "*********"),
    (3, 3, "**** ****"),
    (3, 3, "** ******"),
    (3, 4, "************"),
    (4, 3, "************"),
    (3, 4, "***** ******"),
    (3, 4, " **********C"),
    (3, 4, "**A*** *****"),
    (4, 3, "*** ***B****"),
    (4, 4, "*****  *********"),
    (4, 5, "********************"),
];

/// Returns the rating that a cost stands for, by what the top of the formula says; `min` is what solvers minimise.
fn rating(formula: &Path, min: i64) -> f64 {
    let text = fs::read_to_string(formula).unwrap();
    let after = |start: &str| {
        let line = text.lines().find_map(|line| line.get(2..)?.strip_prefix(start));
        line.map(|line| line.split([')', ',', ' ']).next().unwrap().to_owned())
    };
    let offset = after("what the wishes cost is the objective plus ").map_or(0, |n| n.parse().unwrap());
    let base = after("rating: exact; it is 100 - (COST + ").expect("the formula says what the rating is");
    let formula = format!("rating: exact; it is 100 - (COST + {base}) / ");
    let point: f64 = after(&formula).unwrap().parse().unwrap();
    100.0 - (min + offset + base.parse::<i64>().unwrap()) as f64 / point
}

/// Returns what clasp says about a formula: everything, and the last cost.
fn clasp(formula: &Path) -> (String, i64) {
    let output = Command::new("clasp").arg(formula).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("s OPTIMUM FOUND"), "{text}");
    let cost = text.lines().filter_map(|line| line.strip_prefix("o ")).next_back().unwrap();
    let cost = cost.parse().unwrap();
    (text, cost)
}

#[test]
fn the_optimum_is_the_best_rating() {
    let desk = Desk::new();
    let has_clasp = is_installed("clasp");
    for (rows, cols, given) in GRIDS {
        // Given letters are letters, of any kind.
        let plain: String = given.chars().map(|c| if c.is_alphabetic() { '.' } else { c }).collect();
        let best = best(rows, cols, &plain).unwrap_or_else(|| panic!("{given} has no layout"));
        fs::write(desk.path("grid.cwg"), cwg::write(&puzzle(rows, cols, given))).unwrap();
        let encode = |options: &str, name: &str| {
            desk.cwsat(&format!("encode grid.cwg --stage layout --words embedded -q -o {name} {options}"))
        };
        let encoded = |options: &str, name: &str| {
            let (code, _, said) = encode(options, name);
            assert_eq!(code, 0, "{given}: {said}");
            desk.path(name)
        };
        let wcnf = encoded("--format wcnf", "new.wcnf");
        let old = encoded("--format wcnf --wcnf-version old", "old.wcnf");
        let opb = encoded("--format opb", "layout.opb");
        let is_best = |formula: &Path, cost: i64, solver: &str| {
            let rates = rating(formula, cost);
            assert!((rates - best).abs() < 1e-5, "{solver} on {given}: {rates}, but {best} is the best");
        };
        if has_clasp {
            for formula in [&old, &opb] {
                let (text, cost) = clasp(formula);
                is_best(formula, cost, "clasp");
                fs::write(desk.path("model"), text).unwrap();
                let map = formula.to_str().unwrap();
                let (_, _, said) = desk.cwsat(&format!("decode grid.cwg --map {map} --model model"));
                assert!(said.contains(&format!("score {best:.3} ")), "{given}: {best}, but {said}");
            }
        }
        for (module, program, formula) in [("pysat.examples.rc2", RC2, &wcnf), ("exact", EXACT, &opb)] {
            if let Some(cost) = python(module, program, formula) {
                is_best(formula, cost.trim().parse().unwrap(), module);
            }
        }
        // The same with a bound: there is a model exactly up to the best rating.
        if has_clasp {
            for (least, expected) in [(best, "s SATISFIABLE"), (best + 1e-6, "s UNSATISFIABLE")] {
                let (code, _, said) = encode(&format!("--at-least {least}"), "layout.cnf");
                if least > best && code == 2 {
                    assert!(said.contains("by counting alone"), "{given}: {said}");
                    continue;
                }
                let output = Command::new("clasp").arg(desk.path("layout.cnf")).output().unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                assert!(text.contains(expected), "{given}: at least {least}: {text}");
            }
        }
    }
}

/// Few words, with which the best layout of some of the grids cannot be filled.
const WORDS: [&str; 12] = ["LA", "AD", "ID", "EI", "DA", "AN", "IL", "LEA", "EIN", "DIE", "ALE", "NIL"];

/// With letters, the optimum is that of all puzzles that a list can fill.
#[test]
fn the_optimum_with_letters_is_the_best_puzzle() {
    let rules = Wishes { lengths: &[2, 3], ask_all: false, no_dead: false, no_clusters: false };
    let desk = Desk::new();
    desk.put("words.txt", WORDS.join("\n"));
    let has_clasp = is_installed("clasp");
    let mut lower = 0;
    for (rows, cols, given) in [
        (2, 4, "********"),
        (3, 3, "*********"),
        (3, 3, "**** ****"),
        (3, 3, "*******E*"),
        (3, 4, "***** ******"),
    ] {
        let puzzles = puzzles_where(rows, cols, &given.replace('E', "*"), &rules, |layout| {
            fills_where(layout, &WORDS, |_| true)
        });
        let keeps = |text: &str| text.chars().zip(given.chars()).all(|(c, given)| given != 'E' || c == 'E');
        let kept = puzzles.iter().filter(|(text, _)| keeps(&text.concat()));
        let best_puzzle = kept.map(|puzzle| Counts::of(&with_questions(puzzle)).score()).reduce(f64::max);
        let best_puzzle = best_puzzle.unwrap_or_else(|| panic!("{given} has no puzzle"));
        let plain = given.replace('E', ".");
        lower += usize::from(best_puzzle < best(rows, cols, &plain).unwrap() - 1e-6);
        fs::write(desk.path("grid.cwg"), cwg::write(&puzzle(rows, cols, given))).unwrap();
        let encode = |options: &str| {
            let stage = "--stage joint --words words.txt --no-apart";
            desk.cwsat(&format!("encode grid.cwg {stage} --quiet {options}"))
        };
        let encoded = |options: &str, name: &str| {
            let (code, _, said) = encode(&format!("{options} -o {name}"));
            assert_eq!(code, 0, "{given}: {said}");
            desk.path(name)
        };
        let wcnf = encoded("--format wcnf", "new.wcnf");
        let opb = encoded("--format opb", "puzzle.opb");
        let is_best = |formula: &Path, cost: i64, solver: &str| {
            let rates = rating(formula, cost);
            assert!((rates - best_puzzle).abs() < 1e-5, "{solver} on {given}: {rates}, not {best_puzzle}");
        };
        if has_clasp {
            let (text, cost) = clasp(&opb);
            is_best(&opb, cost, "clasp");
            fs::write(desk.path("model"), text).unwrap();
            let (code, _, said) = desk.cwsat(
                "decode grid.cwg --words words.txt --no-apart --map puzzle.opb --model model -o found.cwg",
            );
            assert!(code == 0 && said.contains(&format!("{best_puzzle:.3} ")), "{given}: {said}");
            for (least, expected) in [(best_puzzle, "s SATISFIABLE"), (best_puzzle + 1e-6, "s UNSATISFIABLE")]
            {
                let formula = encoded(&format!("--at-least {least}"), "puzzle.cnf");
                let output = Command::new("clasp").arg(formula).output().unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                assert!(text.contains(expected), "{given}: at least {least}: {text}");
            }
        }
        for (module, program, formula) in [("pysat.examples.rc2", RC2, &wcnf), ("exact", EXACT, &opb)] {
            if let Some(cost) = python(module, program, formula) {
                is_best(formula, cost.trim().parse().unwrap(), module);
            }
        }
    }
    assert!(lower > 0, "no grid's best layout lacks a fill");
}
