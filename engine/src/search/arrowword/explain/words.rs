//! Conflicts among the words of a given layout.
//!
//! Where all arrows are given, the words are simply slots. Where some are open, the layout's formula decides whether a
//! run is asked, and the slot has that as its condition; so the answer holds whatever arrows are chosen.

use super::super::Job;
use super::{Cause, Explanation, Finding, Level, Rule, any_puzzle, letter_at};
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
use crate::encodings::cnf::Bit;
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::{Slot, SlotProblem};
use crate::search::explain::{
    Claim, ExplainOptions, Ground, NoClaim, SlotConflict, SlotOutcome, TooFew, Watch, claim_of_few,
    claim_of_slots_on, explain_slots_on,
};
use crate::solver::Budget;
use std::time::Duration;

/// Explains why a given layout cannot be filled, if it cannot.
pub(super) fn explain(job: Job<'_>, options: &ExplainOptions, budget: &Budget, watch: Watch<'_>) -> Finding {
    let Asked { ground, runs } = Asked::new(job);
    if ground.conditions.iter().any(|&bit| bit != Bit::True) {
        // The clauses would find a puzzle as well, but on a large grid much later.
        if let Ok(puzzle) = any_puzzle(job, options, &for_the_search(budget)) {
            return Finding::Solvable(Some(puzzle));
        }
    }
    let (problem, cells) = slots_of(job, &runs);
    match explain_slots_on(&ground, &problem, job.list, options, budget, watch) {
        SlotOutcome::Fillable(_) => Finding::Solvable(None),
        SlotOutcome::Stopped => Finding::Undecided,
        SlotOutcome::TooFew(few) => Finding::TooFew(few),
        SlotOutcome::Conflict(conflict) => {
            let minimal = conflict.minimal;
            let causes = causes(job, &runs, &cells, &conflict);
            Finding::Conflict(Explanation { level: Level::Words, causes, minimal })
        }
    }
}

/// The runs of a given layout that are asked, or may be.
struct Asked {
    ground: Ground,
    runs: Vec<Run>,
}

impl Asked {
    fn new(job: Job<'_>) -> Self {
        let spec = LayoutSpec::new(job.given, Extend::Nothing);
        let longest = spec.rows().max(spec.cols());
        let mut layout = LayoutEncoding::new(&spec, &LayoutOptions::rules_only(longest));
        let mut conditions = Vec::new();
        let mut runs: Vec<Run> = Vec::new();
        for run in job.given.fields.runs(|field| field.is_solution()).into_iter().filter(|run| run.len >= 2) {
            let asked = layout.word_of_len(run.direction, run.start, run.len);
            if asked != Bit::False {
                runs.push(run);
                conditions.push(asked);
            }
        }
        Self { ground: Ground { formula: layout.formula, conditions }, runs }
    }
}

/// Returns the claim that these causes exclude each other: words, letters and the rule, in this order.
pub(super) fn claim(job: Job<'_>, explanation: &Explanation) -> Result<Claim, NoClaim> {
    let Asked { ground, runs } = Asked::new(job);
    let (problem, cells) = slots_of(job, &runs);
    let causes = &explanation.causes;
    let slot = |cause: &Cause| match cause {
        Cause::Word { run, .. } => runs.iter().position(|other| other == run),
        _ => None,
    };
    let cell = |cause: &Cause| match cause {
        Cause::Letter { pos, .. } => cells.iter().position(|other| other == pos),
        _ => None,
    };
    let conflict = SlotConflict {
        slots: causes.iter().filter_map(slot).collect(),
        letters: causes.iter().filter_map(cell).collect(),
        distinct: causes.contains(&Cause::Rule(Rule::NoWordTwice)),
        minimal: explanation.minimal,
        smallest: false,
        fillable: Vec::new(),
    };
    claim_of_slots_on(&ground, &problem, job.list, &conflict)
}

/// Returns the claim that the list has too few words of a length for a given layout.
pub(super) fn claim_too_few(job: Job<'_>, few: &TooFew) -> Result<Claim, NoClaim> {
    let (problem, _) = slots_of(job, &Asked::new(job).runs);
    claim_of_few(&problem, job.list, few)
}

/// The longest search for a puzzle before the clauses, which can also prove that there is none, if there is no time limit.
const QUICK: Duration = Duration::from_secs(30);

/// Returns the part of a budget that the search for a puzzle gets.
fn for_the_search(budget: &Budget) -> Budget {
    budget.clone().within(budget.remaining().map_or(QUICK, |left| left / 2))
}

/// Returns the runs as slots, and the field of each cell.
fn slots_of(job: Job<'_>, runs: &[Run]) -> (SlotProblem, Vec<Pos>) {
    let (mut problem, mut cells) = (SlotProblem::default(), Vec::new());
    let mut numbers = job.given.fields.map(|_, _| None);
    for run in runs {
        let numbered = run.cells().map(|pos| {
            *numbers[pos].get_or_insert_with(|| {
                cells.push(pos);
                problem.cells.push(letter_at(job.given, pos));
                cells.len() - 1
            })
        });
        problem.slots.push(Slot { cells: numbered.collect() });
    }
    (problem, cells)
}

fn causes(job: Job<'_>, runs: &[Run], cells: &[Pos], conflict: &SlotConflict) -> Vec<Cause> {
    let letters: Vec<Pos> = conflict.letters.iter().map(|&cell| cells[cell]).collect();
    let mut causes = Vec::new();
    for &slot in &conflict.slots {
        let run = runs[slot];
        let matters = |pos: Pos| letter_at(job.given, pos).filter(|_| letters.contains(&pos));
        let asks = |q: &&_| job.given.run_of(**q) == Some(run);
        let question = job.given.questions.iter().find(asks).copied();
        causes.push(Cause::Word { run, question, pattern: run.cells().map(matters).collect() });
    }
    let letter = |&pos: &Pos| Some(Cause::Letter { pos, letter: letter_at(job.given, pos)? });
    causes.extend(letters.iter().filter_map(letter));
    causes.extend(conflict.distinct.then_some(Cause::Rule(Rule::NoWordTwice)));
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_always_leaves_time_for_the_clauses() {
        assert!(for_the_search(&Budget::unlimited()).remaining().is_some_and(|left| left <= QUICK));
        let limit = Duration::from_secs(1000);
        let limited = for_the_search(&Budget::unlimited().within(limit));
        assert!(limited.remaining().is_some_and(|left| left <= limit / 2));
    }
}
