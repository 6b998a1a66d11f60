//! Lists of words from end to end: one file, in any of the forms, as words to fill with, as a source of clues, and as
//! the words of a criss-cross; and what an answer takes over from it.

use crate::common::desk::Desk;
use crate::common::patience::unhurried;
use assert_cmd::Command;
use cwsat::wordlist;
use predicates::str::contains;
use serde_json::{Value, json};
use std::path::Path;

/// The same three words with their clues, in all forms.
const FORMS: [(&str, &str); 8] = [
    ("bar", "Enkelin Mia|Tochter; von Eva\nÖl-Öl|doppelt \"fett\"\nNie|zu keiner Zeit\n"),
    (
        "tab",
        "# language: de\nEnkelin Mia\tTochter; von Eva\r\nÖl-Öl\tdoppelt \"fett\"\r\nNie\tzu keiner Zeit\r\n",
    ),
    ("semicolon", "\u{feff}Enkelin Mia;Tochter; von Eva\nÖl-Öl;doppelt \"fett\"\nNie;zu keiner Zeit\n"),
    ("scored", "Enkelin Mia;80;Tochter; von Eva\n\nÖl-Öl;20;doppelt \"fett\"\nNie;50;zu keiner Zeit\n"),
    (
        "comma",
        "Wort,Punkte,Hinweis\nEnkelin Mia,80,Tochter; von Eva\nÖl-Öl,20,\"doppelt \"\"fett\"\"\"\nNie,,zu keiner Zeit\n",
    ),
    (
        "excel",
        "Frage;Lösung;Stufe\r\n\"Tochter; von Eva\";Enkelin Mia;1\r\n\"doppelt \"\"fett\"\"\";Öl-Öl;5\r\nzu keiner Zeit;Nie;\r\n",
    ),
    (
        "table",
        "answer\tlevel\tclue\nEnkelin Mia\t1\tTochter; von Eva\nÖl-Öl\t2\tdoppelt \"fett\"\nNie\t3\tzu keiner Zeit\n",
    ),
    ("mixed", "Enkelin Mia|Tochter; von Eva\nÖl-Öl;doppelt \"fett\"\nNie\t50\tzu keiner Zeit\n"),
];

fn cwsat() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cwsat"))
}

/// Runs a command that succeeds and prints JSON.
fn json_of(arguments: &[&str], files: &[(&str, &Path)]) -> Value {
    let mut command = cwsat();
    command.args(arguments);
    for (flag, path) in files {
        command.args(Some(flag).filter(|flag| !flag.is_empty())).arg(path);
    }
    let run = command.assert().success();
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

/// Returns word, spelling and clue of each of these objects, sorted.
fn said(words: &[Value], word: &str, clue: impl Fn(&Value) -> Value) -> Vec<Value> {
    let mut said: Vec<Value> =
        words.iter().map(|entry| json!([entry[word], entry["spelling"], clue(entry)])).collect();
    said.sort_by_key(Value::to_string);
    said
}

fn expected() -> Vec<Value> {
    vec![
        json!(["ENKELINMIA", "Enkelin Mia", "Tochter; von Eva"]),
        json!(["NIE", null, "zu keiner Zeit"]),
        json!(["OELOEL", "Öl-Öl", "doppelt \"fett\""]),
    ]
}

#[test]
fn one_file_serves_as_words_as_clues_and_as_a_crisscross() {
    let desk = Desk::new();
    // One slot for each of the three words.
    let template = desk.put("t.txt", "oooooooooo\n##########\noooooo#ooo\n");
    let solved = desk.put("solved.txt", "ENKELINMIA\n##########\nOELOEL#NIE\n");
    let bare = desk.put("bare.txt", "ENKELINMIA\nOELOEL\nNIE\n");
    for (name, text) in FORMS {
        let list = desk.put(&format!("{name}.txt"), text);
        let answers = |json: Value| said(json["across"].as_array().unwrap(), "answer", |e| e["clue"].clone());
        let solve = ["solve", "--as", "template", "--json"];
        let as_words = json_of(&solve, &[("--words", &list), ("", &template)]);
        assert_eq!(answers(as_words), expected(), "{name} as words");
        let as_clues = json_of(&solve, &[("--words", &bare), ("--clues", &list), ("", &template)]);
        assert_eq!(answers(as_clues), expected(), "{name} as clues");
        let first = |entry: &Value| entry["clues"][0]["text"].clone();
        let given = json_of(&["clue"], &[("--clues", &list), ("", &solved)]);
        assert_eq!(said(given["entries"].as_array().unwrap(), "word", first), expected(), "{name} given");
        let laid = json_of(&["make", "crisscross", "--json"], &[("", &list)]);
        let words = said(laid["words"].as_array().unwrap(), "word", |entry| entry["question"].clone());
        assert_eq!(words, expected(), "{name} laid");
        // The same is true in the documents, which can be read again.
        for (kind, arguments) in [("template", &[][..]), ("crisscross", &["make", "crisscross"])] {
            let document = desk.path(&format!("{name}_{kind}.json"));
            match kind {
                "crisscross" => {
                    cwsat().args(arguments).arg(&list).arg("-o").arg(&document).assert().success();
                }
                _ => std::fs::write(&document, given.to_string()).unwrap(),
            }
            let again = json_of(&["clue"], &[("", &document)]);
            assert_eq!(
                said(again["entries"].as_array().unwrap(), "word", first),
                expected(),
                "{name} {kind}"
            );
        }
    }
}

#[test]
fn a_crossword_prints_what_its_words_are_spelled_like() {
    let desk = Desk::new();
    let (list, template) = (desk.put("w.txt", "Öl-Öl\nEi;80\n"), desk.put("t.txt", "oooooo#oo\n"));
    let solve = |flags: &[&str]| {
        let mut command = cwsat();
        command.args(["solve", "--as", "template", "--words"]).arg(&list).arg(&template).args(flags);
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    let text = solve(&[]);
    assert!(text.contains("Across: 1 Öl-Öl, 2 EI\n") && text.contains("\n1. … (6)\n"), "{text}");
    // A list without clues is not accepted as a source of clues, nor a spelling that has other letters than its word.
    cwsat().args(["clue", "--clues"]).arg(&list).arg(&template).assert().code(2);
    let wrong = desk.put(
        "wrong.json",
        r#"{"cwsat":"puzzle/1","kind":"template","rows":1,"columns":2,"grid":["EI"],
            "entries":[{"word":"EI","row":0,"column":0,"direction":"across","spelling":"Öl","clues":[]}]}"#,
    );
    cwsat().arg("clue").arg(wrong).assert().code(2).stderr(contains("entry 1 (EI): its `spelling` is `Öl`"));
}

#[test]
fn the_clues_of_a_list_come_after_those_of_sources_and_before_built_in_ones() {
    let desk = Desk::new();
    let template = desk.put("t.txt", "oooo#ooo#oo\n");
    let words =
        desk.put("w.txt", "# name: Mine\n# credit: me\nROSE|Stachlige\nROSE|Dornige\nEIS|Gefrorenes\nAU\n");
    let other = desk.put("c.txt", "EIS|kalt\n");
    for seed in 0..6 {
        let seed = seed.to_string();
        let solve = |more: &[(&str, &Path)]| {
            let mut files = vec![("--words", &*words), ("", &*template)];
            files.extend(more);
            let json = json_of(&["solve", "--as", "template", "--json", "-q", "--seed", &seed], &files);
            let clues = json["across"].as_array().unwrap().iter();
            (clues.map(|entry| entry["clue"].as_str().unwrap().to_owned()).collect::<Vec<_>>(), json)
        };
        let (clues, json) = solve(&[]);
        assert!(["Stachlige", "Dornige"].contains(&&*clues[0]), "{clues:?}");
        assert_eq!((&*clues[1], clues[2].is_empty()), ("Gefrorenes", false), "AU has a built-in clue");
        assert_eq!(json["clued_words"], 3);
        assert_eq!(solve(&[("--clues", &other)]).0[1], "kalt");
    }
}

#[test]
fn what_is_made_of_a_list_has_its_clues() {
    let desk = Desk::new();
    let words = wordlist::embedded();
    let spelled = |id| words.word(id).iter().map(|letter| letter.char()).collect::<String>();
    // Different clues, as a repeated one gives way to another good one.
    let lines = words.ids().filter(|id| id.len <= 6).enumerate();
    let lines = lines.map(|(number, id)| format!("{}|mine {number}\n", spelled(id)));
    let list = desk.put("l.txt", format!("# name: Mine\n# credit: me\n{}", lines.collect::<String>()));
    for what in [&["arrowword", "4x5"][..], &["crossword", "5x5", "--style", "british"]] {
        let made = desk.path("made.json");
        let run = unhurried(|limit| {
            let mut make = cwsat();
            make.arg("make").args(what).args(["-q", "-t", limit, "--words"]).arg(&list).arg("-o").arg(&made);
            make
        });
        run.success();
        let made: Value = serde_json::from_slice(&std::fs::read(&made).unwrap()).unwrap();
        let entries = made["entries"].as_array().unwrap();
        let is_mine = |entry: &Value| {
            let clue = &entry["clues"][0];
            clue["source"] == "Mine" && clue["text"].as_str().is_some_and(|text| text.starts_with("mine "))
        };
        assert!(entries.len() > 3 && entries.iter().all(is_mine), "{entries:?}");
        assert_eq!(made["credits"], json!(["Fragen: Mine, me"]));
    }
}

#[test]
fn two_clues_for_a_word_are_alternatives() {
    let desk = Desk::new();
    let list = desk.put("l.txt", "Rose|Stachlige\nEis|kalt\nRose|Dornige\n");
    let made = desk.path("made.json");
    cwsat().args(["make", "crisscross"]).arg(&list).arg("-o").arg(&made).assert().code(0);
    let made: Value = serde_json::from_slice(&std::fs::read(&made).unwrap()).unwrap();
    let entries = made["entries"].as_array().unwrap();
    let rose = entries.iter().find(|entry| entry["word"] == "ROSE").unwrap();
    assert_eq!(rose["clues"], json!([{"text": "Stachlige"}, {"text": "Dornige"}]));
}

#[test]
fn possessives_of_a_dictionary_are_no_words() {
    let desk = Desk::new();
    let list = desk.put("words", "abacus\nabacus's\nabacuses\nMcDonald's\n");
    cwsat().arg("words").arg(&list).assert().success().stdout(contains("3 words")).stderr(contains(
        "1 line skipped (each is the word of the line before with an 's): line 2 \"abacus's\"",
    ));
}

/// Words of another language would not be those that the flag asks for.
#[test]
fn a_language_without_an_embedded_list_needs_one() {
    let desk = Desk::new();
    desk.put("words.txt", "ROT\nTOR\nEI\nEIS\nLA\nAD\n");
    for command in [
        "make arrowword 3x3 --language fr",
        "make template 3x3 --language fr",
        "make digram 3x3 --language fr",
    ] {
        let (code, printed, told) = desk.cwsat(command);
        assert_eq!((code, &printed[..]), (2, ""), "{command}: {told}");
        assert!(told.contains("no embedded word list for the language fr"), "{command}: {told}");
    }
    let (code, _, told) = desk.cwsat("make arrowword 3x3 --language fr --words words.txt --seed 1");
    assert_eq!(code, 0, "{told}");
}

#[test]
fn a_picture_in_place_of_a_puzzle_is_called_a_binary_file() {
    let desk = Desk::new();
    desk.put("page.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR");
    for command in ["check page.png", "solve page.png", "render page.png -o page.svg"] {
        let (code, _, told) = desk.cwsat(command);
        assert_eq!(code, 2, "{command}: {told}");
        assert!(told.contains("page.png: this looks like a binary file"), "{command}: {told}");
    }
}
