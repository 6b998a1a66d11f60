//! "No two of these words" in clauses, for the words that a list keeps apart.
//!
//! A word with relatives has a variable `present(WORD)`, which every place that spells the word implies; two relatives
//! are not both present. So a pair takes one clause however many places there are. The other direction is not needed:
//! a model may call a word present that is nowhere, but never the reverse.

use super::key::{list_stride, spell};
use super::{WordId, WordList};
use crate::cnf::{Bit, Family, Formula};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Adds the clauses. `places` returns, for a word, a clause for each place where it can be: bits of which at least one is
/// true unless the word is spelled there. Relatives may meet if one of the bits `unless` is true.
pub(crate) fn keep_relatives_apart(
    formula: &mut Formula,
    list: &WordList,
    unless: &[Bit],
    mut places: impl FnMut(WordId) -> Vec<Vec<Bit>>,
) {
    let Some(apart) = list.apart() else { return };
    let stride = list_stride(list);
    let key = |id: WordId| id.len as u64 * stride + id.index as u64;
    let names = Arc::new(list.clone());
    let present = formula.family(Family::rendered("present", "WORD", move |key| {
        spell(&names, (key / stride) as usize, (key % stride) as usize)
    }));
    formula.label("no relatives");
    let mut found = BTreeMap::new();
    for (a, b) in apart.pairs() {
        let [Some(a), Some(b)] = [a, b].map(|word| list.find(word)) else { continue };
        let [a, b] = [a, b].map(|id| {
            *found.entry(id).or_insert_with(|| {
                let places = places(id);
                let present = (!places.is_empty()).then(|| formula.var(present, key(id)))?;
                for place in places {
                    formula.add_bits(place.into_iter().chain([present.into()]));
                }
                Some(present)
            })
        });
        if let (Some(a), Some(b)) = (a, b) {
            formula.add_bits([Bit::from(!a), Bit::from(!b)].into_iter().chain(unless.iter().copied()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Apart;
    use super::*;
    use crate::lexicon::fold;

    #[test]
    fn two_relatives_are_not_both_present_unless_they_may() {
        let words = ["AB", "AC", "BA", "ABC"].map(|text| (fold(text).expect("a word"), 1.0));
        let list = WordList::new(words);
        let [ab, ac, ba, abc] = list.ids().collect::<Vec<_>>()[..] else { panic!("four words") };
        let apart = Apart::new(&list, [[ab, abc], [ab, ac], [ba, abc]], Apart::INSIDE);
        let list = list.kept_apart(Arc::new(apart));
        let mut formula = Formula::new();
        let family = formula.family(Family::auxiliary("other"));
        let [here, there, may] = [(); 3].map(|()| Bit::from(formula.auxiliary(family)));
        // AC is nowhere, AB at two places.
        keep_relatives_apart(&mut formula, &list, &[may], |id| match id {
            id if id == ab => vec![vec![here], vec![there]],
            id if id == ba => vec![vec![there]],
            id if id == abc => vec![vec![!here]],
            _ => Vec::new(),
        });
        let text = |&lit: &crate::cnf::Lit| {
            let sign = if lit.is_positive() { "" } else { "-" };
            format!("{sign}{}", formula.name(lit.var()))
        };
        let mut found: Vec<String> =
            formula.clauses().map(|clause| clause.iter().map(text).collect::<Vec<_>>().join(" ")).collect();
        found.sort();
        let expected = [
            "-other(0) present(ABC)",
            "-present(AB) -present(ABC) other(2)",
            "-present(BA) -present(ABC) other(2)",
            "other(0) present(AB)",
            "other(1) present(AB)",
            "other(1) present(BA)",
        ];
        assert_eq!(found, expected);
    }
}
