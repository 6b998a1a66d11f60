//! What a path of crossings implies for the two words at its ends.

use super::geometry::{Lying, Relation, Spot, fit, relation};
use super::{Crossing, Reached, RelativeEncoding};
use crate::cnf::Lit;
use crate::grid::Direction;
use std::collections::BTreeSet;

/// Returns the clauses that follow from all paths of two to `longest` crossings.
pub(super) fn of_short_paths(encoding: &RelativeEncoding, longest: usize) -> BTreeSet<Vec<Lit>> {
    let mut lemmas = BTreeSet::new();
    for word in 0..encoding.laid.len() {
        let mut walk = vec![(word, Spot::origin(Direction::Across))];
        lengthen(encoding, longest, &mut Vec::new(), &mut walk, &mut lemmas);
    }
    lemmas
}

/// Extends the walk from its last word in every possible way.
fn lengthen(
    encoding: &RelativeEncoding,
    longest: usize,
    path: &mut Vec<usize>,
    walk: &mut Vec<(usize, Spot)>,
    lemmas: &mut BTreeSet<Vec<Lit>>,
) {
    let Some((&first, &last)) = walk.first().zip(walk.last()) else { return };
    for &crossing in &encoding.of_word[last.0] {
        let next = encoding.crossings[crossing].follow(last.0, last.1);
        if walk.iter().any(|&(word, _)| word == next.0) {
            continue;
        }
        path.push(crossing);
        // What two crossings forbid needs no third one, and each path is found from both ends.
        let goes_on = path.len() < 2 || {
            let found = of_path(encoding, path, first, next);
            let goes_on = found.iter().all(|lemma| lemma.len() > path.len());
            if first.0 < next.0 {
                lemmas.extend(found);
            }
            goes_on
        };
        if goes_on && path.len() < longest {
            walk.push(next);
            lengthen(encoding, longest, path, walk, lemmas);
            walk.pop();
        }
        path.pop();
    }
}

/// Returns the clauses that a model violates.
pub(super) fn of_model(encoding: &RelativeEncoding, model: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
    let mut lemmas = BTreeSet::new();
    let laid: Vec<usize> = (0..encoding.laid.len()).filter(|&word| model(encoding.laid[word])).collect();
    let mut islands: Vec<Vec<usize>> = Vec::new();
    for &word in &laid {
        let reached = encoding.reached(word, Spot::origin(Direction::Across), model);
        let first = (word, reached[0].spot);
        for other in reached.iter().filter(|other| other.word > word) {
            lemmas.extend(of_path(encoding, &other.path, first, (other.word, other.spot)));
        }
        if islands.iter().all(|island| !island.contains(&word)) {
            lemmas.extend(of_cycles(encoding, &reached, model));
            islands.push(reached.into_iter().map(|reached| reached.word).collect());
        }
    }
    lemmas.retain(|lemma| !lemma.iter().any(|&lit| model(lit)));
    for island in islands.iter().filter(|_| islands.len() > 1) {
        let inside = |word: &&usize| island.contains(word);
        let leaving = encoding.meets.iter().filter(|(pair, _)| pair.iter().filter(inside).count() == 1);
        let Some(other) = laid.iter().find(|word| !island.contains(word)) else { continue };
        let pair = [!encoding.laid[island[0]], !encoding.laid[*other]];
        lemmas.insert(leaving.map(|&(_, meet)| meet).chain(pair).collect());
    }
    lemmas.into_iter().collect()
}

/// Handles crossings that do not close a cycle: along the shortest paths one word would lie in two places.
fn of_cycles(
    encoding: &RelativeEncoding,
    reached: &[Reached],
    model: &dyn Fn(Lit) -> bool,
) -> BTreeSet<Vec<Lit>> {
    let mut lemmas = BTreeSet::new();
    let find = |word: usize| reached.iter().find(|reached| reached.word == word);
    for (number, crossing) in encoding.crossings.iter().enumerate().filter(|(_, c)| model(c.lit)) {
        let Some((v, w)) = find(crossing.words[0]).zip(find(crossing.words[1])) else { continue };
        if crossing.follow(v.word, v.spot).1 != w.spot {
            // The part that both paths share does not matter.
            let mut cycle: BTreeSet<usize> = v.path.iter().copied().collect();
            for step in w.path.iter().chain([&number]) {
                if !cycle.remove(step) {
                    cycle.insert(*step);
                }
            }
            lemmas.insert(cycle.into_iter().map(|step| !encoding.crossings[step].lit).collect());
        }
    }
    lemmas
}

/// Adds the clauses that follow from a path of crossings, for the words at its ends.
fn of_path(
    encoding: &RelativeEncoding,
    path: &[usize],
    (v, v_spot): (usize, Spot),
    (w, w_spot): (usize, Spot),
) -> Vec<Vec<Lit>> {
    let not_path: Vec<Lit> = path.iter().map(|&step| !encoding.crossings[step].lit).collect();
    let with = |lits: &[Lit]| -> Vec<Lit> {
        let mut lemma: Vec<Lit> = not_path.iter().chain(lits).copied().collect();
        lemma.sort_unstable();
        lemma
    };
    let word = |entry: usize| encoding.puzzle.entries[entry].word.as_slice();
    let first = Lying { word: word(v), spot: v_spot };
    let second = Lying { word: word(w), spot: w_spot };
    let mut lemmas = Vec::new();
    match relation(first, second) {
        Relation::Clash => return vec![with(&[])],
        Relation::Cross(at) => lemmas.extend(find(encoding, [v, w], at).map(|lit| with(&[lit]))),
        Relation::Clear => {}
        Relation::Beside { touching, second_after } => {
            for at in touching {
                let through: Vec<Lit> = through(encoding, [v, w], at, second_after).collect();
                lemmas.push(with(&through));
            }
        }
    }
    // Here v is read as its spot says; on the board directions may be exchanged.
    let turned = match v_spot.direction {
        Direction::Across => encoding.down[v],
        Direction::Down => !encoding.down[v],
    };
    match fit(&encoding.puzzle, first, second) {
        [true, true] => {}
        [false, false] => return vec![with(&[])],
        [true, false] => lemmas.push(with(&[!turned])),
        [false, true] => lemmas.push(with(&[turned])),
    }
    // A clause that the path itself satisfies says nothing.
    lemmas.retain(|lemma| !lemma.iter().any(|&lit| not_path.contains(&!lit)));
    lemmas
}

/// Returns the literal of the crossing of two words in these letters.
fn find(encoding: &RelativeEncoding, words: [usize; 2], at: [usize; 2]) -> Option<Lit> {
    let is_it = |crossing: &&Crossing| {
        let has = |n: usize| crossing.words.contains(&words[n]) && crossing.letter_of(words[n]) == at[n];
        has(0) && has(1)
    };
    let mut crossings = encoding.of_word[words[0]].iter().map(|&number| &encoding.crossings[number]);
    crossings.find(is_it).map(|crossing| crossing.lit)
}

/// Returns the crossings of the first word in its letter with words that continue through the second word's letter.
fn through(
    encoding: &RelativeEncoding,
    words: [usize; 2],
    at: [usize; 2],
    second_after: bool,
) -> impl Iterator<Item = Lit> {
    let beyond = encoding.puzzle.entries[words[1]].word[at[1]];
    encoding.of_word[words[0]].iter().filter_map(move |&number| {
        let crossing = &encoding.crossings[number];
        let own = usize::from(crossing.words[1] == words[0]);
        let other = &encoding.puzzle.entries[crossing.words[1 - own]].word;
        let next = if second_after { crossing.at[1 - own] + 1 } else { crossing.at[1 - own].wrapping_sub(1) };
        let fits = crossing.at[own] == at[0] && crossing.words[1 - own] != words[1];
        (fits && other.get(next) == Some(&beyond)).then_some(crossing.lit)
    })
}
