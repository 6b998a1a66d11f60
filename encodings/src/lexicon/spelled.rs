//! Fields that spell a word: one for each letter, and none beside another.
//!
//! Solvers of a finished puzzle write the letters of numbered fields in a row and read its solution word. Whether a
//! puzzle has such fields is asked in two ways that know nothing of each other: of a finished puzzle by a search
//! ([`fields_apart`]), of the puzzles of a formula by clauses (`FillEncoding::spell`).

use super::Letter;
use crate::grid::Pos;

/// The choices after which a search is given up; a field is found for most letters at once, so only hopeless cases come
/// near.
const MOST: usize = 200_000;

/// Returns whether two fields are side by side, or the same.
pub fn are_near(a: Pos, b: Pos) -> bool {
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col) < 2
}

/// Returns, for each letter of a word, which of these fields spells it; none of them is beside another. `None` if there
/// are no such fields; with more than some twenty fields that is likely, but not proven.
pub fn fields_apart(word: &[Letter], fields: &[(Pos, Letter)]) -> Option<Vec<usize>> {
    let mut choice = Choice { word, fields, taken: Vec::new(), left: MOST };
    let count = |letter: Letter| fields.iter().filter(|(_, other)| *other == letter).count();
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

struct Choice<'a> {
    word: &'a [Letter],
    fields: &'a [(Pos, Letter)],
    taken: Vec<usize>,
    left: usize,
}

impl Choice<'_> {
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
