//! What somebody notices who uses the program for the first time: typing errors, advice that cannot be followed, facts
//! that are stated twice or not at all.

use crate::common::desk::Desk;

#[test]
fn words_that_are_not_laid_are_named_even_if_quiet() {
    let desk = Desk::new();
    desk.put("list.txt", "ROSE\nXYLOPHON\nQQQQ\n");
    for command in ["make crisscross list.txt -o x.svg -q", "solve --as crisscross list.txt -o x.txt -q"] {
        let (code, _, said) = desk.cwsat(&format!("{command} --size 4x4"));
        assert_eq!(code, 3, "{said}");
        assert!(said.contains("error: list.txt: left out: XYLOPHON: "), "{command}: {said}");
        let is_fact = |line: &str| line.starts_with("error: ") || line.starts_with("warning: ");
        assert!(said.lines().all(is_fact), "{command}: {said}");
    }
}

#[test]
fn what_is_no_seed_is_told_what_a_seed_is() {
    let desk = Desk::new();
    for command in ["solve x.cwg", "make arrowword 5x5", "render x.json", "encode x.cwg", "sat x.cnf"] {
        for seed in ["abc", "-1", "1.5"] {
            for flag in ["--seed", "-s"] {
                let (code, _, said) = desk.cwsat(&format!("{command} {flag} {seed}"));
                assert!(
                    code == 2 && said.contains("a seed is a whole number from 0 to"),
                    "{command}: {said}"
                );
            }
        }
    }
}

#[test]
fn a_negative_number_is_told_what_the_option_takes() {
    let desk = Desk::new();
    for (command, told) in [
        ("solve x.cwg --threads -1", "'-1' for '--threads <N>': a number from 1 to 256 is expected"),
        ("solve x.cwg -t -1", "'-1' for '--time-limit <TIME>': "),
        ("make arrowword 5x5 --count -2", "'-2' for '--count <N>': "),
        ("encode x.cwg --cubes -3", "'-3' for '--cubes <N>': "),
        ("words --language -1", "'-1' for '--language <"),
    ] {
        let (code, _, said) = desk.cwsat(command);
        assert!(code == 2 && said.contains(told), "{command}: {said}");
    }
    let (code, _, said) = desk.cwsat("solve -1");
    assert!(code == 2 && said.contains("unexpected argument '-1'"), "{said}");
}

#[test]
fn kinds_are_suggested_by_all_of_their_names() {
    let desk = Desk::new();
    let (code, _, said) = desk.cwsat("make arrowords 5x5");
    assert!(code == 2 && said.contains("crossword, ") && said.contains("'arrowword'"), "{said}");
    let (code, _, said) = desk.cwsat("make crosword 5x5");
    assert!(code == 2 && said.contains("'crossword'"), "{said}");
}

#[test]
fn a_file_that_is_not_there_is_no_pattern() {
    let desk = Desk::new();
    for name in ["nosuch.cwg", "nosuch.json"] {
        let (code, _, said) = desk.cwsat(&format!("words {name}"));
        assert!(code == 2 && said.contains(name) && said.contains("No such file"), "{said}");
    }
}

#[test]
fn class_sheets_are_in_the_language_of_their_words() {
    let desk = Desk::new();
    desk.put("en.txt", "APPLE|a fruit\nHOUSE|you live in it\nPEARL|in an oyster\nLEMON|sour\n");
    desk.put("de.txt", "TISCH|mit vier Beinen\nSTUHL|zum Sitzen\nLAMPE|gibt Licht\nBETT|zum Schlafen\n");
    for (list, heading, language) in
        [("en", "Across", ""), ("de", "Waagerecht", ""), ("en", "Waagerecht", "de")]
    {
        let language = if language.is_empty() { String::new() } else { format!(" --language {language}") };
        let (code, _, said) =
            desk.cwsat(&format!("make crisscross {list}.txt --versions 2 -o {list}.svg{language}"));
        assert_eq!(code, 0, "{said}");
        let page = std::fs::read_to_string(desk.path(&format!("{list}_A.svg"))).unwrap();
        assert!(page.contains(heading), "{list}{language}");
    }
}

/// `make` has no `--partial` and no `--as`.
#[test]
fn advice_can_be_followed() {
    let desk = Desk::new();
    for (args, told) in [
        ("make crossword 9x9 --island 2x2", "--island is for the kind arrowword"),
        ("make numberlink --words words.txt", "--words is not for the kind numberlink"),
    ] {
        let (code, _, said) = desk.cwsat(args);
        assert!(code == 2 && said.contains(told) && !said.contains("--as"), "{said}");
    }
    // Families do not matter if there are none, or if no word fits at all.
    desk.put("two.txt", "....#....\n");
    desk.put("q.txt", "Q....\n");
    desk.put("words.txt", "ROSE\nROSEN\nTISCH\n");
    desk.put("one.txt", "ROSE\n");
    desk.put("family.txt", "ROSE\nROSEN\n");
    desk.put("apart.txt", "....#.....\n");
    for (args, helps) in [
        ("solve q.txt --as template -w words.txt", false),
        ("solve two.txt -w one.txt", false),
        ("solve apart.txt -w family.txt", true),
        ("make arrowword 3x3 --solution-word XYLOPHONE", false),
    ] {
        let (code, _, said) = desk.cwsat(args);
        assert_eq!((code, said.contains("--no-apart")), (1, helps), "{args}: {said}");
    }
}

#[test]
fn a_warning_is_given_once_for_all_formats() {
    let desk = Desk::new();
    desk.put("list.txt", "ROSE|rot \u{1F339}\nAMSEL|schwarz\n");
    let (code, _, said) = desk.cwsat("make crisscross list.txt -o a.svg -o a.pdf -o a.html -o b.svg");
    assert_eq!(code, 0, "{said}");
    let left_out: Vec<&str> = said.lines().filter(|line| line.contains('\u{1F339}')).collect();
    assert_eq!(left_out.len(), 1, "{said}");
}

#[test]
fn clues_that_are_counted_are_printed() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.....\n");
    let (code, printed, said) = desk.cwsat("solve t.txt");
    assert!(code == 0 && said.contains(" words with a clue (100.0 %)"), "{said}");
    assert!(printed.contains("\n1. ") && !printed.contains("1. …"), "{printed}");
    // A list of one's own has no clues unless they are named.
    desk.put("words.txt", "ROSE\nTISCH\n");
    let (_, printed, said) = desk.cwsat("solve t.txt -w words.txt");
    assert!(!said.contains("with a clue") && printed.contains("1. … (4)"), "{printed}{said}");
}

#[test]
fn the_solution_word_is_below_the_turned_solution() {
    let desk = Desk::new();
    desk.put("p.txt", "ROSE\n####\nTEIL\n");
    desk.put("p.json", {
        let (code, document, said) = desk.cwsat("export p.txt --format json");
        assert_eq!(code, 0, "{said}");
        document
    });
    let (code, _, said) = desk.cwsat("render p.json --solution-word OL --upside-down -o p.svg");
    assert_eq!(code, 0, "{said}");
    let page = std::fs::read_to_string(desk.path("p.svg")).unwrap();
    assert!(page.contains("Solution word: OL"), "{page}");
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let run = |args: &str| {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
        let output = command.args(args.split(' ')).stdout(full).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for args in ["--help", "--version", "solve --help", "-h", "help", "help make"] {
        let (code, said) = run(args);
        assert!(code == 2 && said.contains("cannot write to standard output"), "{args}: {code} {said}");
    }
}
