//! Which of the clues of a word are good: each has a cost that depends on how it relates to the word, how common that
//! sense is, and how it fills its space.
//!
//! The numbers are a matter of taste, not of measurement: a synonym of the usual sense is as good as a definition, a
//! rare sense is better than what the word is merely a kind of, and clues that do not fit come last. Costs that are
//! nearly equal count as equal, so that the seed can choose.

use super::candidate::{Candidate, Nature};
use super::faults::blocked_in;
use super::gives_away::{Strictness, gives_away};
use super::heads::tokens;
use super::shorten::{Short, variants};
use crate::encodings::lexicon::Letter;

/// A candidate that was fitted to a space and judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    /// The clue.
    pub text: String,
    /// The cost: lower is better.
    pub cost: u32,
    /// Whether an author should look at it, because it is true of too many words, vague, cut, or too long for its
    /// space.
    pub weak: bool,
    /// Whether an author wrote it for this puzzle.
    pub is_authors: bool,
}

/// Costs that exceed the best one by at most this much are as good as the best one.
pub(super) const EQUALLY_GOOD: u32 = 6;

/// No clue is longer than this many times its space, as it would never be printed.
const BEYOND: usize = 3;

/// Fits a candidate for this word to a space of `space` characters; returns `None` if it gives the word away, has a word
/// that a family newspaper does not print (unless an author wrote it), or is not usable as a clue.
pub(super) fn rank(candidate: &Candidate, answer: &[Letter], space: usize) -> Option<Ranked> {
    if !matches!(candidate.nature, Nature::Written | Nature::Listed) && blocked_in(&candidate.text).is_some()
    {
        return None;
    }
    let strictness = match candidate.nature {
        Nature::Written | Nature::Listed | Nature::Base | Nature::Fact => Strictness::Answer,
        _ => Strictness::Stem,
    };
    let fair = |short: &Short| !gives_away(&short.text, answer, strictness);
    let marked = |short: Short| Short { text: short.text + candidate.mark, ..short };
    let variants: Vec<Short> = variants(&candidate.text, strictness == Strictness::Answer)
        .into_iter()
        .filter(fair)
        .map(marked)
        .collect();
    // The longest that fits or, if none does, the shortest.
    let fits = |short: &&Short| short.text.chars().count() <= space;
    let short = variants.iter().find(fits).or(variants.last())?;
    let length = short.text.chars().count();
    if length > space.saturating_mul(BEYOND) {
        return None;
    }
    let too_long = length > space;
    let vague = is_vague(short.text.trim_end_matches(candidate.mark));
    let broad = candidate.nature == Nature::Broader;
    let nature = match candidate.nature {
        Nature::Written => 0,
        Nature::Listed => 7,
        Nature::Base => 14,
        Nature::Fact => 22,
        Nature::Definition | Nature::Synonym => 25,
        Nature::Related => 39,
        Nature::Broader => 45,
    };
    // A text that somebody wrote as a clue is as long as it should be, and one that the author of the puzzle wrote is
    // what it should be.
    let is_authors = matches!(candidate.nature, Nature::Written | Nature::Listed);
    let is_clue = is_authors || candidate.nature == Nature::Base;
    let wordy = if is_clue { 0 } else { wordiness(length, space) };
    let needless = candidate.short_of.is_some_and(|long| long <= space);
    let cost = nature
        + wordy
        + if needless { EQUALLY_GOOD + 1 } else { 0 }
        + u32::from(candidate.remote)
        + if short.cut { 14 } else { 0 }
        + if vague && !is_authors { 25 } else { 0 }
        + if length <= 2 && !is_authors { 10 } else { 0 }
        + if too_long { 1000 + length as u32 } else { 0 };
    let weak = broad || vague || too_long || short.cut;
    Some(Ranked { text: short.text.clone(), cost, weak, is_authors })
}

/// Returns up to 8 points for clues of more than half of the space: one that fills it to the last character has to be
/// set in small type.
fn wordiness(length: usize, space: usize) -> u32 {
    let half = space / 2;
    let over = length.min(space).saturating_sub(half);
    (8 * over / (space - half).max(1)) as u32
}

/// Returns whether a clue is a single word that is true of nearly everything.
fn is_vague(clue: &str) -> bool {
    const VAGUE: &[&str] = &[
        "abstraction",
        "act",
        "action",
        "activity",
        "area",
        "art",
        "artifact",
        "attribute",
        "begriff",
        "being",
        "change",
        "communication",
        "condition",
        "content",
        "ding",
        "eigenschaft",
        "einheit",
        "entity",
        "etwas",
        "event",
        "form",
        "gegenstand",
        "group",
        "grouping",
        "gruppe",
        "handlung",
        "happening",
        "individual",
        "instrumentality",
        "maß",
        "matter",
        "measure",
        "menge",
        "mensch",
        "move",
        "object",
        "objekt",
        "organism",
        "ort",
        "part",
        "people",
        "person",
        "place",
        "property",
        "quality",
        "region",
        "relation",
        "sache",
        "someone",
        "something",
        "state",
        "stoff",
        "substance",
        "teil",
        "thing",
        "tun",
        "unit",
        "vorgang",
        "wesen",
        "whole",
        "wort",
        "zustand",
    ];
    let mut words = tokens(clue);
    match (words.next(), words.next()) {
        (Some(word), None) => VAGUE.contains(&word.to_lowercase().as_str()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;

    fn ranked(text: &str, nature: Nature, answer: &str, space: usize) -> Option<Ranked> {
        rank(&Candidate::new(text, nature), &fold(answer).expect("a word"), space)
    }

    #[test]
    fn better_natures_cost_less() {
        let cost = |nature| ranked("Fisch", nature, "AAL", 30).expect("a clue").cost;
        let natures = [
            Nature::Written,
            Nature::Listed,
            Nature::Base,
            Nature::Fact,
            Nature::Synonym,
            Nature::Related,
            Nature::Broader,
        ]
        .map(cost);
        assert!(natures.is_sorted_by(|a, b| a < b), "{natures:?}");
    }

    #[test]
    fn what_the_author_wrote_comes_before_what_is_built_in() {
        let cost = |text, nature| ranked(text, nature, "AAL", 30).expect("a clue").cost;
        for text in ["Sache", "50", "ein langer Fisch, der wandert"] {
            assert!(cost(text, Nature::Written) + EQUALLY_GOOD < cost("Fisch", Nature::Listed));
            assert!(cost(text, Nature::Listed) + EQUALLY_GOOD < cost("Fisch", Nature::Base), "{text}");
        }
    }

    #[test]
    fn what_is_weak_is_marked() {
        let weak = |text: &str, nature, space| ranked(text, nature, "AAL", space).map(|r| r.weak);
        assert_eq!(weak("Speisefisch", Nature::Synonym, 30), Some(false));
        assert_eq!(weak("Fisch", Nature::Broader, 30), Some(true));
        assert_eq!(weak("Wesen", Nature::Synonym, 30), Some(true));
        assert_eq!(weak("langer Fisch, der wandert", Nature::Definition, 15), Some(true), "cut");
        for nature in [Nature::Written, Nature::Base] {
            assert_eq!(weak("Fisch, der sich schlängelt", nature, 40), Some(false));
            assert_eq!(weak("Fisch, der sich schlängelt", nature, 15), Some(true), "cut, whoever wrote it");
        }
        assert_eq!(weak("langer Fisch; er wandert", Nature::Definition, 15), Some(false), "a second meaning");
        assert_eq!(weak("schlangenförmiges Meerestier", Nature::Definition, 15), Some(true), "too long");
        assert_eq!(weak("schlangenförmiges Meerestier", Nature::Definition, 5), None, "never printed");
    }

    #[test]
    fn a_shorter_form_does_where_the_long_one_gives_the_answer_away() {
        let clue = ranked("langer Fisch; auch Aal", Nature::Definition, "AAL", 60).expect("a clue");
        assert_eq!(clue.text, "langer Fisch");
        assert_eq!(ranked("Aalfisch", Nature::Synonym, "AAL", 60), None);
    }

    #[test]
    fn what_a_family_newspaper_does_not_print_is_a_clue_only_if_an_author_wrote_it() {
        let is_clue = |nature| ranked("Fisch, Kotze", nature, "AAL", 60).is_some();
        let natures = [Nature::Written, Nature::Base, Nature::Definition, Nature::Synonym, Nature::Broader];
        assert_eq!(natures.map(is_clue), [true, false, false, false, false]);
    }

    #[test]
    fn a_mark_stays_however_short_the_text_is_made() {
        let plural =
            Candidate { mark: " (Mz.)", ..Candidate::new("langer Fisch; er wandert", Nature::Definition) };
        let text = |space| rank(&plural, &fold("AALE").expect("a word"), space).map(|clue| clue.text);
        assert_eq!(text(40).as_deref(), Some("langer Fisch; er wandert (Mz.)"));
        assert_eq!(text(20).as_deref(), Some("langer Fisch (Mz.)"));
    }

    #[test]
    fn what_does_not_fit_costs_more_than_anything_that_does() {
        let long = ranked("sehr langes Wort", Nature::Written, "AAL", 10).expect("a clue");
        let worst = Candidate { remote: 255, ..Candidate::new("Wesen", Nature::Broader) };
        let worst = rank(&worst, &fold("AAL").expect("a word"), 10).expect("a clue");
        assert!(long.cost > worst.cost);
    }
}
