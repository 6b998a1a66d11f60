//! The last points of a layout: windows annealed anew inside a frozen surrounding.
//!
//! A cold board hardly moves: every single flip breaks a rule somewhere, and two-step detours are out of
//! reach. So a window is heated and cooled again by itself while all counts are still those of the whole
//! board. Each try costs a fraction of a second and is kept unless it made things worse, so that even
//! without gain the layout drifts to where the next window may succeed.

use super::anneal::{Schedule, anneal};
use super::board::Board;
use super::combine::{Tilt, combine};
use super::energy::{Prices, energy, loss};
use super::pattern::is_wide;
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::arrowword::rating::Counts;
use crate::encodings::grid::Pos;
use crate::solver::Budget;
use fastrand::Rng;

/// The start temperature of a window, as a fraction of that for a whole board.
const HEAT: f64 = 0.8;

/// The end temperature of a window, as a fraction of that for a whole board: colder, because the last wrong words cost
/// next to nothing, and there are far more layouts with one of them than without.
const COLD: f64 = 0.15;

/// The moves to try per field of the window.
const MOVES_A_FIELD: u64 = 2500;

/// Anneals windows of a valid board until its loss is at most `goal`, `tries` are used up (fewer on a small
/// board, where windows soon repeat), or the budget ends. Never makes the board worse.
pub(in crate::search) fn polish(
    board: &mut Board,
    given: &Puzzle,
    prices: &Prices,
    (goal, target): (f64, &Counts),
    tries: usize,
    rng: &mut Rng,
    budget: &Budget,
) {
    const RADII: std::ops::RangeInclusive<usize> = 3..=6;
    /// The free fields per try.
    const FIELDS_A_TRY: usize = 3;
    let whole = board.free().to_vec();
    let mut tilt = Tilt::default();
    let (wide, narrow) =
        if is_wide(whole.len()) { (tries, 0) } else { (0, tries.min(whole.len() / FIELDS_A_TRY)) };
    for number in 0..wide {
        if loss(board.tally(), board.unblocked()) <= goal || budget.exhausted() {
            return;
        }
        // Combining windows does not mend what is wrong in one place, and needs a layout that has changed since.
        if number % 8 == 7 || board.tally().crowded + board.tally().dead + board.tally().lengths[2] > 0 {
            let centre = board.pos(whole[rng.usize(..whole.len())]);
            rework(board, given, centre, rng.usize(RADII), prices, goal, rng, budget);
        } else {
            combine(board, &mut tilt, given, prices, target, rng, budget);
        }
    }
    for _ in 0..narrow {
        if loss(board.tally(), board.unblocked()) <= goal || budget.exhausted() {
            break;
        }
        let centre = board.pos(whole[rng.usize(..whole.len())]);
        rework(board, given, centre, rng.usize(RADII), prices, goal, rng, budget);
    }
}

/// Rearranges some windows of a valid, very large board that is near the best there is: those around flaws that a window can mend by
/// itself, and if there are none, several together. Only the rating counts. Never makes the board worse.
pub(in crate::search) fn touch_up(
    board: &mut Board,
    given: &Puzzle,
    prices: &Prices,
    (goal, target): (f64, &Counts),
    tries: usize,
    rng: &mut Rng,
    budget: &Budget,
) {
    const RADII: std::ops::RangeInclusive<usize> = 3..=5;
    // A few windows do not change how easily the layout as a whole can be filled, and the numbers of question fields
    // and words may differ from those of the target.
    let prices = &Prices { stretch: 0.0, crossed: 0.0, astray: 0.0, ..*prices };
    let mut tilt = Tilt::default();
    for _ in 0..tries {
        if loss(board.tally(), board.unblocked()) <= goal || budget.exhausted() {
            break;
        }
        let flaws = flaws(&board.puzzle(given));
        match flaws.is_empty() {
            false => {
                let centre = flaws[rng.usize(..flaws.len())];
                rework(board, given, centre, rng.usize(RADII), prices, goal, rng, budget);
            }
            true => {
                combine(board, &mut tilt, given, prices, target, rng, budget);
            }
        }
    }
}

/// Returns a field of each word of two letters, and the question fields with two question fields beside them.
fn flaws(pattern: &Puzzle) -> Vec<Pos> {
    let at = |pos: Pos, down: isize, right: isize| {
        let pos = Pos::new(pos.row.checked_add_signed(down)?, pos.col.checked_add_signed(right)?);
        pattern.fields.get(pos)
    };
    let is_letter = |field: Option<&Field>| field.is_some_and(|field| field.is_solution());
    let is_flaw = |pos: Pos, field: Field| {
        let is_short = |(down, right): (isize, isize)| {
            !is_letter(at(pos, -down, -right))
                && is_letter(at(pos, down, right))
                && !is_letter(at(pos, 2 * down, 2 * right))
        };
        let beside = || (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let questions =
            || beside().filter(|&(down, right)| at(pos, down, right) == Some(&Field::Question)).count();
        match field {
            Field::Question => questions() > 2, // with the field itself
            field if field.is_solution() => [(0, 1), (1, 0)].into_iter().any(is_short),
            _ => false,
        }
    };
    pattern.fields.iter().filter(|&(pos, &field)| is_flaw(pos, field)).map(|(pos, _)| pos).collect()
}

/// Anneals the window of this radius around a field; the board ends up as good as before, or better.
#[expect(clippy::too_many_arguments, reason = "a window is a place and a size, and annealing needs the rest")]
pub(in crate::search) fn rework(
    board: &mut Board,
    given: &Puzzle,
    centre: Pos,
    radius: usize,
    prices: &Prices,
    goal: f64,
    rng: &mut Rng,
    budget: &Budget,
) {
    rework_within(board, given, centre, radius, prices, (goal, 0.0), rng, budget);
}

/// Anneals the window of this radius around a field; the board ends up as good as before, or better, or worse by no more than
/// `slack` points of the summed factors.
#[expect(clippy::too_many_arguments, reason = "a window is a place and a size, and annealing needs the rest")]
pub(in crate::search) fn rework_within(
    board: &mut Board,
    given: &Puzzle,
    centre: Pos,
    radius: usize,
    prices: &Prices,
    (goal, slack): (f64, f64),
    rng: &mut Rng,
    budget: &Budget,
) {
    // Where a little may be lost, the numbers of question fields and words need not stay what they are.
    let prices = &Prices { astray: if slack > 0.0 { 0.0 } else { prices.astray }, ..*prices };
    let before = board.snapshot();
    let energy_before = energy(board, prices);
    let inside = |p: Pos| p.row.abs_diff(centre.row) <= radius && p.col.abs_diff(centre.col) <= radius;
    board.confine(given, inside);
    board.scatter(rng);
    let whole = Schedule::for_board(board, MOVES_A_FIELD);
    let schedule = Schedule {
        moves: MOVES_A_FIELD * board.free().len() as u64,
        start: whole.start * HEAT,
        end: whole.end * COLD,
    };
    let energy_after = anneal(board, &schedule, prices, goal + slack, rng, budget);
    if energy_after > energy_before + slack + 1e-9 {
        board.restore(&before);
    }
    board.confine(given, |_| true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::puzzle::Blocked;
    use crate::encodings::grid::Grid;
    use crate::search::layout::Fits;

    /// Returns the puzzle of a picture: `?` is a question field, `#` a blocked one, `.` takes a letter.
    fn picture(rows: &[&str]) -> Puzzle {
        let fields =
            Grid::from_fn(rows.len(), rows[0].len(), |pos| match rows[pos.row].as_bytes()[pos.col] {
                b'?' => Field::Question,
                b'#' => Field::Blocked(Blocked::Space),
                _ => Field::Open,
            });
        Puzzle { fields, questions: Vec::new() }
    }

    #[test]
    fn flaws_are_words_of_two_letters_and_question_fields_in_threes() {
        assert_eq!(flaws(&picture(&["...?", ".#.?", "...."])), []);
        assert_eq!(flaws(&picture(&["..?...", "#####?"])), [Pos::new(0, 0)]);
        assert_eq!(flaws(&picture(&["#.", "#.", "#?", "#."])), [Pos::new(0, 1)]);
        assert_eq!(flaws(&picture(&["?##", "#?#", "##?"])), [Pos::new(1, 1)]);
    }

    #[test]
    fn a_layout_is_touched_up_to_one_that_rates_higher_and_breaks_no_rule() {
        let given = picture(&[".".repeat(30).as_str(); 24]);
        let mut board = Board::new(&given, &[1000; 25], &Fits::default());
        let prices = Prices::for_fields(board.unblocked());
        let mut rng = Rng::with_seed(4);
        board.scatter(&mut rng);
        let schedule = Schedule::for_board(&board, 300);
        // Annealing ends far from the best.
        anneal(&mut board, &schedule, &prices, 3.0, &mut rng, &Budget::unlimited());
        assert_eq!(board.tally().broken(), 0);
        let target = Counts { questions: 160, doubles: 35, uncrossed: 112, ..Counts::default() };
        let first = loss(board.tally(), board.unblocked());
        let mut before = first;
        for _ in 0..6 {
            touch_up(&mut board, &given, &prices, (0.0, &target), 2, &mut rng, &Budget::unlimited());
            let after = loss(board.tally(), board.unblocked());
            assert_eq!(board.tally().broken(), 0);
            // Besides the rating, only the letters of very long words have a price, which is next to nothing.
            assert!(after <= before + 0.01, "{before} {after}");
            before = after;
        }
        assert!(before < first, "{first} {before}");
    }
}
