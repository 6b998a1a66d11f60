//! Why a search has found nothing.

use super::{POS, RUN, each, question};
use cwsat::edit::job::NoResult;
use cwsat::encodings::arrowword::placed::NoPlace;
use cwsat::encodings::arrowword::rules::Violation;
use cwsat::encodings::arrowword::spec::SpecError;
use cwsat::encodings::lexicon::{CannotStand, PlacedWord, Why};
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::publish::puzzle::solution_word::NoSolutionWord;
use cwsat::search::arrowword::{NoPuzzle, Stopped};
use cwsat::search::barred::make::MakeSpec as BarredSpec;
use cwsat::search::change::NoChange;
use cwsat::search::crisscross::NoLayout;
use cwsat::search::crossword::{NoCrossword, NoTemplate, Wordless};
use cwsat::search::template::make::{MakeSpec, NoTemplate as Unmade};
use cwsat::search::{Bug, NoAnswer};

/// Why a search has found nothing.
pub(super) fn unsolved() -> Vec<String> {
    let (question, pos) = (question(), POS);
    let words = |count: usize| ["ROSE", "TULPE"][..count].iter().map(|word| (*word).to_owned()).collect();
    let of_grids = vec![
        SpecError::TooSmall { fields: 2 },
        SpecError::Island { pos, size: 1 },
        SpecError::Unusable { pos },
        SpecError::Unreachable { pos },
        SpecError::NoArrow { pos },
        SpecError::Rule(Violation::LetterWithoutQuestion { pos }),
        SpecError::NoWords,
        SpecError::TooFewWords { words: 1, covered: 2, fields: 3 },
        SpecError::RunTooLong { question, len: 9, longest: 5 },
        SpecError::NoWordsOfLength { question, len: 9 },
        SpecError::NoMatch { question, pattern: "A?B".to_owned() },
        SpecError::NoWordsForField { pos, lengths: vec![4, 7] },
    ];
    let placed: PlacedWord = "ENTE@3,4,across".parse().expect("a word with its place");
    let why = Why::Blocked { pos };
    let stands = || CannotStand { word: placed.clone(), why: why.clone() };
    let places = vec![
        NoPlace::Word(stands()),
        NoPlace::Rest { words: vec![placed.clone()], error: SpecError::Unusable { pos } },
        NoPlace::Rest {
            words: vec![placed.clone(), "ROSE@1,1,down".parse().expect("another one")],
            error: SpecError::Rule(Violation::LetterWithoutQuestion { pos }),
        },
    ];
    let of_arrowwords = vec![
        NoPuzzle::NoLayout,
        NoPuzzle::TooLong { words: words(1), most: 3 },
        NoPuzzle::TooLong { words: words(2), most: 3 },
        NoPuzzle::NoPlace(NoPlace::Word(stands())),
        NoPuzzle::NoRoom,
        NoPuzzle::NoFill(vec!["row 3, column 4 across with 5 letters".to_owned()]),
        NoPuzzle::NoFillAnywhere,
        NoPuzzle::GaveUp(9),
        NoPuzzle::Unspelled("SOMMER".to_owned()),
        NoPuzzle::NeverSpelled("SOMMER".to_owned()),
    ];
    let of_crosswords = vec![
        NoCrossword::Lonely { row: 3, col: 4 },
        NoCrossword::NoFill(vec![RUN]),
        NoCrossword::NoWord(vec![
            Wordless { run: RUN, pattern: "A...".to_owned() },
            Wordless { run: RUN, pattern: "....".to_owned() },
        ]),
        NoCrossword::NoPlace(stands()),
        NoCrossword::TooLong { words: vec!["DAMPFSCHIFF".to_owned()], most: 7 },
        NoCrossword::TooMany { words: words(2), len: 4, most: 1 },
        NoCrossword::NoTemplate(NoTemplate::Stopped),
        NoCrossword::GaveUp { tries: 9, needed: words(2) },
        NoCrossword::Nowhere { rows: 4, cols: 5, needed: words(0) },
        NoCrossword::Nowhere { rows: 4, cols: 5, needed: words(2) },
        NoCrossword::Unspelled("SOMMER".to_owned()),
        NoCrossword::NeverSpelled("SOMMER".to_owned()),
    ];
    let spec = |style, symmetry, side| MakeSpec { rows: side, cols: side, style, symmetry, white: None };
    let impossible = |hint| Unmade::Impossible {
        style: Style::American,
        symmetry: Symmetry::None,
        rows: 3,
        cols: 4,
        hint,
    };
    let of_templates = vec![
        Unmade::Size { rows: 2, cols: 2 },
        Unmade::NoSquare { rows: 2, cols: 3 },
        impossible(""),
        impossible("; on every second line there are blocks"),
        Unmade::NoPlace(stands()),
        Unmade::Stopped,
    ];
    let changes = vec![NoChange::None, NoChange::Stopped { at_least: 1 }, NoChange::Stopped { at_least: 2 }];
    let of_crisscrosses = vec![NoLayout::NoWord, NoLayout::NoWordFits { rows: 2, cols: 3 }];
    // A rule that the draft breaks is told as an analysis tells it; what searches say is tried above.
    let of_jobs = vec![
        NoResult::NoWordToLay,
        NoResult::NotLaid,
        NoResult::NoRoom,
        NoResult::Stopped,
        NoResult::NothingElse,
        NoResult::NothingHigher,
        NoResult::NoHigherLayout,
        NoResult::Unsound,
        NoResult::NotFilled,
        NoResult::NothingToFill,
        NoResult::Unfillable(pos),
        NoResult::NothingElseHere,
        NoResult::NoWordsFit,
        NoResult::PinnedLetter(pos),
        NoResult::NothingBetweenWords,
        NoResult::Rule(Violation::LetterWithoutQuestion { pos }),
        NoResult::Grid(SpecError::Unusable { pos }),
        NoResult::Arrowword(NoAnswer::None(NoPuzzle::NoRoom)),
        NoResult::Crossword(NoAnswer::None(NoCrossword::NoFill(vec![RUN]))),
        NoResult::Crisscross(NoAnswer::None(NoLayout::NoWord)),
        NoResult::Blocks(Unmade::Size { rows: 2, cols: 2 }),
        NoResult::Bars(BarredSpec { rows: 2, cols: 2 }.check().expect_err("too small")),
        NoResult::Change(NoChange::None),
    ];
    let words_of_solution = vec![
        NoSolutionWord::NoWord("7".to_owned()),
        NoSolutionWord::TooLong(99),
        NoSolutionWord::TooFew { word: "SOMMER".to_owned(), letter: 'M', needed: 2, found: 1 },
    ];
    let stopped = [words(0), words(2)].map(|missing| Stopped { missing, unfinished: None }.to_string());
    let others = [
        spec(Style::American, Symmetry::None, 2).check().expect_err("too small").to_string(),
        BarredSpec { rows: 2, cols: 2 }.check().expect_err("too small").to_string(),
        "stopped before a layout was found: give it more time".to_owned(),
        Bug { broken: "the letter at row 3, column 4 belongs to no question".to_owned() }.to_string(),
    ];
    [
        each("encodings/src/arrowword/spec/mod.rs", "SpecError", of_grids),
        each("encodings/src/arrowword/placed.rs", "NoPlace", places),
        each("engine/src/search/arrowword/outcome.rs", "NoPuzzle", of_arrowwords),
        each("engine/src/search/crossword/outcome.rs", "NoCrossword", of_crosswords),
        each("engine/src/search/template/make.rs", "NoTemplate", of_templates),
        each("engine/src/search/change/mod.rs", "NoChange", changes),
        each("engine/src/search/crisscross/mod.rs", "NoLayout", of_crisscrosses),
        each("src/edit/job/no_result.rs", "NoResult", of_jobs),
        each("src/publish/puzzle/solution_word.rs", "NoSolutionWord", words_of_solution),
        stopped.to_vec(),
        others.to_vec(),
    ]
    .concat()
}
