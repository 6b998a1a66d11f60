//! Where clues come from: one file, read in full, or a folder of files of which only those are read whose words are
//! asked for.

use super::Failure;
use super::files;
use cwsat::encodings::lexicon::Letter;
use cwsat::encodings::template::clues::{Clues, prefix_of_file};
use cwsat::encodings::template::puzzle::Template;
use std::path::{Path, PathBuf};

/// A file or a folder of clues.
pub struct ClueSource {
    clues: Clues,
    /// The files of a folder that have not been read yet, by the first two letters of their words.
    unread: Vec<([Letter; 2], PathBuf)>,
    /// What was skipped in a single file, to be told once.
    note: Option<String>,
}

impl ClueSource {
    /// Reads a file, or looks into a folder.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let mut source = Self { clues: Clues::default(), unread: Vec::new(), note: None };
        if !path.is_dir() {
            let skipped = source.clues.add(&files::read_text(path)?);
            source.note = (skipped.count > 0).then(|| format!("{}: {skipped}", path.display()));
            return Ok(source);
        }
        let failed = |source| Failure::Read { path: path.to_owned(), source };
        for entry in std::fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            let prefix = file.file_name().and_then(|name| name.to_str()).and_then(prefix_of_file);
            source.unread.extend(prefix.map(|prefix| (prefix, file)));
        }
        // The order in which a folder lists its files is no one's business.
        source.unread.sort();
        match source.unread.is_empty() {
            true => Err(Failure::NoClueFiles { path: path.to_owned() }),
            false => Ok(source),
        }
    }

    /// The clues, those for the words of this crossword among them. By now there is an answer that must not be
    /// lost, so a file of the folder that cannot be read is only told of.
    pub fn for_words(&mut self, puzzle: &Template, tell: &dyn Fn(&str)) -> &Clues {
        self.note.take().iter().for_each(|note| tell(note));
        let starts: Vec<[Letter; 2]> = puzzle
            .runs()
            .into_iter()
            .filter_map(|run| puzzle.word(run)?.first_chunk::<2>().copied())
            .collect();
        let asked = |(prefix, _): &mut ([Letter; 2], PathBuf)| starts.contains(prefix);
        for (_, file) in self.unread.extract_if(.., asked) {
            match files::read_text(&file) {
                Ok(text) => {
                    let skipped = self.clues.add(&text);
                    if skipped.count > 0 {
                        tell(&format!("{}: {skipped}", file.display()));
                    }
                }
                Err(failure) => tell(&format!("clues left out: {failure}")),
            }
        }
        &self.clues
    }
}
