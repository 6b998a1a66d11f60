use super::*;
use proptest::prelude::*;

/// Returns `WORD/spelling/score/clue` for each entry, and the line number and reason of each line that was skipped.
fn read(text: &str) -> (Vec<String>, Vec<(usize, SkipReason)>) {
    let list = read_entries(text, Style::Marked);
    let skipped = list.skipped.iter().map(|skipped| (skipped.line, skipped.reason)).collect();
    (list.entries.iter().map(shown).collect(), skipped)
}

fn shown(entry: &Entry<'_>) -> String {
    let letters: String = entry.letters.iter().map(|letter| letter.char()).collect();
    let score = entry.score.map_or("-".to_owned(), |score| score.to_string());
    format!("{letters}/{}/{score}/{}", entry.spelling, entry.clue.as_deref().unwrap_or("-"))
}

#[test]
fn every_form_says_what_it_says() {
    for (text, expected) in [
        // Words and scores.
        ("ROSE", "ROSE/ROSE/-/-"),
        (" rose ", "ROSE/rose/-/-"),
        ("ROSE # a flower", "ROSE/ROSE/-/-"),
        ("ROSE;80", "ROSE/ROSE/80/-"),
        ("ROSE\t80", "ROSE/ROSE/80/-"),
        ("ROSE ; 12.5 # a flower", "ROSE/ROSE/12.5/-"),
        ("ROSE;1000000", "ROSE/ROSE/1000000/-"),
        ("ROSE;-0", "ROSE/ROSE/0/-"),
        ("ROSE;", "ROSE/ROSE/-/-"),
        ("ROSE|", "ROSE/ROSE/-/-"),
        // Clues.
        ("ROSE|Blume", "ROSE/ROSE/-/Blume"),
        ("ROSE\tBlume", "ROSE/ROSE/-/Blume"),
        ("ROSE;Blume", "ROSE/ROSE/-/Blume"),
        ("Rose ; Blume", "ROSE/Rose/-/Blume"),
        ("ROSE;80;Blume", "ROSE/ROSE/80/Blume"),
        ("ROSE\t80\tBlume", "ROSE/ROSE/80/Blume"),
        ("ROSE|80", "ROSE/ROSE/-/80"),
        ("ROSE;80;50", "ROSE/ROSE/80/50"),
        ("ROSE;3 Könige", "ROSE/ROSE/-/3 Könige"),
        ("ROSE;1900-2000", "ROSE/ROSE/-/1900-2000"),
        ("ROSE;infinity", "ROSE/ROSE/-/infinity"),
        // Separators, quotes and `#` in clues.
        ("ROSE|rot; Blume | schön # oder?", "ROSE/ROSE/-/rot; Blume | schön # oder?"),
        ("ROSE;rot; Blume | schön", "ROSE/ROSE/-/rot; Blume | schön"),
        ("ROSE;80;rot; Blume | schön", "ROSE/ROSE/80/rot; Blume | schön"),
        ("ROSE\trot; Blume\tanother column", "ROSE/ROSE/-/rot; Blume"),
        ("ROSE;#1 der Blumen", "ROSE/ROSE/-/#1 der Blumen"),
        ("ROSE;80 # rare; Blume", "ROSE/ROSE/80/-"),
        ("ROSE|\"rot\"", "ROSE/ROSE/-/rot"),
        ("ROSE;\"rot; \"\"Blume\"\"\"", "ROSE/ROSE/-/rot; \"Blume\""),
        ("ROSE;80;\"rot; Blume\"", "ROSE/ROSE/80/rot; Blume"),
        ("ROSE|\"Titanic\" sank here", "ROSE/ROSE/-/\"Titanic\" sank here"),
        ("ROSE|never \"closed", "ROSE/ROSE/-/never \"closed"),
        ("\"Ro Se\";\"80\";\"Blume\"", "ROSE/Ro Se/80/Blume"),
        // Commas, where every line has one.
        ("ROSE,Blume", "ROSE/ROSE/-/Blume"),
        ("Rose,\"rot, dornig\"", "ROSE/Rose/-/rot, dornig"),
        ("ROSE,80", "ROSE/ROSE/80/-"),
        ("ROSE,80,rot", "ROSE/ROSE/80/rot"),
        // Phrases.
        ("Enkelin Mia|Tochter", "ENKELINMIA/Enkelin Mia/-/Tochter"),
        ("Straße", "STRASSE/Straße/-/-"),
        ("U-Boot;70", "UBOOT/U-Boot/70/-"),
        ("Rock 'n' Roll|Tanz", "ROCKNROLL/Rock 'n' Roll/-/Tanz"),
        ("l’été\tsaison", "LETE/l’été/-/saison"),
        ("physical_entity", "PHYSICALENTITY/physical_entity/-/-"),
        // The word on the other side.
        ("Blume; rot;ROSE", "ROSE/ROSE/-/Blume; rot"),
        ("Was legt ein Huhn?\tEi", "EI/Ei/-/Was legt ein Huhn?"),
        ("Guten Morgen\tGruß", "GUTENMORGEN/Guten Morgen/-/Gruß"),
        ("\"rot; Blume\"|ROSE", "ROSE/ROSE/-/rot; Blume"),
        // Tables.
        ("Wort,Punkte,Hinweis\nÖl,80,\"rot, \"\"Blume\"\"\"", "OEL/Öl/80/rot, \"Blume\""),
        ("Lösung;Frage\r\nrose;rot; Blume\r\n", "ROSE/rose/-/rot; Blume"),
        ("date\tclue\tanswer\n2020\t50\tROSE", "ROSE/ROSE/-/50"),
        ("\"Frage\" ; \"Antwort\"\nBlume;\"rose\"", "ROSE/rose/-/Blume"),
        ("word|score\nrose|7", "ROSE/rose/7/-"),
        ("Wort;Stufe;Frage\nRose;1;Blume", "ROSE/Rose/96/Blume"),
        ("Wort;Stufe;Frage\nRose;2;Blume", "ROSE/Rose/91/Blume"),
        ("Wort;Stufe;Frage\nRose;3;Blume", "ROSE/Rose/83/Blume"),
        ("Wort;Stufe;Frage\nRose;4;Blume", "ROSE/Rose/74/Blume"),
        ("Wort;Stufe;Frage\nRose;5;Blume", "ROSE/Rose/64/Blume"),
        ("Wort;Stufe;Wert\nRose;1;3", "ROSE/Rose/3/-"),
        ("Wort,Hinweis\nRose", "ROSE/Rose/-/-"),
        ("Wort,Hinweis\nRose,\"two\r\nlines\" ", "ROSE/Rose/-/two lines"),
        ("Wort,Hinweis\nRose,never \"closed", "ROSE/Rose/-/never \"closed"),
        ("Wort,Hinweis\nRose,\"rot\",y", "ROSE/Rose/-/\"rot\",y"),
        ("Wort,Hinweis,x\nRose,\"part\" only,y", "ROSE/Rose/-/\"part\" only"),
    ] {
        for text in [text.to_owned(), format!("\u{feff}# name: x\r\n\r\n{text}\r\n\n#end")] {
            assert_eq!(read(&text), (vec![expected.to_owned()], vec![]), "{text:?}");
        }
    }
}

#[test]
fn what_cannot_be_used_is_told_with_its_line_and_reason() {
    use SkipReason::*;
    let long = "A".repeat(LONGEST_WORD + 1);
    let text = format!(
        "EI\nH2O|Wasser\nA;5\n|x\n;5\n{long}\nRose;-1\nRose;1000001\nRose;12,5\nbus's\nei's\nROSE\nrose's\nROSE's|x\n''"
    );
    let (entries, skipped) = read(&text);
    assert_eq!(
        entries,
        [
            "EI/EI/-/-",
            "BUSS/bus's/-/-",
            "EIS/ei's/-/-",
            "ROSE/ROSE/-/-",
            "ROSES/rose's/-/-",
            "ROSES/ROSE's/-/x"
        ]
    );
    let expected = [
        (2, NotALetter),
        (3, OneLetter),
        (4, NoWord),
        (5, NoWord),
        (6, TooLong),
        (7, BadScore),
        (8, BadScore),
        (9, BadScore),
        (15, NotALetter),
    ];
    assert_eq!(skipped, expected);
    let (entries, skipped) = read("rose\nrose's\nroses\nAbel\nAbel’s\n");
    assert_eq!(entries.len(), 3);
    assert_eq!(skipped, [(2, Possessive), (5, Possessive)]);
    // Lines are counted across line breaks in quotes.
    let table =
        "# x\nWort;Wert;Stufe;Frage\nRose;viel;;x\nEi;;6;\"a\n\nb\"\n\n# y\nTor;;;x\n;;;y\nH2O;1;1;z\n";
    let (entries, skipped) = read(table);
    assert_eq!(entries, ["TOR/Tor/-/x"]);
    assert_eq!(skipped, [(3, BadScore), (4, BadLevel), (10, NoWord), (11, NotALetter)]);
}

#[test]
fn one_form_serves_a_whole_list() {
    // Capitals tell the word where both sides might be one; a score tells that it comes first.
    assert_eq!(read("Blume;ROSE\nBöse;ÜBEL\n").0, ["ROSE/ROSE/-/Blume", "UEBEL/ÜBEL/-/Böse"]);
    assert_eq!(read("rose;BLUME\nübel;7;BÖSE\n").0, ["ROSE/rose/-/BLUME", "UEBEL/übel/7/BÖSE"]);
    assert_eq!(read("rose;Blume\nübel;böse\n").0[1], "UEBEL/übel/-/böse");
    // A clue in capitals does not turn a list round, but most of them do.
    assert_eq!(read("Bündnis Nord|NATO\nRose|Blume\nÖl|Erz\n").0[0], "BUENDNISNORD/Bündnis Nord/-/NATO");
    assert_eq!(read("Bündnis|NATO\nRose|Blume\nÖl und so|ERDÖL\n").0[1], "BLUME/Blume/-/Rose");
    // Separators may differ from line to line.
    assert_eq!(read("ROSE|Blume\nEI;7\nTOR\tPforte\nAAL\n").0.len(), 4);
    // Commas make a table only if there is a word before nearly all of them.
    assert!(is_table("ROSE,Blume\nEI,x\n"));
    for text in ["", "H2O,x\n", "H2O,x\nB2B,y\n", "A,x\nB,y\n", "ROSE,a\nTOR,b\nH2O,c\n"] {
        assert!(!is_table(text), "{text:?}");
    }
    // A phrase that comes second is a clue, even of what is no word.
    assert_eq!(read("H2O;guten Morgen\n").0, [""; 0]);
    // What has no separator is a word, whichever side words are on.
    assert_eq!(read("Blume;ROSE\nBöse;ÜBEL\nTOR\n").0[2], "TOR/TOR/-/-");
    // A word may have several lines, and a list may begin with what looks like the name of a column.
    assert_eq!(read("Wort\nWort;80\n").0, ["WORT/Wort/-/-", "WORT/Wort/80/-"]);
    assert!(!is_table("ROSE;Blume\n") && is_table("ROSE,Blume\n") && !has_headings("ROSE,Blume\n"));
    assert!(!has_headings("Wort;80\n") && has_headings("# x\n\nWort;Wert\n"));
}

#[test]
fn lines_that_are_skipped_are_told() {
    let skipped = &read_entries("rose\nrose's\nH2O\nA\n", Style::Marked).skipped;
    let told: Vec<String> = skipped.iter().map(ToString::to_string).collect();
    let expected = [
        "line 2: `rose's` is the word of the line before with an 's",
        "line 3: `H2O` has a character that is not a Latin letter",
        "line 4: `A` has only one letter",
    ];
    assert_eq!(told, expected);
}

#[test]
fn lines_are_read_before_words_become_letters() {
    let mut found = Vec::new();
    for_each_written("# x\nROSE\nH2O;7;Wasser\n", Style::Marked, |written| {
        found.push(format!("{}/{}/{:?}/{}", written.line, written.word, written.score, written.clue));
    });
    assert_eq!(found, ["2/ROSE/None/", "3/H2O/Some(Ok(7.0))/Wasser"]);
}

#[test]
fn genxword_separates_by_a_space() {
    let list = read_entries("# x\nrose It has # thorns; many\noak\nelm\t7\n", Style::Spaced);
    let entries: Vec<String> = list.entries.iter().map(shown).collect();
    assert_eq!(entries, ["ROSE/rose/-/It has # thorns; many", "OAK/oak/-/-", "ELM/elm/-/7"]);
}

#[test]
fn only_some_spellings_say_more_than_the_letters() {
    let has = |text: &str| read_entries(text, Style::Marked).entries[0].has_own_spelling();
    assert!(["Öl", "en bloc", "U-Boot", "Maß", "été"].into_iter().all(has));
    assert!(!["ROSE", "Rose", "rose;80", "Rose|Blüte"].into_iter().any(has));
}

/// How an entry can be written.
#[derive(Clone, Copy, Debug)]
enum Written {
    Marked(char),
    Bar,
    Last,
    Table(char),
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn written(form: Written, entries: &[(String, Option<u16>, String)]) -> String {
    let line = |(word, score, clue): &(String, Option<u16>, String)| match (form, score) {
        (Written::Marked(mark), Some(score)) => format!("{word}{mark}{score}{mark}{clue}\n"),
        (Written::Marked(mark), None) => format!("{word}{mark}{clue}\n"),
        (Written::Bar, _) => format!("{word}|{clue}\n"),
        (Written::Last, _) => format!("{clue};{word}\n"),
        (Written::Table(mark), score) => {
            let score = score.map(|score| score.to_string()).unwrap_or_default();
            format!("{}{mark}{}{mark}{score}{mark}\n", quoted(clue), quoted(word))
        }
    };
    let heading = match form {
        Written::Table(mark) => format!("Frage{mark}Wort{mark}Punkte{mark}Datum\n"),
        _ => String::new(),
    };
    heading + &entries.iter().map(line).collect::<String>()
}

/// Clues with all marks in them; only a number in quotes between two marks cannot be told from a score.
fn clue() -> impl Strategy<Value = String> {
    let is_scored = |clue: &String| (0..10).any(|digit| clue.contains(&format!(";\"{digit}\"")));
    "[a-z]{1,5}([ ;|,#.\"0-9][a-z\"ß]{1,5}){0,3}".prop_filter("a score", move |clue| !is_scored(clue))
}

proptest! {
    /// Whatever is written in one of the forms is read as the same entries.
    #[test]
    fn what_is_written_in_any_form_is_read_back(
        // The words in capitals and the clues not, so that it can be seen which is which.
        entries in prop::collection::vec(
            ("[A-ZÄÖ]{2,5}([ '-][A-Z]{1,4})?", prop::option::of(0u16..2000), clue()),
            1..12,
        ),
    ) {
        let forms = [
            (Written::Marked(';'), true), (Written::Marked('\t'), true), (Written::Bar, false), (Written::Last, false),
            (Written::Table(','), true), (Written::Table(';'), true), (Written::Table('\t'), true),
        ];
        for (form, has_scores) in forms {
            let read = read_entries(&written(form, &entries), Style::Marked);
            prop_assert!(read.skipped.is_empty(), "{:?}: {:?}", form, read.skipped);
            let read: Vec<_> = read.entries.iter().map(|e| {
                prop_assert_eq!(fold_phrase_of(&e.spelling), e.letters.to_vec());
                Ok((e.spelling.to_string(), e.score, e.clue.as_deref().unwrap_or_default().to_owned()))
            }).collect::<Result<_, TestCaseError>>()?;
            let expected: Vec<_> = entries.iter().map(|(word, score, clue)| {
                (word.clone(), score.filter(|_| has_scores).map(f32::from), clue.clone())
            }).collect();
            prop_assert_eq!(read, expected, "{:?}", form);
        }
    }

    #[test]
    fn reading_never_panics(text in "(Wort[,;\t]Wert[,;\t]Frage\n)?[A-Cäß#;|,\\t \n\r0-9.é\u{308}\"'-]{0,80}") {
        for style in [Style::Marked, Style::Spaced] {
            for_each_entry(&text, style, |entry| if let Ok(entry) = entry {
                assert!((2..=LONGEST_WORD).contains(&entry.letters.len()) && entry.line >= 1);
                assert!(entry.clue.is_none_or(|clue| !clue.is_empty()));
            });
        }
    }
}

fn fold_phrase_of(text: &str) -> Vec<Letter> {
    crate::lexicon::fold_phrase(text).expect("a phrase")
}
