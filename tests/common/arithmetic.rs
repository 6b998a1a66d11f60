//! The arithmetic of the size tables on the pages about the encodings: whole numbers, names, `+ - * /`, brackets and
//! functions. The tests evaluate the text of the pages themselves, and sixty lines are less than a dependency. A
//! division with a remainder is an error and is not rounded.

use std::collections::BTreeMap;

/// Returns the value of an expression; the error says what cannot be parsed.
pub fn evaluate(text: &str, names: &BTreeMap<String, i64>) -> Result<i64, String> {
    let mut parser = Parser { text: text.as_bytes(), at: 0, names };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(parser.unread()),
    }
}

/// Returns the functions that an expression may call, as the pages define them.
fn call(name: &str, arguments: &[i64]) -> Result<i64, String> {
    match (name, arguments) {
        ("max", &[a, b]) => Ok(a.max(b)),
        ("min", &[a, b]) => Ok(a.min(b)),
        // Pairs (start, length) in a line of k fields, lengths up to m.
        ("T", &[k, m]) => Ok((1..=k).map(|i| i.min(m)).sum()),
        // Clauses and auxiliary variables of "at most one of p".
        ("amo", &[p]) => Ok(if p <= 27 { p * (p - 1) / 2 } else { 3 * p - 6 }),
        ("aux", &[p]) => Ok(if p <= 27 { 0 } else { (p + 1) / 2 - 2 }),
        // A totalizer that counts n inputs up to k: variables; clauses and literals of the direction "output ->
        // sum" (low) and of "sum -> output" (up).
        ("tot", &[n, k]) => Ok(totalizer(n, k).variables),
        ("low", &[n, k]) => Ok(totalizer(n, k).low.0),
        ("lowl", &[n, k]) => Ok(totalizer(n, k).low.1),
        ("up", &[n, k]) => Ok(totalizer(n, k).up.0),
        ("upl", &[n, k]) => Ok(totalizer(n, k).up.1),
        _ => Err(format!("there is no function {name} with {} arguments", arguments.len())),
    }
}

/// The size of a totalizer, a balanced tree in which nodes count the leaves below them up to k.
#[derive(Default)]
struct Totalizer {
    outputs: i64,
    variables: i64,
    /// Clauses and literals.
    low: (i64, i64),
    up: (i64, i64),
}

fn totalizer(n: i64, k: i64) -> Totalizer {
    if n <= 1 || k == 0 {
        return Totalizer { outputs: n.min(k), ..Totalizer::default() };
    }
    let (a, b) = (totalizer(n / 2, k), totalizer(n - n / 2, k));
    let outputs = (a.outputs + b.outputs).min(k);
    let mut whole = Totalizer {
        outputs,
        variables: a.variables + b.variables + outputs,
        low: (a.low.0 + b.low.0, a.low.1 + b.low.1),
        up: (a.up.0 + b.up.0, a.up.1 + b.up.1),
    };
    for (i, j) in (0..=a.outputs).flat_map(|i| (0..=b.outputs).map(move |j| (i, j))) {
        // i or more on the left and j or more on the right are i + j or more.
        if (1..=outputs).contains(&(i + j)) {
            whole.up.0 += 1;
            whole.up.1 += 1 + i64::from(i > 0) + i64::from(j > 0);
        }
        // Output i + j + 1 needs more than i on the left or more than j on the right.
        if i + j < outputs {
            whole.low.0 += 1;
            whole.low.1 += 1 + i64::from(i < a.outputs) + i64::from(j < b.outputs);
        }
    }
    whole
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
        format!("cannot parse from `{}` on", String::from_utf8_lossy(&self.text[self.at..]))
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
                    return Err(format!("{value} / {by} is not a whole number"));
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
