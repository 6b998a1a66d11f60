//! Several formulas as one: it has a model exactly if one of them has.
//!
//! What an optimum claims is often several statements: nothing fits into this rectangle, nor into that one. One
//! formula that has no model says all of them at once, and one proof proves them. Each formula is a *case*: its
//! variables are copied, its clauses hold under a literal that chooses the case, and one of these literals is true.

use super::{Family, Formula, Lit, Var};

/// The formula of the cases with these names, each of which `formula_of` makes when its turn has come, so that
/// only one is in memory beside the whole. Without cases there is no model.
pub fn one_of(names: &[String], mut formula_of: impl FnMut(usize) -> Formula) -> Formula {
    let mut all = Formula::new();
    let titles = names.to_vec();
    let title = move |key: u64| titles.get(key as usize).cloned().unwrap_or_default();
    let case = all.family(Family::rendered("case", "CASE", title));
    let first = all.vars(case, 0, names.len());
    let chosen: Vec<Lit> = (0..names.len()).map(|i| Var::new(first.index() + i).positive()).collect();
    all.label("one of the cases");
    all.add(chosen.iter().copied());
    for (number, (case, &chosen)) in names.iter().zip(&chosen).enumerate() {
        let one = formula_of(number);
        let (case, names) = (case.clone(), one.names().clone());
        let name = move |key| format!("{case}: {}", names.name(Var::new(key as usize)).unwrap_or_default());
        let copy = all.family(Family::rendered("in", "CASE: name", name));
        let shift = all.vars(copy, 0, one.var_count()).index();
        all.label("under its case");
        for clause in one.clauses() {
            let moved = |lit: &Lit| Var::new(lit.var().index() + shift).lit(lit.is_positive());
            all.add(clause.iter().map(moved).chain([!chosen]));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A formula of one variable with these clauses.
    fn small(clauses: &[&[i32]]) -> Formula {
        let mut formula = Formula::new();
        let x = formula.family(Family::auxiliary("x"));
        formula.auxiliary(x);
        for clause in clauses {
            formula.add(clause.iter().map(|&n| Lit::from_dimacs(n).unwrap()));
        }
        formula
    }

    #[test]
    fn the_cases_keep_their_names_and_their_clauses() {
        let cases: [&[&[i32]]; 2] = [&[&[1]], &[&[-1], &[]]];
        let all = one_of(&["a".to_owned(), "b".to_owned()], |number| small(cases[number]));
        let clauses: Vec<Vec<i32>> =
            all.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
        assert_eq!(clauses, [vec![1, 2], vec![3, -1], vec![-4, -2], vec![-2]]);
        let names: Vec<String> = (0..4).map(|var| all.name(Var::new(var))).collect();
        assert_eq!(names, ["case(a)", "case(b)", "in(a: x(0))", "in(b: x(0))"]);
        assert_eq!(one_of(&[], |_| Formula::new()).clauses().collect::<Vec<_>>(), [&[] as &[Lit]]);
    }
}
