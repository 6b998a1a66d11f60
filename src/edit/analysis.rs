//! Everything that is known about a draft: the same draft, words and look give the same analysis, whatever was analysed before.
//!
//! It is computed again after each change. What takes longest is kept for the next time ([`Memory`]): which words and
//! letters fit, as long as only letters come and go (see `Held` in `slots`); the ceiling, which depends on the size
//! alone; and how a clue is set in print, which depends on its text. An analysis that is out of date before it is
//! finished is given up.

use super::board::{Board, Crossword, Ends, Place, cell, possible_arrows};
use super::draft::Draft;
use super::protocol::{
    Allowed, Analysis, Candidate, Clued, Factor, Fault, Figure, Fits, Lay, Length, Level, Look, Rating, Slot,
};
use super::setting::Settings;
use super::slots::{Fitting, Held, Slots};
use super::words::Vocabulary;
use crate::encodings::arrowword::bound::{ceiling, longest_line};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::arrowword::rating::{BONUS, Counts, FACTORS, IDEAL};
use crate::encodings::arrowword::rules;
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::lexicon::{Letter, WordList, fold_phrase};
use crate::publish::clues::give::LIST;
use std::collections::{BTreeMap, BTreeSet};

/// The most words that are shown for the word that is looked at.
const SHOWN: usize = 20;

/// What one analysis leaves for the next: what takes long and often stays the same.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    ceilings: Ceilings,
    settings: Settings,
    held: Option<Held>,
}

/// The ceilings, by the number of fields and the longest word.
type Ceilings = BTreeMap<(usize, usize), Option<f64>>;

impl Memory {
    /// Returns how many analyses in a row, up to the last one, continued from the one before.
    pub fn continued(&self) -> usize {
        self.held.as_ref().map_or(0, |held| held.served)
    }

    /// Forgets which words and letters fit, so that the next analysis starts from scratch.
    pub fn forget_words(&mut self) {
        self.held = None;
    }
}

/// Analyses a draft. `look` is the word that is looked at. Returns `None` if it is out of date, which is checked now
/// and then, before it is finished.
pub fn analyse(
    draft: &Draft,
    vocabulary: &Vocabulary,
    look: Option<Place>,
    memory: &mut Memory,
    is_outdated: &dyn Fn() -> bool,
) -> Option<Analysis> {
    let is_in_time = || (!is_outdated()).then_some(());
    let board = &draft.board;
    let slots = Slots::of(board);
    let fitting = Fitting::following(&slots, vocabulary, &mut memory.held, is_outdated)?;
    is_in_time()?;
    let broken = board.faults(Some(&vocabulary.list));
    is_in_time()?;
    let words = board.filled();
    let (clues, levels) = clued(draft, vocabulary, &words);
    let arrowword = board.arrowword();
    let set = memory.settings.of(draft);
    is_in_time()?;
    Some(Analysis {
        fields: fits(board, &slots, &fitting),
        slots: (0..slots.places.len())
            .map(|slot| Slot { question: slots.places[slot].asked(), count: fitting.count(slot) })
            .collect(),
        look: look.and_then(|place| looked_at(board, vocabulary, &slots, &fitting, place)),
        arrows: arrowword.map(possible_arrows).into_iter().flatten().map(allowed).collect(),
        relatives: broken.iter().filter_map(|fault| Some(fault.relatives?.map(Place::asked))).collect(),
        rating: arrowword.map(|puzzle| rating(puzzle, vocabulary, broken.is_empty(), &mut memory.ceilings)),
        figures: board.crossword().map(|of| figures(of, &words, &vocabulary.list)).unwrap_or_default(),
        lengths: lengths(board),
        faults: broken.into_iter().chain(board.customs()).map(fault).collect(),
        clues,
        set,
        levels,
        lays: board.crossword().map(|of| lays(of, vocabulary, &words)).unwrap_or_default(),
        missing: missing(vocabulary, &words, draft),
    })
}

fn allowed((pos, arrows): (Pos, Vec<impl ToString>)) -> Allowed {
    Allowed { at: cell(pos), arrows: arrows.iter().map(ToString::to_string).collect() }
}

fn fault(fault: super::board::Fault) -> Fault {
    Fault { text: fault.text, cells: fault.cells.into_iter().map(cell).collect() }
}

fn fits(board: &Board, slots: &Slots, fitting: &Fitting<'_>) -> Vec<Fits> {
    let open = slots.positions.iter().zip(&fitting.letters);
    let open = open.filter(|(pos, _)| board.field(**pos) == Some(Field::Open));
    let letters =
        |bits: u32| Letter::all().filter(|l| bits >> l.index() & 1 == 1).map(Letter::char).collect();
    let mut fits: Vec<Fits> =
        open.map(|(&pos, &bits)| Fits { at: cell(pos), letters: letters(bits) }).collect();
    fits.sort_by_key(|field| field.at);
    fits
}

fn looked_at(
    board: &Board,
    vocabulary: &Vocabulary,
    slots: &Slots,
    fitting: &Fitting<'_>,
    place: Place,
) -> Option<Look> {
    let slot = slots.places.iter().position(|other| *other == place)?;
    let mut words: Vec<(&[Letter], f32)> = fitting.words(slot).collect();
    words.sort_by(|(a, of_a), (b, of_b)| of_b.total_cmp(of_a).then(a.cmp(b)));
    let room = board.room(place).unwrap_or(LIST);
    let candidate = |&(word, score): &(&[Letter], f32)| Candidate {
        word: word.iter().map(|letter| letter.char()).collect(),
        score,
        clue: vocabulary.words.suggestions(word, room).into_iter().next(),
    };
    Some(Look { question: place.asked(), words: words.iter().take(SHOWN).map(candidate).collect() })
}

fn rating(puzzle: &Puzzle, vocabulary: &Vocabulary, is_sound: bool, ceilings: &mut Ceilings) -> Rating {
    let counts = Counts::of(puzzle);
    let is_complete = is_sound && rules::unfilled(puzzle).is_empty();
    let bonus = if is_complete { BONUS } else { 0.0 };
    let longest = longest_line(puzzle).min(vocabulary.list.longest());
    let highest = *ceilings
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

/// Counts what people want to know about a crossword.
fn figures(crossword: &Crossword, words: &[(Place, Vec<Letter>)], list: &WordList) -> Vec<Figure> {
    let template = &crossword.template;
    let runs = template.runs();
    let fields = |direction: Direction| -> BTreeSet<Pos> {
        runs.iter().filter(|run| run.direction == direction).flat_map(|run| run.cells()).collect()
    };
    let [across, down] = Direction::BOTH.map(fields);
    let white = template.white();
    let all = template.cells.rows() * template.cells.cols();
    let letters: usize = runs.iter().map(|run| run.len).sum();
    let share = |part: usize, of: usize| if of == 0 { 0.0 } else { part as f64 / of as f64 };
    let ends = match crossword.ends {
        Ends::Blocks => ("blocks", 100.0 * share(all - white, all)),
        Ends::Bars => ("bars", template.bars().len() as f64),
        Ends::Outside => ("crossings", across.intersection(&down).count() as f64),
    };
    let mut figures = vec![
        ("words", runs.len() as f64),
        ("letters per word", share(letters, runs.len())),
        ends,
        ("crossed", 100.0 * share(across.intersection(&down).count(), white)),
    ];
    if let Some(score) = mean_score(words, list) {
        figures.push(("score", score));
    }
    figures.into_iter().map(|(name, value)| Figure { name: name.to_owned(), value }).collect()
}

/// Returns the mean score in the list of the words that it has.
pub(super) fn mean_score(words: &[(Place, Vec<Letter>)], list: &WordList) -> Option<f64> {
    let scores: Vec<f64> =
        words.iter().filter_map(|(_, word)| Some(f64::from(list.score(list.find(word)?)))).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

fn lengths(board: &Board) -> Vec<Length> {
    match board {
        Board::Arrowword(puzzle) => {
            let counts = Counts::of(puzzle).lengths;
            let length = |(at, (count, ideal))| Length { length: at + 2, count, ideal: Some(ideal) };
            counts.into_iter().zip(IDEAL).enumerate().map(length).collect()
        }
        Board::Crossword(crossword) => {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for run in crossword.template.runs() {
                *counts.entry(run.len).or_default() += 1;
            }
            let [shortest, longest] = [counts.first_key_value(), counts.last_key_value()]
                .map(|end| end.map_or(1, |(length, _)| *length));
            let length = |length| Length {
                length,
                count: counts.get(&length).copied().unwrap_or_default(),
                ideal: None,
            };
            (shortest..=longest).filter(|_| !counts.is_empty()).map(length).collect()
        }
    }
}

fn clued(draft: &Draft, vocabulary: &Vocabulary, words: &[(Place, Vec<Letter>)]) -> (Clued, Vec<Level>) {
    let mut clued = Clued { words: draft.board.words().len(), ..Clued::default() };
    for note in draft.notes.values() {
        clued.clued += usize::from(!note.clues.is_empty());
        clued.weak += usize::from(note.clues.first().is_some_and(|clue| clue.weak));
    }
    let mut levels: BTreeMap<u8, usize> = BTreeMap::new();
    for (_, word) in words {
        *levels.entry(vocabulary.words.level(word)).or_default() += 1;
    }
    (clued, levels.into_iter().map(|(level, count)| Level { level, count }).collect())
}

/// Finds where the words that are wished for but missing can be laid in a criss-cross.
fn lays(crossword: &Crossword, vocabulary: &Vocabulary, words: &[(Place, Vec<Letter>)]) -> Vec<Lay> {
    if crossword.ends != Ends::Outside {
        return Vec::new();
    }
    let there: BTreeSet<&[Letter]> = words.iter().map(|(_, word)| &word[..]).collect();
    let wished: BTreeSet<&Vec<Letter>> = vocabulary.themes.iter().flat_map(|theme| theme.words()).collect();
    let lay = |word: &Vec<Letter>| {
        let places = crossword.places_for(word);
        let best = places.iter().max_by_key(|(run, crossings)| (*crossings, std::cmp::Reverse(run.start)));
        Lay {
            word: word.iter().map(|letter| letter.char()).collect(),
            count: places.len(),
            best: best.map(|(run, _)| Place::Start(run.start, run.direction).asked()),
        }
    };
    wished.into_iter().filter(|word| !there.contains(&word[..])).map(lay).collect()
}

/// Returns the words that are wished for but missing, and the solution word if no fields spell it.
pub(super) fn missing(vocabulary: &Vocabulary, words: &[(Place, Vec<Letter>)], draft: &Draft) -> Vec<String> {
    let there: BTreeSet<&[Letter]> = words.iter().map(|(_, word)| &word[..]).collect();
    let wishes = &draft.wishes;
    let is_missing = |text: &&String| fold_phrase(text).is_none_or(|word| !there.contains(&word[..]));
    let mut missing: Vec<String> =
        wishes.needed.iter().chain(&wishes.wanted).filter(is_missing).cloned().collect();
    let spelled: Option<Vec<Letter>> =
        draft.solution_word.iter().map(|&pos| draft.board.letter(pos)).collect();
    if let Some(word) = &wishes.solution_word
        && spelled.as_deref() != Some(&vocabulary.spelled[..])
    {
        missing.push(word.clone());
    }
    missing
}
