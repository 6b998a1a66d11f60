//! The interface between `cwsat explain` and the kinds, and what explanations of slots have in common.

use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::keyword::Keyword;
use crate::cli::proof::Claim;
use crate::cli::reporter::{Meter, Reporter};
use crate::cli::together::{Asked, Conflict, Demands, Outcome, Rest};
use crate::cli::wordlists::{self, EmbeddedList, Words};
use cwsat::encodings::cnf::Formula;
use cwsat::encodings::lexicon::{Letter, Theme, WordList};
use cwsat::search::explain::{self, ExplainOptions, Fewest, NoClaim, Progress, TooFew, Watch};
use cwsat::solver::{BackEnd, Budget};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What `cwsat explain` needs from a kind.
pub trait Explains {
    /// The kind's own flags.
    type Flags: clap::Args;

    /// Explains why an input has no solution.
    fn explained(request: &Request, flags: &Self::Flags) -> Result<Found, Failure>;
}

/// What to explain.
pub struct Request<'a> {
    /// The puzzle: a file, or a size.
    pub input: &'a Input,
    /// The size of the board, for kinds where `--size` means that.
    pub board: Option<&'a str>,
    /// `--words`.
    pub words: &'a [PathBuf],
    /// Which of them may be used, and what the puzzle has to have.
    pub rest: Rest<'a>,
    /// `--seed`.
    pub seed: u64,
    /// `--time-limit`.
    pub time_limit: Option<Duration>,
    /// The SAT solver.
    pub back_end: &'a BackEnd,
    /// Whether a proof of the explanation is wanted.
    pub proves: bool,
    /// When to stop.
    pub budget: &'a Budget,
    /// Where messages go.
    pub reporter: Reporter,
    /// Where progress is shown.
    pub meter: &'a Meter,
}

/// The words of a puzzle that is explained, and what is required of them.
pub struct Worded {
    /// The words that were chosen.
    pub words: Words,
    /// What must be among them.
    pub themes: Vec<Theme>,
    /// The wishes that chose them.
    pub asked: Asked,
}

impl Request<'_> {
    /// Reads the words, and chooses those that a puzzle may have.
    pub fn words(&self) -> Result<Worded, Failure> {
        let language = self.rest.language;
        let embedded = EmbeddedList::in_language(language, self.words)?;
        let mut words = wordlists::resolve(self.words, embedded, self.reporter)?;
        let chosen = self.rest.choice.choose(words.list, &words.name, self.reporter)?;
        words.list = chosen.list.clone();
        let themes = self.themes(&mut words)?;
        chosen.bans.refuse_wanted(&themes)?;
        words.list = self.rest.choice.keep_apart(words.list, &words.name, language, &themes);
        let asked = Asked::new(&chosen, &themes, &words.name);
        if !self.rest.series.is_open() {
            words.list = self.rest.series.without_used(&words.list, &themes);
        }
        Ok(Worded { words, themes, asked })
    }

    /// Reads the own words, which must all be required.
    fn themes(&self, words: &mut Words) -> Result<Vec<Theme>, Failure> {
        let themes = self.rest.own.themes(words, self.reporter)?;
        if self.rest.own.is_wishing() {
            return Err(OnlyWelcome.into());
        }
        Ok(themes)
    }

    /// Returns the letters of the solution word; none if there is no such word.
    pub fn spelled(&self) -> &[Letter] {
        self.rest.keyword.map_or(&[], Keyword::letters)
    }

    /// Looks for wishes that no puzzle fulfils together.
    pub fn conflict(
        &self,
        asked: &Asked,
        known: &[Vec<Letter>],
        test: &dyn Fn(&Demands, &Budget) -> Option<bool>,
    ) -> Outcome {
        self.watched(|watch| asked.conflict(self.rest, known, test, self.budget, watch))
    }

    /// Returns the options of the search for an explanation.
    pub fn options(&self) -> ExplainOptions {
        ExplainOptions { seed: self.seed, back_end: self.back_end.clone(), ..ExplainOptions::default() }
    }

    /// Returns the claim that causes exclude each other, made only if a proof is wanted. `sentences` describe the causes in the
    /// order of the claim.
    pub fn claim_of_causes(
        &self,
        made: impl FnOnce() -> Result<explain::Claim, NoClaim>,
        sentences: &[String],
        minimal: bool,
    ) -> Claim {
        self.claim_of_slots(made, sentences, minimal, |_| Vec::new())
    }

    /// Does the same as [`Request::claim_of_causes`] for slots that may be a smallest set; `describe` returns lines about the
    /// fills that show it.
    pub fn claim_of_slots(
        &self,
        made: impl FnOnce() -> Result<explain::Claim, NoClaim>,
        sentences: &[String],
        minimal: bool,
        describe: impl FnOnce(&Fewest) -> Vec<String>,
    ) -> Claim {
        if !self.proves {
            return Claim::Nothing(UNWANTED);
        }
        match made() {
            Ok(explain::Claim { formula, clauses, fewest }) => {
                let mut text = causes_text(sentences, &clauses, minimal, fewest.as_ref());
                let lines = fewest.as_ref().map_or_else(Vec::new, describe);
                lines.iter().for_each(|line| text += &format!("\n{line}"));
                Claim::Refutation { formula: Box::new(formula), text, seed: self.seed }
            }
            Err(why) => Claim::Nothing(nothing(why)),
        }
    }

    /// Returns the claim that a list has too few words of one of these lengths, made only if a proof is wanted: of the length
    /// with the fewest words, as that is shown most easily. Nobody has tested whether fewer slots would do: these may cross.
    pub fn claim_of_few(
        &self,
        few: &[TooFew],
        made: impl FnOnce(&TooFew) -> Result<explain::Claim, NoClaim>,
    ) -> Claim {
        match few.iter().min_by_key(|few| few.words) {
            Some(few) => self.claim_of_causes(|| made(few), &too_few_causes(few), false),
            None => Claim::Nothing(nothing(NoClaim::NothingToRefute)),
        }
    }

    /// Returns a claim about everything that is asked for, made only if a proof is wanted.
    pub fn claim_of_all(&self, made: impl FnOnce() -> Result<explain::Claim, NoClaim>, text: &str) -> Claim {
        match self.proves.then(made) {
            None => Claim::Nothing(UNWANTED),
            Some(Ok(explain::Claim { formula, .. })) => {
                Claim::Refutation { formula: Box::new(formula), text: text.to_owned(), seed: self.seed }
            }
            Some(Err(why)) => Claim::Nothing(nothing(why)),
        }
    }

    /// Returns the claim that no puzzle keeps these wishes, if a proof is wanted. `None` stands for a formula that would be too
    /// large.
    pub fn claim_of_wishes(
        &self,
        conflict: &Conflict,
        made: impl FnOnce(&Demands) -> Option<Formula>,
    ) -> Claim {
        if !self.proves {
            return Claim::Nothing(UNWANTED);
        }
        match made(conflict.demands()) {
            Some(formula) => {
                let text = format!("no puzzle can keep all of these wishes\n{}", conflict.text());
                Claim::Refutation { formula: Box::new(formula), text, seed: self.seed }
            }
            None => Claim::Nothing(nothing(NoClaim::TooLarge)),
        }
    }

    /// Runs a search and shows its progress.
    pub fn watched<T>(&self, search: impl FnOnce(Watch<'_>) -> T) -> T {
        self.meter.show("looking for an answer, and for a proof that there is none".to_owned());
        search(&|progress| {
            self.meter.show(match progress {
                Progress::Narrowing { left, needed } => {
                    format!("there is no answer: {left} causes left, {needed} of them known to be needed")
                }
                Progress::Fewest { at_least, at_most } => {
                    format!("{at_most} causes; looking for fewer: at least {at_least} are needed")
                }
            });
        })
    }
}

/// Words that are only welcome.
#[derive(Debug, thiserror::Error)]
#[error(
    "--wish only prefers words, so it cannot rule out a puzzle; use --must, or --theme with --theme-at-least"
)]
struct OnlyWelcome;

impl Found {
    /// Adds what is known of all wishes together: what was found so far ignored some of them.
    /// `claim` says what can be proven of wishes that exclude each other; what was explained without them comes first.
    #[must_use]
    pub fn with_wishes(self, answer: &Outcome, name: &str, claim: impl FnOnce(&Conflict) -> Claim) -> Self {
        let of = |exit, text: &str, result: &str| {
            let json = Map::from_iter([("result".to_owned(), result.into())]);
            Self { exit, text: format!("{name}: {text}\n"), json, claim: Claim::Nothing(unclaimed(exit)) }
        };
        match (answer, self.exit) {
            (Outcome::Conflict(conflict), exit) => {
                let text = format!("{name}: {}", conflict.text());
                let mut json = self.json;
                json.insert("result".to_owned(), "conflict".into());
                json.insert("wishes".to_owned(), conflict.json());
                let text = if exit == Exit::Broken { self.text + &text } else { text };
                let claim = match self.claim {
                    own @ Claim::Refutation { .. } => own,
                    Claim::Nothing(_) => claim(conflict),
                };
                Self { exit: Exit::Broken, text, json, claim }
            }
            (Outcome::Kept, Exit::Stopped) => {
                of(Exit::Ok, "this can be finished; `cwsat solve` makes a puzzle of it", "solvable")
            }
            (Outcome::Unknown, Exit::Ok) => of(
                Exit::Stopped,
                "stopped before it was known whether this can be finished with everything that is required; give it more time",
                "undecided",
            ),
            (Outcome::Kept | Outcome::Unknown | Outcome::NothingAsked, _) => self,
        }
    }
}

/// What was found, as text and as JSON.
pub struct Found {
    /// [`Exit::Ok`] if there is a solution, [`Exit::Broken`] if there is none, [`Exit::Stopped`] if that is not known.
    pub exit: Exit,
    /// Whole lines for the user; the first one starts with the name of the input.
    pub text: String,
    /// The JSON fields in addition to those of all kinds.
    pub json: Map<String, Value>,
    /// What can be proven of it.
    pub claim: Claim,
}

/// Why nothing is claimed where no proof is wanted; nobody reads this.
const UNWANTED: &str = "no proof is wanted";

/// Returns why nothing is claimed of a puzzle that is not known to be impossible.
pub fn unclaimed(exit: Exit) -> &'static str {
    match exit {
        Exit::Stopped => "it is not known whether there is a solution",
        _ => "there is a solution",
    }
}

/// Says why there is no formula for an explanation.
fn nothing(why: NoClaim) -> &'static str {
    match why {
        NoClaim::Counted => "this was found by counting, and clauses would take too long to show it",
        NoClaim::TooLarge => "the formula would be too large",
        NoClaim::NothingToRefute => "there is no field, block or word that clauses could be about",
    }
}

/// Says what it means that the formula of causes has no model: a sentence, and a line for each cause.
fn causes_text(
    sentences: &[String],
    clauses: &[Option<usize>],
    minimal: bool,
    fewest: Option<&Fewest>,
) -> String {
    let mut text = match (sentences.len(), minimal) {
        (1, _) => "this one cause cannot hold".to_owned(),
        (count, true) => {
            format!("these {count} causes cannot all hold; without any one of their clauses it has a model")
        }
        (count, false) => format!("these {count} causes cannot all hold"),
    };
    if let Some(fewest) = fewest {
        text += &format!("; and any fewer than {} slots have a fill", fewest.slots);
    }
    for (sentence, clause) in sentences.iter().zip(clauses) {
        text += &match clause {
            Some(clause) => format!("\nclause {clause}: {sentence}"),
            None => format!("\nin the other clauses: {sentence}"),
        };
    }
    text
}

/// Returns what "no word occurs twice" also means for a list that keeps words apart.
pub fn apart(list: &WordList) -> &'static str {
    match list.apart().is_some_and(|apart| apart.count() > 0) {
        true => ", nor two words of one family (--no-apart lets them meet)",
        false => "",
    }
}

/// Explains why slots cannot be filled from a list that is too small: a heading, and a line for each length.
pub fn too_few_text(list: &str, few: &[TooFew]) -> String {
    let lines = few.iter().enumerate().map(|(i, few)| format!("{:>3}. {}\n", i + 1, too_few_sentence(few)));
    let rest = if few.len() > 1 { "; each of these is reason enough" } else { "" };
    format!("this cannot be filled: {list} has too few words, as no word may occur twice{rest}\n")
        + &lines.collect::<String>()
}

fn too_few_sentence(few: &TooFew) -> String {
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let TooFew { len, words, slots } = *few;
    format!("the list has {} of {len} letters for {}", plural(words, "word"), plural(slots, "slot"))
}

/// Describes the causes of a claim that the list has too few words of a length.
fn too_few_causes(few: &TooFew) -> Vec<String> {
    let slot = |number: usize| format!("slot {number} of {} letters spells a word of the list", few.len);
    let differ = (few.words > 0).then(|| "no word occurs twice".to_owned());
    (1..=few.words + 1).map(slot).chain(differ).collect()
}

/// Returns the content of [`too_few_text`] as the causes of an explanation in JSON.
pub fn too_few_json(few: &[TooFew]) -> Value {
    let cause = |few: &TooFew| {
        json!({
            "kind": "too-few-words",
            "text": too_few_sentence(few),
            "length": few.len,
            "words": few.words,
            "slots": few.slots,
        })
    };
    few.iter().map(cause).collect()
}
