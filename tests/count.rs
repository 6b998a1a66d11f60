//! `cwsat count` against plain enumeration: layouts, puzzles, fills, and what some of their variables can be.

use crate::common::desk::Desk;
use crate::common::enumeration::{Layout, Wishes, fills_where, puzzle, puzzles_where, with_questions};
use crate::common::layouts::each_layout;
use crate::common::tools::python;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::rating::Counts;
use serde_json::Value;
use std::collections::BTreeSet;

const WORDS: [&str; 8] = ["AB", "BA", "AA", "ABA", "BAB", "AAB", "BB", "BBA"];
const RULES: Wishes = Wishes { lengths: &[2, 3], ask_all: false, no_dead: false, no_clusters: false };

fn desk(rows: usize, cols: usize, given: &str) -> Desk {
    let desk = Desk::new();
    desk.put("grid.cwg", cwg::write(&puzzle(rows, cols, given)));
    desk.put("words.txt", WORDS.join("\n"));
    desk
}

/// Returns what `cwsat count` prints if it counts all.
fn count(desk: &Desk, options: &str) -> usize {
    let (code, out, said) = desk.cwsat(&format!("count grid.cwg --quiet {options}"));
    assert_eq!(code, 0, "{options}: {said}");
    out.trim().parse().unwrap()
}

#[test]
fn the_layouts_of_small_grids_are_counted_with_and_without_a_rating() {
    for (rows, cols, given) in [
        (2, 2, "****"),
        (2, 3, "******"),
        (3, 3, "*********"),
        (3, 3, "**** ****"),
        (2, 5, "**********"),
        (3, 4, "***** ******"),
        (4, 4, "****************"),
        (4, 5, "********************"),
    ] {
        let desk = desk(rows, cols, given);
        let mut scores: Vec<f64> = Vec::new();
        each_layout(rows, cols, given, |layout| scores.push(Counts::of(&with_questions(layout)).score()));
        assert_eq!(count(&desk, "--stage layout"), scores.len(), "{given}");
        scores.sort_by(f64::total_cmp);
        let Some(&middle) = scores.get(scores.len() / 2) else { continue };
        let as_good = scores.iter().filter(|&&score| score >= middle - 1e-9).count();
        assert_eq!(count(&desk, &format!("--stage layout --at-least {middle}")), as_good, "{given}");
    }
}

#[test]
fn puzzles_and_fills_are_counted_whole_or_by_their_letters() {
    let options = "--words words.txt --no-apart";
    let mut fills_seen = 0;
    for (rows, cols, given) in [(2, 3, "******"), (2, 4, "********")] {
        let desk = desk(rows, cols, given);
        let fills = |layout: &Layout| fills_where(layout, &WORDS, |_| true);
        let puzzles = puzzles_where(rows, cols, given, &RULES, fills);
        assert!(puzzles.len() > 3, "{given}");
        assert_eq!(count(&desk, options), puzzles.len(), "{given}");
        let texts: BTreeSet<&Vec<String>> = puzzles.iter().map(|(text, _)| text).collect();
        assert_eq!(count(&desk, &format!("{options} --on letter")), texts.len(), "{given}");
        assert_eq!(count(&desk, &format!("{options} --on letter,question,arrow")), puzzles.len(), "{given}");
        let marks: BTreeSet<String> = texts
            .iter()
            .map(|text| text.concat().chars().map(|c| if c == '?' { '?' } else { '.' }).collect())
            .collect();
        assert_eq!(count(&desk, &format!("{options} --on question")), marks.len(), "{given}");
        each_layout(rows, cols, given, |layout| {
            desk.put("layout.cwg", cwg::write(&with_questions(layout)));
            let (code, out, said) = desk.cwsat(&format!("count layout.cwg --quiet {options}"));
            let expected = fills(layout).len();
            // A layout with a word of a length that the list does not have is refused.
            if code == 0 || expected > 0 {
                assert_eq!(out.trim(), expected.to_string(), "{layout:?}: {said}");
                fills_seen += expected;
            }
        });
    }
    assert!(fills_seen > 10, "{fills_seen}");
}

#[test]
fn counting_stops_where_it_is_told() {
    let desk = desk(3, 3, "*********");
    let all = count(&desk, "--stage layout");
    let run = |options: &str| desk.cwsat(&format!("count grid.cwg --quiet --stage layout {options}"));
    assert_eq!(run("--at-most 5"), (3, "at least 5\n".to_owned(), String::new()));
    assert_eq!(run(&format!("--at-most {all}")).1, format!("{all}\n"));
    let (code, out, _) = run("--at-most 5 --json");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["count"], &json["is_complete"]), (3, &5.into(), &false.into()), "{json}");
    assert_eq!(json["is_estimate"], Value::from(false), "{json}");
    assert_eq!(json["on"], serde_json::json!(["question", "arrow"]));
    let (code, _, said) = run("--on letter");
    assert!(code == 2 && said.contains("--on takes question") && said.contains("`letter`"), "{said}");
    // The auxiliary variables of a layout's formula follow from the layout.
    assert_eq!(run("--on all").1, format!("{all}\n"));
}

/// Returns a command that counts with Ganak.
fn ganak() -> Option<String> {
    // This only checks that it is installed; the script is what is run.
    python("pyganak", "print(pyganak.VERSION)", std::path::Path::new(""))?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/useful/ganak.py");
    let search_path = std::env::var_os("CWSAT_PYTHON_READERS").unwrap_or_default();
    let search_path = search_path.to_str().unwrap();
    Some(format!("env 'PYTHONPATH={search_path}' python3 '{script}' {{cnf}}"))
}

/// Returns what `cwsat count` prints with this counter.
fn count_by(counter: &str, desk: &Desk, options: &str) -> String {
    let args: Vec<&str> = ["count", "grid.cwg", "--quiet", "--counter", counter]
        .into_iter()
        .chain(options.split(' '))
        .collect();
    let (code, out, said) = desk.cwsat_with(&args);
    assert_eq!(code, 0, "{options}: {said}");
    out.trim().to_owned()
}

#[test]
fn a_counter_of_others_counts_the_same() {
    let Some(counter) = ganak() else { return };
    let with_counter = |desk: &Desk, options: &str| count_by(&counter, desk, options);
    let small = desk(4, 4, "****************");
    for options in ["--stage layout", "--stage layout --on question", "--stage layout --on all"] {
        assert_eq!(with_counter(&small, options), count(&small, options).to_string(), "{options}");
    }
    assert_eq!(with_counter(&small, "--stage layout --at-least 66.7"), "0");
    // More than can be found one by one.
    let large = desk(6, 6, "************************************");
    assert_eq!(with_counter(&large, "--stage layout"), "24274815");
    let words = desk(2, 4, "********");
    let options = "--words words.txt --no-apart --on letter";
    assert_eq!(with_counter(&words, options), count(&words, options).to_string());
}

/// A row of the page on counting: a side of the square, its layouts and its sets of question fields, if they are counted there.
fn rows_of_the_page() -> Vec<(usize, String, Option<String>)> {
    let page = include_str!("../docs/encodings/counting.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let of_row = |row: &str| {
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().replace(',', "")).collect();
        let (rows, cols) = cells[0].split_once('x')?;
        let sets = cells.get(2).filter(|sets| !sets.is_empty()).cloned();
        (rows == cols).then_some((rows.parse().ok()?, cells[1].clone(), sets))
    };
    rows.filter_map(of_row).collect()
}

fn square(side: usize) -> Desk {
    desk(side, side, &"*".repeat(side * side))
}

#[test]
fn the_counts_on_the_page_are_those_of_the_counter() {
    let rows = rows_of_the_page();
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8]);
    let Some(counter) = ganak() else { return };
    for (side, layouts, sets) in rows.into_iter().filter(|row| row.0 <= 5) {
        let desk = square(side);
        let counted = |options: &str| count_by(&counter, &desk, options);
        assert_eq!(counted("--stage layout"), layouts, "{side}");
        assert_eq!(Some(counted("--stage layout --on question")), sets, "{side}");
    }
    let page = include_str!("../docs/encodings/counting.md").replace('\n', " ");
    for (rows, cols, layouts) in
        [(3, 4, "130"), (3, 5, "428"), (3, 6, "2,469"), (4, 5, "5,299"), (4, 6, "48,575")]
    {
        let desk = desk(rows, cols, &"*".repeat(rows * cols));
        let counted = count_by(&counter, &desk, "--stage layout");
        assert_eq!(counted, layouts.replace(',', ""), "{rows}x{cols}");
        let said = [format!("{layouts} of {rows}x{cols}"), format!("{layouts} layouts of {rows}x{cols}")];
        assert!(said.iter().any(|said| page.contains(said)), "{said:?}");
    }
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn the_counts_of_large_grids_on_the_page_at_length() {
    let rows = rows_of_the_page();
    // Those of 5x5 one after the other, and the best ones, which `cwsat check` rates at 64.647636.
    let five = square(5);
    assert_eq!(count(&five, "--stage layout").to_string(), rows[3].1);
    assert_eq!(count(&five, "--stage layout --at-least 64.6476"), 6);
    assert_eq!(count(&five, "--stage layout --at-least 64.6477"), 0);
    let Some(counter) = ganak() else { return };
    for (side, layouts, sets) in rows.into_iter().filter(|row| row.0 > 5) {
        let desk = square(side);
        assert_eq!(count_by(&counter, &desk, "--stage layout"), layouts, "{side}");
        if let Some(sets) = sets {
            assert_eq!(count_by(&counter, &desk, "--stage layout --on question"), sets, "{side}");
        }
    }
}

#[test]
fn the_diagram_of_the_page_has_the_fills_of_a_square_for_its_paths() {
    let text = include_str!("../useful/english.txt");
    let words: Vec<&str> =
        text.lines().filter_map(|line| line.split(';').next()).filter(|word| word.len() == 3).collect();
    let place = Desk::new();
    let list = place.put("list.txt", words.join("\n"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/useful/diagram.py");
    let output = std::process::Command::new("python3").arg(script).arg(list).arg("3").output();
    let told = String::from_utf8(output.unwrap().stdout).unwrap();
    let numbers: Vec<&str> =
        told.lines().skip(1).flat_map(|line| line.split(' ').skip(2).step_by(2).take(2)).collect();
    let page = include_str!("../docs/encodings/counting.md").replace('\n', " ");
    let [one, ways_to_one, two, ways_to_two, last, fills] = numbers[..] else { panic!("{told}") };
    let with_point =
        |number: &str| format!("{},{}", &number[..number.len() - 3], &number[number.len() - 3..]);
    let said = format!(
        "{one} and {} states, and {ways_to_one} and {} ways",
        with_point(two),
        with_point(ways_to_two)
    );
    assert!(last == "1" && page.contains(&said), "{said}");
    // Plain enumeration: words for the rows, and then the columns have to be words.
    let is_word: std::collections::HashSet<&str> = words.iter().copied().collect();
    let column =
        |rows: [&str; 3], at: usize| rows.map(|row| row.as_bytes()[at] as char).iter().collect::<String>();
    let beginnings: std::collections::HashSet<&str> = words.iter().map(|word| &word[..2]).collect();
    let mut all = 0;
    for &first in &words {
        for &second in &words {
            let begins = |at: usize| beginnings.contains(&column([first, second, first], at)[..2]);
            if (0..3).all(begins) {
                let is_last =
                    |third: &&&str| (0..3).all(|at| is_word.contains(&*column([first, second, **third], at)));
                all += words.iter().filter(is_last).count();
            }
        }
    }
    assert_eq!(fills, all.to_string());
}

#[test]
fn a_counter_that_gives_no_count_is_named() {
    let desk = desk(3, 3, "*********");
    let run = |counter: &str| {
        desk.cwsat_with(&["count", "grid.cwg", "--stage", "layout", "--quiet", "--counter", counter])
    };
    let (code, out, said) =
        run("sh -c 'grep -q \"^c p show 1 2 \" {cnf} && echo c s exact arb int 12345678901234567890123'");
    assert_eq!((code, out.as_str()), (0, "12345678901234567890123\n"), "{said}");
    let (code, out, _) = run("sh -c 'echo c s approx arb int 28'");
    assert_eq!((code, out.as_str()), (3, "about 28\n"));
    let (code, _, said) = run("sh -c true");
    assert!(
        code == 2 && said.contains("the counter `sh -c true` ended") && said.contains("without a count"),
        "{said}"
    );
    let (code, _, said) = run("no-such-counter {cnf}");
    assert!(code == 2 && said.contains("cannot be started"), "{said}");
    let args = ["count", "grid.cwg", "--stage", "layout", "--json", "--counter", "sh -c 'echo s mc 7'"];
    let json: Value = serde_json::from_str(&desk.cwsat_with(&args).1).unwrap();
    let sure =
        |json: &Value| (json["count"].clone(), json["is_complete"].clone(), json["is_estimate"].clone());
    assert_eq!(sure(&json), (7.into(), true.into(), false.into()), "{json}");
    let args = [&args[..6], &["sh -c 'echo c s approx arb int 28'"]].concat();
    let json: Value = serde_json::from_str(&desk.cwsat_with(&args).1).unwrap();
    assert_eq!(sure(&json), (28.into(), false.into(), true.into()), "{json}");
}
