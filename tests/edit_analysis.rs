//! What the panels beside the grid say, compared with what was counted by hand.

use crate::edit::{analysis, asked, does, list, session, short_words, vocabulary};
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Candidate, Clued, Command, Event, Fit, Length, Level, Request};
use cwsat::edit::session::Session;
use cwsat::edit::words::{Vocabulary, Words};
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::lexicon::{Apart, WordList, fold};
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::{Clue, Kind};
use std::sync::Arc;

/// The words are LEA, ID, EI and AD; the rating is known to be 59.17 without the bonus (test_cases/3x3_rated.cwg).
const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn rated() -> WordList {
    list(&["LEA", "ID", "EI", "AD"])
}

fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

/// Returns a session whose only source is a file with these lines.
fn told(grid: &str, lines: &str) -> Session {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clues.txt");
    std::fs::write(&file, lines).expect("written");
    let sources = [Source::open(&file).expect("a source")];
    let words = Words::new(short_words(), Vec::new(), &sources, None).expect("words");
    let draft = Draft::of_puzzle(cwg::read(grid).expect("a grid").puzzle);
    Session::new(draft, Vocabulary::new(Arc::new(words), Arc::default()), 7)
}

#[test]
fn the_rating_has_its_factors_its_distance_and_its_words() {
    let mut session = session(RATED, rated());
    let said = analysis(&session);
    let rating = said.rating.expect("a rating");
    let factors: Vec<(&str, f64)> =
        rating.factors.iter().map(|factor| (factor.name.as_str(), factor.value)).collect();
    // 4 of 9 fields ask, and 3 of these touch; 1 of 5 letters is uncrossed, with no such neighbour; 3 of 4 words have 2 letters.
    let expected = [
        ("question fields", 0.0),
        ("uncrossed letters", 100.0),
        ("word lengths", 0.0),
        ("dead letters", 100.0),
        ("clusters", 55.0),
        ("double questions", 100.0),
    ];
    assert_eq!((factors, rating.bonus), (expected.to_vec(), 10.0));
    assert_near(rating.score, 355.0 / 6.0 + 10.0);
    // With words of up to 3 letters, the lengths are worth nothing. Without doubles, 2 or 3 question fields leave more than 40 %
    // of the letters uncrossed; 2 doubles of 2 make 381.4 of 600 points, 1 double of 4 makes 391, and 4 question fields without
    // doubles make 400. More than 4 ask for more letters than there are.
    let ceiling = rating.ceiling.expect("a ceiling");
    assert_near(ceiling, 400.0 / 6.0 + 10.0);
    assert_near(ceiling - rating.score, 7.5);
    let lengths = [
        (2, 3, 0.0),
        (3, 1, 18.0),
        (4, 0, 24.0),
        (5, 0, 20.0),
        (6, 0, 18.0),
        (7, 0, 12.0),
        (8, 0, 4.0),
        (9, 0, 4.0),
    ];
    assert_eq!(
        said.lengths,
        lengths.map(|(length, count, ideal)| Length { length, count, ideal: Some(ideal) })
    );
    // As the clue base says: EI 1, LEA and ID 3, AD 4.
    assert_eq!(said.levels, [(1, 1), (3, 2), (4, 1)].map(|(level, count)| Level { level, count }));
    assert_eq!((said.relatives, said.faults), (Vec::new(), Vec::new()));
    // Without a letter there is no bonus, and nothing else changes.
    does(&mut session, Command::Clear { cells: vec![[2, 2]], pinned: true });
    let open = analysis(&session).rating.expect("a rating");
    assert_near(open.score, 355.0 / 6.0);
    assert_eq!((open.bonus, open.ceiling, open.factors), (0.0, Some(ceiling), rating.factors));
    // The known ceiling of the contest's grids of this size.
    let draft = Draft::empty(Kind::Arrowword, 15, 15).expect("a grid");
    let large = Session::new(draft, vocabulary(cwsat::wordlist::embedded()), 7);
    let ceiling = analysis(&large).rating.and_then(|rating| rating.ceiling).expect("a ceiling");
    assert!((ceiling - 109.923).abs() < 6e-4, "{ceiling}");
}

#[test]
fn two_words_of_a_family_are_named_and_cost_the_bonus() {
    let list = rated();
    let family: Vec<_> = ["LEA", "AD"].iter().filter_map(|word| list.find(&fold(word)?)).collect();
    let apart = Apart::new(&list, [family], 9);
    let session = session(RATED, list.kept_apart(Arc::new(apart)));
    let said = analysis(&session);
    assert_eq!(said.relatives, [[asked(2, 0, "right"), asked(0, 0, "right-then-down")]]);
    assert!(said.faults.len() == 1 && said.faults[0].text.contains("a relative of"), "{:?}", said.faults);
    let rating = said.rating.expect("a rating");
    assert_eq!(rating.bonus, 0.0);
    assert_near(rating.score, 355.0 / 6.0);
}

#[test]
fn words_that_fit_come_with_a_clue_that_fits_as_well() {
    let clues = |grid: &str| -> Vec<(String, Option<Clue>)> {
        let lines = "CCA|Kunstverein, in London gegründet\nBAC|Fähre\n";
        let mut session = told(grid, lines);
        does(&mut session, Command::Look { question: Some(asked(0, 0, "right")) });
        let words: Vec<Candidate> = analysis(&session).look.expect("words").words;
        words
            .into_iter()
            .map(|word| (word.word, word.clue))
            .filter(|(word, _)| word != "CAB" && word != "ABC")
            .collect()
    };
    let said =
        |text: &str, weak| Some(Clue { text: text.to_owned(), source: Some("clues.txt".to_owned()), weak });
    let of = |cca: Option<Clue>| vec![("CCA".to_owned(), cca), ("BAC".to_owned(), said("Fähre", false))];
    assert_eq!(clues("1\n4\n?...\n0 0 3\n"), of(said("Kunstverein, in London gegründet", false)));
    // Two questions share their field, so that each has half of the room.
    assert_eq!(clues("3\n4\n?...\n....\n....\n0 0 0\n0 0 3\n"), of(said("Kunstverein", true)));
    // Nothing is made up where nothing is known.
    let mut session = session("1\n4\n?...\n0 0 3\n", short_words());
    does(&mut session, Command::Look { question: Some(asked(0, 0, "right")) });
    let look = analysis(&session).look.expect("words");
    assert_eq!((look.words[0].word.as_str(), &look.words[0].clue), ("CCA", &None));
}

#[test]
fn weak_clues_are_marked_and_counted_until_a_person_writes_a_better_one() {
    let mut session = told("1\n4\n?CCA\n0 0 3\n", "CCA|Kunstverein, der in London seit langem besteht\n");
    let question = asked(0, 0, "right");
    let weak = Clue { text: "Kunstverein".to_owned(), source: Some("clues.txt".to_owned()), weak: true };
    let command = Command::Suggest { question: question.clone() };
    let events = session.apply(&Request { revision: None, command }).events;
    let [Event::Suggestions { question: of, clues }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((of, clues.len(), &clues[0].clue), (&question, 1, &weak));
    let points = clues[0].fit.points.expect("it fits");
    // The word is too wide for the largest type, 5.58 points in a field of 9 mm.
    assert!((4.5..5.5).contains(&points), "{points}");
    // What is typed is measured in the same way, and its size is that in which it is printed.
    let mut measured = |text: &str| {
        let command = Command::Measure { question: question.clone(), text: text.to_owned() };
        match &session.apply(&Request { revision: None, command }).events[..] {
            [Event::Measured { question: of, text: about, fit }] if *of == question && about == text => *fit,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(measured("Kunstverein").points, Some(points));
    assert!(measured("Verein").points.is_some_and(|large| (large - 0.62 * 9.0).abs() < 1e-9));
    let long = "Kunstverein, der in London besteht";
    let fit = measured(long);
    assert_eq!(measured(&"London ".repeat(40)), Fit { fits: false, points: None });
    does(&mut session, Command::Clue { question: question.clone(), clues: vec![Clue::new(long)] });
    let set = analysis(&session).set;
    assert_eq!((set[0].clue, set[0].points), (0, fit.points));
    does(&mut session, Command::Undo {});
    let counted = |session: &Session| analysis(session).clues;
    assert_eq!(counted(&session), Clued { words: 1, clued: 0, weak: 0 });
    does(&mut session, Command::GiveClues {});
    assert_eq!(session.draft().document().words[0].clues, std::slice::from_ref(&weak));
    assert_eq!(counted(&session), Clued { words: 1, clued: 1, weak: 1 });
    // The first one counts, which is the one that is printed.
    let clues = vec![Clue::new("Verein"), weak];
    does(&mut session, Command::Clue { question, clues });
    assert_eq!(counted(&session), Clued { words: 1, clued: 1, weak: 0 });
}
