use super::*;
use crate::crisscross::format;

/// Makes a layout of lines `across|down ROW COLUMN WORD`.
fn layout(rows: usize, cols: usize, words: &[&str]) -> Layout {
    let word = |line: &&str| -> Laid {
        let parts: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse().expect("a number");
        Laid {
            word: crate::lexicon::Alphabet::Written.fold(parts[3]).expect("a word"),
            question: None,
            start: Pos::new(number(parts[1]), number(parts[2])),
            direction: if parts[0] == "across" { Direction::Across } else { Direction::Down },
        }
    };
    Layout { rows, cols, words: words.iter().map(word).collect() }
}

/// Returns the names of the rules that it breaks.
fn broken(rows: usize, cols: usize, words: &[&str]) -> Vec<&'static str> {
    check(&layout(rows, cols, words), None).iter().map(Violation::rule).collect()
}

#[test]
fn layouts_by_the_rules_break_none() {
    assert!(broken(3, 4, &["across 1 0 ROSE", "down 0 1 TON"]).is_empty());
    assert!(broken(1, 4, &["across 0 0 ROSE"]).is_empty());
    // A block: all adjacent letters have a word in common.
    assert!(broken(2, 2, &["across 0 0 AB", "across 1 0 CD", "down 0 0 AC", "down 0 1 BD"]).is_empty());
    // Corner to corner is not contact.
    assert!(broken(4, 4, &["across 0 0 AB", "down 0 1 BC", "across 1 1 CDE"]).is_empty());
}

#[test]
fn each_rule_is_seen() {
    for (words, rules) in [
        (&[][..], &["no-words"][..]),
        (&["across 0 0 A"], &["too-short"]),
        (&["across 0 3 ROSE"], &["outside"]),
        (&["down 1 0 ROSE"], &["outside"]),
        (&["across 0 0 ABA", "down 0 0 AC", "down 0 2 AC"], &["word-twice"]),
        (&["across 0 0 ROSE", "down 0 0 TON"], &["letters-disagree"]),
        (&["across 0 0 AB", "across 0 1 BC"], &["overlap", "not-set-off", "not-set-off"]),
        (&["across 0 0 AB", "down 0 2 CD"], &["not-set-off", "side-by-side", "not-connected"]),
        (&["across 0 0 AB", "across 1 1 CD"], &["side-by-side", "not-connected"]),
        (&["across 0 0 AB", "across 3 0 CD"], &["not-connected"]),
        (&["across 0 0 ABC", "down 0 0 AX", "down 0 1 BY"], &["side-by-side"]),
    ] {
        assert_eq!(broken(4, 5, words), rules, "{words:?}");
    }
}

#[test]
fn overlapping_words_are_named_with_their_direction() {
    for (words, sentence) in [
        (
            ["across 0 0 AB", "across 0 1 BC"],
            "the field at row 1, column 2 is in several words across: AB, BC",
        ),
        (["down 0 0 AB", "down 1 0 BC"], "the field at row 2, column 1 is in several words down: AB, BC"),
    ] {
        assert_eq!(check(&layout(4, 5, &words), None)[0].to_string(), sentence);
    }
}

#[test]
fn a_violation_names_the_field_it_is_about() {
    let places = |words: &[&str]| -> Vec<Option<Pos>> {
        check(&layout(4, 5, words), None).iter().map(Violation::place).collect()
    };
    let at = |row, col| Some(Pos::new(row, col));
    assert_eq!(places(&[]), [None]);
    assert_eq!(places(&["across 0 3 ROSE"]), [at(0, 3)]);
    assert_eq!(places(&["across 0 0 ABC", "down 0 0 AX", "down 0 1 BY"]), [at(1, 0)]);
    // Before the word, and after it.
    assert_eq!(places(&["across 1 1 AB", "down 0 0 ACD", "across 3 1 EF"])[..1], [at(1, 0)]);
    assert_eq!(places(&["across 0 0 AB", "down 0 2 CD"]), [at(0, 2), at(0, 1), None]);
}

#[test]
fn the_list_and_the_drawing_are_judged() {
    let text = "criss-cross 3 5\n.O..X\nROSE.\n.K...\nacross\n3 (1,0) ROSE\ndown\n1 (0,1) OAK\n";
    let read = format::read(text).unwrap();
    let rules: Vec<_> = check_drawing(&read).iter().map(Violation::rule).collect();
    assert_eq!(rules, ["drawing", "number"]);
    let sentences: Vec<String> = check_drawing(&read).iter().map(Violation::to_string).collect();
    let expected = [
        "the grid shows X at row 1, column 5, but the words say nothing",
        "ROSE has the number 3, but should have 2",
    ];
    assert_eq!(sentences, expected);
    let word = read.layout.words[0].word.clone();
    let base = [Entry { word, spelling: "Rose".to_owned(), questions: Vec::new() }];
    let violations = check(&read.layout, Some(&base));
    let rules: Vec<_> = violations.iter().map(Violation::rule).collect();
    assert_eq!(rules, ["unknown-word", "letters-disagree"]);
    assert_eq!(violations[0].to_string(), "OAK at row 1, column 2 is not in the list of words");
    assert_eq!(violations[1].place(), Some(Pos::new(1, 1)));
}
