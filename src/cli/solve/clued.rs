//! Words that can be asked for: `--clues` with `--prefer-clued` or `--only-clued`.
//!
//! What the fill knows of clues is the list of words it is given. With `--only-clued` that is cut to the words with a
//! clue. With `--prefer-clued` their scores are raised: words with a good clue above those with a weak one, and those
//! above all others, so that the search for better words prefers them as it prefers any better word.

use super::{Common, Failure};
use crate::cli::clue::share;
use crate::cli::complain;
use crate::cli::wordlists::Words;
use cwsat::encodings::lexicon::WordList;
use cwsat::publish::clues::collection::{Clues, OnlyWeak};
use cwsat::publish::clues::give;
use cwsat::publish::puzzle::{Language, Puzzle};
use std::path::PathBuf;

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Clues (arrowwords, template crosswords)")]
#[group(id = "clued-flags")]
pub struct Flags {
    /// A clue source, as for `cwsat clue`; may be given more than once. Template crosswords are printed with clues, of
    /// which the seed draws one of the best.
    #[arg(long, value_name = "SOURCE")]
    pub clues: Vec<PathBuf>,
    /// Prefer words with a clue, and among them those with a good one.
    #[arg(long, requires = "clues", conflicts_with = "only_clued")]
    prefer_clued: bool,
    /// Use no other words than those with a clue.
    #[arg(long, requires = "clues")]
    only_clued: bool,
    /// The language of the clues, as in `de` or `en` [default: that of the sources, else de].
    #[arg(long, value_name = "LANGUAGE", requires = "clues")]
    language: Option<Language>,
}

/// The words to fill with, and what is known of their clues.
pub struct Clued<'a> {
    /// The words to fill with.
    pub list: WordList,
    /// Their clues, if sources were named.
    pub clues: Option<Clues>,
    original: &'a WordList,
    space: usize,
}

impl<'a> Clued<'a> {
    /// Reads the sources, if there are any, and makes the list that the flags ask for. `space` is the number of characters
    /// a clue may have.
    pub fn of(common: &Common, words: &'a Words, space: usize) -> Result<Self, Failure> {
        let flags = &common.clued;
        let original = &words.list;
        if flags.clues.is_empty() {
            return Ok(Self { list: original.clone(), clues: None, original, space });
        }
        let clues = Clues::read(&flags.clues, original, flags.language.as_ref())?;
        if !common.quiet {
            clues.notes.iter().for_each(|note| complain("note", anstyle::AnsiColor::Cyan, note));
        }
        let list = match () {
            () if flags.only_clued => {
                let kept = original.ids().filter(|&id| clues.asks(original.word(id), space).is_some());
                let list = WordList::new(kept.map(|id| (original.word(id).to_vec(), original.score(id))));
                if list.is_empty() {
                    return Err(Failure::NothingClued { list: words.name.clone() });
                }
                common.tell(&format!(
                    "{}: {}; the others are not used",
                    words.name,
                    share(list.len(), original.len())
                ));
                list
            }
            () if flags.prefer_clued => raised(original, &clues, space),
            () => original.clone(),
        };
        Ok(Self { list, clues: Some(clues), original, space })
    }

    /// What is to be told of the words of an answer.
    pub fn of_answer(&self, puzzle: &Puzzle) -> OfAnswer {
        let words = give::words(puzzle).unwrap_or_default();
        let of_list = words.ids().filter_map(|id| self.original.find(words.word(id)));
        let scores: Vec<f64> = of_list.map(|id| self.original.score(id).into()).collect();
        let clues = self.clues.as_ref().map(|clues| {
            let asked = words.ids().filter_map(|id| clues.asks(words.word(id), self.space));
            asked.fold((0, 0), |(clued, weak), only| (clued + 1, weak + usize::from(only == OnlyWeak(true))))
        });
        OfAnswer {
            words: words.len(),
            clued: clues.map(|(clued, _)| clued),
            weak: clues.map_or(0, |(_, weak)| weak),
            word_score: scores.iter().sum::<f64>() / scores.len().max(1) as f64,
        }
    }
}

/// What is told of the words of an answer.
#[derive(Clone, Copy, Debug)]
pub struct OfAnswer {
    /// How many different words there are.
    pub words: usize,
    /// How many of them have a clue, if sources were named.
    pub clued: Option<usize>,
    /// How many of those have weak ones only.
    weak: usize,
    /// Their mean score in the list as it was given, without what `--prefer-clued` added.
    pub word_score: f64,
}

impl OfAnswer {
    /// For a summary: `, 40 of 42 words with a clue (95.2 %), 3 weak`, or nothing.
    pub fn share(self) -> String {
        let weak = if self.weak > 0 { format!(", {} weak", self.weak) } else { String::new() };
        self.clued.map_or_else(String::new, |clued| format!(", {}{weak}", share(clued, self.words)))
    }
}

/// The list with the scores of words with a clue raised above all others, twice as far if the clue is not weak.
fn raised(list: &WordList, clues: &Clues, space: usize) -> WordList {
    let scores = || list.ids().map(|id| list.score(id));
    let (low, high) =
        scores().fold((f32::MAX, 0.0f32), |(low, high), score| (low.min(score), high.max(score)));
    // Between words of equal scores a clue makes a difference too.
    let step = (high - low).max(0.0) + 20.0;
    WordList::new(list.ids().map(|id| {
        let word = list.word(id);
        let steps = match clues.asks(word, space) {
            None => 0.0,
            Some(OnlyWeak(true)) => 1.0,
            Some(OnlyWeak(false)) => 2.0,
        };
        (word.to_vec(), list.score(id) + steps * step)
    }))
}
