//! Several formulas as one, which has a model exactly if one of them has.
//!
//! The claim of an optimum often consists of several statements: nothing fits into this rectangle, nor into that one.
//! A single formula without a model makes all of them at once, and a single proof proves them. Each formula is a
//! *case*: its variables are copied, its clauses hold if the literal that selects the case is true, and one of these
//! literals is true.

use super::{Family, Formula, Lit, Var};

/// Builds one formula from the cases with these names. `formula_of` makes the formula of a case when its turn comes, so
/// only one of them is in memory besides the whole. Without cases there is no model.
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

    /// Makes a formula of one variable with these clauses.
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
