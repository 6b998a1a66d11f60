//! DIMACS formulas as other programs write them.
#![no_main]
use cwsat::encodings::cnf::dimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(formula) = dimacs::read(bytes) else { return };
    let mut written = Vec::new();
    dimacs::write(&formula, &[], &mut written).expect("writing to memory succeeds");
    let back = dimacs::read(&written[..]).expect("what is written is read");
    assert_eq!(back.var_count(), formula.var_count());
    assert!(back.clauses().eq(formula.clauses()));
});
