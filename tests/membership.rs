//! All ways to tie cells to words yield the same fills: plain enumeration, the direct encoding, diagrams, and the word
//! propagator inside CaDiCaL, with certified lemmas.

use crate::common::enumeration::{all_models, word_list};
use cwsat::encodings::cnf::{Bit, Family, Formula, Index, Lit};
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::mdd::{self, DiagramFamilies};
use cwsat::encodings::lexicon::membership::{LetterBits, Membership, add_slot, free_letter};
use cwsat::encodings::lexicon::{Diagram, Letter, Slot, SlotProblem, WordList};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the cells of a picture that are not `#`, with the letters it gives, and all runs of two or more.
fn picture(rows: &[&str]) -> SlotProblem {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut problem = SlotProblem::default();
    let mut number = vec![vec![usize::MAX; rows[0].len()]; rows.len()];
    for (r, row) in rows.iter().enumerate() {
        for (c, &field) in row.iter().enumerate().filter(|&(_, &field)| field != '#') {
            number[r][c] = problem.cells.len();
            problem.cells.push(Letter::from_char(field));
        }
    }
    let across = number.clone();
    let down = (0..rows[0].len()).map(|c| number.iter().map(|row| row[c]).collect());
    for line in across.into_iter().chain(down) {
        for run in line.split(|&cell| cell == usize::MAX).filter(|run| run.len() >= 2) {
            problem.slots.push(Slot { cells: run.to_vec() });
        }
    }
    problem
}

/// Returns all fills, by trying every word in every slot.
fn fills_by_trying(problem: &SlotProblem, list: &[&str]) -> BTreeSet<String> {
    fn go(
        problem: &SlotProblem,
        list: &[&str],
        slot: usize,
        cells: &mut Vec<Option<char>>,
        used: &mut Vec<String>,
        found: &mut BTreeSet<String>,
    ) {
        let Some(place) = problem.slots.get(slot) else {
            found.insert(cells.iter().map(|letter| letter.expect("every cell is in a slot")).collect());
            return;
        };
        for word in list.iter().filter(|word| word.len() == place.cells.len()) {
            let fits = place.cells.iter().zip(word.chars()).all(|(&c, l)| cells[c].is_none_or(|x| x == l));
            if fits && !used.iter().any(|u| u == word) {
                let before = cells.clone();
                place.cells.iter().zip(word.chars()).for_each(|(&c, l)| cells[c] = Some(l));
                used.push((*word).to_owned());
                go(problem, list, slot + 1, cells, used, found);
                used.pop();
                *cells = before;
            }
        }
    }
    let mut found = BTreeSet::new();
    let mut cells = problem.cells.iter().map(|given| given.map(Letter::char)).collect();
    go(problem, list, 0, &mut cells, &mut Vec::new(), &mut found);
    found
}

fn fills_by_clauses(
    problem: &SlotProblem,
    list: &Arc<WordList>,
    membership: Membership,
    distinct: Distinct,
) -> BTreeSet<String> {
    let encoding = FillEncoding::with_membership(problem, None, list, membership, distinct);
    let cells = 0..problem.cells.len();
    let visible: Vec<Lit> =
        cells.flat_map(|cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit())).collect();
    all_models(&encoding.formula, &visible, |model| {
        encoding.decode(model).into_iter().map(|l| l.expect("every cell has a letter").char()).collect()
    })
}

#[cfg(feature = "cadical")]
mod learning {
    use super::*;
    use cwsat::encodings::lexicon::{Lemma, LetterEncoding, certify};
    use cwsat::search::fill::learning::Learner;
    use cwsat::search::fill::{FillOptions, FillOutcome};
    use cwsat::solver::words::WordIndex;
    use cwsat::solver::{BackEnd, Budget, SatAnswer, load};

    pub fn fills(problem: &SlotProblem, list: &WordList, seed: u64) -> BTreeSet<String> {
        let index = Arc::new(WordIndex::new(list));
        let options = FillOptions { seed, ..FillOptions::default() };
        let mut learner = Learner::new(problem, &index, &options, true);
        let mut found = BTreeSet::new();
        loop {
            match learner.solve(&Budget::unlimited()) {
                FillOutcome::Filled(fill) => {
                    learner.exclude(&fill);
                    assert!(found.insert(fill.into_iter().map(Letter::char).collect()), "found twice");
                }
                FillOutcome::Infeasible { .. } => break,
                FillOutcome::Stopped { .. } => panic!("nothing stops it"),
            }
        }
        let lemmas = learner.take_lemmas();
        certify(problem, list, &lemmas).expect("every lemma follows from the words");
        found
    }

    /// Returns the lemmas of a proof that there is no fill.
    fn refutation(problem: &SlotProblem, list: &WordList) -> Vec<Lemma> {
        let index = Arc::new(WordIndex::new(list));
        let mut learner = Learner::new(problem, &index, &FillOptions::default(), true);
        let outcome = learner.solve(&Budget::unlimited());
        assert!(matches!(outcome, FillOutcome::Infeasible { .. }), "{outcome:?}");
        learner.take_lemmas()
    }

    /// Returns the verdict of every solver on the letters with lemmas.
    fn judged(problem: &SlotProblem, lemmas: &[Lemma]) -> Vec<SatAnswer> {
        let mut encoding = LetterEncoding::new(problem, None);
        encoding.add_lemmas(lemmas);
        let answers = BackEnd::ALL.iter().map(|back_end| {
            let mut solver = back_end.solver(1);
            load(&mut *solver, &encoding.formula, 0);
            solver.solve(&Budget::unlimited())
        });
        answers.collect()
    }

    #[test]
    fn lemmas_refute_what_has_no_fill_and_a_wrong_one_is_refused() {
        let problem = picture(&["....", "....", "....", "...."]);
        let list = word_list(&super::NO_SQUARE);
        assert!(fills_by_trying(&problem, &super::NO_SQUARE).is_empty());
        let lemmas = refutation(&problem, &list);
        assert!(lemmas.len() > 20, "{}", lemmas.len());
        certify(&problem, &list, &lemmas).expect("every lemma follows from the words");
        assert!(judged(&problem, &lemmas).iter().all(|&answer| answer == SatAnswer::Unsat));
        // Without the lemmas the letters are satisfiable.
        assert!(judged(&problem, &[]).iter().all(|&answer| answer == SatAnswer::Sat));
        // A lemma without one of its literals is stronger than what the words imply, in nearly all cases.
        let mut refused = 0;
        let longer: Vec<usize> = (0..lemmas.len()).filter(|&i| lemmas[i].clause.len() > 1).collect();
        for &i in &longer {
            let mut wrong = lemmas.clone();
            wrong[i].clause.pop();
            refused += usize::from(certify(&problem, &list, &wrong).is_err());
        }
        assert!(refused * 10 > longer.len() * 9, "{refused} of {}", longer.len());
    }
}

/// Random words of which no 4x4 square can be made.
const NO_SQUARE: [&str; 34] = [
    "AACE", "AAFE", "ABEB", "AECE", "AEDC", "AFAF", "AFBB", "BAFC", "BBAE", "BBED", "BFCF", "CDCE", "CDDF",
    "CDEA", "CEAD", "CEBB", "CEBE", "CFAE", "DACE", "DCEB", "DDAC", "DECA", "DFFF", "EAAF", "EBCB", "EDDC",
    "EECD", "EFCB", "FBED", "FCDA", "FDFE", "FEBC", "FEDE", "FFCA",
];

/// Searches for one fill in each of the ways of `cwsat solve --encoding`.
#[test]
fn every_engine_fills_what_can_be_filled_and_says_so_where_nothing_can() {
    use cwsat::search::fill::{Engine, FillOptions, FillOutcome, fill};
    let engines = ["auto", "direct", "mdd", "propagator", "direct,mdd", "auto,propagator"]
        .into_iter()
        .filter_map(|name| name.parse().ok());
    let engines: Vec<Engine> = engines.collect();
    assert_eq!(engines.len(), if cfg!(feature = "cadical") { 6 } else { 4 });
    let index = |words: &[&str]| Arc::new(cwsat::solver::words::WordIndex::new(&word_list(words)));
    let budget = cwsat::solver::Budget::unlimited();
    for engine in engines {
        for threads in [1, 2] {
            let options = FillOptions { engine, threads, seed: 5, ..FillOptions::default() };
            let problem = picture(&["...", ".#.", "..."]);
            let FillOutcome::Filled(letters) = fill(&problem, &index(&WORDS), &options, &budget) else {
                panic!("{engine}: it can be filled");
            };
            let letters: String = letters.into_iter().map(Letter::char).collect();
            assert!(fills_by_trying(&problem, &WORDS).contains(&letters), "{engine}: {letters}");
            let problem = picture(&["....", "....", "....", "...."]);
            let outcome = fill(&problem, &index(&NO_SQUARE), &options, &budget);
            assert!(matches!(outcome, FillOutcome::Infeasible { .. }), "{engine}: {outcome:?}");
        }
        // An exhausted budget ends all of them.
        let over = cwsat::solver::Budget::unlimited().within(std::time::Duration::ZERO);
        let options = FillOptions { engine, ..FillOptions::default() };
        let large = picture(&["............"; 12]);
        let words: Vec<String> = (0..4000u32).map(|n| spelled(n.wrapping_mul(2_654_435_761), 12)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let outcome = fill(&large, &index(&words), &options, &over);
        assert!(!matches!(outcome, FillOutcome::Filled(_)), "{engine}");
    }
}

/// Returns a word of A to H from the digits of a number.
fn spelled(number: u32, len: usize) -> String {
    (0..len).map(|i| char::from(b'A' + (number.rotate_left(5 * i as u32) % 8) as u8)).collect()
}

fn all_agree(problem: &SlotProblem, words: &[&str], seed: u64) -> usize {
    let list = Arc::new(word_list(words));
    let expected = fills_by_trying(problem, words);
    for membership in Membership::ALL {
        let fills = fills_by_clauses(problem, &list, membership, Distinct::Letters);
        assert_eq!(fills, expected, "{membership} {problem:?} {words:?}");
    }
    #[cfg(feature = "cadical")]
    assert_eq!(learning::fills(problem, &list, seed), expected, "propagator {problem:?} {words:?}");
    let _ = seed;
    expected.len()
}

const WORDS: [&str; 22] = [
    "AA", "AB", "BA", "BC", "CA", "CC", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "CBC", "CCA", "ABCA",
    "BACB", "CABA", "AABC", "BBCA", "CCAB", "ACAC", "BABA",
];

#[test]
fn small_grids_have_the_same_fills() {
    let mut fills = 0;
    for rows in [
        &[".."][..],
        &["..", ".."],
        &["...", "..."],
        &["...", "...", "..."],
        &["...", ".#.", "..."],
        &["#..", "...", "..#"],
        &["....", "#..#", "...."],
        &["..#..", "..#.."],
        &["....", "....", "...."],
        &["A..", "...", "..B"],
        &["..", "##", "..", "##", "..", "##", ".."],
        &["Q.", ".."],
        &["AB", ".."],
        &["..#AB"],
        &["....."],
    ] {
        fills += all_agree(&picture(rows), &WORDS, 1);
    }
    assert!(fills > 400, "{fills}");
}

#[test]
fn repeats_forbidden_one_by_one_leave_the_same_fills() {
    let problem = picture(&["...", ".#.", "..."]);
    let list = Arc::new(word_list(&WORDS));
    for membership in Membership::ALL {
        let mut encoding = FillEncoding::with_membership(&problem, None, &list, membership, Distinct::Lazy);
        let mut solver = cwsat::solver::new_solver(3);
        let mut mark = 0;
        loop {
            mark = cwsat::solver::load(&mut *solver, &encoding.formula, mark);
            let answer = solver.solve(&cwsat::solver::Budget::unlimited());
            assert_eq!(answer, cwsat::solver::SatAnswer::Sat, "{membership}");
            if encoding.forbid_repeats(|lit| solver.value(lit)) == 0 {
                break;
            }
        }
        let words: BTreeSet<_> = encoding.words(|lit| solver.value(lit)).into_iter().collect();
        assert_eq!(words.len(), problem.slots.len(), "{membership}: all different, all from the list");
        assert!(!words.contains(&None));
    }
}

/// Returns the letters that the three cells of a conditional slot can have, and whether the condition holds.
fn conditional(membership: Membership, words: &[&str]) -> BTreeSet<(bool, String)> {
    let list = word_list(words);
    let mut formula = Formula::new();
    let letter = formula.family(Family::indexed("letter", "cell,A", [Index::Number(3), Index::Letter]));
    let condition = formula.family(Family::auxiliary("condition"));
    let condition = formula.auxiliary(condition);
    let cells: Vec<LetterBits> = (0..3)
        .map(|cell| {
            let bits = free_letter(&mut formula, letter, cell * 26, |l| l.index() < 3);
            formula.add_bits(bits);
            bits
        })
        .collect();
    let cells: Vec<&LetterBits> = cells.iter().collect();
    match membership {
        Membership::Direct => {
            let family = formula.family(Family::auxiliary("word"));
            add_slot(&mut formula, family, 0, condition.into(), &cells, list.words(3).enumerate());
        }
        Membership::Mdd => {
            let diagram = Diagram::new(3, list.words(3));
            let place = [Index::Number(1), Index::Number(4), Index::Number(diagram.width())];
            let node = formula.family(Family::indexed("node", "slot,i,n", place));
            let edge = place.into_iter().chain([Index::Letter]);
            let edge = formula.family(Family::indexed("edge", "slot,i,n,A", edge));
            let families = DiagramFamilies { node, edge };
            mdd::add_slot(&mut formula, families, 0, condition.into(), &cells, &diagram);
        }
    }
    let visible: Vec<Lit> = cells.iter().flat_map(|bits| bits.iter().filter_map(|b| b.lit())).collect();
    let visible: Vec<Lit> = visible.into_iter().chain([condition]).collect();
    all_models(&formula, &visible, |model| {
        let letter = |bits: &&LetterBits| Letter::all().find(|l| bits[l.index()].value(model));
        let word = cells.iter().filter_map(letter).map(Letter::char).collect();
        (Bit::from(condition).value(model), word)
    })
}

#[test]
fn a_slot_with_a_condition_is_free_without_it() {
    for words in [&["ABC", "ABA", "CAB", "BBB", "BBC"][..], &["ABC"], &[]] {
        for membership in Membership::ALL {
            let models = conditional(membership, words);
            let with: BTreeSet<&str> = models.iter().filter(|m| m.0).map(|m| m.1.as_str()).collect();
            assert_eq!(with, words.iter().copied().collect(), "{membership}");
            assert_eq!(models.iter().filter(|m| !m.0).count(), 27, "{membership}");
        }
    }
}

/// Returns the letters that unit propagation leaves once some are forbidden; `None` if it finds a contradiction.
fn propagated(encoding: &FillEncoding, denied: &[Lit]) -> Option<BTreeSet<Lit>> {
    let mut known: BTreeSet<Lit> = denied.iter().map(|&lit| !lit).collect();
    loop {
        let before = known.len();
        for clause in encoding.formula.clauses() {
            let mut open = clause.iter().filter(|lit| !known.contains(&!**lit));
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(&lit), None) => drop(known.insert(lit)),
                _ => {}
            }
        }
        if known.len() == before {
            return Some(known);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_lists_and_grids_have_the_same_fills(
        words in prop::collection::btree_set("[A-C]{2,4}", 1..30),
        fields in "[.#]{12}",
        given in prop::option::of((0usize..12, "[A-C]")),
        seed in 0u64..1000,
    ) {
        let mut fields = fields;
        if let Some((place, letter)) = given {
            fields.replace_range(place..=place, &letter);
        }
        let rows: Vec<&str> = [0, 4, 8].map(|i| &fields[i..i + 4]).to_vec();
        let mut problem = picture(&rows);
        // Cells that are in no slot are not part of a problem.
        let used: BTreeSet<usize> = problem.slots.iter().flat_map(|slot| slot.cells.clone()).collect();
        let number: Vec<usize> = used.iter().copied().collect();
        let cells = number.iter().map(|&cell| problem.cells[cell]).collect();
        for slot in &mut problem.slots {
            for cell in &mut slot.cells {
                *cell = number.binary_search(cell).expect("it is used");
            }
        }
        problem.cells = cells;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        all_agree(&problem, &words, seed);
    }

    /// Both encodings are arc consistent: whatever letters of a slot are forbidden, unit propagation leaves exactly
    /// those that some word still has.
    #[test]
    fn unit_propagation_finds_all_that_one_slot_says(
        words in prop::collection::btree_set("[A-D]{4}", 1..25),
        denied in prop::collection::btree_set((0usize..4, 0usize..4), 0..9),
    ) {
        let problem = picture(&["...."]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let list = Arc::new(word_list(&words));
        let has = |word: &str, cell: usize, letter: usize| word.as_bytes()[cell] == b'A' + letter as u8;
        let left: Vec<&str> =
            words.iter().copied().filter(|w| !denied.iter().any(|&(c, l)| has(w, c, l))).collect();
        for membership in Membership::ALL {
            let encoding = FillEncoding::with_membership(&problem, None, &list, membership, Distinct::Letters);
            let lits = denied.iter().filter_map(|&(cell, letter)| encoding.cell(cell)[letter].lit());
            let known = propagated(&encoding, &lits.collect::<Vec<_>>());
            prop_assert_eq!(known.is_none(), left.is_empty(), "{}", membership);
            let Some(known) = known else { continue };
            for cell in 0..4 {
                for letter in 0..4 {
                    let possible = left.iter().any(|word| has(word, cell, letter));
                    let bit = encoding.cell(cell)[letter];
                    let denied = bit.lit().is_none_or(|lit| known.contains(&!lit));
                    prop_assert_eq!(denied, !possible, "{} cell {} letter {}", membership, cell, letter);
                }
            }
        }
    }
}
