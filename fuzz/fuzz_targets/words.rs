//! Word lists with all that a line can say, patterns, and the folding of words.
#![no_main]
use cwsat::encodings::digram;
use cwsat::encodings::lexicon::{Glob, LONGEST_WORD, Pattern, Style, fold, read_entries, read_list};
use cwsat::publish::clues::heads::fold_head;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(read) = read_list(bytes, "list") {
        let list = &read.list;
        assert!(!list.is_empty());
        // A list that is written out and read back is the same list.
        let line = |id| {
            let word: String = list.word(id).iter().map(|letter| letter.char()).collect();
            format!("{word};{}\n", list.score(id))
        };
        let text: String = list.ids().map(line).collect();
        let back = read_list(text.as_bytes(), "list").expect("a list").list;
        assert!(list.ids().map(line).eq(back.ids().map(|id| {
            let word: String = back.word(id).iter().map(|letter| letter.char()).collect();
            format!("{word};{}\n", back.score(id))
        })));
        assert!(list.longest() <= LONGEST_WORD);
        read.skipped.iter().for_each(|skipped| drop(skipped.to_string()));
    }
    let _ = digram::words::read(bytes, "list");
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = text.parse::<Pattern>();
        let glob = text.parse::<Glob>();
        for style in [Style::Marked, Style::Spaced] {
            let read = read_entries(text, style);
            for entry in &read.entries {
                assert!((1..=LONGEST_WORD).contains(&entry.letters.len()));
                let _ = glob.as_ref().map(|glob| glob.matches(&entry.letters));
            }
            read.skipped.iter().for_each(|skipped| drop(skipped.to_string()));
        }
        if let Some(word) = fold(text) {
            let folded: String = word.iter().map(|letter| letter.char()).collect();
            assert_eq!(fold(&folded), Some(word));
        }
        let _ = fold_head(text);
    }
});
