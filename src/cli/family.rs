//! `--family`, the default, and `--no-family`: words that a family newspaper would not print are left out of word
//! lists.
//!
//! This is a separate step between reading a list and choosing words from it, the same for every command that chooses,
//! so that a formula and a puzzle are made from the same words. Commands that only judge (`check`, `decode`) accept
//! every word of a list.

use super::reporter::Reporter;
use super::wordlists::EmbeddedList;
use cwsat::encodings::lexicon::WordList;
use cwsat::family;
use std::borrow::Cow;

/// The flags.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Flags {
    /// Leave out words of your lists that a family newspaper would not print: slurs, vulgar words, the Nazi years, drugs,
    /// intimate anatomy; the default.
    #[arg(long, overrides_with = "no_family")]
    family: bool,
    /// Keep these words.
    #[arg(long)]
    no_family: bool,
}

/// A list that has no other words.
#[derive(Debug, thiserror::Error)]
#[error("{list}: a family newspaper prints none of its words; --no-family keeps them")]
pub struct NothingLeft {
    list: String,
}

impl Flags {
    /// Returns whether words are left out.
    pub fn leaves_out(self) -> bool {
        !self.no_family
    }

    /// Returns the words to choose from, and reports how many are left out. `name` is the name of the list.
    pub fn choose(self, list: WordList, name: &str, reporter: Reporter) -> Result<WordList, NothingLeft> {
        // The embedded lists are made without these words.
        if EmbeddedList::ALL.iter().any(|list| list.name() == name) {
            return Ok(list);
        }
        let rest = match family::without_blocked(&list) {
            Some(rest) if self.leaves_out() => rest,
            _ => return Ok(list),
        };
        if rest.is_empty() {
            return Err(NothingLeft { list: name.to_owned() });
        }
        let left_out = match list.len() - rest.len() {
            1 => {
                Cow::from("1 word that a family newspaper does not print was left out; --no-family keeps it")
            }
            n => format!(
                "{n} words that a family newspaper does not print were left out; --no-family keeps them"
            )
            .into(),
        };
        reporter.note(&format_args!("{name}: {left_out}"));
        Ok(rest)
    }
}
