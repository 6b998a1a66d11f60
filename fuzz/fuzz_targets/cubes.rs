//! Cubes, alone or behind their formula: what is read is written in both forms and read back.
#![no_main]
use cwsat::encodings::cnf::{Comments, icnf};
use cwsat_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(cubes) = icnf::read_cubes(bytes) else { return };
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    icnf::write_cubes(&cubes, &["a comment".to_owned()], &mut alone).expect("writing to memory succeeds");
    let formula = cwsat_fuzz::formula(&mut Bytes(bytes), 20);
    icnf::write(&formula, &cubes, &Comments::new([], true), &mut whole).expect("writing to memory succeeds");
    for text in [alone, whole] {
        assert_eq!(icnf::read_cubes(&text[..]).expect("what is written is read"), cubes);
    }
    let complement = icnf::complement(&cubes);
    assert_eq!(complement.clause_count(), cubes.len());
});
