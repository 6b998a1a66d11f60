//! Why a clue source cannot be used: each error is a sentence with the file, the line and what to do.

use crate::encodings::lexicon::NotUtf8;
use crate::publish::clues::contents::SkippedLines;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a source cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum SourceError {
    #[error("{}: {error}; check the name of the clue source and whether you may read it", path.display())]
    Unreadable { path: PathBuf, error: io::Error },

    #[error("{}, {reason}", path.display())]
    NotText { path: PathBuf, reason: NotUtf8 },

    #[error(
        "{}, line 1: the encoding `{encoding}` is not known here; convert the file with `iconv -f {encoding} -t UTF-8` \
         and write `UTF-8` into its first line",
        path.display()
    )]
    UnknownEncoding { path: PathBuf, encoding: String },

    #[error(
        "{}: this is only the index of a thesaurus; the clues are in the file with the extension .dat next to it",
        .0.display()
    )]
    Index(PathBuf),

    #[error(
        "{}: this folder has no file of clues: neither WordNet's index.noun and data.noun, nor files named after the \
         first two letters of their words, as in _AE.clu or _ae.txt",
        .0.display()
    )]
    EmptyFolder(PathBuf),

    #[error("{}: the file is empty; write one word and its clue per line, as in `ROSE|a flower`", .0.display())]
    Empty(PathBuf),

    #[error("{}: no word in it has a clue yet; write one behind each `WORD|`", .0.display())]
    Unwritten(PathBuf),

    #[error("{}: there is no clue in it; each line has a word and its clue, as in `ROSE|a flower`{}", path.display(), because(skipped))]
    NoClue { path: PathBuf, skipped: SkippedLines },
}

fn because(skipped: &SkippedLines) -> String {
    if skipped.count == 0 { String::new() } else { format!("; {skipped}") }
}
