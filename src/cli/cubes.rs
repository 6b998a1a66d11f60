//! `cwsat encode --cubes`: a formula in parts, and which file belongs to which part.
//!
//! The file of a part has its number before the last ending, as in `grid.07.cnf`, and so must everything that is made
//! from it: `grid.07.out`, `grid.07.drat`. The numbers are those of the lines in the file of the cubes, from 1.

use super::contract::encode::Encoded;
use super::exit::Failure;
use super::input::{located, open};
use super::output::{self, Output};
use super::reporter::Reporter;
use cwsat::encodings::cnf::{Comments, Lit, Var, dimacs, icnf};
use cwsat::search::cubes::{cover_all, split};
use cwsat::solver::Budget;
use std::path::{Path, PathBuf};

/// The line of a formula's header that says how many cubes there are.
pub const COUNT: &str = "cubes";

/// The most parts that a formula is split into.
pub const MOST: u16 = 10_000;

/// The ending of a file that holds a formula and its cubes.
const ICNF: &str = "icnf";

/// The ending of a file that holds the cubes.
const CUBES: &str = "cubes";

/// What is wrong with the files of parts.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    #[error(
        "the cubes are written to files beside the formula, so name that with -o, as in `-o grid.cnf` or `-o grid.icnf`"
    )]
    NoOutput,

    #[error("--cubes writes DIMACS, not {0}; leave out --cubes or --format")]
    Format(&'static str),

    #[error("stopped before the formula was split; nothing was written")]
    Stopped,

    #[error("the cubes do not cover everything; this is a bug in cwsat, please report it")]
    Bug,

    #[error("{}: its name has no number to say which part it belongs to, as in `grid.07{}`", path.display(), ending(path))]
    NoNumber { path: PathBuf },

    #[error("{}: there are {count} parts, and none has this number", path.display())]
    NoPart { path: PathBuf, count: usize },

    #[error("{} and {} both belong to part {number}", first.display(), second.display())]
    Twice { first: PathBuf, second: PathBuf, number: usize },
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default()
}

/// Where the parts of a formula go.
pub struct Parts<'a> {
    formula: &'a Path,
    count: usize,
}

impl<'a> Parts<'a> {
    /// Returns where the parts (at most `count`) of a formula go if the formula is written to this file.
    pub fn new(formula: Option<&'a Path>, count: usize) -> Result<Self, PartsError> {
        formula.map(|formula| Self { formula, count }).ok_or(PartsError::NoOutput)
    }

    /// Makes sure that none of the files beside the formula is one of the others that the command reads or writes.
    pub fn keep_apart<'b>(&self, others: impl Iterator<Item = &'b Path>) -> Result<(), Failure> {
        if self.is_one_file() {
            return Ok(());
        }
        let others: Vec<&Path> = others.collect();
        output::keep_apart(&self.beside(CUBES), others.iter().copied().chain([self.formula]))?;
        // How many digits the numbers of parts will have is known only after splitting.
        let stem = self.formula.file_stem().unwrap_or_default().to_string_lossy();
        let number = |name: &str| -> Option<usize> {
            name.strip_prefix(&*stem)?.strip_prefix('.')?.strip_suffix(".cnf")?.parse().ok()
        };
        for other in others {
            let Some(name) = other.file_name().and_then(|name| name.to_str()) else { continue };
            if number(name).is_some_and(|number| (1..=self.count).contains(&number)) {
                output::keep_apart(&self.formula.with_file_name(name), [other])?;
            }
        }
        Ok(())
    }

    /// Returns how many times the formula is written: once, in one file with its cubes, or once by itself and once for
    /// each part (at most as many as were asked for).
    pub fn copies(&self) -> u64 {
        if self.is_one_file() { 1 } else { self.count as u64 + 1 }
    }

    /// Splits the formula. There can be fewer cubes than were asked for.
    pub fn split(&self, encoded: &Encoded, budget: &Budget) -> Result<Vec<Vec<Lit>>, PartsError> {
        let names = encoded.formula.names().variables();
        let of_solution = names.filter(|(_, family, _)| encoded.decoder.wants(family.name()));
        let candidates: Vec<Var> = of_solution.map(|(var, _, _)| var).collect();
        let cubes = split(&encoded.formula, &candidates, self.count, budget);
        match cover_all(&cubes, budget) {
            _ if budget.exhausted() => Err(PartsError::Stopped),
            Some(true) => Ok(cubes),
            _ => Err(PartsError::Bug),
        }
    }

    /// Writes the cubes: after the formula in the same file if that is called `*.icnf`; otherwise each cube with the
    /// formula to its own file, and all cubes to the file `*.cubes`.
    pub fn write(
        &self,
        encoded: &Encoded,
        cubes: &[Vec<Lit>],
        comments: &Comments,
        reporter: Reporter,
    ) -> Result<(), Failure> {
        let formula = &encoded.formula;
        let longest = cubes.iter().map(Vec::len).max().unwrap_or(0);
        let size = format!("{} cubes of up to {longest} literals, which cover everything", cubes.len());
        if self.is_one_file() {
            let output = Output::new(self.formula)?;
            output.write_with(|file| icnf::write(formula, cubes, comments, file))?;
            reporter.tell(&format_args!("{}: {size}", self.formula.display()));
            return Ok(());
        }
        Output::new(self.formula)?.write_with(|file| dimacs::write_with(formula, comments, file))?;
        let list = self.beside(CUBES);
        let header = [format!("the cubes of {}, one per line", self.formula.display())];
        Output::new(&list)?.write_with(|file| icnf::write_cubes(cubes, &header, file))?;
        let digits = cubes.len().to_string().len();
        let mut last = PathBuf::new();
        for (number, cube) in (1..).zip(cubes) {
            let header = [format!("part {number} of {} of {}", cubes.len(), self.formula.display())];
            last = self.beside(&format!("{number:0digits$}.cnf"));
            Output::new(&last)?.write_with(|file| dimacs::write_under(formula, cube, &header, file))?;
        }
        reporter.tell(&format_args!("{}: {size}; the last part is {}", list.display(), last.display()));
        Ok(())
    }

    fn is_one_file(&self) -> bool {
        self.formula.extension().is_some_and(|ending| ending == ICNF)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        self.formula.with_extension(ending)
    }
}

/// Reads the cubes of a file.
pub fn read(path: &Path) -> Result<Vec<Vec<Lit>>, Failure> {
    icnf::read_cubes(open(path)?).map_err(|error| located(path, error))
}

/// Reads the number of parts in a map.
pub fn read_count(text: &str) -> Option<usize> {
    text.parse().ok().filter(|count| (1..=MOST).contains(count)).map(usize::from)
}

/// Returns for each of `count` parts the file whose name has its number, if there is one.
pub fn in_order(files: &[PathBuf], count: usize) -> Result<Vec<Option<&Path>>, PartsError> {
    let mut parts: Vec<Option<&Path>> = vec![None; count];
    for path in files {
        let number = number_of(path).ok_or_else(|| PartsError::NoNumber { path: path.clone() })?;
        let part = number.checked_sub(1).and_then(|at| parts.get_mut(at));
        let part = part.ok_or_else(|| PartsError::NoPart { path: path.clone(), count })?;
        if let Some(first) = part.replace(path) {
            let (first, second) = (first.to_owned(), path.clone());
            return Err(PartsError::Twice { first, second, number });
        }
    }
    Ok(parts)
}

/// Returns the number in a name: the last of its parts between dots that is one.
fn number_of(path: &Path) -> Option<usize> {
    path.file_name()?.to_str()?.split('.').rev().find_map(|part| part.parse().ok())
}

/// Returns parts as text, as in `parts 2, 7`: the first few of them.
pub fn parts_named(numbers: &[usize]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let plural = if numbers.len() == 1 { "" } else { "s" };
    let more = if numbers.len() > SHOWN { ", …" } else { "" };
    format!("part{plural} {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_matched_to_parts_by_their_numbers() {
        let files = ["f.3.out", "dir.9/15x15.01.drat.gz"].map(PathBuf::from);
        let parts = in_order(&files, 3).unwrap();
        assert_eq!(parts, [Some(files[1].as_path()), None, Some(files[0].as_path())]);
        let error = |files: &[&str]| {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            in_order(&files, 3).unwrap_err().to_string()
        };
        assert!(error(&["f.out"]).contains("its name has no number"));
        assert!(error(&["f.out"]).contains("`grid.07.out`"));
        assert!(error(&["f.4.out"]).contains("there are 3 parts"));
        assert!(error(&["f.0.out"]).contains("there are 3 parts"));
        assert!(error(&["f.2.out", "g.02.out"]).contains("both belong to part 2"));
    }
}
