//! What the text formats share: comments at the top, and a fast writer of numbers.
//!
//! A large formula is nothing but numbers, and the standard formatter takes several times as long for it as the disk
//! does. So `itoa` formats numbers into one buffer, which is written in large pieces; no line or clause is a string
//! of its own.

use super::formula::UNLABELLED;
use super::{Formula, Lit};
use std::io::{self, Write};

/// The comments at the top of a formula's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Lines of text, each a comment.
    pub lines: Vec<String>,
    /// Whether they are followed by the map: a line for each variable with its number and name.
    pub map: bool,
}

impl Comments {
    /// Makes comments of these lines, with the map if `map`.
    pub fn new(lines: impl IntoIterator<Item = String>, map: bool) -> Self {
        Self { lines: lines.into_iter().collect(), map }
    }
}

/// A soft clause of one literal: a model pays `weight` unless `lit` is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soft {
    /// The cost if the literal is false; greater than 0.
    pub weight: u64,
    /// The literal that should be true.
    pub lit: Lit,
}

/// How many bytes the buffer holds before it is written out.
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

    /// Ends a line, and writes the buffer if it is full.
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

    /// Writes the comments, the families of variables and of clauses with their ranges (counted from 1), and the map if
    /// requested, each line preceded by `mark`. It is an error if there was no room for the whole formula.
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

    /// Writes a line `NUMBER NAME` for each variable, preceded by `mark`.
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

    /// Writes the literals of a clause, each followed by a space, and the closing 0.
    pub(super) fn clause(&mut self, clause: &[Lit]) {
        for &lit in clause {
            self.number(lit.dimacs());
            self.buffer.push(b' ');
        }
        self.buffer.push(b'0');
    }
}

/// Lists the variable families that have variables, one per line: the signature and the range.
fn family_lines(formula: &Formula) -> impl Iterator<Item = String> {
    formula.names().families().filter_map(|(id, family)| {
        let ranges = formula.names().ranges(id);
        let (first, last) = (ranges.first()?, ranges.last()?);
        let count: usize = ranges.iter().map(|(from, to)| to - from).sum();
        let shown = range(count, (first.0, last.1), ranges.len());
        Some(format!("family {} {shown}", family.signature()))
    })
}

/// Lists the labels of clauses, one per line: where the clauses are, counted from 1 in file order, and the label.
fn clause_lines(formula: &Formula) -> impl Iterator<Item = String> {
    let labelled = formula.clause_families().into_iter().filter(|family| family.name != UNLABELLED);
    labelled.map(|family| {
        format!("clauses {} {}", range(family.clauses, family.span, family.pieces), family.name)
    })
}

/// Formats the range from `first` (counted from 0) to before `end`, counted from 1; if it has gaps, also the number
/// of its members and pieces.
fn range(count: usize, (first, end): (usize, usize), pieces: usize) -> String {
    match pieces {
        1 => format!("{}..{end}", first + 1),
        n => format!("{count} of {}..{end} in {n} pieces", first + 1),
    }
}
