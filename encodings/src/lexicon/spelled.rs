//! Fields that spell a word: one for each letter, and none beside another.
//!
//! Solvers of a finished puzzle write the letters of numbered fields in a row and read its solution word. Whether a
//! puzzle has such fields is asked in two ways that know nothing of each other: of a finished puzzle by a search
//! ([`fields_apart`]), of the puzzles of a formula by clauses (`add_spelled`).
//!
//! In clauses, `spelled(i,r,c)` says that a field spells letter i of the word, which implies the letter, and
//! `taken(r,c)` that it spells any. Of two fields side by side one at most is taken, and of the first field of an own
//! word that is true only if the word is not there. Nothing forces these variables to be true, except that each letter
//! needs a field.

use super::Letter;
use super::membership::LetterBits;
use crate::cnf::{Bit, Family, Formula, Index, Lit};
use crate::grid::Pos;
use std::collections::BTreeMap;

/// The choices after which a search is given up; a field is found for most letters at once, so only hopeless cases come
/// near.
const MOST: usize = 200_000;

/// Returns whether two fields are side by side, or the same.
pub fn are_near(a: Pos, b: Pos) -> bool {
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col) < 2
}

/// Returns, for each letter of a word, which of these fields spells it; none of them is beside another. `None` if there
/// are no such fields; with more than some twenty fields that is likely, but not proven.
pub fn fields_apart<L: Copy + Ord>(word: &[L], fields: &[(Pos, L)]) -> Option<Vec<usize>> {
    let mut choice = Choice { word, fields, taken: Vec::new(), left: MOST };
    let count = |letter: L| fields.iter().filter(|(_, other)| *other == letter).count();
    let mut order: Vec<usize> = (0..word.len()).collect();
    // Scarce letters first, and equal ones one after another.
    order.sort_by_key(|&at| (count(word[at]), word[at]));
    if !choice.extend(&order) {
        return None;
    }
    let mut taken: Vec<(usize, usize)> = order.into_iter().zip(choice.taken).collect();
    taken.sort_unstable();
    Some(taken.into_iter().map(|(_, field)| field).collect())
}

/// Adds the clauses by which the puzzles of a formula spell a word in fields of which none is beside another. Each of these
/// fields may be used, those with given letters, too. `starts` are first fields of own words, each with bits of which at least
/// one is true unless that word is there.
pub(crate) fn add_spelled(
    formula: &mut Formula,
    word: &[Letter],
    fields: &[(Pos, &LetterBits)],
    starts: impl IntoIterator<Item = (Pos, Vec<Bit>)>,
) {
    let size = |side: fn(&Pos) -> usize| 1 + fields.iter().map(|(pos, _)| side(pos)).max().unwrap_or(0);
    let [rows, cols] = [size(|pos| pos.row), size(|pos| pos.col)].map(Index::Number);
    let spelled =
        formula.family(Family::indexed("spelled", "i,r,c", [Index::Number(word.len().max(1)), rows, cols]));
    let taken = formula.family(Family::indexed("taken", "r,c", [rows, cols]));
    formula.label("the solution word");
    // The fields that may spell each letter of the word, with the variables.
    let mut here: Vec<Vec<(usize, Lit)>> = Vec::new();
    for (number, letter) in word.iter().enumerate() {
        let may = (0..fields.len()).filter(|&field| fields[field].1[letter.index()] != Bit::False);
        let var = |field: usize| {
            let pos = fields[field].0;
            (field, formula.indexed_var(spelled, &[number, pos.row, pos.col]))
        };
        here.push(may.map(var).collect());
    }
    let mut of_field: BTreeMap<usize, Lit> = BTreeMap::new();
    for &(field, _) in here.iter().flatten() {
        let pos = fields[field].0;
        of_field.entry(field).or_insert_with(|| formula.indexed_var(taken, &[pos.row, pos.col]));
    }
    for (number, (letter, fields_of_letter)) in word.iter().zip(&here).enumerate() {
        for &(field, lit) in fields_of_letter {
            formula.add_bits([Bit::from(!lit), fields[field].1[letter.index()]]);
            formula.add([!lit, of_field[&field]]);
        }
        // Equal letters may be spelled by the same fields, but not by one.
        for other in (0..number).filter(|&other| word[other] == *letter) {
            for (&(_, a), &(_, b)) in fields_of_letter.iter().zip(&here[other]) {
                formula.add([!a, !b]);
            }
        }
        formula.add(fields_of_letter.iter().map(|&(_, lit)| lit));
    }
    let at: BTreeMap<(usize, usize), Lit> =
        of_field.iter().map(|(&field, &lit)| ((fields[field].0.row, fields[field].0.col), lit)).collect();
    for (&(row, col), &lit) in &at {
        for beside in [(row, col + 1), (row + 1, col)] {
            if let Some(&other) = at.get(&beside) {
                formula.add([!lit, !other]);
            }
        }
    }
    for (start, mut unless) in starts {
        if let Some(&lit) = at.get(&(start.row, start.col)) {
            unless.push(Bit::from(!lit));
            formula.add_bits(unless);
        }
    }
}

struct Choice<'a, L> {
    word: &'a [L],
    fields: &'a [(Pos, L)],
    taken: Vec<usize>,
    left: usize,
}

impl<L: Copy + Ord> Choice<'_, L> {
    /// Takes fields for these letters of the word; returns whether there are some.
    fn extend(&mut self, order: &[usize]) -> bool {
        let Some((&at, rest)) = order.split_first() else { return true };
        // Equal letters take their fields in order, as it makes no difference which has which.
        let first = match self.taken.last() {
            Some(&last) if self.fields[last].1 == self.word[at] => last + 1,
            _ => 0,
        };
        let is_free = |taken: &[usize], field: usize| {
            taken.iter().all(|&other| !are_near(self.fields[other].0, self.fields[field].0))
        };
        let mut free: Vec<usize> = (first..self.fields.len())
            .filter(|&field| self.fields[field].1 == self.word[at] && is_free(&self.taken, field))
            .collect();
        // What takes the fewest other fields away first, unless equal letters follow in order.
        if rest.first().is_none_or(|&next| self.word[next] != self.word[at]) && first == 0 {
            let near = |&field: &usize| {
                self.fields.iter().filter(|(pos, _)| are_near(*pos, self.fields[field].0)).count()
            };
            free.sort_by_key(near);
        }
        for field in free {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.taken.push(field);
            if self.extend(rest) {
                return true;
            }
            self.taken.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether there are fields, tried one by one.
    fn is_spelled(word: &[Letter], fields: &[(Pos, Letter)], taken: &mut Vec<Pos>) -> bool {
        let Some((&first, rest)) = word.split_first() else { return true };
        fields.iter().any(|&(pos, letter)| {
            if letter != first || taken.iter().any(|&other| are_near(pos, other)) {
                return false;
            }
            taken.push(pos);
            let is_spelled = is_spelled(rest, fields, taken);
            taken.pop();
            is_spelled
        })
    }

    #[test]
    fn fields_are_found_exactly_where_there_are_some() {
        // All fills of two rows and three columns with three letters, and all words of three.
        let letters = |len: u32| {
            (0..3_usize.pow(len)).map(move |number| -> Vec<Letter> {
                let digit = |at: u32| Letter::from_index(number / 3_usize.pow(at) % 3);
                (0..len).filter_map(digit).collect()
            })
        };
        let mut found = [0, 0];
        for fill in letters(6) {
            let fields: Vec<(Pos, Letter)> =
                fill.into_iter().enumerate().map(|(at, letter)| (Pos::new(at / 3, at % 3), letter)).collect();
            for word in letters(3) {
                let chosen = fields_apart(&word, &fields);
                assert_eq!(
                    chosen.is_some(),
                    is_spelled(&word, &fields, &mut Vec::new()),
                    "{word:?} {fields:?}"
                );
                found[usize::from(chosen.is_some())] += 1;
                let chosen = chosen.unwrap_or_default();
                for (at, &field) in chosen.iter().enumerate() {
                    assert_eq!(fields[field].1, word[at]);
                    assert!(chosen[..at].iter().all(|&other| !are_near(fields[field].0, fields[other].0)));
                }
            }
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
