//! What one more field does to the frontier, and to the counts.
//!
//! Whether a word is asked for is decided where it starts: by a question field before it that the frontier knows, or by
//! one that comes later (to the right or below), which then has to come. So each field knows in how many words it is,
//! and no rule has to be looked at again.

use super::shape::Kind;
use super::state::{Below, Cell, Left, State, Words};
use crate::arrowword::layout::Lengths;
use crate::arrowword::puzzle::Arrow;
use crate::arrowword::rating::Counts;

/// The counts that the rating depends on, as places in a [`Tally`].
pub(super) const QUESTIONS: usize = 0;
pub(super) const DOUBLES: usize = 1;
pub(super) const UNCROSSED: usize = 2;
pub(super) const DEAD: usize = 3;
pub(super) const CLUSTERS: usize = 4;
pub(super) const SQUARES: usize = 5;
/// The words of 2, 3, …, 8, and 9 or more letters: eight places from here on.
pub(super) const LENGTHS: usize = 6;
/// The number of counts.
pub(super) const COUNTS: usize = 14;

/// The counts of a layout, or of a part of it.
pub(super) type Tally = [i16; COUNTS];

/// How exactly the frontier is kept. What is not kept makes the bound higher, never lower.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// The letters of a vertical word that are counted; longer words are all allowed.
    pub(super) longest: u8,
    /// The size from which on clusters count as equal; they grow by their squares from there.
    pub(super) cluster: u8,
    /// The lengths that words may have.
    pub(super) lengths: Lengths,
    /// The greatest length of a word.
    pub(super) line: usize,
}

impl Detail {
    /// Returns whether words of `len` letters so far may become words.
    fn may_reach(&self, len: usize) -> bool {
        len <= self.line.min(self.lengths.longest())
    }

    /// Counts a word that ends; `None` if there is no such word.
    fn end(&self, len: u8, tally: &mut Tally) -> Option<()> {
        if len == 0 {
            return Some(());
        }
        let len = usize::from(len);
        let is_open = len == usize::from(self.longest) && self.may_reach(len + 1);
        let allowed = if is_open {
            (len..=self.line).any(|len| self.lengths.contains(len))
        } else {
            self.lengths.contains(len)
        };
        let bucket = Counts::bucket(len).filter(|_| allowed)?;
        tally[LENGTHS + bucket] += 1;
        Some(())
    }
}

/// A state after a field, what the field adds to the counts, and its mark: a set of arrows, or 0.
pub(super) type Next = (State, Tally, u8);

/// Lists what can happen at a field.
pub(super) fn steps(state: &State, kind: &Kind, detail: &Detail, out: &mut Vec<Next>) {
    out.clear();
    let mut add = |next: Option<Next>| {
        out.extend(next.and_then(|next| finished(next, kind, detail)));
    };
    if kind.is_blocked {
        add(blocked(state, kind, detail));
    }
    for &arrows in &kind.asks {
        add(question(state, kind, detail, arrows));
    }
    if kind.letter {
        for from_right in [false, true] {
            for from_below in [false, true] {
                if (!from_right || kind.asked_from_right) && (!from_below || kind.asked_from_below) {
                    add(letter(state, kind, detail, from_right, from_below));
                }
            }
        }
    }
}

/// Ends the row if this was its last field, and brings the state into its one form.
fn finished((mut state, mut tally, mark): Next, kind: &Kind, detail: &Detail) -> Option<Next> {
    if kind.is_last {
        match state.left {
            Left::Nothing | Left::Letter { waits: false, .. } => {}
            _ => return None,
        }
        if let Left::Letter { across, .. } = state.left {
            detail.end(across, &mut tally)?;
        }
        state.left = Left::Nothing;
        state.corner = None;
    } else if matches!(state.cells[kind.col + 1], Cell::Question { .. }) {
        // It touches the corner itself.
        state.corner = None;
    }
    state.number_groups();
    Some((state, tally, mark))
}

/// Ends the words that end before a field without a letter, which is a question field with these arrows, or blocked.
fn end_words(state: &State, kind: &Kind, detail: &Detail, arrows: u8, tally: &mut Tally) -> Option<()> {
    let asks = |arrow: Arrow| arrows >> arrow.code() & 1 == 1;
    let (mut waits_below, mut waits_right) = (false, false);
    match state.cells[kind.col] {
        Cell::Question { below: Below::Down | Below::Right, .. } => return None,
        Cell::Question { .. } | Cell::Blocked => {}
        Cell::Letter { down, waits, .. } => {
            detail.end(down, tally)?;
            waits_below = waits;
        }
    }
    match state.left {
        Left::Nothing => {}
        Left::AsksRight | Left::AsksDown => return None,
        Left::Letter { across, waits } => {
            detail.end(across, tally)?;
            waits_right = waits;
        }
    }
    (waits_below == asks(Arrow::UpRight) && waits_right == asks(Arrow::LeftDown)).then_some(())
}

/// Returns the cluster of a cell.
fn group_of(cell: Cell) -> Option<u8> {
    match cell {
        Cell::Question { group, .. } => Some(group),
        _ => None,
    }
}

/// A blocked field.
fn blocked(state: &State, kind: &Kind, detail: &Detail) -> Option<Next> {
    let mut tally = [0; COUNTS];
    end_words(state, kind, detail, 0, &mut tally)?;
    let mut next = *state;
    next.corner = group_of(state.cells[kind.col]);
    next.cells[kind.col] = Cell::Blocked;
    next.left = Left::Nothing;
    Some((next, tally, 0))
}

/// A question field with these arrows.
fn question(state: &State, kind: &Kind, detail: &Detail, arrows: u8) -> Option<Next> {
    let asks = |arrow: Arrow| arrows >> arrow.code() & 1 == 1;
    let mut tally = [0; COUNTS];
    end_words(state, kind, detail, arrows, &mut tally)?;
    let mut next = *state;
    tally[QUESTIONS] = 1;
    tally[DOUBLES] = i16::from(arrows.count_ones() == 2);
    // It joins the clusters that it touches.
    let col = kind.col;
    let left = col.checked_sub(1).and_then(|left| group_of(state.cells[left]));
    let right = state.cells.get(col + 1).copied().filter(|_| !kind.is_last).and_then(group_of);
    let touched = [left, group_of(state.cells[col]), state.corner, right];
    let is_first = |at: &usize| touched[*at].is_some() && !touched[..*at].contains(&touched[*at]);
    let groups = || (0..touched.len()).filter(is_first).filter_map(|at| touched[at]);
    let square = |size: i16| if size >= 3 { size * size } else { 0 };
    let sizes = || groups().map(|group| i16::from(state.sizes[usize::from(group)]));
    let size = 1 + sizes().sum::<i16>();
    tally[CLUSTERS] = 1 - groups().count() as i16;
    tally[SQUARES] = square(size) - sizes().map(square).sum::<i16>();
    let group = groups().next().unwrap_or_else(|| next.unused_group());
    next.corner = None;
    groups().for_each(|other| next.join(other, group));
    next.sizes[usize::from(group)] = size.min(i16::from(detail.cluster)) as u8;
    let below = match (asks(Arrow::Down), asks(Arrow::DownRight)) {
        (true, _) => Below::Down,
        (_, true) => Below::Right,
        _ => Below::Nothing,
    };
    next.cells[col] = Cell::Question { below, group };
    next.left = match (asks(Arrow::Right), asks(Arrow::RightDown)) {
        (true, _) => Left::AsksRight,
        (_, true) => Left::AsksDown,
        _ => Left::Nothing,
    };
    Some((next, tally, arrows))
}

/// A letter; words that start here may be asked for from the right or from below.
fn letter(state: &State, kind: &Kind, detail: &Detail, from_right: bool, from_below: bool) -> Option<Next> {
    let above = state.cells[kind.col];
    let mut next = *state;
    let mut tally = [0; COUNTS];
    let asked_down = state.left == Left::AsksDown;
    let down = match above {
        Cell::Letter { down, waits, .. } => {
            if waits || asked_down || from_right {
                return None;
            }
            if down == 0 { 0 } else { continued(down, detail)? }
        }
        Cell::Question { below: Below::Down, .. } => asked([true, asked_down, from_right])?,
        _ => asked([false, asked_down, from_right])?,
    };
    let asked_right = matches!(above, Cell::Question { below: Below::Right, .. });
    let across = match state.left {
        Left::Letter { across, waits } => {
            if waits || asked_right || from_below {
                return None;
            }
            if across == 0 { 0 } else { across + 1 }
        }
        Left::AsksRight => asked([true, asked_right, from_below])?,
        _ => asked([false, asked_right, from_below])?,
    };
    let words = match (down > 0, across > 0) {
        (true, true) => Words::Two,
        (false, false) => return None,
        _ => {
            tally[UNCROSSED] = 1;
            let mut is_dead = matches!(above, Cell::Letter { words: Words::One | Words::Dead, .. });
            tally[DEAD] += i16::from(matches!(above, Cell::Letter { words: Words::One, .. }));
            if let Some(Cell::Letter { words, .. }) =
                kind.col.checked_sub(1).map(|left| &mut next.cells[left])
                && *words != Words::Two
            {
                tally[DEAD] += i16::from(*words == Words::One);
                *words = Words::Dead;
                is_dead = true;
            }
            tally[DEAD] += i16::from(is_dead);
            if is_dead { Words::Dead } else { Words::One }
        }
    };
    next.corner = group_of(above);
    next.cells[kind.col] = Cell::Letter { down, words, waits: from_below };
    next.left = Left::Letter { across, waits: from_right };
    Some((next, tally, 0))
}

/// Returns the length of a word that starts: 1 if one question asks for it, 0 if none; `None` if there are several.
fn asked(by: [bool; 3]) -> Option<u8> {
    let number = by.into_iter().filter(|&asks| asks).count();
    (number <= 1).then_some(number as u8)
}

/// Returns the length of a vertical word with one more letter.
fn continued(down: u8, detail: &Detail) -> Option<u8> {
    let len = usize::from(down) + 1;
    detail.may_reach(len).then_some((down + 1).min(detail.longest))
}
