//! Short words take turns: of the embedded lists, each puzzle prefers other ones.
//!
//! Some words fit nearly everywhere, and everybody knows them: without a rule, EHE is in every third puzzle, and a reader
//! who solves one a day is soon tired of it. Long words are many and hardly ever repeat by themselves. So in each puzzle
//! most of the short words rest: their scores are lower, and where that is no help, because they are needed to fill the
//! grid at all (these are the words of frequent letters), a list without them is preferred. Both are preferences, and what
//! rests comes in where nothing else fits. The seed and the file name say which words rest, and puzzles whose seeds follow
//! each other take turns.
//!
//! Lists of a user's own are used as they are: who made them knows what to have in a puzzle.

use super::vocabulary::Vocabulary;
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::{Letter, Theme, WordList};
use std::collections::HashSet;

/// The lengths of the words that take turns. There are few of them, and half of a puzzle's words are so short.
const SHORT: std::ops::RangeInclusive<usize> = 3..=4;

/// A short word is awake in one of this many puzzles.
const TURNS: u64 = 6;

/// The number of words of each short length that fit nearly everywhere.
const EASY: usize = 200;

/// A word that fits nearly everywhere is awake in one of this many puzzles.
const TURNS_OF_EASY: u64 = 10;

/// What a word that rests loses of its score: enough for most other words that are known as well to be better.
const RESTING: f32 = 24.0;

/// The same where words that few people know are no less preferred, so that only their scores keep them away.
const RESTING_BY_SCORE: f32 = 8.0;

/// The short words that rest in one puzzle.
pub struct Rest<'a> {
    /// The number of the puzzle in its series.
    turn: u64,
    /// The words that fit nearly everywhere.
    easy: HashSet<&'a [Letter]>,
    /// The own words, which never rest.
    own: HashSet<&'a [Letter]>,
}

impl<'a> Rest<'a> {
    /// Lets short words of a list rest in the puzzle with this number. `favourites` are the words that are preferred most;
    /// among them are those that come back whenever they may.
    pub fn new(favourites: &'a WordList, themes: &'a [Theme], turn: u64) -> Self {
        let own = themes.iter().flat_map(Theme::words).map(Vec::as_slice).collect();
        Self { turn, easy: easy(favourites), own }
    }

    /// Returns the words to search this puzzle with: those that rest have lower scores. If the words that most people know
    /// are preferred, they are still more preferred without those that fit nearly everywhere and rest.
    pub fn of_puzzle(&self, words: &Vocabulary, known_first: bool) -> Vocabulary {
        let loss = if known_first { RESTING } else { RESTING_BY_SCORE };
        let mut words = words.mapped(|list| self.lowered(list, loss));
        if let Some(known) = words.preferred.first().filter(|_| known_first) {
            let awake = known.filtered(|id| !self.has_easy(known.word(id)));
            words.preferred = [awake].into_iter().chain(words.preferred.iter().cloned()).collect();
        }
        words
    }

    /// Returns whether a word rests.
    fn has(&self, word: &[Letter]) -> bool {
        let turns = if self.easy.contains(word) { TURNS_OF_EASY } else { TURNS };
        SHORT.contains(&word.len()) && !self.own.contains(word) && !self.is_turn(word, turns)
    }

    /// Returns whether a word rests that would come back whenever it may.
    fn has_easy(&self, word: &[Letter]) -> bool {
        self.easy.contains(word) && self.has(word)
    }

    /// Returns whether it is a word's turn: once in so many puzzles that follow each other, in each round of them together
    /// with other words.
    fn is_turn(&self, word: &[Letter], turns: u64) -> bool {
        let (round, turn) = (self.turn / turns, self.turn % turns);
        let start = fnv::extend(fnv::START, round.to_le_bytes());
        // The lowest bits of this hash depend on the last letter most.
        (fnv::extend(start, word.iter().map(|letter| letter.index() as u8 + 1)) >> 20) % turns == turn
    }

    /// Returns the list with lower scores for the words that rest.
    fn lowered(&self, list: &WordList, loss: f32) -> WordList {
        let lost = |id| if self.has(list.word(id)) { loss } else { 0.0 };
        list.rescored(|id| Some(list.score(id) - lost(id)))
    }
}

/// Returns the words of each short length that fit nearly everywhere: those made of the letters that are most frequent
/// in words of that length. (Other lengths do not count, as long words are left out for small grids.)
fn easy(list: &WordList) -> HashSet<&[Letter]> {
    let of_length = |len| {
        let mut count = [1.0_f64; Letter::COUNT];
        list.words(len).flatten().for_each(|letter| count[letter.index()] += 1.0);
        let ease = |word: &[Letter]| word.iter().map(|letter| count[letter.index()].ln()).sum::<f64>();
        let mut words: Vec<&[Letter]> = list.words(len).collect();
        words.sort_by(|a, b| ease(b).total_cmp(&ease(a)));
        words.truncate(EASY);
        words
    };
    SHORT.flat_map(of_length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cwsat::encodings::lexicon::fold;
    use cwsat::wordlist;
    use itertools::Itertools;

    #[test]
    fn short_words_take_turns_and_long_ones_do_not() {
        let list = wordlist::embedded();
        let of_turn = |turn| Rest::new(&list, &[], turn);
        let rests: Vec<Rest<'_>> = (0..30).map(of_turn).collect();
        for id in list.ids() {
            let word = list.word(id);
            let awake = rests.iter().filter(|rest| !rest.has(word)).count();
            let easy = rests[0].easy.contains(word);
            assert_eq!(easy, rests[7].easy.contains(word), "the turn does not matter");
            // Turns 0 to 29 are five rounds of six and three rounds of ten.
            let expected = match (SHORT.contains(&id.len), easy) {
                (false, _) => 30,
                (true, true) => 3,
                (true, false) => 5,
            };
            assert_eq!(awake, expected, "{}", word.iter().join(""));
        }
        let awake = |rest: &Rest<'_>| -> Vec<bool> { list.words(4).map(|word| !rest.has(word)).collect() };
        let share = list.count(4) / 8..list.count(4) / 5;
        assert!(rests.iter().all(|rest| share.contains(&awake(rest).iter().filter(|&&is| is).count())));
        assert_ne!(awake(&rests[0]), awake(&rests[6]), "another round has other groups");
    }

    #[test]
    fn a_list_without_the_easy_words_that_rest_comes_first() {
        let list = wordlist::embedded();
        let own = fold("ENDE").expect("a word");
        let themes = [Theme::all([own.clone()])];
        let known = list.filtered(|id| list.score(id) > 80.0);
        let words = Vocabulary { list, preferred: [known.clone()].into(), ..Vocabulary::default() };
        for turn in 0..10 {
            let rest = Rest::new(&known, &themes, turn);
            let by_score = rest.of_puzzle(&words, false);
            assert_eq!(by_score.preferred.len(), 1, "no list is added");
            let made = rest.of_puzzle(&words, true);
            let [awake, all] = &made.preferred[..] else { panic!("two lists") };
            assert_eq!((all.len(), made.list.len()), (known.len(), words.list.len()));
            for id in known.ids() {
                let word = known.word(id);
                assert_eq!(awake.find(word).is_none(), rest.has_easy(word));
                let loss = if rest.has(word) { RESTING } else { 0.0 };
                let score = |list: &WordList| list.find(word).map(|id| list.score(id));
                assert_eq!(score(all), Some(known.score(id) - loss));
                assert_eq!(score(&by_score.list), Some(known.score(id) - loss / 3.0));
            }
            assert!(awake.len() < all.len() && awake.find(&own).is_some(), "an own word never rests");
        }
    }
}
