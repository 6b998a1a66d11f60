//! What the page tells: why nothing fits, in both languages, and the list of clues.

use super::{assert_quiet, click, does, field, open};
use crate::common::browser::{Browser, Window, key};
use crate::common::constructor::Constructor;
use cwsat::edit::refusal::Refusal;
use cwsat::encodings::arrowword::puzzle::{Arrow, Question};
use cwsat::encodings::arrowword::rules::Violation;
use cwsat::encodings::arrowword::spec::SpecError;
use cwsat::encodings::barred::rules::Uncustomary;
use cwsat::encodings::crossword::rules::Violation as OfCrossword;
use cwsat::encodings::grid::{Direction, Pos, Run};
use cwsat::encodings::template::shape::{Style, Symmetry};
use cwsat::publish::puzzle::Language;
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::solution_word::NoSolutionWord;
use cwsat::search::arrowword::{NoPuzzle, Stopped};
use cwsat::search::change::NoChange;
use cwsat::search::crossword::{NoCrossword, NoTemplate, Wordless};
use cwsat::search::template::make::MakeSpec;
use serde_json::json;

#[test]
fn a_field_that_cannot_be_filled_says_why() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x6");
    open(&browser, &constructor.link, 6);
    click(&browser, &field(0, 0));
    browser.press(['?']);
    click(&browser, "#arrows [data-arrow='right']");
    browser.wait("document.querySelectorAll('#candidates li').length === 20");
    // The best words are those that fit what is there.
    click(&browser, &field(0, 1));
    browser.press("xq".chars());
    browser.wait("document.querySelectorAll('#grid .is-dead').length === 3");
    assert_eq!(browser.run("return document.querySelectorAll('#candidates li').length"), 0);
    click(&browser, &field(0, 4));
    browser.wait("document.querySelector('#reason')?.textContent.includes('XQ...')");
    let label = browser.text("return document.activeElement.getAttribute('aria-label')");
    assert_eq!(label, "row 1, column 5, open, no letter fits");
    // In German, too.
    click(&browser, "#language");
    browser.wait(
        "document.querySelector('#reason')?.textContent.startsWith('Kein Wort der Liste passt zu XQ...')",
    );
    let said = browser.text("return document.querySelector('#desk').innerText");
    let english = ["the ", " letter", " word", "row ", "column"];
    assert!(english.iter().all(|part| !said.contains(part)), "{said}");
    assert_quiet(&browser);
}

/// What the program says to a person who uses the page: faults, refusals, and what becomes of a job.
fn sentences() -> Vec<String> {
    let pos = Pos::new(2, 3);
    let question = Question { pos, arrow: Arrow::Down };
    let first = Question { pos: Pos::new(0, 1), arrow: Arrow::LeftDown };
    let (word, other) = ("ENTE".to_owned(), "ENTEN".to_owned());
    let violations = [
        Violation::NoQuestions,
        Violation::NoArrows { fields: 3 },
        Violation::EmptyQuestionField { pos },
        Violation::TooManyQuestions { pos, count: 3 },
        Violation::ForbiddenPair { pos, arrows: [Arrow::LeftDown, Arrow::Right] },
        Violation::ForbiddenBend { question: first },
        Violation::NoWord { question },
        Violation::StartsInside { question, before: pos },
        Violation::TooShort { question },
        Violation::AskedTwice { question, first },
        Violation::LetterWithoutQuestion { pos },
        Violation::WordTwice { word: word.clone(), question, first },
        Violation::Relatives { word: word.clone(), question, other, other_question: first },
        Violation::UnknownWord { word: word.clone(), question },
    ];
    let run = Run { start: pos, direction: Direction::Down, len: 4 };
    let first = Run { start: Pos::new(0, 1), direction: Direction::Across, len: 4 };
    let of_crosswords = [
        OfCrossword::NoWord { pos },
        OfCrossword::UnknownWord { word: word.clone(), run },
        OfCrossword::WordTwice { word: word.clone(), run, first },
        OfCrossword::Relatives { word: word.clone(), run, other: "ENTEN".to_owned(), at: first },
    ];
    let uncustomary = [
        Uncustomary::Short { run },
        Uncustomary::Unchecked { run, unchecked: 3 },
        Uncustomary::Neighbours { run, pos },
        Uncustomary::Parts { parts: 2, pos },
        Uncustomary::Turned { pos },
    ];
    let arrow = || "left-then-down".to_owned();
    let refusals = [
        Refusal::Outside { cell: [4, 5], rows: 2, cols: 3 },
        Refusal::Size { rows: 0, cols: 3 },
        Refusal::NoQuestionField(pos),
        Refusal::ArrowNotAllowed { pos, arrow: arrow(), why: "a field has at most two" },
        Refusal::ArrowNotAllowed { pos, arrow: arrow(), why: "a word has at least two letters" },
        Refusal::NoWordThere { pos, arrow: arrow() },
        Refusal::NoDirection("up".to_owned()),
        Refusal::NoBar { pos, direction: Direction::Across },
        Refusal::NoBar { pos, direction: Direction::Down },
        Refusal::NoSquare { rows: 2, cols: 3 },
        Refusal::OnlyFor { what: "bars", kind: "barred crosswords" },
        Refusal::NoLetterField { pos, what: "a question field" },
        Refusal::NoLetterField { pos, what: "blocked" },
        Refusal::NoLetter('7'),
        Refusal::NoWord("7".to_owned()),
        Refusal::OtherSpelling { spelling: "Ähre".to_owned(), word },
        Refusal::Unfilled,
        Refusal::EmptyClue,
        Refusal::TooLong,
        Refusal::TooMuch,
        Refusal::NoIsland(pos),
        Refusal::FileName("../a".to_owned()),
        Refusal::LongName("long".to_owned()),
        Refusal::Width { row: 2, found: 3, cols: 4 },
        Refusal::Character { row: 2, found: '!' },
        Refusal::NoArrow("up".parse::<Arrow>().expect_err("no arrow").to_string()),
        Refusal::Language("1".parse::<Language>().expect_err("no language").to_string()),
        Refusal::Kind("crossword".to_owned()),
        Refusal::OtherLetters,
        Refusal::NoLetterYet(pos),
        Refusal::NothingToUndo,
        Refusal::NothingToRedo,
    ];
    let said = violations.iter().map(ToString::to_string);
    let said = said.chain(of_crosswords.iter().map(ToString::to_string));
    let said = said.chain(uncustomary.iter().map(ToString::to_string));
    let said = said.chain(refusals.iter().map(ToString::to_string));
    let unpublished = [
        NoDocument::NoQuestions,
        NoDocument::NoWords,
        NoDocument::NoLetter { pos },
        NoDocument::NoWord { question },
    ];
    let said = said.chain(unpublished.iter().map(ToString::to_string));
    said.chain(unsolved()).collect()
}

/// Why a search has found nothing.
fn unsolved() -> Vec<String> {
    let pos = Pos::new(2, 3);
    let question = Question { pos, arrow: Arrow::Down };
    let run = Run { start: pos, direction: Direction::Down, len: 4 };
    let words = |count: usize| ["ROSE", "TULPE"][..count].iter().map(|word| (*word).to_owned()).collect();
    let of_grids = [
        SpecError::TooSmall { fields: 2 },
        SpecError::Island { pos, size: 1 },
        SpecError::Unusable { pos },
        SpecError::Unreachable { pos },
        SpecError::NoArrow { pos },
        SpecError::NoWords,
        SpecError::TooFewWords { words: 1, covered: 2, fields: 3 },
        SpecError::RunTooLong { question, len: 9, longest: 5 },
        SpecError::NoWordsOfLength { question, len: 9 },
        SpecError::NoMatch { question, pattern: "A?B".to_owned() },
        SpecError::NoWordsForField { pos, lengths: vec![4, 7] },
    ];
    let of_arrowwords = [
        NoPuzzle::NoLayout,
        NoPuzzle::TooLong { words: words(1), most: 3 },
        NoPuzzle::TooLong { words: words(2), most: 3 },
        NoPuzzle::NoRoom,
        NoPuzzle::NoFill(vec!["row 3, column 4 across with 5 letters".to_owned()]),
        NoPuzzle::NoFillAnywhere,
        NoPuzzle::GaveUp(9),
        NoPuzzle::Unspelled("SOMMER".to_owned()),
        NoPuzzle::NeverSpelled("SOMMER".to_owned()),
    ];
    let stopped = [words(0), words(2)].map(|missing| Stopped { missing, unfinished: None }.to_string());
    let of_crosswords = [
        NoCrossword::Lonely { row: 3, col: 4 },
        NoCrossword::NoFill(vec![run]),
        NoCrossword::NoWord(vec![
            Wordless { run, pattern: "A...".to_owned() },
            Wordless { run, pattern: "....".to_owned() },
        ]),
        NoCrossword::TooLong { words: vec!["DAMPFSCHIFF".to_owned()], most: 7 },
        NoCrossword::GaveUp(9),
        NoCrossword::Unspelled("SOMMER".to_owned()),
        NoCrossword::NeverSpelled("SOMMER".to_owned()),
        NoCrossword::NoTemplate(NoTemplate::Stopped),
    ];
    let spec = |style, symmetry, side| MakeSpec { rows: side, cols: side, style, symmetry, white: None };
    let unmade = spec(Style::American, Symmetry::None, 2).check().expect_err("too small").to_string();
    let changes = [NoChange::None, NoChange::Stopped { at_least: 1 }, NoChange::Stopped { at_least: 2 }];
    let words_of_solution = [
        NoSolutionWord::TooLong(99),
        NoSolutionWord::TooFew { word: "SOMMER".to_owned(), letter: 'M', needed: 2, found: 1 },
    ];
    let said = of_grids.iter().map(ToString::to_string).chain(of_arrowwords.iter().map(ToString::to_string));
    let said = said.chain(stopped).chain(of_crosswords.iter().map(ToString::to_string)).chain([unmade]);
    let said = said.chain(changes.iter().map(ToString::to_string));
    let said = said.chain(words_of_solution.iter().map(ToString::to_string));
    said.chain(["stopped before a layout was found: give it more time".to_owned()]).collect()
}

#[test]
fn what_the_program_says_is_known_in_german() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("1x3");
    open(&browser, &constructor.link, 3);
    browser.run("import('/text/sentences.js').then((module) => { window.german = module.german; })");
    browser.wait("window.german");
    let sentences = sentences();
    let said = browser.run(&format!("return {}.map((text) => german(text))", json!(sentences)));
    let english = ["the ", " letter", " word", "row ", "column", "question", " is ", " has "];
    for (text, german) in sentences.iter().zip(said.as_array().expect("as many")) {
        let german = german.as_str().expect("a sentence");
        assert!(english.iter().all(|part| !german.contains(part)), "{text}: {german}");
        // What it is about is still said.
        let numbers = |text: &str| text.matches(|c: char| c.is_ascii_digit()).count() > 0;
        assert!(numbers(german) || !text.contains("row 3"), "{text}: {german}");
    }
}

#[test]
fn the_list_of_clues_is_searched_and_taken_from_a_file() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("6x6");
    open(&browser, &constructor.link, 36);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    click(&browser, "#tab-clues");
    browser.wait("document.querySelectorAll('#clue-list > li').length > 2");
    let word = browser.text("return document.querySelector('#clue-list .answer-word').textContent");
    let rows = "[...document.querySelectorAll('#clue-list > li')].filter((row) => !row.hidden)";
    click(&browser, "#clue-search");
    browser.press(word.to_lowercase().chars());
    browser.wait(&format!(
        "{rows}.every((row) => row.querySelector('.answer-word').textContent.includes('{word}'))"
    ));
    browser.wait(&format!("{rows}.length > 0"));
    browser.run(&format!(
        "const files = new DataTransfer(), input = document.querySelector('#import-clues');\
         files.items.add(new File(['{word}\\tfrom the file, and longer than any field of this puzzle\\nNOTHERE\\tx\\n'], 'a.tsv'));\
         input.files = files.files;\
         input.dispatchEvent(new Event('change'))"
    ));
    browser.wait(&format!("{rows}[0].querySelector('.entry input').value.startsWith('from the file')"));
    // It does not fit in print, which is said, and can be looked for.
    browser.wait(&format!("{rows}[0].querySelector('.room').matches('.bad')"));
    browser.run(
        "const filter = document.querySelector('#clue-filter'), search = document.querySelector('#clue-search');\
         search.value = ''; filter.value = 'long'; filter.dispatchEvent(new Event('change'))",
    );
    browser.wait(&format!("{rows}.length === 1"));
    // Suggestions are asked for and taken with a click; the clue that was there is kept behind.
    browser.run("document.querySelector('#clue-filter').value = 'all'; document.querySelector('#clue-filter').dispatchEvent(new Event('change'))");
    let offered = (1..=6).find(|row| {
        click(&browser, &format!("#clue-list > li:nth-child({row}) .entry button"));
        browser.wait(&format!("document.querySelector('#clue-list > li:nth-child({row}) .offered li')"));
        browser.run(&format!(
            "return !!document.querySelector('#clue-list > li:nth-child({row}) .offered button')"
        )) == true
    });
    let row = offered.expect("a word that has a clue");
    let text = browser.text(&format!(
        "return document.querySelector('#clue-list > li:nth-child({row}) .offered button').firstChild.textContent"
    ));
    click(&browser, &format!("#clue-list > li:nth-child({row}) .offered button"));
    browser.wait(&format!(
        "document.querySelector('#clue-list > li:nth-child({row}) .entry input').value === {:?}",
        text.trim()
    ));
}

#[test]
fn what_is_typed_in_a_filtered_list_stays_where_it_is() {
    let Some(browser) = Browser::start(Window::Desktop) else { return };
    let constructor = Constructor::start("6x6");
    open(&browser, &constructor.link, 36);
    assert!(does(&browser, || click(&browser, "#fill-open")), "nothing was found");
    click(&browser, "#tab-clues");
    let filter = |value: &str| {
        browser.run(&format!(
            "const filter = document.querySelector('#clue-filter');\
             filter.value = '{value}'; filter.dispatchEvent(new Event('change'))"
        ));
    };
    filter("without");
    let rows = "[...document.querySelectorAll('#clue-list > li')].filter((row) => !row.hidden)";
    browser.wait(&format!("{rows}.length > 4"));
    let before = browser.run(&format!("return {rows}.length"));
    let nth = |row: usize| format!("#clue-list > li:nth-child({row}) .entry input");
    // A click into the next row, right after typing, meets it; Enter leads to the one after that.
    click(&browser, &nth(1));
    browser.press("eins".chars());
    click(&browser, &nth(2));
    browser.press("zwei".chars());
    browser.press([key::ENTER]);
    browser.press("drei".chars());
    browser.press([key::ENTER]);
    for (row, text) in [(1, "eins"), (2, "zwei"), (3, "drei")] {
        browser.wait(&format!("document.querySelector('{}').value === '{text}'", nth(row)));
    }
    browser.wait(&format!("document.activeElement === document.querySelector('{}')", nth(4)));
    assert_eq!(browser.run(&format!("return {rows}.length")), before);
    // Once something is looked for again, they are not among those without a clue.
    filter("without");
    browser.wait(&format!("{rows}.length === {before} - 3"));
}
