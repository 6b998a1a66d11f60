//! The puzzle that `encode`, `decode` and `explain` are about: the flags that name it, and how it is read.

use super::choice;
use super::exit::Failure;
use super::input::Input;
use super::registry::{KindFlags, Known, OfVerb};
use cwsat::publish::puzzle::Language;
use std::path::{Path, PathBuf};

/// The flags that name a puzzle and its words.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzleArgs {
    /// The puzzle: a file, or `-` for standard input; for kinds that need no file, a size, as in `4x5`.
    #[arg(value_name = "INPUT", required_unless_present = "size")]
    input: Option<PathBuf>,
    /// Set the size, ROWSxCOLUMNS as in `4x5`, of a puzzle that is not read from a file; for criss-crosses, the size of
    /// the board: ROWSxCOLUMNS, one side, or `auto`, a square with room for all words [default: auto].
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Take words from this list: a word per line, optionally `WORD;SCORE` (`cwsat words --help` shows all forms); may be repeated [default: the embedded
    /// German list; for digram grids, the system's dictionary if there is one, else the embedded English list].
    #[arg(short, long, value_name = "LIST")]
    pub words: Vec<PathBuf>,
    #[command(flatten)]
    pub choice: choice::Flags,
    /// Set the language of the words, as in `de` or `en`: that of the embedded list if no other is named, and the one in
    /// which words of one family are recognised [default: that of the embedded list, else de].
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<Language>,
}

/// A puzzle that was read.
pub struct ReadPuzzle<'a> {
    /// The kind.
    pub kind: Known,
    /// The file, or the size in its place.
    pub input: Input,
    /// The size of the board, for kinds where `--size` means that.
    pub board: Option<&'a str>,
}

impl PuzzleArgs {
    /// Reads the puzzle. It is an error if `flags` or these arguments do not apply to its kind.
    pub fn read<V: OfVerb>(&self, flags: &KindFlags<V>) -> Result<ReadPuzzle<'_>, Failure> {
        let (kind, input) = Known::of_input_or_size(self.kind, self.input.as_deref(), self.size.as_deref())?;
        flags.of(kind)?;
        kind.refuse_words(&self.words)?;
        kind.refuse_choice(&self.choice)?;
        kind.refuse_of_lists(self.language.as_ref().map(|_| "--language"))?;
        let (_, board) = kind.sort_size(self.size.as_deref())?;
        Ok(ReadPuzzle { kind, input, board })
    }

    /// Returns the files that the command reads.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.words.iter().chain(&self.input).map(PathBuf::as_path)
    }
}
