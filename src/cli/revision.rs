//! A finished puzzle before and after a change: what its document keeps, and what changes.
//!
//! The document of a changed puzzle is the old one with other letters in some fields. So whatever the change does not
//! affect is as its author wrote it: title, author, credits, given letters, the spellings and clues of the words that
//! stayed, and the solution word if its letters are still there. A grid has only letters: its words are given clues
//! from the sources before the change, so that words that stay keep theirs.

use super::changes::{ChangeError, Finished, Nearest};
use super::contract::json::fields;
use super::exit::Failure;
use super::input::Input;
use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::lexicon::{Letter, SlotProblem};
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::clues::give;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::{Entry, Field, Kind, Language, Puzzle, json};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A document that is not what `--as` says.
#[derive(Debug, thiserror::Error)]
#[error("this document is a puzzle of the kind {0}; omit --as")]
struct OtherKind(Kind);

/// Where the words of a grid, which has no clues of its own, get theirs from, as with `cwsat clue`.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The sources of `--clues`.
    pub sources: &'a [Source],
    /// The language of `--language`.
    pub language: Option<&'a Language>,
    /// The seed of `--seed`.
    pub seed: u64,
}

impl Sources<'_> {
    /// Gives the words of a finished puzzle the clues that the sources have for them.
    fn clue(&self, puzzle: &mut Puzzle) -> Result<(), Failure> {
        if let Some(words) = give::words(puzzle).filter(|_| !self.sources.is_empty()) {
            give::give(puzzle, &Clues::of(self.sources, &words, self.language)?, None, self.seed);
        }
        Ok(())
    }
}

/// A puzzle before its change.
#[derive(Clone, Debug)]
pub struct Original {
    puzzle: Puzzle,
    /// Whether it was read from a document.
    is_document: bool,
}

/// A puzzle to be published: if there was a change, as it is after the change.
#[derive(Clone, Debug)]
pub struct Revised {
    /// Its document.
    pub puzzle: Puzzle,
    /// Remarks about what it has lost, for a person.
    pub remarks: Vec<String>,
    /// What is different, as `change` and `puzzle` of the JSON.
    pub json: Map<String, Value>,
}

/// Publishes an answer, a puzzle without clues, which `clue` adds. If it was made by a change, its document is that of
/// the original, revised.
pub fn publish(
    original: Option<&Original>,
    mut new: Puzzle,
    nearest: Option<&Nearest>,
    mut clue: impl FnMut(&mut Puzzle),
) -> Revised {
    let Some(original) = original else {
        clue(&mut new);
        return Revised { puzzle: new, remarks: Vec::new(), json: Map::new() };
    };
    let mut revised = original.revised(new, nearest, clue);
    revised.remarks.splice(0..0, nearest.map(Nearest::to_string));
    revised
}

impl Original {
    /// Reads a puzzle that is to be changed: a document, which `convert` turns into a grid, or a grid, which `read`
    /// reads with its document, and whose words are then given clues from these sources.
    pub fn read<T>(
        input: &Input,
        sources: Sources<'_>,
        convert: impl FnOnce(&Puzzle) -> Option<T>,
        read: impl FnOnce() -> Result<(T, Result<Puzzle, NoDocument>), Failure>,
    ) -> Result<(T, Self), Failure> {
        if input.is_document() {
            let puzzle = json::read(input.text()?).map_err(|error| input.at(error))?;
            let grid = convert(&puzzle).ok_or_else(|| input.at(OtherKind(puzzle.kind)))?;
            return Ok((grid, Self { puzzle, is_document: true }));
        }
        let (grid, puzzle) = read()?;
        let mut puzzle = puzzle.map_err(|error| match error {
            NoDocument::NoQuestions => input.at(ChangeError::NoWords),
            other => input.at(other),
        })?;
        sources.clue(&mut puzzle)?;
        Ok((grid, Self { puzzle, is_document: false }))
    }

    /// Returns whether the puzzle was read from a document.
    pub fn is_document(&self) -> bool {
        self.is_document
    }

    /// Returns the puzzle in the form in which it is changed: its slots with these letters, in the fields of their cells.
    pub fn finished<'a>(
        &self,
        problem: &'a SlotProblem,
        positions: &'a [Pos],
        letter: impl Fn(Pos) -> Option<Letter>,
    ) -> Finished<'a> {
        let shown = self.puzzle.fields.iter().filter(|(_, field)| field.given().is_some());
        Finished {
            problem,
            positions,
            letters: positions.iter().map(|&pos| letter(pos)).collect(),
            shown: shown.map(|(pos, _)| pos).collect(),
            solution_word: self.puzzle.solution_word.clone(),
        }
    }

    /// Gives a changed puzzle the marks of this one: which letters are shown to the solver.
    pub fn mark(&self, new: &mut Puzzle) {
        new.fields = with_marks(&self.puzzle, new);
    }

    /// Returns the document after a change that led to `new`, a puzzle without clues. `nearest` is known if a word was
    /// replaced; `clue` gives a clue to words that have none.
    fn revised(&self, new: Puzzle, nearest: Option<&Nearest>, mut clue: impl FnMut(&mut Puzzle)) -> Revised {
        let mut old = self.puzzle.clone();
        if !self.is_document {
            clue(&mut old);
        }
        let mut puzzle = Puzzle { fields: with_marks(&old, &new), ..old.clone() };
        puzzle.entries = entries(&old, &new, &puzzle);
        let mut remarks = Vec::new();
        let letter = |puzzle: &Puzzle, pos| puzzle.fields.get(pos).and_then(|field| field.solution());
        if !new.solution_word.is_empty() {
            puzzle.solution_word = new.solution_word;
        } else if old.solution_word.iter().any(|&pos| letter(&old, pos) != letter(&puzzle, pos)) {
            let word: String = old.solution_word.iter().filter_map(|&pos| letter(&old, pos)).collect();
            remarks
                .push(format!("the solution word {word} is left out, because some of its letters changed"));
            puzzle.solution_word.clear();
        }
        let before = puzzle.clone();
        clue(&mut puzzle);
        for (entry, kept) in puzzle.entries.iter_mut().zip(&before.entries) {
            if !kept.clues.is_empty() {
                entry.clues.clone_from(&kept.clues);
            }
        }
        let more = puzzle.credits.iter().filter(|line| !old.credits.contains(line));
        puzzle.credits = old.credits.iter().chain(more).cloned().collect();
        let unclued = puzzle.entries.iter().filter(|entry| entry.clues.is_empty()).count();
        let were_unclued = old.entries.iter().filter(|entry| entry.clues.is_empty()).count();
        if unclued > were_unclued {
            let words = if unclued == 1 { "1 word has" } else { &format!("{unclued} words have") };
            remarks.push(format!("{words} no clue now; `cwsat clue` gives clues, or --clues names sources"));
        }
        let json = fields(as_json(&old, &puzzle, nearest));
        Revised { puzzle, remarks, json }
    }
}

/// Returns the new fields, with the marks of the old ones: letters shown to the solver still are, and blocked fields are
/// written as they were.
fn with_marks(old: &Puzzle, new: &Puzzle) -> Grid<Field> {
    new.fields.map(|pos, &field| match (field, old.fields.get(pos)) {
        (Field::Letter { letter, .. }, Some(Field::Letter { given, .. })) => {
            Field::Letter { letter, given: *given }
        }
        (Field::Blocked(_), Some(&blocked @ Field::Blocked(_))) => blocked,
        (field, _) => field,
    })
}

/// Returns the entries after a change. A word that the old puzzle had, there or elsewhere, has the clues it had; `puzzle`
/// has the new letters.
fn entries(old: &Puzzle, new: &Puzzle, puzzle: &Puzzle) -> Vec<Entry> {
    let of_word: BTreeMap<String, &Entry> =
        old.entries.iter().map(|entry| (old.pattern(entry), entry)).collect();
    let place = |entry: &Entry| (entry.run, entry.question);
    let said = |entry: &Entry| -> Entry {
        let word = puzzle.pattern(entry);
        let there =
            old.entries.iter().find(|other| place(other) == place(entry) && old.pattern(other) == word);
        let kept = there.or_else(|| of_word.get(&word).copied());
        let (spelling, clues, own) =
            kept.map(|kept| (kept.spelling.clone(), kept.clues.clone(), kept.own)).unwrap_or_default();
        Entry { run: entry.run, question: entry.question, spelling, clues, own }
    };
    // An author may have listed words that are none by the rules of the kind, and may have omitted others.
    let added =
        new.entries.iter().filter(|entry| !old.entries.iter().any(|other| place(other) == place(entry)));
    let mut entries: Vec<Entry> = old.entries.iter().chain(added).map(said).collect();
    entries.sort_by_key(|entry| (entry.question, entry.run.direction, entry.run.start));
    entries
}

/// Returns what is different, and the whole document.
fn as_json(old: &Puzzle, new: &Puzzle, nearest: Option<&Nearest>) -> Value {
    let letters = |puzzle: &Puzzle, pos| puzzle.fields.get(pos).and_then(|field| field.solution());
    let fields: Vec<Value> = new
        .fields
        .positions()
        .filter(|&pos| letters(old, pos) != letters(new, pos))
        .map(|pos| {
            let (before, after) = (letters(old, pos), letters(new, pos));
            json!({ "row": pos.row, "column": pos.col, "before": before, "after": after })
        })
        .collect();
    let words =
        |puzzle: &Puzzle| puzzle.entries.iter().map(|entry| puzzle.pattern(entry)).collect::<Vec<_>>();
    let (before, after) = (words(old), words(new));
    let without = |words: &[String], others: &[String]| -> Vec<String> {
        words.iter().filter(|word| !others.contains(word)).cloned().collect()
    };
    let document: Value = serde_json::from_str(&json::write(new)).unwrap_or_default();
    json!({
        "change": {
            "fields": fields,
            "left": without(&before, &after),
            "came": without(&after, &before),
            "at_least": nearest.map(|nearest| nearest.at_least),
            "is_fewest": nearest.map(Nearest::is_fewest),
            "stays": nearest.map(|nearest| &nearest.stays),
        },
        "puzzle": document,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cwsat::encodings::template::format;
    use cwsat::publish::puzzle::{Clue, convert};

    fn crossword(text: &str) -> Puzzle {
        convert::template(&format::read(text).expect("a template"), |_| None)
    }

    /// A document with a value in each of its fields. It does not compile once the type has a new field, so somebody
    /// has to decide what happens to that.
    fn full() -> Puzzle {
        let Puzzle { kind, mut fields, mut entries, .. } = crossword("ROSE#QXQ\n");
        fields[Pos::new(0, 1)] = match fields[Pos::new(0, 1)] {
            Field::Letter { letter, .. } => Field::Letter { letter, given: true },
            other => other,
        };
        let clue = |text: &str, weak| Clue { text: text.to_owned(), source: Some("S".to_owned()), weak };
        entries[0].clues = vec![clue("Blume", true), Clue::new("sticht")];
        entries[0].spelling = Some("Rosé".to_owned());
        entries[1].clues = vec![clue("nichts", true), Clue::new("gar nichts")];
        entries[1].spelling = Some("Q.X.Q.".to_owned());
        entries[1].own = true;
        Puzzle {
            kind,
            title: Some("T".to_owned()),
            author: Some("A".to_owned()),
            language: Some(Language::english()),
            credits: vec!["Clues: S".to_owned(), "Layout: B".to_owned()],
            fields,
            entries,
            solution_word: vec![Pos::new(0, 5), Pos::new(0, 3)],
        }
    }

    #[test]
    fn everything_stays_that_the_change_does_not_touch() {
        let old = full();
        let original = Original { puzzle: old.clone(), is_document: true };
        let new = crossword("HOSE#QXQ\n");
        let clue = |puzzle: &mut Puzzle| {
            for entry in &mut puzzle.entries {
                entry.clues = vec![Clue::new("of a source")];
            }
            puzzle.credits = vec!["Clues: other".to_owned()];
        };
        let revised = original.revised(new.clone(), None, clue).puzzle;
        let mut expected = Puzzle { fields: revised.fields.clone(), ..old.clone() };
        expected.entries[0].clues = vec![Clue::new("of a source")];
        expected.entries[0].spelling = None;
        expected.credits.push("Clues: other".to_owned());
        assert_eq!(revised, expected);
        let row: String = revised.fields.iter().filter_map(|(_, field)| field.solution()).collect();
        assert_eq!(row, "HOSEQXQ");
        assert!(revised.fields[Pos::new(0, 1)].given().is_some());
        assert_eq!(original.revised(crossword("ROSE#QXQ\n"), None, |_| {}).puzzle, old);
        let back = json::read(&json::write(&revised)).expect("a document");
        assert_eq!(back, revised);
    }

    #[test]
    fn what_is_lost_and_what_is_different_is_named() {
        let original = Original { puzzle: full(), is_document: true };
        let nearest =
            Nearest { changed: 2, at_least: 1, told: String::new(), stays: Vec::new(), claim: None };
        let Revised { puzzle, remarks, json } =
            original.revised(crossword("ROST#QXQ\n"), Some(&nearest), |_| {});
        assert!(puzzle.solution_word.is_empty());
        assert_eq!(remarks.len(), 2, "{remarks:?}");
        assert!(remarks[0].contains("the solution word QE is left out"), "{remarks:?}");
        assert!(remarks[1].contains("1 word has no clue now"), "{remarks:?}");
        let expected = json!({
            "fields": [{"row": 0, "column": 3, "before": "E", "after": "T"}],
            "left": ["ROSE"], "came": ["ROST"], "at_least": 1, "is_fewest": false, "stays": [],
        });
        assert_eq!(json["change"], expected);
        assert_eq!(json["puzzle"]["title"], "T");
    }
}
