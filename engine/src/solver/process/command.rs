//! The command line of a solver that runs as a process.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// A command line with placeholders for file names.
///
/// It is split into words as a POSIX shell does, with quotes and backslashes; there is no shell, so nothing else is
/// special (`sh -c '…'` starts one if it is needed). In each word, `{cnf}` stands for the formula's file, `{out}` for a
/// file to which the solver should write its result, and `{seed}` for a number; without `{cnf}`, the formula's file is
/// appended as the last word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: Arc<str>,
    words: Arc<[String]>,
}

/// Why a text is not a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandLineError {
    /// It contains no word.
    #[error("there is no command; write for example `process:minisat {{cnf}} {{out}}`")]
    Empty,
    /// A quote is not closed.
    #[error("a quote in the command is not closed, or it ends in a backslash")]
    Quotes,
}

impl CommandLine {
    /// Returns the program.
    pub fn program(&self) -> &str {
        &self.words[0]
    }

    /// Returns whether the solver writes its result to a file; otherwise it prints it.
    pub(crate) fn has_result_file(&self) -> bool {
        self.words.iter().any(|word| word.contains("{out}"))
    }

    /// Returns the words with file names and seed in place of the placeholders.
    pub(super) fn fill(&self, cnf: &Path, out: &Path, seed: u64) -> Vec<OsString> {
        let mut words: Vec<OsString> =
            self.words.iter().map(|word| fill_word(word, cnf, out, seed)).collect();
        if !self.words.iter().any(|word| word.contains("{cnf}")) {
            words.push(cnf.into());
        }
        words
    }
}

/// Fills one word. File names need not be UTF-8, so this is not a string replacement.
fn fill_word(mut word: &str, cnf: &Path, out: &Path, seed: u64) -> OsString {
    let mut filled = OsString::new();
    while let Some(start) = word.find('{') {
        filled.push(&word[..start]);
        word = &word[start..];
        if let Some(rest) = word.strip_prefix("{cnf}") {
            filled.push(cnf);
            word = rest;
        } else if let Some(rest) = word.strip_prefix("{out}") {
            filled.push(out);
            word = rest;
        } else if let Some(rest) = word.strip_prefix("{seed}") {
            filled.push(seed.to_string());
            word = rest;
        } else {
            filled.push("{");
            word = &word[1..];
        }
    }
    filled.push(word);
    filled
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<Self, CommandLineError> {
        let words = shlex::split(text).ok_or(CommandLineError::Quotes)?;
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Self { text: text.into(), words: words.into() }),
            _ => Err(CommandLineError::Empty),
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Vec<String> {
        let command: CommandLine = text.parse().unwrap();
        let words = command.fill(Path::new("/t/f.cnf"), Path::new("/t/o"), 7);
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn places_are_filled() {
        assert_eq!(filled("minisat {cnf} {out}"), ["minisat", "/t/f.cnf", "/t/o"]);
        assert_eq!(filled("kissat -q"), ["kissat", "-q", "/t/f.cnf"]);
        assert_eq!(filled("'a b' -mono={cnf}:{out}{ {seed}"), ["a b", "-mono=/t/f.cnf:/t/o{", "7"]);
        assert_eq!(filled(r#"sh -c 'x "$0"' {cnf}"#), ["sh", "-c", r#"x "$0""#, "/t/f.cnf"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        assert_eq!("".parse::<CommandLine>(), Err(CommandLineError::Empty));
        assert_eq!("''".parse::<CommandLine>(), Err(CommandLineError::Empty));
        assert_eq!("a 'b".parse::<CommandLine>(), Err(CommandLineError::Quotes));
    }
}
