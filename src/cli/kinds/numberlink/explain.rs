//! `cwsat explain` for Numberlink: names blocks and wires that cannot all be on a board.

use super::read::{parse_rect, read_problem};
use crate::cli::contract::explain::{Explains, Found, Request, unclaimed};
use crate::cli::contract::json::fields;
use crate::cli::exit::{Exit, Failure};
use crate::cli::proof::Claim;
use cwsat::encodings::numberlink::Problem;
use cwsat::search::numberlink::explain::{Cause, Counted, Explanation, Finding, claim, explain};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Explain why not everything fits on this board, width x height, as in `10x6`, instead of on the problem's own.
    #[arg(long, value_name = "WxH", value_parser = parse_rect)]
    rect: Option<(usize, usize)>,
}

impl Explains for super::Numberlink {
    type Flags = Flags;

    fn explained(request: &Request, flags: &Flags) -> Result<Found, Failure> {
        let mut problem = read_problem(request.input)?;
        if let Some((cols, rows)) = flags.rect {
            problem = problem.on(rows, cols);
        }
        let finding = request.watched(|watch| explain(&problem, &request.options(), request.budget, watch));
        let exit = match finding {
            Finding::Solvable(_) => Exit::Ok,
            Finding::Conflict(_) => Exit::Broken,
            Finding::Undecided => Exit::Stopped,
        };
        let text = format!("{}: {}", request.input.name(), as_text(&problem, &finding));
        let claim = match &finding {
            Finding::Conflict(explanation) => {
                let causes = explanation.causes.iter().map(|&cause| sentence(&problem, cause));
                let causes: Vec<String> = causes.collect();
                request.claim_of_causes(|| claim(&problem, explanation), &causes, explanation.minimal)
            }
            Finding::Solvable(_) | Finding::Undecided => Claim::Nothing(unclaimed(exit)),
        };
        Ok(Found { exit, text, json: fields(as_json(&problem, &finding)), claim })
    }
}

fn as_text(problem: &Problem, finding: &Finding) -> String {
    let board = board(problem);
    match finding {
        Finding::Solvable(_) => format!("everything fits on {board}; `cwsat solve` lays it\n"),
        Finding::Undecided => {
            format!("stopped before it was known whether everything fits on {board}; give it more time\n")
        }
        Finding::Conflict(explanation) => conflict(problem, explanation),
    }
}

/// Returns the size of the board as in the file.
fn board(problem: &Problem) -> String {
    format!("{}x{}", problem.cols(), problem.rows())
}

fn conflict(problem: &Problem, explanation: &Explanation) -> String {
    let Explanation { counted, causes, minimal } = explanation;
    let mut text = format!("not everything fits on {}", board(problem));
    let count = causes.len();
    // Writing to a String cannot fail.
    let _ = match (counted, minimal) {
        // The one block explains everything.
        (Some(counted @ Counted::Side { .. }), _) => {
            return format!("{text}: {}\n", counted_text(problem, counted));
        }
        // The causes left after a short search explain less than the count.
        (Some(counted), false) => return format!("{text}: {}\n", counted_text(problem, counted)),
        (Some(counted), true) => writeln!(
            text,
            ": {}; even these {count} cannot all be there (without any one of them the others could)",
            counted_text(problem, counted)
        ),
        (None, true) => writeln!(
            text,
            ", because these {count} cannot all be there (without any one of them the others could)"
        ),
        (None, false) => writeln!(
            text,
            ", because these {count} cannot all be there (stopped early: some of them may not be needed)"
        ),
    };
    for (number, cause) in causes.iter().enumerate() {
        let _ = writeln!(text, "{:>3}. {}", number + 1, sentence(problem, *cause));
    }
    text
}

/// Describes what counting shows.
fn counted_text(problem: &Problem, counted: &Counted) -> String {
    let fields = problem.rows() * problem.cols();
    match *counted {
        Counted::Side { block } => {
            let shape = &problem.blocks()[block];
            format!("BLOCK#{} is {}x{}, and blocks are not turned", block + 1, shape.cols(), shape.rows())
        }
        Counted::Fields { blocks, wires: 0 } => {
            format!("the blocks cover {blocks} fields, and the board has {fields}")
        }
        Counted::Fields { blocks, wires } => format!(
            "the blocks cover {blocks} fields, the wires need at least {wires} more wherever the blocks lie, and \
             the board has {fields}"
        ),
        Counted::Colours => format!(
            "the blocks cover all {fields} fields, half of them black as on a chessboard, but an odd number of T \
             blocks does not cover as many black as white ones"
        ),
    }
}

/// Describes a cause in a sentence.
fn sentence(problem: &Problem, cause: Cause) -> String {
    match cause {
        Cause::Block(block) => {
            let shape = &problem.blocks()[block];
            format!("BLOCK#{} ({}x{}) has to be placed", block + 1, shape.cols(), shape.rows())
        }
        Cause::Wire(number) => {
            let [a, b] = problem.ends(number).map(|end| end.block + 1);
            let ends =
                if a == b { format!("both on BLOCK#{a}") } else { format!("on BLOCK#{a} and BLOCK#{b}") };
            format!("a wire has to join the two fields {number}, {ends}")
        }
    }
}

fn as_json(problem: &Problem, finding: &Finding) -> Value {
    let board = board(problem);
    match finding {
        Finding::Solvable(_) => json!({ "board": board, "result": "solvable" }),
        Finding::Undecided => json!({ "board": board, "result": "undecided" }),
        Finding::Conflict(Explanation { counted, causes, minimal }) => {
            let cause = |&cause: &Cause| {
                let text = sentence(problem, cause);
                match cause {
                    Cause::Block(block) => json!({ "kind": "block", "block": block + 1, "text": text }),
                    Cause::Wire(number) => json!({
                        "kind": "wire",
                        "number": number,
                        "blocks": problem.ends(number).map(|end| end.block + 1),
                        "text": text,
                    }),
                }
            };
            json!({
                "board": board,
                "result": "conflict",
                "counted": counted.as_ref().map(|counted| counted_text(problem, counted)),
                "minimal": minimal,
                "causes": causes.iter().map(cause).collect::<Vec<_>>(),
            })
        }
    }
}
