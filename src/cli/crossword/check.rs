//! `cwsat check` for crosswords: every broken rule with its place.

use super::Form;
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Request, Verdict};
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::wishes::{Standing, Wishes};
use crate::cli::wordlists;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::rules::{self, Violation};
use cwsat::encodings::grid::Run;
use cwsat::encodings::lexicon::WordList;
use serde_json::json;
use std::path::Path;

/// Reads what the inputs are judged by. `judge_more` adds the kind's own verdict on a puzzle.
pub fn bench<'a>(
    form: &'static Form,
    request: &'a Request<'a>,
    judge_more: impl Fn(&Template, &mut Verdict) + 'a,
) -> Result<Bench<'a>, Failure> {
    let words = wordlists::named(request.words, request.reporter)?;
    let wishes = request.wishes.read(words.as_ref(), request.earlier, request.reporter)?;
    let words = words.map(|words| words.list);
    let empty = request.against.map(form.read).transpose()?;
    let judge = move |input: &Input| {
        let puzzle = (form.read)(input)?;
        let mut verdict = verdict(&puzzle, empty.as_ref(), words.as_ref(), (&wishes, input.path()));
        judge_more(&puzzle, &mut verdict);
        Ok(vec![verdict])
    };
    Ok(Bench { skip: 0, judge: Box::new(judge) })
}

fn verdict(
    puzzle: &Template,
    empty: Option<&Template>,
    words: Option<&WordList>,
    (wishes, file): (&Wishes, &Path),
) -> Verdict {
    let mut found = rules::check(puzzle, words);
    found.extend(empty.into_iter().flat_map(|empty| rules::check_against(puzzle, empty)));
    let is_unfilled = |v: &Violation| matches!(v, Violation::Unfilled { .. });
    let unfilled = found.iter().filter(|v| is_unfilled(v)).count();
    // One sentence covers all of them; the first place is enough to find the others.
    let first_unfilled = found.iter().find(|v| is_unfilled(v)).and_then(Violation::place);
    found.retain(|v| !is_unfilled(v));
    let broken = |v: &Violation| Broken::new(v.rule(), v.place(), v.to_string());
    let mut violations: Vec<Broken> = found.iter().map(broken).collect();
    let standing = |(word, run): (_, Run)| Standing { word, run, at: run.start };
    violations.extend(wishes.broken(file, rules::words(puzzle).map(standing), &|_| false));
    // As with other kinds, unfilled fields break no rule unless the words are checked.
    if let Some(pos) = first_unfilled.filter(|_| words.is_some()) {
        let at = format!("row {}, column {}", pos.row + 1, pos.col + 1);
        let message = match unfilled {
            1 => format!("{at}: no letter"),
            2 => format!("{at}: no letter; 1 more field has none either"),
            n => format!("{at}: no letter; {} more fields have none either", n - 1),
        };
        let rule = Violation::Unfilled { pos }.rule();
        violations.insert(0, Broken::new(rule, Some(pos), message));
    }
    let (white, fields_in_all) = (puzzle.white(), puzzle.cells.rows() * puzzle.cells.cols());
    let share = 100.0 * white as f64 / fields_in_all as f64;
    let words = puzzle.runs().len();
    let mut remark = format!(", {words} {}, {share:.0} % white", if words == 1 { "word" } else { "words" });
    if unfilled > 0 {
        remark += &format!(", {unfilled} of {white} fields not filled");
    }
    Verdict {
        which: String::new(),
        violations,
        remark,
        details: String::new(),
        json: fields(json!({
            "unfilled": unfilled,
            "white": white,
            "fields": fields_in_all,
            "words": words,
        })),
    }
}
