//! "These words are in the puzzle" in clauses, for any formula with letters and places of words.
//!
//! A word of a theme has a variable `own(WORD)`, which implies that the word is at one of its places, and for each place
//! `own_at(WORD,PLACE)`, which implies the letters there. Only these implications are needed, as nothing forbids an own
//! word; so the formula decides whether an own word counts, and a model may have it without saying so. A theme is then
//! the number of true `own(WORD)`, and a word that has to stand in one of several places is a clause of their
//! `own_at(WORD,PLACE)`. This works with every way to tie letters to the list, because it uses letters alone.

use super::membership::{LetterBits, fits};
use super::{Letter, Theme};
use crate::cnf::{Bit, Directions, Family, Formula, Lit, Soft, Totalizer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A place where a word can be.
pub(crate) struct OwnPlace<'a> {
    /// Its name in those of variables, as in `across,0,3`.
    pub(crate) name: String,
    /// Whether there is a word of exactly this length.
    pub(crate) condition: Bit,
    /// Its letters.
    pub(crate) cells: Vec<&'a LetterBits>,
}

/// A word that has to be in one of several places.
pub(crate) struct Standing<'a> {
    pub(crate) word: &'a [Letter],
    /// The places, by index.
    pub(crate) places: Vec<usize>,
}

/// Adds the clauses by which the puzzle has the words that the themes need, and those that have to stand in one of several places.
/// Returns the literal of each different word,
/// true only if the puzzle has it; words that fit nowhere have none.
pub(crate) fn add_themes(
    formula: &mut Formula,
    themes: &[Theme],
    places: &[OwnPlace<'_>],
    standing: &[Standing<'_>],
) -> BTreeMap<Vec<Letter>, Lit> {
    let words: Arc<[Vec<Letter>]> = {
        let placed = standing.iter().map(|standing| standing.word.to_vec());
        let mut words: Vec<_> = themes.iter().flat_map(Theme::words).cloned().chain(placed).collect();
        words.sort();
        words.dedup();
        words.into()
    };
    if words.is_empty() {
        return BTreeMap::new();
    }
    let spelled = |words: &[Vec<Letter>], word: usize| -> String {
        words.get(word).into_iter().flatten().map(|letter| letter.char()).collect()
    };
    let names: Arc<[String]> = places.iter().map(|place| place.name.clone()).collect();
    let own = {
        let words = Arc::clone(&words);
        formula.family(Family::rendered("own", "WORD", move |key| spelled(&words, key as usize)))
    };
    let own_at = {
        let (words, names) = (Arc::clone(&words), Arc::clone(&names));
        formula.family(Family::rendered("own_at", "WORD,PLACE", move |key| {
            let (word, place) = (key as usize / names.len(), key as usize % names.len());
            format!("{},{}", spelled(&words, word), names[place])
        }))
    };
    formula.label("own words");
    let mut found = BTreeMap::new();
    for (number, word) in words.iter().enumerate() {
        let mut somewhere = BTreeMap::new();
        for (place, OwnPlace { condition, cells, .. }) in places.iter().enumerate() {
            if *condition == Bit::False || cells.len() != word.len() || !fits(cells, word) {
                continue;
            }
            let here = formula.var(own_at, (number * places.len() + place) as u64);
            formula.add_bits([Bit::from(!here), *condition]);
            for (cell, letter) in cells.iter().zip(word) {
                formula.add_bits([Bit::from(!here), cell[letter.index()]]);
            }
            somewhere.insert(place, here);
        }
        for Standing { places, .. } in standing.iter().filter(|standing| standing.word == word) {
            formula.add(places.iter().filter_map(|place| somewhere.get(place).copied()));
        }
        if !somewhere.is_empty() {
            let there = formula.var(own, number as u64);
            formula.add(somewhere.into_values().chain([!there]));
            found.insert(word.clone(), there);
        }
    }
    let count = formula.family(Family::auxiliary("own_count"));
    for theme in themes {
        let bits = || theme.words().iter().map(|word| found.get(word).map_or(Bit::False, |&lit| lit.into()));
        if theme.spare() == 0 {
            bits().for_each(|bit| formula.add_bits([bit]));
        } else {
            let enough = Totalizer::new(formula, count, bits(), theme.at_least(), Directions::Lower);
            formula.add_bits(enough.at_least(theme.at_least()));
        }
    }
    found
}

/// Adds a cost that a model pays for each own word that it may lack and does lack; `None` if nothing has a cost.
/// Returns the lines for the top of the file.
pub(crate) fn add_own_wishes(
    soft: &mut Vec<Soft>,
    themes: &[Theme],
    own: &BTreeMap<Vec<Letter>, Lit>,
    weight: Option<u64>,
) -> Option<String> {
    let weight = weight?;
    let spare = themes.iter().filter(|theme| theme.spare() > 0);
    let wished: BTreeSet<&Vec<Letter>> = spare.flat_map(Theme::words).collect();
    let before = soft.len();
    let lits = wished.into_iter().filter_map(|word| own.get(word));
    soft.extend(lits.map(|&lit| Soft { weight, lit }));
    (soft.len() > before).then(|| format!("each own word that is missing costs {weight}"))
}

/// Returns a weight that is larger than all these costs together: a wish is worth more than better words.
pub(crate) fn above_all(soft: &[Soft]) -> u64 {
    soft.iter().map(|soft| soft.weight).sum::<u64>() + 1
}

#[cfg(test)]
mod tests {
    use super::super::membership::free_letter;
    use super::*;
    use crate::cnf::Index;

    fn word(text: &str) -> Vec<Letter> {
        text.chars().filter_map(Letter::from_char).collect()
    }

    /// Returns the clauses from this one on, by the names of their variables.
    fn clauses(formula: &Formula, from: usize) -> Vec<String> {
        let text = |&lit: &Lit| {
            let sign = if lit.is_positive() { "" } else { "-" };
            format!("{sign}{}", formula.name(lit.var()))
        };
        formula
            .clauses()
            .skip(from)
            .map(|clause| clause.iter().map(text).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn a_word_is_there_if_a_place_of_its_length_spells_it() {
        let mut formula = Formula::new();
        let letter = formula.family(Family::indexed("letter", "cell,A", [Index::Number(3), Index::Letter]));
        let condition = formula.family(Family::auxiliary("condition"));
        let condition = formula.auxiliary(condition);
        let cells: Vec<LetterBits> = (0..3)
            .map(|cell| free_letter(&mut formula, letter, 26 * cell, |l| matches!(l.char(), 'A' | 'B')))
            .collect();
        let place = |name: &str, condition, places: &[usize]| OwnPlace {
            name: name.to_owned(),
            condition,
            cells: places.iter().map(|&place| &cells[place]).collect(),
        };
        let places = [
            place("long", Bit::True, &[0, 1, 2]),
            place("never", Bit::False, &[1, 2]),
            place("across", condition.into(), &[0, 1]),
            place("down", Bit::True, &[0, 2]),
        ];
        let themes = [Theme::all([word("AB")]), Theme::new(["AB", "BA", "AC"].map(word), 1)];
        let before = formula.clause_count();
        let own = add_themes(&mut formula, &themes, &places, &[]);
        let found: Vec<_> = own.iter().map(|(word, lit)| (word.clone(), formula.name(lit.var()))).collect();
        // There is no C.
        assert_eq!(found, ["AB", "BA"].map(|text| (word(text), format!("own({text})"))));
        let expected = [
            "-own_at(AB,across) condition(0)",
            "-own_at(AB,across) letter(0,A)",
            "-own_at(AB,across) letter(1,B)",
            "-own_at(AB,down) letter(0,A)",
            "-own_at(AB,down) letter(2,B)",
            "own_at(AB,across) own_at(AB,down) -own(AB)",
            "-own_at(BA,across) condition(0)",
            "-own_at(BA,across) letter(0,B)",
            "-own_at(BA,across) letter(1,A)",
            "-own_at(BA,down) letter(0,B)",
            "-own_at(BA,down) letter(2,A)",
            "own_at(BA,across) own_at(BA,down) -own(BA)",
            "own(AB)",
        ];
        let found = clauses(&formula, before);
        assert_eq!(found[..expected.len()], expected);
        // One of three words is needed, too, but not a certain one.
        assert!(found.len() > expected.len() && !found.contains(&"own(BA)".to_owned()), "{found:?}");
        assert!(add_themes(&mut formula, &[Theme::all([])], &places, &[]).is_empty());
    }

    #[test]
    fn a_word_stands_in_one_of_its_places() {
        let mut formula = Formula::new();
        let letter = formula.family(Family::indexed("letter", "cell,A", [Index::Number(2), Index::Letter]));
        let cells: Vec<LetterBits> =
            (0..2).map(|cell| free_letter(&mut formula, letter, 26 * cell, |_| true)).collect();
        let place = |name: &str, condition| OwnPlace {
            name: name.to_owned(),
            condition,
            cells: cells.iter().collect(),
        };
        let places = [place("one", Bit::True), place("two", Bit::True), place("never", Bit::False)];
        let (ab, ba) = (word("AB"), word("BA"));
        let before = formula.clause_count();
        let standing = [
            Standing { word: &ab, places: vec![0, 1, 2] },
            Standing { word: &ab, places: vec![1] },
            Standing { word: &ba, places: vec![2] },
        ];
        add_themes(&mut formula, &[], &places, &standing);
        let found = clauses(&formula, before);
        // The last one is empty: there is no such place.
        let demanded: Vec<&str> =
            found.iter().map(String::as_str).filter(|clause| !clause.contains('-')).collect();
        assert_eq!(demanded, ["own_at(AB,one) own_at(AB,two)", "own_at(AB,two)", ""]);
    }

    #[test]
    fn words_that_may_be_missing_cost_something() {
        let mut formula = Formula::new();
        let family = formula.family(Family::auxiliary("own"));
        let own: BTreeMap<_, _> = ["AB", "BA"].map(|text| (word(text), formula.auxiliary(family))).into();
        let mut soft = vec![Soft { weight: 5, lit: own[&word("AB")] }];
        let needed = [Theme::all([word("AB")])];
        assert_eq!(add_own_wishes(&mut soft, &needed, &own, Some(7)), None);
        assert_eq!(add_own_wishes(&mut soft, &[Theme::wishes([word("BA")])], &own, None), None);
        assert_eq!((soft.len(), above_all(&soft)), (1, 6));
        let wished = [&needed[..], &[Theme::wishes(["BA", "AC"].map(word))]].concat();
        let line = add_own_wishes(&mut soft, &wished, &own, Some(7));
        assert_eq!(line.as_deref(), Some("each own word that is missing costs 7"));
        assert_eq!(soft[1..], [Soft { weight: 7, lit: own[&word("BA")] }]);
    }
}
