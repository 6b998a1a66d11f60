//! Own words on the command line: what a puzzle must have, what cannot be, and what formulas have of them.

use crate::common::desk::Desk;
use crate::solve::open;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn an_arrowword_has_every_word_that_it_must() {
    let desk = Desk::new();
    desk.put("open.cwg", open(8, 9));
    desk.put("own.txt", "Rose|Omas Liebling\nTULPE;99\nASTER\n");
    let (code, answer, said) =
        desk.cwsat_unhurried("make arrowword 8x9 --must own.txt --json -q -o made.json");
    assert_eq!(code, 0, "{said}");
    let answer = json(&answer);
    assert_eq!(answer["own_words"]["placed"], serde_json::json!(["ASTER", "ROSE", "TULPE"]));
    assert_eq!(answer["own_words"]["missing"], serde_json::json!([]));
    desk.put("solved.cwg", answer["cwg"].as_str().unwrap());
    let document = std::fs::read_to_string(desk.path("made.json")).unwrap();
    assert!(document.contains("Omas Liebling"), "the clue of the list is used");
    assert_eq!(desk.cwsat("check solved.cwg --against open.cwg").0, 0);
}

#[test]
fn a_crossword_has_the_words_that_it_must_and_those_of_a_theme() {
    let desk = Desk::new();
    desk.put("t.txt", ".....\n.#.#.\n.....\n.#.#.\n.....\n");
    let (code, answer, said) = desk.cwsat(
        "solve --as crossword t.txt --must TULPE --theme ASTER,LILIE,MALVE --theme-at-least 1 --json -q",
    );
    assert_eq!(code, 0, "{said}");
    let answer = json(&answer);
    let placed: Vec<&str> =
        answer["own_words"]["placed"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(placed.contains(&"TULPE") && placed.len() >= 2, "{placed:?}");
    let answers: Vec<&str> = ["across", "down"]
        .iter()
        .flat_map(|direction| answer[direction].as_array().unwrap())
        .filter_map(|entry| entry["answer"].as_str())
        .collect();
    assert!(placed.iter().all(|word| answers.contains(word)), "{answers:?}");
}

#[test]
fn what_cannot_be_is_said_at_once() {
    let desk = Desk::new();
    desk.put("open.cwg", open(5, 5));
    let fails = |args: &[&str], code: i32, text: &str| {
        let (found, _, told) = desk.cwsat_with(args);
        assert_eq!(found, code, "{args:?}: {told}");
        assert!(told.contains(text), "{told}");
    };
    let must = |words| ["solve", "open.cwg", "--must", words];
    fails(
        &must("DAMPFSCHIFF"),
        1,
        "DAMPFSCHIFF has no place in this grid, where words have at most 5 letters",
    );
    fails(
        &must("TULPE,ASTER,ROSEN,LILIE,NELKE,DAHLIE,MALVE,KRESSE,VIOLA"),
        1,
        "at most 5 letters; leave them out",
    );
    fails(
        &must("TULPE,ASTER,ROSEN,LILIE,NELKE,MALVE,VIOLA,KRAUT,STAUB,BLATT"),
        1,
        "together (any fewer of them have room)",
    );
    fails(&["solve", "open.cwg", "--theme", "ROSE,TULPE", "--theme-at-least", "3"], 2, "only 2 words");
    // Where a template has no slot for a word, or too few, that is all that is said.
    desk.put("row.txt", "....#.....\n");
    let refused = "row.txt: the template cannot be filled as asked, proven; the wish";
    fails(
        &["solve", "row.txt", "--must", "FELUKE"],
        1,
        &format!(
            "{refused} that cannot be kept is that FELUKE is in the puzzle (6 letters); no slot has 6 letters; the words of --must have to be in it\n"
        ),
    );
    fails(
        &["solve", "row.txt", "--must", "ROSE,HAUS,TULPE"],
        1,
        &format!(
            "{refused}es that exclude each other (any fewer can be kept) are that HAUS is in the puzzle (4 letters), and \
             ROSE is in the puzzle (4 letters); only 1 slot has 4 letters; the words of --must have to be in it\n"
        ),
    );
    let (code, said, _) = desk.cwsat("explain row.txt --theme ROSE,HAUS,BAUM --theme-at-least 2");
    assert!(code == 1 && said.contains("2 of the words BAUM, HAUS, ROSE are in the puzzle"), "{said}");
    fails(&["solve", "--as", "digram", "4x4", "--must", "ROSE"], 2, "--must");
    fails(&must("nowhere.txt"), 2, "nowhere.txt");
    for (kind, size) in [("crossword", "7x7"), ("barred", "9x9")] {
        let most = &size[..1];
        fails(
            &["make", kind, size, "--must", "DONAUDAMPFSCHIFF,ROSE"],
            1,
            &format!("no line of {most} fields has room for DONAUDAMPFSCHIFF; leave out"),
        );
    }
    fails(
        &["make", "crossword", "4x4", "--must", "ROSE,HAUS,BAUM,WALD,TURM,LAUB,MOOS,GRAS,FELD"],
        1,
        "room for at most 8 words of 4 letters; leave some out",
    );
    // Blocks are laid so that every own word has a slot of its length.
    let words = "ROSE,TULPE,ASTER,NELKE,GARTEN,RASEN";
    let (code, _, said) = desk.cwsat(&format!("make crossword 11x11 --must {words} --seed 1 -q -o m.txt"));
    assert_eq!(code, 0, "{said}");
    assert_eq!(desk.cwsat(&format!("check m.txt --must {words}")).0, 0);
    fails(&["solve", "open.cwg", "--wish-first"], 2, "--wish");
    desk.put("t.txt", "....#.....\n");
    for args in [&["make", "crossword", "5x5"][..], &["solve", "t.txt"], &["encode", "t.txt"]] {
        let flags = ["--wish", "ROSE", "--wish-first"];
        fails(&[args, &flags].concat(), 2, "a crossword has no rating that own words could lower");
    }
}

/// Formulas with own words and bans, solved by the embedded solver as a program of its own, and decoded.
#[test]
fn formulas_have_the_own_words_and_no_banned_ones() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.....\n");
    desk.put("w.txt", "ROSE\nHAUS\nTULPE\nASTER\n");
    let run = |args: &str| desk.cwsat(args);
    for flags in ["--must ASTER", "--must FELUKE,ASTER", "--ban TULPE", "--theme ASTER,QXQ --ban HAUS"] {
        let (code, _, said) = run(&format!("encode t.txt -w w.txt {flags} -o f.cnf"));
        assert_eq!(code, 0, "{said}");
        let (code, model, _) = run("sat f.cnf");
        desk.put("f.out", &model);
        let (decoded, answer, said) =
            run(&format!("decode t.txt -w w.txt {flags} --map f.cnf --model f.out"));
        if flags.contains("FELUKE") {
            assert_eq!((code, decoded), (1, 1), "there is no place for six letters: {said}");
            continue;
        }
        assert_eq!((code, decoded), (0, 0), "{said}");
        assert!(answer.contains("#ASTER\n"), "{flags}: {answer}");
        assert!(!flags.contains("HAUS") || answer.starts_with("ROSE"), "{answer}");
        // The same words are needed to read the map; own words that the list has change nothing.
        let (code, _, said) = run("decode t.txt -w w.txt --ban ROSE --map f.cnf --model f.out");
        let is_whole = !flags.contains("--ban");
        assert!(is_whole || code == 2 && said.contains("or with other flags that choose words"), "{said}");
    }
    let (code, _, said) = run("encode t.txt -w w.txt --wish ASTER --format wcnf");
    assert!(code == 0, "{said}");
    let (code, _, said) = run("encode w.txt --as crisscross --must ASTER");
    assert!(code == 2 && said.contains("--must is for puzzles"), "{said}");
}
