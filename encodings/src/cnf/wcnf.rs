//! WCNF text, in the format of the MaxSAT evaluations from 2022 on or in the older one.
//!
//! Since 2022 there is no `p` line: a hard clause starts with `h`, a soft one with its weight. Before, a line
//! `p wcnf VARIABLES CLAUSES TOP` came first, and a hard clause had the weight TOP, which is more than all soft ones
//! together.

use super::Formula;
use super::text::{Comments, Soft, Text};
use std::io::{self, Write};

/// Writes a formula as hard clauses, followed by the wishes as soft ones.
pub fn write(formula: &Formula, soft: &[Soft], comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    write_body(text, formula, soft, None)
}

/// Writes the same in the format from before 2022.
pub fn write_old(formula: &Formula, soft: &[Soft], comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    let top = soft.iter().map(|soft| soft.weight).sum::<u64>() + 1;
    text.str("p wcnf ");
    text.number(formula.var_count());
    text.str(" ");
    text.number(formula.clause_count() + soft.len());
    text.str(" ");
    text.number(top);
    text.end_line()?;
    write_body(text, formula, soft, Some(top))
}

fn write_body<W: Write>(
    mut text: Text<W>,
    formula: &Formula,
    soft: &[Soft],
    top: Option<u64>,
) -> io::Result<()> {
    for clause in formula.clauses() {
        match top {
            Some(top) => text.number(top),
            None => text.str("h"),
        }
        text.str(" ");
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
        let soft = [Soft { weight: 7, lit: !a }, Soft { weight: 4, lit: b }];
        let comments = Comments::new(["top".into()], false);
        let (mut text, mut old) = (Vec::new(), Vec::new());
        write(&f, &soft, &comments, &mut text).unwrap();
        write_old(&f, &soft, &comments, &mut old).unwrap();
        let top = "c top\nc family x(n) 1..2\n";
        assert_eq!(String::from_utf8(text).unwrap(), format!("{top}h 1 -2 0\n7 -1 0\n4 2 0\n"));
        let expected = format!("{top}p wcnf 2 3 12\n12 1 -2 0\n7 -1 0\n4 2 0\n");
        assert_eq!(String::from_utf8(old).unwrap(), expected);
    }
}
