//! What a session knows about words: which may be used, which are preferred, and what can be asked about them.

use super::protocol::Wishes;
use crate::encodings::lexicon::{Letter, Theme, WordList, fold_phrase};
use crate::publish::clues::built_in::BuiltIn;
use crate::publish::clues::collection::{Avoided, Clues, CluesError};
use crate::publish::clues::give::FIELD;
use crate::publish::clues::source::Source;
use crate::publish::puzzle::{Clue, Language};
use crate::solver::words::WordIndex;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The words of a session; shared with the jobs that it runs.
#[derive(Debug)]
pub struct Words {
    /// The words that may be used.
    pub list: WordList,
    /// Those that are preferred, the best first, each a part of the next.
    pub preferred: Vec<WordList>,
    /// The language of a puzzle that is begun with them, if it is known; print breaks words by it.
    pub language: Option<Language>,
    clues: Clues,
    built_in: BuiltIn,
}

impl Words {
    /// Reads what these sources, and the program itself, say about the words of a list.
    pub fn new(
        list: WordList,
        preferred: Vec<WordList>,
        sources: &[Source],
        language: Option<&Language>,
    ) -> Result<Self, CluesError> {
        let clues = Clues::of(sources, &list, language)?;
        let built_in = BuiltIn::about(&list);
        Ok(Self { list, preferred, language: language.cloned(), clues, built_in })
    }

    /// Returns the words with the language of puzzles that are begun with them.
    #[must_use]
    pub fn speaking(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// Returns the clues for a word, best first, with how many characters there is room for.
    pub fn suggestions(&self, word: &[Letter], space: usize) -> Vec<Clue> {
        self.clues.suggestions(word, space)
    }

    /// Returns clues to be given to a word: one of the best, and shorter ones in its place.
    pub fn choose(&self, word: &[Letter], space: usize, seed: u64) -> Vec<Clue> {
        self.clues.choose(word, space, seed, &Avoided::default())
    }

    /// Returns the lines that name the sources of these clues.
    pub fn credit(&self, source: &str) -> Option<String> {
        self.clues.credit(source)
    }

    /// Returns how well known a word is, 1 to 5; 0 if it is not known.
    pub fn level(&self, word: &[Letter]) -> u8 {
        self.list.find(word).and_then(|id| self.built_in.level(id)).unwrap_or(0)
    }
}

/// The words for a draft: those of the session with its wishes, which are rebuilt only if the wishes change.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// What is known about words.
    pub words: Arc<Words>,
    /// The words that may be used: without banned ones, with those that are wished for.
    pub list: Arc<WordList>,
    /// The same, indexed.
    pub index: Arc<WordIndex>,
    /// The preferred ones.
    pub preferred: Arc<[WordList]>,
    /// The wishes as the searches take them.
    pub themes: Arc<[Theme]>,
    /// The letters of the solution word.
    pub spelled: Arc<[Letter]>,
    wishes: Arc<Wishes>,
}

impl Vocabulary {
    /// Returns the words for these wishes.
    pub fn new(words: Arc<Words>, wishes: Arc<Wishes>) -> Self {
        let letters = |texts: &[String]| -> BTreeSet<Vec<Letter>> {
            texts.iter().filter_map(|text| fold_phrase(text)).collect()
        };
        let (needed, wanted) = (letters(&wishes.needed), letters(&wishes.wanted));
        let banned = letters(&wishes.banned);
        let mut themes = Vec::new();
        if !needed.is_empty() {
            themes.push(Theme::all(needed.iter().cloned()));
        }
        if !wanted.is_empty() {
            themes.push(Theme::wishes(wanted.iter().cloned()));
        }
        let own: Vec<Vec<Letter>> = needed.union(&wanted).cloned().collect();
        let is_asked = |word: &[Letter]| !wishes.clued || words.clues.asks(word, FIELD).is_some();
        let of = |list: &WordList| match banned.is_empty() && !wishes.clued {
            true => list.with_own(&own),
            false => {
                let may_be_used = |word: &[Letter]| !banned.contains(word) && is_asked(word);
                list.filtered(|id| may_be_used(list.word(id))).with_own(&own)
            }
        };
        let list = Arc::new(of(&words.list));
        let preferred = words.preferred.iter().map(of).collect();
        let spelled = wishes.solution_word.as_deref().and_then(fold_phrase).unwrap_or_default();
        let index = Arc::new(WordIndex::new(&list));
        Self { words, list, index, preferred, themes: themes.into(), spelled: spelled.into(), wishes }
    }

    /// Returns the words together with those that a person has put into the grid. These need not be in any list, and
    /// relatives among them may meet.
    #[must_use]
    pub fn with_given(&self, given: &[Vec<Letter>]) -> Self {
        let is_known = given.iter().all(|word| self.list.find(word).is_some());
        let may_meet = self.list.apart().is_none_or(|apart| !apart.separates(given));
        if is_known && may_meet {
            return self.clone();
        }
        let list = Arc::new(self.list.with_own(given));
        let preferred = self.preferred.iter().map(|list| list.with_own(given)).collect();
        let index = Arc::new(WordIndex::new(&list));
        Self { list, index, preferred, ..self.clone() }
    }

    /// Returns the words without one of them.
    #[must_use]
    pub fn without(&self, word: &[Letter]) -> Self {
        let of = |list: &WordList| list.filtered(|id| list.word(id) != word);
        let list = Arc::new(of(&self.list));
        let index = Arc::new(WordIndex::new(&list));
        Self { preferred: self.preferred.iter().map(of).collect(), list, index, ..self.clone() }
    }

    /// Returns the words for other wishes.
    #[must_use]
    pub fn wishing(&self, wishes: &Arc<Wishes>) -> Self {
        match self.wishes == *wishes {
            true => self.clone(),
            false => Self::new(Arc::clone(&self.words), Arc::clone(wishes)),
        }
    }
}
