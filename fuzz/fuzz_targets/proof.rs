//! Proofs: varisat's own checker accepts the proof of every formula without a model, in its format.
#![no_main]
use cwsat::encodings::cnf::dimacs;
use cwsat::solver::proof::{NoProof, ProofFormat, can_write, refute};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use cwsat_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use varisat_checker::Checker;

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

fuzz_target!(|bytes: &[u8]| {
    let formula = cwsat_fuzz::formula(&mut Bytes(bytes), 120);
    let budget = Budget::unlimited();
    let mut solver = BackEnd::Varisat.solver(1);
    load(&mut *solver, &formula, 0);
    let answer = solver.solve(&budget);
    if answer == SatAnswer::Sat {
        assert!(formula.clauses().all(|clause| clause.iter().any(|&lit| solver.value(lit))));
    }
    for format in ProofFormat::ALL.into_iter().filter(|&format| can_write(&BackEnd::Varisat, format).is_ok())
    {
        let proof = Shared::default();
        match refute(&formula, &BackEnd::Varisat, 1, format, proof.clone(), &budget) {
            Ok(refutation) => {
                assert_eq!(answer, SatAnswer::Unsat);
                assert_eq!(refutation.bytes, proof.0.borrow().len() as u64);
                if format == ProofFormat::Varisat {
                    let mut text = Vec::new();
                    dimacs::write(&formula, &[], &mut text).expect("writing to memory succeeds");
                    let mut checker = Checker::new();
                    checker.add_dimacs_cnf(&text[..]).expect("our own DIMACS is read by varisat");
                    checker.check_proof(&proof.0.borrow()[..]).expect("the proof is right");
                }
            }
            Err(NoProof::Model) => assert_eq!(answer, SatAnswer::Sat),
            Err(other) => panic!("{other}"),
        }
    }
});
