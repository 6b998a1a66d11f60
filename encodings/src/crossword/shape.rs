//! What the formulas of templates have in common, whatever ends words in them.

use super::puzzle::Template;
use crate::cnf::{Bit, Formula, Lit};
use crate::grid::{Pos, Run};

/// The formula of a kind's templates, to which clauses about connected ones are added as models need them.
pub trait Shapes {
    /// Returns the formula.
    fn formula(&self) -> &Formula;

    /// Returns the formula with all clauses against cuts that were needed.
    fn into_formula(self) -> Formula;

    /// Returns the template of a model.
    fn decode(&self, model: &dyn Fn(Lit) -> bool) -> Template;

    /// If this template, which is a model, falls apart, adds the clauses that forbid its cuts. Returns the number of its parts.
    fn connect(&mut self, template: &Template) -> usize;
}

/// The formula of a kind's templates, as the ground on which letters are laid.
pub trait Ground: Shapes {
    /// The fewest letters of a word in these templates.
    const SHORTEST: usize = 3;

    /// Returns the formula, so that letters can be added.
    fn formula_mut(&mut self) -> &mut Formula;

    /// Returns the number of rows and of columns.
    fn sides(&self) -> (usize, usize);

    /// Lists the fields, row by row.
    fn fields(&self) -> impl Iterator<Item = Pos> {
        let (rows, cols) = self.sides();
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Pos::new(row, col)))
    }

    /// Returns the bit "this field takes a letter".
    fn takes_letter(&self, pos: Pos) -> Bit;

    /// Returns bits of which at least one is true unless these fields are exactly a word. The fields have to be in the grid.
    fn not_a_word(&self, run: Run) -> Vec<Bit>;
}
