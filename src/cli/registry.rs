//! The registry of the kinds of puzzles. The kind of an input is set by `--as`, or else recognised from its text.

use super::choice;
use super::contract::{AnyKind, Likeness, SizeFlag, Verb, WordSource};
use super::exit::Failure;
use super::input::{Input, InputError};
use super::kinds;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use cwsat::publish::puzzle::{Kind, json};
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A kind of puzzle that the program knows.
#[derive(Clone, Copy)]
pub struct Known(&'static dyn AnyKind);

impl Known {
    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        kinds::ALL.iter().copied().map(Self)
    }

    /// Returns the implementation of the contract.
    pub fn kind(self) -> &'static dyn AnyKind {
        self.0
    }

    /// Returns the parser for the value of `--as`.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let value = |known: Self| PossibleValue::new(known.0.name()).help(known.0.about());
        // Aliases are values of their own, so that they are listed and suggested, too.
        let alias = |known: Self| {
            let help = format!("the same as {}", known.0.name());
            known.0.aliases().iter().map(move |&alias| PossibleValue::new(alias).help(help.clone()))
        };
        let values = Self::all().flat_map(|known| alias(known).chain([value(known)]));
        PossibleValuesParser::new(values).try_map(|name| {
            let is_it = |known: &Self| known.0.name() == name || known.0.aliases().contains(&name.as_str());
            Self::all().find(is_it).ok_or("there is no such kind of puzzle")
        })
    }

    /// Returns the kind of one input: `told` if given, otherwise the one it looks like. A size alone looks like no
    /// kind.
    pub fn of(told: Option<Self>, input: &Input) -> Result<Self, Failure> {
        if let Some(told) = told {
            return Ok(told);
        }
        if let Some(size) = input.size() {
            return Err(InputError::SizeOfWhat { size: size.to_owned() }.into());
        }
        input.refuse_foreign()?;
        // The first of those with the greatest likeness.
        let mut best = (Likeness::No, Self::default());
        for known in Self::all() {
            let likeness = known.0.likeness(input);
            if likeness > best.0 {
                best = (likeness, known);
            }
        }
        Ok(best.1)
    }

    /// Returns the kind of several inputs, which must all have the same one.
    pub fn of_all(told: Option<Self>, inputs: &[Input]) -> Result<Self, Failure> {
        if told.is_none()
            && let Some(size) = inputs.iter().find_map(Input::size)
        {
            return Err(InputError::SizeOfWhat { size: size.to_owned() }.into());
        }
        Self::common(told, inputs, Self::of)
    }

    /// Returns the kind whose documents have this published kind.
    pub fn of_published(kind: Kind) -> Self {
        Self::all().find(|known| known.0.published() == kind).unwrap_or_default()
    }

    /// Returns the kind of several finished puzzles, which may be documents and must all have the same one.
    pub fn of_finished(told: Option<Self>, inputs: &[Input]) -> Result<Self, Failure> {
        Self::common(told, inputs, |told, input| match told {
            None if input.is_document() => {
                let puzzle = json::read(input.text()?).map_err(|error| input.at(error))?;
                Ok(Self::of_published(puzzle.kind))
            }
            told => Self::of(told, input),
        })
    }

    /// Returns the kind of all inputs, as `of` says for each of them.
    fn common(
        told: Option<Self>,
        inputs: &[Input],
        of: impl Fn(Option<Self>, &Input) -> Result<Self, Failure>,
    ) -> Result<Self, Failure> {
        let Some((first, others)) = inputs.split_first() else {
            return Ok(told.unwrap_or_default());
        };
        let kind = of(told, first)?;
        for other in others {
            let other_kind = of(told, other)?;
            if other_kind != kind {
                let (path, other) = (first.path().to_owned(), other.path().to_owned());
                return Err(KindError::Mixed { path, kind, other, other_kind }.into());
            }
        }
        Ok(kind)
    }

    /// Reads a single input, a file or the size in `--size`, and returns it with its kind. A size alone means the first
    /// kind that needs nothing else.
    pub fn of_input_or_size(
        told: Option<Self>,
        path: Option<&Path>,
        size: Option<&str>,
    ) -> Result<(Self, Input), Failure> {
        let Some(path) = path else {
            let told = told.or_else(Self::of_size_alone).unwrap_or_default();
            if told.0.takes().size != SizeFlag::Input {
                return Err(KindError::NoInput { kind: told }.into());
            }
            return Ok((told, Input::size_of_flag(size.unwrap_or_default())));
        };
        let input = Input::read(path)?;
        let kind = Self::of(told, &input)?;
        match (kind.0.takes().size, size) {
            (SizeFlag::Input, Some(_)) if input.size().is_some() => Err(KindError::SizeTwice.into()),
            (SizeFlag::Input, Some(_)) => Err(KindError::SizeAndFile { path: path.to_owned() }.into()),
            _ => Ok((kind, input)),
        }
    }

    /// Returns the kind that alone has this file name extension, in lower case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::all().find(|known| known.0.extension() == Some(extension))
    }

    /// Returns the kind that a size alone means.
    pub fn of_size_alone() -> Option<Self> {
        Self::all().find(|known| known.0.takes().size == SizeFlag::Input)
    }

    /// Returns the kind of a puzzle that can be published as it is, recognised from the text without a file name.
    pub fn drawable(text: &str) -> Option<Self> {
        Self::all().find(|known| known.0.is_drawable(text))
    }

    /// Returns an error if `--words` was given and does not apply to this kind.
    pub fn refuse_words(self, words: &[PathBuf]) -> Result<(), KindError> {
        match self.0.takes().words {
            _ if words.is_empty() => Ok(()),
            WordSource::Lists => Ok(()),
            WordSource::Input => Err(KindError::WordsInInput { kind: self }),
            WordSource::Nowhere => Err(KindError::NoWords { kind: self }),
        }
    }

    /// Returns an error if one of these flags was given and does not apply to this kind.
    pub fn refuse_choice(self, choice: &choice::Flags) -> Result<(), KindError> {
        self.refuse_filling(choice.of_filling())?;
        self.refuse_of_lists(choice.of_lists().next())
    }

    /// Returns an error if this flag, which is about words of a list, was given and does not apply to this kind.
    pub fn refuse_of_lists(self, flag: Option<&'static str>) -> Result<(), KindError> {
        match flag {
            Some(flag) if self.0.takes().words != WordSource::Lists => {
                Err(KindError::NothingToFill { kind: self, flag })
            }
            _ => Ok(()),
        }
    }

    /// Returns an error if this flag, which is for filling with words of a list, was given and does not apply to this kind.
    pub fn refuse_filling(self, flag: Option<&'static str>) -> Result<(), KindError> {
        match flag {
            Some(flag) if !self.0.takes().fill => Err(KindError::NothingToFill { kind: self, flag }),
            _ => Ok(()),
        }
    }

    /// Returns what `--size` means for this kind: another input, or the size of the board. It is an error if it does
    /// not apply.
    pub fn sort_size(self, size: Option<&str>) -> Result<(Option<Input>, Option<&str>), KindError> {
        match (self.0.takes().size, size) {
            (_, None) => Ok((None, None)),
            (SizeFlag::Refused, Some(_)) => Err(KindError::SizeForFile { kind: self }),
            (SizeFlag::Board, Some(size)) => Ok((None, Some(size))),
            (SizeFlag::Input, Some(size)) => Ok((Some(Input::size_of_flag(size)), None)),
        }
    }
}

/// The kind of an input if nothing says which.
impl Default for Known {
    fn default() -> Self {
        Self(kinds::DEFAULT)
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

/// Writes the name as in `--as`.
impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// A command line that does not fit the kind of its input.
#[derive(Debug, thiserror::Error)]
pub enum KindError {
    #[error(
        "{} looks like the kind {kind}, and {} like {other_kind}; give one kind at a time, or say which with --as",
        path.display(), other.display()
    )]
    Mixed { path: PathBuf, kind: Known, other: PathBuf, other_kind: Known },

    #[error(
        "{flag} is for the kind {other}, and this is of the kind {kind}; omit it, or {}",
        if *verb == Verb::Make { "name that kind" } else { "set the kind with --as" }
    )]
    ForeignFlag { kind: Known, other: Known, flag: String, verb: Verb },

    #[error("--size is not for the kind {kind}: its puzzles are read from files; omit it, or see --as")]
    SizeForFile { kind: Known },

    #[error(
        "--words is not for the kind {kind}: its words are those of the input; omit it, or use `cwsat check` to \
         compare a layout with a list"
    )]
    WordsInInput { kind: Known },

    #[error("--words is not for the kind {kind}: there are no words in it; omit it")]
    NoWords { kind: Known },

    #[error("--against is not for the kind {kind}; omit it")]
    NothingAgainst { kind: Known },

    #[error("{flag} is for puzzles whose words come from a list, not for the kind {kind}; see `cwsat clue`")]
    NothingToClue { kind: Known, flag: &'static str },

    #[error("{flag} is for puzzles that are filled with words of a list, not for the kind {kind}; omit it")]
    NothingToFill { kind: Known, flag: &'static str },

    #[error("a puzzle of the kind {kind} is read from a file: name one")]
    NoInput { kind: Known },

    #[error("the size is given twice, with --size and without; give it once")]
    SizeTwice,

    #[error("--size stands for a puzzle without a file, but {} is a file; give only one of them", path.display())]
    SizeAndFile { path: PathBuf },
}

/// A type that stands for a command in which kinds have flags of their own.
pub trait OfVerb {
    /// The command.
    const VERB: Verb;
}

/// The own flags of all kinds for a command, each under the heading of its kind.
#[derive(Clone, Debug)]
pub struct KindFlags<V> {
    matches: ArgMatches,
    verb: PhantomData<V>,
}

impl<V: OfVerb> KindFlags<V> {
    /// Returns the command line, for [`AnyKind`]; an error if it has flags that only another kind has.
    pub fn of(&self, kind: Known) -> Result<&ArgMatches, KindError> {
        let others = Known::all().filter(|other| *other != kind);
        for other in others {
            if let Some(flag) = self.foreign(other, kind) {
                return Err(KindError::ForeignFlag { kind, other, flag, verb: V::VERB });
            }
        }
        Ok(&self.matches)
    }

    /// Returns the first kind with a flag on the command line.
    pub fn told(&self) -> Option<Known> {
        Known::all().find(|known| self.given(*known).next().is_some())
    }

    /// Returns the flags of a kind that are on the command line.
    fn given(&self, known: Known) -> impl Iterator<Item = String> {
        let ids = known.0.flags(V::VERB).into_iter().map(|arg| arg.get_id().as_str().to_owned());
        ids.filter(|id| self.matches.value_source(id) == Some(ValueSource::CommandLine))
    }

    /// Returns a flag of `other` that was given and that `kind` does not have.
    fn foreign(&self, other: Known, kind: Known) -> Option<String> {
        let flags = kind.0.flags(V::VERB);
        let id = self.given(other).find(|id| !flags.iter().any(|own| own.get_id().as_str() == id))?;
        let flags = other.0.flags(V::VERB);
        let flag = flags.iter().find(|flag| flag.get_id().as_str() == id)?;
        Some(flag.get_long().map_or(id, |long| format!("--{long}")))
    }
}

impl<V> FromArgMatches for KindFlags<V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { matches: matches.clone(), verb: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.matches = matches.clone();
        Ok(())
    }
}

impl<V: OfVerb> Args for KindFlags<V> {
    /// A flag that several kinds have is listed under the heading of the first.
    fn augment_args(mut command: Command) -> Command {
        for known in Known::all() {
            for arg in known.0.flags(V::VERB) {
                if !command.get_arguments().any(|there| there.get_id() == arg.get_id()) {
                    command = command.arg(arg);
                }
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, text: &str) -> &'static str {
        Known::of(None, &Input::of_bytes(name, text.as_bytes())).unwrap().0.name()
    }

    #[test]
    fn kinds_are_recognised() {
        assert_eq!(seen("a.txt", "abacay......\n......abacus\n"), "digram");
        assert_eq!(seen("a.puz", "not.\neven\nclose"), "digram");
        for text in ["oxoo\noooo\n", "#...\nABCD\n", "oo..\nooxo\n"] {
            assert_eq!(seen("a.txt", text), "template", "{text:?}");
        }
        for text in ["2\n2\n..\n..\n", "", "......\n......\n", "abcd\n", "ab.c\n"] {
            assert_eq!(seen("a.cwg", text), "arrowword", "{text:?}");
        }
        assert_eq!(seen("a.txt", "barred\nA B|C\n- -\n. . .\n"), "barred");
        assert_eq!(seen("a.cwg", "SIZE 9X9\nBLOCK_NUM 1\n"), "numberlink");
    }

    #[test]
    fn every_kind_has_a_name_of_its_own_and_flags_that_do_not_quarrel() {
        let mut names: Vec<&str> = Known::all().map(|known| known.0.name()).collect();
        names.dedup();
        assert_eq!(names.len(), kinds::ALL.len());
        for kind in Kind::ALL {
            let of_kind = Known::all().filter(|known| known.0.published() == kind);
            assert_eq!(of_kind.map(|known| known.0.name()).collect::<Vec<_>>(), [kind.name()]);
        }
        // Two flags with one name but different meanings would be the same one on the command line.
        for verb in [Verb::Solve, Verb::Check, Verb::Encode, Verb::Explain, Verb::Make] {
            let mut flags: Vec<(String, String)> = Vec::new();
            for arg in Known::all().flat_map(|known| known.0.flags(verb)) {
                let id = arg.get_id().to_string();
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                if let Some((_, other)) = flags.iter().find(|(other, _)| *other == id) {
                    assert_eq!(*other, help, "--{id} of {verb:?}");
                }
                flags.push((id, help));
            }
        }
    }
}
