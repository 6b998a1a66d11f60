//! Proofs of the two parts of a formula, split by its first variable, as one proof. What is written is a proof that can be
//! read again.
#![no_main]
use cwsat::encodings::cnf::{Lit, Var};
use cwsat::solver::Budget;
use cwsat::solver::proof::Merger;
use libfuzzer_sys::fuzz_target;

/// The variables of the formula.
const VARS: usize = 9;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.windows(2).position(|two| two == b"=\n");
    let (first, second) = end.map_or((bytes, &b"0\n"[..]), |end| (&bytes[..end], &bytes[end + 2..]));
    let mut merged = Vec::new();
    let mut merger = Merger::new(VARS, &mut merged);
    let cubes = [true, false].map(|value| [Var::new(0).lit(value)]);
    if cubes.iter().zip([first, second]).any(|(cube, proof)| merger.add(cube, proof).is_err()) {
        return;
    }
    let written = merger.finish(0, &Budget::unlimited()).expect("the cubes cover everything");
    assert_eq!(written, merged.len() as u64);
    // Under no cube a proof stays as it is, up to its first empty clause.
    let mut again = Vec::new();
    let mut merger = Merger::new(Var::LIMIT, &mut again);
    merger.add(&[] as &[Lit], &merged[..]).expect("what is written is read");
    merger.finish(0, &Budget::unlimited()).expect("an empty cube covers everything");
    let mut end = 0;
    for line in merged.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if line == b"0\n" {
            break;
        }
    }
    assert!(again.starts_with(&merged[..end]), "{}", String::from_utf8_lossy(&merged));
});
