//! Crosswords with numbered words, which end at blocks, or at bars as well.
//!
//! Blocks and bars are laid with a symmetry: what is done to a field is also done to its images. Choosing a symmetry
//! changes nothing that is there; it applies to the steps that follow.

use super::{Fault, Fields, Place};
use crate::edit::protocol::{Make, Shape};
use crate::edit::refusal::Refusal;
use crate::encodings::arrowword::puzzle::{Blocked, Field};
use crate::encodings::barred::rules::{self as custom, Uncustomary};
use crate::encodings::crisscross::puzzle::{Laid, Layout};
use crate::encodings::crossword::bars::Bars;
use crate::encodings::crossword::puzzle::{Cell, Template};
use crate::encodings::crossword::rules::{self, Violation};
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::{Letter, Sign, WordList};
use crate::encodings::numbering::Numbering;
use crate::encodings::template::style::{Style, Symmetry};
use crate::publish::puzzle::{self as published, Kind, MAX_SIDE, convert};

/// What ends words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Blocks alone.
    Blocks,
    /// Bars, and perhaps blocks.
    Bars,
    /// Fields that are not part of the puzzle: a criss-cross. A field is part of it as long as it has a letter, or is open.
    Outside,
}

impl Ends {
    /// Returns whether the words themselves say which fields there are: they are laid wherever there is room, and a field is
    /// there because a letter is.
    pub(super) fn words_make_fields(self) -> bool {
        match self {
            Self::Blocks | Self::Bars => false,
            Self::Outside => true,
        }
    }
}

/// The longest side of a grid without blocks and bars that counts as a word square; a larger one counts as not
/// laid out yet.
const LARGEST_SQUARE: usize = 6;

/// The style of a new crossword: its grids are filled within seconds, whatever their size.
const USUAL_STYLE: Style = Style::British;

/// How many fields are added on each side of a published criss-cross, which is cropped, so that words can be laid there; fewer
/// if the board would be larger than it may be.
const MARGIN: usize = 2;

/// A crossword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossword {
    /// The fields and the bars.
    pub template: Template,
    /// What ends words.
    pub ends: Ends,
    /// The symmetry of each step.
    pub symmetry: Symmetry,
    /// How blocks are laid where the program lays them.
    pub style: Style,
}

impl Crossword {
    /// Returns an empty grid.
    pub(super) fn empty(ends: Ends, rows: usize, cols: usize) -> Self {
        let cell = if ends == Ends::Outside { Cell::Block } else { Cell::Open };
        Self::of(ends, Template::new(Grid::filled(rows, cols, cell)))
    }

    /// Returns a crossword with the usual symmetry, if the template has it.
    pub fn of(ends: Ends, template: Template) -> Self {
        let mut made = Self { template, ends, symmetry: Symmetry::default(), style: USUAL_STYLE };
        if ends == Ends::Outside || !made.is_symmetric() {
            made.symmetry = Symmetry::None;
        }
        made
    }

    /// Returns the words of a criss-cross; an error if a field has no letter yet, or is in no word.
    pub fn laid(&self) -> Result<Layout, convert::NoDocument> {
        let (rows, cols) = self.size();
        let open = self.template.cells.iter().find(|(_, cell)| **cell == Cell::Open).map(|(pos, _)| pos);
        if let Some(pos) = open.or_else(|| self.template.lonely().first().copied()) {
            return Err(convert::NoDocument::NoLetter { pos });
        }
        let word = |run: Run| {
            let word = self.template.word(run)?.into_iter().map(Sign::from).collect();
            Some(Laid { word, question: None, start: run.start, direction: run.direction })
        };
        Ok(Layout { rows, cols, words: self.template.runs().into_iter().filter_map(word).collect() })
    }

    /// Returns a criss-cross with these words laid, whose letters are A to Z.
    pub(in crate::edit) fn of_layout(layout: &Layout) -> Self {
        let cells =
            layout.grid().map(|_, letter| letter.and_then(Sign::latin).map_or(Cell::Block, Cell::Letter));
        Self::of(Ends::Outside, Template::new(cells))
    }

    /// Returns where a word can be laid, so that it crosses another one, touches no other, and makes no other word; each with
    /// the number of its crossings. On an empty board it can be laid anywhere: in the middle, then.
    pub fn places_for(&self, word: &[Letter]) -> Vec<(Run, usize)> {
        let (rows, cols) = self.size();
        let is_empty = self.is_bare();
        let mut found = Vec::new();
        for direction in Direction::BOTH {
            let (lines, long) = match direction {
                Direction::Across => (rows, cols),
                Direction::Down => (cols, rows),
            };
            for (line, first) in
                (0..lines).flat_map(|line| (0..=long.saturating_sub(word.len())).map(move |at| (line, at)))
            {
                let start = match direction {
                    Direction::Across => Pos::new(line, first),
                    Direction::Down => Pos::new(first, line),
                };
                let run = Run { start, direction, len: word.len() };
                if word.len() > long || is_empty && (line != lines / 2 || first != (long - word.len()) / 2) {
                    continue;
                }
                if let Some(crossings) =
                    self.crossings(run, word).filter(|crossings| is_empty || *crossings > 0)
                {
                    found.push((run, crossings));
                }
            }
        }
        found
    }

    /// Returns how many words a word would cross here; `None` if it cannot lie here.
    fn crossings(&self, run: Run, word: &[Letter]) -> Option<usize> {
        let is_free = |pos: Option<Pos>| pos.is_none_or(|pos| !self.takes_letter(pos));
        let (rows, cols) = run.direction.step();
        if !is_free(run.start.offset(-rows, -cols)) || !is_free(run.cell(run.len - 1).offset(rows, cols)) {
            return None;
        }
        let mut crossings = 0;
        let mut was_crossing = false;
        for (pos, &letter) in run.cells().zip(word) {
            let sides = [pos.offset(-cols, -rows), pos.offset(cols, rows)];
            let is_crossing = match self.letter(pos) {
                Some(there) if there == letter && sides.iter().any(|side| !is_free(*side)) => true,
                None if !self.takes_letter(pos) && sides.iter().all(|side| is_free(*side)) => false,
                _ => return None,
            };
            // Two letters that touch in this direction already belong to a word, which would become another
            // one.
            if is_crossing && was_crossing {
                return None;
            }
            crossings += usize::from(is_crossing);
            was_crossing = is_crossing;
        }
        Some(crossings)
    }

    /// Returns a published crossword whose letters are A to Z and whose words end at this, and where its first field is here;
    /// `None` if the puzzle is not such a crossword.
    pub(super) fn of_published(ends: Ends, puzzle: &published::Puzzle) -> Option<(Self, Pos)> {
        if ends.words_make_fields() {
            let mut layout = convert::to_crisscross(puzzle)?;
            let room = MAX_SIDE.saturating_sub(layout.rows.max(layout.cols));
            let margin = MARGIN.min(room / 2);
            let origin = Pos::new(margin, margin);
            (layout.rows, layout.cols) = (layout.rows + 2 * margin, layout.cols + 2 * margin);
            for word in &mut layout.words {
                word.start = word.start.beyond(origin);
            }
            return Some((Self::of_layout(&layout), origin));
        }
        Some((Self::of(ends, convert::to_crossword(puzzle)?), Pos::new(0, 0)))
    }

    /// Returns how blocks and bars are laid, in the form used in messages; `None` for a criss-cross, which has neither.
    pub fn shape(&self) -> Option<Shape> {
        let shape =
            || Shape { symmetry: self.symmetry.name().to_owned(), style: self.style.name().to_owned() };
        (self.ends != Ends::Outside).then(shape)
    }

    /// Sets how blocks and bars are laid. Fails if the grid cannot have that symmetry.
    pub(in crate::edit) fn set_shape(&mut self, shape: &Shape) -> Result<(), Refusal> {
        if self.ends == Ends::Outside {
            return Err(Refusal::OnlyFor { what: "bars and symmetry", kind: "crosswords" });
        }
        let symmetry = shape.symmetry.parse::<Symmetry>()?;
        let style = shape.style.parse::<Style>()?;
        let (rows, cols) = self.size();
        if symmetry == Symmetry::QuarterTurn && rows != cols {
            return Err(Refusal::NoSquare { rows, cols });
        }
        (self.symmetry, self.style) = (symmetry, style);
        Ok(())
    }

    /// Sets or removes the bar after a field, and its images.
    pub(in crate::edit) fn set_bar(
        &mut self,
        pos: Pos,
        direction: Direction,
        there: bool,
    ) -> Result<(), Refusal> {
        if self.ends != Ends::Bars {
            return Err(Refusal::OnlyFor { what: "bars", kind: "barred crosswords" });
        }
        let (rows, cols) = direction.step();
        let next = pos.offset(rows, cols).filter(|next| self.template.cells.contains(*next));
        let Some(next) = next.filter(|next| [pos, *next].iter().all(|pos| self.takes_letter(*pos))) else {
            return Err(Refusal::NoBar { pos, direction });
        };
        let images = self
            .alike(pos)
            .into_iter()
            .zip(self.alike(next))
            .map(|(a, b)| (a.min(b), if a.row == b.row { Direction::Across } else { Direction::Down }));
        let images: Bars = images.collect();
        let old = self.template.bars();
        let kept = old.iter().filter(|&(pos, direction)| !images.after(pos, direction));
        let bars: Bars = kept.chain(images.iter().filter(|_| there)).collect();
        self.template = Template::with_bars(self.template.cells.clone(), &bars);
        Ok(())
    }

    /// Sets all bars.
    pub(in crate::edit) fn set_bars(
        &mut self,
        bars: impl IntoIterator<Item = (Pos, Direction)>,
    ) -> Result<(), Refusal> {
        let bars: Bars = bars.into_iter().collect();
        if self.ends != Ends::Bars && !bars.is_empty() {
            return Err(Refusal::OnlyFor { what: "bars", kind: "barred crosswords" });
        }
        self.template = Template::with_bars(self.template.cells.clone(), &bars);
        Ok(())
    }

    /// Returns whether this grid has everything that another one gives.
    pub(super) fn keeps(&self, given: &Self, layout: bool) -> bool {
        match layout {
            // What is laid in a criss-cross stays, and more is laid beside it.
            true if self.ends == Ends::Outside => given
                .positions()
                .into_iter()
                .all(|pos| given.letter(pos).is_none_or(|l| self.letter(pos) == Some(l))),
            true => self.size() == given.size(),
            false => rules::check_against(&self.template, &given.template).is_empty(),
        }
    }

    /// Returns a field and its images.
    fn alike(&self, pos: Pos) -> Vec<Pos> {
        let (rows, cols) = self.size();
        self.symmetry.alike(rows, cols, pos)
    }

    /// Returns whether blocks and bars have the symmetry.
    fn is_symmetric(&self) -> bool {
        let (rows, cols) = self.size();
        let bars = self.template.bars();
        let is_alike = |pos: Pos| {
            let fields = self.alike(pos);
            let is_white = |pos: &Pos| self.template.cells[*pos].is_white();
            let has_bar = |direction: Direction| {
                let (down, right) = direction.step();
                let next = pos.offset(down, right).filter(|next| next.row < rows && next.col < cols);
                next.is_none_or(|next| {
                    let images = fields.iter().zip(self.alike(next));
                    let there: Vec<bool> = images.map(|(a, b)| bars.between(*a, b)).collect();
                    there.iter().all(|is| *is == there[0])
                })
            };
            fields.iter().all(|image| is_white(image) == is_white(&pos))
                && Direction::BOTH.into_iter().all(has_bar)
        };
        self.positions().into_iter().all(is_alike)
    }
}

impl Fields for Crossword {
    fn kind(&self) -> Kind {
        match self.ends {
            Ends::Blocks => Kind::Template,
            Ends::Bars => Kind::Barred,
            Ends::Outside => Kind::Crisscross,
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.template.cells.rows(), self.template.cells.cols())
    }

    fn field(&self, pos: Pos) -> Option<Field> {
        Some(match self.template.cells.get(pos)? {
            Cell::Block => Field::Blocked(Blocked::Space),
            Cell::Open => Field::Open,
            Cell::Letter(letter) => Field::Letter(*letter),
        })
    }

    fn set_letter(&mut self, pos: Pos, letter: Option<Letter>) {
        self.template.cells[pos] = letter.map_or(Cell::Open, Cell::Letter);
    }

    fn set_field(&mut self, pos: Pos, field: Field) -> Result<(), Refusal> {
        self.template.cells[pos] = match field {
            Field::Blocked(_) => Cell::Block,
            Field::Open => Cell::Open,
            Field::Letter(letter) => Cell::Letter(letter),
            Field::Question => return Err(Refusal::OnlyFor { what: "question fields", kind: "arrowwords" }),
        };
        Ok(())
    }

    fn make(&mut self, fields: &[Pos], to: Make) -> Result<(), Refusal> {
        let to = match to {
            Make::Blocked => Cell::Block,
            Make::Open => Cell::Open,
            Make::Question => {
                return Err(Refusal::OnlyFor { what: "question fields", kind: "arrowwords" });
            }
        };
        let mut cells = self.template.cells.clone();
        for &pos in fields {
            // An image that takes letters already keeps the one that it has.
            for image in self.alike(pos) {
                if image == pos || cells[image].is_white() != to.is_white() {
                    cells[image] = to;
                }
            }
        }
        self.template = Template::with_bars(cells, self.template.bars());
        Ok(())
    }

    fn resize(&mut self, rows: usize, cols: usize) {
        let old = &self.template.cells;
        let new = if self.ends == Ends::Outside { Cell::Block } else { Cell::Open };
        let cells = Grid::from_fn(rows, cols, |pos| old.get(pos).copied().unwrap_or(new));
        self.template = Template::with_bars(cells, self.template.bars());
        if self.symmetry == Symmetry::QuarterTurn && rows != cols {
            self.symmetry = Symmetry::HalfTurn;
        }
    }

    fn place(&self, pos: Pos, arrow: &str) -> Result<Place, Refusal> {
        let direction = Direction::BOTH.into_iter().find(|direction| direction.to_string() == arrow);
        let direction = direction.ok_or_else(|| Refusal::NoDirection(arrow.chars().take(40).collect()))?;
        Ok(Place::Start(pos, direction))
    }

    fn words(&self) -> Vec<(Place, Option<Run>)> {
        self.slots().into_iter().map(|(place, run)| (place, Some(run))).collect()
    }

    fn has(&self, place: Place) -> bool {
        self.run_of(place).is_some()
    }

    fn run_of(&self, place: Place) -> Option<Run> {
        let Place::Start(start, direction) = place else { return None };
        let (rows, cols) = direction.step();
        let goes_on = |from: Pos| {
            let next = from.offset(rows, cols).filter(|next| self.takes_letter(*next));
            next.filter(|_| !self.template.bars().after(from, direction))
        };
        let before = start.offset(-rows, -cols).filter(|before| self.takes_letter(*before));
        let is_inside = before.is_some_and(|before| !self.template.bars().after(before, direction));
        let len = std::iter::successors(Some(start), |pos| goes_on(*pos)).count();
        (self.takes_letter(start) && !is_inside && len >= 2).then_some(Run { start, direction, len })
    }

    fn slots(&self) -> Vec<(Place, Run)> {
        self.template.runs().into_iter().map(|run| (Place::Start(run.start, run.direction), run)).collect()
    }

    fn numbering(&self) -> Numbering {
        self.template.numbering()
    }

    fn room(&self, _: Place) -> Option<usize> {
        None
    }

    fn faults(&self, list: Option<&WordList>) -> Vec<Fault> {
        let is_broken = |violation: &Violation| !matches!(violation, Violation::Unfilled { .. });
        rules::check(&self.template, list)
            .iter()
            .filter(|violation| is_broken(violation))
            .map(fault)
            .collect()
    }

    fn customs(&self) -> Vec<Fault> {
        if self.ends == Ends::Outside {
            let parts = custom::parts(&self.template);
            let apart = parts.iter().skip(1).filter_map(|part| part.first());
            return apart
                .map(|pos| {
                    Fault::at(&format!("the words at {pos} are not connected to the rest"), Some(*pos))
                })
                .collect();
        }
        let is_of_all = |found: &Uncustomary| match found {
            Uncustomary::Short { .. } | Uncustomary::Parts { .. } => true,
            // A template has its own symmetry, or none.
            _ => self.ends == Ends::Bars,
        };
        let found = custom::check(&self.template);
        found
            .iter()
            .filter(|found| is_of_all(found))
            .map(|found| Fault::at(found, Some(found.place())))
            .collect()
    }

    fn is_bare(&self) -> bool {
        if self.ends == Ends::Outside {
            return self.template.white() == 0;
        }
        let (rows, cols) = self.size();
        rows.max(cols) > LARGEST_SQUARE
            && self.template.bars().is_empty()
            && self.template.white() == rows * cols
    }

    fn published(&self) -> Result<published::Puzzle, convert::NoDocument> {
        if self.template.runs().is_empty() {
            return Err(convert::NoDocument::NoWords);
        }
        if self.ends == Ends::Outside {
            return self.laid().map(|layout| convert::crisscross(&layout));
        }
        Ok(convert::crossword(self.kind(), &self.template, |_| None))
    }

    fn origin(&self) -> Pos {
        let extent = match self.ends {
            Ends::Outside => self.laid().ok().and_then(|layout| layout.extent()),
            Ends::Blocks | Ends::Bars => None,
        };
        extent.map_or(Pos::new(0, 0), |(first, _)| first)
    }

    fn opens(&self, pos: Pos) -> bool {
        self.ends == Ends::Outside && self.template.cells.contains(pos)
    }
}

fn fault(violation: &Violation) -> Fault {
    let place = |run: &Run| Place::Start(run.start, run.direction);
    match violation {
        Violation::UnknownWord { run, .. } => {
            Fault { text: violation.to_string(), cells: run.cells().collect(), relatives: None }
        }
        Violation::WordTwice { run, first: other, .. } | Violation::Relatives { run, at: other, .. } => {
            Fault {
                text: violation.to_string(),
                cells: run.cells().chain(other.cells()).collect(),
                relatives: Some([place(other), place(run)]),
            }
        }
        other => Fault::at(violation, other.place()),
    }
}
