//! A word list in memory: the words by length, sorted, each with a score.
//!
//! Words of one length are stored one after another in a single vector of letters, because everything that reads a list
//! (propagator, encodings, patterns) scans all words of a length. The list is made at every start of the program, so
//! this has to be fast: words go straight into the bucket of their length, and each bucket is sorted by itself, with
//! words packed into integers for comparison; a bucket that is already sorted, like those of the embedded list, is left
//! as it is. Many lists are made of one: without some words, with other scores, with a few words more. Buckets never
//! change, so lists share those that are equal in them, and a copy of a list costs nothing.

use super::{Apart, Letter};
use crate::fnv;
use std::sync::Arc;

/// A word of a [`WordList`]: its length and its index among the words of that length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId {
    /// The number of letters of the word.
    pub len: usize,
    /// Its index among the sorted words of that length.
    pub index: usize,
}

/// Different words of A to Z, by length, each with a score (higher is better).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordList {
    by_len: Vec<Arc<Bucket>>,
    apart: Option<Arc<Apart>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Bucket {
    letters: Vec<Letter>,
    scores: Vec<f32>,
}

impl WordList {
    /// The score of a word without a score in the list.
    pub const DEFAULT_SCORE: f32 = 50.0;

    /// Makes a list of these words with their scores. A word that occurs more than once keeps its best score;
    /// a word without letters is left out.
    pub fn new(words: impl IntoIterator<Item = (Vec<Letter>, f32)>) -> Self {
        let mut builder = WordListBuilder::default();
        for (word, score) in words {
            builder.push(&word, score);
        }
        builder.build()
    }

    /// Makes a list of words that are sorted already, as in tables: for each length from 0 on, the letters of the words one
    /// after another, and their scores. Words that are out of order or repeated are sorted and merged as by [`Self::new`];
    /// letters without a score, and scores without letters, are left out.
    pub fn of_columns(columns: impl IntoIterator<Item = (Vec<Letter>, Vec<f32>)>) -> Self {
        let bucket = |(len, (mut letters, mut scores)): (usize, (Vec<Letter>, Vec<f32>))| {
            let count = letters.len().checked_div(len).unwrap_or(0).min(scores.len());
            letters.truncate(count * len);
            scores.truncate(count);
            Bucket { letters, scores }
        };
        let by_len = columns.into_iter().enumerate().map(bucket).collect();
        WordListBuilder { by_len }.build()
    }

    /// Merges these lists; a word of several lists has its best score. The words that the first list keeps apart stay apart.
    pub fn merged<'a>(lists: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut lists = lists.into_iter();
        let Some(first) = lists.next() else { return Self::default() };
        lists.fold(first.clone(), |merged, list| {
            let len = merged.by_len.len().max(list.by_len.len());
            let of = |list: &Self, len: usize| list.by_len.get(len).cloned().unwrap_or_default();
            let join = |len| Bucket::joined(len, of(&merged, len), of(list, len));
            let by_len = (0..len).map(join).collect();
            Self { by_len, apart: merged.apart.or_else(|| list.apart.clone()) }
        })
    }

    /// Returns the list with an editor's own words added: those that it had not get the default score, and own words may meet
    /// each other, even if they are relatives.
    pub fn with_own(&self, own: &[Vec<Letter>]) -> Self {
        if own.is_empty() {
            return self.clone();
        }
        let words = own.iter().map(|word| (word.clone(), Self::DEFAULT_SCORE));
        let list = Self::merged([self, &Self::new(words)]);
        match self.apart().filter(|apart| apart.separates(own)) {
            Some(apart) => list.kept_apart(Arc::new(Apart::clone(apart).except(own))),
            None => list,
        }
    }

    /// Returns the list with only the words that `keep` accepts; they stay apart as before.
    pub fn filtered(&self, keep: impl Fn(WordId) -> bool) -> Self {
        self.rescored(|id| keep(id).then(|| self.score(id)))
    }

    /// Returns the list with other scores, and without the words that get none; they stay apart as before.
    pub fn rescored(&self, score: impl Fn(WordId) -> Option<f32>) -> Self {
        let rescored = |(len, bucket): (usize, &Arc<Bucket>)| {
            bucket
                .rescored(len, |index| score(WordId { len, index }))
                .map_or_else(|| bucket.clone(), Arc::new)
        };
        Self::of_buckets(self.by_len.iter().enumerate().map(rescored).collect(), self.apart.clone())
    }

    /// Returns the list without the words of more than `longest` letters; the others stay apart as before.
    pub fn up_to(&self, longest: usize) -> Self {
        let kept = self.by_len.iter().take(longest.saturating_add(1));
        Self::of_buckets(kept.cloned().collect(), self.apart.clone())
    }

    fn of_buckets(mut by_len: Vec<Arc<Bucket>>, apart: Option<Arc<Apart>>) -> Self {
        while by_len.pop_if(|bucket| bucket.scores.is_empty()).is_some() {}
        Self { by_len, apart }
    }

    /// Returns the list with words of which a puzzle may have only one.
    pub fn kept_apart(self, apart: Arc<Apart>) -> Self {
        Self { apart: Some(apart), ..self }
    }

    /// Returns which words may not be in the same puzzle, apart from equal ones.
    pub fn apart(&self) -> Option<&Arc<Apart>> {
        self.apart.as_ref()
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.by_len.iter().map(|b| b.scores.len()).sum()
    }

    /// Returns whether the list has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of words of `len` letters.
    pub fn count(&self, len: usize) -> usize {
        self.by_len.get(len).map_or(0, |b| b.scores.len())
    }

    /// Returns the number of letters of the longest word; 0 for an empty list.
    pub fn longest(&self) -> usize {
        self.by_len.len().saturating_sub(1)
    }

    /// Returns the letters of a word.
    pub fn word(&self, id: WordId) -> &[Letter] {
        &self.by_len[id.len].letters[id.index * id.len..][..id.len]
    }

    /// Returns the score of a word.
    pub fn score(&self, id: WordId) -> f32 {
        self.by_len[id.len].scores[id.index]
    }

    /// Iterates over all words of `len` letters in alphabetical order.
    pub fn words(&self, len: usize) -> impl ExactSizeIterator<Item = &[Letter]> {
        let bucket = self.by_len.get(len);
        let letters = bucket.map_or(&[][..], |bucket| &bucket.letters[..]);
        letters.chunks_exact(len.max(1))
    }

    /// Iterates over all words, short ones first, words of the same length in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = WordId> {
        let lengths = self.by_len.iter().enumerate();
        lengths.flat_map(|(len, b)| (0..b.scores.len()).map(move |index| WordId { len, index }))
    }

    /// Returns the id of this word; `None` if the list does not have it.
    pub fn find(&self, word: &[Letter]) -> Option<WordId> {
        let len = word.len();
        let count = self.count(len);
        let at = |index| self.word(WordId { len, index });
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if at(middle) < word { low = middle + 1 } else { high = middle }
        }
        (low < count && at(low) == word).then_some(WordId { len, index: low })
    }

    /// Returns, for each word of `len` letters, its index among those of another list; `None` if that does not have it. Both
    /// are walked in their common order, because looking up all words of a list one by one takes longer than a small
    /// puzzle.
    pub fn indices_in<'a>(&'a self, other: &'a Self, len: usize) -> impl Iterator<Item = Option<usize>> {
        let are_same = self.has_same_words(other, len);
        let mut others = other.words(len).enumerate().peekable();
        self.words(len).enumerate().map(move |(index, word)| {
            if are_same {
                return Some(index);
            }
            while others.next_if(|(_, other)| *other < word).is_some() {}
            others.next_if(|(_, other)| *other == word).map(|(place, _)| place)
        })
    }

    fn has_same_words(&self, other: &Self, len: usize) -> bool {
        match (self.by_len.get(len), other.by_len.get(len)) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.letters == b.letters,
            _ => false,
        }
    }

    /// Returns the mean of the scores of all words; `None` for an empty list.
    pub fn mean_score(&self) -> Option<f64> {
        mean(self.by_len.iter().flat_map(|b| &b.scores))
    }

    /// Returns the mean of the scores of the words of `len` letters; `None` if there are none.
    pub fn mean_score_of(&self, len: usize) -> Option<f64> {
        mean(self.by_len.get(len).into_iter().flat_map(|b| &b.scores))
    }

    /// Returns whether there are different scores. If all are equal, no word is better than another.
    pub fn is_scored(&self) -> bool {
        let mut scores = self.by_len.iter().flat_map(|b| &b.scores);
        let first = scores.next();
        scores.any(|score| Some(score) != first)
    }

    /// Returns a hash that identifies the list: the same words with the same scores give the same hash, whatever their
    /// order or spelling in the source (FNV-1a over the sorted words and their scores).
    pub fn digest(&self) -> u64 {
        let mut digest = fnv::START;
        for (len, bucket) in self.by_len.iter().enumerate() {
            digest = fnv::extend(digest, (len as u64).to_le_bytes());
            for (word, score) in self.words(len).zip(&bucket.scores) {
                digest = fnv::extend(digest, word.iter().map(|letter| letter.index() as u8));
                digest = fnv::extend(digest, score.to_bits().to_le_bytes());
            }
        }
        digest
    }
}

fn mean<'a>(scores: impl Iterator<Item = &'a f32>) -> Option<f64> {
    let (count, sum) = scores.fold((0u32, 0.0), |(n, sum), score| (n + 1, sum + f64::from(*score)));
    (count > 0).then(|| sum / f64::from(count))
}

/// Collects words one by one and makes a [`WordList`] of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordListBuilder {
    by_len: Vec<Bucket>,
}

impl WordListBuilder {
    /// Adds a word. A repeated word keeps its best score; a word without letters is left out.
    pub fn push(&mut self, word: &[Letter], score: f32) {
        if word.is_empty() {
            return;
        }
        if self.by_len.len() <= word.len() {
            self.by_len.resize(word.len() + 1, Bucket::default());
        }
        let bucket = &mut self.by_len[word.len()];
        bucket.letters.extend_from_slice(word);
        bucket.scores.push(score);
    }

    /// Converts the words added so far into a list.
    pub fn build(mut self) -> WordList {
        for (len, bucket) in self.by_len.iter_mut().enumerate() {
            bucket.sort(len);
        }
        WordList::of_buckets(self.by_len.into_iter().map(Arc::new).collect(), None)
    }
}

impl Bucket {
    /// Returns the words, all of `len` letters, that get a score; `None` if they and their scores are the same as before.
    fn rescored(&self, len: usize, score: impl Fn(usize) -> Option<f32>) -> Option<Self> {
        let scores: Vec<Option<f32>> = (0..self.scores.len()).map(score).collect();
        if scores.iter().zip(&self.scores).all(|(new, old)| *new == Some(*old)) {
            return None;
        }
        let kept = scores.iter().flatten().count();
        let mut rest = Self { letters: Vec::with_capacity(kept * len), scores: Vec::with_capacity(kept) };
        for (index, score) in scores.into_iter().enumerate() {
            if let Some(score) = score {
                rest.letters.extend_from_slice(&self.letters[index * len..][..len]);
                rest.scores.push(score);
            }
        }
        Some(rest)
    }

    /// Returns the words of two buckets, all of `len` letters; a word of both has its better score.
    fn joined(len: usize, one: Arc<Self>, other: Arc<Self>) -> Arc<Self> {
        match (one.scores.is_empty(), other.scores.is_empty()) {
            (_, true) => return one,
            (true, false) => return other,
            (false, false) => {}
        }
        let mut joined = Self::clone(&one);
        joined.letters.extend_from_slice(&other.letters);
        joined.scores.extend_from_slice(&other.scores);
        joined.sort(len);
        Arc::new(joined)
    }

    /// Sorts the words, all of `len` letters, and merges equal ones, keeping the best score.
    fn sort(&mut self, len: usize) {
        let words = || self.letters.chunks_exact(len.max(1));
        if words().zip(words().skip(1)).all(|(a, b)| a < b) {
            return;
        }
        // 5 bits per letter: 25 letters fit; longer words are compared letter by letter.
        let order: Vec<u32> = if len <= 25 {
            let pack = |word: &[Letter]| word.iter().fold(0u128, |key, l| (key << 5) | l.index() as u128);
            let mut keyed: Vec<(u128, u32)> = words().map(pack).zip(0..).collect();
            keyed.sort_unstable();
            keyed.into_iter().map(|(_, index)| index).collect()
        } else {
            let mut keyed: Vec<(&[Letter], u32)> = words().zip(0..).collect();
            keyed.sort_unstable();
            keyed.into_iter().map(|(_, index)| index).collect()
        };
        let mut sorted = Self {
            letters: Vec::with_capacity(self.letters.len()),
            scores: Vec::with_capacity(self.scores.len()),
        };
        for index in order {
            let index = index as usize;
            let (word, score) = (&self.letters[index * len..][..len], self.scores[index]);
            match sorted.scores.last_mut() {
                Some(best) if sorted.letters[sorted.letters.len() - len..] == *word => {
                    *best = best.max(score)
                }
                _ => {
                    sorted.letters.extend_from_slice(word);
                    sorted.scores.push(score);
                }
            }
        }
        *self = sorted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn letters(word: &str) -> Vec<Letter> {
        word.chars().map(|c| Letter::from_char(c).expect("a letter")).collect()
    }

    fn list(words: &[(&str, f32)]) -> WordList {
        WordList::new(words.iter().map(|(word, score)| (letters(word), *score)))
    }

    #[test]
    fn words_are_sorted_and_keep_their_best_score() {
        let list =
            list(&[("ROSE", 3.0), ("EI", 1.0), ("ABEL", 2.0), ("ROSE", 9.0), ("ROSE", 4.0), ("", 1.0)]);
        assert_eq!((list.len(), list.count(4), list.count(3), list.longest()), (3, 2, 0, 4));
        let words: Vec<_> = list.words(4).map(<[Letter]>::to_vec).collect();
        assert_eq!(words, [letters("ABEL"), letters("ROSE")]);
        let rose = list.find(&letters("ROSE")).expect("is in the list");
        assert_eq!((rose, list.score(rose)), (WordId { len: 4, index: 1 }, 9.0));
        assert_eq!(list.find(&letters("ROSA")), None);
        assert_eq!(list.find(&letters("ABCDEFGH")), None);
    }

    #[test]
    fn lists_of_columns_and_parts_of_lists() {
        let column = |words: &[(&str, f32)]| {
            let text: Vec<Letter> = words.iter().flat_map(|(word, _)| letters(word)).collect();
            (text, words.iter().map(|(_, score)| *score).collect::<Vec<_>>())
        };
        let none = || (letters("A"), vec![1.0]);
        let two = [("AB", 5.0), ("CD", 1.0)];
        let made = WordList::of_columns([none(), (vec![], vec![]), column(&two), column(&[("ABC", 7.0)])]);
        assert_eq!(made, list(&[("AB", 5.0), ("CD", 1.0), ("ABC", 7.0)]));
        let wild = [("CD", 1.0), ("AB", 5.0), ("CD", 3.0)];
        let cut = (letters("ABCD"), vec![1.0]);
        let made = WordList::of_columns([none(), (vec![], vec![]), column(&wild), cut]);
        assert_eq!(made, list(&[("AB", 5.0), ("CD", 3.0), ("ABC", 1.0)]));
        for (longest, words) in [(9, 3), (3, 3), (2, 2), (1, 0), (0, 0)] {
            let part = made.up_to(longest);
            assert_eq!((part.len(), part.longest()), (words, longest.min(3) * usize::from(words > 0)));
            assert_eq!(part, made.filtered(|id| id.len <= longest));
        }
    }

    #[test]
    fn words_are_found_in_other_lists() {
        let one = list(&[("AB", 5.0), ("CD", 1.0), ("EF", 1.0), ("GH", 2.0), ("ABC", 1.0)]);
        let other = list(&[("AA", 5.0), ("CD", 1.0), ("DD", 1.0), ("EF", 1.0)]);
        let found = |a: &WordList, b: &WordList, len| a.indices_in(b, len).collect::<Vec<_>>();
        assert_eq!(found(&one, &other, 2), [None, Some(1), Some(3), None]);
        assert_eq!(found(&other, &one, 2), [None, Some(1), None, Some(2)]);
        assert_eq!((found(&one, &other, 3), found(&other, &one, 3)), (vec![None], vec![]));
        let scored = one.rescored(|_| Some(7.0));
        for same in [&one, &one.clone(), &scored] {
            assert_eq!(found(same, &one, 2), [Some(0), Some(1), Some(2), Some(3)]);
        }
    }

    #[test]
    fn means_and_whether_scores_tell_words_apart() {
        assert_eq!(WordList::default().mean_score(), None);
        assert!(!WordList::default().is_scored());
        assert!(!list(&[("AB", 5.0), ("ABC", 5.0)]).is_scored());
        let scored = list(&[("AB", 5.0), ("ABC", 7.0)]);
        assert!(scored.is_scored());
        assert_eq!((scored.mean_score(), scored.mean_score_of(3)), (Some(6.0), Some(7.0)));
        assert_eq!((scored.mean_score_of(4), scored.mean_score_of(99)), (None, None));
    }

    #[test]
    fn the_digest_depends_on_words_and_scores_alone() {
        let one = list(&[("AB", 5.0), ("ABC", 7.0)]);
        assert_eq!(one.digest(), list(&[("ABC", 7.0), ("AB", 5.0), ("AB", 1.0)]).digest());
        assert_ne!(one.digest(), list(&[("AB", 5.0), ("ABC", 8.0)]).digest());
        assert_ne!(one.digest(), list(&[("AB", 5.0), ("ABD", 7.0)]).digest());
        assert_ne!(one.digest(), list(&[("AB", 5.0)]).digest());
    }

    #[test]
    fn merging_keeps_the_best_score() {
        let merged =
            WordList::merged([&list(&[("AB", 5.0), ("CD", 1.0)]), &list(&[("AB", 6.0), ("ABC", 2.0)])]);
        assert_eq!(merged, list(&[("AB", 6.0), ("CD", 1.0), ("ABC", 2.0)]));
    }

    #[test]
    fn words_stay_apart_in_lists_made_of_a_list() {
        let whole = list(&[("RUND", 5.0), ("UNRUND", 6.0), ("EI", 1.0)]);
        let family: Vec<WordId> = whole.ids().filter(|id| id.len > 2).collect();
        let whole = whole.clone().kept_apart(Arc::new(Apart::new(&whole, [family], Apart::INSIDE)));
        assert_eq!((whole.len(), whole.apart().map(|apart| apart.count())), (3, Some(1)));
        let long = whole.filtered(|id| id.len > 2);
        let scored = whole.rescored(|id| (id.len > 2).then_some(id.len as f32));
        let merged = WordList::merged([&list(&[("AB", 5.0)]), &whole]);
        for (made, score, len) in [(&long, 5.0, 2), (&scored, 4.0, 2), (&merged, 5.0, 4)] {
            let rund = made.find(&letters("RUND")).expect("is in the list");
            assert_eq!((made.score(rund), made.len()), (score, len));
            let apart = made.apart().expect("words are kept apart");
            assert!(apart.are_relatives(&letters("RUND"), &letters("UNRUND")));
        }
        assert_eq!(list(&[("AB", 5.0)]).apart(), None);
    }

    proptest! {
        /// The packed sort of short words and the plain sort of long words agree with an ordered map.
        #[test]
        fn the_list_is_what_an_ordered_map_says(
            words in prop::collection::vec(("[A-C]{1,4}|[AB]{24,27}", 0u8..100), 0..80)
        ) {
            let mut map: BTreeMap<(usize, Vec<Letter>), f32> = BTreeMap::new();
            for (word, score) in &words {
                let best = map.entry((word.len(), letters(word))).or_insert(0.0);
                *best = best.max(f32::from(*score));
            }
            let list = WordList::new(words.iter().map(|(w, s)| (letters(w), f32::from(*s))));
            let found: Vec<_> =
                list.ids().map(|id| ((id.len, list.word(id).to_vec()), list.score(id))).collect();
            prop_assert_eq!(found, map.into_iter().collect::<Vec<_>>());
        }
    }
}
