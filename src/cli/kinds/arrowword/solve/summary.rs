//! What `cwsat solve` says about a complete arrowword: its rating, and why the search ended there.

use crate::cli::clued::OfAnswer;
use crate::cli::contract::json::fields;
use crate::cli::kinds::arrowword::unasked_sentence;
use cwsat::encodings::arrowword::bound::{self, Supply};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::search::arrowword::{Answer, Ending, Job};
use serde_json::{Map, Value, json};

/// An answer, with what the sentences about it depend on.
pub struct Outcome<'a> {
    pub answer: &'a Answer,
    /// Whether the list, or own words, keep the ceiling below that of the grid's layouts.
    words_decide: bool,
    /// Whether wished words count more than the rating.
    wish_first: bool,
}

impl<'a> Outcome<'a> {
    /// Describes the answer to a job.
    pub fn new(answer: &'a Answer, job: Job<'_>) -> Self {
        let words_decide = answer.ending == Ending::Ceiling && words_decide(job);
        Self { answer, words_decide, wish_first: job.wish_first }
    }

    /// Returns the sentence for people; `given` is the grid that was solved.
    pub fn summary(&self, given: &Puzzle, extend: Extend, words: &OfAnswer) -> String {
        let answer = self.answer;
        let has_questions = given.fields.iter().any(|(_, &field)| field == Field::Question);
        let layout = match extend.opens_fields() {
            true if has_questions => "extended layout",
            true => "free layout",
            false => "given layout",
        };
        let ending = self.ending();
        let count = answer.puzzle.questions.len();
        format!(
            "{layout}, rating {:.3}: {ending}. {count} {} of {}{}{}. First complete puzzle after {:.1} s, \
             this rating after {:.1} s, done after {:.1} s",
            answer.score,
            if count == 1 { "word" } else { "words" },
            words.score(),
            words.share(),
            unasked_sentence(answer.puzzle.unasked_runs().len()),
            answer.first_after.as_secs_f64(),
            answer.found_after.as_secs_f64(),
            answer.done_after.as_secs_f64(),
        )
    }

    /// Returns what is proven of the number of wished words, if anything is.
    pub fn most_wished(&self) -> Option<&'static str> {
        let most = match self.answer.ending {
            Ending::Filled => "no fill of this layout has more",
            _ if self.wish_first => "no puzzle has more",
            _ => "no puzzle of this rating has more",
        };
        self.answer.has_most_wished.then_some(most)
    }

    /// Returns why the search ended.
    fn ending(&self) -> String {
        let ceiling = self.answer.ceiling;
        match self.answer.ending {
            Ending::Ceiling | Ending::Exhausted if self.wish_first => {
                "none with as many of the wished words rates higher".to_owned()
            }
            Ending::Ceiling if self.words_decide => {
                "no puzzle of this grid with these words can rate higher".to_owned()
            }
            Ending::Ceiling => "no layout of this grid can rate higher".to_owned(),
            Ending::Filled => "the layout was given, so its rating is fixed".to_owned(),
            Ending::Exhausted => {
                "every arrangement was tried, and none rates higher with these words".to_owned()
            }
            Ending::Settled => format!("nothing better was found; the ceiling is {ceiling:.3}"),
            Ending::Stopped => format!("stopped; the ceiling is {ceiling:.3}"),
        }
    }

    /// Returns why there is nothing to prove, if no formula states what is claimed.
    pub fn why_nothing(&self) -> &'static str {
        match self.answer.ending {
            Ending::Ceiling | Ending::Exhausted if self.wish_first => {
                "that nothing with as many of the wished words rates higher follows from counting, or from trying all layouts \
                 of a grid that is too large for one formula"
            }
            Ending::Ceiling if self.words_decide => {
                "that no puzzle of this grid with these words rates higher follows from counting the words there are of \
                 each length; `cwsat bound --words` shows how"
            }
            Ending::Ceiling => {
                "that no layout of this grid rates higher follows from counting, or in a narrow grid from all layouts \
                 together; `cwsat bound` shows how"
            }
            Ending::Filled => "the layout was given, so its rating is fixed",
            Ending::Exhausted => {
                "nothing rates higher because every arrangement was tried, which no single formula states"
            }
            Ending::Settled | Ending::Stopped => {
                "nothing better was found, but it is not claimed that nothing better exists"
            }
        }
    }

    /// Returns the fields of the JSON summary; `cwg` is the text of the puzzle.
    pub fn json(&self, cwg: &str, words: &OfAnswer, solution_word: Value) -> Map<String, Value> {
        let answer = self.answer;
        let ending = match answer.ending {
            Ending::Ceiling => "ceiling",
            Ending::Filled => "filled",
            Ending::Exhausted => "exhausted",
            Ending::Settled => "settled",
            Ending::Stopped => "stopped",
        };
        fields(json!({
            "score": answer.score,
            "ceiling": answer.ceiling,
            "ending": ending,
            "words": answer.puzzle.questions.len(),
            "unasked": answer.puzzle.unasked_runs().len(),
            "word_score": words.word_score,
            "clued_words": words.clued,
            "weak_words": words.clued.map(|_| words.weak),
            "own_words": words.own,
            "solution_word": solution_word,
            "first_after_seconds": answer.first_after.as_secs_f64(),
            "found_after_seconds": answer.found_after.as_secs_f64(),
            "done_after_seconds": answer.done_after.as_secs_f64(),
            "cwg": cwg,
        }))
    }
}

/// Returns whether how high a puzzle can rate depends on the list or on own words, and not only on the layouts of the
/// grid.
fn words_decide(job: Job<'_>) -> bool {
    let supply = Supply::of(job.list, bound::longest_line(job.given));
    let with_words = bound::ceiling_of_list(job.given, &supply, job.themes);
    let of_layouts = bound::ceiling_of(job.given, Some(job.list.longest()));
    with_words.map(|ceiling| ceiling.score) < of_layouts.map(|ceiling| ceiling.score)
}
