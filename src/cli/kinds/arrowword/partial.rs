//! `--partial`: as much of a puzzle as there is when time is up, as an answer that is not complete.

use crate::cli::contract::json::fields;
use crate::cli::contract::solve::{Solved, Text};
use crate::cli::exit::Exit;
use crate::cli::proof::Claim;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle, Question};
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::rules;
use cwsat::publish::puzzle::{Puzzle as Document, convert};
use cwsat::search::arrowword::Unfinished;
use serde_json::{Value, json};

/// The flag.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flag {
    /// If the search is stopped before a puzzle is complete, write what there is of it: a complete layout, and words in some of
    /// its slots (exit code 3). The JSON names the slots that are open.
    #[arg(long)]
    partial: bool,
    /// Whether the command has the flag; false by default.
    #[arg(skip = true)]
    is_offered: bool,
}

impl Flag {
    /// Returns whether unfinished puzzles are wanted.
    pub fn is_given(self) -> bool {
        self.partial
    }

    /// Returns what to say about an unfinished puzzle that is not written.
    pub fn hint(self) -> &'static str {
        if self.is_offered { " (--partial writes what there is)" } else { "" }
    }
}

/// Returns an unfinished puzzle as an answer.
pub fn solved<'a>(unfinished: &Unfinished) -> Solved<'a> {
    let Unfinished { puzzle, open } = unfinished;
    let text = cwg::write(puzzle);
    let counts = Counts::of(puzzle);
    let (words, letters, rating) = (counts.words, counts.letters, counts.score());
    let unfilled = rules::unfilled(puzzle).len();
    let json = fields(json!({
        "partial": true,
        "ending": "stopped",
        "layout_score": rating,
        "words": words,
        "letters": letters,
        "unfilled": unfilled,
        "open": open_slots(puzzle, open),
        "cwg": text,
    }));
    let document = convert::arrowword(puzzle).ok();
    Solved {
        exit: Exit::Stopped,
        json,
        text: Text::One(text),
        problem: None,
        missing: Vec::new(),
        remarks: Vec::new(),
        summary: format!(
            "stopped before the puzzle was complete: {} of {words} words {} missing, with {unfilled} of {letters} letters; the \
             layout rates {rating:.3}",
            open.len(),
            if open.len() == 1 { "is" } else { "are" },
        ),
        documents: Box::new(move || document.into_iter().collect::<Vec<Document>>()),
        needs_picture: false,
        claim: Box::new(|| Claim::Nothing("it is not known whether there is a puzzle")),
    }
}

/// Returns the open slots as JSON: where the word of each question starts and runs, and which letters are there (`.` for those
/// that are not).
pub fn open_slots(puzzle: &Puzzle, open: &[Question]) -> Vec<Value> {
    let letter = |pos| match puzzle.fields[pos] {
        Field::Letter(letter) => letter.char(),
        _ => '.',
    };
    let slot = |&question: &Question| {
        let run = puzzle.run_of(question)?;
        let pattern: String = run.cells().map(letter).collect();
        Some(json!({
            "row": run.start.row,
            "column": run.start.col,
            "direction": run.direction.to_string(),
            "pattern": pattern,
        }))
    };
    open.iter().filter_map(slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_advised_only_by_commands_that_have_it() {
        #[derive(clap::Parser)]
        struct Command {
            #[command(flatten)]
            flag: Flag,
        }
        let command: Command = clap::Parser::parse_from(["solve"]);
        assert!(command.flag.hint().contains("--partial"));
        assert_eq!(Flag::default().hint(), "");
    }

    #[test]
    fn what_is_missing_is_counted() {
        let told = |text: &str| {
            let puzzle = cwg::read(text).unwrap().puzzle;
            let open = rules::open_words(&puzzle);
            solved(&Unfinished { puzzle, open }).summary
        };
        let one = told("1\n4\n?A..\n0 0 3\n");
        assert!(one.contains(": 1 of 1 words is missing, with 2 of 3 letters; "), "{one}");
        let two = told("2\n4\n?...\n?...\n0 0 3\n1 0 3\n");
        assert!(two.contains(": 2 of 2 words are missing, with 6 of 6 letters; "), "{two}");
    }
}
