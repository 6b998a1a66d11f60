//! Places for an editor's own words, chosen together with the layout.
//!
//! Words laid before there is a layout leave no good one, and a layout made first has the wrong slots. One formula for both
//! settles it at once. It knows letters only where own words are: which words of a list cross them is not in it, but comes
//! in clause by clause, by patterns that turn out to have no word ([`OwnPlaces::exclude`]). Two restrictions that no rule
//! asks for leave room for these words and make the formula easy (a hundred times easier on 13x13): own words are never
//! side by side, and few of them cross the same run. So its models are some of the layouts with the own words, and that
//! there is no model proves nothing. Where runs need not be asked for, own words may be side by side: nobody asks for what
//! their letters spell across them.

use super::LayoutEncoding;
use crate::arrowword::puzzle::Field;
use crate::cnf::{Bit, Family, FamilyId, Lit};
use crate::grid::{Direction, Pos, Run};
use crate::lexicon::Letter;
use itertools::Itertools;
use std::collections::HashMap;

/// Returns how many own words may cross a run, for the lengths that have a limit.
const fn most_crossing(len: usize) -> Option<usize> {
    match len {
        3..=6 => Some(2),
        7..=9 => Some(3),
        _ => None,
    }
}

/// Where own words may be, as variables of a layout's formula.
#[derive(Clone, Debug, Default)]
pub struct OwnPlaces {
    words: Vec<OwnWord>,
    /// "An own word that runs in this direction has this letter here."
    letters: HashMap<(Direction, Pos, Letter), Lit>,
    /// "An own word runs here in this direction."
    covered: HashMap<(Direction, Pos), Lit>,
}

#[derive(Clone, Debug)]
struct OwnWord {
    /// "The word is somewhere."
    wanted: Lit,
    places: Vec<(Run, Lit)>,
}

impl LayoutEncoding {
    /// Adds variables for own words, each with the runs where it may be; runs where it cannot be, because of what is given,
    /// are left out. A word is in the layout only if its [`OwnPlaces::wanted`] is assumed or added.
    pub fn add_places<'a>(&mut self, words: impl IntoIterator<Item = (&'a [Letter], Vec<Run>)>) -> OwnPlaces {
        let family = self.formula.family(Family::auxiliary("place"));
        self.formula.label("own words");
        let mut places = OwnPlaces::default();
        // The places that cover a field.
        let mut covering: HashMap<(Direction, Pos), Vec<Lit>> = HashMap::new();
        for (word, runs) in words {
            let own = self.add_word(family, word, runs, &mut places);
            for &(run, here) in &own.places {
                run.cells().for_each(|pos| covering.entry((run.direction, pos)).or_default().push(here));
            }
            places.words.push(own);
        }
        // In the order of the grid, so that the formula is the same each time.
        for pos in self.spec.base.positions() {
            for direction in Direction::BOTH {
                let Some(here) = covering.get(&(direction, pos)) else { continue };
                let covered = self.formula.auxiliary(family);
                here.iter().for_each(|&place| self.formula.add([!place, covered]));
                self.formula.add(here.iter().copied().chain([!covered]));
                places.covered.insert((direction, pos), covered);
            }
        }
        self.cross(&places);
        if self.options.asks_all() {
            self.keep_apart(&places);
        }
        self.keep_sparse(&places);
        places
    }

    /// Adds the places of a word and their letters.
    fn add_word(
        &mut self,
        family: FamilyId,
        word: &[Letter],
        runs: Vec<Run>,
        places: &mut OwnPlaces,
    ) -> OwnWord {
        let wanted = self.formula.auxiliary(family);
        let mut own = OwnWord { wanted, places: Vec::new() };
        let mut before: Option<Lit> = None;
        for run in runs {
            let fits = |(pos, &letter): (Pos, &Letter)| match self.spec.base.get(pos) {
                Some(Field::Letter(given)) => *given == letter,
                Some(Field::Open) => true,
                _ => false,
            };
            if run.len != word.len() || !run.cells().zip(word).all(fits) {
                continue;
            }
            let length = self.word_of_len(run.direction, run.start, run.len);
            if length == Bit::False {
                continue;
            }
            let here = self.formula.auxiliary(family);
            self.formula.add_bits([Bit::from(!here), length]);
            for (pos, &letter) in run.cells().zip(word) {
                let key = (run.direction, pos, letter);
                let has_letter = *places.letters.entry(key).or_insert_with(|| self.formula.auxiliary(family));
                self.formula.add([!here, has_letter]);
            }
            // At most one place: none of them after the first.
            let sofar = self.formula.auxiliary(family);
            self.formula.add([!here, sofar]);
            if let Some(before) = before {
                self.formula.add([!before, !here]);
                self.formula.add([!before, sofar]);
            }
            before = Some(sofar);
            own.places.push((run, here));
        }
        self.formula.add(own.places.iter().map(|&(_, here)| here).chain([!wanted]));
        own
    }

    /// A field has one letter, whichever own words run through it. (No variables are made here or later: what a solver
    /// decides first is the last variables, and these have to be the places.)
    fn cross(&mut self, places: &OwnPlaces) {
        for pos in self.spec.base.positions() {
            let here: Vec<(Letter, Lit)> = Direction::BOTH
                .into_iter()
                .cartesian_product(Letter::all())
                .filter_map(|(direction, letter)| {
                    let lit = places.letters.get(&(direction, pos, letter))?;
                    Some((letter, *lit))
                })
                .collect();
            for [&(a, here), &(b, there)] in here.iter().array_combinations() {
                if a != b {
                    self.formula.add([!here, !there]);
                }
            }
        }
    }

    /// No own word is beside another one that runs in the same direction.
    fn keep_apart(&mut self, places: &OwnPlaces) {
        for pos in self.spec.base.positions() {
            for direction in Direction::BOTH {
                let (rows, cols) = direction.crossing().step();
                let beside = pos.offset(rows, cols).and_then(|pos| places.covered.get(&(direction, pos)));
                if let (Some(&here), Some(&beside)) = (places.covered.get(&(direction, pos)), beside) {
                    self.formula.add([!here, !beside]);
                }
            }
        }
    }

    /// No run that is not an own word itself is crossed by too many.
    fn keep_sparse(&mut self, places: &OwnPlaces) {
        for start in self.spec.base.positions() {
            for direction in Direction::BOTH {
                let mut len = 3;
                while let Some(most) = most_crossing(len) {
                    self.keep_run_sparse(Run { start, direction, len }, most, places);
                    len += 1;
                }
            }
        }
    }

    /// At most this many own words cross a run of exactly this length.
    fn keep_run_sparse(&mut self, run: Run, most: usize, places: &OwnPlaces) {
        let length = self.reach(run.direction, run.start, run.len);
        if length == Bit::False {
            return;
        }
        let further = self.reach(run.direction, run.start, run.len + 1);
        let is_own = places.covered.get(&(run.direction, run.start)).map_or(Bit::False, |&lit| lit.into());
        let unasked = self.unasked(run.direction, run.start);
        let crossing = |(at, pos): (usize, Pos)| {
            let lit = places.covered.get(&(run.direction.crossing(), pos))?;
            Some((at, Bit::from(!*lit)))
        };
        let crossing: Vec<(usize, Bit)> = run.cells().enumerate().filter_map(crossing).collect();
        for own in crossing.into_iter().combinations(most + 1) {
            // Side by side they are excluded anyway.
            if own.iter().tuple_windows().all(|((a, _), (b, _))| a + 1 < *b) {
                let own = own.into_iter().map(|(_, bit)| bit);
                self.formula.add_bits([!length, further, is_own, unasked].into_iter().chain(own));
            }
        }
    }

    /// Returns the bit "nobody asks for the run that starts here"; false where all runs of two or more letters are asked for.
    fn unasked(&self, direction: Direction, start: Pos) -> Bit {
        if self.options.asks_all() { Bit::False } else { !self.asked(direction, start) }
    }
}

impl OwnPlaces {
    /// Returns the literal "this own word is somewhere", by the number of the word.
    pub fn wanted(&self, word: usize) -> Lit {
        self.words[word].wanted
    }

    /// Returns the places that the words have in a model, with the literal of each.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<(Run, Lit)>> {
        let place = |own: &OwnWord| own.places.iter().find(|(_, here)| model(*here)).copied();
        self.words.iter().map(place).collect()
    }

    /// Adds clauses by which no run of this length has these letters, whether own words that cross it have them or the grid
    /// gave them. `None` is a field without a letter.
    pub fn exclude(&self, encoding: &mut LayoutEncoding, pattern: &[Option<Letter>]) {
        let positions: Vec<Pos> = encoding.spec.base.positions().collect();
        for start in positions {
            for direction in Direction::BOTH {
                let length = encoding.reach(direction, start, pattern.len());
                if length == Bit::False {
                    continue;
                }
                let further = encoding.reach(direction, start, pattern.len() + 1);
                let unasked = encoding.unasked(direction, start);
                let run = Run { start, direction, len: pattern.len() };
                let has = |(pos, letter): (Pos, &Option<Letter>)| {
                    let letter = (*letter)?;
                    Some(match encoding.spec.base[pos] {
                        Field::Letter(given) if given == letter => Bit::True,
                        Field::Letter(_) => Bit::False,
                        _ => {
                            let own = self.letters.get(&(direction.crossing(), pos, letter));
                            own.map_or(Bit::False, |&lit| lit.into())
                        }
                    })
                };
                let letters: Vec<Bit> = run.cells().zip(pattern).filter_map(has).collect();
                if !letters.contains(&Bit::False) {
                    let letters = letters.into_iter().map(|bit| !bit);
                    encoding.formula.add_wish([!length, further, unasked].into_iter().chain(letters));
                }
            }
        }
    }
}
