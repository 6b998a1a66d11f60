//! The kinds of puzzles, and what they differ in when they are published.
//!
//! All of it is in one table, [`Kind::features`]. The rest of `publish` asks for a property and never for a kind, so a
//! new kind that resembles an old one needs its row here and its file in [`convert`](super::convert), and a row that
//! does not state a property does not compile.

use super::{Puzzle, convert};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Makes the kinds and the list of them from one text, so that no kind can be missing in the list.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident,)+) => {
        /// A kind of puzzle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        impl Kind {
            /// All kinds.
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];
        }
    };
}

kinds! {
    /// A crossword with its clues in fields of the grid.
    Arrowword,
    /// A crossword whose words end at bars between fields, with clues in numbered lists.
    Barred,
    /// Words laid across each other, with clues in numbered lists.
    Crisscross,
    /// A grid with two letters per cell, in which every row and every column is a word.
    Digram,
    /// Blocks with numbers, and the wires between equal numbers; there are no words.
    Numberlink,
    /// The usual crossword with black fields, with clues in numbered lists.
    Template,
}

/// A row of the table: what publishing needs to know about a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// The name in the JSON and on the command line.
    pub name: &'static str,
    /// The name on a page.
    pub title: Title,
    /// The class of its HTML page, by which the style sheets and the script know its look.
    pub class: &'static str,
    /// What the solver writes into a field.
    pub content: Content,
    /// Whether its letters may be of any script; otherwise they are A to Z.
    pub any_script: bool,
    /// Where the clues are.
    pub clues: Clues,
    /// What a blocked field looks like.
    pub blocked: BlockedLook,
    /// Whether there is a bar between neighbouring fields that no word joins.
    pub has_bars: bool,
    /// The kind that a crossword of another program, read as this one, is if there are bars between its fields; `None` if
    /// bars change nothing.
    pub if_barred: Option<Kind>,
    /// Whether it is made of a template: fields that are filled with words between blocks or bars.
    pub is_of_template: bool,
    /// The text that holds the grid.
    pub text: TextForm,
    /// How ipuz files hold it; `None` if they cannot.
    pub ipuz: Option<Ipuz>,
    /// Whether JPZ files can hold it.
    pub jpz: bool,
    /// Whether `.puz` files can hold it.
    pub puz: bool,
}

/// A name in each language that pages are worded in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Title {
    pub english: &'static str,
    pub german: &'static str,
}

/// What the solver writes into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A letter.
    Letter,
    /// Two letters.
    Digram,
    /// A piece of a wire; the puzzle has no words.
    Wire,
}

/// Where the clues are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clues {
    /// There are none, as there are no words.
    None,
    /// In question fields, each with an arrow to its word.
    InFields,
    /// In two lists beside the grid, across and down.
    Lists(Numbers),
}

/// What the numbers before the clues of a list refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// The fields in which words start; each bears its number.
    Starts,
    /// The rows and columns, each of which is one word.
    Lines,
}

/// What a blocked field looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockedLook {
    /// Part of an outlined empty area, which has room for a picture. `.cwg` files know two characters for it.
    Island,
    /// A black field.
    Black,
    /// A grey field.
    Grey,
    /// Nothing at all: it is outside the puzzle.
    Outside,
}

/// The text that holds the grid of a kind, as `cwsat solve` writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextForm {
    /// Written by this function, which returns `None` if a letter is missing that the text needs.
    Written(fn(&Puzzle) -> Option<String>),
    /// Not written from a document; the sentence says what to take instead.
    Elsewhere(&'static str),
}

/// How ipuz files hold a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ipuz {
    /// As a crossword; a crossword of another program is read as this kind.
    Crossword,
    /// As a crossword, with the name of the kind under a key of our own.
    Named,
    /// As an arrowword.
    Arrowword,
}

impl Kind {
    /// Returns the row of this kind.
    pub(crate) fn features(self) -> Features {
        match self {
            Self::Arrowword => Features {
                name: "arrowword",
                title: Title { english: "Arrowword", german: "Schwedenrätsel" },
                class: "arrowword",
                content: Content::Letter,
                any_script: false,
                clues: Clues::InFields,
                blocked: BlockedLook::Island,
                has_bars: false,
                if_barred: None,
                is_of_template: false,
                text: TextForm::Elsewhere("its text is a .cwg file"),
                ipuz: Some(Ipuz::Arrowword),
                jpz: true,
                puz: false,
            },
            Self::Barred => Features {
                name: "barred",
                title: Title { english: "Barred crossword", german: "Balkenrätsel" },
                class: "template",
                content: Content::Letter,
                any_script: false,
                clues: Clues::Lists(Numbers::Starts),
                blocked: BlockedLook::Black,
                has_bars: true,
                if_barred: None,
                is_of_template: true,
                text: TextForm::Written(convert::barred_text),
                ipuz: Some(Ipuz::Named),
                jpz: true,
                puz: false,
            },
            Self::Crisscross => Features {
                name: "crisscross",
                title: Title { english: "Criss-cross", german: "Criss-Cross" },
                class: "crisscross",
                content: Content::Letter,
                any_script: true,
                clues: Clues::Lists(Numbers::Starts),
                blocked: BlockedLook::Outside,
                has_bars: false,
                if_barred: None,
                is_of_template: false,
                text: TextForm::Written(convert::crisscross_text),
                ipuz: Some(Ipuz::Named),
                jpz: true,
                puz: true,
            },
            Self::Digram => Features {
                name: "digram",
                title: Title { english: "Digram grid", german: "Digrammgitter" },
                class: "digram",
                content: Content::Digram,
                any_script: false,
                clues: Clues::Lists(Numbers::Lines),
                blocked: BlockedLook::Grey,
                has_bars: false,
                if_barred: None,
                is_of_template: false,
                text: TextForm::Written(convert::digram_text),
                ipuz: None,
                jpz: false,
                puz: false,
            },
            Self::Numberlink => Features {
                name: "numberlink",
                title: Title { english: "Numberlink", german: "Numberlink" },
                class: "numberlink",
                content: Content::Wire,
                any_script: false,
                clues: Clues::None,
                blocked: BlockedLook::Outside,
                has_bars: false,
                if_barred: None,
                is_of_template: false,
                text: TextForm::Elsewhere("its text is that of the problem and the answer; use .json"),
                ipuz: None,
                jpz: false,
                puz: false,
            },
            Self::Template => Features {
                name: "template",
                title: Title { english: "Crossword", german: "Kreuzworträtsel" },
                class: "template",
                content: Content::Letter,
                any_script: false,
                clues: Clues::Lists(Numbers::Starts),
                blocked: BlockedLook::Black,
                has_bars: false,
                if_barred: Some(Self::Barred),
                is_of_template: true,
                text: TextForm::Written(convert::template_text),
                ipuz: Some(Ipuz::Crossword),
                jpz: true,
                puz: true,
            },
        }
    }

    /// Returns the name in the JSON and on the command line.
    pub fn name(self) -> &'static str {
        self.features().name
    }

    /// Returns whether the puzzle has words.
    pub(crate) fn has_words(self) -> bool {
        self.features().clues != Clues::None
    }

    /// Returns whether clues are in question fields of the grid.
    pub(crate) fn has_question_fields(self) -> bool {
        self.features().clues == Clues::InFields
    }

    /// Returns what the numbers in the lists of clues refer to; `None` if there are no such lists.
    pub(crate) fn lists(self) -> Option<Numbers> {
        match self.features().clues {
            Clues::Lists(numbers) => Some(numbers),
            Clues::None | Clues::InFields => None,
        }
    }

    /// Returns whether every word is a whole row or column.
    pub(crate) fn has_line_words(self) -> bool {
        self.lists() == Some(Numbers::Lines)
    }
}

impl Content {
    /// Returns how many letters a field holds.
    pub(crate) fn letters(self) -> usize {
        match self {
            Self::Wire => 0,
            Self::Letter => 1,
            Self::Digram => 2,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_has_the_names_of_the_table_and_the_rows_agree_with_themselves() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
            let features = kind.features();
            assert_eq!(kind.has_words(), features.content.letters() > 0, "{kind}");
            assert_eq!(kind.has_question_fields(), features.ipuz == Some(Ipuz::Arrowword), "{kind}");
        }
    }
}
