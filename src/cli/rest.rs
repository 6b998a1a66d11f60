//! Short words take turns: each puzzle prefers a different part of the embedded lists.
//!
//! Some words fit nearly everywhere, and everybody knows them: without a rule, EHE is in every third puzzle, and people
//! who solve one a day soon tire of it. There are many more long words, and they hardly ever repeat. So each puzzle
//! avoids most of the short words: their scores are lowered, and if that does not help, because hardly any other word
//! fits in their place, a list without them is preferred. Both are only preferences: an avoided word is used where
//! nothing else fits. The seed and the file name decide which words are avoided, and puzzles with consecutive seeds take
//! turns.
//!
//! Users' own lists are used as they are: their authors know what they want in a puzzle.

use super::vocabulary::Vocabulary;
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::{Letter, Theme, WordList};
use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

/// The lengths of the words that take turns. There are few such words, but half of a puzzle's words are this short.
const SHORT: RangeInclusive<usize> = 3..=4;

/// A short word's turn comes again after one of these numbers of puzzles, always the same for that word. As the numbers
/// differ from word to word, words whose turns coincide do not coincide again soon.
const PERIODS: Range<u64> = 12..16;

/// The same for the words that fills need most.
const PERIODS_OF_WANTED: Range<u64> = 14..18;

/// How many words of each short length count as those that fills need most. Lists without those of them that are
/// resting are tried one after the other.
const WANTED: [usize; 2] = [400, 150];

/// The words after these, up to this number of each short length, are needed often, too. The first list also leaves out
/// those of them that rest deeply. (Without any of them fills fail too often; when none was left out, one word was in
/// every fifth puzzle.)
const OFTEN: usize = 550;

/// The exponent that makes rare letters count for more than their frequency: a fill that meets one has to take what there is.
const DAMPING: f64 = 0.75;

/// What a resting word loses of its score: enough for most other words that are equally well known to score higher.
const RESTING: f32 = 34.0;

/// The same where words that few people know are on equal terms with the others except for their scores.
const RESTING_BY_SCORE: f32 = 8.0;

/// Half of the time, a resting word rests more deeply than this.
const DEEP: f32 = 1.0;

/// The short words that are resting in one puzzle.
pub struct Rest<'a> {
    /// The number of the puzzle in its series.
    turn: u64,
    /// The words that fills need most, for each number in [`WANTED`].
    wanted: [HashSet<&'a [Letter]>; WANTED.len()],
    /// The words that fills need often.
    often: HashSet<&'a [Letter]>,
    /// The own words, which never rest.
    own: HashSet<&'a [Letter]>,
}

impl<'a> Rest<'a> {
    /// Lets short words of a list rest in the puzzle with this number. `favourites` are the words that are preferred
    /// most; the words that fills need most are among them.
    pub fn new(favourites: &'a WordList, themes: &'a [Theme], turn: u64) -> Self {
        let own = themes.iter().flat_map(Theme::words).map(Vec::as_slice).collect();
        let ranked: Vec<Vec<&[Letter]>> = SHORT.map(|len| ranked(favourites, len)).collect();
        let of_ranks = |ranks: Range<usize>| {
            let words = ranked.iter().flat_map(|words| words.iter().take(ranks.end).skip(ranks.start));
            words.copied().collect()
        };
        Self { turn, wanted: WANTED.map(|count| of_ranks(0..count)), often: of_ranks(WANTED[0]..OFTEN), own }
    }

    /// Returns the words to search this puzzle with: those that rest have lower scores. If the words that most people
    /// know are preferred, lists of them without the resting words that fills need most are preferred to that.
    pub fn of_puzzle(&self, words: &Vocabulary, known_first: bool) -> Vocabulary {
        let loss = if known_first { RESTING } else { RESTING_BY_SCORE };
        let mut words = words.mapped(|list| self.lowered(list, loss));
        if let Some(known) = words.preferred.first().filter(|_| known_first) {
            let rests = |word: &[Letter], list: usize| {
                self.wanted[list].contains(word)
                    || list == 0 && self.often.contains(word) && self.depth(word) > DEEP
            };
            let awake = |list| known.filtered(|id| !self.has(known.word(id)) || !rests(known.word(id), list));
            words.preferred = (0..WANTED.len()).map(awake).chain(words.preferred.iter().cloned()).collect();
        }
        words
    }

    /// Returns whether a word rests.
    fn has(&self, word: &[Letter]) -> bool {
        SHORT.contains(&word.len()) && !self.own.contains(word) && !self.is_turn(word)
    }

    /// Returns whether a word is one of those that fills need most.
    fn is_wanted(&self, word: &[Letter]) -> bool {
        self.wanted[0].contains(word)
    }

    /// Returns whether it is a word's turn: once in each of its periods.
    fn is_turn(&self, word: &[Letter]) -> bool {
        let periods = if self.is_wanted(word) { PERIODS_OF_WANTED } else { PERIODS };
        let hash = fnv::extend(fnv::START, word.iter().map(|letter| letter.index() as u8 + 1));
        // The lowest bits of this hash depend on the last letter most.
        let (period, phase) = (periods.start + (hash >> 20) % (periods.end - periods.start), hash >> 32);
        (self.turn % period + phase % period).is_multiple_of(period)
    }

    /// Returns the list with lower scores for the words that rest.
    fn lowered(&self, list: &WordList, loss: f32) -> WordList {
        let lost = |word| if self.has(word) { loss * self.depth(word) } else { 0.0 };
        list.rescored(|id| Some(list.score(id) - lost(list.word(id))))
    }

    /// Returns how deeply a word rests, up to 0.5 more or less than [`DEEP`]. The number differs from puzzle to puzzle,
    /// so that it is not always the same resting words that are used.
    fn depth(&self, word: &[Letter]) -> f32 {
        let of_turn = fnv::extend(fnv::START, self.turn.to_le_bytes());
        let hash = fnv::extend(of_turn, word.iter().map(|letter| letter.index() as u8 + 1));
        DEEP - 0.5 + (hash >> 40) as f32 / (1_u64 << 24) as f32
    }
}

/// Returns the words of a length, beginning with those that fills need most.
///
/// A fill asks for a pattern, a word with one letter open, the more often the more frequent its letters are, and takes
/// any word that has them; so a word is needed most if its letters are frequent and few others fit in its place.
/// (Measured on 661 puzzles: its rank correlation with the number of puzzles is 0.65 for words of three letters and
/// 0.61 for words of four; that of the letters' frequency alone is 0.54.)
fn ranked(list: &WordList, len: usize) -> Vec<&[Letter]> {
    let mut frequency = [0.0_f64; Letter::COUNT];
    list.ids().flat_map(|id| list.word(id)).for_each(|letter| frequency[letter.index()] += 1.0);
    let likely = frequency.map(|frequency| frequency.powf(DAMPING));
    // The number of a pattern begins with its open field, and has a digit for each of the others.
    let pattern = |word: &[Letter], open: usize| {
        let others = (0..len).filter(|&at| at != open);
        others.fold(open, |number, at| number * Letter::COUNT + word[at].index())
    };
    let mut takers = vec![0_u32; len * Letter::COUNT.pow(len as u32 - 1)];
    list.words(len).for_each(|word| (0..len).for_each(|open| takers[pattern(word, open)] += 1));
    let demand = |word: &[Letter]| -> f64 {
        let asked: f64 = word.iter().map(|letter| likely[letter.index()]).product();
        let of_pattern =
            |open: usize| asked / likely[word[open].index()] / f64::from(takers[pattern(word, open)]);
        (0..len).map(of_pattern).sum()
    };
    let mut words: Vec<(f64, &[Letter])> = list.words(len).map(|word| (demand(word), word)).collect();
    words.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    words.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cwsat::encodings::lexicon::fold;
    use cwsat::wordlist;
    use itertools::Itertools;
    use std::collections::HashMap;

    #[test]
    fn short_words_take_turns_and_long_ones_do_not() {
        let list = wordlist::embedded();
        let most = PERIODS_OF_WANTED.end as usize;
        let rests: Vec<Rest<'_>> =
            (1000..1000 + 3 * most as u64).map(|turn| Rest::new(&list, &[], turn)).collect();
        let mut together = HashMap::new();
        for id in list.ids() {
            let word = list.word(id);
            let awake: Vec<usize> = (0..rests.len()).filter(|&turn| !rests[turn].has(word)).collect();
            let wanted = rests[0].is_wanted(word);
            assert_eq!(wanted, rests[7].is_wanted(word), "the turn does not matter");
            if !SHORT.contains(&id.len) {
                assert_eq!(awake.len(), rests.len());
                continue;
            }
            let periods = if wanted { PERIODS_OF_WANTED } else { PERIODS };
            let gaps: Vec<usize> = awake.iter().tuple_windows().map(|(a, b)| b - a).collect();
            let text = word.iter().join("");
            assert!(
                awake[0] < most && gaps.iter().all_equal() && periods.contains(&(gaps[0] as u64)),
                "{text}"
            );
            *together.entry((awake[0], gaps[0])).or_insert(0) += 1;
        }
        // Each period has a group for each of its turns, if there is a word for it.
        let groups: u64 = (PERIODS.start..PERIODS_OF_WANTED.end).sum();
        assert!((groups * 9 / 10..=groups).contains(&(together.len() as u64)), "{}", together.len());
        let awake = |rest: &Rest<'_>| list.words(4).filter(|word| !rest.has(word)).count();
        let share = list.count(4) / 20..list.count(4) / 8;
        assert!(rests.iter().all(|rest| share.contains(&awake(rest))));
    }

    #[test]
    fn fills_ask_most_for_frequent_letters_and_for_words_without_others_in_their_place() {
        let word = |text| fold(text).expect("a word");
        // Among many words of the same letters, only ABD ends in D; there is no other word with a Q.
        let texts = ["ABA", "ABB", "ABC", "BBA", "BBB", "BBC", "CBA", "CBB", "CBC", "ABD", "QQQ"];
        let list = WordList::new(texts.map(|text| (word(text), 1.0)));
        let mut frequency = HashMap::new();
        texts
            .iter()
            .flat_map(|text| text.chars())
            .for_each(|letter| *frequency.entry(letter).or_insert(0.0) += 1.0);
        let demand = |text: &str| -> f64 {
            let pattern = |text: &str, open: usize| -> String {
                text.chars().enumerate().map(|(at, letter)| if at == open { '?' } else { letter }).collect()
            };
            let of_pattern = |open: usize| {
                let asked = pattern(text, open);
                let others = texts.iter().filter(|other| pattern(other, open) == asked).count();
                let letters: f64 = asked.chars().filter(|&c| c != '?').map(|c| frequency[&c]).product();
                letters.powf(DAMPING) / others as f64
            };
            (0..3).map(of_pattern).sum()
        };
        let mut expected = texts.to_vec();
        expected.sort_by(|a, b| demand(b).total_cmp(&demand(a)));
        let ranked: Vec<String> = ranked(&list, 3).iter().map(|word| word.iter().join("")).collect();
        assert_eq!(ranked[..2], expected[..2]);
        assert_eq!(ranked.last().map(String::as_str), Some("QQQ"));
    }

    #[test]
    fn a_list_without_the_wanted_words_that_rest_comes_first() {
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
            let [awake, more, all] = &made.preferred[..] else { panic!("three lists") };
            assert_eq!((all.len(), made.list.len()), (known.len(), words.list.len()));
            for id in known.ids() {
                let word = known.word(id);
                let is_in = |list: &WordList| list.find(word).is_some();
                let is_often_deep = rest.often.contains(word) && rest.depth(word) > DEEP;
                assert_eq!(
                    is_in(awake),
                    !(rest.has(word) && (rest.wanted[0].contains(word) || is_often_deep))
                );
                assert_eq!(is_in(more), !(rest.has(word) && rest.wanted[1].contains(word)));
                let lost = |loss: f32| if rest.has(word) { loss * rest.depth(word) } else { 0.0 };
                assert!((0.5..=1.5).contains(&rest.depth(word)));
                let score = |list: &WordList| list.find(word).map(|id| list.score(id));
                assert_eq!(score(all), Some(known.score(id) - lost(RESTING)));
                assert_eq!(score(&by_score.list), Some(known.score(id) - lost(RESTING_BY_SCORE)));
            }
            assert!(
                awake.len() < more.len() && more.len() < all.len() && awake.find(&own).is_some(),
                "an own word never rests"
            );
        }
    }
}
