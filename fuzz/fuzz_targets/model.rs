//! What solvers print.
#![no_main]
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::model::{self, Verdict};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&limit, text)) = bytes.split_first() else { return };
    let Ok(Verdict::Sat(model)) = model::read(text, limit.into()) else { return };
    assert!(model.largest() <= limit.into());
    // Printed as a solver does it, it is the same model.
    let mut printed = "s SATISFIABLE\nv ".to_owned();
    for index in 0..model.largest() {
        if let Some(value) = model.value(Var::new(index)) {
            printed += &format!("{}{} ", if value { "" } else { "-" }, index + 1);
        }
    }
    printed += "0\n";
    let Ok(Verdict::Sat(back)) = model::read(printed.as_bytes(), limit.into()) else { panic!("{printed}") };
    for index in 0..limit.into() {
        assert_eq!(back.value(Var::new(index)), model.value(Var::new(index)), "{printed}");
    }
});
