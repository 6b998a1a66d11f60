//! What the part of a layout above and left of a field means for the rest: the frontier.
//!
//! For each column the last field is kept, as far as it matters: a blocked field; a question field with what it asks
//! for below and the cluster it belongs to; or a letter with its vertical word so far and whether it is crossed. Of the
//! field to the left its horizontal word is kept as well. Clusters are numbered in the order of the columns, so that
//! equal frontiers are equal states.

use super::shape::MOST_COLS;

/// The most clusters that can touch a frontier.
const MOST_GROUPS: usize = 6;

/// The last field of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// A blocked field, or the border.
    Blocked,
    /// A question field.
    Question {
        /// What it asks for below.
        below: Below,
        /// The number of its cluster.
        group: u8,
    },
    /// A letter.
    Letter {
        /// The letters of the vertical word down to here, or 0 if nobody asks for it.
        down: u8,
        /// In how many words it is.
        words: Words,
        /// Whether the horizontal word that starts here is asked for from below.
        waits: bool,
    },
}

/// What a question field asks for below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    Nothing,
    /// A word that runs down.
    Down,
    /// A word that runs right.
    Right,
}

/// The words of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// It is in two words.
    Two,
    /// It is in one word, and has no neighbour so far that is in one.
    One,
    /// It is in one word, and dead.
    Dead,
}

/// The field to the left, as far as it concerns the field to its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing runs on: the border, a blocked field, or a question field that asks for nothing there.
    Nothing,
    /// A question field that asks for a word that runs right.
    AsksRight,
    /// A question field that asks for a word that starts there and runs down.
    AsksDown,
    /// A letter.
    Letter {
        /// The letters of the horizontal word up to here, or 0 if nobody asks for it.
        across: u8,
        /// Whether the vertical word that starts there is asked for from the right.
        waits: bool,
    },
}

/// A frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) cells: [Cell; MOST_COLS],
    pub(super) left: Left,
    /// The cluster of the question field up left, if that is the only way in which it touches the next field.
    pub(super) corner: Option<u8>,
    /// The sizes of the clusters, as far as they are counted.
    pub(super) sizes: [u8; MOST_GROUPS],
}

impl State {
    /// The frontier above the first field.
    pub(super) const START: Self = Self {
        cells: [Cell::Blocked; MOST_COLS],
        left: Left::Nothing,
        corner: None,
        sizes: [0; MOST_GROUPS],
    };

    /// Returns a number for a cluster that is new.
    pub(super) fn unused_group(&self) -> u8 {
        let used = |group: u8| {
            let here = |cell: &Cell| matches!(cell, Cell::Question { group: g, .. } if *g == group);
            self.corner == Some(group) || self.cells.iter().any(here)
        };
        (0..MOST_GROUPS as u8).find(|&group| !used(group)).unwrap_or(0)
    }

    /// Gives the fields of two clusters one number.
    pub(super) fn join(&mut self, from: u8, to: u8) {
        for cell in &mut self.cells {
            if let Cell::Question { group, .. } = cell
                && *group == from
            {
                *group = to;
            }
        }
    }

    /// Numbers the clusters in the order in which they occur.
    pub(super) fn number_groups(&mut self) {
        let mut new: [Option<u8>; MOST_GROUPS] = [None; MOST_GROUPS];
        let (mut sizes, mut next) = ([0; MOST_GROUPS], 0);
        let old_sizes = self.sizes;
        let mut renumber = |group: &mut u8| {
            let old = *group as usize;
            let number = *new[old].get_or_insert_with(|| {
                sizes[next as usize] = old_sizes[old];
                next += 1;
                next - 1
            });
            *group = number;
        };
        for cell in &mut self.cells {
            if let Cell::Question { group, .. } = cell {
                renumber(group);
            }
        }
        if let Some(group) = &mut self.corner {
            renumber(group);
        }
        self.sizes = sizes;
    }

    /// Returns the state as a number.
    pub(super) fn pack(&self) -> u128 {
        let mut packed: u128 = 0;
        let mut push = |value: u8, bits: u32| packed = packed << bits | u128::from(value);
        for cell in self.cells {
            match cell {
                Cell::Blocked => push(0, 11),
                Cell::Question { below, group } => {
                    push(1, 2);
                    push(below as u8, 2);
                    push(group, 7);
                }
                Cell::Letter { down, words, waits } => {
                    push(2, 2);
                    push(words as u8, 2);
                    push(u8::from(waits), 1);
                    push(down, 6);
                }
            }
        }
        match self.left {
            Left::Nothing => push(0, 6),
            Left::AsksRight => push(1, 6),
            Left::AsksDown => push(2, 6),
            Left::Letter { across, waits } => {
                push(3, 2);
                push(across, 3);
                push(u8::from(waits), 1);
            }
        }
        push(self.corner.map_or(0, |group| group + 1), 3);
        self.sizes.iter().for_each(|&size| push(size, 4));
        packed
    }

    /// Returns the state with this number.
    pub(super) fn unpack(mut packed: u128) -> Self {
        let mut pop = |bits: u32| {
            let value = (packed & ((1 << bits) - 1)) as u8;
            packed >>= bits;
            value
        };
        let mut state = Self::START;
        state.sizes.iter_mut().rev().for_each(|size| *size = pop(4));
        state.corner = pop(3).checked_sub(1);
        let (waits, across, kind) = (pop(1) == 1, pop(3), pop(2));
        state.left = match (kind, across << 1 | u8::from(waits)) {
            (0, 0) => Left::Nothing,
            (0, 1) => Left::AsksRight,
            (0, _) => Left::AsksDown,
            _ => Left::Letter { across, waits },
        };
        for cell in state.cells.iter_mut().rev() {
            let (low, high, kind) = (pop(6), pop(3), pop(2));
            *cell = match kind {
                0 => Cell::Blocked,
                1 => {
                    let below = [Below::Nothing, Below::Down, Below::Right][usize::from(high >> 1)];
                    Cell::Question { below, group: low }
                }
                _ => {
                    let words = [Words::Two, Words::One, Words::Dead][usize::from(high >> 1)];
                    Cell::Letter { down: low, words, waits: high & 1 == 1 }
                }
            };
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frontier with question fields of these clusters, and a corner.
    fn frontier(groups: &[Option<u8>; MOST_COLS], corner: Option<u8>) -> State {
        let cell = |group: &Option<u8>| match *group {
            Some(group) => Cell::Question { below: Below::Nothing, group },
            None => Cell::Blocked,
        };
        State { cells: std::array::from_fn(|col| cell(&groups[col])), corner, ..State::START }
    }

    #[test]
    fn a_new_cluster_has_a_number_of_its_own() {
        assert_eq!(State::START.unused_group(), 0);
        assert_eq!(frontier(&[Some(0), None, Some(1), None, None], None).unused_group(), 2);
        assert_eq!(frontier(&[Some(1), None, Some(2), None, None], None).unused_group(), 0);
        assert_eq!(frontier(&[Some(0), None, Some(2), None, None], None).unused_group(), 1);
        assert_eq!(frontier(&[None, None, Some(1), None, None], Some(0)).unused_group(), 2);
    }

    #[test]
    fn clusters_that_are_joined_have_one_number_and_the_others_keep_theirs() {
        let mut state = frontier(&[Some(0), None, Some(1), Some(2), Some(1)], None);
        state.join(1, 0);
        assert_eq!(state, frontier(&[Some(0), None, Some(0), Some(2), Some(0)], None));
    }

    #[test]
    fn clusters_are_numbered_in_their_order_and_keep_their_sizes() {
        let mut state = frontier(&[Some(4), None, Some(1), None, Some(4)], Some(3));
        state.sizes = [9, 2, 9, 3, 1, 9];
        state.number_groups();
        let mut expected = frontier(&[Some(0), None, Some(1), None, Some(0)], Some(2));
        expected.sizes = [1, 2, 3, 0, 0, 0];
        assert_eq!(state, expected);
    }

    #[test]
    fn a_frontier_comes_back_from_its_number_and_no_two_have_the_same() {
        let mut cells = vec![Cell::Blocked];
        for below in [Below::Nothing, Below::Down, Below::Right] {
            cells.extend([0, 1, 5].map(|group| Cell::Question { below, group }));
        }
        for words in [Words::Two, Words::One, Words::Dead] {
            for (down, waits) in [(0, false), (1, true), (40, false), (63, true)] {
                cells.push(Cell::Letter { down, words, waits });
            }
        }
        let mut lefts = vec![Left::Nothing, Left::AsksRight, Left::AsksDown];
        for across in [0, 1, 5] {
            lefts.extend([false, true].map(|waits| Left::Letter { across, waits }));
        }
        let mut numbers = std::collections::HashSet::new();
        let mut count = 0;
        for (at, &cell) in cells.iter().enumerate() {
            for &left in &lefts {
                for corner in [None, Some(0), Some(5)] {
                    let mut state = State { left, corner, ..State::START };
                    // In a different column each time, between others.
                    state.cells = std::array::from_fn(|col| cells[(at * col + 1) % cells.len()]);
                    state.cells[at % MOST_COLS] = cell;
                    state.sizes = std::array::from_fn(|group| ((at + 3 * group) % 16) as u8);
                    assert_eq!(State::unpack(state.pack()), state);
                    numbers.insert(state.pack());
                    count += 1;
                }
            }
        }
        assert_eq!(numbers.len(), count);
    }
}
