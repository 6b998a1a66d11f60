//! The tables of sizes on the pages about the encodings: under the heading "Sizes", the first column names families of
//! variables or of clauses (or shorthands that the other tables use), the other columns have expressions in backticks.

use crate::common::arithmetic::evaluate;
use cwsat::encodings::cnf::Formula;
use std::collections::BTreeMap;
use std::fs;

pub type Counts = BTreeMap<String, i64>;

pub struct Table {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|cell| cell == name)
    }
}

pub fn page(name: &str) -> String {
    let path = format!("{}/docs/encodings/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the tables under the heading "Sizes", cells without backticks.
pub fn size_tables(page: &str) -> Vec<Table> {
    let section = page.split("\n## ").find(|section| section.starts_with("Sizes\n")).expect("## Sizes");
    let mut tables: Vec<Table> = Vec::new();
    let mut inside = false;
    for line in section.lines() {
        let Some(row) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            inside = false;
            continue;
        };
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().replace('`', "")).collect();
        if cells.iter().all(|cell| cell.chars().all(|c| c == '-')) {
            continue;
        }
        match inside {
            true => tables.last_mut().unwrap().rows.push(cells),
            false => tables.push(Table { header: cells, rows: vec![] }),
        }
        inside = true;
    }
    tables
}

pub fn value(text: &str, names: &Counts) -> i64 {
    evaluate(text, names).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// Evaluates one column of a table; the names of a row are known to the following rows (and tables).
pub fn read_column(table: &Table, column: usize, names: &mut Counts) -> Counts {
    let mut counts = Counts::new();
    for row in &table.rows {
        let count = value(&row[column], names);
        names.insert(row[0].clone(), count);
        *counts.entry(row[0].clone()).or_default() += count;
    }
    counts
}

/// The sizes that the pages state for a formula: variables by family; clauses and literals by label.
#[derive(Debug, Default, PartialEq)]
pub struct Sizes {
    pub variables: Counts,
    pub clauses: Counts,
    pub literals: Counts,
}

impl Sizes {
    pub fn of(formula: &Formula) -> Self {
        let mut sizes = Self::default();
        for (id, family) in formula.names().families() {
            let count: usize = formula.names().ranges(id).iter().map(|(from, to)| to - from).sum();
            sizes.variables.insert(family.name().to_owned(), count as i64);
        }
        for family in formula.clause_families() {
            sizes.clauses.insert(family.name.to_owned(), family.clauses as i64);
            sizes.literals.insert(family.name.to_owned(), family.literals as i64);
        }
        sizes.without_zeros()
    }

    pub fn without_zeros(mut self) -> Self {
        for counts in [&mut self.variables, &mut self.clauses, &mut self.literals] {
            counts.retain(|_, count| *count != 0);
        }
        self
    }

    pub fn add(&mut self, table: &Table, column: Option<usize>, names: &mut Counts, literals: bool) {
        let column = column.unwrap_or_else(|| panic!("the table of {:?} lacks a column", table.header));
        let before = names.clone();
        let counts = read_column(table, column, names);
        if literals {
            *names = before; // numbers of literals are not names for later rows
        }
        let target = match (table.header[0].starts_with("variables"), literals) {
            (true, _) => &mut self.variables,
            (false, false) => &mut self.clauses,
            (false, true) => &mut self.literals,
        };
        for (name, count) in counts {
            *target.entry(name).or_default() += count;
        }
    }
}

/// Adds the sizes from the tables with a first heading that ends in `about`, from this column and from that of its
/// literals. Shorthands become names.
pub fn add_tables(sizes: &mut Sizes, tables: &[Table], about: &str, column: &str, names: &mut Counts) {
    let about_it = |table: &&Table| match table.header[0].split_once(", ") {
        Some((_, rest)) => rest == about,
        None => about.is_empty(),
    };
    for table in tables.iter().filter(about_it) {
        match table.header[0].split(", ").next() {
            Some("shorthand") => drop(read_column(table, 1, names)),
            Some("variables") => sizes.add(table, table.column(column), names, false),
            Some("clauses") => {
                sizes.add(table, table.column(column), names, false);
                sizes.add(table, table.column(&format!("literals, {column}")), names, true);
            }
            _ => {}
        }
    }
}
