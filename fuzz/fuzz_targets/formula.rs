//! Formulas as we write them, in all formats: DIMACS is read back, and the map of the variables from all of them.
#![no_main]
use cwsat::encodings::cnf::{Comments, Soft};
use cwsat::encodings::cnf::{Var, dimacs, map, opb, wcnf};
use cwsat_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let comments = Comments::new((0..bytes.below(3)).map(|_| bytes.text()), true);
    let formula = cwsat_fuzz::formula(&mut bytes, 40);
    let soft: Vec<Soft> = (0..bytes.below(4))
        .map(|_| Soft {
            weight: 1 + bytes.below(200) as u64,
            lit: Var::new(bytes.below(12)).lit(bytes.byte() % 2 == 1),
        })
        .collect();
    let mut texts = [(); 5].map(|()| Vec::new());
    let [cnf, weighted, old, pseudo, alone] = &mut texts;
    dimacs::write_with(&formula, &comments, &mut *cnf).expect("writing to memory succeeds");
    wcnf::write(&formula, &soft, &comments, weighted).expect("writing to memory succeeds");
    wcnf::write_old(&formula, &soft, &comments, old).expect("writing to memory succeeds");
    opb::write(&formula, &soft, &comments, pseudo).expect("writing to memory succeeds");
    map::write(&formula, &comments, alone).expect("writing to memory succeeds");
    let back = dimacs::read(&texts[0][..]).expect("what is written is read");
    assert_eq!(back.var_count(), formula.var_count());
    assert!(back.clauses().eq(formula.clauses()));
    let cube: Vec<_> = soft.iter().map(|soft| soft.lit).collect();
    let mut under = Vec::new();
    dimacs::write_under(&formula, &cube, &comments.lines, &mut under).expect("writing to memory succeeds");
    let back = dimacs::read(&under[..]).expect("what is written is read");
    assert!(back.clauses().eq(formula.clauses().chain(cube.iter().map(std::slice::from_ref))));
    for text in &texts {
        let mut names = Vec::new();
        let header = map::read(&text[..], |var, name| {
            names.push((var, name.to_owned()));
            Ok::<_, String>(())
        });
        let text = String::from_utf8_lossy(text);
        header.unwrap_or_else(|error| panic!("{error}: {text}"));
        for &(var, ref name) in &names {
            assert_eq!(&formula.name(var), name, "{text}");
        }
        assert_eq!(names.len(), formula.var_count(), "{text}");
    }
});
