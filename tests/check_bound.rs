//! `useful/check_bound.py`, which knows nothing of this program, judges the ceilings that `cwsat bound` claims.

use crate::common::patience::PATIENCE;
use crate::common::tools::is_installed;
use assert_cmd::Command;
use cwsat::encodings::arrowword::bound::{ceiling_of, longest_line};
use cwsat::encodings::arrowword::cwg;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns what `cwsat bound --json` says about these grids.
fn claims(grids: &[PathBuf]) -> String {
    claims_with(&[], grids)
}

/// Returns what it says about them with these flags.
fn claims_with(flags: &[&str], grids: &[PathBuf]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.args(["bound", "--json"]).args(flags).args(grids).timeout(PATIENCE);
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

/// Returns the script's exit code and what it prints.
fn judged(claims: &str) -> (i32, String) {
    judged_with(None, claims)
}

/// Returns the same if the script is given the list, too.
fn judged_with(list: Option<&Path>, claims: &str) -> (i32, String) {
    let mut command = Command::new("python3");
    command.arg(root().join("useful/check_bound.py")).args(list).write_stdin(claims).timeout(PATIENCE);
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// Returns the claims after a change, and how many there are; claims that cannot be changed in this way are left out.
fn changed(claims: &str, change: impl Fn(&mut Value) -> Option<()>) -> (String, usize) {
    let change = |line: &str| {
        let mut json: Value = serde_json::from_str(line).unwrap();
        change(&mut json).map(|()| format!("{json}\n"))
    };
    let lines: Vec<String> = claims.lines().filter_map(change).collect();
    (lines.concat(), lines.len())
}

/// Changes a number; `None` if there is none.
fn add(number: &mut Value, change: f64) -> Option<()> {
    *number = match number.as_u64() {
        Some(whole) => ((whole as f64 + change) as u64).into(),
        None => (number.as_f64()? + change).into(),
    };
    Some(())
}

/// The grids of the contest and the tests, and open ones of other sizes.
fn grids(desk: &Path) -> Vec<PathBuf> {
    let cases = fs::read_dir(root().join("test_cases")).unwrap().map(|entry| entry.unwrap().path());
    let mut grids: Vec<_> =
        cases.filter(|path| path.extension().is_some_and(|ending| ending == "cwg")).collect();
    assert!(grids.len() >= 15, "{grids:?}");
    for (rows, columns) in [(3, 3), (4, 5), (2, 10), (6, 6), (7, 7), (9, 9), (12, 13)] {
        let path = desk.join(format!("{rows}x{columns}.cwg"));
        fs::write(&path, format!("{rows}\n{columns}\n{}", (".".repeat(columns) + "\n").repeat(rows)))
            .unwrap();
        grids.push(path);
    }
    grids
}

#[test]
fn an_independent_script_finds_no_counts_above_any_ceiling() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let grids = grids(desk.path());
    let (code, told) = judged(&claims(&grids));
    assert_eq!(code, 0, "{told}");
    // The ceilings are not only high enough: some counts reach them.
    assert_eq!(told.matches("rate exactly").count(), grids.len(), "{told}");
}

#[test]
fn the_script_refuses_a_ceiling_that_is_too_low_and_another_grid() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let claims = claims(&grids(desk.path()));
    let refused = |why: &str, change: &dyn Fn(&mut Value) -> Option<()>| {
        let (changed, number) = changed(&claims, change);
        let (code, told) = judged(&changed);
        let refused = told.lines().filter(|line| line.contains("DOES NOT HOLD") && line.contains(why));
        assert_eq!((code, refused.count()), (1, number), "{told}");
        assert!(number > 15, "{number}");
    };
    refused("rate exactly", &|json| add(&mut json["by_counting"], -1e-6));
    refused("unblocked fields", &|json| add(&mut json["unblocked"], -1.0));
    // Shorter words than grid and list allow, even if the ceiling does not depend on it.
    refused("words can have more than", &|json| add(&mut json["longest"], -1.0));
    refused("words can have more than 8", &|json| {
        (json["longest"].as_u64() > Some(8)).then(|| json["longest"] = 8.into())
    });
    let (higher, number) = changed(&claims, |json| add(&mut json["by_counting"], 1e-6));
    let (code, told) = judged(&higher);
    assert_eq!((code, told.matches("nor as high").count()), (0, number), "{told}");
    // That the list has no longer words is a condition that the sentence names, unless the grid has no room for any.
    let (code, told) = judged(&claims);
    for line in told.lines() {
        let is_wide = ["100x100", "20x30", "25x25", "40x40", "island"].iter().any(|name| line.contains(name));
        assert_eq!(line.contains("if no word of the list that fits"), is_wide, "{line}");
    }
    assert_eq!(code, 0);
}

/// The most letters that a line has room for, by the script, which reads no more of the program than its rules.
#[test]
fn the_script_measures_lines_as_the_program_does() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let mut grids = Vec::new();
    for number in 0..80 {
        let (rows, columns) = (random.usize(1..5), random.usize(2..8));
        let mut field = || [".", ".", ".", ".", " ", "-", "A", "?"][random.usize(..8)];
        let rows: Vec<String> =
            (0..rows).map(|_| (0..columns).map(|_| field()).collect::<String>() + "\n").collect();
        let path = desk.path().join(format!("{number}.cwg"));
        fs::write(&path, format!("{}\n{columns}\n{}", rows.len(), rows.concat())).unwrap();
        let puzzle = cwg::read(&fs::read_to_string(&path).unwrap()).unwrap().puzzle;
        if ceiling_of(&puzzle, None).is_some() {
            grids.push((path, longest_line(&puzzle)));
        }
    }
    let list = desk.path().join("words.txt");
    fs::write(&list, list_of(&[1; 8])).unwrap();
    let paths: Vec<PathBuf> = grids.iter().map(|(path, _)| path.clone()).collect();
    let claims = claims_with(&["--words", list.to_str().unwrap()], &paths);
    let (code, told) = judged_with(Some(&list), &claims);
    assert_eq!(code, 0, "{told}");
    // One letter less is too few, unless all fields are in this line.
    let (shorter, number) = changed(&claims, |json| add(&mut json["longest"], -1.0));
    let (_, told) = judged_with(Some(&list), &shorter);
    assert_eq!(told.matches("words can have more than").count(), number, "{told}");
    let lines: BTreeSet<usize> = grids.iter().map(|(_, line)| *line).collect();
    assert!(number > 50 && lines.len() > 4, "{number} {lines:?}");
}

/// Returns a list with this many words of 2, 3, … letters.
fn list_of(numbers: &[usize]) -> String {
    let letter = |number: usize, place: u32| char::from(b'A' + (number / 26_usize.pow(place) % 26) as u8);
    let word =
        |len: usize, number: usize| (0..len as u32).map(|place| letter(number, place)).collect::<String>();
    let words =
        numbers.iter().zip(2..).flat_map(|(&n, len)| (0..n).map(move |number| word(len, number) + "\n"));
    words.collect()
}

#[test]
fn the_script_judges_the_ceilings_of_lists_as_well() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let grids = grids(desk.path());
    let grids: Vec<PathBuf> = grids.into_iter().filter(|path| path.starts_with(desk.path())).collect();
    let mut lower = 0;
    for numbers in
        [&[3, 4, 9, 10, 8, 6, 2, 4, 0, 3][..], &[0, 1, 20, 20, 0, 20], &[9, 0, 2, 3, 5, 8, 9, 9, 9, 9]]
    {
        let list = desk.path().join("words.txt");
        fs::write(&list, list_of(numbers)).unwrap();
        let claims = claims_with(&["--words", list.to_str().unwrap()], &grids);
        let (code, told) = judged(&claims);
        assert_eq!(code, 0, "{told}");
        // With the list, the script takes nothing for granted.
        let (code, with_list) = judged_with(Some(&list), &claims);
        assert!(code == 0 && !with_list.contains(", if "), "{with_list}");
        for (claim, grid) in claims.lines().zip(&grids) {
            let json: Value = serde_json::from_str(claim).unwrap();
            assert_eq!(json["with_list"]["supply"].as_array().unwrap().len(), 8, "{claim}");
            let Some(score) = json["with_list"]["counts"]["score"].as_f64() else { continue };
            if score < json["by_counting"].as_f64().unwrap() {
                let of_list = format!("{}: holds: with the words of the list, ", grid.display());
                let line = told.lines().find(|line| line.starts_with(&of_list)).unwrap();
                assert!(
                    line.contains("rate exactly") && line.contains("if the list has no more than"),
                    "{line}"
                );
                lower += 1;
            }
        }
        let refused = |change: &dyn Fn(&mut Value) -> Option<()>| {
            let (changed, number) = changed(&claims, change);
            let (_, told) = judged_with(Some(&list), &changed);
            assert_eq!(told.matches("DOES NOT HOLD").count(), number, "{told}");
        };
        refused(&|json| {
            let counting = json["by_counting"].as_f64();
            let score = &mut json["with_list"]["counts"]["score"];
            if score.as_f64()? < counting? { add(score, -1e-6) } else { None }
        });
        // Fewer words than the list has, and none of the longest.
        refused(&|json| {
            let supply = json["with_list"]["supply"].as_array_mut()?;
            add(supply.iter_mut().find(|words| words.as_u64() > Some(0))?, -1.0)
        });
        refused(&|json| add(&mut json["with_list"]["longest"], -1.0));
    }
    assert!(lower >= 10, "{lower}");
}
