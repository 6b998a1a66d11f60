//! A clue source: a file, or a folder, that says something about words. Which of the known forms it has is recognised
//! by its contents:
//!
//! | form | recognised by |
//! |---|---|
//! | MyThes thesaurus ([`thesaurus`]) | its first line names an encoding, its second ends in a number of meanings |
//! | WordNet ([`wordnet`]) | a folder with `index.noun` and `data.noun`, or one of these files |
//! | a folder of lists by initial letters | files named `_AE.clu` or `_ae.txt` |
//! | a list with clues ([`lines`]) | everything else |
//!
//! A list of words to fill with is a source as well ([`Source::of_words`]), if it has clues or spellings.
//!
//! Only what is said about the wanted words is kept: dictionaries are large, and puzzles are small.

mod error;
mod text;

pub use error::SourceError;

use super::candidate::Nature;
use super::contents::{About, Contents, SkippedLines};
use super::{lines, thesaurus, wordnet};
use crate::encodings::lexicon::{Letter, WordList};
use crate::limits::Limit;
use crate::publish::puzzle::Language;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use text::{decode, text_of, thesaurus_encoding};

/// A source of known form, ready to be searched for words.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    about: About,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Lines(String),
    Words(String),
    Thesaurus(String),
    WordNet(Vec<[String; 3]>),
    Split(Vec<([Letter; 2], PathBuf)>),
}

impl Source {
    /// Opens several sources.
    pub fn open_all(paths: &[PathBuf]) -> Result<Vec<Self>, SourceError> {
        paths.iter().map(|path| Self::open(path)).collect()
    }

    /// Opens a source and recognises its form.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let name = || path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        if let Some(folder) = wordnet_folder(path) {
            return Self::wordnet(path, &folder);
        }
        if path.is_dir() {
            let files = split_files(path)?;
            let about = About { name: name(), ..About::default() };
            return Ok(Self { path: path.to_owned(), about, body: Body::Split(files) });
        }
        let bytes = Limit::CLUES
            .read_file(path)
            .map_err(|error| SourceError::Unreadable { path: path.to_owned(), error })?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(SourceError::Empty(path.to_owned()));
        }
        let mut about = About { name: name(), ..About::default() };
        if let Some(encoding) = thesaurus_encoding(&bytes) {
            let text = decode(bytes, &encoding, path)?;
            tell_of_thesaurus(&text, &mut about);
            return Ok(Self { path: path.to_owned(), about, body: Body::Thesaurus(text) });
        }
        if is_index(&bytes) {
            return Err(SourceError::Index(path.to_owned()));
        }
        let text = text_of(&bytes, path)?;
        lines::about(&text, &mut about);
        Ok(Self { path: path.to_owned(), about, body: Body::Lines(text) })
    }

    /// Returns the source that a list of words to fill with is, with what it says about them besides.
    pub fn of_words(path: &Path, mut text: String) -> Self {
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let mut about = About { name, ..About::default() };
        lines::about(&text, &mut about);
        Self { path: path.to_owned(), about, body: Body::Words(text) }
    }

    fn wordnet(path: &Path, folder: &Path) -> Result<Self, SourceError> {
        let read = |name: String| {
            let path = folder.join(name);
            let bytes = Limit::CLUES
                .read_file(&path)
                .map_err(|error| SourceError::Unreadable { path: path.clone(), error })?;
            text_of(&bytes, &path)
        };
        let mut parts = Vec::new();
        for part in wordnet::PARTS {
            // The nouns are there; the other parts of speech may be missing.
            if part != wordnet::PARTS[0] && !folder.join(format!("index.{part}")).is_file() {
                continue;
            }
            let exceptions = read(format!("{part}.exc")).unwrap_or_default();
            parts.push([read(format!("index.{part}"))?, read(format!("data.{part}"))?, exceptions]);
        }
        let about = About {
            name: "WordNet".to_owned(),
            credit: Some("© Princeton University".to_owned()),
            licence: Some("WordNet licence".to_owned()),
            language: Some(Language::english()),
            silent: false,
        };
        Ok(Self { path: path.to_owned(), about, body: Body::WordNet(parts) })
    }

    /// Returns what is known about it.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns what it says about these words. A source without any clues is an error; one that merely says nothing
    /// about these words is not.
    pub fn read(&self, wanted: &WordList) -> Result<Contents, SourceError> {
        let mut contents = Contents::default();
        match &self.body {
            Body::Lines(text) => lines::read(text, Nature::Written, wanted, &mut contents),
            Body::Words(text) => {
                lines::read(text, Nature::Listed, wanted, &mut contents);
                // A list of words may have no clues, and its bad lines are reported when it is read as a list of words.
                return Ok(Contents { skipped: SkippedLines::default(), ..contents });
            }
            Body::Thesaurus(text) => thesaurus::read(text, wanted, &mut contents),
            Body::WordNet(parts) => {
                for (i, [index, data, exceptions]) in parts.iter().enumerate() {
                    let part = wordnet::Part { index, data, exceptions, nouns: i == 0 };
                    wordnet::read(&part, wanted, &mut contents);
                }
            }
            Body::Split(files) => {
                let beginnings: BTreeSet<[Letter; 2]> =
                    wanted.ids().filter_map(|id| wanted.word(id).first_chunk::<2>().copied()).collect();
                for (_, path) in files.iter().filter(|(beginning, _)| beginnings.contains(beginning)) {
                    let bytes = Limit::CLUES
                        .read_file(path)
                        .map_err(|error| SourceError::Unreadable { path: path.clone(), error })?;
                    lines::read(&text_of(&bytes, path)?, Nature::Written, wanted, &mut contents);
                }
                // The files that were not read may have clues.
                return Ok(contents);
            }
        }
        match contents {
            // Lines that were not understood may be clues that somebody wrote.
            Contents { heads: 0, unwritten, skipped, .. } if unwritten == 0 || skipped.count > 0 => {
                Err(SourceError::NoClue { path: self.path.clone(), skipped })
            }
            Contents { heads: 0, .. } => Err(SourceError::Unwritten(self.path.clone())),
            contents => Ok(contents),
        }
    }
}

/// Returns WordNet's folder, if the path is that folder or a file in it.
fn wordnet_folder(path: &Path) -> Option<PathBuf> {
    let is_wordnet =
        |folder: &Path| ["index.noun", "data.noun"].iter().all(|name| folder.join(name).is_file());
    if path.is_dir() {
        return is_wordnet(path).then(|| path.to_owned());
    }
    let (name, part) = path.file_name()?.to_str()?.split_once('.')?;
    let is_file_of_it = matches!(name, "index" | "data") && wordnet::PARTS.contains(&part);
    path.parent().filter(|folder| is_file_of_it && is_wordnet(folder)).map(Path::to_owned)
}

/// Returns the files of a folder that are named after the first two letters of their words.
fn split_files(folder: &Path) -> Result<Vec<([Letter; 2], PathBuf)>, SourceError> {
    let failed = |error| SourceError::Unreadable { path: folder.to_owned(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let beginning = file.file_name().and_then(|name| name.to_str()).and_then(beginning_of_file);
        files.extend(beginning.map(|beginning| (beginning, file)));
    }
    // The order must not depend on how the folder lists its files.
    files.sort();
    if files.is_empty() { Err(SourceError::EmptyFolder(folder.to_owned())) } else { Ok(files) }
}

/// Returns the first two letters of the words in a file of this name: `_AE.clu` and `_ae.txt` hold those of AE….
fn beginning_of_file(name: &str) -> Option<[Letter; 2]> {
    let (stem, ending) = name.strip_prefix('_')?.split_once('.')?;
    if !["clu", "txt"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return None;
    }
    let mut letters = stem.chars().map(|c| Letter::from_char(c.to_ascii_uppercase()));
    match (letters.next(), letters.next(), letters.next()) {
        (Some(Some(a)), Some(Some(b)), None) => Some([a, b]),
        _ => None,
    }
}

/// Returns whether this is the index of a thesaurus: an encoding, a number, and lines `word|offset`.
fn is_index(bytes: &[u8]) -> bool {
    let mut lines = bytes.splitn(4, |&b| b == b'\n').map(<[u8]>::trim_ascii_end);
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let named = lines.next().is_some_and(|line| line.starts_with(b"UTF") || line.starts_with(b"ISO"));
    let counted = lines.next().is_some_and(is_number);
    named
        && counted
        && lines.next().is_some_and(|line| line.rsplit(|&b| b == b'|').next().is_some_and(is_number))
}

/// Fills in what is known about the thesauri that are widely installed, which the language of their words identifies.
fn tell_of_thesaurus(text: &str, about: &mut About) {
    let named = about
        .name
        .strip_prefix("th_")
        .and_then(|rest| rest.split(['_', '.']).next()?.parse::<Language>().ok());
    let told = || {
        let has = |mark: &str| text.lines().take(20_000).any(|line| line.contains(mark));
        match () {
            () if has("(Oberbegriff)") => Some(Language::german()),
            () if has("(generic term)") => Some(Language::english()),
            () => None,
        }
    };
    about.language = named.or_else(told);
    let (name, credit, licence) = match about.language.as_ref().map(Language::primary) {
        Some("de") => ("OpenThesaurus", "www.openthesaurus.de", "LGPL"),
        Some("en") => ("MyThes thesaurus from WordNet", "© Princeton University", "WordNet licence"),
        _ => return,
    };
    about.name = name.to_owned();
    about.credit = Some(credit.to_owned());
    about.licence = Some(licence.to_owned());
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;

    /// Returns the list of these words.
    pub fn list(words: &[&str]) -> WordList {
        WordList::new(words.iter().map(|word| (fold(word).expect("a word"), 50.0)))
    }

    /// Returns what `read` finds for these words.
    pub fn contents_of(words: &[&str], read: impl FnOnce(&WordList, &mut Contents)) -> Contents {
        let mut contents = Contents::default();
        read(&list(words), &mut contents);
        contents
    }

    /// Returns the texts for a word in the order in which they were found.
    pub fn clues_of<'a>(contents: &'a Contents, word: &str) -> Vec<&'a str> {
        let found = contents.by_word.get(&fold(word).expect("a word"));
        found.into_iter().flatten().map(|candidate| candidate.text.as_str()).collect()
    }

    fn put(folder: &tempfile::TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    fn error(path: &Path) -> String {
        match Source::open(path).and_then(|source| source.read(&list(&["ROSE"]))) {
            Ok(_) => panic!("{} is a source", path.display()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn forms_are_recognised_by_their_contents() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |path: &Path| {
            let source = Source::open(path).expect("a source");
            let contents = source.read(&list(&["ROSE", "AEHRE"])).expect("clues");
            (
                source.about().name.clone(),
                clues_of(&contents, "ROSE").join("/"),
                clues_of(&contents, "AEHRE").join("/"),
            )
        };
        let of = |name: &str, rose: &str, ear: &str| (name.to_owned(), rose.to_owned(), ear.to_owned());
        let thesaurus = put(&folder, "my.dat", "UTF-8\nrose|1\n-|Rose|Stachlige|Blume (Oberbegriff)\n");
        assert_eq!(read(&thesaurus), of("OpenThesaurus", "Stachlige/Blume", ""));
        let latin = b"ISO8859-1\n\xe4hre|1\n-|\xc4hre|Fruchtst\xe4nd\n";
        assert_eq!(read(&put(&folder, "th_de_x.dat", latin)), of("OpenThesaurus", "", "Fruchtständ"));
        assert_eq!(read(&put(&folder, "a.txt", "# name: Mine\nROSE|x y\n")), of("Mine", "x y", ""));
        let split = folder.path().join("split");
        fs::create_dir(&split).expect("a folder");
        fs::write(split.join("_RO.clu"), "ROSE|red one\nROST|rust\n").expect("a file");
        fs::write(split.join("_xx.txt"), b"\xff not read").expect("a file");
        assert_eq!(read(&split), of("split", "red one", ""));
    }

    #[test]
    fn a_thesaurus_is_known_by_its_labels_or_by_its_name_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let named = |name: &str, text: &str| {
            let source = Source::open(&put(&folder, name, text)).expect("a source");
            (source.about().name.clone(), source.about().language.as_ref().map(ToString::to_string))
        };
        let is = |name: &str, language: Option<&str>| (name.to_owned(), language.map(str::to_owned));
        let english = is("MyThes thesaurus from WordNet", Some("en"));
        assert_eq!(named("a.dat", "UTF-8\nrose|1\n(noun)|bush (generic term)\n"), english);
        assert_eq!(named("b.dat", "UTF-8\nrose|1\n(noun)|bush\n"), is("b.dat", None));
        assert_eq!(named("th_fr_FR.dat", "UTF-8\nrose|1\n(nom)|fleur\n"), is("th_fr_FR.dat", Some("fr")));
    }

    #[test]
    fn wordnet_is_its_folder_or_a_file_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |name: &str| {
            let paths = [folder.path().join(name)];
            let sources = Source::open_all(&paths)?;
            let contents = sources[0].read(&list(&["CAT", "CATS", "RED", "REDS"]))?;
            let all = ["CAT", "CATS", "RED", "REDS"].map(|word| clues_of(&contents, word).join("/"));
            Ok::<_, SourceError>((sources[0].about().name.clone(), all.join(", ")))
        };
        put(&folder, "index.noun", "cat n 1 0 1 0 00000000  \n");
        let lonely = read("index.noun").expect_err("a list without clues").to_string();
        assert!(lonely.contains("there is no clue in it"), "{lonely}");
        put(&folder, "data.noun", "00000000 05 n 01 cat 0 000 | a pet\n");
        let found = |clues: &str| ("WordNet".to_owned(), clues.to_owned());
        for name in ["", "index.noun", "data.noun"] {
            assert_eq!(read(name).expect("WordNet"), found("a pet, a pet, , "), "{name}");
        }
        put(&folder, "index.adj", "red a 1 0 1 0 00000000  \n");
        assert!(read("").expect_err("a file is missing").to_string().contains("data.adj"));
        put(&folder, "data.adj", "00000000 05 a 01 red 0 000 | like blood\n");
        assert_eq!(read("data.adj").expect("WordNet"), found("a pet, a pet, like blood, "));
        // Other files beside WordNet's are other sources.
        for name in ["index.txt", "my.noun"] {
            put(&folder, name, "CAT|it purrs\n");
            assert_eq!(read(name).expect("a list"), (name.to_owned(), "it purrs, , , ".to_owned()));
        }
    }

    #[test]
    fn a_list_of_words_has_clues_besides_and_its_bad_lines_are_reported_elsewhere() {
        let source =
            Source::of_words(Path::new("a/words.txt"), "\u{feff}ROSE|a flower\nAAL eel\n".to_owned());
        assert_eq!(source.about().name, "words.txt");
        let contents = source.read(&list(&["ROSE", "AAL"])).expect("clues");
        assert_eq!(clues_of(&contents, "ROSE"), ["a flower"]);
        assert_eq!(contents.skipped, SkippedLines::default());
    }

    #[test]
    fn an_index_has_an_encoding_a_number_and_offsets() {
        assert!(is_index(b"UTF-8\n2\nrose|12\n") && is_index(b"ISO8859-1\r\n2\r\nrose|12\r\n"));
        for text in [
            "UTF-8\n2\n",
            "UTF-8\n2\nrose\n",
            "UTF-8\n2\nrose|\n",
            "UTF-8\n\nrose|12\n",
            "UTF-8\ntwo\nrose|12\n",
            "rose\n2\nrose|12\n",
            "rose\nrose|12\n",
            "UTF-8",
        ] {
            assert!(!is_index(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn the_english_sister_and_latin_9() {
        let folder = tempfile::tempdir().expect("a folder");
        let path =
            put(&folder, "th_en_US_v2.dat", b"ISO8859-15\nrose|1\n(noun)|caf\xe9|\xbd|bush (generic term)\n");
        let source = Source::open(&path).expect("a source");
        assert_eq!(source.about().language, Some(Language::english()));
        assert!(source.about().credit_line().contains("Princeton"));
        let contents = source.read(&list(&["ROSE"])).expect("clues");
        assert_eq!(clues_of(&contents, "ROSE"), ["café", "œ", "bush"]);
    }

    #[test]
    fn errors_name_file_line_and_remedy() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, bytes, expected) in [
            ("latin.txt", &b"EI|egg\nROSE|sch\xf6n\n"[..], "latin.txt, line 2: this is not UTF-8"),
            ("th.dat", b"UTF-8\nrose|1\n-|Rose|sch\xf6n\n", "th.dat, line 3: this is not UTF-8"),
            ("koi.dat", b"KOI8-R\nrose|1\n-|Rose|x\n", "line 1: the encoding `KOI8-R` is not known"),
            ("th.idx", b"UTF-8\n2\nrose|12\n", "extension .dat"),
            ("empty.txt", b" \n\n", "the file is empty"),
            ("list.txt", b"ROSE;80\nEI;20\n", "behind each `WORD|`"),
            ("open.txt", b"# name: x\nROSE|\nEI|\n", "behind each `WORD|`"),
            ("prose.txt", b"Once upon a time\n", "as line 1 \"Once upon a time\""),
            ("both.txt", b"ROSE|\nOnce upon a time\n", "as line 2 \"Once upon a time\""),
        ] {
            let message = error(&put(&folder, name, bytes));
            assert!(message.contains(expected), "{name}: {message}");
            assert!(message.contains(name), "{message}");
        }
        let message = error(&put(&folder, "comments.txt", "# name: x\n"));
        assert!(message.ends_with("as in `ROSE|a flower`"), "{message}");
        assert!(error(&path("no_such.txt")).contains("check the name"));
        fs::create_dir(path("folder")).expect("a folder");
        assert!(error(&path("folder")).contains("this folder has no file of clues"));
    }

    #[test]
    fn names_of_files_tell_the_words() {
        let name = |name| beginning_of_file(name).map(|[a, b]| format!("{a}{b}"));
        assert_eq!(name("_AE.clu").as_deref(), Some("AE"));
        assert_eq!(name("_ae.txt").as_deref(), Some("AE"));
        for other in ["AE.clu", "_AE", "_A.clu", "_AEI.clu", "_ae.md", "_äe.txt", "", "_.txt"] {
            assert_eq!(name(other), None, "{other}");
        }
    }
}
