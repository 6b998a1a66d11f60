//! An editor's wishes, checked on a finished puzzle: `cwsat check` with `--must`, `--must-at`, `--theme`, `--ban`,
//! `--min-score`, `--level`, `--apart`, `--solution-word`, `--no-repeat` and `--part`.
//!
//! Only the words of the puzzle and their places matter, so this serves every kind that is filled with words of a list,
//! and it knows nothing about how such a puzzle is found.

use super::broken::Broken;
use super::choice::{self, Bans, Level, language_of};
use super::earlier::Earlier;
use super::exit::Failure;
use super::keyword::Keyword;
use super::own;
use super::reporter::Reporter;
use super::series::{Part, is_long};
use super::wordlists::Words;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use cwsat::encodings::grid::{Pos, Run};
use cwsat::encodings::lexicon::spelled::fields_apart;
use cwsat::encodings::lexicon::{DemandedWord, Letter, Place, Theme, WordList, fold};
use cwsat::publish::clues::collection::{Clues, CluesError};
use cwsat::publish::clues::give;
use cwsat::publish::puzzle::{Language, Puzzle};
use cwsat::relatives::relatives;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The heading of the flags in `--help`.
const HEADING: &str = "Wishes (arrowwords, crosswords)";

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = HEADING)]
#[group(id = "wish-flags")]
pub struct Flags {
    #[command(flatten)]
    own: Own,
    /// Require that no word of this list is in the puzzle; words and patterns separated by commas work as well.
    #[arg(long, value_name = "LIST")]
    ban: Vec<PathBuf>,
    /// Require that no two words of one family are in the puzzle, and no word of five letters or more that is part of
    /// another.
    #[arg(long)]
    apart: bool,
    /// Set the language in which words of one family are recognised [default: that of the embedded list of --words, else
    /// de].
    #[arg(long, value_name = "LANGUAGE", requires = "apart")]
    language: Option<Language>,
    /// Require that no word has a lower score in the list of --words, except your own words.
    #[arg(long, value_name = "N", requires = "words")]
    min_score: Option<f32>,
    /// Require that no word is above this level of difficulty, from 1 (known to everybody) to 5, or easy (2), medium (3), hard
    /// (4), and in a document that no built-in clue is for a sense above it; words of unknown level count as 5; your own words
    /// may be above it.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Require that letters in fields that are not adjacent spell this word or phrase, none of them the first letter of one of
    /// your own words.
    #[arg(long, value_name = "TEXT")]
    solution_word: Option<Keyword>,
    /// Require that no word of four letters or more is in this list, this puzzle or a puzzle in this folder (other than the
    /// checked one itself); your own words may be repeated. The flag may be given several times.
    #[arg(long, value_name = "FILE|DIR")]
    no_repeat: Vec<PathBuf>,
    /// Require that at most this many shorter words are in the lists and puzzles of --no-repeat.
    #[arg(long, value_name = "N", requires = "no_repeat")]
    repeat_short: Option<usize>,
    /// Require that all words of four letters or more, except your own, are in the Kth of N parts.
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
}

/// The flags of own words, with what they mean for a finished puzzle.
#[derive(Clone, Debug)]
struct Own(own::Flags);

impl Own {
    /// The flags that have another meaning here than where a puzzle is made, with that meaning.
    const HELP: [(&str, &str); 4] = [
        (
            "must",
            "Require that every word of this list is in the puzzle; words separated by commas work as well",
        ),
        (
            "must_at",
            "Require that this word stands at this place, as in `ROSE@3,4,across`: row and column of its first letter, \
             counted from 1, and across or down; or anywhere in a row (`ROSE@1,*`), in a column (`ROSE@*,3`), or beside \
             an island (`ROSE@island`, arrowwords); may be repeated",
        ),
        (
            "theme",
            "Require that words of this list are in the puzzle, at least as many as --theme-at-least says",
        ),
        ("theme_at_least", "Require this many words of the theme"),
    ];
}

impl FromArgMatches for Own {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        own::Flags::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Args for Own {
    fn augment_args(command: Command) -> Command {
        let command = own::Flags::augment_args(command);
        let hidden = ["wish", "wish_first"];
        let command =
            hidden.iter().fold(command, |command, flag| command.mut_arg(flag, |arg| arg.hide(true)));
        let command = Self::HELP.iter().fold(command, |command, &(flag, help)| {
            command.mut_arg(flag, |arg| arg.help(help).help_heading(HEADING))
        });
        // The heading of own words would be that of the flags below as well.
        command.next_help_heading(HEADING)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Words that are only welcome.
#[derive(Debug, thiserror::Error)]
#[error(
    "--wish only prefers words, so a finished puzzle cannot break it; use --must, or --theme with --theme-at-least"
)]
struct NothingToJudge;

/// What is asked for.
#[derive(Debug, Default)]
pub struct Wishes<'a> {
    themes: Vec<Theme>,
    placed: Vec<DemandedWord>,
    bans: Bans,
    apart: bool,
    /// The limits of scores and levels.
    limits: choice::Flags,
    spelled: Option<Keyword>,
    earlier: Option<&'a Earlier>,
    repeat_short: Option<usize>,
    /// The list of `--words`, which has the scores.
    list: WordList,
    /// Its name, which determines the language unless that is given.
    name: String,
    language: Option<Language>,
}

/// A word of a puzzle.
pub struct Standing {
    /// Its letters.
    pub word: Vec<Letter>,
    /// Its fields.
    pub run: Run,
    /// Where it is reported.
    pub at: Pos,
}

impl Flags {
    /// Returns the files and folders of `--no-repeat`.
    pub fn no_repeat(&self) -> &[PathBuf] {
        &self.no_repeat
    }

    /// Returns the part of all words that may be used.
    pub fn part(&self) -> Option<Part> {
        self.part
    }

    /// Reads the lists. `words` is that of `--words`, if it was given.
    pub fn read<'a>(
        &self,
        words: Option<&Words>,
        earlier: &'a Earlier,
        reporter: Reporter,
    ) -> Result<Wishes<'a>, Failure> {
        if self.own.0.is_wishing() {
            return Err(NothingToJudge.into());
        }
        let themes = self.own.0.themes(&mut Words::default(), reporter)?;
        let bans = Bans::read(&self.ban)?;
        let placed = self.own.0.demanded().to_vec();
        Ok(Wishes {
            themes,
            placed,
            bans,
            apart: self.apart,
            limits: choice::Flags::limits(self.min_score, self.level),
            spelled: self.solution_word.clone(),
            earlier: Some(earlier),
            repeat_short: self.repeat_short,
            list: words.map_or_else(WordList::default, |words| words.list.clone()),
            name: words.map_or_else(String::new, |words| words.name.clone()),
            language: self.language.clone(),
        })
    }

    /// Returns the built-in clues of a document that ask for senses above `--level`.
    pub fn hard_clues(&self, puzzle: &Puzzle) -> Result<Vec<Broken>, CluesError> {
        let Some(most) = self.level.and_then(Level::limit) else { return Ok(Vec::new()) };
        let Some(words) = give::words(puzzle) else { return Ok(Vec::new()) };
        let clues = Clues::read(&[], &words, puzzle.language.as_ref())?;
        let hard = puzzle.entries.iter().filter(|entry| !entry.own).filter_map(|entry| {
            let (word, clue) = (puzzle.word(entry)?, entry.clue()?);
            let level = clues.level(&fold(&word)?, &clue.text).filter(|&level| level > most)?;
            let pos = entry.run.start;
            let message = format!(
                "{pos}: the clue of {word}, `{}`, is of level {level}, and {most} is allowed (--level)",
                clue.text
            );
            Some(Broken::new("hard-clue", Some(pos), message))
        });
        Ok(hard.collect())
    }

    /// Returns the first of these flags that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (!self.ban.is_empty(), "--ban"),
            (self.apart, "--apart"),
            (self.min_score.is_some(), "--min-score"),
            (self.level.is_some(), "--level"),
            (self.solution_word.is_some(), "--solution-word"),
            (!self.no_repeat.is_empty(), "--no-repeat"),
            (self.part.is_some(), "--part"),
        ];
        self.own.0.given().or(given.into_iter().find_map(|(given, flag)| given.then_some(flag)))
    }
}

impl Wishes<'_> {
    /// Returns what the puzzle of this file, with these words, lacks or should not have. `is_blocked` says which fields are
    /// those of islands.
    pub fn broken(
        &self,
        file: &Path,
        words: impl IntoIterator<Item = Standing>,
        is_blocked: &dyn Fn(Pos) -> bool,
    ) -> Vec<Broken> {
        let mut runs = Vec::new();
        let words: BTreeMap<Vec<Letter>, Pos> = {
            let words =
                words.into_iter().inspect(|standing| runs.push((standing.word.clone(), standing.run)));
            words.map(|standing| (standing.word.clone(), standing.at)).collect()
        };
        let stands = |placed: &DemandedWord| {
            runs.iter().any(|(word, run)| word == placed.letters() && placed.place().has(*run, is_blocked))
        };
        let is_placed = |word: &[Letter]| self.placed.iter().any(|placed| placed.letters() == word);
        let spelled = |word: &[Letter]| word.iter().join("");
        let mut broken = Vec::new();
        for theme in &self.themes {
            let missing: Vec<&[Letter]> = theme.missing(|word| words.contains_key(word)).collect();
            let of_all = |word: &[Letter]| format!("{} is not in the puzzle", spelled(word));
            match missing.is_empty() {
                false if theme.spare() == 0 => {
                    // A missing word with a place is reported below.
                    let missing = missing.into_iter().filter(|word| !is_placed(word));
                    broken.extend(missing.map(|word| Broken::new("own-word", None, of_all(word))));
                }
                false => {
                    let (needed, there) = (theme.at_least(), theme.words().len() - missing.len());
                    let message = format!(
                        "{there} words of the theme are in the puzzle, and at least {needed} are asked for; it lacks {}",
                        missing.into_iter().map(spelled).join(", ")
                    );
                    broken.push(Broken::new("own-word", None, message));
                }
                true => {}
            }
        }
        broken.extend(self.placed.iter().filter(|placed| !stands(placed)).map(|placed| {
            let (word, place) = (placed.spelled(), placed.place());
            match place {
                Place::Exact(start, direction) => {
                    let message = format!("{start}: {word} does not stand here {direction}");
                    Broken::new("own-word", Some(start), message)
                }
                _ => Broken::new("own-word", None, format!("{word} does not stand {place}")),
            }
        }));
        for (word, pos) in words.iter().filter(|(word, _)| self.bans.has(word)) {
            broken.push(Broken::new(
                "banned-word",
                Some(*pos),
                format!("{pos}: {} is banned", spelled(word)),
            ));
        }
        broken.extend(self.unchosen(file, &words));
        broken.extend(self.unspelled(&runs));
        if self.apart {
            let list = WordList::new(words.keys().map(|word| (word.clone(), WordList::DEFAULT_SCORE)));
            let own: Vec<_> = self.themes.iter().flat_map(Theme::words).cloned().collect();
            let apart = relatives(&list, &language_of(&self.name, self.language.as_ref())).except(&own);
            broken.extend(apart.among(&words).map(|[(other, at), (word, pos)]| {
                let message =
                    format!("{pos}: {} is a relative of {}, which is at {at}", spelled(word), spelled(other));
                Broken::new("relatives", Some(*pos), message)
            }));
        }
        broken
    }

    /// Returns words that are not good enough, or were used before. Own words may be in any puzzle.
    fn unchosen(&self, file: &Path, words: &BTreeMap<Vec<Letter>, Pos>) -> Vec<Broken> {
        let is_own = |word: &Vec<Letter>| self.themes.iter().any(|theme| theme.words().contains(word));
        let of_list: Vec<(&Vec<Letter>, Pos)> =
            words.iter().filter(|(word, _)| !is_own(word)).map(|(word, &pos)| (word, pos)).collect();
        let mut broken = Vec::new();
        for &(word, pos) in &of_list {
            if let Some(why) = self.earlier.and_then(|earlier| earlier.refuses(word, file)) {
                let message = format!("{pos}: {} {why}", word.iter().join(""));
                broken.push(Broken::new("repeated-word", Some(pos), message));
            }
        }
        let is_again = |word: &[Letter]| {
            !is_long(word) && self.earlier.is_some_and(|earlier| earlier.used_in(word, file).is_some())
        };
        let again =
            || of_list.iter().filter(|(word, _)| is_again(word)).map(|(word, _)| word.iter().join(""));
        if let Some(most) = self.repeat_short
            && again().count() > most
        {
            let message = format!(
                "{} words of less than four letters were used before, and {most} are allowed: {}",
                again().count(),
                again().join(", ")
            );
            broken.push(Broken::new("repeated-word", None, message));
        }
        // Words that are in no list break another rule.
        let scored = of_list.iter().map(|&(word, _)| {
            let score = self.list.find(word).map_or(f32::MAX, |id| self.list.score(id));
            (word.clone(), score)
        });
        for (why, left_out) in self.limits.left_out(&WordList::new(scored), &Bans::default()) {
            for &(word, pos) in of_list.iter().filter(|(word, _)| left_out.contains(*word)) {
                let message = format!("{pos}: {} is not allowed, as {why}", word.iter().join(""));
                broken.push(Broken::new("unwanted-word", Some(pos), message));
            }
        }
        broken
    }

    /// Returns whether the solution word cannot be spelled.
    fn unspelled(&self, runs: &[(Vec<Letter>, Run)]) -> Option<Broken> {
        let keyword = self.spelled.as_ref()?;
        let is_own = |word: &Vec<Letter>| self.themes.iter().any(|theme| theme.words().contains(word));
        let at = |pos: Pos| (pos.row, pos.col);
        let letters = runs.iter().flat_map(|(word, run)| run.cells().map(at).zip(word.iter().copied()));
        let mut letters: BTreeMap<(usize, usize), Letter> = letters.collect();
        for (_, run) in runs.iter().filter(|(word, _)| is_own(word)) {
            letters.remove(&at(run.start));
        }
        let fields: Vec<(Pos, Letter)> =
            letters.into_iter().map(|((row, col), letter)| (Pos::new(row, col), letter)).collect();
        if fields_apart(keyword.letters(), &fields).is_some() {
            return None;
        }
        let message = format!(
            "no fields that are not adjacent spell {} without the first letters of own words",
            keyword.letters().iter().join("")
        );
        Some(Broken::new("solution-word", None, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cwsat::encodings::grid::Direction;

    #[test]
    fn each_wish_is_judged_by_the_words_alone() {
        let words = |text: &str| -> Vec<Standing> {
            let standing = |(row, word): (usize, &str)| {
                let (word, at) = (fold(word).expect("a word"), Pos::new(row, 0));
                Standing { run: Run { start: at, direction: Direction::Across, len: word.len() }, word, at }
            };
            text.split(' ').enumerate().map(standing).collect()
        };
        let own = |text: &str| words(text).into_iter().map(|standing| standing.word).collect::<Vec<_>>();
        let wishes = Wishes {
            themes: vec![Theme::all(own("ROSE TULPE")), Theme::new(own("AMSEL DROSSEL FINK"), 1)],
            placed: Vec::new(),
            bans: Bans::read(&["*ISMUS,TOR".into()]).expect("patterns and words"),
            apart: true,
            ..Wishes::default()
        };
        let rules = |text: &str| {
            wishes.broken(Path::new(""), words(text), &|_| false).iter().map(|b| b.rule).collect::<Vec<_>>()
        };
        assert_eq!(rules("ROSE TULPE FINK"), [""; 0]);
        assert_eq!(rules("ROSE FINK"), ["own-word"]);
        assert_eq!(rules("ROSE TULPE"), ["own-word"], "one of the three would do");
        assert_eq!(rules("ROSE TULPE FINK TOURISMUS TOR"), ["banned-word"; 2]);
        assert_eq!(rules("ROSE TULPE FINK ENTE ENTEN"), ["relatives"]);
        let message =
            wishes.broken(Path::new(""), words("ROSE TULPE FINK ENTE ENTEN"), &|_| false).remove(0).message;
        assert_eq!(message, "row 5, column 1: ENTEN is a relative of ENTE, which is at row 4, column 1");
        let placed =
            ["TULPE@2,1,across", "ROSE@2,1,across", "FINK@3,1,down"].map(|word| word.parse().unwrap());
        let wishes = Wishes {
            themes: vec![Theme::all(own("TULPE ROSE FINK"))],
            placed: placed.to_vec(),
            ..Wishes::default()
        };
        let messages: Vec<_> = wishes
            .broken(Path::new(""), words("ROSE TULPE"), &|_| false)
            .into_iter()
            .map(|b| b.message)
            .collect();
        assert_eq!(
            messages,
            [
                "row 2, column 1: ROSE does not stand here across",
                "row 3, column 1: FINK does not stand here down"
            ]
        );
    }
}
