//! Everything that is known about a draft, from nothing: the same draft, words and look give the same analysis.
//!
//! It is made anew after each change. That takes a few milliseconds on 15x15, since the propagator needs microseconds a
//! slot; so there is no state between two analyses that could be wrong. Only the ceiling, which takes longer and depends
//! on the size alone, is remembered.

use super::change::possible_arrows;
use super::draft::{self, Draft, asked, cell};
use super::protocol::{
    Allowed, Analysis, Asked, Candidate, Cell, Clued, Factor, Fault, Fits, Length, Level, Look, Rating,
};
use super::slots::{Fitting, Slots};
use super::words::Vocabulary;
use crate::encodings::arrowword::bound::{ceiling, longest_line};
use crate::encodings::arrowword::puzzle::{Field, Question};
use crate::encodings::arrowword::rating::{BONUS, Counts, FACTORS, IDEAL};
use crate::encodings::arrowword::rules::{self, Violation};
use crate::encodings::lexicon::{Letter, fold_phrase};
use std::collections::{BTreeMap, BTreeSet};

/// The most words that are shown for the question that is looked at.
const SHOWN: usize = 20;

/// The ceilings that have been calculated, by the number of fields and the longest word.
#[derive(Clone, Debug, Default)]
pub struct Ceilings(BTreeMap<(usize, usize), Option<f64>>);

/// Analyses a draft. `look` is the question that is looked at.
pub fn analyse(
    draft: &Draft,
    vocabulary: &Vocabulary,
    look: Option<Question>,
    ceilings: &mut Ceilings,
) -> Analysis {
    let slots = Slots::of(draft);
    let fitting = Fitting::of(&slots, vocabulary);
    let violations = rules::check(&draft.puzzle, Some(&vocabulary.list));
    let words: Vec<(Vec<Letter>, Question)> = rules::words(&draft.puzzle).collect();
    let (clues, levels) = clued(draft, vocabulary, &words);
    Analysis {
        fields: fits(draft, &slots, &fitting),
        slots: (0..slots.questions.len())
            .map(|slot| super::protocol::Slot {
                question: asked(slots.questions[slot]),
                count: fitting.count(slot),
            })
            .collect(),
        look: look.and_then(|question| looked_at(draft, vocabulary, &slots, &fitting, question)),
        arrows: possible_arrows(draft)
            .into_iter()
            .map(|(pos, arrows)| Allowed {
                at: cell(pos),
                arrows: arrows.into_iter().map(|arrow| arrow.to_string()).collect(),
            })
            .collect(),
        relatives: violations.iter().filter_map(relatives).collect(),
        rating: rating(draft, vocabulary, violations.is_empty(), ceilings),
        faults: violations.iter().map(|violation| fault(draft, violation)).collect(),
        lengths: lengths(draft),
        clues,
        levels,
        missing: missing(vocabulary, &words, draft),
    }
}

fn fits(draft: &Draft, slots: &Slots, fitting: &Fitting) -> Vec<Fits> {
    let open = slots.positions.iter().zip(&fitting.letters);
    let open = open.filter(|(pos, _)| draft.puzzle.fields[**pos] == Field::Open);
    let letters =
        |bits: u32| Letter::all().filter(|l| bits >> l.index() & 1 == 1).map(Letter::char).collect();
    let mut fits: Vec<Fits> =
        open.map(|(&pos, &bits)| Fits { at: cell(pos), letters: letters(bits) }).collect();
    fits.sort_by_key(|field| field.at);
    fits
}

fn looked_at(
    draft: &Draft,
    vocabulary: &Vocabulary,
    slots: &Slots,
    fitting: &Fitting,
    question: Question,
) -> Option<Look> {
    let slot = slots.questions.iter().position(|other| *other == question)?;
    let mut words: Vec<(&[Letter], f32)> = fitting.words(slot).collect();
    words.sort_by(|(a, of_a), (b, of_b)| of_b.total_cmp(of_a).then(a.cmp(b)));
    let room = draft.room(question);
    let candidate = |&(word, score): &(&[Letter], f32)| Candidate {
        word: word.iter().map(|letter| letter.char()).collect(),
        score,
        clue: vocabulary.words.suggestions(word, room).into_iter().next(),
    };
    Some(Look { question: asked(question), words: words.iter().take(SHOWN).map(candidate).collect() })
}

/// Returns the two words of a violation that is about words of which a puzzle should have only one.
fn relatives(violation: &Violation) -> Option<[Asked; 2]> {
    match violation {
        Violation::WordTwice { question, first: other, .. }
        | Violation::Relatives { question, other_question: other, .. } => {
            Some([asked(*other), asked(*question)])
        }
        _ => None,
    }
}

fn fault(draft: &Draft, violation: &Violation) -> Fault {
    let word =
        |question: Question| draft.puzzle.run_of(question).into_iter().flat_map(|run| run.cells()).map(cell);
    let cells: Vec<Cell> = match violation {
        Violation::UnknownWord { question, .. } => word(*question).collect(),
        Violation::WordTwice { question, first: other, .. }
        | Violation::Relatives { question, other_question: other, .. } => {
            word(*question).chain(word(*other)).collect::<BTreeSet<_>>().into_iter().collect()
        }
        other => other.place().map(cell).into_iter().collect(),
    };
    Fault { text: violation.to_string(), cells }
}

fn rating(draft: &Draft, vocabulary: &Vocabulary, is_sound: bool, ceilings: &mut Ceilings) -> Rating {
    let counts = Counts::of(&draft.puzzle);
    let is_complete = is_sound && rules::unfilled(&draft.puzzle).is_empty();
    let bonus = if is_complete { BONUS } else { 0.0 };
    let longest = longest_line(&draft.puzzle).min(vocabulary.list.longest());
    let highest = *ceilings
        .0
        .entry((counts.unblocked, longest))
        .or_insert_with(|| ceiling(counts.unblocked, longest).map(|ceiling| ceiling.score + BONUS));
    let factor = |(name, value): (&&str, f64)| Factor { name: (*name).to_owned(), value };
    Rating {
        score: counts.score() + bonus,
        bonus,
        factors: FACTORS.iter().zip(counts.factors()).map(factor).collect(),
        ceiling: highest,
    }
}

fn lengths(draft: &Draft) -> Vec<Length> {
    let counts = Counts::of(&draft.puzzle).lengths;
    let length = |(at, (count, ideal))| Length { length: at + 2, count, ideal };
    counts.into_iter().zip(IDEAL).enumerate().map(length).collect()
}

fn clued(draft: &Draft, vocabulary: &Vocabulary, words: &[(Vec<Letter>, Question)]) -> (Clued, Vec<Level>) {
    let mut clued = Clued { words: draft.puzzle.questions.len(), ..Clued::default() };
    for note in draft.notes.values() {
        clued.clued += usize::from(!note.clues.is_empty());
        clued.weak += usize::from(note.clues.first().is_some_and(|clue| clue.weak));
    }
    let mut levels: BTreeMap<u8, usize> = BTreeMap::new();
    for (word, _) in words {
        *levels.entry(vocabulary.words.level(word)).or_default() += 1;
    }
    (clued, levels.into_iter().map(|(level, count)| Level { level, count }).collect())
}

/// Returns the words that are wished for and not there, and the solution word if no fields spell it.
fn missing(vocabulary: &Vocabulary, words: &[(Vec<Letter>, Question)], draft: &Draft) -> Vec<String> {
    let there: BTreeSet<&[Letter]> = words.iter().map(|(word, _)| &word[..]).collect();
    let wishes = &draft.wishes;
    let is_missing = |text: &&String| fold_phrase(text).is_none_or(|word| !there.contains(&word[..]));
    let mut missing: Vec<String> =
        wishes.needed.iter().chain(&wishes.wanted).filter(is_missing).cloned().collect();
    let spelled: Option<Vec<Letter>> =
        draft.solution_word.iter().map(|&pos| draft::letter_of(draft.puzzle.fields[pos])).collect();
    if let Some(word) = &wishes.solution_word
        && spelled.as_deref() != Some(&vocabulary.spelled[..])
    {
        missing.push(word.clone());
    }
    missing
}
