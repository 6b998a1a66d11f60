//! `cwsat explain` for arrowwords: names the causes in the puzzle's own terms and draws where they are.

use super::solve::{can_keep, job_of, one_of, words_of};
use super::{extend, need, read};
use crate::cli::contract::explain::{
    Explains, Found, Request, Worded, apart, too_few_json, too_few_text, unclaimed,
};
use crate::cli::contract::json::fields;
use crate::cli::exit::{Exit, Failure};
use crate::cli::picture::draw;
use crate::cli::proof::Claim;
use crate::cli::together::{Conflict, Demands};
use crate::cli::wordlists::Words;
use cwsat::encodings::arrowword::cwg::field_char;
use cwsat::encodings::arrowword::puzzle::{Puzzle, Question};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, Theme};
use cwsat::search::arrowword::Job;
use cwsat::search::arrowword::claim::puzzles;
use cwsat::search::arrowword::explain::{
    Cause, Explanation, Finding, Level, Need, Rule, claim, claim_too_few, explain,
};
use cwsat::solver::Budget;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The flags of arrowwords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    #[command(flatten)]
    extend: extend::Flag,
}

impl Explains for super::Arrowword {
    type Flags = Flags;

    fn explained(request: &Request, flags: &Flags) -> Result<Found, Failure> {
        let Worded { words, themes, asked } = request.words()?;
        let given = read(request.input)?;
        let own = request.rest.own;
        let job = Job {
            given: &given,
            extend: flags.extend.of(&given),
            list: &words.list,
            preferred: &[],
            themes: &themes,
            placed: own.placed(),
            wish_first: false,
            spelled: request.spelled(),
            present: None,
        };
        let finding = request.watched(|watch| explain(job, &request.options(), request.budget, watch));
        let exit = match finding {
            Finding::Solvable(_) => Exit::Ok,
            Finding::Conflict(_) | Finding::TooFew(_) => Exit::Broken,
            Finding::Undecided => Exit::Stopped,
        };
        let text = format!("{}: {}", request.input.name(), as_text(&given, &words, &finding));
        let claim = match &finding {
            Finding::Conflict(explanation) => {
                let causes: Vec<String> = explanation.causes.iter().map(sentence).collect();
                request.claim_of_causes(|| claim(job, explanation), &causes, explanation.minimal)
            }
            Finding::TooFew(few) => request.claim_of_few(few, |few| claim_too_few(job, few)),
            Finding::Solvable(_) | Finding::Undecided => Claim::Nothing(unclaimed(exit)),
        };
        let found = Found { exit, text, json: fields(as_json(&finding)), claim };
        // Own words that exclude each other whatever the other words, and a layout that is impossible, are explained.
        let is_explained = match &finding {
            Finding::Conflict(Explanation { level, .. }) => matches!(level, Level::Layout | Level::Own),
            _ => false,
        };
        // A puzzle that the search made keeps all wishes; a model of the formula, all but the solution word. Neither knows of words
        // with several places.
        let is_kept = own.with_choice().next().is_none()
            && (matches!(finding, Finding::Solvable(Some(_)))
                || matches!(finding, Finding::Solvable(None))
                    && job.spelled.is_empty()
                    && themes.iter().all(is_whole));
        if is_explained || is_kept {
            return Ok(found);
        }
        let options = request.options();
        let test =
            |demands: &Demands, budget: &Budget| can_keep(&given, job.extend, demands, &options, budget);
        let answer = request.conflict(&asked, &words_of(&given), &test);
        let claim = |conflict: &Conflict| {
            request.claim_of_wishes(conflict, |demands| {
                let one_of = one_of(&given, job.extend, &demands.placed, &demands.somewhere).ok()?;
                puzzles(job_of(&given, job.extend, demands), &one_of)
            })
        };
        Ok(found.with_wishes(&answer, &request.input.name(), claim))
    }
}

/// Returns whether all words of a theme are asked for.
fn is_whole(theme: &Theme) -> bool {
    theme.spare() == 0
}

fn as_text(given: &Puzzle, words: &Words, finding: &Finding) -> String {
    let list = &words.name;
    match finding {
        Finding::Solvable(_) => "this can be finished; `cwsat solve` makes a puzzle of it\n".to_owned(),
        Finding::Undecided => {
            "stopped before it was known whether this can be finished; give it more time\n".to_owned()
        }
        Finding::TooFew(few) => too_few_text(list, few),
        Finding::Conflict(explanation) => {
            let mut text = headline(explanation, list);
            for (number, cause) in explanation.causes.iter().enumerate() {
                let is_about_repeats = matches!(cause, Cause::Rule(Rule::NoWordTwice));
                let more = if is_about_repeats { apart(&words.list) } else { "" };
                let _ = writeln!(text, "{:>3}. {}{more}", number + 1, sentence(cause));
            }
            if explanation.level == Level::Own
                && let Some(need) = Need::of(given, &explanation.causes)
            {
                let _ = writeln!(text, "     {}", need::sentence(&need));
            }
            text.push_str(&crossings(explanation));
            let picture = draw(&given.fields.map(|_, &field| field_char(field)), 1, |pos| {
                explanation.causes.iter().any(|cause| concerns(cause, pos))
            });
            if !picture.is_empty() {
                let _ = write!(text, "\n{picture}");
            }
            text
        }
    }
}

/// Says in one line what is impossible.
fn headline(explanation: &Explanation, list: &str) -> String {
    let Explanation { level, causes, minimal } = explanation;
    let words = causes.iter().filter(|cause| matches!(cause, Cause::Word { .. })).count();
    if let (1, Some(Cause::Word { run, pattern, .. })) = (words, causes.first())
        && *minimal
    {
        return match pattern.iter().flatten().next() {
            None => format!("{list} has no word of {} letters\n", run.len),
            Some(_) => format!("{list} has no word of {} letters that matches {}\n", run.len, spell(pattern)),
        };
    }
    let what = match level {
        Level::Layout => "no arrangement of question fields and arrows keeps the rules".to_owned(),
        Level::Own => {
            "no arrangement that keeps the rules has room for these own words, whatever the other words"
                .to_owned()
        }
        Level::Words => format!("this layout cannot be filled from {list}"),
        Level::Both => format!("no arrangement that keeps the rules can be filled from {list}"),
    };
    let count = causes.len();
    match minimal {
        true if count == 1 => format!("{what}, because of one cause\n"),
        true => {
            format!(
                "{what}, because these {count} cannot all hold (without any one of them the others could)\n"
            )
        }
        false => format!(
            "{what}, because these {count} cannot all hold (stopped early: some of them may not be needed)\n"
        ),
    }
}

/// Describes a cause in a sentence; rows and columns count from 1.
fn sentence(cause: &Cause) -> String {
    match cause {
        Cause::Word { run, question, pattern } => {
            let given = match pattern.iter().any(Option::is_some) {
                true => format!(", given {}", spell(pattern)),
                false => String::new(),
            };
            let asked = match question {
                Some(Question { pos, arrow }) => format!("; asked at {pos}, {arrow}"),
                None => "; if it is asked".to_owned(),
            };
            format!(
                "the {} word at {} is in the list ({} letters{given}{asked})",
                run.direction, run.start, run.len
            )
        }
        Cause::Letter { pos, letter } => format!("the letter {letter} is given at {pos}"),
        Cause::Question { pos } => format!("the field at {pos} is a question field"),
        Cause::Arrows { pos, arrows, alone } => {
            let arrows: Vec<String> = arrows.iter().map(ToString::to_string).collect();
            let others = if *alone { ", and no other" } else { "" };
            format!("the question field at {pos} has the arrow {}{others}", arrows.join(" and "))
        }
        Cause::Solution { pos } => format!("the field at {pos} is a solution field"),
        Cause::Blocked { pos } => format!("the field at {pos} is blocked"),
        Cause::Own { word } => format!("{} is in the puzzle ({} letters)", text(word), word.len()),
        Cause::OwnAt { word } => {
            format!("{} stands {} at {}", word.spelled(), word.run().direction, word.run().start)
        }
        Cause::Rule(rule) => format!("the rules: {}", rule.text()),
    }
}

fn text(word: &[Letter]) -> String {
    word.iter().map(|letter| letter.char()).collect()
}

fn spell(pattern: &[Option<Letter>]) -> String {
    pattern.iter().map(|letter| letter.map_or('.', Letter::char)).collect()
}

/// Says where words of the explanation cross, a line for each crossing.
fn crossings(explanation: &Explanation) -> String {
    let mut text = String::new();
    let words = || explanation.causes.iter().enumerate();
    for (a, cause) in words() {
        let Cause::Word { run, .. } = cause else { continue };
        for (b, other) in words().skip(a + 1) {
            let Cause::Word { run: other, .. } = other else { continue };
            if let Some(pos) = run.cells().find(|&pos| other.cells().any(|p| p == pos)) {
                let _ = writeln!(text, "     {} and {} cross at {pos}", a + 1, b + 1);
            }
        }
    }
    text
}

/// Returns whether a field is part of a cause.
fn concerns(cause: &Cause, field: Pos) -> bool {
    match cause {
        Cause::Word { run, .. } => run.cells().any(|pos| pos == field),
        Cause::Letter { pos, .. }
        | Cause::Question { pos }
        | Cause::Arrows { pos, .. }
        | Cause::Solution { pos }
        | Cause::Blocked { pos } => *pos == field,
        Cause::OwnAt { word } => word.fields().any(|(pos, _)| pos == field),
        Cause::Own { .. } | Cause::Rule(_) => false,
    }
}

fn as_json(finding: &Finding) -> Value {
    match finding {
        Finding::Solvable(_) => json!({ "result": "solvable" }),
        Finding::Undecided => json!({ "result": "undecided" }),
        Finding::TooFew(few) => json!({
            "result": "conflict",
            "level": "words",
            "minimal": few.len() == 1,
            "causes": too_few_json(few),
        }),
        Finding::Conflict(Explanation { level, causes, minimal }) => json!({
            "result": "conflict",
            "level": match level {
                Level::Layout => "layout",
                Level::Own => "own",
                Level::Words => "words",
                Level::Both => "both",
            },
            "minimal": minimal,
            "causes": causes.iter().map(cause_json).collect::<Vec<_>>(),
        }),
    }
}

fn cause_json(cause: &Cause) -> Value {
    let (kind, pos) = match cause {
        Cause::Word { run, .. } => ("word", Some(run.start)),
        Cause::Letter { pos, .. } => ("letter", Some(*pos)),
        Cause::Question { pos } => ("question", Some(*pos)),
        Cause::Arrows { pos, .. } => ("arrows", Some(*pos)),
        Cause::Solution { pos } => ("solution", Some(*pos)),
        Cause::Blocked { pos } => ("blocked", Some(*pos)),
        Cause::Own { .. } => ("own-word", None),
        Cause::OwnAt { word } => ("own-word", Some(word.run().start)),
        Cause::Rule(_) => ("rule", None),
    };
    let mut value = json!({ "kind": kind, "text": sentence(cause) });
    if let Some(Pos { row, col }) = pos {
        value["row"] = row.into();
        value["column"] = col.into();
    }
    match cause {
        Cause::Word { run, pattern, .. } => {
            value["direction"] = run.direction.to_string().into();
            value["length"] = run.len.into();
            value["pattern"] = spell(pattern).into();
        }
        Cause::Own { word } => value["word"] = text(word).into(),
        Cause::OwnAt { word } => {
            value["word"] = word.spelled().into();
            value["direction"] = word.run().direction.to_string().into();
        }
        Cause::Letter { letter, .. } => value["letter"] = letter.to_string().into(),
        Cause::Arrows { arrows, alone, .. } => {
            value["alone"] = (*alone).into();
            value["arrows"] = arrows.iter().map(|arrow| arrow.code()).collect::<Vec<_>>().into();
        }
        _ => {}
    }
    value
}
