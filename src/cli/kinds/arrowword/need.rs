//! What own words need that a grid does not have, in a sentence.

use cwsat::encodings::lexicon::Letter;
use cwsat::search::arrowword::Job;
use cwsat::search::arrowword::explain::{Cause, Explanation, Need, explain_own};
use cwsat::search::explain::ExplainOptions;
use cwsat::solver::Budget;
use itertools::Itertools;
use std::time::Duration;

/// The longest search for the words that are in each other's way.
const LONGEST: Duration = Duration::from_secs(10);

/// Names a few own words for which a grid has no room, whatever the other words, and what they need; `None` if that is not
/// found soon.
pub fn without_room(job: Job<'_>, options: &ExplainOptions, budget: &Budget) -> Option<String> {
    let budget = budget.clone().within(budget.remaining().map_or(LONGEST, |left| left.min(LONGEST)));
    let Explanation { causes, minimal, .. } = explain_own(job, options, &budget)?;
    let mut named = causes.iter().filter_map(|cause| match cause {
        Cause::Own { word } => Some(text(word)),
        Cause::OwnAt { word } => Some(format!("{} at {}", word.spelled(), word.run().start)),
        _ => None,
    });
    let named = named.join(", ");
    let need = Need::of(job.given, &causes).filter(|_| minimal)?;
    Some(format!(
        "there is no puzzle as asked, proven: no arrangement of question fields and arrows has room for {named} together \
         (any fewer of them have room); {}; leave one of them out, or use a larger grid",
        sentence(&need)
    ))
}

/// Says what own words need that the grid does not have.
pub fn sentence(need: &Need) -> String {
    match need {
        Need::Line { word, longest } => {
            format!(
                "{} needs {} fields in a line, and the longest has room for {longest}",
                text(word),
                word.len()
            )
        }
        Need::Fields { letters, words: 1, fields } => {
            format!("it needs {letters} fields in a line and one for its question, and the grid has {fields}")
        }
        Need::Fields { letters, words, fields } => format!(
            "these {words} words need {letters} fields for their letters, fewer where they cross, and some for their \
             questions, and the grid has {fields}"
        ),
    }
}

fn text(word: &[Letter]) -> String {
    word.iter().join("")
}
