//! Maps of variables, and the names of each kind of puzzle in them.
#![no_main]
use cwsat::encodings::arrowword::named::NamedVars;
use cwsat::encodings::cnf::map;
use cwsat::encodings::crisscross::{base, names as crisscross, puzzle::Puzzle};
use cwsat::encodings::digram::{names as digram, puzzle::Size};
use cwsat::encodings::numberlink::{format_q, names as numberlink};
use cwsat::encodings::template::{format, names as template};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static NUMBERLINK: LazyLock<cwsat::encodings::numberlink::Problem> = LazyLock::new(|| {
    format_q::read(include_str!("../../test_cases/numberlink/Q_5_4.txt")).expect("a problem")
});

fuzz_target!(|bytes: &[u8]| {
    let mut names = Vec::new();
    let mut named = NamedVars::new(4, 5);
    let read = map::read(bytes, |var, name| {
        if names.len() < 1000 {
            names.push(name.to_owned());
        }
        named.add(var, name)
    });
    let _ = read.map(|header| header.get("grid").map(str::to_owned));
    let all = || names.iter().map(String::as_str);
    let _ = digram::from_names(&Size::new(3, 4).expect("a size"), all());
    let _ = numberlink::from_names(&NUMBERLINK, all());
    let open = format::read("...\n.#.\n...\n").expect("a template");
    let _ = template::from_names(&open, all());
    let entries =
        base::read("ROSE\nSEE\nNEST\n", base::Style::Marked, &Default::default()).expect("words").entries;
    let _ = crisscross::from_names(&Puzzle { rows: 5, cols: 5, entries }, all());
});
