//! Short words take turns: of the embedded lists, each puzzle prefers other ones.
//!
//! Some words fit nearly everywhere, and everybody knows them: without a rule, EHE is in every third puzzle, and a reader
//! who solves one a day is soon tired of it. Long words are many and hardly ever repeat by themselves. So in each puzzle
//! most of the short words rest: their scores are lower, and where that is no help, because they are needed to fill the
//! grid at all (these are the words of frequent letters), a list without them is preferred. Both are preferences, and what
//! rests comes in where nothing else fits. The seed says which words rest, so the same seed gives the same puzzle.
//!
//! Lists of a user's own are used as they are: who made them knows what to have in a puzzle.

use super::vocabulary::Vocabulary;
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::{Letter, Theme, WordId, WordList};
use std::collections::HashSet;

/// The lengths of the words that take turns. There are few of them, and half of a puzzle's words are so short.
const SHORT: std::ops::RangeInclusive<usize> = 3..=4;

/// A short word is awake in one of this many puzzles.
const TURNS: u64 = 6;

/// The number of words of each short length that fit nearly everywhere.
const EASY: usize = 200;

/// A word that fits nearly everywhere is awake in one of this many puzzles.
const TURNS_OF_EASY: u64 = 10;

/// What a word that rests loses of its score. This is enough for other words to be better, and too little for words
/// that few people know: those are outside of the preferred lists.
const RESTING: f32 = 24.0;

/// The short words that rest in one puzzle.
pub struct Rest<'a> {
    seed: u64,
    /// The words that fit nearly everywhere.
    easy: HashSet<&'a [Letter]>,
    /// The own words, which never rest.
    own: HashSet<&'a [Letter]>,
}

impl<'a> Rest<'a> {
    /// Lets short words of a list rest in the puzzle of this seed. `favourites` are the words that are preferred most;
    /// among them are those that come back whenever they may.
    pub fn new(favourites: &'a WordList, themes: &'a [Theme], seed: u64) -> Self {
        let own = themes.iter().flat_map(Theme::words).map(Vec::as_slice).collect();
        Self { seed, easy: easy(favourites), own }
    }

    /// Returns the words to search this puzzle with: those that rest have lower scores, and the words that are preferred
    /// most without those that fit nearly everywhere and rest are preferred still more.
    pub fn of_puzzle(&self, words: &Vocabulary) -> Vocabulary {
        let mut words = words.mapped(|list| self.lowered(list));
        let favourites = words.preferred.first().unwrap_or(&words.list);
        let awake = favourites.filtered(|id| !self.has_easy(favourites.word(id)));
        words.preferred = [awake].into_iter().chain(words.preferred.iter().cloned()).collect();
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

    /// Returns whether it is a word's turn, which it is once in so many seeds that follow each other, in each round
    /// of them together with others.
    fn is_turn(&self, word: &[Letter], turns: u64) -> bool {
        let (round, turn) = (self.seed / turns, self.seed % turns);
        let start = fnv::extend(fnv::START, round.to_le_bytes());
        // The lowest bits of this hash depend on the last letter most.
        (fnv::extend(start, word.iter().map(|letter| letter.index() as u8 + 1)) >> 20) % turns == turn
    }

    /// Returns the list with lower scores for the words that rest.
    fn lowered(&self, list: &WordList) -> WordList {
        let loss = |id| if self.has(list.word(id)) { RESTING } else { 0.0 };
        list.rescored(|id| Some(list.score(id) - loss(id)))
    }
}

/// Returns the words of each short length that fit nearly everywhere: those made of the letters that are most frequent
/// in the list.
fn easy(list: &WordList) -> HashSet<&[Letter]> {
    let mut count = [1.0_f64; Letter::COUNT];
    list.ids().flat_map(|id| list.word(id)).for_each(|letter| count[letter.index()] += 1.0);
    let ease = |id: &WordId| list.word(*id).iter().map(|letter| count[letter.index()].ln()).sum::<f64>();
    let of_length = |len| {
        let mut words: Vec<WordId> = (0..list.count(len)).map(|index| WordId { len, index }).collect();
        words.sort_by(|a, b| ease(b).total_cmp(&ease(a)));
        words.into_iter().take(EASY).map(|id| list.word(id))
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
        let of_seed = |seed| Rest::new(&list, &[], seed);
        let rests: Vec<Rest<'_>> = (0..30).map(of_seed).collect();
        for id in list.ids() {
            let word = list.word(id);
            let awake = rests.iter().filter(|rest| !rest.has(word)).count();
            let easy = rests[0].easy.contains(word);
            assert_eq!(easy, rests[7].easy.contains(word), "the seed does not matter");
            // Seeds 0 to 29 are five rounds of six and three rounds of ten.
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
        for seed in 0..10 {
            let rest = Rest::new(&known, &themes, seed);
            let made = rest.of_puzzle(&words);
            let [awake, all] = &made.preferred[..] else { panic!("two lists") };
            assert_eq!((all.len(), made.list.len()), (known.len(), words.list.len()));
            for id in known.ids() {
                let word = known.word(id);
                assert_eq!(awake.find(word).is_none(), rest.has_easy(word));
                let loss = if rest.has(word) { RESTING } else { 0.0 };
                let score = all.find(word).map(|id| all.score(id));
                assert_eq!(score, Some(known.score(id) - loss));
            }
            assert!(awake.len() < all.len() && awake.find(&own).is_some(), "an own word never rests");
        }
    }
}
