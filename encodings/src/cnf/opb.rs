//! OPB text: pseudo-Boolean constraints with a linear objective.
//!
//! A clause becomes the constraint that its literals sum up to at least one. Linear constraints in this format only
//! have variables, so ¬x is written as 1 - x: `x1 ∨ ¬x2` is `+1 x1 -1 x2 >= 0`. The constants that this leads to in
//! the objective are left out, because the format has no place for them; a comment states their sum.

use super::derivation::AtLeast;
use super::text::{Comments, Soft, Text};
use super::{Formula, Lit};
use std::io::{self, Write};

/// Writes a formula as constraints, and the wishes as an objective to minimise: the sum of the weights of the literals
/// that are false, less a constant that the comments state. Without wishes there is no objective.
pub fn write(formula: &Formula, soft: &[Soft], comments: &Comments, out: impl Write) -> io::Result<()> {
    write_with(formula, &[], soft, comments, out)
}

/// Writes a formula like [`write()`], with more constraints behind its clauses.
pub fn write_with(
    formula: &Formula,
    more: &[AtLeast],
    soft: &[Soft],
    comments: &Comments,
    out: impl Write,
) -> io::Result<()> {
    let mut text = Text::new(out);
    text.str("* #variable= ");
    text.number(formula.var_count());
    text.str(" #constraint= ");
    text.number(formula.clause_count() + more.len());
    text.end_line()?;
    text.comments("* ", formula, comments)?;
    if !soft.is_empty() {
        text.str("* what the wishes cost is the objective plus ");
        text.number(offset(soft));
        text.end_line()?;
        text.str("min:");
        for soft in soft {
            text.str(if soft.lit.is_positive() { " -" } else { " +" });
            text.number(soft.weight);
            text.str(" x");
            text.number(soft.lit.var().index() + 1);
        }
        text.str(" ;");
        text.end_line()?;
    }
    for clause in formula.clauses() {
        let negative = clause.iter().filter(|lit| !lit.is_positive()).count();
        clause.iter().for_each(|&lit| term(&mut text, lit));
        if clause.is_empty() {
            // A constraint needs a term; this one cannot hold either.
            text.str("+1 x1 -1 x1 ");
        }
        text.str(">= ");
        text.number(1 - negative as i64);
        text.str(" ;");
        text.end_line()?;
    }
    for constraint in more {
        text.str(&constraint.text());
        text.str(" ;");
        text.end_line()?;
    }
    text.finish()
}

/// Returns what has to be added to the written objective to get the total weight of the wishes that do not hold.
pub fn offset(soft: &[Soft]) -> u64 {
    soft.iter().filter(|soft| soft.lit.is_positive()).map(|soft| soft.weight).sum()
}

fn term<W: Write>(text: &mut Text<W>, lit: Lit) {
    text.str(if lit.is_positive() { "+1 x" } else { "-1 x" });
    text.number(lit.var().index() + 1);
    text.str(" ");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Family;

    #[test]
    fn clauses_become_constraints_and_wishes_the_objective() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let (a, b) = (f.auxiliary(x), f.auxiliary(x));
        f.add([a, !b]);
        f.add([!a, !b]);
        let mut text = Vec::new();
        let soft = [Soft { weight: 7, lit: !a }, Soft { weight: 2, lit: b }];
        write(&f, &soft, &Comments::default(), &mut text).unwrap();
        let expected = "* #variable= 2 #constraint= 2\n* family x(n) 1..2\n\
            * what the wishes cost is the objective plus 2\nmin: +7 x1 -2 x2 ;\n\
            +1 x1 -1 x2 >= 0 ;\n-1 x1 -1 x2 >= -1 ;\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
