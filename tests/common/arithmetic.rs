//! Arithmetic as it stands in the size tables of the pages on the encodings: whole numbers, names, `+ - * /`,
//! brackets and functions. The pages and the tests read the same text, so it has to be evaluated somewhere, and
//! sixty lines are less than a dependency. A division that leaves a rest is an error, not a rounding.
#![allow(dead_code)]

use std::collections::BTreeMap;

/// The value of an expression; the error says what cannot be read.
pub fn evaluate(text: &str, names: &BTreeMap<String, i64>) -> Result<i64, String> {
    let mut parser = Parser { text: text.as_bytes(), at: 0, names };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(parser.unread()),
    }
}

/// The functions that an expression may call, as the pages define them.
fn call(name: &str, arguments: &[i64]) -> Result<i64, String> {
    match (name, arguments) {
        ("max", &[a, b]) => Ok(a.max(b)),
        ("min", &[a, b]) => Ok(a.min(b)),
        // Pairs (start, length) in a line of k fields, lengths up to m.
        ("T", &[k, m]) => Ok((1..=k).map(|i| i.min(m)).sum()),
        // Clauses and auxiliary variables of "at most one of p".
        ("amo", &[p]) => Ok(if p <= 27 { p * (p - 1) / 2 } else { 3 * p - 6 }),
        ("aux", &[p]) => Ok(if p <= 27 { 0 } else { (p + 1) / 2 - 2 }),
        _ => Err(format!("there is no function {name} of {} numbers", arguments.len())),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    names: &'a BTreeMap<String, i64>,
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn unread(&self) -> String {
        format!("cannot read on from `{}`", String::from_utf8_lossy(&self.text[self.at..]))
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut value = self.product()?;
        loop {
            if self.take(b'+') {
                value += self.product()?;
            } else if self.take(b'-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut value = self.atom()?;
        loop {
            if self.take(b'*') {
                value *= self.atom()?;
            } else if self.take(b'/') {
                let by = self.atom()?;
                if by == 0 || value % by != 0 {
                    return Err(format!("{value} / {by} is no whole number"));
                }
                value /= by;
            } else {
                return Ok(value);
            }
        }
    }

    fn atom(&mut self) -> Result<i64, String> {
        if self.take(b'(') {
            let value = self.sum()?;
            return if self.take(b')') { Ok(value) } else { Err(self.unread()) };
        }
        self.peek();
        let rest = &self.text[self.at..];
        let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let word = String::from_utf8_lossy(&rest[..len]).into_owned();
        if word.is_empty() {
            return Err(self.unread());
        }
        self.at += len;
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return word.parse().map_err(|_| format!("{word} is too large"));
        }
        if !self.take(b'(') {
            return self.names.get(&word).copied().ok_or_else(|| format!("{word} is not defined"));
        }
        let mut arguments = vec![self.sum()?];
        while self.take(b',') {
            arguments.push(self.sum()?);
        }
        if self.take(b')') { call(&word, &arguments) } else { Err(self.unread()) }
    }
}
