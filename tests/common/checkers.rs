//! Third-party checkers of proofs. docs/testing.md says where they come from.

use super::tools::{Need, find, missing};
use cwsat::solver::proof::ProofFormat;
use std::path::Path;
use std::{fs, process};

/// A checker: its name, its flags, and the line in which it says that a proof holds.
type Judge = (&'static str, &'static [&'static str], &'static str);

/// Returns whether a proof shows that the formula has no model; `None` without a checker. Both checkers of LRAT are asked if
/// they are there. `lrat-check` has to accept what `cake_lpr` accepts, which decides: the former takes the empty clause from
/// any proof that claims it without a reason, or with too few.
pub fn holds(cnf: &Path, proof: &Path, format: ProofFormat) -> Option<bool> {
    let judges: &[Judge] = match format {
        ProofFormat::Drat => &[("rate", &[], "s VERIFIED"), ("drat-trim", &[], "s VERIFIED")],
        // The first one is proven correct down to its machine code.
        ProofFormat::Lrat => &[("cake_lpr", &[], "s VERIFIED UNSAT"), ("lrat-check", &[], "c VERIFIED")],
        ProofFormat::VeriPb => &[("veripb", &["--cnf"], "s VERIFIED UNSATISFIABLE")],
        ProofFormat::Varisat => return Some(varisat_holds(cnf, proof)),
    };
    let mut installed: Vec<&Judge> = judges.iter().filter(|(name, ..)| find(name).is_some()).collect();
    if installed.is_empty() {
        let names: Vec<&str> = judges.iter().map(|(name, ..)| *name).collect();
        let need = if format == ProofFormat::Drat { Need::Program } else { Need::Checker };
        missing(need, &names.join(" or "));
        return None;
    }
    if format == ProofFormat::Drat {
        installed.truncate(1); // these two differ in what deleting a unit means, so they differ on damaged proofs
    }
    let verdict = |&&(name, flags, verified): &&Judge| {
        let output = process::Command::new(name).args(flags).arg(cnf).arg(proof).output().unwrap();
        String::from_utf8_lossy(&output.stdout).split(['\n', '\r']).any(|line| line == verified)
    };
    let verdicts: Vec<bool> = installed.iter().map(verdict).collect();
    assert!(
        verdicts.iter().all(|accepts| *accepts || !verdicts[0]),
        "{installed:?} say {verdicts:?} of {}",
        proof.display()
    );
    Some(verdicts[0])
}

/// Returns whether a checker is installed that refuses every proof of this format with a step that lacks its reasons.
pub fn are_strict(format: ProofFormat) -> bool {
    match format {
        ProofFormat::Lrat => find("cake_lpr").is_some(),
        ProofFormat::VeriPb => find("veripb").is_some(),
        ProofFormat::Drat | ProofFormat::Varisat => false,
    }
}

/// Returns whether VeriPB accepts a proof that a pseudo-Boolean formula has no model; `None` without it.
pub fn opb_holds(opb: &Path, proof: &Path) -> Option<bool> {
    if find("veripb").is_none() {
        missing(Need::Checker, "veripb");
        return None;
    }
    let output = process::Command::new("veripb").arg("--opb").arg(opb).arg(proof).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().any(|line| line == "s VERIFIED UNSATISFIABLE"))
}

fn varisat_holds(cnf: &Path, proof: &Path) -> bool {
    let mut checker = varisat::checker::Checker::new();
    checker.add_dimacs_cnf(&fs::read(cnf).unwrap()[..]).unwrap();
    checker.check_proof(&fs::read(proof).unwrap()[..]).is_ok()
}
