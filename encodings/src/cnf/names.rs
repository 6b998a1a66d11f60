//! Readable variable names without a string per variable.
//!
//! A *family* is a set of variables with the same name and the same kinds of indices, for example `letter(r,c,A)`.
//! Each variable of a family has a *key*: its indices, counted up like the digits of a number. Only segments "from
//! variable v on: family f, keys k, k+1, k+2, …" are stored, so a family that is allocated at once takes one segment,
//! however many variables it has. Names are rendered on demand.

use super::{Var, room};
use crate::grid::{Direction, Run};
use crate::letter::Letter;
use std::fmt::{self, Write};
use std::sync::Arc;

/// One index of a family: how many values it has, and how they are displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A number in `0..n`.
    Number(usize),
    /// `across` or `down`.
    Direction,
    /// A letter, A to Z.
    Letter,
    /// A run of letters, displayed as `direction,row,column,length`; see [`Index::run`].
    Run {
        /// The number of rows of the grid.
        rows: usize,
        /// The number of columns of the grid.
        cols: usize,
        /// The greatest length of a run.
        longest: usize,
    },
}

impl Index {
    /// Returns the value of a run in an [`Index::Run`], and 0 for every other kind of index.
    pub fn run(self, run: Run) -> usize {
        let Self::Run { rows, cols, longest } = self else { return 0 };
        let cell = (run.direction as usize * rows + run.start.row) * cols + run.start.col;
        cell * (longest + 1) + run.len
    }

    fn size(self) -> u64 {
        match self {
            Self::Number(n) => n.max(1) as u64,
            Self::Direction => 2,
            Self::Letter => Letter::COUNT as u64,
            Self::Run { rows, cols, longest } => (2 * rows * cols * (longest + 1)).max(1) as u64,
        }
    }

    fn render(self, text: &mut String, value: u64) {
        match self {
            Self::Number(_) => text.push_str(itoa::Buffer::new().format(value)),
            // Writing to a String cannot fail.
            Self::Direction => drop(write!(text, "{}", Direction::BOTH[value as usize % 2])),
            Self::Letter => text.push(Letter::from_index(value as usize).map_or('?', Letter::char)),
            Self::Run { rows, cols, longest } => {
                let (cell, len) = (value as usize / (longest + 1), value as usize % (longest + 1));
                let (line, col) = (cell / cols.max(1), cell % cols.max(1));
                let direction = Direction::BOTH[line / rows.max(1) % 2];
                let _ = write!(text, "{direction},{},{col},{len}", line % rows.max(1));
            }
        }
    }
}

type Renderer = Arc<dyn Fn(u64) -> String + Send + Sync>;

#[derive(Clone)]
enum Keys {
    Indices(Vec<Index>),
    Rendered(Renderer),
}

/// A set of variables with the same name and the same kinds of indices, for example `letter(r,c,A)`.
///
/// Each variable of a family has a *key*: its indices, counted up like the digits of a number.
#[derive(Clone)]
pub struct Family {
    name: &'static str,
    parameters: &'static str,
    keys: Keys,
}

impl Family {
    /// Makes a family `name(parameters)` with keys that count up these indices, the last one fastest.
    pub fn indexed(
        name: &'static str,
        parameters: &'static str,
        indices: impl IntoIterator<Item = Index>,
    ) -> Self {
        Self { name, parameters, keys: Keys::Indices(indices.into_iter().collect()) }
    }

    /// Makes a family with indices that a function of the key displays (without the name and the brackets).
    pub(crate) fn rendered(
        name: &'static str,
        parameters: &'static str,
        render: impl Fn(u64) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { name, parameters, keys: Keys::Rendered(Arc::new(render)) }
    }

    /// Makes a family of numbered auxiliary variables.
    pub fn auxiliary(name: &'static str) -> Self {
        Self::indexed(name, "n", [Index::Number(usize::MAX)])
    }

    /// Returns the name without indices.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name with the parameters, for example `letter(r,c,A)`.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters)
    }

    /// Returns the key of these values, one for each index given to [`Family::indexed`].
    pub fn key(&self, values: &[usize]) -> u64 {
        let Keys::Indices(indices) = &self.keys else { return values.first().map_or(0, |&v| v as u64) };
        debug_assert_eq!(indices.len(), values.len());
        indices.iter().zip(values).fold(0, |key, (index, &value)| key * index.size() + value as u64)
    }

    /// Returns the name of the variable with this key, for example `letter(0,3,A)`.
    pub fn render(&self, key: u64) -> String {
        let mut name = String::new();
        self.render_into(&mut name, key);
        name
    }

    /// Appends the name of the variable with this key to a text.
    pub fn render_into(&self, text: &mut String, key: u64) {
        text.push_str(self.name);
        text.push('(');
        match &self.keys {
            Keys::Rendered(render) => text.push_str(&render(key)),
            Keys::Indices(indices) => {
                let mut scale: u64 = indices.iter().skip(1).map(|index| index.size()).product();
                for (i, index) in indices.iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    index.render(text, key / scale % index.size());
                    scale /= indices.get(i + 1).map_or(1, |next| next.size());
                }
            }
        }
        text.push(')');
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature())
    }
}

/// The handle of a family in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FamilyId(u32);

#[derive(Clone, Copy, Debug)]
struct Segment {
    first: u32,
    family: FamilyId,
    key: u64,
}

/// The families of a formula, and which variables belong to them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    families: Vec<Family>,
    segments: Vec<Segment>,
    vars: usize,
}

impl Names {
    pub(super) fn declare(&mut self, family: Family) -> FamilyId {
        self.families.push(family);
        FamilyId(self.families.len() as u32 - 1)
    }

    /// Adds `count` variables with consecutive keys from `key` on to a family, and returns the first of them. `None` if
    /// that makes more than [`Var::LIMIT`] variables, or more than fit into memory.
    pub(super) fn allocate(&mut self, family: FamilyId, key: u64, count: usize) -> Option<Var> {
        if count > Var::LIMIT - self.vars || !room::for_another(&mut self.segments) {
            return None;
        }
        // Even if no variables are added, a first one is returned.
        let first = Var::new(self.vars.min(Var::LIMIT - 1));
        let continues = self.segments.last().is_some_and(|last| {
            last.family == family
                && last.key.checked_add((self.vars - last.first as usize) as u64) == Some(key)
        });
        if !continues && count > 0 {
            self.segments.push(Segment { first: self.vars as u32, family, key });
        }
        self.vars += count;
        Some(first)
    }

    /// Forgets all variables; the families stay.
    pub(super) fn clear(&mut self) {
        self.segments = Vec::new();
        self.vars = 0;
    }

    /// Returns the number of variables.
    pub fn vars(&self) -> usize {
        self.vars
    }

    /// Returns a family by its handle.
    pub fn family(&self, id: FamilyId) -> &Family {
        &self.families[id.0 as usize]
    }

    /// Lists all families in the order of their declaration.
    pub fn families(&self) -> impl Iterator<Item = (FamilyId, &Family)> {
        self.families.iter().enumerate().map(|(i, family)| (FamilyId(i as u32), family))
    }

    /// Returns the family and the key of a variable, or `None` if there is no such variable.
    pub fn origin(&self, var: Var) -> Option<(FamilyId, u64)> {
        if var.index() >= self.vars {
            return None;
        }
        let place = self.segments.partition_point(|s| s.first as usize <= var.index());
        let segment = self.segments.get(place.checked_sub(1)?)?;
        Some((segment.family, segment.key + (var.index() - segment.first as usize) as u64))
    }

    /// Returns the readable name of a variable, or `None` if there is no such variable.
    pub fn name(&self, var: Var) -> Option<String> {
        self.origin(var).map(|(family, key)| self.family(family).render(key))
    }

    /// Lists all variables in order, each with its family and key.
    pub fn variables(&self) -> impl Iterator<Item = (Var, &Family, u64)> {
        let ends = self.segments.iter().skip(1).map(|next| next.first as usize).chain([self.vars]);
        self.segments.iter().zip(ends).flat_map(|(segment, end)| {
            let (first, family) = (segment.first as usize, self.family(segment.family));
            (first..end).map(move |var| (Var::new(var), family, segment.key + (var - first) as u64))
        })
    }

    /// Returns the ranges of variables that belong to a family (first, one past the last), in ascending order.
    pub fn ranges(&self, id: FamilyId) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for (i, segment) in self.segments.iter().enumerate().filter(|(_, s)| s.family == id) {
            let end = self.segments.get(i + 1).map_or(self.vars, |next| next.first as usize);
            match ranges.last_mut() {
                Some(last) if last.1 == segment.first as usize => last.1 = end,
                _ => ranges.push((segment.first as usize, end)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_family_and_key() {
        let mut names = Names::default();
        let letter = Family::indexed("letter", "r,c,A", [Index::Number(3), Index::Number(4), Index::Letter]);
        let run = Family::indexed(
            "run",
            "d,r,c,len",
            [Index::Direction, Index::Number(9), Index::Number(9), Index::Number(9)],
        );
        let (letter_key, run_key) = (letter.key(&[2, 3, 1]), run.key(&[1, 0, 8, 5]));
        let (letter, run) = (names.declare(letter), names.declare(run));
        let a = names.allocate(letter, letter_key - 1, 26).unwrap();
        let b = names.allocate(run, run_key, 1).unwrap();
        assert_eq!(names.name(a).as_deref(), Some("letter(2,3,A)"));
        assert_eq!(names.name(Var::new(25)).as_deref(), Some("letter(2,3,Z)"));
        assert_eq!(names.name(b).as_deref(), Some("run(down,0,8,5)"));
        assert_eq!(names.name(Var::new(27)), None);
        let runs = Index::Run { rows: 3, cols: 4, longest: 4 };
        let start = crate::grid::Pos::new(2, 1);
        let value = runs.run(Run { start, direction: Direction::Down, len: 3 });
        let edge = Family::indexed("edge", "d,r,c,len,i", [runs, Index::Number(5)]);
        assert_eq!(edge.render(edge.key(&[value, 2])), "edge(down,2,1,3,2)");
        let all: Vec<String> = names.variables().map(|(_, family, key)| family.render(key)).collect();
        assert_eq!(all.len(), 27);
        assert_eq!((&all[1][..], &all[26][..]), ("letter(2,3,B)", "run(down,0,8,5)"));
        assert_eq!(names.ranges(letter), [(0, 26)]);
        assert_eq!(names.ranges(run), [(26, 27)]);
    }
}
