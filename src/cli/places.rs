//! Words of `--must-at` that may stand in one of several places: which exact places are tried, in what order, for how long.
//!
//! All ways to place such words that the grid allows are listed (on large grids with several such words, a sample of them), in an
//! order that the seed determines. Each is searched like exact places, with a quarter of the time that is left, until
//! one has a puzzle. That there is none is only said if every way was refuted.

use super::exit::Exit;
use super::together::Demands;
use cwsat::encodings::lexicon::{DemandedWord, OneOf, PlacedWord};
use cwsat::solver::Budget;
use fastrand::Rng;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::slice;
use std::time::Duration;

/// The most ways to place all words that are listed. If there are more, this many are drawn at random.
const MOST: usize = 1000;

/// The time for each way in the first turn if there is no time limit; it doubles from turn to turn.
const TURN: Duration = Duration::from_secs(10);

/// Why there is no proof that no way has a puzzle.
pub const ONE_BY_ONE: &str = "each choice of places was refuted by itself, not one formula of all of them";

/// A way to place all words: their exact places.
pub type Way = Vec<PlacedWord>;

/// Why words with several places cannot stand anywhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// The grid has no place for one of them.
    #[error("{word} cannot stand {place}: {}", ruled_out(*.places, .why))]
    Nowhere {
        /// The word.
        word: String,
        /// Where it has to stand.
        place: String,
        /// How many places there would be in an empty grid.
        places: usize,
        /// What rules out the last of them.
        why: String,
    },
    /// Each of them has places, but they exclude each other.
    #[error("{words} cannot stand at their places together, whichever are chosen; allow them other places")]
    Together {
        /// The words, with the demands.
        words: String,
    },
    /// There are more ways than were searched, and none of these has a puzzle.
    #[error(
        "{ways} of many ways to place {words} were tried, and each is impossible; give one of the words an exact place"
    )]
    Tired {
        /// The words, with the demands.
        words: String,
        /// How many ways were tried.
        ways: usize,
    },
    /// Every way was searched, and none has a puzzle.
    #[error(
        "there is no puzzle with {words}: {}: {why}", tried(*.ways)
    )]
    Refuted {
        /// The words, with the demands.
        words: String,
        /// How many ways there were.
        ways: usize,
        /// Why the last one is impossible.
        why: String,
    },
}

impl NoWay {
    /// Returns the exit code: [`Exit::Broken`] if it is certain that there is no puzzle.
    pub fn exit(&self) -> Exit {
        if matches!(self, Self::Tired { .. }) { Exit::Stopped } else { Exit::Broken }
    }
}

/// Returns why none of so many places can be used, and what to do; `why` rules out the last one, with an advice of its own.
fn ruled_out(places: usize, why: &str) -> String {
    match places {
        0 => "the grid has no place of this length there; allow it other places".to_owned(),
        1 => format!("there is one place, and {why}"),
        _ => format!("none of {places} places there can be used. Of the last: {why}"),
    }
}

/// Says that each of so many ways is impossible; why the last one is follows.
fn tried(ways: usize) -> String {
    match ways {
        1 => "the only way to place this was tried, and it is impossible".to_owned(),
        _ => format!("all {ways} ways were tried, and each is impossible. The last one"),
    }
}

/// The ways to place words.
#[derive(Clone, Debug)]
pub struct Ways {
    ways: Vec<Way>,
    /// Whether these are all.
    is_all: bool,
    /// The words with a choice, for messages.
    words: String,
}

/// How the search for a puzzle with one way ended.
pub enum Tried<A, R> {
    /// There is a puzzle.
    Found(A),
    /// There is none.
    Refuted(R),
    /// None was found.
    NotFound(R),
    /// The search cannot go on.
    Failed(R),
}

/// Why no way has a puzzle.
pub enum Unplaced<R> {
    /// It is not known whether one has: this is the reason of one of them.
    Unknown(R, Way),
    /// None has, or none of those that were tried.
    Refuted(NoWay),
}

/// Lists the places that keep a demand.
type Placements<'a> = dyn Fn(&DemandedWord) -> Vec<PlacedWord> + 'a;
/// Says why words cannot stand where they are.
type Refused<'a> = dyn Fn(&[PlacedWord]) -> Option<String> + 'a;

/// Where words can stand in a puzzle, as its kind says.
pub struct Room<'a> {
    /// The places that keep a demand.
    placements: Box<Placements<'a>>,
    /// Why words cannot stand where they are, if that is so.
    refused: Box<Refused<'a>>,
}

impl<'a> Room<'a> {
    /// Takes what lists the places that keep a demand, and what refuses words where they are.
    pub fn new<E: Display>(
        placements: impl Fn(&DemandedWord) -> Vec<PlacedWord> + 'a,
        check: impl Fn(&[PlacedWord]) -> Result<(), E> + 'a,
    ) -> Self {
        let refused = move |words: &[PlacedWord]| check(words).err().map(|error| error.to_string());
        Self { placements: Box::new(placements), refused: Box::new(refused) }
    }
}

/// Lists the demanded words with a choice.
fn with_choice(demanded: &[DemandedWord]) -> impl Iterator<Item = &DemandedWord> {
    demanded.iter().filter(|word| word.exact().is_none())
}

/// Lists, for each demanded word with a choice, those of its places at which it can stand beside the words with `exact` places.
fn choices(
    room: &Room<'_>,
    exact: &[PlacedWord],
    demanded: &[DemandedWord],
) -> Result<Vec<Vec<PlacedWord>>, NoWay> {
    let choice = |word: &DemandedWord| {
        let all = (room.placements)(word);
        let reasons = all.iter().map(|placed| (room.refused)(&[exact, slice::from_ref(placed)].concat()));
        let (mut free, mut why) = (Vec::new(), String::new());
        for (placed, reason) in all.iter().zip(reasons) {
            match reason {
                None => free.push(placed.clone()),
                Some(reason) => why = reason,
            }
        }
        if free.is_empty() {
            let (word, place) = (word.spelled(), word.place().to_string());
            return Err(NoWay::Nowhere { word, place, places: all.len(), why });
        }
        Ok(free)
    };
    with_choice(demanded).map(choice).collect()
}

/// Does the same for a formula.
pub fn one_of(room: &Room<'_>, exact: &[PlacedWord], demanded: &[DemandedWord]) -> Result<Vec<OneOf>, NoWay> {
    let choices = choices(room, exact, demanded)?.into_iter().zip(with_choice(demanded));
    let one_of = |(places, word): (Vec<PlacedWord>, &DemandedWord)| OneOf {
        letters: word.letters().to_vec(),
        runs: places.iter().map(PlacedWord::run).collect(),
    };
    Ok(choices.map(one_of).collect())
}

impl Ways {
    /// Lists the ways in which demanded words can be placed beside those with `exact` places: see [`choices`].
    pub fn new(
        room: &Room<'_>,
        exact: &[PlacedWord],
        demanded: &[DemandedWord],
        seed: u64,
    ) -> Result<Self, NoWay> {
        let mut rng = Rng::with_seed(seed);
        let mut choices = choices(room, exact, demanded)?;
        choices.iter_mut().for_each(|choice| rng.shuffle(choice));
        let words =
            with_choice(demanded).map(|word| format!("{} {}", word.spelled(), word.place())).join(" and ");
        let count = choices.iter().try_fold(1_usize, |count, choice| count.checked_mul(choice.len()));
        let is_all = count.is_some_and(|count| count <= MOST);
        let together = |way: Way| {
            let way: Way = exact.iter().cloned().chain(way).collect();
            (room.refused)(&way).is_none().then_some(way)
        };
        let mut ways: Vec<Way> = if is_all {
            choices
                .iter()
                .map(|choice| choice.iter().cloned())
                .multi_cartesian_product()
                .filter_map(together)
                .collect()
        } else {
            let mut drawn = BTreeSet::new();
            let mut draw = || choices.iter().map(|choice| rng.usize(..choice.len())).collect::<Vec<_>>();
            let drawn = (0..MOST).map(|_| draw()).filter(|drawing| drawn.insert(drawing.clone()));
            let way = |drawing: Vec<usize>| {
                drawing.into_iter().zip(&choices).map(|(at, choice)| choice[at].clone())
            };
            drawn.filter_map(|drawing| together(way(drawing).collect())).collect()
        };
        if ways.is_empty() && is_all {
            return Err(NoWay::Together { words });
        }
        Rng::with_seed(seed).shuffle(&mut ways);
        Ok(Self { ways, is_all, words })
    }

    /// Searches for a puzzle with one way after the other until there is one. `search` gets a way and its share of the time;
    /// `say` writes why there is none.
    pub fn first<A, R>(
        self,
        budget: &Budget,
        mut search: impl FnMut(&Way, &Budget) -> Tried<A, R>,
        say: impl Fn(&R) -> String,
    ) -> Result<(A, Way), Unplaced<R>> {
        let count = self.ways.len();
        let mut left = self.ways;
        // A way that gave up before its time ended would do so again, so it is not searched again.
        let mut given_up: Option<(R, Way)> = None;
        let mut why = String::new();
        let mut turn = TURN;
        loop {
            let mut again = Vec::new();
            let mut out_of_time: Option<(R, Way)> = None;
            let mut waiting = left.len();
            for way in left {
                let share = budget.remaining().map_or(turn, |left| left / waiting.clamp(1, 4) as u32);
                waiting -= 1;
                let of_way = budget.clone().within(share);
                match search(&way, &of_way) {
                    Tried::Found(answer) => return Ok((answer, way)),
                    Tried::Failed(reason) => return Err(Unplaced::Unknown(reason, way)),
                    Tried::Refuted(reason) => why = say(&reason),
                    Tried::NotFound(reason) => {
                        if of_way.exhausted() {
                            again.push(way.clone());
                            out_of_time.get_or_insert((reason, way));
                        } else {
                            given_up.get_or_insert((reason, way));
                        }
                    }
                }
                if budget.exhausted()
                    && let Some((reason, way)) = out_of_time.take().or_else(|| given_up.take())
                {
                    return Err(Unplaced::Unknown(reason, way));
                }
            }
            if again.is_empty() {
                break;
            }
            (left, turn) = (again, turn * 2);
        }
        match given_up {
            Some((reason, way)) => Err(Unplaced::Unknown(reason, way)),
            None if !self.is_all => Err(Unplaced::Refuted(NoWay::Tired { words: self.words, ways: count })),
            None => Err(Unplaced::Refuted(NoWay::Refuted { words: self.words, ways: count, why })),
        }
    }
}

/// Finds out whether there is a puzzle that keeps some demands, with one way to place words with a choice after the other.
/// `test` says it for exact places; `None` if it is not found out.
pub fn is_possible(
    demands: &Demands,
    room: &Room<'_>,
    seed: u64,
    budget: &Budget,
    test: impl Fn(&Demands, &Budget) -> Option<bool>,
) -> Option<bool> {
    if demands.somewhere.is_empty() {
        return test(demands, budget);
    }
    let Ok(ways) = Ways::new(room, &demands.placed, &demands.somewhere, seed) else {
        return Some(false);
    };
    let mut exact = Demands { somewhere: Vec::new(), ..demands.clone() };
    let search = |way: &Way, budget: &Budget| {
        exact.placed.clone_from(way);
        match test(&exact, budget) {
            Some(true) => Tried::Found(()),
            Some(false) => Tried::Refuted(()),
            None => Tried::NotFound(()),
        }
    };
    match ways.first(budget, search, |()| String::new()) {
        Ok(_) => Some(true),
        Err(Unplaced::Refuted(why)) => (why.exit() == Exit::Broken).then_some(false),
        Err(Unplaced::Unknown((), _)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way that is refuted only when it is searched again counts as refuted.
    #[test]
    fn what_was_not_found_at_first_may_be_refuted_later() {
        let ways = Ways { ways: vec![Way::new(); 4], is_all: true, words: "ROSE in row 1".to_owned() };
        let budget = Budget::unlimited().within(Duration::from_secs(4));
        let mut searches = 0;
        let search = |_: &Way, budget: &Budget| {
            searches += 1;
            if searches > 1 {
                return Tried::<(), _>::Refuted("no");
            }
            while !budget.exhausted() {
                std::thread::sleep(Duration::from_millis(5));
            }
            Tried::NotFound("out of time")
        };
        let found = ways.first(&budget, search, ToString::to_string);
        let Err(Unplaced::Refuted(why)) = found else { panic!("not refuted") };
        assert_eq!((searches, why.exit()), (5, Exit::Broken));
    }
}
