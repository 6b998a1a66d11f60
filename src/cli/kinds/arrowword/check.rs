//! `cwsat check` for arrowwords: every broken rule with its place, the six factors, the score and the ceiling.

use super::partial::open_slots;
use super::{extend, read, unasked_sentence};
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Checks, Request, Verdict};
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::wishes::{Standing, Wishes};
use crate::cli::wordlists;
use cwsat::encodings::arrowword::bound::{Ceiling, ceiling_of};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::rating::{BONUS, Counts, FACTORS};
use cwsat::encodings::arrowword::rules::{self, Violation};
use cwsat::encodings::lexicon::WordList;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

/// The flags of arrowwords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    #[command(flatten)]
    extend: extend::Flag,
}

/// The error of `--extend` with nothing that could be extended.
#[derive(Debug, thiserror::Error)]
#[error(
    "--extend says what may be added to the empty puzzle, and there is none; name it with --against, or leave out --extend"
)]
struct NothingToExtend;

impl Checks for super::Arrowword {
    type Flags = Flags;

    fn bench<'a>(request: &'a Request<'a>, flags: &Flags) -> Result<Bench<'a>, Failure> {
        let words = wordlists::named(request.words, request.reporter)?;
        let wishes = request.wishes.read(words.as_ref(), request.earlier, request.reporter)?;
        let words = words.map(|words| words.list);
        if request.against.is_none() && flags.extend.given().is_some() {
            return Err(NothingToExtend.into());
        }
        let empty = request.against.map(read).transpose()?.map(|empty| (flags.extend.of(&empty), empty));
        let judge = move |input: &Input| {
            let asked = (&wishes, input.path());
            Ok(vec![verdict(&read(input)?, empty.as_ref(), words.as_ref(), asked)])
        };
        Ok(Bench { skip: 0, judge: Box::new(judge) })
    }
}

fn verdict(
    puzzle: &Puzzle,
    empty: Option<&(Extend, Puzzle)>,
    words: Option<&WordList>,
    (wishes, file): (&Wishes, &Path),
) -> Verdict {
    let broken = |v: &Violation| Broken::new(v.rule(), v.place(), v.to_string());
    let mut violations: Vec<_> = rules::check(puzzle, words).iter().map(broken).collect();
    if let Some((extend, empty)) = empty {
        violations.extend(rules::check_against(puzzle, empty, *extend).iter().map(broken));
    }
    violations.extend(wishes.broken(
        file,
        rules::words(puzzle).filter_map(|(word, question)| {
            let run = puzzle.run_of(question)?;
            Some(Standing { word, run, at: question.pos })
        }),
        &|pos| puzzle.fields.get(pos).is_some_and(|field| field.is_blocked()),
    ));
    let unfilled = rules::unfilled(puzzle);
    let open = rules::open_words(puzzle);
    if let (Some(first), Some(_)) = (unfilled.first(), words) {
        let message = match unfilled.len() {
            1 => format!("the field at {first} is not filled"),
            n => format!("the field at {first} is not filled, nor are {} more", n - 1),
        };
        violations.push(Broken::new("unfilled", Some(*first), message));
    }
    let counts = Counts::of(puzzle);
    let factors: Vec<(&str, f64)> = FACTORS.into_iter().zip(counts.factors()).collect();
    let score = counts.score();
    // The gain of a complete fill with valid words; unknown without a word list.
    let bonus = words.map(|_| if violations.is_empty() { BONUS } else { 0.0 });
    let ceiling = ceiling_of(puzzle, words.map(WordList::longest));
    let unasked = puzzle.unasked_runs().len();
    Verdict {
        which: String::new(),
        remark: match unfilled.len() {
            0 if violations.is_empty() => unasked_sentence(unasked),
            0 => String::new(),
            n => format!(
                ", {n} of {} solution fields not filled, in {} of {} words",
                counts.letters,
                open.len(),
                puzzle.questions.len()
            ),
        },
        details: details(&factors, score, bonus, ceiling.as_ref()),
        json: fields(json!({
            "unfilled": unfilled.len(),
            "open": open_slots(puzzle, &open),
            "counts": {
                "unblocked": counts.unblocked,
                "questions": counts.questions,
                "doubles": counts.doubles,
                "letters": counts.letters,
                "uncrossed": counts.uncrossed,
                "dead": counts.dead,
                "words": counts.words,
                "lengths": counts.lengths,
                "clusters": counts.clusters,
                "cluster_squares": counts.cluster_squares,
                "unasked": unasked,
            },
            "factors": factors.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
            "score": score,
            "bonus": bonus,
            "ceiling": ceiling.as_ref().map(CeilingJson::from),
        })),
        violations,
    }
}

/// Writes the six factors, the score, and its ceiling.
fn details(factors: &[(&str, f64)], score: f64, bonus: Option<f64>, ceiling: Option<&Ceiling>) -> String {
    // Writing to a String cannot fail.
    let mut text = "\n".to_owned();
    for (name, value) in factors {
        let _ = writeln!(text, "  {name:<20}{value:>8.2}");
    }
    let line = |name: &str, value: f64| format!("  {name:<20}{value:>8.2}");
    let _ = writeln!(text, "{}", line("score", score));
    if let Some(ceiling) = ceiling {
        let _ = writeln!(text, "{}  no layout of this grid can score higher", line("ceiling", ceiling.score));
    }
    let _ = match bonus {
        Some(bonus) => writeln!(text, "{}  the score and the bonus", line("with bonus", score + bonus)),
        None => writeln!(text, "  {:<20}   not judged without --words", "bonus"),
    };
    text.push('\n');
    text
}

/// The JSON of a ceiling, also written by `cwsat bound`.
#[derive(Serialize)]
pub struct CeilingJson {
    score: f64,
    with_bonus: f64,
    unblocked: usize,
    questions: usize,
    doubles: usize,
    letters: usize,
    uncrossed: usize,
    words: usize,
    /// The numbers of words of 2, 3, …, 8, and 9 or more letters.
    lengths: [usize; 8],
    long_letters: usize,
    longest: usize,
    factors: [f64; 6],
}

impl From<&Ceiling> for CeilingJson {
    fn from(ceiling: &Ceiling) -> Self {
        let c = &ceiling.counts;
        Self {
            score: ceiling.score,
            with_bonus: ceiling.score + BONUS,
            unblocked: c.unblocked,
            questions: c.questions,
            doubles: c.doubles,
            letters: c.letters,
            uncrossed: c.uncrossed,
            words: c.words,
            lengths: c.lengths,
            long_letters: ceiling.long_letters,
            longest: ceiling.longest,
            factors: ceiling.factors,
        }
    }
}
