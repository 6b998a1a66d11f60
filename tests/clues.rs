//! Clues from end to end: giving them to puzzles of every kind, keeping them, listing missing ones, filling with words
//! that have clues; and the dictionaries of Debian, if they are installed.
//!
//! The dictionaries are the packages `mythes-de`, `mythes-en-us` and `wordnet-base`. Without them: see common/tools.rs.

use crate::common::desk::Desk;
use crate::common::patience::unhurried;
use crate::common::tools::dictionary;
use assert_cmd::Command;
use cwsat::encodings::lexicon::{Letter, WordList, fold};
use cwsat::publish::clues::collection::{Avoided, Clues};
use cwsat::publish::puzzle::Language;
use cwsat::wordlist;
use predicates::str::contains;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

fn cwsat() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cwsat"))
}

/// Runs `cwsat clue` with these arguments. Returns the clues of each word in the document it writes, and its messages.
fn clue(arguments: &[&Path]) -> (HashMap<String, Vec<String>>, serde_json::Value, String) {
    let run = cwsat().arg("clue").args(arguments).assert().success();
    let output = run.get_output();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    (clues_of(&document), document, told)
}

fn clues_of(document: &serde_json::Value) -> HashMap<String, Vec<String>> {
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let clues = |entry: &serde_json::Value| {
        entry["clues"].as_array().unwrap().iter().map(|clue| text(&clue["text"])).collect()
    };
    document["entries"].as_array().unwrap().iter().map(|entry| (text(&entry["word"]), clues(entry))).collect()
}

const GRID: &str = "ROT\nO#V\nSEE\nE#R\n";
const MINE: &str = "# name: Our clues\n# licence: CC0\nROSE|Blume\nROT|Farbe der Liebe\nSEE|ein See\n";

#[test]
fn every_kind_of_puzzle_with_words_gets_clues() {
    let desk = Desk::new();
    let mine =
        desk.put("mine.txt", "EI|vom Huhn\nLEA|Jakobs Frau\nROSE|Blume\nTON|Laut\nABAC|zweimal ein A\n");
    let grid = desk.put("g.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    let (clues, document, told) = clue(&[&grid, Path::new("--clues"), &mine]);
    assert_eq!((&clues["EI"][0][..], &clues["LEA"][0][..]), ("vom Huhn", "Jakobs Frau"));
    // Two short answers that only the built-in table has.
    assert!(clues.len() == 4 && clues.values().all(|clues| !clues.is_empty()), "{clues:?}");
    assert_eq!((&document["kind"], &document["language"]), (&"arrowword".into(), &"de".into()));
    assert!(told.contains("4 of 4 words with a clue (100.0 %)") && told.contains("2 of mine.txt"), "{told}");

    let layout = desk.put(
        "c.txt",
        "criss-cross 3 5\n.T...\nROSE.\n.N...\n\nacross\n2 (1,0) ROSE\tthorny\ndown\n1 (0,1) TON\n",
    );
    let (clues, ..) = clue(&[&layout, Path::new("--clues"), &mine]);
    assert_eq!((&clues["ROSE"][0][..], &clues["TON"][0][..]), ("thorny", "Laut"), "its own question stays");

    let digrams = desk.put("d.puz", "abac..\n..abac\n");
    let (clues, ..) = clue(&[&digrams, Path::new("--clues"), &mine]);
    assert_eq!(clues["ABAC"][0], "zweimal ein A");

    let template = desk.put("t.txt", GRID);
    assert_eq!(clue(&[&template, Path::new("--clues"), &mine]).0["ROSE"][0], "Blume");
}

#[test]
fn clues_that_are_there_stay() {
    let desk = Desk::new();
    let (grid, mine, puzzle) =
        (desk.put("t.txt", GRID), desk.put("mine.txt", MINE), desk.path("puzzle.json"));
    let give = |input: &Path, source: &Path, seed: &str| {
        let run = cwsat()
            .arg("clue")
            .arg(input)
            .arg("--clues")
            .arg(source)
            .args(["--seed", seed, "-o"])
            .arg(&puzzle)
            .assert();
        let told = String::from_utf8(run.success().get_output().stderr.clone()).unwrap();
        let text = fs::read_to_string(&puzzle).unwrap();
        (clues_of(&serde_json::from_str(&text).unwrap()), text, told)
    };
    let (clues, text, told) = give(&grid, &mine, "1");
    assert_eq!((&clues["ROSE"][0][..], &clues["ROT"][0][..]), ("Blume", "Farbe der Liebe"));
    assert!(text.contains("Fragen: Our clues, CC0"), "{text}");
    assert!(told.contains("\"ein See\" contains its answer SEE"), "{told}");
    // An author's clue, with other sources and seeds: over the document, and from the grid again.
    fs::write(&puzzle, text.replace("Farbe der Liebe", "Rebensaft")).unwrap();
    let other = desk.put("other.txt", "ROSE|Dornige\nROT|Ampelzeichen\nTVER|Stadt an der Wolga\n");
    for input in [&puzzle, &grid] {
        let (clues, text, told) = give(input, &other, "2");
        assert_eq!((&clues["ROSE"][0][..], &clues["ROT"][0][..]), ("Blume", "Rebensaft"));
        assert_eq!(clues["TVER"][0], "Stadt an der Wolga", "better than the weak one of the built-in table");
        assert!(text.contains("Fragen: Our clues, CC0") && told.contains("were there before"), "{told}");
        assert!(!text.contains("Fragen: other.txt"), "a list that does not name its author");
    }
    // What an author wrote is not lost because of another puzzle, a stray comma, or an older document.
    let before = fs::read_to_string(&puzzle).unwrap();
    let refused = |input: &Path, content: &str, expected: &str| {
        fs::write(&puzzle, content).unwrap();
        cwsat().arg("clue").arg(input).arg("-o").arg(&puzzle).assert().code(2).stderr(contains(expected));
        assert_eq!(fs::read_to_string(&puzzle).unwrap(), content);
    };
    let by_author = before.replacen(",\n          \"source\": \"Our clues\"", "", 1);
    let older = desk.put("older.json", &before);
    assert_ne!(by_author, before);
    refused(&desk.put("u.txt", "ROSE\n####\n"), &by_author, "somebody wrote clues into this document");
    refused(
        &older,
        &by_author.replace("Rebensaft", "Traubensaft"),
        "somebody wrote clues into this document",
    );
    refused(&grid, &before.replacen(',', ",,", 1), "this is not a puzzle in cwsat's JSON");
    // A document wins over an older one of the same puzzle.
    fs::write(&puzzle, &before).unwrap();
    let edited = desk.put("edited.json", before.replace("Blume", "Königin der Blumen"));
    assert_eq!(give(&edited, &other, "2").0["ROSE"][0], "Königin der Blumen");
}

#[test]
fn the_list_of_missing_words_is_a_source_to_be_filled_in() {
    let desk = Desk::new();
    let (grid, todo) = (desk.put("t.txt", "QXQZ#RAIK\n#########\n"), desk.path("todo.txt"));
    let list = |expected: i32| {
        cwsat().args(["clue", "-q", "--missing"]).arg(&todo).arg(&grid).assert().code(expected)
    };
    list(0);
    let text = fs::read_to_string(&todo).unwrap();
    assert!(text.contains("\nQXQZ|\n") && text.contains("\n#RAIK|Vorname\n"), "{text}");
    // Nothing is filled in: that is not a source, and it may be overwritten.
    cwsat()
        .arg("clue")
        .arg(&grid)
        .arg("--clues")
        .arg(&todo)
        .assert()
        .code(2)
        .stderr(contains("behind each `WORD|`"));
    list(0);
    fs::write(&todo, text.replace("QXQZ|", "QXQZ|no word").replace("#RAIK|Vorname", "RAIK|Name aus Jena"))
        .unwrap();
    list(2).stderr(contains("there are clues in this file already"));
    // A wrong separator between word and clue must not lose the clue.
    fs::write(&todo, text.replace("QXQZ|", "QXQZ: no word")).unwrap();
    list(2).stderr(contains("there are clues in this file already"));
    fs::write(&todo, text.replace("QXQZ|", "QXQZ|no word").replace("#RAIK|Vorname", "RAIK|Name aus Jena"))
        .unwrap();
    let (clues, _, told) = clue(&[&grid, Path::new("--clues"), &todo]);
    assert_eq!((&clues["QXQZ"][0][..], &clues["RAIK"][0][..]), ("no word", "Name aus Jena"));
    assert!(told.contains("2 of 2 words") && !told.contains("weak"), "{told}");
}

#[test]
fn errors_say_what_to_do_and_write_nothing() {
    let desk = Desk::new();
    let grid = desk.put("t.txt", GRID);
    let refused = |arguments: &[&str], message: &str| {
        let out = desk.path("out.json");
        cwsat()
            .arg("clue")
            .arg(&grid)
            .args(arguments)
            .arg("-o")
            .arg(&out)
            .assert()
            .code(2)
            .stderr(contains(message));
        assert!(!out.exists(), "{arguments:?}");
    };
    let file = |name: &str, bytes: &[u8]| desk.put(name, bytes).display().to_string();
    refused(
        &["--clues", &file("latin.txt", b"EI|egg\nROSE|sch\xf6n\n")],
        "latin.txt, line 2: this is not UTF-8 text (byte 0xF6)",
    );
    refused(&["--clues", &file("latin2.txt", b"ROSE|sch\xf6n\n")], "iconv -f ISO-8859-1 -t UTF-8");
    refused(&["--clues", &file("koi.dat", b"KOI8-R\nrose|1\n-|Rose|x\n")], "line 1: the encoding `KOI8-R`");
    refused(&["--clues", &file("empty.txt", b"\n")], "the file is empty");
    refused(&["--clues", &file("list.txt", b"ROSE;80\n")], "no word in it has a clue yet");
    refused(&["--clues", &file("prose.txt", b"ROSE a flower\n")], "there is no clue in it");
    refused(&["--clues", "no/such/file"], "check the name of the clue source");
    refused(
        &["--clues", &desk.put("empty/readme.md", "").parent().unwrap().display().to_string()],
        "no file of clues",
    );
    refused(&["--language", "german!"], "is not a language");
    refused(
        &["--missing", &desk.path("out.json").display().to_string()],
        "the command already uses this file",
    );
    let (de, en) = (
        file("th_de.dat", b"UTF-8\nrose|1\n-|Rose|x y\n"),
        file("th_en.dat", b"UTF-8\nrose|1\n(noun)|x y\n"),
    );
    refused(&["--clues", &de, "--clues", &en], "in several languages (de, en)");
    for (name, text, message) in [
        ("open.txt", "RO.\nO#A\n", "row 1, column 1 is not filled"),
        ("open.cwg", "2\n2\n..\n..\n", "no questions yet"),
        ("broken.json", "{}", "cwsat"),
    ] {
        cwsat().arg("clue").arg(desk.put(name, text)).assert().code(2).stderr(contains(message));
    }
}

#[test]
fn only_words_with_clues_are_used_or_they_are_preferred() {
    let desk = Desk::new();
    let template = desk.put("t.txt", "ooo\n");
    let (words, clues) =
        (desk.put("w.txt", "AAB;90\nAAC;10\nAAD;50\n"), desk.put("c.txt", "AAC|the third\n"));
    let solve = |flag: &[&str]| {
        let mut command = cwsat();
        command.arg("solve").args(["--as", "template", "--json", "--words"]).arg(&words).arg(&template);
        let run = command.args(flag).assert().success();
        let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        (serde_json::from_slice::<serde_json::Value>(&run.get_output().stdout).unwrap(), told)
    };
    let source = clues.to_str().unwrap();
    assert_eq!(solve(&[]).0["rows"][0], "AAB", "the best score");
    let (json, told) = solve(&["--clues", source, "--prefer-clued"]);
    assert_eq!(
        (&json["rows"][0], &json["clued_words"], &json["word_score"]),
        (&"AAC".into(), &1.into(), &10.0.into())
    );
    assert!(told.contains("1 of 1 words with a clue (100.0 %)"), "{told}");
    let (json, told) = solve(&["--clues", source, "--only-clued"]);
    assert_eq!(json["rows"][0], "AAC");
    assert!(told.contains("1 of 3 words with a clue (33.3 %); the others are not used"), "{told}");
    let refused = |arguments: &[&str], message: &str| {
        cwsat().arg("solve").args(arguments).assert().code(2).stderr(contains(message));
    };
    let template = template.to_str().unwrap();
    let other = desk.put("o.txt", "ROSE|Blume\n");
    let (other, odd) = (other.to_str().unwrap(), desk.put("odd.txt", "QXQ\nXQX\n"));
    refused(
        &["--as", "template", template, "--words", odd.to_str().unwrap(), "--clues", other, "--only-clued"],
        "none of its words has a clue",
    );
    // Without a source the built-in clues are used.
    cwsat().args(["solve", "--as", "template", template, "--only-clued"]).assert().success();
    refused(&["--as", "digram", "--size", "3x4", "--clues", other], "not for the kind digram");
}

#[test]
fn an_arrowword_of_clued_words_alone() {
    let desk = Desk::new();
    // A clue for every second word.
    let list = wordlist::embedded();
    let spelled = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect::<String>();
    let halves: Vec<String> = list.ids().map(|id| spelled(list.word(id))).step_by(2).collect();
    let clues =
        desk.put("c.txt", halves.iter().map(|word| format!("{word}|number nil\n")).collect::<String>());
    let (grid, solved) =
        (desk.put("g.cwg", "6\n6\n......\n......\n......\n......\n......\n......\n"), desk.path("s.cwg"));
    let run = unhurried(|limit| {
        let mut command = cwsat();
        command.arg("solve").arg(&grid).args(["-t", limit, "--only-clued", "--clues"]).arg(&clues);
        command.arg("-o").arg(&solved);
        command
    });
    run.success().stderr(contains("words with a clue (100.0 %)"));
    let (clues, ..) = clue(&[&solved, Path::new("--clues"), &clues]);
    // Short answers of the built-in table count, too.
    assert!(clues.len() > 5 && clues.values().all(|clues| !clues.is_empty()), "{clues:?}");
}

#[test]
fn installed_dictionaries_have_fair_clues_for_many_words() {
    let every = |list: &WordList, step: usize| {
        WordList::new(list.ids().step_by(step).map(|id| (list.word(id).to_vec(), WordList::DEFAULT_SCORE)))
    };
    let (german, english) = (every(&wordlist::embedded(), 40), every(&wordlist::english(), 20));
    for (path, language, list, credit, least) in [
        ("/usr/share/mythes/th_de_DE_v2.dat", "de", &german, "OpenThesaurus", 0.45),
        ("/usr/share/mythes/th_en_US_v2.dat", "en", &english, "Princeton", 0.45),
        ("/usr/share/wordnet", "en", &english, "Princeton", 0.6),
    ] {
        let Some(path) = dictionary(path) else { continue };
        let language: Language = language.parse().unwrap();
        let clues = Clues::read(std::slice::from_ref(&path), list, Some(&language)).unwrap();
        let mut clued = 0;
        for id in list.ids() {
            let word = list.word(id);
            let chosen = clues.choose(word, 36, 1, &Avoided::default());
            clued += usize::from(!chosen.is_empty());
            for clue in &chosen {
                let tokens = clue.text.split(|c: char| !c.is_alphanumeric());
                let tells = tokens.filter_map(fold).any(|token| token == word);
                assert!(!tells && !clue.text.trim().is_empty(), "{word:?}: {clue:?}");
                let source = clue.source.as_deref().unwrap();
                assert!(source == "cwsat" || clues.credit(source).unwrap().contains(credit), "{clue:?}");
            }
        }
        let share = clued as f64 / list.len() as f64;
        println!("{}: {clued} of {} words", path.display(), list.len());
        assert!(share >= least, "{}: {share:.2}", path.display());
    }
}
