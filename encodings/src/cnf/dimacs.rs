//! DIMACS CNF text: the writer (with the variable families in the comments) and the reader.

use super::text::{Comments, Text};
use super::{Family, Formula, Lit, TooLarge};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a DIMACS text could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// The input could not be read at all.
    #[error("cannot read the formula: {0}")]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error("the file is empty; a formula begins with the line 'p cnf VARIABLES CLAUSES'")]
    Empty,
    /// The text is not DIMACS CNF.
    #[error("line {line}: {fault}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        fault: DimacsFault,
    },
    /// The formula is larger than allowed.
    #[error("the clauses take more than {megabytes} MB of memory, which is the limit for a formula")]
    TooMuch {
        /// The limit.
        megabytes: u64,
    },
    /// There was no room for the formula.
    #[error(transparent)]
    NoRoom(#[from] TooLarge),
    /// Reading was stopped before the end of the formula.
    #[error("stopped before the whole formula was read: give it more time")]
    Stopped,
}

/// What is wrong with a line of a DIMACS text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DimacsFault {
    /// The sizes are stated twice.
    #[error("a second 'p cnf' line")]
    SecondHeader,
    /// Nothing states the sizes.
    #[error("there is no line 'p cnf VARIABLES CLAUSES'")]
    NoHeader,
    /// A clause comes before the line that states the sizes.
    #[error("a clause before the line 'p cnf VARIABLES CLAUSES'")]
    ClauseFirst,
    /// The line of the sizes has other words; the beginning of the line.
    #[error("expected 'p cnf VARIABLES CLAUSES', found '{0}'")]
    Header(String),
    /// The sizes are no numbers.
    #[error("'{0}' and '{1}' should be two numbers")]
    Sizes(String, String),
    /// More variables are stated than a formula can have.
    #[error("{0} variables, but at most {most} are possible", most = super::Var::LIMIT)]
    Variables(usize),
    /// A literal of a variable that there is not.
    #[error("literal {literal}, but there are {variables} variables")]
    NoVariable {
        /// The literal.
        literal: i64,
        /// The number of variables that is stated.
        variables: usize,
    },
    /// A word that is no literal; its beginning.
    #[error("expected a literal, found '{0}'")]
    Literal(String),
    /// The text ends within a clause.
    #[error("the last clause has no closing 0")]
    Unclosed,
    /// There are more or fewer clauses than stated.
    #[error("{found} clauses, but {stated} were announced")]
    Clauses {
        /// The clauses that there are.
        found: usize,
        /// The clauses that are stated.
        stated: usize,
    },
}

/// Writes a formula: the lines of `header` as comments, the variable families with their ranges (DIMACS numbers,
/// counted from 1), and the clauses.
pub fn write(formula: &Formula, header: &[String], out: impl Write) -> io::Result<()> {
    write_with(formula, &Comments::new(header.iter().cloned(), false), out)
}

/// Writes a formula with these comments, including the map of its variables if requested.
pub fn write_with(formula: &Formula, comments: &Comments, out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, comments)?;
    write_body(text, formula.var_count(), formula.clause_count(), formula.clauses())
}

/// Writes a formula under a cube: with its literals as unit clauses at the end.
pub fn write_under(formula: &Formula, cube: &[Lit], header: &[String], out: impl Write) -> io::Result<()> {
    let mut text = Text::new(out);
    text.comments("c ", formula, &Comments::new(header.iter().cloned(), false))?;
    let units = cube.iter().map(std::slice::from_ref);
    let count = formula.clause_count() + cube.len();
    write_body(text, formula.var_count(), count, formula.clauses().chain(units))
}

/// Writes clauses that do not belong to a [`Formula`]: `count` of them, over the first `vars` variables.
pub fn write_clauses<'a>(
    vars: usize,
    count: usize,
    clauses: impl Iterator<Item = &'a [Lit]>,
    out: impl Write,
) -> io::Result<()> {
    write_body(Text::new(out), vars, count, clauses)
}

fn write_body<'a>(
    mut text: Text<impl Write>,
    vars: usize,
    count: usize,
    clauses: impl Iterator<Item = &'a [Lit]>,
) -> io::Result<()> {
    text.str("p cnf ");
    text.number(vars);
    text.str(" ");
    text.number(count);
    text.end_line()?;
    for clause in clauses {
        text.clause(clause);
        text.end_line()?;
    }
    text.finish()
}

/// Limits on reading a formula.
pub struct Limits<'a> {
    /// The most memory that its clauses may take, in bytes: 4 per literal and 8 per clause.
    pub bytes: u64,
    /// Called now and then; returns whether to go on.
    pub go_on: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// The most memory that [`read`] allows, in bytes.
    pub const BYTES: u64 = 4_000_000_000;
}

/// Reads a formula of up to [`Limits::BYTES`]. Its variables are named by number only, as in `x(1)`.
pub fn read(input: impl BufRead) -> Result<Formula, DimacsError> {
    read_within(input, &Limits { bytes: Limits::BYTES, go_on: &|| true })
}

/// Reads a formula within limits. The reader does not trust the line `p cnf`, so it reserves no memory for the
/// announced clauses, and lines may have any length.
pub fn read_within(input: impl BufRead, limits: &Limits<'_>) -> Result<Formula, DimacsError> {
    /// The number of words between calls of `go_on`.
    const PAUSE: usize = 1 << 16;
    let mut formula = Formula::new();
    let family = formula.family(Family::auxiliary("x"));
    let mut header: Option<(usize, usize)> = None;
    let mut clause: Vec<Lit> = Vec::new();
    let mut words = Words { input, line: 1, column: 0, word: Vec::new() };
    for number in 1.. {
        let Some(is_first) = words.next()? else { break };
        let line = words.line;
        let fail = |fault| DimacsError::Syntax { line, fault };
        match words.word[0] {
            b'c' if is_first => words.skip_line(limits.go_on)?,
            b'p' if is_first => {
                if header.is_some() {
                    return Err(fail(DimacsFault::SecondHeader));
                }
                let (vars, clauses) = size(&words.rest_of_line()?).map_err(fail)?;
                formula.reserve_vars(family, vars);
                header = Some((vars, clauses));
            }
            _ => {
                let Some((vars, _)) = header else {
                    return Err(fail(DimacsFault::ClauseFirst));
                };
                match words.integer() {
                    Some(0) => formula.add(clause.drain(..)),
                    Some(n) => match Lit::from_dimacs(n).filter(|lit| lit.var().index() < vars) {
                        Some(lit) => clause.push(lit),
                        None => {
                            return Err(fail(DimacsFault::NoVariable { literal: n.into(), variables: vars }));
                        }
                    },
                    None => return Err(fail(DimacsFault::Literal(words.text()))),
                }
            }
        }
        if number % PAUSE == 0 {
            if !(limits.go_on)() {
                return Err(DimacsError::Stopped);
            }
            check_size(&formula, clause.len(), limits)?;
        }
    }
    check_size(&formula, clause.len(), limits)?;
    let last = words.line - usize::from(words.column == 0);
    let fail = |fault| Err(DimacsError::Syntax { line: last, fault });
    if last == 0 {
        return Err(DimacsError::Empty);
    }
    let Some((_, stated)) = header else { return fail(DimacsFault::NoHeader) };
    if !clause.is_empty() {
        return fail(DimacsFault::Unclosed);
    }
    let found = formula.clause_count();
    if found != stated {
        return fail(DimacsFault::Clauses { found, stated });
    }
    Ok(formula)
}

fn check_size(formula: &Formula, open: usize, limits: &Limits<'_>) -> Result<(), DimacsError> {
    formula.check()?;
    let literals = formula.literal_count() + open;
    let bytes = 4 * literals as u64 + 8 * formula.clause_count() as u64;
    match bytes > limits.bytes {
        true => Err(DimacsError::TooMuch { megabytes: limits.bytes / 1_000_000 }),
        false => Ok(()),
    }
}

/// Reads the numbers of variables and clauses in a line `p cnf VARIABLES CLAUSES`.
fn size(line: &str) -> Result<(usize, usize), DimacsFault> {
    let parts: Vec<&str> = line.split_whitespace().collect();
    let ["p", "cnf", vars, clauses] = parts[..] else {
        return Err(DimacsFault::Header(line.trim().chars().take(40).collect()));
    };
    match (vars.parse(), clauses.parse()) {
        (Ok(vars), Ok(clauses)) if vars <= super::Var::LIMIT => Ok((vars, clauses)),
        (Ok(vars), Ok::<usize, _>(_)) => Err(DimacsFault::Variables(vars)),
        _ => Err(DimacsFault::Sizes(vars.to_owned(), clauses.to_owned())),
    }
}

/// The words of a text, one after another, because it may be a single line of gigabytes.
struct Words<R> {
    input: R,
    /// The line of the next byte, counted from 1, and the number of bytes already read from it.
    line: usize,
    column: usize,
    /// The current word, or its beginning.
    word: Vec<u8>,
}

impl<R: BufRead> Words<R> {
    /// The number of bytes of a word that are kept, which is more than a number can have.
    const LONGEST: usize = 64;
    /// The greatest length of a line `p cnf`, in bytes.
    const LONGEST_HEADER: u64 = 1000;

    /// Returns the next byte without consuming it, or `None` at the end.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Consumes a byte.
    fn pass(&mut self, byte: u8) {
        self.input.consume(1);
        self.column += 1;
        if byte == b'\n' {
            (self.line, self.column) = (self.line + 1, 0);
        }
    }

    /// Reads the next word and returns whether it is the first of its line; `None` at the end of the text.
    fn next(&mut self) -> io::Result<Option<bool>> {
        self.word.clear();
        let mut is_first = self.column == 0;
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' if self.word.is_empty() => is_first = true,
                // The byte order mark.
                0xef | 0xbb | 0xbf if self.line == 1 && self.word.is_empty() && self.column < 3 => {}
                _ if !byte.is_ascii_whitespace() => {
                    // Longer than any number, so the caller will report it.
                    if self.word.len() == Self::LONGEST {
                        break;
                    }
                    self.word.push(byte);
                }
                _ if self.word.is_empty() => {}
                // A line break belongs to the next word.
                _ => break,
            }
            self.pass(byte);
        }
        Ok((!self.word.is_empty()).then_some(is_first))
    }

    /// Skips to the end of the line, which may never come.
    fn skip_line(&mut self, go_on: &dyn Fn() -> bool) -> Result<(), DimacsError> {
        /// The number of bytes between calls of `go_on`.
        const PAUSE: usize = 1 << 20;
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n') {
            self.pass(byte);
            if self.column.is_multiple_of(PAUSE) && !go_on() {
                return Err(DimacsError::Stopped);
            }
        }
        Ok(())
    }

    /// Reads the rest of the line and returns it together with the current word.
    fn rest_of_line(&mut self) -> io::Result<String> {
        let mut text = self.text();
        let mut left = Self::LONGEST_HEADER;
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n' && left > 0) {
            text.push(byte.into());
            self.pass(byte);
            left -= 1;
        }
        Ok(text)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.word).into_owned()
    }

    fn integer(&self) -> Option<i32> {
        std::str::from_utf8(&self.word).ok()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Index, Var};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::io::Read;

    #[test]
    fn what_is_written_reads_back() {
        let mut f = Formula::new();
        let x = f.family(Family::auxiliary("x"));
        let (a, b) = (f.auxiliary(x), f.auxiliary(x));
        f.add([a, !b]);
        f.add([]);
        f.add([!a]);
        let mut text = Vec::new();
        write(&f, &["two lines\nof text".into()], &mut text).unwrap();
        let shown = String::from_utf8(text.clone()).unwrap();
        assert_eq!(shown, "c two lines\nc of text\nc family x(n) 1..2\np cnf 2 3\n1 -2 0\n0\n-1 0\n");
        let marked = ["\u{feff}".as_bytes(), &text].concat();
        for text in [text, marked] {
            let back = read(&text[..]).unwrap();
            assert_eq!(back.var_count(), 2);
            assert!(back.clauses().eq(f.clauses()));
        }
        let many = read(&b"p cnf 2000000000 1\n"[..]).unwrap_err().to_string();
        assert!(many.contains("2000000000 variables, but at most"), "{many}");
    }

    /// Takes 6 bytes a clause; the largest pieces hold 256 KB.
    #[test]
    fn clauses_are_written_in_large_pieces() {
        struct Pieces(Vec<usize>);
        impl Write for Pieces {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.push(bytes.len());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let clause = [Var::new(0).positive(), Var::new(1).positive()];
        let mut text = Vec::new();
        write_clauses(2, 2, [&clause[..], &[]].into_iter(), &mut text).unwrap();
        assert_eq!(text, b"p cnf 2 2\n1 2 0\n0\n");
        let mut pieces = Pieces(Vec::new());
        write_clauses(2, 100_000, std::iter::repeat_n(&clause[..], 100_000), &mut pieces).unwrap();
        assert_eq!((pieces.0.len(), pieces.0.iter().sum::<usize>()), (3, "p cnf 2 100000\n".len() + 600_000));
    }

    #[test]
    fn a_failing_input_is_told_from_one_that_was_interrupted() {
        /// Fails once, and then goes on.
        struct Failing(Option<io::ErrorKind>);
        impl io::Read for Failing {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                match self.0.take() {
                    Some(kind) => Err(kind.into()),
                    None => (&b"p cnf 1 0"[..]).read(bytes),
                }
            }
        }
        let input = |kind| io::BufReader::new(Failing(Some(kind)).take(9));
        assert_eq!(read(input(io::ErrorKind::Interrupted)).unwrap().var_count(), 1);
        let error = read(input(io::ErrorKind::PermissionDenied)).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the formula: "), "{error}");
    }

    proptest! {
        #[test]
        fn any_formula_reads_back(clauses in vec(vec((0usize..300, any::<bool>()), 0..6), 0..60), map: bool) {
            let mut f = Formula::new();
            let x = f.family(Family::auxiliary("x"));
            for _ in 0..300 {
                f.auxiliary(x);
            }
            for clause in &clauses {
                f.add(clause.iter().map(|&(var, sign)| Var::new(var).lit(sign)));
            }
            let mut text = Vec::new();
            write_with(&f, &Comments::new(["a comment".into(), "p cnf 1 1".into()], map), &mut text).unwrap();
            let back = read(&text[..]).unwrap();
            prop_assert_eq!(back.var_count(), 300);
            prop_assert!(back.clauses().eq(f.clauses()));
        }
    }

    #[test]
    fn the_map_is_in_the_comments_if_it_is_wanted() {
        let mut f = Formula::new();
        let x = f.family(Family::indexed("x", "i,j", [Index::Number(2), Index::Number(3)]));
        f.vars(x, 2, 2);
        let mut text = Vec::new();
        write_with(&f, &Comments::new([], true), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "c family x(i,j) 1..2\nc 1 x(0,2)\nc 2 x(1,0)\np cnf 2 0\n");
    }

    #[test]
    fn reading_keeps_to_its_limits() {
        let go_on = || true;
        // Variables that are in no clause cost nothing, however many are announced.
        let formula = read(&b"p cnf 1000000000 1\n1000000000 0\n"[..]).unwrap();
        assert_eq!((formula.var_count(), formula.clause_count()), (1_000_000_000, 1));
        // 4 bytes for each of 100 literals, and 8 for each of 50 clauses.
        let text = format!("p cnf 2 50\n{}", "1 -2 0\n".repeat(50));
        assert!(read_within(text.as_bytes(), &Limits { bytes: 800, go_on: &go_on }).is_ok());
        let error = read_within(text.as_bytes(), &Limits { bytes: 799, go_on: &go_on }).unwrap_err();
        assert!(matches!(error, DimacsError::TooMuch { megabytes: 0 }), "{error}");
        // A clause that never ends, in a line that never ends.
        let endless = || io::BufReader::new(io::Cursor::new(b"p cnf 1 1\n").chain(Endless));
        let error = read_within(endless(), &Limits { bytes: 1_000_000, go_on: &go_on }).unwrap_err();
        assert!(error.to_string().contains("more than 1 MB of memory"), "{error}");
        let error = read_within(endless(), &Limits { bytes: 1_000_000, go_on: &|| false }).unwrap_err();
        assert!(matches!(error, DimacsError::Stopped), "{error}");
        // Whether to go on is asked only now and then, within a long comment, too; a short formula is read in any case.
        assert!(read_within(text.as_bytes(), &Limits { bytes: 800, go_on: &|| false }).is_ok());
        assert!(read(format!("c{}\np cnf 0 0\n", "x".repeat(3 << 20)).as_bytes()).is_ok());
        let comment = io::BufReader::new(io::Cursor::new(b"c").chain(io::repeat(b'x')));
        let error = read_within(comment, &Limits { bytes: 0, go_on: &|| false }).unwrap_err();
        assert!(matches!(error, DimacsError::Stopped), "{error}");
        let zeros = read(io::BufReader::new(io::repeat(0))).unwrap_err().to_string();
        assert!(zeros.starts_with("line 1: a clause before"), "{zeros}");
        let comment = read(&b"c \xff\xfe no UTF-8\np cnf 1 1 \r\n\t1\r\n0"[..]).unwrap();
        assert_eq!(comment.clause_count(), 1);
    }

    /// `1 1 1 1 …`
    struct Endless;

    impl io::Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let len = bytes.len() / 2 * 2;
            bytes[..len].chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(b"1 "));
            Ok(len)
        }
    }

    #[test]
    fn bad_text_is_named() {
        for (text, expected) in [
            ("", "the file is empty"),
            ("c a comment\n\n", "line 2: there is no line"),
            ("1 0\n", "line 1: a clause before"),
            ("p cnf 1 1\n2 0\n", "line 2: literal 2, but"),
            ("p cnf 1 1\nx 0\n", "line 2: expected a literal"),
            ("p cnf 1 1\n1\n", "line 2: the last clause"),
            ("p cnf 1 1\n1 c 0\n", "line 2: expected a literal, found 'c'"),
            ("p cnf 1 1\n1 p 0\n", "line 2: expected a literal, found 'p'"),
            // The byte order mark is one at the beginning only.
            ("p cnf 1 1\n\u{feff}1 0\n", "line 2: expected a literal"),
            ("p cnf 1 2\n1 0\n", "line 2: 1 clauses, but 2"),
            ("p cnf a 2\n", "line 1: 'a' and"),
            ("p dnf\n", "line 1: expected 'p cnf"),
            ("p cnf 1 1\np cnf 1 1\n", "line 2: a second 'p cnf' line"),
            ("p cnf 1 1\n1 0 0\n\n", "line 3: 2 clauses, but 1"),
            (
                "p cnf 1 1\n1111111111111111111111111111111111111111111111111111111111111111111 0\n",
                "line 2: expected",
            ),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        assert!(read(&b"\xef\xbb\xbf\xbfp cnf 1 0\n"[..]).is_err());
        let long = format!("p cnf 1 {}1\n1 0\n", " ".repeat(1000));
        assert!(read(long.as_bytes()).unwrap_err().to_string().starts_with("line 1: expected 'p cnf"));
    }
}
