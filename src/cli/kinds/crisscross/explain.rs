//! `cwsat explain` for criss-crosses: explains why not all words can be laid.

use super::read::{ListFlags, Size, read_base};
use crate::cli::contract::explain::{Explains, Found, Request, unclaimed};
use crate::cli::contract::json::fields;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::seed_for;
use crate::cli::proof::Claim;
use crate::cli::reporter;
use cwsat::search::Setup;
use cwsat::search::crisscross::{Explanation, Options, Reason, claim, explain};

/// The flags of criss-crosses.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Criss-crosses")]
pub struct Flags {
    #[command(flatten)]
    list: ListFlags,
}

impl Explains for super::Crisscross {
    type Flags = Flags;

    fn explained(request: &Request, flags: &Flags) -> Result<Found, Failure> {
        let size = Size::of(request.board)?;
        let base = read_base(request.input, &flags.list)?;
        for skipped in &base.skipped {
            reporter::warn(&request.input.at(skipped));
        }
        let seed = seed_for(request.seed, request.input.path());
        let puzzle = flags.list.puzzle(&base, size, seed, request.budget);
        let setup = Setup { seed, back_end: request.back_end.clone(), ..Setup::default() };
        let options = Options { setup, ..Options::default() };
        let text = |entry: usize| puzzle.entries[entry].text();
        let found = request.watched(|watch| explain(&puzzle, &options, request.budget, watch));
        let claim = match &found {
            Explanation::NoRoom { entries, minimal } => {
                let causes: Vec<String> =
                    entries.iter().map(|&entry| format!("{} is on the board", text(entry))).collect();
                request.claim_of_causes(|| claim(&puzzle, &found), &causes, *minimal)
            }
            _ => request.claim_of_all(
                || claim(&puzzle, &found),
                "the words of the list have no connected layout with all of them",
            ),
        };
        let (exit, lines, words): (Exit, Vec<String>, Vec<String>) = match found {
            Explanation::Hopeless(words) => (
                Exit::Broken,
                words
                    .iter()
                    .map(|&(entry, why)| format!("{}: {}", text(entry), Reason::Hopeless(why)))
                    .collect(),
                words.iter().map(|&(entry, _)| text(entry)).collect(),
            ),
            Explanation::NoRoom { entries, minimal } => {
                let words: Vec<String> = entries.iter().map(|&entry| text(entry)).collect();
                let rest = match minimal {
                    true => {
                        "; without any one of them the others can, perhaps along with other words of the list"
                    }
                    false => "",
                };
                let line = format!(
                    "on {}x{} these {} words cannot lie together, whatever other words of the list lie there: {}{rest}",
                    puzzle.rows,
                    puzzle.cols,
                    words.len(),
                    words.join(", ")
                );
                (Exit::Broken, vec![line], words)
            }
            Explanation::Apart(groups) => {
                let groups: Vec<Vec<String>> =
                    groups.iter().map(|group| group.iter().map(|&entry| text(entry)).collect()).collect();
                let sets: Vec<String> = groups.iter().map(|group| group.join(", ")).collect();
                let line = format!(
                    "the words fall into {} sets that have no letter in common, so a layout has words of one set only: {}",
                    sets.len(),
                    sets.join("; ")
                );
                (Exit::Broken, vec![line], groups.concat())
            }
            Explanation::Complete => {
                let line = format!(
                    "all {} words can be laid on {}x{}",
                    puzzle.entries.len(),
                    puzzle.rows,
                    puzzle.cols
                );
                (Exit::Ok, vec![line], Vec::new())
            }
            Explanation::NotFound => {
                let line = "no words exclude each other by letters or room, but no layout was found in which all are \
                            connected; whether there is one is not known: `cwsat solve --prove` may find out";
                (Exit::Stopped, vec![line.to_owned()], Vec::new())
            }
            Explanation::Unknown => {
                (Exit::Stopped, vec!["stopped before it was known".to_owned()], Vec::new())
            }
        };
        let name = request.input.name();
        let result = match exit {
            Exit::Ok => "solvable",
            Exit::Broken => "conflict",
            Exit::BadInput | Exit::Stopped => "undecided",
        };
        let json = fields(serde_json::json!({ "result": result, "words": words, "reasons": lines }));
        let text = lines.iter().map(|line| format!("{name}: {line}\n")).collect();
        let claim = if exit == Exit::Broken { claim } else { Claim::Nothing(unclaimed(exit)) };
        Ok(Found { exit, text, json, claim })
    }
}
