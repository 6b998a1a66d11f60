//! Proofs of "no model" and "no solution", checked by programs and crates of others: `rate` and `drat-trim` for DRAT,
//! `cake_lpr` and `lrat-check` for LRAT, `veripb`, and `varisat-checker` for varisat's format.
//!
//! A damaged proof is rejected, and so is one of another formula. Without a checker: see common/tools.rs.

use crate::common::checkers;
use cwsat::encodings::cnf::{Family, Formula, Lit, dimacs};
use cwsat::solver::proof::{NoProof, ProofFormat, can_write, refute};
use cwsat::solver::{BackEnd, Budget};
use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

/// A writer that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn formula(vars: usize, clauses: &[Vec<i32>]) -> Formula {
    let mut formula = Formula::new();
    let x = formula.family(Family::auxiliary("x"));
    formula.vars(x, 1, vars.max(1));
    for clause in clauses {
        formula.add(clause.iter().map(|&n| Lit::from_dimacs(n).unwrap()));
    }
    formula
}

/// `holes + 1` pigeons in `holes` holes.
fn pigeons(holes: i32) -> Formula {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for h in 0..holes {
        for p in 0..=holes {
            clauses.extend((0..p).map(|q| vec![-at(p, h), -at(q, h)]));
        }
    }
    formula((holes * (holes + 1)) as usize, &clauses)
}

fn dimacs_of(formula: &Formula) -> Vec<u8> {
    let mut text = Vec::new();
    dimacs::write(formula, &[], &mut text).unwrap();
    text
}

fn prove(formula: &Formula, back_end: &BackEnd, format: ProofFormat) -> Result<Vec<u8>, NoProof> {
    let shared = Shared::default();
    let made = refute(formula, back_end, 1, format, shared.clone(), &Budget::unlimited())?;
    let proof = shared.0.take();
    assert_eq!(proof.len() as u64, made.bytes);
    Ok(proof)
}

/// Returns all built-in ways to make proofs.
pub fn ways() -> Vec<(BackEnd, ProofFormat)> {
    let pairs = BackEnd::ALL.iter().flat_map(|b| ProofFormat::ALL.map(|format| (b.clone(), format)));
    pairs.filter(|(back_end, format)| can_write(back_end, *format).is_ok()).collect()
}

/// Writes formula and proof to files; returns whether the proof holds.
fn holds(formula: &Formula, proof: &[u8], format: ProofFormat) -> Option<bool> {
    let desk = tempfile::tempdir().unwrap();
    let (cnf_file, proof_file) = (desk.path().join("a.cnf"), desk.path().join("a.drat"));
    fs::write(&cnf_file, dimacs_of(formula)).unwrap();
    fs::write(&proof_file, proof).unwrap();
    checkers::holds(&cnf_file, &proof_file, format)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

#[test]
fn proofs_of_many_formulas_hold() {
    assert!(ways().contains(&(BackEnd::Varisat, ProofFormat::Varisat)));
    let mut random = Random(42);
    let mut formulas = vec![pigeons(6)];
    for vars in [20, 40, 60] {
        for _ in 0..5 {
            let mut literal = || {
                let var = random.below(vars) as i32 + 1;
                if random.below(2) == 0 { var } else { -var }
            };
            let clauses: Vec<Vec<i32>> = (0..vars * 6).map(|_| (0..3).map(|_| literal()).collect()).collect();
            formulas.push(formula(vars as usize, &clauses));
        }
    }
    // Without any search: by propagation, and from the empty clause itself.
    formulas.push(formula(2, &[vec![1], vec![-1, 2], vec![-2]]));
    formulas.push(formula(2, &[vec![1, 2], vec![]]));
    let mut proofs = 0;
    for formula in &formulas {
        for (back_end, format) in ways() {
            match prove(formula, &back_end, format) {
                Ok(proof) => {
                    proofs += 1;
                    assert_ne!(holds(formula, &proof, format), Some(false), "{back_end:?} {format}");
                }
                Err(NoProof::Model) => {}
                Err(error) => panic!("{back_end:?} {format}: {error}"),
            }
        }
    }
    assert!(proofs > 10 * ways().len(), "too many formulas have a model: {proofs}");
}

#[test]
fn damaged_proofs_are_refused() {
    let formula = pigeons(4);
    for (back_end, format) in ways() {
        let proof = prove(&formula, &back_end, format).unwrap();
        if holds(&formula, &proof, format).is_none() {
            continue;
        }
        let refused = |proof: &[u8]| holds(&formula, proof, format) == Some(false);
        if format == ProofFormat::Varisat {
            // Changing bytes is not a test: as the length of a clause they can make the checker allocate all memory.
            assert!((0..proof.len()).all(|len| refused(&proof[..len])), "cut off");
            for missing in 0..formula.clause_count() {
                let mut less = self::formula(formula.var_count(), &[]);
                let kept = formula.clauses().enumerate().filter(|&(number, _)| number != missing);
                kept.for_each(|(_, clause)| less.add(clause.iter().copied()));
                assert_eq!(holds(&less, &proof, format), Some(false), "every clause is needed");
            }
            continue;
        }
        let text = String::from_utf8(proof).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let steps: Vec<usize> = (0..lines.len()).filter(|&at| is_step(lines[at], format)).collect();
        assert!(
            refused(nothing_but_the_end(&formula, format).as_bytes()),
            "{back_end:?} {format}: the end alone"
        );
        if format == ProofFormat::Drat {
            // Steps that are missing at the end may follow by propagation.
            let half = steps[steps.len() / 2];
            assert!(refused(lines[..half].concat().as_bytes()), "{back_end:?}: cut off in the middle");
        } else {
            let cut_off = |&at: &usize| refused(lines[..at].concat().as_bytes());
            assert!(steps.iter().all(cut_off), "{format}: cut off");
        }
        let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().concat();
        let removed = steps.iter().filter(|&&at| refused(without(at).as_bytes())).count();
        assert!(removed > 0, "{back_end:?} {format}: some line is needed");
        let changed =
            |at: usize| [&lines[..at], &[&*negated(lines[at], format)], &lines[at + 1..]].concat().concat();
        let changed = steps.iter().filter(|&&at| refused(changed(at).as_bytes())).count();
        assert!(changed > 0, "{back_end:?} {format}: some literal is needed");
    }
}

/// Returns whether a line of a proof adds a clause.
pub fn is_step(line: &str, format: ProofFormat) -> bool {
    match format {
        ProofFormat::Lrat => line.split(' ').nth(1) != Some("d"),
        ProofFormat::VeriPb => line.starts_with("rup "),
        _ => !line.starts_with('d'),
    }
}

/// Returns a line with the first literal negated.
fn negated(line: &str, format: ProofFormat) -> String {
    let start = match format {
        ProofFormat::Lrat => line.find(' ').unwrap() + 1,
        ProofFormat::VeriPb => "rup 1 ".len(),
        _ => 0,
    };
    let (before, lit) = line.split_at(start.min(line.len()));
    let sign = if format == ProofFormat::VeriPb { "~" } else { "-" };
    match lit.strip_prefix(sign) {
        Some(lit) => format!("{before}{lit}"),
        None if lit.starts_with('x') || !lit.starts_with('0') => format!("{before}{sign}{lit}"),
        None => line.to_owned(),
    }
}

/// Returns a proof that claims the empty clause at once.
fn nothing_but_the_end(formula: &Formula, format: ProofFormat) -> String {
    let clauses = formula.clause_count();
    let all = (1..=clauses).map(|number| format!("{number} ")).collect::<String>();
    match format {
        ProofFormat::Lrat => format!("{} 0 {all}0\n", clauses + 1),
        ProofFormat::VeriPb => format!(
            "pseudo-Boolean proof version 3.0\nf {clauses};\nrup >= 1 : ~ {all};\noutput NONE;\n\
             conclusion UNSAT : {};\nend pseudo-Boolean proof;\n",
            clauses + 1
        ),
        _ => "0\n".to_owned(),
    }
}

#[test]
fn proofs_of_another_formula_are_refused() {
    let larger = pigeons(5);
    let mut other_order = formula(20, &[]);
    let mut clauses: Vec<_> = pigeons(4).clauses().map(<[Lit]>::to_vec).collect();
    clauses.reverse();
    clauses.into_iter().for_each(|clause| other_order.add(clause));
    for (back_end, format) in ways() {
        let proof = prove(&pigeons(4), &back_end, format).unwrap();
        assert_ne!(holds(&larger, &proof, format), Some(true), "{back_end:?} {format}");
        // LRAT names clauses by their place in the file.
        if matches!(format, ProofFormat::Lrat | ProofFormat::VeriPb) {
            assert_ne!(holds(&other_order, &proof, format), Some(true), "{back_end:?} {format}");
        }
    }
}

#[test]
fn a_formula_with_a_model_has_no_proof() {
    for (back_end, format) in ways() {
        let result = prove(&formula(2, &[vec![1, 2], vec![-1]]), &back_end, format);
        assert!(matches!(result, Err(NoProof::Model)), "{back_end:?} {format}: {result:?}");
    }
}

#[test]
fn a_budget_ends_a_proof() {
    for (back_end, format) in ways() {
        let budget = Budget::unlimited().within(Duration::from_millis(300));
        let result = refute(&pigeons(12), &back_end, 1, format, io::sink(), &budget);
        assert!(matches!(result, Err(NoProof::Stopped)), "{back_end:?} {format}: {result:?}");
    }
}

#[test]
fn a_full_disk_is_an_error_and_no_short_proof() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (back_end, format) in ways() {
        for room in [0, 1000] {
            let result = refute(&pigeons(6), &back_end, 1, format, Full(room), &Budget::unlimited());
            match result {
                Err(NoProof::Write(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
                other => panic!("{back_end:?} {format}: {other:?}"),
            }
        }
    }
}
