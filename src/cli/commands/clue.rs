//! `cwsat clue`: a clue for every word of a solved puzzle.
//!
//! The output is the document that the other publishing commands read. From then on it belongs to its author: if the
//! output file already holds the same puzzle, its clues are kept, and the list of missing words never overwrites clues
//! that somebody wrote into it.

use crate::cli::document;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::output::{self, Output};
use crate::cli::registry::Known;
use crate::cli::reporter::Reporter;
use crate::cli::seed;
use cwsat::encodings::lexicon::{WordList, fold};
use cwsat::limits::Limit;
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::clues::give::{self, Given, share};
use cwsat::publish::clues::own;
use cwsat::publish::puzzle::{Language, Puzzle, json};
use std::path::{Path, PathBuf};

/// Give every word of a puzzle a clue
///
/// Clues come from the sources named with --clues, the built-in clues, and a built-in table of short answers. The
/// puzzle is written as JSON, which `cwsat clue` can read again: it keeps the clues that are there, unless they are
/// weak and a source has better ones.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle: a solved .cwg grid, a filled template, a criss-cross, a digram grid, or what this command wrote.
    #[arg(value_name = "PUZZLE")]
    input: PathBuf,
    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Take clues from this source: a list of words with clues, as in `WORD|clue`, `WORD;SCORE;clue`, `question;ANSWER` or
    /// CSV (`cwsat words --help` shows all forms), a table of glosses, a MyThes thesaurus such as OpenThesaurus (th_de_DE_v2.dat), the folder of WordNet, or a folder of files named
    /// after the first two letters of their words (_AE.clu); may be repeated.
    #[arg(short, long, value_name = "SOURCE")]
    clues: Vec<PathBuf>,
    /// Set the language of the clues, as in `de` or `en` [default: that of the puzzle or of the sources, else that of the
    /// words, de or en].
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Limit clues to this many characters [default: 36 in a question field, 18 where two share one, 80 in a list].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(3..))]
    space: Option<u16>,
    /// Set the seed; another seed chooses other clues among the best.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,
    /// Keep the clues of words that this earlier version of the puzzle has too, byte for byte, wherever they are now.
    #[arg(long, value_name = "PUZZLE")]
    from: Option<PathBuf>,
    /// Write nothing if a clue is missing, weak, used twice, contains its answer, or is unsuitable for a family newspaper;
    /// each such place is listed.
    #[arg(long)]
    strict: bool,
    /// List the words without a clue and the weak clues in this file, to be completed and given with --clues.
    #[arg(long, value_name = "FILE")]
    missing: Option<PathBuf>,
    /// Write the puzzle to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show no summary on standard error.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Examples:
  cwsat clue solved.cwg --clues th_de_DE_v2.dat --missing mine.txt -o puzzle.json
  cwsat clue puzzle.json --clues mine.txt -o puzzle.json
  cwsat clue refilled.cwg --from puzzle.json --strict -o new.json

Exit codes:
  0  the puzzle was written, with or without a clue for every word
  1  with --strict: a clue is missing, or cannot be printed as it is
  2  the puzzle, a source or the output cannot be used";

/// Why a puzzle gets no clues.
#[derive(Debug, thiserror::Error)]
enum ClueError {
    #[error("{}: this puzzle has no words to clue", path.display())]
    Wordless { path: PathBuf },

    #[error(
        "{}: the word that starts in row {row}, column {column} is not filled; solve the puzzle first, with \
         `cwsat solve`",
        path.display()
    )]
    Unfilled { path: PathBuf, row: usize, column: usize },

    #[error(
        "{}: there are clues in this file already, and the list of missing words would overwrite them; give it with \
         --clues, and another name with --missing",
        path.display()
    )]
    MissingHasClues { path: PathBuf },

    #[error(
        "{}: somebody wrote clues into this document that are not in the puzzle to be written, and they would be lost; \
         write to another file, or remove this one",
        path.display()
    )]
    OtherClues { path: PathBuf },
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let input = Input::read(&self.input)?;
        let mut puzzle = document::read_one(self.kind, &input)?;
        let words = words_of(&self.input, &puzzle)?;
        self.keep_apart(&input)?;
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let missing = self.missing.as_deref().map(Missing::new).transpose()?;
        let reporter = Reporter::new(self.quiet);
        if let Some(path) = self.output.as_deref().filter(|path| *path != self.input && path.is_file())
            && let Some(there) = document_in(path)?
        {
            if !input.is_document() && is_same(&there, &puzzle) {
                reporter.tell(&format_args!(
                    "{}: this file already has the same puzzle; its clues are kept",
                    path.display()
                ));
                puzzle = there;
            } else if has_more_of_the_author(&there, &puzzle) {
                return Err(ClueError::OtherClues { path: path.to_owned() }.into());
            }
        }
        let language = self.language.as_ref().or(puzzle.language.as_ref());
        let clues = Clues::read(&self.clues, &words, language)?;
        clues.notes.iter().for_each(|note| reporter.note(note));
        if self.language.is_some() {
            puzzle.language.clone_from(&self.language);
        }
        if let Some(old) = &self.from {
            let old = Input::read(old)?;
            give::keep(&mut puzzle, &document::read_one(None, &old)?);
        }
        let given = give::give(&mut puzzle, &clues, self.space.map(usize::from), self.seed);
        for (word, clue) in &given.refused {
            reporter.note(&format_args!("the clue {clue:?} contains its answer {word} and is not used"));
        }
        if self.strict && document::refuse_faults(&self.input, &puzzle) {
            return Ok(Exit::Broken);
        }
        let text = json::write(&puzzle);
        output::write_or_print(output.as_ref(), text.as_bytes())?;
        if let Some(missing) = &missing {
            missing.write(&self.input, &given, &clues.language)?;
        }
        reporter.tell(&self.summary(&given));
        Ok(Exit::Ok)
    }

    /// Makes sure that no file the command reads is overwritten, except the puzzle itself if it is a document.
    fn keep_apart(&self, input: &Input) -> Result<(), Failure> {
        let sources = || self.clues.iter().chain(&self.from).map(PathBuf::as_path);
        if let Some(output) = &self.output {
            output::keep_apart(output, sources())?;
            output::keep_apart(output, (!input.is_document()).then_some(self.input.as_path()))?;
        }
        match &self.missing {
            Some(missing) => output::keep_apart(
                missing,
                sources().chain([self.input.as_path()]).chain(self.output.as_deref()),
            ),
            None => Ok(()),
        }
    }

    fn summary(&self, given: &Given) -> String {
        let mut text = format!("{}: {}", self.input.display(), share(given.clued(), given.words));
        if !given.weak.is_empty() {
            text += &format!(", {} weak", given.weak.len());
        }
        let name = |source: &str| match source {
            "" => "the author".to_owned(),
            own::NAME => "the program's own table".to_owned(),
            other => other.to_owned(),
        };
        let sources: Vec<String> =
            given.sources.iter().map(|(source, count)| format!("{count} of {}", name(source))).collect();
        if !sources.is_empty() {
            text += &format!(": {}", sources.join(", "));
        }
        if given.kept > 0 {
            text += &format!("; {} were there before", given.kept);
        }
        if let Some(missing) =
            self.missing.as_ref().filter(|_| !given.missing.is_empty() || !given.weak.is_empty())
        {
            text += &format!("; what is missing or weak is listed in {}", missing.display());
        }
        match &self.output {
            Some(output) => text + &format!(" -> {}", output.display()),
            None => text,
        }
    }
}

/// Returns the words of a puzzle, all of which must be filled.
fn words_of(path: &Path, puzzle: &Puzzle) -> Result<WordList, Failure> {
    if puzzle.entries.is_empty() {
        return Err(ClueError::Wordless { path: path.to_owned() }.into());
    }
    give::words(puzzle).ok_or_else(|| {
        let open = puzzle.entries.iter().find(|entry| puzzle.word(entry).is_none());
        let (row, column) = open.map_or((1, 1), |entry| (entry.run.start.row + 1, entry.run.start.col + 1));
        ClueError::Unfilled { path: path.to_owned(), row, column }.into()
    })
}

/// Reads the document in this file, if it looks like one; a broken one is an error, as it may hold an author's clues.
fn document_in(path: &Path) -> Result<Option<Puzzle>, Failure> {
    let input = Input::read(path)?;
    if input.text()?.trim().is_empty() || !input.is_document() {
        return Ok(None);
    }
    document::read_document(&input).map(Some)
}

/// Returns whether two documents hold the same puzzle, apart from clues.
fn is_same(a: &Puzzle, b: &Puzzle) -> bool {
    let places = |puzzle: &Puzzle| puzzle.entries.iter().map(|e| (e.run, e.question)).collect::<Vec<_>>();
    let letters = |puzzle: &Puzzle| puzzle.fields.map(|_, field| field.solution());
    a.kind == b.kind && places(a) == places(b) && letters(a) == letters(b)
}

/// Returns whether somebody wrote a clue into `there` that `puzzle` does not have.
fn has_more_of_the_author(there: &Puzzle, puzzle: &Puzzle) -> bool {
    let has = |word: &str, text: &str| {
        let of_word = puzzle.entries.iter().filter(|entry| puzzle.pattern(entry) == word);
        of_word.flat_map(|entry| &entry.clues).any(|clue| clue.text == text)
    };
    there.entries.iter().any(|entry| {
        let word = there.pattern(entry);
        entry.clues.iter().any(|clue| clue.source.is_none() && !has(&word, &clue.text))
    })
}

/// Returns whether a text is nothing but what the command writes: comments, and words without a clue.
fn is_untouched(text: &[u8]) -> bool {
    let is_open = |line: &str| {
        line.is_empty()
            || line.starts_with('#')
            || line.strip_suffix('|').is_some_and(|word| fold(word).is_some())
    };
    str::from_utf8(text).is_ok_and(|text| text.lines().map(str::trim_end).all(is_open))
}

/// The file for the words without a clue.
struct Missing {
    output: Output,
}

impl Missing {
    /// Makes sure that the file can be written and that nobody has added clues to it.
    fn new(path: &Path) -> Result<Self, Failure> {
        let output = Output::new(path)?;
        // Devices and pipes are not read: they have nothing to lose, and reading might block forever.
        let untouched =
            !path.is_file() || Limit::CLUES.read_file(path).map_or(true, |text| is_untouched(&text));
        match untouched {
            true => Ok(Self { output }),
            false => Err(ClueError::MissingHasClues { path: path.to_owned() }.into()),
        }
    }

    fn write(&self, input: &Path, given: &Given, language: &Language) -> Result<(), Failure> {
        if given.missing.is_empty() && given.weak.is_empty() {
            return Ok(());
        }
        let name = input.file_name().unwrap_or(input.as_os_str()).to_string_lossy();
        let mut text = format!(
            "# Words of {name} without a clue. Write one after each `|`, then give this file with --clues.\n\
             # language: {language}\n"
        );
        let mut words = given.missing.clone();
        words.sort();
        words.dedup();
        text.extend(words.iter().map(|word| format!("{word}|\n")));
        if !given.weak.is_empty() {
            text += "# These have a weak clue. Remove the `#` and write a better one; lines that keep it are rewritten.\n";
            text.extend(given.weak.iter().map(|(word, clue)| format!("#{word}|{clue}\n")));
        }
        self.output.write(&text)
    }
}
