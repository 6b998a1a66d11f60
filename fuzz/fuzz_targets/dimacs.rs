//! DIMACS formulas as other programs write them, whole and within limits.
#![no_main]
use cwsat::encodings::cnf::dimacs::{self, Limits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(formula) = dimacs::read(bytes) else { return };
    let mut written = Vec::new();
    dimacs::write(&formula, &[], &mut written).expect("writing to memory succeeds");
    let back = dimacs::read(&written[..]).expect("what is written is read");
    assert_eq!(back.var_count(), formula.var_count());
    assert!(back.clauses().eq(formula.clauses()));
    let mut again = Vec::new();
    dimacs::write_clauses(back.var_count(), back.clause_count(), back.clauses(), &mut again).expect("memory");
    assert!(written.ends_with(&again));
    // 4 bytes per literal, and 8 per clause.
    let needed = (4 * formula.literal_count() + 8 * formula.clause_count()) as u64;
    let within = |bytes| dimacs::read_within(&again[..], &Limits { bytes, go_on: &|| true });
    assert!(within(needed).is_ok());
    assert!(needed == 0 || within(needed - 1).is_err());
});
