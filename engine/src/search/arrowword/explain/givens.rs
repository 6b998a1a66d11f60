//! Conflicts among the givens of a grid: fields, arrows, letters, own words, blocked fields, and the rules.
//!
//! The formula is that of a grid in which only the blocked fields are given. Every other given is a set of literals of
//! this formula, so one solver decides all subsets and returns cores. Blocked fields are not literals of the formula:
//! to drop some of them, a new formula is built, which is affordable because the formula of a layout is small. (A
//! formula over letters is not, so there all blocked fields are kept.) Finally the clause families of the rules are
//! switched off one by one.

use super::super::{Job, rules_of_layout};
use super::own::{Counted, own};
use super::{Cause, Explanation, Finding, Level, Rule, letter_at};
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::joint::JointEncoding;
use crate::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use crate::encodings::cnf::{Bit, Formula, Lit};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, Theme};
use crate::search::explain::assumed::{Assumed, with_groups};
use crate::search::explain::{Causes, Claim, Conflict, ExplainOptions, Outcome, Verdict, Watch, minimise};
use crate::solver::Budget;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The clause families of each rule. That runs have lengths of the list's words is part of [`Rule::WordsOfTheList`];
/// over the layout alone, every length that fits is allowed, and that family is empty.
const RULES: [(Rule, &[&str]); 5] = [
    (Rule::NoWordTwice, &["no word twice", "no relatives"]),
    (Rule::WordsOfTheList, &["run -> some word", "letter -> some word with it", "allowed lengths"]),
    (Rule::AskedRuns, &["asked runs"]),
    (Rule::EveryLetterAsked, &["every letter asked"]),
    (Rule::Arrows, &["arrows"]),
];

/// Returns the most variables for words that the formula over layout and letters can have.
pub(super) fn words_of_both(job: Job<'_>) -> u64 {
    JointEncoding::word_places(&bare_spec(job.given, |_| true), job.list, usize::MAX)
}

/// Returns all givens except blocked fields, the least informative first.
pub(super) fn given(job: Job<'_>) -> Vec<Cause> {
    let fields = &job.given.fields;
    let of_kind = |wanted: &dyn Fn(Field) -> bool| -> Vec<Pos> {
        fields.iter().filter(|&(_, &field)| wanted(field)).map(|(pos, _)| pos).collect()
    };
    let questions = of_kind(&|field| field == Field::Question);
    let arrows_at = |pos: Pos| -> Vec<Arrow> {
        job.given.questions.iter().filter(|question| question.pos == pos).map(|q| q.arrow).collect()
    };
    let mut causes = Vec::new();
    if !job.extend.opens_fields() {
        causes.extend(of_kind(&|field| field == Field::Open).into_iter().map(|pos| Cause::Solution { pos }));
    }
    let alone = !job.extend.lets_join();
    let arrows = questions.iter().map(|&pos| Cause::Arrows { pos, arrows: arrows_at(pos), alone });
    causes.extend(arrows.filter(|cause| matches!(cause, Cause::Arrows { arrows, .. } if !arrows.is_empty())));
    causes.extend(questions.iter().map(|&pos| Cause::Question { pos }));
    let letters = fields.positions().filter_map(|pos| Some((pos, letter_at(job.given, pos)?)));
    causes.extend(letters.map(|(pos, letter)| Cause::Letter { pos, letter }));
    causes
}

/// The formula of the layout, or of layout and letters, for a grid in which only blocked fields are given.
enum Model {
    Layout(LayoutEncoding),
    Both {
        joint: JointEncoding,
        /// Which literals are true only if the puzzle has an own word.
        own: BTreeMap<Vec<Letter>, Lit>,
    },
}

impl Model {
    /// Creates the model with the blocked fields that `is_kept` selects; the others are open.
    fn new(job: Job<'_>, level: Level, is_kept: impl Fn(Pos) -> bool) -> Self {
        let spec = bare_spec(job.given, is_kept);
        let any_words = LayoutOptions::rules_only(spec.rows().max(spec.cols()));
        let mut joint = match level {
            Level::Both => {
                let options = rules_of_layout(job.list, false);
                JointEncoding::new(&spec, &options, &Arc::new(job.list.clone()))
            }
            Level::Own => JointEncoding::without_list(&spec, &any_words),
            Level::Layout | Level::Words => {
                return Self::Layout(LayoutEncoding::new(&spec, &any_words));
            }
        };
        // Nothing is demanded yet, so that each word can be assumed or not.
        let wishes = Theme::wishes(job.themes.iter().flat_map(Theme::words).cloned());
        let own = joint.add_themes(&[wishes]);
        Self::Both { joint, own }
    }

    fn layout(&self) -> &LayoutEncoding {
        match self {
            Self::Layout(layout) => layout,
            Self::Both { joint, .. } => joint.layout(),
        }
    }

    fn formula(&self) -> &Formula {
        &self.layout().formula
    }

    /// Returns the bits that are true exactly if a given holds.
    fn bits(&self, cause: &Cause) -> Vec<Bit> {
        let layout = self.layout();
        match cause {
            Cause::Question { pos } => vec![layout.question(*pos)],
            Cause::Solution { pos } => vec![!layout.question(*pos)],
            Cause::Letter { pos, letter } => match self {
                Self::Layout(_) => vec![!layout.question(*pos)],
                Self::Both { joint, .. } => vec![joint.cell(*pos)[letter.index()]],
            },
            Cause::Own { word } => match self {
                Self::Layout(_) => Vec::new(),
                Self::Both { own, .. } => vec![own.get(word).map_or(Bit::False, |&lit| lit.into())],
            },
            Cause::OwnAt { word } => match self {
                Self::Layout(_) => Vec::new(),
                Self::Both { joint, .. } => joint.bits_of_word(word),
            },
            Cause::Arrows { pos, arrows, alone } => {
                let has = arrows.iter().map(|&arrow| layout.arrow(*pos, arrow));
                let others = Arrow::ALL.into_iter().filter(|arrow| *alone && !arrows.contains(arrow));
                has.chain(others.map(|arrow| !layout.arrow(*pos, arrow))).collect()
            }
            Cause::Word { .. } | Cause::Blocked { .. } | Cause::Rule(_) => Vec::new(),
        }
    }

    fn all_bits(&self, causes: &[Cause]) -> Vec<Bit> {
        causes.iter().flat_map(|cause| self.bits(cause)).collect()
    }
}

/// Returns the grid with nothing given but the blocked fields that `is_kept` selects.
fn bare_spec(given: &Puzzle, is_kept: impl Fn(Pos) -> bool) -> LayoutSpec {
    let fields = given.fields.map(|pos, &field| match field {
        Field::Blocked(_) if is_kept(pos) => field,
        _ => Field::Open,
    });
    LayoutSpec::new(&Puzzle { fields, questions: Vec::new() }, Extend::All)
}

/// Explains why the givens cannot hold together, if they cannot: at the level of the layout, whatever the words, or of
/// layout and letters together.
pub(super) fn explain(
    job: Job<'_>,
    level: Level,
    options: &ExplainOptions,
    budget: &Budget,
    watch: Watch<'_>,
) -> Finding {
    let mut all = given(job);
    if level != Level::Layout {
        all.extend(own(job));
    }
    let model = Model::new(job, level, |_| true);
    let bits = all.iter().map(|cause| model.bits(cause)).collect();
    let assumed = Assumed::new(model.formula(), bits, &options.back_end, options.seed);
    let mut counted = Counted { given: job.given, causes: &all, rest: assumed };
    let (mut causes, mut minimal) = match minimise(&mut counted, options.orders, options.seed, budget, watch)
    {
        Outcome::Feasible => return Finding::Solvable(None),
        Outcome::Stopped => return Finding::Undecided,
        Outcome::Conflict(Conflict { causes, minimal }) => {
            (causes.into_iter().map(|cause| all[cause].clone()).collect::<Vec<_>>(), minimal)
        }
    };
    drop((counted, model));
    if level == Level::Own {
        // Counting does not say which rules leave no room.
        return Finding::Conflict(Explanation { level, causes, minimal });
    }
    if level == Level::Layout {
        let is_blocked = |pos: &Pos| job.given.fields[*pos].is_blocked();
        let blocked = job.given.fields.positions().filter(is_blocked);
        let blocked: Vec<Cause> = blocked.map(|pos| Cause::Blocked { pos }).collect();
        if !blocked.is_empty() {
            let mut oracle = BlockedFields { job, given: &causes, blocked: &blocked, options };
            // Every test builds a new formula, so one order has to be enough.
            let few = known(minimise(&mut oracle, 1, options.seed, budget, watch), blocked.len());
            causes.extend(few.causes.into_iter().map(|cause| blocked[cause].clone()));
            minimal &= few.minimal && settle(job, &mut causes, options, budget);
        }
    }
    let is_kept = |pos| level == Level::Both || causes.contains(&Cause::Blocked { pos });
    let model = Model::new(job, level, is_kept);
    let always = model.all_bits(&causes);
    let labels: Vec<&[&str]> = RULES.iter().map(|&(_, labels)| labels).collect();
    let (formula, switches) = with_groups(model.formula(), &labels);
    let switches = switches.into_iter().map(|lit| vec![lit.into()]).collect();
    // An arrow that is impossible at its field is a constant, so no clause belongs to it.
    let impossible = always.contains(&Bit::False);
    let mut rules = Assumed::new(&formula, switches, &options.back_end, options.seed).always(always);
    let few = known(minimise(&mut rules, options.orders, options.seed, budget, watch), RULES.len());
    causes.extend(impossible.then_some(Cause::Rule(Rule::Arrows)));
    causes.extend(few.causes.into_iter().map(|rule| Cause::Rule(RULES[rule].0)));
    Finding::Conflict(Explanation { level, causes, minimal: minimal && few.minimal })
}

/// Returns the claim that the causes of an explanation exclude each other. Clauses of rules that are not named have a literal
/// that is in no other clause, and so say nothing.
pub(super) fn claim(job: Job<'_>, explanation: &Explanation) -> Claim {
    let Explanation { level, causes, .. } = explanation;
    let is_kept = |pos| *level != Level::Layout || causes.contains(&Cause::Blocked { pos });
    let model = Model::new(job, *level, is_kept);
    if *level == Level::Own {
        let bits: Vec<_> = causes.iter().map(|cause| Some(model.bits(cause))).collect();
        return Claim::new(model.formula().clone(), &bits);
    }
    let labels: Vec<&[&str]> = RULES.iter().map(|&(_, labels)| labels).collect();
    let (formula, switches) = with_groups(model.formula(), &labels);
    let switch_of = |rule: Rule| RULES.iter().position(|&(named, _)| named == rule).map(|at| switches[at]);
    // An arrow that is impossible at its field is a constant, which is so because of the rule.
    let impossible = switch_of(Rule::Arrows).filter(|_| causes.contains(&Cause::Rule(Rule::Arrows)));
    let impossible = impossible.map_or(Bit::False, |rule| Bit::from(!rule));
    let bits = |cause: &Cause| match cause {
        Cause::Blocked { .. } => None,
        Cause::Rule(rule) => switch_of(*rule).map(|switch| vec![switch.into()]),
        given => {
            let bits = model.bits(given).into_iter();
            Some(bits.map(|bit| if bit == Bit::False { impossible } else { bit }).collect())
        }
    };
    let bits: Vec<_> = causes.iter().map(bits).collect();
    Claim::new(formula, &bits)
}

/// Tests by the formula of layout and letters whether there is a puzzle.
pub(super) fn holds(job: Job<'_>, options: &ExplainOptions, budget: &Budget) -> Verdict {
    let mut all = given(job);
    all.extend(own(job));
    let model = Model::new(job, Level::Both, |_| true);
    let always = model.all_bits(&all);
    if always.contains(&Bit::False) {
        return Verdict::Infeasible(Vec::new());
    }
    Assumed::new(model.formula(), Vec::new(), &options.back_end, options.seed)
        .always(always)
        .test(&[], budget)
}

/// Returns the conflict among causes that are known to be in conflict: all of them, if the budget ended first.
fn known(outcome: Outcome, count: usize) -> Conflict {
    match outcome {
        Outcome::Conflict(conflict) => conflict,
        outcome => {
            debug_assert_eq!(outcome, Outcome::Stopped);
            Conflict { causes: (0..count).collect(), minimal: false }
        }
    }
}

/// Tests whether these causes can hold together in a grid in which nothing else is given or blocked.
fn test(job: Job<'_>, causes: &[Cause], options: &ExplainOptions, budget: &Budget) -> Verdict {
    let model = Model::new(job, Level::Layout, |pos| causes.contains(&Cause::Blocked { pos }));
    let always = model.all_bits(causes);
    Assumed::new(model.formula(), Vec::new(), &options.back_end, options.seed)
        .always(always)
        .test(&[], budget)
}

/// Drops causes until no more can be dropped; returns false if the budget ends first. A field that is no longer
/// blocked has to be a question or a letter, so a cause that was needed in one grid may not be needed in another.
fn settle(job: Job<'_>, causes: &mut Vec<Cause>, options: &ExplainOptions, budget: &Budget) -> bool {
    let (mut at, mut needed) = (0, 0);
    while needed < causes.len() {
        at %= causes.len();
        let cause = causes.remove(at);
        match test(job, causes, options, budget) {
            Verdict::Infeasible(_) => needed = 0,
            verdict => {
                causes.insert(at, cause);
                if verdict == Verdict::Unknown {
                    return false;
                }
                (at, needed) = (at + 1, needed + 1);
            }
        }
    }
    true
}

/// Blocked fields as causes, while the other givens hold.
struct BlockedFields<'a> {
    job: Job<'a>,
    given: &'a [Cause],
    blocked: &'a [Cause],
    options: &'a ExplainOptions,
}

impl Causes for BlockedFields<'_> {
    fn count(&self) -> usize {
        self.blocked.len()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        let mut causes = self.given.to_vec();
        causes.extend(subset.iter().map(|&cause| self.blocked[cause].clone()));
        match test(self.job, &causes, self.options, budget) {
            Verdict::Infeasible(_) => Verdict::Infeasible(subset.to_vec()),
            verdict => verdict,
        }
    }
}
