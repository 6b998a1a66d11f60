//! Which words may be used, on the command line: relatives, banned words, levels, and words of earlier puzzles.

use crate::apart::letters;
use crate::common::desk::Desk;
use cwsat::publish::clues::built_in::BuiltIn;
use itertools::Itertools;
use std::collections::BTreeSet;

#[test]
fn relatives_are_kept_apart_by_default() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.....\n");
    desk.put("w.txt", "ROSE\nROSEN\n");
    let run = |args: &str| desk.cwsat(args);
    let (code, _, said) = run("solve t.txt -w w.txt");
    assert!(code == 1 && said.contains("(--no-apart lets them meet)"), "{said}");
    let (code, said, _) = run("explain t.txt -w w.txt");
    assert!(code == 1 && said.contains("nor two words of one family (--no-apart lets them meet)"), "{said}");
    assert_eq!(run("encode t.txt -w w.txt -o f.cnf --map f.map").0, 0);
    assert!(std::fs::read_to_string(desk.path("f.map")).unwrap().contains("present(ROSE)"));
    let (code, answer, _) = run("solve t.txt -w w.txt --no-apart");
    assert!(code == 0 && answer.starts_with("ROSE#ROSEN"), "{answer}");
    assert_eq!(run("explain t.txt -w w.txt --no-apart").0, 0);
    desk.put("a.txt", &answer);
    assert_eq!(run("check a.txt").0, 0, "it is no rule of the kind");
    let (code, said, _) = run("check a.txt --apart");
    assert!(code == 1 && said.contains("ROSEN is a relative of ROSE"), "{said}");
    // An editor who asks for both gets both.
    let (code, answer, _) = run("solve t.txt -w w.txt --must ROSE,ROSEN");
    assert!(code == 0 && answer.starts_with("ROSE#ROSEN"), "{answer}");
    desk.put("w.txt", "ROSE\nROSEN\nTULPE\n");
    let (code, answer, _) = run("solve t.txt -w w.txt");
    assert!(code == 0 && answer.starts_with("ROSE#TULPE"), "{answer}");
}

#[test]
fn a_puzzle_of_built_in_words_has_no_relatives() {
    let desk = Desk::new();
    for seed in ["1", "2"] {
        let args = ["make", "arrowword", "10x10", "--seed", seed, "-o", "p.cwg"];
        let (code, _, said) = desk.cwsat_with(&args);
        assert_eq!(code, 0, "{said}");
        let (code, said, _) = desk.cwsat_with(&["check", "p.cwg", "--apart", "--words", "embedded"]);
        assert_eq!(code, 0, "{said}");
    }
}

/// Words of one family are those of one language in every command.
#[test]
fn every_command_knows_the_families_of_a_language() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.......\n");
    desk.put("a.txt", "RUNS#RUNNING\n");
    desk.put("w.txt", "RUNS\nRUNNING\n");
    let encoded = |flags: &str| {
        assert_eq!(desk.cwsat(format!("encode t.txt -w w.txt -o f.cnf {flags}").trim_end()).0, 0);
        desk.cwsat("sat f.cnf").0
    };
    for (flags, refused, model) in [("--language en", 1, 1), ("", 0, 0)] {
        assert_eq!(desk.cwsat(format!("solve t.txt -w w.txt {flags}").trim_end()).0, refused);
        assert_eq!(desk.cwsat(format!("explain t.txt -w w.txt {flags}").trim_end()).0, refused);
        assert_eq!(desk.cwsat(format!("check a.txt --words w.txt --apart {flags}").trim_end()).0, refused);
        assert_eq!(encoded(flags), model, "{flags}");
    }
    let (code, _, said) = desk.cwsat("explain a.txt --as crisscross --language en");
    assert!(code == 2 && said.contains("--language"), "{said}");
}

#[test]
fn what_is_banned_is_left_out() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.....\n");
    desk.put("w.txt", "HAUS;90\nBAUM;40\nTULPE;80\nASTER;70\n");
    desk.put("ban.txt", "# not these\n*LPE;whatever\nHaus\n");
    let run = |args: &str| desk.cwsat(args);
    let first = |args: &str| {
        let (code, answer, said) = run(args);
        assert_eq!(code, 0, "{said}");
        answer.lines().next().unwrap().to_owned()
    };
    assert_eq!(first("solve t.txt -w w.txt --ban ban.txt"), "BAUM#ASTER");
    assert_eq!(first("solve t.txt -w w.txt --ban h?us,*r"), "BAUM#TULPE");
    assert_eq!(first("solve t.txt -w w.txt --ban baum --min-score 75"), "HAUS#TULPE");
    let (_, _, said) = run("solve t.txt -w w.txt --ban *u*");
    assert!(said.contains("--ban leaves out 3 words"), "{said}");
    for (args, code, expected) in [
        ("--ban nothing.txt", 2, "nothing.txt: "),
        ("--ban A2*", 2, "A2*"),
        // No puzzle is as these ask.
        ("--ban *U* --ban *A*", 1, "--ban leaves no word"),
        ("--min-score 95", 1, "--min-score leaves no word"),
        (
            "--ban TULPE --must TULPE",
            1,
            "--ban leaves out TULPE, which is among the words that are asked for",
        ),
        ("--ban TULPE --theme TULPE,ROSE --theme-at-least 2", 1, "--ban leaves out TULPE"),
        ("--ban TULPE --theme TULPE,ROSE", 2, "--ban leaves out TULPE"),
        ("--ban TULPE --wish TULPE", 2, "--ban leaves out TULPE"),
        ("--level 7", 2, "1 to 5, or easy, medium or hard"),
    ] {
        for command in ["solve", "encode", "explain", "count"] {
            if matches!(command, "explain" | "count") && args.contains("--wish") {
                continue;
            }
            let (ended, _, said) = run(&format!("{command} t.txt -w w.txt {args}"));
            assert!(ended == code && said.contains(expected), "{command} {args}: {ended}, {said}");
        }
    }
    // Of many words that are left out, a few that are in the way are named.
    desk.put("used.txt", "TULPE\nASTER\nNELKE\n");
    let (code, _, said) = run("solve t.txt -w w.txt --no-repeat used.txt");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("(--no-repeat, --register) (allowing TULPE would be enough)"), "{said}");
    let (_, said, _) = run("explain t.txt -w w.txt --no-repeat used.txt --min-score 50 --json");
    assert!(said.contains("\"words\":[\"TULPE\"]"), "{said}");
    let answer = first("solve t.txt -w w.txt --ban ban.txt");
    desk.put("a.txt", answer + "\n");
    assert_eq!(run("check a.txt --ban ban.txt --must BAUM").0, 0);
    let (code, _, said) = run("check a.txt --wish ROSE");
    assert!(code == 2 && said.contains("--wish only prefers words"), "{said}");
    desk.put("latin1.txt", b"M\xDCLL\n");
    let (code, _, said) = run("solve t.txt -w w.txt --ban latin1.txt");
    assert!(code == 2 && said.contains("Latin-1"), "{said}");
    let (code, said, _) = run("check a.txt --ban *AUM --must ROSE,ASTER");
    assert_eq!(code, 1);
    assert!(said.contains("BAUM is banned") && said.contains("ROSE is not in the puzzle"), "{said}");
    // Kinds whose words are not those of a list have nothing to choose from.
    let (code, _, said) = run("solve w.txt --as crisscross --ban *E");
    assert!(code == 2 && said.contains("--ban"), "{said}");
}

#[test]
fn a_level_limits_which_words_are_used() {
    let desk = Desk::new();
    let args =
        ["solve", "--as", "template", "--size", "4x4", "--level", "easy", "--words", "embedded", "--json"];
    let (code, answer, said) = desk.cwsat_with(&args);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("--level leaves out"), "{said}");
    let list = cwsat::wordlist::embedded();
    let known = BuiltIn::about(&list);
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let rows: Vec<&str> =
        answer["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(rows.len(), 4, "{answer}");
    for row in rows {
        let id = list.find(&letters(row)).unwrap_or_else(|| panic!("{row}"));
        assert!(known.level(id).is_some_and(|level| level <= 2), "{row}");
    }
}

#[test]
fn the_letters_of_a_solution_word_are_in_the_puzzle() {
    let desk = Desk::new();
    for (kind, word) in [("arrowword", "QUIZ"), ("arrowword", "Frohes Fest"), ("crossword", "JAHR")] {
        let args = ["make", kind, "9x9", "--solution-word", word, "--seed", "4", "-o", "p.json", "--json"];
        let (code, summary, said) = desk.cwsat_unhurried_with(&args);
        assert_eq!(code, 0, "{said}");
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
        let folded: String = word.to_uppercase().split(' ').collect();
        assert_eq!(summary["solution_word"]["letters"], folded.as_str(), "{summary}");
        assert_eq!(summary["own_words"], serde_json::Value::Null, "no word was asked for");
        let document = std::fs::read_to_string(desk.path("p.json")).unwrap();
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        let fields: Vec<(i64, i64)> = summary["solution_word"]["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|field| (field["row"].as_i64().unwrap(), field["column"].as_i64().unwrap()))
            .collect();
        assert_eq!(document["solution_word"].as_array().map(Vec::len), Some(fields.len()), "{document}");
        for (a, b) in fields.iter().array_combinations().map(|[a, b]| (a, b)) {
            assert!((a.0 - b.0).abs() + (a.1 - b.1).abs() > 1, "{word}: {a:?} and {b:?} are neighbours");
        }
    }
    for kind in ["arrowword", "crossword"] {
        let (code, _, said) = desk.cwsat_with(&["make", kind, "3x3", "--solution-word", "Weihnachten"]);
        assert!(code == 1 && said.contains("solution word WEIHNACHTEN"), "{kind}: {said}");
    }
    let (code, _, said) = desk.cwsat_with(&["make", "arrowword", "2x2", "--solution-word", "EI", "-t", "2s"]);
    assert!(code != 0 && said.contains("no arrangement"), "the word is not to blame: {code} {said}");
    let (code, _, said) = desk.cwsat_with(&["make", "digram", "4x4", "--solution-word", "QUIZ"]);
    assert!(code == 2 && said.contains("--solution-word is for puzzles"), "{said}");
}

/// A word that has to be repeated gets another clue, as long as there is one: with a register, and in every run with
/// several puzzles.
#[test]
fn a_word_that_comes_again_has_another_clue() {
    let desk = Desk::new();
    // A puzzle of four fields has one word, and the list has no other.
    desk.put("one.txt", "ROT|Farbe\nROT|wie Blut\nROT|nicht gruen\n");
    desk.put("before.txt", "OMA\n");
    for flags in ["", "--register used.txt", "--no-repeat before.txt"] {
        for seed in 1..=5 {
            let _ = std::fs::remove_file(desk.path("used.txt"));
            let (code, _, said) = desk.cwsat(
                format!("make arrowword 1x4 --words one.txt --count 3 --seed {seed} -o p_{{}}.json {flags}")
                    .trim_end(),
            );
            assert_eq!(code, 0, "{said}");
            let clue = |number: usize| -> String {
                let text = std::fs::read_to_string(desk.path(&format!("p_{number}.json"))).unwrap();
                let puzzle: serde_json::Value = serde_json::from_str(&text).unwrap();
                puzzle["entries"][0]["clues"][0]["text"].as_str().unwrap().to_owned()
            };
            let clues: BTreeSet<String> = (1..=3).map(clue).collect();
            assert_eq!(clues.len(), 3, "{flags}, seed {seed}: {clues:?}");
        }
    }
}

/// Returns the words of four letters or more in a grid of a file.
fn long_words(desk: &Desk, name: &str) -> BTreeSet<String> {
    let (code, said, _) = desk.cwsat_with(&["words", "--used", name, "--json"]);
    assert_eq!(code, 0, "{said}");
    let used: serde_json::Value = serde_json::from_str(&said).unwrap();
    let words = used["used"].as_array().unwrap().iter().map(|word| word["word"].as_str().unwrap().to_owned());
    words.filter(|word| word.len() > 3).collect()
}

/// Whatever is wished for together is kept by `make` as well, and judged by the words alone.
#[test]
fn puzzles_that_are_made_keep_all_wishes() {
    let desk = Desk::new();
    desk.put("before.txt", "TEER\nESEL\nRASEN\n");
    let wishes = "--must ROSE --theme TULPE,NELKE,DAHLIE --ban *ER,TOR --min-score 20 --level 4 --solution-word OST \
                  --no-repeat before.txt";
    for made in ["arrowword 8x7", "crossword 9x9", "barred 7x7"] {
        let make = format!("make {made} {wishes} --wish LILIE,MALVE --seed 1 -q -o p.json");
        let (code, _, said) = desk.cwsat_unhurried(&make);
        assert_eq!(code, 0, "{made}: {said}");
        let (code, said, _) = desk.cwsat(&format!("check p.json --words embedded --apart {wishes}"));
        assert_eq!(code, 0, "{made}: {said}");
    }
}

/// A puzzle of a level has neither words nor clues above it, which `check` judges by the document.
#[test]
fn words_and_clues_are_of_a_level() {
    let desk = Desk::new();
    let (code, _, said) = desk.cwsat("make crossword 5x5 --level 2 --count 3 -q -o p_{}.json");
    assert_eq!(code, 0, "{said}");
    for number in 1..=3 {
        let (code, said, _) = desk.cwsat(&format!("check p_{number}.json --level 2"));
        assert_eq!(code, 0, "{said}");
    }
    // The word is known to everybody, but not in each of its senses.
    desk.put("a.txt", "ACHT#\n");
    let mut codes = BTreeSet::new();
    for seed in 0..12 {
        desk.cwsat(&format!("clue a.txt --language de --seed {seed} -o a_{seed}.json"));
        let (code, said, _) = desk.cwsat(&format!("check a_{seed}.json --level 1"));
        assert!(
            code == 0 || said.contains("the clue of ACHT, `") && said.contains("and 1 is allowed"),
            "{said}"
        );
        codes.insert(code);
    }
    assert_eq!(codes, BTreeSet::from([0, 1]));
}

/// Short words may come again, but only as many as are allowed.
#[test]
fn short_words_that_come_again_have_a_budget() {
    let desk = Desk::new();
    desk.put("t.txt", "..#..#..\n");
    desk.put("w.txt", "EI;90\nAB;80\nIN;70\nOB;60\nZU;50\n");
    desk.put("used.txt", "EI\nAB\nIN\n");
    let solve =
        |more: &str| desk.cwsat(&format!("solve t.txt -w w.txt --no-repeat used.txt {more} -o a.txt"));
    for (most, expected, again) in [(3, 0, Some(1)), (1, 0, Some(1)), (0, 3, None)] {
        let (code, _, said) = solve(&format!("--repeat-short {most}"));
        assert_eq!(code, expected, "{said}");
        match again {
            Some(1) => assert!(said.contains("1 word was used before"), "{said}"),
            _ => assert!(said.contains("at most 0 of the shorter words of earlier puzzles"), "{said}"),
        }
    }
    desk.put("b.txt", "EI#AB#OB\n");
    for (most, expected) in [(2, 0), (1, 1)] {
        let (code, said, _) = desk.cwsat(&format!("check b.txt --no-repeat used.txt --repeat-short {most}"));
        assert_eq!(code, expected, "{said}");
        assert!(code == 0 || said.contains("2 words of less than four letters were used before"), "{said}");
    }
    let args = "make crossword 4x4 --no-repeat used.txt --json -q --seed 1 -o c.txt";
    let (code, said, _) = desk.cwsat(args);
    let made: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, made["used_before"].as_u64()), (0, Some(0)));
}

#[test]
fn a_series_repeats_no_long_word_even_the_next_day() {
    let desk = Desk::new();
    let make = |args: &str| {
        let (code, _, said) = desk.cwsat(&format!("make arrowword 7x11 {args}"));
        assert_eq!(code, 0, "{said}");
        said
    };
    make("--count 3 --register used.txt -o a_{}.json");
    let said = make("--register used.txt -o a_4.json --seed 9");
    assert!(said.contains("words of earlier puzzles are not used again"), "{said}");
    let words: Vec<BTreeSet<String>> =
        (1..=4).map(|number| long_words(&desk, &format!("a_{number}.json"))).collect();
    for [a, b] in words.iter().array_combinations() {
        assert!(a.is_disjoint(b) && !a.is_empty(), "{a:?} {b:?}");
    }
    // The register is a list with the clues that were used.
    let register = std::fs::read_to_string(desk.path("used.txt")).unwrap();
    assert!(words.iter().flatten().all(|word| register.contains(&format!("{word}|"))), "{register}");
    // A puzzle, or a folder of them, does the same.
    make("--no-repeat a_1.json --seed 1 -o b.json");
    assert!(long_words(&desk, "b.json").is_disjoint(&words[0]));
    std::fs::create_dir(desk.path("week")).unwrap();
    make("--no-repeat week --count 2 -o week/{}.json");
    assert!(long_words(&desk, "week/1.json").is_disjoint(&long_words(&desk, "week/2.json")));
    // Parts of the list have no word in common, even if different people make the puzzles at the same time.
    let sizes = ["arrowword 7x11", "arrowword 7x11", "crossword 5x5"];
    std::thread::scope(|scope| {
        for (part, size) in (1..).zip(sizes) {
            let desk = &desk;
            scope.spawn(move || {
                let args = format!("make {size} --threads 1 --part {part}/3 -o part_{part}.json");
                let (code, _, said) = desk.cwsat(&args);
                assert_eq!(code, 0, "{said}");
            });
        }
    });
    let parts: Vec<_> =
        (1..=sizes.len()).map(|part| long_words(&desk, &format!("part_{part}.json"))).collect();
    for [a, b] in parts.iter().array_combinations() {
        assert!(a.is_disjoint(b) && !a.is_empty(), "{a:?} {b:?}");
    }
    let (code, _, said) = desk.cwsat_with(&["make", "arrowword", "7x11", "--part", "3/2"]);
    assert!(code == 2 && said.contains("3/7"), "{said}");
    make("--seed 5 -o e.cwg");
    make("--no-repeat e.cwg --seed 5 -o f.cwg");
    assert!(long_words(&desk, "e.cwg").is_disjoint(&long_words(&desk, "f.cwg")));
    // A file that is read is not overwritten, and a file that is not a register does not become one.
    for (args, expected) in [
        ("--register used.txt -o used.txt", "used.txt"),
        ("--no-repeat e.cwg -o e.cwg", "e.cwg"),
        ("--register a_1.json -o g.cwg", "not a word list"),
    ] {
        let args = format!("make arrowword 7x11 {args}");
        let (code, _, said) = desk.cwsat(&args);
        assert!(code == 2 && said.contains(expected), "{args}: {said}");
    }
    assert_eq!(std::fs::read_to_string(desk.path("used.txt")).unwrap(), register);
    let (code, _, said) = desk.cwsat_with(&["make", "arrowword", "7x11", "--no-repeat", "nowhere.txt"]);
    assert!(code == 2 && said.contains("nowhere.txt"), "{said}");
}
