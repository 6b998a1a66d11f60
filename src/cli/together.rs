//! Which of an editor's wishes exclude each other: own words and their places, bans, `--min-score`, `--level`,
//! `--only-clued`, `--apart`, a solution word, and the words that a series has used.
//!
//! Each wish is one demand. The kind decides whether a puzzle can fulfil a set of them; the result is a minimal set that
//! no puzzle fulfils. Dropping a wish only ever allows more: the words that it left out come back, and an own word that
//! is no longer required may still be used.

use super::choice::{Bans, Chosen, Flags as Choice, language_of};
use super::keyword::Keyword;
use super::own::{self, with_own};
use super::series::Series;
use cwsat::encodings::lexicon::{Apart, DemandedWord, Letter, PlacedWord, Theme, WordList};
use cwsat::publish::puzzle::Language;
use cwsat::relatives::relatives;
use cwsat::search::explain::{Together, Watch, together};
use cwsat::solver::Budget;
use itertools::Itertools;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// What is needed to make the list of wishes; nothing is computed before a puzzle turns out to be impossible.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// All words, regardless of the wishes, including own words.
    all: WordList,
    bans: Bans,
    themes: Vec<Theme>,
    /// The words with a clue, if only these may be used.
    clued: Option<WordList>,
    /// The name of the list.
    name: String,
}

/// The other sources of wishes.
#[derive(Clone, Copy)]
pub struct Rest<'a> {
    /// `--ban`, `--min-score`, `--level`, `--apart`.
    pub choice: &'a Choice,
    /// `--must-at`.
    pub own: &'a own::Flags,
    /// `--solution-word`.
    pub keyword: Option<&'a Keyword>,
    /// `--no-repeat`, `--register`, `--part`.
    pub series: &'a Series,
    /// The language of the list, if it is given.
    pub language: Option<&'a Language>,
}

/// One wish.
#[derive(Clone, Debug)]
enum Wish {
    /// No two words of one family.
    Apart,
    /// These words are left out, for this reason.
    Without(String, HashSet<Vec<Letter>>),
    /// A number of words of a theme.
    Some(Theme),
    /// The letters of a solution word.
    Spelled(Vec<Letter>),
    /// An own word.
    Own(Vec<Letter>),
    /// An own word at its place.
    OwnAt(PlacedWord),
    /// An own word at one of several places.
    OwnIn(DemandedWord),
}

/// What to search for: a puzzle that keeps some of the wishes.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// The words to use, all with the same score.
    pub list: WordList,
    /// The words that have to be in the puzzle.
    pub themes: Vec<Theme>,
    /// The words with a place; they are in the themes as well.
    pub placed: Vec<PlacedWord>,
    /// The words with several places to choose from; they are in the themes as well.
    pub somewhere: Vec<DemandedWord>,
    /// The letters of the solution word.
    pub spelled: Vec<Letter>,
}

/// Wishes that exclude each other.
#[derive(Clone, Debug)]
pub struct Conflict {
    wishes: Vec<Wish>,
    /// For each of them that leaves out several words, by its number: a few of these words that would be enough for the
    /// others to be kept.
    with: BTreeMap<usize, Vec<Vec<Letter>>>,
    minimal: bool,
    /// What a puzzle would be that keeps these.
    demands: Demands,
}

/// How many words of a theme are named.
const NAMED: usize = 5;

/// Whether a puzzle can keep all wishes.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// There is no wish except that relatives are kept apart.
    NothingAsked,
    /// One can.
    Kept,
    /// None can keep these.
    Conflict(Conflict),
    /// It is not known.
    Unknown,
}

impl Asked {
    /// Takes what was chosen from a list called `name`, and the own words.
    pub fn new(chosen: &Chosen, themes: &[Theme], name: &str) -> Self {
        // Nothing is computed that is not needed: most puzzles exist.
        let all = if themes.is_empty() { chosen.all.clone() } else { with_own(&chosen.all, themes) };
        let (bans, themes) = (chosen.bans.clone(), themes.to_vec());
        Self { all, bans, themes, clued: None, name: name.to_owned() }
    }

    /// Adds the wish that only words with a clue may be used, which these are.
    #[must_use]
    pub fn only_clued(self, clued: WordList) -> Self {
        Self { clued: Some(clued), ..self }
    }

    /// Leaves out words that are too long for a puzzle in which words have at most this many letters. Own words stay.
    #[must_use]
    pub fn up_to(self, longest: usize) -> Self {
        let all = match self.themes.is_empty() {
            true => self.all.up_to(longest),
            false => with_own(&self.all.up_to(longest), &self.themes),
        };
        Self { all, ..self }
    }

    /// Returns all words, regardless of the wishes.
    pub fn all(&self) -> &WordList {
        &self.all
    }

    /// Looks for wishes that no puzzle keeps together. `known` are the words that are in the puzzle already; `test` says whether there is a puzzle.
    pub fn conflict(
        &self,
        rest: Rest<'_>,
        known: &[Vec<Letter>],
        test: &dyn Fn(&Demands, &Budget) -> Option<bool>,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Outcome {
        let wishes = self.wishes(rest);
        if wishes.iter().all(|wish| matches!(wish, Wish::Apart)) {
            return Outcome::NothingAsked;
        }
        let own: Vec<Vec<Letter>> = self.themes.iter().flat_map(Theme::words).cloned().collect();
        let is_own: HashSet<&Vec<Letter>> = own.iter().collect();
        let apart = rest.choice.keeps_apart().then(|| {
            let all = relatives(&self.all, &language_of(&self.name, rest.language)).except(&own);
            Arc::new(if known.is_empty() { all } else { all.except(known) })
        });
        let mut keeps = |subset: &[usize], budget: &Budget| {
            let kept: Vec<&Wish> = subset.iter().map(|&wish| &wishes[wish]).collect();
            test(&self.demands(&kept, &is_own, apart.as_ref()), budget)
        };
        match together(wishes.len(), &mut keeps, budget, watch) {
            Together::Conflict { demands, minimal } => {
                let wishes: Vec<Wish> = demands.into_iter().map(|wish| wishes[wish].clone()).collect();
                let test = |kept: &[&Wish]| {
                    !budget.exhausted()
                        && test(&self.demands(kept, &is_own, apart.as_ref()), budget) == Some(true)
                };
                let with = (0..wishes.len()).filter(|_| minimal);
                let with = with.filter_map(|at| Some((at, would_do(&wishes, at, &test)?))).collect();
                let demands = self.demands(&wishes.iter().collect::<Vec<_>>(), &is_own, apart.as_ref());
                Outcome::Conflict(Conflict { wishes, with, minimal, demands })
            }
            Together::Kept => Outcome::Kept,
            Together::Unknown => Outcome::Unknown,
        }
    }

    /// Looks for such wishes for a few seconds.
    pub fn brief_conflict(
        &self,
        rest: Rest<'_>,
        known: &[Vec<Letter>],
        test: &dyn Fn(&Demands, &Budget) -> Option<bool>,
        budget: &Budget,
    ) -> Option<Conflict> {
        /// The longest search.
        const LONGEST: Duration = Duration::from_secs(10);
        let budget = budget.clone().within(budget.remaining().map_or(LONGEST, |left| left.min(LONGEST)));
        match self.conflict(rest, known, test, &budget, &|_| {}) {
            Outcome::Conflict(conflict) => Some(conflict),
            Outcome::NothingAsked | Outcome::Kept | Outcome::Unknown => None,
        }
    }

    /// Returns the wishes, the least informative first, so that they are dropped first.
    fn wishes(&self, rest: Rest<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        wishes.extend(rest.choice.keeps_apart().then_some(Wish::Apart));
        let mut left_out = rest.choice.left_out(&self.all, &self.bans);
        left_out.extend(rest.series.left_out(&self.all));
        if let Some(clued) = &self.clued {
            let unclued =
                self.all.ids().map(|id| self.all.word(id)).filter(|word| clued.find(word).is_none());
            left_out.push((
                "every word has a clue (--only-clued)".to_owned(),
                unclued.map(<[Letter]>::to_vec).collect(),
            ));
        }
        wishes.extend(left_out.into_iter().map(|(why, words)| Wish::Without(why, words)));
        let partly = |theme: &&Theme| theme.spare() > 0 && theme.at_least() > 0;
        wishes.extend(self.themes.iter().filter(partly).cloned().map(Wish::Some));
        wishes.extend(rest.keyword.map(|keyword| Wish::Spelled(keyword.letters().to_vec())));
        let demanded = rest.own.demanded();
        let is_placed = |word: &&Vec<Letter>| demanded.iter().any(|demanded| demanded.letters() == *word);
        let needed = self.themes.iter().filter(|theme| theme.spare() == 0).flat_map(Theme::words);
        let own: BTreeSet<&Vec<Letter>> = needed.filter(|word| !is_placed(word)).collect();
        wishes.extend(own.into_iter().sorted_by_key(|word| word.len()).cloned().map(Wish::Own));
        wishes
            .extend(demanded.iter().map(|word| word.exact().map_or(Wish::OwnIn(word.clone()), Wish::OwnAt)));
        wishes
    }

    /// Returns what is required of a puzzle that keeps these wishes.
    fn demands(&self, kept: &[&Wish], own: &HashSet<&Vec<Letter>>, apart: Option<&Arc<Apart>>) -> Demands {
        let mut demands = Demands::default();
        let mut needed = Vec::new();
        let mut out: Vec<&HashSet<Vec<Letter>>> = Vec::new();
        let mut keeps_apart = false;
        for &wish in kept {
            match wish {
                Wish::Apart => keeps_apart = true,
                Wish::Without(_, words) => out.push(words),
                Wish::Some(theme) => demands.themes.push(theme.clone()),
                Wish::Spelled(letters) => demands.spelled.clone_from(letters),
                Wish::Own(word) => needed.push(word.clone()),
                Wish::OwnAt(word) => {
                    needed.push(word.letters().to_vec());
                    demands.placed.push(word.clone());
                }
                Wish::OwnIn(word) => {
                    needed.push(word.letters().to_vec());
                    demands.somewhere.push(word.clone());
                }
            }
        }
        if !needed.is_empty() {
            demands.themes.push(Theme::all(needed));
        }
        let list = self.all.rescored(|id| {
            let word = self.all.word(id).to_vec();
            let may = own.contains(&word) || !out.iter().any(|out| out.contains(&word));
            may.then_some(WordList::DEFAULT_SCORE)
        });
        demands.list = match apart.filter(|_| keeps_apart) {
            Some(apart) => list.kept_apart(Arc::clone(apart)),
            None => list,
        };
        demands
    }
}

/// Returns a few of the words that one of these wishes leaves out, with which all of them could be kept, and none of which
/// can be spared; `None` if it does not leave out several, or if so few are not found. `test` says whether wishes can be kept
/// together.
fn would_do(wishes: &[Wish], at: usize, test: &dyn Fn(&[&Wish]) -> bool) -> Option<Vec<Vec<Letter>>> {
    let Wish::Without(why, words) = &wishes[at] else { return None };
    let could_be_kept = |allowed: &[Vec<Letter>]| {
        let allowed: HashSet<&Vec<Letter>> = allowed.iter().collect();
        let left_out = words.iter().filter(|word| !allowed.contains(word)).cloned().collect();
        let changed = Wish::Without(why.clone(), left_out);
        let others = wishes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, wish)| wish);
        test(&others.chain([&changed]).collect::<Vec<_>>())
    };
    let mut allowed: Vec<Vec<Letter>> = words.iter().sorted().cloned().collect();
    let mut size = allowed.len();
    while size > 1 {
        size = size.div_ceil(2);
        let mut start = 0;
        while start < allowed.len() {
            let end = (start + size).min(allowed.len());
            let rest = [&allowed[..start], &allowed[end..]].concat();
            if !rest.is_empty() && could_be_kept(&rest) { allowed = rest } else { start = end }
        }
    }
    (words.len() > 1 && allowed.len() <= NAMED).then_some(allowed)
}

impl Wish {
    fn sentence(&self) -> String {
        let text = |word: &[Letter]| word.iter().join("");
        match self {
            Self::Apart => "words of one family are kept apart (--no-apart lets them meet)".to_owned(),
            Self::Without(why, _) => why.clone(),
            Self::Some(theme) => {
                let named = theme.words().iter().take(NAMED).map(|word| text(word)).join(", ");
                let more = if theme.words().len() > NAMED { ", …" } else { "" };
                let number = theme.at_least();
                let are = if number == 1 { "is" } else { "are" };
                format!("{number} of the words {named}{more} {are} in the puzzle (--theme)")
            }
            Self::Spelled(letters) => format!("{} can be spelled (--solution-word)", text(letters)),
            Self::Own(word) => format!("{} is in the puzzle ({} letters)", text(word), word.len()),
            Self::OwnAt(word) => {
                format!("{} stands {} at {}", word.spelled(), word.run().direction, word.run().start)
            }
            Self::OwnIn(word) => format!("{} stands {}", word.spelled(), word.place()),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Without(..) => "left-out",
            Self::Some(_) => "theme",
            Self::Spelled(_) => "solution-word",
            Self::Own(_) | Self::OwnAt(_) | Self::OwnIn(_) => "own-word",
        }
    }
}

impl Conflict {
    /// Says, if the conflict is minimal, why there is no puzzle: `it cannot be filled as asked: …`, where `what` is the
    /// beginning. `lengths` are those of the slots, if the layout is given; where there are fewer slots of a length than
    /// words that need one, that is said.
    pub fn refusal(&self, what: &str, lengths: Option<&[usize]>) -> Option<String> {
        if !self.minimal || self.wishes.is_empty() {
            return None;
        }
        let mut needed: BTreeMap<usize, usize> = BTreeMap::new();
        for wish in &self.wishes {
            match wish {
                Wish::Own(word) => *needed.entry(word.len()).or_default() += 1,
                Wish::OwnAt(word) => *needed.entry(word.letters().len()).or_default() += 1,
                Wish::OwnIn(word) => *needed.entry(word.letters().len()).or_default() += 1,
                _ => {}
            }
        }
        let short = lengths.into_iter().flat_map(|lengths| {
            needed.iter().filter_map(move |(&len, &words)| {
                let slots = lengths.iter().filter(|&&its| its == len).count();
                match slots {
                    _ if slots >= words => None,
                    0 => Some(format!("; no slot has {len} letters")),
                    1 => Some(format!("; only 1 slot has {len} letters")),
                    _ => Some(format!("; only {slots} slots have {len} letters")),
                }
            })
        });
        let short: String = short.collect();
        Some(format!("{what} as asked, proven{}{short}", self.phrase()))
    }

    /// Returns the wish with this number, and the words with which it would be kept.
    fn sentence(&self, number: usize) -> String {
        let sentence = self.wishes[number].sentence();
        match self.with.get(&number) {
            None => sentence,
            Some(words) => {
                let words = words.iter().map(|word| word.iter().join("")).join(", ");
                format!("{sentence} (allowing {words} would be enough)")
            }
        }
    }

    /// Returns the conflict for the end of a sentence that says that there is no puzzle.
    pub fn phrase(&self) -> String {
        let wishes = (0..self.wishes.len()).map(|number| self.sentence(number)).join(", and ");
        match (self.wishes.len(), self.minimal) {
            (0, _) => "; nor is there one without any of the wishes".to_owned(),
            (1, true) => format!("; the wish that cannot be kept is that {wishes}"),
            (_, true) => {
                format!("; the wishes that exclude each other (any fewer can be kept) are that {wishes}")
            }
            (_, false) => {
                format!("; among these wishes some exclude each other (stopped early): that {wishes}")
            }
        }
    }

    /// Returns what a puzzle would be that keeps these wishes.
    pub fn demands(&self) -> &Demands {
        &self.demands
    }

    /// Returns the conflict as lines below the name of the input.
    pub fn text(&self) -> String {
        let count = self.wishes.len();
        let mut text = match (count, self.minimal) {
            (0, _) => return "nor is there a puzzle without any of the wishes\n".to_owned(),
            (1, true) => "no puzzle keeps this wish\n".to_owned(),
            (_, true) => {
                format!(
                    "no puzzle keeps these {count} wishes together (without any one of them the others can be kept)\n"
                )
            }
            (_, false) => format!(
                "no puzzle keeps these {count} wishes together (stopped early: some of them may not be needed)\n"
            ),
        };
        for number in 0..count {
            let _ = writeln!(text, "{:>3}. {}", number + 1, self.sentence(number));
        }
        text
    }

    /// Returns the conflict for JSON.
    pub fn json(&self) -> Value {
        let spelled =
            |words: &[Vec<Letter>]| words.iter().map(|word| word.iter().join("")).collect::<Vec<_>>();
        let cause = |(number, wish): (usize, &Wish)| {
            let mut cause = json!({ "kind": wish.kind(), "text": self.sentence(number) });
            if let Some(words) = self.with.get(&number) {
                cause["words"] = spelled(words).into();
            }
            match wish {
                Wish::Own(word) | Wish::Spelled(word) => cause["word"] = word.iter().join("").into(),
                Wish::Some(theme) => cause["words"] = spelled(theme.words()).into(),
                Wish::OwnAt(word) => {
                    let run = word.run();
                    cause["word"] = word.spelled().into();
                    cause["row"] = run.start.row.into();
                    cause["column"] = run.start.col.into();
                    cause["direction"] = run.direction.to_string().into();
                }
                Wish::OwnIn(word) => {
                    cause["word"] = word.spelled().into();
                    cause["place"] = word.place().to_string().into();
                }
                _ => {}
            }
            cause
        };
        json!({ "minimal": self.minimal, "causes": self.wishes.iter().enumerate().map(cause).collect::<Vec<_>>() })
    }
}
