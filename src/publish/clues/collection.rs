//! All clues for the words of a puzzle: from the sources that the user names, and from the program's own tables.
//!
//! The sources are opened first, which reveals their languages: a puzzle has only one, and a source in another would
//! mislead (DIE is a word in German and in English). Then each is searched for the words of the puzzle. Fitting to a
//! space and judging come last, and only for words that a clue is requested for.

use super::candidate::{Candidate, Nature};
use super::contents::{About, Contents};
use super::gives_away::Answers;
use super::own;
use super::plurals::Plurals;
use super::rank::{EQUALLY_GOOD, Ranked, rank};
use super::source::{Source, SourceError};
use super::tongue;
use crate::encodings::fnv;
use crate::encodings::lexicon::{Letter, WordList};
use crate::publish::puzzle::{Clue, Language};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use thiserror::Error;

/// How many shorter clues are kept for the case that the chosen one turns out to be too long for its place.
const STAND_INS: usize = 3;

/// The clues for some words.
#[derive(Clone, Debug)]
pub struct Clues {
    /// The language of the clues.
    pub language: Language,
    /// What a user should know about the sources, such as what was skipped or left out; one sentence each.
    pub notes: Vec<String>,
    sources: Vec<About>,
    /// For each word, what is said about it and the index of the source that says so.
    by_word: HashMap<Vec<Letter>, Vec<(usize, Candidate)>>,
    /// How words are spelled, where a source spells them with more than their letters.
    spellings: HashMap<Vec<Letter>, String>,
}

/// What a clue should not be, or contain, if there is another one.
#[derive(Clone, Debug, Default)]
pub struct Avoided {
    /// Clues that are printed elsewhere.
    pub clues: HashSet<String>,
    /// The answers of the puzzle.
    pub(super) answers: Answers,
}

/// Whether all clues of a word are weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlyWeak(pub bool);

/// Why there are no clues.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CluesError {
    /// A source cannot be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The sources are in several languages, and no language was requested.
    #[error("the clue sources are in several languages ({0}); say which one with --language")]
    Languages(String),
}

impl Clues {
    /// Reads what these sources say about the wanted words, and adds what the program itself knows. If `language` is
    /// `None`, it is that of the sources or, if they do not say, that of the words, German or English.
    pub fn read(
        paths: &[PathBuf],
        wanted: &WordList,
        language: Option<&Language>,
    ) -> Result<Self, CluesError> {
        Self::of(&Source::open_all(paths)?, wanted, language)
    }

    /// Does the same with sources that are open already: some can be opened only once, like pipes.
    pub fn of<'a>(
        sources: impl IntoIterator<Item = &'a Source>,
        wanted: &WordList,
        language: Option<&Language>,
    ) -> Result<Self, CluesError> {
        let sources: Vec<&Source> = sources.into_iter().collect();
        let language = match language {
            Some(language) => language.clone(),
            None => language_of(&sources)?.unwrap_or_else(|| tongue::likely(wanted)),
        };
        // Only the clues of a source are put into the plural: the built-in ones have plurals of their own.
        let plurals = match language.primary() {
            "de" if !sources.is_empty() => Plurals::among(wanted),
            _ => Plurals::default(),
        };
        let ids = wanted.ids().map(|id| wanted.word(id));
        let asked = WordList::new(
            ids.chain(plurals.singulars()).map(|word| (word.to_vec(), WordList::DEFAULT_SCORE)),
        );
        let mut clues = Self {
            language,
            notes: Vec::new(),
            sources: Vec::new(),
            by_word: HashMap::new(),
            spellings: HashMap::new(),
        };
        for source in sources {
            let about = source.about();
            let fits =
                about.language.as_ref().is_none_or(|other| other.primary() == clues.language.primary());
            if !fits {
                let (name, language) = (&about.name, &clues.language);
                clues
                    .notes
                    .push(format!("{name} is left out: its language is not that of the puzzle ({language})"));
                continue;
            }
            let contents = source.read(&asked)?;
            if contents.skipped.count > 0 {
                clues.notes.push(format!("{}: {}", about.name, contents.skipped));
            }
            clues.add(about.clone(), contents, &plurals, wanted);
        }
        let about = About { name: own::NAME.to_owned(), silent: true, ..About::default() };
        let contents = own::read(wanted, &clues.language);
        clues.add(about, contents, &plurals, wanted);
        Ok(clues)
    }

    fn add(&mut self, about: About, mut contents: Contents, plurals: &Plurals, wanted: &WordList) {
        plurals.extend(&mut contents);
        let source = self.sources.len();
        self.sources.push(about);
        for (word, spelling) in contents.spellings {
            self.spellings.entry(word).or_insert(spelling);
        }
        for (word, candidates) in contents.by_word {
            if wanted.find(&word).is_some() {
                let all = self.by_word.entry(word).or_default();
                all.extend(candidates.into_iter().map(|candidate| (source, candidate)));
            }
        }
    }

    /// Leaves out built-in clues for senses of a word that are less well known than this level, from 1 (everybody knows it) to
    /// 5 (only regular solvers do), if the word has a better known one as well.
    #[must_use]
    pub fn up_to_level(mut self, most: u8) -> Self {
        for candidates in self.by_word.values_mut() {
            if candidates.iter().any(|(_, candidate)| candidate.level.is_some_and(|level| level <= most)) {
                candidates.retain(|(_, candidate)| candidate.level.is_none_or(|level| level <= most));
            }
        }
        self
    }

    /// Returns the level of a clue of this text for a word, if it is one from the clue base: that of its best known sense.
    pub fn level(&self, word: &[Letter], text: &str) -> Option<u8> {
        let all = self.by_word.get(word).into_iter().flatten();
        all.filter(|(_, candidate)| candidate.text == text).filter_map(|(_, candidate)| candidate.level).min()
    }

    /// Returns how a source spells a word, if it does so with more than its letters.
    pub fn spelling(&self, word: &[Letter]) -> Option<&str> {
        self.spellings.get(word).map(String::as_str)
    }

    /// Returns whether a word has only weak clues that fit a space of `space` characters; `None` if it has no clue that
    /// fits.
    pub fn asks(&self, word: &[Letter], space: usize) -> Option<OnlyWeak> {
        let all = self.by_word.get(word).into_iter().flatten();
        // The clues of the base are good ones, as its lint ensures. Most words have one, and judging takes time.
        let is_good = |candidate: &Candidate| {
            candidate.nature == Nature::Base && candidate.text.chars().count() <= space
        };
        if all.clone().any(|(_, candidate)| is_good(candidate)) {
            return Some(OnlyWeak(false));
        }
        let ranked = all.filter_map(|(_, candidate)| rank(candidate, word, space));
        let mut fitting = ranked.filter(|clue| clue.text.chars().count() <= space);
        let first = fitting.next()?;
        Some(OnlyWeak(first.weak && fitting.all(|clue| clue.weak)))
    }

    /// Returns the clues that an author wrote for a word and that cannot be used because they contain the answer.
    pub fn refused(&self, word: &[Letter]) -> impl Iterator<Item = &str> {
        let written = self.by_word.get(word).into_iter().flatten().map(|(_, candidate)| candidate);
        let written =
            written.filter(|candidate| matches!(candidate.nature, Nature::Written | Nature::Listed));
        written.filter(|candidate| rank(candidate, word, usize::MAX / 4).is_none()).map(|c| c.text.as_str())
    }

    /// Returns the clues of a word, best first, fitted to a space of `space` characters, each with the index of its
    /// source.
    fn ranked(&self, word: &[Letter], space: usize) -> Vec<(usize, Ranked)> {
        let all = self.by_word.get(word).into_iter().flatten();
        let mut ranked: Vec<(usize, Ranked)> =
            all.filter_map(|(source, candidate)| Some((*source, rank(candidate, word, space)?))).collect();
        ranked.sort_by(|(_, a), (_, b)| (a.cost, &a.text).cmp(&(b.cost, &b.text)));
        let mut seen = HashSet::new();
        ranked.retain(|(_, clue)| seen.insert(clue.text.to_lowercase()));
        ranked
    }

    /// Chooses a clue for a word at random among the best ones, and adds shorter ones to be used where it does not fit. If
    /// none of the best ones is free, the next that is, and is not weak, is chosen; if there is none, one that is not free. The
    /// result is empty if there is no clue. The same seed makes the same choice.
    pub fn choose(&self, word: &[Letter], space: usize, seed: u64, avoided: &Avoided) -> Vec<Clue> {
        let ranked = self.ranked(word, space);
        // An author may have a reason for naming another answer, as in `see ROSE`.
        let is_free = |(_, clue): &&(usize, Ranked)| {
            !avoided.clues.contains(&clue.text)
                && (clue.is_authors || !avoided.answers.are_named_in(&clue.text))
        };
        let best = cheapest(ranked.iter());
        let free: Vec<&(usize, Ranked)> = best.iter().copied().filter(is_free).collect();
        let other = || cheapest(ranked.iter().filter(|other| is_free(other) && !other.1.weak));
        let pool = match free.is_empty() {
            true => Some(other()).filter(|other| !other.is_empty()).unwrap_or(best),
            false => free,
        };
        // The word is part of the seed, so the choice does not depend on which words came before.
        let mixed = fnv::extend(seed, word.iter().map(|letter| letter.index() as u8));
        let Some(chosen) = fastrand::Rng::with_seed(mixed).choice(pool) else { return Vec::new() };
        let mut shortest = chosen.1.text.chars().count();
        let mut clues = vec![self.clue(chosen)];
        for other in ranked.iter().filter(|other| is_free(other) && (chosen.1.weak || !other.1.weak)) {
            let length = other.1.text.chars().count();
            if length < shortest && clues.len() <= STAND_INS {
                shortest = length;
                clues.push(self.clue(other));
            }
        }
        clues
    }

    /// Returns all clues of a word, best first, fitted to a space of `space` characters where that is possible.
    pub fn suggestions(&self, word: &[Letter], space: usize) -> Vec<Clue> {
        self.ranked(word, space).iter().map(|ranked| self.clue(ranked)).collect()
    }

    fn clue(&self, (source, clue): &(usize, Ranked)) -> Clue {
        Clue { text: clue.text.clone(), source: Some(self.sources[*source].name.clone()), weak: clue.weak }
    }

    /// Returns the credit line of the source with this name; `None` for the program's own tables and for lists that do
    /// not say whose they are.
    pub fn credit(&self, name: &str) -> Option<String> {
        let source = self.sources.iter().find(|about| about.name == name && !about.silent)?;
        Some(source.credit_line())
    }
}

/// Returns the first of these clues, which come best first, and those that are as good.
fn cheapest<'a>(ranked: impl Iterator<Item = &'a (usize, Ranked)>) -> Vec<&'a (usize, Ranked)> {
    let mut ranked = ranked.peekable();
    let most = ranked.peek().map_or(0, |(_, best)| best.cost + EQUALLY_GOOD);
    ranked.take_while(|(_, clue)| clue.cost <= most).collect()
}

/// Returns the language of all sources that state theirs.
fn language_of(sources: &[&Source]) -> Result<Option<Language>, CluesError> {
    let mut languages: Vec<&Language> =
        sources.iter().filter_map(|source| source.about().language.as_ref()).collect();
    languages.sort_by_key(|language| language.tag());
    languages.dedup_by_key(|language| language.primary());
    match languages[..] {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        _ => Err(CluesError::Languages(languages.iter().map(|l| l.tag()).collect::<Vec<_>>().join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::list;
    use super::*;
    use crate::encodings::lexicon::fold;
    use std::fs;

    fn word(text: &str) -> Vec<Letter> {
        fold(text).expect("a word")
    }

    fn read(files: &[(&str, &str)], words: &[&str], language: Option<&str>) -> Result<Clues, CluesError> {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = files.iter().map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            path
        });
        let paths: Vec<PathBuf> = paths.collect();
        let language = language.map(|tag| tag.parse().expect("a tag"));
        Clues::read(&paths, &list(words), language.as_ref())
    }

    const LIST: (&str, &str) =
        ("mine.txt", "# name: Mine\n# licence: CC0\nROSE|red one\nROSE|thorny thing\nQXQ|ein QXQ\n");
    const GERMAN: (&str, &str) = (
        "th_de.dat",
        "UTF-8\nrose|1\n-|Rose|Stachelblume|Blume (Oberbegriff)\nfeluke|1\n-|Feluke|Schiff (Oberbegriff)\n",
    );
    const ENGLISH: (&str, &str) = ("th_en.dat", "UTF-8\nrose|1\n(noun)|bush|plant (generic term)\n");

    #[test]
    fn the_best_clues_are_chosen_by_the_seed() {
        let clues = read(&[LIST, GERMAN], &["ROSE", "FELUKEN"], None).expect("clues");
        assert_eq!(clues.language, Language::german());
        let chosen = |seed| clues.choose(&word("ROSE"), 40, seed, &Avoided::default());
        let texts: HashSet<String> = (0..20).map(|seed| chosen(seed)[0].text.clone()).collect();
        assert_eq!(texts, HashSet::from(["red one".to_owned(), "thorny thing".to_owned()]));
        assert_eq!(chosen(7), chosen(7));
        let taken = Avoided { clues: HashSet::from(["red one".to_owned()]), ..Avoided::default() };
        assert!((0..20).all(|seed| clues.choose(&word("ROSE"), 40, seed, &taken)[0].text == "thorny thing"));
        // The plural of a broader word, followed by shorter ones.
        let boats = clues.choose(&word("FELUKEN"), 40, 0, &Avoided::default());
        assert_eq!((boats[0].text.as_str(), boats[0].weak), ("Schiffe", true));
        let rose = (0..20).map(chosen).find(|clues| clues[0].text == "thorny thing").expect("a seed");
        let lengths: Vec<usize> = rose.iter().map(|clue| clue.text.chars().count()).collect();
        assert!(lengths.is_sorted_by(|a, b| a > b) && lengths.len() > 1, "{rose:?}");
    }

    #[test]
    fn a_clue_that_another_word_has_gives_way_to_one_that_is_nearly_as_good() {
        // The word has no built-in clue.
        let thesaurus = ("th_de.dat", "UTF-8\nfeluke|1\n-|Feluke|Stachelboot|Schiff (Oberbegriff)\n");
        let clues = read(&[("mine.txt", "FELUKE|red one\n"), thesaurus], &["FELUKE"], None).expect("clues");
        let chosen = |taken: &[&str]| {
            let there = taken.iter().map(|&text| text.to_owned()).collect();
            let taken = Avoided { clues: there, ..Avoided::default() };
            clues.choose(&word("FELUKE"), 40, 0, &taken).into_iter().map(|clue| clue.text).collect::<Vec<_>>()
        };
        // No stand-in is weaker than the chosen clue, or taken.
        assert_eq!(chosen(&[]), ["red one"]);
        assert_eq!(chosen(&["red one"]), ["Stachelboot"]);
        // A weak clue is no better than a repeated one.
        assert_eq!(chosen(&["red one", "Stachelboot"]), ["red one"]);
    }

    #[test]
    fn what_fits_no_space_or_gives_the_answer_away_is_no_clue() {
        let clues = read(&[LIST], &["ROSE", "QXQ"], None).expect("clues");
        assert_eq!(clues.asks(&word("ROSE"), 10), Some(OnlyWeak(false)));
        assert_eq!((clues.asks(&word("ROSE"), 3), clues.asks(&word("QXQ"), 40)), (None, None));
        assert_eq!(clues.refused(&word("QXQ")).collect::<Vec<_>>(), ["ein QXQ"]);
        assert!(clues.refused(&word("ROSE")).next().is_none());
    }

    #[test]
    fn no_clue_is_for_a_harder_sense_than_wanted_if_there_is_another() {
        // The number, a ban (level 2) and what one gives to it (3).
        let clues = read(&[], &["ACHT"], Some("de")).expect("clues");
        let levels = |clues: &Clues| -> HashSet<Option<u8>> {
            let chosen = |seed| clues.choose(&word("ACHT"), 36, seed, &Avoided::default())[0].text.clone();
            (0..60).map(|seed| clues.level(&word("ACHT"), &chosen(seed))).collect()
        };
        let of = |levels: &[u8]| levels.iter().copied().map(Some).collect::<HashSet<_>>();
        assert_eq!(levels(&clues), of(&[1, 2, 3]));
        assert_eq!(levels(&clues.clone().up_to_level(2)), of(&[1, 2]));
        assert_eq!(levels(&clues.up_to_level(1)), of(&[1]));
        // An own word may be harder than all others.
        let acid = read(&[], &["ACID"], Some("de")).expect("clues").up_to_level(1);
        assert!(!acid.choose(&word("ACID"), 36, 0, &Avoided::default()).is_empty());
    }

    #[test]
    fn a_puzzle_has_one_language() {
        let error = read(&[GERMAN, ENGLISH], &["ROSE"], None).expect_err("two languages").to_string();
        assert!(error.contains("(de, en)") && error.contains("--language"), "{error}");
        let clues = read(&[GERMAN, ENGLISH], &["ROSE"], Some("en")).expect("clues");
        assert!(
            clues.notes.iter().any(|note| note.contains("OpenThesaurus is left out")),
            "{:?}",
            clues.notes
        );
        assert_eq!(clues.choose(&word("ROSE"), 40, 0, &Avoided::default())[0].text, "bush");
        assert_eq!(read(&[ENGLISH], &["ROSE"], None).expect("clues").language, Language::english());
    }

    #[test]
    fn sources_are_credited() {
        let clues = read(&[LIST, GERMAN], &["ROSE", "AU"], None).expect("clues");
        assert_eq!(clues.credit("Mine").as_deref(), Some("Mine, CC0"));
        assert_eq!(
            clues.credit("OpenThesaurus").as_deref(),
            Some("OpenThesaurus, www.openthesaurus.de, LGPL")
        );
        assert_eq!(clues.credit(own::NAME), None);
        assert_eq!(clues.choose(&word("AU"), 40, 0, &Avoided::default())[0].source.as_deref(), Some("cwsat"));
    }
}
