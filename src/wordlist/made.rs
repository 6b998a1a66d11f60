//! Makes the tables of the embedded lists from their sources, which takes seconds, and checks that they are up to date.
//!
//! ```sh
//! CWSAT_TABLES=write cargo test --lib wordlist::made     # after a change to the lists or the clues
//! ```
//!
//! Everything here is computed in the same ways as for users' own lists, and for the words of an answer.

use super::table::{COUNTS, HasClue, Known, Table, push_number};
use super::{EMBEDDED_NAME, EMBEDDED_TEXT, ENGLISH_NAME, ENGLISH_TEXT};
use crate::encodings::lexicon::{Apart, Letter, WordId, WordList, read_list};
use crate::publish::clues::collection::{Clues, OnlyWeak};
use crate::publish::clues::{SPACES, levels_in_base};
use crate::publish::puzzle::Language;
use crate::relatives::relatives_in_sources;
use std::path::Path;

/// An embedded list, from its sources.
struct Sources {
    file: &'static str,
    list: WordList,
    known: Vec<Vec<u8>>,
    apart: Apart,
    language: Language,
}

fn german() -> Sources {
    let list = read_list(EMBEDDED_TEXT.as_bytes(), EMBEDDED_NAME).expect("a list").list;
    let clues = Clues::read(&[], &list, Some(&Language::german())).expect("the clue base");
    let levels = levels_in_base(&list);
    let known = |id: WordId| {
        let has = |space| match clues.asks(list.word(id), space) {
            None => HasClue::No,
            Some(OnlyWeak(true)) => HasClue::Weak,
            Some(OnlyWeak(false)) => HasClue::Good,
        };
        let known = Known { level: levels.get(&id).copied(), clues: SPACES.map(has) };
        assert_eq!(Known::of_byte(known.to_byte()), known);
        known.to_byte()
    };
    let known = by_length(&list, known);
    let language = Language::german();
    Sources { file: "german.table", known, apart: relatives_in_sources(&list, &language), language, list }
}

/// Only the words of the German list have built-in clues that count.
fn english() -> Sources {
    let list = read_list(ENGLISH_TEXT.as_bytes(), ENGLISH_NAME).expect("a list").list;
    let known = by_length(&list, |_| Known::default().to_byte());
    let language = Language::english();
    Sources { file: "english.table", known, apart: relatives_in_sources(&list, &language), language, list }
}

fn by_length(list: &WordList, known: impl Fn(WordId) -> u8) -> Vec<Vec<u8>> {
    let of_len = |len| (0..list.count(len)).map(|index| known(WordId { len, index })).collect();
    (0..=list.longest()).map(of_len).collect()
}

/// Returns the bytes of the table.
fn bytes(sources: &Sources) -> Vec<u8> {
    let Sources { list, known, apart, .. } = sources;
    let lengths = || (1..=list.longest()).filter(|&len| list.count(len) > 0);
    let mut text =
        "# Made from the word list and its sources by src/wordlist/made.rs: do not edit.\n".to_owned();
    text += COUNTS;
    lengths().for_each(|len| text += &format!(" {len}:{}", list.count(len)));
    let mut bytes = (text + "\n").into_bytes();
    for len in lengths() {
        bytes.extend(list.words(len).flatten().map(|letter| letter.char() as u8));
        bytes.extend((0..list.count(len)).map(|index| {
            let score = list.score(WordId { len, index });
            assert!((1.0..=255.0).contains(&score) && score.fract() == 0.0, "a score is a byte: {score}");
            score as u8
        }));
        bytes.extend(&known[len]);
    }
    let ids: Vec<WordId> = list.ids().collect();
    let number =
        |word| ids.binary_search(&list.find(word).expect("a word of the list")).expect("its number") as u32;
    for (id, own) in ids.iter().zip(0_u32..) {
        let mut before: Vec<u32> =
            apart.relatives(list.word(*id)).map(number).filter(|&other| other < own).collect();
        before.sort_unstable();
        push_number(&mut bytes, before.len() as u32);
        let mut last = None;
        for number in before {
            push_number(&mut bytes, last.map_or(own - number, |last| number - last));
            last = Some(number);
        }
    }
    bytes
}

fn is_up_to_date(sources: &Sources) {
    let made = bytes(sources);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("useful").join(sources.file);
    if std::env::var_os("CWSAT_TABLES").is_some() {
        std::fs::write(&path, &made).expect("the table can be written");
    }
    let is_same = std::fs::read(&path).expect("the table can be read") == made;
    assert!(
        is_same,
        "{} is not what its sources say: `src/wordlist/made.rs` tells how it is made",
        sources.file
    );
    // Reading the table back gives what the sources say.
    let table = Table::read(made.leak());
    assert!(table.words() == sources.list);
    assert!(table.known(&sources.list) == (sources.known.clone(), true));
    let apart = table.relatives(&sources.list).expect("the table has all words");
    assert!(apart == sources.apart, "{} pairs instead of {}", apart.count(), sources.apart.count());
    is_right_about_parts(&table, sources);
}

/// Checks what the table says about lists that have some of its words, and others.
fn is_right_about_parts(table: &Table, sources: &Sources) {
    let some = sources.list.filtered(|id| id.index % 3 > 0 && id.len < 8);
    let known = by_length(&some, |id| {
        let whole = sources.list.find(some.word(id)).expect("a word of the list");
        sources.known[whole.len][whole.index]
    });
    assert!(table.known(&some) == (known, true));
    let found = table.relatives(&some).expect("the table has all words");
    let expected = relatives_in_sources(&some, &sources.language);
    let pairs = |apart: &Apart| {
        let mut pairs: Vec<_> = apart.pairs().map(|(a, b)| (a.to_vec(), b.to_vec())).collect();
        pairs.sort();
        pairs
    };
    assert!(expected.count() > 1000 && pairs(&found) == pairs(&expected));
    let other = [(vec![Letter::of_ascii_letter(b'x'); 5], 1.0)];
    let more = WordList::merged([&some, &WordList::new(other)]);
    assert!(table.relatives(&more).is_none() && !table.known(&more).1);
}

#[test]
fn the_german_table_is_up_to_date() {
    is_up_to_date(&german());
}

#[test]
fn the_english_table_is_up_to_date() {
    is_up_to_date(&english());
}
