//! `cwsat words LIST --coverage`: how many words have a clue, and how many a good one, by length.

use super::{counted, pretty};
use crate::cli::wordlists::Words;
use cwsat::publish::clues::collection::{Clues, OnlyWeak};
use cwsat::publish::clues::give::FIELD;
use serde::Serialize;

/// The output; the names of the fields are those in the JSON.
#[derive(Serialize)]
struct Coverage {
    words: usize,
    /// Those with a clue that fits a question field.
    clued: usize,
    /// Those with one that is not weak.
    good: usize,
    lengths: Vec<OfLength>,
}

#[derive(Default, Serialize)]
struct OfLength {
    length: usize,
    words: usize,
    clued: usize,
    good: usize,
}

/// Returns how many words have a clue.
pub fn coverage(words: &Words, clues: &Clues, json: bool) -> String {
    let list = &words.list;
    let mut lengths: Vec<OfLength> =
        (0..=list.longest()).map(|length| OfLength { length, ..OfLength::default() }).collect();
    for id in list.ids() {
        let of = &mut lengths[id.len];
        let only_weak = clues.asks(list.word(id), FIELD);
        of.words += 1;
        of.clued += usize::from(only_weak.is_some());
        of.good += usize::from(only_weak == Some(OnlyWeak(false)));
    }
    lengths.retain(|of| of.words > 0);
    let sum = |count: fn(&OfLength) -> usize| lengths.iter().map(count).sum();
    let all =
        Coverage { words: sum(|of| of.words), clued: sum(|of| of.clued), good: sum(|of| of.good), lengths };
    if json {
        return pretty(&words.name, &all);
    }
    let mut text = format!(
        "{}: {}, {} with a clue ({}), {} with a good one ({})\n\nlength   words    clued            good\n",
        words.name,
        counted(all.words),
        all.clued,
        percent(all.clued, all.words).trim_start(),
        all.good,
        percent(all.good, all.words).trim_start(),
    );
    for OfLength { length, words, clued, good } in &all.lengths {
        let (of_clued, of_good) = (percent(*clued, *words), percent(*good, *words));
        text += &format!("{length:6}{words:8}{clued:9}{of_clued}{good:9}{of_good}\n");
    }
    text
}

/// Returns a share of the whole, aligned; only all of it is 100 %, and only nothing is 0 %.
pub fn percent(part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    let percent = if part == 0 || part == whole { percent } else { percent.clamp(0.1, 99.9) };
    format!("{percent:6.1} %")
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use super::*;

    #[test]
    fn shares_are_of_all_words_of_a_length() {
        let words = words("ROSE\nXYZQ\nTVER\nQXZ");
        let clues = Clues::read(&[], &words.list, None).expect("built-in clues");
        let json: serde_json::Value = serde_json::from_str(&coverage(&words, &clues, true)).expect("JSON");
        assert_eq!(
            (json["words"].as_u64(), json["clued"].as_u64(), json["good"].as_u64()),
            (Some(4), Some(2), Some(1))
        );
        let of_four = &json["lengths"][1];
        assert_eq!((of_four["length"].as_u64(), of_four["clued"].as_u64()), (Some(4), Some(2)));
        let text = coverage(&words, &clues, false);
        assert!(
            text.starts_with("test: 4 words, 2 with a clue (50.0 %), 1 with a good one (25.0 %)\n"),
            "{text}"
        );
        assert!(text.ends_with("\n     4       3        2  66.7 %        1  33.3 %\n"), "{text}");
    }

    #[test]
    fn all_and_nothing_are_exact() {
        assert_eq!([percent(0, 9), percent(9, 9)], ["   0.0 %", " 100.0 %"]);
        assert_eq!([percent(1, 100_000), percent(99_999, 100_000)], ["   0.1 %", "  99.9 %"]);
    }
}
