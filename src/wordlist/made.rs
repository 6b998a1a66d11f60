//! Makes the tables of the embedded lists from their sources, which takes seconds, and checks that they are up to date.
//!
//! ```sh
//! CWSAT_TABLES=write cargo test --lib wordlist::made     # after a change to the lists or the clues
//! ```
//!
//! Everything here is computed in the ways that serve for lists of a user's own, and for words of an answer.

use super::table::{COUNTS, HasClue, Known, Table, push_number};
use super::{EMBEDDED_NAME, EMBEDDED_TEXT, ENGLISH_NAME, ENGLISH_TEXT};
use crate::encodings::lexicon::{Apart, WordId, WordList, read_list};
use crate::publish::clues::collection::{Clues, OnlyWeak};
use crate::publish::clues::{SPACES, levels_in_base};
use crate::publish::puzzle::Language;
use crate::relatives::relatives_in_sources;
use std::path::Path;

/// An embedded list, from its sources.
struct Sources {
    file: &'static str,
    list: WordList,
    known: Vec<Vec<Known>>,
    apart: Apart,
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
        Known { level: levels.get(&id).copied(), clues: SPACES.map(has) }
    };
    let known = by_length(&list, known);
    Sources { file: "german.table", known, apart: relatives_in_sources(&list, &Language::german()), list }
}

/// Only the words of the German list have built-in clues that count.
fn english() -> Sources {
    let list = read_list(ENGLISH_TEXT.as_bytes(), ENGLISH_NAME).expect("a list").list;
    let known = by_length(&list, |_| Known::default());
    Sources { file: "english.table", known, apart: relatives_in_sources(&list, &Language::english()), list }
}

fn by_length(list: &WordList, known: impl Fn(WordId) -> Known) -> Vec<Vec<Known>> {
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
        bytes.extend(known[len].iter().map(|known| known.to_byte()));
    }
    let ids: Vec<WordId> = list.ids().collect();
    let number =
        |word| ids.binary_search(&list.find(word).expect("a word of the list")).expect("its number") as u32;
    for (id, own) in ids.iter().zip(0_u32..) {
        let mut before: Vec<u32> =
            apart.relatives(list.word(*id)).map(number).filter(|&other| other < own).collect();
        before.sort_unstable();
        push_number(&mut bytes, before.len() as u32);
        let mut last = own;
        for number in before.into_iter().rev() {
            push_number(&mut bytes, last - number);
            last = number;
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
    // What was made is read back as the sources say it.
    let table = Table::read(made.leak());
    assert!(*table.words() == sources.list && table.has_all(&sources.list));
    assert!(table.known(&sources.list) == sources.known);
    let apart = table.relatives(&sources.list).expect("the table has all words");
    assert!(apart == sources.apart, "{} pairs instead of {}", apart.count(), sources.apart.count());
    let some = sources.list.filtered(|id| id.index % 3 > 0 && id.len < 8);
    let expected = by_length(&some, |id| {
        let whole = sources.list.find(some.word(id)).expect("a word of the list");
        sources.known[whole.len][whole.index]
    });
    assert!(table.known(&some) == expected);
}

#[test]
fn the_german_table_is_up_to_date() {
    is_up_to_date(&german());
}

#[test]
fn the_english_table_is_up_to_date() {
    is_up_to_date(&english());
}

#[test]
fn relatives_of_a_part_of_the_list() {
    let all = Table::german().words();
    let some = all.filtered(|id| id.len < 7 && !id.index.is_multiple_of(5));
    let found = Table::german().relatives(&some).expect("the table has all words");
    let expected = relatives_in_sources(&some, &Language::german());
    let pairs = |apart: &Apart| {
        let mut pairs: Vec<_> = apart.pairs().map(|(a, b)| (a.to_vec(), b.to_vec())).collect();
        pairs.sort();
        pairs
    };
    assert!(expected.count() > 1000 && pairs(&found) == pairs(&expected));
    let more = WordList::merged([&some, &super::english()]);
    assert!(Table::german().relatives(&more).is_none() && !Table::german().has_all(&more));
}
