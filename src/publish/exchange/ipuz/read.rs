//! Reads ipuz, our own and that of other programs: everything is checked before it becomes a puzzle.

use super::error::{ClueProblem, IpuzError};
use super::file::{File, json_in};
use super::listed::{Listed, position, straight};
use super::{BARRED, Cell, DASHES, LOCALE, SOLUTION_WORD, STYLE, shorten};
use crate::encodings::arrowword::puzzle::{self as arrowword, Arrow, Blocked, Question};
use crate::encodings::crossword::bars::Bars;
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::{Alphabet, Sign};
use crate::publish::exchange::{Read, Warning, markup};
use crate::publish::puzzle::{Clue, Entry, Field, Ipuz, Kind, MAX_SIDE, Puzzle, convert, sort};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A field as `puzzle` shows it.
enum Shown {
    /// There is no field.
    Void,
    Block,
    /// A field to be written into: its number, and what it already holds.
    White {
        label: Option<String>,
        given: Option<String>,
    },
}

/// Reads ipuz. The words of a crossword are those that have clues in the file.
pub fn read(text: &str) -> Result<Read, IpuzError> {
    let text = json_in(text);
    #[derive(Deserialize)]
    struct Version {
        #[serde(default)]
        version: Value,
    }
    let Version { version } = serde_json::from_str(text)?;
    let is_known = |text: &str| matches!(text.split_once("ipuz.org/v"), Some((_, "1" | "2")));
    if !version.as_str().is_some_and(is_known) {
        return Err(IpuzError::Version { found: shorten(&version.to_string()) });
    }
    let file: File = serde_json::from_str(text)?;
    if !file.kind.iter().any(|kind| kind.contains("ipuz.org/crossword")) {
        return Err(IpuzError::Kind { found: shorten(&file.kind.join(", ")) });
    }
    Reader { kind: kind(&file), file, warnings: Vec::new() }.read()
}

fn kind(file: &File) -> Kind {
    if file.kind.iter().any(|kind| kind.contains("crossword/arrowword")) {
        return Kind::Arrowword;
    }
    file.our_kind.filter(|kind| kind.features().ipuz == Some(Ipuz::Named)).unwrap_or(Kind::Template)
}

struct Reader {
    kind: Kind,
    file: File,
    warnings: Vec<Warning>,
}

impl Reader {
    fn read(mut self) -> Result<Read, IpuzError> {
        let (rows, cols) = (self.file.dimensions.height, self.file.dimensions.width);
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return Err(IpuzError::Size { rows, cols });
        }
        let shown = self.shown(rows, cols)?;
        let clues = self.listed()?;
        let base = base(&shown, &clues);
        let bars = self.bars(&shown);
        if let (Some(barred), false) = (self.kind.features().if_barred, bars.is_empty()) {
            self.kind = barred;
        }
        let fields = self.fields(&shown, &clues, base)?;
        let mut puzzle = Puzzle::new(self.kind, fields, Vec::new());
        puzzle.entries = self.entries(&puzzle, &shown, &clues, &bars, base)?;
        if let Some(template) = convert::to_crossword(&puzzle) {
            let template = Template::with_bars(template.cells, &bars);
            let all = convert::crossword(self.kind, &template, |_| None).entries;
            if self.file.clues.is_empty() {
                puzzle.entries = all;
            } else if self.kind.features().has_bars {
                // The words of the document say where its bars are, so all are there, and no others.
                let clued = std::mem::replace(&mut puzzle.entries, all);
                self.add_clues(&mut puzzle, clued);
            }
        } else if !bars.is_empty() {
            self.warn("there are bars between fields, which a puzzle of this kind does not have".to_owned());
        }
        let text = |text: &Option<String>| text.as_deref().map(markup::plain).filter(|text| !text.is_empty());
        puzzle.title = text(&self.file.title);
        puzzle.author = text(&self.file.author);
        let lines = self.file.copyright.iter().flat_map(|copyright| copyright.lines());
        puzzle.credits = lines.map(markup::plain).filter(|line| !line.is_empty()).collect();
        if let Some(locale) = &self.file.locale {
            puzzle.language = locale.split('.').next().and_then(|tag| tag.parse().ok());
            if puzzle.language.is_none() {
                self.warn(format!("`{LOCALE}`: `{}` is not a language, and is left out", shorten(locale)));
            }
        }
        for &cell in &self.file.solution_word {
            let pos =
                position(cell, 1).filter(|&pos| matches!(puzzle.fields.get(pos), Some(Field::Letter { .. })));
            let what = "letter of the solution";
            puzzle.solution_word.push(pos.ok_or(IpuzError::Place { key: SOLUTION_WORD, cell, what })?);
        }
        Ok(Read { puzzle, warnings: self.warnings })
    }

    fn warn(&mut self, text: String) {
        self.warnings.push(Warning(text));
    }

    /// Returns whether a value means an empty field.
    fn is_empty(&self, value: &Value) -> bool {
        let empty = self.file.empty.clone().unwrap_or_else(|| 0.into());
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text(value) == text(&empty) || text(value).is_empty()
    }

    /// Returns the bars between fields that are written into; those along blocks and along the edge say nothing.
    fn bars(&self, shown: &Grid<Shown>) -> Bars {
        let is_white = |pos: Pos| matches!(shown.get(pos), Some(Shown::White { .. }));
        let mut bars = Bars::default();
        for (row, values) in self.file.puzzle.iter().enumerate() {
            for (col, value) in values.iter().enumerate() {
                let pos = Pos::new(row, col);
                // A style may have a name, which a list at the top explains.
                let style = value.get(STYLE);
                let style =
                    style.and_then(Value::as_str).and_then(|name| self.file.styles.get(name)).or(style);
                let sides =
                    style.and_then(|style| style.get(BARRED)).and_then(Value::as_str).unwrap_or_default();
                for side in sides.chars() {
                    let (before, direction) = match side {
                        'T' => (pos.offset(-1, 0), Direction::Down),
                        'L' => (pos.offset(0, -1), Direction::Across),
                        'B' => (Some(pos), Direction::Down),
                        'R' => (Some(pos), Direction::Across),
                        _ => continue,
                    };
                    let (rows, cols) = direction.step();
                    let both = before.and_then(|before| Some((before, before.offset(rows, cols)?)));
                    if let Some((before, after)) = both
                        && is_white(before)
                        && is_white(after)
                    {
                        bars.add(before, direction);
                    }
                }
            }
        }
        bars
    }

    /// Gives the words of a puzzle the clues of these entries; those for other fields are left out.
    fn add_clues(&mut self, puzzle: &mut Puzzle, clued: Vec<Entry>) {
        for entry in clued {
            match puzzle.entries.iter_mut().find(|word| word.run == entry.run) {
                Some(word) => *word = entry,
                None => self.warn(format!(
                    "the clue for the {} fields {} from {} on is left out, as no word ends there: see the bars",
                    entry.run.len, entry.run.direction, entry.run.start
                )),
            }
        }
    }

    fn is_block(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|text| text == self.file.block.as_deref().unwrap_or("#"))
    }

    fn shown(&self, rows: usize, cols: usize) -> Result<Grid<Shown>, IpuzError> {
        let mut shown = Grid::from_fn(rows, cols, |_| Shown::Void);
        for (pos, value) in table("puzzle", &self.file.puzzle, rows, cols)? {
            shown[pos] = self.shown_field(value).ok_or_else(|| field_error("puzzle", pos, value))?;
        }
        Ok(shown)
    }

    fn shown_field(&self, value: &Value) -> Option<Shown> {
        let label = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        match value {
            Value::Null => Some(Shown::Void),
            Value::Object(parts) => {
                let given = parts.get("value").and_then(Value::as_str).map(str::to_owned);
                match parts.get("cell").map(|cell| self.shown_field(cell)) {
                    Some(Some(Shown::White { label, given: None })) => Some(Shown::White { label, given }),
                    Some(other) => other,
                    None => Some(Shown::White { label: None, given }),
                }
            }
            _ if self.is_block(value) => Some(Shown::Block),
            _ if self.is_empty(value) => Some(Shown::White { label: None, given: None }),
            _ => Some(Shown::White { label: Some(label(value)?), given: None }),
        }
    }

    /// Returns the clues of all lists.
    fn listed(&self) -> Result<Vec<Listed>, IpuzError> {
        let mut clues = Vec::new();
        for (heading, values) in &self.file.clues {
            let list = heading.split(':').next().unwrap_or_default().to_owned();
            let direction = match list.as_str() {
                "Across" => Some(Direction::Across),
                "Down" => Some(Direction::Down),
                _ => None,
            };
            for value in values {
                let clue = Listed::read(&list, direction, value).ok_or_else(|| IpuzError::Clue {
                    list: shorten(&list),
                    number: shorten(&value.to_string()),
                    problem: ClueProblem::Unreadable,
                })?;
                clues.push(clue);
            }
        }
        Ok(clues)
    }

    fn fields(
        &mut self,
        shown: &Grid<Shown>,
        clues: &[Listed],
        base: usize,
    ) -> Result<Grid<Field>, IpuzError> {
        let located: BTreeSet<Pos> = clues.iter().filter_map(|clue| position(clue.location?, base)).collect();
        let solution = std::mem::take(&mut self.file.solution).unwrap_or_default();
        let solution: BTreeMap<Pos, &Value> = match solution.is_empty() {
            true => BTreeMap::new(),
            false => table("solution", &solution, shown.rows(), shown.cols())?.into_iter().collect(),
        };
        let mut fields = Grid::filled(shown.rows(), shown.cols(), Field::Blocked(Blocked::Space));
        for (pos, shown) in shown.iter() {
            fields[pos] = match shown {
                // A block in the file of another program need not hold clues.
                Shown::Block
                    if self.kind.has_question_fields()
                        && (self.file.arrows.is_some() || located.contains(&pos)) =>
                {
                    Field::Question
                }
                Shown::Block | Shown::Void => Field::Blocked(Blocked::Space),
                Shown::White { given, .. } => {
                    let solved = solution.get(&pos).and_then(|value| self.solved(value));
                    let text = solved.as_deref().or(given.as_deref());
                    match text.map(|text| (text, letter(self.kind, text))) {
                        None => Field::Open,
                        Some((_, Some(letter))) => Field::Letter { letter, given: given.is_some() },
                        Some((text, None)) => {
                            let (row, col) = (pos.row + 1, pos.col + 1);
                            let text = shorten(text);
                            self.warn(format!(
                                "row {row}, column {col}: `{text}` is not one letter A to Z; the field is left open"
                            ));
                            Field::Open
                        }
                    }
                }
            };
        }
        for &cell in &self.file.dashes {
            let pos =
                position(cell, 1).filter(|&pos| fields.get(pos).is_some_and(|field| field.is_blocked()));
            let pos = pos.ok_or(IpuzError::Place { key: DASHES, cell, what: "blocked field" })?;
            fields[pos] = Field::Blocked(Blocked::Dash);
        }
        Ok(fields)
    }

    /// Returns what the solution has in a field.
    fn solved(&self, value: &Value) -> Option<String> {
        match value {
            Value::Object(parts) => self.solved(parts.get("value")?),
            // If a field has several solutions, the first one is taken.
            Value::Array(values) => self.solved(values.first()?),
            Value::String(text) if !self.is_block(value) && !self.is_empty(value) => Some(text.clone()),
            _ => None,
        }
    }

    fn entries(
        &mut self,
        puzzle: &Puzzle,
        shown: &Grid<Shown>,
        clues: &[Listed],
        bars: &Bars,
        base: usize,
    ) -> Result<Vec<Entry>, IpuzError> {
        let mut labels: BTreeMap<&str, Pos> = BTreeMap::new();
        for (pos, shown) in shown.iter() {
            if let Shown::White { label: Some(label), .. } = shown {
                labels.entry(label).or_insert(pos);
            }
        }
        let arrowword = convert::to_arrowword(puzzle);
        let mut places = BTreeSet::new();
        let mut entries = Vec::new();
        for listed in clues {
            let cells = listed.cells.as_deref().and_then(|cells| straight(cells, base, listed.direction));
            let (run, question) = match &arrowword {
                Some(arrowword) => {
                    let question = self
                        .question(arrowword, listed, cells, base)
                        .map_err(|problem| listed.failed(problem))?;
                    let run = arrowword.run_of(question);
                    (run.ok_or_else(|| listed.failed(ClueProblem::NoWord))?, Some(question))
                }
                None => {
                    let label = labels.get(listed.number.as_str()).copied();
                    let run = numbered((puzzle, bars), label, cells, listed.direction);
                    (run.map_err(|problem| listed.failed(problem))?, None)
                }
            };
            if cells.is_some_and(|cells| cells != run) {
                self.warn(format!(
                    "clue {}: its `cells` are not those of the word that it asks for",
                    listed.key()
                ));
            }
            if !places.insert((run, question)) {
                return Err(listed.failed(ClueProblem::Twice));
            }
            let more = self.file.more.remove(&listed.key()).unwrap_or_default();
            let first = Clue { text: listed.text.clone(), source: more.source, weak: more.weak };
            let all = std::iter::once(first).chain(more.others);
            let clues = all.filter(|clue| !clue.text.trim().is_empty()).collect();
            entries.push(Entry { run, question, spelling: None, clues, own: false });
        }
        sort(&mut entries);
        Ok(entries)
    }

    /// Returns the question of a clue, with the arrow that our key names or that leads to its cells; failing that, with
    /// the straight arrow in the direction of its list, or the only bent one.
    fn question(
        &self,
        puzzle: &arrowword::Puzzle,
        listed: &Listed,
        cells: Option<Run>,
        base: usize,
    ) -> Result<Question, ClueProblem> {
        let location = listed.location.ok_or(ClueProblem::NoLocation)?;
        let pos = position(location, base).ok_or(ClueProblem::NoQuestionField)?;
        if puzzle.fields.get(pos) != Some(&arrowword::Field::Question) {
            return Err(ClueProblem::NoQuestionField);
        }
        if let Some(name) = self.file.arrows.as_ref().and_then(|arrows| arrows.get(&listed.key())) {
            return Ok(Question { pos, arrow: name.parse()? });
        }
        let has_word = |arrow: &Arrow| puzzle.run_of(Question { pos, arrow: *arrow }).is_some();
        let fits = |arrow: &Arrow| match cells {
            Some(cells) => arrow.start(pos) == Some(cells.start) && arrow.direction() == cells.direction,
            None => {
                listed.direction.is_none_or(|direction| arrow.direction() == direction) && has_word(arrow)
            }
        };
        let arrows: Vec<Arrow> = Arrow::ALL.into_iter().filter(fits).collect();
        let straight: Vec<Arrow> = arrows.iter().copied().filter(|arrow| !arrow.is_bent()).collect();
        match (straight.as_slice(), arrows.as_slice()) {
            (&[arrow], _) | (_, &[arrow]) => Ok(Question { pos, arrow }),
            _ => Err(ClueProblem::Unclear),
        }
    }
}

/// Returns the values of a table with their positions.
fn table<'a>(
    list: &'static str,
    values: &'a [Vec<Value>],
    rows: usize,
    cols: usize,
) -> Result<Vec<(Pos, &'a Value)>, IpuzError> {
    if values.len() != rows {
        return Err(IpuzError::Rows { list, found: values.len(), rows });
    }
    let mut table = Vec::new();
    for (row, values) in values.iter().enumerate() {
        if values.len() != cols {
            return Err(IpuzError::Width { list, row: row + 1, found: values.len(), cols });
        }
        table.extend(values.iter().enumerate().map(|(col, value)| (Pos::new(row, col), value)));
    }
    Ok(table)
}

fn field_error(list: &'static str, pos: Pos, value: &Value) -> IpuzError {
    IpuzError::Field { list, row: pos.row + 1, col: pos.col + 1, found: shorten(&value.to_string()) }
}

/// Returns the letter if a text is a single one that the puzzles of this kind can have.
fn letter(kind: Kind, text: &str) -> Option<Sign> {
    let alphabet = if kind.features().any_script { Alphabet::Written } else { Alphabet::Folded };
    match alphabet.fold(text.trim()).ok()?.as_slice() {
        &[letter] if kind.features().any_script || letter.latin().is_some() => Some(letter),
        _ => None,
    }
}

/// Returns the number of the first row and column: 1, as the format says, unless the positions of all clues make sense
/// only if counted from 0, as some programs do.
fn base(shown: &Grid<Shown>, clues: &[Listed]) -> usize {
    let fits = |base: usize| {
        clues.iter().all(|clue| {
            let at = |cell: &Cell| position(*cell, base).and_then(|pos| shown.get(pos));
            let is_white = |cell: &Cell| matches!(at(cell), Some(Shown::White { .. }));
            clue.location.iter().all(|cell| matches!(at(cell), Some(Shown::Block)))
                && clue.cells.iter().flatten().all(is_white)
        })
    };
    if !fits(1) && fits(0) { 0 } else { 1 }
}

/// Returns the word of a numbered clue: its cells or, without them, the fields that follow the number.
fn numbered(
    (puzzle, bars): (&Puzzle, &Bars),
    label: Option<Pos>,
    cells: Option<Run>,
    direction: Option<Direction>,
) -> Result<Run, ClueProblem> {
    let is_written = |pos: Pos| puzzle.fields.get(pos).is_some_and(|field| field.is_solution());
    if let Some(run) = cells.filter(|run| label.is_none_or(|label| run.start == label)) {
        return if run.cells().all(is_written) { Ok(run) } else { Err(ClueProblem::NoWord) };
    }
    let (Some(start), Some(direction)) = (label, direction) else { return Err(ClueProblem::NoPlace) };
    let (rows, cols) = direction.step();
    let next = |pos: &Pos| pos.offset(rows, cols).filter(|_| !bars.after(*pos, direction));
    let len = std::iter::successors(Some(start), next).take_while(|&pos| is_written(pos)).count();
    if len == 0 { Err(ClueProblem::NoWord) } else { Ok(Run { start, direction, len }) }
}
