//! The words that a command works with: the lists named by `--words`, or the embedded one.
//!
//! `--words embedded` names the embedded list, where it is not the default or to join it with others; `embedded:de` and
//! `embedded:en` name one by its language. A folder stands for the files in it that are named after a number of letters
//! (`3.txt`, `7.txt`, …). Several lists are joined; a word in more than one of them gets its best score. Skipped lines
//! are no error, but they are reported, because a list in the wrong format would otherwise lose words silently.

use super::reporter::Reporter;
use cwsat::encodings::lexicon::{ReadList, Skipped, WordList, read_list};
use cwsat::limits::Limit;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::Language;
use cwsat::wordlist;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The words a command works with.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// All words.
    pub list: WordList,
    /// The name of the list: that of the file, those of several files joined by ` + `, or that of the embedded list.
    pub name: String,
    /// The name of a list and what was skipped in it, for each list and reason.
    pub skipped: Vec<(String, Skipped)>,
    /// The lists that say more about their words: their clues, or how they are spelled.
    pub annotated: Vec<Source>,
    /// Whether one of them has clues.
    pub clued: bool,
}

impl Words {
    /// Returns what was skipped, a sentence for each list and reason.
    fn notes(&self) -> impl Iterator<Item = String> {
        self.skipped.iter().map(|(name, skipped)| format!("{name}: {skipped}"))
    }
}

/// Why a word list could not be used.
#[derive(Debug, thiserror::Error)]
pub enum WordListError {
    /// The file cannot be read.
    #[error(
        "{}: {error}; check the name of the word list and whether you may read it (the embedded lists are called \
         embedded:de and embedded:en)",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A folder has no lists.
    #[error(
        "{}: this folder has no word list; its files are named after the number of letters, as in 3.txt and 7.txt",
        .0.display()
    )]
    EmptyFolder(PathBuf),
    /// There is no embedded list in a language.
    #[error(
        "there is no embedded word list for the language {0}, only for de and en; name a list with --words"
    )]
    NoLanguage(Language),
    /// The file is not a word list.
    #[error("{0} (the embedded lists are called embedded:de and embedded:en)")]
    NoList(Box<dyn Error + Send + Sync>),
}

impl WordListError {
    /// Returns the error for a file that is not a word list, from why a kind of puzzle cannot read it.
    pub fn no_list(why: impl Error + Send + Sync + 'static) -> Self {
        Self::NoList(Box::new(why))
    }
}

/// A list that is built into the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmbeddedList {
    /// The German list.
    #[default]
    German,
    /// The English list.
    English,
}

impl EmbeddedList {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::German, Self::English];

    /// Returns the list of a language, if it has one.
    pub fn of(language: &Language) -> Option<Self> {
        Self::ALL.into_iter().find(|list| list.language().primary() == language.primary())
    }

    /// Returns the list in the language that was given; `None` if none was. It is an error if the language has no such
    /// list, unless other lists are `named`.
    pub fn in_language(
        language: Option<&Language>,
        named: &[PathBuf],
    ) -> Result<Option<Self>, WordListError> {
        let Some(language) = language else { return Ok(None) };
        match Self::of(language) {
            None if named.is_empty() => Err(WordListError::NoLanguage(language.clone())),
            list => Ok(list),
        }
    }

    /// Returns its language.
    pub fn language(self) -> Language {
        match self {
            Self::German => Language::german(),
            Self::English => Language::english(),
        }
    }

    /// Returns the list named by a value of `--words`; `embedded` names `default`.
    pub fn named(path: &Path, default: Self) -> Option<Self> {
        match path.to_str()? {
            EMBEDDED => Some(default),
            "embedded:de" => Some(Self::German),
            "embedded:en" => Some(Self::English),
            _ => None,
        }
    }

    /// Returns the text.
    pub fn text(self) -> &'static str {
        match self {
            Self::German => wordlist::EMBEDDED_TEXT,
            Self::English => wordlist::ENGLISH_TEXT,
        }
    }

    /// Returns the words of at most `longest` letters as they would be read from the text.
    fn read(self, longest: usize) -> ReadList {
        let list = match self {
            Self::German => wordlist::embedded_up_to(longest),
            Self::English => wordlist::english_up_to(longest),
        };
        let (name, scored) = (self.name().to_owned(), list.len());
        ReadList { name, list, scored, clued: 0, spelled: 0, repeated: 0, skipped: Vec::new() }
    }

    /// Returns the name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::German => wordlist::EMBEDDED_NAME,
            Self::English => wordlist::ENGLISH_NAME,
        }
    }
}

/// Reads the words of these lists, and reports what was skipped in them; `None` if none is named.
pub fn named(paths: &[PathBuf], reporter: Reporter) -> Result<Option<Words>, WordListError> {
    if paths.is_empty() { Ok(None) } else { resolve(paths, None, reporter).map(Some) }
}

/// Reads the words of these lists, and reports what was skipped in them; if none is named, reads those of the embedded
/// list `default`, or else of the German one.
pub fn resolve(
    paths: &[PathBuf],
    default: Option<EmbeddedList>,
    reporter: Reporter,
) -> Result<Words, WordListError> {
    resolve_up_to(paths, default, usize::MAX, reporter)
}

/// Does the same, but embedded lists need not have words of more than `longest` letters.
pub fn resolve_up_to(
    paths: &[PathBuf],
    default: Option<EmbeddedList>,
    longest: usize,
    reporter: Reporter,
) -> Result<Words, WordListError> {
    let words = read_up_to(paths, default, longest)?;
    words.notes().for_each(|note| reporter.note(&note));
    Ok(words)
}

#[cfg(test)]
fn read_all(paths: &[PathBuf], default: Option<EmbeddedList>) -> Result<Words, WordListError> {
    read_up_to(paths, default, usize::MAX)
}

fn read_up_to(
    paths: &[PathBuf],
    default: Option<EmbeddedList>,
    longest: usize,
) -> Result<Words, WordListError> {
    let default = default.unwrap_or_default();
    let paths = paths.iter().map(|path| files_of(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let mut annotated = Vec::new();
    let mut lists = paths
        .iter()
        .map(|path| read(path, (default, longest), &mut annotated))
        .collect::<Result<Vec<_>, _>>()?;
    let clued = lists.iter().any(|list| list.clued > 0);
    let name = lists.iter().map(|l| l.name.as_str()).collect::<Vec<_>>().join(" + ");
    let skipped = lists.iter_mut().flat_map(|l| {
        let name = l.name.clone();
        std::mem::take(&mut l.skipped).into_iter().map(move |s| (name.clone(), s))
    });
    let skipped = skipped.collect();
    Ok(match lists.len() {
        0 => Words {
            list: default.read(longest).list,
            name: default.name().to_owned(),
            skipped,
            annotated,
            clued,
        },
        1 => Words { list: lists.remove(0).list, name, skipped, annotated, clued },
        _ => {
            let list = WordList::merged(lists.iter().map(|l| &l.list));
            Words { list, name, skipped, annotated, clued }
        }
    })
}

/// Returns the files that a path stands for: those of a folder by ascending number of letters, or the path itself. The
/// words of a file need not have as many letters as its name says: folding makes some words longer.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>, WordListError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| WordListError::Unreadable { path: path.to_owned(), error };
    let mut files: Vec<(u32, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let is_text = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
        let letters = file.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
        files.extend(letters.filter(|_| is_text).map(|letters| (letters, file)));
    }
    files.sort();
    match files.is_empty() {
        true => Err(WordListError::EmptyFolder(path.to_owned())),
        false => Ok(files.into_iter().map(|(_, file)| file).collect()),
    }
}

/// The name, on the command line, of the embedded list that a command takes by default.
pub const EMBEDDED: &str = "embedded";

/// Reads a list; if it says more about its words than a score, it is added to `annotated`.
fn read(
    path: &Path,
    (default, longest): (EmbeddedList, usize),
    annotated: &mut Vec<Source>,
) -> Result<ReadList, WordListError> {
    if let Some(list) = EmbeddedList::named(path, default) {
        return Ok(list.read(longest));
    }
    let text = Limit::WORDS
        .read_file(path)
        .map_err(|error| WordListError::Unreadable { path: path.to_owned(), error })?;
    let list = read_list(&text, &path.display().to_string()).map_err(WordListError::no_list)?;
    // What could be read as a list is UTF-8.
    if (list.clued > 0 || list.spelled > 0)
        && let Ok(text) = String::from_utf8(text)
    {
        annotated.push(Source::of_words(path, text));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_list_means_the_embedded_one() {
        let words = read_all(&[], None).expect("the embedded list");
        assert!(words.name.contains("embedded") && !words.list.is_empty() && words.skipped.is_empty());
    }

    #[test]
    fn several_lists_are_joined() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (one, two) = (folder.path().join("one.txt"), folder.path().join("two.txt"));
        std::fs::write(&one, "EI;10\nROSE;20\nH2O\n")?;
        std::fs::write(&two, "EI;30\nTOR\n")?;
        let words = read_all(&[one, two], None).expect("two lists");
        assert_eq!((words.list.len(), words.list.mean_score_of(2)), (3, Some(30.0)));
        let notes: Vec<_> = words.notes().collect();
        assert!(notes.len() == 1 && notes[0].contains("one.txt") && notes[0].contains("H2O"), "{notes:?}");
        assert!(words.name.contains("one.txt + ") && words.name.ends_with("two.txt"), "{}", words.name);
        Ok(())
    }

    #[test]
    fn a_folder_stands_for_its_files_by_length() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path();
        let error = read_all(&[path.to_owned()], None).expect_err("no file").to_string();
        assert!(error.contains("3.txt"), "{error}");
        for (name, text) in [("3.txt", "tor\nEis\n"), ("10.TXT", "abenteuern\n"), ("notes.txt", "rose\n")] {
            std::fs::write(path.join(name), text)?;
        }
        let words = read_all(&[path.to_owned()], None).expect("two lists");
        assert_eq!((words.list.count(3), words.list.count(10), words.list.len()), (2, 1, 3));
        assert!(words.name.contains("3.txt + "), "{}", words.name);
        Ok(())
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = read_all(&[PathBuf::from("no/such/list.txt")], None).expect_err("no file").to_string();
        assert!(error.contains("no/such/list.txt"), "{error}");
    }

    #[test]
    fn a_file_of_another_kind_is_told_what_lists_there_are() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x.json");
        for text in [&b"{\"a\": 1}\n"[..], b"\x7fELF\x02\xff\xfe\n"] {
            std::fs::write(&path, text)?;
            let error = read_all(std::slice::from_ref(&path), None).expect_err("no list").to_string();
            assert!(error.contains("x.json") && error.ends_with("embedded:de and embedded:en)"), "{error}");
        }
        Ok(())
    }
}
