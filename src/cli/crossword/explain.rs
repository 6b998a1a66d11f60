//! `cwsat explain` for crosswords: names a smallest set of slots that cannot all hold words, and the given letters that
//! matter.

use super::solve::{can_keep, one_of, options_of, words_of};
use super::{Form, rows};
use crate::cli::contract::explain::{Found, Request, Worded, apart, too_few_json, too_few_text, unclaimed};
use crate::cli::contract::json::fields;
use crate::cli::exit::{Exit, Failure};
use crate::cli::picture::draw;
use crate::cli::proof::Claim;
use crate::cli::together::{Conflict, Demands};
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::rules::place_of;
use cwsat::encodings::grid::{Grid, Pos, Run};
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::search::Setup;
use cwsat::search::crossword::fill_formula;
use cwsat::search::explain::{
    ExplainOptions, Fewest, SlotConflict, SlotOutcome, claim_of_few, claim_of_fewest, explain_slots,
};
use cwsat::solver::Budget;
use itertools::Itertools;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// The time spent looking for a smallest set if no time limit was set.
const FOR_SMALLEST: Duration = Duration::from_secs(20);

/// Explains why an input has no solution.
pub fn explained(form: &Form, request: &Request) -> Result<Found, Failure> {
    request.rest.own.of_crossword()?;
    let Worded { words, themes, asked } = request.words()?;
    let template = form.read_connected(request.input)?;
    let (problem, positions) = template.slots();
    // If the user set a time limit, the search for a smallest set may use all of it.
    let smallest = Some(request.time_limit.unwrap_or(FOR_SMALLEST));
    let options = ExplainOptions { smallest, ..request.options() };
    let outcome =
        request.watched(|watch| explain_slots(&problem, &words.list, &options, request.budget, watch));
    let exit = match outcome {
        SlotOutcome::Fillable(_) => Exit::Ok,
        SlotOutcome::Conflict(_) | SlotOutcome::TooFew(_) => Exit::Broken,
        SlotOutcome::Stopped => Exit::Stopped,
    };
    let report = Report { template: &template, positions: &positions, list: &words.name, words: &words.list };
    let text = format!("{}: {}", request.input.name(), report.text(&outcome));
    let claim = match &outcome {
        SlotOutcome::Conflict(conflict) => {
            let made = || claim_of_fewest(&problem, &words.list, conflict);
            let causes = report.causes(conflict);
            request.claim_of_slots(made, &causes, conflict.minimal, |fewest| report.fewest(fewest))
        }
        SlotOutcome::TooFew(few) => request.claim_of_few(few, |few| claim_of_few(&problem, &words.list, few)),
        SlotOutcome::Fillable(_) | SlotOutcome::Stopped => Claim::Nothing(unclaimed(exit)),
    };
    let found = Found { exit, text, json: fields(report.json(&outcome)), claim };
    // This fill ignored own words and the solution word.
    let is_kept =
        matches!(outcome, SlotOutcome::Fillable(_)) && themes.is_empty() && request.rest.keyword.is_none();
    if is_kept {
        return Ok(found);
    }
    let setup = Setup { seed: request.seed, back_end: request.back_end.clone(), ..Setup::default() };
    let test = |demands: &Demands, budget: &Budget| can_keep(&template, demands, &setup, budget);
    let answer = request.conflict(&asked, &words_of(&template), &test);
    let claim = |conflict: &Conflict| {
        request.claim_of_wishes(conflict, |demands| {
            let one_of = one_of(&template, &demands.placed, &demands.somewhere).ok()?;
            Some(fill_formula(&template, &demands.list, &options_of(setup.clone(), demands), &one_of))
        })
    };
    Ok(found.with_wishes(&answer, &request.input.name(), claim))
}

/// What is needed to describe an outcome.
struct Report<'a> {
    template: &'a Template,
    positions: &'a [Pos],
    words: &'a WordList,
    list: &'a str,
}

impl Report<'_> {
    fn text(&self, outcome: &SlotOutcome) -> String {
        match outcome {
            SlotOutcome::Fillable(_) => "this can be filled; `cwsat solve` does it\n".to_owned(),
            SlotOutcome::Stopped => {
                "stopped before it was known whether this can be filled; give it more time\n".to_owned()
            }
            SlotOutcome::Conflict(conflict) => self.conflict(conflict),
            SlotOutcome::TooFew(few) => too_few_text(self.list, few),
        }
    }

    fn conflict(&self, conflict: &SlotConflict) -> String {
        let runs = self.runs(conflict);
        let mut text = self.headline(conflict, &runs);
        // Writing to a String cannot fail.
        for (number, run) in runs.iter().enumerate() {
            let _ = writeln!(text, "{:>3}. {}", number + 1, self.sentence(conflict, *run));
        }
        for (a, run) in runs.iter().enumerate() {
            for (b, other) in runs.iter().enumerate().skip(a + 1) {
                if let Some(pos) = run.cells().find(|&pos| other.cells().any(|p| p == pos)) {
                    let (row, col) = (pos.row + 1, pos.col + 1);
                    let _ = writeln!(text, "     {} and {} cross at row {row}, column {col}", a + 1, b + 1);
                }
            }
        }
        if conflict.distinct {
            let _ = writeln!(text, "     and no word may occur twice{}", apart(self.words));
        }
        let rows: Vec<Vec<char>> = rows(self.template).iter().map(|row| row.chars().collect()).collect();
        let (height, width) = (self.template.cells.rows(), self.template.cells.cols());
        let chars = Grid::from_fn(height, width, |pos| rows[pos.row][pos.col]);
        let picture = draw(&chars, 1, |pos| runs.iter().any(|run| run.cells().any(|cell| cell == pos)));
        let _ = write!(text, "\n{picture}");
        text
    }

    /// Returns the slots of a conflict.
    fn runs(&self, conflict: &SlotConflict) -> Vec<Run> {
        let runs = self.template.runs();
        conflict.slots.iter().filter_map(|&slot| runs.get(slot).copied()).collect()
    }

    /// Describes the causes of a claim: slots, letters, and that all words differ.
    fn causes(&self, conflict: &SlotConflict) -> Vec<String> {
        let words = self.runs(conflict).into_iter();
        let words =
            words.map(|run| format!("the word {} is in the list ({} letters)", place_of(run), run.len));
        let letters = conflict.letters.iter().filter_map(|&cell| {
            let pos = *self.positions.get(cell)?;
            Some(format!("the letter {} is given at {pos}", self.template.cells[pos].letter()?))
        });
        let differ = conflict.distinct.then(|| format!("no word occurs twice{}", apart(self.words)));
        words.chain(letters).chain(differ).collect()
    }

    /// Describes what shows that any fewer slots have a fill: a line for the variable of each slot, and one for each fill.
    fn fewest(&self, fewest: &Fewest) -> Vec<String> {
        let runs = self.template.runs();
        let slot = |(run, member): (&Run, &Lit)| {
            format!("variable {}: the word {} is among the fewer", member.dimacs(), place_of(*run))
        };
        let field = |letters: &[Option<Letter>], pos: Pos| match self.positions.iter().position(|&p| p == pos)
        {
            Some(cell) => letters[cell].map_or('.', Letter::char),
            None => '#',
        };
        let (rows, cols) = (self.template.cells.rows(), self.template.cells.cols());
        let fill = |(clause, letters): &(usize, Vec<Option<Letter>>)| {
            let row = |row| (0..cols).map(|col| field(letters, Pos::new(row, col))).collect::<String>();
            format!("fill of the slots that are not in clause {clause}: {}", (0..rows).map(row).join("/"))
        };
        runs.iter().zip(&fewest.members).map(slot).chain(fewest.fills.iter().map(fill)).collect()
    }

    /// Says in one line what is impossible.
    fn headline(&self, conflict: &SlotConflict, runs: &[Run]) -> String {
        let list = self.list;
        let count = runs.len();
        match (runs, conflict.minimal) {
            ([run], true) if conflict.letters.is_empty() => {
                format!("{list} has no word of {} letters\n", run.len)
            }
            ([run], true) => {
                format!(
                    "{list} has no word of {} letters that matches {}\n",
                    run.len,
                    self.pattern(conflict, *run)
                )
            }
            (_, true) if conflict.smallest => format!(
                "this cannot be filled from {list}, because these {count} slots cannot all hold words (a smallest \
                 set: any fewer slots can)\n"
            ),
            (_, true) => format!(
                "this cannot be filled from {list}, because these {count} slots cannot all hold words (without \
                 any one of them the others could; whether fewer others are in conflict is not known)\n"
            ),
            (_, false) => format!(
                "this cannot be filled from {list}, because these {count} slots cannot all hold words (stopped \
                 early: some of them may not be needed)\n"
            ),
        }
    }

    /// Returns the letters of a slot that matter, and `.` for the others.
    fn pattern(&self, conflict: &SlotConflict, run: Run) -> String {
        let matters = |pos: Pos| conflict.letters.iter().any(|&cell| self.positions.get(cell) == Some(&pos));
        let letter = |pos| self.template.cells[pos].letter().filter(|_| matters(pos));
        run.cells().map(|pos| letter(pos).map_or('.', |letter| letter.char())).collect()
    }

    /// Describes a slot in a sentence; rows and columns count from 1, as in the messages of `solve` and `check`.
    fn sentence(&self, conflict: &SlotConflict, run: Run) -> String {
        let pattern = self.pattern(conflict, run);
        let given = match pattern.chars().all(|c| c == '.') {
            true => String::new(),
            false => format!(", given {pattern}"),
        };
        format!("the word {} is in the list ({} letters{given})", place_of(run), run.len)
    }

    fn json(&self, outcome: &SlotOutcome) -> Value {
        match outcome {
            SlotOutcome::Fillable(_) => json!({ "result": "solvable" }),
            SlotOutcome::Stopped => json!({ "result": "undecided" }),
            SlotOutcome::TooFew(few) => json!({
                "result": "conflict",
                "minimal": few.len() == 1,
                "smallest": false,
                "causes": too_few_json(few),
            }),
            SlotOutcome::Conflict(conflict) => {
                let cause = |run: Run| {
                    json!({
                        "kind": "word",
                        "text": self.sentence(conflict, run),
                        "row": run.start.row,
                        "column": run.start.col,
                        "direction": run.direction.to_string(),
                        "length": run.len,
                        "pattern": self.pattern(conflict, run),
                    })
                };
                json!({
                    "result": "conflict",
                    "minimal": conflict.minimal,
                    "smallest": conflict.smallest,
                    "no_word_twice": conflict.distinct,
                    "causes": self.runs(conflict).into_iter().map(cause).collect::<Vec<_>>(),
                })
            }
        }
    }
}
