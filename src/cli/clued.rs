//! Words that have a clue: `--prefer-clued` and `--only-clued`, with the sources of `--clues` and the built-in clues.
//!
//! Clues reach the fill through the lists it is given. `--only-clued` reduces the list to the words with a clue. With
//! `--prefer-clued` the words with a clue, and among them those with a good one, are preferred lists: a puzzle uses
//! other words only if it must. For the embedded German list this is the default, with or without sources, and there is
//! one more preferred list: the words that most people know.

use super::exit::Failure;
use super::own::OwnOfAnswer;
use super::reporter::Reporter;
use super::rest::Rest;
use super::series::Series;
use super::together::Asked;
use super::vocabulary::Vocabulary;
use super::wordlists::{EmbeddedList, WordListError, Words};
use cwsat::encodings::lexicon::{Letter, Theme, WordId, WordList, fold};
use cwsat::publish::clues::built_in::BuiltIn;
use cwsat::publish::clues::collection::{Clues, CluesError, OnlyWeak};
use cwsat::publish::clues::contents::Contents;
use cwsat::publish::clues::faults::Tally;
use cwsat::publish::clues::give::{self, share};
use cwsat::publish::clues::source::{Source, SourceError};
use cwsat::publish::puzzle::{Language, Puzzle};
use std::collections::HashSet;
use std::path::PathBuf;

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Clues (arrowwords, crosswords)")]
#[group(id = "clued-flags")]
pub struct Flags {
    /// Take clues from this source, as in `cwsat clue`: a list of words with clues or a dictionary; may be repeated.
    /// Template crosswords are then printed with clues, each chosen by the seed from the best. The lists of --words may
    /// have clues as well.
    #[arg(long, value_name = "SOURCE")]
    pub clues: Vec<PathBuf>,
    /// Prefer words with a clue, and among them those with a good one.
    #[arg(long, conflicts_with = "only_clued")]
    prefer_clued: bool,
    /// Use only words with a clue.
    #[arg(long)]
    only_clued: bool,
    /// Set the language of the clues and of the embedded word list, as in `de` or `en` [default: that of the sources,
    /// else that of the words (de or en); for the list, de].
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
}

impl Flags {
    /// Opens the sources of `--clues`. A source may be a pipe, so a command opens them once.
    pub fn sources(&self) -> Result<Vec<Source>, SourceError> {
        Source::open_all(&self.clues)
    }

    /// Returns the flag that says how clues determine the words.
    pub fn choice(&self) -> Option<&'static str> {
        match (self.prefer_clued, self.only_clued) {
            (true, _) => Some("--prefer-clued"),
            (_, true) => Some("--only-clued"),
            (false, false) => None,
        }
    }

    /// Returns the language that was given.
    pub fn language(&self) -> Option<&Language> {
        self.language.as_ref()
    }

    /// Returns the words of a list that fit into lines of `longest` fields: no other word is needed, and most words of a
    /// list are longer than a small grid. The whole list is returned where it matters to what is reported: if words with a
    /// clue are counted, or if words of some length are missing.
    pub fn fitting(&self, list: WordList, longest: usize) -> WordList {
        let has_all_lengths = (2..=longest.min(list.longest())).all(|len| list.count(len) > 0);
        if has_all_lengths { list.up_to(self.longest_read(longest)) } else { list }
    }

    /// Returns the most letters of the words that [`Self::fitting`] returns, if the list has words of all lengths.
    pub fn longest_read(&self, longest: usize) -> usize {
        if self.only_clued || longest < 2 { usize::MAX } else { longest }
    }

    /// Returns the embedded list in the language that was given; `None` without `--language`. It is an error if the
    /// language has no such list, unless other lists are `named`.
    pub fn list_language(&self, named: &[PathBuf]) -> Result<Option<EmbeddedList>, WordListError> {
        EmbeddedList::in_language(self.language.as_ref(), named)
    }
}

/// A list from which no word can be used.
#[derive(Debug, thiserror::Error)]
#[error(
    "{list}: none of its words has a clue in the sources; omit --only-clued, or set --language if the sources are in \
     another language"
)]
struct NothingClued {
    list: String,
}

/// The words to fill with, and what is known about their clues.
pub struct Clued {
    /// The words to fill with.
    pub words: Vocabulary,
    /// Their clues; `None` if none of the flags was given and no list has clues.
    clues: Option<Clues>,
    /// The lists that have clues or spellings.
    annotated: Vec<Source>,
    /// Whether the words are those of the embedded German list, for which there are built-in clues.
    is_german: bool,
    /// Whether the words are those of an embedded list.
    is_embedded: bool,
    /// Whether answers are given the built-in clues for the German list, because their clues will be printed.
    prints_built_in: bool,
    /// Whether the words that most people know are preferred.
    prefers_known: bool,
    /// The list as it was given.
    original: WordList,
    /// The number of characters a clue may have.
    space: usize,
    /// The highest level of the senses that built-in clues ask for, if there is a limit.
    most_level: Option<u8>,
    /// All that was asked, should there be no puzzle.
    pub asked: Asked,
}

impl Clued {
    /// Reads the clues in these sources, those of `--clues`, if there are any, and makes the list that the flags ask for.
    /// `space` is the number of characters a clue may have.
    pub fn of(
        flags: &Flags,
        sources: &[Source],
        words: Words,
        space: usize,
        reporter: Reporter,
    ) -> Result<Self, Failure> {
        let is_german = words.name == EmbeddedList::German.name();
        let is_embedded = is_german || words.name == EmbeddedList::English.name();
        let (original, annotated) = (words.list, words.annotated);
        if sources.is_empty() && !flags.prefer_clued && !flags.only_clued && !words.clued {
            let preferred = if is_german { built_in(&original, space)? } else { Vec::new() };
            return Ok(Self {
                words: Vocabulary {
                    list: original.clone(),
                    preferred: preferred.into(),
                    ..Vocabulary::default()
                },
                clues: None,
                annotated,
                is_german,
                is_embedded,
                prints_built_in: false,
                prefers_known: is_german,
                original,
                space,
                most_level: None,
                asked: Asked::default(),
            });
        }
        let clues = Clues::of(annotated.iter().chain(sources), &original, flags.language.as_ref())?;
        clues.notes.iter().for_each(|note| reporter.note(note));
        let mut preferred = Vec::new();
        let is_chosen = flags.prefer_clued || flags.only_clued;
        let prefers_known = !is_chosen && is_german && clues.language.primary() == "de";
        if is_chosen {
            let asks = |id| clues.asks(original.word(id), space);
            preferred.push(original.filtered(|id| asks(id) == Some(OnlyWeak(false))));
            preferred.push(original.filtered(|id| asks(id).is_some()));
        } else if prefers_known {
            preferred = well_known(&original, |id| clues.asks(original.word(id), space));
        }
        let list = match preferred.pop_if(|_| flags.only_clued) {
            Some(clued) if clued.is_empty() => return Err(NothingClued { list: words.name }.into()),
            Some(clued) => {
                let share = share(clued.len(), original.len());
                reporter.tell(&format_args!("{}: {share}; the others are not used", words.name));
                clued
            }
            None => original.clone(),
        };
        Ok(Self {
            words: Vocabulary { list, preferred: preferred.into(), ..Vocabulary::default() },
            clues: Some(clues),
            annotated,
            is_german,
            is_embedded,
            prints_built_in: false,
            prefers_known,
            original,
            space,
            most_level: None,
            asked: Asked::default(),
        })
    }

    /// Remembers what was asked, in case there is no puzzle.
    #[must_use]
    pub fn asked(self, asked: Asked) -> Self {
        let is_reduced = self.words.list.len() < self.original.len();
        let asked = if is_reduced { asked.only_clued(self.words.list.clone()) } else { asked };
        Self { asked, ..self }
    }

    /// Gives words of several senses no built-in clue for one above this level, if they have a better known one.
    #[must_use]
    pub fn up_to_level(self, most: Option<u8>) -> Self {
        let clues = self.clues.map(|clues| up_to_level(clues, most));
        Self { clues, most_level: most, ..self }
    }

    /// Lets answers have the built-in clues if there are no others, because their clues are printed.
    #[must_use]
    pub fn printed(self) -> Self {
        Self { prints_built_in: self.clues.is_none() && self.is_german, ..self }
    }

    /// Returns whether answers have the built-in clues and no others. They can be chosen again for the finished puzzle,
    /// with the seed of the command instead of that of a search.
    pub fn prints_built_in(&self) -> bool {
        self.prints_built_in
    }

    /// Adds the words of these themes to all lists.
    #[must_use]
    pub fn with_themes(self, themes: Vec<Theme>) -> Self {
        Self { words: self.words.with_themes(themes), ..self }
    }

    /// Returns the words that the next puzzle of a series may use.
    pub fn vocabulary(&self, series: &Series) -> Vocabulary {
        match series.is_open() {
            true => self.words.clone(),
            false => self.words.mapped(|list| series.without_used(list, &self.words.themes)),
        }
    }

    /// Returns the words for the puzzle with this number in its series: short ones of the embedded lists take turns.
    pub fn taking_turns(&self, words: Vocabulary, turn: u64) -> Vocabulary {
        if !self.is_embedded {
            return words;
        }
        Rest::new(self.words.favourites(), &self.words.themes, turn).of_puzzle(&words, self.prefers_known)
    }

    /// Returns whether the lists say more about their words than a score.
    pub fn lists_say_more(&self) -> bool {
        !self.annotated.is_empty()
    }

    /// Marks the own words of an answer, and gives it the clues of the sources and lists, if there are any, and the
    /// spellings of its words.
    pub fn publish(&self, puzzle: &mut Puzzle, seed: u64, series: &Series) {
        let own: HashSet<&Vec<Letter>> = self.words.themes.iter().flat_map(Theme::words).collect();
        for index in 0..puzzle.entries.len() {
            let word = fold(&puzzle.pattern(&puzzle.entries[index]));
            puzzle.entries[index].own |= word.is_some_and(|word| own.contains(&word));
        }
        if let Some(clues) = &self.clues {
            give::give_fresh(puzzle, clues, None, seed, series.clues());
            return;
        }
        if self.prints_built_in
            && let Some(words) = give::words(puzzle)
            && let Ok(clues) = Clues::read(&[], &words, Some(&Language::german()))
        {
            let clues = up_to_level(clues, self.most_level);
            give::give_fresh(puzzle, &clues, None, seed, series.clues());
        }
        let Some(words) = give::words(puzzle).filter(|_| self.lists_say_more()) else { return };
        let contents: Vec<Contents> =
            self.annotated.iter().filter_map(|source| source.read(&words).ok()).collect();
        give::spell(puzzle, |word| {
            contents.iter().find_map(|said| said.spellings.get(word)).map(String::as_str)
        });
    }

    /// Returns the statistics of the words of an answer.
    pub fn of_answer(&self, puzzle: &Puzzle) -> OfAnswer {
        let words = give::words(puzzle).unwrap_or_default();
        let of_list = words.ids().filter_map(|id| self.original.find(words.word(id)));
        let scores: Vec<f64> = of_list.map(|id| self.original.score(id).into()).collect();
        let count = |asks: &dyn Fn(WordId) -> Option<OnlyWeak>| {
            let asked = words.ids().filter_map(asks);
            asked.fold((0, 0), |(clued, weak), only| (clued + 1, weak + usize::from(only == OnlyWeak(true))))
        };
        let by = |clues: &Clues| count(&|id| clues.asks(words.word(id), self.space));
        let is_clued = puzzle.entries.iter().any(|entry| entry.clue().is_some());
        let clues = match &self.clues {
            // An answer that already has clues is printed with them, so these are counted.
            _ if is_clued => {
                let tally = Tally::of(puzzle);
                Some((words.len().saturating_sub(tally.missing), tally.weak))
            }
            Some(clues) => Some(by(clues)),
            None if !self.is_german => None,
            None => match BuiltIn::about(&words).asks(self.space) {
                Some(asks) => Some(count(&asks)),
                None => Clues::read(&[], &words, Some(&Language::german())).ok().as_ref().map(by),
            },
        };
        OfAnswer {
            words: words.len(),
            clued: clues.map(|(clued, _)| clued),
            weak: clues.map_or(0, |(_, weak)| weak),
            own: (!self.words.themes.is_empty()).then(|| OwnOfAnswer::new(&self.words.themes, &words)),
            word_score: scores.iter().sum::<f64>() / scores.len().max(1) as f64,
            median: median(scores),
        }
    }
}

/// Returns these clues without built-in ones for senses above a level, if there is one.
pub fn up_to_level(clues: Clues, most: Option<u8>) -> Clues {
    match most {
        Some(most) => clues.up_to_level(most),
        None => clues,
    }
}

/// Statistics of the words of an answer.
#[derive(Clone, Debug)]
pub struct OfAnswer {
    /// The number of different words.
    pub words: usize,
    /// The number of words with a clue; `None` for lists other than the embedded German one, unless sources were named.
    pub clued: Option<usize>,
    /// The number of words with only weak clues.
    pub weak: usize,
    /// The own words; `None` if there are none.
    pub own: Option<OwnOfAnswer>,
    /// The mean score of the words in the list as it was given, without what `--prefer-clued` added.
    pub word_score: f64,
    /// The median score.
    median: f64,
}

/// The highest score in ordinary lists; words that must be used are given much higher ones.
const USUAL: f64 = 100.0;

/// Returns the median of some numbers (of an even number, the upper one); 0 if there are none.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

impl OfAnswer {
    /// Adds, if it is proven that no puzzle has more of the wished words, the phrase that says so.
    #[must_use]
    pub fn most_wished(self, proven: Option<&'static str>) -> Self {
        Self { own: self.own.map(|own| own.most_wished(proven)), ..self }
    }

    /// Formats the score for a summary: `mean score 79.8`, or the median if huge scores make the mean meaningless.
    pub fn score(&self) -> String {
        match self.word_score <= USUAL {
            true => format!("mean score {:.1}", self.word_score),
            false => format!("median score {:.1}", self.median),
        }
    }

    /// Formats clues and own words for a summary: `, 40 of 42 words with a clue (95.2 %), 3 weak, 5 of 6 own words (without
    /// ROSE)`; empty if neither is known.
    pub fn share(&self) -> String {
        let weak = if self.weak > 0 { format!(", {} weak", self.weak) } else { String::new() };
        let own = self.own.as_ref().map_or_else(String::new, |own| format!(", {own}"));
        let clued = |clued| format!(", {}{weak}{own}", share(clued, self.words));
        self.clued.map_or_else(|| own.clone(), clued)
    }
}

/// Returns the words of the embedded German list to prefer, by the built-in clues.
fn built_in(list: &WordList, space: usize) -> Result<Vec<WordList>, CluesError> {
    if let Some(asks) = BuiltIn::about(list).asks(space) {
        return Ok(well_known(list, asks));
    }
    let clues = Clues::read(&[], list, Some(&Language::german()))?;
    Ok(well_known(list, |id| clues.asks(list.word(id), space)))
}

/// Returns the words of the embedded German list to prefer: those that most people know and that have a good clue, then
/// all with a good clue.
fn well_known(list: &WordList, asks: impl Fn(WordId) -> Option<OnlyWeak>) -> Vec<WordList> {
    /// The level of words that people with a general education know.
    const KNOWN: u8 = 3;
    let clued = list.filtered(|id| asks(id) == Some(OnlyWeak(false)));
    let known = BuiltIn::about(&clued);
    let is_known = |id| known.level(id).is_some_and(|level| level <= KNOWN);
    vec![clued.filtered(is_known), clued]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferred(sources: &[PathBuf]) -> Vec<Vec<String>> {
        let word = |text: &&str| (fold(text).unwrap(), 50.0);
        // Only the source below has a clue for the last one.
        let list = WordList::new(["ROSE", "AMSEL", "XYLOPHAGENX"].iter().map(word));
        let words = Words { list, name: EmbeddedList::German.name().to_owned(), ..Words::default() };
        let (prefer_clued, only_clued, language) = (false, false, None);
        let flags = Flags { clues: sources.to_vec(), prefer_clued, only_clued, language };
        let sources = flags.sources().unwrap();
        let clued = Clued::of(&flags, &sources, words, 36, Reporter::new(true)).unwrap();
        let texts =
            |list: &WordList| list.ids().map(|id| list.word(id).iter().map(|l| l.char()).collect()).collect();
        clued.words.preferred.iter().map(texts).collect()
    }

    #[test]
    fn short_words_of_own_lists_do_not_rest() {
        let list = cwsat::wordlist::embedded().up_to(4);
        let turn = |name: &str| {
            let words = Words { list: list.clone(), name: name.to_owned(), ..Words::default() };
            let flags = Flags { clues: Vec::new(), prefer_clued: false, only_clued: false, language: None };
            let clued = Clued::of(&flags, &[], words, 36, Reporter::new(true)).unwrap();
            clued.taking_turns(clued.words.clone(), 1)
        };
        let own = turn("mine.txt");
        assert_eq!((own.list, own.preferred.len()), (list.clone(), 0));
        let german = turn(EmbeddedList::German.name());
        assert!(german.list != list && german.list.len() == list.len());
        // The words that most people know: without most of the resting words, without fewer of them, and all; then all
        // words with a good clue.
        let lengths: Vec<usize> = german.preferred.iter().map(WordList::len).collect();
        assert!(lengths.len() == 4 && lengths.is_sorted_by(|a, b| a < b), "{lengths:?}");
        let english = turn(EmbeddedList::English.name());
        assert!(english.list != list && english.preferred.is_empty());
    }

    #[test]
    fn another_source_of_clues_takes_no_preference_away() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("mine.txt");
        std::fs::write(&source, "XYLOPHAGENX|fressen Holz\n").unwrap();
        let known = vec!["ROSE".to_owned(), "AMSEL".to_owned()];
        assert_eq!(preferred(&[]), [known.clone(), known.clone()]);
        let clued = [known.clone(), vec!["XYLOPHAGENX".to_owned()]].concat();
        assert_eq!(preferred(&[source]), [known, clued]);
    }
}
