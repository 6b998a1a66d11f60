//! What the text formats share: comments at the top, and a fast writer of numbers.
//!
//! A large formula is nothing but numbers, and the standard formatter takes several times longer for one than
//! the disk does. So numbers are put together by `itoa` in one buffer that goes out in large pieces; no line
//! and no clause is a string of its own.

use super::formula::UNLABELLED;
use super::{Formula, Lit};
use std::io::{self, Write};

/// What stands at the top of a formula's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Lines of text, each a comment.
    pub lines: Vec<String>,
    /// Whether the map, a line for each variable with its number and name, follows them.
    pub map: bool,
}

impl Comments {
    /// These lines, with the map or without.
    pub fn new(lines: impl IntoIterator<Item = String>, map: bool) -> Self {
        Self { lines: lines.into_iter().collect(), map }
    }
}

/// A soft clause of one literal: a model pays `weight` unless `lit` is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soft {
    /// What it costs if the literal is false; more than 0.
    pub weight: u64,
    /// What is wished.
    pub lit: Lit,
}

/// When the buffer holds so many bytes it is written out.
const PIECE: usize = 1 << 18;

/// Collects text in one buffer and writes it in large pieces.
pub(super) struct Text<W> {
    buffer: Vec<u8>,
    out: W,
}

impl<W: Write> Text<W> {
    pub(super) fn new(out: W) -> Self {
        Self { buffer: Vec::with_capacity(PIECE + 4096), out }
    }

    pub(super) fn str(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    pub(super) fn number(&mut self, number: impl itoa::Integer) {
        self.str(itoa::Buffer::new().format(number));
    }

    /// Ends a line; now and then the buffer is written.
    pub(super) fn end_line(&mut self) -> io::Result<()> {
        self.buffer.push(b'\n');
        if self.buffer.len() < PIECE {
            return Ok(());
        }
        self.flush_buffer()
    }

    fn flush_buffer(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush_buffer()?;
        self.out.flush()
    }

    /// Comments, the families of variables and of clauses with their ranges (counted from 1), and the map if it
    /// is wanted, each line after `mark`.
    /// A formula without room for all its clauses is an error.
    pub(super) fn comments(&mut self, mark: &str, formula: &Formula, comments: &Comments) -> io::Result<()> {
        formula.check().map_err(io::Error::other)?;
        for line in comments.lines.iter().flat_map(|text| text.lines()) {
            self.str(mark);
            self.str(line);
            self.end_line()?;
        }
        for line in family_lines(formula).chain(clause_lines(formula)) {
            self.str(mark);
            self.str(&line);
            self.end_line()?;
        }
        if comments.map { self.map(mark, formula) } else { Ok(()) }
    }

    /// A line `NUMBER NAME` for each variable, after `mark`.
    pub(super) fn map(&mut self, mark: &str, formula: &Formula) -> io::Result<()> {
        let mut name = String::new();
        for (var, family, key) in formula.names().variables() {
            name.clear();
            family.render_into(&mut name, key);
            self.str(mark);
            self.number(var.index() + 1);
            self.str(" ");
            self.str(&name);
            self.end_line()?;
        }
        Ok(())
    }

    /// The literals of a clause, each with a space behind it, and the closing 0.
    pub(super) fn clause(&mut self, clause: &[Lit]) {
        for &lit in clause {
            self.number(lit.dimacs());
            self.buffer.push(b' ');
        }
        self.buffer.push(b'0');
    }
}

/// A line for each variable family that has variables: its signature and its range.
fn family_lines(formula: &Formula) -> impl Iterator<Item = String> {
    formula.names().families().filter_map(|(id, family)| {
        let ranges = formula.names().ranges(id);
        let (first, last) = (ranges.first()?, ranges.last()?);
        let count: usize = ranges.iter().map(|(from, to)| to - from).sum();
        let shown = range(count, (first.0, last.1), ranges.len());
        Some(format!("family {} {shown}", family.signature()))
    })
}

/// A line for each label of clauses: where they are, counted from 1 in the order of the file, and the label.
fn clause_lines(formula: &Formula) -> impl Iterator<Item = String> {
    let labelled = formula.clause_families().into_iter().filter(|family| family.name != UNLABELLED);
    labelled.map(|family| {
        format!("clauses {} {}", range(family.clauses, family.span, family.pieces), family.name)
    })
}

/// A range from `first` to before `end`; if it has gaps, how many of it there are.
fn range(count: usize, (first, end): (usize, usize), pieces: usize) -> String {
    match pieces {
        1 => format!("{}..{end}", first + 1),
        n => format!("{count} of {}..{end} in {n} pieces", first + 1),
    }
}
