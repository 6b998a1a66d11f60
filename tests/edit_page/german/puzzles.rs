//! What the program says about the puzzle on the page: broken rules, and why something cannot be done with it.

use super::{POS, RUN, each, each_but, question};
use cwsat::edit::refusal::Refusal;
use cwsat::encodings::arrowword::puzzle::{Arrow, Question};
use cwsat::encodings::arrowword::rules::Violation;
use cwsat::encodings::barred::rules::Uncustomary;
use cwsat::encodings::crisscross::rules::Violation as OfCrisscross;
use cwsat::encodings::crossword::rules::Violation as OfCrossword;
use cwsat::encodings::grid::{Direction, Pos, Run};
use cwsat::encodings::lexicon::{Letter, Sign};
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::publish::puzzle::Language;
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::solution_word::NoSolutionWord;

/// Broken rules and departures from custom.
pub(super) fn faults() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let first = Question { pos: Pos::new(0, 1), arrow: Arrow::LeftDown };
    let (word, other) = ("ENTE".to_owned(), "ENTEN".to_owned());
    let of_arrowwords = vec![
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
        Violation::Relatives { word: word.clone(), question, other: other.clone(), other_question: first },
        Violation::UnknownWord { word: word.clone(), question },
    ];
    let first = Run { start: Pos::new(0, 1), direction: Direction::Across, len: 4 };
    let of_crosswords = vec![
        OfCrossword::NoWord { pos },
        OfCrossword::UnknownWord { word: word.clone(), run: RUN },
        OfCrossword::WordTwice { word: word.clone(), run: RUN, first },
        OfCrossword::Relatives { word: word.clone(), run: RUN, other: other.clone(), at: first },
    ];
    let uncustomary = vec![
        Uncustomary::Short { run: RUN },
        Uncustomary::Unchecked { run: RUN, unchecked: 3 },
        Uncustomary::Neighbours { run: RUN, pos },
        Uncustomary::Parts { parts: 2, pos },
        Uncustomary::Turned { pos },
    ];
    let sign = |letter: char| Sign::of(letter).expect("a letter");
    let (start, next) = (Pos::new(0, 1), Pos::new(2, 4));
    let of_crisscrosses = vec![
        OfCrisscross::NoWords,
        OfCrisscross::TooShort { word: word.clone(), start },
        OfCrisscross::Outside { word: word.clone(), start },
        OfCrisscross::UnknownWord { word: word.clone(), start },
        OfCrisscross::Repeated { word: word.clone(), start, first: pos },
        OfCrisscross::Disagree { pos, letters: [sign('A'), sign('B')], words: [word.clone(), other.clone()] },
        OfCrisscross::Overlap { pos, direction: Direction::Across, words: vec![word.clone(), other.clone()] },
        OfCrisscross::NotSetOff { word: word.clone(), start, pos },
        OfCrisscross::SideBySide { pos, next },
        OfCrisscross::NotConnected { words: vec![other.clone()], first: word.clone() },
        OfCrisscross::Drawing { pos, drawn: Some(sign('A')), says: None },
        OfCrisscross::Number { word, number: 3, right: 4 },
    ];
    // Only `cwsat check --against` compares with a given grid; in a draft, questions are in their fields; and fields without a
    // letter are shown as open.
    let compared = ["NoQuestionField", "Size", "NotKept", "QuestionLost", "FieldAdded", "QuestionAdded"];
    let untold = ["Unfilled", "Size", "NotKept", "OtherBar"];
    [
        each_but("encodings/src/arrowword/rules/violation.rs", "Violation", &compared, of_arrowwords),
        each_but("encodings/src/crossword/rules.rs", "Violation", &untold, of_crosswords),
        each("encodings/src/barred/rules.rs", "Uncustomary", uncustomary),
        each("encodings/src/crisscross/rules/violation.rs", "Violation", of_crisscrosses),
    ]
    .concat()
}

/// Why something cannot be done with the puzzle.
pub(super) fn refusals() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let arrow = || "left-then-down".to_owned();
    let refusals = vec![
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
        Refusal::OtherSpelling { spelling: "Ähre".to_owned(), word: "ENTE".to_owned() },
        Refusal::Unfilled,
        Refusal::EmptyClue,
        Refusal::TooLong,
        Refusal::TooMuch,
        Refusal::NoIsland(pos),
        Refusal::FileName("../a".to_owned()),
        Refusal::LongName("long".to_owned()),
        Refusal::Width { row: 2, found: 3, cols: 4 },
        Refusal::Character { row: 2, found: '!' },
        Refusal::NoArrow("up".parse::<Arrow>().expect_err("no arrow")),
        Refusal::Language("1".parse::<Language>().expect_err("no language")),
        Refusal::Kind("crossword".to_owned()),
        Refusal::OtherLetters,
        Refusal::NoLetterYet(pos),
        Refusal::NothingToUndo,
        Refusal::NothingToRedo,
        Refusal::UnknownCommand,
        Refusal::NoAlternative,
        Refusal::Alternatives,
        Refusal::Seconds,
        Refusal::LayoutOfPart,
        Refusal::NoWordYet,
        Refusal::OtherLength { len: 5, text: "ENTE".to_owned(), found: 4 },
        Refusal::PinnedOtherwise { pos, letter: Letter::from_char('A').expect("a letter") },
        Refusal::NoSolutionWord,
        Refusal::Unspelled(NoSolutionWord::TooLong(99)),
        Refusal::Unpublished(NoDocument::NoQuestions),
        Refusal::Unknown("round".parse::<Symmetry>().expect_err("no symmetry")),
        Refusal::Unknown("round".parse::<Style>().expect_err("no style")),
    ];
    let unpublished = vec![
        NoDocument::NoQuestions,
        NoDocument::NoWords,
        NoDocument::NoLetter { pos },
        NoDocument::NoWord { question },
    ];
    [
        each("src/edit/refusal.rs", "Refusal", refusals),
        each("src/publish/puzzle/convert/arrowword.rs", "NoDocument", unpublished),
    ]
    .concat()
}
