//! The rules of the criss-cross, checked one by one on a layout.
//!
//! This checker judges everything the program produces, so it is written from the rules alone and is independent of any
//! encoding: it looks at the fields of each word, at each pair of adjacent fields, and at which words
//! are connected, and reports every violation, not just the first.

mod violation;

pub use violation::Violation;

use super::format::Read;
use super::puzzle::{Entry, Laid, Layout};
use crate::grid::{Direction, Pos};
use crate::lexicon::Sign;
use crate::numbering::Numbering;
use std::collections::{BTreeMap, BTreeSet};

/// Returns all violations of the rules. With `base`, every word has to be one of these.
pub fn check(layout: &Layout, base: Option<&[Entry]>) -> Vec<Violation> {
    if layout.words.is_empty() {
        return vec![Violation::NoWords];
    }
    let mut violations = Vec::new();
    check_words(layout, base, &mut violations);
    let fields = Fields::of(layout);
    check_letters(layout, &fields, &mut violations);
    check_neighbours(layout, &fields, &mut violations);
    check_connection(layout, &fields, &mut violations);
    violations
}

/// Returns where the drawn grid and the numbers of a written layout do not match its words.
pub fn check_drawing(read: &Read) -> Vec<Violation> {
    let mut violations = Vec::new();
    let says = read.layout.grid();
    for (pos, &drawn) in read.drawn.iter() {
        if drawn != says[pos] {
            violations.push(Violation::Drawing { pos, drawn, says: says[pos] });
        }
    }
    let numbering = Numbering::of_runs(read.layout.words.iter().map(Laid::run));
    for (word, &number) in read.layout.words.iter().zip(&read.numbers) {
        if let Some(right) = numbering.at(word.start).filter(|&right| right != number) {
            violations.push(Violation::Number { word: word.text(), number, right });
        }
    }
    violations
}

/// For each field with a letter, the words that lie there, with their letters.
struct Fields(BTreeMap<Pos, Vec<(usize, Sign)>>);

impl Fields {
    fn of(layout: &Layout) -> Self {
        let mut fields: BTreeMap<Pos, Vec<(usize, Sign)>> = BTreeMap::new();
        for (number, word) in layout.words.iter().enumerate() {
            word.letters().for_each(|(pos, letter)| fields.entry(pos).or_default().push((number, letter)));
        }
        Self(fields)
    }

    fn words(&self, pos: Pos) -> impl Iterator<Item = usize> + '_ {
        self.0.get(&pos).into_iter().flatten().map(|&(word, _)| word)
    }
}

/// Words have two letters or more, are inside the board, occur once, and are in the list.
fn check_words(layout: &Layout, base: Option<&[Entry]>, violations: &mut Vec<Violation>) {
    let mut seen: BTreeMap<&[Sign], Pos> = BTreeMap::new();
    for word in &layout.words {
        let (text, start) = (word.text(), word.start);
        if word.word.len() < 2 {
            violations.push(Violation::TooShort { word: text.clone(), start });
        }
        if word.run().cells().any(|pos| pos.row >= layout.rows || pos.col >= layout.cols) {
            violations.push(Violation::Outside { word: text.clone(), start });
        }
        if base.is_some_and(|base| base.iter().all(|entry| entry.word != word.word)) {
            violations.push(Violation::UnknownWord { word: text.clone(), start });
        }
        if let Some(first) = seen.insert(&word.word, start) {
            violations.push(Violation::Repeated { word: text, start, first });
        }
    }
}

/// A field has one letter, and one word per direction.
fn check_letters(layout: &Layout, fields: &Fields, violations: &mut Vec<Violation>) {
    for (&pos, words) in &fields.0 {
        let (first, letter) = words[0];
        for &(other, found) in &words[1..] {
            if found != letter {
                let words = [first, other].map(|word| layout.words[word].text());
                violations.push(Violation::Disagree { pos, letters: [letter, found], words });
            }
        }
        for direction in Direction::BOTH {
            let here = words.iter().filter(|(word, _)| layout.words[*word].direction == direction);
            let here: Vec<String> = here.map(|&(word, _)| layout.words[word].text()).collect();
            if here.len() > 1 {
                violations.push(Violation::Overlap { pos, direction, words: here });
            }
        }
    }
}

/// There is nothing directly before and after a word, and adjacent letters are in a common word.
fn check_neighbours(layout: &Layout, fields: &Fields, violations: &mut Vec<Violation>) {
    for word in &layout.words {
        let (rows, cols) = word.direction.step();
        let ends = [word.start.offset(-rows, -cols), Some(word.run().cell(word.word.len()))];
        for pos in ends.into_iter().flatten().filter(|pos| fields.0.contains_key(pos)) {
            violations.push(Violation::NotSetOff { word: word.text(), start: word.start, pos });
        }
    }
    for &pos in fields.0.keys() {
        for direction in Direction::BOTH {
            let (rows, cols) = direction.step();
            let Some(next) = pos.offset(rows, cols).filter(|next| fields.0.contains_key(next)) else {
                continue;
            };
            if !fields.words(pos).any(|word| fields.words(next).any(|other| other == word)) {
                violations.push(Violation::SideBySide { pos, next });
            }
        }
    }
}

/// Every word is connected to the rest by words that cross.
fn check_connection(layout: &Layout, fields: &Fields, violations: &mut Vec<Violation>) {
    let mut reached = BTreeSet::from([0]);
    let mut open = vec![0];
    while let Some(word) = open.pop() {
        for pos in layout.words[word].run().cells() {
            open.extend(fields.words(pos).filter(|&other| reached.insert(other)));
        }
    }
    let islands = (0..layout.words.len()).filter(|word| !reached.contains(word));
    let words: Vec<String> = islands.map(|word| layout.words[word].text()).collect();
    if !words.is_empty() {
        violations.push(Violation::NotConnected { words, first: layout.words[0].text() });
    }
}

#[cfg(test)]
mod tests;
