//! WCNF text in the format of the MaxSAT evaluations from 2022 on.
//!
//! There is no `p` line: a hard clause starts with `h`, a soft one with its weight. Solvers that only read the older
//! format need a line `p wcnf VARIABLES CLAUSES TOP`, and the weight TOP in place of `h`.

use super::Formula;
use super::text::{Comments, Soft, Text};
use std::io::{self, Write};

/// Writes a formula as hard clauses, followed by the wishes as soft ones.
pub fn write(formula: &Formula, soft: &[Soft], comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    for clause in formula.clauses() {
        text.str("h ");
        text.clause(clause);
        text.end_line()?;
    }
    for soft in soft {
        text.number(soft.weight);
        text.str(" ");
        text.clause(&[soft.lit]);
        text.end_line()?;
    }
    text.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Family;

    #[test]
    fn hard_clauses_then_soft_ones() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let (a, b) = (f.auxiliary(x), f.auxiliary(x));
        f.add([a, !b]);
        let mut text = Vec::new();
        let soft = [Soft { weight: 7, lit: !a }];
        write(&f, &soft, &Comments::new(["top".into()], false), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "c top\nc family x(n) 1..2\nh 1 -2 0\n7 -1 0\n");
    }
}
