//! The fields of a puzzle that is being made, and where its words are, for each kind that can be edited.
//!
//! What a session asks of every kind is in one contract, [`Fields`]; history, jobs, messages and the page know no other
//! difference between kinds. What only one of them has (arrows and a rating, bars and symmetry) is asked of that [`Board`].

mod arrowword;
mod crossword;

pub(in crate::edit) use arrowword::add_arrow;
pub use arrowword::possible_arrows;
pub use crossword::{Crossword, Ends};

use super::protocol::{Asked, Cell, Make, Towards};
use super::refusal::Refusal;
use crate::encodings::arrowword::puzzle::{Field, Puzzle, Question};
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::lexicon::{Letter, WordList};
use crate::encodings::numbering::Numbering;
use crate::publish::puzzle::{self as published, Kind, MAX_SIDE, convert};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

/// Where a word is asked for, which is how it is named: nothing else stays the same while letters come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// By a question of an arrowword.
    Question(Question),
    /// At the field where it begins.
    Start(Pos, Direction),
}

impl Place {
    /// Returns the name in the form used in messages.
    pub fn asked(self) -> Asked {
        match self {
            Self::Question(Question { pos, arrow }) => Asked { at: cell(pos), arrow: arrow.to_string() },
            Self::Start(pos, direction) => Asked { at: cell(pos), arrow: direction.to_string() },
        }
    }

    /// Returns the field that asks, or where the word begins.
    pub fn pos(self) -> Pos {
        match self {
            Self::Question(question) => question.pos,
            Self::Start(pos, _) => pos,
        }
    }
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in a sentence.
    pub text: String,
    /// The fields where it is; often one.
    pub cells: BTreeSet<Pos>,
    /// The two words, if it is about words of which a puzzle should have only one.
    pub relatives: Option<[Place; 2]>,
}

impl Fault {
    /// Returns a fault of a field, or of the whole puzzle.
    fn at(text: &impl ToString, pos: Option<Pos>) -> Self {
        Self { text: text.to_string(), cells: pos.into_iter().collect(), relatives: None }
    }
}

/// What every kind answers and does.
pub trait Fields {
    /// Returns the kind.
    fn kind(&self) -> Kind;

    /// Returns the number of rows and of columns.
    fn size(&self) -> (usize, usize);

    /// Returns what is in a field; `None` outside of the grid. Only arrowwords have question fields.
    fn field(&self, pos: Pos) -> Option<Field>;

    /// Sets the letter of a field that takes one; `None` opens it.
    fn set_letter(&mut self, pos: Pos, letter: Option<Letter>);

    /// Sets what is in a field. Fails if the kind has no such fields.
    fn set_field(&mut self, pos: Pos, field: Field) -> Result<(), Refusal>;

    /// Makes fields of the grid blocked, question fields or open. What was in them is gone.
    fn make(&mut self, fields: &[Pos], to: Make) -> Result<(), Refusal>;

    /// Changes the size: what lies outside is cut off, and new fields are open.
    fn resize(&mut self, rows: usize, cols: usize);

    /// Returns the name of a word by a field of the grid and the name of an arrow or a direction.
    fn place(&self, pos: Pos, arrow: &str) -> Result<Place, Refusal>;

    /// Returns all words in the order in which they are listed, each with its fields; `None` if a question has none.
    fn words(&self) -> Vec<(Place, Option<Run>)>;

    /// Returns whether there is such a word.
    fn has(&self, place: Place) -> bool;

    /// Returns the fields of a word.
    fn run_of(&self, place: Place) -> Option<Run>;

    /// Returns the words that can be filled as the rules say: of two that ask for the same fields only one, and none that
    /// would be a part of another one.
    fn slots(&self) -> Vec<(Place, Run)>;

    /// Returns the numbers of the words in print; none if words have no numbers.
    fn numbering(&self) -> Numbering {
        Numbering::default()
    }

    /// Returns the number of characters that a clue may have in print; `None` if clues are in lists, which have room.
    fn room(&self, place: Place) -> Option<usize>;

    /// Returns what breaks a rule: that of the kind, and of a list if there is one. Fields without a letter break none.
    fn faults(&self, list: Option<&WordList>) -> Vec<Fault>;

    /// Returns what is against custom, though no rule forbids it.
    fn customs(&self) -> Vec<Fault>;

    /// Returns whether nothing is laid out yet, so that filling has to begin with that.
    fn is_bare(&self) -> bool;

    /// Returns the puzzle as it is published, without clues; an error if it cannot be.
    fn published(&self) -> Result<published::Puzzle, convert::NoDocument>;

    /// Returns the field that is the first one of the published puzzle, which may be cropped.
    fn origin(&self) -> Pos {
        Pos::new(0, 0)
    }

    /// Returns whether writing into a blocked field makes it part of the puzzle.
    fn opens(&self, _pos: Pos) -> bool {
        false
    }

    /// Returns the positions of all fields, row by row.
    fn positions(&self) -> Vec<Pos> {
        let (rows, cols) = self.size();
        (0..rows).flat_map(|row| (0..cols).map(move |col| Pos::new(row, col))).collect()
    }

    /// Returns whether a field takes a letter.
    fn takes_letter(&self, pos: Pos) -> bool {
        self.field(pos).is_some_and(Field::is_solution)
    }

    /// Returns the letter of a field that has one.
    fn letter(&self, pos: Pos) -> Option<Letter> {
        match self.field(pos)? {
            Field::Letter(letter) => Some(letter),
            Field::Blocked(_) | Field::Question | Field::Open => None,
        }
    }

    /// Returns the letters of a run; `None` for those that are not known.
    fn letters(&self, run: Run) -> Vec<Option<Letter>> {
        run.cells().map(|pos| self.letter(pos)).collect()
    }

    /// Returns the letters of a word, if it has fields and all are filled.
    fn word(&self, place: Place) -> Option<Vec<Letter>> {
        self.letters(self.run_of(place)?).into_iter().collect()
    }

    /// Returns the words that are filled.
    fn filled(&self) -> Vec<(Place, Vec<Letter>)> {
        let filled = |(place, run): (Place, Option<Run>)| {
            Some((place, self.letters(run?).into_iter().collect::<Option<Vec<Letter>>>()?))
        };
        self.words().into_iter().filter_map(filled).collect()
    }

    /// Returns whether every field has its letter and no rule is broken, whatever the words are.
    fn is_full(&self) -> bool {
        self.positions().iter().all(|&pos| self.field(pos) != Some(Field::Open))
            && self.faults(None).is_empty()
    }
}

/// The fields of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// An arrowword.
    Arrowword(Puzzle),
    /// A crossword with numbered words.
    Crossword(Crossword),
}

impl Deref for Board {
    type Target = dyn Fields;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Arrowword(puzzle) => puzzle,
            Self::Crossword(crossword) => crossword,
        }
    }
}

impl DerefMut for Board {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Arrowword(puzzle) => puzzle,
            Self::Crossword(crossword) => crossword,
        }
    }
}

/// What the board of a kind is.
enum Form {
    /// A [`Board::Arrowword`].
    Arrowword,
    /// A [`Board::Crossword`] whose words end at this.
    Crossword(Ends),
}

/// Returns what the board of a kind is; `None` if the kind cannot be edited.
fn form(kind: Kind) -> Option<Form> {
    match kind {
        Kind::Arrowword => Some(Form::Arrowword),
        Kind::Barred => Some(Form::Crossword(Ends::Bars)),
        Kind::Crisscross => Some(Form::Crossword(Ends::Outside)),
        Kind::Template => Some(Form::Crossword(Ends::Blocks)),
        Kind::Digram | Kind::Numberlink => None,
    }
}

impl Board {
    /// Returns an empty grid of a kind.
    pub fn empty(kind: Kind, rows: usize, cols: usize) -> Result<Self, Refusal> {
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            return Err(Refusal::Size { rows, cols });
        }
        match form(kind) {
            Some(Form::Arrowword) => Ok(Self::Arrowword(arrowword::empty(rows, cols))),
            Some(Form::Crossword(ends)) => Ok(Self::Crossword(Crossword::empty(ends, rows, cols))),
            None => Err(Refusal::Kind(kind.to_string())),
        }
    }

    /// Returns the kind of this name, if it can be edited.
    pub fn kind_named(name: &str) -> Result<Kind, Refusal> {
        let found = Kind::ALL.into_iter().find(|&kind| kind.name() == name && form(kind).is_some());
        found.ok_or_else(|| Refusal::Kind(name.chars().take(40).collect()))
    }

    /// Returns the grid of a published puzzle, and where the first field of that puzzle is in it.
    pub fn of_published(puzzle: &published::Puzzle) -> Result<(Self, Pos), Refusal> {
        let refused = || Refusal::Kind(puzzle.kind.to_string());
        let form = form(puzzle.kind).ok_or_else(refused)?;
        for (pos, field) in puzzle.fields.iter() {
            match field {
                // The fields of the constructor hold no other letters.
                published::Field::Letter { letter, .. } if letter.latin().is_none() => {
                    return Err(Refusal::OtherLetters);
                }
                published::Field::Open if matches!(form, Form::Crossword(ends) if ends.words_make_fields()) =>
                {
                    return Err(Refusal::NoLetterYet(pos));
                }
                _ => {}
            }
        }
        let board = match form {
            Form::Arrowword => {
                convert::to_arrowword(puzzle).map(|puzzle| (Self::Arrowword(puzzle), Pos::new(0, 0)))
            }
            Form::Crossword(ends) => {
                Crossword::of_published(ends, puzzle).map(|(board, origin)| (Self::Crossword(board), origin))
            }
        };
        board.ok_or_else(refused)
    }

    /// Returns whether a job lays its words out anew, wherever they are, rather than filling the fields that there are.
    pub fn lays_words(&self) -> bool {
        match self {
            Self::Arrowword(_) => false,
            Self::Crossword(crossword) => crossword.ends.words_make_fields(),
        }
    }

    /// Returns the fields of an arrowword.
    pub fn arrowword(&self) -> Option<&Puzzle> {
        match self {
            Self::Arrowword(puzzle) => Some(puzzle),
            Self::Crossword(_) => None,
        }
    }

    /// Returns the fields of an arrowword to change them. Other kinds have none, so this is refused.
    pub(crate) fn arrowword_mut(&mut self) -> Result<&mut Puzzle, Refusal> {
        match self {
            Self::Arrowword(puzzle) => Ok(puzzle),
            Self::Crossword(_) => {
                Err(Refusal::OnlyFor { what: "arrows and question fields", kind: "arrowwords" })
            }
        }
    }

    /// Returns the fields of a crossword.
    pub fn crossword(&self) -> Option<&Crossword> {
        match self {
            Self::Crossword(crossword) => Some(crossword),
            Self::Arrowword(_) => None,
        }
    }

    /// Returns the fields of a crossword to change them. An arrowword has none, so this is refused.
    pub(crate) fn crossword_mut(&mut self) -> Result<&mut Crossword, Refusal> {
        match self {
            Self::Crossword(crossword) => Ok(crossword),
            Self::Arrowword(_) => Err(Refusal::OnlyFor { what: "bars and symmetry", kind: "crosswords" }),
        }
    }

    /// Returns whether this grid has everything that another one gives; if the layout may change, blocks and bars of a
    /// crossword are not given.
    pub(in crate::edit) fn keeps(&self, given: &Self, layout: bool) -> bool {
        match (self, given) {
            (Self::Arrowword(puzzle), Self::Arrowword(given)) => arrowword::keeps(puzzle, given, layout),
            (Self::Crossword(crossword), Self::Crossword(given)) => crossword.keeps(given, layout),
            _ => false,
        }
    }

    /// Returns whether a field is as in another grid; of a question field, also whether it asks the same.
    pub(in crate::edit) fn keeps_field(&self, given: &Self, pos: Pos) -> bool {
        let asked = |board: &Self| -> Vec<Place> {
            board.words().into_iter().map(|(place, _)| place).filter(|place| place.pos() == pos).collect()
        };
        let field = given.field(pos);
        field == self.field(pos)
            && (field != Some(Field::Question) || asked(given).is_empty() || asked(given) == asked(self))
    }

    /// Returns whether words are where those of another grid are.
    pub(in crate::edit) fn has_words_of(&self, other: &Self) -> bool {
        self.words() == other.words()
    }

    /// Returns the grid with these letters in these fields.
    #[must_use]
    pub fn with_letters(&self, positions: &[Pos], letters: &[Letter]) -> Self {
        let mut filled = self.clone();
        for (&pos, &letter) in positions.iter().zip(letters) {
            filled.set_letter(pos, Some(letter));
        }
        filled
    }
}

/// Returns a position in the form used in messages.
pub fn cell(pos: Pos) -> Cell {
    [pos.row, pos.col]
}

/// Returns a direction in the form used in messages.
pub fn direction(towards: Towards) -> Direction {
    match towards {
        Towards::Across => Direction::Across,
        Towards::Down => Direction::Down,
    }
}
